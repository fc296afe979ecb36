//! `turnlab verify`: whether everything in a run's folder is as it was written, and whether its games come out again.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use super::args::VerifyArgs;
use super::export::recorded;
use super::failure::Failure;
use super::replay::{recording, row};
use super::run::job::{look_for, refused};
use super::term;
use super::trace;
use crate::cards::wording::counted;
use crate::report::manifest::{MANIFEST, Manifest};
use crate::report::verify::{Verdict, verify as look};
use crate::study::choices::CHOICES;
use crate::study::folder::{GAMES_CSV, RunFolder};
use crate::study::identity::RunIdentity;
use crate::study::kept;
use crate::study::rows::{Rows, hash_word};
use crate::table::record::GameRow;
use crate::table::{Matchup, play_direct};

/// Looks, plays what is to be played again, and says what there is and what is wrong.
pub(super) fn verify(args: &VerifyArgs) -> Result<(), Failure> {
    let folder = &args.folder;
    look_for(folder)?;
    let _held = RunFolder::to_look_at(folder).map_err(refused)?;
    let verdict = look(folder).map_err(|e| Failure::input(&e))?;
    term::print(&table(&verdict))?;
    let faults: Vec<&String> = verdict.parts.iter().flat_map(|part| &part.faults).collect();
    faults.iter().for_each(|fault| term::say(&format!("error: {fault}")));
    verdict.others.iter().for_each(|name| term::say(&format!("note: `{name}` is no part of the run")));
    if verdict.unfinished {
        term::say(
            "note: the run is not finished: `turnlab run --out DIR --resume` goes on, `turnlab export DIR` sums up what there is",
        );
    }
    let same = args.replay == 0 || !folder.join(MANIFEST).exists() || replay(folder, args.replay)?;
    if same && verdict.is_sound() { Ok(()) } else { Err(Failure::Differs) }
}

/// A line for each part.
fn table(verdict: &Verdict) -> String {
    let width = verdict.parts.iter().map(|part| part.name.len()).max().unwrap_or_default();
    let line = |name: &str, faults: usize, holds: &str| {
        let state = if faults == 0 { "ok" } else { "wrong" };
        format!("{name:width$}  {state:5}  {holds}").trim_end().to_owned() + "\n"
    };
    verdict.parts.iter().map(|part| line(&part.name, part.faults.len(), &part.holds)).collect()
}

/// Plays so many of the run's games again; whether all came out as their rows say.
fn replay(folder: &Path, games: u64) -> Result<bool, Failure> {
    let manifest = Manifest::read(folder).map_err(|e| Failure::input(&e))?;
    let identity = &manifest.run.identity;
    let scenario = Arc::new(kept::read_back(folder, &identity.scenario.name)?);
    let rows = rows(folder, &chosen(folder, identity, games, manifest.games_done)?)?;
    if rows.is_empty() {
        let shown = folder.display();
        return Err(Failure::Input(format!(
            "`{shown}` has no row of the games to be played again, so nothing can be compared"
        )));
    }
    let mut same = 0;
    for row in &rows {
        // What programs answer need not be the same again: they are taken at their word.
        let recording = recording(folder, row.game, &scenario)?;
        let mut matchup = Matchup::new(Arc::clone(&scenario)).with_seed(identity.seed);
        if let Some(recording) = &recording {
            matchup = matchup.with_recording(Arc::clone(recording));
        }
        let again = play_direct(&matchup, matchup.address(row.game)).game;
        if let Some(misfit) = recording.and_then(|recording| recording.misfit()) {
            let path = folder.join(CHOICES);
            term::say(&format!("error: `{}` does not fit game {}: {misfit}", path.display(), row.game));
        } else if again == *row {
            same += 1;
        } else {
            let differ = trace::other_columns(row, &again);
            term::say(&format!("error: game {}: other {differ}; played again: {}", row.game, trace::ending(&again)));
        }
    }
    let played = counted(rows.len(), "game came out", "games came out");
    term::print(&format!("{same} of {played} again as it was written\n"))?;
    Ok(same == rows.len())
}

/// The rows of those games, from the table of games or, where there is none, from the blocks.
fn rows(folder: &Path, games: &BTreeSet<u64>) -> Result<Vec<GameRow>, Failure> {
    let table = folder.join(GAMES_CSV);
    if table.exists() {
        let found = games.iter().map(|game| row(&table, *game));
        return Ok(found.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect());
    }
    recorded(folder)?.rows(games).map_err(|e| Failure::input(&e))
}

/// So many games of `all` that have rows.
fn chosen(folder: &Path, run: &RunIdentity, games: u64, all: u64) -> Result<BTreeSet<u64>, Failure> {
    let table = folder.join(GAMES_CSV);
    let with_rows: Vec<u64> = match run.rows {
        Rows::Sample(_) => (0..all).filter(|game| run.rows.takes(*game)).collect(),
        Rows::Extreme(_) if table.exists() => indices(&table)?,
        Rows::Extreme(_) => {
            let rows = recorded(folder)?.rows(&(0..all).collect()).map_err(|e| Failure::input(&e))?;
            rows.iter().map(|row| row.game).collect()
        }
        Rows::All | Rows::None => return Ok(chosen_of(&run.id(), games, all)),
    };
    let places = chosen_of(&run.id(), games, with_rows.len() as u64);
    Ok(places.into_iter().map(|at| with_rows[at as usize]).collect())
}

/// The games of a table of games.
fn indices(table: &Path) -> Result<Vec<u64>, Failure> {
    let unreadable = |error: csv::Error| Failure::Input(format!("cannot read `{}`: {error}", table.display()));
    let rows = csv::Reader::from_path(table).map_err(unreadable)?.into_deserialize::<GameRow>();
    rows.map(|row| row.map(|row| row.game).map_err(unreadable)).collect()
}

/// So many numbers below `all`, each at most once, in order: the same for the same run.
fn chosen_of(run: &str, games: u64, all: u64) -> BTreeSet<u64> {
    if games >= all {
        return (0..all).collect();
    }
    let mut chosen = BTreeSet::new();
    for number in 0u64.. {
        if chosen.len() as u64 == games {
            break;
        }
        chosen.insert(hash_word(format!("{run}{number}").as_bytes()) % all);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_chosen_once_each() {
        for (games, all) in [(0, 10), (3, 10), (9, 10), (10, 10), (20, 10), (5, 1_000_000_000), (0, 0), (3, 0)] {
            let chosen = chosen_of("abc", games, all);
            assert_eq!(chosen.len() as u64, games.min(all));
            assert!(chosen.iter().all(|game| *game < all));
        }
        assert_eq!(chosen_of("abc", 5, 1000), chosen_of("abc", 5, 1000));
        assert_ne!(chosen_of("abc", 5, 1000), chosen_of("abd", 5, 1000));
    }
}
