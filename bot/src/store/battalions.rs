//! The Battalions that servers bring, and the files that wait to be accepted as such.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::commit::{remember, repeated};
use super::ids::{restored, stored};
use super::{DraftId, GuildId, InteractionKey, Outcome, PersonId, Store, StoreError};

/// Files of a server that wait to be accepted at once; older ones make room.
const DRAFTS: i64 = 10;
/// Versions of a Battalion that are kept; the oldest archived ones make room. Games have the text of their own.
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
}

fn battalion(row: &SqliteRow) -> Result<BattalionRow, StoreError> {
    Ok(BattalionRow {
        id: row.try_get("id")?,
        version: row.try_get("version")?,
        state: BattalionState::read(row.try_get("state")?)?,
    })
}

impl Store {
    /// Every version of every Battalion of a server, by id, the newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn battalions(&self, guild: GuildId) -> Result<Vec<BattalionRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, version, state FROM battalions WHERE guild = ? ORDER BY id, version DESC",
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

    /// Keeps a file until somebody accepts or discards it.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn put_draft(
        &self,
        guild: GuildId,
        battalion: &str,
        file: &str,
        by: PersonId,
        now: i64,
    ) -> Result<DraftId, StoreError> {
        let (battalion, file) = (battalion.to_owned(), file.to_owned());
        self.store(move |tx| {
            Box::pin(async move {
                let id: i64 = sqlx::query_scalar(
                    "INSERT INTO battalion_drafts (guild, battalion, file, added_by, added_at) VALUES (?, ?, ?, ?, ?) RETURNING id",
                )
                .bind(stored(guild.0))
                .bind(battalion)
                .bind(file)
                .bind(stored(by.0))
                .bind(now)
                .fetch_one(&mut *tx)
                .await?;
                sqlx::query(
                    "DELETE FROM battalion_drafts WHERE guild = ?1 AND id NOT IN
                     (SELECT id FROM battalion_drafts WHERE guild = ?1 ORDER BY id DESC LIMIT ?2)",
                )
                .bind(stored(guild.0))
                .bind(DRAFTS)
                .execute(tx)
                .await?;
                Ok(DraftId(id))
            })
        })
        .await
    }

    /// A file that waits.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn draft(&self, id: DraftId) -> Result<Option<DraftRow>, StoreError> {
        let row = sqlx::query("SELECT * FROM battalion_drafts WHERE id = ?")
            .bind(id.0)
            .fetch_optional(&self.read)
            .await?;
        row.map(|row| {
            Ok(DraftRow {
                id,
                guild: GuildId(restored(row.try_get("guild")?)),
                battalion: row.try_get("battalion")?,
                file: row.try_get("file")?,
                added_by: PersonId(restored(row.try_get("added_by")?)),
            })
        })
        .transpose()
    }

    /// Makes a waiting file the newest version of its Battalion, private. An unpublished version before it goes to the archive.
    /// `answer` makes what will be answered from the version. A conflict means that nothing waits under that number.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn accept_draft(
        &self,
        draft: &DraftRow,
        by: PersonId,
        key: InteractionKey,
        now: i64,
        answer: impl FnOnce(i64) -> String + Send + 'static,
    ) -> Result<Outcome<i64>, StoreError> {
        let draft = draft.clone();
        self.store(move |tx| {
            Box::pin(async move {
                if let Some(answer) = repeated(tx, key).await? {
                    return Ok(Outcome::Repeated(answer));
                }
                let gone = sqlx::query("DELETE FROM battalion_drafts WHERE id = ?")
                    .bind(draft.id.0)
                    .execute(&mut *tx)
                    .await?;
                if gone.rows_affected() == 0 {
                    return Ok(Outcome::Conflict);
                }
                let version = new_version(tx, &draft, by, now).await?;
                remember(tx, key, &answer(version), now).await?;
                Ok(Outcome::Stored(version))
            })
        })
        .await
    }

    /// Forgets a waiting file. `false` if there was none.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn discard_draft(&self, id: DraftId) -> Result<bool, StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                let gone = sqlx::query("DELETE FROM battalion_drafts WHERE id = ?")
                    .bind(id.0)
                    .execute(tx)
                    .await?;
                Ok(gone.rows_affected() > 0)
            })
        })
        .await
    }

    /// Lets everyone play this version, and none but this.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn publish_battalion(
        &self,
        guild: GuildId,
        id: &str,
        version: i64,
    ) -> Result<(), StoreError> {
        let id = id.to_owned();
        self.store(move |tx| {
            Box::pin(async move {
                sqlx::query(
                    "UPDATE battalions SET state = CASE version WHEN ? THEN 'published' ELSE 'archived' END WHERE guild = ? AND id = ?",
                )
                .bind(version)
                .bind(stored(guild.0))
                .bind(id)
                .execute(tx)
                .await?;
                Ok(())
            })
        })
        .await
    }

    /// Lets nobody play it any more.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn archive_battalion(&self, guild: GuildId, id: &str) -> Result<(), StoreError> {
        let id = id.to_owned();
        self.store(move |tx| {
            Box::pin(async move {
                sqlx::query("UPDATE battalions SET state = 'archived' WHERE guild = ? AND id = ?")
                    .bind(stored(guild.0))
                    .bind(id)
                    .execute(tx)
                    .await?;
                Ok(())
            })
        })
        .await
    }
}

/// Adds a draft's file as the newest version, private; the oldest archived versions go.
async fn new_version(
    tx: &mut SqliteConnection,
    draft: &DraftRow,
    by: PersonId,
    now: i64,
) -> Result<i64, StoreError> {
    let guild = stored(draft.guild.0);
    sqlx::query(
        "UPDATE battalions SET state = 'archived' WHERE guild = ? AND id = ? AND state = 'private'",
    )
    .bind(guild)
    .bind(&draft.battalion)
    .execute(&mut *tx)
    .await?;
    let version: i64 = sqlx::query_scalar(
        "INSERT INTO battalions (guild, id, version, state, file, added_by, added_at)
         SELECT ?1, ?2, coalesce(max(version), 0) + 1, ?3, ?4, ?5, ?6 FROM battalions WHERE guild = ?1 AND id = ?2
         RETURNING version",
    )
    .bind(guild)
    .bind(&draft.battalion)
    .bind(BattalionState::Private.word())
    .bind(&draft.file)
    .bind(stored(by.0))
    .bind(now)
    .fetch_one(&mut *tx)
    .await?;
    sqlx::query(
        "DELETE FROM battalions WHERE guild = ? AND id = ? AND state = 'archived' AND version <= ?",
    )
    .bind(guild)
    .bind(&draft.battalion)
    .bind(version - VERSIONS)
    .execute(tx)
    .await?;
    Ok(version)
}
