//! Tests with channels of every kind: who can see a game from elsewhere, which lobby `/play` joins, where a new game is opened,
//! and which game a command means.

use std::sync::Arc;

use serde_json::{Value, json};
use serenity::all::{CommandInteraction, Permissions};

use super::stand_in::{EPHEMERAL, From, Sent, StandIn, channel};
use super::told::told;
use crate::discord::app::Shared;
use crate::discord::custom_id::{ComponentContext, CustomId, Intent, Start, TableIntent};
use crate::discord::features::{board, pause, seats};
use crate::discord::request::Request;
use crate::discord::wording::refusal;
use crate::host::tests::{Folder, PLACE, game, host, lobby, manager, member, open, play, scene, who, with};
use crate::host::{
    Board, ChannelId, ClashOptions, GameId, GuildId, GuildSettings, Host, Invitation, LobbyOptions, Mode, PersonId,
    Place, SeatOrder,
};
use engine::titans::GameMode;

const TEXT: u8 = 0;
const NEWS_THREAD: u8 = 10;
const PUBLIC_THREAD: u8 = 11;
const PRIVATE_THREAD: u8 = 12;

const SERVER: u64 = 9;
const OTHER_SERVER: u64 = 10;
const HERE: u64 = PLACE.channel.0;
const ELSEWHERE: u64 = 502;
const CATEGORY: u64 = 400;

fn by(person: u64, name: &'static str, channel: u64, kind: u8) -> From {
    let may = Permissions::SEND_MESSAGES | Permissions::SEND_MESSAGES_IN_THREADS | Permissions::VIEW_CHANNEL;
    From { person, name, guild: Some(SERVER), channel, kind, may }
}

/// A channel that people without a role cannot see.
fn hidden(mut channel: Value) -> Value {
    channel["permission_overwrites"] = json!([{"id": SERVER.to_string(), "type": 0, "allow": "0", "deny": "1024"}]);
    channel
}

/// A server with this member, on which everyone sees every channel.
pub(super) fn server(stand_in: &StandIn, guild: u64, person: u64) {
    let permissions = Permissions::VIEW_CHANNEL | Permissions::SEND_MESSAGES;
    stand_in.set(
        &format!("GET guilds/{guild}"),
        200,
        json!({
            "id": guild.to_string(), "name": "Club", "owner_id": "1", "verification_level": 0,
            "default_message_notifications": 0, "explicit_content_filter": 0, "emojis": [], "stickers": [],
            "features": [], "mfa_level": 0, "system_channel_flags": 0, "premium_tier": 0, "nsfw_level": 0,
            "preferred_locale": "en-US", "premium_progress_bar_enabled": false, "afk_timeout": 300,
            "roles": [{
                "id": guild.to_string(), "name": "@everyone", "color": 0, "colors": {"primary_color": 0}, "hoist": false, "position": 0,
                "permissions": permissions, "managed": false, "mentionable": false, "flags": 0,
            }],
        }),
    );
    let member = by(person, "Fay", HERE, TEXT).interaction(2, json!(null), None)["member"].clone();
    stand_in.set(&format!("GET guilds/{guild}/members/{person}"), 200, member);
}

/// Account of a person, as Discord returns it.
fn account(person: u64, name: &str) -> Value {
    json!({"id": person.to_string(), "username": name, "discriminator": "0", "global_name": name, "avatar": null})
}

fn text(sent: &[Sent]) -> String {
    let all = sent.iter().map(|one| {
        let body = if one.body["data"].is_object() { &one.body["data"] } else { &one.body };
        body["content"].as_str().unwrap_or_default().to_owned()
    });
    all.collect::<Vec<_>>().concat()
}

async fn press(stand_in: &StandIn, app: &Shared, by: From, id: CustomId, value: Option<&str>) -> Vec<Sent> {
    let values: Vec<String> = value.map(str::to_owned).into_iter().collect();
    stand_in.answers(app, by.press(&id.encode().unwrap(), &values, 0)).await
}

async fn sees(stand_in: &StandIn, app: &Shared, game: GameId, by: From) -> bool {
    let of = ComponentContext { game, version: crate::host::Version(1) };
    let said = text(&press(stand_in, app, by, CustomId::Game(of, Intent::Board), None).await);
    assert!(!said.is_empty());
    !said.contains(refusal::BUTTON_OF_OTHERS)
}

/// A game that needs players is visible to everyone who can see its channel; any other game only to its Players.
#[tokio::test]
async fn a_game_is_shown_to_whoever_can_see_its_channel() {
    let thread = |kind| channel(HERE, SERVER, kind, Some(CATEGORY));
    let plain = || channel(CATEGORY, SERVER, TEXT, None);
    let here = || channel(HERE, SERVER, TEXT, None);
    for (what, place, parent, guild, seen) in [
        ("an open channel", Some(here()), None, Some(SERVER), true),
        ("a hidden channel", Some(hidden(here())), None, Some(SERVER), false),
        ("a channel that is gone", None, None, Some(SERVER), false),
        ("an open channel, from another server", Some(here()), None, Some(OTHER_SERVER), false),
        ("an open channel, from direct messages", Some(here()), None, None, false),
        ("a public thread", Some(thread(PUBLIC_THREAD)), Some(plain()), Some(SERVER), true),
        (
            "a public thread of a hidden channel",
            Some(thread(PUBLIC_THREAD)),
            Some(hidden(plain())),
            Some(SERVER),
            false,
        ),
        ("a public thread of a channel that is gone", Some(thread(PUBLIC_THREAD)), None, Some(SERVER), false),
        ("a thread of announcements", Some(thread(NEWS_THREAD)), Some(plain()), Some(SERVER), true),
        ("a hidden thread of announcements", Some(thread(NEWS_THREAD)), Some(hidden(plain())), Some(SERVER), false),
        ("a private thread", Some(thread(PRIVATE_THREAD)), Some(plain()), Some(SERVER), false),
    ] {
        let folder = Folder::new();
        let host = host(&folder).await;
        let stand_in = StandIn::start().await;
        let app = stand_in.app(host.clone());
        server(&stand_in, SERVER, 6);
        server(&stand_in, OTHER_SERVER, 6);
        for (id, channel) in [(HERE, place), (CATEGORY, parent)] {
            if let Some(channel) = channel {
                stand_in.set(&format!("GET channels/{id}"), 200, channel);
            }
        }
        let seek = open(&host, 1, GameMode::Duel, 2).await;
        let fay = From { guild, ..by(6, "Fay", ELSEWHERE, TEXT) };
        assert_eq!(sees(&stand_in, &app, seek, fay).await, seen, "{what}");
        assert!(sees(&stand_in, &app, seek, by(6, "Fay", HERE, TEXT)).await, "{what}, from there");
        // A person with a seat sees the game from everywhere.
        host.lobbies.join(&who(1), seek, with("medieval")).await.unwrap();
        let ann = From { guild, ..by(1, "Ann", ELSEWHERE, TEXT) };
        assert!(sees(&stand_in, &app, seek, ann).await, "{what}, in the game");
        // A game in progress needs nobody.
        host.lobbies.join(&who(2), seek, with("medieval")).await.unwrap();
        assert!(!sees(&stand_in, &app, seek, fay).await, "{what}, once it has begun");
        assert!(sees(&stand_in, &app, seek, ann).await, "{what}, once it has begun, in the game");
    }
}

/// Membership that Discord does not confirm shows nothing.
#[tokio::test]
async fn whoever_is_no_member_sees_nothing() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host.clone());
    server(&stand_in, SERVER, 7);
    stand_in.set(&format!("GET channels/{HERE}"), 200, channel(HERE, SERVER, TEXT, None));
    let seek = open(&host, 1, GameMode::Duel, 2).await;
    assert!(!sees(&stand_in, &app, seek, by(6, "Fay", ELSEWHERE, TEXT)).await);
    assert!(sees(&stand_in, &app, seek, by(7, "Gus", ELSEWHERE, TEXT)).await);
}

/// `/play` joins an open lobby in this channel or in a public thread of it. Nobody is taken to a thread that not everyone
/// here can see.
#[tokio::test]
async fn play_joins_a_lobby_that_everyone_here_can_see() {
    const THREAD: u64 = 600;
    for (kind, clash, joined) in [
        (Some(PUBLIC_THREAD), false, true),
        (Some(PRIVATE_THREAD), false, false),
        (Some(NEWS_THREAD), false, false),
        (Some(TEXT), false, false),
        (None, false, false),
        (Some(PUBLIC_THREAD), true, true),
        (Some(PRIVATE_THREAD), true, false),
        (None, true, false),
    ] {
        let folder = Folder::new();
        let host = host(&folder).await;
        let stand_in = StandIn::start().await;
        let app = stand_in.app(host.clone());
        if let Some(kind) = kind {
            let thread = channel(THREAD, SERVER, kind, Some(HERE));
            stand_in.set(&format!("GET channels/{THREAD}"), 200, thread);
        }
        let place = Place { channel: ChannelId(THREAD), parent: Some(ChannelId(HERE)), ..PLACE };
        let (start, value, there) = if clash {
            let there = host.lobbies.challenge(&who(1), place, None, ClashOptions::default()).await.unwrap().game;
            (Start::ClashWithAnyone, None, there)
        } else {
            let options = LobbyOptions::new(GameMode::Duel, 2);
            let there = host.lobbies.open_lobby(&who(1), place, options, Some("medieval")).await.unwrap().game;
            (Start::Duel, Some("medieval"), there)
        };
        press(&stand_in, &app, by(6, "Fay", HERE, TEXT), CustomId::Play(start), value).await;
        let of_fay = host.views.games_of(who(6).person).await.unwrap();
        let games: Vec<GameId> = of_fay.iter().map(|one| one.game).collect();
        assert_eq!(games.len(), 1, "{kind:?} {clash}");
        assert_eq!(games[0] == there, joined, "a thread of kind {kind:?}, {clash}");
    }
}

/// A lobby that does not take the person does not end the search: the next one may.
#[tokio::test]
async fn play_joins_the_next_lobby_after_one_that_refuses() {
    const THREAD: u64 = 600;
    let folder = Folder::new();
    let host = host(&folder).await;
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host.clone());
    let thread = channel(THREAD, SERVER, PUBLIC_THREAD, Some(HERE));
    stand_in.set(&format!("GET channels/{THREAD}"), 200, thread);
    let options = || LobbyOptions::new(GameMode::Assassin, 4);
    let refuses = host.lobbies.open_lobby(&who(1), PLACE, options(), Some("medieval")).await.unwrap().game;
    let place = Place { channel: ChannelId(THREAD), parent: Some(ChannelId(HERE)), ..PLACE };
    let takes = host.lobbies.open_lobby(&who(2), place, options(), Some("medieval")).await.unwrap().game;
    host.lobbies.join(&who(6), refuses, with("medieval")).await.unwrap();
    host.lobbies.kick(&who(1), refuses, who(6).person).await.unwrap();
    press(&stand_in, &app, by(6, "Fay", HERE, TEXT), CustomId::Play(Start::Party), Some("makpong")).await;
    let of_fay = host.views.games_of(who(6).person).await.unwrap();
    assert_eq!(of_fay.iter().map(|one| one.game).collect::<Vec<_>>(), [takes]);
}

/// Where one of the two games for several is forbidden, `/play` opens the other one.
#[tokio::test]
async fn play_opens_a_game_for_several_that_the_server_allows() {
    for (forbidden, opened) in [
        (vec![], Some(GameMode::Assassin)),
        (vec![Mode::Ffa], Some(GameMode::Assassin)),
        (vec![Mode::Assassin], Some(GameMode::Ffa)),
        (vec![Mode::Assassin, Mode::Ffa], None),
    ] {
        let folder = Folder::new();
        let host = host(&folder).await;
        let stand_in = StandIn::start().await;
        let app = stand_in.app(host.clone());
        let case = format!("without {forbidden:?}");
        let change = move |settings: &mut GuildSettings| {
            settings.forbidden_modes = forbidden.into_iter().collect();
            Ok(())
        };
        host.settings.change_guild_settings(&manager(1), GuildId(SERVER), change).await.unwrap();
        let fay = by(6, "Fay", HERE, TEXT);
        let (_, components) = told(&press(&stand_in, &app, fay, CustomId::Play(Start::Game), None).await);
        let offered = components.iter().any(|one| one.label.starts_with("Party Mode"));
        assert_eq!(offered, opened.is_some(), "{case}");
        press(&stand_in, &app, fay, CustomId::Play(Start::Party), Some("medieval")).await;
        let mut modes = Vec::new();
        for one in host.views.games_of(who(6).person).await.unwrap() {
            modes.push(lobby(&host, one.game).await.options.mode);
        }
        assert_eq!(modes, Vec::from_iter(opened), "{case}");
    }
}

/// A new game goes into a free channel; into a thread of one that is taken; and nowhere from within a thread that is taken,
/// because threads have no threads.
#[tokio::test]
async fn a_new_game_is_opened_where_there_is_room() {
    const NEW: u64 = 900;
    for start in [
        (Start::Duel, Some("makpong")),
        (Start::Party, Some("medieval")),
        (Start::ClashWithAnyone, None),
        (Start::ClashWithComputer, Some("recruit")),
        (Start::DuelWith(PersonId(7)), None),
        (Start::ClashWith(PersonId(7)), None),
    ] {
        for (kind, taken, opened) in [
            (TEXT, false, Some(HERE)),
            (TEXT, true, Some(NEW)),
            (PUBLIC_THREAD, false, Some(HERE)),
            (PUBLIC_THREAD, true, None),
            (PRIVATE_THREAD, false, Some(HERE)),
            (PRIVATE_THREAD, true, None),
        ] {
            let folder = Folder::new();
            let host = host(&folder).await;
            let stand_in = StandIn::start().await;
            let app = stand_in.app(host.clone());
            stand_in.set(
                &format!("POST channels/{HERE}/threads"),
                201,
                channel(NEW, SERVER, PUBLIC_THREAD, Some(HERE)),
            );
            stand_in.set("GET users/7", 200, account(7, "Gus"));
            if taken {
                let game = game(&host, GameMode::Duel, &["medieval"; 2]).await;
                play(&host, game, 1, "e4").await;
            }
            let sent = press(&stand_in, &app, by(6, "Fay", HERE, kind), CustomId::Play(start.0), start.1).await;
            let what = format!("{start:?} in a channel of kind {kind}, taken {taken}: {}", text(&sent));
            let threads = sent.iter().filter(|one| one.call.ends_with("/threads")).count();
            assert_eq!(threads, usize::from(opened == Some(NEW)), "{what}");
            let games = host.views.games_of(who(6).person).await.unwrap();
            let places: Vec<u64> = games.iter().map(|one| one.place.channel.0).collect();
            assert_eq!(places, Vec::from_iter(opened), "{what}");
            // The refusal names the game that is there, not the thread that nobody asked for.
            assert_eq!(text(&sent).contains(refusal::GAME_IN_THREAD), opened.is_none(), "{what}");
        }
    }
}

/// The buttons of *Apps → Challenge* challenge the person to the game that they name. Colours are drawn.
#[tokio::test]
async fn a_person_is_challenged_to_the_game_that_the_button_names() {
    for start in [Start::DuelWith(PersonId(7)), Start::ClashWith(PersonId(7))] {
        let folder = Folder::new();
        let host = host(&folder).await;
        let stand_in = StandIn::start().await;
        let app = stand_in.app(host.clone());
        stand_in.set("GET users/7", 200, account(7, "Gus"));
        press(&stand_in, &app, by(6, "Fay", HERE, TEXT), CustomId::Play(start), None).await;
        let opened = host.views.games_of(who(6).person).await.unwrap()[0].game;
        match (start, host.views.board(opened).await.unwrap()) {
            (Start::DuelWith(_), Board::Lobby(lobby)) => {
                let people = lobby.seats.iter().flat_map(|seat| seat.members.clone());
                assert_eq!(people.collect::<Vec<_>>(), [member(6), member(7)]);
                assert_eq!((lobby.options.mode, lobby.options.order), (GameMode::Duel, SeatOrder::Random));
                assert_eq!(lobby.options.invitation, Some(Invitation::Challenge));
            }
            (Start::ClashWith(_), Board::Challenge(challenge)) => assert_eq!(challenge.challenged, Some(member(7))),
            other => panic!("{other:?}"),
        }
    }
}

/// Looking for any opponent answers no challenge: the challenge stays open, and a match for anyone is opened.
#[tokio::test]
async fn play_with_anyone_accepts_no_challenge_to_the_person() {
    const NEW: u64 = 900;
    let folder = Folder::new();
    let host = host(&folder).await;
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host.clone());
    let thread = channel(NEW, SERVER, PUBLIC_THREAD, Some(HERE));
    stand_in.set(&format!("POST channels/{HERE}/threads"), 201, thread);
    let asked = host.lobbies.challenge(&who(1), PLACE, Some(member(6)), ClashOptions::default()).await.unwrap().game;
    press(&stand_in, &app, by(6, "Fay", HERE, TEXT), CustomId::Play(Start::ClashWithAnyone), None).await;
    let board = host.views.board(asked).await.unwrap();
    assert!(matches!(&board, Board::Challenge(challenge) if challenge.closed.is_none()), "{board:?}");
    let of_fay = host.views.games_of(who(6).person).await.unwrap();
    let mut places: Vec<u64> = of_fay.iter().map(|one| one.place.channel.0).collect();
    places.sort_unstable();
    assert_eq!(places, [HERE, NEW]);
}

async fn duel_at(host: &Host, place: Place, people: [u64; 2]) -> GameId {
    let options = LobbyOptions { order: crate::host::SeatOrder::Fixed, ..LobbyOptions::new(GameMode::Duel, 2) };
    let game = host.lobbies.open_lobby(&who(people[0]), place, options, Some("medieval")).await.unwrap().game;
    host.lobbies.join(&who(people[1]), game, with("medieval")).await.unwrap();
    game
}

/// Without a name, the game to move is the person's only game in progress on this server.
#[tokio::test]
async fn the_game_to_move_is_the_only_one_on_this_server() {
    let at = |guild, channel| Place { guild: Some(GuildId(guild)), channel: ChannelId(channel), parent: None };
    // Games of the person on this server and on another one, and open lobbies here.
    for (here, there, lobbies) in
        [(0, 0, 0), (0, 1, 0), (0, 0, 1), (1, 0, 0), (1, 1, 0), (1, 0, 1), (1, 2, 2), (2, 0, 0), (2, 1, 1)]
    {
        let folder = Folder::new();
        let host = host(&folder).await;
        let stand_in = StandIn::start().await;
        let app = stand_in.app(host.clone());
        let mut moved = None;
        for number in 0..here {
            moved = Some(duel_at(&host, at(SERVER, 1_000 + number), [1, 2]).await);
        }
        for number in 0..there {
            duel_at(&host, at(OTHER_SERVER, 2_000 + number), [1, 2]).await;
        }
        for number in 0..lobbies {
            let options = LobbyOptions::new(GameMode::Duel, 2);
            let place = at(SERVER, 3_000 + number);
            let opened = host.lobbies.open_lobby(&who(1), place, options, Some("medieval")).await.unwrap().game;
            assert_eq!(lobby(&host, opened).await.seats.len(), 1);
        }
        let request = stand_in.command(&app, by(1, "Ann", ELSEWHERE, TEXT));
        let outcome = seats::move_here(&request, None).await;
        let said = text(&stand_in.take());
        let case = format!("{here} here, {there} there, {lobbies} lobbies: {outcome:?} {said}");
        let expected = match here {
            0 => Some(refusal::NO_GAME_TO_MOVE),
            1 => None,
            _ => Some(refusal::NAME_GAME_TO_MOVE),
        };
        match expected {
            Some(expected) => assert_eq!(refused(outcome), expected, "{case}"),
            None => {
                outcome.unwrap();
                let game = host.views.games_of(who(1).person).await.unwrap();
                let place = game.iter().find(|one| Some(one.game) == moved).unwrap().place;
                assert!(said.contains(&format!("<#{}>", place.channel)), "{case}");
            }
        }
    }
}

/// A game is moved only to a channel in which the bot can post a board, whether it is named or the only one. An
/// adjourned game is resumed only there.
#[tokio::test]
async fn a_game_is_moved_where_the_bot_can_post() {
    let board = [Permissions::VIEW_CHANNEL, Permissions::SEND_MESSAGES, Permissions::ATTACH_FILES];
    for lacking in board.map(Some).into_iter().chain([None]) {
        for (named, adjourned) in [(false, false), (true, false), (true, true)] {
            let folder = Folder::new();
            let host = host(&folder).await;
            let stand_in = StandIn::start().await;
            let app = stand_in.app(host.clone());
            let game = duel_at(&host, PLACE, [1, 2]).await;
            let data = json!({"id": "900", "name": "command", "type": 1});
            let mut interaction = by(1, "Ann", ELSEWHERE, TEXT).interaction(2, data, None);
            let may: Permissions = board.into_iter().filter(|one| Some(*one) != lacking).collect();
            interaction["app_permissions"] = json!(may);
            let command: CommandInteraction = serde_json::from_value(interaction).unwrap();
            let request = Request::command(&app, Arc::clone(&stand_in.http), &command);
            let outcome = if adjourned {
                host.tables.channel_gone(PLACE.channel).await.unwrap();
                pause::resume(&request, game).await
            } else {
                seats::move_here(&request, named.then(|| game.to_string())).await
            };
            assert_eq!(outcome.is_ok(), lacking.is_none(), "{lacking:?}, {named}, {adjourned}: {outcome:?}");
        }
    }
}

/// The bot may have lost permissions since it asked whether to move a game.
#[tokio::test]
async fn a_game_is_not_moved_where_the_bot_can_post_no_more() {
    let posts = Permissions::VIEW_CHANNEL | Permissions::SEND_MESSAGES | Permissions::ATTACH_FILES;
    for (may, moves) in [(posts, true), (posts - Permissions::SEND_MESSAGES, false)] {
        let folder = Folder::new();
        let host = host(&folder).await;
        let stand_in = StandIn::start().await;
        let app = stand_in.app(host.clone());
        let game = duel_at(&host, PLACE, [1, 2]).await;
        let of = ComponentContext { game, version: scene(&host, game).await.newest };
        let id = CustomId::Game(of, TableIntent::Move.into()).encode().unwrap();
        let mut interaction = by(1, "Ann", ELSEWHERE, TEXT).press(&id, &[], EPHEMERAL);
        interaction["app_permissions"] = json!(may);
        let sent = stand_in.answers(&app, interaction).await;
        let place = scene(&host, game).await.place.channel.0;
        assert_eq!(place == ELSEWHERE, moves, "{may:?}: {}", text(&sent));
    }
}

fn refused(outcome: crate::discord::request::Outcome) -> String {
    match outcome {
        Err(crate::discord::error::Error::Refused(why)) => why,
        other => panic!("{other:?}"),
    }
}

/// A piece is named by its square, or by its name and its square, however it is typed.
#[tokio::test]
async fn a_piece_is_found_however_it_is_typed() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host.clone());
    game(&host, GameMode::Duel, &["medieval"; 2]).await;
    let mut answers = Vec::new();
    for typed in ["g1", " g1 ", "G1", "Knight g1", "knight  G1", "Knight g1 "] {
        let request = stand_in.command(&app, by(1, "Ann", HERE, TEXT));
        board::moves(&request, None, Some(typed)).await.unwrap_or_else(|why| panic!("{typed:?}: {why:?}"));
        answers.push(text(&stand_in.take()));
    }
    assert!(answers[0].contains("Knight") && answers[0].contains("g1"), "{answers:?}");
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    for typed in ["", " ", "Knight", "g1 Knight", "z99", "g1x"] {
        let request = stand_in.command(&app, by(1, "Ann", HERE, TEXT));
        assert_eq!(refused(board::moves(&request, None, Some(typed)).await), refusal::NO_SPACE, "{typed:?}");
    }
}
