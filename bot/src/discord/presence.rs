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
        if at.is_some_and(|at| is_lately(at, Instant::now())) {
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

/// Returns true if somebody who was seen at this time counts as there.
fn is_lately(seen: Instant, now: Instant) -> bool {
    now.duration_since(seen) < LATELY
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::discord::tests::stand_in::StandIn;
    use crate::host::Shards;

    #[test]
    fn people_count_as_there_for_a_while_after_they_were_seen() {
        let seen = Instant::now();
        for (later, expected) in [
            (Duration::ZERO, true),
            (LATELY - Duration::from_millis(1), true),
            (LATELY, false),
            (LATELY + Duration::from_secs(1), false),
            (LATELY * 100, false),
        ] {
            assert_eq!(is_lately(seen, seen + later), expected, "{later:?}");
        }
        assert!(LATELY <= Duration::from_secs(60 * 60), "people who have left are mentioned for long");
    }

    /// People who were seen lately are not looked up. All others are, and count as gone only if Discord does not know them,
    /// not if the look-up fails.
    #[tokio::test]
    async fn only_people_whom_discord_does_not_know_are_gone() {
        let (guild, person) = (GuildId(9), PersonId(3));
        for (status, code, here) in
            [(404, 10007, false), (404, 10013, false), (404, 10004, true), (403, 50001, true), (400, 0, true)]
        {
            for seen in [false, true] {
                let stand_in = StandIn::start().await;
                let call = "GET guilds/9/members/3";
                stand_in.set(call, status, json!({"code": code, "message": "no"}));
                let (presence, limits) = (Presence::default(), Limits::of(Shards::ALL));
                assert!(presence.is_here(&limits, guild, person).await, "without a connection");
                presence.connect(Arc::clone(&stand_in.http));
                if seen {
                    presence.seen(guild, person);
                }
                assert_eq!(presence.is_here(&limits, guild, person).await, here || seen, "{status} {code} {seen}");
                let asked = stand_in.take();
                assert_eq!(asked.iter().filter(|one| one.call == call).count(), usize::from(!seen), "{asked:?}");
            }
        }
    }

    /// A person who was found is not looked up again, on this server.
    #[tokio::test]
    async fn a_person_who_was_found_is_not_looked_up_again() {
        let stand_in = StandIn::start().await;
        let user = json!({"id": "3", "username": "cid", "discriminator": "0", "avatar": null});
        let member = json!({
            "user": user, "nick": null, "avatar": null, "roles": [], "joined_at": "2026-01-01T00:00:00Z", "deaf": false,
            "mute": false, "flags": 0, "pending": false,
        });
        for guild in [9, 10] {
            stand_in.set(&format!("GET guilds/{guild}/members/3"), 200, member.clone());
        }
        let (presence, limits) = (Presence::default(), Limits::of(Shards::ALL));
        presence.connect(Arc::clone(&stand_in.http));
        for (guild, asks) in [(9, 1), (9, 0), (10, 1), (9, 0)] {
            assert!(presence.is_here(&limits, GuildId(guild), PersonId(3)).await);
            assert_eq!(stand_in.take().len(), asks, "{guild}");
        }
    }
}
