//! A Discord stand-in on loopback, to try a bot on and to test it with.
//!
//! [`Playground`] holds a small world of people, servers and channels in memory, and in [a file](Builder::saved_in) if
//! asked to. It serves it twice: to a bot as Discord's REST and gateway interfaces, version 10, and to people as a web page
//! that looks and works like a channel. A bot that talks to it needs nothing but another base address:
//! `HttpBuilder::new(token).proxy(base_url).ratelimiter_disabled(true)` in serenity, with the gateway's address taken
//! from `GET /gateway` as always.
//!
//! A bot that is to be tried just as it runs in production, with its own limiter and TLS, reaches the stand-in as
//! `https://discord.com` through a [`Tunnel`].
//!
//! The bot may run in this process or another, die, and come back. Discord's [`limits`] are enforced as Discord does
//! and remembered as [`Violation`]s; [rate limits](Builder::enforce_rates) when asked to.
//!
//! ```
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! use playground::Playground;
//!
//! let pg = Playground::builder().user("ann").user("bob").guild("Club").channel("games").start("127.0.0.1:0").await?;
//! let (ann, games) = (pg.user("ann")?, pg.channel("games")?);
//! println!("a bot finds Discord at {} with the token {}", pg.base_url(), pg.token());
//! pg.say(ann, games, "hello")?;
//! assert_eq!(pg.last(games).unwrap().content, "hello");
//! # Ok::<(), playground::Error>(()) }).unwrap();
//! ```
//!
//! With a bot connected, people act and answers are looked at:
//!
//! ```no_run
//! # async fn story(pg: playground::Playground) -> Result<(), playground::Error> {
//! # use std::time::Duration;
//! # let (ann, bob, games) = (pg.user("ann")?, pg.user("bob")?, pg.channel("games")?);
//! pg.wait_ready(Duration::from_secs(20)).await?;
//! let new = pg.slash(ann, games, "titans new", &[("mode", "duel".into())]).await?;
//! let lobby = new.response().expect("a lobby");
//! let joined = pg.click(bob, &lobby, "Join").await?;
//! assert!(joined.ephemeral());
//! assert!(pg.violations().is_empty());
//! # Ok(()) }
//! ```

mod builder;
mod check;
mod client;
mod error;
mod gateway;
mod id;
pub mod limits;
mod page;
mod permissions;
mod rates;
mod record;
mod rest;
mod script;
mod server;
mod state;
mod store;
mod timestamp;
mod tunnel;
mod world;

pub use builder::Builder;
pub use client::Arg;
pub use error::Error;
pub use id::{AttachmentId, ChannelId, CommandId, GuildId, InteractionId, MessageId, RoleId, UserId};
pub use permissions::Permissions;
pub use rates::{Scope, Traffic};
pub use record::{Request, Violation, ViolationKind};
pub use rest::Op;
pub use script::{Interaction, Playground};
pub use tunnel::Tunnel;
pub use world::{
    Answer, Attachment, Attempt, Button, Channel, ChannelKind, Choice, Earlier, InteractionKind, Message, Origin,
    Overwrite, Select, Whom,
};
