//! `turnlab replay`: a game of an earlier run, from what the run kept, held against its row.

use std::path::Path;

use super::args::ReplayArgs;
use super::failure::Failure;
use super::term::{self, Paint};
use super::{kept, permit, step, trace};
use crate::report::manifest::Manifest;
use crate::scenario::Scenario;
use crate::table::record::GameRow;

/// Tells the game, and says whether it came out as it did in the run; or leads through it step by step.
pub(super) fn game(args: &ReplayArgs, paint: Paint) -> Result<(), Failure> {
    let style = trace::style(&args.show)?;
    let manifest = Manifest::read(&args.folder).map_err(|e| Failure::input(&e))?;
    if args.game >= manifest.games_done {
        return Err(Failure::Input(no_such_game(args, manifest.games_done)));
    }
    let scenario = kept::read_back(&args.folder, &manifest.scenario.name)?;
    let row = row(&args.folder.join("games.csv"), args.game)?;
    warn(&manifest, &scenario);
    let matchup = permit::matchup(scenario, args.allow_agents)?.with_seed(manifest.seed);
    if args.step {
        return step::walk(matchup, args.game, &args.show, paint);
    }
    let record = trace::tell(&matchup, args.game, style, &args.show, paint)?;
    term::say(&trace::ending(&record.game));
    match row {
        None => term::say("games.csv has no row of it, so nothing could be compared"),
        Some(row) if row == record.game => term::say("the same as in games.csv"),
        Some(row) => return Err(Failure::Broken(format!("games.csv has another: {}", trace::ending(&row)))),
    }
    Ok(())
}

fn no_such_game(args: &ReplayArgs, games: u64) -> String {
    let folder = args.folder.display();
    match games.checked_sub(1) {
        None => format!("no game {}: the run in `{folder}` has none", args.game),
        Some(last) => format!("no game {}: the run in `{folder}` has games 0 to {last}", args.game),
    }
}

/// A run is only promised to come out the same by the version and with the cards that it was played with.
fn warn(manifest: &Manifest, scenario: &Scenario) {
    let origin = kept::origin(scenario);
    if manifest.turnlab != env!("CARGO_PKG_VERSION") {
        term::say(&format!("note: the run was played by turnlab {}", manifest.turnlab));
    }
    if origin.catalog != manifest.catalog {
        term::say("note: cards have changed since the run was played");
    }
    if origin.scenario.blake3 != manifest.scenario.blake3 || origin.decks != manifest.decks {
        term::say("note: the run's inputs have been changed since");
    }
}

/// The row of that game, if the file is there and has it.
fn row(path: &Path, game: u64) -> Result<Option<GameRow>, Failure> {
    if !path.exists() {
        return Ok(None);
    }
    let unreadable = |error: csv::Error| Failure::Input(format!("cannot read `{}`: {error}", path.display()));
    let mut reader = csv::Reader::from_path(path).map_err(unreadable)?;
    let headers = reader.byte_headers().map_err(unreadable)?.clone();
    let mut record = csv::ByteRecord::new();
    let number = game.to_string();
    while reader.read_byte_record(&mut record).map_err(unreadable)? {
        if record.get(0) == Some(number.as_bytes()) {
            return Ok(Some(record.deserialize(Some(&headers)).map_err(unreadable)?));
        }
    }
    Ok(None)
}
