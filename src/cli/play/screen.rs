//! What is on the screen, and what keys do to it. Knows nothing of terminals, nor of the table behind it.

use std::sync::Arc;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::answering::Answering;
use super::page::Turned;
use super::scene::Scene;
use super::sheet::{Sheet, StopList};
use crate::cards::effect::CardId;
use crate::game::Stops;
use crate::game::decision::Choice;
use crate::game::settle::Reply;
use crate::game::stops::Tops;
use crate::game::view::PlayerView;
use crate::table::Cast;
use crate::turn::{Interrupts, Step, StepSet, Yield, YieldUntil};

/// What is to be done outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Effect {
    /// Nothing.
    Nothing,
    /// The pending question is answered.
    Answer(Reply),
    /// The last own decision is to be taken back.
    Undo,
    /// A card is to be shown.
    Show(CardId),
    /// One more thing that happens is to be shown.
    Next,
    /// The person leaves.
    Quit,
    /// The person leaves at once.
    Interrupt,
}

/// A line of the play-by-play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LogLine {
    pub(super) text: String,
    /// It came since the person's last decision.
    pub(super) fresh: bool,
}

/// How fast a table of agents is followed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Pace {
    /// Things that happen a second.
    pub(super) speed: f64,
    pub(super) paused: bool,
}

/// The screen.
pub(super) struct Screen {
    cast: Arc<Cast>,
    /// What is played, in a few words.
    pub(super) title: String,
    pub(super) scene: Scene,
    pub(super) log: Vec<LogLine>,
    /// How many lines the log is scrolled back.
    pub(super) log_back: usize,
    pub(super) asking: Option<Answering>,
    pub(super) sheet: Option<Sheet>,
    /// What is said to the person until the next key.
    pub(super) notice: Option<String>,
    pub(super) stops: Stops,
    /// How the game ended, in lines.
    pub(super) over: Option<Vec<String>>,
    /// Where nobody plays, but follows agents.
    pub(super) pace: Option<Pace>,
}

/// The stops a person begins with: one's own main phases, others' attacks and ends, and whatever others put on the stack.
pub(super) const STOPS: Stops = Stops {
    own: StepSet::of(&[Step::PrecombatMain, Step::PostcombatMain]),
    others: StepSet::of(&[Step::DeclareAttackers, Step::End]),
    top: Tops::THEIR_SPELL.union(Tops::THEIR_ABILITY),
    forced: false,
};

/// The least and the most things a second.
const SPEEDS: (f64, f64) = (0.125, 256.0);

impl Screen {
    pub(super) fn new(cast: Arc<Cast>, title: String, pace: Option<Pace>) -> Screen {
        Screen {
            cast,
            title,
            scene: Scene::default(),
            log: Vec::new(),
            log_back: 0,
            asking: None,
            sheet: None,
            notice: None,
            stops: STOPS,
            over: None,
            pace,
        }
    }

    // ---- what comes from the table ----

    /// Lines of the play-by-play.
    pub(super) fn tell(&mut self, lines: Vec<String>, fresh: bool) {
        self.log.extend(lines.into_iter().map(|text| LogLine { text, fresh }));
    }

    /// The game is played again from its beginning.
    pub(super) fn start_again(&mut self) {
        self.log.clear();
        (self.asking, self.over, self.log_back) = (None, None, 0);
    }

    /// A question. An answer comes back where the person's stops, or having no choice, give it.
    pub(super) fn ask(&mut self, view: PlayerView) -> Option<Reply> {
        let is_stop = view.actor() != view.seat() || view.is_stop(&self.stops);
        let asking = Answering::new(view, Arc::clone(&self.cast))?;
        if let Some(pass) = asking.pass().filter(|_| !is_stop || (asking.only_passes() && !self.stops.forced)) {
            // It takes no time on the clock.
            return Some(Reply { choice: pass, then: None, spent: 0 });
        }
        self.log_back = 0;
        self.asking = Some(asking);
        None
    }

    // ---- keys ----

    /// What a key does.
    pub(super) fn key(&mut self, key: KeyEvent) -> Effect {
        self.notice = None;
        if key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL) {
            return self.interrupt();
        }
        if let Some(sheet) = self.sheet.take() {
            return self.sheet_key(sheet, key.code);
        }
        if let Some(asking) = &mut self.asking {
            match asking.page_mut().turn(key.code) {
                Turned::NotMine => {}
                turned => return self.turned(turned),
            }
        }
        self.general_key(key.code)
    }

    fn interrupt(&mut self) -> Effect {
        let again = matches!(self.sheet, Some(Sheet::Quit));
        if again || self.over.is_some() {
            return if again { Effect::Interrupt } else { Effect::Quit };
        }
        self.sheet = Some(Sheet::Quit);
        Effect::Nothing
    }

    fn turned(&mut self, turned: Turned) -> Effect {
        let Some(asking) = &mut self.asking else { return Effect::Nothing };
        match turned {
            Turned::Answered(choice) => match asking.take(choice) {
                Turned::Answered(choice) => self.answer(Reply::plain(choice)),
                Turned::Wrong(why) => self.say(why),
                _ => Effect::Nothing,
            },
            Turned::Back => {
                asking.back();
                Effect::Nothing
            }
            Turned::Wrong(why) => self.say(why),
            Turned::Stays | Turned::NotMine => Effect::Nothing,
        }
    }

    fn answer(&mut self, reply: Reply) -> Effect {
        self.asking = None;
        self.log.iter_mut().for_each(|line| line.fresh = false);
        Effect::Answer(reply)
    }

    fn say(&mut self, what: impl Into<String>) -> Effect {
        self.notice = Some(what.into());
        Effect::Nothing
    }

    fn general_key(&mut self, key: KeyCode) -> Effect {
        match key {
            KeyCode::PageUp => self.log_back = (self.log_back + 3).min(self.log.len().saturating_sub(1)),
            KeyCode::PageDown => self.log_back = self.log_back.saturating_sub(3),
            KeyCode::Char('?' | 'h') => self.sheet = Some(Sheet::help(self.pace.is_some())),
            KeyCode::Char('l') => self.sheet = Some(Sheet::log(&self.log)),
            KeyCode::Char('s') => self.sheet = Some(Sheet::schedule(&self.scene.schedule)),
            KeyCode::Char('b') => self.sheet = Some(Sheet::table(&self.scene)),
            KeyCode::Char('q') if self.over.is_some() => return Effect::Quit,
            KeyCode::Char('q') => self.sheet = Some(Sheet::Quit),
            _ if self.pace.is_some() => return self.pace_key(key),
            _ => return self.player_key(key),
        }
        Effect::Nothing
    }

    /// A key of somebody who plays.
    fn player_key(&mut self, key: KeyCode) -> Effect {
        let wake = Interrupts::ATTACKED | Interrupts::TARGETED | Interrupts::SPELL_CAST;
        match key {
            KeyCode::Char('u') => return Effect::Undo,
            KeyCode::Char('t') => self.sheet = Some(Sheet::Stops(StopList::default())),
            KeyCode::Char('i') => match self.asking.as_ref().and_then(|asking| asking.page().card()) {
                Some(card) => return Effect::Show(card),
                None => self.sheet = Some(Sheet::table(&self.scene)),
            },
            KeyCode::Char('C') if self.asking.is_some() => self.sheet = Some(Sheet::Concede),
            KeyCode::Char('p') => return self.pass(None),
            KeyCode::Char('e') => return self.pass(Some((YieldUntil::EndOfTurn, Interrupts::empty()))),
            KeyCode::Char('m') => return self.pass(Some((YieldUntil::OwnTurn, Interrupts::empty()))),
            KeyCode::Char('w') => {
                return self.pass(Some((YieldUntil::OwnTurn, wake | Interrupts::CARD_GAINED)));
            }
            KeyCode::Char('r') => return self.pass(Some((YieldUntil::StackEmpty, Interrupts::SPELL_CAST))),
            _ => {}
        }
        Effect::Nothing
    }

    /// Passes priority, and perhaps further ones.
    fn pass(&mut self, until: Option<(YieldUntil, Interrupts)>) -> Effect {
        let Some(choice) = self.asking.as_ref().and_then(Answering::pass) else {
            return match self.asking {
                Some(_) => self.say("this question can't be passed on: it needs an answer"),
                None => Effect::Nothing,
            };
        };
        let then = until.map(|(until, breaks_on)| Yield { until, breaks_on });
        self.answer(Reply { then, ..Reply::plain(choice) })
    }

    /// A key of somebody who follows agents.
    fn pace_key(&mut self, key: KeyCode) -> Effect {
        let Some(pace) = &mut self.pace else { return Effect::Nothing };
        match key {
            KeyCode::Char(' ') => pace.paused = !pace.paused,
            KeyCode::Char('+') => pace.speed = (pace.speed * 2.0).min(SPEEDS.1),
            KeyCode::Char('-') => pace.speed = (pace.speed / 2.0).max(SPEEDS.0),
            KeyCode::Char('n') | KeyCode::Enter => {
                pace.paused = true;
                return Effect::Next;
            }
            _ => {}
        }
        Effect::Nothing
    }

    /// A key while a sheet lies over the table.
    fn sheet_key(&mut self, mut sheet: Sheet, key: KeyCode) -> Effect {
        match (&mut sheet, key) {
            (Sheet::Quit, KeyCode::Char('y')) => return Effect::Quit,
            (Sheet::Concede, KeyCode::Char('y')) => return self.answer(Reply::plain(Choice::Concede)),
            (Sheet::Quit | Sheet::Concede, _) | (_, KeyCode::Esc | KeyCode::Char('q')) => return Effect::Nothing,
            (Sheet::Stops(list), key) => list.key(key, &mut self.stops),
            (Sheet::Text { card: Some(_), .. }, KeyCode::Enter | KeyCode::Backspace) => return Effect::Nothing,
            (Sheet::Text { .. }, key) => sheet.scroll(key),
            (Sheet::Cards { rows, cursor, .. }, KeyCode::Enter | KeyCode::Char('i')) => {
                if let Some(card) = rows.get(*cursor).and_then(|row| row.1) {
                    return Effect::Show(card);
                }
            }
            (Sheet::Cards { .. }, key) => sheet.scroll(key),
        }
        self.sheet = Some(sheet);
        Effect::Nothing
    }
}
