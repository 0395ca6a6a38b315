//! Framework of poise: it registers the commands and passes events and errors on.

use std::sync::Arc;

use serenity::all::{CreateAllowedMentions, CreateCommand, FullEvent, Http, Interaction, Ready};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::app::{Error, Shared};
use super::client::{ConnectError, patiently};
use super::custom_id::CustomId;
use super::request::Request;
use super::{commands, interaction, press, wording};
use crate::host;

/// Commands, and handlers of events and errors.
pub(super) fn options() -> poise::FrameworkOptions<Shared, Error> {
    poise::FrameworkOptions {
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
    }
}

/// Makes the framework. A failed registration of the commands is sent to `failed`.
pub(super) fn framework(
    app: Shared,
    failed: mpsc::Sender<String>,
    shutdown: CancellationToken,
) -> poise::Framework<Shared, Error> {
    poise::Framework::builder()
        .options(options())
        .setup(move |ctx, ready, framework| {
            Box::pin(async move {
                // No event is processed until this returns, so the commands are registered in a separate task.
                let commands = poise::builtins::create_application_commands(&framework.options().commands);
                if app.host.shards().is_first() {
                    tokio::spawn(register(ctx.http.clone(), commands, failed, shutdown));
                }
                tracing::info!(name = %ready.user.name, servers = ready.guilds.len(), "connected");
                Ok(app)
            })
        })
        .build()
}

/// Registers the commands. Meanwhile, previously registered commands keep working.
async fn register(
    http: Arc<Http>,
    commands: Vec<CreateCommand>,
    failed: mpsc::Sender<String>,
    shutdown: CancellationToken,
) {
    let registered = patiently("registering the commands", &shutdown, || http.create_global_commands(&commands)).await;
    match registered {
        Ok(_) | Err(ConnectError::Stopped) => {}
        Err(error) => {
            let _ = failed.send(error.to_string()).await;
        }
    }
}

fn on_event(framework: poise::FrameworkContext<'_, Shared, Error>, event: &FullEvent) {
    let app: Shared = framework.user_data.clone();
    let interaction = match event {
        FullEvent::InteractionCreate { interaction } => interaction,
        FullEvent::ChannelDelete { channel, .. } => return channel_gone(app, channel.id.get()),
        FullEvent::ThreadDelete { thread, .. } => return channel_gone(app, thread.id.get()),
        FullEvent::Ready { data_about_bot } => return connected(&app, data_about_bot),
        FullEvent::GuildCreate { guild, .. } => {
            return app.host.servers.joined_server(host::GuildId(guild.id.get()));
        }
        // After an outage a server is reported as unavailable; the bot is still a member.
        FullEvent::GuildDelete { incomplete, .. } if !incomplete.unavailable => {
            return app.host.servers.left_server(host::GuildId(incomplete.id.get()));
        }
        _ => return,
    };
    if let Some(task) = answer(&app, &framework.serenity_context.http, interaction) {
        tokio::spawn(task);
    }
}

/// Task that answers a press or a form. `None` for other interactions.
pub(super) fn answer(
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
            press::chosen(&press.data.kind),
        ),
        Interaction::Modal(form) => (
            Request::form_sent(app, http, form),
            "form",
            CustomId::decode(&form.data.custom_id),
            press::typed(&form.data),
        ),
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
    app.host.servers.serves(shard, shards, guilds);
}

/// Handles the deletion of a channel or thread: the host notifies the players of its games.
fn channel_gone(app: Shared, channel: u64) {
    tokio::spawn(async move {
        let channel = host::ChannelId(channel);
        let told = app.work.run({
            let app = app.clone();
            async move { app.host.tables.channel_gone(channel).await }
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
