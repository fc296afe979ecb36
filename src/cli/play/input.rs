//! The terminal: drawn on, read from, and given back as it was on every way out.

use std::io::{self, IsTerminal, Stdout};
use std::panic;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, Event, KeyEvent, KeyEventKind};
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::crossterm::{cursor, execute};

use super::draw::draw;
use super::screen::Screen;
use crate::cli::failure::{Failure, INTERRUPTED};

/// How long the screen has to end by itself once it is asked to.
const GRACE: Duration = Duration::from_secs(1);

/// What the person does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Input {
    Key(KeyEvent),
    /// The window has another size.
    Resized,
    /// The command is asked to end.
    Interrupted,
}

/// Where the screen is shown, and where keys come from.
pub(super) trait Desk {
    /// Shows the screen.
    ///
    /// # Errors
    /// When it can't be written to.
    fn show(&mut self, screen: &Screen) -> io::Result<()>;

    /// What the person does within that time.
    ///
    /// # Errors
    /// When it can't be read from.
    fn read(&mut self, screen: &Screen, wait: Duration) -> io::Result<Option<Input>>;
}

type PanicHook = Box<dyn Fn(&panic::PanicHookInfo<'_>) + Sync + Send + 'static>;

/// A real terminal, in raw mode on its alternate screen until this is dropped.
pub(super) struct Terminal {
    terminal: ratatui::Terminal<CrosstermBackend<Stdout>>,
    interrupted: Arc<AtomicBool>,
}

impl Terminal {
    /// Takes the terminal.
    ///
    /// # Errors
    /// When standard input or output is none, or refuses.
    pub(super) fn take() -> Result<Terminal, Failure> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Err(Failure::Input(
                "play needs a terminal: standard input and output must not be files or pipes; see turnlab trace"
                    .to_owned(),
            ));
        }
        let interrupted = Arc::new(AtomicBool::new(false));
        let ours = Arc::clone(&interrupted);
        ctrlc::set_handler(move || {
            ours.store(true, Ordering::Relaxed);
            // Waiting for keys never ends where the terminal itself is gone.
            thread::sleep(GRACE);
            give_back();
            process::exit(INTERRUPTED.into());
        })
        .map_err(|e| Failure::broken(&e))?;
        keep_panics_off_the_screen();
        let ready = enable_raw_mode().and_then(|()| execute!(io::stdout(), EnterAlternateScreen, cursor::Hide));
        let terminal = ready.and_then(|()| ratatui::Terminal::new(CrosstermBackend::new(io::stdout())));
        match terminal {
            Ok(terminal) => Ok(Terminal { terminal, interrupted }),
            Err(error) => {
                give_back();
                Err(Failure::broken(&error))
            }
        }
    }
}

/// A panic of the screen's own thread is told when the terminal has been given back; those of agents and of the table are
/// told by the table, as what went wrong there.
fn keep_panics_off_the_screen() {
    let (before, here): (PanicHook, _) = (panic::take_hook(), thread::current().id());
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == here {
            give_back();
            before(info);
        }
    }));
}

/// Gives the terminal back as it was. What refuses now can't be helped.
fn give_back() {
    let _ = execute!(io::stdout(), LeaveAlternateScreen, cursor::Show);
    let _ = disable_raw_mode();
}

impl Drop for Terminal {
    fn drop(&mut self) {
        give_back();
    }
}

impl Desk for Terminal {
    fn show(&mut self, screen: &Screen) -> io::Result<()> {
        self.terminal.draw(|frame| draw(screen, frame)).map(drop)
    }

    fn read(&mut self, _screen: &Screen, wait: Duration) -> io::Result<Option<Input>> {
        if self.interrupted.load(Ordering::Relaxed) {
            return Ok(Some(Input::Interrupted));
        }
        if !event::poll(wait)? {
            return Ok(None);
        }
        Ok(match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => Some(Input::Key(key)),
            Event::Resize(..) => Some(Input::Resized),
            _ => None,
        })
    }
}
