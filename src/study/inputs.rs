//! Copies of what a run was made from, so that replaying, resuming and sharing out need nothing else.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::folder::INPUTS;
use super::part_file::{WriteError, is_part, write_file};
use crate::scenario::open_regular;

/// A file that the run was made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// Its name under `inputs/`, with `/` between folders.
    pub name: String,
    /// Its bytes, as read.
    pub bytes: Vec<u8>,
}

/// What the manifest says of an input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputEntry {
    /// Its name under `inputs/`, or its `builtin:/` path.
    pub name: String,
    /// The BLAKE3 hash of its bytes, 64 hexadecimal digits.
    pub blake3: String,
}

/// Why inputs cannot be copied.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// A name leads out of the folder, or nowhere.
    #[error("`{0}` is not a name inside the run's inputs")]
    Outside(String),
    /// Two inputs have one name.
    #[error("two inputs are called `{0}`")]
    SameName(String),
    /// The disk refuses.
    #[error(transparent)]
    Write(#[from] WriteError),
}

impl Input {
    /// A file of that name under `inputs/`.
    #[must_use]
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Input {
        Input { name: name.into(), bytes: bytes.into() }
    }

    /// Its line in the manifest.
    #[must_use]
    pub fn entry(&self) -> InputEntry {
        InputEntry { name: self.name.clone(), blake3: blake3::hash(&self.bytes).to_string() }
    }
}

/// Copies the inputs into `inputs/` of that folder.
///
/// # Errors
/// When a name is not plain or not unique, before anything is written; or when the disk refuses.
pub fn write_inputs(folder: &Path, inputs: &[Input]) -> Result<(), InputError> {
    let mut names = BTreeSet::new();
    for input in inputs {
        if !is_inside(&input.name) {
            return Err(InputError::Outside(input.name.clone()));
        }
        if !names.insert(&input.name) {
            return Err(InputError::SameName(input.name.clone()));
        }
    }
    for input in inputs {
        let path = folder.join(INPUTS).join(&input.name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(WriteError::at(&path))?;
        }
        write_file(&path, &input.bytes, None)?;
    }
    Ok(())
}

/// What is wrong with the files under `inputs/` of that folder, which should be these and no others; nothing when all is well.
#[must_use]
pub fn changed_inputs(folder: &Path, entries: &[InputEntry]) -> Vec<String> {
    let inputs = folder.join(INPUTS);
    let mut found = Vec::new();
    for entry in entries {
        let path = inputs.join(&entry.name);
        match hash_of(&path) {
            Ok(hash) if hash == entry.blake3 => {}
            Ok(_) => found.push(format!("`{}` has been changed", path.display())),
            Err(error) => found.push(format!("can't read `{}`: {error}", path.display())),
        }
    }
    let known = |path: &Path| entries.iter().any(|entry| inputs.join(&entry.name) == path);
    let others = files_in(&inputs).into_iter().filter(|path| !known(path) && !is_part(path));
    found.extend(others.map(|path| format!("`{}` is no input of the run", path.display())));
    found
}

/// The BLAKE3 hash of a file's bytes, 64 hexadecimal digits.
///
/// # Errors
/// When it can't be read, or is no ordinary file.
pub fn hash_of(path: &Path) -> io::Result<String> {
    let file = open_regular(path)?;
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(file)?;
    Ok(hasher.finalize().to_string())
}

/// All files under that folder, in order; what can't be read is left out.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths.into_iter().flat_map(|path| if path.is_dir() { files_in(&path) } else { vec![path] }).collect()
}

fn is_inside(name: &str) -> bool {
    let plain = |c| matches!(c, Component::Normal(_));
    !name.is_empty() && !name.contains('\\') && !name.ends_with('/') && Path::new(name).components().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_copied_byte_for_byte() {
        let folder = tempfile::tempdir().unwrap();
        let inputs = [Input::new("scenario.toml", "schema = 1\r\n"), Input::new("decks/a b.txt", vec![0xff, 0x00])];
        write_inputs(folder.path(), &inputs).unwrap();
        for input in &inputs {
            assert_eq!(fs::read(folder.path().join("inputs").join(&input.name)).unwrap(), input.bytes);
        }
        let entry = Input::new("x", "abc").entry();
        assert_eq!(entry.blake3, "6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85");
    }

    #[test]
    fn names_that_lead_out_or_clash_are_refused_before_anything_is_written() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["", "/etc/x", "../x", "decks/../../x", "..", r"..\x", "decks/"] {
            let error = write_inputs(folder.path(), &[Input::new("ok", ""), Input::new(name, "")]).unwrap_err();
            assert_eq!(error.to_string(), format!("`{name}` is not a name inside the run's inputs"));
        }
        let error = write_inputs(folder.path(), &[Input::new("a", ""), Input::new("a", "")]).unwrap_err();
        assert_eq!(error.to_string(), "two inputs are called `a`");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
