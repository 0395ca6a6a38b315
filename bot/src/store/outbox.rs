//! What is to be said, in order, and the messages that were posted.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::commit::put_notices;
use super::ids::{restored, stored};
use super::{
    ChannelId, GameId, MessageId, NewNotice, NoticeId, PersonId, Store, StoreError, Version,
};

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

/// A notice that waits.
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
    /// How often it has been tried.
    pub attempts: u32,
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
    })
}

fn message(row: &SqliteRow) -> Result<MessageRow, StoreError> {
    Ok(MessageRow {
        message: MessageId(restored(row.try_get("message")?)),
        channel: ChannelId(restored(row.try_get("channel")?)),
        version: Version(row.try_get("version")?),
        kind: row.try_get("kind")?,
    })
}

impl Store {
    /// What can be said now: for each recipient the first that waits, unless it is to be tried again later. So everything
    /// is said in order, and one closed channel does not hold up the others.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn due_notices(&self, now: i64) -> Result<Vec<NoticeRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT * FROM outbox WHERE id IN (SELECT min(id) FROM outbox WHERE state = 'waiting' GROUP BY whom, recipient)
             AND due_at <= ? ORDER BY id LIMIT 100",
        )
        .bind(now)
        .fetch_all(&self.read)
        .await?;
        rows.iter().map(notice).collect()
    }

    /// When something that waits for another try is due next.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn next_notice_at(&self, now: i64) -> Result<Option<i64>, StoreError> {
        let at = sqlx::query_scalar(
            "SELECT min(due_at) FROM outbox WHERE state = 'waiting' AND due_at > ?",
        )
        .bind(now)
        .fetch_one(&self.read)
        .await?;
        Ok(at)
    }

    /// A notice, whatever became of it.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn notice(&self, id: NoticeId) -> Result<Option<NoticeRow>, StoreError> {
        let row = sqlx::query("SELECT * FROM outbox WHERE id = ?")
            .bind(id.0)
            .fetch_optional(&self.read)
            .await?;
        row.as_ref().map(notice).transpose()
    }

    /// A notice has been said, by this message. Answers with the older messages of the game in that channel that still have buttons.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn said(
        &self,
        id: NoticeId,
        posted: Option<(ChannelId, MessageId)>,
    ) -> Result<Vec<MessageRow>, StoreError> {
        let mut tx = self.begin().await?;
        let row = sqlx::query("UPDATE outbox SET state = 'said' WHERE id = ? RETURNING *")
            .bind(id.0)
            .fetch_optional(&mut *tx)
            .await?;
        let mut older = Vec::new();
        if let (Some(row), Some((channel, posted))) = (row, posted) {
            let said = notice(&row)?;
            sqlx::query(
                "INSERT INTO messages (message, game, channel, version, kind) VALUES (?, ?, ?, ?, ?)
                 ON CONFLICT (message) DO UPDATE SET version = excluded.version, buttons = 1",
            )
            .bind(stored(posted.0))
            .bind(said.game.0)
            .bind(stored(channel.0))
            .bind(said.version.0)
            .bind(&said.kind)
            .execute(&mut *tx)
            .await?;
            let rows = sqlx::query(
                "SELECT * FROM messages WHERE game = ? AND channel = ? AND buttons = 1 AND message <> ? ORDER BY version",
            )
            .bind(said.game.0)
            .bind(stored(channel.0))
            .bind(stored(posted.0))
            .fetch_all(&mut *tx)
            .await?;
            older = rows.iter().map(message).collect::<Result<_, _>>()?;
        }
        tx.commit().await?;
        Ok(older)
    }

    /// A notice is to be tried again, not before this time.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn say_later(&self, id: NoticeId, due_at: i64) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        sqlx::query("UPDATE outbox SET attempts = attempts + 1, due_at = ? WHERE id = ?")
            .bind(due_at)
            .bind(id.0)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(())
    }

    /// A notice cannot be said; perhaps something else is said in its stead.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn give_up(
        &self,
        id: NoticeId,
        instead: Option<NewNotice>,
        now: i64,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        let row = sqlx::query(
            "UPDATE outbox SET state = 'given-up', attempts = attempts + 1 WHERE id = ? RETURNING *",
        )
        .bind(id.0)
        .fetch_optional(&mut *tx)
        .await?;
        if let (Some(row), Some(instead)) = (row, instead) {
            let lost = notice(&row)?;
            put_notices(&mut tx, lost.game, lost.version, &[instead], now).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// The last message of a kind that was posted for a game.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn last_message(
        &self,
        game: GameId,
        kind: &str,
    ) -> Result<Option<MessageRow>, StoreError> {
        let row = sqlx::query(
            "SELECT * FROM messages WHERE game = ? AND kind = ? ORDER BY version DESC, message DESC LIMIT 1",
        )
        .bind(game.0)
        .bind(kind)
        .fetch_optional(&self.read)
        .await?;
        row.as_ref().map(message).transpose()
    }

    /// A message has lost its buttons.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn buttons_gone(&self, message: MessageId) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        sqlx::query("UPDATE messages SET buttons = 0 WHERE message = ?")
            .bind(stored(message.0))
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(())
    }
}
