//! Tags: what a card is for, told from what it is written with.

use crate::cards::card::Card;
use crate::cards::type_line::Types;

use super::{Entry, Kind};

/// Something that cards are for.
#[derive(Debug, Clone, Copy)]
pub struct Tag {
    /// Its name.
    pub name: &'static str,
    /// Whether cards of it change turns, phases, steps, or untapping itself.
    pub turns: bool,
    is: fn(&Card, &Entry) -> bool,
}

/// All tags, those about turns first.
pub const TAGS: &[Tag] = &[
    turn("extra-turn", |_, e| e.has(Kind::Effect, "extra-turn")),
    turn("extra-turn-hate", |_, e| e.has(Kind::Static, "skip-extra-turns")),
    turn("extra-phase", |_, e| e.has(Kind::Effect, "add-phase")),
    turn("extra-step", |_, e| e.has(Kind::Effect, "add-step")),
    turn("skip-turn", |_, e| e.skips.contains("turn") || e.has(Kind::Replacement, "skip-turn-to-untap")),
    turn("skip-step", |_, e| {
        e.skips.iter().any(|what| what != "turn") || any(e, Kind::Static, &["may-skip-draw-step", "may-skip-draw"])
    }),
    turn("end-turn", |_, e| any(e, Kind::Effect, &["end-turn", "end-combat"])),
    turn("control-turn", |_, e| any(e, Kind::Effect, &["control-turn", "control-phase"])),
    turn("turn-order", |_, e| e.has(Kind::Effect, "reverse-turn-order")),
    turn("restrict-turn", |_, e| any(e, Kind::Effect, &["restrict-turn", "modify-phase"])),
    turn("untap-control", |_, e| {
        any(e, Kind::Static, &["untap-limit", "no-untap", "untaps-in-others"])
            || any(e, Kind::Effect, &["freeze", "no-untap-next"])
    }),
    turn("time-counter", |_, e| e.about.contains("time") || e.has(Kind::Ability, "vanishing")),
    tag("land", |card, _| card.types.contains(Types::LAND)),
    tag("creature", |card, _| card.types.contains(Types::CREATURE)),
    tag("ramp", is_ramp),
    tag("mana-rock", |card, _| card.types.contains(Types::ARTIFACT) && card.has & Card::MANA != 0),
    tag("draw", |_, e| e.has(Kind::Effect, "draw")),
    tag("tutor", |_, e| e.has(Kind::Effect, "search") && !fetches_land(e)),
    tag("counter", |_, e| e.has(Kind::Effect, "counter")),
    tag("removal", |_, e| any(e, Kind::Effect, &["destroy", "exile", "bounce", "exile-until-source-leaves"])),
    tag("burn", |_, e| any(e, Kind::Effect, &["damage", "damage-divided"])),
    tag("token", |_, e| e.has(Kind::Effect, "create-token")),
    tag("lifegain", |_, e| e.has(Kind::Effect, "gain-life")),
];

const fn turn(name: &'static str, is: fn(&Card, &Entry) -> bool) -> Tag {
    Tag { name, turns: true, is }
}

const fn tag(name: &'static str, is: fn(&Card, &Entry) -> bool) -> Tag {
    Tag { name, turns: false, is }
}

fn any(entry: &Entry, kind: Kind, names: &[&str]) -> bool {
    names.iter().any(|name| entry.has(kind, name))
}

/// More mana than a land a turn gives: what makes mana and is no land, and what fetches lands onto the battlefield.
fn is_ramp(card: &Card, entry: &Entry) -> bool {
    let makes = card.has & Card::MANA != 0 || any(entry, Kind::Effect, &["add-mana", "add-mana-choice"]);
    !card.types.contains(Types::LAND) && (makes || fetches_land(entry))
}

fn fetches_land(entry: &Entry) -> bool {
    const LANDS: [&str; 6] = ["land", "Plains", "Island", "Swamp", "Mountain", "Forest"];
    let is_land = |word: &str| word.split([' ', '|']).any(|word| LANDS.contains(&word));
    let battlefield = entry.about.iter().any(|to| to.starts_with("battlefield"));
    entry.has(Kind::Effect, "search") && battlefield && entry.about.iter().any(|what| is_land(what))
}

impl Tag {
    /// Whether a card is for that.
    #[must_use]
    pub fn is(&self, card: &Card, entry: &Entry) -> bool {
        (self.is)(card, entry)
    }

    /// The names of a card's tags.
    #[must_use]
    pub fn of(card: &Card, entry: &Entry) -> Vec<&'static str> {
        TAGS.iter().filter(|tag| tag.is(card, entry)).map(|tag| tag.name).collect()
    }
}
