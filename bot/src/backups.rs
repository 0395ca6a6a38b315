//! Background task for nightly backups: one copy of the database per day (UTC), the oldest deleted.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;

use crate::config::Backups;
use crate::folded::Folded;
use crate::store::{self, BackupError};

/// Interval between two looks at the folder.
const LOOK: Duration = Duration::from_secs(3600);

/// Makes the backups until shutdown.
pub async fn run(database: PathBuf, backups: Backups, shutdown: CancellationToken) {
    let failures = Folded::default();
    loop {
        match make(&database, &backups, OffsetDateTime::now_utc()).await {
            Ok(Some(copy)) => tracing::info!(copy = %copy.display(), "a backup of the database was made"),
            Ok(None) => {}
            Err(error) => {
                if let Some(times) = failures.line(()) {
                    tracing::error!(%error, times, "the nightly backup failed; it is tried again every hour");
                }
            }
        }
        tokio::select! {
            () = tokio::time::sleep(LOOK) => {}
            () = shutdown.cancelled() => return,
        }
    }
}

/// Makes today's backup, if there is none, and deletes the oldest ones.
async fn make(database: &Path, backups: &Backups, now: OffsetDateTime) -> Result<Option<PathBuf>, BackupError> {
    let (year, month, day) = now.to_calendar_date();
    let copy = backups.folder.join(format!("battalion-{year:04}-{:02}-{day:02}.sqlite", u8::from(month)));
    let unwritten = |error: io::Error| BackupError::Unwritten { copy: copy.clone(), reason: error.to_string() };
    if copy.exists() {
        return Ok(None);
    }
    std::fs::create_dir_all(&backups.folder).map_err(unwritten)?;
    store::backup(database, &copy).await?;
    let mut made = made(&backups.folder).map_err(unwritten)?;
    made.sort_unstable();
    for old in &made[..made.len().saturating_sub(backups.keep)] {
        store::delete_backup(old).map_err(unwritten)?;
    }
    Ok(Some(copy))
}

/// Returns the nightly backups in a folder. Other files stay untouched.
fn made(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let ours = |name: &str| {
        let date = name.strip_prefix("battalion-").and_then(|name| name.strip_suffix(".sqlite"));
        date.is_some_and(|date| date.len() == 10 && date.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-'))
    };
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_str().is_some_and(ours) {
            found.push(entry.path());
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;
    use crate::store::Store;

    #[tokio::test]
    async fn a_copy_is_made_each_day_and_the_oldest_is_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("battalion.sqlite");
        let store = Store::open(&database).await.unwrap();
        let backups = Backups { folder: folder.path().join("copies"), keep: 2 };
        let mut now = datetime!(2026-12-30 00:30 UTC);
        // Files of an operator are no nightly backups, also if they are older.
        std::fs::create_dir(&backups.folder).unwrap();
        for name in ["battalion-2025.sqlite", "battalion-2026-01-01-1.sqlite"] {
            std::fs::write(backups.folder.join(name), "").unwrap();
        }
        for _ in 0..4 {
            let copy = make(&database, &backups, now).await.unwrap().unwrap();
            assert!(copy.exists());
            assert_eq!(make(&database, &backups, now + Duration::from_secs(3600)).await.unwrap(), None);
            now += Duration::from_secs(24 * 3600);
        }
        std::fs::write(backups.folder.join("battalion-own.sqlite"), "").unwrap();
        let mut names: Vec<_> =
            std::fs::read_dir(&backups.folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        let expected = [
            "battalion-2025.sqlite",
            "battalion-2026-01-01-1.sqlite",
            "battalion-2027-01-01.sqlite",
            "battalion-2027-01-01.sqlite.sha256",
            "battalion-2027-01-02.sqlite",
            "battalion-2027-01-02.sqlite.sha256",
            "battalion-own.sqlite",
        ];
        assert_eq!(names, expected);
        store.close().await;
    }
}
