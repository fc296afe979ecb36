//! What is chosen as a permanent enters: `creature-type`, `one of 2`, `name nonland`.

use crate::cards::ability::Choosing;
use crate::cards::compile::Compiler;
use crate::cards::mana::ManaSet;

use super::filter::COLOURS;
use super::{Parsed, Word, first, named, names, nothing_more};

const PLAIN: &[(&str, Choosing)] =
    &[("creature-type", Choosing::CreatureType), ("player", Choosing::Player), ("opponent", Choosing::Opponent)];

impl Compiler<'_> {
    /// What is chosen.
    pub(in crate::cards) fn parse_choosing(&mut self, words: &[Word<'_>]) -> Parsed<Choosing> {
        const EXPECTED: &str = "creature-type, colour, `colour not-blue`, `colour black|red`, player, opponent, `one of 2`, or `name` and a filter";
        let (head, rest) = first(words, EXPECTED)?;
        if let Some(choosing) = named(PLAIN, head.text) {
            return nothing_more(rest).map(|()| choosing);
        }
        if head.text == "colour" {
            return colours(rest).map(Choosing::Colour);
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
            _ => Err(head.is_not("something that is chosen", EXPECTED, names(PLAIN).chain(["colour", "one", "name"]))),
        }
    }
}

/// All colours, all but one, or some: `not-blue`, `black|red`.
fn colours(words: &[Word<'_>]) -> Parsed<ManaSet> {
    let Some((word, rest)) = words.split_first() else { return Ok(ManaSet::COLOURS) };
    nothing_more(rest)?;
    let colour = |name: &str| {
        named(COLOURS, name).ok_or_else(|| word.is_not("a colour", "white, blue, black, red or green", names(COLOURS)))
    };
    match word.text.strip_prefix("not-") {
        Some(name) => colour(name).map(|colour| ManaSet::COLOURS - colour),
        None => word.text.split('|').try_fold(ManaSet::empty(), |all, name| Ok(all | colour(name)?)),
    }
}
