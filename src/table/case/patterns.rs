//! Expected events, held against those that happen.

use crate::game::GameEvent;
use crate::scenario::{During, EventPattern, FieldPattern, Moment};
use crate::table::trace::Namer;

/// Who compares: seats are called by the entrants' names.
pub(super) struct Patterns<'a> {
    pub(super) namer: &'a Namer,
    pub(super) names: &'a [String],
    /// The turn in progress, and the step that began last in it.
    pub(super) turn: u32,
    pub(super) step: Option<Moment>,
}

impl Patterns<'_> {
    pub(super) fn matches(&self, pattern: &EventPattern, event: &GameEvent) -> bool {
        if !self.is_during(pattern.during) {
            return false;
        }
        let named = self.namer.named(event);
        named["type"] == *pattern.kind && pattern.fields.iter().all(|(key, value)| self.has(&named[key], value))
    }

    fn is_during(&self, during: During) -> bool {
        let in_step = |step| self.step.is_some_and(|now| now.step == step && during.nth.is_none_or(|n| n == now.nth));
        during.turn.is_none_or(|turn| turn == self.turn) && during.step.is_none_or(in_step)
    }

    /// A variant that holds more is meant by its name alone, or by what it holds: `kind = "extra"`, `outcome = "win"`,
    /// `what = "upkeep"`, `to = "B"`.
    fn has(&self, found: &serde_json::Value, pattern: &FieldPattern) -> bool {
        let inner = |text: &str| found.as_object().is_some_and(|map| map.values().any(|held| *held == *text));
        match pattern {
            FieldPattern::Seat(entrant) => {
                let name = &self.names[entrant.index()];
                *found == **name || found.get("player").is_some_and(|player| *player == **name)
            }
            FieldPattern::Number(n) => *found == *n,
            FieldPattern::Flag(flag) => *found == *flag,
            FieldPattern::Text(text) => *found == **text || found.get(text).is_some() || inner(text),
        }
    }

    /// A pattern as it is written.
    pub(super) fn show(&self, pattern: &EventPattern) -> String {
        let mut text = pattern.kind.to_owned();
        for (key, value) in &pattern.fields {
            let value = match value {
                FieldPattern::Seat(of) => self.names[of.index()].clone(),
                FieldPattern::Text(text) => text.clone(),
                FieldPattern::Number(n) => n.to_string(),
                FieldPattern::Flag(flag) => flag.to_string(),
            };
            text.push_str(&format!(" {key}={value}"));
        }
        let During { turn, step, nth } = pattern.during;
        text.extend(turn.map(|turn| format!(" turn={turn}")));
        text.extend(step.map(|step| format!(" step={}", self.namer.catalog().turn_names().of_step(step))));
        text.extend(nth.map(|nth| format!(" nth={nth}")));
        text
    }
}
