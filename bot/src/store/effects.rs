//! Effects of actions on the state of a game, as JSON patches. A running game has one row per action, a finished game a
//! single compressed text.

use std::io::{Read as _, Write as _};
use std::path::Path;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use sqlx::Connection as _;

use super::column::Flag;
use super::{Connection, GameId, StoreError};

/// Games migrated per transaction.
const MOVED: i64 = 100;
/// Time between two log lines about a long migration.
const PROGRESS: Duration = Duration::from_secs(5);
/// Free space in the file, in bytes, from which rewriting it is worthwhile.
const WORTH_A_COPY: i64 = 16 << 20;

fn unreadable() -> StoreError {
    StoreError::Content("packed effects".into())
}

/// Runs CPU-heavy work off the async threads.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    tokio::task::spawn_blocking(work).await.map_err(|_| StoreError::Interrupted)?
}

async fn pack(effects: Vec<String>) -> Result<Vec<u8>, StoreError> {
    blocking(move || {
        let list = serde_json::to_vec(&effects).map_err(|_| unreadable())?;
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
        packed.write_all(&list).and_then(|()| packed.finish()).map_err(|_| unreadable())
    })
    .await
}

async fn unpack(packed: Vec<u8>) -> Result<Vec<String>, StoreError> {
    blocking(move || {
        let mut list = Vec::new();
        ZlibDecoder::new(packed.as_slice()).read_to_end(&mut list).map_err(|_| unreadable())?;
        serde_json::from_slice(&list).map_err(|_| unreadable())
    })
    .await
}

/// Returns the effects of a game in order; empty for a game that an older version of the program stored without
/// effects.
pub(super) async fn effects(tx: &mut Connection, game: GameId) -> Result<Vec<String>, StoreError> {
    let packed: Option<Vec<u8>> = sqlx::query_scalar("SELECT content FROM packed_effects WHERE game = $1")
        .bind(game)
        .fetch_optional(&mut *tx)
        .await?;
    if let Some(packed) = packed {
        return unpack(packed).await;
    }
    rows(tx, "SELECT seq, content FROM effects WHERE game = $1 ORDER BY seq", game).await
}

async fn rows(tx: &mut Connection, select: &'static str, game: GameId) -> Result<Vec<String>, StoreError> {
    let rows: Vec<(i64, String)> = sqlx::query_as(select).bind(game).fetch_all(tx).await?;
    if rows.iter().zip(0..).any(|((seq, _), number)| *seq != number) {
        return Err(StoreError::Content("effects with a gap".into()));
    }
    Ok(rows.into_iter().map(|(_, content)| content).collect())
}

/// Stores the effect of an action; number 0 is the initial state of the game. Stores nothing if the preceding effect is
/// missing. Otherwise a game of an older version, whose effects are not yet added, would have an incomplete list.
pub(super) async fn put_effect(tx: &mut Connection, game: GameId, seq: i64, content: &str) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO effects (game, seq, content) SELECT $1, $2, $3
         WHERE $2 = 0 OR EXISTS (SELECT 1 FROM effects WHERE game = $1 AND seq = $2 - 1)",
    )
    .bind(game)
    .bind(seq)
    .bind(content)
    .execute(tx)
    .await?;
    Ok(())
}

pub(super) async fn put_packed(tx: &mut Connection, game: GameId, effects: Vec<String>) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO packed_effects (game, content) VALUES ($1, $2) ON CONFLICT (game) DO UPDATE SET content = $2",
    )
    .bind(game)
    .bind(pack(effects).await?)
    .execute(tx)
    .await?;
    Ok(())
}

/// Unpacks the effects of a game into rows so that they can be changed; [`Store::pack_finished`](super::Store::pack_finished) packs them again.
pub(super) async fn unpack_game(tx: &mut Connection, game: GameId) -> Result<(), StoreError> {
    let packed: Option<Vec<u8>> = sqlx::query_scalar("DELETE FROM packed_effects WHERE game = $1 RETURNING content")
        .bind(game)
        .fetch_optional(&mut *tx)
        .await?;
    if let Some(packed) = packed {
        for (seq, content) in (0..).zip(unpack(packed).await?) {
            put_effect(tx, game, seq, &content).await?;
        }
    }
    Ok(())
}

/// Migrates the effects from the table of older versions, packing those of finished games. After an interruption, the
/// next start continues the migration.
pub(super) async fn move_old(connection: &mut Connection) -> Result<(), StoreError> {
    let old: Flag = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'effects_to_move')")
        .fetch_one(&mut *connection)
        .await?;
    if !old.0 {
        return Ok(());
    }
    let all: i64 =
        sqlx::query_scalar("SELECT count(DISTINCT game) FROM effects_to_move").fetch_one(&mut *connection).await?;
    let (mut moved, mut told) = (0, Instant::now());
    loop {
        let some = move_some(connection).await?;
        moved += some;
        if some > 0 && (moved == some || told.elapsed() > PROGRESS) {
            tracing::info!("the database is made smaller: {moved} of {all} stored games are done");
            told = Instant::now();
        }
        if some == 0 {
            break;
        }
    }
    sqlx::query("DROP TABLE effects_to_move").execute(connection).await?;
    if all > 0 {
        tracing::info!("the database is made smaller: all {all} stored games are done");
    }
    Ok(())
}

/// Migrates a few games in one transaction and returns their number.
pub(super) async fn move_some(connection: &mut Connection) -> Result<usize, StoreError> {
    let mut tx = connection.begin().await?;
    let games: Vec<(GameId, Flag)> = sqlx::query_as(
        "SELECT DISTINCT game, state = 'over' FROM effects_to_move JOIN games ON games.id = game ORDER BY game LIMIT $1",
    )
    .bind(MOVED)
    .fetch_all(&mut *tx)
    .await?;
    for (game, over) in &games {
        let select = "SELECT seq, content FROM effects_to_move WHERE game = $1 ORDER BY seq";
        match rows(&mut tx, select, *game).await {
            Ok(effects) if over.0 => put_packed(&mut tx, *game, effects).await?,
            // Effects with a gap are moved unchanged; the game was unreadable before, too.
            Ok(_) | Err(StoreError::Content(_)) => {
                sqlx::query(
                    "INSERT INTO effects SELECT game, seq, content FROM effects_to_move WHERE game = $1 ORDER BY seq",
                )
                .bind(game)
                .execute(&mut *tx)
                .await?;
            }
            Err(error) => return Err(error),
        }
        sqlx::query("DELETE FROM effects_to_move WHERE game = $1").bind(game).execute(&mut *tx).await?;
    }
    tx.commit().await?;
    Ok(games.len())
}

/// Compacts the file if at least half of it is free. SQLite first writes a copy, then writes that copy to the journal.
/// If both do not fit on the disk, the file keeps its size and new games reuse the free space.
pub(super) async fn shrink(path: &Path, connection: &mut Connection) -> Result<(), StoreError> {
    let (free, used): (i64, i64) = sqlx::query_as(
        "SELECT freelist_count * page_size, (page_count - freelist_count) * page_size
         FROM pragma_freelist_count, pragma_page_count, pragma_page_size",
    )
    .fetch_one(&mut *connection)
    .await?;
    if free < used || free < WORTH_A_COPY {
        return Ok(());
    }
    let needed = 2 * used.unsigned_abs();
    let megabytes = |bytes: u64| bytes / 1_000_000;
    if let Some(room) = room(path).filter(|room| *room < needed) {
        tracing::warn!(
            path = %path.display(),
            "the file could be {} MB smaller, but its disk has {} MB free where {} MB are needed for a copy: make room, and the next start does it",
            megabytes(free.unsigned_abs()),
            megabytes(room),
            megabytes(needed)
        );
        return Ok(());
    }
    let path = path.display();
    let began = Instant::now();
    tracing::info!(%path, "the database is rewritten to give {} MB back to the disk", megabytes(free.unsigned_abs()));
    let rewritten = sqlx::query("VACUUM").execute(&mut *connection).await;
    // Moves the rewritten pages into the file, or discards an incomplete rewrite; empties the journal either way.
    sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(connection).await?;
    match rewritten {
        Ok(_) => tracing::info!(%path, seconds = began.elapsed().as_secs(), "the database is rewritten"),
        Err(error) => tracing::warn!(
            %path,
            %error,
            "the database could not be rewritten and stays as large as it is: make room on its disk and on that of temporary files, and the next start tries again"
        ),
    }
    Ok(())
}

/// Returns the free space on the disk of a file, in bytes, if the system reports it.
#[cfg(unix)]
fn room(path: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(path).ok()?;
    Some(disk.f_bavail * disk.f_frsize)
}

#[cfg(not(unix))]
fn room(_: &Path) -> Option<u64> {
    None
}
