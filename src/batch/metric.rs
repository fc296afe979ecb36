//! What is measured: the columns of a record that get statistics, by name.

use crate::table::columns::Column;
use crate::table::record::{DECKED_BY_ITSELF, End, GameRow, SeatRow, Share};

/// Shares are counted in units of one part in this many.
pub const SHARE_SCALE: u32 = 10_000;

/// What a metric's values are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// 0 or 1: whether something happened.
    Flag,
    /// A number of things, in the unit of the metric. Minutes are counted whole, rounded half up; their mean is that of the seconds.
    Count,
    /// A fraction from 0 to 1, counted in units of 1 / [`SHARE_SCALE`]. Its mean is the ratio of sums.
    Share,
}

/// One value of a metric, as integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Observed {
    /// What is counted in the distribution.
    pub value: u32,
    /// What is added to the numerator of the mean.
    pub part: u32,
    /// What is added to its denominator.
    pub whole: u32,
}

/// A quantity that is measured.
#[derive(Debug, Clone, Copy)]
pub struct Metric<Read> {
    /// Its name in `summary.csv` and `hist.csv`: a column's, or one of its own.
    pub name: &'static str,
    /// What its values count.
    pub unit: &'static str,
    /// What its values are.
    pub kind: Kind,
    /// What it means, if it is no column.
    derived: Option<&'static str>,
    /// Reads it; nothing where it does not apply.
    pub read: Read,
}

/// A quantity of a game.
pub type GameMetric = Metric<fn(&GameRow) -> Option<Observed>>;

/// A quantity of a seat in a game.
pub type SeatMetric = Metric<fn(&GameRow, &SeatRow) -> Option<Observed>>;

impl<Read> Metric<Read> {
    const fn derived(
        name: &'static str,
        unit: &'static str,
        kind: Kind,
        meaning: &'static str,
        read: Read,
    ) -> Metric<Read> {
        Metric { name, unit, kind, derived: Some(meaning), read }
    }

    /// What it means, in one line; `columns` are those of its row.
    fn meaning(&self, columns: &[Column]) -> String {
        let column = || columns.iter().find(|column| column.name == self.name).map(Column::meaning);
        self.derived.map(str::to_owned).or_else(column).unwrap_or_default()
    }
}

/// A metric as it is told to people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// What it is of: `game` or `seat`.
    pub level: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What its values count.
    pub unit: &'static str,
    /// What it means, in one line.
    pub meaning: String,
}

/// Every metric, in the order of `summary.csv`.
pub fn told() -> impl Iterator<Item = Told> {
    let games = GAME_METRICS.iter().map(|m| ("game", m.name, m.unit, m.meaning(GameRow::COLUMNS)));
    let seats = SEAT_METRICS.iter().map(|m| ("seat", m.name, m.unit, m.meaning(SeatRow::COLUMNS)));
    games.chain(seats).map(|(level, name, unit, meaning)| Told { level, name, unit, meaning })
}

/// What can be measured: the value of a column, or one made of several.
pub(super) trait Measured {
    /// What its values are.
    const KIND: Kind;

    /// The value; nothing where it does not apply.
    fn observed(self) -> Option<Observed>;
}

impl Measured for u32 {
    const KIND: Kind = Kind::Count;

    fn observed(self) -> Option<Observed> {
        Some(Observed { value: self, part: self, whole: 1 })
    }
}

impl Measured for Option<u32> {
    const KIND: Kind = Kind::Count;

    fn observed(self) -> Option<Observed> {
        self?.observed()
    }
}

impl Measured for bool {
    const KIND: Kind = Kind::Flag;

    fn observed(self) -> Option<Observed> {
        u32::from(self).observed()
    }
}

impl Measured for Option<Share> {
    const KIND: Kind = Kind::Share;

    fn observed(self) -> Option<Observed> {
        let share = self?;
        Some(Observed { value: share.scaled(SHARE_SCALE), part: share.part(), whole: share.whole() })
    }
}

/// Seconds as minutes.
pub(super) const fn minutes(seconds: u32) -> Observed {
    Observed { value: seconds / 60 + (seconds % 60 >= 30) as u32, part: seconds, whole: 60 }
}

/// What kind a column's values are.
const fn kind_of<Row, Cell: Measured>(_: fn(&Row) -> Cell) -> Kind {
    Cell::KIND
}

/// The metric that is a column of `games.csv`.
macro_rules! game {
    ($column:ident in $unit:literal) => {
        Metric {
            name: stringify!($column),
            unit: $unit,
            kind: kind_of(|game: &GameRow| game.$column),
            derived: None,
            read: |game| game.$column.observed(),
        }
    };
}

/// The metric that is a column of `seats.csv`; of a share, with the columns of the seat and of the game that it is of.
macro_rules! seat {
    ($column:ident, $part:ident of $whole:ident, in $unit:literal) => {
        Metric {
            name: stringify!($column),
            unit: $unit,
            kind: kind_of(|seat: &SeatRow| seat.$column),
            derived: None,
            // Rows are read back with six decimals of a share, and the ratio of sums needs both numbers.
            read: |game, seat| Share::new(seat.$part, game.$whole).observed(),
        }
    };
    ($column:ident in $unit:literal) => {
        Metric {
            name: stringify!($column),
            unit: $unit,
            kind: kind_of(|seat: &SeatRow| seat.$column),
            derived: None,
            read: |_, seat| seat.$column.observed(),
        }
    };
}

/// The share of games that ended so.
macro_rules! ended {
    ($name:literal, $end:ident, $meaning:literal) => {
        Metric::derived($name, "games", Kind::Flag, $meaning, |game| (game.end == End::$end).observed())
    };
}

/// The ends that cut games off.
pub const CENSORED: [&str; 3] = ["end_capped", "end_stalled", "end_fault"];

/// Lengths that are only known to be at least so much where games were cut off, and what says of how many.
pub const LENGTHS: [(&str, &str); 3] =
    [("turns", "turns_if_censored"), ("rounds", "rounds_if_censored"), ("table_minutes", "table_minutes_if_censored")];

/// The ends of games, in the order of [`End::ALL`], then everything countable about a game.
pub const GAME_METRICS: [GameMetric; 31] = [
    ended!("end_win", Win, "Games that a seat or a team won"),
    ended!("end_draw", Draw, "Games that ended in a draw"),
    ended!("end_capped", Capped, "Games that reached the greatest number of turns"),
    ended!("end_stalled", Stalled, "Games that were stopped because they went on changing without end"),
    ended!("end_fault", Fault, "Games that the fault policy ended"),
    game!(turns in "turns"),
    Metric::derived(
        "turns_if_censored",
        "turns",
        Kind::Count,
        "Turns begun in games that were cut off; with turns it gives the survival curve",
        |game| game.end.is_censored().then_some(game.turns).observed(),
    ),
    game!(rounds in "rounds"),
    Metric::derived("rounds_if_censored", "rounds", Kind::Count, "The same in games that were cut off", |game| {
        game.end.is_censored().then_some(game.rounds).observed()
    }),
    game!(extra_turns_granted in "turns"),
    game!(extra_turns_taken in "turns"),
    game!(extra_turns_skipped in "turns"),
    game!(extra_turns_lost in "turns"),
    game!(turns_skipped in "turns"),
    game!(steps_skipped in "steps"),
    game!(phases_skipped in "phases"),
    game!(extra_phases in "phases"),
    game!(extra_steps in "steps"),
    game!(turns_ended_early in "turns"),
    game!(longest_streak in "turns"),
    game!(longest_wait in "turns"),
    game!(first_elimination_turn in "turns"),
    game!(rounds_sat_out in "rounds"),
    game!(decisions in "decisions"),
    game!(forced_passes in "passes"),
    game!(priority_passes in "passes"),
    game!(spells_cast in "spells"),
    game!(refused in "answers"),
    Metric::derived(
        "table_minutes",
        "minutes",
        Kind::Count,
        "table_seconds in minutes: how long the game takes at a real table, by the scenario's model (table_time). Spread and quantiles are of whole minutes",
        |game| Some(minutes(game.table_seconds)),
    ),
    Metric::derived(
        "table_minutes_if_censored",
        "minutes",
        Kind::Count,
        "The same in games that were cut off",
        |game| game.end.is_censored().then_some(minutes(game.table_seconds)),
    ),
    Metric::derived(
        "longest_wait_minutes",
        "minutes",
        Kind::Count,
        "longest_wait_seconds in minutes: the longest time that any seat waited between two of its turns",
        |game| game.longest_wait_seconds.map(minutes),
    ),
];

/// Everything countable about a seat; `won` first.
///
/// The denominator of `won` is all games, so it takes every censored game for lost; `won_or_censored` takes every one for won.
pub const SEAT_METRICS: [SeatMetric; 49] = [
    seat!(won in "games"),
    Metric::derived(
        "won_or_censored",
        "games",
        Kind::Flag,
        "Whether the entrant won or the game was cut off: with won it bounds the share of wins",
        |game, seat| (seat.won || game.end.is_censored()).observed(),
    ),
    seat!(turns_taken in "turns"),
    seat!(normal_turns in "turns"),
    seat!(extra_turns in "turns"),
    seat!(turns_skipped in "turns"),
    seat!(share_of_turns, turns_taken of turns, in "turns"),
    seat!(longest_streak in "turns"),
    seat!(longest_wait in "turns"),
    seat!(mulligans in "mulligans"),
    seat!(cards_drawn in "cards"),
    seat!(lands_played in "lands"),
    seat!(spells_cast in "spells"),
    seat!(damage_dealt in "damage"),
    seat!(left_turn in "turns"),
    seat!(refused in "answers"),
    seat!(refused_illegal in "answers"),
    seat!(refused_unreadable in "answers"),
    seat!(refused_late in "answers"),
    seat!(refused_gone in "answers"),
    seat!(refused_panicked in "answers"),
    Metric::derived("exited", "games", Kind::Flag, "Whether its agent was not asked any more", |_, seat| {
        seat.exit.is_some().observed()
    }),
    seat!(mana_unspent in "mana"),
    seat!(cards_in_hand in "cards"),
    seat!(commander_casts in "spells"),
    seat!(attackers_able in "creatures"),
    seat!(attackers_declared in "creatures"),
    seat!(sure_kills in "declarations"),
    seat!(sure_kills_missed in "declarations"),
    Metric::derived(
        "share_of_sure_kills_missed",
        "declarations",
        Kind::Share,
        "sure_kills_missed out of sure_kills, a ratio of sums",
        |_, seat| Share::new(seat.sure_kills_missed, seat.sure_kills).observed(),
    ),
    seat!(dead_extra_turns in "turns"),
    Metric::derived(
        "share_of_extra_turns_dead",
        "turns",
        Kind::Share,
        "dead_extra_turns out of extra_turns, a ratio of sums",
        |_, seat| Share::new(seat.dead_extra_turns, seat.extra_turns).observed(),
    ),
    seat!(dead_turns in "turns"),
    seat!(dead_turns_castable in "turns"),
    Metric::derived(
        "share_of_turns_dead_castable",
        "turns",
        Kind::Share,
        "dead_turns_castable out of turns_taken, a ratio of sums",
        |_, seat| Share::new(seat.dead_turns_castable, seat.turns_taken).observed(),
    ),
    Metric::derived(
        "decked_by_itself",
        "games",
        Kind::Flag,
        "Whether it lost by an empty library that its own draws and effects had emptied",
        |_, seat| (seat.left_cause.as_deref() == Some(DECKED_BY_ITSELF)).observed(),
    ),
    Metric::derived(
        "table_minutes",
        "minutes",
        Kind::Count,
        "table_seconds in minutes: how long the seat's turns take at a real table, by the scenario's model (table_time)",
        |_, seat| Some(minutes(seat.table_seconds)),
    ),
    Metric::derived(
        "extra_turn_minutes",
        "minutes",
        Kind::Count,
        "extra_turn_seconds in minutes: those of extra turns",
        |_, seat| Some(minutes(seat.extra_turn_seconds)),
    ),
    seat!(share_of_table_time, table_seconds of table_seconds, in "minutes"),
    Metric::derived(
        "longest_wait_minutes",
        "minutes",
        Kind::Count,
        "longest_wait_seconds in minutes: the longest time between two of the seat's turns",
        |_, seat| seat.longest_wait_seconds.map(minutes),
    ),
    seat!(extra_turns_granted in "turns"),
    seat!(extra_turns_skipped in "turns"),
    seat!(extra_turns_lost in "turns"),
    seat!(steps_skipped in "steps"),
    seat!(phases_skipped in "phases"),
    seat!(extra_phases in "phases"),
    seat!(extra_steps in "steps"),
    seat!(turns_ended_early in "turns"),
    seat!(decisions in "decisions"),
];

/// Where in [`SEAT_METRICS`] a win stands.
pub const WON: usize = 0;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::fake::record;

    #[test]
    fn the_ends_come_first_and_in_order() {
        for (metric, end) in GAME_METRICS.iter().zip(End::ALL) {
            assert_eq!(metric.name, format!("end_{}", end.name()));
            let mut game = record(4, 0, 0).game;
            game.end = end;
            assert_eq!((metric.read)(&game).unwrap().value, 1);
        }
        assert_eq!(SEAT_METRICS[WON].name, "won");
    }

    #[test]
    fn every_metric_has_a_name_of_its_own_and_a_meaning() {
        let all: Vec<Told> = told().collect();
        for (i, metric) in all.iter().enumerate() {
            assert!(!metric.meaning.is_empty() && !metric.unit.is_empty(), "{metric:?}");
            assert!(
                all[..i].iter().all(|other| (other.level, other.name) != (metric.level, metric.name)),
                "{metric:?}"
            );
        }
    }

    #[test]
    fn minutes_are_counted_whole_and_averaged_exactly() {
        let told = |seconds| (minutes(seconds).value, minutes(seconds).part, minutes(seconds).whole);
        assert_eq!([0, 29, 30, 89, 90].map(|s| told(s).0), [0, 0, 1, 1, 2]);
        assert_eq!(told(u32::MAX), (71_582_788, u32::MAX, 60));
        let mut record = record(4, 0, 0);
        record.game.table_seconds = 3_937;
        record.game.end = End::Capped;
        for name in ["table_minutes", "table_minutes_if_censored"] {
            let metric = GAME_METRICS.iter().find(|m| m.name == name).unwrap();
            assert_eq!((metric.read)(&record.game), Some(Observed { value: 66, part: 3_937, whole: 60 }));
        }
    }

    #[test]
    fn a_share_counts_turns_of_turns() {
        let mut record = record(4, 0, 0);
        (record.seats[0].turns_taken, record.game.turns) = (3, 8);
        // As rows are read back.
        record.seats[0].share_of_turns = Share::new(375_000, 1_000_000);
        let share = SEAT_METRICS.iter().find(|m| m.name == "share_of_turns").unwrap();
        assert_eq!((share.kind, SEAT_METRICS[WON].kind, GAME_METRICS[5].kind), (Kind::Share, Kind::Flag, Kind::Count));
        let observed = (share.read)(&record.game, &record.seats[0]);
        assert_eq!(observed, Some(Observed { value: 3750, part: 3, whole: 8 }));
    }
}
