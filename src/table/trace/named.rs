//! Events as JSON with names: seats and cards by what they are called, not by number.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::cards::catalog::Catalog;
use crate::cards::effect::{CardId, CounterKind};
use crate::game::{GameEvent, Target, source_of};
use crate::table::cast::Cast;
use crate::turn::{Phase, Seat, Step, Tag, TurnEvent};

/// Gives events names.
#[derive(Debug, Clone)]
pub(in crate::table) struct Namer {
    cast: Cast,
    catalog: Arc<Catalog>,
}

impl Namer {
    pub(in crate::table) const fn new(cast: Cast, catalog: Arc<Catalog>) -> Namer {
        Namer { cast, catalog }
    }

    /// The cards, and what phases and steps are called.
    pub(in crate::table) fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// The event as a JSON object.
    pub(in crate::table) fn named(&self, event: &GameEvent) -> Value {
        let mut value = serde_json::to_value(event).unwrap_or_default();
        if let Value::Object(fields) = &mut value {
            self.name_fields(event, fields);
        }
        value
    }

    /// A target: the player's name, or the object with its card's.
    pub(super) fn target(&self, target: Target, card: Option<CardId>) -> Value {
        match target {
            Target::Player(seat) => json!({ "player": self.cast.name(seat) }),
            Target::Object(id) => json!({ "object": id, "card": card.map(|card| self.card(card)) }),
        }
    }

    fn name_fields(&self, event: &GameEvent, fields: &mut Map<String, Value>) {
        let counters = matches!(event, GameEvent::CountersChanged { .. });
        let amounts = counters || matches!(event, GameEvent::LifeChanged { .. });
        for (key, value) in fields.iter_mut() {
            match key.as_str() {
                "by" if amounts => {}
                "kind" if counters => self.name_counter(value),
                "seat" | "by" | "controller" | "starting" | "defender" | "owner" => self.name_seat(value),
                "card" => self.name_card(value),
                "step" | "phase" => self.name_moment(key, value),
                "what" => self.name_skipped(value),
                "source" => self.name_source(value),
                "to" | "after" | "outcome" => self.name_inner(value),
                _ => {}
            }
        }
        if let GameEvent::Turn(
            TurnEvent::TurnSkipped { .. } | TurnEvent::PhaseSkipped { .. } | TurnEvent::StepSkipped { .. },
        ) = event
        {
            self.name_skipper(fields);
        }
    }

    fn name_seat(&self, value: &mut Value) {
        let seat = number(value).filter(|n| *n < self.cast.0.seats() as u64);
        if let Some(seat) = seat {
            *value = self.cast.name(Seat(seat as u8)).into();
        }
    }

    /// A phase or step of the format's own; the others have their names already.
    fn name_moment(&self, key: &str, value: &mut Value) {
        let number = value.get("custom").and_then(Value::as_u64).and_then(|n| u8::try_from(n).ok());
        if let Some(number) = number {
            let names = self.catalog.turn_names();
            let step = key == "step";
            let name = if step { names.of_step(Step::Custom(number)) } else { names.of_phase(Phase::Custom(number)) };
            *value = name.into();
        }
    }

    /// A phase or step that is to be skipped.
    fn name_skipped(&self, value: &mut Value) {
        if let Value::Object(what) = value {
            what.iter_mut().for_each(|(key, value)| self.name_moment(key, value));
        }
    }

    fn card(&self, card: CardId) -> &str {
        card.known().map_or("script", |card| &self.catalog.card(card).name)
    }

    fn name_card(&self, value: &mut Value) {
        if let Some(card) = number(value) {
            *value = self.card(CardId(card as u16)).into();
        }
    }

    fn name_counter(&self, value: &mut Value) {
        if let Some(kind) = number(value) {
            *value = self.catalog.counter(CounterKind(kind as u16)).into();
        }
    }

    /// What made a change of turns; objects keep their ids.
    fn name_source(&self, value: &mut Value) {
        if let Some(tag) = number(value) {
            *value = self.card(source_of(Tag(tag as u32)).unwrap_or(CardId::NONE)).into();
        }
    }

    /// Whom damage was dealt to, whose turn an extra turn follows, who won.
    fn name_inner(&self, value: &mut Value) {
        let Value::Object(inner) = value else { return };
        for (key, value) in inner {
            if matches!(key.as_str(), "player" | "next-of" | "winner") {
                self.name_seat(value);
            }
        }
    }

    fn name_skipper(&self, fields: &mut Map<String, Value>) {
        if let Some(Value::Object(by)) = fields.get_mut("by")
            && let Some(tag) = by.get_mut("static")
        {
            self.name_source(tag);
        }
    }
}

fn number(value: &Value) -> Option<u64> {
    value.as_u64()
}
