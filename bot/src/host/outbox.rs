//! What is to be posted, handed to the delivery. A notice stays in the database until it has been posted, until newer
//! ones have made it pointless, or until it was given up; no other answer ends it.
//!
//! A notice is leased: it is taken for a minute, by a note in the database, and while somebody in this program holds it nobody
//! else gets it. A crash, a panic or a database that takes no notes therefore only delay it. What is taken again after such
//! an attempt is marked as unsure, and the message is looked for before it is posted again.

use std::time::Duration;

use crate::metrics;
use crate::store::{MessageRow, NewNotice, NoticeRow, To};

use crate::host::error::Error;
use crate::host::model::{Failure, Lease, Notice, NoticeKind, Ping, Posted, Recipient};
use crate::host::{ChannelId, PersonId, random};
use crate::host::{GameId, Host, MessageId, StoreError, Version};

/// How long after the first failure a notice is tried again: doubled each time, up to the longest.
const RETRY: Duration = Duration::from_secs(1);
const LONGEST_RETRY: Duration = Duration::from_secs(300);
/// How long it waits before it looks again without being told of anything new.
const ANYWAY: Duration = Duration::from_secs(60);

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;

impl Failure {
    /// For how long a notice that keeps failing like this is tried, in milliseconds.
    const fn patience(self) -> i64 {
        match self {
            Failure::Message => 10 * MINUTE,
            Failure::NoAccess => DAY,
            Failure::Discord { .. } => 7 * DAY,
            Failure::Closed | Failure::Never => 0,
        }
    }
}

/// When to try again after this many attempts, in milliseconds: exponential backoff with jitter, so that what failed together
/// does not come back together.
fn backoff(attempts: u32) -> i64 {
    let whole = RETRY.saturating_mul(1 << attempts.saturating_sub(1).min(16)).min(LONGEST_RETRY);
    let whole = i64::try_from(whole.as_millis()).unwrap_or(i64::MAX);
    whole / 2 + random::up_to(whole / 2)
}

fn posted(row: MessageRow) -> Option<Posted> {
    Some(Posted {
        channel: row.channel,
        message: row.message,
        kind: NoticeKind::read(&row.kind)?,
        version: row.version,
        afterwards: row.afterwards,
    })
}

impl Host {
    /// Waits until there is something to post, and takes it: for each channel and each person the next in order, `most` in all.
    /// What becomes of each is told with [`Host::posted`], [`Host::superseded`] or [`Host::failed`].
    ///
    /// # Errors
    /// A fault when the database fails; try again after a moment.
    pub async fn take_notices(&self, most: i64) -> Result<Vec<Notice>, Error> {
        loop {
            let now = self.now();
            let next = self.store().next_notice_at().await?;
            if next.is_some_and(|at| at <= now) {
                let mut taken = Vec::new();
                for row in self.store().take_notices(now, most).await? {
                    let id = row.id;
                    match NoticeKind::read(&row.kind) {
                        // Somebody still holds it: its lease goes on.
                        Some(kind) => taken.extend(self.lease(row, kind)),
                        None => {
                            tracing::error!(notice = %id, kind = row.kind, "a notice of a kind that only a newer program knows is given up");
                            self.store().give_up(id, None, now).await?;
                        }
                    }
                }
                if !taken.is_empty() {
                    return Ok(taken);
                }
                continue;
            }
            let wait =
                next.map_or(ANYWAY, |at| Duration::from_millis(u64::try_from(at - now).unwrap_or(0)).min(ANYWAY));
            tokio::select! {
                () = self.0.outbox.notified() => {}
                () = tokio::time::sleep(wait) => {}
            }
        }
    }

    /// A notice that the database has leased to this program.
    pub(super) fn lease(&self, row: NoticeRow, kind: NoticeKind) -> Option<Notice> {
        Some(Notice {
            _lease: Lease::take(row.id, &self.0.leased)?,
            id: row.id,
            game: row.game,
            version: row.version,
            to: match row.to {
                To::Channel(channel) => Recipient::Channel(channel),
                To::Person(person) => Recipient::Person(person),
            },
            kind,
            attempts: row.attempts,
            unsure: row.unsure,
            failing_since: row.failing_since,
            acted_at: row.acted_at,
        })
    }

    /// A notice was posted as this message; `afterwards` is what it says once its turn is over, where that is something else. Answers with the older messages of the game in that channel whose buttons it makes
    /// pointless: take them off, then [`Host::buttons_gone`].
    ///
    /// # Errors
    /// A fault when the database fails; the notice stays leased, so call it again.
    pub async fn posted(
        &self,
        notice: &Notice,
        channel: ChannelId,
        message: MessageId,
        afterwards: Option<&str>,
    ) -> Result<Vec<Posted>, Error> {
        let published = (notice.kind == NoticeKind::Sealed).then(|| self.now());
        let afterwards = afterwards.map(str::to_owned);
        let older = self.store().posted(notice.id, channel, message, afterwards, published).await?;
        metrics::notice("posted");
        if let Recipient::Person(person) = notice.to {
            self.note_direct(person, true).await?;
        }
        if let Some(at) = notice.acted_at {
            let took = u64::try_from(self.now() - at).unwrap_or(0);
            metrics::board(Duration::from_millis(took));
        }
        // The next one of that recipient can be taken.
        self.0.outbox.notify_one();
        Ok(older.into_iter().filter_map(posted).filter(|older| notice.kind.replaces(older.kind)).collect())
    }

    /// Whether a direct message to a person was delivered: until one is, those who want them are mentioned instead.
    async fn note_direct(&self, person: PersonId, delivered: bool) -> Result<(), Error> {
        let settings = self.person_settings(person).await?;
        if settings.ping == Ping::Dm && settings.dm_closed == delivered {
            self.change_person_settings(person, move |settings| settings.dm_closed = !delivered).await?;
        }
        Ok(())
    }

    /// Newer notices have made this one pointless.
    ///
    /// # Errors
    /// A fault when the database fails; the notice stays leased, so call it again.
    pub async fn superseded(&self, notice: &Notice) -> Result<(), Error> {
        self.store().superseded(notice.id).await?;
        metrics::notice("superseded");
        self.0.outbox.notify_one();
        Ok(())
    }

    /// A notice could not be posted. It is tried again after a while, longer each time; what keeps failing is given up, and that
    /// is said: in the log, and in the channel where people would miss it. Answers whether it was given up.
    ///
    /// # Errors
    /// A fault when the database fails; then it comes again when its lease ends.
    pub async fn failed(&self, notice: &Notice, failure: Failure) -> Result<bool, Error> {
        let now = self.now();
        let since = notice.failing_since.unwrap_or(now);
        let given_up = now - since >= failure.patience();
        metrics::notice(if given_up { "given-up" } else { "failed" });
        if let (Recipient::Person(person), Failure::Closed) = (notice.to, failure) {
            self.note_direct(person, false).await?;
        }
        if given_up {
            let instead = self.instead_of(notice, failure).await?;
            self.store().give_up(notice.id, instead, now).await?;
        } else {
            let unsure = failure == Failure::Discord { unsure: true };
            let due = now + backoff(notice.attempts);
            self.store().postpone(notice.id, unsure, due, now).await?;
        }
        self.0.outbox.notify_one();
        Ok(given_up)
    }

    /// The bot may post in a channel again: what waits for it is tried at once.
    ///
    /// # Errors
    /// A fault when the database fails; then it is tried when its pause is over.
    pub async fn may_post_again(&self, channel: ChannelId) -> Result<(), Error> {
        self.store().hurry(channel, self.now()).await?;
        self.0.outbox.notify_one();
        Ok(())
    }

    /// A notice was taken, and somebody else is to post it.
    ///
    /// # Errors
    /// A fault when the database fails; then it comes again when its lease ends.
    pub async fn release(&self, notice: Notice) -> Result<(), Error> {
        let id = notice.id;
        // First here, then in the database: whoever finds it due there must get it.
        drop(notice);
        self.store().release(id, self.now()).await?;
        self.0.outbox.notify_one();
        Ok(())
    }

    /// What is posted in the channel when a notice is given up.
    async fn instead_of(&self, notice: &Notice, failure: Failure) -> Result<Option<NewNotice>, Error> {
        let kind = match (notice.to, notice.kind) {
            // What is private can still be shown privately there.
            (Recipient::Person(_), NoticeKind::Target | NoticeKind::PendingDecision | NoticeKind::ResignAsked) => {
                NoticeKind::ClosedDm
            }
            (Recipient::Person(_), NoticeKind::YourTurn | NoticeKind::YourReminder | NoticeKind::Challenged)
                if failure == Failure::Closed =>
            {
                NoticeKind::DmRefused
            }
            (Recipient::Person(_), _) => return Ok(None),
            (_, NoticeKind::Lost | NoticeKind::Unreadable | NoticeKind::ClosedDm | NoticeKind::DmRefused) => {
                return Ok(None);
            }
            // Elsewhere nothing can be posted at all.
            (Recipient::Channel(_), _) if failure == Failure::Message => NoticeKind::Lost,
            (Recipient::Channel(_), _) => return Ok(None),
        };
        let head = self.store().head(notice.game).await?;
        Ok(head.map(|head| NewNotice { to: To::Channel(head.place.channel), kind: kind.word().to_owned() }))
    }

    /// Whether a newer notice of the same kind waits for the same recipient.
    ///
    /// # Errors
    /// A fault when the database fails.
    pub async fn is_repeated_later(&self, notice: &Notice) -> Result<bool, Error> {
        Ok(self.store().repeated_later(notice.id).await?)
    }

    /// The buttons of a message are gone.
    ///
    /// # Errors
    /// A fault when the database fails.
    pub async fn buttons_gone(&self, message: MessageId) -> Result<(), Error> {
        Ok(self.store().buttons_gone(message).await?)
    }

    /// The newest message that shows the position of a game, to be edited.
    ///
    /// # Errors
    /// A fault when the database fails.
    pub async fn turn_message(&self, game: GameId) -> Result<Option<Posted>, Error> {
        let word = NoticeKind::Turn.word();
        let row = self.store().last_message(game, word).await?;
        Ok(row.and_then(posted))
    }

    /// The message of a game's lobby, to be edited.
    ///
    /// # Errors
    /// A fault when the database fails.
    pub async fn lobby_message(&self, game: GameId) -> Result<Option<Posted>, Error> {
        let word = NoticeKind::Lobby.word();
        let row = self.store().last_message(game, word).await?;
        Ok(row.and_then(posted))
    }

    /// The newest message that is known to have been posted for a game in a channel: what is looked for came later.
    ///
    /// # Errors
    /// A fault when the database fails.
    pub async fn newest_message(&self, game: GameId, channel: ChannelId) -> Result<Option<MessageId>, Error> {
        Ok(self.store().newest_message(game, channel).await?)
    }

    /// After a restore, once: the newest board of each running game is posted again, since what channels show last may be gone.
    pub(super) async fn repost_restored(&self) -> Result<(), StoreError> {
        let kinds = [NoticeKind::Restored, NoticeKind::Turn].map(NoticeKind::word);
        if let Some(games) = self.store().after_restore(kinds, self.now()).await? {
            tracing::info!(
                games,
                "the database was restored from a copy: the boards of running games are posted again"
            );
        }
        Ok(())
    }

    /// Makes sure that the game in memory is not older than a notice about it, which may have been stored a moment before.
    ///
    /// # Errors
    /// A refusal when the game cannot be opened, or a fault.
    pub async fn caught_up(&self, game: GameId, version: Version) -> Result<(), Error> {
        self.load_since(game, version).await.map(drop)
    }
}
