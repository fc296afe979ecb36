//! The players: life, cards, mana, commanders.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::cards::effect::{AbilityId, CardId};
use crate::cards::mana::{Mana, ManaSet};
use crate::game::dungeon::Venture;
use crate::game::event::LossCause;
use crate::game::object::{ObjectId, Slot};
use crate::turn::Seat;

/// A player.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Player {
    /// Which entrant sits here: names the dice of this library.
    pub(crate) entrant: u8,
    pub(crate) life: i32,
    pub(crate) poison: i32,
    /// Energy counters (CR 107.14).
    pub(crate) energy: i32,
    /// Experience counters.
    pub(crate) experience: i32,
    /// The top card is last.
    pub(crate) library: Vec<Slot>,
    pub(crate) hand: Vec<Slot>,
    pub(crate) graveyard: Vec<Slot>,
    /// Floating mana in WUBRGC order.
    pub(crate) pool: [u16; 6],
    pub(crate) commanders: ArrayVec<Commander, 2>,
    pub(crate) mulligans: u8,
    pub(crate) kept: bool,
    /// A library of nothing that never runs out, for pure scheduling cases.
    pub(crate) endless: bool,
    /// Drew from an empty library since the last check (CR 704.5b).
    pub(crate) drew_from_empty: bool,
    /// Has the city's blessing (CR 702.131).
    pub(crate) blessed: bool,
    /// How often the player has cast spells of some names this game, of cards that ask for it.
    #[serde(default)]
    pub(crate) cast_by_name: Vec<(CardId, u16)>,
    /// The dungeon that the player is in.
    #[serde(default)]
    pub(crate) venture: Option<Venture>,
    /// Dungeons completed (CR 309.7).
    #[serde(default)]
    pub(crate) dungeons: u8,
    pub(crate) turn: PlayerTurn,
    /// Turns of the player that have begun this game.
    #[serde(default)]
    pub(crate) turns_begun: u16,
    pub(crate) left: Option<LossCause>,
    /// The hand and the graveyard of a player who has left, as they last were (CR 800.4i).
    pub(crate) last_hand: u16,
    pub(crate) last_graveyard: Vec<Slot>,
    /// Out of time, by the table's rule on slow play: passes, and is asked nothing.
    pub(crate) slow: bool,
}

impl Player {
    /// Whether there is mana in the pool, or was some that lasts.
    pub(crate) fn has_mana(&self) -> bool {
        self.pool != [0; 6] || self.turn.lasting != [0; 6]
    }

    /// Adds mana to the pool.
    pub(crate) fn add_mana(&mut self, mana: Mana, n: i32) {
        let floating = &mut self.pool[mana as usize];
        *floating = floating.saturating_add(n.clamp(0, i32::from(u16::MAX)) as u16);
    }

    /// Cards in hand, or as many as there last were (CR 800.4i).
    pub(crate) fn known_hand(&self) -> i32 {
        if self.left.is_some() { self.last_hand.into() } else { self.hand.len() as i32 }
    }

    /// The graveyard, or what it last was (CR 800.4i).
    pub(crate) fn known_graveyard(&self) -> &[Slot] {
        if self.left.is_some() { &self.last_graveyard } else { &self.graveyard }
    }
}

/// Floating mana that may be spent on some things alone (CR 106.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Bound {
    pub(crate) seat: Seat,
    pub(crate) mana: Mana,
    pub(crate) number: u8,
    /// What has made it, and by which ability.
    pub(crate) source: ObjectId,
    pub(crate) ability: AbilityId,
}

/// What a player has done this turn; replaced as a turn begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub(crate) struct PlayerTurn {
    pub(crate) lands_played: u8,
    /// Lands that effects of this turn allow beyond those.
    pub(crate) more_lands: u8,
    pub(crate) spells_cast: u16,
    pub(crate) noncreatures_cast: u16,
    #[serde(default)]
    pub(crate) nonartifacts_cast: u16,
    /// The land that was played last was played from exile.
    #[serde(default)]
    pub(crate) land_from_exile: bool,
    /// Instant and sorcery spells cast.
    #[serde(default)]
    pub(crate) instants_cast: u16,
    /// The part of the mana pool that does not empty this turn.
    pub(crate) lasting: [u16; 6],
    /// Colours of the spells cast.
    pub(crate) colours_cast: ManaSet,
    pub(crate) cards_drawn: u16,
}

/// One of a player's commanders (CR 903.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Commander {
    pub(crate) slot: Slot,
    pub(crate) card: CardId,
    /// Times cast from the command zone (CR 903.8).
    pub(crate) casts: u16,
}

/// Combat damage by a commander to a player (CR 903.10a).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct CommanderDamage {
    pub(crate) owner: Seat,
    pub(crate) which: u8,
    pub(crate) to: Seat,
    pub(crate) amount: i32,
}
