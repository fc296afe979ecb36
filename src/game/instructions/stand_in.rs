//! Who makes a choice that an effect wants of a player who has left the game (CR 800.4g).

use crate::cards::effect::Who;
use crate::turn::Seat;

use crate::game::decision::{Choice, Decision, DecisionKind, Item, Shape};
use crate::game::engine::{Engine, chosen_items};
use crate::game::state::Resume;

/// Whom an instruction asks.
pub(super) enum Chooser {
    /// This player.
    Player(Seat),
    /// It is being asked first who chooses instead of a player who has left.
    Asking,
    /// There is no such player, and never was.
    Nobody,
}

impl Engine<'_> {
    /// Who makes a choice, other than whether to pay, that the instruction in progress wants of that player: another player,
    /// whom the effect's controller picks, when they have left (CR 800.4g).
    pub(super) fn chooser(&mut self, who: Who) -> Chooser {
        if let Some(seat) = self.seats_of(who).first() {
            return Chooser::Player(*seat);
        }
        let Some(gone) = self.left_player(who, &self.view()) else { return Chooser::Nobody };
        if let Some(seat) = self.frame().stand_in.filter(|seat| self.s.turns.is_living(*seat)) {
            return Chooser::Player(seat);
        }
        match *self.stand_ins(gone) {
            [] => Chooser::Nobody,
            [only] => {
                self.frame().stand_in = Some(only);
                Chooser::Player(only)
            }
            ref several => {
                let options = several.iter().copied().map(Item::Player).collect();
                let (controller, source) = (self.frame().controller, self.frame().source);
                let (shape, first) = (Shape::One(options), Choice::option(0));
                self.ask_about(controller, DecisionKind::StandIn, Some(source), shape, first, Resume::Frame);
                Chooser::Asking
            }
        }
    }

    /// Who may choose instead: another opponent where an opponent was to choose, and there is one. Where the controller has
    /// left too nobody picks, and it is the next player in turn order, as where a rule wants a choice (CR 800.4h).
    fn stand_ins(&self, gone: Seat) -> Vec<Seat> {
        let turns = &self.s.turns;
        let controller = self.s.frames.last().map(|frame| frame.controller).filter(|seat| turns.is_living(*seat));
        let Some(controller) = controller else { return vec![turns.next_living(gone)] };
        let (mut all, mut next) = (Vec::new(), gone);
        for _ in 0..turns.living().len() {
            next = turns.next_living(next);
            all.push(next);
        }
        let opponents: Vec<Seat> = all.iter().copied().filter(|s| turns.are_opponents(*s, controller)).collect();
        let one_of_them = turns.are_opponents(gone, controller) && !opponents.is_empty();
        if one_of_them { opponents } else { all }
    }

    /// The answer: who chooses instead, for this choice.
    pub(in crate::game) fn stand_in_picked(&mut self, decision: &Decision, choice: &Choice) {
        if let Some(Item::Player(seat)) = chosen_items(decision, choice).first() {
            self.frame().stand_in = Some(*seat);
        }
    }
}
