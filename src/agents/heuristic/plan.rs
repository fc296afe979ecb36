//! Filling what an act needs, and what the whole act is worth then.

use std::borrow::Cow;
use std::cmp::Reverse;

use smallvec::SmallVec;

use crate::cards::ability::{Ability, Cost, TargetSpec};
use crate::cards::effect::{AmountId, CounterKind, EffectId, How};
use crate::cards::type_line::Types;
use crate::game::decision::{Choice, Item, Need, NeedKind, Shape};
use crate::game::view::{PlayerView, SeenObject};
use crate::game::{ObjectId, Zone};
use crate::turn::Seat;

use super::board::{BoardReading, Piece, worth};
use super::effect::{Aim, Effect};
use super::effect_reader::{Live, library};
use super::knock_out;
use super::profile::{Profiles, Roles};
use super::small::Small;

/// Points for a time counter that helps.
const TIME: i32 = 7;
/// Cards that are left in the library when as many are drawn as can be paid for.
const KEPT_CARDS: i32 = 15;
/// Points for a card in the graveyard that is exiled for something.
const BURIED: i32 = 1;
/// Sources of mana beyond which one more land in hand is hardly missed.
const LANDS_ENOUGH: i32 = 9;
/// Points for such a land.
const SPARE_LAND: i32 = 3;
/// Life that is never paid for X.
const LAST_LIFE: i32 = 4;
/// Life from which on each point that is paid counts as many points.
const LOW_LIFE: i32 = 12;
/// The greatest X that is looked at.
const MOST_X: i32 = 20;
/// Points nothing sensible can outweigh.
pub(super) const NEVER: i32 = -10_000;

/// An act with its needs filled.
#[derive(Debug)]
pub(super) struct PlannedAct {
    pub(super) score: i32,
    pub(super) fills: Vec<Choice>,
    /// The X it is paid with.
    pub(super) x: i32,
    /// How often it is kicked.
    pub(super) kicked: u8,
    /// Mana it takes, less what it gives back at once.
    pub(super) mana: i32,
}

/// What is not there any more once an act is paid for.
struct Gone {
    objects: SmallVec<[ObjectId; 4]>,
    /// Whether what is chosen for the cost is among it.
    sacrifices: bool,
}

impl Gone {
    /// The targets that will still be there, and their places among all.
    fn left<'s>(&self, shape: &'s Shape) -> (Cow<'s, Shape>, Vec<u16>) {
        let stays = |item: &Item| item.object().is_none_or(|id| !self.objects.contains(&id));
        let (Shape::One(options) | Shape::Some { options, .. }) = shape else {
            return (Cow::Borrowed(shape), Vec::new());
        };
        if options.iter().all(stays) {
            return (Cow::Borrowed(shape), Vec::new());
        }
        let (places, left): (Vec<u16>, Vec<Item>) =
            options.iter().enumerate().filter(|(_, item)| stays(item)).map(|(at, item)| (at as u16, *item)).unzip();
        let most = left.len() as u16;
        let shape = match shape {
            Shape::Some { min, max, .. } => Shape::Some { options: left, min: (*min).min(most), max: (*max).min(most) },
            _ => Shape::One(left),
        };
        (Cow::Owned(shape), places)
    }
}

/// The choice with the places that what is chosen has among all; with none given it is the same.
fn replaced(choice: Choice, places: &[u16]) -> Choice {
    let place = |at: u16| places.get(usize::from(at)).copied().unwrap_or(at);
    match choice {
        Choice::One(at, fills) => Choice::One(place(at), fills),
        Choice::Some(chosen) => Choice::Some(chosen.into_iter().map(place).collect()),
        other => other,
    }
}

/// What is given up first for a cost.
#[derive(Clone, Copy)]
enum Giving {
    Cheapest,
    /// The cheapest that makes no mana.
    NoMana,
}

/// Who plans: the table, the cards, and the questions to the rules.
#[derive(Clone, Copy)]
pub(super) struct Planner<'a> {
    pub(super) view: &'a PlayerView,
    pub(super) profiles: &'a Profiles,
    pub(super) board: &'a BoardReading,
}

impl<'a> Planner<'a> {
    /// The effect as it would be now.
    pub(super) fn effect_now(&self, read: &Effect, from: EffectId, source: ObjectId, x: i32) -> Effect {
        if !read.varies {
            return read.clone();
        }
        self.effect_live(from, Live::plain(self.view, source, x))
    }

    /// The effect as it would be now of what is paid for so.
    pub(super) fn effect_paid(&self, read: &Effect, from: EffectId, source: ObjectId, plan: &PlannedAct) -> Effect {
        if !read.varies {
            return read.clone();
        }
        let live = Live { kicked: Some(plan.kicked), ..Live::plain(self.view, source, plan.x) };
        self.effect_live(from, live)
    }

    fn effect_live(&self, from: EffectId, live: Live<'_>) -> Effect {
        self.profiles.reader(self.view.catalog(), Some(live)).read(from)
    }

    /// What happens to the targets of an act that is paid for with that X and kicked so often.
    fn aims_paid(&self, item: Item, plan: &PlannedAct) -> Option<[Aim; 6]> {
        let (id, from) = match item {
            Item::Cast(id, How::Printed | How::Free) => {
                (id, self.view.card(self.view.object(id)?.card).spell.as_ref()?.effect)
            }
            Item::Cast(id, how) => (id, self.view.card(self.view.object(id)?.card).spell_cast(how)?.effect),
            Item::Activate(id, ability) => match self.view.ability(ability) {
                Ability::Activated(activated) => (id, activated.effect),
                _ => return None,
            },
            _ => return None,
        };
        let live = Live { kicked: Some(plan.kicked), ..Live::plain(self.view, id, plan.x) };
        Some(self.effect_live(from, live).aims)
    }

    /// What is divided among how many targets of a spell.
    fn divides(&self, item: Item) -> Option<(AmountId, usize)> {
        let Item::Cast(id, _) = item else { return None };
        let card = self.view.object(id)?.card;
        let burns = self.profiles.card(card).roles.contains(Roles::REMOVAL);
        let spell = self.view.card(card).spell.as_ref().filter(|_| burns)?;
        Some((spell.divides?, spell.targets.len()))
    }

    /// Whether a card may be cast now as far as its hints say.
    pub(super) fn is_time_for(&self, id: ObjectId) -> bool {
        let card = self.view.object(id).map(|object| self.view.card(object.card));
        card.and_then(|card| card.hints.when).is_none_or(|when| self.view.holds(when, id, 0))
    }

    /// Fills the needs of an act; `None` when X or a cost makes it senseless, or when it can't be paid for in that way.
    pub(super) fn fill(&self, item: Item, aims: &[Aim]) -> Option<PlannedAct> {
        let (plan, gave) = self.filled(item, aims, Giving::Cheapest)?;
        if plan.fills.is_empty() || self.view.is_affordable(item, &plan.fills) {
            return Some(plan);
        }
        // What was tapped or sacrificed for it was to make the mana.
        let (plan, _) = gave.then(|| self.filled(item, aims, Giving::NoMana))??;
        self.view.is_affordable(item, &plan.fills).then_some(plan)
    }

    /// Fills one need after another; and whether something was given up.
    fn filled(&self, item: Item, aims: &[Aim], giving: Giving) -> Option<(PlannedAct, bool)> {
        let mut plan = PlannedAct { score: 0, fills: Vec::new(), x: 0, kicked: 0, mana: 0 };
        let (mut target, mut gave) = (0, false);
        let mut moded: Vec<Aim> = Vec::new();
        let mut paid: Option<[Aim; 6]> = None;
        let mut bound: Option<ObjectId> = None;
        let mut gone = self.gone_for(item);
        while let Some(need) = self.view.next_need(item, &plan.fills) {
            let choice = match need.kind {
                NeedKind::X => {
                    plan.x = self.greatest_x(item, &need)?;
                    paid = self.aims_paid(item, &plan).filter(|_| !aims.is_empty());
                    Choice::Number(plan.x)
                }
                NeedKind::Cost => {
                    gave = true;
                    let choice = self.give(&need, giving, &mut plan.score);
                    if gone.sacrifices {
                        gone.objects.extend(chosen_objects(&need.shape, &choice));
                    }
                    choice
                }
                NeedKind::Waterbend => {
                    let least = if let Shape::Some { min, .. } = need.shape { min } else { 0 };
                    Choice::Some((0..least).collect())
                }
                NeedKind::Mana => Choice::option(0),
                NeedKind::Extra => {
                    let choice = self.kicks(item, &need);
                    if let Choice::Number(n @ 1..) = choice {
                        plan.kicked = n.min(u8::MAX.into()) as u8;
                        paid = self.aims_paid(item, &plan).filter(|_| !aims.is_empty());
                    }
                    choice
                }
                NeedKind::Mode => {
                    let (choice, aimed, value) = self.modes(item, &need, &plan)?;
                    plan.score += value;
                    moded = aimed;
                    choice
                }
                NeedKind::Target => {
                    let aims = if moded.is_empty() { paid.as_ref().map_or(aims, |paid| &paid[..]) } else { &moded };
                    // Of each opponent there is one by the last of them.
                    let aim = aims.get(target).or(aims.last()).copied().unwrap_or_default();
                    target += 1;
                    let (shape, places) = gone.left(&need.shape);
                    let choice = self.aim_next(item, &shape, &aim, (target - 1, &mut bound), &mut plan)?;
                    replaced(choice, &places)
                }
            };
            plan.fills.push(choice);
        }
        Some((plan, gave))
    }

    /// What paying for an act takes away, before anything is chosen for it.
    fn gone_for(&self, item: Item) -> Gone {
        let cost = match item {
            Item::Activate(_, ability) => match self.view.ability(ability) {
                Ability::Activated(activated) => Some(activated.cost),
                _ => None,
            },
            Item::Cast(id, _) => self.view.object(id).and_then(|object| self.view.card(object.card).additional),
            _ => None,
        };
        let cost = cost.map(|cost| self.view.catalog().cost(cost));
        let spent = cost.is_some_and(|cost| cost.sacrifice_source || cost.exile_source || cost.return_source);
        let source = if let Item::Activate(id, _) = item { Some(id).filter(|_| spent) } else { None };
        Gone { objects: source.into_iter().collect(), sacrifices: cost.is_some_and(|cost| cost.sacrifice.is_some()) }
    }

    /// The target with that number, with what was chosen before in mind.
    fn aim_next(
        &self,
        item: Item,
        shape: &Shape,
        aim: &Aim,
        (nth, bound): (usize, &mut Option<ObjectId>),
        plan: &mut PlannedAct,
    ) -> Option<Choice> {
        if let Some(bond) = aim.bond {
            let choice = self.bonded(bond, shape, *bound, &mut plan.score)?;
            *bound = bound.or_else(|| chosen_object(shape, &choice));
            return Some(choice);
        }
        if aim.damage > 0
            && let Some((total, targets)) = self.divides(item)
            && let Item::Cast(id, _) = item
        {
            let small = Small { view: self.view, profiles: self.profiles, board: self.board };
            if let Some((choice, points)) = small.divided(shape, nth, total, targets, id) {
                plan.score += points;
                return Some(choice);
            }
        }
        match shape {
            Shape::Some { options, min, max } if *max > 1 => self.aim_at_many(item, options, (*min, *max), aim, plan),
            _ => self.aim(shape, aim, &mut plan.score),
        }
    }

    /// As many targets as are worth something, and as can be paid for: more of them may cost more.
    fn aim_at_many(
        &self,
        item: Item,
        options: &[Item],
        (min, mut max): (u16, u16),
        aim: &Aim,
        plan: &mut PlannedAct,
    ) -> Option<Choice> {
        loop {
            let mut points = 0;
            let choice = self.aim_at_several(options, (min, max), aim, &mut points)?;
            let chosen = if let Choice::Some(chosen) = &choice { chosen.len() as u16 } else { 0 };
            let fills = [&plan.fills[..], std::slice::from_ref(&choice)].concat();
            if chosen <= min.max(1) || self.view.is_affordable(item, &fills) {
                plan.score += points;
                return Some(choice);
            }
            max = chosen - 1;
        }
    }

    /// As much as can be paid, but no more cards than the library can bear, and no more than what is swept away needs.
    fn greatest_x(&self, item: Item, need: &Need) -> Option<i32> {
        let Shape::Number { max, .. } = need.shape else { return None };
        if let Some(x) = self.sweeping_x(item, max) {
            return Some(x);
        }
        let roles = match item {
            Item::Cast(id, _) => {
                self.view.object(id).map_or(Roles::empty(), |object| self.profiles.card(object.card).roles)
            }
            Item::Activate(_, ability) => self.profiles.ability(ability).roles,
            _ => Roles::empty(),
        };
        let max = if self.pays_x_life(item) { max.min((self.view.life(self.view.actor()) - 8).min(6)) } else { max };
        let draws = roles.intersects(Roles::DRAW);
        let bearable = (library(self.view, self.view.actor()) - KEPT_CARDS).max(0);
        // A spell for one card has only been exchanged for it.
        let least = if draws && matches!(item, Item::Cast(..)) { 2 } else { 1 };
        Some(if draws { max.min(bearable) } else { max }).filter(|x| *x >= least)
    }

    /// The X that is worth most, of equals the least, where what everything is dealt, or loses, depends on it.
    fn sweeping_x(&self, item: Item, max: i32) -> Option<i32> {
        let Item::Cast(id, how) = item else { return None };
        let object = self.view.object(id)?;
        let read = self.profiles.card(object.card).spell.as_ref().filter(|read| read.varies)?;
        let hurts = |effect: &Effect| effect.sweeps.iter().map(|(_, aim)| aim.damage + aim.shrinks).sum::<i32>();
        if hurts(read) == 0 {
            return None;
        }
        let life = if self.pays_x_life(item) { self.view.life(self.board.me) } else { i32::MAX };
        let from = self.view.card(object.card).spell_cast(how)?.effect;
        let at = |x: i32| self.effect_live(from, Live::plain(self.view, id, x));
        let most = max.min(life.saturating_sub(LAST_LIFE)).min(MOST_X);
        if most < 1 || hurts(&at(most)) == hurts(&at(most - 1)) {
            return None;
        }
        let each = if life == i32::MAX { 0 } else { self.price_of_life() };
        let worth = |x: &i32| {
            let effect = at(*x);
            effect.value + self.board.swept(&effect, self.view, id) + self.felled(&effect) - each * x
        };
        (1..=most).max_by_key(|x| (worth(x), Reverse(*x)))
    }

    /// Points for each life that is paid.
    fn price_of_life(&self) -> i32 {
        if self.view.life(self.board.me) <= LOW_LIFE { LOW_LIFE } else { self.profiles.weights().life_lost }
    }

    /// Whether X is life that is paid for the spell.
    fn pays_x_life(&self, item: Item) -> bool {
        let Item::Cast(id, _) = item else { return false };
        let additional = self.view.object(id).and_then(|object| self.view.card(object.card).additional);
        additional.is_some_and(|cost| self.view.catalog().cost(cost).life_x)
    }

    /// The least valuable of what must be sacrificed, discarded or tapped.
    pub(super) fn pay_with(&self, need: &Need, score: &mut i32) -> Choice {
        self.give(need, Giving::Cheapest, score)
    }

    /// What is given up for a cost, in that order; its worth comes off the score.
    fn give(&self, need: &Need, giving: Giving, score: &mut i32) -> Choice {
        let (options, min) = match &need.shape {
            Shape::Some { options, min, .. } => (options, min),
            Shape::One(options) => (options, &1),
            _ => return Choice::Some(Vec::new()),
        };
        let mut priced: Vec<(i32, u16)> =
            options.iter().enumerate().map(|(at, item)| (self.price(*item), at as u16)).collect();
        match giving {
            Giving::Cheapest => priced.sort_unstable(),
            Giving::NoMana => {
                priced.sort_unstable_by_key(|(price, at)| (self.makes_mana(options[usize::from(*at)]), *price, *at))
            }
        }
        if let Shape::One(_) = need.shape {
            // Who crews is tapped, and not lost; who could attack would be missed there.
            let attack = |at: u16| self.attack_of(options[usize::from(at)]);
            let Some((_, at)) = priced.iter().min_by_key(|(price, at)| (attack(*at), *price)) else {
                return Choice::Some(Vec::new());
            };
            let missed = attack(*at);
            let weights = self.profiles.weights();
            *score -= if missed > 0 { weights.bearer + weights.life_lost * missed } else { 0 };
            return Choice::option(*at);
        }
        priced.truncate(usize::from(*min));
        *score -= priced.iter().map(|(price, _)| price).sum::<i32>();
        Choice::Some(priced.into_iter().map(|(_, at)| at).collect())
    }

    /// Damage that it could deal in the attack to come.
    fn attack_of(&self, item: Item) -> i32 {
        let piece = item.object().and_then(|id| self.board.find(id));
        piece.filter(|p| self.board.before_attack && p.may_attack()).map_or(0, Piece::strike)
    }

    /// Whether it makes mana at once.
    fn makes_mana(&self, item: Item) -> bool {
        let Item::Object(id) = item else { return false };
        self.view.object(id).is_some_and(|object| !object.tapped && self.profiles.card(object.card).units > 0)
    }

    fn price(&self, item: Item) -> i32 {
        let Item::Object(id) = item else { return 0 };
        match self.board.find(id) {
            // What is lost anyway costs nothing.
            Some(piece) => {
                if self.board.perils.threaten(id) {
                    0
                } else {
                    piece.worth
                }
            }
            None => {
                self.view.object(id).map_or(0, |o| if o.zone == Zone::Graveyard { BURIED } else { self.hand_price(&o) })
            }
        }
    }

    /// What a card in hand is worth keeping; of many lands the next is hardly missed.
    pub(super) fn hand_price(&self, object: &SeenObject) -> i32 {
        if object.types.contains(Types::LAND) && self.board.sides[self.board.me.index()].sources >= LANDS_ENOUGH {
            return SPARE_LAND;
        }
        keeping(object, self.view, self.profiles, self.board)
    }

    /// The best target; adds what it is worth. `None` when there is none to choose.
    pub(super) fn aim(&self, shape: &Shape, aim: &Aim, score: &mut i32) -> Option<Choice> {
        let (options, optional) = match shape {
            Shape::One(options) => (options, false),
            // With X = 0 there may be nothing to aim at.
            Shape::Some { max: 0, .. } => return Some(Choice::Some(Vec::new())),
            Shape::Some { options, min, max } if *max > 1 => {
                return self.aim_at_several(options, (*min, *max), aim, score);
            }
            Shape::Some { options, min, .. } => (options, *min == 0),
            _ => return None,
        };
        let single = |at: usize| match shape {
            Shape::One(_) => Choice::option(at as u16),
            _ => Choice::Some(vec![at as u16]),
        };
        let best = options.iter().enumerate().map(|(at, item)| (self.target_worth(*item, aim), at));
        let best = best.max_by_key(|(points, at)| (*points, self.regard(options[*at]), std::cmp::Reverse(*at)));
        match (best, optional) {
            (Some((points, at)), false) => {
                *score += points;
                Some(single(at))
            }
            (Some((points, at)), true) if points > 0 => {
                *score += points;
                Some(single(at))
            }
            (_, true) => Some(Choice::Some(Vec::new())),
            (None, false) => None,
        }
    }

    /// As many of them as there must be, the best first, and all others that are worth something.
    fn aim_at_several(&self, options: &[Item], (min, max): (u16, u16), aim: &Aim, score: &mut i32) -> Option<Choice> {
        let mut ranked: Vec<(i32, usize)> =
            options.iter().enumerate().map(|(at, item)| (self.target_worth(*item, aim), at)).collect();
        ranked.sort_by_key(|(points, at)| {
            std::cmp::Reverse((*points, self.regard(options[*at]), std::cmp::Reverse(*at)))
        });
        let worthwhile = ranked.iter().filter(|(points, _)| *points > 0).count().min(max.into());
        let chosen = ranked.get(..worthwhile.max(min.into()))?;
        *score += chosen.iter().map(|(points, _)| points).sum::<i32>();
        let mut chosen: Vec<u16> = chosen.iter().map(|(_, at)| *at as u16).collect();
        chosen.sort_unstable();
        Some(Choice::Some(chosen))
    }

    /// How much harm to that player, or to who controls it, counts: of equals, it goes to who has it coming.
    fn regard(&self, item: Item) -> i32 {
        let seat = match item {
            Item::Player(seat) => Some(seat),
            Item::Object(id) => self.board.find(id).map(|piece| piece.object.controller),
            _ => None,
        };
        seat.map_or(0, |seat| self.board.politics.regard(seat))
    }

    /// What choosing that target is worth to this player.
    pub(super) fn target_worth(&self, item: Item, aim: &Aim) -> i32 {
        match item {
            Item::Player(seat) => {
                let cards = aim.for_cards * self.view.hand_size(seat) as i32;
                self.board.aim_at_player(aim, seat, self.view) + cards
            }
            Item::Object(id) if aim.time != 0 => self.time_worth(id, aim.time),
            Item::Object(id) if aim.flickers && self.board.perils.is_empty() => self.renewed(id),
            Item::Object(id) => match self.board.find(id) {
                Some(piece) => self.board.aim_at(aim, piece),
                None => self.view.object(id).map_or(0, |o| self.elsewhere(&o, aim)),
            },
            _ => 0,
        }
    }

    /// Whether it exiles something for a while itself as it enters: no chain of these is looked at.
    fn flickers(&self, piece: &Piece) -> bool {
        let enters = &self.profiles.card(piece.object.card).enters;
        enters.iter().any(|ability| self.profiles.ability(*ability).aims.iter().any(|aim| aim.flickers))
    }

    /// What it is worth that a permanent leaves and comes back.
    fn renewed(&self, id: ObjectId) -> i32 {
        let small = Small { view: self.view, profiles: self.profiles, board: self.board };
        self.board.find(id).map_or(0, |piece| small.renewed(piece))
    }

    /// Suspended cards should have few time counters, and permanents that have some should have many; others' the reverse.
    fn time_worth(&self, id: ObjectId, more: i32) -> i32 {
        let Some(object) = self.view.object(id) else { return 0 };
        let has = i32::from(self.view.counters(id, CounterKind::TIME));
        let change = if more < 0 {
            -has.min(-more)
        } else if has > 0 {
            more
        } else {
            0
        };
        let good = if object.zone == Zone::Exile { -change } else { change };
        TIME * if object.controller == self.board.me { good } else { -good }
    }

    /// A spell on the stack, or a card in a graveyard.
    fn elsewhere(&self, object: &SeenObject, aim: &Aim) -> i32 {
        let threat = self.profiles.card(object.card).threat.max(4);
        if object.zone == Zone::Stack {
            let change = threat * aim.share / 100;
            return if object.controller == self.board.me { change } else { -change };
        }
        let lasts = object.types.intersects(Types::PERMANENT);
        let gained = if lasts { worth(object, self.profiles) } else { 0 };
        gained.max(if aim.gain < 100 { threat.min(60) } else { 0 }) * aim.gain / 100
    }

    /// Points that paying a cost takes, beyond what is chosen for it.
    pub(super) fn cost_points(&self, cost: &Cost, source: ObjectId) -> i32 {
        let uses_up = cost.sacrifice_source || cost.exile_source || cost.return_source || cost.bottom_source;
        let uses_up = uses_up && !self.board.perils.threaten(source);
        let itself = if uses_up { self.board.find(source).map_or(0, |p| p.worth) } else { 0 };
        let itself = if cost.return_source { itself / 2 } else { itself };
        let life = i32::from(cost.life) * self.price_of_life();
        let counters = match cost.remove_counters {
            Some((kind, None)) => 2 * i32::from(self.view.counters(source, kind)),
            Some((_, Some(n))) => 3 * i32::from(n),
            None => 0,
        };
        let tapped = cost.tap_others.map_or(0, |(_, n)| 3 * i32::from(n));
        itself + life + counters + tapped + i32::from(cost.mana.mana_value(0))
    }

    /// What an ability that triggers as a permanent enters is worth.
    pub(super) fn entering(&self, ability: crate::cards::effect::AbilityId, piece: &Piece) -> i32 {
        let Ability::Triggered(trigger) = self.view.ability(ability) else { return 0 };
        let effect = self.effect_now(self.profiles.ability(ability), trigger.effect, piece.object.id, 0);
        let aims = trigger.targets.iter().zip(&effect.aims);
        let best = |(spec, aim): (&TargetSpec, &Aim)| match aim.flickers {
            // Whatever would lose by it is not chosen.
            true => {
                let others = self.board.mine().filter(|p| !self.flickers(p));
                others.map(|p| self.renewed(p.object.id)).max().unwrap_or(0).max(0)
            }
            false => self.board.best_target(spec, aim, piece, self.view),
        };
        let aimed: i32 = aims.map(best).sum();
        let last = if effect.bleeds >= self.view.life(self.board.me) { NEVER } else { 0 };
        effect.value + aimed + self.board.swept(&effect, self.view, piece.object.id) + last + self.felled(&effect)
    }

    /// What it is worth that every opponent loses as much life: those count whom that takes out of the game.
    pub(super) fn felled(&self, effect: &Effect) -> i32 {
        if effect.toll == 0 {
            return 0;
        }
        let (view, me) = (self.view, self.board.me);
        let out = |seat: &Seat| view.life(*seat) <= effect.toll && knock_out::is_wanted(view, me, *seat);
        self.profiles.weights().lethal * view.opponents_of(self.board.me).filter(out).count() as i32
    }
}

/// The objects that were chosen.
fn chosen_objects<'s>(shape: &'s Shape, choice: &'s Choice) -> impl Iterator<Item = ObjectId> + 's {
    let options: &[Item] = match shape {
        Shape::One(options) | Shape::Some { options, .. } => options,
        _ => &[],
    };
    let chosen = match choice {
        Choice::One(at, _) => std::slice::from_ref(at),
        Choice::Some(chosen) => chosen,
        _ => &[],
    };
    chosen.iter().filter_map(|at| options.get(usize::from(*at))?.object())
}

/// The object that was chosen, if it is one.
fn chosen_object(shape: &Shape, choice: &Choice) -> Option<ObjectId> {
    chosen_objects(shape, choice).next()
}

/// What a card in hand is worth keeping: lands while they are needed, other cards by what they do and when they can be cast.
pub(super) fn keeping(object: &SeenObject, view: &PlayerView, profiles: &Profiles, board: &BoardReading) -> i32 {
    let card = view.card(object.card);
    let profile = profiles.card(object.card);
    let sources = board.sides[board.me.index()].sources;
    if card.types.contains(Types::LAND) {
        return if sources < 6 { 60 - 4 * sources } else { 8 };
    }
    let late = (i32::from(card.mana_value) - sources - 2).max(0);
    (profile.threat.clamp(5, 90) - 6 * late).max(1)
}
