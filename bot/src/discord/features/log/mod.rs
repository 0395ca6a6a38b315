//! Log of changes by the people who administer a server.

pub mod words;

use crate::discord::answer::Answer;
use crate::discord::custom_id::CustomId;
use crate::discord::paging::Page;
use crate::discord::request::{Outcome, Request};

/// Maximum number of entries per page.
const ENTRIES: usize = 5;

/// Shows a page of the log, newest entries first.
pub async fn show(request: &Request, number: u16) -> Outcome {
    request.hold().await;
    let (who, guild) = request.on_server()?;
    let all = request.host().settings.admin_log(&who, guild).await?;
    let page = Page::fitting(&all, number, ENTRIES, words::length);
    let text = if page.items.is_empty() { words::NOTHING.to_owned() } else { words::page(page.items) };
    let answer = Answer::text(page.numbered(text));
    request.say(page.turned(answer, CustomId::Log)).await;
    Ok(())
}
