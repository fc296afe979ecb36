//! Targets (CR 115): what may be chosen, and what is still legal.

use std::ops::Deref;

use crate::cards::ability::{AimedAt, StaticEffect, TargetKind, TargetSpec};
use crate::cards::card::Card;
use crate::cards::effect::{Filter, Whose};
use crate::cards::type_line::Types;
use crate::turn::Seat;

use super::ability_index::StaticKinds;
use super::engine::Core;
use super::filter::Viewpoint;
use super::object::{Object, ObjectId, Slot, Target, Zone};
use super::state::{GameState, StackItem, StackKind};

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    /// Everything that may be chosen for a target, in a fixed order: players in seat order, then objects by zone order.
    pub(crate) fn candidates(
        &self,
        spec: &TargetSpec,
        at: &Viewpoint<'_>,
        already: &[Option<Target>],
        same_kind: &[bool],
        found: &mut Vec<Target>,
    ) {
        found.clear();
        self.find_candidate(spec, at, |target| {
            let taken = already.iter().zip(same_kind).any(|(a, same)| *same && *a == Some(target));
            if !taken {
                found.push(target);
            }
            false
        });
    }

    /// The first legal target that is accepted.
    pub(crate) fn find_candidate(
        &self,
        spec: &TargetSpec,
        at: &Viewpoint<'_>,
        mut accept: impl FnMut(Target) -> bool,
    ) -> Option<Target> {
        let mut legal = |target: Target| self.is_legal_target(spec, target, at) && accept(target);
        let object = |slot: &Slot| Target::Object(self.s.id(*slot));
        let players = || self.s.turns.living().iter().map(Target::Player);
        let permanents = || self.s.battlefield.iter().map(object);
        match spec.kind {
            TargetKind::Player { .. } => players().find(|t| legal(*t)),
            TargetKind::Any | TargetKind::PlayerOrPlaneswalker { .. } | TargetKind::PermanentOrPlayer => {
                players().chain(permanents()).find(|t| legal(*t))
            }
            TargetKind::Permanent(filter) => {
                let filter = self.cat.filter(filter);
                let there = self.s.battlefield.iter().map(|slot| (self.s.id(*slot), self.s.object(*slot)));
                let aimable = there.filter(|(id, object)| self.is_aimable(filter, *id, object, at));
                aimable.map(|(id, _)| Target::Object(id)).find(|t| accept(*t))
            }
            TargetKind::PermanentOrSuspended(_) => {
                permanents().chain(self.reader().suspended().map(Target::Object)).find(|t| legal(*t))
            }
            TargetKind::Spell(_) => {
                let spells = self.s.stack.iter().filter_map(|item| match item.kind {
                    StackKind::Spell(id) => Some(Target::Object(id)),
                    _ => None,
                });
                spells.into_iter().find(|t| legal(*t))
            }
            TargetKind::SpellOrPermanent(_) => {
                let spells = self.s.stack.iter().filter_map(|item| match item.kind {
                    StackKind::Spell(id) => Some(Target::Object(id)),
                    _ => None,
                });
                spells.into_iter().chain(permanents()).find(|t| legal(*t))
            }
            TargetKind::SpellOrAbility { .. } => {
                let all = self.s.stack.iter().map(|item| match item.kind {
                    StackKind::Spell(id) => Target::Object(id),
                    _ => Target::Object(ObjectId::of_ability(item.serial)),
                });
                all.into_iter().find(|t| legal(*t))
            }
            TargetKind::Ability { .. } => {
                let abilities = self.s.stack.iter().filter(|item| !matches!(item.kind, StackKind::Spell(_)));
                abilities.map(|item| Target::Object(ObjectId::of_ability(item.serial))).find(|t| legal(*t))
            }
            TargetKind::GraveyardCard { yours, .. } => {
                let owners = self.s.turns.living().iter().filter(|s| !yours || *s == at.you);
                owners.flat_map(|s| self.s.players[s].graveyard.iter().map(object)).find(|t| legal(*t))
            }
        }
    }

    /// CR 702.11c, 702.18a: whether shroud, or hexproof, keeps the player from being that one's target.
    fn is_out_of_reach(&self, seat: Seat, by: Seat) -> bool {
        let mut hidden = self.statics(StaticKinds::RARE, |effect| match effect {
            StaticEffect::PlayerShroud => Some(true),
            StaticEffect::PlayerHexproof => Some(self.s.turns.are_opponents(seat, by)),
            _ => None,
        });
        hidden.any(|(source, hides)| hides && self.s.object(source).controller == seat)
    }

    /// CR 115.4, 608.2b: whether it may be, or still is, that target.
    pub(crate) fn is_legal_target(&self, spec: &TargetSpec, target: Target, at: &Viewpoint<'_>) -> bool {
        match target {
            Target::Player(seat) => {
                let opponent = match spec.kind {
                    TargetKind::Player { opponent } | TargetKind::PlayerOrPlaneswalker { opponent } => opponent,
                    TargetKind::Any | TargetKind::PermanentOrPlayer => false,
                    _ => return false,
                };
                self.s.turns.is_living(seat)
                    && !self.is_out_of_reach(seat, at.you)
                    && !self.is_guarded(target, at.you)
                    && !self.is_guarded_from(target, at.source)
                    && !self.has_gained_protection(target, at.source)
                    && !self.has_gained_hexproof(target, at)
                    && (!opponent || self.s.turns.are_opponents(seat, at.you))
            }
            Target::Object(id) if id.ability().is_some() => self.is_legal_ability(spec.kind, id, at),
            Target::Object(id) => {
                let Some(object) = self.s.get(id) else { return false };
                let filter = match spec.kind {
                    TargetKind::Player { .. } => return false,
                    TargetKind::Any | TargetKind::PlayerOrPlaneswalker { .. } => {
                        let any = spec.kind == TargetKind::Any;
                        let types = if any { Types::CREATURE | Types::PLANESWALKER } else { Types::PLANESWALKER };
                        return object.zone == Zone::Battlefield
                            && object.types.intersects(types)
                            && self.may_be_targeted(id, object, at);
                    }
                    TargetKind::PermanentOrPlayer => {
                        return object.zone == Zone::Battlefield && self.may_be_targeted(id, object, at);
                    }
                    TargetKind::Permanent(filter) if object.zone == Zone::Battlefield => filter,
                    TargetKind::PermanentOrSuspended(filter)
                        if object.zone == Zone::Battlefield || self.reader().is_suspended(id) =>
                    {
                        filter
                    }
                    TargetKind::Spell(filter) if object.zone == Zone::Stack && id != at.source => filter,
                    TargetKind::SpellOrPermanent(_) if object.zone == Zone::Stack => return id != at.source,
                    TargetKind::SpellOrPermanent(filter) if object.zone == Zone::Battlefield => filter,
                    TargetKind::SpellOrAbility { filter, single, aimed, .. }
                        if object.zone == Zone::Stack
                            && id != at.source
                            && (!single || self.has_single_target(id))
                            && aimed.is_none_or(|aimed| self.is_aimed(id, aimed, at)) =>
                    {
                        filter
                    }
                    TargetKind::GraveyardCard { filter, .. } if object.zone == Zone::Graveyard => filter,
                    _ => return false,
                };
                self.is_aimable(self.cat.filter(filter), id, object, at)
            }
        }
    }

    /// Whether it is an ability on the stack of that kind.
    fn is_legal_ability(&self, kind: TargetKind, id: ObjectId, at: &Viewpoint<'_>) -> bool {
        let (activated, triggered, whose) = match kind {
            TargetKind::Ability { activated, triggered, whose } => (activated, triggered, whose),
            TargetKind::SpellOrAbility { filter, abilities: true, single, aimed }
                if (!single || self.has_single_target(id))
                    && aimed.is_none_or(|aimed| self.is_aimed(id, aimed, at)) =>
            {
                (true, true, self.cat.filter(filter).whose)
            }
            _ => return false,
        };
        let Some(item) = self.on_stack(id) else { return false };
        let fits = match item.kind {
            StackKind::Activated { .. } => activated,
            StackKind::Triggered { .. } | StackKind::Delayed { .. } | StackKind::LoseGame { .. } => triggered,
            StackKind::Spell(_) => false,
        };
        fits && match whose {
            Whose::Yours => item.controller == at.you,
            Whose::Opponents => self.s.turns.are_opponents(item.controller, at.you),
            _ => true,
        }
    }

    fn has_single_target(&self, id: ObjectId) -> bool {
        self.on_stack(id).is_some_and(|item| item.targets.iter().flatten().count() == 1)
    }

    /// Whether the spell or ability on the stack targets one of those.
    fn is_aimed(&self, id: ObjectId, aimed: AimedAt, at: &Viewpoint<'_>) -> bool {
        let meant = |target: &Target| match target {
            Target::Player(seat) => aimed.you && *seat == at.you,
            Target::Object(id) => aimed.permanent.is_some_and(|filter| {
                self.s.permanent(*id).is_some_and(|object| self.passes(self.cat.filter(filter), *id, object, at))
            }),
        };
        self.on_stack(id).is_some_and(|item| item.targets.iter().flatten().any(meant))
    }

    /// The spell or ability on the stack of that id.
    pub(crate) fn on_stack(&self, id: ObjectId) -> Option<&StackItem> {
        match id.ability() {
            Some(serial) => {
                let abilities = self.s.stack.iter().filter(|item| !matches!(item.kind, StackKind::Spell(_)));
                abilities.into_iter().find(|item| item.serial == serial)
            }
            None => self.s.stack.iter().find(|item| item.kind == StackKind::Spell(id)),
        }
    }

    /// Whether it passes, and nothing that a permanent has keeps it from being targeted.
    #[inline]
    fn is_aimable(&self, filter: &Filter, id: ObjectId, object: &Object, at: &Viewpoint<'_>) -> bool {
        self.passes(filter, id, object, at)
            && (object.zone != Zone::Battlefield || self.may_be_targeted(id, object, at))
    }

    /// Whether an effect of this turn keeps it from being the target of that player's spells and abilities.
    fn is_kept_from(&self, id: ObjectId, by: Seat) -> bool {
        let mut kept = self.s.this_turn.effects.untargetable.iter().filter(|(what, _)| *what == id);
        kept.any(|(_, of)| self.s.turns.are_opponents(by, *of))
    }

    /// CR 702.11b, 702.16b, 702.18a.
    #[inline]
    fn may_be_targeted(&self, id: ObjectId, object: &Object, at: &Viewpoint<'_>) -> bool {
        use crate::cards::keyword::Keywords;
        let plain = !object.keywords.intersects(Keywords::SHROUD | Keywords::HEXPROOF)
            && self.s.guarded.is_empty()
            && self.s.this_turn.effects.untargetable.is_empty()
            && !self.some_are_protected();
        if plain && self.cat.card(object.card).has & Card::EVASIVE == 0 {
            return true;
        }
        !(object.has(Keywords::SHROUD)
            || object.has(Keywords::HEXPROOF) && self.s.turns.are_opponents(object.controller, at.you)
            || self.is_guarded(Target::Object(id), at.you)
            || self.is_kept_from(id, at.you)
            || self.has_gained_hexproof(Target::Object(id), at)
            || self.is_protected(id, object, at.source))
    }
}
