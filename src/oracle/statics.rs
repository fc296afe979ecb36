//! Static abilities and what a card says of itself: "other Goblins you control get +1/+1", "~ enters the battlefield tapped".

use winnow::Parser;

use super::ast::{Amount, Arg, Cond, Effect, Filter, Obj, Zone};
use super::filters::filter;
use super::grammar::{In, Parsed, eat, lit, mana, maybe, stuck, table};
use super::references::{attached, me};
use super::value::Value;
use super::verbs::{Change, size_change, times};
use super::{amounts, conditions, filters, keywords, limits, shelters};

/// What a line comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Said {
    /// A static ability, perhaps only while something holds.
    Static(Effect, Option<Cond>),
    /// A replacement effect.
    Replacement(Effect),
    /// Keywords of the card.
    Keywords(Vec<&'static str>),
    /// A key of the card.
    Field(&'static str, Value),
    /// The card enters tapped unless that holds.
    TappedUnless(Cond),
    /// It may be cast only then.
    CastIf(Cond),
    /// It may be cast for that cost, perhaps only when something holds.
    Way(String, Option<Cond>),
    /// Power and toughness are each that.
    Size(Amount),
    /// Damage is prevented, and something happens besides: what says so, by which noun the damaged is meant, and what happens.
    Prevented(Effect, &'static str, Vec<Effect>),
    /// An ability of others, to whom and what.
    Grant(String, Vec<Value>, Option<Cond>),
}

/// All sentences of a line.
pub(super) fn line(i: &mut In<'_>) -> Parsed<Vec<Said>> {
    let mut found = Vec::new();
    while !i.is_empty() {
        found.extend(sentence(i)?);
        lit(".").parse_next(i)?;
    }
    Ok(found)
}

fn sentence(i: &mut In<'_>) -> Parsed<Vec<Said>> {
    let mut stopped = super::grammar::Stuck { left: i.len() };
    let start = *i;
    for parser in [
        shelters::instead,
        fixed,
        entering,
        spells,
        evasion,
        flash,
        others_enter,
        granted,
        based,
        pumped,
        super::terms::fees,
    ] {
        match parser(i) {
            Ok(found) if super::references::at_end(i) => return Ok(found),
            Ok(_) => stopped.left = stopped.left.min(i.len()),
            Err(stuck) => stopped.left = stopped.left.min(stuck.left),
        }
        *i = start;
    }
    Err(stopped)
}

/// Sentences that are always the same.
fn fixed(i: &mut In<'_>) -> Parsed<Vec<Said>> {
    type Make = fn() -> Said;
    const EMPTY: fn(&'static str) -> Said = |name| Said::Static(Effect::new(name), None);
    const SENTENCES: &[(&str, Make)] = &[
        ("this spell can't be countered", || Said::Keywords(vec!["uncounterable"])),
        ("~ can't be countered", || Said::Keywords(vec!["uncounterable"])),
        ("you have no maximum hand size", || Said::Static(bare("max-hand-size", Value::text("none")), None)),
        ("players can't gain life", || Said::Static(bare("no-life-gain", Value::text("any")), None)),
        ("your opponents can't gain life", || Said::Static(bare("no-life-gain", Value::text("opponents")), None)),
        ("if you would draw a card , draw two cards instead", || draws_instead("yours", false, Some(2))),
        (
            "if you would draw a card except the first one you draw in each of your draw steps , draw two cards instead",
            || draws_instead("yours", true, Some(2)),
        ),
        (
            "if an opponent would draw a card except the first one they draw in each of their draw steps , instead that player skips that draw and you draw a card",
            || draws_instead("opponents", true, None),
        ),
        ("if you would gain life , you gain twice that much life instead", || more_life("times", 2)),
        ("if you would gain life , you gain that much life plus 1 instead", || more_life("plus", 1)),
        ("if an opponent would gain life , that player loses that much life instead", || {
            Said::Static(bare("life-gain-lost", Value::text("opponents")), None)
        }),
        ("if an opponent would lose life during your turn , they lose twice that much life instead", || {
            let what = Effect::new("more-life-lost").set("whose", Value::text("opponents"));
            Said::Static(what.set("times", Value::Number(2)), Some(Cond::Plain("your-turn")))
        }),
        ("if this card is in your opening hand , you may begin the game with it on the battlefield", || {
            EMPTY("opening-hand")
        }),
        ("if ~ is in your opening hand , you may begin the game with it on the battlefield", || EMPTY("opening-hand")),
        ("you may play an additional land on each of your turns", || EMPTY("land-plays")),
        ("skip your draw step", || {
            Said::Static(Effect::new("skip").set("whose", Value::text("yours")).set("what", Value::text("draw")), None)
        }),
        ("skip your untap step", || {
            Said::Static(Effect::new("skip").set("whose", Value::text("yours")).set("what", Value::text("untap")), None)
        }),
        ("players skip their untap steps", || {
            Said::Static(Effect::new("skip").set("whose", Value::text("any")).set("what", Value::text("untap")), None)
        }),
        ("players skip their upkeep steps", || {
            Said::Static(Effect::new("skip").set("whose", Value::text("any")).set("what", Value::text("upkeep")), None)
        }),
        ("players skip their draw steps", || {
            Said::Static(Effect::new("skip").set("whose", Value::text("any")).set("what", Value::text("draw")), None)
        }),
        ("each player can't cast more than one spell each turn", || {
            Said::Static(Effect::new("spell-limit").set("at-most", Value::Number(1)), None)
        }),
        ("a deck can have any number of cards named ~", || Said::Field("any-number", Value::Flag(true))),
        ("~ must be blocked if able", || Said::Keywords(vec!["must be blocked"])),
        ("~ can be your commander", || Said::Keywords(vec!["can be your commander"])),
        ("cast this spell only during combat", || Said::Field("timing", Value::text("combat"))),
        ("cast this spell only during your turn", || Said::Field("timing", Value::text("your-turn"))),
        ("cast this spell only during an opponent's turn", || {
            Said::CastIf(Cond::Not(Box::new(Cond::Plain("your-turn"))))
        }),
        ("players can't search libraries", || Said::Static(bare("no-search", Value::text("any")), None)),
        ("your opponents can't search libraries", || Said::Static(bare("no-search", Value::text("opponents")), None)),
        ("your opponents can't cast spells during your turn", || {
            let what = Effect::new("cant-cast").set("what", Value::text("opponents"));
            Said::Static(what, Some(Cond::Plain("your-turn")))
        }),
        ("your opponents can't cast spells from anywhere other than their hands", || cant_cast("from-hand")),
        ("your opponents can cast spells only any time they could cast a sorcery", || cant_cast("at-sorcery-time")),
        ("each opponent can cast spells only any time they could cast a sorcery", || cant_cast("at-sorcery-time")),
        ("players can't cast more than one spell each turn", || one_spell("any")),
        ("your opponents can't cast more than one spell each turn", || one_spell("opponents")),
        ("each opponent can't cast more than one spell each turn", || one_spell("opponents")),
        ("if a card or token would be put into a graveyard from anywhere , exile it instead", || {
            Said::Static(bare("graveyard-to-exile", Value::text("each")), None)
        }),
        ("you may play lands from your graveyard", || EMPTY("lands-from-graveyard")),
        ("you may play lands from the top of your library", || from_top("land")),
        ("you may cast creature spells from the top of your library", || from_top("creature")),
        ("you may play lands and cast spells from the top of your library", || from_top("card")),
        ("you may look at the top card of your library any time", || EMPTY("top-card")),
        ("play with the top card of your library revealed", || {
            Said::Static(Effect::new("top-card").set("revealed", Value::Flag(true)), None)
        }),
        ("creatures entering the battlefield don't cause abilities to trigger", || quiet_entering()),
        ("creatures entering don't cause abilities to trigger", || quiet_entering()),
        ("you have shroud", || EMPTY("player-shroud")),
        ("you have hexproof", || EMPTY("player-hexproof")),
        ("you control enchanted creature", || EMPTY("control-attached")),
        ("you control enchanted permanent", || EMPTY("control-attached")),
        ("you control enchanted artifact", || EMPTY("control-attached")),
        ("you control enchanted enchantment", || EMPTY("control-attached")),
        ("you control enchanted land", || EMPTY("control-attached")),
        ("you control enchanted planeswalker", || EMPTY("control-attached")),
        ("you may choose not to untap ~ during your untap step", || Said::Keywords(vec!["may stay tapped"])),
        ("all creatures able to block ~ do so", || Said::Keywords(vec!["lures"])),
        ("all creatures able to block enchanted creature do so", || lured("enchanted creature")),
        ("all creatures able to block equipped creature do so", || lured("equipped creature")),
        ("you can't lose the game", || Said::Static(bare("cant-lose", Value::text("yours")), None)),
        ("your opponents can't win the game", || Said::Static(bare("cant-win", Value::text("opponents")), None)),
        ("players can't lose the game", || Said::Static(bare("cant-lose", Value::text("any")), None)),
        ("players can't win the game", || Said::Static(bare("cant-win", Value::text("any")), None)),
        ("damage that would reduce your life total to less than 1 reduces it to 1 instead", || {
            Said::Static(bare("damage-leaves-one", Value::text("yours")), None)
        }),
        ("players have no maximum hand size", || Said::Static(bare("no-max-hand-size", Value::text("any")), None)),
        ("you don't lose unspent mana as steps and phases end", || EMPTY("keeps-mana")),
        ("players don't lose unspent mana as steps and phases end", || {
            Said::Static(Effect::new("keeps-mana").set("whose", Value::text("any")), None)
        }),
        ("you don't lose unspent white mana as steps and phases end", || kept("W")),
        ("you don't lose unspent blue mana as steps and phases end", || kept("U")),
        ("you don't lose unspent black mana as steps and phases end", || kept("B")),
        ("you don't lose unspent red mana as steps and phases end", || kept("R")),
        ("you don't lose unspent green mana as steps and phases end", || kept("G")),
        ("each player can't cast more than one noncreature spell each turn", || one_spell_of("noncreature")),
        ("players can't cast more than one noncreature spell each turn", || one_spell_of("noncreature")),
        ("each player who has cast a nonartifact spell this turn can't cast additional nonartifact spells", || {
            one_spell_of("nonartifact")
        }),
        ("~ can't be blocked except by two or more creatures", || blocked_by(2)),
        ("~ can't be blocked except by three or more creatures", || blocked_by(3)),
        ("~ doesn't untap during your untap step", || Said::Keywords(vec!["doesn't untap"])),
        ("~ can't be blocked by more than one creature", || {
            Said::Static(Effect::new("blocked-by-at-most").set("count", Value::Number(1)), None)
        }),
        ("players can't activate planeswalkers' loyalty abilities", || {
            let what = Effect::new("cant-activate").set("what", Value::text("planeswalker"));
            Said::Static(what.set("loyalty", Value::Flag(true)), None)
        }),
        ("spells and abilities your opponents control can't cause you to sacrifice permanents", || spared(false)),
        (
            "spells and abilities your opponents control can't cause you to discard cards or sacrifice permanents",
            || spared(true),
        ),
        ("spells and abilities your opponents control can't cause their controller to search their library", || {
            Said::Static(bare("no-own-search", Value::text("opponents")), None)
        }),
        ("creatures with flying can't attack you or planeswalkers you control", || {
            Said::Static(bare("cant-attack-you", Value::text("creature with-flying")), None)
        }),
        ("any player may cast spells as though they had flash", || {
            Said::Static(bare("flash-for-all", Value::text("spell")), None)
        }),
        ("if a creature an opponent controls would die , exile it instead", || {
            let what = Effect::new("exiled-instead").set("what", Value::text("creature opponents"));
            Said::Static(what.set("dies", Value::Flag(true)), None)
        }),
        ("combat damage that would be dealt by creatures you control can't be prevented", || {
            Said::Static(bare("unpreventable", Value::text("creature yours")), None)
        }),
    ];
    for (words, make) in SENTENCES {
        let start = *i;
        if eat(i, words) {
            if super::references::at_end(i) {
                return Ok(vec![make()]);
            }
            *i = start;
        }
    }
    if eat(i, "you can't lose the game and your opponents can't win the game") {
        let lose = Said::Static(bare("cant-lose", Value::text("yours")), None);
        return Ok(vec![lose, Said::Static(bare("cant-win", Value::text("opponents")), None)]);
    }
    if eat(i, "cast this spell only during combat on an opponent's turn") {
        let theirs = Cond::Not(Box::new(Cond::Plain("your-turn")));
        return Ok(vec![Said::Field("timing", Value::text("combat")), Said::CastIf(theirs)]);
    }
    for parser in [
        shelters::both,
        shelters::prevented,
        shelters::lessened,
        spend_as,
        choosing,
        more_counters,
        more_damage,
        of_activated,
        triggers_twice,
        limits::limit,
    ] {
        if let Some(said) = maybe(i, parser) {
            return Ok(vec![said]);
        }
    }
    if eat(i, "cast this spell only if") {
        return conditions::condition(i).map(|cond| vec![Said::CastIf(cond)]);
    }
    stuck(i)
}

/// All that can block what it is attached to, called so, block it.
fn lured(what: &'static str) -> Said {
    let noun = what.split(' ').next_back().unwrap_or(what);
    let words = Value::List(vec![Value::text("lures")]);
    Said::Static(Effect::new("pump").what(Obj::Attached(noun)).set("keywords", words), None)
}

/// Unspent mana of that colour stays.
fn kept(mana: &str) -> Said {
    Said::Static(Effect::new("keeps-mana").set("mana", Value::text(mana)), None)
}

/// Opponents make its controller sacrifice nothing, nor perhaps discard.
fn spared(discard: bool) -> Said {
    let what = Effect::new("spared").set("sacrifice", Value::Flag(true));
    Said::Static(if discard { what.set("discard", Value::Flag(true)) } else { what }, None)
}

/// The card itself is blocked by so many creatures at the least.
fn blocked_by(n: i32) -> Said {
    Said::Static(Effect::new("blocked-by-at-least").set("count", Value::Number(n)), None)
}

/// Draws that become so many, or else one of yours.
fn draws_instead(whose: &'static str, but_first: bool, count: Option<i32>) -> Said {
    let mut what = Effect::new("draws-instead").set("whose", Value::text(whose));
    if but_first {
        what = what.set("but-first", Value::Flag(true));
    }
    let what = match count {
        Some(count) => what.set("count", Value::Number(count)),
        None => what.set("by-you", Value::Flag(true)),
    };
    Said::Static(what, None)
}

fn more_life(how: &'static str, much: i32) -> Said {
    Said::Static(Effect::new("more-life").set("whose", Value::text("yours")).set(how, Value::Number(much)), None)
}

/// Opponents can't cast spells but so.
fn cant_cast(unless: &str) -> Said {
    let what = Effect::new("cant-cast").set("what", Value::text("opponents")).set("unless", Value::text(unless));
    Said::Static(what, None)
}

/// Nobody can cast more than one spell of that kind each turn.
fn one_spell_of(kind: &str) -> Said {
    Said::Static(Effect::new("spell-limit").set("of", Value::text(kind)).set("at-most", Value::Number(1)), None)
}

/// Those players can't cast more than one spell each turn.
fn one_spell(whose: &str) -> Said {
    let limit = Effect::new("spell-limit");
    let limit = if whose == "any" { limit } else { limit.set("whose", Value::text(whose)) };
    Said::Static(limit.set("at-most", Value::Number(1)), None)
}

/// "Activated abilities of artifacts can't be activated unless they're mana abilities", "... cost {2} less to activate".
fn of_activated(i: &mut In<'_>) -> Parsed<Said> {
    lit("activated abilities of").parse_next(i)?;
    let what = filter(i)?;
    if !what.plural || what.zone != Zone::Usual || matches!(what.noun, "card" | "spell") {
        return stuck(i);
    }
    if eat(i, "can't be activated") {
        let mana = !eat(i, "unless they're mana abilities");
        let effect = Effect::new("cant-activate").arg("what", Arg::Filter(what)).flag("mana", mana);
        return Ok(Said::Static(effect, None));
    }
    lit("cost").parse_next(i)?;
    let n = generic(i)?;
    lit("less to activate").parse_next(i)?;
    let effect = Effect::new("abilities-cost-less").arg("what", Arg::Filter(what)).set("by", Value::Number(n));
    let least = eat(i, ". this effect can't reduce the mana in that cost to less than one mana");
    Ok(Said::Static(effect.flag("at-least-one", least), None))
}

/// "If an artifact or creature entering causes a triggered ability of a permanent you control to trigger, that ability
/// triggers an additional time".
fn triggers_twice(i: &mut In<'_>) -> Parsed<Said> {
    lit("if").parse_next(i)?;
    table(&[("a", ()), ("an", ())]).parse_next(i)?;
    let what = filter(i)?;
    const EVENTS: &[(&str, &str)] = &[
        ("entering the battlefield causes", "enters"),
        ("entering causes", "enters"),
        ("dying causes", "dies"),
        ("attacking causes", "attacks"),
    ];
    let event = table(EVENTS).parse_next(i)?;
    lit("a triggered ability of a permanent you control to trigger , that ability triggers an additional time")
        .parse_next(i)?;
    if what.plural || what.zone != Zone::Usual || matches!(what.noun, "card" | "spell") {
        return stuck(i);
    }
    let twice = Effect::new("triggers-twice").set("of", Value::Text(what.print())).set("event", Value::text(event));
    Ok(Said::Static(twice, None))
}

/// Cards that pass may be played from the top of the library.
fn from_top(what: &str) -> Said {
    let from = Effect::new("play-from").set("what", Value::text(what)).set("from", Value::text("library-top"));
    Said::Static(from, None)
}

/// Creatures that enter trigger nothing.
fn quiet_entering() -> Said {
    let of = Effect::new("no-triggers").set("of", Value::text("creature")).set("event", Value::text("enters"));
    Said::Static(of, None)
}

/// "As ~ enters, choose a creature type".
fn choosing(i: &mut In<'_>) -> Parsed<Said> {
    const HOW: &[(&str, ())] = &[
        ("as ~ enters the battlefield ,", ()),
        ("as ~ enters ,", ()),
        ("as it enters the battlefield ,", ()),
        ("as it enters ,", ()),
    ];
    table(HOW).parse_next(i)?;
    const WHAT: &[(&str, &str)] = &[
        ("choose a color other than white", "colour not-white"),
        ("choose a color other than blue", "colour not-blue"),
        ("choose a color other than black", "colour not-black"),
        ("choose a color other than red", "colour not-red"),
        ("choose a color other than green", "colour not-green"),
        ("choose black or red", "colour black|red"),
        ("choose a creature type", "creature-type"),
        ("choose a color", "colour"),
        ("choose an opponent", "opponent"),
        ("choose a player", "player"),
    ];
    let what = table(WHAT).parse_next(i)?;
    if super::references::at_end(i) {
        Ok(Said::Replacement(bare("enters-choosing", Value::text(what))))
    } else {
        stuck(i)
    }
}

/// "If one or more +1/+1 counters would be put on a creature you control, twice that many ... are put on it instead".
fn more_counters(i: &mut In<'_>) -> Parsed<Said> {
    lit("if one or more").parse_next(i)?;
    let kind = filters::counter_kind(i)?;
    lit("counters would be put on").parse_next(i)?;
    table(&[("a", ()), ("an", ())]).parse_next(i)?;
    let what = filter(i)?;
    lit(",").parse_next(i)?;
    let twice = if eat(i, "twice that many") {
        true
    } else {
        lit("that many plus one").parse_next(i)?;
        false
    };
    if filters::counter_kind(i)? != kind {
        return stuck(i);
    }
    table(&[("counters are put on it instead", ()), ("counters are put on that creature instead", ())])
        .parse_next(i)?;
    if what.plural || what.zone != Zone::Usual || matches!(what.noun, "card" | "spell") {
        return stuck(i);
    }
    let more = Effect::new("more-counters").arg("what", Arg::Filter(what)).set("kind", Value::text(kind));
    let more = if twice { more.set("times", Value::Number(2)) } else { more.set("plus", Value::Number(1)) };
    Ok(Said::Static(more, None))
}

/// "If a source you control would deal damage to a permanent or player, it deals double that damage instead".
fn more_damage(i: &mut In<'_>) -> Parsed<Said> {
    const FROM: &[(&str, &str)] = &[
        ("if a source you control would deal damage to a permanent or player , it deals", "yours"),
        ("if a source would deal damage to a permanent or player , it deals", "any"),
        ("if a source would deal damage to a player or permanent , it deals", "any"),
    ];
    let from = table(FROM).parse_next(i)?;
    let times = table(&[("double that damage", 2), ("triple that damage", 3)]).parse_next(i)?;
    let _ = eat(i, "to that permanent or player") || eat(i, "to that player or permanent");
    lit("instead").parse_next(i)?;
    let more = Effect::new("more-damage").set("from", Value::text(from)).set("times", Value::Number(times));
    Ok(Said::Static(more, None))
}

/// A static ability whose only parameter is its value.
pub(super) fn bare(name: &'static str, value: Value) -> Effect {
    Effect::new(name).set("", value)
}

/// "~ enters the battlefield tapped", "... with two +1/+1 counters on it", "... tapped unless ...".
fn entering(i: &mut In<'_>) -> Parsed<Vec<Said>> {
    // "If ~ was kicked, it enters with two +1/+1 counters on it".
    let kicked = eat(i, "if ~ was kicked , it");
    if !kicked {
        me(i)?;
    }
    if !eat(i, "enters the battlefield") {
        lit("enters").parse_next(i)?;
    }
    let mut found = Vec::new();
    if !kicked && eat(i, "tapped") {
        if eat(i, "unless you have two or more opponents") {
            return Ok(vec![Said::TappedUnless(Cond::Compare(Amount::Plain("opponents"), ">=", 2))]);
        }
        if eat(i, "unless") {
            return conditions::condition(i).map(|cond| vec![Said::TappedUnless(cond)]);
        }
        found.push(Said::Field("enters-tapped", Value::Flag(true)));
        if eat(i, "and doesn't untap during your untap step") {
            found.push(Said::Keywords(vec!["doesn't untap"]));
            return Ok(found);
        }
        if !eat(i, "with") {
            return Ok(found);
        }
    } else {
        lit("with").parse_next(i)?;
    }
    let amount = amounts::simple(i)?;
    let kind = filters::counter_kind(i)?;
    table(&[("counters on it", ()), ("counter on it", ())]).parse_next(i)?;
    let amount = super::effects::each_of(i, amount)?;
    let amount = where_x(i, amount)?;
    let effect = Effect::new("enters-with-counters").set("kind", Value::text(kind)).count(amount);
    let effect = if kicked { effect.set("if", Value::text("kicked >= 1")) } else { effect };
    found.push(Said::Replacement(effect));
    Ok(found)
}

/// What X is, where an amount is X.
fn where_x(i: &mut In<'_>, amount: Amount) -> Parsed<Amount> {
    if !eat(i, ", where x is") {
        return Ok(amount);
    }
    if amount == Amount::X { amounts::described(i) } else { stuck(i) }
}

/// "Creature spells you cast cost {1} less to cast", "this spell costs {1} less to cast for each ...".
fn spells(i: &mut In<'_>) -> Parsed<Vec<Said>> {
    if eat(i, "this spell costs") || eat(i, "~ costs") {
        if eat(i, "{X} less to cast , where x is") {
            let amount = amounts::described(i)?;
            return Ok(vec![Said::Static(Effect::new("costs-less").arg("", Arg::Amount(amount)), None)]);
        }
        let n = generic(i)?;
        lit("less to cast").parse_next(i)?;
        if let Some(what) = maybe(i, aimed) {
            let less = Effect::new("costs-less-targeting").arg("what", Arg::Filter(what)).set("by", Value::Number(n));
            return Ok(vec![Said::Static(less, None)]);
        }
        if eat(i, "if") {
            let cond = conditions::condition(i)?;
            return Ok(vec![Said::Static(
                Effect::new("costs-less").arg("", Arg::Amount(Amount::Number(n))),
                Some(cond),
            )]);
        }
        let amount = amounts::for_each(i, n)?;
        return Ok(vec![Said::Static(Effect::new("costs-less").arg("", Arg::Amount(amount)), None)]);
    }
    let mut what = filter(i)?;
    if what.noun != "spell" || !what.plural || what.whose.is_some() || what.zone != Zone::Usual {
        return stuck(i);
    }
    const WHO: &[(&str, Option<&str>)] = &[("you cast", Some("yours")), ("your opponents cast", Some("opponents"))];
    what.whose = maybe(i, table(WHO)).flatten();
    let targeting = if eat(i, "that target ~") {
        Some(Value::text("itself"))
    } else if eat(i, "that target a") || eat(i, "that target an") {
        let at = filter(i)?;
        let fine = !at.plural && at.zone == Zone::Usual && at.noun != "card" && !at.has("other");
        Some(if fine { Value::text(at.print()) } else { return stuck(i) })
    } else {
        None
    };
    // "Creature spells you cast of the chosen type".
    if eat(i, "of the chosen type") {
        what = what.with("chosen-type");
    }
    lit("cost").parse_next(i)?;
    let of_x = eat(i, "{X}");
    let n = if of_x { 1 } else { generic(i)? };
    let by = table(&[("less to cast", -1), ("more to cast", 1)]).parse_next(i)? * n;
    let each = if of_x {
        lit(", where x is").parse_next(i)?;
        Some(amounts::described(i)?)
    } else {
        maybe(i, |i: &mut In<'_>| amounts::for_each(i, 1))
    };
    let words = what.print();
    let words = if words.starts_with("spell") { words } else { words.replace(" spell", "") };
    let mut change = Effect::new("cost-change").set("what", Value::text(words)).set("by", Value::Number(by));
    if let Some(each) = each {
        change = change.arg("each", Arg::Amount(each));
    }
    if let Some(targeting) = targeting {
        change = change.set("targeting", targeting);
    }
    Ok(vec![Said::Static(change, None)])
}

/// "If it targets a tapped creature".
fn aimed(i: &mut In<'_>) -> Parsed<Filter> {
    lit("if it targets").parse_next(i)?;
    table(&[("a", ()), ("an", ())]).parse_next(i)?;
    let what = filter(i)?;
    let fine = !what.plural && what.zone == Zone::Usual && what.noun != "card" && !what.has("other");
    if fine { Ok(what) } else { stuck(i) }
}

/// "You may spend mana as though it were mana of any type to cast creature spells".
fn spend_as(i: &mut In<'_>) -> Parsed<Said> {
    let everybody =
        table(&[("you may spend", false), ("you can spend", false), ("players may spend", true)]).parse_next(i)?;
    let mana = super::library::any_mana(i)?;
    let mut effect = Effect::new("spend-as");
    if everybody {
        effect = effect.set("whose", Value::text("any"));
    }
    if eat(i, "to cast") {
        let what = filter(i)?;
        if what.noun != "spell" || !what.plural || what.whose.is_some() || everybody {
            return stuck(i);
        }
        effect = effect.set("what", Value::text(what.print()));
    }
    if !super::references::at_end(i) {
        return stuck(i);
    }
    Ok(Said::Static(effect.set("mana", Value::text(mana)), None))
}

/// Generic mana: `{2}`.
pub(super) fn generic(i: &mut In<'_>) -> Parsed<i32> {
    let symbols = mana(i)?;
    let inner = symbols.strip_prefix('{').and_then(|s| s.strip_suffix('}')).and_then(|s| s.parse().ok());
    inner.map_or_else(|| stuck(i), Ok)
}

/// "~ can't be blocked by creatures with power 2 or less", "~ can block only creatures with flying".
fn evasion(i: &mut In<'_>) -> Parsed<Vec<Said>> {
    // "Creatures with power less than ~'s power can't block it" compares: not read.
    if let Some(what) = maybe(i, |i: &mut In<'_>| {
        let what = filter(i)?;
        lit("can't block ~").parse_next(i)?;
        let fine = what.plural && what.zone == Zone::Usual && what.noun == "creature" && what.whose.is_none();
        if fine { Ok(what) } else { stuck(i) }
    }) {
        return Ok(vec![Said::Field("not-blocked-by", Value::text(what.print()))]);
    }
    lit("~").parse_next(i)?;
    if eat(i, "can block only creatures with flying") {
        return Ok(vec![Said::Field("cant-block", Value::text("creature without-flying"))]);
    }
    if eat(i, "can't be blocked except by creatures with flying or reach") {
        return Ok(vec![Said::Field("not-blocked-by", Value::text("creature without-flying without-reach"))]);
    }
    const EXCEPT: &[(&str, &str)] = &[
        ("can't be blocked except by creatures with flying", "creature without-flying"),
        ("can't be blocked except by artifact creatures", "nonartifact"),
        ("can't be blocked except by walls", "not-Wall"),
    ];
    if let Some(words) = maybe(i, |i: &mut In<'_>| {
        lit("can't be blocked except by creatures with").parse_next(i)?;
        keywords::simple(i)
    }) {
        return Ok(vec![Said::Field(
            "not-blocked-by",
            Value::text(format!("creature without-{}", words.replace(' ', "-"))),
        )]);
    }
    if let Some(words) = maybe(i, table(EXCEPT)) {
        return Ok(vec![Said::Field("not-blocked-by", Value::text(words))]);
    }
    let key = if eat(i, "can't be blocked by") {
        "not-blocked-by"
    } else {
        lit("can't block").parse_next(i)?;
        "cant-block"
    };
    let what = filter(i)?;
    let fine = what.plural && what.zone == Zone::Usual && what.noun == "creature" && what.whose.is_none();
    if fine { Ok(vec![Said::Field(key, Value::text(what.print()))]) } else { stuck(i) }
}

/// "You may cast creature spells as though they had flash".
fn flash(i: &mut In<'_>) -> Parsed<Vec<Said>> {
    lit("you may cast").parse_next(i)?;
    let what = filter(i)?;
    lit("as though they had flash").parse_next(i)?;
    if what.noun != "spell" || !what.plural || what.whose.is_some() {
        return stuck(i);
    }
    let words = what.print();
    let words = if words == "spell" { words } else { words.replace(" spell", "") };
    Ok(vec![Said::Static(bare("flash", Value::text(words)), None)])
}

/// "Creatures your opponents control enter the battlefield tapped".
fn others_enter(i: &mut In<'_>) -> Parsed<Vec<Said>> {
    let each = eat(i, "each");
    let what = filter(i)?;
    if let Some((kind, count)) = maybe(i, additional) {
        let fine = what.plural != each && what.zone == Zone::Usual && !matches!(what.noun, "card" | "spell");
        let with =
            Effect::new("enters-with").arg("what", Arg::Filter(what)).set("kind", Value::Text(kind)).count(count);
        return if fine { Ok(vec![Said::Static(with, None)]) } else { stuck(i) };
    }
    if each {
        return stuck(i);
    }
    if !eat(i, "enter the battlefield tapped") {
        lit("enter tapped").parse_next(i)?;
    }
    let fine = what.plural && what.zone == Zone::Usual && !matches!(what.noun, "card" | "spell");
    if fine { Ok(vec![Said::Static(bare("enters-tapped", Value::text(what.print())), None)]) } else { stuck(i) }
}

/// "Enters with an additional +1/+1 counter on it": which counters, and how many.
fn additional(i: &mut In<'_>) -> Parsed<(String, Amount)> {
    table(&[
        ("enters the battlefield with", ()),
        ("enter the battlefield with", ()),
        ("enters with", ()),
        ("enter with", ()),
    ])
    .parse_next(i)?;
    let count = if eat(i, "a number of additional") {
        Amount::That
    } else {
        let count = amounts::simple(i)?;
        lit("additional").parse_next(i)?;
        count
    };
    let kind = filters::counter_kind(i)?;
    table(&[("counter on it", ()), ("counters on it", ()), ("counter on them", ()), ("counters on them", ())])
        .parse_next(i)?;
    match count {
        Amount::That => {
            lit("equal to").parse_next(i)?;
            amounts::described(i).map(|count| (kind, count))
        }
        Amount::X => Ok((kind, where_x(i, Amount::X)?)),
        count => Ok((kind, count)),
    }
}

/// Who gets something all the time.
fn subject(i: &mut In<'_>) -> Parsed<Obj> {
    if let Some(pair) = maybe(i, in_pair) {
        return Ok(pair);
    }
    if maybe(i, me).is_some() {
        return Ok(Obj::Me);
    }
    if let Some(noun) = maybe(i, attached) {
        return Ok(Obj::Attached(noun));
    }
    let each = eat(i, "each");
    let _ = !each && eat(i, "all");
    let what = filter(i)?;
    let fine = what.plural != each && what.zone == Zone::Usual && !matches!(what.noun, "card" | "spell");
    if !fine || what.whose == Some("theirs") {
        return stuck(i);
    }
    Ok(Obj::Each(what))
}

/// "As long as ~ is paired with another creature, each of those creatures" (CR 702.95).
fn in_pair(i: &mut In<'_>) -> Parsed<Obj> {
    lit("as long as ~ is paired with another creature ,").parse_next(i)?;
    table(&[("each of those creatures", ()), ("both creatures", ()), ("those creatures", ())]).parse_next(i)?;
    let words = vec!["creature".to_owned(), "in-pair-of-self".to_owned()];
    Ok(Obj::Each(Filter { words, noun: "creature", plural: true, ..Filter::default() }))
}

/// "Equipped creature has "..."".
fn granted(i: &mut In<'_>) -> Parsed<Vec<Said>> {
    let to = match subject(i)? {
        Obj::Attached(_) => "attached".to_owned(),
        Obj::Each(what) => what.print(),
        _ => return stuck(i),
    };
    table(&[("has", ()), ("have", ())]).parse_next(i)?;
    let abilities = super::activated::quoted(i)?;
    Ok(vec![Said::Grant(to, abilities, None)])
}

/// "Creatures you control have base power and toughness 4/4".
fn based(i: &mut In<'_>) -> Parsed<Vec<Said>> {
    let obj = subject(i)?;
    table(&[("has base power and toughness", ()), ("have base power and toughness", ())]).parse_next(i)?;
    match super::changes::base_size(i)? {
        (Amount::Number(power), Amount::Number(toughness)) => {
            let size = Value::List(vec![Value::Number(power), Value::Number(toughness)]);
            let effect = match obj {
                Obj::Me => bare("size", size),
                obj => Effect::new("base-size").what(obj).set("size", size),
            };
            Ok(vec![Said::Static(effect, None)])
        }
        _ => stuck(i),
    }
}

/// "As long as ..., ~ gets +1/+1 and has flying".
fn pumped(i: &mut In<'_>) -> Parsed<Vec<Said>> {
    let mut cond = None;
    let pair = maybe(i, in_pair);
    if pair.is_none() && eat(i, "as long as") {
        cond = Some(conditions::condition(i)?);
        lit(",").parse_next(i)?;
    }
    let obj = match &cond {
        None if pair.is_some() => pair.map_or_else(|| stuck(i), Ok)?,
        Some(cond) if eat(i, "it") => conditions::asked(cond).map_or_else(|| stuck(i), Ok)?,
        _ => subject(i)?,
    };
    let mut found = vec![change(i, &obj)?];
    while let Some(more) = maybe(i, |i: &mut In<'_>| {
        lit("and").parse_next(i)?;
        change(i, &obj)
    }) {
        found.push(more);
    }
    if eat(i, "as long as") {
        if cond.is_some() {
            return stuck(i);
        }
        cond = Some(conditions::condition(i)?);
    } else if eat(i, "unless") {
        if cond.is_some() || found.iter().any(|c| c.power != Amount::Number(0)) {
            return stuck(i);
        }
        cond = Some(denied(conditions::condition(i)?));
    }
    let mut all =
        Change { power: Amount::Number(0), toughness: Amount::Number(0), keywords: Vec::new(), protection: None };
    let mut sized = false;
    for change in found {
        if change.power != Amount::Number(0) || change.toughness != Amount::Number(0) {
            if sized {
                return stuck(i);
            }
            (all.power, all.toughness, sized) = (change.power, change.toughness, true);
        }
        all.keywords.extend(change.keywords);
        if change.protection.is_some() {
            if all.protection.is_some() {
                return stuck(i);
            }
            all.protection = change.protection;
        }
    }
    let mut also = Vec::new();
    if let Some(from) = all.protection.take() {
        let effect = match &obj {
            Obj::Me => Effect::new("protection"),
            obj => Effect::new("protection").what(obj.clone()),
        };
        let effect = effect.set("from", Value::text(from));
        if !sized && all.keywords.is_empty() {
            return Ok(vec![Said::Static(effect, cond)]);
        }
        also.push(Said::Static(effect, cond.clone()));
    }
    if obj == Obj::Me && cond.is_none() && !sized {
        also.insert(0, Said::Keywords(all.keywords));
        return Ok(also);
    }
    if let Obj::Each(what) = &obj
        && !sized
        && all.keywords == ["doesn't untap"]
    {
        return Ok(vec![Said::Static(Effect::new("no-untap").arg("", Arg::Filter(what.clone())), cond)]);
    }
    if all.keywords.contains(&"doesn't untap") && matches!(obj, Obj::Each(_)) {
        return stuck(i);
    }
    let effect = match &obj {
        Obj::Me => Effect::new("pump"),
        obj => Effect::new("pump").what(obj.clone()),
    };
    also.insert(0, Said::Static(all.onto(effect), cond));
    Ok(also)
}

fn denied(cond: Cond) -> Cond {
    match cond {
        Cond::Not(inner) => *inner,
        Cond::Compare(amount, ">=", 1) => Cond::Compare(amount, "=", 0),
        Cond::Compare(amount, ">=", n) => Cond::Compare(amount, "<", n),
        Cond::Compare(amount, "<=", n) => Cond::Compare(amount, ">", n),
        cond => Cond::Not(Box::new(cond)),
    }
}

fn change(i: &mut In<'_>, obj: &Obj) -> Parsed<Change> {
    let mut change =
        Change { power: Amount::Number(0), toughness: Amount::Number(0), keywords: Vec::new(), protection: None };
    if maybe(i, table(&[("gets", ()), ("get", ())])).is_some() {
        (change.power, change.toughness) = size_change(i)?;
        if i.first().is_some_and(|t| t.text == "for") {
            let each = amounts::for_each(i, 1)?;
            change.power = times(change.power, &each);
            change.toughness = times(change.toughness, &each);
        }
        if eat(i, ", where x is") {
            let amount = amounts::described(i)?;
            for slot in [&mut change.power, &mut change.toughness] {
                match slot {
                    Amount::X => *slot = amount.clone(),
                    Amount::Times(inner, _) if **inner == Amount::X => **inner = amount.clone(),
                    _ => {}
                }
            }
        }
        return Ok(change);
    }
    if maybe(i, table(&[("has", ()), ("have", ())])).is_some() {
        change.protection = maybe(i, super::words::protected);
        if change.protection.is_none() {
            change.keywords = keywords::list(i)?;
            change.protection = maybe(i, |i: &mut In<'_>| {
                if !eat(i, "and") && !eat(i, ", and") {
                    lit(",").parse_next(i)?;
                }
                super::words::protected(i)
            });
        }
        return Ok(change);
    }
    const UNTAP: &[(&str, ())] = &[
        ("doesn't untap during its controller's untap step", ()),
        ("don't untap during their controllers' untap steps", ()),
    ];
    if maybe(i, table(UNTAP)).is_some() {
        change.keywords = vec!["doesn't untap"];
        return Ok(change);
    }
    if *obj == Obj::Me && eat(i, "can't be blocked") {
        if i.first().is_some_and(|t| matches!(t.text.as_str(), "by" | "except" | "unless")) {
            return stuck(i);
        }
        change.keywords = vec!["unblockable"];
        return Ok(change);
    }
    let start = *i;
    if eat(i, "can't attack or block") {
        change.keywords = vec!["can't attack", "can't block"];
        return Ok(change);
    }
    if eat(i, "can't attack") {
        change.keywords = vec!["can't attack"];
        return Ok(change);
    }
    *i = start;
    change.keywords = keywords::restriction(i)?.to_vec();
    Ok(change)
}
