//! Where a scenario's files come from: the disk, the tree embedded under `builtin:/`, or the inputs of an earlier run.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use include_dir::{Dir, include_dir};

use crate::agents::AgentRegistry;
use crate::cards::limits;
use crate::cards::source::{Source, did_you_mean};
use crate::cards::wording::system_words;

use super::reading::{read_regular, read_whole};

/// The virtual root of the embedded files.
pub const BUILTIN: &str = "builtin:/";

static TREE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/scenarios");

/// The embedded files by their paths: thousands, so that walking down the tree for each takes long.
static EMBEDDED: LazyLock<BTreeMap<String, &[u8]>> = LazyLock::new(|| {
    let mut files = BTreeMap::new();
    let mut folders = vec![&TREE];
    while let Some(folder) = folders.pop() {
        folders.extend(folder.dirs());
        let path = |file: &include_dir::File<'_>| Some(format!("{BUILTIN}{}", file.path().to_str()?));
        files.extend(folder.files().filter_map(|file| Some((path(file)?, file.contents()))));
    }
    files
});

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

/// The regular files of the file system, and the embedded files under [`BUILTIN`].
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
        read_regular(Path::new(path), limits::FILE_BYTES).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => missing(path, siblings(path)),
            _ => FileError::Unreadable { path: path.to_owned(), why: system_words(&error) },
        })
    }
}

/// What a user types: a file as [`Disk`] has it, or a stream that the program was given: standard input (`-`), or an open file of its
/// own, as `<(...)` of a shell makes one.
#[derive(Debug, Clone, Copy, Default)]
pub struct Typed;

impl Files for Typed {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        if !is_stream(path) {
            return Disk.read(path);
        }
        stream(path).map_err(|error| FileError::Unreadable { path: path.to_owned(), why: system_words(&error) })
    }
}

/// The path that means standard input.
const STDIN: &str = "-";

/// What came through standard input and pipes, which can be read only once, by path.
static STREAMS: Mutex<BTreeMap<String, Vec<u8>>> = Mutex::new(BTreeMap::new());

/// Whether a path is that of a stream: its name says nothing about what comes through it.
#[must_use]
pub fn is_stream(path: &str) -> bool {
    let own = ["/dev/fd/", "/proc/self/fd/"].iter().find_map(|folder| path.strip_prefix(folder));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    path == STDIN || path == "/dev/stdin" || own.is_some_and(is_number)
}

/// What comes through a stream, as often as one likes.
fn stream(path: &str) -> io::Result<Vec<u8>> {
    let mut streams = STREAMS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(bytes) = streams.get(path) {
        return Ok(bytes.clone());
    }
    let bytes = match path {
        STDIN => read_whole(io::stdin().lock(), limits::FILE_BYTES)?,
        _ => read_whole(File::open(path)?, limits::FILE_BYTES)?,
    };
    streams.insert(path.to_owned(), bytes.clone());
    Ok(bytes)
}

impl Files for InMemory {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        self.0.get(path).cloned().ok_or_else(|| missing(path, self.0.keys().cloned().collect()))
    }
}

/// The bytes of an embedded file.
fn embedded(path: &str) -> Option<&'static [u8]> {
    EMBEDDED.get(path).copied()
}

/// Every embedded file's path, in alphabetical order.
#[must_use]
pub fn builtin_paths() -> Vec<String> {
    EMBEDDED.keys().cloned().collect()
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
    let text = text_of(&bytes).map_err(|why| FileError::Unreadable { path: path.to_owned(), why })?;
    Ok((Source::new(path, text), Input::new(path, bytes)))
}

/// What is said of text of two bytes a character.
pub(super) const UTF16: &str = "it is UTF-16 text, expected UTF-8: save it as UTF-8";

/// Bytes as text, or why they are none.
pub(super) fn text_of(bytes: &[u8]) -> Result<String, String> {
    if is_utf16(bytes) {
        return Err(UTF16.to_owned());
    }
    if let Some(at) = bytes.iter().position(|byte| *byte == 0) {
        return Err(format!("{} has a NUL byte, so it is no text", place_of(&bytes[..at])));
    }
    let text = str::from_utf8(bytes)
        .map_err(|error| format!("{} is not UTF-8 text: save it as UTF-8", place_of(&bytes[..error.valid_up_to()])))?;
    Ok(text.to_owned())
}

/// Line and column, both from 1, of what stands behind those bytes.
fn place_of(before: &[u8]) -> String {
    let (line, column) = Source::new("", String::from_utf8_lossy(before)).position(before.len());
    format!("line {line}, column {column}")
}

/// Text of two bytes a character: by its mark, or by a zero in every other byte of its beginning.
pub(super) fn is_utf16(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(64)];
    let zeros = |from: usize| start.len() > 3 && start.iter().skip(from).step_by(2).all(|byte| *byte == 0);
    start.starts_with(&[0xff, 0xfe]) || start.starts_with(&[0xfe, 0xff]) || zeros(0) != zeros(1)
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
        assert_eq!(
            open(&files, "d").unwrap_err().to_string(),
            "can't read `d`: line 2, column 3 is not UTF-8 text: save it as UTF-8"
        );
    }

    #[test]
    fn other_encodings_are_named() {
        let wide = |mark: &[u8], big: bool| {
            let unit = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
            mark.iter().copied().chain("1 Opt\n".encode_utf16().flat_map(unit)).collect::<Vec<u8>>()
        };
        for bytes in [wide(&[0xff, 0xfe], false), wide(&[0xfe, 0xff], true), wide(&[], false), wide(&[], true)] {
            assert_eq!(text_of(&bytes).unwrap_err(), "it is UTF-16 text, expected UTF-8: save it as UTF-8");
        }
        assert_eq!(text_of(b"1 Opt\n1 \0").unwrap_err(), "line 2, column 3 has a NUL byte, so it is no text");
        assert_eq!(text_of(&[0; 100]).unwrap_err(), "line 1, column 1 has a NUL byte, so it is no text");
        assert_eq!((text_of(b""), text_of("\u{feff}é".as_bytes())), (Ok(String::new()), Ok("\u{feff}é".to_owned())));
    }

    #[test]
    fn inputs_carry_their_hash() {
        let files = InMemory(BTreeMap::from([("d".to_owned(), b"1 Opt".to_vec())]));
        let (source, input) = open(&files, "d").unwrap();
        assert_eq!((source.text.as_str(), input.hash), ("1 Opt", blake3::hash(b"1 Opt")));
    }
}
