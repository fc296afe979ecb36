//! `[game]`, `[rules]` and `[batch]` as written.

use toml::Spanned;
use toml::de::DeValue;

use crate::game::Thinking;
use crate::game::setup::{Concede, Ends, FaultPolicy};
use crate::turn::{ExtraTurnOrder, ExtraTurnRules, SlowPlay};

use crate::scenario::Deals;

use super::reader::{FileReader, FileTable, Value};

/// The formats a file can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::scenario) enum FormatName {
    Commander,
    Constructed,
    TwoHeadedGiant,
}

/// Their names.
pub(super) const fn formats() -> [(&'static str, FormatName); 3] {
    [
        ("commander", FormatName::Commander),
        ("constructed", FormatName::Constructed),
        ("two-headed-giant", FormatName::TwoHeadedGiant),
    ]
}

/// `[game]`.
#[derive(Debug, Default)]
pub(in crate::scenario) struct GameTable {
    pub(in crate::scenario) format: Option<Spanned<FormatName>>,
    pub(in crate::scenario) starting_seat: Option<Spanned<String>>,
    pub(in crate::scenario) max_turns: Option<Spanned<u32>>,
    pub(in crate::scenario) max_decisions_per_turn: Option<Spanned<u32>>,
    pub(in crate::scenario) ask_all: bool,
    pub(in crate::scenario) step_budget: Option<Spanned<u32>>,
    pub(in crate::scenario) on_fault: FaultPolicy,
    pub(in crate::scenario) thinking: Option<Thinking>,
}

impl GameTable {
    pub(super) fn read(mut table: FileTable<'_, '_>) -> GameTable {
        let reader = table.reader();
        let faults = [
            ("default", FaultPolicy::Default),
            ("random-legal", FaultPolicy::RandomLegal),
            ("forfeit", FaultPolicy::Forfeit),
            ("abort", FaultPolicy::Abort),
        ];
        let read = GameTable {
            format: table.one_of("format", &formats()),
            starting_seat: table.value("starting_seat"),
            max_turns: table.value("max_turns"),
            max_decisions_per_turn: table.value("max_decisions_per_turn"),
            ask_all: inner(table.one_of("ask", &[("real", false), ("all", true)])),
            step_budget: table.value("step_budget"),
            on_fault: inner(table.one_of("on_fault", &faults)),
            thinking: table.take("thinking").and_then(|value| super::seat::thinking(reader, value)),
        };
        table.finish();
        read
    }
}

/// `[rules]`.
#[derive(Debug, Default)]
pub(in crate::scenario) struct RulesTable {
    pub(in crate::scenario) extra_turns: ExtraTurnRules,
    pub(in crate::scenario) denied_extra_turn: Option<u32>,
    pub(in crate::scenario) slow_play: SlowPlay,
    pub(in crate::scenario) concede: Concede,
    pub(in crate::scenario) draw_on_first_turn: Option<bool>,
    pub(in crate::scenario) no_extra_turns_before_round: Option<Spanned<u32>>,
    pub(in crate::scenario) opening_hand: Vec<Spanned<i64>>,
    pub(in crate::scenario) opening_scry: Vec<Spanned<i64>>,
    pub(in crate::scenario) ends: Ends,
}

impl RulesTable {
    pub(super) fn read(mut table: FileTable<'_, '_>) -> RulesTable {
        let orders =
            [("most-recent-first", ExtraTurnOrder::MostRecentFirst), ("creation-order", ExtraTurnOrder::CreationOrder)];
        let slow = [("end-turn", SlowPlay::EndTurn), ("pass", SlowPlay::Pass), ("concede", SlowPlay::Concede)];
        let ends = [("last-standing", Ends::LastStanding), ("first-knock-out", Ends::FirstKnockOut)];
        let read = RulesTable {
            extra_turns: ExtraTurnRules {
                order: inner(table.one_of("extra_turn_order", &orders)),
                skipped: inner(table.one_of("extra_turns", &[("allowed", false), ("skipped", true)])),
                max_in_a_row: table.value("max_extra_turns_in_a_row").map(Spanned::into_inner),
                max_in_a_game: table.value("max_extra_turns").map(Spanned::into_inner),
                from_round: None,
            },
            no_extra_turns_before_round: table.value("no_extra_turns_before_round"),
            denied_extra_turn: table.value("deny_extra_turn").map(Spanned::into_inner),
            slow_play: inner(table.one_of("slow_play", &slow)),
            concede: inner(table.one_of("concede", &[("never", Concede::Never), ("hopeless", Concede::Hopeless)])),
            draw_on_first_turn: table.value("draw_on_first_turn").map(Spanned::into_inner),
            opening_hand: by_position(&mut table, "opening_hand"),
            opening_scry: by_position(&mut table, "opening_scry"),
            ends: inner(table.one_of("ends", &ends)),
        };
        table.finish();
        read
    }
}

/// Numbers by position, or one for all; no number at all is a fault.
fn by_position(table: &mut FileTable<'_, '_>, key: &'static str) -> Vec<Spanned<i64>> {
    if table.is_empty_list(key) {
        let message = format!("`{key}`: found no number, expected one for each position, the last for all after it");
        table.reader().complain(table.span(), message);
    }
    table.one_or_many(key)
}

/// `[batch]`.
#[derive(Debug, Default)]
pub(in crate::scenario) struct BatchTable {
    pub(in crate::scenario) games: Option<Spanned<i64>>,
    pub(in crate::scenario) seed: Option<u64>,
    pub(in crate::scenario) rotate_seats: Option<Spanned<bool>>,
    pub(in crate::scenario) deals: Option<Spanned<Deals>>,
    pub(in crate::scenario) target_error: Option<Spanned<f64>>,
    pub(in crate::scenario) until: Option<Spanned<String>>,
}

impl BatchTable {
    pub(super) fn read(mut table: FileTable<'_, '_>) -> BatchTable {
        let reader = table.reader();
        let read = BatchTable {
            games: table.value("games"),
            seed: table.take("seed").and_then(|value| seed(reader, value)),
            rotate_seats: table.value("rotate_seats"),
            deals: table.one_of("deals", &[("fresh", Deals::Fresh), ("shared", Deals::Shared)]),
            target_error: table.value("target_error"),
            until: table.value("until"),
        };
        table.finish();
        read
    }
}

/// The largest integer that every JSON and spreadsheet program keeps exactly.
const EXACT: u64 = 1 << 53;

/// A seed as a number up to 2^53, or a string with a decimal or hexadecimal u64.
fn seed(reader: &FileReader<'_>, value: Value<'_>) -> Option<u64> {
    let expected = "expected a number from 0 to 2^53, or a string such as \"18446744073709551615\" or \"0xfeed\"";
    let (seed, found) = match value.get_ref() {
        DeValue::Integer(n) => {
            let digits = n.as_str().replace('_', "");
            let seed = u64::from_str_radix(&digits, n.radix()).ok();
            (seed.filter(|s| *s <= EXACT), n.to_string())
        }
        DeValue::String(text) => (parse_seed(text), format!("`{text}`")),
        other => (None, super::reader::a(other)),
    };
    if seed.is_none() {
        reader.complain(value.span(), format!("`seed`: found {found}, {expected}"));
    }
    seed
}

/// A seed as people type it: decimal, or hexadecimal behind `0x`; `_` may group digits.
#[must_use]
pub fn parse_seed(text: &str) -> Option<u64> {
    let digits = text.trim().replace('_', "");
    match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) if !hex.starts_with('+') => u64::from_str_radix(hex, 16).ok(),
        None if !digits.starts_with('+') => digits.parse().ok(),
        _ => None,
    }
}

/// The value, or the default.
pub(super) fn inner<T: Default>(value: Option<Spanned<T>>) -> T {
    value.map(Spanned::into_inner).unwrap_or_default()
}
