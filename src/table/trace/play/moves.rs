//! Objects that move from zone to zone, and from player to player.

use crate::cards::effect::CardId;
use crate::game::{GameEvent, ObjectId, Zone};
use crate::turn::{Seat, SeatSet};

use super::super::saying::{Saying, Verb, What};
use super::{Play, zone_name};

impl Play<'_> {
    /// The sentence for a move; nothing where another one tells it: a land that is played, a spell that is cast or
    /// resolves, a token that is made, a card that is discarded, a permanent that is sacrificed.
    pub(super) fn moved(
        &mut self,
        object: ObjectId,
        card: CardId,
        owner: Seat,
        from: Zone,
        to: Zone,
    ) -> Option<Saying> {
        let was = self.piece.moved(object, from);
        let sacrificed = self.told.sacrificed.iter().any(|id| id.slot == object.slot);
        let told = match (from, to) {
            (Zone::Stack, Zone::Battlefield | Zone::Graveyard) | (Zone::Hand, Zone::Graveyard) => true,
            (Zone::Nowhere, Zone::Battlefield) | (_, Zone::Stack | Zone::Nowhere) => true,
            (Zone::Battlefield, Zone::Graveyard) => sacrificed,
            (Zone::Hand, Zone::Battlefield) => self.is_played(object),
            (Zone::Hand, Zone::Library | Zone::Exile) => return Some(self.laid_away(card, owner, to)),
            _ => false,
        };
        if self.words.turn == 0 {
            let prepared = to == Zone::Battlefield;
            let name = What::Named(self.words.card(card).to_owned());
            return prepared.then(|| Saying::act(self.words.seat(owner), "starts with", name, 1));
        }
        if told {
            return None;
        }
        let dies = was.is_some_and(|thing| thing.is_creature());
        let [one, several] = verb(from, to, dies);
        let whose = match (from, to) {
            (_, Zone::Battlefield) => self.piece.thing(object).map_or(owner, |thing| thing.whose),
            _ => was.map_or(owner, |thing| thing.whose),
        };
        let origin = match from {
            Zone::Battlefield | Zone::Stack => String::new(),
            zone => format!("from {}", zone_name(zone)),
        };
        Some(Saying::things(&self.words.of(card, whose), [one, several], What::Words(origin), 0))
    }

    fn is_played(&self, land: ObjectId) -> bool {
        self.piece.events.iter().any(|e| matches!(e, GameEvent::LandPlayed { object, .. } if *object == land))
    }

    /// A card that a player puts away from their hand; only they see one that goes into the library.
    fn laid_away(&self, card: CardId, owner: Seat, to: Zone) -> Saying {
        let what = match to {
            Zone::Library if !self.hands.contains(owner) => What::Things("card".to_owned()),
            _ => What::Named(self.words.card(card).to_owned()),
        };
        let (verb, tail) = match to {
            Zone::Library => ("puts", " from the hand into the library"),
            _ => ("exiles", " from the hand"),
        };
        Saying::act(self.words.seat(owner), verb, what, 1).ending(tail.to_owned())
    }

    /// Permanents that have come under somebody else's control: no event tells of it.
    pub(super) fn changes_of_control(&mut self) {
        if self.detail < super::Detail::Play {
            return;
        }
        for thing in self.piece.taken() {
            let what = What::Words(format!("control of {}", self.words.card(thing.named)));
            self.say(Saying::act(self.words.seat(thing.whose), "gains", what, 0), SeatSet::only(thing.whose));
        }
    }
}

const fn verb(from: Zone, to: Zone, dies: bool) -> Verb {
    match (from, to) {
        (Zone::Battlefield, Zone::Graveyard) if dies => ["dies", "die"],
        (_, Zone::Graveyard) => ["goes to the graveyard", "go to the graveyard"],
        (_, Zone::Battlefield) => ["enters the battlefield", "enter the battlefield"],
        (_, Zone::Exile) => ["is exiled", "are exiled"],
        (Zone::Library, Zone::Hand) => ["goes to the hand", "go to the hand"],
        (_, Zone::Hand) => ["returns to the hand", "return to the hand"],
        (_, Zone::Library) => ["goes into the library", "go into the library"],
        (_, Zone::Command) => ["goes to the command zone", "go to the command zone"],
        (_, Zone::Stack) => ["goes on the stack", "go on the stack"],
        (_, Zone::Phased | Zone::Nowhere) => ["leaves the game", "leave the game"],
    }
}
