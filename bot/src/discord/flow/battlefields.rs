//! Management of a server's own Battlefields.

use serenity::all::Attachment;

use super::Outcome;
use super::admin::here;
use crate::discord::answer::Answer;
use crate::discord::app::Shared;
use crate::discord::responder::Responder;
use crate::discord::wording::battlefields as words;
use crate::host::MAX_FIELD_FILE;

/// Adds the Battlefields of a file and shows the first of them.
pub async fn add(app: &Shared, responder: &Responder, file: &Attachment) -> Outcome {
    responder.hold().await;
    let (who, guild) = here(responder)?;
    app.host.administered(&who, guild).await?;
    let bytes = app.uploads.fetch(file, MAX_FIELD_FILE).await?;
    let added = app.host.add_battlefields(&who, guild, bytes).await?;
    let answer = Answer::text(words::added(&added));
    let Some(first) = added.fields.first() else {
        return Ok(());
    };
    let answer = match app.host.battlefield_picture(first).await? {
        Some(picture) => answer.picture(&picture),
        None => answer.also(words::NO_PICTURE),
    };
    responder.say(answer).await;
    Ok(())
}

pub async fn remove(app: &Shared, responder: &Responder, battlefield: &str) -> Outcome {
    responder.hold().await;
    let (who, guild) = here(responder)?;
    let field = app.host.remove_battlefield(&who, guild, battlefield).await?;
    responder.say(words::removed(&field)).await;
    Ok(())
}

/// Lists the server's Battlefields.
pub async fn list(app: &Shared, responder: &Responder) -> Outcome {
    responder.hold().await;
    let (who, guild) = here(responder)?;
    let settings = app.host.administered(&who, guild).await?;
    responder.say(words::list(&settings.battlefields)).await;
    Ok(())
}
