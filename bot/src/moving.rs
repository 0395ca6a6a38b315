//! `battalion move`: copies a stopped bot's database to another place, of the same kind or the other, and opens every game
//! there.

use std::io::{self, Write};

use engine::board::Battlefield;

use crate::host::{Error, Host, StartError};
use crate::store::{self, Location, MoveError};

/// Reason why a database was not moved, or its games could not be examined.
#[derive(Debug, thiserror::Error)]
pub enum Unmoved {
    /// Nothing was moved.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The new database could not be opened.
    #[error("everything was copied, but the games there could not be examined: {0}")]
    Start(#[from] StartError),
    /// The games could not be read.
    #[error("everything was copied, but the games there could not be examined: {0}")]
    Games(#[from] Error),
    /// The report could not be written.
    #[error("the report could not be written: {0}")]
    Report(#[from] io::Error),
}

/// Copies a database and writes a report. Returns whether every game can be opened in its new place.
///
/// # Errors
/// [`Unmoved`].
pub async fn run(
    from: &Location,
    to: &Location,
    battlefields: Vec<Battlefield>,
    report: &mut impl Write,
) -> Result<bool, Unmoved> {
    writeln!(report, "Moving {from} to {to}")?;
    let mut all = 0;
    let mut written = Ok(());
    store::copy(from, to, |table, rows, sum| {
        all += rows;
        let line = writeln!(report, "  {table}: {rows} rows, checksum {sum}");
        written = std::mem::replace(&mut written, Ok(())).and(line);
    })
    .await?;
    written?;
    writeln!(report, "Copied: {all} rows, compared on both sides")?;
    let host = Host::open(to, battlefields).await?;
    let examined = host.games.examine(|games| tracing::info!(games, "opening")).await;
    host.close().await;
    let examined = examined?;
    writeln!(report, "Opened: {} of {} games", examined.games() - examined.broken.len() as u64, examined.games())?;
    for (game, number) in &examined.broken {
        writeln!(report, "  game {game} CANNOT BE OPENED: see {number} in the log")?;
    }
    writeln!(report, "{from} was not changed. Set `store.url` to the new place and start the bot.")?;
    Ok(examined.broken.is_empty())
}

#[cfg(test)]
mod tests {
    use engine::titans::GameMode;
    use sqlx::Connection as _;

    use super::*;
    use crate::host::tests::{Folder, game, host};

    /// The copy is whole, but a game that cannot be opened there makes the move a failure.
    #[tokio::test]
    async fn a_move_names_the_games_that_cannot_be_opened() {
        for broken in [false, true] {
            let (old, new) = (Folder::of_file(), Folder::of_file());
            let playing = host(&old).await;
            let game = game(&playing, GameMode::Duel, &["medieval"; 2]).await;
            playing.close().await;
            if broken {
                let mut connection = crate::store::connect(&old.place()).await;
                sqlx::query("UPDATE games SET setup = 'x'").execute(&mut connection).await.unwrap();
                connection.close().await.unwrap();
            }
            let mut report = Vec::new();
            let whole = run(&old.place(), &new.place(), Vec::new(), &mut report).await.unwrap();
            let said = String::from_utf8(report).unwrap();
            assert_eq!(whole, !broken, "{said}");
            let opened = format!("Opened: {} of 1 games", u8::from(!broken));
            assert!(said.contains("games: 1 rows") && said.contains(&opened), "{said}");
            assert_eq!(said.contains(&format!("game {game} CANNOT BE OPENED")), broken, "{said}");
        }
    }
}
