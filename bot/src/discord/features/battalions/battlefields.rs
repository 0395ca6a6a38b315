//! Management of a server's own Battlefields.

use serenity::all::Attachment;

use crate::discord::answer::Answer;
use crate::discord::error::Error;
use crate::discord::features::battalions::{battlefield_words as words, faulty};
use crate::discord::request::{Outcome, Request};
use crate::host::{FieldsAdded, FieldsFile, MAX_FIELD_FILE};

/// Adds the Battlefields of a file and shows the first of them.
pub async fn add(request: &Request, file: &Attachment) -> Outcome {
    request.hold().await;
    let (who, guild) = request.on_server()?;
    request.host().settings.administered(&who, guild).await?;
    let bytes = request.app.uploads.fetch(file, MAX_FIELD_FILE).await?;
    let answer = match request.host().battlefields.add_battlefields(&who, guild, bytes).await? {
        FieldsFile::Faulty(errors) => faulty(&request.app, &errors),
        FieldsFile::Added(added) => with_first(request, &added).await?,
    };
    request.say(answer).await;
    Ok(())
}

/// Confirmation with a picture of the first Battlefield.
async fn with_first(request: &Request, added: &FieldsAdded) -> Result<Answer, Error> {
    let answer = Answer::text(words::added(added));
    let Some(first) = added.fields.first() else {
        return Ok(answer);
    };
    Ok(match request.host().battlefields.battlefield_picture(first).await? {
        Some(picture) => answer.picture(&picture),
        None => answer.also(words::NO_PICTURE),
    })
}

pub async fn remove(request: &Request, battlefield: &str) -> Outcome {
    request.hold().await;
    let (who, guild) = request.on_server()?;
    let field = request.host().battlefields.remove_battlefield(&who, guild, battlefield).await?;
    request.say(words::removed(&field)).await;
    Ok(())
}

/// Lists the server's Battlefields.
pub async fn list(request: &Request) -> Outcome {
    request.hold().await;
    let (who, guild) = request.on_server()?;
    let settings = request.host().settings.administered(&who, guild).await?;
    request.say(words::list(&settings.battlefields)).await;
    Ok(())
}
