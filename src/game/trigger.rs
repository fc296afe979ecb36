//! Triggered abilities (CR 603): what happened, who noticed, and the way to the stack.

use std::ops::Deref;

use bitflags::bitflags;
use serde::{Deserialize, Serialize};

use crate::cards::ability::{Ability, StaticEffect, Subject, TargetSpec, Targets, TriggerEvent, Triggered};
use crate::cards::card::Modes;
use crate::cards::effect::{AbilityId, AmountId, CounterKind, DelayedEvent, Whose};
use crate::turn::{Interrupts, Phase, Seat, Step};

use super::decision::{Choice, Constraint, Decision, DecisionKind, Item, Shape};
use super::engine::{Core, Engine, chosen_items};
use super::event::GameEvent;
use super::filter::Viewpoint;
use super::object::{ObjectId, Slot, Target};
use super::state::{About, Chosen, Delayed, GameState, Resume, StackItem, StackKind, Waiting, When};

/// Something that abilities may trigger on.
#[derive(Debug, Clone)]
pub(crate) enum Happening {
    Entered(ObjectId),
    /// About to leave: still on the battlefield (CR 603.10a).
    LeftBattlefield {
        id: ObjectId,
        dies: bool,
        exiled: bool,
    },
    ToGraveyard(ObjectId),
    Attacked {
        attackers: Vec<(ObjectId, Seat)>,
        by: Seat,
    },
    Blocked(ObjectId),
    Blocks {
        blocker: ObjectId,
        attacker: ObjectId,
    },
    CountersAdded {
        id: ObjectId,
        kind: CounterKind,
        had: i32,
        has: i32,
    },
    Exerted(ObjectId),
    Tapped(ObjectId),
    LandTappedForMana {
        id: ObjectId,
        by: Seat,
    },
    /// Damage of any kind.
    DamagedPlayer {
        source: ObjectId,
        seat: Seat,
    },
    /// Combat damage dealt to players in one combat damage step, all of it.
    CombatDamage(Vec<(ObjectId, Seat, i32)>),
    StepBegan(Step),
    CombatBegan,
    Cast {
        spell: ObjectId,
        by: Seat,
        targets: Vec<Target>,
    },
    Drew {
        seat: Seat,
        nth: u16,
    },
    GainedLife {
        seat: Seat,
        amount: i32,
    },
    /// Became untapped.
    Untapped(ObjectId),
    /// So many permanents of an active player untapped in the untap step.
    UntappedTogether {
        by: Seat,
        number: i32,
    },
    TurnedFaceUp(ObjectId),
    Sacrificed {
        id: ObjectId,
        by: Seat,
    },
    LandPlayed {
        land: ObjectId,
        by: Seat,
    },
    Discarded {
        card: ObjectId,
        by: Seat,
    },
    Scried(Seat),
    ExtraTurnBegan(Seat),
    TurnSkipped(Seat),
    PhaseAdded(Seat),
    CountersRemoved {
        id: ObjectId,
        kind: CounterKind,
        number: i32,
        last: bool,
    },
}

bitflags! {
    /// What is only looked for when some permanent waits for it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
    pub(crate) struct Watches: u16 {
        const TAPS = 1;
        const DAMAGE = 2;
        const WOUNDS = 4;
        const MANA = 8;
        /// Lands that make more mana.
        const MORE_MANA = 16;
        const COUNTERS = 32;
        const UNTAPS = 64;
        /// Statics that are rare, and asked about often: about players, graveyards, ward, one type that untaps.
        const RARE = 128;
        /// Statics that change what spells cost.
        const COSTS = 256;
        /// Statics that limit how many spells are cast.
        const SPELL_LIMITS = 512;
        /// State triggers (CR 603.8).
        const STATES = 1024;
        /// Statics that grant abilities.
        const GRANTS = 2048;
        /// Draws and draw steps that may be skipped for something else.
        const SKIPS = 4096;
        /// Statics that change power, toughness, types or keywords.
        const CONTINUOUS = 8192;
    }
}

impl Watches {
    /// What a static ability of that kind needs to be looked for.
    pub(crate) const fn of_static(effect: StaticEffect) -> Watches {
        match effect {
            StaticEffect::LandsMakeMore => Watches::MORE_MANA,
            StaticEffect::CostChange { .. } => Watches::COSTS,
            StaticEffect::SpellLimit { .. } => Watches::SPELL_LIMITS,
            StaticEffect::Pump { .. }
            | StaticEffect::PumpAttached { .. }
            | StaticEffect::NotCreature
            | StaticEffect::Size(..)
            | StaticEffect::Ascend => Watches::CONTINUOUS,
            StaticEffect::Grant(..) => Watches::GRANTS,
            StaticEffect::MaySkipDrawStep(_) | StaticEffect::MaySkipDraw(_) => Watches::SKIPS,
            StaticEffect::NoLifeGain(_)
            | StaticEffect::NoDraw(_)
            | StaticEffect::PlayerShroud
            | StaticEffect::PlayerShield
            | StaticEffect::GraveyardToExile(_)
            | StaticEffect::Ward(..)
            | StaticEffect::UntapOneType => Watches::RARE,
            _ => Watches::empty(),
        }
    }

    /// What an ability that triggers so waits for.
    pub(crate) const fn of(event: TriggerEvent) -> Watches {
        match event {
            TriggerEvent::BecomesTapped(_) => Watches::TAPS,
            TriggerEvent::UntapsInUntapStep(_) | TriggerEvent::YouUntap => Watches::UNTAPS,
            TriggerEvent::CountersThere(..) => Watches::STATES,
            TriggerEvent::DamageToPlayer(..) => Watches::DAMAGE,
            TriggerEvent::WoundedDies => Watches::WOUNDS,
            TriggerEvent::CountersReach(..) => Watches::COUNTERS,
            TriggerEvent::LandTappedForMana(_) => Watches::MANA,
            _ => Watches::empty(),
        }
    }
}

bitflags! {
    /// Kinds of things that happen: which of them an ability could trigger on at all.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    struct Occasions: u32 {
        const ENTERED = 1;
        const LEFT_BATTLEFIELD = 1 << 1;
        const TO_GRAVEYARD = 1 << 2;
        const ATTACKED = 1 << 3;
        const BLOCKED = 1 << 4;
        const BLOCKS = 1 << 5;
        const COUNTERS_ADDED = 1 << 6;
        const EXERTED = 1 << 7;
        const TAPPED = 1 << 8;
        const LAND_TAPPED_FOR_MANA = 1 << 9;
        const DAMAGED_PLAYER = 1 << 10;
        const COMBAT_DAMAGE = 1 << 11;
        const STEP_BEGAN = 1 << 12;
        const COMBAT_BEGAN = 1 << 13;
        const CAST = 1 << 14;
        const DREW = 1 << 15;
        const GAINED_LIFE = 1 << 16;
        const UNTAPPED = 1 << 17;
        const TURNED_FACE_UP = 1 << 18;
        const SACRIFICED = 1 << 19;
        const LAND_PLAYED = 1 << 20;
        const DISCARDED = 1 << 21;
        const SCRIED = 1 << 22;
        const EXTRA_TURN_BEGAN = 1 << 23;
        const TURN_SKIPPED = 1 << 24;
        const PHASE_ADDED = 1 << 25;
        const COUNTERS_REMOVED = 1 << 26;
        const UNTAPPED_TOGETHER = 1 << 27;
    }
}

impl Occasions {
    /// On what an ability that triggers so could trigger.
    const fn of(event: TriggerEvent) -> Occasions {
        match event {
            TriggerEvent::Enters(_) => Occasions::ENTERED,
            TriggerEvent::Dies(_) | TriggerEvent::Leaves(_) | TriggerEvent::WoundedDies => Occasions::LEFT_BATTLEFIELD,
            TriggerEvent::ToGraveyard(_) => Occasions::TO_GRAVEYARD,
            TriggerEvent::Attacks(_)
            | TriggerEvent::YouAttack
            | TriggerEvent::AttacksAlone(_)
            | TriggerEvent::AttackedBy(_) => Occasions::ATTACKED,
            TriggerEvent::BecomesBlocked(_) => Occasions::BLOCKED,
            TriggerEvent::Blocks(_) => Occasions::BLOCKS,
            TriggerEvent::CountersReach(..) => Occasions::COUNTERS_ADDED,
            TriggerEvent::Exerted(_) => Occasions::EXERTED,
            TriggerEvent::BecomesTapped(_) => Occasions::TAPPED,
            TriggerEvent::LandTappedForMana(_) => Occasions::LAND_TAPPED_FOR_MANA,
            TriggerEvent::DamageToPlayer(..) => Occasions::DAMAGED_PLAYER,
            TriggerEvent::CombatDamageToPlayer(_) | TriggerEvent::CombatDamageOnce(_) => Occasions::COMBAT_DAMAGE,
            TriggerEvent::StepBegins(..) => Occasions::STEP_BEGAN,
            TriggerEvent::CombatBegins(_) => Occasions::COMBAT_BEGAN,
            TriggerEvent::Cast(..) | TriggerEvent::TargetedBySpell(_) | TriggerEvent::NthSpell(..) => Occasions::CAST,
            TriggerEvent::Plays(_) => Occasions::CAST.union(Occasions::LAND_PLAYED),
            TriggerEvent::Draws(..) => Occasions::DREW,
            TriggerEvent::GainsLife(_) => Occasions::GAINED_LIFE,
            TriggerEvent::UntapsInUntapStep(_) => Occasions::UNTAPPED,
            TriggerEvent::YouUntap => Occasions::UNTAPPED_TOGETHER,
            TriggerEvent::TurnedFaceUp(_) => Occasions::TURNED_FACE_UP,
            TriggerEvent::Sacrifices(..) => Occasions::SACRIFICED,
            TriggerEvent::Discards(_) => Occasions::DISCARDED,
            TriggerEvent::Scries(_) => Occasions::SCRIED,
            TriggerEvent::ExtraTurnBegins(_) => Occasions::EXTRA_TURN_BEGAN,
            TriggerEvent::TurnSkipped(_) => Occasions::TURN_SKIPPED,
            TriggerEvent::PhaseAdded(_) => Occasions::PHASE_ADDED,
            TriggerEvent::CounterRemoved(..) => Occasions::COUNTERS_REMOVED,
            // These trigger on nothing that happens to permanents.
            TriggerEvent::CastThis | TriggerEvent::MiracleDrawn | TriggerEvent::CountersThere(..) => Occasions::empty(),
        }
    }
}

impl Happening {
    /// Its kind.
    const fn occasion(&self) -> Occasions {
        match self {
            Happening::Entered(_) => Occasions::ENTERED,
            Happening::LeftBattlefield { .. } => Occasions::LEFT_BATTLEFIELD,
            Happening::ToGraveyard(_) => Occasions::TO_GRAVEYARD,
            Happening::Attacked { .. } => Occasions::ATTACKED,
            Happening::Blocked(_) => Occasions::BLOCKED,
            Happening::Blocks { .. } => Occasions::BLOCKS,
            Happening::CountersAdded { .. } => Occasions::COUNTERS_ADDED,
            Happening::Exerted(_) => Occasions::EXERTED,
            Happening::Tapped(_) => Occasions::TAPPED,
            Happening::LandTappedForMana { .. } => Occasions::LAND_TAPPED_FOR_MANA,
            Happening::DamagedPlayer { .. } => Occasions::DAMAGED_PLAYER,
            Happening::CombatDamage(_) => Occasions::COMBAT_DAMAGE,
            Happening::StepBegan(_) => Occasions::STEP_BEGAN,
            Happening::CombatBegan => Occasions::COMBAT_BEGAN,
            Happening::Cast { .. } => Occasions::CAST,
            Happening::Drew { .. } => Occasions::DREW,
            Happening::GainedLife { .. } => Occasions::GAINED_LIFE,
            Happening::Untapped(_) => Occasions::UNTAPPED,
            Happening::UntappedTogether { .. } => Occasions::UNTAPPED_TOGETHER,
            Happening::TurnedFaceUp(_) => Occasions::TURNED_FACE_UP,
            Happening::Sacrificed { .. } => Occasions::SACRIFICED,
            Happening::LandPlayed { .. } => Occasions::LAND_PLAYED,
            Happening::Discarded { .. } => Occasions::DISCARDED,
            Happening::Scried(_) => Occasions::SCRIED,
            Happening::ExtraTurnBegan(_) => Occasions::EXTRA_TURN_BEGAN,
            Happening::TurnSkipped(_) => Occasions::TURN_SKIPPED,
            Happening::PhaseAdded(_) => Occasions::PHASE_ADDED,
            Happening::CountersRemoved { .. } => Occasions::COUNTERS_REMOVED,
        }
    }
}

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
    /// Something happened: abilities that watch for it trigger, once for each time the event matches.
    pub(crate) fn happened(&mut self, what: &Happening) {
        if let Happening::Cast { spell, by, .. } = what {
            self.cast_triggers(*spell, *by);
        }
        let occasion = what.occasion();
        for at in 0..self.s.watchers.len() {
            let Some(&(slot, ability)) = self.s.watchers.get(at) else { break };
            let Ability::Triggered(trigger) = self.cat.ability(ability) else { continue };
            if !Occasions::of(trigger.event).contains(occasion) {
                continue;
            }
            for about in self.matches(trigger, slot, what) {
                self.trigger(slot, ability, trigger, about);
            }
        }
        if !self.s.delayed.is_empty() {
            self.delayed_triggers(what);
        }
        if self.s.monarch.is_some() {
            self.monarch_triggers(what);
        }
    }

    /// "When you cast this spell" works on the stack (CR 603.6).
    fn cast_triggers(&mut self, spell: ObjectId, by: Seat) {
        let card = self.s.object(spell.slot).card;
        for ability in &self.cat.card(card).abilities {
            if let Ability::Triggered(trigger) = self.cat.ability(*ability)
                && trigger.event == TriggerEvent::CastThis
            {
                let about = About { object: Some(spell), player: Some(by), number: 0 };
                self.trigger(spell.slot, *ability, trigger, about);
            }
        }
    }

    /// Puts the ability among those that wait, if its intervening if holds (CR 603.4) and its limit allows.
    fn trigger(&mut self, slot: Slot, ability: AbilityId, trigger: &Triggered, about: About) {
        let object = *self.s.object(slot);
        let source = self.s.id(slot);
        let holds = trigger.condition.is_none_or(|c| {
            let at = Viewpoint { about, ..Viewpoint::of(object.controller, source) };
            self.holds(c, &at)
        });
        if !holds || trigger.once_each_turn && !self.use_once(source, ability, 1) {
            return;
        }
        self.s.waiting.push(Waiting {
            kind: StackKind::Triggered { source, ability },
            card: object.card,
            controller: object.controller,
            about,
            x: 0,
            targets: Chosen::new(),
            them: Vec::new(),
            divided: Vec::new(),
            ordered: false,
            aimed: false,
        });
    }

    /// CR 603.8: state triggers whose state is there, unless the same ability waits or is on the stack already.
    pub(super) fn state_triggers(&mut self) {
        for at in 0..self.s.watchers.len() {
            let (slot, ability) = self.s.watchers[at];
            let Ability::Triggered(trigger) = self.cat.ability(ability) else { continue };
            let TriggerEvent::CountersThere(kind, n) = trigger.event else { continue };
            let source = self.s.id(slot);
            let this = StackKind::Triggered { source, ability };
            let already = self.s.waiting.iter().any(|w| w.kind == this) || self.s.stack.iter().any(|i| i.kind == this);
            if self.s.counters_on(slot, kind) >= n && !already {
                self.trigger(slot, ability, trigger, About { object: Some(source), player: None, number: n.into() });
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

    fn matches(&self, trigger: &Triggered, slot: Slot, what: &Happening) -> Vec<About> {
        let me = Me { slot, you: self.s.object(slot).controller };
        let object = |id: ObjectId| About { object: Some(id), player: None, number: 0 };
        let once = |yes: bool, about: About| if yes { vec![about] } else { Vec::new() };
        match (&trigger.event, what) {
            (TriggerEvent::Enters(subject), Happening::Entered(id)) => {
                once(self.is_subject(*subject, *id, me), object(*id))
            }
            (TriggerEvent::Dies(subject), Happening::LeftBattlefield { id, dies: true, .. })
            | (TriggerEvent::Leaves(subject), Happening::LeftBattlefield { id, .. }) => {
                let player = self.s.get(*id).map(|o| o.controller);
                once(self.is_subject(*subject, *id, me), About { player, ..object(*id) })
            }
            (TriggerEvent::ToGraveyard(subject), Happening::ToGraveyard(id)) => {
                once(self.is_subject(*subject, *id, me), object(*id))
            }
            (event, Happening::Attacked { attackers, by }) => self.attack_matches(*event, attackers, *by, me),
            (TriggerEvent::BecomesBlocked(subject), Happening::Blocked(id)) => {
                once(self.is_subject(*subject, *id, me), object(*id))
            }
            (TriggerEvent::Blocks(subject), Happening::Blocks { blocker, attacker }) => {
                once(self.is_subject(*subject, *blocker, me), object(*attacker))
            }
            (TriggerEvent::CountersReach(kind, n), Happening::CountersAdded { id, kind: k, had, has }) => {
                let n = i32::from(*n);
                once(id.slot == slot && kind == k && *had < n && *has >= n, object(*id))
            }
            (TriggerEvent::Exerted(subject), Happening::Exerted(id))
            | (TriggerEvent::BecomesTapped(subject), Happening::Tapped(id)) => {
                once(self.is_subject(*subject, *id, me), object(*id))
            }
            (TriggerEvent::LandTappedForMana(whose), Happening::LandTappedForMana { id, by }) => {
                once(self.is_whose(*whose, *by, me), About { player: Some(*by), ..object(*id) })
            }
            (TriggerEvent::DamageToPlayer(subject, whose), Happening::DamagedPlayer { source, seat }) => {
                let mine = self.is_subject(*subject, *source, me) && self.is_whose(*whose, *seat, me);
                once(mine, About { player: Some(*seat), ..object(*source) })
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
            | (TriggerEvent::Discards(whose), Happening::Discarded { card: id, by }) => {
                once(self.is_whose(*whose, *by, me), About { player: Some(*by), ..object(*id) })
            }
            (event, Happening::CombatDamage(damage)) => self.damage_matches(*event, damage, me),
            (TriggerEvent::StepBegins(step, whose), Happening::StepBegan(now)) => {
                if step_matches(*step, *now) {
                    self.of_active(*whose, me)
                } else {
                    Vec::new()
                }
            }
            (TriggerEvent::CombatBegins(whose), Happening::CombatBegan) => self.of_active(*whose, me),
            (event, Happening::Cast { spell, by, targets }) => self.cast_matches(*event, *spell, *by, targets, me),
            (TriggerEvent::Draws(whose, n), Happening::Drew { seat, nth }) => {
                let about = About { object: None, player: Some(*seat), number: 1 };
                once((*n == 0 || u16::from(*n) == *nth) && self.is_whose(*whose, *seat, me), about)
            }
            (TriggerEvent::GainsLife(whose), Happening::GainedLife { seat, amount }) => {
                let about = About { object: None, player: Some(*seat), number: *amount };
                once(self.is_whose(*whose, *seat, me), about)
            }
            (TriggerEvent::Scries(whose), Happening::Scried(seat))
            | (TriggerEvent::ExtraTurnBegins(whose), Happening::ExtraTurnBegan(seat))
            | (TriggerEvent::TurnSkipped(whose), Happening::TurnSkipped(seat))
            | (TriggerEvent::PhaseAdded(whose), Happening::PhaseAdded(seat)) => {
                once(self.is_whose(*whose, *seat, me), About { object: None, player: Some(*seat), number: 0 })
            }
            (
                TriggerEvent::CounterRemoved(kind, only_last),
                Happening::CountersRemoved { id, kind: k, number, last },
            ) => {
                let mine = id.slot == slot && kind == k && (!only_last || *last);
                // Of several removed at once each is a removal of its own, but only one is the last.
                let times = if !mine {
                    0
                } else if *only_last {
                    1
                } else {
                    *number
                };
                (0..times).map(|_| About { number: 1, ..object(*id) }).collect()
            }
            _ => Vec::new(),
        }
    }

    fn controls(&self, seat: Seat, id: ObjectId) -> bool {
        self.s.recall(id).is_some_and(|o| o.controller == seat)
    }

    /// For each active player whom the trigger is about: a step of "each opponent" comes once for each (CR 805.4d).
    fn of_active(&self, whose: Whose, me: Me) -> Vec<About> {
        let active = self.s.turns.active_team().iter();
        let about = |seat| About { object: None, player: Some(seat), number: 0 };
        active.filter(|seat| self.is_whose(whose, *seat, me)).map(about).collect()
    }

    fn attack_matches(&self, event: TriggerEvent, attackers: &[(ObjectId, Seat)], by: Seat, me: Me) -> Vec<About> {
        let one = |(id, defender): &(ObjectId, Seat)| About { object: Some(*id), player: Some(*defender), number: 0 };
        let all = || About { object: None, player: Some(by), number: attackers.len() as i32 };
        match event {
            TriggerEvent::Attacks(subject) => {
                attackers.iter().filter(|(id, _)| self.is_subject(subject, *id, me)).map(one).collect()
            }
            TriggerEvent::YouAttack => {
                let mine = attackers.iter().filter(|(id, _)| self.controls(me.you, *id)).count();
                if mine > 0 { vec![About { number: mine as i32, player: Some(me.you), ..all() }] } else { Vec::new() }
            }
            TriggerEvent::AttacksAlone(filter) => match attackers {
                [alone] if self.is_subject(Subject::Any(filter), alone.0, me) => vec![one(alone)],
                _ => Vec::new(),
            },
            TriggerEvent::AttackedBy(n) if self.s.turns.are_opponents(by, me.you) => {
                let at_me =
                    attackers.iter().filter(|(id, defender)| *defender == me.you && self.attacks_player(*id)).count();
                if at_me >= usize::from(n) { vec![all()] } else { Vec::new() }
            }
            _ => Vec::new(),
        }
    }

    fn damage_matches(&self, event: TriggerEvent, damage: &[(ObjectId, Seat, i32)], me: Me) -> Vec<About> {
        let one = |(id, seat, n): &(ObjectId, Seat, i32)| About { object: Some(*id), player: Some(*seat), number: *n };
        match event {
            TriggerEvent::CombatDamageToPlayer(subject) => {
                damage.iter().filter(|(id, ..)| self.is_subject(subject, *id, me)).map(one).collect()
            }
            TriggerEvent::CombatDamageOnce(filter) => damage
                .iter()
                .filter(|(id, ..)| self.is_subject(Subject::Any(filter), *id, me))
                .map(one)
                .take(1)
                .collect(),
            _ => Vec::new(),
        }
    }

    fn cast_matches(&self, event: TriggerEvent, spell: ObjectId, by: Seat, targets: &[Target], me: Me) -> Vec<About> {
        let matched = match event {
            TriggerEvent::Cast(whose, filter) => {
                self.is_whose(whose, by, me) && self.is_subject(Subject::Any(filter), spell, me)
            }
            TriggerEvent::TargetedBySpell(whose) => {
                self.is_whose(whose, by, me) && targets.contains(&Target::Object(self.s.id(me.slot)))
            }
            TriggerEvent::NthSpell(whose, n) => {
                self.is_whose(whose, by, me) && self.s.players[by].turn.spells_cast == u16::from(n)
            }
            _ => false,
        };
        if matched { vec![About { object: Some(spell), player: Some(by), number: 0 }] } else { Vec::new() }
    }

    fn is_subject(&self, subject: Subject, id: ObjectId, me: Me) -> bool {
        let source = self.s.id(me.slot);
        match subject {
            Subject::Source => id == source,
            Subject::Attached => self.s.object(me.slot).attached_to == Some(id),
            Subject::Any(filter) => self
                .s
                .recall(id)
                .is_some_and(|object| self.passes(self.cat.filter(filter), id, object, &Viewpoint::of(me.you, source))),
        }
    }

    fn is_whose(&self, whose: Whose, seat: Seat, me: Me) -> bool {
        match whose {
            Whose::Any => true,
            Whose::Yours | Whose::Theirs => seat == me.you,
            Whose::Others => seat != me.you,
            Whose::Opponents => self.s.turns.are_opponents(seat, me.you),
            Whose::Active => self.s.turns.is_active(seat),
            Whose::Enchanted => self.s.object(me.slot).enchants == Some(seat),
        }
    }

    // ---- delayed triggers (CR 603.7) ----

    fn delayed_triggers(&mut self, what: &Happening) {
        let mut fired = Vec::new();
        let mut at = 0;
        while at < self.s.delayed.len() {
            if self.is_due(&self.s.delayed[at], what) {
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
        self.s.waiting.extend(fired);
    }

    fn is_due(&self, delayed: &Delayed, what: &Happening) -> bool {
        let turn = self.s.turns.turn();
        match (delayed.when, what) {
            (When::Event(DelayedEvent::NextStep(step)), Happening::StepBegan(now)) => step_matches(step, *now),
            (When::Event(DelayedEvent::YourNextStep(step)), Happening::StepBegan(now)) => {
                step_matches(step, *now) && self.s.turns.is_active(delayed.trigger.controller)
            }
            (When::Event(DelayedEvent::EachCombatThisTurn), Happening::CombatBegan) => {
                turn.number == delayed.made_in_turn
            }
            (When::Event(DelayedEvent::YouNextAttackThisTurn), Happening::Attacked { attackers, .. }) => {
                attackers.iter().any(|(id, _)| self.controls(delayed.trigger.controller, *id))
                    && turn.number == delayed.made_in_turn
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

    // ---- onto the stack (CR 603.3) ----

    /// Puts the triggers that wait on the stack, APNAP order between players, their own order within. Asks when it must;
    /// false when it has asked or nothing waited.
    pub(crate) fn stack_triggers(&mut self) -> bool {
        // CR 800.4d: triggers of players who have left are not put on the stack.
        let living = self.s.turns.living();
        self.s.waiting.retain(|w| living.contains(w.controller));
        let Some(seat) = self.s.turns.apnap().find(|s| self.s.waiting.iter().any(|w| w.controller == *s)) else {
            return false;
        };
        let mine: Vec<u16> =
            (0..self.s.waiting.len()).filter(|i| self.s.waiting[*i].controller == seat).map(|i| i as u16).collect();
        let unordered = mine.iter().any(|i| !self.s.waiting[usize::from(*i)].ordered);
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
        let kind = |i: &u16| self.s.waiting[usize::from(*i)].kind;
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
        let mut mine: Vec<Waiting> = order.iter().map(|at| self.s.waiting[*at].clone()).collect();
        for waiting in &mut mine {
            waiting.ordered = true;
        }
        let mut rest: Vec<Waiting> = std::mem::take(&mut self.s.waiting)
            .into_iter()
            .enumerate()
            .filter(|(at, _)| !order.contains(at))
            .map(|(_, w)| w)
            .collect();
        mine.append(&mut rest);
        self.s.waiting = mine;
    }

    /// Puts one trigger on the stack once all its targets are chosen; asks for the next one otherwise.
    fn stack_one(&mut self, at: usize) -> bool {
        let waiting = &self.s.waiting[at];
        let StackKind::Triggered { source, ability } = waiting.kind else { return self.put_trigger(at) };
        let Ability::Triggered(trigger) = self.cat.ability(ability) else { return self.put_trigger(at) };
        let specs = match &trigger.modes {
            None => &trigger.targets,
            Some(modes) => match modes.of.get((waiting.x - 1) as usize) {
                Some((_, targets)) => targets,
                None => return self.ask_trigger_mode(at, source, modes),
            },
        };
        let next = waiting.targets.len();
        if waiting.aimed || next >= specs.len() {
            return self.divide_or_put(at, trigger.divides);
        }
        let spec = specs[next];
        let view =
            Viewpoint { about: waiting.about, targets: &waiting.targets, ..Viewpoint::of(waiting.controller, source) };
        let mut found = Vec::new();
        self.candidates(&spec, &view, &waiting.targets, &same_kind(specs, next), &mut found);
        if found.is_empty() && !spec.optional {
            // CR 603.3d: no legal choice, so it is removed from the stack.
            self.s.waiting.remove(at);
            return true;
        }
        self.ask_trigger_target(at, source, spec, &found);
        self.s.pending.is_none()
    }

    /// CR 603.3c: the mode of a modal trigger is chosen before its targets; without a legal one it is removed.
    fn ask_trigger_mode(&mut self, at: usize, source: ObjectId, modes: &Modes) -> bool {
        let waiting = self.s.waiting.remove(at);
        let seat = waiting.controller;
        let view = Viewpoint { about: waiting.about, ..Viewpoint::of(seat, source) };
        let possible = modes.of.iter().enumerate().filter(|(_, (_, targets))| self.has_targets(targets, &view));
        let options: Vec<Item> = possible.map(|(n, _)| Item::Mode(n as u8)).collect();
        if options.is_empty() {
            return true;
        }
        self.s.waiting.insert(0, waiting);
        let shape = Shape::One(options);
        self.ask_about(seat, DecisionKind::Mode, Some(source), shape, Choice::option(0), Resume::TriggerMode);
        self.s.pending.is_none()
    }

    pub(super) fn choose_trigger_mode(&mut self, decision: &Decision, choice: &Choice) {
        if let Some(Item::Mode(mode)) = chosen_items(decision, choice).first()
            && let Some(waiting) = self.s.waiting.first_mut()
        {
            waiting.x = i32::from(*mode) + 1;
            waiting.ordered = true;
        }
    }

    fn ask_trigger_target(&mut self, at: usize, source: ObjectId, spec: TargetSpec, found: &[Target]) {
        let seat = self.s.waiting[at].controller;
        // To the front, so that the answer finds it; the order of the others stays.
        let waiting = self.s.waiting.remove(at);
        self.s.waiting.insert(0, waiting);
        let options: Vec<Item> = found.iter().map(|t| target_item(*t)).collect();
        let (shape, default) = if spec.optional {
            let max = if spec.many { options.len() as u16 } else { 1 };
            (Shape::Some { options, min: 0, max }, Choice::Some(Vec::new()))
        } else {
            (Shape::One(options), Choice::option(0))
        };
        self.ask_about(seat, DecisionKind::Target, Some(source), shape, default, Resume::TriggerTarget);
    }

    pub(super) fn target_trigger(&mut self, decision: &Decision, choice: &Choice) {
        let mut chosen = chosen_items(decision, choice).into_iter().map(item_target);
        if let Some(waiting) = self.s.waiting.first_mut() {
            waiting.targets.push(chosen.next().flatten());
            waiting.targets.extend(chosen);
            waiting.ordered = true;
            // Any number of targets comes last, and all at once.
            waiting.aimed = matches!(decision.shape, Shape::Some { max, .. } if max != 1);
        }
    }

    /// CR 601.2d, 603.3d: damage is divided among the targets as the ability is put on the stack.
    fn divide_or_put(&mut self, at: usize, divides: Option<AmountId>) -> bool {
        let waiting = &self.s.waiting[at];
        let items: Vec<Item> = waiting.targets.iter().flatten().map(|t| target_item(*t)).collect();
        let Some(total) = divides.filter(|_| waiting.divided.is_empty() && !items.is_empty()) else {
            return self.put_trigger(at);
        };
        let source = waiting.source();
        let seat = waiting.controller;
        let total = self.amount(total, &Viewpoint { about: waiting.about, ..Viewpoint::of(seat, source) });
        let waiting = self.s.waiting.remove(at);
        self.s.waiting.insert(0, waiting);
        let n = items.len() as i32;
        let shares = (0..n).map(|i| (i as u16, if i == 0 { total - n + 1 } else { 1 })).collect();
        let shape = Shape::Assign { items, options: Vec::new(), constraint: Constraint::Shares(total) };
        let default = Choice::Assign(shares);
        self.ask_about(seat, DecisionKind::Choose, Some(source), shape, default, Resume::TriggerDivision);
        self.s.pending.is_none()
    }

    pub(super) fn divide_trigger(&mut self, choice: &Choice) {
        let (Choice::Assign(pairs), Some(waiting)) = (choice, self.s.waiting.first_mut()) else { return };
        let share = |n: usize| pairs.iter().find(|(at, _)| usize::from(*at) == n).map_or(0, |(_, n)| *n);
        let mut nth = 0;
        waiting.divided = waiting
            .targets
            .iter()
            .map(|target| {
                let n = if target.is_some() { share(nth) } else { 0 };
                nth += usize::from(target.is_some());
                n
            })
            .collect();
    }

    fn put_trigger(&mut self, at: usize) -> bool {
        let waiting = self.s.waiting.remove(at);
        let seat = waiting.controller;
        self.targeted(seat, &waiting.targets);
        let item = StackItem {
            kind: waiting.kind,
            controller: seat,
            card: waiting.card,
            x: waiting.x,
            targets: waiting.targets,
            about: waiting.about,
            them: waiting.them,
            divided: waiting.divided,
            serial: 0,
        };
        self.emit(GameEvent::AbilityTriggered { seat, source: item.source(), card: item.card });
        self.put_on_top(item);
        true
    }

    /// Ward, and standing passes that break when their seat, or something of theirs, is targeted.
    pub(crate) fn targeted(&mut self, by: Seat, targets: &Chosen) {
        if self.s.watches.contains(Watches::RARE) {
            self.ward_against(by, targets);
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

/// The permanent whose ability is being matched.
#[derive(Debug, Clone, Copy)]
struct Me {
    slot: Slot,
    you: Seat,
}

/// "The combat damage step" means either of two.
fn step_matches(wanted: Step, now: Step) -> bool {
    wanted == now || wanted == Step::CombatDamage && now == Step::FirstStrikeDamage
}

/// Which earlier targets are of the same kind as the target at `at`, so that none is chosen twice (CR 601.2c).
pub(crate) fn same_kind(targets: &Targets, at: usize) -> Vec<bool> {
    targets.iter().take(at).map(|t| t.kind == targets[at].kind).collect()
}

pub(crate) fn target_item(target: Target) -> Item {
    match target {
        Target::Player(seat) => Item::Player(seat),
        Target::Object(id) => Item::Object(id),
    }
}

pub(crate) fn item_target(item: Item) -> Option<Target> {
    match item {
        Item::Player(seat) => Some(Target::Player(seat)),
        Item::Object(id) => Some(Target::Object(id)),
        _ => None,
    }
}
