//! Players (`each-opponent`, `controller of target`) and objects (`self`, `target 2`, `creature yours`).

use crate::cards::ability::TargetKind;
use crate::cards::compile::Compiler;
use crate::cards::effect::{Graveyards, What, Who};

use super::{Parsed, Word, first, named, names, nothing_more};

const PLAYERS: &[(&str, Who)] = &[
    ("you", Who::You),
    ("each-player", Who::EachPlayer),
    ("each-opponent", Who::EachOpponent),
    ("each-other-player", Who::EachOther),
    ("active", Who::Active),
    ("targets", Who::Targets),
    ("that", Who::That),
    ("each", Who::Each),
    ("defending", Who::Defending),
    ("chosen-player", Who::Chosen),
];

const OBJECTS: &[(&str, What)] = &[
    ("self", What::Source),
    ("targets", What::Targets),
    ("that", What::That),
    ("them", What::Them),
    ("it", What::Them),
    ("attached", What::Attached),
    ("exiled-with-self", What::ExiledWithSource),
    ("this-card", What::Card),
];

impl Compiler<'_> {
    /// A player or several.
    pub(in crate::cards) fn parse_who(&mut self, words: &[Word<'_>]) -> Parsed<Who> {
        let (head, rest) = first(words, "a player such as `you` or `each-opponent`")?;
        if let [of, object @ ..] = rest
            && of.text == "of"
        {
            match head.text {
                "controller" => return self.parse_what(object).map(Who::ControllerOf),
                "owner" => return self.parse_what(object).map(Who::OwnerOf),
                _ => {}
            }
        }
        if head.text == "target" {
            return self.target_player(head, rest);
        }
        if let Some(who) = named(PLAYERS, head.text) {
            nothing_more(rest)?;
            self.speaks_of_that_player |= who == Who::That;
            return Ok(who);
        }
        self.seat(words).ok_or_else(|| self.unknown_player(head))
    }

    /// The seat whose name is exactly those words.
    fn seat(&self, words: &[Word<'_>]) -> Option<Who> {
        let name: Vec<_> = words.iter().map(|w| w.text).collect();
        let name = name.join(" ");
        let at = self.seats.iter().position(|seat| *seat == name)?;
        Some(Who::Entrant(at as u8))
    }

    fn unknown_player(&self, word: Word<'_>) -> super::Fault {
        let expected = if self.seats.is_empty() {
            "you, target, each-player, each-opponent, active, that, controller of ...".to_owned()
        } else {
            format!("you, each-player, each-opponent, active, or a seat: {}", self.seats.join(", "))
        };
        let all = names(PLAYERS).chain(["target", "controller", "owner"]).chain(self.seats.iter().map(String::as_str));
        word.is_not("a player", &expected, all)
    }

    /// One object or several.
    pub(in crate::cards) fn parse_what(&mut self, words: &[Word<'_>]) -> Parsed<What> {
        let (head, rest) = first(words, "an object such as `self`, `target` or `creature yours`")?;
        if head.text == "target" {
            return self.target_object(head, rest);
        }
        if let [card, of, that] = words
            && [card.text, of.text, that.text] == ["card", "of", "that"]
        {
            return Ok(What::CardOfThat);
        }
        if let [card, of, target, number @ ..] = words
            && [card.text, of.text, target.text] == ["card", "of", "target"]
        {
            return self.target_number(*target, number).map(What::CardOfTarget);
        }
        if let Some((cards, whose)) = super::target::in_graveyards(words) {
            let whose = whose.map_or(Ok(Graveyards::Yours), |words| self.parse_graveyards(words))?;
            let filter = self.parse_filter(cards)?;
            return Ok(What::InGraveyard(whose, self.intern_filter(filter)));
        }
        if let Some(what) = named(OBJECTS, head.text) {
            nothing_more(rest)?;
            return Ok(what);
        }
        let filter = self.parse_filter(words)?;
        Ok(What::All(self.intern_filter(filter)))
    }

    /// Whose graveyards are meant by `in graveyard of`.
    fn parse_graveyards(&mut self, words: &[Word<'_>]) -> Parsed<Graveyards> {
        let (head, _) = first(words, "`target`, `that`, `each-player` or `each-opponent`")?;
        match self.parse_who(words)? {
            Who::Target(n) => Ok(Graveyards::Target(n)),
            Who::That => Ok(Graveyards::That),
            Who::EachPlayer => Ok(Graveyards::All),
            Who::EachOpponent => Ok(Graveyards::Opponents),
            _ => Err(head.is_not("whose graveyards are meant", "target, that, each-player, each-opponent", [])),
        }
    }

    fn target_player(&self, head: Word<'_>, rest: &[Word<'_>]) -> Parsed<Who> {
        let n = self.target_number(head, rest)?;
        match self.targets[usize::from(n)].kind {
            TargetKind::Player { .. }
            | TargetKind::Any
            | TargetKind::PlayerOrPlaneswalker { .. }
            | TargetKind::PermanentOrPlayer => Ok(Who::Target(n)),
            _ => Err(head.fault(format!("target {} is not a player", n + 1))),
        }
    }

    fn target_object(&self, head: Word<'_>, rest: &[Word<'_>]) -> Parsed<What> {
        let n = self.target_number(head, rest)?;
        match self.targets[usize::from(n)].kind {
            TargetKind::Player { .. } => Err(head.fault(format!("target {} is a player, not an object", n + 1))),
            _ => Ok(What::Target(n)),
        }
    }

    /// `target` or `target 2`: its number, from 0.
    pub(in crate::cards) fn target_number(&self, head: Word<'_>, rest: &[Word<'_>]) -> Parsed<u8> {
        let n: u8 = match rest {
            [] => 1,
            [number] => number.number()?,
            [_, extra, ..] => {
                return Err(extra.fault(format!("`{}` is one word too many", extra.text)));
            }
        };
        let declared = self.targets.len();
        if n == 0 || usize::from(n) > declared {
            return Err(head.fault(format!("there is no target {n}: `targets` declares {declared}")));
        }
        Ok(n - 1)
    }
}
