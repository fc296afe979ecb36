//! Attacks and blocks worth comparing with those of the rules of thumb.

use std::cmp::Reverse;

use crate::cards::keyword::Keywords;
use crate::game::decision::{Choice, Item};
use crate::game::view::{PlayerView, SeenObject};
use crate::turn::Seat;

/// Whole declarations that are compared where all of them are.
const ALL: usize = 64;
/// Assignments that are gone through for them.
const WAYS: usize = 4_096;
/// Creatures that are looked at one by one.
const EACH: usize = 8;

type Pairs = Vec<(u16, i32)>;

/// Everything that can attacks the player with the least life, or another one where that is not legal.
pub(super) fn all_out_at_weakest(view: &PlayerView, items: &[Item], options: &[Item]) -> Option<Choice> {
    let life = |at: &usize| if let Item::Player(seat) = options[*at] { view.life(seat) } else { i32::MAX };
    let mut defenders: Vec<usize> = (0..options.len()).collect();
    defenders.sort_by_key(|at| (life(at), *at));
    let attacks = defenders.into_iter().map(|at| Choice::Assign(everybody(items, at)));
    attacks.into_iter().find(|choice| view.is_legal(choice))
}

/// Everything that can attacks that player, if that is legal.
pub(super) fn all_out_at(view: &PlayerView, items: &[Item], options: &[Item], whom: Seat) -> Option<Choice> {
    let at = options.iter().position(|option| *option == Item::Player(whom))?;
    Some(Choice::Assign(everybody(items, at))).filter(|choice| view.is_legal(choice))
}

/// Attacks: all that there are on a small board; else nobody, everybody at each defender, and everybody but one.
pub(super) fn attacks(view: &PlayerView, items: &[Item], options: &[Item], usual: &Choice) -> Vec<Choice> {
    if let Some(all) = every_way(view, items, options, ALL) {
        return all;
    }
    let mut pairs: Vec<Pairs> = vec![Vec::new()];
    pairs.extend((0..options.len()).map(|at| everybody(items, at)));
    let strong = strongest(view, items);
    for at in 0..options.len().min(EACH) {
        for spared in strong.iter().take(EACH) {
            pairs.push(everybody(items, at).into_iter().filter(|(item, _)| item != spared).collect());
        }
        pairs.extend(strong.iter().take(EACH).map(|item| vec![(*item, at as i32)]));
    }
    if let Choice::Assign(usual) = usual {
        // Those that stay at home join in one by one, those that attack stay at home one by one.
        for item in strong.iter().take(EACH) {
            let mut other: Pairs = usual.iter().copied().filter(|(attacker, _)| attacker != item).collect();
            if other.len() == usual.len() {
                let at = usual.first().map_or(0, |(_, at)| *at);
                other.push((*item, at));
                other.sort_unstable();
            }
            pairs.push(other);
        }
    }
    pairs.into_iter().map(Choice::Assign).collect()
}

/// Blocks: all that there are on a small board; else nobody, and the usual ones with one blocker doing something else.
pub(super) fn blocks(view: &PlayerView, items: &[Item], options: &[Item], usual: &Choice) -> Vec<Choice> {
    if let Some(all) = every_way(view, items, options, ALL) {
        return all;
    }
    let usual: &[(u16, i32)] = if let Choice::Assign(pairs) = usual { pairs } else { &[] };
    let mut pairs: Vec<Pairs> = vec![Vec::new()];
    let attackers: Vec<u16> = strongest(view, options).into_iter().take(EACH).collect();
    for blocker in strongest(view, items).into_iter().rev().take(EACH) {
        let others = || usual.iter().copied().filter(move |(item, _)| *item != blocker);
        pairs.push(others().collect());
        for attacker in &attackers {
            let mut changed: Pairs = others().chain([(blocker, i32::from(*attacker))]).collect();
            changed.sort_unstable();
            pairs.push(changed);
            pairs.push(vec![(blocker, i32::from(*attacker))]);
        }
    }
    pairs.into_iter().map(Choice::Assign).collect()
}

/// The block of who would die: every blocker stands in the way of the most damage that is left. `None` for who would not.
pub(super) fn all_in_the_way(view: &PlayerView, items: &[Item], options: &[Item]) -> Option<Choice> {
    let me = view.actor();
    let mut attackers: Vec<(u16, SeenObject, i32)> = options
        .iter()
        .enumerate()
        .filter_map(|(at, option)| {
            let Item::Object(id) = option else { return None };
            let object = view.object(*id).filter(|_| view.attackers().any(|a| a == (*id, me)))?;
            let double = 1 + i32::from(object.keywords.contains(Keywords::DOUBLE_STRIKE));
            Some((at as u16, object, i32::from(object.power).max(0) * double))
        })
        .collect();
    let damage: i32 = attackers.iter().map(|(.., damage)| damage).sum();
    if damage < view.life(me) {
        return None;
    }
    attackers.sort_by_key(|(at, object, damage)| (object.keywords.contains(Keywords::TRAMPLE), Reverse(*damage), *at));
    let mut pairs: Pairs = Vec::new();
    for (attacker, object, _) in attackers {
        for (blocker, item) in items.iter().enumerate() {
            let Item::Object(id) = item else { continue };
            let free = pairs.iter().all(|(other, _)| usize::from(*other) != blocker);
            if free && view.may_block(*id, object.id) {
                pairs.push((blocker as u16, i32::from(attacker)));
                if view.is_legal(&Choice::Assign(pairs.clone())) {
                    break;
                }
                pairs.pop();
            }
        }
    }
    (!pairs.is_empty()).then_some(Choice::Assign(pairs))
}

fn everybody(items: &[Item], at: usize) -> Pairs {
    (0..items.len() as u16).map(|item| (item, at as i32)).collect()
}

/// The creatures by place, the strongest first.
fn strongest(view: &PlayerView, items: &[Item]) -> Vec<u16> {
    let power = |at: &u16| match items[usize::from(*at)] {
        Item::Object(id) => view.object(id).map_or(0, |object| i32::from(object.power)),
        _ => 0,
    };
    let mut order: Vec<u16> = (0..items.len() as u16).collect();
    order.sort_by_key(|at| (Reverse(power(at)), *at));
    order
}

/// Every assignment, those of creatures that are alike once, if there are at most so many; what is not legal included.
fn every_way(view: &PlayerView, items: &[Item], options: &[Item], most: usize) -> Option<Vec<Choice>> {
    let ways = options.len().checked_add(1)?.checked_pow(u32::try_from(items.len()).ok()?)?;
    if ways > WAYS {
        return None;
    }
    let alike: Vec<bool> = (0..items.len()).map(|at| at > 0 && are_alike(view, items[at - 1], items[at])).collect();
    let mut all = Vec::new();
    for number in 0..ways {
        let mut rest = number;
        let digits: Vec<usize> = items
            .iter()
            .map(|_| {
                let digit = rest % (options.len() + 1);
                rest /= options.len() + 1;
                digit
            })
            .collect();
        let once = (1..items.len()).all(|at| !alike[at] || digits[at - 1] >= digits[at]);
        if once {
            let pairs = digits.iter().enumerate().filter(|(_, digit)| **digit > 0);
            all.push(Choice::Assign(pairs.map(|(item, digit)| (item as u16, *digit as i32 - 1)).collect()));
        }
    }
    (all.len() <= most).then_some(all)
}

/// Whether two objects differ in nothing that one sees.
pub(super) fn are_alike(view: &PlayerView, one: Item, other: Item) -> bool {
    let (Item::Object(a), Item::Object(b)) = (one, other) else { return false };
    let (Some(first), Some(second)) = (view.object(a), view.object(b)) else { return false };
    SeenObject { id: second.id, ..first } == second
        && view.all_counters(a).eq(view.all_counters(b))
        && !view.battlefield().any(|object| object.attached_to.is_some_and(|host| host == a || host == b))
        && first.zone == second.zone
}
