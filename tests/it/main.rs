//! The one integration-test binary.

mod accounting;
mod cases;
mod drivers;
mod layering;
mod turn_oracle;
mod turn_rules;
mod turn_table;
