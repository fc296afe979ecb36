//! Copies of spells (CR 707.10), and new targets for them.

use crate::cards::ability::{Ability, Targets};
use crate::cards::effect::{AmountId, CardId, What, Who};
use crate::turn::Seat;

use crate::game::decision::{Choice, DecisionKind, Item, Shape};
use crate::game::engine::{Engine, Reader, chosen_items};
use crate::game::event::GameEvent;
use crate::game::filter::Viewpoint;
use crate::game::happening::Happening;
use crate::game::needs::spec_for;
use crate::game::object::{CastAs, ObjectId, Status, Target, Zone};
use crate::game::pending_triggers::{item_target, target_item};
use crate::game::state::{About, Chosen, Resume, StackItem, StackKind};

use super::asking::Call;

/// Copies that have been made, and those among them that are made by a replacement, for which new targets may be chosen.
#[derive(Default)]
struct Copies {
    all: Vec<ObjectId>,
    additional: Vec<ObjectId>,
}

/// What a copy has of a spell: the card, and what was chosen as it was cast.
struct Original {
    card: CardId,
    paid: CastAs,
    x: i32,
    targets: Chosen,
    /// What was sacrificed, exiled or returned as a cost of it.
    them: Vec<ObjectId>,
    divided: Vec<i32>,
}

/// The copies are made first; then their controller is asked about one target of one copy after another.
pub(super) fn copy_spell(
    engine: &mut Engine<'_>,
    call: Call<'_>,
    (who, what): (Who, What),
    count: AmountId,
    new_targets: bool,
) {
    copy(engine, call, new_targets, |engine| engine.copy_spells(who, what, count));
}

/// The same for abilities (CR 707.10).
pub(super) fn copy_ability(engine: &mut Engine<'_>, call: Call<'_>, what: What, count: AmountId, new_targets: bool) {
    copy(engine, call, new_targets, |engine| engine.copy_abilities(what, count));
}

fn copy(engine: &mut Engine<'_>, call: Call<'_>, new_targets: bool, make: impl FnOnce(&mut Engine<'_>) -> Copies) {
    match call {
        Call::Perform => {
            if !engine.frame().begun {
                let Copies { all, additional } = make(engine);
                let asked = if new_targets { all.clone() } else { additional };
                engine.set_them(all);
                let frame = engine.frame();
                (frame.begun, frame.chosen, frame.copying) = (true, asked, true);
            }
            if engine.ask_new_target() {
                return;
            }
            let frame = engine.frame();
            frame.copying = false;
            frame.chosen.clear();
            let copies = frame.them.clone();
            engine.copies_target(&copies);
            engine.next();
        }
        Call::Answer(decision, choice) => {
            let chosen = chosen_items(decision, choice).first().copied();
            if let Some((copy, nth)) = engine.reader().next_new_target()
                && let Some(item) = engine.s.stack.iter_mut().find(|item| is_item(item, copy))
                && let Some(target) = chosen.and_then(item_target)
            {
                item.targets[nth] = Some(target);
            }
            engine.frame().aims.push(chosen.unwrap_or(Item::No));
        }
    }
}

/// CR 115.7: one target after another, each of which may stay as it is, or must not where there is another.
pub(super) fn change_targets(engine: &mut Engine<'_>, call: Call<'_>, n: u8, must: bool) {
    match call {
        Call::Perform => {
            if !engine.frame().begun {
                let what = engine.target(n).and_then(|t| if let Target::Object(id) = t { Some(id) } else { None });
                let frame = engine.frame();
                (frame.begun, frame.chosen) = (true, what.into_iter().collect());
            }
            if !engine.ask_target(must) {
                engine.next();
            }
        }
        Call::Answer(decision, choice) => {
            let chosen = chosen_items(decision, choice).first().copied();
            let next = engine.reader().next_new_target();
            if let Some((what, nth)) = next
                && let Some(target) = chosen.and_then(item_target)
                && let Some(item) = engine.s.stack.iter_mut().find(|item| is_item(item, what))
                && item.targets[nth] != Some(target)
            {
                item.targets[nth] = Some(target);
                let (by, serial) = (item.controller, item.serial);
                engine.targeted(by, &vec![Some(target)], what.ability().is_none(), serial);
            }
            engine.frame().aims.push(chosen.unwrap_or(Item::No));
        }
    }
}

/// CR 707.12: the copies lie beside the cards, and cease to exist at the next check unless they have been cast (CR 704.5e).
pub(super) fn copy_cards(engine: &mut Engine<'_>, what: What, count: AmountId) {
    let (_, seat, _) = engine.frame_source();
    let times = engine.times(count) as usize;
    // CR 800.4b.
    let cards = if engine.s.turns.is_living(seat) { engine.objects_of(what) } else { Vec::new() };
    let mut copies = Vec::new();
    for id in cards.into_iter().flat_map(|id| std::iter::repeat_n(id, times)) {
        let (card, zone) = (engine.s.object(id.slot).card, engine.s.object(id.slot).zone);
        if zone != Zone::Exile {
            continue;
        }
        let Some(slot) = engine.new_slot(card, seat) else { break };
        let copy = engine.s.object_mut(slot);
        (copy.status, copy.zone) = (Status::TOKEN, zone);
        engine.s.exile.push(slot);
        let copy = engine.s.id(slot);
        engine.s.card_copies.push(copy);
        copies.push(copy);
    }
    engine.set_them(copies);
}

impl Reader<'_, '_> {
    /// The copy that is next to get a new target, and which of its targets, from 0.
    pub(crate) fn next_new_target(&self) -> Option<(ObjectId, usize)> {
        let frame = self.s.frames.last()?;
        let mut answered = frame.aims.len();
        for copy in &frame.chosen {
            let targets = self.on_stack(*copy).map_or(0, |item| item.targets.len());
            if answered < targets {
                return Some((*copy, answered));
            }
            answered -= targets;
        }
        None
    }

    /// What a target of a copy may be: what it is, and then whatever else is legal (CR 707.10c).
    fn new_targets(&self, copy: ObjectId, nth: usize) -> Vec<Item> {
        let Some(item) = self.on_stack(copy) else { return Vec::new() };
        let Some(current) = item.targets[nth] else { return Vec::new() };
        let Some((specs, first)) = self.specs_at(copy, nth) else { return Vec::new() };
        let own = &item.targets[first..];
        let Some(spec) = spec_for(specs, nth - first) else { return Vec::new() };
        let taken = |target: Target| {
            own.iter()
                .enumerate()
                .any(|(n, other)| *other == Some(target) && spec_for(specs, n).is_some_and(|of| of.kind == spec.kind))
        };
        let at =
            Viewpoint { x: item.x, targets: own, about: item.about, ..Viewpoint::of(item.controller, item.source()) };
        // It may stay as it is even if it is not legal any more.
        let mut found = vec![target_item(current)];
        self.find_candidate(spec, &at, |target| {
            let same_player = !spec.each_opponent || self.are_of_one(current, target);
            if target != current && same_player && !taken(target) {
                found.push(target_item(target));
            }
            false
        });
        found
    }

    /// Whether one player has both.
    fn are_of_one(&self, one: Target, other: Target) -> bool {
        match (one, other) {
            (Target::Object(one), Target::Object(other)) => {
                self.s.recall(one).map(|o| o.controller) == self.s.recall(other).map(|o| o.controller)
            }
            _ => false,
        }
    }

    /// What the target of that number must be: the targets of its mode, and the number of the first of them.
    fn specs_at(&self, spell: ObjectId, nth: usize) -> Option<(&Targets, usize)> {
        if spell.ability().is_some() {
            return self.specs_of_ability(self.on_stack(spell)?).map(|specs| (specs, 0));
        }
        let object = self.s.get(spell)?;
        let card = self.cat.card(object.card);
        let Some(of) = card.spell_cast(object.paid.how).filter(|_| !card.is_permanent()) else {
            return Some((&card.enchant, 0));
        };
        let Some(modes) = &of.modes else { return Some((&of.targets, 0)) };
        let mut first = 0;
        for (_, specs) in modes.chosen(object.paid.modes) {
            if nth < first + specs.len() {
                return Some((specs, first));
            }
            first += specs.len();
        }
        None
    }

    /// What the targets of an ability must be; what a delayed one is bound to are none of its own.
    fn specs_of_ability(&self, item: &StackItem) -> Option<&Targets> {
        let (StackKind::Activated { ability, .. } | StackKind::Triggered { ability, .. }) = item.kind else {
            return None;
        };
        match self.cat.ability(ability) {
            Ability::Activated(a) => Some(&a.targets),
            Ability::Triggered(t) => match t.modes.as_ref().and_then(|m| m.of.get((item.x - 1) as usize)) {
                Some((_, targets)) => Some(targets),
                None => Some(&t.targets),
            },
            _ => None,
        }
    }

    /// The spell as it is on the stack, as it is resolving, or as it last existed there (CR 608.2h).
    fn original(&self, id: ObjectId) -> Option<Original> {
        let object = self.s.recall(id).filter(|object| object.zone == Zone::Stack)?;
        let on_stack =
            self.on_stack(id).map(|item| (item.x, item.targets.clone(), item.them.clone(), item.divided.clone()));
        let frame = || self.s.frames.iter().find(|frame| frame.resolves == Some(id));
        let resolving = || frame().map(|f| (f.x, f.targets.clone(), f.them.clone(), f.divided.clone()));
        let remembered = || self.s.last_known.iter().rev().find(|l| l.id == id);
        let last = || remembered().map(|l| (l.x, l.targets.clone(), l.them.clone(), Vec::new()));
        let (x, targets, them, divided) = on_stack.or_else(resolving).or_else(last)?;
        Some(Original { card: object.card, paid: object.paid, x, targets, them, divided })
    }
}

impl Engine<'_> {
    fn copy_spells(&mut self, who: Who, what: What, count: AmountId) -> Copies {
        let seats = self.seats_of(who);
        let Some(seat) = seats.first().copied().filter(|seat| self.s.turns.is_living(*seat)) else {
            return Copies::default();
        };
        let ids = match self.object_of(what) {
            Some(id) => vec![id],
            None => self.objects_of(what),
        };
        let n = self.times(count);
        let originals: Vec<Original> = ids.iter().filter_map(|id| self.reader().original(*id)).collect();
        let more = if n > 0 { self.more_copies(seat) } else { 0 };
        let mut copies = Copies::default();
        for original in &originals {
            copies.all.extend((0..n).map_while(|_| self.copy_of(original, seat)));
            let additional: Vec<ObjectId> = (0..more).map_while(|_| self.copy_of(original, seat)).collect();
            copies.all.extend(&additional);
            copies.additional.extend(additional);
        }
        copies
    }

    /// CR 707.10: a copy of an ability has the same source, and the choices made for it; it has not been activated.
    fn copy_abilities(&mut self, what: What, count: AmountId) -> Copies {
        let (_, seat, _) = self.frame_source();
        if !self.s.turns.is_living(seat) {
            return Copies::default();
        }
        let item = self.object_of(what).and_then(|id| self.on_stack(id)).cloned();
        let Some(item) = item.filter(|item| !matches!(item.kind, StackKind::Spell(_))) else {
            return Copies::default();
        };
        let mut copies = Vec::new();
        for _ in 0..self.times(count) {
            copies.push(ObjectId::of_ability(self.s.next_serial));
            self.put_on_top(StackItem { controller: seat, ..item.clone() });
            self.emit(GameEvent::AbilityCopied { seat, source: item.source(), card: item.card });
        }
        Copies { all: copies, additional: Vec::new() }
    }

    /// A copy is an object like the spell, with the choices made for that, but has not been cast, so that no mana was spent
    /// on it (CR 707.10). It ceases to exist as it leaves the stack (CR 704.5e), as a token does that leaves the battlefield.
    fn copy_of(&mut self, original: &Original, seat: Seat) -> Option<ObjectId> {
        let slot = self.new_slot(original.card, seat)?;
        let copy = self.s.object_mut(slot);
        copy.status = Status::TOKEN;
        copy.zone = Zone::Stack;
        copy.paid = CastAs { spent: crate::cards::mana::ManaSet::empty(), from: None, ..original.paid };
        let id = self.s.id(slot);
        self.put_on_top(StackItem {
            kind: StackKind::Spell(id),
            controller: seat,
            card: original.card,
            x: original.x,
            targets: original.targets.clone(),
            about: About::default(),
            them: original.them.clone(),
            divided: original.divided.clone(),
            serial: 0,
        });
        // How the original was divided is not remembered once it has left.
        let divides = self.cat.card(original.card).spell_cast(original.paid.how).is_some_and(|s| s.divides.is_some());
        if divides && original.divided.is_empty() {
            self.s.undivided.push(id);
        }
        self.emit(GameEvent::SpellCopied { seat, object: id, card: original.card });
        self.happened(&Happening::Copied { spell: id, by: seat });
        Some(id)
    }

    /// Asks for the next target for which there is a choice; false when there is none any more.
    fn ask_new_target(&mut self) -> bool {
        self.ask_target(false)
    }

    /// The same; `must`: where there is another target, it can't stay as it is.
    fn ask_target(&mut self, must: bool) -> bool {
        while let Some((copy, nth)) = self.reader().next_new_target() {
            // Of a copy it is who has made it that chooses, of what is there already who changes it.
            let by = self.frame().controller;
            let copied = self.frame().copying;
            let seat = self.on_stack(copy).map(|item| item.controller).filter(|_| copied).unwrap_or(by);
            let mut options = self.reader().new_targets(copy, nth);
            if must && options.len() > 1 {
                options.remove(0);
            }
            if options.len() > 1 && self.s.turns.is_living(seat) {
                let shape = Shape::One(options);
                self.ask_about(seat, DecisionKind::Target, Some(copy), shape, Choice::option(0), Resume::Frame);
                return true;
            }
            let only = options.first().copied();
            if let (Some(target), Some(item)) =
                (only.and_then(item_target), self.s.stack.iter_mut().find(|item| is_item(item, copy)))
            {
                item.targets[nth] = Some(target);
            }
            self.frame().aims.push(Item::No);
        }
        false
    }

    /// What copies target has become their target (CR 702.21a).
    fn copies_target(&mut self, copies: &[ObjectId]) {
        for copy in copies {
            if let Some(item) = self.on_stack(*copy) {
                let (seat, targets, serial) = (item.controller, item.targets.clone(), item.serial);
                self.targeted(seat, &targets, copy.ability().is_none(), serial);
            }
        }
    }
}

/// Whether that is the item of the stack.
fn is_item(item: &StackItem, id: ObjectId) -> bool {
    match id.ability() {
        Some(serial) => item.serial == serial && !matches!(item.kind, StackKind::Spell(_)),
        None => item.kind == StackKind::Spell(id),
    }
}
