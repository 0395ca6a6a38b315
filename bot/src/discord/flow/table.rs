//! Takebacks, seats that change hands, and games that move to another channel.

use engine::board::Seat;
use serenity::all::{ButtonStyle, User};

use super::place::here;
use super::{Outcome, cannot_post, find_game, openly, person, refuse, resolve_game, say_done, secret, who};
use crate::discord::answer::Answer;
use crate::discord::app::Shared;
use crate::discord::custom_id::{ComponentContext, Intent, TableIntent};
use crate::discord::error::Error;
use crate::discord::messages::board::seat_buttons;
use crate::discord::responder::Responder;
use crate::discord::wording::{refusal, table as words};
use crate::host::{Board, GameId, Member, Over, PersonId, Place, Refusal, Scene, Standing};

/// Asks for a takeback.
pub async fn takeback(app: &Shared, responder: &Responder, game: Option<String>) -> Outcome {
    let game = resolve_game(app, responder, game).await?;
    let done = app.host.ask_takeback(&openly(responder), game).await?;
    say_done(app, responder, done).await;
    Ok(())
}

/// Offers the own seat to somebody.
pub async fn hand_over(app: &Shared, responder: &Responder, to: User, game: Option<String>) -> Outcome {
    let game = resolve_game(app, responder, game).await?;
    if to.bot {
        return Err(refuse(refusal::BOT_SEAT));
    }
    let to = Member { person: PersonId(to.id.get()), name: to.display_name().to_owned() };
    let done = app.host.hand_over(&openly(responder), game, to).await?;
    say_done(app, responder, done).await;
    Ok(())
}

/// Frees the seat of somebody who is absent.
pub async fn free_seat(app: &Shared, responder: &Responder, absent: User, game: Option<String>) -> Outcome {
    let game = resolve_game(app, responder, game).await?;
    let absent = PersonId(absent.id.get());
    let done = app.host.free_seat(&openly(responder), game, absent).await?;
    say_done(app, responder, done).await;
    Ok(())
}

/// Takes the person's former seat back from a computer, or the free seat of the game here, or asks which.
pub async fn take_seat(app: &Shared, responder: &Responder, game: Option<String>) -> Outcome {
    let game = resolve_game(app, responder, game).await?;
    let me = super::person(responder);
    if let Some(own) = app.host.seat_to_have_back(game, me).await? {
        return take(app, responder, game, own).await;
    }
    let scene = scene(app, game).await?;
    match scene.table.vacant.as_slice() {
        [] => Err(refuse(words::NO_FREE_SEAT)),
        [only] => take(app, responder, game, only.seat).await,
        _ => {
            let buttons = seat_buttons(&scene);
            let answer = Answer::text(words::WHICH_SEAT).buttons(buttons);
            responder.say(answer).await;
            Ok(())
        }
    }
}

async fn take(app: &Shared, responder: &Responder, game: GameId, seat: Seat) -> Outcome {
    let done = app.host.take_seat(&openly(responder), game, seat).await?;
    let of = ComponentContext { game, version: done.version };
    say_done(app, responder, done).await;
    secret::asked_off_the_board(app, responder, of).await
}

/// Removes somebody from the lobby here.
pub async fn kick(app: &Shared, responder: &Responder, out: User) -> Outcome {
    responder.hold().await;
    let game = find_game(app, responder, None).await?;
    let out = PersonId(out.id.get());
    let done = app.host.kick(&who(responder), game, out).await?;
    say_done(app, responder, done).await;
    Ok(())
}

/// Moves a game to this channel.
pub async fn move_here(app: &Shared, responder: &Responder, game: Option<String>) -> Outcome {
    responder.hold().await;
    let place = here(responder)?;
    if let Some(problem) = cannot_post(responder) {
        return Err(refuse(problem));
    }
    let game = match game {
        Some(named) => find_game(app, responder, Some(&named)).await?,
        None => own_game(app, responder).await?,
    };
    let scene = scene(app, game).await?;
    // The board of a game in progress is where its Players look for it.
    if scene.clock.standing != Some(Standing::Adjourned) && scene.place.channel != place.channel {
        let of = ComponentContext { game, version: scene.version };
        let buttons = vec![
            of.button("Move It Here", ButtonStyle::Primary, TableIntent::Move),
            of.button("Leave It There", ButtonStyle::Secondary, Intent::Never),
        ];
        let there = format!("<#{}>", scene.place.channel);
        responder.say(Answer::text(words::move_here(&there)).buttons(buttons)).await;
        return Ok(());
    }
    move_now(app, responder, game, place).await
}

async fn move_now(app: &Shared, responder: &Responder, game: GameId, place: Place) -> Outcome {
    let done = app.host.move_game(&openly(responder), game, place).await?;
    say_done(app, responder, done).await;
    Ok(())
}

/// The only game of the person on this server, else they have to name it.
async fn own_game(app: &Shared, responder: &Responder) -> Result<GameId, Error> {
    let games = app.host.games_of(person(responder)).await?;
    let here = super::guild(responder);
    let mut on_server = games.iter().filter(|game| game.place.guild == here && !game.lobby);
    match (on_server.next(), on_server.next()) {
        (Some(only), None) => Ok(only.game),
        (None, _) => Err(refuse(refusal::NO_GAME_TO_MOVE)),
        _ => Err(refuse(refusal::NAME_GAME_TO_MOVE)),
    }
}

async fn scene(app: &Shared, game: GameId) -> Result<Box<Scene>, Error> {
    match app.host.board(game).await? {
        Board::Game(scene) if scene.over => Err(Refusal::from(Over::Game).into()),
        Board::Game(scene) => Ok(scene),
        Board::Lobby(_) | Board::Challenge(_) => Err(refuse(refusal::LOBBY)),
    }
}

/// Does what a press asks for.
pub async fn press(app: &Shared, responder: &Responder, of: ComponentContext, intent: TableIntent) -> Outcome {
    let me = openly(responder);
    let done = match intent {
        TableIntent::Takeback | TableIntent::NoTakeback => {
            let yes = intent == TableIntent::Takeback;
            let expected = Some(of.version);
            app.host.answer_takeback(&me, of.game, expected, yes).await?
        }
        TableIntent::Accept | TableIntent::Decline => {
            let yes = intent == TableIntent::Accept;
            app.host.answer_hand_over(&me, of.game, of.version, yes).await?
        }
        TableIntent::Absent { seat } => app.host.agree_absent(&me, of.game, seat).await?,
        TableIntent::Take { seat } => return take(app, responder, of.game, seat).await,
        TableIntent::Move => return move_now(app, responder, of.game, here(responder)?).await,
    };
    say_done(app, responder, done).await;
    Ok(())
}
