//! What is to be said, handed to whoever says it. A notice is in the database until it has been said, so that a crash
//! repeats at most the one that was being said, under the same number.

use std::time::Duration;

use crate::store::{MessageRow, NewNotice, NoticeRow, To};

use super::error::{Error, Fault};
use super::model::{Notice, NoticeKind, Posted, Recipient, Trouble};
use super::{ChannelId, GameId, Host, MessageId, NoticeId, lock};

/// How long after a failure a notice is tried again: doubled each time, up to the longest.
const RETRY: Duration = Duration::from_secs(2);
const LONGEST_RETRY: Duration = Duration::from_secs(300);
/// After so many tries it is given up, a day after the first.
const TRIES: u32 = 300;
/// Looks again although nobody rang.
const ANYWAY: Duration = Duration::from_secs(60);

fn public(row: NoticeRow) -> Option<Notice> {
    Some(Notice {
        id: row.id,
        game: row.game,
        version: row.version,
        to: match row.to {
            To::Channel(channel) => Recipient::Channel(channel),
            To::Person(person) => Recipient::Person(person),
        },
        kind: NoticeKind::read(&row.kind)?,
        attempts: row.attempts,
    })
}

fn posted(row: MessageRow) -> Option<Posted> {
    Some(Posted {
        channel: row.channel,
        message: row.message,
        kind: NoticeKind::read(&row.kind)?,
        version: row.version,
    })
}

impl Host {
    /// Waits until there is something to say, and hands it out: for each channel and each person the next in order. A
    /// notice is handed out once, until [`Host::delivered`] or [`Host::undelivered`]; after a restart what has not been
    /// said comes again. For one caller at a time.
    ///
    /// # Errors
    /// A fault when the database fails; try again after a moment.
    pub async fn next_notices(&self) -> Result<Vec<Notice>, Error> {
        loop {
            let now = self.now();
            // Only what came back before the question: of the rest the answer may still show how it was.
            for id in std::mem::take(&mut *lock(&self.0.handed_back)) {
                lock(&self.0.handed_out).remove(&id);
            }
            let mut found = Vec::new();
            for row in self.store().due_notices(now).await? {
                let id = row.id;
                match public(row) {
                    Some(notice) => {
                        if lock(&self.0.handed_out).insert(id) {
                            found.push(notice);
                        }
                    }
                    // Of a newer program; nobody here can say it.
                    None => self.store().give_up(id, None, now).await?,
                }
            }
            if !found.is_empty() {
                return Ok(found);
            }
            let next = self.store().next_notice_at(now).await?;
            let wait = next.map_or(ANYWAY, |at| {
                Duration::from_millis(u64::try_from(at - now).unwrap_or(0)).min(ANYWAY)
            });
            tokio::select! {
                () = self.0.notices.notified() => {}
                () = tokio::time::sleep(wait) => {}
            }
        }
    }

    /// A notice has been said, by this message (`None` when there was nothing to say after all). Answers with the older
    /// messages of the game in that channel that still have buttons: take them away, then [`Host::buttons_gone`].
    ///
    /// # Errors
    /// A fault when the database fails.
    pub async fn delivered(
        &self,
        notice: NoticeId,
        message: Option<(ChannelId, MessageId)>,
    ) -> Result<Vec<Posted>, Error> {
        let older = self.store().said(notice, message).await;
        self.handed_back(notice);
        Ok(older?.into_iter().filter_map(posted).collect())
    }

    /// A notice could not be said. What is given up of private matters leaves a button in the channel instead.
    ///
    /// # Errors
    /// A fault when the database fails.
    pub async fn undelivered(&self, notice: NoticeId, trouble: Trouble) -> Result<(), Error> {
        let done = self.give_back(notice, trouble).await;
        self.handed_back(notice);
        done
    }

    async fn give_back(&self, id: NoticeId, trouble: Trouble) -> Result<(), Error> {
        let now = self.now();
        let row = self.store().notice(id).await?;
        let Some(notice) = row.and_then(public) else {
            return Err(
                Fault::plain("giving back a notice", "there is none of that number").into(),
            );
        };
        if trouble == Trouble::Later && notice.attempts < TRIES {
            let wait = RETRY
                .saturating_mul(1 << notice.attempts.min(10))
                .min(LONGEST_RETRY);
            let due = now + i64::try_from(wait.as_millis()).unwrap_or(0);
            return Ok(self.store().say_later(id, due).await?);
        }
        let instead = match notice.kind {
            NoticeKind::Target | NoticeKind::Duty => {
                let channel = self.load(notice.game).await?.place.channel;
                Some(NewNotice {
                    to: To::Channel(channel),
                    kind: NoticeKind::ClosedDm.word().to_owned(),
                })
            }
            _ => None,
        };
        Ok(self.store().give_up(id, instead, now).await?)
    }

    /// The next one of that recipient can be handed out.
    fn handed_back(&self, notice: NoticeId) {
        lock(&self.0.handed_back).push(notice);
        self.0.notices.notify_one();
    }

    /// The buttons of a message are gone.
    ///
    /// # Errors
    /// A fault when the database fails.
    pub async fn buttons_gone(&self, message: MessageId) -> Result<(), Error> {
        Ok(self.store().buttons_gone(message).await?)
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
}
