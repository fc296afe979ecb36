//! What objects do or become: "gets +1/+1 and gains flying", "deals 3 damage to any target".

use winnow::Parser;

use super::ast::{Amount, Arg, Effect, Obj, TargetOf, Who, Zone};
use super::durations::{Until, this_turn, until};
use super::effects::each_of;
use super::grammar::{In, Parsed, Stuck, eat, lit, maybe, one, stuck, table};
use super::objects::{divided_targets, united};
use super::references::{object, player_target};
use super::value::Value;
use super::{amounts, keywords};

/// What an object does or becomes, from its verb on.
pub(super) fn object_verb(i: &mut In<'_>, obj: &Obj) -> Parsed<Vec<Effect>> {
    type Verb = fn(&mut In<'_>, &Obj) -> Parsed<Vec<Effect>>;
    const VERBS: [Verb; 8] = [pump, lose, damage, cant, no_untap, fight, phase_out, super::copies::becomes_copy];
    let mut stopped = Stuck { left: i.len() };
    for verb in VERBS {
        let start = *i;
        match verb(i, obj) {
            Ok(effects) => return Ok(effects),
            Err(stuck) => {
                *i = start;
                stopped = Stuck { left: stopped.left.min(stuck.left) };
            }
        }
    }
    Err(stopped)
}

/// The two numbers of "+1/+1" or "-X/-X".
pub(super) fn size_change(i: &mut In<'_>) -> Parsed<(Amount, Amount)> {
    let token = one(|t| t.text.contains('/') && t.text.starts_with(['+', '-'])).parse_next(i)?;
    let read = |text: &str| -> Option<Amount> {
        let (sign, rest) = text.split_at_checked(1)?;
        let sign = match sign {
            "+" => 1,
            "-" => -1,
            _ => return None,
        };
        match rest {
            "x" if sign > 0 => Some(Amount::X),
            "x" => Some(Amount::Times(Box::new(Amount::X), -1)),
            digits if digits.len() < 3 => digits.parse::<i32>().ok().map(|n| Amount::Number(sign * n)),
            _ => None,
        }
    };
    let both = token.text.split_once('/').and_then(|(p, q)| Some((read(p)?, read(q)?)));
    both.map_or_else(|| stuck(i), Ok)
}

/// With "for each", each of the two numbers times that.
pub(super) fn times(amount: Amount, each: &Amount) -> Amount {
    match amount {
        Amount::Number(0) => Amount::Number(0),
        Amount::Number(1) => each.clone(),
        Amount::Number(n) => Amount::Times(Box::new(each.clone()), n),
        other => other,
    }
}

/// What "gets" and "gains" come to.
pub(super) struct Change {
    /// Power.
    pub(super) power: Amount,
    /// Toughness.
    pub(super) toughness: Amount,
    /// Keywords.
    pub(super) keywords: Vec<&'static str>,
    /// Protection, from what.
    pub(super) protection: Option<String>,
}

impl Change {
    /// As parameters of `pump`.
    pub(super) fn onto(self, mut effect: Effect) -> Effect {
        for (key, amount) in [("power", self.power), ("toughness", self.toughness)] {
            if amount != Amount::Number(0) {
                effect = effect.arg(key, Arg::Amount(amount));
            }
        }
        if !self.keywords.is_empty() {
            let list = self.keywords.iter().map(|k| Value::text(*k)).collect();
            effect = effect.set("keywords", Value::List(list));
        }
        if let Some(from) = self.protection {
            effect = effect.set("protection", Value::text(from));
        }
        effect
    }
}

fn pump(i: &mut In<'_>, obj: &Obj) -> Parsed<Vec<Effect>> {
    const GETS: &[(&str, ())] = &[("gets", ()), ("get", ())];
    const GAINS: &[(&str, ())] = &[("gains", ()), ("gain", ())];
    let mut change =
        Change { power: Amount::Number(0), toughness: Amount::Number(0), keywords: Vec::new(), protection: None };
    // "Gains trample and gets +2/+2": the same the other way round.
    let gained_first = maybe(i, |i: &mut In<'_>| {
        table(GAINS).parse_next(i)?;
        let words = keywords::list(i)?;
        lit("and").parse_next(i)?;
        table(GETS).parse_next(i)?;
        Ok((words, size_change(i)?))
    });
    if let Some((words, (power, toughness))) = gained_first {
        change = Change { power, toughness, keywords: words, protection: None };
        let duration = maybe(i, until);
        if matches!(duration, Some(Until::YourNextTurn | Until::WhileTapped))
            || i.first().is_some_and(|t| t.text == "for")
        {
            return stuck(i);
        }
        let effect = change.onto(Effect::new("pump").what(obj.clone()));
        return Ok(vec![if duration.is_some() { effect } else { effect.set("until", Value::text("unsaid")) }]);
    }
    let gets = maybe(i, table(GETS)).is_some();
    if gets {
        (change.power, change.toughness) = size_change(i)?;
    }
    if !gets
        || maybe(i, |i: &mut In<'_>| {
            lit("and").parse_next(i)?;
            table(GAINS).parse_next(i)
        })
        .is_some()
    {
        if !gets {
            table(GAINS).parse_next(i)?;
        }
        change.protection = maybe(i, gained);
        if change.protection.is_none() {
            change.keywords = keywords::list(i)?;
        }
    }
    let mut duration = maybe(i, until);
    if i.first().is_some_and(|t| t.text == "for") {
        if !change.keywords.is_empty() {
            return stuck(i);
        }
        let each = amounts::for_each(i, 1)?;
        change.power = times(change.power, &each);
        change.toughness = times(change.toughness, &each);
        duration = duration.or_else(|| maybe(i, until));
    }
    if duration == Some(Until::EndOfTurn) && eat(i, "and can't be blocked this turn") {
        change.keywords.push("unblockable");
    }
    let effect = change.onto(Effect::new("pump").what(obj.clone()));
    Ok(vec![match duration {
        Some(Until::EndOfTurn) => effect,
        Some(Until::YourNextTurn) => effect.set("until", Value::text("your-next-turn")),
        Some(Until::WhileTapped) => effect.set("until", Value::text("while-source-tapped")),
        // It lasts for good unless "until end of turn" stands before it.
        None => effect.set("until", Value::text("unsaid")),
    }])
}

/// "Lose hexproof and indestructible until end of turn".
fn lose(i: &mut In<'_>, obj: &Obj) -> Parsed<Vec<Effect>> {
    table(&[("loses", ()), ("lose", ())]).parse_next(i)?;
    let keywords = keywords::list(i)?;
    let barred = eat(i, "and can't have or gain") && {
        let same = keywords::list(i)? == keywords;
        if !same {
            return stuck(i);
        }
        same
    };
    if maybe(i, until) != Some(Until::EndOfTurn) && !(barred && this_turn(i)) {
        return stuck(i);
    }
    let list = keywords.into_iter().map(Value::text).collect();
    let effect = Effect::new("lose-keywords").what(obj.clone()).set("keywords", Value::List(list));
    Ok(vec![effect.flag("for-the-turn", barred)])
}

/// "Protection from the color of your choice", "protection from red".
fn gained(i: &mut In<'_>) -> Parsed<String> {
    if eat(i, "protection from the color of your choice") {
        return Ok("chosen-colour".to_owned());
    }
    super::words::protected(i)
}

/// "Deals 3 damage to any target and 2 damage to you".
fn damage(i: &mut In<'_>, obj: &Obj) -> Parsed<Vec<Effect>> {
    table(&[("deals", ()), ("deal", ())]).parse_next(i)?;
    let mut effects = vec![dealt(i, obj)?];
    while let Some(more) = maybe(i, |i: &mut In<'_>| {
        lit("and").parse_next(i)?;
        dealt(i, obj)
    }) {
        effects.push(more);
    }
    // "To each creature and each player": the same damage again.
    while let Some(to) = maybe(i, |i: &mut In<'_>| {
        lit("and").parse_next(i)?;
        let to = recipient(i, false)?;
        // "... and you gain 3 life" begins another clause.
        let ends = i.first().is_none_or(|t| matches!(t.text.as_str(), "." | "," | "and"));
        if ends { Ok(to) } else { stuck(i) }
    }) {
        // What is of both kinds is dealt damage once.
        if let (Arg::Obj(Obj::Each(two)), [only]) = (&to, &mut effects[..]) {
            let slot = only.args.iter_mut().find_map(|(k, a)| match a {
                Arg::Obj(Obj::Each(one)) if *k == "to" => Some(one),
                _ => None,
            });
            if let Some(one) = slot {
                match united(one, two) {
                    Some(both) => *one = both,
                    None => return stuck(i),
                }
                continue;
            }
        }
        let mut again = effects[0].clone();
        if effects.len() != 1 || again.args.iter().any(|(_, a)| matches!(a, Arg::Obj(Obj::Target(_)))) {
            return stuck(i);
        }
        for (key, arg) in &mut again.args {
            if *key == "to" {
                *arg = to.clone();
            }
        }
        effects.push(again);
    }
    Ok(effects)
}

fn dealt(i: &mut In<'_>, obj: &Obj) -> Parsed<Effect> {
    let from = |effect: Effect| if *obj == Obj::Me { effect } else { effect.arg("from", Arg::Obj(obj.clone())) };
    if eat(i, "damage equal to") {
        let amount = amounts::described(i)?;
        lit("to").parse_next(i)?;
        let to = recipient(i, true)?;
        return Ok(from(Effect::new("damage")).arg("amount", Arg::Amount(amount)).arg("to", to));
    }
    if eat(i, "damage to") {
        let to = recipient(i, true)?;
        lit("equal to").parse_next(i)?;
        let amount = amounts::described(i)?;
        return Ok(from(Effect::new("damage")).arg("to", to).arg("amount", Arg::Amount(amount)));
    }
    let amount = amounts::simple(i)?;
    lit("damage").parse_next(i)?;
    if eat(i, "divided as you choose among") {
        let target = divided_targets(i)?;
        if *obj != Obj::Me && *obj != Obj::It {
            return stuck(i);
        }
        return Ok(from(Effect::new("damage-as-divided"))
            .arg("targets", Arg::Obj(Obj::Target(target)))
            .arg("divide", Arg::Amount(amount)));
    }
    lit("to").parse_next(i)?;
    let to = recipient(i, true)?;
    let amount = each_of(i, amount)?;
    Ok(from(Effect::new("damage")).arg("to", to).arg("amount", Arg::Amount(amount)))
}

/// Who or what is dealt damage.
fn recipient(i: &mut In<'_>, targets: bool) -> Parsed<Arg> {
    const FIXED: &[(&str, u8)] = &[("you", 0), ("each player", 1), ("each opponent", 2), ("each other player", 3)];
    if let Some(n) = maybe(i, table(FIXED)) {
        return Ok(Arg::Who([Who::You, Who::EachPlayer, Who::EachOpponent, Who::EachOther][usize::from(n)].clone()));
    }
    // Of a player, where the event was about one and nothing else is in the plural.
    if targets && eat(i, "them") {
        return Ok(Arg::Who(Who::They));
    }
    if targets {
        if let Some(target) = maybe(i, player_target) {
            return Ok(Arg::Who(Who::Target(target)));
        }
        if let Some((who, _)) = maybe(i, super::references::player)
            && matches!(who, Who::That | Who::Defending | Who::ControllerOf(_) | Who::OwnerOf(_))
        {
            return Ok(Arg::Who(who));
        }
    }
    let obj = object(i)?;
    let fine = match &obj {
        Obj::Target(t) => {
            targets
                && match &t.of {
                    TargetOf::Objects(what) => what.zone == Zone::Usual && !matches!(what.noun, "card" | "spell"),
                    _ => true,
                }
        }
        Obj::Each(what) => what.zone == Zone::Usual && !matches!(what.noun, "card" | "spell"),
        Obj::Choice(..) => false,
        _ => targets,
    };
    if fine { Ok(Arg::Obj(obj)) } else { stuck(i) }
}

/// "Can't block this turn".
fn cant(i: &mut In<'_>, obj: &Obj) -> Parsed<Vec<Effect>> {
    let words = keywords::restriction(i)?;
    if words.contains(&"must attack") || !this_turn(i) {
        return stuck(i);
    }
    // Of a whole kind also those that come later cannot block.
    if let Obj::Each(_) = obj {
        return if words == ["can't block"] { Ok(vec![Effect::new("cant-block").what(obj.clone())]) } else { stuck(i) };
    }
    let list = words.iter().map(|w| Value::text(*w)).collect();
    Ok(vec![Effect::new("pump").what(obj.clone()).set("keywords", Value::List(list))])
}

/// "Doesn't untap during its controller's next untap step".
fn no_untap(i: &mut In<'_>, obj: &Obj) -> Parsed<Vec<Effect>> {
    const FORMS: &[(&str, ())] = &[
        ("doesn't untap during its controller's next untap step", ()),
        ("don't untap during their controller's next untap step", ()),
        ("don't untap during their controllers' next untap steps", ()),
    ];
    if eat(i, "doesn't untap during its controller's untap step for as long as ~ remains tapped") {
        let words = Value::List(vec![Value::text("doesn't untap")]);
        let effect = Effect::new("pump").what(obj.clone()).set("keywords", words);
        return Ok(vec![effect.set("until", Value::text("while-source-tapped"))]);
    }
    if !(*obj == Obj::Me && eat(i, "doesn't untap during your next untap step")) {
        table(FORMS).parse_next(i)?;
    }
    Ok(vec![Effect::new("freeze").what(obj.clone())])
}

/// "Fights" (CR 701.14).
fn fight(i: &mut In<'_>, obj: &Obj) -> Parsed<Vec<Effect>> {
    table(&[("fights", ()), ("fight", ())]).parse_next(i)?;
    let other = object(i)?;
    match (&other, obj) {
        (Obj::Target(t), Obj::Target(_) | Obj::It | Obj::That(_)) if t.count == 1 && !t.any_number => {
            let first = Effect::new("fight").arg("from", Arg::Obj(obj.clone())).arg("to", Arg::Obj(other));
            Ok(vec![first])
        }
        _ => stuck(i),
    }
}

/// "Phases out".
fn phase_out(i: &mut In<'_>, obj: &Obj) -> Parsed<Vec<Effect>> {
    table(&[("phases out", ()), ("phase out", ())]).parse_next(i)?;
    let fine = match obj {
        Obj::Target(t) => matches!(&t.of, TargetOf::Objects(what) if !matches!(what.noun, "card" | "spell")),
        Obj::Choice(..) => false,
        _ => true,
    };
    if fine { Ok(vec![Effect::new("phase-out").what(obj.clone())]) } else { stuck(i) }
}
