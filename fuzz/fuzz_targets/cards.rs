//! A stranger's card file: compiled, and told again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use turnlab::agents::heuristic::Profiles;
use turnlab::cards::CatalogBuilder;
use turnlab_fuzz::text;

fuzz_target!(|bytes: &[u8]| {
    let Some(source) = text(bytes) else { return };
    let mut builder = CatalogBuilder::new();
    match builder.add_file(&source) {
        Ok(()) => drop(Profiles::new(builder.catalog())),
        Err(faults) => assert!(!faults.to_string().is_empty()),
    }
});
