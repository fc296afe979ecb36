//! Mana that mana abilities make.

use winnow::Parser;

use super::amounts;
use super::ast::Amount;
use super::grammar::{In, Parsed, eat, lit, mana, maybe, number, stuck, table};

/// Mana as mana abilities write it: fixed words, or one symbol so many times.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Made {
    /// As written.
    Words(String),
    /// A symbol times an amount.
    Times(String, Amount),
    /// One of several that are more than a symbol each.
    OneOf(Vec<String>),
}

/// What stands behind "add".
pub(super) fn made(i: &mut In<'_>) -> Parsed<Made> {
    const FIXED: &[(&str, &str)] = &[
        ("one mana of any color in your commander's color identity", "commander-colour"),
        ("one mana of any color that a land an opponent controls could produce", "opponents-land-colour"),
        ("one mana of any type that a land you control could produce", "own-land-type"),
        ("one mana of any color that a land you control could produce", "own-land-colour"),
        ("one mana of the chosen color", "chosen-colour"),
    ];
    if let Some(words) = maybe(i, table(FIXED)) {
        return Ok(Made::Words(words.to_owned()));
    }
    if let Some(n) = maybe(i, |i: &mut In<'_>| {
        let n = number(i)?;
        lit("mana of any").parse_next(i)?;
        if n > 1 {
            lit("one").parse_next(i)?;
        }
        lit("color").parse_next(i)?;
        if super::references::at_end(i) { Ok(n) } else { stuck(i) }
    }) {
        return Ok(Made::Words(if n == 1 { "any-colour".to_owned() } else { format!("{n} any-colour") }));
    }
    if let Some((amount, types)) = maybe(i, combination) {
        return Ok(Made::Times(format!("combination {types}"), amount));
    }
    if eat(i, "an amount of") {
        let symbol = mana(i)?;
        lit("equal to").parse_next(i)?;
        return amounts::described(i).map(|amount| Made::Times(symbol, amount));
    }
    let first = mana(i)?;
    if first.contains("{X}") || first.contains('/') || first.bytes().any(|b| b.is_ascii_digit()) {
        return stuck(i);
    }
    if eat(i, "for each") {
        let amount = amounts::each(i)?;
        return if first.len() == 3 { Ok(Made::Times(first, amount)) } else { stuck(i) };
    }
    let mut choices = vec![first];
    while let Some(more) = maybe(i, |i: &mut In<'_>| {
        if !eat(i, ", or") && !eat(i, ",") {
            lit("or").parse_next(i)?;
        }
        if eat(i, "one mana of the chosen color") { Ok("chosen-colour".to_owned()) } else { mana(i) }
    }) {
        choices.push(more);
    }
    // What makes two mana of several kinds is as many abilities.
    if choices.len() > 1 && choices.iter().any(|c| c.len() != 3) {
        return Ok(Made::OneOf(choices));
    }
    Ok(Made::Words(choices.join(" or ")))
}

/// "Five mana in any combination of colors", "X mana in any combination of {R} and/or {G}, where X is ...".
fn combination(i: &mut In<'_>) -> Parsed<(Amount, String)> {
    let amount = amounts::simple(i)?;
    lit("mana in any combination of").parse_next(i)?;
    let types = if eat(i, "colors") {
        "{W}{U}{B}{R}{G}".to_owned()
    } else {
        let first = mana(i)?;
        lit("and/or").parse_next(i)?;
        first + &mana(i)?
    };
    let amount = match amount {
        Amount::Number(_) => amount,
        Amount::X => {
            lit(", where x is").parse_next(i)?;
            amounts::described(i)?
        }
        _ => return stuck(i),
    };
    Ok((amount, types))
}
