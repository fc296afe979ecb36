//! Triggered abilities (CR 603): what happened, and who noticed.

use std::ops::Deref;

use smallvec::{SmallVec, smallvec};

use crate::cards::ability::{Ability, FromZone, Removal, StaticEffect, Subject, TriggerEvent, Triggered};
use crate::cards::effect::{AbilityId, CardId, CounterKind, DelayedEvent, FilterId, Whose};
use crate::cards::type_line::Types;
use crate::turn::{Phase, Seat, Step};

use super::ability_index::{IndexedTrigger, StaticKinds};
use super::engine::{Core, Engine};
use super::filter::Viewpoint;
use super::happening::Happening;
use super::object::{ObjectId, Slot, Target, Zone};
use super::state::{About, Delayed, Feature, GameState, PendingTrigger, StackKind, When};
use super::trigger_mask::TriggerMask;

/// How often an event matches what an ability triggers on, and what each match is about: rarely more than once.
type Matches = SmallVec<[About; 1]>;

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    pub(crate) fn uses(&self, source: ObjectId, ability: AbilityId) -> u8 {
        self.s.this_turn.used.iter().find(|(s, a, _)| *s == source && *a == ability).map_or(0, |(_, _, n)| *n)
    }

    /// Whether a combat phase is in progress.
    pub(crate) fn in_combat(&self) -> bool {
        self.s.turns.phase() == Phase::Combat
    }
}

impl Engine<'_> {
    /// Something happened: abilities that wait for it trigger, once for each time the event matches.
    pub(crate) fn happened(&mut self, what: &Happening) {
        if let Happening::Cast { spell, by, .. } = what {
            self.cast_triggers(*spell, *by);
        }
        if self.s.trigger_mask.contains(what.trigger_mask()) {
            self.trigger_on(what);
            if self.s.static_kinds.contains(StaticKinds::TRIGGERS) {
                self.granted_triggers(what);
            }
        }
        if !self.s.delayed.is_empty() {
            self.delayed_triggers(what);
        }
        if self.s.monarch.is_some() {
            self.monarch_triggers(what);
        }
        if self.s.initiative.is_some() {
            self.initiative_triggers(what);
        }
    }

    fn trigger_on(&mut self, what: &Happening) {
        let occasion = what.trigger_mask();
        for at in 0..self.s.triggers.len() {
            let Some(&IndexedTrigger { source, ability, on }) = self.s.triggers.get(at) else { break };
            if !on.contains(occasion) {
                continue;
            }
            let Ability::Triggered(trigger) = self.cat.ability(ability) else { continue };
            if self.keeps_from_triggering(source, what) {
                continue;
            }
            for about in self.matches_of(trigger, source, what) {
                if self.has_batched(source, ability) {
                    continue;
                }
                for _ in 0..=self.additional_triggers(source, about.object, what) {
                    self.trigger(source, ability, trigger, about);
                }
            }
        }
    }

    /// Whether the ability has triggered on something else that moves at the same time, where that is one event (CR 603.2c).
    fn has_batched(&self, slot: Slot, ability: AbilityId) -> bool {
        !self.s.batched.is_empty() && self.s.batched.contains(&(self.s.id(slot), ability))
    }

    /// Triggered abilities that permanents have from others (CR 613.1f); of several equal ones of a permanent each.
    fn granted_triggers(&mut self, what: &Happening) {
        let grants = self.statics(StaticKinds::TRIGGERS, |effect| match effect {
            StaticEffect::GrantTrigger(to, ability) => Some((to, ability)),
            _ => None,
        });
        let mut found: Vec<(Slot, AbilityId)> = Vec::new();
        for (grantor, (to, ability)) in grants {
            let Ability::Triggered(trigger) = self.cat.ability(ability) else { continue };
            if TriggerMask::of(trigger.event).contains(what.trigger_mask()) {
                let has =
                    |slot: &Slot| self.is_granted_to(grantor, to, *slot) && !self.keeps_from_triggering(*slot, what);
                found.extend(self.s.battlefield.iter().copied().filter(has).map(|slot| (slot, ability)));
            }
        }
        for (slot, ability) in found {
            let Ability::Triggered(trigger) = self.cat.ability(ability) else { continue };
            for about in self.matches_of(trigger, slot, what) {
                if self.has_batched(slot, ability) {
                    continue;
                }
                for _ in 0..=self.additional_triggers(slot, about.object, what) {
                    self.trigger(slot, ability, trigger, about);
                }
            }
        }
    }

    /// Whether a static ability keeps abilities of the permanent in `slot` from triggering on that.
    fn keeps_from_triggering(&self, slot: Slot, what: &Happening) -> bool {
        if !self.s.static_kinds.contains(StaticKinds::TRIGGERS) {
            return false;
        }
        let about = match what {
            Happening::Entered(id) | Happening::LeftBattlefield { id, .. } => *id,
            _ => return false,
        };
        let controller = self.s.object(slot).controller;
        let mut keeping = self.statics(StaticKinds::TRIGGERS, |effect| match effect {
            StaticEffect::NoTriggers { of, event, whose } if super::doubling::is_event(event, what) => {
                Some((of, whose))
            }
            _ => None,
        });
        keeping.any(|(by, (of, whose))| self.concerns(whose, by, controller) && self.passes_as_it_was(of, about, by))
    }

    /// "When you cast this spell" works on the stack (CR 603.6).
    fn cast_triggers(&mut self, spell: ObjectId, by: Seat) {
        let card = self.s.object(spell.slot).card;
        // Storm asks how many spells have been cast before this one (CR 702.40a).
        let before = self.s.players.iter().map(|(_, player)| i32::from(player.turn.spells_cast)).sum::<i32>() - 1;
        for ability in &self.cat.card(card).abilities {
            if let Ability::Triggered(trigger) = self.cat.ability(*ability)
                && trigger.event == TriggerEvent::CastThis
            {
                let about = About { object: Some(spell), player: Some(by), number: before };
                self.trigger(spell.slot, *ability, trigger, about);
            }
        }
    }

    /// Puts the ability among the pending triggers, if its intervening if holds (CR 603.4) and its limit allows.
    fn trigger(&mut self, slot: Slot, ability: AbilityId, trigger: &Triggered, about: About) {
        let object = *self.s.object(slot);
        let source = self.s.id(slot);
        // CR 107.3m: of X what was chosen as the spell was cast that became the permanent.
        let of_casting = matches!(trigger.event, TriggerEvent::Enters(Subject::Source) | TriggerEvent::CastThis);
        let x = if of_casting && trigger.modes.is_none() { object.paid.x.into() } else { 0 };
        let at = Viewpoint { about, x, ..Viewpoint::of(object.controller, source) };
        let holds = [trigger.when, trigger.condition].into_iter().flatten().all(|c| self.holds(c, &at));
        if holds && trigger.event.is_batched() {
            self.s.batched.push((source, ability));
        }
        if !holds || trigger.once_each_turn && !self.use_once(source, ability, 1) {
            return;
        }
        let kind = StackKind::Triggered { source, ability };
        self.trigger_waits(PendingTrigger { x, ..PendingTrigger::new(kind, object.card, object.controller, about) });
    }

    /// CR 603.8: state triggers whose state is there, unless the same ability is pending or is on the stack already.
    pub(super) fn state_triggers(&mut self) {
        for at in 0..self.s.triggers.len() {
            let IndexedTrigger { source: slot, ability, on } = self.s.triggers[at];
            if !on.contains(TriggerMask::STATES) {
                continue;
            }
            let Ability::Triggered(trigger) = self.cat.ability(ability) else { continue };
            let source = self.s.id(slot);
            let this = StackKind::Triggered { source, ability };
            let already =
                self.s.pending_triggers.iter().any(|w| w.kind == this) || self.s.stack.iter().any(|i| i.kind == this);
            let (so, number) = match trigger.event {
                TriggerEvent::CountersThere(kind, n) => (self.s.counters_on(slot, kind) >= n, n.into()),
                TriggerEvent::Holds(condition) => {
                    (self.holds(condition, &Viewpoint::of(self.s.object(slot).controller, source)), 0)
                }
                _ => (false, 0),
            };
            if so && !already {
                self.trigger(slot, ability, trigger, About { object: Some(source), player: None, number });
            }
        }
    }

    /// Counts a use of an ability in this turn. False when its limit is reached already.
    pub(crate) fn use_once(&mut self, source: ObjectId, ability: AbilityId, limit: u8) -> bool {
        match self.s.this_turn.used.iter_mut().find(|(s, a, _)| *s == source && *a == ability) {
            Some((_, _, n)) if *n >= limit => false,
            Some((_, _, n)) => {
                *n += 1;
                true
            }
            None => {
                self.s.this_turn.used.push((source, ability, 1));
                true
            }
        }
    }

    /// The same for an ability of a permanent.
    fn matches_of(&self, trigger: &Triggered, slot: Slot, what: &Happening) -> Matches {
        self.matches(trigger, Me { slot, you: self.s.object(slot).controller, them: &[] }, what)
    }

    fn matches(&self, trigger: &Triggered, me: Me<'_>, what: &Happening) -> Matches {
        let slot = me.slot;
        let object = |id: ObjectId| About { object: Some(id), player: None, number: 0 };
        let once = |yes: bool, about: About| if yes { smallvec![about] } else { Matches::new() };
        match (&trigger.event, what) {
            (TriggerEvent::Enters(subject), Happening::Entered(id)) => {
                let player = self.s.get(*id).map(|o| o.controller);
                once(self.is_subject(*subject, *id, me), About { player, ..object(*id) })
            }
            (TriggerEvent::Dies(subject), Happening::LeftBattlefield { id, dies: true, .. })
            | (TriggerEvent::Exiled(subject), Happening::LeftBattlefield { id, exiled: true, .. })
            | (
                TriggerEvent::DiesOrExiled(subject),
                Happening::LeftBattlefield { id, dies: true, .. } | Happening::LeftBattlefield { id, exiled: true, .. },
            )
            | (TriggerEvent::Leaves(subject), Happening::LeftBattlefield { id, .. }) => {
                let player = self.s.get(*id).map(|o| o.controller);
                once(self.is_subject(*subject, *id, me), About { player, ..object(*id) })
            }
            (TriggerEvent::ToGraveyard(subject), Happening::ToGraveyard { id, .. }) => {
                once(self.is_subject(*subject, *id, me), object(*id))
            }
            (TriggerEvent::CardToGraveyard(filter, wanted, _), Happening::ToGraveyard { id, from }) => {
                let from = match wanted {
                    FromZone::Anywhere => true,
                    FromZone::NotBattlefield => *from != Zone::Battlefield,
                    FromZone::Library => *from == Zone::Library,
                };
                once(from && self.is_subject(Subject::Any(*filter), *id, me), object(*id))
            }
            (TriggerEvent::LeavesGraveyard(filter, _), Happening::LeavesGraveyard(id)) => {
                once(self.is_subject(Subject::Any(*filter), *id, me), object(*id))
            }
            (event, Happening::Attacked { attackers, by }) => self.attack_matches(*event, attackers, *by, me),
            (TriggerEvent::BecomesBlocked(subject), Happening::Blocked(id)) => {
                once(self.is_subject(*subject, *id, me), object(*id))
            }
            (TriggerEvent::Blocks(subject), Happening::Blocks { blocker, attacker, first }) => {
                once(*first && self.is_subject(*subject, *blocker, me), object(*attacker))
            }
            (TriggerEvent::BlocksCreature(subject, blocked), Happening::Blocks { blocker, attacker, .. }) => {
                let meant =
                    self.is_subject(*subject, *blocker, me) && self.is_subject(Subject::Any(*blocked), *attacker, me);
                once(meant, object(*attacker))
            }
            (TriggerEvent::BlockedBy(subject, by), Happening::BlockedBy { attacker, blocker }) => {
                let meant =
                    self.is_subject(*subject, *attacker, me) && self.is_subject(Subject::Any(*by), *blocker, me);
                once(meant, object(*blocker))
            }
            (TriggerEvent::Unblocked(subject), Happening::Unblocked { id, defender }) => {
                once(self.is_subject(*subject, *id, me), About { player: Some(*defender), ..object(*id) })
            }
            (TriggerEvent::CountersReach(kind, n), Happening::CountersAdded { id, kind: k, had, has }) => {
                let n = i32::from(*n);
                once(id.slot == slot && kind == k && *had < n && *has >= n, object(*id))
            }
            (TriggerEvent::Chapter(bits), Happening::CountersAdded { id, kind: CounterKind::LORE, had, has })
                if id.slot == slot =>
            {
                let chapters = (1..=8).filter(|n| bits >> (n - 1) & 1 == 1 && had < n && has >= n);
                chapters.map(|n| About { number: n, ..object(*id) }).collect()
            }
            (TriggerEvent::Room(n), Happening::RoomEntered { dungeon, room }) => {
                once(dungeon.slot == slot && n == room, object(*dungeon))
            }
            (TriggerEvent::Exerted(subject), Happening::Exerted(id))
            | (TriggerEvent::Transforms(subject), Happening::Transformed(id))
            | (TriggerEvent::BecomesTapped(subject), Happening::Tapped(id)) => {
                once(self.is_subject(*subject, *id, me), object(*id))
            }
            (TriggerEvent::BecomesMonstrous(subject), Happening::BecameMonstrous { id, number }) => {
                once(self.is_subject(*subject, *id, me), About { number: *number, ..object(*id) })
            }
            (TriggerEvent::IsDealtDamage(subject), Happening::Damaged { id, amount }) => {
                once(self.is_subject(*subject, *id, me), About { number: *amount, ..object(*id) })
            }
            (TriggerEvent::LandTappedForMana(whose), Happening::TappedForMana { id, by }) => {
                let land = self.s.recall(*id).is_some_and(|object| object.types.contains(Types::LAND));
                once(land && self.is_whose(*whose, *by, me), About { player: Some(*by), ..object(*id) })
            }
            (TriggerEvent::TappedForMana(subject), Happening::TappedForMana { id, by }) => {
                once(self.is_subject(*subject, *id, me), About { player: Some(*by), ..object(*id) })
            }
            (TriggerEvent::DamageToPlayer(subject, whose), Happening::DamagedPlayer { source, seat }) => {
                let mine = self.is_subject(*subject, *source, me) && self.is_whose(*whose, *seat, me);
                once(mine, About { player: Some(*seat), ..object(*source) })
            }
            (
                TriggerEvent::DealsDamage { what, to: asked, combat: only, exactly },
                Happening::DealtDamage { source, to, amount, combat },
            ) => {
                let (object, player) = match to {
                    Target::Object(id) => (Some(*id), None),
                    Target::Player(seat) => (None, Some(*seat)),
                };
                let meant =
                    asked.is_none_or(|filter| object.is_some_and(|id| self.is_subject(Subject::Any(filter), id, me)));
                let fits = exactly.is_none_or(|n| i32::from(n) == *amount) && (*combat || !only) && meant;
                once(fits && self.is_subject(*what, *source, me), About { object, player, number: *amount })
            }
            (TriggerEvent::DealsDamageOnce(what, only), Happening::DealtDamageTogether { source, amount, combat }) => {
                let fits = (*combat || !only) && self.is_subject(*what, *source, me);
                once(fits, About { number: *amount, ..object(*source) })
            }
            (TriggerEvent::WoundedDies, Happening::LeftBattlefield { id, dies: true, .. }) => {
                let creature = self.s.get(*id).is_some_and(|o| o.is_creature());
                let mine = creature && self.s.this_turn.wounds.contains(&(self.s.id(slot), *id));
                once(mine, object(*id))
            }
            (TriggerEvent::UntapsInUntapStep(subject), Happening::Untapped(id)) => {
                let now = self.s.turns.step() == Step::Untap && self.s.turns.is_active(me.you);
                once(now && self.is_subject(*subject, *id, me), object(*id))
            }
            (TriggerEvent::BecomesUntapped(subject), Happening::Untapped(id)) => {
                once(self.is_subject(*subject, *id, me), object(*id))
            }
            (TriggerEvent::YouUntap, Happening::UntappedTogether { by, number }) => {
                once(*by == me.you, About { object: None, player: Some(*by), number: *number })
            }
            (TriggerEvent::Sacrifices(whose, filter), Happening::Sacrificed { id, by }) => {
                let mine = self.is_whose(*whose, *by, me) && self.is_subject(Subject::Any(*filter), *id, me);
                once(mine, About { player: Some(*by), ..object(*id) })
            }
            (TriggerEvent::TurnedFaceUp(subject), Happening::TurnedFaceUp(id)) => {
                once(self.is_subject(*subject, *id, me), object(*id))
            }
            (
                TriggerEvent::Plays(whose),
                Happening::LandPlayed { land: id, by } | Happening::Cast { spell: id, by, .. },
            )
            | (TriggerEvent::Discards(whose), Happening::Discarded { card: id, by })
            | (TriggerEvent::Cycles(whose), Happening::Cycled { card: id, by }) => {
                once(self.is_whose(*whose, *by, me), About { player: Some(*by), ..object(*id) })
            }
            (TriggerEvent::PlaysFromExile(whose), Happening::LandPlayed { land: id, by }) => {
                let from_exile = self.s.players[*by].turn.land_from_exile;
                once(from_exile && self.is_whose(*whose, *by, me), About { player: Some(*by), ..object(*id) })
            }
            (TriggerEvent::PlaysFromExile(whose), Happening::Cast { spell: id, by, .. }) => {
                let from_exile = self.s.recall(*id).is_some_and(|spell| spell.paid.from == Some(Zone::Exile));
                once(from_exile && self.is_whose(*whose, *by, me), About { player: Some(*by), ..object(*id) })
            }
            (event, Happening::CombatDamage(damage)) => self.damage_matches(*event, damage, me),
            (TriggerEvent::StepBegins(step, whose), Happening::StepBegan(now)) if step_matches(*step, *now) => {
                self.of_team(self.active(), *whose, me).take(1).collect()
            }
            (TriggerEvent::StepBeginsForEach(step, whose), Happening::StepBegan(now)) if step_matches(*step, *now) => {
                self.of_team(self.active(), *whose, me).collect()
            }
            (TriggerEvent::CombatBegins(whose), Happening::CombatBegan) => {
                self.of_team(self.active(), *whose, me).take(1).collect()
            }
            (TriggerEvent::CombatBeginsForEach(whose), Happening::CombatBegan) => {
                self.of_team(self.active(), *whose, me).collect()
            }
            (event, Happening::Cast { spell, by, targets }) => self.cast_matches(*event, *spell, *by, targets, me),
            (TriggerEvent::Draws(whose, n), Happening::Drew { seat, nth, .. }) => {
                let about = About { object: None, player: Some(*seat), number: 1 };
                once((*n == 0 || u16::from(*n) == *nth) && self.is_whose(*whose, *seat, me), about)
            }
            (TriggerEvent::DrawsMore(whose), Happening::Drew { seat, first_of_step, .. }) => {
                let about = About { object: None, player: Some(*seat), number: 1 };
                once(!first_of_step && self.is_whose(*whose, *seat, me), about)
            }
            (TriggerEvent::GainsLife(whose), Happening::GainedLife { seat, amount })
            | (TriggerEvent::LosesLife(whose), Happening::LostLife { seat, amount }) => {
                let about = About { object: None, player: Some(*seat), number: *amount };
                once(self.is_whose(*whose, *seat, me), about)
            }
            (TriggerEvent::Scries(whose), Happening::Scried(seat))
            | (TriggerEvent::Searches(whose), Happening::Searched(seat)) => {
                once(self.is_whose(*whose, *seat, me), About { object: None, player: Some(*seat), number: 0 })
            }
            (
                TriggerEvent::BecomesTarget(subject, whose, only_spells),
                Happening::Targeted { id, by, spell, serial },
            ) => {
                let mine = self.is_whose(*whose, *by, me) && self.is_subject(*subject, *id, me);
                let about = About { player: Some(*by), number: *serial as i32, ..object(*id) };
                once(mine && (*spell || !only_spells), about)
            }
            (TriggerEvent::CountersPut(subject, kind, each), Happening::CountersAdded { id, kind: k, had, has }) => {
                let (mine, put) = (kind == k && self.is_subject(*subject, *id, me), has - had);
                if *each && mine {
                    (0..put).map(|_| About { number: 1, ..object(*id) }).collect()
                } else {
                    once(mine, About { number: put, ..object(*id) })
                }
            }
            (TriggerEvent::Copies(whose, filter), Happening::Copied { spell, by }) => {
                let mine = self.is_whose(*whose, *by, me) && self.is_subject(Subject::Any(*filter), *spell, me);
                once(mine, About { player: Some(*by), ..object(*spell) })
            }
            (TriggerEvent::CountersSpell(whose), Happening::CounteredSpell { by }) => {
                once(self.is_whose(*whose, *by, me), About { object: None, player: Some(*by), number: 0 })
            }
            (TriggerEvent::Activates(whose, subject), Happening::Activated { ability, of, by }) => {
                // What an ability is said to be of is a permanent, or was one as it was activated.
                let there = || self.s.recall(*of).is_some_and(|object| object.zone == Zone::Battlefield);
                let any = matches!(subject, Subject::Any(filter) if self.cat.filter(*filter).is_any());
                let mine = self.is_whose(*whose, *by, me) && (any || there() && self.is_subject(*subject, *of, me));
                once(mine, About { player: Some(*by), ..object(*ability) })
            }
            (TriggerEvent::BecomesLevel(n), Happening::LevelGained { id, level }) => {
                once(id.slot == slot && n == level, object(*id))
            }
            (TriggerEvent::DayChanges, Happening::DayChanged) => smallvec![About::default()],
            // CR 805.8: the turn or phase is the team's, and there is one of it.
            (TriggerEvent::ExtraTurnBegins(whose), Happening::ExtraTurnBegan(seat))
            | (TriggerEvent::TurnSkipped(whose), Happening::TurnSkipped(seat))
            | (TriggerEvent::PhaseAdded(whose), Happening::PhaseAdded(seat)) => {
                self.of_team(*seat, *whose, me).take(1).collect()
            }
            (TriggerEvent::CounterRemoved(kind, removal), Happening::CountersRemoved { id, kind: k, number, last }) => {
                let mine = id.slot == slot && kind == k;
                let of = |number| About { number, ..object(*id) };
                match removal {
                    Removal::Each if mine => (0..*number).map(|_| of(1)).collect(),
                    Removal::Each => Matches::new(),
                    Removal::OneOrMore => once(mine, of(*number)),
                    Removal::Last => once(mine && *last, of(1)),
                }
            }
            _ => Matches::new(),
        }
    }

    fn controls(&self, seat: Seat, id: ObjectId) -> bool {
        self.s.recall(id).is_some_and(|o| o.controller == seat)
    }

    /// The players of a team whom the trigger is about.
    fn of_team(&self, seat: Seat, whose: Whose, me: Me<'_>) -> impl Iterator<Item = About> {
        let team = self.s.turns.teams().of(seat).iter().filter(move |seat| self.is_whose(whose, *seat, me));
        team.map(|seat| About { object: None, player: Some(seat), number: 0 })
    }

    fn attack_matches(&self, event: TriggerEvent, attackers: &[(ObjectId, Seat)], by: Seat, me: Me<'_>) -> Matches {
        let one = |(id, defender): &(ObjectId, Seat)| About { object: Some(*id), player: Some(*defender), number: 0 };
        let all = || About { object: None, player: Some(by), number: attackers.len() as i32 };
        match event {
            TriggerEvent::Attacks(subject) => {
                attackers.iter().filter(|(id, _)| self.is_subject(subject, *id, me)).map(one).collect()
            }
            TriggerEvent::AttackWith(whose, filter, least) => {
                let passes = |(id, _): &&(ObjectId, Seat)| self.is_subject(Subject::Any(filter), *id, me);
                let n = attackers.iter().filter(passes).count();
                if n >= usize::from(least).max(1) && self.is_whose(whose, by, me) {
                    smallvec![About { number: n as i32, ..all() }]
                } else {
                    Matches::new()
                }
            }
            TriggerEvent::YouAttack => {
                let mine = attackers.iter().filter(|(id, _)| self.controls(me.you, *id)).count();
                if mine > 0 {
                    smallvec![About { number: mine as i32, player: Some(me.you), ..all() }]
                } else {
                    Matches::new()
                }
            }
            TriggerEvent::AttackWithPower(n) => {
                let power = self.attacking_power(attackers, me.you);
                let before = self.s.this_turn.attacked_with.iter().find(|(seat, _)| *seat == me.you);
                let first = before.is_none_or(|(_, before)| *before < i32::from(n));
                let about = About { number: power, player: Some(me.you), ..all() };
                if first && power >= i32::from(n) { smallvec![about] } else { Matches::new() }
            }
            TriggerEvent::AttacksAlone(filter) => match attackers {
                [alone] if self.is_subject(Subject::Any(filter), alone.0, me) => smallvec![one(alone)],
                _ => Matches::new(),
            },
            TriggerEvent::PlayerAttacked(whose) => {
                let mut matches = Matches::new();
                for (defender, number) in self.players_attacked(attackers) {
                    if self.is_whose(whose, defender, me) {
                        matches.push(About { number, ..all() });
                    }
                }
                matches
            }
            TriggerEvent::AttackedBy(n) if self.s.turns.are_opponents(by, me.you) => {
                let at_me =
                    attackers.iter().filter(|(id, defender)| *defender == me.you && self.attacks_player(*id)).count();
                if at_me >= usize::from(n) { smallvec![all()] } else { Matches::new() }
            }
            _ => Matches::new(),
        }
    }

    /// Which players those creatures attack, rather than planeswalkers, and with how many of them.
    fn players_attacked(&self, attackers: &[(ObjectId, Seat)]) -> SmallVec<[(Seat, i32); 2]> {
        let mut attacked = SmallVec::<[(Seat, i32); 2]>::new();
        for (_, defender) in attackers.iter().filter(|(id, _)| self.attacks_player(*id)) {
            match attacked.iter_mut().find(|(seat, _)| seat == defender) {
                Some((_, number)) => *number += 1,
                None => attacked.push((*defender, 1)),
            }
        }
        attacked
    }

    /// The total power of the attackers that the player controls.
    pub(super) fn attacking_power(&self, attackers: &[(ObjectId, Seat)], of: Seat) -> i32 {
        let theirs = attackers.iter().filter_map(|(id, _)| self.s.permanent(*id)).filter(|o| o.controller == of);
        theirs.map(|object| i32::from(object.power)).sum()
    }

    fn damage_matches(&self, event: TriggerEvent, damage: &[(ObjectId, Seat, i32)], me: Me<'_>) -> Matches {
        let one = |(id, seat, n): &(ObjectId, Seat, i32)| About { object: Some(*id), player: Some(*seat), number: *n };
        match event {
            TriggerEvent::CombatDamageToPlayer(subject) => {
                damage.iter().filter(|(id, ..)| self.is_subject(subject, *id, me)).map(one).collect()
            }
            TriggerEvent::CombatDamageOnce(filter) => {
                let mut matches = Matches::new();
                for dealt in damage.iter().filter(|(id, ..)| self.is_subject(Subject::Any(filter), *id, me)) {
                    match matches.iter_mut().find(|about| about.player == Some(dealt.1)) {
                        Some(about) => about.number = about.number.saturating_add(dealt.2),
                        None => matches.push(one(dealt)),
                    }
                }
                matches
            }
            _ => Matches::new(),
        }
    }

    fn cast_matches(&self, event: TriggerEvent, spell: ObjectId, by: Seat, targets: &[Target], me: Me<'_>) -> Matches {
        let matched = match event {
            TriggerEvent::Cast(whose, filter) => {
                self.is_whose(whose, by, me) && self.is_subject(Subject::Any(filter), spell, me)
            }
            TriggerEvent::TargetedBySpell(whose) => {
                self.is_whose(whose, by, me) && targets.contains(&Target::Object(self.s.id(me.slot)))
            }
            TriggerEvent::NthSpell(whose, n, false) => {
                self.is_whose(whose, by, me) && self.s.players[by].turn.spells_cast == u16::from(n)
            }
            TriggerEvent::CastAt(whose, filter, aimed) => {
                let hit = |target: &Target| match target {
                    Target::Object(id) => {
                        self.s.permanent(*id).is_some() && self.is_subject(Subject::Any(aimed), *id, me)
                    }
                    Target::Player(_) => false,
                };
                self.is_whose(whose, by, me)
                    && self.is_subject(Subject::Any(filter), spell, me)
                    && targets.iter().any(hit)
            }
            TriggerEvent::NthSpell(whose, n, true) => {
                let counts = self.s.recall(spell).is_some_and(|o| o.types.intersects(Types::INSTANT | Types::SORCERY));
                counts && self.is_whose(whose, by, me) && self.s.players[by].turn.instants_cast == u16::from(n)
            }
            _ => false,
        };
        if !matched {
            return Matches::new();
        }
        let instant = self.s.object(spell.slot).types.intersects(Types::INSTANT | Types::SORCERY);
        let before = self.s.players[by].turn.instants_cast.saturating_sub(instant.into());
        smallvec![About { object: Some(spell), player: Some(by), number: before.into() }]
    }

    fn is_subject(&self, subject: Subject, id: ObjectId, me: Me<'_>) -> bool {
        let source = self.s.id(me.slot);
        match subject {
            Subject::Source => id == source,
            Subject::Attached => self.s.object(me.slot).attached_to == Some(id),
            Subject::Any(filter) => self.s.recall(id).is_some_and(|object| {
                let at = Viewpoint { them: me.them, ..Viewpoint::of(me.you, source) };
                self.passes(self.cat.filter(filter), id, object, &at)
            }),
        }
    }

    fn is_whose(&self, whose: Whose, seat: Seat, me: Me<'_>) -> bool {
        match whose {
            Whose::Any => true,
            Whose::Yours | Whose::Theirs => seat == me.you,
            Whose::Others => seat != me.you,
            Whose::Opponents => self.s.turns.are_opponents(seat, me.you),
            Whose::Active => self.s.turns.is_active(seat),
            Whose::Enchanted => self.s.object(me.slot).enchants == Some(seat),
            Whose::Chosen => self.s.feature(self.s.id(me.slot)) == Some(Feature::Player(seat)),
            Whose::Team => !self.s.turns.are_opponents(seat, me.you),
        }
    }

    // ---- delayed triggers (CR 603.7) ----

    fn delayed_triggers(&mut self, what: &Happening) {
        let mut fired = Vec::new();
        let mut at = 0;
        while at < self.s.delayed.len() {
            if let When::Event(DelayedEvent::CombatDamageToTargetThisTurn(filter)) = self.s.delayed[at].when {
                fired.extend(self.damaged_again(&self.s.delayed[at], filter, what));
                at += 1;
            } else if let When::Whenever { ability, once } = self.s.delayed[at].when {
                let found = self.whenever(&self.s.delayed[at], ability, what);
                if once && !found.is_empty() {
                    self.s.delayed.remove(at);
                    fired.extend(found.into_iter().take(1));
                } else {
                    fired.extend(found);
                    at += 1;
                }
            } else if let When::Event(DelayedEvent::YouNextCastThisTurn(filter)) = self.s.delayed[at].when {
                match self.next_cast(&self.s.delayed[at], filter, what) {
                    Some(about) => {
                        let trigger = self.s.delayed.remove(at).trigger;
                        fired.push(PendingTrigger { about, ..trigger });
                    }
                    None => at += 1,
                }
            } else if self.is_due(&self.s.delayed[at], what) {
                let again = matches!(self.s.delayed[at].when, When::Event(DelayedEvent::EachCombatThisTurn));
                if again {
                    fired.push(self.s.delayed[at].trigger.clone());
                    at += 1;
                } else {
                    fired.push(self.s.delayed.remove(at).trigger);
                }
            } else {
                at += 1;
            }
        }
        for trigger in fired {
            self.trigger_waits(trigger);
        }
    }

    /// What an ability triggers by now that an effect has made for the turn.
    fn whenever(&self, delayed: &Delayed, ability: AbilityId, what: &Happening) -> Vec<PendingTrigger> {
        let (Ability::Triggered(trigger), pending) = (self.cat.ability(ability), &delayed.trigger) else {
            return Vec::new();
        };
        if !TriggerMask::of(trigger.event).contains(what.trigger_mask()) {
            return Vec::new();
        }
        let source = pending.source();
        let me = Me { slot: source.slot, you: pending.controller, them: &pending.them };
        let mut found = Vec::new();
        for about in self.matches(trigger, me, what) {
            let at =
                Viewpoint { about, x: pending.x, them: &pending.them, ..Viewpoint::of(pending.controller, source) };
            if [trigger.when, trigger.condition].into_iter().flatten().all(|c| self.holds(c, &at)) {
                found.push(PendingTrigger { about, ..pending.clone() });
            }
        }
        found
    }

    /// Abilities of that card trigger, wherever it is now.
    pub(super) fn own_triggers(
        &mut self,
        event: TriggerEvent,
        card: CardId,
        source: ObjectId,
        by: Seat,
        about: About,
        x: i32,
    ) {
        for ability in &self.cat.card(card).abilities {
            if let Ability::Triggered(trigger) = self.cat.ability(*ability)
                && trigger.event == event
            {
                let kind = StackKind::Triggered { source, ability: *ability };
                self.trigger_waits(PendingTrigger { x, ..PendingTrigger::new(kind, card, by, about) });
            }
        }
    }

    /// CR 702.29c: a card has been cycled, for that X.
    pub(super) fn cycled(&mut self, by: Seat, slot: Slot, x: i32) {
        let (card, id) = (self.s.object(slot).card, self.s.id(slot));
        let about = About { object: Some(id), player: Some(by), number: x };
        self.own_triggers(TriggerEvent::CycledThis, card, id, by, about, x);
        self.happened(&Happening::Cycled { card: id, by });
    }

    /// The spell that was waited for, if that is what was cast.
    fn next_cast(&self, delayed: &Delayed, filter: FilterId, what: &Happening) -> Option<About> {
        let Happening::Cast { spell, by, .. } = what else { return None };
        let at = Viewpoint::of(delayed.trigger.controller, delayed.trigger.source());
        let object = self.s.get(*spell)?;
        let fits = *by == delayed.trigger.controller && self.passes(self.cat.filter(filter), *spell, object, &at);
        fits.then_some(About { object: Some(*spell), player: Some(*by), number: 0 })
    }

    /// One trigger for each creature that passes and has dealt combat damage to the targeted player.
    fn damaged_again(&self, delayed: &Delayed, filter: FilterId, what: &Happening) -> Vec<PendingTrigger> {
        let Happening::CombatDamage(damage) = what else { return Vec::new() };
        let trigger = &delayed.trigger;
        let at = Viewpoint::of(trigger.controller, trigger.source());
        let target = trigger.targets.first().copied().flatten();
        let passes = |id: &ObjectId| {
            self.s.recall(*id).is_some_and(|object| self.passes(self.cat.filter(filter), *id, object, &at))
        };
        let dealt = damage.iter().filter(|(id, seat, _)| target == Some(Target::Player(*seat)) && passes(id));
        dealt
            .map(|(id, seat, n)| {
                let about = About { object: Some(*id), player: Some(*seat), number: *n };
                PendingTrigger { about, ..trigger.clone() }
            })
            .collect()
    }

    fn is_due(&self, delayed: &Delayed, what: &Happening) -> bool {
        let turn = self.s.turns.turn();
        match (delayed.when, what) {
            (When::Event(DelayedEvent::NextStep(step)), Happening::StepBegan(now)) => step_matches(step, *now),
            (When::Event(DelayedEvent::NextTurnsStep(step)), Happening::StepBegan(now)) => {
                step_matches(step, *now) && turn.number > delayed.made_in_turn
            }
            (When::Event(DelayedEvent::YourNextStep(step)), Happening::StepBegan(now)) => {
                step_matches(step, *now) && self.s.turns.is_active(delayed.trigger.controller)
            }
            (When::Event(DelayedEvent::YourNextMain), Happening::StepBegan(now)) => {
                now.is_main() && self.s.turns.is_active(delayed.trigger.controller)
            }
            (When::Event(DelayedEvent::EachCombatThisTurn), Happening::CombatBegan) => {
                turn.number == delayed.made_in_turn
            }
            (When::Event(DelayedEvent::YouNextAttackThisTurn), Happening::Attacked { attackers, .. }) => {
                attackers.iter().any(|(id, _)| self.controls(delayed.trigger.controller, *id))
                    && turn.number == delayed.made_in_turn
            }
            (When::Event(DelayedEvent::TargetDiesThisTurn), Happening::LeftBattlefield { id, dies: true, .. }) => {
                turn.number == delayed.made_in_turn
                    && delayed.trigger.targets.first() == Some(&Some(Target::Object(*id)))
            }
            (When::Event(DelayedEvent::TargetDiesOrIsExiled), Happening::LeftBattlefield { id, dies, exiled }) => {
                (*dies || *exiled) && delayed.trigger.targets.first() == Some(&Some(Target::Object(*id)))
            }
            (When::Event(DelayedEvent::SourceLeaves), Happening::LeftBattlefield { id, .. }) => {
                *id == delayed.trigger.source()
            }
            (When::EndStepOfTurn(n), Happening::StepBegan(Step::End)) => turn.number == n,
            (When::Combat(tag), Happening::CombatBegan) => self.s.turns.phase_added_by() == Some(tag),
            _ => false,
        }
    }
}

/// The permanent whose ability is being matched.
#[derive(Debug, Clone, Copy)]
struct Me<'a> {
    slot: Slot,
    you: Seat,
    /// What the effect is about that has made it.
    them: &'a [ObjectId],
}

/// "The combat damage step" means either of two.
fn step_matches(wanted: Step, now: Step) -> bool {
    wanted == now || wanted == Step::CombatDamage && now == Step::FirstStrikeDamage
}
