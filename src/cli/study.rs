//! `turnlab study`: the embedded studies.

use super::args::StudyVerb;
use super::failure::Failure;
use super::{load, term};
use crate::cards::source::did_you_mean;
use crate::scenario::{BUILTIN, Scenario};

/// Lists the studies, or writes one out.
pub(super) fn study(verb: &StudyVerb) -> Result<(), Failure> {
    match verb {
        StudyVerb::List => list(),
        StudyVerb::Export { name } => export(name),
    }
}

fn list() -> Result<(), Failure> {
    let mut text = String::new();
    for name in load::studies() {
        let study = Scenario::load(&load::study(&name))?;
        text.push_str(&format!("{name:<24}{}\n", study.description()));
    }
    term::print(&text)
}

/// The study's text; its paths are written in full, so that it plays from anywhere.
fn export(name: &str) -> Result<(), Failure> {
    let studies = load::studies();
    if !studies.iter().any(|study| study == name) {
        let near = did_you_mean(name, studies.iter().map(String::as_str));
        return Err(Failure::Input(format!("no study `{name}`{near}")));
    }
    let (place, path) = load::Place::of(&load::study(name));
    // Studies stand one folder below the root.
    term::print(&place.source(&path)?.text.replace("\"../", &format!("\"{BUILTIN}")))
}
