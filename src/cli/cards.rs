//! `turnlab cards`: what can be played, how each card is written down, and how much of a deck that covers.

mod answer;
mod coverage;
mod import;
mod show;

use std::collections::BTreeSet;

use super::args::{CardsArgs, CardsVerb};
use super::failure::Failure;
use super::shelf::Shelf;
use crate::cards::card::Card;
use crate::cards::catalog::fold;
use crate::cards::mana::{ManaSet, mana_letter};
use crate::cards::source::{did_you_mean, least_far, nearest};
use crate::cards::vocabulary::{TAGS, Tag, words};
use crate::cards::wording::quoted;

pub(super) use show::told;

/// Lists the cards that match, shows those of exactly these names, or answers another question about all of them.
pub(super) fn cards(args: &CardsArgs) -> Result<(), Failure> {
    if let Some(CardsVerb::Import(args)) = &args.verb {
        return import::import(args);
    }
    let lists: Vec<&str> = args.deck.as_deref().into_iter().collect();
    let shelf = Shelf::new(&args.shelf, &lists)?;
    let answer = if let Some(deck) = &args.deck {
        coverage::of_deck(&shelf, deck)?
    } else if args.coverage {
        coverage::of_vocabulary(&shelf)
    } else if args.notes {
        coverage::notes(&shelf)
    } else {
        match named(&shelf, args) {
            Some(Named { cards, unknown }) => {
                show::whole(&shelf, &cards).print(args.format)?;
                return unknown.map_or(Ok(()), |name| Err(Failure::Input(shelf.catalog.unknown(name))));
            }
            None => match Search::new(&shelf, args)?.run()?.as_slice() {
                // What was typed means this one.
                [only] if !args.query.is_empty() => show::whole(&shelf, &[only]),
                found => show::list(&shelf, found),
            },
        }
    };
    answer.print(args.format)
}

/// Cards that were asked for by their names.
struct Named<'s> {
    cards: Vec<&'s Card>,
    /// The first name that no card has.
    unknown: Option<&'s str>,
}

/// The card of exactly the name that was typed, or those of several names; nothing where words are to be searched for. Of
/// several names some may be unknown where one of them is of several words, and so is no word to search for.
fn named<'s>(shelf: &'s Shelf, args: &'s CardsArgs) -> Option<Named<'s>> {
    let narrowed = !(args.tag.is_empty() && args.primitive.is_empty() && args.r#type.is_empty());
    if narrowed || args.colour.is_some() || args.query.is_empty() {
        return None;
    }
    let find = |name: &str| shelf.catalog.find(name).map(|id| shelf.catalog.card(id));
    if let Some(card) = find(&args.query.join(" ")) {
        return Some(Named { cards: vec![card], unknown: None });
    }
    let cards: Vec<&Card> = args.query.iter().filter_map(|name| find(name)).collect();
    let unknown = args.query.iter().find(|name| find(name).is_none()).map(String::as_str);
    let names = args.query.len() > 1 && args.query.iter().any(|name| name.contains(' '));
    (unknown.is_none() || names && !cards.is_empty()).then_some(Named { cards, unknown })
}

/// What is looked for: every part must fit.
struct Search<'s> {
    shelf: &'s Shelf,
    /// What was typed, as it was typed.
    names: &'s [String],
    query: String,
    words: Vec<String>,
    tags: Vec<&'static Tag>,
    primitives: Vec<&'static str>,
    colours: Option<ManaSet>,
    types: Vec<String>,
}

impl<'s> Search<'s> {
    /// The search that was typed.
    ///
    /// # Errors
    /// When a tag, a word of the vocabulary, a type or a colour is none.
    fn new(shelf: &'s Shelf, args: &'s CardsArgs) -> Result<Search<'s>, Failure> {
        let tag = |name: &String| {
            let near = || near(name, TAGS.iter().map(|tag| tag.name));
            let unknown = || Failure::Input(format!("--tag: unknown tag `{name}`, see --coverage{}", near()));
            TAGS.iter().find(|tag| tag.name == *name).ok_or_else(unknown)
        };
        let all = words();
        let primitive = |name: &String| {
            let near = || near(name, all.iter().map(|word| word.name));
            let unknown = || Failure::Input(format!("--primitive: unknown word `{name}`, see --coverage{}", near()));
            all.iter().find(|word| word.name == *name).map(|word| word.name).ok_or_else(unknown)
        };
        check_types(shelf, &args.r#type)?;
        let query = args.query.join(" ");
        Ok(Search {
            shelf,
            words: query.split_whitespace().map(fold).collect(),
            query,
            names: &args.query,
            tags: args.tag.iter().map(tag).collect::<Result<_, _>>()?,
            primitives: args.primitive.iter().map(primitive).collect::<Result<_, _>>()?,
            colours: args.colour.as_deref().map(colours).transpose()?,
            types: args.r#type.iter().map(|name| fold(name)).collect(),
        })
    }

    /// The cards that fit, by name.
    ///
    /// # Errors
    /// When there are none.
    fn run(&self) -> Result<Vec<&'s Card>, Failure> {
        let real = self.shelf.catalog.cards().map(|(_, card)| card).filter(|card| card.is_whole());
        let mut found: Vec<&Card> = real.filter(|card| self.fits(card)).collect();
        found.sort_by_key(|card| fold(&card.name));
        if found.is_empty() {
            return Err(Failure::Input(self.nothing()));
        }
        Ok(found)
    }

    /// That there are none: of several names, which of them is no card's.
    fn nothing(&self) -> String {
        let suggest = |name: &str| {
            let near = self.shelf.catalog.suggest(name);
            near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
        };
        let unknown = self.names.iter().find(|name| self.shelf.catalog.find(name).is_none());
        match unknown.filter(|_| self.names.len() > 1 && self.names.iter().any(|name| name.contains(' '))) {
            Some(name) => self.shelf.catalog.unknown(name),
            None if self.query.is_empty() => "no card matches that".to_owned(),
            None => format!("no card matches {}{}", quoted(&self.query), suggest(&self.query)),
        }
    }

    fn fits(&self, card: &Card) -> bool {
        let entry = self.shelf.entries.of_card(&card.name);
        let types = fold(&show::type_line(&self.shelf.catalog, card));
        let is_type = |word: &String| types == *word || has_word(&types, word) || types.contains(&format!("- {word}"));
        self.colours.is_none_or(|colours| colours.contains(card.identity & ManaSet::COLOURS))
            && self.types.iter().all(is_type)
            && self.tags.iter().all(|tag| entry.is_some_and(|entry| tag.is(card, entry)))
            && self.primitives.iter().all(|name| entry.is_some_and(|e| e.words.iter().any(|word| word.name == *name)))
            && self.words.iter().all(|word| {
                fold(&card.name).contains(word.as_str())
                    || has_word(&types, word)
                    || entry.is_some_and(|entry| has_word(&effects(&entry.text), word))
            })
    }
}

/// The known word that was probably meant; otherwise those that are least far from what was written.
fn near<'a>(found: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    let meant = did_you_mean(found, known.clone());
    if meant.is_empty() { least_far(found, known) } else { meant }
}

/// Every word of a type must stand in the type line of some card.
fn check_types(shelf: &Shelf, asked: &[String]) -> Result<(), Failure> {
    let real = shelf.catalog.cards().map(|(_, card)| card).filter(|card| card.is_whole());
    let lines: BTreeSet<String> = real.map(|card| show::type_line(&shelf.catalog, card)).collect();
    let known: BTreeSet<&str> =
        lines.iter().flat_map(|line| line.split_whitespace()).filter(|word| *word != "-").collect();
    let unknown = |word: &&str| {
        *word != "-" && !known.iter().any(|known| has_word(&fold(known), &fold(word)) || fold(known) == fold(word))
    };
    match asked.iter().flat_map(|types| types.split_whitespace()).find(unknown) {
        None => Ok(()),
        Some(word) => {
            let near = near(word, known.iter().copied());
            Err(Failure::Input(format!("--type: unknown type `{word}`, which no card has{near}")))
        }
    }
}

/// Letters of colours as a set.
fn colours(letters: &str) -> Result<ManaSet, Failure> {
    let mut set = ManaSet::empty();
    for letter in letters.to_uppercase().chars().filter(|c| *c != 'C') {
        let mana = mana_letter(&letter.to_string());
        let unknown = || {
            let expected = "expected letters of WUBRG, or C for none";
            Failure::Input(format!("--colour: found `{letter}`, {expected}{}", meant_colour(letters)))
        };
        set |= mana.ok_or_else(unknown)?.set();
    }
    Ok(set)
}

/// The letter of a colour that was written out.
fn meant_colour(written: &str) -> String {
    const COLOURS: [(&str, char); 7] = [
        ("white", 'W'),
        ("blue", 'U'),
        ("black", 'B'),
        ("red", 'R'),
        ("green", 'G'),
        ("colourless", 'C'),
        ("colorless", 'C'),
    ];
    let name = nearest(written, COLOURS.map(|(name, _)| name));
    let meant = name.and_then(|name| COLOURS.iter().find(|(known, _)| *known == name));
    meant.map_or_else(String::new, |(name, letter)| format!("; did you mean `{letter}` for {name}?"))
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '-').any(|w| w == word)
}

/// What a written card does: its lines without name, type and the like.
fn effects(text: &str) -> String {
    const FACTS: [&str; 8] = ["name", "cost", "type", "pt", "colours", "identity", "loyalty", "note"];
    let is_fact = |line: &&str| FACTS.iter().any(|fact| line.starts_with(&format!("{fact} = ")));
    text.lines().filter(|line| !is_fact(line)).collect::<Vec<_>>().join("\n").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::CardArgs;

    fn found(query: &str) -> Vec<String> {
        let shelf = Shelf::new(&CardArgs::default(), &[]).unwrap();
        let (tags, primitives, types) = Default::default();
        let words: Vec<String> = query.split(' ').map(fold).collect();
        let search = Search {
            shelf: &shelf,
            names: &[],
            query: query.to_owned(),
            words,
            tags,
            primitives,
            colours: None,
            types,
        };
        search.run().map(|cards| cards.iter().map(|card| card.name.clone()).collect()).unwrap_or_default()
    }

    #[test]
    fn every_card_has_its_entry() {
        let shelf = Shelf::new(&CardArgs::default(), &[]).unwrap();
        for (_, card) in shelf.catalog.cards().filter(|(_, card)| card.is_whole()) {
            let entry = shelf.entries.of_card(&card.name).unwrap_or_else(|| panic!("{} has no entry", card.name));
            assert!(entry.text.contains("type = ") && !entry.text.contains("[[card]]"), "{}", entry.text);
        }
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
}
