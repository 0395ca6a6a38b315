//! Builder of a playground: people, places, and the strictness of the stand-in.

use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::net::TcpListener;

use crate::error::Error;
use crate::id::random_hex;
use crate::limits;
use crate::permissions::Permissions;
use crate::rates::Rules;
use crate::script::Playground;
use crate::server;
use crate::state::{Settings, Shared};
use crate::store::{Saver, Store};
use crate::tunnel::Tunnel;
use crate::world::World;

/// A planned server.
#[derive(Debug)]
struct Place {
    name: String,
    channels: Vec<(String, Option<String>)>,
    roles: Vec<(String, Permissions, Vec<String>)>,
}

/// Describes a world and starts a [`Playground`] with it.
///
/// Everybody added with [`user`](Self::user) is a member of every server; the first of them owns it. Channels and roles
/// belong to the last server added.
#[derive(Debug)]
pub struct Builder {
    bot: String,
    users: Vec<String>,
    strangers: Vec<String>,
    guilds: Vec<Place>,
    token: Option<String>,
    answer_within: Duration,
    token_life: Duration,
    nonce_window: Duration,
    rates: Rules,
    tunnel: bool,
    keep_files: bool,
    keep_requests: bool,
    other_guilds: u64,
    file: Option<PathBuf>,
}

impl Default for Builder {
    fn default() -> Self {
        Self {
            bot: "Battalion".into(),
            users: Vec::new(),
            strangers: Vec::new(),
            guilds: Vec::new(),
            token: None,
            answer_within: limits::INITIAL_ANSWER,
            token_life: limits::TOKEN_LIFE,
            nonce_window: limits::NONCE_WINDOW,
            rates: Rules::default(),
            tunnel: false,
            keep_files: true,
            keep_requests: true,
            other_guilds: 0,
            file: None,
        }
    }
}

impl Playground {
    /// Creates a builder for an empty world.
    #[must_use]
    pub fn builder() -> Builder {
        Builder::default()
    }
}

impl Builder {
    /// Default world of the page: the server "Club" with #games and #lobby, and six people, owned by Ann.
    #[must_use]
    pub fn club() -> Self {
        let people = ["ann", "bob", "cem", "dora", "emil", "fatima"];
        let all = people.into_iter().fold(Self::default(), Self::user);
        all.guild("Club").channel("games").channel("lobby")
    }

    /// Sets the name of the bot.
    #[must_use]
    pub fn bot(mut self, name: &str) -> Self {
        self.bot = name.to_owned();
        self
    }

    /// Adds a person who is a member of every server.
    #[must_use]
    pub fn user(mut self, name: &str) -> Self {
        self.users.push(name.to_owned());
        self
    }

    /// Adds a person who is a member of no server.
    #[must_use]
    pub fn stranger(mut self, name: &str) -> Self {
        self.strangers.push(name.to_owned());
        self
    }

    /// Adds a server.
    #[must_use]
    pub fn guild(mut self, name: &str) -> Self {
        self.guilds.push(Place { name: name.to_owned(), channels: Vec::new(), roles: Vec::new() });
        self
    }

    /// Returns the last server added; adds "Club" if there is none.
    fn place(&mut self) -> &mut Place {
        if self.guilds.is_empty() {
            self.guilds.push(Place { name: "Club".into(), channels: Vec::new(), roles: Vec::new() });
        }
        let last = self.guilds.len() - 1;
        &mut self.guilds[last]
    }

    /// Adds a text channel to the last server added.
    #[must_use]
    pub fn channel(mut self, name: &str) -> Self {
        self.place().channels.push((name.to_owned(), None));
        self
    }

    /// Sets the topic of the channels with this name. The page shows it above the channel and in an empty one.
    #[must_use]
    pub fn topic(mut self, channel: &str, text: &str) -> Self {
        let channels = self.guilds.iter_mut().flat_map(|guild| &mut guild.channels);
        for (_, topic) in channels.filter(|(name, _)| name == channel) {
            *topic = Some(text.to_owned());
        }
        self
    }

    /// Adds a role with its members to the last server added.
    #[must_use]
    pub fn role(mut self, name: &str, permissions: Permissions, members: &[&str]) -> Self {
        let members = members.iter().map(|m| (*m).to_owned()).collect();
        self.place().roles.push((name.to_owned(), permissions, members));
        self
    }

    /// Sets the bot's token. By default, it is the one in the world's file, or random.
    #[must_use]
    pub fn token(mut self, token: &str) -> Self {
        self.token = Some(token.to_owned());
        self
    }

    /// Sets the time limit for the initial response to an interaction; three seconds by default.
    #[must_use]
    pub fn answer_within(mut self, time: Duration) -> Self {
        self.answer_within = time;
        self
    }

    /// Sets the lifetime of an interaction token; fifteen minutes by default.
    #[must_use]
    pub fn token_life(mut self, time: Duration) -> Self {
        self.token_life = time;
        self
    }

    /// Sets the time in which a nonce prevents duplicate messages; three minutes by default. With zero, every repeated
    /// message appears again.
    #[must_use]
    pub fn nonce_window(mut self, time: Duration) -> Self {
        self.nonce_window = time;
        self
    }

    /// Enforces rate limits with 429, as Discord does. By default they are only recorded, because stories play faster
    /// in one channel than people do. [`Playground::enforce_rates`] changes this later.
    #[must_use]
    pub fn enforce_rates(mut self, enforce: bool) -> Self {
        self.rates.enforced = enforce;
        self
    }

    /// Sets the number of invalid requests in ten minutes that locks the address out, and the duration; 10,000 and one
    /// hour by default. Applies only when rates are enforced.
    #[must_use]
    pub fn lock_out(mut self, after: usize, time: Duration) -> Self {
        self.rates.invalid = after;
        self.rates.lockout = time;
        self
    }

    /// Also opens a [`Tunnel`](crate::Tunnel), through which a bot reaches the stand-in as `https://discord.com`.
    #[must_use]
    pub fn tunnel(mut self) -> Self {
        self.tunnel = true;
        self
    }

    /// Adds servers that exist only in the gateway's events, with the size that servers have, to load the bot.
    #[must_use]
    pub fn other_guilds(mut self, count: u64) -> Self {
        self.other_guilds = count;
        self
    }

    /// Keeps neither the bot's requests nor the contents of files, for long runs; they are only counted and measured.
    #[must_use]
    pub fn keep_little(mut self) -> Self {
        self.keep_files = false;
        self.forget_requests()
    }

    /// Only counts the bot's requests, for long runs.
    #[must_use]
    pub fn forget_requests(mut self) -> Self {
        self.keep_requests = false;
        self
    }

    /// Stores the world in a file. Its content replaces the world described here, and changes are written to it. An
    /// unreadable file is set aside under another name.
    #[must_use]
    pub fn saved_in(mut self, file: &Path) -> Self {
        self.file = Some(file.to_owned());
        self
    }

    /// Starts the stand-in on an address such as `127.0.0.1:0`; port 0 selects any free port.
    ///
    /// # Errors
    ///
    /// [`Error::Bind`] if the address cannot be bound, [`Error::Store`] if the world's file cannot be read or written,
    /// [`Error::Tunnel`] if the tunnel cannot be prepared.
    pub async fn start(self, address: &str) -> Result<Playground, Error> {
        let bind = |e| Error::Bind(address.to_owned(), e);
        let listener = TcpListener::bind(address).await.map_err(bind)?;
        let mut bound = listener.local_addr().map_err(bind)?;
        let listening = bound;
        // The bot and the page's attachments use loopback, even where the page is served to a network.
        if bound.ip().is_unspecified() {
            bound.set_ip(std::net::Ipv4Addr::LOCALHOST.into());
        }
        let base = format!("http://{bound}");
        let files = if self.tunnel { Tunnel::FILES.to_owned() } else { base.clone() };
        let (store, saved) = match self.file.clone() {
            Some(file) => {
                let (store, world) = open(file, &base, &files).await?;
                (Some(store), world)
            }
            None => (None, None),
        };
        let mut world = saved.unwrap_or_else(|| self.world());
        world.base = base;
        world.files = files;
        world.keep_files = self.keep_files;
        world.token_life = self.token_life;
        world.nonce_window = self.nonce_window;
        if let Some(token) = &self.token {
            world.token.clone_from(token);
        } else if world.token.is_empty() {
            world.token = format!("playground.{}.{}", random_hex(), random_hex());
        }
        let settings = Settings {
            token: world.token.clone(),
            answer_within: self.answer_within,
            gateway_url: format!("ws://{bound}/gateway"),
            keep_requests: self.keep_requests,
            other_guilds: self.other_guilds,
        };
        let shared = Shared::new(world, settings, self.rates, store.is_some());
        let saver = store.map(|store| Saver::start(store, &shared));
        let tunnel = if self.tunnel { Some(Tunnel::open(&shared).await?) } else { None };
        let server = server::spawn(listener, &shared);
        tracing::info!(target: "playground", "listening on http://{listening}");
        Ok(Playground::new(shared, server, listening, tunnel, saver))
    }

    fn world(&self) -> World {
        let mut world = World::new(&self.bot);
        let users: Vec<_> = self.users.iter().map(|name| (name, world.add_user(name, false))).collect();
        for name in &self.strangers {
            world.add_user(name, false);
        }
        let Some((_, owner)) = users.first().copied() else {
            return world;
        };
        for place in &self.guilds {
            let guild = world.add_guild(&place.name, owner);
            for (_, user) in &users {
                world.join(guild, *user, Vec::new());
            }
            for (name, topic) in &place.channels {
                let channel = world.add_channel(guild, name);
                if let Some(channel) = world.channels.get_mut(&channel) {
                    channel.topic.clone_from(topic);
                }
            }
            for (name, permissions, members) in &place.roles {
                let role = world.add_role(guild, name, *permissions);
                for (_, user) in users.iter().filter(|(n, _)| members.contains(n)) {
                    world.give_role(guild, *user, role);
                }
            }
        }
        world
    }
}

/// Opens a world's file outside the executor, because reading blocks.
async fn open(file: PathBuf, base: &str, files: &str) -> Result<(Store, Option<World>), Error> {
    let (base, files) = (base.to_owned(), files.to_owned());
    let opening = tokio::task::spawn_blocking(move || Store::open(&file, &base, &files));
    match opening.await {
        Ok(opened) => opened,
        Err(ended) => std::panic::resume_unwind(ended.into_panic()),
    }
}
