//! What an agent is told in its life at a table, apart from questions.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::cards::catalog::Catalog;
use crate::cards::effect::CardId;
use crate::game::setup::TableRules;
use crate::game::stops::Stops;
use crate::game::{Dice, Outcome};
use crate::turn::{BySeat, Phase, Seat, Step};

/// A seat is taken: what everybody at the table knows, and the player's own deck.
#[derive(Clone)]
pub struct Seated {
    /// The game's index in its run, from 0.
    pub game: u64,
    /// Whose seat it is.
    pub seat: Seat,
    /// What results call the players, in turn order.
    pub names: BySeat<Arc<str>>,
    /// The format's name.
    pub format: Arc<str>,
    /// The format's numbers and the house rules.
    pub rules: Arc<TableRules>,
    /// The player's own deck, before the shuffle.
    pub deck: Arc<Decklist>,
    /// The player's own dice: with them it plays the same again.
    pub dice: Dice,
    /// The cards that ids stand for.
    pub catalog: Arc<Catalog>,
}

impl fmt::Debug for Seated {
    /// Without the catalog, which is long, and the dice.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Seated { game, seat, names, format, rules, deck, dice: _, catalog: _ } = self;
        f.debug_struct("Seated")
            .field("game", game)
            .field("seat", seat)
            .field("names", names)
            .field("format", format)
            .field("rules", rules)
            .field("deck", deck)
            .finish_non_exhaustive()
    }
}

/// A deck as its player knows it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Decklist {
    /// The deck's name; empty without a deck.
    pub name: Arc<str>,
    /// Commanders (CR 903.3).
    pub commanders: Vec<CardId>,
    /// The other cards, each as often as it is in the deck; `None`: an endless library of nothing.
    pub cards: Option<Vec<CardId>>,
}

/// What an agent wants to be asked and told; the answer to [`Seated`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wants {
    /// At which priorities it is asked at all.
    pub stops: Stops,
    /// It is told what happens: [`Agent::observe`](super::Agent::observe).
    pub events: bool,
    /// It is told of every step: [`Agent::phase`](super::Agent::phase).
    pub phases: bool,
    /// It may concede without being asked anything: [`Agent::concedes`](super::Agent::concedes).
    pub concedes: bool,
}

impl Wants {
    /// Every question, event and step; it concedes only in answer to a question.
    #[must_use]
    pub const fn everything() -> Wants {
        Wants { stops: Stops::ALL, events: true, phases: true, concedes: false }
    }

    /// Questions at those stops, and nothing else.
    #[must_use]
    pub const fn only_asked(stops: Stops) -> Wants {
        Wants { stops, events: false, phases: false, concedes: false }
    }
}

/// News of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhaseBegan {
    /// Turns begun so far.
    pub turn: u32,
    /// The phase.
    pub phase: Phase,
    /// The step.
    pub step: Step,
}

/// The game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Over {
    /// How it ended.
    pub outcome: Outcome,
}
