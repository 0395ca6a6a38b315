//! Membership of people in servers. Without a privileged intent, Discord sends no event when a member leaves. Before
//! a mention, the person is therefore looked up unless seen recently. Every use of the bot on a server counts as
//! seen.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use quick_cache::sync::Cache;
use serenity::all::{Http, UserId};
use tokio::time::Instant;

use super::api_error;
use super::limits::Limits;
use crate::host::{GuildId, PersonId};

/// Maximum number of remembered people; others are looked up again.
const MOST: usize = 20_000;
/// For how long somebody who was seen counts as there.
const LATELY: Duration = Duration::from_secs(15 * 60);

/// Time at which each person was last seen on a server.
pub struct Presence {
    seen: Cache<(GuildId, PersonId), Instant>,
    http: OnceLock<Arc<Http>>,
}

impl std::fmt::Debug for Presence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Presence").finish_non_exhaustive()
    }
}

impl Default for Presence {
    fn default() -> Self {
        Self { seen: Cache::new(MOST), http: OnceLock::new() }
    }
}

impl Presence {
    /// Sets the client for look-ups once the bot is connected.
    pub fn connect(&self, http: Arc<Http>) {
        let _ = self.http.set(http);
    }

    /// Records that a person is on a server.
    pub fn seen(&self, guild: GuildId, person: PersonId) {
        self.seen.insert((guild, person), Instant::now());
    }

    /// Name of a server. `None` if Discord does not return it.
    pub async fn server_name(&self, limits: &Limits, guild: GuildId) -> Option<String> {
        let http = self.http.get()?;
        limits.person().await;
        let found = http.get_guild(serenity::all::GuildId::new(guild.0)).await;
        limits.note(&found);
        found.ok().map(|guild| guild.name)
    }

    /// Returns true if a person is on a server, or if the look-up fails.
    pub async fn is_here(&self, limits: &Limits, guild: GuildId, person: PersonId) -> bool {
        let at = self.seen.get(&(guild, person));
        if at.is_some_and(|at| at.elapsed() < LATELY) {
            return true;
        }
        let Some(http) = self.http.get() else {
            return true;
        };
        limits.person().await;
        let (server, user) = (serenity::all::GuildId::new(guild.0), UserId::new(person.0));
        let found = http.get_member(server, user).await;
        limits.note(&found);
        match found {
            // Discord's codes for an unknown member and an unknown user.
            Err(error) if matches!(api_error::code(&error), Some(10007 | 10013)) => false,
            Err(error) => {
                tracing::debug!(error = %api_error::brief(&error), "a member could not be looked up");
                true
            }
            Ok(_) => {
                self.seen(guild, person);
                true
            }
        }
    }
}
