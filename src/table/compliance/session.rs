//! A program under examination: a process of its own, everything it says with the time, and what it should not have said.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStdout, ExitStatus};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::agents::Options;
use crate::cards::wording::shown;
use crate::scenario::ProcessSpec;
use crate::table::process::{LAST_WORDS_WITHIN, ProcessError, agreed, kill, listen, locked, start, unstarted, write};
use crate::table::protocol::{Feature, FromPlayer, MOST_BYTES, PROTOCOL, ToPlayer};

/// How many things that it should not have said are heard between two answers before it is not listened to any more.
const MOST_BREACHES: usize = 64;

/// The most characters of a message in a report.
const SHOWN: usize = 100;

/// Something that a program should not have said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Breach {
    /// A line that is no message.
    NoMessage,
    /// A second answer.
    Twice,
    /// Anything else that nobody asked for.
    Unasked,
}

/// What is heard of all processes of a program together.
#[derive(Debug, Default)]
pub(super) struct Heard {
    /// What it should not have said, with the line.
    pub(super) breaches: Vec<(Breach, String)>,
    /// How long its slowest answer took, and to which question.
    pub(super) slowest: Option<(Duration, String)>,
    /// What it did not answer in time, first.
    pub(super) late: Option<String>,
    /// How many questions it has answered.
    pub(super) answers: u64,
    /// The longest line that it was sent, in bytes.
    pub(super) longest: usize,
}

/// A message with the line as it was written.
#[derive(Debug)]
pub(super) struct Said {
    pub(super) message: FromPlayer,
    pub(super) line: String,
}

/// What a program says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Introduction {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) deterministic: bool,
    pub(super) features: Vec<Feature>,
}

/// A line for people: in one line, and no longer than it takes to know it.
pub(super) fn excerpt(line: &str) -> String {
    let line = line.trim();
    let cut: String = line.chars().take(SHOWN).collect();
    let more = if cut.len() < line.len() { "…" } else { "" };
    format!("{}{more}", shown(&cut))
}

/// Why nothing more is heard of a program.
#[derive(Debug, Clone)]
struct Silent {
    why: String,
    /// It is not listened to any more, for what it said.
    cut_off: bool,
}

/// A process of the program.
pub(super) struct Session {
    shared: Arc<Shared>,
    /// `None` once its standard input is closed.
    input: Mutex<Option<Sender<String>>>,
    hello: Mutex<Receiver<Said>>,
    /// Hears its last words.
    listener: JoinHandle<()>,
    /// Every message has a field that it does not know, and questions come after a message that it does not know.
    noisy: bool,
}

struct Shared {
    child: Mutex<Child>,
    games: Mutex<BTreeMap<String, Sender<Said>>>,
    heard: Arc<Mutex<Heard>>,
    /// How many things it should not have said since its last answer.
    since: AtomicUsize,
    /// Why nothing more is heard of it: its standard output is closed, or it was cut off.
    silent: Mutex<Option<Silent>>,
    last_words: Mutex<String>,
}

impl Session {
    /// Starts it.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(super) fn open(spec: &ProcessSpec, heard: &Arc<Mutex<Heard>>, noisy: bool) -> Result<Session, ProcessError> {
        let failed = |why: String| ProcessError::NotStarted { command: spec.command.join(" "), why };
        let mut child = start(&spec.command).map_err(|error| failed(unstarted(&spec.command, &error)))?;
        let (Some(input), Some(output), Some(errors)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(failed("it has no standard input and output".to_owned()));
        };
        let (to, hello) = channel();
        let shared = Arc::new(Shared {
            child: Mutex::new(child),
            games: Mutex::new(BTreeMap::from([(String::new(), to)])),
            heard: Arc::clone(heard),
            since: AtomicUsize::new(0),
            silent: Mutex::default(),
            last_words: Mutex::default(),
        });
        let (lines, list) = channel();
        thread::spawn(move || write(input, &list));
        let (reading, listening) = (Arc::clone(&shared), Arc::clone(&shared));
        thread::spawn(move || read(output, &reading));
        let listener = thread::spawn(move || listen(errors, &listening.last_words));
        Ok(Session { shared, input: Mutex::new(Some(lines)), hello: Mutex::new(hello), listener, noisy })
    }

    /// Says hello and hears the answer.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn greet(&self, options: &Options, startup: Duration) -> Result<Introduction, String> {
        self.say(&ToPlayer::Hello {
            protocol: PROTOCOL,
            version: env!("CARGO_PKG_VERSION"),
            features: Feature::ALL.to_vec(),
            options: options.clone(),
        });
        let said = match locked(&self.hello).recv_timeout(startup) {
            Ok(said) => said,
            Err(RecvTimeoutError::Timeout) => return Err(format!("no hello within {} s", startup.as_secs_f32())),
            Err(RecvTimeoutError::Disconnected) => return Err(self.end()),
        };
        // What it says about no game from now on, nobody has asked for.
        locked(&self.shared.games).remove("");
        let FromPlayer::Hello { protocol, name, version, deterministic, features } = said.message else {
            return Err(format!("expected a hello, found {}", excerpt(&said.line)));
        };
        let features = agreed(&protocol, &features).map_err(|why| format!("{why}: {}", excerpt(&said.line)))?;
        Ok(Introduction { name, version, deterministic, features })
    }

    /// Writes a message.
    pub(super) fn say(&self, message: &ToPlayer) {
        let Ok(mut value) = serde_json::to_value(message) else { return };
        if self.noisy {
            if matches!(message, ToPlayer::Ask { .. }) {
                self.send(&json!({ "type": "weather", "game": value["game"], "sky": ["grey", { "rain": 3 }] }));
            }
            value["not-yet-invented"] = json!({ "type": "ask", "list": [1, null, "\u{1f0cf} \\ \""] });
        }
        self.send(&value);
    }

    fn send(&self, message: &Value) {
        let line = message.to_string();
        let mut heard = locked(&self.shared.heard);
        heard.longest = heard.longest.max(line.len());
        drop(heard);
        if let Some(input) = &*locked(&self.input) {
            // Who does not read any more is found out by what is missing.
            drop(input.send(line));
        }
    }

    /// What it says about that game from now on.
    pub(super) fn join(&self, game: &str) -> Receiver<Said> {
        let (to, said) = channel();
        let silent = locked(&self.shared.silent);
        if silent.is_none() {
            locked(&self.shared.games).insert(game.to_owned(), to);
        }
        said
    }

    /// It should not have said that.
    pub(super) fn breach(&self, breach: Breach, line: &str) {
        self.shared.breach(breach, line);
    }

    /// An answer came after so long.
    pub(super) fn answered(&self, took: Duration, question: String) {
        self.shared.since.store(0, Ordering::Relaxed);
        let mut heard = locked(&self.shared.heard);
        heard.answers += 1;
        if heard.slowest.as_ref().is_none_or(|(slowest, _)| took > *slowest) {
            heard.slowest = Some((took, question));
        }
    }

    /// It did not answer in time.
    pub(super) fn late(&self, what: &str) {
        locked(&self.shared.heard).late.get_or_insert_with(|| what.to_owned());
    }

    /// Whether it is not listened to any more, for what it said.
    pub(super) fn is_cut_off(&self) -> bool {
        locked(&self.shared.silent).as_ref().is_some_and(|silent| silent.cut_off)
    }

    /// Why it says nothing any more, with its last words.
    pub(super) fn end(&self) -> String {
        let silent = locked(&self.shared.silent).clone();
        let why = silent.map_or_else(|| "it has ended".to_owned(), |silent| silent.why);
        self.settle();
        let status = locked(&self.shared.child).try_wait().ok().flatten();
        let status = status.map_or_else(String::new, |status| format!(" ({status})"));
        let words = locked(&self.shared.last_words).trim().to_owned();
        match words.lines().last() {
            Some(last) if !last.is_empty() => format!("{why}{status}; it said: {}", excerpt(last)),
            _ => format!("{why}{status}"),
        }
    }

    /// Waits a moment for the end of a program that says nothing any more: its status and its last words come a little later.
    fn settle(&self) {
        let since = Instant::now();
        let ended = || locked(&self.shared.child).try_wait().is_ok_and(|status| status.is_some());
        while !(ended() && self.listener.is_finished()) && since.elapsed() < LAST_WORDS_WITHIN {
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Tells it to end, or closes its standard input; how it ended, and after how long.
    pub(super) fn leave(&self, bye: bool, patience: Duration) -> Option<(ExitStatus, Duration)> {
        if bye {
            self.say(&ToPlayer::Bye { why: None });
        } else {
            // The pipe is closed when everything has been written.
            *locked(&self.input) = None;
        }
        let told = Instant::now();
        loop {
            if let Ok(Some(status)) = locked(&self.shared.child).try_wait() {
                return Some((status, told.elapsed()));
            }
            if told.elapsed() > patience {
                return None;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Whether anything that it has started still runs, once it has ended itself.
    #[cfg(unix)]
    pub(super) fn leaves_something(&self) -> bool {
        let group = i32::try_from(locked(&self.shared.child).id()).map(nix::unistd::Pid::from_raw);
        group.is_ok_and(|group| nix::sys::signal::killpg(group, None).is_ok())
    }

    /// Nobody can tell here.
    #[cfg(not(unix))]
    pub(super) fn leaves_something(&self) -> bool {
        false
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        kill(&mut locked(&self.shared.child));
    }
}

impl Shared {
    fn breach(&self, breach: Breach, line: &str) {
        locked(&self.heard).breaches.push((breach, excerpt(line)));
        if self.since.fetch_add(1, Ordering::Relaxed) + 1 == MOST_BREACHES {
            self.stop(format!("it said {MOST_BREACHES} things that nobody asked for"), true);
        }
    }

    /// It is not listened to any more.
    fn stop(&self, why: String, cut_off: bool) {
        let mut silent = locked(&self.silent);
        silent.get_or_insert(Silent { why, cut_off });
        locked(&self.games).clear();
    }
}

fn read(output: ChildStdout, shared: &Shared) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    loop {
        line.clear();
        match (&mut output).take(MOST_BYTES as u64 + 1).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return shared.stop("it closed its standard output".to_owned(), false),
            Ok(_) if locked(&shared.silent).is_some() => return,
            Ok(_) if line.len() > MOST_BYTES => {}
            Ok(_) => hand_on(&String::from_utf8_lossy(&line), shared),
        }
        if line.len() > MOST_BYTES {
            shared.breach(Breach::NoMessage, &format!("a line of more than {MOST_BYTES} bytes"));
            return shared.stop(format!("it wrote a line of more than {MOST_BYTES} bytes"), true);
        }
    }
}

/// A message to the game that it is about. Like a table, nobody listens on after what is no message.
fn hand_on(line: &str, shared: &Shared) {
    let message = match FromPlayer::read(line) {
        Ok(Some(message)) => message,
        Ok(None) => return,
        Err(error) => {
            shared.breach(Breach::NoMessage, &format!("{error}: {line}"));
            return shared.stop("it wrote a line that is no message".to_owned(), true);
        }
    };
    let said = Said { message, line: line.trim().to_owned() };
    let game = said.message.game().unwrap_or_default().to_owned();
    let unheard = match locked(&shared.games).get(&game) {
        Some(to) => to.send(said).err().map(|error| error.0),
        None => Some(said),
    };
    if let Some(said) = unheard {
        let breach = if matches!(said.message, FromPlayer::Answer { .. }) { Breach::Twice } else { Breach::Unasked };
        shared.breach(breach, &said.line);
    }
}
