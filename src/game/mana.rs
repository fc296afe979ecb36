//! Mana pools and automatic payment (CR 106, 601.2g, 601.2h).
//!
//! A [`ManaSources`] is what a seat could pay with at one moment. Whether it can pay is counted; how, is planned in `matching`.

mod matching;
mod riders;
mod sources;

use std::borrow::Cow;
use std::ops::Deref;

use arrayvec::ArrayVec;
use smallvec::SmallVec;

use crate::cards::ability::{Ability, Cost, FunctionsIn, Makes, ManaAbility, MoreMana, StaticEffect};
use crate::cards::card::Card;
use crate::cards::effect::{AbilityId, CostId, EffectId, FilterId, How};
use crate::cards::keyword::Keywords;
use crate::cards::mana::{Mana, ManaSet};
use crate::cards::profile::{GivenUp, ManaProfile, is_automatic};
use crate::cards::type_line::Types;
use crate::turn::Seat;

use super::ability_index::StaticKinds;
use super::engine::{Core, Engine, Reader};
use super::event::GameEvent;
use super::filter::Viewpoint;
use super::grant::GrantedMana;
use super::happening::Happening;
use super::object::{NO_SOURCE, Object, ObjectId, Slot, Status, Zone, minds_sickness};
use super::price::{Part, parts};
use super::state::{Bound, Feature, GameState};
use super::trigger_mask::TriggerMask;

use sources::{BOUND, MAX_UNITS, MOST_BOUND, POOL, Restricted, Source, first_type, floating, net};

pub(crate) use sources::{Bill, ManaSources, Payment};

/// What mana is to be spent on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UsedFor {
    /// Casting that card so.
    Spell(ObjectId, How),
    /// Activating an ability of that permanent for that cost.
    Ability(ObjectId, CostId),
    /// A cost that an effect asks for.
    Cost(CostId),
    /// Mana and nothing else: a tax, a special action.
    Other,
}

/// What more a permanent makes that is tapped for mana.
#[derive(Debug, Clone)]
pub(crate) struct Extra {
    /// So many more of a type that it makes.
    pub(crate) same: u8,
    /// So many times as much.
    pub(crate) times: u8,
    /// And that, each of one type.
    pub(crate) others: SmallVec<[(ManaSet, u8); 2]>,
    /// And so much of any one colour, which that effect of that permanent adds.
    pub(crate) any: SmallVec<[(u8, EffectId, ObjectId); 1]>,
}

impl Default for Extra {
    fn default() -> Extra {
        Extra { same: 0, times: 1, others: SmallVec::new(), any: SmallVec::new() }
    }
}

impl Extra {
    /// The profile with more of what it makes.
    fn with(&self, makes: ManaProfile) -> ManaProfile {
        let times = |n: u8| n.saturating_mul(self.times);
        match makes.exactly {
            Some(exactly) => ManaProfile { units: times(makes.units), exactly: Some(exactly.map(times)), ..makes },
            // What is more is of the types that are made, however many there are of each.
            None => {
                let mixed = makes.mixed && self.times == 1 && self.same == 0;
                ManaProfile { units: times(makes.units).saturating_add(self.same), mixed, ..makes }
            }
        }
    }
}

/// CR 302.6: {T} of a creature that came this turn can't be paid.
pub(crate) fn is_too_new(object: &Object) -> bool {
    object.is(Status::SICK) && minds_sickness(object.types) && !object.has(Keywords::HASTE)
}

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    /// Whether {T} of that permanent can't be paid for its newness, in spite of what lets it be paid as though with haste.
    pub(crate) fn is_too_new_to_tap(&self, slot: Slot, object: &Object) -> bool {
        is_too_new(object) && !(self.s.static_kinds.contains(StaticKinds::HASTY_ABILITIES) && self.is_as_hasty(slot))
    }

    fn is_as_hasty(&self, slot: Slot) -> bool {
        let mut hasty = self.statics(StaticKinds::HASTY_ABILITIES, |effect| match effect {
            StaticEffect::AbilitiesAsHasty(filter) => Some(filter),
            _ => None,
        });
        hasty.any(|(source, filter)| self.passes_for(filter, slot, source))
    }
}

/// Whether it is a creature, or could become one this turn.
const fn may_fight(object: &Object, card: &Card) -> bool {
    object.types.contains(Types::CREATURE) || card.has & Card::AWAKENS != 0
}

impl Reader<'_, '_> {
    /// How many mana the seat leaves unused: what floats and what it could still tap for, but nothing that it keeps as it is.
    pub(crate) fn mana_left(&self, seat: Seat) -> u16 {
        self.mana_of(seat, |makes| makes.given_up.is_none())
    }

    /// How many mana the seat could have at most, floating mana included.
    pub(crate) fn mana_available(&self, seat: Seat) -> u16 {
        self.mana_of(seat, |_| true)
    }

    /// What floats, and what those sources that count would make.
    fn mana_of(&self, seat: Seat, counts: impl Fn(&ManaProfile) -> bool) -> u16 {
        let mut total = floating(&self.s.players[seat].pool);
        self.each_source(seat, |_, _, makes| total = total.saturating_add(if counts(makes) { net(makes) } else { 0 }));
        total
    }

    /// What the seat could pay with now.
    pub(crate) fn mana_sources(&self, seat: Seat) -> ManaSources {
        let mut mana_sources = ManaSources::new(self.s.players[seat].pool, self.cost_changes(seat));
        self.each_source(seat, |slot, fights, makes| {
            mana_sources.add(Source { slot, makes: *makes, fights, only: None });
        });
        self.restricted_sources(seat, &mut mana_sources);
        mana_sources
    }

    /// What the seat could tap for mana now. What makes mana of several kinds at once is told once for each of them.
    #[inline]
    fn each_source(&self, seat: Seat, mut take: impl FnMut(Slot, bool, &ManaProfile)) {
        let granted = self.granted_mana(seat);
        for (at, (slot, ..)) in granted.iter().enumerate() {
            let object = self.s.object(*slot);
            let first = !granted[..at].iter().any(|(before, ..)| before == slot);
            let listed = self.s.battlefield.mana(seat).contains(slot);
            if first && !listed && !object.is(Status::TAPPED) && !self.is_too_new_to_tap(*slot, object) {
                let makes = self.with_granted(ManaProfile::default(), *slot, &granted);
                self.take_source(*slot, may_fight(object, self.cat.card(object.card)), &makes, &mut take);
            }
        }
        for slot in self.s.battlefield.mana(seat) {
            let object = self.s.object(*slot);
            let card = self.cat.card(object.card);
            let ready = !object.is(Status::TAPPED) && !self.is_too_new_to_tap(*slot, object)
                || card.mana.given_up == Some(GivenUp::Anyhow);
            if !ready || self.is_barred_from_activating(seat, *slot, true) {
                continue;
            }
            let (varying, joined);
            let mut makes = &card.mana;
            if makes.varies {
                varying = self.varying(*slot, object, card);
                makes = &varying;
            }
            if granted.iter().any(|(to, ..)| to == slot) {
                joined = self.with_granted(*makes, *slot, &granted);
                makes = &joined;
            }
            if makes.units > 0 {
                self.take_source(*slot, may_fight(object, card), makes, &mut take);
            }
        }
    }

    /// One permanent, with what more it makes.
    fn take_source(
        &self,
        slot: Slot,
        fights: bool,
        makes: &ManaProfile,
        take: &mut impl FnMut(Slot, bool, &ManaProfile),
    ) {
        if makes.given_up.is_some() && !self.s.object(slot).can_be_sacrificed() {
            return;
        }
        // What is sacrificed is gone before anything could be added to what it makes: by hand it makes no more either.
        if makes.given_up.is_some() || !self.makes_more() {
            return take(slot, fights, makes);
        }
        let extra = self.extra_mana(slot);
        take(slot, fights, &extra.with(*makes));
        let any = extra.any.iter().map(|(units, ..)| (ManaSet::COLOURS, *units));
        for (types, units) in extra.others.iter().copied().chain(any).filter(|_| makes.costs == 0) {
            take(slot, fights, &ManaProfile { units, free: types, ..ManaProfile::default() });
        }
    }

    /// What the seat could pay with for some things alone: permanents and what floats.
    fn restricted_sources(&self, seat: Seat, mana_sources: &mut ManaSources) {
        for slot in self.s.battlefield.mana(seat) {
            let object = self.s.object(*slot);
            let card = self.cat.card(object.card);
            if !card.mana.restricted || object.is(Status::TAPPED) || self.is_too_new_to_tap(*slot, object) {
                continue;
            }
            if self.is_barred_from_activating(seat, *slot, true) {
                continue;
            }
            let source = self.s.id(*slot);
            let at = Viewpoint::of(seat, source);
            for ability in &card.abilities {
                let Ability::Mana(mana) = self.cat.ability(*ability) else { continue };
                let open = mana.condition.is_none_or(|c| self.holds(c, &at));
                let Some(only) = mana.only.filter(|_| open && is_automatic(self.cat, mana)) else { continue };
                let units = match mana.makes {
                    Makes::Exactly(n) => n.iter().sum(),
                    Makes::OneOf(_, n) | Makes::Many(_, n) | Makes::Mixed(_, n, _) => {
                        self.amount(n, &at).clamp(0, 99) as u8
                    }
                    _ => 1,
                };
                let mut makes = ManaProfile::default();
                makes.add(self.cat, mana, self.could_make(mana.makes, seat, source), units);
                if makes.given_up.is_none() && self.makes_more() {
                    makes = self.extra_mana(*slot).with(makes);
                }
                let (slot, fights) = (*slot, may_fight(object, self.cat.card(object.card)));
                mana_sources.add_restricted(Restricted { slot, source, ability: *ability, only, makes, fights });
            }
        }
        for (at, bound) in self.s.bound.iter().enumerate().filter(|(_, bound)| bound.seat == seat) {
            let Ability::Mana(ManaAbility { only: Some(only), .. }) = self.cat.ability(bound.ability) else { continue };
            let makes = ManaProfile { units: bound.number, free: bound.mana.set(), ..ManaProfile::default() };
            let (slot, source) = (BOUND + at as Slot, bound.source);
            let ability = bound.ability;
            mana_sources.add_restricted(Restricted { slot, source, ability, only: *only, makes, fights: false });
        }
    }

    /// What the seat could pay with for that.
    pub(crate) fn usable<'m>(
        &self,
        seat: Seat,
        mana_sources: &'m ManaSources,
        used_for: UsedFor,
    ) -> Cow<'m, ManaSources> {
        if mana_sources.gives_up && self.takes_permanents(used_for) {
            let kept = mana_sources.keeping_permanents();
            return Cow::Owned(self.usable(seat, &kept, used_for).into_owned());
        }
        if mana_sources.restricted.is_empty() || matches!(used_for, UsedFor::Cost(_) | UsedFor::Other) {
            return Cow::Borrowed(mana_sources);
        }
        let fits = |restricted: &Restricted| {
            let at = Viewpoint::of(seat, restricted.source);
            let (filter, id, object) = match used_for {
                UsedFor::Spell(id, how) => (restricted.only.spells, id, self.as_cast(id, how)),
                UsedFor::Ability(id, _) => (restricted.only.abilities, id, self.s.get(id).copied()),
                UsedFor::Cost(_) | UsedFor::Other => (None, restricted.source, None),
            };
            let passes = |(filter, object): (FilterId, Object)| self.passes(self.cat.filter(filter), id, &object, &at);
            filter.zip(object).is_some_and(passes)
        };
        if mana_sources.restricted.iter().any(fits) {
            Cow::Owned(mana_sources.with_restricted(fits))
        } else {
            Cow::Borrowed(mana_sources)
        }
    }

    /// Whether permanents are part of the cost. None is sacrificed for the mana of such a cost: it might be what the rest of the
    /// cost takes.
    fn takes_permanents(&self, used_for: UsedFor) -> bool {
        let takes = |cost: &Cost| {
            let permanents = |part| matches!(part, Part::Sacrifice(_) | Part::Return(_) | Part::Tap(_));
            parts(cost).any(|(part, _)| permanents(part)) || cost.waterbend > 0 || cost.crew.is_some()
        };
        match used_for {
            UsedFor::Spell(id, how) => {
                let Some(card) = self.s.get(id).map(|object| self.part_cast(self.cat.card(object.card), how)) else {
                    return false;
                };
                let costs = [
                    card.way_cast(how).map(|way| way.cost),
                    card.additional,
                    card.extra.as_ref().map(|extra| extra.cost),
                ];
                costs.into_iter().flatten().any(|cost| takes(self.cat.cost(cost)))
            }
            UsedFor::Ability(id, cost) => {
                let makes = self.s.get(id).map(|object| self.cat.card(object.card).mana);
                takes(self.cat.cost(cost)) || makes.is_some_and(|makes| makes.given_up.is_some() || makes.restricted)
            }
            UsedFor::Cost(cost) => takes(self.cat.cost(cost)),
            UsedFor::Other => false,
        }
    }

    /// The card as it is while it is cast so.
    pub(crate) fn as_cast(&self, id: ObjectId, how: How) -> Option<Object> {
        let object = self.s.get(id)?;
        Some(match how {
            How::FaceDown => self.as_face_down(object),
            _ => match self.cat.card(object.card).part_cast(how) {
                Some(part) => self.as_face(object, part),
                None => *object,
            },
        })
    }

    /// What a permanent makes that has these mana abilities as well.
    fn with_granted(&self, own: ManaProfile, slot: Slot, granted: &[GrantedMana]) -> ManaProfile {
        let mut profile = own;
        for (_, ability, types) in granted.iter().filter(|(to, ..)| *to == slot) {
            if let Ability::Mana(mana) = self.cat.ability(*ability) {
                let units = crate::cards::profile::granted_units(self.cat, mana.makes).unwrap_or(1);
                profile.add(self.cat, mana, *types, units);
            }
        }
        profile
    }

    /// Whether anything may make more mana than it says.
    pub(crate) fn makes_more(&self) -> bool {
        self.s.static_kinds.contains(StaticKinds::MORE_MANA) || !self.s.this_turn.effects.more_mana.is_empty()
    }

    /// Whether the player does not lose all unspent mana as a step ends, so that mana may be made for later (CR 500.5, 605.3a).
    #[inline]
    pub(crate) fn keeps_mana(&self, seat: Seat) -> bool {
        self.s.static_kinds.contains(StaticKinds::KEPT_MANA) && self.keeps_mana_by_statics(seat)
    }

    fn keeps_mana_by_statics(&self, seat: Seat) -> bool {
        let mut keeps = self.statics(StaticKinds::KEPT_MANA, |effect| match effect {
            StaticEffect::KeepsMana(whose, _) | StaticEffect::FadingMana(whose) => Some(whose),
            _ => None,
        });
        keeps.any(|(source, whose)| self.concerns(whose, source, seat))
    }

    /// What more that permanent makes as it is tapped for mana.
    pub(crate) fn extra_mana(&self, slot: Slot) -> Extra {
        let mut extra = Extra::default();
        let statics = self.statics(StaticKinds::MORE_MANA, |effect| match effect {
            StaticEffect::MoreMana { what, more } => Some((what, more)),
            _ => None,
        });
        let of_statics = statics.filter_map(|(source, (what, more))| {
            let meant = match what {
                Some(filter) => self.passes_for(filter, slot, source),
                None => self.s.object(source).attached_to == Some(self.s.id(slot)),
            };
            meant.then(|| (more, Viewpoint::of(self.s.object(source).controller, self.s.id(source))))
        });
        let (id, object) = (self.s.id(slot), self.s.object(slot));
        let of_effects = self.s.this_turn.effects.more_mana.iter();
        let of_effects = of_effects.filter(|(those, _)| self.is_one_of(those, id, object));
        let of_effects = of_effects.map(|(those, more)| (*more, those.view()));
        for (more, at) in of_statics.chain(of_effects) {
            let number = |n| self.amount(n, &at).clamp(0, 99) as u8;
            match more {
                MoreMana::Same(n) => extra.same = extra.same.saturating_add(n),
                MoreMana::Times(n) => extra.times = extra.times.saturating_mul(n),
                MoreMana::AnyColour(n, effect) => extra.any.push((number(n), effect, at.source)),
                MoreMana::Of(types, n) => extra.others.push((types, number(n))),
                MoreMana::OfChosen(n) => {
                    let types = self.could_make(Makes::ChosenColour, at.you, at.source);
                    if !types.is_empty() {
                        extra.others.push((types, number(n)));
                    }
                }
            }
        }
        extra
    }

    /// What a permanent makes when that depends on the game.
    fn varying(&self, slot: Slot, object: &Object, card: &Card) -> ManaProfile {
        let mut profile = ManaProfile::default();
        let at = Viewpoint::of(object.controller, self.s.id(slot));
        for ability in &card.abilities {
            let Ability::Mana(mana) = self.cat.ability(*ability) else { continue };
            let open = mana.only.is_none() && mana.condition.is_none_or(|c| self.holds(c, &at));
            if !is_automatic(self.cat, mana) || !open {
                continue;
            }
            let units = match mana.makes {
                Makes::Exactly(n) => n.iter().sum(),
                Makes::OneOf(_, n) | Makes::Many(_, n) | Makes::Mixed(_, n, _) => {
                    self.amount(n, &at).clamp(0, 99) as u8
                }
                Makes::CommanderColour
                | Makes::OpponentsLandColour
                | Makes::OwnLandType
                | Makes::OwnLandColour
                | Makes::OwnBasicColour
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
        self.plan_payment_for(seat, bill, except, UsedFor::Other)
    }

    /// The same for something on which other mana may be spent as well.
    pub(crate) fn plan_payment_for(
        &self,
        seat: Seat,
        bill: Bill<'_>,
        except: &[Slot],
        used_for: UsedFor,
    ) -> Option<Payment> {
        if bill.is_zero() {
            return Some(Payment::default());
        }
        let mana_sources = self.mana_sources(seat);
        let usable = self.usable(seat, &mana_sources, used_for);
        // What is tapped for its own ability, and might attack once it is a creature, is tapped last.
        let itself = match used_for {
            UsedFor::Ability(id, _) => Some(id.slot).filter(|slot| usable.has(*slot) && !except.contains(slot)),
            _ => None,
        };
        let spared = itself.and_then(|slot| usable.plan(bill, &[except, &[slot]].concat()));
        spared.or_else(|| usable.plan(bill, except))
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
            Makes::OneOf(set, _) | Makes::Many(set, _) | Makes::Mixed(set, ..) => set,
            Makes::CommanderColour => {
                let commanders = self.s.players[seat].commanders.iter();
                commanders.fold(ManaSet::empty(), |set, c| set | self.cat.card(c.card).identity) & ManaSet::COLOURS
            }
            Makes::OpponentsLandColour => {
                let opponents = Seat::first(self.s.turns.seats()).filter(|s| self.s.turns.are_opponents(*s, seat));
                opponents.fold(ManaSet::empty(), |set, other| set | self.land_types(other, Types::LAND))
                    & ManaSet::COLOURS
            }
            Makes::OwnLandType => self.land_types(seat, Types::LAND),
            Makes::OwnLandColour => self.land_types(seat, Types::LAND) & ManaSet::COLOURS,
            Makes::OwnBasicColour => self.land_types(seat, Types::LAND | Types::BASIC) & ManaSet::COLOURS,
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
                self.colours_among(filter, &Viewpoint::of(seat, source))
            }
        }
    }

    /// The types that a player's lands of those types could make. What another land could make that looks at lands itself is left out
    /// (CR 106.7: two that look at each other add nothing).
    fn land_types(&self, seat: Seat, of: Types) -> crate::cards::mana::ManaSet {
        use crate::cards::ability::Makes;
        use crate::cards::mana::ManaSet;
        let lands = self.s.battlefield.mana(seat).iter().map(|s| self.s.object(*s));
        let mut set = self.granted_mana(seat).iter().fold(ManaSet::empty(), |set, (slot, _, types)| {
            if self.s.object(*slot).types.contains(of) { set | *types } else { set }
        });
        for object in lands.filter(|o| o.types.contains(of)) {
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
        let used_of = |at: usize| -> ArrayVec<Mana, MAX_UNITS> {
            payment.used.iter().filter(|(s, _)| usize::from(*s) == at).map(|(_, m)| *m).collect()
        };
        for (at, source) in payment.sources.iter().enumerate() {
            // What one permanent makes at once is listed in several places, the first of which stands for all.
            let same = |other: &&Source| other.slot == source.slot;
            if payment.sources[..at].iter().any(|other| other.slot == source.slot) {
                continue;
            }
            let places = payment.sources.iter().enumerate().filter(|(_, other)| same(other));
            let any = places.clone().any(|(n, _)| !used_of(n).is_empty());
            if source.slot >= BOUND && source.slot < BOUND + MOST_BOUND {
                self.spend_bound(source.slot - BOUND, used_of(at).len());
            } else if any || source.makes.costs > 0 {
                self.tap_for_mana(seat, source, &used_of(at));
                for (n, other) in places.skip(1) {
                    let surplus = usize::from(other.makes.units).saturating_sub(used_of(n).len());
                    self.s.players[seat].add_mana(first_type(other.makes.types()), surplus as i32);
                }
            }
        }
        self.s.bound.retain(|bound| bound.number > 0);
        for (source, mana) in &payment.used {
            if *source == POOL {
                let floating = &mut self.s.players[seat].pool[*mana as usize];
                *floating = floating.saturating_sub(1);
            }
        }
    }

    fn spend_bound(&mut self, at: Slot, used: usize) {
        if let Some(bound) = self.s.bound.get_mut(usize::from(at)) {
            bound.number = bound.number.saturating_sub(used as u8);
        }
    }

    /// Adds mana that may be spent on some things alone.
    pub(crate) fn add_bound(&mut self, seat: Seat, mana: Mana, number: i32, source: ObjectId, ability: AbilityId) {
        if number > 0 && self.s.bound.len() < usize::from(MOST_BOUND) {
            self.s.bound.push(Bound { seat, mana, number: number.min(99) as u8, source, ability });
        }
    }

    fn tap_for_mana(&mut self, seat: Seat, source: &Source, used: &[Mana]) {
        let id = self.s.id(source.slot);
        if source.makes.given_up != Some(GivenUp::Anyhow) {
            self.tap(source.slot);
        }
        if source.makes.given_up.is_some() {
            return self.give_up_for_mana(seat, source, id, used);
        }
        self.emit(GameEvent::ManaAbilityActivated { seat, source: id });
        let makes = &source.makes;
        self.tapped_for_mana(seat, source.slot, makes.exactly, makes.costs == 0);
        self.keep_surplus(seat, source, id, used);
        if let Some(mana) = used.first().filter(|m| makes.harmful.contains(m.set())) {
            self.harm(seat, source.slot, *mana);
        }
    }

    /// The permanent is sacrificed for mana (CR 605.3b, 701.21).
    fn give_up_for_mana(&mut self, seat: Seat, source: &Source, id: ObjectId, used: &[Mana]) {
        self.sacrifice(id);
        self.emit(GameEvent::ManaAbilityActivated { seat, source: id });
        self.keep_surplus(seat, source, id, used);
    }

    /// What a source made beyond what is used floats.
    fn keep_surplus(&mut self, seat: Seat, source: &Source, id: ObjectId, used: &[Mana]) {
        let makes = &source.makes;
        let surplus = usize::from(makes.units).saturating_sub(used.len());
        if let Some(exactly) = makes.exactly {
            for mana in Mana::ALL {
                let spent = used.iter().filter(|m| **m == mana).count() as i32;
                self.s.players[seat].add_mana(mana, i32::from(exactly[mana as usize]) - spent);
            }
        } else if surplus > 0 {
            let mana = used.first().copied().unwrap_or_else(|| first_type(makes.types()));
            match source.only {
                Some(ability) => self.add_bound(seat, mana, surplus as i32, id, ability),
                None => self.s.players[seat].add_mana(mana, surplus as i32),
            }
        }
    }

    /// What triggers on permanents being tapped for mana; one that made more types than one makes more of the first. `counted`:
    /// the mana of other types that it makes besides has been reckoned with.
    pub(crate) fn tapped_for_mana(&mut self, seat: Seat, slot: Slot, exactly: Option<[u8; 6]>, counted: bool) {
        let more = self.reader().makes_more();
        if !more && !self.s.trigger_mask.contains(TriggerMask::TAPPED_FOR_MANA) {
            return;
        }
        if more {
            let extra = self.reader().extra_mana(slot);
            let made = exactly.and_then(|n| Mana::ALL.into_iter().find(|m| n[*m as usize] > 0));
            if let Some(mana) = made {
                self.s.players[seat].add_mana(mana, extra.same.into());
            }
            for (types, n) in extra.others.iter().filter(|_| !counted) {
                self.s.players[seat].add_mana(first_type(*types), (*n).into());
            }
            for (_, effect, source) in extra.any.iter().filter(|_| !counted) {
                self.perform(*effect, seat, *source, self.s.object(source.slot).card);
            }
        }
        let id = self.s.id(slot);
        self.happened(&Happening::TappedForMana { id, by: seat });
    }

    /// The price of a pain land's coloured mana.
    fn harm(&mut self, seat: Seat, slot: Slot, made: Mana) {
        let card = self.s.object(slot).card;
        for ability in &self.cat.card(card).abilities {
            if let Ability::Mana(mana) = self.cat.ability(*ability)
                && mana.from == FunctionsIn::Battlefield
                && let Some(then) = mana.then
                && self.could_make(mana.makes, seat, self.s.id(slot)).contains(made.set())
            {
                self.perform(then, seat, self.s.id(slot), card);
                return;
            }
        }
    }
}
