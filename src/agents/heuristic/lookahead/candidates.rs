//! What could be done at a priority, with whatever targets: more than what is worth something at first sight.

use crate::cards::effect::{CardId, How};
use crate::cards::keyword::Keywords;
use crate::game::decision::{Choice, Decision, Item, Need, NeedKind, Shape};
use crate::game::view::{PlayerView, SeenObject};
use crate::game::{COMMANDER_DAMAGE, Zone};
use crate::turn::Seat;

use crate::agents::heuristic::board::BoardReading;
use crate::agents::heuristic::effect::Aim;
use crate::agents::heuristic::plan::Planner;
use crate::agents::heuristic::priority::acts;
use crate::agents::heuristic::profile::{Profiles, Roles};

use super::effort::is_small;
use super::play_on::incites;
use super::prey::is_nearly_poisoned;

/// Ways to do one act that are looked at.
const WAYS: usize = 10;
/// Ways to do it that are tried, though they may turn out to cost too much.
const TRIES: usize = 4 * WAYS;
/// Ways with each choice of modes, at least.
const WAYS_OF_MODES: usize = 2;
/// Ways to divide attackers among opponents, at most: where there are more, none is looked at.
const MOST_ATTACKS: usize = 300;
/// Attackers of which some are sent, at most.
const MOST_DIVIDED: usize = 6;
/// Options of one need that are looked at.
const BROAD: usize = 8;

/// The acts among the options, each with several ways to fill what it needs.
///
/// `sensibly`: without those that harm what is this player's own, or help what is not.
pub(super) fn acts_at(view: &PlayerView, decision: &Decision, profiles: &Profiles, sensibly: bool) -> Vec<Choice> {
    let Shape::One(options) = &decision.shape else { return Vec::new() };
    let board = BoardReading::read(view, profiles);
    let planner = Planner { view, profiles, board: &board };
    let mut choices = Vec::new();
    let mut held: Vec<CardId> = Vec::new();
    for (at, item) in acts(options) {
        // Of equal cards in hand one is enough.
        if let Item::Cast(id, How::Printed) = item
            && let Some(object) = view.object(id).filter(|object| object.zone == Zone::Hand)
        {
            if held.contains(&object.card) {
                continue;
            }
            held.push(object.card);
        }
        let aims = sensibly.then(|| aims_of(view, item, profiles));
        let mut ways = Ways { planner: &planner, at, item, tried: 0, found: Vec::new() };
        ways.fill(aims, WAYS, &mut Vec::new());
        choices.extend(ways.found);
    }
    choices
}

/// Ways to do one act.
struct Ways<'a> {
    planner: &'a Planner<'a>,
    at: u16,
    item: Item,
    /// Those that were looked at, done or not.
    tried: usize,
    found: Vec<Choice>,
}

impl Ways<'_> {
    /// Fills one need after another in all ways, until there are so many. Those with each choice of modes, of extra costs or of X have a
    /// share of their own, or the later ones would never be come to.
    ///
    /// `aims`: what happens to the targets to come, where what is not sensible is left out.
    fn fill(&mut self, aims: Option<&[Aim]>, most: usize, fills: &mut Vec<Choice>) {
        if self.found.len() >= most || self.tried >= TRIES {
            return;
        }
        let Some(need) = self.planner.view.next_need(self.item, fills) else {
            self.tried += 1;
            let way = Choice::One(self.at, fills.clone());
            self.found.extend(Some(way).filter(|way| self.planner.view.is_legal(way)));
            return;
        };
        let (aim, rest) = match (need.kind, aims) {
            (NeedKind::Target, Some([aim, rest @ ..])) => (Some(aim), Some(rest)),
            _ => (None, aims),
        };
        let choices = choices(self.planner, &need, aim);
        let share = most.div_ceil(choices.len().max(1)).max(WAYS_OF_MODES);
        for choice in choices {
            let of_modes = match need.kind {
                NeedKind::Mode => aims.map(|_| self.planner.aims_of_modes(self.item, &need, &choice)),
                _ => None,
            };
            let shared = matches!(need.kind, NeedKind::Mode | NeedKind::Extra | NeedKind::X);
            let most = if shared { self.found.len() + share } else { most };
            fills.push(choice);
            self.fill(of_modes.as_deref().or(rest), most, fills);
            fills.pop();
        }
    }
}

/// What happens to each target of the act, where it is known.
fn aims_of<'p>(view: &PlayerView, item: Item, profiles: &'p Profiles) -> &'p [Aim] {
    match item {
        Item::Cast(id, How::Printed | How::Free) => {
            let spell = view.object(id).and_then(|object| profiles.card(object.card).spell.as_ref());
            spell.map_or(&[], |spell| &spell.aims)
        }
        Item::Activate(_, ability) => &profiles.ability(ability).aims,
        _ => &[],
    }
}

/// Whether it harms what is this player's own, or helps what is not.
fn is_backwards(planner: &Planner<'_>, item: &Item, aim: &Aim) -> bool {
    let Item::Object(id) = item else { return false };
    let Some(piece) = planner.board.find(*id) else { return false };
    let mine = piece.object.controller == planner.board.me;
    let harms = aim.share < 0 && aim.gain == 0 || aim.damage > 0 || aim.shrinks > 0;
    let helps = aim.power > 0 || !aim.keywords.is_empty();
    // What is taken over is helped for oneself.
    let takes = aim.gain > 0;
    mine && harms && !helps || !mine && helps && !harms && !takes
}

/// Ways to fill that need, where it is a target so that it neither harms what is this player's own nor helps what is not.
fn choices(planner: &Planner<'_>, need: &Need, aim: Option<&Aim>) -> Vec<Choice> {
    let backwards = |item: &Item| aim.is_some_and(|aim| is_backwards(planner, item, aim));
    match (need.kind, &need.shape) {
        (NeedKind::Cost, shape) => costs(planner, need, shape),
        (NeedKind::Mana, _) => vec![Choice::option(0)],
        (NeedKind::Waterbend, Shape::Some { min, .. }) => vec![Choice::Some((0..*min).collect())],
        (NeedKind::Target, Shape::One(options)) => {
            // Players first, whose life is what most harm is for.
            let mut order: Vec<usize> = (0..options.len()).filter(|at| !backwards(&options[*at])).collect();
            keep_one_of_each(planner.view, planner.board, options, &mut order);
            order.sort_by_key(|at| match options[*at] {
                Item::Player(seat) => u8::from(!planner.view.are_opponents(seat, planner.board.me)) * 3,
                _ => 1 + u8::from(is_mine(planner, &options[*at])),
            });
            order.into_iter().take(BROAD).map(|at| Choice::option(at as u16)).collect()
        }
        (NeedKind::Target, Shape::Some { options, min, max }) => {
            let mut order: Vec<u16> =
                (0..options.len() as u16).filter(|at| !backwards(&options[usize::from(*at)])).collect();
            order.sort_by_key(|at| match options[usize::from(*at)] {
                Item::Player(seat) => u8::from(!planner.view.are_opponents(seat, planner.board.me)) * 3,
                _ => 1 + u8::from(is_mine(planner, &options[usize::from(*at)])),
            });
            sets(&order, usize::from(*min), usize::from(*max))
        }
        (NeedKind::X, Shape::Number { min, max }) => numbers(planner, *min, *max),
        // As often as there are opponents, of whom each may be another target.
        (NeedKind::Extra, Shape::Number { min, max }) => {
            let most = planner.view.opponents_of(planner.board.me).count() as i32;
            (*min..=*max.min(&(min + most))).rev().map(Choice::Number).collect()
        }
        (_, shape) => plain(shape),
    }
}

/// Values for X: what is just enough for somebody's life, and all others.
fn numbers(planner: &Planner<'_>, min: i32, max: i32) -> Vec<Choice> {
    let view = planner.view;
    let lives =
        view.opponents_of(planner.board.me).map(|seat| view.life(seat)).filter(|life| (min..=max).contains(life));
    let all = plain(&Shape::Number { min, max });
    let mut numbers: Vec<Choice> = Vec::new();
    for choice in lives.map(Choice::Number).chain(all) {
        if !numbers.contains(&choice) {
            numbers.push(choice);
        }
    }
    numbers
}

/// Drops the options that are like another one but for which of them it is; in a combat all differ.
fn keep_one_of_each(view: &PlayerView, board: &BoardReading, options: &[Item], order: &mut Vec<usize>) {
    if view.attackers().next().is_some() {
        return;
    }
    let mut kept: Vec<SeenObject> = Vec::new();
    order.retain(|at| {
        let Item::Object(id) = options[*at] else { return true };
        let bears = |id| board.pieces.iter().any(|piece| piece.object.attached_to == Some(id));
        let Some(object) = view.object(id).filter(|_| !bears(id)) else { return true };
        let is_new = !kept.iter().any(|other| SeenObject { id, ..*other } == object);
        if is_new {
            kept.push(object);
        }
        is_new
    });
}

/// The permanent or player that is the first thing chosen for an act, where that is a target.
pub(super) fn first_target(view: &PlayerView, options: &[Item], act: &Choice) -> Option<Item> {
    let Choice::One(at, fills) = act else { return None };
    let need = view.next_need(*options.get(usize::from(*at))?, &[])?;
    let (NeedKind::Target, Shape::One(targets), Choice::One(to, _)) = (need.kind, &need.shape, fills.first()?) else {
        return None;
    };
    targets.get(usize::from(*to)).copied()
}

/// Whether an act harms what it targets first.
pub(super) fn harms_first(view: &PlayerView, act: Item, profiles: &Profiles) -> bool {
    aims_of(view, act, profiles).first().is_some_and(Aim::harms)
}

/// Whether this player controls it.
fn is_mine(planner: &Planner<'_>, item: &Item) -> bool {
    matches!(item, Item::Object(id) if planner.board.find(*id).is_some_and(|p| p.object.controller == planner.board.me))
}

/// What a cost could give up: the cheapest, and on a small table anything else on it that there is one of to give.
fn costs(planner: &Planner<'_>, need: &Need, shape: &Shape) -> Vec<Choice> {
    let cheapest = planner.pay_with(need, &mut 0);
    let mut costs = vec![cheapest];
    let Shape::Some { options, min: 1, .. } = shape else { return costs };
    if !is_small(planner.board) {
        return costs;
    }
    let card = |item: &Item| match item {
        Item::Object(id) => planner.board.find(*id).map(|piece| piece.object.card),
        _ => None,
    };
    let mut seen: Vec<CardId> =
        costs.iter().filter_map(|choice| chosen(options, choice)).filter_map(|i| card(&i)).collect();
    for (at, option) in options.iter().enumerate() {
        if let Some(card) = card(option).filter(|card| !seen.contains(card)) {
            seen.push(card);
            costs.push(Choice::Some(vec![at as u16]));
        }
    }
    costs
}

/// The one thing that is chosen.
fn chosen(options: &[Item], choice: &Choice) -> Option<Item> {
    match choice {
        Choice::Some(chosen) => options.get(usize::from(*chosen.first()?)).copied(),
        _ => None,
    }
}

/// Plain answers to the question of that shape; not those that would have to say what a cost gives up.
pub(super) fn answers(view: &PlayerView, shape: &Shape) -> Vec<Choice> {
    let mut answers = plain(shape);
    if matches!(shape, Shape::One(_)) {
        answers.retain(|answer| view.is_legal(answer));
    }
    answers
}

/// Plain choices of that shape: one thing, or none, or as many as may be.
fn plain(shape: &Shape) -> Vec<Choice> {
    match shape {
        Shape::One(options) => (0..options.len().min(BROAD)).map(|at| Choice::option(at as u16)).collect(),
        Shape::Some { options, min, max } => {
            let order: Vec<u16> = (0..options.len() as u16).collect();
            sets(&order, usize::from(*min), usize::from(*max))
        }
        Shape::Number { min, max } => {
            // The most, the least, and what is between: more than enough may be too much for oneself.
            let between = (min + 1..*max).rev().take(BROAD);
            [*max, *min].into_iter().chain(between).map(Choice::Number).collect()
        }
        _ => Vec::new(),
    }
}

/// Sets of so many of the options: the first ones, of few options all pairs, each alone, none.
fn sets(options: &[u16], min: usize, max: usize) -> Vec<Choice> {
    let max = max.min(options.len());
    if max < min {
        return Vec::new();
    }
    let pairs = || {
        let each = options.iter().enumerate();
        each.flat_map(|(at, first)| options[at + 1..].iter().map(move |other| vec![*first, *other])).take(BROAD)
    };
    let mut sets: Vec<Vec<u16>> = Vec::new();
    if max == 2 {
        sets.extend(pairs());
    } else if max > 1 {
        sets.push(options[..max].to_vec());
    }
    if max >= 1 && min <= 1 {
        sets.extend(options.iter().take(BROAD).map(|at| vec![*at]));
    }
    if min == 0 {
        sets.push(Vec::new());
    }
    sets.into_iter().map(Choice::Some).collect()
}

/// Whether they attack alike.
fn alike(a: &SeenObject, b: &SeenObject) -> bool {
    (a.card, a.power, a.toughness, a.keywords) == (b.card, b.power, b.toughness, b.keywords)
}

/// Who attacks whom, and for each opponent the damage and the number of attackers.
type Divided = (Vec<(u16, i32)>, Vec<(i32, u16)>);

/// Ways in which everything attacks, divided among the opponents: those first with damage enough for most of them, and then
/// the more even ones.
pub(super) fn attacks(view: &PlayerView, items: &[Item], options: &[Item]) -> Vec<Choice> {
    let player = |option: &Item| if let Item::Player(seat) = option { Some(*seat) } else { None };
    let them: Vec<(i32, Seat)> =
        options.iter().enumerate().filter_map(|(at, o)| Some((at as i32, player(o)?))).collect();
    let seen = |item: &Item| if let Item::Object(id) = item { view.object(*id) } else { None };
    let mut kinds: Vec<(SeenObject, Vec<u16>)> = Vec::new();
    for (at, object) in items.iter().enumerate().filter_map(|(at, item)| Some((at as u16, seen(item)?))) {
        match kinds.iter_mut().find(|(kind, _)| alike(kind, &object)) {
            Some((_, places)) => places.push(at),
            None => kinds.push((object, vec![at])),
        }
    }
    let mut ways: Vec<Divided> = vec![(Vec::new(), vec![(0, 0); them.len()])];
    for (object, places) in &kinds {
        let (shares, them) = (shares(places.len() as u16, them.len()), &them);
        if ways.len() * shares.len() > MOST_ATTACKS {
            return Vec::new();
        }
        let divided = ways.iter().flat_map(|(pairs, sums)| {
            shares.iter().map(move |share| {
                let (mut pairs, mut sums, mut places) = (pairs.clone(), sums.clone(), places.iter());
                for (to, n) in share.iter().enumerate() {
                    pairs.extend(places.by_ref().take(usize::from(*n)).map(|at| (*at, them[to].0)));
                    sums[to] = (sums[to].0 + i32::from(*n) * i32::from(object.power), sums[to].1 + n);
                }
                (pairs, sums)
            })
        });
        ways = divided.collect();
    }
    // What is triggered by an attack may add to each that attacks.
    let more = items.iter().filter_map(seen).filter(|object| incites(view, object.card)).count() as i32;
    let dealt = |damage: i32, n: u16| damage + more * i32::from(n);
    let order = |sums: &[(i32, u16)]| {
        let dies = |((damage, n), (_, seat)): &(&(i32, u16), &(i32, Seat))| dealt(*damage, *n) >= view.life(*seat);
        let enough = sums.iter().zip(&them).filter(dies).count();
        (std::cmp::Reverse(enough), std::cmp::Reverse(sums.iter().map(|(_, n)| *n).min()))
    };
    ways.sort_by_key(|(_, sums)| order(sums));
    // Where the damage is not enough for anybody, one way tells as much as all.
    if ways.first().is_some_and(|(_, sums)| order(sums).0 == std::cmp::Reverse(0)) {
        ways.truncate(1);
    }
    let choices = ways.into_iter().map(|(mut pairs, _)| {
        pairs.sort_unstable();
        Choice::Assign(pairs)
    });
    choices.filter(|choice| view.is_legal(choice)).collect()
}

/// Some of those that can attack, all at one player: everything, everything but one or but those that would be tapped, each
/// alone; of equal creatures one stands for all.
pub(super) fn some_attack(view: &PlayerView, items: &[Item], options: &[Item]) -> Vec<Choice> {
    let seen = |item: &Item| if let Item::Object(id) = item { view.object(*id) } else { None };
    let able: Vec<(u16, SeenObject)> =
        items.iter().enumerate().filter_map(|(at, item)| Some((at as u16, seen(item)?))).collect();
    if able.len() > MOST_DIVIDED {
        return Vec::new();
    }
    let mut sets: Vec<Vec<u16>> = vec![able.iter().map(|(at, _)| *at).collect()];
    let mut add = |set: Vec<u16>| {
        if !set.is_empty() && !sets.contains(&set) {
            sets.push(set);
        }
    };
    let mut kinds: Vec<(u16, SeenObject)> = Vec::new();
    for (at, object) in &able {
        if !kinds.iter().any(|(_, kind)| alike(kind, object)) {
            kinds.push((*at, *object));
        }
    }
    for (without, _) in &kinds {
        add(able.iter().map(|(at, _)| *at).filter(|at| at != without).collect());
    }
    let stays_untapped = |o: &SeenObject| o.keywords.contains(Keywords::VIGILANCE);
    add(able.iter().filter(|(_, o)| stays_untapped(o)).map(|(at, _)| *at).collect());
    for (alone, _) in &kinds {
        add(vec![*alone]);
    }
    let players = options.iter().enumerate().filter(|(_, option)| matches!(option, Item::Player(_)));
    let players: Vec<i32> = players.map(|(at, _)| at as i32).collect();
    let sent = |set: &Vec<u16>, to: i32| Choice::Assign(set.iter().map(|at| (*at, to)).collect());
    let choices = sets.iter().flat_map(|set| players.iter().map(|to| sent(set, *to)));
    choices.filter(|choice| view.is_legal(choice)).collect()
}

/// Attacks of everything on one player but for the weakest, of which one each goes to one or all of the others.
pub(super) fn spread_attacks(view: &PlayerView, items: &[Item], options: &[Item], target: Seat) -> Vec<Choice> {
    let seen = |item: &Item| if let Item::Object(id) = item { view.object(*id) } else { None };
    let player = |option: &Item| if let Item::Player(seat) = option { Some(*seat) } else { None };
    let places = || options.iter().enumerate().filter_map(|(at, option)| Some((at as i32, player(option)?)));
    let Some((at, _)) = places().find(|(_, seat)| *seat == target) else { return Vec::new() };
    let others: Vec<i32> = places().filter(|(_, seat)| *seat != target).map(|(at, _)| at).collect();
    if others.is_empty() || !items.iter().filter_map(seen).any(|object| incites(view, object.card)) {
        return Vec::new();
    }
    let mut order: Vec<u16> = (0..items.len() as u16).collect();
    order.sort_by_key(|item| seen(&items[usize::from(*item)]).map_or(0, |object| object.power));
    let sent = |away: &[i32]| {
        let each = order.iter().enumerate().map(|(n, item)| (*item, away.get(n).copied().unwrap_or(at)));
        let mut pairs: Vec<(u16, i32)> = each.collect();
        pairs.sort_unstable();
        Choice::Assign(pairs)
    };
    let ways = [sent(&others)].into_iter().chain(others.iter().map(|other| sent(&[*other])));
    ways.filter(|way| view.is_legal(way)).collect()
}

/// All ways to divide so many among so many.
fn shares(n: u16, among: usize) -> Vec<Vec<u16>> {
    match among {
        0 => Vec::new(),
        1 => vec![vec![n]],
        _ => (0..=n)
            .flat_map(|first| {
                let rest = shares(n - first, among - 1);
                rest.into_iter().map(move |rest| [first].into_iter().chain(rest).collect())
            })
            .collect(),
    }
}

/// Blocks that stop most damage: each attacker, the hardest first, is blocked by one creature that may, in a few orders.
pub(super) fn blocks(view: &PlayerView, items: &[Item], options: &[Item]) -> Vec<Choice> {
    let id = |item: &Item| if let Item::Object(id) = item { Some(*id) } else { None };
    let power = |at: &usize| id(&options[*at]).and_then(|id| view.object(id)).map_or(0, |o| o.power);
    let mut order: Vec<usize> = (0..options.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(power(at)));
    let may = |item: usize, option: usize| match (id(&items[item]), id(&options[option])) {
        (Some(blocker), Some(attacker)) => view.may_block(blocker, attacker),
        _ => false,
    };
    let mut sets = Vec::new();
    assign(&order, 0, items.len(), &may, &mut Vec::new(), &mut sets);
    sets.into_iter().map(Choice::Assign).filter(|choice| view.is_legal(choice)).take(WAYS * 3).collect()
}

/// The card that is cast so.
pub(super) fn cast(view: &PlayerView, options: &[Item], way: &Choice) -> Option<CardId> {
    let Choice::One(at, _) = way else { return None };
    match options.get(usize::from(*at)) {
        Some(Item::Cast(id, _)) => view.object(*id).map(|object| object.card),
        _ => None,
    }
}

/// Whether that casts a card that does one of those things.
pub(super) fn casts(view: &PlayerView, options: &[Item], way: &Choice, profiles: &Profiles, roles: Roles) -> bool {
    cast(view, options, way).is_some_and(|card| profiles.card(card).roles.intersects(roles))
}

/// The block that lets least damage through; `None` when none is needed or there is none to declare.
pub(super) fn best_block(view: &PlayerView, items: &[Item], options: &[Item]) -> Option<Choice> {
    let seen = |item: &Item| if let Item::Object(id) = item { view.object(*id) } else { None };
    let through = |choice: &Choice| -> i32 {
        let Choice::Assign(pairs) = choice else { return i32::MAX };
        let each = options.iter().enumerate().filter_map(|(at, option)| {
            let attacker = seen(option)?;
            let times = if attacker.keywords.contains(Keywords::DOUBLE_STRIKE) { 2 } else { 1 };
            let power = i32::from(attacker.power).max(0);
            let blockers = pairs.iter().filter(|(_, option)| *option == at as i32);
            let toughness: Vec<i32> = blockers
                .filter_map(|(item, _)| seen(&items[usize::from(*item)]))
                .map(|o| {
                    if attacker.keywords.contains(Keywords::DEATHTOUCH) { 1 } else { i32::from(o.toughness - o.damage) }
                })
                .collect();
            Some(match toughness.is_empty() {
                true => times * power,
                false if attacker.keywords.contains(Keywords::TRAMPLE) => {
                    (times * power - toughness.iter().sum::<i32>()).max(0)
                }
                false => 0,
            })
        });
        each.sum()
    };
    let me = view.actor();
    let commands = |option: &Item| {
        let deals =
            |o: SeenObject| o.commander && view.commander_damage_by(o.id, me) + i32::from(o.power) >= COMMANDER_DAMAGE;
        seen(option).is_some_and(deals)
    };
    let deadly = is_nearly_poisoned(view, me) || options.iter().any(commands);
    if !deadly && through(&Choice::Assign(Vec::new())) < view.life(me) {
        return None;
    }
    // Of blocks that stop as much, the one that costs least.
    let risked = |choice: &Choice| -> i32 {
        let Choice::Assign(pairs) = choice else { return 0 };
        let lost = pairs.iter().filter_map(|(item, option)| {
            let (blocker, attacker) = (seen(&items[usize::from(*item)])?, seen(options.get(*option as usize)?)?);
            (attacker.power >= blocker.toughness - blocker.damage).then_some(blocker)
        });
        lost.map(|blocker| i32::from(blocker.power) + i32::from(blocker.toughness)).sum()
    };
    let ways = blocks(view, items, options);
    let order = |(at, choice): &(usize, Choice)| (through(choice), risked(choice), *at);
    ways.into_iter().enumerate().min_by_key(order).map(|(_, choice)| choice)
}

/// All ways for one blocker or two at each attacker, those that block most first.
fn assign(
    order: &[usize],
    at: usize,
    items: usize,
    may: &dyn Fn(usize, usize) -> bool,
    pairs: &mut Vec<(u16, i32)>,
    sets: &mut Vec<Vec<(u16, i32)>>,
) {
    if sets.len() >= WAYS * 8 {
        return;
    }
    let Some(option) = order.get(at) else {
        let mut set = pairs.clone();
        set.sort_unstable();
        sets.push(set);
        return;
    };
    let free: Vec<u16> = (0..items as u16)
        .filter(|i| may(usize::from(*i), *option) && !pairs.iter().any(|(item, _)| item == i))
        .collect();
    for (n, first) in free.iter().enumerate() {
        pairs.push((*first, *option as i32));
        assign(order, at + 1, items, may, pairs, sets);
        for second in &free[n + 1..] {
            pairs.push((*second, *option as i32));
            assign(order, at + 1, items, may, pairs, sets);
            pairs.pop();
        }
        pairs.pop();
    }
    assign(order, at + 1, items, may, pairs, sets);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_divided_in_all_ways() {
        assert_eq!(shares(2, 2), [[0, 2], [1, 1], [2, 0]]);
        assert_eq!((shares(3, 1), shares(5, 3).len(), shares(0, 3)), (vec![vec![3]], 21, vec![vec![0, 0, 0]]));
    }

    #[test]
    fn of_few_options_all_pairs_are_looked_at() {
        let chosen = |options: &[u16], min, max| -> Vec<Vec<u16>> {
            let set = |choice| if let Choice::Some(set) = choice { set } else { Vec::new() };
            sets(options, min, max).into_iter().map(set).collect()
        };
        assert_eq!(chosen(&[4, 2, 7], 2, 2), [[4, 2], [4, 7], [2, 7]]);
        assert_eq!(chosen(&[4, 2], 0, 1), [vec![4], vec![2], Vec::new()]);
        assert!(chosen(&[4], 2, 2).is_empty());
    }
}
