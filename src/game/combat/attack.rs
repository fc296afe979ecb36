//! Declaring attackers: who can, who must, and what it costs (CR 508).

use std::ops::Deref;

use crate::cards::ability::StaticEffect;
use crate::cards::card::Card;
use crate::cards::keyword::Keywords;
use crate::game::ability_index::StaticKinds;
use crate::game::combat_limits::Attack;
use crate::game::decision::{Choice, Constraint, Decision, DecisionKind, IllegalChoice, Item, Shape};
use crate::game::engine::{Core, Engine};
use crate::game::event::GameEvent;
use crate::game::filter::Viewpoint;
use crate::game::mana::Bill;
use crate::game::object::{Object, ObjectId, Slot, Status};
use crate::game::state::{GameState, Resume};
use crate::turn::{Interrupts, Restrictions, Seat, SeatSet};

use super::pair_of;

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
                && !self.is_kept_at_home(id)
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
                if self.means(subject, id.slot, source) {
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
}

impl Engine<'_> {
    pub(in crate::game) fn ask_attackers(&mut self) {
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

    pub(in crate::game) fn declare_attackers(&mut self, decision: &Decision, choice: &Choice) {
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
}

/// CR 508.1a, 302.6, 702.3b.
fn can_attack(object: &Object) -> bool {
    object.is_creature()
        && !object.is(Status::TAPPED)
        && (!object.is(Status::SICK) || object.has(Keywords::HASTE))
        && !object.keywords.intersects(Keywords::DEFENDER | Keywords::CANT_ATTACK)
}
