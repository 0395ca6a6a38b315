//! Conditional moves, shown privately.

pub mod commands;
pub mod words;

use serenity::all::{ButtonStyle, CreateActionRow};

use crate::discord::answer::Answer;
use crate::discord::custom_id::{ComponentContext, Intent};
use crate::discord::error::Error;
use crate::discord::features::board as look;
use crate::discord::menu::Item;
use crate::discord::request::{Outcome, Request, refuse};
use crate::host::GameId;

/// Adds a conditional move, or shows the person's lines.
pub async fn here(
    request: &Request,
    game: Option<String>,
    theirs: Option<String>,
    answer: Option<String>,
    after: Option<String>,
) -> Outcome {
    let game = request.resolve_game(game).await?;
    let (theirs, answer) = match (theirs, answer) {
        (Some(theirs), Some(answer)) => (theirs, answer),
        (None, None) => return list(request, game, 0, "").await,
        _ => return Err(refuse(words::BOTH)),
    };
    let on = after.map(|text| text.trim().parse::<i64>());
    let on = on.transpose().map_err(|_| refuse(words::CHOOSE_LINE))?;
    request.host().games.prepare_answer(&request.who(), game, on, (theirs, answer)).await?;
    list(request, game, 0, words::ENTERED).await
}

/// Shows the person's lines after a sentence, with a page of the menu for deleting one.
async fn list(request: &Request, game: GameId, page: u16, said: &str) -> Outcome {
    request.hold().await;
    let lines = request.host().games.conditional_moves(game, request.person()).await?;
    let of = ComponentContext { game, version: look::scene(&request.app, game).await?.version };
    let item = |line: &crate::host::ConditionalLine| Item::new(words::line(&line.moves), line.id.to_string());
    let items: Vec<Item> = lines.iter().map(item).collect();
    let mut rows = of.menu(words::DELETE, &items, page, |page| Intent::Lines { page });
    if items.len() > 1 {
        let all = of.button("Delete All", ButtonStyle::Danger, Intent::DropLines);
        rows.push(CreateActionRow::Buttons(vec![all]));
    }
    let text = words::list(&lines);
    let text = match said {
        "" => text,
        said => format!("{said}\n{text}"),
    };
    request.say(Answer::text(text).rows(rows)).await;
    Ok(())
}

/// Deletes the chosen line; without one, shows a page of them.
pub async fn press(request: &Request, of: ComponentContext, page: u16, value: Option<&str>) -> Outcome {
    let line = value.map(str::parse::<i64>).transpose();
    match line.map_err(|_| Error::Stale)? {
        Some(line) => delete(request, of, Some(line)).await,
        None => list(request, of.game, page, "").await,
    }
}

/// Deletes a line, or all lines.
pub async fn delete(request: &Request, of: ComponentContext, line: Option<i64>) -> Outcome {
    request.host().games.drop_conditional_moves(&request.who(), of.game, line).await?;
    list(request, of.game, 0, words::DELETED).await
}
