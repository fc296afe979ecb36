//! Characteristics in layers (CR 613): power, toughness, types and keywords as they are now, worked out anew when anything that
//! they depend on may have changed.

use std::ops::Deref;

use crate::cards::ability::{Ability, StaticEffect, Subject};
use crate::cards::card::Card;
use crate::cards::effect::{AbilityId, Amount, AmountId, Condition, CounterKind, Whose};
use crate::cards::keyword::Keywords;
use crate::turn::{Seat, SeatSet, StaticSkip, StaticSkippable};

use super::ability_index::{IndexedStatic, StaticKinds};
use super::engine::{Core, Engine, Reader};
use super::filter::Viewpoint;
use super::object::{Object, ObjectId, Slot, Status, Zone};
use super::state::{About, GameState};

/// Statics that change characteristics, or turns; all others are looked up when they matter.
const CHANGING: StaticKinds =
    StaticKinds::PUMPS.union(StaticKinds::SHAPES).union(StaticKinds::TURNS).union(StaticKinds::SUBTYPES);

/// What is added to a permanent: power, toughness and keywords.
type Pump = (i16, i16, Keywords);

impl Reader<'_, '_> {
    /// Whether something else may have other characteristics for that card's being on the battlefield.
    pub(super) fn shapes_others(&self, card: &Card) -> bool {
        let shapes = |ability: &AbilityId| match self.cat.ability(*ability) {
            Ability::Static(works) => StaticKinds::of(works.effect).intersects(CHANGING),
            _ => false,
        };
        card.has & Card::STATICS != 0 && card.abilities.iter().any(shapes)
    }
}

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    /// What is printed, or what a characteristic-defining ability says, in any zone (CR 604.3, 613.4a).
    pub(super) fn size_of_card(&self, object: &Object, id: ObjectId) -> (i16, i16) {
        let card = self.cat.card(object.card);
        let at = Viewpoint::of(object.controller, id);
        let side = |defined: Option<AmountId>, printed| defined.map_or(printed, |n| small(self.amount(n, &at)));
        (side(card.defined_size.power, card.power), side(card.defined_size.toughness, card.toughness))
    }

    /// An object's power and toughness; of a card in another zone than the battlefield what defines them is asked for now.
    pub(super) fn size(&self, id: ObjectId, object: &Object) -> (i16, i16) {
        match object.zone == Zone::Battlefield || !self.cat.card(object.card).defined_size.is_any() {
            true => (object.power, object.toughness),
            false => self.size_of_card(object, id),
        }
    }
}

impl Engine<'_> {
    /// One permanent has entered, or its counters have changed: where no other's characteristics depend on that, its own
    /// alone is worked out anew.
    pub(super) fn touched(&mut self, slot: Slot) {
        let card = self.cat.card(self.s.object(slot).card);
        let alone = !self.s.stale
            && !self.s.volatile
            && !self.s.static_kinds.contains(StaticKinds::SHAPES)
            && self.s.type_changes.is_empty()
            && self.s.reshaped.is_empty()
            && !card.defined_size.is_any()
            && !self.reader().shapes_others(card);
        if alone && self.s.object(slot).zone == Zone::Battlefield {
            self.derive_one(slot);
        } else {
            self.s.stale = true;
        }
    }

    fn derive_one(&mut self, slot: Slot) {
        self.reset(slot);
        let id = self.s.id(slot);
        self.pump_by_statics(id, false);
        for at in 0..self.s.pumped.len() {
            if self.s.pumped[at].object == id {
                self.apply_pumped(at);
            }
        }
        for at in 0..self.s.this_turn.effects.lost_keywords.len() {
            let (object, lost) = self.s.this_turn.effects.lost_keywords[at];
            if object == id {
                self.take_keywords(slot, lost);
            }
        }
        self.forbid_keywords(Some(slot));
        self.pump_by_statics(id, true);
        self.forbid_keywords(Some(slot));
    }

    /// What statics add to one permanent: those that ask for keywords, or all others.
    fn pump_by_statics(&mut self, id: ObjectId, by_keyword: bool) {
        if !self.s.static_kinds.contains(StaticKinds::PUMPS) {
            return;
        }
        for at in 0..self.s.statics.len() {
            let works = self.s.statics[at];
            if works.kinds.contains(StaticKinds::PUMPS)
                && let Some(effect) = self.static_effect(works.source, works.ability)
                && self.asks_for_keywords(effect) == by_keyword
            {
                if let Some(pump) = self.pump_from(works.source, effect, id) {
                    self.pump(id.slot, pump);
                } else if let StaticEffect::LoseKeywords(what, keywords) = effect
                    && self.means(what, id.slot, works.source)
                {
                    self.take_keywords(id.slot, keywords);
                }
            }
        }
    }

    /// Whether what it is about depends on keywords, which other effects may give (CR 613.8).
    fn asks_for_keywords(&self, effect: StaticEffect) -> bool {
        let StaticEffect::Pump { what: Some(filter), .. } = effect else { return false };
        let filter = self.cat.filter(filter);
        !filter.keywords.is_empty() || !filter.no_keywords.is_empty()
    }

    /// What one static adds to one permanent.
    fn pump_from(&self, source: Slot, effect: StaticEffect, to: ObjectId) -> Option<Pump> {
        let at = Viewpoint::of(self.s.object(source).controller, self.s.id(source));
        let (power, toughness, keywords, at) = match effect {
            StaticEffect::Pump { what, power, toughness, keywords } => {
                let meant = match what {
                    None => to == at.source,
                    Some(filter) => self.passes_for(filter, to.slot, source),
                };
                // The numbers may be about that permanent.
                let about = About { object: Some(to), ..About::default() };
                (power, toughness, keywords, Some(Viewpoint { about, ..at }).filter(|_| meant)?)
            }
            StaticEffect::PumpAttached { power, toughness, keywords } => {
                let meant = self.s.object(source).attached_to == Some(to);
                (power, toughness, keywords, Some(at).filter(|_| meant)?)
            }
            _ => return None,
        };
        let keywords = if self.is_silenced(to.slot, source) { keywords & Keywords::RULES } else { keywords };
        Some((small(self.amount(power, &at)), small(self.amount(toughness, &at)), keywords))
    }

    /// Computes power, toughness and keywords anew, when anything that they depend on may have changed.
    #[inline]
    pub(crate) fn refresh(&mut self) {
        if self.s.stale || self.s.volatile && !self.log.known.knows_characteristics() {
            self.refresh_now();
        }
    }

    fn refresh_now(&mut self) {
        self.log.known.set_characteristics_known();
        if std::mem::take(&mut self.s.stale) {
            self.log.known.recheck();
            return self.recompute();
        }
        // Nothing happened that would have changed them: only what really looks different now matters.
        let mut shown = std::mem::take(&mut self.log.shown);
        shown.clear();
        shown.extend(self.s.battlefield.iter().map(|slot| self.s.object(*slot).characteristics()));
        self.recompute();
        for (slot, before) in self.s.battlefield.iter().zip(&shown) {
            let object = self.s.object(*slot);
            if object.characteristics() != *before {
                self.log.known.recheck();
                self.log.known.wake(SeatSet::only(object.controller));
            }
        }
        self.log.shown = shown;
    }

    fn recompute(&mut self) {
        self.reshape();
        let changes = |works: &IndexedStatic| works.kinds.intersects(CHANGING);
        self.s.volatile = self.s.statics.iter().any(|st| changes(st) && self.is_volatile(st.ability));
        for at in 0..self.s.battlefield.len() {
            self.s.volatile |= self.reset(self.s.battlefield[at]);
        }
        self.apply_type_changes();
        let mut skips: Vec<StaticSkip> = Vec::new();
        let mut by_keyword: Vec<(Slot, StaticEffect)> = Vec::new();
        for at in 0..self.s.statics.len() {
            let works = self.s.statics[at];
            if !changes(&works) {
                continue;
            }
            match self.static_effect(works.source, works.ability) {
                Some(effect) if self.asks_for_keywords(effect) => by_keyword.push((works.source, effect)),
                Some(effect) => self.apply_static(works.source, effect, &mut skips),
                None => {}
            }
        }
        self.s.turns.set_static_skips(&skips);
        for at in 0..self.s.pumped.len() {
            if self.s.permanent(self.s.pumped[at].object).is_some() {
                self.apply_pumped(at);
            }
        }
        for at in 0..self.s.this_turn.effects.lost_keywords.len() {
            let (id, lost) = self.s.this_turn.effects.lost_keywords[at];
            if self.s.permanent(id).is_some() {
                self.take_keywords(id.slot, lost);
            }
        }
        // What asks for keywords sees what can't be had (CR 613.8), and may give it all the same.
        self.forbid_keywords(None);
        for (source, effect) in by_keyword {
            self.apply_static(source, effect, &mut skips);
        }
        self.forbid_keywords(None);
    }

    /// What the effect at that place adds to and takes from its permanent.
    fn apply_pumped(&mut self, at: usize) {
        let pumped = self.s.pumped[at];
        let lost = self.has_lost_abilities_since(pumped.object, pumped.timestamp);
        let keywords = if lost { pumped.keywords & Keywords::RULES } else { pumped.keywords };
        let keywords = keywords & !self.taken_since(pumped.object.slot, pumped.timestamp);
        self.pump(pumped.object.slot, (pumped.power, pumped.toughness, keywords));
        if !pumped.lost.is_empty() {
            self.take_keywords(pumped.object.slot, pumped.lost);
        }
    }

    /// The keywords that statics which came after that take from the permanent (CR 613.7).
    fn taken_since(&self, slot: Slot, timestamp: u32) -> Keywords {
        if self.s.takers.is_empty() {
            return Keywords::empty();
        }
        let statics = self.statics(StaticKinds::NO_KEYWORDS, |effect| match effect {
            StaticEffect::LoseKeywords(what, keywords) => Some((what, keywords)),
            _ => None,
        });
        let later = |source: Slot| self.s.takers.iter().any(|(by, since)| by.slot == source && timestamp < *since);
        let taken = statics.filter(|(source, (what, _))| later(*source) && self.means(*what, slot, *source));
        taken.fold(Keywords::empty(), |all, (_, (_, keywords))| all | keywords)
    }

    fn take_keywords(&mut self, slot: Slot, keywords: Keywords) {
        let object = self.s.object_mut(slot);
        object.keywords &= !keywords;
        object.status.insert(Status::SHIFTED);
    }

    /// CR 113.11, 611.3a: what can't have keywords has them by no effect, whenever that began and whenever the permanent came. Of
    /// one permanent, or of all.
    fn forbid_keywords(&mut self, only: Option<Slot>) {
        if !self.s.static_kinds.contains(StaticKinds::NO_KEYWORDS) {
            return;
        }
        let statics = self.statics(StaticKinds::NO_KEYWORDS, |effect| match effect {
            StaticEffect::NoKeywords(what, keywords) => Some((what, keywords)),
            _ => None,
        });
        let mut taken: Vec<(Slot, Keywords)> = Vec::new();
        for (source, (what, keywords)) in statics {
            let all = self.s.battlefield.iter().copied().filter(|slot| only.is_none_or(|one| one == *slot));
            taken.extend(all.filter(|slot| self.passes_for(what, *slot, source)).map(|slot| (slot, keywords)));
        }
        for (slot, keywords) in taken {
            self.take_keywords(slot, keywords);
        }
    }

    /// Whether what a static ability does may change without anything entering, leaving or changing counters: it depends on
    /// a condition, on a number that is not constant, or on facts such as being tapped.
    fn is_volatile(&self, ability: AbilityId) -> bool {
        let Ability::Static(ability) = self.cat.ability(ability) else { return false };
        let varies = |amount| !matches!(self.cat.amount(amount), Amount::Const(_));
        // How it was cast is so for good.
        let for_good = |condition| matches!(self.cat.condition(condition), Condition::CastBy(_));
        let conditional = ability.condition.is_some_and(|condition| !for_good(condition));
        match ability.effect {
            StaticEffect::Pump { what, power, toughness, .. } => {
                conditional || varies(power) || varies(toughness) || what.is_some_and(|f| self.filter_varies(f))
            }
            StaticEffect::PumpAttached { power, toughness, .. } => conditional || varies(power) || varies(toughness),
            StaticEffect::Skip { whose, .. } | StaticEffect::SkipExtraTurns(whose) => {
                conditional || whose == Whose::Active
            }
            StaticEffect::NoKeywords(what, _) | StaticEffect::LoseKeywords(Subject::Any(what), _) => {
                conditional || self.filter_varies(what)
            }
            StaticEffect::LoseKeywords(..) => conditional,
            StaticEffect::NotCreature | StaticEffect::BaseSize(..) => {
                ability.condition.is_some_and(|c| self.condition_varies(c))
            }
            // Everything else is looked up when it matters.
            _ => false,
        }
    }

    /// Back to what is printed, and counters (CR 613.4c puts them with other changes; addition commutes). Returns whether its
    /// size is a number of something, which may change at any time.
    fn reset(&mut self, slot: Slot) -> bool {
        let object = self.s.object_mut(slot);
        let card = self.cat.card(object.card);
        let varies = card.defined_size.is_any();
        if varies || object.status.intersects(Status::SHIFTED | Status::COUNTERS | Status::HASTY) {
            object.status.remove(Status::SHIFTED);
            (object.power, object.toughness, object.types) = (card.power, card.toughness, card.types);
            object.keywords = card.keywords;
            self.reset_further(slot, card);
        }
        varies
    }

    /// What most permanents lack: a size that is a number of something, counters, haste from suspend.
    fn reset_further(&mut self, slot: Slot, card: &Card) {
        let object = *self.s.object(slot);
        if !card.defined_size.is_any() && !object.status.intersects(Status::COUNTERS | Status::HASTY) {
            return;
        }
        let (mut power, mut toughness) = self.size_of_card(&object, self.s.id(slot));
        let change = self.changed_by_counters(slot);
        (power, toughness) = (power.saturating_add(change), toughness.saturating_add(change));
        let keywords = self.lasting_keywords(slot) & !self.lost_keywords(slot);
        let object = self.s.object_mut(slot);
        object.status.insert(Status::SHIFTED);
        (object.power, object.toughness) = (power, toughness);
        object.keywords |= keywords;
    }

    /// The keywords that counters (CR 122.1b) and the way it was cast have given it.
    pub(super) fn lasting_keywords(&self, slot: Slot) -> Keywords {
        let object = self.s.object(slot);
        let mut keywords = if object.is(Status::HASTY) { Keywords::HASTE } else { Keywords::empty() };
        if object.is(Status::COUNTERS) {
            let here = self.s.counters.iter().filter(|counters| counters.slot == slot);
            keywords |= here.fold(Keywords::empty(), |all, counters| all | counters.kind.keyword());
        }
        keywords
    }

    /// What +1/+1 and -1/-1 counters come to (CR 613.4c).
    pub(super) fn changed_by_counters(&self, slot: Slot) -> i16 {
        if !self.s.object(slot).is(Status::COUNTERS) {
            return 0;
        }
        let plus = i32::from(self.s.counters_on(slot, CounterKind::PLUS_ONE));
        small(plus - i32::from(self.s.counters_on(slot, CounterKind::MINUS_ONE)))
    }

    fn pump(&mut self, slot: Slot, (power, toughness, keywords): Pump) {
        let object = self.s.object_mut(slot);
        object.status.insert(Status::SHIFTED);
        object.power = object.power.saturating_add(power);
        object.toughness = object.toughness.saturating_add(toughness);
        object.keywords |= keywords;
    }

    fn apply_static(&mut self, source: Slot, effect: StaticEffect, skips: &mut Vec<StaticSkip>) {
        match effect {
            StaticEffect::Pump { what: Some(_), .. } => {
                // All numbers before any changes: they may be about what is pumped.
                let pumps: Vec<(Slot, Pump)> = self
                    .s
                    .battlefield
                    .iter()
                    .filter_map(|to| Some((*to, self.pump_from(source, effect, self.s.id(*to))?)))
                    .collect();
                for (slot, pump) in pumps {
                    self.pump(slot, pump);
                }
            }
            StaticEffect::Pump { what: None, .. } => self.pump_one(source, effect, self.s.id(source)),
            StaticEffect::PumpAttached { .. } => {
                if let Some(to) = self.s.object(source).attached_to.filter(|id| self.s.permanent(*id).is_some()) {
                    self.pump_one(source, effect, to);
                }
            }
            StaticEffect::LoseKeywords(what, keywords) => {
                let all = self.s.battlefield.iter().copied();
                let meant: Vec<Slot> = all.filter(|slot| self.means(what, *slot, source)).collect();
                meant.into_iter().for_each(|slot| self.take_keywords(slot, keywords));
            }
            StaticEffect::Skip { whose, what } => {
                skips.push(self.static_skip(source, whose, StaticSkippable::Each(what)));
            }
            StaticEffect::SkipExtraTurns(whose) => {
                skips.push(self.static_skip(source, whose, StaticSkippable::ExtraTurns));
            }
            _ => {}
        }
    }

    fn pump_one(&mut self, source: Slot, effect: StaticEffect, to: ObjectId) {
        if let Some(pump) = self.pump_from(source, effect, to) {
            self.pump(to.slot, pump);
        }
    }

    fn static_skip(&self, source: Slot, whose: Whose, what: StaticSkippable) -> StaticSkip {
        let seats: SeatSet = Seat::first(self.s.turns.seats()).filter(|s| self.concerns(whose, source, *s)).collect();
        StaticSkip { seats, what, source: crate::turn::Tag(u32::from(self.s.object(source).card.0)) }
    }
}

/// A number as power or toughness can hold it.
pub(super) fn small(n: i32) -> i16 {
    n.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
}
