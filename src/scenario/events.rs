//! The events that an expectation can name, and what their fields hold.

use serde::Deserialize;
use serde::de::value::{Error, StrDeserializer};

use crate::game::decision::DecisionKind;
use crate::game::event::RefusalReason;
use crate::game::{LossCause, Zone};
use crate::turn::{AfterTurn, LostWhy, SkipScope, SkippedBy, TurnKind};

/// A type of event, as the log writes it.
#[derive(Debug, Clone, Copy)]
pub struct EventType {
    /// Its name, in kebab-case.
    pub name: &'static str,
    /// Its fields, and what each holds.
    pub fields: &'static [(&'static str, Holds)],
}

/// What a field of an event holds, and so what can be expected of it.
#[derive(Debug, Clone, Copy)]
pub enum Holds {
    /// A seat.
    Seat,
    /// A card or token.
    Card,
    /// The card that changed the turn structure, or `script`.
    Source,
    /// A kind of counters.
    Counter,
    /// A number.
    Number,
    /// True or false.
    Flag,
    /// A step.
    Step,
    /// A phase.
    Phase,
    /// What a skip is of: `turn`, `main-phase`, `phase`, `step`, or the phase or step itself.
    Skippable,
    /// How a game ends.
    End,
    /// One of a few words, or why not.
    Word(fn(&str) -> Result<(), String>),
    /// An object, which has no name: it can't be expected.
    Object,
}

/// Whether the word is one of those that `T` is written with; otherwise what was expected.
fn word<T: for<'w> Deserialize<'w>>(text: &str) -> Result<(), String> {
    match T::deserialize(StrDeserializer::<Error>::new(text)).map_err(|error| error.to_string()) {
        Err(wrong) if wrong.starts_with("unknown variant") => Err(wrong),
        // A word that holds more is meant by itself.
        _ => Ok(()),
    }
}

/// The event of that name.
#[must_use]
pub(super) fn event_type(name: &str) -> Option<&'static EventType> {
    EVENTS.iter().find(|event| event.name == name)
}

use Holds::{Card, Counter, End, Flag, Number, Object, Phase, Seat, Skippable, Source, Step, Word};

const fn event(name: &'static str, fields: &'static [(&'static str, Holds)]) -> EventType {
    EventType { name, fields }
}

/// The types of events in the order of the log's own definition. `turn` is expected of every event: see
/// [`During`](super::expect::During).
pub const EVENTS: &[EventType] = &[
    event("game-set-up", &[("seats", Number)]),
    event("mulligan-taken", &[("seat", Seat), ("nth", Number)]),
    event("kept", &[("seat", Seat), ("cards", Number)]),
    event("library-shuffled", &[("seat", Seat)]),
    event("game-began", &[("starting", Seat)]),
    event("decision-made", &[("seat", Seat), ("by", Seat), ("kind", Word(word::<DecisionKind>))]),
    event("land-played", &[("seat", Seat), ("object", Object), ("card", Card)]),
    event("spell-cast", &[("seat", Seat), ("object", Object), ("card", Card), ("from", Word(word::<Zone>))]),
    event("ability-activated", &[("seat", Seat), ("source", Object), ("card", Card), ("ability", Number)]),
    event("mana-ability-activated", &[("seat", Seat), ("source", Object)]),
    event("ability-triggered", &[("seat", Seat), ("source", Object), ("card", Card)]),
    event("resolved", &[("seat", Seat), ("source", Object), ("card", Card)]),
    event("fizzled", &[("seat", Seat), ("source", Object), ("card", Card)]),
    event("countered", &[("object", Object), ("card", Card)]),
    event("attacker-declared", &[("object", Object), ("card", Card), ("defender", Seat)]),
    event("planeswalker-attacked", &[("object", Object), ("planeswalker", Object), ("card", Card)]),
    event("blocker-declared", &[("object", Object), ("card", Card), ("attacker", Object)]),
    event("damage-dealt", &[("source", Object), ("by", Seat), ("to", Seat), ("amount", Number), ("combat", Flag)]),
    event("life-changed", &[("seat", Seat), ("by", Number), ("to", Number)]),
    event("poison-changed", &[("seat", Seat), ("to", Number)]),
    event("card-drawn", &[("seat", Seat)]),
    event("drew-from-empty-library", &[("seat", Seat)]),
    event(
        "zone-changed",
        &[
            ("object", Object),
            ("card", Card),
            ("owner", Seat),
            ("from", Word(word::<Zone>)),
            ("to", Word(word::<Zone>)),
        ],
    ),
    event("token-created", &[("seat", Seat), ("object", Object), ("card", Card)]),
    event("counters-changed", &[("object", Object), ("kind", Counter), ("by", Number), ("to", Number)]),
    event("tapped", &[("object", Object)]),
    event("untapped", &[("object", Object)]),
    event("coin-flipped", &[("seat", Seat), ("heads", Flag)]),
    event("die-rolled", &[("seat", Seat), ("sides", Number), ("rolled", Number)]),
    event("scried", &[("seat", Seat), ("cards", Number)]),
    event("discarded", &[("seat", Seat), ("card", Card)]),
    event("scripted", &[("entry", Number)]),
    event("energy-changed", &[("seat", Seat), ("to", Number)]),
    event("experience-changed", &[("seat", Seat), ("to", Number)]),
    event("revealed", &[("seat", Seat), ("card", Card)]),
    event("attached", &[("object", Object), ("to", Object)]),
    event("foretold", &[("seat", Seat), ("object", Object)]),
    event("voted", &[("seat", Seat), ("option", Number)]),
    event("player-left", &[("seat", Seat), ("cause", Word(word::<LossCause>))]),
    event("refused", &[("seat", Seat), ("by", Seat), ("reason", Word(word::<RefusalReason>))]),
    event("game-over", &[("outcome", End)]),
    event("turned-face-up", &[("seat", Seat), ("object", Object), ("card", Card)]),
    event("transformed", &[("object", Object), ("card", Card)]),
    event("initiative-taken", &[("seat", Seat)]),
    event("room-entered", &[("seat", Seat), ("room", Number)]),
    event("monarch-changed", &[("seat", Seat)]),
    event("ability-copied", &[("seat", Seat), ("source", Object), ("card", Card)]),
    event("spell-copied", &[("seat", Seat), ("object", Object), ("card", Card)]),
    event("emblem-created", &[("seat", Seat), ("object", Object), ("card", Card)]),
    event("became-copy", &[("object", Object), ("card", Card)]),
    event("phased-out", &[("seat", Seat), ("object", Object), ("card", Card)]),
    event("phased-in", &[("seat", Seat), ("object", Object), ("card", Card)]),
    event("turn-began", &[("turn", Number), ("seat", Seat), ("kind", Word(word::<TurnKind>)), ("controller", Seat)]),
    event(
        "turn-skipped",
        &[("seat", Seat), ("kind", Word(word::<TurnKind>)), ("by", Word(word::<SkippedBy>)), ("left", Number)],
    ),
    event("turn-lost", &[("grant", Number), ("seat", Seat), ("why", Word(word::<LostWhy>))]),
    event("turn-not-begun", &[("seat", Seat)]),
    event("phase-began", &[("turn", Number), ("phase", Phase), ("added", Flag)]),
    event("step-began", &[("turn", Number), ("phase", Phase), ("step", Step), ("added", Flag)]),
    event("phase-skipped", &[("seat", Seat), ("phase", Phase), ("by", Word(word::<SkippedBy>))]),
    event("step-skipped", &[("seat", Seat), ("step", Step), ("by", Word(word::<SkippedBy>))]),
    event("phase-added", &[("phase", Phase), ("source", Source)]),
    event("step-added", &[("step", Step), ("source", Source)]),
    event(
        "extra-turn-granted",
        &[("id", Number), ("seat", Seat), ("source", Source), ("in_turn", Number), ("after", Word(word::<AfterTurn>))],
    ),
    event(
        "skip-created",
        &[("id", Number), ("seat", Seat), ("what", Skippable), ("scope", Word(word::<SkipScope>)), ("source", Source)],
    ),
    event("skip-expired", &[("id", Number)]),
    event("turn-controlled", &[("seat", Seat), ("by", Seat)]),
    event("phase-controlled", &[("seat", Seat), ("by", Seat), ("phase", Phase)]),
    event("turn-ended-early", &[("turn", Number)]),
    event("combat-ended-early", &[("turn", Number)]),
    event("turn-order-reversed", &[]),
    event("priority-given", &[("seat", Seat)]),
    event("passed", &[("seat", Seat), ("forced", Flag)]),
    event("time-spent", &[("seat", Seat), ("micros", Number)]),
    event("time-limit-exceeded", &[("seat", Seat)]),
    event("added-phase-lost", &[("phase", Phase), ("source", Source)]),
    event("sacrificed", &[("seat", Seat), ("object", Object), ("card", Card)]),
    event("mana-left", &[("seat", Seat), ("mana", Number)]),
    event("suspended", &[("seat", Seat), ("object", Object), ("card", Card)]),
    event("drawn", &[("seat", Seat), ("card", Card)]),
];
