//! A person without a terminal: keys are typed where something is asked, and what is drawn is looked at.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::input::{Desk, Input};
use super::*;
use crate::cards::source::Source;
use crate::scenario::{Disk, Scenario};

mod drawn;
mod pages;
mod played;

fn matchup(text: &str) -> Matchup {
    let scenario = Scenario::from_source(&Source::new("play.toml", text.to_owned()), &Disk);
    Matchup::new(Arc::new(scenario.unwrap_or_else(|faults| panic!("{faults}"))))
}

fn args() -> PlayArgs {
    PlayArgs {
        scenario: None,
        seat: Some("A".to_owned()),
        watch: false,
        speed: 256.0,
        hands: false,
        game: 0,
        seed: None,
        allow_agents: false,
        shelf: Default::default(),
    }
}

/// A table that is played at by keys.
struct Sitting {
    play: Play,
    desk: Typed,
}

/// Keys that are typed one after another, each when something is asked or over; and what was on the screen before each.
struct Typed {
    keys: Vec<KeyEvent>,
    at: usize,
    terminal: Terminal<TestBackend>,
    seen: Vec<String>,
    /// Keys wait until the person is asked.
    waits: bool,
}

fn drawing(screen: &Screen, terminal: &mut Terminal<TestBackend>) -> String {
    terminal.draw(|frame| draw::draw(screen, frame)).expect("a test backend takes everything");
    let buffer = terminal.backend().buffer();
    let width = usize::from(buffer.area.width);
    let rows = buffer.content.chunks(width).map(|row| row.iter().map(|cell| cell.symbol()).collect::<String>());
    rows.map(|row| row.trim_end().to_owned() + "\n").collect()
}

impl Desk for Typed {
    fn show(&mut self, screen: &Screen) -> io::Result<()> {
        let shown = drawing(screen, &mut self.terminal);
        if self.seen.last() != Some(&shown) {
            self.seen.push(shown);
        }
        Ok(())
    }

    fn read(&mut self, screen: &Screen, wait: Duration) -> io::Result<Option<Input>> {
        if self.waits && screen.asking.is_none() && screen.over.is_none() {
            return Ok(None);
        }
        match self.keys.get(self.at) {
            Some(key) => {
                self.at += 1;
                Ok(Some(Input::Key(*key)))
            }
            // Nobody is left to type: the command is asked to end once there is nothing more to come.
            None if screen.over.is_some() || screen.asking.is_some() => Ok(Some(Input::Interrupted)),
            None => {
                std::thread::sleep(wait);
                Ok(None)
            }
        }
    }
}

/// Words for keys: `enter`, `esc`, `up`, `pgup`..., or a sign each.
fn keys(words: &str) -> Vec<KeyEvent> {
    let code = |word: &str| match word {
        "enter" => vec![KeyCode::Enter],
        "esc" => vec![KeyCode::Esc],
        "space" => vec![KeyCode::Char(' ')],
        "back" => vec![KeyCode::Backspace],
        "up" => vec![KeyCode::Up],
        "down" => vec![KeyCode::Down],
        "left" => vec![KeyCode::Left],
        "right" => vec![KeyCode::Right],
        "pgup" => vec![KeyCode::PageUp],
        "pgdn" => vec![KeyCode::PageDown],
        word => word.chars().map(KeyCode::Char).collect(),
    };
    words.split_whitespace().flat_map(code).map(|code| KeyEvent::new(code, KeyModifiers::NONE)).collect()
}

impl Sitting {
    fn at(matchup: Matchup, args: &PlayArgs) -> Sitting {
        let address = matchup.address(args.game);
        let company = company(args, &matchup, address).unwrap();
        let play = Play::new(args, matchup, address, company, Entries::of(&builtin_sources()));
        let terminal = Terminal::new(TestBackend::new(80, 24)).expect("a test backend takes everything");
        let waits = !args.watch;
        Sitting { play, desk: Typed { keys: Vec::new(), at: 0, terminal, seen: Vec::new(), waits } }
    }

    /// Types, and returns how the command ended, if it did by a key, and the last screen.
    fn types(&mut self, words: &str) -> (Result<(), Failure>, String) {
        self.desk.keys.extend(keys(words));
        let left = self.play.lead(&mut self.desk);
        (left, drawing(&self.play.screen, &mut self.desk.terminal))
    }

    /// Types, and returns what is on the screen when the table waits again.
    fn sees(&mut self, words: &str) -> String {
        let (left, shown) = self.types(words);
        assert!(matches!(left, Err(Failure::Interrupted)), "still there: {left:?}\n{shown}");
        shown
    }
}
