//! The answers to a question that are worth comparing.

use crate::game::decision::{Choice, Constraint, Decision, DecisionKind, Item, Need, NeedKind, Shape};
use crate::game::view::PlayerView;

use super::combat::{are_alike, attacks, blocks};

/// Ways to fill what one act needs that are compared.
const WAYS: usize = 10;
/// Ways with each choice of modes, at least.
const WAYS_OF_MODES: usize = 2;
/// Answers to one question that are compared.
const MOST: usize = 66;
/// Options among which pairs are tried, where several are to be chosen.
const PAIRED: usize = 6;

/// Legal answers, the usual one first, each once.
pub(super) fn candidates(view: &PlayerView, decision: &Decision, usual: &Choice) -> Vec<Choice> {
    let mut found = vec![usual.clone(), decision.default.clone()];
    found.extend(others(view, decision, usual));
    let mut once: Vec<Choice> = Vec::with_capacity(found.len());
    for choice in found {
        if once.len() < MOST && !once.contains(&choice) && (choice == *usual || is_good(view, decision, &choice)) {
            once.push(choice);
        }
    }
    once
}

/// Legal, and not what has led back here before.
fn is_good(view: &PlayerView, decision: &Decision, choice: &Choice) -> bool {
    let passes = decision.kind == DecisionKind::Priority && *choice == Choice::option(0);
    (passes || !view.tried().contains(choice)) && view.is_legal(choice)
}

fn others(view: &PlayerView, decision: &Decision, usual: &Choice) -> Vec<Choice> {
    match (&decision.shape, decision.kind) {
        // Who has been asked so often goes round in circles.
        (Shape::One(_), DecisionKind::Priority) if !view.tried().is_empty() => Vec::new(),
        (Shape::One(options), DecisionKind::Priority) => acts(view, options),
        (Shape::Assign { items, options, constraint: Constraint::Attack }, _) => attacks(view, items, options, usual),
        (Shape::Assign { items, options, constraint: Constraint::Block }, _) => blocks(view, items, options, usual),
        (shape, _) => answers(view, shape),
    }
}

/// Everything that can be cast, played or activated, with ways to fill what it needs. Mana is made as it is paid.
fn acts(view: &PlayerView, options: &[Item]) -> Vec<Choice> {
    let mut found = Vec::new();
    for (at, item) in options.iter().enumerate() {
        let earlier = options[..at].iter().any(|other| do_alike(view, *other, *item));
        if earlier || matches!(item, Item::Pass | Item::MakeMana(..)) {
            continue;
        }
        let mut ways = Vec::new();
        fill(view, *item, WAYS, &mut Vec::new(), &mut ways);
        found.extend(ways.into_iter().map(|fills| Choice::One(at as u16, fills)));
    }
    found
}

/// Whether two acts are the same with two objects that are alike.
fn do_alike(view: &PlayerView, one: Item, other: Item) -> bool {
    use Item::{Activate, Cast, PlayLand};
    match (one, other) {
        (Cast(a, x), Cast(b, y)) => x == y && are_alike(view, Item::Object(a), Item::Object(b)),
        (PlayLand(a), PlayLand(b)) => are_alike(view, Item::Object(a), Item::Object(b)),
        (Activate(a, x), Activate(b, y)) => x == y && are_alike(view, Item::Object(a), Item::Object(b)),
        _ => false,
    }
}

/// Adds ways to fill what is still needed after `filled`, until there are so many; those with each choice of modes have a share
/// of their own.
fn fill(view: &PlayerView, item: Item, most: usize, filled: &mut Vec<Choice>, ways: &mut Vec<Vec<Choice>>) {
    if ways.len() >= most {
        return;
    }
    let Some(need) = view.next_need(item, filled) else {
        ways.push(filled.clone());
        return;
    };
    let choices = fills(view, &need);
    let share = most.div_ceil(choices.len().max(1)).max(WAYS_OF_MODES);
    for choice in choices {
        let most = if need.kind == NeedKind::Mode { ways.len() + share } else { most };
        filled.push(choice);
        fill(view, item, most, filled, ways);
        filled.pop();
    }
}

fn fills(view: &PlayerView, need: &Need) -> Vec<Choice> {
    let mut choices = answers(view, &need.shape);
    // The most X first, and the dearest way to pay an additional cost.
    if matches!(need.kind, NeedKind::X | NeedKind::Extra) {
        choices.reverse();
    }
    choices.truncate(WAYS);
    choices
}

/// Answers of that shape: each option once, small numbers of them together.
fn answers(view: &PlayerView, shape: &Shape) -> Vec<Choice> {
    match shape {
        Shape::One(options) => distinct(view, options).into_iter().map(|at| Choice::One(at, Vec::new())).collect(),
        Shape::Some { options, min, max } => subsets(&distinct(view, options), options.len(), *min, *max),
        Shape::Number { min, max } => numbers(*min, *max),
        Shape::Order(items) => {
            let forwards: Vec<u16> = (0..items.len() as u16).collect();
            let backwards = forwards.iter().rev().copied().collect();
            vec![Choice::Order(forwards), Choice::Order(backwards)]
        }
        Shape::Assign { items, constraint, .. } => shares(items.len(), *constraint),
    }
}

/// The places of options that differ; opponents and what they control come first.
fn distinct(view: &PlayerView, options: &[Item]) -> Vec<u16> {
    let differs = |at: &usize| !options[..*at].iter().any(|other| are_alike(view, *other, options[*at]));
    let mine = |at: &u16| match options[usize::from(*at)] {
        Item::Player(seat) => !view.are_opponents(seat, view.actor()),
        Item::Object(id) => view.object(id).is_some_and(|object| object.controller == view.actor()),
        _ => false,
    };
    let mut places: Vec<u16> = (0..options.len()).filter(differs).map(|at| at as u16).collect();
    places.sort_by_key(|at| (mine(at), *at));
    places
}

/// None, each one, each two, the first so many and all, as far as so many may be chosen.
fn subsets(places: &[u16], all: usize, min: u16, max: u16) -> Vec<Choice> {
    let (min, max) = (usize::from(min), usize::from(max));
    let mut sets: Vec<Vec<u16>> = Vec::new();
    if max >= 1 {
        sets.extend(places.iter().map(|at| vec![*at]));
    }
    if max >= 2 {
        let few = &places[..places.len().min(PAIRED)];
        let pairs = few.iter().enumerate().flat_map(|(n, a)| few[n + 1..].iter().map(move |b| vec![*a, *b]));
        sets.extend(pairs);
        sets.push(places.iter().copied().take(max).collect());
        sets.push((0..all as u16).take(max).collect());
    }
    sets.push((0..all as u16).take(min).collect());
    sets.retain(|set| (min..=max).contains(&set.len()));
    sets.into_iter()
        .map(|mut set| {
            set.sort_unstable();
            Choice::Some(set)
        })
        .collect()
}

fn numbers(min: i32, max: i32) -> Vec<Choice> {
    let span = max.saturating_sub(min);
    if span < WAYS as i32 {
        return (min..=max).map(Choice::Number).collect();
    }
    let quarters = (0..=4).map(|n| min + (i64::from(span) * n / 4) as i32);
    quarters.map(Choice::Number).collect()
}

/// Everything for one of them.
fn shares(items: usize, constraint: Constraint) -> Vec<Choice> {
    let (total, least) = match constraint {
        Constraint::Damage { total, .. } | Constraint::Sum(total) => (total, 0),
        Constraint::Shares(total) => (total, 1),
        Constraint::Attack | Constraint::Block => return Vec::new(),
    };
    let most = total - least * (items as i32 - 1);
    let share = |at: usize| {
        let of = |item: usize| if item == at { most } else { least };
        Choice::Assign((0..items).map(|item| (item as u16, of(item))).collect())
    };
    (0..items.min(WAYS)).map(share).collect()
}
