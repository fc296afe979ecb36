//! Trigger events: "whenever another creature you control dies".

use winnow::Parser;

use super::ast::{Filter, Zone};
use super::filters::filter;
use super::grammar::{In, Parsed, eat, lit, maybe, one, stuck, table};
use super::lower::{Event, Meant};
use super::references::{attached, me};
use super::value::Value;

/// One event; a text may name several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Trigger {
    /// As written in card files.
    pub(super) value: Value,
    /// What it brings along.
    pub(super) event: Event,
    /// What is asked only as it happens.
    pub(super) when: Option<&'static str>,
}

/// The card's own types, to know whether "~ or another creature" is one filter.
pub(super) type Types<'a> = &'a [String];

/// "When", "whenever" or "at", and the events up to the comma.
pub(super) fn trigger(i: &mut In<'_>, types: Types<'_>) -> Parsed<Vec<Trigger>> {
    if eat(i, "at the beginning of") {
        let trigger = begins(i)?;
        lit(",").parse_next(i)?;
        return Ok(vec![trigger]);
    }
    table(&[("whenever", ()), ("when", ())]).parse_next(i)?;
    let mut triggers = events(i, types)?;
    // "..., or a creature card leaves your graveyard": more events of the same ability.
    while let Some(more) = maybe(i, |i: &mut In<'_>| {
        lit(", or").parse_next(i)?;
        events(i, types)
    }) {
        triggers.extend(more);
    }
    lit(",").parse_next(i)?;
    Ok(triggers)
}

fn events(i: &mut In<'_>, types: Types<'_>) -> Parsed<Vec<Trigger>> {
    let start = *i;
    if let Some(triggers) = maybe(i, cast_or_copy) {
        return Ok(triggers);
    }
    for parser in [cast, yours, attack, attack_together, counters_put, player_attacked, graveyard] {
        if let Some(mut trigger) = maybe(i, parser) {
            // What is said in a word is about the source, or about nothing that "it" could be.
            trigger.event.unnamed = trigger.event.object.is_none() && !matches!(trigger.value, Value::Text(_));
            return Ok(vec![trigger]);
        }
    }
    if let Some(trigger) = maybe(i, combat_damage_once) {
        return Ok(vec![trigger]);
    }
    *i = start;
    let subject = subject(i, types)?;
    let mut found = verbs(i, &subject)?;
    while eat(i, "or whenever ~") || i.first().is_some_and(|t| t.text == "or") && eat(i, "or") {
        found.extend(verbs(i, &subject)?);
    }
    Ok(found)
}

/// Whom an event is about.
struct Subject {
    /// Each as card files write it.
    words: Vec<String>,
    filter: Option<Filter>,
    noun: &'static str,
}

fn subject(i: &mut In<'_>, types: Types<'_>) -> Parsed<Subject> {
    if maybe(i, me).is_some() {
        let other = maybe(i, |i: &mut In<'_>| {
            lit("or another").parse_next(i)?;
            filter(i)
        });
        let Some(other) = other else {
            return Ok(Subject { words: vec!["self".to_owned()], filter: None, noun: "permanent" });
        };
        // ~ is one of those itself, or the two are watched for apart.
        let is_own = other.words.iter().all(|w| w.split('|').any(|w| types.iter().any(|t| t == w)));
        if !is_own || !matches!(other.whose, None | Some("yours")) {
            return stuck(i);
        }
        let noun = other.noun;
        return Ok(Subject { words: vec![], filter: Some(other), noun });
    }
    if let Some(noun) = maybe(i, attached) {
        return Ok(Subject { words: vec!["attached".to_owned()], filter: None, noun });
    }
    let other = i.first().is_some_and(|t| t.text == "another");
    if !other {
        table(&[("a", ()), ("an", ())]).parse_next(i)?;
    }
    let what = filter(i)?;
    if what.plural || what.zone != Zone::Usual || matches!(what.noun, "card" | "spell") {
        return stuck(i);
    }
    let noun = what.noun;
    Ok(Subject { words: vec![], filter: Some(what), noun })
}

impl Subject {
    fn word(&self) -> String {
        match &self.filter {
            Some(filter) => filter.print(),
            None => self.words.first().cloned().unwrap_or_default(),
        }
    }

    fn object(&self) -> Meant {
        match (&self.filter, self.words.first().map(String::as_str)) {
            (None, Some("self")) => Meant::one("self", self.noun),
            // By then it may have left what it was attached to.
            (None, _) => Meant::one("that", self.noun),
            _ => Meant::one("that", self.noun),
        }
    }

    fn is_self(&self) -> bool {
        self.filter.is_none() && self.words.first().is_some_and(|w| w == "self")
    }

    fn event(&self, name: &str) -> Trigger {
        let object = self.object();
        let player = (self.filter.is_some()).then_some("controller of that");
        let attached = self.filter.is_none() && !self.is_self();
        Trigger {
            value: Value::single(name, Value::text(self.word())),
            event: Event { object: Some(object), player, attached, ..Event::default() },
            when: None,
        }
    }
}

/// Of what something becomes the target, and whether that is a spell alone.
const TARGETED: &[(&str, bool)] =
    &[("becomes the target of a spell or ability", false), ("becomes the target of a spell", true)];

/// What the subject does or suffers.
fn verbs(i: &mut In<'_>, subject: &Subject) -> Parsed<Vec<Trigger>> {
    if eat(i, "enters the battlefield") || eat(i, "enters") {
        let mut subject = Subject { words: subject.words.clone(), filter: subject.filter.clone(), noun: subject.noun };
        if let Some(filter) = subject.filter.as_mut().filter(|filter| filter.whose.is_none()) {
            const UNDER: &[(&str, &str)] =
                &[("under your control", "yours"), ("under an opponent's control", "opponents")];
            filter.whose = maybe(i, table(UNDER));
        }
        return Ok(vec![subject.event("enters")]);
    }
    if eat(i, "is put into a graveyard from the battlefield") {
        let mut trigger = subject.event("dies");
        trigger.event.gone = true;
        return Ok(vec![trigger]);
    }
    if eat(i, "is put into your graveyard from the battlefield") {
        let mut subject = Subject { words: subject.words.clone(), filter: subject.filter.clone(), noun: subject.noun };
        match subject.filter.take() {
            Some(filter) if filter.whose.is_none() => subject.filter = Some(filter.with("owned-by-you")),
            _ => return stuck(i),
        }
        let mut trigger = subject.event("dies");
        trigger.event.gone = true;
        return Ok(vec![trigger]);
    }
    const EXILED: &[(&str, &str)] = &[
        ("dies or is put into exile from the battlefield", "dies-or-exiled"),
        ("dies or is put into exile", "dies-or-exiled"),
        ("is put into exile from the battlefield", "exiled"),
    ];
    if let Some(name) = maybe(i, table(EXILED)) {
        let mut trigger = subject.event(name);
        trigger.event.gone = true;
        return Ok(vec![trigger]);
    }
    if eat(i, "dies") {
        let mut trigger = subject.event("dies");
        trigger.event.gone = true;
        return Ok(vec![trigger]);
    }
    if eat(i, "leaves the battlefield") {
        let mut trigger = subject.event("leaves");
        trigger.event.gone = true;
        return Ok(vec![trigger]);
    }
    if eat(i, "attacks alone") {
        return match &subject.filter {
            Some(_) => Ok(vec![subject.event("attacks-alone")]),
            None => stuck(i),
        };
    }
    if eat(i, "attacks and isn't blocked") {
        let mut trigger = subject.event("unblocked");
        trigger.event.attacks = subject.is_self();
        trigger.event.player = None;
        return Ok(vec![trigger]);
    }
    if eat(i, "attacks") {
        if i.first().is_some_and(|t| matches!(t.text.as_str(), "you" | "a" | "and" | "one")) {
            return stuck(i);
        }
        let mut trigger = subject.event("attacks");
        trigger.event.attacks = subject.is_self();
        trigger.event.player = None;
        if eat(i, "for the first time each turn") {
            if !subject.is_self() {
                return stuck(i);
            }
            trigger.when = Some("first-attack-this-turn");
        }
        return Ok(vec![trigger]);
    }
    if subject.filter.is_none() && eat(i, "blocks or becomes blocked by") {
        let by = one_creature(i)?;
        return Ok(vec![blocks_creature(subject, &by), blocked_by(subject, &by)]);
    }
    if eat(i, "becomes blocked by") {
        let by = one_creature(i)?;
        return Ok(vec![blocked_by(subject, &by)]);
    }
    if eat(i, "becomes blocked") {
        let mut trigger = subject.event("becomes-blocked");
        trigger.event.player = None;
        return Ok(vec![trigger]);
    }
    if subject.filter.is_none()
        && let Some(blocked) = maybe(i, |i: &mut In<'_>| {
            lit("blocks").parse_next(i)?;
            one_creature(i)
        })
    {
        return Ok(vec![blocks_creature(subject, &blocked)]);
    }
    if eat(i, "blocks") {
        let fine = i.first().is_some_and(|t| matches!(t.text.as_str(), "," | "or"));
        let mut trigger = subject.event("blocks");
        trigger.event.player = None;
        // Of this event `that` is what is blocked.
        if trigger.event.attached {
            trigger.event.object = Some(Meant::one("attached", subject.noun));
        }
        return if fine && subject.filter.is_none() { Ok(vec![trigger]) } else { stuck(i) };
    }
    if let Some(spell) = maybe(i, table(TARGETED)) {
        const OF: &[(&str, &str)] = &[("an opponent controls", "opponents"), ("you control", "yours")];
        let of = maybe(i, table(OF));
        if i.first().is_some_and(|t| t.text != ",") {
            return stuck(i);
        }
        let mut pairs = vec![("what".to_owned(), Value::text(subject.word()))];
        pairs.extend(of.map(|of| ("of".to_owned(), Value::text(of))));
        pairs.extend(spell.then(|| ("spell".to_owned(), Value::Flag(true))));
        let mut trigger = subject.event("becomes-target");
        trigger.value = Value::single("becomes-target", Value::Table(pairs));
        // Who controls the spell or ability.
        trigger.event.player = Some("that");
        trigger.event.targeted = true;
        return Ok(vec![trigger]);
    }
    if subject.is_self() && eat(i, "transforms into ~") {
        return Ok(vec![subject.event("transforms")]);
    }
    if subject.is_self() && eat(i, "becomes level") {
        let level = super::grammar::number(i)?;
        let value = Value::single("becomes-level", Value::Number(level));
        return Ok(vec![Trigger { value, event: Event::default(), when: None }]);
    }
    if eat(i, "becomes untapped") {
        return Ok(vec![subject.event("becomes-untapped")]);
    }
    if eat(i, "becomes tapped") {
        return Ok(vec![subject.event("becomes-tapped")]);
    }
    if eat(i, "is dealt damage") {
        let mut trigger = subject.event("is-dealt-damage");
        trigger.event.amount = true;
        return Ok(vec![trigger]);
    }
    if eat(i, "is turned face up") {
        return Ok(vec![subject.event("turned-face-up")]);
    }
    if let Some(trigger) = maybe(i, |i: &mut In<'_>| damages(i, subject)) {
        return Ok(vec![trigger]);
    }
    if eat(i, "deals combat damage to an opponent") {
        if i.first().is_some_and(|t| t.text == "or") {
            return stuck(i);
        }
        let mut trigger = subject.event("combat-damage-to-player");
        trigger.when = Some("that-opponent");
        trigger.event.player = Some("that");
        trigger.event.amount = true;
        return Ok(vec![trigger]);
    }
    for (words, name) in [
        ("deals combat damage to a player", "combat-damage-to-player"),
        ("deals damage to an opponent", "damage-to-opponent"),
    ] {
        if eat(i, words) {
            if i.first().is_some_and(|t| t.text == "or") {
                return stuck(i);
            }
            let mut trigger = subject.event(name);
            trigger.event.player = Some("that");
            trigger.event.amount = true;
            return Ok(vec![trigger]);
        }
    }
    stuck(i)
}

/// "A nonblack creature", of those that block.
fn one_creature(i: &mut In<'_>) -> Parsed<Filter> {
    table(&[("a", ()), ("an", ())]).parse_next(i)?;
    let by = filter(i)?;
    if by.plural || by.noun != "creature" || by.zone != Zone::Usual { stuck(i) } else { Ok(by) }
}

/// What blocks which creatures, as an event.
fn blocks_creature(subject: &Subject, blocked: &Filter) -> Trigger {
    let pairs = [("what", Value::Text(subject.word())), ("blocked", Value::Text(blocked.print()))];
    about_that_creature(Value::single("blocks-creature", Value::table(pairs)))
}

/// What becomes blocked by which creatures, as an event.
fn blocked_by(subject: &Subject, by: &Filter) -> Trigger {
    let mut pairs = vec![("what".to_owned(), Value::text(subject.word()))];
    if by.words != ["creature"] || by.whose.is_some() {
        pairs.push(("by".to_owned(), Value::Text(by.print())));
    }
    about_that_creature(Value::single("blocked-by", Value::Table(pairs)))
}

/// An event that is about the other creature of a block.
fn about_that_creature(value: Value) -> Trigger {
    Trigger { value, event: Event { object: Some(Meant::one("that", "creature")), ..Event::default() }, when: None }
}

/// "Deals damage to a creature", "deals combat damage".
fn damages(i: &mut In<'_>, subject: &Subject) -> Parsed<Trigger> {
    lit("deals").parse_next(i)?;
    let combat = eat(i, "combat");
    lit("damage").parse_next(i)?;
    let mut pairs = vec![("what".to_owned(), Value::text(subject.word()))];
    let name = if eat(i, "to") {
        table(&[("a", ()), ("an", ())]).parse_next(i)?;
        let to = filter(i)?;
        if to.plural || to.zone != Zone::Usual || matches!(to.noun, "card" | "spell") {
            return stuck(i);
        }
        pairs.push(("to".to_owned(), Value::Text(to.print())));
        let mut trigger = of_damage("deals-damage", pairs, combat);
        trigger.event.object = Some(Meant::one("that", to.noun));
        return Ok(trigger);
    } else {
        "deals-damage-once"
    };
    if i.first().is_some_and(|t| t.text != ",") {
        return stuck(i);
    }
    let mut trigger = of_damage(name, pairs, combat);
    trigger.event.object = Some(subject.object());
    Ok(trigger)
}

fn of_damage(name: &str, mut pairs: Vec<(String, Value)>, combat: bool) -> Trigger {
    pairs.extend(combat.then(|| ("combat".to_owned(), Value::Flag(true))));
    let event = Event { amount: true, ..Event::default() };
    Trigger { value: Value::single(name, Value::Table(pairs)), event, when: None }
}

/// "One or more creatures you control deal combat damage to a player".
fn combat_damage_once(i: &mut In<'_>) -> Parsed<Trigger> {
    lit("one or more").parse_next(i)?;
    let what = filter(i)?;
    lit("deal combat damage to a player").parse_next(i)?;
    if !what.plural || what.zone != Zone::Usual {
        return stuck(i);
    }
    Ok(Trigger {
        value: Value::single("combat-damage-once", Value::text(what.print())),
        event: Event { player: Some("that"), ..Event::default() },
        when: None,
    })
}

/// "You cast an instant or sorcery spell", "an opponent casts a spell".
fn cast(i: &mut In<'_>) -> Parsed<Trigger> {
    const WHO: &[(&str, Option<&str>)] =
        &[("you cast", Some("yours")), ("an opponent casts", Some("opponents")), ("a player casts", None)];
    let whose = table(WHO).parse_next(i)?;
    if let Some("yours" | "opponents") = whose
        && let Some(nth) = maybe(i, |i: &mut In<'_>| {
            table(&[("your", ()), ("their", ())]).parse_next(i)?;
            let n = table(&[("second", 2), ("third", 3)]).parse_next(i)?;
            lit("spell each turn").parse_next(i)?;
            Ok(n)
        })
    {
        let value = Value::table([("whose", Value::text(whose.unwrap_or("any"))), ("nth", Value::Number(nth))]);
        return Ok(Trigger {
            value: Value::single("nth-spell", value),
            event: Event { player: (whose != Some("yours")).then_some("that"), ..Event::default() },
            when: None,
        });
    }
    if eat(i, "a spell that targets ~") {
        let value = Value::single("targeted-by-spell", Value::text(whose.unwrap_or("any")));
        let event = Event { player: (whose != Some("yours")).then_some("that"), ..Event::default() };
        return Ok(Trigger { value, event, when: None });
    }
    if eat(i, "this spell") {
        return if whose == Some("yours") {
            Ok(Trigger { value: Value::text("cast-this"), event: Event::default(), when: None })
        } else {
            stuck(i)
        };
    }
    if i.first().is_some_and(|t| t.text != "another") {
        table(&[("a", ()), ("an", ())]).parse_next(i)?;
    }
    let mut what = filter(i)?;
    if what.noun != "spell" || what.whose.is_some() || what.zone != Zone::Usual || what.plural {
        return stuck(i);
    }
    if i.first().is_some_and(|t| t.text != ",") {
        return stuck(i);
    }
    what.whose = whose;
    let words = what.print();
    let words = match words.as_str() {
        "spell yours" => "yours".to_owned(),
        "spell opponents" => "opponents".to_owned(),
        "spell" => "any".to_owned(),
        _ => words.replace(" spell", ""),
    };
    Ok(Trigger {
        value: Value::single("cast", Value::text(words)),
        event: Event {
            object: Some(Meant::one("that", "spell")),
            player: (whose != Some("yours")).then_some("that"),
            ..Event::default()
        },
        when: None,
    })
}

/// "You cast or copy an instant or sorcery spell": two events.
fn cast_or_copy(i: &mut In<'_>) -> Parsed<Vec<Trigger>> {
    lit("you cast or copy").parse_next(i)?;
    table(&[("a", ()), ("an", ())]).parse_next(i)?;
    let mut what = filter(i)?;
    let fine = what.noun == "spell" && what.whose.is_none() && what.zone == Zone::Usual && !what.plural;
    if !fine || what.has("other") || i.first().is_some_and(|t| t.text != ",") {
        return stuck(i);
    }
    what.whose = Some("yours");
    let copied = what.print();
    let event = Event { object: Some(Meant::one("that", "spell")), ..Event::default() };
    let on = |name: &str, words: String| Trigger {
        value: Value::single(name, Value::Text(words)),
        event: event.clone(),
        when: None,
    };
    Ok(vec![on("cast", copied.replace(" spell", "")), on("copies", copied)])
}

/// "You attack", "you attack with two or more creatures".
fn attack(i: &mut In<'_>) -> Parsed<Trigger> {
    lit("you attack").parse_next(i)?;
    if i.first().is_some_and(|t| t.text == ",") {
        return Ok(Trigger { value: Value::text("you-attack"), event: Event::default(), when: None });
    }
    lit("with").parse_next(i)?;
    let n = super::grammar::number(i)?;
    lit("or more").parse_next(i)?;
    let what = filter(i)?;
    if !what.plural || what.whose.is_some() || what.zone != Zone::Usual || what.has("other") {
        return stuck(i);
    }
    let mut pairs = Vec::new();
    if what.words != ["creature"] {
        pairs.push(("what".to_owned(), Value::text(format!("{} yours", what.print()))));
    }
    if n > 1 {
        pairs.push(("at-least".to_owned(), Value::Number(n)));
    }
    if pairs.is_empty() {
        return Ok(Trigger { value: Value::text("you-attack"), event: Event::default(), when: None });
    }
    Ok(Trigger { value: Value::single("attack-with", Value::Table(pairs)), event: Event::default(), when: None })
}

/// "One or more Goblins you control attack".
fn attack_together(i: &mut In<'_>) -> Parsed<Trigger> {
    lit("one or more").parse_next(i)?;
    let what = filter(i)?;
    lit("attack").parse_next(i)?;
    let fine = what.plural && what.whose == Some("yours") && what.zone == Zone::Usual && !what.has("other");
    if !fine || i.first().is_some_and(|t| t.text != ",") {
        return stuck(i);
    }
    let value = Value::single("attack-with", Value::single("what", Value::Text(what.print())));
    Ok(Trigger { value, event: Event::default(), when: None })
}

/// "Enchanted player is attacked": whom "that player" means is another player than whom card files call `that`.
fn player_attacked(i: &mut In<'_>) -> Parsed<Trigger> {
    lit("enchanted player is attacked").parse_next(i)?;
    let value = Value::single("player-attacked", Value::text("enchanted"));
    Ok(Trigger { value, event: Event::default(), when: None })
}

/// "One or more land cards are put into your graveyard from anywhere", "a creature card leaves your graveyard".
fn graveyard(i: &mut In<'_>) -> Parsed<Trigger> {
    let together = eat(i, "one or more");
    if !together {
        table(&[("a", ()), ("an", ())]).parse_next(i)?;
    }
    let mut what = filter(i)?;
    if what.noun != "card" || what.plural != together || what.whose.is_some() || what.zone != Zone::Usual {
        return stuck(i);
    }
    const EVENTS: &[(&str, (Option<&str>, bool))] = &[
        ("are put into your graveyard from anywhere other than the battlefield", (Some("not-battlefield"), true)),
        ("are put into your graveyard from anywhere", (Some("anywhere"), true)),
        ("are put into your graveyard from your library", (Some("library"), true)),
        ("leave your graveyard", (None, true)),
        ("is put into your graveyard from anywhere other than the battlefield", (Some("not-battlefield"), true)),
        ("is put into a graveyard from anywhere other than the battlefield", (Some("not-battlefield"), false)),
        ("is put into your graveyard from anywhere", (Some("anywhere"), true)),
        ("is put into your graveyard from your library", (Some("library"), true)),
        ("leaves your graveyard", (None, true)),
    ];
    let (from, own) = table(EVENTS).parse_next(i)?;
    what.whose = own.then_some("yours");
    let mut pairs = vec![("what".to_owned(), Value::Text(what.print()))];
    pairs.extend(from.filter(|from| *from != "anywhere").map(|from| ("from".to_owned(), Value::text(from))));
    pairs.extend(together.then(|| ("one-or-more".to_owned(), Value::Flag(true))));
    let name = if from.is_some() { "card-to-graveyard" } else { "leaves-graveyard" };
    // What has left, or is one of several, is not told.
    let object = (from.is_some() && !together).then(|| Meant::one("that", "card"));
    let event = Event { object, ..Event::default() };
    Ok(Trigger { value: Value::single(name, Value::Table(pairs)), event, when: None })
}

/// "One or more +1/+1 counters are put on ~".
fn counters_put(i: &mut In<'_>) -> Parsed<Trigger> {
    lit("one or more").parse_next(i)?;
    let kind = super::filters::counter_kind(i)?;
    lit("counters are put on").parse_next(i)?;
    let (what, object) = if maybe(i, me).is_some() {
        ("self".to_owned(), Meant::one("self", "permanent"))
    } else {
        table(&[("a", ()), ("an", ())]).parse_next(i)?;
        let what = filter(i)?;
        if what.plural || what.zone != Zone::Usual || matches!(what.noun, "card" | "spell") {
            return stuck(i);
        }
        (what.print(), Meant::one("that", what.noun))
    };
    let put = Value::table([("what", Value::Text(what)), ("kind", Value::Text(kind))]);
    // `that` is how many, so that nothing but the card itself can be meant by "it".
    let event = Event { object: (object.word == "self").then_some(object), amount: true, ..Event::default() };
    Ok(Trigger { value: Value::single("counters-put", put), event, when: None })
}

/// What players do: "you gain life", "an opponent draws a card".
fn yours(i: &mut In<'_>) -> Parsed<Trigger> {
    type Entry = (&'static str, (&'static str, &'static str, Option<&'static str>, bool));
    const EVENTS: &[Entry] = &[
        ("you gain life", ("gains-life", "yours", None, true)),
        ("an opponent gains life", ("gains-life", "opponents", Some("that"), true)),
        ("you lose life", ("loses-life", "yours", None, true)),
        ("an opponent loses life", ("loses-life", "opponents", Some("that"), true)),
        ("an opponent searches their library", ("searches", "opponents", Some("that"), false)),
        (
            "you draw a card except the first one you draw in each of your draw steps",
            ("draws-more", "yours", None, false),
        ),
        (
            "an opponent draws a card except the first one they draw in each of their draw steps",
            ("draws-more", "opponents", Some("that"), false),
        ),
        (
            "a player draws a card except the first one they draw in each of their draw steps",
            ("draws-more", "any", Some("that"), false),
        ),
        ("you draw a card", ("draws", "yours", None, false)),
        ("an opponent draws a card", ("draws", "opponents", Some("that"), false)),
        ("a player draws a card", ("draws", "any", Some("that"), false)),
        ("you discard a card", ("discards", "yours", None, false)),
        ("an opponent discards a card", ("discards", "opponents", Some("that"), false)),
        ("a player discards a card", ("discards", "any", Some("that"), false)),
        ("you cycle a card", ("cycles", "yours", None, false)),
        ("you cycle another card", ("cycles", "yours", None, false)),
        ("a player cycles a card", ("cycles", "any", Some("that"), false)),
        ("you cycle or discard a card", ("discards", "yours", None, false)),
        ("you cycle or discard another card", ("discards", "yours", None, false)),
        ("you scry", ("scries", "yours", None, false)),
        ("you play a land", ("plays", "yours", None, false)),
    ];
    if let Some((name, whose, player, amount)) = maybe(i, table(EVENTS)) {
        return Ok(Trigger {
            value: Value::single(name, Value::text(whose)),
            event: Event { player, amount, ..Event::default() },
            when: (name == "plays").then_some("that is land"),
        });
    }
    if eat(i, "you cycle ~") || eat(i, "you cycle this card") {
        return Ok(Trigger { value: Value::text("cycled-this"), event: Event::default(), when: None });
    }
    if eat(i, "~ exploits a creature") {
        return Ok(Trigger { value: Value::text("exploits"), event: Event::default(), when: None });
    }
    if eat(i, "you draw your second card each turn") {
        let value = Value::table([("whose", Value::text("yours")), ("nth", Value::Number(2))]);
        return Ok(Trigger { value: Value::single("nth-draw", value), event: Event::default(), when: None });
    }
    let own = table(&[("you sacrifice", true), ("a player sacrifices", false)]).parse_next(i)?;
    if i.first().is_some_and(|t| t.text != "another") {
        table(&[("a", ()), ("an", ())]).parse_next(i)?;
    }
    let mut what = filter(i)?;
    if what.plural || what.whose.is_some() || what.zone != Zone::Usual || matches!(what.noun, "card" | "spell") {
        return stuck(i);
    }
    what.whose = own.then_some("yours");
    Ok(Trigger {
        value: Value::single("sacrifices", Value::text(what.print())),
        event: Event { object: None, ..Event::default() },
        when: None,
    })
}

/// "Your upkeep", "each opponent's end step", "combat on your turn".
fn begins(i: &mut In<'_>) -> Parsed<Trigger> {
    if eat(i, "combat on your turn") {
        return Ok(moment("your combat", None));
    }
    if eat(i, "each combat") {
        return Ok(moment("each combat", None));
    }
    const ENCHANTED: &[(&str, &str)] = &[
        ("enchanted player's upkeep", "enchanted upkeep"),
        ("enchanted player's draw step", "enchanted draw"),
        ("enchanted player's end step", "enchanted end"),
    ];
    if let Some(words) = maybe(i, table(ENCHANTED)) {
        return Ok(moment(words, Some("that")));
    }
    const WHOSE: &[(&str, (&str, bool))] = &[
        ("your", ("your", false)),
        ("each player's", ("each-player", true)),
        ("each opponent's", ("each-opponent", true)),
        ("each", ("each", false)),
        ("the", ("each", false)),
    ];
    let (whose, player) = table(WHOSE).parse_next(i)?;
    const STEPS: &[(&str, &str)] = &[
        ("upkeep", "upkeep"),
        ("draw step", "draw"),
        ("end step", "end"),
        ("precombat main phase", "precombat-main"),
        ("first main phase", "precombat-main"),
    ];
    let said_the = whose == "each" && !player;
    let step = table(STEPS).parse_next(i)?;
    if said_the && i.first().is_some_and(|t| t.text == "of") || step == "precombat-main" && whose != "your" {
        return stuck(i);
    }
    if one(|t| t.text != ",").parse_next(&mut &**i).is_ok() {
        return stuck(i);
    }
    let words = format!("{whose} {step}");
    Ok(Trigger {
        value: Value::single("begins", Value::text(words)),
        event: Event { player: player.then_some("that"), ..Event::default() },
        when: None,
    })
}

fn moment(words: &str, player: Option<&'static str>) -> Trigger {
    Trigger {
        value: Value::single("begins", Value::text(words)),
        event: Event { player, ..Event::default() },
        when: None,
    }
}
