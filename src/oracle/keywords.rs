//! Keyword abilities: those that are words of card files, and those that stand for an ability.

use winnow::Parser;

use super::grammar::{In, Parsed, eat, lit, maybe, table};

/// Keywords that a creature can have or gain, with their names in card files.
const SIMPLE: &[(&str, &str)] = &[
    ("deathtouch", "deathtouch"),
    ("defender", "defender"),
    ("double strike", "double strike"),
    ("first strike", "first strike"),
    ("flash", "flash"),
    ("flying", "flying"),
    ("haste", "haste"),
    ("hexproof", "hexproof"),
    ("indestructible", "indestructible"),
    ("lifelink", "lifelink"),
    ("reach", "reach"),
    ("shroud", "shroud"),
    ("trample", "trample"),
    ("vigilance", "vigilance"),
    ("menace", "menace"),
    ("skulk", "skulk"),
    ("swampwalk", "swampwalk"),
    ("islandwalk", "islandwalk"),
    ("horsemanship", "horsemanship"),
    ("shadow", "shadow"),
    ("infect", "infect"),
    ("wither", "wither"),
    ("plainswalk", "plainswalk"),
    ("mountainwalk", "mountainwalk"),
    ("forestwalk", "forestwalk"),
    ("fear", "fear"),
    ("intimidate", "intimidate"),
    ("flanking", "flanking"),
    ("decayed", "decayed"),
];

/// A keyword by name.
pub(super) fn simple(i: &mut In<'_>) -> Parsed<&'static str> {
    let name = table(SIMPLE).parse_next(i)?;
    // "Hexproof from" is another ability, and so is "flying" before "counter".
    if i.first().is_some_and(|t| matches!(t.text.as_str(), "from" | "counter" | "counters")) {
        return super::grammar::stuck(i);
    }
    Ok(name)
}

/// "Flying, first strike, and haste".
pub(super) fn list(i: &mut In<'_>) -> Parsed<Vec<&'static str>> {
    let mut found = vec![simple(i)?];
    while let Some(more) = maybe(i, |i: &mut In<'_>| {
        if !(eat(i, ", and") || eat(i, "and")) {
            lit(",").parse_next(i)?;
        }
        simple(i)
    }) {
        found.push(more);
    }
    Ok(found)
}

/// "Can't be blocked", "can't attack or block": restrictions that are keywords in card files.
pub(super) fn restriction(i: &mut In<'_>) -> Parsed<&'static [&'static str]> {
    const RESTRICTIONS: &[(&str, &[&str])] = &[
        ("can't attack or block", &["can't attack", "can't block"]),
        ("can't attack", &["can't attack"]),
        ("can't block", &["can't block"]),
        ("attacks each combat if able", &["must attack"]),
        ("attack each combat if able", &["must attack"]),
        ("attacks each turn if able", &["must attack"]),
        ("attack each turn if able", &["must attack"]),
    ];
    // "Can't be blocked by ..." says less.
    let blocked = |i: &mut In<'_>| -> Parsed<&'static [&'static str]> {
        lit("can't be blocked").parse_next(i)?;
        match i.first() {
            Some(t) if matches!(t.text.as_str(), "by" | "except" | "as" | "unless") => super::grammar::stuck(i),
            _ => Ok(&["unblockable"]),
        }
    };
    if let Some(words) = maybe(i, blocked) {
        return Ok(words);
    }
    let words = table(RESTRICTIONS).parse_next(i)?;
    match i.first() {
        Some(t)
            if matches!(
                t.text.as_str(),
                "unless" | "alone" | "you" | "~" | "or" | "except" | "creatures" | "enchanted"
            ) =>
        {
            super::grammar::stuck(i)
        }
        _ => Ok(words),
    }
}
