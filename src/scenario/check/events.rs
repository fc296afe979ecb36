//! Events in `[expect]`, checked: their types, their fields, and when they are expected.

use toml::Spanned;

use crate::cards::source::did_you_mean;
use crate::scenario::end::End;
use crate::scenario::events::{EVENTS, EventType, Holds, event_type};
use crate::scenario::expect::{During, EventPattern, FieldPattern};
use crate::scenario::file::expect::{EventItem, Field};
use crate::scenario::file::reader::not_one_of;
use crate::turn::Step;

use super::Checker;

/// What a skip is of, in the log's words.
const SKIPPABLES: [&str; 4] = ["turn", "main-phase", "phase", "step"];

impl Checker<'_> {
    pub(super) fn event(&mut self, event: &EventItem) -> Option<EventPattern> {
        let name = event.kind.get_ref();
        let Some(kind) = event_type(name) else {
            let near = did_you_mean(name, EVENTS.iter().map(|event| event.name));
            self.complain(event.kind.span(), format!("`events`: unknown event `{name}`{near}"));
            return None;
        };
        let own = |key: &str| kind.fields.iter().any(|(field, _)| *field == key);
        let (mut during, mut fields) = (During::default(), Vec::new());
        for (key, value) in &event.fields {
            match key.get_ref().as_str() {
                "turn" => during.turn = self.counted("turn", value),
                "step" if !own("step") => during.step = self.during_step(kind, value),
                "nth" if !own("nth") => during.nth = self.counted("nth", value).map(|n| n.min(u16::MAX.into()) as u16),
                _ => fields.extend(self.field(kind, key, value).map(|value| (key.get_ref().clone(), value))),
            }
        }
        let nth = event.fields.iter().find(|(key, _)| key.get_ref() == "nth");
        if let Some((key, _)) = nth.filter(|_| during.nth.is_some() && during.step.is_none()) {
            self.complain(key.span(), "`nth`: expected a `step` too");
        }
        let line = self.source.position(event.kind.span().start);
        Some(EventPattern { kind: kind.name, fields, during, line })
    }

    /// A number from 1.
    fn counted(&mut self, key: &str, value: &Spanned<Field>) -> Option<u32> {
        let number = match value.get_ref() {
            Field::Number(n) => u32::try_from(*n).ok().filter(|n| *n > 0),
            Field::Text(_) | Field::Flag(_) => None,
        };
        if number.is_none() {
            self.complain(value.span(), format!("`{key}`: found {}, expected a number from 1", shown(value)));
        }
        number
    }

    fn during_step(&mut self, kind: &EventType, value: &Spanned<Field>) -> Option<Step> {
        if kind.name == "turn-began" {
            self.complain(value.span(), "`step`: a turn begins before any step of it, expected none");
            return None;
        }
        let Field::Text(name) = value.get_ref() else {
            self.complain(value.span(), format!("`step`: found {}, expected a step", shown(value)));
            return None;
        };
        let step = self.catalog.turn_names().step(name);
        if step.is_none() {
            let steps: Vec<String> = self.catalog.turn_names().steps().map(str::to_owned).collect();
            self.complain(value.span(), not_one_of("step", name, steps.iter().map(String::as_str)));
        }
        step
    }

    fn field(&mut self, kind: &EventType, key: &Spanned<String>, value: &Spanned<Field>) -> Option<FieldPattern> {
        let Some((_, holds)) = kind.fields.iter().find(|(field, _)| field == key.get_ref()) else {
            let own = kind.fields.iter().map(|(field, _)| *field).filter(|field| *field != "turn");
            let names: Vec<&str> = own.chain(["turn"]).collect();
            self.complain(key.span(), not_one_of(kind.name, key.get_ref(), names.iter().copied()));
            return None;
        };
        let key = key.get_ref();
        match (holds, value.get_ref()) {
            (Holds::Object, _) => {
                let message =
                    format!("`{key}`: objects have no names in events, expected none, or `card` where there is one");
                self.complain(value.span(), message);
                None
            }
            (Holds::Number, Field::Number(n)) => Some(FieldPattern::Number(*n)),
            (Holds::Flag, Field::Flag(flag)) => Some(FieldPattern::Flag(*flag)),
            (Holds::Seat, Field::Text(name)) => {
                self.seat(&Spanned::new(value.span(), name.clone())).map(FieldPattern::Seat)
            }
            (Holds::Number | Holds::Flag | Holds::Seat, _) => self.wrong_kind(key, holds, value),
            (_, Field::Text(text)) => self.text(key, holds, &Spanned::new(value.span(), text.clone())),
            (_, Field::Number(_) | Field::Flag(_)) => self.wrong_kind(key, holds, value),
        }
    }

    fn wrong_kind(&mut self, key: &str, holds: &Holds, value: &Spanned<Field>) -> Option<FieldPattern> {
        let expected = match holds {
            Holds::Number => "a number",
            Holds::Flag => "true or false",
            Holds::Seat => "a seat",
            Holds::Card | Holds::Source => "a card",
            _ => "a word",
        };
        self.complain(value.span(), format!("`{key}`: found {}, expected {expected}", shown(value)));
        None
    }

    /// A name that the log writes as text.
    fn text(&mut self, key: &str, holds: &Holds, text: &Spanned<String>) -> Option<FieldPattern> {
        let name = text.get_ref();
        match holds {
            Holds::Card | Holds::Source if name != "script" => {
                let card = self.object(text)?;
                return Some(FieldPattern::Text(self.catalog.card(card).name.clone()));
            }
            Holds::Counter => {
                self.counters(&[(text.clone(), 1)]);
            }
            Holds::Word(check) => {
                if let Err(wrong) = check(name) {
                    // The names stand between backticks, what was found first.
                    let names: Vec<&str> = wrong.split('`').skip(3).step_by(2).collect();
                    self.complain(text.span(), not_one_of(key, name, names.iter().copied()));
                }
            }
            Holds::End => self.known_word(key, text, End::ALL.iter().map(|end| end.name().to_owned()).collect()),
            Holds::Step => self.known_word(key, text, self.steps()),
            Holds::Phase => self.known_word(key, text, self.phases()),
            Holds::Skippable => {
                let words = SKIPPABLES.iter().map(|word| (*word).to_owned());
                self.known_word(key, text, words.chain(self.phases()).chain(self.steps()).collect());
            }
            Holds::Card | Holds::Source | Holds::Seat | Holds::Number | Holds::Flag | Holds::Object => {}
        }
        Some(FieldPattern::Text(name.clone()))
    }

    fn known_word(&mut self, key: &str, text: &Spanned<String>, words: Vec<String>) {
        if !words.contains(text.get_ref()) {
            self.complain(text.span(), not_one_of(key, text.get_ref(), words.iter().map(String::as_str)));
        }
    }

    fn steps(&self) -> Vec<String> {
        self.catalog.turn_names().steps().map(str::to_owned).collect()
    }

    fn phases(&self) -> Vec<String> {
        self.catalog.turn_names().phases().map(str::to_owned).collect()
    }
}

fn shown(value: &Spanned<Field>) -> String {
    match value.get_ref() {
        Field::Text(text) => format!("`{text}`"),
        Field::Number(n) => n.to_string(),
        Field::Flag(flag) => flag.to_string(),
    }
}
