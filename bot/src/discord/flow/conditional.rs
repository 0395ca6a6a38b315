//! Conditional moves, shown privately.

use serenity::all::{ButtonStyle, CreateActionRow};

use super::{Outcome, look, person, refuse, resolve_game, who};
use crate::discord::answer::Answer;
use crate::discord::app::Shared;
use crate::discord::custom_id::{ComponentContext, Intent};
use crate::discord::error::Error;
use crate::discord::menu::Item;
use crate::discord::responder::Responder;
use crate::discord::wording::conditional as words;
use crate::host::GameId;

/// Adds a conditional move, or shows the person's lines.
pub async fn here(
    app: &Shared,
    responder: &Responder,
    game: Option<String>,
    theirs: Option<String>,
    answer: Option<String>,
    after: Option<String>,
) -> Outcome {
    let game = resolve_game(app, responder, game).await?;
    let (theirs, answer) = match (theirs, answer) {
        (Some(theirs), Some(answer)) => (theirs, answer),
        (None, None) => return list(app, responder, game, "").await,
        _ => return Err(refuse(words::BOTH)),
    };
    let on = after.map(|text| text.trim().parse::<i64>());
    let on = on.transpose().map_err(|_| refuse(words::CHOOSE_LINE))?;
    app.host.prepare_answer(&who(responder), game, on, (theirs, answer)).await?;
    list(app, responder, game, words::ENTERED).await
}

/// Shows the person's lines after a sentence, with a menu for deleting one.
async fn list(app: &Shared, responder: &Responder, game: GameId, said: &str) -> Outcome {
    responder.hold().await;
    let lines = app.host.conditional_moves(game, person(responder)).await?;
    let of = ComponentContext { game, version: look::scene(app, game).await?.version };
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
    responder.say(Answer::text(text).rows(rows)).await;
    Ok(())
}

/// Deletes the chosen line or all lines; without either, shows them.
pub async fn press(
    app: &Shared,
    responder: &Responder,
    of: ComponentContext,
    all: bool,
    value: Option<&str>,
) -> Outcome {
    let line = value.map(str::parse::<i64>).transpose();
    let line = line.map_err(|_| Error::Stale)?;
    if !all && line.is_none() {
        return list(app, responder, of.game, "").await;
    }
    app.host.drop_conditional_moves(&who(responder), of.game, line).await?;
    list(app, responder, of.game, words::DELETED).await
}
