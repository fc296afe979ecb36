//! Every turn of a game: whose it was, why there was one, or why not.

use std::sync::Arc;

use crate::cards::catalog::Catalog;
use crate::cards::effect::CardId;
use crate::game::{GameEvent, Target, source_of};
use crate::table::cast::Cast;
use crate::table::record::{Fate, TurnRow};
use crate::turn::{LostWhy, Seat, SkippedBy, Tag, TurnEvent, TurnKind};

use super::is_effect;

/// What a scripted effect, or one of a game's own rules, is called.
pub(super) const NO_CARD: &str = "script";

/// Why a turn was not taken.
#[derive(Debug, Clone, Copy)]
enum Because {
    Card(Option<CardId>),
    Rule(&'static str),
}

/// A turn that was taken, skipped or lost.
#[derive(Debug, Clone)]
struct Entry {
    seat: Seat,
    kind: TurnKind,
    because: Option<Because>,
    controller: Option<Seat>,
    /// What has no names.
    row: TurnRow,
}

/// The turns of a game so far.
#[derive(Debug, Clone)]
pub(super) struct History {
    game: u64,
    nobody: Arc<str>,
    entries: Vec<Entry>,
    /// The turn in progress.
    current: Option<usize>,
    /// Extra turns granted: by what, and in which turn.
    grants: Vec<(u32, Option<CardId>, u32)>,
    /// Skips made, and by what.
    skips: Vec<(u32, Option<CardId>)>,
    /// The names of the cards that are told of, once the game is over.
    names: Vec<(CardId, Arc<str>)>,
}

impl History {
    pub(super) fn new(game: u64) -> History {
        History {
            game,
            nobody: Arc::from(""),
            entries: Vec::with_capacity(64),
            current: None,
            grants: Vec::new(),
            skips: Vec::new(),
            names: Vec::new(),
        }
    }

    fn push(&mut self, seat: Seat, kind: TurnKind, fate: Fate, round: u32) -> &mut Entry {
        let granted = match kind {
            TurnKind::Normal => None,
            TurnKind::Extra(grant) => self.grants.iter().find(|(id, ..)| *id == grant),
        };
        let row = TurnRow {
            round,
            fate,
            granted_in_turn: granted.map(|(.., turn)| *turn),
            ..TurnRow::empty(self.game, Arc::clone(&self.nobody))
        };
        self.entries.push(Entry { seat, kind, because: None, controller: None, row });
        let last = self.entries.len() - 1;
        &mut self.entries[last]
    }

    fn current(&mut self) -> Option<&mut Entry> {
        self.entries.get_mut(self.current?)
    }

    fn count(&mut self, count: impl Fn(&mut TurnRow) -> &mut u32) {
        if let Some(entry) = self.current() {
            *count(&mut entry.row) += 1;
        }
    }

    /// Takes the next event, in that round.
    pub(super) fn add(&mut self, event: &GameEvent, cast: &Cast) {
        let own = |history: &History, seat: Seat| {
            history.current.and_then(|at| history.entries.get(at)).is_some_and(|e| cast.team_of(e.seat).contains(seat))
        };
        match *event {
            GameEvent::SpellCast { .. } => self.count(|row| &mut row.spells_cast),
            GameEvent::CardDrawn { seat } if own(self, seat) => self.count(|row| &mut row.cards_drawn),
            GameEvent::DamageDealt { by, to: Target::Player(_), amount, .. } if own(self, by) => {
                if let Some(entry) = self.current() {
                    let dealt = &mut entry.row.damage_dealt;
                    *dealt = dealt.saturating_add(amount.max(0).unsigned_abs());
                }
            }
            _ => {}
        }
    }

    /// Takes the next event of the turn structure, in that round.
    pub(super) fn turn_event(&mut self, event: &TurnEvent, round: u32) {
        match *event {
            TurnEvent::ExtraTurnGranted { id, source, in_turn, .. } => {
                self.grants.push((id, source_of(source), in_turn));
            }
            TurnEvent::SkipCreated { id, source, .. } => self.skips.push((id, source_of(source))),
            TurnEvent::TurnBegan { turn, seat, kind, controller } => {
                let entry = self.push(seat, kind, Fate::Taken, round);
                entry.row.turn = Some(turn);
                entry.controller = controller.filter(|by| *by != seat);
                self.current = Some(self.entries.len() - 1);
            }
            TurnEvent::TurnSkipped { seat, kind, by, .. } => {
                let because = self.skipped(by);
                self.push(seat, kind, Fate::Skipped, round).because = Some(because);
            }
            TurnEvent::TurnLost { grant, seat, why } => {
                let because = Because::Rule(match why {
                    LostWhy::PlayerLeft => "player-left",
                    LostWhy::NeverDue => "never-due",
                    LostWhy::GameOver => "game-over",
                });
                self.push(seat, TurnKind::Extra(grant), Fate::Lost, round).because = Some(because);
            }
            TurnEvent::PhaseBegan { added: true, .. } => self.count(|row| &mut row.extra_phases),
            TurnEvent::StepBegan { added: true, .. } => self.count(|row| &mut row.extra_steps),
            TurnEvent::PhaseSkipped { by, .. } if is_effect(by) => self.count(|row| &mut row.phases_skipped),
            TurnEvent::StepSkipped { by, .. } if is_effect(by) => self.count(|row| &mut row.steps_skipped),
            TurnEvent::TurnEndedEarly { .. } => {
                self.current().into_iter().for_each(|entry| entry.row.ended_early = true);
            }
            _ => {}
        }
    }

    fn skipped(&self, by: SkippedBy) -> Because {
        let of = |source: Tag| Because::Card(source_of(source));
        match by {
            SkippedBy::Counted(id) => {
                Because::Card(self.skips.iter().find(|(skip, _)| *skip == id).and_then(|(_, card)| *card))
            }
            SkippedBy::Static(source) => of(source),
            SkippedBy::Restriction => Because::Rule("restriction"),
            SkippedBy::HouseRule => Because::Rule("house-rule"),
            SkippedBy::Rule => Because::Rule("rule"),
        }
    }

    /// A decision has been made.
    pub(super) fn decided(&mut self) {
        self.count(|row| &mut row.decisions);
    }

    /// The turn in progress is over, and took so many seconds of table time.
    pub(super) fn turn_over(&mut self, seconds: u32) {
        if let Some(entry) = self.current() {
            entry.row.table_seconds = seconds;
        }
        self.current = None;
    }

    /// The game is over: the cards that are told of get their names.
    pub(super) fn name(&mut self, catalog: &Catalog) {
        let by_card = |entry: &Entry| match entry.because {
            Some(Because::Card(card)) => card,
            _ => None,
        };
        let mut cards: Vec<CardId> = self.grants.iter().filter_map(|(_, card, _)| *card).collect();
        cards.extend(self.entries.iter().filter_map(by_card));
        cards.sort_unstable();
        cards.dedup();
        self.names = cards.into_iter().map(|card| (card, Arc::from(catalog.card(card).name.as_str()))).collect();
    }

    fn named(&self, card: Option<CardId>) -> Arc<str> {
        let name = |card: CardId| self.names.iter().find(|(other, _)| *other == card).map(|(_, name)| Arc::clone(name));
        card.and_then(name).unwrap_or_else(|| Arc::from(NO_CARD))
    }

    /// A row for each turn, in the order in which they came or would have come.
    pub(super) fn rows(&self, cast: &Cast) -> Vec<TurnRow> {
        let row = |entry: &Entry| {
            let granted = match entry.kind {
                TurnKind::Normal => None,
                TurnKind::Extra(grant) => self.grants.iter().find(|(id, ..)| *id == grant),
            };
            TurnRow {
                seat: cast.team_name(entry.seat),
                extra: entry.kind.is_extra(),
                granted_by: granted.map(|(_, card, _)| self.named(*card)),
                because: entry.because.map(|because| match because {
                    Because::Card(card) => self.named(card),
                    Because::Rule(rule) => Arc::from(rule),
                }),
                controller: entry.controller.map(|by| Arc::clone(&cast.0[by].name)),
                ..entry.row.clone()
            }
        };
        self.entries.iter().map(row).collect()
    }
}
