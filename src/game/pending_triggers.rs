//! Triggered abilities on their way to the stack (CR 603.3): the order among them, modes, targets, what is divided.

use smallvec::SmallVec;

use crate::cards::ability::{Ability, TargetSpec, Targets};
use crate::cards::card::Modes;
use crate::cards::effect::AmountId;
use crate::turn::{Interrupts, Seat};

use super::ability_index::StaticKinds;
use super::decision::{Choice, Constraint, Decision, DecisionKind, Item, Shape};
use super::engine::{Engine, chosen_items};
use super::event::GameEvent;
use super::filter::Viewpoint;
use super::happening::Happening;
use super::object::{ObjectId, Target};
use super::state::{Chosen, PendingTrigger, Resume, StackItem, StackKind};
use super::trigger_mask::TriggerMask;

impl Engine<'_> {
    /// Puts the pending triggers on the stack, APNAP order between players, their own order within. Asks when it must;
    /// false when it has asked or nothing was pending.
    pub(crate) fn stack_triggers(&mut self) -> bool {
        // CR 800.4d: triggers of players who have left are not put on the stack.
        let living = self.s.turns.living();
        self.s.pending_triggers.retain(|w| living.contains(w.controller));
        let Some(seat) = self.s.turns.apnap().find(|s| self.s.pending_triggers.iter().any(|w| w.controller == *s))
        else {
            return false;
        };
        let mine: SmallVec<[u16; 8]> = (0..self.s.pending_triggers.len())
            .filter(|i| self.s.pending_triggers[*i].controller == seat)
            .map(|i| i as u16)
            .collect();
        let unordered = mine.iter().any(|i| !self.s.pending_triggers[usize::from(*i)].ordered);
        if unordered && mine.len() > 1 && self.differ(&mine) {
            let items: Vec<Item> = mine.iter().map(|i| Item::Trigger(*i)).collect();
            let default = Choice::Order((0..items.len() as u16).collect());
            self.ask(seat, DecisionKind::TriggerOrder, Shape::Order(items), default, Resume::TriggerOrder);
            return self.s.pending.is_none();
        }
        self.stack_one(usize::from(mine[0]))
    }

    /// Triggers that are all of one kind need no order.
    fn differ(&self, mine: &[u16]) -> bool {
        let kind = |i: &u16| self.s.pending_triggers[usize::from(*i)].kind;
        let same = |a: StackKind, b: StackKind| match (a, b) {
            (StackKind::Triggered { ability: a, .. }, StackKind::Triggered { ability: b, .. }) => a == b,
            _ => a == b,
        };
        mine.iter().skip(1).any(|i| !same(kind(i), kind(&mine[0])))
    }

    pub(super) fn order_triggers(&mut self, decision: &Decision, choice: &Choice) {
        let order: Vec<usize> = chosen_items(decision, choice)
            .into_iter()
            .filter_map(|item| match item {
                Item::Trigger(at) => Some(usize::from(at)),
                _ => None,
            })
            .collect();
        let mut mine: Vec<PendingTrigger> = order.iter().map(|at| self.s.pending_triggers[*at].clone()).collect();
        for pending in &mut mine {
            pending.ordered = true;
        }
        let mut rest: Vec<PendingTrigger> = std::mem::take(&mut self.s.pending_triggers)
            .into_iter()
            .enumerate()
            .filter(|(at, _)| !order.contains(at))
            .map(|(_, w)| w)
            .collect();
        mine.append(&mut rest);
        self.s.pending_triggers = mine;
    }

    /// Puts one trigger on the stack once all its targets are chosen; asks for the next one otherwise.
    fn stack_one(&mut self, at: usize) -> bool {
        let pending = &self.s.pending_triggers[at];
        let StackKind::Triggered { source, ability } = pending.kind else { return self.put_trigger(at) };
        let Ability::Triggered(trigger) = self.cat.ability(ability) else { return self.put_trigger(at) };
        let specs = match &trigger.modes {
            None => &trigger.targets,
            Some(modes) => match modes.of.get((pending.x - 1) as usize) {
                Some((_, targets)) => targets,
                None => return self.ask_trigger_mode(at, source, modes),
            },
        };
        let next = pending.targets.len();
        let found = self.reader().next_target(specs, next, pending.controller);
        let Some((&spec, of)) = found.filter(|_| !pending.aimed) else {
            return self.divide_or_put(at, trigger.divides);
        };
        let view =
            Viewpoint { about: pending.about, targets: &pending.targets, ..Viewpoint::of(pending.controller, source) };
        let mut found = Vec::new();
        let same = same_kind(specs, next.min(specs.len().saturating_sub(1)));
        self.candidates(&spec, &view, &pending.targets, &same, &mut found);
        found.retain(|target| of.is_none_or(|of| self.reader().belongs_to(*target, of)));
        if found.is_empty() && spec.each_opponent {
            self.s.pending_triggers[at].targets.push(None);
            return true;
        }
        if found.is_empty() && !spec.optional {
            self.drop_trigger(at);
            return true;
        }
        let most = trigger.divides.map(|n| self.amount(n, &view).max(0) as usize);
        self.ask_trigger_target(at, source, spec, &found, most);
        self.s.pending.is_none()
    }

    /// CR 603.3d: without a legal choice it is removed from the stack; a Saga waits for it no longer (CR 714.4).
    fn drop_trigger(&mut self, at: usize) {
        self.s.pending_triggers.remove(at);
        self.log.known.recheck();
    }

    /// CR 603.3c: the mode of a modal trigger is chosen before its targets; without a legal one it is removed.
    fn ask_trigger_mode(&mut self, at: usize, source: ObjectId, modes: &Modes) -> bool {
        let pending = &self.s.pending_triggers[at];
        let seat = pending.controller;
        let view = Viewpoint { about: pending.about, ..Viewpoint::of(seat, source) };
        let possible =
            modes.of.iter().enumerate().filter(|(_, (_, targets))| self.reader().has_targets(targets, &view));
        let options: Vec<Item> = possible.map(|(n, _)| Item::Mode(n as u8)).collect();
        if options.is_empty() {
            self.drop_trigger(at);
            return true;
        }
        // The answer is about the first of them.
        self.s.pending_triggers[..=at].rotate_right(1);
        let shape = Shape::One(options);
        self.ask_about(seat, DecisionKind::Mode, Some(source), shape, Choice::option(0), Resume::TriggerMode);
        self.s.pending.is_none()
    }

    pub(super) fn choose_trigger_mode(&mut self, decision: &Decision, choice: &Choice) {
        if let Some(Item::Mode(mode)) = chosen_items(decision, choice).first()
            && let Some(pending) = self.s.pending_triggers.first_mut()
        {
            pending.x = i32::from(*mode) + 1;
            pending.ordered = true;
        }
    }

    /// Of something that is divided each target gets at least one (CR 601.2d), so that there are at most so many.
    fn ask_trigger_target(
        &mut self,
        at: usize,
        source: ObjectId,
        spec: TargetSpec,
        found: &[Target],
        most: Option<usize>,
    ) {
        let seat = self.s.pending_triggers[at].controller;
        // To the front, so that the answer finds it; the order of the others stays.
        let pending = self.s.pending_triggers.remove(at);
        self.s.pending_triggers.insert(0, pending);
        let options: Vec<Item> = found.iter().map(|t| target_item(*t)).collect();
        let (shape, default) = if spec.each_opponent {
            let min = u16::from(spec.exactly && !options.is_empty());
            (Shape::Some { options, min, max: 1 }, Choice::Some((0..min).collect()))
        } else if spec.optional {
            let max = if spec.many { most.map_or(options.len(), |most| most.min(options.len())) as u16 } else { 1 };
            (Shape::Some { options, min: 0, max }, Choice::Some(Vec::new()))
        } else {
            (Shape::One(options), Choice::option(0))
        };
        self.ask_about(seat, DecisionKind::Target, Some(source), shape, default, Resume::TriggerTarget);
    }

    pub(super) fn target_trigger(&mut self, decision: &Decision, choice: &Choice) {
        let mut chosen = chosen_items(decision, choice).into_iter().map(item_target);
        if let Some(pending) = self.s.pending_triggers.first_mut() {
            pending.targets.push(chosen.next().flatten());
            pending.targets.extend(chosen);
            pending.ordered = true;
            // Any number of targets comes last, and all at once.
            pending.aimed = matches!(decision.shape, Shape::Some { max, .. } if max != 1);
        }
    }

    /// CR 601.2d, 603.3d: damage, or counters, are divided among the targets as the ability is put on the stack.
    fn divide_or_put(&mut self, at: usize, divides: Option<AmountId>) -> bool {
        let pending = &self.s.pending_triggers[at];
        let items: Vec<Item> = pending.targets.iter().flatten().map(|t| target_item(*t)).collect();
        let Some(total) = divides.filter(|_| pending.divided.is_empty() && !items.is_empty()) else {
            return self.put_trigger(at);
        };
        let source = pending.source();
        let seat = pending.controller;
        let total = self.amount(total, &Viewpoint { about: pending.about, ..Viewpoint::of(seat, source) });
        let pending = self.s.pending_triggers.remove(at);
        self.s.pending_triggers.insert(0, pending);
        self.ask_shares(seat, source, items, total, Resume::TriggerDivision);
        self.s.pending.is_none()
    }

    pub(super) fn divide_trigger(&mut self, choice: &Choice) {
        let (Choice::Assign(pairs), Some(pending)) = (choice, self.s.pending_triggers.first_mut()) else { return };
        pending.divided = shares_of(pairs, &pending.targets);
    }

    /// CR 601.2d: what a spell divides is divided as it is cast.
    pub(super) fn ask_spell_division(&mut self, spell: ObjectId) {
        let Some(item) = self.s.stack.iter().find(|item| item.kind == StackKind::Spell(spell)) else { return };
        let how = self.s.object(spell.slot).paid.how;
        let divides = self.cat.card(item.card).spell_cast(how).and_then(|printed| printed.divides);
        let items: Vec<Item> = item.targets.iter().flatten().map(|t| target_item(*t)).collect();
        let (Some(divides), seat) = (divides, item.controller) else { return };
        let total = self.amount(divides, &Viewpoint { x: item.x, ..Viewpoint::of(seat, spell) });
        let resume = Resume::SpellDivision(spell);
        self.ask_shares(seat, spell, items, total, resume);
    }

    fn ask_shares(&mut self, seat: Seat, source: ObjectId, items: Vec<Item>, total: i32, resume: Resume) {
        let n = items.len() as i32;
        let shares = (0..n).map(|i| (i as u16, if i == 0 { total - n + 1 } else { 1 })).collect();
        let shape = Shape::Assign { items, options: Vec::new(), constraint: Constraint::Shares(total) };
        self.ask_about(seat, DecisionKind::Choose, Some(source), shape, Choice::Assign(shares), resume);
    }

    pub(super) fn divide_spell(&mut self, spell: ObjectId, choice: &Choice) {
        let Choice::Assign(pairs) = choice else { return };
        if let Some(item) = self.s.stack.iter_mut().find(|item| item.kind == StackKind::Spell(spell)) {
            item.divided = shares_of(pairs, &item.targets);
        }
    }

    fn put_trigger(&mut self, at: usize) -> bool {
        let pending = self.s.pending_triggers.remove(at);
        let seat = pending.controller;
        self.targeted(seat, &pending.targets, false, self.s.next_serial);
        let item = StackItem {
            kind: pending.kind,
            controller: seat,
            card: pending.card,
            x: pending.x,
            targets: pending.targets,
            about: pending.about,
            them: pending.them,
            divided: pending.divided,
            serial: 0,
        };
        self.emit(GameEvent::AbilityTriggered { seat, source: item.source(), card: item.card });
        self.put_on_top(item);
        true
    }

    /// Ward, and standing passes that break when their seat, or something of theirs, is targeted.
    pub(crate) fn targeted(&mut self, by: Seat, targets: &Chosen, spell: bool, serial: u32) {
        if self.s.static_kinds.contains(StaticKinds::RARE) {
            self.ward_against(by, targets, serial);
        }
        if self.s.trigger_mask.contains(TriggerMask::TARGETED) {
            for target in targets.iter().flatten() {
                if let Target::Object(id) = *target
                    && self.s.permanent(id).is_some()
                {
                    self.happened(&Happening::Targeted { id, by, spell, serial });
                }
            }
        }
        for target in targets.iter().flatten() {
            let seat = match target {
                Target::Player(seat) => *seat,
                Target::Object(id) => match self.s.get(*id) {
                    Some(object) => object.controller,
                    None => continue,
                },
            };
            if seat != by {
                self.s.turns.interrupt(seat, Interrupts::TARGETED);
            }
        }
    }
}

/// Which earlier targets the target at `at` can't be: those of the same kind, or, where it is another, all (CR 601.2c).
pub(crate) fn same_kind(targets: &Targets, at: usize) -> Vec<bool> {
    targets.iter().take(at).map(|t| targets[at].another || t.kind == targets[at].kind).collect()
}

pub(crate) fn target_item(target: Target) -> Item {
    match target {
        Target::Player(seat) => Item::Player(seat),
        Target::Object(id) => Item::Object(id),
    }
}

/// What each target gets, in their order, of shares by the places of those that there are.
fn shares_of(pairs: &[(u16, i32)], targets: &Chosen) -> Vec<i32> {
    let share = |n: usize| pairs.iter().find(|(at, _)| usize::from(*at) == n).map_or(0, |(_, n)| *n);
    let mut nth = 0;
    let of = |target: &Option<Target>| {
        let n = if target.is_some() { share(nth) } else { 0 };
        nth += usize::from(target.is_some());
        n
    };
    targets.iter().map(of).collect()
}

pub(crate) fn item_target(item: Item) -> Option<Target> {
    match item {
        Item::Player(seat) => Some(Target::Player(seat)),
        Item::Object(id) => Some(Target::Object(id)),
        _ => None,
    }
}
