//! Permanents that are about to be lost, and acts that save them: shields against being destroyed, protection, leaving for a
//! while, a spell that makes a creature win its fight. What dies anyway is given up first for whatever wants a sacrifice.

use std::borrow::Cow;

use smallvec::SmallVec;

use crate::cards::ability::Cost;
use crate::cards::effect::How;
use crate::cards::keyword::Keywords;
use crate::game::view::{PlayerView, SeenObject, SeenStackItem};
use crate::game::{ObjectId, Target};
use crate::turn::Step;

use super::board::{BoardReading, Piece};
use super::duel::duel;
use super::effect::{Aim, Effect, Saves};
use super::judge::Judge;
use super::plan::PlannedAct;
use super::priority::Moment;
use super::profile::{Profiles, Roles};

/// A permanent of one's own that is about to be lost, and what would keep it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Peril {
    pub(super) id: ObjectId,
    pub(super) saved_by: Saves,
}

/// One of one's own creatures in a fight with one other.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clash {
    mine: ObjectId,
    other: ObjectId,
    attacks: bool,
}

/// What is about to happen to one's permanents.
#[derive(Debug, Clone, Default)]
pub(super) struct Perils {
    pub(super) lost: SmallVec<[Peril; 4]>,
    pub(super) clashes: SmallVec<[Clash; 4]>,
}

impl Perils {
    /// Whether there is nothing to save or to win.
    pub(super) fn is_empty(&self) -> bool {
        self.lost.is_empty() && self.clashes.is_empty()
    }

    /// Whether that permanent is about to be lost.
    pub(super) fn threaten(&self, id: ObjectId) -> bool {
        self.lost.iter().any(|peril| peril.id == id)
    }

    /// Whether that would keep the permanent from being lost.
    pub(super) fn are_averted(&self, id: ObjectId, saves: Saves) -> bool {
        self.lost.iter().any(|peril| peril.id == id && peril.saved_by.intersects(saves))
    }
}

/// What is about to be lost at that moment: to the spell on top of the stack, or to the creatures that fight one's own.
pub(super) fn perils(view: &PlayerView, profiles: &Profiles, board: &BoardReading, moment: Moment) -> Perils {
    match moment {
        Moment::Answer(top) => to_spell(view, profiles, board, &top),
        Moment::Combat | Moment::Blocked if view.step() == Step::DeclareBlockers => in_combat(view, board),
        _ => Perils::default(),
    }
}

fn to_spell(view: &PlayerView, profiles: &Profiles, board: &BoardReading, top: &SeenStackItem) -> Perils {
    let mut perils = Perils::default();
    let Some(card) = top.card.known() else { return perils };
    let how = view.how_cast(top.source);
    let Some(spell) = view.card(card).spell_cast(how) else { return perils };
    let read = match (how, profiles.card(card).spell.as_ref()) {
        (How::Printed, Some(read)) => Cow::Borrowed(read),
        _ => Cow::Owned(profiles.reader(view.catalog(), None).read(spell.effect)),
    };
    let mut add = |piece: &Piece, saved_by: Saves| {
        if piece.object.controller == board.me && !saved_by.is_empty() {
            perils.lost.push(Peril { id: piece.object.id, saved_by });
        }
    };
    for (at, target) in view.targets_of(top.source).enumerate() {
        let Target::Object(id) = target else { continue };
        let Some(piece) = board.find(id) else { continue };
        // Which modes were chosen is not seen; what targets one's own is there for harm.
        let unknown = spell.modes.is_some() && read.roles.contains(Roles::REMOVAL);
        let aim = read.aims.get(at).or(read.aims.last());
        let saved_by = match aim {
            _ if piece.has(Keywords::HEXPROOF | Keywords::SHROUD) => Saves::empty(),
            _ if unknown => Saves::TARGETING | Saves::LEAVES,
            aim => aim.map_or(Saves::empty(), |aim| loses(view, aim, piece)),
        };
        add(piece, saved_by);
    }
    for (filter, aim) in &read.sweeps {
        // Whose permanents are meant is told from the point of view of who cast it.
        let filter = view.catalog().filter(*filter);
        for piece in board.mine().filter(|p| board.passes_for(filter, &p.object, view, top.controller)) {
            add(piece, loses(view, aim, piece) - Saves::TARGETING);
        }
    }
    perils
}

/// What would keep a permanent from being lost to that; nothing when it is not lost.
fn loses(view: &PlayerView, aim: &Aim, piece: &Piece) -> Saves {
    let indestructible = piece.has(Keywords::INDESTRUCTIBLE) || view.regenerates(piece.object.id);
    let burnt = piece.is_creature() && aim.damage > 0 && aim.damage >= piece.left();
    if aim.destroys && aim.share <= -80 || burnt {
        return if indestructible { Saves::empty() } else { Saves::all() };
    }
    let shrunk = piece.is_creature() && aim.shrinks > 0 && aim.shrinks >= piece.left();
    if aim.share <= -45 || shrunk { Saves::TARGETING | Saves::LEAVES } else { Saves::empty() }
}

fn in_combat(view: &PlayerView, board: &BoardReading) -> Perils {
    let mut perils = Perils::default();
    let pairs: SmallVec<[(ObjectId, ObjectId); 16]> = view.blockers().collect();
    let mut seen: SmallVec<[ObjectId; 8]> = SmallVec::new();
    for (blocker, attacker) in &pairs {
        let mine = |id: &ObjectId| board.find(*id).filter(|p| p.object.controller == board.me);
        let (piece, attacks) = match (mine(attacker), mine(blocker)) {
            (Some(piece), None) => (piece, true),
            (None, Some(piece)) => (piece, false),
            _ => continue,
        };
        let id = piece.object.id;
        if seen.contains(&id) {
            continue;
        }
        seen.push(id);
        let against = |pair: &&(ObjectId, ObjectId)| if attacks { pair.1 == id } else { pair.0 == id };
        let other = |pair: &(ObjectId, ObjectId)| board.find(if attacks { pair.0 } else { pair.1 });
        let others: SmallVec<[&Piece; 4]> = pairs.iter().filter(against).filter_map(other).collect();
        if dies(piece, &others, attacks) && !view.regenerates(id) {
            perils.lost.push(Peril { id, saved_by: Saves::DESTRUCTION | Saves::LEAVES });
        }
        // Who is blocked by one and blocks one has a fight of its own.
        let alone = |p: &&Piece| pairs.iter().filter(|(b, a)| *b == p.object.id || *a == p.object.id).count() == 1;
        if let [one] = others[..]
            && alone(&one)
        {
            perils.clashes.push(Clash { mine: id, other: one.object.id, attacks });
        }
    }
    perils
}

fn dies(piece: &Piece, others: &[&Piece], attacks: bool) -> bool {
    match others {
        [] => false,
        [one] if attacks => duel(piece, one).attacker,
        [one] => duel(one, piece).blocker,
        several => {
            let damage: i32 = several.iter().map(|p| p.strike()).sum();
            let deadly = several.iter().any(|p| p.has(Keywords::DEATHTOUCH) && p.strike() > 0);
            !piece.has(Keywords::INDESTRUCTIBLE) && (deadly || damage >= piece.left())
        }
    }
}

impl BoardReading {
    /// What it is worth that a permanent of one's own is kept from what is about to happen to it, or wins its fight.
    pub(super) fn saved(&self, aim: &Aim, piece: &Piece) -> i32 {
        if piece.object.controller != self.me {
            return 0;
        }
        let kept = if self.perils.are_averted(piece.object.id, aim.saves) { piece.worth } else { 0 };
        if kept > 0 || aim.power + aim.toughness == 0 && aim.keywords.is_empty() { kept } else { self.won(aim, piece) }
    }

    /// What power and toughness change about a fight.
    fn won(&self, aim: &Aim, piece: &Piece) -> i32 {
        let Some(clash) = self.perils.clashes.iter().find(|clash| clash.mine == piece.object.id) else { return 0 };
        let Some(other) = self.find(clash.other) else { return 0 };
        let object = SeenObject {
            power: piece.object.power.saturating_add(aim.power as i16),
            toughness: piece.object.toughness.saturating_add(aim.toughness as i16),
            keywords: piece.object.keywords | aim.keywords,
            ..piece.object
        };
        let larger = Piece { object, worth: piece.worth };
        let end = |mine: &Piece| if clash.attacks { duel(mine, other) } else { duel(other, mine) };
        let (before, after) = (end(piece), end(&larger));
        let own = |d: super::duel::Duel| if clash.attacks { d.attacker } else { d.blocker };
        let theirs = |d: super::duel::Duel| if clash.attacks { d.blocker } else { d.attacker };
        let lost = Aim { share: -100, ..Aim::NONE };
        (i32::from(own(before)) - i32::from(own(after))) * piece.worth
            + (i32::from(theirs(after)) - i32::from(theirs(before))) * self.aim_at(&lost, other)
    }
}

impl Judge<'_> {
    /// Whether acts are looked at now for what they save.
    pub(super) fn saves_now(&self) -> bool {
        matches!(self.moment, Moment::Answer(_) | Moment::Combat | Moment::Blocked)
    }

    /// A spell that saves what is about to be lost, for the price of a card.
    pub(super) fn saving(&self, plan: PlannedAct, effect: &Effect, id: ObjectId) -> Option<PlannedAct> {
        let (view, board) = (self.planner.view, self.planner.board);
        if board.perils.is_empty() {
            return None;
        }
        let score = plan.score + board.swept(effect, view, id) - self.weights().card;
        Some(PlannedAct { score, ..plan })
    }

    /// An ability that saves its source, or others, or that gives up for something what is lost anyway.
    pub(super) fn rescue(
        &self,
        mut plan: PlannedAct,
        effect: &Effect,
        piece: &Piece,
        cost: &Cost,
    ) -> Option<PlannedAct> {
        let (view, board) = (self.planner.view, self.planner.board);
        // What is given up must be what is about to be lost: that has no price.
        let gives = cost.sacrifice_source || cost.sacrifice.is_some();
        let price = self.planner.cost_points(cost, piece.object.id);
        if board.perils.is_empty() || gives && plan.score < 0 {
            return None;
        }
        plan.score += board.swept(effect, view, piece.object.id) - price;
        plan.score += if board.perils.are_averted(piece.object.id, effect.spares) { piece.worth } else { 0 };
        plan.score += if gives { effect.value } else { 0 };
        Some(plan)
    }
}
