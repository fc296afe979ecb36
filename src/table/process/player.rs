//! A seat of a game that a program plays.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use crate::agents::{Agent, Over, PhaseBegan, Seated, Wants};
use crate::game::GameEvent;
use crate::game::decision::{Choice, Decision};
use crate::game::settle::{Fault, Reply};
use crate::game::stops::Stops;
use crate::game::view::PlayerView;
use crate::scenario::ProcessSpec;
use crate::table::protocol::{Feature, FromPlayer, Wire};

use super::line::Line;
use super::{PARTING, Programs, STARTUP, UNREAD, locked};

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

/// A seat of a game that a program plays.
pub(super) struct Player {
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
    pub(super) fn new(programs: Arc<Programs>, spec: ProcessSpec) -> Player {
        Player { programs, spec, seat: Err(Fault::Gone("it never sat down".to_owned())) }
    }

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
pub(in crate::table) fn granted(said: &FromPlayer, features: &[Feature], seated: &Seated) -> Result<Wants, String> {
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

pub(in crate::table) fn unexpected(found: &FromPlayer, expected: &str) -> String {
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
                other => {
                    let expected = format!("an answer to {}", seat.wire.asking());
                    return Err(Fault::Unreadable(unexpected(&other, &expected)));
                }
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

    /// Nobody can promise what another program does.
    fn is_reproducible(&self) -> bool {
        false
    }

    /// It keeps its own deadline; this is for the table, which must not wait for a program that has to start first.
    fn deadline(&self) -> Option<Duration> {
        Some(STARTUP + self.spec.deadline + PARTING)
    }
}
