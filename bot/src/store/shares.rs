//! Battalions that servers share with other servers, by code or in the gallery, and notes about them.

use sqlx::FromRow;
use strum::{EnumString, IntoStaticStr};

use super::column::{Flag, words};
use super::log::write_log;
use super::results::Score;
use super::rows::Author;
use super::{Connection, GuildId, NewLog, PlayerRow, ShareId, Store, StoreError};

/// Audience of a Battalion outside its own server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Nobody.
    None,
    /// Everybody with this code.
    Code(String),
    /// Everybody, in the gallery.
    Gallery,
}

impl Reach {
    fn stored(&self) -> StoredReach {
        let (reach, code) = match self {
            Reach::None => (Audience::None, None),
            Reach::Code(code) => (Audience::Code, Some(code.clone())),
            Reach::Gallery => (Audience::Gallery, None),
        };
        StoredReach { reach, code }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
enum Audience {
    None,
    Code,
    Gallery,
}

/// Audience as it is stored.
#[derive(FromRow)]
struct StoredReach {
    reach: Audience,
    code: Option<String>,
}

impl TryFrom<StoredReach> for Reach {
    type Error = StoreError;

    fn try_from(stored: StoredReach) -> Result<Self, StoreError> {
        match (stored.reach, stored.code) {
            (Audience::None, None) => Ok(Reach::None),
            (Audience::Code, Some(code)) => Ok(Reach::Code(code)),
            (Audience::Gallery, None) => Ok(Reach::Gallery),
            _ => Err(StoreError::Content("how a Battalion is shared".into())),
        }
    }
}

/// Battalion that is or was shared.
#[derive(Clone, PartialEq, Eq, Debug, FromRow)]
pub struct ShareRow {
    pub id: ShareId,
    /// Server that owns the Battalion.
    pub guild: GuildId,
    /// Id of the Battalion on that server.
    pub battalion: String,
    /// Current audience.
    #[sqlx(flatten, try_from = "StoredReach")]
    pub reach: Reach,
    /// Shared version.
    pub version: i64,
    /// Display name.
    pub name: String,
    /// Author according to the file.
    pub author: String,
    /// License according to the file.
    pub license: String,
    /// One-sentence description.
    pub summary: String,
    /// Hidden by the bot's operators.
    #[sqlx(try_from = "Flag")]
    pub hidden: bool,
    /// Time since when this version has been shared, in milliseconds since 1970.
    pub shared_at: i64,
}

/// Request to share a Battalion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewShare {
    /// Server that owns the Battalion.
    pub guild: GuildId,
    /// Id of the Battalion on that server.
    pub battalion: String,
    /// Audience. An existing code is kept.
    pub reach: Reach,
    /// Version to share.
    pub version: i64,
    /// Name, author, license and summary.
    pub about: [String; 4],
    /// Time of the request, in milliseconds since 1970.
    pub at: i64,
}

/// Kind of note about a shared Battalion, which determines its readers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum NoteKind {
    /// Report, for the bot's operators.
    Report,
    /// Remark, for the server that shares the Battalion.
    Remark,
}

words!(Audience, NoteKind);

/// Note about a shared Battalion.
#[derive(Clone, PartialEq, Eq, Debug, FromRow)]
pub struct NoteRow {
    /// Kind of note.
    pub kind: NoteKind,
    pub share: ShareId,
    /// Version that the note is about.
    pub version: i64,
    /// Author; `None` for people whose data was deleted.
    #[sqlx(flatten, try_from = "Author")]
    pub by: Option<PlayerRow>,
    /// Text of the note.
    pub reason: String,
    /// Time of the note, in milliseconds since 1970.
    pub at: i64,
}

/// Number of games in which an army had a certain result, over all servers that have it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, FromRow)]
pub struct PlayedRow {
    /// The shared army.
    pub share: ShareId,
    /// Number of seats in the game.
    #[sqlx(try_from = "i64")]
    pub seats: u32,
    /// Number of winning seats in the game.
    #[sqlx(try_from = "i64")]
    pub winners: u32,
    /// Result of the seat with this army.
    pub score: Score,
    /// Number of games.
    #[sqlx(try_from = "i64")]
    pub times: u32,
}

/// Stops sharing a Battalion. Returns `false` if it was not shared.
pub(super) async fn withdraw(tx: &mut Connection, guild: GuildId, battalion: &str) -> Result<bool, StoreError> {
    let withdrawn = sqlx::query(
        "UPDATE shares SET reach = 'none', code = NULL WHERE guild = $1 AND battalion = $2 AND reach <> 'none'",
    )
    .bind(guild)
    .bind(battalion)
    .execute(tx)
    .await?;
    Ok(withdrawn.rows_affected() > 0)
}

impl Store {
    /// Returns all Battalions in the gallery.
    pub async fn gallery(&self) -> Result<Vec<ShareRow>, StoreError> {
        Ok(sqlx::query_as("SELECT * FROM shares WHERE reach = 'gallery' AND NOT hidden").fetch_all(&self.read).await?)
    }

    /// Returns all shared Battalions that have notes or are hidden, those with notes first.
    pub async fn reported_shares(&self) -> Result<Vec<ShareRow>, StoreError> {
        let shares = sqlx::query_as(
            "SELECT * FROM (SELECT *, id IN (SELECT share FROM share_notes) AS reported FROM shares) AS all_shares
             WHERE reported OR hidden ORDER BY reported DESC, id",
        );
        Ok(shares.fetch_all(&self.read).await?)
    }

    /// Returns the Battalions that a server shares or has shared.
    pub async fn shares_of(&self, guild: GuildId) -> Result<Vec<ShareRow>, StoreError> {
        Ok(sqlx::query_as("SELECT * FROM shares WHERE guild = $1").bind(guild).fetch_all(&self.read).await?)
    }

    /// Returns a shared Battalion, even if it is not shared any more.
    pub async fn share(&self, id: ShareId) -> Result<Option<ShareRow>, StoreError> {
        Ok(sqlx::query_as("SELECT * FROM shares WHERE id = $1").bind(id).fetch_optional(&self.read).await?)
    }

    /// Returns the Battalion shared under a code.
    pub async fn share_by_code(&self, code: &str) -> Result<Option<ShareRow>, StoreError> {
        Ok(sqlx::query_as("SELECT * FROM shares WHERE code = $1").bind(code).fetch_optional(&self.read).await?)
    }

    /// Shares a version of a Battalion, or stops sharing it with [`Reach::None`]. An existing code is kept. Writes the
    /// log entry if anything changed. Returns the new row.
    pub async fn put_share(&self, new: NewShare, log: NewLog) -> Result<ShareRow, StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                let [name, author, license, summary] = &new.about;
                let StoredReach { reach, code } = new.reach.stored();
                let changed = sqlx::query(
                    "INSERT INTO shares (guild, battalion, reach, code, version, name, author, license, summary, shared_at)
                     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
                     ON CONFLICT (guild, battalion) DO UPDATE SET
                         reach = $3, code = CASE WHEN $4 IS NULL THEN NULL ELSE coalesce(shares.code, $4) END,
                         version = $5, name = $6, author = $7, license = $8, summary = $9, shared_at = $10
                     WHERE shares.reach <> $3 OR shares.version <> $5",
                )
                .bind(new.guild)
                .bind(&new.battalion)
                .bind(reach)
                .bind(code)
                .bind(new.version)
                .bind(name)
                .bind(author)
                .bind(license)
                .bind(summary)
                .bind(new.at)
                .execute(&mut *tx)
                .await?;
                if changed.rows_affected() > 0 {
                    write_log(tx, &log).await?;
                }
                let share = sqlx::query_as("SELECT * FROM shares WHERE guild = $1 AND battalion = $2");
                Ok(share.bind(new.guild).bind(&new.battalion).fetch_one(tx).await?)
            })
        })
        .await
    }

    /// Hides a shared Battalion from everybody, or shows it again. Writes the log entry if anything changed.
    pub async fn hide_share(&self, id: ShareId, hidden: bool, log: NewLog) -> Result<(), StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                let changed = sqlx::query("UPDATE shares SET hidden = $2 WHERE id = $1 AND hidden <> $2")
                    .bind(id)
                    .bind(hidden)
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

    /// Stores a note about a shared Battalion, replacing an earlier one of the same kind by the same person. Does
    /// nothing if `most` other people have already written one.
    pub async fn put_note(&self, note: NoteRow, most: i64) -> Result<(), StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                let by = note.by.as_ref();
                sqlx::query(
                    "INSERT INTO share_notes (share, kind, version, person, name, reason, at)
                     SELECT $1, $8, $2, $3, $4, $5, $6
                     WHERE (SELECT count(*) FROM share_notes WHERE share = $1 AND kind = $8 AND person IS DISTINCT FROM $3) < $7
                     ON CONFLICT (share, kind, person) DO UPDATE SET version = $2, name = $4, reason = $5, at = $6",
                )
                .bind(note.share)
                .bind(note.version)
                .bind(by.map(|by| by.person))
                .bind(by.map(|by| &by.name))
                .bind(&note.reason)
                .bind(note.at)
                .bind(most)
                .bind(note.kind)
                .execute(tx)
                .await?;
                Ok(())
            })
        })
        .await
    }

    /// Returns all notes, grouped by shared Battalion, oldest first.
    pub async fn notes(&self) -> Result<Vec<NoteRow>, StoreError> {
        Ok(sqlx::query_as("SELECT * FROM share_notes ORDER BY share, id").fetch_all(&self.read).await?)
    }

    /// Returns the remarks about Battalions that a server shares or has shared, grouped by Battalion, oldest first.
    pub async fn remarks(&self, guild: GuildId) -> Result<Vec<NoteRow>, StoreError> {
        let remarks = sqlx::query_as(
            "SELECT n.* FROM share_notes n JOIN shares s ON s.id = n.share
             WHERE s.guild = $1 AND n.kind = 'remark' ORDER BY n.share, n.id",
        );
        Ok(remarks.bind(guild).fetch_all(&self.read).await?)
    }

    /// Deletes the notes of one kind, or of all kinds, about a shared Battalion.
    pub async fn drop_notes(&self, share: ShareId, kind: Option<NoteKind>) -> Result<(), StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                sqlx::query("DELETE FROM share_notes WHERE share = $1 AND kind = coalesce($2, kind)")
                    .bind(share)
                    .bind(kind)
                    .execute(tx)
                    .await?;
                Ok(())
            })
        })
        .await
    }

    /// Counts the results of the armies in the gallery, over all servers that have them. Only finished games between
    /// people count, with at least `turns` turns, at least two different armies and no odds.
    pub async fn gallery_results(&self, turns: u32) -> Result<Vec<PlayedRow>, StoreError> {
        // Results identify an army by the key `id@version`. On its own server an army has every key from `id@` to
        // `idA`, which covers all versions. A copy has exactly one key; the range up to the key with a space appended
        // contains only that.
        let played = sqlx::query_as(
            "WITH armies (share, guild, low, high) AS (
                 SELECT id, guild, battalion || '@', battalion || 'A' FROM shares WHERE reach = 'gallery' AND NOT hidden
                 UNION ALL
                 SELECT b.share, b.guild, b.id || '@' || b.version, b.id || '@' || b.version || ' '
                 FROM battalions b JOIN shares s ON s.id = b.share WHERE s.reach = 'gallery' AND NOT s.hidden
             ), played (share, game, score) AS (
                 SELECT a.share, r.game, seat.score FROM armies a
                 JOIN result_seats seat ON seat.army >= a.low AND seat.army < a.high
                 JOIN results r ON r.game = seat.game AND r.guild = a.guild
                 WHERE NOT r.computer AND r.conditions <> 'odds' AND r.turns >= $1 AND seat.score <> 'none'
                 AND EXISTS (SELECT 1 FROM result_seats other WHERE other.game = r.game AND other.army <> seat.army)
             )
             SELECT share, (SELECT count(*) FROM result_seats WHERE result_seats.game = played.game) AS seats,
                 (SELECT count(*) FROM result_seats WHERE result_seats.game = played.game AND score = 'won') AS winners, score, count(*) AS times
             FROM played GROUP BY share, seats, winners, score",
        )
        .bind(i64::from(turns))
        .fetch_all(&self.read)
        .await?;
        Ok(played)
    }
}
