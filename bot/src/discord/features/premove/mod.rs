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
        (None, None) => return list(request, game, "").await,
        _ => return Err(refuse(words::BOTH)),
    };
    let on = after.map(|text| text.trim().parse::<i64>());
    let on = on.transpose().map_err(|_| refuse(words::CHOOSE_LINE))?;
    request.host().games.prepare_answer(&request.who(), game, on, (theirs, answer)).await?;
    list(request, game, words::ENTERED).await
}

/// Shows the person's lines after a sentence, with a menu for deleting one.
async fn list(request: &Request, game: GameId, said: &str) -> Outcome {
    request.hold().await;
    let lines = request.host().games.conditional_moves(game, request.person()).await?;
    let of = ComponentContext { game, version: look::scene(&request.app, game).await?.version };
    let item = |line: &crate::host::ConditionalLine| Item::new(words::line(&line.moves), line.id.to_string());
    let items: Vec<Item> = lines.iter().map(item).collect();
    let mut rows = of.menu(words::DELETE, &items, 0, |page| Intent::Lines { page });
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

/// Deletes the chosen line or all lines; without either, shows them.
pub async fn press(request: &Request, of: ComponentContext, all: bool, value: Option<&str>) -> Outcome {
    let line = value.map(str::parse::<i64>).transpose();
    let line = line.map_err(|_| Error::Stale)?;
    if !all && line.is_none() {
        return list(request, of.game, "").await;
    }
    request.host().games.drop_conditional_moves(&request.who(), of.game, line).await?;
    list(request, of.game, words::DELETED).await
}
