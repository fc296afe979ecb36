//! Targets: `player`, `opponent`, `any`, `nonland permanent`, `spell noncreature`, `card creature in your graveyard`.

use crate::cards::ability::{TargetKind, TargetSpec};
use crate::cards::compile::Compiler;

use super::{Parsed, Word, first, nothing_more};

impl Compiler<'_> {
    /// One target; `up to one` before it makes it optional.
    pub(in crate::cards) fn parse_target(&mut self, words: &[Word<'_>]) -> Parsed<TargetSpec> {
        let (optional, words) = match words {
            [up, to, one, rest @ ..] if [up.text, to.text, one.text] == ["up", "to", "one"] => (true, rest),
            _ => (false, words),
        };
        let kind = self.target_kind(words)?;
        Ok(TargetSpec { kind, optional })
    }

    fn target_kind(&mut self, words: &[Word<'_>]) -> Parsed<TargetKind> {
        let (head, rest) = first(words, "a target such as `player`, `any` or `creature opponents`")?;
        match head.text {
            "player" => return nothing_more(rest).map(|()| TargetKind::Player { opponent: false }),
            "opponent" => {
                return nothing_more(rest).map(|()| TargetKind::Player { opponent: true });
            }
            "any" => return nothing_more(rest).map(|()| TargetKind::Any),
            _ => {}
        }
        if let Some((cards, yours)) = in_graveyard(words) {
            let filter = self.parse_filter(cards)?;
            return Ok(TargetKind::GraveyardCard { filter: self.intern_filter(filter), yours });
        }
        if let [what @ .., or, suspended] = words
            && [or.text, suspended.text] == ["or", "suspended"]
        {
            let filter = self.parse_filter(what)?;
            return Ok(TargetKind::PermanentOrSuspended(self.intern_filter(filter)));
        }
        let filter = self.parse_filter(words)?;
        let filter = self.intern_filter(filter);
        Ok(if words.iter().any(|w| w.text == "spell") {
            TargetKind::Spell(filter)
        } else {
            TargetKind::Permanent(filter)
        })
    }
}

/// The words before `in your graveyard` or `in graveyard`.
fn in_graveyard<'w, 't>(words: &'w [Word<'t>]) -> Option<(&'w [Word<'t>], bool)> {
    let at = words.iter().position(|w| w.text == "in")?;
    let place: Vec<_> = words[at + 1..].iter().map(|w| w.text).collect();
    match place.as_slice() {
        ["your", "graveyard"] => Some((&words[..at], true)),
        ["graveyard"] => Some((&words[..at], false)),
        _ => None,
    }
}
