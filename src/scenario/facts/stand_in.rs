//! Stand-ins: entries of a card file for cards that the catalog does not know.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::cards::CatalogBuilder;
use crate::cards::card::StandIn;
use crate::cards::catalog::fold;
use crate::cards::command::Pairing;
use crate::cards::legality::BanList;
use crate::cards::source::{Diagnostic, Diagnostics, Source};

use super::{CardFacts, Fact, Missing};

/// What a card that the catalog does not know is played as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unknown {
    /// As the body that is printed on it, where its facts are known.
    Facts,
    /// As that, and where they are not as a spell for {3} that does nothing, or as a land that taps for {C}.
    Blank,
}

/// How stand-ins are made.
#[derive(Debug, Clone, Copy)]
pub struct StandIns<'a> {
    /// What is allowed.
    pub allowed: Unknown,
    /// What is known.
    pub facts: Option<&'a CardFacts>,
}

impl StandIns<'_> {
    /// A card file of that name with an entry for each of those cards, where one can be made; `None` where none can.
    ///
    /// # Errors
    /// Facts that no entry can be made of, unless blanks are allowed.
    pub fn of(&self, file: &str, names: &Missing) -> Result<Option<Source>, Diagnostics> {
        let mut text = "# Stand-ins for cards that the catalog does not know.\n".to_owned();
        let mut faults = Vec::new();
        let (mut made, mut seen) = (false, BTreeSet::new());
        for (name, land) in names.iter().filter(|(name, _)| seen.insert(fold(name))) {
            let fact = self.facts.and_then(|facts| facts.of(name));
            let entry = match fact.map(|fact| compiled(&entry(fact, name))) {
                Some(Ok(entry)) => Some(entry),
                Some(Err(_)) | None if self.allowed == Unknown::Blank => Some(blank(name, *land, fact)),
                Some(Err(reason)) => {
                    faults.extend(self.facts.zip(fact).map(|(facts, fact)| facts.complain(fact, &reason)));
                    None
                }
                None => None,
            };
            made |= entry.is_some();
            text.extend(entry);
        }
        if faults.is_empty() { Ok(made.then(|| Source::new(file, text))) } else { Err(Diagnostics(faults)) }
    }
}

impl CardFacts {
    fn complain(&self, fact: &Fact, reason: &str) -> Diagnostic {
        let message = format!("`{}` can't be played by its facts: {reason}", fact.name);
        Diagnostic::new(&self.file, fact.line.map(|line| (line, 1)), message)
    }
}

/// The entry, if it compiles.
fn compiled(entry: &str) -> Result<String, String> {
    let built = CatalogBuilder::new().add_file(&Source::new("facts", entry));
    let first = |Diagnostics(faults): Diagnostics| faults.into_iter().next().map(|f| f.message).unwrap_or_default();
    built.map(|()| entry.to_owned()).map_err(first)
}

/// A text as TOML has it.
fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// A card's printed body. Its name is that of the list where the file has another face beside it.
fn entry(fact: &Fact, name: &str) -> String {
    let type_line = fact.type_line.replace(['—', '–'], "-");
    let name = if fact.name.is_empty() { name } else { &fact.name };
    let mut text = format!("\n[[card]]\nname = {}\n", quoted(name));
    if !fact.cost.is_empty() {
        let _ = writeln!(text, "cost = {}", quoted(&fact.cost));
    }
    let _ = writeln!(text, "type = {}", quoted(&type_line));
    for (key, letters) in [("colours", &fact.colours), ("identity", &fact.identity)] {
        if let Some(letters) = letters {
            let _ = writeln!(text, "{key} = {}", quoted(if letters.is_empty() { "C" } else { letters }));
        }
    }
    if !fact.power.is_empty() || !fact.toughness.is_empty() {
        let size = format!("{}/{}", number(&fact.power), number(&fact.toughness));
        let _ = writeln!(text, "pt = {}", quoted(&size));
    }
    if !fact.loyalty.is_empty() {
        // What is no number is told by who reads the entry.
        let loyalty = fact.loyalty.parse::<u16>().map_or_else(|_| quoted(&fact.loyalty), |n| n.to_string());
        let _ = writeln!(text, "loyalty = {loyalty}");
    }
    // They say how a deck is built, which a body without abilities is still part of.
    let pairings = fact.keywords.iter().map(|word| word.to_lowercase());
    let pairings: Vec<String> = pairings.filter(|word| Pairing::NAMES.iter().any(|(name, _)| name == word)).collect();
    if !pairings.is_empty() {
        let quoted: Vec<String> = pairings.iter().map(|word| quoted(word)).collect();
        let _ = writeln!(text, "keywords = [{}]", quoted.join(", "));
    }
    let words = type_line.to_lowercase();
    if words.split_whitespace().any(|word| matches!(word, "instant" | "sorcery")) {
        text.push_str("spell = []\n");
    }
    if is_banned(fact) {
        text.push_str("banned = true\n");
    }
    let _ = writeln!(text, "stand-in = \"{}\"", StandIn::Facts.name());
    if is_land(&fact.type_line) && !has_basic_type(&fact.type_line) {
        text.push_str(&mana(fact.identity.as_deref().unwrap_or_default()));
    }
    text
}

fn is_land(type_line: &str) -> bool {
    type_line.split([' ', '-', '—', '–']).any(|word| word.eq_ignore_ascii_case("land"))
}

/// Whether a land makes mana by its type line alone (CR 305.6).
fn has_basic_type(type_line: &str) -> bool {
    let basic = ["plains", "island", "swamp", "mountain", "forest"];
    type_line.split_whitespace().any(|word| basic.contains(&word.to_lowercase().as_str()))
}

/// What a land that is not known better taps for: one mana of its colour identity, or {C}.
fn mana(identity: &str) -> String {
    let colours = "WUBRG".chars().filter(|colour| identity.to_uppercase().contains(*colour));
    let mana: Vec<String> = colours.map(|colour| format!("{{{colour}}}")).collect();
    let mana = if mana.is_empty() { "{C}".to_owned() } else { mana.join(" or ") };
    format!("[[card.ability]]\nmana = {}\n", quoted(&mana))
}

/// A number of power or toughness; one that an ability would define is 0 without it (CR 208.2).
fn number(text: &str) -> String {
    let mut parts = text.split('+').map(|part| part.trim().trim_matches('*').parse::<i16>().unwrap_or(0));
    let sum = parts.try_fold(0i16, i16::checked_add).filter(|_| text.contains('*'));
    // What is too great is told by who reads the entry.
    sum.map_or_else(|| text.to_owned(), |sum| sum.to_string())
}

/// Whether its file or its types keep it out of decks; bans by name are the catalog's to know.
pub(super) fn is_banned(fact: &Fact) -> bool {
    fact.banned || BanList::commander().bans_type(&fact.type_line)
}

/// A colourless spell for {3} that does nothing, or a land that taps for {C}; what is known to be banned still is.
fn blank(name: &str, land: bool, fact: Option<&Fact>) -> String {
    let banned = if fact.is_some_and(is_banned) { "banned = true\n" } else { "" };
    let land = land || is_known_land(name) || fact.is_some_and(|fact| is_land(&fact.type_line));
    let (body, ability) = match land {
        true => ("type = \"Land\"\n", mana("")),
        false => ("cost = \"{3}\"\ntype = \"Sorcery\"\nspell = []\n", String::new()),
    };
    let (name, stand_in) = (quoted(name), StandIn::Blank.name());
    format!("\n[[card]]\nname = {name}\n{body}{banned}stand-in = \"{stand_in}\"\n{ability}")
}

/// Lands by name, of which nothing else is known here: one a line.
const LANDS: &str = include_str!("../../../scenarios/legality/lands.txt");

fn is_known_land(name: &str) -> bool {
    let name = fold(name);
    LANDS.lines().any(|land| fold(land) == name)
}
