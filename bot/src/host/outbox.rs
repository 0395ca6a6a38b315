//! Outbox: notices to post in Discord. A notice stays in the database until it is posted, superseded or given up.
//!
//! Each notice is leased for a minute in the database, and by a lock within this process. A crash, a panic or a failed
//! write therefore only delays it. A notice leased again after such an attempt is marked as unsure: the delivery
//! searches the channel for the message before posting it again.

use std::sync::Arc;
use std::time::Duration;

use rand::RngExt as _;

use crate::metrics;
use crate::store::{AfterPost, MessageRow, NewNotice, NoticeId, State, Store, To};

use crate::host::error::Error;
use crate::host::model::{Failure, Notice, NoticeKind, Ping, Posted, Recipient};
use crate::host::notices::Notices;
use crate::host::random::Chance;
use crate::host::session::games::Games;
use crate::host::settings::Settings;
use crate::host::time::WallClock;
use crate::host::{ChannelId, PersonId};
use crate::host::{GameId, MessageId, StoreError};

/// Initial delay before a retry. It doubles with each attempt, up to the maximum.
const RETRY: Duration = Duration::from_secs(1);
const LONGEST_RETRY: Duration = Duration::from_secs(300);
/// Polling interval without a wake-up.
const ANYWAY: Duration = Duration::from_secs(60);

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;

impl Failure {
    /// Period during which notices with this kind of failure are retried, in milliseconds.
    const fn patience(self) -> i64 {
        match self {
            Failure::Message => 10 * MINUTE,
            Failure::NoAccess | Failure::Archived => DAY,
            Failure::Discord { .. } => 7 * DAY,
            Failure::Closed | Failure::Never => 0,
        }
    }
}

/// Delay before the next attempt, in milliseconds: exponential backoff, with jitter to spread notices that failed
/// together.
fn backoff(notice: &Notice, chance: Chance) -> i64 {
    let whole = RETRY.saturating_mul(1 << notice.attempts.saturating_sub(1).min(16)).min(LONGEST_RETRY);
    let whole = i64::try_from(whole.as_millis()).unwrap_or(i64::MAX);
    let mut random = chance.generator(&format!("{:?} {}", notice.id, notice.attempts));
    whole / 2 + random.random_range(0..=whole / 2)
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

/// Notices to post.
#[derive(Clone, Debug)]
pub struct Outbox {
    pub(super) store: Store,
    pub(super) time: WallClock,
    pub(super) settings: Arc<Settings>,
    pub(super) games: Arc<Games>,
    pub(super) notices: Arc<Notices>,
    pub(super) chance: Chance,
}

impl Outbox {
    /// Waits for notices and leases up to `most` of them: for each channel and each person, the next one in order.
    /// Report the result of each with [`Outbox::posted`], [`Outbox::superseded`] or [`Outbox::failed`].
    pub async fn take_notices(&self, most: i64) -> Result<Vec<Notice>, Error> {
        loop {
            let now = self.time.now();
            let next = self.store.next_notice_at().await?;
            if next.is_some_and(|at| at <= now) {
                let mut taken = Vec::new();
                for row in self.store.take_notices(now, most).await? {
                    let id = row.id;
                    match NoticeKind::read(&row.kind) {
                        // Another task still holds the notice, so its lease is extended.
                        Some(kind) => taken.extend(self.notices.lease(row, kind)),
                        None => {
                            tracing::error!(notice = %id, kind = row.kind, "a notice of a kind that only a newer program knows is given up");
                            self.store.give_up(id, None, now).await?;
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
                () = self.notices.woken() => {}
                () = tokio::time::sleep(wait) => {}
            }
        }
    }

    /// Records the message of a notice. `afterwards` is its text after its turn, if it differs. Returns the game's
    /// older messages in that channel with obsolete buttons. Remove these buttons, then call [`Outbox::buttons_gone`].
    ///
    /// # Errors
    /// After a database error, the notice stays leased, so the call must be repeated.
    pub async fn posted(
        &self,
        notice: &Notice,
        channel: ChannelId,
        message: MessageId,
        afterwards: Option<&str>,
    ) -> Result<Vec<Posted>, Error> {
        let published = (notice.kind == NoticeKind::Sealed).then(|| self.time.now());
        let afterwards = afterwards.map(str::to_owned);
        let AfterPost { older, next_waits } =
            self.store.posted(notice.id, channel, message, afterwards, published).await?;
        metrics::notice("posted");
        if let Recipient::Person(person) = notice.to {
            self.note_direct(person, true).await?;
        }
        if let Some(at) = notice.acted_at {
            let took = u64::try_from(self.time.now() - at).unwrap_or(0);
            metrics::board(Duration::from_millis(took));
        }
        if next_waits {
            self.notices.wake();
        }
        let pending = self.is_pause_asked(notice.game).await;
        let asks = |older: &Posted| older.kind == NoticeKind::PauseAsked && notice.kind != NoticeKind::PauseAsked;
        let older = older.into_iter().filter_map(posted).filter(|older| notice.kind.replaces(older.kind));
        // The request of a pause stays open when turns are played.
        Ok(older.filter(|older| !(pending && asks(older))).collect())
    }

    /// Returns true if a pause is requested in a running game.
    async fn is_pause_asked(&self, game: GameId) -> bool {
        let game = self.games.load(game).await;
        game.is_ok_and(|game| game.state == State::Running && !game.clock.asked.is_empty())
    }

    /// Records whether a direct message was delivered. After a failure, mentions replace direct messages until one
    /// succeeds.
    async fn note_direct(&self, person: PersonId, delivered: bool) -> Result<(), Error> {
        let settings = self.settings.person_settings(person).await?;
        if settings.ping == Ping::Dm && settings.dm_closed == delivered {
            self.settings.change_person_settings(person, move |settings| settings.dm_closed = !delivered).await?;
        }
        Ok(())
    }

    /// Removes a notice that newer ones made obsolete. If it is unsure and about a lobby, newer notices of the lobby become
    /// unsure, because a lobby has one message.
    ///
    /// # Errors
    /// After a database error, the notice stays leased, so the call must be repeated.
    pub async fn superseded(&self, notice: &Notice) -> Result<(), Error> {
        let may_be_there = notice.unsure && notice.kind == NoticeKind::Lobby;
        self.store.superseded(notice.id, may_be_there).await?;
        metrics::notice("superseded");
        self.notices.wake();
        Ok(())
    }

    /// Records a failed attempt. The delay grows with each attempt. A notice that keeps failing is given up, with a log
    /// entry and, if people would miss it, a message in the channel. Returns true if it was given up.
    ///
    /// # Errors
    /// After a database error, the notice is retried when its lease ends.
    pub async fn failed(&self, notice: &Notice, failure: Failure) -> Result<bool, Error> {
        let now = self.time.now();
        let since = notice.failing_since.unwrap_or(now);
        let given_up = now - since >= failure.patience();
        metrics::notice(if given_up { "given-up" } else { "failed" });
        if let (Recipient::Person(person), Failure::Closed) = (notice.to, failure) {
            self.note_direct(person, false).await?;
        }
        if given_up {
            let instead = self.instead_of(notice, failure).await?;
            self.store.give_up(notice.id, instead, now).await?;
        } else {
            let unsure = failure == Failure::Discord { unsure: true };
            let due = now + backoff(notice, self.chance);
            self.store.postpone(notice.id, unsure, due, now).await?;
        }
        self.notices.wake();
        Ok(given_up)
    }

    /// Retries the waiting notices of a channel at once, after the bot regained access.
    ///
    /// # Errors
    /// After a database error, they are retried when their delay ends.
    pub async fn may_post_again(&self, channel: ChannelId) -> Result<(), Error> {
        self.store.hurry(channel, self.time.now()).await?;
        self.notices.wake();
        Ok(())
    }

    /// Releases a leased notice for another task. The caller has dropped the notice, and so its lease in this process:
    /// otherwise the other task would find it in the database but could not lease it.
    ///
    /// # Errors
    /// After a database error, the notice is retried when its lease ends.
    pub async fn release(&self, id: NoticeId) -> Result<(), Error> {
        self.store.release(id, self.time.now()).await?;
        self.notices.wake();
        Ok(())
    }

    /// Replacement notice for the channel when a notice is given up.
    async fn instead_of(&self, notice: &Notice, failure: Failure) -> Result<Option<NewNotice>, Error> {
        let kind = match (notice.to, notice.kind) {
            // Private content can still be opened from the channel as an ephemeral message.
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
            // Otherwise nothing can be posted in the channel.
            (Recipient::Channel(_), _) if failure == Failure::Message => NoticeKind::Lost,
            (Recipient::Channel(_), _) => return Ok(None),
        };
        let head = self.store.head(notice.game).await?;
        Ok(head.map(|head| NewNotice { to: To::Channel(head.place.channel), kind: kind.word().to_owned() }))
    }

    /// Returns true if a newer notice of the same kind waits for the same recipient.
    pub async fn is_repeated_later(&self, notice: &Notice) -> Result<bool, Error> {
        Ok(self.store.repeated_later(notice.id).await?)
    }

    /// Records that the buttons of a message were removed.
    pub async fn buttons_gone(&self, message: MessageId) -> Result<(), Error> {
        Ok(self.store.buttons_gone(message).await?)
    }

    /// Newest message that shows the position of a game.
    pub async fn turn_message(&self, game: GameId) -> Result<Option<Posted>, Error> {
        let word = NoticeKind::Turn.word();
        let row = self.store.last_message(game, word).await?;
        Ok(row.and_then(posted))
    }

    /// Message of a game's lobby.
    pub async fn lobby_message(&self, game: GameId) -> Result<Option<Posted>, Error> {
        let word = NoticeKind::Lobby.word();
        let row = self.store.last_message(game, word).await?;
        Ok(row.and_then(posted))
    }

    /// Newest message of a game in a channel. A search for an unsure message starts after it.
    pub async fn newest_message(&self, game: GameId, channel: ChannelId) -> Result<Option<MessageId>, Error> {
        Ok(self.store.newest_message(game, channel).await?)
    }

    /// Posts the newest board of each running game again, once after a restore. Channels may show positions that the
    /// backup does not contain.
    pub(super) async fn repost_restored(&self) -> Result<(), StoreError> {
        let kinds = [NoticeKind::Restored, NoticeKind::Turn].map(NoticeKind::word);
        if let Some(games) = self.store.after_restore(kinds, self.time.now()).await? {
            tracing::info!(
                games,
                "the database was restored from a copy: the boards of running games are posted again"
            );
        }
        Ok(())
    }
}
