//! What is measured: the columns of a record that get statistics, by name.

use crate::table::record::{DECKED_BY_ITSELF, End, GameRow, SeatRow, Share};

/// Shares are counted in units of one part in this many.
pub const SHARE_SCALE: u32 = 10_000;

/// What a metric's values are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// 0 or 1: whether something happened.
    Flag,
    /// A number of things, in the unit of the column of that name.
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

/// A quantity of a game.
#[derive(Debug, Clone, Copy)]
pub struct GameMetric {
    /// Its name in `summary.csv` and `hist.csv`.
    pub name: &'static str,
    /// What its values are.
    pub kind: Kind,
    /// Reads it; nothing where it does not apply.
    pub read: fn(&GameRow) -> Option<Observed>,
}

/// A quantity of a seat in a game.
#[derive(Debug, Clone, Copy)]
pub struct SeatMetric {
    /// Its name in `summary.csv` and `hist.csv`.
    pub name: &'static str,
    /// What its values are.
    pub kind: Kind,
    /// Reads it; nothing where it does not apply.
    pub read: fn(&GameRow, &SeatRow) -> Option<Observed>,
}

const fn count(value: u32) -> Option<Observed> {
    Some(Observed { value, part: value, whole: 1 })
}

fn flag(holds: bool) -> Option<Observed> {
    count(u32::from(holds))
}

fn share(share: Option<Share>) -> Option<Observed> {
    let share = share?;
    Some(Observed { value: share.scaled(SHARE_SCALE), part: share.part(), whole: share.whole() })
}

const fn flagged(name: &'static str, read: fn(&GameRow) -> Option<Observed>) -> GameMetric {
    GameMetric { name, kind: Kind::Flag, read }
}

const fn counted(name: &'static str, read: fn(&GameRow) -> Option<Observed>) -> GameMetric {
    GameMetric { name, kind: Kind::Count, read }
}

const fn seat_count(name: &'static str, read: fn(&GameRow, &SeatRow) -> Option<Observed>) -> SeatMetric {
    SeatMetric { name, kind: Kind::Count, read }
}

const fn seat_share(name: &'static str, read: fn(&GameRow, &SeatRow) -> Option<Observed>) -> SeatMetric {
    SeatMetric { name, kind: Kind::Share, read }
}

/// The ends of games, in the order of [`End::ALL`], then everything countable about a game.
///
/// `turns_if_censored` is the length of the games that were cut off: with `turns` it gives the survival curve.
pub const GAME_METRICS: [GameMetric; 26] = [
    flagged("end_win", |g| flag(g.end == End::Win)),
    flagged("end_draw", |g| flag(g.end == End::Draw)),
    flagged("end_capped", |g| flag(g.end == End::Capped)),
    flagged("end_stalled", |g| flag(g.end == End::Stalled)),
    flagged("end_fault", |g| flag(g.end == End::Fault)),
    counted("turns", |g| count(g.turns)),
    counted("turns_if_censored", |g| if g.end.is_censored() { count(g.turns) } else { None }),
    counted("rounds", |g| count(g.rounds)),
    counted("extra_turns_granted", |g| count(g.extra_turns_granted)),
    counted("extra_turns_taken", |g| count(g.extra_turns_taken)),
    counted("extra_turns_skipped", |g| count(g.extra_turns_skipped)),
    counted("extra_turns_lost", |g| count(g.extra_turns_lost)),
    counted("turns_skipped", |g| count(g.turns_skipped)),
    counted("steps_skipped", |g| count(g.steps_skipped)),
    counted("phases_skipped", |g| count(g.phases_skipped)),
    counted("extra_phases", |g| count(g.extra_phases)),
    counted("extra_steps", |g| count(g.extra_steps)),
    counted("turns_ended_early", |g| count(g.turns_ended_early)),
    counted("longest_streak", |g| count(g.longest_streak)),
    counted("longest_wait", |g| g.longest_wait.and_then(count)),
    counted("first_elimination_turn", |g| g.first_elimination_turn.and_then(count)),
    counted("decisions", |g| count(g.decisions)),
    counted("forced_passes", |g| count(g.forced_passes)),
    counted("priority_passes", |g| count(g.priority_passes)),
    counted("spells_cast", |g| count(g.spells_cast)),
    counted("refused", |g| count(g.refused)),
];

/// Everything countable about a seat; `won` first.
///
/// Of the shares, the one of turns is a column of its own; the others are made of two columns.
///
/// The denominator of `won` is all games, so it takes every censored game for lost; `won_or_censored` takes every one for won.
pub const SEAT_METRICS: [SeatMetric; 36] = [
    SeatMetric { name: "won", kind: Kind::Flag, read: |_, s| flag(s.won) },
    SeatMetric { name: "won_or_censored", kind: Kind::Flag, read: |g, s| flag(s.won || g.end.is_censored()) },
    seat_count("turns_taken", |_, s| count(s.turns_taken)),
    seat_count("normal_turns", |_, s| count(s.normal_turns)),
    seat_count("extra_turns", |_, s| count(s.extra_turns)),
    seat_count("turns_skipped", |_, s| count(s.turns_skipped)),
    seat_share("share_of_turns", |_, s| share(s.share_of_turns)),
    seat_count("longest_streak", |_, s| count(s.longest_streak)),
    seat_count("longest_wait", |_, s| s.longest_wait.and_then(count)),
    seat_count("mulligans", |_, s| count(s.mulligans)),
    seat_count("cards_drawn", |_, s| count(s.cards_drawn)),
    seat_count("lands_played", |_, s| count(s.lands_played)),
    seat_count("spells_cast", |_, s| count(s.spells_cast)),
    seat_count("damage_dealt", |_, s| count(s.damage_dealt)),
    seat_count("left_turn", |_, s| s.left_turn.and_then(count)),
    seat_count("refused", |_, s| count(s.refused)),
    seat_count("refused_illegal", |_, s| count(s.refused_illegal)),
    seat_count("refused_unreadable", |_, s| count(s.refused_unreadable)),
    seat_count("refused_late", |_, s| count(s.refused_late)),
    seat_count("refused_gone", |_, s| count(s.refused_gone)),
    seat_count("refused_panicked", |_, s| count(s.refused_panicked)),
    SeatMetric { name: "exited", kind: Kind::Flag, read: |_, s| flag(s.exit.is_some()) },
    seat_count("mana_unspent", |_, s| count(s.mana_unspent)),
    seat_count("cards_in_hand", |_, s| count(s.cards_in_hand)),
    seat_count("commander_casts", |_, s| count(s.commander_casts)),
    seat_count("attackers_able", |_, s| count(s.attackers_able)),
    seat_count("attackers_declared", |_, s| count(s.attackers_declared)),
    seat_count("sure_kills", |_, s| count(s.sure_kills)),
    seat_count("sure_kills_missed", |_, s| count(s.sure_kills_missed)),
    seat_share("share_of_sure_kills_missed", |_, s| share(Share::new(s.sure_kills_missed, s.sure_kills))),
    seat_count("dead_extra_turns", |_, s| count(s.dead_extra_turns)),
    seat_share("share_of_extra_turns_dead", |_, s| share(Share::new(s.dead_extra_turns, s.extra_turns))),
    seat_count("dead_turns", |_, s| count(s.dead_turns)),
    seat_count("dead_turns_castable", |_, s| count(s.dead_turns_castable)),
    seat_share("share_of_turns_dead_castable", |_, s| share(Share::new(s.dead_turns_castable, s.turns_taken))),
    SeatMetric {
        name: "decked_by_itself",
        kind: Kind::Flag,
        read: |_, s| flag(s.left_cause.as_deref() == Some(DECKED_BY_ITSELF)),
    },
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
    fn counts_are_the_columns_of_their_name() {
        let record = record(4, 0, 9);
        let game = serde_json::to_value(&record.game).unwrap();
        for metric in GAME_METRICS.iter().filter(|m| m.kind == Kind::Count && m.name != "turns_if_censored") {
            let read = (metric.read)(&record.game).map(|o| o.value);
            assert_eq!(serde_json::to_value(read).unwrap(), game[metric.name], "{}", metric.name);
        }
        let seat = serde_json::to_value(&record.seats[1]).unwrap();
        for metric in SEAT_METRICS.iter().filter(|m| m.kind == Kind::Count) {
            let read = (metric.read)(&record.game, &record.seats[1]).map(|o| o.value);
            assert_eq!(serde_json::to_value(read).unwrap(), seat[metric.name], "{}", metric.name);
        }
    }

    #[test]
    fn a_share_counts_turns_of_turns() {
        let mut record = record(4, 0, 0);
        record.seats[0].share_of_turns = Share::new(3, 8);
        let share = SEAT_METRICS.iter().find(|m| m.kind == Kind::Share).unwrap();
        let observed = (share.read)(&record.game, &record.seats[0]);
        assert_eq!(observed, Some(Observed { value: 3750, part: 3, whole: 8 }));
    }
}
