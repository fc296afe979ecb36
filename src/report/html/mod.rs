//! `report.html`: one page that needs no network, no scripts and no other file.
//!
//! A page is made of what is derived for the tables, and every number on it is one of them: its `data` element says which, and
//! with all decimals. Pictures are SVG within the page; each has its numbers in a table that folds out.

mod chart;
mod comparison;
mod page;
mod run;
mod timeline;
#[cfg(feature = "parallel")]
mod validation;

pub use comparison::{Lengths, comparison_page};
pub use run::{RunPage, run_page};
#[cfg(feature = "parallel")]
pub use validation::validation_page;

/// The name of the file.
pub const REPORT: &str = "report.html";
