//! Ctrl-C: the first finishes the games in flight, the second stops at once, and with it the programs that play.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::cli::failure::{Failure, INTERRUPTED};
use crate::cli::term;
use crate::table::process::Programs;

/// A flag that Ctrl-C, or a polite request to end, sets from now on; a second one ends these programs too.
///
/// # Errors
/// When the system does not allow it.
pub(in crate::cli) fn flag(programs: Vec<Arc<Programs>>) -> Result<Arc<AtomicBool>, Failure> {
    let flag = Arc::new(AtomicBool::new(false));
    let ours = Arc::clone(&flag);
    let handler = move || {
        if ours.swap(true, Ordering::Relaxed) {
            programs.iter().for_each(|programs| programs.kill());
            // Files have their names only when they are whole, so there is nothing to tidy up.
            process::exit(INTERRUPTED.into());
        }
        term::say("finishing the games in flight; Ctrl-C again stops at once and keeps what is on disk");
    };
    ctrlc::set_handler(handler).map_err(|e| Failure::broken(&e))?;
    Ok(flag)
}
