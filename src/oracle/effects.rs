//! What players do: "draws two cards", "search your library for ...", "create a token".

use winnow::Parser;

use super::ast::{Amount, Arg, Effect, Filter, Obj, Who, Zone};
use super::filters::filter;
use super::grammar::{In, Parsed, eat, lit, mana, maybe, number, one, stuck, table};
use super::references::{choice, mentioned};
use super::tokens::{Described, predefined, token};
use super::value::Value;
use super::{amounts, library};

/// A verb in the form that the person takes.
pub(super) fn verb(i: &mut In<'_>, third: bool, bare: &'static str, with_s: &'static str) -> bool {
    eat(i, if third { with_s } else { bare })
}

/// What a player does, from the verb on.
pub(super) fn player_verb(i: &mut In<'_>, who: &Who, third: bool) -> Parsed<Vec<Effect>> {
    type Verb = fn(&mut In<'_>, &Who, bool) -> Parsed<Effect>;
    const VERBS: [Verb; 13] = [
        draw,
        discard,
        life,
        mill,
        sacrifice,
        look,
        mana_added,
        create,
        put_counters_word,
        extra_turn,
        energy,
        library::search,
        super::revealing::reveal_until,
    ];
    let mut stopped = super::grammar::Stuck { left: i.len() };
    for verb in VERBS {
        let start = *i;
        match verb(i, who, third) {
            Ok(effect) => return Ok(vec![effect]),
            Err(other) => {
                *i = start;
                stopped = super::grammar::Stuck { left: stopped.left.min(other.left) };
            }
        }
    }
    Err(stopped)
}

/// "Two cards", "cards equal to ...", "a card for each ...".
fn cards(i: &mut In<'_>) -> Parsed<Amount> {
    if eat(i, "cards equal to") {
        return amounts::described(i);
    }
    let amount = amounts::simple(i)?;
    table(&[("cards", ()), ("card", ())]).parse_next(i)?;
    each_of(i, amount)
}

/// "... for each ..." behind an amount.
pub(super) fn each_of(i: &mut In<'_>, amount: Amount) -> Parsed<Amount> {
    if i.first().is_some_and(|t| t.text == "for") {
        return match amount {
            Amount::Number(n) => amounts::for_each(i, n),
            _ => stuck(i),
        };
    }
    Ok(amount)
}

fn draw(i: &mut In<'_>, who: &Who, third: bool) -> Parsed<Effect> {
    if !verb(i, third, "draw", "draws") {
        return stuck(i);
    }
    let additional = eat(i, "an additional card");
    let count = if additional { Amount::Number(1) } else { cards(i)? };
    Ok(Effect::new("draw").who(who.clone()).count(count))
}

fn discard(i: &mut In<'_>, who: &Who, third: bool) -> Parsed<Effect> {
    if !verb(i, third, "discard", "discards") {
        return stuck(i);
    }
    let own = third || *who == Who::They;
    if eat(i, if own { "their hand" } else { "your hand" })
        || eat(i, if own { "all the cards in their hand" } else { "all the cards in your hand" })
    {
        return Ok(Effect::new("discard-hand").who(who.clone()));
    }
    let count = cards(i)?;
    let random = eat(i, "at random");
    Ok(Effect::new("discard").who(who.clone()).count(count).flag("random", random))
}

fn life(i: &mut In<'_>, who: &Who, third: bool) -> Parsed<Effect> {
    let name = if verb(i, third, "gain", "gains") {
        "gain-life"
    } else if verb(i, third, "lose", "loses") {
        if eat(i, "the game") {
            return Ok(Effect::new("lose-game").who(who.clone()));
        }
        "lose-life"
    } else if verb(i, third, "win", "wins") && eat(i, "the game") {
        return Ok(Effect::new("win-game").who(who.clone()));
    } else {
        return stuck(i);
    };
    if name == "lose-life"
        && let Some(up) = maybe(i, |i: &mut In<'_>| {
            table(&[("half their life", ()), ("half your life", ())]).parse_next(i)?;
            table(&[(", rounded up", true), (", rounded down", false)]).parse_next(i)
        })
    {
        let of = if matches!(who, Who::Target(_)) { Who::They } else { who.clone() };
        return Ok(Effect::new(name).who(who.clone()).arg("amount", Arg::Amount(Amount::HalfLife(of, up))));
    }
    let amount = if eat(i, "life equal to") {
        amounts::described(i)?
    } else {
        let amount = amounts::simple(i)?;
        lit("life").parse_next(i)?;
        each_of(i, amount)?
    };
    Ok(Effect::new(name).who(who.clone()).arg("amount", Arg::Amount(amount)))
}

fn mill(i: &mut In<'_>, who: &Who, third: bool) -> Parsed<Effect> {
    if verb(i, third, "mill", "mills") {
        let count = cards(i)?;
        return Ok(Effect::new("mill").who(who.clone()).count(count));
    }
    if !verb(i, third, "put", "puts") || !eat(i, "the top") {
        return stuck(i);
    }
    let count = match maybe(i, amounts::simple) {
        Some(amount) => {
            lit("cards").parse_next(i)?;
            amount
        }
        None => {
            lit("card").parse_next(i)?;
            Amount::Number(1)
        }
    };
    const OWN: &[(&str, bool)] =
        &[("of their library into their graveyard", true), ("of your library into your graveyard", false)];
    let theirs = table(OWN).parse_next(i)?;
    if theirs == (*who == Who::You) {
        return stuck(i);
    }
    Ok(Effect::new("mill").who(who.clone()).count(count))
}

fn sacrifice(i: &mut In<'_>, who: &Who, third: bool) -> Parsed<Effect> {
    if !verb(i, third, "sacrifice", "sacrifices") {
        return stuck(i);
    }
    if let Some(obj) = maybe(i, mentioned) {
        return Ok(Effect::new("sacrifice").who(who.clone()).what(obj));
    }
    match choice(i)? {
        Obj::Choice(mut what, n) if what.zone == Zone::Usual && !matches!(what.noun, "card" | "spell") => {
            let own = match what.whose {
                None => true,
                Some("yours") => *who == Who::You,
                _ => false,
            };
            eat(i, "of their choice");
            eat(i, "of your choice");
            what.whose = None;
            if !own {
                return stuck(i);
            }
            Ok(Effect::new("make-sacrifice").who(who.clone()).arg("what", Arg::Filter(what)).count(Amount::Number(n)))
        }
        _ => stuck(i),
    }
}

/// Scry, surveil, proliferate, investigate, shuffle.
fn look(i: &mut In<'_>, who: &Who, third: bool) -> Parsed<Effect> {
    if verb(i, third, "scry", "scries") {
        let count = scried(i)?;
        return Ok(Effect::new("scry").who(who.clone()).count(count));
    }
    if verb(i, third, "surveil", "surveils") {
        let count = scried(i)?;
        return Ok(Effect::new("surveil").who(who.clone()).count(count));
    }
    if verb(i, third, "proliferate", "proliferates") {
        return Ok(Effect::new("proliferate").who(who.clone()));
    }
    if *who == Who::You && verb(i, third, "amass", "amasses") {
        let kind = maybe(i, one(|t| super::subtypes::is_plural(&t.printed)));
        let kind = kind.and_then(|t| super::subtypes::subtype(&t.printed)).map(|(kind, _)| kind);
        let count = amounts::simple(i)?;
        let amass = Effect::new("amass").arg("count", Arg::Amount(count));
        // The old wording says nothing of Zombies (CR 701.47c).
        return Ok(match kind {
            None | Some("Zombie") => amass,
            Some(kind) => amass.set("type", Value::text(kind)),
        });
    }
    if verb(i, third, "investigate", "investigates") {
        let clue = Arg::Token(Box::new(predefined("Clue")));
        const TIMES: &[(&str, i32)] = &[("twice", 2), ("three times", 3)];
        let n = maybe(i, table(TIMES)).unwrap_or(1);
        return Ok(Effect::new("create-token").who(who.clone()).arg("token", clue).count(Amount::Number(n)));
    }
    if verb(i, third, "shuffle", "shuffles") {
        let (lib, grave, both) = if *who == Who::You {
            ("your library", "your graveyard into your library", "your hand and graveyard into your library")
        } else {
            ("their library", "their graveyard into their library", "their hand and graveyard into their library")
        };
        let name = if eat(i, both) {
            "shuffle-hand-and-graveyard"
        } else if eat(i, grave) {
            "shuffle-graveyard"
        } else if eat(i, lib) || *who == Who::You && super::references::at_end(i) {
            "shuffle-library"
        } else {
            return stuck(i);
        };
        return Ok(Effect::new(name).who(who.clone()));
    }
    if verb(i, third, "become", "becomes") && eat(i, "the monarch") {
        return Ok(Effect::new("become-monarch").who(who.clone()));
    }
    if verb(i, third, "take", "takes") && eat(i, "the initiative") {
        return Ok(Effect::new("take-initiative").who(who.clone()));
    }
    stuck(i)
}

/// "Scry 2", "scry X".
fn scried(i: &mut In<'_>) -> Parsed<Amount> {
    if eat(i, "x") { Ok(Amount::X) } else { number(i).map(Amount::Number) }
}

fn mana_added(i: &mut In<'_>, who: &Who, third: bool) -> Parsed<Effect> {
    if !verb(i, third, "add", "adds") {
        return stuck(i);
    }
    if let Some(n) = maybe(i, |i: &mut In<'_>| {
        let n = number(i)?;
        lit("mana of any").parse_next(i)?;
        if n > 1 {
            lit("one").parse_next(i)?;
        }
        lit("color").parse_next(i)?;
        if super::references::at_end(i) { Ok(n) } else { stuck(i) }
    }) {
        let effect = Effect::new("add-mana-choice").who(who.clone()).set("mana", Value::text("{W}{U}{B}{R}{G}"));
        return Ok(effect.count(Amount::Number(n)));
    }
    let symbols = mana(i)?;
    if symbols.contains("{X}") || i.first().is_some_and(|t| matches!(t.text.as_str(), "or" | ",")) {
        return stuck(i);
    }
    let effect = Effect::new("add-mana").who(who.clone());
    let count = if eat(i, "for each") { amounts::each(i)? } else { Amount::Number(1) };
    // A symbol several times and "for each" is the same as the list so many times.
    let first = &symbols[..3.min(symbols.len())];
    let alike = symbols.len() > 3 && symbols.len() % 3 == 0 && symbols == first.repeat(symbols.len() / 3);
    if alike && count == Amount::Number(1) {
        let n = (symbols.len() / 3) as i32;
        return Ok(effect.set("mana", Value::text(first)).count(Amount::Number(n)));
    }
    Ok(effect.set("mana", Value::text(symbols)).count(count))
}

fn create(i: &mut In<'_>, who: &Who, third: bool) -> Parsed<Effect> {
    if !verb(i, third, "create", "creates") {
        return stuck(i);
    }
    let count = amounts::simple(i)?;
    let Described { mut token, mut tapped, sized_by_x } = token(i)?;
    // "It has "Sacrifice this creature: Add {C}.""
    if token.abilities.is_empty() && token.size.is_some() {
        let own = maybe(i, |i: &mut In<'_>| {
            table(&[(". it has", ()), (". they have", ()), (". those tokens have", ())]).parse_next(i)?;
            if i.first().is_some_and(|t| t.text == "\"") { super::activated::quoted(i) } else { stuck(i) }
        });
        token.abilities = own.unwrap_or_default();
    }
    let attacking = eat(i, "that's tapped and attacking") || eat(i, "that are tapped and attacking");
    tapped |= attacking;
    let count = each_of(i, count)?;
    let effect = Effect::new("create-token").who(who.clone()).arg("token", Arg::Token(Box::new(token)));
    let effect = if sized_by_x { effect.arg("size", Arg::Size(Amount::X, Amount::X)) } else { effect };
    Ok(effect.count(count).flag("tapped", tapped).flag("attacking", attacking))
}

/// "Put two +1/+1 counters on target creature".
fn put_counters_word(i: &mut In<'_>, who: &Who, third: bool) -> Parsed<Effect> {
    if *who != Who::You || !verb(i, third, "put", "puts") {
        return stuck(i);
    }
    let count = amounts::simple(i)?;
    let kind = super::filters::counter_kind(i)?;
    table(&[("counters on", ()), ("counter on", ())]).parse_next(i)?;
    let obj = super::references::object(i)?;
    if matches!(obj, Obj::Choice(..)) {
        return stuck(i);
    }
    let count = each_of(i, count)?;
    Ok(Effect::new("put-counters").what(obj).set("kind", Value::text(kind)).count(count))
}

fn extra_turn(i: &mut In<'_>, who: &Who, third: bool) -> Parsed<Effect> {
    if verb(i, third, "skip", "skips") {
        lit(if *who == Who::You { "your next" } else { "their next" }).parse_next(i)?;
        const WHAT: &[(&str, &str)] =
            &[("turn", "turn"), ("untap step", "untap"), ("draw step", "draw"), ("combat phase", "combat")];
        let what = table(WHAT).parse_next(i)?;
        return Ok(Effect::new("skip").who(who.clone()).set("what", Value::text(what)));
    }
    if verb(i, third, "take", "takes") {
        const TURNS: &[(&str, i32)] = &[("an extra turn after this one", 1), ("two extra turns after this one", 2)];
        let n = table(TURNS).parse_next(i)?;
        return Ok(Effect::new("extra-turn").who(who.clone()).count(Amount::Number(n)));
    }
    stuck(i)
}

fn energy(i: &mut In<'_>, who: &Who, third: bool) -> Parsed<Effect> {
    if !verb(i, third, "get", "gets") {
        return stuck(i);
    }
    if let Some(n) = maybe(i, |i: &mut In<'_>| {
        let n = super::grammar::article_or_number(i)?;
        table(&[("poison counters", ()), ("poison counter", ())]).parse_next(i)?;
        Ok(n)
    }) {
        return Ok(Effect::new("poison").who(who.clone()).count(Amount::Number(n)));
    }
    if eat(i, "an experience counter") {
        return Ok(Effect::new("experience").who(who.clone()));
    }
    let mut n = 0;
    while maybe(i, one(|t| t.text == "{E}")).is_some() {
        n += 1;
    }
    if n == 0 { stuck(i) } else { Ok(Effect::new("energy").who(who.clone()).count(Amount::Number(n))) }
}

/// A filter of cards in no zone of its own, as searches ask for.
pub(super) fn card_filter(i: &mut In<'_>) -> Parsed<Filter> {
    let what = filter(i)?;
    if what.noun != "card" || what.zone != Zone::Usual || what.whose.is_some() || what.has("other") {
        return stuck(i);
    }
    Ok(what)
}
