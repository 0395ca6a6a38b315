//! Reports and remarks about shared Battalions, for the people who run the bot.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton, UserId};

use crate::discord::answer::Answer;
use crate::discord::custom_id::{CustomId, ReportsAction};
use crate::discord::delivery::direct;
use crate::discord::features::gallery::words;
use crate::discord::features::rules::Preview;
use crate::discord::paging::Page;
use crate::discord::request::{Outcome, Request};
use crate::discord::wording::{done, sentence};

/// A button that opens the reports.
pub fn way_in() -> CreateButton {
    let id = CustomId::Reports(ReportsAction::Page(0));
    CreateButton::new(id.to_string()).label("Open Reports").style(ButtonStyle::Primary)
}

/// Tells the people who run the bot that something was reported. The report is stored already, so a message that cannot be delivered
/// is only logged.
pub async fn notify(request: &Request) {
    for person in request.host().battalions.operators() {
        let message = Answer::text(words::NEW_REPORT).buttons(vec![way_in()]).message();
        let told = async {
            let channel = direct(&request.app, request.http(), UserId::new(person.0)).await?;
            request.app.limits.person().await;
            let sent = channel.send_message(request.http(), message).await;
            request.app.limits.note(&sent);
            sent
        };
        if let Err(error) = told.await {
            tracing::warn!(person = person.0, %error, "a person who runs the bot could not be told of a report");
        }
    }
}

/// A page of reports, one Battalion on each; or what was decided about one.
pub async fn press(request: &Request, action: ReportsAction) -> Outcome {
    request.hold().await;
    let who = request.who();
    let said = match action {
        ReportsAction::Page(number) => return page(request, number).await,
        ReportsAction::Hide(share) => {
            let change = request.host().battalions.hide_shared(&who, share, true).await?;
            sentence(&done::battalion(&change))
        }
        ReportsAction::Unhide(share) => {
            let change = request.host().battalions.hide_shared(&who, share, false).await?;
            sentence(&done::battalion(&change))
        }
        ReportsAction::Dismiss(share) => {
            request.host().battalions.dismiss_reports(&who, share).await?;
            words::DISMISSED.to_owned()
        }
    };
    request.say(said).await;
    Ok(())
}

async fn page(request: &Request, number: u16) -> Outcome {
    let all = request.host().battalions.reports(&request.who()).await?;
    let page = Page::of(&all, number, 1);
    let Some(one) = page.items.first() else {
        request.say(words::NO_REPORTS).await;
        return Ok(());
    };
    let share = one.id;
    let preview = Preview::new(one.definition.clone());
    // The sheet; what the file says in words is read in the gallery.
    let pictures = preview.page(request, 0).await?;
    let (text, file) = words::noted(one);
    let mut answer = pictures.instead(page.numbered(text));
    if let Some(all) = file {
        answer = answer.file(words::REPORTS_FILE, all);
    }
    let button =
        |action, label: &str, style| CreateButton::new(CustomId::Reports(action).to_string()).label(label).style(style);
    let mut row = vec![if one.hidden {
        button(ReportsAction::Unhide(share), "Show Again", ButtonStyle::Success)
    } else {
        button(ReportsAction::Hide(share), "Hide", ButtonStyle::Danger)
    }];
    if !one.notes.is_empty() {
        let dismiss = ReportsAction::Dismiss(share);
        row.push(button(dismiss, "Dismiss All", ButtonStyle::Secondary));
    }
    let answer: Answer = answer.rows(vec![CreateActionRow::Buttons(row)]);
    let turned = page.turned(answer, |number| CustomId::Reports(ReportsAction::Page(number)));
    request.say(turned).await;
    Ok(())
}
