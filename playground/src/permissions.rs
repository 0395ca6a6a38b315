//! Permissions of members, as Discord's bits.

bitflags::bitflags! {
    /// A set of permissions. The names are Discord's own.
    #[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Debug)]
    pub struct Permissions: u64 {
        const NONE = 0;
        const KICK_MEMBERS = 1 << 1;
        const ADMINISTRATOR = 1 << 3;
        const MANAGE_CHANNELS = 1 << 4;
        const MANAGE_GUILD = 1 << 5;
        const ADD_REACTIONS = 1 << 6;
        const VIEW_CHANNEL = 1 << 10;
        const SEND_MESSAGES = 1 << 11;
        const MANAGE_MESSAGES = 1 << 13;
        const EMBED_LINKS = 1 << 14;
        const ATTACH_FILES = 1 << 15;
        const READ_MESSAGE_HISTORY = 1 << 16;
        const MENTION_EVERYONE = 1 << 17;
        const USE_EXTERNAL_EMOJIS = 1 << 18;
        const MANAGE_ROLES = 1 << 28;
        const USE_APPLICATION_COMMANDS = 1 << 31;
        const MANAGE_THREADS = 1 << 34;
        const CREATE_PUBLIC_THREADS = 1 << 35;
        const CREATE_PRIVATE_THREADS = 1 << 36;
        const SEND_MESSAGES_IN_THREADS = 1 << 38;
        const PIN_MESSAGES = 1 << 51;
        const ALL = (1 << 53) - 1;
        /// Permissions of everyone in a new server.
        const EVERYONE = Self::VIEW_CHANNEL.bits()
            | Self::SEND_MESSAGES.bits()
            | Self::EMBED_LINKS.bits()
            | Self::ATTACH_FILES.bits()
            | Self::READ_MESSAGE_HISTORY.bits()
            | Self::ADD_REACTIONS.bits()
            | Self::USE_EXTERNAL_EMOJIS.bits()
            | Self::USE_APPLICATION_COMMANDS.bits()
            | Self::SEND_MESSAGES_IN_THREADS.bits()
            | Self::CREATE_PUBLIC_THREADS.bits();
    }
}

/// Serialises permissions as a decimal string, as Discord does.
impl serde::Serialize for Permissions {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.bits())
    }
}

impl<'de> serde::Deserialize<'de> for Permissions {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        crate::id::digits(deserializer).map(Self::from_bits_retain)
    }
}
