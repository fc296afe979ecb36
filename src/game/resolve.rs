//! Resolving (CR 608): the top of the stack, and what becomes of it.

use crate::cards::ability::{Ability, FunctionsIn, Targets};
use crate::cards::card::{Modes, WayKind};
use crate::cards::effect::{AbilityId, CardId, Destination, EffectId};
use crate::turn::{Seat, Tag};

use super::engine::Engine;
use super::event::GameEvent;
use super::filter::Viewpoint;
use super::needs::spec_for;
use super::object::{ObjectId, Status, Target, Zone};
use super::state::{About, Arranged, Chosen, Frame, StackItem, StackKind, Stage};

impl Engine<'_> {
    // ---- the top of the stack ----

    pub(super) fn resolve_top(&mut self) {
        let Some(item) = self.s.stack.pop() else { return };
        self.s.stage = Stage::Check;
        self.count_resolution();
        if self.s.outcome.is_some() {
            return;
        }
        match item.kind {
            StackKind::Spell(id) => self.resolve_spell(id, item),
            StackKind::Activated { source, ability } | StackKind::Triggered { source, ability } => {
                self.resolve_ability(source, ability, item);
            }
            StackKind::Delayed { source, effect } => {
                self.emit(GameEvent::Resolved { seat: item.controller, source, card: item.card });
                self.begin_frame(effect, source, item, None);
            }
            StackKind::LoseGame { source } => {
                self.emit(GameEvent::Resolved { seat: item.controller, source, card: item.card });
                self.lose_now(item.controller, super::event::LossCause::Effect);
            }
        }
    }

    fn resolve_spell(&mut self, id: ObjectId, item: StackItem) {
        let card = self.cat.card(item.card);
        let seat = item.controller;
        let paid = self.s.object(id.slot).paid;
        let Some(spell) = card.spell_cast(paid.how).filter(|_| !card.is_permanent()) else {
            return self.resolve_permanent(id, &card.enchant, &item);
        };
        if let Some(modes) = &spell.modes {
            return self.resolve_modes(id, modes, paid.modes, item);
        }
        match self.still_legal(&spell.targets, &item, id) {
            Some(targets) => {
                self.emit(GameEvent::Resolved { seat, source: id, card: item.card });
                self.begin_frame(spell.effect, id, StackItem { targets, ..item }, Some(id));
            }
            None => self.fizzle(id, seat, item.card),
        }
    }

    /// CR 608.2b: it goes where it would go as it leaves the stack.
    fn fizzle(&mut self, id: ObjectId, seat: Seat, card: CardId) {
        self.emit(GameEvent::Fizzled { seat, source: id, card });
        let to = self.leaving_the_stack(id, Destination::Graveyard);
        self.send(id.slot, to, seat);
    }

    /// CR 608.3: it enters; an Aura attached to its target (CR 303.4a).
    fn resolve_permanent(&mut self, id: ObjectId, enchant: &Targets, item: &StackItem) {
        let seat = item.controller;
        let Some(targets) = self.still_legal(enchant, item, id) else { return self.fizzle(id, seat, item.card) };
        self.emit(GameEvent::Resolved { seat, source: id, card: item.card });
        if let Some(effect) = self.enters_as_copy(id.slot) {
            return self.begin_frame(effect, id, item.clone(), Some(id));
        }
        let host = targets.first().copied().flatten();
        if self.enter_attached(id.slot, seat, host).is_none() {
            self.move_object(id.slot, Zone::Graveyard);
        }
    }

    /// CR 700.2: the chosen modes in printed order, each with its own targets; the last one takes the spell off the stack.
    fn resolve_modes(&mut self, id: ObjectId, modes: &Modes, chosen: u16, item: StackItem) {
        let (mut frames, mut rest) = (Vec::new(), item.targets.as_slice());
        let (mut had, mut any) = (false, false);
        let of: Vec<&(EffectId, Targets)> = modes.chosen(chosen).collect();
        for (at, (effect, specs)) in of.iter().enumerate() {
            // A mode with any number of targets has what the others leave.
            let later: usize = of[at + 1..].iter().map(|(_, specs)| specs.len()).sum();
            let many = specs.iter().any(|spec| spec.many);
            let n = if many { rest.len().saturating_sub(later) } else { specs.len() };
            let (own, more) = rest.split_at(n.min(rest.len()));
            rest = more;
            let part = StackItem { targets: own.to_vec(), ..item.clone() };
            had |= own.iter().any(Option::is_some);
            let targets = self.still_legal(specs, &part, id);
            any |= targets.as_ref().is_some_and(|t| t.iter().any(Option::is_some));
            let targets = targets.unwrap_or_else(|| vec![None; specs.len()]);
            frames.push(Frame::new(*effect, id, StackItem { targets, ..part }));
        }
        if had && !any || frames.is_empty() {
            return self.fizzle(id, item.controller, item.card);
        }
        self.emit(GameEvent::Resolved { seat: item.controller, source: id, card: item.card });
        if let Some(last) = frames.last_mut() {
            last.resolves = Some(id);
        }
        self.s.frames.extend(frames.into_iter().rev());
    }

    /// Where a spell goes that would go there as it leaves the stack: what is cast by flashback is exiled instead of going anywhere
    /// else (CR 702.34a), other spells that were let be cast from where they lay only instead of going to a graveyard.
    pub(super) fn leaving_the_stack(&self, id: ObjectId, to: Destination) -> Destination {
        let object = self.s.object(id.slot);
        let way = self.cat.card(object.card).way_cast(object.paid.how);
        let by_flashback = way.is_some_and(|way| way.kind == WayKind::Flashback)
            || object.is(Status::EXILED_AFTERWARDS) && !object.paid.only_graveyard;
        let exiled = by_flashback || object.is(Status::EXILED_AFTERWARDS) && to == Destination::Graveyard;
        if exiled { Destination::Exile } else { to }
    }

    fn resolve_ability(&mut self, source: ObjectId, ability: AbilityId, item: StackItem) {
        let (effect, targets, condition) = match self.cat.ability(ability) {
            Ability::Activated(a) => (a.effect, &a.targets, None),
            // What also works from the command zone says "if it is there" (CR 603.4), of the card wherever of the two it is.
            Ability::Triggered(t)
                if t.from == FunctionsIn::BattlefieldOrCommand
                    && !matches!(self.s.object(source.slot).zone, Zone::Battlefield | Zone::Command) =>
            {
                return self.emit(GameEvent::Fizzled { seat: item.controller, source, card: item.card });
            }
            Ability::Triggered(t) => match t.modes.as_ref().and_then(|m| m.of.get((item.x - 1) as usize)) {
                Some((effect, targets)) => (*effect, targets, t.condition),
                None => (t.effect, &t.targets, t.condition),
            },
            _ => return,
        };
        let seat = item.controller;
        let holds = condition.is_none_or(|c| {
            let of = Viewpoint::of(seat, source);
            self.holds(c, &Viewpoint { about: item.about, targets: &item.targets, x: item.x, ..of })
        });
        let legal = self.still_legal(targets, &item, source);
        match legal.filter(|_| holds) {
            Some(targets) => {
                self.emit(GameEvent::Resolved { seat, source, card: item.card });
                self.begin_frame(effect, source, StackItem { targets, ..item }, None);
            }
            None => self.emit(GameEvent::Fizzled { seat, source, card: item.card }),
        }
    }

    /// CR 608.2b: targets that are no longer legal are forgotten; `None` when there were some and all are.
    fn still_legal(&self, specs: &Targets, item: &StackItem, source: ObjectId) -> Option<Chosen> {
        let of = Viewpoint::of(item.controller, source);
        let at = Viewpoint { about: item.about, x: item.x, targets: &item.targets, ..of };
        let still = |(n, t): (usize, &Option<Target>)| {
            t.filter(|t| spec_for(specs, n).is_some_and(|spec| self.is_legal_target(spec, *t, &at)))
        };
        let legal: Chosen = item.targets.iter().enumerate().map(still).collect();
        let had = item.targets.iter().any(Option::is_some);
        let fails = had && legal.iter().all(Option::is_none) && !specs.iter().any(|spec| spec.unfailing);
        (!fails).then_some(legal)
    }

    fn begin_frame(&mut self, effect: EffectId, source: ObjectId, item: StackItem, resolves: Option<ObjectId>) {
        self.s.frames.push(Frame { resolves, ..Frame::new(effect, source, item) });
    }

    /// Performs an effect that uses no stack, once the instruction in progress is done: what a replacement adds, the
    /// price of mana.
    pub(crate) fn perform(&mut self, effect: EffectId, you: Seat, source: ObjectId, card: CardId) {
        let item = StackItem {
            kind: StackKind::Delayed { source, effect },
            controller: you,
            card,
            x: 0,
            targets: Chosen::new(),
            about: About::default(),
            them: Vec::new(),
            divided: Vec::new(),
            serial: u32::MAX,
        };
        self.log.forget_known();
        self.s.soon.push(Frame::new(effect, source, item));
    }

    /// Performs an effect of so many that no card has printed.
    pub(super) fn perform_of(&mut self, effect: EffectId, you: Seat, x: i32) {
        self.perform_free(effect, you);
        if let Some(frame) = self.s.soon.last_mut() {
            frame.x = x;
        }
    }

    /// Performs a scripted effect: it has no card and no source.
    pub(crate) fn perform_free(&mut self, effect: EffectId, you: Seat) {
        self.perform(effect, you, ObjectId { slot: u16::MAX, incarnation: 0 }, CardId::NONE);
    }

    /// Keeps what the turn structure will hand back as a tag. The same arrangement has the same tag.
    pub(super) fn arrange(&mut self, what: Arranged) -> Tag {
        let known = self.s.arranged.iter().position(|a| *a == what);
        let at = known.unwrap_or_else(|| {
            self.s.arranged.push(what);
            self.s.arranged.len() - 1
        });
        Tag(ARRANGED | at as u32)
    }

    /// Performs what a tag of the turn structure stands for: what was arranged, or an effect of the active player.
    pub(super) fn perform_tagged(&mut self, tag: Tag) {
        if tag.0 & ARRANGED == 0 {
            let active = self.active();
            if self.s.turns.is_living(active) {
                self.perform_free(EffectId(tag.0), active);
            }
            return;
        }
        let arranged = self.s.arranged.get((tag.0 & !ARRANGED) as usize).copied();
        if let Some(Arranged { effect, by, source, card }) = arranged.filter(|a| self.s.turns.is_living(a.by)) {
            self.perform(effect, by, source, card);
        }
    }
}

/// What marks the tag of an arrangement, by its place.
const ARRANGED: u32 = 1 << 31;

/// An effect of the player who is active when its time has come, as a tag for the turn structure to hand back.
pub(super) fn later(effect: EffectId) -> Tag {
    Tag(effect.0)
}
