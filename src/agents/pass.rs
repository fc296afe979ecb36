//! The agent that does nothing: it takes every decision's default.

use crate::game::decision::Decision;
use crate::game::settle::{Fault, Reply};
use crate::game::stops::Stops;
use crate::game::view::PlayerView;

use super::{Agent, Seated, Wants};

/// Takes the default of every decision; at priority that is to pass.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pass;

impl Agent for Pass {
    fn seated(&mut self, _seated: &Seated) -> Wants {
        Wants::only_asked(Stops::ALL)
    }

    fn choose(&mut self, _view: &PlayerView, decision: &Decision) -> Result<Reply, Fault> {
        Ok(Reply::plain(decision.default.clone()))
    }
}
