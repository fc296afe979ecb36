//! Which players and objects the words of an effect mean: "you", "that player", "it", "those".

use std::ops::Deref;

use crate::cards::effect::{FilterId, What, Who};
use crate::turn::Seat;

use super::engine::Core;
use super::filter::{Seats, Viewpoint};
use super::object::{Object, ObjectId, Target, Zone};
use super::state::{Feature, GameState};

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    // ---- players ----

    /// The living players meant, in APNAP order (CR 101.4).
    pub(crate) fn who(&self, who: Who, at: &Viewpoint<'_>) -> Seats {
        let mut seats = Seats::new();
        match who {
            Who::EachPlayer => seats.extend(self.s.turns.apnap()),
            Who::EachOpponent => seats.extend(self.s.turns.apnap().filter(|s| self.s.turns.are_opponents(*s, at.you))),
            Who::EachOther => seats.extend(self.s.turns.apnap().filter(|s| *s != at.you)),
            Who::Voters(n) => {
                let voters = at.votes.iter().filter(|(_, option)| *option == n).map(|(seat, _)| *seat);
                seats.extend(voters.filter(|s| self.s.turns.is_living(*s)));
            }
            Who::Targets => {
                let targeted = |s: &Seat| at.targets.contains(&Some(Target::Player(*s)));
                seats.extend(self.s.turns.apnap().filter(targeted));
            }
            one => seats.extend(self.one(one, at).filter(|s| self.s.turns.is_living(*s))),
        }
        seats
    }

    /// The one player meant, when they have left the game.
    pub(crate) fn left_player(&self, who: Who, at: &Viewpoint<'_>) -> Option<Seat> {
        self.one(who, at).filter(|seat| !self.s.turns.is_living(*seat))
    }

    pub(super) fn one(&self, who: Who, at: &Viewpoint<'_>) -> Option<Seat> {
        match who {
            Who::You => Some(at.you),
            Who::Entrant(entrant) => self.s.players.iter().find(|(_, p)| p.entrant == entrant).map(|(seat, _)| seat),
            Who::Target(n) => match at.targets.get(usize::from(n)).copied().flatten() {
                Some(Target::Player(seat)) => Some(seat),
                _ => None,
            },
            Who::Active => Some(self.active()),
            Who::That => at.about.player,
            Who::Each => at.each,
            Who::Chosen => match self.s.feature(at.source) {
                Some(Feature::Player(seat)) => Some(seat),
                _ => None,
            },
            // A target may be a player or what one controls.
            Who::ControllerOf(What::Target(n)) => match at.targets.get(usize::from(n)).copied().flatten()? {
                Target::Player(seat) => Some(seat),
                Target::Object(id) => self.s.recall(id).map(|o| o.controller),
            },
            Who::ControllerOf(what) => self.recalled(what, at).map(|o| o.controller),
            Who::OwnerOf(what) => self.recalled(what, at).map(|o| o.owner),
            Who::Defending => {
                let attacker = self.s.combat.attackers.iter().find(|a| a.id == at.source);
                attacker.map(|a| a.defender).or(at.about.player)
            }
            Who::EachPlayer | Who::EachOpponent | Who::EachOther | Who::Targets | Who::Voters(_) => None,
        }
    }

    pub(super) fn recalled(&self, what: What, at: &Viewpoint<'_>) -> Option<&Object> {
        self.one_object(what, at).and_then(|id| self.s.recall(id))
    }

    /// The power and toughness of the object that is meant, as it is or last was.
    pub(super) fn one_size(&self, what: What, at: &Viewpoint<'_>) -> Option<(i16, i16)> {
        let id = self.one_object(what, at)?;
        self.s.recall(id).map(|object| self.size(id, object))
    }

    // ---- objects ----

    pub(crate) fn one_object(&self, what: What, at: &Viewpoint<'_>) -> Option<ObjectId> {
        match what {
            What::Source => Some(at.source),
            What::Target(n) => match at.targets.get(usize::from(n)).copied().flatten() {
                Some(Target::Object(id)) => Some(id),
                _ => None,
            },
            What::That => at.about.object,
            What::Them => at.them.first().copied(),
            What::Attached => self.s.recall(at.source).and_then(|o| o.attached_to),
            What::Card => self.followed(at.source),
            What::CardOfThat => self.followed(at.about.object?),
            What::CardOfTarget(n) => match at.targets.get(usize::from(n)).copied().flatten() {
                Some(Target::Object(id)) => self.followed(id),
                _ => None,
            },
            // "The exiled card"; of several the first.
            What::ExiledWithSource => self.what(what, at).first().copied(),
            What::All(_) | What::Targets | What::InGraveyard(..) => None,
        }
    }

    /// The card of a permanent or spell that has gone to a public zone, and nowhere since (CR 400.7d to 400.7i).
    fn followed(&self, was: ObjectId) -> Option<ObjectId> {
        let now = ObjectId { incarnation: was.incarnation + 1, ..was };
        self.s.get(now).filter(|o| matches!(o.zone, Zone::Graveyard | Zone::Exile)).map(|_| now)
    }

    /// The objects meant that still exist.
    pub(crate) fn what(&self, what: What, at: &Viewpoint<'_>) -> Vec<ObjectId> {
        match what {
            What::All(filter) => self.permanents_passing(filter, at).collect(),
            What::InGraveyard(whose, filter) => {
                let (filter, seats) = (self.cat.filter(filter), self.who(whose.into(), at));
                let cards = seats.iter().flat_map(|seat| &self.s.players[*seat].graveyard).map(|slot| self.s.id(*slot));
                cards.filter(|id| self.passes(filter, *id, self.s.object(id.slot), at)).collect()
            }
            What::ExiledWithSource => {
                let own = self.s.exiled_by.iter().filter(|(by, ..)| *by == at.source).map(|(_, id, _)| *id);
                own.filter(|id| self.s.get(*id).is_some_and(|o| o.zone == Zone::Exile)).collect()
            }
            What::Targets => at
                .targets
                .iter()
                .flatten()
                .filter_map(|t| if let Target::Object(id) = t { Some(*id) } else { None })
                .filter(|id| self.s.get(*id).is_some())
                .collect(),
            What::Them => at.them.iter().copied().filter(|id| self.s.get(*id).is_some()).collect(),
            one => self.one_object(one, at).into_iter().filter(|id| self.s.get(*id).is_some()).collect(),
        }
    }

    /// Everything on the battlefield that passes.
    pub(crate) fn permanents_passing<'a>(
        &'a self,
        filter: FilterId,
        at: &'a Viewpoint<'a>,
    ) -> impl Iterator<Item = ObjectId> + 'a {
        let filter = self.cat.filter(filter);
        let ids = self.s.battlefield.iter().map(|s| self.s.id(*s));
        ids.filter(move |id| self.passes(filter, *id, self.s.object(id.slot), at))
    }
}
