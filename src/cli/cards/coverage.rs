//! How much is covered: of a deck, of the vocabulary, and what is known to be played otherwise than printed.

use std::fmt::Write;

use super::answer::{Answer, row};
use crate::cards::card::Card;
use crate::cards::vocabulary::{Entry, TAGS, words};
use crate::cards::wording::{counted, share_of, short};
use crate::cli::failure::{Failure, STAND_INS};
use crate::cli::shelf::Shelf;
use crate::scenario::{self, DeckCheck, DeckList, Format, Typed, Zone};

/// Which cards of a deck list are known; what stays out of the game is left out.
///
/// # Errors
/// When the list can't be read.
pub(super) fn of_deck(shelf: &Shelf, path: &str) -> Result<Answer, Failure> {
    let (source, _) = scenario::open(&Typed, path).map_err(|e| Failure::Input(format!("--deck: {e}")))?;
    let check = DeckCheck { catalog: &shelf.catalog, rules: &Format::COMMANDER.deck };
    let list = check.placed(&DeckList::parse(&source)?);
    let mut rows = vec![row(["count", "name", "zone", "known_as", "nearest"])];
    let (mut lines, mut known, mut translated, mut total, mut unknown) = (String::new(), 0, 0, 0, false);
    for entry in list.entries.iter().filter(|entry| matches!(entry.zone, Zone::Commander | Zone::Main)) {
        let count = usize::from(entry.count);
        let card = shelf.catalog.find(&entry.name).map(|id| shelf.catalog.card(id));
        let nearest = if card.is_none() { shelf.catalog.suggest(&entry.name) } else { None };
        total += count;
        known += if matches!(known_as(card), "known" | "translated") { count } else { 0 };
        translated += if known_as(card) == "translated" { count } else { 0 };
        unknown |= card.is_none();
        let name = card.map_or(entry.name.as_str(), |card| &card.name);
        let hint = nearest.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        let _ = writeln!(lines, "{:<9}{count:>3} {}{hint}", known_as(card), short(name));
        let (count, zone) = (count.to_string(), entry.zone.header().to_lowercase());
        rows.push(row([&count, name, &zone, known_as(card), nearest.unwrap_or_default()]));
    }
    let share = share_of(known, total);
    let of_them = if translated > 0 { format!(", {translated} of them translated") } else { String::new() };
    let remark = format!("{path}: {known} of {} known ({share}){of_them}", counted(total, "card", "cards"));
    let help = unknown.then(|| STAND_INS.to_owned());
    Ok(Answer { remarks: [remark].into_iter().chain(help).collect(), lines, rows })
}

/// `known`, `translated`, the kind of its stand-in, or `unknown`.
fn known_as(card: Option<&Card>) -> &'static str {
    card.map_or("unknown", |card| match card.stand_in {
        Some(kind) => kind.name(),
        None if card.translated => "translated",
        None => "known",
    })
}

/// The real cards with their entries.
fn entries(shelf: &Shelf) -> impl Iterator<Item = (&Card, &Entry)> {
    let real = shelf.catalog.cards().map(|(_, card)| card).filter(|card| card.is_whole());
    real.filter_map(|card| Some((card, shelf.entries.of_card(&card.name)?)))
}

/// How many cards have each tag, and how many are written with each word.
pub(super) fn of_vocabulary(shelf: &Shelf) -> Answer {
    let tags = TAGS.iter().map(|tag| {
        let cards = entries(shelf).filter(|(card, entry)| tag.is(card, entry)).count();
        ("tag".to_owned(), tag.name, cards)
    });
    let words = words().into_iter().map(|word| {
        let cards = entries(shelf).filter(|(_, entry)| entry.words.contains(&word)).count();
        (word.kind.to_string(), word.name, cards)
    });
    let counts: Vec<(String, &str, usize)> = tags.chain(words).collect();
    let mut lines = format!("{:<13}{:<28}{:>6}\n", "kind", "word", "cards");
    let mut rows = vec![row(["kind", "word", "cards"])];
    for (kind, word, cards) in counts {
        let _ = writeln!(lines, "{kind:<13}{word:<28}{cards:>6}");
        rows.push(row([&kind, word, &cards.to_string()]));
    }
    Answer { remarks: vec![counted(entries(shelf).count(), "card", "cards")], lines, rows }
}

/// In what cards differ from what is printed on them.
pub(super) fn notes(shelf: &Shelf) -> Answer {
    let noted = || entries(shelf).filter_map(|(card, entry)| Some((card.name.as_str(), entry.note.as_deref()?)));
    let mut rows = vec![row(["name", "note"])];
    rows.extend(noted().map(|(name, note)| row([name, note])));
    let lines: String = noted().map(|(name, note)| format!("{name}: {note}\n")).collect();
    let none = "no known simplifications: every card is played as it is printed\n".to_owned();
    Answer { remarks: Vec::new(), lines: if lines.is_empty() { none } else { lines }, rows }
}
