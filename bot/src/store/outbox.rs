//! What is to be said, in order, and the messages that were posted.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::commit::put_notices;
use super::ids::{restored, stored};
use super::{ChannelId, GameId, MessageId, NewNotice, NoticeId, PersonId, Store, StoreError, Version};

/// How long a notice is leased: longer than posting one takes, the waiting for Discord's limits included. In milliseconds.
pub(super) const LEASE: i64 = 60_000;

/// To whom something is said.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum To {
    /// Everyone in a channel or thread.
    Channel(ChannelId),
    /// One person.
    Person(PersonId),
}

impl To {
    pub(super) const fn stored(self) -> (&'static str, i64) {
        match self {
            To::Channel(id) => ("channel", stored(id.0)),
            To::Person(id) => ("person", stored(id.0)),
        }
    }
}

/// A notice that has been taken to be posted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoticeRow {
    /// Its number.
    pub id: NoticeId,
    /// The game.
    pub game: GameId,
    /// The version it is about.
    pub version: Version,
    /// To whom.
    pub to: To,
    /// What about.
    pub kind: String,
    /// How often it has been taken, this time included.
    pub attempts: u32,
    /// An earlier attempt may have reached Discord.
    pub unsure: bool,
    /// Since when every attempt has failed, in milliseconds since 1970.
    pub failing_since: Option<i64>,
    /// When the action was taken that it is about, if it is about one.
    pub acted_at: Option<i64>,
}

/// A message that was posted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MessageRow {
    /// Which.
    pub message: MessageId,
    /// Where.
    pub channel: ChannelId,
    /// The version it shows.
    pub version: Version,
    /// What it is about.
    pub kind: String,
    /// What it says once its turn is over, where that is something else.
    pub afterwards: Option<String>,
}

fn notice(row: &SqliteRow) -> Result<NoticeRow, StoreError> {
    let recipient = restored(row.try_get("recipient")?);
    let to = match row.try_get("whom")? {
        "channel" => To::Channel(ChannelId(recipient)),
        _ => To::Person(PersonId(recipient)),
    };
    let attempts: i64 = row.try_get("attempts")?;
    Ok(NoticeRow {
        id: NoticeId(row.try_get("id")?),
        game: GameId(row.try_get("game")?),
        version: Version(row.try_get("version")?),
        to,
        kind: row.try_get("kind")?,
        attempts: u32::try_from(attempts).unwrap_or(u32::MAX),
        unsure: row.try_get("unsure")?,
        failing_since: row.try_get("failing_since")?,
        acted_at: row.try_get("acted_at")?,
    })
}

fn message(row: &SqliteRow) -> Result<MessageRow, StoreError> {
    Ok(MessageRow {
        message: MessageId(restored(row.try_get("message")?)),
        channel: ChannelId(restored(row.try_get("channel")?)),
        version: Version(row.try_get("version")?),
        kind: row.try_get("kind")?,
        afterwards: row.try_get("afterwards")?,
    })
}

/// The first of each recipient that is not dealt with: everything is posted in order, and one closed channel does not hold up
/// the others.
macro_rules! heads {
    () => {
        "SELECT min(id) FROM outbox WHERE state IN ('waiting', 'leased') GROUP BY whom, recipient"
    };
}

/// A notice, and when the action was taken that it is about.
macro_rules! returning {
    () => {
        "RETURNING *, (SELECT at FROM actions WHERE actions.game = outbox.game AND actions.version = outbox.version) AS acted_at"
    };
}

/// Leases the first notice of a version to its channel to the caller, if it is the next one there.
pub(super) async fn claim_notice(
    tx: &mut SqliteConnection,
    game: GameId,
    version: Version,
    channel: ChannelId,
    now: i64,
) -> Result<Option<NoticeRow>, StoreError> {
    let row = sqlx::query(concat!(
        "UPDATE outbox SET state = 'leased', attempts = 1, due_at = ?1 WHERE game = ?2 AND version = ?3 AND id =
         (SELECT min(id) FROM outbox WHERE state IN ('waiting', 'leased') AND whom = 'channel' AND recipient = ?4) ",
        returning!()
    ))
    .bind(now + LEASE)
    .bind(game.0)
    .bind(version.0)
    .bind(stored(channel.0))
    .fetch_optional(tx)
    .await?;
    row.as_ref().map(notice).transpose()
}

impl Store {
    /// Takes what can be posted now: for each recipient the first that waits, unless it is to be tried later. Each is leased:
    /// when its lease ends and nothing was noted, it comes again, marked as unsure.
    pub async fn take_notices(&self, now: i64, most: i64) -> Result<Vec<NoticeRow>, StoreError> {
        let mut taken = self
            .note(move |tx| {
                Box::pin(async move {
                    let rows = sqlx::query(concat!(
                        "UPDATE outbox SET unsure = unsure OR state = 'leased', state = 'leased', attempts = attempts + 1, due_at = ?1
                         WHERE id IN (SELECT id FROM outbox WHERE id IN (",
                        heads!(),
                        ") AND due_at <= ?2 ORDER BY id LIMIT ?3) ",
                        returning!()
                    ))
                    .bind(now + LEASE)
                    .bind(now)
                    .bind(most)
                    .fetch_all(tx)
                    .await?;
                    rows.iter().map(notice).collect::<Result<Vec<_>, _>>()
                })
            })
            .await?;
        taken.sort_unstable_by_key(|notice| notice.id);
        Ok(taken)
    }

    /// When something can be posted next: now or later.
    pub async fn next_notice_at(&self) -> Result<Option<i64>, StoreError> {
        let at = sqlx::query_scalar(concat!("SELECT min(due_at) FROM outbox WHERE id IN (", heads!(), ")"))
            .fetch_one(&self.read)
            .await?;
        Ok(at)
    }

    /// After a start: everything that waits is due at once, and what was leased may have been posted.
    pub async fn end_leases(&self, now: i64) -> Result<(), StoreError> {
        self.note(move |tx| {
            Box::pin(async move {
                sqlx::query(
                    "UPDATE outbox SET unsure = unsure OR state = 'leased', state = 'waiting', attempts = 0, due_at = ?, failing_since = NULL
                     WHERE state IN ('waiting', 'leased')",
                )
                .bind(now)
                .execute(tx)
                .await?;
                Ok(())
            })
        })
        .await
    }

    /// A notice was posted as this message, which says something else once its turn is over. Answers with the older messages of the game
    /// in that channel that still have buttons. With `published` it published something sealed, then.
    pub async fn posted(
        &self,
        id: NoticeId,
        channel: ChannelId,
        message_id: MessageId,
        afterwards: Option<String>,
        published: Option<i64>,
    ) -> Result<Vec<MessageRow>, StoreError> {
        self.note(move |tx| {
            Box::pin(async move {
                let Some(row) = end(tx, id, "posted").await? else {
                    return Ok(Vec::new());
                };
                let posted = notice(&row)?;
                if let Some(at) = published {
                    sqlx::query(
                        "INSERT INTO publications (game, version, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                    )
                    .bind(posted.game.0)
                    .bind(posted.version.0)
                    .bind(at)
                    .execute(&mut *tx)
                    .await?;
                }
                sqlx::query(
                    "INSERT INTO messages (message, game, channel, version, kind, afterwards) VALUES (?, ?, ?, ?, ?, ?)
                     ON CONFLICT (message) DO UPDATE SET version = excluded.version, buttons = 1, afterwards = excluded.afterwards",
                )
                .bind(stored(message_id.0))
                .bind(posted.game.0)
                .bind(stored(channel.0))
                .bind(posted.version.0)
                .bind(&posted.kind)
                .bind(afterwards)
                .execute(&mut *tx)
                .await?;
                let rows = sqlx::query(
                    "SELECT * FROM messages WHERE game = ? AND channel = ? AND buttons = 1 AND message <> ? ORDER BY version",
                )
                .bind(posted.game.0)
                .bind(stored(channel.0))
                .bind(stored(message_id.0))
                .fetch_all(tx)
                .await?;
                rows.iter().map(message).collect()
            })
        })
        .await
    }

    /// When what was sealed at a version got to the channel, and when the action that made a version was taken, in milliseconds
    /// since 1970.
    pub async fn published_at(
        &self,
        game: GameId,
        version: Version,
        before: Version,
    ) -> Result<(Option<i64>, Option<i64>), StoreError> {
        let times = sqlx::query_as(
            "SELECT (SELECT at FROM publications WHERE game = ?1 AND version = ?2),
                    (SELECT at FROM actions WHERE game = ?1 AND version = ?3)",
        )
        .bind(game.0)
        .bind(version.0)
        .bind(before.0)
        .fetch_one(&self.read)
        .await?;
        Ok(times)
    }

    /// Newer notices have made this one pointless.
    pub async fn superseded(&self, id: NoticeId) -> Result<(), StoreError> {
        self.note(move |tx| Box::pin(async move { end(tx, id, "superseded").await.map(drop) })).await
    }

    /// A notice is to be tried again, not before `due_at`. `unsure`: this attempt may have reached Discord.
    pub async fn postpone(&self, id: NoticeId, unsure: bool, due_at: i64, now: i64) -> Result<(), StoreError> {
        self.note(move |tx| {
            Box::pin(async move {
                sqlx::query(
                    "UPDATE outbox SET state = 'waiting', unsure = unsure OR ?, due_at = ?, failing_since = coalesce(failing_since, ?)
                     WHERE id = ?",
                )
                .bind(unsure)
                .bind(due_at)
                .bind(now)
                .bind(id.0)
                .execute(tx)
                .await?;
                Ok(())
            })
        })
        .await
    }

    /// A notice that was taken and not tried after all is due at once, as if nothing had happened.
    pub async fn release(&self, id: NoticeId, now: i64) -> Result<(), StoreError> {
        self.note(move |tx| {
            Box::pin(async move {
                sqlx::query(
                    "UPDATE outbox SET state = 'waiting', attempts = attempts - 1, due_at = ? WHERE id = ? AND state = 'leased'",
                )
                .bind(now)
                .bind(id.0)
                .execute(tx)
                .await?;
                Ok(())
            })
        })
        .await
    }

    /// Everything that waits for a channel is due now.
    pub async fn hurry(&self, channel: ChannelId, now: i64) -> Result<(), StoreError> {
        let (whom, recipient) = To::Channel(channel).stored();
        self.note(move |tx| {
            Box::pin(async move {
                sqlx::query(
                    "UPDATE outbox SET due_at = ?1, attempts = 0
                     WHERE state = 'waiting' AND whom = ?2 AND recipient = ?3 AND due_at > ?1",
                )
                .bind(now)
                .bind(whom)
                .bind(recipient)
                .execute(tx)
                .await?;
                Ok(())
            })
        })
        .await
    }

    /// A notice cannot be posted; perhaps something else is, in its place.
    pub async fn give_up(&self, id: NoticeId, instead: Option<NewNotice>, now: i64) -> Result<(), StoreError> {
        self.note(move |tx| {
            Box::pin(async move {
                let row = end(tx, id, "given-up").await?;
                if let (Some(row), Some(instead)) = (row, instead) {
                    let lost = notice(&row)?;
                    put_notices(tx, lost.game, lost.version, &[instead], now).await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// The last message that was posted for a game in a channel.
    pub async fn newest_message(&self, game: GameId, channel: ChannelId) -> Result<Option<MessageId>, StoreError> {
        let newest: Option<i64> =
            sqlx::query_scalar("SELECT max(message) FROM messages WHERE game = ? AND channel = ?")
                .bind(game.0)
                .bind(stored(channel.0))
                .fetch_one(&self.read)
                .await?;
        Ok(newest.map(|id| MessageId(restored(id))))
    }

    /// The last message of a kind that was posted for a game.
    pub async fn last_message(&self, game: GameId, kind: &str) -> Result<Option<MessageRow>, StoreError> {
        let row = sqlx::query(
            "SELECT * FROM messages WHERE game = ? AND kind = ? ORDER BY version DESC, message DESC LIMIT 1",
        )
        .bind(game.0)
        .bind(kind)
        .fetch_optional(&self.read)
        .await?;
        row.as_ref().map(message).transpose()
    }

    /// Whether a newer notice of the same game and kind waits for the same recipient.
    pub async fn repeated_later(&self, id: NoticeId) -> Result<bool, StoreError> {
        let found = sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM outbox AS this JOIN outbox AS later USING (whom, recipient, game, kind)
             WHERE this.id = ? AND later.id > this.id AND later.state IN ('waiting', 'leased'))",
        )
        .bind(id.0)
        .fetch_one(&self.read)
        .await?;
        Ok(found)
    }

    /// Whether a person was to be told this about a game at that version or later.
    pub async fn told_since(
        &self,
        game: GameId,
        person: PersonId,
        kind: &str,
        since: Version,
    ) -> Result<bool, StoreError> {
        let found = sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM outbox
             WHERE game = ? AND whom = 'person' AND recipient = ? AND kind = ? AND version >= ?)",
        )
        .bind(game.0)
        .bind(stored(person.0))
        .bind(kind)
        .bind(since.0)
        .fetch_one(&self.read)
        .await?;
        Ok(found)
    }

    /// A message has lost its buttons.
    pub async fn buttons_gone(&self, message: MessageId) -> Result<(), StoreError> {
        self.note(move |tx| {
            Box::pin(async move {
                sqlx::query("UPDATE messages SET buttons = 0, afterwards = NULL WHERE message = ?")
                    .bind(stored(message.0))
                    .execute(tx)
                    .await?;
                Ok(())
            })
        })
        .await
    }
}

/// A notice is dealt with.
async fn end(tx: &mut SqliteConnection, id: NoticeId, state: &'static str) -> Result<Option<SqliteRow>, StoreError> {
    let row = sqlx::query(concat!("UPDATE outbox SET state = ? WHERE id = ? ", returning!()))
        .bind(state)
        .bind(id.0)
        .fetch_optional(tx)
        .await?;
    Ok(row)
}
