//! Uploaded Battalion files that wait for approval.

use sqlx::FromRow;

use super::battalions::new_version;
use super::column::Flag;
use super::commit::{remember, repeated};
use super::log::write_log;
use super::{DraftId, GuildId, InteractionKey, NewLog, NewVersion, Outcome, PersonId, Store, StoreError};

/// Maximum number of files per server that wait for approval; the oldest are deleted first. A pack counts as one. The
/// same limit applies separately to files uploaded only for a check.
const DRAFTS: i64 = 10;

/// File to be stored until it is accepted or discarded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewDraft {
    /// Id of the Battalion in the file.
    pub battalion: String,
    /// Text of the file.
    pub file: String,
}

/// Stored file that waits for approval.
#[derive(Clone, PartialEq, Eq, Debug, FromRow)]
pub struct DraftRow {
    pub id: DraftId,
    pub guild: GuildId,
    /// Id of the Battalion in the file.
    pub battalion: String,
    /// Text of the file.
    pub file: String,
    /// Person who uploaded the file.
    pub added_by: PersonId,
    /// Time of the upload, in milliseconds since 1970.
    pub added_at: i64,
    /// Uploaded only for a check, so it cannot be accepted.
    #[sqlx(try_from = "Flag")]
    pub only_checked: bool,
}

impl Store {
    /// Stores files until they are accepted or discarded. Several files form a pack under the id of the first. Files
    /// that are `only_checked` can be viewed but not accepted. Returns the id.
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
                let mut first = None;
                for file in files {
                    let id: DraftId = sqlx::query_scalar(
                        "INSERT INTO battalion_drafts (guild, battalion, file, added_by, added_at, only_checked)
                         VALUES ($1, $2, $3, $4, $5, $6) RETURNING id",
                    )
                    .bind(guild)
                    .bind(file.battalion)
                    .bind(file.file)
                    .bind(by)
                    .bind(now)
                    .bind(only_checked)
                    .fetch_one(&mut *tx)
                    .await?;
                    let of = *first.get_or_insert(id);
                    if pack {
                        sqlx::query("UPDATE battalion_drafts SET pack = $1 WHERE id = $2")
                            .bind(of)
                            .bind(id)
                            .execute(&mut *tx)
                            .await?;
                    }
                }
                sqlx::query(
                    "DELETE FROM battalion_drafts WHERE guild = $1 AND only_checked = $2 AND coalesce(pack, id) NOT IN
                     (SELECT DISTINCT coalesce(pack, id) FROM battalion_drafts WHERE guild = $1 AND only_checked = $2
                      ORDER BY coalesce(pack, id) DESC LIMIT $3)",
                )
                .bind(guild)
                .bind(only_checked)
                .bind(DRAFTS)
                .execute(tx)
                .await?;
                Ok(first.unwrap_or(DraftId(0)))
            })
        })
        .await
    }

    /// Returns the stored file with an id, or the files of a pack in order. Empty if they have been accepted, discarded
    /// or deleted.
    pub async fn drafts(&self, id: DraftId) -> Result<Vec<DraftRow>, StoreError> {
        let drafts = sqlx::query_as("SELECT * FROM battalion_drafts WHERE coalesce(pack, id) = $1 ORDER BY id");
        Ok(drafts.bind(id).fetch_all(&self.read).await?)
    }

    /// Adds files as the newest versions of their Battalions, archived if the flag beside the file is set, otherwise
    /// private. An earlier private version is archived. `answer` maps the version numbers to the answer and the log
    /// entries. The result is a conflict if any of the files is not waiting any more.
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
                    let found: Flag = sqlx::query_scalar(
                        "SELECT EXISTS (SELECT 1 FROM battalion_drafts WHERE id = $1 AND NOT only_checked)",
                    )
                    .bind(draft.id)
                    .fetch_one(&mut *tx)
                    .await?;
                    waiting &= found.0;
                }
                if !waiting || drafts.is_empty() {
                    return Ok(Outcome::Conflict);
                }
                let mut versions = Vec::with_capacity(drafts.len());
                for (draft, archived) in drafts {
                    sqlx::query("DELETE FROM battalion_drafts WHERE id = $1").bind(draft.id).execute(&mut *tx).await?;
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

    /// Deletes a stored file or pack. Returns `false` if nothing was stored under the id.
    pub async fn discard_drafts(&self, id: DraftId) -> Result<bool, StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                let gone = sqlx::query("DELETE FROM battalion_drafts WHERE coalesce(pack, id) = $1")
                    .bind(id)
                    .execute(tx)
                    .await?;
                Ok(gone.rows_affected() > 0)
            })
        })
        .await
    }
}
