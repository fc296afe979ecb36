//! The agent that does nothing: it takes every decision's default.

use crate::game::decision::Decision;
use crate::game::settle::Reply;
use crate::game::view::PlayerView;

use super::Agent;

/// Takes the default of every decision; at priority that is to pass.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pass;

impl Agent for Pass {
    fn name(&self) -> &str {
        "pass"
    }

    fn decide(&mut self, _view: &PlayerView, decision: &Decision) -> Reply {
        Reply::plain(decision.default.clone())
    }
}
