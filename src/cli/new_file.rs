//! Files that a command makes at the user's word: whole or not at all, and never in the place of another.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use super::failure::Failure;
use super::term;
use crate::study::part_file::{WriteError, write_file};

/// Writes a new file, which that option has named.
///
/// # Errors
/// When there is something already, or the file can't be written.
pub(super) fn write_new(option: &str, out: &Path, text: &str) -> Result<(), Failure> {
    absent(option, out)?;
    write_file(out, text.as_bytes(), None).map_err(|e| unwritten(&e))?;
    term::say(&format!("wrote {}", out.display()));
    Ok(())
}

/// Looks whether a file can be new, before there is anything to write.
///
/// # Errors
/// When there is something already.
pub(super) fn absent(option: &str, out: &Path) -> Result<(), Failure> {
    if fs::symlink_metadata(out).is_err() {
        return Ok(());
    }
    let help = format!("nothing was written; choose another {option}, or remove it first");
    Err(Failure::Input(format!("`{}` is there already; {help}", out.display())))
}

/// A place where nothing can be written is the user's mistake; whatever else fails is not.
pub(super) fn unwritten(error: &WriteError) -> Failure {
    match error.source.kind() {
        ErrorKind::NotFound
        | ErrorKind::NotADirectory
        | ErrorKind::PermissionDenied
        | ErrorKind::ReadOnlyFilesystem
        | ErrorKind::InvalidFilename => Failure::input(error),
        _ => Failure::broken(error),
    }
}
