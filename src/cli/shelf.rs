//! The cards that a command knows: the embedded ones, those of the user's own files, and what is made of the facts of others.

use std::collections::BTreeSet;

use super::args::{CardArgs, ShelfArgs, UnknownArg};
use super::failure::Failure;
use crate::cards::catalog::Catalog;
use crate::cards::source::{Diagnostics, Source};
use crate::cards::vocabulary::Entries;
use crate::cards::{CatalogBuilder, builtin_sources};
use crate::scenario::{
    self, CardFacts, DeckCheck, DeckList, Files, Format, Missing, StandIns, Typed, Unknown, missing_cards,
};

/// What the file of stand-ins is called.
const STAND_INS: &str = "stand-ins.toml";
/// What the file of translated cards is called.
const TRANSLATED: &str = "translated.toml";

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
    pub(super) fn of(args: &CardArgs) -> Result<Own, Failure> {
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
        // They are read where a card is missing; that they may be facts is looked at in any case.
        args.card_facts.as_deref().map_or(Ok(()), CardFacts::look)?;
        Ok(Own { sources, facts: args.card_facts.clone(), outside: false, allowed })
    }

    /// Whether nothing was said about cards: scenarios are read as they stand.
    pub(super) fn is_empty(&self) -> bool {
        self.sources.is_empty() && self.makes_nothing()
    }

    /// Whether every card must be known.
    pub(super) fn makes_nothing(&self) -> bool {
        self.allowed.is_none() && self.facts.is_none()
    }

    /// Card files in that folder for those cards: translated entries where their text is known and understood, and stand-ins
    /// where these are allowed.
    ///
    /// # Errors
    /// When the facts can't be read, or make no card.
    pub(super) fn made(&self, folder: &str, names: &Missing) -> Result<Vec<Source>, Failure> {
        if names.is_empty() || self.makes_nothing() {
            return Ok(Vec::new());
        }
        let facts = self.facts_of(&names.keys().cloned().collect())?;
        self.made_of(folder, names, facts.as_ref())
    }

    /// The facts of those cards that the user has.
    fn facts_of(&self, names: &BTreeSet<String>) -> Result<Option<CardFacts>, Failure> {
        Ok(self.facts.as_ref().map(|path| CardFacts::read(path, names)).transpose()?)
    }

    fn made_of(&self, folder: &str, names: &Missing, facts: Option<&CardFacts>) -> Result<Vec<Source>, Failure> {
        let (mut made, mut rest) = (Vec::new(), names.clone());
        if let Some(facts) = facts {
            let translation = facts.translate(names.keys().map(String::as_str), &self.sources);
            if self.allowed.is_none() && !translation.refused.is_empty() {
                return Err(Failure::Files(facts.complain_of(&translation)));
            }
            rest.retain(|name, _| !translation.has(name));
            made.extend(translation.source(&format!("{folder}{TRANSLATED}"), COMMENT));
        }
        if let Some(allowed) = self.allowed {
            made.extend(StandIns { allowed, facts }.of(&format!("{folder}{STAND_INS}"), &rest)?);
        }
        Ok(made)
    }

    /// The card files that a scenario gets beside its own: those that were typed, and what is made for its decks.
    ///
    /// # Errors
    /// When the facts can't be read, or make no card.
    pub(super) fn for_scenario(&self, source: &Source, files: &dyn Files) -> Result<Vec<Source>, Failure> {
        let mut all = self.sources.clone();
        if !self.makes_nothing() {
            let missing = missing_cards(source, files, &all);
            all.extend(self.made("", &missing)?);
        }
        Ok(all)
    }
}

/// What stands above translated cards.
const COMMENT: &str = "Cards translated from their printed text.";

/// Cards with their names and their entries.
pub(super) struct Shelf {
    pub(super) catalog: Catalog,
    pub(super) entries: Entries,
    /// What the user knows of the cards of those lists.
    pub(super) facts: Option<CardFacts>,
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
        let lists = read(lists);
        let facts = own.facts_of(&lists.iter().flat_map(|list| &list.entries).map(|e| e.name.clone()).collect())?;
        let missing = missing(&builder, &lists);
        for made in own.made_of("", &missing, facts.as_ref())? {
            builder.add_file(&made)?;
            sources.push(made);
        }
        Ok(Shelf { entries: Entries::of(&sources), catalog: builder.build(), facts })
    }
}

/// The lists; files that can't be read are complained about later.
fn read(lists: &[&str]) -> Vec<DeckList> {
    let opened = lists.iter().filter_map(|path| scenario::open(&Typed, path).ok());
    opened.filter_map(|(source, _)| DeckList::parse(&source).ok()).collect()
}

/// The cards of lists that are not known.
fn missing(builder: &CatalogBuilder, lists: &[DeckList]) -> Missing {
    let check = DeckCheck { catalog: builder.catalog(), rules: &Format::COMMANDER.deck };
    lists.iter().flat_map(|list| check.missing(list)).collect()
}
