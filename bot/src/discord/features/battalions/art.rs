//! Pictures for pieces. A preview shows each traced picture in every colour on every kind of square before it is
//! saved.

use std::time::Duration;

use serenity::all::{Attachment, ButtonStyle, CreateButton};

use crate::discord::answer::Answer;
use crate::discord::app::Shared;
use crate::discord::custom_id::{CustomId, DraftAction};
use crate::discord::features::battalions::art_words as words;
use crate::discord::features::battalions::faulty;
use crate::discord::request::{Outcome, Request};
use crate::discord::wording::refusal;
use crate::host::art::{Drawing, MAX_UPLOAD};
use crate::host::{DraftId, Progress};

/// Waiting time before progress is shown.
const PATIENCE: Duration = Duration::from_secs(2);

/// Adds a picture for a piece, or a zip file with several. Shows a preview or the reasons for a refusal.
pub async fn draw(request: &Request, battalion: &str, piece: Option<&str>, file: &Attachment) -> Outcome {
    request.hold().await;
    let (who, guild) = request.on_server()?;
    request.host().settings.administered(&who, guild).await?;
    let bytes = request.app.uploads.fetch(file, MAX_UPLOAD).await?;
    let progress = Progress::default();
    let file = (file.filename.to_string(), bytes);
    let drawing = request.host().battalions.draw_battalion(&who, guild, battalion, piece, file, progress.clone());
    let mut drawing = std::pin::pin!(drawing);
    let drawn = loop {
        tokio::select! {
            drawn = &mut drawing => break drawn?,
            () = tokio::time::sleep(PATIENCE) => {
                request.meanwhile(words::drawing(progress.percent())).await;
            }
        }
    };
    request.say(preview(&request.app, drawn)).await;
    Ok(())
}

/// Preview of new pictures, or the reasons for a refusal.
fn preview(app: &Shared, drawn: Drawing) -> Answer {
    match drawn {
        Drawing::Nothing(refused) => listed(Answer::text(words::NOTHING), &words::refused(&refused)),
        Drawing::Faulty(errors) => faulty(app, &errors),
        Drawing::Same(same) => Answer::text(refusal::same_file(&same)),
        Drawing::Draft { draft, pieces, refused, cards } => {
            let mut answer = Answer::text(words::drawn(&draft.definition.name, &pieces));
            for (number, card) in (1..).zip(&cards) {
                answer = answer.picture_named(card, &format!("pieces-{number}.png"));
            }
            if !refused.is_empty() {
                let intro = answer.also(words::SOME_REFUSED);
                answer = listed(intro, &words::refused(&refused));
            }
            answer.also(&words::waiting(draft.version)).buttons(buttons(draft.id))
        }
    }
}

/// Adds a list to the message. A long list is attached as a file.
fn listed(answer: Answer, lines: &[String]) -> Answer {
    let (shown, all) = words::list(lines);
    let answer = answer.also(&shown);
    match all {
        Some(all) => answer.file(words::REFUSED_FILE, all),
        None => answer,
    }
}

fn buttons(draft: DraftId) -> Vec<CreateButton> {
    let button = |action, label: &str, style| {
        CreateButton::new(CustomId::Draft(draft, action).to_string()).label(label).style(style)
    };
    vec![
        button(DraftAction::Page(0), "Look Through", ButtonStyle::Secondary),
        button(DraftAction::Accept, "Accept", ButtonStyle::Success),
        button(DraftAction::Discard, "Discard", ButtonStyle::Danger),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::tests::stand_in::StandIn;
    use crate::host::tests::sharing::{HOME, bring_to, file, manager_of, zipped};
    use crate::host::tests::{Folder, host};
    use crate::host::{GuildSettings, Limits};

    const TOWER: &[u8] = include_bytes!("../../../../../tests/files/art/tower.png");
    const CAT: &[u8] = include_bytes!("../../../../../tests/files/art/cat.png");

    #[tokio::test(flavor = "multi_thread")]
    async fn every_picture_that_is_not_taken_is_named() {
        let folder = Folder::new();
        let host = host(&folder).await;
        bring_to(&host, HOME, &file("knights", "Knights")).await;
        let (app, manager) = (StandIn::start().await.app(host.clone()), manager_of(HOME));
        // Pictures take longer while other tests run.
        let patient = |settings: &mut GuildSettings| {
            settings.limits = Limits::MOST;
            Ok(())
        };
        host.settings.change_guild_settings(&manager, HOME, patient).await.unwrap();
        let drawn = async |pictures: &[(&str, &[u8])]| {
            let file = ("pictures.zip".to_owned(), zipped(pictures));
            let drawing = host.battalions.draw_battalion(&manager, HOME, "knights", None, file, Progress::default());
            preview(&app, drawing.await.unwrap())
        };
        let all = drawn(&[("queen.png", CAT), ("rook.png", TOWER)]).await;
        assert!(!all.content().contains(words::SOME_REFUSED), "{}", all.content());
        assert_eq!(all.files().len(), 1);
        for unknown in [&["dog.png"][..], &["dog.png", "cow.png"]] {
            let mut pictures = vec![("queen.png", CAT)];
            pictures.extend(unknown.iter().map(|name| (*name, TOWER)));
            let some = drawn(&pictures).await;
            assert!(some.content().contains(words::SOME_REFUSED), "{}", some.content());
            assert!(unknown.iter().all(|name| some.content().contains(name)), "{}", some.content());
            assert_eq!(some.files().len(), 1);
        }
        let none = drawn(&[("dog.png", TOWER)]).await;
        assert!(none.content().starts_with(words::NOTHING) && none.content().contains("dog.png"), "{}", none.content());
        assert!(none.files().is_empty());
    }
}
