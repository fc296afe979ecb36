//! Cards of two parts, and those whose abilities come with their levels.

use winnow::Parser;

use super::emit::Entry;
use super::grammar::{In, Parsed, eat, lit, mana, maybe, number, one, stuck, table};
use super::lines::{Card, groups, pair};
use super::text::{Token, sentence};
use super::tokens::KnownTokens;
use super::value::Value;
use super::{Printed, Refusal};

/// The layout of cards with level symbols (CR 711).
pub(super) const LEVELER: &str = "leveler";

/// The layout of Classes (CR 717).
pub(super) const CLASS: &str = "class";

/// The entry of a card.
pub(super) fn card(printed: &Printed<'_>, known: &KnownTokens) -> Result<Entry, Refusal> {
    if let Some((layout, back)) = two_parts(printed) {
        return parts(printed, layout, back, known);
    }
    let mut card = Card::begin(printed, known)?;
    let mut levels = Levels::of(printed);
    for group in groups(printed) {
        levels.group(&mut card, &group)?;
    }
    card.finish(printed)
}

/// Every group of lines that stops the card.
pub(super) fn stops(printed: &Printed<'_>, known: &KnownTokens) -> Vec<Refusal> {
    if let Some((_, back)) = two_parts(printed) {
        let mut found = stops(&Printed { layout: None, back: None, ..*printed }, known);
        found.extend(stops(&Printed { layout: None, back: None, ..*back }, known));
        return found;
    }
    let mut card = match Card::begin(printed, known) {
        Ok(card) => card,
        Err(refusal) => return vec![refusal],
    };
    let mut levels = Levels::of(printed);
    let mut found: Vec<Refusal> =
        groups(printed).iter().filter_map(|group| levels.group(&mut card, group).err()).collect();
    if found.is_empty() {
        found.extend(card.finish(printed).err());
    }
    found
}

/// Cards of two parts: the layout in files of cards, and in entries, where transforming goes without saying.
const TWO_PARTS: [(&str, Option<&str>); 5] = [
    ("modal_dfc", Some("modal")),
    ("adventure", Some("adventure")),
    ("split", Some(SPLIT)),
    ("aftermath", Some(SPLIT)),
    ("transform", None),
];

/// The layout of cards that have both halves on one side.
const SPLIT: &str = "split";

/// The other part of a card of two, and its layout in entries.
fn two_parts<'p>(printed: &Printed<'p>) -> Option<(Option<&'static str>, &'p Printed<'p>)> {
    let (_, layout) = TWO_PARTS.into_iter().find(|(layout, _)| printed.layout == Some(layout))?;
    Some((layout, printed.back?))
}

/// Either part has characteristics of its own (CR 709.3, 712.2, 712.3, 715.3), so each is translated by itself.
fn parts(
    front: &Printed<'_>,
    layout: Option<&'static str>,
    back: &Printed<'_>,
    known: &KnownTokens,
) -> Result<Entry, Refusal> {
    let mut entry = card(&Printed { layout: None, back: None, ..*front }, known)?;
    // The identity is that of both (CR 903.4d) and stands with the front.
    let mut back = card(&Printed { layout: None, back: None, identity: None, ..*back }, known)?;
    if layout == Some(SPLIT) {
        // A half has a name of its own; the card has both (CR 709.4a).
        let both = format!("{} // {}", front.name, back.name);
        entry
            .fields
            .iter_mut()
            .filter(|(key, _)| *key == "name")
            .for_each(|(_, name)| *name = Value::text(both.as_str()));
        entry.name = both;
    }
    entry.fields.extend(layout.map(|layout| ("layout", Value::text(layout))));
    // Either half has the line (CR 702.102a); the card says it once.
    back.fields.retain(|(key, _)| *key != "fuse");
    entry.tokens.extend(
        back.tokens.iter().filter(|(key, _)| !entry.tokens.iter().any(|(k, _)| k == key)).cloned().collect::<Vec<_>>(),
    );
    if let Some(identity) = front.identity {
        super::whole::keep_within(identity, &mut back);
    }
    entry.back = Some(Box::new(Entry { tokens: Vec::new(), ..back }));
    Ok(entry)
}

/// Which levels the lines are for that come now.
enum Levels {
    /// The card has none.
    None,
    /// Level symbols: so many level counters (CR 711.2), as a condition.
    Symbols(Option<String>),
    /// Levels of a Class (CR 717.2); the first needs nothing.
    Class(i32),
}

impl Levels {
    fn of(printed: &Printed<'_>) -> Levels {
        match printed.layout {
            Some(LEVELER) => Levels::Symbols(None),
            Some(CLASS) => Levels::Class(1),
            _ => Levels::None,
        }
    }

    /// While what holds the card has the abilities of those levels.
    fn condition(&self) -> Option<String> {
        match self {
            Levels::None | Levels::Class(1) => None,
            Levels::Symbols(counters) => counters.clone(),
            Levels::Class(level) => Some(format!("level >= {level}")),
        }
    }

    /// A line, or a head over those that follow.
    fn group(&mut self, card: &mut Card<'_>, group: &[Vec<Token>]) -> Result<(), Refusal> {
        if let [head] = group
            && self.head(card, head)
        {
            return Ok(());
        }
        let Some(condition) = self.condition() else { return card.group(group) };
        let (keywords, fields, ways, abilities) =
            (card.keywords.len(), card.fields.len(), card.ways.len(), card.abilities.len());
        card.group(group)?;
        if card.fields.len() > fields || card.ways.len() > ways {
            let line = group.iter().map(|line| sentence(line)).collect::<Vec<_>>().join(" ");
            return Err(Refusal::NotSure { line, why: "it has that at some levels only" });
        }
        for ability in card.abilities.iter_mut().skip(abilities) {
            under(ability, &condition);
        }
        let gained: Vec<Value> = card.keywords.drain(keywords..).map(Value::Text).collect();
        if !gained.is_empty() {
            let pump =
                Value::single("pump", Value::table([("what", Value::text("self")), ("keywords", Value::List(gained))]));
            card.abilities.push(Value::Table(vec![pair("static", pump), pair("if", Value::Text(condition))]));
        }
        Ok(())
    }

    /// The heads of levels: "LEVEL 2-6" with the size below it, "{2}{G}: Level 2". Whether the line is one.
    fn head(&mut self, card: &mut Card<'_>, line: In<'_>) -> bool {
        let mut i = line;
        match self {
            Levels::None => false,
            Levels::Symbols(condition) => {
                if let Some(counters) = maybe(&mut i, symbol) {
                    *condition = Some(counters);
                    return true;
                }
                let Some(size) = condition.as_ref().and_then(|_| maybe(&mut i, size)) else { return false };
                let condition = condition.clone().unwrap_or_default();
                let size = Value::single("size", Value::List(size.map(Value::Number).to_vec()));
                card.abilities.push(Value::Table(vec![pair("static", size), pair("if", Value::Text(condition))]));
                true
            }
            Levels::Class(level) => {
                let Some((cost, next)) = maybe(&mut i, class_level) else { return false };
                if next != *level + 1 {
                    return false;
                }
                let gain = Value::single("gain-level", Value::single("level", Value::Number(next)));
                card.abilities.push(Value::Table(vec![
                    pair("cost", Value::Text(cost)),
                    pair("timing", Value::text("sorcery")),
                    pair("if", Value::Text(format!("level = {level}"))),
                    pair("do", gain),
                ]));
                *level = next;
                true
            }
        }
    }
}

/// Puts an ability under one more condition.
fn under(ability: &mut Value, condition: &str) {
    let Value::Table(pairs) = ability else { return };
    // The trigger says the level itself.
    let becomes = |(key, value): &(String, Value)| {
        key == "trigger" && matches!(value, Value::Table(of) if of.iter().any(|(name, _)| name == "becomes-level"))
    };
    if pairs.iter().any(becomes) {
        return;
    }
    // What has triggered resolves at any level.
    let key = if pairs.iter().any(|(key, _)| key == "trigger") { "when" } else { "if" };
    match pairs.iter_mut().find(|(k, _)| k == key) {
        Some((_, Value::Text(words))) => *words = format!("{condition} and {words}"),
        _ => {
            let behind = pairs
                .iter()
                .position(|(key, _)| {
                    !matches!(
                        key.as_str(),
                        "trigger" | "when" | "cost" | "mana" | "from" | "timing" | "static" | "replacement"
                    )
                })
                .unwrap_or(pairs.len());
            pairs.insert(behind, pair(key, Value::text(condition)));
        }
    }
}

/// "LEVEL 2-6", "LEVEL 7+": the level counters it stands for.
fn symbol(i: &mut In<'_>) -> Parsed<String> {
    lit("level").parse_next(i)?;
    let range = one(|_| true).parse_next(i)?.text.clone();
    let counters = |text: &str| text.parse::<u8>().ok();
    let found = match (range.strip_suffix('+'), range.split_once('-')) {
        (Some(from), _) => counters(from).map(|from| format!("counters level >= {from}")),
        (None, Some((from, to))) => counters(from)
            .zip(counters(to).and_then(|to| to.checked_add(1)))
            .map(|(from, to)| format!("counters level >= {from} and counters level < {to}")),
        (None, None) => None,
    };
    found.filter(|_| i.is_empty()).map_or_else(|| stuck(i), Ok)
}

/// "3/3" on a line of its own.
fn size(i: &mut In<'_>) -> Parsed<[i32; 2]> {
    let token = one(|t| t.text.contains('/')).parse_next(i)?;
    let size =
        token.text.split_once('/').and_then(|(power, toughness)| Some([power.parse().ok()?, toughness.parse().ok()?]));
    size.filter(|_| i.is_empty()).map_or_else(|| stuck(i), Ok)
}

/// "{2}{G}: Level 2".
fn class_level(i: &mut In<'_>) -> Parsed<(String, i32)> {
    let cost = mana(i)?;
    lit(": level").parse_next(i)?;
    let level = number(i)?;
    if i.is_empty() { Ok((cost, level)) } else { stuck(i) }
}

/// "Exile this Saga, then return it to the battlefield transformed under your control": where it returns.
pub(super) fn returned_transformed(i: &mut In<'_>) -> Parsed<&'static str> {
    lit("exile ~ , then return").parse_next(i)?;
    table(&[("it", ()), ("him", ()), ("her", ()), ("~", ())]).parse_next(i)?;
    lit("to the battlefield transformed under").parse_next(i)?;
    if eat(i, "your control") {
        return Ok("battlefield-transformed");
    }
    table(&[("its owner's control", ()), ("his owner's control", ()), ("her owner's control", ())]).parse_next(i)?;
    Ok("battlefield-transformed-of-owner")
}
