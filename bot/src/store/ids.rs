//! Identifiers, each of its own type so that they cannot be mixed up.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::column::column;

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

        // Databases only have signed numbers, so the bits are reinterpreted.
        column!($name as i64, |id| i64::from_ne_bytes(id.0.to_ne_bytes()), |number| {
            Ok(Self(<$number>::from_ne_bytes(number.to_ne_bytes())))
        });
    };
}

id!(
    /// Id of a game, from its lobby to its end. Never reused.
    GameId, i64
);
id!(
    /// Version of a game; starts with the lobby and grows by one with every accepted change.
    Version, i64
);
id!(
    /// Id of a notice in the outbox; also the nonce of its Discord message.
    NoticeId, i64
);
id!(
    /// Id of a person on Discord.
    PersonId, u64
);
id!(
    /// Id of a channel or thread.
    ChannelId, u64
);
id!(
    /// Id of a server.
    GuildId, u64
);
id!(
    /// Id of a role.
    RoleId, u64
);
id!(
    /// Id of a Battalion file that waits for approval. Never reused.
    DraftId, i64
);
id!(
    /// Id of a new game whose channel was occupied and that waits for a button press. Never reused.
    OpeningId, i64
);
id!(
    /// Id of a Battalion that a server shares with others. Never reused.
    ShareId, i64
);
id!(
    /// Id of a test of an army. Never reused.
    TrialId, i64
);
id!(
    /// Id of a message.
    MessageId, u64
);
id!(
    /// Id of an interaction, which identifies repeated deliveries.
    InteractionKey, u64
);
