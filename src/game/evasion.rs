//! Protection (CR 702.16), and creatures that certain others can't block (CR 509.1b).

use std::ops::Deref;

use crate::cards::card::Card;
use crate::cards::keyword::Keywords;
use crate::cards::mana::ManaSet;
use crate::cards::type_line::Types;

use crate::turn::Seat;

use super::ability_index::StaticKinds;
use super::engine::Core;
use super::filter::Viewpoint;
use super::object::{Object, ObjectId, Target};
use super::state::{Elusive, GameState, Those};

/// Landwalk by the type of land (CR 702.14).
const LANDWALK: [(Keywords, &str); 5] = [
    (Keywords::PLAINSWALK, "Plains"),
    (Keywords::ISLANDWALK, "Island"),
    (Keywords::SWAMPWALK, "Swamp"),
    (Keywords::MOUNTAINWALK, "Mountain"),
    (Keywords::FORESTWALK, "Forest"),
];

/// Evasion that few creatures have.
const RARE_EVASION: Keywords = Keywords::PLAINSWALK
    .union(Keywords::ISLANDWALK)
    .union(Keywords::SWAMPWALK)
    .union(Keywords::MOUNTAINWALK)
    .union(Keywords::FORESTWALK)
    .union(Keywords::NONBASIC_LANDWALK)
    .union(Keywords::SKULK)
    .union(Keywords::FEAR)
    .union(Keywords::INTIMIDATE);

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    /// CR 702.16: whether the permanent has protection from that source.
    pub(crate) fn is_protected(&self, id: ObjectId, object: &Object, from: ObjectId) -> bool {
        let card = self.cat.card(object.card);
        self.is_guarded_from(Target::Object(id), from)
            || self.has_gained_protection(Target::Object(id), from)
            || card.has & Card::EVASIVE != 0
                && card.protection.is_some_and(|filter| {
                    let at = Viewpoint::of(object.controller, id);
                    self.s.recall(from).is_some_and(|source| self.passes(self.cat.filter(filter), from, source, &at))
                })
    }

    /// CR 509.1b, 702.9b, 702.16f.
    pub(crate) fn may_block(&self, blocker: ObjectId, attacker: ObjectId) -> bool {
        let (by, object) = (self.s.object(blocker.slot), self.s.object(attacker.slot));
        let flies = object.has(Keywords::FLYING) && !by.keywords.intersects(Keywords::FLYING | Keywords::REACH);
        let rides = object.has(Keywords::HORSEMANSHIP) && !by.has(Keywords::HORSEMANSHIP);
        // CR 702.28b: only each other.
        let shadows = object.has(Keywords::SHADOW) != by.has(Keywords::SHADOW);
        if object.has(Keywords::UNBLOCKABLE) || flies || rides || shadows {
            return false;
        }
        if object.keywords.intersects(RARE_EVASION) && self.evades(attacker, object, blocker, by) {
            return false;
        }
        if self.s.static_kinds.contains(StaticKinds::COMBAT_LIMITS) && self.is_kept_from_blocking(blocker, attacker) {
            return false;
        }
        let elusive = &self.s.this_turn.effects.elusive;
        if !elusive.is_empty() && elusive.iter().any(|effect| self.eludes(effect, attacker, blocker)) {
            return false;
        }
        let blocks = self.cat.card(by.card);
        if blocks.has & Card::EVASIVE != 0 {
            let at = Viewpoint::of(by.controller, blocker);
            if blocks.cant_block.is_some_and(|f| self.passes(self.cat.filter(f), attacker, object, &at)) {
                return false;
            }
        }
        let card = self.cat.card(object.card);
        if card.has & Card::EVASIVE == 0 {
            let attacker = Target::Object(attacker);
            return !self.is_guarded_from(attacker, blocker) && !self.has_gained_protection(attacker, blocker);
        }
        let at = Viewpoint::of(object.controller, attacker);
        let barred = card.not_blocked_by.is_some_and(|f| self.passes(self.cat.filter(f), blocker, by, &at));
        !barred && !self.is_protected(attacker, object, blocker)
    }

    /// Whether an effect of this turn keeps that creature from being blocked by that one.
    fn eludes(&self, effect: &Elusive, attacker: ObjectId, blocker: ObjectId) -> bool {
        let is_one = |those: &Those, id: ObjectId| self.is_one_of(those, id, self.s.object(id.slot));
        (effect.these.contains(&attacker) || effect.those.is_some_and(|those| is_one(&those, attacker)))
            && effect.by.is_none_or(|those| is_one(&those, blocker))
    }

    /// CR 702.13b, 702.14c, 702.36b, 702.118b.
    fn evades(&self, attacker: ObjectId, object: &Object, blocker: ObjectId, by: &Object) -> bool {
        let artifact = by.types.contains(Types::ARTIFACT);
        let skulks = object.has(Keywords::SKULK) && by.power > object.power;
        let feared = || object.has(Keywords::FEAR) && !artifact && !self.colours(blocker, by).contains(ManaSet::B);
        let intimidates = || {
            let shared = || self.colours(attacker, object) & self.colours(blocker, by) & ManaSet::COLOURS;
            object.has(Keywords::INTIMIDATE) && !artifact && shared().is_empty()
        };
        let walks = |(walk, land): &(Keywords, &str)| object.has(*walk) && self.has_land(by.controller, land);
        let nonbasic = || {
            object.has(Keywords::NONBASIC_LANDWALK)
                && self.s.battlefield.iter().map(|slot| self.s.object(*slot)).any(|land| {
                    land.controller == by.controller
                        && land.types.contains(Types::LAND)
                        && !land.types.contains(Types::BASIC)
                })
        };
        nonbasic() || skulks || feared() || intimidates() || LANDWALK.iter().any(walks)
    }

    fn has_land(&self, seat: Seat, kind: &str) -> bool {
        let Some(kind) = self.cat.find_subtype(kind) else { return false };
        self.s.battlefield.iter().any(|slot| {
            let object = self.s.object(*slot);
            object.controller == seat
                && object.types.contains(Types::LAND)
                && self.has_subtype(self.s.id(*slot), object, kind)
        })
    }

    /// CR 509.1a, and effects that keep creatures from blocking this turn.
    pub(crate) fn can_block(&self, id: ObjectId) -> bool {
        let object = self.s.object(id.slot);
        let kept = || self.s.this_turn.effects.no_block.iter().any(|those| self.is_one_of(those, id, object));
        object.is_creature()
            && !object.is(super::object::Status::TAPPED)
            && !object.keywords.intersects(Keywords::NO_BLOCK)
            && (self.s.this_turn.effects.no_block.is_empty() || !kept())
    }
}
