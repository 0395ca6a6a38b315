//! Copies of the database with checksums: `battalion backup`, nightly backups, and a copy before each migration.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};
use sqlx::Connection as _;

use super::BackupError;
use super::file::beside;
use super::sqlite::{self, Purpose};

/// Returns the path of the file with a copy's checksum, in the format of `sha256sum`.
fn checksum_file(copy: &Path) -> PathBuf {
    beside(copy, ".sha256")
}

fn checksum(file: &Path) -> io::Result<String> {
    let mut hasher = Sha256::new();
    let mut bytes = BufReader::with_capacity(1 << 16, File::open(file)?);
    loop {
        let read = bytes.fill_buf()?;
        if read.is_empty() {
            break;
        }
        hasher.update(read);
        let length = read.len();
        bytes.consume(length);
    }
    Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Writes a consistent copy of a database, which may be in use, and its checksum beside it. Returns the checksum.
///
/// # Errors
/// After an error there is no copy under the name that was asked for.
pub async fn backup(database: &Path, copy: &Path) -> Result<String, BackupError> {
    if copy.exists() {
        return Err(BackupError::Exists(copy.to_owned()));
    }
    if !database.exists() {
        let reason = "there is no such file".to_owned();
        return Err(BackupError::Unread { database: database.to_owned(), reason });
    }
    replace(database, copy).await
}

/// Deletes a copy and its checksum.
pub fn delete(copy: &Path) -> io::Result<()> {
    std::fs::remove_file(copy)?;
    match std::fs::remove_file(checksum_file(copy)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Copies a database of this schema before its migration and returns the path of the copy.
pub(super) async fn before_migration(database: &Path, schema: i64) -> Result<PathBuf, BackupError> {
    let copy = beside(database, &format!(".schema-{schema}"));
    replace(database, &copy).await?;
    Ok(copy)
}

/// Same as [`backup`], but replaces an older copy of that name.
async fn replace(database: &Path, copy: &Path) -> Result<String, BackupError> {
    let unread = |error: sqlx::Error| BackupError::Unread { database: database.to_owned(), reason: error.to_string() };
    let unwritten = |error: io::Error| BackupError::Unwritten { copy: copy.to_owned(), reason: error.to_string() };
    let part = beside(copy, ".part");
    // `VACUUM INTO` accepts an empty file.
    File::create(&part).map_err(unwritten)?;
    let copied = async {
        let mut connection = sqlite::connect(database, Purpose::Copy).await?;
        let copied = sqlx::query("VACUUM INTO $1").bind(part.to_string_lossy().as_ref()).execute(&mut connection).await;
        connection.close().await?;
        copied
    };
    if let Err(error) = copied.await {
        let _ = std::fs::remove_file(&part);
        return Err(unread(error));
    }
    let written = || {
        File::open(&part)?.sync_all()?;
        let sum = checksum(&part)?;
        let name = copy.file_name().unwrap_or_default().to_string_lossy();
        std::fs::write(checksum_file(copy), format!("{sum}  {name}\n"))?;
        std::fs::rename(&part, copy)?;
        Ok(sum)
    };
    written().map_err(unwritten)
}

/// Checks a copy against the checksum beside it, if there is one.
pub(super) fn verify(copy: &Path) -> Result<(), String> {
    let Ok(expected) = std::fs::read_to_string(checksum_file(copy)) else {
        return Ok(());
    };
    let found = checksum(copy).map_err(|error| error.to_string())?;
    match expected.split_whitespace().next() {
        Some(expected) if expected == found => Ok(()),
        _ => Err(format!("its SHA-256 is not the one in {}", checksum_file(copy).display())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{RestoreError, Store, restore};

    #[tokio::test]
    async fn copies_are_complete_and_checked_before_they_are_restored() {
        let folder = tempfile::tempdir().unwrap();
        let [database, copy] = ["battalion.sqlite", "copy.sqlite"].map(|name| folder.path().join(name));
        let store = Store::open(&database).await.unwrap();
        // The database is in use while it is copied.
        let sum = backup(&database, &copy).await.unwrap();
        assert_eq!(sum.len(), 64);
        assert_eq!(std::fs::read_to_string(checksum_file(&copy)).unwrap(), format!("{sum}  copy.sqlite\n"));
        assert!(matches!(backup(&database, &copy).await, Err(BackupError::Exists(_))));
        store.close().await;
        restore(&copy, &database).await.unwrap();
        let mut bytes = std::fs::read(&copy).unwrap();
        let last = bytes.len() - 1;
        bytes[last] ^= 1;
        std::fs::write(&copy, bytes).unwrap();
        let refused = restore(&copy, &database).await.unwrap_err();
        assert!(matches!(&refused, RestoreError::Unusable { reason, .. } if reason.contains("SHA-256")), "{refused}");
        let nowhere = backup(&folder.path().join("none.sqlite"), &folder.path().join("x.sqlite")).await;
        assert!(matches!(nowhere, Err(BackupError::Unread { .. })), "{nowhere:?}");
        let nowhere = backup(&database, &folder.path().join("no/x.sqlite")).await;
        assert!(matches!(nowhere, Err(BackupError::Unwritten { .. })), "{nowhere:?}");
    }
}
