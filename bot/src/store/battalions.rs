//! Versions of servers' own Battalions.

use sqlx::FromRow;
use strum::{EnumString, IntoStaticStr};

use super::column::{Flag, words};
use super::commit::{remember, repeated};
use super::log::write_log;
use super::shares::withdraw;
use super::{Connection, GuildId, InteractionKey, NewLog, Outcome, PersonId, ShareId, Store, StoreError};

/// Versions kept per Battalion. Beyond that, the oldest archived versions that are not shared are deleted. Games are
/// unaffected, because each stores its own copy of the text.
const VERSIONS: i64 = 20;

/// Availability of a version of a Battalion.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum BattalionState {
    /// For the administrators of the server.
    Private,
    /// For everyone on the server.
    Published,
    /// For nobody.
    Archived,
}

words!(BattalionState);

/// Version of a Battalion, without its file.
#[derive(Clone, PartialEq, Eq, Debug, FromRow)]
pub struct BattalionRow {
    /// Id of the Battalion.
    pub id: String,
    /// Version number, from 1.
    pub version: i64,
    /// Availability.
    pub state: BattalionState,
    /// The version is or was available to everyone on the server.
    #[sqlx(try_from = "Flag")]
    pub was_published: bool,
    /// Shared Battalion, and its version, of which this version is a copy.
    #[sqlx(flatten, try_from = "Origin")]
    pub copied: Option<(ShareId, i64)>,
    /// Time when the version was added, in milliseconds since 1970.
    pub added_at: i64,
}

/// New version of a Battalion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewVersion {
    pub guild: GuildId,
    /// Id of the Battalion.
    pub battalion: String,
    /// Text of the file.
    pub file: String,
    /// Shared Battalion, and its version, of which the new version is a copy.
    pub copied: Option<(ShareId, i64)>,
    /// The version starts as archived instead of private.
    pub archived: bool,
}

/// Origin of a copied version, as it is stored.
#[derive(FromRow)]
struct Origin {
    share: Option<ShareId>,
    share_version: Option<i64>,
}

impl From<Origin> for Option<(ShareId, i64)> {
    fn from(origin: Origin) -> Self {
        origin.share.zip(origin.share_version)
    }
}

impl Store {
    /// Returns all versions of all Battalions of a server, by id, newest first.
    pub async fn battalions(&self, guild: GuildId) -> Result<Vec<BattalionRow>, StoreError> {
        let versions = sqlx::query_as(
            "SELECT id, version, state, was_published, share, share_version, added_at FROM battalions WHERE guild = $1
             ORDER BY id, version DESC",
        );
        Ok(versions.bind(guild).fetch_all(&self.read).await?)
    }

    /// Returns the file of a version.
    pub async fn battalion_file(&self, guild: GuildId, id: &str, version: i64) -> Result<Option<String>, StoreError> {
        let file = sqlx::query_scalar("SELECT file FROM battalions WHERE guild = $1 AND id = $2 AND version = $3")
            .bind(guild)
            .bind(id)
            .bind(version)
            .fetch_optional(&self.read)
            .await?;
        Ok(file)
    }

    /// Returns the versions of a Battalion with exactly this file, newest first.
    pub async fn versions_like(&self, guild: GuildId, id: &str, file: &str) -> Result<Vec<i64>, StoreError> {
        let versions = sqlx::query_scalar(
            "SELECT version FROM battalions WHERE guild = $1 AND id = $2 AND file = $3 ORDER BY version DESC",
        )
        .bind(guild)
        .bind(id)
        .bind(file)
        .fetch_all(&self.read)
        .await?;
        Ok(versions)
    }

    /// Adds a copy of a Battalion shared by another server as a new version. `answer` maps the version number to the
    /// answer and the log entry. The result is a conflict if this version is not shared any more, or hidden.
    pub async fn add_copy(
        &self,
        new: NewVersion,
        by: PersonId,
        key: InteractionKey,
        now: i64,
        answer: impl FnOnce(i64) -> (String, NewLog) + Send + 'static,
    ) -> Result<Outcome<i64>, StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                if let Some(answer) = repeated(tx, key).await? {
                    return Ok(Outcome::Repeated(answer));
                }
                let (share, shared) = new.copied.unzip();
                let there: Flag = sqlx::query_scalar(
                    "SELECT EXISTS (SELECT 1 FROM shares WHERE id = $1 AND version = $2 AND reach <> 'none' AND NOT hidden)",
                )
                .bind(share)
                .bind(shared)
                .fetch_one(&mut *tx)
                .await?;
                if !there.0 {
                    return Ok(Outcome::Conflict);
                }
                let version = new_version(tx, &new, by, now).await?;
                let (answer, log) = answer(version);
                write_log(tx, &log).await?;
                remember(tx, key, &answer, now).await?;
                Ok(Outcome::Stored(version))
            })
        })
        .await
    }

    /// Publishes this version and archives all others of the Battalion. Writes the log entry if anything changed.
    pub async fn publish_battalion(
        &self,
        guild: GuildId,
        id: &str,
        version: i64,
        log: NewLog,
    ) -> Result<(), StoreError> {
        let id = id.to_owned();
        self.store(move |tx| {
            Box::pin(async move {
                let changed = sqlx::query(
                    "UPDATE battalions SET
                         state = CASE version WHEN $1 THEN 'published' ELSE 'archived' END,
                         was_published = was_published OR version = $1
                     WHERE guild = $2 AND id = $3 AND state <> CASE version WHEN $1 THEN 'published' ELSE 'archived' END",
                )
                .bind(version)
                .bind(guild)
                .bind(id)
                .execute(&mut *tx)
                .await?;
                if changed.rows_affected() > 0 {
                    write_log(tx, &log).await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// Archives all versions of a Battalion and stops sharing it. Writes the log entry if anything changed. Returns
    /// `true` if the Battalion was shared.
    pub async fn archive_battalion(&self, guild: GuildId, id: &str, log: NewLog) -> Result<bool, StoreError> {
        let id = id.to_owned();
        self.store(move |tx| {
            Box::pin(async move {
                let changed = sqlx::query(
                    "UPDATE battalions SET state = 'archived' WHERE guild = $1 AND id = $2 AND state <> 'archived'",
                )
                .bind(guild)
                .bind(&id)
                .execute(&mut *tx)
                .await?;
                let withdrawn = withdraw(tx, guild, &id).await?;
                if withdrawn || changed.rows_affected() > 0 {
                    write_log(tx, &log).await?;
                }
                Ok(withdrawn)
            })
        })
        .await
    }
}

/// Adds a file as the newest version of its Battalion and archives an earlier private version. Above the limit of
/// versions, deletes the oldest that are archived and not shared.
pub(super) async fn new_version(
    tx: &mut Connection,
    new: &NewVersion,
    by: PersonId,
    now: i64,
) -> Result<i64, StoreError> {
    let guild = new.guild;
    sqlx::query("UPDATE battalions SET state = 'archived' WHERE guild = $1 AND id = $2 AND state = 'private'")
        .bind(guild)
        .bind(&new.battalion)
        .execute(&mut *tx)
        .await?;
    let version: i64 = sqlx::query_scalar(
        "INSERT INTO battalions (guild, id, version, state, file, added_by, added_at, share, share_version)
         SELECT $1, $2, coalesce(max(version), 0) + 1, $3, $4, $5, $6, $7, $8 FROM battalions WHERE guild = $1 AND id = $2
         RETURNING version",
    )
    .bind(guild)
    .bind(&new.battalion)
    .bind(if new.archived { BattalionState::Archived } else { BattalionState::Private })
    .bind(&new.file)
    .bind(by)
    .bind(now)
    .bind(new.copied.map(|(share, _)| share))
    .bind(new.copied.map(|(_, version)| version))
    .fetch_one(&mut *tx)
    .await?;
    sqlx::query(
        "DELETE FROM battalions WHERE guild = $1 AND id = $2 AND version NOT IN (
             SELECT b.version FROM battalions b LEFT JOIN shares s
             ON s.guild = b.guild AND s.battalion = b.id AND s.version = b.version AND s.reach <> 'none'
             WHERE b.guild = $1 AND b.id = $2
             ORDER BY b.state <> 'archived' OR s.id IS NOT NULL DESC, b.version DESC LIMIT $3)",
    )
    .bind(guild)
    .bind(&new.battalion)
    .bind(VERSIONS)
    .execute(tx)
    .await?;
    Ok(version)
}
