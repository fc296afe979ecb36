//! The state of a game: plain data that can be cloned, compared, hashed and saved at any decision.
//!
//! Nothing here knows the rules. What they work with is [`Engine`](super::engine::Engine), above all of this.

mod about;
mod combat;
mod continuous;
mod deeds;
mod frame;
mod known;
mod pending;
mod player;
mod positions;
mod stack;
mod stage;
mod this_turn;

use serde::{Deserialize, Serialize};

use crate::cards::effect::{AbilityId, CardId, CounterKind, Daytime, Destination, FilterId};
use crate::cards::mana::Mana;
use crate::turn::{BySeat, Seat, SeatSet, TurnManager};

use super::ability_index::{IndexedStatic, IndexedTrigger, StaticKinds};
use super::battlefield::Battlefield;
use super::copies::EnteringAs;
use super::damage::DamageDealt;
use super::day::LastTurn;
use super::dice::DiceState;
use super::event::Outcome;
use super::object::{Counters, Object, ObjectId, Slot, Zone};
use super::phasing::PhasedOut;
use super::trigger_mask::TriggerMask;

pub(crate) use about::{About, Chosen};
pub(crate) use combat::{Attacker, Blocker, Combat};
pub(crate) use continuous::{
    CopyThisTurn, Dearer, FaceDown, Feature, Gagged, Goaded, Guarded, LastKnown, Newcomer, Permitted, Posing,
    Protected, Pumped, Shaped, Taken, Those, TypeChange, WhileThere,
};
pub use deeds::Deed;
pub(crate) use deeds::Deeds;
pub(crate) use frame::{Awaited, Each, Frame, Over, Sorting};
pub(crate) use known::Known;
pub(crate) use pending::{Delayed, PendingTrigger, When};
pub(crate) use player::{Bound, Commander, CommanderDamage, Player, PlayerTurn};
pub(crate) use positions::Mandatory;
pub(crate) use stack::{StackItem, StackKind};
pub(crate) use stage::{Pending, Resume, Stage, WaitingEntry};
pub(crate) use this_turn::{AddedCombat, Arranged, Elusive, Hit, Prevented, Shelter, Shield, ThisTurn, UntilEndOfTurn};

/// Everything that changes in a game.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GameState {
    /// Whose turn it is, what is still to come, and why.
    pub turns: TurnManager,
    pub(crate) players: BySeat<Player>,
    pub(crate) objects: Vec<Object>,
    pub(crate) free: Vec<Slot>,
    pub(crate) battlefield: Battlefield,
    pub(crate) exile: Vec<Slot>,
    pub(crate) command: Vec<Slot>,
    /// Cards in exile or a graveyard with an activated ability that works there.
    pub(crate) elsewhere: Vec<Slot>,
    pub(crate) stack: Vec<StackItem>,
    /// The number of the next spell or ability on the stack.
    pub(crate) next_serial: u32,
    /// The timestamp of the next effect that changes characteristics (CR 613.7b).
    #[serde(default)]
    pub(crate) next_timestamp: u32,
    /// Permanents whose static abilities take keywords away, and when those began to do so (CR 613.7).
    #[serde(default)]
    pub(crate) takers: Vec<(ObjectId, u32)>,
    pub(crate) counters: Vec<Counters>,
    pub(crate) pumped: Vec<Pumped>,
    pub(crate) type_changes: Vec<TypeChange>,
    pub(crate) statics: Vec<IndexedStatic>,
    pub(crate) triggers: Vec<IndexedTrigger>,
    /// Kinds of statics that there are; never too few.
    pub(crate) static_kinds: StaticKinds,
    /// What some indexed ability could trigger on; never too little.
    pub(crate) trigger_mask: TriggerMask,
    /// What tags of the turn structure stand for, by place.
    pub(crate) arranged: Vec<Arranged>,
    /// Which permanent exiled which object, and whether only until it leaves (CR 610.3).
    pub(crate) exiled_by: Vec<(ObjectId, ObjectId, bool)>,
    pub(crate) taken: Vec<Taken>,
    /// Foretold cards, and in which turn each was.
    pub(crate) foretold: Vec<(ObjectId, u32)>,
    pub(crate) delayed: Vec<Delayed>,
    pub(crate) pending_triggers: Vec<PendingTrigger>,
    /// What has triggered on one or more cards that are moving: not again for others that move at the same time (CR 603.2c).
    #[serde(default)]
    pub(crate) batched: Vec<(ObjectId, AbilityId)>,
    pub(crate) frames: Vec<Frame>,
    /// Work that begins once the instruction in progress is done, in order: what a replacement adds, the price of mana.
    pub(crate) soon: Vec<Frame>,
    pub(crate) last_known: Vec<LastKnown>,
    pub(crate) combat: Combat,
    /// Damage that the effect in progress has dealt, and may go on dealing at the same time.
    #[serde(default)]
    pub(crate) dealt: DamageDealt,
    /// Creatures that sources with deathtouch have dealt damage to since the last check (CR 704.5h).
    #[serde(default)]
    pub(crate) deathtouched: Vec<ObjectId>,
    pub(crate) commander_damage: Vec<CommanderDamage>,
    /// Face-down spells and permanents.
    pub(crate) face_down: Vec<FaceDown>,
    /// Permanents that are copies of others.
    pub(crate) posing: Vec<Posing>,
    /// Copies until end of turn.
    #[serde(default)]
    pub(crate) copies_this_turn: Vec<CopyThisTurn>,
    /// Spells whose division among their targets has not been chosen.
    pub(crate) undivided: Vec<ObjectId>,
    /// Effects by which permanents have another shape, in the order in which they began.
    pub(crate) shaped: Vec<Shaped>,
    /// Permanents that have one.
    pub(crate) reshaped: Vec<Posing>,
    /// What was chosen as permanents entered, also of those that have left this turn.
    pub(crate) features: Vec<(ObjectId, Feature)>,
    /// Floating mana that does something to the spell it is spent on: whose, which, and of what ability.
    pub(crate) ridden: Vec<(Seat, Mana, ObjectId, AbilityId)>,
    /// Floating mana that may be spent on some things alone.
    pub(crate) bound: Vec<Bound>,
    pub(crate) phased: Vec<PhasedOut>,
    /// Copies of cards that have not been cast (CR 707.12).
    pub(crate) card_copies: Vec<ObjectId>,
    /// Players whose life total can't change until their next turn.
    pub(crate) life_locked: SeatSet,
    /// Players with no maximum hand size until their next turn.
    pub(crate) unbounded_until_turn: SeatSet,
    /// Players with no maximum hand size for the rest of the game.
    pub(crate) unbounded_for_good: SeatSet,
    /// Cards in exile that players may play.
    pub(crate) permits: Vec<Permitted>,
    /// What would enter, and waits until its player has been asked: Auras that were not cast, lands that enter by choice.
    pub(crate) entries: Vec<WaitingEntry>,
    /// Spells that cost more until somebody's next turn.
    #[serde(default)]
    pub(crate) dearer: Vec<Dearer>,
    /// Creatures that attack if able, and somebody else than the player of the effect, until that player's next turn.
    #[serde(default)]
    pub(crate) provoked: Vec<Those>,
    /// As copies of what objects enter, as was chosen.
    #[serde(default)]
    pub(crate) models: Vec<EnteringAs>,
    /// With which counters objects enter that an effect is about to put onto the battlefield.
    pub(crate) enters_with: Vec<(ObjectId, CounterKind, i32)>,
    /// The monarch (CR 725), and the card that made them so.
    pub(crate) monarch: Option<(Seat, CardId)>,
    /// Who has the initiative (CR 726), and the card that gave it.
    #[serde(default)]
    pub(crate) initiative: Option<(Seat, CardId)>,
    /// Who is in a dungeon, so that checks need not look at every player.
    #[serde(default)]
    pub(crate) venturers: SeatSet,
    /// Permanents that don't untap in a player's next untap step: whose, which, and as whom and what the filter sees.
    pub(crate) no_untap: Vec<(Seat, FilterId)>,
    pub(crate) this_turn: ThisTurn,
    pub(crate) stage: Stage,
    pub(crate) pending: Option<Pending>,
    /// Commanders that would go to a hand or library: the owner is asked first (CR 903.9b).
    pub(crate) commander_moves: Vec<(Slot, Destination)>,
    pub(crate) dice: DiceState,
    pub(crate) outcome: Option<Outcome>,
    /// Derived characteristics must be computed anew.
    pub(crate) stale: bool,
    /// Some static ability depends on what changes without notice: characteristics are computed anew at every check.
    pub(crate) volatile: bool,
    pub(crate) tags: u16,
    /// Script entries performed, as bits.
    pub(crate) scripted: Vec<bool>,
    pub(crate) mandatory: Mandatory,
    /// Players and permanents with protection from a player.
    pub(crate) guarded: Vec<Guarded>,
    /// Players and permanents that have gained protection.
    pub(crate) protected: Vec<Protected>,
    /// Creatures that can't attack the player of the effect until that player's next turn.
    pub(crate) barred: Vec<Those>,
    /// Spells that the player in whose eyes they pass may cast as though they had flash, until that player's next turn.
    pub(crate) flashing: Vec<Those>,
    /// Who can't cast which spells.
    #[serde(default)]
    pub(crate) gagged: Vec<Gagged>,
    /// Permanents with echo that have come under somebody's control (CR 702.30a).
    #[serde(default)]
    pub(crate) newcomers: Vec<Newcomer>,
    /// Paired creatures, and who controls both (CR 702.95).
    #[serde(default)]
    pub(crate) pairs: Vec<(ObjectId, ObjectId, Seat)>,
    /// What is exiled if it would leave the battlefield.
    #[serde(default)]
    pub(crate) bound_for_exile: Vec<ObjectId>,
    /// Whether it is day or night; neither at the beginning (CR 731.1).
    #[serde(default)]
    pub(crate) daytime: Option<Daytime>,
    /// Whose turn it is, for the next one.
    #[serde(default)]
    pub(crate) active_before: Option<Seat>,
    /// What was cast in the turn before.
    #[serde(default)]
    pub(crate) last_turn: Option<LastTurn>,
    /// Creatures that are goaded.
    pub(crate) goaded: Vec<Goaded>,
    /// Power-up abilities that have been activated, each only once.
    pub(crate) powered_up: Vec<(ObjectId, AbilityId)>,
    /// Cards in hidden places that somebody knows who may not look there.
    pub(crate) known: Vec<Known>,
    /// What players have done to each other.
    pub(crate) deeds: Deeds,
}

impl GameState {
    /// The timestamp of an effect that begins now (CR 613.7b).
    pub(crate) fn timestamp(&mut self) -> u32 {
        let now = self.next_timestamp;
        self.next_timestamp = now.wrapping_add(1);
        now
    }

    /// The owner of that commander, and which of theirs it is.
    pub(crate) fn which_commander(&self, id: ObjectId) -> Option<(Seat, u8)> {
        let owner = self.get(id).filter(|o| o.is(super::object::Status::COMMANDER))?.owner;
        let which = self.players[owner].commanders.iter().position(|c| c.slot == id.slot)?;
        Some((owner, which as u8))
    }

    /// CR 903.10a.
    pub(crate) fn commander_damage_by(&self, commander: ObjectId, to: Seat) -> i32 {
        let which = self.which_commander(commander);
        let dealt = self.commander_damage.iter().find(|d| d.to == to && which == Some((d.owner, d.which)));
        dealt.map_or(0, |damage| damage.amount)
    }

    /// Whether any player has unspent mana.
    pub(crate) fn has_mana(&self) -> bool {
        !self.ridden.is_empty() || !self.bound.is_empty() || self.players.values().iter().any(Player::has_mana)
    }

    pub(crate) fn object(&self, slot: Slot) -> &Object {
        &self.objects[usize::from(slot)]
    }

    pub(crate) fn object_mut(&mut self, slot: Slot) -> &mut Object {
        &mut self.objects[usize::from(slot)]
    }

    /// The object's current id.
    pub(crate) fn id(&self, slot: Slot) -> ObjectId {
        ObjectId { slot, incarnation: self.object(slot).incarnation }
    }

    /// The object of that id, if it still exists in the zone where it had that id.
    pub(crate) fn get(&self, id: ObjectId) -> Option<&Object> {
        let object = self.objects.get(usize::from(id.slot))?;
        (object.incarnation == id.incarnation && object.zone != Zone::Nowhere).then_some(object)
    }

    /// The permanents among which all creatures and planeswalkers are, and whatever else state-based actions are about.
    pub(crate) fn mortal(&self) -> &[Slot] {
        // What has become something else may have become a creature.
        if self.type_changes.is_empty() { self.battlefield.mortal() } else { &self.battlefield }
    }

    /// The object on the battlefield of that id.
    pub(crate) fn permanent(&self, id: ObjectId) -> Option<&Object> {
        self.get(id).filter(|o| o.zone == Zone::Battlefield)
    }

    /// The object of that id as it is, or as it last existed (CR 608.2h).
    pub(crate) fn recall(&self, id: ObjectId) -> Option<&Object> {
        self.get(id).or_else(|| self.last_known.iter().rev().find(|l| l.id == id).map(|l| &l.object))
    }

    /// What was chosen as the permanent entered.
    pub(crate) fn feature(&self, id: ObjectId) -> Option<Feature> {
        self.features.iter().find(|(of, _)| *of == id).map(|(_, feature)| *feature)
    }

    pub(crate) fn counters_on(&self, slot: Slot, kind: CounterKind) -> u16 {
        self.counters.iter().find(|c| c.slot == slot && c.kind == kind).map_or(0, |c| c.count)
    }

    /// Counters on the object as it is, or as it last existed.
    pub(crate) fn recall_counters(&self, id: ObjectId, kind: CounterKind) -> u16 {
        if self.get(id).is_some() {
            return self.counters_on(id.slot, kind);
        }
        let last = self.last_known.iter().rev().find(|l| l.id == id);
        last.and_then(|l| l.counters.iter().find(|(k, _)| *k == kind)).map_or(0, |(_, n)| *n)
    }
}
