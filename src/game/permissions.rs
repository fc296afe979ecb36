//! What static abilities let players cast for nothing or play from elsewhere (CR 118.9, 305.1), and what they can't cast or
//! activate (CR 101.2).

use std::ops::Deref;

use crate::cards::ability::{Ability, CastUnless, PlayPlace, StaticEffect};
use crate::cards::card::{Card, WayKind};
use crate::cards::effect::{AbilityId, Facts, FilterId, How};
use crate::cards::type_line::Types;
use crate::turn::Seat;

use super::ability_index::StaticKinds;
use super::decision::Item;
use super::engine::{Core, Engine, Reader};
use super::filter::Viewpoint;
use super::mana::ManaSources;
use super::object::{Object, ObjectId, Slot, Zone};
use super::state::{GameState, Permitted, Those};

/// Which parts of a card a permission lets a player play (CR 601.3e).
#[derive(Debug, Clone, Copy)]
pub(super) struct Permission {
    /// Lands may be played; else spells alone may be cast (CR 305.1).
    pub(super) lands: bool,
    /// Which; any.
    pub(super) those: Option<Those>,
    /// By flashback, an alternative cost itself, so that no other is paid (CR 118.9a, 702.34a).
    pub(super) flashback: bool,
}

impl Permission {
    const ANY: Permission = Permission { lands: true, those: None, flashback: false };
}

impl Permitted {
    /// Which parts of its card may be played.
    pub(super) const fn permission(&self) -> Permission {
        Permission { lands: self.lands, those: self.spells, flashback: self.flashback }
    }
}

/// A static ability by which a card is played from elsewhere.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlayedBy {
    source: ObjectId,
    ability: AbilityId,
    permission: Permission,
    /// A spell is cast for life rather than its mana cost.
    for_life: bool,
    /// Only once each turn.
    once: bool,
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
            let cast = || self.as_cast(id, how);
            let meant = |those| cast().is_some_and(|spell| self.is_one_of(those, id, &spell));
            let named = |card| cast().is_some_and(|spell| self.has_name_of(card, id, &spell));
            gag.those.as_ref().is_none_or(meant) && gag.name.is_none_or(named)
        })
    }

    /// Whether an effect or a static ability keeps the player from casting that card so now.
    pub(super) fn is_barred_from_casting(&self, seat: Seat, id: ObjectId, how: How) -> bool {
        if !self.s.gagged.is_empty() && self.is_gagged(seat, id, how) {
            return true;
        }
        self.barred_above(seat, id, how).is_some_and(|most| {
            let value = |spell: Object| i32::from(self.cat.card(spell.card).mana_value);
            self.as_cast(id, how).is_some_and(|spell| value(spell) > most)
        })
    }

    /// CR 101.2: above which mana value effects keep the player from casting that card so now; `None` where nothing does, and
    /// less than nothing where they keep them from it altogether.
    pub(super) fn barred_above(&self, seat: Seat, id: ObjectId, how: How) -> Option<i32> {
        let bars = self.statics(StaticKinds::SPELL_LIMITS, |effect| match effect {
            StaticEffect::CantCast { whose, filter, above, unless } => Some((whose, filter, above, unless)),
            _ => None,
        });
        let barring = bars.filter(|(source, (whose, filter, _, unless))| {
            let (source, whose, filter, unless) = (*source, *whose, *filter, *unless);
            let excused = match unless {
                CastUnless::Never => false,
                CastUnless::FromHand => self.s.object(id.slot).zone == Zone::Hand,
                CastUnless::FromElsewhere => !matches!(self.s.object(id.slot).zone, Zone::Graveyard | Zone::Library),
                CastUnless::NotFromGraveyard => self.s.object(id.slot).zone != Zone::Graveyard,
                CastUnless::AtSorceryTime => self.sorcery_timing(seat),
            };
            !excused && self.concerns(whose, source, seat) && self.passes_as_cast(filter, id, how, source)
        });
        let most = barring.map(|(source, (.., above, _))| {
            let of = self.s.object(source).controller;
            let at = Viewpoint { each: Some(seat), ..Viewpoint::of(of, self.s.id(source)) };
            above.map_or(-1, |above| self.amount(above, &at))
        });
        most.min()
    }

    /// Whether the permission lets the player do that with the card: only the face that is played, and only the part that is
    /// cast, is looked at (CR 601.3e, 709.3a, 712.11c, 715.3a).
    pub(super) fn lets(&self, permission: &Permission, item: Item) -> bool {
        let (id, how, land) = match item {
            Item::PlayLand(id) => (id, How::Printed, true),
            Item::PlayLandBack(id) => (id, How::Back, true),
            Item::Cast(id, how) => (id, how, false),
            _ => return false,
        };
        let card = || self.cat.card(self.s.object(id.slot).card);
        let other_cost = || {
            let way = self.part_cast(card(), how).way_cast(how);
            how.spares_mana_cost() || how == How::FaceDown || way.is_some_and(|way| way.kind.is_alternative_cost())
        };
        let meant = |those| self.as_cast(id, how).is_some_and(|part| self.is_one_of(those, id, &part));
        (permission.lands || !land)
            && !(permission.flashback && other_cost())
            && permission.those.as_ref().is_none_or(meant)
    }

    /// The permission that an effect has given, by which the player does that.
    pub(super) fn permit_for(&self, seat: Seat, item: Item) -> Option<Permitted> {
        let id = item.object()?;
        self.permitted(seat).find(|permit| permit.card == id && self.lets(&permit.permission(), item)).copied()
    }

    /// What the player may do with a card that a permission lets them play from where it is, for that.
    pub(super) fn playable_by(
        &self,
        seat: Seat,
        id: ObjectId,
        (how, permission): (How, &Permission),
        sorcery: bool,
        mana_sources: &mut Option<ManaSources>,
        options: &mut Vec<Item>,
    ) {
        let mut found = Vec::new();
        match how {
            How::Printed => self.castable_card(seat, id.slot, sorcery, mana_sources, &mut found),
            _ => self.castable_instead(seat, id, how, sorcery, mana_sources, &mut found),
        }
        found.retain(|item| self.lets(permission, *item) && !options.contains(item));
        options.append(&mut found);
    }

    /// What the player may do with a card that they may play, each part of it for nothing or for life rather than its mana cost.
    fn castable_instead(
        &self,
        seat: Seat,
        id: ObjectId,
        how: How,
        sorcery: bool,
        mana_sources: &mut Option<ManaSources>,
        options: &mut Vec<Item>,
    ) {
        let card = self.cat.card(self.s.object(id.slot).card);
        let mut lands = self.land_plays(id).peekable();
        if sorcery && lands.peek().is_some() && self.may_play_land(seat) {
            options.extend(lands);
        }
        for how in self.parts_to_cast(id, how) {
            let timely =
                (sorcery || self.is_cast_as_instant(seat, id, card, how)) && self.could_begin_to_cast(seat, id, how);
            if timely && self.may_cast_for(seat, id, how, mana_sources) {
                options.push(Item::Cast(id, how));
            }
        }
    }

    /// What static abilities let the player cast for nothing or play from elsewhere.
    pub(super) fn playable_by_statics(
        &self,
        seat: Seat,
        sorcery: bool,
        mana_sources: &mut Option<ManaSources>,
        options: &mut Vec<Item>,
    ) {
        if !self.s.static_kinds.contains(StaticKinds::FREE_CASTS) {
            return;
        }
        let elsewhere = self.playable_from_elsewhere(seat);
        self.castable_free_by_statics(seat, &elsewhere, sorcery, mana_sources, options);
        for (id, by) in &elsewhere {
            let how = if by.for_life { How::Life } else { How::Printed };
            self.playable_by(seat, *id, (how, &by.permission), sorcery, mana_sources, options);
        }
    }

    /// What of all that the player may cast static abilities let them cast for nothing.
    fn castable_free_by_statics(
        &self,
        seat: Seat,
        elsewhere: &[(ObjectId, PlayedBy)],
        sorcery: bool,
        mana_sources: &mut Option<ManaSources>,
        options: &mut Vec<Item>,
    ) {
        let player = &self.s.players[seat];
        let commanders = player.commanders.iter().map(|c| c.slot);
        let in_command = commanders.filter(|slot| self.s.object(*slot).zone == Zone::Command);
        let own = player.hand.iter().copied().chain(in_command).map(|slot| (self.s.id(slot), Permission::ANY));
        let permitted = self.permitted(seat).filter(|p| !p.free).map(|p| (p.card, p.permission()));
        self.castable_free_from_graveyard(seat, sorcery, mana_sources, options);
        // What is paid for with life is not cast for nothing as well (CR 118.9a).
        let elsewhere = elsewhere.iter().filter(|(_, by)| !by.for_life).map(|(id, by)| (*id, by.permission));
        for (id, permission) in own.chain(permitted).chain(elsewhere) {
            let is_free = |how| self.free_cast(seat, id, how).is_some();
            if is_free(How::Free) || is_free(How::BackFree) {
                let mut found = Vec::new();
                self.castable_instead(seat, id, How::Free, sorcery, mana_sources, &mut found);
                found.retain(|item| matches!(item, Item::Cast(_, how) if is_free(*how)));
                found.retain(|item| self.lets(&permission, *item) && !options.contains(item));
                options.append(&mut found);
            }
        }
    }

    /// What lets itself be cast from the graveyard, though by no alternative cost (CR 118.9a): by retrace and by aftermath.
    fn castable_free_from_graveyard(
        &self,
        seat: Seat,
        sorcery: bool,
        mana_sources: &mut Option<ManaSources>,
        options: &mut Vec<Item>,
    ) {
        let lies = |slot: &Slot| {
            let object = self.s.object(*slot);
            object.owner == seat && object.zone == Zone::Graveyard
        };
        for slot in self.s.elsewhere.iter().copied().filter(lies) {
            let (id, card) = (self.s.id(slot), self.cat.card(self.s.object(slot).card));
            let retraced = card.free_way(WayKind::Retrace);
            let aftermath = (card.has & Card::AFTERMATH != 0).then_some(How::BackFree);
            for how in retraced.into_iter().chain(aftermath) {
                let timely = (sorcery || self.is_cast_as_instant(seat, id, card, how))
                    && self.could_begin_to_cast(seat, id, how);
                if timely && self.free_cast(seat, id, how).is_some() && self.may_cast_for(seat, id, how, mana_sources) {
                    options.push(Item::Cast(id, how));
                }
            }
        }
    }

    /// Of which cards static abilities let the player play a part from the graveyard, the top of the library or exile, and by
    /// which; those first that do so any number of times.
    fn playable_from_elsewhere(&self, seat: Seat) -> Vec<(ObjectId, PlayedBy)> {
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
            let those = Those { filter, source, you: seat, theirs: None, x: 0 };
            let permission = Permission { lands: true, those: Some(those), flashback };
            let by = PlayedBy { source, ability: works.ability, permission, once, exile, for_life, flashback };
            let ids = cards.iter().filter(owned).map(|slot| self.s.id(*slot));
            // CR 702.34a: the card has flashback, and the spell must be one of those as well.
            let card_is = |id: &ObjectId| !flashback || self.is_one_of(&those, *id, self.s.object(id.slot));
            let found_here = ids.filter(|id| card_is(id) && self.has_part_of(&those, *id));
            found.extend(found_here.map(|id| (id, by)));
        }
        found.sort_by_key(|(_, by)| by.once);
        found
    }

    /// Whether a part of the card is one of those, or the card face down.
    fn has_part_of(&self, those: &Those, id: ObjectId) -> bool {
        let card = self.cat.card(self.s.object(id.slot).card);
        let is = |how| self.as_cast(id, how).is_some_and(|part| self.is_one_of(those, id, &part));
        is(How::Printed)
            || card.part_cast(How::Back).is_some() && is(How::Back)
            || card.morph.is_some() && is(How::FaceDown)
    }

    /// The static ability by which the player does that with a card from the graveyard, the top of the library or exile.
    fn played_from_elsewhere(&self, seat: Seat, item: Item) -> Option<PlayedBy> {
        let id = item.object()?;
        if self.permit_for(seat, item).is_some() {
            return None;
        }
        let for_life = if let Item::Cast(_, how) = item { Some(how.is_for_life()) } else { None };
        let fits = |(card, by): &(ObjectId, PlayedBy)| {
            *card == id && for_life.is_none_or(|for_life| by.for_life == for_life) && self.lets(&by.permission, item)
        };
        self.playable_from_elsewhere(seat).into_iter().find(fits).map(|(_, by)| by)
    }

    /// The static ability by which the card could be cast so, for nothing: one that does so any number of times first. With
    /// whether it does so only once each turn.
    fn free_cast(&self, seat: Seat, id: ObjectId, how: How) -> Option<(ObjectId, AbilityId, bool)> {
        let spell = self.as_cast(id, how).filter(|spell| how.is_free() && !spell.types.contains(Types::LAND))?;
        let working = self.s.statics.iter().filter(|works| works.kinds.contains(StaticKinds::FREE_CASTS));
        let mut found = None;
        for works in working.filter(|works| self.s.object(works.source).controller == seat) {
            let source = self.s.id(works.source);
            let Ability::Static(ability) = self.cat.ability(works.ability) else { continue };
            let StaticEffect::CastFree { filter, at_most, once, from_hand } = ability.effect else { continue };
            let at = Viewpoint::of(seat, source);
            let value = i32::from(self.cat.card(spell.card).mana_value);
            let fits = ability.condition.is_none_or(|c| self.holds(c, &at))
                && !(from_hand && spell.zone != Zone::Hand)
                && at_most.is_none_or(|most| value <= self.amount(most, &at))
                && self.passes(self.cat.filter(filter), id, &spell, &at);
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
    /// Notes that a card is cast so, for nothing, by a static ability that allows it once each turn.
    pub(super) fn use_free_cast(&mut self, seat: Seat, id: ObjectId, how: How) {
        let (reader, item) = (self.reader(), Item::Cast(id, how));
        if !how.is_free()
            || reader.permitted(seat).any(|p| p.free && p.card == id && reader.lets(&p.permission(), item))
        {
            return;
        }
        if let Some((source, ability, true)) = reader.free_cast(seat, id, how) {
            self.use_once(source, ability, 1);
        }
    }

    /// Notes that the player does that with a card by a static ability that allows it once each turn; returns by which, if by
    /// one.
    pub(super) fn use_play_from(&mut self, seat: Seat, item: Item) -> Option<PlayedBy> {
        let elsewhere = matches!(self.s.get(item.object()?)?.zone, Zone::Graveyard | Zone::Library | Zone::Exile);
        let by = elsewhere.then(|| self.reader().played_from_elsewhere(seat, item))??;
        if by.once {
            self.use_once(by.source, by.ability, 1);
        }
        Some(by)
    }
}
