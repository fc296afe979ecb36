//! What the turn in progress has seen.

use serde::{Deserialize, Serialize};

use crate::cards::ability::MoreMana;
use crate::cards::effect::{AbilityId, CardId, EffectId};
use crate::cards::keyword::Keywords;
use crate::game::object::{ObjectId, Slot, Target};
use crate::turn::{Seat, SeatSet, Step, Tag};

use super::continuous::Those;
use super::positions::Positions;

/// An effect that is performed first in what really happens next after a skip (CR 614.10b).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Arranged {
    pub(crate) effect: EffectId,
    /// Who performs it.
    pub(crate) by: Seat,
    pub(crate) source: ObjectId,
    pub(crate) card: CardId,
}

/// Damage that was dealt to a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Hit {
    pub(crate) source: ObjectId,
    /// What the source was as it dealt it.
    pub(crate) card: CardId,
    /// Who controlled the source.
    pub(crate) by: Seat,
    pub(crate) to: Seat,
    pub(crate) amount: i32,
    pub(crate) combat: bool,
}

/// Damage by some sources that is prevented this turn.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Prevented {
    /// What passes as damage would be dealt.
    pub(crate) by: Option<Those>,
    /// Or these.
    pub(crate) these: Vec<ObjectId>,
    /// Only combat damage.
    pub(crate) combat: bool,
}

/// The next damage of a source to a player is prevented (CR 615.7), and then something happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Shield {
    pub(crate) from: ObjectId,
    pub(crate) seat: Seat,
    /// What has made it.
    pub(crate) source: ObjectId,
    pub(crate) card: CardId,
    pub(crate) then: EffectId,
}

/// Damage to something that is prevented this turn (CR 615.7).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Shelter {
    /// To these.
    pub(crate) these: Vec<Target>,
    /// Or to permanents that pass.
    pub(crate) those: Option<Those>,
    /// So much of it; all.
    pub(crate) left: Option<i32>,
    /// Only combat damage.
    pub(crate) combat: bool,
}

/// Creatures that can't be blocked this turn (CR 509.1b).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Elusive {
    /// These.
    pub(crate) these: Vec<ObjectId>,
    /// Or what passes.
    pub(crate) those: Option<Those>,
    /// Only by what passes; by nothing.
    pub(crate) by: Option<Those>,
}

/// What was added to a turn under a tag: which creatures may attack in it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct AddedCombat {
    pub(crate) tag: Tag,
    pub(crate) those: Those,
    pub(crate) them: Vec<ObjectId>,
}

/// Effects that last until end of turn, or this turn, and end in its cleanup step (CR 514.2).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub(crate) struct UntilEndOfTurn {
    /// Creatures that can't block.
    pub(crate) no_block: Vec<Those>,
    /// Creatures that attack if able, of the player in whose eyes they pass.
    pub(crate) must_attack: Vec<Those>,
    /// All combat damage is prevented.
    pub(crate) no_combat_damage: bool,
    /// Keywords that objects have lost.
    pub(crate) lost_keywords: Vec<(ObjectId, Keywords)>,
    /// Whose planeswalkers may each use one loyalty ability more, as often as they stand here.
    pub(crate) more_loyalty: Vec<Seat>,
    /// Players to whose graveyards nothing comes: it is exiled.
    pub(crate) no_graveyard: SeatSet,
    /// What the player in whose eyes it passes may cast as though it had flash.
    pub(crate) flash: Vec<Those>,
    /// Damage that is prevented.
    pub(crate) prevented: Vec<Prevented>,
    /// Damage of one source to one player that is prevented once.
    pub(crate) shields: Vec<Shield>,
    /// Players who can't lose, and whose opponents can't win.
    #[serde(default)]
    pub(crate) unbeaten: SeatSet,
    /// Players whom damage leaves at 1 life at the least.
    #[serde(default)]
    pub(crate) left_one: SeatSet,
    /// Where spells stand, and the permanents that they have become, that have haste this turn for the mana spent on them.
    #[serde(default)]
    pub(crate) hasty: Vec<Slot>,
    /// What is protected from damage.
    #[serde(default)]
    pub(crate) shelters: Vec<Shelter>,
    /// Players who can't cast spells any more.
    pub(crate) silenced: SeatSet,
    /// What is regenerated the next time it would be destroyed, as often as it stands here (CR 701.19a).
    #[serde(default)]
    pub(crate) regenerating: Vec<ObjectId>,
    /// What can't be regenerated (CR 701.19c).
    #[serde(default)]
    pub(crate) seared: Vec<ObjectId>,
    /// What makes more mana as it is tapped for it, and how.
    #[serde(default)]
    pub(crate) more_mana: Vec<(Those, MoreMana)>,
    /// Spells that can't be countered.
    #[serde(default)]
    pub(crate) uncounterable: Vec<Those>,
    /// What can't be blocked.
    #[serde(default)]
    pub(crate) elusive: Vec<Elusive>,
    /// While damage is dealt that keeps creatures from being regenerated.
    #[serde(default)]
    pub(crate) searing: bool,
    /// While damage is dealt that can't be prevented.
    #[serde(default)]
    pub(crate) unprevented: bool,
    /// Players who can't gain life.
    #[serde(default)]
    pub(crate) no_life_gain: SeatSet,
    /// What can't be the target of opponents of a player.
    #[serde(default)]
    pub(crate) untargetable: Vec<(ObjectId, Seat)>,
}

/// What the turn in progress has seen; replaced as a turn begins.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub(crate) struct ThisTurn {
    pub(crate) effects: UntilEndOfTurn,
    /// Abilities activated or triggered, for limits each turn.
    pub(crate) used: Vec<(ObjectId, AbilityId, u8)>,
    pub(crate) added_combats: Vec<AddedCombat>,
    pub(crate) decisions: u32,
    pub(crate) resolutions: u32,
    /// Instructions performed and events, with what looked at them.
    #[serde(default)]
    pub(crate) work: u32,
    /// What was decided where, once so much has resolved that the turn may be going round in a loop.
    pub(crate) positions: Positions,
    /// Creatures that have dealt combat damage to a player.
    pub(crate) dealt_damage: Vec<ObjectId>,
    /// Cards drawn.
    #[serde(default)]
    pub(crate) drawn: Vec<ObjectId>,
    /// Who has drawn in a draw step of their own, and in which of this turn.
    #[serde(default)]
    pub(crate) drew_in_step: Vec<(Seat, u16)>,
    /// What untaps in this untap step, while its player chooses under limits.
    pub(crate) untapping: Vec<ObjectId>,
    /// Who has chosen the one type of permanents that untaps in this untap step.
    pub(crate) untap_type_chosen: SeatSet,
    /// Who has chosen what stays tapped in this untap step.
    #[serde(default)]
    pub(crate) kept_tapped_chosen: SeatSet,
    /// Permanents for which nothing is skipped in what is about to begin: their player has declined.
    pub(crate) declined: Vec<ObjectId>,
    /// Which creature attacked whom, for those that don't attack the same player twice.
    pub(crate) attacked: Vec<(ObjectId, Seat)>,
    pub(crate) exerted: Vec<ObjectId>,
    /// With how much power in total each player has attacked so far, at most.
    pub(crate) attacked_with: Vec<(Seat, i32)>,
    /// What has transformed, and the number of the next spell or ability on the stack as it did.
    pub(crate) transformed: Vec<(ObjectId, u32)>,
    /// What dealt damage to which permanent, each pair once: an object that has changed zones is another (CR 400.7).
    pub(crate) wounds: Vec<(ObjectId, ObjectId)>,
    pub(crate) creatures_died: u16,
    /// Who controlled each of them.
    #[serde(default)]
    pub(crate) died_of: Vec<Seat>,
    /// Those of them that were no tokens.
    #[serde(default)]
    pub(crate) nontokens_died: u16,
    /// The sources of abilities that have been marked, once for each time.
    #[serde(default)]
    pub(crate) marks: Vec<ObjectId>,
    /// Who created a token, for each of them.
    #[serde(default)]
    pub(crate) tokens_created: Vec<Seat>,
    /// Damage dealt to players.
    pub(crate) hits: Vec<Hit>,
    /// Who has activated a loyalty ability.
    pub(crate) loyal: SeatSet,
    /// With how many creatures each player has attacked.
    pub(crate) attackers: Vec<(Seat, u16)>,
    /// Cards put into graveyards from the battlefield.
    pub(crate) fell: Vec<ObjectId>,
    /// Players of whom a permanent has left the battlefield.
    pub(crate) bereft: SeatSet,
    /// Who has had a land enter under their control.
    #[serde(default)]
    pub(crate) landed: SeatSet,
    /// Life that players have lost.
    pub(crate) life_lost: Vec<(Seat, i32)>,
    /// Life that players have gained.
    #[serde(default)]
    pub(crate) life_gained: Vec<(Seat, i32)>,
    /// How often each step has begun.
    pub(crate) steps_begun: Vec<(Step, u16)>,
    /// What has entered.
    pub(crate) entered: Vec<ObjectId>,
    /// Which Vehicle was crewed by which creature (CR 702.122b).
    pub(crate) crewed: Vec<(ObjectId, ObjectId)>,
    /// The skip that was chosen among all that apply to the next step, by its id.
    pub(crate) chosen_skip: Option<u32>,
}

impl ThisTurn {
    /// A turn begins: nothing has happened in it, and the effects of the one before have ended. Lists keep their room.
    pub(crate) fn renew(&mut self) {
        let ThisTurn {
            effects: _,
            used,
            added_combats,
            decisions,
            resolutions,
            work,
            positions,
            dealt_damage,
            drawn,
            drew_in_step,
            untapping,
            untap_type_chosen,
            kept_tapped_chosen,
            declined,
            attacked,
            exerted,
            attacked_with,
            transformed,
            wounds,
            creatures_died,
            died_of,
            nontokens_died,
            marks,
            tokens_created,
            hits,
            loyal,
            attackers,
            fell,
            bereft,
            landed,
            life_lost,
            life_gained,
            steps_begun,
            entered,
            crewed,
            chosen_skip,
        } = self;
        positions.clear();
        for number in [decisions, resolutions, work] {
            *number = 0;
        }
        for number in [creatures_died, nontokens_died] {
            *number = 0;
        }
        for seats in [untap_type_chosen, kept_tapped_chosen, loyal, bereft, landed] {
            *seats = SeatSet::EMPTY;
        }
        for objects in [dealt_damage, drawn, untapping, declined, exerted, marks, fell, entered] {
            objects.clear();
        }
        for pairs in [wounds, crewed] {
            pairs.clear();
        }
        for seats in [died_of, tokens_created] {
            seats.clear();
        }
        for of_players in [attacked_with, life_lost, life_gained] {
            of_players.clear();
        }
        for of_players in [drew_in_step, attackers] {
            of_players.clear();
        }
        used.clear();
        added_combats.clear();
        attacked.clear();
        transformed.clear();
        hits.clear();
        steps_begun.clear();
        *chosen_skip = None;
    }
}
