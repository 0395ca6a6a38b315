//! Words that players add to the seed of a game (T-32).

use serenity::all::{CreateActionRow, CreateInputText, CreateModal, InputTextStyle};

use crate::discord::custom_id::{ComponentContext, Intent};
use crate::discord::request::{Outcome, Request};
use crate::discord::wording::seed as words;
use crate::host::GameId;

/// Characters of a SHA-256, which may be typed in place of a word.
const LONGEST: u16 = 64;

/// Opens the form for a word. A form must be the first answer to a press.
pub async fn form(request: &Request, of: ComponentContext) -> Outcome {
    let input = CreateInputText::new(InputTextStyle::Short, words::LABEL, "word")
        .min_length(1)
        .max_length(LONGEST)
        .required(true);
    let form = CreateModal::new(of.id(Intent::Word), words::TITLE).components(vec![CreateActionRow::InputText(input)]);
    request.form(form).await;
    Ok(())
}

/// Adds a word to the seed of a game that is being set up, or tells the sealed one.
pub async fn add(request: &Request, game: Option<GameId>, word: &str) -> Outcome {
    request.hold().await;
    let game = super::game(request, game).await?;
    let done = request.host().lobbies.add_word(&request.who(), game, word).await?;
    request.say_done(done).await;
    Ok(())
}
