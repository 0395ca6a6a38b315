//! Views of a game: board, moves of a piece, exports.

use engine::board::{Seat, Space};
use engine::clash::{Gold, STEP, ULTIMATE};
use engine::view::{Phase, View};
use serenity::all::ButtonStyle;

use super::{Outcome, clash, computer, lobby, person, refuse, resolve_game, turn};
use crate::discord::answer::Answer;
use crate::discord::app::Shared;
use crate::discord::custom_id::{ClashIntent, ComponentContext, Intent, TableIntent};
use crate::discord::error::Error;
use crate::discord::menu::Item;
use crate::discord::responder::Responder;
use crate::discord::wording::{
    DisplayNames, ask, clash as clash_words, clean, list, refusal, sentence, table as table_words, turn as words,
};
use crate::host::{Board, GameId, Member, RaiseDecision, Scene, Standing, VacantSeat};

/// Names of the people in the seats, for texts.
pub fn display_names(seats: &[Vec<Member>]) -> DisplayNames {
    DisplayNames::new(seats.iter().map(|members| members.iter().map(|member| member.name.clone()).collect()))
}

/// Shows the current board privately.
pub async fn board(app: &Shared, responder: &Responder, game: Option<String>, text: Option<bool>) -> Outcome {
    let game = resolve_game(app, responder, game).await?;
    show(app, responder, game, text).await
}

/// Adds the text board to a private picture, if the person's settings ask for it.
pub async fn readable(app: &Shared, responder: &Responder, game: GameId, answer: Answer) -> Result<Answer, Error> {
    if !app.host.person_settings(person(responder)).await?.text_board {
        return Ok(answer);
    }
    Ok(answer.block(&app.host.text_board(game).await?, "board.txt"))
}

/// Shows the current board of a game privately: as text, as a picture, or as set by the person.
pub async fn show(app: &Shared, responder: &Responder, game: GameId, text: Option<bool>) -> Outcome {
    responder.hold().await;
    let scene = match app.host.board(game).await? {
        Board::Lobby(lobby) => {
            responder.say(lobby::message(&lobby, &[])).await;
            return Ok(());
        }
        Board::Challenge(challenge) => {
            responder.say(clash::message(&challenge, false)).await;
            return Ok(());
        }
        Board::Game(scene) => scene,
    };
    let said =
        words::turn(&scene.view, &display_names(&scene.seats), &next(&scene, &[], &app.host.on_holiday(&scene).await?));
    let mut answer = if text == Some(true) {
        Answer::text(said).block(&app.host.text_board(game).await?, "board.txt")
    } else {
        let picture = app.host.board_picture(game, person(responder)).await?;
        let answer = Answer::text(said).picture(&picture);
        match text {
            Some(_) => answer,
            None => readable(app, responder, game, answer).await?,
        }
    };
    if let Some(stopped) = stopped(&scene) {
        answer = answer.also(&stopped);
    }
    responder.say(answer.buttons(buttons(&scene))).await;
    Ok(())
}

/// The pending decision with its deadline. Mentions the people in `pinged` and names the others. `away` lists people
/// on holiday with the end of their holiday.
pub fn next(scene: &Scene, pinged: &[Member], away: &[(Member, i64)]) -> words::Next {
    let names = display_names(&scene.seats);
    let banks = Seat::all(scene.seats.len()).zip(&scene.clock.banks);
    words::Next {
        who: who(&scene.to_act, pinged),
        deadline: scene.deadline,
        control: scene.options.time(),
        standing: scene.clock.standing,
        left: scene.clock.left,
        banks: banks.map(|(seat, bank)| (names.name(seat), *bank)).collect(),
        away: away.iter().map(|(member, until)| (clean(&member.name), *until)).collect(),
        stopped: scene.stopped.is_some(),
        told: scene.round_over || scene.table.taken_back.is_some(),
        instead: instead(scene).or_else(|| computer::thinking(scene)),
    }
}

/// Sentence for a decision of a free seat.
fn instead(scene: &Scene) -> Option<String> {
    let vacant = scene.table.vacant.iter();
    let waited_for = vacant.filter(|free| scene.view.to_act.contains(&free.seat));
    let waited_for: Vec<&VacantSeat> = waited_for.collect();
    (!waited_for.is_empty() && scene.to_act.is_empty()).then(|| table_words::waits_for_seat(&waited_for))
}

/// List of people for a sentence. Mentions those in `pinged` and names the others.
pub fn who(people: &[Member], pinged: &[Member]) -> String {
    let one = |member: &Member| match pinged.contains(member) {
        true => format!("<@{}>", member.person),
        false => format!("**{}**", clean(&member.name)),
    };
    list(&people.iter().map(one).collect::<Vec<_>>())
}

/// Sentence on a game that a moderator ended.
pub fn stopped(scene: &Scene) -> Option<String> {
    let stopped = scene.stopped.as_ref()?;
    let reason = stopped.reason.as_deref().map(|reason| format!(" Reason: {}", sentence(reason))).unwrap_or_default();
    Some(format!(
        "**{}** ended this game.{reason}{}",
        clean(&stopped.by.name),
        words::unsealed(&scene.view, &display_names(&scene.seats))
    ))
}

/// Buttons under the newest position.
pub fn buttons(scene: &Scene) -> Vec<serenity::all::CreateButton> {
    if scene.version != scene.newest {
        return Vec::new();
    }
    let of = ComponentContext { game: scene.game, version: scene.version };
    if scene.over {
        return after_the_end(of);
    }
    if scene.unattended {
        return Vec::new();
    }
    if scene.clock.standing.is_some() {
        return vec![of.button("Resume", ButtonStyle::Primary, Intent::Resume)];
    }
    let view = &scene.view;
    let mut buttons = match view.phase {
        Phase::Placement => {
            vec![of.button("Place My Army", ButtonStyle::Primary, Intent::Place)]
        }
        Phase::VolatileChoice { .. } => {
            vec![of.button("Choose", ButtonStyle::Primary, Intent::Volatile)]
        }
        Phase::Shop => vec![of.button("Open My Shop", ButtonStyle::Primary, ClashIntent::Shop { page: 0 })],
        Phase::Auction { standing: None } => {
            vec![of.button("Bid", ButtonStyle::Primary, ClashIntent::Bid)]
        }
        Phase::Auction { standing: Some(at) } => {
            let auction = view.clash.as_ref().and_then(|clash| clash.auction.as_ref());
            let decision = RaiseDecision {
                to: Gold::from_hundredths(at) + STEP,
                may_stop: auction.is_some_and(|auction| auction.may_stop),
            };
            clash::auction::raise_buttons(of, &decision)
        }
        _ => vec![
            of.button("Move", ButtonStyle::Primary, Intent::Move),
            of.button("Moves of…", ButtonStyle::Secondary, Intent::Look { page: 0 }),
        ],
    };
    if !view.draw_offer.is_empty() {
        buttons.push(of.button("Accept Draw", ButtonStyle::Success, Intent::Draw));
        buttons.push(of.button("Decline", ButtonStyle::Secondary, Intent::NoDraw));
    } else if view.phase == Phase::Play && !is_ultimate(view) {
        buttons.push(of.button("Draw", ButtonStyle::Secondary, Intent::Draw));
    }
    buttons.push(of.button("Resign", ButtonStyle::Danger, Intent::Resign));
    // The message that announces the deal has a button for the person's Targets.
    if view.commitment.is_some() && view.turns == 0 && view.last.is_none() {
        buttons.push(of.button("My Targets", ButtonStyle::Secondary, Intent::Target));
    }
    buttons
}

/// Buttons of a finished game.
fn after_the_end(of: ComponentContext) -> Vec<serenity::all::CreateButton> {
    let (button, at) = (0, u16::MAX);
    let step = Intent::Step { button, at };
    vec![
        of.button("Rematch", ButtonStyle::Primary, Intent::Rematch),
        of.button("Replay", ButtonStyle::Secondary, Intent::Replay),
        of.button("Step Through", ButtonStyle::Secondary, step),
    ]
}

/// Buttons for taking free seats.
pub fn seat_buttons(scene: &Scene) -> Vec<serenity::all::CreateButton> {
    if scene.over {
        return Vec::new();
    }
    let of = ComponentContext { game: scene.game, version: scene.version };
    let vacant = &scene.table.vacant;
    let button = |free: &VacantSeat| {
        let label = table_words::take_label(free, vacant.len() > 1);
        let intent = TableIntent::Take { seat: free.seat };
        of.button(&label, ButtonStyle::Primary, intent)
    };
    vacant.iter().take(5).map(button).collect()
}

/// Returns true in the round without draws (C-13).
fn is_ultimate(view: &View) -> bool {
    view.clash.as_ref().is_some_and(|clash| clash.round >= ULTIMATE)
}

/// Shows the moves of the named piece, or a menu of pieces.
pub async fn moves(app: &Shared, responder: &Responder, game: Option<String>, piece: Option<&str>) -> Outcome {
    let game = resolve_game(app, responder, game).await?;
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
            piece_moves(app, responder, game, space).await
        }
        None => look_menu(app, responder, game, 0).await,
    }
}

/// Shows a picture of the moves of one piece.
pub async fn piece_moves(app: &Shared, responder: &Responder, game: GameId, space: Space) -> Outcome {
    responder.hold().await;
    let picture = app.host.moves_picture(game, person(responder), Some(space)).await?;
    let scene = scene(app, game).await?;
    let of = ComponentContext { game, version: scene.version };
    let mut items = movers(&scene.view);
    items.retain(|item| item.value != space.to_string());
    let mut rows = turn::rows_of_piece(app, responder, game, space).await;
    rows.extend(of.menu(ask::ANOTHER, &items, 0, |page| Intent::Look { page }));
    let text = words::where_to(&piece_names(&scene.view, space), &space.to_string());
    let mut answer = Answer::text(text);
    if let Some(safe) = clash_words::invulnerable(&scene.view) {
        answer = answer.also(&safe);
    }
    if let Some(captures) = words::side_effects(&app.host.side_effects(game, space).await?) {
        answer = answer.also(&captures);
    }
    let answer = answer.picture(&picture).rows(rows);
    responder.say(readable(app, responder, game, answer).await?).await;
    Ok(())
}

/// Shows a menu of the pieces of the Player to move.
pub async fn look_menu(app: &Shared, responder: &Responder, game: GameId, page: u16) -> Outcome {
    responder.hold().await;
    let scene = scene(app, game).await?;
    let of = ComponentContext { game, version: scene.version };
    let items = movers(&scene.view);
    if items.is_empty() {
        return Err(refuse(refusal::NO_TURN));
    }
    let rows = of.menu(ask::PIECE, &items, page, |page| Intent::Look { page });
    let mut answer = Answer::text("Where can it go? Only you see this.");
    if let Some(safe) = clash_words::invulnerable(&scene.view) {
        answer = answer.also(&safe);
    }
    responder.say(answer.rows(rows)).await;
    Ok(())
}

/// The game. Refuses a lobby or a challenge.
pub async fn scene(app: &Shared, game: GameId) -> Result<Box<Scene>, Error> {
    match app.host.board(game).await? {
        Board::Game(scene) => Ok(scene),
        Board::Lobby(_) | Board::Challenge(_) => Err(refuse(refusal::LOBBY)),
    }
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
pub async fn export(app: &Shared, responder: &Responder, game: Option<String>, format: Format) -> Outcome {
    let game = resolve_game(app, responder, game).await?;
    let answer = match format {
        Format::Json => {
            let export = app.host.export(game).await?;
            Answer::text("Here is the game as a file.").file(&export.name, export.json)
        }
        Format::Pgn => {
            let export = app.host.pgn(game).await?;
            let said = match &export.left_out {
                None => "Here is the game as PGN.".to_owned(),
                Some((round, why)) => words::round_left_out(*round, &refusal::not_pgn(why)),
            };
            Answer::text(sentence(&said)).file(&export.name, export.text)
        }
    };
    responder.say(answer).await;
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
    Ok(match app.host.board(game).await? {
        Board::Lobby(lobby) => format!("Game {game}: {}, not started yet", lobby.options.mode.name()),
        Board::Challenge(challenge) => match &challenge.challenged {
            Some(challenged) => format!("Game {game}: {} challenges {}", challenge.challenger.name, challenged.name),
            None => format!("Game {game}: {} is looking for an opponent", challenge.challenger.name),
        },
        Board::Game(scene) => {
            let names: Vec<String> = scene.seats.iter().flatten().map(|member| member.name.clone()).collect();
            let adjourned = match scene.clock.standing {
                Some(Standing::Adjourned) => ", adjourned",
                _ => "",
            };
            format!("Game {game}: {}{adjourned}", list(&names))
        }
    })
}
