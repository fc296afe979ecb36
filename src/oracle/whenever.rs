//! What an effect has triggered for the rest of the turn: "until end of turn, whenever you gain life, ...", "whenever a creature
//! dies this turn, ..."; and what it does for each opponent.

use winnow::Parser;

use super::ast::{Arg, Effect, Filter, Obj, Target, TargetOf, Who, Zone};
use super::filters::filter;
use super::grammar::{In, Parsed, eat, lit, maybe, stuck, table};
use super::lower::{Lowered, Made, Scope, Why};
use super::sentences::sequence;
use super::triggers;
use super::value::Value;

/// A triggered ability for the rest of the turn.
pub(super) fn this_turn(i: &mut In<'_>) -> Parsed<Effect> {
    if let Some(effect) = maybe(i, more_mana) {
        return Ok(effect);
    }
    let triggers = if eat(i, "until end of turn ,") {
        if i.first().is_none_or(|t| t.text != "whenever") {
            return stuck(i);
        }
        triggers::trigger(i, &[])?
    } else {
        // "Whenever ... this turn, ...": the event is read without "this turn".
        let Some(at) = i.windows(3).position(|w| [&*w[0].text, &*w[1].text, &*w[2].text] == ["this", "turn", ","])
        else {
            return stuck(i);
        };
        if i[0].text != "whenever" || i[..at].iter().any(|t| t.text == ".") {
            return stuck(i);
        }
        let mut event = i[..at].to_vec();
        event.push(i[at + 2].clone());
        let mut head: In<'_> = &event;
        let triggers = triggers::trigger(&mut head, &[])?;
        if !head.is_empty() {
            return stuck(i);
        }
        *i = &i[at + 3..];
        triggers
    };
    let [trigger] = &triggers[..] else { return stuck(i) };
    let done = sequence(i, 1)?;
    Ok(Effect::new("whenever").arg("ability", Arg::Trigger(Box::new(trigger.clone()))).arg("do", Arg::Do(done)))
}

/// "Until end of turn, whenever a player taps an Island for mana, that player adds an additional {U}" (CR 605.1b).
fn more_mana(i: &mut In<'_>) -> Parsed<Effect> {
    lit("until end of turn , whenever").parse_next(i)?;
    let own = table(&[("a player taps", false), ("you tap", true)]).parse_next(i)?;
    table(&[("a", ()), ("an", ())]).parse_next(i)?;
    let mut what = filter(i)?;
    if what.plural || what.whose.is_some() || what.zone != Zone::Usual {
        return stuck(i);
    }
    what.whose = own.then_some("yours");
    lit("for mana ,").parse_next(i)?;
    lit(if own { "add" } else { "that player adds" }).parse_next(i)?;
    lit("an additional").parse_next(i)?;
    let mana = super::grammar::mana(i)?;
    if mana.len() != 3 {
        return stuck(i);
    }
    Ok(Effect::new("more-mana-this-turn").arg("what", Arg::Filter(what)).set("mana", Value::Text(mana)))
}

/// "For each opponent, exile up to one target creature that player controls": one target of each of them.
pub(super) fn for_each_opponent(i: &mut In<'_>, depth: u8) -> Parsed<Vec<Effect>> {
    lit("for each opponent ,").parse_next(i)?;
    let mut effects = match maybe(i, cast_of_each) {
        Some(effect) => vec![effect],
        None => sequence(i, depth)?,
    };
    let mut found = 0;
    effects.iter_mut().for_each(|effect| found += of_each(effect));
    if found == 1 { Ok(effects) } else { stuck(i) }
}

/// "You may cast up to one target instant or sorcery card from that player's graveyard without paying its mana cost".
fn cast_of_each(i: &mut In<'_>) -> Parsed<Effect> {
    lit("you may cast up to one target").parse_next(i)?;
    let what = filter(i)?;
    const EXILED: &[(&str, ())] = &[
        ("if a spell cast this way would be put into a graveyard this turn , exile it instead", ()),
        ("if a card cast this way would be put into a graveyard this turn , exile it instead", ()),
        ("if a spell cast this way would be put into a graveyard , exile it instead", ()),
    ];
    lit("without paying its mana cost .").parse_next(i)?;
    table(EXILED).parse_next(i)?;
    let target = Target { of: TargetOf::Objects(what), count: 1, up_to: true, any_number: false, each_opponent: false };
    Ok(Effect::new("cast-free").arg("among", Arg::Obj(Obj::Target(target))))
}

/// Turns "target creature that player controls" into a target of each opponent; how many there were.
fn of_each(effect: &mut Effect) -> usize {
    let mut found = 0;
    for (_, arg) in &mut effect.args {
        match arg {
            Arg::Obj(Obj::Target(target)) if target.count == 1 && !target.any_number => {
                if let TargetOf::Objects(what) = &mut target.of
                    && what.them.as_deref() == Some(&Who::That)
                {
                    *what = Filter { whose: None, them: None, ..what.clone() };
                    target.each_opponent = true;
                    found += 1;
                }
            }
            Arg::Do(list) => found += list.iter_mut().map(of_each).sum::<usize>(),
            _ => {}
        }
    }
    found
}

/// "Each player chooses an artifact, a creature, and a land from among the permanents they control, then sacrifices the rest".
pub(super) fn one_of_each(i: &mut In<'_>) -> Parsed<Effect> {
    const EVERY: [&str; 5] = ["artifact", "creature", "enchantment", "land", "planeswalker"];
    if eat(i, "for each player , you choose from among the permanents that player controls") {
        let types = kept(i)?;
        lit(". then each player sacrifices all other nonland permanents they control").parse_next(i)?;
        return Ok(one_of(&types, "each-player", true, "nonland permanent"));
    }
    let who =
        table(&[("each player chooses", "each-player"), ("each opponent chooses", "each-opponent")]).parse_next(i)?;
    const FROM: &[(&str, &str)] = &[
        ("from among the permanents they control", "permanent"),
        ("from among the nonland permanents they control", "nonland permanent"),
    ];
    let (types, rest) = if eat(i, "a permanent they control of each permanent type") {
        (EVERY.to_vec(), "permanent")
    } else if let Some(rest) = maybe(i, table(FROM)) {
        (kept(i)?, rest)
    } else {
        let types = kept(i)?;
        (types, table(FROM).parse_next(i)?)
    };
    table(&[(", then sacrifices the rest", ()), ("and sacrifices the rest", ()), (", and sacrifices the rest", ())])
        .parse_next(i)?;
    Ok(one_of(&types, who, false, rest))
}

fn one_of(types: &[&'static str], who: &'static str, you: bool, rest: &str) -> Effect {
    let types = types.iter().map(|name| Value::text(*name)).collect();
    let effect = Effect::new("keep-one-of-each").set("player", Value::text(who)).set("what", Value::text(rest));
    effect.set("types", Value::List(types)).flag("you", you)
}

/// "An artifact, a creature, and a land".
fn kept(i: &mut In<'_>) -> Parsed<Vec<&'static str>> {
    const TYPES: &[(&str, &str)] = &[
        ("an artifact", "artifact"),
        ("a creature", "creature"),
        ("an enchantment", "enchantment"),
        ("a land", "land"),
        ("a planeswalker", "planeswalker"),
    ];
    let mut found = vec![table(TYPES).parse_next(i)?];
    while let Some(more) = maybe(i, |i: &mut In<'_>| {
        if !eat(i, ", and") && !eat(i, ",") {
            lit("and").parse_next(i)?;
        }
        table(TYPES).parse_next(i)
    }) {
        found.push(more);
    }
    Ok(found)
}

impl Scope<'_> {
    /// A choice of each type for each player, and then the sacrifice of the rest.
    pub(super) fn keep_one_of_each(effect: &Effect, out: &mut Vec<Value>) -> Lowered<()> {
        let [
            (_, Arg::Value(Value::Text(who))),
            (_, Arg::Value(Value::Text(rest))),
            (_, Arg::Value(Value::List(types))),
            flags @ ..,
        ] = &effect.args[..]
        else {
            return Err(Why("nothing is kept"));
        };
        let choose = |kind: &Value| {
            let Value::Text(kind) = kind else { return Value::Flag(true) };
            let mut keys = Vec::new();
            if !flags.is_empty() {
                keys.push(("player".to_owned(), Value::text("you")));
            }
            keys.push(("what".to_owned(), Value::Text(format!("{kind} theirs"))));
            keys.push(("also".to_owned(), Value::Flag(true)));
            Value::single("choose-objects", Value::Table(keys))
        };
        out.push(Value::single(who, Value::List(types.iter().map(choose).collect())));
        let rest = Value::Text(format!("{rest} not-among-them"));
        out.push(Value::single("sacrifice", Value::table([("player", Value::text(who.as_str())), ("what", rest)])));
        Ok(())
    }

    /// The ability has an event and targets of its own.
    pub(super) fn whenever(&mut self, effect: &Effect, made: &mut Made, out: &mut Vec<Value>) -> Lowered<()> {
        let [(_, Arg::Trigger(trigger)), (_, Arg::Do(done))] = &effect.args[..] else {
            return Err(Why("nothing triggers"));
        };
        let mut scope = Scope::new(self.card, self.known);
        (scope.event, scope.on_source, scope.x) = (trigger.event.clone(), self.on_source, self.x);
        let done = scope.effects(done, made)?;
        if done.is_empty() || scope.divide.is_some() {
            return Err(Why("what triggers has no words here"));
        }
        let mut ability = vec![("trigger".to_owned(), trigger.value.clone())];
        ability.extend(trigger.when.map(|when| ("when".to_owned(), Value::text(when))));
        super::lines::targets(&mut ability, &scope);
        ability.push(("do".to_owned(), Value::one_or_many(done)));
        out.push(Value::single("whenever", Value::single("ability", Value::Table(ability))));
        Ok(())
    }
}
