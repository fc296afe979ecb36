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

/// The manual page of the whole command, or of the one under these names: `run`, `study export`.
pub(super) fn manual(names: &[String]) -> Result<(), Failure> {
    let mut command = args::command();
    command.build();
    for name in names {
        command = command.find_subcommand(name).cloned().ok_or_else(|| {
            let near = did_you_mean(name, command.get_subcommands().map(clap::Command::get_name));
            Failure::Input(format!("`{}` has no command `{name}`{near}", command.get_bin_name().unwrap_or("turnlab")))
        })?;
    }
    let mut bytes = Vec::new();
    Man::new(command).render(&mut bytes)?;
    term::print(&String::from_utf8_lossy(&bytes))
}
