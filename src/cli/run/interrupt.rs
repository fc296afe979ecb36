//! Ctrl-C: the first finishes the games in flight, the second stops at once, and with it the programs that play.

use std::path::Path;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::cli::failure::{Failure, INTERRUPTED};
use crate::cli::term;
use crate::report::format::shell_word;
use crate::table::Matchup;
use crate::table::process::Programs;

/// Hears Ctrl-C, and a polite request to end.
#[derive(Debug, Default)]
pub(in crate::cli) struct Interrupt {
    heard: AtomicBool,
    programs: Mutex<Vec<Arc<Programs>>>,
    /// What is to be known of what was being done, when it is stopped at once.
    left: Mutex<Option<String>>,
}

impl Interrupt {
    /// Listens from now on. Whoever writes anything listens before, so that no interruption finds it half written.
    ///
    /// # Errors
    /// When the system does not allow it.
    pub(in crate::cli) fn listen() -> Result<Arc<Interrupt>, Failure> {
        let interrupt = Arc::new(Interrupt::default());
        let ours = Arc::clone(&interrupt);
        let handler = move || {
            if ours.heard.swap(true, Ordering::Relaxed) {
                ours.programs().iter().for_each(|programs| programs.kill());
                // Files have their names only when they are whole, so there is nothing to tidy up.
                if let Some(left) = &*ours.left.lock().unwrap_or_else(PoisonError::into_inner) {
                    term::say(left);
                }
                process::exit(INTERRUPTED.into());
            }
            term::say("finishing the games in flight; Ctrl-C again stops at once and keeps what is on disk");
        };
        ctrlc::set_handler(handler).map_err(|e| Failure::broken(&e))?;
        Ok(interrupt)
    }

    /// Set as soon as somebody has asked for the end.
    pub(in crate::cli) fn flag(&self) -> &AtomicBool {
        &self.heard
    }

    /// From now on there is a run in that folder, that goes on with this command, whenever it is stopped.
    pub(in crate::cli) fn leaves(&self, folder: &Path, go_on: &str) {
        let (shown, word) = (folder.display(), shell_word(&folder.to_string_lossy()));
        let left = format!(
            "stopped: `{shown}` is not finished, and keeps what is on disk; go on with {go_on}, or sum up what there is with \
             turnlab export {word}"
        );
        *self.left.lock().unwrap_or_else(PoisonError::into_inner) = Some(left);
    }

    /// Has the programs of that matchup ended: in the ordinary way when the guard is dropped, at once by a second interruption.
    pub(super) fn ends<'m>(&self, matchup: &'m Matchup) -> Guard<'m> {
        self.programs().extend(matchup.programs().cloned());
        Guard(matchup)
    }

    fn programs(&self) -> std::sync::MutexGuard<'_, Vec<Arc<Programs>>> {
        self.programs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends the programs that play when it is dropped.
pub(super) struct Guard<'m>(&'m Matchup);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.0.programs().into_iter().for_each(|programs| programs.end());
    }
}
