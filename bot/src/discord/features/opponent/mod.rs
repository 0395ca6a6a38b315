//! Computer players in lobbies and games, hints and analyses.

pub mod commands;
pub mod words;

use std::time::Duration;

use opponent::Level;
use serenity::all::ButtonStyle;

use crate::discord::answer::Answer;
use crate::discord::custom_id::{ComponentContext, ComputerIntent, Intent};
use crate::discord::menu::Item;
use crate::discord::messages::people::is_computer;
use crate::discord::request::{Outcome, Request, refuse};
use crate::discord::wording::{ask, capitalised, people_names, sentence};
use crate::host::{Board, Card, ComputerWish, GameId, Lobby, LobbyRefusal, NotStarted, Progress, Refusal};

/// Waiting time before progress is shown.
const PATIENCE: Duration = Duration::from_secs(2);

/// Adds a computer player to a lobby.
pub async fn add(request: &Request, game: GameId, wish: ComputerWish) -> Outcome {
    let done = request.host().lobbies.add_computer(&request.who(), game, wish).await?;
    request.say_done(done).await;
    Ok(())
}

/// Menu options of the levels.
pub fn levels() -> Vec<Item> {
    let item = |level: Level| Item {
        label: level.name().to_owned(),
        value: level.key().to_owned(),
        detail: capitalised(words::about(level)),
    };
    Level::ALL.into_iter().map(item).collect()
}

/// Private menu for adding a computer player, with a button for removing one.
async fn ask_level(request: &Request, game: GameId) -> Outcome {
    let Board::Lobby(lobby) = request.host().views.board(game).await? else {
        return Err(Refusal::from(LobbyRefusal::Begun).into());
    };
    request.say(with_levels(Answer::text(words::ADD), game, &lobby)).await;
    Ok(())
}

/// Adds a computer player; while seats are free, the menu stays for the next one.
async fn add_by_menu(request: &Request, game: GameId, level: Level) -> Outcome {
    let wish = ComputerWish { level, battalion: None };
    let done = request.host().lobbies.add_computer(&request.who(), game, wish).await?;
    let lobby = match request.host().views.board(game).await? {
        Board::Lobby(lobby) if lobby.seats.len() < usize::from(lobby.options.seats) => Some(lobby),
        _ => None,
    };
    let more = |said: Answer| match lobby {
        Some(lobby) => with_levels(said.also(words::ANOTHER), game, &lobby),
        None => said,
    };
    request.say_done_and(done, more).await;
    Ok(())
}

/// Adds the menu of levels, and the button for removing a computer player.
fn with_levels(answer: Answer, game: GameId, lobby: &Lobby) -> Answer {
    let of = ComponentContext { game, version: lobby.version };
    let answer = answer.rows(of.menu(ask::LEVEL, &levels(), 0, |_| ComputerIntent::Add.into()));
    if lobby.seats.iter().flat_map(|seat| &seat.members).any(is_computer) {
        answer.buttons(vec![of.button("Remove a Computer", ButtonStyle::Secondary, ComputerIntent::Remove)])
    } else {
        answer
    }
}

/// Shows a suggested move with its reason, privately.
pub async fn hint(request: &Request, game: Option<String>) -> Outcome {
    let game = request.resolve_game(game).await?;
    let hint = request.host().computers.hint(&request.who(), game).await?;
    request.say(words::hint(&hint)).await;
    Ok(())
}

/// Shows the analysis of a duel, privately.
pub async fn analyse(request: &Request, game: Option<String>) -> Outcome {
    let game = request.resolve_game(game).await?;
    analyse_now(request, game).await
}

async fn analyse_now(request: &Request, game: GameId) -> Outcome {
    request.hold().await;
    let progress = Progress::default();
    let mut looking = std::pin::pin!(request.host().computers.analyse(game, progress.clone()));
    let analysed = loop {
        tokio::select! {
            looked = &mut looking => break looked?,
            () = tokio::time::sleep(PATIENCE) => {
                request.meanwhile(words::analysing(progress.percent())).await;
            }
        }
    };
    let Board::Game(scene) = request.host().views.board(game).await? else {
        return Err(Refusal::from(NotStarted::Game).into());
    };
    let mut names = scene.seats.iter().map(|members| people_names(members));
    let names = [names.next().unwrap_or_default(), names.next().unwrap_or_default()];
    let theme = request.host().views.own_theme(game, request.person()).await?;
    let card = Card::Chances(words::chances(&analysed, names));
    let picture = request.host().views.card(card, theme).await?;
    let of = ComponentContext { game, version: scene.newest };
    let steps = Intent::Step { button: 0, at: 0 };
    let steps = of.button("Step Through", ButtonStyle::Secondary, steps);
    let answer = Answer::text(words::analysed(&analysed)).picture_named(&picture, "analysis.png").buttons(vec![steps]);
    request.say(answer).await;
    Ok(())
}

/// Handles a press.
pub async fn press(request: &Request, of: ComponentContext, intent: ComputerIntent, value: Option<&str>) -> Outcome {
    match intent {
        ComputerIntent::Add => match value.map(str::parse::<Level>) {
            Some(Ok(level)) => add_by_menu(request, of.game, level).await,
            Some(Err(unknown)) => Err(refuse(sentence(&unknown.to_string()))),
            None => ask_level(request, of.game).await,
        },
        ComputerIntent::Take { seat } => match value.map(str::parse::<Level>) {
            Some(Ok(level)) => {
                let me = request.public_actor();
                let done = request.host().tables.computer_takes(&me, of.game, seat, level).await?;
                request.say_done(done).await;
                Ok(())
            }
            Some(Err(unknown)) => Err(refuse(sentence(&unknown.to_string()))),
            None => {
                let rows = of.menu(ask::LEVEL, &levels(), 0, |_| intent.into());
                request.say(Answer::text(words::TAKE_OVER).rows(rows)).await;
                Ok(())
            }
        },
        ComputerIntent::Remove => {
            let done = request.host().lobbies.remove_computer(&request.who(), of.game).await?;
            request.say_done(done).await;
            Ok(())
        }
        ComputerIntent::Analyse => analyse_now(request, of.game).await,
    }
}
