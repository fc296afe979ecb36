//! The cards that a command knows: the embedded ones, those of the user's own files, and stand-ins for what is known of others.

use super::args::{CardArgs, ShelfArgs, UnknownArg};
use super::failure::Failure;
use crate::cards::catalog::Catalog;
use crate::cards::source::{Diagnostics, Source};
use crate::cards::vocabulary::Entries;
use crate::cards::{CatalogBuilder, builtin_sources};
use crate::scenario::{
    self, CardFacts, DeckCheck, DeckList, Files, Format, Missing, NameIndex, StandIns, Typed, Unknown, missing_cards,
};

/// What the file of stand-ins is called.
pub(super) const STAND_INS: &str = "stand-ins.toml";

/// The cards that the user has beside the embedded ones.
pub(super) struct Own {
    /// The files of `--cards`, under the names they were typed by.
    pub(super) sources: Vec<Source>,
    facts: Option<String>,
    /// Scenarios may name files that stand outside their folders.
    pub(super) outside: bool,
    allowed: Option<Unknown>,
}

impl Own {
    /// Reads the files that were typed; facts are read when it is known of what.
    ///
    /// # Errors
    /// When a file can't be read, or when something is allowed that there are no facts for.
    pub(super) fn new(args: &ShelfArgs) -> Result<Own, Failure> {
        Ok(Own { outside: args.allow_outside, ..Own::of(&args.cards)? })
    }

    /// The same where no scenario is read.
    ///
    /// # Errors
    /// As [`Own::new`].
    fn of(args: &CardArgs) -> Result<Own, Failure> {
        let open = |path: &String| match scenario::open(&Typed, path) {
            Ok((source, _)) => Ok(source),
            Err(error) => Err(Failure::Input(format!("--cards: {error}"))),
        };
        let sources = args.cards.iter().map(open).collect::<Result<_, _>>()?;
        let allowed = args.allow_unknown.map(|allowed| match allowed {
            UnknownArg::Facts => Unknown::Facts,
            UnknownArg::Blank => Unknown::Blank,
        });
        if allowed == Some(Unknown::Facts) && args.card_facts.is_none() {
            return Err(Failure::Input("--allow-unknown facts: expected --card-facts FILE too".to_owned()));
        }
        Ok(Own { sources, facts: args.card_facts.clone(), outside: false, allowed })
    }

    /// Whether nothing was said about cards: scenarios are read as they stand.
    pub(super) fn is_empty(&self) -> bool {
        self.sources.is_empty() && self.allowed.is_none()
    }

    /// Whether every card must be known.
    pub(super) fn allows_nothing(&self) -> bool {
        self.allowed.is_none()
    }

    /// A card file of that name with stand-ins for those cards; `None` where none is allowed or can be made.
    ///
    /// # Errors
    /// When the facts can't be read, or make no card.
    pub(super) fn stand_ins(&self, file: &str, names: &Missing) -> Result<Option<Source>, Failure> {
        let Some(allowed) = self.allowed.filter(|_| !names.is_empty()) else { return Ok(None) };
        let wanted = names.keys().cloned().collect();
        let facts = self.facts.as_ref().map(|path| CardFacts::read(path, &wanted)).transpose()?;
        Ok(StandIns { allowed, facts: facts.as_ref() }.of(file, names)?)
    }

    /// The card files that a scenario gets beside its own: those that were typed, and stand-ins for its decks.
    ///
    /// # Errors
    /// When the facts can't be read, or make no card.
    pub(super) fn for_scenario(&self, source: &Source, files: &dyn Files) -> Result<Vec<Source>, Failure> {
        let mut all = self.sources.clone();
        if self.allowed.is_some() {
            let missing = missing_cards(source, files, &all);
            all.extend(self.stand_ins(STAND_INS, &missing)?);
        }
        Ok(all)
    }
}

/// Cards with their names and their entries.
pub(super) struct Shelf {
    pub(super) catalog: Catalog,
    pub(super) names: NameIndex,
    pub(super) entries: Entries,
}

impl Shelf {
    /// The embedded cards, those of the files that were typed, and stand-ins for those of some deck lists.
    ///
    /// # Errors
    /// Everything that is wrong with any of the files.
    pub(super) fn new(args: &CardArgs, lists: &[&str]) -> Result<Shelf, Failure> {
        let own = Own::of(args)?;
        let mut builder = CatalogBuilder::from(Catalog::builtin().clone());
        let mut sources = builtin_sources();
        let mut faults = Vec::new();
        for source in &own.sources {
            if let Err(Diagnostics(mut found)) = builder.add_file(source) {
                faults.append(&mut found);
            }
        }
        if !faults.is_empty() {
            return Err(Failure::Files(Diagnostics(faults)));
        }
        sources.extend(own.sources.iter().cloned());
        let missing = missing(&builder, lists);
        if let Some(stand_ins) = own.stand_ins(STAND_INS, &missing)? {
            builder.add_file(&stand_ins)?;
            sources.push(stand_ins);
        }
        let catalog = builder.build();
        Ok(Shelf { names: NameIndex::new(&catalog), entries: Entries::of(&sources), catalog })
    }
}

/// The cards of lists that are not known; files that can't be read are complained about later.
fn missing(builder: &CatalogBuilder, lists: &[&str]) -> Missing {
    let names = NameIndex::new(builder.catalog());
    let check = DeckCheck { catalog: builder.catalog(), names: &names, rules: &Format::COMMANDER.deck };
    let read = lists.iter().filter_map(|path| scenario::open(&Typed, path).ok());
    let list = |(source, _)| DeckList::parse(&source).ok();
    read.filter_map(list).flat_map(|list| check.missing(&list)).collect()
}
