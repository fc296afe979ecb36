//! What the fuzz targets share.

use turnlab::cards::source::Source;
use turnlab::scenario::{BUILTIN, Disk, FileError, Files, open};

/// Where the bytes at hand stand: in the embedded tree, so that paths lead from there to its other files and nowhere else.
pub const HERE: &str = "builtin:/rules/fuzzed";

/// The bytes at hand as a file, and the embedded files; nothing of the disk.
pub struct Fuzzed<'b>(pub &'b [u8]);

impl Files for Fuzzed<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        match path {
            HERE => Ok(self.0.to_vec()),
            _ if path.starts_with(BUILTIN) => Disk.read(path),
            _ => Err(FileError::Missing { path: path.to_owned(), hint: String::new() }),
        }
    }
}

/// The bytes at hand as text, where they are text.
pub fn text(bytes: &[u8]) -> Option<Source> {
    open(&Fuzzed(bytes), HERE).ok().map(|(source, _)| source)
}

/// What an object ends with before it is sealed.
const END: &str = "\n}\n";

/// A JSON object with a seal that holds, so that what is behind the seal is reached; other bytes as they are.
pub fn sealed(bytes: &[u8]) -> Vec<u8> {
    match bytes.strip_suffix(END.as_bytes()) {
        Some(body) => [body, format!(",\n  \"seal\": \"{}\"{END}", blake3::hash(bytes)).as_bytes()].concat(),
        None => bytes.to_vec(),
    }
}
