//! What a program that plays seats has to be able to do, tried on it: `turnlab agent check`.
//!
//! Each item has a process of its own, so that one failure does not spoil the next item.

mod examinee;
mod items;
mod session;
mod tables;

use std::fmt;
use std::time::Duration;

use serde::Serialize;

use crate::scenario::ProcessSpec;

use super::process::{ProcessError, STARTUP};

/// How a program is examined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terms {
    /// The program, its options, and how long it may take for an answer.
    pub program: ProcessSpec,
    /// How long it may take to say hello.
    pub startup: Duration,
    /// How long it may take to end.
    pub parting: Duration,
}

/// How long a program may take to end: longer than at a table, where nobody is told what was wrong.
const PARTING: Duration = Duration::from_secs(5);

impl Terms {
    /// The terms of a run.
    #[must_use]
    pub const fn new(program: ProcessSpec) -> Terms {
        Terms { program, startup: STARTUP, parting: PARTING }
    }
}

/// What came of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// It does what it has to.
    Pass,
    /// It does not.
    Fail,
    /// It could not be tried, or there is nothing to try.
    Skip,
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Grade::Pass => "pass",
            Grade::Fail => "fail",
            Grade::Skip => "skip",
        })
    }
}

/// An item of the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Item {
    /// Its place in the list, from 1.
    pub number: usize,
    /// What is tried.
    pub item: &'static str,
    /// What came of it.
    pub result: Grade,
    /// Why, with the message that shows it; facts that may be of interest where it passes.
    pub note: String,
}

/// What came of an examination.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// What it is called, if it said hello.
    pub name: Option<String>,
    /// Its version, if it said hello.
    pub version: Option<String>,
    /// Whether it gave the same answers twice, if it was tried.
    pub reproducible: Option<bool>,
    /// The items, in order.
    pub items: Vec<Item>,
}

impl Report {
    /// How many items came to that.
    #[must_use]
    pub fn count(&self, grade: Grade) -> usize {
        self.items.iter().filter(|item| item.result == grade).count()
    }
}

/// Examines a program.
///
/// # Errors
/// When there is no such program, or it may not be run.
pub fn examine(terms: &Terms) -> Result<Report, ProcessError> {
    items::examine(terms)
}
