//! How often an event matches what an ability triggers on, and what each match is about (CR 603.2).

use smallvec::{SmallVec, smallvec};

use crate::cards::ability::{FromZone, Removal, Subject, TriggerEvent, Triggered};
use crate::cards::effect::{CounterKind, Whose};
use crate::cards::type_line::Types;
use crate::game::engine::Engine;
use crate::game::filter::Viewpoint;
use crate::game::happening::Happening;
use crate::game::object::{ObjectId, Slot, Target, Zone};
use crate::game::state::{About, Feature};
use crate::turn::{Seat, Step};

/// How often an event matches what an ability triggers on, and what each match is about: rarely more than once.
pub(super) type Matches = SmallVec<[About; 1]>;

/// The permanent whose ability is being matched.
#[derive(Debug, Clone, Copy)]
pub(super) struct Me<'a> {
    pub slot: Slot,
    pub you: Seat,
    /// What the effect is about that has made it.
    pub them: &'a [ObjectId],
}

impl Engine<'_> {
    /// How often that is what an ability of the permanent in `slot` waits for.
    pub(super) fn matches_of(&self, trigger: &Triggered, slot: Slot, what: &Happening) -> Matches {
        self.matches(trigger, Me { slot, you: self.s.object(slot).controller, them: &[] }, what)
    }

    /// The same for an ability that an effect has made, too.
    pub(super) fn matches(&self, trigger: &Triggered, me: Me<'_>, what: &Happening) -> Matches {
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
    pub(in crate::game) fn attacking_power(&self, attackers: &[(ObjectId, Seat)], of: Seat) -> i32 {
        let theirs = attackers.iter().filter_map(|(id, _)| self.s.permanent(*id)).filter(|o| o.controller == of);
        theirs.map(|object| i32::from(object.power)).sum()
    }

    /// The players of a team whom the trigger is about.
    fn of_team(&self, seat: Seat, whose: Whose, me: Me<'_>) -> impl Iterator<Item = About> {
        let team = self.s.turns.teams().of(seat).iter().filter(move |seat| self.is_whose(whose, *seat, me));
        team.map(|seat| About { object: None, player: Some(seat), number: 0 })
    }

    pub(super) fn controls(&self, seat: Seat, id: ObjectId) -> bool {
        self.s.recall(id).is_some_and(|o| o.controller == seat)
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
}

/// "The combat damage step" means either of two.
pub(super) fn step_matches(wanted: Step, now: Step) -> bool {
    wanted == now || wanted == Step::CombatDamage && now == Step::FirstStrikeDamage
}
