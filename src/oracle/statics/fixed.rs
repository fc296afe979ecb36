//! Sentences that are always the same but for a word or two: "you have no maximum hand size".

use winnow::Parser;

use super::spells::spend_as;
use super::{Said, bare};
use crate::oracle::ast::{Arg, Cond, Effect, Obj, Zone};
use crate::oracle::filters::filter;
use crate::oracle::grammar::{In, Parsed, eat, generic, lit, maybe, stuck, table};
use crate::oracle::value::Value;
use crate::oracle::{conditions, filters, limits, shelters};

/// Sentences that are always the same.
pub(super) fn fixed(i: &mut In<'_>) -> Parsed<Vec<Said>> {
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
        ("you may cast creature spells from the top of your library", || from_top("creature nonland")),
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
            if crate::oracle::references::at_end(i) {
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
    if crate::oracle::references::at_end(i) {
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
