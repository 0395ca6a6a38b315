//! `/play`: two questions at most, then a seat. An open lobby that fits is joined, else one is opened.

pub mod commands;
pub mod words;

use engine::titans::GameMode;
use opponent::Level;
use serenity::all::{
    ButtonStyle, ChannelType, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption, User, UserId,
};

use crate::discord::answer::{Answer, OPTIONS};
use crate::discord::custom_id::{CustomId, Start, Study};
use crate::discord::error::Error;
use crate::discord::features::lobby::place::{Defaults, Where, here};
use crate::discord::features::opponent::levels;
use crate::discord::features::{challenge as invitation, clash, lobby};
use crate::discord::menu::{self, Item};
use crate::discord::request::{Outcome, Request, refuse};
use crate::discord::wording::{players, refusal};
use crate::host::{
    Board, ClashOptions, Colours, ComputerWish, DuelChallenge, GuildSettings, Join, Lobby, LobbyOptions, LobbyRefusal,
    Member, Mode, OptionRefusal, PersonId, Place, Refusal,
};

/// Army at the top of the menu.
const FIRST: &str = "medieval";

/// `/play`: the first question.
pub async fn begin(request: &Request) -> Outcome {
    press(request, Start::Game, None).await
}

/// Asks the next question, or opens the chosen game.
pub async fn press(request: &Request, start: Start, value: Option<&str>) -> Outcome {
    request.hold().await;
    if request.guild.is_none() {
        return Err(refuse(words::ON_A_SERVER));
    }
    match (start, value) {
        (Start::Game, _) => {
            let settings = request.host().settings.settings_of(request.guild).await?;
            request.say(which_game(&settings)).await;
            Ok(())
        }
        (Start::Duel, None) => army(request, start, GameMode::Duel).await,
        (Start::Party, None) => army(request, start, GameMode::Assassin).await,
        (Start::Computer(_), None) => army(request, start, GameMode::Duel).await,
        (Start::Computer(level), Some(army)) => alone(request, level, army).await,
        (Start::Level, level) => {
            let level = level.and_then(|level| level.parse().ok());
            let start = Start::Computer(level.unwrap_or(Level::Recruit));
            army(request, start, GameMode::Duel).await
        }
        (Start::Duel, Some(army)) => seat(request, GameMode::Duel, army).await,
        (Start::Party, Some(army)) => {
            let settings = request.host().settings.settings_of(request.guild).await?;
            seat(request, party_mode(&settings).unwrap_or(GameMode::Assassin), army).await
        }
        (Start::Clash, None) => {
            request.say(opponent(words::OPPONENT)).await;
            Ok(())
        }
        (Start::Clash, Some(person)) => challenge(request, person).await,
        (Start::ClashWithComputer, level) => {
            let level = level.and_then(|level| level.parse().ok()).unwrap_or(Level::Recruit);
            clash_against(request, clash::Rival::Computer(level)).await
        }
        (Start::ClashWithAnyone, _) => with_anyone(request).await,
        (Start::DuelWith(person), _) => challenge_to_duel(request, person).await,
        (Start::ClashWith(person), _) => challenge(request, &person.to_string()).await,
    }
}

fn id(what: impl Into<CustomId>) -> String {
    what.into().encode().unwrap_or_else(|| "-".to_owned())
}

impl From<Start> for CustomId {
    fn from(start: Start) -> Self {
        CustomId::Play(start)
    }
}

/// Mode of a new game for three and more: the first one that the server allows.
fn party_mode(settings: &GuildSettings) -> Option<GameMode> {
    [GameMode::Assassin, GameMode::Ffa].into_iter().find(|mode| settings.is_playable((*mode).into()))
}

/// The games that can be opened on the server.
fn which_game(settings: &GuildSettings) -> Answer {
    let button = |label: &str, style, what: CustomId| CreateButton::new(id(what)).label(label).style(style);
    let mut buttons = Vec::new();
    if settings.is_playable(Mode::Duel) {
        buttons.push(button("A Duel", ButtonStyle::Primary, Start::Duel.into()));
        buttons.push(button("The Computer", ButtonStyle::Primary, Start::Computer(Level::Recruit).into()));
    }
    if let Some(mode) = party_mode(settings) {
        let (fewest, most) = settings.seats(mode.into());
        let label = format!("Party Mode, {}", players(fewest, most));
        buttons.push(button(&label, ButtonStyle::Primary, Start::Party.into()));
    }
    if settings.is_playable(Mode::Clash) {
        buttons.push(button("Clash of the Armies", ButtonStyle::Primary, Start::Clash.into()));
    }
    buttons.push(button("Learn First", ButtonStyle::Secondary, CustomId::Learn(Study::All)));
    Answer::text(words::GAME).buttons(buttons)
}

/// The opponents for Clash of the Armies: people, the computer, anyone.
fn opponent(text: &str) -> Answer {
    let kind = CreateSelectMenuKind::User { default_users: None };
    let people = CreateSelectMenu::new(id(Start::Clash), kind).placeholder(words::CHOOSE_PERSON);
    let strengths = levels().iter().map(menu::option).collect();
    let computers = menu(Start::ClashWithComputer, words::CHOOSE_COMPUTER, strengths);
    let anyone = CreateButton::new(id(Start::ClashWithAnyone)).label("Anyone").style(ButtonStyle::Primary);
    Answer::text(text).rows(vec![CreateActionRow::SelectMenu(people), computers]).buttons(vec![anyone])
}

/// Menu whose choice answers a question.
fn menu(start: Start, placeholder: &str, options: Vec<CreateSelectMenuOption>) -> CreateActionRow {
    let kind = CreateSelectMenuKind::String { options };
    CreateActionRow::SelectMenu(CreateSelectMenu::new(id(start), kind).placeholder(placeholder))
}

/// Menu of the levels of the computer, with the chosen one.
fn strength(chosen: Level) -> CreateActionRow {
    let one = |item: &Item| menu::option(item).default_selection(item.value == chosen.key());
    let options = levels().iter().map(one).collect();
    menu(Start::Level, words::CHOOSE_LEVEL, options)
}

/// Asks for an army, the usual one first; against the computer also for its level.
async fn army(request: &Request, start: Start, mode: GameMode) -> Outcome {
    let all = request.host().rosters.battalions_for(&request.who(), request.guild).await?;
    let mut items: Vec<Item> = all
        .into_iter()
        .filter(|army| army.suits(mode))
        .map(|army| Item { label: army.name, value: army.id, detail: army.summary })
        .collect();
    items.sort_by_key(|item| item.value != FIRST);
    let options: Vec<_> = items.iter().take(OPTIONS).map(menu::option).collect();
    if options.is_empty() {
        return Err(Refusal::from(LobbyRefusal::NothingToPick).into());
    }
    let armies = menu(start, words::CHOOSE_ARMY, options);
    let (text, rows) = match start {
        Start::Computer(level) => (words::LEVEL_AND_ARMY, vec![strength(level), armies]),
        _ => (words::ARMY, vec![armies]),
    };
    request.say(Answer::text(text).rows(rows)).await;
    Ok(())
}

/// Takes a seat in a fitting lobby on this server, or opens a new lobby.
async fn seat(request: &Request, mode: GameMode, army: &str) -> Outcome {
    let place = here(request)?;
    for game in request.host().views.lobbies_around(place).await? {
        if let Ok(Board::Lobby(lobby)) = request.host().views.board(game).await
            && fits(&lobby, mode, request)
            && is_open_to_all(request, place, lobby.place).await
        {
            let join = Join { battalion: Some(army.to_owned()), ..Join::default() };
            let joined = request.host().lobbies.join(&request.who(), game, join).await;
            // Somebody else may have been faster, or the army may not be allowed there.
            if let Ok(done) = joined {
                request.say_done(done).await;
                return Ok(());
            }
        }
    }
    // The settings of the server decide on the number of seats.
    let (fewest, _) = Mode::from(mode).seats();
    let mut options = LobbyOptions::new(mode, fewest);
    // A duel has all it waits for when the other one is there.
    options.start_when_full = mode == GameMode::Duel;
    let spot = free_spot(request, place).await?;
    let army = Some(army.to_owned());
    lobby::open(request, options, Defaults::default(), army, None, spot).await
}

/// Starts a duel against a computer player with the same army.
async fn alone(request: &Request, level: Level, army: &str) -> Outcome {
    let (seats, _) = Mode::from(GameMode::Duel).seats();
    let options = LobbyOptions::new(GameMode::Duel, seats);
    let spot = free_spot(request, here(request)?).await?;
    let against = ComputerWish { level, battalion: Some(army.to_owned()) };
    let army = Some(army.to_owned());
    lobby::open(request, options, Defaults::default(), army, Some(against), spot).await
}

/// Returns true for a lobby of this mode with a free seat, in which the person has none.
fn fits(lobby: &Lobby, mode: GameMode, request: &Request) -> bool {
    let mut members = lobby.seats.iter().flat_map(|seat| &seat.members);
    let seated = members.any(|member| member.person == request.person());
    let same = match mode {
        GameMode::Duel => lobby.options.mode == GameMode::Duel,
        _ => lobby.options.mode != GameMode::Duel,
    };
    let free = lobby.seats.len() < usize::from(lobby.options.seats);
    lobby.closed.is_none() && same && free && !seated
}

/// Can everybody who is here see that place? A thread may be private.
async fn is_open_to_all(request: &Request, here: Place, there: Place) -> bool {
    if there.channel == here.channel || there.parent.is_none() {
        return true;
    }
    let found = request.app.limits.send(request.http().get_channel(there.channel.0.into())).await;
    let guild = found.ok().and_then(serenity::all::Channel::guild);
    guild.is_some_and(|thread| thread.kind == ChannelType::PublicThread)
}

/// Here, unless a game is here already: then in a thread.
async fn free_spot(request: &Request, place: Place) -> Result<Where, Error> {
    let taken = request.host().views.is_taken(place.channel).await?;
    Ok(if taken && !request.in_thread() { Where::Thread } else { Where::Here })
}

/// Asks to which game a person is challenged.
pub async fn challenge_person(request: &Request, person: &User) -> Outcome {
    if person.bot {
        return Err(refuse(refusal::BOT));
    }
    let id_of_person = PersonId(person.id.get());
    if id_of_person == request.person() {
        return Err(Refusal::from(OptionRefusal::OwnOpponent).into());
    }
    let button = |label: &str, start| CreateButton::new(id(start)).label(label).style(ButtonStyle::Primary);
    let buttons = vec![
        button("A Duel", Start::DuelWith(id_of_person)),
        button("Clash of the Armies", Start::ClashWith(id_of_person)),
    ];
    request.say(Answer::text(words::which_game(person.display_name())).buttons(buttons)).await;
    Ok(())
}

async fn challenge_to_duel(request: &Request, person: PersonId) -> Outcome {
    let user = user(request, person).await?;
    let challenge = DuelChallenge {
        opponent: Member { person, name: user.display_name().to_owned() },
        mine: None,
        theirs: None,
        first: Colours::Drawn,
        options: LobbyOptions::new(GameMode::Duel, 2),
    };
    let defaults = Defaults { seats: Some(2), ..Defaults::default() };
    let spot = free_spot(request, here(request)?).await?;
    invitation::challenge(request, user, challenge, defaults, spot).await
}

async fn user(request: &Request, person: PersonId) -> Result<User, Error> {
    let found = request.app.limits.send(request.http().get_user(UserId::new(person.0))).await;
    found.map_err(|_| refuse(refusal::UNKNOWN))
}

/// Accepts a challenge that is open to anyone here; else opens one.
async fn with_anyone(request: &Request) -> Outcome {
    let place = here(request)?;
    for game in request.host().views.lobbies_around(place).await? {
        if let Ok(Board::Challenge(challenge)) = request.host().views.board(game).await
            && challenge.closed.is_none()
            && challenge.challenged.is_none()
            && challenge.challenger.person != request.person()
            && is_open_to_all(request, place, challenge.place).await
            && let Ok(done) = request.host().lobbies.accept(&request.who(), game).await
        {
            request.say_done(done).await;
            return Ok(());
        }
    }
    clash_against(request, clash::Rival::Anyone).await
}

async fn clash_against(request: &Request, rival: clash::Rival) -> Outcome {
    let spot = free_spot(request, here(request)?).await?;
    let (options, defaults) = (ClashOptions::default(), Defaults::default());
    clash::challenge(request, rival, options, defaults, spot).await
}

async fn challenge(request: &Request, person: &str) -> Outcome {
    let id = person.parse::<u64>().ok().filter(|id| *id > 0);
    let id = id.ok_or_else(|| refuse(refusal::UNKNOWN))?;
    let user = user(request, PersonId(id)).await?;
    if user.bot {
        request.say(opponent(words::NO_BOT)).await;
        return Ok(());
    }
    clash_against(request, clash::Rival::Person(Box::new(user))).await
}
