//! Lobbies: opening, joining, leaving, starting, and ending a game for everybody.

pub mod commands;
pub mod odds;
pub mod opening;
pub mod place;
pub mod seed;
pub mod titans_commands;
pub mod words;

use opponent::Level;
use serenity::all::{ButtonStyle, UserId};

use crate::discord::answer::Answer;
use crate::discord::app::Shared;
use crate::discord::custom_id::{ComponentContext, Intent};
use crate::discord::error::Error;
use crate::discord::features::lobby::place::{Defaults, Where, here};
use crate::discord::features::{clash, opponent as computer};
use crate::discord::menu::Item;
use crate::discord::request::{Outcome, Request};
use crate::discord::wording::ask;
use crate::host::{
    self, BattalionInfo, Board, ComputerWish, GameId, GuildSettings, Join, LobbyOptions, LobbyRefusal, LobbySeat,
    Opening, Over, PersonId, Refusal,
};
use engine::titans::PlacementStyle;

/// Id of the Battlefield with this id or name. Unknown text is returned unchanged, and the host refuses it.
fn battlefield(app: &Shared, settings: &GuildSettings, text: &str) -> String {
    let wanted = text.trim().to_lowercase();
    let mut all = app.host.battlefields.available(settings);
    let same = all.find(|f| f.id.to_lowercase() == wanted || f.name.to_lowercase() == wanted);
    same.map_or_else(|| text.trim().to_owned(), |field| field.id.clone())
}

/// Opens a lobby.
pub async fn open(
    request: &Request,
    mut options: LobbyOptions,
    defaults: Defaults,
    battalion: Option<String>,
    mut against: Option<ComputerWish>,
    spot: Where,
) -> Outcome {
    request.hold().await;
    let place = here(request)?;
    let settings = request.host().settings.settings_of(place.guild).await?;
    complete(&request.app, &mut options, defaults, &settings)?;
    let who = request.who();
    request.host().lobbies.may_open(&who, &place, &options).await?;
    let battalion = match battalion {
        Some(text) => Some(chosen(request, &text).await?),
        None => None,
    };
    if let Some(named) = against.as_mut().and_then(|wish| wish.battalion.as_mut()) {
        *named = chosen(request, named).await?;
    }
    // Checks before opening, so that no thread is created for a refused game.
    let named = against.as_ref().and_then(|wish| wish.battalion.as_ref());
    for battalion in battalion.iter().chain(named) {
        request.host().lobbies.may_pick(&who, &place, &options, battalion).await?;
    }
    let opening = Opening::Lobby { options, battalion, against };
    opening::open(request, opening, spot).await
}

/// Fills in the defaults of the server.
pub fn complete(
    app: &Shared,
    options: &mut LobbyOptions,
    defaults: Defaults,
    settings: &GuildSettings,
) -> Result<(), Error> {
    options.time = defaults.time(settings)?;
    options.seats = defaults.seats.unwrap_or_else(|| settings.usual_seats(options.mode.into()));
    options.theme = defaults.theme.unwrap_or(settings.theme);
    options.placement = defaults.placement.unwrap_or(settings.placement);
    let battlefield = options.battlefield.take();
    options.battlefield = battlefield.map(|text| self::battlefield(app, settings, &text));
    Ok(())
}

/// Id of the Battalion with this id or name. Unknown text is returned unchanged.
pub async fn chosen(request: &Request, text: &str) -> Result<String, Error> {
    let wanted = text.trim().to_lowercase();
    let all = request.host().rosters.battalions_for(&request.who(), request.guild).await?;
    let same = all.iter().find(|b| b.id.to_lowercase() == wanted || b.name.to_lowercase() == wanted);
    match same {
        Some(found) => Ok(found.id.clone()),
        // The host's refusal lists the Battalions.
        None => Ok(text.trim().to_owned()),
    }
}

/// Takes a seat, or changes the Battalion of the person's seat.
pub async fn join(
    request: &Request,
    of: Option<ComponentContext>,
    battalion: Option<String>,
    with: Option<UserId>,
    word: Option<String>,
) -> Outcome {
    request.hold().await;
    let game = game(request, of.map(|of| of.game)).await?;
    let board = request.host().views.board(game).await?;
    if is_for_certain_people(&board) && battalion.is_none() && with.is_none() {
        return accept(request, game, word).await;
    }
    let battalion = match battalion {
        Some(text) => Some(chosen(request, &text).await?),
        None => None,
    };
    let who = request.who();
    let seated = match board {
        Board::Lobby(lobby) => lobby.seats.iter().flat_map(|seat| &seat.members).any(|m| m.person == who.person),
        Board::Challenge(_) | Board::Game(_) => false,
    };
    let done = match (battalion, with) {
        (None, None) if word.is_none() => return pick(request, game, 0).await,
        (None, None) if seated => request.host().lobbies.add_word(&who, game, &word.unwrap_or_default()).await?,
        (Some(battalion), None) if seated && word.is_none() => {
            request.host().lobbies.choose_battalion(&who, game, &battalion).await?
        }
        (battalion, with) => {
            let with = with.map(|user| PersonId(user.get()));
            request.host().lobbies.join(&who, game, Join { battalion, with, word }).await?
        }
    };
    request.say_done(done).await;
    Ok(())
}

/// Adds a computer player with this Battalion, or with a random one.
pub async fn add_computer(request: &Request, level: Level, battalion: Option<String>) -> Outcome {
    request.hold().await;
    let game = game(request, None).await?;
    let battalion = match battalion {
        Some(text) => Some(chosen(request, &text).await?),
        None => None,
    };
    let wish = ComputerWish { level, battalion };
    computer::add(request, game, wish).await
}

fn is_for_certain_people(board: &Board) -> bool {
    match board {
        Board::Challenge(_) => true,
        Board::Lobby(lobby) => lobby.options.invitation.is_some(),
        Board::Game(_) => false,
    }
}

/// Accepts an invitation. If the person has no Battalion yet, keeps the word and shows the choice of one.
pub async fn accept(request: &Request, game: GameId, word: Option<String>) -> Outcome {
    request.hold().await;
    if let Board::Lobby(lobby) = request.host().views.board(game).await? {
        let me = request.person();
        let own = |seat: &&LobbySeat| seat.members.iter().any(|one| one.person == me);
        let seat = lobby.seats.iter().find(own);
        if lobby.closed.is_none() && seat.is_some_and(|seat| seat.battalion.is_none()) {
            if let Some(word) = word {
                request.host().lobbies.add_word(&request.who(), game, &word).await?;
            }
            return pick(request, game, 0).await;
        }
    }
    clash::accept(request, game, word).await
}

/// Shows the private choice of a Battalion.
pub async fn pick(request: &Request, game: GameId, page: u16) -> Outcome {
    request.hold().await;
    let lobby = match request.host().views.board(game).await? {
        Board::Lobby(lobby) if lobby.closed.is_none() => lobby,
        Board::Lobby(_) => return Err(Refusal::from(Over::Lobby).into()),
        Board::Challenge(_) => return Err(Refusal::from(LobbyRefusal::IsChallenge).into()),
        Board::Game(_) => return Err(Refusal::from(LobbyRefusal::Begun).into()),
    };
    let me = request.person();
    let sits = lobby.seats.iter().flat_map(|seat| &seat.members).any(|one| one.person == me);
    if lobby.seats.len() >= usize::from(lobby.options.seats) && !sits {
        return Err(host::Error::from(Refusal::from(LobbyRefusal::Full)).into());
    }
    let of = ComponentContext { game, version: lobby.version };
    let items: Vec<Item> = request
        .host()
        .rosters
        .battalions_for(&request.who(), lobby.place.guild)
        .await?
        .into_iter()
        .filter(|b| b.suits(lobby.options.mode))
        .map(item)
        .collect();
    let rows = of.menu(ask::BATTALION, &items, page, |page| Intent::Join { page });
    request.say(Answer::text("Which Battalion do you want to play?").rows(rows)).await;
    Ok(())
}

fn item(battalion: BattalionInfo) -> Item {
    let label = if battalion.private { format!("{} (private)", battalion.name) } else { battalion.name };
    Item { label, value: battalion.id, detail: battalion.summary }
}

/// Vacates the person's seat, or declines an invitation.
pub async fn leave(request: &Request, of: Option<ComponentContext>) -> Outcome {
    request.hold().await;
    let game = game(request, of.map(|of| of.game)).await?;
    if is_for_certain_people(&request.host().views.board(game).await?) {
        return clash::decline(request, game).await;
    }
    let done = request.host().lobbies.leave(&request.who(), game).await?;
    request.say_done(done).await;
    Ok(())
}

/// Starts the game. With free seats, it starts only with a confirmed number of Players.
pub async fn start(request: &Request, of: Option<ComponentContext>, with: Option<usize>) -> Outcome {
    request.hold().await;
    let game = game(request, of.map(|of| of.game)).await?;
    match request.host().lobbies.start(&request.who(), game, with).await {
        Err(host::Error::Refused(Refusal::Lobby(LobbyRefusal::FreeSeats { taken, seats }))) => {
            ask_start(request, game, taken, seats).await
        }
        done => {
            request.say_done(done?).await;
            Ok(())
        }
    }
}

/// Asks for confirmation to start with free seats.
async fn ask_start(request: &Request, game: GameId, taken: usize, seats: usize) -> Outcome {
    let Board::Lobby(lobby) = request.host().views.board(game).await? else {
        return Err(Error::Stale);
    };
    let of = ComponentContext { game, version: lobby.version };
    let players = u8::try_from(taken).map_err(|_| Error::Stale)?;
    let buttons = vec![
        of.button(&words::start_with(taken), ButtonStyle::Success, Intent::StartWith { players }),
        of.button("Wait", ButtonStyle::Secondary, Intent::Never),
    ];
    request.say(Answer::text(words::few(taken, seats)).buttons(buttons)).await;
    Ok(())
}

/// Ends the game or lobby in this channel for everybody.
pub async fn end(request: &Request, reason: Option<String>) -> Outcome {
    let game = request.resolve_game(None).await?;
    let done = request.host().games.end(&request.who(), game, reason).await?;
    request.say_done(done).await;
    Ok(())
}

/// The given game, or the one of this channel.
async fn game(request: &Request, given: Option<GameId>) -> Result<GameId, Error> {
    match given {
        Some(game) => Ok(game),
        None => request.find_game(None).await,
    }
}

/// Sets whether all Players place their own Territories.
pub async fn own_places(request: &Request, of: ComponentContext, on: bool) -> Outcome {
    request.hold().await;
    let style = if on { PlacementStyle::Chosen } else { PlacementStyle::Usual };
    let done = request.host().lobbies.decide_placement(&request.who(), of.game, style).await?;
    request.say_done(done).await;
    Ok(())
}
