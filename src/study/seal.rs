//! JSON files whose last line says what the others were: no byte of them changes unseen.

use std::io;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::part_file::{FileEntry, WriteError, write_file};
use crate::scenario::read_regular;

/// The number of the layout of everything in a run's folder, and of every table's columns; it rises when one of them changes its
/// meaning.
pub const SCHEMA: u32 = 8;

/// What comes before the hash.
const BEFORE: &str = ",\n  \"seal\": \"";
/// What comes after it.
const AFTER: &str = "\"\n}\n";
/// The last line without it.
const END: &str = "\n}\n";
/// A sealed file is never longer.
const MOST_BYTES: u64 = 64 << 20;

/// Why a file of a run cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It is missing or cannot be opened.
    #[error("cannot read `{}`", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It is not what was written.
    #[error("`{}` is damaged: {why}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// It was written by another version.
    #[error("`{}` has schema {schema}; this version reads {SCHEMA}", path.display())]
    Schema {
        /// The file.
        path: PathBuf,
        /// Its number.
        schema: u32,
    },
}

impl ReadError {
    /// It is not what was written, for that reason.
    pub fn damaged(path: &Path, why: impl ToString) -> ReadError {
        ReadError::Damaged { path: path.to_owned(), why: why.to_string() }
    }
}

/// A value that is an object as indented JSON, with the hash of it as its last key `seal`.
///
/// # Errors
/// When the value is no JSON object.
pub fn seal(value: &impl Serialize) -> io::Result<String> {
    let mut text = serde_json::to_string_pretty(value)?;
    text.push('\n');
    let hash = blake3::hash(text.as_bytes());
    match text.strip_suffix(END) {
        Some(body) if body.starts_with('{') => Ok(format!("{body}{BEFORE}{hash}{AFTER}")),
        _ => Err(io::Error::other("only an object with keys can be sealed")),
    }
}

/// Writes a value with its seal.
///
/// # Errors
/// When the disk refuses.
pub fn write_sealed(path: &Path, value: &impl Serialize) -> Result<FileEntry, WriteError> {
    write_file(path, seal(value).map_err(WriteError::at(path))?.as_bytes(), None)
}

/// Reads a value whose seal holds.
///
/// # Errors
/// See [`ReadError`]; a file of another schema is told before anything else about it.
pub fn read_sealed<T: DeserializeOwned>(path: &Path) -> Result<T, ReadError> {
    unseal(path, &read_bytes(path)?)
}

/// The bytes of a sealed file, which is no longer than one may be.
pub(super) fn read_bytes(path: &Path) -> Result<Vec<u8>, ReadError> {
    read_regular(path, MOST_BYTES).map_err(|source| ReadError::Unreadable { path: path.to_owned(), source })
}

/// The value in the bytes of a sealed file; they are from `path`, or would be.
///
/// # Errors
/// As [`read_sealed`].
pub fn unseal<T: DeserializeOwned>(path: &Path, bytes: &[u8]) -> Result<T, ReadError> {
    #[derive(Deserialize)]
    struct Versioned {
        schema: Option<u32>,
    }
    let text = str::from_utf8(bytes).map_err(|_| ReadError::damaged(path, "it is not text"))?;
    if let Ok(Versioned { schema: Some(schema) }) = serde_json::from_str(text)
        && schema != SCHEMA
    {
        return Err(ReadError::Schema { path: path.to_owned(), schema });
    }
    let body = unsealed(text).ok_or_else(|| ReadError::damaged(path, "its seal does not hold"))?;
    serde_json::from_str(&body).map_err(|error| ReadError::damaged(path, error))
}

/// What was sealed; `None` when the seal does not hold.
fn unsealed(text: &str) -> Option<String> {
    let (body, rest) = text.rsplit_once(BEFORE)?;
    let hash = rest.strip_suffix(AFTER)?;
    let sealed = format!("{body}{END}");
    (blake3::hash(sealed.as_bytes()).to_string() == hash).then_some(sealed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
    struct Thing {
        schema: u32,
        name: String,
    }

    #[test]
    fn every_changed_byte_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("thing.json");
        let thing = Thing { schema: SCHEMA, name: "\"seal\": \"x".into() };
        write_sealed(&path, &thing).unwrap();
        assert_eq!(read_sealed::<Thing>(&path).unwrap(), thing);
        let good = fs::read(&path).unwrap();
        for at in 0..good.len() {
            for change in [1, 0x20] {
                let mut bad = good.clone();
                bad[at] ^= change;
                fs::write(&path, &bad).unwrap();
                assert!(read_sealed::<Thing>(&path).is_err(), "byte {at}: {}", String::from_utf8_lossy(&bad));
            }
            fs::write(&path, &good[..at]).unwrap();
            assert!(read_sealed::<Thing>(&path).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn another_schema_is_told_as_such_and_no_seal_as_damage() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("thing.json");
        let told = |text: &str| {
            fs::write(&path, text).unwrap();
            read_sealed::<Thing>(&path).unwrap_err().to_string()
        };
        assert!(told("{\"schema\": 2}\n").ends_with(&format!("has schema 2; this version reads {SCHEMA}")));
        assert!(
            told(&format!("{{\"schema\": {SCHEMA}, \"name\": \"x\"}}\n"))
                .ends_with("is damaged: its seal does not hold")
        );
        assert!(told("{").ends_with("is damaged: its seal does not hold"));
        assert!(seal(&7).is_err());
    }
}
