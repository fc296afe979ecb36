//! "Reveal cards from the top of your library until you reveal a creature card": several sentences that say one thing.

use winnow::Parser;

use super::amounts;
use super::ast::{Amount, Arg, Effect, Who};
use super::effects::{card_filter, verb};
use super::grammar::{In, Parsed, lit, maybe, stuck, table};
use super::value::Value;

/// What stands behind the player: what is revealed, and where those that pass and the others go.
pub(super) fn reveal_until(i: &mut In<'_>, who: &Who, third: bool) -> Parsed<Effect> {
    if !verb(i, third, "reveal", "reveals") {
        return stuck(i);
    }
    let own = *who == Who::You;
    lit("cards from the top of").parse_next(i)?;
    lit(if own { "your library until you reveal" } else { "their library until they reveal" }).parse_next(i)?;
    let count = amounts::simple(i)?;
    let what = card_filter(i)?;
    if count == Amount::That || what.plural == (count == Amount::Number(1)) {
        return stuck(i);
    }
    let effect = Effect::new("reveal-until").who(who.clone()).arg("what", Arg::Filter(what)).count(count);
    if let Some(place) = maybe(i, all_of_them) {
        return Ok(effect.set("rest", Value::text(place)));
    }
    const PUTS: &[(&str, ())] = &[
        (". put", ()),
        (". you put", ()),
        (". they put", ()),
        (". that player puts", ()),
        (". the player puts", ()),
        (", then puts", ()),
        (", then put", ()),
    ];
    table(PUTS).parse_next(i)?;
    table(&[("that card", ()), ("those cards", ()), ("the card", ())]).parse_next(i)?;
    let to = table(FIRST).parse_next(i)?;
    let rest = table(REST).parse_next(i)?;
    Ok(effect.set("to", Value::text(to)).set("rest", Value::text(rest)))
}

/// ", then puts those cards into their graveyard": all that has been revealed goes there.
fn all_of_them(i: &mut In<'_>) -> Parsed<&'static str> {
    const PUTS: &[(&str, ())] = &[
        (", then puts those cards into their graveyard", ()),
        (", then puts all cards revealed this way into their graveyard", ()),
        (". that player puts all cards revealed this way into their graveyard", ()),
        (", then put those cards into your graveyard", ()),
    ];
    table(PUTS).parse_next(i)?;
    Ok("graveyard")
}

const FIRST: &[(&str, &str)] = &[
    ("onto the battlefield tapped", "battlefield-tapped"),
    ("onto the battlefield", "battlefield"),
    ("into your hand", "hand"),
    ("into their hand", "hand"),
    ("into your graveyard", "graveyard"),
];

const REST: &[(&str, &str)] = &[
    ("and the rest on the bottom of your library in a random order", "library-bottom"),
    ("and all other cards revealed this way on the bottom of your library in a random order", "library-bottom"),
    (", then put the rest on the bottom of your library in a random order", "library-bottom"),
    ("and the rest on the bottom of their library in a random order", "library-bottom"),
    ("and the rest into your graveyard", "graveyard"),
    ("and all other cards revealed this way into your graveyard", "graveyard"),
    ("and the rest into their graveyard", "graveyard"),
    (", then shuffle the rest into your library", "library-shuffled"),
    (", then shuffle the rest of the revealed cards into your library", "library-shuffled"),
    (", then shuffles the rest into their library", "library-shuffled"),
    (", then shuffles all other cards revealed this way into their library", "library-shuffled"),
    ("and exile the rest", "exile"),
];
