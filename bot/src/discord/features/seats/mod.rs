//! Seats that change hands, and games that move to another channel.

pub mod commands;
pub mod words;

use engine::board::Seat;
use serenity::all::{ButtonStyle, User};

use crate::discord::answer::Answer;
use crate::discord::custom_id::{ComponentContext, Intent, TableIntent};
use crate::discord::error::Error;
use crate::discord::features::board;
use crate::discord::features::lobby::place::here;
use crate::discord::features::private as secret;
use crate::discord::features::takeback;
use crate::discord::messages::board::seat_buttons;
use crate::discord::request::{Outcome, Request, refuse};
use crate::discord::wording::refusal;
use crate::host::{GameId, Member, PersonId, Place, Standing};

/// Offers the own seat to somebody.
pub async fn hand_over(request: &Request, to: User, game: Option<String>) -> Outcome {
    let game = request.resolve_game(game).await?;
    if to.bot {
        return Err(refuse(refusal::BOT_SEAT));
    }
    let to = Member { person: PersonId(to.id.get()), name: to.display_name().to_owned() };
    let done = request.host().tables.hand_over(&request.public_actor(), game, to).await?;
    request.say_done(done).await;
    Ok(())
}

/// Frees the seat of somebody who is absent.
pub async fn free_seat(request: &Request, absent: User, game: Option<String>) -> Outcome {
    let game = request.resolve_game(game).await?;
    let absent = PersonId(absent.id.get());
    let done = request.host().tables.free_seat(&request.public_actor(), game, absent).await?;
    request.say_done(done).await;
    Ok(())
}

/// Takes the person's former seat back from a computer, or the free seat of the game here, or asks which.
pub async fn take_seat(request: &Request, game: Option<String>) -> Outcome {
    let game = request.resolve_game(game).await?;
    let me = request.person();
    if let Some(own) = request.host().tables.seat_to_have_back(game, me).await? {
        return take(request, game, own).await;
    }
    let scene = board::running(&request.app, game).await?;
    match scene.table.vacant.as_slice() {
        [] => Err(refuse(words::NO_FREE_SEAT)),
        [only] => take(request, game, only.seat).await,
        _ => {
            let buttons = seat_buttons(&scene);
            let answer = Answer::text(words::WHICH_SEAT).buttons(buttons);
            request.say(answer).await;
            Ok(())
        }
    }
}

async fn take(request: &Request, game: GameId, seat: Seat) -> Outcome {
    let done = request.host().tables.take_seat(&request.public_actor(), game, seat).await?;
    let of = ComponentContext { game, version: done.version };
    request.say_done(done).await;
    secret::asked_off_the_board(request, of).await
}

/// Removes somebody from the lobby here.
pub async fn kick(request: &Request, out: User) -> Outcome {
    request.hold().await;
    let game = request.find_game(None).await?;
    let out = PersonId(out.id.get());
    let done = request.host().lobbies.kick(&request.who(), game, out).await?;
    request.say_done(done).await;
    Ok(())
}

/// Moves a game to this channel.
pub async fn move_here(request: &Request, game: Option<String>) -> Outcome {
    request.hold().await;
    let place = here(request)?;
    if let Some(problem) = request.cannot_post() {
        return Err(refuse(problem));
    }
    let game = match game {
        Some(named) => request.find_game(Some(&named)).await?,
        None => own_game(request).await?,
    };
    let scene = board::running(&request.app, game).await?;
    // The board of a game in progress is where its Players look for it.
    if scene.clock.standing != Some(Standing::Adjourned) && scene.place.channel != place.channel {
        let of = ComponentContext { game, version: scene.version };
        let buttons = vec![
            of.button("Move It Here", ButtonStyle::Primary, TableIntent::Move),
            of.button("Leave It There", ButtonStyle::Secondary, Intent::Never),
        ];
        let there = format!("<#{}>", scene.place.channel);
        request.say(Answer::text(words::move_here(&there)).buttons(buttons)).await;
        return Ok(());
    }
    move_now(request, game, place).await
}

async fn move_now(request: &Request, game: GameId, place: Place) -> Outcome {
    if let Some(problem) = request.cannot_post() {
        return Err(refuse(problem));
    }
    let done = request.host().tables.move_game(&request.public_actor(), game, place).await?;
    request.say_done(done).await;
    Ok(())
}

/// The person's only game on this server; with several, the command must name one.
async fn own_game(request: &Request) -> Result<GameId, Error> {
    let games = request.host().views.games_of(request.person()).await?;
    let here = request.guild;
    let mut on_server = games.iter().filter(|game| game.place.guild == here && !game.lobby);
    match (on_server.next(), on_server.next()) {
        (Some(only), None) => Ok(only.game),
        (None, _) => Err(refuse(refusal::NO_GAME_TO_MOVE)),
        _ => Err(refuse(refusal::NAME_GAME_TO_MOVE)),
    }
}

/// Handles a press.
pub async fn press(request: &Request, of: ComponentContext, intent: TableIntent) -> Outcome {
    let me = request.public_actor();
    let done = match intent {
        TableIntent::Takeback | TableIntent::NoTakeback => {
            return takeback::answer(request, of, intent == TableIntent::Takeback).await;
        }
        TableIntent::Accept | TableIntent::Decline => {
            let yes = intent == TableIntent::Accept;
            request.host().tables.answer_hand_over(&me, of.game, of.version, yes).await?
        }
        TableIntent::Absent { seat } => request.host().tables.agree_absent(&me, of.game, seat).await?,
        TableIntent::Take { seat } => return take(request, of.game, seat).await,
        TableIntent::Move => return move_now(request, of.game, here(request)?).await,
    };
    request.say_done(done).await;
    Ok(())
}
