//! Acts at priority: passing, playing lands, casting (CR 601), activating (CR 602), making mana (CR 605).

use crate::cards::ability::{Ability, Cost, Makes};
use crate::cards::card::{Card, CastFrom};
use crate::cards::effect::{AbilityId, CostId, CounterKind, How};
use crate::cards::mana::Mana;
use crate::cards::type_line::Types;
use crate::turn::{BySeat, Interrupts, Seat, SeatSet};

use super::decision::{Choice, Decision, IllegalChoice, Item, Shape};
use super::engine::Engine;
use super::event::{GameEvent, RefusalReason};
use super::filter::Viewpoint;
use super::happening::Happening;
use super::known_idle::InstantSpeed;
use super::legal::PRIORITY;
use super::mana::{Extra, ManaSources, UsedFor};
use super::needs::{Filled, helped, tapped_for};
use super::object::{CastAs, ObjectId, Status, Target, Zone};
use super::price::{Discount, Part, Price, parts_at};
use super::state::{About, Resume, StackItem, StackKind, Stage};
use super::stops::Stops;

impl Engine<'_> {
    /// Somebody has priority: a forced or standing pass happens at once, a real choice is asked for.
    pub(super) fn priority(&mut self, stops: Option<&BySeat<Stops>>) {
        self.refresh();
        // Passing changes nothing that anybody could use: see [`super::known_idle`].
        let asleep = self.asleep(stops);
        while let Some(seat) = self.s.turns.pass_while(asleep, self.log) {
            if let Some(options) = self.real_choice(seat, stops) {
                return self.ask(seat, PRIORITY, Shape::One(options), Choice::option(0), Resume::Priority);
            }
            self.s.turns.pass(true, self.log);
        }
        self.all_passed();
    }

    /// The seats that pass at this priority by themselves: they are known to have nothing to do, or pass whatever they have.
    fn asleep(&self, stops: Option<&BySeat<Stops>>) -> SeatSet {
        let idle = self.idle(stops);
        let others = self.s.turns.living().without(idle);
        idle.or(others.iter().filter(|seat| self.passes_anyway(*seat, stops)).collect())
    }

    /// The seats that are known to have nothing to do, and are not asked where that is so.
    #[inline]
    fn idle(&self, stops: Option<&BySeat<Stops>>) -> SeatSet {
        if self.fix.rules.ask_all {
            return SeatSet::EMPTY;
        }
        let (turns, empty) = (&self.s.turns, self.s.stack.is_empty());
        let mut idle = self.log.known.idle(empty);
        if empty && turns.step().is_main() {
            // At sorcery speed there may be more to do than at instant speed.
            idle = idle.without(turns.active_team());
        }
        if let Some(stops) = stops {
            stops.iter().filter(|(_, stops)| stops.forced).for_each(|(seat, _)| idle.remove(seat));
        }
        idle
    }

    /// Whether the seat passes whatever it has to do.
    fn passes_anyway(&self, seat: Seat, stops: Option<&BySeat<Stops>>) -> bool {
        let turns = &self.s.turns;
        let decider = turns.decider(seat);
        let is_stop = self.asks_all(seat, stops) || stops.is_none_or(|stops| self.is_stop(seat, &stops[seat]));
        // CR 723.5: who decides for another is not bound by what that player passes on.
        decider == seat && (turns.yields(seat) || !is_stop) || self.s.players[decider].slow
    }

    /// Whether the seat is asked also where there is nothing to do but pass.
    #[inline]
    fn asks_all(&self, seat: Seat, stops: Option<&BySeat<Stops>>) -> bool {
        self.fix.rules.ask_all || stops.is_some_and(|stops| stops[seat].forced)
    }

    /// What a seat that is awake is to choose from; `None` when it can only pass.
    fn real_choice(&mut self, seat: Seat, stops: Option<&BySeat<Stops>>) -> Option<Vec<Item>> {
        let ask_all = self.asks_all(seat, stops);
        let mut mana_sources = None;
        if !self.reader().sorcery_timing(seat) && !ask_all && self.has_nothing(seat, &mut mana_sources) {
            return None;
        }
        let mut options = std::mem::take(&mut self.log.options);
        self.reader().priority_options(seat, &mut mana_sources, &mut options);
        if options.len() > 1 || ask_all {
            return Some(options);
        }
        self.log.options = options;
        None
    }

    /// Whether a seat has nothing it could do at instant speed; remembered until something happens.
    fn has_nothing(&mut self, seat: Seat, mana_sources: &mut Option<ManaSources>) -> bool {
        let empty = self.s.stack.is_empty();
        let could = self.log.known.known(seat, empty).unwrap_or_else(|| {
            let could = self.reader().instant_speed(seat, mana_sources);
            let fragile = could != InstantSpeed::Something && self.reader().is_fragile(seat);
            self.log.known.judged(seat, could, fragile);
            could
        });
        could == InstantSpeed::Nothing || could == InstantSpeed::OnlyAgainstSpells && empty
    }

    /// CR 117.4: the top of the stack resolves, or the step ends.
    fn all_passed(&mut self) {
        if !self.s.stack.is_empty() {
            return self.resolve_top();
        }
        if self.s.turns.round_over() {
            self.s.stage = Stage::Transition;
        } else {
            self.s.stage = Stage::Check;
        }
    }

    /// The answer to a priority.
    pub(super) fn act(&mut self, decision: &Decision, choice: &Choice) {
        let (Shape::One(options), Choice::One(index, fills)) = (&decision.shape, choice) else { return };
        let seat = decision.actor;
        let item = options.get(usize::from(*index)).copied().unwrap_or(Item::Pass);
        if item == Item::Pass {
            if self.s.turns.pass(options.len() == 1, self.log).is_none() {
                self.all_passed();
            }
            return;
        }
        let Some(filled) = self.reader().read_fills(seat, item, fills) else { return self.refuse_act(decision) };
        self.s.turns.acted();
        self.s.stage = Stage::CheckKeep;
        match item {
            Item::PlayLand(id) | Item::PlayLandBack(id) => {
                self.use_play_from(seat, item);
                self.play_land(seat, id, matches!(item, Item::PlayLandBack(_)));
            }
            Item::Foretell(id) => self.foretell(seat, id),
            Item::TurnUp(id) => self.turn_up(seat, id),
            Item::Suspend(id) => self.suspend_from_hand(seat, id, &filled),
            Item::Activate(id, ability) => self.activate(seat, id, ability, filled),
            Item::MakeMana(id, ability) => self.make_mana(seat, id, ability, &filled),
            Item::Cast(id, how) => {
                self.use_free_cast(seat, id, how);
                self.cast(seat, id, how, filled);
            }
            _ => {}
        }
    }

    /// An act whose choices can't be read is not done with other ones: it is refused, and its player passes.
    fn refuse_act(&mut self, decision: &Decision) {
        let reason = RefusalReason::Illegal(IllegalChoice::Unfilled);
        self.log.push(GameEvent::Refused { seat: decision.actor, by: decision.decider, reason });
        if self.s.turns.pass(false, self.log).is_none() {
            self.all_passed();
        }
    }

    /// CR 305.1, 505.6b: a special action; `back`: with that face up (CR 712.12).
    pub(super) fn play_land(&mut self, seat: Seat, id: ObjectId, back: bool) {
        let from_exile = self.s.object(id.slot).zone == Zone::Exile;
        let turn = &mut self.s.players[seat].turn;
        (turn.lands_played, turn.land_from_exile) = (turn.lands_played.saturating_add(1), from_exile);
        let card = self.s.object(id.slot).card;
        let face = self.cat.card(card).other_face().filter(|_| back).unwrap_or(card);
        match self.enter_as(id.slot, seat, false, face) {
            Some(object) => self.land_played(seat, object),
            None => self.waiting_is_played(id.slot),
        }
    }

    /// CR 601.2.
    pub(super) fn cast(&mut self, seat: Seat, id: ObjectId, how: How, filled: Filled) -> Option<ObjectId> {
        let x = (filled.x - 1).max(0);
        let reader = self.reader();
        let (bill, cost) = reader.spell_to_pay(seat, id, how, &filled)?;
        let mut tapped = cost.map_or_else(Vec::new, |cost| tapped_for(cost, id, &filled));
        tapped.extend(filled.bent.iter().flatten().map(|id| id.slot));
        let bent = filled.bent.as_deref().unwrap_or_default();
        let part = self.cat.card(self.s.object(id.slot).card);
        let part = part.part_cast(how).map_or(part, |part| self.cat.card(part));
        let by = helped(part).filter(|_| !bent.is_empty());
        let used_for = UsedFor::Spell(id, how);
        let payment = match by {
            Some(by) => {
                let sources = reader.mana_sources(seat);
                let sources = reader.usable(seat, &sources, used_for);
                sources.plan(reader.helped_bill(&sources, bill, &tapped, bent, by)?.bill(), &tapped)?
            }
            None => reader.plan_payment_for(seat, bill, &tapped, used_for)?,
        };
        let cost = cost.cloned();
        let spent = payment.types();
        let for_targets = reader.life_by_targets(&reader.cost_changes(seat), (id, how), &filled.targets);
        let from = self.s.object(id.slot).zone;
        // What lets itself be cast from where it is needs no permission.
        let aftermath = part.has & Card::AFTERMATH != 0;
        let by_itself = aftermath || part.way_cast(how).is_some_and(|way| way.kind.from() != CastFrom::Anywhere);
        let by_permit = self.reader().permit_for(seat, Item::Cast(id, how));
        let by_static = if by_itself { None } else { self.use_play_from(seat, Item::Cast(id, how)) };
        if how.is_for_life() {
            self.change_life(seat, -i32::from(part.mana_value));
        }
        if for_targets > 0 {
            self.change_life(seat, -for_targets);
        }
        let riders = self.riders(seat, &payment);
        self.pay(seat, &payment);
        if from == Zone::Command
            && let Some(commander) = self.s.players[seat].commanders.iter_mut().find(|c| c.slot == id.slot)
        {
            commander.casts = commander.casts.saturating_add(1);
        }
        let spell = self.put_on_stack(id, seat);
        let card = match how {
            How::FaceDown => {
                self.mask(spell.slot);
                self.cat.face_down_creature
            }
            _ => self.become_part(spell.slot, how),
        };
        // CR 702.127a: like what is cast by flashback.
        let flashback =
            aftermath || by_static.map_or(by_permit.is_some_and(|permit| permit.flashback), |by| by.flashback);
        let exiled = match by_permit {
            Some(permit) => permit.exile || flashback,
            None => aftermath || from == Zone::Graveyard && !by_itself && by_static.is_none_or(|by| by.exile),
        };
        if exiled {
            self.s.object_mut(spell.slot).status.insert(Status::EXILED_AFTERWARDS);
        }
        let extra = filled.extra.unwrap_or(0);
        self.s.object_mut(id.slot).paid = CastAs {
            how,
            extra,
            x: x as u16,
            modes: filled.modes,
            spent,
            from: Some(from),
            only_graveyard: exiled && !flashback,
        };
        let them = cost.as_ref().map_or_else(Vec::new, |cost| self.pay_rest(seat, id, cost, &filled));
        for exiled in filled.delved.iter().flatten() {
            self.move_object(exiled.slot, Zone::Exile);
        }
        for bent in filled.bent.iter().flatten() {
            self.tap(bent.slot);
        }
        let targets: Vec<Target> = filled.targets.iter().flatten().copied().collect();
        self.targeted(seat, &filled.targets, true, self.s.next_serial);
        self.put_on_top(StackItem {
            kind: StackKind::Spell(spell),
            controller: seat,
            card,
            x,
            targets: filled.targets,
            about: About::default(),
            them,
            divided: Vec::new(),
            serial: 0,
        });
        let colours = self.cat.card(card).colours;
        let noncreature = !self.s.object(spell.slot).is_creature();
        let nonartifact = !self.s.object(spell.slot).types.contains(Types::ARTIFACT);
        let instant = self.s.object(spell.slot).types.intersects(Types::INSTANT | Types::SORCERY);
        let turn = &mut self.s.players[seat].turn;
        turn.instants_cast = turn.instants_cast.saturating_add(instant.into());
        turn.nonartifacts_cast = turn.nonartifacts_cast.saturating_add(nonartifact.into());
        turn.spells_cast = turn.spells_cast.saturating_add(1);
        turn.noncreatures_cast = turn.noncreatures_cast.saturating_add(noncreature.into());
        turn.colours_cast |= colours;
        if self.cat.card(card).counts_casts {
            let cast = &mut self.s.players[seat].cast_by_name;
            match cast.iter_mut().find(|(of, _)| *of == card) {
                Some((_, n)) => *n = n.saturating_add(1),
                None => cast.push((card, 1)),
            }
        }
        self.ride(seat, spell, &riders);
        self.emit(GameEvent::SpellCast { seat, object: spell, card, from });
        self.s.turns.interrupt_others(seat, Interrupts::SPELL_CAST);
        let divides = self.cat.card(card).spell_cast(how).is_some_and(|printed| printed.divides.is_some());
        if divides && !targets.is_empty() {
            self.s.undivided.push(spell);
        }
        self.happened(&Happening::Cast { spell, by: seat, targets });
        Some(spell)
    }

    fn put_on_stack(&mut self, id: ObjectId, seat: Seat) -> ObjectId {
        self.leave_zone(id.slot);
        let object = self.s.object_mut(id.slot);
        object.incarnation += 1;
        object.zone = Zone::Stack;
        object.controller = seat;
        object.status &= Status::COMMANDER | Status::TOKEN;
        self.s.id(id.slot)
    }

    /// CR 602.2.
    fn activate(&mut self, seat: Seat, id: ObjectId, ability: AbilityId, filled: Filled) {
        let Ability::Activated(activated) = self.cat.ability(ability) else { return };
        let card = self.s.object(id.slot).card;
        let (cost, less) =
            (self.reader().activation_cost(id, activated), self.activation_reduction(seat, id, activated));
        let Some(Paid { x, them }) = self.pay_reduced(seat, id, cost, less, &filled, UsedFor::Ability(id, cost)) else {
            return;
        };
        if let Some(by) = activated.loyalty {
            self.s.this_turn.loyal.insert(seat);
            // CR 606.4: a cost.
            match by {
                1.. => self.put_counters_to_pay(id.slot, CounterKind::LOYALTY, by.into()),
                _ => {
                    self.change_counters(id.slot, CounterKind::LOYALTY, by.into());
                }
            }
        }
        if activated.power_up.is_some() || activated.exhaust {
            self.s.powered_up.push((id, ability));
        }
        if let Some(most) = self.reader().most_uses(id, activated) {
            self.use_once(id, ability, most);
        } else {
            self.use_once(id, ability, u8::MAX);
        }
        self.emit(GameEvent::AbilityActivated { seat, source: id, card, ability });
        self.targeted(seat, &filled.targets, false, self.s.next_serial);
        let serial = self.s.next_serial;
        self.put_on_top(StackItem {
            kind: StackKind::Activated { source: id, ability },
            controller: seat,
            card,
            x,
            targets: filled.targets,
            about: About::default(),
            them,
            divided: Vec::new(),
            serial: 0,
        });
        self.happened(&Happening::Activated { ability: ObjectId::of_ability(serial), of: id, by: seat });
        if activated.cycling {
            self.cycled(seat, id.slot, x);
        }
    }

    /// CR 605.3b: a mana ability resolves at once.
    fn make_mana(&mut self, seat: Seat, id: ObjectId, ability: AbilityId, filled: &Filled) {
        let Ability::Mana(mana) = self.cat.ability(ability) else { return };
        let card = self.s.object(id.slot).card;
        let types = self.could_make(mana.makes, seat, id);
        let at = Viewpoint::of(seat, id);
        let amount = match mana.makes {
            Makes::OneOf(_, n) | Makes::Many(_, n) | Makes::Mixed(_, n, _) => self.amount(n, &at),
            Makes::Devotion => filled.mana.map_or(0, |mana| self.devotion(seat, mana.set())),
            _ => 1,
        };
        let exactly = match mana.makes {
            Makes::Exactly(n) => Some(n),
            Makes::EachColourAmong(_) => Some(Mana::ALL.map(|mana| u8::from(types.contains(mana.set())))),
            _ => None,
        };
        let less = self.ability_discount(id, true);
        if self.pay_reduced(seat, id, mana.cost, less, filled, UsedFor::Ability(id, mana.cost)).is_none() {
            return;
        }
        self.emit(GameEvent::ManaAbilityActivated { seat, source: id });
        let taps = self.cat.cost(mana.cost).tap && self.s.permanent(id).is_some();
        let extra = if taps { self.reader().extra_mana(id.slot) } else { Extra::default() };
        let exactly = exactly.map(|n| n.map(|n| n.saturating_mul(extra.times)));
        let made: Vec<(Mana, i32)> = match exactly {
            _ if matches!(mana.makes, Makes::Mixed(..)) => Vec::new(),
            Some(n) => Mana::ALL.into_iter().map(|mana| (mana, n[mana as usize].into())).collect(),
            None => {
                let chosen = filled.mana.or_else(|| Mana::ALL.into_iter().find(|m| types.contains(m.set())));
                let number = amount.saturating_mul(extra.times.into()).saturating_add(extra.same.into());
                chosen.map(|mana| (mana, number)).into_iter().collect()
            }
        };
        for (made, number) in made.into_iter().filter(|(_, number)| *number > 0) {
            match mana.only {
                Some(_) => self.add_bound(seat, made, number, id, ability),
                None => self.s.players[seat].add_mana(made, number),
            }
        }
        if taps {
            self.tapped_for_mana(seat, id.slot, exactly, false);
        }
        if mana.rider.is_some()
            && mana.only.is_none()
            && let Some(made) = filled.mana.or_else(|| Mana::ALL.into_iter().find(|m| types.contains(m.set())))
        {
            self.s.ridden.push((seat, made, id, ability));
        }
        if let Some(then) = mana.then {
            self.perform(then, seat, id, card);
        }
        if let Makes::Mixed(_, _, adds) = mana.makes {
            self.perform(adds, seat, id, card);
        }
    }

    /// CR 601.2h, 602.2b: pays everything. `None` when the mana can't be paid.
    pub(crate) fn pay_cost(&mut self, seat: Seat, id: ObjectId, cost: CostId, filled: &Filled) -> Option<Paid> {
        self.pay_reduced(seat, id, cost, Discount::default(), filled, UsedFor::Cost(cost))
    }

    /// The same for less.
    fn pay_reduced(
        &mut self,
        seat: Seat,
        id: ObjectId,
        cost: CostId,
        less: Discount,
        filled: &Filled,
        used_for: UsedFor,
    ) -> Option<Paid> {
        let cat = self.cat;
        let cost = cat.cost(cost);
        let mut x = (filled.x - 1).max(0);
        let bent = filled.bent.as_deref().unwrap_or_default();
        let bill = Price::plain(&cost.mana).discounted(less).changed(-(bent.len() as i32)).at(x as u16);
        let mut tapped = tapped_for(cost, id, filled);
        tapped.extend(self.reader().spent_for_x(cost, filled));
        tapped.extend(bent.iter().map(|id| id.slot));
        let payment = self.reader().plan_payment_for(seat, bill, &tapped, used_for)?;
        self.pay(seat, &payment);
        bent.iter().for_each(|id| self.tap(id.slot));
        if cost.tap {
            self.tap(id.slot);
        }
        if cost.untap {
            self.untap(id.slot);
        }
        if let Some((kind, n)) = cost.remove_counters {
            let there = i32::from(self.s.counters_on(id.slot, kind));
            let n = n.map_or(there, i32::from);
            self.change_counters(id.slot, kind, -n);
            x = x.max(n);
        }
        if let Some((kind, n)) = cost.put_counters {
            self.put_counters_to_pay(id.slot, kind, n.into());
        }
        if let Some(kind) = cost.remove_x {
            self.change_counters(id.slot, kind, -x);
        }
        if cost.exile_graveyard {
            let exiled = filled.delved.as_deref().unwrap_or_default();
            x = x.max(exiled.len() as i32);
            for card in exiled {
                self.move_object(card.slot, Zone::Exile);
            }
        }
        if cost.crew.is_some() {
            for creature in &filled.costs {
                self.tap(creature.slot);
                self.s.this_turn.crewed.push((id, *creature));
            }
        }
        let them = self.pay_rest(seat, id, cost, filled);
        self.pay_with_source(cost, id);
        Some(Paid { x, them })
    }

    /// What needs neither mana nor the source: life, energy, objects of one's choice. Returns what was exiled or sacrificed,
    /// and what was returned, as it was.
    fn pay_rest(&mut self, seat: Seat, id: ObjectId, cost: &Cost, filled: &Filled) -> Vec<ObjectId> {
        let life = self.reader().life_of(seat, id, cost) + if cost.life_x { (filled.x - 1).max(0) } else { 0 };
        if life > 0 {
            self.change_life(seat, -life);
        }
        if cost.energy > 0 {
            self.change_energy(seat, -i32::from(cost.energy));
        }
        if cost.mill > 0 {
            self.mill_cards(seat, cost.mill.into());
        }
        if cost.discard_hand {
            self.s.players[seat].hand.clone().into_iter().for_each(|slot| self.discard(slot));
        }
        let (mut chosen, mut them) = (filled.costs.iter(), Vec::new());
        for (part, n) in parts_at(cost, filled.x - 1) {
            if let Part::Sacrifice(_) = part {
                let together: Vec<ObjectId> = chosen.by_ref().take(n.into()).copied().collect();
                self.sacrifice_together(&together);
                them.extend(together);
                continue;
            }
            for object in chosen.by_ref().take(n.into()) {
                match part {
                    Part::Sacrifice(_) => {}
                    Part::Discard(_) => self.discard(object.slot),
                    Part::ExileFromHand(_) => them.extend(self.move_object(object.slot, Zone::Exile)),
                    Part::Return(_) => {
                        self.move_object(object.slot, Zone::Hand);
                        them.push(*object);
                    }
                    Part::Grantor | Part::ExileFromGraveyard(_) => {
                        self.move_object(object.slot, Zone::Exile);
                    }
                    Part::Tap(_) => self.tap(object.slot),
                }
            }
        }
        them
    }

    fn pay_with_source(&mut self, cost: &Cost, id: ObjectId) {
        if self.s.get(id).is_none() {
            return;
        }
        if cost.sacrifice_source {
            self.sacrifice(id);
        } else if cost.exile_source {
            self.move_object(id.slot, Zone::Exile);
        } else if cost.return_source {
            self.move_object(id.slot, Zone::Hand);
        } else if cost.discard_source {
            self.discard(id.slot);
        } else if cost.bottom_source {
            self.send(id.slot, crate::cards::effect::Destination::LibraryBottom, id_owner(self, id));
        }
    }
}

/// What paying a cost has come to.
pub(crate) struct Paid {
    /// X.
    pub(crate) x: i32,
    /// What was exiled, sacrificed or returned for it.
    pub(crate) them: Vec<ObjectId>,
}

fn id_owner(engine: &Engine<'_>, id: ObjectId) -> Seat {
    engine.s.object(id.slot).owner
}
