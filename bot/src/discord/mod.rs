//! Discord interface. No other module uses serenity or poise.
//!
//! # Layout
//! * [`client`]: requests to Discord or a stand-in; [`api_error`]: classification of Discord's errors.
//! * `framework`: commands, events and errors of poise. `gateway`: connection to the gateway; `closes`: permanent closes.
//! * [`features`]: everything that people can do, one file or folder for each feature.
//! * [`commands`]: table of the slash commands; `press`: table of the components, by their [`custom_id`].
//! * `interaction`: runs a command or a press once, as a task with metrics and a response.
//! * [`request`]: one interaction with the state of its response; passed to every feature.
//! * [`messages`]: messages about a game, made from the host's view of it; used by features and deliveries.
//! * [`delivery`]: posts the host's outbox to channels and direct messages.
//! * [`answers`]: client for responses to interactions. [`limits`]: rate limits of other requests.
//! * [`answer`] and [`menu`]: messages and menus within Discord's limits; [`wording`]: texts that several features share.
//! * `playground`: built-in stand-in for Discord, unless built without it.
//! * `presence`: membership of people in servers.
//! * `upload`: downloads of attached files. `error`: errors of requests.
//! * [`work`]: running tasks. A panic ends only its own task, and a shutdown waits for all of them.
//!
//! An interaction is acknowledged first, and answered after the database has stored its effects. Open menus have no
//! state in memory, so they work after a restart.

mod answer;
mod answers;
mod api_error;
mod app;
mod client;
mod closes;
#[macro_use]
mod commands;
mod custom_id;
mod delivery;
mod error;
mod features;
mod framework;
mod gateway;
mod interaction;
mod limits;
mod menu;
mod messages;
mod old_buttons;
mod paging;
#[cfg(feature = "playground")]
mod playground;
#[cfg(not(feature = "playground"))]
#[path = "no_playground.rs"]
mod playground;
mod presence;
mod press;
mod request;
#[cfg(test)]
mod tests;
mod upload;
mod wording;
mod work;

use std::sync::Arc;

use serenity::all::{ComponentInteractionData, ModalInteractionData};
use tokio_util::sync::CancellationToken;

pub use crate::discord::features::battalions::art_words as art_text;
pub use crate::discord::features::battalions::check_words as check_text;
pub use crate::discord::features::rules::words as rules_text;
pub use client::ConnectError;
pub use closes::{Closes, listen};
pub use wording::refusal::in_words as refusal_text;

use crate::config::{Config, Route};
use crate::discord::features::rules::manual::Manual;
use crate::host::Host;
use crate::monitoring::Gateway;
use app::{App, Shared};
use client::Target;
use playground::Playground;

/// Runs the bot on Discord until the program stops. Without a token and an address of a stand-in, it starts the
/// built-in playground and prints its address.
pub async fn run(
    config: &Config,
    host: Host,
    gateway: Gateway,
    mut closes: Closes,
    shutdown: CancellationToken,
) -> Result<(), ConnectError> {
    let (target, playground) = target(config).await?;
    custom_id::use_token(&target.token);
    let app: Shared = Arc::new(App::new(host, gateway, &target.route, Manual::new(&config.documents))?);
    let ended = gateway::run(&app, &target, &mut closes, &shutdown).await;
    if let Some(playground) = playground {
        playground.close().await;
    }
    match ended {
        Err(ConnectError::Stopped) => Ok(()),
        ended => ended,
    }
}

/// Slash commands as JSON, as registered with Discord.
pub fn command_list() -> Result<serde_json::Value, serde_json::Error> {
    serde_json::to_value(poise::builtins::create_application_commands(&commands::all()))
}

async fn target(config: &Config) -> Result<(Target, Option<Playground>), ConnectError> {
    let token = config.discord.token.as_ref().map(|token| token.reveal().to_owned());
    let route = config.discord.route()?;
    match (token, route) {
        (Some(token), route) => Ok((Target { token, route }, None)),
        (None, Route::StandIn(address) | Route::Tunnel { proxy: address, .. }) => Err(ConnectError::NoToken(address)),
        (None, Route::Direct) => {
            let (target, playground) = Playground::start(config).await?;
            Ok((target, Some(playground)))
        }
    }
}

/// Reads the id of a component before its encryption, and returns how it is written; `None` if it is not one of the bot's.
/// For fuzzing.
pub fn respelled_id(text: &str) -> Option<String> {
    text.parse::<custom_id::CustomId>().ok().map(|id| id.to_string())
}

/// Reads the data of a press or of a form as Discord sends it, and returns the id of the component with what was chosen or
/// typed; `None` if it is neither. For fuzzing.
pub fn read_press(data: &[u8]) -> Option<(String, Option<String>)> {
    let press = serde_json::from_slice::<ComponentInteractionData>(data).map(|press| {
        let value = press::chosen(&press.kind);
        (press.custom_id, value)
    });
    let form = || serde_json::from_slice::<ModalInteractionData>(data);
    press.or_else(|_| form().map(|form| (form.custom_id.clone(), press::typed(&form)))).ok()
}
