//! A stranger's scenario: read, checked, and its games laid out.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use turnlab::scenario::{AgentSpec, Scenario};
use turnlab::table::Matchup;
use turnlab_fuzz::{Fuzzed, HERE};

fuzz_target!(|bytes: &[u8]| {
    match Scenario::load_from(HERE, &Fuzzed(bytes)) {
        Ok(scenario) => {
            let programs = scenario.seats().values().iter().any(|seat| matches!(seat.agent, AgentSpec::Process(_)));
            let matchup = Matchup::new(Arc::new(scenario));
            if !programs {
                drop(matchup.sit_down(matchup.address(3)));
            }
        }
        Err(faults) => assert!(!faults.to_string().is_empty()),
    }
});
