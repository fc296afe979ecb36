//! The one integration-test binary.

mod game_rules;
mod layering;
mod turn_oracle;
mod turn_rules;
mod turn_table;
