//! Lock on the database, and a watch on its files: only one process may use them, and they must not be deleted or
//! replaced while open.

use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use super::error::{Broken, Cause};
use super::{Location, StoreError};

/// Interval between two checks of the files.
const LOOK: Duration = Duration::from_secs(1);

/// Returns the path of a file beside the database: the database's path with a suffix.
pub(super) fn beside(database: &Path, end: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Returns the path where a restore prepares the copy. If the file exists at startup, a restore was interrupted and the
/// start fails.
pub(super) fn staged(database: &Path) -> PathBuf {
    beside(database, ".restoring")
}

/// Creates the folder of the database if it is missing.
pub(super) fn make_folder(database: &Path) -> Result<(), StoreError> {
    match database.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => std::fs::create_dir_all(folder).map_err(|error| unwritable(database, &error)),
        None => Ok(()),
    }
}

pub(super) fn unwritable(path: &Path, error: &std::io::Error) -> StoreError {
    StoreError::Unwritable { database: path.into(), reason: error.to_string() }
}

/// Exclusive lock on a database, held by one process at a time. The operating system releases it when the process ends
/// in any way.
///
/// The lock uses a file of its own, because closing a handle of the database file would release SQLite's locks.
#[derive(Debug)]
pub struct Lock {
    held: File,
}

impl Lock {
    /// Acquires the lock without waiting.
    ///
    /// # Errors
    /// [`StoreError::InUse`] if another process holds it, [`StoreError::Unwritable`] if the lock file cannot be
    /// created.
    pub fn take(database: &Path) -> Result<Lock, StoreError> {
        make_folder(database)?;
        let path = beside(database, ".lock");
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = open.map_err(|error| unwritable(&path, &error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let holder = std::fs::read_to_string(&path).unwrap_or_default();
                let holder = Some(holder.trim().to_owned()).filter(|number| !number.is_empty());
                return Err(StoreError::InUse { database: database.into(), holder });
            }
            Err(TryLockError::Error(error)) => {
                tracing::warn!(path = %path.display(), %error, "this file system has no locks: nothing keeps a second program from using the database");
            }
        }
        // The process id is only for the message above; the lock works without it.
        let _ = file.set_len(0).and_then(|()| write!(file, "{}", std::process::id()));
        Ok(Lock { held: file })
    }
}

impl Drop for Lock {
    /// Releases the lock for all copies of the handle. A child process that is being started has one until its program runs.
    fn drop(&mut self) {
        let _ = self.held.unlock();
    }
}

/// Returns device and inode, which distinguish a file from one put in its place.
#[cfg(unix)]
fn identity(file: &Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt as _;
    (file.dev(), file.ino())
}

/// Other systems do not let open files be moved or deleted, so no identity is needed.
#[cfg(not(unix))]
fn identity(_: &Metadata) -> (u64, u64) {
    (0, 0)
}

/// Fate of a file that is not in its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Loss {
    Gone,
    Replaced,
}

/// Identities of the database file and of the files SQLite keeps beside it, recorded when they were opened. A process
/// can still write to a deleted file, but everything written is lost when the process ends.
#[derive(Debug)]
pub(super) struct Files {
    database: PathBuf,
    opened: Vec<(PathBuf, (u64, u64))>,
    /// Set before the last connection is closed, which deletes the journal.
    closed: AtomicBool,
}

impl Files {
    /// Records the files of an open database and starts logging when they disappear and return.
    pub fn watch(database: &Path) -> Arc<Files> {
        let paths = ["", "-wal", "-shm"].map(|end| beside(database, end));
        let opened = paths.into_iter().filter_map(|path| {
            let file = std::fs::metadata(&path).ok()?;
            Some((path, identity(&file)))
        });
        let files = Arc::new(Files { database: database.to_owned(), opened: opened.collect(), closed: false.into() });
        tokio::spawn(report(Arc::downgrade(&files)));
        files
    }

    /// Ends the watch: SQLite itself deletes its journal with the last connection.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Release);
    }

    /// Returns the first file that is missing or replaced.
    fn lost(&self) -> Option<(&Path, Loss)> {
        let lost = self.opened.iter().find_map(|(path, opened)| match std::fs::metadata(path) {
            Ok(file) if identity(&file) == *opened => None,
            Ok(_) => Some((path.as_path(), Loss::Replaced)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Some((path.as_path(), Loss::Gone)),
            // Other errors may be temporary and prove no loss. Reads and writes report them.
            Err(_) => None,
        });
        // Read after the files: whatever the last connection deleted is then known to be its work.
        lost.filter(|_| !self.closed.load(Ordering::Acquire))
    }

    /// Checks that all files are still those that were opened.
    pub async fn check(self: &Arc<Self>) -> Result<(), Broken> {
        let files = Arc::clone(self);
        let checked = tokio::task::spawn_blocking(move || {
            files.lost().map(|(path, loss)| {
                let what = match loss {
                    Loss::Gone => "was deleted or moved away",
                    Loss::Replaced => "was replaced by another file",
                };
                Broken {
                    database: Location::File(files.database.clone()),
                    cause: Cause::Gone,
                    reason: format!("{} {what}", path.display()),
                }
            })
        });
        match checked.await {
            Ok(Some(lost)) => Err(lost),
            Ok(None) | Err(_) => Ok(()),
        }
    }
}

/// Logs when files disappear and return, until the store is closed.
async fn report(files: Weak<Files>) {
    let mut lost = false;
    loop {
        tokio::time::sleep(LOOK).await;
        let Some(files) = files.upgrade() else {
            return;
        };
        match (files.check().await, lost) {
            (Err(error), false) => {
                tracing::error!(%error, "nothing is accepted until the same file is back");
                lost = true;
            }
            (Ok(()), true) => {
                tracing::info!(path = %files.database.display(), "the files of the database are back: play goes on");
                lost = false;
            }
            (Ok(()), false) | (Err(_), true) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::tests::Folder;

    #[test]
    fn a_lock_is_free_once_it_is_released_even_if_a_child_has_its_handle() {
        let folder = Folder::of_file();
        let lock = Lock::take(&folder.file()).unwrap();
        let of_child = lock.held.try_clone().unwrap();
        assert!(matches!(Lock::take(&folder.file()), Err(StoreError::InUse { .. })));
        drop(lock);
        Lock::take(&folder.file()).unwrap();
        drop(of_child);
    }
}
