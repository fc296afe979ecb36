//! Lines: what kind of ability each is, and the entry they make together.

use winnow::Parser;

use super::activated::{self, ends_with};
use super::ast::{Effect, Obj};
use super::faces::{CLASS, LEVELER};
use super::grammar::{In, Stuck, eat, lit, maybe, table};
use super::lower::{Event, Made, Meant, Scope, Why};
use super::statics::Said;
use super::text::{MOST_BYTES, Token, sentence, this_as_self, tokens, with_self, without_reminders};
use super::tokens::KnownTokens;
use super::value::Value;
use super::words::{self, Keyword};
use super::{Printed, Refusal, conditions, costs, sentences, statics, triggers};

/// Words before a dash that only name an ability (CR 207.2c).
const ABILITY_WORDS: &[(&str, ())] = &[
    ("adamant", ()),
    ("alliance", ()),
    ("battalion", ()),
    ("bloodrush", ()),
    ("celebration", ()),
    ("channel", ()),
    ("chroma", ()),
    ("cohort", ()),
    ("constellation", ()),
    ("converge", ()),
    ("corrupted", ()),
    ("coven", ()),
    ("delirium", ()),
    ("domain", ()),
    ("eerie", ()),
    ("eminence", ()),
    ("enrage", ()),
    ("fateful hour", ()),
    ("fathomless descent", ()),
    ("ferocious", ()),
    ("flurry", ()),
    ("formidable", ()),
    ("grandeur", ()),
    ("hellbent", ()),
    ("heroic", ()),
    ("imprint", ()),
    ("inspired", ()),
    ("kinship", ()),
    ("landfall", ()),
    ("lieutenant", ()),
    ("magecraft", ()),
    ("metalcraft", ()),
    ("morbid", ()),
    ("pack tactics", ()),
    ("paradox", ()),
    ("parley", ()),
    ("radiance", ()),
    ("raid", ()),
    ("rally", ()),
    ("revolt", ()),
    ("spell mastery", ()),
    ("survival", ()),
    ("tempting offer", ()),
    ("threshold", ()),
    ("undergrowth", ()),
    ("valiant", ()),
    ("vivid", ()),
    ("void", ()),
];

/// What stops a line.
pub(super) enum Stop {
    Grammar(Stuck),
    Meaning(Why),
}

impl From<Stuck> for Stop {
    fn from(stuck: Stuck) -> Stop {
        Stop::Grammar(stuck)
    }
}

impl From<Why> for Stop {
    fn from(why: Why) -> Stop {
        Stop::Meaning(why)
    }
}

pub(super) type Read<T> = Result<T, Stop>;

/// What a card comes to while its lines are read.
pub(super) struct Card<'c> {
    pub(super) name: &'c str,
    pub(super) known: &'c KnownTokens,
    pub(super) types: Vec<String>,
    pub(super) is_spell: bool,
    /// Its mana cost.
    pub(super) cost: &'c str,
    pub(super) cost_x: bool,
    /// Keys of the card, by name.
    pub(super) fields: Vec<(&'static str, Value)>,
    /// Its keywords.
    pub(super) keywords: Vec<String>,
    /// Other ways to cast it.
    pub(super) ways: Vec<Value>,
    pub(super) modes: Vec<Value>,
    /// Its abilities.
    pub(super) abilities: Vec<Value>,
    pub(super) spell: Vec<Effect>,
    /// The lines of the spell, for refusals.
    pub(super) said: Vec<String>,
    pub(super) condition: Option<String>,
    /// What casting it for each instead of a target costs.
    pub(super) overload: Option<String>,
    pub(super) made: Made,
}

/// An ability as pairs.
pub(super) type Pairs = Vec<(String, Value)>;

pub(super) fn pair(key: &str, value: Value) -> (String, Value) {
    (key.to_owned(), value)
}

/// The lines as tokens; the choices of a modal ability stay with their head.
pub(super) fn groups(printed: &Printed<'_>) -> Vec<Vec<Vec<Token>>> {
    let legendary = printed.types.contains("Legendary");
    let text = with_self(&without_reminders(printed.text), printed.name, legendary);
    let mut groups: Vec<Vec<Vec<Token>>> = Vec::new();
    for line in text.lines() {
        let found = quotes_closed(this_as_self(tokens(line)));
        match (found.first(), groups.last_mut()) {
            (None, _) => {}
            (Some(first), Some(group)) if first.text == "•" => group.push(found),
            _ => groups.push(vec![found]),
        }
    }
    groups
}

/// A sentence that ends with a quotation ends behind it: `."` is read as `".`, or loses its point within a sentence.
fn quotes_closed(mut line: Vec<Token>) -> Vec<Token> {
    let mut n = 1;
    while n < line.len() {
        if line[n].text == "\"" && line[n - 1].text == "." {
            let ends = line.get(n + 1).is_none_or(Token::is_capital);
            if ends {
                line.swap(n - 1, n);
            } else {
                line.remove(n - 1);
                n -= 1;
            }
        }
        n += 1;
    }
    line
}

impl<'c> Card<'c> {
    pub(super) fn begin(printed: &Printed<'c>, known: &'c KnownTokens) -> Result<Card<'c>, Refusal> {
        if printed.text.len() > MOST_BYTES {
            return Err(Refusal::Card("its text is longer than any printed one"));
        }
        if !matches!(printed.layout, None | Some("normal" | "saga" | LEVELER | CLASS)) {
            return Err(Refusal::Card("it has more than one face, or an unusual layout"));
        }
        let types: Vec<String> = printed
            .types
            .split_whitespace()
            .map(|w| if super::subtypes::subtype(w).is_some() { w.to_owned() } else { w.to_lowercase() })
            .collect();
        let is = |name: &str| types.iter().any(|t| t == name);
        Ok(Card {
            name: printed.name,
            known,
            is_spell: is("instant") || is("sorcery"),
            cost: printed.cost,
            cost_x: printed.cost.contains("{X}"),
            types,
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
        })
    }

    /// A line, with its choices if it is modal.
    pub(super) fn group(&mut self, group: &[Vec<Token>]) -> Result<(), Refusal> {
        let Some(head) = group.first() else { return Ok(()) };
        let mut rest: In<'_> = head;
        strip_ability_word(&mut rest);
        let read = if group.len() > 1 { self.modal(rest, &group[1..]) } else { self.line(rest) };
        read.map_err(|stop| {
            let line = group.iter().map(|l| sentence(l)).collect::<Vec<_>>().join(" ");
            match stop {
                Stop::Grammar(stuck) => {
                    let at = head.len().checked_sub(stuck.left).and_then(|n| head.get(n)).map(|t| t.printed.clone());
                    Refusal::NotUnderstood { line, at }
                }
                Stop::Meaning(Why(why)) => Refusal::NotSure { line, why },
            }
        })
    }

    fn line(&mut self, line: In<'_>) -> Read<()> {
        let mut i = line;
        if let Some(keywords) = maybe(&mut i, words::line) {
            return self.keyword_line(line, keywords);
        }
        let cycled = matches!(line, [when, you, cycle, ..] if [&*when.text, &*you.text, &*cycle.text] == ["when", "you", "cycle"]);
        if self.is_spell && !cycled {
            return self.spell_line(line);
        }
        self.permanent_line(line)
    }

    fn keyword_line(&mut self, line: In<'_>, keywords: Vec<Keyword>) -> Read<()> {
        for keyword in keywords {
            match keyword {
                Keyword::Word(word) => self.keywords.push(word),
                Keyword::Field(key, value) => {
                    if self.fields.iter().any(|(k, _)| *k == key) {
                        return Err(Why("the same keyword stands there twice").into());
                    }
                    self.fields.push((key, value));
                }
                // CR 702.131a: of a spell it is an instruction.
                Keyword::Abilities(_) if self.is_spell && line.first().is_some_and(|t| t.text == "ascend") => {
                    return Err(Why("ascend of an instant or sorcery is not played").into());
                }
                Keyword::Abilities(list) => self.abilities.extend(list),
                Keyword::Way(way) => self.ways.push(way),
                Keyword::Overload(cost) => self.overload = Some(cost),
                Keyword::JumpStart => {
                    let cost = format!("{}, discard 1", self.cost);
                    let way = Value::table([("kind", Value::text("flashback")), ("cost", Value::text(cost))]);
                    self.ways.push(way);
                }
                Keyword::Token(of) => {
                    let mut scope = self.scope();
                    let done = scope.effects(&of.effects, &mut self.made)?;
                    let pairs = vec![pair("trigger", of.trigger), pair("do", Value::one_or_many(done))];
                    self.abilities.push(Value::Table(pairs));
                }
            }
        }
        Ok(())
    }

    fn scope(&self) -> Scope<'c> {
        let bears = self.types.iter().any(|t| matches!(t.as_str(), "Aura" | "Equipment"));
        Scope { bears, ..Scope::new(self.name, self.known) }
    }

    fn spell_line(&mut self, line: In<'_>) -> Read<()> {
        let mut i = line;
        let stuck = match statics::line(&mut i) {
            Ok(said) if said.iter().all(of_a_spell) => return self.say(said),
            Ok(_) => Stuck { left: line.len() },
            Err(stuck) => stuck,
        };
        let mut i = line;
        if let Some(sentences::After::Exile) = sentences::afterwards(&mut i)
            && i.is_empty()
        {
            self.fields.push(("afterwards", Value::text("exile")));
            return Ok(());
        }
        let mut i = line;
        let effects = sentences::body(&mut i).map_err(|other| Stuck { left: stuck.left.min(other.left) })?;
        self.spell.extend(effects);
        self.said.push(sentence(line));
        Ok(())
    }

    pub(super) fn permanent_line(&mut self, line: In<'_>) -> Read<()> {
        let first = line.first().map_or("", |t| t.text.as_str());
        if matches!(first, "when" | "whenever" | "at") {
            return self.triggered(line);
        }
        if self.types.iter().any(|t| t == "Saga")
            && let Some(chapters) = maybe(&mut { line }, words::chapters)
        {
            let mut i = line;
            words::chapters(&mut i)?;
            let trigger = Value::single("chapter", Value::List(chapters.into_iter().map(Value::Number).collect()));
            return self.with_trigger(
                triggers::Trigger { value: trigger, event: Event::default(), when: None },
                i,
                &[],
            );
        }
        let mut i = line;
        if let Some(n) = maybe(&mut i, words::loyalty) {
            let mut scope = self.scope();
            let effects = sentences::body(&mut i)?;
            let done = scope.effects(&effects, &mut self.made)?;
            if scope.divide.is_some() {
                return Err(Why("a loyalty ability divides nothing here").into());
            }
            let mut pairs = vec![pair("loyalty", Value::Number(n))];
            targets(&mut pairs, &scope);
            pairs.push(pair("do", Value::one_or_many(done)));
            self.abilities.push(Value::Table(pairs));
            return Ok(());
        }
        if colon(line) {
            let ability = self.activated(line)?;
            self.abilities.extend(activated::split(ability));
            return Ok(());
        }
        let mut i = line;
        let said = statics::line(&mut i)?;
        self.say(said)
    }

    /// Static abilities and keys.
    fn say(&mut self, said: Vec<Said>) -> Read<()> {
        for said in said {
            let mut scope = self.scope();
            match said {
                Said::Keywords(list) => self.keywords.extend(list.into_iter().map(str::to_owned)),
                Said::Field(key, value) => {
                    if self.fields.iter().any(|(k, _)| *k == key) {
                        return Err(Why("the same thing is said twice").into());
                    }
                    self.fields.push((key, value));
                }
                Said::TappedUnless(cond) => {
                    let words = scope.condition(&cond)?;
                    self.fields.push(("enters-tapped", Value::table([("unless", Value::text(words))])));
                }
                Said::Size(amount) => {
                    let Value::Text(words) = scope.amount(&amount)? else {
                        return Err(Why("its size is a plain number").into());
                    };
                    self.fields.push(("pt", Value::Text(words)));
                }
                Said::Way(cost, cond) => {
                    let mut pairs = vec![pair("kind", Value::text("alternative")), pair("cost", Value::text(cost))];
                    if let Some(cond) = cond {
                        pairs.push(pair("if", Value::text(scope.condition(&cond)?)));
                    }
                    self.ways.push(Value::Table(pairs));
                }
                Said::CastIf(cond) => self.condition = Some(scope.condition(&cond)?),
                Said::Replacement(effect) => {
                    scope.x = self.cost_x;
                    let value = one(scope.effects(&[effect], &mut self.made)?)?;
                    self.abilities.push(Value::single("replacement", unwrapped(value)));
                }
                Said::Grant(to, abilities, cond) => {
                    for ability in abilities {
                        let Value::Table(pairs) = &ability else { continue };
                        let of_its_own = |key: &str| pairs.iter().any(|(k, _)| k == key);
                        let plain_mana = of_its_own("mana")
                            && pairs.len() == 1
                            && !pairs.iter().any(|(_, v)| matches!(v, Value::Text(m) if m.contains("}{")))
                            && !pairs.iter().any(
                                |(_, v)| matches!(v, Value::Text(m) if m != "any-colour" && (m.contains("colour") || m.contains("times"))),
                            );
                        let activated = of_its_own("cost") && !of_its_own("mana") && !of_its_own("from");
                        let triggered = of_its_own("trigger") && !of_its_own("from");
                        if !plain_mana && !activated && !triggered {
                            return Err(Why(
                                "only a triggered or an activated ability, or one that makes fixed mana, is granted",
                            )
                            .into());
                        }
                        let grant = Value::table([("to", Value::text(to.as_str())), ("ability", ability)]);
                        let mut pairs = vec![pair("static", Value::single("grant", grant))];
                        if let Some(cond) = &cond {
                            pairs.push(pair("if", Value::text(scope.condition(cond)?)));
                        }
                        self.abilities.push(Value::Table(pairs));
                    }
                }
                Said::Prevented(effect, noun, effects) => {
                    let Value::Table(mut whole) = unwrapped(one(scope.effects(&[effect], &mut self.made)?)?) else {
                        return Err(Why("nothing is prevented").into());
                    };
                    scope.event = Event { amount: true, ..Event::default() };
                    if !noun.is_empty() {
                        scope.event.object = Some(Meant::one("that", noun));
                    }
                    let done = scope.effects(&effects, &mut self.made)?;
                    if !scope.targets.is_empty() || done.is_empty() {
                        return Err(Why("what happens as damage is prevented has no targets here").into());
                    }
                    if let Some((_, Value::Table(keys))) = whole.first_mut() {
                        keys.push(pair("do", Value::one_or_many(done)));
                    }
                    self.abilities.push(Value::single("static", Value::Table(whole)));
                }
                Said::Static(effect, cond) => {
                    let value = one(scope.effects(&[effect], &mut self.made)?)?;
                    let mut pairs = vec![pair("static", unwrapped(value))];
                    if let Some(cond) = cond {
                        pairs.push(pair("if", Value::text(scope.condition(&cond)?)));
                    }
                    self.abilities.push(Value::Table(pairs));
                }
            }
        }
        Ok(())
    }

    fn triggered(&mut self, line: In<'_>) -> Read<()> {
        let mut i = line;
        // CR 605.1b makes this a mana ability; card files say it as a static one.
        const MORE: &[(&str, ())] = &[
            ("whenever you tap a land for mana , add one mana of any type that land produced .", ()),
            ("whenever you tap a land for mana , add an additional one mana of any type that land produced .", ()),
        ];
        if maybe(&mut i, table(MORE)).is_some() {
            return if i.is_empty() {
                self.say(vec![Said::Static(Effect::new("lands-make-more"), None)])
            } else {
                Err(Stuck { left: i.len() }.into())
            };
        }
        if let Some(more) = maybe(&mut i, more_mana)
            && i.is_empty()
        {
            return self.say(vec![Said::Static(more, None)]);
        }
        i = line;
        let found = triggers::trigger(&mut i, &self.types)?;
        for trigger in found {
            self.with_trigger(trigger, i, &[])?;
        }
        Ok(())
    }

    fn with_trigger(&mut self, trigger: triggers::Trigger, body: In<'_>, modes: &[Vec<Token>]) -> Read<()> {
        let mut i = body;
        let mut scope = self.scope();
        scope.event = trigger.event.clone();
        // X of its cycling cost.
        let by_cycling = |(key, value): &(&str, Value)| {
            *key == "cycling" && matches!(value, Value::Text(cost) if cost.contains("{X}"))
        };
        scope.x = trigger.value == Value::text("cycled-this") && self.fields.iter().any(by_cycling);
        let mut pairs = vec![pair("trigger", trigger.value)];
        if let Some(when) = trigger.when {
            pairs.push(pair("when", Value::text(when)));
        }
        const EMINENCE: &[(&str, ())] = &[
            ("if ~ is in the command zone or on the battlefield ,", ()),
            ("if ~ is on the battlefield or in the command zone ,", ()),
        ];
        if maybe(&mut i, table(EMINENCE)).is_some() {
            pairs.push(pair("from", Value::text("battlefield-or-command")));
        }
        if let Some(cond) = maybe(&mut i, |i: &mut In<'_>| {
            lit("if").parse_next(i)?;
            let cond = conditions::condition(i)?;
            lit(",").parse_next(i)?;
            Ok(cond)
        }) {
            pairs.push(pair("if", Value::text(scope.condition(&cond)?)));
            // "If enchanted creature is untapped, tap it".
            if let Some(obj @ Obj::Attached(_)) = conditions::asked(&cond) {
                let plain = scope.event.object.as_ref().is_none_or(|object| object.word == "self");
                scope.last = Some(if plain { scope.meant(&obj)? } else { Meant::nothing() });
            }
        }
        if !modes.is_empty() {
            lit("choose one —").parse_next(&mut i)?;
            if !i.is_empty() {
                return Err(Stuck { left: i.len() }.into());
            }
            let mut list = Vec::new();
            for mode in modes {
                let mut scope = self.scope();
                scope.event = trigger.event.clone();
                list.push(self.mode(scope, mode)?);
            }
            pairs.push(pair("mode", Value::List(list)));
            self.abilities.push(Value::Table(pairs));
            return Ok(());
        }
        let once = ends_with(&mut i, "this ability triggers only once each turn .");
        let effects = sentences::body(&mut i)?;
        let done = scope.effects(&effects, &mut self.made)?;
        if done.is_empty() {
            return Err(Why("nothing is done").into());
        }
        targets(&mut pairs, &scope);
        // Targets are chosen before anything is paid for X.
        if !scope.x && scope.targets.iter().any(|target| target.contains("=x")) {
            return Err(Why("X of a target is not known yet").into());
        }
        if let Some(divide) = scope.divide {
            pairs.push(pair("divide", divide));
        }
        if once {
            pairs.push(pair("once-each-turn", Value::Flag(true)));
        }
        pairs.push(pair("do", Value::one_or_many(done)));
        self.abilities.push(Value::Table(pairs));
        Ok(())
    }

    /// One of the choices of a modal spell or ability.
    fn mode(&mut self, mut scope: Scope<'c>, line: &[Token]) -> Read<Value> {
        let mut i: In<'_> = line;
        lit("•").parse_next(&mut i)?;
        let effects = sentences::body(&mut i)?;
        scope.x = self.cost_x && self.is_spell;
        scope.on_source = !self.is_spell;
        let done = scope.effects(&effects, &mut self.made)?;
        if scope.divide.is_some() {
            return Err(Why("a mode divides nothing here").into());
        }
        let mut pairs = Vec::new();
        targets(&mut pairs, &scope);
        pairs.push(pair("do", Value::one_or_many(done)));
        Ok(Value::Table(pairs))
    }

    fn modal(&mut self, head: In<'_>, modes: &[Vec<Token>]) -> Read<()> {
        let mut i = head;
        let first = head.first().map_or("", |t| t.text.as_str());
        if matches!(first, "when" | "whenever" | "at") && !self.is_spell {
            let found = triggers::trigger(&mut i, &self.types)?;
            for trigger in found {
                self.with_trigger(trigger, i, modes)?;
            }
            return Ok(());
        }
        if !self.is_spell && colon(head) {
            // Each choice is an ability of the same cost.
            let Some(at) = head.iter().rposition(|t| t.text == ":") else { return Err(Stuck { left: i.len() }.into()) };
            let mut after = &head[at + 1..];
            lit("choose one —").parse_next(&mut after)?;
            if !after.is_empty() {
                return Err(Stuck { left: after.len() }.into());
            }
            for mode in modes {
                let mut line = head[..=at].to_vec();
                line.extend_from_slice(mode.get(1..).unwrap_or_default());
                let ability = self.activated(&line)?;
                self.abilities.push(ability);
            }
            return Ok(());
        }
        if !self.is_spell || !self.modes.is_empty() || !self.spell.is_empty() {
            return Err(Stuck { left: i.len() }.into());
        }
        const HEADS: &[(&str, (i32, bool))] = &[
            ("choose one —", (1, false)),
            ("choose two —", (2, false)),
            ("choose three —", (3, false)),
            ("choose three . you may choose the same mode more than once .", (3, false)),
            ("choose two . you may choose the same mode more than once .", (2, false)),
            ("choose one or both —", (2, true)),
            ("choose one or more —", (0, true)),
        ];
        let (n, at_least_one) = table(HEADS).parse_next(&mut i)?;
        if !i.is_empty() {
            return Err(Stuck { left: i.len() }.into());
        }
        let n = if n == 0 { modes.len() as i32 } else { n };
        if n > 1 {
            self.fields.push(("choose", Value::Number(n)));
        }
        if head.iter().any(|t| t.text == "same") {
            self.fields.push(("repeat-modes", Value::Flag(true)));
        }
        if at_least_one {
            self.fields.push(("choose-at-least", Value::Number(1)));
        }
        for mode in modes {
            let scope = self.scope();
            let mode = self.mode(scope, mode)?;
            self.modes.push(mode);
        }
        Ok(())
    }

    fn activated(&mut self, line: In<'_>) -> Read<Value> {
        let mut i = line;
        let mut cost = costs::activation(&mut i)?;
        cost.tap_others(&self.types);
        let scope = self.scope();
        activated::activated(cost, i, scope, &mut self.made)
    }
}

/// "Whenever enchanted land is tapped for mana, its controller adds an additional {G}": triggered mana abilities
/// (CR 605.1b), which card files say as static ones.
fn more_mana(i: &mut In<'_>) -> Result<Effect, Stuck> {
    let more = || Effect::new("more-mana");
    const EVERYBODY: &[(&str, ())] = &[
        ("whenever a player taps a land for mana , that player adds one mana of any type that land produced .", ()),
        (
            "whenever a player taps a land for mana , that player adds an additional one mana of any type that land produced .",
            (),
        ),
    ];
    if maybe(i, table(EVERYBODY)).is_some() {
        return Ok(more().set("what", Value::text("land")).set("same", Value::Number(1)));
    }
    const ATTACHED: &[(&str, ())] =
        &[("whenever enchanted land is tapped for mana ,", ()), ("whenever enchanted forest is tapped for mana ,", ())];
    table(ATTACHED).parse_next(i)?;
    lit("its controller adds").parse_next(i)?;
    let _ = eat(i, "an additional");
    let more = more().set("what", Value::text("attached"));
    if eat(i, "one mana of any color .") {
        return Ok(more.set("mana", Value::text("any-colour")));
    }
    if eat(i, "one mana of the chosen color .") {
        return Ok(more.set("mana", Value::text("chosen-colour")));
    }
    let symbols = super::grammar::mana(i)?;
    lit(".").parse_next(i)?;
    let first = symbols.get(..3).unwrap_or_default();
    let n = symbols.len() / 3;
    if symbols != first.repeat(n) {
        return Err(Stuck { left: i.len() });
    }
    Ok(more.set("mana", Value::text(first)).count(super::ast::Amount::Number(n as i32)))
}

/// Whether the line has a colon outside of quotation marks.
pub(super) fn colon(line: &[Token]) -> bool {
    let mut within = false;
    for token in line {
        match token.text.as_str() {
            "\"" => within = !within,
            ":" if !within => return true,
            _ => {}
        }
    }
    false
}

fn strip_ability_word(i: &mut In<'_>) {
    let start = *i;
    if maybe(i, table(ABILITY_WORDS)).is_none() || !eat(i, "—") {
        *i = start;
    }
}

/// What a static line of an instant or sorcery can say.
fn of_a_spell(said: &Said) -> bool {
    match said {
        Said::Keywords(list) => list.iter().all(|k| *k == "uncounterable"),
        Said::Field(key, _) => matches!(*key, "additional-cost" | "timing"),
        Said::CastIf(_) | Said::Way(..) => true,
        Said::Static(effect, _) => matches!(effect.name, "costs-less" | "costs-less-targeting"),
        _ => false,
    }
}

pub(super) fn targets(pairs: &mut Pairs, scope: &Scope<'_>) {
    if !scope.targets.is_empty() {
        let list = scope.targets.iter().map(|t| Value::text(t.as_str())).collect();
        pairs.push(pair("targets", Value::List(list)));
    }
}

fn one(mut values: Vec<Value>) -> Read<Value> {
    match values.len() {
        1 => Ok(values.remove(0)),
        _ => Err(Why("it comes to more than one thing").into()),
    }
}

/// A static ability whose value stands under no key: `{ max-hand-size = "none" }`.
fn unwrapped(value: Value) -> Value {
    let Value::Table(pairs) = value else { return value };
    Value::Table(
        pairs
            .into_iter()
            .map(|(name, inner)| match inner {
                Value::Table(mut keys) if keys.len() == 1 && keys[0].0.is_empty() => (name, keys.remove(0).1),
                inner => (name, inner),
            })
            .collect(),
    )
}
