//! Sentences about what happened at once: equal ones are said together, with how many there are of them.

use crate::turn::SeatSet;

use super::page::{Line, Tint};

/// A verb for one and for several.
pub(super) type Verb = [&'static str; 2];

/// What a verb is followed by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum What {
    /// Words, or none: `attacks Goreclaw`.
    Words(String),
    /// So many of something: `draws a card`, `draws 3 cards`.
    Things(String),
    /// So many of something with a name: `discards Island`, `discards 2 Island`.
    Named(String),
    /// So much of something: `deals 3 damage to Goreclaw`.
    Measure(String),
}

/// A sentence.
#[derive(Debug, Clone)]
pub(super) struct Saying {
    /// Who or what.
    pub(super) subject: String,
    /// How many of it, where equal sentences are about further ones and not about the same again.
    pub(super) several: Option<u32>,
    pub(super) verb: Verb,
    pub(super) what: What,
    /// How many or how much of `what`; added up.
    pub(super) amount: i32,
    /// What it comes to: the last of equal sentences has it right.
    pub(super) tail: String,
    pub(super) depth: usize,
    pub(super) tint: Tint,
    pub(super) about: SeatSet,
}

impl Saying {
    /// A player does something.
    pub(super) fn act(seat: &str, verb: &'static str, what: What, amount: i32) -> Saying {
        Saying { several: None, ..Saying::things(seat, [verb, verb], what, amount) }
    }

    /// Something does something; several like it may do the same.
    pub(super) fn things(subject: &str, verb: Verb, what: What, amount: i32) -> Saying {
        Saying {
            subject: subject.to_owned(),
            several: Some(1),
            verb,
            what,
            amount,
            tail: String::new(),
            depth: 0,
            tint: Tint::Plain,
            about: SeatSet::EMPTY,
        }
    }

    /// A sentence as it is.
    pub(super) fn plain(text: String) -> Saying {
        Saying { subject: text, several: None, ..Saying::things("", ["", ""], What::Words(String::new()), 0) }
    }

    pub(super) fn ending(self, tail: String) -> Saying {
        Saying { tail, ..self }
    }

    /// Takes in another one, if it says the same. Plain sentences are about what is there once.
    fn takes(&mut self, other: &Saying) -> bool {
        let same = self.subject == other.subject
            && (self.verb, &self.what, self.depth) == (other.verb, &other.what, other.depth)
            && !self.verb[0].is_empty();
        if same {
            self.several = self.several.map(|n| n + 1);
            self.amount += other.amount;
            self.tail.clone_from(&other.tail);
            self.about = self.about.or(other.about);
        }
        same
    }

    fn line(self) -> Line {
        let subject = match self.several {
            Some(n) if n > 1 => format!("{n} {}", self.subject),
            _ => self.subject,
        };
        let verb = self.verb[usize::from(self.several.is_some_and(|n| n > 1))];
        let what = match (self.what, self.amount) {
            (What::Words(words), _) => words,
            (What::Things(thing), 1) => format!("{} {thing}", article(&thing)),
            (What::Things(thing), n) => format!("{n} {thing}s"),
            (What::Named(name), 1) => name,
            (What::Named(name), n) => format!("{n} {name}"),
            (What::Measure(words), n) => format!("{n} {words}"),
        };
        let words = [subject.as_str(), verb, &what].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
        Line { depth: self.depth, text: words.join(" ") + &self.tail, tint: self.tint, about: self.about }
    }
}

fn article(word: &str) -> &'static str {
    if word.starts_with(['A', 'E', 'I', 'O', 'U', 'a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

/// The lines for sentences about what happened at once, equal ones together where the first of them stands.
pub(super) fn lines(sayings: Vec<Saying>) -> Vec<Line> {
    let mut told: Vec<Saying> = Vec::new();
    for saying in sayings {
        if !told.iter_mut().any(|earlier| earlier.takes(&saying)) {
            told.push(saying);
        }
    }
    told.into_iter().map(Saying::line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(sayings: Vec<Saying>) -> Vec<String> {
        lines(sayings).into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn equal_sentences_are_one_with_a_number() {
        let words = |text: &str| What::Words(text.to_owned());
        let attack = |whom| Saying::things("Drake 2/2", ["attacks", "attack"], words(whom), 0);
        assert_eq!(told(vec![attack("B"), attack("C"), attack("B")]), ["2 Drake 2/2 attack B", "Drake 2/2 attacks C"]);
        let hit = |left: i32| {
            let damage = What::Measure("damage to B".to_owned());
            Saying::things("Drake", ["deals", "deal"], damage, 2).ending(format!(": {left} life"))
        };
        assert_eq!(told(vec![hit(38), hit(36)]), ["2 Drake deal 4 damage to B: 36 life"]);
        let draw = |what: &str| Saying::act("A", "draws", What::Things(what.to_owned()), 1);
        assert_eq!(told(vec![draw("card")]), ["A draws a card"]);
        assert_eq!(told(vec![draw("Elf token")]), ["A draws an Elf token"]);
        assert_eq!(told(vec![draw("card"), draw("card"), draw("card")]), ["A draws 3 cards"]);
        let discard = || Saying::act("A", "discards", What::Named("Island".to_owned()), 1);
        assert_eq!(told(vec![discard(), discard()]), ["A discards 2 Island"]);
        let plain = || Saying::plain("A begins".to_owned());
        assert_eq!(told(vec![plain(), plain()]), ["A begins", "A begins"]);
    }
}
