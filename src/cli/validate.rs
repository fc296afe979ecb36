//! `turnlab validate`: simulated games held against what is known from elsewhere, as a page of tables and pictures.

use std::path::Path;
use std::sync::Arc;

use super::args::ValidateArgs;
use super::failure::Failure;
use super::{load, puzzles, term};
use crate::batch::puzzles::Score;
use crate::batch::validation::{PLAYERS, Published, Sample, by_deck, climb, players_up_to};
use crate::report::html::validation_page;
use crate::report::validation::{GOLDFISH, HELD, Played, Validation};
use crate::scenario::AgentSpec;
use crate::study::part_file::write_file;
use crate::table::Matchup;

/// Games of a rung for each game of a table.
const LADDER_SHARE: u64 = 2;

/// Who is measured with each deck by itself.
const DECK_PLAYER: &str = "heuristic";

/// Against whom.
const LOWER: [&str; 2] = ["random", "pass"];

/// Plays everything and writes the page, in each form that is asked for.
pub(super) fn validate(args: &ValidateArgs) -> Result<(), Failure> {
    args.out.iter().try_for_each(|path| term::is_writable(Some(path)))?;
    let played = play_all(args)?;
    if args.out.is_empty() {
        return term::print(&played.markdown());
    }
    args.out.iter().map(Path::new).try_for_each(|path| {
        let drawn = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("html"));
        let page = if drawn { validation_page(&played) } else { played.markdown() };
        write_file(path, page.as_bytes(), None).map(drop).map_err(|e| Failure::broken(&e))
    })
}

fn play_all(args: &ValidateArgs) -> Result<Validation, Failure> {
    let tables = HELD.iter().flat_map(|held| held.tables).copied().chain([GOLDFISH]);
    let decks = LOWER.iter().map(|lower| by_deck(DECK_PLAYER, lower, args.games, args.seed));
    let players = players_up_to(&args.up_to);
    Ok(Validation {
        games: args.games,
        seed: args.seed,
        up_to: players.last().copied().filter(|top| PLAYERS.last() != Some(top)),
        published: Published::embedded().map_err(|e| Failure::broken(&e))?,
        samples: tables.map(|table| Ok((table, play(table, args)?))).collect::<Result<_, Failure>>()?,
        puzzles: solved(players)?,
        rungs: climb(players, args.games.div_ceil(LADDER_SHARE), args.seed)?,
        decks: decks.collect::<Result<_, _>>()?,
    })
}

/// Plays that table.
fn play(table: Played, args: &ValidateArgs) -> Result<Sample, Failure> {
    let scenario = load::load(Some(&load::path(Some(table.scenario))))?;
    Ok(Sample::play(&Matchup::new(Arc::new(scenario)).with_seed(args.seed), args.games))
}

/// The endgame puzzles that each player of the ladder solves.
fn solved(players: &[&'static str]) -> Result<Vec<(&'static str, Score)>, Failure> {
    let score = |player| Ok((player, Score::of(&puzzles::embedded(&AgentSpec::named(player))?)));
    players.iter().copied().map(score).collect()
}
