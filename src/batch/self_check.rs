//! What a cautious user runs first: whether this program, on this machine, does what it promises.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::feed::each;
use super::plan::{Order, Plan};
use super::runner::{RunOptions, Sink, run};
use super::tables::{Driver, Tables};
use crate::agents::{Historian, panic_text};
use crate::game::{Game, GameEvent, check};
use crate::table::record::GameRecord;
use crate::table::{Matchup, play_watched};

/// One thing that was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// What.
    pub what: &'static str,
    /// How much of it.
    pub how_much: String,
    /// What was wrong, a line each.
    pub faults: Vec<String>,
}

/// Plays the same games on one thread and on several, by every driver this program has: whether all come out the same.
///
/// # Errors
/// When they can't be played.
pub fn determinism(matchup: &Matchup, games: u64) -> Result<Checked, Box<dyn std::error::Error + Send + Sync>> {
    let ways = [
        ("one thread, plain loop", 1, Driver::Direct),
        ("three threads, plain loop", 3, Driver::Direct),
        #[cfg(feature = "actors")]
        ("one thread, actors", 1, Driver::Actors),
        #[cfg(feature = "actors")]
        ("two threads, actors", 2, Driver::Actors),
    ];
    let plan = Plan::new(Order { games, until: None, ..Order::of(matchup)? })?;
    let (mut first, mut faults) = (None, Vec::new());
    for (way, threads, driver) in &ways {
        let mut rows = Rows::default();
        let options = RunOptions { threads: NonZeroUsize::new(*threads), ..RunOptions::default() };
        let tables = Tables { matchup: matchup.clone(), driver: *driver };
        let outcome = run(&plan, &tables, &mut rows, options, &mut |_| ())?;
        let came_out = (outcome.tally, rows.0);
        match &first {
            None => first = Some(came_out),
            Some(first) if *first == came_out => {}
            Some(first) => {
                let differs = first.1.iter().zip(&came_out.1).find(|(a, b)| a != b);
                let game = differs.map_or(0, |(a, _)| a.game.game);
                faults.push(format!("game {game} came out otherwise with {way} than with {}", ways[0].0));
            }
        }
    }
    let how_much = format!("{} games in {} ways", plan.games(), ways.len());
    Ok(Checked { what: "determinism", how_much, faults })
}

/// Every record of a run.
#[derive(Default)]
struct Rows(Vec<GameRecord>);

impl Sink for Rows {
    type Error = std::convert::Infallible;

    fn game(&mut self, record: &GameRecord) -> Result<(), Self::Error> {
        self.0.push(record.clone());
        Ok(())
    }
}

/// Plays those games with every invariant of the rules held against the game between any two questions, on all threads, the
/// tables in turn. `played` hears of each game as it ends. A game that panics is a fault like any other.
#[must_use]
pub fn invariants(tables: &[Matchup], games: Range<u64>, played: &(dyn Fn() + Sync)) -> Checked {
    let watch = |game: u64| {
        let matchup = tables.get((game % tables.len().max(1) as u64) as usize)?;
        let mut watch = Watch::of(matchup, game);
        // The game's state is dropped by the panic; of the watch only what it has seen is used.
        let done =
            catch_unwind(AssertUnwindSafe(|| drop(play_watched(matchup.sit_down(matchup.address(game)), &mut watch))));
        played();
        let fault = watch.fault.or_else(|| done.err().map(|panic| format!("panicked: {}", panic_text(&*panic))));
        Some((watch.looks, fault.map(|fault| format!("{}, game {game}: {fault}", matchup.scenario().name()))))
    };
    let (mut looks, mut faults) = (0, Vec::new());
    let mut first = games.start;
    while first < games.end {
        let end = games.end.min(first.saturating_add(AT_A_TIME));
        for (seen, fault) in each(first..end, watch).into_iter().flatten() {
            looks += seen;
            faults.extend(fault);
        }
        first = end;
    }
    let count = games.end.saturating_sub(games.start);
    Checked { what: "invariants", how_much: format!("{count} games, {looks} questions"), faults }
}

/// Games whose results are kept until they are added up.
const AT_A_TIME: u64 = 10_000;

/// Looks at a game between any two questions.
struct Watch {
    /// How many cards each seat began with.
    began: Vec<usize>,
    looks: u64,
    /// The first.
    fault: Option<String>,
}

impl Watch {
    fn of(matchup: &Matchup, game: u64) -> Watch {
        Watch { began: matchup.setup(matchup.address(game)).cards(), looks: 0, fault: None }
    }
}

impl Historian for Watch {
    fn record(&mut self, _events: &[GameEvent], game: &Game) {
        self.looks += 1;
        if self.fault.is_none() {
            self.fault = check(game, &self.began).err().map(|violation| violation.to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;
    use std::sync::Arc;

    fn study(name: &str) -> Matchup {
        let scenario = Scenario::load(&format!("builtin:/studies/{name}.toml")).unwrap_or_else(|e| panic!("{e}"));
        Matchup::new(Arc::new(scenario))
    }

    #[test]
    fn what_is_sound_is_found_sound() {
        let same = determinism(&study("default"), 2).unwrap();
        assert_eq!((same.faults, same.how_much.starts_with("4 games in ")), (vec![], true));
        let held = invariants(&[study("default"), study("fair-pod")], 0..2, &|| ());
        assert!(held.faults.is_empty() && held.how_much.starts_with("2 games, "), "{held:?}");
    }

    #[test]
    fn a_game_with_a_card_too_many_is_found() {
        let matchup = study("default");
        let mut watch = Watch { began: vec![99; 4], looks: 0, fault: None };
        play_watched(matchup.sit_down(matchup.address(0)), &mut watch);
        let fault = watch.fault.unwrap_or_default();
        assert!(fault.ends_with(" owns 100 cards, but began with 99"), "{fault}");
    }
}
