//! The one way in which files of users are read: only regular files, and no more of them than was asked for.

use std::fs::{File, FileType, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

/// Opens a regular file, whatever links lead to it. A pipe would be waited for and a device read without end, so neither is touched
/// beyond being opened, which for a pipe does not wait for who writes it.
///
/// # Errors
/// When it can't be opened, or is something else.
pub fn open_regular(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, nix::libc::O_NONBLOCK | nix::libc::O_NOCTTY);
    let file = options.open(path)?;
    // Asked of what has been opened, not of the path, which may lead elsewhere by now.
    let kind = file.metadata()?.file_type();
    if kind.is_file() { Ok(file) } else { Err(io::Error::other(format!("it is {}, expected a file", kind_name(kind)))) }
}

/// What serde says of JSON, without the line and column that it adds.
#[must_use]
pub fn without_place(error: &serde_json::Error) -> String {
    let said = error.to_string();
    said.split(" at line ").next().unwrap_or(&said).to_owned()
}

/// All bytes of a regular file that has at most so many.
///
/// # Errors
/// When it can't be opened or read, is something else, or has more.
pub fn read_regular(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_whole(open_regular(path)?, most)
}

/// Everything that comes, if it is no more than so many bytes; what has no end is given up.
pub(super) fn read_whole(from: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = from.take(most + 1).read_to_end(&mut bytes)?;
    if read as u64 > most { Err(io::Error::other(format!("it has more than {} MiB", most >> 20))) } else { Ok(bytes) }
}

fn kind_name(kind: FileType) -> &'static str {
    if kind.is_dir() {
        return "a folder";
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return "a pipe";
        }
    }
    "a device"
}

/// A reader that gives so many bytes and then fails, unless it is told in between that a part has ended: so that one record of a file
/// can't be as large as the file.
pub(super) struct Rationed<R> {
    inner: R,
    /// What may still be given, shared with who tells.
    left: Ration,
    most: u64,
}

/// What a [`Rationed`] may still give.
#[derive(Clone, Default)]
pub(super) struct Ration(std::rc::Rc<std::cell::Cell<u64>>);

impl Ration {
    /// A part has ended: the next may be as large again.
    pub(super) fn renew(&self, most: u64) {
        self.0.set(most);
    }
}

impl<R> Rationed<R> {
    pub(super) fn new(inner: R, most: u64) -> (Rationed<R>, Ration) {
        let left = Ration::default();
        left.renew(most);
        (Rationed { inner, left: left.clone(), most }, left)
    }

    fn spend(&self, bytes: usize) -> io::Result<()> {
        let left = self.left.0.get().checked_sub(bytes as u64);
        let over = || io::Error::other(format!("one card has more than {} MiB", self.most >> 20));
        left.map(|left| self.left.0.set(left)).ok_or_else(over)
    }
}

impl<R> Rationed<R> {
    pub(super) fn into_inner(self) -> R {
        self.inner
    }
}

impl<R: Read> Read for Rationed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.spend(read)?;
        Ok(read)
    }
}

/// A reader that hashes what it gives.
pub(super) struct Hashed<R> {
    inner: R,
    hasher: blake3::Hasher,
}

impl<R> Hashed<R> {
    pub(super) fn new(inner: R) -> Hashed<R> {
        Hashed { inner, hasher: blake3::Hasher::new() }
    }

    /// The BLAKE3 hash of everything that was given, 64 hexadecimal digits.
    pub(super) fn hash(&self) -> String {
        self.hasher.finalize().to_string()
    }
}

impl<R: Read> Read for Hashed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.hasher.update(&buffer[..read]);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_has_an_end() {
        assert_eq!(read_whole(&b"abc"[..], 3).unwrap(), b"abc");
        assert_eq!(read_whole(io::repeat(0), 1 << 20).unwrap_err().to_string(), "it has more than 1 MiB");
    }

    #[test]
    fn a_ration_is_for_one_part() {
        let (mut reader, ration) = Rationed::new(io::repeat(b'x'), 1 << 20);
        let mut part = vec![0; 1 << 20];
        for _ in 0..3 {
            reader.read_exact(&mut part).unwrap();
            ration.renew(1 << 20);
        }
        reader.read_exact(&mut part).unwrap();
        assert_eq!(reader.read(&mut part).unwrap_err().to_string(), "one card has more than 1 MiB");
    }
}
