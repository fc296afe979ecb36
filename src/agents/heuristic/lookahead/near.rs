//! Whether a kill or one's own end is near: arithmetic that errs on the side of looking.

use smallvec::SmallVec;

use crate::agents::heuristic::board::BoardReading;
use crate::agents::heuristic::counter::is_deadly;
use crate::agents::heuristic::priority::{LITTLE_LIFE, Moment, acts, moment, roles};
use crate::agents::heuristic::profile::{Profiles, Roles};
use crate::game::decision::{Choice, Decision, DecisionKind, Item, Shape};
use crate::game::view::PlayerView;
use crate::turn::{Seat, Step};

use super::danger::{attacked, besieged, is_exposed, is_race, is_weak, worst};
use super::effort::{is_bare, is_small};
use super::patience::is_choice;
use super::prey::{FEW_CARDS, Sight, is_for_all, prey};
use super::reach::Reach;

/// What is near.
#[derive(Debug, Default)]
pub(super) struct Near {
    /// Who might be killed this turn, who is worth most first.
    pub(super) prey: SmallVec<[Seat; 4]>,
    /// Who might be killed by a commander alone that is about to come, armed with everything.
    pub(super) challenged: SmallVec<[Seat; 4]>,
    /// All of them together might be, every opponent there is of several, on a small table.
    pub(super) all: bool,
    /// There is something that adds combats or turns.
    pub(super) again: bool,
    /// Damage at most that anything but the attack could deal.
    pub(super) face: i32,
    /// The game might be won outright, or by drawing from an empty library.
    pub(super) wins: bool,
    /// Who is about to be killed may still be.
    pub(super) hunts: bool,
    /// This player might be out in the turns after the next.
    pub(super) far: bool,
    /// What is usual now ends the combat, which it need not.
    pub(super) fogs: bool,
    /// This player might be out before their next turn.
    pub(super) danger: bool,
    /// Opponents that are still in the game.
    pub(super) opponents: usize,
    /// Somebody's turn may be taken.
    pub(super) controls: bool,
    /// The acts that do.
    pub(super) takers: SmallVec<[Item; 2]>,
    /// The opponents, where there are any such.
    pub(super) others: SmallVec<[Seat; 4]>,
}

impl Near {
    /// Whether this turn decides: this player might be out before the next, and might win in it outright or by killing all of
    /// several, or kill one of several. The last opponent is looked at as ever.
    pub(super) fn is_decisive(&self) -> bool {
        self.danger && (self.all || self.wins || self.opponents > 1 && !self.prey.is_empty())
    }
}

/// What is looked for: nothing that was seen not to be there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted {
    /// Who might be killed.
    pub(super) prey: bool,
    /// Whether this player might be.
    pub(super) danger: bool,
}

/// Whether it is a priority at which there is nothing to do.
pub(super) fn is_idle(profiles: &Profiles, view: &PlayerView, decision: &Decision) -> bool {
    let (Shape::One(options), DecisionKind::Priority) = (&decision.shape, decision.kind) else { return false };
    decision.actor == decision.decider && (acts(options).next().is_none() || moment(view, profiles) == Moment::Idle)
}

/// At a decision at which there is something to do.
pub(super) fn read(
    profiles: &Profiles,
    view: &PlayerView,
    decision: &Decision,
    usual: &Choice,
    wanted: Wanted,
) -> Near {
    let me = view.actor();
    let mut near = Near { opponents: view.opponents_of(me).count(), ..Near::default() };
    if decision.actor != decision.decider {
        // Whose turn is controlled might be killed, and whom they might kill: who is worth most first.
        near.prey.extend(view.living().filter(|seat| *seat != decision.decider));
        if near.prey.len() > 1 {
            let board = BoardReading::read(view, profiles);
            near.prey.sort_by_key(|seat| (std::cmp::Reverse(board.sides[seat.index()].worth), *seat != me));
        }
        return near;
    }
    let own = !view.are_opponents(view.turn().active, me);
    let hunt = |near: &mut Near, board: &BoardReading, options: &[Item]| {
        if wanted.prey {
            let reach = Reach::read(view, options, profiles);
            near.again = reach.most.again > 0;
            near.face = reach.most.face;
            near.wins = reach.most.wins;
            let sight = Sight::read(view, board, profiles, &reach.most);
            near.prey = prey(view, board, profiles, &reach, sight.as_ref());
            let challenged = |seat: &Seat| sight.as_ref().is_some_and(|sight| sight.challenges(view, *seat));
            near.challenged =
                view.opponents_of(board.me).filter(|seat| !near.prey.contains(seat) && challenged(seat)).collect();
            if is_small(board) {
                near.takers = takers(view, options, profiles);
                near.controls = !near.takers.is_empty();
                if near.controls {
                    near.others = view.opponents_of(board.me).collect();
                }
            }
            near.all = is_for_all(view, board, profiles, &reach, &near.prey);
        }
    };
    let exposed = |board: &BoardReading| besieged(view, board) || is_exposed(view, board, profiles);
    match decision.kind {
        DecisionKind::Priority => {
            let Shape::One(options) = &decision.shape else { return near };
            let options = &**options;
            let acts_usually = *usual != decision.default;
            let moment = moment(view, profiles);
            let board = BoardReading::read(view, profiles);
            if own {
                near.hunts = true;
                hunt(&mut near, &board, options);
                let main = matches!(moment, Moment::Main { .. });
                let races = main && is_race(view, &board, near.face);
                near.far = races || view.library_size(me) < FEW_CARDS || view.life(me) <= LITTLE_LIFE;
                near.danger = wanted.danger && (near.far && (acts_usually || main) || main && exposed(&board));
            } else {
                near.danger = match moment {
                    Moment::Answer(top) => {
                        is_deadly(view, profiles, &top)
                            || attacked(view, &board)
                            || is_exposed(view, &board, profiles)
                            || is_weak(view, &board)
                    }
                    Moment::Ability => {
                        is_small(&board)
                            && (attacked(view, &board) || is_exposed(view, &board, profiles) || is_weak(view, &board))
                    }
                    Moment::Theirs => view.step() == Step::PrecombatMain && is_exposed(view, &board, profiles),
                    _ => attacked(view, &board),
                };
                // An ability is there again after this player's untap step.
                let activates =
                    matches!(usual, Choice::One(at, _) if matches!(options[usize::from(*at)], Item::Activate(..)));
                let kept = !activates || view.next_seat() != me;
                near.fogs = moment == Moment::Attacked && acts_usually && kept;
                near.far = near.fogs && near.danger && is_bare(&board) && is_race(view, &board, 0);
            }
        }
        DecisionKind::Attackers if own => {
            let board = BoardReading::read(view, profiles);
            near.hunts = true;
            hunt(&mut near, &board, &[]);
            near.far = is_race(view, &board, near.face);
            // Who kills one of several with everything may be killed by another.
            let bares = near.opponents > 1 && !near.prey.is_empty() && is_small(&board);
            let opens = || bares && worst(view, &board) >= view.life(me);
            near.danger = wanted.danger && (near.far || exposed(&board) || opens());
        }
        // What is discarded at cleanup (CR 514.1) changes nothing any more.
        DecisionKind::Discard if view.step() == Step::Cleanup => {}
        kind if is_choice(kind) => {
            near.hunts = own && view.step() >= Step::PrecombatMain;
            if wanted.danger || near.hunts && wanted.prey {
                let board = BoardReading::read(view, profiles);
                if near.hunts {
                    hunt(&mut near, &board, &[]);
                    near.again = true;
                }
                // What is chosen before one's own main phase leaves that to come.
                let early = own && view.step() < Step::PrecombatMain;
                near.danger = wanted.danger && !early && exposed(&board);
            }
        }
        DecisionKind::Blockers => {
            let board = BoardReading::read(view, profiles);
            near.far = is_small(&board) && is_race(view, &board, 0);
            near.danger = near.far || attacked(view, &board);
        }
        _ => {}
    }
    near
}

/// The acts that take somebody's turn (CR 723.1).
fn takers(view: &PlayerView, options: &[Item], profiles: &Profiles) -> SmallVec<[Item; 2]> {
    let takes = |item: &Item| roles(view, *item, profiles).contains(Roles::CONTROL);
    acts(options).map(|(_, item)| item).filter(takes).collect()
}
