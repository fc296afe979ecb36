//! The one integration-test binary.

mod accounting;
mod cases;
mod citations;
mod cli;
mod cli_faults;
mod cli_games;
mod cli_output;
mod cli_runs;
mod cli_verbs;
mod cli_walks;
mod drivers;
mod game_rules;
mod hidden;
mod layering;
mod mana_sources;
mod marks;
mod metamorphic;
mod names;
mod random_tables;
mod sample;
mod seeds;
mod turn_mutants;
mod turn_oracle;
mod turn_rules;
mod turn_table;
