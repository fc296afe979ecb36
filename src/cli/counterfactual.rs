//! `turnlab replay --deny-extra-turn`, `--deny-card`: a game as it was, and as it would have been.

use std::fmt::Write;

use serde::Serialize;
use serde_json::Value as Json;
use toml::{Table, Value};

use super::args::ReplayArgs;
use super::changes::{Brought, Change};
use super::failure::Failure;
use super::term;
use crate::cards::wording::counted;
use crate::report::format::clipped;
use crate::scenario::Scenario;
use crate::study::kept;
use crate::table::Matchup;
use crate::table::columns::Column;
use crate::table::record::{GameRecord, GameRow, SeatRow};
use crate::table::trace::{Look, Scope, Style, Telling, trace};

/// So many turns are shown of both games once they part.
const TURNS: usize = 12;
/// The width of a turn of one game.
const HALF: usize = 36;
/// The columns of games that are told where they differ.
const OF_GAMES: [&str; 11] = [
    "end",
    "winner",
    "turns",
    "rounds",
    "extra_turns_granted",
    "extra_turns_taken",
    "turns_skipped",
    "longest_streak",
    "longest_wait",
    "first_elimination_turn",
    "rounds_sat_out",
];
/// And of seats.
const OF_SEATS: [&str; 7] =
    ["turns_taken", "extra_turns", "spells_cast", "damage_dealt", "life", "left_turn", "left_cause"];

/// What is to be denied.
pub(super) fn changes(args: &ReplayArgs) -> Vec<Change> {
    let key = || vec!["rules".to_owned(), "deny_extra_turn".to_owned()];
    let turn = args.deny_extra_turn.map(|grant| Change::Set { key: key(), value: Value::Integer(grant.into()) });
    turn.into_iter().chain(args.deny_card.clone()).collect()
}

/// Why a recorded game can't be changed.
pub(super) fn recorded(args: &ReplayArgs) -> String {
    let folder = args.folder.display();
    format!(
        "in `{folder}` programs play, whose answers to another game are not recorded; --allow-agents asks them anew"
    )
}

/// The scenario with these changes.
pub(super) fn without(was: &Scenario, changes: &[Change]) -> Result<Scenario, Failure> {
    let Some(own) = was.inputs().first() else { return Ok(was.clone()) };
    let text = String::from_utf8_lossy(&own.bytes);
    let mut table: Table = text.parse().map_err(|e| Failure::input(&e))?;
    let mut files = Vec::new();
    for change in changes {
        let option = match change {
            Change::WithoutCard { .. } => "--deny-card",
            _ => "--deny-extra-turn",
        };
        let brought = change.apply(&mut table, was, "denied");
        for (path, file) in brought.map_err(|what| Failure::Input(format!("{option}: {what}")))? {
            if let Brought::Text(text) = file {
                files.push((path, text.into_bytes()));
            }
        }
    }
    let text = toml::to_string(&table).map_err(|e| Failure::input(&e))?;
    Ok(kept::rewritten(was, &text, &files)?)
}

/// A game, told.
struct Told {
    record: GameRecord,
    /// Everything that happened.
    events: Vec<Json>,
}

/// Plays a game to hear everything that happens.
fn play(matchup: &Matchup, game: u64) -> Result<Told, Failure> {
    let mut bytes = Vec::new();
    let telling = Telling { style: Style::Json, scope: Scope::default(), look: Look::default() };
    let record = trace(matchup, matchup.address(game), telling, &mut bytes)?;
    matchup.programs().into_iter().for_each(|programs| programs.end());
    let events = serde_json::Deserializer::from_slice(&bytes).into_iter().collect::<Result<_, _>>();
    Ok(Told { record, events: events.map_err(|e| Failure::broken(&e))? })
}

/// Plays both games, and tells what the change changes.
pub(super) fn tell(was: &Matchup, is: &Matchup, game: u64, changes: &[Change]) -> Result<(), Failure> {
    let (before, after) = (play(was, game)?, play(is, game)?);
    let same = before.events.iter().zip(&after.events).take_while(|(a, b)| a == b).count();
    if same == before.events.len() && same == after.events.len() {
        let granted = before.record.game.extra_turns_granted;
        let why = match changes {
            [Change::Set { .. }] => counted(granted, "extra turn was granted", "extra turns were granted"),
            _ => "what is denied never mattered".to_owned(),
        };
        return term::print(&format!("game {game} is the same, event by event: {why}\n"));
    }
    let turn = turn_at(&before.events[..same]);
    let next = |told: &Told| told.events.get(same).map_or("nothing more", kind).to_owned();
    let (was, is) = (next(&before), next(&after));
    let parting = if was == is {
        format!("the next, {was}, differs")
    } else {
        format!("the next event was {was}, and would be {is}")
    };
    let mut text = format!("game {game} is the same up to turn {turn}; {parting}\n\n");
    let mut row = |name: &str, a: &str, b: &str| {
        let _ = writeln!(text, "{:<24}{:>18}{:>18}", clipped(name, 23), clipped(a, 17), clipped(b, 17));
    };
    row("", "as it was", "without");
    differences(&before.record, &after.record).iter().for_each(|(name, a, b)| row(name, a, b));
    let _ = writeln!(text, "\n{:<HALF$}  without", format!("turns from {turn} on, as it was"));
    let (a, b) = (turns(&before.events[same..]), turns(&after.events[same..]));
    for i in 0..a.len().max(b.len()).min(TURNS) {
        let half = |turns: &[String]| clipped(turns.get(i).map_or("", String::as_str), HALF);
        let _ = writeln!(text, "{:<HALF$}  {}", half(&a), half(&b));
    }
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    term::print(&(lines.join("\n") + "\n"))
}

/// What kind of event it is.
fn kind(event: &Json) -> &str {
    word(event, "type")
}

fn word<'e>(event: &'e Json, key: &str) -> &'e str {
    event.get(key).and_then(Json::as_str).unwrap_or_default()
}

/// Which turn it is after these events.
fn turn_at(events: &[Json]) -> u64 {
    let begun = events.iter().rev().find(|event| kind(event) == "turn-began");
    begun.and_then(|event| event.get("turn")?.as_u64()).unwrap_or(1)
}

/// What becomes of turns and players, a line each.
fn turns(events: &[Json]) -> Vec<String> {
    let line = |event: &Json| {
        let seat = word(event, "seat");
        let extra = if event.get("kind").is_some_and(Json::is_object) { "extra turn" } else { "turn" };
        match kind(event) {
            "turn-began" => Some(format!("{} {seat}'s {extra}", event.get("turn")?)),
            "turn-skipped" => Some(format!("   {seat}'s {extra} is skipped")),
            "turn-lost" => Some(format!("   {seat}'s extra turn is lost")),
            "player-left" => Some(format!("   {seat} leaves: {}", word(event, "cause"))),
            "game-over" => {
                let outcome = event.get("outcome")?;
                Some(format!("   the game ends: {} {}", word(outcome, "end"), word(outcome, "winner")))
            }
            _ => None,
        }
    };
    events.iter().filter_map(line).collect()
}

/// The columns in which two games differ, those of seats behind their names.
fn differences(before: &GameRecord, after: &GameRecord) -> Vec<(String, String, String)> {
    let (a, b) = (cells(before), cells(after));
    let differ = a.into_iter().zip(b).filter(|((_, a), (_, b))| a != b);
    differ.map(|((name, a), (_, b))| (name.replace('_', " "), a, b)).collect()
}

fn cells(record: &GameRecord) -> Vec<(String, String)> {
    let mut all = cells_of("", &record.game, GameRow::COLUMNS, &OF_GAMES);
    for seat in &record.seats {
        all.extend(cells_of(&format!("{} ", seat.seat), seat, SeatRow::COLUMNS, &OF_SEATS));
    }
    all
}

fn cells_of(prefix: &str, row: &impl Serialize, columns: &[Column], told: &[&str]) -> Vec<(String, String)> {
    let row = serde_json::to_value(row).unwrap_or_default();
    let cell = |column: &Column| {
        let text = match row.get(column.name) {
            None | Some(Json::Null) => "-".to_owned(),
            Some(Json::String(text)) => text.clone(),
            Some(other) => other.to_string(),
        };
        (format!("{prefix}{}", column.name), text)
    };
    columns.iter().filter(|column| told.contains(&column.name)).map(cell).collect()
}
