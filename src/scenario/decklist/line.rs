//! One line of a deck list: blank, comment, header, or a card with its count and marks.

use std::ops::Range;

use super::print::UNTOLD;
use super::section::{is_of_lands, is_type};
use super::{MOST, Printing, Zone, clean};
use crate::cards::wording::is_unseen;

/// What a line is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    Blank,
    Comment,
    /// The list's own name.
    Name(String),
    /// A section of names and remarks begins.
    Metadata,
    /// A section of cards begins.
    Section(Zone),
    /// A kind of cards within a section begins: a type, or whatever the list's owner calls it.
    Category {
        lands: bool,
    },
    Card(CardLine),
}

/// A line with a card.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CardLine {
    /// The zone, if the line itself says one.
    pub(super) zone: Option<Zone>,
    pub(super) count: u16,
    pub(super) name: String,
    pub(super) printing: Printing,
    /// The bytes of the name within the line.
    pub(super) span: Range<usize>,
    /// It does not say how many.
    pub(super) uncounted: bool,
    /// It has a category of lands.
    pub(super) land: bool,
}

/// A line that is none of these.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct BadLine {
    pub(super) span: Range<usize>,
    pub(super) message: String,
}

/// Reads one line; within a metadata section nothing is a card.
pub(super) fn read(raw: &str, metadata: bool) -> Result<Line, BadLine> {
    let text = raw.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Ok(Line::Blank);
    }
    if let Some((word, zone)) = misspelt(text) {
        let at = raw.len() - raw.trim_start_matches('\u{feff}').trim_start().len();
        let message = format!("found the heading `{word}`; did you mean `{}`?", zone.header());
        return Err(BadLine { span: at..at + text.len(), message });
    }
    if let Some(line) = header(text).or_else(|| xmage_metadata(text)).or_else(|| remark(text)) {
        return Ok(line);
    }
    if text.starts_with("//") || text.starts_with('#') {
        let said = text.trim_start_matches(['/', '#', '!']).trim();
        let heading = || header(said).or_else(|| of_lands(said));
        return Ok(deck_name(said, &[':', '=']).or_else(heading).unwrap_or(Line::Comment));
    }
    if metadata {
        return Ok(deck_name(text, &['=', ':', ' ']).unwrap_or(Line::Comment));
    }
    let start = raw.len() - raw.trim_start_matches('\u{feff}').trim_start().len();
    match card(text) {
        Ok(card) => Ok(Line::Card(CardLine { span: shift(&card.span, start), ..card })),
        Err(fault) => Err(BadLine { span: shift(&fault.span, start), ..fault }),
    }
}

fn shift(span: &Range<usize>, by: usize) -> Range<usize> {
    span.start + by..span.end + by
}

/// `Sideboard`, `SIDEBOARD:`, `Lands (34)`, `34 Lands`, `Ramp: 8`, `**Creatures**`, `== Draw ==`, `[Main]`, `About`.
fn header(text: &str) -> Option<Line> {
    let bare = text.trim_matches(['*', '=', '_', '~']).trim_matches([' ', '-', '—']).trim();
    let inner = bare.strip_prefix('[').and_then(|w| w.strip_suffix(']'));
    let colon = inner.unwrap_or(bare).trim().trim_end_matches(':').trim_end();
    let (word, counted) = without_count(colon);
    let word = word.trim_end_matches(':').trim();
    if word.eq_ignore_ascii_case("about") || word.eq_ignore_ascii_case("metadata") {
        return Some(Line::Metadata);
    }
    let zone = Zone::named(word).filter(|_| !is_type(word));
    let begins_with_count = text.starts_with(|c: char| c.is_ascii_digit());
    let dressed = inner.is_some() || text.starts_with("==") || text.starts_with("**") || text.starts_with("--");
    let is_category = is_type(word) || (!begins_with_count && (counted || dressed || text.ends_with(':')));
    let category = (is_category && !word.is_empty()).then(|| Line::Category { lands: is_of_lands(word) });
    zone.map(Line::Section).or(category)
}

/// A line that only a heading can be, and that would be one of a section but for a slip: `// Sidebord`, `Sidebord:`, `[Sidebord]`.
fn misspelt(text: &str) -> Option<(&str, Zone)> {
    let dressing = ['/', '#', '!', '*', '=', '_', '~', '-', '[', ']', ':', ' '];
    let word = text.trim_matches(dressing);
    let (word, _) = without_count(word);
    Zone::meant(word).filter(|_| word.len() < text.len()).map(|zone| (word, zone))
}

/// A short remark that ends in lands is a heading of them.
fn of_lands(said: &str) -> Option<Line> {
    (said.split_whitespace().count() <= 3 && is_of_lands(said)).then_some(Line::Category { lands: true })
}

/// A heading without how many cards it has, and whether it says so: `Lands (34)`, `Lands [34]`, `Lands: 34`, `Lands - 34`.
/// In front stands the number of types only: `23 Creatures` is no card, `7 Dwarves` could be one.
fn without_count(text: &str) -> (&str, bool) {
    let is_number = |text: &str| !text.is_empty() && text.len() <= 4 && text.chars().all(|c| c.is_ascii_digit());
    let behind = [("(", ")"), ("[", "]"), (":", ""), (" - ", ""), (" – ", ""), (" — ", "")];
    for (open, close) in behind {
        if let Some((word, number)) = text.rsplit_once(open)
            && number.strip_suffix(close).is_some_and(|number| is_number(number.trim()))
            && !word.trim().is_empty()
        {
            return (word.trim_end(), true);
        }
    }
    match text.split_once(' ') {
        Some((number, word)) if is_number(number) && is_type(word.trim()) => (word.trim(), true),
        _ => (text, false),
    }
}

/// What lists say of themselves: where they are from, what they are called, how many cards they have.
fn remark(text: &str) -> Option<Line> {
    if text.starts_with("http://") || text.starts_with("https://") {
        return Some(Line::Comment);
    }
    let (key, value) = text.split_once(':').map_or((text, ""), |(key, value)| (key.trim(), value.trim()));
    let key = key.to_lowercase();
    let is_total = key.starts_with("total") || matches!(key.as_str(), "cards" | "deck size" | "card count");
    let has_number = value.starts_with(|c: char| c.is_ascii_digit());
    let of_cards = key.split_once(' ').is_some_and(|(number, word)| {
        number.parse::<u16>().is_ok() && matches!(word, "card" | "cards" | "cards total" | "total cards")
    });
    if of_cards || (is_total && has_number) {
        return Some(Line::Comment);
    }
    let is_name = matches!(key.as_str(), "name" | "title" | "deck name" | "deck" | "format" | "author");
    if !is_name || value.is_empty() || has_number {
        return None;
    }
    let of_deck = !matches!(key.as_str(), "format" | "author");
    Some(if of_deck { Line::Name(value.to_owned()) } else { Line::Comment })
}

/// `Name: x`, `Name=x`, `Name x`.
fn deck_name(text: &str, separators: &[char]) -> Option<Line> {
    let (key, value) = text.split_once(separators)?;
    let value = value.trim();
    (key.trim().eq_ignore_ascii_case("name") && !value.is_empty()).then(|| Line::Name(value.to_owned()))
}

/// `NAME:x`, `AUTHOR:y`, `LAYOUT MAIN:...`: lines of XMage that are no cards.
fn xmage_metadata(text: &str) -> Option<Line> {
    if let Some(name) = text.strip_prefix("NAME:") {
        let name = name.trim();
        return Some(if name.is_empty() { Line::Comment } else { Line::Name(name.to_owned()) });
    }
    (text.starts_with("AUTHOR:") || text.starts_with("LAYOUT ")).then_some(Line::Comment)
}

/// Whether a name follows `[SET:number]`, as XMage has it.
pub(super) fn is_of_xmage(text: &str) -> bool {
    leading_printing(text).is_some_and(|(_, name)| text[..text.len() - name.len()].contains(':'))
}

/// `[SET:number]`, `[SET#number]` or `[SET]` before a name: the printing, and the name.
fn leading_printing(text: &str) -> Option<(Printing, &str)> {
    let (inside, name) = text.strip_prefix('[')?.split_once(']')?;
    let (set, number) = inside.split_once([':', '#']).map_or((inside, None), |(set, number)| (set, Some(number)));
    let name = name.trim_start();
    if !is_set(set) || number.is_some_and(str::is_empty) || name.is_empty() {
        return None;
    }
    let set = Some(set.to_uppercase()).filter(|set| set != UNTOLD.0);
    Some((Printing { set, number: number.and_then(number_of), foil: false }, name))
}

/// A collector's number, unless it is none or could not stand where some format has it: behind a name, or in brackets.
pub(super) fn number_of(text: &str) -> Option<String> {
    let foreign = |c: char| c.is_whitespace() || is_unseen(c) || "[](){}<>|\"".contains(c);
    let fits = !text.is_empty() && text != UNTOLD.1 && !text.contains(foreign);
    (fits && !text.starts_with(['*', '^', '#', '$'])).then(|| text.to_owned())
}

/// Whether that can be the code of a set.
pub(super) fn is_set(text: &str) -> bool {
    (2..=7).contains(&text.len()) && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// `[bullet] [zone:] [count[x]] [set] name {mark}`.
fn card(text: &str) -> Result<CardLine, BadLine> {
    let mut rest = text;
    for bullet in ["* ", "- ", "• "] {
        rest = rest.strip_prefix(bullet).unwrap_or(rest).trim_start();
    }
    let prefix = rest.split_once(':').and_then(|(word, after)| Some((Zone::named(word.trim())?, after)));
    let mut zone = prefix.map(|(zone, _)| zone);
    rest = prefix.map_or(rest, |(_, after)| after).trim_start();
    let (written, rest) = count(text, rest)?;
    let (before, rest) = leading_printing(rest).map_or((None, rest), |(printing, name)| (Some(printing), name));
    let (name, marks) = split_marks(rest);
    let (name, behind) = if written.is_none() { count_behind(name) } else { (name, None) };
    let start = text.len() - rest.len();
    if name.is_empty() {
        let message = format!("found `{text}`, expected a count and a card's name such as `1 Sol Ring`");
        return Err(BadLine { span: 0..text.len(), message });
    }
    if let Some(marked) = marked_zone(marks) {
        zone = Some(marked);
    }
    // Bars divide the line of Forge, where anything may stand between them.
    let stray = if rest.contains('|') { "" } else { behind_marks(marks) };
    if !stray.is_empty() {
        let at = text.trim_end().len() - stray.len();
        let message = format!("found `{stray}` behind the marks of `{}`, expected the end of the line", clean(name));
        return Err(BadLine { span: at..at + stray.len(), message });
    }
    let count = written.or(behind);
    Ok(CardLine {
        zone,
        count: count.unwrap_or(1),
        name: clean(name),
        printing: before.unwrap_or_else(|| printing(&rest[name.len()..])),
        span: start..start + name.len(),
        uncounted: count.is_none(),
        land: categories(marks).is_some_and(|categories| is_of_lands(first_of(categories))),
    })
}

/// The printing that the marks behind a name tell of: `(SET) 27 *F*`, `[SET] (F)`, `<042>`, `+|SET|art`.
fn printing(marks: &str) -> Printing {
    let mut printing = Printing::default();
    if let Some(forge) = marks.trim_start().strip_prefix('|').or_else(|| marks.trim_start().strip_prefix("+|")) {
        // What follows the set there is one of several pictures, not a number of the set.
        let set = forge.split('|').next().unwrap_or_default().trim();
        printing.set = is_set(set).then(|| set.to_uppercase());
        printing.foil = marks.trim_start().starts_with('+');
        return printing;
    }
    let mut after_set = false;
    for word in marks.split_whitespace() {
        let inner = |open: char, close: char| word.strip_prefix(open).and_then(|w| w.strip_suffix(close));
        let set = inner('(', ')').or_else(|| inner('[', ']').filter(|s| is_capitals(s)));
        let expected_number = std::mem::take(&mut after_set);
        if matches!(word, "*F*" | "*f*" | "*E*" | "*e*" | "(F)") {
            printing.foil = true;
        } else if let Some(set) = set.filter(|set| is_set(set)).filter(|_| printing.set.is_none()) {
            printing.set = Some(set.to_uppercase());
            after_set = true;
        } else if let Some(number) = inner('<', '>').and_then(number_of) {
            printing.number = Some(number);
        } else if expected_number && printing.number.is_none() {
            printing.number = number_of(word);
        }
    }
    printing
}

/// Sites that put sets in brackets write them in capitals; categories begin with one.
fn is_capitals(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit()) && Zone::named(text).is_none()
}

/// `4`, `4x`, `4 x`, `x4`; four digits begin a name.
fn count<'t>(line: &str, text: &'t str) -> Result<(Option<u16>, &'t str), BadLine> {
    if let Some(number) = no_count(text) {
        let (at, message) = (line.len() - text.len(), format!("found a count of {number}, expected 1 to {MOST}"));
        return Err(BadLine { span: at..at + number.len(), message });
    }
    let first = text.strip_prefix(['x', 'X']).filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let text = first.unwrap_or(text);
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let after = &text[digits..];
    let rest = after.strip_prefix(['x', 'X', '×']).unwrap_or(after);
    if !(1..=3).contains(&digits) || !(rest.is_empty() || rest.starts_with(char::is_whitespace)) {
        return Ok((None, without_times(text)));
    }
    match text[..digits].parse() {
        Ok(n) if n > 0 => Ok((Some(n), without_times(rest.trim_start()))),
        _ => {
            let at = line.len() - text.len();
            let message = format!("found a count of {}, expected 1 to {MOST}", &text[..digits]);
            Err(BadLine { span: at..at + digits, message })
        }
    }
}

/// A number before a name that counts nothing: `-99`, `1.5`. No card is called so.
fn no_count(text: &str) -> Option<&str> {
    let (number, _) = text.split_once(char::is_whitespace)?;
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let whole = number.strip_prefix('-').unwrap_or(number);
    let broken = whole.split_once('.').is_some_and(|(whole, part)| digits(whole) && digits(part));
    (broken || digits(whole) && whole.len() < number.len()).then_some(number)
}

/// The name, and the marks behind it: set and number, foil, categories, labels, tags, price.
fn split_marks(text: &str) -> (&str, &str) {
    if let Some((name, marks)) = text.split_once('|') {
        return (name.trim_end().trim_end_matches('+').trim_end(), marks); // Forge: name[+]|SET|art
    }
    let is_start = |(at, c): &(usize, char)| c.is_whitespace() && begins_mark(text[*at..].trim_start());
    let end = text.char_indices().find(is_start).map_or(text.len(), |(at, _)| at);
    let (name, marks) = text.split_at(end);
    (name.trim_end(), marks.trim())
}

/// What stands behind the marks of a line and is none: a further card, say. Sites have a number behind a set, and words for foils
/// and prices; tags and remarks go on to the end of the line.
fn behind_marks(mut marks: &str) -> &str {
    let mut after_set = false;
    while !marks.is_empty() && !marks.starts_with('#') && !marks.starts_with("//") {
        let expects_number = std::mem::take(&mut after_set);
        let closed =
            [('(', ')'), ('[', ']'), ('<', '>'), ('*', '*'), ('^', '^')].into_iter().find_map(|(open, close)| {
                let (inner, rest) = marks.strip_prefix(open)?.split_once(close)?;
                let set = open == '(' || (open == '[' && is_capitals(inner));
                Some((set && is_set(inner), rest))
            });
        let word = marks.split_whitespace().next().unwrap_or_default();
        marks = match closed {
            Some((set, rest)) => {
                after_set = set;
                rest
            }
            None if expects_number || is_remark(word) => &marks[word.len()..],
            None => return marks,
        }
        .trim_start();
    }
    ""
}

/// A word that stands by itself behind a name: `!Commander`, `foil`, a price.
fn is_remark(word: &str) -> bool {
    word.starts_with(['!', '$', '€', '£']) || ["foil", "etched"].contains(&word.to_lowercase().as_str())
}

fn begins_mark(text: &str) -> bool {
    let inner = |open: char, close: char| text.strip_prefix(open).and_then(|t| t.split_once(close)).map(|(i, _)| i);
    let word = |s: &str| s.chars().all(|c| c.is_alphanumeric() || c == '_');
    inner('(', ')').is_some_and(|set| (1..=7).contains(&set.chars().count()) && word(set))
        || inner('(', ')').is_some_and(|mark| mark.eq_ignore_ascii_case("commander"))
        || inner('[', ']').is_some_and(|category| !category.is_empty())
        || inner('<', '>').is_some_and(|number| !number.is_empty())
        || inner('*', '*').is_some_and(|mark| !mark.is_empty() && word(mark))
        || inner('^', '^').is_some_and(|label| label.contains(','))
        || text.starts_with('#')
        || text.strip_prefix('$').is_some_and(|price| price.starts_with(|c: char| c.is_ascii_digit()))
}

/// A name without signs of multiplication that stand apart before it, as in `4 x Island`; the card X has a capital.
fn without_times(mut name: &str) -> &str {
    while let Some(rest) = name.strip_prefix("x ").or_else(|| name.strip_prefix("× ")) {
        name = rest.trim_start();
    }
    name
}

/// `Island x4`: the name, and the count behind it.
fn count_behind(name: &str) -> (&str, Option<u16>) {
    let found = name.rsplit_once(' ').and_then(|(before, last)| {
        let digits = last.strip_prefix(['x', 'X', '×'])?;
        let count = digits.parse().ok().filter(|count| (1..=MOST).contains(count))?;
        Some((before.trim_end(), Some(count)))
    });
    found.filter(|(before, _)| !before.is_empty()).unwrap_or((name, None))
}

/// The zone that a mark for commanders or the first category in brackets gives.
fn marked_zone(marks: &str) -> Option<Zone> {
    let said = marks.to_lowercase();
    if ["*cmdr*", "*commander*", "(commander)", "!commander"].iter().any(|mark| said.contains(mark)) {
        return Some(Zone::Commander);
    }
    let categories = categories(marks)?;
    if categories.to_lowercase().contains("{nodeck}") {
        return Some(Zone::Maybeboard);
    }
    Zone::named(first_of(categories)).filter(|zone| *zone != Zone::Main)
}

/// The categories of Archidekt: `[Ramp,Draw{noPrice}]`.
fn categories(marks: &str) -> Option<&str> {
    let (_, after) = marks.split_once('[')?;
    Some(after.split_once(']')?.0)
}

/// The first of several categories, which is the one that counts.
fn first_of(categories: &str) -> &str {
    categories.split([',', '{']).next().unwrap_or_default().trim()
}
