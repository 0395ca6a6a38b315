//! Odds in the lobby of a duel: the choice, and the answer to it.

use serenity::all::ButtonStyle;

use crate::discord::answer::Answer;
use crate::discord::custom_id::{ComponentContext, Intent};
use crate::discord::error::Error;
use crate::discord::request::{Outcome, Request};
use crate::discord::wording::odds as words;
use crate::host::{Board, ComputerPlayer, GameId, Member, Odds};

/// Number of odds in a button; 0 takes odds back.
fn number(odds: Odds) -> u8 {
    (1..).zip(Odds::ALL).find(|(_, other)| *other == odds).map_or(0, |(number, _)| number)
}

/// Opens the private choice of odds.
pub async fn choose(request: &Request, of: ComponentContext) -> Outcome {
    request.hold().await;
    let possible = request.host().lobbies.possible_odds(&request.who(), of.game).await?;
    let Board::Lobby(lobby) = request.host().views.board(of.game).await? else {
        return Err(Error::Stale);
    };
    let members = lobby.seats.get(possible.seat.index()).map(|seat| seat.members.as_slice());
    let computer = members.unwrap_or_default().iter().find(|one: &&Member| ComputerPlayer::of(one.person).is_some());
    let of = ComponentContext { version: lobby.version, ..of };
    let button = |odds: Odds| {
        let odds_now = lobby.odds.is_some_and(|given| given.odds == odds && given.seat == possible.seat);
        let style = if odds_now { ButtonStyle::Primary } else { ButtonStyle::Secondary };
        of.button(words::label(odds), style, Intent::GiveOdds { number: number(odds) })
    };
    let mut buttons: Vec<_> = possible.odds.iter().copied().map(button).collect();
    if lobby.odds.is_some() {
        buttons.push(of.button(words::TAKE_BACK, ButtonStyle::Danger, Intent::GiveOdds { number: 0 }));
    }
    let question = words::question(computer.map(|member| member.name.as_str()));
    request.say(Answer::text(question).buttons(buttons)).await;
    Ok(())
}

/// Gives the odds of a button, or takes odds back.
pub async fn press(request: &Request, of: ComponentContext, number: u8) -> Outcome {
    let odds = match usize::from(number).checked_sub(1) {
        None => None,
        Some(index) => Some(*Odds::ALL.get(index).ok_or(Error::Stale)?),
    };
    give(request, Some(of.game), odds).await
}

/// Gives odds in the lobby of this channel or of a button, or takes them back.
pub async fn give(request: &Request, game: Option<GameId>, odds: Option<Odds>) -> Outcome {
    request.hold().await;
    let game = super::game(request, game).await?;
    let done = request.host().lobbies.give_odds(&request.who(), game, odds).await?;
    request.say_done(done).await;
    Ok(())
}
