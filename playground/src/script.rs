//! Scripting interface: people act, and tests check what they see.
//!
//! Actions make the same checks as a Discord client. They wait until the bot's response is complete or its time is up.
//! Returned objects are live, so later follow-ups can be read later.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::task::JoinHandle;

use crate::error::Error;
use crate::id::{ChannelId, GuildId, RoleId, UserId};
use crate::state::Shared;
use crate::store::Saver;
use crate::tunnel::Tunnel;
use crate::world::World;

mod act;
mod control;
mod interaction;
mod look;

pub use interaction::Interaction;

/// Maximum wait for a deferred response, for machines with much else to do.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running stand-in. Dropping it stops it.
#[derive(Debug)]
pub struct Playground {
    pub(crate) shared: Arc<Shared>,
    server: JoinHandle<()>,
    address: SocketAddr,
    tunnel: Option<Tunnel>,
    saver: Option<Saver>,
}

impl Drop for Playground {
    fn drop(&mut self) {
        self.shared.with(|s| s.sessions.drop_all());
        self.server.abort();
    }
}

impl Playground {
    pub(crate) fn new(
        shared: Arc<Shared>,
        server: JoinHandle<()>,
        address: SocketAddr,
        tunnel: Option<Tunnel>,
        saver: Option<Saver>,
    ) -> Self {
        Self { shared, server, address, tunnel, saver }
    }

    /// Stops the stand-in and writes the remaining changes to [the world's file](crate::Builder::saved_in). Merely dropping it
    /// may lose the last moment.
    pub async fn close(mut self) {
        if let Some(saver) = self.saver.take() {
            saver.close(&self.shared).await;
        }
    }

    /// Returns the listening address.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the base URL that replaces `https://discord.com` for a bot; also the address of the page.
    #[must_use]
    pub fn base_url(&self) -> String {
        self.shared.read(|s| s.world.base.clone())
    }

    /// Returns the tunnel, if [`Builder::tunnel`](crate::Builder::tunnel) was called.
    #[must_use]
    pub fn tunnel(&self) -> Option<&Tunnel> {
        self.tunnel.as_ref()
    }

    /// Returns the bot's token.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.shared.settings.token
    }

    /// Waits until a bot is connected and has registered its commands.
    ///
    /// # Errors
    ///
    /// [`Error::Timeout`] if this takes longer than `patience`.
    pub async fn wait_ready(&self, patience: Duration) -> Result<(), Error> {
        let ready = |s: &crate::state::State| (s.sessions.connected() && !s.world.commands.is_empty()).then_some(());
        self.until("the bot to connect and register its commands", patience, ready).await
    }

    /// Waits until no bot is connected, for example after it was killed.
    ///
    /// # Errors
    ///
    /// [`Error::Timeout`] if this takes longer than `patience`.
    pub async fn wait_gone(&self, patience: Duration) -> Result<(), Error> {
        self.until("the bot to go", patience, |s| (!s.sessions.connected()).then_some(())).await
    }

    /// Waits until the bot has made no request for `quiet`, and none is pending.
    ///
    /// # Errors
    ///
    /// [`Error::Timeout`] if it is busy for longer than `patience`.
    pub async fn wait_quiet(&self, quiet: Duration, patience: Duration) -> Result<(), Error> {
        let end = Instant::now() + patience;
        let start = Instant::now();
        while Instant::now() < end {
            let (busy, last) = self.shared.read(|s| (s.in_flight > 0, s.last_request));
            let idle = last.max(start).elapsed();
            if !busy && idle >= quiet {
                return Ok(());
            }
            tokio::time::sleep(quiet.saturating_sub(idle).max(Duration::from_millis(5))).await;
        }
        Err(Error::Timeout("the bot to be quiet".into(), patience))
    }

    /// Waits until `look` returns a value: `pg.wait_for("the board", secs, |pg| pg.last(games))`.
    ///
    /// # Errors
    ///
    /// [`Error::Timeout`] with the description `what` if it does not within `patience`.
    pub async fn wait_for<R>(
        &self,
        what: &str,
        patience: Duration,
        mut look: impl FnMut(&Self) -> Option<R>,
    ) -> Result<R, Error> {
        let end = Instant::now() + patience;
        loop {
            let mut changed = self.shared.changes();
            if let Some(out) = look(self) {
                return Ok(out);
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Error::Timeout(what.to_owned(), patience));
            }
            // After a timeout here, the next iteration ends the loop.
            let _ = tokio::time::timeout(left, changed.changed()).await;
        }
    }

    async fn until<R>(
        &self,
        what: &str,
        patience: Duration,
        look: impl FnMut(&crate::state::State) -> Option<R>,
    ) -> Result<R, Error> {
        self.shared.wait(patience, look).await.ok_or_else(|| Error::Timeout(what.to_owned(), patience))
    }

    // Lookup by name.

    /// Finds a person by name.
    ///
    /// # Errors
    ///
    /// [`Error::Unknown`] if there is none.
    pub fn user(&self, name: &str) -> Result<UserId, Error> {
        self.find("user", name, |w| {
            let mut users = w.users.values();
            users.find(|u| u.name == name || u.display == name).map(|u| u.id)
        })
    }

    /// Returns the id of the bot.
    #[must_use]
    pub fn bot(&self) -> UserId {
        self.shared.read(|s| s.world.bot)
    }

    /// Finds a server by name.
    ///
    /// # Errors
    ///
    /// [`Error::Unknown`] if there is none.
    pub fn guild(&self, name: &str) -> Result<GuildId, Error> {
        self.find("server", name, |w| w.guilds.values().find(|g| g.name == name).map(|g| g.id))
    }

    /// Finds a channel or thread by name; `Club/games` includes the server.
    ///
    /// # Errors
    ///
    /// [`Error::Unknown`] if there is none.
    pub fn channel(&self, name: &str) -> Result<ChannelId, Error> {
        let (guild, channel) = name.split_once('/').map_or((None, name), |(g, c)| (Some(g), c));
        self.find("channel", name, |w| {
            let here = |c: &&crate::world::Channel| {
                let in_guild = c.guild.and_then(|g| w.guilds.get(&g));
                !c.deleted && c.name == channel && in_guild.is_some_and(|g| guild.is_none_or(|name| g.name == name))
            };
            w.channels.values().find(here).map(|c| c.id)
        })
    }

    /// Finds a role of a server by name.
    ///
    /// # Errors
    ///
    /// [`Error::Unknown`] if there is none.
    pub fn role(&self, guild: GuildId, name: &str) -> Result<RoleId, Error> {
        self.find("role", name, |w| {
            let roles = &w.guilds.get(&guild)?.roles;
            roles.iter().find(|r| r.name == name).map(|r| r.id)
        })
    }

    /// Returns the result of `look`, or an error with this name.
    fn find<R>(&self, kind: &str, name: &str, look: impl FnOnce(&World) -> Option<R>) -> Result<R, Error> {
        self.shared.read(|s| look(&s.world)).ok_or_else(|| Error::unknown(format!("{kind} {name}")))
    }

    /// Returns the direct message channel of the bot and a person.
    #[must_use]
    pub fn dm(&self, user: UserId) -> ChannelId {
        self.shared.with(|s| s.world.dm(user))
    }

    /// Returns the mention of a person: `<@…>`.
    #[must_use]
    pub fn mention(&self, user: UserId) -> String {
        format!("<@{user}>")
    }
}
