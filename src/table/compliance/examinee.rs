//! A seat of a game whose player is under examination: asked as at any table, and every answer is judged.

use std::collections::BTreeSet;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::agents::{Agent, Over, PhaseBegan, Seated, Wants};
use crate::game::GameEvent;
use crate::game::decision::{Decision, NeedKind};
use crate::game::settle::{Fault, Reply};
use crate::game::stops::Stops;
use crate::game::view::PlayerView;
use crate::table::process::{granted, locked, unexpected};
use crate::table::protocol::{Feature, FromPlayer, Question, ToPlayer, Wanted, Wire};

use super::session::{Breach, Said, Session, excerpt};

/// How the games of a program went.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    /// What it was asked about: kinds of questions, shapes of answers and needs of acts, by their names.
    pub(super) asked: BTreeSet<String>,
    /// What it chose, in order.
    pub(super) choices: Vec<Value>,
    /// What ended its games: the first trouble.
    pub(super) trouble: Option<Trouble>,
}

/// Why a game could not go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Trouble {
    /// It is not there any more, or late: nothing else can be asked.
    Lost(String),
    /// It is there, but its answer is none.
    Wrong(String),
    /// It said something that is judged elsewhere.
    Elsewhere(String),
}

/// One seat of one game.
pub(super) struct Examinee {
    session: Arc<Session>,
    sheet: Arc<Mutex<Sheet>>,
    features: Vec<Feature>,
    deadline: Duration,
    /// Tells games of a session apart.
    number: u64,
    seat: Option<(Wire, Receiver<Said>)>,
}

impl Examinee {
    pub(super) fn new(
        session: &Arc<Session>,
        sheet: &Arc<Mutex<Sheet>>,
        features: &[Feature],
        deadline: Duration,
        number: u64,
    ) -> Examinee {
        let (session, sheet) = (Arc::clone(session), Arc::clone(sheet));
        Examinee { session, sheet, features: features.to_vec(), deadline, number, seat: None }
    }

    /// Its games are over.
    fn trouble(&self, trouble: Trouble) -> Fault {
        locked(&self.sheet).trouble.get_or_insert(trouble);
        Fault::Gone("the examination is over".to_owned())
    }

    /// What it says until then.
    fn hear(&self, about: &str, until: Instant) -> Result<Said, Trouble> {
        let Some((_, said)) = &self.seat else { return Err(Trouble::Lost("it never sat down".to_owned())) };
        said.recv_timeout(until.saturating_duration_since(Instant::now())).map_err(|error| match error {
            RecvTimeoutError::Timeout => {
                let late = format!("no answer to {about} within {} ms", self.deadline.as_millis());
                self.session.late(&late);
                Trouble::Lost(late)
            }
            RecvTimeoutError::Disconnected if self.session.is_cut_off() => Trouble::Elsewhere(self.session.end()),
            RecvTimeoutError::Disconnected => Trouble::Lost(format!("no answer to {about}: {}", self.session.end())),
        })
    }

    fn sit_down(&mut self, seated: &Seated) -> Result<Wants, Trouble> {
        let wire = Wire::new(format!("{}.{}-{}", seated.game, seated.seat, self.number), seated);
        let said = self.session.join(wire.game());
        self.session.say(&wire.seated());
        self.seat = Some((wire, said));
        let said = self.hear("`game`", Instant::now() + self.deadline)?;
        granted(&said.message, &self.features, seated)
            .map_err(|why| Trouble::Wrong(format!("{why}: {}", excerpt(&said.line))))
    }

    /// What it has said since its last answer: nobody asked for it.
    fn overhear(&self) {
        let Some((wire, said)) = &self.seat else { return };
        for said in said.try_iter() {
            match said.message {
                FromPlayer::Answer { ask, .. } if ask <= wire.asking() => {
                    self.session.breach(Breach::Twice, &said.line)
                }
                FromPlayer::Concede { .. } if self.features.contains(&Feature::Concede) => {}
                _ => self.session.breach(Breach::Unasked, &said.line),
            }
        }
    }

    /// What it says to the question, once it has said all that it has to say to those before.
    fn answer(&self, about: &str, asking: u64, until: Instant) -> Result<Said, Trouble> {
        loop {
            let said = self.hear(about, until)?;
            match said.message {
                FromPlayer::Answer { ask, .. } if ask < asking => self.session.breach(Breach::Twice, &said.line),
                _ => return Ok(said),
            }
        }
    }

    fn ask(&mut self, view: &PlayerView, decision: &Decision) -> Result<Reply, Trouble> {
        self.overhear();
        let deadline_ms = u64::try_from(self.deadline.as_millis()).unwrap_or(u64::MAX);
        let Some((wire, _)) = &mut self.seat else { return Err(Trouble::Lost("it never sat down".to_owned())) };
        let message = wire.ask(view, decision, deadline_ms);
        let asking = wire.asking();
        let ToPlayer::Ask { question, .. } = &message else {
            return Err(Trouble::Elsewhere("nothing is asked".to_owned()));
        };
        let about = format!("ask {asking} ({})", name(&question.kind));
        note(&mut locked(&self.sheet).asked, question);
        self.session.say(&message);
        let began = Instant::now();
        let said = self.answer(&about, asking, began + self.deadline)?;
        self.session.answered(began.elapsed(), about.clone());
        let wrong = |why: &str| Trouble::Wrong(format!("{about}: {why}: {}", excerpt(&said.line)));
        match said.message {
            FromPlayer::Answer { ask, choice, spent, .. } if ask == asking => {
                let Some((wire, _)) = &mut self.seat else { return Err(wrong("it never sat down")) };
                let reply = wire.answer(view, decision, &choice, spent).map_err(|why| wrong(&why))?;
                if !view.is_legal(&reply.choice) {
                    return Err(wrong("the choice is not legal"));
                }
                locked(&self.sheet).choices.push(choice);
                Ok(reply)
            }
            other => Err(wrong(&unexpected(&other, &format!("an answer to {asking}")))),
        }
    }
}

impl Agent for Examinee {
    fn seated(&mut self, seated: &Seated) -> Wants {
        match self.sit_down(seated) {
            Ok(wants) => Wants { concedes: false, ..wants },
            Err(trouble) => {
                drop(self.trouble(trouble));
                Wants::only_asked(Stops::ALL)
            }
        }
    }

    fn observe(&mut self, events: &[GameEvent]) {
        if let Some((wire, _)) = &mut self.seat {
            self.session.say(&wire.events(events));
        }
    }

    fn phase(&mut self, began: PhaseBegan) {
        if let Some((wire, _)) = &self.seat {
            self.session.say(&wire.phase(began));
        }
    }

    fn choose(&mut self, view: &PlayerView, decision: &Decision) -> Result<Reply, Fault> {
        if locked(&self.sheet).trouble.is_some() {
            return Err(Fault::Gone("the examination is over".to_owned()));
        }
        self.ask(view, decision).map_err(|trouble| self.trouble(trouble))
    }

    fn over(&mut self, over: &Over) {
        if let Some((wire, _)) = &self.seat {
            self.session.say(&wire.over(over));
        }
    }
}

impl Drop for Examinee {
    /// What comes now about its game is heard by the session.
    fn drop(&mut self) {
        self.overhear();
    }
}

/// Notes what is asked: the question's kind, the shape of its answer, and what its acts need.
fn note(asked: &mut BTreeSet<String>, question: &Question) {
    asked.insert(name(&question.kind));
    asked.insert(shape(&question.wanted).to_owned());
    for need in &question.needs {
        asked.insert(format!("need-{}", name::<NeedKind>(&need.kind)));
        asked.insert(shape(&need.wanted).to_owned());
    }
}

const fn shape(wanted: &Wanted) -> &'static str {
    match wanted {
        Wanted::One { .. } => "answer-one",
        Wanted::Some { .. } => "answer-some",
        Wanted::Order { .. } => "answer-order",
        Wanted::Number { .. } => "answer-number",
        Wanted::Assign { .. } => "answer-assign",
        Wanted::Divide { .. } => "answer-divide",
    }
}

/// The name that a kind has in messages.
fn name<T: serde::Serialize>(kind: &T) -> String {
    serde_json::to_value(kind).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}
