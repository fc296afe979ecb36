//! The clock of a table: how long each turn takes by the scenario's model, in whole seconds.

use crate::cards::limits;
use crate::game::{Dice, Lane, Thinking};
use crate::scenario::TableTime;
use crate::turn::{BySeat, SeatSet};

/// A turn never takes longer, so that a game's seconds fit their column.
const MOST: u32 = u32::MAX / limits::MAX_TURNS;

const SECOND: u64 = 1_000_000;
const MILLION: u128 = 1_000_000;

/// The clock of one game. It has dice of its own, so that nothing else depends on it.
#[derive(Debug, Clone)]
pub(super) struct TableClock {
    model: TableTime,
    dice: Dice,
    /// How slow this table is, in millionths of what is usual.
    pace: u64,
    turn: Option<Turn>,
    seats: BySeat<SeatClock>,
    /// Since the first turn began.
    seconds: u32,
}

/// The turn in progress.
#[derive(Debug, Clone, Copy)]
struct Turn {
    team: SeatSet,
    extra: bool,
    round: u32,
    decisions: u32,
    spells: u32,
}

/// The time of one seat, in seconds.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct SeatClock {
    /// Its own turns.
    pub(super) seconds: u32,
    /// The extra ones among them.
    pub(super) extra: u32,
    /// The longest time between two turns of its own.
    pub(super) longest_wait: Option<u32>,
    /// When its last turn ended.
    last: Option<u32>,
}

impl TableClock {
    /// The clock of that game of a run with that master seed.
    pub(super) fn new(model: TableTime, game: u64, seed: u64, seats: usize) -> TableClock {
        let mut dice = Dice::new(seed, game, Lane::TableTime);
        let pace = Thinking { mean: SECOND, spread: model.table_spread.into() }.draw(&mut dice);
        TableClock { model, dice, pace, turn: None, seats: BySeat::new(seats, |_| SeatClock::default()), seconds: 0 }
    }

    /// A turn of that seat or team begins; the one before it is over.
    pub(super) fn turn_began(&mut self, team: SeatSet, extra: bool, round: u32) {
        self.turn = Some(Turn { team, extra, round, decisions: 0, spells: 0 });
        for seat in team.iter() {
            let clock = &mut self.seats[seat];
            if let Some(last) = clock.last {
                clock.longest_wait = clock.longest_wait.max(Some(self.seconds - last));
            }
        }
    }

    /// Somebody decided something.
    pub(super) fn decided(&mut self) {
        if let Some(turn) = &mut self.turn {
            turn.decisions += 1;
        }
    }

    /// Somebody cast a spell.
    pub(super) fn cast(&mut self) {
        if let Some(turn) = &mut self.turn {
            turn.spells += 1;
        }
    }

    /// The turn in progress, if there is one, is over; says how long it took.
    pub(super) fn turn_over(&mut self) -> u32 {
        let Some(turn) = self.turn.take() else { return 0 };
        let seconds = self.draw(turn);
        self.seconds += seconds;
        for seat in turn.team.iter() {
            let clock = &mut self.seats[seat];
            clock.seconds += seconds;
            clock.extra += if turn.extra { seconds } else { 0 };
            clock.last = Some(self.seconds);
        }
        seconds
    }

    /// How long a turn takes.
    fn draw(&mut self, turn: Turn) -> u32 {
        let usual = u128::from(self.model.mean(turn.round, turn.decisions, turn.spells));
        let millionths = |of: u128, share: u128| u64::try_from(of * share / MILLION).unwrap_or(u64::MAX);
        let mean = millionths(usual, self.pace.into());
        let spread = millionths(mean.into(), self.model.turn_spread.into());
        let micros = Thinking { mean, spread }.draw(&mut self.dice);
        u32::try_from(micros.saturating_add(SECOND / 2) / SECOND).map_or(MOST, |seconds| seconds.min(MOST))
    }

    /// The time of all turns that are over.
    pub(super) const fn seconds(&self) -> u32 {
        self.seconds
    }

    /// The time of each seat.
    pub(super) const fn seats(&self) -> &BySeat<SeatClock> {
        &self.seats
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turn::Seat;

    const A: SeatSet = SeatSet::only(Seat(0));
    const B: SeatSet = SeatSet::only(Seat(1));
    const C: SeatSet = SeatSet::only(Seat(2));

    /// A turn of a minute in the first round, of two in the second, of three from then on; nothing varies.
    fn exact() -> TableTime {
        TableTime {
            by_round: [60_000_000, 120_000_000, 180_000_000].into(),
            turn_spread: 0,
            table_spread: 0,
            ..TableTime::default()
        }
    }

    fn clock(model: TableTime, game: u64) -> TableClock {
        TableClock::new(model, game, 7, 3)
    }

    /// Plays turns: whose, whether extra, in which round.
    fn play(clock: &mut TableClock, turns: &[(SeatSet, bool, u32)]) {
        for (team, extra, round) in turns {
            clock.turn_began(*team, *extra, *round);
            clock.turn_over();
        }
    }

    #[test]
    fn turns_take_what_their_round_says() {
        let mut clock = clock(exact(), 0);
        play(&mut clock, &[(A, false, 1), (B, false, 1), (B, true, 2), (C, false, 2), (A, false, 3), (B, false, 9)]);
        assert_eq!(clock.seconds(), 60 + 60 + 120 + 120 + 180 + 180);
        let told = |seat: u8| {
            let of = clock.seats()[Seat(seat)];
            (of.seconds, of.extra, of.longest_wait)
        };
        assert_eq!(told(0), (240, 0, Some(300)));
        assert_eq!(told(1), (360, 120, Some(300)), "two turns in a row are a wait of nothing");
        assert_eq!(told(2), (120, 0, None), "nobody waits for a turn that never comes");
    }

    #[test]
    fn decisions_and_spells_take_their_time_in_whatever_turn_they_are() {
        let mut clock = clock(TableTime { per_decision: 1_500_000, per_spell: 20_000_000, ..exact() }, 0);
        clock.decided();
        clock.turn_began(A, false, 1);
        (0..3).for_each(|_| clock.decided());
        clock.cast();
        clock.turn_over();
        clock.decided();
        // 84.5 seconds, and what was decided before the turn and after it is in none.
        assert_eq!((clock.seconds(), clock.seats()[Seat(0)].seconds), (85, 85));
    }

    #[test]
    fn a_team_has_its_turns_together() {
        let mut clock = clock(exact(), 0);
        play(&mut clock, &[(A.or(B), false, 1), (C, false, 1), (A.or(B), true, 2)]);
        let seconds = [0, 1, 2].map(|seat| clock.seats()[Seat(seat)].seconds);
        assert_eq!((seconds, clock.seconds()), ([180, 180, 60], 240));
    }

    #[test]
    fn no_turn_overflows_a_games_seconds() {
        let longest =
            TableTime { per_decision: u64::MAX, turn_spread: 10_000_000, table_spread: 10_000_000, ..exact() };
        let mut clock = clock(longest, 0);
        for _ in 0..limits::MAX_TURNS {
            clock.turn_began(A, false, 1);
            clock.decided();
            clock.turn_over();
        }
        // Adding up would have failed.
        assert_eq!(clock.seconds(), clock.seats()[Seat(0)].seconds);
        assert!(clock.seconds() >= MOST);
    }

    /// The seconds of games of one turn of a minute.
    fn one_turn_games(model: &TableTime, games: u64) -> Vec<u32> {
        let seconds = |game| {
            let mut clock = clock(model.clone(), game);
            play(&mut clock, &[(A, false, 1)]);
            clock.seconds()
        };
        (0..games).map(seconds).collect()
    }

    /// Drawn once; no machine and no upgrade may change them.
    const RECORDED: [u32; 6] = [75, 80, 40, 18, 28, 36];

    #[test]
    fn a_games_times_are_its_own_and_recorded() {
        let model = TableTime { turn_spread: 800_000, table_spread: 150_000, ..exact() };
        assert_eq!(one_turn_games(&model, 6), RECORDED);
    }

    #[test]
    fn turns_and_tables_vary_as_they_are_said_to() {
        let (turns, tables, games) = (0.8_f64, 0.15_f64, 20_000);
        let model = TableTime { turn_spread: 800_000, table_spread: 150_000, ..exact() };
        let times: Vec<f64> = one_turn_games(&model, games).into_iter().map(f64::from).collect();
        let mean = times.iter().sum::<f64>() / games as f64;
        let sd = (times.iter().map(|t| (t - mean).powi(2)).sum::<f64>() / games as f64).sqrt();
        // The product of two independent factors of mean 1.
        let expected = 60.0 * ((1.0 + turns * turns) * (1.0 + tables * tables) - 1.0).sqrt();
        assert!((mean - 60.0).abs() < 5.0 * expected / (games as f64).sqrt(), "{mean}");
        assert!((sd / expected - 1.0).abs() < 0.08, "{sd} instead of {expected}");
    }

    #[test]
    fn the_pace_is_the_whole_tables() {
        let model = TableTime { turn_spread: 0, table_spread: 500_000, ..exact() };
        for game in 0..20 {
            let mut clock = clock(model.clone(), game);
            play(&mut clock, &[(A, false, 1), (B, false, 2), (C, false, 3)]);
            let [a, b, c] = [0, 1, 2].map(|seat| clock.seats()[Seat(seat)].seconds);
            assert!((2 * a).abs_diff(b) <= 2 && (3 * a).abs_diff(c) <= 3, "{a} {b} {c}");
        }
    }
}
