//! Amounts and conditions in the words of card files.

use super::ast::{Amount, Cond, Obj, Who, Zone};
use super::lower::{Lowered, Scope, Why};
use super::value::Value;

impl Scope<'_> {
    /// An amount as a number or words.
    pub(super) fn amount(&mut self, amount: &Amount) -> Lowered<Value> {
        if let Amount::Number(n) = amount {
            return Ok(Value::Number(*n));
        }
        self.words(amount).map(Value::Text)
    }

    pub(super) fn words(&mut self, amount: &Amount) -> Lowered<String> {
        Ok(match amount {
            Amount::Number(n) => n.to_string(),
            Amount::X if self.x => "x".to_owned(),
            Amount::X => return Err(Why("nothing says what X is")),
            Amount::That if self.counted => "result".to_owned(),
            Amount::That if self.event.amount => "that".to_owned(),
            Amount::That => return Err(Why("it is not clear how much `that much` is")),
            Amount::Plain(words) => (*words).to_owned(),
            Amount::Count(filter) if filter.zone == Zone::YourGraveyard => {
                format!("graveyard {}", self.filter(filter)?)
            }
            Amount::Count(filter) => format!("count {}", self.filter(filter)?),
            Amount::Greatest(name, what) => format!("{name} {}", self.filter(what)?),
            Amount::HalfLife(who, up) => {
                let life = match who {
                    Who::You => "life".to_owned(),
                    who => format!("life of {}", self.player_said(who)?),
                };
                if *up { format!("{life} - {life} / 2") } else { format!("{life} / 2") }
            }
            Amount::Hand(Who::You) => "hand".to_owned(),
            Amount::Hand(who) => format!("hand of {}", self.player_said(who)?),
            Amount::Life(Who::You) => "life".to_owned(),
            Amount::Life(who) => format!("life of {}", self.player_said(who)?),
            Amount::Of(what, obj) => match self.meant(obj)?.word.as_str() {
                "self" => (*what).to_owned(),
                "targets" => return Err(Why("several targets have no one size")),
                word => format!("{what} of {word}"),
            },
            Amount::Counters(kind, obj) => match self.meant(obj)?.word.as_str() {
                "self" => format!("counters {kind}"),
                "targets" => return Err(Why("several targets have no one number of counters")),
                word => format!("counters {kind} of {word}"),
            },
            Amount::Devotion(colour, None) => format!("devotion {colour}"),
            Amount::Devotion(colour, Some(other)) => format!("devotion {colour}|{other}"),
            Amount::Times(inner, n) => match &**inner {
                Amount::Times(..) | Amount::Plus(..) => return Err(Why("too much is multiplied")),
                inner => format!("{} * {n}", self.words(inner)?),
            },
            Amount::Plus(inner, n) => match &**inner {
                Amount::Plus(..) => return Err(Why("too much is added")),
                inner => format!("{} + {n}", self.words(inner)?),
            },
        })
    }

    /// A player meant within an amount, who is mentioned already.
    pub(super) fn player_said(&mut self, who: &Who) -> Lowered<String> {
        let word = self.player(who)?;
        if word.starts_with("each") { Err(Why("each of several players has a number of their own")) } else { Ok(word) }
    }

    /// A condition in the words of card files.
    pub(super) fn condition(&mut self, cond: &Cond) -> Lowered<String> {
        Ok(match cond {
            Cond::Plain(word) => (*word).to_owned(),
            Cond::Compare(amount, sign, n) => {
                // Nobody has less than nothing.
                let sign = if matches!(amount, Amount::Hand(_)) && *n == 0 { "<=" } else { sign };
                format!("{} {sign} {n}", self.words(amount)?)
            }
            Cond::Is(obj, filter) => {
                let object = self.meant(obj)?;
                // "It" may be what was mentioned before, but for what only the source is asked.
                let state =
                    matches!(&filter.words[..], [one] if matches!(one.as_str(), "attacking" | "tapped" | "untapped"));
                if object.plural || object.word == "self" && *obj != Obj::Me && !state {
                    return Err(Why("it is not clear what is asked about"));
                }
                match &filter.words[..] {
                    [state] if object.word == "self" && matches!(state.as_str(), "tapped" | "untapped") => {
                        state.clone()
                    }
                    _ => format!("{} is {}", object.word, self.filter(filter)?),
                }
            }
            Cond::Not(inner) => match &**inner {
                Cond::And(..) => return Err(Why("too much is denied")),
                inner => format!("not {}", self.condition(inner)?),
            },
            Cond::And(one, two) => format!("{} and {}", self.condition(one)?, self.condition(two)?),
        })
    }
}
