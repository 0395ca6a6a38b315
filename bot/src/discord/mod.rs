//! Everything Discord: serenity and poise live here and nowhere else.
//!
//! # Layout
//! * [`client`]: the connection, to Discord or to a stand-in; [`api_error`]: Discord's errors by what they mean.
//! * [`commands`]: the slash commands; `press`: buttons and menus, from a [`custom_id`] to what is wanted.
//! * `interaction`: runs either once, as a task of its own, measured and answered.
//! * [`flow`]: what each request does: ask the host, answer through a [`responder`].
//! * [`delivery`]: posts the host's outbox to channels and direct messages.
//! * [`answers`]: how answers to interactions get to Discord. [`limits`]: Discord's limits on requests.
//! * [`answer`] and [`menu`]: messages and menus within Discord's limits; [`wording`]: every text.
//! * `playground`: the stand-in for Discord that the program brings along, where it was built with it.
//! * `presence`: who is still on a server.
//! * `upload`: files that people attach. `error`: why a request was not done.
//! * [`work`]: running tasks; a panic ends only its own, and a stop waits for all.
//!
//! An interaction is acknowledged first and answered after the database has taken what it asks for. Nothing about an open menu is
//! kept in memory, so that everything works after a restart.

mod answer;
mod answers;
mod api_error;
mod app;
mod client;
mod commands;
mod custom_id;
mod delivery;
mod error;
mod flow;
mod interaction;
mod limits;
mod menu;
#[cfg(feature = "playground")]
mod playground;
#[cfg(not(feature = "playground"))]
#[path = "no_playground.rs"]
mod playground;
mod presence;
mod press;
mod responder;
mod upload;
mod wording;
mod work;

use std::sync::Arc;
use std::time::Duration;

use serenity::all::{ClientBuilder, CreateAllowedMentions, FullEvent, GatewayError, Interaction, Ready};
use serenity::gateway::{ConnectionStage, ShardManager};

pub use client::ConnectError;
pub use wording::art as art_text;
pub use wording::check as check_text;
pub use wording::refusal::in_words as refusal_text;
pub use wording::rules as rules_text;

use crate::config::{Config, Route};
use crate::host::{self, Host};
use crate::monitoring::Gateway;
use crate::shutdown::Shutdown;
use app::{App, Error, Shared};
use client::Target;
use custom_id::CustomId;
use playground::Playground;
use responder::Responder;

/// Between two looks at the gateway.
const LOOK: Duration = Duration::from_millis(200);
/// How long a stop waits for work in flight.
const PATIENCE: Duration = Duration::from_secs(10);

/// Serves a host's games on Discord until it is time to stop. Without a token and an address of a stand-in it starts a
/// playground of its own and prints where.
///
/// # Errors
/// [`ConnectError`], a sentence for the person who runs the program.
pub async fn run(config: &Config, host: Host, gateway: Gateway, shutdown: Shutdown) -> Result<(), ConnectError> {
    let (target, playground) = target(config).await?;
    let ended = serve(&target, host, gateway, shutdown).await;
    if let Some(playground) = playground {
        playground.close().await;
    }
    ended
}

/// The same at a known address.
async fn serve(target: &Target, host: Host, gateway: Gateway, shutdown: Shutdown) -> Result<(), ConnectError> {
    let (http, me) = client::connect(target).await?;
    let app: Shared = Arc::new(App::new(host, gateway, &target.route)?);
    app.is(me);
    let (failed, mut failure) = tokio::sync::mpsc::channel(1);
    let mut client = ClientBuilder::new_with_http(http, client::INTENTS)
        .framework(framework(app.clone(), failed))
        .await
        .map_err(|error| refused(&error))?;
    app.presence.connect(client.http.clone());
    let shards = client.shard_manager.clone();
    let delivering = tokio::spawn(delivery::run(app.clone(), client.http.clone(), shutdown.clone()));
    let tidying = tokio::spawn(delivery::Buttons::run(app.clone(), client.http.clone(), shutdown.clone()));
    let watching = tokio::spawn(watch(shards.clone(), app.gateway.clone()));
    let ended = tokio::select! {
        ended = client.start_autosharded() => ended.map_err(|error| refused(&error)),
        Some(why) = failure.recv() => Err(ConnectError::Setup(why)),
        () = shutdown.wait() => Ok(()),
    };
    // Nothing new is begun; what is under way is finished, its answers included.
    if !app.work.finish(PATIENCE).await {
        tracing::warn!("some work was still under way at the end");
    }
    shards.shutdown_all().await;
    delivering.abort();
    tidying.abort();
    watching.abort();
    ended
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

fn refused(error: &serenity::Error) -> ConnectError {
    match error {
        serenity::Error::Gateway(GatewayError::InvalidAuthentication) => ConnectError::TokenRefused,
        serenity::Error::Gateway(gateway) => ConnectError::Refused(gateway.to_string()),
        other => ConnectError::Unreachable(api_error::brief(other)),
    }
}

/// Notes whether the gateway is connected. A connection that breaks is no event: it is looked at.
async fn watch(shards: Arc<ShardManager>, gateway: Gateway) {
    loop {
        let connected = {
            let runners = shards.runners.lock().await;
            let ready = |stage: ConnectionStage| stage == ConnectionStage::Connected;
            !runners.is_empty() && runners.values().all(|runner| ready(runner.stage))
        };
        gateway.set(connected);
        tokio::time::sleep(LOOK).await;
    }
}

fn framework(app: Shared, failed: tokio::sync::mpsc::Sender<String>) -> poise::Framework<Shared, Error> {
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
                // An error here would leave every event waiting forever: the program is told to end instead.
                if let Err(error) = poise::builtins::register_globally(ctx, &framework.options().commands).await {
                    let _ = failed.send(api_error::brief(&error)).await;
                }
                tracing::info!(name = %ready.user.name, servers = ready.guilds.len(), "connected");
                Ok(app)
            })
        })
        .build()
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
        // One that is only out of reach for a while is called unavailable.
        FullEvent::GuildDelete { incomplete, .. } if !incomplete.unavailable => {
            return app.host.left_server(host::GuildId(incomplete.id.get()));
        }
        _ => return,
    };
    let http = framework.serenity_context.http.clone();
    let (responder, name, id, value) = match interaction {
        Interaction::Component(press) => {
            (Responder::component(&app, http, press), "press", press.data.custom_id.parse(), press::chosen(press))
        }
        Interaction::Modal(form) => {
            (Responder::form_sent(&app, http, form), "form", form.data.custom_id.parse(), press::typed(form))
        }
        _ => return,
    };
    let of = match &id {
        Ok(CustomId::Game(of, _)) => Some(*of),
        _ => None,
    };
    let task = press::handle(app.clone(), responder.clone(), id, value);
    tokio::spawn(interaction::run(app, responder, name.to_owned(), of, task));
}

/// A shard has connected: it names every server that the bot is on.
fn connected(app: &Shared, ready: &Ready) {
    let (shard, shards) = ready.shard.map_or((0, 1), |shard| (shard.id.0, shard.total));
    let guilds = ready.guilds.iter();
    let guilds = guilds.map(|guild| host::GuildId(guild.id.get()));
    app.host.serves(shard, shards, guilds);
}

/// A channel or thread was deleted: the people of its games are told.
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

/// What poise itself could not do. Commands answer for themselves, and never twice.
async fn on_error(error: poise::FrameworkError<'_, Shared, Error>) {
    match error {
        poise::FrameworkError::UnknownInteraction { .. } => {
            tracing::warn!("a command that is not known")
        }
        poise::FrameworkError::EventHandler { error, .. } => {
            tracing::warn!(%error, "an event could not be handled")
        }
        other => {
            tracing::warn!(kind = kind(&other), "a command could not be run");
            if let Some(poise::Context::Application(ctx)) = other.ctx() {
                let http = ctx.serenity_context().http.clone();
                let responder = Responder::command(ctx.framework.user_data, http, ctx.interaction);
                responder.say(wording::refusal::NOT_UNDERSTOOD).await;
            }
        }
    }
}

/// A name for the log: the error itself holds what people wrote.
fn kind(error: &poise::FrameworkError<'_, Shared, Error>) -> &'static str {
    match error {
        poise::FrameworkError::ArgumentParse { .. } => "argument",
        poise::FrameworkError::CommandStructureMismatch { .. } => "structure",
        poise::FrameworkError::Setup { .. } => "setup",
        _ => "other",
    }
}
