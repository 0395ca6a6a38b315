//! Log of changes by the people who administer a server.

use super::Outcome;
use super::admin::here;
use super::paging::Page;
use crate::discord::answer::Answer;
use crate::discord::app::Shared;
use crate::discord::custom_id::CustomId;
use crate::discord::responder::Responder;
use crate::discord::wording::log as words;

/// Number of entries per page, small enough for a message.
const ENTRIES: usize = 5;

/// Shows a page of the log, newest entries first.
pub async fn show(app: &Shared, responder: &Responder, number: u16) -> Outcome {
    responder.hold().await;
    let (who, guild) = here(responder)?;
    let all = app.host.admin_log(&who, guild).await?;
    let page = Page::of(&all, number, ENTRIES);
    let text = match page.items.is_empty() {
        true => words::NOTHING.to_owned(),
        false => words::page(page.items),
    };
    let answer = Answer::text(page.numbered(text));
    responder.say(page.turned(answer, CustomId::Log)).await;
    Ok(())
}
