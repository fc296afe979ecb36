//! What is done with objects: "destroy target creature", "it gets +1/+1 and gains flying", "~ deals 3 damage to any target".

use winnow::Parser;

use super::ast::{Amount, Arg, Effect, Obj, Target, TargetOf, Who, Zone};
use super::grammar::{In, Parsed, Stuck, eat, lit, maybe, stuck, table};
use super::references::{mentioned, object};
use super::value::Value;

/// An order to the controller about objects.
pub(super) fn imperative(i: &mut In<'_>) -> Parsed<Vec<Effect>> {
    type Order = fn(&mut In<'_>) -> Parsed<Vec<Effect>>;
    const ORDERS: [Order; 10] =
        [destroy, regenerate, exile, returned, tap, counter, put, control, remove_counters, other];
    let mut stopped = Stuck { left: i.len() };
    for order in ORDERS {
        let start = *i;
        match order(i) {
            Ok(effects) => return Ok(effects),
            Err(stuck) => {
                *i = start;
                stopped = Stuck { left: stopped.left.min(stuck.left) };
            }
        }
    }
    Err(stopped)
}

/// Objects on the battlefield, several kinds of them between `and`: "target creature and target land".
fn battlefield(i: &mut In<'_>) -> Parsed<Vec<Obj>> {
    let mut found = vec![object(i)?];
    while let Some(next) = maybe(i, |i: &mut In<'_>| {
        if !eat(i, ", and") && !eat(i, "and") {
            lit(",").parse_next(i)?;
        }
        // "... and it", "... and you": another clause.
        let next = object(i)?;
        if matches!(next, Obj::Target(_) | Obj::Each(_)) { Ok(next) } else { stuck(i) }
    }) {
        found.push(next);
    }
    let usual = |obj: &Obj| match obj {
        Obj::Target(t) => match &t.of {
            TargetOf::Objects(what) => what.zone == Zone::Usual && !matches!(what.noun, "card" | "spell"),
            _ => false,
        },
        Obj::Each(what) => what.zone == Zone::Usual && !matches!(what.noun, "card" | "spell"),
        Obj::Choice(..) => false,
        _ => true,
    };
    if found.iter().all(usual) { Ok(found) } else { stuck(i) }
}

fn each(name: &'static str, objects: Vec<Obj>) -> Vec<Effect> {
    let objects = match &objects[..] {
        [Obj::Each(one), Obj::Each(two)] => united(one, two).map_or(objects, |both| vec![Obj::Each(both)]),
        _ => objects,
    };
    objects.into_iter().map(|obj| Effect::new(name).what(obj)).collect()
}

/// Two kinds as one filter, where they differ in nothing but their type.
pub(super) fn united(one: &super::ast::Filter, two: &super::ast::Filter) -> Option<super::ast::Filter> {
    const TYPES: [&str; 5] = ["artifact", "creature", "enchantment", "land", "planeswalker"];
    let ([a], [b]) = (&one.words[..], &two.words[..]) else { return None };
    let alike = TYPES.contains(&a.as_str())
        && TYPES.contains(&b.as_str())
        && (one.whose, one.zone, &one.them) == (two.whose, two.zone, &two.them);
    alike.then(|| super::ast::Filter { words: vec![format!("{a}|{b}")], noun: "permanent", ..one.clone() })
}

fn destroy(i: &mut In<'_>) -> Parsed<Vec<Effect>> {
    lit("destroy").parse_next(i)?;
    battlefield(i).map(|objects| each("destroy", objects))
}

fn regenerate(i: &mut In<'_>) -> Parsed<Vec<Effect>> {
    lit("regenerate").parse_next(i)?;
    battlefield(i).map(|objects| each("regenerate", objects))
}

fn exile(i: &mut In<'_>) -> Parsed<Vec<Effect>> {
    if let Some(to) = maybe(i, super::faces::returned_transformed) {
        let back = Effect::new("move").what(Obj::Word("them")).set("to", Value::text(to));
        return Ok(vec![Effect::new("exile").what(Obj::Me), back]);
    }
    lit("exile").parse_next(i)?;
    if let Some(cards) = maybe(i, whole_graveyards) {
        return Ok(vec![Effect::new("exile").what(cards)]);
    }
    let obj = object(i)?;
    if eat(i, "until ~ leaves the battlefield") {
        return Ok(vec![Effect::new("exile-until-source-leaves").what(obj)]);
    }
    let fine = match &obj {
        Obj::Target(t) => match &t.of {
            TargetOf::Objects(what) => what.noun != "spell" && (what.zone != Zone::Usual || what.noun != "card"),
            _ => false,
        },
        Obj::Each(what) => what.zone == Zone::Usual && !matches!(what.noun, "card" | "spell"),
        Obj::Choice(..) => false,
        _ => true,
    };
    if !fine {
        return stuck(i);
    }
    if let (Obj::Target(t), "and") = (&obj, i.first().map_or("", |t| t.text.as_str()))
        && let TargetOf::Objects(what) = &t.of
        && what.zone == Zone::Usual
        && let Some(second) = maybe(i, |i: &mut In<'_>| {
            lit("and").parse_next(i)?;
            match battlefield(i)?.pop() {
                Some(obj @ Obj::Target(_)) => Ok(obj),
                _ => stuck(i),
            }
        })
    {
        return Ok(each("exile", vec![obj, second]));
    }
    Ok(vec![Effect::new("exile").what(obj)])
}

/// "All cards from target player's graveyard", "all creature cards from all graveyards".
fn whole_graveyards(i: &mut In<'_>) -> Parsed<Obj> {
    const WHOLE: &[(&str, Option<bool>)] = &[
        ("target player's graveyard", Some(false)),
        ("target opponent's graveyard", Some(true)),
        ("all graveyards", None),
    ];
    if let Some(whose) = maybe(i, table(WHOLE)) {
        let cards =
            super::ast::Filter { words: vec!["card".to_owned()], noun: "card", plural: true, ..Default::default() };
        let who = match whose {
            Some(opponent) => Who::Target(Target::player(opponent)),
            None => Who::EachPlayer,
        };
        return Ok(Obj::InGraveyards(cards, Box::new(who)));
    }
    let Obj::Each(what) = object(i)? else { return stuck(i) };
    if what.noun != "card" || what.zone != Zone::Usual || what.whose.is_some() || what.has("other") {
        return stuck(i);
    }
    table(&[("from", ()), ("in", ())]).parse_next(i)?;
    const TARGETS: &[(&str, bool)] = &[("target player's graveyard", false), ("target opponent's graveyard", true)];
    const PLAYERS: &[(&str, &Who)] = &[
        ("all graveyards", &Who::EachPlayer),
        ("each player's graveyard", &Who::EachPlayer),
        ("each opponent's graveyard", &Who::EachOpponent),
        ("all opponents' graveyards", &Who::EachOpponent),
        ("your opponents' graveyards", &Who::EachOpponent),
        ("that player's graveyard", &Who::That),
    ];
    let who = match maybe(i, table(TARGETS)) {
        Some(opponent) => Who::Target(Target::player(opponent)),
        None => table(PLAYERS).parse_next(i)?.clone(),
    };
    Ok(Obj::InGraveyards(what, Box::new(who)))
}

/// "Return target creature to its owner's hand", "return it to the battlefield under its owner's control".
fn returned(i: &mut In<'_>) -> Parsed<Vec<Effect>> {
    lit("return").parse_next(i)?;
    if eat(i, "the exiled card to the battlefield under its owner's control")
        || eat(i, "the exiled cards to the battlefield under their owners' control")
    {
        return Ok(vec![Effect::new("return-exiled")]);
    }
    if eat(i, "this card to its owner's hand") {
        return Ok(vec![Effect::new("return-to-hand").what(Obj::Me)]);
    }
    if let Some(to) = maybe(i, |i: &mut In<'_>| {
        table(&[("~ from your graveyard", ()), ("this card from your graveyard", ())]).parse_next(i)?;
        const PLACES: &[(&str, &str)] = &[
            ("to the battlefield tapped", "battlefield-tapped"),
            ("to the battlefield", "battlefield"),
            ("to your hand", "hand"),
        ];
        table(PLACES).parse_next(i)
    }) {
        return Ok(vec![Effect::new("from-graveyard").set("to", Value::text(to))]);
    }
    let obj = object(i)?;
    const HANDS: &[(&str, bool)] = &[
        ("to its owner's hand", false),
        ("to their owner's hand", false),
        ("to their owners' hands", false),
        ("to its owners' hands", false),
        ("to your hand", true),
    ];
    let in_graveyard = |obj: &Obj| match obj {
        Obj::Target(t) => match &t.of {
            TargetOf::Objects(what) => Some(what.zone),
            _ => None,
        },
        Obj::Each(what) => Some(what.zone),
        _ => None,
    };
    let zone = in_graveyard(&obj);
    if let Some(yours) = maybe(i, table(HANDS)) {
        return match (&obj, zone, yours) {
            (Obj::Target(_), Some(Zone::Usual), false) | (Obj::Each(_), Some(Zone::Usual), false) => {
                Ok(vec![Effect::new("bounce").what(obj)])
            }
            (Obj::Target(_) | Obj::Each(_), Some(Zone::YourGraveyard), true) => {
                Ok(vec![Effect::new("move").what(obj).set("to", Value::text("hand"))])
            }
            (Obj::Choice(what, n), None, false) if what.zone == Zone::Usual && what.whose == Some("yours") => {
                Ok(chosen(what.clone(), *n, Effect::new("bounce").what(Obj::Word("them"))))
            }
            // Wherever "it" is by then is the business of resolving.
            (Obj::Me | Obj::It | Obj::That(_) | Obj::Those(_) | Obj::Attached(_), None, false) => {
                Ok(vec![Effect::new("return-to-hand").what(obj)])
            }
            _ => stuck(i),
        };
    }
    if !eat(i, "to the battlefield") {
        return stuck(i);
    }
    let tapped = eat(i, "tapped");
    let to = if eat(i, "under your control") {
        "battlefield"
    } else if eat(i, "under its owner's control")
        || eat(i, "under their owner's control")
        || eat(i, "under their owners' control")
    {
        "battlefield-of-owner"
    } else if zone == Some(Zone::YourGraveyard) {
        "battlefield"
    } else {
        return stuck(i);
    };
    if tapped && to != "battlefield" {
        return stuck(i);
    }
    let to = if tapped { "battlefield-tapped" } else { to };
    let counters = maybe(i, with_counters);
    let effect = match (&obj, zone) {
        (Obj::Target(_) | Obj::Each(_), Some(Zone::YourGraveyard)) => Effect::new("move"),
        (Obj::It | Obj::That(_) | Obj::Those(_), _) => Effect::new("return-exiled-now"),
        _ => return stuck(i),
    };
    let effect = effect.what(obj).set("to", Value::text(to));
    Ok(vec![match counters {
        Some(counters) => effect.set("counters", counters),
        None => effect,
    }])
}

/// "With two additional +1/+1 counters on it", of what enters.
pub(super) fn with_counters(i: &mut In<'_>) -> Parsed<Value> {
    lit("with").parse_next(i)?;
    let n = super::grammar::article_or_number(i)?;
    let _ = eat(i, "additional");
    let kind = super::filters::counter_kind(i)?;
    // A keyword counter gives that keyword (CR 122.1b).
    if !matches!(kind.as_str(), "+1/+1" | "-1/-1") && crate::cards::keyword::NAMES.iter().any(|(name, _)| *name == kind)
    {
        return stuck(i);
    }
    const ON: &[(&str, ())] = &[("counters on it", ()), ("counter on it", ()), ("counter on them", ())];
    table(ON).parse_next(i)?;
    let mut pairs = vec![("kind".to_owned(), Value::text(kind))];
    if n != 1 {
        pairs.push(("count".to_owned(), Value::Number(n)));
    }
    Ok(Value::Table(pairs))
}

/// A choice, and what happens with the chosen.
fn chosen(mut what: super::ast::Filter, n: i32, then: Effect) -> Vec<Effect> {
    what.whose = what.whose.or(Some("yours"));
    let choose = Effect::new("choose-objects").arg("what", Arg::Filter(what)).count(Amount::Number(n));
    vec![choose, then]
}

fn tap(i: &mut In<'_>) -> Parsed<Vec<Effect>> {
    if eat(i, "tap or untap") {
        let obj = object(i)?;
        let Obj::Target(_) = obj else { return stuck(i) };
        let modes = vec![vec![Effect::new("tap").what(obj)], vec![Effect::new("untap").what(Obj::Word("target"))]];
        return Ok(vec![Effect::new("choose").arg("modes", Arg::Modes(modes))]);
    }
    if eat(i, "untap up to") {
        let n = super::grammar::number(i)?;
        let what = super::references::plural(i)?;
        if what.zone != Zone::Usual {
            return stuck(i);
        }
        return Ok(vec![
            Effect::new("untap-up-to").arg("what", Arg::Filter(what)).arg("count", Arg::Amount(Amount::Number(n))),
        ]);
    }
    let name = table(&[("tap", "tap"), ("untap", "untap")]).parse_next(i)?;
    battlefield(i).map(|objects| each(name, objects))
}

/// "Target spell or ability": what only countering and new targets are about.
fn on_stack(i: &mut In<'_>) -> Parsed<Obj> {
    const WHAT: &[(&str, &str)] = &[
        ("target spell or ability with a single target", "spell-or-ability-with-one-target"),
        ("target spell with a single target", "spell-with-one-target"),
        ("target spell , activated ability , or triggered ability", "spell-or-ability"),
        ("target spell or ability", "spell-or-ability"),
        ("target activated or triggered ability", "activated|triggered ability"),
        ("target activated ability", "activated ability"),
        ("target triggered ability", "triggered ability"),
    ];
    let what = table(WHAT).parse_next(i)?;
    // "... you control", "... that targets a permanent" say more.
    if !super::references::at_end(i) {
        return stuck(i);
    }
    Ok(Obj::Target(Target {
        of: TargetOf::OnStack(what),
        count: 1,
        up_to: false,
        any_number: false,
        each_opponent: false,
    }))
}

/// "You may choose new targets for target spell or ability", "change the target of target spell with a single target".
pub(super) fn new_targets(i: &mut In<'_>) -> Parsed<Effect> {
    let must = eat(i, "change the target of");
    if !must {
        lit("you may choose new targets for").parse_next(i)?;
    }
    let of = match maybe(i, on_stack) {
        Some(of) => of,
        None => match object(i)? {
            Obj::Target(t)
                if matches!(&t.of, TargetOf::Objects(what) if what.noun == "spell") && t.count == 1 && !must =>
            {
                Obj::Target(t)
            }
            _ => return stuck(i),
        },
    };
    Ok(Effect::new("change-targets").arg("target", Arg::Obj(of)).flag("must", must))
}

fn counter(i: &mut In<'_>) -> Parsed<Vec<Effect>> {
    lit("counter").parse_next(i)?;
    const THAT: &[(&str, ())] = &[("that spell or ability", ()), ("that spell", ()), ("it", ())];
    if maybe(i, table(THAT)).is_some() {
        return Ok(vec![Effect::new("counter-that")]);
    }
    if let Some(obj) = maybe(i, on_stack) {
        return Ok(vec![Effect::new("counter").arg("target", Arg::Obj(obj))]);
    }
    match object(i)? {
        Obj::Target(t) if t.count == 1 && !t.up_to => match &t.of {
            TargetOf::Objects(what) if what.noun == "spell" && what.zone == Zone::Usual => {
                let effect = Effect::new("counter").arg("target", Arg::Obj(Obj::Target(t.clone())));
                if eat(
                    i,
                    ". if that spell is countered this way , exile it instead of putting it into its owner's graveyard",
                ) {
                    return Ok(vec![effect.set("to", Value::text("exile"))]);
                }
                if eat(
                    i,
                    ". if that spell is countered this way , put it on top of its owner's library instead of into that player's graveyard",
                ) {
                    return Ok(vec![effect.set("to", Value::text("library-top"))]);
                }
                Ok(vec![effect])
            }
            _ => stuck(i),
        },
        _ => stuck(i),
    }
}

/// "Put target creature on top of its owner's library", "put target creature card from a graveyard onto the battlefield".
fn put(i: &mut In<'_>) -> Parsed<Vec<Effect>> {
    lit("put").parse_next(i)?;
    if let Some(cards) = maybe(i, whole_graveyards) {
        lit("onto the battlefield under your control").parse_next(i)?;
        return Ok(vec![Effect::new("move").what(cards).set("to", Value::text("battlefield"))]);
    }
    let obj = object(i)?;
    let zone = match &obj {
        Obj::Target(t) => match &t.of {
            TargetOf::Objects(what) if what.noun != "spell" => Some(what.zone),
            _ => return stuck(i),
        },
        Obj::Me => Some(Zone::Usual),
        _ => return stuck(i),
    };
    const PLACES: &[(&str, &str)] = &[
        ("on top of its owner's library", "library-top"),
        ("on the bottom of its owner's library", "library-bottom"),
        ("on top of your library", "library-top"),
        ("on the bottom of your library", "library-bottom"),
        ("onto the battlefield under your control", "battlefield"),
        ("onto the battlefield", "battlefield"),
    ];
    let before = *i;
    let to = table(PLACES).parse_next(i)?;
    let said_your_library = before.iter().take(5).any(|t| t.text == "your") && to.starts_with("library");
    let fits = match (zone, to) {
        (Some(Zone::Usual), "library-top" | "library-bottom") => !said_your_library,
        (Some(Zone::YourGraveyard), "library-top" | "library-bottom") => true,
        (Some(Zone::YourGraveyard), "battlefield") => true,
        (Some(Zone::AnyGraveyard), "battlefield") => before.iter().take(5).any(|t| t.text == "under"),
        (Some(Zone::AnyGraveyard), "library-top" | "library-bottom") => !said_your_library,
        _ => false,
    };
    let tapped = matches!(i.first(), Some(t) if t.text == "tapped" || t.text == "attached");
    if !fits || tapped {
        return stuck(i);
    }
    Ok(vec![Effect::new("move").what(obj).set("to", Value::text(to))])
}

fn control(i: &mut In<'_>) -> Parsed<Vec<Effect>> {
    lit("gain control of").parse_next(i)?;
    let obj = object(i)?;
    if matches!(obj, Obj::Choice(..)) || !matches!(obj, Obj::Target(_) | Obj::Each(_)) {
        return stuck(i);
    }
    const WHILE: &[(&str, (bool, bool))] = &[
        ("for as long as you control ~ and ~ remains tapped", (false, true)),
        ("for as long as you control ~ and it remains tapped", (false, true)),
        ("for as long as you control ~", (false, false)),
        ("for as long as ~ remains tapped", (true, true)),
        ("for as long as ~ remains on the battlefield", (true, false)),
    ];
    if let Some((anybody, tapped)) = maybe(i, table(WHILE)) {
        let effect = Effect::new("gain-control-while").what(obj);
        return Ok(vec![effect.flag("anybody", anybody).flag("tapped", tapped)]);
    }
    let this_turn = eat(i, "until end of turn");
    if i.first().is_some_and(|t| matches!(t.text.as_str(), "until" | "for")) {
        return stuck(i);
    }
    Ok(vec![Effect::new("gain-control").what(obj).flag("this-turn", this_turn)])
}

fn remove_counters(i: &mut In<'_>) -> Parsed<Vec<Effect>> {
    lit("remove").parse_next(i)?;
    let n = super::grammar::article_or_number(i)?;
    let kind = super::filters::counter_kind(i)?;
    table(&[("counters from", ()), ("counter from", ())]).parse_next(i)?;
    let obj = object(i)?;
    if matches!(obj, Obj::Choice(..) | Obj::Each(_)) {
        return stuck(i);
    }
    Ok(vec![Effect::new("remove-counters").what(obj).set("kind", Value::text(kind)).count(Amount::Number(n))])
}

/// Transforming, attaching, distributing.
fn other(i: &mut In<'_>) -> Parsed<Vec<Effect>> {
    if eat(i, "distribute") {
        let n = super::grammar::number(i)?;
        let kind = super::filters::counter_kind(i)?;
        lit("counters among").parse_next(i)?;
        // "One, two, or three target creatures": the first is not optional.
        let target = divided_targets(i)?;
        return Ok(vec![
            Effect::new("counters-as-divided")
                .arg("targets", Arg::Obj(Obj::Target(target)))
                .set("kind", Value::text(kind))
                .arg("divide", Arg::Amount(Amount::Number(n))),
        ]);
    }
    if eat(i, "goad") {
        return battlefield(i).map(|objects| each("goad", objects));
    }
    if eat(i, "transform") {
        return match mentioned(i)? {
            obj @ (Obj::Me | Obj::It) => Ok(vec![Effect::new("transform").what(obj)]),
            _ => stuck(i),
        };
    }
    if eat(i, "attach it to") {
        return match object(i)? {
            obj @ Obj::Target(_) => Ok(vec![Effect::new("attach-it").what(Obj::It).arg("to", Arg::Obj(obj))]),
            _ => stuck(i),
        };
    }
    if let Some(who) = maybe(i, |i: &mut In<'_>| {
        lit("look at").parse_next(i)?;
        let opponent = table(&[("target player's hand", false), ("target opponent's hand", true)]).parse_next(i)?;
        Ok(Who::Target(Target::player(opponent)))
    }) {
        return Ok(vec![Effect::new("look-at-hand").who(who)]);
    }
    if eat(i, "attach ~ to") {
        let obj = object(i)?;
        return match obj {
            Obj::Target(_) | Obj::It | Obj::That(_) => Ok(vec![Effect::new("attach").arg("to", Arg::Obj(obj))]),
            _ => stuck(i),
        };
    }
    if let Some(effects) = maybe(i, fixed) {
        return Ok(effects);
    }
    if let Some(effects) = maybe(i, prevented_to) {
        return Ok(effects);
    }
    if let Some(effect) = maybe(i, prevented_of) {
        return Ok(vec![effect]);
    }
    if eat(i, "prevent all combat damage that would be dealt this turn") {
        return Ok(vec![Effect::new("prevent-combat-damage")]);
    }
    stuck(i)
}

/// Sentences that are always the same.
fn fixed(i: &mut In<'_>) -> Parsed<Vec<Effect>> {
    if eat(i, "you can't lose the game this turn and your opponents can't win the game this turn") {
        return Ok(vec![Effect::new("cant-lose")]);
    }
    if eat(i, "put your commander into your hand from the command zone") {
        return Ok(vec![Effect::new("commander-to-hand")]);
    }
    lit("all creatures able to block").parse_next(i)?;
    let obj = object(i)?;
    lit("this turn do so").parse_next(i)?;
    match obj {
        Obj::Target(_) | Obj::Me | Obj::It | Obj::That(_) | Obj::Attached(_) => {
            let words = Value::List(vec![Value::text("lures")]);
            Ok(vec![Effect::new("pump").what(obj).set("keywords", words)])
        }
        _ => stuck(i),
    }
}

/// "Prevent the next 3 damage that would be dealt to any target this turn", "prevent all damage that would be dealt this turn to
/// creatures you control", "... all combat damage that would be dealt to and dealt by target creature this turn".
fn prevented_to(i: &mut In<'_>) -> Parsed<Vec<Effect>> {
    lit("prevent").parse_next(i)?;
    let count = if eat(i, "the next") { Some(super::amounts::simple(i)?) } else { None };
    if count.is_none() {
        lit("all").parse_next(i)?;
    }
    let combat = eat(i, "combat");
    lit("damage that would be dealt").parse_next(i)?;
    let first = eat(i, "this turn");
    if combat && !first && eat(i, "to and dealt by") {
        let obj = object(i)?;
        lit("this turn").parse_next(i)?;
        let words = Value::List(vec![Value::text("no combat damage")]);
        return match &obj {
            Obj::Target(_) | Obj::Me | Obj::It | Obj::That(_) | Obj::Attached(_) => {
                Ok(vec![Effect::new("pump").what(obj).set("keywords", words)])
            }
            _ => stuck(i),
        };
    }
    lit("to").parse_next(i)?;
    let mut to = vec![sheltered(i)?];
    while let Some(more) = maybe(i, |i: &mut In<'_>| {
        lit("and").parse_next(i)?;
        sheltered(i)
    }) {
        to.push(more);
    }
    if !first {
        lit("this turn").parse_next(i)?;
    }
    if count.is_some() && (to.len() > 1 || matches!(to[0], Arg::Obj(Obj::Each(_)))) {
        return stuck(i);
    }
    let effect = |to: Arg| {
        let effect = Effect::new("prevent-damage-to").arg("to", to);
        let effect = match &count {
            Some(count) => effect.arg("count", Arg::Amount(count.clone())),
            None => effect,
        };
        effect.flag("combat", combat)
    };
    Ok(to.into_iter().map(effect).collect())
}

/// Who or what is protected from damage.
fn sheltered(i: &mut In<'_>) -> Parsed<Arg> {
    if eat(i, "you") {
        return Ok(Arg::Who(Who::You));
    }
    if let Some(target) = maybe(i, super::references::player_target) {
        return Ok(Arg::Who(Who::Target(target)));
    }
    let obj = object(i)?;
    let fine = match &obj {
        Obj::Target(t) => match &t.of {
            TargetOf::Objects(what) => what.zone == Zone::Usual && !matches!(what.noun, "card" | "spell"),
            TargetOf::Any => true,
            _ => false,
        },
        Obj::Each(what) => what.zone == Zone::Usual && !matches!(what.noun, "card" | "spell"),
        Obj::Me | Obj::It | Obj::That(_) | Obj::Attached(_) => true,
        _ => false,
    };
    if fine { Ok(Arg::Obj(obj)) } else { stuck(i) }
}

/// "Prevent all combat damage that would be dealt this turn by target creature", "... target creature would deal this turn".
fn prevented_of(i: &mut In<'_>) -> Parsed<Effect> {
    lit("prevent all").parse_next(i)?;
    let combat = eat(i, "combat");
    lit("damage").parse_next(i)?;
    let usual = |obj: &Obj| match obj {
        Obj::Target(t) => {
            matches!(&t.of, TargetOf::Objects(what) if what.zone == Zone::Usual && !matches!(what.noun, "card" | "spell"))
        }
        Obj::Each(what) => what.zone == Zone::Usual && !matches!(what.noun, "card" | "spell"),
        _ => false,
    };
    let obj = if eat(i, "that would be dealt") {
        let first = eat(i, "this turn");
        lit("by").parse_next(i)?;
        let obj = object(i)?;
        if !first {
            lit("this turn").parse_next(i)?;
        }
        obj
    } else {
        let obj = object(i)?;
        lit("would deal this turn").parse_next(i)?;
        obj
    };
    if usual(&obj) { Ok(Effect::new("prevent-damage-by").what(obj).flag("combat", combat)) } else { stuck(i) }
}

/// "Any number of targets", "any number of target creatures".
pub(super) fn divided_targets(i: &mut In<'_>) -> Parsed<super::ast::Target> {
    if eat(i, "any number of targets") {
        return Ok(super::ast::Target {
            of: TargetOf::Any,
            count: 1,
            up_to: false,
            any_number: true,
            each_opponent: false,
        });
    }
    match object(i)? {
        Obj::Target(t) if t.any_number => Ok(t),
        _ => stuck(i),
    }
}

/// Whether something was mentioned that a subject can be.
pub(super) fn subject(i: &mut In<'_>) -> Parsed<Obj> {
    let they = *i;
    if eat(i, "they") {
        return Ok(Obj::Those("permanent"));
    }
    *i = they;
    maybe(i, mentioned).map_or_else(|| object(i), Ok)
}
