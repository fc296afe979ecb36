//! Simulated games beside figures from elsewhere: the tables of the page, which is written as Markdown and drawn as HTML.
//!
//! A table is made once, as cells; both forms of the page show the same ones.

mod figures;
mod markdown;
mod players;

use crate::batch::interval::Interval;
use crate::batch::puzzles::Score;
use crate::batch::validation::{DeckRow, Length, Ours, Published, Rung, Sample};
use crate::report::format::{fixed, percent};

/// Tables that are held against figures from elsewhere, as one part of the page.
#[derive(Debug, Clone, Copy)]
pub struct Held {
    /// What the page calls them.
    pub title: &'static str,
    /// The tables.
    pub tables: &'static [Played],
}

/// A table that is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    /// What its figures call it.
    pub name: &'static str,
    /// Its scenario, as one types it.
    pub scenario: &'static str,
}

/// The tables that are held against published figures.
pub const HELD: [Held; 2] = [
    Held { title: "Recorded real tables", tables: &[Played { name: "real", scenario: "fair-pod" }] },
    Held {
        title: "Another engine",
        tables: &[
            Played { name: "forge-alone", scenario: "builtin:/validation/forge-alone.toml" },
            Played { name: "forge-mirror", scenario: "builtin:/validation/forge-mirror.toml" },
            Played { name: "forge-four", scenario: "builtin:/validation/forge-four.toml" },
        ],
    },
];

/// The table whose truth is known.
pub const GOLDFISH: Played = Played { name: "goldfish", scenario: "builtin:/validation/goldfish.toml" };

/// Everything that was played, and what it is held against.
#[derive(Debug, Clone)]
pub struct Validation {
    /// Games of each table.
    pub games: u64,
    /// The master seed.
    pub seed: u64,
    /// The upper end of the ladder, where it is not the last player.
    pub up_to: Option<&'static str>,
    /// The figures of others.
    pub published: Published,
    /// The games of [`HELD`] and [`GOLDFISH`].
    pub samples: Vec<(Played, Sample)>,
    /// The endgame puzzles that each player solved.
    pub puzzles: Vec<(&'static str, Score)>,
    /// Each player against the one below.
    pub rungs: Vec<Rung>,
    /// One player with each deck, by whom it plays against.
    pub decks: Vec<Vec<DeckRow>>,
}

/// A part of the page: a table, with what is drawn of it.
#[derive(Debug, Clone)]
pub(super) struct Section {
    pub(super) title: String,
    /// What it is, without markup.
    pub(super) about: String,
    /// One of what is counted in it, and many.
    pub(super) counted: [&'static str; 2],
    /// What ours are held against.
    pub(super) beside: &'static str,
    pub(super) columns: &'static [(&'static str, Align)],
    pub(super) rows: Vec<Row>,
    pub(super) curves: Vec<Curve>,
    /// Where the figures of others come from: what they are called, and what they are.
    pub(super) sources: Vec<(String, String)>,
    /// Why ours differ, without markup.
    pub(super) remarks: Vec<String>,
    /// What plays the same games.
    pub(super) commands: Vec<String>,
}

/// How a column stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Right,
}

/// A row of a table, with its place in a picture.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) cells: Vec<Cell>,
    /// What is on the axis of its picture: rows with the same are drawn together.
    pub(super) picture: String,
    pub(super) label: String,
    /// Values are shares.
    pub(super) percent: bool,
    pub(super) ours: Option<Ours>,
    pub(super) theirs: Option<Theirs>,
    /// What nobody would differ from if all players were equal.
    pub(super) even: Option<f64>,
}

/// A figure of others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Theirs {
    pub(super) value: f64,
    pub(super) interval: Option<Interval>,
}

/// What share of games is over by when, or goes on after it.
#[derive(Debug, Clone)]
pub(super) struct Curve {
    pub(super) title: String,
    /// The table, by the name that its figures give it.
    pub(super) table: &'static str,
    pub(super) length: Length,
    /// The share that is over; otherwise the share that goes on.
    pub(super) rising: bool,
    /// All games of ours.
    pub(super) games: u64,
    pub(super) points: Vec<Point>,
}

/// A point of a curve.
#[derive(Debug, Clone)]
pub(super) struct Point {
    pub(super) at: f64,
    pub(super) ours: Ours,
    pub(super) theirs: Option<Theirs>,
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Cell {
    /// Nothing is known.
    None,
    Text(String),
    Number(Number),
    /// From one to another.
    Range(Number, Number),
}

/// A number with what it is, as `table/measure/column`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Number {
    pub(super) of: String,
    pub(super) value: f64,
    pub(super) shown: String,
}

impl Validation {
    /// The parts of the page.
    pub(super) fn sections(&self) -> Vec<Section> {
        let held = HELD.iter().map(|held| self.held(held));
        let players = [self.truth(), self.solved(), self.ladder()];
        held.chain(players).chain(self.decks.iter().map(|rows| self.with_decks(rows))).collect()
    }

    /// What wrote it, less where to.
    pub(super) fn command(&self) -> String {
        let up_to = self.up_to.map(|top| format!(" --up-to {top}")).unwrap_or_default();
        format!("turnlab validate --games {} --seed {}{up_to}", self.games, self.seed)
    }

    /// What plays the games of a table.
    fn command_of(&self, played: Played) -> String {
        format!("turnlab run {} --games {} --seed {}", played.scenario, self.games, self.seed)
    }

    fn sample(&self, name: &str) -> Option<&Sample> {
        self.samples.iter().find(|(played, _)| played.name == name).map(|(_, sample)| sample)
    }

    /// How many of the figures of others ours agree with.
    pub(super) fn verdict(sections: &[Section]) -> String {
        let compared = sections.iter().flat_map(|section| &section.rows).filter_map(Row::verdict);
        let (mut agree, mut low, mut high) = (0, 0, 0);
        compared.for_each(|verdict| match verdict {
            Verdict::Agree => agree += 1,
            Verdict::Low => low += 1,
            Verdict::High => high += 1,
        });
        let all = agree + low + high;
        format!("Of {all} figures with an interval of ours, {agree} agree, {low} of ours are low and {high} high.")
    }
}

/// How the intervals of a figure lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// They meet.
    Agree,
    /// Ours is below theirs.
    Low,
    /// Ours is above theirs.
    High,
}

impl Verdict {
    const fn name(self) -> &'static str {
        match self {
            Verdict::Agree => "agree",
            Verdict::Low => "low",
            Verdict::High => "high",
        }
    }
}

impl Row {
    /// How our interval lies to theirs, or to their figure where that has none.
    pub(super) fn verdict(&self) -> Option<Verdict> {
        let (ours, theirs) = (self.ours?.interval?, self.theirs?);
        let theirs = theirs.interval.unwrap_or(Interval { low: theirs.value, high: theirs.value });
        Some(match () {
            () if ours.high < theirs.low => Verdict::Low,
            () if theirs.high < ours.low => Verdict::High,
            () => Verdict::Agree,
        })
    }
}

impl Cell {
    fn text(text: impl Into<String>) -> Cell {
        Cell::Text(text.into())
    }

    fn number(of: String, value: f64, shown: String) -> Cell {
        Cell::Number(Number { of, value, shown })
    }

    fn count(of: String, value: u64) -> Cell {
        Cell::number(of, value as f64, value.to_string())
    }

    /// An interval's ends.
    fn range(of: &str, interval: Option<Interval>, shown: impl Fn(f64) -> String) -> Cell {
        let end = |column: &str, value: f64| Number { of: format!("{of}/{column}"), value, shown: shown(value) };
        interval.map_or(Cell::None, |i| Cell::Range(end("ci_low", i.low), end("ci_high", i.high)))
    }

    fn optional(of: String, value: Option<f64>, shown: impl Fn(f64) -> String) -> Cell {
        value.map_or(Cell::None, |value| Cell::number(of, value, shown(value)))
    }

    /// What is seen of it.
    pub(super) fn shown(&self) -> String {
        match self {
            Cell::None => "-".to_owned(),
            Cell::Text(text) => text.clone(),
            Cell::Number(number) => number.shown.clone(),
            Cell::Range(low, high) => format!("{} to {}", low.shown, high.shown),
        }
    }
}

/// A share in percent, or a number with two decimals.
pub(super) fn shown(value: f64, share: bool) -> String {
    if share { percent(value) } else { fixed(value, 2) }
}
