//! What a run leaves behind: its folder, the tables in it, the manifest, and the summary on screen.
//!
//! Files appear whole or not at all: each is written under another name, flushed to disk and renamed; the manifest comes last.
//! Everything but `timing.json` is the same, byte for byte, for the same scenario, seed and number of games.

pub mod choices;
pub mod csv;
pub mod folder;
pub mod format;
pub mod inputs;
pub mod json;
pub mod manifest;
pub mod part_file;
pub mod summary;
