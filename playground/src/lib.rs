//! Discord stand-in on loopback, to try out and test a bot.
//!
//! [`Playground`] holds a small world of people, servers and channels in memory, and optionally in [a
//! file](Builder::saved_in). It has two interfaces: Discord's REST and gateway, version 10, for a bot; and a web page
//! that looks and works like a channel, for people. A bot only needs another base address:
//! `HttpBuilder::new(token).proxy(base_url).ratelimiter_disabled(true)` in serenity, with the gateway's address from
//! `GET /gateway` as always.
//!
//! To run a bot exactly as in production, with its own rate limiter and TLS, reach the stand-in as
//! `https://discord.com` through a [`Tunnel`].
//!
//! The bot may run in this process or another, and may crash and restart. Discord's [`limits`] are enforced and
//! recorded as [`Violation`]s; [rate limits](Builder::enforce_rates) are enforced on request.
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
//! With a connected bot, people act and tests check its responses:
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

#![cfg_attr(not(test), warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss))]

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
