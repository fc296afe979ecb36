//! Programs that a scenario names are started only where the user says so.

use super::failure::Failure;
use crate::scenario::{AgentSpec, Scenario};
use crate::table::Matchup;
use crate::table::process::Programs;

/// The matchup of a scenario, with the programs that play in it if they are allowed.
///
/// # Errors
/// When a seat is played by a program and none is allowed, or it can't be started, or its hello is refused.
pub(super) fn matchup(scenario: Scenario, allow_agents: bool) -> Result<Matchup, Failure> {
    match program(&scenario) {
        Some((seat, command)) if !allow_agents => Err(Failure::Input(format!(
            "`{seat}` is played by the program `{command}`: say --allow-agents to have programs of the scenario started"
        ))),
        Some(_) => {
            let programs = Programs::new();
            greet_all(&scenario, &programs)?;
            Ok(Matchup::new(scenario.into()).with_programs(programs))
        }
        None => Ok(Matchup::new(scenario.into())),
    }
}

/// The first seat that is played by a program, with its command.
pub(super) fn program(scenario: &Scenario) -> Option<(String, String)> {
    scenario.seats().iter().find_map(|(_, seat)| match &seat.agent {
        AgentSpec::Process(process) => Some((seat.name.clone(), process.command.join(" "))),
        AgentSpec::Named { .. } => None,
    })
}

/// Starts every program of a scenario and hears its hello, so that nothing is played with one that can't play.
fn greet_all(scenario: &Scenario, programs: &Programs) -> Result<(), Failure> {
    for (_, seat) in scenario.seats().iter() {
        if let AgentSpec::Process(process) = &seat.agent {
            programs.greet(process).map_err(|error| Failure::Input(format!("`{}`: {error}", seat.name)))?;
        }
    }
    Ok(())
}
