//! What the instructions of an effect ask players, and when there is nothing to ask.

use crate::cards::effect::{Op, What, Who};
use crate::turn::Seat;

use crate::game::decision::{Choice, DecisionKind, Item, Shape};
use crate::game::engine::Engine;
use crate::game::filter::Viewpoint;
use crate::game::object::{ObjectId, Status};
use crate::game::price::Part;
use crate::game::state::Resume;

use super::stand_in::Chooser;

impl Engine<'_> {
    /// Instructions that ask each of their players in turn, in APNAP order.
    pub(super) fn ask_each(&mut self, op: Op) {
        if !self.top().begun {
            let mut seats = self.players(asked(op));
            if matches!(op, Op::Vote(_)) {
                // CR 701.38a: the controller first, then the others in turn order.
                let you = self.top().controller;
                let first = seats.iter().position(|s| *s == you).unwrap_or(0);
                seats.rotate_left(first);
            }
            if matches!(op, Op::ClashBottom) {
                seats.extend(self.players(Who::That));
                let order: Vec<Seat> = self.s.turns.apnap().collect();
                seats.sort_by_key(|seat| order.iter().position(|s| s == seat));
            }
            // CR 800.4g: who has left does not choose among what others have, but somebody does.
            if let Op::ChooseObjects { who, .. } = op {
                seats.extend(self.left_player(who, &self.view()));
            }
            let frame = self.top();
            (frame.begun, frame.asking) = (true, seats);
            // Only what produces a number itself starts it anew: a scry between a payment and its result keeps it.
            if matches!(op, Op::Discard(..) | Op::SacrificeChosen(..) | Op::PayAnyLife(_)) {
                frame.result = 0;
            }
            if matches!(
                op,
                Op::Search { .. }
                    | Op::TimeTravelAdd(_)
                    | Op::MayExileFromHand(..)
                    | Op::MayPutFromHand(..)
                    | Op::ChooseObjects { .. }
            ) {
                frame.them.clear();
            }
        }
        let living = self.s.turns.living();
        if let Op::ChooseObjects { who, .. } = op
            && self.top().asking.first().is_some_and(|s| !living.contains(*s))
        {
            match self.chooser(who) {
                Chooser::Player(seat) => self.top().asking[0] = seat,
                Chooser::Asking => return,
                Chooser::Nobody => {}
            }
        }
        self.top().asking.retain(|s| living.contains(*s));
        let asked = self.top().asking.first().copied();
        // Who has left puts nothing in order any more.
        self.top().sorting.retain(|group| Some(group.of) == asked);
        let Some(seat) = asked else {
            let chosen = std::mem::take(&mut self.top().chosen);
            if !chosen.is_empty() {
                self.top().result = self.sacrifice_together(&chosen) as i32;
            }
            return self.next();
        };
        match self.question(op, seat) {
            Some((kind, shape, default)) => {
                let source = self.top().source;
                self.ask_about(seat, kind, Some(source), shape, default, Resume::Frame);
            }
            None => {
                self.unasked(op);
                self.top().asking.remove(0);
            }
        }
    }

    /// What an instruction does for a player who has nothing to choose.
    pub(super) fn unasked(&mut self, op: Op) {
        if let Op::TimeTravelRemove(_) = op {
            let more = std::mem::take(&mut self.top().them);
            self.time_travel(&more, &[]);
        }
    }

    pub(super) fn question(&self, op: Op, seat: Seat) -> Option<(DecisionKind, Shape, Choice)> {
        let ids = |slots: &[u16]| slots.iter().map(|s| Item::Object(self.s.id(*s))).collect::<Vec<_>>();
        let exactly = |options: Vec<Item>, n: i32| {
            let n = n.clamp(0, options.len() as i32) as u16;
            (n > 0).then(|| (Shape::Some { options, min: n, max: n }, Choice::Some((0..n).collect())))
        };
        let player = &self.s.players[seat];
        let sorting = self.s.frames.last().and_then(|frame| frame.sorting.first());
        if let Some(group) = sorting {
            let options: Vec<Item> = group.cards.iter().copied().map(Item::Object).collect();
            let default = Choice::Order((0..options.len() as u16).collect());
            return Some((DecisionKind::Scry, Shape::Order(options), default));
        }
        match op {
            Op::Search { filter, count, alike, .. } => {
                let options = self.searchable(seat, filter);
                let max = u16::from(count).min(options.len() as u16);
                // CR 701.23b, 701.23d: only who looks for a card with some quality may fail to find it.
                let min = if self.cat.filter(filter).is_any() { max } else { 0 };
                // What must be alike is found one by one: the first alone is always legal.
                let default = Choice::Some((0..if alike { max.min(1) } else { max }).collect());
                Some((DecisionKind::Search, Shape::Some { options, min, max }, default))
            }
            Op::Discard(_, n, _) => {
                exactly(ids(&player.hand), self.number(n)).map(|(s, c)| (DecisionKind::Discard, s, c))
            }
            Op::PutBack(_, n) => exactly(ids(&player.hand), self.number(n)).map(|(s, c)| (DecisionKind::Scry, s, c)),
            Op::OrderTop(_, n) => {
                let n = self.number(n).max(0) as usize;
                let top: Vec<u16> = player.library.iter().rev().take(n).copied().collect();
                let default = Choice::Order((0..top.len() as u16).collect());
                (!top.is_empty()).then(|| (DecisionKind::Scry, Shape::Order(ids(&top)), default))
            }
            Op::ClashBottom => {
                let top = player.library.last().map(|slot| ids(&[*slot]))?;
                Some((DecisionKind::Scry, Shape::Some { options: top, min: 0, max: 1 }, Choice::Some(Vec::new())))
            }
            Op::PayAnyLife(_) => {
                let max = player.life.max(0);
                Some((DecisionKind::Pay, Shape::Number { min: 0, max }, Choice::Number(0)))
            }
            Op::UntapChosen(_, filter, n) | Op::TapChosen(_, filter, n) => {
                let tapped = matches!(op, Op::UntapChosen(..));
                let mut options = self.controlled(seat, filter);
                options
                    .retain(|i| matches!(i, Item::Object(id) if self.s.object(id.slot).is(Status::TAPPED) == tapped));
                exactly(options, self.number(n)).map(|(s, c)| (DecisionKind::Choose, s, c))
            }
            Op::Scry(_, n) | Op::Surveil(_, n) => {
                // CR 701.22b, 701.25c: of no cards it does not happen; from an empty library it does (701.22d, 701.25d).
                let n = usize::try_from(self.number(n)).ok().filter(|n| *n > 0)?;
                let options: Vec<u16> = player.library.iter().rev().take(n).copied().collect();
                let max = options.len() as u16;
                let shape = Shape::Some { options: ids(&options), min: 0, max };
                Some((DecisionKind::Scry, shape, Choice::Some(Vec::new())))
            }
            Op::SacrificeChosen(_, filter, n) => {
                let theirs = self.controlled(seat, filter);
                exactly(theirs, self.number(n)).map(|(s, c)| (DecisionKind::Sacrifice, s, c))
            }
            Op::UntapUpTo(_, filter, n) => {
                let mut options = self.controlled(seat, filter);
                options.retain(|i| matches!(i, Item::Object(id) if self.s.object(id.slot).is(Status::TAPPED)));
                let max = self.number(n).clamp(0, options.len() as i32) as u16;
                let shape = Shape::Some { options, min: 0, max };
                Some((DecisionKind::Choose, shape, Choice::Some((0..max).collect())))
            }
            Op::AddManaChoice(_, set, _) => {
                let types = crate::cards::mana::Mana::ALL.into_iter().filter(|m| set.contains(m.set()));
                let options: Vec<Item> = types.map(Item::Mana).collect();
                (!options.is_empty()).then(|| (DecisionKind::Mana, Shape::One(options), Choice::option(0)))
            }
            Op::Vote(options) => {
                let options = (0..options).map(Item::Mode).collect();
                Some((DecisionKind::Vote, Shape::One(options), Choice::option(0)))
            }
            Op::ChooseObjects { filter, count, up_to, .. } => {
                let options: Vec<Item> = self.objects(What::All(filter)).into_iter().map(Item::Object).collect();
                let all = options.len() as i32;
                let n = self.number(count);
                let max = if n < 0 { all } else { n.min(all) } as u16;
                let min = if n < 0 || up_to { 0 } else { max };
                let default = Choice::Some((0..max).collect());
                (max > 0).then_some((DecisionKind::Choose, Shape::Some { options, min, max }, default))
            }
            Op::LookAtTop { count, .. } => {
                let n = self.number(count).clamp(0, player.library.len() as i32) as usize;
                let top: Vec<u16> = player.library.iter().rev().take(n).copied().collect();
                exactly(ids(&top), 1).map(|(s, c)| (DecisionKind::Search, s, c))
            }
            Op::Proliferate(_) => self.proliferation(seat),
            Op::DistributeCounters(_, filter, n) => self.distribution(seat, filter, self.number(n)),
            Op::TimeTravelAdd(_) => self.reader().time_travel_question(seat, &[]),
            Op::TimeTravelRemove(_) => self.reader().time_travel_question(seat, self.view().them),
            Op::MayExileFromHand(_, filter) | Op::MayPutFromHand(_, filter) => {
                let options = self.reader().payable_with(seat, self.view().source, Part::ExileFromHand(filter));
                let options: Vec<Item> = options.into_iter().map(Item::Object).collect();
                let none = Choice::Some(Vec::new());
                (!options.is_empty()).then_some((DecisionKind::Choose, Shape::Some { options, min: 0, max: 1 }, none))
            }
            _ => None,
        }
    }

    /// CR 701.34a: any number of permanents and players with counters; all of one's own by default.
    pub(super) fn proliferation(&self, seat: Seat) -> Option<(DecisionKind, Shape, Choice)> {
        let counted = |s: &Seat| self.s.players[*s].poison > 0 || self.s.players[*s].energy > 0;
        let players = self.s.turns.living().iter().filter(counted).map(Item::Player);
        let permanents = self.s.battlefield.iter().filter(|slot| self.s.object(**slot).is(Status::COUNTERS));
        let options: Vec<Item> = players.chain(permanents.map(|slot| Item::Object(self.s.id(*slot)))).collect();
        let mine = |item: &Item| match item {
            Item::Object(id) => self.s.object(id.slot).controller == seat,
            Item::Player(s) => *s == seat && self.s.players[*s].poison == 0,
            _ => false,
        };
        let default = (0..options.len() as u16).filter(|at| mine(&options[usize::from(*at)])).collect();
        let max = options.len() as u16;
        let shape = Shape::Some { options, min: 0, max };
        (max > 0).then_some((DecisionKind::Choose, shape, Choice::Some(default)))
    }

    pub(super) fn distribution(
        &self,
        seat: Seat,
        filter: crate::cards::effect::FilterId,
        n: i32,
    ) -> Option<(DecisionKind, Shape, Choice)> {
        let items = self.controlled(seat, filter);
        if items.is_empty() || n <= 0 {
            return None;
        }
        let constraint = crate::game::decision::Constraint::Sum(n);
        let shape = Shape::Assign { items, options: Vec::new(), constraint };
        Some((DecisionKind::Choose, shape, Choice::Assign(vec![(0, n)])))
    }

    /// What a player controls that passes, "theirs" being that player's.
    pub(super) fn controlled(&self, seat: Seat, filter: crate::cards::effect::FilterId) -> Vec<Item> {
        let at = Viewpoint { each: Some(seat), ..self.view() };
        let all = self.what(What::All(filter), &at);
        all.into_iter().filter(|id| self.s.object(id.slot).controller == seat).map(Item::Object).collect()
    }

    /// CR 701.23. In the order of the cards' names, so that the order of the library tells nothing.
    pub(super) fn searchable(&self, seat: Seat, filter: crate::cards::effect::FilterId) -> Vec<Item> {
        use crate::cards::ability::StaticEffect;
        if self.cant(seat, |effect| if let StaticEffect::NoSearch(whose) = effect { Some(whose) } else { None }) {
            return Vec::new();
        }
        let filter = self.cat.filter(filter);
        let at = self.view();
        let mut found: Vec<ObjectId> = self.s.players[seat].library.iter().map(|s| self.s.id(*s)).collect();
        found.retain(|id| self.passes(filter, *id, self.s.object(id.slot), &at));
        found.sort_by_key(|id| (self.s.object(id.slot).card, id.slot));
        found.into_iter().map(Item::Object).collect()
    }
}

/// Whom an instruction asks.
fn asked(op: Op) -> Who {
    match op {
        Op::Search { who, .. } | Op::ChooseObjects { who, .. } | Op::LookAtTop { who, .. } | Op::Proliferate(who) => {
            who
        }
        Op::Vote(_) => Who::EachPlayer,
        Op::Discard(who, ..)
        | Op::Scry(who, _)
        | Op::SacrificeChosen(who, ..)
        | Op::UntapUpTo(who, ..)
        | Op::PutBack(who, _)
        | Op::TimeTravelAdd(who)
        | Op::TimeTravelRemove(who)
        | Op::MayExileFromHand(who, _)
        | Op::MayPutFromHand(who, _)
        | Op::OrderTop(who, _)
        | Op::Surveil(who, _)
        | Op::PayAnyLife(who)
        | Op::UntapChosen(who, ..)
        | Op::TapChosen(who, ..)
        | Op::AddManaChoice(who, ..) => who,
        _ => Who::You,
    }
}
