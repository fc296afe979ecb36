//! The one integration-test binary.

mod layering;
mod turn_oracle;
mod turn_table;
