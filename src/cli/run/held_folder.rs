//! The folder a run writes into, held so that no second run writes into it.

use std::fs::{File, TryLockError};
use std::path::Path;

use crate::cli::failure::{Failure, chain};
use crate::report::folder::{Existing, FolderError, INPUTS, RunFolder};

/// Where runs go that were not told where to go.
const REPORTS: &str = "reports";

/// A run's folder, held until this is dropped.
pub(super) struct HeldFolder {
    pub(super) folder: RunFolder,
    /// The system lets go of it when the process ends, however it ends.
    _hold: Option<File>,
}

impl HeldFolder {
    /// The next free folder under `reports/`.
    ///
    /// # Errors
    /// When none can be made.
    pub(super) fn next_free(name: &str, seed: u64) -> Result<HeldFolder, Failure> {
        HeldFolder::held(RunFolder::next_free(Path::new(REPORTS), name, seed).map_err(refused)?)
    }

    /// That folder.
    ///
    /// # Errors
    /// When it holds something that is not to be there, cannot be written, or belongs to a run that is not over.
    pub(super) fn at(path: &Path, existing: Existing) -> Result<HeldFolder, Failure> {
        // Before anything in it is touched.
        drop(hold(path)?);
        HeldFolder::held(RunFolder::at(path, existing).map_err(refused)?)
    }

    fn held(folder: RunFolder) -> Result<HeldFolder, Failure> {
        let hold = hold(folder.path())?;
        Ok(HeldFolder { folder, _hold: hold })
    }
}

/// Locks a run's `inputs/`; nothing where there are none, or where folders cannot be locked.
pub(super) fn hold(path: &Path) -> Result<Option<File>, Failure> {
    let Ok(inputs) = File::open(path.join(INPUTS)) else { return Ok(None) };
    match inputs.try_lock() {
        Err(TryLockError::WouldBlock) => {
            Err(Failure::Input(format!("another run is writing into `{}`; nothing was changed", path.display())))
        }
        Err(TryLockError::Error(_)) => Ok(None),
        Ok(()) => Ok(Some(inputs)),
    }
}

/// Why a folder cannot be used, and what can be done about it.
fn refused(error: FolderError) -> Failure {
    let help = match &error {
        FolderError::NotEmpty { .. } => "; choose another --out, go on with --resume, or replace it with --force",
        FolderError::Foreign { .. } => "; nothing was removed",
        FolderError::Unwritable { .. } => "",
    };
    Failure::Input(chain(&error) + help)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_folder_in_use_is_left_alone() {
        let base = tempfile::tempdir().unwrap();
        let out = base.path().join("out");
        let place = HeldFolder::at(&out, Existing::Refuse).unwrap();
        for existing in [Existing::Refuse, Existing::Continue, Existing::Replace] {
            let error = HeldFolder::at(&out, existing).err().unwrap().to_string();
            assert_eq!(error, format!("another run is writing into `{}`; nothing was changed", out.display()));
        }
        drop(place);
        assert!(HeldFolder::at(&out, Existing::Replace).is_ok());
    }

    #[test]
    fn refusals_say_what_to_do() {
        let base = tempfile::tempdir().unwrap();
        std::fs::write(base.path().join("notes.txt"), "mine").unwrap();
        let refused = |existing| HeldFolder::at(base.path(), existing).err().unwrap().to_string();
        assert!(
            refused(Existing::Refuse)
                .ends_with("is not empty; choose another --out, go on with --resume, or replace it with --force")
        );
        assert!(refused(Existing::Replace).ends_with("`notes.txt`, which is not part of a run; nothing was removed"));
    }
}
