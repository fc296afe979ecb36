//! What a player still looks ahead in a game: a store to pay looks from, and what was seen in this turn already.

use crate::game::decision::{Decision, DecisionKind};
use crate::game::view::PlayerView;
use crate::turn::{Seat, Step};

use super::effort::{Effort, PLAY};
use super::near::{Near, Wanted};

/// What a way to go on counts that nothing came of.
const IN_VAIN: u32 = 4;
/// Plays that must be left to begin a look: with one nothing can be compared.
const TWO: u32 = 2;
/// Fewer are not worth beginning with.
const LEAST: u32 = 4;
/// What a player begins a game with, and has at most.
const AT_FIRST: u32 = 5 * PLAY;
/// Rounds that bring one more, as long as there are not as many.
const ROUNDS: u32 = 8;
/// Looks at the danger in vain that double the rounds until the next, at most.
const MOST_CALM: u32 = 3;

/// How often a player still looks ahead: a store to pay plays from, for looking ahead costs a hundred times what deciding does.
#[derive(Debug, Clone, Copy)]
pub(in crate::agents::heuristic) struct Patience {
    turn: u32,
    left: u32,
    /// Whom it is about to kill in this turn.
    hunted: Option<Hunted>,
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
        self.left >= effort.units(LEAST).max(TWO * effort.price())
            && !(self.in_vain && self.resigned && self.hunted.is_none())
    }

    /// What may be spent at one decision.
    pub(super) fn budget(&self, effort: &Effort) -> u32 {
        effort.at_once().min(self.left)
    }

    /// Who is hunted, if they are still in the game.
    pub(super) fn hunted(&self, view: &PlayerView) -> Option<Seat> {
        self.hunted.map(|hunted| hunted.first).filter(|seat| view.is_living(*seat))
    }

    /// Whether it is, or was, about to kill somebody in this turn.
    pub(in crate::agents::heuristic) const fn is_hunting(&self) -> bool {
        self.hunted.is_some()
    }

    /// Whether it is about to kill all opponents in this turn, of whom that one is the first.
    pub(super) fn is_winning(&self) -> bool {
        self.hunted.is_some_and(|hunted| hunted.all)
    }

    /// Whether an unusual block would save who is hunted.
    pub(in crate::agents::heuristic) const fn doubts(&self) -> bool {
        self.doubts
    }

    /// That player is about to be killed by what is done anyhow.
    pub(super) fn hunts(&mut self, seat: Seat) {
        self.hunted = Some(Hunted { first: seat, all: false });
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

/// Who is about to be killed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hunted {
    pub(super) first: Seat,
    /// And with them all other opponents.
    pub(super) all: bool,
}

/// What a look has shown.
#[derive(Debug)]
pub(super) struct Seen {
    /// Something kills somebody, or keeps this player in the game.
    pub(super) helps: bool,
    /// Whom it kills.
    pub(super) hunted: Option<Hunted>,
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
