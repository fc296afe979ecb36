//! What comes of the answers that the instructions of an effect wait for.

use crate::cards::effect::{Destination, EffectId, Op};
use crate::turn::Seat;

use crate::game::decision::{Choice, Decision, DecisionKind, Item, Shape};
use crate::game::engine::{Engine, chosen_items, chosen_one};
use crate::game::event::GameEvent;
use crate::game::object::{ObjectId, Zone};
use crate::game::state::Sorting;
use crate::game::trigger::Happening;

impl Engine<'_> {
    pub(in crate::game) fn resume_frame(&mut self, decision: &Decision, choice: &Choice) {
        if self.s.frames.is_empty() {
            return;
        }
        let op = self.cat.op(self.top().at);
        let seat = decision.actor;
        if decision.kind == DecisionKind::StandIn {
            return self.stand_in_picked(decision, choice);
        }
        match op {
            Op::May { otherwise, .. } => {
                let yes = chosen_one(choice) == 0;
                // What a player who has left would have done is not done, whoever has chosen it.
                self.top().done = yes && self.top().stand_in.is_none();
                if yes { self.next() } else { self.go(otherwise) }
            }
            Op::MayPay { cost, otherwise, .. } => self.paid(seat, cost, choice, None, otherwise),
            Op::Unless { cost, paid, .. } => {
                let next = EffectId(self.top().at.0 + 1);
                self.paid(seat, cost, choice, Some(paid), next);
            }
            Op::MayCast(..) => {
                self.next();
                self.play_offered(decision, choice);
            }
            Op::ChangeCounter { what, or_remove } => {
                self.change_counter(what, or_remove, decision, choice);
                self.next();
            }
            Op::DrawOneByOne => self.draw_replaced(decision, choice),
            Op::ChooseOpponent => {
                if let Some(Item::Player(chosen)) = chosen_items(decision, choice).first() {
                    self.top().about.player = Some(*chosen);
                }
                self.next();
            }
            Op::UnlessGeneric { amount, paid, .. } => self.paid_generic(seat, amount, choice, paid),
            Op::MayPlaySuspended(_) => {
                self.play_suspended(decision, choice);
                self.next();
            }
            Op::CreateToken { .. } => self.top().aims.extend(chosen_items(decision, choice).first()),
            Op::ChooseMode { .. } => {
                let to = EffectId(self.top().at.0 + 1 + chosen_one(choice) as u16);
                self.go(to);
            }
            _ => {
                if self.top().sorting.is_empty() {
                    self.answered(op, seat, decision, choice);
                } else {
                    self.sorted(op, seat, decision, choice);
                }
                let frame = self.top();
                if !frame.asking.is_empty() && frame.sorting.is_empty() {
                    frame.asking.remove(0);
                }
            }
        }
    }

    pub(super) fn paid(
        &mut self,
        seat: Seat,
        cost: crate::cards::effect::CostId,
        choice: &Choice,
        then: Option<EffectId>,
        otherwise: EffectId,
    ) {
        let source = self.top().source;
        let paid = match choice {
            Choice::One(0, fills) => self
                .reader()
                .read_fills(seat, Item::Yes, fills)
                .is_some_and(|filled| self.pay_cost(seat, source, cost, &filled).is_some()),
            _ => false,
        };
        let frame = self.top();
        frame.done = paid;
        frame.at = match (paid, then) {
            (true, Some(then)) => then,
            (true, None) => EffectId(frame.at.0 + 1),
            (false, _) => otherwise,
        };
    }

    pub(super) fn answered(&mut self, op: Op, seat: Seat, decision: &Decision, choice: &Choice) {
        let chosen: Vec<ObjectId> = chosen_items(decision, choice)
            .into_iter()
            .filter_map(|i| if let Item::Object(id) = i { Some(id) } else { None })
            .collect();
        match op {
            Op::Search { to, rest, .. } => self.found(seat, &chosen, to, rest),
            Op::Discard(..) => {
                for id in &chosen {
                    self.discard(id.slot);
                }
                self.top().result += chosen.len() as i32;
            }
            Op::PutBack(..) => {
                for id in chosen.iter().rev() {
                    self.move_object(id.slot, Zone::Library);
                }
            }
            Op::Scry(..) => self.sort_scried(seat, decision, &chosen),
            Op::ClashBottom => {
                // One card of each player: nothing shows that they move one after another.
                let library = &mut self.s.players[seat].library;
                if let Some(at) = library.len().checked_sub(1).filter(|_| !chosen.is_empty()) {
                    let card = library.remove(at);
                    library.insert(0, card);
                }
            }
            Op::SacrificeChosen(..) => self.top().chosen.extend(chosen),
            Op::UntapUpTo(..) | Op::UntapChosen(..) => chosen.iter().for_each(|id| self.untap(id.slot)),
            Op::TapChosen(..) => chosen.iter().for_each(|id| self.tap(id.slot)),
            Op::OrderTop(..) => {
                let library = &mut self.s.players[seat].library;
                library.truncate(library.len() - chosen.len());
                library.extend(chosen.iter().rev().map(|id| id.slot));
            }
            Op::Surveil(..) => {
                let kept = left_over(decision, &chosen);
                for id in &chosen {
                    self.move_object(id.slot, Zone::Graveyard);
                }
                self.sort(vec![Sorting { of: seat, bottom: false, cards: kept }]);
            }
            Op::PayAnyLife(_) => {
                if let Choice::Number(n) = choice {
                    if *n > 0 {
                        self.change_life(seat, -n);
                    }
                    self.top().result = *n;
                }
            }
            Op::MayPutFromHand(..) => {
                let moved = chosen.iter().filter_map(|id| self.enter(id.slot, seat, false)).collect();
                self.top().them = moved;
            }
            Op::Vote(_) => {
                let vote = chosen_one(choice) as u8;
                self.emit(GameEvent::Voted { seat, option: vote });
                self.top().votes.push((seat, vote));
            }
            Op::ChooseObjects { .. } => self.top().them.extend(chosen),
            Op::LookAtTop { to, rest, count, .. } => self.looked_at(seat, count, &chosen, to, rest),
            Op::Proliferate(_) => self.proliferate(&chosen_items(decision, choice)),
            Op::TimeTravelAdd(_) => self.top().them = chosen,
            Op::TimeTravelRemove(_) => {
                let more = std::mem::take(&mut self.top().them);
                self.time_travel(&more, &chosen);
            }
            Op::MayExileFromHand(..) => {
                let moved = chosen.iter().filter_map(|id| self.move_object(id.slot, Zone::Exile)).collect();
                self.top().them = moved;
            }
            Op::AddManaChoice(_, _, n) => {
                self.log.unsettle();
                let n = self.number(n);
                if let Some(Item::Mana(mana)) = chosen_items(decision, choice).first() {
                    self.s.players[seat].add_mana(*mana, n);
                }
            }
            Op::DistributeCounters(kind, ..) => {
                if let (Shape::Assign { items, .. }, Choice::Assign(pairs)) = (&decision.shape, choice) {
                    for (at, n) in pairs {
                        if let Some(Item::Object(id)) = items.get(usize::from(*at)) {
                            self.change_counters(id.slot, kind, *n);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    /// CR 701.23, 701.24: what was found goes where the effect says; the library is shuffled.
    pub(super) fn found(&mut self, seat: Seat, chosen: &[ObjectId], to: Destination, rest: Destination) {
        let under = self.top().controller;
        let mut moved = Vec::new();
        for (at, id) in chosen.iter().enumerate() {
            let to = if at == 0 { to } else { rest };
            let under =
                if matches!(to, Destination::Battlefield | Destination::BattlefieldTapped) { seat } else { under };
            moved.extend(self.send(id.slot, to, under));
        }
        self.shuffle(seat);
        self.top().them.extend(moved);
    }

    /// One of the cards looked at goes to one place, the others to the other.
    pub(super) fn looked_at(
        &mut self,
        seat: Seat,
        count: crate::cards::effect::AmountId,
        chosen: &[ObjectId],
        to: Destination,
        rest: Destination,
    ) {
        let n = self.number(count).max(0) as usize;
        let top: Vec<u16> = self.s.players[seat].library.iter().rev().take(n).copied().collect();
        for id in chosen {
            self.send(id.slot, to, seat);
        }
        let others = top.into_iter().filter(|slot| !chosen.iter().any(|id| id.slot == *slot));
        let cards: Vec<ObjectId> = others.filter_map(|slot| self.send(slot, rest, seat)).collect();
        if rest == Destination::LibraryBottom {
            self.sort(vec![Sorting { of: seat, bottom: true, cards }]);
        }
    }

    /// CR 701.34a: one more counter of each kind that is there already.
    pub(super) fn proliferate(&mut self, chosen: &[Item]) {
        for item in chosen {
            match item {
                Item::Player(seat) => {
                    if self.s.players[*seat].poison > 0 {
                        self.poison(*seat, 1);
                    }
                    if self.s.players[*seat].energy > 0 {
                        self.change_energy(*seat, 1);
                    }
                }
                Item::Object(id) => {
                    let kinds = self.s.counters.iter().filter(|c| c.slot == id.slot).map(|c| c.kind);
                    for kind in kinds.collect::<Vec<_>>() {
                        self.change_counters(id.slot, kind, 1);
                    }
                }
                _ => {}
            }
        }
    }

    /// CR 701.22a: the chosen cards go to the bottom, the others stay on top, in any order.
    fn sort_scried(&mut self, seat: Seat, decision: &Decision, bottom: &[ObjectId]) {
        let library = &mut self.s.players[seat].library;
        for id in bottom {
            if let Some(at) = library.iter().rposition(|s| *s == id.slot) {
                library.remove(at);
                library.insert(0, id.slot);
            }
        }
        let top = Sorting { of: seat, bottom: false, cards: left_over(decision, bottom) };
        self.sort(vec![top, Sorting { of: seat, bottom: true, cards: bottom.to_vec() }]);
        if let Shape::Some { options, .. } = &decision.shape {
            self.emit(GameEvent::Scried { seat, cards: options.len() as u8 });
        }
        if self.top().sorting.is_empty() {
            self.happened(&Happening::Scried(seat));
        }
    }

    /// Asks for the order of cards that have come to one place, where it makes a difference.
    fn sort(&mut self, mut groups: Vec<Sorting>) {
        groups.retain(|group| {
            let mut cards = group.cards.iter().map(|id| self.s.object(id.slot).card);
            let first = cards.next();
            cards.any(|card| Some(card) != first)
        });
        self.top().sorting = groups;
    }

    /// The answer: the cards of the first group lie in that order, the highest first.
    fn sorted(&mut self, op: Op, seat: Seat, decision: &Decision, choice: &Choice) {
        let group = self.top().sorting.remove(0);
        let order: Vec<u16> = chosen_items(decision, choice)
            .into_iter()
            .filter_map(|item| if let Item::Object(id) = item { Some(id.slot) } else { None })
            .collect();
        let library = &mut self.s.players[seat].library;
        library.retain(|slot| !order.contains(slot));
        if group.bottom {
            library.splice(0..0, order.into_iter().rev());
        } else {
            library.extend(order.into_iter().rev());
        }
        // CR 701.22d.
        if matches!(op, Op::Scry(..)) && self.top().sorting.is_empty() {
            self.happened(&Happening::Scried(seat));
        }
    }
}

/// What was shown and not chosen.
fn left_over(decision: &Decision, chosen: &[ObjectId]) -> Vec<ObjectId> {
    let Shape::Some { options, .. } = &decision.shape else { return Vec::new() };
    let object = |item: &Item| if let Item::Object(id) = item { Some(*id) } else { None };
    options.iter().filter_map(object).filter(|id| !chosen.contains(id)).collect()
}
