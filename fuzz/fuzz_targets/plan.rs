//! A shard plan, with a seal that holds: read, and made into the study that it is of.
#![no_main]

use std::path::Path;
use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use turnlab::study::shard::ShardPlan;
use turnlab::study::{Study, kept};
use turnlab::table::Matchup;
use turnlab_fuzz::sealed;

fuzz_target!(|bytes: &[u8]| {
    let Ok(plan) = ShardPlan::decode(Path::new("plan.json"), &sealed(bytes)) else { return };
    let Ok(scenario) = kept::from_inputs(&plan.inputs(), &plan.run.identity.scenario.name) else { return };
    let matchup = Matchup::new(Arc::new(scenario));
    let Ok(order) = plan.run.order(&matchup) else { return };
    let Ok(study) = Study::new(matchup, order, plan.run.identity.detail()) else { return };
    let _ = plan.run.identity.differences(&study.file().identity);
    if plan.shards.last().is_none_or(|last| last.end != study.plan().blocks()) {
        return;
    }
    for id in [0, 1, u64::MAX] {
        if let Ok(blocks) = plan.shard(id) {
            let games = study.plan().games_in(&blocks);
            assert!(games.start <= games.end && games.end <= study.plan().games());
        }
    }
});
