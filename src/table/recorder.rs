//! The recorder: a game's rows, made from its events alone, in memory that grows with its turns and cards and with nothing else.

use crate::agents::Historian;
use crate::game::{Game, GameEvent, LossCause, Outcome, Remark, Target, Zone};
use crate::scenario::TableTime;
use crate::turn::{BySeat, Seat, SeatSet, SkippedBy, TurnEvent, TurnKind};

use super::cast::Cast;
use super::digest::RulesDigest;
use super::record::{DECKED_BY_ITSELF, DECKED_BY_OTHERS, End, GameRow};

mod attacks;
mod cards;
mod clock;
mod history;
mod libraries;
mod rows;
mod sources;
mod steps;
mod turns;

use attacks::Declaration;
use cards::Cards;
use clock::TableClock;
use history::History;
use libraries::Libraries;
use rows::empty_row;
use sources::Sources;
use steps::Steps;
use turns::OwnTurn;

/// Watches a game and makes its record.
#[derive(Debug, Clone)]
pub struct Recorder {
    cast: Cast,
    row: GameRow,
    seats: BySeat<SeatTally>,
    winner: Option<Seat>,
    began: bool,
    rounds: Rounds,
    streak: (Seat, u32),
    /// The turn in progress.
    turn: OwnTurn,
    clock: TableClock,
    /// The declaration of attackers that is asked for.
    attack: Option<Declaration>,
    libraries: Libraries,
    sources: Sources,
    cards: Cards,
    steps: Steps,
    history: History,
    digest: RulesDigest,
    /// Whose turn it is has run out of time, and nothing has been decided since.
    timed_out: bool,
}

/// What is counted for one seat.
#[derive(Debug, Clone, Copy, Default)]
struct SeatTally {
    normal_turns: u32,
    extra_turns: u32,
    turns_skipped: u32,
    longest_streak: u32,
    last_turn: Option<u32>,
    longest_wait: Option<u32>,
    mulligans: u32,
    cards_drawn: u32,
    lands_played: u32,
    spells_cast: u32,
    damage_dealt: u32,
    life: i32,
    left: Option<(u32, Left)>,
    mana_unspent: u32,
    cards_in_hand: u32,
    commander_casts: u32,
    attackers_able: u32,
    attackers_declared: u32,
    sure_kills: u32,
    sure_kills_missed: u32,
    dead_extra_turns: u32,
    dead_turns: u32,
    dead_turns_castable: u32,
    extra_turns_granted: u32,
    extra_turns_skipped: u32,
    extra_turns_lost: u32,
    steps_skipped: u32,
    phases_skipped: u32,
    extra_phases: u32,
    extra_steps: u32,
    turns_ended_early: u32,
    decisions: u32,
    time_spent: Option<u64>,
    time_limits_exceeded: u32,
    /// By [`RefusalReason::place`].
    refused: [u32; 5],
}

/// Why a player left.
#[derive(Debug, Clone, Copy)]
enum Left {
    /// With a library that was emptied by their own draws and effects, for the most part.
    DeckedByItself,
    /// With a library that was emptied by others' effects, for as much.
    DeckedByOthers,
    Otherwise(LossCause),
}

impl Left {
    const fn name(self) -> &'static str {
        match self {
            Left::DeckedByItself => DECKED_BY_ITSELF,
            Left::DeckedByOthers => DECKED_BY_OTHERS,
            Left::Otherwise(cause) => cause.name(),
        }
    }
}

impl SeatTally {
    /// A turn of the seat, the game's `turn`-th, has begun, its `streak`-th in a row.
    fn turn_began(&mut self, kind: TurnKind, turn: u32, streak: u32) {
        match kind {
            TurnKind::Normal => self.normal_turns += 1,
            TurnKind::Extra(_) => self.extra_turns += 1,
        }
        self.longest_streak = self.longest_streak.max(streak);
        if let Some(last) = self.last_turn.replace(turn) {
            self.longest_wait = self.longest_wait.max(Some(turn - last - 1));
        }
    }
}

/// Counts rounds: one ends between two turns when every seat still in the game has had or skipped its normal turn.
#[derive(Debug, Clone, Copy)]
struct Rounds {
    living: SeatSet,
    visited: SeatSet,
    completed: u32,
    /// The first round in which somebody who has left has no turn any more.
    first_missed: Option<u32>,
}

impl Rounds {
    /// Between two turns.
    fn boundary(&mut self) {
        if !self.visited.is_empty() && self.living.without(self.visited).is_empty() {
            self.completed += 1;
            self.visited = SeatSet::EMPTY;
        }
    }

    /// So many have begun; between two of them as many as are completed.
    fn begun(&self) -> u32 {
        self.completed + u32::from(!self.visited.is_empty())
    }

    /// The one in progress, from 1: an extra turn belongs to that of the normal turn before it.
    fn current(&self) -> u32 {
        self.begun().max(1)
    }

    fn leaves(&mut self, seat: Seat, is_first: bool) {
        self.living.remove(seat);
        let missed = self.completed + if self.visited.contains(seat) { 2 } else { 1 };
        if is_first {
            self.first_missed = Some(self.first_missed.map_or(missed, |first| first.min(missed)));
        }
    }
}

impl Recorder {
    /// A recorder of that game of a run with that master seed, whose turns take as long as `time` says.
    #[must_use]
    pub fn new(game: u64, seed: u64, cast: Cast, time: &TableTime) -> Recorder {
        let seats = cast.0.seats();
        Recorder {
            row: empty_row(game, seed, seats as u32),
            seats: BySeat::new(seats, |seat| SeatTally { life: cast.0[seat].life, ..SeatTally::default() }),
            winner: None,
            began: false,
            rounds: Rounds { living: SeatSet::first(seats), visited: SeatSet::EMPTY, completed: 0, first_missed: None },
            streak: (Seat(0), 0),
            turn: OwnTurn::default(),
            clock: TableClock::new(time.clone(), game, seed, seats),
            attack: None,
            libraries: Libraries::new(seats),
            sources: Sources::default(),
            cards: Cards::new(seats),
            steps: Steps::default(),
            history: History::new(game),
            digest: RulesDigest::default(),
            timed_out: false,
            cast,
        }
    }

    /// Who sits where.
    #[must_use]
    pub const fn cast(&self) -> &Cast {
        &self.cast
    }

    /// Takes the next event.
    #[inline]
    pub fn add(&mut self, event: &GameEvent) {
        match event {
            GameEvent::Turn(turn) => match *turn {
                // Most events, and none of them of the rules: see the digest.
                TurnEvent::PriorityGiven { .. } => {
                    self.timed_out = false;
                    self.libraries.resolved();
                    self.sources.resolved();
                }
                TurnEvent::Passed { forced, .. } => {
                    self.row.priority_passes += 1;
                    self.row.forced_passes += u32::from(forced);
                }
                // What every turn has: of that only how often.
                TurnEvent::PhaseBegan { added: false, .. } | TurnEvent::StepBegan { added: false, .. } => {
                    self.digest.add(event);
                    self.steps.add(turn, self.rounds.current());
                }
                _ => self.add_other(event),
            },
            GameEvent::DecisionMade { seat, kind, .. } => {
                if let Some(attack) = &mut self.attack {
                    attack.decided(*kind);
                }
                self.history.decided();
                self.decided(*seat);
            }
            _ => self.add_other(event),
        }
    }

    #[inline(never)]
    fn add_other(&mut self, event: &GameEvent) {
        self.digest.add(event);
        self.turn.add(event);
        // What a rule of the table ends no effect has ended.
        if self.timed_out && matches!(event, GameEvent::Turn(TurnEvent::TurnEndedEarly { .. })) {
            return;
        }
        if let Some(attack) = &mut self.attack {
            attack.add(event);
        }
        // What ends with a turn is known as the next begins.
        if !matches!(event, GameEvent::Turn(TurnEvent::TurnBegan { .. } | TurnEvent::TurnSkipped { .. })) {
            self.sources.add(event, &self.cast);
        }
        self.cards.add(event, self.rounds.current());
        self.history.add(event, &self.cast);
        match *event {
            GameEvent::Turn(ref event) => {
                self.turn_event(event);
                let round = self.rounds.current();
                self.steps.add(event, round);
                self.history.turn_event(event, round);
            }
            GameEvent::GameBegan { .. } => self.began = true,
            GameEvent::MulliganTaken { seat, nth } => self.seats[seat].mulligans = nth.into(),
            GameEvent::LandPlayed { seat, .. } => self.seats[seat].lands_played += 1,
            GameEvent::SpellCast { seat, from, .. } => {
                self.clock.cast();
                let tally = &mut self.seats[seat];
                tally.spells_cast += 1;
                tally.commander_casts += u32::from(from == Zone::Command);
            }
            GameEvent::Resolved { seat, .. } => self.libraries.resolves(seat),
            GameEvent::DamageDealt { by, to: Target::Player(_), amount, .. } => {
                let dealt = &mut self.seats[by].damage_dealt;
                *dealt = dealt.saturating_add(amount.max(0).unsigned_abs());
            }
            GameEvent::LifeChanged { seat, to, .. } => {
                for member in self.cast.team_of(seat).iter() {
                    self.seats[member].life = to;
                }
            }
            GameEvent::CardDrawn { seat } if self.began => {
                self.seats[seat].cards_drawn += 1;
                self.libraries.taken_from(seat, self.cast.team_of(seat));
            }
            GameEvent::DrewFromEmptyLibrary { seat }
            | GameEvent::ZoneChanged { owner: seat, from: Zone::Library, .. }
                if self.began =>
            {
                self.libraries.taken_from(seat, self.cast.team_of(seat));
            }
            GameEvent::Remark(Remark::ManaLeft { seat, mana }) => self.seats[seat].mana_unspent += u32::from(mana),
            GameEvent::PlayerLeft { seat, cause } => self.left(seat, cause),
            GameEvent::Refused { by, reason, .. } => {
                self.row.refused += 1;
                self.seats[by].refused[reason.place()] += 1;
            }
            GameEvent::GameOver { outcome } => self.over(outcome),
            _ => {}
        }
    }

    fn turn_event(&mut self, event: &TurnEvent) {
        match *event {
            TurnEvent::TurnBegan { seat, kind, .. } => {
                self.turn_began(seat, kind);
                self.sources.turn_event(event, &self.cast);
            }
            TurnEvent::TurnSkipped { seat, kind, .. } => {
                self.turn_skipped(seat, kind);
                self.sources.turn_event(event, &self.cast);
            }
            TurnEvent::TurnNotBegun { .. } => {
                self.rounds.boundary();
                self.turn_over();
            }
            TurnEvent::TurnLost { seat, .. } => {
                self.row.extra_turns_lost += 1;
                self.each_of(seat, |tally| tally.extra_turns_lost += 1);
            }
            TurnEvent::ExtraTurnGranted { seat, .. } => {
                self.row.extra_turns_granted += 1;
                self.each_of(seat, |tally| tally.extra_turns_granted += 1);
            }
            TurnEvent::PhaseBegan { added: true, .. } => {
                self.row.extra_phases += 1;
                self.each_active(|tally| tally.extra_phases += 1);
            }
            TurnEvent::StepBegan { added: true, .. } => {
                self.row.extra_steps += 1;
                self.each_active(|tally| tally.extra_steps += 1);
            }
            TurnEvent::PhaseSkipped { seat, by, .. } if is_effect(by) => {
                self.row.phases_skipped += 1;
                self.each_of(seat, |tally| tally.phases_skipped += 1);
            }
            TurnEvent::StepSkipped { seat, by, .. } if is_effect(by) => {
                self.row.steps_skipped += 1;
                self.each_of(seat, |tally| tally.steps_skipped += 1);
            }
            TurnEvent::TurnEndedEarly { .. } => {
                self.row.turns_ended_early += 1;
                self.each_active(|tally| tally.turns_ended_early += 1);
            }
            TurnEvent::TimeSpent { seat, micros } => {
                let spent = &mut self.seats[seat].time_spent;
                *spent = Some(spent.unwrap_or(0).saturating_add(micros));
            }
            TurnEvent::TimeLimitExceeded { seat } => {
                self.seats[seat].time_limits_exceeded += 1;
                self.timed_out = self.streak.0 == seat;
            }
            _ => {}
        }
    }

    /// Counts something of a seat and its teammates.
    fn each_of(&mut self, seat: Seat, count: impl Fn(&mut SeatTally)) {
        self.cast.team_of(seat).iter().for_each(|member| count(&mut self.seats[member]));
    }

    /// Counts something of those whose turn it is.
    fn each_active(&mut self, count: impl Fn(&mut SeatTally)) {
        self.turn.team.iter().for_each(|member| count(&mut self.seats[member]));
    }

    fn turn_began(&mut self, seat: Seat, kind: TurnKind) {
        self.rounds.boundary();
        self.turn_over();
        self.row.turns += 1;
        let team = self.cast.team_of(seat);
        self.turn = OwnTurn::of(team, kind);
        match kind {
            TurnKind::Normal => self.rounds.visited = self.rounds.visited.or(team),
            TurnKind::Extra(_) => self.row.extra_turns_taken += 1,
        }
        self.clock.turn_began(team, matches!(kind, TurnKind::Extra(_)), self.rounds.current());
        let length = if self.streak.0 == seat { self.streak.1 + 1 } else { 1 };
        self.streak = (seat, length);
        for member in team.iter() {
            self.seats[member].turn_began(kind, self.row.turns, length);
        }
    }

    fn turn_skipped(&mut self, seat: Seat, kind: TurnKind) {
        self.rounds.boundary();
        self.turn_over();
        self.row.turns_skipped += 1;
        let team = self.cast.team_of(seat);
        for member in team.iter() {
            self.seats[member].turns_skipped += 1;
        }
        match kind {
            TurnKind::Normal => self.rounds.visited = self.rounds.visited.or(team),
            TurnKind::Extra(_) => {
                self.row.extra_turns_skipped += 1;
                self.each_of(seat, |tally| tally.extra_turns_skipped += 1);
            }
        }
    }

    /// The turn in progress has been played to its end.
    fn turn_over(&mut self) {
        let seconds = self.clock.turn_over();
        self.history.turn_over(seconds);
        let turn = std::mem::take(&mut self.turn);
        if turn.extra && !turn.dead().is_empty() {
            self.sources.dead();
        }
        for seat in turn.dead().iter() {
            let tally = &mut self.seats[seat];
            tally.dead_turns += 1;
            tally.dead_extra_turns += u32::from(turn.extra);
            tally.dead_turns_castable += u32::from(turn.wasted().contains(seat));
        }
    }

    fn decided(&mut self, seat: Seat) {
        self.row.decisions += 1;
        self.seats[seat].decisions += 1;
        self.clock.decided();
    }

    fn left(&mut self, seat: Seat, cause: LossCause) {
        // A concession is an answer to a question that is not asked again, so no other event tells of it.
        if cause == LossCause::Concession {
            self.decided(seat);
            self.history.decided();
        }
        // Whoever gives up before the first turn leaves in the first.
        let turn = self.row.turns.max(1);
        let cause = match cause {
            LossCause::EmptyLibrary if self.libraries.is_emptied_by_itself(seat) => Left::DeckedByItself,
            LossCause::EmptyLibrary => Left::DeckedByOthers,
            _ => Left::Otherwise(cause),
        };
        self.seats[seat].left = Some((turn, cause));
        let first = *self.row.first_elimination_turn.get_or_insert(turn);
        self.rounds.leaves(seat, first == turn);
    }

    fn over(&mut self, outcome: Outcome) {
        self.row.end = match outcome {
            Outcome::Win { winner } => {
                self.winner = Some(winner);
                End::Win
            }
            Outcome::Draw { .. } => End::Draw,
            Outcome::Capped => End::Capped,
            Outcome::Stalled { .. } => End::Stalled,
            Outcome::Fault => End::Fault,
        };
        if let Outcome::Stalled { cause } = outcome {
            self.row.stalled_by = Some(cause);
        }
        if outcome == Outcome::Capped {
            self.rounds.boundary();
            self.turn_over();
        }
    }

    /// Looks at the game where somebody is asked, and at its end: what no event tells.
    fn look_at(&mut self, game: &Game) {
        self.turn.look_at(game);
        self.cards.look_at(game);
        if let Some(attack) = self.attack.take_if(|attack| attack.is_made()) {
            let tally = &mut self.seats[attack.seat];
            tally.attackers_able += attack.able;
            tally.attackers_declared += attack.declared();
            tally.sure_kills += u32::from(attack.had_sure_kill());
            tally.sure_kills_missed += u32::from(attack.missed_sure_kill());
        }
        self.attack = match self.attack.take() {
            // Looked at closely, a question stands there several times; one that was taken back is gone.
            Some(attack) if attack.is_pending(game) => Some(attack),
            _ => Declaration::asked(game),
        };
        if game.outcome().is_some() {
            let view = game.view(Seat(0));
            self.seats.iter_mut().for_each(|(seat, tally)| tally.cards_in_hand = view.last_hand_size(seat) as u32);
            self.sources.name(game.catalog(), &self.cast);
            self.history.name(game.catalog());
        }
    }
}

impl Historian for Recorder {
    fn record(&mut self, events: &[GameEvent], game: &Game) {
        for event in events {
            self.add(event);
        }
        self.look_at(game);
    }
}

/// The first draw step that CR 103.8 leaves out is no use of a skip effect.
const fn is_effect(by: SkippedBy) -> bool {
    !matches!(by, SkippedBy::Rule)
}

#[cfg(test)]
mod tests;
