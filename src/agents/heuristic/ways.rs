//! Other ways to cast, modes, Equipment and Auras: what they add to the worth of an act.

use crate::cards::ability::{Ability, Cost, StaticEffect, Subject, TargetKind, TriggerEvent};
use crate::cards::card::{Card, ExtraKind, Modes, WayKind};
use crate::cards::catalog::Catalog;
use crate::cards::effect::{
    AbilityId, Amount, AmountId, Comparison, Condition, CounterKind, EffectId, How, Op, What, Whose,
};
use crate::game::ObjectId;
use crate::game::decision::{Choice, Item, Need, NeedKind, Shape};
use crate::game::view::{PlayerView, SeenObject};
use crate::turn::Step;

use super::activate::ACTIVATIONS;
use super::board::{Piece, worth};
use super::effect::{Aim, Effect};
use super::judge::Judge;
use super::plan::{PlannedAct, Planner};
use super::priority::Moment;
use super::profile::Roles;
use super::weights::Weights;

/// Whether a permanent cast so is gone as it enters.
pub(super) fn is_evoked(card: &Card, how: How) -> bool {
    card.way_cast(how).is_some_and(|way| way.kind == WayKind::Evoke)
}

/// What the creature an Aura or Equipment is attached to gets.
pub(super) fn gift(catalog: &Catalog, card: &Card, weights: &Weights) -> Aim {
    let constant = |id: AmountId| if let Amount::Const(n) = catalog.amount(id) { n } else { 1 };
    let mut aim = Aim::default();
    if let Some(TargetKind::Player { opponent }) = card.enchant.first().map(|spec| spec.kind) {
        // What may enchant anybody is meant for oneself, but for what wants somebody else to be attacked.
        let wants_attacks = |ability: &AbilityId| {
            matches!(catalog.ability(*ability),
                Ability::Triggered(t) if t.event == TriggerEvent::PlayerAttacked(Whose::Enchanted))
        };
        let curse = opponent || card.abilities.iter().any(wants_attacks);
        aim.points = if curse { -weights.put_by } else { weights.put_by };
    }
    for ability in &card.abilities {
        let Ability::Static(printed) = catalog.ability(*ability) else { continue };
        match printed.effect {
            StaticEffect::PumpAttached { power, toughness, keywords } => {
                (aim.power, aim.toughness) = (aim.power + constant(power), aim.toughness + constant(toughness));
                aim.points += keywords.bits().count_ones() as i32;
                aim.keywords |= keywords;
                aim.lasts = true;
            }
            StaticEffect::Reshape(_) => aim.share -= 80,
            StaticEffect::ControlAttached => (aim.share, aim.gain) = (aim.share - 100, aim.gain + 100),
            _ => {}
        }
    }
    aim
}

/// The level beyond which more counters of a kind add nothing to the card.
pub(super) fn enough_counters(catalog: &Catalog, card: &Card, kind: CounterKind) -> Option<i32> {
    let wanted = |condition| asked_for(catalog, condition, kind);
    let conditions = card.abilities.iter().flat_map(|a| match catalog.ability(*a) {
        Ability::Static(s) => [s.condition, None],
        Ability::Triggered(t) => [t.when, t.condition],
        Ability::Activated(_) | Ability::Mana(_) | Ability::Replacement(_) => [None, None],
    });
    conditions.flatten().filter_map(wanted).max()
}

fn asked_for(catalog: &Catalog, condition: crate::cards::effect::ConditionId, kind: CounterKind) -> Option<i32> {
    match catalog.condition(condition) {
        Condition::Compare(a, Comparison::AtLeast, b) => match (catalog.amount(a), catalog.amount(b)) {
            (Amount::Counters(What::Source, k), Amount::Const(n)) if k == kind => Some(n),
            _ => None,
        },
        Condition::Not(a) => asked_for(catalog, a, kind),
        Condition::And(a, b) | Condition::Or(a, b) => asked_for(catalog, a, kind).max(asked_for(catalog, b, kind)),
        _ => None,
    }
}

impl Planner<'_> {
    /// How often to pay an additional cost: as often as mana allows, but nothing else is given up for it.
    pub(super) fn kicks(&self, item: Item, need: &Need) -> Choice {
        let Shape::Number { max, .. } = need.shape else { return Choice::Number(0) };
        let card = card_of(self.view, item);
        // What is paid so is not there for X.
        if card.and_then(|card| card.cost.as_ref()).is_some_and(|cost| cost.x > 0) {
            return Choice::Number(0);
        }
        let extra = card.and_then(|card| card.extra.as_ref());
        let mana_only = extra.is_none_or(|extra| {
            let cost = self.view.catalog().cost(extra.cost);
            extra.kind != ExtraKind::Buyback || *cost == Cost { mana: cost.mana.clone(), ..Cost::default() }
        });
        Choice::Number(if mana_only { max } else { 0 })
    }

    /// The modes that are worth most, and what their targets are aimed at.
    pub(super) fn modes(&self, item: Item, need: &Need, plan: &PlannedAct) -> Option<(Choice, Vec<Aim>, i32)> {
        let fills = &plan.fills[..];
        let Shape::Some { options, min, .. } = &need.shape else { return None };
        let (id, modes) = modes_of(self.view, item)?;
        // Of equals the mode that is there only while something holds: it does more than can be told.
        let bound = |n: u8| modes.only_if.iter().any(|(mode, _)| *mode == n);
        let mut scored: Vec<(i32, u16, u8)> = Vec::new();
        for (at, option) in options.iter().enumerate() {
            let Item::Mode(n) = option else { continue };
            let effect = self.mode_effect(modes.of.get(usize::from(*n))?.0, id);
            let mut score = self.mode_worth(&effect, id) + self.taken_again(&effect, options, modes, *min, id);
            let tried: Vec<Choice> = fills.iter().cloned().chain([Choice::Some(vec![at as u16])]).collect();
            if *min == 1
                && let Some(next) = self.view.next_need(item, &tried).filter(|n| n.kind == NeedKind::Target)
                && self.aim(&next.shape, &effect.aims[0], &mut score).is_none()
            {
                continue;
            }
            scored.push((score, at as u16, *n));
        }
        scored.sort_by_key(|(score, at, n)| (std::cmp::Reverse((*score, bound(*n))), *at));
        if modes.spree.is_some() {
            return self.sprees(item, &scored, modes, id, fills);
        }
        scored.truncate(usize::from(*min));
        scored.sort_by_key(|(_, at, _)| *at);
        let mut aims = Vec::new();
        let (mut value, mut all) = (0, Effect::default());
        for (_, _, n) in &scored {
            let (effect, targets) = modes.of.get(usize::from(*n))?;
            let effect = self.mode_effect(*effect, id);
            value += self.mode_worth(&effect, id);
            all.toll += effect.toll;
            aims.extend(effect.aims.iter().take(targets.len()).copied());
        }
        value += self.felled(&all);
        Some((Choice::Some(scored.into_iter().map(|(_, at, _)| at).collect()), aims, value))
    }

    /// What the targets of the modes that are chosen there are aimed at.
    pub(super) fn aims_of_modes(&self, item: Item, need: &Need, chosen: &Choice) -> Vec<Aim> {
        let (Some((id, modes)), Shape::Some { options, .. }, Choice::Some(places)) =
            (modes_of(self.view, item), &need.shape, chosen)
        else {
            return Vec::new();
        };
        let effects = places.iter().filter_map(|at| match options.get(usize::from(*at)) {
            Some(Item::Mode(n)) => modes.of.get(usize::from(*n)),
            _ => None,
        });
        effects
            .flat_map(|(effect, targets)| self.mode_effect(*effect, id).aims.into_iter().take(targets.len()))
            .collect()
    }

    /// What a mode that takes life from every opponent is worth more where it may be taken again: it is there several times then.
    fn taken_again(&self, effect: &Effect, options: &[Item], modes: &Modes, most: u16, id: ObjectId) -> i32 {
        if effect.toll == 0 || most < 2 {
            return 0;
        }
        let same = |other: &&Item| {
            let of = if let Item::Mode(n) = other { modes.of.get(usize::from(*n)) } else { None };
            of.is_some_and(|(other, _)| self.mode_effect(*other, id).toll == effect.toll)
        };
        let times = options.iter().filter(same).take(most.into()).count() as i32;
        self.felled(&Effect { toll: effect.toll * times, ..Effect::default() }) / times.max(1)
    }

    /// The best mode of a spree, and every other that is worth its cost and can be paid for with it.
    fn sprees(
        &self,
        item: Item,
        scored: &[(i32, u16, u8)],
        modes: &Modes,
        id: ObjectId,
        fills: &[Choice],
    ) -> Option<(Choice, Vec<Aim>, i32)> {
        let mut chosen: Vec<(u16, u8)> = Vec::new();
        for (score, at, n) in scored {
            let mana = modes.spree.as_ref()?.added.get(1 << n)?.mana_value(0);
            let mut tried: Vec<u16> = chosen.iter().map(|(at, _)| *at).chain([*at]).collect();
            tried.sort_unstable();
            let all: Vec<Choice> = fills.iter().cloned().chain([Choice::Some(tried)]).collect();
            let worthwhile = chosen.is_empty() || *score > 2 * i32::from(mana);
            if worthwhile && self.view.is_affordable(item, &all) {
                chosen.push((*at, *n));
            }
        }
        chosen.sort_unstable();
        let (mut aims, mut value) = (Vec::new(), 0);
        for (_, n) in &chosen {
            let (effect, targets) = modes.of.get(usize::from(*n))?;
            let effect = self.mode_effect(*effect, id);
            value += self.mode_worth(&effect, id);
            aims.extend(effect.aims.iter().take(targets.len()).copied());
        }
        let places: Vec<u16> = chosen.into_iter().map(|(at, _)| at).collect();
        (!places.is_empty()).then_some((Choice::Some(places), aims, value))
    }

    fn mode_effect(&self, from: EffectId, source: ObjectId) -> Effect {
        let live = super::effect_reader::Live::plain(self.view, source, 0);
        self.profiles.reader(self.view.catalog(), Some(live)).read(from)
    }

    fn mode_worth(&self, effect: &Effect, id: ObjectId) -> i32 {
        let again = if effect.roles.contains(Roles::EXTRA_COMBAT) { self.profiles.weights().another_attack } else { 0 };
        effect.value + self.board.swept(effect, self.view, id) + again
    }
}

/// What is cast, and its modes.
fn modes_of(view: &PlayerView, item: Item) -> Option<(ObjectId, &Modes)> {
    let Item::Cast(id, how) = item else { return None };
    Some((id, card_of(view, item)?.spell_cast(how)?.modes.as_ref()?))
}

fn card_of(view: &PlayerView, item: Item) -> Option<&Card> {
    let Item::Cast(id, _) = item else { return None };
    view.object(id).map(|o| view.card(o.card))
}

impl Judge<'_> {
    /// An Equipment goes to the best creature that could attack, unless it is on one already.
    pub(super) fn equip(&self, item: Item, ability: AbilityId, equipment: &Piece) -> Option<Option<PlannedAct>> {
        let view = self.planner.view;
        let Ability::Activated(activated) = view.ability(ability) else { return None };
        if !matches!(view.catalog().op(activated.effect), Op::Attach(What::Source, What::Target(0))) {
            return None;
        }
        Some(self.equip_plan(item, activated.cost, equipment))
    }

    fn equip_plan(&self, item: Item, cost: crate::cards::effect::CostId, equipment: &Piece) -> Option<PlannedAct> {
        let (view, board) = (self.planner.view, self.planner.board);
        let Moment::Main { first } = self.moment else { return None };
        let weights = self.planner.profiles.weights();
        let aim = gift(view.catalog(), view.card(equipment.object.card), weights);
        let inherited = if aim.toughness < 0 { self.inherited(equipment) } else { 0 };
        if !first && inherited == 0 {
            return None;
        }
        let hasty = aim.keywords.contains(crate::cards::keyword::Keywords::HASTE);
        let fights = |p: &Piece| p.may_attack() || hasty && p.is_creature() && p.object.sick && !p.object.tapped;
        let borne = equipment.object.attached_to.and_then(|id| board.find(id));
        let stays = !first || borne.is_some_and(fights);
        if stays && inherited == 0 {
            return None;
        }
        let need = view.next_need(item, &[])?;
        let Shape::One(options) = &need.shape else { return None };
        let dies = |p: &Piece| inherited > 0 && p.is_creature() && p.left() + aim.toughness <= 0;
        let is_free = |p: &Piece| p.object.controller == board.me && !(first && fights(p));
        let worth = |item: &Item| {
            let Item::Object(id) = item else { return None };
            let piece = board.find(*id)?;
            // What dies of it is worth what that brings, and comes to it after its attack.
            if dies(piece) {
                return is_free(piece).then_some(2 * (inherited - piece.worth));
            }
            if stays || !fights(piece) {
                return None;
            }
            let free = view.opponents_of(board.me).any(|seat| !board.could_be_blocked(piece, seat));
            let through = if free { 2 * aim.power } else { 0 };
            let commands = if piece.object.commander { 2 * aim.power } else { 0 };
            Some(weights.bearer + 2 * piece.strike() + through + commands + board.lasting_on(&aim, piece))
        };
        let best = options.iter().enumerate().filter_map(|(at, o)| Some((worth(o)?, at)));
        let (score, at) = best.max_by_key(|(score, at)| (*score, std::cmp::Reverse(*at)))?;
        let mana = i32::from(view.catalog().cost(cost).mana.mana_value(0));
        // One after another, as many as can be paid for.
        let again = match options[at].object().and_then(|id| board.find(id)).is_some_and(dies) {
            true => {
                let others = board.mine().filter(|p| dies(p) && is_free(p)).count() as i32;
                others.min(i32::from(view.mana_available(board.me)) / mana.max(1)).clamp(1, ACTIVATIONS.into())
            }
            false => 1,
        };
        let fills = vec![Choice::option(at as u16)];
        Some(PlannedAct { score: again * score / 2, fills, x: 0, kicked: 0, mana: again * mana })
    }

    /// What is worth something as the creature dies that an Equipment is attached to.
    fn inherited(&self, equipment: &Piece) -> i32 {
        let (view, profiles) = (self.planner.view, self.planner.profiles);
        let dies = |ability: &&AbilityId| matches!(view.ability(**ability), Ability::Triggered(t) if t.event == TriggerEvent::Dies(Subject::Attached));
        let abilities = view.card(equipment.object.card).abilities.iter().filter(dies);
        abilities.map(|ability| profiles.ability(*ability).guess()).sum()
    }

    /// A Ninja for an attacker that nobody blocks, which goes back to the hand (CR 702.49a).
    pub(super) fn ambush(&self, item: Item, card: &SeenObject) -> Option<PlannedAct> {
        let view = self.planner.view;
        if view.step() != Step::DeclareBlockers {
            return None;
        }
        let mut plan = self.planner.fill(item, &[])?;
        let profile = self.planner.profiles.card(card.card);
        let worth = worth(card, self.planner.profiles);
        // What goes back is not lost, but has to be cast again.
        plan.score = worth + self.weights().life_lost * i32::from(card.power) + profile.attack + plan.score / 2;
        Some(plan)
    }

    /// Whether a card would better come later in this turn, in place of an attacker that nobody can block.
    pub(super) fn lies_in_wait(&self, ambushes: bool) -> bool {
        let (view, board) = (self.planner.view, self.planner.board);
        let open =
            |p: &Piece| p.may_attack() && view.opponents_of(board.me).any(|seat| !board.could_be_blocked(p, seat));
        ambushes && self.moment == (Moment::Main { first: true }) && board.mine().any(open)
    }

    /// Two mana that are not needed now make a card cheaper later.
    pub(super) fn foretell(&self, object: &SeenObject) -> Option<PlannedAct> {
        let Moment::Main { first: false } = self.moment else { return None };
        let sources = self.planner.board.sides[self.planner.board.me.index()].sources;
        let late = i32::from(self.planner.view.card(object.card).mana_value) > sources;
        late.then_some(PlannedAct {
            score: self.planner.profiles.weights().put_by,
            fills: Vec::new(),
            x: 0,
            kicked: 0,
            mana: 2,
        })
    }
}
