//! The table as a seat sees it, in one message.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::game::view::{PlayerView, SeenObject};
use crate::turn::Seat;

use super::{Token, Wire};

/// The table as a seat sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TableSeen {
    /// The turn in progress.
    pub turn: TurnSeen,
    /// For whom the question is answered: the player, or somebody whose turn the player controls.
    pub deciding_for: String,
    /// The players, in turn order.
    pub players: Vec<PlayerSeen>,
    /// The battlefield, in order of arrival.
    pub battlefield: Vec<Permanent>,
    /// The stack, the top last.
    pub stack: Vec<StackItem>,
    /// Cards in exile.
    pub exile: Vec<Entry>,
    /// Cards in the command zone.
    pub command: Vec<Entry>,
    /// Attackers.
    pub attackers: Vec<Attacking>,
    /// Blockers.
    pub blockers: Vec<Blocking>,
    /// The players of the extra turns that wait, the next one first.
    pub extra_turns: Vec<String>,
}

/// The turn in progress.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TurnSeen {
    /// Turns begun; 0 before the first.
    pub number: u32,
    /// Whose it is.
    pub active: String,
    /// It is an extra turn.
    pub extra: bool,
    /// The phase's name.
    pub phase: String,
    /// The step's name.
    pub step: String,
}

/// A player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PlayerSeen {
    /// The name.
    pub name: String,
    /// Still in the game.
    pub living: bool,
    /// Life total.
    pub life: i32,
    /// Poison counters.
    pub poison: i32,
    /// The most combat damage that one commander has dealt to this player (CR 903.10a).
    pub commander_damage: i32,
    /// Cards in hand.
    pub hand_size: usize,
    /// The hand, where it may be seen.
    pub hand: Vec<Entry>,
    /// Cards in the library.
    pub library_size: usize,
    /// The graveyard, the top card last.
    pub graveyard: Vec<Entry>,
    /// Mana in the pool, by WUBRGC letter; only what is there.
    pub mana: BTreeMap<char, u16>,
    /// Mana that could be had by tapping what the player controls.
    pub mana_available: u16,
    /// Lands played this turn.
    pub lands_played: u8,
}

/// A card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Entry {
    /// Its token.
    pub id: Token,
    /// Its name.
    pub card: String,
    /// Who owns it.
    pub owner: String,
}

/// A permanent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[allow(clippy::struct_excessive_bools, reason = "facts of the rules, as the players see them")]
pub struct Permanent {
    /// Its token.
    pub id: Token,
    /// Its card's or token's name.
    pub card: String,
    /// Who controls it.
    pub controller: String,
    /// Who owns it.
    pub owner: String,
    /// Its types now.
    pub types: Vec<String>,
    /// Its power now.
    pub power: i16,
    /// Its toughness now.
    pub toughness: i16,
    /// Damage marked on it.
    pub damage: i16,
    /// Its keywords now.
    pub keywords: Vec<String>,
    /// Its counters.
    pub counters: BTreeMap<String, u16>,
    /// It is tapped.
    pub tapped: bool,
    /// It can't attack yet (CR 302.6).
    pub summoning_sick: bool,
    /// It is a commander.
    pub commander: bool,
    /// It is a token.
    pub token: bool,
    /// What it is attached to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attached_to: Option<Token>,
}

/// A spell or ability.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct StackItem {
    /// The spell, or the source of the ability.
    pub id: Token,
    /// The card's name.
    pub card: String,
    /// Who controls it.
    pub controller: String,
    /// It is a spell.
    pub spell: bool,
}

/// An attacker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Attacking {
    /// Its token.
    pub id: Token,
    /// Whom it attacks, or whose planeswalker.
    pub defender: String,
}

/// A blocker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Blocking {
    /// Its token.
    pub id: Token,
    /// What it blocks.
    pub attacker: Token,
}

/// The letters of mana in the order of a pool.
const LETTERS: [char; 6] = ['W', 'U', 'B', 'R', 'G', 'C'];

pub(super) fn seen(wire: &mut Wire, at: &PlayerView) -> TableSeen {
    let (turn, names) = (at.turn(), at.catalog().turn_names());
    let entries = |wire: &mut Wire, objects: &mut dyn Iterator<Item = SeenObject>| -> Vec<Entry> {
        objects.map(|object| entry(wire, &object)).collect()
    };
    let mut pending = Vec::new();
    for extra in at.pending_turns() {
        pending.push(wire.player(extra.seat));
    }
    TableSeen {
        turn: TurnSeen {
            number: turn.number,
            active: wire.player(turn.active),
            extra: turn.kind.is_extra(),
            phase: names.of_phase(at.phase()).to_owned(),
            step: names.of_step(at.step()).to_owned(),
        },
        deciding_for: wire.player(at.actor()),
        players: Seat::first(at.seats()).map(|seat| player(wire, at, seat)).collect(),
        battlefield: at.battlefield().map(|object| permanent(wire, at, &object)).collect(),
        stack: at
            .stack()
            .map(|item| StackItem {
                id: wire.token(item.source),
                card: wire.card(item.card).to_owned(),
                controller: wire.player(item.controller),
                spell: item.spell,
            })
            .collect(),
        exile: entries(wire, &mut at.exile()),
        command: entries(wire, &mut at.command_zone()),
        attackers: at
            .attackers()
            .map(|(id, defender)| Attacking { id: wire.token(id), defender: wire.player(defender) })
            .collect(),
        blockers: at
            .blockers()
            .map(|(id, attacker)| Blocking { id: wire.token(id), attacker: wire.token(attacker) })
            .collect(),
        extra_turns: pending,
    }
}

fn player(wire: &mut Wire, at: &PlayerView, seat: Seat) -> PlayerSeen {
    let pool = at.floating_mana(seat);
    PlayerSeen {
        name: wire.player(seat),
        living: at.is_living(seat),
        life: at.life(seat),
        poison: at.poison(seat),
        commander_damage: at.commander_damage(seat),
        hand_size: at.hand_size(seat),
        hand: at.hand(seat).map(|object| entry(wire, &object)).collect(),
        library_size: at.library_size(seat),
        graveyard: at.graveyard(seat).map(|object| entry(wire, &object)).collect(),
        mana: LETTERS.into_iter().zip(pool).filter(|(_, n)| *n > 0).collect(),
        mana_available: at.mana_available(seat),
        lands_played: at.lands_played(seat),
    }
}

fn entry(wire: &mut Wire, object: &SeenObject) -> Entry {
    Entry { id: wire.token(object.id), card: wire.card(object.card).to_owned(), owner: wire.player(object.owner) }
}

fn permanent(wire: &mut Wire, at: &PlayerView, object: &SeenObject) -> Permanent {
    Permanent {
        id: wire.token(object.id),
        card: wire.card(object.card).to_owned(),
        controller: wire.player(object.controller),
        owner: wire.player(object.owner),
        types: words(object.types.iter_names()),
        power: object.power,
        toughness: object.toughness,
        damage: object.damage,
        keywords: words(object.keywords.iter_names()),
        counters: at.all_counters(object.id).map(|(kind, n)| (at.catalog().counter(kind).to_owned(), n)).collect(),
        tapped: object.tapped,
        summoning_sick: object.sick,
        commander: object.commander,
        token: object.token,
        attached_to: object.attached_to.map(|id| wire.token(id)),
    }
}

/// Flags as words: `FIRST_STRIKE` is `first-strike`.
fn words<T>(flags: impl Iterator<Item = (&'static str, T)>) -> Vec<String> {
    flags.map(|(name, _)| name.to_lowercase().replace('_', "-")).collect()
}
