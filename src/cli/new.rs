//! `turnlab new NAME`: a commented scenario to start from.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use super::args::NewArgs;
use super::failure::Failure;
use super::term;
use crate::cards::wording::system_words;
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
    let out = created.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Failure::Input(format!("`{file}` is there already; nothing was written")),
        _ => Failure::Input(format!("cannot write `{file}`: {}", system_words(&error))),
    })?;
    let unfilled = |e: io::Error| Failure::Broken(format!("cannot write `{file}`: {}", system_words(&e)));
    fill(out, Path::new(&file), &template(name)).map_err(unfilled)?;
    term::print(&format!("wrote {file}; play it with: turnlab run {file}\n"))
}

/// Writes a file that has just been made; without all of its text it is taken away again.
fn fill(mut out: impl Write, path: &Path, text: &str) -> io::Result<()> {
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    if written.is_err() {
        // The failure to write is what the user is told; one to remove would add nothing to it.
        let _ = fs::remove_file(path);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_cannot_be_filled_is_taken_away_again() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        fs::write(&path, "").unwrap();
        assert_eq!(fill(Full, &path, "text").unwrap_err().kind(), ErrorKind::StorageFull);
        assert!(!path.exists());
        fill(fs::File::create(&path).unwrap(), &path, "text").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "text");
    }
}
