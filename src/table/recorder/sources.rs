//! Which cards changed turns, and what came of it.

use std::sync::Arc;

use crate::cards::catalog::Catalog;
use crate::cards::effect::CardId;
use crate::game::{GameEvent, Outcome, Target, source_of};
use crate::table::cast::Cast;
use crate::table::counts::{SourceCounts, SourceRow};
use crate::turn::{Seat, SeatSet, SkippedBy, Tag, TurnEvent, TurnKind};

use super::history::NO_CARD;

/// What is counted of one source and one seat.
#[derive(Debug, Clone)]
struct Entry {
    card: Option<CardId>,
    seat: Seat,
    counts: SourceCounts,
}

/// The sources of a game, in the order in which they first did something.
#[derive(Debug, Clone)]
pub(super) struct Sources {
    entries: Vec<Entry>,
    /// Grants of extra turns, and skips, by their ids: which entry made them.
    grants: Vec<(u32, usize)>,
    skips: Vec<(u32, usize)>,
    /// Whose turn it is.
    active: Seat,
    /// The entry of the extra turn in progress, and whose it is.
    extra: Option<(usize, SeatSet)>,
    /// What resolves now.
    resolving: Option<CardId>,
    /// The entries as rows, once the game is over.
    rows: Vec<SourceRow>,
}

/// Adds one more to an entry.
fn more(entry: Option<&mut Entry>, count: impl Fn(&mut SourceCounts) -> &mut u64) {
    if let Some(entry) = entry {
        *count(&mut entry.counts) += 1;
    }
}

impl Default for Sources {
    fn default() -> Sources {
        Sources {
            entries: Vec::new(),
            grants: Vec::new(),
            skips: Vec::new(),
            active: Seat(0),
            extra: None,
            resolving: None,
            rows: Vec::new(),
        }
    }
}

impl Sources {
    fn entry(&mut self, card: Option<CardId>, seat: Seat) -> usize {
        let same = |entry: &Entry| entry.card == card && entry.seat == seat;
        self.entries.iter().position(same).unwrap_or_else(|| {
            self.entries.push(Entry { card, seat, counts: SourceCounts::default() });
            self.entries.len() - 1
        })
    }

    fn of(&mut self, source: Tag, seat: Seat) -> Option<&mut Entry> {
        let at = self.entry(source_of(source), seat);
        self.entries.get_mut(at)
    }

    fn granted(&mut self, grant: u32) -> Option<&mut Entry> {
        let (_, at) = self.grants.iter().find(|(id, _)| *id == grant)?;
        self.entries.get_mut(*at)
    }

    /// Somebody has priority, so nothing resolves.
    pub(super) const fn resolved(&mut self) {
        self.resolving = None;
    }

    /// Takes the next event.
    pub(super) fn add(&mut self, event: &GameEvent, cast: &Cast) {
        match *event {
            GameEvent::Turn(ref event) => self.turn_event(event, cast),
            GameEvent::Resolved { card, .. } => self.resolving = card.known(),
            GameEvent::CardDrawn { seat } => {
                if let Some((at, team)) = self.extra
                    && team.contains(seat)
                {
                    more(self.entries.get_mut(at), |counts| &mut counts.extra_turns_cards);
                }
            }
            GameEvent::DamageDealt { by, to: Target::Player(_), amount, .. } => {
                if let Some((at, team)) = self.extra
                    && team.contains(by)
                    && let Some(entry) = self.entries.get_mut(at)
                {
                    entry.counts.extra_turns_damage += u64::from(amount.max(0).unsigned_abs());
                }
            }
            GameEvent::GameOver { outcome: Outcome::Win { winner } } => {
                if let Some((at, team)) = self.extra
                    && team.contains(winner)
                {
                    more(self.entries.get_mut(at), |counts| &mut counts.extra_turns_won);
                }
            }
            _ => {}
        }
    }

    pub(super) fn turn_event(&mut self, event: &TurnEvent, cast: &Cast) {
        match *event {
            TurnEvent::ExtraTurnGranted { id, seat, source, .. } => {
                let at = self.entry(source_of(source), seat);
                self.grants.push((id, at));
                more(self.entries.get_mut(at), |counts| &mut counts.extra_turns_granted);
            }
            TurnEvent::TurnBegan { seat, kind, .. } => {
                self.active = seat;
                self.extra = None;
                if let TurnKind::Extra(grant) = kind {
                    let at = self.grants.iter().find(|(id, _)| *id == grant).map(|(_, at)| *at);
                    self.extra = at.map(|at| (at, cast.team_of(seat)));
                    more(self.granted(grant), |counts| &mut counts.extra_turns_taken);
                }
            }
            TurnEvent::TurnSkipped { seat, kind, by, .. } => {
                if let TurnKind::Extra(grant) = kind {
                    more(self.granted(grant), |counts| &mut counts.extra_turns_skipped);
                }
                self.skipped(seat, by);
            }
            TurnEvent::PhaseSkipped { seat, by, .. } | TurnEvent::StepSkipped { seat, by, .. } => {
                self.skipped(seat, by)
            }
            TurnEvent::TurnLost { grant, .. } => more(self.granted(grant), |counts| &mut counts.extra_turns_lost),
            TurnEvent::PhaseAdded { source, .. } => {
                more(self.of(source, self.active), |counts| &mut counts.phases_added);
            }
            TurnEvent::StepAdded { source, .. } => more(self.of(source, self.active), |counts| &mut counts.steps_added),
            TurnEvent::SkipCreated { id, seat, source, .. } => {
                let at = self.entry(source_of(source), seat);
                self.skips.push((id, at));
                more(self.entries.get_mut(at), |counts| &mut counts.skips_created);
            }
            TurnEvent::TurnEndedEarly { .. } => {
                let at = self.entry(self.resolving, self.active);
                more(self.entries.get_mut(at), |counts| &mut counts.turns_ended);
            }
            // The turn that a controller was waited for begins; who waits for it was told before.
            TurnEvent::TurnControlled { by, .. } if self.resolving.is_some() => {
                let at = self.entry(self.resolving, by);
                more(self.entries.get_mut(at), |counts| &mut counts.turns_controlled);
            }
            _ => {}
        }
    }

    fn skipped(&mut self, seat: Seat, by: SkippedBy) {
        let entry = match by {
            SkippedBy::Counted(id) => {
                let at = self.skips.iter().find(|(skip, _)| *skip == id).map(|(_, at)| *at);
                at.and_then(|at| self.entries.get_mut(at))
            }
            SkippedBy::Static(source) => self.of(source, seat),
            // The skip has come with the extra turn in progress, and is made as that comes.
            SkippedBy::Restriction => {
                let mut granter = self.extra.and_then(|(at, _)| self.entries.get_mut(at));
                more(granter.as_deref_mut(), |counts| &mut counts.skips_created);
                granter
            }
            SkippedBy::HouseRule | SkippedBy::Rule => None,
        };
        more(entry, |counts| &mut counts.skips_used);
    }

    /// The turn in progress was played to its end, and its player did nothing in it.
    pub(super) fn dead(&mut self) {
        let at = self.extra.map(|(at, _)| at);
        more(at.and_then(|at| self.entries.get_mut(at)), |counts| &mut counts.extra_turns_dead);
    }

    /// The game is over: sources get their names.
    pub(super) fn name(&mut self, catalog: &Catalog, cast: &Cast) {
        let name = |card: Option<CardId>| card.map_or(NO_CARD, |card| &catalog.card(card).name);
        let row = |entry: &Entry| SourceRow {
            source: Arc::from(name(entry.card)),
            seat: Arc::clone(&cast.0[entry.seat].name),
            counts: SourceCounts { games: 1, ..entry.counts },
        };
        self.rows = self.entries.iter().map(row).collect();
    }

    /// A row for each source and seat.
    pub(super) fn rows(self) -> Vec<SourceRow> {
        self.rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{LossCause, ObjectId};
    use crate::table::cast::CastMember;
    use crate::table::counts::merge;
    use crate::turn::{AfterTurn, LostWhy, Phase, SkipScope, Skippable, Step};

    const A: Seat = Seat(0);
    const B: Seat = Seat(1);
    const OBJECT: ObjectId = ObjectId { slot: 3, incarnation: 1 };

    fn turn(event: TurnEvent) -> GameEvent {
        GameEvent::Turn(event)
    }

    fn granted(id: u32, seat: Seat, source: Tag) -> GameEvent {
        turn(TurnEvent::ExtraTurnGranted { id, seat, source, in_turn: 1, after: AfterTurn::This })
    }

    fn began(seat: Seat, kind: TurnKind) -> GameEvent {
        turn(TurnEvent::TurnBegan { turn: 1, seat, kind, controller: None })
    }

    #[test]
    fn what_cards_do_to_turns_is_counted_by_card_and_seat() {
        let catalog = Catalog::builtin();
        let card = |name: &str| catalog.find(name).unwrap();
        let tag = |name: &str| Tag(card(name).0.into());
        let member = |(entrant, name): (u8, &str)| CastMember {
            entrant,
            name: name.into(),
            deck: "".into(),
            agent: "pass".into(),
            team: None,
            life: 40,
        };
        let cast = Cast([(0, "A"), (1, "B")].into_iter().map(member).collect());
        let mut sources = Sources::default();
        for event in [
            began(A, TurnKind::Normal),
            granted(1, A, tag("Time Warp")),
            granted(2, A, tag("Time Warp")),
            granted(3, A, tag("Time Warp")),
            granted(4, B, tag("Time Warp")),
            turn(TurnEvent::PhaseAdded { phase: Phase::Combat, source: tag("Aurelia, the Warleader") }),
            turn(TurnEvent::StepAdded { step: Step::Upkeep, source: Tag(0xffff) }),
            turn(TurnEvent::SkipCreated {
                id: 9,
                seat: B,
                what: Skippable::Turn,
                scope: SkipScope::Next,
                source: tag("Stasis"),
            }),
            turn(TurnEvent::TurnSkipped { seat: B, kind: TurnKind::Normal, by: SkippedBy::Counted(9), left: 0 }),
            turn(TurnEvent::StepSkipped { seat: B, step: Step::Untap, by: SkippedBy::Static(tag("Stasis")) }),
            GameEvent::CardDrawn { seat: A },
            began(A, TurnKind::Extra(3)),
            turn(TurnEvent::StepSkipped { seat: A, step: Step::Untap, by: SkippedBy::Restriction }),
            GameEvent::CardDrawn { seat: A },
            GameEvent::CardDrawn { seat: B },
            turn(TurnEvent::TurnSkipped { seat: A, kind: TurnKind::Extra(2), by: SkippedBy::HouseRule, left: 0 }),
            GameEvent::Resolved { seat: B, source: OBJECT, card: card("Time Stop") },
            turn(TurnEvent::TurnEndedEarly { turn: 2 }),
            turn(TurnEvent::TurnLost { grant: 4, seat: B, why: LostWhy::PlayerLeft }),
            GameEvent::PlayerLeft { seat: B, cause: LossCause::Life },
        ] {
            sources.add(&event, &cast);
        }
        sources.dead();
        sources.add(&began(A, TurnKind::Extra(1)), &cast);
        sources.add(&GameEvent::GameOver { outcome: Outcome::Win { winner: A } }, &cast);
        sources.name(catalog, &cast);
        let mut rows = Vec::new();
        merge(&mut rows, &sources.rows());
        let said = |row: &SourceRow| {
            let c = row.counts;
            let turns = [c.extra_turns_granted, c.extra_turns_taken, c.extra_turns_skipped, c.extra_turns_lost];
            let came = [c.extra_turns_dead, c.extra_turns_cards, c.extra_turns_won];
            let rest = [c.phases_added, c.steps_added, c.skips_created, c.skips_used, c.turns_ended];
            format!("{} {}: {turns:?} {came:?} {rest:?}", row.source, row.seat)
        };
        assert_eq!(
            rows.iter().map(said).collect::<Vec<_>>(),
            [
                "Aurelia, the Warleader A: [0, 0, 0, 0] [0, 0, 0] [1, 0, 0, 0, 0]",
                "Stasis B: [0, 0, 0, 0] [0, 0, 0] [0, 0, 1, 2, 0]",
                "Time Stop A: [0, 0, 0, 0] [0, 0, 0] [0, 0, 0, 0, 1]",
                "Time Warp A: [3, 2, 1, 0] [1, 1, 1] [0, 0, 1, 1, 0]",
                "Time Warp B: [1, 0, 0, 1] [0, 0, 0] [0, 0, 0, 0, 0]",
                "script A: [0, 0, 0, 0] [0, 0, 0] [0, 1, 0, 0, 0]",
            ]
        );
    }
}
