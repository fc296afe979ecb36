//! What is so of spells: their costs, the mana they are paid with, and when they may be cast.

use winnow::Parser;

use super::{Said, bare};
use crate::oracle::ast::{Amount, Arg, Effect, Filter, Zone};
use crate::oracle::filters::filter;
use crate::oracle::grammar::{In, Parsed, eat, generic, lit, maybe, stuck, table};
use crate::oracle::value::Value;
use crate::oracle::{amounts, conditions};

/// "Creature spells you cast cost {1} less to cast", "this spell costs {1} less to cast for each ...".
pub(super) fn spells(i: &mut In<'_>) -> Parsed<Vec<Said>> {
    if eat(i, "this spell costs") || eat(i, "~ costs") {
        if eat(i, "{X} less to cast , where x is") {
            let amount = amounts::described(i)?;
            return Ok(vec![Said::Static(Effect::new("costs-less").arg("", Arg::Amount(amount)), None)]);
        }
        let n = generic(i)?;
        lit("less to cast").parse_next(i)?;
        if let Some(what) = maybe(i, aimed) {
            let less = Effect::new("costs-less-targeting").arg("what", Arg::Filter(what)).set("by", Value::Number(n));
            return Ok(vec![Said::Static(less, None)]);
        }
        if eat(i, "if") {
            let cond = conditions::condition(i)?;
            return Ok(vec![Said::Static(
                Effect::new("costs-less").arg("", Arg::Amount(Amount::Number(n))),
                Some(cond),
            )]);
        }
        let amount = amounts::for_each(i, n)?;
        return Ok(vec![Said::Static(Effect::new("costs-less").arg("", Arg::Amount(amount)), None)]);
    }
    let mut what = filter(i)?;
    if what.noun != "spell" || !what.plural || what.whose.is_some() || what.zone != Zone::Usual {
        return stuck(i);
    }
    const WHO: &[(&str, Option<&str>)] = &[("you cast", Some("yours")), ("your opponents cast", Some("opponents"))];
    what.whose = maybe(i, table(WHO)).flatten();
    let targeting = if eat(i, "that target ~") {
        Some(Value::text("itself"))
    } else if eat(i, "that target a") || eat(i, "that target an") {
        Some(Value::text(a_target(i)?.print()))
    } else {
        None
    };
    // "Creature spells you cast of the chosen type".
    if eat(i, "of the chosen type") {
        what = what.with("chosen-type");
    }
    lit("cost").parse_next(i)?;
    let of_x = eat(i, "{X}");
    let n = if of_x { 1 } else { generic(i)? };
    let by = table(&[("less to cast", -1), ("more to cast", 1)]).parse_next(i)? * n;
    let each = if of_x {
        lit(", where x is").parse_next(i)?;
        Some(amounts::described(i)?)
    } else {
        maybe(i, |i: &mut In<'_>| amounts::for_each(i, 1))
    };
    let words = what.print();
    let words = if words.starts_with("spell") { words } else { words.replace(" spell", "") };
    let mut change = Effect::new("cost-change").set("what", Value::text(words)).set("by", Value::Number(by));
    if let Some(each) = each {
        change = change.arg("each", Arg::Amount(each));
    }
    if let Some(targeting) = targeting {
        change = change.set("targeting", targeting);
    }
    Ok(vec![Said::Static(change, None)])
}

/// "If it targets a tapped creature".
fn aimed(i: &mut In<'_>) -> Parsed<Filter> {
    lit("if it targets").parse_next(i)?;
    table(&[("a", ()), ("an", ())]).parse_next(i)?;
    a_target(i)
}

/// What a spell targets: one, wherever such things usually are.
fn a_target(i: &mut In<'_>) -> Parsed<Filter> {
    let what = filter(i)?;
    let fine = !what.plural && what.zone == Zone::Usual && what.noun != "card" && !what.has("other");
    if fine { Ok(what) } else { stuck(i) }
}

/// "You may spend mana as though it were mana of any type to cast creature spells".
pub(super) fn spend_as(i: &mut In<'_>) -> Parsed<Said> {
    let everybody =
        table(&[("you may spend", false), ("you can spend", false), ("players may spend", true)]).parse_next(i)?;
    let mana = crate::oracle::library::any_mana(i)?;
    let mut effect = Effect::new("spend-as");
    if everybody {
        effect = effect.set("whose", Value::text("any"));
    }
    if eat(i, "to cast") {
        let what = filter(i)?;
        if what.noun != "spell" || !what.plural || what.whose.is_some() || everybody {
            return stuck(i);
        }
        effect = effect.set("what", Value::text(what.print()));
    }
    if !crate::oracle::references::at_end(i) {
        return stuck(i);
    }
    Ok(Said::Static(effect.set("mana", Value::text(mana)), None))
}

/// "You may cast creature spells as though they had flash".
pub(super) fn flash(i: &mut In<'_>) -> Parsed<Vec<Said>> {
    lit("you may cast").parse_next(i)?;
    let what = filter(i)?;
    lit("as though they had flash").parse_next(i)?;
    if what.noun != "spell" || !what.plural || what.whose.is_some() {
        return stuck(i);
    }
    let words = what.print();
    let words = if words == "spell" { words } else { words.replace(" spell", "") };
    Ok(vec![Said::Static(bare("flash", Value::text(words)), None)])
}
