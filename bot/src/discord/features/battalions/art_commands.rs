//! `/battalion-admin art`: pictures for the pieces of a server's own Battalion.

use serenity::all::{Attachment, AutocompleteChoice, CreateAutocompleteResponse, ResolvedValue};

use crate::discord::answer::{OPTION_TEXT, OPTIONS};
use crate::discord::app::{Context, Error};
use crate::discord::commands::complete;
use crate::discord::commands::run::{request, run};
use crate::discord::features::battalions::art as drawing;
use crate::discord::wording::clip;
use crate::host::GuildId;

/// Give a piece a picture of your own, or a whole army with a zip file; you see it before it is saved
#[poise::command(slash_command)]
pub async fn art(
    ctx: Context<'_>,
    #[description = "Which Battalion"]
    #[autocomplete = "complete::own_battalion"]
    #[max_length = 100]
    battalion: String,
    #[description = "A PNG, JPEG, SVG, WebP or GIF; or a zip file with pictures named after pieces, such as queen.png"]
    picture: Attachment,
    #[description = "Which piece; else the one that the picture's file is named after"]
    #[autocomplete = "piece"]
    #[max_length = 100]
    piece: Option<String>,
) -> Result<(), Error> {
    run(ctx, move |request| async move { drawing::draw(&request, &battalion, piece.as_deref(), &picture).await }).await
}

/// Completes pieces of the Battalion already entered.
async fn piece(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let found = pieces(ctx).await.unwrap_or_default();
    let wanted = typed.trim().to_lowercase();
    let fitting = found
        .into_iter()
        .filter(|(name, _)| name.to_lowercase().contains(&wanted))
        .take(OPTIONS)
        .map(|(name, id)| AutocompleteChoice::new(clip(&name, OPTION_TEXT), id));
    CreateAutocompleteResponse::new().set_choices(fitting.collect())
}

async fn pieces(ctx: Context<'_>) -> Option<Vec<(String, String)>> {
    let request = request(ctx)?;
    let guild = GuildId(ctx.guild_id()?.get());
    let poise::Context::Application(command) = ctx else {
        return None;
    };
    let named = command.args.iter().find_map(|option| match &option.value {
        ResolvedValue::String(text) if option.name == "battalion" => Some(*text),
        _ => None,
    })?;
    let who = request.who();
    request.host().battalions.drawn_pieces(&who, guild, named).await.ok()
}
