//! What a seat sees of what happens: the one place that hides events.

use crate::cards::effect::CardId;
use crate::game::advance::Game;
use crate::game::event::{GameEvent, Remark};
use crate::game::object::{NO_SOURCE, ObjectId, Status, Zone};
use crate::turn::{Seat, TurnEvent};

impl Game {
    /// The event as that seat sees it, at the time when it is told of it; `None` when it sees nothing of it. What passes
    /// between the players at a priority says who could have acted, and is not told; nor is how long others have thought
    /// and what was wrong with their answers, which says that they were asked.
    ///
    /// A card that moves between places that the seat may not look into has no name and no object.
    #[must_use]
    pub fn seen_by(&self, seat: Seat, event: &GameEvent) -> Option<GameEvent> {
        match *event {
            GameEvent::DecisionMade { by, .. } => (by == seat).then_some(*event),
            GameEvent::ZoneChanged { object, card, owner, from, to } => {
                Some(self.moved(seat, object, card, owner, from, to))
            }
            GameEvent::Refused { by, .. } => (by == seat).then_some(*event),
            GameEvent::Turn(TurnEvent::TimeSpent { seat: thinker, .. }) => (thinker == seat).then_some(*event),
            GameEvent::Turn(TurnEvent::PriorityGiven { .. } | TurnEvent::Passed { .. })
            | GameEvent::Remark(Remark::Drawn { .. }) => None,
            GameEvent::GameSetUp { .. }
            | GameEvent::MulliganTaken { .. }
            | GameEvent::Kept { .. }
            | GameEvent::LibraryShuffled { .. }
            | GameEvent::GameBegan { .. }
            | GameEvent::LandPlayed { .. }
            | GameEvent::SpellCast { .. }
            | GameEvent::AbilityActivated { .. }
            | GameEvent::ManaAbilityActivated { .. }
            | GameEvent::AbilityTriggered { .. }
            | GameEvent::Resolved { .. }
            | GameEvent::Fizzled { .. }
            | GameEvent::Countered { .. }
            | GameEvent::AttackerDeclared { .. }
            | GameEvent::PlaneswalkerAttacked { .. }
            | GameEvent::BlockerDeclared { .. }
            | GameEvent::DamageDealt { .. }
            | GameEvent::LifeChanged { .. }
            | GameEvent::PoisonChanged { .. }
            | GameEvent::CardDrawn { .. }
            | GameEvent::DrewFromEmptyLibrary { .. }
            | GameEvent::TokenCreated { .. }
            | GameEvent::CountersChanged { .. }
            | GameEvent::Tapped { .. }
            | GameEvent::Untapped { .. }
            | GameEvent::CoinFlipped { .. }
            | GameEvent::DieRolled { .. }
            | GameEvent::ExperienceChanged { .. }
            | GameEvent::Scried { .. }
            | GameEvent::Discarded { .. }
            | GameEvent::Scripted { .. }
            | GameEvent::EnergyChanged { .. }
            | GameEvent::Revealed { .. }
            | GameEvent::Attached { .. }
            | GameEvent::Foretold { .. }
            | GameEvent::Voted { .. }
            | GameEvent::PlayerLeft { .. }
            | GameEvent::GameOver { .. }
            | GameEvent::TurnedFaceUp { .. }
            | GameEvent::Transformed { .. }
            | GameEvent::MonarchChanged { .. }
            | GameEvent::InitiativeTaken { .. }
            | GameEvent::RoomEntered { .. }
            | GameEvent::SpellCopied { .. }
            | GameEvent::AbilityCopied { .. }
            | GameEvent::BecameCopy { .. }
            | GameEvent::PhasedOut { .. }
            | GameEvent::PhasedIn { .. }
            | GameEvent::EmblemCreated { .. }
            | GameEvent::Remark(Remark::Sacrificed { .. } | Remark::ManaLeft { .. } | Remark::Suspended { .. })
            | GameEvent::Turn(_) => Some(*event),
        }
    }

    /// Whether the event shows that seat what it could not know before: a card that was hidden from it, or what chance brings.
    /// What a question shows is told by [`PlayerView::shows_hidden`](super::PlayerView::shows_hidden).
    #[must_use]
    pub fn uncovers(&self, seat: Seat, event: &GameEvent) -> bool {
        let opponent = |who| self.parts().1.turns.are_opponents(who, seat);
        match *event {
            GameEvent::CardDrawn { seat: who }
            | GameEvent::MulliganTaken { seat: who, .. }
            | GameEvent::Scried { seat: who, .. } => self.sees_into(seat, Zone::Hand, who),
            GameEvent::Discarded { seat: who, .. } => !self.sees_into(seat, Zone::Hand, who),
            GameEvent::CoinFlipped { .. } | GameEvent::Revealed { .. } => true,
            GameEvent::TurnedFaceUp { seat: who, .. } => opponent(who),
            GameEvent::ZoneChanged { object, card, owner, from, to } => {
                // Nobody can tell any more whether it lay in exile face down.
                let hidden = !self.sees_into(seat, from, owner) || (from == Zone::Exile && opponent(owner));
                let seen = self.moved(seat, object, card, owner, from, to);
                hidden && matches!(seen, GameEvent::ZoneChanged { card: seen, .. } if seen == card)
            }
            _ => false,
        }
    }

    fn moved(&self, seat: Seat, object: ObjectId, card: CardId, owner: Seat, from: Zone, to: Zone) -> GameEvent {
        let sees = |zone| self.sees_into(seat, zone, owner);
        let covered = to == Zone::Exile && !sees(from) && self.is_covered(seat, object);
        let (shown, found) = ((sees(from) || sees(to)) && !covered, sees(to) && !covered);
        let card = if shown { card } else { self.catalog().face_down };
        GameEvent::ZoneChanged { object: if found { object } else { NO_SOURCE }, card, owner, from, to }
    }

    /// Whether the seat may look at the cards in a player's zone: at its own hand and its team's (CR 810.5), at that of a
    /// player whom it controls (CR 723.4), at no library.
    fn sees_into(&self, seat: Seat, zone: Zone, owner: Seat) -> bool {
        let turns = &self.parts().1.turns;
        match zone {
            Zone::Hand => !turns.are_opponents(owner, seat) || turns.decider(owner) == seat,
            Zone::Library => false,
            Zone::Battlefield
            | Zone::Graveyard
            | Zone::Stack
            | Zone::Exile
            | Zone::Command
            | Zone::Phased
            | Zone::Nowhere => true,
        }
    }

    /// CR 406.3: a card that lies in exile face down; also when it has moved on since, as nobody can tell any more.
    fn is_covered(&self, seat: Seat, object: ObjectId) -> bool {
        let state = self.parts().1;
        match state.get(object) {
            Some(there) => there.is(Status::FACE_DOWN) && self.view(seat).object(object).is_none(),
            None => true,
        }
    }
}
