//! What acts are worth in the turns after them: extra turns that something can be done in, libraries that last, locks that hold the
//! others more than oneself.

use crate::cards::ability::{Ability, Static, StaticEffect};
use crate::cards::keyword::Keywords;
use crate::cards::type_line::Types;
use crate::game::view::SeenObject;
use crate::turn::{Seat, Step};

use super::board::Piece;
use super::duel::{is_blocker, may_block};
use super::effect_reader::{MOST_CARDS, library};
use super::judge::Judge;
use super::plan::{NEVER, Planner};
use super::priority::Moment;
use super::profile::Roles;

/// Cards in a library that is taken to last.
const LASTS: i32 = 25;
/// Cards in a library of which more are drawn in each turn.
const LASTS_FED: i32 = 50;
/// Cards in a library with which nobody takes more turns than come anyway.
const LAST_TURNS: i32 = 2;
/// Points for each card that a library lacks to one that lasts, where it is filled again.
const REFILLED: i32 = 6;

impl Judge<'_> {
    /// What speaks against one more turn: that it would be skipped, that nothing could be done in it, that there is no card to draw
    /// in it.
    pub(super) fn next_turn(&self, roles: Roles) -> i32 {
        let (view, board) = (self.planner.view, self.planner.board);
        if board.no_extra_turns || view.extra_turns_left(board.me) == Some(0) {
            return -self.weights().extra_turn;
        }
        let cards = library(view, board.me);
        if cards <= LAST_TURNS || !self.can_use_a_turn(!roles.contains(Roles::NO_UNTAP) && !self.is_locked()) {
            return NEVER;
        }
        0
    }

    /// Whether there is anything to do in a turn after this one, in which one's permanents have untapped or not: an attacker, a land to
    /// play, or, untapped, a card to cast.
    fn can_use_a_turn(&self, untaps: bool) -> bool {
        let (view, board) = (self.planner.view, self.planner.board);
        let first = matches!(self.moment, Moment::Main { first: true });
        let opponents = || view.opponents_of(board.me);
        // Who could be killed in return keeps them at home.
        let pinned = opponents().any(|seat| board.sides[seat.index()].power >= view.life(board.me));
        let open = |p: &Piece| {
            let stops = |wall: &&Piece| is_blocker(wall) && may_block(wall, p);
            opponents()
                .any(|seat| !board.pieces.iter().filter(|wall| wall.object.controller == seat).any(|w| stops(&w)))
        };
        let attacks = |p: &Piece| {
            let stays = p.object.tapped || first && p.may_attack() && !p.has(Keywords::VIGILANCE);
            let able = p.is_creature() && p.strike() > 0 && !p.has(Keywords::DEFENDER | Keywords::CANT_ATTACK);
            able && !pinned && (untaps || !stays && open(p))
        };
        let mana = board.sides[board.me.index()].sources;
        let is_land = |object: &SeenObject| object.types.contains(Types::LAND);
        let is_cheap = |object: &SeenObject| i32::from(view.card(object.card).mana_value) <= mana;
        board.mine().any(attacks) || view.hand(board.me).any(|object| is_land(&object) || untaps && is_cheap(&object))
    }

    /// Whether one's own permanents don't untap as they should.
    pub(super) fn is_locked(&self) -> bool {
        self.planner.board.is_locked(self.planner.profiles)
    }

    /// Whether an attack would cost mana, whomever it goes at: what is left of it can be spent after combat.
    pub(super) fn attack_is_taxed(&self) -> bool {
        let (view, board) = (self.planner.view, self.planner.board);
        let mut opponents = view.opponents_of(board.me);
        opponents.all(|seat| view.attack_tax(seat) > 0) && board.mine().any(|p| p.may_attack() && p.strike() > 0)
    }

    /// Whether there is a permanent to save mana for: one that can't be paid for yet, from the hand or the command zone.
    pub(super) fn saves(&self) -> bool {
        let (view, me) = (self.planner.view, self.planner.board.me);
        let mana = view.mana_available(me);
        view.hand(me).chain(view.commanders(me)).any(|object| {
            let card = view.card(object.card);
            !object.types.contains(Types::LAND) && card.is_permanent() && card.mana_value > mana
        })
    }

    /// Whether this player is served by what binds them as well: a lock, unless nobody can get rid of it; more cards, while the
    /// library lasts and there is room in hand; sacrifices of all, while the others have less to spare.
    pub(super) fn is_bearable(&self, roles: Roles, object: &SeenObject) -> bool {
        let (view, board) = (self.planner.view, self.planner.board);
        let stands =
            |role| board.pieces.iter().any(|p| self.planner.profiles.standing(p.object.card).roles.contains(role));
        let hand = view.hand_size(board.me) as i32;
        let lasts = || library(view, board.me) >= LASTS_FED && hand < MOST_CARDS && !stands(Roles::FEEDS);
        (!roles.contains(Roles::PRISON) || self.holds_others_back(object))
            && (!roles.contains(Roles::FEEDS) || lasts())
            && (!roles.contains(Roles::LOCK)
                || self.planner.gains_by_a_lock(|p| self.locks(object, p)) && !stands(Roles::NO_UPKEEP))
            && (!roles.contains(Roles::NO_UPKEEP) || !stands(Roles::LOCK) && self.gains_without_upkeeps())
            && (!roles.contains(Roles::ATTRITION) || self.has_most(|_| true))
            && (!roles.contains(Roles::FREEZES) || !self.has_most(|p| p.is_creature() && self.freezes(object, p)))
    }

    /// Whether upkeeps cost this player something, or bring an opponent something. Without either, upkeeps are kept: what ends a
    /// lock on the whole table ends in one.
    fn gains_without_upkeeps(&self) -> bool {
        let (view, board) = (self.planner.view, self.planner.board);
        board.pieces.iter().any(|piece| {
            let mine = !view.are_opponents(piece.object.controller, board.me);
            view.card(piece.object.card).abilities.iter().any(|ability| match view.ability(*ability) {
                Ability::Triggered(trigger) if trigger.event.step() == Some(Step::Upkeep) => {
                    let value = self.planner.profiles.ability(*ability).guess();
                    if mine { value < 0 } else { value > 0 }
                }
                _ => false,
            })
        })
    }

    /// Whether that permanent, once it is there, keeps the piece from untapping.
    fn freezes(&self, object: &SeenObject, piece: &Piece) -> bool {
        let (view, board) = (self.planner.view, self.planner.board);
        view.card(object.card).abilities.iter().any(|ability| match view.ability(*ability) {
            Ability::Static(Static { effect: StaticEffect::NoUntap(filter), .. }) => {
                board.passes(view.catalog().filter(*filter), &piece.object, view, Some(object.id))
            }
            _ => false,
        })
    }

    /// Whether what limits who attacks keeps no more damage of this player's at home than of some opponent's.
    fn holds_others_back(&self, object: &SeenObject) -> bool {
        let (view, board) = (self.planner.view, self.planner.board);
        let statics = view.card(object.card).abilities.iter().filter_map(|ability| match view.ability(*ability) {
            Ability::Static(Static { effect, .. }) => Some(*effect),
            _ => None,
        });
        let (mut at_most, mut barred) = (usize::MAX, None);
        for effect in statics {
            match effect {
                StaticEffect::AttackLimit { whom: None, at_most: n } => at_most = n.into(),
                StaticEffect::Pump { what: Some(filter), keywords, .. } if keywords.contains(Keywords::CANT_ATTACK) => {
                    barred = Some(view.catalog().filter(filter));
                }
                _ => {}
            }
        }
        let able = |p: &&Piece| p.is_creature() && !p.has(Keywords::DEFENDER | Keywords::CANT_ATTACK);
        let stays = |p: &Piece| barred.is_some_and(|filter| board.passes(filter, &p.object, view, Some(object.id)));
        let kept = |seat: Seat| -> i32 {
            let theirs = board.pieces.iter().filter(|p| p.object.controller == seat).filter(able);
            let (stay, go): (Vec<&Piece>, Vec<&Piece>) = theirs.partition(|p| stays(p));
            let mut strikes: Vec<i32> = go.into_iter().map(Piece::strike).collect();
            strikes.sort_unstable_by_key(|strike| std::cmp::Reverse(*strike));
            stay.into_iter().map(Piece::strike).chain(strikes.into_iter().skip(at_most)).sum()
        };
        let mine = kept(board.me);
        // What keeps some of one's own at home comes after they have attacked.
        let waits = mine > 0 && self.moment == Moment::Main { first: true };
        !waits && mine <= view.opponents_of(board.me).map(kept).max().unwrap_or(0)
    }

    /// Whether that permanent, once it is there, may keep the piece from untapping.
    fn locks(&self, object: &SeenObject, piece: &Piece) -> bool {
        let (view, board) = (self.planner.view, self.planner.board);
        view.card(object.card).abilities.iter().any(|ability| match view.ability(*ability) {
            Ability::Static(Static { effect, .. }) => match effect {
                StaticEffect::NoUntap(filter) | StaticEffect::UntapLimit { filter, .. } => {
                    board.passes(view.catalog().filter(*filter), &piece.object, view, Some(object.id))
                }
                StaticEffect::UntapOneType | StaticEffect::Skip { .. } => true,
                _ => false,
            },
            _ => false,
        })
    }

    /// Whether this player has more of those permanents than every opponent.
    fn has_most(&self, counts: impl Fn(&Piece) -> bool) -> bool {
        let (view, board) = (self.planner.view, self.planner.board);
        let count = |seat: Seat| board.pieces.iter().filter(|p| p.object.controller == seat && counts(p)).count();
        let opponents = view.opponents_of(board.me);
        opponents.map(count).max().unwrap_or(0) < count(board.me)
    }

    /// New hands: worth what one gets beyond what the others get, and most where they fill a library that is about to end.
    pub(super) fn new_hands(&self, roles: Roles) -> i32 {
        let (view, board) = (self.planner.view, self.planner.board);
        let fresh = |seat| (MOST_CARDS - view.hand_size(seat) as i32).max(0);
        let mine = fresh(board.me) + 1;
        let living = view.living().filter(|seat| *seat != board.me);
        let theirs: i32 = living.map(fresh).sum();
        let cards = library(view, board.me);
        let back = if roles.contains(Roles::REFILLS) {
            view.hand_size(board.me) as i32 + view.graveyard(board.me).count() as i32
        } else {
            0
        };
        if cards + back < 12 {
            return NEVER;
        }
        let filled = if back > 0 { REFILLED * (LASTS - cards).clamp(0, back) } else { 0 };
        mine * 10 - theirs * 3 + filled
    }
}

impl Planner<'_> {
    /// A lock freezes the table as it is: it serves who is far ahead on it, or would be killed by creatures that it holds; and
    /// nobody where it holds nothing of what the others have.
    pub(super) fn gains_by_a_lock(&self, holds: impl Fn(&Piece) -> bool) -> bool {
        let (view, board) = (self.view, self.board);
        let opponents = view.opponents_of(board.me);
        let worst = opponents.map(|seat| board.sides[seat.index()].power).max().unwrap_or(0);
        let mine = board.sides[board.me.index()].power;
        let theirs = || board.pieces.iter().filter(|p| !board.team.contains(p.object.controller));
        let in_vain = theirs().next().is_some() && !theirs().any(&holds);
        mine > 0 && mine >= 2 * worst && !in_vain
            || 2 * worst >= view.life(board.me) && theirs().any(|p| p.is_creature() && holds(p))
    }
}
