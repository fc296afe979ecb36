//! Lines for people: turns at the margin, the steps in which something happened below them, what happened below these.

use std::io::{self, Write};
use std::sync::Arc;

use crate::cards::catalog::Catalog;
use crate::cards::effect::CardId;
use crate::game::{GameEvent, GameState};
use crate::table::cast::Cast;
use crate::turn::{Seat, SeatSet, TurnEvent};

use super::page::{Line, Look, Tint};
use super::play::{Detail, Play};
use super::scope::Scope;
use super::seen::Piece;
use super::words::Words;

/// Tells a game in lines.
pub(super) struct Text {
    pub(super) words: Words,
    detail: Detail,
    /// Whose hands are shown as turns begin.
    hands: SeatSet,
    /// Whose cards are named though only they see them.
    named: SeatSet,
    scope: Scope,
    look: Look,
    /// The heading of a turn that has begun, with what stands below it, while nothing of the turn has been told.
    heading: Vec<Line>,
    /// The heading of a step that has begun, while nothing of the step has been told.
    step: Option<Line>,
    /// What lines to come may stand below, and has not been told, being about others.
    above: Vec<Line>,
    /// Something stands on the page.
    begun: bool,
}

impl Text {
    pub(super) fn new(
        cast: Cast,
        catalog: Arc<Catalog>,
        detail: Detail,
        hands: SeatSet,
        scope: Scope,
        look: Look,
    ) -> Text {
        let words = Words::new(cast, catalog);
        let (heading, above) = Default::default();
        Text { words, detail, hands, named: hands, scope, look, heading, step: None, above, begun: false }
    }

    /// What those players draw is named from now on.
    pub(super) fn name_cards(&mut self, of: SeatSet) {
        self.named = of;
    }

    /// What is told from now on stands on a page of its own.
    pub(super) fn turn_over(&mut self) {
        self.begun = false;
    }

    /// Nothing is told below headings that have not been written: the game is somewhere else now.
    pub(super) fn forget_headings(&mut self) {
        self.heading.clear();
        self.step = None;
    }

    /// Tells a piece of the game.
    pub(super) fn tell(&mut self, piece: &Piece<'_>, out: &mut impl Write) -> io::Result<()> {
        let mut rest = piece.events;
        while let Some(at) = rest.iter().position(begins) {
            self.play(&Piece { events: &rest[..at], ..*piece }, out)?;
            self.begin(&rest[at], piece, out)?;
            rest = &rest[at + 1..];
        }
        self.play(&Piece { events: rest, ..*piece }, out)
    }

    fn play(&mut self, piece: &Piece<'_>, out: &mut impl Write) -> io::Result<()> {
        piece.events.iter().for_each(|event| self.words.learn(event));
        for line in Play::lines(&self.words, piece, self.detail, self.named) {
            self.above.retain(|above| above.depth < line.depth);
            if self.scope.holds(self.words.turn, line.about) {
                self.write(&line, out)?;
            } else if self.scope.seat.is_some() {
                self.above.push(line);
            }
        }
        Ok(())
    }

    // ---- headings ----

    fn begin(&mut self, event: &GameEvent, piece: &Piece<'_>, out: &mut impl Write) -> io::Result<()> {
        self.words.learn(event);
        self.above.clear();
        let about = piece.about(event);
        let at_once = self.scope.holds(self.words.turn, about);
        match *event {
            GameEvent::Turn(TurnEvent::StepBegan { step, .. }) if self.detail > Detail::Turns => {
                self.step = Some(Line { depth: 1, text: self.words.step(step).to_owned(), tint: Tint::Aside, about });
                if at_once && self.detail == Detail::All { self.write_headings(2, out) } else { Ok(()) }
            }
            GameEvent::Turn(ref event @ TurnEvent::TurnBegan { .. }) => {
                let (text, state) =
                    (self.words.turn_line(event).map_or_else(String::new, |(_, text)| text), piece.state());
                let below = [self.life(state)].into_iter().chain(self.hands(state));
                let below = below.map(|text| Line { depth: 1, text, tint: Tint::Aside, about });
                self.heading = [Line { depth: 0, text, tint: Tint::Turn, about }].into_iter().chain(below).collect();
                self.step = None;
                if at_once { self.write_headings(1, out) } else { Ok(()) }
            }
            _ => Ok(()),
        }
    }

    fn write(&mut self, line: &Line, out: &mut impl Write) -> io::Result<()> {
        self.write_headings(line.depth, out)?;
        self.begun = true;
        std::mem::take(&mut self.above).iter().try_for_each(|above| self.look.write(above, out))?;
        self.look.write(line, out)
    }

    /// Writes the headings above a line of that depth that have not been written.
    fn write_headings(&mut self, depth: usize, out: &mut impl Write) -> io::Result<()> {
        if depth > 0 && !self.heading.is_empty() {
            if self.begun && self.detail > Detail::Turns {
                writeln!(out)?;
            }
            self.begun = true;
            std::mem::take(&mut self.heading).iter().try_for_each(|line| self.look.write(line, out))?;
        }
        match self.step.take_if(|_| depth > 1) {
            Some(step) => self.look.write(&step, out),
            None => Ok(()),
        }
    }

    // ---- the table in short ----

    /// The life of everybody still in the game: `life: A 40, B 31 (3 poison)`.
    fn life(&self, state: &GameState) -> String {
        let teams = state.turns.teams();
        let in_the_game = state.players.iter().filter(|(_, player)| player.left.is_none());
        let each = in_the_game.filter(|(seat, _)| teams.primary(*seat) == *seat).map(|(seat, player)| {
            let name = self.words.cast.joined(teams.of(seat), |member| &member.name);
            let poison = if player.poison > 0 { format!(" ({} poison)", player.poison) } else { String::new() };
            format!("{name} {}{poison}", player.life)
        });
        format!("life: {}", each.collect::<Vec<_>>().join(", "))
    }

    /// What everybody still in the game has in hand, where hands are shown.
    fn hands(&self, state: &GameState) -> Vec<String> {
        let asked = |seat: Seat| self.hands.contains(seat) && self.scope.seat.is_none_or(|only| only == seat);
        let shown = state.players.iter().filter(|(seat, player)| asked(*seat) && player.left.is_none());
        let hands = shown.map(|(seat, player)| {
            let cards: Vec<CardId> = player.hand.iter().map(|slot| state.object(*slot).card).collect();
            let listed = if cards.is_empty() { "nothing".to_owned() } else { self.words.listed(&cards) };
            format!("{}'s hand: {listed}", self.words.seat(seat))
        });
        hands.collect()
    }
}

/// Whether the event is told by a heading.
fn begins(event: &GameEvent) -> bool {
    matches!(event, GameEvent::Turn(TurnEvent::TurnBegan { .. } | TurnEvent::StepBegan { .. }))
}
