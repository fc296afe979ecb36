//! Why an act of the script was not asked for, in words: what its author should look at first.

use std::fmt;

use crate::agents::act::Act;
use crate::game::decision::DecisionKind;

/// An act that its player was not asked for at its moment, with what may be why.
pub(super) struct Unasked<'a> {
    /// Whose act it is.
    pub(super) who: &'a str,
    pub(super) act: &'a Act,
    /// Its moment, as the scenario says it.
    pub(super) moment: String,
    /// In which turn its player left.
    pub(super) left: Option<u32>,
    /// Who would have had to decide for them.
    pub(super) by: Option<&'a str>,
    pub(super) instead: Option<Instead>,
    /// Nobody got priority at its moment.
    pub(super) no_priority: bool,
    /// The same step came once more in that turn.
    pub(super) comes_again: bool,
    /// The game was over in that turn.
    pub(super) game_over: bool,
}

/// What happened instead of the act. Lines are those of the scenario.
pub(super) enum Instead {
    /// Its question was asked, and the act in that line answered.
    Answered { line: usize },
    /// The answer in that line, for which nobody has asked, comes first.
    HeldBack { line: usize },
    /// An earlier act passes for its player.
    PassedOn,
    /// An earlier act passed while nothing was on the stack.
    PassedAway,
    /// Attackers or blockers were asked for, which `choose` does not declare.
    Declared(DecisionKind),
}

/// Where nobody is asked to choose.
const ALONE: &str = "nobody is asked where there is one candidate or none";

impl fmt::Display for Unasked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let again = if matches!(self.instead, Some(Instead::Answered { .. })) { " again" } else { "" };
        write!(f, "{} was not asked for {}{again} in {}", self.who, question(self.act), self.moment)?;
        for (at, cause) in self.causes().iter().enumerate() {
            write!(f, "{} {cause}", if at == 0 { ":" } else { ";" })?;
        }
        Ok(())
    }
}

impl Unasked<'_> {
    /// What is likely, first what is sure.
    fn causes(&self) -> Vec<String> {
        if let Some(turn) = self.left {
            return vec![format!("{} left in turn {turn}", self.who)];
        }
        let mut causes: Vec<String> = self.instead.iter().map(|instead| self.instead_of_it(instead)).collect();
        if self.comes_again {
            causes.push("that step came again in this turn, which `nth` tells apart".to_owned());
        }
        causes.extend(self.by.map(|by| format!("it is done only where {by} decides for {}", self.who)));
        let sure = !causes.is_empty();
        match self.act {
            Act::Choose(_) => causes.push(ALONE.to_owned()),
            Act::Block(_) if !sure => {
                causes.push("only who is attacked, and has a creature that could block, is asked".to_owned());
            }
            Act::Attack(_) if !sure => {
                causes.push("only the active player, with a creature that could attack, is asked".to_owned());
            }
            _ if sure => {}
            _ if self.no_priority => causes.push("nobody got priority there".to_owned()),
            _ if self.game_over => causes.push("the game was over before".to_owned()),
            _ => {}
        }
        causes
    }

    fn instead_of_it(&self, instead: &Instead) -> String {
        match instead {
            Instead::Answered { line } => format!("line {line} answered"),
            Instead::HeldBack { line } => {
                format!("the answer in line {line} comes first, and nobody has asked for it")
            }
            Instead::PassedOn => format!("an earlier `pass` passes for {}", self.who),
            Instead::PassedAway => {
                "an earlier `pass` passed with nothing on the stack, which ends the step once everybody passes"
                    .to_owned()
            }
            Instead::Declared(DecisionKind::Attackers) => {
                format!("{} was asked for attackers, which `attack` declares", self.who)
            }
            Instead::Declared(_) => {
                format!(
                    "{} was asked for blocks, which `block` declares; a spell is cast after that, or in declare-attackers",
                    self.who
                )
            }
        }
    }
}

/// What the act answers.
const fn question(act: &Act) -> &'static str {
    match act {
        Act::Attack(_) => "attackers",
        Act::Block(_) => "blocks",
        Act::Choose(_) => "a choice",
        Act::Pass(_)
        | Act::PlayLand(_)
        | Act::Cast { .. }
        | Act::Suspend { .. }
        | Act::TurnUp(_)
        | Act::CastFaceDown(_)
        | Act::Activate { .. }
        | Act::Foretell(_)
        | Act::Concede => "an act at priority",
    }
}
