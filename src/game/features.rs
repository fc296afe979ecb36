//! What is chosen as permanents enter (CR 614.12a, 607.2d): a creature type, a colour, a player, a name.
//!
//! It is asked as soon as the permanent is there, before anything else happens, and before anything sees that it has entered.

use crate::cards::ability::{Ability, Choosing, Replacement};
use crate::cards::card::{Card, Face};
use crate::cards::effect::{CardId, CounterKind, Duration, FilterId};
use crate::cards::keyword::Keywords;
use crate::cards::mana::Mana;
use crate::cards::type_line::{Subtype, Types};
use crate::turn::Seat;

use super::decision::{Choice, Decision, DecisionKind, Item, Shape};
use super::engine::{Engine, Reader, chosen_items, chosen_one};
use super::filter::Viewpoint;
use super::happening::Happening;
use super::object::{ObjectId, Slot, Zone};
use super::state::{Feature, Pumped, Resume, WaitingEntry};

impl Engine<'_> {
    pub(super) fn ask_feature(&mut self, entry: WaitingEntry) {
        let WaitingEntry { slot, under, face, .. } = entry;
        let id = self.s.id(slot);
        let choosing = self.cat.card(face).abilities.iter().find_map(|a| match self.cat.ability(*a) {
            Ability::Replacement(Replacement::EntersChoosing(choosing)) => Some(*choosing),
            _ => None,
        });
        let Some(choosing) = choosing else { return };
        let reader = self.reader();
        let (kind, options, best) = match choosing {
            Choosing::CreatureType => return self.ask_creature_type(under, id, Resume::Entry(entry)),
            Choosing::Colour(among) => {
                let colours = Mana::ALL.into_iter().filter(|mana| among.contains(mana.set()));
                (DecisionKind::Mana, colours.map(Item::Mana).collect(), None)
            }
            Choosing::Player | Choosing::Opponent => {
                let may = |seat: &Seat| choosing == Choosing::Player || self.s.turns.are_opponents(*seat, under);
                let seats = self.s.turns.living().iter().filter(may).map(Item::Player).collect();
                (DecisionKind::Choose, seats, None)
            }
            Choosing::CardName(filter) => {
                let at = Viewpoint::of(under, id);
                (DecisionKind::Name, reader.card_names(self.cat.filter(filter)), reader.likeliest_name(&at, filter))
            }
            Choosing::OneOf(n) => (DecisionKind::Mode, (0..n).map(Item::Mode).collect(), None),
        };
        if options.is_empty() {
            return self.announce_chosen(id);
        }
        self.ask_one_of(under, kind, id, options, best, Resume::Entry(entry));
    }

    /// Asks for the creature type that is chosen for that object.
    pub(super) fn ask_creature_type(&mut self, seat: Seat, id: ObjectId, resume: Resume) {
        let reader = self.reader();
        let (options, best) = (reader.creature_types(), reader.commonest_type(seat));
        self.ask_one_of(seat, DecisionKind::CreatureType, id, options, best, resume);
    }

    /// Asks for the name of a card that passes for that object; false where there is none.
    pub(super) fn ask_name(&mut self, seat: Seat, id: ObjectId, filter: FilterId, resume: Resume) -> bool {
        let (reader, at) = (self.reader(), Viewpoint::of(seat, id));
        let options = reader.card_names(self.cat.filter(filter));
        let best = reader.commonest_in_library(seat).or_else(|| reader.likeliest_name(&at, filter));
        if options.is_empty() {
            return false;
        }
        self.ask_one_of(seat, DecisionKind::Name, id, options, best, resume);
        true
    }

    /// Asks for one of those for that object; the best, or else the first, is what is chosen without a thought.
    fn ask_one_of(
        &mut self,
        seat: Seat,
        kind: DecisionKind,
        id: ObjectId,
        options: Vec<Item>,
        best: Option<Item>,
        resume: Resume,
    ) {
        let at = best.and_then(|best| options.iter().position(|item| *item == best)).unwrap_or(0);
        self.ask_about(seat, kind, Some(id), Shape::One(options), Choice::option(at as u16), resume);
    }

    pub(super) fn feature_chosen(&mut self, decision: &Decision, choice: &Choice, entry: WaitingEntry) {
        let id = self.s.id(entry.slot);
        self.keep_feature(id, decision, choice);
        self.announce_chosen(id);
    }

    /// What was chosen for that object, in place of what was chosen before.
    pub(super) fn keep_feature(&mut self, id: ObjectId, decision: &Decision, choice: &Choice) {
        let chosen = match chosen_items(decision, choice).first() {
            Some(Item::Subtype(subtype)) => Some(Feature::Type(*subtype)),
            Some(Item::Mana(mana)) => Some(Feature::Colour(*mana)),
            Some(Item::Player(seat)) => Some(Feature::Player(*seat)),
            Some(Item::Name(card)) => Some(Feature::Name(*card)),
            Some(Item::Mode(n)) => Some(Feature::Word(*n)),
            _ => None,
        };
        // What a script does comes from no object.
        let objects = &self.s.objects;
        let recent =
            |of: &ObjectId| objects.get(usize::from(of.slot)).is_none_or(|o| o.incarnation <= of.incarnation + 1);
        self.s.features.retain(|(of, _)| *of != id && recent(of));
        self.s.features.extend(chosen.map(|feature| (id, feature)));
        self.s.stale = true;
        self.log.forget_known();
    }

    /// CR 702.136a: a +1/+1 counter or haste.
    pub(super) fn ask_riot(&mut self, entry: WaitingEntry) {
        let id = self.s.id(entry.slot);
        let options = (0..2).map(Item::Mode).collect();
        self.ask_one_of(entry.under, DecisionKind::Mode, id, options, None, Resume::Entry(entry));
    }

    pub(super) fn riot_chosen(&mut self, choice: &Choice, entry: WaitingEntry) {
        let object = self.s.id(entry.slot);
        if chosen_one(choice) == 0 {
            self.put_counters(entry.slot, CounterKind::PLUS_ONE, 1);
        } else {
            let timestamp = self.s.timestamp();
            self.s.pumped.push(Pumped {
                object,
                timestamp,
                power: 0,
                toughness: 0,
                keywords: Keywords::HASTE,
                lost: Keywords::empty(),
                duration: Duration::Permanent,
                by: entry.under,
                source: None,
                since: self.s.turns.turn().number,
            });
        }
        self.s.stale = true;
        self.log.forget_known();
        self.announce_chosen(object);
    }

    /// Once nothing more is chosen for it.
    fn announce_chosen(&mut self, id: ObjectId) {
        if self.s.entries.iter().any(|entry| entry.slot == id.slot) {
            return;
        }
        self.refresh();
        if self.s.permanent(id).is_some() {
            self.happened(&Happening::Entered(id));
        }
    }
}

impl Reader<'_, '_> {
    /// The creature types of the catalog, in its order; any other is on no card.
    fn creature_types(&self) -> Vec<Item> {
        let all = (0..self.cat.subtype_count()).map(Subtype);
        all.filter(|subtype| self.is_creature_type(*subtype)).map(Item::Subtype).collect()
    }

    /// The creature type that most of a player's own creature cards have: what they would choose without a thought.
    fn commonest_type(&self, seat: Seat) -> Option<Item> {
        let mut counts = vec![0u16; self.cat.subtype_count().into()];
        let own = |object: &&super::object::Object| object.owner == seat && object.zone != Zone::Nowhere;
        for object in self.s.objects.iter().filter(own) {
            let card = self.cat.card(object.card);
            if card.types.contains(Types::CREATURE) && !card.token {
                for subtype in card.subtypes.iter().filter(|s| self.is_creature_type(**s)) {
                    counts[usize::from(subtype.0)] += 1;
                }
            }
        }
        let best = (0..counts.len()).max_by_key(|at| (counts[*at], std::cmp::Reverse(*at)))?;
        (counts[best] > 0).then_some(Item::Subtype(Subtype(best as u16)))
    }

    /// The names of the cards of the catalog that pass by what is printed on them (CR 201.4).
    fn card_names(&self, filter: &crate::cards::effect::Filter) -> Vec<Item> {
        let all = self.cat.cards.iter().enumerate().filter(|(_, card)| card.has_one_name() && card.stand_in.is_none());
        all.filter(|(_, card)| filter.fits_types(card.types)).map(|(at, _)| Item::Name(CardId(at as u16))).collect()
    }

    /// The name that most cards of the player's library have: what looks for a name there finds it soonest.
    fn commonest_in_library(&self, seat: Seat) -> Option<Item> {
        let mut cards: Vec<CardId> =
            self.s.players[seat].library.iter().map(|slot| self.s.object(*slot).card).collect();
        cards.sort_unstable();
        let alike = cards.chunk_by(|a, b| a == b).max_by_key(|alike| (alike.len(), std::cmp::Reverse(alike[0].0)));
        // Of a split card the name of its left half (CR 201.4).
        alike.map(|alike| match self.cat.card(alike[0]).face {
            Face::Split { left, .. } => Item::Name(left),
            _ => Item::Name(alike[0]),
        })
    }

    /// The name of an opponent's permanent that has abilities to activate, the costliest first.
    fn likeliest_name(&self, at: &Viewpoint<'_>, filter: crate::cards::effect::FilterId) -> Option<Item> {
        let filter = self.cat.filter(filter);
        let theirs = self.s.battlefield.iter().map(|slot: &Slot| self.s.object(*slot));
        let named = theirs.filter(|o| self.s.turns.are_opponents(o.controller, at.you)).map(|o| o.card);
        let fits =
            named.filter(|card| filter.fits_types(self.cat.card(*card).types) && self.cat.card(*card).has_one_name());
        let worth = |card: &CardId| {
            let card = self.cat.card(*card);
            (card.has & Card::ACTIVATED != 0, card.mana_value)
        };
        fits.max_by_key(|card| (worth(card), std::cmp::Reverse(card.0))).map(Item::Name)
    }
}
