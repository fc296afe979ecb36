//! Sentences: clauses one after the other, what a player may do, what depends on it, what comes later.

use winnow::Parser;

use super::ast::{Amount, Arg, Cond, Effect, Obj, Who};
use super::costs::{self, Cost};
use super::effects::player_verb;
use super::grammar::{In, Parsed, Stuck, eat, lit, maybe, stuck, table};
use super::references::player;
use super::value::Value;
use super::{amounts, changes, conditions, copies, library, objects, verbs};

/// How deep things may stand in each other.
const DEEPEST: u8 = 8;

/// All sentences of an ability or spell.
pub(super) fn body(i: &mut In<'_>) -> Parsed<Vec<Effect>> {
    let mut effects = Vec::new();
    while !i.is_empty() {
        sentence(i, &mut effects, 0)?;
        lit(".").parse_next(i)?;
    }
    if effects.is_empty() { stuck(i) } else { Ok(effects) }
}

/// One sentence, which may add to what was said before it.
pub(super) fn sentence(i: &mut In<'_>, effects: &mut Vec<Effect>, depth: u8) -> Parsed<()> {
    if depth > DEEPEST {
        return stuck(i);
    }
    let _ = eat(i, "then ,") || eat(i, "then");
    if eat(i, "if you do ,") || eat(i, "if they do ,") || eat(i, "if that player does ,") {
        let then = sequence(i, depth + 1)?;
        return add(effects, "do", then).map_or_else(|| stuck(i), Ok);
    }
    if eat(i, "if you don't ,")
        || eat(i, "otherwise ,")
        || eat(i, "if that player doesn't ,")
        || eat(i, "if they don't ,")
    {
        let then = sequence(i, depth + 1)?;
        return add(effects, "else", then).map_or_else(|| stuck(i), Ok);
    }
    if eat(i, "each opponent attacking that player does the same") {
        let Some(same) = the_same(effects) else { return stuck(i) };
        let theirs = Effect::new("if").arg("condition", Arg::Cond(Cond::Plain("that-opponent")));
        effects.push(theirs.arg("then", Arg::Do(same)));
        return Ok(());
    }
    if let Some((condition, then)) = maybe(i, |i: &mut In<'_>| instead(i, effects, depth)) {
        let Some(usual) = effects.pop() else { return stuck(i) };
        // What is chosen is chosen by the usual effect, which comes first therefore.
        let either = Effect::new("if").arg("else", Arg::Do(vec![usual]));
        effects.push(either.arg("condition", Arg::Cond(condition)).arg("then", Arg::Do(then)));
        return Ok(());
    }
    if eat(i, "if it would leave the battlefield , exile it instead of putting it anywhere else") {
        effects.push(Effect::new("exile-as-it-leaves").what(Obj::It));
        return Ok(());
    }
    if let Some(name) = maybe(i, for_good) {
        return unregenerable(effects, name).map_or_else(|| stuck(i), Ok);
    }
    effects.extend(sequence(i, depth + 1)?);
    Ok(())
}

/// "It can't be regenerated": the name of the effects that this is said of.
fn for_good(i: &mut In<'_>) -> Parsed<&'static str> {
    const FORMS: &[(&str, &str)] = &[
        ("it can't be regenerated", "destroy"),
        ("they can't be regenerated", "destroy"),
        ("that creature can't be regenerated", "destroy"),
        ("that permanent can't be regenerated", "destroy"),
        ("that artifact can't be regenerated", "destroy"),
        ("those creatures can't be regenerated", "destroy"),
        ("a creature destroyed this way can't be regenerated", "destroy"),
        ("creatures destroyed this way can't be regenerated", "destroy"),
        ("a creature dealt damage this way can't be regenerated this turn", "damage"),
        ("creatures dealt damage this way can't be regenerated this turn", "damage"),
    ];
    table(FORMS).parse_next(i)
}

/// Marks the effects of that name, which have just been said.
fn unregenerable(effects: &mut [Effect], name: &'static str) -> Option<()> {
    let said = effects.iter().rev().take_while(|effect| effect.name == name).count();
    let first = effects.len() - said;
    let to_player = |effect: &Effect| effect.args.iter().any(|(k, a)| *k == "to" && matches!(a, Arg::Who(_)));
    for effect in effects[first..].iter_mut().filter(|effect| !to_player(effect)) {
        effect.args.push(("regenerate", Arg::Value(Value::Flag(false))));
    }
    (said > 0).then_some(())
}

/// "If this spell was kicked, it deals 4 damage instead": what happens instead of the effect before, and when.
fn instead(i: &mut In<'_>, effects: &[Effect], depth: u8) -> Parsed<(Cond, Vec<Effect>)> {
    lit("if").parse_next(i)?;
    let condition = conditions::condition(i)?;
    lit(",").parse_next(i)?;
    let usual = match effects {
        [.., last] if !last.args.iter().any(|(_, arg)| matches!(arg, Arg::Do(_) | Arg::Modes(_))) => last,
        _ => return stuck(i),
    };
    // "It deals 4 damage instead", to the same.
    let same = maybe(i, |i: &mut In<'_>| {
        let _ = maybe(i, super::references::me).is_some() || eat(i, "it");
        lit("deals").parse_next(i)?;
        let amount = amounts::simple(i)?;
        lit("damage instead").parse_next(i)?;
        Ok(amount)
    });
    if let Some(amount) = same {
        if usual.name != "damage" || !matches!(amount, Amount::Number(_) | Amount::X) {
            return stuck(i);
        }
        let args = usual.args.iter().map(|(key, arg)| match (*key, arg) {
            ("amount", _) => ("amount", Arg::Amount(amount.clone())),
            (key, Arg::Obj(Obj::Target(t))) if t.count == 1 && !t.any_number => (key, Arg::Obj(Obj::It)),
            (key, Arg::Who(Who::Target(_))) => (key, Arg::Who(Who::They)),
            (key, arg) => (key, arg.clone()),
        });
        return Ok((condition, vec![Effect { name: "damage", args: args.collect() }]));
    }
    let first = eat(i, "instead");
    let then = clauses(i, depth + 1)?;
    if !first {
        lit("instead").parse_next(i)?;
    }
    match &then[..] {
        [only] if only.name == usual.name => Ok((condition, then)),
        _ => stuck(i),
    }
}

/// The effects once more for the player of the event, where they are of the controller alone.
fn the_same(effects: &[Effect]) -> Option<Vec<Effect>> {
    const OF_PLAYERS: [&str; 4] = ["create-token", "draw", "gain-life", "lose-life"];
    let again = |effect: &Effect| {
        let plain = |(key, arg): &(&str, Arg)| match arg {
            Arg::Who(who) => *key == "player" && *who == Who::You,
            Arg::Amount(amount) => matches!(amount, Amount::Number(_)),
            Arg::Token(_) | Arg::Value(_) => true,
            _ => false,
        };
        let fits = OF_PLAYERS.contains(&effect.name) && effect.args.iter().all(plain);
        let args = effect.args.iter().filter(|(key, _)| *key != "player").cloned().collect();
        fits.then(|| Effect { name: effect.name, args }.set("player", Value::text("that")))
    };
    if effects.is_empty() { None } else { effects.iter().map(again).collect() }
}

/// Puts effects into the `do` or `else` of what may be done last.
fn add(effects: &mut [Effect], key: &'static str, then: Vec<Effect>) -> Option<()> {
    let last = effects.last_mut()?;
    let fits = match last.name {
        "may" | "may-pay" => true,
        "if" => key == "else",
        _ => false,
    };
    if !fits {
        return None;
    }
    match last.args.iter_mut().find(|(k, _)| *k == key) {
        Some((_, Arg::Do(list))) if key == "do" && last.name == "may" || list.is_empty() => list.extend(then),
        Some(_) => return None,
        None => last.args.push((key, Arg::Do(then))),
    }
    Some(())
}

/// Clauses between commas and `and`, and what X is.
pub(super) fn sequence(i: &mut In<'_>, depth: u8) -> Parsed<Vec<Effect>> {
    if depth > DEEPEST {
        return stuck(i);
    }
    if let Some(effect) = maybe(i, changes::animated) {
        return Ok(vec![effect]);
    }
    if let Some(effect) = maybe(i, library::permission) {
        return Ok(vec![effect]);
    }
    if let Some(effect) = maybe(i, super::whenever::this_turn) {
        return Ok(vec![effect]);
    }
    if i.first().is_some_and(|t| t.text == "for")
        && let Some(effects) = maybe(i, |i: &mut In<'_>| super::whenever::for_each_opponent(i, depth + 1))
    {
        return Ok(effects);
    }
    if eat(i, "until your next turn ,") {
        let mut effects = clauses(i, depth)?;
        let unsaid = |e: &Effect| e.args.iter().any(|(k, a)| *k == "until" && *a == Arg::Value(Value::text("unsaid")));
        if !effects.iter().all(|e| e.name == "pump" && unsaid(e)) {
            return stuck(i);
        }
        for effect in &mut effects {
            for (key, arg) in &mut effect.args {
                if *key == "until" {
                    *arg = Arg::Value(Value::text("your-next-turn"));
                }
            }
        }
        return finish(i, effects);
    }
    if eat(i, "until end of turn , damage that would reduce your life total to less than 1 reduces it to 1 instead") {
        return Ok(vec![Effect::new("damage-leaves-one")]);
    }
    if eat(i, "until end of turn ,") {
        let mut effects = clauses(i, depth)?;
        return if effects.iter().all(|e| matches!(e.name, "pump" | "animate")) {
            for effect in &mut effects {
                let before = effect.args.len();
                effect.args.retain(|(k, _)| *k != "until");
                if effect.name == "animate" && effect.args.len() < before {
                    effect.args.push(("this-turn", Arg::Value(Value::Flag(true))));
                }
            }
            finish(i, effects)
        } else {
            stuck(i)
        };
    }
    if eat(i, "if") {
        let condition = conditions::condition(i)?;
        lit(",").parse_next(i)?;
        let then = sequence(i, depth + 1)?;
        return Ok(vec![Effect::new("if").arg("condition", Arg::Cond(condition)).arg("then", Arg::Do(then))]);
    }
    if let Some(cost) = maybe(i, |i: &mut In<'_>| {
        lit("at the beginning of your next upkeep , pay").parse_next(i)?;
        let cost = super::grammar::mana(i)?;
        lit(". if you don't , you lose the game").parse_next(i)?;
        Ok(cost)
    }) {
        let lose = Arg::Do(vec![Effect::new("lose-game").who(Who::You)]);
        let unless = Effect::new("unless").arg("do", lose).who(Who::You).set("pay", Value::Text(cost));
        let delay = Effect::new("delay").set("until", Value::text("your next upkeep"));
        return Ok(vec![delay.arg("do", Arg::Do(vec![unless]))]);
    }
    const LATER: &[(&str, &str)] = &[
        ("at the beginning of the next end step ,", "next end"),
        ("at the beginning of your next upkeep ,", "your next upkeep"),
        ("at the beginning of the next turn's upkeep ,", "next turn's upkeep"),
        ("at end of combat ,", "next end-of-combat"),
    ];
    if let Some(until) = maybe(i, table(LATER)) {
        let then = sequence(i, depth + 1)?;
        return Ok(vec![Effect::new("delay").set("until", Value::text(until)).arg("do", Arg::Do(then))]);
    }
    let effects = clauses(i, depth)?;
    finish(i, effects)
}

/// What stands behind a whole sentence: "where X is ...".
fn finish(i: &mut In<'_>, mut effects: Vec<Effect>) -> Parsed<Vec<Effect>> {
    if eat(i, ", where x is") {
        let amount = amounts::described(i)?;
        let mut found = false;
        for effect in &mut effects {
            found |= bind(effect, &amount);
        }
        if !found {
            return stuck(i);
        }
    }
    if effects.iter().any(|e| e.args.iter().any(|(k, a)| *k == "until" && *a == Arg::Value(Value::text("unsaid")))) {
        // What gets bigger for good, does so only until something leaves: nothing of the kind is read.
        let permanent =
            effects.iter().all(|e| !e.args.iter().any(|(k, _)| matches!(*k, "power" | "toughness" | "size")));
        if !permanent {
            return stuck(i);
        }
    }
    Ok(effects)
}

/// Puts an amount in the place of every X.
fn bind(effect: &mut Effect, amount: &Amount) -> bool {
    let mut found = false;
    for (_, arg) in &mut effect.args {
        match arg {
            Arg::Amount(slot) => found |= bind_amount(slot, amount),
            Arg::Size(power, toughness) => {
                found |= bind_amount(power, amount);
                found |= bind_amount(toughness, amount);
            }
            Arg::Do(list) => list.iter_mut().for_each(|e| found |= bind(e, amount)),
            _ => {}
        }
    }
    found
}

fn bind_amount(slot: &mut Amount, amount: &Amount) -> bool {
    match slot {
        Amount::X => {
            *slot = amount.clone();
            true
        }
        Amount::Times(inner, _) | Amount::Plus(inner, _) => bind_amount(inner, amount),
        _ => false,
    }
}

/// Clauses one after the other.
fn clauses(i: &mut In<'_>, depth: u8) -> Parsed<Vec<Effect>> {
    let mut subject = None;
    let mut effects = clause(i, &mut subject, depth)?;
    loop {
        let start = *i;
        if !(eat(i, ", then") || eat(i, ", and") || eat(i, "and") || eat(i, ",") || eat(i, "then")) {
            return Ok(effects);
        }
        // The same subject goes on before another one is looked for.
        let same = match &subject {
            Some(Subject::Player(who, third)) => maybe(i, |i: &mut In<'_>| player_verb(i, who, *third)),
            Some(Subject::Object(obj)) => maybe(i, |i: &mut In<'_>| verbs::object_verb(i, &again(obj))),
            None => None,
        };
        match same.map_or_else(|| clause(i, &mut subject, depth), Ok) {
            Ok(more) => effects.extend(more),
            Err(stopped) => {
                let left = stopped.left;
                *i = start;
                // Perhaps what stands here belongs to the sentence around.
                if super::references::at_end(i) || eat_where(i) {
                    return Ok(effects);
                }
                return Err(Stuck { left });
            }
        }
    }
}

/// Whether "where X is" follows.
fn eat_where(i: &In<'_>) -> bool {
    i.len() > 1 && i[0].text == "," && i[1].text == "where"
}

/// The subject again: a target is chosen once.
fn again(obj: &Obj) -> Obj {
    match obj {
        Obj::Target(_) => Obj::It,
        obj => obj.clone(),
    }
}

/// Who or what a clause is about.
enum Subject {
    Player(Who, bool),
    Object(Obj),
}

/// One clause, and what may stand behind it: "unless ...", "at the beginning of the next end step".
fn clause(i: &mut In<'_>, subject: &mut Option<Subject>, depth: u8) -> Parsed<Vec<Effect>> {
    let effects = plain(i, subject, depth)?;
    if eat(i, "unless") {
        let (who, third) = player(i)?;
        let pay = unless_cost(i, third)?;
        let effect = Effect::new("unless").arg("do", Arg::Do(effects)).who(who).set("pay", Value::text(pay));
        return Ok(vec![effect]);
    }
    const LATER: &[(&str, &str)] = &[
        ("at the beginning of the next end step", "next end"),
        ("at the beginning of the next turn's upkeep", "next turn's upkeep"),
        ("at end of combat", "next end-of-combat"),
    ];
    if let Some(until) = maybe(i, table(LATER)) {
        return Ok(vec![Effect::new("delay").set("until", Value::text(until)).arg("do", Arg::Do(effects))]);
    }
    if i.first().is_some_and(|t| t.text == "if")
        && let Some(condition) = maybe(i, |i: &mut In<'_>| {
            lit("if").parse_next(i)?;
            let condition = conditions::condition(i)?;
            if super::references::at_end(i) { Ok(condition) } else { stuck(i) }
        })
    {
        return Ok(vec![Effect::new("if").arg("then", Arg::Do(effects)).arg("condition", Arg::Cond(condition))]);
    }
    Ok(effects)
}

/// "Pays {2}", "discards a card", "sacrifices a creature".
fn unless_cost(i: &mut In<'_>, third: bool) -> Parsed<String> {
    let mut cost = Cost::default();
    if third {
        const VERBS: &[(&str, &str)] = &[("pays", "pay"), ("sacrifices", "sacrifice"), ("discards", "discard")];
        let bare = table(VERBS).parse_next(i)?;
        third_person_cost(i, bare, &mut cost)?;
    } else {
        costs::part(i, &mut cost)?;
    }
    if cost.x || i.first().is_some_and(|t| t.text == "for") { stuck(i) } else { Ok(cost.print()) }
}

/// A part of a cost behind its verb, which stood in the third person.
fn third_person_cost(i: &mut In<'_>, bare: &str, cost: &mut Cost) -> Parsed<()> {
    let verb = super::text::Token { text: bare.to_owned(), printed: bare.to_owned() };
    let mut tokens = vec![verb];
    tokens.extend_from_slice(i);
    let mut rest: In<'_> = &tokens;
    costs::part(&mut rest, cost)?;
    let left = rest.len();
    *i = &i[i.len() - left..];
    Ok(())
}

/// A clause by itself.
fn plain(i: &mut In<'_>, subject: &mut Option<Subject>, depth: u8) -> Parsed<Vec<Effect>> {
    if depth > DEEPEST {
        return stuck(i);
    }
    let mut stopped = Stuck { left: i.len() };
    let start = *i;
    for way in [may, special, order, of_player, of_object] {
        match way(i, subject, depth) {
            Ok(effects) => return Ok(effects),
            Err(stuck) => {
                *i = start;
                stopped = Stuck { left: stopped.left.min(stuck.left) };
            }
        }
    }
    Err(stopped)
}

/// "You may ...", "that player may ...".
fn may(i: &mut In<'_>, _: &mut Option<Subject>, depth: u8) -> Parsed<Vec<Effect>> {
    if let Some(effect) = maybe(i, objects::new_targets) {
        return Ok(vec![effect]);
    }
    let (who, _) = player(i)?;
    lit("may").parse_next(i)?;
    if !matches!(who, Who::You | Who::That | Who::ControllerOf(_) | Who::Target(_)) {
        return stuck(i);
    }
    if who == Who::You {
        if let Some(effect) = maybe(i, library::put_from_hand) {
            return Ok(vec![effect]);
        }
        if eat(i, "play an additional land this turn") {
            return Ok(vec![Effect::new("more-lands")]);
        }
    }
    // Something paid, with something for it.
    let paid = maybe(i, |i: &mut In<'_>| {
        let mut cost = Cost::default();
        costs::part(i, &mut cost)?;
        let then = i.len() > 3
            && i[0].text == "."
            && i[1].text == "if"
            && matches!(i[2].text.as_str(), "you" | "they" | "that");
        if then && cost.from.is_none() { Ok(cost) } else { stuck(i) }
    });
    if let Some(cost) = paid {
        let kind = cost.print();
        if cost.x && !kind.contains("{X}") {
            return stuck(i);
        }
        // What is exiled or returned as a cost is said otherwise in effects.
        if kind.starts_with('{') || ["pay", "sacrifice", "discard", "tap", "remove"].iter().any(|v| kind.starts_with(v))
        {
            let pay = Effect::new("may-pay").who(who).set("cost", Value::text(kind)).arg("do", Arg::Do(Vec::new()));
            return Ok(vec![if cost.of_it { pay.what(Obj::It) } else { pay }]);
        }
        return stuck(i);
    }
    let effects = if who == Who::You {
        let _ = eat(i, "have");
        clauses(i, depth + 1)?
    } else {
        player_verb(i, &again_player(&who), false)?
    };
    if effects.iter().any(|e| matches!(e.name, "may" | "may-pay" | "may-put-from-hand")) {
        return stuck(i);
    }
    // "You may ... unless ...": who would pay decides first.
    if let [only] = &effects[..]
        && only.name == "unless"
    {
        let mut outer = only.clone();
        for (key, arg) in &mut outer.args {
            if let ("do", Arg::Do(inner)) = (*key, arg) {
                let inside = std::mem::take(inner);
                *inner = vec![Effect::new("may").who(who.clone()).arg("do", Arg::Do(inside))];
            }
        }
        return Ok(vec![outer]);
    }
    Ok(vec![Effect::new("may").who(who).arg("do", Arg::Do(effects))])
}

fn again_player(who: &Who) -> Who {
    match who {
        Who::You => Who::You,
        _ => Who::They,
    }
}

/// Forms that say one thing in several words.
fn special(i: &mut In<'_>, _: &mut Option<Subject>, _: u8) -> Parsed<Vec<Effect>> {
    for parser in [library::look_at_top, library::exiled_to_play] {
        if let Some(effects) = maybe(i, parser) {
            return Ok(effects);
        }
    }
    let several = [
        copies::token_copy,
        copies::spell_copy,
        copies::emblem,
        changes::animated,
        changes::adapt,
        changes::doubled,
        changes::doubled_size,
        objects::new_targets,
        library::picked,
        library::revealed_top,
        library::bottomed_top,
        library::drawn_and_put_back,
        library::look_and_exile,
        super::whenever::one_of_each,
        library::exile_top,
    ];
    for parser in several {
        if let Some(effect) = maybe(i, parser) {
            return Ok(vec![effect]);
        }
    }
    // Where the spell goes is said by its entry.
    if eat(i, "shuffle ~ into its owner's library") {
        return Ok(vec![Effect::new("shuffle-this")]);
    }
    if eat(i, "it becomes day") {
        return Ok(vec![Effect::new("become-day")]);
    }
    if eat(i, "it becomes night") {
        return Ok(vec![Effect::new("become-night")]);
    }
    if eat(i, "end the combat phase") {
        return Ok(vec![Effect::new("end-combat")]);
    }
    if eat(i, "end the turn") {
        return Ok(vec![Effect::new("end-turn")]);
    }
    if eat(i, "after this phase , there is an additional combat phase") {
        let phases = Value::List(vec![Value::text("combat")]);
        return Ok(vec![Effect::new("add-phase").set("phases", phases)]);
    }
    if eat(i, "after this main phase , there is an additional combat phase followed by an additional main phase") {
        let phases = Value::List(vec![Value::text("combat"), Value::text("main")]);
        return Ok(vec![Effect::new("add-phase").set("phases", phases).set("after", Value::text("this-main"))]);
    }
    stuck(i)
}

/// An order to the controller.
fn order(i: &mut In<'_>, subject: &mut Option<Subject>, _: u8) -> Parsed<Vec<Effect>> {
    *subject = None;
    let start = *i;
    match player_verb(i, &Who::You, false) {
        Ok(effects) => Ok(effects),
        Err(first) => {
            *i = start;
            objects::imperative(i).map_err(|second| Stuck { left: first.left.min(second.left) })
        }
    }
}

/// A clause whose subject is a player.
fn of_player(i: &mut In<'_>, subject: &mut Option<Subject>, _: u8) -> Parsed<Vec<Effect>> {
    let (who, third) = player(i)?;
    // "You may have target player lose 3 life" has a bare verb behind a third person.
    let effects = player_verb(i, &who, third)?;
    *subject = Some(Subject::Player(if who == Who::You { Who::You } else { same(&who) }, third));
    Ok(effects)
}

/// The same player again.
fn same(who: &Who) -> Who {
    match who {
        Who::EachPlayer | Who::EachOpponent | Who::EachOther | Who::Defending => who.clone(),
        _ => Who::They,
    }
}

/// A clause whose subject is an object.
fn of_object(i: &mut In<'_>, subject: &mut Option<Subject>, _: u8) -> Parsed<Vec<Effect>> {
    let obj = objects::subject(i)?;
    if matches!(obj, Obj::Choice(..)) {
        return stuck(i);
    }
    let effects = verbs::object_verb(i, &obj)?;
    *subject = Some(Subject::Object(obj));
    Ok(effects)
}

/// Where a spell goes as it has resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum After {
    /// Into exile.
    Exile,
}

/// "Exile ~." at the end of a spell.
pub(super) fn afterwards(i: &mut In<'_>) -> Option<After> {
    eat(i, "exile ~ .").then_some(After::Exile)
}
