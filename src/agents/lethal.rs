//! What gets through whatever is blocked: the arithmetic of sure kills, without a view.

use smallvec::SmallVec;

/// Blockers that are told apart, at most; more than these are taken to stop everything that they may block.
pub(crate) const MOST_WALLS: usize = 128;

/// Ways to block that are tried one by one; where there are more, a bound is taken.
const MOST_WAYS: u64 = 5_000;

/// Attackers.
pub(crate) type Strikers = SmallVec<[Striker; 16]>;

/// A creature that attacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Striker {
    /// Combat damage it deals, both strikes together.
    pub(crate) strike: i32,
    /// What is more than enough for its blockers goes to the player (CR 702.19b).
    pub(crate) tramples: bool,
    /// One point is enough for each blocker (CR 702.2c).
    pub(crate) deathtouch: bool,
    /// It takes two to block it (CR 702.111b).
    pub(crate) menace: bool,
    /// The walls that may block it, as bits.
    pub(crate) stopped_by: u128,
}

/// Whether those attackers deal so much to a player whose creatures, with so much toughness left each, block as well as they
/// can. Never wrong when it says so; on large boards with trample or menace it may not see it.
pub(crate) fn surely_deal(strikers: &[Striker], walls: &[i32], damage: i32) -> bool {
    let total: i32 = strikers.iter().map(|s| s.strike).sum();
    if total < damage {
        return false;
    }
    let blockable: Strikers = strikers.iter().copied().filter(|s| s.strike > 0 && s.can_be_blocked()).collect();
    if total - stopped_at_most(&blockable, walls) >= damage {
        return true;
    }
    // The bound is exact without these.
    if blockable.iter().all(|s| !s.tramples && !s.menace) {
        return false;
    }
    let may_stop = |wall: &usize| blockable.iter().any(|s| s.stopped_by >> wall & 1 == 1);
    let useful: SmallVec<[usize; 16]> = (0..walls.len().min(MOST_WALLS)).filter(may_stop).collect();
    let ways = (0..useful.len()).try_fold(1u64, |ways, _| ways.checked_mul(blockable.len() as u64 + 1));
    if ways.is_none_or(|ways| ways > MOST_WAYS) {
        return false;
    }
    let mut blocks: SmallVec<[(u8, i32); 16]> = blockable.iter().map(|_| (0, 0)).collect();
    !may_stop_more(&blockable, &useful, walls, &mut blocks, total - damage)
}

/// The damage that gets through at least, by a bound that takes next to no time.
pub(crate) fn surely_through(strikers: &[Striker], walls: &[i32]) -> i32 {
    let total: i32 = strikers.iter().map(|s| s.strike).sum();
    let blockable: Strikers = strikers.iter().copied().filter(|s| s.strike > 0 && s.can_be_blocked()).collect();
    total - stopped_at_most(&blockable, walls)
}

impl Striker {
    const fn can_be_blocked(&self) -> bool {
        self.stopped_by.count_ones() > self.menace as u32
    }

    /// Damage kept from the player by so many blockers with so much toughness together.
    const fn kept(&self, blockers: u8, toughness: i32) -> i32 {
        let fewest = if self.menace { 2 } else { 1 };
        if blockers < fewest {
            return 0;
        }
        if !self.tramples {
            return self.strike;
        }
        let absorbed = if self.deathtouch { blockers as i32 } else { toughness };
        if absorbed < self.strike { absorbed } else { self.strike }
    }
}

/// Whether some way to block with the walls left, each of which may block somebody, keeps more than that from the player.
fn may_stop_more(strikers: &[Striker], left: &[usize], walls: &[i32], blocks: &mut [(u8, i32)], allowed: i32) -> bool {
    let Some((wall, left)) = left.split_first() else {
        let kept = strikers.iter().zip(&*blocks).map(|(s, (n, toughness))| s.kept(*n, *toughness));
        return kept.sum::<i32>() > allowed;
    };
    // One more blocker never keeps less, so that no wall is left out.
    for (at, striker) in strikers.iter().enumerate() {
        if striker.stopped_by >> wall & 1 == 1 {
            let before = blocks[at];
            blocks[at] = (before.0 + 1, before.1 + walls[*wall].max(0));
            let stops = may_stop_more(strikers, left, walls, blocks, allowed);
            blocks[at] = before;
            if stops {
                return true;
            }
        }
    }
    false
}

/// At least as much as can be kept from the player: the best matching of one blocker to one attacker, and all that could
/// absorb a trampler's damage besides; or, where that is less, what each wall could keep at most by itself.
fn stopped_at_most(strikers: &[Striker], walls: &[i32]) -> i32 {
    let absorbs = |s: &Striker| {
        let able = walls.iter().enumerate().filter(|(wall, _)| *wall < MOST_WALLS && s.stopped_by >> wall & 1 == 1);
        able.map(|(_, left)| if s.deathtouch { 1 } else { (*left).max(0) }).sum::<i32>().min(s.strike)
    };
    let trampled: i32 = strikers.iter().filter(|s| s.tramples).map(absorbs).sum();
    let plain: Strikers = strikers.iter().copied().filter(|s| !s.tramples).collect();
    let (stopped, _) = matched(plain, walls.len());
    let stopped = stopped.iter().sum::<i32>();
    // No wall blocks and absorbs at once.
    if stopped == 0 || trampled == 0 { stopped + trampled } else { (stopped + trampled).min(by_walls(strikers, walls)) }
}

/// What each wall could keep from the player at most by itself, together.
fn by_walls(strikers: &[Striker], walls: &[i32]) -> i32 {
    // With menace another wall may help it.
    let kept = |s: &Striker, left: i32| Striker { menace: false, ..*s }.kept(1, left.max(0));
    let most = |(wall, left): (usize, &i32)| {
        let stopped = strikers.iter().filter(|s| s.stopped_by >> wall & 1 == 1);
        stopped.map(|s| kept(s, *left)).max().unwrap_or(0)
    };
    walls.iter().enumerate().take(MOST_WALLS).map(most).sum()
}

/// Whom one way to block keeps how much damage from: no way that keeps less need be feared by who attacks. The damage kept of
/// each attacker blocked alone, and what the walls left over absorb of tramplers, most first.
pub(crate) fn kept_in_a_block(strikers: &[Striker], walls: &[i32]) -> SmallVec<[i32; 16]> {
    let alone = |s: &&Striker| !s.tramples && !s.menace && s.strike > 0;
    let (mut kept, blocked_by) = matched(strikers.iter().filter(alone).copied().collect(), walls.len());
    let mut tramplers: Strikers = strikers.iter().filter(|s| s.tramples && !s.menace).copied().collect();
    for (wall, left) in walls.iter().enumerate().take(MOST_WALLS) {
        if blocked_by[wall].is_some() {
            continue;
        }
        let able = tramplers.iter_mut().filter(|s| s.stopped_by >> wall & 1 == 1 && s.strike > 0);
        if let Some(striker) = able.max_by_key(|s| s.strike) {
            let absorbed = if striker.deathtouch { 1 } else { (*left).clamp(0, striker.strike) };
            striker.strike -= absorbed;
            kept.push(absorbed);
        }
    }
    kept.sort_unstable_by_key(|damage| std::cmp::Reverse(*damage));
    kept
}

/// The best matching of one blocker to one attacker: the strikes that are blocked, and by the wall the attacker it blocks.
fn matched(mut strikers: Strikers, walls: usize) -> (SmallVec<[i32; 16]>, SmallVec<[Option<usize>; 16]>) {
    // Attackers that can be blocked together form a matroid: the heaviest first is best.
    strikers.sort_by_key(|s| std::cmp::Reverse(s.strike));
    let mut blocked_by: SmallVec<[Option<usize>; 16]> = smallvec::smallvec![None; walls.min(MOST_WALLS)];
    let mut stopped = SmallVec::new();
    for at in 0..strikers.len() {
        let mut tried = 0;
        if finds_blocker(at, &strikers, &mut blocked_by, &mut tried) {
            stopped.push(strikers[at].strike);
        }
    }
    (stopped, blocked_by)
}

/// Kuhn's augmenting path: a blocker for that attacker, others moving over.
fn finds_blocker(at: usize, strikers: &[Striker], blocked_by: &mut [Option<usize>], tried: &mut u128) -> bool {
    for wall in 0..blocked_by.len() {
        let bit = 1 << wall;
        if strikers[at].stopped_by & bit == 0 || *tried & bit != 0 {
            continue;
        }
        *tried |= bit;
        if blocked_by[wall].is_none_or(|other| finds_blocker(other, strikers, blocked_by, tried)) {
            blocked_by[wall] = Some(at);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn striker(strike: i32, stopped_by: u128) -> Striker {
        Striker { strike, stopped_by, ..Striker::default() }
    }

    /// The most damage that is surely dealt.
    fn dealt(strikers: &[Striker], walls: &[i32]) -> i32 {
        (0..=60).take_while(|damage| surely_deal(strikers, walls, *damage)).last().unwrap_or(-1)
    }

    #[test]
    fn what_nobody_can_block_gets_through() {
        assert_eq!(dealt(&[striker(3, 0), striker(4, 0b1)], &[2]), 3);
        assert_eq!(dealt(&[striker(3, 0b1), striker(4, 0b1)], &[2]), 3, "the harder one is blocked");
    }

    #[test]
    fn blockers_move_over_for_each_other() {
        // The first wall alone stops the second attacker; the other stops both.
        assert_eq!(dealt(&[striker(5, 0b11), striker(4, 0b01)], &[1, 1]), 0);
    }

    #[test]
    fn trample_leaves_what_is_more_than_enough() {
        let trampler = Striker { tramples: true, ..striker(6, 0b11) };
        assert_eq!(dealt(&[trampler], &[2, 3]), 1);
        assert_eq!(dealt(&[Striker { deathtouch: true, ..trampler }], &[2, 3]), 4);
    }

    #[test]
    fn menace_takes_two() {
        let menacing = Striker { menace: true, ..striker(4, 0b11) };
        assert_eq!(dealt(&[menacing], &[1, 1]), 0);
        assert_eq!(dealt(&[Striker { stopped_by: 0b1, ..menacing }], &[1]), 4);
        assert_eq!(dealt(&[menacing, striker(3, 0b11)], &[1, 1]), 3, "two for one, or one for the other");
    }

    #[test]
    fn no_wall_stops_one_and_absorbs_another() {
        let trampler = Striker { tramples: true, ..striker(6, 0b11) };
        let army = [trampler, striker(6, 0b11), striker(5, 0b11), striker(5, 0b11)];
        assert_eq!(surely_through(&army, &[4, 5]), 10);
    }

    fn strikers() -> impl Strategy<Value = Vec<Striker>> {
        let one = (0..8i32, any::<bool>(), any::<bool>(), any::<bool>(), 0..16u128).prop_map(
            |(strike, tramples, deathtouch, menace, stopped_by)| Striker {
                strike,
                tramples,
                deathtouch,
                menace,
                stopped_by,
            },
        );
        prop::collection::vec(one, 0..5)
    }

    /// The least that is dealt over all blocks, tried one by one.
    fn tried(strikers: &[Striker], walls: &[i32]) -> i32 {
        let ways = (strikers.len() + 1).pow(walls.len() as u32);
        let dealt = |mut way: usize| {
            let mut blocks = vec![(0u8, 0); strikers.len()];
            for (wall, left) in walls.iter().enumerate() {
                let at = way % (strikers.len() + 1);
                way /= strikers.len() + 1;
                if at < strikers.len() {
                    if strikers[at].stopped_by >> wall & 1 == 0 {
                        return i32::MAX;
                    }
                    blocks[at] = (blocks[at].0 + 1, blocks[at].1 + left);
                }
            }
            let kept: i32 = strikers.iter().zip(&blocks).map(|(s, (n, left))| s.kept(*n, *left)).sum();
            strikers.iter().map(|s| s.strike).sum::<i32>() - kept
        };
        (0..ways).map(dealt).min().unwrap_or(0)
    }

    proptest! {
        #[test]
        fn a_kill_is_sure_when_no_block_prevents_it(s in strikers(), walls in prop::collection::vec(0..6i32, 0..5)) {
            let least = tried(&s, &walls);
            prop_assert!(surely_deal(&s, &walls, least));
            prop_assert!(!surely_deal(&s, &walls, least + 1));
            prop_assert!(surely_through(&s, &walls) <= least);
        }

        /// No block keeps less than the best one.
        #[test]
        fn a_block_keeps_no_more_than_the_best(s in strikers(), walls in prop::collection::vec(0..6i32, 0..5)) {
            let kept: i32 = kept_in_a_block(&s, &walls).iter().sum();
            let total: i32 = s.iter().map(|s| s.strike).sum();
            prop_assert!(total - kept >= tried(&s, &walls));
        }

        #[test]
        fn without_trample_and_menace_the_bound_is_exact(s in strikers(), walls in prop::collection::vec(0..6i32, 0..5)) {
            let plain: Vec<Striker> =
                s.into_iter().map(|s| Striker { tramples: false, menace: false, ..s }).collect();
            prop_assert_eq!(surely_through(&plain, &walls), tried(&plain, &walls));
            let total: i32 = plain.iter().map(|s| s.strike).sum();
            let kept: i32 = kept_in_a_block(&plain, &walls).iter().sum();
            prop_assert_eq!(total - kept, tried(&plain, &walls));
        }
    }
}
