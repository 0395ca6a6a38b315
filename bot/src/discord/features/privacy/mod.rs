//! Stored data of a person: view, export, deletion.

pub mod words;

use serenity::all::{ButtonStyle, CreateButton};

use crate::discord::answer::Answer;
use crate::discord::custom_id::{CustomId, PrivacyAction};
use crate::discord::error::Error;
use crate::discord::request::{Outcome, Request, refuse};
use crate::host::{self, Refusal, StandingRefusal};

/// Bytes of a file that Discord takes anywhere.
const LARGEST: usize = 8 << 20;

fn button(label: &str, style: ButtonStyle, action: PrivacyAction) -> CreateButton {
    let id = CustomId::Privacy(action).to_string();
    CreateButton::new(id).label(label).style(style)
}

/// `/settings privacy`.
pub async fn view(request: &Request) -> Outcome {
    request.hold().await;
    let said = panel(request).await?;
    request.say(said).await;
    Ok(())
}

async fn panel(request: &Request) -> Result<Answer, Error> {
    let privacy = request.host().records.summary(request.person()).await?;
    let (label, action) = if privacy.listed {
        ("Hide My Standing", PrivacyAction::Hide)
    } else {
        ("Show My Standing", PrivacyAction::List)
    };
    Ok(Answer::text(words::view(&privacy)).buttons(vec![
        button(label, ButtonStyle::Secondary, action),
        button("Export My Data", ButtonStyle::Secondary, PrivacyAction::Export),
        button("Delete My Data…", ButtonStyle::Danger, PrivacyAction::Ask),
    ]))
}

/// Handles a press, always about the person who presses.
pub async fn press(request: &Request, action: PrivacyAction) -> Outcome {
    request.hold().await;
    let person = request.person();
    let said = match action {
        PrivacyAction::View => panel(request).await?,
        PrivacyAction::List | PrivacyAction::Hide => {
            let listed = action == PrivacyAction::List;
            request.host().records.set_listed(person, listed).await?;
            panel(request).await?.also(words::changed(listed))
        }
        PrivacyAction::Export => {
            let file = request.host().records.personal_data(person).await?;
            if file.json.len() > LARGEST {
                return Err(refuse(words::TOO_LARGE));
            }
            Answer::text(words::EXPORTED).file(&file.name, file.json)
        }
        PrivacyAction::Ask => {
            let open = request.host().records.summary(person).await?.open;
            if !open.is_empty() {
                let why = Refusal::from(StandingRefusal::StillPlaying(open));
                return Err(Error::Host(host::Error::Refused(why)));
            }
            Answer::text(words::ASK).buttons(vec![
                button("Delete Everything", ButtonStyle::Danger, PrivacyAction::Erase),
                button("Export My Data", ButtonStyle::Secondary, PrivacyAction::Export),
                button("Keep It", ButtonStyle::Secondary, PrivacyAction::View),
            ])
        }
        PrivacyAction::Erase => {
            request.host().records.erase_person(person).await?;
            Answer::text(words::DELETED)
        }
    };
    request.say(said).await;
    Ok(())
}
