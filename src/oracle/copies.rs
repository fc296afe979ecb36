//! Copies (CR 707) and emblems (CR 114).

use winnow::Parser;

use super::ast::{Arg, Effect, Obj, TargetOf};
use super::filters::filter;
use super::grammar::{In, Parsed, eat, lit, maybe, stuck, table};
use super::references::object;
use super::value::Value;
use super::{activated, amounts, keywords};

/// "A token that's a copy of target creature you control, except it has haste", behind "create".
pub(super) fn token_copy(i: &mut In<'_>) -> Parsed<Effect> {
    lit("create").parse_next(i)?;
    let count = amounts::simple(i)?;
    let tapped = eat(i, "tapped");
    if !eat(i, "token that's a copy of") {
        lit("tokens that are copies of").parse_next(i)?;
    }
    let obj = object(i)?;
    let fine = match &obj {
        Obj::Target(t) => matches!(&t.of, TargetOf::Objects(what) if what.noun != "card" && what.noun != "spell"),
        Obj::Me | Obj::It | Obj::That(_) | Obj::Attached(_) => true,
        _ => false,
    };
    if !fine {
        return stuck(i);
    }
    let mut effect = Effect::new("create-token").arg("copy", Arg::Obj(obj));
    if let Some(except) = except(i)? {
        effect = effect.set("except", except);
    }
    Ok(effect.count(count).flag("tapped", tapped))
}

/// ", except it's not legendary and it has haste": in what a copy differs.
fn except(i: &mut In<'_>) -> Parsed<Option<Value>> {
    if !eat(i, ", except") {
        return Ok(None);
    }
    const NOT_LEGENDARY: &[(&str, ())] = &[
        ("it's not legendary", ()),
        ("it isn't legendary", ()),
        ("the token isn't legendary", ()),
        ("that token isn't legendary", ()),
        ("the token's not legendary", ()),
    ];
    const HAS: &[(&str, ())] = &[("it has", ()), ("the token has", ()), ("that token has", ()), ("has", ())];
    const TYPES: &[(&str, &str)] = &[
        ("it's an artifact in addition to its other types", "Artifact"),
        ("it's an enchantment in addition to its other types", "Enchantment"),
    ];
    let mut pairs: Vec<(String, Value)> = Vec::new();
    loop {
        let pair = if maybe(i, table(NOT_LEGENDARY)).is_some() {
            ("not-legendary", Value::Flag(true))
        } else if let Some(kind) = maybe(i, table(TYPES)) {
            ("type", Value::text(kind))
        } else if maybe(i, table(HAS)).is_some() {
            let list = keywords::list(i)?;
            ("keywords", Value::List(list.into_iter().map(Value::text).collect()))
        } else {
            return stuck(i);
        };
        if pairs.iter().any(|(k, _)| k == pair.0) {
            return stuck(i);
        }
        pairs.push((pair.0.to_owned(), pair.1));
        if !eat(i, "and") && !eat(i, ", and") {
            return Ok(Some(Value::Table(pairs)));
        }
    }
}

/// "You may have ~ enter the battlefield as a copy of any creature on the battlefield".
pub(super) fn enters_as_copy(i: &mut In<'_>) -> Parsed<Effect> {
    lit("you may have ~ enter").parse_next(i)?;
    let _ = eat(i, "the battlefield");
    lit("as a copy of").parse_next(i)?;
    table(&[("any", ()), ("a", ()), ("an", ())]).parse_next(i)?;
    let what = filter(i)?;
    if what.plural || what.zone != super::ast::Zone::Usual || matches!(what.noun, "card" | "spell") {
        return stuck(i);
    }
    let mut effect = Effect::new("enters-as-copy").arg("what", Arg::Filter(what));
    if let Some(except) = except(i)? {
        effect = effect.set("except", except);
    }
    Ok(effect)
}

/// "Copy target instant or sorcery spell. You may choose new targets for the copy."
pub(super) fn spell_copy(i: &mut In<'_>) -> Parsed<Effect> {
    lit("copy").parse_next(i)?;
    let obj = object(i)?;
    let fine = match &obj {
        Obj::Target(t) => {
            t.count == 1
                && matches!(&t.of, TargetOf::Objects(what) if what.noun == "spell" && what.zone == super::ast::Zone::Usual)
        }
        Obj::That("spell") => true,
        _ => false,
    };
    if !fine {
        return stuck(i);
    }
    let new = eat(i, ". you may choose new targets for the copy");
    Ok(Effect::new("copy-spell").what(obj).flag("new-targets", new))
}

/// "You get an emblem with "..."".
pub(super) fn emblem(i: &mut In<'_>) -> Parsed<Effect> {
    lit("you get an emblem with").parse_next(i)?;
    let abilities = activated::quoted_of(i, true)?;
    let fine = abilities.iter().all(|a| match a {
        Value::Table(pairs) => pairs.iter().any(|(k, _)| k == "trigger" || k == "static"),
        _ => false,
    });
    if fine { Ok(Effect::new("emblem").set("ability", Value::one_or_many(abilities))) } else { stuck(i) }
}
