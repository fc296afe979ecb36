//! Where a scenario's files come from: the disk, the tree embedded under `builtin:/`, or the inputs of an earlier run.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use include_dir::{Dir, include_dir};

use crate::agents::AgentRegistry;
use crate::cards::source::{Source, did_you_mean};

/// The virtual root of the embedded files.
pub const BUILTIN: &str = "builtin:/";

static EMBEDDED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/scenarios");

/// A file as it was read: what a run keeps, so that it can be repeated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// Its path, as resolved from the scenario's.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The BLAKE3 hash of its bytes.
    pub hash: blake3::Hash,
}

impl Input {
    /// A file of that name with those bytes.
    #[must_use]
    pub fn new(name: &str, bytes: Vec<u8>) -> Input {
        Input { name: name.to_owned(), hash: blake3::hash(&bytes), bytes }
    }
}

/// Why a file was not read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// There is none of that name.
    #[error("no file `{path}`{hint}")]
    Missing {
        /// The path asked for.
        path: String,
        /// The nearest existing one as a question, or nothing.
        hint: String,
    },
    /// There is one, but not as text.
    #[error("can't read `{path}`: {why}")]
    Unreadable {
        /// The path asked for.
        path: String,
        /// What the system said.
        why: String,
    },
}

/// A place to read files from, by path.
pub trait Files {
    /// The bytes of the file of exactly that path.
    ///
    /// # Errors
    /// [`FileError`] when there is none, or it can't be read.
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError>;

    /// The agents that a scenario from here may name.
    fn agents(&self) -> Arc<AgentRegistry> {
        AgentRegistry::builtin()
    }
}

/// Files, with agents of one's own that scenarios may name.
#[derive(Debug, Clone)]
pub struct WithAgents<F> {
    /// Where files come from.
    pub files: F,
    /// Who may be named.
    pub agents: Arc<AgentRegistry>,
}

impl<F: Files> Files for WithAgents<F> {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        self.files.read(path)
    }

    fn agents(&self) -> Arc<AgentRegistry> {
        Arc::clone(&self.agents)
    }
}

/// The file system, and the embedded files under [`BUILTIN`].
#[derive(Debug, Clone, Copy, Default)]
pub struct Disk;

/// Files by name, and nothing else: the inputs kept by an earlier run, or a test's.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InMemory(pub BTreeMap<String, Vec<u8>>);

impl Files for Disk {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        if path.starts_with(BUILTIN) {
            return embedded(path).map(<[u8]>::to_vec).ok_or_else(|| missing(path, builtin_paths()));
        }
        read_whole(path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => missing(path, siblings(path)),
            _ => FileError::Unreadable { path: path.to_owned(), why: error.to_string() },
        })
    }
}

/// The most bytes of a file, far more than any scenario, deck or card file has.
const MOST_BYTES: u64 = 16 << 20;

/// A file's bytes; one without an end is given up.
fn read_whole(path: &str) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if read as u64 > MOST_BYTES { Err(io::Error::other("it has more than 16 MiB")) } else { Ok(bytes) }
}

impl Files for InMemory {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        self.0.get(path).cloned().ok_or_else(|| missing(path, self.0.keys().cloned().collect()))
    }
}

/// The bytes of an embedded file.
fn embedded(path: &str) -> Option<&'static [u8]> {
    EMBEDDED.get_file(path.strip_prefix(BUILTIN)?).map(include_dir::File::contents)
}

/// Every embedded file's path, in alphabetical order.
#[must_use]
pub fn builtin_paths() -> Vec<String> {
    let mut paths = Vec::new();
    let mut folders = vec![&EMBEDDED];
    while let Some(folder) = folders.pop() {
        folders.extend(folder.dirs());
        paths.extend(folder.files().filter_map(|f| Some(format!("{BUILTIN}{}", f.path().to_str()?))));
    }
    paths.sort();
    paths
}

fn missing(path: &str, existing: Vec<String>) -> FileError {
    let hint = did_you_mean(path, existing.iter().map(String::as_str));
    FileError::Missing { path: path.to_owned(), hint }
}

/// The files in the folder that the path names, in alphabetical order.
fn siblings(path: &str) -> Vec<String> {
    let folder = Path::new(path).parent().unwrap_or(Path::new(""));
    let shown = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Ok(entries) = std::fs::read_dir(shown) else { return Vec::new() };
    let mut paths: Vec<String> =
        entries.filter_map(|e| folder.join(e.ok()?.file_name()).to_str().map(str::to_owned)).collect();
    paths.sort();
    paths
}

/// A path written in the file `base`, seen from where `base` is seen from.
#[must_use]
pub fn resolve(base: &str, path: &str) -> String {
    if path.starts_with(BUILTIN) {
        return normal(path);
    }
    if base.starts_with(BUILTIN) {
        let folder = base.rsplit_once('/').map_or(BUILTIN, |(folder, _)| folder);
        return normal(&format!("{folder}/{path}"));
    }
    let folder = Path::new(base).parent().unwrap_or(Path::new(""));
    folder.join(path).to_string_lossy().into_owned()
}

/// A `builtin:/` path without `.` and `..`.
fn normal(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.trim_start_matches(BUILTIN).split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    format!("{BUILTIN}{}", parts.join("/"))
}

/// Reads a file as text, and keeps it as an input.
///
/// # Errors
/// [`FileError`] when there is none, it can't be read, or it is not UTF-8.
pub fn open(files: &dyn Files, path: &str) -> Result<(Source, Input), FileError> {
    let bytes = files.read(path)?;
    let text = String::from_utf8(bytes.clone()).map_err(|error| {
        let line = bytes[..error.utf8_error().valid_up_to()].iter().filter(|b| **b == b'\n').count() + 1;
        FileError::Unreadable { path: path.to_owned(), why: format!("line {line} is not UTF-8 text") }
    })?;
    Ok((Source::new(path, text), Input::new(path, bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_relative_to_the_file_that_names_them() {
        assert_eq!(resolve("builtin:/studies/default.toml", "../decks/a.txt"), "builtin:/decks/a.txt");
        assert_eq!(resolve("my/case.toml", "builtin:/decks/./a.txt"), "builtin:/decks/a.txt");
        assert_eq!(resolve("builtin:/a.toml", "../../b.txt"), "builtin:/b.txt");
        assert_eq!(resolve("case.toml", "a.txt"), "a.txt");
        let expected = Path::new("my").join("a.txt").to_string_lossy().into_owned();
        assert_eq!(resolve("my/case.toml", "a.txt"), expected);
    }

    #[test]
    fn a_misspelt_path_gets_the_nearest() {
        let error = Disk.read("builtin:/studies/defualt.toml").unwrap_err().to_string();
        assert_eq!(error, "no file `builtin:/studies/defualt.toml`; did you mean `builtin:/studies/default.toml`?");
        let error = Disk.read("Cargo.tml").unwrap_err().to_string();
        assert_eq!(error, "no file `Cargo.tml`; did you mean `Cargo.toml`?");
        assert_eq!(InMemory::default().read("x").unwrap_err().to_string(), "no file `x`");
    }

    #[test]
    fn bytes_that_are_no_text_are_located() {
        let files = InMemory(BTreeMap::from([("d".to_owned(), b"ok\nno\xff".to_vec())]));
        assert_eq!(open(&files, "d").unwrap_err().to_string(), "can't read `d`: line 2 is not UTF-8 text");
    }

    #[test]
    fn inputs_carry_their_hash() {
        let files = InMemory(BTreeMap::from([("d".to_owned(), b"1 Opt".to_vec())]));
        let (source, input) = open(&files, "d").unwrap();
        assert_eq!((source.text.as_str(), input.hash), ("1 Opt", blake3::hash(b"1 Opt")));
    }
}
