//! What permanents have all the time: size, keywords, abilities.

use winnow::Parser;

use super::{Said, bare};
use crate::oracle::ast::{Amount, Arg, Cond, Effect, Filter, Obj, Zone};
use crate::oracle::filters::filter;
use crate::oracle::grammar::{In, Parsed, eat, lit, maybe, stuck, table};
use crate::oracle::references::{attached, me};
use crate::oracle::value::Value;
use crate::oracle::verbs::{Change, size_change, times};
use crate::oracle::{amounts, conditions, keywords};

/// Who gets something all the time.
fn subject(i: &mut In<'_>) -> Parsed<Obj> {
    if let Some(pair) = maybe(i, in_pair) {
        return Ok(pair);
    }
    if maybe(i, me).is_some() {
        return Ok(Obj::Me);
    }
    if let Some(noun) = maybe(i, attached) {
        return Ok(Obj::Attached(noun));
    }
    let each = eat(i, "each");
    let _ = !each && eat(i, "all");
    let what = filter(i)?;
    let fine = what.plural != each && what.zone == Zone::Usual && !matches!(what.noun, "card" | "spell");
    if !fine || what.whose == Some("theirs") {
        return stuck(i);
    }
    Ok(Obj::Each(what))
}

/// "As long as ~ is paired with another creature, each of those creatures" (CR 702.95).
fn in_pair(i: &mut In<'_>) -> Parsed<Obj> {
    lit("as long as ~ is paired with another creature ,").parse_next(i)?;
    table(&[("each of those creatures", ()), ("both creatures", ()), ("those creatures", ())]).parse_next(i)?;
    let words = vec!["creature".to_owned(), "in-pair-of-self".to_owned()];
    Ok(Obj::Each(Filter { words, noun: "creature", plural: true, ..Filter::default() }))
}

/// "Equipped creature has "..."".
pub(super) fn granted(i: &mut In<'_>) -> Parsed<Vec<Said>> {
    let to = match subject(i)? {
        Obj::Attached(_) => "attached".to_owned(),
        Obj::Each(what) => what.print(),
        _ => return stuck(i),
    };
    table(&[("has", ()), ("have", ())]).parse_next(i)?;
    let abilities = crate::oracle::activated::quoted(i)?;
    Ok(vec![Said::Grant(to, abilities, None)])
}

/// "Creatures you control have base power and toughness 4/4".
pub(super) fn based(i: &mut In<'_>) -> Parsed<Vec<Said>> {
    let obj = subject(i)?;
    table(&[("has base power and toughness", ()), ("have base power and toughness", ())]).parse_next(i)?;
    match crate::oracle::changes::base_size(i)? {
        (Amount::Number(power), Amount::Number(toughness)) => {
            let size = Value::List(vec![Value::Number(power), Value::Number(toughness)]);
            let effect = match obj {
                Obj::Me => bare("size", size),
                obj => Effect::new("base-size").what(obj).set("size", size),
            };
            Ok(vec![Said::Static(effect, None)])
        }
        _ => stuck(i),
    }
}

/// "As long as ..., ~ gets +1/+1 and has flying".
pub(super) fn pumped(i: &mut In<'_>) -> Parsed<Vec<Said>> {
    let mut cond = None;
    let pair = maybe(i, in_pair);
    if pair.is_none() && eat(i, "as long as") {
        cond = Some(conditions::condition(i)?);
        lit(",").parse_next(i)?;
    }
    let obj = match &cond {
        None if pair.is_some() => pair.map_or_else(|| stuck(i), Ok)?,
        Some(cond) if eat(i, "it") => conditions::asked(cond).map_or_else(|| stuck(i), Ok)?,
        _ => subject(i)?,
    };
    let mut found = vec![change(i, &obj)?];
    while let Some(more) = maybe(i, |i: &mut In<'_>| {
        lit("and").parse_next(i)?;
        change(i, &obj)
    }) {
        found.push(more);
    }
    if eat(i, "as long as") {
        if cond.is_some() {
            return stuck(i);
        }
        cond = Some(conditions::condition(i)?);
    } else if eat(i, "unless") {
        if cond.is_some() || found.iter().any(|c| c.power != Amount::Number(0)) {
            return stuck(i);
        }
        cond = Some(denied(conditions::condition(i)?));
    }
    let mut all =
        Change { power: Amount::Number(0), toughness: Amount::Number(0), keywords: Vec::new(), protection: None };
    let mut sized = false;
    for change in found {
        if change.power != Amount::Number(0) || change.toughness != Amount::Number(0) {
            if sized {
                return stuck(i);
            }
            (all.power, all.toughness, sized) = (change.power, change.toughness, true);
        }
        all.keywords.extend(change.keywords);
        if change.protection.is_some() {
            if all.protection.is_some() {
                return stuck(i);
            }
            all.protection = change.protection;
        }
    }
    let mut also = Vec::new();
    if let Some(from) = all.protection.take() {
        let effect = match &obj {
            Obj::Me => Effect::new("protection"),
            obj => Effect::new("protection").what(obj.clone()),
        };
        let effect = effect.set("from", Value::text(from));
        if !sized && all.keywords.is_empty() {
            return Ok(vec![Said::Static(effect, cond)]);
        }
        also.push(Said::Static(effect, cond.clone()));
    }
    if obj == Obj::Me && cond.is_none() && !sized {
        also.insert(0, Said::Keywords(all.keywords));
        return Ok(also);
    }
    if let Obj::Each(what) = &obj
        && !sized
        && all.keywords == ["doesn't untap"]
    {
        return Ok(vec![Said::Static(Effect::new("no-untap").arg("", Arg::Filter(what.clone())), cond)]);
    }
    if all.keywords.contains(&"doesn't untap") && matches!(obj, Obj::Each(_)) {
        return stuck(i);
    }
    let effect = match &obj {
        Obj::Me => Effect::new("pump"),
        obj => Effect::new("pump").what(obj.clone()),
    };
    also.insert(0, Said::Static(all.onto(effect), cond));
    Ok(also)
}

fn denied(cond: Cond) -> Cond {
    match cond {
        Cond::Not(inner) => *inner,
        Cond::Compare(amount, ">=", 1) => Cond::Compare(amount, "=", 0),
        Cond::Compare(amount, ">=", n) => Cond::Compare(amount, "<", n),
        Cond::Compare(amount, "<=", n) => Cond::Compare(amount, ">", n),
        cond => Cond::Not(Box::new(cond)),
    }
}

fn change(i: &mut In<'_>, obj: &Obj) -> Parsed<Change> {
    let mut change =
        Change { power: Amount::Number(0), toughness: Amount::Number(0), keywords: Vec::new(), protection: None };
    if maybe(i, table(&[("gets", ()), ("get", ())])).is_some() {
        (change.power, change.toughness) = size_change(i)?;
        if i.first().is_some_and(|t| t.text == "for") {
            let each = amounts::for_each(i, 1)?;
            change.power = times(change.power, &each);
            change.toughness = times(change.toughness, &each);
        }
        if eat(i, ", where x is") {
            let amount = amounts::described(i)?;
            for slot in [&mut change.power, &mut change.toughness] {
                match slot {
                    Amount::X => *slot = amount.clone(),
                    Amount::Times(inner, _) if **inner == Amount::X => **inner = amount.clone(),
                    _ => {}
                }
            }
        }
        return Ok(change);
    }
    if maybe(i, table(&[("has", ()), ("have", ())])).is_some() {
        change.protection = maybe(i, crate::oracle::words::protected);
        if change.protection.is_none() {
            change.keywords = keywords::list(i)?;
            change.protection = maybe(i, |i: &mut In<'_>| {
                if !eat(i, "and") && !eat(i, ", and") {
                    lit(",").parse_next(i)?;
                }
                crate::oracle::words::protected(i)
            });
        }
        return Ok(change);
    }
    const UNTAP: &[(&str, ())] = &[
        ("doesn't untap during its controller's untap step", ()),
        ("don't untap during their controllers' untap steps", ()),
    ];
    if maybe(i, table(UNTAP)).is_some() {
        change.keywords = vec!["doesn't untap"];
        return Ok(change);
    }
    if *obj == Obj::Me && eat(i, "can't be blocked") {
        if i.first().is_some_and(|t| matches!(t.text.as_str(), "by" | "except" | "unless")) {
            return stuck(i);
        }
        change.keywords = vec!["unblockable"];
        return Ok(change);
    }
    let start = *i;
    if eat(i, "can't attack or block") {
        change.keywords = vec!["can't attack", "can't block"];
        return Ok(change);
    }
    if eat(i, "can't attack") {
        change.keywords = vec!["can't attack"];
        return Ok(change);
    }
    *i = start;
    change.keywords = keywords::restriction(i)?.to_vec();
    Ok(change)
}
