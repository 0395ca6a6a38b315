//! SQLite, the only place with SQL.

mod ids;

pub use ids::{ChannelId, GameId, GuildId, InteractionKey, MessageId, NoticeId, PersonId, Version};

/// Why the database could not be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The database refused.
    #[error("the database: {0}")]
    Sql(#[from] sqlx::Error),
}
