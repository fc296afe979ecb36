//! Lines of keyword abilities, and what they stand for in card files.

use winnow::Parser;

use super::ast::{Arg, Effect};
use super::filters::{COLOURS, filter};
use super::grammar::{In, Parsed, eat, lit, mana, maybe, number, one, stuck, table};
use super::keywords;
use super::tokens::Token;
use super::value::Value;

/// A keyword ability of a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Keyword {
    /// A keyword by name.
    Word(String),
    /// A key of the card.
    Field(&'static str, Value),
    /// Abilities it stands for.
    Abilities(Vec<Value>),
    /// Another way to cast the card.
    Way(Value),
    /// From the graveyard, discarding a card besides (CR 702.133).
    JumpStart,
    /// For that cost, each instead of target (CR 702.96).
    Overload(String),
    /// A trigger that makes a token.
    Token(TokenTrigger),
}

/// A trigger whose effects have to be resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TokenTrigger {
    /// When.
    pub(super) trigger: Value,
    /// What.
    pub(super) effects: Vec<Effect>,
}

/// A whole line of keywords.
pub(super) fn line(i: &mut In<'_>) -> Parsed<Vec<Keyword>> {
    let mut found = vec![item(i)?];
    while !i.is_empty() {
        if eat(i, ".") && i.is_empty() {
            break;
        }
        if !eat(i, ", and") && !eat(i, ",") {
            lit(";").parse_next(i)?;
        }
        found.push(item(i)?);
    }
    Ok(found)
}

fn item(i: &mut In<'_>) -> Parsed<Keyword> {
    if let Some(word) = maybe(i, keywords::simple) {
        return Ok(Keyword::Word(word.to_owned()));
    }
    for parser in [plain, with_cost, with_number, ways, protection, enchant, others] {
        if let Some(keyword) = maybe(i, parser) {
            return Ok(keyword);
        }
    }
    stuck(i)
}

fn plain(i: &mut In<'_>) -> Parsed<Keyword> {
    const FLAGS: &[(&str, &str)] = &[
        ("storm", "storm"),
        ("fuse", "fuse"),
        ("aftermath", "aftermath"),
        ("delve", "delve"),
        ("rebound", "rebound"),
        ("battle cry", "battle-cry"),
        ("exploit", "exploit"),
        ("soulbond", "soulbond"),
        ("convoke", "convoke"),
        ("improvise", "improvise"),
        ("changeling", "changeling"),
        ("daybound", "daybound"),
        ("nightbound", "nightbound"),
        ("undying", "undying"),
        ("persist", "persist"),
        ("umbra armor", "umbra-armor"),
        ("totem armor", "umbra-armor"),
    ];
    if let Some(key) = maybe(i, table(FLAGS)) {
        return Ok(Keyword::Field(key, Value::Flag(true)));
    }
    const WORDS: &[(&str, &str)] = &[
        ("split second", "split second"),
        ("choose a background", "choose a background"),
        ("doctor's companion", "doctor's companion"),
    ];
    if let Some(word) = maybe(i, table(WORDS)) {
        return Ok(Keyword::Word(word.to_owned()));
    }
    if eat(i, "cascade") {
        return Ok(Keyword::Field("cascade", Value::Number(1)));
    }
    if eat(i, "devoid") {
        return Ok(Keyword::Field("colours", Value::text("")));
    }
    if eat(i, "affinity for artifacts") {
        let value = Value::single("costs-less", Value::text("count artifact yours"));
        return Ok(Keyword::Abilities(vec![Value::single("static", value)]));
    }
    if eat(i, "undaunted") {
        let value = Value::single("costs-less", Value::text("opponents"));
        return Ok(Keyword::Abilities(vec![Value::single("static", value)]));
    }
    if eat(i, "riot") {
        return Ok(Keyword::Abilities(vec![Value::single("static", Value::single("riot", Value::text("self")))]));
    }
    if eat(i, "ascend") {
        let value = Value::single("ascend", Value::Table(Vec::new()));
        return Ok(Keyword::Abilities(vec![Value::single("static", value)]));
    }
    lit("partner").parse_next(i)?;
    if !eat(i, "with") {
        return Ok(Keyword::Word("partner".to_owned()));
    }
    stuck(i)
}

/// Keywords with a mana cost behind them.
fn with_cost(i: &mut In<'_>) -> Parsed<Keyword> {
    const KEYS: &[(&str, &str)] = &[
        ("cycling", "cycling"),
        ("equip", "equip"),
        ("kicker", "kicker"),
        ("multikicker", "multikicker"),
        ("buyback", "buyback"),
        ("entwine", "entwine"),
        ("morph", "morph"),
        ("echo", "echo"),
        ("unearth", "unearth"),
        ("level up", "level-up"),
        ("embalm", "embalm"),
        ("eternalize", "eternalize"),
        ("ninjutsu", "ninjutsu"),
        ("commander ninjutsu", "commander-ninjutsu"),
    ];
    let key = table(KEYS).parse_next(i)?;
    if eat(i, "—") {
        let mut cost = super::costs::Cost::default();
        super::costs::part(i, &mut cost)?;
        let fine = matches!(key, "kicker" | "buyback" | "echo") && !cost.x && cost.from.is_none();
        let fine = fine && !cost.parts[0].starts_with("tap") && !cost.parts[0].starts_with("remove");
        eat(i, ".");
        return if fine && i.is_empty() { Ok(Keyword::Field(key, Value::text(cost.print()))) } else { stuck(i) };
    }
    let cost = mana(i)?;
    let generic = cost.bytes().all(|b| matches!(b, b'{' | b'}') || b.is_ascii_digit());
    if key == "multikicker" && !generic {
        return stuck(i);
    }
    if cost.contains("{X}") || i.first().is_some_and(|t| t.text == "and/or") {
        stuck(i)
    } else {
        Ok(Keyword::Field(key, Value::text(cost)))
    }
}

fn with_number(i: &mut In<'_>) -> Parsed<Keyword> {
    const KEYS: &[(&str, &str)] = &[
        ("vanishing", "vanishing"),
        ("fading", "fading"),
        ("crew", "crew"),
        ("afflict", "afflict"),
        ("dredge", "dredge"),
        ("devour", "devour"),
    ];
    if let Some(key) = maybe(i, table(KEYS)) {
        return number(i).map(|n| Keyword::Field(key, Value::Number(n)));
    }
    if eat(i, "cumulative upkeep") {
        if eat(i, "—") {
            let mut cost = super::costs::Cost::default();
            super::costs::part(i, &mut cost)?;
            eat(i, ".");
            let words = cost.print();
            let fine = ["pay", "sacrifice", "discard"].iter().any(|verb| words.starts_with(verb));
            let fine = fine && !words.contains("self") && !cost.x && cost.from.is_none();
            return if fine && i.is_empty() {
                Ok(Keyword::Field("cumulative-upkeep", Value::text(words)))
            } else {
                stuck(i)
            };
        }
        let symbols = mana(i)?;
        let n = symbols.strip_prefix('{').and_then(|s| s.strip_suffix('}')).and_then(|s| s.parse().ok());
        if symbols.contains("{X}") || i.first().is_some_and(|t| t.text == "or") {
            return stuck(i);
        }
        return Ok(Keyword::Field("cumulative-upkeep", n.map_or_else(|| Value::text(symbols.as_str()), Value::Number)));
    }
    if eat(i, "soulshift") {
        let n = number(i)?;
        let spirit = Value::List(vec![Value::text(format!("Spirit card mv<={n} in your graveyard"))]);
        let back = Value::table([("what", Value::text("target")), ("to", Value::text("hand"))]);
        let may = Value::single("may", Value::single("do", Value::single("move", back)));
        return Ok(Keyword::Abilities(vec![Value::table([
            ("trigger", trigger("dies", "self")),
            ("targets", spirit),
            ("do", may),
        ])]));
    }
    if eat(i, "modular") {
        let n = number(i)?;
        let mut counters = vec![("kind".to_owned(), Value::text("+1/+1"))];
        if n > 1 {
            counters.push(("count".to_owned(), Value::Number(n)));
        }
        let enters = Value::single("replacement", Value::single("enters-with-counters", Value::Table(counters)));
        let put = Value::table([
            ("what", Value::text("target")),
            ("kind", Value::text("+1/+1")),
            ("count", Value::text("counters +1/+1")),
        ]);
        let may = Value::single("may", Value::single("do", Value::single("put-counters", put)));
        let dies = Value::table([
            ("trigger", trigger("dies", "self")),
            ("targets", Value::List(vec![Value::text("artifact creature")])),
            ("do", may),
        ]);
        return Ok(Keyword::Abilities(vec![enters, dies]));
    }
    if eat(i, "annihilator") {
        let n = number(i)?;
        let mut pairs = vec![("player", Value::text("defending")), ("what", Value::text("permanent"))];
        if n > 1 {
            pairs.push(("count", Value::Number(n)));
        }
        let inner = Value::Table(pairs.into_iter().map(|(k, v)| (k.to_owned(), v)).collect());
        return Ok(Keyword::Abilities(vec![ability(trigger("attacks", "self"), "make-sacrifice", inner)]));
    }
    if eat(i, "bushido") {
        let n = number(i)?;
        let pump = || {
            Value::table([("what", Value::text("self")), ("power", Value::Number(n)), ("toughness", Value::Number(n))])
        };
        return Ok(Keyword::Abilities(vec![
            ability(trigger("blocks", "self"), "pump", pump()),
            ability(trigger("becomes-blocked", "self"), "pump", pump()),
        ]));
    }
    if eat(i, "suspend") {
        let n = number(i)?;
        lit("—").parse_next(i)?;
        let cost = mana(i)?;
        let value = Value::table([("time", Value::Number(n)), ("cost", Value::text(cost))]);
        return Ok(Keyword::Field("suspend", value));
    }
    if eat(i, "ward") {
        let symbols = mana(i)?;
        let n = symbols.strip_prefix('{').and_then(|s| s.strip_suffix('}')).and_then(|s| s.parse().ok());
        let Some(n) = n else { return stuck(i) };
        let ward = Value::table([("what", Value::text("itself")), ("pay", Value::Number(n))]);
        return Ok(Keyword::Abilities(vec![Value::single("static", Value::single("ward", ward))]));
    }
    let bearer = if eat(i, "living weapon") {
        Some(("Phyrexian Germ", "Creature - Phyrexian Germ", "B", "0/0"))
    } else if eat(i, "for mirrodin!") {
        Some(("Rebel", "Creature - Rebel", "R", "2/2"))
    } else {
        None
    };
    if let Some((name, types, colours, size)) = bearer {
        let token = Token {
            name: name.to_owned(),
            types: types.to_owned(),
            colours: colours.to_owned(),
            size: Some(size.to_owned()),
            ..Token::default()
        };
        let make = Effect::new("create-token").arg("token", Arg::Token(Box::new(token)));
        let attach = Effect::new("attach").arg("to", Arg::Obj(super::ast::Obj::It));
        return Ok(Keyword::Token(TokenTrigger { trigger: trigger("enters", "self"), effects: vec![make, attach] }));
    }
    if eat(i, "fabricate") {
        let n = number(i)?;
        let servo = Token {
            name: "Servo".to_owned(),
            types: "Artifact Creature - Servo".to_owned(),
            size: Some("1/1".to_owned()),
            ..Token::default()
        };
        let counted = |effect: Effect| effect.count(super::ast::Amount::Number(n));
        let put = counted(Effect::new("put-counters").what(super::ast::Obj::Me).set("kind", Value::text("+1/+1")));
        let make = counted(Effect::new("create-token").arg("token", Arg::Token(Box::new(servo))));
        let choose = Effect::new("choose").arg("modes", Arg::Modes(vec![vec![put], vec![make]]));
        return Ok(Keyword::Token(TokenTrigger { trigger: trigger("enters", "self"), effects: vec![choose] }));
    }
    lit("afterlife").parse_next(i)?;
    let n = number(i)?;
    let token = Token {
        name: "Spirit".to_owned(),
        types: "Creature - Spirit".to_owned(),
        colours: "WB".to_owned(),
        size: Some("1/1".to_owned()),
        keywords: vec!["flying".to_owned()],
        abilities: Vec::new(),
    };
    let effect =
        Effect::new("create-token").arg("token", Arg::Token(Box::new(token))).count(super::ast::Amount::Number(n));
    Ok(Keyword::Token(TokenTrigger { trigger: trigger("dies", "self"), effects: vec![effect] }))
}

fn trigger(name: &str, subject: &str) -> Value {
    Value::single(name, Value::text(subject))
}

fn ability(trigger: Value, name: &str, inner: Value) -> Value {
    Value::table([("trigger", trigger), ("do", Value::single(name, inner))])
}

/// Other ways to cast a card.
fn ways(i: &mut In<'_>) -> Parsed<Keyword> {
    const KINDS: &[(&str, &str)] = &[
        ("flashback", "flashback"),
        ("evoke", "evoke"),
        ("miracle", "miracle"),
        ("madness", "madness"),
        ("escape", "escape"),
        ("foretell", "foretell"),
        ("dash", "dash"),
        ("blitz", "blitz"),
    ];
    if eat(i, "overload") {
        return mana(i).map(Keyword::Overload);
    }
    if eat(i, "jump-start") {
        return Ok(Keyword::JumpStart);
    }
    let kind = table(KINDS).parse_next(i)?;
    if matches!(kind, "flashback" | "escape") && eat(i, "—") {
        let mut cost = super::costs::Cost::default();
        super::costs::part(i, &mut cost)?;
        while eat(i, ",") {
            match if kind == "escape" { maybe(i, exiled_others) } else { None } {
                Some(part) => cost.parts.push(part),
                None => super::costs::part(i, &mut cost)?,
            }
        }
        eat(i, ".");
        let fine = i.is_empty() && !cost.x && cost.from.is_none() && !cost.print().contains("{T}");
        let way = Value::table([("kind", Value::text(kind)), ("cost", Value::text(cost.print()))]);
        return if fine { Ok(Keyword::Way(way)) } else { stuck(i) };
    }
    let cost = mana(i)?;
    Ok(Keyword::Way(Value::table([("kind", Value::text(kind)), ("cost", Value::text(cost))])))
}

/// "Exile five other cards from your graveyard", of what escapes (CR 702.138a).
fn exiled_others(i: &mut In<'_>) -> Parsed<String> {
    lit("exile").parse_next(i)?;
    let n = if i.first().is_some_and(|t| t.text == "another") { 1 } else { number(i)? };
    let what = filter(i)?;
    let fine = what.noun == "card" && what.has("other") && what.zone == super::ast::Zone::YourGraveyard;
    if !fine || what.words.len() != 1 {
        return stuck(i);
    }
    Ok(format!("exile-from-graveyard {n} card"))
}

/// "Protection from red and from green", "protection from Dragons".
fn protection(i: &mut In<'_>) -> Parsed<Keyword> {
    protected(i).map(|from| Keyword::Field("protection", Value::text(from)))
}

/// From what something has protection.
pub(super) fn protected(i: &mut In<'_>) -> Parsed<String> {
    lit("protection from").parse_next(i)?;
    if eat(i, "all colors") {
        return Ok("white|blue|black|red|green".to_owned());
    }
    let mut colours: Vec<&str> = Vec::new();
    let mut subtypes = Vec::new();
    loop {
        if let Some(colour) = maybe(i, table(COLOURS)) {
            colours.push(colour);
        } else if let Some(token) = maybe(i, one(|t| super::subtypes::is_plural(&t.printed))) {
            subtypes.extend(super::subtypes::subtype(&token.printed).map(|(s, _)| s));
        } else if colours.is_empty() && subtypes.is_empty() {
            const KINDS: &[(&str, &str)] = &[
                ("artifacts", "artifact"),
                ("creatures", "creature"),
                ("enchantments", "enchantment"),
                ("multicolored", "multicoloured"),
                ("colorless", "colourless"),
            ];
            return table(KINDS).parse_next(i).map(str::to_owned);
        } else {
            return stuck(i);
        }
        if !eat(i, "and from") && !eat(i, ", from") && !eat(i, ", and from") {
            break;
        }
    }
    if !colours.is_empty() && !subtypes.is_empty() {
        return stuck(i);
    }
    Ok(if colours.is_empty() { subtypes.join("|") } else { colours.join("|") })
}

/// "Enchant creature you control".
fn enchant(i: &mut In<'_>) -> Parsed<Keyword> {
    lit("enchant").parse_next(i)?;
    const PLAYERS: &[(&str, &str)] = &[("player", "player"), ("opponent", "opponent")];
    if let Some(word) = maybe(i, table(PLAYERS)) {
        return Ok(Keyword::Field("enchant", Value::text(word)));
    }
    let what = filter(i)?;
    let fine = what.zone == super::ast::Zone::Usual
        && !what.plural
        && !matches!(what.noun, "card" | "spell")
        && what.whose != Some("theirs");
    if fine { Ok(Keyword::Field("enchant", Value::text(what.print()))) } else { stuck(i) }
}

/// +1/+1 until end of turn.
fn bigger(what: &str) -> Value {
    Value::table([("what", Value::text(what)), ("power", Value::Number(1)), ("toughness", Value::Number(1))])
}

/// Prowess (CR 702.108), written out.
pub(super) fn prowess() -> Value {
    ability(trigger("cast", "noncreature yours"), "pump", bigger("self"))
}

/// What each target beyond the first costs, of strive.
fn strive(i: &mut In<'_>) -> Parsed<Keyword> {
    lit("strive —").parse_next(i)?;
    table(&[("this spell costs", ()), ("~ costs", ())]).parse_next(i)?;
    let cost = mana(i)?;
    lit("more to cast for each target beyond the first").parse_next(i)?;
    Ok(Keyword::Field("strive", Value::text(cost)))
}

/// Keywords that are abilities written out.
fn others(i: &mut In<'_>) -> Parsed<Keyword> {
    if let Some(keyword) = maybe(i, strive) {
        return Ok(keyword);
    }
    if eat(i, "prowess") {
        return Ok(Keyword::Abilities(vec![prowess()]));
    }
    if eat(i, "exalted") {
        return Ok(Keyword::Abilities(vec![ability(
            trigger("attacks-alone", "creature yours"),
            "pump",
            bigger("that"),
        )]));
    }
    const CYCLED: &[(&str, &str)] = &[
        ("basic landcycling", "basic land"),
        ("landcycling", "land"),
        ("plainscycling", "Plains"),
        ("islandcycling", "Island"),
        ("swampcycling", "Swamp"),
        ("mountaincycling", "Mountain"),
        ("forestcycling", "Forest"),
    ];
    if let Some(what) = maybe(i, table(CYCLED)) {
        let cost = mana(i)?;
        let search = Value::table([("what", Value::text(what)), ("to", Value::text("hand"))]);
        return Ok(Keyword::Abilities(vec![Value::table([
            ("cost", Value::text(format!("{cost}, discard self"))),
            ("from", Value::text("hand")),
            ("cycling", Value::Flag(true)),
            ("do", Value::single("search", search)),
        ])]));
    }
    if eat(i, "mentor") {
        let put = Value::table([("what", Value::text("target")), ("kind", Value::text("+1/+1"))]);
        return Ok(Keyword::Abilities(vec![Value::table([
            ("trigger", trigger("attacks", "self")),
            ("targets", Value::List(vec![Value::text("creature attacking weaker-than-self")])),
            ("do", Value::single("put-counters", put)),
        ])]));
    }
    if eat(i, "dethrone") {
        let put = Value::single("put-counters", Value::single("kind", Value::text("+1/+1")));
        return Ok(Keyword::Abilities(vec![Value::table([
            ("trigger", trigger("attacks", "self")),
            ("when", Value::text("attacks-player and life of defending >= highest-life")),
            ("do", put),
        ])]));
    }
    if eat(i, "evolve") {
        let put = Value::single("put-counters", Value::single("kind", Value::text("+1/+1")));
        return Ok(Keyword::Abilities(vec![Value::table([
            ("trigger", trigger("enters", "creature other yours")),
            ("if", Value::text("power of that > power or toughness of that > toughness")),
            ("do", put),
        ])]));
    }
    if eat(i, "extort") {
        let lose = Value::single(
            "lose-life",
            Value::table([("player", Value::text("each-opponent")), ("amount", Value::Number(1))]),
        );
        let gain = Value::single("gain-life", Value::table([("amount", Value::text("result"))]));
        let pay = Value::table([("cost", Value::text("{W/B}")), ("do", Value::List(vec![lose, gain]))]);
        return Ok(Keyword::Abilities(vec![ability(trigger("cast", "yours"), "may-pay", pay)]));
    }
    stuck(i)
}

/// The numbers of a Saga's chapter: "I, II —".
pub(super) fn chapters(i: &mut In<'_>) -> Parsed<Vec<i32>> {
    const NUMBERS: &[(&str, i32)] = &[("i", 1), ("ii", 2), ("iii", 3), ("iv", 4)];
    let mut found = vec![table(NUMBERS).parse_next(i)?];
    while eat(i, ",") {
        found.push(table(NUMBERS).parse_next(i)?);
    }
    lit("—").parse_next(i)?;
    Ok(found)
}

/// The cost of a loyalty ability: "+1:", "-3:", "0:".
pub(super) fn loyalty(i: &mut In<'_>) -> Parsed<i32> {
    // Some files write it between brackets.
    let bare = |text: &str| text.trim_start_matches('[').trim_end_matches(']').to_owned();
    let token = one(|t| {
        let text = bare(&t.text);
        let digits = text.trim_start_matches(['+', '-']);
        !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
    })
    .parse_next(i)?;
    let n = bare(&token.text).trim_start_matches('+').parse().map_err(|_| super::grammar::Stuck { left: i.len() })?;
    lit(":").parse_next(i)?;
    Ok(n)
}
