//! Who sits where and how they are doing: what does not depend on how agents are reached is here once, for every driver.

use crate::game::decision::Choice;
use crate::game::settle::{Fault, Reply, settle_or};
use crate::game::stops::Stops;
use crate::game::{Dice, Game, GameEvent, Lane};
use crate::turn::{BySeat, Seat, SeatSet, TurnEvent};

use super::given::{Given, Notebook};
use super::{Agent, Decklist, PhaseBegan, Random, Seated, Wants};

/// The agents of a table.
pub type Seating = BySeat<Box<dyn Agent>>;

/// The seats of a table: what each wants to be asked and told, what it has not been told yet, and which agents are not asked
/// any more, with the reason.
#[derive(Debug, Clone)]
pub struct Seats {
    stops: BySeat<Stops>,
    /// Told of steps.
    phases: SeatSet,
    /// Told of events.
    events: SeatSet,
    /// May concede without being asked anything.
    concedes: SeatSet,
    exits: BySeat<Option<Fault>>,
    /// Events that a seat has not been told of yet.
    news: BySeat<Vec<GameEvent>>,
    /// Who answers under [`FaultPolicy::RandomLegal`](crate::game::setup::FaultPolicy::RandomLegal).
    instead: BySeat<Random>,
    /// What the agents give that are not reproducible; `None`: all are.
    notebook: Option<Box<Notebook>>,
}

impl Seats {
    /// The seats as they are once everybody has answered; what the agents of the seats `noted` give is noted.
    #[must_use]
    pub fn of(places: &BySeat<Seated>, answers: BySeat<Result<Wants, Fault>>, noted: SeatSet) -> Seats {
        let wants = |is: fn(&Wants) -> bool| {
            answers.iter().filter(|(_, answer)| answer.as_ref().is_ok_and(is)).map(|(seat, _)| seat).collect()
        };
        Seats {
            stops: answers.values().iter().map(|a| a.as_ref().map_or(Stops::ALL, |wants| wants.stops)).collect(),
            phases: wants(|w| w.phases),
            events: wants(|w| w.events),
            concedes: wants(|w| w.concedes),
            news: BySeat::new(answers.seats(), |_| Vec::new()),
            instead: places.values().iter().map(|place| Random::new(place.dice.clone())).collect(),
            notebook: Notebook::open(noted, &answers),
            exits: answers.into_iter().map(Result::err).collect(),
        }
    }

    /// At which priorities each seat is asked.
    #[must_use]
    pub const fn stops(&self) -> &BySeat<Stops> {
        &self.stops
    }

    /// Why the seat's agent is not asked any more; `None` while it is.
    #[must_use]
    pub fn exit(&self, seat: Seat) -> Option<&Fault> {
        self.exits[seat].as_ref()
    }

    /// The seats whose agents are not asked any more, with the reasons.
    pub fn exits(&self) -> impl Iterator<Item = (Seat, &Fault)> {
        self.exits.iter().filter_map(|(seat, exit)| exit.as_ref().map(|fault| (seat, fault)))
    }

    /// The seats whose agents are told of steps.
    pub fn listening(&self) -> impl Iterator<Item = Seat> + use<> {
        let exited: SeatSet =
            if self.phases.is_empty() { self.phases } else { self.exits().map(|(seat, _)| seat).collect() };
        self.phases.without(exited).iter()
    }

    /// The seats still in the game whose agents may concede, whoever is asked.
    pub fn conceding(&self, game: &Game) -> impl Iterator<Item = Seat> + use<> {
        let set = if self.concedes.is_empty() { SeatSet::EMPTY } else { self.concedes.and(game.living()) };
        let exited: SeatSet = if set.is_empty() { set } else { self.exits().map(|(seat, _)| seat).collect() };
        set.without(exited).iter()
    }

    /// The seat's agent is not asked or told anything any more.
    pub fn leave(&mut self, seat: Seat, fault: Fault) {
        self.exits[seat].get_or_insert(fault);
    }

    /// Notes the new events for those who want them, as each may see them.
    pub fn note(&mut self, game: &Game) {
        if self.events.is_empty() {
            return;
        }
        for seat in self.events.iter().filter(|seat| self.exits[*seat].is_none()) {
            self.news[seat].extend(game.new_events().iter().filter_map(|event| game.seen_by(seat, event)));
        }
    }

    /// What the seat has not been told of yet; it is told now.
    pub fn take_news(&mut self, seat: Seat) -> Option<Vec<GameEvent>> {
        (!self.news[seat].is_empty()).then(|| std::mem::take(&mut self.news[seat]))
    }

    /// Takes what the seat's agent said to whether its player concedes; whether they do.
    pub fn hear(&mut self, seat: Seat, answer: Result<bool, Fault>) -> bool {
        if let Some(notebook) = &mut self.notebook {
            notebook.heard(seat, &answer);
        }
        answer.unwrap_or_else(|fault| {
            self.leave(seat, fault);
            false
        })
    }

    /// Settles the pending question with the decider's answer. An agent with a fault that is final is not asked again.
    /// Returns the choice that was applied.
    pub fn settle(&mut self, game: &mut Game, decider: Seat, answer: Result<Reply, Fault>) -> Option<Choice> {
        if let Some(notebook) = &mut self.notebook {
            notebook.answered(decider, game.decision().map(|decision| decision.kind), &answer);
        }
        let random = &mut self.instead[decider];
        let instead = |game: &Game| {
            let view = game.view(decider);
            view.decision().map(|decision| random.any(&view, decision))
        };
        match answer {
            Ok(reply) => settle_or(game, Ok(reply), instead),
            Err(fault) => {
                let applied = settle_or(game, Err(&fault), instead);
                if fault.is_final() {
                    self.leave(decider, fault);
                }
                applied
            }
        }
    }

    /// What the agents that are not reproducible have given, oldest first; it is not kept here any longer.
    pub fn take_given(&mut self) -> Vec<(Seat, Given)> {
        self.notebook.take().map_or_else(Vec::new, |notebook| notebook.close())
    }
}

/// The steps that began among these events.
pub fn phases(events: &[GameEvent]) -> impl Iterator<Item = PhaseBegan> + '_ {
    events.iter().filter_map(|event| match event {
        GameEvent::Turn(TurnEvent::StepBegan { turn, phase, step, .. }) => {
            Some(PhaseBegan { turn: *turn, phase: *phase, step: *step })
        }
        _ => None,
    })
}

/// The places at a table of which nothing is known but the game: numbers for names, no decks, dice of their own.
#[must_use]
pub fn nameless(game: &Game) -> BySeat<Seated> {
    let seats = game.view(Seat(0)).seats();
    let names: BySeat<std::sync::Arc<str>> = BySeat::new(seats, |seat| seat.to_string().into());
    BySeat::new(seats, |seat| Seated {
        game: 0,
        seat,
        names: names.clone(),
        format: "".into(),
        rules: std::sync::Arc::new(game.rules().clone()),
        deck: std::sync::Arc::new(Decklist::default()),
        dice: Dice::new(0, 0, Lane::Agent(seat.0)),
        catalog: std::sync::Arc::clone(game.catalog()),
    })
}
