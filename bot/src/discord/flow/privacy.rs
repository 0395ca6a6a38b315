//! Stored data of a person: view, export, deletion.

use serenity::all::{ButtonStyle, CreateButton};

use super::{Outcome, person, refuse};
use crate::discord::answer::Answer;
use crate::discord::app::Shared;
use crate::discord::custom_id::{CustomId, PrivacyAction};
use crate::discord::error::Error;
use crate::discord::responder::Responder;
use crate::discord::wording::privacy as words;
use crate::host::{self, Refusal, StandingRefusal};

/// Bytes of a file that Discord takes anywhere.
const LARGEST: usize = 8 << 20;

fn button(label: &str, style: ButtonStyle, action: PrivacyAction) -> CreateButton {
    let id = CustomId::Privacy(action).to_string();
    CreateButton::new(id).label(label).style(style)
}

/// `/settings privacy`.
pub async fn view(app: &Shared, responder: &Responder) -> Outcome {
    responder.hold().await;
    let said = panel(app, responder).await?;
    responder.say(said).await;
    Ok(())
}

async fn panel(app: &Shared, responder: &Responder) -> Result<Answer, Error> {
    let privacy = app.host.privacy(person(responder)).await?;
    let (label, action) = match privacy.listed {
        true => ("Hide My Standing", PrivacyAction::Hide),
        false => ("Show My Standing", PrivacyAction::List),
    };
    Ok(Answer::text(words::view(&privacy)).buttons(vec![
        button(label, ButtonStyle::Secondary, action),
        button("Export My Data", ButtonStyle::Secondary, PrivacyAction::Export),
        button("Delete My Data…", ButtonStyle::Danger, PrivacyAction::Ask),
    ]))
}

/// A press on one of these buttons: it is always about the person who presses.
pub async fn press(app: &Shared, responder: &Responder, action: PrivacyAction) -> Outcome {
    responder.hold().await;
    let person = person(responder);
    let said = match action {
        PrivacyAction::View => panel(app, responder).await?,
        PrivacyAction::List | PrivacyAction::Hide => {
            let listed = action == PrivacyAction::List;
            app.host.set_listed(person, listed).await?;
            panel(app, responder).await?.also(words::changed(listed))
        }
        PrivacyAction::Export => {
            let file = app.host.personal_data(person).await?;
            if file.json.len() > LARGEST {
                return Err(refuse(words::TOO_LARGE));
            }
            Answer::text(words::EXPORTED).file(&file.name, file.json)
        }
        PrivacyAction::Ask => {
            let open = app.host.privacy(person).await?.open;
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
            app.host.erase_person(person).await?;
            Answer::text(words::DELETED)
        }
    };
    responder.say(said).await;
    Ok(())
}
