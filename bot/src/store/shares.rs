//! Battalions that servers share with other servers, by a code or in the gallery; and reports about them.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::ids::{restored, stored};
use super::log::write_log;
use super::results::Score;
use super::{GuildId, NewLog, PersonId, PlayerRow, ShareId, Store, StoreError};

/// With whom a Battalion is shared beyond its server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reach {
    /// With nobody.
    None,
    /// With those who have this code.
    Code(String),
    /// With everybody, in the gallery.
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

/// A Battalion that is or was shared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShareRow {
    /// Its number.
    pub id: ShareId,
    /// Whose it is.
    pub guild: GuildId,
    /// Its id there.
    pub battalion: String,
    /// With whom it is shared.
    pub reach: Reach,
    /// The version that is shared.
    pub version: i64,
    /// Its name.
    pub name: String,
    /// Who made it, as the file says.
    pub author: String,
    /// How it may be used, as the file says.
    pub license: String,
    /// A sentence about it.
    pub summary: String,
    /// The people who run the bot have hidden it.
    pub hidden: bool,
    /// Since when this version is shared, in milliseconds since 1970.
    pub shared_at: i64,
}

/// What is to be shared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewShare {
    /// Whose it is.
    pub guild: GuildId,
    /// Its id there.
    pub battalion: String,
    /// With whom. A code is only taken where there is none yet.
    pub reach: Reach,
    /// Which version.
    pub version: i64,
    /// Its name, author, license and summary.
    pub about: [String; 4],
    /// When.
    pub at: i64,
}

/// Whom a note about a shared Battalion is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoteKind {
    /// A report, for the people who run the bot.
    Report,
    /// A remark, for the server that shares it.
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

/// A note about a shared Battalion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoteRow {
    /// For whom.
    pub kind: NoteKind,
    /// About which.
    pub share: ShareId,
    /// The version it was said of.
    pub version: i64,
    /// Who; `None` for people who had everything about them deleted.
    pub by: Option<PlayerRow>,
    /// What.
    pub reason: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// How often an army has fared like this, over all servers that have it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedRow {
    /// Which.
    pub share: ShareId,
    /// Seats of the game.
    pub seats: u32,
    /// How many of them won.
    pub winners: u32,
    /// How the seat with this army fared.
    pub score: Score,
    /// How often.
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

/// Stops sharing a Battalion. `false` if it was not shared.
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
    /// Everything that is in the gallery.
    pub async fn gallery(&self) -> Result<Vec<ShareRow>, StoreError> {
        let rows =
            sqlx::query("SELECT * FROM shares WHERE reach = 'gallery' AND hidden = 0").fetch_all(&self.read).await?;
        rows.iter().map(share).collect()
    }

    /// Every shared Battalion with notes, and every one that is hidden; those with notes first.
    pub async fn reported_shares(&self) -> Result<Vec<ShareRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT *, id IN (SELECT share FROM share_notes) AS reported FROM shares
             WHERE reported OR hidden = 1 ORDER BY reported DESC, id",
        )
        .fetch_all(&self.read)
        .await?;
        rows.iter().map(share).collect()
    }

    /// What a server shares or has shared.
    pub async fn shares_of(&self, guild: GuildId) -> Result<Vec<ShareRow>, StoreError> {
        let rows =
            sqlx::query("SELECT * FROM shares WHERE guild = ?").bind(stored(guild.0)).fetch_all(&self.read).await?;
        rows.iter().map(share).collect()
    }

    /// A shared Battalion by its number, whether or not it is still shared.
    pub async fn share(&self, id: ShareId) -> Result<Option<ShareRow>, StoreError> {
        let row = sqlx::query("SELECT * FROM shares WHERE id = ?").bind(id.0).fetch_optional(&self.read).await?;
        row.as_ref().map(share).transpose()
    }

    /// The Battalion that is shared by a code.
    pub async fn share_by_code(&self, code: &str) -> Result<Option<ShareRow>, StoreError> {
        let row = sqlx::query("SELECT * FROM shares WHERE code = ?").bind(code).fetch_optional(&self.read).await?;
        row.as_ref().map(share).transpose()
    }

    /// Shares a version of a Battalion, or with [`Reach::None`] nothing of it any more. A code that it has stays. Answers with how it is now.
    /// It is logged if anything has changed.
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

    /// Hides a shared Battalion from everybody, or shows it again. It is logged on its server unless it was so before.
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

    /// Stores a note about a shared Battalion. It replaces an earlier one of its kind by the same person; once there are `most` by other people,
    /// nothing is added.
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

    /// Every note, by shared Battalion, the oldest first.
    pub async fn notes(&self) -> Result<Vec<NoteRow>, StoreError> {
        let rows = sqlx::query("SELECT * FROM share_notes ORDER BY share, id").fetch_all(&self.read).await?;
        rows.iter().map(note).collect()
    }

    /// The remarks about what a server shares or has shared, by Battalion, the oldest first.
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

    /// Deletes the notes of one kind, or of both, about a shared Battalion.
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

    /// How the armies of the gallery have fared, over all servers that have them: games among people of so many turns at least that were
    /// played to an end, with another army at the table.
    ///
    /// # Errors
    /// When the database fails or holds what cannot be read.
    pub async fn gallery_results(&self, turns: u32) -> Result<Vec<PlayedRow>, StoreError> {
        // Each army by its keys: every version on its own server, and each copy elsewhere. What follows `@` sorts before `A`, and what follows
        // a version before a space does not exist.
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
