//! A study as a value, its results as a store.
//!
//! ```text
//! Study (scenario, plan, which rows) -> Study::run(Store, Control) -> Results
//!
//!   run.json    what the run is                      written first
//!   inputs/     what it was made from
//!   blocks/     what was played: the truth           each written whole, never changed
//!   *.csv, manifest.json, timing.json                derived from them (see `report`)
//! ```
//!
//! A run's truth is its blocks: files that say which games of which run they hold and whose every byte is hashed. Going on with a
//! run plays the blocks that are missing, whatever the reason; a shard is a set of blocks, and merging shards is a union.
//! Everything else in the folder is derived from the blocks and can be made again at any time.

pub mod block;
pub mod choices;
pub mod folder;
pub mod identity;
pub mod inputs;
pub mod kept;
pub mod part_file;
pub mod recorded;
pub mod rows;
pub mod run;
pub mod seal;
pub mod shard;
pub mod store;

pub use run::{Control, Results, Study, StudyError};
pub use store::Store;
