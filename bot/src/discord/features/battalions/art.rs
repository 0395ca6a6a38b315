//! Pictures for pieces. A preview shows each traced picture in every colour on every kind of square before it is
//! saved.

use std::time::Duration;

use serenity::all::{Attachment, ButtonStyle, CreateButton};

use crate::discord::answer::Answer;
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
    let answer = match drawn {
        Drawing::Nothing(refused) => listed(Answer::text(words::NOTHING), &words::refused(&refused)),
        Drawing::Faulty(errors) => faulty(&request.app, &errors),
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
    };
    request.say(answer).await;
    Ok(())
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
