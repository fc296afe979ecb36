//! `turnlab validate`: simulated games held against what is known from elsewhere, as a page of tables.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;

use super::args::ValidateArgs;
use super::failure::Failure;
use super::{load, puzzles, term};
use crate::batch::interval::Interval;
use crate::batch::puzzles::{Score, attempt};
use crate::batch::validation::{
    Against, DAMAGE, DeckRow, Ours, Published, PublishedFigure, Rung, Sample, by_deck, climb, exact_turns, rungs,
};
use crate::report::format::percent;
use crate::scenario::AgentSpec;
use crate::study::part_file::write_file;
use crate::table::Matchup;

/// The tables that are held against published figures: what the page calls each, its figures' name, and its scenario.
const TABLES: [(&str, &[&str]); 2] =
    [("Recorded real tables", &["real"]), ("Another engine", &["forge-alone", "forge-mirror", "forge-four"])];

/// Mountains and Goblins of `goldfish.txt`.
const GOLDFISH: (u32, u32) = (30, 30);

/// Games of a rung for each game of a table.
const LADDER_SHARE: u64 = 2;

/// Who is measured with each deck by itself.
const DECK_PLAYER: &str = "heuristic";

/// Against whom.
const LOWER: [&str; 2] = ["random", "pass"];

/// Plays everything and writes the page.
pub(super) fn validate(args: &ValidateArgs) -> Result<(), Failure> {
    term::is_writable(args.out.as_deref())?;
    let page = page(args)?;
    match &args.out {
        None => term::print(&page),
        Some(path) => write_file(Path::new(path), page.as_bytes(), None).map(drop).map_err(|e| Failure::broken(&e)),
    }
}

fn page(args: &ValidateArgs) -> Result<String, Failure> {
    let published = Published::embedded().map_err(|e| Failure::broken(&e))?;
    let mut page = opening(args);
    for (title, tables) in TABLES {
        let _ = write!(page, "\n## {title}\n\n{HEAD}");
        for table in tables {
            let sample = play(table, args)?;
            published.of(table).for_each(|figure| page.push_str(&row(figure, sample.measure(&figure.measure))));
        }
        sources(&mut page, &published, tables);
    }
    goldfish(&mut page, &play("goldfish", args)?);
    solved(&mut page)?;
    ladder(&mut page, &climb(args.games.div_ceil(LADDER_SHARE), args.seed)?);
    for lower in LOWER {
        decks(&mut page, lower, &by_deck(DECK_PLAYER, lower, args.games, args.seed)?);
    }
    Ok(page)
}

/// The head of a table of figures.
const HEAD: &str = "| figure | ours | 95% | theirs | 95% | |\n|---|---:|---|---:|---|---|\n";

fn opening(args: &ValidateArgs) -> String {
    format!(
        "# Held against the world\n\n\
         What `turnlab validate --games {} --seed {}` measures: simulated games beside figures from elsewhere, which stand with\n\
         their sources in `scenarios/validation/published.toml`. Every estimate has its 95% interval: Wilson's or a t interval on\n\
         deals for shares, t on deals for means, from ranks for quantiles, the bootstrap for standard deviations; a maximum has\n\
         none. The last column says how the intervals lie: *agree* where they meet, and otherwise whether ours is low or high;\n\
         without an interval of theirs, their figure is held against ours.\n",
        args.games, args.seed
    )
}

/// Plays that table.
fn play(table: &str, args: &ValidateArgs) -> Result<Sample, Failure> {
    let path = match table {
        "real" => load::study("fair-pod"),
        _ => format!("builtin:/validation/{table}.toml"),
    };
    let matchup = Matchup::new(Arc::new(load::load(Some(&path))?)).with_seed(args.seed);
    Ok(Sample::play(&matchup, args.games))
}

fn row(figure: &PublishedFigure, ours: Option<Ours>) -> String {
    let number = |value: f64| if figure.share { percent(value) } else { format!("{value:.2}") };
    let range = |interval: Option<Interval>| {
        interval.map_or_else(String::new, |i| format!("{} to {}", number(i.low), number(i.high)))
    };
    let theirs = figure.interval();
    let (value, interval) = ours.map_or((None, None), |ours| (Some(ours.value), ours.interval));
    format!(
        "| {} | {} | {} | {} | {} | {} |\n",
        figure.what,
        value.map_or_else(|| "-".to_owned(), number),
        range(interval),
        number(figure.value),
        range(theirs),
        interval.map_or("", |ours| verdict(ours, theirs.unwrap_or(Interval { low: figure.value, high: figure.value })))
    )
}

fn verdict(ours: Interval, theirs: Interval) -> &'static str {
    match () {
        () if ours.high < theirs.low => "low",
        () if theirs.high < ours.low => "high",
        () => "agree",
    }
}

fn sources(page: &mut String, published: &Published, tables: &[&str]) {
    page.push('\n');
    let used = |id: &str| tables.iter().any(|table| published.of(table).any(|figure| figure.source == id));
    for source in published.sources.iter().filter(|source| used(&source.id)) {
        let _ = writeln!(page, "- *{}*: {}.", source.id, source.text);
    }
    for remark in published.remarks.iter().filter(|remark| tables.contains(&remark.table.as_str())) {
        let _ = write!(page, "\n{}\n", remark.text.trim());
    }
}

fn goldfish(page: &mut String, sample: &Sample) {
    let (mountains, goblins) = GOLDFISH;
    let _ = write!(
        page,
        "\n## Known truth\n\nA deck of {mountains} Mountains and {goblins} Raging Goblins, from an empty hand, deals {DAMAGE} damage alone: the number of\n\
         its turns depends on the order of the library only, and is worked out over every order there is.\n\n\
         | figure | ours | 95% | exact | |\n|---|---:|---|---:|---|\n"
    );
    let (ours, exact) = (sample.measure("turns-to-win"), exact_turns(mountains, goblins));
    if let (Some(Ours { value, interval: Some(interval) }), Some(exact)) = (ours, exact) {
        let verdict = verdict(interval, Interval { low: exact, high: exact });
        let (low, high) = (interval.low, interval.high);
        let _ = writeln!(page, "| own turns, mean | {value:.3} | {low:.3} to {high:.3} | {exact:.3} | {verdict} |");
    }
}

/// The share of the endgame puzzles that each player solves.
fn solved(page: &mut String) -> Result<(), Failure> {
    let puzzles = puzzles::embedded()?;
    let _ = write!(
        page,
        "\n## Endgame puzzles\n\nBoards with one right answer: `docs/puzzles.md`.\n\n| player | solved | of | share | 95% |\n|---|---:|---:|---:|---|\n"
    );
    for player in rungs() {
        let agent = AgentSpec::named(player);
        let attempts: Vec<_> = puzzles.par_iter().filter_map(|puzzle| attempt(puzzle, &agent)).collect();
        let score = Score::of(&attempts);
        let share = score.share().map(percent).unwrap_or_default();
        let _ = writeln!(
            page,
            "| {player} | {} | {} | {share} | {} |",
            score.solved,
            score.puzzles,
            shares(score.interval())
        );
    }
    Ok(())
}

fn shares(interval: Option<Interval>) -> String {
    interval.map_or_else(String::new, |i| format!("{} to {}", percent(i.low), percent(i.high)))
}

fn ladder(page: &mut String, rungs: &[Rung]) {
    let _ = write!(
        page,
        "\n## The ladder\n\nEach player against the one below: one seat against all others, the four starter decks in turn on both sides, every deal from\n\
         every position. Of equals a player would win one game in so many as there are seats. Intervals are Wilson's.\n\n\
         | player | against | seats | games | won | 95% |\n|---|---|---:|---:|---:|---|\n"
    );
    for rung in rungs {
        let Rung { upper, lower, seats, games, .. } = rung;
        let share = rung.share().map(percent).unwrap_or_default();
        let _ = writeln!(page, "| {upper} | {lower} | {seats} | {games} | {share} | {} |", shares(rung.interval()));
    }
}

/// One player with each deck, against others with the same and with other decks.
fn decks(page: &mut String, lower: &str, rows: &[DeckRow]) {
    let _ = write!(
        page,
        "\n## The {DECK_PLAYER} player with each deck, against {lower}\n\nOne seat against all others, every deal from every position. \
         *Same*: all have that deck; *others*: the rest have the\nother starter decks, in duels each of them equally often. *Decked*: games in \
         which the player drew from a library that was empty\nby their own doing.\n\n\
         | deck | against | seats | games | won | 95% | decked |\n|---|---|---:|---:|---:|---|---:|\n"
    );
    for row in rows {
        let against = match row.against {
            Against::Same => "same",
            Against::Others => "others",
        };
        let share = row.rung.share().map(percent).unwrap_or_default();
        let Rung { seats, games, .. } = row.rung;
        let (deck, interval, decked) = (row.deck, shares(row.rung.interval()), row.decked);
        let _ = writeln!(page, "| {deck} | {against} | {seats} | {games} | {share} | {interval} | {decked} |");
    }
}
