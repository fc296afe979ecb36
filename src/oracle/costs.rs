//! Costs: "{2}, {T}, Sacrifice a creature" becomes `{2}, {T}, sacrifice creature`.

use winnow::Parser;

use super::ast::{Filter, Obj, Zone};
use super::filters::counter_kind;
use super::grammar::{In, Parsed, article_or_number, eat, lit, mana, maybe, number, one, stuck, table};
use super::references::{choice, me};

/// A cost as card files write it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Cost {
    /// Its parts.
    pub(super) parts: Vec<String>,
    /// The source must lie in the graveyard or in hand for it.
    pub(super) from: Option<&'static str>,
    /// Whether there is an X in it.
    pub(super) x: bool,
    /// Whether it has {T} or is all mana: what mana abilities can be.
    pub(super) sacrificed: bool,
    /// What is sacrificed is called "it", and is the source only if nothing else could be meant.
    pub(super) of_it: bool,
}

impl Cost {
    /// What is tapped for {T} cannot be tapped once more, if the source is of that kind.
    pub(super) fn tap_others(&mut self, types: &[String]) {
        if !self.parts.iter().any(|p| p == "{T}") {
            return;
        }
        for part in self.parts.iter_mut().filter(|p| p.starts_with("tap ")) {
            let own =
                part.split(' ').skip(1).filter(|w| !w.bytes().all(|b| b.is_ascii_digit())).all(|w| {
                    w.split('|').any(|w| types.is_empty() || w == "permanent" || types.iter().any(|t| t == w))
                });
            if own && !part.ends_with(" other") {
                part.push_str(" other");
            }
        }
    }

    /// As card files write it.
    pub(super) fn print(&self) -> String {
        self.parts.join(", ")
    }
}

/// A whole activation cost, up to the colon.
pub(super) fn activation(i: &mut In<'_>) -> Parsed<Cost> {
    let mut cost = Cost::default();
    loop {
        part(i, &mut cost)?;
        if eat(i, ":") {
            break;
        }
        lit(",").parse_next(i)?;
    }
    let kinds: Vec<&str> = cost.parts.iter().map(|p| kind(p)).collect();
    let twice = kinds.iter().enumerate().any(|(n, k)| kinds[..n].contains(k));
    if twice { stuck(i) } else { Ok(cost) }
}

/// Each kind of cost comes once; a sacrifice of the source is a kind of its own.
fn kind(part: &str) -> &str {
    match part.split_once(' ') {
        Some((_, "self")) => part,
        Some((verb, _)) => verb,
        None if matches!(part, "{T}" | "{Q}") => part,
        None => "{}",
    }
}

/// A part of what casting a spell may cost, where cards may also be exiled from hand.
pub(super) fn of_a_spell(i: &mut In<'_>, cost: &mut Cost) -> Parsed<()> {
    let from_hand = maybe(i, |i: &mut In<'_>| {
        lit("exile").parse_next(i)?;
        match choice(i)? {
            // X of it would be that of the card.
            Obj::Choice(what, n)
                if what.noun == "card"
                    && what.zone == Zone::Usual
                    && what.whose.is_none()
                    && !what.words.iter().any(|word| word.ends_with("=x")) =>
            {
                lit("from your hand").parse_next(i)?;
                Ok(format!("exile-from-hand {}", counted(&what, n)))
            }
            _ => stuck(i),
        }
    });
    match from_hand {
        Some(part) => cost.parts.push(part),
        None => part(i, cost)?,
    }
    Ok(())
}

/// One part of a cost, said in the imperative.
pub(super) fn part(i: &mut In<'_>, cost: &mut Cost) -> Parsed<()> {
    for symbol in ["{T}", "{Q}"] {
        if eat(i, symbol) {
            cost.parts.push(symbol.to_owned());
            return Ok(());
        }
    }
    if let Some(symbols) = maybe(i, mana) {
        cost.x |= symbols.contains("{X}");
        cost.parts.push(symbols);
        return Ok(());
    }
    const VERBS: &[(&str, Verb)] = &[
        ("sacrifice", Verb::Sacrifice),
        ("discard", Verb::Discard),
        ("pay", Verb::Pay),
        ("remove", Verb::Remove),
        ("put", Verb::Put),
        ("exile", Verb::Exile),
        ("return", Verb::Return),
        ("tap", Verb::Tap),
    ];
    let part = match table(VERBS).parse_next(i)? {
        Verb::Sacrifice => sacrifice(i, cost)?,
        Verb::Discard => discard(i, cost)?,
        Verb::Pay => pay(i)?,
        Verb::Remove => remove(i)?,
        Verb::Put => put(i)?,
        Verb::Exile => exile(i, cost)?,
        Verb::Return => returned(i)?,
        Verb::Tap => tap(i)?,
    };
    cost.x |= part.contains("{X}");
    // Costs know no X to compare with.
    if part.ends_with("=x") {
        return stuck(i);
    }
    cost.parts.push(part);
    Ok(())
}

#[derive(Clone, Copy)]
enum Verb {
    Sacrifice,
    Discard,
    Pay,
    Remove,
    Put,
    Exile,
    Return,
    Tap,
}

/// "2 artifact": how many, and which; whose goes without saying.
fn counted(what: &Filter, n: i32) -> String {
    let plain = Filter { whose: None, ..what.clone() };
    if n == 1 { plain.print() } else { format!("{n} {}", plain.print()) }
}

fn own(what: &Filter) -> bool {
    what.zone == Zone::Usual && matches!(what.whose, None | Some("yours"))
}

fn sacrifice(i: &mut In<'_>, cost: &mut Cost) -> Parsed<String> {
    cost.sacrificed = true;
    cost.of_it = eat(i, "it");
    if cost.of_it || maybe(i, me).is_some() {
        return Ok("sacrifice self".to_owned());
    }
    match choice(i)? {
        Obj::Choice(what, n) if own(&what) && !matches!(what.noun, "card" | "spell") => {
            Ok(format!("sacrifice {}", counted(&what, n)))
        }
        _ => stuck(i),
    }
}

fn discard(i: &mut In<'_>, cost: &mut Cost) -> Parsed<String> {
    if eat(i, "~") {
        cost.from = Some("hand");
        return Ok("discard self".to_owned());
    }
    if eat(i, "this card") {
        cost.from = Some("hand");
        return Ok("discard self".to_owned());
    }
    if let Some(n) = maybe(i, |i: &mut In<'_>| {
        let n = article_or_number(i)?;
        table(&[("cards", ()), ("card", ())]).parse_next(i)?;
        Ok(n)
    }) {
        return if eat(i, "at random") { stuck(i) } else { Ok(format!("discard {n}")) };
    }
    match choice(i)? {
        Obj::Choice(what, n) if what.noun == "card" && what.zone == Zone::Usual && what.whose.is_none() => {
            Ok(format!("discard {}", counted(&what, n)))
        }
        _ => stuck(i),
    }
}

fn pay(i: &mut In<'_>) -> Parsed<String> {
    if eat(i, "x life") {
        return Ok("pay x life".to_owned());
    }
    let mut energy = 0;
    while maybe(i, one(|t| t.text == "{E}")).is_some() {
        energy += 1;
    }
    if energy > 0 {
        return Ok(format!("pay {energy} energy"));
    }
    if let Some(symbols) = maybe(i, mana) {
        return Ok(symbols);
    }
    let n = number(i)?;
    lit("life").parse_next(i)?;
    Ok(format!("pay {n} life"))
}

fn remove(i: &mut In<'_>) -> Parsed<String> {
    let n = article_or_number(i)?;
    let kind = counter_kind(i)?;
    table(&[("counters", ()), ("counter", ())]).parse_next(i)?;
    lit("from").parse_next(i)?;
    me(i)?;
    Ok(format!("remove {n} {kind}"))
}

/// "Put a -1/-1 counter on ~".
fn put(i: &mut In<'_>) -> Parsed<String> {
    let n = article_or_number(i)?;
    let kind = counter_kind(i)?;
    table(&[("counters", ()), ("counter", ())]).parse_next(i)?;
    lit("on").parse_next(i)?;
    me(i)?;
    Ok(format!("put {n} {kind}"))
}

fn exile(i: &mut In<'_>, cost: &mut Cost) -> Parsed<String> {
    if eat(i, "~ from your hand") || eat(i, "this card from your hand") {
        cost.from = Some("hand");
        return Ok("exile self".to_owned());
    }
    if eat(i, "~ from your graveyard") || eat(i, "this card from your graveyard") {
        cost.from = Some("graveyard");
        return Ok("exile self".to_owned());
    }
    if maybe(i, me).is_some() {
        return if eat(i, "from") { stuck(i) } else { Ok("exile self".to_owned()) };
    }
    match choice(i)? {
        Obj::Choice(what, n) if what.zone == Zone::YourGraveyard && what.whose.is_none() && !what.has("other") => {
            Ok(format!("exile-from-graveyard {}", counted(&what, n)))
        }
        _ => stuck(i),
    }
}

fn returned(i: &mut In<'_>) -> Parsed<String> {
    const HAND: &[(&str, ())] = &[("to its owner's hand", ()), ("to their owner's hand", ())];
    if maybe(i, me).is_some() {
        table(HAND).parse_next(i)?;
        return Ok("return self".to_owned());
    }
    match choice(i)? {
        Obj::Choice(what, n) if what.zone == Zone::Usual && what.whose == Some("yours") => {
            table(HAND).parse_next(i)?;
            Ok(format!("return {}", counted(&what, n)))
        }
        _ => stuck(i),
    }
}

/// "Tap an untapped creature you control": that it is untapped goes without saying.
fn tap(i: &mut In<'_>) -> Parsed<String> {
    match choice(i)? {
        Obj::Choice(mut what, n) if what.has("untapped") && what.whose == Some("yours") => {
            what.words.retain(|w| w != "untapped");
            if what.zone == Zone::Usual { Ok(format!("tap {}", counted(&what, n))) } else { stuck(i) }
        }
        _ => stuck(i),
    }
}
