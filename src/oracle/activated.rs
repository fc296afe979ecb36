//! Activated and mana abilities, and those between quotation marks.

use winnow::Parser;

use super::grammar::{In, Parsed, Stuck, eat, lit, maybe, stuck};
use super::lines::{Card, Pairs, Read, Stop, colon, pair, targets};
use super::lower::{Made, Scope, Why};
use super::makes::{self, Made as Mana};
use super::text::Token;
use super::tokens::KnownTokens;
use super::value::Value;
use super::{conditions, costs, sentences};

/// An activated or a mana ability, from behind its colon.
pub(super) fn activated(cost: costs::Cost, body: In<'_>, mut scope: Scope<'_>, made: &mut Made) -> Read<Value> {
    let mut i = body;
    let mut extra: Pairs = Vec::new();
    loop {
        if ends_with_any(
            &mut i,
            &["activate this ability only any time you could cast a sorcery .", "activate only as a sorcery ."],
        ) {
            extra.push(pair("timing", Value::text("sorcery")));
        } else if ends_with_any(
            &mut i,
            &["activate this ability only during your turn .", "activate only during your turn ."],
        ) {
            extra.push(pair("timing", Value::text("your-turn")));
        } else if ends_with_any(
            &mut i,
            &["activate this ability only once each turn .", "activate only once each turn ."],
        ) {
            extra.push(pair("per-turn", Value::Number(1)));
        } else if ends_with_any(
            &mut i,
            &["activate this ability only during combat .", "activate only during combat ."],
        ) {
            extra.push(pair("timing", Value::text("combat")));
        } else if ends_with_any(
            &mut i,
            &["activate this ability only during your upkeep .", "activate only during your upkeep ."],
        ) {
            extra.push(pair("timing", Value::text("upkeep")));
            extra.push(pair("if", Value::text("your-turn")));
        } else if ends_with(&mut i, "any player may activate this ability .") {
            extra.push(pair("anyone", Value::Flag(true)));
        } else if ends_with(&mut i, "any player may activate this ability but only as a sorcery .") {
            extra.extend([pair("anyone", Value::Flag(true)), pair("timing", Value::text("sorcery"))]);
        } else if let Some((rest, cond)) = only_if(i) {
            extra.push(pair("if", Value::text(scope.condition(&cond)?)));
            i = rest;
        } else {
            break;
        }
    }
    if extra.iter().enumerate().any(|(n, (key, _))| extra[..n].iter().any(|(k, _)| k == key)) {
        return Err(Why("it may be activated only under two conditions of a kind").into());
    }
    scope.x = cost.x;
    let start = i;
    if eat(&mut i, "add") && matches!(cost.from, None | Some("hand")) {
        match mana_ability(&cost, &mut i, &mut scope, made, &extra) {
            Ok(ability) => return Ok(ability),
            Err(Stop::Grammar(stuck)) => return Err(stuck.into()),
            Err(other) => return Err(other),
        }
    }
    i = start;
    let effects = sentences::body(&mut i)?;
    let mut cost = cost;
    // What returns its source from the graveyard is activated there.
    if effects.iter().any(|e| e.name == "from-graveyard") {
        if cost.from.is_some() || cost.parts.iter().any(|p| p == "{T}" || p.ends_with(" self")) {
            return Err(Why("its cost cannot be paid from the graveyard").into());
        }
        (cost.from, scope.in_graveyard) = (Some("graveyard"), true);
    }
    let done = scope.effects(&effects, made)?;
    if done.is_empty() || scope.divide.is_some() {
        return Err(Why("what it does has no words for an activated ability").into());
    }
    // CR 605.1a: it would not use the stack.
    if scope.targets.is_empty() && effects.iter().any(|effect| effect.name.starts_with("add-mana")) {
        return Err(Why("a mana ability has no words from there").into());
    }
    let mut pairs = vec![pair("cost", Value::text(cost.print()))];
    if let Some(from) = cost.from {
        pairs.push(pair("from", Value::text(from)));
    }
    pairs.extend(extra);
    targets(&mut pairs, &scope);
    pairs.push(pair("do", Value::one_or_many(done)));
    Ok(Value::Table(pairs))
}

/// Between the choices of a mana ability that is written as several.
const BETWEEN: &str = " / ";

/// A mana ability that makes one of several amounts, as an ability for each.
pub(super) fn split(ability: Value) -> Vec<Value> {
    let Value::Table(pairs) = &ability else { return vec![ability] };
    let Some(choices) = pairs.iter().find_map(|(key, value)| match value {
        Value::Text(words) if key == "mana" && words.contains(BETWEEN) => Some(words.clone()),
        _ => None,
    }) else {
        return vec![ability];
    };
    let with = |mana: &str| {
        let pairs = pairs.iter().map(|(key, value)| match key.as_str() {
            "mana" => pair("mana", Value::text(mana)),
            _ => (key.clone(), value.clone()),
        });
        Value::Table(pairs.collect())
    };
    choices.split(BETWEEN).map(with).collect()
}

fn mana_ability(
    cost: &costs::Cost,
    i: &mut In<'_>,
    scope: &mut Scope<'_>,
    made: &mut Made,
    extra: &Pairs,
) -> Read<Value> {
    let what = makes::made(i)?;
    lit(".").parse_next(i)?;
    let words = match what {
        Mana::Words(words) => words,
        Mana::Times(symbol, amount) => match scope.amount(&amount)? {
            Value::Text(words) => format!("{symbol} times {words}"),
            Value::Number(n) => format!("{symbol} times {n}"),
            _ => return Err(Why("so much mana cannot be said").into()),
        },
        // See [`split`].
        Mana::OneOf(choices) => choices.join(BETWEEN),
    };
    if cost.x || extra.iter().any(|(k, _)| k != "if") {
        return Err(Why("a mana ability has no X and no timing here").into());
    }
    let mut pairs = Vec::new();
    if cost.print() != "{T}" {
        pairs.push(pair("cost", Value::text(cost.print())));
    }
    pairs.push(pair("mana", Value::text(words)));
    if let Some(from) = cost.from {
        pairs.push(pair("from", Value::text(from)));
    }
    if let Some((spells, uncounterable)) = maybe(i, spent_only) {
        pairs.push(pair("only", Value::single("spells", Value::text(spells.as_str()))));
        if uncounterable {
            let gives = Value::List(vec![Value::text("uncounterable")]);
            pairs.push(pair("rider", Value::table([("on", Value::Text(spells)), ("gives", gives)])));
        }
    }
    pairs.extend(extra.iter().cloned());
    if !i.is_empty() {
        let effects = sentences::body(i)?;
        let done = scope.effects(&effects, made)?;
        let moves = effects.iter().any(|e| {
            !matches!(
                e.name,
                "damage"
                    | "lose-life"
                    | "gain-life"
                    | "put-counters"
                    | "remove-counters"
                    | "sacrifice"
                    | "if"
                    | "pump"
                    | "freeze"
            )
        });
        if !scope.targets.is_empty() || moves {
            return Err(Why("a mana ability does no more than make mana here").into());
        }
        pairs.push(pair("do", Value::one_or_many(done)));
    }
    Ok(Value::Table(pairs))
}

/// "Spend this mana only to cast creature spells": which, and whether they can't be countered for it.
fn spent_only(i: &mut In<'_>) -> Parsed<(String, bool)> {
    lit("spend this mana only to cast").parse_next(i)?;
    let one = eat(i, "a") || eat(i, "an");
    let what = super::filters::filter(i)?;
    let fine = what.noun == "spell" && what.plural != one && what.whose.is_none() && !what.has("other");
    if !fine || what.zone != super::ast::Zone::Usual || what.words.len() < 2 {
        return stuck(i);
    }
    let uncounterable = eat(i, ", and that spell can't be countered");
    lit(".").parse_next(i)?;
    let words: Vec<&str> = what.words.iter().map(String::as_str).filter(|word| *word != "spell").collect();
    Ok((words.join(" "), uncounterable))
}

/// Abilities between quotation marks, of tokens and of what is granted something.
pub(super) fn quoted(i: &mut In<'_>) -> Parsed<Vec<Value>> {
    quoted_of(i, false)
}

/// The same; of an emblem static abilities are read, too.
pub(super) fn quoted_of(i: &mut In<'_>, statics: bool) -> Parsed<Vec<Value>> {
    let mut found = Vec::new();
    loop {
        lit("\"").parse_next(i)?;
        let Some(end) = i.iter().position(|t| t.text == "\"") else { return stuck(i) };
        let mut inner: Vec<Token> = i[..end].to_vec();
        // By its name the card means itself, not what has the ability.
        if inner.is_empty() || inner.iter().any(|t| t.text == "~") {
            return stuck(i);
        }
        if inner.last().is_some_and(|t| t.text != ".") {
            inner.push(Token { text: ".".to_owned(), printed: ".".to_owned() });
        }
        let values = inner_ability(&inner, statics).ok_or(Stuck { left: i.len() })?;
        found.extend(values);
        *i = &i[end + 1..];
        let more = i.len() > 1 && i[0].text == "and" && i[1].text == "\"";
        if !more {
            return Ok(found);
        }
        lit("and").parse_next(i)?;
    }
}

fn inner_ability(inner: &[Token], statics: bool) -> Option<Vec<Value>> {
    let known = KnownTokens::default();
    let mut card = Card {
        name: "",
        known: &known,
        types: Vec::new(),
        is_spell: false,
        cost: "",
        cost_x: false,
        fields: Vec::new(),
        keywords: Vec::new(),
        ways: Vec::new(),
        modes: Vec::new(),
        abilities: Vec::new(),
        spell: Vec::new(),
        said: Vec::new(),
        condition: None,
        overload: None,
        made: Made::default(),
    };
    let first = inner.first()?.text.as_str();
    let fits = matches!(first, "when" | "whenever" | "at") || colon(inner) || statics;
    if !fits || inner.iter().any(|t| t.text == "\"") {
        return None;
    }
    card.permanent_line(inner).ok()?;
    (card.made.tokens.is_empty() && card.fields.is_empty() && card.keywords.is_empty()).then_some(card.abilities)
}

/// "Activate this ability only if ..." at the end.
fn only_if(line: In<'_>) -> Option<(In<'_>, super::ast::Cond)> {
    let at = line.iter().rposition(|t| t.text == "activate")?;
    let mut i = &line[at..];
    if !eat(&mut i, "activate this ability only if") && !eat(&mut i, "activate only if") {
        return None;
    }
    let cond = maybe(&mut i, conditions::condition)?;
    (eat(&mut i, ".") && i.is_empty()).then_some((&line[..at], cond))
}

/// Whether those words end the line; they are cut off then.
pub(super) fn ends_with(i: &mut In<'_>, words: &'static str) -> bool {
    let count = words.split(' ').count();
    let Some(at) = i.len().checked_sub(count) else { return false };
    let found = i[at..].iter().map(|t| t.text.as_str()).eq(words.split(' '));
    if found {
        *i = &i[..at];
    }
    found
}

fn ends_with_any(i: &mut In<'_>, all: &[&'static str]) -> bool {
    all.iter().any(|words| ends_with(i, words))
}
