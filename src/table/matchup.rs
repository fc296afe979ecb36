//! From a checked scenario to its games: who sits where, with what, and who answers for them.

mod tried;

use std::sync::Arc;
use std::time::Duration;

use crate::agents::heuristic::LazyProfiles;
use crate::agents::scripted::{Cue, CueMoment, Script};
use crate::agents::{Agent, Decklist, Pass, Pilot, Recruit, Seated, Seating};
use crate::cards::effect::CardId;
use crate::game::setup::{
    PreparedBoard, PreparedExile, PreparedPermanent, ScriptedEffect, SeatSetup, Setup, TableRules,
};
use crate::game::{Dice, Game, Lane};
use crate::scenario::{self, AgentSpec, Deals, Do, Scenario, ScriptEntry, StartingSeat, When};
use crate::turn::{BySeat, Limits, Seat, Sequence};

use super::cast::{Cast, CastMember};
use super::choices::Recording;
use super::process::{Absent, Programs};
use super::recorder::Recorder;
use tried::parts_of;

/// Which game of a scenario.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Address {
    /// The game's index in its run, from 0.
    pub game: u64,
    /// The deal: with the master seed it fixes every shuffle. Games of a group have the same one if they share it.
    pub deal: u64,
    /// By how many places the table order is rotated.
    pub rotation: u64,
}

/// A scenario, ready to be played: any of its games can be laid out by its address alone.
#[derive(Debug, Clone)]
pub struct Matchup {
    scenario: Arc<Scenario>,
    seed: u64,
    rules: Arc<TableRules>,
    /// Programs that play, where they may; they end with the last copy of this.
    programs: Option<Arc<Programs>>,
    /// What some seats gave in a game, which they give again there.
    recording: Option<Arc<Recording>>,
    format: Arc<str>,
    /// What the heuristic agents know of the cards.
    profiles: LazyProfiles,
    entrants: Vec<Entrant>,
    /// Scripted effects with their entries' places in the file; seats are entrants.
    effects: Vec<(usize, ScriptedEffect)>,
    /// The players' own acts; seats are entrants.
    cues: Vec<Cue>,
}

/// What is the same for an entrant in every game.
#[derive(Debug, Clone)]
struct Entrant {
    name: Arc<str>,
    deck: Arc<str>,
    list: Arc<Decklist>,
    team: Option<Arc<str>>,
    agent: AgentSpec,
    pilot: Pilot,
    /// What results call its agent.
    label: Arc<str>,
    setup: SeatSetup,
}

/// A table laid out, with everybody seated.
pub struct Table {
    /// The game before anything has happened.
    pub game: Game,
    /// Who answers.
    pub agents: Seating,
    /// What each of them is told as it sits down.
    pub places: BySeat<Seated>,
    /// Keeps the record.
    pub recorder: Recorder,
    /// The players' own acts, and what has become of them.
    pub script: Arc<Script>,
}

impl Matchup {
    /// Prepares a scenario, with its own master seed.
    #[must_use]
    pub fn new(scenario: Arc<Scenario>) -> Matchup {
        let cues = cues(&scenario);
        let mut rules = table_rules(&scenario);
        // A scripted player who could only pass would not be asked, and the moment of an act would go by.
        rules.ask_all |= !cues.is_empty();
        let entrants = scenario.seats().iter().map(|(seat, of)| Entrant::new(seat, of)).collect();
        Matchup {
            seed: scenario.batch().seed,
            rules: Arc::new(rules),
            programs: None,
            recording: None,
            format: Arc::from(&*scenario.game().format.name),
            profiles: LazyProfiles::of(scenario.catalog()),
            entrants,
            effects: effects(&scenario),
            cues,
            scenario,
        }
    }

    /// The same with another master seed.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Matchup {
        Matchup { seed, ..self }
    }

    /// The same with programs for the seats that are played by programs. Without, nothing is started, and those seats have
    /// nobody who answers.
    #[must_use]
    pub fn with_programs(self, programs: Arc<Programs>) -> Matchup {
        Matchup { programs: Some(programs), ..self }
    }

    /// The programs that play, where they may.
    #[must_use]
    pub const fn programs(&self) -> Option<&Arc<Programs>> {
        self.programs.as_ref()
    }

    /// The same with the seats of a recording played from it, in its game.
    #[must_use]
    pub fn with_recording(self, recording: Arc<Recording>) -> Matchup {
        Matchup { recording: Some(recording), ..self }
    }

    /// The scenario.
    #[must_use]
    pub fn scenario(&self) -> &Arc<Scenario> {
        &self.scenario
    }

    /// The master seed.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// How many games are a group: with `rotate_seats` as many as there are seats, or teams.
    #[must_use]
    pub fn group(&self) -> u64 {
        if self.scenario.batch().rotate_seats { (self.entrants.len() / self.rules.teams.size()) as u64 } else { 1 }
    }

    /// The address of a game.
    #[must_use]
    pub fn address(&self, game: u64) -> Address {
        let group = self.group();
        let deal = match self.scenario.batch().deals {
            Deals::Fresh => game,
            Deals::Shared => game / group,
        };
        Address { game, deal, rotation: game % group }
    }

    /// Which entrant sits at each seat. Who starts by name begins the order of the file; otherwise the dice of the group's first
    /// deal mix it; then it is rotated. Teams stay together, in the order of the file.
    #[must_use]
    pub fn order(&self, address: Address) -> BySeat<u8> {
        let size = self.rules.teams.size();
        let mut order: Vec<u8> = (0..(self.entrants.len() / size) as u8).collect();
        match self.scenario.game().starting_seat {
            StartingSeat::Seat(seat) => order.rotate_left(seat.index() / size),
            StartingSeat::Random => {
                let first = match self.scenario.batch().deals {
                    Deals::Fresh => address.game - address.rotation,
                    Deals::Shared => address.deal,
                };
                Dice::new(self.seed, first, Lane::Table).shuffle(&mut order);
            }
        }
        let teams = order.len() as u64;
        order.rotate_left((address.rotation % teams) as usize);
        order.into_iter().flat_map(|team| (0..size as u8).map(move |member| team * size as u8 + member)).collect()
    }

    /// Who sits where in that game.
    #[must_use]
    pub fn cast(&self, address: Address) -> Cast {
        let member = |entrant: u8| {
            let of = &self.entrants[usize::from(entrant)];
            let life = self.prepared_life(entrant).unwrap_or(self.rules.starting_life);
            let agent = Arc::clone(&of.label);
            let team = of.team.clone();
            CastMember { entrant, name: Arc::clone(&of.name), deck: Arc::clone(&of.deck), agent, team, life }
        };
        Cast(self.order(address).values().iter().map(|entrant| member(*entrant)).collect())
    }

    /// The life that is prepared for an entrant, or for a teammate: a team shares it (CR 810.4).
    fn prepared_life(&self, entrant: u8) -> Option<i32> {
        let size = self.rules.teams.size();
        let team = self.entrants.chunks(size).nth(usize::from(entrant) / size)?;
        team.iter().find_map(|head| head.setup.board.as_ref()?.life)
    }

    /// What that game starts from.
    #[must_use]
    pub fn setup(&self, address: Address) -> Setup {
        let order = self.order(address);
        let seat_of = seat_of(&order);
        let placed =
            |(_, effect): &(usize, ScriptedEffect)| ScriptedEffect { seat: effect.seat.map(&seat_of), ..*effect };
        Setup {
            catalog: Arc::clone(self.scenario.catalog()),
            rules: Arc::clone(&self.rules),
            seats: order.values().iter().map(|e| self.entrants[usize::from(*e)].setup.clone()).collect(),
            master_seed: self.seed,
            deal: address.deal,
            script: Arc::new(self.effects.iter().map(placed).collect()),
        }
    }

    /// Lays out the table of that game and seats everybody.
    #[must_use]
    pub fn sit_down(&self, address: Address) -> Table {
        let order = self.order(address);
        let seat_of = seat_of(&order);
        let script = Arc::new(Script::new(self.cues.iter().map(|cue| cue.seated(seat_of)).collect()));
        let agents: Seating = order.values().iter().map(|entrant| self.agent(*entrant, address, &script)).collect();
        Table {
            game: Game::new(self.setup(address)),
            agents,
            places: self.places(address, &order),
            recorder: Recorder::new(address.game, self.seed, self.cast(address), self.scenario.table_time()),
            script,
        }
    }

    fn places(&self, address: Address, order: &BySeat<u8>) -> BySeat<Seated> {
        let entrant = |entrant: &u8| &self.entrants[usize::from(*entrant)];
        let names: BySeat<Arc<str>> = order.values().iter().map(|e| Arc::clone(&entrant(e).name)).collect();
        let place = |(seat, of): (Seat, &u8)| Seated {
            game: address.game,
            seat,
            names: names.clone(),
            format: Arc::clone(&self.format),
            rules: Arc::clone(&self.rules),
            deck: Arc::clone(&entrant(of).list),
            dice: Dice::new(self.seed, address.deal, Lane::Agent(*of)),
            catalog: Arc::clone(self.scenario.catalog()),
        };
        order.iter().map(place).collect()
    }

    /// A fresh agent for one game: the one place where what a scenario names becomes an agent.
    fn agent(&self, entrant: u8, address: Address, script: &Arc<Script>) -> Box<dyn Agent> {
        let of = &self.entrants[usize::from(entrant)];
        let recording = self.recording.as_ref().filter(|recording| recording.game() == address.game);
        if let Some(player) = recording.and_then(|recording| recording.player(&of.name)) {
            return player;
        }
        match &of.agent {
            AgentSpec::Named { name, options } => {
                let dice = Dice::new(self.seed, address.deal, Lane::Agent(entrant));
                let recruit = Recruit { options, dice, pilot: of.pilot, profiles: &self.profiles, script };
                // The scenario was checked against the same registry.
                self.scenario
                    .agents()
                    .get(name)
                    .map_or_else(|| Box::new(Pass) as Box<dyn Agent>, |kind| kind.make(recruit))
            }
            AgentSpec::Process(program) => match &self.programs {
                Some(programs) => programs.player(program),
                None => Box::new(Absent),
            },
        }
    }

    /// The place in the file of the entry that a scripted effect belongs to.
    #[must_use]
    pub fn entry_of_effect(&self, effect: u16) -> Option<usize> {
        self.effects.get(usize::from(effect)).map(|(entry, _)| *entry)
    }
}

/// Where each entrant sits.
fn seat_of(order: &BySeat<u8>) -> impl Fn(Seat) -> Seat + Copy + '_ {
    |entrant| order.iter().find(|(_, e)| **e == entrant.0).map_or(entrant, |(seat, _)| seat)
}

fn table_rules(scenario: &Scenario) -> TableRules {
    let (game, house) = (scenario.game(), scenario.rules());
    let shape = game.format.turn.as_deref();
    let base = if game.format.deck.commander { TableRules::commander() } else { TableRules::constructed() };
    TableRules {
        starting_life: game.format.life,
        teams: game.format.teams,
        free_mulligan: game.format.free_mulligan,
        opening_hand: house.opening_hand.clone(),
        opening_scry: house.opening_scry.clone(),
        ends: house.ends,
        skip_first_draw: house.draw_on_first_turn.or(game.format.first_draw).map(|draws| !draws),
        sequence: shape.map_or_else(Sequence::default, |s| s.sequence.clone()),
        priority_in: shape.map_or_else(Vec::new, |s| s.priority_in.clone()),
        passing: game.format.passing,
        max_turns: game.max_turns,
        max_decisions_per_turn: game.max_decisions_per_turn,
        ask_all: game.ask_all,
        extra_turns: house.extra_turns,
        denied_extra_turn: house.denied_extra_turn,
        slow_play: house.slow_play,
        concede: house.concede,
        step_budget: game.step_budget,
        on_fault: game.on_fault,
        ..base
    }
}

fn effects(scenario: &Scenario) -> Vec<(usize, ScriptedEffect)> {
    let mut effects = Vec::new();
    for (at, entry) in scenario.script().iter().enumerate() {
        for what in &entry.what {
            let Do::Effect(effect) = *what else { continue };
            let at_priority = entry.when == When::Priority;
            let (turn, nth, seat) = (entry.turn, entry.nth, entry.seat);
            // Before a turn nothing happens that is no choice.
            let Some(step) = entry.step else { continue };
            effects.push((at, ScriptedEffect { turn, step, nth, seat, effect, at_priority }));
        }
    }
    effects
}

fn cues(scenario: &Scenario) -> Vec<Cue> {
    let mut cues = Vec::new();
    for (at, entry) in scenario.script().iter().enumerate() {
        for what in &entry.what {
            let Do::Act(act) = what else { continue };
            let acts = if entry.tried { parts_of(act) } else { vec![act.clone()] };
            // Nothing waits for what is only tried.
            let (turn, impossible) = (entry.turn, entry.impossible || entry.tried);
            let cue = |act| Cue { entry: at, turn, at: moment(entry), seat: entry.seat, by: entry.by, impossible, act };
            cues.extend(acts.into_iter().map(cue));
        }
    }
    cues
}

const fn moment(entry: &ScriptEntry) -> CueMoment {
    match (entry.step, entry.when) {
        (None, _) => CueMoment::BeforeTurn,
        (Some(step), When::Before) => CueMoment::BeforeStep(step, entry.nth),
        (Some(step), When::Step | When::Priority) => CueMoment::In(step, entry.nth),
    }
}

impl Entrant {
    fn new(seat: Seat, of: &scenario::SeatSetup) -> Entrant {
        let name: Arc<str> = of.deck.as_ref().map_or("", |deck| deck.name()).into();
        let list = of.deck.as_ref().map(|deck| Decklist {
            name: Arc::clone(&name),
            commanders: deck.commanders().to_vec(),
            cards: Some(deck.main().to_vec()),
        });
        Entrant {
            name: of.name.as_str().into(),
            deck: name,
            list: Arc::new(list.unwrap_or_default()),
            team: of.team.as_deref().map(Arc::from),
            label: of.agent.label().into(),
            agent: of.agent.clone(),
            pilot: of.pilot,
            setup: seat_setup(seat, of),
        }
    }
}

fn seat_setup(seat: Seat, of: &scenario::SeatSetup) -> SeatSetup {
    let micros = |limit: Duration| u64::try_from(limit.as_micros()).unwrap_or(u64::MAX);
    let mut setup = SeatSetup {
        limits: Limits { per_turn: of.time_limit.map(micros), per_game: of.game_time_limit.map(micros) },
        thinking: of.thinking,
        commanders: of.deck.as_ref().map(|d| d.commanders().to_vec()).unwrap_or_default(),
        library: of.deck.as_ref().map(|d| d.main().to_vec()),
        board: of.board.as_ref().map(board),
        ..SeatSetup::bare(seat.0)
    };
    if let Some(prepared) = &of.board {
        prepare_library(&mut setup, prepared);
    }
    setup
}

/// A prepared library is dealt from the top and not shuffled; cards put on top of a deck are taken out of it first.
fn prepare_library(setup: &mut SeatSetup, prepared: &scenario::Board) {
    if let (Some(whole), Some(board)) = (&prepared.library, &mut setup.board) {
        board.library_top.extend(whole);
        setup.library = Some(Vec::new());
    } else if let Some(deck) = &mut setup.library {
        for card in &prepared.library_top {
            take_one(deck, *card);
        }
    }
    // Without a deck the commanders are those prepared; a player has at most two (CR 903.3).
    if let Some(board) = setup.board.as_mut().filter(|_| setup.commanders.is_empty()) {
        setup.commanders = board.command.drain(..board.command.len().min(2)).collect();
    }
}

fn take_one(deck: &mut Vec<CardId>, card: CardId) {
    if let Some(at) = deck.iter().position(|c| *c == card) {
        deck.remove(at);
    }
}

fn board(of: &scenario::Board) -> PreparedBoard {
    let permanent = |card: &scenario::BoardCard| PreparedPermanent {
        card: card.card,
        tapped: card.tapped,
        summoning_sick: card.summoning_sick,
        counters: card.counters.clone(),
    };
    let exiled = |card: &scenario::BoardCard| PreparedExile { card: card.card, counters: card.counters.clone() };
    PreparedBoard {
        life: of.life,
        poison: of.poison.map(i32::from),
        mana: of.mana.map(u16::from),
        hand: of.hand.clone(),
        battlefield: of.battlefield.iter().map(permanent).collect(),
        graveyard: of.graveyard.clone(),
        exile: of.exile.iter().map(exiled).collect(),
        command: of.command.clone(),
        library_top: of.library_top.clone(),
    }
}
