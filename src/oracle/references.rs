//! Who and what is meant: targets, "it", "that creature", "each opponent".

use winnow::Parser;

use super::ast::{Filter, Obj, Target, TargetOf, Who, Zone};
use super::filters::filter;
use super::grammar::{In, Parsed, eat, lit, maybe, number, one, stuck, table};

/// How newer texts call the card itself.
const THIS: &[(&str, ())] = &[
    ("~", ()),
    ("this creature", ()),
    ("this permanent", ()),
    ("this artifact", ()),
    ("this enchantment", ()),
    ("this land", ()),
    ("this aura", ()),
    ("this equipment", ()),
    ("this vehicle", ()),
    ("this token", ()),
];

/// The card itself.
pub(super) fn me(i: &mut In<'_>) -> Parsed<()> {
    table(THIS).parse_next(i)
}

/// Nouns by which something is meant again.
const NOUNS: &[(&str, &str)] = &[
    ("creature", "creature"),
    ("permanent", "permanent"),
    ("artifact", "artifact"),
    ("enchantment", "enchantment"),
    ("land", "land"),
    ("planeswalker", "planeswalker"),
    ("spell", "spell"),
    ("card", "card"),
    ("token", "token"),
];

const NOUNS_POSSESSIVE: &[(&str, &str)] = &[
    ("creature's", "creature"),
    ("permanent's", "permanent"),
    ("artifact's", "artifact"),
    ("enchantment's", "enchantment"),
    ("land's", "land"),
    ("planeswalker's", "planeswalker"),
    ("spell's", "spell"),
    ("card's", "card"),
    ("token's", "token"),
];

const NOUNS_PLURAL: &[(&str, &str)] = &[
    ("creatures", "creature"),
    ("permanents", "permanent"),
    ("artifacts", "artifact"),
    ("enchantments", "enchantment"),
    ("lands", "land"),
    ("cards", "card"),
    ("tokens", "token"),
];

/// "Enchanted creature", "equipped creature".
pub(super) fn attached(i: &mut In<'_>) -> Parsed<&'static str> {
    const HOW: &[(&str, ())] = &[("enchanted", ()), ("equipped", ())];
    table(HOW).parse_next(i)?;
    table(NOUNS).parse_next(i)
}

/// Something in the singular that was mentioned before, or the card itself.
pub(super) fn mentioned(i: &mut In<'_>) -> Parsed<Obj> {
    if maybe(i, me).is_some() {
        return Ok(Obj::Me);
    }
    if eat(i, "it") {
        return Ok(Obj::It);
    }
    if let Some(noun) = maybe(i, attached) {
        return Ok(Obj::Attached(noun));
    }
    if eat(i, "that") {
        return table(NOUNS).parse_next(i).map(Obj::That);
    }
    stuck(i)
}

/// Whose: "its", "that creature's", "~'s".
pub(super) fn possessor(i: &mut In<'_>) -> Parsed<Obj> {
    if eat(i, "its") {
        return Ok(Obj::It);
    }
    if eat(i, "~ 's") || eat(i, "this creature's") {
        return Ok(Obj::Me);
    }
    if eat(i, "that") || eat(i, "the") {
        return table(NOUNS_POSSESSIVE).parse_next(i).map(Obj::That);
    }
    if maybe(i, table(&[("enchanted", ()), ("equipped", ())])).is_some() {
        return table(NOUNS_POSSESSIVE).parse_next(i).map(Obj::Attached);
    }
    stuck(i)
}

/// "Target ..." of a kind that is an object.
fn object_target(i: &mut In<'_>) -> Parsed<Target> {
    let mut target = Target { of: TargetOf::Any, count: 1, up_to: false, any_number: false, each_opponent: false };
    if eat(i, "any target") {
        return Ok(target);
    }
    if eat(i, "any number of") {
        target.any_number = true;
    } else if eat(i, "up to") {
        target.up_to = true;
    }
    let mut other = eat(i, "another");
    let n = if other { None } else { maybe(i, number) };
    other |= eat(i, "other");
    lit("target").parse_next(i)?;
    let mut what = filter(i)?;
    if other {
        what = what.with("other");
    }
    if eat(i, "other than ~") {
        what = what.with("other");
    }
    let many = n.unwrap_or(1) > 1 || target.any_number;
    if what.plural != many {
        return stuck(i);
    }
    target.count = match n.unwrap_or(1) {
        n @ 1..=6 => n as u8,
        _ => return stuck(i),
    };
    if target.up_to && n.is_none() || what.whose == Some("theirs") && target.count > 1 {
        return stuck(i);
    }
    // Several cards of one graveyard.
    if many && what.whose == Some("opponents") && what.zone == Zone::AnyGraveyard {
        return stuck(i);
    }
    target.of = TargetOf::Objects(what);
    Ok(target)
}

/// Objects, in whatever way they are meant.
pub(super) fn object(i: &mut In<'_>) -> Parsed<Obj> {
    if let Some(target) = maybe(i, object_target) {
        return Ok(Obj::Target(target));
    }
    if eat(i, "all") {
        let what = filter(i)?;
        return if what.plural { Ok(Obj::Each(what)) } else { stuck(i) };
    }
    if eat(i, "each") {
        let what = filter(i)?;
        return if what.plural { stuck(i) } else { Ok(Obj::Each(what)) };
    }
    if eat(i, "them") {
        return Ok(Obj::Those("permanent"));
    }
    if eat(i, "those") {
        return table(NOUNS_PLURAL).parse_next(i).map(Obj::Those);
    }
    if let Some(obj) = maybe(i, mentioned) {
        return Ok(obj);
    }
    if let Some(what) = maybe(i, plural) {
        return Ok(Obj::Each(what));
    }
    choice(i)
}

/// A plural without an article: all of them.
pub(super) fn plural(i: &mut In<'_>) -> Parsed<Filter> {
    let what = filter(i)?;
    if what.plural { Ok(what) } else { stuck(i) }
}

/// "A creature you control", "two lands": some that a player chooses.
pub(super) fn choice(i: &mut In<'_>) -> Parsed<Obj> {
    let other = i.first().is_some_and(|t| t.text == "another");
    let n = if other { 1 } else { super::grammar::article_or_number(i)? };
    let what = filter(i)?;
    if what.plural == (n == 1) { stuck(i) } else { Ok(Obj::Choice(what, n)) }
}

/// A player as subject, and whether verbs take the third person.
pub(super) fn player(i: &mut In<'_>) -> Parsed<(Who, bool)> {
    const FIXED: &[(&str, (Fixed, bool))] = &[
        ("you", (Fixed::You, false)),
        ("each player", (Fixed::EachPlayer, true)),
        ("each opponent", (Fixed::EachOpponent, true)),
        ("each of your opponents", (Fixed::EachOpponent, true)),
        ("each other player", (Fixed::EachOther, true)),
        ("that player", (Fixed::That, true)),
        ("that opponent", (Fixed::That, true)),
        ("they", (Fixed::They, false)),
        ("defending player", (Fixed::Defending, true)),
    ];
    if let Some((fixed, third)) = maybe(i, table(FIXED)) {
        return Ok((fixed.who(), third));
    }
    if let Some(target) = maybe(i, player_target) {
        return Ok((Who::Target(target), true));
    }
    let obj = possessor(i)?;
    let owner = table(&[("controller", false), ("owner", true)]).parse_next(i)?;
    Ok((if owner { Who::OwnerOf(obj) } else { Who::ControllerOf(obj) }, true))
}

/// "Target player", "target opponent".
pub(super) fn player_target(i: &mut In<'_>) -> Parsed<Target> {
    const KINDS: &[(&str, u8)] = &[
        ("target player or planeswalker", 2),
        ("target opponent or planeswalker", 3),
        ("target player", 0),
        ("target opponent", 1),
    ];
    let of = match table(KINDS).parse_next(i)? {
        kind @ 2.. => TargetOf::PlayerOrPlaneswalker { opponent: kind == 3 },
        kind => TargetOf::Player { opponent: kind == 1 },
    };
    // "Target player and/or ..." says more than a player.
    if i.first().is_some_and(|t| matches!(t.text.as_str(), "or" | "and/or")) {
        return stuck(i);
    }
    Ok(Target { of, count: 1, up_to: false, any_number: false, each_opponent: false })
}

#[derive(Clone, Copy)]
enum Fixed {
    You,
    EachPlayer,
    EachOpponent,
    EachOther,
    That,
    They,
    Defending,
}

impl Fixed {
    fn who(self) -> Who {
        match self {
            Fixed::You => Who::You,
            Fixed::EachPlayer => Who::EachPlayer,
            Fixed::EachOpponent => Who::EachOpponent,
            Fixed::EachOther => Who::EachOther,
            Fixed::That => Who::That,
            Fixed::They => Who::They,
            Fixed::Defending => Who::Defending,
        }
    }
}

/// A word that is no verb of ours ends a subject: used to refuse early.
pub(super) fn at_end(i: &In<'_>) -> bool {
    i.is_empty() || one(|t| t.text == ".").parse_next(&mut &**i).is_ok()
}
