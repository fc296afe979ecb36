//! `turnlab play`: a person at the table, in the terminal, among agents; or a table of agents followed at leisure.
//!
//! The table is one of actors like any other ([`seat`]); the person's seat is an actor that hands its questions on. What is on
//! the screen, and what keys do to it, is a model of its own ([`screen`]), which is drawn ([`draw`]) and tested without a
//! terminal. Nothing hidden from the person reaches it.

mod answering;
mod draw;
mod input;
mod page;
mod scene;
mod screen;
mod seat;
mod session;
mod sheet;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::args::PlayArgs;
use super::failure::Failure;
use super::shelf::Own;
use super::{cards, load, permit, term, trace};
use crate::cards::builtin_sources;
use crate::cards::catalog::Catalog;
use crate::cards::effect::CardId;
use crate::cards::source::Source;
use crate::cards::vocabulary::Entries;
use crate::cards::wording::counted;
use crate::table::record::GameRecord;
use crate::table::{Address, Matchup};
use crate::turn::Seat;

use input::{Desk, Input, Terminal};
use scene::Eyes;
use screen::{Effect, Pace, Screen};
use seat::{Asked, Company, FromTable};
use session::Session;
use sheet::Sheet;

/// How long the person's keys are waited for before the table is listened to again.
const KEYS: Duration = Duration::from_millis(40);

/// How long the table is listened to before keys are looked at again, while nobody is asked.
const NEWS: Duration = Duration::from_millis(10);

/// The screen is drawn again at most so often while nobody is asked.
const FRAME: Duration = Duration::from_millis(50);

/// Lays out the table and has it played at in the terminal.
pub(super) fn play(args: &PlayArgs) -> Result<(), Failure> {
    let own = Own::new(&args.shelf)?;
    let scenario = load::load_with(args.scenario.as_deref().unwrap_or(load::DEFAULT), &own)?;
    let seed = args.seed.unwrap_or(scenario.batch().seed);
    let mut sources = builtin_sources();
    sources
        .extend(scenario.inputs().iter().map(|input| Source::new(&*input.name, String::from_utf8_lossy(&input.bytes))));
    sources.extend(own.sources);
    let matchup = permit::matchup(scenario, args.allow_agents)?.with_seed(seed);
    let address = matchup.address(args.game);
    let company = company(args, &matchup, address)?;
    let mut terminal = Terminal::take()?;
    let mut play = Play::new(args, matchup, address, company, Entries::of(&sources));
    let left = play.lead(&mut terminal);
    drop(terminal);
    if let Some(record) = &play.record {
        term::say(&trace::ending(&record.game));
    }
    left
}

/// Who plays, and whose eyes are looked through.
fn company(args: &PlayArgs, matchup: &Matchup, address: Address) -> Result<Company, Failure> {
    let seat_of = |name: &String| match matchup.scenario().seat_named(name) {
        Some(entrant) => Ok(matchup.cast(address).seat_of(entrant.0)),
        None => Err(Failure::Input(format!("--seat: {}", matchup.scenario().no_seat_named(name)))),
    };
    let seat: Option<Seat> = args.seat.as_ref().map(seat_of).transpose()?;
    let eyes = seat.map_or(Eyes::Onlooker { hands: args.hands }, Eyes::Of);
    Ok(Company { person: seat.filter(|_| !args.watch), eyes })
}

/// A table in the terminal.
struct Play {
    screen: Screen,
    session: Session,
    catalog: Arc<Catalog>,
    entries: Entries,
    /// Followed, and not yet shown: what has happened at a table of agents.
    queue: VecDeque<FromTable>,
    shown: Instant,
    /// As they were typed.
    scenario: Option<String>,
    seat: Option<String>,
    record: Option<Box<GameRecord>>,
}

impl Play {
    fn new(args: &PlayArgs, matchup: Matchup, address: Address, company: Company, entries: Entries) -> Play {
        let cast = Arc::new(matchup.cast(address));
        let title = format!("{} game {}, seed {}", matchup.scenario().name(), args.game, matchup.seed());
        let pace = args.watch.then_some(Pace { speed: args.speed, paused: false });
        Play {
            screen: Screen::new(cast, title, pace),
            catalog: Arc::clone(matchup.scenario().catalog()),
            session: Session::new(matchup, address, company),
            entries,
            queue: VecDeque::new(),
            shown: Instant::now(),
            scenario: args.scenario.clone(),
            seat: args.seat.clone(),
            record: None,
        }
    }

    /// Shows the table and takes keys until the person leaves.
    ///
    /// # Errors
    /// When the terminal fails, the command is interrupted, or the game could not be played.
    fn lead(&mut self, desk: &mut impl Desk) -> Result<(), Failure> {
        let broken = |error: io::Error| Failure::broken(&error);
        let mut drawn: Option<Instant> = None;
        loop {
            let wait = self.listen();
            if !wait.is_zero() || drawn.is_none_or(|at| at.elapsed() > FRAME) {
                desk.show(&self.screen).map_err(broken)?;
                drawn = Some(Instant::now());
            }
            let effect = match desk.read(&self.screen, wait).map_err(broken)? {
                None | Some(Input::Resized) => Effect::Nothing,
                Some(Input::Key(key)) => self.key(key),
                Some(Input::Interrupted) => Effect::Interrupt,
            };
            match effect {
                Effect::Quit => return Ok(()),
                Effect::Interrupt => return Err(Failure::Interrupted),
                effect => self.perform(effect),
            }
        }
    }

    fn key(&mut self, key: ratatui::crossterm::event::KeyEvent) -> Effect {
        // Read before the question is gone from the screen.
        let decision = self.screen.asking.as_ref().and_then(|asking| asking.view.decision().cloned());
        match self.screen.key(key) {
            Effect::Answer(reply) => {
                self.session.answer(decision, reply, true);
                Effect::Nothing
            }
            effect => effect,
        }
    }

    fn perform(&mut self, effect: Effect) {
        match effect {
            Effect::Undo => match self.session.undo() {
                Ok(()) => {
                    self.screen.start_again();
                    self.record = None;
                }
                Err(why) => self.screen.notice = Some(why.to_string()),
            },
            Effect::Show(card) => self.show(card),
            Effect::Next => self.next(),
            Effect::Nothing | Effect::Answer(_) | Effect::Quit | Effect::Interrupt => {}
        }
    }

    fn show(&mut self, id: CardId) {
        let text = cards::told(&self.catalog, &self.entries, self.catalog.card(id));
        self.screen.sheet = Some(Sheet::card(id, &text));
    }

    // ---- listening ----

    /// Hears what the table says, and says how long keys may be waited for now.
    fn listen(&mut self) -> Duration {
        if let Some(pace) = self.screen.pace {
            return self.follow(pace);
        }
        let waits =
            |screen: &Screen| if screen.asking.is_some() || screen.over.is_some() { KEYS } else { Duration::ZERO };
        if waits(&self.screen).is_zero()
            && let Some(heard) = self.session.hear(NEWS)
        {
            self.take(heard);
        }
        waits(&self.screen)
    }

    /// Keeps a table of agents going, and shows what happens there at the pace that is asked for.
    fn follow(&mut self, pace: Pace) -> Duration {
        if self.queue.is_empty() && self.screen.over.is_none() {
            self.session.step();
            self.hear_ahead(NEWS);
        }
        self.hear_ahead(Duration::ZERO);
        if self.screen.over.is_some() || pace.paused {
            return KEYS;
        }
        let between = Duration::from_secs_f64(1.0 / pace.speed);
        if self.shown.elapsed() >= between && !self.queue.is_empty() {
            self.shown = Instant::now();
            self.next();
        }
        if self.queue.is_empty() { Duration::ZERO } else { between.saturating_sub(self.shown.elapsed()).min(KEYS) }
    }

    /// Hears everything that the table says by now, to be shown in time; what tells nothing is left out.
    fn hear_ahead(&mut self, mut wait: Duration) {
        while let Some(heard) = self.session.hear(wait) {
            if !matches!(&heard, FromTable::Told(told) if told.lines.is_empty() && told.scene.is_none()) {
                self.queue.push_back(heard);
            }
            wait = Duration::ZERO;
        }
    }

    /// Shows the next thing that has happened.
    fn next(&mut self) {
        if let Some(heard) = self.queue.pop_front() {
            self.screen.log.iter_mut().for_each(|line| line.fresh = false);
            self.take(heard);
        }
    }

    fn take(&mut self, heard: FromTable) {
        match heard {
            FromTable::Told(told) => {
                self.screen.tell(told.lines, !self.session.is_on_the_way());
                if let Some(scene) = told.scene {
                    self.screen.scene = *scene;
                }
            }
            FromTable::Asked(Asked { view, answer }) => {
                let decision = view.decision().cloned();
                self.session.keep(answer);
                if let Some(reply) = self.screen.ask(view) {
                    self.session.answer(decision, reply, false);
                }
            }
            FromTable::Ended(Ok(record)) => {
                self.screen.over = Some(self.told_at_the_end(&record));
                self.record = Some(record);
            }
            FromTable::Ended(Err(error)) => self.screen.over = Some(vec![format!("the game broke off: {error}")]),
        }
    }

    /// The command for the same deal again.
    fn same_again(&self, game: u64, seed: u64) -> String {
        let scenario = self.scenario.as_deref().map_or_else(String::new, |scenario| format!(" {scenario}"));
        let seat = self.seat.as_deref().map_or_else(String::new, |seat| format!(" --seat {seat}"));
        let watch = if self.screen.pace.is_some() { " --watch" } else { "" };
        format!("the same deal again: turnlab play{scenario}{watch}{seat} --game {game} --seed {seed}")
    }

    fn told_at_the_end(&self, record: &GameRecord) -> Vec<String> {
        let game = &record.game;
        vec![
            self.screen.log.last().map_or_else(String::new, |line| line.text.trim().to_owned()),
            format!(
                "{}, {} taken",
                counted(game.turns, "turn", "turns"),
                counted(game.extra_turns_taken, "extra turn", "extra turns")
            ),
            self.same_again(game.game, game.seed),
        ]
    }
}
