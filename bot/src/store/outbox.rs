//! Outbox of notices, posted in order for each recipient, and a record of the messages posted.

use sqlx::FromRow;
use strum::{EnumString, IntoStaticStr};

use super::column::{Flag, words};
use super::shards::own;
use super::{ChannelId, Connection, GameId, MessageId, NewNotice, NoticeId, PersonId, Store, StoreError, To, Version};

/// Duration of a lease, in milliseconds: longer than posting a notice takes, including waits for Discord's rate limits.
pub(super) const LEASE: i64 = 60_000;

/// Kind of recipient.
#[derive(Clone, Copy, PartialEq, Eq, Debug, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub(super) enum Whom {
    Channel,
    Person,
}

words!(Whom);

/// Recipient as it is stored.
#[derive(FromRow)]
pub(super) struct Recipient {
    pub whom: Whom,
    /// Id of the channel or person.
    pub recipient: ChannelId,
}

impl From<Recipient> for To {
    fn from(stored: Recipient) -> Self {
        let id = stored.recipient;
        match stored.whom {
            Whom::Channel => To::Channel(id),
            Whom::Person => To::Person(PersonId(id.0)),
        }
    }
}

impl From<To> for Recipient {
    fn from(to: To) -> Self {
        match to {
            To::Channel(recipient) => Recipient { whom: Whom::Channel, recipient },
            To::Person(person) => Recipient { whom: Whom::Person, recipient: ChannelId(person.0) },
        }
    }
}

/// Notice leased for posting.
#[derive(Clone, PartialEq, Eq, Debug, FromRow)]
pub struct NoticeRow {
    pub id: NoticeId,
    pub game: GameId,
    /// Version that the notice is about.
    pub version: Version,
    /// Recipient.
    #[sqlx(flatten, try_from = "Recipient")]
    pub to: To,
    /// Kind of the notice.
    pub kind: String,
    /// Number of attempts, including this one.
    #[sqlx(try_from = "i64")]
    pub attempts: u32,
    /// An earlier attempt may have reached Discord.
    #[sqlx(try_from = "Flag")]
    pub unsure: bool,
    /// Time since when every attempt has failed, in milliseconds since 1970.
    pub failing_since: Option<i64>,
    /// Time of the action that the notice is about, if any, in milliseconds since 1970.
    pub acted_at: Option<i64>,
}

/// Posted message.
#[derive(Clone, PartialEq, Eq, Debug, FromRow)]
pub struct MessageRow {
    pub message: MessageId,
    pub channel: ChannelId,
    /// Version that the message shows.
    pub version: Version,
    /// Kind of the notice.
    pub kind: String,
    /// Text that replaces the message's text once its turn is over, if it changes.
    pub afterwards: Option<String>,
}

/// Work left after a message was posted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AfterPost {
    /// Older messages of the game in the same channel that still have buttons.
    pub older: Vec<MessageRow>,
    /// Another notice to the same recipient is open.
    pub next_waits: bool,
}

/// Selects the first open notice of each recipient, about games of this process. Notices of a recipient are posted in
/// order, but one blocked channel does not delay the others.
macro_rules! heads {
    ($total:literal, $first:literal, $last:literal) => {
        concat!(
            "SELECT min(outbox.id) FROM outbox JOIN games ON games.id = outbox.game
             WHERE outbox.state IN ('waiting', 'leased') AND ",
            own!("games.guild", $total, $first, $last),
            " GROUP BY whom, recipient"
        )
    };
}

/// Returns a notice together with the time of the action it is about.
macro_rules! returning {
    () => {
        "RETURNING *, (SELECT at FROM actions WHERE actions.game = outbox.game AND actions.version = outbox.version) AS acted_at"
    };
}

/// Reads the time when the first open notice is due. The outer condition keeps PostgreSQL from reading posted notices.
pub(super) const NEXT: &str = concat!(
    "SELECT min(due_at) FROM outbox WHERE state IN ('waiting', 'leased') AND id IN (",
    heads!("$1", "$2", "$3"),
    ")"
);

/// Leases the first open notices that are due.
pub(super) const TAKE: &str = concat!(
    "UPDATE outbox SET unsure = unsure OR state = 'leased', state = 'leased', attempts = attempts + 1, due_at = $4
     WHERE state IN ('waiting', 'leased') AND id IN (
         SELECT id FROM outbox WHERE state IN ('waiting', 'leased') AND due_at <= $5 AND id IN (",
    heads!("$1", "$2", "$3"),
    ") ORDER BY id LIMIT $6) ",
    returning!()
);

/// Stores notices about a version, to be posted at once. The first one to the channel `claim` is leased to the caller
/// and returned, unless an earlier notice to that channel is open.
pub(super) async fn put_notices(
    tx: &mut Connection,
    (game, version): (GameId, Version),
    notices: &[NewNotice],
    claim: Option<ChannelId>,
    now: i64,
) -> Result<Option<NoticeRow>, StoreError> {
    let claim = claim.map(To::Channel);
    let mut claimed = None;
    for notice in notices {
        let leased_until = (claim == Some(notice.to) && claimed.is_none()).then_some(now + LEASE);
        let Recipient { whom, recipient } = notice.to.into();
        let stored = sqlx::query_as(concat!(
            "INSERT INTO outbox (game, version, kind, whom, recipient, state, attempts, due_at)
             SELECT $1, $2, $3, $4, $5, CASE WHEN free THEN 'leased' ELSE 'waiting' END, CASE WHEN free THEN 1 ELSE 0 END,
                 CASE WHEN free THEN $7 ELSE $6 END
             FROM (SELECT $7 IS NOT NULL AND NOT EXISTS (SELECT 1 FROM outbox
                 WHERE state IN ('waiting', 'leased') AND whom = $4 AND recipient = $5) AS free) AS earlier
             WHERE TRUE ON CONFLICT DO NOTHING ",
            returning!()
        ))
        .bind(game)
        .bind(version)
        .bind(&notice.kind)
        .bind(whom)
        .bind(recipient)
        .bind(now)
        .bind(leased_until)
        .fetch_optional(&mut *tx)
        .await?;
        claimed = claimed.or(stored.filter(|stored: &NoticeRow| stored.attempts > 0));
    }
    Ok(claimed)
}

impl Store {
    /// Leases the notices that can be posted now: the first open one of each recipient, if it is due. If a lease
    /// expires without a result, the notice is leased again and marked as `unsure`, because it may have been posted.
    pub async fn take_notices(&self, now: i64, most: i64) -> Result<Vec<NoticeRow>, StoreError> {
        let [total, first, last] = self.shards.bound();
        let mut taken: Vec<NoticeRow> = self
            .note(move |tx| {
                Box::pin(async move {
                    let taken = sqlx::query_as(TAKE).bind(total).bind(first).bind(last);
                    Ok(taken.bind(now + LEASE).bind(now).bind(most).fetch_all(tx).await?)
                })
            })
            .await?;
        taken.sort_unstable_by_key(|notice| notice.id);
        Ok(taken)
    }

    /// Returns the time when the next notice is due.
    pub async fn next_notice_at(&self) -> Result<Option<i64>, StoreError> {
        let [total, first, last] = self.shards.bound();
        let at = sqlx::query_scalar(NEXT).bind(total).bind(first).bind(last).fetch_one(&self.read).await?;
        Ok(at)
    }

    /// Ends the leases of this process at startup. All its open notices become due at once; those that were leased become
    /// `unsure`.
    pub async fn end_leases(&self, now: i64) -> Result<(), StoreError> {
        let [total, first, last] = self.shards.bound();
        self.note(move |tx| {
            Box::pin(async move {
                sqlx::query(concat!(
                    "UPDATE outbox SET unsure = unsure OR state = 'leased', state = 'waiting', attempts = 0, due_at = $1, failing_since = NULL
                     WHERE state IN ('waiting', 'leased') AND EXISTS (SELECT 1 FROM games WHERE games.id = outbox.game AND ",
                    own!("games.guild", "$2", "$3", "$4"),
                    ")"
                ))
                .bind(now)
                .bind(total)
                .bind(first)
                .bind(last)
                .execute(tx)
                .await?;
                Ok(())
            })
        })
        .await
    }

    /// Marks a notice as posted and stores its message. `afterwards` replaces the text of the message once its turn is
    /// over. `published` is the time when the message revealed sealed actions, if it did.
    pub async fn posted(
        &self,
        id: NoticeId,
        channel: ChannelId,
        message_id: MessageId,
        afterwards: Option<String>,
        published: Option<i64>,
    ) -> Result<AfterPost, StoreError> {
        let posted = self.note(move |tx| {
            Box::pin(async move {
                let Some(posted) = end(tx, id, "posted").await? else {
                    return Ok(None);
                };
                if let Some(at) = published {
                    sqlx::query(
                        "INSERT INTO publications (game, version, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                    )
                    .bind(posted.game)
                    .bind(posted.version)
                    .bind(at)
                    .execute(&mut *tx)
                    .await?;
                }
                sqlx::query(
                    "INSERT INTO messages (message, game, channel, version, kind, afterwards) VALUES ($1, $2, $3, $4, $5, $6)
                     ON CONFLICT (message) DO UPDATE SET version = excluded.version, buttons = TRUE, afterwards = excluded.afterwards",
                )
                .bind(message_id)
                .bind(posted.game)
                .bind(channel)
                .bind(posted.version)
                .bind(&posted.kind)
                .bind(afterwards)
                .execute(tx)
                .await?;
                Ok(Some(posted))
            })
        });
        let Some(posted) = posted.await? else {
            return Ok(AfterPost { older: Vec::new(), next_waits: true });
        };
        // Read after the commit. The task that stores a notice later wakes the outbox itself. If reading fails, the caller
        // repeats the call, which stores the same again.
        self.after_post(&posted, channel, message_id).await
    }

    async fn after_post(
        &self,
        posted: &NoticeRow,
        channel: ChannelId,
        message_id: MessageId,
    ) -> Result<AfterPost, StoreError> {
        #[derive(FromRow)]
        struct WithButtons {
            #[sqlx(flatten)]
            message: MessageRow,
            next_waits: Flag,
        }
        let Recipient { whom, recipient } = posted.to.into();
        let messages: Vec<WithButtons> = sqlx::query_as(
            "SELECT messages.*, EXISTS (SELECT 1 FROM outbox
                 WHERE state IN ('waiting', 'leased') AND whom = $3 AND recipient = $4) AS next_waits
             FROM messages WHERE game = $1 AND channel = $2 AND buttons ORDER BY version",
        )
        .bind(posted.game)
        .bind(channel)
        .bind(whom)
        .bind(recipient)
        .fetch_all(&self.read)
        .await?;
        // Without any row, a later post has already removed the buttons of this message. A needless look at the outbox does
        // no harm.
        let next_waits = messages.first().is_none_or(|first| first.next_waits.0);
        let others = messages.into_iter().map(|row| row.message).filter(|row| row.message != message_id);
        Ok(AfterPost { older: others.collect(), next_waits })
    }

    /// Returns the time when the sealed actions of `version` were revealed in the channel, and the time of the action
    /// that created the version `before`. Both are in milliseconds since 1970.
    pub async fn published_at(
        &self,
        game: GameId,
        version: Version,
        before: Version,
    ) -> Result<(Option<i64>, Option<i64>), StoreError> {
        let times = sqlx::query_as(
            "SELECT (SELECT at FROM publications WHERE game = $1 AND version = $2),
                    (SELECT at FROM actions WHERE game = $1 AND version = $3)",
        )
        .bind(game)
        .bind(version)
        .bind(before)
        .fetch_one(&self.read)
        .await?;
        Ok(times)
    }

    /// Marks a notice as superseded by newer ones. With `may_be_there`, its message may have been posted, and newer
    /// notices of its kind replace that message: they become `unsure`.
    pub async fn superseded(&self, id: NoticeId, may_be_there: bool) -> Result<(), StoreError> {
        self.note(move |tx| {
            Box::pin(async move {
                let ended = end(tx, id, "superseded").await?;
                if let Some(NoticeRow { game, to, kind, .. }) = ended.filter(|_| may_be_there) {
                    let Recipient { whom, recipient } = to.into();
                    sqlx::query(
                        "UPDATE outbox SET unsure = TRUE WHERE state IN ('waiting', 'leased') AND id > $1
                         AND whom = $2 AND recipient = $3 AND game = $4 AND kind = $5",
                    )
                    .bind(id)
                    .bind(whom)
                    .bind(recipient)
                    .bind(game)
                    .bind(kind)
                    .execute(tx)
                    .await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// Schedules a new attempt, not before `due_at`. `unsure`: the failed attempt may have reached Discord. A notice that
    /// another attempt has posted meanwhile stays posted.
    pub async fn postpone(&self, id: NoticeId, unsure: bool, due_at: i64, now: i64) -> Result<(), StoreError> {
        self.note(move |tx| {
            Box::pin(async move {
                sqlx::query(
                    "UPDATE outbox SET state = 'waiting', unsure = unsure OR $1, due_at = $2, failing_since = coalesce(failing_since, $3)
                     WHERE id = $4 AND state IN ('leased', 'waiting')",
                )
                .bind(unsure)
                .bind(due_at)
                .bind(now)
                .bind(id)
                .execute(tx)
                .await?;
                Ok(())
            })
        })
        .await
    }

    /// Ends the lease of a notice without counting an attempt; the notice is due at once.
    pub async fn release(&self, id: NoticeId, now: i64) -> Result<(), StoreError> {
        self.note(move |tx| {
            Box::pin(async move {
                sqlx::query(
                    "UPDATE outbox SET state = 'waiting', attempts = attempts - 1, due_at = $1 WHERE id = $2 AND state = 'leased'",
                )
                .bind(now)
                .bind(id)
                .execute(tx)
                .await?;
                Ok(())
            })
        })
        .await
    }

    /// Makes all waiting notices to a channel due now.
    pub async fn hurry(&self, channel: ChannelId, now: i64) -> Result<(), StoreError> {
        let Recipient { whom, recipient } = To::Channel(channel).into();
        self.note(move |tx| {
            Box::pin(async move {
                sqlx::query(
                    "UPDATE outbox SET due_at = $1, attempts = 0
                     WHERE state = 'waiting' AND whom = $2 AND recipient = $3 AND due_at > $1",
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

    /// Marks a notice as impossible to post, and optionally stores another one in its place.
    pub async fn give_up(&self, id: NoticeId, instead: Option<NewNotice>, now: i64) -> Result<(), StoreError> {
        self.note(move |tx| {
            Box::pin(async move {
                let lost = end(tx, id, "given-up").await?;
                if let (Some(lost), Some(instead)) = (lost, instead) {
                    put_notices(tx, (lost.game, lost.version), &[instead], None, now).await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// Returns the newest message posted for a game in a channel.
    pub async fn newest_message(&self, game: GameId, channel: ChannelId) -> Result<Option<MessageId>, StoreError> {
        let newest = sqlx::query_scalar("SELECT max(message) FROM messages WHERE game = $1 AND channel = $2");
        Ok(newest.bind(game).bind(channel).fetch_one(&self.read).await?)
    }

    /// Returns the newest message of a kind posted for a game.
    pub async fn last_message(&self, game: GameId, kind: &str) -> Result<Option<MessageRow>, StoreError> {
        let last = sqlx::query_as(
            "SELECT * FROM messages WHERE game = $1 AND kind = $2 ORDER BY version DESC, message DESC LIMIT 1",
        );
        Ok(last.bind(game).bind(kind).fetch_optional(&self.read).await?)
    }

    /// Returns whether a newer notice of the same game and kind is open for the same recipient.
    pub async fn repeated_later(&self, id: NoticeId) -> Result<bool, StoreError> {
        let found: Flag = sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM outbox AS this JOIN outbox AS later USING (whom, recipient, game, kind)
             WHERE this.id = $1 AND later.id > this.id AND later.state IN ('waiting', 'leased'))",
        )
        .bind(id)
        .fetch_one(&self.read)
        .await?;
        Ok(found.0)
    }

    /// Records that a message has no buttons any more.
    pub async fn buttons_gone(&self, message: MessageId) -> Result<(), StoreError> {
        self.note(move |tx| {
            Box::pin(async move {
                sqlx::query("UPDATE messages SET buttons = FALSE, afterwards = NULL WHERE message = $1")
                    .bind(message)
                    .execute(tx)
                    .await?;
                Ok(())
            })
        })
        .await
    }
}

/// Sets the final state of a notice and returns it.
async fn end(tx: &mut Connection, id: NoticeId, state: &'static str) -> Result<Option<NoticeRow>, StoreError> {
    let ended = sqlx::query_as(concat!("UPDATE outbox SET state = $1 WHERE id = $2 ", returning!()));
    Ok(ended.bind(state).bind(id).fetch_optional(tx).await?)
}
