//! What every command and component needs: the host and the running tasks, but no state of a game.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use quick_cache::sync::Cache;
use serenity::all::{ChannelId, UserId};

use super::answers::Answers;
use super::client::ConnectError;
use super::delivery::Buttons;
use super::limits::Limits;
use super::presence::Presence;
use super::upload::Uploads;
use super::work::Work;
use crate::config::Route;
use crate::folded::Folded;
use crate::host::{self, Host, NoticeKind};
use crate::monitoring::Gateway;

/// Shared by everything that talks to Discord.
#[derive(Debug)]
pub struct App {
    /// What can be done.
    pub host: Host,
    /// Answers to interactions.
    pub answers: Arc<Answers>,
    /// Files that people attach.
    pub uploads: Uploads,
    /// Running tasks.
    pub work: Work,
    /// Interactions that have been taken up.
    pub seen: Seen,
    /// Requests that Discord counts.
    pub limits: Limits,
    /// Messages whose buttons are to come off.
    pub buttons: Buttons,
    /// Failures to post, by what was posted and why.
    pub failures: Folded<(NoticeKind, String)>,
    /// Channels where the bot could not post.
    pub closed: ClosedChannels,
    /// Whether the gateway is connected.
    pub gateway: Gateway,
    /// The channels of direct messages, which need not be asked for again.
    pub direct: Direct,
    /// Who is still on a server.
    pub presence: Presence,
    /// The bot's own account, once it is known.
    me: OnceLock<UserId>,
}

impl App {
    /// Nothing is being done yet.
    ///
    /// # Errors
    /// When no connection can be prepared.
    pub fn new(host: Host, gateway: Gateway, route: &Route) -> Result<Self, ConnectError> {
        Ok(Self {
            host,
            answers: Arc::new(Answers::new(route)?),
            uploads: Uploads::new(route)?,
            work: Work::default(),
            seen: Seen::default(),
            limits: Limits::default(),
            buttons: Buttons::default(),
            failures: Folded::default(),
            closed: ClosedChannels::default(),
            gateway,
            direct: Direct::default(),
            presence: Presence::default(),
            me: OnceLock::new(),
        })
    }

    /// Notes the bot's own account.
    pub fn is(&self, me: UserId) {
        let _ = self.me.set(me);
    }

    /// Whether this is the bot's own account.
    pub fn is_me(&self, user: UserId) -> bool {
        self.me.get() == Some(&user)
    }
}

/// A shared handle.
pub type Shared = Arc<App>;

/// Errors of commands; the person has been answered already.
pub type Error = Box<dyn std::error::Error + Send + Sync>;

/// What poise gives a command.
pub type Context<'a> = poise::Context<'a, Shared, Error>;

/// The channels of direct messages that are known.
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
    /// Channels remembered; others are asked for again.
    const MOST: usize = 10_000;

    /// The channel of a person.
    pub fn of(&self, user: UserId) -> Option<ChannelId> {
        self.0.get(&user)
    }

    /// The channel of a person is this one.
    pub fn remember(&self, user: UserId, channel: ChannelId) {
        self.0.insert(user, channel);
    }
}

/// Channels where something waits because the bot may not post there. An interaction tells when it may again.
#[derive(Debug, Default)]
pub struct ClosedChannels(Mutex<HashSet<host::ChannelId>>);

impl ClosedChannels {
    /// The bot may not post there.
    pub fn insert(&self, channel: host::ChannelId) {
        lock(&self.0).insert(channel);
    }

    /// The bot may post there; whether it could not before.
    pub fn remove(&self, channel: host::ChannelId) -> bool {
        lock(&self.0).remove(&channel)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The interactions begun lately: a repeated delivery is left to the first. After a restart the host knows what was done.
#[derive(Debug, Default)]
pub struct Seen(Mutex<VecDeque<u64>>);

impl Seen {
    /// Interactions remembered; more than can be under way at once.
    const MOST: usize = 4096;

    /// Whether this interaction comes for the first time.
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
