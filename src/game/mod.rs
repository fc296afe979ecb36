//! The rules of the game, as a value: [`Game::advance`] does everything that needs nobody's opinion and stops at the first
//! real question; [`Game::apply`] answers it.
//!
//! Nothing here knows who answers, or how many games there are.

mod act;
mod altered;
mod attach;
mod battlefield;
mod combat;
mod damage;
pub mod decision;
mod derived;
mod dice;
mod draw;
mod effects;
mod engine;
mod entering;
mod evasion;
pub mod event;
mod exert;
mod face_down;
mod filter;
mod foretell;
mod grant;
mod guard;
mod hidden;
mod invariants;
mod legal;
mod mana;
mod monarch;
mod morph;
mod needs;
mod object;
mod occasion;
mod opening;
mod price;
mod resolve;
mod saved;
pub mod settle;
mod settled;
pub mod setup;
mod state;
mod state_based;
pub mod stops;
mod suspend;
mod thinking;
mod trigger;
mod turn_actions;
mod untap;
pub mod view;
mod waiting;
mod ward;
mod watching;
mod zones;

pub use dice::{Dice, Lane};
pub use engine::{Game, Pause, Place, source_of, turn_events};
pub use event::{DrawWhy, GameEvent, LossCause, Outcome, Remark};
pub use invariants::{Violation, check};
pub use object::{ObjectId, Target, Zone};
pub use saved::{RestoreError, SavedGame};
pub use state::GameState;
pub use stops::Stops;
pub use thinking::Thinking;
