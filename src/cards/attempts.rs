//! Adds many files to a catalog, any of which may turn out wrong.

use super::builder::append;
use super::catalog::Catalog;
use super::source::{Diagnostics, Source};

/// After how many files the catalog is copied.
const BETWEEN_COPIES: usize = 64;

/// A catalog to which files are added one by one. A wrong one adds nothing, as with
/// [`CatalogBuilder::add_file`](super::CatalogBuilder::add_file), but the catalog is not copied for each.
#[derive(Debug, Clone)]
pub(crate) struct Attempts {
    /// The catalog with every file that was right.
    now: Catalog,
    /// What it was some files ago.
    kept: Catalog,
    /// The right files since.
    since: Vec<Source>,
}

impl From<Catalog> for Attempts {
    fn from(catalog: Catalog) -> Attempts {
        Attempts { kept: catalog.clone(), now: catalog, since: Vec::new() }
    }
}

impl Attempts {
    /// Adds the cards and tokens of a file.
    ///
    /// # Errors
    /// Everything that is wrong with the file; then nothing of it is added.
    pub(crate) fn add_file(&mut self, file: Source) -> Result<(), Diagnostics> {
        let added = append(&mut self.now, std::slice::from_ref(&file));
        if added.is_ok() {
            self.since.push(file);
            if self.since.len() == BETWEEN_COPIES {
                self.kept = self.now.clone();
                self.since.clear();
            }
        } else {
            self.now = self.kept.clone();
            for right in &self.since {
                // What was right before is right again.
                let _ = append(&mut self.now, std::slice::from_ref(right));
            }
        }
        added
    }

    /// The catalog so far.
    pub(crate) fn catalog(&self) -> &Catalog {
        &self.now
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::CatalogBuilder;

    #[test]
    fn the_catalog_is_what_it_would_be_without_the_wrong_files() {
        let (mut attempts, mut builder) =
            (Attempts::from(Catalog::builtin().clone()), CatalogBuilder::from(Catalog::builtin().clone()));
        for number in 0..2 * BETWEEN_COPIES {
            // Every third names a token that nobody made, and would leave a card behind.
            let token = if number % 3 == 2 { "nobody-made-this" } else { "own-bird" };
            let made = if number == 0 {
                "[[token]]\nname = \"Own Bird\"\nkey = \"own-bird\"\ntype = \"Creature — Bird\"\npt = \"1/1\"\n"
            } else {
                ""
            };
            let text = format!(
                "{made}[[card]]\nname = \"Own Card {number}\"\ncost = \"{{1}}\"\ntype = \"Sorcery\"\nspell = {{ create-token = {{ token = \"{token}\" }} }}\n"
            );
            let file = Source::new("own.toml", text);
            assert_eq!(builder.add_file(&file).is_ok(), number % 3 != 2, "{number}");
            assert_eq!(attempts.add_file(file).is_ok(), number % 3 != 2, "{number}");
        }
        assert_eq!(attempts.catalog(), builder.catalog());
        assert!(attempts.catalog().find("Own Card 2").is_none());
        assert!(attempts.catalog().find("Own Card 3").is_some());
    }
}
