//! The one integration-test binary.

mod cases;
mod cli;
mod cli_faults;
mod cli_games;
mod cli_output;
mod cli_runs;
mod cli_verbs;
mod layering;
mod turn_oracle;
mod turn_rules;
mod turn_table;
