//! Looking after a server's Battalions: adding, trying, publishing, switching.

use std::sync::Arc;

use serenity::all::{Attachment, ButtonStyle, CreateActionRow, CreateButton};

use super::art::warned;
use super::rules::Preview;
use super::{Outcome, guild, refuse, who};
use crate::discord::answer::{Answer, CONTENT};
use crate::discord::app::Shared;
use crate::discord::custom_id::{CustomId, DraftAction};
use crate::discord::error::Error;
use crate::discord::responder::Responder;
use crate::discord::wording::{admin as words, done, refusal, sentence};
use crate::host::{Added, BattalionFile, Checked, Draft, DraftId, FileProblem, GuildId, Who};

/// Who asks, and on which server.
pub(super) fn here(responder: &Responder) -> Result<(Who, GuildId), Error> {
    let guild = guild(responder).ok_or_else(|| refuse(refusal::SERVER_ONLY))?;
    Ok((who(responder), guild))
}

/// The bytes of an attached file, for those who may add one.
async fn fetch(
    app: &Shared,
    who: &Who,
    guild: GuildId,
    file: &Attachment,
) -> Result<Vec<u8>, Error> {
    let limits = app.host.administered(who, guild).await?.limits;
    Ok(app.uploads.fetch(file, limits.bytes as usize).await?)
}

/// What is wrong with a file.
pub(super) fn faulty(errors: &[FileProblem]) -> Answer {
    let (text, file) = words::faulty(errors);
    let answer = Answer::text(text);
    match file {
        Some(all) => answer.file(words::ERRORS_FILE, all),
        None => answer,
    }
}

/// Says what is wrong with a file, and keeps nothing.
pub async fn check(app: &Shared, responder: &Responder, file: &Attachment) -> Outcome {
    responder.hold().await;
    let (who, guild) = here(responder)?;
    let bytes = fetch(app, &who, guild, file).await?;
    let answer = match app.host.check_battalion(&who, guild, bytes).await? {
        Checked::Faulty(errors) => faulty(&errors),
        Checked::Good(definition) => {
            let preview = Preview::new(Arc::clone(&definition));
            let first = preview.page(app, responder, 0).await?;
            warned(first, &definition).also(words::SOUND)
        }
    };
    responder.say(answer).await;
    Ok(())
}

/// Takes a file: what is wrong with it, or its preview.
pub async fn add(app: &Shared, responder: &Responder, file: &Attachment) -> Outcome {
    responder.hold().await;
    let (who, guild) = here(responder)?;
    let bytes = fetch(app, &who, guild, file).await?;
    let answer = match app.host.add_battalion(&who, guild, bytes).await? {
        Added::Faulty(errors) => faulty(&errors),
        Added::Draft(draft) => page(app, responder, draft, 0).await?,
    };
    responder.say(answer).await;
    Ok(())
}

/// A press in a preview.
pub async fn press(
    app: &Shared,
    responder: &Responder,
    id: DraftId,
    action: DraftAction,
) -> Outcome {
    responder.hold().await;
    let (who, guild) = here(responder)?;
    let answer = match action {
        DraftAction::Page(number) => {
            let draft = app.host.draft(&who, guild, id).await?;
            page(app, responder, draft, number).await?
        }
        DraftAction::Accept => {
            let change = app.host.accept_battalion(&who, guild, id).await?;
            Answer::text(sentence(&done::battalion(&change)))
        }
        DraftAction::Discard => {
            app.host.discard_battalion(&who, guild, id).await?;
            Answer::text(words::DISCARDED)
        }
    };
    responder.say(answer).await;
    Ok(())
}

/// A page of the preview of a waiting file.
async fn page(
    app: &Shared,
    responder: &Responder,
    draft: Draft,
    number: u16,
) -> Result<Answer, Error> {
    let preview = Preview::new(Arc::clone(&draft.definition));
    let number = number.min(preview.len().saturating_sub(1));
    let answer = preview.page(app, responder, number).await?;
    Ok(warned(answer, &draft.definition)
        .also(&words::waiting(draft.version))
        .rows(buttons(draft.id, number, preview.len())))
}

fn buttons(draft: DraftId, page: u16, pages: u16) -> Vec<CreateActionRow> {
    let button = |action, label: &str, style| {
        CreateButton::new(CustomId::Draft(draft, action).to_string())
            .label(label)
            .style(style)
    };
    let mut row = Vec::new();
    if let Some(previous) = page.checked_sub(1) {
        row.push(button(
            DraftAction::Page(previous),
            "Previous",
            ButtonStyle::Secondary,
        ));
    }
    if page + 1 < pages {
        let label = format!("Next ({} of {pages})", page + 1);
        row.push(button(
            DraftAction::Page(page + 1),
            &label,
            ButtonStyle::Secondary,
        ));
    }
    row.push(button(DraftAction::Accept, "Accept", ButtonStyle::Success));
    row.push(button(DraftAction::Discard, "Discard", ButtonStyle::Danger));
    vec![CreateActionRow::Buttons(row)]
}

/// Lets a Battalion be picked again, or not any more.
pub async fn switch(app: &Shared, responder: &Responder, battalion: &str, on: bool) -> Outcome {
    responder.hold().await;
    let (who, guild) = here(responder)?;
    let change = app
        .host
        .switch_battalion(&who, guild, battalion, on)
        .await?;
    responder.say(sentence(&done::battalion(&change))).await;
    Ok(())
}

/// Lets everyone pick an own Battalion.
pub async fn publish(
    app: &Shared,
    responder: &Responder,
    battalion: &str,
    version: Option<i64>,
) -> Outcome {
    responder.hold().await;
    let (who, guild) = here(responder)?;
    let change = app
        .host
        .publish_battalion(&who, guild, battalion, version)
        .await?;
    responder.say(sentence(&done::battalion(&change))).await;
    Ok(())
}

/// Puts an own Battalion away.
pub async fn archive(app: &Shared, responder: &Responder, battalion: &str) -> Outcome {
    responder.hold().await;
    let (who, guild) = here(responder)?;
    let change = app.host.archive_battalion(&who, guild, battalion).await?;
    responder.say(sentence(&done::battalion(&change))).await;
    Ok(())
}

async fn give(responder: &Responder, text: &str, file: BattalionFile) -> Outcome {
    responder
        .say(Answer::text(text).file(&file.name, file.text))
        .await;
    Ok(())
}

/// Gives the file of an own Battalion back.
pub async fn export(
    app: &Shared,
    responder: &Responder,
    battalion: &str,
    version: Option<i64>,
) -> Outcome {
    responder.hold().await;
    let (who, guild) = here(responder)?;
    let file = app
        .host
        .export_battalion(&who, guild, battalion, version)
        .await?;
    give(responder, words::EXPORTED, file).await
}

/// Gives a Battalion as a file to start from.
pub async fn copy(app: &Shared, responder: &Responder, battalion: &str) -> Outcome {
    responder.hold().await;
    let (who, guild) = here(responder)?;
    let file = app.host.clone_battalion(&who, guild, battalion).await?;
    give(responder, words::CLONED, file).await
}

/// Every Battalion of the server.
pub async fn list(app: &Shared, responder: &Responder) -> Outcome {
    responder.hold().await;
    let (who, guild) = here(responder)?;
    let text = words::all(&app.host.all_battalions(&who, guild).await?);
    let answer = match text.chars().count() <= CONTENT {
        true => Answer::text(text),
        false => Answer::text("The Battalions of this server.").file("battalions.txt", text + "\n"),
    };
    responder.say(answer).await;
    Ok(())
}
