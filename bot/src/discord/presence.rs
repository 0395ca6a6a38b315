//! Who is still on a server. Without a privileged intent Discord does not tell when somebody leaves: before people are mentioned they
//! are looked up, unless they were seen there lately. Whoever uses the bot on a server is there.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use quick_cache::sync::Cache;
use serenity::all::{Http, UserId};
use tokio::time::Instant;

use super::api_error;
use super::limits::Limits;
use crate::host::{GuildId, PersonId};

/// People remembered; others are looked up again.
const MOST: usize = 20_000;
/// For how long somebody who was seen counts as there.
const LATELY: Duration = Duration::from_secs(15 * 60);

/// Who was seen where, and when.
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
    /// Where to look people up, once there is a connection.
    pub fn connect(&self, http: Arc<Http>) {
        let _ = self.http.set(http);
    }

    /// Somebody is on a server.
    pub fn seen(&self, guild: GuildId, person: PersonId) {
        self.seen.insert((guild, person), Instant::now());
    }

    /// The name of a server; none where Discord does not say.
    pub async fn server_name(&self, limits: &Limits, guild: GuildId) -> Option<String> {
        let http = self.http.get()?;
        limits.person().await;
        let found = http.get_guild(serenity::all::GuildId::new(guild.0)).await;
        limits.note(&found);
        found.ok().map(|guild| guild.name)
    }

    /// Whether somebody is on a server. Where Discord does not say, they are.
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
            // Unknown member, unknown user.
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
