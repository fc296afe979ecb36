//! What is kept of one game: one [`GameRow`] and one [`SeatRow`] for each entrant.
//!
//! The rows *are* the contract of `games.csv` and `seats.csv`: field order is column order. They hold integers and strings only;
//! the one fraction among them, [`Share`], is kept exact. A field that does not apply is `None` and becomes an empty cell.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::choices::ChoiceRow;
use super::columns::{cells, row, serde_as_text};
use super::counts::{CardRow, SourceRow, StepRow};
use crate::agents::Gift;
use crate::game::event::{RefusalReason, StallCause};

pub use crate::scenario::End;

/// One finished game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The row of `games.csv`.
    pub game: GameRow,
    /// The rows of `seats.csv`: one for each entrant, in the order of the scenario, whatever the order at the table.
    pub seats: Vec<SeatRow>,
    /// The lines of `choices.jsonl`: what agents gave that are not reproducible, oldest first.
    pub choices: Vec<ChoiceRow>,
    /// The rows of `turns.csv`: every turn that was taken, skipped or lost, in that order.
    pub turns: Vec<TurnRow>,
    /// What changed turns, a row for each card and seat.
    pub sources: Vec<SourceRow>,
    /// What became of cards, a row for each card and entrant, in order.
    pub cards: Vec<CardRow>,
    /// What steps were visited, a row for each step of each round, in order.
    pub steps: Vec<StepRow>,
}

/// What the fault policy `abort` ended a game for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aborted {
    /// The game's index in its run, from 0.
    pub game: u64,
    /// The entrant's name.
    pub seat: Arc<str>,
    /// What was wrong with its agent's answer.
    pub why: String,
}

impl GameRecord {
    /// A game of which nothing but its rows is known.
    #[must_use]
    pub const fn of(game: GameRow, seats: Vec<SeatRow>) -> GameRecord {
        GameRecord {
            game,
            seats,
            choices: Vec::new(),
            turns: Vec::new(),
            sources: Vec::new(),
            cards: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// What the game was ended for, if by the fault policy. It ends with its first refusal.
    #[must_use]
    pub fn aborted(&self) -> Option<Aborted> {
        let seat = self.seats.iter().find(|seat| self.game.end == End::Fault && seat.refused > 0)?;
        let last = self.choices.iter().rfind(|row| row.seat == seat.seat);
        let why = match last.map(|row| &row.given.gift) {
            Some(Gift::Fault(fault)) => fault.to_string(),
            _ => {
                let by_reason = RefusalReason::NAMES.iter().zip(seat.refusals());
                by_reason.filter(|(_, n)| *n > 0).map(|(name, _)| format!("{name} answer")).collect()
            }
        };
        Some(Aborted { game: self.game.game, seat: Arc::clone(&seat.seat), why })
    }
}

row! {
    /// A row of `games.csv`.
    ///
    /// A turn belongs to its active player, whoever controls it; a *streak* is a run of consecutive turns begun by one seat; a *wait*
    /// is the number of turns begun by others between two turns of a seat still in the game; a *round* ends when every seat still in
    /// the game has had or skipped its normal turn.
    #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
    pub struct GameRow in "games.csv" {
        /// The game's index in its run, from 0.
        pub game: u64,
        /// The master seed of the run, the same in every row: `seed` and `game` together address the game, and rows of several
        /// runs can be kept in one table.
        pub seed: u64,
        /// How many seats sat down.
        pub players: u32,
        /// How the game ended: win, draw, capped, stalled or fault.
        pub end: End,
        /// The winning seat's name; a team's names are joined with `+`; empty without a winner.
        pub winner: Option<Arc<str>>,
        /// The winning seat's deck; a team's decks are joined with `+`; empty without a winner.
        pub winner_deck: Option<Arc<str>>,
        /// Turns begun.
        pub turns: u32,
        /// Rounds completed.
        pub rounds: u32,
        /// Extra turns granted (CR 500.7): taken + skipped + lost.
        pub extra_turns_granted: u32,
        /// Extra turns begun.
        pub extra_turns_taken: u32,
        /// Extra turns skipped (CR 614.10), those of `turns_skipped` that were extra.
        pub extra_turns_skipped: u32,
        /// Extra turns that never came: their player left, or the game ended first.
        pub extra_turns_lost: u32,
        /// All turns skipped, normal and extra.
        pub turns_skipped: u32,
        /// Steps skipped by an effect that says so; not those that CR 508.8 or 500.10, or a turn ended early, leaves out.
        pub steps_skipped: u32,
        /// Phases skipped by an effect that says so.
        pub phases_skipped: u32,
        /// Phases added to turns (CR 500.8) and begun.
        pub extra_phases: u32,
        /// Steps added to turns (CR 500.9) and begun.
        pub extra_steps: u32,
        /// Turns ended by an effect (CR 724).
        pub turns_ended_early: u32,
        /// The longest streak of any seat, in turns.
        pub longest_streak: u32,
        /// The longest wait of any seat, in turns; empty when no seat had two turns.
        pub longest_wait: Option<u32>,
        /// The turn, from 1, in which the first player left; empty when none did.
        pub first_elimination_turn: Option<u32>,
        /// Rounds in which the first player to leave had no turn any more, that in which the game ended included; of several who
        /// left in the same turn, that one who missed most. 0 when the game ended in that turn; empty when nobody left.
        pub rounds_sat_out: Option<u32>,
        /// Decisions an agent was asked for.
        pub decisions: u32,
        /// Passes of priority applied because there was nothing else to do.
        pub forced_passes: u32,
        /// All passes of priority, forced ones included.
        pub priority_passes: u32,
        /// Spells cast by all players.
        pub spells_cast: u32,
        /// Answers refused: illegal, late or missing.
        pub refused: u32,
        /// The hash of the game's rules events.
        pub digest: Digest,
        /// Of what there was too much where the game was stopped as stalled (docs/limits.md); empty otherwise.
        pub stalled_by: Option<StallCause>,
        /// Seconds that all turns begun would take at a real table, by the scenario's model (`table_time`), each turn rounded to
        /// whole seconds. What comes before the first turn is not in them.
        pub table_seconds: u32,
        /// The longest time that any seat waited between two of its turns, in the seconds of others' turns; empty when no seat had
        /// two turns.
        pub longest_wait_seconds: Option<u32>,
    }
}

row! {
    /// A row of `seats.csv`: one entrant in one game.
    #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
    pub struct SeatRow in "seats.csv" {
        /// The game's index in its run, from 0.
        pub game: u64,
        /// The entrant's name, as the scenario gives it.
        pub seat: Arc<str>,
        /// The entrant's team; empty without teams.
        pub team: Option<Arc<str>>,
        /// Where the entrant sat: 1 takes the first turn.
        pub position: u32,
        /// The deck's name.
        pub deck: Arc<str>,
        /// The agent's name.
        pub agent: Arc<str>,
        /// Whether the entrant, or its team, won.
        pub won: bool,
        /// Turns begun by this seat: normal + extra.
        pub turns_taken: u32,
        /// Turns begun that were normal ones.
        pub normal_turns: u32,
        /// Turns begun that were extra ones.
        pub extra_turns: u32,
        /// Turns of this seat that were skipped, normal and extra.
        pub turns_skipped: u32,
        /// Turns begun by this seat as a share of the game's, 0 to 1; empty when the game had none.
        pub share_of_turns: Option<Share>,
        /// The seat's longest streak, in turns; 0 when it never had one.
        pub longest_streak: u32,
        /// The seat's longest wait, in turns; empty before it has had two turns.
        pub longest_wait: Option<u32>,
        /// Mulligans taken (CR 103.5).
        pub mulligans: u32,
        /// Cards drawn, opening hands not counted.
        pub cards_drawn: u32,
        /// Lands played (CR 305).
        pub lands_played: u32,
        /// Spells cast.
        pub spells_cast: u32,
        /// Damage dealt to players by sources this seat controlled.
        pub damage_dealt: u32,
        /// Life total at the end of the game, or when the player left.
        pub life: i32,
        /// The turn, from 1, in which the player left; empty when they stayed to the end.
        pub left_turn: Option<u32>,
        /// Why the player left: life, poison, commander-damage, effect, concession, time, fault or team; with an empty library
        /// decked-by-itself, or decked-by-others where opponents' effects took at least as many of its cards; empty when they
        /// stayed to the end.
        pub left_cause: Option<Cow<'static, str>>,
        /// Time thought, in milliseconds of the virtual clock, rounded down; empty when no time was kept.
        pub time_spent_ms: Option<u64>,
        /// How often the entrant went over a time limit.
        pub time_limits_exceeded: u32,
        /// Answers of its agent refused, for any reason; in every row the sum of the five after it.
        pub refused: u32,
        /// Those that were not legal.
        pub refused_illegal: u32,
        /// Those that were no answers to the question.
        pub refused_unreadable: u32,
        /// Those that came too late, or never; over the budget of steps among them.
        pub refused_late: u32,
        /// Those that could not come: its program had ended, or its actor.
        pub refused_gone: u32,
        /// Those in the place of which the agent panicked, then or before.
        pub refused_panicked: u32,
        /// Why its agent was not asked any more: `late`, `gone` or `panicked`; empty when it played on.
        pub exit: Option<Cow<'static, str>>,
        /// Mana left unspent, the sum over the seat's own turns: what it could still have had by tapping what it controls,
        /// colours left aside and floating mana included, as the first cleanup step of the turn began.
        pub mana_unspent: u32,
        /// Cards in hand at the end of the game, or as the player left.
        pub cards_in_hand: u32,
        /// Spells cast from the command zone.
        pub commander_casts: u32,
        /// Creatures that could have been declared as attackers, the sum over the declarations the seat was asked for.
        pub attackers_able: u32,
        /// Creatures that were declared as attackers in them.
        pub attackers_declared: u32,
        /// Declarations at which a sure kill was there: a legal attack on one player by which they lose in combat damage
        /// whatever is blocked, spells, abilities and triggers left aside.
        pub sure_kills: u32,
        /// Those of them in which what was declared surely kills nobody.
        pub sure_kills_missed: u32,
        /// Extra turns, played to their end, in which the seat (with its team) played no land, cast no spell, activated no
        /// ability but mana abilities, turned nothing face up, foretold and suspended nothing and attacked with nothing.
        pub dead_extra_turns: u32,
        /// The same for all own turns, extra turns among them.
        pub dead_turns: u32,
        /// Those of them in which the seat was asked in a main phase, with an empty stack, and could have cast something useful from
        /// hand or command zone: a permanent other than an Aura, at its printed cost and with the mana there was, unless it has
        /// flash or is legendary and already there.
        pub dead_turns_castable: u32,
        /// Those of the game's `table_seconds` that are of turns begun by this seat, whoever did something in them.
        pub table_seconds: u32,
        /// Those of them that are of extra turns.
        pub extra_turn_seconds: u32,
        /// `table_seconds` as a share of the game's, 0 to 1; empty when the game's are 0.
        pub share_of_table_time: Option<Share>,
        /// The seat's longest wait, in the seconds of others' turns; empty before it has had two turns.
        pub longest_wait_seconds: Option<u32>,
        /// Extra turns granted to the seat (CR 500.7): taken + skipped + lost
        pub extra_turns_granted: u32,
        /// Its extra turns that were skipped
        pub extra_turns_skipped: u32,
        /// Its extra turns that never came
        pub extra_turns_lost: u32,
        /// Its steps that effects skipped
        pub steps_skipped: u32,
        /// Its phases that effects skipped
        pub phases_skipped: u32,
        /// Phases that effects added to its turns, as they began
        pub extra_phases: u32,
        /// Steps that effects added to its turns by themselves, as they began
        pub extra_steps: u32,
        /// Its turns that an effect ended
        pub turns_ended_early: u32,
        /// Decisions made for the seat, by whoever controlled it
        pub decisions: u32,
    }
}

row! {
    /// One turn of a game: a row of `turns.csv`.
    #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
    pub struct TurnRow in "turns.csv" {
        /// Index of the game, from 0
        pub game: u64,
        /// Number of the turn, from 1; empty for one that was not taken
        pub turn: Option<u32>,
        /// The round it belongs to, from 1: one ends when every seat still in the game has had or skipped its normal turn. An extra turn
        /// belongs to that of the normal turn before it
        pub round: u32,
        /// Whose turn: the entrant's name, of a team all names joined with +
        pub seat: Arc<str>,
        /// Whether it is an extra turn
        pub extra: bool,
        /// taken, skipped or lost; a lost extra turn never comes
        pub fate: Fate,
        /// The card that granted an extra turn; script for effects of a scenario's script
        pub granted_by: Option<Arc<str>>,
        /// The turn in which it was granted
        pub granted_in_turn: Option<u32>,
        /// Why a turn was not taken: the card that skipped it, house-rule, restriction, player-left, never-due or game-over
        pub because: Option<Arc<str>>,
        /// Who controlled the player, if somebody else did
        pub controller: Option<Arc<str>>,
        /// Whether an effect ended it
        pub ended_early: bool,
        /// Phases in it that effects added
        pub extra_phases: u32,
        /// Steps in it that effects added by themselves
        pub extra_steps: u32,
        /// Phases of it that effects skipped
        pub phases_skipped: u32,
        /// Steps of it that effects skipped
        pub steps_skipped: u32,
        /// Decisions made in it, by anybody
        pub decisions: u32,
        /// Spells cast in it, by anybody
        pub spells_cast: u32,
        /// Cards drawn in it by whose turn it was
        pub cards_drawn: u32,
        /// Damage dealt to players in it by whose turn it was
        pub damage_dealt: u32,
        /// Seconds at a table by the table-time model of the scenario, a prediction
        pub table_seconds: u32,
    }
}

/// What became of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It was taken.
    Taken,
    /// It was skipped.
    Skipped,
    /// It was an extra turn that will never come.
    Lost,
}

impl TurnRow {
    /// A turn of which nothing is known yet.
    #[must_use]
    pub const fn empty(game: u64, seat: Arc<str>) -> TurnRow {
        TurnRow {
            game,
            turn: None,
            round: 0,
            seat,
            extra: false,
            fate: Fate::Taken,
            granted_by: None,
            granted_in_turn: None,
            because: None,
            controller: None,
            ended_early: false,
            extra_phases: 0,
            extra_steps: 0,
            phases_skipped: 0,
            steps_skipped: 0,
            decisions: 0,
            spells_cast: 0,
            cards_drawn: 0,
            damage_dealt: 0,
            table_seconds: 0,
        }
    }
}

/// What `left_cause` says of a player who drew from an empty library when more of it had gone by their own draws and effects
/// than by effects of opponents, the draw that failed among them.
pub const DECKED_BY_ITSELF: &str = "decked-by-itself";

/// The same where opponents' effects had taken as much or more.
pub const DECKED_BY_OTHERS: &str = "decked-by-others";

impl SeatRow {
    /// Answers refused by reason, in the order of [`RefusalReason::NAMES`].
    #[must_use]
    pub const fn refusals(&self) -> [u32; 5] {
        [self.refused_illegal, self.refused_unreadable, self.refused_late, self.refused_gone, self.refused_panicked]
    }
}

/// A part of a whole, kept exact and written with six decimals.
///
/// Reading it back gives what was written, in millionths: writing that again gives the same text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Share {
    part: u32,
    whole: u32,
}

impl Share {
    const MILLION: u32 = 1_000_000;

    /// `part` out of `whole`; nothing when the whole is 0 or less than its part.
    #[must_use]
    pub const fn new(part: u32, whole: u32) -> Option<Share> {
        if whole == 0 || part > whole { None } else { Some(Share { part, whole }) }
    }

    /// The numerator.
    #[must_use]
    pub const fn part(self) -> u32 {
        self.part
    }

    /// The denominator; never 0.
    #[must_use]
    pub const fn whole(self) -> u32 {
        self.whole
    }

    /// The share in units of `1 / scale`, rounded half up, in integers only.
    #[must_use]
    pub const fn scaled(self, scale: u32) -> u32 {
        let (part, whole) = (self.part as u128, self.whole as u128);
        ((2 * part * scale as u128 + whole) / (2 * whole)) as u32
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millionths = self.scaled(Share::MILLION);
        write!(f, "{}.{:06}", millionths / Share::MILLION, millionths % Share::MILLION)
    }
}

impl FromStr for Share {
    type Err = BadCell;

    fn from_str(text: &str) -> Result<Share, BadCell> {
        let bad = || BadCell { text: text.to_owned(), expected: "a fraction from 0.000000 to 1.000000" };
        let (units, decimals) = text.split_once('.').ok_or_else(bad)?;
        if units.len() != 1 || decimals.len() != 6 || !text.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
            return Err(bad());
        }
        let millionths = format!("{units}{decimals}").parse().map_err(|_| bad())?;
        Share::new(millionths, Share::MILLION).ok_or_else(bad)
    }
}

/// A hash of a game's rules events: 128 bits, written as 32 hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Digest(pub [u8; 16]);

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", u128::from_be_bytes(self.0))
    }
}

impl FromStr for Digest {
    type Err = BadCell;

    fn from_str(text: &str) -> Result<Digest, BadCell> {
        let bad = || BadCell { text: text.to_owned(), expected: "32 hexadecimal digits" };
        if text.len() != 32 || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(bad());
        }
        let value = u128::from_str_radix(text, 16).map_err(|_| bad())?;
        Ok(Digest(value.to_be_bytes()))
    }
}

/// A cell that is not what its column holds.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not {expected}")]
pub struct BadCell {
    /// What was read.
    pub text: String,
    /// What the column holds.
    pub expected: &'static str,
}

serde_as_text!(Share);
serde_as_text!(Digest);

cells! {
    Share => Real,
    Digest => Text,
    End => Text,
    Fate => Text,
    StallCause => Text,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_printed_rounded_half_up_with_six_decimals() {
        let shown = |part, whole| Share::new(part, whole).map(|s| s.to_string());
        assert_eq!(shown(1, 3).as_deref(), Some("0.333333"));
        assert_eq!(shown(2, 3).as_deref(), Some("0.666667"));
        assert_eq!(shown(7, 7).as_deref(), Some("1.000000"));
        assert_eq!(shown(1, 2_000_000).as_deref(), Some("0.000001"));
        assert_eq!(shown(u32::MAX, u32::MAX).as_deref(), Some("1.000000"));
        assert_eq!(shown(0, 0), None);
        assert_eq!(shown(2, 1), None);
    }

    #[test]
    fn shares_and_digests_read_back_what_they_wrote() {
        let share: Share = "0.333333".parse().unwrap();
        assert_eq!(share.to_string(), "0.333333");
        let digest = Digest([0x0f, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0xff]);
        assert_eq!(digest.to_string(), "0f0102030405060708090a0b0c0d0eff");
        assert_eq!(digest.to_string().parse(), Ok(digest));
    }

    #[test]
    fn cells_of_another_shape_are_refused() {
        for text in ["", "1", "0.3", "0.33333x", "1.000001", "2.000000", "0.3333333", "+.333333"] {
            assert!(text.parse::<Share>().is_err(), "{text}");
        }
        for text in ["", "0f", "+f0102030405060708090a0b0c0d0eff", "éf0102030405060708090a0b0c0d0ef"] {
            assert!(text.parse::<Digest>().is_err(), "{text}");
        }
    }
}
