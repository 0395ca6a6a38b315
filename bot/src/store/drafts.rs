//! Battalion files that wait to be accepted.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::battalions::new_version;
use super::commit::{remember, repeated};
use super::ids::{restored, stored};
use super::log::write_log;
use super::{DraftId, GuildId, InteractionKey, NewLog, NewVersion, Outcome, PersonId, Store, StoreError};

/// Files of a server that wait to be accepted at once, a pack counting as one; older ones make room. As many that were only checked.
const DRAFTS: i64 = 10;

/// A file to be kept until it is accepted or discarded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewDraft {
    /// The id of the Battalion it would be.
    pub battalion: String,
    /// The file.
    pub file: String,
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
    /// Keeps files until somebody accepts or discards them, several as a pack under the number of the first; or, where they are
    /// `only_checked`, to be looked through. The number.
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
    pub async fn drafts(&self, id: DraftId) -> Result<Vec<DraftRow>, StoreError> {
        let rows = sqlx::query("SELECT * FROM battalion_drafts WHERE coalesce(pack, id) = ? ORDER BY id")
            .bind(id.0)
            .fetch_all(&self.read)
            .await?;
        rows.iter().map(draft).collect()
    }

    /// Makes waiting files the newest versions of their Battalions: private or, as each says, archived. A private version before it is
    /// archived. `answer` makes the answer and the log entries from the versions. A conflict means that not all of the files are waiting any more.
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
                    sqlx::query("DELETE FROM battalion_drafts WHERE id = ?").bind(draft.id.0).execute(&mut *tx).await?;
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

    /// Forgets the files that wait under a number. `false` if there were none.
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
}
