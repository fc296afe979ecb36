//! `turnlab new NAME`: a commented scenario to start from.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};

use super::args::NewArgs;
use super::failure::Failure;
use super::term;
use crate::scenario::{Scenario, template};

/// Writes `NAME.toml` into the current folder; never over anything.
pub(super) fn write(args: &NewArgs) -> Result<(), Failure> {
    let name = args.name.strip_suffix(".toml").unwrap_or(&args.name);
    if !Scenario::is_name(name) {
        let message = format!("`{name}`: expected a name of letters, digits, `-`, `_` and `.`, and no folder");
        return Err(Failure::Input(message));
    }
    let file = format!("{name}.toml");
    let created = OpenOptions::new().write(true).create_new(true).open(&file);
    let mut out = created.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Failure::Input(format!("`{file}` is there already; nothing was written")),
        _ => Failure::Input(format!("cannot write `{file}`: {error}")),
    })?;
    out.write_all(template(name).as_bytes()).map_err(|e| Failure::Broken(format!("cannot write `{file}`: {e}")))?;
    term::print(&format!("wrote {file}; play it with: turnlab run {file}\n"))
}
