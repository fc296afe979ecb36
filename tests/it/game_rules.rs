//! The rules of the game one by one, each test named after the rule it proves, on boards prepared for it.

mod cards_combats;
mod cards_others;
mod cards_turns;
mod casting;
mod combat;
mod continuous;
mod house_rules;
mod leaving;
mod mana;
mod mana_exactness;
mod slow_play;
mod state_based;
pub(crate) mod table;
mod teams;
mod triggers;
mod zones;
