//! Numbers that a text describes: "the number of Elves you control", "its power", "for each artifact you control".

use winnow::Parser;

use super::ast::{Amount, Filter, Obj, Who, Zone};
use super::filters::{COLOURS, counter_kind, filter};
use super::grammar::{In, Parsed, Stuck, eat, lit, maybe, number, stuck, table};
use super::references::possessor;

/// What can be said of an object.
const OF_OBJECT: &[(&str, &str)] = &[
    ("power", "power"),
    ("toughness", "toughness"),
    ("converted mana cost", "mana-value"),
    ("mana value", "mana-value"),
];

/// "Two", "X", "that many"; `a` is one.
pub(super) fn simple(i: &mut In<'_>) -> Parsed<Amount> {
    const WORDS: &[(&str, Amount)] = &[
        ("x", Amount::X),
        ("that many", Amount::That),
        ("that much", Amount::That),
        ("an", Amount::Number(1)),
        ("a", Amount::Number(1)),
    ];
    for (words, amount) in WORDS {
        if eat(i, words) {
            return Ok(amount.clone());
        }
    }
    number(i).map(Amount::Number)
}

/// What stands behind "equal to" and "where X is".
pub(super) fn described(i: &mut In<'_>) -> Parsed<Amount> {
    if eat(i, "twice") {
        return described(i).map(|amount| Amount::Times(Box::new(amount), 2));
    }
    if let Some(n) = maybe(i, (number, lit("plus")).map(|(n, ())| n)) {
        return described(i).map(|amount| Amount::Plus(Box::new(amount), n));
    }
    let amount = base(i)?;
    if let Some(n) = maybe(i, (lit("plus"), number).map(|((), n)| n)) {
        return Ok(Amount::Plus(Box::new(amount), n));
    }
    Ok(amount)
}

/// "red", "red and green".
pub(super) fn devotion(i: &mut In<'_>) -> Parsed<Amount> {
    let colour = table(COLOURS).parse_next(i)?;
    let other = maybe(i, |i: &mut In<'_>| {
        lit("and").parse_next(i)?;
        table(COLOURS).parse_next(i)
    });
    Ok(Amount::Devotion(colour, other))
}

fn base(i: &mut In<'_>) -> Parsed<Amount> {
    const PLAIN: &[(&str, &str)] = &[
        ("the number of opponents you have", "opponents"),
        ("the number of creatures in your party", "party"),
        ("the number of different powers among creatures you control", "powers-among creature yours"),
        ("the number of experience counters you have", "experience"),
        ("your starting life total", "starting-life"),
    ];
    if let Some(words) = maybe(i, table(PLAIN)) {
        return Ok(Amount::Plain(words));
    }
    if eat(i, "your devotion to") {
        return devotion(i);
    }
    if eat(i, "your life total") {
        return Ok(Amount::Life(Who::You));
    }
    if eat(i, "the number of") {
        return counted(i);
    }
    const GREATEST: &[(&str, &str)] = &[
        ("the greatest power among", "greatest-power"),
        ("the greatest mana value among", "greatest-mv"),
        ("the greatest converted mana cost among", "greatest-mv"),
        ("the total power of", "total-power"),
    ];
    if let Some(name) = maybe(i, table(GREATEST)) {
        let what = filter(i)?;
        let fine = what.plural && what.zone == Zone::Usual && !matches!(what.noun, "card" | "spell");
        return if fine { Ok(Amount::Greatest(name, what)) } else { stuck(i) };
    }
    let obj = possessor(i)?;
    table(OF_OBJECT).parse_next(i).map(|of| Amount::Of(of, obj))
}

/// What is counted, in the plural.
fn counted(i: &mut In<'_>) -> Parsed<Amount> {
    if let Some(amount) = maybe(i, hand(true)) {
        return Ok(amount);
    }
    if let Some(amount) = maybe(i, counters("counters")) {
        return Ok(amount);
    }
    let what = filter(i)?;
    if what.plural { of_filter(what, i) } else { stuck(i) }
}

/// What stands behind "for each", in the singular.
pub(super) fn each(i: &mut In<'_>) -> Parsed<Amount> {
    const PLAIN: &[(&str, &str)] = &[
        ("opponent you have", "opponents"),
        ("creature in your party", "party"),
        ("time it was kicked", "kicked"),
        ("time ~ was kicked", "kicked"),
        ("creature that died this turn", "creatures-died"),
        ("experience counter you have", "experience"),
    ];
    if let Some(words) = maybe(i, table(PLAIN)) {
        return Ok(Amount::Plain(words));
    }
    if eat(i, "1 damage prevented this way") {
        return Ok(Amount::That);
    }
    if let Some(amount) = maybe(i, hand(false)) {
        return Ok(amount);
    }
    if let Some(amount) = maybe(i, counters("counter")) {
        return Ok(amount);
    }
    let what = filter(i)?;
    if what.plural { stuck(i) } else { of_filter(what, i) }
}

/// "For each ..." behind a number, which it is multiplied with.
pub(super) fn for_each(i: &mut In<'_>, n: i32) -> Parsed<Amount> {
    lit("for each").parse_next(i)?;
    let amount = each(i)?;
    Ok(if n == 1 { amount } else { Amount::Times(Box::new(amount), n) })
}

fn of_filter(what: Filter, i: &In<'_>) -> Parsed<Amount> {
    // Cards and spells are counted only where an amount can look for them.
    let countable = match what.zone {
        Zone::Usual => !matches!(what.noun, "card" | "spell"),
        Zone::YourGraveyard => what.whose.is_none() && !what.has("other"),
        Zone::AnyGraveyard => false,
    };
    if countable { Ok(Amount::Count(what)) } else { stuck(i) }
}

fn hand<'a>(plural: bool) -> impl Parser<In<'a>, Amount, Stuck> {
    move |i: &mut In<'a>| {
        lit(if plural { "cards in" } else { "card in" }).parse_next(i)?;
        if eat(i, "your hand") {
            return Ok(Amount::Hand(Who::You));
        }
        if eat(i, "that player's hand") {
            return Ok(Amount::Hand(Who::That));
        }
        if eat(i, "their hand") {
            return Ok(Amount::Hand(Who::They));
        }
        stuck(i)
    }
}

fn counters<'a>(word: &'static str) -> impl Parser<In<'a>, Amount, Stuck> {
    move |i: &mut In<'a>| {
        let kind = counter_kind(i)?;
        lit(word).parse_next(i)?;
        lit("on").parse_next(i)?;
        let obj = if eat(i, "~") {
            Obj::Me
        } else if eat(i, "it") {
            Obj::It
        } else {
            return stuck(i);
        };
        Ok(Amount::Counters(kind, obj))
    }
}
