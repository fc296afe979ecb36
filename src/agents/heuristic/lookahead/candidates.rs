//! What could be done at a priority, with whatever targets: more than what is worth something at first sight.

use crate::game::decision::{Choice, Decision, Item, Need, NeedKind, Shape};
use crate::game::view::PlayerView;

use crate::agents::heuristic::board::BoardReading;
use crate::agents::heuristic::plan::Planner;
use crate::agents::heuristic::priority::acts;
use crate::agents::heuristic::profile::Profiles;

/// Ways to do one act that are looked at.
const WAYS: usize = 10;
/// Options of one need that are looked at.
const BROAD: usize = 8;

/// The acts among the options, each with several ways to fill what it needs.
pub(super) fn acts_at(view: &PlayerView, decision: &Decision, profiles: &Profiles) -> Vec<Choice> {
    let Shape::One(options) = &decision.shape else { return Vec::new() };
    let board = BoardReading::read(view, profiles);
    let planner = Planner { view, profiles, board: &board };
    let mut choices = Vec::new();
    for (at, item) in acts(options) {
        let mut ways = Vec::new();
        fill(&planner, item, &mut Vec::new(), &mut ways);
        choices.extend(ways.into_iter().map(|fills| Choice::One(at, fills)).filter(|choice| view.is_legal(choice)));
    }
    choices
}

/// Fills one need after another in all ways, up to [`WAYS`].
fn fill(planner: &Planner<'_>, item: Item, fills: &mut Vec<Choice>, ways: &mut Vec<Vec<Choice>>) {
    if ways.len() >= WAYS {
        return;
    }
    let Some(need) = planner.view.next_need(item, fills) else {
        ways.push(fills.clone());
        return;
    };
    for choice in choices(planner, &need) {
        fills.push(choice);
        fill(planner, item, fills, ways);
        fills.pop();
    }
}

fn choices(planner: &Planner<'_>, need: &Need) -> Vec<Choice> {
    match (need.kind, &need.shape) {
        (NeedKind::Cost, _) => vec![planner.pay_with(need, &mut 0)],
        (NeedKind::Mana, _) => vec![Choice::option(0)],
        (_, Shape::Number { min, max }) => {
            if min == max {
                vec![Choice::Number(*max)]
            } else {
                vec![Choice::Number(*max), Choice::Number(*min)]
            }
        }
        (NeedKind::X, _) => Vec::new(),
        (NeedKind::Waterbend, Shape::Some { min, .. }) => vec![Choice::Some((0..*min).collect())],
        (_, Shape::One(options)) => (0..options.len().min(BROAD)).map(|at| Choice::option(at as u16)).collect(),
        (_, Shape::Some { options, min, max, .. }) => {
            let (min, max) = (usize::from(*min), usize::from(*max).min(options.len()));
            let mut sets: Vec<Vec<u16>> = Vec::new();
            if max >= 1 && min <= 1 {
                sets.extend((0..options.len().min(BROAD)).map(|at| vec![at as u16]));
            }
            if max > 1 {
                sets.insert(0, (0..max as u16).collect());
            }
            if min == 0 {
                sets.push(Vec::new());
            }
            sets.into_iter().map(Choice::Some).collect()
        }
        _ => Vec::new(),
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
