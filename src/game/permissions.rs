//! What static abilities let players cast for nothing or play from elsewhere (CR 118.9, 305.1), and what they can't cast or
//! activate (CR 101.2).

use std::ops::Deref;

use crate::cards::ability::{Ability, CastUnless, PlayPlace, StaticEffect};
use crate::cards::effect::{AbilityId, Facts, FilterId, How};
use crate::cards::type_line::Types;
use crate::turn::Seat;

use super::ability_index::StaticKinds;
use super::decision::Item;
use super::engine::{Core, Engine, Reader};
use super::filter::Viewpoint;
use super::mana::ManaSources;
use super::object::{ObjectId, Slot, Zone};
use super::state::GameState;

/// A static ability by which a card is played from elsewhere.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlayedBy {
    pub(super) source: ObjectId,
    pub(super) ability: AbilityId,
    /// Only once each turn.
    pub(super) once: bool,
    /// What is cast so is exiled if it would be put into a graveyard.
    pub(super) exile: bool,
    /// It is cast by flashback (CR 702.34a).
    pub(super) flashback: bool,
}

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    /// Whether a static ability keeps the player from activating abilities of that permanent.
    #[inline]
    pub(crate) fn is_barred_from_activating(&self, seat: Seat, slot: Slot, makes_mana: bool) -> bool {
        self.s.static_kinds.contains(StaticKinds::NO_ABILITIES) && self.barred_by_statics(seat, slot, makes_mana, false)
    }

    /// Whether a static ability keeps the player from activating loyalty abilities alone of that permanent.
    #[inline]
    pub(crate) fn is_barred_from_loyalty(&self, seat: Seat, slot: Slot) -> bool {
        self.s.static_kinds.contains(StaticKinds::NO_ABILITIES) && self.barred_by_statics(seat, slot, false, true)
    }

    fn barred_by_statics(&self, seat: Seat, slot: Slot, makes_mana: bool, of_loyalty: bool) -> bool {
        let mut bars = self.statics(StaticKinds::NO_ABILITIES, |effect| match effect {
            StaticEffect::CantActivate { whose, filter, mana, loyalty } if loyalty == of_loyalty => {
                Some((whose, filter, mana))
            }
            _ => None,
        });
        // What has a name has it everywhere; all else speaks of permanents.
        let there = self.s.object(slot).zone == Zone::Battlefield;
        bars.any(|(source, (whose, filter, mana))| {
            (mana || !makes_mana)
                && (there || self.cat.filter(filter).is.contains(Facts::CHOSEN_NAME))
                && self.concerns(whose, source, seat)
                && self.passes_for(filter, slot, source)
        })
    }
}

impl Reader<'_, '_> {
    /// Whether what is cast so passes, as the permanent in `source` sees it (CR 601.3e).
    fn passes_as_cast(&self, filter: FilterId, id: ObjectId, how: How, source: Slot) -> bool {
        let at = Viewpoint::of(self.s.object(source).controller, self.s.id(source));
        self.as_cast(id, how).is_some_and(|spell| self.passes(self.cat.filter(filter), id, &spell, &at))
    }

    /// Whether an effect keeps the player from casting that card so for now.
    fn is_gagged(&self, seat: Seat, id: ObjectId, how: How) -> bool {
        let mut theirs = self.s.gagged.iter().filter(|gag| gag.seat == seat);
        theirs.any(|gag| {
            let meant = |those| self.as_cast(id, how).is_some_and(|spell| self.is_one_of(those, id, &spell));
            gag.those.as_ref().is_none_or(meant)
        })
    }

    /// Whether an effect or a static ability keeps the player from casting that card so now.
    pub(super) fn is_barred_from_casting(&self, seat: Seat, id: ObjectId, how: How) -> bool {
        if !self.s.gagged.is_empty() && self.is_gagged(seat, id, how) {
            return true;
        }
        let mut bars = self.statics(StaticKinds::SPELL_LIMITS, |effect| match effect {
            StaticEffect::CantCast { whose, filter, unless } => Some((whose, filter, unless)),
            _ => None,
        });
        bars.any(|(source, (whose, filter, unless))| {
            let excused = match unless {
                CastUnless::Never => false,
                CastUnless::FromHand => self.s.object(id.slot).zone == Zone::Hand,
                CastUnless::FromElsewhere => !matches!(self.s.object(id.slot).zone, Zone::Graveyard | Zone::Library),
                CastUnless::NotFromGraveyard => self.s.object(id.slot).zone != Zone::Graveyard,
                CastUnless::AtSorceryTime => self.sorcery_timing(seat),
            };
            !excused && self.concerns(whose, source, seat) && self.passes_as_cast(filter, id, how, source)
        })
    }

    /// What the player may do with a card that they may play without paying for it.
    pub(super) fn castable_free(
        &self,
        seat: Seat,
        id: ObjectId,
        sorcery: bool,
        mana_sources: &mut Option<ManaSources>,
        options: &mut Vec<Item>,
    ) {
        let object = self.s.object(id.slot);
        if object.types.contains(Types::LAND) {
            options.extend((sorcery && self.may_play_land(seat)).then_some(Item::PlayLand(id)));
            return;
        }
        let timely = (sorcery || self.is_instant_to(seat, id, object))
            && self.could_begin_to_cast(seat, id, self.cat.card(object.card));
        if timely && self.may_cast_for(seat, id, How::Free, mana_sources) {
            options.push(Item::CastFree(id));
        }
    }

    /// What static abilities let the player cast for nothing, and which lands they let be played from the graveyard.
    pub(super) fn castable_free_by_statics(
        &self,
        seat: Seat,
        sorcery: bool,
        mana_sources: &mut Option<ManaSources>,
        options: &mut Vec<Item>,
    ) {
        if !self.s.static_kinds.contains(StaticKinds::FREE_CASTS) {
            return;
        }
        let player = &self.s.players[seat];
        let commanders = player.commanders.iter().map(|c| c.slot);
        let in_command = commanders.filter(|slot| self.s.object(*slot).zone == Zone::Command);
        let others = self.permitted(seat).filter(|(_, free)| !free).map(|(id, _)| id.slot);
        for slot in player.hand.iter().copied().chain(in_command).chain(others) {
            let id = self.s.id(slot);
            if !self.s.object(slot).types.contains(Types::LAND) && self.free_cast(seat, id).is_some() {
                self.castable_free(seat, id, sorcery, mana_sources, options);
            }
        }
        let mut seen: Vec<ObjectId> = Vec::new();
        for (id, _, for_life) in self.playable_from_elsewhere(seat) {
            let first = !seen.contains(&id);
            seen.push(id);
            let object = self.s.object(id.slot);
            if for_life && !object.types.contains(Types::LAND) {
                self.castable_for_life(seat, id, sorcery, mana_sources, options);
            } else if first {
                self.castable_card(seat, id.slot, sorcery, mana_sources, options);
            }
        }
    }

    fn castable_for_life(
        &self,
        seat: Seat,
        id: ObjectId,
        sorcery: bool,
        mana_sources: &mut Option<ManaSources>,
        options: &mut Vec<Item>,
    ) {
        let object = self.s.object(id.slot);
        let timely = (sorcery || self.is_instant_to(seat, id, object))
            && self.could_begin_to_cast(seat, id, self.cat.card(object.card));
        if timely && self.may_cast_for(seat, id, How::Life, mana_sources) {
            options.push(Item::CastWith(id, How::Life));
        }
    }

    /// What static abilities let the player play from the graveyard or the top of the library, with the ability, those that do
    /// so any number of times first, and whether spells cost life so.
    pub(super) fn playable_from_elsewhere(&self, seat: Seat) -> Vec<(ObjectId, PlayedBy, bool)> {
        let mut found = Vec::new();
        if !self.s.static_kinds.contains(StaticKinds::FREE_CASTS) {
            return found;
        }
        let working = self.s.statics.iter().filter(|works| works.kinds.contains(StaticKinds::FREE_CASTS));
        for works in working.filter(|works| self.s.object(works.source).controller == seat) {
            let Some(StaticEffect::PlayFrom { from, filter, once, exile, for_life, flashback }) =
                self.static_effect(works.source, works.ability)
            else {
                continue;
            };
            let source = self.s.id(works.source);
            if once && self.uses(source, works.ability) > 0 {
                continue;
            }
            let player = &self.s.players[seat];
            let cards = match from {
                PlayPlace::Graveyard => player.graveyard.as_slice(),
                PlayPlace::LibraryTop => &player.library[player.library.len().saturating_sub(1)..],
                PlayPlace::Exile => self.s.exile.as_slice(),
            };
            let owned = |slot: &&Slot| from != PlayPlace::Exile || self.s.object(**slot).owner == seat;
            let at = Viewpoint::of(seat, source);
            let ids = cards.iter().filter(owned).map(|slot| self.s.id(*slot));
            let passing = ids.filter(|id| self.passes(self.cat.filter(filter), *id, self.s.object(id.slot), &at));
            let by = PlayedBy { source, ability: works.ability, once, exile, flashback };
            found.extend(passing.map(|id| (id, by, for_life)));
        }
        found.sort_by_key(|(_, by, _)| by.once);
        found
    }

    /// The static ability by which that card is played from the graveyard or the top of the library.
    pub(super) fn played_from_elsewhere(&self, seat: Seat, id: ObjectId, how: How) -> Option<PlayedBy> {
        let permitted = self.permitted(seat).any(|(card, _)| card == id);
        let all = if permitted { Vec::new() } else { self.playable_from_elsewhere(seat) };
        let fits = |(card, _, for_life): &(ObjectId, PlayedBy, bool)| {
            *card == id && (*for_life == (how == How::Life) || self.s.object(id.slot).types.contains(Types::LAND))
        };
        all.into_iter().find(fits).map(|(_, by, _)| by)
    }

    /// The static ability by which the card could be cast for nothing: one that does so any number of times first. With whether
    /// it does so only once each turn.
    fn free_cast(&self, seat: Seat, id: ObjectId) -> Option<(ObjectId, AbilityId, bool)> {
        let object = self.s.object(id.slot);
        let working = self.s.statics.iter().filter(|works| works.kinds.contains(StaticKinds::FREE_CASTS));
        let mut found = None;
        for works in working.filter(|works| self.s.object(works.source).controller == seat) {
            let source = self.s.id(works.source);
            let Ability::Static(ability) = self.cat.ability(works.ability) else { continue };
            let StaticEffect::CastFree { filter, at_most, once, from_hand } = ability.effect else { continue };
            let at = Viewpoint::of(seat, source);
            let value = i32::from(self.cat.card(object.card).mana_value);
            let fits = ability.condition.is_none_or(|c| self.holds(c, &at))
                && !(from_hand && object.zone != Zone::Hand)
                && at_most.is_none_or(|most| value <= self.amount(most, &at))
                && self.passes(self.cat.filter(filter), id, object, &at);
            if fits && !once {
                return Some((source, works.ability, false));
            }
            if fits && self.uses(source, works.ability) == 0 {
                found = Some((source, works.ability, true));
            }
        }
        found
    }
}

impl Engine<'_> {
    /// Notes that a card is cast for nothing by a static ability that allows it once each turn.
    pub(super) fn use_free_cast(&mut self, seat: Seat, id: ObjectId) {
        if self.reader().permitted(seat).any(|(card, free)| free && card == id) {
            return;
        }
        if let Some((source, ability, true)) = self.reader().free_cast(seat, id) {
            self.use_once(source, ability, 1);
        }
    }

    /// Notes that a card is played by a static ability that allows it once each turn; returns by which, if it is played by one.
    pub(super) fn use_play_from(&mut self, seat: Seat, id: ObjectId, how: How) -> Option<PlayedBy> {
        let elsewhere = matches!(self.s.get(id)?.zone, Zone::Graveyard | Zone::Library | Zone::Exile);
        let by = self.reader().played_from_elsewhere(seat, id, how).filter(|_| elsewhere)?;
        if by.once {
            self.use_once(by.source, by.ability, 1);
        }
        Some(by)
    }
}
