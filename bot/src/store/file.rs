//! The database as files: one program at a time uses them, and they stay those that were opened.

use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};
use std::time::Duration;

use super::StoreError;
use super::error::{Broken, Cause};

/// Time between two looks at the files.
const LOOK: Duration = Duration::from_secs(1);

/// Path of a file beside the database: its name with something appended.
pub(super) fn beside(database: &Path, end: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Makes the folder of the database if it is missing.
pub(super) fn make_folder(database: &Path) -> Result<(), StoreError> {
    match database.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => std::fs::create_dir_all(folder).map_err(|error| unwritable(database, &error)),
        None => Ok(()),
    }
}

pub(super) fn unwritable(path: &Path, error: &std::io::Error) -> StoreError {
    StoreError::Unwritable { path: path.to_owned(), reason: error.to_string() }
}

/// The right to use a database, held by one process at a time. The operating system releases it when the process ends in any way.
///
/// The lock is on a file of its own: closing a handle of the database itself would release the locks of SQLite.
#[derive(Debug)]
pub struct Lock {
    _held: File,
}

impl Lock {
    /// Takes the lock, without waiting.
    ///
    /// # Errors
    /// [`StoreError::InUse`] when another process holds it, [`StoreError::Unwritable`] when the file cannot be made.
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
                return Err(StoreError::InUse { path: database.to_owned(), holder });
            }
            Err(TryLockError::Error(error)) => {
                tracing::warn!(path = %path.display(), %error, "this file system has no locks: nothing keeps a second program from using the database");
            }
        }
        // For the message above. The lock holds without it.
        let _ = file.set_len(0).and_then(|()| write!(file, "{}", std::process::id()));
        Ok(Lock { _held: file })
    }
}

/// What tells a file apart from another one that is put in its place.
#[cfg(unix)]
fn identity(file: &Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt as _;
    (file.dev(), file.ino())
}

/// Elsewhere a file that is open cannot be moved or deleted.
#[cfg(not(unix))]
fn identity(_: &Metadata) -> (u64, u64) {
    (0, 0)
}

/// What became of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Loss {
    Gone,
    Replaced,
}

/// The database and the files that SQLite keeps beside it, as they were when they were opened. A program that holds a deleted file can write to
/// it as before, and everything written is gone when it ends.
#[derive(Debug)]
pub(super) struct Files {
    database: PathBuf,
    opened: Vec<(PathBuf, (u64, u64))>,
}

impl Files {
    /// Notes the files of a database that is open, and logs from now on when they go and come back.
    pub fn watch(database: &Path) -> Arc<Files> {
        let paths = ["", "-wal", "-shm"].map(|end| beside(database, end));
        let opened = paths.into_iter().filter_map(|path| {
            let file = std::fs::metadata(&path).ok()?;
            Some((path, identity(&file)))
        });
        let files = Arc::new(Files { database: database.to_owned(), opened: opened.collect() });
        tokio::spawn(report(Arc::downgrade(&files)));
        files
    }

    /// The first file that is not the one that was opened.
    fn lost(&self) -> Option<(&Path, Loss)> {
        self.opened.iter().find_map(|(path, opened)| match std::fs::metadata(path) {
            Ok(file) if identity(&file) == *opened => None,
            Ok(_) => Some((path.as_path(), Loss::Replaced)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Some((path.as_path(), Loss::Gone)),
            // A moment without an answer says nothing about the file. Reading and writing fail by themselves.
            Err(_) => None,
        })
    }

    /// Checks that all files are those that were opened.
    pub async fn check(self: &Arc<Self>) -> Result<(), Broken> {
        let files = Arc::clone(self);
        let checked = tokio::task::spawn_blocking(move || {
            files.lost().map(|(path, loss)| {
                let what = match loss {
                    Loss::Gone => "was deleted or moved away",
                    Loss::Replaced => "was replaced by another file",
                };
                Broken {
                    path: files.database.clone(),
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

/// Logs when files go and come back, until the store is closed.
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
