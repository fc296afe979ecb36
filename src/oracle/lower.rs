//! References resolved: "it" and "that player" become the words of card files, targets get their numbers.

use super::ast::{Amount, Arg, Cond, Effect, Obj, Who};
use super::tokens::{KnownTokens, Token};
use super::value::Value;

/// Why something said cannot be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Why(pub(super) &'static str);

pub(super) type Lowered<T> = Result<T, Why>;

/// What is meant by a word, and by which noun it may be called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Meant {
    /// The word of card files.
    pub(super) word: String,
    /// The noun.
    pub(super) noun: &'static str,
    /// Several.
    pub(super) plural: bool,
}

impl Meant {
    /// One thing.
    pub(super) fn one(word: &str, noun: &'static str) -> Meant {
        Meant { word: word.to_owned(), noun, plural: false }
    }

    /// What could be several things, so that no word may mean it.
    pub(super) fn nothing() -> Meant {
        Meant { word: String::new(), noun: "none", plural: true }
    }
}

/// What a trigger event brings along.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Event {
    /// The object it was about.
    pub(super) object: Option<Meant>,
    /// The player it was about.
    pub(super) player: Option<&'static str>,
    /// A number came with it.
    pub(super) amount: bool,
    /// The source attacks: there is a defending player.
    pub(super) attacks: bool,
    /// The object is what the source is attached to.
    pub(super) attached: bool,
    /// The object has left the battlefield.
    pub(super) gone: bool,
    /// The object has become the target of a spell or ability, which may be countered.
    pub(super) targeted: bool,
    /// It was about something besides the source that has no word here: a card that was discarded, a land that was played.
    pub(super) unnamed: bool,
}

/// Something that a card lacks: tokens that no catalog has.
#[derive(Debug, Clone, Default)]
pub(super) struct Made {
    /// Keys and tokens.
    pub(super) tokens: Vec<(String, Token)>,
}

/// What is known while an ability is resolved.
pub(super) struct Scope<'c> {
    /// The card's name.
    pub(super) card: &'c str,
    /// Tokens there are.
    pub(super) known: &'c KnownTokens,
    /// What it was triggered by.
    pub(super) event: Event,
    /// An X is paid.
    pub(super) x: bool,
    /// The source lies in the graveyard when it is activated.
    pub(super) in_graveyard: bool,
    /// "It" means the source when nothing else was mentioned.
    pub(super) on_source: bool,
    /// The targets so far.
    pub(super) targets: Vec<String>,
    pub(super) slots: Vec<Meant>,
    pub(super) players: Vec<String>,
    pub(super) several: bool,
    pub(super) last: Option<Meant>,
    pub(super) last_player: Option<String>,
    pub(super) them: Option<Meant>,
    pub(super) perhaps: bool,
    /// The targeted card that has just been moved.
    pub(super) fresh: Option<Meant>,
    pub(super) counted: bool,
    /// What is divided among the targets.
    pub(super) divide: Option<Value>,
    /// The card is an Aura or Equipment, which has a bearer.
    pub(super) bears: bool,
    /// What is being said happens if the spell was kicked.
    pub(super) if_kicked: bool,
}

impl<'c> Scope<'c> {
    /// Nothing mentioned yet.
    pub(super) fn new(card: &'c str, known: &'c KnownTokens) -> Scope<'c> {
        Scope {
            card,
            known,
            event: Event::default(),
            x: false,
            in_graveyard: false,
            on_source: true,
            targets: Vec::new(),
            slots: Vec::new(),
            players: Vec::new(),
            several: false,
            last: None,
            last_player: None,
            them: None,
            perhaps: false,
            fresh: None,
            counted: false,
            divide: None,
            bears: false,
            if_kicked: false,
        }
    }

    /// All effects, in order.
    pub(super) fn effects(&mut self, effects: &[Effect], made: &mut Made) -> Lowered<Vec<Value>> {
        let mut out = Vec::new();
        for effect in effects {
            self.effect(effect, made, &mut out)?;
        }
        self.at_once(&mut out);
        if self.several && self.slots.len() + self.players.len() > self.targets.len() {
            return Err(Why("it has several targets at once and others besides"));
        }
        Ok(out)
    }

    /// "Destroy target artifact and target land": one thing done to all targets.
    fn at_once(&self, out: &mut Vec<Value>) {
        let n = self.targets.len();
        if n < 2 || self.several || out.len() != n || !self.players.is_empty() {
            return;
        }
        let name_of = |value: &Value| match value {
            Value::Table(pairs) => pairs.first().map(|(name, _)| name.clone()),
            _ => None,
        };
        let Some(name) = name_of(&out[0]) else { return };
        if !["destroy", "exile", "tap", "untap", "bounce"].contains(&name.as_str()) {
            return;
        }
        let each = out.iter().enumerate().all(|(k, value)| {
            let word = if k == 0 { "target".to_owned() } else { format!("target {}", k + 1) };
            *value == Value::single(&name, Value::single("what", Value::Text(word)))
        });
        if each {
            *out = vec![Value::single(&name, Value::single("what", Value::text("targets")))];
        }
    }

    fn effect(&mut self, effect: &Effect, made: &mut Made, out: &mut Vec<Value>) -> Lowered<()> {
        // For each of them: a hand, a library of their own.
        if let Some((_, Arg::Who(who @ (Who::EachPlayer | Who::EachOpponent | Who::EachOther)))) =
            effect.args.iter().find(|(k, _)| *k == "player")
        {
            let own =
                matches!(effect.name, "discard-hand" | "search" | "shuffle-hand-and-graveyard" | "shuffle-graveyard");
            let name = match who {
                Who::EachPlayer => "each-player",
                Who::EachOpponent => "each-opponent",
                _ => "each-other-player",
            };
            let before =
                matches!(out.last(), Some(Value::Table(pairs)) if pairs.first().is_some_and(|(k, _)| k == name));
            if own || before && effect.name == "draw" {
                let mut inner = effect.clone();
                inner.args.retain(|(k, _)| *k != "player");
                let mut list = Vec::new();
                self.effect(&inner, made, &mut list)?;
                self.counted = false;
                self.last_player = None;
                out.push(Value::single(name, Value::one_or_many(list)));
                return Ok(());
            }
        }
        match effect.name {
            "fight" => return self.fight(effect, out),
            "counter-that" => return self.counter_that(out),
            "return-to-hand" => return self.return_to_hand(effect, out),
            "shuffle-this" => return Err(Why("it is shuffled away before it has resolved")),
            "from-graveyard" if !self.in_graveyard => return Err(Why("the source lies in the graveyard")),
            "from-graveyard" => {
                let to = effect.args.iter().find_map(|(_, a)| match a {
                    Arg::Value(to) => Some(to.clone()),
                    _ => None,
                });
                let to = to.ok_or(Why("nothing says where to"))?;
                out.push(written("move", vec![("what", Value::text("self")), ("to", to)]));
                self.last = Some(Meant::one("self", "permanent"));
                return Ok(());
            }
            "attach-it" => return self.attach_it(effect, out),
            "permit-them" => return self.permit(effect, out),
            "keep-one-of-each" => return Scope::keep_one_of_each(effect, out),
            "whenever" => return self.whenever(effect, made, out),
            "return-exiled-now" => return self.return_exiled(effect, out),
            _ => {}
        }
        let name = effect.name;
        if name == "may-pay"
            && effect.args.iter().any(|(_, arg)| *arg == Arg::Obj(Obj::It))
            && self.it()?.word != "self"
        {
            return Err(Why("what is sacrificed as a cost is not the source"));
        }
        // X of what is paid for is what is paid (CR 107.3).
        let pays_x = name == "may-pay"
            && effect.args.iter().any(|(_, arg)| matches!(arg, Arg::Value(Value::Text(cost)) if cost.contains("{X}")));
        let outer_x = self.x;
        self.x |= pays_x;
        let mut table: Vec<(&'static str, Value)> = Vec::new();
        let (last, them) = (self.last.clone(), self.them.clone());
        let if_kicked = name == "if"
            && effect.args.iter().any(|(_, arg)| *arg == Arg::Cond(Cond::Compare(Amount::Plain("kicked"), ">=", 1)));
        let (mut kicked, mut unkicked) = (Vec::new(), Vec::new());
        for (key, arg) in &effect.args {
            match (*key, arg) {
                // CR 601.2c: what is targeted only if it is kicked, or only if not.
                ("then" | "else", Arg::Do(list)) if if_kicked && !self.on_source => {
                    let before = self.targets.len();
                    let outer = std::mem::replace(&mut self.if_kicked, *key == "then");
                    let value = self.inner(list, made);
                    self.if_kicked = outer;
                    let value = Value::one_or_many(value?);
                    if self.several && self.targets.len() > before {
                        return Err(Why("several targets depend on kicking"));
                    }
                    if *key == "then" { &mut kicked } else { &mut unkicked }.extend(before..self.targets.len());
                    table.push((key, value));
                }
                ("player", Arg::Who(Who::You)) => {
                    self.last_player = None;
                }
                ("divide", Arg::Amount(amount)) => self.divide = Some(self.amount(amount)?),
                ("targets", Arg::Obj(obj)) => {
                    self.object(obj)?;
                }
                ("target", Arg::Obj(obj)) => {
                    let word = self.object(obj)?;
                    match word.strip_prefix("target ").map(str::parse) {
                        Some(Ok(n)) => table.push(("target", Value::Number(n))),
                        Some(Err(_)) => return Err(Why("its target has no number")),
                        None => {}
                    }
                }
                // What is paid with is said by the cost.
                ("what", Arg::Obj(Obj::It)) if name == "may-pay" => {}
                // "If this spell was kicked, it deals ...".
                ("from", Arg::Obj(Obj::It)) if self.if_kicked => {}
                ("from", Arg::Obj(obj)) => {
                    let before = self.last.clone();
                    let word = self.object(obj)?;
                    // Who deals the damage is not what "it" means afterwards.
                    if !matches!(obj, Obj::Target(_)) {
                        self.last = before;
                    }
                    if word != "self" {
                        table.push(("from", Value::text(word)));
                    }
                }
                ("what" | "to" | "copy", Arg::Obj(obj)) if self.event.gone && self.is_gone(obj) => {
                    return Err(Why("what has left the battlefield is spoken of as if it were there"));
                }
                ("what", Arg::Obj(Obj::Me)) if matches!(name, "put-counters" | "remove-counters") => {
                    self.last = Some(Meant::one("self", "permanent"));
                }
                ("what", Arg::Obj(obj)) => {
                    let word = self.object(obj)?;
                    let silent = word == "self" && matches!(name, "put-counters" | "remove-counters");
                    if !silent {
                        table.push(("what", Value::text(word)));
                    }
                }
                ("to", Arg::Who(Who::They)) if self.several || self.last.as_ref().is_some_and(|last| last.plural) => {
                    return Err(Why("`them` could be players or objects"));
                }
                ("until", Arg::Value(Value::Text(text))) if text == "unsaid" => {
                    // "It gains haste", of what has just come: for as long as it is there.
                    let fresh = table.iter().any(|(k, v)| *k == "what" && *v == Value::text("them"));
                    if !fresh {
                        return Err(Why("it does not say for how long"));
                    }
                    table.push(("until", Value::text("permanent")));
                }
                (key, arg) => {
                    let value = self.arg(arg, made)?;
                    table.push((key, value));
                }
            }
        }
        self.x = outer_x;
        if name == "damage" && table.iter().any(|(k, _)| *k == "from") {
            let at_target = |v: &Value| matches!(v, Value::Text(to) if to.starts_with("target"));
            if !table.iter().any(|(k, v)| *k == "to" && at_target(v)) {
                return Err(Why("what deals damage deals it to a target here"));
            }
        }
        // What is done instead without a target of its own is done to the other's.
        if kicked.is_empty() {
            unkicked.clear();
        }
        for (places, holds) in [(kicked, "if kicked >= 1"), (unkicked, "if kicked = 0")] {
            places.into_iter().for_each(|n: usize| self.targets[n] = format!("{} {holds}", self.targets[n]));
        }
        // What the event is about is damaged by a word of its own, as `that` is a player there.
        let at_object = effect.args.iter().any(|(key, arg)| *key == "to" && matches!(arg, Arg::Obj(_)));
        if name == "damage" && at_object && table.iter().any(|(k, v)| *k == "to" && *v == Value::text("that")) {
            if table.iter().any(|(k, _)| *k == "from") {
                return Err(Why("something else deals the damage to what the event is about"));
            }
            let amount = table.iter().find(|(k, _)| *k == "amount").map(|(_, v)| v.clone());
            self.after(effect);
            out.push(Value::single("damage-that", amount.ok_or(Why("nothing says how much damage"))?));
            return Ok(());
        }
        let other = |v: &Value| matches!(v, Value::Text(words) if words.split(' ').any(|w| w == "other"));
        if self.bears {
            others_than_bearer(&mut table);
        }
        // "Each other" of what gets bigger is not "each other than the source".
        let itself =
            !table.iter().any(|(k, v)| *k == "what" && *v != Value::text("self") && *v != Value::text("attached"));
        if !itself && table.iter().any(|(k, v)| matches!(*k, "power" | "toughness" | "count" | "amount") && other(v)) {
            return Err(Why("it is not clear than what the others are others"));
        }
        // Of a spell the others are others than what was mentioned.
        if !self.on_source && table.iter().any(|(k, v)| *k == "what" && other(v)) {
            return Err(Why("it is not clear than what the others are others"));
        }
        table.sort_by_key(|(key, _)| ORDER.iter().position(|k| k == key).unwrap_or(ORDER.len()));
        self.after(effect);
        // What happens only perhaps cannot be meant by what always happens.
        let within = effect.args.iter().any(|(_, a)| matches!(a, Arg::Do(_) | Arg::Modes(_)));
        if within && (self.last != last || self.them != them) {
            self.last = Some(Meant::nothing());
            self.them = them;
            self.perhaps = true;
            self.fresh = None;
        }
        out.push(written(name, table));
        Ok(())
    }

    /// Whether an object is the one that has left the battlefield.
    fn is_gone(&mut self, obj: &Obj) -> bool {
        if matches!(obj, Obj::Target(_) | Obj::Each(_) | Obj::Word(_)) {
            return false;
        }
        let gone = self.event.object.as_ref().map(|o| o.word.clone());
        self.meant(obj).is_ok_and(|m| Some(m.word) == gone)
    }

    /// What an effect leaves to be meant by later ones.
    fn after(&mut self, effect: &Effect) {
        match effect.name {
            "create-token" => {
                let plural = effect.args.iter().any(|(k, _)| *k == "count");
                let meant = Meant { word: "them".to_owned(), noun: "token", plural };
                self.them = Some(meant.clone());
                self.last = Some(meant);
            }
            "exile" | "move" => {
                self.fresh = match (&self.last, effect.name) {
                    (Some(last), "move") if last.word.starts_with("target") && !last.plural => Some(last.clone()),
                    _ => None,
                };
                let plural = self.last.as_ref().is_some_and(|l| l.plural);
                let meant = Meant { word: "them".to_owned(), noun: "card", plural };
                self.them = Some(meant);
                if effect.name == "move"
                    && effect.args.iter().any(|(k, v)| {
                        *k == "to" && matches!(v, Arg::Value(Value::Text(to)) if to.starts_with("battlefield"))
                    })
                {
                    self.last = Some(Meant { word: "them".to_owned(), noun: "creature", plural });
                }
            }
            "exile-top" | "look-at-top" | "exile-until-source-leaves" => {
                let exiles = effect.name != "look-at-top"
                    || effect.args.iter().any(|(k, a)| {
                        *k == "to" && matches!(a, Arg::Value(Value::Text(to)) if to.starts_with("exile"))
                    });
                let plural = effect.args.iter().any(|(k, a)| {
                    *k == "count" && effect.name == "exile-top"
                        || matches!(a, Arg::Who(Who::EachOpponent | Who::EachPlayer))
                });
                let plural = plural
                    || effect.name == "exile-until-source-leaves" && self.last.as_ref().is_some_and(|l| l.plural);
                self.them = exiles.then(|| Meant { word: "them".to_owned(), noun: "card", plural });
                if effect.name == "look-at-top" {
                    self.last = Some(Meant::nothing());
                }
            }
            "search" | "reveal-until" => {
                self.them = None;
                self.last = Some(Meant::nothing());
            }
            // Under another player's control they may no longer be what was said of them.
            "gain-control" => {
                let varies =
                    |word: &str| ["power", "toughness", "opponents", "not-yours"].iter().any(|w| word.contains(w));
                if self.last.as_ref().is_some_and(|last| last.plural && varies(&last.word)) {
                    self.last = Some(Meant::nothing());
                }
            }
            "may-put-from-hand" => {
                let meant = Meant::one("them", "permanent");
                self.them = Some(meant.clone());
                self.last = Some(meant);
            }
            _ => {}
        }
        let numbered =
            |(key, arg): &(&str, Arg)| matches!(*key, "count" | "amount") && !matches!(arg, Arg::Amount(Amount::That));
        if effect.args.iter().any(numbered) {
            self.counted = false;
        }
        if matches!(effect.name, "discard-hand" | "lose-life") {
            let each = effect
                .args
                .iter()
                .any(|(_, a)| matches!(a, Arg::Who(Who::EachPlayer | Who::EachOpponent | Who::EachOther)));
            self.counted = !each;
        }
    }

    fn arg(&mut self, arg: &Arg, made: &mut Made) -> Lowered<Value> {
        Ok(match arg {
            Arg::Obj(obj) => Value::text(self.object(obj)?),
            Arg::Who(who) => Value::text(self.player(who)?),
            Arg::Amount(amount) => self.amount(amount)?,
            Arg::Size(power, toughness) => Value::List(vec![self.amount(power)?, self.amount(toughness)?]),
            Arg::Filter(filter) => Value::text(self.filter(filter)?),
            Arg::Cond(cond) => Value::text(self.condition(cond)?),
            Arg::Value(value) => value.clone(),
            Arg::Do(effects) => Value::one_or_many(self.inner(effects, made)?),
            Arg::Modes(modes) => {
                let mut list = Vec::new();
                for mode in modes {
                    list.push(Value::one_or_many(self.inner(mode, made)?));
                }
                Value::List(list)
            }
            Arg::Trigger(_) => return Err(Why("nothing triggers")),
            Arg::Token(token) => Value::text(self.token(token, made)),
        })
    }

    fn inner(&mut self, effects: &[Effect], made: &mut Made) -> Lowered<Vec<Value>> {
        if effects.is_empty() {
            return Err(Why("something may be done for nothing"));
        }
        let mut out = Vec::new();
        for effect in effects {
            self.effect(effect, made, &mut out)?;
        }
        if out.is_empty() { Err(Why("nothing is done")) } else { Ok(out) }
    }

    fn token(&mut self, token: &Token, made: &mut Made) -> String {
        if let Some(key) = self.known.key_of(token) {
            return key.to_owned();
        }
        if token.size.is_none() && token.abilities.is_empty() {
            return token.name.clone();
        }
        let key = token.own_key(self.card);
        if !made.tokens.iter().any(|(k, _)| *k == key) {
            made.tokens.push((key.clone(), token.clone()));
        }
        key
    }

    // ---- what is said otherwise than it is written ----

    fn fight(&mut self, effect: &Effect, out: &mut Vec<Value>) -> Lowered<()> {
        let [(_, Arg::Obj(one)), (_, Arg::Obj(two))] = &effect.args[..] else {
            return Err(Why("a fight needs two"));
        };
        let one = self.object(one)?;
        let two = self.object(two)?;
        if !one.starts_with("target") || !two.starts_with("target") {
            return Err(Why("only targets fight here"));
        }
        out.push(written("fight", vec![("what", Value::text(one.as_str())), ("with", Value::text(two.as_str()))]));
        Ok(())
    }

    /// "Counter that spell": that of the event, when nothing else could be meant.
    fn counter_that(&mut self, out: &mut Vec<Value>) -> Lowered<()> {
        let spell = self.event.object.as_ref().is_some_and(|object| object.word == "that" && object.noun == "spell");
        if !self.targets.is_empty() || self.last.is_some() || !spell && !self.event.targeted {
            return Err(Why("it is not clear what is countered"));
        }
        // Of what has become a target, "its controller" is not who controls the spell.
        if self.event.targeted {
            self.last = Some(Meant::nothing());
        }
        out.push(written("counter-that", Vec::new()));
        Ok(())
    }

    /// "Attach it to target creature", of the source alone.
    fn attach_it(&mut self, effect: &Effect, out: &mut Vec<Value>) -> Lowered<()> {
        let [(_, Arg::Obj(it)), (_, Arg::Obj(to))] = &effect.args[..] else { return Err(Why("nothing is attached")) };
        if self.meant(it)?.word != "self" {
            return Err(Why("something else than the source is attached"));
        }
        let to = self.object(to)?;
        out.push(written("attach", vec![("to", Value::Text(to))]));
        Ok(())
    }

    fn return_to_hand(&mut self, effect: &Effect, out: &mut Vec<Value>) -> Lowered<()> {
        let [(_, Arg::Obj(obj))] = &effect.args[..] else { return Err(Why("nothing is returned")) };
        let meant = self.meant(obj)?;
        // What is attached goes to the graveyard soon after what it was attached to (CR 704.5m).
        if self.event.gone && self.event.attached && *obj == Obj::Me {
            out.push(written("move", vec![("what", Value::text("this-card")), ("to", Value::text("hand"))]));
            return Ok(());
        }
        if self.event.gone && self.event.object.as_ref().is_some_and(|o| o.word == meant.word) {
            if meant.word != "self" {
                return Err(Why("what has left the battlefield is returned"));
            }
            out.push(written("move", vec![("what", Value::text("this-card")), ("to", Value::text("hand"))]));
            return Ok(());
        }
        if meant.noun == "card" || meant.word == "them" {
            return Err(Why("it is not clear from where it is returned"));
        }
        self.last = Some(meant.clone());
        out.push(written("bounce", vec![("what", Value::text(meant.word))]));
        Ok(())
    }

    /// Cards that have just been exiled may be played.
    fn permit(&mut self, effect: &Effect, out: &mut Vec<Value>) -> Lowered<()> {
        let Some(them) = self.them.as_ref().filter(|them| them.noun == "card") else {
            return Err(Why("nothing has been exiled that could be played"));
        };
        let plural = effect.args.iter().any(|(key, _)| *key == "plural");
        if them.plural != plural {
            return Err(Why("it is not clear how many cards may be played"));
        }
        let args = effect.args.iter().filter_map(|(key, arg)| match arg {
            Arg::Value(value) if *key != "plural" => Some((*key, value.clone())),
            _ => None,
        });
        out.push(written("permit", args.collect()));
        Ok(())
    }

    fn return_exiled(&mut self, effect: &Effect, out: &mut Vec<Value>) -> Lowered<()> {
        let [(_, Arg::Obj(obj)), (_, Arg::Value(to)), counters @ ..] = &effect.args[..] else {
            return Err(Why("nothing is returned"));
        };
        let moved = |what: &str| {
            let mut table = vec![("what", Value::text(what)), ("to", to.clone())];
            if let [(_, Arg::Value(counters))] = counters {
                table.push(("counters", counters.clone()));
            }
            written("move", table)
        };
        if self.them.as_ref().is_some_and(|them| them.noun == "card") {
            let plural = matches!(obj, Obj::Those(_));
            if self.them.as_ref().is_some_and(|them| them.plural) != plural {
                return Err(Why("it is not clear how many are returned"));
            }
            out.push(moved("them"));
            self.last = Some(Meant { word: "them".to_owned(), noun: "creature", plural });
            return Ok(());
        }
        let own = self.event.gone && self.event.object.as_ref().is_some_and(|o| o.word == "self");
        if own && matches!(obj, Obj::It | Obj::That("card")) && self.slots.is_empty() {
            out.push(moved("this-card"));
            self.last = Some(Meant::one("them", "creature"));
            return Ok(());
        }
        Err(Why("it is not clear what is returned to the battlefield"))
    }
}

/// In which order keys are written.
const ORDER: [&str; 39] = [
    "condition",
    "player",
    "cost",
    "pay",
    "token",
    "copy",
    "target",
    "whose",
    "what",
    "except",
    "from",
    "kind",
    "mana",
    "power",
    "toughness",
    "size",
    "type",
    "keywords",
    "colours",
    "adds-colours",
    "every-creature-type",
    "count",
    "take",
    "up-to",
    "to",
    "amount",
    "rest",
    "random",
    "tapped",
    "attacking",
    "this-turn",
    "combat",
    "until",
    "phases",
    "after",
    "do",
    "then",
    "else",
    "modes",
];

/// An effect as a value: its bare name when it has no parameters that matter.
fn written(name: &str, table: Vec<(&str, Value)>) -> Value {
    const BARE: [&str; 14] = [
        "become-day",
        "become-night",
        "counter-that",
        "return-exiled",
        "proliferate",
        "become-monarch",
        "take-initiative",
        "end-turn",
        "damage-as-divided",
        "prevent-combat-damage",
        "cant-lose",
        "damage-leaves-one",
        "commander-to-hand",
        "end-combat",
    ];
    if table.is_empty() && BARE.contains(&name) {
        return Value::text(name);
    }
    Value::single(name, Value::Table(table.into_iter().map(|(k, v)| (k.to_owned(), v)).collect()))
}

/// Other creatures of what an Aura or Equipment says are other than its bearer; of enchantments and artifacts it is one itself.
fn others_than_bearer(table: &mut [(&'static str, Value)]) {
    for (key, value) in table {
        if let Value::Text(words) = value
            && matches!(*key, "" | "what" | "power" | "toughness" | "count" | "amount")
            && words.split(' ').any(|word| word == "creature")
        {
            let said = words.split(' ').map(|word| if word == "other" { "not-bears-self" } else { word });
            *words = said.collect::<Vec<_>>().join(" ");
        }
    }
}
