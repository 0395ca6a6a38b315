//! Looking through a game, in private: its turns as a list, or step by step with the board of each.

use engine::text;
use serenity::all::{ButtonStyle, CreateButton};

use super::{Outcome, look, person, resolve_game};
use crate::discord::answer::{Answer, CONTENT};
use crate::discord::app::Shared;
use crate::discord::custom_id::{ComponentContext, Intent};
use crate::discord::responder::Responder;
use crate::discord::wording::{computer as computer_words, history as words, refusal};
use crate::host::{GameId, Moment, StepKind};

/// What a command shows: every turn as a list, or the last one with its board.
pub async fn here(app: &Shared, responder: &Responder, game: Option<String>, text: Option<bool>) -> Outcome {
    let game = resolve_game(app, responder, game).await?;
    match text {
        Some(true) => list(app, responder, game).await,
        _ => step(app, responder, game, None).await,
    }
}

async fn list(app: &Shared, responder: &Responder, game: GameId) -> Outcome {
    let steps = app.host.steps(game).await?;
    let scene = look::scene(app, game).await?;
    let names = look::display_names(&scene.seats);
    let text = words::list(&steps, &scene.view, &names).join("\n");
    let is_turn = |kind: &StepKind| matches!(kind, StepKind::Turn { .. });
    let answer = match steps.iter().filter(|step| is_turn(&step.kind)).count() {
        0 => Answer::text(refusal::NOTHING_PLAYED),
        _ if text.chars().count() <= CONTENT => Answer::text(text),
        turns => Answer::text(words::attached(turns)).file("history.txt", text + "\n"),
    };
    responder.say(answer).await;
    Ok(())
}

/// A step with its board; the last one if `at` is `None`.
pub async fn step(app: &Shared, responder: &Responder, game: GameId, at: Option<u16>) -> Outcome {
    responder.hold().await;
    let me = person(responder);
    let moment = app.host.moment(game, me, at.map(usize::from)).await?;
    let names = look::display_names(&moment.seats);
    let said = words::moment(&moment.steps, moment.index, &moment.view, &names);
    let looked = app.host.analysed(game);
    let chance = looked.and_then(|looked| {
        let version = moment.steps.get(moment.index)?.version;
        computer_words::at_turn(&looked, version, &names)
    });
    let said = match chance {
        Some(chance) => format!("{said}\n{chance}"),
        None => said,
    };
    let mut answer = Answer::text(said).picture(&moment.picture);
    if app.host.person_settings(me).await?.text_board {
        answer = answer.block(&text::board(&moment.view), "board.txt");
    }
    responder.say(answer.buttons(buttons(game, &moment))).await;
    Ok(())
}

/// To the first step, back, on, and to the last.
fn buttons(game: GameId, moment: &Moment) -> Vec<CreateButton> {
    let of = ComponentContext { game, version: moment.newest };
    let (here, last) = (moment.index, moment.steps.len().saturating_sub(1));
    let ways = [
        ("First", 0, here > 0),
        ("Previous", here.saturating_sub(1), here > 0),
        ("Next", (here + 1).min(last), here < last),
        ("Last", last, here < last),
    ];
    // Two of them may lead to the same step: the number of the button tells them apart.
    let buttons = (0..).zip(ways).map(|(button, (label, to, on))| {
        let at = u16::try_from(to).unwrap_or(u16::MAX);
        of.button(label, ButtonStyle::Secondary, Intent::Step { button, at }).disabled(!on)
    });
    buttons.collect()
}
