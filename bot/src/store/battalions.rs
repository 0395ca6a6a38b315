//! The Battalions that servers bring, and the files that wait to be accepted as such.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::commit::{remember, repeated};
use super::ids::{restored, stored};
use super::log::write_log;
use super::shares::withdraw;
use super::{
    DraftId, GuildId, InteractionKey, NewLog, Outcome, PersonId, ShareId, Store, StoreError,
};

/// Files of a server that wait to be accepted at once, a pack counting as one; older ones make room. As many that were only checked.
const DRAFTS: i64 = 10;
/// Versions of a Battalion that are kept; the oldest ones make room that are in the archive and not shared. Games have the text of
/// their own.
const VERSIONS: i64 = 20;

/// Who may play a version of a Battalion.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BattalionState {
    /// Those who administer the server.
    Private,
    /// Everyone there.
    Published,
    /// Nobody.
    Archived,
}

impl BattalionState {
    const fn word(self) -> &'static str {
        match self {
            Self::Private => "private",
            Self::Published => "published",
            Self::Archived => "archived",
        }
    }

    fn read(word: &str) -> Result<Self, StoreError> {
        match word {
            "private" => Ok(Self::Private),
            "published" => Ok(Self::Published),
            "archived" => Ok(Self::Archived),
            _ => Err(StoreError::Content("the state of a Battalion")),
        }
    }
}

/// A version of a Battalion, without its file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BattalionRow {
    /// Its id.
    pub id: String,
    /// Counted from 1.
    pub version: i64,
    /// Who may play it.
    pub state: BattalionState,
    /// Everyone on the server has been able to play it at some time.
    pub was_published: bool,
    /// What it is a copy of, and of which version of that.
    pub copied: Option<(ShareId, i64)>,
    /// When it was added, in milliseconds since 1970.
    pub added_at: i64,
}

/// A file to be kept until it is accepted or discarded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewDraft {
    /// The id of the Battalion it would be.
    pub battalion: String,
    /// The file.
    pub file: String,
}

/// A version to be added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewVersion {
    /// On which server.
    pub guild: GuildId,
    /// The id of its Battalion.
    pub battalion: String,
    /// The file.
    pub file: String,
    /// What it is a copy of, and of which version of that.
    pub copied: Option<(ShareId, i64)>,
    /// It goes into the archive.
    pub archived: bool,
}

/// A file that waits to be accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DraftRow {
    /// Its number.
    pub id: DraftId,
    /// Where.
    pub guild: GuildId,
    /// The id of the Battalion it would be.
    pub battalion: String,
    /// The file.
    pub file: String,
    /// Who attached it.
    pub added_by: PersonId,
    /// When, in milliseconds since 1970.
    pub added_at: i64,
    /// It was only to be checked.
    pub only_checked: bool,
}

fn battalion(row: &SqliteRow) -> Result<BattalionRow, StoreError> {
    Ok(BattalionRow {
        id: row.try_get("id")?,
        version: row.try_get("version")?,
        state: BattalionState::read(row.try_get("state")?)?,
        was_published: row.try_get("was_published")?,
        copied: row
            .try_get::<Option<i64>, _>("share")?
            .zip(row.try_get("share_version")?)
            .map(|(share, version)| (ShareId(share), version)),
        added_at: row.try_get("added_at")?,
    })
}

fn draft(row: &SqliteRow) -> Result<DraftRow, StoreError> {
    Ok(DraftRow {
        id: DraftId(row.try_get("id")?),
        guild: GuildId(restored(row.try_get("guild")?)),
        battalion: row.try_get("battalion")?,
        file: row.try_get("file")?,
        added_by: PersonId(restored(row.try_get("added_by")?)),
        added_at: row.try_get("added_at")?,
        only_checked: row.try_get("only_checked")?,
    })
}

impl Store {
    /// Every version of every Battalion of a server, by id, the newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn battalions(&self, guild: GuildId) -> Result<Vec<BattalionRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, version, state, was_published, share, share_version, added_at FROM battalions WHERE guild = ? ORDER BY id, version DESC",
        )
        .bind(stored(guild.0))
        .fetch_all(&self.read)
        .await?;
        rows.iter().map(battalion).collect()
    }

    /// The file of a version.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn battalion_file(
        &self,
        guild: GuildId,
        id: &str,
        version: i64,
    ) -> Result<Option<String>, StoreError> {
        let file = sqlx::query_scalar(
            "SELECT file FROM battalions WHERE guild = ? AND id = ? AND version = ?",
        )
        .bind(stored(guild.0))
        .bind(id)
        .bind(version)
        .fetch_optional(&self.read)
        .await?;
        Ok(file)
    }

    /// The versions of a Battalion that have exactly this file, the newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn versions_like(
        &self,
        guild: GuildId,
        id: &str,
        file: &str,
    ) -> Result<Vec<i64>, StoreError> {
        let versions = sqlx::query_scalar(
            "SELECT version FROM battalions WHERE guild = ? AND id = ? AND file = ? ORDER BY version DESC",
        )
        .bind(stored(guild.0))
        .bind(id)
        .bind(file)
        .fetch_all(&self.read)
        .await?;
        Ok(versions)
    }

    /// Keeps files until somebody accepts or discards them, several as a pack under the number of the first; or, where they are
    /// `only_checked`, to be looked through. The number.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn put_drafts(
        &self,
        guild: GuildId,
        files: Vec<NewDraft>,
        only_checked: bool,
        by: PersonId,
        now: i64,
    ) -> Result<DraftId, StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                let pack = files.len() > 1;
                let mut first: Option<i64> = None;
                for file in files {
                    let id: i64 = sqlx::query_scalar(
                        "INSERT INTO battalion_drafts (guild, battalion, file, added_by, added_at, only_checked)
                         VALUES (?, ?, ?, ?, ?, ?) RETURNING id",
                    )
                    .bind(stored(guild.0))
                    .bind(file.battalion)
                    .bind(file.file)
                    .bind(stored(by.0))
                    .bind(now)
                    .bind(only_checked)
                    .fetch_one(&mut *tx)
                    .await?;
                    let of = *first.get_or_insert(id);
                    if pack {
                        sqlx::query("UPDATE battalion_drafts SET pack = ? WHERE id = ?")
                            .bind(of)
                            .bind(id)
                            .execute(&mut *tx)
                            .await?;
                    }
                }
                sqlx::query(
                    "DELETE FROM battalion_drafts WHERE guild = ?1 AND only_checked = ?2 AND coalesce(pack, id) NOT IN
                     (SELECT DISTINCT coalesce(pack, id) FROM battalion_drafts WHERE guild = ?1 AND only_checked = ?2
                      ORDER BY coalesce(pack, id) DESC LIMIT ?3)",
                )
                .bind(stored(guild.0))
                .bind(only_checked)
                .bind(DRAFTS)
                .execute(tx)
                .await?;
                Ok(DraftId(first.unwrap_or_default()))
            })
        })
        .await
    }

    /// The files that wait under a number: one, or those of a pack in its order. None where nothing waits any more.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn drafts(&self, id: DraftId) -> Result<Vec<DraftRow>, StoreError> {
        let rows =
            sqlx::query("SELECT * FROM battalion_drafts WHERE coalesce(pack, id) = ? ORDER BY id")
                .bind(id.0)
                .fetch_all(&self.read)
                .await?;
        rows.iter().map(draft).collect()
    }

    /// Makes waiting files the newest versions of their Battalions, private or, as each says, in the archive. An unpublished version before
    /// each goes there as well. `answer` makes from the versions what will be answered, and what is logged. A conflict means that not all of them wait any
    /// more.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn accept_drafts(
        &self,
        drafts: Vec<(DraftRow, bool)>,
        by: PersonId,
        key: InteractionKey,
        now: i64,
        answer: impl FnOnce(&[i64]) -> (String, Vec<NewLog>) + Send + 'static,
    ) -> Result<Outcome<Vec<i64>>, StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                if let Some(answer) = repeated(tx, key).await? {
                    return Ok(Outcome::Repeated(answer));
                }
                let mut waiting = true;
                for (draft, _) in &drafts {
                    let found: bool = sqlx::query_scalar(
                        "SELECT EXISTS (SELECT 1 FROM battalion_drafts WHERE id = ? AND only_checked = 0)",
                    )
                    .bind(draft.id.0)
                    .fetch_one(&mut *tx)
                    .await?;
                    waiting &= found;
                }
                if !waiting || drafts.is_empty() {
                    return Ok(Outcome::Conflict);
                }
                let mut versions = Vec::with_capacity(drafts.len());
                for (draft, archived) in drafts {
                    sqlx::query("DELETE FROM battalion_drafts WHERE id = ?")
                        .bind(draft.id.0)
                        .execute(&mut *tx)
                        .await?;
                    let new = NewVersion {
                        guild: draft.guild,
                        battalion: draft.battalion,
                        file: draft.file,
                        copied: None,
                        archived,
                    };
                    versions.push(new_version(tx, &new, by, now).await?);
                }
                let (answer, logs) = answer(&versions);
                for log in &logs {
                    write_log(tx, log).await?;
                }
                remember(tx, key, &answer, now).await?;
                Ok(Outcome::Stored(versions))
            })
        })
        .await
    }

    /// Adds a version: a copy of what another server shares. A conflict means that this is no longer shared in this version, or hidden. `answer` makes from the version what will be answered, and what is logged.
    ///
    /// # Errors
    /// When the database fails.
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
                let there: bool = sqlx::query_scalar(
                    "SELECT EXISTS (SELECT 1 FROM shares WHERE id = ? AND version = ? AND reach <> 'none' AND hidden = 0)",
                )
                .bind(share.map(|share| share.0))
                .bind(shared)
                .fetch_one(&mut *tx)
                .await?;
                if !there {
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

    /// Forgets the files that wait under a number. `false` if there were none.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn discard_drafts(&self, id: DraftId) -> Result<bool, StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                let gone = sqlx::query("DELETE FROM battalion_drafts WHERE coalesce(pack, id) = ?")
                    .bind(id.0)
                    .execute(tx)
                    .await?;
                Ok(gone.rows_affected() > 0)
            })
        })
        .await
    }

    /// Lets everyone play this version, and none but this. It is logged if it was otherwise before.
    ///
    /// # Errors
    /// When the database fails.
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
                         state = CASE version WHEN ?1 THEN 'published' ELSE 'archived' END,
                         was_published = was_published OR version = ?1
                     WHERE guild = ?2 AND id = ?3 AND state <> CASE version WHEN ?1 THEN 'published' ELSE 'archived' END",
                )
                .bind(version)
                .bind(stored(guild.0))
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

    /// Lets nobody play it any more, here or elsewhere: it is not shared any longer either. It is logged if it was otherwise before.
    /// `true` if it was shared.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn archive_battalion(
        &self,
        guild: GuildId,
        id: &str,
        log: NewLog,
    ) -> Result<bool, StoreError> {
        let id = id.to_owned();
        self.store(move |tx| {
            Box::pin(async move {
                let changed = sqlx::query(
                    "UPDATE battalions SET state = 'archived' WHERE guild = ? AND id = ? AND state <> 'archived'",
                )
                .bind(stored(guild.0))
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

/// Adds a file as the newest version of its Battalion; of older ones those go that nobody may play and that are not
/// shared.
async fn new_version(
    tx: &mut SqliteConnection,
    new: &NewVersion,
    by: PersonId,
    now: i64,
) -> Result<i64, StoreError> {
    let guild = stored(new.guild.0);
    sqlx::query(
        "UPDATE battalions SET state = 'archived' WHERE guild = ? AND id = ? AND state = 'private'",
    )
    .bind(guild)
    .bind(&new.battalion)
    .execute(&mut *tx)
    .await?;
    let version: i64 = sqlx::query_scalar(
        "INSERT INTO battalions (guild, id, version, state, file, added_by, added_at, share, share_version)
         SELECT ?1, ?2, coalesce(max(version), 0) + 1, ?3, ?4, ?5, ?6, ?7, ?8 FROM battalions WHERE guild = ?1 AND id = ?2
         RETURNING version",
    )
    .bind(guild)
    .bind(&new.battalion)
    .bind(match new.archived {
        true => BattalionState::Archived.word(),
        false => BattalionState::Private.word(),
    })
    .bind(&new.file)
    .bind(stored(by.0))
    .bind(now)
    .bind(new.copied.map(|(share, _)| share.0))
    .bind(new.copied.map(|(_, version)| version))
    .fetch_one(&mut *tx)
    .await?;
    sqlx::query(
        "DELETE FROM battalions WHERE guild = ?1 AND id = ?2 AND version NOT IN (
             SELECT b.version FROM battalions b LEFT JOIN shares s
             ON s.guild = b.guild AND s.battalion = b.id AND s.version = b.version AND s.reach <> 'none'
             WHERE b.guild = ?1 AND b.id = ?2
             ORDER BY b.state <> 'archived' OR s.id IS NOT NULL DESC, b.version DESC LIMIT ?3)",
    )
    .bind(guild)
    .bind(&new.battalion)
    .bind(VERSIONS)
    .execute(tx)
    .await?;
    Ok(version)
}
