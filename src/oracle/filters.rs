//! Noun phrases: "another nonblack creature an opponent controls with power 3 or less" is a filter.

use winnow::Parser;

use super::ast::{Filter, Who, Zone};
use super::grammar::{In, Parsed, eat, lit, maybe, number, one, stuck, table};
use super::keywords;
use super::subtypes::{is_plural, subtype};

/// Card types and the like, with singular and whether the form is plural.
const TYPES: &[(&str, (&str, bool))] = &[
    ("artifact", ("artifact", false)),
    ("artifacts", ("artifact", true)),
    ("creature", ("creature", false)),
    ("creatures", ("creature", true)),
    ("enchantment", ("enchantment", false)),
    ("enchantments", ("enchantment", true)),
    ("land", ("land", false)),
    ("lands", ("land", true)),
    ("planeswalker", ("planeswalker", false)),
    ("planeswalkers", ("planeswalker", true)),
    ("instant", ("instant", false)),
    ("instants", ("instant", true)),
    ("sorcery", ("sorcery", false)),
    ("sorceries", ("sorcery", true)),
];

/// Words before the noun that are words of filters.
const ADJECTIVES: &[(&str, &str)] = &[
    ("other", "other"),
    ("another", "other"),
    ("attacking or blocking", "in-combat"),
    ("blocking or attacking", "in-combat"),
    ("tapped", "tapped"),
    ("untapped", "untapped"),
    ("attacking", "attacking"),
    ("blocking", "blocking"),
    ("legendary", "legendary"),
    ("nonlegendary", "nonlegendary"),
    ("basic", "basic"),
    ("nonbasic", "nonbasic"),
    ("snow", "snow"),
    ("nontoken", "nontoken"),
    ("noncreature", "noncreature"),
    ("nonland", "nonland"),
    ("nonartifact", "nonartifact"),
    ("nonenchantment", "nonenchantment"),
    ("nonwhite", "nonwhite"),
    ("nonblue", "nonblue"),
    ("nonblack", "nonblack"),
    ("nonred", "nonred"),
    ("nongreen", "nongreen"),
    ("colorless", "colourless"),
    ("multicolored", "multicoloured"),
];

/// Colours.
pub(super) const COLOURS: &[(&str, &str)] =
    &[("white", "white"), ("blue", "blue"), ("black", "black"), ("red", "red"), ("green", "green")];

/// Whose, behind the noun.
const WHOSE: &[(&str, &str)] = &[
    ("you control", "yours"),
    ("you don't control", "others"),
    ("an opponent controls", "opponents"),
    ("your opponents control", "opponents"),
    ("opponents control", "opponents"),
];

/// The adjectives and colours before a noun.
fn adjectives(i: &mut In<'_>) -> Parsed<Vec<String>> {
    let mut words: Vec<String> = Vec::new();
    loop {
        if let Some(word) = maybe(i, table(ADJECTIVES)) {
            words.push(word.to_owned());
        } else if let Some(colour) = maybe(i, table(COLOURS)) {
            let mut colours = colour.to_owned();
            while let Some(more) = maybe(i, (separator, table(COLOURS)).map(|(_, c)| c)) {
                colours.push('|');
                colours.push_str(more);
            }
            words.push(colours);
        } else if let Some(name) = maybe(i, not_subtype) {
            words.push(format!("not-{name}"));
        } else if !words.is_empty() && eat_comma_before_adjective(i) {
        } else {
            return Ok(words);
        }
    }
}

/// "Nonartifact, nonblack": a comma between two adjectives of that kind.
fn eat_comma_before_adjective(i: &mut In<'_>) -> bool {
    match i {
        [comma, next, ..] if comma.text == "," && next.text.starts_with("non") => {
            *i = &i[1..];
            true
        }
        _ => false,
    }
}

/// "non-Spirit".
fn not_subtype(i: &mut In<'_>) -> Parsed<&'static str> {
    let token = one(|t| t.text.starts_with("non-")).parse_next(i)?;
    match token.printed.get(4..).and_then(subtype) {
        Some((name, _)) => Ok(name),
        None => stuck(i),
    }
}

/// What stands between the parts of a list.
fn separator(i: &mut In<'_>) -> Parsed<()> {
    const SEPARATORS: &[(&str, ())] =
        &[(", and/or", ()), (", or", ()), (", and", ()), ("and/or", ()), ("or", ()), ("and", ()), (",", ())];
    table(SEPARATORS).parse_next(i)
}

/// One part of a list of nouns: "artifact creature", "Goblin".
#[derive(Default)]
struct Noun {
    types: Vec<&'static str>,
    subtypes: Vec<(&'static str, bool)>,
    plural: bool,
}

impl Noun {
    fn is_single(&self) -> bool {
        self.types.len() + self.subtypes.len() == 1
    }
}

fn noun(i: &mut In<'_>) -> Parsed<Noun> {
    let mut noun = Noun::default();
    loop {
        if let Some((name, plural)) = maybe(i, table(TYPES)) {
            noun.types.push(name);
            noun.plural |= plural;
        } else if let Some(token) = maybe(i, one(|t| t.is_capital() && subtype(&t.printed).is_some())) {
            noun.plural |= is_plural(&token.printed);
            noun.subtypes.extend(subtype(&token.printed));
        } else {
            break;
        }
        if noun.plural {
            break;
        }
    }
    if noun.types.is_empty() && noun.subtypes.is_empty() { stuck(i) } else { Ok(noun) }
}

/// A list of nouns.
fn nouns(i: &mut In<'_>, alone: bool) -> Parsed<Vec<Noun>> {
    let mut found = vec![noun(i)?];
    // "A Forest or a Plains"; of "another Elf or a Forest" only one is another.
    const ARTICLES: &[(&str, ())] = &[("or a", ()), ("or an", ())];
    let again = |i: &mut In<'_>| {
        if !alone || maybe(i, table(ARTICLES)).is_none() {
            separator(i)?;
        }
        noun(i)
    };
    while let Some(next) = maybe(i, again) {
        found.push(next);
    }
    Ok(found)
}

const HEADS: &[(&str, (&str, bool))] = &[
    ("permanent card", ("permanent card", false)),
    ("permanent cards", ("permanent card", true)),
    ("permanent", ("permanent", false)),
    ("permanents", ("permanent", true)),
    ("card", ("card", false)),
    ("cards", ("card", true)),
    ("spell", ("spell", false)),
    ("spells", ("spell", true)),
    ("token", ("token", false)),
    ("tokens", ("token", true)),
];

/// A noun phrase.
pub(super) fn filter(i: &mut In<'_>) -> Parsed<Filter> {
    let mut filter = Filter { words: adjectives(i)?, ..Filter::default() };
    let alone = filter.words.is_empty();
    let list = maybe(i, |i: &mut In<'_>| nouns(i, alone)).unwrap_or_default();
    let head = if list.iter().any(|n| n.plural) { None } else { maybe(i, table(HEADS)) };
    match (&list[..], head) {
        ([], None) => return stuck(i),
        ([], Some((head, plural))) => {
            if head == "permanent card" {
                filter.words.push("permanent".to_owned());
            }
            (filter.noun, filter.plural) = (if head == "permanent card" { "card" } else { head }, plural);
            match head {
                "permanent" | "token" | "spell" => filter.words.push(head.to_owned()),
                _ => {}
            }
        }
        ([only], head) => {
            filter.noun = only.types.last().copied().unwrap_or("permanent");
            filter.plural = only.plural;
            if only.subtypes.len() > 1 {
                return stuck(i);
            }
            let bare_creature_type = only.types.is_empty() && only.subtypes.iter().any(|(_, creature)| *creature);
            if bare_creature_type && head.is_none() {
                filter.noun = "creature";
            }
            filter.words.extend(only.subtypes.iter().map(|(name, _)| (*name).to_owned()));
            filter.words.extend(only.types.iter().map(|name| (*name).to_owned()));
            with_head(&mut filter, head);
        }
        (many, head) => {
            // "Nonblack artifact or creature": of what the adjective speaks is not said.
            let common = ["other", "nontoken", "tapped", "untapped", "multicoloured", "colourless"];
            let whole = head.is_some();
            if !many.iter().all(Noun::is_single) || !whole && filter.words.iter().any(|w| !common.contains(&w.as_str()))
            {
                return stuck(i);
            }
            let types: Vec<&str> = many.iter().flat_map(|n| n.types.iter().copied()).collect();
            let subtypes: Vec<&str> = many.iter().flat_map(|n| n.subtypes.iter().map(|(s, _)| *s)).collect();
            if !types.is_empty() && !subtypes.is_empty() || subtypes.len() > 4 {
                return stuck(i);
            }
            filter.plural = many.iter().any(|n| n.plural);
            filter.noun = if types.len() == 1 { types[0] } else { "permanent" };
            let bare_creature_types =
                !subtypes.is_empty() && many.iter().all(|n| n.subtypes.iter().all(|(_, creature)| *creature));
            if bare_creature_types && head.is_none() {
                filter.noun = "creature";
            }
            filter.words.push(if types.is_empty() { subtypes.join("|") } else { types.join("|") });
            with_head(&mut filter, head);
        }
    }
    while suffix(i, &mut filter) {}
    // A filter rules out two subtypes at most.
    if filter.words.iter().filter(|w| w.starts_with("not-")).count() > 2 {
        return stuck(i);
    }
    Ok(filter)
}

fn with_head(filter: &mut Filter, head: Option<(&'static str, bool)>) {
    if let Some((head, plural)) = head {
        filter.plural = plural;
        filter.noun = if head == "permanent card" { "card" } else { head };
        if head == "permanent card" && !filter.has("permanent") {
            filter.words.push("permanent".to_owned());
        }
        if head == "token" || head == "spell" {
            filter.words.push(head.to_owned());
        } else if head == "permanent" && !filter.has("permanent") {
            filter.words.push("permanent".to_owned());
        }
    }
}

/// What may stand behind the noun.
fn suffix(i: &mut In<'_>, filter: &mut Filter) -> bool {
    if filter.whose.is_none()
        && let Some(whose) = maybe(i, table(WHOSE))
    {
        filter.whose = Some(whose);
        return true;
    }
    if filter.whose.is_none()
        && let Some(who) = maybe(i, controls)
    {
        (filter.whose, filter.them) = (Some("theirs"), Some(Box::new(who)));
        return true;
    }
    if filter.zone == Zone::Usual
        && let Some(zone) = maybe(i, zone)
    {
        filter.zone = zone;
        return true;
    }
    const OTHERS: &[(&str, &str)] = &[
        ("from an opponent's graveyard", "opponents"),
        ("in an opponent's graveyard", "opponents"),
        ("from that player's graveyard", "theirs"),
        ("in that player's graveyard", "theirs"),
    ];
    if filter.zone == Zone::Usual
        && filter.whose.is_none()
        && matches!(filter.noun, "card" | "permanent" | "creature")
        && let Some(whose) = maybe(i, table(OTHERS))
    {
        (filter.zone, filter.whose) = (Zone::AnyGraveyard, Some(whose));
        filter.them = (whose == "theirs").then(|| Box::new(Who::That));
        return true;
    }
    if eat(i, "on the battlefield") {
        return true;
    }
    if !filter.has("other") && eat(i, "other than ~") {
        filter.words.push("other".to_owned());
        return true;
    }
    const CHOSEN: &[(&str, &str)] = &[("of the chosen type", "chosen-type"), ("of the chosen color", "chosen-colour")];
    if !filter.words.iter().any(|word| word.starts_with("chosen-") || word.contains('|'))
        && let Some(word) = maybe(i, table(CHOSEN))
    {
        filter.words.push(word.to_owned());
        return true;
    }
    let before = *i;
    if let Some(word) = maybe(i, with) {
        // Of several types, only the last may be meant: "artifact, enchantment, or creature with flying".
        let of_creatures = ["with-", "without-", "power", "toughness"].iter().any(|start| word.starts_with(start));
        if of_creatures && filter.words.iter().any(|words| words.contains('|')) {
            *i = before;
            return false;
        }
        filter.words.push(word);
        return true;
    }
    false
}

/// "That player controls".
fn controls(i: &mut In<'_>) -> Parsed<Who> {
    const PLAYERS: &[(&str, bool)] = &[("that player controls", false), ("defending player controls", true)];
    if let Some(defending) = maybe(i, table(PLAYERS)) {
        return Ok(if defending { Who::Defending } else { Who::That });
    }
    let target = super::references::player_target(i)?;
    lit("controls").parse_next(i)?;
    match target.of {
        super::ast::TargetOf::Player { .. } => Ok(Who::Target(target)),
        _ => stuck(i),
    }
}

fn zone(i: &mut In<'_>) -> Parsed<Zone> {
    const ZONES: &[(&str, Zone)] = &[
        ("in your graveyard", Zone::YourGraveyard),
        ("from your graveyard", Zone::YourGraveyard),
        ("in a graveyard", Zone::AnyGraveyard),
        ("from a graveyard", Zone::AnyGraveyard),
    ];
    table(ZONES).parse_next(i)
}

/// "With power 3 or less", "with flying", "with a +1/+1 counter on it".
fn with(i: &mut In<'_>) -> Parsed<String> {
    const THIS_TURN: &[(&str, &str)] = &[
        ("that attacked this turn", "attacked-this-turn"),
        ("that's attacking", "attacking"),
        ("that has a -1/-1 counter on it", "with--1/-1-counter"),
        ("that has a +1/+1 counter on it", "with-+1/+1-counter"),
        ("that aren't enchanted", "not-enchanted"),
    ];
    if let Some(word) = maybe(i, table(THIS_TURN)) {
        return Ok(word.to_owned());
    }
    if eat(i, "without") {
        let keyword = keywords::simple(i)?;
        return Ok(format!("without-{}", keyword.replace(' ', "-")));
    }
    lit("with").parse_next(i)?;
    if let Some(word) = maybe(i, bound) {
        return Ok(word);
    }
    if let Some(kind) = maybe(i, counters_on) {
        return Ok(format!("with-{kind}-counter"));
    }
    let keyword = keywords::simple(i)?;
    // "With flying or reach" would need two filters.
    if i.first().is_some_and(|t| t.text == "or") {
        return stuck(i);
    }
    Ok(format!("with-{}", keyword.replace(' ', "-")))
}

/// "a +1/+1 counter on it", "+1/+1 counters on them".
fn counters_on(i: &mut In<'_>) -> Parsed<String> {
    let one_of = eat(i, "a") || eat(i, "an");
    let kind = counter_kind(i)?;
    match one_of {
        true => lit("counter on it").parse_next(i)?,
        false => lit("counters on them").parse_next(i)?,
    }
    Ok(kind)
}

/// The kind of a counter.
pub(super) fn counter_kind(i: &mut In<'_>) -> Parsed<String> {
    let token = one(|t| {
        matches!(t.text.as_str(), "+1/+1" | "-1/-1")
            || t.text.bytes().all(|b| b.is_ascii_lowercase()) && !t.text.is_empty()
    })
    .parse_next(i)?;
    match i.first() {
        Some(next) if matches!(next.text.as_str(), "counter" | "counters") => Ok(token.text.clone()),
        _ => stuck(i),
    }
}

/// "power 3 or less", "converted mana cost X or less".
fn bound(i: &mut In<'_>) -> Parsed<String> {
    const SUBJECTS: &[(&str, &str)] =
        &[("power", "power"), ("toughness", "toughness"), ("converted mana cost", "mv"), ("mana value", "mv")];
    let subject = table(SUBJECTS).parse_next(i)?;
    if eat(i, "x or less") {
        return Ok(format!("{subject}<=x"));
    }
    if subject == "mv" && eat(i, "x") {
        return if i.first().is_some_and(|t| t.text == "or") { stuck(i) } else { Ok("mv=x".to_owned()) };
    }
    let n = number(i)?;
    let sign = if eat(i, "or less") {
        "<="
    } else if eat(i, "or greater") {
        ">="
    } else if i.first().is_some_and(|t| matches!(t.text.as_str(), "or" | ",")) && subject == "power" {
        return stuck(i);
    } else {
        "="
    };
    Ok(format!("{subject}{sign}{n}"))
}
