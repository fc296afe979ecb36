//! What a game starts from.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::cards::catalog::Catalog;
use crate::cards::effect::{CardId, CounterKind, EffectId};
use crate::cards::limits;
use crate::turn::{BySeat, ExtraTurnRules, Limits, Passing, Seat, Sequence, SlowPlay, Step, Teams};

use super::thinking::Thinking;

/// Steps an agent may think for one answer before it is late, unless the table says otherwise.
pub const STEP_BUDGET: u32 = 1_000_000;

/// Microseconds of the virtual clock that one step of thinking costs.
pub const MICROS_PER_STEP: u64 = 1_000;

/// Everything that makes a game what it is; with the agents' answers it determines every event.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The cards.
    pub catalog: Arc<Catalog>,
    /// The rules of the table.
    pub rules: Arc<TableRules>,
    /// Who sits where: the first seat takes the first turn.
    pub seats: BySeat<SeatSetup>,
    /// The master seed.
    pub master_seed: u64,
    /// The deal: games of one rotated group share it, and with it their shuffles.
    pub deal: u64,
    /// Scripted effects; empty for real games.
    pub script: Arc<Vec<ScriptedEffect>>,
}

/// Format, limits and house rules.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TableRules {
    /// Life totals at the start.
    pub starting_life: i32,
    /// Commander rules (CR 903) are used.
    pub commander: bool,
    /// Whether the first mulligan is free (CR 103.5c); default: with more than two players.
    pub free_mulligan: Option<bool>,
    /// House rule: cards in the opening hands (CR 103.5) from the starting player on, the last number for everybody after; empty:
    /// seven for all.
    #[serde(default)]
    pub opening_hand: Vec<u8>,
    /// House rule: how much each player scries when all have kept their hands, likewise; empty: nobody does.
    #[serde(default)]
    pub opening_scry: Vec<u8>,
    /// When the game is over.
    #[serde(default)]
    pub ends: Ends,
    /// Who shares turns, life and fate (CR 805, 810).
    pub teams: Teams,
    /// Whether the starting player skips their first draw; default: with two players or teams (CR 103.8).
    pub skip_first_draw: Option<bool>,
    /// The phases and steps of a turn.
    pub sequence: Sequence,
    /// Who gets priority.
    pub passing: Passing,
    /// Steps that give priority though the rules' do not, and steps that never do.
    pub priority_in: Vec<(Step, bool)>,
    /// Turns begun before the game is capped.
    pub max_turns: u32,
    /// Decisions asked in one turn before the game is stalled.
    pub max_decisions_per_turn: u32,
    /// Permanents on the battlefield before the game is stalled: token makers that double grow without end.
    pub max_permanents: u32,
    /// Priority passes are asked for even when they are forced.
    pub ask_all: bool,
    /// House rules on extra turns.
    pub extra_turns: ExtraTurnRules,
    /// The extra turn of that grant, counted from 1 in a game, is skipped.
    pub denied_extra_turn: Option<u32>,
    /// What a player over a time limit suffers.
    pub slow_play: SlowPlay,
    /// When players are expected to give a game up: nothing in the rules follows from it (CR 104.3a).
    #[serde(default)]
    pub concede: Concede,
    /// Steps an agent may think for one answer before it is late.
    pub step_budget: u32,
    /// What happens to a seat whose answer was refused.
    pub on_fault: FaultPolicy,
}

/// What happens to a seat whose answer was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultPolicy {
    /// The decision's default is taken, and the game goes on.
    #[default]
    Default,
    /// A legal answer is drawn at random with the seat's own dice, and the game goes on.
    RandomLegal,
    /// The seat loses the game.
    Forfeit,
    /// The game is aborted.
    Abort,
}

/// When a game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Ends {
    /// When one player or team is left (CR 104.2a).
    #[default]
    LastStanding,
    /// House rule: as soon as anybody has left it, for whatever reason. Whoever of those left has the most life has won; when
    /// several have as much, the game is a draw.
    FirstKnockOut,
}

/// When players give a game up, by the custom of the table. Any player may at any time (CR 104.3a); this is what those do who
/// go by the custom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Concede {
    /// Games are played to the end.
    #[default]
    Never,
    /// Whoever can't win any more concedes.
    Hopeless,
}

/// Cards in an opening hand (CR 103.5).
const OPENING_HAND: u8 = 7;

/// The number for a place at the table, of which the last holds for all places after it.
fn by_position(numbers: &[u8], seat: Seat) -> Option<u8> {
    numbers.get(seat.index()).or(numbers.last()).copied()
}

impl TableRules {
    /// Cards in the opening hand of that seat (CR 103.5).
    #[must_use]
    pub fn opening_hand_of(&self, seat: Seat) -> u8 {
        by_position(&self.opening_hand, seat).unwrap_or(OPENING_HAND)
    }

    /// How much that seat scries before the first turn.
    #[must_use]
    pub fn opening_scry_of(&self, seat: Seat) -> u8 {
        by_position(&self.opening_scry, seat).unwrap_or(0)
    }

    /// Commander as the rules have it (CR 903).
    #[must_use]
    pub fn commander() -> TableRules {
        TableRules {
            starting_life: 40,
            commander: true,
            free_mulligan: None,
            opening_hand: Vec::new(),
            opening_scry: Vec::new(),
            ends: Ends::default(),
            teams: Teams::default(),
            skip_first_draw: None,
            sequence: Sequence::default(),
            passing: Passing::default(),
            priority_in: Vec::new(),
            max_turns: 200,
            max_decisions_per_turn: 5000,
            max_permanents: limits::PERMANENTS,
            ask_all: false,
            extra_turns: ExtraTurnRules::default(),
            denied_extra_turn: None,
            slow_play: SlowPlay::default(),
            concede: Concede::default(),
            step_budget: STEP_BUDGET,
            on_fault: FaultPolicy::default(),
        }
    }

    /// Constructed: 20 life, no commander.
    #[must_use]
    pub fn constructed() -> TableRules {
        TableRules { starting_life: 20, commander: false, ..TableRules::commander() }
    }

    /// Two-Headed Giant: teams of two with 30 life (CR 810).
    #[must_use]
    pub fn two_headed_giant() -> TableRules {
        TableRules { starting_life: 30, teams: Teams::of_size(2), ..TableRules::constructed() }
    }
}

/// One seat of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatSetup {
    /// Which entrant sits here, from 0: names their dice.
    pub entrant: u8,
    /// Commanders.
    pub commanders: Vec<CardId>,
    /// The library, before the shuffle; `None`: an endless library of nothing.
    pub library: Option<Vec<CardId>>,
    /// Time limits.
    pub limits: Limits,
    /// How long its answers take on the virtual clock; `None`: as many steps as they took.
    pub thinking: Option<Thinking>,
    /// A prepared board; with one on any seat the game starts at turn 1 without mulligans.
    pub board: Option<PreparedBoard>,
}

impl Setup {
    /// How many cards each seat begins with: deck, commanders and what is prepared. Tokens are none (CR 111.6).
    #[must_use]
    pub fn cards(&self) -> Vec<usize> {
        let is_card = |permanent: &&PreparedPermanent| !self.catalog.card(permanent.card).token;
        let prepared = |board: &PreparedBoard| {
            let zones = [&board.hand, &board.graveyard, &board.command, &board.library_top];
            let others: usize = zones.iter().map(|zone| zone.len()).sum();
            board.battlefield.iter().filter(is_card).count() + board.exile.len() + others
        };
        let of_seat = |seat: &SeatSetup| {
            let library = seat.library.as_ref().map_or(0, Vec::len);
            seat.commanders.len() + library + seat.board.as_ref().map_or(0, prepared)
        };
        self.seats.values().iter().map(of_seat).collect()
    }
}

impl SeatSetup {
    /// A seat with an endless library of nothing, for pure scheduling cases.
    #[must_use]
    pub fn bare(entrant: u8) -> SeatSetup {
        SeatSetup {
            entrant,
            commanders: Vec::new(),
            library: None,
            limits: Limits::default(),
            thinking: None,
            board: None,
        }
    }
}

/// A prepared board.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PreparedBoard {
    /// Life, of the whole team where it is shared (CR 810.4); default: the format's.
    pub life: Option<i32>,
    /// Poison counters, of the whole team where they are shared (CR 810.10); default: none.
    pub poison: Option<i32>,
    /// Floating mana in WUBRGC order.
    pub mana: [u16; 6],
    /// Cards in hand.
    pub hand: Vec<CardId>,
    /// Permanents.
    pub battlefield: Vec<PreparedPermanent>,
    /// Cards in the graveyard.
    pub graveyard: Vec<CardId>,
    /// Cards in exile, with their counters.
    pub exile: Vec<PreparedExile>,
    /// Cards in the command zone besides the commanders.
    pub command: Vec<CardId>,
    /// The top of the library, the top card first.
    pub library_top: Vec<CardId>,
}

/// A permanent of a prepared board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreparedPermanent {
    /// Which card or token.
    pub card: CardId,
    /// It is tapped.
    pub tapped: bool,
    /// It has just come under its controller's control (CR 302.6).
    pub summoning_sick: bool,
    /// Counters on it.
    pub counters: Vec<(CounterKind, u16)>,
}

/// A card in exile of a prepared board: suspended, if it can be and has time counters (CR 702.62b).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreparedExile {
    /// Which card.
    pub card: CardId,
    /// Counters on it.
    pub counters: Vec<(CounterKind, u16)>,
}

/// An effect that a script performs, without a card and without the stack.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ScriptedEffect {
    /// In which turn, counting turns begun.
    pub turn: u32,
    /// In which step.
    pub step: Step,
    /// In which occurrence of that step in the turn, from 1.
    pub nth: u16,
    /// Who does it; default: the active player.
    pub seat: Option<Seat>,
    /// What.
    pub effect: EffectId,
    /// At the first priority of the step rather than before it.
    pub at_priority: bool,
}
