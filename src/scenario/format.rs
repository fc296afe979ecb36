//! Formats as data: how many play, in which teams, with how much life, what a legal deck is, and what a turn is made of.

use std::borrow::Cow;
use std::sync::Arc;

use crate::cards::limits;
use crate::turn::{Passing, Sequence, Step, Teams, TurnNames};

/// What makes a deck legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeckRules {
    /// The fewest cards, the commander included.
    pub fewest: usize,
    /// The most cards, the commander included.
    pub most: usize,
    /// The most copies of a card that isn't a basic land or says otherwise.
    pub copies: usize,
    /// One legendary creature leads the deck, and every card is within its colour identity (CR 903.3, 903.5c).
    pub commander: bool,
    /// The Commander ban list applies.
    pub ban_list: bool,
}

/// What a turn is made of, where a format says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnShape {
    /// The phases and their steps, in order.
    pub sequence: Sequence,
    /// What those that aren't in the rules are called.
    pub names: TurnNames,
    /// Steps that give priority though the rules' do not, and steps that never do.
    pub priority_in: Vec<(Step, bool)>,
}

/// A way to play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Format {
    /// What messages call it.
    pub name: Cow<'static, str>,
    /// Starting life, of a team where life is shared.
    pub life: i32,
    /// The fewest seats.
    pub fewest_seats: usize,
    /// The most seats.
    pub most_seats: usize,
    /// Who shares turns, life and fate (CR 805, 810).
    pub teams: Teams,
    /// What a legal deck is.
    pub deck: DeckRules,
    /// Whether the first player or team draws in turn 1; `None`: by their number (CR 103.8).
    pub first_draw: Option<bool>,
    /// Whether the first mulligan is free; `None`: by the number of players (CR 103.5c).
    pub free_mulligan: Option<bool>,
    /// Who gets priority.
    pub passing: Passing,
    /// What a turn is made of; `None`: as in the rules (CR 500.1).
    pub turn: Option<Arc<TurnShape>>,
}

impl Format {
    /// Commander (CR 903): 40 life, 100 cards with the commander, no card twice.
    pub const COMMANDER: Format = Format {
        name: Cow::Borrowed("commander"),
        life: 40,
        fewest_seats: 2,
        most_seats: crate::turn::MAX_SEATS,
        teams: Teams::of_size(1),
        deck: DeckRules { fewest: 100, most: 100, copies: 1, commander: true, ban_list: true },
        first_draw: None,
        free_mulligan: None,
        passing: Passing::TurnOrder,
        turn: None,
    };

    /// Constructed (CR 100.2a): two players, 20 life, 60 cards or more (up to a limit of this program's own), at most
    /// four copies.
    pub const CONSTRUCTED: Format = Format {
        name: Cow::Borrowed("constructed"),
        life: 20,
        most_seats: 2,
        deck: DeckRules { fewest: 60, most: limits::DECK_CARDS, copies: 4, commander: false, ban_list: false },
        ..Format::COMMANDER
    };

    /// Two-Headed Giant (CR 810): two teams of two with 30 life each, decks as in constructed.
    pub const TWO_HEADED_GIANT: Format = Format {
        name: Cow::Borrowed("two-headed-giant"),
        life: 30,
        fewest_seats: 4,
        most_seats: 4,
        teams: Teams::of_size(2),
        ..Format::CONSTRUCTED
    };
}
