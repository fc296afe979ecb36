//! Which spells are answered, and with what.

use crate::cards::ability::{Ability, Static, StaticEffect, TargetKind, TargetSpec};
use crate::cards::catalog::Catalog;
use crate::cards::effect::{AbilityId, Facts};
use crate::cards::keyword::Keywords;
use crate::cards::type_line::Types;
use crate::game::Target;
use crate::game::decision::{Choice, Item, Shape};
use crate::game::view::{PlayerView, SeenObject, SeenStackItem};
use crate::turn::Seat;

use super::board::Piece;
use super::duel::may_block;
use super::effect::{Effect, takes};
use super::judge::Judge;
use super::plan::PlannedAct;
use super::priority::LITTLE_LIFE;
use super::profile::{Profiles, Roles};

/// Mana that a counterspell may cost more which counters few spells.
const NARROW: i32 = 2;

/// Whether a spell with those targets is for some spells only.
pub(super) fn counters_few(catalog: &Catalog, targets: &[TargetSpec]) -> bool {
    targets.iter().any(|spec| matches!(spec.kind, TargetKind::Spell(what) if !catalog.filter(what).is_any()))
}

/// Whether a spell takes the last of the life of whoever is asked: aimed at them, or at nobody.
pub(super) fn is_deadly(view: &PlayerView, profiles: &Profiles, spell: &SeenStackItem) -> bool {
    let me = view.actor();
    let Some(read) = spell.card.known().and_then(|card| profiles.card(card).spell.as_ref()) else { return false };
    let mut players = view.targets_of(spell.source).filter(|target| matches!(target, Target::Player(_))).peekable();
    let meant = players.peek().is_none() && read.drains > 0 || players.any(|target| target == Target::Player(me));
    let takes = takes(read);
    meant && takes > 0 && (takes >= view.life(me) || read.varies && view.life(me) <= LITTLE_LIFE)
}

impl Judge<'_> {
    /// Counters what matters, and nothing but the top of the stack.
    pub(super) fn answer(
        &self,
        item: Item,
        mut plan: PlannedAct,
        top: &SeenStackItem,
        effect: &Effect,
        targets: &[TargetSpec],
    ) -> Option<PlannedAct> {
        let threat = self.planner.profiles.card(top.card).threat.max(self.foiled(top)).max(self.thwarted(top));
        let deadly = is_deadly(self.planner.view, self.planner.profiles, top);
        let threat = if deadly { threat.max(self.weights().lethal) } else { threat };
        if self.is_for_others(top) || effect.redirects && !self.targets_mine(top) || self.comes_too_late(top) {
            return None;
        }
        let left = i32::from(self.planner.view.mana_available(top.controller));
        if effect.ransom.is_some_and(|ransom| ransom <= left) {
            return None;
        }
        let matters = self.weights().matters;
        let needed = if effect.roles.contains(Roles::COUNTER) { matters } else { 2 * matters };
        if threat < needed {
            return None;
        }
        if !effect.roles.contains(Roles::COUNTER) {
            return Some(PlannedAct { score: threat / 2, ..plan });
        }
        if !effect.redirects && self.is_uncounterable(top) {
            return None;
        }
        let need = self.planner.view.next_need(item, &[])?;
        let Shape::One(options) = &need.shape else { return None };
        let at = options.iter().position(|o| *o == Item::Object(top.source))?;
        let mut fills = std::mem::take(&mut plan.fills);
        *fills.first_mut()? = Choice::option(at as u16);
        // The cheapest answer will do, and first what answers little else.
        let narrow = if counters_few(self.planner.view.catalog(), targets) { NARROW } else { 0 };
        Some(PlannedAct { score: threat + effect.value.min(10) + narrow - plan.mana, fills, ..plan })
    }

    /// Whether a spell can't be countered, as far as it or a permanent says so (CR 101.2).
    fn is_uncounterable(&self, spell: &SeenStackItem) -> bool {
        let (view, board) = (self.planner.view, self.planner.board);
        let Some(object) = view.object(spell.source) else { return false };
        let shelters = |ability: &AbilityId, by: &SeenObject| match view.ability(*ability) {
            Ability::Static(Static { effect: StaticEffect::Uncounterable(filter), condition, .. }) => {
                let filter = view.catalog().filter(*filter);
                filter.is.contains(Facts::ITSELF) == (by.id == object.id)
                    && condition.is_none_or(|condition| view.holds_for(condition, by))
                    && board.passes_for(filter, &object, view, by.controller)
            }
            _ => false,
        };
        let says = |by: &SeenObject| view.card(by.card).abilities.iter().any(|ability| shelters(ability, by));
        object.keywords.contains(Keywords::UNCOUNTERABLE)
            || says(&object)
            || board.pieces.iter().any(|piece| says(&piece.object))
    }

    /// Whether a creature that does nothing else comes too late: before it could attack, this player kills who casts it.
    fn comes_too_late(&self, spell: &SeenStackItem) -> bool {
        let view = self.planner.view;
        let Some(object) = view.object(spell.source) else { return false };
        let card = view.card(spell.card);
        let is_plain = card.types.contains(Types::CREATURE) && card.abilities.is_empty();
        let newcomer = Piece { object, worth: 0 };
        is_plain && !newcomer.has(Keywords::HASTE) && self.kills_next(spell.controller, |p| !may_block(&newcomer, p))
    }

    /// What it is worth that a spell does not take the creatures that are about to kill who casts it.
    fn thwarted(&self, spell: &SeenStackItem) -> i32 {
        let board = self.planner.board;
        let stays = |p: &Piece| !board.perils.threaten(p.object.id);
        let takes = !board.perils.is_empty()
            && self.kills_next(spell.controller, |_| true)
            && !self.kills_next(spell.controller, stays);
        if takes { self.weights().lethal } else { 0 }
    }

    /// Whether this player kills that player, the last opponent, in their next turn, which is the next: with those of their
    /// creatures which are counted and which nothing on the table could block.
    fn kills_next(&self, seat: Seat, counts: impl Fn(&Piece) -> bool) -> bool {
        let (view, board) = (self.planner.view, self.planner.board);
        let alone = view.last_opponent_of(board.me) == Some(seat) && view.next_seat() == board.me;
        if !alone || view.attack_tax(seat) > 0 || self.is_locked() {
            return false;
        }
        let attacks = |p: &&Piece| p.is_creature() && !p.has(Keywords::DEFENDER | Keywords::CANT_ATTACK) && counts(p);
        let past = board.mine().filter(attacks).filter(|p| !board.could_be_blocked(p, seat));
        past.map(Piece::strike).sum::<i32>() >= view.life(seat)
    }

    /// What a spell takes that keeps this player's attackers from dealing damage.
    fn foiled(&self, spell: &SeenStackItem) -> i32 {
        let view = self.planner.view;
        let fogs = self.planner.profiles.card(spell.card).roles.contains(Roles::FOG);
        if !fogs || view.turn().active != self.planner.board.me {
            return 0;
        }
        let strikes = |seat: Seat| -> i32 {
            let sent = view.attackers().filter(|(_, to)| *to == seat);
            sent.filter_map(|(id, _)| self.planner.board.find(id)).map(Piece::strike).sum()
        };
        let weights = self.weights();
        let taken = |seat: Seat| match strikes(seat) {
            damage if damage >= view.life(seat) => weights.lethal,
            damage => weights.life_lost * damage,
        };
        view.opponents_of(self.planner.board.me).map(taken).sum()
    }

    /// Whether a spell targets this player or something of theirs.
    fn targets_mine(&self, spell: &SeenStackItem) -> bool {
        let (view, me) = (self.planner.view, self.planner.board.me);
        view.targets_of(spell.source).any(|target| match target {
            Target::Player(seat) => seat == me,
            Target::Object(id) => view.object(id).is_some_and(|object| object.controller == me),
        })
    }

    /// Whether a spell only removes what is not this player's.
    fn is_for_others(&self, spell: &SeenStackItem) -> bool {
        let (view, board) = (self.planner.view, self.planner.board);
        let roles = self.planner.profiles.card(spell.card).spell.as_ref().map_or(Roles::empty(), |s| s.roles);
        let mine = |target: Target| match target {
            Target::Player(seat) => seat == board.me,
            Target::Object(id) => {
                view.object(id).is_some_and(|object| !view.are_opponents(object.controller, board.me))
            }
        };
        let mut targets = view.targets_of(spell.source).peekable();
        roles.difference(Roles::DRAW) == Roles::REMOVAL && targets.peek().is_some() && !targets.any(mine)
    }
}
