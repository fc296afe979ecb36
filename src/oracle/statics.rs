//! Static abilities and what a card says of itself: "other Goblins you control get +1/+1", "~ enters the battlefield tapped".

mod entering;
mod fixed;
mod given;
mod spells;

use winnow::Parser;

use super::ast::{Amount, Cond, Effect, Zone};
use super::filters::filter;
use super::grammar::{In, Parsed, eat, lit, maybe, stuck, table};
use super::value::Value;
use super::{keywords, shelters};

/// What a line comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Said {
    /// A static ability, perhaps only while something holds.
    Static(Effect, Option<Cond>),
    /// A replacement effect.
    Replacement(Effect),
    /// Keywords of the card.
    Keywords(Vec<&'static str>),
    /// A key of the card.
    Field(&'static str, Value),
    /// The card enters tapped unless that holds.
    TappedUnless(Cond),
    /// It may be cast only then.
    CastIf(Cond),
    /// It may be cast for that cost, perhaps only when something holds.
    Way(String, Option<Cond>),
    /// Power and toughness are each that.
    Size(Amount),
    /// Damage is prevented, and something happens besides: what says so, by which noun the damaged is meant, and what happens.
    Prevented(Effect, &'static str, Vec<Effect>),
    /// An ability of others, to whom and what.
    Grant(String, Vec<Value>, Option<Cond>),
}

/// All sentences of a line.
pub(super) fn line(i: &mut In<'_>) -> Parsed<Vec<Said>> {
    let mut found = Vec::new();
    while !i.is_empty() {
        found.extend(sentence(i)?);
        lit(".").parse_next(i)?;
    }
    Ok(found)
}

fn sentence(i: &mut In<'_>) -> Parsed<Vec<Said>> {
    let mut stopped = super::grammar::Stuck { left: i.len() };
    let start = *i;
    for parser in [
        shelters::instead,
        fixed::fixed,
        entering::entering,
        spells::spells,
        evasion,
        spells::flash,
        entering::others_enter,
        given::granted,
        given::based,
        given::pumped,
        super::terms::fees,
    ] {
        match parser(i) {
            Ok(found) if super::references::at_end(i) => return Ok(found),
            Ok(_) => stopped.left = stopped.left.min(i.len()),
            Err(stuck) => stopped.left = stopped.left.min(stuck.left),
        }
        *i = start;
    }
    Err(stopped)
}

/// A static ability whose only parameter is its value.
pub(super) fn bare(name: &'static str, value: Value) -> Effect {
    Effect::new(name).set("", value)
}

/// "~ can't be blocked by creatures with power 2 or less", "~ can block only creatures with flying".
fn evasion(i: &mut In<'_>) -> Parsed<Vec<Said>> {
    // "Creatures with power less than ~'s power can't block it" compares: not read.
    if let Some(what) = maybe(i, |i: &mut In<'_>| {
        let what = filter(i)?;
        lit("can't block ~").parse_next(i)?;
        let fine = what.plural && what.zone == Zone::Usual && what.noun == "creature" && what.whose.is_none();
        if fine { Ok(what) } else { stuck(i) }
    }) {
        return Ok(vec![Said::Field("not-blocked-by", Value::text(what.print()))]);
    }
    lit("~").parse_next(i)?;
    if eat(i, "can block only creatures with flying") {
        return Ok(vec![Said::Field("cant-block", Value::text("creature without-flying"))]);
    }
    if eat(i, "can't be blocked except by creatures with flying or reach") {
        return Ok(vec![Said::Field("not-blocked-by", Value::text("creature without-flying without-reach"))]);
    }
    const EXCEPT: &[(&str, &str)] = &[
        ("can't be blocked except by creatures with flying", "creature without-flying"),
        ("can't be blocked except by artifact creatures", "nonartifact"),
        ("can't be blocked except by walls", "not-Wall"),
    ];
    if let Some(words) = maybe(i, |i: &mut In<'_>| {
        lit("can't be blocked except by creatures with").parse_next(i)?;
        keywords::simple(i)
    }) {
        return Ok(vec![Said::Field(
            "not-blocked-by",
            Value::text(format!("creature without-{}", words.replace(' ', "-"))),
        )]);
    }
    if let Some(words) = maybe(i, table(EXCEPT)) {
        return Ok(vec![Said::Field("not-blocked-by", Value::text(words))]);
    }
    let key = if eat(i, "can't be blocked by") {
        "not-blocked-by"
    } else {
        lit("can't block").parse_next(i)?;
        "cant-block"
    };
    let what = filter(i)?;
    let fine = what.plural && what.zone == Zone::Usual && what.noun == "creature" && what.whose.is_none();
    if fine { Ok(vec![Said::Field(key, Value::text(what.print()))]) } else { stuck(i) }
}
