//! Limits of how many creatures attack and block, and of what blocks what, by static abilities (CR 508.1c, 509.1b).

use std::ops::Deref;

use crate::cards::ability::StaticEffect;
use crate::cards::effect::{FilterId, Whose};
use crate::cards::keyword::Keywords;
use crate::turn::Seat;

use super::ability_index::StaticKinds;
use super::decision::Item;
use super::engine::Core;
use super::filter::Viewpoint;
use super::object::{ObjectId, Slot};
use super::state::{About, GameState};

/// No more than so many creatures attack: whom, in the eyes of which permanent.
struct Limit {
    source: Slot,
    whom: Option<Whose>,
    at_most: usize,
}

/// Who attacks what.
pub(super) type Attack = (ObjectId, Item);

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    fn attack_limits(&self) -> impl Iterator<Item = Limit> + '_ {
        let limits = self.statics(StaticKinds::COMBAT_LIMITS, |effect| match effect {
            StaticEffect::AttackLimit { whom, at_most } => Some((whom, usize::from(at_most))),
            _ => None,
        });
        limits.map(|(source, (whom, at_most))| Limit { source, whom, at_most })
    }

    /// Whether the limit counts what attacks that; planeswalkers are attacked themselves.
    fn counts(&self, limit: &Limit, attacked: Item) -> bool {
        match (limit.whom, attacked) {
            (None, _) => true,
            (Some(whose), Item::Player(seat)) => self.concerns(whose, limit.source, seat),
            (Some(_), _) => false,
        }
    }

    /// Whether so many may attack together.
    pub(super) fn may_attack_together(&self, attacks: &[Attack]) -> bool {
        self.attack_limits()
            .all(|limit| attacks.iter().filter(|(_, attacked)| self.counts(&limit, *attacked)).count() <= limit.at_most)
    }

    /// Whether one more may attack that.
    pub(super) fn has_room(&self, attacks: &[Attack], attacked: Item) -> bool {
        self.attack_limits()
            .filter(|limit| self.counts(limit, attacked))
            .all(|limit| attacks.iter().filter(|(_, attacked)| self.counts(&limit, *attacked)).count() < limit.at_most)
    }

    /// CR 508.1d: whether a creature that attacks if able stays at home because others that do fill a limit for all that it
    /// could attack.
    pub(super) fn is_crowded_out(&self, options: &[Item], attacks: &[Attack], must: impl Fn(ObjectId) -> bool) -> bool {
        let full = |limit: &Limit| {
            let counted = attacks.iter().filter(|(id, attacked)| self.counts(limit, *attacked) && must(*id));
            counted.count() >= limit.at_most
        };
        let taken = |attacked: Item| self.attack_limits().any(|limit| self.counts(&limit, attacked) && full(&limit));
        self.s.static_kinds.contains(StaticKinds::COMBAT_LIMITS) && options.iter().all(|attacked| taken(*attacked))
    }

    /// With how many creatures that player can be attacked; `None` where nothing limits it.
    pub(crate) fn attack_room(&self, defender: Seat) -> Option<usize> {
        let limits = self.attack_limits().filter(|limit| self.counts(limit, Item::Player(defender)));
        limits.map(|limit| limit.at_most).min()
    }

    /// How many more creatures can block in this combat; `None` where nothing limits it.
    pub(crate) fn block_room(&self) -> Option<usize> {
        let limits = self.statics(StaticKinds::COMBAT_LIMITS, |effect| match effect {
            StaticEffect::BlockLimit(n) => Some(usize::from(n)),
            _ => None,
        });
        let blocking = distinct(self.s.combat.blockers.iter().map(|blocker| blocker.id));
        limits.map(|(_, at_most)| at_most.saturating_sub(blocking)).min()
    }

    /// How many attackers that creature can block beyond one (CR 509.1b).
    pub(super) fn blocks_beyond_one(&self, blocker: ObjectId) -> usize {
        let more = self.statics(StaticKinds::COMBAT_LIMITS, |effect| match effect {
            StaticEffect::BlocksMore(what, n) => Some((what, usize::from(n))),
            _ => None,
        });
        let meant = |source: Slot, what: Option<FilterId>| match what {
            Some(filter) => self.passes_for(filter, blocker.slot, source),
            None => source == blocker.slot,
        };
        more.filter(|(source, (what, _))| meant(*source, *what)).map(|(_, (_, n))| n).sum()
    }

    /// By how many creatures an attacker is blocked at the least if it is (CR 509.1b, 702.111b).
    pub(crate) fn least_blockers(&self, attacker: ObjectId) -> usize {
        let menace = if self.s.object(attacker.slot).has(Keywords::MENACE) { 2 } else { 1 };
        if !self.s.static_kinds.contains(StaticKinds::COMBAT_LIMITS) {
            return menace;
        }
        let least = self.statics(StaticKinds::COMBAT_LIMITS, |effect| match effect {
            StaticEffect::BlockedByAtLeast(what, n) => Some((what, usize::from(n))),
            _ => None,
        });
        let meant = |source: Slot, what: Option<FilterId>| match what {
            Some(filter) => self.passes_for(filter, attacker.slot, source),
            None => source == attacker.slot,
        };
        least.filter(|(source, (what, _))| meant(*source, *what)).map(|(_, (_, n))| n).fold(menace, usize::max)
    }

    /// By how many creatures an attacker can be blocked at the most (CR 509.1b); `None` where nothing limits it.
    pub(crate) fn most_blockers(&self, attacker: ObjectId) -> Option<usize> {
        let most = self.statics(StaticKinds::COMBAT_LIMITS, |effect| match effect {
            StaticEffect::BlockedByAtMost(what, n) => Some((what, usize::from(n))),
            _ => None,
        });
        let meant = |source: Slot, what: Option<FilterId>| match what {
            Some(filter) => self.passes_for(filter, attacker.slot, source),
            None => source == attacker.slot,
        };
        most.filter(|(source, (what, _))| meant(*source, *what)).map(|(_, (_, n))| n).min()
    }

    /// Whether a static ability keeps the creature from attacking at all (CR 508.1c).
    pub(super) fn is_kept_at_home(&self, id: ObjectId) -> bool {
        let mut kept = self.statics(StaticKinds::COMBAT_LIMITS, |effect| match effect {
            StaticEffect::CantAttack(filter, condition) => Some((filter, condition)),
            _ => None,
        });
        kept.any(|(source, (filter, condition))| {
            let about = About { object: Some(id), ..About::default() };
            let at = Viewpoint { about, ..Viewpoint::of(self.s.object(source).controller, self.s.id(source)) };
            self.passes_for(filter, id.slot, source) && condition.is_none_or(|condition| self.holds(condition, &at))
        })
    }

    /// Whether a static ability keeps the creature from attacking that player and their planeswalkers (CR 508.1c).
    pub(super) fn is_repelled(&self, id: ObjectId, defender: Seat) -> bool {
        let mut repelled = self.statics(StaticKinds::COMBAT_LIMITS, |effect| match effect {
            StaticEffect::CantAttackYou(filter) => Some(filter),
            _ => None,
        });
        repelled.any(|(source, filter)| {
            self.s.object(source).controller == defender && self.passes_for(filter, id.slot, source)
        })
    }

    /// Whether the creature attacks that player, or their planeswalkers, only if they control something that they don't
    /// (CR 508.1c).
    pub(super) fn lacks_where_to_attack(&self, id: ObjectId, defender: Seat) -> bool {
        if !self.s.static_kinds.contains(StaticKinds::COMBAT_LIMITS) {
            return false;
        }
        let mut only = self.statics(StaticKinds::COMBAT_LIMITS, |effect| match effect {
            StaticEffect::AttacksOnlyWhere(filter) => Some(filter),
            _ => None,
        });
        only.any(|(source, filter)| {
            source == id.slot
                && !self
                    .s
                    .battlefield
                    .iter()
                    .any(|slot| self.s.object(*slot).controller == defender && self.passes_for(filter, *slot, source))
        })
    }

    /// Whether a static ability keeps that creature from blocking that one.
    pub(super) fn is_kept_from_blocking(&self, blocker: ObjectId, attacker: ObjectId) -> bool {
        let mut kept = self.statics(StaticKinds::COMBAT_LIMITS, |effect| match effect {
            StaticEffect::NoBlock { by, of } => Some((by, of)),
            _ => None,
        });
        kept.any(|(source, (by, of))| {
            self.passes_for(by, blocker.slot, source) && self.passes_for(of, attacker.slot, source)
        })
    }
}

/// How many different objects those are; few of them are ever looked at.
pub(super) fn distinct(ids: impl Iterator<Item = ObjectId>) -> usize {
    let mut all: Vec<ObjectId> = ids.collect();
    all.sort_unstable();
    all.dedup();
    all.len()
}
