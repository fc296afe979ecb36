//! Limits of attacks and blocks, and what permanents are by statics: "no more than two creatures can attack you each combat",
//! "nonbasic lands are Mountains".

use winnow::Parser;

use super::ast::{Arg, Effect, Filter, Zone};
use super::filters::filter;
use super::grammar::{In, Parsed, lit, maybe, number, stuck, table};
use super::statics::Said;
use super::tokens::Token;
use super::value::Value;

/// Any of them.
pub(super) fn limit(i: &mut In<'_>) -> Parsed<Said> {
    for parser in [
        together,
        weaker,
        blocks_more,
        in_addition,
        land_types,
        attacks_where,
        blocked_by_several,
        without_keywords,
        as_hasty,
    ] {
        if let Some(effect) = maybe(i, parser) {
            return Ok(Said::Static(effect, None));
        }
    }
    stuck(i)
}

/// "No more than one creature can attack each combat".
fn together(i: &mut In<'_>) -> Parsed<Effect> {
    lit("no more than").parse_next(i)?;
    let n = Value::Number(number(i)?);
    table(&[("creature", ()), ("creatures", ())]).parse_next(i)?;
    const WHAT: &[(&str, u8)] =
        &[("can attack you each combat", 0), ("can attack each combat", 1), ("can block each combat", 2)];
    Ok(match table(WHAT).parse_next(i)? {
        0 => Effect::new("attack-limit").set("whom", Value::text("yours")).set("at-most", n),
        1 => Effect::new("attack-limit").set("at-most", n),
        _ => super::statics::bare("block-limit", n),
    })
}

/// "Creatures with power less than ~'s power can't block creatures you control".
fn weaker(i: &mut In<'_>) -> Parsed<Effect> {
    lit("creatures with power less than ~ 's power can't block").parse_next(i)?;
    let of = filter(i)?;
    if !usual(&of) {
        return stuck(i);
    }
    let weaker = Value::text("creature weaker-than-self");
    Ok(Effect::new("no-block").set("by", weaker).set("of", Value::Text(of.print())))
}

/// "~ can block an additional creature each combat".
fn blocks_more(i: &mut In<'_>) -> Parsed<Effect> {
    let what = if maybe(i, super::references::me).is_some() { None } else { Some(filter(i)?) };
    const MORE: &[(&str, i32)] = &[
        ("can block an additional creature each combat", 1),
        ("can block any number of creatures", 99),
        ("can block an additional two creatures each combat", 2),
    ];
    let n = table(MORE).parse_next(i)?;
    let mut effect = Effect::new("blocks-more");
    if let Some(what) = what {
        if !usual(&what) {
            return stuck(i);
        }
        effect = effect.set("what", Value::Text(what.print()));
    }
    Ok(if n == 1 { effect } else { effect.set("count", Value::Number(n)) })
}

/// "All permanents are artifacts in addition to their other types".
fn in_addition(i: &mut In<'_>) -> Parsed<Effect> {
    let _ = super::grammar::eat(i, "all");
    let what = filter(i)?;
    lit("are").parse_next(i)?;
    const TYPES: &[(&str, &str)] = &[("artifacts", "artifact"), ("lands", "land")];
    let types = table(TYPES).parse_next(i)?;
    lit("in addition to their other types").parse_next(i)?;
    if !usual(&what) {
        return stuck(i);
    }
    Ok(Effect::new("also-types").set("what", Value::Text(what.print())).set("types", Value::text(types)))
}

/// "Nonbasic lands are Mountains".
fn land_types(i: &mut In<'_>) -> Parsed<Effect> {
    let _ = super::grammar::eat(i, "all");
    let what = filter(i)?;
    lit("are").parse_next(i)?;
    const TYPES: &[(&str, (&str, &str))] = &[
        ("plains", ("Plains", "{W}")),
        ("islands", ("Island", "{U}")),
        ("swamps", ("Swamp", "{B}")),
        ("mountains", ("Mountain", "{R}")),
        ("forests", ("Forest", "{G}")),
    ];
    let (kind, mana) = table(TYPES).parse_next(i)?;
    let plain = |word: &String| matches!(word.as_str(), "land" | "nonbasic" | "basic" | "snow");
    if !usual(&what) || what.noun != "land" || !what.words.iter().all(plain) || i.first().is_some_and(|t| t.text != ".")
    {
        return stuck(i);
    }
    let token = Token {
        name: format!("Colourless {kind}"),
        types: format!("Land - {kind}"),
        abilities: vec![Value::single("mana", Value::text(mana))],
        ..Token::default()
    };
    let effect = Effect::new("land-types").set("what", Value::Text(what.print()));
    Ok(effect.arg("shape", Arg::Token(Box::new(token))))
}

/// "~ can't attack unless defending player controls an Island".
fn attacks_where(i: &mut In<'_>) -> Parsed<Effect> {
    lit("~ can't attack unless defending player controls").parse_next(i)?;
    table(&[("a", ()), ("an", ())]).parse_next(i)?;
    let what = filter(i)?;
    if what.plural || what.whose.is_some() || what.zone != Zone::Usual || matches!(what.noun, "card" | "spell") {
        return stuck(i);
    }
    Ok(super::statics::bare("attacks-only-where", Value::Text(what.print())))
}

/// "Creatures you control can't be blocked except by two or more creatures".
fn blocked_by_several(i: &mut In<'_>) -> Parsed<Effect> {
    let each = super::grammar::eat(i, "each");
    let what = filter(i)?;
    lit("can't be blocked except by").parse_next(i)?;
    let n = number(i)?;
    lit("or more creatures").parse_next(i)?;
    if what.plural == each || what.zone != Zone::Usual || matches!(what.noun, "card" | "spell") || n < 2 {
        return stuck(i);
    }
    Ok(Effect::new("blocked-by-at-least").set("what", Value::Text(what.print())).set("count", Value::Number(n)))
}

/// "Creatures your opponents control lose flying and can't have or gain flying".
fn without_keywords(i: &mut In<'_>) -> Parsed<Effect> {
    let what = filter(i)?;
    if !usual(&what) {
        return stuck(i);
    }
    let keywords = if super::grammar::eat(i, "lose") {
        let lost = super::keywords::list(i)?;
        lit("and can't have or gain").parse_next(i)?;
        if super::keywords::list(i)? != lost {
            return stuck(i);
        }
        lost
    } else {
        lit("can't have or gain").parse_next(i)?;
        super::keywords::list(i)?
    };
    let list = keywords.into_iter().map(Value::text).collect();
    Ok(Effect::new("no-keywords").set("what", Value::Text(what.print())).set("keywords", Value::List(list)))
}

/// "You may activate abilities of creatures you control as though those creatures had haste".
fn as_hasty(i: &mut In<'_>) -> Parsed<Effect> {
    lit("you may activate abilities of").parse_next(i)?;
    let what = filter(i)?;
    lit("as though those creatures had haste").parse_next(i)?;
    if !usual(&what) {
        return stuck(i);
    }
    Ok(super::statics::bare("abilities-as-hasty", Value::Text(what.print())))
}

/// Permanents in the plural.
fn usual(what: &Filter) -> bool {
    what.plural && what.zone == Zone::Usual && !matches!(what.noun, "card" | "spell")
}
