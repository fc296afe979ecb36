//! Programs that play seats: the protocol of [`super::protocol`] as lines over a child's standard input and output.
//!
//! A program that offers to play several games at once serves all its seats and games of a run, and what it says is sorted
//! out by game; of any other, each seat under way has a process of its own. Everything that it can do wrong
//! (end, be silent, flood, say nonsense) costs its seats what the table's fault policy says, and nothing else: nobody waits
//! longer than its deadline, and it is killed with everything that is in its process group.

mod line;
mod player;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use crate::agents::Agent;
use crate::scenario::ProcessSpec;

use super::protocol::{Feature, PROTOCOL};

use line::{Line, Shared};
pub(super) use line::{agreed, kill, listen, start, unstarted, write};
pub use player::Absent;
use player::Player;
pub(super) use player::{granted, unexpected};

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
    /// Everything that has been started, for who can't wait.
    started: Mutex<Vec<Weak<Shared>>>,
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
        Box::new(Player::new(Arc::clone(self), spec.clone()))
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
            return known.started(Line::open(spec, &self.started));
        }
        drop(known);
        let line = Line::open(spec, &self.started);
        locked(&program).started(line)
    }

    /// Tells all programs to end, and kills those that don't: nothing plays any more.
    pub fn end(&self) {
        for program in std::mem::take(&mut *locked(&self.running)).into_values() {
            let lines = std::mem::take(&mut locked(&program).lines);
            lines.iter().for_each(|line| line.close());
        }
    }

    /// Kills all programs at once, also those that are just being started.
    pub fn kill(&self) {
        for shared in locked(&self.started).iter().filter_map(Weak::upgrade) {
            shared.end("nothing plays any more");
        }
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
