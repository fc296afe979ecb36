//! How permanents enter: "~ enters the battlefield tapped", "creatures you control enter with an additional +1/+1 counter on them".

use winnow::Parser;

use super::{Said, bare};
use crate::oracle::ast::{Amount, Arg, Cond, Effect, Zone};
use crate::oracle::filters::filter;
use crate::oracle::grammar::{In, Parsed, eat, lit, maybe, stuck, table};
use crate::oracle::references::me;
use crate::oracle::value::Value;
use crate::oracle::{amounts, conditions, filters};

/// "~ enters the battlefield tapped", "... with two +1/+1 counters on it", "... tapped unless ...".
pub(super) fn entering(i: &mut In<'_>) -> Parsed<Vec<Said>> {
    // "If ~ was kicked, it enters with two +1/+1 counters on it".
    let kicked = eat(i, "if ~ was kicked , it");
    if !kicked {
        me(i)?;
    }
    if !eat(i, "enters the battlefield") {
        lit("enters").parse_next(i)?;
    }
    let mut found = Vec::new();
    if !kicked && eat(i, "tapped") {
        if eat(i, "unless you have two or more opponents") {
            return Ok(vec![Said::TappedUnless(Cond::Compare(Amount::Plain("opponents"), ">=", 2))]);
        }
        if eat(i, "unless") {
            return conditions::condition(i).map(|cond| vec![Said::TappedUnless(cond)]);
        }
        found.push(Said::Field("enters-tapped", Value::Flag(true)));
        if eat(i, "and doesn't untap during your untap step") {
            found.push(Said::Keywords(vec!["doesn't untap"]));
            return Ok(found);
        }
        if !eat(i, "with") {
            return Ok(found);
        }
    } else {
        lit("with").parse_next(i)?;
    }
    let amount = amounts::simple(i)?;
    let kind = filters::counter_kind(i)?;
    table(&[("counters on it", ()), ("counter on it", ())]).parse_next(i)?;
    let amount = crate::oracle::effects::each_of(i, amount)?;
    let amount = where_x(i, amount)?;
    let effect = Effect::new("enters-with-counters").set("kind", Value::text(kind)).count(amount);
    let effect = if kicked { effect.set("if", Value::text("kicked >= 1")) } else { effect };
    found.push(Said::Replacement(effect));
    Ok(found)
}

/// What X is, where an amount is X.
fn where_x(i: &mut In<'_>, amount: Amount) -> Parsed<Amount> {
    if !eat(i, ", where x is") {
        return Ok(amount);
    }
    if amount == Amount::X { amounts::described(i) } else { stuck(i) }
}

/// "Creatures your opponents control enter the battlefield tapped".
pub(super) fn others_enter(i: &mut In<'_>) -> Parsed<Vec<Said>> {
    let each = eat(i, "each");
    let what = filter(i)?;
    if let Some((kind, count)) = maybe(i, additional) {
        let fine = what.plural != each && what.zone == Zone::Usual && !matches!(what.noun, "card" | "spell");
        let with =
            Effect::new("enters-with").arg("what", Arg::Filter(what)).set("kind", Value::Text(kind)).count(count);
        return if fine { Ok(vec![Said::Static(with, None)]) } else { stuck(i) };
    }
    if each {
        return stuck(i);
    }
    if !eat(i, "enter the battlefield tapped") {
        lit("enter tapped").parse_next(i)?;
    }
    let fine = what.plural && what.zone == Zone::Usual && !matches!(what.noun, "card" | "spell");
    if fine { Ok(vec![Said::Static(bare("enters-tapped", Value::text(what.print())), None)]) } else { stuck(i) }
}

/// "Enters with an additional +1/+1 counter on it": which counters, and how many.
fn additional(i: &mut In<'_>) -> Parsed<(String, Amount)> {
    table(&[
        ("enters the battlefield with", ()),
        ("enter the battlefield with", ()),
        ("enters with", ()),
        ("enter with", ()),
    ])
    .parse_next(i)?;
    let count = if eat(i, "a number of additional") {
        Amount::That
    } else {
        let count = amounts::simple(i)?;
        lit("additional").parse_next(i)?;
        count
    };
    let kind = filters::counter_kind(i)?;
    table(&[("counter on it", ()), ("counters on it", ()), ("counter on them", ()), ("counters on them", ())])
        .parse_next(i)?;
    match count {
        Amount::That => {
            lit("equal to").parse_next(i)?;
            amounts::described(i).map(|count| (kind, count))
        }
        Amount::X => Ok((kind, where_x(i, Amount::X)?)),
        count => Ok((kind, count)),
    }
}
