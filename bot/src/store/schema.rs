//! Schema migrations: numbered files, forward only, applied at startup and compared with those applied earlier.

use std::path::Path;

use sqlx::SqlSafeStr;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};

use super::column::Flag;
use super::{Connection, Location, StoreError, backup, effects};

/// Migrations, which a test compares with the folder `migrations/`.
pub(super) const FILES: &[(i64, &str, &str)] = &[
    (1, "games", include_str!("../../../migrations/0001_games.sql")),
    (2, "battalion_drafts", include_str!("../../../migrations/0002_battalion_drafts.sql")),
    (3, "leases", include_str!("../../../migrations/0003_leases.sql")),
    (4, "effects", include_str!("../../../migrations/0004_effects.sql")),
    (5, "clocks", include_str!("../../../migrations/0005_clocks.sql")),
    (6, "seats", include_str!("../../../migrations/0006_seats.sql")),
    (7, "results", include_str!("../../../migrations/0007_results.sql")),
    (
        8,
        "invitations_and_conditional_moves",
        include_str!("../../../migrations/0008_invitations_and_conditional_moves.sql"),
    ),
    (9, "lessons_and_bids", include_str!("../../../migrations/0009_lessons_and_bids.sql")),
    (10, "shared_battalions", include_str!("../../../migrations/0010_shared_battalions.sql")),
    (11, "larger_files", include_str!("../../../migrations/0011_larger_files.sql")),
    (12, "compact_effects_and_restores", include_str!("../../../migrations/0012_compact_effects_and_restores.sql")),
    (13, "remarks", include_str!("../../../migrations/0013_remarks.sql")),
    (14, "departures", include_str!("../../../migrations/0014_departures.sql")),
    (15, "trials", include_str!("../../../migrations/0015_trials.sql")),
    (16, "conditions", include_str!("../../../migrations/0016_conditions.sql")),
    (17, "odds", include_str!("../../../migrations/0017_odds.sql")),
    (18, "heartbeats", include_str!("../../../migrations/0018_heartbeats.sql")),
    (19, "fits", include_str!("../../../migrations/0019_fits.sql")),
    (20, "unreadable_since", include_str!("../../../migrations/0020_unreadable_since.sql")),
];

/// Migrations of PostgreSQL. The first one makes the schema that SQLite has after the migrations up to the same number;
/// a test compares both.
pub(super) const POSTGRES: &[(i64, &str, &str)] = &[
    (14, "schema", include_str!("../../../migrations/postgres/0014_schema.sql")),
    (15, "trials", include_str!("../../../migrations/postgres/0015_trials.sql")),
    (16, "conditions", include_str!("../../../migrations/postgres/0016_conditions.sql")),
    (17, "odds", include_str!("../../../migrations/postgres/0017_odds.sql")),
    (18, "heartbeats", include_str!("../../../migrations/postgres/0018_heartbeats.sql")),
    (19, "fits", include_str!("../../../migrations/postgres/0019_fits.sql")),
    (20, "unreadable_since", include_str!("../../../migrations/postgres/0020_unreadable_since.sql")),
];

/// Returns the newest schema that this program supports.
pub(super) fn newest() -> i64 {
    FILES.last().map_or(0, |(version, _, _)| *version)
}

/// Returns the schema of a database; `None` if it is empty.
pub(super) async fn current(connection: &mut Connection) -> Result<Option<i64>, sqlx::Error> {
    let found = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = '_sqlx_migrations')";
    if !sqlx::query_scalar::<_, Flag>(found).fetch_one(&mut *connection).await?.0 {
        return Ok(None);
    }
    sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations").fetch_one(connection).await
}

/// Returns whether a server's database has the schema of an older program. An empty one does not.
pub(super) async fn is_old(connection: &mut Connection) -> Result<bool, sqlx::Error> {
    let found = "SELECT EXISTS (SELECT 1 FROM information_schema.tables WHERE table_name = '_sqlx_migrations')";
    if !sqlx::query_scalar::<_, bool>(found).fetch_one(&mut *connection).await? {
        return Ok(false);
    }
    let schema: Option<i64> =
        sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations").fetch_one(connection).await?;
    Ok(schema.is_some_and(|schema| schema < newest()))
}

/// Copies a database with an older schema, so that the older version of the program can be started again.
pub(super) async fn copy_old(path: &Path, connection: &mut Connection) -> Result<(), StoreError> {
    let schema = current(connection).await.map_err(|error| StoreError::opening(&path.into(), error))?;
    let Some(schema) = schema.filter(|schema| *schema < newest()) else {
        return Ok(());
    };
    let copy = backup::before_migration(path, schema).await?;
    tracing::info!(copy = %copy.display(), schema, newest = newest(), "the database gets a newer schema; a copy is kept for the older version of the program");
    Ok(())
}

/// Migrates a database to the newest schema. Each file is applied completely or not at all.
pub(super) async fn migrate(path: &Path, connection: &mut Connection) -> Result<(), StoreError> {
    apply(&path.into(), connection, FILES).await?;
    effects::move_old(connection).await?;
    effects::shrink(path, connection).await
}

/// Applies those of the files that have not been applied yet.
pub(super) async fn apply(
    database: &Location,
    connection: &mut Connection,
    files: &[(i64, &'static str, &'static str)],
) -> Result<(), StoreError> {
    let migrations = files
        .iter()
        .map(|(version, name, sql)| {
            Migration::new(*version, (*name).into(), MigrationType::Simple, sql.into_sql_str(), false)
        })
        .collect();
    let Err(error) = Migrator::with_migrations(migrations).run(&mut *connection).await else {
        return Ok(());
    };
    let database = database.clone();
    Err(match error {
        // sqlx reports the first unknown version; the error shows the newest.
        MigrateError::VersionMissing(first) | MigrateError::VersionTooNew(first, _) => {
            let newest: Result<Option<i64>, _> =
                sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations").fetch_one(connection).await;
            let known = files.last().map_or(0, |(version, _, _)| *version);
            StoreError::Newer { database, schema: newest.ok().flatten().unwrap_or(first), known }
        }
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
            StoreError::opening(&database, error)
        }
        other => StoreError::Schema { database, reason: other.to_string() },
    })
}
