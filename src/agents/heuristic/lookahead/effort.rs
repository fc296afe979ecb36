//! How much is looked at on a table of that size, and what it costs.

use crate::agents::heuristic::board::BoardReading;
use crate::cards::type_line::Types;
use crate::game::view::PlayerView;

use super::prey::KILLED;

/// What a play costs on a large table, at least.
pub(super) const PLAY: u32 = 120;
/// Permanents that make a play on a large table cost as much again.
const MANY: u32 = 16;
/// Permanents that each make the others cost more: their number times itself counts.
const VERY_MANY: u32 = 24;
/// How large a small table is at most: so little is there to think about that what a look shows is next to all there is.
const SMALL: usize = 24;
/// Lands that count as much as one other permanent there: they make mana and hardly anything else.
const LANDS: usize = 4;

/// How much is looked at, and what it costs: a play takes the longer, the more lies on the table, and tells the less.
#[derive(Debug, Clone, Copy)]
pub(super) struct Effort {
    /// How large a table is for which this is meant, at most.
    size: usize,
    /// Permanents on it, lands and all, at most.
    permanents: usize,
    /// What a play costs.
    price: u32,
    /// What is counted in: the least that a play costs.
    unit: u32,
    /// Times that a play costs that goes on into others' turns.
    longer: u32,
    /// What is spent on ways to go on at one decision, at most, in units.
    plays: u32,
    /// What is spent to kill somebody before anything has come of it, in units.
    ways: u32,
    /// And so many more if one way all but killed them.
    more: u32,
}

/// What a small table may be in size where what a look shows is all there is.
const TINY: usize = 12;
/// Ways to go on that are looked at on a tiny table, of few permanents, of some, or full of lands; on a small, and on a large one.
const WAYS: [[u32; 3]; 5] = [[300, 70, 168], [150, 35, 70], [120, 28, 56], [40, 12, 28], [30, 6, 16]];

/// For small tables: the first that fits.
const ON_SMALL: [Effort; 5] = [
    Effort::of(TINY, TINY, 1, 1, WAYS[0]),
    Effort::of(TINY, SMALL, 4, 1, WAYS[1]),
    Effort::of(TINY, usize::MAX, PLAY / 4, 4, WAYS[2]),
    Effort::of(SMALL, SMALL, PLAY / 4, 1, WAYS[3]),
    Effort::of(SMALL, usize::MAX, PLAY / 2, 4, WAYS[3]),
];
/// For all others: the price is that of the least of them.
const ON_LARGE: Effort = Effort::of(usize::MAX, usize::MAX, PLAY, 2, WAYS[4]);

/// What everything usual must come to, of what kills somebody, in thousandths, so that more is looked at at a priority on a large
/// table.
const HALFWAY: i32 = 400;
/// And on a small one full of lands.
const CLOSE: i32 = 800;
/// Blocks, beside the one that stops most damage, against which ways to kill somebody are held at one decision on a bare table.
const BLOCKS: u32 = 60;

impl Effort {
    const fn of(size: usize, permanents: usize, price: u32, longer: u32, [plays, ways, more]: [u32; 3]) -> Effort {
        Effort { size, permanents, price, unit: price, longer, plays, ways, more }
    }

    /// For that table.
    pub(super) fn on(view: &PlayerView) -> Effort {
        let (size, permanents) = (size(view), view.battlefield().len());
        let fits = |effort: &&Effort| size <= effort.size && permanents <= effort.permanents;
        ON_SMALL.iter().find(fits).copied().unwrap_or_else(|| {
            let permanents = permanents as u32;
            let longer = 1 + permanents / MANY + (permanents / VERY_MANY).pow(2);
            Effort { price: ON_LARGE.price * longer, ..ON_LARGE }
        })
    }

    /// Whether that is a table on which arithmetic need not show first that looking is worth anything.
    pub(super) const fn is_of_small_table(&self) -> bool {
        self.size <= SMALL
    }

    /// Whether so little lies there, lands and all, that a look costs next to nothing.
    pub(super) const fn is_of_bare_table(&self) -> bool {
        self.permanents <= SMALL
    }

    /// Whether more is looked at to kill somebody of whom the usual and everything thrown have killed so many thousandths.
    pub(super) const fn goes_on(&self, hurt: i32) -> bool {
        self.is_of_bare_table() || hurt >= if self.is_of_small_table() { CLOSE } else { HALFWAY }
    }

    /// Blocks, beside the one that stops most damage, against which ways to kill somebody are held at one decision.
    pub(super) const fn blocks(&self) -> u32 {
        if self.is_of_bare_table() { BLOCKS } else { 0 }
    }

    /// What may be spent at one decision.
    pub(super) const fn at_once(&self) -> u32 {
        self.units(self.plays)
    }

    /// What a play costs of what is left to look ahead with.
    pub(super) const fn price(&self) -> u32 {
        self.price
    }

    /// Times that a play costs that goes on into others' turns.
    pub(super) const fn longer(&self) -> u32 {
        self.longer
    }

    /// So many of the cheapest plays.
    pub(super) const fn units(&self, n: u32) -> u32 {
        self.unit * n
    }

    /// What may be spent on killing somebody of whom the best way so far has killed so many thousandths.
    pub(super) fn hunting(&self, hurt: i32) -> u32 {
        self.units(self.ways) + self.units(self.more) * hurt.clamp(0, KILLED) as u32 / KILLED as u32
    }
}

/// How large a table is: its permanents, of which those that are lands and no creatures count less.
fn size(view: &PlayerView) -> usize {
    sum(view.battlefield().map(|object| object.types))
}

/// Whether that table is small.
pub(super) fn is_small(board: &BoardReading) -> bool {
    sum(board.pieces.iter().map(|piece| piece.object.types)) <= SMALL
}

fn sum(permanents: impl Iterator<Item = Types>) -> usize {
    let (mut lands, mut others) = (0, 0);
    for types in permanents {
        let land = types.contains(Types::LAND) && !types.contains(Types::CREATURE);
        *(if land { &mut lands } else { &mut others }) += 1;
    }
    others + lands / LANDS
}

/// Whether so little lies there, lands and all, that a look costs next to nothing: arithmetic need not be sure of what it does
/// not see.
pub(super) fn is_bare(board: &BoardReading) -> bool {
    board.pieces.len() <= SMALL
}
