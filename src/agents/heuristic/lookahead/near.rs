//! Whether a kill or one's own end is near: arithmetic that errs on the side of looking.

use smallvec::SmallVec;

use crate::agents::heuristic::board::{BoardReading, Piece};
use crate::agents::heuristic::duel::{is_blocker, may_block};
use crate::agents::heuristic::home::Home;
use crate::agents::heuristic::priority::{Moment, acts, moment};

use super::reach::{Means, Reach, takes};
use crate::agents::heuristic::profile::Profiles;
use crate::cards::keyword::Keywords;
use crate::game::decision::{Decision, DecisionKind, Shape};
use crate::game::view::PlayerView;
use crate::turn::Seat;

/// Cards in the library below which an act might empty it.
pub(super) const FEW_CARDS: usize = 7;
/// Life below which an act might take the last of it.
const LITTLE_LIFE: i32 = 5;
/// Poison counters of who might be poisoned.
const NEARLY_POISONED: i32 = 7;
/// Combat damage by one commander that kills (CR 903.10a).
pub(super) const COMMANDER: i32 = 21;
/// Life that anything might take.
const LAST_LIFE: i32 = 3;

/// What is near.
#[derive(Debug, Default)]
pub(super) struct Near {
    /// Who might be killed this turn, who is worth most first.
    pub(super) prey: SmallVec<[Seat; 4]>,
    /// There is something that adds combats or turns.
    pub(super) again: bool,
    /// Who is about to be killed may still be.
    pub(super) hunts: bool,
    /// This player might be out in the turns after the next.
    pub(super) far: bool,
    /// What is usual now ends the combat, which it need not.
    pub(super) fogs: bool,
    /// This player might be out before their next turn.
    pub(super) danger: bool,
}

pub(super) fn read(profiles: &Profiles, view: &PlayerView, decision: &Decision, acts_usually: bool) -> Near {
    let me = view.actor();
    let mut near = Near::default();
    if decision.actor != decision.decider {
        // Whose turn is controlled is the first who might be killed, and then whom they might kill.
        near.prey.push(me);
        let others = Seat::first(view.seats()).filter(|s| view.is_living(*s) && *s != me && *s != decision.decider);
        near.prey.extend(others);
        return near;
    }
    let own = !view.are_opponents(view.turn().active, me);
    match decision.kind {
        DecisionKind::Priority => {
            let Shape::One(options) = &decision.shape else { return near };
            let options = &**options;
            let moment = moment(view, profiles);
            if moment == Moment::Idle || acts(options).next().is_none() {
                return near;
            }
            let board = BoardReading::read(view, profiles);
            if own {
                near.hunts = true;
                let reach = Reach::read(view, options, profiles);
                near.again = reach.most.again > 0;
                near.prey = prey(view, &board, profiles, &reach);
                let main = matches!(moment, Moment::Main { .. });
                let races = main && is_race(view, &board);
                near.far = races || view.library_size(me) < FEW_CARDS || view.life(me) <= LITTLE_LIFE;
                near.danger = near.far && (acts_usually || main)
                    || main && (besieged(view, &board) || is_exposed(view, &board, profiles));
            } else {
                near.danger = match moment {
                    Moment::Answer(top) => {
                        let face = top.card.known().and_then(|c| profiles.card(c).spell.as_ref()).map_or(0, takes);
                        face >= view.life(me) || attacked(view, &board) || is_exposed(view, &board, profiles)
                    }
                    _ => attacked(view, &board),
                };
                near.fogs = moment == Moment::Attacked && acts_usually;
            }
        }
        DecisionKind::Attackers if own => {
            let board = BoardReading::read(view, profiles);
            near.hunts = true;
            let reach = Reach::read(view, &[], profiles);
            near.again = reach.most.again > 0;
            near.prey = prey(view, &board, profiles, &reach);
            near.far = is_race(view, &board);
            near.danger = near.far || (besieged(view, &board) || is_exposed(view, &board, profiles));
        }
        DecisionKind::Target | DecisionKind::May | DecisionKind::Mode | DecisionKind::Choose | DecisionKind::Pay => {
            let board = BoardReading::read(view, profiles);
            near.hunts = own;
            if own {
                near.again = true;
                near.prey = prey(view, &board, profiles, &Reach::read(view, &[], profiles));
            }
            near.danger = besieged(view, &board) || is_exposed(view, &board, profiles);
        }
        DecisionKind::Blockers => near.danger = attacked(view, &BoardReading::read(view, profiles)),
        _ => {}
    }
    near
}

/// Whether the table could kill this player with what it has, if all their creatures stayed at home.
fn besieged(view: &PlayerView, board: &BoardReading) -> bool {
    let total: i32 = Seat::first(view.seats())
        .filter(|s| view.are_opponents(*s, board.me))
        .map(|s| board.sides[s.index()].power)
        .max()
        .unwrap_or(0);
    total >= view.life(board.me) && Home::read(view, board, |_| true).incoming_at_all() >= view.life(board.me)
}

/// Whether two are left, and one of them could be dead in two turns of attacks.
fn is_race(view: &PlayerView, board: &BoardReading) -> bool {
    let mut others = Seat::first(view.seats()).filter(|s| view.is_living(*s) && *s != board.me);
    let (Some(other), None) = (others.next(), others.next()) else { return false };
    let power = |seat: Seat| board.sides[seat.index()].power;
    2 * power(board.me) >= view.life(other)
}

/// Whether what attacks this player now is enough, unless it is blocked.
fn attacked(view: &PlayerView, board: &BoardReading) -> bool {
    let blocked: SmallVec<[_; 16]> = view.blockers().map(|(_, attacker)| attacker).collect();
    let pieces = board.attacking_me.iter().filter(|id| !blocked.contains(id)).filter_map(|id| board.find(*id));
    let (mut damage, mut commander) = (0, 0);
    for piece in pieces {
        damage += piece.strike();
        if piece.object.commander {
            commander = commander.max(view.commander_damage_by(piece.object.id, board.me) + piece.strike());
        }
    }
    damage >= view.life(board.me) || commander >= COMMANDER
}

/// Who might be killed with what one's acts could add to the attack.
fn prey(view: &PlayerView, board: &BoardReading, profiles: &Profiles, reach: &Reach) -> SmallVec<[Seat; 4]> {
    let may_attack = |p: &&Piece| p.may_attack();
    let mut attackers: SmallVec<[&Piece; 16]> = if view.step() < crate::turn::Step::DeclareBlockers {
        board.mine().filter(may_attack).collect()
    } else if reach.most.again > 0 {
        board.mine().filter(|p| p.is_creature() && !p.has(Keywords::DEFENDER)).collect()
    } else {
        let fighting = |p: &&Piece| view.attackers().any(|(id, _)| id == p.object.id);
        board.mine().filter(fighting).collect()
    };
    attackers.sort_by_key(|p| std::cmp::Reverse(p.strike()));
    let extra = attackers.iter().map(|p| profiles.card(p.object.card).attack / 4).sum();
    let mut prey: SmallVec<[Seat; 4]> = board
        .opponents(view)
        .filter(|seat| {
            let walls = board.pieces.iter().filter(|p| p.object.controller == *seat && is_blocker(p)).collect();
            Hunt { view, attackers: &attackers, extra, seat: *seat, walls }.might_succeed(reach)
                || is_in_sight(view, board, *seat)
        })
        .collect();
    prey.sort_by_key(|seat| std::cmp::Reverse(board.sides[seat.index()].worth));
    prey
}

/// Permanents on a table on which a look costs so little that arithmetic need not be sure of what it does not see.
pub(super) const SMALL: usize = 24;

/// Whether that player is so weak that some act or other might kill them, on a small table: abilities, triggers and what
/// is sacrificed for them are not all counted.
fn is_in_sight(view: &PlayerView, board: &BoardReading, seat: Seat) -> bool {
    let strikes: i32 = board.mine().filter(|p| p.is_creature()).map(Piece::strike).sum();
    let mana = i32::from(view.mana_available(board.me));
    board.pieces.len() <= SMALL && view.life(seat) <= 2 * strikes + 3 * mana
}

/// Whether this player is so weak that what some opponent has might kill them, on a small table.
fn is_exposed(view: &PlayerView, board: &BoardReading, profiles: &Profiles) -> bool {
    let hurts = |p: &Piece| {
        let abilities = view.card(p.object.card).abilities.iter();
        abilities.map(|ability| takes(profiles.ability(*ability))).max().unwrap_or(0)
    };
    let theirs = |seat: Seat| board.pieces.iter().filter(move |p| p.object.controller == seat);
    board.pieces.len() <= SMALL
        && board.opponents(view).any(|seat| {
            let others: i32 = theirs(seat).map(hurts).sum();
            view.life(board.me) <= 2 * board.sides[seat.index()].power + others
        })
}

/// An attack on one player about to be measured.
struct Hunt<'a> {
    view: &'a PlayerView,
    /// Those that could attack, the hardest first.
    attackers: &'a [&'a Piece],
    /// What attacking does besides combat damage.
    extra: i32,
    seat: Seat,
    walls: SmallVec<[&'a Piece; 16]>,
}

impl Hunt<'_> {
    /// Whether that player might be dead after this player's turns in a row.
    fn might_succeed(&self, reach: &Reach) -> bool {
        let (life, most) = (self.view.life(self.seat), &reach.most);
        let decked = most.draws && self.view.library_size(self.seat) < FEW_CARDS;
        let harms = most.face > 0 || most.draws || !self.attackers.is_empty();
        let close = harms && life <= LAST_LIFE || self.view.poison(self.seat) >= NEARLY_POISONED;
        decked || close || self.kills(most) && reach.any(|means| self.kills(means))
    }

    /// Whether the attack and that much besides it might be enough.
    fn kills(&self, means: &Means) -> bool {
        let mut stop = self.walls.len().saturating_sub(means.clears);
        let mut evades = means.evades;
        let (mut through, mut commander) = (0, false);
        for attacker in self.attackers {
            let able = self.walls.iter().filter(|wall| may_block(wall, attacker)).count();
            if !attacker.has(Keywords::TRAMPLE) && able > means.clears && stop > 0 {
                if evades == 0 {
                    stop -= 1;
                    continue;
                }
                evades -= 1;
            }
            let strike = attacker.strike() + means.each;
            through += strike;
            if attacker.object.commander {
                let dealt = self.view.commander_damage_by(attacker.object.id, self.seat);
                commander |= dealt + (strike + means.grows) * (1 + means.again) >= COMMANDER;
            }
        }
        let attack = through + self.extra + means.each * i32::from(self.extra > 0);
        // What makes attackers grow is nothing without one.
        let face = if attack == 0 && means.again == 0 { means.face - means.grows } else { means.face };
        commander || attack * (1 + means.again) + means.joins * means.again + face >= self.view.life(self.seat)
    }
}
