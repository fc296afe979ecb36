//! The recorder: a game's rows, made from its events alone, in memory that does not grow with the game.

use std::borrow::Cow;
use std::sync::Arc;

use crate::agents::{Historian, Seats};
use crate::game::event::RefusalReason;
use crate::game::settle::Fault;
use crate::game::{Game, GameEvent, LossCause, Outcome, Remark, Target, Zone};
use crate::scenario::TableTime;
use crate::turn::{BySeat, Seat, SeatSet, SkippedBy, TurnEvent, TurnKind};

use super::cast::Cast;
use super::choices::ChoiceRow;
use super::digest::RulesDigest;
use super::record::{DECKED_BY_ITSELF, DECKED_BY_OTHERS, Digest, End, GameRecord, GameRow, SeatRow, Share};

mod attacks;
mod cards;
mod clock;
mod history;
mod libraries;
mod sources;
mod steps;
mod turns;

use attacks::Declaration;
use cards::Cards;
use clock::TableClock;
use history::History;
use libraries::Libraries;
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
}

impl Rounds {
    /// Between two turns.
    fn boundary(&mut self) {
        if !self.visited.is_empty() && self.living.without(self.visited).is_empty() {
            self.completed += 1;
            self.visited = SeatSet::EMPTY;
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
            rounds: Rounds { living: SeatSet::first(seats), visited: SeatSet::EMPTY, completed: 0 },
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
        // Two in three events, and not of the rules: see the digest.
        match *event {
            GameEvent::Turn(TurnEvent::PriorityGiven { .. }) => {
                self.libraries.resolved();
                self.sources.resolved();
            }
            GameEvent::Turn(TurnEvent::Passed { forced, .. }) => {
                self.row.priority_passes += 1;
                self.row.forced_passes += u32::from(forced);
            }
            _ => self.add_other(event),
        }
    }

    #[inline(never)]
    fn add_other(&mut self, event: &GameEvent) {
        self.digest.add(event);
        self.turn.add(event);
        if let Some(attack) = &mut self.attack {
            attack.add(event);
        }
        // What ends with a turn is known as the next begins.
        if !matches!(event, GameEvent::Turn(TurnEvent::TurnBegan { .. } | TurnEvent::TurnSkipped { .. })) {
            self.sources.add(event, &self.cast);
        }
        self.cards.add(event, self.rounds.completed + 1);
        self.history.add(event, &self.cast);
        match *event {
            GameEvent::Turn(ref event) => {
                self.turn_event(event);
                let round = self.rounds.completed + 1;
                self.steps.add(event, round);
                self.history.turn_event(event, round);
            }
            GameEvent::GameBegan { .. } => self.began = true,
            GameEvent::MulliganTaken { seat, nth } => self.seats[seat].mulligans = nth.into(),
            GameEvent::DecisionMade { seat, .. } => self.decided(seat),
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
            TurnEvent::TimeLimitExceeded { seat } => self.seats[seat].time_limits_exceeded += 1,
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
        self.clock.turn_began(team, matches!(kind, TurnKind::Extra(_)), self.rounds.completed + 1);
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
        self.row.first_elimination_turn.get_or_insert(turn);
        self.rounds.living.remove(seat);
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

    /// The record of the game, which is over.
    #[must_use]
    pub fn finish(mut self) -> GameRecord {
        let seconds = self.clock.turn_over();
        self.history.turn_over(seconds);
        let tallies = self.seats.values();
        let winners = self.winner.map(|seat| self.cast.team_of(seat));
        let game = GameRow {
            winner: winners.map(|w| self.cast.joined(w, |m| &m.name).into()),
            winner_deck: winners.map(|w| self.cast.joined(w, |m| &m.deck)).filter(|d| !d.is_empty()).map(Arc::from),
            rounds: self.rounds.completed,
            longest_streak: tallies.iter().map(|t| t.longest_streak).max().unwrap_or(0),
            longest_wait: tallies.iter().filter_map(|t| t.longest_wait).max(),
            spells_cast: tallies.iter().map(|t| t.spells_cast).sum(),
            digest: self.digest.digest(),
            table_seconds: self.clock.seconds(),
            longest_wait_seconds: self.clock.seats().values().iter().filter_map(|seat| seat.longest_wait).max(),
            ..self.row.clone()
        };
        let mut order: Vec<Seat> = Seat::first(self.seats.seats()).collect();
        order.sort_by_key(|seat| self.cast.0[*seat].entrant);
        let seats = order.into_iter().map(|seat| self.seat_row(seat)).collect();
        GameRecord {
            game,
            seats,
            choices: Vec::new(),
            turns: self.history.rows(&self.cast),
            sources: self.sources.rows(),
            cards: self.cards.rows(&self.cast, winners.unwrap_or(SeatSet::EMPTY)),
            steps: self.steps.rows(),
        }
    }

    /// The same with what only who asked the agents knows.
    #[must_use]
    pub fn finish_with(self, mut seats: Seats) -> GameRecord {
        let given = seats.take_given().into_iter();
        let row = |(seat, given)| ChoiceRow { game: self.row.game, seat: Arc::clone(&self.cast.0[seat].name), given };
        let choices = given.map(row).collect();
        // What went wrong where nobody asked any more has cost nothing.
        let told = |(seat, fault): (Seat, &Fault)| {
            let reason = RefusalReason::from(fault);
            (self.seats[seat].refused[reason.place()] > 0).then_some((seat.0 + 1, reason.name()))
        };
        let exits: Vec<(u8, &'static str)> = seats.exits().filter_map(told).collect();
        let mut record = GameRecord { choices, ..self.finish() };
        for (position, reason) in exits {
            let row = record.seats.iter_mut().find(|row| row.position == u32::from(position));
            row.into_iter().for_each(|row| row.exit = Some(Cow::Borrowed(reason)));
        }
        record
    }

    fn seat_row(&self, seat: Seat) -> SeatRow {
        let (tally, member) = (&self.seats[seat], &self.cast.0[seat]);
        let turns_taken = tally.normal_turns + tally.extra_turns;
        let clock = self.clock.seats()[seat];
        let [refused_illegal, refused_unreadable, refused_late, refused_gone, refused_panicked] = tally.refused;
        SeatRow {
            game: self.row.game,
            seat: member.name.clone(),
            team: member.team.clone(),
            position: u32::from(seat.0) + 1,
            deck: member.deck.clone(),
            agent: member.agent.clone(),
            won: self.winner.is_some_and(|winner| self.cast.team_of(winner).contains(seat)),
            turns_taken,
            normal_turns: tally.normal_turns,
            extra_turns: tally.extra_turns,
            turns_skipped: tally.turns_skipped,
            share_of_turns: Share::new(turns_taken, self.row.turns),
            longest_streak: tally.longest_streak,
            longest_wait: tally.longest_wait,
            mulligans: tally.mulligans,
            cards_drawn: tally.cards_drawn,
            lands_played: tally.lands_played,
            spells_cast: tally.spells_cast,
            damage_dealt: tally.damage_dealt,
            life: tally.life,
            left_turn: tally.left.map(|(turn, _)| turn),
            left_cause: tally.left.map(|(_, cause)| Cow::Borrowed(cause.name())),
            time_spent_ms: tally.time_spent.map(|micros| micros / 1000),
            time_limits_exceeded: tally.time_limits_exceeded,
            refused: tally.refused.iter().sum(),
            refused_illegal,
            refused_unreadable,
            refused_late,
            refused_gone,
            refused_panicked,
            exit: None,
            mana_unspent: tally.mana_unspent,
            cards_in_hand: tally.cards_in_hand,
            commander_casts: tally.commander_casts,
            attackers_able: tally.attackers_able,
            attackers_declared: tally.attackers_declared,
            sure_kills: tally.sure_kills,
            sure_kills_missed: tally.sure_kills_missed,
            dead_extra_turns: tally.dead_extra_turns,
            dead_turns: tally.dead_turns,
            dead_turns_castable: tally.dead_turns_castable,
            table_seconds: clock.seconds,
            extra_turn_seconds: clock.extra,
            share_of_table_time: Share::new(clock.seconds, self.clock.seconds()),
            longest_wait_seconds: clock.longest_wait,
            extra_turns_granted: tally.extra_turns_granted,
            extra_turns_skipped: tally.extra_turns_skipped,
            extra_turns_lost: tally.extra_turns_lost,
            steps_skipped: tally.steps_skipped,
            phases_skipped: tally.phases_skipped,
            extra_phases: tally.extra_phases,
            extra_steps: tally.extra_steps,
            turns_ended_early: tally.turns_ended_early,
            decisions: tally.decisions,
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

fn empty_row(game: u64, seed: u64, players: u32) -> GameRow {
    GameRow {
        game,
        seed,
        players,
        end: End::Fault,
        winner: None,
        winner_deck: None,
        turns: 0,
        rounds: 0,
        extra_turns_granted: 0,
        extra_turns_taken: 0,
        extra_turns_skipped: 0,
        extra_turns_lost: 0,
        turns_skipped: 0,
        steps_skipped: 0,
        phases_skipped: 0,
        extra_phases: 0,
        extra_steps: 0,
        turns_ended_early: 0,
        longest_streak: 0,
        longest_wait: None,
        first_elimination_turn: None,
        decisions: 0,
        forced_passes: 0,
        priority_passes: 0,
        spells_cast: 0,
        refused: 0,
        digest: Digest::default(),
        stalled_by: None,
        table_seconds: 0,
        longest_wait_seconds: None,
    }
}

#[cfg(test)]
mod tests;
