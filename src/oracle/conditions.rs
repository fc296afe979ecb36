//! Conditions: "you control three or more artifacts", "it was kicked", "you have no cards in hand".

use winnow::Parser;

use super::ast::{Amount, Cond, Filter, Obj, Who, Zone};
use super::filters::{counter_kind, filter};
use super::grammar::{In, Parsed, eat, lit, maybe, number, stuck, table};
use super::references::mentioned;

/// A condition, and another one behind `and`.
pub(super) fn condition(i: &mut In<'_>) -> Parsed<Cond> {
    let first = atom(i)?;
    let second = maybe(i, |i: &mut In<'_>| {
        lit("and").parse_next(i)?;
        atom(i)
    });
    Ok(match second {
        Some(second) => Cond::And(Box::new(first), Box::new(second)),
        None => first,
    })
}

fn atom(i: &mut In<'_>) -> Parsed<Cond> {
    const PLAIN: &[(&str, (&str, bool))] = &[
        ("it's your turn", ("your-turn", true)),
        ("it's not your turn", ("your-turn", false)),
        ("it isn't your turn", ("your-turn", false)),
        ("you're the monarch", ("monarch", true)),
        ("you have the initiative", ("initiative", true)),
        ("you've completed a dungeon", ("completed-dungeon", true)),
        ("you have the city's blessing", ("city-s-blessing", true)),
        ("it's day", ("day", true)),
        ("it's night", ("night", true)),
        ("no spells were cast last turn", ("no-spells-last-turn", true)),
        ("a player cast two or more spells last turn", ("two-spells-last-turn", true)),
        ("~ is tapped", ("tapped", true)),
        ("~ is untapped", ("untapped", true)),
        ("you cast it from your hand", ("cast-from-hand", true)),
        ("this spell was cast from your hand", ("cast-from-hand", true)),
        ("this spell was cast from a graveyard", ("cast-from-graveyard", true)),
        ("you cast it", ("was-cast", true)),
        ("it's the first combat phase of the turn", ("first-combat", true)),
    ];
    if let Some((word, holds)) = maybe(i, table(PLAIN)) {
        let plain = Cond::Plain(word);
        return Ok(if holds { plain } else { Cond::Not(Box::new(plain)) });
    }
    const COMPARED: &[(&str, (&str, &str, i32))] = &[
        ("it was kicked", ("kicked", ">=", 1)),
        ("~ was kicked", ("kicked", ">=", 1)),
        ("this spell was kicked", ("kicked", ">=", 1)),
        ("you control your commander", ("count commander yours owned-by-you", ">=", 1)),
        ("you control a commander", ("count commander yours", ">=", 1)),
        ("you control three or more creatures with different powers", ("powers-among creature yours", ">=", 3)),
        ("creatures you control have total power 8 or greater", ("total-power creature yours", ">=", 8)),
        ("you have a full party", ("party", "=", 4)),
        ("a creature died this turn", ("creatures-died", ">=", 1)),
        ("you attacked this turn", ("attackers-this-turn", ">=", 1)),
        ("you attacked with a creature this turn", ("attackers-this-turn", ">=", 1)),
        ("there are four or more card types among cards in your graveyard", ("types-in-graveyard", ">=", 4)),
    ];
    if let Some((word, sign, n)) = maybe(i, table(COMPARED)) {
        return Ok(Cond::Compare(Amount::Plain(word), sign, n));
    }
    for parser in [controls, opponent_controls, life, hand, graveyard, counters, is] {
        if let Some(found) = maybe(i, parser) {
            return Ok(found);
        }
    }
    stuck(i)
}

/// "N or more", "N or fewer", "a": a comparison.
fn bound(i: &mut In<'_>) -> Parsed<(&'static str, i32)> {
    if eat(i, "no") {
        return Ok(("=", 0));
    }
    if eat(i, "a") || eat(i, "an") || eat(i, "at least one") {
        return Ok((">=", 1));
    }
    let exactly = eat(i, "exactly");
    let n = number(i)?;
    if exactly {
        Ok(("=", n))
    } else if eat(i, "or more") {
        Ok((">=", n))
    } else if eat(i, "or fewer") || eat(i, "or less") {
        Ok(("<=", n))
    } else {
        stuck(i)
    }
}

fn on_battlefield(what: &Filter) -> bool {
    what.zone == Zone::Usual && what.whose.is_none() && !matches!(what.noun, "card" | "spell")
}

/// "You control three or more artifacts".
fn controls(i: &mut In<'_>) -> Parsed<Cond> {
    lit("you control").parse_next(i)?;
    let (sign, n) = if i.first().is_some_and(|t| t.text == "another") { (">=", 1) } else { bound(i)? };
    let mut what = filter(i)?;
    if !on_battlefield(&what) {
        return stuck(i);
    }
    what.whose = Some("yours");
    Ok(Cond::Compare(Amount::Count(what), sign, n))
}

/// "An opponent controls a Swamp".
fn opponent_controls(i: &mut In<'_>) -> Parsed<Cond> {
    lit("an opponent controls").parse_next(i)?;
    let (sign, n) = bound(i)?;
    let mut what = filter(i)?;
    if !on_battlefield(&what) || (sign, n) != (">=", 1) {
        return stuck(i);
    }
    what.whose = Some("opponents");
    Ok(Cond::Compare(Amount::Count(what), sign, n))
}

/// "You have 5 or less life".
fn life(i: &mut In<'_>) -> Parsed<Cond> {
    lit("you have").parse_next(i)?;
    let (sign, n) = bound(i)?;
    lit("life").parse_next(i)?;
    Ok(Cond::Compare(Amount::Life(Who::You), sign, n))
}

/// "You have no cards in hand", "that player has two or fewer cards in hand".
fn hand(i: &mut In<'_>) -> Parsed<Cond> {
    let who = table(&[("you have", true), ("that player has", false)]).parse_next(i)?;
    let (sign, n) = bound(i)?;
    const CARDS: &[(&str, ())] = &[("cards in hand", ()), ("card in hand", ())];
    table(CARDS).parse_next(i)?;
    Ok(Cond::Compare(Amount::Hand(if who { Who::You } else { Who::That }), sign, n))
}

/// "Seven or more cards are in your graveyard", "there are two or more instant cards in your graveyard".
fn graveyard(i: &mut In<'_>) -> Parsed<Cond> {
    if eat(i, "there are") {
        let (sign, n) = bound(i)?;
        let what = filter(i)?;
        return match what.zone {
            Zone::YourGraveyard if !what.has("other") => Ok(Cond::Compare(Amount::Count(what), sign, n)),
            _ => stuck(i),
        };
    }
    let (sign, n) = bound(i)?;
    let mut what = filter(i)?;
    lit("are in your graveyard").parse_next(i)?;
    if what.noun != "card" {
        return stuck(i);
    }
    what.zone = Zone::YourGraveyard;
    Ok(Cond::Compare(Amount::Count(what), sign, n))
}

/// "There are three or more charge counters on ~", "it had no +1/+1 counters on it".
fn counters(i: &mut In<'_>) -> Parsed<Cond> {
    let there = eat(i, "there are");
    let of = match there {
        true => Obj::Me,
        false => {
            const WHAT: &[(&str, bool)] = &[("~ has", true), ("~ had", true), ("it has", false), ("it had", false)];
            if table(WHAT).parse_next(i)? { Obj::Me } else { Obj::It }
        }
    };
    let (sign, n) = bound(i)?;
    let kind = counter_kind(i)?;
    table(&[("counters", ()), ("counter", ())]).parse_next(i)?;
    match there {
        true => lit("on ~").parse_next(i)?,
        false => lit("on it").parse_next(i)?,
    }
    Ok(Cond::Compare(Amount::Counters(kind, of), sign, n))
}

/// "It's a Spirit", "that creature is legendary".
fn is(i: &mut In<'_>) -> Parsed<Cond> {
    let obj = if eat(i, "it's") {
        Obj::It
    } else {
        let obj = mentioned(i)?;
        lit("is").parse_next(i)?;
        obj
    };
    let not = eat(i, "not") || eat(i, "n't");
    const ADJECTIVES: &[(&str, &str)] = &[
        ("white", "white"),
        ("blue", "blue"),
        ("black", "black"),
        ("red", "red"),
        ("green", "green"),
        ("multicolored", "multicoloured"),
        ("colorless", "colourless"),
        ("legendary", "legendary"),
        ("tapped", "tapped"),
        ("untapped", "untapped"),
        ("attacking", "attacking"),
    ];
    if let Some(word) = maybe(i, table(ADJECTIVES)) {
        // "A white or blue creature" is another thing.
        if i.first().is_some_and(|t| matches!(t.text.as_str(), "or" | "and/or")) {
            return stuck(i);
        }
        let what = Filter { words: vec![word.to_owned()], noun: "permanent", ..Filter::default() };
        let cond = Cond::Is(obj, what);
        return Ok(if not { Cond::Not(Box::new(cond)) } else { cond });
    }
    table(&[("a", ()), ("an", ())]).parse_next(i)?;
    let what = filter(i)?;
    if what.zone != Zone::Usual || what.has("other") || what.plural {
        return stuck(i);
    }
    let cond = Cond::Is(obj, what);
    Ok(if not { Cond::Not(Box::new(cond)) } else { cond })
}

/// The object that a condition asks about, which "it" means then.
pub(super) fn asked(cond: &Cond) -> Option<Obj> {
    match cond {
        Cond::Plain("tapped" | "untapped") | Cond::Compare(Amount::Counters(_, Obj::Me), ..) => Some(Obj::Me),
        Cond::Is(obj @ (Obj::Attached(_) | Obj::Me), _) => Some(obj.clone()),
        Cond::Not(inner) => asked(inner),
        _ => None,
    }
}
