//! `turnlab completions` and `turnlab man`: what shells and manuals want to know of the command line.

use clap_complete::Shell;
use clap_mangen::Man;

use super::args;
use super::failure::Failure;
use super::term;
use crate::cards::source::did_you_mean;

/// The completions of that shell.
pub(super) fn completions(shell: Shell) -> Result<(), Failure> {
    let mut bytes = Vec::new();
    clap_complete::generate(shell, &mut args::command(), "turnlab", &mut bytes);
    term::print(&String::from_utf8_lossy(&bytes))
}

/// The manual page of the whole command, or of the one of that name.
pub(super) fn manual(name: Option<&str>) -> Result<(), Failure> {
    let mut whole = args::command();
    whole.build();
    let command = match name {
        None => whole,
        Some(name) => whole.find_subcommand(name).cloned().ok_or_else(|| {
            let near = did_you_mean(name, whole.get_subcommands().map(clap::Command::get_name));
            Failure::Input(format!("no command `{name}`{near}"))
        })?,
    };
    let mut bytes = Vec::new();
    Man::new(command).render(&mut bytes)?;
    term::print(&String::from_utf8_lossy(&bytes))
}
