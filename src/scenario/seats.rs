//! Seats as checked: who sits there, with which deck, and what is prepared.

use std::time::Duration;

use crate::agents::Pilot;
use crate::cards::effect::{CardId, CounterKind};
use crate::game::Thinking;
use crate::turn::Seat;

use super::deck::Deck;
use super::settings::AgentSpec;

/// A seat of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatSetup {
    /// Its name: unique, and free of the signs that turn tokens and winners are written with.
    pub name: String,
    /// Its deck; `None`: an endless library of nothing.
    pub deck: Option<Deck>,
    /// Its team's name, where turns are shared.
    pub team: Option<String>,
    /// Who answers for it.
    pub agent: AgentSpec,
    /// How it plays, where rules of thumb decide.
    pub pilot: Pilot,
    /// How long it may think in each turn of anybody's, on the virtual clock.
    pub time_limit: Option<Duration>,
    /// How long it may think in the whole game.
    pub game_time_limit: Option<Duration>,
    /// How long its answers take; `None`: as many steps as they took.
    pub thinking: Option<Thinking>,
    /// What it starts with; when any seat has one, the game starts in the untap step of turn 1 without mulligans.
    pub board: Option<Board>,
}

/// Words that mean something else where a seat can be named.
const WORDS: [&str; 14] = [
    "random",
    "none",
    "default",
    "you",
    "target",
    "each",
    "each-player",
    "each-opponent",
    "each-other-player",
    "active",
    "that",
    "defending",
    "controller",
    "owner",
];

/// Whether a seat can't be called so, as that means something else where one is named.
#[must_use]
pub fn means_something_else(name: &str) -> bool {
    WORDS.contains(&name) || position_in(name).is_some()
}

/// The place at the table, counted from 1, that a text such as `position 2` means; no seat can be called so.
#[must_use]
pub fn position_in(text: &str) -> Option<usize> {
    let digits = text.strip_prefix("position ").filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
    digits.parse().ok()
}

/// A prepared start.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Board {
    /// Life, of the whole team where it is shared; `None`: the format's.
    pub life: Option<i32>,
    /// Poison counters, of the whole team where they are shared; `None`: none.
    pub poison: Option<u16>,
    /// The hand.
    pub hand: Vec<CardId>,
    /// The permanents it controls.
    pub battlefield: Vec<BoardCard>,
    /// The graveyard, top card last.
    pub graveyard: Vec<CardId>,
    /// Its cards in exile; with time counters they are suspended (CR 702.62).
    pub exile: Vec<BoardCard>,
    /// Its cards in the command zone: its commanders.
    pub command: Vec<CardId>,
    /// The whole library, top card first; only without a deck.
    pub library: Option<Vec<CardId>>,
    /// On top of the library, top card first: cards of the deck where it has them, new ones otherwise.
    pub library_top: Vec<CardId>,
    /// Mana in the pool at the start, in WUBRGC order.
    pub mana: [u8; 6],
}

/// A prepared permanent or exiled card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardCard {
    /// Which card or token.
    pub card: CardId,
    /// Its counters.
    pub counters: Vec<(CounterKind, u16)>,
    /// Tapped.
    pub tapped: bool,
    /// It came under its controller's control this turn (CR 302.6).
    pub summoning_sick: bool,
}

/// Where seats are looked up by name.
#[derive(Debug, Clone, Copy)]
pub(super) struct SeatNames<'a>(pub(super) &'a [String]);

impl<'a> SeatNames<'a> {
    /// The seat of that name.
    pub(super) fn find(self, name: &str) -> Option<Seat> {
        self.0.iter().position(|n| n == name).map(|i| Seat(i as u8))
    }

    /// "unknown seat" with the nearest name there is.
    pub(super) fn unknown(self, name: &str) -> String {
        let names: Vec<String> = self.0.iter().map(|n| format!("`{n}`")).collect();
        let near = crate::cards::source::did_you_mean(name, self.0.iter().map(String::as_str));
        format!("unknown seat `{name}`, expected one of {}{near}", names.join(", "))
    }
}
