//! Players beside each other: puzzles solved, the ladder, one player with each deck.

use super::{Align, Cell, Row, Section, Validation};
use crate::batch::validation::{Against, DeckRow, Ours, Rung};
use crate::report::format::percent;

const PUZZLES: [(&str, Align); 5] = [
    ("player", Align::Left),
    ("solved", Align::Right),
    ("of", Align::Right),
    ("share", Align::Right),
    ("95%", Align::Left),
];

const LADDER: [(&str, Align); 6] = [
    ("player", Align::Left),
    ("against", Align::Left),
    ("seats", Align::Right),
    ("games", Align::Right),
    ("won", Align::Right),
    ("95%", Align::Left),
];

const DECKS: [(&str, Align); 7] = [
    ("deck", Align::Left),
    ("against", Align::Left),
    ("seats", Align::Right),
    ("games", Align::Right),
    ("won", Align::Right),
    ("95%", Align::Left),
    ("decked", Align::Right),
];

impl Validation {
    /// The share of the endgame puzzles that each player solves.
    pub(super) fn solved(&self) -> Section {
        let rows = self.puzzles.iter().map(|(player, score)| {
            let of = format!("puzzles/{player}");
            let cells = vec![
                Cell::text(*player),
                Cell::count(format!("{of}/solved"), score.solved),
                Cell::count(format!("{of}/puzzles"), score.puzzles),
            ];
            let ours = score.share().map(|value| Ours { value, interval: score.interval(), games: score.puzzles });
            row(&of, cells, "share of puzzles".to_owned(), (*player).to_owned(), ours)
        });
        section(
            "Endgame puzzles",
            "Boards with one right answer: docs/puzzles.md.",
            ["puzzle", "puzzles"],
            &PUZZLES,
            rows.collect(),
        )
    }

    pub(super) fn ladder(&self) -> Section {
        let rows = self.rungs.iter().map(|rung| {
            let Rung { upper, lower, seats, .. } = rung;
            let of = format!("ladder/{upper}/{lower}/{seats}");
            let cells = [Cell::text(*upper), Cell::text(*lower)].into_iter().chain(seats_and_games(&of, rung));
            won(&of, cells.collect(), format!("{upper} against {lower}"), rung)
        });
        section(
            "The ladder",
            "Each player against the one below: one seat against all others, the four starter decks in turn on both sides, every deal \
             from every position. Of equals a player would win one game in so many as there are seats. Intervals go by deals.",
            ["game", "games"],
            &LADDER,
            rows.collect(),
        )
    }

    /// One player with each deck, against others with the same and with other decks.
    pub(super) fn with_decks(&self, rows: &[DeckRow]) -> Section {
        let (player, lower) = rows.first().map_or(("", ""), |row| (row.rung.upper, row.rung.lower));
        let rows = rows.iter().map(|row| {
            let against = match row.against {
                Against::Same => "same",
                Against::Others => "others",
            };
            let Rung { lower, seats, .. } = row.rung;
            let of = format!("decks/{lower}/{}/{against}/{seats}", row.deck);
            let cells = [Cell::text(row.deck), Cell::text(against)].into_iter().chain(seats_and_games(&of, &row.rung));
            let mut made = won(&of, cells.collect(), format!("{}, {against}", row.deck), &row.rung);
            made.cells.push(Cell::count(format!("{of}/decked"), row.decked));
            made
        });
        section(
            &format!("The {player} player with each deck, against {lower}"),
            "One seat against all others, every deal from every position. Same: all have that deck; others: the rest have the other \
             starter decks, in duels each of them equally often. Intervals go by deals. Decked: games in which the player drew from a \
             library that was empty by their own doing.",
            ["game", "games"],
            &DECKS,
            rows.collect(),
        )
    }
}

fn section(
    title: &str,
    about: &str,
    counted: [&'static str; 2],
    columns: &'static [(&'static str, Align)],
    rows: Vec<Row>,
) -> Section {
    Section {
        title: title.to_owned(),
        about: about.to_owned(),
        counted,
        beside: "",
        columns,
        rows,
        curves: Vec::new(),
        sources: Vec::new(),
        remarks: Vec::new(),
        commands: Vec::new(),
    }
}

fn seats_and_games(of: &str, rung: &Rung) -> [Cell; 2] {
    let games = rung.won.map_or(0, |won| won.games);
    [Cell::text(rung.seats.to_string()), Cell::count(format!("{of}/games"), games)]
}

/// The share of games that the upper player won.
fn won(of: &str, cells: Vec<Cell>, label: String, rung: &Rung) -> Row {
    let made = row(of, cells, format!("share of games won, {} seats", rung.seats), label, rung.won);
    Row { even: Some(1.0 / rung.seats as f64), ..made }
}

/// A share, behind those cells.
fn row(of: &str, mut cells: Vec<Cell>, picture: String, label: String, ours: Option<Ours>) -> Row {
    cells.push(Cell::optional(format!("{of}/share"), ours.map(|ours| ours.value), percent));
    cells.push(Cell::range(of, ours.and_then(|ours| ours.interval), percent));
    Row { cells, picture, label, percent: true, ours, theirs: None, even: None }
}
