//! What a text says, before its references ("it", "that player") are resolved.

use super::value::Value;

/// Where the objects of a noun phrase are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Zone {
    /// On the battlefield, or on the stack for spells.
    #[default]
    Usual,
    /// In the controller's graveyard.
    YourGraveyard,
    /// In any graveyard.
    AnyGraveyard,
}

/// A noun phrase: the words of a filter.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Filter {
    /// The words, without whose.
    pub(super) words: Vec<String>,
    /// Whose, as a word of filters.
    pub(super) whose: Option<&'static str>,
    /// The player behind `theirs`.
    pub(super) them: Option<Box<Who>>,
    /// Where.
    pub(super) zone: Zone,
    /// The noun by which it is meant later: `creature`, `permanent`, `card`, `spell`, ...
    pub(super) noun: &'static str,
    /// Whether it is in the plural.
    pub(super) plural: bool,
}

impl Filter {
    /// The words of a filter as card files write them, without the zone.
    pub(super) fn print(&self) -> String {
        let mut words = self.words.clone();
        words.extend(self.whose.map(str::to_owned));
        if words.is_empty() { "card".to_owned() } else { words.join(" ") }
    }

    /// The same filter with one more word.
    pub(super) fn with(mut self, word: &str) -> Filter {
        if !self.words.iter().any(|w| w == word) {
            self.words.push(word.to_owned());
        }
        self
    }

    /// Whether that word is among the words.
    pub(super) fn has(&self, word: &str) -> bool {
        self.words.iter().any(|w| w == word)
    }
}

/// What a target is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TargetOf {
    /// A player; only an opponent.
    Player {
        /// Only an opponent.
        opponent: bool,
    },
    /// A player or a planeswalker.
    PlayerOrPlaneswalker { opponent: bool },
    /// Anything that can be dealt damage.
    Any,
    /// A spell or ability on the stack, as a word of card files.
    OnStack(&'static str),
    /// Objects that pass.
    Objects(Filter),
}

/// "Up to two target creatures".
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Target {
    /// What.
    pub(super) of: TargetOf,
    /// How many.
    pub(super) count: u8,
    /// Fewer will do.
    pub(super) up_to: bool,
    /// Any number of them.
    pub(super) any_number: bool,
    /// One for each opponent, of theirs.
    pub(super) each_opponent: bool,
}

impl Target {
    /// One player.
    pub(super) const fn player(opponent: bool) -> Target {
        let of = TargetOf::Player { opponent };
        Target { of, count: 1, up_to: false, any_number: false, each_opponent: false }
    }
}

/// One object or several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Obj {
    /// The card itself.
    Me,
    /// What it is attached to, called by that noun.
    Attached(&'static str),
    /// A target, chosen here.
    Target(Target),
    /// "It".
    It,
    /// "That creature".
    That(&'static str),
    /// "Those creatures", "them".
    Those(&'static str),
    /// Everything that passes.
    Each(Filter),
    /// Every card that passes in the graveyards of players.
    InGraveyards(Filter, Box<Who>),
    /// Some that a player chooses as it resolves.
    Choice(Filter, i32),
    /// As a word of card files.
    Word(&'static str),
}

/// One player or several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Who {
    /// The controller.
    You,
    /// A target, chosen here.
    Target(Target),
    /// Each player.
    EachPlayer,
    /// Each opponent.
    EachOpponent,
    /// Each other player.
    EachOther,
    /// "That player".
    That,
    /// "They", whoever was meant last.
    They,
    /// The controller of an object.
    ControllerOf(Obj),
    /// The owner of an object.
    OwnerOf(Obj),
    /// The defending player.
    Defending,
}

/// A number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Amount {
    /// Itself.
    Number(i32),
    /// X.
    X,
    /// "That much", "that many".
    That,
    /// As words of card files.
    Plain(&'static str),
    /// So many on the battlefield, or in a graveyard.
    Count(Filter),
    /// The greatest of something among those: `greatest-power`.
    Greatest(&'static str, Filter),
    /// Half of a player's life, rounded up or down.
    HalfLife(Who, bool),
    /// Cards in a player's hand.
    Hand(Who),
    /// A player's life total.
    Life(Who),
    /// Something of an object: `power`, `toughness`, `mana-value`.
    Of(&'static str, Obj),
    /// Counters of a kind on an object.
    Counters(String, Obj),
    /// Devotion to a colour, or to two.
    Devotion(&'static str, Option<&'static str>),
    /// So many times that.
    Times(Box<Amount>, i32),
    /// The sum with a number.
    Plus(Box<Amount>, i32),
}

/// A condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cond {
    /// As words of card files.
    Plain(&'static str),
    /// An amount compared with a number.
    Compare(Amount, &'static str, i32),
    /// An object passes.
    Is(Obj, Filter),
    /// Not.
    Not(Box<Cond>),
    /// Both.
    And(Box<Cond>, Box<Cond>),
}

/// A parameter of an effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Arg {
    /// Objects.
    Obj(Obj),
    /// A player.
    Who(Who),
    /// A number.
    Amount(Amount),
    /// Power and toughness.
    Size(Amount, Amount),
    /// A filter that the effect itself asks.
    Filter(Filter),
    /// A condition.
    Cond(Cond),
    /// Whatever needs no resolving.
    Value(Value),
    /// Effects within.
    Do(Vec<Effect>),
    /// Lists of effects, one of which is chosen.
    Modes(Vec<Vec<Effect>>),
    /// What a triggered ability triggers on.
    Trigger(Box<super::triggers::Trigger>),
    /// A token, by its description.
    Token(Box<super::tokens::Token>),
}

/// An effect: its name, its parameters in written order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Effect {
    /// The name, as in card files.
    pub(super) name: &'static str,
    /// The parameters.
    pub(super) args: Vec<(&'static str, Arg)>,
}

impl Effect {
    /// An effect without parameters.
    pub(super) fn new(name: &'static str) -> Effect {
        Effect { name, args: Vec::new() }
    }

    /// With one more parameter.
    pub(super) fn arg(mut self, key: &'static str, arg: Arg) -> Effect {
        self.args.push((key, arg));
        self
    }

    /// About objects.
    pub(super) fn what(self, obj: Obj) -> Effect {
        self.arg("what", Arg::Obj(obj))
    }

    /// Of a player; the controller goes without saying.
    pub(super) fn who(self, who: Who) -> Effect {
        self.arg("player", Arg::Who(who))
    }

    /// With a count; 1 goes without saying.
    pub(super) fn count(self, amount: Amount) -> Effect {
        if amount == Amount::Number(1) { self } else { self.arg("count", Arg::Amount(amount)) }
    }

    /// With a fixed value.
    pub(super) fn set(self, key: &'static str, value: Value) -> Effect {
        self.arg(key, Arg::Value(value))
    }

    /// With a flag, if it is set.
    pub(super) fn flag(self, key: &'static str, on: bool) -> Effect {
        if on { self.set(key, Value::Flag(true)) } else { self }
    }
}
