//! Compiles the embedded card files, so that the program finds them compiled: parsing them at every start takes longer than a
//! short run. The room of cards is built into this script for that, without what it embeds.
#![allow(dead_code, unreachable_pub, unused_imports)]

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

#[path = "src/cards/mod.rs"]
mod cards;
#[path = "src/turn/mod.rs"]
mod turn;

use cards::CatalogBuilder;
use cards::source::Source;

fn main() -> ExitCode {
    // Embedded files never go stale: whatever changes under `scenarios/` is compiled in again.
    for read in ["scenarios", "src/cards", "src/turn", "build.rs"] {
        println!("cargo::rerun-if-changed={read}");
    }
    println!("cargo::rustc-cfg=embedded");
    match embed() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn embed() -> Result<(), String> {
    let folder = Path::new("scenarios/cards");
    let sources = sources(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut builder = CatalogBuilder::new();
    builder.add_files(&sources).map_err(|faults| format!("the embedded cards are wrong:\n{faults}"))?;
    let bytes = postcard::to_allocvec(&builder.build()).map_err(|e| e.to_string())?;
    let out = env::var_os("OUT_DIR").map(PathBuf::from).ok_or("cargo has not said where to write to")?;
    fs::write(out.join("catalog"), bytes).map_err(|e| e.to_string())
}

/// The card files, in the order and by the names under which they are embedded.
fn sources(folder: &Path) -> io::Result<Vec<Source>> {
    let mut sources = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == "toml") {
            let name = format!("builtin:/cards/{}", path.file_name().unwrap_or_default().to_string_lossy());
            sources.push(Source::new(name, fs::read_to_string(&path)?));
        }
    }
    sources.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(sources)
}
