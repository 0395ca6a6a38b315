//! Private lists of games with pages: the person's own games, and games that need players.

pub mod commands;
pub mod words;

use serenity::all::ButtonStyle;

use crate::discord::answer::Answer;
use crate::discord::custom_id::{ComponentContext, CustomId, Intent, ListOf};
use crate::discord::error::Error;
use crate::discord::paging::Page;
use crate::discord::request::ChannelVisibility;
use crate::discord::request::{Outcome, Request, refuse};
use crate::discord::wording::refusal;
use crate::host::{Lobby, MessageId};

/// Maximum number of own games per page.
const GAMES: usize = 10;
/// Maximum number of games that need players per page: one button for each in a row.
const SEEKS: usize = 5;

/// Shows a page of a list.
pub async fn show(request: &Request, of: ListOf, page: u16) -> Outcome {
    request.hold().await;
    let answer = match of {
        ListOf::Mine => mine(request, page).await?,
        ListOf::Seeks => seeks(request, page).await?,
    };
    request.say(answer).await;
    Ok(())
}

async fn mine(request: &Request, page: u16) -> Result<Answer, Error> {
    let here = request.guild;
    let games = request.host().views.list_games(request.person(), here).await?;
    let page = Page::fitting(&games, page, GAMES, words::length);
    let text = words::mine(page.items, here.is_some());
    Ok(page.turned(Answer::text(page.numbered(text)), |page| CustomId::List(ListOf::Mine, page)))
}

async fn seeks(request: &Request, page: u16) -> Result<Answer, Error> {
    let Some(here) = request.guild else {
        return Err(refuse(refusal::SERVER_ONLY));
    };
    let mut visibility = ChannelVisibility::of(request);
    let mut seen: Vec<Lobby> = Vec::new();
    for lobby in request.host().views.seeks(here).await? {
        if visibility.can_see(lobby.place).await {
            seen.push(lobby);
        }
    }
    let longest = Some(MessageId(u64::MAX));
    let page = Page::fitting(&seen, page, SEEKS, |lobby| words::seek(SEEKS, lobby, longest).chars().count());
    let mut lines = Vec::new();
    let mut buttons = Vec::new();
    for (number, lobby) in (1..).zip(page.items) {
        let message = request.host().outbox.lobby_message(lobby.game).await?;
        lines.push(words::seek(number, lobby, message.map(|posted| posted.message)));
        let of = ComponentContext { game: lobby.game, version: lobby.version };
        let join = Intent::Join { page: 0 };
        buttons.push(of.button(&format!("Join {number}"), ButtonStyle::Primary, join));
    }
    let text = if lines.is_empty() { words::NO_SEEKS.to_owned() } else { lines.join("\n") };
    let answer = Answer::text(page.numbered(text)).buttons(buttons);
    Ok(page.turned(answer, |page| CustomId::List(ListOf::Seeks, page)))
}
