//! Numbers that must not be mixed up, each as a type of its own.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $number:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $number);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.0)
            }
        }

        impl FromStr for $name {
            type Err = std::num::ParseIntError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }
    };
}

id!(
    /// A game, from its lobby to its end. Never used again.
    GameId, i64
);
id!(
    /// What a game has come to: grows by one with everything that is accepted, from the lobby on.
    Version, i64
);
id!(
    /// A notice in the outbox; also the nonce of its message.
    NoticeId, i64
);
id!(
    /// A person, by the number that the chat service gives them.
    PersonId, u64
);
id!(
    /// A channel or thread.
    ChannelId, u64
);
id!(
    /// A server.
    GuildId, u64
);
id!(
    /// A role of a server.
    RoleId, u64
);
id!(
    /// A Battalion file that waits for somebody to accept it. Never used again.
    DraftId, i64
);
id!(
    /// A new game that found its channel taken and waits for a button. Never used again.
    OpeningId, i64
);
id!(
    /// A Battalion that a server shares with others. Never used again.
    ShareId, i64
);
id!(
    /// A message in a channel.
    MessageId, u64
);
id!(
    /// What arrives at most once has a number of its own: a repeated delivery carries the same.
    InteractionKey, u64
);

/// SQLite's integers have a sign; the bits are kept.
pub(crate) const fn stored(number: u64) -> i64 {
    number.cast_signed()
}

/// The inverse of [`stored`].
pub(crate) const fn restored(number: i64) -> u64 {
    number.cast_unsigned()
}
