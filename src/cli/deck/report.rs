//! What is in a deck: commanders, colours, kinds of cards, the mana curve, lands, ramp, and what changes turns.

use std::fmt::Write;

use super::Desk;
use crate::cards::brackets::{Brackets, Estimate, Traits};
use crate::cards::card::Card;
use crate::cards::effect::CardId;
use crate::cards::legality::BanList;
use crate::cards::mana::{Mana, ManaSet};
use crate::cards::type_line::Types;
use crate::cards::vocabulary::{Entry, TAGS};
use crate::cards::wording::{counted, shown};
use crate::scenario::ReadDeck;

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

/// The last column of the curve holds everything from here.
const CURVE: usize = 7;

impl Desk {
    /// The report on a legal deck.
    pub(super) fn report(&self, file: &str, read: &ReadDeck) -> String {
        let deck = &read.deck;
        let name = |id: &CardId| self.shelf.catalog.card(*id).name.as_str();
        let commanders: Vec<&str> = deck.commanders().iter().map(name).collect();
        let cards: Vec<&Card> =
            deck.commanders().iter().chain(deck.main()).map(|id| self.shelf.catalog.card(*id)).collect();
        let identity = cards.iter().fold(ManaSet::empty(), |all, card| all | card.identity) & ManaSet::COLOURS;
        let (file, total) = (shown(file), counted(cards.len(), "card", "cards"));
        let mut text = format!("{file}: legal, {total}, read as {}\n", read.list.format);
        if !commanders.is_empty() {
            let guess = read.guessed.map_or_else(String::new, |lines| format!(", taken from {lines}"));
            let _ = writeln!(text, "  commander   {}{guess}", commanders.join(" and "));
        }
        let _ = writeln!(text, "  colours     {}", letters(identity));
        let _ = writeln!(text, "  cards       {}", kinds(&cards));
        text.push_str(&curve(&cards));
        let _ = writeln!(text, "  ramp        {}", counted(self.tagged(&cards, "ramp"), "card", "cards"));
        let _ = writeln!(text, "  turns       {}", self.turns(&cards));
        let stand_ins = deck.stand_ins(&self.shelf.catalog);
        if stand_ins.any() {
            let _ = writeln!(text, "  stand-ins   {stand_ins}");
        }
        if stand_ins.translated > 0 {
            let _ =
                writeln!(text, "  translated  {} of {}", stand_ins.translated, counted(cards.len(), "card", "cards"));
        }
        if self.format.deck.ban_list {
            text.push_str(&self.bracket(&cards));
            let _ = writeln!(text, "  ban list    of {}", BanList::commander().as_of);
        }
        text
    }

    /// The Game Changers by name, and the lowest bracket that the list does not rule out.
    fn bracket(&self, cards: &[&Card]) -> String {
        let brackets = Brackets::commander();
        // What the user's own file says of a card is newer than any list.
        let told = |name: &str| self.shelf.facts.as_ref().and_then(|facts| facts.is_game_changer(name));
        let named = |is: &dyn Fn(&Card) -> bool| -> Vec<&str> {
            cards.iter().filter(|card| is(card)).map(|card| card.name.as_str()).collect()
        };
        let traits = Traits {
            game_changers: named(&|card| told(&card.name).unwrap_or_else(|| brackets.is_game_changer(&card.name))),
            mass_land_denial: named(&|card| brackets.denies_lands(&card.name)),
            extra_turns: named(&|card| self.tagged(&[card], "extra-turn") > 0),
        };
        let Estimate { bracket, reasons } = traits.estimate();
        let why = if reasons.is_empty() { "nothing in it asks for more".to_owned() } else { reasons.join(", ") };
        let mut text = format!("  bracket     {bracket} or more, estimated from the list: {why}\n");
        let known = cards.iter().any(|card| told(&card.name).is_some());
        let changers = match known {
            true => "Game Changers, by the file of facts".to_owned(),
            false => format!("Game Changers of {}", brackets.as_of),
        };
        for (what, cards) in [(changers.as_str(), &traits.game_changers), ("land denial", &traits.mass_land_denial)] {
            if !cards.is_empty() {
                let _ = writeln!(text, "              {what}: {}", cards.join("; "));
            }
        }
        text.push_str("              not seen: combos, and how the deck is meant to be played\n");
        text
    }

    fn entries<'a>(&'a self, cards: &'a [&Card]) -> impl Iterator<Item = (&'a Card, &'a Entry)> {
        cards.iter().filter_map(|card| Some((*card, self.shelf.entries.of_card(&card.name)?)))
    }

    fn tagged(&self, cards: &[&Card], name: &str) -> usize {
        let tag = TAGS.iter().find(|tag| tag.name == name);
        tag.map_or(0, |tag| self.entries(cards).filter(|(card, entry)| tag.is(card, entry)).count())
    }

    /// How many cards change turns, phases, steps or untapping, and how.
    fn turns(&self, cards: &[&Card]) -> String {
        let tags = || TAGS.iter().filter(|tag| tag.turns);
        let any = self.entries(cards).filter(|(card, entry)| tags().any(|tag| tag.is(card, entry))).count();
        let told = tags().map(|tag| (tag.name, self.tagged(cards, tag.name))).filter(|(_, n)| *n > 0);
        let told: Vec<String> = told.map(|(name, n)| format!("{name} {n}")).collect();
        let cards = counted(any, "card", "cards");
        if told.is_empty() { cards } else { format!("{cards}: {}", told.join(", ")) }
    }
}

/// How many cards of each type.
fn kinds(cards: &[&Card]) -> String {
    let kind_of = |card: &&Card| KINDS.iter().position(|(_, _, kind)| card.types.intersects(*kind));
    let mut counts = [0; KINDS.len()];
    cards.iter().filter_map(kind_of).for_each(|kind| counts[kind] += 1);
    let told = KINDS.iter().zip(counts).filter(|(_, count)| *count > 0);
    told.map(|((one, many, _), count)| counted(count, one, many)).collect::<Vec<_>>().join(", ")
}

/// How many spells of each mana value, and their mean; lands have none to be cast for.
fn curve(cards: &[&Card]) -> String {
    let values: Vec<usize> =
        cards.iter().filter(|c| !c.types.contains(Types::LAND)).map(|c| usize::from(c.mana_value)).collect();
    if values.is_empty() {
        return String::new();
    }
    let mut counts = [0; CURVE + 1];
    values.iter().for_each(|value| counts[(*value).min(CURVE)] += 1);
    let heads: String = (0..CURVE).map(|value| format!("{value:>4}")).collect();
    let counts: String = counts.iter().map(|count| format!("{count:>4}")).collect();
    let mean = values.iter().sum::<usize>() as f64 / values.len() as f64;
    format!("  mana value{heads}  {CURVE}+\n  spells    {counts}   {mean:.2} on average\n")
}

/// Colours as letters.
pub(in crate::cli) fn letters(colours: ManaSet) -> String {
    let letters: String = Mana::ALL.into_iter().filter(|m| colours.contains(m.set())).map(Mana::letter).collect();
    if letters.is_empty() { "colourless".to_owned() } else { letters }
}
