//! The one integration-test binary.

mod cases;
mod layering;
mod turn_oracle;
mod turn_rules;
mod turn_table;
