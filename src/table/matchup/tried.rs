//! Acts that are only tried, as far as they can be done.

use crate::agents::act::{Act, ObjectName};

/// The most attackers or blockers of which every part is tried.
const MOST_PAIRS: usize = 6;

/// An act, and for an attack or a block every part of it, those with more creatures first: somebody of whom nothing is known
/// may have taken some of them away.
pub(super) fn parts_of(act: &Act) -> Vec<Act> {
    match act {
        Act::Attack(pairs) => subsets(pairs).into_iter().map(Act::Attack).collect(),
        Act::Block(pairs) => subsets(pairs).into_iter().map(Act::Block).collect(),
        act => vec![act.clone()],
    }
}

/// All parts of a list of pairs in which no creature stands twice, the largest first, then in the order of the list; of long
/// lists only the whole.
fn subsets<T: Clone>(pairs: &[(ObjectName, T)]) -> Vec<Vec<(ObjectName, T)>> {
    if pairs.len() > MOST_PAIRS {
        return vec![pairs.to_vec()];
    }
    let has = |mask: u32, at: usize| mask & 1 << (pairs.len() - 1 - at) != 0;
    let mut masks: Vec<u32> = (1..1 << pairs.len()).collect();
    masks.sort_by_key(|mask| std::cmp::Reverse((mask.count_ones(), *mask)));
    let part = |mask: u32| (0..pairs.len()).filter(|at| has(mask, *at)).map(|at| pairs[at].clone()).collect();
    let is_once = |part: &Vec<(ObjectName, T)>| {
        part.iter().enumerate().all(|(at, (creature, _))| part[..at].iter().all(|(other, _)| other != creature))
    };
    masks.into_iter().map(part).filter(is_once).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::act::ActTarget;
    use crate::cards::effect::CardId;
    use crate::turn::Seat;

    const B: ActTarget = ActTarget::Seat(Seat(1));
    const C: ActTarget = ActTarget::Seat(Seat(2));

    fn creature(card: u16) -> ObjectName {
        ObjectName { card: CardId(card), of: None, nth: None }
    }

    #[test]
    fn the_largest_parts_come_first_in_the_order_of_the_list() {
        let (one, two) = ((creature(1), B), (creature(2), B));
        let parts = parts_of(&Act::Attack(vec![one, two]));
        assert_eq!(parts, [Act::Attack(vec![one, two]), Act::Attack(vec![one]), Act::Attack(vec![two])]);
        assert_eq!(parts_of(&Act::Concede), [Act::Concede]);
    }

    #[test]
    fn a_creature_does_one_thing_at_a_time() {
        let (one, other) = ((creature(1), B), (creature(1), C));
        assert_eq!(subsets(&[one, other]), [vec![one], vec![other]]);
    }

    #[test]
    fn long_lists_are_tried_whole() {
        let many: Vec<_> = (0..7).map(|card| (creature(card), B)).collect();
        assert_eq!(subsets(&many), [many]);
    }
}
