//! Copies (CR 707) and emblems (CR 114).

use winnow::Parser;

use super::ast::{Arg, Effect, Obj, TargetOf};
use super::filters::filter;
use super::grammar::{In, Parsed, eat, lit, maybe, one, stuck, table};
use super::references::object;
use super::subtypes::subtype;
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
        ("it's legendary in addition to its other types", "Legendary"),
    ];
    const COUNTERS: &[(&str, (&str, &str))] = &[
        ("it enters with an additional +1/+1 counter on it if it's a creature", ("+1/+1", "creature")),
        ("it enters with an additional loyalty counter on it if it's a planeswalker", ("loyalty", "planeswalker")),
    ];
    let mut pairs: Vec<(String, Value)> = Vec::new();
    let mut counters: Vec<Value> = Vec::new();
    loop {
        if let Some((kind, what)) = maybe(i, table(COUNTERS)) {
            counters.push(Value::table([("kind", Value::text(kind)), ("what", Value::text(what))]));
            if eat(i, ", and") || eat(i, "and") || eat(i, ",") {
                continue;
            }
            pairs.push(("counters".to_owned(), Value::List(counters)));
            return Ok(Some(Value::Table(pairs)));
        }
        if let Some(size) = maybe(i, of_size) {
            pairs.extend(size);
            return if i.first().is_some_and(|t| t.text == ".") { Ok(Some(Value::Table(pairs))) } else { stuck(i) };
        }
        let pair = if eat(i, "it has this ability") {
            ("this-ability", Value::Flag(true))
        } else if eat(i, "its name is ~") {
            ("own-name", Value::Flag(true))
        } else if maybe(i, table(NOT_LEGENDARY)).is_some() {
            ("not-legendary", Value::Flag(true))
        } else if let Some(kind) = maybe(i, table(TYPES)) {
            ("type", Value::text(kind))
        } else if maybe(i, table(HAS)).is_some() {
            if i.first().is_some_and(|t| t.text == "\"") {
                let ability = added(i)?;
                pairs.push(("ability".to_owned(), ability));
                return if i.first().is_none_or(|t| t.text == ".") { Ok(Some(Value::Table(pairs))) } else { stuck(i) };
            }
            let list = keywords::list(i)?;
            ("keywords", Value::List(list.into_iter().map(Value::text).collect()))
        } else {
            return stuck(i);
        };
        if pairs.iter().any(|(k, _)| k == pair.0) {
            return stuck(i);
        }
        pairs.push((pair.0.to_owned(), pair.1));
        // "Its name is ~, it's legendary in addition to its other types, and it has ...".
        let listed = matches!(*i, [comma, next, ..] if comma.text == "," && next.text == "it's");
        let more = eat(i, "and") || eat(i, ", and") || listed && eat(i, ",");
        if !more {
            if !counters.is_empty() {
                pairs.push(("counters".to_owned(), Value::List(counters)));
            }
            return Ok(Some(Value::Table(pairs)));
        }
    }
}

/// An ability in quotes that a copy has in addition, which is neither a mana ability nor a replacement effect.
fn added(i: &mut In<'_>) -> Parsed<Value> {
    match &activated::quoted_of(i, true)?[..] {
        [Value::Table(pairs)]
            if !pairs.iter().any(|(key, _)| matches!(key.as_str(), "mana" | "replacement" | "loyalty")) =>
        {
            Ok(Value::Table(pairs.clone()))
        }
        _ => stuck(i),
    }
}

/// "It's a 4/4 black Zombie": its size, its colours and its only creature type.
fn of_size(i: &mut In<'_>) -> Parsed<Vec<(String, Value)>> {
    table(&[("it's a", ()), ("it's an", ())]).parse_next(i)?;
    let size = one(|t| t.text.contains('/')).parse_next(i)?;
    let number = |text: &str| text.parse::<i32>().ok().filter(|n| (0..100).contains(n));
    let Some((power, toughness)) = size.text.split_once('/').and_then(|(p, q)| Some((number(p)?, number(q)?))) else {
        return stuck(i);
    };
    const LETTERS: &[(&str, &str)] = &[("white", "W"), ("blue", "U"), ("black", "B"), ("red", "R"), ("green", "G")];
    let colour = table(LETTERS).parse_next(i)?;
    let kind = one(|t| t.is_capital() && subtype(&t.printed).is_some_and(|(_, creature)| creature)).parse_next(i)?;
    let pair = |key: &str, value| (key.to_owned(), value);
    Ok(vec![
        pair("size", Value::List(vec![Value::Number(power), Value::Number(toughness)])),
        pair("colours", Value::text(colour)),
        pair("creature-type", Value::text(kind.printed.as_str())),
    ])
}

/// "Becomes a copy of target land, except it has this ability", from the verb on.
pub(super) fn becomes_copy(i: &mut In<'_>, obj: &Obj) -> Parsed<Vec<Effect>> {
    lit("becomes a copy of").parse_next(i)?;
    let of = object(i)?;
    let this_turn = eat(i, "until end of turn");
    let single = |obj: &Obj| match obj {
        Obj::Target(t) => {
            t.count == 1
                && !t.any_number
                && matches!(&t.of, TargetOf::Objects(what) if !matches!(what.noun, "card" | "spell"))
        }
        Obj::Me | Obj::It | Obj::That(_) => true,
        _ => false,
    };
    if !single(obj) || !single(&of) {
        return stuck(i);
    }
    let mut effect = Effect::new("become-copy").what(obj.clone()).arg("of", Arg::Obj(of));
    if let Some(except) = except(i)? {
        effect = effect.set("except", except);
    }
    Ok(vec![effect.flag("this-turn", this_turn)])
}

/// "You may have ~ enter the battlefield as a copy of any creature on the battlefield".
pub(super) fn enters_as_copy(i: &mut In<'_>) -> Parsed<Effect> {
    let brief = eat(i, "as ~ enters , you may have it become a copy of")
        || eat(i, "as ~ enters the battlefield , you may have it become a copy of");
    let mut tapped = false;
    if !brief {
        lit("you may have ~ enter").parse_next(i)?;
        let _ = eat(i, "the battlefield");
        tapped = eat(i, "tapped");
        lit("as a copy of").parse_next(i)?;
    }
    table(&[("any", ()), ("a", ()), ("an", ())]).parse_next(i)?;
    let what = filter(i)?;
    if what.plural || what.zone != super::ast::Zone::Usual || matches!(what.noun, "card" | "spell") {
        return stuck(i);
    }
    if brief {
        lit("until end of turn").parse_next(i)?;
    }
    let mut effect = Effect::new("enters-as-copy").arg("what", Arg::Filter(what));
    if let Some(except) = except(i)? {
        effect = effect.set("except", except);
    }
    Ok(effect.flag("tapped", tapped).flag("this-turn", brief))
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
