//! The cards that a command knows: the embedded ones, and those of the user's own files.

use super::args::ShelfArgs;
use super::failure::Failure;
use crate::cards::catalog::Catalog;
use crate::cards::source::{Diagnostics, Source};
use crate::cards::vocabulary::Entries;
use crate::cards::{CatalogBuilder, builtin_sources};
use crate::scenario::{self, Disk, NameIndex};

/// Cards with their names and their entries.
pub(super) struct Shelf {
    pub(super) catalog: Catalog,
    pub(super) names: NameIndex,
    pub(super) entries: Entries,
}

impl Shelf {
    /// The embedded cards and those of the files that were typed.
    ///
    /// # Errors
    /// Everything that is wrong with any of the files.
    pub(super) fn new(args: &ShelfArgs) -> Result<Shelf, Failure> {
        let mut builder = CatalogBuilder::from(Catalog::builtin().clone());
        let mut sources = builtin_sources();
        let mut faults = Vec::new();
        for path in &args.cards {
            let (source, _) = scenario::open(&Disk, path).map_err(|e| Failure::Input(format!("--cards: {e}")))?;
            if let Err(Diagnostics(mut found)) = builder.add_file(&source) {
                faults.append(&mut found);
            }
            sources.push(source);
        }
        if faults.is_empty() { Ok(Shelf::of(builder, &sources)) } else { Err(Failure::Files(Diagnostics(faults))) }
    }

    fn of(builder: CatalogBuilder, sources: &[Source]) -> Shelf {
        let catalog = builder.build();
        Shelf { names: NameIndex::new(&catalog), entries: Entries::of(sources), catalog }
    }
}
