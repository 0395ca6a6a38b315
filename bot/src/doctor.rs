//! `battalion doctor`: examines a database, which may be in use, without changing it.
//!
//! The games are opened from a temporary copy beside the database, because opening a database migrates it.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use engine::board::Battlefield;

use crate::host::{Error, Examined, Host, StartError};
use crate::store::{self, BackupError, Condition, StoreError};

/// Number of games of each kind of problem that are listed.
const LISTED: usize = 20;

/// Reason why a database could not be examined.
#[derive(Debug, thiserror::Error)]
pub enum DoctorError {
    /// The file cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The temporary copy could not be made.
    #[error("the games could not be examined, since they are opened from a temporary copy: {0}")]
    Copy(#[from] BackupError),
    /// The temporary copy could not be opened.
    #[error("the games could not be examined: {0}")]
    Start(#[from] StartError),
    /// The games could not be read.
    #[error("the games could not be examined: {0}")]
    Games(#[from] Error),
    /// The report could not be written.
    #[error("the report could not be written: {0}")]
    Report(#[from] io::Error),
}

/// Temporary copy of a database, deleted when dropped.
struct Copy(PathBuf);

impl Drop for Copy {
    fn drop(&mut self) {
        for end in ["", "-wal", "-shm", ".sha256"] {
            let mut path = self.0.clone().into_os_string();
            path.push(end);
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Examines a database and writes a report. Returns whether it is sound.
///
/// # Errors
/// [`DoctorError`] if the examination was not completed.
pub async fn run(
    database: &Path,
    battlefields: Vec<Battlefield>,
    report: &mut impl Write,
) -> Result<bool, DoctorError> {
    let condition = store::condition(database).await?;
    describe(database, &condition, report)?;
    if !condition.damage.is_empty() || condition.schema.is_none() {
        return Ok(condition.damage.is_empty());
    }
    let mut name = database.as_os_str().to_owned();
    name.push(format!(".examined-{}", std::process::id()));
    let copy = Copy(name.into());
    store::backup(database, &copy.0).await?;
    let host = Host::open(&copy.0, battlefields).await?;
    let examined = host.games.examine(|games| tracing::info!(games, "examining")).await;
    host.close().await;
    let examined = examined?;
    list(&examined, report)?;
    Ok(condition.orphans.is_empty() && examined.broken.is_empty())
}

fn describe(database: &Path, condition: &Condition, report: &mut impl Write) -> io::Result<()> {
    let Condition { schema, bytes, damage, orphans, waiting, given_up } = condition;
    let size = *bytes as f64 / 1e6;
    let schema = match schema {
        Some(schema) => format!(", schema {schema}"),
        None if damage.is_empty() => ", empty".to_owned(),
        None => String::new(),
    };
    writeln!(report, "Database: {}, {size:.1} MB{schema}", database.display())?;
    match damage.as_slice() {
        [] => writeln!(report, "Integrity: sound")?,
        lines => {
            writeln!(report, "Integrity: DAMAGED. Restore a backup with `battalion restore COPY`.")?;
            for line in lines {
                writeln!(report, "  {line}")?;
            }
            return Ok(());
        }
    }
    match orphans.len() {
        0 => writeln!(report, "Orphans: none")?,
        _ => {
            let tables = orphans.iter().map(|(table, rows)| format!("{rows} in {table}")).collect::<Vec<_>>();
            writeln!(report, "Orphans: ROWS WITHOUT THEIR PARENT: {}", tables.join(", "))?;
        }
    }
    writeln!(report, "Outbox: {waiting} to be posted, {given_up} given up")
}

fn list(examined: &Examined, report: &mut impl Write) -> io::Result<()> {
    let Examined { lobbies, running, over, broken, judged_otherwise } = examined;
    writeln!(report, "Games: {} (lobby: {lobbies}, running: {running}, over: {over})", examined.games())?;
    match broken.len() {
        0 => writeln!(report, "Opened: all")?,
        count => writeln!(report, "Opened: {count} CANNOT BE OPENED")?,
    }
    for (game, number) in broken.iter().take(LISTED) {
        writeln!(report, "  game {game}: see {number} in the log")?;
    }
    match judged_otherwise.len() {
        0 => writeln!(report, "Replayed: all as stored"),
        count => {
            let games = judged_otherwise.iter().take(LISTED).map(ToString::to_string).collect::<Vec<_>>();
            writeln!(
                report,
                "Replayed: {count} would be judged otherwise by this version; what is stored stays in force ({})",
                games.join(", ")
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::GameId;

    #[test]
    fn games_that_cannot_be_opened_count_and_are_named() {
        let report = |examined: &Examined| {
            let mut report = Vec::new();
            list(examined, &mut report).unwrap();
            String::from_utf8(report).unwrap()
        };
        let sound = Examined { lobbies: 1, running: 2, over: 3, ..Examined::default() };
        assert_eq!(report(&sound), "Games: 6 (lobby: 1, running: 2, over: 3)\nOpened: all\nReplayed: all as stored\n");
        let broken = [(8, "E1"), (9, "E2")].map(|(game, line)| (GameId(game), line.to_owned())).into();
        let examined = Examined { broken, judged_otherwise: vec![GameId(4), GameId(5)], ..sound };
        assert_eq!(
            report(&examined),
            "Games: 8 (lobby: 1, running: 2, over: 3)\nOpened: 2 CANNOT BE OPENED\n  game 8: see E1 in the log\n  \
             game 9: see E2 in the log\nReplayed: 2 would be judged otherwise by this version; what is stored stays in \
             force (4, 5)\n"
        );
    }
}
