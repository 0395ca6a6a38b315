//! Words that players add to the seed of a game (T-32).

use serenity::all::{CreateActionRow, CreateInputText, CreateModal, InputTextStyle};

use super::{Outcome, find_game, say_done, who};
use crate::discord::app::Shared;
use crate::discord::custom_id::{ComponentContext, Intent};
use crate::discord::responder::Responder;
use crate::discord::wording::seed as words;
use crate::host::GameId;

/// Characters of a SHA-256, which may be typed in place of a word.
const LONGEST: u16 = 64;

/// Opens the form for a word. A form must be the first answer to a press.
pub async fn form(responder: &Responder, of: ComponentContext) -> Outcome {
    let input = CreateInputText::new(InputTextStyle::Short, words::LABEL, "word")
        .min_length(1)
        .max_length(LONGEST)
        .required(true);
    let form = CreateModal::new(of.id(Intent::Word), words::TITLE).components(vec![CreateActionRow::InputText(input)]);
    responder.form(form).await;
    Ok(())
}

/// Adds a word to the seed of a game that is being set up, or tells the sealed one.
pub async fn add(app: &Shared, responder: &Responder, game: Option<GameId>, word: &str) -> Outcome {
    responder.hold().await;
    let game = match game {
        Some(game) => game,
        None => find_game(app, responder, None).await?,
    };
    let done = app.host.add_word(&who(responder), game, word).await?;
    say_done(app, responder, done).await;
    Ok(())
}
