//! `turnlab trace`: one game of a scenario, told on standard output.

use std::io::{self, BufWriter};

use itertools::Itertools;

use super::args::{DetailArg, ShowArgs, TraceArgs, TraceFormat};
use super::failure::Failure;
use super::load;
use super::permit;
use super::puzzles;
use super::shelf::Own;
use super::term::{self, Paint};
use crate::scenario::Scenario;
use crate::table::Matchup;
use crate::table::record::{GameRecord, GameRow};
use crate::table::trace::{Detail, Look, Scope, Style, Telling, Tint, trace};

/// Tells the game on standard output, and how it ended on standard error.
pub(super) fn game(args: &TraceArgs, paint: Paint) -> Result<(), Failure> {
    let style = style(&args.show)?;
    let scenario = load::load_with(&args.scenario, &Own::new(&args.shelf)?)?;
    let scenario = match &args.agent {
        Some(name) => solved_by(&scenario, name)?,
        None => scenario,
    };
    let first_seed = || scenario.puzzle().and_then(|puzzle| puzzle.seeds.first().copied());
    let seed = args.seed.or_else(first_seed).unwrap_or(scenario.batch().seed);
    let matchup = permit::matchup(scenario, args.allow_agents)?.with_seed(seed);
    let record = tell(&matchup, args.game, style, &args.show, paint)?;
    term::say(&ending(&record.game));
    Ok(())
}

/// The puzzle with that agent in its seat.
fn solved_by(scenario: &Scenario, name: &str) -> Result<Scenario, Failure> {
    let no_puzzle = || Failure::Input(format!("--agent: `{}` is no puzzle, its seats say who plays", scenario.name()));
    scenario.puzzle_for(puzzles::agent(name)?).ok_or_else(no_puzzle)
}

/// Plays a game and tells it on standard output.
pub(super) fn tell(
    matchup: &Matchup,
    game: u64,
    style: Style,
    show: &ShowArgs,
    paint: Paint,
) -> Result<GameRecord, Failure> {
    let address = matchup.address(game);
    let seat_of = |name: &String| match matchup.scenario().seat_named(name) {
        Some(entrant) => Ok(matchup.cast(address).seat_of(entrant.0)),
        None => Err(Failure::Input(format!("--seat: {}", matchup.scenario().no_seat_named(name)))),
    };
    let scope = Scope { turns: show.turns.unwrap_or_default(), seat: show.seat.as_ref().map(seat_of).transpose()? };
    let telling = Telling { style, scope, look: look(paint) };
    let record = trace(matchup, address, telling, BufWriter::new(io::stdout().lock()));
    matchup.programs().into_iter().for_each(|programs| programs.end());
    let record = record?;
    let last = record.game.turns;
    if scope.turns.first > last {
        let turns = if last == 1 { "only turn 1".to_owned() } else { format!("turns 1 to {last}") };
        return Err(Failure::Input(format!("--turns: no turn {}: game {game} has {turns}", scope.turns.first)));
    }
    Ok(record)
}

/// In which form a game is to be told.
pub(super) fn style(show: &ShowArgs) -> Result<Style, Failure> {
    let (detail, hands) = (detail(show), show.hands);
    match show.format {
        TraceFormat::Text if show.why => Ok(Style::Why),
        TraceFormat::Text => Ok(Style::Text { detail, hands }),
        TraceFormat::Jsonl if !show.why && !hands && detail == Detail::default() => Ok(Style::Json),
        TraceFormat::Jsonl => Err(Failure::Input(
            "--detail, --hands, --why and --verbose are about text; with --format jsonl every event is told".to_owned(),
        )),
    }
}

/// How much is told.
pub(super) fn detail(show: &ShowArgs) -> Detail {
    match show.detail {
        _ if show.verbose => Detail::All,
        DetailArg::Turns => Detail::Turns,
        DetailArg::Play => Detail::Play,
        DetailArg::All => Detail::All,
    }
}

/// How lines look: in the width and the colours of the terminal, if standard output is one.
pub(super) fn look(paint: Paint) -> Look {
    let plain = Look::default();
    let painted = |tint: Tint, text: &str| match tint {
        Tint::Turn => Paint::ON.bold(text),
        Tint::Aside => Paint::ON.dim(text),
        Tint::Loss => Paint::ON.red(text),
        Tint::End => Paint::ON.green(text),
        Tint::Plain => text.to_owned(),
    };
    Look { width: term::columns(), paint: if paint == Paint::ON { painted } else { plain.paint } }
}

/// The columns in which two rows of a game differ, as a list.
pub(super) fn other_columns(one: &GameRow, other: &GameRow) -> String {
    let (one, other) = (serde_json::to_value(one).unwrap_or_default(), serde_json::to_value(other).unwrap_or_default());
    let names = GameRow::COLUMNS.iter().map(|column| column.name);
    names.filter(|name| one.get(name) != other.get(name)).join(", ")
}

/// A game's end in a line.
pub(super) fn ending(game: &GameRow) -> String {
    let winner = game.winner.as_deref().map_or_else(String::new, |name| format!(" {name}"));
    let GameRow { game, seed, end, turns, digest, .. } = game;
    format!("game {game}, seed {seed}: {}{winner} after {turns} turns, digest {digest}", end.name())
}
