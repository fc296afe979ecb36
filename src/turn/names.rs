//! What phases and steps are called, those that a format adds among them.

use serde::{Deserialize, Serialize};

use super::step::{Phase, Step};

/// Names of the phases and steps that a format adds; the others have theirs from the rules.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct TurnNames {
    /// By the number of the step.
    steps: Vec<String>,
    /// By the number of the phase, which is that of its first step; others are no phases of their own.
    phases: Vec<Option<String>>,
}

impl TurnNames {
    /// Adds a step of that name, and a phase that begins with it if it has a name.
    ///
    /// # Errors
    /// When there are 256 steps already.
    pub fn add(&mut self, step: &str, phase: Option<&str>) -> Result<Step, TooManySteps> {
        let number = u8::try_from(self.steps.len()).map_err(|_| TooManySteps)?;
        self.steps.push(step.to_owned());
        self.phases.push(phase.map(str::to_owned));
        Ok(Step::Custom(number))
    }

    /// The step of that name.
    #[must_use]
    pub fn step(&self, name: &str) -> Option<Step> {
        let own = || self.steps.iter().position(|s| s == name).map(|n| Step::Custom(n as u8));
        Step::named(name).or_else(own)
    }

    /// The phase of that name.
    #[must_use]
    pub fn phase(&self, name: &str) -> Option<Phase> {
        let own = || self.phases.iter().position(|p| p.as_deref() == Some(name)).map(|n| Phase::Custom(n as u8));
        Phase::ALL.into_iter().find(|p| p.name() == name).or_else(own)
    }

    /// What a step is called.
    #[must_use]
    pub fn of_step(&self, step: Step) -> &str {
        match step {
            Step::Custom(n) => self.steps.get(usize::from(n)).map_or(step.name(), String::as_str),
            of_the_rules => of_the_rules.name(),
        }
    }

    /// What a phase is called.
    #[must_use]
    pub fn of_phase(&self, phase: Phase) -> &str {
        match phase {
            Phase::Custom(n) => self.phases.get(usize::from(n)).and_then(Option::as_deref).unwrap_or(phase.name()),
            of_the_rules => of_the_rules.name(),
        }
    }

    /// The names of all steps.
    pub fn steps(&self) -> impl Iterator<Item = &str> {
        Step::ALL.iter().map(|step| -> &str { step.name() }).chain(self.steps.iter().map(String::as_str))
    }

    /// The names of all phases.
    pub fn phases(&self) -> impl Iterator<Item = &str> {
        Phase::ALL.iter().map(|phase| -> &str { phase.name() }).chain(self.phases.iter().filter_map(Option::as_deref))
    }
}

/// A format has more steps of its own than there are numbers for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a format can add 256 steps at most")]
pub struct TooManySteps;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_rules_and_of_a_format_are_found_and_told() {
        let mut names = TurnNames::default();
        let dusk = names.add("dusk", Some("nightfall")).unwrap();
        let mist = names.add("mist", None).unwrap();
        assert_eq!(
            (names.step("mist"), names.step("upkeep"), names.step("mits")),
            (Some(mist), Some(Step::Upkeep), None)
        );
        assert_eq!((names.phase("nightfall"), names.phase("mist")), (Some(Phase::Custom(0)), None));
        assert_eq!((names.of_step(dusk), names.of_phase(Phase::Custom(0))), ("dusk", "nightfall"));
        assert!(names.steps().any(|s| s == "dusk") && names.phases().any(|p| p == "nightfall"));
    }
}
