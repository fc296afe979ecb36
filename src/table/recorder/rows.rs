//! The rows of a game that is over.

use std::borrow::Cow;
use std::sync::Arc;

use crate::agents::Seats;
use crate::game::event::RefusalReason;
use crate::game::settle::Fault;
use crate::table::choices::ChoiceRow;
use crate::table::record::{Digest, End, GameRecord, GameRow, SeatRow, Share};
use crate::turn::{Seat, SeatSet};

use super::Recorder;

impl Recorder {
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
            rounds_sat_out: self.rounds_sat_out(),
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

    /// See [`GameRow::rounds_sat_out`].
    fn rounds_sat_out(&self) -> Option<u32> {
        let (missed, left) = (self.rounds.first_missed?, self.row.first_elimination_turn?);
        let ended_then = left == self.row.turns.max(1);
        Some(if ended_then { 0 } else { (self.rounds.begun() + 1).saturating_sub(missed) })
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

/// Of a game in which nothing has happened yet.
pub(super) fn empty_row(game: u64, seed: u64, players: u32) -> GameRow {
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
        rounds_sat_out: None,
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
