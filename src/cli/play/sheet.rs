//! Sheets that are laid over the table: help, the log, the schedule, all cards, one card, stops, and what is asked twice.

use ratatui::crossterm::event::KeyCode;

use super::scene::{Scene, Thing};
use super::screen::LogLine;
use crate::cards::effect::CardId;
use crate::game::Stops;
use crate::turn::Step;

/// A sheet over the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Sheet {
    /// Text to read and scroll; perhaps about one card.
    Text { title: &'static str, lines: Vec<String>, top: usize, card: Option<CardId> },
    /// All that is seen on the table, to choose a card from.
    Cards { rows: Vec<(String, Option<CardId>)>, cursor: usize },
    /// Where the person is asked.
    Stops(StopList),
    /// Concede?
    Concede,
    /// Leave?
    Quit,
}

/// Lines scrolled by at once.
const LEAP: usize = 10;

const PLAYING: &str = "\
ANSWERING
  1 2 ... Enter   the option of that number; Enter alone: the marked one
  arrows          another option; / only options with some text in them
  Space           marks, places or assigns it; a all, 0 none; + - numbers
  Esc, Backspace  back to the stage before: nothing is done until all is chosen
  i               what the card of the option is
PASSING
  p               passes priority once
  w               passes until something happens that you can answer: an attack on
                  you, a target of yours, a spell of others, a card that you get;
                  at the latest until your next turn
  r               passes until the stack has resolved, or somebody casts a spell
  e, m            passes until the end of this turn, until your next turn, whatever
                  happens (attackers, blockers and other choices are still asked)
  t               stops: in which steps you are asked at all
LOOKING
  b, l, s         the whole table with all cards; the log; the schedule of turns
  PgUp, PgDn      scrolls the log
OTHERWISE
  u               takes back your last decision, unless you have seen something
                  hidden since
  C               concedes
  q, Ctrl-C       leaves the game
On the table: * an extra turn, (...) skipped, + an added step, [new] can't attack yet";

const FOLLOWING: &str = "\
  Space        holds, and goes on
  n, Enter     holds, and shows the next thing that happens
  + -          twice as fast, half as fast
  b, l, s      the whole table with all cards; the log; the schedule of turns
  PgUp, PgDn   scrolls the log
  q, Ctrl-C    leaves
On the table: * an extra turn, (...) skipped, + an added step, [new] can't attack yet";

impl Sheet {
    pub(super) fn help(follows: bool) -> Sheet {
        Sheet::text("keys", if follows { FOLLOWING } else { PLAYING })
    }

    fn text(title: &'static str, text: &str) -> Sheet {
        Sheet::Text { title, lines: text.lines().map(str::to_owned).collect(), top: 0, card: None }
    }

    pub(super) fn schedule(text: &str) -> Sheet {
        Sheet::text("the schedule of turns", text)
    }

    /// The whole log, from its end.
    pub(super) fn log(log: &[LogLine]) -> Sheet {
        let lines: Vec<String> = log.iter().map(|line| line.text.clone()).collect();
        Sheet::Text { title: "the log", top: lines.len().saturating_sub(LEAP), lines, card: None }
    }

    /// What is known of a card.
    pub(super) fn card(id: CardId, text: &str) -> Sheet {
        Sheet::Text { title: "card", lines: text.lines().map(str::to_owned).collect(), top: 0, card: Some(id) }
    }

    /// Everything on the table, in lines under headings.
    pub(super) fn table(scene: &Scene) -> Sheet {
        let mut rows: Vec<(String, Option<CardId>)> = Vec::new();
        let mut list = |heading: String, things: &[Thing]| {
            if !things.is_empty() {
                rows.push((heading, None));
                rows.extend(things.iter().map(|thing| (format!("  {}", thing.text), thing.card.known())));
            }
        };
        list("the stack, the top first".to_owned(), &scene.stack);
        for seat in &scene.seats {
            let permanents: Vec<Thing> =
                seat.permanents.iter().map(|group| Thing { text: group.line(), card: group.card }).collect();
            list(format!("{}: battlefield", seat.name), &permanents);
            list(format!("{}: hand", seat.name), &seat.cards);
            list(format!("{}: command zone", seat.name), &seat.command);
            list(format!("{}: graveyard", seat.name), &seat.graveyard);
        }
        list("exile".to_owned(), &scene.exile);
        if rows.is_empty() {
            rows.push(("nothing is on the table".to_owned(), None));
        }
        let cursor = rows.iter().position(|row| row.1.is_some()).unwrap_or(0);
        Sheet::Cards { rows, cursor }
    }

    /// Moves through it.
    pub(super) fn scroll(&mut self, key: KeyCode) {
        let (place, last) = match self {
            Sheet::Text { top, lines, .. } => (top, lines.len().saturating_sub(1)),
            Sheet::Cards { rows, cursor } => (cursor, rows.len().saturating_sub(1)),
            _ => return,
        };
        *place = match key {
            KeyCode::Up => place.saturating_sub(1),
            KeyCode::Down => place.saturating_add(1),
            KeyCode::PageUp => place.saturating_sub(LEAP),
            KeyCode::PageDown => place.saturating_add(LEAP),
            KeyCode::Home => 0,
            KeyCode::End => last,
            _ => *place,
        }
        .min(last);
    }
}

/// The list of stops: a line a step, for one's own turns and for others'.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct StopList {
    pub(super) step: usize,
    /// The column of others' turns.
    pub(super) others: bool,
}

/// The steps in which somebody can be asked at a priority, and those that a format adds.
pub(super) const STEPS: [Step; 12] = [
    Step::Upkeep,
    Step::Draw,
    Step::PrecombatMain,
    Step::BeginningOfCombat,
    Step::DeclareAttackers,
    Step::DeclareBlockers,
    Step::FirstStrikeDamage,
    Step::CombatDamage,
    Step::EndOfCombat,
    Step::PostcombatMain,
    Step::End,
    Step::Custom(0),
];

/// What may be on top of the stack, in words, behind the steps.
pub(super) const TOPS: [(&str, crate::game::stops::Tops); 4] = [
    ("others' spells on the stack", crate::game::stops::Tops::THEIR_SPELL),
    ("others' abilities on the stack", crate::game::stops::Tops::THEIR_ABILITY),
    ("own spells on the stack", crate::game::stops::Tops::OWN_SPELL),
    ("own abilities on the stack", crate::game::stops::Tops::OWN_ABILITY),
];

impl StopList {
    pub(super) fn key(&mut self, key: KeyCode, stops: &mut Stops) {
        match key {
            KeyCode::Up => self.step = self.step.saturating_sub(1),
            KeyCode::Down => self.step = (self.step + 1).min(STEPS.len() + TOPS.len()),
            KeyCode::Left | KeyCode::Right => self.others = !self.others,
            KeyCode::Char(' ') | KeyCode::Enter => self.toggle(stops),
            _ => {}
        }
    }

    fn toggle(self, stops: &mut Stops) {
        match (STEPS.get(self.step), self.others) {
            (Some(step), false) => stops.own = stops.own.toggled(*step),
            (Some(step), true) => stops.others = stops.others.toggled(*step),
            (None, _) => match TOPS.get(self.step - STEPS.len()) {
                Some((_, top)) => stops.top.toggle(*top),
                None => stops.forced = !stops.forced,
            },
        }
    }
}
