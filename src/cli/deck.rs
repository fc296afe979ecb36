//! `turnlab deck`: are these lists legal decks, what is in them, and the same in plain text.

use std::fmt::Write;

use super::args::{DeckArgs, FormatArg};
use super::failure::Failure;
use super::term;
use crate::cards::card::Card;
use crate::cards::catalog::Catalog;
use crate::cards::effect::CardId;
use crate::cards::mana::{Mana, ManaSet};
use crate::cards::source::{Diagnostic, Diagnostics};
use crate::cards::type_line::Types;
use crate::scenario::{self, Deck, DeckCheck, DeckList, Disk, Format, NameIndex};

/// Reports on every list, or converts one.
pub(super) fn deck(args: &DeckArgs) -> Result<(), Failure> {
    if args.to.is_some() && args.files.len() > 1 {
        return Err(Failure::Input("--to: expected one list, so that decks are not mixed".to_owned()));
    }
    let desk = Desk::new(args)?;
    let mut faults = Vec::new();
    for file in &args.files {
        match desk.read(file) {
            Err(Diagnostics(found)) => faults.extend(found),
            Ok((deck, warnings)) => {
                warnings.iter().for_each(|warning| term::say(&format!("warning: {warning}")));
                term::print(&if args.to.is_some() { plain(&deck) } else { report(file, &deck) })?;
            }
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(Failure::Files(Diagnostics(faults))) }
}

/// Where lists are checked.
struct Desk {
    names: NameIndex,
    format: Format,
    commander: Option<CardId>,
}

impl Desk {
    fn new(args: &DeckArgs) -> Result<Desk, Failure> {
        let names = NameIndex::new(Catalog::builtin());
        let find = |name: &String| {
            names.card(name).ok_or_else(|| Failure::Input(format!("--commander: {}", names.unknown(name))))
        };
        let commander = args.commander.as_ref().map(find).transpose()?;
        let format = match args.format {
            FormatArg::Commander => Format::COMMANDER,
            FormatArg::Constructed => Format::CONSTRUCTED,
        };
        if commander.is_some() && !format.deck.commander {
            return Err(Failure::Input(format!("--commander: there is none in {}", format.name)));
        }
        Ok(Desk { names, format, commander })
    }

    fn read(&self, file: &str) -> Result<(Deck, Vec<Diagnostic>), Diagnostics> {
        let (source, _) = scenario::open(&Disk, file).map_err(|e| Diagnostic {
            file: file.to_owned(),
            at: None,
            message: e.to_string(),
        })?;
        let list = DeckList::parse(&source)?;
        let check = DeckCheck { catalog: Catalog::builtin(), names: &self.names, rules: &self.format.deck };
        check.check(&source, &list, self.commander)
    }
}

/// How many of each card, in the order of the list.
fn counted(cards: &[CardId]) -> Vec<(usize, &'static str)> {
    let mut counts: Vec<(usize, CardId)> = Vec::new();
    for card in cards {
        match counts.iter_mut().find(|(_, known)| known == card) {
            Some((count, _)) => *count += 1,
            None => counts.push((1, *card)),
        }
    }
    counts.into_iter().map(|(count, card)| (count, Catalog::builtin().card(card).name.as_str())).collect()
}

/// The deck as plain text with the names of the catalog.
fn plain(deck: &Deck) -> String {
    let mut text = String::new();
    for (header, cards) in [("Commander", deck.commanders()), ("Deck", deck.main())] {
        if !cards.is_empty() {
            let gap = if text.is_empty() { "" } else { "\n" };
            let _ = writeln!(text, "{gap}{header}");
            for (count, name) in counted(cards) {
                let _ = writeln!(text, "{count} {name}");
            }
        }
    }
    text
}

/// The types a deck is counted by; a card of several counts as the first of them.
const KINDS: [(&str, &str, Types); 7] = [
    ("land", "lands", Types::LAND),
    ("creature", "creatures", Types::CREATURE),
    ("planeswalker", "planeswalkers", Types::PLANESWALKER),
    ("artifact", "artifacts", Types::ARTIFACT),
    ("enchantment", "enchantments", Types::ENCHANTMENT),
    ("instant", "instants", Types::INSTANT),
    ("sorcery", "sorceries", Types::SORCERY),
];

fn report(file: &str, deck: &Deck) -> String {
    let catalog = Catalog::builtin();
    let cards: Vec<&Card> = deck.commanders().iter().chain(deck.main()).map(|id| catalog.card(*id)).collect();
    let commanders: Vec<&str> = deck.commanders().iter().map(|id| catalog.card(*id).name.as_str()).collect();
    let identity = cards.iter().fold(ManaSet::empty(), |all, card| all | card.identity) & ManaSet::COLOURS;
    let mut text = format!("{file}: legal, {} cards\n", cards.len());
    if !commanders.is_empty() {
        let _ = writeln!(text, "  commander   {}", commanders.join(", "));
    }
    let _ = writeln!(text, "  colours     {}", letters(identity));
    let _ = writeln!(text, "  cards       {}", kinds(&cards));
    let spells = cards.iter().filter(|card| !card.types.contains(Types::LAND));
    let values: Vec<u32> = spells.map(|card| u32::from(card.mana_value)).collect();
    if !values.is_empty() {
        let mean = f64::from(values.iter().sum::<u32>()) / values.len() as f64;
        let _ = writeln!(text, "  mana value  {mean:.2} on average, lands apart");
    }
    text
}

/// How many cards of each type.
fn kinds(cards: &[&Card]) -> String {
    let kind_of = |card: &&Card| KINDS.iter().position(|(_, _, kind)| card.types.intersects(*kind));
    let mut counts = [0; KINDS.len()];
    cards.iter().filter_map(kind_of).for_each(|kind| counts[kind] += 1);
    let told = KINDS.iter().zip(counts).filter(|(_, count)| *count > 0);
    let told = told.map(|((one, many, _), count)| format!("{count} {}", if count == 1 { one } else { many }));
    told.collect::<Vec<_>>().join(", ")
}

/// Colours as letters.
pub(super) fn letters(colours: ManaSet) -> String {
    let letters: String = Mana::ALL.into_iter().filter(|m| colours.contains(m.set())).map(Mana::letter).collect();
    if letters.is_empty() { "colourless".to_owned() } else { letters }
}
