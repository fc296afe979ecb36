//! The list, from the handshake to the end.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::agents::{Direct, Options};
use crate::scenario::ProcessSpec;
use crate::table::matchup::Matchup;
use crate::table::process::{ProcessError, locked};
use crate::table::protocol::{Feature, PROTOCOL};
use crate::turn::Seat;

use super::examinee::{Examinee, Sheet, Trouble};
use super::session::{Breach, Heard, Introduction, Session};
use super::tables::{LARGE, NAMES, SHAPES, SMALL, WHOLE, matchup};
use super::{Grade, Item, Report, Terms};

/// How long what it has started may outlive it.
const LINGERING: Duration = Duration::from_secs(1);

/// How long a program is listened to that has nothing to say.
const SILENCE: Duration = Duration::from_millis(300);

/// What comes of an item: the grade, and why.
type Verdict = (Grade, String);

/// An examination under way.
struct Examination<'a> {
    terms: &'a Terms,
    heard: Arc<Mutex<Heard>>,
    items: Vec<Item>,
    /// Names games.
    games: AtomicU64,
}

pub(super) fn examine(terms: &Terms) -> Result<Report, ProcessError> {
    let mut exam = Examination { terms, heard: Arc::default(), items: Vec::new(), games: AtomicU64::new(0) };
    let hello = exam.handshake()?;
    let mut reproducible = None;
    match &hello {
        Ok(introduction) => {
            exam.item("options", Examination::options);
            let first = exam.games(introduction);
            reproducible = exam.ends_and_restarts(introduction, &first);
        }
        Err(_) => exam.untried(),
    }
    exam.all_the_while();
    let (name, version) = hello.ok().map(|hello| (hello.name, hello.version)).unzip();
    Ok(Report { command: terms.program.command.clone(), name, version, reproducible, items: exam.items })
}

impl Examination<'_> {
    fn item(&mut self, item: &'static str, judge: impl FnOnce(&Self) -> Verdict) {
        let (result, note) = judge(self);
        self.items.push(Item { number: self.items.len() + 1, item, result, note });
    }

    /// A process that has said hello.
    fn open(&self, options: &Options, noisy: bool) -> Result<(Arc<Session>, Introduction), String> {
        let session = Session::open(&self.terms.program, &self.heard, noisy).map_err(|error| error.to_string())?;
        let introduction = session.greet(options, self.terms.startup)?;
        Ok((Arc::new(session), introduction))
    }

    /// Plays a game with the program in those seats.
    fn play(&self, with: &(Arc<Session>, Introduction), at: &Matchup, seats: &[Seat]) -> Sheet {
        let (session, introduction) = with;
        let sheet = Arc::new(Mutex::new(Sheet::default()));
        let mut table = at.sit_down(at.address(0));
        for seat in seats {
            let number = self.games.fetch_add(1, Ordering::Relaxed);
            let ProcessSpec { deadline, .. } = self.terms.program;
            let examinee = Examinee::new(session, &sheet, &introduction.features, deadline, number);
            table.agents[*seat] = Box::new(examinee);
        }
        let _ = Direct::new(table.agents, &table.places).play(&mut table.game, &mut ());
        std::mem::take(&mut *locked(&sheet))
    }

    /// Plays a game in a process of its own.
    fn play_alone(&self, at: &Matchup, options: &Options, noisy: bool) -> Result<Sheet, String> {
        let with = self.open(options, noisy)?;
        Ok(self.play(&with, at, &[Seat(0)]))
    }

    fn handshake(&mut self) -> Result<Result<Introduction, String>, ProcessError> {
        let session = Session::open(&self.terms.program, &self.heard, false)?;
        let hello = session.greet(&self.terms.program.options, self.terms.startup);
        self.item("handshake", |_| match &hello {
            Ok(hello) => {
                let wants: Vec<&str> = hello.features.iter().map(|feature| feature.name()).collect();
                let wants = if wants.is_empty() { "no features".to_owned() } else { wants.join(", ") };
                let who = format!("{} {}", hello.name, hello.version);
                (Grade::Pass, format!("{} speaks {PROTOCOL} and wants {wants}", who.trim()))
            }
            Err(why) => (Grade::Fail, why.clone()),
        });
        Ok(hello)
    }

    /// Nothing else can be tried without a handshake.
    fn untried(&mut self) {
        for item in ["options", "a whole game", "questions", "ends", "starts again"] {
            self.item(item, |_| (Grade::Skip, "there was no handshake".to_owned()));
        }
    }

    /// Options that it has never heard of do not disturb it.
    fn options(&self) -> Verdict {
        let mut options = self.terms.program.options.clone();
        options.insert("not-yet-invented".to_owned(), json!({ "depth": 3, "names": ["", "a b"], "on": true }));
        on_table(matchup(SMALL), |table| judged(self.play_alone(table, &options, false), &[]))
    }

    /// A whole game, another one, and a game for each shape of question. Returns what was chosen in the first game.
    fn games(&mut self, introduction: &Introduction) -> Vec<Value> {
        let options = &self.terms.program.options;
        let mut choices = Vec::new();
        let mut lost = false;
        self.item("a whole game", |exam| {
            on_table(matchup(WHOLE), |table| {
                let sheet = exam.play_alone(table, options, false);
                if let Ok(sheet) = &sheet {
                    choices.clone_from(&sheet.choices);
                    lost = matches!(sheet.trouble, Some(Trouble::Lost(_) | Trouble::Elsewhere(_)));
                }
                judged(sheet, &["mulligan", "priority"])
            })
        });
        let or_skip = |lost: bool, judge: &dyn Fn() -> Verdict| {
            if lost { (Grade::Skip, "it does not get through a whole game".to_owned()) } else { judge() }
        };
        self.item("another game in the same process", |exam| or_skip(lost, &|| exam.twice(options)));
        for shape in SHAPES {
            let play = |exam: &Self| {
                on_table(shape.matchup(), |table| judged(exam.play_alone(table, options, false), shape.asks))
            };
            self.item(shape.item, |exam| or_skip(lost, &|| play(exam)));
        }
        for (item, text, noisy) in [
            ("strange names", NAMES, false),
            ("unknown messages and fields", WHOLE, true),
            ("a large question", LARGE, false),
        ] {
            let play =
                |exam: &Self| on_table(matchup(text), |table| judged(exam.play_alone(table, options, noisy), &[]));
            self.item(item, |exam| or_skip(lost, &|| play(exam)));
        }
        self.item("several games at once", |exam| or_skip(lost, &|| exam.several(introduction)));
        if lost { Vec::new() } else { choices }
    }

    /// Two games, one after the other.
    fn twice(&self, options: &Options) -> Verdict {
        on_table(matchup(SMALL), |table| {
            let with = match self.open(options, false) {
                Ok(with) => with,
                Err(why) => return (Grade::Fail, why),
            };
            let first = judged(Ok(self.play(&with, table, &[Seat(0)])), &[]);
            if first.0 != Grade::Pass {
                return first;
            }
            judged(Ok(self.play(&with, table, &[Seat(0)])), &[])
        })
    }

    /// Both seats of two games at the same time, if it offers that.
    fn several(&self, introduction: &Introduction) -> Verdict {
        if !introduction.features.contains(&Feature::Tables) {
            let note = "it does not want `tables`: each of its seats gets a process of its own";
            return (Grade::Skip, note.to_owned());
        }
        on_table(matchup(WHOLE), |table| {
            let with = match self.open(&self.terms.program.options, false) {
                Ok(with) => with,
                Err(why) => return (Grade::Fail, why),
            };
            let play = || judged(Ok(self.play(&with, table, &[Seat(0), Seat(1)])), &[]);
            let (one, other) = thread::scope(|scope| {
                let one = scope.spawn(play);
                (play(), one.join())
            });
            match other {
                Ok(other) if one.0 == Grade::Pass => other,
                Ok(_) => one,
                Err(_) => (Grade::Skip, "the other game could not be played".to_owned()),
            }
        })
    }

    /// How it ends, and whether it starts again as it did. Returns whether it is reproducible.
    fn ends_and_restarts(&mut self, introduction: &Introduction, first: &[Value]) -> Option<bool> {
        self.item("ends when it is told to", |exam| exam.ends(true));
        self.item("ends when its input is closed", |exam| exam.ends(false));
        let mut again = None;
        self.item("starts again", |exam| {
            if first.is_empty() {
                return (Grade::Skip, "it does not get through a whole game".to_owned());
            }
            on_table(matchup(WHOLE), |table| {
                let with = match exam.open(&exam.terms.program.options, false) {
                    Ok((_, hello)) if hello != *introduction => {
                        return (
                            Grade::Fail,
                            format!("it introduces itself otherwise: {hello:?}, before {introduction:?}"),
                        );
                    }
                    Ok(with) => with,
                    Err(why) => return (Grade::Fail, why),
                };
                let sheet = exam.play(&with, table, &[Seat(0)]);
                again = Some(sheet.choices.clone());
                judged(Ok(sheet), &[])
            })
        });
        let same = again.as_ref().map(|again| again == first);
        self.item("the same answers again", |_| reproduced(introduction, first, again.as_deref()));
        same
    }

    fn ends(&self, bye: bool) -> Verdict {
        let session = match self.open(&self.terms.program.options, false) {
            Ok((session, _)) => session,
            Err(why) => return (Grade::Fail, why),
        };
        let Some((status, took)) = session.leave(bye, self.terms.parting) else {
            return (Grade::Fail, format!("it still runs after {} s", self.terms.parting.as_secs_f32()));
        };
        let ended = Instant::now();
        while session.leaves_something() && ended.elapsed() < LINGERING {
            thread::sleep(Duration::from_millis(5));
        }
        if session.leaves_something() {
            return (Grade::Fail, "it left a process behind".to_owned());
        }
        (Grade::Pass, format!("after {} ms, {status}", took.as_millis()))
    }

    /// What has to be so in all that was tried.
    fn all_the_while(&mut self) {
        self.item("is silent when nothing is asked", |exam| {
            if let Ok(with) = exam.open(&exam.terms.program.options, false) {
                thread::sleep(SILENCE);
                if let Ok(table) = matchup(NAMES) {
                    exam.play(&with, &table, &[Seat(0)]);
                }
                thread::sleep(SILENCE);
            }
            exam.without(Breach::Unasked)
        });
        self.item("writes nothing but messages", |exam| exam.without(Breach::NoMessage));
        self.item("answers once", |exam| exam.without(Breach::Twice));
        self.item("answers in time", |exam| {
            let heard = locked(&exam.heard);
            let limit = exam.terms.program.deadline.as_millis();
            match (&heard.late, &heard.slowest) {
                (Some(late), _) => (Grade::Fail, late.clone()),
                (None, None) => (Grade::Skip, "it was not asked".to_owned()),
                (None, Some((took, about))) => {
                    let took = took.as_millis();
                    let note = format!("{} answers, the slowest after {took} of {limit} ms: {about}", heard.answers);
                    (Grade::Pass, format!("{note}; the longest line had {} bytes", heard.longest))
                }
            }
        });
    }

    fn without(&self, breach: Breach) -> Verdict {
        let heard = locked(&self.heard);
        let found: Vec<&String> = heard.breaches.iter().filter(|(of, _)| *of == breach).map(|(_, line)| line).collect();
        match found.as_slice() {
            [] if heard.answers == 0 => (Grade::Skip, "it was not asked".to_owned()),
            [] => (Grade::Pass, String::new()),
            [only] => (Grade::Fail, (*only).clone()),
            [first, ..] => (Grade::Fail, format!("{} times, first {first}", found.len())),
        }
    }
}

/// Does that at a table of ours.
fn on_table<E: std::fmt::Display>(table: Result<Matchup, E>, judge: impl FnOnce(&Matchup) -> Verdict) -> Verdict {
    match table {
        Ok(table) => judge(&table),
        Err(faults) => (Grade::Skip, format!("there is no table to try it at: {faults}")),
    }
}

/// What a game shows, if these were asked.
fn judged(sheet: Result<Sheet, String>, asks: &[&str]) -> Verdict {
    let sheet = match sheet {
        Ok(sheet) => sheet,
        Err(why) => return (Grade::Fail, why),
    };
    match sheet.trouble {
        Some(Trouble::Lost(why) | Trouble::Wrong(why)) => return (Grade::Fail, why),
        Some(Trouble::Elsewhere(why)) => return (Grade::Skip, format!("it could not be tried: {why}")),
        None => {}
    }
    let missing: Vec<&str> = asks.iter().copied().filter(|ask| !sheet.asked.contains(*ask)).collect();
    match (missing.as_slice(), sheet.choices.len()) {
        ([], 1) => (Grade::Pass, "1 answer".to_owned()),
        ([], n) => (Grade::Pass, format!("{n} answers")),
        (missing, _) => (Grade::Skip, format!("at its stops it is not asked for {}", missing.join(", "))),
    }
}

/// Whether the same questions had the same answers. Nobody has to be reproducible who does not say so.
fn reproduced(introduction: &Introduction, first: &[Value], again: Option<&[Value]>) -> Verdict {
    let Some(again) = again else { return (Grade::Skip, "there was no second game".to_owned()) };
    let differs = first.iter().zip(again).position(|(one, other)| one != other);
    let at = match differs {
        None if first.len() == again.len() => return (Grade::Pass, "reproducible: yes".to_owned()),
        None => format!("{} answers, then {}", first.len(), again.len()),
        Some(at) => format!("ask {at}: {}, then {}", first[at], again[at]),
    };
    if introduction.deterministic {
        return (Grade::Fail, format!("its hello says `deterministic`, and it is not: {at}"));
    }
    (Grade::Pass, format!("reproducible: no ({at})"))
}
