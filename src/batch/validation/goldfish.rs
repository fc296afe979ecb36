//! The truth about one deck: Raging Goblins and Mountains, alone.
//!
//! Nobody can play it in two ways that matter: from an empty hand, a card is drawn in each turn but the first, a Mountain is
//! played when there is one, as many Goblins are cast as there are Mountains to tap, and every Goblin attacks at once, for one
//! damage. So the number of turns depends on the order of the library alone, and its expectation is worked out by going through
//! every order there is, those that come to the same taken together.

use std::collections::BTreeMap;

/// Damage to be dealt.
pub const DAMAGE: u32 = 20;

/// What the future depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Board {
    /// Mountains and Goblins left in the library.
    library: (u32, u32),
    /// Mountains in play: every one that was drawn.
    lands: u32,
    /// Goblins in hand.
    waiting: u32,
    /// Goblins in play.
    goblins: u32,
    dealt: u32,
}

impl Board {
    /// The rest of a turn in which a Mountain was drawn, or a Goblin.
    fn played(self, land: bool) -> Board {
        let (lands, waiting) = (self.lands + u32::from(land), self.waiting + u32::from(!land));
        let cast = waiting.min(lands);
        let goblins = self.goblins + cast;
        let (mountains, left) = self.library;
        let library = (mountains - u32::from(land), left - u32::from(!land));
        Board { library, lands, waiting: waiting - cast, goblins, dealt: self.dealt + goblins }
    }
}

/// The expected number of own turns until that deck has dealt [`DAMAGE`], the first one without a draw. Nothing when it may
/// run out of cards first.
#[must_use]
pub fn exact_turns(mountains: u32, goblins: u32) -> Option<f64> {
    let start = Board { library: (mountains, goblins), lands: 0, waiting: 0, goblins: 0, dealt: 0 };
    // The first turn is over, and nothing could be done in it.
    let (mut boards, mut expected) = (BTreeMap::from([(start, 1.0)]), 1.0);
    while !boards.is_empty() {
        // One turn more for all that have not won.
        expected += boards.values().sum::<f64>();
        let mut after = BTreeMap::new();
        for (board, chance) in boards {
            let (mountains, goblins) = board.library;
            if mountains + goblins == 0 {
                return None;
            }
            for (land, cards) in [(true, mountains), (false, goblins)] {
                if cards > 0 {
                    let share = chance * f64::from(cards) / f64::from(mountains + goblins);
                    *after.entry(board.played(land)).or_insert(0.0) += share;
                }
            }
        }
        after.retain(|board: &Board, _| board.dealt < DAMAGE);
        boards = after;
    }
    Some(expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every order of the library played through, one by one.
    fn mean_over_all_orders(cards: &mut Vec<bool>, mountains: u32, goblins: u32) -> (f64, f64) {
        let mut board = Board { library: (mountains, goblins), lands: 0, waiting: 0, goblins: 0, dealt: 0 };
        let (mut sum, mut n) = (0.0, 0.0);
        let (held, left) = (cards.iter().filter(|land| **land).count() as u32, cards.len() as u32);
        if left == mountains + goblins {
            let mut turns = 1;
            for land in cards.iter() {
                turns += 1;
                board = board.played(*land);
                if board.dealt >= DAMAGE {
                    return (f64::from(turns), 1.0);
                }
            }
            return (f64::NAN, 1.0);
        }
        for (land, more) in [(true, held < mountains), (false, left - held < goblins)] {
            if more {
                cards.push(land);
                let (s, m) = mean_over_all_orders(cards, mountains, goblins);
                cards.pop();
                sum += s;
                n += m;
            }
        }
        (sum, n)
    }

    #[test]
    fn taking_orders_together_changes_nothing() {
        for (mountains, goblins) in [(7, 7), (6, 9), (9, 6)] {
            let (sum, n) = mean_over_all_orders(&mut Vec::new(), mountains, goblins);
            assert!((exact_turns(mountains, goblins).unwrap() - sum / n).abs() < 1e-9, "{mountains} and {goblins}");
        }
    }

    #[test]
    fn a_library_that_is_too_small_has_no_expectation() {
        assert_eq!((exact_turns(0, 20), exact_turns(2, 2)), (None, None));
    }

    /// A Mountain and a Goblin more in turns 2 and 3 at the earliest.
    #[test]
    fn no_deck_is_faster_than_its_cards() {
        let turns = exact_turns(30, 30).unwrap();
        assert!((9.0..16.0).contains(&turns), "{turns}");
    }
}
