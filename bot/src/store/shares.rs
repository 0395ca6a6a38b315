//! Battalions that servers share with other servers, by code or in the gallery, and notes about them.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::ids::{restored, stored};
use super::log::write_log;
use super::results::Score;
use super::{GuildId, NewLog, PersonId, PlayerRow, ShareId, Store, StoreError};

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
    const fn word(&self) -> &'static str {
        match self {
            Reach::None => "none",
            Reach::Code(_) => "code",
            Reach::Gallery => "gallery",
        }
    }

    fn code(&self) -> Option<&str> {
        match self {
            Reach::Code(code) => Some(code),
            Reach::None | Reach::Gallery => None,
        }
    }
}

/// Battalion that is or was shared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShareRow {
    pub id: ShareId,
    /// Server that owns the Battalion.
    pub guild: GuildId,
    /// Id of the Battalion on that server.
    pub battalion: String,
    /// Current audience.
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoteKind {
    /// Report, for the bot's operators.
    Report,
    /// Remark, for the server that shares the Battalion.
    Remark,
}

impl NoteKind {
    const fn word(self) -> &'static str {
        match self {
            NoteKind::Report => "report",
            NoteKind::Remark => "remark",
        }
    }
}

/// Note about a shared Battalion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoteRow {
    /// Kind of note.
    pub kind: NoteKind,
    pub share: ShareId,
    /// Version that the note is about.
    pub version: i64,
    /// Author; `None` for people whose data was deleted.
    pub by: Option<PlayerRow>,
    /// Text of the note.
    pub reason: String,
    /// Time of the note, in milliseconds since 1970.
    pub at: i64,
}

/// Number of games in which an army had a certain result, over all servers that have it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedRow {
    /// The shared army.
    pub share: ShareId,
    /// Number of seats in the game.
    pub seats: u32,
    /// Number of winning seats in the game.
    pub winners: u32,
    /// Result of the seat with this army.
    pub score: Score,
    /// Number of games.
    pub times: u32,
}

fn note(row: &SqliteRow) -> Result<NoteRow, StoreError> {
    let person: Option<i64> = row.try_get("person")?;
    let name: Option<String> = row.try_get("name")?;
    let kind = match row.try_get("kind")? {
        "remark" => NoteKind::Remark,
        "report" => NoteKind::Report,
        _ => return Err(StoreError::Content("a note about a shared Battalion")),
    };
    Ok(NoteRow {
        kind,
        share: ShareId(row.try_get("share")?),
        version: row.try_get("version")?,
        by: person.zip(name).map(|(person, name)| PlayerRow { person: PersonId(restored(person)), name }),
        reason: row.try_get("reason")?,
        at: row.try_get("at")?,
    })
}

fn share(row: &SqliteRow) -> Result<ShareRow, StoreError> {
    let code: Option<String> = row.try_get("code")?;
    let reach = match (row.try_get::<&str, _>("reach")?, code) {
        ("none", None) => Reach::None,
        ("code", Some(code)) => Reach::Code(code),
        ("gallery", None) => Reach::Gallery,
        _ => return Err(StoreError::Content("how a Battalion is shared")),
    };
    Ok(ShareRow {
        id: ShareId(row.try_get("id")?),
        guild: GuildId(restored(row.try_get("guild")?)),
        battalion: row.try_get("battalion")?,
        reach,
        version: row.try_get("version")?,
        name: row.try_get("name")?,
        author: row.try_get("author")?,
        license: row.try_get("license")?,
        summary: row.try_get("summary")?,
        hidden: row.try_get("hidden")?,
        shared_at: row.try_get("shared_at")?,
    })
}

/// Stops sharing a Battalion. Returns `false` if it was not shared.
pub(super) async fn withdraw(tx: &mut SqliteConnection, guild: GuildId, battalion: &str) -> Result<bool, StoreError> {
    let withdrawn = sqlx::query(
        "UPDATE shares SET reach = 'none', code = NULL WHERE guild = ? AND battalion = ? AND reach <> 'none'",
    )
    .bind(stored(guild.0))
    .bind(battalion)
    .execute(tx)
    .await?;
    Ok(withdrawn.rows_affected() > 0)
}

impl Store {
    /// Returns all Battalions in the gallery.
    pub async fn gallery(&self) -> Result<Vec<ShareRow>, StoreError> {
        let rows =
            sqlx::query("SELECT * FROM shares WHERE reach = 'gallery' AND hidden = 0").fetch_all(&self.read).await?;
        rows.iter().map(share).collect()
    }

    /// Returns all shared Battalions that have notes or are hidden, those with notes first.
    pub async fn reported_shares(&self) -> Result<Vec<ShareRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT *, id IN (SELECT share FROM share_notes) AS reported FROM shares
             WHERE reported OR hidden = 1 ORDER BY reported DESC, id",
        )
        .fetch_all(&self.read)
        .await?;
        rows.iter().map(share).collect()
    }

    /// Returns the Battalions that a server shares or has shared.
    pub async fn shares_of(&self, guild: GuildId) -> Result<Vec<ShareRow>, StoreError> {
        let rows =
            sqlx::query("SELECT * FROM shares WHERE guild = ?").bind(stored(guild.0)).fetch_all(&self.read).await?;
        rows.iter().map(share).collect()
    }

    /// Returns a shared Battalion, even if it is not shared any more.
    pub async fn share(&self, id: ShareId) -> Result<Option<ShareRow>, StoreError> {
        let row = sqlx::query("SELECT * FROM shares WHERE id = ?").bind(id.0).fetch_optional(&self.read).await?;
        row.as_ref().map(share).transpose()
    }

    /// Returns the Battalion shared under a code.
    pub async fn share_by_code(&self, code: &str) -> Result<Option<ShareRow>, StoreError> {
        let row = sqlx::query("SELECT * FROM shares WHERE code = ?").bind(code).fetch_optional(&self.read).await?;
        row.as_ref().map(share).transpose()
    }

    /// Shares a version of a Battalion, or stops sharing it with [`Reach::None`]. An existing code is kept. Writes the
    /// log entry if anything changed. Returns the new row.
    pub async fn put_share(&self, new: NewShare, log: NewLog) -> Result<ShareRow, StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                let [name, author, license, summary] = &new.about;
                let changed = sqlx::query(
                    "INSERT INTO shares (guild, battalion, reach, code, version, name, author, license, summary, shared_at)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
                     ON CONFLICT (guild, battalion) DO UPDATE SET
                         reach = ?3, code = CASE WHEN ?4 IS NULL THEN NULL ELSE coalesce(code, ?4) END,
                         version = ?5, name = ?6, author = ?7, license = ?8, summary = ?9, shared_at = ?10
                     WHERE reach <> ?3 OR version <> ?5",
                )
                .bind(stored(new.guild.0))
                .bind(&new.battalion)
                .bind(new.reach.word())
                .bind(new.reach.code())
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
                let row = sqlx::query("SELECT * FROM shares WHERE guild = ? AND battalion = ?")
                    .bind(stored(new.guild.0))
                    .bind(&new.battalion)
                    .fetch_one(tx)
                    .await?;
                share(&row)
            })
        })
        .await
    }

    /// Hides a shared Battalion from everybody, or shows it again. Writes the log entry if anything changed.
    pub async fn hide_share(&self, id: ShareId, hidden: bool, log: NewLog) -> Result<(), StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                let changed = sqlx::query("UPDATE shares SET hidden = ?2 WHERE id = ?1 AND hidden <> ?2")
                    .bind(id.0)
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
                     SELECT ?1, ?8, ?2, ?3, ?4, ?5, ?6
                     WHERE (SELECT count(*) FROM share_notes WHERE share = ?1 AND kind = ?8 AND person IS NOT ?3) < ?7
                     ON CONFLICT (share, kind, person) DO UPDATE SET version = ?2, name = ?4, reason = ?5, at = ?6",
                )
                .bind(note.share.0)
                .bind(note.version)
                .bind(by.map(|by| stored(by.person.0)))
                .bind(by.map(|by| &by.name))
                .bind(&note.reason)
                .bind(note.at)
                .bind(most)
                .bind(note.kind.word())
                .execute(tx)
                .await?;
                Ok(())
            })
        })
        .await
    }

    /// Returns all notes, grouped by shared Battalion, oldest first.
    pub async fn notes(&self) -> Result<Vec<NoteRow>, StoreError> {
        let rows = sqlx::query("SELECT * FROM share_notes ORDER BY share, id").fetch_all(&self.read).await?;
        rows.iter().map(note).collect()
    }

    /// Returns the remarks about Battalions that a server shares or has shared, grouped by Battalion, oldest first.
    pub async fn remarks(&self, guild: GuildId) -> Result<Vec<NoteRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT n.* FROM share_notes n JOIN shares s ON s.id = n.share
             WHERE s.guild = ? AND n.kind = 'remark' ORDER BY n.share, n.id",
        )
        .bind(stored(guild.0))
        .fetch_all(&self.read)
        .await?;
        rows.iter().map(note).collect()
    }

    /// Deletes the notes of one kind, or of all kinds, about a shared Battalion.
    pub async fn drop_notes(&self, share: ShareId, kind: Option<NoteKind>) -> Result<(), StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                sqlx::query("DELETE FROM share_notes WHERE share = ?1 AND kind = coalesce(?2, kind)")
                    .bind(share.0)
                    .bind(kind.map(NoteKind::word))
                    .execute(tx)
                    .await?;
                Ok(())
            })
        })
        .await
    }

    /// Counts the results of the armies in the gallery, over all servers that have them. Only finished games between
    /// people count, with at least `turns` turns and at least two different armies.
    pub async fn gallery_results(&self, turns: u32) -> Result<Vec<PlayedRow>, StoreError> {
        // Results identify an army by the key `id@version`. On its own server an army has every key from `id@` to
        // `idA`, which covers all versions. A copy has exactly one key; the range up to the key with a space appended
        // contains only that.
        let rows: Vec<(i64, i64, i64, String, i64)> = sqlx::query_as(
            "WITH armies (share, guild, low, high) AS (
                 SELECT id, guild, battalion || '@', battalion || 'A' FROM shares WHERE reach = 'gallery' AND hidden = 0
                 UNION ALL
                 SELECT b.share, b.guild, b.id || '@' || b.version, b.id || '@' || b.version || ' '
                 FROM battalions b JOIN shares s ON s.id = b.share WHERE s.reach = 'gallery' AND s.hidden = 0
             ), played (share, game, score) AS (
                 SELECT a.share, r.game, seat.score FROM armies a
                 JOIN result_seats seat ON seat.army >= a.low AND seat.army < a.high
                 JOIN results r ON r.game = seat.game AND r.guild = a.guild
                 WHERE r.computer = 0 AND r.turns >= ?1 AND seat.score <> 'none'
                 AND EXISTS (SELECT 1 FROM result_seats other WHERE other.game = r.game AND other.army <> seat.army)
             )
             SELECT share, (SELECT count(*) FROM result_seats WHERE result_seats.game = played.game) AS seats,
                 (SELECT count(*) FROM result_seats WHERE result_seats.game = played.game AND score = 'won') AS winners, score, count(*)
             FROM played GROUP BY share, seats, winners, score",
        )
        .bind(i64::from(turns))
        .fetch_all(&self.read)
        .await?;
        let number = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
        rows.into_iter()
            .map(|(share, seats, winners, score, times)| {
                Ok(PlayedRow {
                    share: ShareId(share),
                    seats: number(seats),
                    winners: number(winners),
                    score: Score::read(&score)?,
                    times: number(times),
                })
            })
            .collect()
    }
}
