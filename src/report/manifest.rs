//! `manifest.json`: what a run was and what it wrote, the same bytes wherever it ran; `timing.json`: how it went this time.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Number;

use crate::batch::estimate::Method;
use crate::batch::plan::Plan;
use crate::batch::runner::Outcome;
use crate::batch::stop::Stop;
use crate::cards::wording::counted;
use crate::study::identity::{RunFile, StandInEntry};
use crate::study::part_file::{FileEntry, WriteError};
use crate::study::seal::{ReadError, read_sealed, write_sealed};
use crate::table::record::End;

/// The name of the manifest.
pub const MANIFEST: &str = "manifest.json";
/// The name of the file that differs from machine to machine.
pub const TIMING: &str = "timing.json";

/// What a run was and what it wrote. It is written last: a folder with a manifest holds a whole run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// What it is, and how many games were asked for.
    #[serde(flatten)]
    pub run: RunFile,
    /// The games played and kept.
    pub games_done: u64,
    /// What ended the run.
    pub stop: StopEntry,
    /// The files beside the manifest, but for `run.json` and `timing.json`.
    pub files: Vec<FileEntry>,
    /// What a reader of the results should know; see [`warnings`].
    pub warnings: Vec<String>,
}

/// What `reproducible: false` means.
const NOT_REPRODUCIBLE: &str =
    "programs play: its games are replayed from choices.jsonl, but the same seed need not give them again";

/// What ended a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StopEntry {
    /// `games`, `until`, `interrupted` or `aborted`.
    pub rule: String,
    /// The rule's limit: a number of games, or a half-width; the index of the game that was aborted; none for an interruption.
    pub value: Option<Number>,
    /// After how many blocks.
    pub blocks: u64,
}

impl Manifest {
    /// The manifest of a run.
    #[must_use]
    pub fn new(run: RunFile, plan: &Plan, outcome: &Outcome, files: Vec<FileEntry>) -> Manifest {
        let own = warnings(plan, outcome).into_iter();
        let programs = (!run.identity.reproducible).then(|| NOT_REPRODUCIBLE.to_owned());
        let stand_ins = run.identity.stand_ins.iter().filter_map(StandInEntry::warning);
        let warnings = own.chain(programs).chain(stand_ins).chain(run.identity.ignored.iter().cloned()).collect();
        Manifest { games_done: outcome.tally.games(), stop: StopEntry::of(outcome), files, warnings, run }
    }

    /// Writes `manifest.json` into that folder.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn write(&self, folder: &Path) -> Result<FileEntry, WriteError> {
        write_sealed(&folder.join(MANIFEST), self)
    }

    /// Reads `manifest.json` of that folder.
    ///
    /// # Errors
    /// See [`ReadError`].
    pub fn read(folder: &Path) -> Result<Manifest, ReadError> {
        read_sealed(&folder.join(MANIFEST))
    }
}

impl StopEntry {
    fn of(outcome: &Outcome) -> StopEntry {
        let value = match outcome.stop {
            Stop::Games(games) => Some(games.into()),
            Stop::Until(_) | Stop::Interrupted => None,
            Stop::Aborted(game) => Some(game.into()),
        };
        StopEntry { rule: outcome.stop.name().to_owned(), value, blocks: outcome.blocks }
    }
}

/// What a reader of the results should know.
#[must_use]
pub fn warnings(plan: &Plan, outcome: &Outcome) -> Vec<String> {
    let mut warnings = Vec::new();
    if plan.games() > plan.games_asked() {
        let (asked, played, size) = (plan.games_asked(), plan.games(), plan.group_size());
        let asked = counted(asked, "game was", "games were");
        warnings.push(format!("{asked} rounded up to {played}, whole groups of {size}"));
    }
    if outcome.stop == Stop::Interrupted {
        warnings.push("interrupted: the intervals assume that the results were not the reason".to_owned());
    }
    if let Stop::Aborted(game) = outcome.stop {
        warnings.push(format!("game {game} was aborted after a fault, and no later group of games is kept"));
    }
    if Method::of(plan) == Method::Sequence {
        warnings
            .push("the intervals of counts, unlike those of shares, assume a number of games fixed beforehand".into());
    }
    if let Stop::Until(verdict) = outcome.stop
        && let Some(until) = plan.until()
    {
        warnings.push(format!("stopped by {until}{}", verdict.told()));
    }
    for end in [End::Capped, End::Stalled, End::Fault] {
        let games = outcome.tally.ended(end);
        if games > 0 {
            let (were, count) = (counted(games, "game was", "games were"), if games == 1 { "counts" } else { "count" });
            warnings.push(format!("{were} cut off ({}) and {count} as won by nobody", end.name()));
        }
    }
    warnings
}

/// `timing.json`: everything about a run that differs from machine to machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Timing {
    /// From the first game to the last, in seconds.
    pub seconds: f64,
    /// Games a second, of those played this time.
    pub games_per_second: f64,
    /// Threads that played.
    pub threads: usize,
    /// How the agents were asked.
    pub driver: String,
    /// The operating system.
    pub os: String,
    /// The kind of processor.
    pub processor: String,
}

impl Timing {
    /// The timing of `games` games in `seconds` seconds on this machine.
    #[must_use]
    pub fn new(games: u64, seconds: f64, threads: usize, driver: &str) -> Timing {
        Timing {
            seconds,
            games_per_second: if seconds > 0.0 { games as f64 / seconds } else { 0.0 },
            threads,
            driver: driver.to_owned(),
            os: std::env::consts::OS.to_owned(),
            processor: std::env::consts::ARCH.to_owned(),
        }
    }

    /// Writes `timing.json` into that folder.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn write(&self, folder: &Path) -> Result<FileEntry, WriteError> {
        write_sealed(&folder.join(TIMING), self)
    }
}

impl Timing {
    /// Reads `timing.json` of that folder.
    ///
    /// # Errors
    /// See [`ReadError`].
    pub fn read(folder: &Path) -> Result<Timing, ReadError> {
        read_sealed(&folder.join(TIMING))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::fake::{group, order};
    use crate::batch::plan::Order;
    use crate::batch::tally::Tally;
    use crate::batch::until::Verdict;
    use crate::scenario::StandInCount;
    use crate::study::identity::{Origin, RunIdentity};
    use crate::study::inputs::Input;
    use crate::study::rows::Rows;
    use std::fs;

    fn run_file(plan: &Plan, stand_ins: Vec<StandInEntry>) -> RunFile {
        let scenario = Input::new("scenario.toml", "schema = 1").entry();
        let decks = vec![Input::new("decks/a.txt", "1 Island").entry()];
        let catalog = Input::new("builtin:/cards", "").entry();
        let inputs = vec![scenario.clone()];
        let origin = Origin { scenario, decks, catalog, inputs, reproducible: true, stand_ins };
        let identity = RunIdentity::new(origin, plan, Rows::All.into(), Vec::new());
        RunFile { identity, games_asked: plan.games_asked(), until: plan.until().cloned() }
    }

    fn outcome(groups: u64, stop: Stop) -> Outcome {
        let mut tally = Tally::new(4);
        (0..groups).for_each(|g| tally.add_group(&group(4, 7, g)));
        Outcome { tally, blocks: 1, stop }
    }

    #[test]
    fn the_manifest_says_what_is_promised_and_reads_back() {
        let order = Order { seed: u64::MAX, games: 254, ..order(4, 254, true) };
        let plan = Plan::new(order).unwrap();
        let files = vec![FileEntry { name: "games.csv".into(), rows: Some(256), blake3: "ab".into() }];
        let manifest = Manifest::new(run_file(&plan, vec![]), &plan, &outcome(64, Stop::Games(254)), files);
        let folder = tempfile::tempdir().unwrap();
        manifest.write(folder.path()).unwrap();
        let text = fs::read_to_string(folder.path().join("manifest.json")).unwrap();
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        let keys: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
        let promised = "schema turnlab scenario decks catalog inputs seed block_size group_size games_asked games_done \
                        deals until stop agents files reproducible rows turns stand_ins ignored warnings seal";
        let mut promised: Vec<&str> = promised.split_whitespace().collect();
        promised.sort_unstable();
        assert_eq!(keys, promised);
        assert_eq!((&json["seed"], &json["block_size"]), (&"18446744073709551615".into(), &32.into()));
        assert_eq!(json["stop"], serde_json::json!({"rule": "games", "value": 254, "blocks": 1}));
        assert_eq!((&json["games_asked"], &json["games_done"]), (&254.into(), &256.into()));
        assert_eq!(json["agents"][1]["deck"], "deck-B");
        assert!(text.ends_with("}\n"));
        assert_eq!(Manifest::read(folder.path()).unwrap(), manifest);
    }

    #[test]
    fn stand_ins_are_told_and_warned_of_when_they_are_many() {
        let entry = |seat, facts, blank| {
            StandInEntry::new(seat, "deck", StandInCount { cards: 80, facts, blank, translated: 0 })
        };
        let plan = Plan::new(order(4, 256, true)).unwrap();
        let file = run_file(&plan, vec![entry("A", 0, 0), entry("B", 15, 1), entry("C", 15, 2)]);
        let manifest = Manifest::new(file, &plan, &outcome(64, Stop::Games(256)), vec![]);
        let told: Vec<(&str, f64)> =
            manifest.run.identity.stand_ins.iter().map(|e| (e.seat.as_str(), e.share)).collect();
        assert_eq!(told, [("A", 0.0), ("B", 0.2), ("C", 0.2125)]);
        let warned: Vec<&String> = manifest.warnings.iter().filter(|w| w.contains("stand-ins")).collect();
        let said =
            "C: its results say little about the deck: stand-ins are 17 of 80 cards (21.3%), 15 by facts, 2 blank";
        assert_eq!(warned, [said], "20% is not above 20%");
    }

    #[test]
    fn the_share_of_stand_ins_has_a_row_for_each_kind() {
        let rows = |cards, facts, blank| {
            let entry = StandInEntry::new("B", "deck", StandInCount { cards, facts, blank, translated: cards / 10 });
            entry.estimates().map(|e| (e.metric, e.key, e.n, e.mean, e.interval.is_some()))
        };
        let row = |metric, n, mean| (metric, "B".to_owned(), n, mean, false);
        let shares = [("stand_ins", 0.25), ("stand_ins_by_facts", 0.2), ("stand_ins_blank", 0.05), ("translated", 0.1)];
        assert_eq!(rows(100, 20, 5), shares.map(|(metric, mean)| row(metric, 100, Some(mean))));
        assert!(rows(0, 0, 0).iter().all(|row| row.3.is_none()), "a seat without cards has no share");
    }

    #[test]
    fn the_rule_that_stopped_the_run_has_its_value() {
        let entry = |stop| serde_json::to_value(StopEntry::of(&outcome(1, stop))).unwrap();
        assert_eq!(entry(Stop::Until(Verdict::Narrow))["rule"], "until");
        assert_eq!(entry(Stop::Interrupted), serde_json::json!({"rule": "interrupted", "value": null, "blocks": 1}));
    }

    #[test]
    fn readers_are_warned() {
        let plan = Plan::new(Order { until: "sequence(won) <= 0.1".parse().ok(), ..order(4, 255, true) }).unwrap();
        let warnings = warnings(&plan, &outcome(64, Stop::Interrupted)).join("\n");
        for part in
            ["255 games were rounded up to 256", "interrupted", "fixed beforehand", "games were cut off (capped)"]
        {
            assert!(warnings.contains(part), "{part} is not in {warnings}");
        }
        assert!(!warnings.contains("stalled"));
    }

    #[test]
    fn timings_survive_the_disk() {
        let folder = tempfile::tempdir().unwrap();
        let timing = Timing::new(100, 4.0, 2, "direct");
        timing.write(folder.path()).unwrap();
        let read = Timing::read(folder.path()).unwrap();
        assert_eq!((read.games_per_second, &read), (25.0, &timing));
        assert_eq!(Timing::new(1, 0.0, 2, "direct").games_per_second, 0.0);
    }
}
