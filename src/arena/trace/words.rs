//! Events in words.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::arena::cast::Cast;
use crate::arena::outline::TurnName;
use crate::cards::catalog::Catalog;
use crate::cards::effect::CardId;
use crate::game::{DrawWhy, GameEvent, ObjectId, Outcome, Target, source_of};
use crate::turn::{AfterTurn, LostWhy, Phase, Seat, Skippable, SkippedBy, Step, Tag, TurnEvent, TurnKind};

/// A line of a trace.
pub(super) struct Line {
    /// 0 for turns, 1 for what happens between steps, 2 for what happens in one.
    pub(super) depth: usize,
    pub(super) text: String,
}

/// Finds words for events; remembers what later events only name by number.
pub(super) struct Words {
    pub(super) cast: Cast,
    catalog: Arc<Catalog>,
    /// Which card lies in a slot, as events have told.
    cards: BTreeMap<u16, CardId>,
    grants: BTreeMap<u32, Origin>,
    skips: BTreeMap<u32, Origin>,
    /// The spell or ability that resolved last, and whose it was.
    resolved: Option<(CardId, Seat)>,
    turn: u32,
}

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
        Words {
            cast,
            catalog,
            cards: BTreeMap::new(),
            grants: BTreeMap::new(),
            skips: BTreeMap::new(),
            resolved: None,
            turn: 0,
        }
    }

    /// Remembers what the event tells about things that later events only number.
    pub(super) fn learn(&mut self, event: &GameEvent) {
        match *event {
            GameEvent::ZoneChanged { object, card, .. }
            | GameEvent::TokenCreated { object, card, .. }
            | GameEvent::SpellCast { object, card, .. }
            | GameEvent::AttackerDeclared { object, card, .. }
            | GameEvent::BlockerDeclared { object, card, .. } => {
                self.cards.insert(object.slot, card);
            }
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

    pub(super) fn object(&self, id: ObjectId) -> &str {
        self.cards.get(&id.slot).map_or("something", |card| self.card(*card))
    }

    fn target(&self, target: Target) -> &str {
        match target {
            Target::Player(seat) => self.seat(seat),
            Target::Object(id) => self.object(id),
        }
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

    /// The line for an event; nothing for what is not worth one.
    pub(super) fn line(&self, event: &GameEvent, verbose: bool) -> Option<Line> {
        let (depth, text) = match event {
            GameEvent::Turn(event) => self.turn_line(event, verbose)?,
            event => (self.depth(event), self.game_line(event, verbose)?),
        };
        Some(Line { depth, text })
    }

    /// Before the first turn there are no steps.
    const fn depth(&self, event: &GameEvent) -> usize {
        match event {
            GameEvent::GameOver { .. } => 0,
            _ if self.turn == 0 => 1,
            _ => 2,
        }
    }

    fn turn_line(&self, event: &TurnEvent, verbose: bool) -> Option<(usize, String)> {
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
                (2, format!("a {} phase is added ({})", self.phase(phase), self.source(source)))
            }
            TurnEvent::StepAdded { step, source } => {
                (2, format!("a {} step is added ({})", self.step(step), self.source(source)))
            }
            TurnEvent::ExtraTurnGranted { seat, source, after, .. } => (2, self.granted(seat, source, after)),
            TurnEvent::SkipCreated { seat, what, source, .. } => {
                (2, format!("{} will skip: {} ({})", self.seat(seat), self.skippable(what), self.source(source)))
            }
            TurnEvent::SkipExpired { .. } => (2, "a skip expires unused".to_owned()),
            TurnEvent::TurnControlled { seat: of, by } => {
                (2, format!("{} will control {}'s next turn", seat(by), seat(of)))
            }
            TurnEvent::TurnEndedEarly { .. } => (2, "the turn ends".to_owned()),
            TurnEvent::CombatEndedEarly { .. } => (2, "the combat phase ends".to_owned()),
            TurnEvent::TurnOrderReversed => (2, "the turn order is reversed".to_owned()),
            TurnEvent::TimeLimitExceeded { seat: slow } => (2, format!("{} is out of time", seat(slow))),
            TurnEvent::PriorityGiven { seat: to } if verbose => (2, format!("{} has priority", seat(to))),
            TurnEvent::Passed { seat: who, forced } if verbose => {
                (2, format!("{} passes{}", seat(who), if forced { " (nothing to do)" } else { "" }))
            }
            TurnEvent::TimeSpent { seat: who, micros } if verbose => {
                (2, format!("{} thinks for {micros} us", seat(who)))
            }
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

    fn game_line(&self, event: &GameEvent, verbose: bool) -> Option<String> {
        let (seat, card) = (|seat| self.seat(seat), |card| self.card(card));
        Some(match *event {
            GameEvent::GameSetUp { seats } => format!("{seats} players sit down"),
            GameEvent::GameBegan { starting } => format!("{} begins", seat(starting)),
            GameEvent::MulliganTaken { seat: who, nth } => format!("{} takes mulligan {nth}", seat(who)),
            GameEvent::Kept { seat: who, cards } => format!("{} keeps {cards} cards", seat(who)),
            GameEvent::LandPlayed { seat: who, card: c, .. } => format!("{} plays {}", seat(who), card(c)),
            GameEvent::SpellCast { seat: who, card: c, .. } => format!("{} casts {}", seat(who), card(c)),
            GameEvent::AbilityActivated { seat: who, card: c, .. } => format!("{} activates {}", seat(who), card(c)),
            GameEvent::AbilityTriggered { card: c, .. } => format!("{} triggers", card(c)),
            GameEvent::Resolved { card: c, .. } => format!("{} resolves", card(c)),
            GameEvent::Fizzled { card: c, .. } => format!("{} does nothing", card(c)),
            GameEvent::Countered { card: c, .. } => format!("{} is countered", card(c)),
            GameEvent::AttackerDeclared { card: c, defender, .. } => format!("{} attacks {}", card(c), seat(defender)),
            GameEvent::PlaneswalkerAttacked { object, card: c, .. } => {
                format!("{} attacks {}", self.object(object), card(c))
            }
            GameEvent::BlockerDeclared { card: c, attacker, .. } => {
                format!("{} blocks {}", card(c), self.object(attacker))
            }
            GameEvent::DamageDealt { source, to, amount, .. } => {
                format!("{} deals {amount} damage to {}", self.object(source), self.target(to))
            }
            GameEvent::LifeChanged { seat: who, by, to } => format!("{}: {by:+} life, {to}", seat(who)),
            GameEvent::PoisonChanged { seat: who, to } => format!("{} has {to} poison counters", seat(who)),
            GameEvent::CardDrawn { seat: who } if verbose || self.turn > 0 => format!("{} draws a card", seat(who)),
            GameEvent::DrewFromEmptyLibrary { seat: who } => format!("{} can't draw", seat(who)),
            GameEvent::TokenCreated { seat: who, card: c, .. } => format!("{} gets a {} token", seat(who), card(c)),
            GameEvent::CountersChanged { object, kind, by, to } => {
                format!("{}: {by:+} {} counters, {to}", self.object(object), self.catalog.counter(kind))
            }
            GameEvent::CoinFlipped { seat: who, heads } => {
                format!("{} flips {}", seat(who), if heads { "heads" } else { "tails" })
            }
            GameEvent::Scried { seat: who, cards } => format!("{} looks at {cards} cards", seat(who)),
            GameEvent::Discarded { seat: who, card: c } => format!("{} discards {}", seat(who), card(c)),
            GameEvent::EnergyChanged { seat: who, to } => format!("{} has {to} energy", seat(who)),
            GameEvent::Revealed { seat: who, card: c } => format!("{} reveals {}", seat(who), card(c)),
            GameEvent::Attached { object, to } => format!("{} is attached to {}", self.object(object), self.object(to)),
            GameEvent::Foretold { seat: who, .. } => format!("{} foretells a card", seat(who)),
            GameEvent::Voted { seat: who, option } => format!("{} votes for option {}", seat(who), option + 1),
            GameEvent::Scripted { entry } => format!("effect {} of the script", entry + 1),
            GameEvent::PlayerLeft { seat: who, cause } => format!("{} leaves the game ({})", seat(who), cause.name()),
            GameEvent::Refused { by, reason, .. } => format!("{}'s answer is refused: {reason:?}", seat(by)),
            GameEvent::GameOver { outcome } => self.ended(outcome),
            ref event if verbose => return self.detail(event),
            _ => return None,
        })
    }

    /// What only a verbose trace tells.
    fn detail(&self, event: &GameEvent) -> Option<String> {
        Some(match *event {
            GameEvent::DecisionMade { by, kind, .. } => format!("{} decides: {kind:?}", self.seat(by)),
            GameEvent::LibraryShuffled { seat } => format!("{} shuffles", self.seat(seat)),
            GameEvent::ManaAbilityActivated { source, .. } => format!("{} makes mana", self.object(source)),
            GameEvent::ZoneChanged { card, from, to, .. } => format!("{}: {from:?} to {to:?}", self.card(card)),
            GameEvent::Tapped { object } => format!("{} taps", self.object(object)),
            GameEvent::Untapped { object } => format!("{} untaps", self.object(object)),
            _ => return None,
        })
    }

    fn ended(&self, outcome: Outcome) -> String {
        self.ended_in(outcome, self.turn)
    }

    /// How the game ended in that turn.
    pub(super) fn ended_in(&self, outcome: Outcome, turn: u32) -> String {
        match outcome {
            Outcome::Win { winner } => format!("{} wins in turn {turn}", self.seat(winner)),
            Outcome::Draw { why: DrawWhy::AllLost } => "draw: everybody left has lost at once".to_owned(),
            Outcome::Draw { why: DrawWhy::Effect } => "draw: an effect says so".to_owned(),
            Outcome::Draw { why: DrawWhy::Loop } => "draw: this would go on for ever".to_owned(),
            Outcome::Capped => format!("no result: stopped after turn {turn}"),
            Outcome::Stalled => format!("no result: turn {turn} got stuck"),
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
