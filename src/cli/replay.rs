//! `turnlab replay`: a game of an earlier run, from what the run kept, held against its row.

use std::path::Path;
use std::sync::Arc;

use super::args::ReplayArgs;
use super::export::unfinished;
use super::failure::Failure;
use super::run::job::look_for;
use super::term::{self, Paint};
use super::{counterfactual, permit, step, trace};
use crate::report::manifest::Manifest;
use crate::scenario::{AgentSpec, Scenario};
use crate::study::choices::{CHOICES, read_choices};
use crate::study::folder::GAMES_CSV;
use crate::study::identity::RunIdentity;
use crate::study::kept;
use crate::table::record::GameRow;
use crate::table::{Matchup, Recording};

/// Tells the game, and says whether it came out as it did in the run; or leads through it step by step.
pub(super) fn game(args: &ReplayArgs, paint: Paint) -> Result<(), Failure> {
    let style = trace::style(&args.show)?;
    look_for(&args.folder)?;
    let manifest = Manifest::read(&args.folder).map_err(|error| unfinished(&args.folder, &error))?;
    let run = &manifest.run.identity;
    if args.game >= manifest.games_done {
        return Err(Failure::Input(no_such_game(args, manifest.games_done)));
    }
    let scenario = kept::read_back(&args.folder, &run.scenario.name)?;
    let row = row(&args.folder.join(GAMES_CSV), args.game)?;
    warn(run, &scenario);
    let recording = if args.allow_agents { None } else { recording(&args.folder, args.game, &scenario)? };
    let matchup = match &recording {
        Some(recording) => Matchup::new(scenario.into()).with_recording(Arc::clone(recording)),
        None => permit::matchup(scenario, args.allow_agents)?,
    };
    let matchup = matchup.with_seed(run.seed);
    let misfit = || misfit(args, recording.as_deref());
    let changes = counterfactual::changes(args);
    if !changes.is_empty() {
        let denied = counterfactual::without(matchup.scenario(), &changes)?;
        let denied = match &recording {
            Some(_) => return Err(Failure::Input(counterfactual::recorded(args))),
            None => permit::matchup(denied, args.allow_agents)?.with_seed(run.seed),
        };
        return counterfactual::tell(&matchup, &denied, args.game, &changes);
    }
    if args.step {
        // Who answers otherwise leaves the game that was recorded.
        let own = step::walk(matchup, args.game, &args.show, paint)?;
        return if own { Ok(()) } else { misfit() };
    }
    let record = trace::tell(&matchup, args.game, style, &args.show, paint)?;
    misfit()?;
    term::say(&trace::ending(&record.game));
    match row {
        None => term::say("games.csv has no row of it, so nothing could be compared"),
        Some(row) if row == record.game => term::say("the same as in games.csv"),
        Some(row) => {
            let differ = trace::other_columns(&row, &record.game);
            return Err(Failure::Broken(format!("games.csv has other {differ}: {}", trace::ending(&row))));
        }
    }
    Ok(())
}

/// What the programs of the run in that folder gave in that game; none where no program plays.
pub(super) fn recording(folder: &Path, game: u64, scenario: &Scenario) -> Result<Option<Arc<Recording>>, Failure> {
    let Some((seat, command)) = permit::program(scenario) else { return Ok(None) };
    let path = folder.join(CHOICES);
    if !path.exists() {
        return Err(Failure::Input(format!(
            "`{seat}` is played by the program `{command}`, and `{}`, with what it answered, is missing; \
             --allow-agents asks the program anew",
            path.display()
        )));
    }
    let rows = read_choices(&path, game).map_err(|e| Failure::input(&e))?;
    let recording = Recording::new(game, rows);
    let programs = scenario.seats().values().iter().filter(|seat| matches!(seat.agent, AgentSpec::Process(_)));
    match programs.into_iter().find(|seat| !recording.has(&seat.name)) {
        Some(seat) => {
            let path = path.display();
            Err(Failure::Input(format!("`{path}` has no answers of `{}` in game {game}", seat.name)))
        }
        None => Ok(Some(Arc::new(recording))),
    }
}

/// Whether the recorded answers were those to the questions of the game.
fn misfit(args: &ReplayArgs, recording: Option<&Recording>) -> Result<(), Failure> {
    let Some(misfit) = recording.and_then(Recording::misfit) else { return Ok(()) };
    let path = args.folder.join(CHOICES);
    Err(Failure::Input(format!("`{}` does not fit game {}: {misfit}", path.display(), args.game)))
}

fn no_such_game(args: &ReplayArgs, games: u64) -> String {
    let folder = args.folder.display();
    match games.checked_sub(1) {
        None => format!("no game {}: the run in `{folder}` has none", args.game),
        Some(last) => format!("no game {}: the run in `{folder}` has games 0 to {last}", args.game),
    }
}

/// A run is only promised to come out the same by the version and with the cards that it was played with.
fn warn(run: &RunIdentity, scenario: &Scenario) {
    if run.turnlab != env!("CARGO_PKG_VERSION") {
        term::say(&format!("note: the run was played by turnlab {}", run.turnlab));
    }
    if kept::origin(scenario).catalog != run.catalog {
        term::say("note: cards have changed since the run was played");
    }
    if kept::have_changed(scenario, run) {
        term::say("note: the run's inputs have been changed since");
    }
}

/// The row of that game, if the file is there and has it.
pub(super) fn row(path: &Path, game: u64) -> Result<Option<GameRow>, Failure> {
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
