//! `manifest.json`: what a run was and what it wrote, the same bytes wherever it ran; `timing.json`: how it went this time.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Number;

use super::format::rounded;
use super::inputs::InputEntry;
use super::part_file::{FileEntry, WriteError, write_json};
use crate::batch::estimate::{Estimate, Scope};
use crate::batch::plan::{Entrant, GROUPS_PER_BLOCK, Plan};
use crate::batch::runner::{Checkpoint, Outcome};
use crate::batch::stop::Stop;
use crate::cards::wording::counted;
use crate::scenario::StandInCount;
use crate::table::record::End;

/// The number of the manifest's layout and of every table's columns; it rises when one of them changes its meaning.
pub const SCHEMA: u32 = 2;

/// What a run was and what it wrote. It is written last: a folder with a manifest holds a whole run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The version of turnlab that played.
    pub turnlab: String,
    /// The scenario.
    pub scenario: InputEntry,
    /// The decks, in the order of the entrants.
    pub decks: Vec<InputEntry>,
    /// The card catalog, embedded cards included.
    pub catalog: InputEntry,
    /// The master seed; in quotes, because many readers of JSON lose digits above 2^53.
    #[serde(with = "as_text")]
    pub seed: u64,
    /// Groups in a block.
    pub block_size: u64,
    /// The games asked for.
    pub games_asked: u64,
    /// The games played and kept.
    pub games_done: u64,
    /// The half-width of intervals asked for, when one was.
    pub target_error: Option<f64>,
    /// What ended the run.
    pub stop: StopEntry,
    /// Who played, in the order of the scenario.
    pub agents: Vec<AgentEntry>,
    /// The files beside the manifest, but for `timing.json`.
    pub files: Vec<FileEntry>,
    /// Whether the same inputs give the same bytes again. Where they don't, games are replayed from `choices.jsonl`.
    pub reproducible: bool,
    /// The decks with cards that stand in for others; absent where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stand_ins: Vec<StandInEntry>,
    /// What a reader of the results should know; see [`warnings`].
    pub warnings: Vec<String>,
}

/// How many cards of a deck stand in for others that are not known well enough to be played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StandInEntry {
    /// The entrant.
    pub seat: String,
    /// Its deck.
    pub deck: String,
    /// All cards of the deck.
    pub cards: u64,
    /// Those that are played as their printed bodies.
    pub facts: u64,
    /// Those that do nothing.
    pub blank: u64,
    /// The share of both.
    pub share: f64,
}

impl StandInEntry {
    /// The line of that seat and deck.
    #[must_use]
    pub fn new(seat: &str, deck: &str, count: StandInCount) -> StandInEntry {
        let StandInCount { cards, facts, blank } = count;
        let [cards, facts, blank] = [cards, facts, blank].map(|count| count as u64);
        StandInEntry {
            seat: seat.to_owned(),
            deck: deck.to_owned(),
            cards,
            facts,
            blank,
            share: rounded(count.share()),
        }
    }

    fn count(&self) -> StandInCount {
        let [cards, facts, blank] = [self.cards, self.facts, self.blank].map(|count| count as usize);
        StandInCount { cards, facts, blank }
    }

    /// What is to be said of a deck with so many stand-ins that its results say little.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        let count = self.count();
        let much = || format!("{}: its results say little about the deck: stand-ins are {count}", self.seat);
        count.much().then(much)
    }

    /// The rows of `summary.csv`: the shares of the deck's cards that stand in for others at all, by facts, and blank. They are
    /// of the deck, not of games: they have neither spread nor interval.
    #[must_use]
    pub fn estimates(&self) -> [Estimate; 3] {
        let shares = [self.facts + self.blank, self.facts, self.blank];
        let [all, facts, blank] = shares.map(|cards| (self.cards > 0).then(|| cards as f64 / self.cards as f64));
        [(STAND_INS[0], all), (STAND_INS[1], facts), (STAND_INS[2], blank)].map(|(metric, mean)| Estimate {
            scope: Scope::Seat,
            key: self.seat.clone(),
            metric,
            n: self.cards,
            mean,
            sd: None,
            min: None,
            quantiles: [None; 6],
            max: None,
            interval: None,
        })
    }
}

/// The metrics of `summary.csv` that are about decks.
pub const STAND_INS: [&str; 3] = ["stand_ins", "stand_ins_by_facts", "stand_ins_blank"];

/// What `reproducible: false` means.
const NOT_REPRODUCIBLE: &str =
    "programs play: its games are replayed from choices.jsonl, but the same seed need not give them again";

/// What ended a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StopEntry {
    /// `games`, `target-error`, `interrupted` or `aborted`.
    pub rule: String,
    /// The rule's limit: a number of games, or a half-width; the index of the game that was aborted; none for an interruption.
    pub value: Option<Number>,
    /// After how many blocks.
    pub blocks: u64,
}

/// Who played for an entrant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentEntry {
    /// The entrant.
    pub seat: String,
    /// Its deck.
    pub deck: String,
    /// Its agent.
    pub agent: String,
}

/// What only the caller knows of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Origin {
    /// The scenario.
    pub scenario: InputEntry,
    /// The decks, in the order of the entrants.
    pub decks: Vec<InputEntry>,
    /// The card catalog.
    pub catalog: InputEntry,
    /// Whether every agent decides by nothing but what it is shown.
    pub reproducible: bool,
    /// The stand-ins of every deck, also where there are none.
    pub stand_ins: Vec<StandInEntry>,
}

impl Manifest {
    /// The manifest of a run, without warnings of the caller's own.
    #[must_use]
    pub fn new(origin: Origin, plan: &Plan, outcome: &Outcome, files: Vec<FileEntry>) -> Manifest {
        Manifest {
            schema: SCHEMA,
            turnlab: env!("CARGO_PKG_VERSION").to_owned(),
            scenario: origin.scenario,
            decks: origin.decks,
            catalog: origin.catalog,
            seed: plan.seed(),
            block_size: GROUPS_PER_BLOCK,
            games_asked: plan.games_asked(),
            games_done: outcome.tally.games(),
            target_error: plan.target_error(),
            stop: StopEntry::of(outcome),
            agents: plan.entrants().iter().map(AgentEntry::of).collect(),
            files,
            reproducible: origin.reproducible,
            warnings: warnings(plan, outcome)
                .into_iter()
                .chain((!origin.reproducible).then(|| NOT_REPRODUCIBLE.to_owned()))
                .chain(origin.stand_ins.iter().filter_map(StandInEntry::warning))
                .collect(),
            stand_ins: origin.stand_ins.into_iter().filter(|deck| deck.count().any()).collect(),
        }
    }

    /// Writes `manifest.json` into that folder.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn write(&self, folder: &Path) -> Result<FileEntry, WriteError> {
        write_json(&folder.join("manifest.json"), self)
    }

    /// Reads `manifest.json` of that folder.
    ///
    /// # Errors
    /// See [`ReadError`].
    pub fn read(folder: &Path) -> Result<Manifest, ReadError> {
        #[derive(Deserialize)]
        struct Versioned {
            schema: u32,
        }
        let path = folder.join("manifest.json");
        // The number first, so that another version is not called a broken file.
        let Versioned { schema } = read_json(&path)?;
        if schema != SCHEMA {
            return Err(ReadError::Schema { path, schema });
        }
        read_json(&path)
    }
}

impl AgentEntry {
    /// The line of that entrant.
    #[must_use]
    pub fn of(entrant: &Entrant) -> AgentEntry {
        AgentEntry { seat: entrant.name.to_string(), deck: entrant.deck.to_string(), agent: entrant.agent.to_string() }
    }
}

impl StopEntry {
    fn of(outcome: &Outcome) -> StopEntry {
        let value = match outcome.stop {
            Stop::Games(games) => Some(games.into()),
            Stop::TargetError(error) => Number::from_f64(error),
            Stop::Interrupted => None,
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
    if plan.target_error().is_some() {
        warnings.push(
            "the intervals of counts, unlike those of win shares, assume a number of games fixed beforehand".into(),
        );
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
        write_json(&folder.join("timing.json"), self)
    }
}

/// Writes `checkpoint.json`, from which the run can go on.
///
/// # Errors
/// When the disk refuses.
pub fn write_checkpoint(folder: &Path, checkpoint: &Checkpoint) -> Result<FileEntry, WriteError> {
    write_json(&folder.join("checkpoint.json"), checkpoint)
}

/// Reads `checkpoint.json`.
///
/// # Errors
/// See [`ReadError`].
pub fn read_checkpoint(folder: &Path) -> Result<Checkpoint, ReadError> {
    read_json(&folder.join("checkpoint.json"))
}

/// Why a file of a run cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It is missing or cannot be opened.
    #[error("cannot read `{}`", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It is not what such a file holds.
    #[error("`{}` is damaged", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where and why.
        source: serde_json::Error,
    },
    /// It was written by another version.
    #[error("`{}` has schema {schema}; this version reads {SCHEMA}", path.display())]
    Schema {
        /// The file.
        path: PathBuf,
        /// Its number.
        schema: u32,
    },
}

fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, ReadError> {
    let bytes = fs::read(path).map_err(|source| ReadError::Unreadable { path: path.to_owned(), source })?;
    serde_json::from_slice(&bytes).map_err(|source| ReadError::Damaged { path: path.to_owned(), source })
}

/// Integers in quotes.
mod as_text {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(value: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::fake::{group, order};
    use crate::batch::plan::Order;
    use crate::batch::tally::Tally;
    use crate::report::inputs::Input;

    fn origin() -> Origin {
        Origin {
            scenario: Input::new("scenario.toml", "schema = 1").entry(),
            decks: vec![Input::new("decks/a.txt", "1 Island").entry()],
            catalog: Input::new("builtin:/cards", "").entry(),
            reproducible: true,
            stand_ins: Vec::new(),
        }
    }

    fn outcome(groups: u64, stop: Stop) -> Outcome {
        let mut tally = Tally::new(4);
        (0..groups).for_each(|g| tally.add_group(&group(4, 7, g)));
        let checkpoint = Checkpoint { blocks: 1, tally: tally.clone() };
        Outcome { tally, blocks: 1, stop, checkpoint }
    }

    #[test]
    fn the_manifest_says_what_is_promised_and_reads_back() {
        let order = Order { seed: u64::MAX, games: 254, ..order(4, 254, true) };
        let plan = Plan::new(order).unwrap();
        let files = vec![FileEntry { name: "games.csv".into(), rows: Some(256), blake3: "ab".into() }];
        let manifest = Manifest::new(origin(), &plan, &outcome(64, Stop::Games(254)), files);
        let folder = tempfile::tempdir().unwrap();
        manifest.write(folder.path()).unwrap();
        let text = fs::read_to_string(folder.path().join("manifest.json")).unwrap();
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        let keys: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
        let promised = "schema turnlab scenario decks catalog seed block_size games_asked games_done target_error stop \
                        agents files reproducible warnings";
        let mut promised: Vec<&str> = promised.split_whitespace().collect();
        promised.sort_unstable();
        assert_eq!(keys, promised);
        assert_eq!((&json["seed"], &json["block_size"]), (&"18446744073709551615".into(), &64.into()));
        assert_eq!(json["stop"], serde_json::json!({"rule": "games", "value": 254, "blocks": 1}));
        assert_eq!((&json["games_asked"], &json["games_done"]), (&254.into(), &256.into()));
        assert_eq!(json["agents"][1]["deck"], "deck-B");
        assert!(text.ends_with("}\n"));
        assert_eq!(Manifest::read(folder.path()).unwrap(), manifest);
    }

    #[test]
    fn stand_ins_are_told_and_warned_of_when_they_are_many() {
        let entry = |seat, facts, blank| StandInEntry::new(seat, "deck", StandInCount { cards: 80, facts, blank });
        let origin = Origin { stand_ins: vec![entry("A", 0, 0), entry("B", 15, 1), entry("C", 15, 2)], ..origin() };
        let plan = Plan::new(order(4, 256, true)).unwrap();
        let manifest = Manifest::new(origin, &plan, &outcome(64, Stop::Games(256)), vec![]);
        let told: Vec<(&str, f64)> = manifest.stand_ins.iter().map(|e| (e.seat.as_str(), e.share)).collect();
        assert_eq!(told, [("B", 0.2), ("C", 0.2125)], "of decks without any the manifest says nothing");
        let warned: Vec<&String> = manifest.warnings.iter().filter(|w| w.contains("stand-ins")).collect();
        let said =
            "C: its results say little about the deck: stand-ins are 17 of 80 cards (21.2%), 15 by facts, 2 blank";
        assert_eq!(warned, [said], "20% is not above 20%");
    }

    #[test]
    fn the_share_of_stand_ins_has_a_row_for_each_kind() {
        let rows = |cards, facts, blank| {
            let entry = StandInEntry::new("B", "deck", StandInCount { cards, facts, blank });
            entry.estimates().map(|e| (e.metric, e.key, e.n, e.mean, e.interval.is_some()))
        };
        let row = |metric, n, mean| (metric, "B".to_owned(), n, mean, false);
        let shares = [("stand_ins", 0.25), ("stand_ins_by_facts", 0.2), ("stand_ins_blank", 0.05)];
        assert_eq!(rows(100, 20, 5), shares.map(|(metric, mean)| row(metric, 100, Some(mean))));
        assert!(rows(0, 0, 0).iter().all(|row| row.3.is_none()), "a seat without cards has no share");
    }

    #[test]
    fn the_rule_that_stopped_the_run_has_its_value() {
        let entry = |stop| serde_json::to_value(StopEntry::of(&outcome(1, stop))).unwrap();
        assert_eq!(entry(Stop::TargetError(0.01))["value"], 0.01);
        assert_eq!(entry(Stop::Interrupted), serde_json::json!({"rule": "interrupted", "value": null, "blocks": 1}));
    }

    #[test]
    fn readers_are_warned() {
        let plan = Plan::new(Order { target_error: Some(0.1), ..order(4, 255, true) }).unwrap();
        let warnings = warnings(&plan, &outcome(64, Stop::Interrupted)).join("\n");
        for part in
            ["255 games were rounded up to 256", "interrupted", "fixed beforehand", "games were cut off (capped)"]
        {
            assert!(warnings.contains(part), "{part} is not in {warnings}");
        }
        assert!(!warnings.contains("stalled"));
    }

    #[test]
    fn files_of_other_versions_and_damaged_ones_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("manifest.json");
        let refused = || Manifest::read(folder.path()).unwrap_err();
        assert!(matches!(refused(), ReadError::Unreadable { .. }));
        fs::write(&path, r#"{"schema": 99}"#).unwrap();
        assert!(refused().to_string().ends_with("has schema 99; this version reads 2"));
        fs::write(&path, r#"{"schema": 2}"#).unwrap();
        assert!(matches!(refused(), ReadError::Damaged { .. }));
    }

    #[test]
    fn checkpoints_and_timings_survive_the_disk() {
        let folder = tempfile::tempdir().unwrap();
        let checkpoint = outcome(64, Stop::Interrupted).checkpoint;
        write_checkpoint(folder.path(), &checkpoint).unwrap();
        assert_eq!(read_checkpoint(folder.path()).unwrap(), checkpoint);
        let timing = Timing::new(100, 4.0, 2, "direct");
        timing.write(folder.path()).unwrap();
        let read: Timing = read_json(&folder.path().join("timing.json")).unwrap();
        assert_eq!((read.games_per_second, &read), (25.0, &timing));
        assert_eq!(Timing::new(1, 0.0, 2, "direct").games_per_second, 0.0);
    }
}
