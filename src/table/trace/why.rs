//! Why each turn exists, and why others don't, with the rule that makes it so: one line each; below it what became of its
//! phases and steps. Numbers in parentheses are the Comprehensive Rules'.
//!
//! ```text
//! turn   1  A   normal turn (103.8): the first
//! turn   2  A*  extra turn (500.7): Time Warp, turn 1, by A
//!      --  B   skipped (614.10a): Lethal Vapors, turn 1; 1 more waits
//!      --  C*  lost (800.4k): its player left; Time Warp, turn 2, by A
//! turn   3  D   normal turn (500.7): order resumes after C
//!                 untap step skipped (614.10): Stasis
//! ```

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::cards::catalog::Catalog;
use crate::game::{DrawWhy, GameEvent, LossCause, Outcome};
use crate::table::cast::Cast;
use crate::turn::{LostWhy, Seat, SkippedBy, TurnEvent, TurnKind, TurnManager};

use super::words::{TIED, Words, lost};

/// Writes one line for each turn, for each that is not taken, and for what explains them.
pub(super) struct Why {
    words: Words,
    width: usize,
    order: Order,
    /// In which turn each seat left.
    left: BTreeMap<Seat, u32>,
}

/// Where the normal order stands.
#[derive(Default)]
struct Order {
    turn: u32,
    active: Option<Seat>,
    /// The seat whose place came last.
    anchor: Option<Seat>,
    /// An extra turn came since.
    interrupted: bool,
    reversed: bool,
}

impl Order {
    fn visit(&mut self, seat: Seat) {
        self.anchor = Some(seat);
        self.interrupted = false;
    }

    fn follow(&mut self, event: &TurnEvent) {
        match *event {
            TurnEvent::TurnBegan { turn, seat, kind, .. } => {
                (self.turn, self.active) = (turn, Some(seat));
                match kind {
                    TurnKind::Normal => self.visit(seat),
                    TurnKind::Extra(_) => self.interrupted = true,
                }
            }
            TurnEvent::TurnSkipped { seat, kind: TurnKind::Normal, .. } | TurnEvent::TurnNotBegun { seat } => {
                self.visit(seat);
            }
            TurnEvent::TurnOrderReversed => self.reversed = !self.reversed,
            _ => {}
        }
    }
}

impl Why {
    pub(super) fn new(cast: Cast, catalog: Arc<Catalog>) -> Why {
        let longest = cast.0.values().iter().map(|member| member.name.chars().count()).max().unwrap_or(0);
        let order = Order::default();
        Why { words: Words::new(cast, catalog), width: longest + 1, order, left: BTreeMap::new() }
    }

    pub(super) fn line(&mut self, event: &GameEvent) -> Option<String> {
        self.words.learn(event);
        match *event {
            GameEvent::Turn(ref event) => {
                let line = self.turn_line(&self.order, event);
                self.order.follow(event);
                line
            }
            GameEvent::PlayerLeft { seat, cause } => {
                self.left.insert(seat, self.order.turn);
                Some(self.departure(seat, cause))
            }
            GameEvent::GameOver { outcome } => Some(self.row("--", "", &self.ended(outcome))),
            _ => None,
        }
    }

    /// The turns to come as they stand, in the same words.
    pub(super) fn outlook(&self, turns: &TurnManager, ahead: u32) -> Vec<String> {
        let now = turns.turn();
        let mut order = Order {
            turn: now.number,
            active: (now.number > 0).then_some(now.active),
            anchor: turns.last_normal(),
            interrupted: now.kind.is_extra(),
            reversed: turns.reversed(),
        };
        let mut lines = Vec::new();
        for event in turns.outlook(ahead) {
            lines.extend(self.turn_line(&order, &event));
            order.follow(&event);
        }
        lines
    }

    fn turn_line(&self, order: &Order, event: &TurnEvent) -> Option<String> {
        Some(match *event {
            TurnEvent::TurnBegan { turn, seat, kind, controller } => {
                let name = self.words.turn_name(seat, kind, None);
                self.row(&format!("turn {turn:>3}"), &name, &self.begun(order, kind, controller))
            }
            TurnEvent::TurnSkipped { seat, kind, by, left } => {
                self.absent(seat, kind, &self.skipped_turn(kind, by, left))
            }
            TurnEvent::TurnLost { grant, seat, why } => {
                let text = format!("lost ({}): {}; {}", lost_by(why), lost(why), self.words.grant_in_short(grant));
                self.absent(seat, TurnKind::Extra(grant), &text)
            }
            TurnEvent::TurnNotBegun { seat } => {
                let when = self.left.get(&seat).map_or_else(String::new, |turn| format!(": left in turn {turn}"));
                self.absent(seat, TurnKind::Normal, &format!("not begun (800.4k){when}"))
            }
            _ => return self.detail(event).map(|text| self.row("", "", &format!("  {text}"))),
        })
    }

    /// Why the turn begins.
    fn begun(&self, order: &Order, kind: TurnKind, controller: Option<Seat>) -> String {
        let Order { anchor, interrupted, reversed, .. } = *order;
        let why = match (kind, anchor) {
            (TurnKind::Extra(grant), _) => format!("extra turn (500.7): {}", self.words.grant_in_short(grant)),
            (TurnKind::Normal, None) => "normal turn (103.8): the first".to_owned(),
            (TurnKind::Normal, Some(last)) => {
                let direction = if reversed { ", reversed" } else { "" };
                let last = self.words.seat(last);
                match interrupted {
                    true => format!("normal turn (500.7): order resumes after {last}{direction}"),
                    false => format!("normal turn (500.1): next after {last}{direction}"),
                }
            }
        };
        let by = controller.map(|by| format!("; controlled by {} (723.1)", self.words.seat(by))).unwrap_or_default();
        format!("{why}{by}")
    }

    fn skipped_turn(&self, kind: TurnKind, by: SkippedBy, left: u16) -> String {
        let extra = match kind {
            TurnKind::Normal => String::new(),
            TurnKind::Extra(grant) => format!("; was {}", self.words.grant_in_short(grant)),
        };
        let more = match (left, by) {
            (0, _) => String::new(),
            (n, SkippedBy::Counted(_)) => format!("; {n} more {}", if n == 1 { "waits" } else { "wait" }),
            // CR 616.1: what uses nothing up was chosen.
            (n, _) => format!("; {n} kept (616.1)"),
        };
        format!("skipped {}{extra}{more}", self.skipper(by))
    }

    /// What happened to the phases and steps of the turn.
    fn detail(&self, event: &TurnEvent) -> Option<String> {
        Some(match *event {
            TurnEvent::PhaseSkipped { phase, by, .. } => {
                format!("{} phase skipped {}", self.words.phase(phase), self.skipper(by))
            }
            TurnEvent::StepSkipped { step, by, .. } => {
                format!("{} step skipped {}", self.words.step(step), self.skipper(by))
            }
            TurnEvent::PhaseAdded { phase, source } => {
                format!("{} phase added (500.8): {}", self.words.phase(phase), self.words.source(source))
            }
            TurnEvent::AddedPhaseLost { phase, source } => {
                let (phase, source) = (self.words.phase(phase), self.words.source(source));
                format!("added {phase} phase did not come (614.10a): nor did the phase it was to follow; {source}")
            }
            TurnEvent::StepAdded { step, source } => {
                format!("{} step added (500.9): {}", self.words.step(step), self.words.source(source))
            }
            TurnEvent::TurnEndedEarly { .. } => "ended early (724.1)".to_owned(),
            TurnEvent::CombatEndedEarly { .. } => "combat ended early (724.2)".to_owned(),
            TurnEvent::TurnOrderReversed => "turn order reversed".to_owned(),
            TurnEvent::TimeLimitExceeded { seat } => {
                format!("{} is out of time (house rule on slow play)", self.words.seat(seat))
            }
            _ => return None,
        })
    }

    fn skipper(&self, by: SkippedBy) -> String {
        match by {
            SkippedBy::Counted(id) => format!("(614.10a): {}", self.words.skip_in_short(id)),
            SkippedBy::Static(tag) => format!("(614.10): {}", self.words.source(tag)),
            SkippedBy::Restriction => "(614.10): a rider of this turn".to_owned(),
            SkippedBy::HouseRule => "(house rule)".to_owned(),
            SkippedBy::Rule => "(103.8): the starting player's first".to_owned(),
        }
    }

    fn departure(&self, seat: Seat, cause: LossCause) -> String {
        let goes_on = match self.order.active == Some(seat) {
            true => "; the turn goes on (800.4j)",
            false => "",
        };
        self.row("--", self.words.seat(seat), &format!("left: {}{goes_on}", left_by(cause)))
    }

    fn ended(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Win { winner } => {
                let alone = self.left.len() + self.words.cast.team_of(winner).len() >= self.words.cast.0.seats();
                let why = if alone { "(104.2a)" } else { "with others still in the game" };
                format!("{} wins {why}", self.words.seat(winner))
            }
            Outcome::Draw { why: DrawWhy::AllLost } => "draw (104.4a): everybody left has lost at once".to_owned(),
            Outcome::Draw { why: DrawWhy::Loop } => "draw (104.4b): this would go on for ever".to_owned(),
            Outcome::Draw { why: DrawWhy::Effect } => "draw (104.4c): an effect".to_owned(),
            Outcome::Draw { why: DrawWhy::Tied } => format!("draw (house rule): {TIED}"),
            Outcome::Capped => "no result: max_turns reached".to_owned(),
            Outcome::Stalled { cause } => format!("no result: the turn got stuck: too many {}", cause.of()),
            Outcome::Fault => "no result: aborted after a fault".to_owned(),
        }
    }

    /// A turn that is not taken.
    fn absent(&self, seat: Seat, kind: TurnKind, why: &str) -> String {
        self.row("--", &self.words.turn_name(seat, kind, None), why)
    }

    fn row(&self, number: &str, name: &str, why: &str) -> String {
        format!("{number:>8}  {name:<width$}  {why}", width = self.width)
    }
}

/// The rule that takes an extra turn away.
const fn lost_by(why: LostWhy) -> &'static str {
    match why {
        LostWhy::PlayerLeft => "800.4k",
        LostWhy::NeverDue => "500.7",
        LostWhy::GameOver => "104.1",
    }
}

/// The rule that makes a player leave.
const fn left_by(cause: LossCause) -> &'static str {
    match cause {
        LossCause::Life => "no life (704.5a)",
        LossCause::EmptyLibrary => "no card to draw (704.5b)",
        LossCause::Poison => "poison (704.5c)",
        LossCause::CommanderDamage => "commander damage (704.6c)",
        LossCause::Effect => "an effect (104.3e)",
        LossCause::Concession => "conceded (104.3a)",
        LossCause::Time => "out of time (house rule on slow play)",
        LossCause::Fault => "forfeited after a fault (house rule)",
        LossCause::Team => "a teammate lost (810.8a)",
    }
}
