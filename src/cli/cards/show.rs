//! Cards in lines, and one with everything that is known of it.

use std::fmt::Write;

use super::answer::{Answer, row};
use crate::cards::ability::Ability;
use crate::cards::card::{Card, DefinedSize};
use crate::cards::catalog::Catalog;
use crate::cards::effect::AbilityId;
use crate::cards::keyword;
use crate::cards::type_line::Types;
use crate::cards::vocabulary::{Entries, Tag};
use crate::cards::wording::counted;
use crate::cli::deck::letters;
use crate::cli::shelf::Shelf;

/// The names of types and supertypes, in the order they are printed in.
const TYPES: [(&str, Types); 11] = [
    ("Basic", Types::BASIC),
    ("Legendary", Types::LEGENDARY),
    ("Snow", Types::SNOW),
    ("Kindred", Types::KINDRED),
    ("Artifact", Types::ARTIFACT),
    ("Enchantment", Types::ENCHANTMENT),
    ("Land", Types::LAND),
    ("Creature", Types::CREATURE),
    ("Planeswalker", Types::PLANESWALKER),
    ("Instant", Types::INSTANT),
    ("Sorcery", Types::SORCERY),
];

/// The cards, one a line.
pub(super) fn list(shelf: &Shelf, cards: &[&Card]) -> Answer {
    let lines = cards.iter().map(|card| line(&shelf.catalog, card) + "\n").collect();
    let remark = format!("{}; turnlab cards NAME shows one of them", counted(cards.len(), "card", "cards"));
    Answer { remarks: vec![remark], lines, rows: rows(shelf, cards) }
}

/// The facts of cards, and their entries in the card files.
pub(super) fn whole(shelf: &Shelf, cards: &[&Card]) -> Answer {
    let told: Vec<String> = cards.iter().map(|card| told(&shelf.catalog, &shelf.entries, card)).collect();
    Answer { remarks: Vec::new(), lines: told.join("\n"), rows: rows(shelf, cards) }
}

/// The same for programs.
fn rows(shelf: &Shelf, cards: &[&Card]) -> Vec<Vec<String>> {
    [row(COLUMNS)].into_iter().chain(cards.iter().map(|card| columns(shelf, card))).collect()
}

/// The same in lines.
pub(in crate::cli) fn told(catalog: &Catalog, entries: &Entries, card: &Card) -> String {
    let entry = entries.of_card(&card.name);
    let keywords = keywords(card);
    let mut lines = format!("{}\n", line(catalog, card));
    let _ = writeln!(lines, "  mana value  {}", card.mana_value);
    let _ = writeln!(lines, "  identity    {}", letters(card.identity));
    if !keywords.is_empty() {
        let _ = writeln!(lines, "  keywords    {}", keywords.join(", "));
    }
    let tags = entry.map(|entry| Tag::of(card, entry)).unwrap_or_default();
    if !tags.is_empty() {
        let _ = writeln!(lines, "  tags        {}", tags.join(", "));
    }
    let abilities = abilities(catalog, card);
    if abilities.len() > 1 {
        let _ = writeln!(lines, "  activate    {}", abilities.join("; "));
    }
    if !card.commander_legal {
        lines.push_str("  banned in Commander\n");
    }
    if let Some(entry) = entry {
        let note = entry.note.as_ref().map_or_else(String::new, |note| format!("  note        {note}\n"));
        let _ = writeln!(lines, "{note}  file        {}\n\n{}", entry.file, entry.text);
    }
    lines
}

const COLUMNS: [&str; 11] =
    ["name", "cost", "mana_value", "type", "size", "identity", "keywords", "tags", "primitives", "banned", "note"];

fn columns(shelf: &Shelf, card: &Card) -> Vec<String> {
    let entry = shelf.entries.of_card(&card.name);
    let tags = entry.map(|entry| Tag::of(card, entry)).unwrap_or_default();
    let primitives: Vec<&str> = entry.into_iter().flat_map(|entry| entry.words.iter().map(|word| word.name)).collect();
    vec![
        card.name.clone(),
        card.cost.as_ref().map(ToString::to_string).unwrap_or_default(),
        card.mana_value.to_string(),
        type_line(&shelf.catalog, card),
        size(card),
        letters(card.identity),
        keywords(card).join(" | "),
        tags.join(" | "),
        primitives.join(" | "),
        (!card.commander_legal).to_string(),
        entry.and_then(|entry| entry.note.clone()).unwrap_or_default(),
    ]
}

/// The abilities that can be activated, numbered as scripts count them, each with what of its cost is mana or tapping.
fn abilities(catalog: &Catalog, card: &Card) -> Vec<String> {
    let (mut activated, mut mana) = (0, 0);
    let number = |of: &mut u32| {
        *of += 1;
        *of
    };
    let cost = |id| {
        let cost = catalog.cost(id);
        let mana = cost.mana.to_string();
        let parts = [(mana != "{0}", &*mana), (cost.tap, "{T}"), (cost.untap, "{Q}")];
        let paid: String = parts.into_iter().filter(|(is, _)| *is).map(|(_, symbols)| symbols).collect();
        if paid.is_empty() { "no mana".to_owned() } else { paid }
    };
    let of = |id: &AbilityId| match catalog.ability(*id) {
        Ability::Activated(ability) => Some(format!("ability = {} ({})", number(&mut activated), cost(ability.cost))),
        Ability::Mana(ability) => Some(format!("mana = {} ({})", number(&mut mana), cost(ability.cost))),
        _ => None,
    };
    card.abilities.iter().filter_map(of).collect()
}

fn keywords(card: &Card) -> Vec<&'static str> {
    keyword::NAMES.iter().filter(|(_, k)| card.keywords.contains(*k)).map(|(name, _)| *name).collect()
}

/// A type line as it is printed, with a plain dash.
pub(super) fn type_line(catalog: &Catalog, card: &Card) -> String {
    let types: Vec<&str> = TYPES.iter().filter(|(_, t)| card.types.contains(*t)).map(|(name, _)| *name).collect();
    let subtypes: Vec<&str> = card.subtypes.iter().map(|subtype| catalog.subtype(*subtype)).collect();
    if subtypes.is_empty() { types.join(" ") } else { format!("{} - {}", types.join(" "), subtypes.join(" ")) }
}

fn size(card: &Card) -> String {
    let side = |defined: bool, printed: i16| if defined { "*".to_owned() } else { printed.to_string() };
    let DefinedSize { power, toughness } = card.defined_size;
    match card.loyalty {
        Some(loyalty) => format!("loyalty {loyalty}"),
        None if card.types.contains(Types::CREATURE) || card.defined_size.is_any() => {
            format!("{}/{}", side(power.is_some(), card.power), side(toughness.is_some(), card.toughness))
        }
        None => String::new(),
    }
}

fn line(catalog: &Catalog, card: &Card) -> String {
    let cost = card.cost.as_ref().map(ToString::to_string).unwrap_or_default();
    let line = format!("{:<32}{cost:<16}{} {}", card.name, type_line(catalog, card), size(card));
    line.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::CardArgs;

    #[test]
    fn a_card_is_shown_with_its_facts_and_its_entry() {
        let shelf = Shelf::new(&CardArgs::default(), &[]).unwrap();
        let card = shelf.catalog.card(shelf.catalog.find("time walk").unwrap());
        assert_eq!(
            whole(&shelf, &[card]).lines,
            "Time Walk                       {1}{U}          Sorcery\n  mana value  2\n  identity    U\n  \
             tags        extra-turn\n  banned in Commander\n  file        builtin:/cards/turns.toml\n\n\
             name = \"Time Walk\"\ncost = \"{1}{U}\"\ntype = \"Sorcery\"\nspell = { extra-turn = {} }\n"
        );
    }

    #[test]
    fn abilities_are_numbered_as_scripts_count_them() {
        let shelf = Shelf::new(&CardArgs::default(), &[]).unwrap();
        let of = |name| abilities(&shelf.catalog, shelf.catalog.card(shelf.catalog.find(name).unwrap()));
        assert_eq!(of("Rogue's Passage"), ["mana = 1 ({T})", "ability = 1 ({4}{T})"]);
        assert_eq!(of("Umezawa's Jitte")[..2], ["ability = 1 ({2})", "ability = 2 (no mana)"]);
        assert!(of("Time Walk").is_empty());
    }
}
