//! Remarks to the designers of shared Battalions: writing one, and reading those about a server's own.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use crate::discord::answer::Answer;
use crate::discord::custom_id::{CustomId, RemarkRef, RemarksAction};
use crate::discord::features::gallery::note::note_form;
use crate::discord::features::gallery::words;
use crate::discord::paging::Page;
use crate::discord::request::{Outcome, Request};

/// The button that opens the form.
pub fn button(of: RemarkRef) -> CreateButton {
    CreateButton::new(CustomId::Remark(of).to_string()).label(words::REMARK).style(ButtonStyle::Secondary)
}

/// Opens the form; or keeps what was typed in it.
pub async fn press(request: &Request, of: RemarkRef, typed: Option<&str>) -> Outcome {
    let Some(text) = typed else {
        // A form must be the first answer to a press: nothing is acknowledged before it.
        request.form(note_form(&CustomId::Remark(of), words::REMARK_TITLE, words::REMARK_WHAT)).await;
        return Ok(());
    };
    request.hold().await;
    request.host().battalions.remark(&request.who(), request.guild, of.share, of.version, text).await?;
    request.say(words::REMARKED).await;
    Ok(())
}

/// A page of remarks, those about one Battalion on each; or deletes those.
pub async fn list(request: &Request, action: RemarksAction) -> Outcome {
    request.hold().await;
    let (who, guild) = request.on_server()?;
    let number = match action {
        RemarksAction::Page(number) => number,
        RemarksAction::Delete(share) => {
            request.host().battalions.delete_remarks(&who, guild, share).await?;
            request.say(words::REMARKS_DELETED).await;
            return Ok(());
        }
    };
    let all = request.host().battalions.remarks(&who, guild).await?;
    let page = Page::of(&all, number, 1);
    let Some(one) = page.items.first() else {
        request.say(words::NO_REMARKS).await;
        return Ok(());
    };
    let (text, file) = words::remarks(one);
    let delete = CustomId::Remarks(RemarksAction::Delete(one.id)).to_string();
    let delete = CreateButton::new(delete).label(words::DELETE_REMARKS).style(ButtonStyle::Danger);
    let mut answer = Answer::text(page.numbered(text)).rows(vec![CreateActionRow::Buttons(vec![delete])]);
    if let Some(all) = file {
        answer = answer.file(words::REMARKS_FILE, all);
    }
    request.say(page.turned(answer, |number| CustomId::Remarks(RemarksAction::Page(number)))).await;
    Ok(())
}
