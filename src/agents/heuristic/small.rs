//! The small decisions: discards, sacrifices, searches, scries, payments, modes, targets of triggers.

use std::cmp::Reverse;

use crate::cards::ability::Ability;
use crate::cards::effect::{AskedFor, EffectId, Op, Purpose, What, Who};
use crate::cards::mana::ManaSet;
use crate::cards::type_line::Types;
use crate::game::ObjectId;
use crate::game::decision::{Choice, Decision, Item, Shape};
use crate::game::view::{Asking, PlayerView, SeenObject};
use crate::game::{Target, Zone};
use crate::turn::{Phase, Seat, Skippable};

use super::board::{BoardReading, Piece, mine, worth};
use super::effect::Effect;
use super::effect_reader::Live;
use super::plan::{Planner, keeping};
use super::profile::{Profiles, Roles};

/// A library that nobody goes on emptying.
pub(super) const FEW_LEFT: usize = 20;
/// Points for each mana of what is untapped.
const UNTAPPED_MANA: i32 = 31;
/// So many times what it is taken for something optional may cost in life.
const WORST: i32 = 4;
/// Points that a creature is worth at most that is devoured: a 1/1.
const DEVOURED: i32 = 8;
/// What a permanent that must be sacrificed is taken for before it is known which.
const GIVEN_UP: i32 = 12;
/// Points for a permanent that is not there any more.
const UNKNOWN: i32 = 20;

/// A table read for a small decision.
#[derive(Clone, Copy)]
pub(super) struct Small<'a> {
    pub(super) view: &'a PlayerView,
    pub(super) profiles: &'a Profiles,
    pub(super) board: &'a BoardReading,
}

impl Small<'_> {
    pub(super) fn planner(&self) -> Planner<'_> {
        Planner { view: self.view, profiles: self.profiles, board: self.board }
    }

    /// What a seen object is worth where it is: cards in hand by use, permanents by worth.
    fn price(&self, object: &SeenObject) -> i32 {
        match object.zone {
            Zone::Battlefield => worth(object, self.profiles),
            _ => keeping(object, self.view, self.profiles, self.board),
        }
    }

    // ---- choosing among objects ----

    /// The `n` cheapest of the objects offered.
    pub(super) fn worst(&self, n: u16) -> Choice {
        let mut priced: Vec<(i32, u16)> = self.view.offered().map(|(at, o)| (self.price(&o), at)).collect();
        priced.sort_unstable();
        Choice::Some(priced.into_iter().take(n.into()).map(|(_, at)| at).collect())
    }

    /// What to keep: what makes most mana, then the best.
    pub(super) fn best(&self, n: u16) -> Choice {
        self.first(n, i32::MAX)
    }

    /// What to untap: what makes mana as long as some is missing for the dearest of what could be cast, and the best.
    pub(super) fn untapped(&self, n: u16) -> Choice {
        let me = self.board.me;
        let cards = self.view.hand(me).chain(self.view.commanders(me));
        let dearest = cards.map(|o| i32::from(self.view.card(o.card).mana_value)).max().unwrap_or(0);
        self.first(n, dearest - i32::from(self.view.mana_available(me)))
    }

    /// The best of the objects offered, one's own before all others, with so much mana among them that makes them better.
    fn first(&self, n: u16, mut mana: i32) -> Choice {
        let worth = |o: &SeenObject| if o.controller == self.board.me { 0 } else { -1000 } + worth(o, self.profiles);
        let mut left: Vec<(i32, i32, u16)> =
            self.view.offered().map(|(at, o)| (worth(&o), self.profiles.card(o.card).units, at)).collect();
        let mut chosen = Vec::new();
        while chosen.len() < n.into() {
            let value =
                |(worth, units, at): &(i32, i32, u16)| (worth + UNTAPPED_MANA * units.min(&mana).max(&0), Reverse(*at));
            let Some(best) = (0..left.len()).max_by_key(|i| value(&left[*i])) else { break };
            let (_, units, at) = left.swap_remove(best);
            mana -= units;
            chosen.push(at);
        }
        Choice::Some(chosen)
    }

    /// What to find, as far as it may be found together.
    pub(super) fn found(&self, max: u16) -> Choice {
        let all = self.search(u16::MAX);
        let Choice::Some(ranked) = &all else { return all };
        let mut chosen: Vec<u16> = Vec::new();
        for at in ranked {
            if chosen.len() == usize::from(max) {
                break;
            }
            chosen.push(*at);
            if chosen.len() > 1 && !self.view.is_legal_search(&chosen) {
                chosen.pop();
            }
        }
        Choice::Some(chosen)
    }

    /// What to find: lands that make missing types of mana first, otherwise the card that would matter most.
    pub(super) fn search(&self, max: u16) -> Choice {
        let have: ManaSet = mine(self.view).map(|o| self.profiles.card(o.card).makes).collect();
        let wanted = |o: &SeenObject| {
            let profile = self.profiles.card(o.card);
            if o.types.contains(Types::LAND) {
                let new = profile.makes & !have;
                return 30 + 10 * new.bits().count_ones() as i32;
            }
            let card = self.view.card(o.card);
            let sources = self.board.sides[self.board.me.index()].sources + 2;
            // A card of one's own for which there is no mana of its colour may wait for long.
            let able = o.owner != self.board.me || have.is_empty() || have.contains(card.colours);
            let threat = if able { profile.threat } else { profile.threat / 3 };
            threat - 8 * (i32::from(card.mana_value) - sources).max(0)
        };
        let mut priced: Vec<(i32, u16)> = Vec::new();
        let mut last = None;
        for (at, object) in self.view.offered() {
            // Copies lie side by side; one value does for all of them.
            let value = match last {
                Some((card, value)) if card == object.card => value,
                _ => -wanted(&object),
            };
            last = Some((object.card, value));
            priced.push((value, at));
        }
        priced.sort_unstable();
        Choice::Some(priced.into_iter().take(max.into()).map(|(_, at)| at).collect())
    }

    /// Which of the top cards go to the bottom: lands when there are enough, and what is too expensive for long.
    /// Before the first turn the lands in hand are all there will be for a while.
    pub(super) fn scry(&self, max: u16) -> Choice {
        let lands = || self.view.hand(self.board.me).filter(|o| o.types.contains(Types::LAND)).count() as i32;
        let (sources, enough) = match self.view.turn().number {
            0 => (lands(), 5),
            _ => (self.board.sides[self.board.me.index()].sources, 7),
        };
        let unwanted = |o: &SeenObject| {
            if o.types.contains(Types::LAND) {
                sources >= enough
            } else {
                i32::from(self.view.card(o.card).mana_value) > sources + 3 || sources <= 2
            }
        };
        let bottom = self.view.offered().filter(|(_, o)| unwanted(o)).map(|(at, _)| at);
        Choice::Some(bottom.take(max.into()).collect())
    }

    /// All the numbers on the best of one's own: counters go to the creature that is hardest to block.
    pub(super) fn heap(&self, total: i32, default: &Choice) -> Choice {
        let best = self.view.offered().max_by_key(|(at, o)| {
            (!o.sick && o.controller == self.board.me, worth(o, self.profiles), std::cmp::Reverse(*at))
        });
        best.map_or_else(|| default.clone(), |(at, _)| Choice::Assign(vec![(at, total)]))
    }

    // ---- cards that effects offer ----

    /// The best card that an effect offers, unless each would only do harm now.
    pub(super) fn play(&self, options: &[Item]) -> Choice {
        let offers = options.iter().enumerate().filter(|(_, item)| **item != Item::No);
        let offers = offers.filter_map(|(at, item)| Some((at, self.offer(*item)?)));
        match offers.max_by_key(|(at, (value, _))| (*value, Reverse(*at))) {
            Some((at, (_, fills))) => Choice::One(at as u16, fills),
            None => Choice::option(options.iter().position(|o| *o == Item::No).unwrap_or(0) as u16),
        }
    }

    /// What an offered card is worth, and what its needs are filled with; `None` when it would do harm.
    fn offer(&self, item: Item) -> Option<(i32, Vec<Choice>)> {
        let Item::Cast(id, _) = item else { return Some((0, Vec::new())) };
        let object = self.view.object(id)?;
        let profile = self.profiles.card(object.card);
        let aims = profile.spell.as_ref().map_or(&[][..], |s| &s.aims[..]);
        let plan = self.planner().fill(item, aims)?;
        let spell = self.view.card(object.card).spell.as_ref().zip(profile.spell.as_ref());
        let value = spell.map_or(profile.threat.max(1), |(spell, read)| {
            let effect = self.planner().effect_now(read, spell.effect, id, 0);
            effect.value + self.board.swept(&effect, self.view, id)
        });
        Some((plan.score + value, plan.fills)).filter(|(value, _)| *value > 0)
    }

    /// Time travel lets permanents stay and suspended cards come; what is exiled from hand is what would be cast last.
    pub(super) fn choose(&self, max: u16) -> Choice {
        // Of two piles one is the best card alone.
        if self.asked_for() == Some(AskedFor::Pile) {
            return self.search(1);
        }
        let Some(AskedFor::Objects(purpose)) = self.asked_for() else { return self.best(max) };
        let zone = match purpose {
            Purpose::MoreTime => Zone::Battlefield,
            Purpose::LessTime => Zone::Exile,
            Purpose::ExileFromHand => return self.exile_late(),
            Purpose::Tap | Purpose::LostFromHand => return self.worst(max),
            Purpose::OntoBattlefield => return self.strongest(max),
            Purpose::Copied => return self.finest(),
            Purpose::Devoured => return self.least(),
            Purpose::Untap => return self.untapped(max),
            Purpose::Them | Purpose::Sacrifice | Purpose::Proliferate | Purpose::Counters => {
                return self.best(max);
            }
        };
        Choice::Some(self.view.offered().filter(|(_, o)| o.zone == zone).map(|(at, _)| at).collect())
    }

    /// Whether it is asked what to proliferate: one's own, as the default says.
    pub(super) fn proliferates(&self) -> bool {
        self.asked_for() == Some(AskedFor::Objects(Purpose::Proliferate))
    }

    /// Whether it is asked what to untap: one's own, as the default says.
    pub(super) fn untaps(&self) -> bool {
        self.asked_for() == Some(AskedFor::Objects(Purpose::Untap))
    }

    /// What is worth most, whoever controls it.
    fn finest(&self) -> Choice {
        let best = self.view.offered().max_by_key(|(at, o)| (worth(o, self.profiles), std::cmp::Reverse(*at)));
        Choice::Some(best.map(|(at, _)| at).into_iter().collect())
    }

    /// What is worth less than the counters that it is given up for.
    fn least(&self) -> Choice {
        let little = self.view.offered().filter(|(_, o)| worth(o, self.profiles) <= DEVOURED);
        Choice::Some(little.map(|(at, _)| at).collect())
    }

    fn strongest(&self, max: u16) -> Choice {
        let mut found: Vec<(i16, u16)> = self.view.offered().map(|(at, o)| (-o.power, at)).collect();
        found.sort_unstable();
        Choice::Some(found.into_iter().take(max.into()).map(|(_, at)| at).collect())
    }

    /// Life for cards, as long as there is plenty of both.
    pub(super) fn life_to_pay(&self, max: i32) -> Choice {
        let me = self.view.actor();
        let room = 7 - self.view.hand_size(me) as i32;
        let cards = self.view.library_size(me) as i32 - 10;
        Choice::Number((self.view.life(me) - 15).min(room).min(cards).clamp(0, max.max(0)))
    }

    fn exile_late(&self) -> Choice {
        let sources = self.board.sides[self.board.me.index()].sources;
        let value = |o: &SeenObject| i32::from(self.view.card(o.card).mana_value);
        let latest = self.view.offered().max_by_key(|(at, o)| (value(o), std::cmp::Reverse(*at)));
        Choice::Some(latest.filter(|(_, o)| value(o) > sources).map(|(at, _)| at).into_iter().collect())
    }

    // ---- targets of triggers ----

    /// The best target for the trigger that asks.
    pub(super) fn target(&self, decision: &Decision) -> Choice {
        if let Some(Asking::NewTarget { copy, nth }) = self.view.asking() {
            return self.new_target(decision, copy, nth).unwrap_or_else(|| decision.default.clone());
        }
        let Some(Asking::Target { ability, nth, source }) = self.view.asking() else { return decision.default.clone() };
        let Ability::Triggered(trigger) = self.view.ability(ability) else { return decision.default.clone() };
        if self.flickers(trigger.effect) {
            return self.flickered(decision);
        }
        let effect = self.planner().effect_now(self.profiles.ability(ability), trigger.effect, source, 0);
        if let Some(total) = trigger.divides.filter(|_| effect.roles.contains(Roles::REMOVAL))
            && let Some((choice, _)) =
                self.divided(&decision.shape, usize::from(nth), total, trigger.targets.len(), source)
        {
            return choice;
        }
        // Of each opponent there is one by the last of them.
        let aim = effect.aims.get(usize::from(nth)).or(effect.aims.last()).copied().unwrap_or_default();
        if let Some(bond) = aim.bond {
            let before = match nth.checked_sub(1).map(|before| self.view.asking_target(before)) {
                Some(Some(Target::Object(id))) => Some(id),
                Some(_) => None,
                // The only target of a fight is tied to the source.
                None => Some(source).filter(|_| trigger.targets.len() == 1),
            };
            let chosen = self.planner().bonded(bond, &decision.shape, before, &mut 0);
            return chosen.unwrap_or_else(|| decision.default.clone());
        }
        let chosen = self.planner().aim(&decision.shape, &aim, &mut 0);
        chosen.unwrap_or_else(|| decision.default.clone())
    }

    /// A copy is aimed like a spell; the target it has does as well as any other of the same worth.
    fn new_target(&self, decision: &Decision, copy: ObjectId, nth: u8) -> Option<Choice> {
        let card = self.view.object(copy)?.card;
        let spell = self.view.card(card).spell.as_ref()?;
        let read = self.profiles.card(card).spell.as_ref()?;
        let effect = self.planner().effect_now(read, spell.effect, copy, 0);
        let aim = effect.aims.get(usize::from(nth))?;
        let Shape::One(options) = &decision.shape else { return None };
        let worth = |item: &Item| self.planner().target_worth(*item, aim);
        let better = self.planner().aim(&decision.shape, aim, &mut 0)?;
        let Choice::One(at, _) = better else { return None };
        (worth(options.get(usize::from(at))?) > worth(options.first()?)).then_some(better)
    }

    // ---- optional things ----

    /// Yes when what follows is good for who is asked.
    pub(super) fn may(&self, decision: &Decision) -> Choice {
        let Some((at, source, controller)) = self.instruction() else { return decision.default.clone() };
        let (who, otherwise) = match self.view.catalog().op(at).asked_for() {
            AskedFor::Whether { who, otherwise } => (who, otherwise),
            AskedFor::Keep => return self.keep(decision),
            AskedFor::Replacement => return self.instead_of_a_draw(decision),
            _ => return decision.default.clone(),
        };
        if self.counters_source(at, otherwise) {
            // Nobody gives anything up for a spell of their own, nor for one that somebody has countered before them.
            let there = self.view.stack().any(|item| item.spell && item.source == source);
            return Choice::option(u16::from(controller == decision.actor || !there));
        }
        let effect = self.read(EffectId(at.0 + 1), otherwise, source);
        // What costs life that only shows as it is paid is left while there is enough for the worst.
        if controller == decision.actor && effect.bleeds > 0 && WORST * effect.bleeds >= self.view.life(decision.actor)
        {
            return Choice::option(1);
        }
        let given = if controller == decision.actor { self.given_up(at, otherwise) } else { 0 };
        Choice::option(u16::from(self.points_for(&effect, who, controller, decision.actor) < given))
    }

    /// What the cheapest of what must be sacrificed is worth beyond what that is usually taken for.
    fn given_up(&self, from: EffectId, to: EffectId) -> i32 {
        let catalog = self.view.catalog();
        let given = (from.0..to.0).find_map(|at| {
            let Op::SacrificeChosen(Who::You, filter, _) = catalog.op(EffectId(at)) else { return None };
            Some(catalog.filter(filter))
        });
        let Some(filter) = given else { return 0 };
        let fits = |p: &&Piece| self.board.passes(filter, &p.object, self.view, None);
        let cheapest = self.board.mine().filter(fits).map(|p| p.worth).min();
        cheapest.map_or(0, |worth| worth - GIVEN_UP)
    }

    /// Pays when what is bought, or what is averted, is worth more than the cost.
    pub(super) fn pay(&self, decision: &Decision) -> Choice {
        let Some((at, source, controller)) = self.instruction() else { return self.enters_untapped(decision.actor) };
        let (who, cost, to, averts) = match self.view.catalog().op(at).asked_for() {
            AskedFor::Cost { who, cost, to, averts } => (who, cost, to, averts),
            AskedFor::Generic { who, amount, paid } => {
                return self.pay_generic(decision, at, source, controller, (who, amount, paid));
            }
            _ => return decision.default.clone(),
        };
        let effect = self.read(EffectId(at.0 + 1), to, source);
        let lost = if controller == decision.actor { self.lost(at, to, source) } else { 0 };
        let combat = i32::from(effect.roles.contains(Roles::EXTRA_COMBAT)) * 2 * self.profiles.weights().another_attack;
        let points = self.points_for(&effect, who, controller, decision.actor) + combat - lost - self.countered(at, to);
        let uses = self.view.catalog().cost(cost);
        let mana = self.profiles.weights().spare_mana * i32::from(uses.mana.mana_value(0));
        let other = i32::from(uses.life) * 2
            + i32::from(uses.discard) * 9
            + uses.sacrifice.map_or(0, |(_, n)| 15 * i32::from(n));
        let gain = if averts { -points } else { points };
        if gain <= mana + other {
            return Choice::option(1);
        }
        let filled = self.planner().fill(Item::Yes, &[]);
        filled.map_or_else(|| Choice::option(1), |plan| Choice::One(0, plan.fills))
    }

    /// Life for a land that enters untapped: in one's own turn, while mana is short and life is not.
    fn enters_untapped(&self, me: Seat) -> Choice {
        let spells = self.view.hand(me).any(|o| !o.types.contains(Types::LAND));
        let sources = self.board.sides[me.index()].sources;
        let rich = self.view.life(me) > if sources < 6 { 12 } else { 25 };
        Choice::option(u16::from(!(self.view.turn().active == me && spells && rich)))
    }

    /// The same for generic mana alone.
    fn pay_generic(
        &self,
        decision: &Decision,
        at: EffectId,
        source: ObjectId,
        controller: Seat,
        (who, amount, paid): (Who, crate::cards::effect::AmountId, EffectId),
    ) -> Choice {
        let effect = self.read(EffectId(at.0 + 1), paid, source);
        let lost = if controller == decision.actor { self.lost(at, paid, source) } else { 0 };
        let averted = lost + self.countered(at, paid) - self.points_for(&effect, who, controller, decision.actor);
        let mana = self.profiles.weights().spare_mana * self.view.amount(amount, source, 0);
        Choice::option(u16::from(averted <= mana))
    }

    /// A card that was exiled for its player to keep or to go on: what can be cast soon is kept, and anything once few are left.
    fn keep(&self, decision: &Decision) -> Choice {
        let Some(object) = decision.source.and_then(|id| self.view.object(id)) else { return decision.default.clone() };
        let sources = self.board.sides[self.board.me.index()].sources;
        let soon = i32::from(self.view.card(object.card).mana_value) <= sources + 2;
        let good = !object.types.contains(Types::LAND) && soon;
        let few = self.view.library_size(self.board.me) < FEW_LEFT;
        Choice::option(u16::from(!(good || few)))
    }

    fn counters_source(&self, from: EffectId, to: EffectId) -> bool {
        (from.0..to.0).any(|at| self.view.catalog().op(EffectId(at)) == Op::CounterThis)
    }

    /// What this player loses with their spell, where the instructions counter it.
    fn countered(&self, from: EffectId, to: EffectId) -> i32 {
        let countered = |at| {
            let Op::Counter { target, .. } = self.view.catalog().op(EffectId(at)) else { return None };
            self.view.asking_target(target)
        };
        let target = (from.0..to.0).find_map(countered);
        let Some(Target::Object(id)) = target else { return 0 };
        let spell = self.view.stack().find(|item| item.spell && item.source == id && item.controller == self.board.me);
        spell.and_then(|spell| spell.card.known()).map_or(0, |card| self.profiles.card(card).threat)
    }

    /// What this player loses with the source, where the instructions sacrifice it: nothing with a lock that serves the others.
    fn lost(&self, from: EffectId, to: EffectId, source: ObjectId) -> i32 {
        let sacrifices = |at| matches!(self.view.catalog().op(EffectId(at)), Op::Sacrifice(_, What::Source));
        if !(from.0..to.0).any(sacrifices) {
            return 0;
        }
        let Some(piece) = self.board.find(source) else { return UNKNOWN };
        let locks = self.profiles.standing(piece.object.card).roles.contains(Roles::LOCK);
        if locks && !self.planner().gains_by_a_lock(|_| true) { 0 } else { piece.worth }
    }

    /// What the effect in progress asks for.
    pub(super) fn asked_for(&self) -> Option<AskedFor> {
        self.instruction().map(|(at, ..)| self.view.catalog().op(at).asked_for())
    }

    pub(super) fn instruction(&self) -> Option<(EffectId, ObjectId, Seat)> {
        match self.view.asking()? {
            Asking::Instruction { at, source, controller } => Some((at, source, controller)),
            Asking::Target { .. } | Asking::Mode { .. } | Asking::NewTarget { .. } => None,
        }
    }

    fn read(&self, from: EffectId, to: EffectId, source: ObjectId) -> Effect {
        let live = Live::plain(self.view, source, 0);
        self.profiles.reader(self.view.catalog(), Some(live)).read_to(from, to)
    }

    /// What a part of an effect is worth to who decides about it, its targets being chosen already.
    fn points_for(&self, effect: &Effect, who: Who, controller: Seat, actor: Seat) -> i32 {
        let mut points = if controller == actor { effect.value } else { -effect.value / 2 };
        for (n, aim) in effect.aims.iter().enumerate() {
            points += match self.view.asking_target(n as u8) {
                Some(crate::game::Target::Player(seat)) => self.board.aim_at_player(aim, seat, self.view),
                Some(crate::game::Target::Object(id)) => {
                    // What its controller gets is theirs even when it is gone by now.
                    let theirs = matches!(who, Who::ControllerOf(What::Target(_)));
                    if theirs { aim.points } else { self.planner().target_worth(Item::Object(id), aim) }
                }
                None => 0,
            };
        }
        points
    }

    // ---- modes ----

    /// The mode that is worth most to who chooses.
    pub(super) fn mode(&self, decision: &Decision, modes: usize) -> Choice {
        let Some((at, source, controller)) = self.instruction() else { return decision.default.clone() };
        if self.asked_for() == Some(AskedFor::Pile) {
            return decision.default.clone();
        }
        let score = |mode: usize| {
            let effect = self.read(EffectId(at.0 + 1 + mode as u32), EffectId(u32::MAX), source);
            let own = self.own_skips(EffectId(at.0 + 1 + mode as u32));
            if controller == decision.actor { effect.value } else { -effect.value / 2 - own }
        };
        let best = (0..modes).max_by_key(|mode| (score(*mode), std::cmp::Reverse(*mode)));
        Choice::option(best.unwrap_or(0) as u16)
    }

    /// What the skips of a mode cost who chooses, as things stand: combat is nothing to who has no attackers.
    fn own_skips(&self, mode: EffectId) -> i32 {
        let catalog = self.view.catalog();
        let Op::Jump(to) = catalog.op(mode) else { return 0 };
        let Op::Skip { what, .. } = catalog.op(to) else { return 0 };
        let power = self.board.sides[self.board.me.index()].power;
        match what {
            Skippable::Phase(Phase::Combat) => 3 * power,
            Skippable::MainPhase | Skippable::Phase(_) => 6 * self.view.hand_size(self.board.me) as i32,
            _ => self.profiles.weights().card,
        }
    }
}

/// The number of things a shape asks for at most.
pub(super) const fn most(shape: &Shape) -> u16 {
    match shape {
        Shape::Some { max, .. } => *max,
        _ => 1,
    }
}
