//! One program that runs, and the way to it and back.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, TrySendError, channel, sync_channel};
use std::sync::{Arc, Mutex, Weak};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::cards::wording::{quoted, system_words};
use crate::game::settle::Fault;
use crate::scenario::ProcessSpec;
use crate::table::protocol::{Feature, FromPlayer, MOST_BYTES, PROTOCOL, ToPlayer};

use super::{LAST_WORDS_WITHIN, PARTING, ProcessError, STARTUP, UNREAD, locked};

/// How much of what a program says on its standard error is kept for messages.
const LAST_WORDS: usize = 2_000;

/// A program that runs, and the way to it and back.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) out: Sender<String>,
    pub(super) shared: Arc<Shared>,
    /// Numbers the games.
    pub(super) games: Mutex<u64>,
    /// What it wants of what it was offered.
    pub(super) features: Vec<Feature>,
    /// A seat is its own: of interest where it plays one game at a time.
    pub(super) taken: AtomicBool,
    /// Hears its last words.
    pub(super) listener: JoinHandle<()>,
}

/// What the threads of a program share.
#[derive(Debug)]
pub(super) struct Shared {
    /// Until it is killed: its number may be somebody else's afterwards.
    pub(super) child: Mutex<Option<Child>>,
    /// Where its messages go, by game.
    pub(super) games: Mutex<BTreeMap<String, SyncSender<FromPlayer>>>,
    /// Why it has ended, once it has.
    pub(super) ended: Mutex<Option<String>>,
    pub(super) last_words: Mutex<String>,
}

impl Shared {
    /// It has ended, or has to: for the first reason that is given.
    pub(super) fn end(&self, why: impl Into<String>) {
        locked(&self.ended).get_or_insert_with(|| why.into());
        if let Some(mut child) = locked(&self.child).take() {
            kill(&mut child);
        }
        // Whoever waits for it is told by the end of its channel.
        locked(&self.games).clear();
    }
}

impl Line {
    /// Starts the program, notes it with all that has been started, and waits for its hello.
    pub(super) fn open(spec: &ProcessSpec, started: &Mutex<Vec<Weak<Shared>>>) -> Result<Line, ProcessError> {
        let command = spec.command.join(" ");
        let failed = |why: String| ProcessError::NotStarted { command: command.clone(), why };
        let mut child = start(&spec.command).map_err(|error| failed(unstarted(&spec.command, &error)))?;
        let (Some(input), Some(output), Some(errors)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(failed("it has no standard input and output".to_owned()));
        };
        let shared = Arc::new(Shared {
            child: Mutex::new(Some(child)),
            games: Mutex::default(),
            ended: Mutex::default(),
            last_words: Mutex::default(),
        });
        locked(started).push(Arc::downgrade(&shared));
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

    pub(super) fn say(&self, message: &ToPlayer) {
        // Nobody listens to a line that has ended; who asks is told.
        if let Ok(text) = serde_json::to_string(message) {
            let _ = self.out.send(text);
        }
    }

    /// Whether it wants that feature.
    pub(super) fn wants(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }

    /// Takes it for a seat, if it has room for another one.
    pub(super) fn take(&self) -> bool {
        !self.taken.swap(true, Ordering::AcqRel) || self.wants(Feature::Tables)
    }

    /// A seat is let go of.
    pub(super) fn leave(&self) {
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

    /// Unless it has ended, it is told to end, and killed if it does not.
    pub(super) fn close(&self) {
        if locked(&self.shared.ended).is_none() {
            self.part(None);
        }
    }

    /// Why the program has ended, with its last words.
    pub(super) fn ended(&self) -> Option<String> {
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

    pub(super) fn gone(&self) -> Fault {
        Fault::Gone(self.ended().unwrap_or_else(|| "it has ended".to_owned()))
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.close();
    }
}

/// What the two sides agree on: the features that the program wants.
pub(in crate::table) fn agreed(protocol: &str, features: &[String]) -> Result<Vec<Feature>, String> {
    if protocol != PROTOCOL {
        return Err(format!("it says that it speaks {}", quoted(protocol)));
    }
    Feature::all_named(features)
}

/// Starts a program with nothing of ours but a place to find programs, in a process group of its own.
pub(in crate::table) fn start(command: &[String]) -> io::Result<Child> {
    let (program, arguments) = command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
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

/// Why a program was not started: what the system says, and how a command is written where one word of it has blanks in it.
pub(in crate::table) fn unstarted(command: &[String], error: &io::Error) -> String {
    let words = system_words(error);
    match command {
        [one] if error.kind() == io::ErrorKind::NotFound && one.trim().contains(char::is_whitespace) => {
            let list: Vec<String> = one.split_whitespace().map(|word| format!("{word:?}")).collect();
            format!("{words}; expected a list of the program and its arguments, such as [{}]", list.join(", "))
        }
        _ => words,
    }
}

/// Kills a program and everything that it has started.
pub(in crate::table) fn kill(child: &mut Child) {
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
pub(in crate::table) fn write(mut input: ChildStdin, lines: &Receiver<String>) {
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
    let message = FromPlayer::read(&text).map_err(|error| {
        let start: String = text.trim().chars().take(60).collect();
        format!("it wrote a line that is no message ({error}): {}", start.escape_debug())
    })?;
    let Some(message) = message else { return Ok(()) };
    let game = message.game().unwrap_or_default();
    match locked(&shared.games).get(game).map(|to| to.try_send(message)) {
        // About a game that is over, or that it never heard of: nobody waits for it.
        None | Some(Ok(()) | Err(TrySendError::Disconnected(_))) => Ok(()),
        Some(Err(TrySendError::Full(_))) => Err(format!("it wrote more than {UNREAD} messages that nobody asked for")),
    }
}

/// Keeps the last of what the program says on its standard error.
pub(in crate::table) fn listen(errors: ChildStderr, last_words: &Mutex<String>) {
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
