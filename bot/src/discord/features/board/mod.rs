//! Views of a game: board, moves of a piece, exports.

pub mod commands;

use engine::board::Space;
use engine::view::{Phase, View};

use crate::discord::answer::Answer;
use crate::discord::app::Shared;
use crate::discord::custom_id::{ComponentContext, Intent};
use crate::discord::error::Error;
use crate::discord::features::clash::words as clash_words;
use crate::discord::features::moves as turn;
use crate::discord::features::moves::words;
use crate::discord::menu::Item;
use crate::discord::messages::board::{buttons, next_decision, stopped};
use crate::discord::messages::people::display_names;
use crate::discord::messages::{challenge, lobby};
use crate::discord::request::{Outcome, Request, refuse};
use crate::discord::wording::{ask, list, refusal, sentence};
use crate::host::{Board, GameId, NotStarted, NotYourTurn, Over, Refusal, Scene, Standing};

/// Shows the current board privately.
pub async fn board(request: &Request, game: Option<String>, text: Option<bool>) -> Outcome {
    let game = request.resolve_game(game).await?;
    show(request, game, text).await
}

/// Shows the current board of a game privately: as text, as a picture, or as set by the person.
pub async fn show(request: &Request, game: GameId, text: Option<bool>) -> Outcome {
    request.hold().await;
    let scene = match request.host().views.board(game).await? {
        Board::Lobby(lobby) => {
            request.say(lobby::message(&lobby, &[])).await;
            return Ok(());
        }
        Board::Challenge(challenge) => {
            request.say(challenge::message(&challenge, false)).await;
            return Ok(());
        }
        Board::Game(scene) => scene,
    };
    let said = words::turn(
        &scene.view,
        &display_names(&scene.seats),
        &next_decision(&scene, &[], &request.host().settings.on_holiday(&scene).await?),
    );
    let mut answer = Answer::text(said);
    if let Some(stopped) = stopped(&scene) {
        answer = answer.also(&stopped);
    }
    let answer = if text == Some(true) {
        answer.text_board(&request.host().views.text_board(game, None).await?)
    } else {
        let picture = request.host().views.board_picture(game, request.person()).await?;
        let answer = answer.picture(&picture);
        match text {
            Some(_) => answer,
            None => request.with_text_board(game, None, answer).await?,
        }
    };
    request.say(answer.buttons(buttons(&scene))).await;
    Ok(())
}

/// Shows the moves of the named piece, or a menu of pieces.
pub async fn moves(request: &Request, game: Option<String>, piece: Option<&str>) -> Outcome {
    let game = request.resolve_game(game).await?;
    match piece {
        Some(text) => {
            // Accepts both "Knight g1" and "g1".
            let space = text
                .split_whitespace()
                .last()
                .unwrap_or("")
                .to_lowercase()
                .parse::<Space>()
                .map_err(|_| refuse(refusal::NO_SPACE))?;
            piece_moves(request, game, space).await
        }
        None => look_menu(request, game, 0).await,
    }
}

/// Shows a picture of the moves of one piece.
pub async fn piece_moves(request: &Request, game: GameId, space: Space) -> Outcome {
    request.hold().await;
    let picture = request.host().views.moves_picture(game, request.person(), Some(space)).await?;
    let scene = scene(&request.app, game).await?;
    let of = ComponentContext { game, version: scene.version };
    let mut items = movers(&scene.view);
    items.retain(|item| item.value != space.to_string());
    let mut rows = turn::rows_of_piece(request, game, space).await;
    rows.extend(of.menu(ask::ANOTHER, &items, 0, |page| Intent::Look { page }));
    let text = words::where_to(&piece_names(&scene.view, space), &space.to_string());
    let mut answer = Answer::text(text);
    if let Some(safe) = clash_words::invulnerable(&scene.view) {
        answer = answer.also(&safe);
    }
    if let Some(captures) = words::side_effects(&request.host().views.side_effects(game, space).await?) {
        answer = answer.also(&captures);
    }
    let answer = answer.picture(&picture).rows(rows);
    request.say(request.with_text_board(game, Some(space), answer).await?).await;
    Ok(())
}

/// Shows a menu of the pieces of the Player to move.
pub async fn look_menu(request: &Request, game: GameId, page: u16) -> Outcome {
    request.hold().await;
    let scene = scene(&request.app, game).await?;
    let of = ComponentContext { game, version: scene.version };
    let items = movers(&scene.view);
    if items.is_empty() {
        return Err(Refusal::from(NotYourTurn::NoTurn).into());
    }
    let rows = of.menu(ask::PIECE, &items, page, |page| Intent::Look { page });
    let mut answer = Answer::text("Where can it go? Only you see this.");
    if let Some(safe) = clash_words::invulnerable(&scene.view) {
        answer = answer.also(&safe);
    }
    request.say(answer.rows(rows)).await;
    Ok(())
}

/// The game. Refuses a lobby or a challenge.
pub async fn scene(app: &Shared, game: GameId) -> Result<Box<Scene>, Error> {
    match app.host.views.board(game).await? {
        Board::Game(scene) => Ok(scene),
        Board::Lobby(_) | Board::Challenge(_) => Err(Refusal::from(NotStarted::Game).into()),
    }
}

/// The game while it is in progress. Refuses a lobby, a challenge and a finished game.
pub async fn running(app: &Shared, game: GameId) -> Result<Box<Scene>, Error> {
    let scene = scene(app, game).await?;
    if scene.over { Err(Refusal::from(Over::Game).into()) } else { Ok(scene) }
}

/// Menu options of the pieces of the Player to move. Moves of other pieces cannot be shown.
pub fn movers(view: &View) -> Vec<Item> {
    if view.phase != Phase::Play {
        return Vec::new();
    }
    let mut items: Vec<Item> = Vec::new();
    for piece in view.pieces.iter().filter(|piece| view.to_act.contains(&piece.seat)) {
        let value = piece.space.to_string();
        match items.iter_mut().find(|item| item.value == value) {
            Some(item) => item.label = format!("{}, {}", piece.look.name, item.label),
            None => items.push(Item::new(format!("{} {value}", piece.look.name), value)),
        }
    }
    items.sort_by(|a, b| a.label.cmp(&b.label));
    items
}

fn piece_names(view: &View, space: Space) -> String {
    let there = view.pieces.iter().filter(|piece| piece.space == space && view.to_act.contains(&piece.seat));
    let names: Vec<String> = there.map(|piece| piece.look.name.clone()).collect();
    if names.is_empty() { "Piece".to_owned() } else { list(&names) }
}

/// Sends the game as a file, privately.
pub async fn export(request: &Request, game: Option<String>, format: Format) -> Outcome {
    let game = request.resolve_game(game).await?;
    let answer = match format {
        Format::Json => {
            let export = request.host().games.export(game).await?;
            Answer::text("Here is the game as a file.").file(&export.name, export.json)
        }
        Format::Pgn => {
            let export = request.host().games.pgn(game).await?;
            let said = match &export.left_out {
                None => "Here is the game as PGN.".to_owned(),
                Some((round, why)) => words::round_left_out(*round, &refusal::not_pgn(why)),
            };
            Answer::text(sentence(&said)).file(&export.name, export.text)
        }
    };
    request.say(answer).await;
    Ok(())
}

/// Format of an exported game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// All data, in the program's own format.
    Json,
    /// PGN for other programs, if the game was orthodox chess.
    Pgn,
}

/// Game in one line, for lists.
pub async fn game_line(app: &Shared, game: GameId) -> Result<String, Error> {
    Ok(match app.host.views.board(game).await? {
        Board::Lobby(lobby) => format!("Game {game}: {}, not started yet", lobby.options.mode.name()),
        Board::Challenge(challenge) => match &challenge.challenged {
            Some(challenged) => format!("Game {game}: {} challenges {}", challenge.challenger.name, challenged.name),
            None => format!("Game {game}: {} is looking for an opponent", challenge.challenger.name),
        },
        Board::Game(scene) => {
            let names: Vec<String> = scene.seats.iter().flatten().map(|member| member.name.clone()).collect();
            let standing = match scene.clock.standing {
                Some(Standing::Adjourned) => ", adjourned",
                Some(Standing::Paused) => ", paused",
                None => "",
            };
            format!("Game {game}: {}{standing}", list(&names))
        }
    })
}

#[cfg(test)]
mod tests {
    use engine::board::Seat;
    use engine::titans::GameMode;

    use super::*;
    use crate::host::tests::{Folder, game, host, scene};

    /// Menus offer the pieces of the Player to move by name, each Space once, with all pieces on it.
    #[tokio::test]
    async fn pieces_that_share_a_space_are_one_option() {
        let folder = Folder::new();
        let host = host(&folder).await;
        let game = game(&host, GameMode::Duel, &["medieval"; 2]).await;
        let mut view = scene(&host, game).await.view;
        let on = |view: &View, space: &str| {
            view.pieces.iter().find(|piece| piece.space == space.parse().unwrap()).unwrap().clone()
        };
        let (king, pawn, rook) = (on(&view, "e1"), on(&view, "a2"), on(&view, "a1"));
        let mut theirs = on(&view, "e8");
        theirs.space = pawn.space;
        let mut shared = rook.clone();
        shared.space = pawn.space;
        view.pieces = vec![theirs, rook, pawn, shared, king];
        let labels = |view: &View| movers(view).into_iter().map(|item| item.label).collect::<Vec<_>>();
        assert_eq!(labels(&view), ["King e1", "Rook a1", "Rook, Pawn a2"]);
        assert_eq!(piece_names(&view, "a2".parse().unwrap()), "Pawn and Rook");
        view.to_act = vec![Seat(1)];
        assert_eq!(labels(&view), ["King a2"]);
        view.to_act.clear();
        assert_eq!(labels(&view), [""; 0]);
    }
}
