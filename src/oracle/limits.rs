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
    for parser in [together, weaker, blocks_more, in_addition, land_types] {
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

/// Permanents in the plural.
fn usual(what: &Filter) -> bool {
    what.plural && what.zone == Zone::Usual && !matches!(what.noun, "card" | "spell")
}
