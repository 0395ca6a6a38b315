//! `/battalion-admin`: the Battalions of a server, for the people who manage the bot there.

use serenity::all::Attachment;

use crate::discord::app::{Context, Error};
use crate::discord::commands::complete;
use crate::discord::commands::run::run;
use crate::discord::custom_id::{RemarksAction, ReportsAction};
use crate::discord::features::battalions as admin;
use crate::discord::features::battalions::art_commands as art;
use crate::discord::features::battalions::battlefield_commands::battlefield;
use crate::discord::features::battalions::testing;
use crate::discord::features::gallery::{remarks as remarks_flow, reports as reports_flow};
use crate::host::ShareWith;

/// Defines a command about one Battalion, with that Battalion as its first option.
macro_rules! battalion_command {
    (
        $(#[$($attribute:tt)*])*
        async fn $name:ident($complete:tt $(, $($options:tt)*)?) => |$request:ident, $battalion:ident| $flow:expr
    ) => {
        $(#[$($attribute)*])*
        async fn $name(
            ctx: Context<'_>,
            #[description = "Which Battalion"]
            #[autocomplete = $complete]
            #[max_length = 100]
            $battalion: String,
            $($($options)*)?
        ) -> Result<(), Error> {
            run(ctx, move |$request| async move { $flow.await }).await
        }
    };
}

/// Manage this server's Battalions
#[expect(clippy::unused_async, reason = "a command is async; this one only has subcommands")]
#[poise::command(
    slash_command,
    rename = "battalion-admin",
    subcommands(
        "list",
        "enable",
        "disable",
        "add",
        "check",
        "art::art",
        "test",
        "publish",
        "share",
        "archive",
        "export",
        "copy",
        "battlefield",
        "remarks",
        "reports"
    ),
    subcommand_required,
    default_member_permissions = "MANAGE_GUILD",
    interaction_context = "Guild"
)]
pub async fn battalion_admin(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// List every Battalion of this server and its state
#[poise::command(slash_command)]
async fn list(ctx: Context<'_>) -> Result<(), Error> {
    run(ctx, |request| async move { admin::list(&request).await }).await
}

battalion_command! {
    /// Let people pick a Battalion again
    #[poise::command(slash_command)]
    async fn enable("complete::any_battalion") => |request, battalion| admin::switch(&request, &battalion, true)
}

battalion_command! {
    /// Stop people picking a Battalion; games in progress continue
    #[poise::command(slash_command)]
    async fn disable("complete::any_battalion") => |request, battalion| admin::switch(&request, &battalion, false)
}

/// Add a Battalion or a new version of one; you see a preview before it is saved
#[poise::command(slash_command)]
async fn add(
    ctx: Context<'_>,
    #[description = "The Battalion file (TOML, at most 128 KiB), or a zip file with several"] file: Attachment,
) -> Result<(), Error> {
    run(ctx, move |request| async move { admin::add(&request, &file).await }).await
}

/// Check a Battalion file for errors without saving it
#[poise::command(slash_command)]
async fn check(
    ctx: Context<'_>,
    #[description = "The Battalion file (TOML, at most 128 KiB)"] file: Attachment,
) -> Result<(), Error> {
    run(ctx, move |request| async move { admin::check(&request, &file).await }).await
}

battalion_command! {
    /// Test an army in games of the computer against every built-in one; only you see the result
    #[poise::command(slash_command)]
    async fn test("complete::any_battalion") => |request, battalion| testing::start(&request, &battalion)
}

battalion_command! {
    /// Let everyone pick one of this server's Battalions
    #[poise::command(slash_command)]
    async fn publish("complete::own_battalion",
        #[description = "An older version instead of the newest"]
        #[min = 1]
        version: Option<i64>,
    ) => |request, battalion| admin::publish(&request, &battalion, version)
}

#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
enum With {
    #[name = "Everyone, in the gallery"]
    Gallery,
    #[name = "Those who have the code"]
    Code,
    #[name = "Nobody"]
    Nobody,
}

impl From<With> for ShareWith {
    fn from(with: With) -> Self {
        match with {
            With::Gallery => ShareWith::Gallery,
            With::Code => ShareWith::Code,
            With::Nobody => ShareWith::Nobody,
        }
    }
}

battalion_command! {
    /// Share a Battalion with other servers, or stop sharing it
    #[poise::command(slash_command)]
    async fn share("complete::own_battalion",
        #[description = "Who can take a copy of it"] with: With,
        #[description = "An older version instead of the newest"]
        #[min = 1]
        version: Option<i64>,
    ) => |request, battalion| admin::share(&request, &battalion, with.into(), version)
}

/// Read what people write about the Battalions that this server shares
#[poise::command(slash_command)]
async fn remarks(ctx: Context<'_>) -> Result<(), Error> {
    run(ctx, |request| async move { remarks_flow::list(&request, RemarksAction::Page(0)).await }).await
}

/// Reports about shared Battalions, for the people who run this bot
#[poise::command(slash_command)]
async fn reports(ctx: Context<'_>) -> Result<(), Error> {
    run(ctx, |request| async move { reports_flow::press(&request, ReportsAction::Page(0)).await }).await
}

battalion_command! {
    /// Archive a Battalion; you can publish it again
    #[poise::command(slash_command)]
    async fn archive("complete::own_battalion") => |request, battalion| admin::archive(&request, &battalion)
}

/// Download the file of a Battalion of this server, or all of them as a zip file
#[poise::command(slash_command)]
async fn export(
    ctx: Context<'_>,
    #[description = "Which Battalion; all of them if left out"]
    #[autocomplete = "complete::own_battalion"]
    #[max_length = 100]
    battalion: Option<String>,
    #[description = "An older version instead of the newest"]
    #[min = 1]
    version: Option<i64>,
) -> Result<(), Error> {
    run(ctx, move |request| async move { admin::export(&request, battalion.as_deref(), version).await }).await
}

battalion_command! {
    /// Copy any Battalion as a file to start from
    #[poise::command(slash_command, rename = "clone")]
    async fn copy("complete::any_battalion") => |request, battalion| admin::copy(&request, &battalion)
}
