//! The summary of a run as JSON: the numbers of `summary.csv` and what they are about, for programs.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::csv::{SUMMARY, numbers};
use super::summary::{Refusals, Summary};
use crate::batch::estimate::{Estimate, Method};
use crate::batch::interval::MISS;
use crate::batch::interval::rounded;
use crate::study::identity::{AgentEntry, StandInEntry};
use crate::study::part_file::FileEntry;
use crate::study::seal::SCHEMA;
use crate::table::record::End;

impl Summary<'_> {
    /// Everything as one indented JSON object with a line break at the end; its numbers have at most six decimals.
    ///
    /// # Errors
    /// Only if JSON could not hold it, which nothing in it is known to cause.
    pub fn json(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string_pretty(&self.as_json())? + "\n")
    }

    fn as_json(&self) -> Json<'_> {
        let tally = &self.outcome.tally;
        let folder = self.folder.map(|folder| folder.display().to_string());
        Json {
            schema: SCHEMA,
            turnlab: env!("CARGO_PKG_VERSION"),
            name: self.name,
            seed: self.plan.seed().to_string(),
            games_asked: self.plan.games_asked(),
            games_done: tally.games(),
            blocks: self.outcome.blocks,
            until: self.plan.until().map(ToString::to_string),
            stopped_by: self.outcome.stop.name(),
            ends: Ends(End::ALL.map(|end| (end, tally.ended(end)))),
            refused: self.refusals(),
            stand_ins: self.stand_ins,
            warnings: self.warnings,
            agents: self.plan.entrants().iter().map(AgentEntry::of).collect(),
            interval_level: 1.0 - MISS,
            interval_method: Method::of(self.plan).name(),
            games_per_second: self.games_per_second.map(rounded),
            replay: folder.as_deref().and_then(|folder| Some(self.replay(folder)?.join(" "))),
            resume: folder.as_deref().map(|folder| self.resume(folder).join(" ")),
            folder,
            files: self.files,
            estimates: self.estimates.iter().map(Row).collect(),
        }
    }
}

#[derive(Serialize)]
struct Json<'a> {
    schema: u32,
    turnlab: &'static str,
    name: &'a str,
    /// In quotes, as in the manifest.
    seed: String,
    games_asked: u64,
    games_done: u64,
    blocks: u64,
    until: Option<String>,
    stopped_by: &'static str,
    ends: Ends,
    agents: Vec<AgentEntry>,
    /// The entrants whose answers were refused.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refused: Vec<Refusals>,
    #[serde(skip_serializing_if = "<[StandInEntry]>::is_empty")]
    stand_ins: &'a [StandInEntry],
    warnings: &'a [String],
    interval_level: f64,
    interval_method: &'static str,
    games_per_second: Option<f64>,
    folder: Option<String>,
    files: &'a [FileEntry],
    replay: Option<String>,
    resume: Option<String>,
    estimates: Vec<Row<'a>>,
}

/// How many games ended how, as an object.
struct Ends([(End, u64); 5]);

impl Serialize for Ends {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(end, games)| (end.name(), games)))
    }
}

/// A row of `summary.csv` as an object with its columns as keys.
struct Row<'a>(&'a Estimate);

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Row(e) = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("scope", e.scope.name())?;
        map.serialize_entry("key", &e.key)?;
        map.serialize_entry("metric", e.metric)?;
        map.serialize_entry("n", &e.n)?;
        for (column, number) in SUMMARY.iter().skip(4).zip(numbers(e)) {
            map.serialize_entry(column.name, &number.map(rounded))?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use crate::batch::fake::order;
    use crate::batch::stop::Stop;
    use crate::report::csv::SUMMARY;
    use crate::report::summary::tests::summed_up;

    #[test]
    fn the_json_form_has_the_numbers_of_the_table() {
        let text = summed_up(order(4, 400, true), Stop::Games(400), |s| s.json()).unwrap();
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(
            (&json["seed"], &json["games_done"], &json["stopped_by"]),
            (&"7".into(), &400.into(), &"games".into())
        );
        let ends = json["ends"].as_object().unwrap();
        assert_eq!(ends.values().map(|n| n.as_u64().unwrap()).sum::<u64>(), 400);
        assert_eq!(json["agents"][3]["deck"], "deck-D");
        assert_eq!((&json["stand_ins"][0]["seat"], &json["stand_ins"][0]["share"]), (&"B".into(), &0.25.into()));
        assert_eq!(json["warnings"], serde_json::json!(["B is half a deck"]));
        assert_eq!(json["replay"], "turnlab replay reports/extra-turns-7 0");
        let first = &json["estimates"][0];
        let mut columns: Vec<&str> = SUMMARY.iter().map(|column| column.name).collect();
        columns.sort_unstable();
        assert_eq!(first.as_object().unwrap().keys().collect::<Vec<_>>(), columns);
        assert_eq!(first["mean"].as_f64().unwrap() * 400.0, ends["win"].as_f64().unwrap());
    }
}
