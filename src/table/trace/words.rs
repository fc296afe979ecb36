//! Events in words.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::cards::catalog::Catalog;
use crate::cards::effect::CardId;
use crate::game::{DrawWhy, GameEvent, ObjectId, Outcome, Target, source_of};
use crate::table::cast::Cast;
use crate::table::outline::TurnName;
use crate::turn::{AfterTurn, LostWhy, Phase, Seat, SkipScope, Skippable, SkippedBy, Step, Tag, TurnEvent, TurnKind};

use super::seen::Piece;

/// Finds words for events; remembers what later events only name by number.
pub(super) struct Words {
    pub(super) cast: Cast,
    pub(super) catalog: Arc<Catalog>,
    grants: BTreeMap<u32, Origin>,
    skips: BTreeMap<u32, Origin>,
    /// The spell or ability that resolved last, and whose it was.
    resolved: Option<(CardId, Seat)>,
    pub(super) turn: u32,
}

/// Why a game that ends at the first knock-out is a draw.
pub(super) const TIED: &str = "the first to leave ends the game, and several have the most life";

/// Where an extra turn or a skip came from.
struct Origin {
    source: Tag,
    in_turn: u32,
    /// Whose spell or ability it was; a script's effects are nobody's.
    by: Option<Seat>,
    /// Whose next turn an extra turn follows, if not this one.
    after: Option<Seat>,
}

impl Words {
    pub(super) fn new(cast: Cast, catalog: Arc<Catalog>) -> Words {
        Words { cast, catalog, grants: BTreeMap::new(), skips: BTreeMap::new(), resolved: None, turn: 0 }
    }

    /// Remembers what the event tells about things that later events only number.
    pub(super) fn learn(&mut self, event: &GameEvent) {
        match *event {
            GameEvent::Turn(TurnEvent::TurnBegan { turn, .. }) => self.turn = turn,
            GameEvent::Resolved { seat, card, .. } => self.resolved = Some((card, seat)),
            GameEvent::Turn(TurnEvent::ExtraTurnGranted { id, source, in_turn, after, .. }) => {
                let after = match after {
                    AfterTurn::This => None,
                    AfterTurn::NextOf(seat) => Some(seat),
                };
                self.grants.insert(id, Origin { source, in_turn, by: self.whose(source), after });
            }
            GameEvent::Turn(TurnEvent::SkipCreated { id, source, .. }) => {
                let origin = Origin { source, in_turn: self.turn, by: self.whose(source), after: None };
                self.skips.insert(id, origin);
            }
            _ => {}
        }
    }

    /// Who controls what has just made a change of turns: the spell or ability of that card that resolved last.
    fn whose(&self, source: Tag) -> Option<Seat> {
        let card = source_of(source)?;
        self.resolved.filter(|(resolved, _)| *resolved == card).map(|(_, seat)| seat)
    }

    // ---- names ----

    pub(super) fn seat(&self, seat: Seat) -> &str {
        self.cast.name(seat)
    }

    pub(super) fn card(&self, card: CardId) -> &str {
        card.known().map_or("the script", |card| &self.catalog.card(card).name)
    }

    /// A card and whose it is.
    pub(super) fn of(&self, card: CardId, whose: Seat) -> String {
        format!("{} ({})", self.card(card), self.seat(whose))
    }

    /// An object: a permanent and whose it is, or the card that it is.
    pub(super) fn thing(&self, piece: &Piece<'_>, id: ObjectId) -> String {
        match piece.thing(id) {
            Some(thing) if thing.is_permanent() => self.of(thing.named, thing.whose),
            Some(thing) => self.card(thing.named).to_owned(),
            None => self.card(CardId::NONE).to_owned(),
        }
    }

    pub(super) fn target(&self, piece: &Piece<'_>, target: Target) -> String {
        match target {
            Target::Player(seat) => self.seat(seat).to_owned(),
            Target::Object(id) => match piece.card_of_ability(id) {
                Some(card) => format!("an ability of {}", self.card(card)),
                None => self.thing(piece, id),
            },
        }
    }

    /// ` -> B, Llanowar Elves (C)`, or nothing without targets.
    pub(super) fn aim(&self, piece: &Piece<'_>, targets: &[Target]) -> String {
        let targets: Vec<String> = targets.iter().map(|target| self.target(piece, *target)).collect();
        if targets.is_empty() { String::new() } else { format!(" -> {}", targets.join("; ")) }
    }

    /// Cards in a row: semicolons between them, as names have commas.
    pub(super) fn listed(&self, cards: &[CardId]) -> String {
        cards.iter().map(|card| self.card(*card)).collect::<Vec<_>>().join("; ")
    }

    /// Whether a card's cost has an X.
    pub(super) fn costs_x(&self, card: CardId) -> bool {
        card.known().is_some_and(|card| self.catalog.card(card).cost.as_ref().is_some_and(|cost| cost.x > 0))
    }

    /// The n-th other way to cast a card.
    pub(super) fn way(&self, card: CardId, n: u8) -> Option<String> {
        let way = self.catalog.card(card.known()?).ways.get(usize::from(n))?;
        Some(format!("{:?}", way.kind).to_lowercase())
    }

    /// A card's optional additional cost.
    pub(super) fn extra(&self, card: CardId) -> Option<String> {
        let extra = self.catalog.card(card.known()?).extra.as_ref()?;
        Some(format!("{:?}", extra.kind).to_lowercase())
    }

    /// A card as the source of a change of turns.
    pub(super) fn source(&self, tag: Tag) -> &str {
        self.card(source_of(tag).unwrap_or(CardId::NONE))
    }

    /// `Time Warp, granted in turn 2`.
    pub(super) fn grant(&self, grant: u32) -> String {
        match self.grants.get(&grant) {
            Some(Origin { source, in_turn, .. }) => format!("{}, granted in turn {in_turn}", self.source(*source)),
            None => "granted earlier".to_owned(),
        }
    }

    /// `Time Warp, turn 2, by A`, and whose turn it follows if not that one.
    pub(super) fn grant_in_short(&self, grant: u32) -> String {
        self.grants.get(&grant).map_or_else(|| "granted earlier".to_owned(), |origin| self.origin(origin))
    }

    /// `Lethal Vapors, turn 1, by A`.
    pub(super) fn skip_in_short(&self, skip: u32) -> String {
        self.skips.get(&skip).map_or_else(|| "a skip".to_owned(), |origin| self.origin(origin))
    }

    fn origin(&self, Origin { source, in_turn, by, after }: &Origin) -> String {
        let by = by.map_or_else(String::new, |seat| format!(", by {}", self.seat(seat)));
        let after = after.map_or_else(String::new, |seat| format!(", after {}'s next", self.seat(seat)));
        format!("{}, turn {in_turn}{by}{after}", self.source(*source))
    }

    /// What a skip skips.
    pub(super) fn skippable(&self, what: Skippable) -> String {
        match what {
            Skippable::Turn => "a turn".to_owned(),
            Skippable::MainPhase => "a main phase".to_owned(),
            Skippable::Phase(phase) => format!("a {} phase", self.phase(phase)),
            Skippable::Step(step) => format!("the {} step", self.step(step)),
        }
    }

    /// What a step is called.
    pub(super) fn step(&self, step: Step) -> &str {
        self.catalog.turn_names().of_step(step)
    }

    pub(super) fn phase(&self, phase: Phase) -> &str {
        self.catalog.turn_names().of_phase(phase)
    }

    pub(super) fn turn_name(&self, seat: Seat, kind: TurnKind, by: Option<Seat>) -> String {
        TurnName { cast: &self.cast, seat, extra: kind.is_extra(), by }.to_string()
    }

    /// `B's turn`, `B's extra turn (Time Warp, granted in turn 2)`.
    fn turn_of(&self, seat: Seat, kind: TurnKind) -> String {
        match kind {
            TurnKind::Normal => format!("{}'s turn", self.seat(seat)),
            TurnKind::Extra(grant) => format!("{}'s extra turn ({})", self.seat(seat), self.grant(grant)),
        }
    }

    /// What skipped something.
    pub(super) fn skipper(&self, by: SkippedBy) -> String {
        match by {
            SkippedBy::Counted(id) => match self.skips.get(&id) {
                Some(Origin { source, in_turn, .. }) => format!("{}, made in turn {in_turn}", self.source(*source)),
                None => "a skip".to_owned(),
            },
            SkippedBy::Static(tag) => self.source(tag).to_owned(),
            SkippedBy::Restriction => "a restriction of this turn".to_owned(),
            SkippedBy::HouseRule => "a house rule".to_owned(),
            SkippedBy::Rule => "the first turn of two players has none".to_owned(),
        }
    }

    // ---- lines ----

    /// The line for an event of the turn structure, and how deep it stands: 0 for turns, 1 between steps, 2 in a step.
    /// Nothing for what only headings tell, or only who wants to know everything.
    pub(super) fn turn_line(&self, event: &TurnEvent) -> Option<(usize, String)> {
        let seat = |seat| self.seat(seat);
        Some(match *event {
            TurnEvent::TurnBegan { turn, seat, kind, controller } => {
                let by = controller.map(|by| format!(", controlled by {}", self.seat(by))).unwrap_or_default();
                (0, format!("turn {turn}  {}{by}", self.turn_of(seat, kind)))
            }
            TurnEvent::TurnSkipped { seat, kind, by, .. } => {
                (0, format!("skipped  {}: {}", self.turn_of(seat, kind), self.skipper(by)))
            }
            TurnEvent::TurnLost { grant, seat, why } => {
                (0, format!("lost  {}: {}", self.turn_of(seat, TurnKind::Extra(grant)), lost(why)))
            }
            TurnEvent::TurnNotBegun { seat } => (0, format!("not begun  {}'s turn: gone", self.seat(seat))),
            TurnEvent::PhaseSkipped { phase, by, .. } => {
                (1, format!("{} phase skipped: {}", self.phase(phase), self.skipper(by)))
            }
            TurnEvent::StepSkipped { step, by, .. } => {
                (1, format!("{} step skipped: {}", self.step(step), self.skipper(by)))
            }
            TurnEvent::PhaseAdded { phase, source } => {
                (2, format!("an additional {} phase is added ({})", self.phase(phase), self.source(source)))
            }
            TurnEvent::AddedPhaseLost { phase, source } => {
                (1, format!("an added {} phase does not come ({})", self.phase(phase), self.source(source)))
            }
            TurnEvent::StepAdded { step, source } => {
                (2, format!("an additional {} step is added ({})", self.step(step), self.source(source)))
            }
            TurnEvent::ExtraTurnGranted { seat, source, after, .. } => (2, self.granted(seat, source, after)),
            TurnEvent::SkipCreated { seat, what, scope, source, .. } => {
                let scope = match scope {
                    SkipScope::Next => "",
                    SkipScope::NextThisTurn => ", if it comes this turn",
                    SkipScope::ThisTurn => ", each time this turn",
                    SkipScope::NextTurn => ", each time in their next turn",
                };
                let (seat, what) = (self.seat(seat), self.skippable(what));
                (2, format!("{seat} will skip: {what}{scope} ({})", self.source(source)))
            }
            TurnEvent::SkipExpired { .. } => (2, "a skip expires".to_owned()),
            TurnEvent::TurnControlled { seat: of, by } => {
                (2, format!("{} will control {}'s next turn", seat(by), seat(of)))
            }
            TurnEvent::PhaseControlled { seat: of, by, phase } => {
                let phase = self.phase(phase);
                (2, format!("{} will control {} during their next {phase} phase", seat(by), seat(of)))
            }
            TurnEvent::TurnEndedEarly { .. } => (2, "the turn ends".to_owned()),
            TurnEvent::CombatEndedEarly { .. } => (2, "the combat phase ends".to_owned()),
            TurnEvent::TurnOrderReversed => (2, "the turn order is reversed".to_owned()),
            TurnEvent::TimeLimitExceeded { seat: slow } => (2, format!("{} is out of time", seat(slow))),
            TurnEvent::PhaseBegan { .. }
            | TurnEvent::StepBegan { .. }
            | TurnEvent::PriorityGiven { .. }
            | TurnEvent::Passed { .. }
            | TurnEvent::TimeSpent { .. } => return None,
        })
    }

    fn granted(&self, seat: Seat, source: Tag, after: AfterTurn) -> String {
        let after = match after {
            AfterTurn::This => String::new(),
            AfterTurn::NextOf(other) => format!(" after {}'s next turn", self.seat(other)),
        };
        format!("{} gets an extra turn{after} ({})", self.seat(seat), self.source(source))
    }

    pub(super) fn ended(&self, outcome: Outcome) -> String {
        self.ended_in(outcome, self.turn)
    }

    /// How the game ended in that turn.
    pub(super) fn ended_in(&self, outcome: Outcome, turn: u32) -> String {
        match outcome {
            Outcome::Win { winner } => format!("{} wins in turn {turn}", self.seat(winner)),
            Outcome::Draw { why: DrawWhy::AllLost } => "draw: everybody left has lost at once".to_owned(),
            Outcome::Draw { why: DrawWhy::Effect } => "draw: an effect says so".to_owned(),
            Outcome::Draw { why: DrawWhy::Loop } => "draw: this would go on for ever".to_owned(),
            Outcome::Draw { why: DrawWhy::Tied } => format!("draw: {TIED}"),
            Outcome::Capped => format!("no result: stopped after turn {turn}"),
            Outcome::Stalled { cause } => format!("no result: turn {turn} got stuck: too many {}", cause.of()),
            Outcome::Fault => "no result: aborted after a fault".to_owned(),
        }
    }
}

pub(super) const fn lost(why: LostWhy) -> &'static str {
    match why {
        LostWhy::PlayerLeft => "its player has left",
        LostWhy::NeverDue => "the turn it was to follow can't come",
        LostWhy::GameOver => "the game is over",
    }
}
