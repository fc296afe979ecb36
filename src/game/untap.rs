//! Untapping (CR 502.3), and the turn that may be skipped for it.

use crate::cards::ability::{Ability, Replacement, StaticEffect};
use crate::cards::card::Card;
use crate::cards::keyword::Keywords;
use crate::cards::type_line::Types;
use crate::turn::{BySeat, Seat, SeatSet, SkipScope, Skippable};

use super::ability_index::StaticKinds;
use super::decision::{Choice, Decision, DecisionKind, Item, Shape};
use super::engine::{Engine, chosen_items, chosen_one};
use super::filter::Viewpoint;
use super::happening::Happening;
use super::object::{ObjectId, Slot, Status};
use super::state::{Arranged, Resume, Stage};
use super::trigger_mask::TriggerMask;

/// The types among which who may untap only one chooses.
const UNTAP_TYPES: [Types; 3] = [Types::ARTIFACT, Types::CREATURE, Types::LAND];

impl Engine<'_> {
    // ---- the untap step ----

    /// Finds what would untap; limits are looked at next.
    pub(super) fn begin_untapping(&mut self) {
        self.phase_in();
        self.turn_day();
        let mut untapping = std::mem::take(&mut self.s.this_turn.untapping);
        untapping.clear();
        self.own_to_untap(&mut untapping);
        if !self.s.no_untap.is_empty() {
            self.keep_tapped_once(&mut untapping);
        }
        self.s.this_turn.untap_type_chosen = SeatSet::EMPTY;
        self.s.this_turn.kept_tapped_chosen = SeatSet::EMPTY;
        if self.s.static_kinds.contains(StaticKinds::UNTAPPING) {
            untapping.retain(|id| !self.is_kept_tapped(id.slot));
            self.add_untapping_in_others(&mut untapping);
        }
        self.s.this_turn.untapping = untapping;
        self.s.stage = Stage::Actions(1);
    }

    /// CR 502.3: the active player chooses under one limit after another (Winter Orb) until all are kept; then everything
    /// untaps at once.
    pub(super) fn untap_or_choose(&mut self) {
        if self.ask_untap_type() {
            return;
        }
        if self.ask_what_stays_tapped() {
            return;
        }
        let Some((seat, bound, at_most)) = self.broken_limit() else {
            return self.untap_together();
        };
        self.s.stage = Stage::Actions(1);
        let options: Vec<Item> = bound.into_iter().map(Item::Object).collect();
        let n = u16::from(at_most);
        let default = Choice::Some((0..n).collect());
        self.ask(seat, DecisionKind::Untap, Shape::Some { options, min: n, max: n }, default, Resume::Untap);
    }

    /// Everything untaps at once, and is counted for each active player whose it is.
    fn untap_together(&mut self) {
        let mut untapped = BySeat::new(self.s.turns.seats(), |_| 0);
        let mut untapping = std::mem::take(&mut self.s.this_turn.untapping);
        for id in untapping.drain(..) {
            if let Some(by) = self.s.permanent(id).map(|o| o.controller) {
                self.untap(id.slot);
                untapped[by] += i32::from(!self.s.object(id.slot).is(Status::TAPPED));
            }
        }
        self.s.this_turn.untapping = untapping;
        if self.s.trigger_mask.contains(TriggerMask::UNTAPPED_TOGETHER) {
            for (by, number) in untapped.iter().filter(|(_, n)| **n > 0) {
                if self.s.turns.is_active(by) {
                    self.happened(&Happening::UntappedTogether { by, number: *number });
                }
            }
        }
    }

    /// What an effect keeps tapped in a player's next untap step (CR 611.2c); that step is now.
    fn keep_tapped_once(&mut self, untapping: &mut Vec<ObjectId>) {
        let team = self.s.turns.active_team();
        for (seat, filter) in self.s.no_untap.iter().filter(|(seat, _)| team.contains(*seat)) {
            untapping.retain(|id| {
                let object = self.s.object(id.slot);
                let at = Viewpoint::of(*seat, *id);
                object.controller != *seat || !self.passes(self.cat.filter(*filter), *id, object, &at)
            });
        }
        self.s.no_untap.retain(|(seat, _)| !team.contains(*seat));
    }

    /// Asks an active player whose permanents of one type alone may untap which type that is. True when it asked.
    fn ask_untap_type(&mut self) -> bool {
        let limited = |effect| (effect == StaticEffect::UntapOneType).then_some(());
        if self.s.this_turn.untapping.is_empty() || self.statics(StaticKinds::RARE, limited).next().is_none() {
            return false;
        }
        let active = self.s.turns.active_team().and(self.s.turns.living());
        let Some(seat) = active.without(self.s.this_turn.untap_type_chosen).iter().next() else { return false };
        self.s.this_turn.untap_type_chosen.insert(seat);
        self.s.stage = Stage::Actions(1);
        let most = (0..UNTAP_TYPES.len()).max_by_key(|at| (self.untapping_of(seat, *at), std::cmp::Reverse(*at)));
        let default = Choice::option(most.unwrap_or(0) as u16);
        let shape = Shape::One((0..UNTAP_TYPES.len() as u8).map(Item::Mode).collect());
        self.ask(seat, DecisionKind::Mode, shape, default, Resume::UntapType);
        true
    }

    /// Asks an active player which of those untap that they may choose not to untap (CR 502.3). True when it asked.
    fn ask_what_stays_tapped(&mut self) -> bool {
        let may = |id: &&ObjectId| {
            self.s.permanent(**id).is_some_and(|o| {
                o.has(Keywords::MAY_STAY_TAPPED)
                    && self.s.turns.is_active(o.controller)
                    && !self.s.this_turn.kept_tapped_chosen.contains(o.controller)
            })
        };
        let Some(first) = self.s.this_turn.untapping.iter().find(may) else { return false };
        let seat = self.s.object(first.slot).controller;
        let theirs = self.s.this_turn.untapping.iter().filter(may).copied();
        let theirs: Vec<ObjectId> = theirs.filter(|id| self.s.object(id.slot).controller == seat).collect();
        // By default what holds something while it is tapped stays so.
        let holds = |id: &ObjectId| {
            self.s.taken.iter().any(|t| t.while_there.is_some_and(|there| there.tapped && there.source == *id))
                || self.s.pumped.iter().any(|pumped| pumped.source == Some(*id))
        };
        let untap = theirs.iter().enumerate().filter(|(_, id)| !holds(id)).map(|(at, _)| at as u16);
        let (default, max) = (Choice::Some(untap.collect()), theirs.len() as u16);
        let options = theirs.into_iter().map(Item::Object).collect();
        self.s.this_turn.kept_tapped_chosen.insert(seat);
        self.s.stage = Stage::Actions(1);
        self.ask(seat, DecisionKind::Untap, Shape::Some { options, min: 0, max }, default, Resume::Untap);
        true
    }

    /// How many permanents of that type a player would untap.
    fn untapping_of(&self, seat: Seat, at: usize) -> usize {
        let untapping = self.s.this_turn.untapping.iter().map(|id| self.s.object(id.slot));
        untapping.filter(|o| o.controller == seat && o.types.intersects(UNTAP_TYPES[at])).count()
    }

    pub(super) fn untap_one_type(&mut self, decision: &Decision, choice: &Choice) {
        let types = UNTAP_TYPES[chosen_one(choice).min(UNTAP_TYPES.len() - 1)];
        let objects = &self.s.objects;
        self.s.this_turn.untapping.retain(|id| {
            let object = &objects[usize::from(id.slot)];
            object.controller != decision.actor || object.types.intersects(types)
        });
    }

    /// A limit that what would untap does not keep, whom it binds, and what of theirs: each active player's own. The narrowest comes
    /// first, so that no choice under a wide one is undone by it.
    fn broken_limit(&self) -> Option<(Seat, Vec<ObjectId>, u8)> {
        let active = self.s.turns.active_team().and(self.s.turns.living());
        active.iter().find_map(|seat| self.broken_limit_of(seat).map(|(bound, at_most)| (seat, bound, at_most)))
    }

    fn broken_limit_of(&self, active: Seat) -> Option<(Vec<ObjectId>, u8)> {
        let own = |id: &&ObjectId| self.s.permanent(**id).is_some_and(|o| o.controller == active);
        let limits = self.statics(StaticKinds::UNTAPPING, |effect| match effect {
            StaticEffect::UntapLimit { whose, filter, at_most } => Some((whose, filter, at_most)),
            _ => None,
        });
        let broken = limits.filter_map(|(source, (whose, filter, at_most))| {
            let passing = |id: &&ObjectId| self.passes_for(filter, id.slot, source);
            let untapping = self.s.this_turn.untapping.iter();
            let bound: Vec<ObjectId> = untapping.filter(own).filter(passing).copied().collect();
            let broken = self.concerns(whose, source, active) && bound.len() > usize::from(at_most);
            broken.then_some((bound, at_most))
        });
        broken.min_by_key(|(bound, _)| bound.len())
    }

    /// What was bound by the limit and not chosen stays tapped.
    pub(super) fn untap_chosen(&mut self, decision: &Decision, choice: &Choice) {
        let Shape::Some { options, .. } = &decision.shape else { return };
        let chosen = chosen_items(decision, choice);
        let stays = |id: &ObjectId| options.contains(&Item::Object(*id)) && !chosen.contains(&Item::Object(*id));
        self.s.this_turn.untapping.retain(|id| !stays(id));
    }

    /// What the active player or team controls and is tapped; what is frozen stays so, this once.
    fn own_to_untap(&mut self, untapping: &mut Vec<ObjectId>) {
        let team = self.s.turns.active_team();
        for at in 0..self.s.battlefield.len() {
            let slot = self.s.battlefield[at];
            let object = self.s.object_mut(slot);
            if team.contains(object.controller) {
                let stays = object.is(Status::FROZEN) || object.has(Keywords::NO_UNTAP);
                object.status.remove(Status::FROZEN);
                if object.is(Status::TAPPED) && !stays {
                    untapping.push(ObjectId { slot, incarnation: object.incarnation });
                }
            }
        }
    }

    fn is_kept_tapped(&self, slot: Slot) -> bool {
        self.statics(StaticKinds::UNTAPPING, |effect| match effect {
            StaticEffect::NoUntap(filter) => Some(filter),
            _ => None,
        })
        .any(|(source, filter)| self.passes_for(filter, slot, source))
    }

    /// What untaps in another player's untap step; only its own controller's untap step is what others forbid.
    fn add_untapping_in_others(&mut self, untapping: &mut Vec<ObjectId>) {
        let others = self.statics(StaticKinds::UNTAPPING, |effect| match effect {
            StaticEffect::UntapsInOthers(filter) => Some(filter),
            _ => None,
        });
        for (source, filter) in others {
            let owner = self.s.object(source).controller;
            if self.s.turns.is_active(owner) {
                continue;
            }
            for slot in self.s.battlefield.iter().copied() {
                let object = self.s.object(slot);
                let untaps = object.controller == owner && object.is(Status::TAPPED);
                if untaps && self.passes_for(filter, slot, source) && !untapping.contains(&self.s.id(slot)) {
                    untapping.push(self.s.id(slot));
                }
            }
        }
    }

    // ---- a turn skipped to untap (Time Vault) ----

    /// Tells the turn structure, between turns, who may skip a turn to untap something.
    pub(super) fn offer_turn_skips(&mut self) {
        if self.s.turns.is_between_turns() {
            let slots = self.s.battlefield.iter().filter(|slot| self.untaps_by_skipping(**slot));
            let seats = slots.map(|slot| self.s.object(*slot).controller).collect();
            self.s.turns.offer_turn_skips(seats);
        }
    }

    /// A turn of the seat or its team would begin, or be skipped for another reason: whoever may asks whether it is skipped
    /// to untap something instead, as one of all replacements that apply (CR 614.10, 616.1).
    pub(super) fn ask_skip_to_untap(&mut self, seat: Seat) {
        let team = self.s.turns.teams().of(seat);
        let offers = |slot: &&Slot| {
            let controller = self.s.object(**slot).controller;
            let declined = self.s.this_turn.declined.contains(&self.s.id(**slot));
            team.contains(controller) && !declined && self.untaps_by_skipping(**slot)
        };
        let Some(id) = self.s.battlefield.iter().find(offers).map(|slot| self.s.id(*slot)) else {
            self.s.this_turn.declined.clear();
            return self.s.turns.decline_offer();
        };
        let seat = self.s.object(id.slot).controller;
        let shape = Shape::One(vec![Item::Yes, Item::No]);
        self.ask_about(seat, DecisionKind::May, Some(id), shape, Choice::option(1), Resume::SkipTurnToUntap(id));
    }

    /// A tapped permanent that says so.
    fn untaps_by_skipping(&self, slot: Slot) -> bool {
        let object = self.s.object(slot);
        let card = self.cat.card(object.card);
        let says = |a: &_| matches!(self.cat.ability(*a), Ability::Replacement(Replacement::SkipTurnToUntap));
        card.has & Card::REPLACEMENTS != 0 && object.is(Status::TAPPED) && card.abilities.iter().any(says)
    }

    pub(super) fn skip_turn_to_untap(&mut self, decision: &Decision, choice: &Choice, id: ObjectId) {
        if chosen_one(choice) != 0 {
            return self.s.this_turn.declined.push(id);
        }
        self.s.this_turn.declined.clear();
        let (seat, card) = (decision.actor, self.s.object(id.slot).card);
        let source = self.tag(Some(card));
        // CR 614.10b: it untaps as the first thing of the next turn that really begins.
        let untap = Some(self.arrange(Arranged { effect: self.cat.untaps_source, by: seat, source: id, card }));
        let skip = self.s.turns.add_skip(seat, Skippable::Turn, SkipScope::Next, source, untap, self.log);
        self.s.turns.accept_offer(skip);
    }
}
