//! Combat with several defending players (CR 506 to 511, 802).

use std::ops::Deref;

use arrayvec::ArrayVec;

use crate::cards::ability::{StaticEffect, Subject};
use crate::cards::card::Card;
use crate::cards::keyword::Keywords;
use crate::cards::type_line::Types;
use crate::turn::{Interrupts, MAX_SEATS, Restrictions, Seat, SeatSet, Step};

use super::ability_index::StaticKinds;
use super::combat_limits::{Attack, distinct};
use super::decision::{Choice, Constraint, Decision, DecisionKind, IllegalChoice, Item, Shape};
use super::engine::{Core, Engine};
use super::event::GameEvent;
use super::filter::Viewpoint;
use super::happening::Happening;
use super::mana::Bill;
use super::object::{Object, ObjectId, Slot, Status, Target};
use super::pending_triggers::{item_target, target_item};
use super::requirement::object_ids;
use super::state::{About, Attacker, Blocker, GameState, Resume, Stage};

impl<S: Deref<Target = GameState>, L> Core<'_, S, L> {
    fn able_attackers(&self) -> Vec<ObjectId> {
        let team = self.s.turns.active_team();
        if self.s.turns.turn().restrictions.kinds.contains(Restrictions::CANT_ATTACK) {
            return Vec::new();
        }
        let allowed = self.added_combat_allows();
        let mut able = Vec::new();
        for slot in self.s.mortal().iter().copied() {
            let object = self.s.object(slot);
            let id = ObjectId { slot, incarnation: object.incarnation };
            if team.contains(object.controller)
                && can_attack(object)
                && allowed.as_ref().is_none_or(|a| a.contains(&id))
            {
                able.push(id);
            }
        }
        able
    }

    /// In an added combat phase only certain creatures may attack, if its effect says so.
    fn added_combat_allows(&self) -> Option<Vec<ObjectId>> {
        let tag = self.s.turns.phase_added_by()?;
        let added = self.s.this_turn.added_combats.iter().find(|a| a.tag == tag)?;
        let at = Viewpoint { them: &added.them, ..added.those.view() };
        Some(self.what(crate::cards::effect::What::All(added.those.filter), &at))
    }

    /// CR 508.1d. A tax is never compelled; who attacks a planeswalker pays none.
    fn must_attack(&self, id: ObjectId) -> bool {
        let all = self.s.turns.turn().restrictions.kinds.contains(Restrictions::MUST_ATTACK);
        let must = all
            || self.s.object(id.slot).has(Keywords::MUST_ATTACK)
            || self.is_made_to_attack(id)
            || !self.urged_by(id).is_empty();
        if !must {
            return false;
        }
        let defenders = self.s.turns.living().without(self.s.turns.active_team());
        let untaxed = defenders.iter().any(|s| self.attack_tax(s) == 0 && !self.is_barred(id, s));
        let free = |planeswalker: &ObjectId| self.attacks_freely(id, Item::Object(*planeswalker));
        untaxed || self.attackable_planeswalkers().iter().any(free)
    }

    /// Whether it may attack that without paying for it.
    fn attacks_freely(&self, id: ObjectId, attacked: Item) -> bool {
        !self.is_kept_from_attacking(id, attacked) && self.attack_tax_for(attacked) == 0
    }

    /// Whether it can't attack that (CR 508.1c).
    fn is_kept_from_attacking(&self, id: ObjectId, attacked: Item) -> bool {
        match attacked {
            Item::Player(seat) => self.is_barred(id, seat),
            Item::Object(planeswalker) => {
                let defender = self.s.object(planeswalker.slot).controller;
                self.lacks_where_to_attack(id, defender) || self.is_repelled(id, defender)
            }
            _ => false,
        }
    }

    /// Who goads the creature (CR 701.15).
    pub(crate) fn goaded_by(&self, id: ObjectId) -> SeatSet {
        let mut by: SeatSet = self.s.goaded.iter().filter(|g| g.object == id).map(|g| g.by).collect();
        if self.s.static_kinds.contains(StaticKinds::GOADS) {
            let goads = self.statics(StaticKinds::GOADS, |effect| match effect {
                StaticEffect::Goads(subject) => Some(subject),
                _ => None,
            });
            for (source, subject) in goads {
                let meant = match subject {
                    Subject::Source => source == id.slot,
                    Subject::Attached => self.s.object(source).attached_to == Some(id),
                    Subject::Any(filter) => self.passes_for(filter, id.slot, source),
                };
                if meant {
                    by.insert(self.s.object(source).controller);
                }
            }
        }
        by
    }

    /// Whom it has to attack somebody else than if able: those who goad it, and others who have it attack so.
    fn urged_by(&self, id: ObjectId) -> SeatSet {
        let mut by = self.goaded_by(id);
        for provoked in &self.s.provoked {
            if self.is_one_of(provoked, id, self.s.object(id.slot)) {
                by.insert(provoked.you);
            }
        }
        by
    }

    /// How many of those who goad it want it to attack that: a player other than them (CR 701.15b).
    fn goads_obeyed(&self, by: SeatSet, attacked: Item) -> usize {
        match attacked {
            Item::Player(seat) => by.iter().filter(|goader| *goader != seat).count(),
            _ => 0,
        }
    }

    /// Whether it could obey more of those requirements without a cost by attacking something else, for which others that
    /// have to attack leave room (CR 508.1d).
    fn could_obey_more(&self, (id, attacked): Attack, by: SeatSet, options: &[Item], declared: &[Attack]) -> bool {
        let obeyed = self.goads_obeyed(by, attacked);
        let better = |option: &Item| self.goads_obeyed(by, *option) > obeyed && self.attacks_freely(id, *option);
        let better: Vec<Item> = options.iter().copied().filter(better).collect();
        let others = || declared.iter().copied().filter(|(other, _)| *other != id).collect::<Vec<Attack>>();
        !better.is_empty() && !self.is_crowded_out(&better, &others(), |id| self.must_attack(id))
    }

    /// Whether an effect has it attack in every combat of this turn (CR 508.1d).
    fn is_made_to_attack(&self, id: ObjectId) -> bool {
        let object = self.s.object(id.slot);
        let made = &self.s.this_turn.effects.must_attack;
        made.iter().any(|those| object.controller == those.you && self.is_one_of(those, id, object))
    }

    /// Generic mana that each creature attacking that player costs.
    pub(crate) fn attack_tax(&self, defender: Seat) -> u16 {
        self.attack_tax_of(defender, false)
    }

    /// The same for attacking a player or a planeswalker.
    fn attack_tax_for(&self, attacked: Item) -> u16 {
        match attacked {
            Item::Player(seat) => self.attack_tax_of(seat, false),
            Item::Object(id) => self.attack_tax_of(self.s.object(id.slot).controller, true),
            _ => 0,
        }
    }

    fn attack_tax_of(&self, defender: Seat, planeswalker: bool) -> u16 {
        let taxes = self.statics(StaticKinds::TAXES, |effect| match effect {
            StaticEffect::AttackTax { pay, planeswalkers } if planeswalkers || !planeswalker => Some(pay),
            _ => None,
        });
        let theirs = taxes.filter(|(source, _)| self.s.object(*source).controller == defender);
        let each = theirs.map(|(source, pay)| self.amount(pay, &Viewpoint::of(defender, self.s.id(source))));
        each.sum::<i32>().clamp(0, u16::MAX.into()) as u16
    }

    /// CR 506.2, 802.2: the opponents of the active player.
    pub(super) fn defending_players(&self) -> ArrayVec<Seat, MAX_SEATS> {
        self.s.turns.apnap().filter(|s| !self.s.turns.is_active(*s)).collect()
    }

    /// Planeswalkers that can be attacked (CR 506.2, 508.1b).
    pub(super) fn attackable_planeswalkers(&self) -> Vec<ObjectId> {
        let attackable = |slot: &&Slot| {
            let object = self.s.object(**slot);
            object.types.contains(Types::PLANESWALKER) && !self.s.turns.is_active(object.controller)
        };
        self.s.mortal().iter().filter(attackable).map(|slot| self.s.id(*slot)).collect()
    }

    /// What an attacker attacks now: nothing any more when the planeswalker has left, is none any more, or has changed
    /// hands (CR 506.4c), or when the player has left.
    pub(crate) fn attacked_by(&self, attacker: &Attacker) -> Option<Target> {
        match attacker.planeswalker {
            None => self.s.turns.is_living(attacker.defender).then_some(Target::Player(attacker.defender)),
            Some(id) => {
                let same = |o: &&Object| o.types.contains(Types::PLANESWALKER) && o.controller == attacker.defender;
                self.s.permanent(id).filter(same).map(|_| Target::Object(id))
            }
        }
    }

    /// Whether it attacks a player, not a planeswalker.
    pub(crate) fn attacks_player(&self, id: ObjectId) -> bool {
        self.s.combat.attackers.iter().any(|a| a.id == id && a.planeswalker.is_none())
    }

    /// Whether it attacks a player, or did when it left the battlefield (CR 608.2h).
    pub(crate) fn attacks_player_or_did(&self, id: ObjectId) -> bool {
        let is_player = |a: &Attacker| matches!(self.attacked_by(a), Some(Target::Player(_)));
        match self.s.permanent(id) {
            Some(_) => self.s.combat.attackers.iter().any(|a| a.id == id && is_player(a)),
            None => self.s.combat.aims.iter().any(|a| a.id == id && is_player(a)),
        }
    }

    /// The whole tax of a declaration for each attacking player (CR 508.1h): everybody pays for their own creatures.
    fn whole_tax(&self, pairs: &[(u16, i32)], items: &[Item], options: &[Item]) -> Vec<(Seat, u16)> {
        let of = |seat: Seat| {
            let taxed = pairs.iter().filter_map(|(item, option)| {
                match (items.get(usize::from(*item)), options.get(*option as usize)) {
                    (Some(Item::Object(id)), Some(attacked)) if self.s.object(id.slot).controller == seat => {
                        Some(self.attack_tax_for(*attacked))
                    }
                    _ => None,
                }
            });
            (seat, taxed.sum())
        };
        self.s.turns.active_team().iter().map(of).filter(|(_, tax)| *tax > 0).collect()
    }

    /// The attackers that attacking taps: before costs are paid (CR 508.1f), so that they make no mana for them.
    fn tapping(&self, pairs: &[(u16, i32)], items: &[Item]) -> Vec<Slot> {
        let attackers = pairs.iter().filter_map(|(item, _)| match items.get(usize::from(*item)) {
            Some(Item::Object(id)) => Some(id.slot),
            _ => None,
        });
        attackers.filter(|slot| !self.s.object(*slot).has(Keywords::VIGILANCE)).collect()
    }

    /// CR 508.1c, 508.1d.
    pub(crate) fn judge_attack(&self, decision: &Decision, pairs: &[(u16, i32)]) -> Result<(), IllegalChoice> {
        let Shape::Assign { items, options, .. } = &decision.shape else { return Err(IllegalChoice::WrongShape) };
        let declared: Vec<Attack> =
            pairs.iter().filter_map(|(item, option)| pair_of(items, options, *item, *option)).collect();
        for (at, item) in items.iter().enumerate() {
            let Item::Object(id) = item else { continue };
            let attacks = pairs.iter().any(|(i, _)| usize::from(*i) == at);
            let crowded = || {
                let free: Vec<Item> =
                    options.iter().copied().filter(|option| self.attacks_freely(*id, *option)).collect();
                self.is_crowded_out(&free, &declared, |id| self.must_attack(id))
            };
            if !attacks && self.must_attack(*id) && !crowded() {
                return Err(IllegalChoice::BrokenConstraint);
            }
        }
        if !self.may_attack_together(&declared) {
            return Err(IllegalChoice::BrokenConstraint);
        }
        if declared.iter().any(|(id, attacked)| self.is_kept_from_attacking(*id, *attacked)) {
            return Err(IllegalChoice::BrokenConstraint);
        }
        for attack in &declared {
            let by = self.urged_by(attack.0);
            if !by.is_empty() && self.could_obey_more(*attack, by, options, &declared) {
                return Err(IllegalChoice::BrokenConstraint);
            }
        }
        let tapping = self.tapping(pairs, items);
        let mut taxes = self.whole_tax(pairs, items, options).into_iter();
        let paid = taxes.all(|(seat, tax)| self.reader().mana_sources(seat).can_pay(Bill::generic(tax), &tapping));
        if paid { Ok(()) } else { Err(IllegalChoice::BrokenConstraint) }
    }

    /// CR 509.1b: evasion, and menace (CR 702.111b).
    pub(crate) fn judge_block(&self, decision: &Decision, pairs: &[(u16, i32)]) -> Result<(), IllegalChoice> {
        let Shape::Assign { items, options, .. } = &decision.shape else { return Err(IllegalChoice::WrongShape) };
        for (item, option) in pairs {
            let (Some(Item::Object(blocker)), Some(Item::Object(attacker))) =
                (items.get(usize::from(*item)), options.get(*option as usize))
            else {
                return Err(IllegalChoice::NoSuchOption);
            };
            if !self.may_block(*blocker, *attacker) {
                return Err(IllegalChoice::BrokenConstraint);
            }
            let blockers = pairs.iter().filter(|(_, o)| o == option).count();
            if blockers < self.least_blockers(*attacker)
                || self.most_blockers(*attacker).is_some_and(|most| blockers > most)
            {
                return Err(IllegalChoice::BrokenConstraint);
            }
        }
        let blocker = |item: u16| match items.get(usize::from(item)) {
            Some(Item::Object(id)) => Some(*id),
            _ => None,
        };
        // What can block several is there several times, but not for one attacker.
        let again = |(at, (item, option)): (usize, &(u16, i32))| {
            pairs[..at].iter().any(|(other, same)| same == option && blocker(*other) == blocker(*item))
        };
        if pairs.iter().enumerate().any(again) {
            return Err(IllegalChoice::Twice);
        }
        let blocking = || distinct(pairs.iter().filter_map(|(item, _)| blocker(*item)));
        if self.block_room().is_some_and(|room| blocking() > room) {
            return Err(IllegalChoice::BrokenConstraint);
        }
        let (able, attackers) = (object_ids(items), object_ids(options));
        if self.blocks_wanted(pairs, &attackers)
            < self.blocks_wanted(&self.required_blocks(&able, &attackers), &attackers)
        {
            return Err(IllegalChoice::BrokenConstraint);
        }
        Ok(())
    }

    /// CR 510.4: first and double strike in the first step; the others, and double strike again, in the second.
    fn strikes_now(&self, id: ObjectId, first: bool) -> bool {
        let Some(object) = self.s.permanent(id) else { return false };
        if first {
            object.keywords.intersects(Keywords::FIRST_STRIKE | Keywords::DOUBLE_STRIKE)
        } else {
            !object.is(Status::STRUCK_FIRST) || object.has(Keywords::DOUBLE_STRIKE)
        }
    }

    fn blockers_of(&self, attacker: ObjectId) -> Vec<ObjectId> {
        let blockers = self.s.combat.blockers.iter().filter(|b| b.attacker == attacker);
        blockers.map(|b| b.id).filter(|id| self.s.permanent(*id).is_some()).collect()
    }

    /// The creatures that it blocks and that attack still.
    fn blocked_by(&self, blocker: ObjectId) -> Vec<ObjectId> {
        let blocked = self.s.combat.blockers.iter().filter(|b| b.id == blocker).map(|b| b.attacker);
        blocked.filter(|id| self.s.combat.attackers.iter().any(|a| a.id == *id)).collect()
    }

    /// CR 510.1d: what blocks several creatures divides its damage among them.
    fn dividing_blockers(&self, first: bool) -> Vec<ObjectId> {
        let mut dividing: Vec<ObjectId> = Vec::new();
        for blocker in &self.s.combat.blockers {
            let strikes = self.strikes_now(blocker.id, first) && self.s.object(blocker.id.slot).power > 0;
            if strikes && !dividing.contains(&blocker.id) && self.blocked_by(blocker.id).len() > 1 {
                dividing.push(blocker.id);
            }
        }
        dividing
    }

    /// Whether its damage can be divided in more than one way.
    fn divides(&self, attacker: Attacker) -> bool {
        let blockers = self.blockers_of(attacker.id).len();
        let Some(object) = self.s.permanent(attacker.id) else { return false };
        object.power > 0 && (blockers > 1 || blockers == 1 && object.has(Keywords::TRAMPLE))
    }

    /// Lethal damage to each in order, the rest to the last: to the player with trample.
    fn lethal_in_order(&self, attacker: ObjectId, items: &[Item], total: i32) -> Vec<(u16, i32)> {
        let mut left = total;
        let mut pairs = Vec::with_capacity(items.len());
        for (at, item) in items.iter().enumerate() {
            let last = at + 1 == items.len();
            let n = match item {
                Item::Object(id) if !last => self.lethal(attacker, *id).min(left),
                _ => left,
            };
            left -= n;
            pairs.push((at as u16, n));
        }
        pairs
    }

    /// CR 702.2c, 510.1c: lethal damage, with what is marked already.
    fn lethal(&self, attacker: ObjectId, blocker: ObjectId) -> i32 {
        let object = self.s.object(blocker.slot);
        let deathtouch = self.s.permanent(attacker).is_some_and(|o| o.has(Keywords::DEATHTOUCH));
        let lethal = (i32::from(object.toughness) - i32::from(object.damage)).max(0);
        if deathtouch { lethal.min(1) } else { lethal }
    }

    /// CR 510.1c, 702.19b.
    pub(crate) fn judge_division(
        &self,
        decision: &Decision,
        pairs: &[(u16, i32)],
        total: i32,
        attacker: ObjectId,
    ) -> Result<(), IllegalChoice> {
        let Shape::Assign { items, .. } = &decision.shape else { return Err(IllegalChoice::WrongShape) };
        let given = |at: usize| pairs.iter().find(|(i, _)| usize::from(*i) == at).map_or(0, |(_, n)| *n);
        let sum: i64 = pairs.iter().map(|(_, n)| i64::from(*n)).sum();
        if sum != i64::from(total) {
            return Err(IllegalChoice::WrongNumber);
        }
        let aim = self.s.combat.attackers.iter().find(|a| a.id == attacker).and_then(|a| self.attacked_by(a));
        let is_aim = |item: &Item| aim.is_some() && item_target(*item) == aim;
        let spills = items.iter().enumerate().any(|(at, i)| is_aim(i) && given(at) > 0);
        let all_lethal = items.iter().enumerate().all(|(at, item)| match item {
            Item::Object(id) if !is_aim(item) => given(at) >= self.lethal(attacker, *id),
            _ => true,
        });
        if spills && !all_lethal { Err(IllegalChoice::BrokenConstraint) } else { Ok(()) }
    }

    fn assigned_damage(&self, first: bool) -> Vec<(ObjectId, Target, i32)> {
        let mut damage = Vec::new();
        for attacker in &self.s.combat.attackers {
            if !self.strikes_now(attacker.id, first) {
                continue;
            }
            let before = damage.len();
            damage.extend(self.s.combat.divided.iter().filter(|(id, ..)| *id == attacker.id));
            if damage.len() > before {
                continue;
            }
            let power = i32::from(self.s.object(attacker.id.slot).power);
            let tramples = self.s.object(attacker.id.slot).has(Keywords::TRAMPLE);
            match self.blockers_of(attacker.id).first() {
                Some(blocker) => damage.push((attacker.id, Target::Object(*blocker), power)),
                // CR 510.1c, 702.19d: blocked, and all its blockers are gone.
                None if attacker.blocked && !tramples => {}
                None => damage.extend(self.attacked_by(attacker).map(|aim| (attacker.id, aim, power))),
            }
        }
        for (at, blocker) in self.s.combat.blockers.iter().enumerate() {
            let again = self.s.combat.blockers[..at].iter().any(|before| before.id == blocker.id);
            if again || !self.strikes_now(blocker.id, first) {
                continue;
            }
            let before = damage.len();
            damage.extend(self.s.combat.divided.iter().filter(|(id, ..)| *id == blocker.id));
            if damage.len() == before
                && let Some(attacker) = self.blocked_by(blocker.id).first()
            {
                let power = i32::from(self.s.object(blocker.id.slot).power);
                damage.push((blocker.id, Target::Object(*attacker), power));
            }
        }
        damage.retain(|(_, _, n)| *n > 0);
        damage
    }
}

impl Engine<'_> {
    // ---- CR 508: attackers ----

    pub(super) fn ask_attackers(&mut self) {
        let active = self.active();
        if !self.s.turns.is_living(active) {
            return;
        }
        let able = self.able_attackers();
        if able.is_empty() {
            return;
        }
        let defenders = self.defending_players();
        let planeswalkers = self.attackable_planeswalkers();
        if defenders.is_empty() {
            return;
        }
        // What must attack attacks the first player it may attack for free, or else a planeswalker.
        let untaxed = |id: ObjectId, before: &[Attack]| {
            let by = self.urged_by(id);
            let obeyed = |at: usize| self.goads_obeyed(by, Item::Player(defenders[at]));
            let free = |at: &usize| {
                let player = Item::Player(defenders[*at]);
                self.attacks_freely(id, player) && self.has_room(before, player)
            };
            (0..defenders.len()).filter(free).max_by_key(|at| (obeyed(*at), std::cmp::Reverse(*at)))
        };
        let unguarded = |by: ObjectId, before: &[Attack]| {
            let free =
                |id: &ObjectId| self.attacks_freely(by, Item::Object(*id)) && self.has_room(before, Item::Object(*id));
            planeswalkers.iter().position(free)
        };
        let (mut compelled, mut before) = (Vec::new(), Vec::<Attack>::new());
        for (i, id) in able.iter().enumerate().filter(|(_, id)| self.must_attack(**id)) {
            let at = untaxed(*id, &before).or_else(|| unguarded(*id, &before).map(|at| defenders.len() + at));
            if let Some(at) = at {
                let planeswalker = at.checked_sub(defenders.len()).map(|at| Item::Object(planeswalkers[at]));
                before.push((*id, planeswalker.unwrap_or_else(|| Item::Player(defenders[at]))));
                compelled.push((i as u16, at as i32));
            }
        }
        let default = Choice::Assign(compelled);
        let shape = Shape::Assign {
            items: able.into_iter().map(Item::Object).collect(),
            options: defenders
                .into_iter()
                .map(Item::Player)
                .chain(planeswalkers.into_iter().map(Item::Object))
                .collect(),
            constraint: Constraint::Attack,
        };
        self.ask(active, DecisionKind::Attackers, shape, default, Resume::Attackers);
    }

    pub(super) fn declare_attackers(&mut self, decision: &Decision, choice: &Choice) {
        let (Shape::Assign { items, options, .. }, Choice::Assign(pairs)) = (&decision.shape, choice) else { return };
        let tapping = self.tapping(pairs, items);
        for (seat, tax) in self.whole_tax(pairs, items, options) {
            let Some(payment) = self.reader().plan_payment(seat, Bill::generic(tax), &tapping) else { return };
            self.pay(seat, &payment);
        }
        let mut attackers = Vec::with_capacity(pairs.len());
        for (item, option) in pairs {
            let Some(Item::Object(id)) = items.get(usize::from(*item)) else { continue };
            let attacked = match options.get(*option as usize) {
                Some(Item::Player(seat)) => (*seat, None),
                Some(Item::Object(planeswalker)) => (self.s.object(planeswalker.slot).controller, Some(*planeswalker)),
                _ => continue,
            };
            self.attack_with(*id, attacked.0, attacked.1);
            attackers.push((*id, attacked.0));
        }
        if attackers.is_empty() {
            return;
        }
        self.declared(attackers);
    }

    fn attack_with(&mut self, id: ObjectId, defender: Seat, planeswalker: Option<ObjectId>) {
        let object = self.s.object_mut(id.slot);
        object.attacks_this_turn = object.attacks_this_turn.saturating_add(1);
        object.status.insert(Status::ATTACKED_THIS_TURN);
        let vigilant = object.has(Keywords::VIGILANCE);
        let (card, by) = (object.card, object.controller);
        if planeswalker.is_none() {
            self.s.combat.attacked.push((by, defender));
        }
        if planeswalker.is_none() && self.cat.card(card).has & Card::ATTACKS_ANEW != 0 {
            self.s.this_turn.attacked.push((id, defender));
        }
        if !vigilant {
            self.tap(id.slot);
        }
        self.put_attacking(id, defender, planeswalker);
        let turn = self.s.turns.turn().number;
        self.s.deeds.note(by, defender, turn, |deed| deed.attackers += 1);
        self.emit(GameEvent::AttackerDeclared { object: id, card, defender });
        if let Some(planeswalker) = planeswalker {
            let card = self.s.object(planeswalker.slot).card;
            self.emit(GameEvent::PlaneswalkerAttacked { object: id, planeswalker, card });
        }
        self.s.turns.interrupt(defender, Interrupts::ATTACKED);
    }

    /// CR 509.4: it is blocking, but it was not declared as a blocker.
    pub(crate) fn put_blocking(&mut self, id: ObjectId, attacker: ObjectId) {
        let Some(blocked) = self.s.combat.attackers.iter_mut().find(|a| a.id == attacker) else { return };
        let before = std::mem::replace(&mut blocked.blocked, true);
        self.s.combat.blockers.push(Blocker { id, attacker });
        self.log.forget_known();
        // CR 509.3d: the attacker becomes blocked by it, but it has not blocked (CR 509.4).
        self.happened(&Happening::BlockedBy { attacker, blocker: id });
        if !before {
            self.happened(&Happening::Blocked(attacker));
        }
    }

    /// CR 508.4: it is attacking, but it was not declared as an attacker.
    pub(crate) fn put_attacking(&mut self, id: ObjectId, defender: Seat, planeswalker: Option<ObjectId>) {
        self.s.combat.happened = true;
        let attacker = Attacker { id, defender, planeswalker, blocked: false };
        self.s.combat.attackers.push(attacker);
        self.s.combat.aims.push(attacker);
        self.log.forget_known();
    }

    // ---- CR 509: blockers ----

    pub(super) fn begin_blocks(&mut self) {
        let teams = self.s.turns.teams();
        let attacked = |s: &Seat| self.s.combat.attackers.iter().any(|a| teams.same(a.defender, *s));
        let defending = self.s.turns.apnap().filter(|s| !self.s.turns.is_active(*s) && teams.primary(*s) == *s);
        self.s.combat.to_block = defending.filter(attacked).collect();
        self.s.stage = Stage::Actions(1);
    }

    /// Each defending player in APNAP order (CR 802.4a); a team declares one combined block (CR 805.10d).
    pub(super) fn ask_blockers(&mut self) {
        let Some(seat) = self.s.combat.to_block.first().copied() else { return self.blocks_declared() };
        self.s.combat.to_block.remove(0);
        self.s.stage = Stage::Actions(1);
        let teams = self.s.turns.teams();
        let attackers: Vec<ObjectId> =
            self.s.combat.attackers.iter().filter(|a| teams.same(a.defender, seat)).map(|a| a.id).collect();
        let mut able: Vec<ObjectId> = self
            .s
            .battlefield
            .iter()
            .map(|slot| self.s.id(*slot))
            .filter(|id| {
                let object = self.s.object(id.slot);
                teams.same(object.controller, seat)
                    && self.can_block(*id)
                    && attackers.iter().any(|a| self.may_block(*id, *a))
            })
            .collect();
        if able.is_empty() || self.block_room() == Some(0) {
            return;
        }
        if self.s.static_kinds.contains(StaticKinds::COMBAT_LIMITS) {
            let most = attackers.len() - 1;
            let more = able.iter().flat_map(|id| std::iter::repeat_n(*id, self.blocks_beyond_one(*id).min(most)));
            let more: Vec<ObjectId> = more.collect();
            able.extend(more);
        }
        let default = Choice::Assign(self.required_blocks(&able, &attackers));
        let shape = Shape::Assign {
            items: able.into_iter().map(Item::Object).collect(),
            options: attackers.into_iter().map(Item::Object).collect(),
            constraint: Constraint::Block,
        };
        self.ask(seat, DecisionKind::Blockers, shape, default, Resume::Blockers);
    }

    pub(super) fn declare_blockers(&mut self, decision: &Decision, choice: &Choice) {
        let (Shape::Assign { items, options, .. }, Choice::Assign(pairs)) = (&decision.shape, choice) else { return };
        for (item, option) in pairs {
            if let (Some(Item::Object(id)), Some(Item::Object(attacker))) =
                (items.get(usize::from(*item)), options.get(*option as usize))
            {
                self.block_with(*id, *attacker);
            }
        }
    }

    fn block_with(&mut self, id: ObjectId, attacker: ObjectId) {
        self.s.combat.blockers.push(Blocker { id, attacker });
        if let Some(a) = self.s.combat.attackers.iter_mut().find(|a| a.id == attacker) {
            a.blocked = true;
        }
        let card = self.s.object(id.slot).card;
        self.emit(GameEvent::BlockerDeclared { object: id, card, attacker });
        self.s.combat.blocks.push((id, attacker));
    }

    fn blocks_declared(&mut self) {
        self.s.stage = self.once_acted();
        let blocks = std::mem::take(&mut self.s.combat.blocks);
        for (blocker, attacker) in &blocks {
            self.happened(&Happening::BlockedBy { attacker: *attacker, blocker: *blocker });
            self.flank(*attacker, *blocker);
        }
        let mut seen: Vec<ObjectId> = Vec::new();
        for (blocker, attacker) in blocks {
            let first = !seen.contains(&blocker);
            seen.push(blocker);
            self.happened(&Happening::Blocks { blocker, attacker, first });
        }
        let blocked: Vec<ObjectId> = self.s.combat.attackers.iter().filter(|a| a.blocked).map(|a| a.id).collect();
        for id in blocked {
            self.happened(&Happening::Blocked(id));
        }
        let open: Vec<Attacker> = self.s.combat.attackers.iter().filter(|a| !a.blocked).copied().collect();
        for attacker in open {
            self.happened(&Happening::Unblocked { id: attacker.id, defender: attacker.defender });
        }
    }

    /// CR 702.25a: a creature without flanking that blocks one with it gets -1/-1 until end of turn.
    fn flank(&mut self, attacker: ObjectId, blocker: ObjectId) {
        let Some(object) = self.s.permanent(attacker).copied().filter(|o| o.has(Keywords::FLANKING)) else { return };
        if self.s.permanent(blocker).is_some_and(|o| !o.has(Keywords::FLANKING)) {
            let about = About { object: Some(blocker), player: None, number: 0 };
            self.trigger_unprinted(self.cat.flanking, object.controller, object.card, about, 0);
        }
    }

    // ---- CR 510: damage ----

    pub(super) fn begin_damage(&mut self) {
        let first = self.s.turns.step() == Step::FirstStrikeDamage;
        // The attacking player divides first; the last of the list is asked about first.
        let mut to_divide = self.dividing_blockers(first);
        for at in 0..self.s.combat.attackers.len() {
            let attacker = self.s.combat.attackers[at];
            if self.strikes_now(attacker.id, first) && self.divides(attacker) {
                to_divide.push(attacker.id);
            }
        }
        self.s.combat.to_divide = to_divide;
        self.s.combat.divided.clear();
        self.s.stage = Stage::Actions(1);
    }

    pub(super) fn ask_division(&mut self) {
        let Some(id) = self.s.combat.to_divide.pop() else { return self.deal_combat_damage() };
        self.s.stage = Stage::Actions(1);
        let attacker = self.s.combat.attackers.iter().find(|a| a.id == id).copied();
        let object = *self.s.object(id.slot);
        let against = if attacker.is_some() { self.blockers_of(id) } else { self.blocked_by(id) };
        let mut items: Vec<Item> = against.into_iter().map(Item::Object).collect();
        if let Some(attacker) = attacker.filter(|_| object.has(Keywords::TRAMPLE)) {
            items.extend(self.attacked_by(&attacker).map(target_item));
        }
        let total = i32::from(object.power);
        let default = Choice::Assign(self.lethal_in_order(id, &items, total));
        let constraint = Constraint::Damage { total, attacker: id };
        let shape = Shape::Assign { items, options: Vec::new(), constraint };
        self.ask_about(object.controller, DecisionKind::Damage, Some(id), shape, default, Resume::Damage);
    }

    pub(super) fn divide_damage(&mut self, decision: &Decision, choice: &Choice) {
        let (Shape::Assign { items, constraint: Constraint::Damage { attacker, .. }, .. }, Choice::Assign(pairs)) =
            (&decision.shape, choice)
        else {
            return;
        };
        for (item, n) in pairs {
            let to = items.get(usize::from(*item)).and_then(|i| item_target(*i));
            if let Some(to) = to {
                self.s.combat.divided.push((*attacker, to, *n));
            }
        }
    }

    /// CR 510.2: all combat damage is dealt at once.
    fn deal_combat_damage(&mut self) {
        self.s.stage = self.once_acted();
        let first = self.s.turns.step() == Step::FirstStrikeDamage;
        let damage = self.assigned_damage(first);
        if first {
            for (source, ..) in &damage {
                self.s.object_mut(source.slot).status.insert(Status::STRUCK_FIRST);
            }
            self.mark_struck();
        }
        let (mut to_players, mut damaged) = (Vec::new(), Vec::<(ObjectId, i32)>::new());
        let mut by_source = Vec::<(ObjectId, i32)>::new();
        for (source, to, n) in damage {
            if self.is_prevented(source, to) {
                continue;
            }
            let by = self.s.object(source.slot).controller;
            let dealt = self.deal_damage(source, by, to, n, true);
            if let (Target::Player(seat), true) = (to, dealt > 0) {
                to_players.push((source, seat, dealt));
                self.s.this_turn.dealt_damage.push(source);
            }
            if let (Target::Object(id), true) = (to, dealt > 0) {
                add_up(&mut damaged, id, dealt);
            }
            if dealt > 0 {
                add_up(&mut by_source, source, dealt);
            }
        }
        self.s.combat.shielded.clear();
        by_source.into_iter().for_each(|(source, amount)| self.dealt_together(source, amount, true));
        damaged.into_iter().for_each(|(id, amount)| self.damaged(id, amount));
        if !to_players.is_empty() {
            self.happened(&Happening::CombatDamage(to_players));
        }
    }

    /// CR 615.1a, 615.12: whether combat damage of that source to that target is prevented.
    fn is_prevented(&self, source: ObjectId, to: Target) -> bool {
        let shielded = |id: ObjectId| self.s.permanent(id).is_some_and(|o| o.has(Keywords::NO_COMBAT_DAMAGE));
        let all = self.s.this_turn.effects.no_combat_damage;
        let prevented = all || shielded(source) || matches!(to, Target::Object(id) if shielded(id));
        prevented
            && !self.s.turns.turn().restrictions.kinds.contains(Restrictions::NO_PREVENTION)
            && !self.is_unpreventable(source)
    }

    /// Those with first strike have had their step, even if they dealt nothing in it.
    fn mark_struck(&mut self) {
        let ids: Vec<ObjectId> = self
            .s
            .combat
            .attackers
            .iter()
            .map(|a| a.id)
            .chain(self.s.combat.blockers.iter().map(|b| b.id))
            .filter(|id| self.strikes_now(*id, true))
            .collect();
        for id in ids {
            self.s.object_mut(id.slot).status.insert(Status::STRUCK_FIRST);
        }
    }
}

/// So much more for that object.
fn add_up(sums: &mut Vec<(ObjectId, i32)>, id: ObjectId, amount: i32) {
    match sums.iter_mut().find(|(other, _)| *other == id) {
        Some((_, sum)) => *sum = sum.saturating_add(amount),
        None => sums.push((id, amount)),
    }
}

/// CR 508.1a, 302.6, 702.3b.
fn can_attack(object: &Object) -> bool {
    object.is_creature()
        && !object.is(Status::TAPPED)
        && (!object.is(Status::SICK) || object.has(Keywords::HASTE))
        && !object.keywords.intersects(Keywords::DEFENDER | Keywords::CANT_ATTACK)
}

/// Who attacks what by a pair of a declaration.
fn pair_of(items: &[Item], options: &[Item], item: u16, option: i32) -> Option<Attack> {
    match (items.get(usize::from(item)), options.get(option as usize)) {
        (Some(Item::Object(id)), Some(attacked)) => Some((*id, *attacked)),
        _ => None,
    }
}
