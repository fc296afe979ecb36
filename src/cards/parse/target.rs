//! Targets: `player`, `opponent`, `any`, `nonland permanent`, `spell noncreature`, `card creature in your graveyard`.

use crate::cards::ability::{AimedAt, TargetKind, TargetSpec};
use crate::cards::compile::Compiler;
use crate::cards::effect::{Amount, Filter, Whose};

use super::filter::WHOSE;
use super::{Parsed, Word, first, named, nothing_more};

impl Compiler<'_> {
    /// One target; `up to one` before it makes it optional, `any number of` the last of several, `up to x` as many as X at most,
    /// `as many as kicked` as many as that, `another` makes it none of those before it, `unfailing` that what it is the target
    /// of resolves even if it is illegal by then, and `if ...` after it says when there is
    /// one at all.
    pub(in crate::cards) fn parse_target(&mut self, words: &[Word<'_>]) -> Parsed<TargetSpec> {
        let (words, only_if) = match words.iter().position(|w| w.text == "if") {
            Some(at) => (&words[..at], Some(self.parse_condition(&words[at + 1..])?)),
            None => (words, None),
        };
        let (each_opponent, words) = match words {
            [first, rest @ ..] if first.text == "for-each-opponent" => (true, rest),
            words => (false, words),
        };
        let begins = |with: [&str; 3]| words.len() > 3 && words.iter().zip(with).all(|(word, text)| word.text == text);
        let (one, any) = (begins(["up", "to", "one"]), begins(["any", "number", "of"]));
        let (counted, exactly) = (begins(["up", "to", "x"]), begins(["as", "many", "as"]));
        let at_most = match (counted, exactly) {
            (true, _) => Some(self.intern_amount(Amount::X)),
            (_, true) => Some(self.parse_amount(&words[3..4])?),
            _ => None,
        };
        let words = match (one || any || counted, exactly) {
            (true, _) => &words[3..],
            (_, true) => &words[4..],
            _ => words,
        };
        let many = any || at_most.is_some() || each_opponent;
        let (another, words) = match words {
            [first, rest @ ..] if first.text == "another" => (true, rest),
            words => (false, words),
        };
        let (unfailing, words) = match words {
            [first, rest @ ..] if first.text == "unfailing" => (true, rest),
            words => (false, words),
        };
        let kind = self.target_kind(words)?;
        if each_opponent {
            if any || at_most.is_some() || another || only_if.is_some() {
                let (head, _) = first(words, "a target")?;
                return Err(head.fault("of each opponent there is one target, or `up to one`".to_owned()));
            }
            let kind = self.of_opponents(kind, words)?;
            return Ok(TargetSpec {
                optional: true,
                many: true,
                exactly: !one,
                each_opponent,
                ..TargetSpec::one(kind)
            });
        }
        let optional = one || many || only_if.is_some();
        let exactly = exactly || only_if.is_some() && !one && !many;
        Ok(TargetSpec { kind, optional, many, at_most, exactly, each_opponent, only_if, another, unfailing })
    }

    /// The same, only what opponents control or have in their graveyards.
    fn of_opponents(&mut self, kind: TargetKind, words: &[Word<'_>]) -> Parsed<TargetKind> {
        let filter = match kind {
            TargetKind::Permanent(filter) | TargetKind::GraveyardCard { filter, yours: false } => filter,
            _ => {
                let (head, _) = first(words, "a target")?;
                return Err(head.is_not("what each opponent has", "a permanent, or a card `in graveyard`", []));
            }
        };
        let filter = Filter { whose: Whose::Opponents, ..self.catalog.filter(filter).clone() };
        let filter = self.intern_filter(filter);
        Ok(match kind {
            TargetKind::GraveyardCard { yours, .. } => TargetKind::GraveyardCard { filter, yours },
            _ => TargetKind::Permanent(filter),
        })
    }

    fn target_kind(&mut self, words: &[Word<'_>]) -> Parsed<TargetKind> {
        if let Some(at) = words.iter().position(|w| w.text == "targeting") {
            return self.aimed_kind(&words[..at], &words[at + 1..]);
        }
        if let [what @ .., or, suspended] = words
            && [or.text, suspended.text] == ["or", "suspended"]
        {
            let filter = self.parse_filter(what)?;
            return Ok(TargetKind::PermanentOrSuspended(self.intern_filter(filter)));
        }
        let (head, rest) = first(words, "a target such as `player`, `any` or `creature opponents`")?;
        match head.text {
            "player" => return nothing_more(rest).map(|()| TargetKind::Player { opponent: false }),
            "opponent" => {
                return nothing_more(rest).map(|()| TargetKind::Player { opponent: true });
            }
            "player-or-planeswalker" => {
                return nothing_more(rest).map(|()| TargetKind::PlayerOrPlaneswalker { opponent: false });
            }
            "opponent-or-planeswalker" => {
                return nothing_more(rest).map(|()| TargetKind::PlayerOrPlaneswalker { opponent: true });
            }
            "any" => return nothing_more(rest).map(|()| TargetKind::Any),
            "spell-or-permanent" => {
                let filter = if rest.is_empty() { Filter::default() } else { self.parse_filter(rest)? };
                return Ok(TargetKind::SpellOrPermanent(self.intern_filter(filter)));
            }
            "permanent-or-player" => return nothing_more(rest).map(|()| TargetKind::PermanentOrPlayer),
            "spell-or-ability" | "spell-with-one-target" | "spell-or-ability-with-one-target" => {
                let filter = if rest.is_empty() { Filter::default() } else { self.parse_filter(rest)? };
                let (abilities, single) = (head.text.contains("ability"), head.text.ends_with("target"));
                let filter = self.intern_filter(filter);
                return Ok(TargetKind::SpellOrAbility { filter, abilities, single, aimed: None });
            }
            _ => {}
        }
        if let Some((ability, kinds)) = words.split_last()
            && ability.text == "ability"
        {
            return ability_kind(kinds);
        }
        if let Some((cards, yours)) = in_graveyard(words) {
            let filter = self.parse_filter(cards)?;
            return Ok(TargetKind::GraveyardCard { filter: self.intern_filter(filter), yours });
        }
        let filter = self.parse_filter(words)?;
        let filter = self.intern_filter(filter);
        Ok(if words.iter().any(|w| w.text == "spell") {
            TargetKind::Spell(filter)
        } else {
            TargetKind::Permanent(filter)
        })
    }

    /// A spell, or a spell or ability, and what it must target: `spell targeting creature yours`,
    /// `spell-or-ability targeting you or creature yours`.
    fn aimed_kind(&mut self, spells: &[Word<'_>], at: &[Word<'_>]) -> Parsed<TargetKind> {
        let (head, rest) = first(spells, "`spell` or `spell-or-ability` before `targeting`")?;
        let (filter, abilities) = match head.text {
            "spell-or-ability" if rest.is_empty() => (Filter::default(), true),
            "spell-or-ability" => (self.parse_filter(rest)?, true),
            _ if spells.iter().any(|w| w.text == "spell") => (self.parse_filter(spells)?, false),
            _ => return Err(head.is_not("what has targets", "`spell` or `spell-or-ability`", [])),
        };
        let (head, rest) = first(at, "`you`, or which permanents")?;
        let (you, permanents) = match (head.text, rest) {
            ("you", []) => (true, rest),
            ("you", [or, permanents @ ..]) if or.text == "or" => (true, permanents),
            ("you", [other, ..]) => return Err(other.is_not("expected here", "`or`", [])),
            _ => (false, at),
        };
        let permanent = if permanents.is_empty() { None } else { Some(self.parse_filter(permanents)?) };
        let permanent = permanent.map(|filter| self.intern_filter(filter));
        let (filter, aimed) = (self.intern_filter(filter), Some(AimedAt { you, permanent }));
        Ok(TargetKind::SpellOrAbility { filter, abilities, single: false, aimed })
    }
}

/// `triggered yours ability`, `activated|triggered ability`.
fn ability_kind(words: &[Word<'_>]) -> Parsed<TargetKind> {
    let (mut activated, mut triggered, mut whose) = (false, false, Whose::Any);
    for word in words {
        match (word.text, named(WHOSE, word.text)) {
            ("activated", _) => activated = true,
            ("triggered", _) => triggered = true,
            ("activated|triggered", _) => (activated, triggered) = (true, true),
            (_, Some(of @ (Whose::Yours | Whose::Opponents))) => whose = of,
            _ => {
                let expected = "activated, triggered, activated|triggered, yours, opponents";
                return Err(word.is_not("a word for an ability", expected, []));
            }
        }
    }
    if !activated && !triggered {
        (activated, triggered) = (true, true);
    }
    Ok(TargetKind::Ability { activated, triggered, whose })
}

/// The words before `in your graveyard` or `in graveyard of` players, and the players' words.
pub(super) fn in_graveyards<'w, 't>(words: &'w [Word<'t>]) -> Option<(&'w [Word<'t>], Option<&'w [Word<'t>]>)> {
    let at = words.iter().position(|w| w.text == "in")?;
    match &words[at + 1..] {
        [your, place] if [your.text, place.text] == ["your", "graveyard"] => Some((&words[..at], None)),
        [place, of, who @ ..] if [place.text, of.text] == ["graveyard", "of"] => Some((&words[..at], Some(who))),
        _ => None,
    }
}

/// The words before `in your graveyard` or `in graveyard`.
pub(super) fn in_graveyard<'w, 't>(words: &'w [Word<'t>]) -> Option<(&'w [Word<'t>], bool)> {
    let at = words.iter().position(|w| w.text == "in")?;
    let place: Vec<_> = words[at + 1..].iter().map(|w| w.text).collect();
    match place.as_slice() {
        ["your", "graveyard"] => Some((&words[..at], true)),
        ["graveyard"] => Some((&words[..at], false)),
        _ => None,
    }
}
