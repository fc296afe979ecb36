//! Protection that permanents and players have gained, or have by static abilities (CR 702.16). What is printed on a permanent
//! itself stands with its card.

use std::ops::Deref;

use crate::cards::ability::StaticEffect;
use crate::cards::effect::{Duration, FilterId, From, What, Who};
use crate::cards::mana::{Mana, ManaSet};
use crate::turn::Seat;

use super::ability_index::StaticKinds;
use super::decision::{Choice, DecisionKind, Item, Shape};
use super::engine::{Core, Engine, chosen_items};
use super::filter::Viewpoint;
use super::instructions::Call;
use super::object::{Object, ObjectId, Slot, Target};
use super::state::{GameState, Protected, Resume};

/// What gains protection, and for how long.
#[derive(Clone, Copy)]
pub(super) struct Gained {
    pub(super) what: Option<What>,
    pub(super) who: Option<Who>,
    pub(super) duration: Duration,
}

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    /// Whether anything has protection other than what is printed on it.
    pub(super) fn some_are_protected(&self) -> bool {
        !self.s.protected.is_empty() || self.s.static_kinds.contains(StaticKinds::PROTECTIONS)
    }

    /// Whether it has protection from that source otherwise than by what is printed on it.
    pub(super) fn has_gained_protection(&self, what: Target, from: ObjectId) -> bool {
        if !self.some_are_protected() {
            return false;
        }
        let Some(source) = self.s.recall(from) else { return false };
        let (you, own) = match what {
            Target::Player(seat) => (seat, from),
            Target::Object(id) => (self.s.object(id.slot).controller, id),
        };
        let at = Viewpoint::of(you, own);
        let passes = |filter: FilterId| self.passes(self.cat.filter(filter), from, source, &at);
        let coloured = |colours: ManaSet| self.colours(from, source).intersects(colours);
        let gained =
            |p: &Protected| p.what == what && !p.hexproof && p.from.map_or_else(|| coloured(p.colours), passes);
        self.s.protected.iter().any(gained)
            || matches!(what, Target::Object(id) if self.protected_by_statics(id, you, (from, source)))
    }

    /// CR 702.11b, 702.11d: whether hexproof that it has gained keeps it from being targeted so.
    pub(super) fn has_gained_hexproof(&self, what: Target, at: &Viewpoint<'_>) -> bool {
        if self.s.protected.is_empty() {
            return false;
        }
        let you = match what {
            Target::Player(seat) => seat,
            Target::Object(id) => self.s.object(id.slot).controller,
        };
        let from = |filter: FilterId| {
            let (filter, own) = (self.cat.filter(filter), Viewpoint::of(you, at.source));
            filter.is_any()
                || self.s.recall(at.source).is_some_and(|source| self.passes(filter, at.source, source, &own))
        };
        self.s.turns.are_opponents(you, at.you)
            && self.s.protected.iter().any(|p| p.hexproof && p.what == what && p.from.is_some_and(from))
    }

    /// From what the ability says as its source sees it: what was chosen was chosen for that.
    fn protected_by_statics(&self, id: ObjectId, you: Seat, (from, object): (ObjectId, &Object)) -> bool {
        let statics = self.statics(StaticKinds::PROTECTIONS, |effect| match effect {
            StaticEffect::Protection(what, from) => Some((what, from)),
            _ => None,
        });
        let passes = |filter: FilterId, source: Slot| {
            let at = Viewpoint::of(you, self.s.id(source));
            self.passes(self.cat.filter(filter), from, object, &at)
        };
        statics.into_iter().any(|(source, (what, filter))| {
            self.means(what, id.slot, source) && passes(filter, source) && !self.is_silenced(id.slot, source)
        })
    }
}

impl Engine<'_> {
    pub(super) fn gain_protection(&mut self, call: Call<'_>, gained: Gained, from: From) {
        let colours = match (from, call) {
            (From::Those(filter) | From::Hexproof(filter), _) => {
                self.protect(gained, Some(filter), matches!(from, From::Hexproof(_)), ManaSet::empty());
                return self.next();
            }
            (From::ChosenColour, Call::Perform) => return self.ask_colour(gained),
            (From::ChosenColour, Call::Answer(decision, choice)) => chosen_items(decision, choice),
        };
        if let Some(Item::Mana(colour)) = colours.first() {
            self.protect(gained, None, false, colour.set());
        }
        self.next();
    }

    fn protect(&mut self, gained: Gained, from: Option<FilterId>, hexproof: bool, colours: ManaSet) {
        let (_, by, _) = self.frame_source();
        let since = self.s.turns.turn().number;
        let objects = gained.what.map_or_else(Vec::new, |what| self.objects_of(what));
        let players = gained.who.map_or_else(Default::default, |who| self.seats_of(who));
        let all = objects.into_iter().map(Target::Object).chain(players.into_iter().map(Target::Player));
        let duration = gained.duration;
        self.s.protected.extend(all.map(|what| Protected { what, from, hexproof, colours, duration, by, since }));
        self.s.stale = true;
        self.log.forget_known();
        self.refresh();
    }

    /// The colour that is chosen as the effect is performed (CR 608.2d).
    fn ask_colour(&mut self, gained: Gained) {
        let (source, seat, _) = self.frame_source();
        if !self.s.turns.is_living(seat) {
            return self.next();
        }
        let colours: Vec<Mana> = Mana::ALL.into_iter().filter(|mana| ManaSet::COLOURS.contains(mana.set())).collect();
        let objects = gained.what.map_or_else(Vec::new, |what| self.objects_of(what));
        let feared = self.feared(seat, &objects);
        let at = colours.iter().position(|mana| feared.contains(mana.set())).unwrap_or(0);
        let shape = Shape::One(colours.into_iter().map(Item::Mana).collect());
        self.ask_about(seat, DecisionKind::Choose, Some(source), shape, Choice::option(at as u16), Resume::Frame);
    }

    /// The colours of what an opponent has aimed at one of these, the last first; or else the colour that most of the
    /// opponents' creatures have.
    fn feared(&self, seat: Seat, objects: &[ObjectId]) -> ManaSet {
        let theirs = |by: Seat| self.s.turns.are_opponents(by, seat);
        let aimed = |target: &Target| matches!(target, Target::Object(id) if objects.contains(id));
        let aims =
            self.s.stack.iter().rev().find(|item| theirs(item.controller) && item.targets.iter().flatten().any(aimed));
        if let Some(item) = aims {
            return self.cat.card(item.card).colours;
        }
        let has = |object: &Object, mana: Mana| self.cat.card(object.card).colours.contains(mana.set());
        let creatures = || {
            self.s
                .battlefield
                .iter()
                .map(|slot| self.s.object(*slot))
                .filter(|o| o.is_creature() && theirs(o.controller))
        };
        let most = Mana::ALL.into_iter().rev().max_by_key(|mana| creatures().filter(|o| has(o, *mana)).count());
        most.map_or(ManaSet::empty(), Mana::set)
    }
}
