//! `turnlab cards`: what can be played, and how each card is written down.

use std::fmt::Write;

use super::args::CardsArgs;
use super::deck::letters;
use super::failure::Failure;
use super::term;
use crate::cards::builtin_sources;
use crate::cards::card::Card;
use crate::cards::catalog::{Catalog, fold};
use crate::cards::keyword;
use crate::cards::source::Source;
use crate::cards::type_line::Types;

/// Lists the cards that match, or shows the one of exactly that name.
pub(super) fn cards(args: &CardsArgs) -> Result<(), Failure> {
    let catalog = Catalog::builtin();
    let query = args.query.join(" ");
    if let Some(id) = catalog.find(&query) {
        return term::print(&shown(catalog, catalog.card(id)));
    }
    let words: Vec<String> = query.split_whitespace().map(fold).collect();
    let written = Written::all();
    let real = catalog.cards().map(|(_, card)| card).filter(|card| !card.token);
    let mut found: Vec<&Card> = real.filter(|card| matches(catalog, card, &written, &words)).collect();
    if found.is_empty() {
        let near = catalog.suggest(&query).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        return Err(Failure::Input(format!("no card matches `{query}`{near}")));
    }
    found.sort_by_key(|card| fold(&card.name));
    let lines: Vec<String> = found.iter().map(|card| line(catalog, card)).collect();
    let cards = if lines.len() == 1 { "card" } else { "cards" };
    term::say(&format!("{} {cards}; turnlab cards NAME shows one of them", lines.len()));
    term::print(&(lines.join("\n") + "\n"))
}

/// Every word is part of the name, of the type line, or a keyword, or a word that the card's effects are written with.
fn matches(catalog: &Catalog, card: &Card, written: &Written, words: &[String]) -> bool {
    let name = fold(&card.name);
    let line = fold(&type_line(catalog, card));
    let text = written.of(&card.name);
    let is_word = |text: &str, word: &str| text.split(|c: char| !c.is_alphanumeric() && c != '-').any(|w| w == word);
    words.iter().all(|word| {
        name.contains(word.as_str()) || is_word(&line, word) || text.is_some_and(|text| is_word(&effects(text), word))
    })
}

/// What a written card does: its lines without name, type and the like.
fn effects(text: &str) -> String {
    const FACTS: [&str; 7] = ["name", "cost", "type", "pt", "colours", "identity", "loyalty"];
    let is_fact = |line: &&str| FACTS.iter().any(|fact| line.starts_with(&format!("{fact} = ")));
    text.lines().filter(|line| !is_fact(line)).collect::<Vec<_>>().join("\n").to_lowercase()
}

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

fn type_line(catalog: &Catalog, card: &Card) -> String {
    let types: Vec<&str> = TYPES.iter().filter(|(_, t)| card.types.contains(*t)).map(|(name, _)| *name).collect();
    let subtypes: Vec<&str> = card.subtypes.iter().map(|subtype| catalog.subtype(*subtype)).collect();
    if subtypes.is_empty() { types.join(" ") } else { format!("{} - {}", types.join(" "), subtypes.join(" ")) }
}

fn size(card: &Card) -> String {
    match (card.power_toughness, card.loyalty) {
        (Some(_), _) => "*/*".to_owned(),
        (_, Some(loyalty)) => format!("loyalty {loyalty}"),
        _ if card.types.contains(Types::CREATURE) => format!("{}/{}", card.power, card.toughness),
        _ => String::new(),
    }
}

fn line(catalog: &Catalog, card: &Card) -> String {
    let cost = card.cost.as_ref().map(ToString::to_string).unwrap_or_default();
    let line = format!("{:<32}{cost:<16}{} {}", card.name, type_line(catalog, card), size(card));
    line.trim_end().to_owned()
}

/// A card's facts, and its entry in the card files.
fn shown(catalog: &Catalog, card: &Card) -> String {
    let keywords: Vec<&str> =
        keyword::NAMES.iter().filter(|(_, k)| card.keywords.contains(*k)).map(|(name, _)| *name).collect();
    let mut text = format!("{}\n", line(catalog, card));
    let _ = writeln!(text, "  mana value  {}", card.mana_value);
    let _ = writeln!(text, "  identity    {}", letters(card.identity));
    if !keywords.is_empty() {
        let _ = writeln!(text, "  keywords    {}", keywords.join(", "));
    }
    if !card.commander_legal {
        text.push_str("  banned in Commander\n");
    }
    if let Some(written) = Written::all().of(&card.name) {
        let _ = writeln!(text, "\n{written}");
    }
    text
}

/// The entries of the card files.
struct Written(Vec<Source>);

impl Written {
    fn all() -> Written {
        Written(builtin_sources())
    }

    /// The entry of that card, as its file has it.
    fn of(&self, name: &str) -> Option<&str> {
        let line = format!("\nname = \"{name}\"\n");
        let entries = self.0.iter().flat_map(|source| source.text.split("[[card]]\n").skip(1));
        let entry = entries.into_iter().find(|entry| format!("\n{entry}").starts_with(&line))?;
        // Whatever comes behind an empty line belongs to the file, not to the card.
        entry.split("\n\n").next().map(str::trim_end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_has_its_entry() {
        let written = Written::all();
        for (_, card) in Catalog::builtin().cards().filter(|(_, card)| !card.token) {
            let entry = written.of(&card.name).unwrap_or_else(|| panic!("{} has no entry", card.name));
            assert!(entry.contains("type = ") && !entry.contains("[[card]]"), "{entry}");
        }
    }

    fn found(query: &str) -> Vec<String> {
        let catalog = Catalog::builtin();
        let words: Vec<String> = query.split(' ').map(fold).collect();
        let written = Written::all();
        let all = catalog.cards().filter(|(_, card)| !card.token && matches(catalog, card, &written, &words));
        all.map(|(_, card)| card.name.clone()).collect()
    }

    #[test]
    fn cards_are_found_by_name_type_keyword_and_what_they_do() {
        assert!(found("warp").contains(&"Time Warp".to_owned()));
        let turns = found("extra-turn");
        assert!(turns.contains(&"Time Warp".to_owned()) && !turns.contains(&"Island".to_owned()));
        assert!(found("sorcery extra-turn").len() < turns.len());
        assert!(found("sphinx flying").contains(&"Consecrated Sphinx".to_owned()));
        assert!(found("xyzzy").is_empty());
    }

    #[test]
    fn a_card_is_shown_with_its_facts_and_its_entry() {
        let catalog = Catalog::builtin();
        let text = shown(catalog, catalog.card(catalog.find("time walk").unwrap()));
        assert_eq!(
            text,
            "Time Walk                       {1}{U}          Sorcery\n  mana value  2\n  identity    U\n  banned in Commander\n\n\
             name = \"Time Walk\"\ncost = \"{1}{U}\"\ntype = \"Sorcery\"\nbanned = true\nspell = { extra-turn = {} }\n"
        );
    }
}
