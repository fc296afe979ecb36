//! Files that appear whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// What unfinished files are called at the end.
pub const PART: &str = "part";

/// A file could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write `{}`", path.display())]
pub struct WriteError {
    /// Which file, by its final name.
    pub path: PathBuf,
    /// Why.
    pub source: io::Error,
}

impl WriteError {
    /// Says which file a failure was about.
    pub fn at(path: &Path) -> impl Fn(io::Error) -> WriteError {
        move |source| WriteError { path: path.to_owned(), source }
    }
}

/// What is said of a finished file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    /// Its name in the run's folder.
    pub name: String,
    /// Rows of data, without the header; none for files that are not tables.
    pub rows: Option<u64>,
    /// The BLAKE3 hash of its bytes, 64 hexadecimal digits.
    pub blake3: String,
}

/// A file being written: hashed on the way, under its final name only when it is [kept](PartFile::keep). Dropped before
/// that, it leaves nothing behind.
#[derive(Debug)]
pub struct PartFile {
    path: PathBuf,
    part: PathBuf,
    file: File,
    hasher: blake3::Hasher,
    kept: bool,
}

impl PartFile {
    /// Begins a file.
    ///
    /// # Errors
    /// When it cannot be created.
    pub fn create(path: &Path) -> Result<PartFile, WriteError> {
        let mut part = path.as_os_str().to_owned();
        part.push(".");
        part.push(PART);
        let part = PathBuf::from(part);
        let file = create_anew(&part).map_err(WriteError::at(path))?;
        Ok(PartFile { path: path.to_owned(), part, file, hasher: blake3::Hasher::new(), kept: false })
    }

    /// Its final path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes sure the bytes are on disk and gives the file its name, over any other of that name.
    ///
    /// # Errors
    /// When the disk refuses; nothing of that name has changed then.
    pub fn keep(mut self, rows: Option<u64>) -> Result<FileEntry, WriteError> {
        self.file.sync_all().and_then(|()| fs::rename(&self.part, &self.path)).map_err(WriteError::at(&self.path))?;
        self.kept = true;
        sync_folder(&self.path).map_err(WriteError::at(&self.path))?;
        let name = self.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(FileEntry { name, rows, blake3: self.hasher.finalize().to_string() })
    }
}

/// Creates a file that was not there: what an earlier run left is removed, and a link is removed, never followed.
fn create_anew(path: &Path) -> io::Result<File> {
    match File::create_new(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            fs::remove_file(path)?;
            File::create_new(path)
        }
        created => created,
    }
}

/// Whether it is the path of a file that was never finished.
#[must_use]
pub fn is_part(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == PART)
}

/// Makes a new name survive a power cut; other systems than Unix have no such call.
fn sync_folder(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) if cfg!(unix) => {
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            File::open(folder)?.sync_all()
        }
        _ => Ok(()),
    }
}

impl Write for PartFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        if !self.kept {
            // Nobody is left to be told; a part file that stays is ignored by everyone.
            let _ = fs::remove_file(&self.part);
        }
    }
}

/// Writes a whole file at once.
///
/// # Errors
/// When the disk refuses.
pub fn write_file(path: &Path, bytes: &[u8], rows: Option<u64>) -> Result<FileEntry, WriteError> {
    let mut file = PartFile::create(path)?;
    file.write_all(bytes).map_err(WriteError::at(path))?;
    file.keep(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_has_its_name_only_when_it_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.csv");
        let mut file = PartFile::create(&path).unwrap();
        file.write_all(b"abc").unwrap();
        assert_eq!(names(folder.path()), ["games.csv.part"]);
        let entry = file.keep(Some(1)).unwrap();
        assert_eq!(names(folder.path()), ["games.csv"]);
        assert_eq!((entry.name.as_str(), entry.rows), ("games.csv", Some(1)));
        // The published test vector of BLAKE3 for "abc".
        assert_eq!(entry.blake3, "6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85");
    }

    #[test]
    fn what_is_not_kept_leaves_the_old_file_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.csv");
        write_file(&path, b"old", None).unwrap();
        let mut file = PartFile::create(&path).unwrap();
        file.write_all(b"half of the new").unwrap();
        drop(file);
        assert_eq!((names(folder.path()), fs::read(&path).unwrap()), (vec!["games.csv".to_owned()], b"old".to_vec()));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_the_way_is_replaced_and_never_written_through() {
        let folder = tempfile::tempdir().unwrap();
        let precious = folder.path().join("precious");
        fs::write(&precious, b"mine").unwrap();
        for link in ["games.csv.part", "games.csv"] {
            std::os::unix::fs::symlink(&precious, folder.path().join(link)).unwrap();
        }
        write_file(&folder.path().join("games.csv"), b"new", None).unwrap();
        assert_eq!(fs::read(&precious).unwrap(), b"mine");
        assert!(fs::symlink_metadata(folder.path().join("games.csv")).unwrap().is_file());
    }

    #[test]
    fn a_failure_names_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("missing").join("games.csv");
        let error = PartFile::create(&path).unwrap_err().to_string();
        assert_eq!(error, format!("cannot write `{}`", path.display()));
    }
}
