//! What `turnlab new NAME` writes: a commented scenario that plays as it is.

/// The template's text; its name is [`PLACEHOLDER`].
const TEMPLATE: &str = include_str!("template.toml");

/// The name in the template that a user's own takes the place of.
const PLACEHOLDER: &str = "my-scenario";

/// A commented scenario of that name, which must be one by [`Scenario::is_name`](super::Scenario::is_name).
#[must_use]
pub fn template(name: &str) -> String {
    TEMPLATE.replace(PLACEHOLDER, name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::source::Source;
    use crate::scenario::{Disk, Scenario, builtin_paths};

    #[test]
    fn the_template_loads_without_complaint_under_its_new_name() {
        let source = Source::new("slow.toml", template("slow"));
        assert!(!source.text.contains(PLACEHOLDER));
        let scenario = Scenario::from_source(&source, &Disk).unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!((scenario.name(), scenario.seats().seats()), ("slow", 4));
        assert!(scenario.is_study());
    }

    /// The template with those of its lines that are commented out and begin with a key switched on.
    fn switched_on(which: impl Fn(&str) -> bool) -> Scenario {
        let on = |line: &str| {
            let key = line.strip_prefix('#').filter(|line| !line.starts_with(' ') && which(line));
            key.unwrap_or(line).to_owned() + "\n"
        };
        let text: String = TEMPLATE.lines().map(on).collect();
        let scenario = Scenario::from_source(&Source::new("all.toml", text), &Disk);
        scenario.unwrap_or_else(|faults| panic!("{faults}"))
    }

    /// What is commented out must be right too. A game that begins with prepared boards has no opening hands.
    #[test]
    fn its_remarks_are_right_too() {
        let scenario = switched_on(|line| !line.starts_with("opening_"));
        assert!(scenario.expect().is_some() && !scenario.script().is_empty());
        let rules = switched_on(|line| line.starts_with("opening_")).rules().clone();
        assert!(!rules.opening_hand.is_empty() && !rules.opening_scry.is_empty());
    }

    #[test]
    fn the_default_study_is_as_designed() {
        let study = Scenario::load("builtin:/studies/default.toml").unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!((study.batch().games, study.batch().seed), (2000, 20_261_120));
        assert!(study.batch().rotate_seats && study.warnings().is_empty());
        assert_eq!(study.seats().values().iter().filter(|s| s.deck.is_some()).count(), 4);
        assert!(builtin_paths().iter().any(|path| path == "builtin:/studies/default.toml"));
    }
}
