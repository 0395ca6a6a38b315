//! Discord interface. No other module uses serenity or poise.
//!
//! # Layout
//! * [`client`]: requests to Discord or a stand-in; [`api_error`]: classification of Discord's errors.
//! * `gateway`: connection to the gateway; `closes`: permanent closes.
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
mod gateway;
mod interaction;
mod limits;
mod menu;
mod messages;
mod old_buttons;
mod paging;
#[cfg(test)]
mod places;
#[cfg(feature = "playground")]
mod playground;
#[cfg(not(feature = "playground"))]
#[path = "no_playground.rs"]
mod playground;
mod presence;
mod press;
mod request;
#[cfg(test)]
mod stand_in;
mod upload;
#[cfg(test)]
mod walks;
mod wording;
mod work;

use std::future::Future;
use std::sync::Arc;

use serenity::all::{CreateAllowedMentions, FullEvent, Http, Interaction, Ready};

pub use crate::discord::features::battalions::art_words as art_text;
pub use crate::discord::features::battalions::check_words as check_text;
pub use crate::discord::features::rules::words as rules_text;
pub use client::ConnectError;
pub use closes::{Closes, listen};
pub use wording::refusal::in_words as refusal_text;

use crate::config::{Config, Route};
use crate::discord::features::rules::manual::Manual;
use crate::host::{self, Host};
use crate::monitoring::Gateway;
use crate::shutdown::Shutdown;
use app::{App, Error, Shared};
use client::Target;
use custom_id::CustomId;
use playground::Playground;
use request::Request;

/// Runs the bot on Discord until the program stops. Without a token and an address of a stand-in, it starts the
/// built-in playground and prints its address.
pub async fn run(
    config: &Config,
    host: Host,
    gateway: Gateway,
    mut closes: Closes,
    shutdown: Shutdown,
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

fn framework(
    app: Shared,
    failed: tokio::sync::mpsc::Sender<String>,
    shutdown: Shutdown,
) -> poise::Framework<Shared, Error> {
    let options = poise::FrameworkOptions {
        commands: commands::all(),
        allowed_mentions: Some(CreateAllowedMentions::new()),
        initialize_owners: false,
        on_error: |error| Box::pin(on_error(error)),
        event_handler: |framework, event| {
            Box::pin(async move {
                on_event(framework, event);
                Ok(())
            })
        },
        ..Default::default()
    };
    poise::Framework::builder()
        .options(options)
        .setup(move |ctx, ready, framework| {
            Box::pin(async move {
                // No event is processed until this returns, so the commands are registered in a separate task.
                let commands = poise::builtins::create_application_commands(&framework.options().commands);
                tokio::spawn(gateway::register(ctx.http.clone(), commands, failed, shutdown));
                tracing::info!(name = %ready.user.name, servers = ready.guilds.len(), "connected");
                Ok(app)
            })
        })
        .build()
}

/// Reads the id of a component before its encryption, and returns how it is written; `None` if it is not one of the bot's.
/// For fuzzing.
pub fn respelled_id(text: &str) -> Option<String> {
    text.parse::<custom_id::CustomId>().ok().map(|id| id.to_string())
}

fn on_event(framework: poise::FrameworkContext<'_, Shared, Error>, event: &FullEvent) {
    let app: Shared = framework.user_data.clone();
    let interaction = match event {
        FullEvent::InteractionCreate { interaction } => interaction,
        FullEvent::ChannelDelete { channel, .. } => return channel_gone(app, channel.id.get()),
        FullEvent::ThreadDelete { thread, .. } => return channel_gone(app, thread.id.get()),
        FullEvent::Ready { data_about_bot } => return connected(&app, data_about_bot),
        FullEvent::GuildCreate { guild, .. } => {
            return app.host.joined_server(host::GuildId(guild.id.get()));
        }
        // After an outage a server is reported as unavailable; the bot is still a member.
        FullEvent::GuildDelete { incomplete, .. } if !incomplete.unavailable => {
            return app.host.left_server(host::GuildId(incomplete.id.get()));
        }
        _ => return,
    };
    if let Some(task) = answer(&app, &framework.serenity_context.http, interaction) {
        tokio::spawn(task);
    }
}

/// Task that answers a press or a form. `None` for other interactions.
fn answer(
    app: &Shared,
    http: &Arc<Http>,
    interaction: &Interaction,
) -> Option<impl Future<Output = ()> + Send + 'static> {
    let http = Arc::clone(http);
    let (request, name, id, value) = match interaction {
        Interaction::Component(press) => (
            Request::component(app, http, press),
            "press",
            CustomId::decode(&press.data.custom_id),
            press::chosen(press),
        ),
        Interaction::Modal(form) => {
            (Request::form_sent(app, http, form), "form", CustomId::decode(&form.data.custom_id), press::typed(form))
        }
        _ => return None,
    };
    let of = match &id {
        Ok(CustomId::Game(of, _)) => Some(*of),
        _ => None,
    };
    let task = press::handle(request.clone(), id, value);
    Some(interaction::run(request, name.to_owned(), of, task))
}

/// Handles the start of a session. Its event lists every server of the shard.
fn connected(app: &Shared, ready: &Ready) {
    let (shard, shards) = ready.shard.map_or((0, 1), |shard| (shard.id.0, shard.total));
    let guilds = ready.guilds.iter();
    let guilds = guilds.map(|guild| host::GuildId(guild.id.get()));
    app.host.serves(shard, shards, guilds);
}

/// Handles the deletion of a channel or thread: the host notifies the players of its games.
fn channel_gone(app: Shared, channel: u64) {
    tokio::spawn(async move {
        let channel = host::ChannelId(channel);
        let told = app.work.run({
            let app = app.clone();
            async move { app.host.channel_gone(channel).await }
        });
        if let Some(Err(host::Error::Internal(fault))) = told.await {
            tracing::error!(fault = fault.number(), "the people of a deleted channel's game could not be told");
        }
    });
}

/// Handles errors of poise itself. Commands handle their own errors.
async fn on_error(error: poise::FrameworkError<'_, Shared, Error>) {
    match error {
        // A Discord client that still has the old commands.
        poise::FrameworkError::UnknownInteraction { framework, interaction, .. } => {
            tracing::warn!("a command that is not known");
            if interaction.data.autocomplete().is_none() {
                let http = framework.serenity_context.http.clone();
                let request = Request::command(framework.user_data, http, interaction);
                request.say(wording::refusal::OUT_OF_DATE).await;
            }
        }
        poise::FrameworkError::EventHandler { error, .. } => {
            tracing::warn!(%error, "an event could not be handled")
        }
        other => {
            tracing::warn!(kind = kind(&other), "a command could not be run");
            if let Some(poise::Context::Application(ctx)) = other.ctx() {
                let http = ctx.serenity_context().http.clone();
                let request = Request::command(ctx.framework.user_data, http, ctx.interaction);
                request.say(wording::refusal::NOT_UNDERSTOOD).await;
            }
        }
    }
}

/// Name of an error for the log. Error messages can contain user input, so they are not logged.
fn kind(error: &poise::FrameworkError<'_, Shared, Error>) -> &'static str {
    match error {
        poise::FrameworkError::ArgumentParse { .. } => "argument",
        poise::FrameworkError::CommandStructureMismatch { .. } => "structure",
        poise::FrameworkError::Setup { .. } => "setup",
        _ => "other",
    }
}
