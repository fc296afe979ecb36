//! What is done with libraries: searching, looking at the top.

use winnow::Parser;

use super::ast::{Amount, Arg, Effect, Obj, Who};
use super::effects::{card_filter, verb};
use super::grammar::{In, Parsed, eat, lit, maybe, number, stuck, table};
use super::value::Value;

/// "Search your library for a basic land card, put it onto the battlefield tapped, then shuffle your library."
pub(super) fn search(i: &mut In<'_>, who: &Who, third: bool) -> Parsed<Effect> {
    if !verb(i, third, "search", "searches") {
        return stuck(i);
    }
    let own = if *who == Who::You { "your library for" } else { "their library for" };
    lit(own).parse_next(i)?;
    let count = if eat(i, "up to") {
        number(i)?
    } else if eat(i, "a") || eat(i, "an") {
        1
    } else {
        return stuck(i);
    };
    let what = card_filter(i)?;
    if what.plural == (count == 1) {
        return stuck(i);
    }
    let what = if what.has("basic") && !what.has("land") { what.with("land") } else { what };
    let mut shuffled = false;
    let (mut to, mut apart) = (None, None);
    while to.is_none() || !shuffled {
        if !eat(i, ", then") && !eat(i, ", and") && !eat(i, ",") && !eat(i, "and") {
            // "... into your hand. Then shuffle your library."
            if to.is_some() && eat(i, ". then") || to.is_some() && eat(i, ". if you do ,") {
                shuffled |= shuffle(i);
                if shuffled {
                    break;
                }
            }
            return stuck(i);
        }
        if maybe(i, reveal).is_some() {
            continue;
        }
        if to.is_none()
            && count == 2
            && let Some((one, other)) = maybe(i, put_apart)
        {
            (to, apart) = (Some(one), Some(other));
            continue;
        }
        if to.is_none()
            && let Some(place) = maybe(i, put)
        {
            to = Some(place);
            continue;
        }
        if shuffle(i) {
            shuffled = true;
            // "... then shuffle your library and put that card on top of it."
            if to.is_none() && maybe(i, on_top).is_some() {
                to = Some("library-top");
            }
            continue;
        }
        return stuck(i);
    }
    let Some(to) = to else { return stuck(i) };
    let search = Effect::new("search")
        .who(who.clone())
        .arg("what", Arg::Filter(what))
        .count(Amount::Number(count))
        .set("to", Value::text(to));
    Ok(match apart {
        Some(rest) => search.set("rest", Value::text(rest)),
        None => search,
    })
}

/// "Put one onto the battlefield tapped and the other into your hand", of two cards.
fn put_apart(i: &mut In<'_>) -> Parsed<(&'static str, &'static str)> {
    lit("put one").parse_next(i)?;
    const ONE: &[(&str, &str)] = &[
        ("onto the battlefield tapped and the other", "battlefield-tapped"),
        ("onto the battlefield and the other", "battlefield"),
        ("into your hand and the other", "hand"),
    ];
    const OTHER: &[(&str, &str)] = &[("into your hand", "hand"), ("into your graveyard", "graveyard")];
    Ok((table(ONE).parse_next(i)?, table(OTHER).parse_next(i)?))
}

fn shuffle(i: &mut In<'_>) -> bool {
    const FORMS: &[(&str, ())] = &[
        ("shuffle your library", ()),
        ("shuffles their library", ()),
        ("that player shuffles their library", ()),
        ("shuffles", ()),
        ("shuffle", ()),
    ];
    maybe(i, table(FORMS)).is_some()
}

fn on_top(i: &mut In<'_>) -> Parsed<()> {
    lit("and put").parse_next(i)?;
    table(&[("that card on top", ()), ("the card on top", ())]).parse_next(i)?;
    eat(i, "of it");
    Ok(())
}

fn reveal(i: &mut In<'_>) -> Parsed<()> {
    table(&[("reveal", ()), ("reveals", ())]).parse_next(i)?;
    found(i)
}

/// What was found.
fn found(i: &mut In<'_>) -> Parsed<()> {
    const FOUND: &[(&str, ())] = &[("it", ()), ("them", ()), ("that card", ()), ("those cards", ()), ("the card", ())];
    table(FOUND).parse_next(i)
}

fn put(i: &mut In<'_>) -> Parsed<&'static str> {
    table(&[("put", ()), ("puts", ())]).parse_next(i)?;
    found(i)?;
    const PLACES: &[(&str, &str)] = &[
        ("onto the battlefield tapped", "battlefield-tapped"),
        ("onto the battlefield", "battlefield"),
        ("into your hand", "hand"),
        ("into their hand", "hand"),
        ("into your graveyard", "graveyard"),
    ];
    table(PLACES).parse_next(i)
}

/// "Look at the top three cards of your library": several sentences that say one thing.
pub(super) fn look_at_top(i: &mut In<'_>) -> Parsed<Vec<Effect>> {
    let revealed = eat(i, "reveal the top");
    if !revealed {
        lit("look at the top").parse_next(i)?;
    }
    let count = if eat(i, "x") { Amount::X } else { Amount::Number(number(i)?) };
    lit("cards of your library").parse_next(i)?;
    if !revealed && eat(i, ", then put them back in any order") {
        return Ok(vec![Effect::new("order-top").count(count)]);
    }
    let effect = Effect::new("look-at-top").arg("count", Arg::Amount(count));
    lit(".").parse_next(i)?;
    if let Some((take, what)) = maybe(i, up_to_among) {
        lit("onto the battlefield . put the rest").parse_next(i)?;
        let (rest, random) = rest(i)?;
        let taken = effect.arg("what", Arg::Filter(what)).set("take", Value::Number(take)).flag("up-to", true);
        let taken = taken.set("to", Value::text("battlefield")).set("rest", Value::text(rest));
        return Ok(vec![taken.flag("random", random)]);
    }
    if eat(i, "put") {
        // "Put one of them into your hand and the rest on the bottom of your library in any order."
        if revealed {
            return stuck(i);
        }
        let take = number(i)?;
        table(&[("of them into your hand and the", ()), ("of those cards into your hand and the", ())])
            .parse_next(i)?;
        table(&[("rest", ()), ("other", ())]).parse_next(i)?;
        let (rest, random) = rest(i)?;
        let effect = if take == 1 { effect } else { effect.set("take", Value::Number(take)) };
        return Ok(vec![effect.set("to", Value::text("hand")).set("rest", Value::text(rest)).flag("random", random)]);
    }
    lit("you may").parse_next(i)?;
    table(&[("reveal", ()), ("put", ())]).parse_next(i)?;
    if !eat(i, "an") {
        lit("a").parse_next(i)?;
    }
    let what = card_filter(i)?;
    lit("from among them").parse_next(i)?;
    const TO_HAND: &[(&str, ())] =
        &[("and put it into your hand", ()), ("and put that card into your hand", ()), ("into your hand", ())];
    let to = if maybe(i, table(TO_HAND)).is_some() {
        "hand"
    } else if eat(i, "onto the battlefield tapped") {
        "battlefield-tapped"
    } else if eat(i, "onto the battlefield") {
        "battlefield"
    } else {
        return stuck(i);
    };
    table(&[(". put the rest", ()), (". then put the rest", ())]).parse_next(i)?;
    let (rest, random) = rest(i)?;
    Ok(vec![
        effect
            .arg("what", Arg::Filter(what))
            .flag("up-to", true)
            .set("to", Value::text(to))
            .set("rest", Value::text(rest))
            .flag("random", random),
    ])
}

/// "Put up to two creature cards with mana value 3 or less from among them".
fn up_to_among(i: &mut In<'_>) -> Parsed<(i32, super::ast::Filter)> {
    lit("put up to").parse_next(i)?;
    let take = number(i)?;
    let what = card_filter(i)?;
    lit("from among them").parse_next(i)?;
    if what.plural == (take > 1) { Ok((take, what)) } else { stuck(i) }
}

/// "Reveal the top card of your library. If it's a land card, put it onto the battlefield."
pub(super) fn revealed_top(i: &mut In<'_>) -> Parsed<Effect> {
    lit("reveal the top card of your library . if it's a").parse_next(i)?;
    let what = card_filter(i)?;
    lit(",").parse_next(i)?;
    let to = put(i)?;
    if what.plural || !super::references::at_end(i) {
        return stuck(i);
    }
    // "Otherwise" says more.
    if i.len() > 1 && matches!(i[1].text.as_str(), "otherwise" | "if") {
        return stuck(i);
    }
    Ok(Effect::new("reveal-top").arg("what", Arg::Filter(what)).set("to", Value::text(to)))
}

/// "Look at the top card of your library. You may put that card on the bottom of your library."
pub(super) fn bottomed_top(i: &mut In<'_>) -> Parsed<Effect> {
    lit("look at the top card of your library . you may put").parse_next(i)?;
    table(&[("that card", ()), ("it", ())]).parse_next(i)?;
    table(&[("on the bottom of your library", ()), ("on the bottom", ())]).parse_next(i)?;
    Ok(Effect::new("may-bottom-top"))
}

/// "Exile the top two cards of your library. You may play those cards this turn."
pub(super) fn exiled_to_play(i: &mut In<'_>) -> Parsed<Vec<Effect>> {
    lit("exile the top").parse_next(i)?;
    let count = if eat(i, "card of your library .") {
        Amount::Number(1)
    } else {
        let count = if eat(i, "x") { Amount::X } else { Amount::Number(number(i)?) };
        lit("cards of your library .").parse_next(i)?;
        count
    };
    const UNTIL: &[(&str, &str)] = &[
        ("until the end of your next turn ,", "end-of-your-next-turn"),
        ("until end of turn ,", "this-turn"),
        ("this turn ,", "this-turn"),
    ];
    let before = maybe(i, table(UNTIL));
    lit("you may play").parse_next(i)?;
    let plural = table(&[("those cards", true), ("them", true), ("that card", false), ("it", false)]).parse_next(i)?;
    if plural == (count == Amount::Number(1)) {
        return stuck(i);
    }
    const BEHIND: &[(&str, &str)] = &[
        ("until the end of your next turn", "end-of-your-next-turn"),
        ("until end of turn", "this-turn"),
        ("this turn", "this-turn"),
    ];
    let until = match before {
        Some(until) => until,
        None => table(BEHIND).parse_next(i)?,
    };
    if !super::references::at_end(i) {
        return stuck(i);
    }
    let permit = Effect::new("permit").set("until", Value::text(until));
    Ok(vec![Effect::new("exile-top").count(count), permit])
}

/// "Target player reveals their hand. You choose a nonland card from it. That player discards that card."
pub(super) fn picked(i: &mut In<'_>) -> Parsed<Effect> {
    let who = super::references::player_target(i)?;
    lit("reveals their hand . you choose").parse_next(i)?;
    table(&[("a", ()), ("an", ())]).parse_next(i)?;
    let what = card_filter(i)?;
    table(&[("from it", ()), ("from among them", ())]).parse_next(i)?;
    let exiled = if eat(i, ". that player discards that card") {
        false
    } else {
        table(&[(". exile that card", ()), ("and exile that card", ())]).parse_next(i)?;
        true
    };
    let effect = Effect::new("pick-from-hand").who(Who::Target(who));
    let effect = if what.words.is_empty() { effect } else { effect.arg("what", Arg::Filter(what)) };
    Ok(if exiled { effect.set("to", Value::text("exile")) } else { effect })
}

/// "Put two cards from your hand on top of your library in any order", behind what was drawn.
pub(super) fn drawn_and_put_back(i: &mut In<'_>) -> Parsed<Effect> {
    lit("put").parse_next(i)?;
    let n = super::grammar::article_or_number(i)?;
    let (cards, order) = if n == 1 {
        ("card from your hand on top of your library", "")
    } else {
        ("cards from your hand on top of your library", "in any order")
    };
    lit(cards).parse_next(i)?;
    if !order.is_empty() {
        lit(order).parse_next(i)?;
    }
    Ok(Effect::new("put-back").count(Amount::Number(n)))
}

fn rest(i: &mut In<'_>) -> Parsed<(&'static str, bool)> {
    const PLACES: &[(&str, (&str, bool))] = &[
        ("on the bottom of your library in any order", ("library-bottom", false)),
        ("on the bottom of your library in a random order", ("library-bottom", true)),
        ("on the bottom of your library", ("library-bottom", false)),
        ("into your graveyard", ("graveyard", false)),
    ];
    table(PLACES).parse_next(i)
}

/// "Put a creature card from your hand onto the battlefield", behind "you may".
pub(super) fn put_from_hand(i: &mut In<'_>) -> Parsed<Effect> {
    lit("put").parse_next(i)?;
    let what = match super::references::choice(i)? {
        Obj::Choice(what, 1) if what.noun == "card" && what.whose.is_none() && !what.has("other") => what,
        _ => return stuck(i),
    };
    lit("from your hand onto the battlefield").parse_next(i)?;
    let tapped = eat(i, "tapped");
    if super::references::at_end(i) {
        Ok(Effect::new("may-put-from-hand").arg("what", Arg::Filter(what)).flag("tapped", tapped))
    } else {
        stuck(i)
    }
}

/// "Mana as though it were mana of any type": as what.
pub(super) fn any_mana(i: &mut In<'_>) -> Parsed<&'static str> {
    const AS: &[(&str, &str)] = &[
        ("mana as though it were mana of any type", "any-type"),
        ("mana as though it were mana of any color", "any-colour"),
    ];
    table(AS).parse_next(i)
}

/// "You may cast that card for as long as it remains exiled, and you may spend mana as though it were mana of any type to cast
/// that spell", of cards that have just been exiled.
pub(super) fn permission(i: &mut In<'_>) -> Parsed<Effect> {
    const BEFORE: &[(&str, &str)] = &[
        ("until the end of your next turn ,", "end-of-your-next-turn"),
        ("until end of turn ,", "this-turn"),
        ("this turn ,", "this-turn"),
        ("for as long as that card remains exiled ,", "while-there"),
        ("for as long as those cards remain exiled ,", "while-there"),
    ];
    let before = maybe(i, table(BEFORE));
    lit("you may").parse_next(i)?;
    let _ = eat(i, "look at and") || eat(i, "look at that card and") || eat(i, "look at it and");
    let plays = table(&[("play", true), ("cast", false)]).parse_next(i)?;
    const ONE: &[(&str, bool)] =
        &[("that card", false), ("it", false), ("the exiled card", false), ("those cards", true), ("them", true)];
    const AMONG: &[(&str, ())] =
        &[("from among those exiled cards", ()), ("from among those cards", ()), ("from among them", ())];
    let (what, plural) = match maybe(i, table(ONE)) {
        Some(plural) => ((!plays).then(|| "nonland".to_owned()), plural),
        None if plays => return stuck(i),
        None => {
            let what = super::filters::filter(i)?;
            table(AMONG).parse_next(i)?;
            if what.noun != "spell" || !what.plural || what.whose.is_some() {
                return stuck(i);
            }
            let words = what.print();
            (Some(if words == "spell" { "nonland".to_owned() } else { words.replace(" spell", "") }), true)
        }
    };
    const BEHIND: &[(&str, &str)] = &[
        ("until the end of your next turn", "end-of-your-next-turn"),
        ("until end of turn", "this-turn"),
        ("this turn", "this-turn"),
        ("for as long as it remains exiled", "while-there"),
        ("for as long as they remain exiled", "while-there"),
    ];
    let until = match before {
        Some(until) => until,
        None => table(BEHIND).parse_next(i)?,
    };
    let mana = maybe(i, |i: &mut In<'_>| {
        if !eat(i, ", and") {
            lit("and").parse_next(i)?;
        }
        table(&[("you may spend", ()), ("mana", ())]).parse_next(i)?;
        let mana = any_mana(i)?;
        lit("to cast").parse_next(i)?;
        table(&[("that spell", ()), ("it", ()), ("those spells", ()), ("them", ()), ("spells this way", ())])
            .parse_next(i)?;
        Ok(mana)
    });
    if !super::references::at_end(i) {
        return stuck(i);
    }
    let exile = eat(i, ". if that spell would be put into a graveyard this turn , exile it instead")
        || eat(i, ". if that spell would be put into a graveyard , exile it instead")
        || eat(i, ". if a spell cast this way would be put into a graveyard , exile it instead");
    let mut permit = Effect::new("permit-them").flag("plural", plural);
    if let Some(what) = what {
        permit = permit.set("what", Value::Text(what));
    }
    if let Some(mana) = mana {
        permit = permit.set("mana", Value::text(mana));
    }
    Ok(permit.set("until", Value::text(until)).flag("exile", exile))
}

/// Whose library, in the genitive.
fn library_of(i: &mut In<'_>) -> Parsed<Who> {
    const FIXED: &[(&str, u8)] = &[
        ("your library", 0),
        ("that player's library", 1),
        ("each opponent's library", 2),
        ("each player's library", 3),
        ("target opponent's library", 4),
        ("target player's library", 5),
    ];
    let target = |opponent| {
        let of = super::ast::TargetOf::Player { opponent };
        Who::Target(super::ast::Target { of, count: 1, up_to: false, any_number: false, each_opponent: false })
    };
    Ok(match table(FIXED).parse_next(i)? {
        0 => Who::You,
        1 => Who::That,
        2 => Who::EachOpponent,
        3 => Who::EachPlayer,
        n => target(n == 4),
    })
}

/// "Exile the top two cards of target opponent's library", "... face down".
pub(super) fn exile_top(i: &mut In<'_>) -> Parsed<Effect> {
    lit("exile the top").parse_next(i)?;
    let count = if eat(i, "card of") {
        Amount::Number(1)
    } else {
        let count = if eat(i, "x") { Amount::X } else { Amount::Number(number(i)?) };
        lit("cards of").parse_next(i)?;
        count
    };
    let who = library_of(i)?;
    let face_down = eat(i, "face down");
    Ok(Effect::new("exile-top").who(who).count(count).flag("face-down", face_down))
}

/// "Look at the top four cards of target opponent's library, exile one of them face down, then put the rest on the bottom of that
/// library in a random order".
pub(super) fn look_and_exile(i: &mut In<'_>) -> Parsed<Effect> {
    lit("look at the top").parse_next(i)?;
    let count = number(i)?;
    lit("cards of").parse_next(i)?;
    let of = library_of(i)?;
    if !matches!(of, Who::You | Who::That | Who::Target(_)) {
        return stuck(i);
    }
    if !eat(i, ", exile one of them") {
        lit(". exile one of them").parse_next(i)?;
    }
    let to = if eat(i, "face down") { "exile-face-down" } else { "exile" };
    if !eat(i, ", then put the rest") && !eat(i, "and put the rest") && !eat(i, "and put the other") {
        lit("and the rest").parse_next(i)?;
    }
    const PLACES: &[(&str, (&str, bool))] = &[
        ("on the bottom of that library in a random order", ("library-bottom", true)),
        ("on the bottom of their library in a random order", ("library-bottom", true)),
        ("on the bottom of your library in a random order", ("library-bottom", true)),
        ("on the bottom of that library in any order", ("library-bottom", false)),
        ("on the bottom of that library", ("library-bottom", false)),
        ("into their graveyard", ("graveyard", false)),
        ("into that player's graveyard", ("graveyard", false)),
        ("into your graveyard", ("graveyard", false)),
    ];
    let (rest, random) = table(PLACES).parse_next(i)?;
    let look = Effect::new("look-at-top").arg("count", Arg::Amount(Amount::Number(count)));
    let look = if of == Who::You { look } else { look.arg("of", Arg::Who(of)) };
    Ok(look.set("to", Value::text(to)).set("rest", Value::text(rest)).flag("random", random))
}
