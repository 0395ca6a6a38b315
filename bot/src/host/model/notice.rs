//! What is to be said, to whom, and what became of it.

use crate::store::{ChannelId, GameId, MessageId, NoticeId, PersonId, Version};

/// Something to be said, in the order of the outbox. What exactly is looked up when it is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Notice {
    /// Its number, the nonce of its message.
    pub id: NoticeId,
    /// The game.
    pub game: GameId,
    /// The version it is about.
    pub version: Version,
    /// To whom.
    pub to: Recipient,
    /// What about.
    pub kind: NoticeKind,
    /// How often it has been tried.
    pub attempts: u32,
}

/// Who is to get a notice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Recipient {
    /// Everyone in a channel or thread.
    Channel(ChannelId),
    /// One person, as a direct message.
    Person(PersonId),
}

/// What a notice is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum NoticeKind {
    /// Channel: the lobby as it is now. The first is posted, later ones edit that message ([`Host::lobby_message`](crate::host::Host::lobby_message)).
    Lobby,
    /// Channel: the position at this version: [`Host::scene`](crate::host::Host::scene) and [`Host::turn_picture`](crate::host::Host::turn_picture).
    /// Also the first one and the last one.
    Turn,
    /// Channel: somebody offers a draw at this version, or agrees to one that stands.
    DrawOffer,
    /// Channel: a round of Clash is over: [`Host::scene`](crate::host::Host::scene) and [`Host::round_pictures`](crate::host::Host::round_pictures).
    Round,
    /// Channel: a bid has been sealed at this version, or replaced (C-10): its hash is in the public view.
    Sealed,
    /// Channel: a draw was declined, or an offer taken back.
    DrawDeclined,
    /// Channel: a moderator ended the game.
    Stopped,
    /// Channel: a third of the time is left.
    Reminder,
    /// Channel: a direct message could not be delivered to somebody; show a button that opens the same in private.
    ClosedDm,
    /// Person: your Target card (T-28).
    Target,
    /// Person: place your Territory, or choose Volatile pieces ([`Private::duty`](super::Private::duty)).
    Duty,
    /// Person: somebody challenges you; for people who want that as a direct message.
    Challenged,
    /// Person: it is your turn; for people who want that as a direct message.
    YourTurn,
    /// Person: a third of your time is left; for people who want that as a direct message.
    YourReminder,
}

impl NoticeKind {
    const WORDS: [(NoticeKind, &'static str); 14] = [
        (NoticeKind::Lobby, "lobby"),
        (NoticeKind::Turn, "turn"),
        (NoticeKind::DrawOffer, "draw-offer"),
        (NoticeKind::Round, "round"),
        (NoticeKind::Sealed, "sealed"),
        (NoticeKind::DrawDeclined, "draw-declined"),
        (NoticeKind::Stopped, "stopped"),
        (NoticeKind::Reminder, "reminder"),
        (NoticeKind::ClosedDm, "closed-dm"),
        (NoticeKind::Target, "target"),
        (NoticeKind::Duty, "duty"),
        (NoticeKind::Challenged, "challenged"),
        (NoticeKind::YourTurn, "your-turn"),
        (NoticeKind::YourReminder, "your-reminder"),
    ];

    /// The word that the database keeps.
    pub(crate) fn word(self) -> &'static str {
        let found = Self::WORDS.iter().find(|(kind, _)| *kind == self);
        found.map_or("turn", |(_, word)| word)
    }

    pub(crate) fn read(word: &str) -> Option<Self> {
        let found = Self::WORDS.iter().find(|(_, known)| *known == word);
        found.map(|(kind, _)| *kind)
    }
}

/// Why a notice could not be delivered now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// Try again after a while, longer each time.
    Later,
    /// It cannot be delivered at all: no access, the channel is gone, direct messages are closed.
    Never,
}

/// A message posted for a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Posted {
    /// Where.
    pub channel: ChannelId,
    /// Which.
    pub message: MessageId,
    /// What it is about.
    pub kind: NoticeKind,
    /// The version it shows.
    pub version: Version,
}
