//! The turn in progress: whether its player does anything in it, and could have.

use crate::cards::effect::How;
use crate::cards::keyword::Keywords;
use crate::cards::type_line::Types;
use crate::game::decision::{DecisionKind, Item, Shape};
use crate::game::view::{PlayerView, SeenObject};
use crate::game::{Game, GameEvent, Remark};
use crate::turn::{SeatSet, TurnKind};

/// A turn of one player or one team.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct OwnTurn {
    /// Whose it is; nobody between two turns.
    pub(super) team: SeatSet,
    /// It is an extra turn.
    pub(super) extra: bool,
    /// Something was cast, played or activated, or a creature was declared as an attacker.
    used: bool,
    /// Who was asked in a main phase what to do, and could have cast something useful.
    able: SeatSet,
}

impl OwnTurn {
    /// A turn that begins.
    pub(super) const fn of(team: SeatSet, kind: TurnKind) -> OwnTurn {
        OwnTurn { team, extra: matches!(kind, TurnKind::Extra(_)), used: false, able: SeatSet::EMPTY }
    }

    /// Takes the next event.
    pub(super) fn add(&mut self, event: &GameEvent) {
        match *event {
            GameEvent::SpellCast { seat, .. }
            | GameEvent::LandPlayed { seat, .. }
            | GameEvent::AbilityActivated { seat, .. }
            | GameEvent::TurnedFaceUp { seat, .. }
            | GameEvent::Foretold { seat, .. }
            | GameEvent::Remark(Remark::Suspended { seat, .. }) => self.used |= self.team.contains(seat),
            GameEvent::AttackerDeclared { .. } => self.used = true,
            // A turn that is not played to its end is not judged.
            GameEvent::PlayerLeft { seat, .. } => self.used |= self.team.contains(seat),
            _ => {}
        }
    }

    /// Looks at the game where somebody is asked: whether it is one of them, who could cast something useful.
    #[inline]
    pub(super) fn look_at(&mut self, game: &Game) {
        let Some(decision) = game.decision().filter(|d| d.kind == DecisionKind::Priority && !self.used) else { return };
        let Shape::One(options) = &decision.shape else { return };
        let seat = decision.actor;
        if !self.team.contains(seat) || self.able.contains(seat) {
            return;
        }
        let view = game.view(seat);
        if options.iter().any(|option| is_useful(&view, *option)) {
            self.able.insert(seat);
        }
    }

    /// Those for whom the turn was played to its end and who did nothing in it.
    pub(super) fn dead(self) -> SeatSet {
        if self.used { SeatSet::EMPTY } else { self.team }
    }

    /// Those of them who could have cast something useful.
    pub(super) fn wasted(self) -> SeatSet {
        self.dead().and(self.able)
    }
}

/// Whether an option is to cast something that is of use whatever the table looks like, and that no later moment is better for: a
/// permanent other than an Aura, at its printed cost, unless it could be cast in another's turn as well or would only replace a
/// legendary permanent of the same name.
fn is_useful(view: &PlayerView, option: Item) -> bool {
    let Item::Cast(id, How::Printed) = option else { return false };
    let Some(object) = view.object(id) else { return false };
    let card = view.card(object.card);
    card.is_permanent()
        && card.enchant.is_empty()
        && !object.keywords.contains(Keywords::FLASH)
        && !(card.types.contains(Types::LEGENDARY) && is_there(view, &object))
}

/// Whether who may cast a card controls another of its name.
fn is_there(view: &PlayerView, card: &SeenObject) -> bool {
    view.controlled_by(view.actor()).any(|object| object.card == card.card)
}
