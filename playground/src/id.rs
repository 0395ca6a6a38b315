//! Snowflakes: Discord's 64-bit ids, with one type for each kind.
//!
//! In JSON an id is a string of digits. Ids increase with time, so sorting by id sorts by age.

use std::fmt;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

/// First millisecond of 2015, the epoch of Discord's ids.
const EPOCH_MS: u64 = 1_420_070_400_000;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({})", stringify!($name), self.0)
            }
        }

        impl FromStr for $name {
            type Err = std::num::ParseIntError;

            fn from_str(s: &str) -> Result<Self, Self::Err> {
                s.parse().map(Self)
            }
        }

        impl From<&$name> for $name {
            fn from(id: &$name) -> Self {
                *id
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&self.0)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                digits(deserializer).map(Self)
            }
        }
    )*};
}

ids! {
    /// Id of a person or a bot.
    UserId
    /// Id of a server.
    GuildId
    /// Id of a channel, thread or direct message channel.
    ChannelId
    /// Id of a message.
    MessageId
    /// Id of a role. The @everyone role has the server's id.
    RoleId
    /// Id of an attachment.
    AttachmentId
    /// Id of an interaction: one use of a command, component, autocomplete or modal.
    InteractionId
    /// Id of a registered command.
    CommandId
}

/// Deserialises a number from a string of digits, as Discord writes 64-bit numbers.
pub(crate) fn digits<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let text = <String as serde::Deserialize>::deserialize(deserializer)?;
    text.parse().map_err(serde::de::Error::custom)
}

/// Generator of increasing ids.
#[derive(Debug, Default)]
pub(crate) struct Snowflakes {
    last: u64,
}

impl Snowflakes {
    /// Makes all further ids larger than this one.
    pub(crate) fn go_on_after(&mut self, id: u64) {
        self.last = self.last.max(id);
    }

    /// Next id: the time in its upper bits, unique and increasing.
    pub(crate) fn next(&mut self) -> u64 {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let ms = u64::try_from(now.as_millis()).unwrap_or(u64::MAX).saturating_sub(EPOCH_MS);
        self.last = (ms << 22).max(self.last + 1);
        self.last
    }
}

/// Sixteen unpredictable hexadecimal digits, from the seed of the standard library's hash maps.
pub(crate) fn random_hex() -> String {
    use std::hash::{BuildHasher, Hasher};
    let hasher = std::collections::hash_map::RandomState::new().build_hasher();
    format!("{:016x}", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_only_grow() {
        let mut ids = Snowflakes::default();
        let many: Vec<u64> = (0..10_000).map(|_| ids.next()).collect();
        assert!(many.windows(2).all(|w| w[0] < w[1]));
    }

    #[test]
    fn an_id_is_a_string_in_json() {
        assert_eq!(serde_json::to_value(UserId(7)).unwrap(), serde_json::json!("7"));
        assert_eq!("7".parse::<UserId>().unwrap(), UserId(7));
        assert_eq!(serde_json::from_str::<UserId>("\"7\"").unwrap(), UserId(7));
    }
}
