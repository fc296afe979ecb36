//! What changes a permanent more deeply: lands that become creatures, adapting, counters doubled.

use winnow::Parser;

use super::ast::{Amount, Arg, Effect, Obj, TargetOf};
use super::filters::{COLOURS, counter_kind};
use super::grammar::{In, Parsed, eat, lit, maybe, number, one, stuck, table};
use super::keywords;
use super::references::{me, object};
use super::subtypes::subtype;
use super::value::Value;

/// "~ becomes a 3/3 green Elemental creature with trample until end of turn. It's still a land."
pub(super) fn animated(i: &mut In<'_>) -> Parsed<Effect> {
    let before = eat(i, "until end of turn ,");
    let obj = if maybe(i, me).is_some() {
        Obj::Me
    } else {
        match object(i)? {
            Obj::Target(t) if matches!(&t.of, TargetOf::Objects(what) if what.noun == "land") && t.count == 1 => {
                Obj::Target(t)
            }
            _ => return stuck(i),
        }
    };
    lit("becomes a").parse_next(i)?;
    let size = one(|t| t.text.contains('/')).parse_next(i)?;
    let number_of = |text: &str| text.parse::<i32>().ok().filter(|n| (0..100).contains(n));
    let Some((power, toughness)) = size.text.split_once('/').and_then(|(p, q)| Some((number_of(p)?, number_of(q)?)))
    else {
        return stuck(i);
    };
    let mut colours = Vec::new();
    while let Some(colour) = maybe(i, |i: &mut In<'_>| {
        if !colours.is_empty() && !eat(i, ", and") && !eat(i, ",") {
            lit("and").parse_next(i)?;
        }
        table(COLOURS).parse_next(i)
    }) {
        colours.push(colour);
    }
    let mut subtypes = Vec::new();
    while let Some(word) = maybe(i, one(|t| t.is_capital() && subtype(&t.printed).is_some())) {
        subtypes.push(word.printed.as_str());
    }
    let artifact = eat(i, "artifact");
    lit("creature").parse_next(i)?;
    let words = if eat(i, "with") { keywords::list(i)? } else { Vec::new() };
    if !before {
        lit("until end of turn").parse_next(i)?;
    }
    let still = eat(i, ". it's still a land");
    // Without these words it would lose its other types.
    if still == artifact || subtypes.len() > 1 {
        return stuck(i);
    }
    let mut kind = String::from(if artifact { "Artifact Creature" } else { "Creature" });
    if let [name] = subtypes[..] {
        kind.push_str(" - ");
        kind.push_str(name);
    }
    let size = Value::List(vec![Value::Number(power), Value::Number(toughness)]);
    let mut effect = Effect::new("animate").what(obj).set("size", size).set("type", Value::text(kind));
    if !words.is_empty() {
        effect = effect.set("keywords", Value::List(words.into_iter().map(Value::text).collect()));
    }
    if !colours.is_empty() {
        const LETTERS: [(&str, char); 5] =
            [("white", 'W'), ("blue", 'U'), ("black", 'B'), ("red", 'R'), ("green", 'G')];
        let letters: String = LETTERS.iter().filter(|(name, _)| colours.contains(name)).map(|(_, c)| *c).collect();
        effect = effect.set("colours", Value::Text(letters));
    }
    Ok(effect.flag("this-turn", true))
}

/// "Adapt 2", "Monstrosity 3".
pub(super) fn adapt(i: &mut In<'_>) -> Parsed<Effect> {
    let word = table(&[("adapt", "adapt"), ("monstrosity", "monstrosity")]).parse_next(i)?;
    let n = number(i)?;
    Ok(Effect::new(word).arg("amount", Arg::Amount(Amount::Number(n))))
}

/// "Double the number of +1/+1 counters on ~".
pub(super) fn doubled(i: &mut In<'_>) -> Parsed<Effect> {
    lit("double the number of").parse_next(i)?;
    let kind = counter_kind(i)?;
    lit("counters on").parse_next(i)?;
    let obj = object(i)?;
    if let Obj::Each(_) = &obj {
        return Ok(Effect::new("double-counters").what(obj).set("kind", Value::text(kind)));
    }
    let again = match &obj {
        Obj::Me => Obj::Me,
        Obj::Target(t) if t.count == 1 && !t.any_number => Obj::It,
        _ => return stuck(i),
    };
    let count = Amount::Counters(kind.clone(), again);
    Ok(Effect::new("put-counters").what(obj).set("kind", Value::text(kind)).count(count))
}

/// "Double the power and toughness of each creature you control until end of turn".
pub(super) fn doubled_size(i: &mut In<'_>) -> Parsed<Effect> {
    const BOTH: &[(&str, bool)] = &[("double the power and toughness of", true), ("double the power of", false)];
    let (both, obj) = if eat(i, "double ~ 's power") {
        (eat(i, "and toughness"), Obj::Me)
    } else {
        (table(BOTH).parse_next(i)?, object(i)?)
    };
    lit("until end of turn").parse_next(i)?;
    let fine = match &obj {
        Obj::Target(t) => matches!(&t.of, TargetOf::Objects(what) if !matches!(what.noun, "card" | "spell")),
        Obj::Choice(..) => false,
        _ => true,
    };
    if !fine {
        return stuck(i);
    }
    Ok(Effect::new("double").what(obj).flag("power", true).flag("toughness", both))
}

/// "Has base power and toughness X/X until end of turn", from the verb on.
pub(super) fn based(i: &mut In<'_>, obj: &Obj) -> Parsed<Vec<Effect>> {
    const FORMS: &[(&str, ())] = &[("has base power and toughness", ()), ("have base power and toughness", ())];
    table(FORMS).parse_next(i)?;
    let (power, toughness) = base_size(i)?;
    const ALL_TYPES: &[(&str, ())] = &[
        ("and gain all creature types", ()),
        ("and gains all creature types", ()),
        ("and has all creature types", ()),
    ];
    let all_types = maybe(i, table(ALL_TYPES)).is_some();
    let effect = Effect::new("animate")
        .what(obj.clone())
        .arg("size", Arg::Size(power, toughness))
        .flag("every-creature-type", all_types);
    Ok(vec![if eat(i, "until end of turn") {
        effect.flag("this-turn", true)
    } else {
        // It stands before it then, or is not there: "for as long as".
        effect.set("until", Value::text("unsaid"))
    }])
}

/// "4/4", "X/X", "0/X".
pub(super) fn base_size(i: &mut In<'_>) -> Parsed<(Amount, Amount)> {
    let size = one(|t| t.text.contains('/')).parse_next(i)?;
    let side = |text: &str| match text {
        "x" => Some(Amount::X),
        digits => digits.parse::<i32>().ok().filter(|n| (0..100).contains(n)).map(Amount::Number),
    };
    let both = size.text.split_once('/').and_then(|(p, q)| Some((side(p)?, side(q)?)));
    both.map_or_else(|| stuck(i), Ok)
}
