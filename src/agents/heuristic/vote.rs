//! Votes: for the option that is worth most to the voter.

use crate::cards::effect::{EffectId, Op, Who};
use crate::game::decision::{Choice, Decision, Shape};
use crate::turn::Seat;

use super::board::Piece;
use super::effect::Aim;
use super::effect_reader::{CHOSEN, Live};
use super::profile::Roles;
use super::small::Small;

impl Small<'_> {
    /// The option of which one vote is worth most, as if nobody else voted.
    pub(super) fn vote(&self, decision: &Decision) -> Choice {
        let (Shape::One(options), Some((at, source, controller))) = (&decision.shape, self.instruction()) else {
            return decision.default.clone();
        };
        let from = EffectId(at.0 + 1);
        let mine = !self.view.are_opponents(controller, decision.actor);
        let worth = |option: u8| {
            let live = Live::plain(self.view, source, 0);
            let effect = self.profiles.reader(self.view.catalog(), Some(live)).after_vote(option).read(from);
            let in_vain = mine && self.board.no_extra_turns && effect.roles.contains(Roles::EXTRA_TURN);
            let value = effect.value - if in_vain { self.profiles.weights().extra_turn } else { 0 };
            let chosen = self.chosen(from, option, &effect.aims[CHOSEN], mine, decision.actor);
            chosen + if mine { value } else { -value / 2 }
        };
        let best = (0..options.len() as u8).max_by_key(|option| (worth(*option), std::cmp::Reverse(*option)));
        Choice::option(best.unwrap_or(0).into())
    }

    /// What it is worth to a voter for that option that the effect's controller chooses among what the voter owns.
    fn chosen(&self, from: EffectId, option: u8, aim: &Aim, mine: bool, voter: Seat) -> i32 {
        let catalog = self.view.catalog();
        let ops = |from: EffectId| (from.0..).map(EffectId).map(|at| (at, catalog.op(at)));
        let mut after = ops(from).take_while(|(_, op)| *op != Op::End);
        let body = after.find_map(|(at, op)| {
            if let Op::EachPlayer { who: Who::Voters(n), past } = op {
                Some((at, past)).filter(|_| n == option)
            } else {
                None
            }
        });
        let Some((start, past)) = body else { return 0 };
        let among = ops(start).take_while(|(at, _)| *at < past).find_map(|(_, op)| {
            if let Op::ChooseObjects { filter, .. } = op { Some(catalog.filter(filter)) } else { None }
        });
        let Some(filter) = among else { return 0 };
        let owned = |p: &&Piece| p.object.owner == voter && self.board.passes(filter, &p.object, self.view, None);
        let candidates = self.board.pieces.iter().filter(owned);
        if mine {
            return candidates.map(|p| self.board.aim_at(aim, p)).max().unwrap_or(0);
        }
        // An opponent takes the best of it.
        let best = candidates.map(|p| p.worth).max().unwrap_or(0);
        best * aim.share / 100 - best * aim.gain / 200
    }
}
