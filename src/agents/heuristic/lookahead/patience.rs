//! What a player still looks ahead in a game, and how much a look costs on a table of that size.

use crate::game::decision::{Decision, DecisionKind};
use crate::game::view::PlayerView;
use crate::turn::{Seat, Step};

use super::near::{self, KILLED, Near, Wanted};

/// What a way to go on counts that nothing came of.
const IN_VAIN: u32 = 2;
/// What a play costs on a large table, at least.
const PLAY: u32 = 120;
/// Permanents that make a play on a large table cost as much again.
const MANY: u32 = 16;
/// Permanents that each make the others cost more: their number times itself counts.
const VERY_MANY: u32 = 24;
/// Plays that must be left to begin a look: with one nothing can be compared.
const TWO: u32 = 2;
/// Fewer are not worth beginning with.
const LEAST: u32 = 4;
/// What a player begins a game with, and has at most.
const AT_FIRST: u32 = 6 * PLAY;
/// Rounds that bring one more, as long as there are not as many.
const ROUNDS: u32 = 8;
/// Looks at the danger in vain that double the rounds until the next, at most.
const MOST_CALM: u32 = 3;

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
const WAYS: [[u32; 3]; 5] = [[300, 100, 240], [150, 50, 100], [120, 40, 80], [40, 12, 28], [30, 6, 16]];

/// For small tables: the first that fits.
const SMALL: [Effort; 5] = [
    Effort::of(TINY, TINY, 1, 1, WAYS[0]),
    Effort::of(TINY, near::SMALL, 4, 1, WAYS[1]),
    Effort::of(TINY, usize::MAX, PLAY / 4, 4, WAYS[2]),
    Effort::of(near::SMALL, near::SMALL, PLAY / 4, 1, WAYS[3]),
    Effort::of(near::SMALL, usize::MAX, PLAY / 2, 4, WAYS[3]),
];
/// For all others: the price is that of the least of them.
const LARGE: Effort = Effort::of(usize::MAX, usize::MAX, PLAY, 2, WAYS[4]);

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
        let (size, permanents) = (near::size(view), view.battlefield().len());
        let fits = |effort: &&Effort| size <= effort.size && permanents <= effort.permanents;
        SMALL.iter().find(fits).copied().unwrap_or_else(|| {
            let permanents = permanents as u32;
            let longer = 1 + permanents / MANY + (permanents / VERY_MANY).pow(2);
            Effort { price: LARGE.price * longer, ..LARGE }
        })
    }

    /// Whether that is a table on which arithmetic need not show first that looking is worth anything.
    pub(super) const fn is_of_small_table(&self) -> bool {
        self.size <= near::SMALL
    }

    /// Whether so little lies there, lands and all, that a look costs next to nothing.
    pub(super) const fn is_of_bare_table(&self) -> bool {
        self.permanents <= near::SMALL
    }

    /// Whether more is looked at to kill somebody of whom the usual and everything thrown have killed so many thousandths.
    pub(super) const fn goes_on(&self, hurt: i32) -> bool {
        self.is_of_bare_table() || hurt >= if self.is_of_small_table() { CLOSE } else { HALFWAY }
    }

    /// Blocks, beside the one that stops most damage, against which ways to kill somebody are held at one decision.
    pub(super) const fn blocks(&self) -> u32 {
        if self.is_of_bare_table() { BLOCKS } else { 0 }
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

/// How often a player still looks ahead: a store to pay plays from, for looking ahead costs a hundred times what deciding does.
#[derive(Debug, Clone, Copy)]
pub(in crate::agents::heuristic) struct Patience {
    turn: u32,
    left: u32,
    /// Whom it is about to kill in this turn.
    hunted: Option<Seat>,
    /// An unusual block would save them.
    doubts: bool,
    /// Nobody can be killed in this turn, as far as could be seen.
    in_vain: bool,
    /// Arithmetic shows nobody who could be killed in this turn with so many cards in hand, or fewer.
    harmless: Option<usize>,
    /// In this turn there is nothing better to do against the danger than the usual.
    resigned: bool,
    /// The usual kills who is hunted: what opponents held in hand as that was seen.
    settled: Option<usize>,
    /// Before that turn no other look at the danger is taken at this player's own priorities.
    calm_until: u32,
    /// Such looks in a row from which nothing came.
    vain_looks: u32,
}

impl Patience {
    pub(in crate::agents::heuristic) const NEW: Patience = Patience {
        turn: 0,
        left: AT_FIRST,
        hunted: None,
        doubts: false,
        in_vain: false,
        harmless: None,
        resigned: false,
        settled: None,
        calm_until: 0,
        vain_looks: 0,
    };

    /// A turn has begun since.
    pub(super) fn rest(&mut self, turn: u32, seats: u32) {
        if self.turn != turn {
            let every = ROUNDS * seats.max(1);
            let more = (turn / every).saturating_sub(self.turn / every);
            let left = (self.left + more * PLAY).min(AT_FIRST);
            let (calm_until, vain_looks) = (self.calm_until, self.vain_looks);
            *self = Patience { turn, left, calm_until, vain_looks, ..Patience::NEW };
        }
    }

    /// Whether it is enough for a look at that table.
    pub(super) fn allows(&self, effort: &Effort) -> bool {
        self.left >= effort.units(LEAST).max(TWO * effort.price)
            && !(self.in_vain && self.resigned && self.hunted.is_none())
    }

    /// What may be spent at one decision.
    pub(super) fn budget(&self, effort: &Effort) -> u32 {
        effort.units(effort.plays).min(self.left)
    }

    /// Who is hunted, if they are still in the game.
    pub(super) fn hunted(&self, view: &PlayerView) -> Option<Seat> {
        self.hunted.filter(|seat| view.is_living(*seat))
    }

    /// Whether it is, or was, about to kill somebody in this turn.
    pub(in crate::agents::heuristic) const fn is_hunting(&self) -> bool {
        self.hunted.is_some()
    }

    /// Whether an unusual block would save who is hunted.
    pub(in crate::agents::heuristic) const fn doubts(&self) -> bool {
        self.doubts
    }

    /// That player is about to be killed by what is done anyhow.
    pub(super) fn hunts(&mut self, seat: Seat) {
        self.hunted = Some(seat);
        self.doubts = false;
    }

    /// Whether who is hunted is about to die by the usual, as was seen, and nobody has done anything since.
    pub(super) fn goes_as_seen(&self, view: &PlayerView) -> bool {
        self.hunted(view).is_some() && view.step() < Step::DeclareBlockers && self.settled == Some(in_their_hands(view))
    }

    /// What is still worth looking for.
    pub(super) fn wanted(&self, view: &PlayerView, decision: &Decision) -> Wanted {
        // What attacks anyhow may kill, which is not given up for safety.
        let attacks = decision.kind == DecisionKind::Attackers;
        let cards = view.hand_size(view.actor());
        let open = (!self.in_vain || attacks) && self.harmless.is_none_or(|held| held < cards);
        Wanted {
            prey: self.hunted(view).is_some() || open,
            danger: !(self.is_resigned(view, decision) || watches(view, decision) && self.turn < self.calm_until),
        }
    }

    /// Whether there is nothing better to do than the usual. On a small table what resolves may still be chosen otherwise.
    fn is_resigned(&self, view: &PlayerView, decision: &Decision) -> bool {
        self.resigned && !(is_choice(decision.kind) && Effort::on(view).is_of_small_table())
    }

    /// What arithmetic has shown at that decision; what there is nothing to do against is no danger any more.
    pub(super) fn reckon(&mut self, view: &PlayerView, decision: &Decision, near: &mut Near, wanted: Wanted) {
        near.danger &= !self.is_resigned(view, decision);
        let looked = watches(view, decision) && wanted.prey && view.step() == Step::PrecombatMain && near.hunts;
        if looked && near.prey.is_empty() && near.challenged.is_empty() {
            self.harmless = Some(view.hand_size(view.actor()));
        }
    }

    /// What a look has shown, and cost.
    pub(super) fn learn(&mut self, view: &PlayerView, decision: &Decision, near: &Near, seen: &Seen) {
        // What is found is worth what it took.
        let counts = if seen.helps { 0 } else { IN_VAIN * seen.spent };
        self.left = self.left.saturating_sub(counts);
        let watches = watches(view, decision);
        if watches && near.danger && seen.hunted.is_none() {
            self.vain_looks = if seen.helps { 0 } else { self.vain_looks + 1 };
            let rounds = (1 << self.vain_looks.min(MOST_CALM)) - 1;
            self.calm_until = if seen.helps { self.turn } else { self.turn + 1 + rounds * view.seats() as u32 };
        }
        if seen.helps {
            // In this player's own turn they are hunted by what is done now, or no longer.
            self.hunted = if near.hunts { seen.hunted } else { seen.hunted.or(self.hunted) };
            self.doubts = seen.doubts;
            self.settled = seen.settled.then(|| in_their_hands(view));
        } else {
            self.in_vain |= is_own(view, decision) && !(near.prey.is_empty() && near.challenged.is_empty());
            self.resigned |= watches && seen.is_lost;
            self.hunted = None;
        }
    }
}

/// What a look has shown.
#[derive(Debug)]
pub(super) struct Seen {
    /// Something kills somebody, or keeps this player in the game.
    pub(super) helps: bool,
    /// Whom it kills.
    pub(super) hunted: Option<Seat>,
    /// The usual does, to the end.
    pub(super) settled: bool,
    /// An unusual block would prevent it.
    pub(super) doubts: bool,
    /// Nothing looked at keeps this player in the game.
    pub(super) is_lost: bool,
    /// What was spent on it.
    pub(super) spent: u32,
}

/// Whether it is the turn of whoever the decision is for.
pub(super) fn is_own(view: &PlayerView, decision: &Decision) -> bool {
    view.turn().active == decision.actor
}

/// Whether that is something to choose as a spell or ability resolves or triggers.
pub(super) const fn is_choice(kind: DecisionKind) -> bool {
    matches!(
        kind,
        DecisionKind::Target
            | DecisionKind::May
            | DecisionKind::Mode
            | DecisionKind::Choose
            | DecisionKind::Pay
            | DecisionKind::Discard
    )
}

/// Whether it is a priority in their own turn.
fn watches(view: &PlayerView, decision: &Decision) -> bool {
    is_own(view, decision) && decision.kind == DecisionKind::Priority
}

/// Cards in the hands of opponents.
fn in_their_hands(view: &PlayerView) -> usize {
    let theirs = Seat::first(view.seats()).filter(|seat| view.are_opponents(*seat, view.actor()));
    theirs.map(|seat| view.hand_size(seat)).sum()
}
