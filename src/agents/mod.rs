//! Who answers: agents that see a [`PlayerView`] and a decision and give a choice, and the plain loop that asks them.
//!
//! An agent never sees what its seat may not see, and draws its own dice; nothing here knows of actors or files.

pub mod act;
mod direct;
mod endgame_search;
mod given;
pub mod heuristic;
mod historian;
pub(crate) mod lethal;
mod life;
mod occupant;
mod otherwise;
mod pass;
mod pilot;
mod random;
mod registry;
pub mod scripted;
mod search;
mod seats;

pub use direct::{Direct, play};
pub use endgame_search::EndgameSearch;
pub use given::{Gift, Given, Misfit, Moment, Recorded};
pub use heuristic::Heuristic;
pub use historian::Historian;
pub use life::{Decklist, Over, PhaseBegan, Seated, Wants};
#[cfg(feature = "actors")]
pub(crate) use occupant::Occupant;
pub use occupant::{News, panic_text};
pub use pass::Pass;
pub use pilot::{Pilot, PilotOption};
pub use random::Random;
pub use registry::{AgentKind, AgentRegistry, OptionFault, Options, Recruit};
pub use scripted::Scripted;
pub use search::{Search, SearchOptions, value};
pub use seats::{Seating, Seats, nameless, phases};

use std::time::Duration;

use crate::game::GameEvent;
use crate::game::decision::Decision;
use crate::game::settle::{Fault, Reply};
use crate::game::view::PlayerView;

/// Somebody who makes decisions, for one game: it is seated, told what it wants to hear of, asked, and let go.
///
/// Only [`choose`](Agent::choose) has to be written. A panic in any of these is a [`Fault`] of the agent, never of the game.
pub trait Agent: Send {
    /// Sits down, before anything has happened: who else is there, what is played, with which deck. Says what it wants.
    fn seated(&mut self, _seated: &Seated) -> Wants {
        Wants::everything()
    }

    /// What has happened since it was last told, as its seat may see it, oldest first. Only called for agents that want
    /// events, before a question and at the end.
    fn observe(&mut self, _events: &[GameEvent]) {}

    /// Whether its player concedes now (CR 104.3a). A player may at any time, even while another player makes all their
    /// decisions, and nobody does it for them (CR 723.6). The view is its own; who is asked may be anybody. Only called for
    /// agents that want it, whenever somebody is asked something, and never in between. Who is asked may answer
    /// [`Choice::Concede`](crate::game::decision::Choice::Concede) instead.
    fn concedes(&mut self, _view: &PlayerView) -> bool {
        false
    }

    /// A step began. Only called for agents that want it, before the first question of that step.
    fn phase(&mut self, _began: PhaseBegan) {}

    /// Answers the decision that is pending in the view. `Ok(choice.into())` is an answer without more. It is made for
    /// [`decision.actor`](Decision::actor), who is another player while this one controls their turn.
    ///
    /// Whether an answer will be taken, [`PlayerView::judge`] says beforehand; the decision's default always is.
    ///
    /// # Errors
    /// When it has no answer: the table's fault policy gives one.
    fn choose(&mut self, view: &PlayerView, decision: &Decision) -> Result<Reply, Fault>;

    /// The game is over. Not called for an agent that is not asked any more.
    fn over(&mut self, _over: &Over) {}

    /// How long one answer may take by the clock on the wall. With a deadline the agent lives on a thread of its own, so that
    /// it can be late without holding up the table; without one it is trusted to answer. Asked for once, before it sits down.
    fn deadline(&self) -> Option<Duration> {
        None
    }

    /// Whether it gives the same again when it is seated with the same dice and asked the same. What an agent gives that
    /// does not is noted, so that its games can be played again all the same: see [`Given`]. Asked for once, before it sits
    /// down.
    fn is_reproducible(&self) -> bool {
        true
    }
}

impl<A: Agent + ?Sized> Agent for Box<A> {
    fn seated(&mut self, seated: &Seated) -> Wants {
        (**self).seated(seated)
    }

    fn observe(&mut self, events: &[GameEvent]) {
        (**self).observe(events);
    }

    fn phase(&mut self, began: PhaseBegan) {
        (**self).phase(began);
    }

    fn choose(&mut self, view: &PlayerView, decision: &Decision) -> Result<Reply, Fault> {
        (**self).choose(view, decision)
    }

    fn concedes(&mut self, view: &PlayerView) -> bool {
        (**self).concedes(view)
    }

    fn over(&mut self, over: &Over) {
        (**self).over(over);
    }

    fn deadline(&self) -> Option<Duration> {
        (**self).deadline()
    }

    fn is_reproducible(&self) -> bool {
        (**self).is_reproducible()
    }
}
