//! What is chosen as a permanent enters: `creature-type`, `one of 2`, `name nonland`.

use crate::cards::ability::Choosing;
use crate::cards::compile::Compiler;

use super::{Parsed, Word, first, named, names, nothing_more};

const PLAIN: &[(&str, Choosing)] = &[
    ("creature-type", Choosing::CreatureType),
    ("colour", Choosing::Colour),
    ("player", Choosing::Player),
    ("opponent", Choosing::Opponent),
];

impl Compiler<'_> {
    /// What is chosen.
    pub(in crate::cards) fn parse_choosing(&mut self, words: &[Word<'_>]) -> Parsed<Choosing> {
        const EXPECTED: &str = "creature-type, colour, player, opponent, `one of 2`, or `name` and a filter";
        let (head, rest) = first(words, EXPECTED)?;
        if let Some(choosing) = named(PLAIN, head.text) {
            return nothing_more(rest).map(|()| choosing);
        }
        match (head.text, rest) {
            ("one", [of, number]) if of.text == "of" => {
                match number.number()? {
                    n @ 2..=8 => Ok(Choosing::OneOf(n)),
                    _ => Err(number
                        .fault(format!("`{}` is no number of words to choose from (expected 2 to 8)", number.text))),
                }
            }
            ("name", filter) => {
                let filter = self.parse_filter(filter)?;
                Ok(Choosing::CardName(self.intern_filter(filter)))
            }
            _ => Err(head.is_not("something that is chosen", EXPECTED, names(PLAIN).chain(["one", "name"]))),
        }
    }
}
