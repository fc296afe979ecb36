//! The rules of the game one by one, each test named after the rule it proves, on boards prepared for it.

mod casting;
mod mana;
mod mana_exactness;
mod state_based;
#[allow(dead_code, reason = "one driver for all chapters of the rules; some of its words wait for chapters to come")]
mod table;
mod triggers;
