//! Lands that enter tapped unless their player does something as they enter (CR 614.1c, 614.12a): they stay where they are
//! until that has been chosen.

use crate::cards::ability::{Ability, Replacement};
use crate::cards::card::Card;
use crate::cards::effect::{CardId, FilterId};
use crate::turn::Seat;

use super::decision::{Choice, Decision, DecisionKind, Item, Shape};
use super::engine::{Engine, chosen_one};
use super::event::GameEvent;
use super::filter::Viewpoint;
use super::happening::Happening;
use super::object::{ObjectId, Slot, Status, Zone};
use super::state::{Resume, WaitingEntry};

/// What lets it enter untapped.
#[derive(Clone, Copy)]
enum Offer {
    /// So much life paid.
    Life(u16),
    /// A card revealed that passes.
    Reveal(FilterId),
}

impl Engine<'_> {
    /// Whether its player has a choice before it can enter; then it waits.
    pub(super) fn waits_for_choice(&mut self, slot: Slot, under: Seat, face: CardId) -> bool {
        let waits =
            self.s.turns.is_living(under) && self.offer(face).is_some_and(|offer| self.can_take(offer, slot, under));
        if waits {
            if self.s.object(slot).zone == Zone::Library {
                let id = self.s.id(slot);
                self.saw(under, vec![id]);
            }
            self.s.entries.push(WaitingEntry { slot, under, face, played: false, riot: false });
        }
        waits
    }

    /// The land that waits is being played.
    pub(super) fn waiting_is_played(&mut self, slot: Slot) {
        if let Some(entry) = self.s.entries.last_mut().filter(|entry| entry.slot == slot) {
            entry.played = true;
        } else if let Some(frame) = self.s.soon.last_mut().filter(|frame| frame.source.slot == slot) {
            frame.plays_land = true;
        }
    }

    pub(super) fn ask_entry(&mut self, entry: WaitingEntry) {
        let WaitingEntry { slot, under, face, .. } = entry;
        if entry.riot {
            return self.ask_riot(entry);
        }
        if self.s.object(slot).zone == Zone::Battlefield {
            return self.ask_feature(entry);
        }
        if self.cat.card(face).has & Card::AURA != 0 {
            return self.ask_aura_host(entry);
        }
        let Some(offer) = self.offer(face).filter(|offer| self.can_take(*offer, slot, under)) else {
            return self.enter_chosen(entry, true);
        };
        // Revealing costs nothing.
        let (kind, default) = match offer {
            Offer::Life(_) => (DecisionKind::Pay, Choice::option(1)),
            Offer::Reveal(_) => (DecisionKind::May, Choice::option(0)),
        };
        let shape = Shape::One(vec![Item::Yes, Item::No]);
        self.ask_about(under, kind, Some(self.s.id(slot)), shape, default, Resume::Entry(entry));
    }

    pub(super) fn entry_answered(&mut self, decision: &Decision, choice: &Choice, entry: WaitingEntry) {
        let WaitingEntry { slot, under, face, .. } = entry;
        if entry.riot {
            return self.riot_chosen(choice, entry);
        }
        if self.s.object(slot).zone == Zone::Battlefield {
            return self.feature_chosen(decision, choice, entry);
        }
        if self.cat.card(face).has & Card::AURA != 0 {
            return self.aura_enters(decision, choice, slot, under);
        }
        let taken = self.offer(face).filter(|_| chosen_one(choice) == 0);
        match taken {
            Some(Offer::Life(n)) => {
                self.change_life(under, -i32::from(n));
            }
            Some(Offer::Reveal(filter)) => {
                if let Some(id) = self.revealable(filter, slot, under) {
                    let card = self.s.object(id.slot).card;
                    self.emit(GameEvent::Revealed { seat: under, card });
                }
            }
            None => {}
        }
        self.enter_chosen(entry, taken.is_none());
    }

    /// It enters; an effect that put it there goes on to speak of it.
    fn enter_chosen(&mut self, entry: WaitingEntry, tapped: bool) {
        let WaitingEntry { slot, under, face, played, .. } = entry;
        let Some(id) = self.put_face_onto_battlefield(slot, under, tapped, face) else { return };
        if !tapped && !self.enters_tapped_by_statics(slot) {
            self.s.object_mut(slot).status.remove(Status::TAPPED);
        }
        self.announce_entered(&[id]);
        if played {
            self.land_played(under, id);
        } else if let Some(frame) = self.s.frames.last_mut() {
            frame.them.push(id);
        }
    }

    /// CR 305.1: a land that was played is there.
    pub(super) fn land_played(&mut self, seat: Seat, object: ObjectId) {
        let card = self.s.object(object.slot).card;
        self.emit(GameEvent::LandPlayed { seat, object, card });
        self.happened(&Happening::LandPlayed { land: object, by: seat });
    }

    fn offer(&self, face: CardId) -> Option<Offer> {
        let card = self.cat.card(face);
        card.abilities.iter().find_map(|ability| match self.cat.ability(*ability) {
            Ability::Replacement(Replacement::EntersTappedUnlessPaid(n)) => Some(Offer::Life(*n)),
            Ability::Replacement(Replacement::EntersTappedUnlessRevealed(filter)) => Some(Offer::Reveal(*filter)),
            _ => None,
        })
    }

    fn can_take(&self, offer: Offer, slot: Slot, under: Seat) -> bool {
        match offer {
            Offer::Life(n) => self.reader().can_pay_life(under, i32::from(n)),
            Offer::Reveal(filter) => self.revealable(filter, slot, under).is_some(),
        }
    }

    /// The first card of the hand that could be revealed; all of them tell the same.
    fn revealable(&self, filter: FilterId, slot: Slot, under: Seat) -> Option<ObjectId> {
        let at = Viewpoint::of(under, self.s.id(slot));
        let hand = self.s.players[under].hand.iter().filter(|other| **other != slot).map(|other| self.s.id(*other));
        let filter = self.cat.filter(filter);
        let mut fitting = hand.filter(|id| self.passes(filter, *id, self.s.object(id.slot), &at));
        fitting.next()
    }
}
