//! The embedded catalog.

use std::sync::LazyLock;

use include_dir::{Dir, include_dir};

use super::builder::CatalogBuilder;
use super::catalog::Catalog;
use super::source::Source;

static CARDS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/scenarios/cards");

/// The embedded card files, sorted by name; their bytes in this order are what a manifest hashes.
#[must_use]
pub fn builtin_sources() -> Vec<Source> {
    let mut sources: Vec<Source> = CARDS
        .files()
        .filter(|file| file.path().extension().is_some_and(|e| e == "toml"))
        .filter_map(|file| {
            let name = format!("builtin:/cards/{}", file.path().display());
            file.contents_utf8().map(|text| Source::new(name, text))
        })
        .collect();
    sources.sort_by(|a, b| a.name.cmp(&b.name));
    sources
}

static CATALOG: LazyLock<Catalog> = LazyLock::new(|| {
    let mut builder = CatalogBuilder::new();
    if let Err(faults) = builder.add_files(&builtin_sources()) {
        panic!("the embedded cards are wrong:\n{faults}");
    }
    builder.build()
});

impl Catalog {
    /// The embedded catalog, compiled on first use.
    ///
    /// # Panics
    /// If an embedded card file were wrong; a test compiles them all.
    #[must_use]
    pub fn builtin() -> &'static Catalog {
        &CATALOG
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_file_compiles() {
        let mut builder = CatalogBuilder::new();
        if let Err(faults) = builder.add_files(&builtin_sources()) {
            panic!("{faults}");
        }
    }
}
