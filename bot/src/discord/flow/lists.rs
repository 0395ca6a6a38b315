//! Lists of games, in private, page by page: one's own, and those that want players.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use super::visible::Eyes;
use super::{Outcome, guild, person, refuse};
use crate::discord::answer::Answer;
use crate::discord::app::Shared;
use crate::discord::custom_id::{ComponentContext, CustomId, Intent, ListOf};
use crate::discord::error::Error;
use crate::discord::responder::Responder;
use crate::discord::wording::{lists as words, refusal};
use crate::host::Lobby;

/// Games of one's own on a page.
const GAMES: usize = 10;
/// Games that want players on a page: as many as a row has buttons.
const SEEKS: usize = 5;

/// A page of a list.
pub async fn show(app: &Shared, responder: &Responder, of: ListOf, page: u16) -> Outcome {
    responder.hold().await;
    let answer = match of {
        ListOf::Mine => mine(app, responder, page).await?,
        ListOf::Seeks => seeks(app, responder, page).await?,
    };
    responder.say(answer).await;
    Ok(())
}

async fn mine(app: &Shared, responder: &Responder, page: u16) -> Result<Answer, Error> {
    let here = guild(responder);
    let games = app.host.list_games(person(responder), here).await?;
    let page = Page::of(&games, page, GAMES);
    let text = words::mine(page.items, here.is_some());
    Ok(page.turned(Answer::text(page.numbered(text)), ListOf::Mine))
}

async fn seeks(app: &Shared, responder: &Responder, page: u16) -> Result<Answer, Error> {
    let Some(here) = guild(responder) else {
        return Err(refuse(refusal::SERVER_ONLY));
    };
    let mut eyes = Eyes::of(responder);
    let mut seen: Vec<Lobby> = Vec::new();
    for lobby in app.host.seeks(here).await? {
        if eyes.see(lobby.place).await {
            seen.push(lobby);
        }
    }
    let page = Page::of(&seen, page, SEEKS);
    let mut lines = Vec::new();
    let mut buttons = Vec::new();
    for (number, lobby) in (1..).zip(page.items) {
        let message = app.host.lobby_message(lobby.game).await?;
        lines.push(words::seek(
            number,
            lobby,
            message.map(|posted| posted.message),
        ));
        let of = ComponentContext {
            game: lobby.game,
            version: lobby.version,
        };
        let join = Intent::Join { page: 0 };
        buttons.push(of.button(&format!("Join {number}"), ButtonStyle::Primary, join));
    }
    let text = match lines.is_empty() {
        true => words::NO_SEEKS.to_owned(),
        false => lines.join("\n"),
    };
    let answer = Answer::text(page.numbered(text)).buttons(buttons);
    Ok(page.turned(answer, ListOf::Seeks))
}

/// A part of a list.
struct Page<'a, T> {
    items: &'a [T],
    number: usize,
    of: usize,
}

impl<'a, T> Page<'a, T> {
    fn of(all: &'a [T], number: u16, size: usize) -> Self {
        let of = all.len().div_ceil(size).max(1);
        let number = usize::from(number).min(of - 1);
        let items = all.chunks(size).nth(number).unwrap_or_default();
        Self { items, number, of }
    }

    fn numbered(&self, text: String) -> String {
        match self.of {
            1 => text,
            of => format!("{text}\nPage {} of {of}", self.number + 1),
        }
    }

    /// With buttons to turn it, where there is more than one.
    fn turned(&self, answer: Answer, list: ListOf) -> Answer {
        if self.of == 1 {
            return answer;
        }
        let turn = |label: &str, to: Option<usize>| {
            let page = to.and_then(|to| u16::try_from(to).ok()).unwrap_or(u16::MAX);
            let id = CustomId::List(list, page).encode().unwrap_or_default();
            // Disabled buttons lead nowhere, each by an id of its own.
            let id = if to.is_some() {
                id
            } else {
                format!("{id}!{label}")
            };
            CreateButton::new(id)
                .label(label)
                .style(ButtonStyle::Secondary)
                .disabled(to.is_none())
        };
        let next = Some(self.number + 1).filter(|next| *next < self.of);
        answer.rows(vec![CreateActionRow::Buttons(vec![
            turn("Previous", self.number.checked_sub(1)),
            turn("Next", next),
        ])])
    }
}
