//! Notices to post: recipients, kinds and results.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::host::lock;
use crate::store::{ChannelId, GameId, MessageId, NoticeId, PersonId, Version};

/// Lease of an outbox entry to be posted, in outbox order. The content is computed at the time of posting. No other
/// task gets the same entry while this value lives.
#[derive(Clone, Debug)]
pub struct Notice {
    /// Id, used as the nonce of the message.
    pub id: NoticeId,
    pub game: GameId,
    /// Version that the notice is about.
    pub version: Version,
    /// Recipient.
    pub to: Recipient,
    /// Kind of notice.
    pub kind: NoticeKind,
    /// Number of attempts, including this one.
    pub attempts: u32,
    /// An earlier attempt may have reached Discord. Search the channel for the message before posting it again.
    pub unsure: bool,
    /// Start of an unbroken series of failed attempts, in milliseconds since 1970.
    pub failing_since: Option<i64>,
    /// Time of the action that caused the notice, in milliseconds since 1970.
    pub acted_at: Option<i64>,
    pub(crate) _lease: Arc<Lease>,
}

impl PartialEq for Notice {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Notice {}

/// Ids of the notices currently leased in this process.
pub(crate) type Leased = Arc<Mutex<HashSet<NoticeId>>>;

/// Lease of a notice; released on drop.
#[derive(Debug)]
pub(crate) struct Lease {
    id: NoticeId,
    leased: Leased,
}

impl Lease {
    /// Leases the notice; `None` if it is leased already.
    pub fn take(id: NoticeId, leased: &Leased) -> Option<Arc<Self>> {
        let leased = Arc::clone(leased);
        let new = lock(&leased).insert(id);
        new.then(|| Arc::new(Self { id, leased }))
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        lock(&self.leased).remove(&self.id);
    }
}

/// Recipient of a notice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Recipient {
    /// Everyone in a channel or thread.
    Channel(ChannelId),
    /// One person, as a direct message.
    Person(PersonId),
}

/// Kind of notice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, IntoStaticStr, EnumString, VariantArray)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum NoticeKind {
    /// Channel: the current lobby. The first notice posts a message, later ones edit it
    /// ([`Outbox::lobby_message`](crate::host::Outbox::lobby_message)).
    Lobby,
    /// Channel: the position at this version, with [`Views::scene`](crate::host::Views::scene) and
    /// [`Views::turn_picture`](crate::host::Views::turn_picture). Includes the first and the final position.
    Turn,
    /// Channel: one more sealed choice was made. Edits the newest [`NoticeKind::Turn`], which shows their number.
    Progress,
    /// Channel: a draw was offered at this version, or accepted by one more Player.
    DrawOffer,
    /// Channel: a round of Clash ended ([`Views::scene`](crate::host::Views::scene) and
    /// [`Clash::round_end`](crate::host::Clash::round_end)).
    Round,
    /// Channel: a bid was sealed or replaced at this version (C-10). Edits the auction's message without revealing
    /// which of the two happened. The hash is in the public view.
    Sealed,
    /// Channel: a draw was declined, or an offer withdrawn.
    DrawDeclined,
    /// Channel: a moderator ended the game.
    Stopped,
    /// Channel: a third of the time remains.
    Reminder,
    /// Channel: a pause was requested at this version, or accepted by one more Player.
    PauseAsked,
    /// Channel: a pause was declined.
    NoPause,
    /// Channel: the clocks are stopped.
    Paused,
    /// Channel: a question after long inactivity whether the game continues.
    StillPlaying,
    /// Channel: a Player confirmed that the game continues.
    Playing,
    /// Channel: the games were restored from a backup; the newest board follows.
    Restored,
    /// Channel: the game was adjourned for inactivity, and the channel is free.
    Adjourned,
    /// Channel: a notice about the game could not be posted and was dropped.
    Lost,
    /// Channel: a computer player plays at a lower level because the server's quota is used up.
    WeakerComputer,
    /// Channel: the game is unreadable, or was closed for that reason.
    Unreadable,
    /// Channel: a direct message could not be delivered. Shows a button that opens the same content as an ephemeral
    /// message.
    ClosedDm,
    /// Channel: Discord refuses direct messages to a person who wants them. Mentions the person instead, with the
    /// reason.
    DmRefused,
    /// Channel: a takeback was requested, or accepted by one more Player
    /// ([`TableView::takeback`](super::TableView::takeback)).
    TakebackAsked,
    /// Channel: a takeback was declined or withdrawn.
    TakebackOff,
    /// Channel: a seat was offered to another person at this version
    /// ([`TableView::hand_overs`](super::TableView::hand_overs)).
    HandOver,
    /// Channel: an offered seat was declined, or the offer withdrawn, at this version.
    HandOverOff,
    /// Channel: a seat changed hands at this version ([`TableView::taken`](super::TableView::taken)).
    SeatTaken,
    /// Channel: a seat is free ([`TableView::vacant`](super::TableView::vacant)).
    SeatFree,
    /// Channel: a vote to free the seat of an absent person ([`TableView::vote`](super::TableView::vote)).
    AbsenceVote,
    /// Channel: a Player ran out of time for the first time; their turn restarts.
    TimeAgain,
    /// Channel: the game continues in another channel.
    Moved,
    /// Person: the channel of your game was deleted.
    Homeless,
    /// Person: your Target card (T-28).
    Target,
    /// Person: place your Territory, or choose Volatile pieces ([`Private::decision`](super::Private::decision)).
    #[strum(serialize = "duty")]
    PendingDecision,
    /// Person: you were challenged. Only for people who chose direct messages.
    Challenged,
    /// Person: it is your turn. Only for people who chose direct messages.
    YourTurn,
    /// Person: your team mate wants to resign, which ends the game for both of you (T-1, T-25).
    ResignAsked,
    /// Person: a third of your time remains. Only for people who chose direct messages.
    YourReminder,
}

impl NoticeKind {
    /// Returns true if this notice makes the buttons of an older notice of that kind obsolete, in the same place.
    pub fn replaces(self, older: NoticeKind) -> bool {
        use NoticeKind::{
            AbsenceVote, Challenged, ClosedDm, DmRefused, HandOver, HandOverOff, Homeless, Lost, Moved, NoPause,
            PauseAsked, PendingDecision, Playing, Progress, Reminder, ResignAsked, Restored, SeatFree, SeatTaken,
            StillPlaying, TakebackAsked, TakebackOff, Target, TimeAgain, Unreadable, WeakerComputer, YourReminder,
            YourTurn,
        };
        match self {
            // Notices beside the board: its buttons stay.
            ClosedDm | DmRefused | Progress | Reminder | Lost | Unreadable | Restored | StillPlaying | Moved
            | Homeless | TimeAgain | WeakerComputer => false,
            PauseAsked | NoPause => older == PauseAsked,
            Playing => older == StillPlaying,
            // Questions between people replace only the same question. An answer removes its buttons.
            TakebackAsked | TakebackOff => older == TakebackAsked,
            HandOver | HandOverOff => older == HandOver,
            AbsenceVote => older == AbsenceVote,
            SeatFree => matches!(older, AbsenceVote | SeatFree),
            // A changed seat is announced with a new board and with the buttons of seats that are still free. It
            // does not answer a question about a takeback.
            SeatTaken => !matches!(older, ClosedDm | TakebackAsked),
            // Direct messages about other matters keep their buttons.
            Target | PendingDecision | Challenged | ResignAsked => older == self,
            YourTurn | YourReminder => matches!(older, YourTurn | YourReminder),
            // Private views and free seats stay available during the whole game.
            _ => !matches!(older, ClosedDm | HandOver | SeatFree),
        }
    }

    /// Name in the database.
    pub(crate) fn word(self) -> &'static str {
        self.into()
    }

    /// The inverse of [`NoticeKind::word`]; `None` for a kind that only a newer version of the program has.
    pub(crate) fn read(word: &str) -> Option<Self> {
        word.parse().ok()
    }
}

/// Reason why a notice could not be posted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Failure {
    /// The message could not be built, or Discord rejects its content.
    Message,
    /// The bot has no permission to post there. An admin can restore it.
    NoAccess,
    /// The thread is archived and locked. A moderator can reopen it.
    Archived,
    /// Discord is unreachable or has an outage. With `unsure`, the message may have been posted anyway.
    Discord {
        /// True if the next attempt must search for the message first.
        unsure: bool,
    },
    /// The person accepts no direct messages from the bot.
    Closed,
    /// Permanent: the channel was deleted.
    Never,
}

/// A posted message of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Posted {
    pub channel: ChannelId,
    pub message: MessageId,
    /// Kind of notice.
    pub kind: NoticeKind,
    /// Version shown.
    pub version: Version,
    /// Text to show after its turn, if it differs.
    pub afterwards: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every kind, with the older kinds whose buttons it makes obsolete.
    #[test]
    fn buttons_become_obsolete_as_agreed() {
        let kinds = NoticeKind::VARIANTS;
        let lines = kinds.iter().map(|kind| {
            let (obsolete, kept): (Vec<_>, Vec<_>) = kinds.iter().partition(|older| kind.replaces(**older));
            let words = |kinds: Vec<&NoticeKind>| kinds.iter().map(|kind| kind.word()).collect::<Vec<_>>().join(" ");
            match obsolete.len() {
                0 => format!("{}: none\n", kind.word()),
                few if few < kept.len() => format!("{}: {}\n", kind.word(), words(obsolete)),
                _ => format!("{}: all but {}\n", kind.word(), words(kept)),
            }
        });
        crate::expected::compare("host/model/notices.txt", &lines.collect::<String>(), 37);
        assert!(kinds.iter().all(|kind| NoticeKind::read(kind.word()) == Some(*kind)));
    }
}
