//! Shared state of all commands and components: the host and the running tasks. It holds no game state.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use quick_cache::sync::Cache;
use serenity::all::{ChannelId, UserId};

use super::answers::Answers;
use super::client::ConnectError;
use super::limits::Limits;
use super::old_buttons::Buttons;
use super::presence::Presence;
use super::upload::Uploads;
use super::work::Work;
use crate::config::Route;
use crate::discord::features::battalions::test_followers::Followers;
use crate::discord::features::rules::manual::Manual;
use crate::folded::Folded;
use crate::host::{self, Host, NoticeKind};
use crate::monitoring::Gateway;

/// State shared by everything that communicates with Discord.
#[derive(Debug)]
pub struct App {
    /// Use cases.
    pub host: Host,
    /// Client for responses to interactions.
    pub answers: Arc<Answers>,
    /// Downloads of attached files.
    pub uploads: Uploads,
    pub work: Work,
    /// Recently handled interactions.
    pub seen: Seen,
    /// Rate limits of requests.
    pub limits: Limits,
    /// Queue of messages whose buttons must be removed.
    pub buttons: Buttons,
    /// Failures to post, grouped by kind of notice and reason.
    pub failures: Folded<(NoticeKind, String)>,
    /// Channels in which the bot could not post.
    pub closed: ClosedChannels,
    /// State of the gateway connection.
    pub gateway: Gateway,
    /// Cache of direct message channels.
    pub direct: Direct,
    /// Membership of people in servers.
    pub presence: Presence,
    /// Messages that show the progress of tests of armies.
    pub tests: Followers,
    /// Links to the project's documents.
    pub manual: Manual,
    /// The bot's own account, once known.
    me: OnceLock<UserId>,
}

impl App {
    /// Creates the state, without any running task.
    pub fn new(host: Host, gateway: Gateway, route: &Route, manual: Manual) -> Result<Self, ConnectError> {
        Ok(Self {
            limits: Limits::of(host.shards()),
            host,
            answers: Arc::new(Answers::new(route)?),
            uploads: Uploads::new(route)?,
            work: Work::default(),
            seen: Seen::default(),
            buttons: Buttons::default(),
            failures: Folded::default(),
            tests: Followers::default(),
            manual,
            closed: ClosedChannels::default(),
            gateway,
            direct: Direct::default(),
            presence: Presence::default(),
            me: OnceLock::new(),
        })
    }

    /// Stores the bot's own account.
    pub fn is(&self, me: UserId) {
        let _ = self.me.set(me);
    }

    /// Returns true for the bot's own account.
    pub fn is_me(&self, user: UserId) -> bool {
        self.me.get() == Some(&user)
    }
}

/// Shared handle to [`App`].
pub type Shared = Arc<App>;

/// Error of a command, after the person has been answered.
pub type Error = Box<dyn std::error::Error + Send + Sync>;

/// Command context of poise.
pub type Context<'a> = poise::Context<'a, Shared, Error>;

/// Cache of direct message channels.
pub struct Direct(Cache<UserId, ChannelId>);

impl std::fmt::Debug for Direct {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Direct").finish_non_exhaustive()
    }
}

impl Default for Direct {
    fn default() -> Self {
        Self(Cache::new(Self::MOST))
    }
}

impl Direct {
    /// Maximum number of cached channels; others are requested again.
    const MOST: usize = 10_000;

    /// Cached channel of a person.
    pub fn of(&self, user: UserId) -> Option<ChannelId> {
        self.0.get(&user)
    }

    /// Caches the channel of a person.
    pub fn remember(&self, user: UserId, channel: ChannelId) {
        self.0.insert(user, channel);
    }
}

/// Channels with notices waiting because the bot lacks permission to post. An interaction in the channel shows that the
/// permission is back.
#[derive(Debug, Default)]
pub struct ClosedChannels(Mutex<HashSet<host::ChannelId>>);

impl ClosedChannels {
    /// Marks a channel as closed.
    pub fn insert(&self, channel: host::ChannelId) {
        lock(&self.0).insert(channel);
    }

    /// Returns true if the channel is closed.
    pub fn contains(&self, channel: host::ChannelId) -> bool {
        lock(&self.0).contains(&channel)
    }

    /// Marks a channel as open. Returns true if it was closed.
    pub fn remove(&self, channel: host::ChannelId) -> bool {
        lock(&self.0).remove(&channel)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Recently received interactions, so that repeated deliveries are ignored. After a restart, the host recognizes what
/// was already done.
#[derive(Debug, Default)]
pub struct Seen(Mutex<VecDeque<u64>>);

impl Seen {
    /// Number of remembered interactions; more than can be in progress at once.
    const MOST: usize = 4096;

    /// Returns true the first time it is called with an interaction.
    pub fn first(&self, id: u64) -> bool {
        let mut seen = lock(&self.0);
        if seen.contains(&id) {
            return false;
        }
        if seen.len() == Self::MOST {
            seen.pop_front();
        }
        seen.push_back(id);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_interaction_is_recognised_while_it_is_recent() {
        let seen = Seen::default();
        let most = Seen::MOST as u64;
        assert!((0..most).all(|id| seen.first(id)));
        assert!((0..most).all(|id| !seen.first(id)), "repeated");
        assert!(seen.first(most) && seen.first(0), "the oldest makes room");
        assert!(!seen.first(most) && !seen.first(2));
    }
}
