//! Programs that play seats: the protocol of [`super::protocol`] as lines over a child's standard input and output.
//!
//! A program that offers to play several games at once serves all its seats and games of a run, and what it says is sorted
//! out by game; of any other, each seat under way has a process of its own. Everything that it can do wrong
//! (end, be silent, flood, say nonsense) costs its seats what the table's fault policy says, and nothing else: nobody waits
//! longer than its deadline, and it is killed with everything that it has started.

use std::collections::{BTreeMap, VecDeque};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, TrySendError, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::agents::{Agent, Over, PhaseBegan, Seated, Wants};
use crate::cards::wording::quoted;
use crate::game::GameEvent;
use crate::game::decision::{Choice, Decision};
use crate::game::settle::{Fault, Reply};
use crate::game::stops::Stops;
use crate::game::view::PlayerView;
use crate::scenario::ProcessSpec;

use super::protocol::{Feature, FromPlayer, MOST_BYTES, PROTOCOL, ToPlayer, Wire};

/// How long a program has to say hello.
pub(super) const STARTUP: Duration = Duration::from_secs(20);

/// How long a program has to end after it was told to.
pub(super) const PARTING: Duration = Duration::from_secs(2);

/// How long the last words of a program that has ended are waited for.
pub(super) const LAST_WORDS_WITHIN: Duration = Duration::from_secs(2);

/// How often a program that has ended is started again, in a run.
const RESTARTS: u32 = 3;

/// Messages of a game that nobody has asked for yet, before the program counts as flooding.
const UNREAD: usize = 64;

/// How much of what a program says on its standard error is kept for messages.
const LAST_WORDS: usize = 2_000;

/// Why a program could not be started, or does not speak the protocol.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProcessError {
    /// There is no such program, or it may not be run.
    #[error("cannot start `{command}`: {why}")]
    NotStarted {
        /// The program and its arguments.
        command: String,
        /// What the system said.
        why: String,
    },
    /// It said no hello.
    #[error("`{command}` does not speak {PROTOCOL}: {why}")]
    NoHello {
        /// The program and its arguments.
        command: String,
        /// What came instead.
        why: String,
    },
    /// It speaks another version of the protocol, or wants a feature that there is not.
    #[error("`{command}` does not speak {PROTOCOL} as this version of turnlab does: {why}")]
    Refused {
        /// The program and its arguments.
        command: String,
        /// What is wrong with its hello.
        why: String,
    },
}

/// The programs of a run: each is started when it is first needed, and ends with this value.
#[derive(Debug, Default)]
pub struct Programs {
    running: Mutex<BTreeMap<Vec<String>, Arc<Mutex<Program>>>>,
}

/// The processes of a program.
#[derive(Debug, Default)]
struct Program {
    /// Those that run; more than one only of a program that plays one game at a time.
    lines: Vec<Arc<Line>>,
    /// How many have ended before they were told to, and why the last one did.
    ended: u32,
    last: String,
    /// Whether it plays several games at once, once it has said so.
    tables: Option<bool>,
    /// What is wrong with its hello: it is not started again.
    refused: Option<ProcessError>,
}

impl Program {
    /// A process that runs and has room for another seat.
    fn free(&mut self) -> Option<Arc<Line>> {
        let (ended, last) = (&mut self.ended, &mut self.last);
        self.lines.retain(|line| {
            let end = line.ended();
            if let Some(why) = &end {
                *ended += 1;
                last.clone_from(why);
            }
            end.is_none()
        });
        self.lines.iter().find(|line| line.take()).map(Arc::clone)
    }

    /// What came of another start.
    fn started(&mut self, line: Result<Line, ProcessError>) -> Result<Arc<Line>, ProcessError> {
        match line {
            Ok(line) => {
                self.tables = Some(line.wants(Feature::Tables));
                let line = Arc::new(line);
                self.lines.push(Arc::clone(&line));
                Ok(line)
            }
            Err(error) => {
                self.ended += 1;
                self.last = error.to_string();
                if matches!(error, ProcessError::Refused { .. }) {
                    self.refused = Some(error.clone());
                }
                Err(error)
            }
        }
    }
}

impl Programs {
    /// No program runs yet.
    #[must_use]
    pub fn new() -> Arc<Programs> {
        Arc::default()
    }

    /// A player for one seat of one game, by that program.
    #[must_use]
    pub fn player(self: &Arc<Programs>, spec: &ProcessSpec) -> Box<dyn Agent> {
        let never = Fault::Gone("it never sat down".to_owned());
        Box::new(Player { programs: Arc::clone(self), spec: spec.clone(), seat: Err(never) })
    }

    /// Starts that program, if it does not run yet, and hears its hello.
    ///
    /// # Errors
    /// When it can't be started, or its hello is not what was expected.
    pub fn greet(&self, spec: &ProcessSpec) -> Result<(), ProcessError> {
        self.line(spec).map(|line| line.leave())
    }

    /// A line to the program for one seat; a process is started if none has room.
    fn line(&self, spec: &ProcessSpec) -> Result<Arc<Line>, ProcessError> {
        let program = {
            let mut running = locked(&self.running);
            Arc::clone(running.entry(key(spec)).or_default())
        };
        let mut known = locked(&program);
        if let Some(line) = known.free() {
            return Ok(line);
        }
        if let Some(refused) = &known.refused {
            return Err(refused.clone());
        }
        if known.ended > RESTARTS {
            let why = format!("it has ended {} times, and last {}", known.ended, known.last);
            return Err(ProcessError::NotStarted { command: spec.command.join(" "), why });
        }
        // Until it has said whether one process is enough, nobody starts a second one.
        if known.tables != Some(false) {
            return known.started(Line::open(spec));
        }
        drop(known);
        let line = Line::open(spec);
        locked(&program).started(line)
    }
}

/// Programs are the same when they are started and told the same.
fn key(spec: &ProcessSpec) -> Vec<String> {
    let mut key = spec.command.clone();
    key.push(serde_json::Value::Object(spec.options.clone()).to_string());
    key
}

/// What another thread did before it panicked still counts.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

// ---- one program ----

/// A program that runs, and the way to it and back.
#[derive(Debug)]
struct Line {
    out: Sender<String>,
    shared: Arc<Shared>,
    /// Numbers the games.
    games: Mutex<u64>,
    /// What it wants of what it was offered.
    features: Vec<Feature>,
    /// A seat is its own: of interest where it plays one game at a time.
    taken: AtomicBool,
    /// Hears its last words.
    listener: JoinHandle<()>,
}

/// What the threads of a program share.
#[derive(Debug)]
struct Shared {
    child: Mutex<Child>,
    /// Where its messages go, by game.
    games: Mutex<BTreeMap<String, SyncSender<FromPlayer>>>,
    /// Why it has ended, once it has.
    ended: Mutex<Option<String>>,
    last_words: Mutex<String>,
}

impl Shared {
    /// It has ended, or has to: for the first reason that is given.
    fn end(&self, why: impl Into<String>) {
        locked(&self.ended).get_or_insert_with(|| why.into());
        kill(&mut locked(&self.child));
        // Whoever waits for it is told by the end of its channel.
        locked(&self.games).clear();
    }
}

impl Line {
    fn open(spec: &ProcessSpec) -> Result<Line, ProcessError> {
        let command = spec.command.join(" ");
        let failed = |why: String| ProcessError::NotStarted { command: command.clone(), why };
        let mut child = start(&spec.command).map_err(|error| failed(error.to_string()))?;
        let (Some(input), Some(output), Some(errors)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(failed("it has no standard input and output".to_owned()));
        };
        let shared = Arc::new(Shared {
            child: Mutex::new(child),
            games: Mutex::default(),
            ended: Mutex::default(),
            last_words: Mutex::default(),
        });
        let (hello, heard) = sync_channel(UNREAD);
        locked(&shared.games).insert(String::new(), hello);
        let (out, lines) = channel();
        thread::spawn(move || write(input, &lines));
        let (reading, listening) = (Arc::clone(&shared), Arc::clone(&shared));
        thread::spawn(move || read(output, &reading));
        let listener = thread::spawn(move || listen(errors, &listening.last_words));
        let games = Mutex::default();
        let mut line = Line { out, shared, games, features: Vec::new(), taken: true.into(), listener };
        line.say(&ToPlayer::Hello {
            protocol: PROTOCOL,
            version: env!("CARGO_PKG_VERSION"),
            features: Feature::ALL.to_vec(),
            options: spec.options.clone(),
        });
        let no_hello = |why: String| ProcessError::NoHello { command: command.clone(), why };
        match heard.recv_timeout(STARTUP) {
            Ok(FromPlayer::Hello { protocol, features, .. }) => match agreed(&protocol, &features) {
                Ok(features) => {
                    line.features = features;
                    Ok(line)
                }
                Err(why) => {
                    line.part(Some(&why));
                    Err(ProcessError::Refused { command, why })
                }
            },
            Ok(other) => {
                line.shared.end("it said no hello");
                Err(no_hello(format!("found {other:?}, expected a hello")))
            }
            Err(RecvTimeoutError::Timeout) => {
                line.shared.end("it said no hello");
                Err(no_hello(format!("no hello within {} s", STARTUP.as_secs())))
            }
            Err(RecvTimeoutError::Disconnected) => Err(no_hello(line.ended().unwrap_or_default())),
        }
    }

    fn say(&self, message: &ToPlayer) {
        // Nobody listens to a line that has ended; who asks is told.
        if let Ok(text) = serde_json::to_string(message) {
            let _ = self.out.send(text);
        }
    }

    /// Whether it wants that feature.
    fn wants(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }

    /// Takes it for a seat, if it has room for another one.
    fn take(&self) -> bool {
        !self.taken.swap(true, Ordering::AcqRel) || self.wants(Feature::Tables)
    }

    /// A seat is let go of.
    fn leave(&self) {
        self.taken.store(false, Ordering::Release);
    }

    /// Tells it to end, and why if that is its own fault; it is killed if it does not.
    fn part(&self, why: Option<&str>) {
        self.say(&ToPlayer::Bye { why: why.map(str::to_owned) });
        let told = Instant::now();
        while locked(&self.shared.ended).is_none() && told.elapsed() < PARTING {
            thread::sleep(Duration::from_millis(5));
        }
        self.shared.end("it was told to end");
    }

    /// Why the program has ended, with its last words.
    fn ended(&self) -> Option<String> {
        let ended = locked(&self.shared.ended).clone()?;
        // Something that it has started may keep its standard error open.
        let since = Instant::now();
        while !self.listener.is_finished() && since.elapsed() < LAST_WORDS_WITHIN {
            thread::sleep(Duration::from_millis(2));
        }
        let words = locked(&self.shared.last_words).trim().to_owned();
        Some(match words.lines().last() {
            Some(last) if !last.is_empty() => format!("{ended}; it said: {last}"),
            _ => ended,
        })
    }

    fn gone(&self) -> Fault {
        Fault::Gone(self.ended().unwrap_or_else(|| "it has ended".to_owned()))
    }
}

impl Drop for Line {
    /// It is told to end, and killed if it does not.
    fn drop(&mut self) {
        if self.ended().is_none() {
            self.part(None);
        }
    }
}

/// What the two sides agree on: the features that the program wants.
pub(super) fn agreed(protocol: &str, features: &[String]) -> Result<Vec<Feature>, String> {
    if protocol != PROTOCOL {
        return Err(format!("it says that it speaks {}", quoted(protocol)));
    }
    Feature::all_named(features)
}

/// Starts a program with nothing of ours but a place to find programs, in a process group of its own.
pub(super) fn start(command: &[String]) -> std::io::Result<Child> {
    let (program, arguments) = command.split_first().ok_or(std::io::ErrorKind::InvalidInput)?;
    let mut command = Command::new(program);
    command.args(arguments).env_clear();
    for name in ["PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "SYSTEMROOT"] {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()
}

/// Kills a program and everything that it has started.
pub(super) fn kill(child: &mut Child) {
    #[cfg(unix)]
    if let Ok(group) = i32::try_from(child.id()) {
        use nix::sys::signal::{Signal, killpg};
        // A group that is gone needs no killing.
        let _ = killpg(nix::unistd::Pid::from_raw(group), Signal::SIGKILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// Writes lines until there are no more, or nobody reads them.
pub(super) fn write(mut input: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if writeln!(input, "{line}").and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Reads what the program says, and hands it to whoever waits for it.
fn read(output: ChildStdout, shared: &Shared) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = (&mut output).take(MOST_BYTES as u64 + 1).read_until(b'\n', &mut line);
        let why = match read {
            Ok(0) | Err(_) => "it closed its standard output".to_owned(),
            Ok(n) if n > MOST_BYTES => format!("it wrote a line of more than {MOST_BYTES} bytes"),
            Ok(_) => match hand_on(&line, shared) {
                Ok(()) => continue,
                Err(why) => why,
            },
        };
        return shared.end(why);
    }
}

/// A message to the game that it is about. What is no message ends the program: there is no telling whom it is for.
fn hand_on(line: &[u8], shared: &Shared) -> Result<(), String> {
    let text = String::from_utf8_lossy(line);
    if text.trim().is_empty() {
        return Ok(());
    }
    let message: FromPlayer = serde_json::from_str(text.trim()).map_err(|error| {
        let start: String = text.trim().chars().take(60).collect();
        format!("it wrote a line that is no message ({error}): {}", start.escape_debug())
    })?;
    let game = message.game().unwrap_or_default();
    match locked(&shared.games).get(game).map(|to| to.try_send(message)) {
        // About a game that is over, or that it never heard of: nobody waits for it.
        None | Some(Ok(()) | Err(TrySendError::Disconnected(_))) => Ok(()),
        Some(Err(TrySendError::Full(_))) => Err(format!("it wrote more than {UNREAD} messages that nobody asked for")),
    }
}

/// Keeps the last of what the program says on its standard error.
pub(super) fn listen(errors: ChildStderr, last_words: &Mutex<String>) {
    let mut errors = BufReader::new(errors);
    let mut chunk = [0; 512];
    while let Ok(read @ 1..) = errors.read(&mut chunk) {
        let mut words = locked(last_words);
        words.push_str(&String::from_utf8_lossy(&chunk[..read]));
        let surplus = words.len().saturating_sub(LAST_WORDS);
        let cut = (surplus..=words.len()).find(|at| words.is_char_boundary(*at)).unwrap_or(0);
        words.drain(..cut);
    }
}

/// Nobody: where a program should play that may not be started.
#[derive(Debug, Clone, Copy)]
pub struct Absent;

impl Agent for Absent {
    fn seated(&mut self, _seated: &Seated) -> Wants {
        Wants::only_asked(Stops::ALL)
    }

    fn choose(&mut self, _view: &PlayerView, _decision: &Decision) -> Result<Reply, Fault> {
        Err(Fault::Gone("its program may not be started here".to_owned()))
    }
}

// ---- one seat ----

/// A seat of a game that a program plays.
struct Player {
    programs: Arc<Programs>,
    spec: ProcessSpec,
    /// The way to the program, or why there is none.
    seat: Result<Seat, Fault>,
}

/// The way to the program from one seat.
struct Seat {
    line: Arc<Line>,
    wire: Wire,
    heard: Receiver<FromPlayer>,
    /// What it said while it was not asked.
    unasked: VecDeque<FromPlayer>,
}

impl Drop for Seat {
    fn drop(&mut self) {
        locked(&self.line.shared.games).remove(self.wire.game());
        self.line.leave();
    }
}

impl Seat {
    /// The next message for this game, until that time.
    fn hear(&mut self, until: Instant) -> Result<FromPlayer, Fault> {
        if let Some(message) = self.unasked.pop_front() {
            return Ok(message);
        }
        match self.heard.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(message) => Ok(message),
            Err(RecvTimeoutError::Timeout) => {
                // It may never read again what is written to it, so it does not play the other games either.
                self.line.shared.end("it did not answer in time");
                Err(Fault::Late)
            }
            Err(RecvTimeoutError::Disconnected) => Err(self.line.gone()),
        }
    }
}

impl Player {
    fn sit_down(&self, seated: &Seated) -> Result<(Seat, Wants), Fault> {
        let line = self.programs.line(&self.spec).map_err(|error| Fault::Gone(error.to_string()))?;
        let number = {
            let mut games = locked(&line.games);
            *games += 1;
            *games
        };
        let wire = Wire::new(format!("{}.{}-{number}", seated.game, seated.seat), seated);
        let (to, heard) = sync_channel(UNREAD);
        locked(&line.shared.games).insert(wire.game().to_owned(), to);
        line.say(&wire.seated());
        let mut seat = Seat { line, wire, heard, unasked: VecDeque::new() };
        let said = seat.hear(Instant::now() + self.spec.deadline)?;
        let wants = granted(&said, &seat.line.features, seated).map_err(Fault::Gone)?;
        Ok((seat, wants))
    }
}

/// What the program gets of what it wants to be told, by what it said in its hello.
pub(super) fn granted(said: &FromPlayer, features: &[Feature], seated: &Seated) -> Result<Wants, String> {
    let FromPlayer::Wants { events, phases, stops, .. } = said else { return Err(unexpected(said, "`wants`")) };
    let asked = [(Feature::Events, *events), (Feature::Phases, *phases), (Feature::Stops, stops.is_some())];
    if let Some((feature, _)) = asked.iter().find(|(feature, asked)| *asked && !features.contains(feature)) {
        let name = feature.name();
        return Err(format!("`wants` asks for `{name}`, which is not among the features of its hello"));
    }
    let names = seated.catalog.turn_names();
    let stops = stops.as_ref().map_or(Ok(Stops::ALL), |stops| stops.read(names))?;
    Ok(Wants { stops, events: *events, phases: *phases, concedes: features.contains(&Feature::Concede) })
}

pub(super) fn unexpected(found: &FromPlayer, expected: &str) -> String {
    match found {
        FromPlayer::Error { message, .. } => format!("it says: {message}"),
        FromPlayer::Hello { .. } => format!("found a second `hello`, expected {expected}"),
        FromPlayer::Wants { .. } => format!("found `wants`, expected {expected}"),
        FromPlayer::Answer { ask, .. } => format!("found an answer to {ask}, expected {expected}"),
        FromPlayer::Concede { .. } => format!("found `concede`, expected {expected}"),
    }
}

impl Agent for Player {
    /// Without a program, it is asked all the same: what is missing is told at the first question.
    fn seated(&mut self, seated: &Seated) -> Wants {
        match self.sit_down(seated) {
            Ok((seat, wants)) => {
                self.seat = Ok(seat);
                wants
            }
            Err(fault) => {
                self.seat = Err(fault);
                Wants::only_asked(Stops::ALL)
            }
        }
    }

    fn observe(&mut self, events: &[GameEvent]) {
        if let Ok(seat) = &mut self.seat {
            let message = seat.wire.events(events);
            seat.line.say(&message);
        }
    }

    fn phase(&mut self, began: PhaseBegan) {
        if let Ok(seat) = &self.seat {
            seat.line.say(&seat.wire.phase(began));
        }
    }

    fn choose(&mut self, view: &PlayerView, decision: &Decision) -> Result<Reply, Fault> {
        let until = Instant::now() + self.spec.deadline;
        let deadline_ms = u64::try_from(self.spec.deadline.as_millis()).unwrap_or(u64::MAX);
        let seat = self.seat.as_mut().map_err(|fault| fault.clone())?;
        let message = seat.wire.ask(view, decision, deadline_ms);
        seat.line.say(&message);
        loop {
            match seat.hear(until)? {
                FromPlayer::Answer { ask, choice, spent, .. } if ask == seat.wire.asking() => {
                    return seat.wire.answer(view, decision, &choice, spent).map_err(Fault::Unreadable);
                }
                // An answer to a question that has been answered for it meanwhile.
                FromPlayer::Answer { ask, .. } if ask < seat.wire.asking() => {}
                FromPlayer::Concede { .. } if seat.line.wants(Feature::Concede) => {
                    return Ok(Choice::Concede.into());
                }
                other => return Err(Fault::Unreadable(unexpected(&other, "an answer"))),
            }
        }
    }

    /// Whether it has said so by now. Whatever else it has said is heard at its next question.
    fn concedes(&mut self, _view: &PlayerView) -> bool {
        let Ok(seat) = &mut self.seat else { return false };
        // Who says more than that is flooding, and the full channel says so.
        while seat.unasked.len() < UNREAD
            && let Ok(message) = seat.heard.try_recv()
        {
            if matches!(message, FromPlayer::Concede { .. }) {
                return true;
            }
            seat.unasked.push_back(message);
        }
        false
    }

    fn over(&mut self, over: &Over) {
        if let Ok(seat) = &self.seat {
            seat.line.say(&seat.wire.over(over));
        }
    }

    /// It keeps its own deadline; this is for the table, which must not wait for a program that has to start first.
    fn deadline(&self) -> Option<Duration> {
        Some(STARTUP + self.spec.deadline + PARTING)
    }
}
