//! The state of a game: plain data that can be cloned, compared, hashed and saved at any decision.

use std::mem::take;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::cards::effect::{AbilityId, CardId, DelayedEvent, Destination, Duration, EffectId, FilterId};
use crate::cards::keyword::Keywords;
use crate::cards::mana::ManaSet;
use crate::turn::{BySeat, MAX_SEATS, Seat, SeatSet, Tag, TurnManager};

use super::altered::Altered;
use super::battlefield::Battlefield;
use super::decision::{Decision, Item};
use super::dice::DiceState;
use super::event::{LossCause, Outcome};
use super::face_down::Permitted;
use super::guard::{Barred, Guarded};
use super::loops::{Mandatory, Positions};
use super::morph::Masked;
use super::object::{Counters, Object, ObjectId, Slot, Target, Zone};
use super::occasion::Occasions;
use super::watching::{Static, StaticKinds, Watcher};

/// Targets chosen for a spell or ability; an optional target that was not chosen is `None`.
pub(crate) type Chosen = Vec<Option<Target>>;

/// A player.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Player {
    /// Which entrant sits here: names the dice of this library.
    pub(crate) entrant: u8,
    pub(crate) life: i32,
    pub(crate) poison: i32,
    /// Energy counters (CR 107.14).
    pub(crate) energy: i32,
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
    pub(crate) turn: PlayerTurn,
    pub(crate) left: Option<LossCause>,
    /// The hand and the graveyard of a player who has left, as they last were (CR 800.4i).
    pub(crate) last_hand: u16,
    pub(crate) last_graveyard: Vec<Slot>,
    /// Out of time, by the table's rule on slow play: passes, and is asked nothing.
    pub(crate) slow: bool,
}

impl Player {
    /// Adds mana to the pool.
    pub(crate) fn add_mana(&mut self, mana: crate::cards::mana::Mana, n: i32) {
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

/// What a player has done this turn; replaced as a turn begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub(crate) struct PlayerTurn {
    pub(crate) lands_played: u8,
    pub(crate) spells_cast: u16,
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

/// What an ability or effect is about: the object, player and number of the event that made it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub(crate) struct About {
    pub(crate) object: Option<ObjectId>,
    pub(crate) player: Option<Seat>,
    pub(crate) number: i32,
}

/// A spell or ability on the stack.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct StackItem {
    pub(crate) kind: StackKind,
    pub(crate) controller: Seat,
    pub(crate) card: CardId,
    pub(crate) x: i32,
    pub(crate) targets: Chosen,
    pub(crate) about: About,
    pub(crate) them: Vec<ObjectId>,
    /// How damage was divided among the targets (CR 601.2d).
    pub(crate) divided: Vec<i32>,
    /// Which of all that have been on the stack it is.
    pub(crate) serial: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum StackKind {
    Spell(ObjectId),
    Activated {
        source: ObjectId,
        ability: AbilityId,
    },
    Triggered {
        source: ObjectId,
        ability: AbilityId,
    },
    Delayed {
        source: ObjectId,
        effect: EffectId,
    },
    /// Its controller loses the game: what rides on an extra turn.
    LoseGame {
        source: ObjectId,
    },
}

impl StackKind {
    pub(crate) fn source(&self) -> ObjectId {
        match *self {
            StackKind::Spell(source)
            | StackKind::Activated { source, .. }
            | StackKind::Triggered { source, .. }
            | StackKind::Delayed { source, .. }
            | StackKind::LoseGame { source } => source,
        }
    }
}

impl StackItem {
    pub(crate) fn source(&self) -> ObjectId {
        self.kind.source()
    }
}

/// A triggered ability that waits to be put on the stack (CR 603.3).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Waiting {
    pub(crate) kind: StackKind,
    pub(crate) card: CardId,
    pub(crate) controller: Seat,
    pub(crate) about: About,
    /// X; of a modal triggered ability its mode, from 1.
    pub(crate) x: i32,
    pub(crate) targets: Chosen,
    pub(crate) them: Vec<ObjectId>,
    pub(crate) divided: Vec<i32>,
    /// Its player has put it in order among theirs.
    pub(crate) ordered: bool,
    /// All its targets have been chosen.
    pub(crate) aimed: bool,
}

impl Waiting {
    /// A trigger that will run that effect with what the frame is bound to, of that source.
    pub(crate) fn delayed(source: ObjectId, effect: EffectId, frame: &Frame) -> Waiting {
        Waiting {
            kind: StackKind::Delayed { source, effect },
            card: frame.card,
            controller: frame.controller,
            about: frame.about,
            x: frame.x,
            targets: frame.targets.clone(),
            them: frame.them.clone(),
            divided: Vec::new(),
            ordered: false,
            aimed: false,
        }
    }

    pub(crate) fn source(&self) -> ObjectId {
        self.kind.source()
    }

    /// Every object it may look at when it resolves.
    pub(crate) fn objects(&self) -> impl Iterator<Item = ObjectId> + '_ {
        let targets = self.targets.iter().flatten().filter_map(|t| match t {
            Target::Object(id) => Some(*id),
            Target::Player(_) => None,
        });
        targets.chain(self.them.iter().copied()).chain(self.about.object).chain([self.source()])
    }
}

/// A delayed triggered ability (CR 603.7).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Delayed {
    pub(crate) when: When,
    pub(crate) made_in_turn: u32,
    pub(crate) trigger: Waiting,
}

/// When a delayed trigger triggers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum When {
    Event(DelayedEvent),
    /// The end step of the turn of that number: the loss that rides on an extra turn.
    EndStepOfTurn(u32),
    /// The combat phase added under that tag.
    Combat(Tag),
}

/// Half-finished work: an effect, where it stands, and what it is bound to.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Frame {
    pub(crate) at: EffectId,
    pub(crate) source: ObjectId,
    pub(crate) card: CardId,
    pub(crate) controller: Seat,
    pub(crate) x: i32,
    pub(crate) targets: Chosen,
    pub(crate) about: About,
    pub(crate) them: Vec<ObjectId>,
    pub(crate) divided: Vec<i32>,
    /// Who voted for which option, in the order of voting.
    pub(crate) votes: ArrayVec<(Seat, u8), MAX_SEATS>,
    pub(crate) result: i32,
    pub(crate) done: bool,
    pub(crate) each: Option<Each>,
    /// Players whom the current instruction has still to ask, in order.
    pub(crate) asking: ArrayVec<Seat, MAX_SEATS>,
    /// What players have chosen to sacrifice, until all have chosen (CR 101.4, 608.2e).
    pub(crate) chosen: Vec<ObjectId>,
    /// What each of the tokens to come will attack, as far as it has been chosen, in order (CR 508.4).
    pub(crate) aims: Vec<Item>,
    /// Who makes the choice of the current instruction instead of a player who has left (CR 800.4g).
    pub(crate) stand_in: Option<Seat>,
    pub(crate) begun: bool,
    /// Cards of a library that the player who is asked has still to put in order.
    pub(crate) sorting: Vec<Sorting>,
    /// The spell this frame resolves, which has a place to go when it is done.
    pub(crate) resolves: Option<ObjectId>,
    /// The tag of the phases this effect added last.
    pub(crate) added: Tag,
    /// Which of all that have been on the stack it was; the greatest number for what was not.
    pub(crate) serial: u32,
}

impl Frame {
    /// Work at its beginning.
    pub(crate) fn new(at: EffectId, source: ObjectId, item: StackItem) -> Frame {
        Frame {
            at,
            source,
            card: item.card,
            controller: item.controller,
            x: item.x,
            targets: item.targets,
            about: item.about,
            them: item.them,
            divided: item.divided,
            votes: ArrayVec::new(),
            result: 0,
            done: false,
            each: None,
            asking: ArrayVec::new(),
            chosen: Vec::new(),
            aims: Vec::new(),
            stand_in: None,
            begun: false,
            sorting: Vec::new(),
            resolves: None,
            added: Tag::default(),
            serial: item.serial,
        }
    }
}

/// Cards that go to one place of a library in any order.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Sorting {
    /// Whose library.
    pub(crate) of: Seat,
    /// At the bottom, rather than on top.
    pub(crate) bottom: bool,
    /// The highest first.
    pub(crate) cards: Vec<ObjectId>,
}

/// An [`Op::EachPlayer`](crate::cards::effect::Op::EachPlayer) in progress.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Each {
    pub(crate) current: Seat,
    pub(crate) rest: ArrayVec<Seat, MAX_SEATS>,
    pub(crate) body: EffectId,
    /// What which instruction gave to whom so far, and how often, where a team gets it once (CR 805.8).
    pub(crate) given: Vec<(EffectId, Seat, i32)>,
}

/// A continuous effect on one object (CR 611.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Pumped {
    pub(crate) object: ObjectId,
    pub(crate) power: i16,
    pub(crate) toughness: i16,
    pub(crate) keywords: Keywords,
    pub(crate) duration: Duration,
    pub(crate) by: Seat,
    /// The turn in which it began, counting turns begun from 1.
    pub(crate) since: u32,
}

/// A permanent that an effect gave to another player: it goes back when that player leaves (CR 800.4a).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Taken {
    pub(crate) object: ObjectId,
    pub(crate) from: Seat,
    pub(crate) by: Seat,
    /// Only while that player controls this.
    pub(crate) while_controlling: Option<ObjectId>,
}

/// What an object was as it last existed on the battlefield or the stack (CR 608.2h).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct LastKnown {
    pub(crate) id: ObjectId,
    pub(crate) object: Object,
    pub(crate) counters: ArrayVec<(crate::cards::effect::CounterKind, u16), 6>,
    /// What was chosen for X, of a spell.
    pub(crate) x: i32,
}

/// Combat in progress (CR 506).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub(crate) struct Combat {
    pub(crate) attackers: Vec<Attacker>,
    pub(crate) blockers: Vec<Blocker>,
    /// A creature was declared or put onto the battlefield attacking (CR 508.8).
    pub(crate) happened: bool,
    /// What every creature attacked that has attacked in this combat, also those that have left it.
    pub(crate) aims: Vec<Attacker>,
    /// Who has attacked which player with a creature, also one that has left since (CR 702.121a).
    pub(crate) attacked: Vec<(Seat, Seat)>,
    /// Seats still to declare blockers.
    pub(crate) to_block: ArrayVec<Seat, MAX_SEATS>,
    /// Attackers that have been declared and have still to be exerted, or to trigger.
    pub(crate) declared: Vec<(ObjectId, Seat)>,
    pub(crate) to_exert: Vec<ObjectId>,
    /// Blocks declared that have still to trigger.
    pub(crate) blocks: Vec<(ObjectId, ObjectId)>,
    pub(crate) exerted: Vec<ObjectId>,
    /// Attackers whose damage is still to be divided, and the divisions made.
    pub(crate) to_divide: Vec<ObjectId>,
    pub(crate) divided: Vec<(ObjectId, Target, i32)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Attacker {
    pub(crate) id: ObjectId,
    /// The defending player: who is attacked, or controls the planeswalker that is (CR 506.2).
    pub(crate) defender: Seat,
    /// The planeswalker it attacks (CR 508.1b).
    pub(crate) planeswalker: Option<ObjectId>,
    pub(crate) blocked: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Blocker {
    pub(crate) id: ObjectId,
    pub(crate) attacker: ObjectId,
}

/// Where the game stands between decisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Stage {
    /// Opening hands (CR 103.5).
    Mulligans,
    /// The turn structure makes its next transition.
    Transition,
    /// A step has begun; the n-th part of its turn-based actions is next.
    Actions(u8),
    /// Scripted effects at the beginning of the step.
    Scripts,
    /// State-based actions and triggers, then priority to the active player.
    Check,
    /// The same, but the holder keeps priority (CR 117.3c).
    CheckKeep,
    /// State-based actions and triggers in a cleanup step (CR 514.3a).
    CheckCleanup,
    /// Somebody has priority: scripted effects come first; whether there were `any`.
    PriorityScripts { any: bool },
    /// Somebody has priority.
    Priority,
    /// An effect is ending the turn (CR 724.1) or the combat phase (CR 724.2).
    Ending { turn: bool },
    /// The game is over.
    Over,
}

/// A question that has been asked, and what its answer continues.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Pending {
    pub(crate) decision: Decision,
    pub(crate) resume: Resume,
}

/// What the answer to a question continues.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Resume {
    Mulligan,
    MulliganBottom,
    Priority,
    Skip,
    /// A permanent that untaps when its controller skips the turn about to begin.
    SkipTurnToUntap(ObjectId),
    Untap,
    Attackers,
    Blockers,
    Damage,
    CleanupDiscard,
    Legend,
    TriggerOrder,
    TriggerTarget,
    /// What an Aura that was not cast will enchant, and who will control it.
    AuraHost(Slot, Seat),
    /// The mode of a modal trigger.
    TriggerMode,
    /// The one type of permanents that untaps.
    UntapType,
    /// How a trigger's damage is divided among its targets.
    TriggerDivision,
    /// An attacker that may be exerted.
    Exert(ObjectId),
    /// The instruction at which the top frame stands.
    Frame,
    /// A commander is in a graveyard or in exile.
    CommanderZone(Slot),
    /// A commander would go to a hand or library.
    CommanderMove(Slot, Destination),
    /// A permanent that gives something for a draw step that its controller skips.
    SkipDrawStep(ObjectId),
}

/// An effect that is performed first in what really happens next after a skip (CR 614.10b).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Arranged {
    pub(crate) effect: EffectId,
    /// Who performs it.
    pub(crate) by: Seat,
    pub(crate) source: ObjectId,
    pub(crate) card: CardId,
}

/// What was added to a turn under a tag: which creatures may attack in it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct AddedCombat {
    pub(crate) tag: Tag,
    pub(crate) filter: FilterId,
    pub(crate) you: Seat,
    pub(crate) them: Vec<ObjectId>,
}

/// What the turn in progress has seen; replaced as a turn begins.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub(crate) struct ThisTurn {
    /// Abilities activated or triggered, for limits each turn.
    pub(crate) used: Vec<(ObjectId, AbilityId, u8)>,
    pub(crate) added_combats: Vec<AddedCombat>,
    pub(crate) decisions: u32,
    pub(crate) resolutions: u32,
    /// What was decided where, once so much has resolved that the turn may be going round in a loop.
    pub(crate) positions: Positions,
    pub(crate) dealt_damage: Vec<ObjectId>,
    /// What untaps in this untap step, while its player chooses under limits.
    pub(crate) untapping: Vec<ObjectId>,
    /// Who has chosen the one type of permanents that untaps in this untap step.
    pub(crate) untap_type_chosen: crate::turn::SeatSet,
    /// Permanents for which nothing is skipped in what is about to begin: their player has declined.
    pub(crate) declined: Vec<ObjectId>,
    /// Which creature attacked whom, for those that don't attack the same player twice.
    pub(crate) attacked: Vec<(ObjectId, Seat)>,
    pub(crate) exerted: Vec<ObjectId>,
    /// Creatures that can't block: a filter, and whose effect of what source.
    pub(crate) no_block: Vec<(FilterId, ObjectId, Seat)>,
    /// Creatures that attack if able: of whom, which, and the source of the effect.
    pub(crate) must_attack: Vec<(Seat, FilterId, ObjectId)>,
    /// All combat damage is prevented.
    pub(crate) no_combat_damage: bool,
    /// With how much power in total each player has attacked so far, at most.
    pub(crate) attacked_with: Vec<(Seat, i32)>,
    /// What has transformed, and the number of the next spell or ability on the stack as it did.
    pub(crate) transformed: Vec<(ObjectId, u32)>,
    /// What dealt damage to what, for those that trigger when it dies.
    pub(crate) wounds: Vec<(ObjectId, ObjectId)>,
    pub(crate) creatures_died: u16,
    /// Cards put into graveyards from the battlefield.
    pub(crate) fell: Vec<ObjectId>,
    /// Players who can't cast spells any more.
    pub(crate) silenced: SeatSet,
    /// How often each step has begun.
    pub(crate) steps_begun: Vec<(crate::turn::Step, u16)>,
    /// What has entered, of permanents with a power-up ability.
    pub(crate) entered: Vec<ObjectId>,
    /// Which Vehicle was crewed by which creature (CR 702.122b).
    pub(crate) crewed: Vec<(ObjectId, ObjectId)>,
    /// The skip that was chosen among all that apply to the next step, by its id.
    pub(crate) chosen_skip: Option<u32>,
}

impl ThisTurn {
    /// A turn begins: nothing has happened in it. Lists that many turns fill keep their room.
    pub(crate) fn renew(&mut self) {
        let (mut steps_begun, mut dealt_damage) = (take(&mut self.steps_begun), take(&mut self.dealt_damage));
        let mut untapping = take(&mut self.untapping);
        steps_begun.clear();
        dealt_damage.clear();
        untapping.clear();
        *self = ThisTurn { steps_begun, dealt_damage, untapping, ..ThisTurn::default() };
    }
}

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
    pub(crate) counters: Vec<Counters>,
    pub(crate) pumped: Vec<Pumped>,
    pub(crate) altered: Vec<Altered>,
    pub(crate) statics: Vec<Static>,
    pub(crate) watchers: Vec<Watcher>,
    /// Kinds of statics that there are; never too few.
    pub(crate) static_kinds: StaticKinds,
    /// What some watcher could trigger on; never too little.
    pub(crate) occasions: Occasions,
    /// Which permanent exiled which object, and whether only until it leaves (CR 610.3).
    /// What tags of the turn structure stand for, by place.
    pub(crate) arranged: Vec<Arranged>,
    pub(crate) exiled_by: Vec<(ObjectId, ObjectId, bool)>,
    pub(crate) taken: Vec<Taken>,
    /// Foretold cards, and in which turn each was.
    pub(crate) foretold: Vec<(ObjectId, u32)>,
    pub(crate) delayed: Vec<Delayed>,
    pub(crate) waiting: Vec<Waiting>,
    pub(crate) frames: Vec<Frame>,
    /// Work that begins once the instruction in progress is done, in order: what a replacement adds, the price of mana.
    pub(crate) soon: Vec<Frame>,
    pub(crate) last_known: Vec<LastKnown>,
    pub(crate) combat: Combat,
    pub(crate) commander_damage: Vec<CommanderDamage>,
    /// Face-down spells and permanents.
    pub(crate) masked: Vec<Masked>,
    /// Cards in exile that players may play.
    pub(crate) permits: Vec<Permitted>,
    /// Auras that enter without having been cast, under whose control: what each will enchant is asked first (CR 303.4f).
    pub(crate) aura_entries: Vec<(Slot, Seat)>,
    /// The monarch (CR 725), and the card that made them so.
    pub(crate) monarch: Option<(Seat, CardId)>,
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
    /// Creatures that can't attack a player.
    pub(crate) barred: Vec<Barred>,
    /// Power-up abilities that have been activated, each only once.
    pub(crate) powered_up: Vec<(ObjectId, AbilityId)>,
}

impl GameState {
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
        if self.altered.is_empty() { self.battlefield.mortal() } else { &self.battlefield }
    }

    /// The object on the battlefield of that id.
    pub(crate) fn permanent(&self, id: ObjectId) -> Option<&Object> {
        self.get(id).filter(|o| o.zone == Zone::Battlefield)
    }

    /// The object of that id as it is, or as it last existed (CR 608.2h).
    pub(crate) fn recall(&self, id: ObjectId) -> Option<&Object> {
        self.get(id).or_else(|| self.last_known.iter().rev().find(|l| l.id == id).map(|l| &l.object))
    }

    pub(crate) fn counters_on(&self, slot: Slot, kind: crate::cards::effect::CounterKind) -> u16 {
        self.counters.iter().find(|c| c.slot == slot && c.kind == kind).map_or(0, |c| c.count)
    }

    /// Counters on the object as it is, or as it last existed.
    pub(crate) fn recall_counters(&self, id: ObjectId, kind: crate::cards::effect::CounterKind) -> u16 {
        if self.get(id).is_some() {
            return self.counters_on(id.slot, kind);
        }
        let last = self.last_known.iter().rev().find(|l| l.id == id);
        last.and_then(|l| l.counters.iter().find(|(k, _)| *k == kind)).map_or(0, |(_, n)| *n)
    }
}
