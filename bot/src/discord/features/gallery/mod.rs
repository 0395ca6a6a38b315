//! Gallery of Battalions shared by servers: search, preview, copying, reporting.

mod note;
pub mod remarks;
pub mod reports;
pub mod words;

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};

use crate::discord::answer::{Answer, OPTION_TEXT};
use crate::discord::custom_id::{ArmyAction, ArmyRef, CustomId, GalleryPage, RemarkRef};
use crate::discord::error::Error;
use crate::discord::features::rules::Preview;
use crate::discord::paging::Page;
use crate::discord::request::{Outcome, Request, refuse};
use crate::discord::wording::{clip, done, refusal, sentence};
use crate::host::{GalleryOrder, SharedArmy, SharedBy};
use crate::text;
use note::note_form;

/// Number of Battalions per page.
const LINES: usize = 6;

/// `/battalions browse`.
pub async fn browse(request: &Request, typed: Option<&str>, order: GalleryOrder) -> Outcome {
    let typed = text::line(typed.unwrap_or_default(), usize::MAX);
    list(request, GalleryPage::first(order, &typed), None).await
}

/// Shows a page of the gallery. `chosen` is the value from its menu.
pub async fn list(request: &Request, at: GalleryPage, chosen: Option<&str>) -> Outcome {
    request.hold().await;
    if let Some(chosen) = chosen {
        let army = chosen.strip_prefix("army:").and_then(ArmyRef::read);
        return match army {
            Some(ArmyRef { by, .. }) => look(request, &by, 0).await,
            None => Err(refuse(refusal::UNKNOWN)),
        };
    }
    let all = request.host().battalions.gallery(&at.words, at.order).await?;
    if all.is_empty() {
        request.say(words::nothing(&at.words)).await;
        return Ok(());
    }
    let page = Page::of(&all, at.number, LINES);
    let text = words::page(&at.words, page.items, page.number * LINES + 1);
    let number = u16::try_from(page.number).unwrap_or(u16::MAX);
    let options = page.items.iter().map(|line| {
        let army = ArmyRef { by: SharedBy::Gallery(line.id), version: line.version, action: ArmyAction::Page(0) };
        CreateSelectMenuOption::new(clip(&line.name, OPTION_TEXT), CustomId::Army(army).to_string())
    });
    let kind = CreateSelectMenuKind::String { options: options.collect() };
    let id = CustomId::Gallery(at.at(number)).to_string();
    let menu = CreateSelectMenu::new(id, kind).placeholder(words::WHICH);
    let answer = Answer::text(page.numbered(text)).rows(vec![CreateActionRow::SelectMenu(menu)]);
    request.say(page.turned(answer, |number| CustomId::Gallery(at.at(number)))).await;
    Ok(())
}

/// `/battalions add-code`.
pub async fn by_code(request: &Request, typed: &str) -> Outcome {
    request.hold().await;
    let army = request.host().battalions.army_by_code(typed).await?;
    let answer = page(request, army, 0).await?;
    request.say(answer).await;
    Ok(())
}

async fn look(request: &Request, by: &SharedBy, number: u16) -> Outcome {
    let army = request.host().battalions.shared_army(by).await?;
    let answer = page(request, army, number).await?;
    request.say(answer).await;
    Ok(())
}

/// Page about a shared Battalion: first the Battalion, then one page per piece.
async fn page(request: &Request, army: SharedArmy, number: u16) -> Result<Answer, Error> {
    let about = words::about(&army);
    let preview = Preview::new(army.definition);
    let last = preview.len().saturating_sub(1);
    let number = number.min(last);
    let answer = preview.page(request, number).await?.also(&about);
    let button = |action, label: &str, style| {
        let army = ArmyRef { by: army.by.clone(), version: army.version, action };
        CreateButton::new(CustomId::Army(army).to_string()).label(label).style(style)
    };
    let turn = |to: u16, label: &str| button(ArmyAction::Page(to), label, ButtonStyle::Secondary);
    let mut row = Vec::new();
    if let Some(before) = number.checked_sub(1) {
        row.push(turn(before, "Previous"));
    }
    if number < last {
        row.push(turn(number + 1, &format!("Next ({} of {})", number + 1, last + 1)));
    }
    if request.guild.is_some() {
        row.push(button(ArmyAction::Add, words::ADD, ButtonStyle::Success));
    }
    row.push(button(ArmyAction::Report, words::REPORT, ButtonStyle::Danger));
    let mut rows = vec![CreateActionRow::Buttons(row)];
    if matches!(army.by, SharedBy::Gallery(_)) {
        let first = GalleryPage::first(GalleryOrder::default(), "");
        let back =
            CreateButton::new(CustomId::Gallery(first).to_string()).label(words::BACK).style(ButtonStyle::Secondary);
        let write = remarks::button(RemarkRef { share: army.id, version: army.version });
        rows.push(CreateActionRow::Buttons(vec![back, write]));
    }
    Ok(answer.rows(rows))
}

/// Handles a press under a shared Battalion. `typed` is the text of the submitted form.
pub async fn press(request: &Request, army: ArmyRef, typed: Option<&str>) -> Outcome {
    let ArmyRef { by, version, action } = army;
    match (action, typed) {
        (ArmyAction::Page(number), _) => {
            request.hold().await;
            look(request, &by, number).await
        }
        (ArmyAction::Add, _) => {
            request.hold().await;
            let (who, guild) = request.on_server()?;
            let change = request.host().battalions.copy_shared(&who, guild, &by, version).await?;
            request.say(sentence(&done::battalion(&change))).await;
            Ok(())
        }
        // A form must be the first response to a press, so the press is not acknowledged before.
        (ArmyAction::Report, None) => {
            let id = CustomId::Army(ArmyRef { by, version, action });
            request.form(note_form(&id, words::REPORT_TITLE, words::REPORT_WHY)).await;
            Ok(())
        }
        (ArmyAction::Report, Some(reason)) => {
            request.hold().await;
            let who = request.who();
            request.host().battalions.report(&who, &by, version, reason).await?;
            request.say(words::REPORTED).await;
            reports::notify(request).await;
            Ok(())
        }
    }
}
