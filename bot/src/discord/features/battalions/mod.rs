//! Management of a server's Battalions: uploads, previews, publishing, sharing, tests.

pub mod art;
pub mod art_commands;
pub mod art_words;
pub mod battlefield_commands;
pub mod battlefield_words;
pub mod battlefields;
pub mod check_words;
pub mod commands;
pub mod test_delivery;
pub mod test_followers;
pub mod test_words;
pub mod testing;
pub mod words;

use std::sync::Arc;

use serenity::all::{Attachment, ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind};

use crate::discord::answer::{Answer, CONTENT, OPTIONS};
use crate::discord::app::Shared;
use crate::discord::custom_id::{CustomId, DraftAction};
use crate::discord::error::Error;
use crate::discord::features::gallery::words as gallery;
use crate::discord::features::rules::Preview;
use crate::discord::menu::{Item, option};
use crate::discord::request::{Outcome, Request, refuse};
use crate::discord::wording::{done, refusal, sentence};
use crate::host::rulebook::Versions;
use crate::host::{
    BattalionFile, Draft, DraftId, FileProblem, GuildId, Limits, Looked, MAX_PACK, Pack, ShareWith, Who, is_pack,
};

/// Content of an attached file. Refuses people who may not add one.
async fn fetch(app: &Shared, who: &Who, guild: GuildId, file: &Attachment) -> Result<Vec<u8>, Error> {
    let limits = app.host.settings.administered(who, guild).await?.limits;
    Ok(app.uploads.fetch(file, most_bytes(&file.filename, &limits)).await?)
}

/// Maximum size of a file with this name: a zip file holds several Battalions.
fn most_bytes(name: &str, limits: &Limits) -> usize {
    if name.to_lowercase().ends_with(".zip") { MAX_PACK } else { limits.bytes as usize }
}

/// Faults of a file, as a message.
pub(in crate::discord) fn faulty(app: &Shared, errors: &[FileProblem]) -> Answer {
    let (text, file) = words::faulty(errors, &app.manual);
    let answer = Answer::text(text);
    match file {
        Some(all) => answer.file(words::ERRORS_FILE, all),
        None => answer,
    }
}

async fn looked(request: &Request, looked: Looked) -> Result<Answer, Error> {
    match looked {
        Looked::Faulty(errors) => Ok(faulty(&request.app, &errors)),
        Looked::Same(same) => Ok(Answer::text(refusal::same_file(&same))),
        Looked::Draft(draft) => page(request, draft, 0).await,
    }
}

/// Checks a file without saving it. Shows its faults or a preview.
pub async fn check(request: &Request, file: &Attachment) -> Outcome {
    request.hold().await;
    let (who, guild) = request.on_server()?;
    let bytes = fetch(&request.app, &who, guild, file).await?;
    let found = request.host().battalions.check_battalion(&who, guild, bytes).await?;
    let answer = looked(request, found).await?;
    request.say(answer).await;
    Ok(())
}

/// Adds a file: shows its faults or a preview. For a pack, shows the result for each file.
pub async fn add(request: &Request, file: &Attachment) -> Outcome {
    request.hold().await;
    let (who, guild) = request.on_server()?;
    let bytes = fetch(&request.app, &who, guild, file).await?;
    let answer = if is_pack(&bytes) {
        pack(&request.host().battalions.add_pack(&who, guild, bytes).await?)
    } else {
        let found = request.host().battalions.add_battalion(&who, guild, bytes).await?;
        looked(request, found).await?
    };
    request.say(answer).await;
    Ok(())
}

/// Results for the files of a pack, with buttons for those that can be added.
fn pack(pack: &Pack) -> Answer {
    let (text, file) = words::pack(pack);
    let mut answer = Answer::text(text);
    if let Some(all) = file {
        answer = answer.file(words::ERRORS_FILE, all);
    }
    match pack.id {
        Some(id) => answer.buttons(decisions(id, "Accept All", "Discard All").into()),
        None => answer,
    }
}

/// Handles a press in a preview; `chosen` is the page chosen in its menu.
pub async fn press(request: &Request, id: DraftId, action: DraftAction, chosen: Option<&str>) -> Outcome {
    request.hold().await;
    let (who, guild) = request.on_server()?;
    let action = match action {
        DraftAction::Jump => DraftAction::Page(chosen.and_then(|page| page.parse().ok()).unwrap_or_default()),
        other => other,
    };
    let answer = match action {
        DraftAction::Page(_) | DraftAction::Jump => {
            let number = if let DraftAction::Page(number) = action { number } else { 0 };
            let draft = request.host().battalions.draft(&who, guild, id, number == 0).await?;
            page(request, draft, number).await?
        }
        DraftAction::Accept => {
            let changes = request.host().battalions.accept_battalion(&who, guild, id).await?;
            Answer::text(sentence(&done::battalions(&changes)))
        }
        DraftAction::Discard => {
            request.host().battalions.discard_battalion(&who, guild, id).await?;
            Answer::text(words::DISCARDED)
        }
    };
    request.say(answer).await;
    Ok(())
}

/// Page of the preview of an uploaded file.
async fn page(request: &Request, draft: Draft, number: u16) -> Result<Answer, Error> {
    let waits = if draft.only_checked { words::SOUND.to_owned() } else { words::waiting(draft.version) };
    let versions =
        draft.before.map(|before| Versions { from: before, to: (draft.version, Arc::clone(&draft.definition)) });
    let below: Vec<String> = words::warnings(&draft.warnings).into_iter().chain([waits]).collect();
    let below = below.join("\n");
    let preview = Preview::beside(draft.definition, below.chars().count() + 1).since(versions.as_ref());
    let number = number.min(preview.len().saturating_sub(1));
    let mut answer = preview.page(request, number).await?.also(&below).buttons(turns(draft.id, number, preview.len()));
    if preview.len() > 1 {
        answer = answer.rows(vec![jump(draft.id, number, &preview.headings())]);
    }
    if !draft.only_checked {
        answer = answer.buttons(decisions(draft.id, "Accept", "Discard").into());
    }
    Ok(answer)
}

fn button(draft: DraftId, action: DraftAction, label: &str, style: ButtonStyle) -> CreateButton {
    CreateButton::new(CustomId::Draft(draft, action).to_string()).label(label).style(style)
}

fn decisions(draft: DraftId, accept: &str, discard: &str) -> [CreateButton; 2] {
    [
        button(draft, DraftAction::Accept, accept, ButtonStyle::Success),
        button(draft, DraftAction::Discard, discard, ButtonStyle::Danger),
    ]
}

/// Buttons that turn pages: each leads to another page.
fn turns(draft: DraftId, page: u16, pages: u16) -> Vec<CreateButton> {
    let turn = |to, label: &str| button(draft, DraftAction::Page(to), label, ButtonStyle::Secondary);
    let mut row = Vec::new();
    if page > 1 {
        row.push(turn(0, "First"));
    }
    if let Some(previous) = page.checked_sub(1) {
        row.push(turn(previous, "Previous"));
    }
    if page + 1 < pages {
        row.push(turn(page + 1, &format!("Next ({} of {pages})", page + 1)));
    }
    if page + 2 < pages {
        row.push(turn(pages - 1, "Last"));
    }
    row
}

/// Menu of what there is to see: as many as fit, around the current page.
fn jump(draft: DraftId, page: u16, headings: &[(u16, String)]) -> CreateActionRow {
    let here = headings.iter().rposition(|(first, _)| *first <= page).unwrap_or(0);
    let some = headings.chunks(OPTIONS).nth(here / OPTIONS).unwrap_or_default();
    let options = some.iter().map(|(first, name)| option(&Item::new(name, first.to_string())));
    let kind = CreateSelectMenuKind::String { options: options.collect() };
    let id = CustomId::Draft(draft, DraftAction::Jump).to_string();
    CreateActionRow::SelectMenu(CreateSelectMenu::new(id, kind).placeholder(words::JUMP))
}

/// Enables or disables a Battalion.
pub async fn switch(request: &Request, battalion: &str, on: bool) -> Outcome {
    request.hold().await;
    let (who, guild) = request.on_server()?;
    let change = request.host().battalions.switch_battalion(&who, guild, battalion, on).await?;
    request.say(sentence(&done::battalion(&change))).await;
    Ok(())
}

/// Publishes one of the server's own Battalions, so that everyone can pick it.
pub async fn publish(request: &Request, battalion: &str, version: Option<i64>) -> Outcome {
    request.hold().await;
    let (who, guild) = request.on_server()?;
    let change = request.host().battalions.publish_battalion(&who, guild, battalion, version).await?;
    request.say(sentence(&done::battalion(&change))).await;
    Ok(())
}

/// Archives one of the server's own Battalions.
pub async fn archive(request: &Request, battalion: &str) -> Outcome {
    request.hold().await;
    let (who, guild) = request.on_server()?;
    let change = request.host().battalions.archive_battalion(&who, guild, battalion).await?;
    request.say(sentence(&done::battalion(&change))).await;
    Ok(())
}

/// Starts or stops sharing one of the server's own Battalions with other servers.
pub async fn share(request: &Request, battalion: &str, with: ShareWith, version: Option<i64>) -> Outcome {
    request.hold().await;
    let (who, guild) = request.on_server()?;
    let (change, code) = request.host().battalions.share_battalion(&who, guild, battalion, with, version).await?;
    let done = sentence(&done::battalion(&change));
    request.say(gallery::shared(&done, &change, code.as_deref())).await;
    Ok(())
}

async fn give(request: &Request, text: &str, file: BattalionFile) -> Outcome {
    request.say(Answer::text(text).file(&file.name, file.bytes)).await;
    Ok(())
}

/// Exports the file of one of the server's own Battalions, or all files as a pack.
pub async fn export(request: &Request, battalion: Option<&str>, version: Option<i64>) -> Outcome {
    request.hold().await;
    let (who, guild) = request.on_server()?;
    let Some(battalion) = battalion else {
        if version.is_some() {
            return Err(refuse(refusal::VERSION_OF_WHAT));
        }
        let file = request.host().battalions.export_pack(&who, guild).await?;
        return give(request, words::PACKED, file).await;
    };
    let file = request.host().battalions.export_battalion(&who, guild, battalion, version).await?;
    give(request, words::EXPORTED, file).await
}

/// Exports any Battalion as a file for designing a new one.
pub async fn copy(request: &Request, battalion: &str) -> Outcome {
    request.hold().await;
    let (who, guild) = request.on_server()?;
    let file = request.host().battalions.clone_battalion(&who, guild, battalion).await?;
    give(request, &words::cloned(&request.app.manual), file).await
}

/// Lists every Battalion of the server.
pub async fn list(request: &Request) -> Outcome {
    request.hold().await;
    let (who, guild) = request.on_server()?;
    let text = words::all(&request.host().battalions.all_battalions(&who, guild).await?);
    let answer = if text.chars().count() <= CONTENT {
        Answer::text(text)
    } else {
        Answer::text("The Battalions of this server.").file("battalions.txt", text + "\n")
    };
    request.say(answer).await;
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// Values of the menu of a long preview with this number of headings, of two pages each.
    fn offered(headings: u16, page: u16) -> Vec<String> {
        let headings: Vec<(u16, String)> = (0..headings).map(|part| (2 * part, format!("Part {part}"))).collect();
        let menu = serde_json::to_value(jump(DraftId(1), page, &headings)).unwrap();
        let options = menu["components"][0]["options"].as_array().cloned().unwrap_or_default();
        options.iter().map(|option: &Value| option["value"].as_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn a_zip_file_may_be_larger_however_its_name_is_written() {
        let limits = Limits::default();
        for (name, most) in [("riders.toml", limits.bytes as usize), ("all.zip", MAX_PACK), ("ALL.ZIP", MAX_PACK)] {
            assert_eq!(most_bytes(name, &limits), most, "{name}");
        }
    }

    #[test]
    fn the_menu_of_a_preview_has_the_heading_of_the_current_page() {
        for headings in [1, 25, 26, 60] {
            for page in 0..2 * headings {
                let offered = offered(headings, page);
                assert!(
                    offered.len() <= OPTIONS && offered.contains(&(page / 2 * 2).to_string()),
                    "{page}: {offered:?}"
                );
            }
        }
        assert_eq!((offered(60, 0).len(), offered(60, 119).len()), (25, 10));
    }

    /// Each button leads to another page than the current one, and no two buttons to the same.
    #[test]
    fn pages_of_a_preview_are_turned_by_different_buttons() {
        for pages in 1..=5 {
            for page in 0..pages {
                let buttons = serde_json::to_value(turns(DraftId(1), page, pages)).unwrap();
                let buttons: Vec<(String, String)> = buttons
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|button| {
                        let text = |key: &str| button[key].as_str().unwrap().to_owned();
                        (text("label"), text("custom_id"))
                    })
                    .collect();
                let leads = |label: &str, to: u16| {
                    (label.to_owned(), CustomId::Draft(DraftId(1), DraftAction::Page(to)).to_string())
                };
                let mut expected = Vec::new();
                expected.extend((page > 1).then(|| leads("First", 0)));
                expected.extend((page > 0).then(|| leads("Previous", page - 1)));
                let next = format!("Next ({} of {pages})", page + 1);
                expected.extend((pages - page > 1).then(|| leads(&next, page + 1)));
                expected.extend((pages - page > 2).then(|| leads("Last", pages - 1)));
                assert_eq!(buttons, expected, "{page} of {pages}");
            }
        }
    }
}
