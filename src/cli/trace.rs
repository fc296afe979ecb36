//! `turnlab trace`: one game of a scenario, told event by event.

use std::io::{self, BufWriter};

use super::args::{ShowArgs, TraceArgs, TraceFormat};
use super::failure::Failure;
use super::shelf::Own;
use super::{load, permit, term};
use crate::table::Matchup;
use crate::table::record::{GameRecord, GameRow};
use crate::table::trace::{Style, trace};

/// Tells the game on standard output, and how it ended on standard error.
pub(super) fn game(args: &TraceArgs) -> Result<(), Failure> {
    let style = style(args.show)?;
    let scenario = load::load_with(&args.scenario, &Own::new(&args.shelf)?)?;
    let seed = args.seed.unwrap_or(scenario.batch().seed);
    let record = tell(&permit::matchup(scenario, args.allow_agents)?.with_seed(seed), args.game, style)?;
    term::say(&ending(&record.game));
    Ok(())
}

/// Plays a game and tells it on standard output.
pub(super) fn tell(matchup: &Matchup, game: u64, style: Style) -> Result<GameRecord, Failure> {
    let out = BufWriter::new(io::stdout().lock());
    Ok(trace(matchup, matchup.address(game), style, out)?)
}

/// How a game is to be told.
pub(super) fn style(show: ShowArgs) -> Result<Style, Failure> {
    match (show.format, show.why, show.verbose) {
        (TraceFormat::Text, true, _) => Ok(Style::Why),
        (TraceFormat::Text, false, verbose) => Ok(Style::Text { verbose }),
        (TraceFormat::Jsonl, false, false) => Ok(Style::Json),
        (TraceFormat::Jsonl, ..) => Err(Failure::Input(
            "--why and --verbose are about text; with --format jsonl every event is told".to_owned(),
        )),
    }
}

/// A game's end in a line.
pub(super) fn ending(game: &GameRow) -> String {
    let winner = game.winner.as_deref().map_or_else(String::new, |name| format!(" {name}"));
    let GameRow { game, seed, end, turns, digest, .. } = game;
    format!("game {game}, seed {seed}: {}{winner} after {turns} turns, digest {digest}", end.name())
}
