//! What is counted of games beside their metrics: of each card that changed turns, of each card, of each step by round.
//!
//! Counts are exact integers that merge in any order. The rows are in the order of what they count, and stay so.

use std::cmp::Ordering;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::columns::{Column, row};
use crate::cards::effect::CardId;
use crate::turn::Step;

/// Counts of one thing in some games.
pub trait Counted: Clone {
    /// How two things stand to each other; the same thing is equal.
    fn order(&self, other: &Self) -> Ordering;

    /// Adds counts of the same thing.
    fn add(&mut self, other: &Self);

    /// Whether every count is one that so many games can reach.
    fn is_sound(&self, games: u64) -> bool;
}

/// Adds rows to some in their order, which stay so: equal ones become one. It is fast where the added rows are in order too.
pub fn merge<R: Counted>(all: &mut Vec<R>, rows: &[R]) {
    let mut next = 0;
    for row in rows {
        let at = match all.get(next).map(|other| other.order(row)) {
            Some(Ordering::Equal) => Ok(next),
            _ => all.binary_search_by(|other| other.order(row)),
        };
        match at {
            Ok(at) => all[at].add(row),
            Err(at) => all.insert(at, row.clone()),
        }
        next = at.unwrap_or_else(|at| at) + 1;
    }
}

/// Whether these are rows in their order, with counts that so many games can reach.
pub fn are_sound<R: Counted>(rows: &[R], games: u64) -> bool {
    rows.is_sorted_by(|a, b| a.order(b).is_lt()) && rows.iter().all(|row| row.is_sound(games))
}

/// Counts: the fields are columns, their documentation is what they hold. The first is a number of games.
macro_rules! counts {
    ($(#[doc = $about:literal])+ pub struct $counts:ident in $file:literal {
        $($(#[doc = $line:literal])+ pub $field:ident,)+
    }) => {
        row! {
            $(#[doc = $about])+
            #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
            pub struct $counts in $file { $($(#[doc = $line])+ pub $field: u64,)+ }
        }

        impl $counts {
            /// Adds what another has counted.
            pub fn merge(&mut self, other: &$counts) {
                $(self.$field = self.$field.saturating_add(other.$field);)+
            }

            /// Whether every count is one that so many games can reach.
            #[must_use]
            pub fn is_sound(&self, games: u64) -> bool {
                let most = u128::from(games) * u128::from(u32::MAX);
                self.games <= games && [$(self.$field),+].into_iter().all(|count| u128::from(count) <= most)
            }
        }
    };
}

counts! {
    /// What a card did to the turns of a seat, in a game or in all games of a run.
    ///
    /// The seat is who was granted the extra turns, in whose turn phases and steps were added or which was ended, whose turns,
    /// phases and steps were skipped, and who controlled.
    pub struct SourceCounts in "sources.csv" {
        /// Games in which it did any of this.
        pub games,
        /// Extra turns granted: taken + skipped + lost.
        pub extra_turns_granted,
        /// Those that began.
        pub extra_turns_taken,
        /// Those that were skipped.
        pub extra_turns_skipped,
        /// Those that never came.
        pub extra_turns_lost,
        /// Those taken in which nothing was cast, played or activated (but for mana) and nothing attacked.
        pub extra_turns_dead,
        /// Cards drawn by the seat in those taken.
        pub extra_turns_cards,
        /// Damage dealt to players by the seat in those taken.
        pub extra_turns_damage,
        /// Those taken in which the seat, or its team, won.
        pub extra_turns_won,
        /// Phases added, whether they came or not.
        pub phases_added,
        /// Steps added, whether they came or not.
        pub steps_added,
        /// Skips made: of turns, phases or steps to come.
        pub skips_created,
        /// Turns, phases and steps skipped by it.
        pub skips_used,
        /// Turns ended.
        pub turns_ended,
        /// Turns of others that it gave the seat control of.
        pub turns_controlled,
    }
}

counts! {
    /// What became of a card in the hands of a seat, in a game or in all games of a run.
    ///
    /// Wins beside a card are an association, not what the card is worth: a card is seen and cast more often in long games, and by
    /// who is well off.
    pub struct CardCounts in "cards.csv" {
        /// Games in which the seat began with it in hand, drew it, cast it, played it, discarded it, or put it out of its library.
        pub games,
        /// Those that the seat, or its team, won.
        pub wins,
        /// Times it was played as a land.
        pub played,
        /// Times it was cast.
        pub cast,
        /// Times it resolved.
        pub resolved,
        /// Times it was countered.
        pub countered,
        /// Times it did not resolve because no target was legal any more (CR 608.2b).
        pub fizzled,
        /// Games in which it was cast.
        pub games_cast,
        /// Those that the seat, or its team, won.
        pub wins_cast,
        /// Games in which it was cast in the first five rounds.
        pub games_cast_by_round_5,
        /// Those that the seat, or its team, won.
        pub wins_cast_by_round_5,
        /// Games in which it was cast in the first ten rounds.
        pub games_cast_by_round_10,
        /// Those that the seat, or its team, won.
        pub wins_cast_by_round_10,
    }
}

counts! {
    /// How often a step was visited in a round, in a game or in all games of a run.
    pub struct StepCounts in "steps.csv" {
        /// Games that reached the round.
        pub games,
        /// Times the step began.
        pub begun,
        /// Those that effects added, by itself or with its phase.
        pub added,
        /// Times an effect skipped it; a phase that is skipped counts as its first step.
        pub skipped,
    }
}

/// The counts of one source and seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceRow {
    /// The card's name; `script` for effects of a scenario's script.
    pub source: Arc<str>,
    /// The entrant's name.
    pub seat: Arc<str>,
    /// What is counted.
    pub counts: SourceCounts,
}

/// The counts of one card and seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardRow {
    /// Which entrant, from 0.
    pub entrant: u8,
    /// The card, in the catalog of the run.
    pub card: CardId,
    /// What is counted.
    pub counts: CardCounts,
}

/// The counts of one step in one round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepRow {
    /// The round, from 1 to [`LAST_ROUND`].
    pub round: u32,
    /// The step; each main phase counts as one.
    pub step: Step,
    /// What is counted.
    pub counts: StepCounts,
}

/// This round and all later ones are counted as one.
pub const LAST_ROUND: u32 = 30;

impl SourceRow {
    /// The columns before the counts.
    pub const LABELS: &[Column] = &[
        Column::new("sources.csv", "source", &["The card; script for effects of a scenario's script"]),
        Column::new(
            "sources.csv",
            "seat",
            &[
                "Who was granted the extra turns, in whose turn phases and steps were added or which was ended, whose turns, phases",
                "and steps were skipped, who controlled",
            ],
        ),
    ];
}

impl CardRow {
    /// The columns before the counts.
    pub const LABELS: &[Column] = &[
        Column::new("cards.csv", "seat", &["Who had the card"]),
        Column::new(
            "cards.csv",
            "card",
            &[
                "The card. Wins beside it are an association, not what it is worth: a card is seen and cast more often in long games,",
                "and by who is well off; turnlab compare --without-card tells what it is worth",
            ],
        ),
    ];
}

impl StepRow {
    /// The columns before the counts.
    pub const LABELS: &[Column] = &[
        Column::new(
            "steps.csv",
            "round",
            &[
                "The round, from 1: it ends when every seat still in the game has had or skipped its normal turn, and extra turns belong to",
                "that of the normal turn before them; 30 and later as 30",
            ],
        )
        .of::<u32>(),
        Column::new("steps.csv", "step", &["The step; each main phase counts as one"]),
    ];
}

impl Counted for SourceRow {
    fn order(&self, other: &SourceRow) -> Ordering {
        (&self.source, &self.seat).cmp(&(&other.source, &other.seat))
    }

    fn add(&mut self, other: &SourceRow) {
        self.counts.merge(&other.counts);
    }

    fn is_sound(&self, games: u64) -> bool {
        self.counts.is_sound(games)
    }
}

impl Counted for CardRow {
    fn order(&self, other: &CardRow) -> Ordering {
        (self.entrant, self.card).cmp(&(other.entrant, other.card))
    }

    fn add(&mut self, other: &CardRow) {
        self.counts.merge(&other.counts);
    }

    fn is_sound(&self, games: u64) -> bool {
        self.counts.is_sound(games)
    }
}

impl Counted for StepRow {
    fn order(&self, other: &StepRow) -> Ordering {
        (self.round, self.step).cmp(&(other.round, other.step))
    }

    fn add(&mut self, other: &StepRow) {
        self.counts.merge(&other.counts);
    }

    fn is_sound(&self, games: u64) -> bool {
        (1..=LAST_ROUND).contains(&self.round) && self.counts.is_sound(games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn row((round, begun): (u32, u64)) -> StepRow {
        StepRow { round, step: Step::Upkeep, counts: StepCounts { games: 1, begun, ..StepCounts::default() } }
    }

    proptest! {
        #[test]
        fn rows_merge_in_any_order(rows in prop::collection::vec((1..9u32, 0..5u64), 0..30), cut in 0..30usize) {
            let rows: Vec<StepRow> = rows.into_iter().map(row).collect();
            let (first, second) = rows.split_at(cut.min(rows.len()));
            let merged = |parts: [&[StepRow]; 2]| {
                let mut all = Vec::new();
                parts.into_iter().for_each(|part| merge(&mut all, part));
                all
            };
            let all = merged([first, second]);
            prop_assert_eq!(&all, &merged([second, first]));
            prop_assert!(are_sound(&all, rows.len() as u64));
            for round in 1..9 {
                let sum = |rows: &[StepRow]| -> u64 { rows.iter().filter(|r| r.round == round).map(|r| r.counts.begun).sum() };
                prop_assert_eq!(sum(&all), sum(&rows));
                prop_assert!(all.iter().filter(|r| r.round == round).count() <= 1);
            }
        }
    }

    #[test]
    fn counts_that_no_games_reach_are_seen() {
        let sound = [row((1, 3)), row((2, 3))];
        assert!(are_sound(&sound, 1));
        assert!(!are_sound(&sound, 0), "more games than there are");
        assert!(!are_sound(&[sound[1], sound[0]], 1), "out of order");
        assert!(!are_sound(&[sound[0], sound[0]], 1), "the same twice");
        assert!(!are_sound(&[row((LAST_ROUND + 1, 3))], 1));
        assert!(!are_sound(&[row((1, 1 << 33))], 1));
    }
}
