//! `run.json`, `manifest.json` and `timing.json` of a stranger's folder, with seals that hold.
#![no_main]

use std::path::Path;
use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use turnlab::report::manifest::{Manifest, Timing};
use turnlab::scenario::Scenario;
use turnlab::study::Study;
use turnlab::study::identity::RunFile;
use turnlab::study::seal::unseal;
use turnlab::table::Matchup;
use turnlab_fuzz::sealed;

static MATCHUP: LazyLock<Matchup> = LazyLock::new(|| {
    let scenario = Scenario::load("builtin:/studies/default.toml").unwrap_or_else(|faults| panic!("{faults}"));
    Matchup::new(Arc::new(scenario))
});

fuzz_target!(|bytes: &[u8]| {
    let (file, path) = (sealed(bytes), Path::new("run.json"));
    let _ = unseal::<Timing>(path, &file);
    let manifest = unseal::<Manifest>(path, &file).map(|manifest| manifest.run);
    for run in [unseal::<RunFile>(path, &file), manifest].into_iter().flatten() {
        for entry in &run.identity.stand_ins {
            let _ = (entry.warning(), entry.estimates());
        }
        let study = run.order(&MATCHUP).and_then(|order| Study::new(MATCHUP.clone(), order, run.identity.detail()));
        if let Ok(study) = study {
            let _ = run.identity.differences(&study.file().identity);
        }
    }
});
