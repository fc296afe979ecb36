//! Static abilities that prevent damage (CR 615): "prevent all damage that would be dealt to ~ by artifact creatures".

use winnow::Parser;

use super::ast::{Effect, Filter, Obj, Zone};
use super::filters::filter;
use super::grammar::{In, Parsed, eat, lit, maybe, number, stuck, table};
use super::references::{attached, me};
use super::statics::Said;
use super::value::Value;

/// What is dealt damage: permanents as words of a filter, players.
#[derive(Default)]
struct Damaged {
    what: Option<String>,
    player: Option<&'static str>,
    noun: &'static str,
}

impl Damaged {
    fn onto(&self, mut effect: Effect) -> Effect {
        if let Some(what) = &self.what {
            effect = effect.set("what", Value::text(what.as_str()));
        }
        if let Some(player) = self.player {
            effect = effect.set("player", Value::text(player));
        }
        effect
    }
}

/// Permanents on the battlefield.
fn usual(what: &Filter) -> bool {
    what.zone == Zone::Usual && !matches!(what.noun, "card" | "spell")
}

/// The card itself, what it is attached to, or what passes, as words of a filter.
fn permanents(i: &mut In<'_>, plural: bool) -> Parsed<(String, &'static str)> {
    if maybe(i, me).is_some() {
        return Ok(("itself".to_owned(), "permanent"));
    }
    if let Some(noun) = maybe(i, attached) {
        return Ok(("bears-self".to_owned(), noun));
    }
    if !plural && i.first().is_some_and(|t| t.text != "another") {
        table(&[("a", ()), ("an", ())]).parse_next(i)?;
    }
    let what = filter(i)?;
    if usual(&what) && what.plural == plural { Ok((what.print(), what.noun)) } else { stuck(i) }
}

/// "You and creatures you control".
fn damaged(i: &mut In<'_>, plural: bool) -> Parsed<Damaged> {
    let player = eat(i, "you").then_some("yours");
    if player.is_some() && !(eat(i, "and") || !plural && eat(i, "or")) {
        return Ok(Damaged { player, ..Damaged::default() });
    }
    let (what, noun) = permanents(i, plural)?;
    Ok(Damaged { what: Some(what), player, noun })
}

/// "Prevent all combat damage that would be dealt to and dealt by enchanted creature".
pub(super) fn both(i: &mut In<'_>) -> Parsed<Said> {
    lit("prevent all combat damage that would be dealt to and dealt by").parse_next(i)?;
    if maybe(i, me).is_some() {
        return Ok(Said::Keywords(vec!["no combat damage"]));
    }
    let obj = match maybe(i, attached) {
        Some(noun) => Obj::Attached(noun),
        None => {
            let what = filter(i)?;
            if !usual(&what) || !what.plural {
                return stuck(i);
            }
            Obj::Each(what)
        }
    };
    let words = Value::List(vec![Value::text("no combat damage")]);
    Ok(Said::Static(Effect::new("pump").what(obj).set("keywords", words), None))
}

/// "Prevent all damage that would be dealt to you by creatures".
pub(super) fn prevented(i: &mut In<'_>) -> Parsed<Said> {
    lit("prevent all").parse_next(i)?;
    let kind = maybe(i, table(&[("combat", "combat"), ("noncombat", "noncombat")]));
    lit("damage that would be dealt").parse_next(i)?;
    let mut prevent = Effect::new("prevent-damage");
    let to = if eat(i, "to") { Some(damaged(i, true)?) } else { None };
    if let Some(to) = &to {
        prevent = to.onto(prevent);
    }
    if to.is_none() || eat(i, "by") {
        if to.is_none() {
            lit("by").parse_next(i)?;
        }
        prevent = prevent.set("from", Value::Text(permanents(i, true)?.0));
    }
    Ok(Said::Static(of_kind(prevent, kind), None))
}

fn of_kind(prevent: Effect, kind: Option<&str>) -> Effect {
    match kind {
        Some(kind) => prevent.set("kind", Value::text(kind)),
        None => prevent,
    }
}

/// "If a source would deal damage to you, prevent 1 of that damage".
pub(super) fn lessened(i: &mut In<'_>) -> Parsed<Said> {
    lit("if").parse_next(i)?;
    const FROM: &[(&str, Option<&str>)] = &[
        ("a source an opponent controls", Some("opponents")),
        ("a source you control", Some("yours")),
        ("a source", None),
    ];
    let from = table(FROM).parse_next(i)?;
    lit("would deal damage to").parse_next(i)?;
    let to = damaged(i, false)?;
    lit(", prevent").parse_next(i)?;
    let n = number(i)?;
    lit("of that damage").parse_next(i)?;
    let mut prevent = to.onto(Effect::new("prevent-damage"));
    if let Some(from) = from {
        prevent = prevent.set("from", Value::text(from));
    }
    Ok(Said::Static(prevent.set("most", Value::Number(n)), None))
}

/// "If damage would be dealt to another creature you control, prevent that damage. Put a +1/+1 counter on that creature for each
/// 1 damage prevented this way".
pub(super) fn instead(i: &mut In<'_>) -> Parsed<Vec<Said>> {
    lit("if").parse_next(i)?;
    let kind = maybe(i, table(&[("combat", "combat"), ("noncombat", "noncombat")]));
    lit("damage would be dealt to").parse_next(i)?;
    let to = damaged(i, false)?;
    lit(", prevent that damage").parse_next(i)?;
    let prevent = of_kind(to.onto(Effect::new("prevent-damage")), kind);
    if !eat(i, "and") {
        let mut rest = *i;
        if !eat(&mut rest, ".") || rest.is_empty() {
            return Ok(vec![Said::Static(prevent, None)]);
        }
        *i = rest;
    }
    let mut effects = Vec::new();
    super::sentences::sentence(i, &mut effects, 0)?;
    Ok(vec![Said::Prevented(prevent, to.noun, effects)])
}
