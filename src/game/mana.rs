//! Mana pools and automatic payment (CR 106, 601.2g, 601.2h).
//!
//! A [`ManaSources`] is what a seat could pay with at one moment. Whether it can pay is counted; how, is planned in `matching`.

mod matching;
mod riders;
mod sources;

use std::ops::Deref;

use arrayvec::ArrayVec;

use crate::cards::ability::{Ability, Makes, StaticEffect};
use crate::cards::card::Card;
use crate::cards::keyword::Keywords;
use crate::cards::mana::Mana;
use crate::cards::profile::{ManaProfile, is_automatic};
use crate::cards::type_line::Types;
use crate::turn::Seat;

use super::ability_index::StaticKinds;
use super::engine::{Core, Engine, Reader};
use super::event::GameEvent;
use super::filter::Viewpoint;
use super::grant::GrantedMana;
use super::happening::Happening;
use super::object::{NO_SOURCE, Object, ObjectId, Slot, Status, Zone, minds_sickness};
use super::state::{Feature, GameState};
use super::trigger_mask::TriggerMask;

use sources::{MAX_UNITS, POOL, Source, first_type, floating, net};

pub(crate) use sources::{Bill, ManaSources, Payment};

/// CR 302.6: {T} of a creature that came this turn can't be paid.
pub(crate) fn is_too_new(object: &Object) -> bool {
    object.is(Status::SICK) && minds_sickness(object.types) && !object.has(Keywords::HASTE)
}

impl Reader<'_, '_> {
    /// How many mana the seat could have at most, floating mana included.
    pub(crate) fn mana_available(&self, seat: Seat) -> u16 {
        let mut total = floating(&self.s.players[seat].pool);
        self.each_source(seat, |_, makes| total = total.saturating_add(net(makes)));
        total
    }

    /// What the seat could pay with now.
    pub(crate) fn mana_sources(&self, seat: Seat) -> ManaSources {
        let mut mana_sources = ManaSources::new(self.s.players[seat].pool, self.cost_changes(seat));
        self.each_source(seat, |slot, makes| mana_sources.add(slot, makes));
        mana_sources
    }

    /// What the seat could tap for mana now.
    #[inline]
    fn each_source(&self, seat: Seat, mut take: impl FnMut(Slot, &ManaProfile)) {
        let more = self.lands_make_more(seat);
        let granted = self.granted_mana(seat);
        for (slot, ..) in &granted {
            let object = self.s.object(*slot);
            let listed = self.s.battlefield.mana(seat).contains(slot);
            if !listed && !object.is(Status::TAPPED) && !is_too_new(object) {
                let land = more && object.types.contains(Types::LAND);
                let makes = self.with_granted(ManaProfile::default(), *slot, &granted);
                take(*slot, &ManaProfile { units: makes.units.saturating_add(land.into()), ..makes });
            }
        }
        for slot in self.s.battlefield.mana(seat) {
            let object = self.s.object(*slot);
            if object.is(Status::TAPPED) || is_too_new(object) || self.is_barred_from_activating(seat, *slot, true) {
                continue;
            }
            let card = self.cat.card(object.card);
            let (varying, increased, joined);
            let mut makes = &card.mana;
            if makes.varies {
                varying = self.varying(*slot, object, card);
                makes = &varying;
            }
            if granted.iter().any(|(to, ..)| to == slot) {
                joined = self.with_granted(*makes, *slot, &granted);
                makes = &joined;
            }
            if more && object.types.contains(Types::LAND) && makes.units > 0 && makes.exactly.is_none() {
                increased = ManaProfile { units: makes.units.saturating_add(1), ..*makes };
                makes = &increased;
            }
            if makes.units > 0 {
                take(*slot, makes);
            }
        }
    }

    /// What a permanent makes that has these mana abilities as well.
    fn with_granted(&self, own: ManaProfile, slot: Slot, granted: &[GrantedMana]) -> ManaProfile {
        let mut profile = own;
        for (_, ability, types) in granted.iter().filter(|(to, ..)| *to == slot) {
            if let Ability::Mana(mana) = self.cat.ability(*ability) {
                profile.add(self.cat, mana, *types, 1);
            }
        }
        profile
    }

    /// Whether lands of the seat make one more mana of a type they make (CR 605.1b): once for each such ability.
    pub(crate) fn lands_make_more(&self, seat: Seat) -> bool {
        self.statics(StaticKinds::MORE_MANA, |e| matches!(e, StaticEffect::LandsMakeMore).then_some(()))
            .any(|(source, ())| self.s.object(source).controller == seat)
    }

    /// What a permanent makes when that depends on the game.
    fn varying(&self, slot: Slot, object: &Object, card: &Card) -> ManaProfile {
        let mut profile = ManaProfile::default();
        let at = Viewpoint::of(object.controller, self.s.id(slot));
        for ability in &card.abilities {
            let Ability::Mana(mana) = self.cat.ability(*ability) else { continue };
            if !is_automatic(self.cat, mana) || !mana.condition.is_none_or(|c| self.holds(c, &at)) {
                continue;
            }
            let units = match mana.makes {
                Makes::Exactly(n) => n.iter().sum(),
                Makes::OneOf(_, n) | Makes::Many(_, n) => self.amount(n, &at).clamp(0, 99) as u8,
                Makes::CommanderColour
                | Makes::OpponentsLandColour
                | Makes::OwnLandType
                | Makes::ExiledColour
                | Makes::ChosenColour
                | Makes::ColourAmong(_) => 1,
                Makes::EachColourAmong(_) => {
                    let types = self.could_make(mana.makes, object.controller, self.s.id(slot));
                    profile.add_each(self.cat, mana, types);
                    continue;
                }
                // Its own cost keeps it from being used by itself.
                Makes::Devotion => 0,
            };
            profile.add(self.cat, mana, self.could_make(mana.makes, object.controller, self.s.id(slot)), units);
        }
        profile
    }

    /// A way to pay, or `None` when there is none. `except` are permanents that must not be tapped for it.
    pub(crate) fn plan_payment(&self, seat: Seat, bill: Bill<'_>, except: &[Slot]) -> Option<Payment> {
        if bill.is_zero() {
            return Some(Payment::default());
        }
        self.mana_sources(seat).plan(bill, except)
    }
}

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    // ---- what permanents could make ----

    /// The mana types a mana ability could make, for its controller.
    pub(crate) fn could_make(
        &self,
        makes: crate::cards::ability::Makes,
        seat: Seat,
        source: ObjectId,
    ) -> crate::cards::mana::ManaSet {
        use crate::cards::ability::Makes;
        use crate::cards::mana::ManaSet;
        match makes {
            Makes::Exactly(n) => Mana::ALL.into_iter().filter(|m| n[*m as usize] > 0).map(Mana::set).collect(),
            Makes::OneOf(set, _) | Makes::Many(set, _) => set,
            Makes::CommanderColour => {
                let commanders = self.s.players[seat].commanders.iter();
                commanders.fold(ManaSet::empty(), |set, c| set | self.cat.card(c.card).identity) & ManaSet::COLOURS
            }
            Makes::OpponentsLandColour => {
                let opponents = Seat::first(self.s.turns.seats()).filter(|s| self.s.turns.are_opponents(*s, seat));
                opponents.fold(ManaSet::empty(), |set, other| set | self.land_types(other)) & ManaSet::COLOURS
            }
            Makes::OwnLandType => self.land_types(seat),
            Makes::ExiledColour => {
                let exiled = self.s.exiled_by.iter().filter(|(by, ..)| *by == source).map(|(_, id, _)| *id);
                let there = exiled.filter_map(|id| self.s.get(id)).filter(|o| o.zone == Zone::Exile);
                there.fold(ManaSet::empty(), |set, o| set | self.cat.card(o.card).colours)
            }
            Makes::ChosenColour => match self.s.feature(source) {
                Some(Feature::Colour(mana)) => mana.set(),
                _ => ManaSet::empty(),
            },
            Makes::Devotion => ManaSet::COLOURS,
            Makes::ColourAmong(filter) | Makes::EachColourAmong(filter) => {
                let at = Viewpoint::of(seat, source);
                let colour = |id: ObjectId| self.colours(id, self.cat.card(self.s.object(id.slot).card).colours);
                self.permanents_passing(filter, &at).fold(ManaSet::empty(), |set, id| set | colour(id))
            }
        }
    }

    /// The types that lands of a player could make. What another land could make that looks at lands itself is left out
    /// (CR 106.7: two that look at each other add nothing).
    fn land_types(&self, seat: Seat) -> crate::cards::mana::ManaSet {
        use crate::cards::ability::Makes;
        use crate::cards::mana::ManaSet;
        let lands = self.s.battlefield.mana(seat).iter().map(|s| self.s.object(*s));
        let mut set = self.granted_mana(seat).iter().fold(ManaSet::empty(), |set, (slot, _, types)| {
            if self.s.object(*slot).types.contains(Types::LAND) { set | *types } else { set }
        });
        for object in lands.filter(|o| o.types.contains(Types::LAND)) {
            let profile = &self.cat.card(object.card).mana;
            set |= profile.always;
            if profile.by_commander {
                set |= self.could_make(Makes::CommanderColour, object.controller, NO_SOURCE);
            }
        }
        set
    }
}

impl Engine<'_> {
    /// Pays: taps what the payment uses; what is made but not used floats.
    pub(crate) fn pay(&mut self, seat: Seat, payment: &Payment) {
        for (at, source) in payment.sources.iter().enumerate() {
            let used: ArrayVec<Mana, MAX_UNITS> =
                payment.used.iter().filter(|(s, _)| usize::from(*s) == at).map(|(_, m)| *m).collect();
            if !used.is_empty() || source.makes.costs > 0 {
                self.tap_for_mana(seat, source, &used);
            }
        }
        for (source, mana) in &payment.used {
            if *source == POOL {
                let floating = &mut self.s.players[seat].pool[*mana as usize];
                *floating = floating.saturating_sub(1);
            }
        }
    }

    fn tap_for_mana(&mut self, seat: Seat, source: &Source, used: &[Mana]) {
        self.tap(source.slot);
        let id = self.s.id(source.slot);
        self.emit(GameEvent::ManaAbilityActivated { seat, source: id });
        let makes = &source.makes;
        self.tapped_for_mana(seat, source.slot, makes.exactly);
        let surplus = usize::from(makes.units).saturating_sub(used.len());
        if let Some(exactly) = makes.exactly {
            for mana in Mana::ALL {
                let spent = used.iter().filter(|m| **m == mana).count() as i32;
                self.s.players[seat].add_mana(mana, i32::from(exactly[mana as usize]) - spent);
            }
        } else if surplus > 0 {
            let mana = used.first().copied().unwrap_or_else(|| first_type(makes.types()));
            self.s.players[seat].add_mana(mana, surplus as i32);
        }
        if let Some(mana) = used.first().filter(|m| makes.harmful.contains(m.set())) {
            self.harm(seat, source.slot, *mana);
        }
    }

    /// What triggers on permanents being tapped for mana; a land that made more types than one makes one more of the first.
    pub(crate) fn tapped_for_mana(&mut self, seat: Seat, slot: Slot, exactly: Option<[u8; 6]>) {
        let concerned = self.s.static_kinds.contains(StaticKinds::MORE_MANA)
            || self.s.trigger_mask.contains(TriggerMask::TAPPED_FOR_MANA);
        if !concerned {
            return;
        }
        let made = exactly.and_then(|n| Mana::ALL.into_iter().find(|m| n[*m as usize] > 0));
        let land = self.s.object(slot).types.contains(Types::LAND);
        if let Some(mana) = made.filter(|_| land && self.reader().lands_make_more(seat)) {
            self.s.players[seat].add_mana(mana, 1);
        }
        let id = self.s.id(slot);
        self.happened(&Happening::TappedForMana { id, by: seat });
    }

    /// The price of a pain land's coloured mana.
    fn harm(&mut self, seat: Seat, slot: Slot, made: Mana) {
        let card = self.s.object(slot).card;
        for ability in &self.cat.card(card).abilities {
            if let Ability::Mana(mana) = self.cat.ability(*ability)
                && let Some(then) = mana.then
                && self.could_make(mana.makes, seat, self.s.id(slot)).contains(made.set())
            {
                self.perform(then, seat, self.s.id(slot), card);
                return;
            }
        }
    }
}
