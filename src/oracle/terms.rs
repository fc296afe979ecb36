//! Terms of casting and entering, and other sentences about the game as a whole.

use winnow::Parser;

use super::ast::{Cond, Effect, Zone};
use super::filters::filter;
use super::grammar::{In, Parsed, eat, generic, lit, mana, maybe, number, stuck, table};
use super::statics::{Said, bare};
use super::value::Value;
use super::{amounts, conditions};

/// "As an additional cost to cast this spell, ...", "creatures can't attack you unless ...".
pub(super) fn fees(i: &mut In<'_>) -> Parsed<Vec<Said>> {
    if eat(i, "as an additional cost to cast this spell ,") {
        let mut cost = super::costs::Cost::default();
        super::costs::part(i, &mut cost)?;
        return if cost.from.is_none()
            && !cost.parts[0].starts_with("tap")
            && !cost.parts[0].starts_with("remove")
            && !cost.parts[0].starts_with('{')
            && !cost.x
        {
            Ok(vec![Said::Field("additional-cost", Value::text(cost.print()))])
        } else {
            stuck(i)
        };
    }
    if eat(i, "creatures can't attack you unless their controller pays") {
        let n = generic(i)?;
        lit("for each creature they control that's attacking you").parse_next(i)?;
        return Ok(vec![Said::Static(bare("attack-tax", Value::Number(n)), None)]);
    }
    if eat(i, "your maximum hand size is") {
        let n = number(i)?;
        return Ok(vec![Said::Static(bare("max-hand-size", Value::Number(n)), None)]);
    }
    if eat(i, "each opponent's maximum hand size is reduced by") {
        let n = number(i)?;
        let less = Effect::new("hand-size-less").set("whose", Value::text("opponents")).set("by", Value::Number(n));
        return Ok(vec![Said::Static(less, None)]);
    }
    if let Some(said) = maybe(i, otherwise_cast) {
        return Ok(vec![said]);
    }
    if let Some(said) = maybe(i, paid_untapped) {
        return Ok(vec![said]);
    }
    if let Some(said) = maybe(i, not_a_creature) {
        return Ok(vec![said]);
    }
    if eat(i, "you may play two additional lands on each of your turns") {
        return Ok(vec![Said::Static(Effect::new("land-plays").set("count", Value::Number(2)), None)]);
    }
    if eat(i, "each player may play an additional land on each of their turns") {
        return Ok(vec![Said::Static(Effect::new("land-plays").set("whose", Value::text("each")), None)]);
    }
    if let Some(effect) = maybe(i, super::copies::enters_as_copy) {
        return Ok(vec![Said::Replacement(effect)]);
    }
    if eat(i, "untap all") || eat(i, "untap each") {
        let what = filter(i)?;
        lit("during each other player's untap step").parse_next(i)?;
        let fine = what.whose == Some("yours") && what.zone == Zone::Usual && !matches!(what.noun, "card" | "spell");
        return if fine {
            Ok(vec![Said::Static(bare("untaps-in-others", Value::text(what.print())), None)])
        } else {
            stuck(i)
        };
    }
    if let Some(value) = maybe(i, twice) {
        return Ok(vec![Said::Static(bare("tokens-twice", Value::text(value)), None)]);
    }
    lit("~ 's power and toughness are each equal to").parse_next(i)?;
    amounts::described(i).map(|amount| vec![Said::Size(amount)])
}

/// "If you control a Swamp, you may pay 4 life rather than pay this spell's mana cost."
fn otherwise_cast(i: &mut In<'_>) -> Parsed<Said> {
    let mut cond = None;
    if eat(i, "if") {
        cond = Some(conditions::condition(i)?);
        lit(",").parse_next(i)?;
    }
    lit("you may").parse_next(i)?;
    if eat(i, "cast this spell without paying its mana cost") {
        return if cond.is_some() { Ok(Said::Way("{0}".to_owned(), cond)) } else { stuck(i) };
    }
    let mut cost = super::costs::Cost::default();
    loop {
        const PAYS: &[(&str, ())] = &[("pay", ())];
        let mana_only = maybe(i, |i: &mut In<'_>| {
            table(PAYS).parse_next(i)?;
            mana(i)
        });
        match mana_only {
            Some(symbols) => cost.parts.push(symbols),
            None => super::costs::of_a_spell(i, &mut cost)?,
        }
        if !eat(i, "and") {
            break;
        }
    }
    lit("rather than pay this spell's mana cost").parse_next(i)?;
    if cost.x || cost.from.is_some() || cost.print().contains("{X}") {
        return stuck(i);
    }
    Ok(Said::Way(cost.print(), cond))
}

/// "As ~ enters the battlefield, you may pay 2 life. If you don't, it enters the battlefield tapped."
fn paid_untapped(i: &mut In<'_>) -> Parsed<Said> {
    if !eat(i, "as ~ enters the battlefield ,") {
        lit("as ~ enters ,").parse_next(i)?;
    }
    lit("you may").parse_next(i)?;
    let value = if eat(i, "pay") {
        let n = number(i)?;
        lit("life").parse_next(i)?;
        Value::table([("unless-life", Value::Number(n))])
    } else {
        lit("reveal").parse_next(i)?;
        table(&[("a", ()), ("an", ())]).parse_next(i)?;
        let what = super::effects::card_filter(i)?;
        lit("from your hand").parse_next(i)?;
        Value::table([("unless-revealed", Value::text(what.print()))])
    };
    lit(". if you don't ,").parse_next(i)?;
    table(&[("it", ()), ("~", ())]).parse_next(i)?;
    table(&[("enters the battlefield tapped", ()), ("enters tapped", ())]).parse_next(i)?;
    Ok(Said::Field("enters-tapped", value))
}

/// "As long as your devotion to red is less than five, ~ isn't a creature."
fn not_a_creature(i: &mut In<'_>) -> Parsed<Said> {
    lit("as long as your devotion to").parse_next(i)?;
    let devotion = amounts::devotion(i)?;
    lit("is less than").parse_next(i)?;
    let n = number(i)?;
    lit(", ~ isn't a creature").parse_next(i)?;
    Ok(Said::Static(Effect::new("not-creature"), Some(Cond::Compare(devotion, "<", n))))
}

/// "If an effect would create one or more tokens under your control, it creates twice that many of those tokens instead."
fn twice(i: &mut In<'_>) -> Parsed<&'static str> {
    const FORMS: &[(&str, &str)] = &[
        (
            "if an effect would create one or more tokens under your control , it creates twice that many of those tokens instead",
            "yours",
        ),
        (
            "if one or more tokens would be created under your control , twice that many of those tokens are created instead",
            "yours",
        ),
    ];
    table(FORMS).parse_next(i)
}
