//! Commands in states that come about after days, the command in a person's menu, statistics, and a server's defaults.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::json;
use serenity::all::{Permissions, User};

use super::stage::{Circumstances, Stage};
use super::stand_in::{EPHEMERAL, From, Sent, StandIn};
use super::told::told;
use super::typed::{Commands, with_stack};
use crate::discord::answer::OPTIONS;
use crate::discord::app::Shared;
use crate::discord::custom_id::{Start, StatsRef};
use crate::discord::error::Error;
use crate::discord::features::clash::{self, Rival};
use crate::discord::features::lobby::place::{Defaults, Where};
use crate::discord::features::settings::{self, LimitChanges};
use crate::discord::features::{battalions, learn, lobby, moves, seats, start, stats};
use crate::discord::request::{Outcome, Request};
use crate::discord::wording::refusal;
use crate::host::tests::everyone::{STATES, State};
use crate::host::tests::sharing::{bring_to, file};
use crate::host::tests::{Folder, PLACE, game, host, host_with, manager, member, open, play, who};
use crate::host::{
    Board, ClashOptions, Colours, DuelChallenge, GuildId, GuildSettings, Host, Limits, LobbyOptions, Pauses, Pool,
    ThemeName,
};
use engine::titans::{GameMode, PlacementStyle};

const MAY: Permissions = Permissions::SEND_MESSAGES.union(Permissions::VIEW_CHANNEL);

fn request(stand_in: &StandIn, app: &Shared, person: u64, name: &'static str) -> Request {
    let by = From { person, name, guild: Some(9), channel: PLACE.channel.0, kind: 0, may: MAY };
    stand_in.command(app, by)
}

/// Request of somebody who manages the server.
fn by_manager(stand_in: &StandIn, app: &Shared) -> Request {
    let may = MAY | Permissions::MANAGE_GUILD;
    let by = From { person: 1, name: "Ann", guild: Some(9), channel: PLACE.channel.0, kind: 0, may };
    stand_in.command(app, by)
}

fn user(person: u64, name: &str, bot: bool) -> User {
    let user = json!({
        "id": person.to_string(), "username": name, "discriminator": "0", "global_name": name, "avatar": null, "bot": bot,
    });
    serde_json::from_value(user).unwrap()
}

async fn state(name: &str) -> State {
    let (_, set_up) = STATES.iter().find(|(known, _)| *known == name).unwrap();
    set_up().await
}

/// Text and labels of the last answer.
fn answer(sent: &[Sent]) -> (String, Vec<String>) {
    let body = &sent.last().unwrap().body;
    let body = if body["data"].is_object() { &body["data"] } else { body };
    let rows = body["components"].as_array().cloned().unwrap_or_default();
    let components = rows.iter().flat_map(|row| row["components"].as_array().cloned().unwrap_or_default());
    let labels = components.filter_map(|one| one["label"].as_str().map(str::to_owned));
    (body["content"].as_str().unwrap_or_default().to_owned(), labels.collect())
}

fn refused(outcome: Outcome) -> String {
    match outcome.unwrap_err() {
        Error::Refused(text) => text,
        error => refusal::error(&error),
    }
}

#[tokio::test]
async fn a_seat_is_freed_by_those_who_wait_and_by_nobody_else() {
    let table = state("three at the table, Bob away for four days").await;
    let stand_in = StandIn::start().await;
    let app = stand_in.app(table.host.clone());
    let by_eve = seats::free_seat(&request(&stand_in, &app, 5, "Eve"), user(2, "Bob", false), None).await;
    assert_eq!(refused(by_eve), "Only Players who are still in the game have a say in this.");
    let not_away = seats::free_seat(&request(&stand_in, &app, 1, "Ann"), user(3, "Cid", false), None).await;
    assert_eq!(refused(not_away), "Nobody is waiting for that person now; a seat can be freed when it is to act.");
    stand_in.take();
    seats::free_seat(&request(&stand_in, &app, 1, "Ann"), user(2, "Bob", false), None).await.unwrap();
    let (text, labels) = answer(&stand_in.take());
    let free = "**Bob** has been away for days: the seat is free. Anyone who has no seat in this game can take it as it \
                stands, and **Bob** can have it back.";
    assert_eq!((text.as_str(), labels.concat()), (free, "Take the SeatLet a Computer Play On".to_owned()));
}

#[tokio::test]
async fn of_two_free_seats_one_is_chosen() {
    let table = state("four at the table, the seats of Bob and Cid are free").await;
    let stand_in = StandIn::start().await;
    let app = stand_in.app(table.host.clone());
    seats::take_seat(&request(&stand_in, &app, 5, "Eve"), None).await.unwrap();
    let (text, labels) = answer(&stand_in.take());
    let seats = ["Take the Seat of Bob", "Take the Seat of Cid"].map(str::to_owned);
    assert_eq!((text.as_str(), labels), ("Which seat do you take?", seats.to_vec()));
}

#[tokio::test]
async fn a_person_is_challenged_from_the_menu_of_the_person() {
    let folder = Folder::new();
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host(&folder).await);
    let ann = request(&stand_in, &app, 1, "Ann");
    let myself = refused(start::challenge_person(&ann, &user(1, "Ann", false)).await);
    assert_eq!(
        myself,
        "You cannot be your own opponent: challenge somebody else, or wait until somebody else accepts."
    );
    assert_eq!(refused(start::challenge_person(&ann, &user(3, "Cid", true)).await), refusal::BOT);
    start::challenge_person(&ann, &user(2, "Bob", false)).await.unwrap();
    let (text, labels) = answer(&stand_in.take());
    assert_eq!(
        (text.as_str(), labels),
        ("To which game do you challenge **Bob**?", ["A Duel", "Clash of the Armies"].map(str::to_owned).to_vec())
    );
}

/// Two rated games of each kind.
async fn rated(host: &Host) {
    for _ in 0..2 {
        for seats in [2, 3] {
            let mode = if seats == 2 { GameMode::Duel } else { GameMode::Ffa };
            let game = game(host, mode, &vec!["medieval"; seats]).await;
            for _ in 0..2 {
                for person in 1..=seats as u64 {
                    let text = host.games.acts(game, who(person).person).await.unwrap().acts[0].text.clone();
                    play(host, game, person, &text).await;
                }
            }
            for person in 2..=seats as u64 {
                host.games.resign(&who(person), game, None).await.unwrap();
            }
        }
    }
}

#[tokio::test]
async fn the_page_of_a_person_leads_to_each_other_rating() {
    let folder = Folder::new();
    let host = host(&folder).await;
    rated(&host).await;
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host);
    for (asked, other) in [(Pool::Duel, "Party Mode"), (Pool::Party, "Duels")] {
        stats::me(&request(&stand_in, &app, 1, "Ann"), Some(asked)).await.unwrap();
        let (text, labels) = answer(&stand_in.take());
        assert!(labels.contains(&other.to_owned()), "{text} {labels:?}");
    }
}

/// Without a kind of game, the chart of a person is that of the kind that was played most.
#[tokio::test]
async fn the_page_of_a_person_has_a_chart_unless_there_is_too_little_to_draw() {
    let folder = Folder::new();
    let host = host(&folder).await;
    rated(&host).await;
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host);
    for (person, pool, chart) in [
        (1, None, true),
        (1, Some(Pool::Duel), true),
        (1, Some(Pool::Clash), true),
        // The third person has played games for several alone, the fifth none.
        (3, None, true),
        (3, Some(Pool::Duel), true),
        (5, None, false),
        (5, Some(Pool::Party), false),
    ] {
        stats::me(&request(&stand_in, &app, person, "Somebody"), pool).await.unwrap();
        let sent = stand_in.take();
        let body = &sent.last().unwrap().body;
        let files = body["attachments"].as_array().cloned().unwrap_or_default();
        let has = files.iter().any(|file| file["filename"] == "rating.png");
        assert_eq!(has, chart, "{person} {pool:?}: {body}");
    }
}

/// Without a kind of game, the page of a person shows the rating of what the person has played most.
#[tokio::test]
async fn the_page_of_a_person_begins_with_what_was_played_most() {
    let folder = Folder::new();
    let host = host(&folder).await;
    rated(&host).await;
    let third = game(&host, GameMode::Duel, &["medieval"; 2]).await;
    for (person, text) in [(1, "f3"), (2, "e5"), (1, "g4"), (2, "Qh4")] {
        play(&host, third, person, text).await;
    }
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host);
    for (asked, shown, other) in [
        (None, "Duels", "Party Mode"),
        (Some(Pool::Clash), "Duels", "Party Mode"),
        (Some(Pool::Party), "Party Mode", "Duels"),
    ] {
        stats::me(&request(&stand_in, &app, 1, "Ann"), asked).await.unwrap();
        let (text, labels) = answer(&stand_in.take());
        let leads = |label: &str| labels.iter().any(|known| known == label);
        assert!(leads(other) && !leads(shown), "{asked:?}: {text} {labels:?}");
    }
}

/// A lesson is chosen by its key or its title, however it is typed. Without a name, all lessons are listed.
#[tokio::test]
async fn a_lesson_is_found_however_it_is_typed() {
    let folder = Folder::new();
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host(&folder).await);
    let mut shown = Vec::new();
    for typed in
        [None, Some(""), Some("  "), Some("shop"), Some(" shop "), Some("A Clash shop"), Some(" a clash SHOP ")]
    {
        let begun = learn::begin(&request(&stand_in, &app, 1, "Ann"), typed).await;
        assert!(begun.is_ok(), "{typed:?}: {begun:?}");
        shown.push(answer(&stand_in.take()).0);
    }
    let (lists, shops) = shown.split_at(3);
    assert!(lists[0].contains("Learn to play") && shops[0].contains("A Clash shop**, step 1"), "{shown:?}");
    assert!(lists.iter().all(|text| *text == lists[0]) && shops.iter().all(|text| *text == shops[0]), "{shown:?}");
}

#[tokio::test]
async fn each_leaderboard_leads_to_the_others() {
    let folder = Folder::new();
    let host = host(&folder).await;
    rated(&host).await;
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host);
    for pool in Pool::ALL {
        stats::read(&request(&stand_in, &app, 1, "Ann"), StatsRef::Leaderboard(pool), 0).await.unwrap();
        let (text, labels) = answer(&stand_in.take());
        let others = Pool::ALL.into_iter().filter(|other| *other != pool).map(stats::words::pool_button);
        assert_eq!(labels[..2], others.collect::<Vec<_>>(), "{text}");
    }
}

/// The colours and the placement of a new game are those of the server, unless others are chosen.
#[tokio::test]
async fn a_new_game_has_the_defaults_of_its_server() {
    let folder = Folder::new();
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host(&folder).await);
    let settings =
        GuildSettings { theme: ThemeName::HighContrast, placement: PlacementStyle::Chosen, ..GuildSettings::default() };
    let of = |defaults: Defaults| {
        let mut options = LobbyOptions::new(GameMode::Duel, 2);
        lobby::complete(&app, &mut options, defaults, &settings).unwrap();
        (options.theme, options.placement, options.seats)
    };
    assert_eq!(of(Defaults::default()), (ThemeName::HighContrast, PlacementStyle::Chosen, 2));
    let chosen = Defaults {
        theme: Some(ThemeName::Dark),
        placement: Some(PlacementStyle::Usual),
        seats: Some(2),
        ..Defaults::default()
    };
    assert_eq!(of(chosen), (ThemeName::Dark, PlacementStyle::Usual, 2));
}

/// The colours of a match of Clash are those of the server, unless others are chosen.
#[tokio::test]
async fn a_new_match_has_the_colours_of_its_server() {
    for (chosen, expected) in [(None, ThemeName::HighContrast), (Some(ThemeName::Light), ThemeName::Light)] {
        let folder = Folder::new();
        let host = host(&folder).await;
        let stand_in = StandIn::start().await;
        let app = stand_in.app(host.clone());
        let change = |settings: &mut GuildSettings| {
            settings.theme = ThemeName::HighContrast;
            Ok(())
        };
        host.settings.change_guild_settings(&manager(9), GuildId(9), change).await.unwrap();
        let (ann, defaults) = (request(&stand_in, &app, 1, "Ann"), Defaults { theme: chosen, ..Defaults::default() });
        clash::challenge(&ann, Rival::Anyone, ClashOptions::default(), defaults, Where::Here).await.unwrap();
        let opened = host.views.games_of(who(1).person).await.unwrap()[0].game;
        let Board::Challenge(challenge) = host.views.board(opened).await.unwrap() else { panic!("no challenge") };
        assert_eq!(challenge.options.theme, expected);
    }
}

#[tokio::test]
async fn no_thread_is_opened_for_a_match_against_oneself() {
    let folder = Folder::new();
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host(&folder).await);
    let ann = request(&stand_in, &app, 1, "Ann");
    let myself = Rival::Person(Box::new(user(1, "Ann", false)));
    let outcome = clash::challenge(&ann, myself, ClashOptions::default(), Defaults::default(), Where::Thread).await;
    let sent = stand_in.take();
    assert!(!sent.iter().any(|one| one.call.ends_with("/threads")), "{outcome:?} {sent:?}");
    assert!(refused(outcome).starts_with("You cannot be your own opponent"));
}

/// An invited person without an army may type a word first. It counts, and the choice of an army, which accepts the
/// invitation, is still to be made.
#[tokio::test]
async fn a_word_is_kept_while_an_invited_person_chooses_an_army() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host.clone());
    let challenge = DuelChallenge {
        opponent: member(2),
        mine: Some("medieval".to_owned()),
        theirs: None,
        first: Colours::Drawn,
        options: LobbyOptions::new(GameMode::Duel, 2),
    };
    let asked = host.lobbies.challenge_to_duel(&who(1), PLACE, challenge).await.unwrap().game;
    let bob = request(&stand_in, &app, 2, "Bob");
    lobby::join(&bob, None, None, None, Some("banana".to_owned())).await.unwrap();
    let (text, components) = told(&stand_in.take());
    assert!(components.iter().any(|one| one.values.iter().any(|army| army == "makpong")), "{text}");
    let Board::Lobby(lobby) = host.views.board(asked).await.unwrap() else { panic!("no lobby") };
    assert_eq!(lobby.invited, [member(2)]);
    let words = lobby.seed.as_ref().unwrap().words.iter().map(|word| word.by.person.0);
    assert_eq!(words.collect::<Vec<_>>(), [2]);
}

/// Work that can take longer than Discord waits is acknowledged before anything else is sent.
#[tokio::test]
async fn slow_work_is_acknowledged_first() {
    let folder = Folder::new();
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host(&folder).await);
    let acknowledged = |name: &str| {
        let sent = stand_in.take();
        let first = sent.first().unwrap_or_else(|| panic!("{name}: nothing was sent"));
        assert!(first.call.ends_with("/callback"), "{name}: {first:?}");
        assert_eq!((&first.body["type"], &first.body["data"]["flags"]), (&json!(5), &json!(EPHEMERAL)), "{name}");
    };
    let ann = request(&stand_in, &app, 1, "Ann");
    stats::me(&ann, None).await.unwrap();
    acknowledged("me");
    let ann = request(&stand_in, &app, 1, "Ann");
    stats::read(&ann, StatsRef::Server, 0).await.unwrap();
    acknowledged("server");
    let ann = request(&stand_in, &app, 1, "Ann");
    stats::battalion(&ann, "medieval").await.unwrap();
    acknowledged("battalion");
    let ann = request(&stand_in, &app, 1, "Ann");
    let bob = Rival::Person(Box::new(user(2, "Bob", false)));
    clash::challenge(&ann, bob, ClashOptions::default(), Defaults::default(), Where::Here).await.unwrap();
    acknowledged("match");
}

/// A typed turn is answered with the board, unless it takes long: then it is acknowledged before Discord gives up.
#[tokio::test]
async fn a_typed_turn_that_takes_long_is_acknowledged() {
    // In tests, work is acknowledged after ten minutes. This turn takes a second longer.
    const SLOW: Duration = Duration::from_secs(601);
    let (slow, begun) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let pauses = {
        let (slow, begun) = (Arc::clone(&slow), Arc::clone(&begun));
        Pauses(Box::new(move |_| {
            if !slow.swap(false, Ordering::SeqCst) {
                return Duration::ZERO;
            }
            begun.store(true, Ordering::SeqCst);
            SLOW
        }))
    };
    let folder = Folder::of_file();
    let host = host_with(&folder, pauses).await;
    game(&host, GameMode::Duel, &["medieval"; 2]).await;
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host);
    let ann = request(&stand_in, &app, 1, "Ann");
    slow.store(true, Ordering::SeqCst);
    tokio::time::pause();
    let turn = tokio::spawn(async move { moves::typed(&ann, None, "e4").await.is_ok() });
    // No time passes while a task is busy.
    let waiting = std::time::Instant::now();
    while !begun.load(Ordering::SeqCst) {
        assert!(waiting.elapsed() < Duration::from_secs(60), "the turn is not played");
        tokio::task::yield_now().await;
    }
    tokio::time::advance(SLOW).await;
    tokio::time::resume();
    assert!(turn.await.unwrap());
    let sent = stand_in.take();
    let responses = sent.iter().filter(|one| one.call.ends_with("/callback")).map(|one| one.body["type"].as_u64());
    assert_eq!(responses.collect::<Vec<_>>(), [Some(5)], "{sent:?}");
    assert!(answer(&sent).0.contains("e4"), "{sent:?}");
}

/// Pictures that only one person sees have the colours of that person.
#[test]
fn an_analysis_is_drawn_in_the_colours_of_its_reader() {
    with_stack(async || {
        let mut stage = Stage::new(Circumstances::Usual).await;
        for step in [
            "files are compared",
            "Duel: Ann medieval, Bob medieval",
            "Ann: /move move:f3",
            "Bob: /move move:e5",
            "Ann: /move move:g4",
            "Bob: /move move:Qh4",
            "everything is posted",
            "Ann: /settings me theme:Light",
        ] {
            stage.step(step).await.unwrap();
        }
        let mut pictures = Vec::new();
        for step in ["Ann: /match analyse", "Bob: /match analyse"] {
            let sent = stage.step(step).await.unwrap();
            let file = &sent.last().unwrap().body["attachments"][0];
            assert_eq!(file["filename"], "analysis.png", "{sent:?}");
            pictures.push(file["content"].clone());
        }
        assert!(pictures[0].is_string() && pictures[0] != pictures[1], "{pictures:?}");
    });
}

/// A command that changes one limit for own Battalions keeps the others.
#[tokio::test]
async fn each_limit_for_own_battalions_is_changed_alone() {
    let (usual, none) = (GuildSettings::default().limits, LimitChanges::default());
    for (changes, expected) in [
        (LimitChanges { battalions: Some(3), ..none }, Limits { battalions: 3, ..usual }),
        (LimitChanges { bytes: Some(5_000), ..none }, Limits { bytes: 5_000, ..usual }),
        (LimitChanges { spaces: Some(20), ..none }, Limits { spaces: 20, ..usual }),
        (LimitChanges { pieces: Some(12), ..none }, Limits { pieces: 12, ..usual }),
        (LimitChanges { seconds: Some(4), ..none }, Limits { seconds: 4, ..usual }),
    ] {
        let folder = Folder::new();
        let host = host(&folder).await;
        let stand_in = StandIn::start().await;
        let app = stand_in.app(host.clone());
        settings::limits(&by_manager(&stand_in, &app), changes).await.unwrap();
        assert_eq!(host.settings.settings_of(PLACE.guild).await.unwrap().limits, expected, "{changes:?}");
    }
}

/// A list of Battalions that is too long for a message is a file.
#[tokio::test]
async fn a_long_list_of_battalions_is_a_file() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host.clone());
    let many = |settings: &mut GuildSettings| {
        settings.limits.battalions = 30;
        Ok(())
    };
    host.settings.change_guild_settings(&manager(9), GuildId(9), many).await.unwrap();
    for (first, is_file) in [(None, false), (Some('a'), true)] {
        // `i` is too similar to `l`.
        for letter in first.into_iter().flat_map(|first| first..='z').filter(|letter| *letter != 'i') {
            let name = format!("Army {letter} of a list too long for a message");
            let army = file(&format!("army-{letter}-of-a-long-list"), &name);
            bring_to(&host, PLACE.guild.unwrap(), &army).await;
        }
        stand_in.take();
        battalions::list(&by_manager(&stand_in, &app)).await.unwrap();
        let (text, _) = answer(&stand_in.take());
        assert_eq!(text == "The Battalions of this server.", is_file, "{text}");
        assert!(text.chars().count() <= 2_000, "{text}");
    }
    // The menu in a lobby has two pages then, which lead to all that suit the game.
    let seek = open(&host, 1, GameMode::Duel, 2).await;
    let all = host.rosters.battalions_for(&manager(1), PLACE.guild).await.unwrap();
    let all: Vec<String> = all.into_iter().filter(|one| one.suits(GameMode::Duel)).map(|one| one.id).collect();
    assert!(all.len() > OPTIONS, "{all:?}");
    lobby::pick(&by_manager(&stand_in, &app), seek, 0).await.unwrap();
    let (_, first) = told(&stand_in.take());
    let next = first.iter().find(|one| one.label == "Next").expect("a second page");
    let may = MAY | Permissions::MANAGE_GUILD;
    let by = From { person: 1, name: "Ann", guild: Some(9), channel: PLACE.channel.0, kind: 0, may };
    let (_, second) = told(&stand_in.answers(&app, by.press(&next.id, &[], EPHEMERAL)).await);
    let offered: Vec<String> = first.into_iter().chain(second).flat_map(|one| one.values).collect();
    assert_eq!(offered, all);
    // The menu of `/play` has one page, which begins with the usual army.
    start::press(&by_manager(&stand_in, &app), Start::Duel, None).await.unwrap();
    let (text, components) = told(&stand_in.take());
    assert_eq!(components[0].values.len(), OPTIONS, "{text}");
    assert_eq!(components[0].values[0], "medieval", "{text}");
}

/// Commands of another version are answered, and those without a required option; their completions are empty.
#[test]
fn commands_that_cannot_be_run_are_answered() {
    with_stack(async || {
        let folder = Folder::new();
        let stand_in = StandIn::start().await;
        let app = stand_in.app(host(&folder).await);
        let commands = Commands::new(&stand_in).await;
        let by = From { person: 1, name: "Ann", guild: Some(9), channel: PLACE.channel.0, kind: 0, may: MAY };
        for (kind, name, said) in [
            (2, "unknown", Some(refusal::OUT_OF_DATE)),
            (2, "move", Some(refusal::NOT_UNDERSTOOD)),
            (4, "unknown", None),
        ] {
            let typed = json!({"name": "text", "type": 3, "value": "", "focused": true});
            let options: Vec<_> = (kind == 4).then_some(typed).into_iter().collect();
            let data = json!({"id": "900", "name": name, "type": 1, "options": options});
            let sent = commands.dispatch(&stand_in, &app, by.interaction(kind, data, None)).await;
            let texts: Vec<String> = sent.iter().map(|one| answer(std::slice::from_ref(one)).0).collect();
            assert_eq!(texts, said.into_iter().collect::<Vec<_>>(), "{kind} {name}");
        }
        String::new()
    });
}
