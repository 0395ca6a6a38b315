//! Ways on: buttons of lessons, of the gallery and its reports, of conditional moves, of lobbies and of games that are moved;
//! pages of people who do not want to be shown; names that contain markup.

use engine::titans::GameMode;
use serde_json::json;
use serenity::all::{FullEvent, Permissions};

use super::stand_in::{EPHEMERAL, From, Sent, StandIn};
use super::told::{Component, in_public, told};
use super::typed::{Commands, with_stack};
use super::walks::ANN;
use crate::discord::app::Shared;
use crate::discord::custom_id::{
    ArmyAction, ArmyRef, ComponentContext, CustomId, Intent, RemarkRef, ReportsAction, StatsAction, StatsRef, Study,
};
use crate::discord::features::gallery::{self, remarks, reports};
use crate::discord::features::{seats, stats};
use crate::discord::messages::challenge;
use crate::discord::wording::ask;
use crate::host::lessons::{Tried, lessons};
use crate::host::tests::sharing::{HOME, bring_to, file, manager_of};
use crate::host::tests::{BEGIN, Folder, HOUR, PLACE, dealing, game, host, member, play, scene, who, with};
use crate::host::{
    Board, ChannelId, ClashOptions, Colours, GalleryOrder, GuildId, Holiday, Host, Join, LobbyOptions, Member,
    NoticeKind, PersonId, Place, Pool, Recipient, SeatOrder, ShareId, ShareWith, SharedBy, Stopped,
};

const ELSEWHERE: u64 = 502;

fn by(person: u64, channel: u64) -> From {
    let may = Permissions::SEND_MESSAGES | Permissions::VIEW_CHANNEL;
    From { person, name: "Somebody", guild: PLACE.guild.map(|guild| guild.0), channel, kind: 0, may }
}

async fn press(
    stand_in: &StandIn,
    app: &Shared,
    by: From,
    id: impl Into<CustomId>,
) -> (Vec<Sent>, String, Vec<Component>) {
    let id = id.into().encode().unwrap();
    let sent = stand_in.answers(app, by.press(&id, &[], EPHEMERAL)).await;
    let (text, components) = told(&sent);
    (sent, text, components)
}

fn leads(components: &[Component], label: &str) -> Option<CustomId> {
    let found = components.iter().find(|one| one.label == label)?;
    Some(CustomId::decode(&found.id).unwrap_or_else(|_| panic!("{}", found.id)))
}

/// Each step of each lesson has its ways on: a hint until the end, a new start after the first step, and after the last step
/// the next lesson, or a game after the last lesson.
#[tokio::test]
async fn lessons_lead_from_one_to_the_next() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host.clone());
    for (index, lesson) in lessons().iter().enumerate() {
        for solved in 0..=lesson.steps.len() {
            let open = || CustomId::Learn(Study::Open(lesson.id.clone()));
            let (_, text, components) = press(&stand_in, &app, by(1, ELSEWHERE), open()).await;
            let way = |label: &str| leads(&components, label);
            let is_over = solved == lesson.steps.len();
            let what = format!("{} {solved}: {text}", lesson.id);
            assert_eq!(way("Hint").is_some(), !is_over, "{what}");
            let again = CustomId::Learn(Study::Again(lesson.id.clone()));
            assert_eq!(way("Start Over"), (solved > 0).then_some(again), "{what}");
            assert_eq!(way("All Lessons"), Some(CustomId::Learn(Study::All)), "{what}");
            assert_eq!(components.iter().any(|one| !one.values.is_empty()), !is_over, "{what}");
            let next = lessons().get(index + 1);
            for other in lessons() {
                let expected = next.filter(|next| is_over && next.id == other.id);
                let expected = expected.map(|next| CustomId::Learn(Study::Open(next.id.clone())));
                assert_eq!(way(&format!("Next: {}", other.title)), expected, "{what}");
            }
            assert_eq!(way("Play").is_some(), is_over && next.is_none(), "{what}");
            if let Some(step) = lesson.steps.get(solved) {
                let tried = host.lessons.try_lesson(PersonId(1), lesson, solved, &step.goal[0]).await.unwrap();
                assert_eq!(tried, Tried::Solved, "{what}");
            }
        }
    }
    let (_, text, components) = press(&stand_in, &app, by(1, ELSEWHERE), CustomId::Learn(Study::All)).await;
    assert!(!components.iter().any(|one| one.label.starts_with("Begin") || one.label.starts_with("Go On")), "{text}");
}

/// The results of a person who is not listed are shown to nobody else, and the person does not show them by mistake.
#[tokio::test]
async fn results_of_people_who_are_not_listed_are_not_shown() {
    let folder = Folder::new();
    let host = host(&folder).await;
    for _ in 0..2 {
        let game = game(&host, GameMode::Duel, &["medieval"; 2]).await;
        for (person, text) in [(1, "f3"), (2, "e5"), (1, "g4"), (2, "Qh4")] {
            play(&host, game, person, text).await;
        }
    }
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host.clone());
    for listed in [true, false, true] {
        host.records.set_listed(PersonId(1), listed).await.unwrap();
        for (person, asking) in [(1, 1), (1, 2), (2, 1), (2, 2)] {
            let of = StatsRef::Person(PersonId(person), Pool::Duel);
            let may_show = listed || person == 2;
            let what = format!("{asking} asks about {person}, listed {listed}");
            let (sent, text, components) =
                press(&stand_in, &app, by(asking, ELSEWHERE), StatsAction::Read(of.clone(), 0)).await;
            assert!(in_public(&sent).is_empty(), "{what}: {text}");
            let known = may_show || asking == person;
            assert_eq!(text.contains("rating.png"), known, "{what}: {text}");
            assert!(!components.iter().any(|one| one.label == "Show Everyone") || may_show, "{what}: {text}");
            let (sent, text, _) = press(&stand_in, &app, by(asking, ELSEWHERE), StatsAction::Show(of, 0)).await;
            assert_eq!(in_public(&sent).len(), usize::from(may_show), "{what}: {text}");
        }
    }
}

/// Before there is a rating to draw, the page of a person leads to the leaderboard of what the person has played.
#[tokio::test]
async fn a_first_result_leads_to_the_leaderboard_of_its_mode() {
    for (seats, mode, pool) in [(2, GameMode::Duel, Pool::Duel), (3, GameMode::Ffa, Pool::Party)] {
        let folder = Folder::new();
        let host = host(&folder).await;
        let game = game(&host, mode, &vec!["medieval"; seats]).await;
        for _ in 0..2 {
            for person in 1..=seats as u64 {
                let text = host.games.acts(game, PersonId(person)).await.unwrap().acts[0].text.clone();
                play(&host, game, person, &text).await;
            }
        }
        for person in 2..=seats as u64 {
            host.games.resign(&who(person), game, None).await.unwrap();
        }
        let stand_in = StandIn::start().await;
        let app = stand_in.app(host);
        stats::me(&stand_in.command(&app, by(1, ELSEWHERE)), None).await.unwrap();
        let (text, components) = told(&stand_in.take());
        assert!(text.contains("1 game: 1 won") && !text.contains("rating.png"), "{text}");
        let board = CustomId::from(StatsAction::Read(StatsRef::Leaderboard(pool), 0));
        assert_eq!(leads(&components, "Leaderboard"), Some(board), "{text}");
        // A request that names a kind of game leads to its leaderboard, although there is no rating to draw there
        // either.
        stats::me(&stand_in.command(&app, by(1, ELSEWHERE)), Some(Pool::Clash)).await.unwrap();
        let (text, components) = told(&stand_in.take());
        let board = CustomId::from(StatsAction::Read(StatsRef::Leaderboard(Pool::Clash), 0));
        assert_eq!(leads(&components, "Leaderboard"), Some(board), "{text}");
    }
}

/// A game in progress is moved after a question; one without a place, or one that is here, without.
#[tokio::test]
async fn a_game_is_moved_after_a_question_unless_it_stands_still() {
    for (adjourned, channel, asks) in
        [(false, ELSEWHERE, true), (true, ELSEWHERE, false), (false, PLACE.channel.0, false)]
    {
        let folder = Folder::new();
        let host = host(&folder).await;
        let game = game(&host, GameMode::Duel, &["medieval"; 2]).await;
        if adjourned {
            host.tables.channel_gone(PLACE.channel).await.unwrap();
        }
        let stand_in = StandIn::start().await;
        let app = stand_in.app(host.clone());
        let moved = seats::move_here(&stand_in.command(&app, by(1, channel)), Some(game.to_string())).await;
        let (text, components) = told(&stand_in.take());
        let what = format!("{adjourned} {channel}: {moved:?} {text}");
        let of = |intent| Some(CustomId::Game(ComponentContext { game, version: crate::host::Version(0) }, intent));
        let way = leads(&components, "Move It Here");
        assert_eq!(way.is_some(), asks, "{what}");
        if let (Some(CustomId::Game(_, intent)), Some(CustomId::Game(_, expected))) =
            (way, of(crate::discord::custom_id::TableIntent::Move.into()))
        {
            assert_eq!(intent, expected, "{what}");
        }
        let place = scene(&host, game).await.place.channel.0;
        assert_eq!(place, if adjourned { ELSEWHERE } else { PLACE.channel.0 }, "{what}");
    }
}

/// *Show Privately* leads to the question, also where there is a Target to show.
#[tokio::test]
async fn a_team_mate_who_is_asked_to_resign_sees_the_question_instead_of_the_target() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let options =
        LobbyOptions { order: SeatOrder::Fixed, start_when_full: false, ..LobbyOptions::new(GameMode::Assassin, 3) };
    let game = host.lobbies.open_lobby(&who(1), PLACE, options, Some("medieval")).await.unwrap().game;
    for person in [2, 3] {
        host.lobbies.join(&who(person), game, with("medieval")).await.unwrap();
    }
    host.lobbies.join(&who(4), game, Join { with: Some(PersonId(2)), ..Join::default() }).await.unwrap();
    host.lobbies.start(&who(1), game, None).await.unwrap();
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host.clone());
    let of = ComponentContext { game, version: scene(&host, game).await.newest };
    for asked in [false, true] {
        if asked {
            host.games.resign(&who(2), game, None).await.unwrap();
        }
        for (person, sees_question) in [(2, false), (4, asked)] {
            let private = CustomId::Game(of, Intent::Private);
            let (_, text, components) = press(&stand_in, &app, by(person, PLACE.channel.0), private).await;
            let what = format!("{person}, asked {asked}: {text}");
            assert_eq!(text.contains(ask::RESIGN), sees_question, "{what}");
            assert_eq!(leads(&components, "Resign").is_some(), sees_question, "{what}");
            assert_eq!(text.contains("Your Target: "), !sees_question, "{what}");
        }
    }
}

/// All conditional moves are deleted at once where there is more than one.
#[tokio::test]
async fn several_conditional_moves_are_deleted_at_once() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = game(&host, GameMode::Duel, &["medieval"; 2]).await;
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host.clone());
    for (number, theirs) in ["e4", "d4", "c4", "b4"].into_iter().enumerate() {
        let of = ComponentContext { game, version: scene(&host, game).await.newest };
        let lines = CustomId::Game(of, Intent::Lines { page: 0 });
        let (_, text, components) = press(&stand_in, &app, by(2, PLACE.channel.0), lines).await;
        let all = leads(&components, "Delete All");
        assert_eq!(all, (number > 1).then_some(CustomId::Game(of, Intent::DropLines)), "{number}: {text}");
        host.games.prepare_answer(&who(2), game, None, (theirs.to_owned(), "a6".to_owned())).await.unwrap();
    }
    let of = ComponentContext { game, version: scene(&host, game).await.newest };
    press(&stand_in, &app, by(2, PLACE.channel.0), CustomId::Game(of, Intent::DropLines)).await;
    assert!(host.games.conditional_moves(game, PersonId(2)).await.unwrap().is_empty());
}

/// Shares a Battalion of the home server in the gallery.
async fn towers_in_the_gallery(host: &Host) -> ShareId {
    bring_to(host, HOME, &file("towers", "Towers")).await;
    host.battalions.share_battalion(&manager_of(HOME), HOME, "towers", ShareWith::Gallery, None).await.unwrap();
    host.battalions.gallery("towers", GalleryOrder::Rating).await.unwrap()[0].id
}

/// A person who takes no direct messages does not keep the others who run the bot from the news of a report.
#[tokio::test]
async fn a_report_is_told_to_everyone_who_runs_the_bot() {
    let folder = Folder::new();
    let host = host(&folder).await;
    host.battalions.operated_by([PersonId(7), PersonId(8), PersonId(9)]);
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host.clone());
    stand_in.set(
        "POST channels/1007/messages",
        403,
        json!({"code": 50007, "message": "Cannot send messages to this user"}),
    );
    reports::notify(&stand_in.command(&app, by(3, ELSEWHERE))).await;
    let told: Vec<String> =
        stand_in.take().into_iter().map(|one| one.call).filter(|call| call.ends_with("/messages")).collect();
    assert_eq!(told, [1007, 1008, 1009].map(|channel| format!("POST channels/{channel}/messages")));
}

/// During an outage a server still has the bot, and what it shares stays in the gallery.
#[test]
fn a_server_with_an_outage_shares_what_it_shared() {
    with_stack(async || {
        let folder = Folder::new();
        let host = host(&folder).await;
        towers_in_the_gallery(&host).await;
        let stand_in = StandIn::start().await;
        let app = stand_in.app(host.clone());
        let commands = Commands::new(&stand_in).await;
        host.servers.serves(0, 1, [HOME]);
        for (unavailable, shown) in [(true, 1), (false, 0)] {
            let incomplete =
                serde_json::from_value(json!({"id": HOME.to_string(), "unavailable": unavailable})).unwrap();
            commands.event(&app, FullEvent::GuildDelete { incomplete, full: None }).await;
            let gallery = host.battalions.gallery("towers", GalleryOrder::Rating).await.unwrap();
            assert_eq!(gallery.len(), shown, "unavailable {unavailable}");
        }
        // The server adds the bot again.
        let mut guild = serenity::all::Guild::default();
        guild.id = serenity::all::GuildId::new(HOME.0);
        commands.event(&app, FullEvent::GuildCreate { guild, is_new: None }).await;
        assert_eq!(host.battalions.gallery("towers", GalleryOrder::Rating).await.unwrap().len(), 1);
        String::new()
    });
}

/// A shard that connects lists its own servers. All of them are unavailable at first, and those of other shards are not
/// on its list.
#[test]
fn a_shard_that_connects_lists_its_own_servers() {
    with_stack(async || {
        let folder = Folder::new();
        let host = host(&folder).await;
        towers_in_the_gallery(&host).await;
        let stand_in = StandIn::start().await;
        let app = stand_in.app(host.clone());
        let commands = Commands::new(&stand_in).await;
        // The server that shares a Battalion belongs to the first of two shards.
        for (shard, servers, shown) in [(0, vec![HOME], 1), (1, vec![GuildId(5 << 22)], 1), (0, vec![], 0)] {
            let user = json!({"id": "800", "username": "battalion", "discriminator": "0", "avatar": null, "bot": true});
            let guilds: Vec<_> =
                servers.iter().map(|server| json!({"id": server.to_string(), "unavailable": true})).collect();
            let ready = json!({
                "v": 10, "user": user, "guilds": guilds, "session_id": "session", "shard": [shard, 2],
                "resume_gateway_url": "wss://gateway.discord.gg", "application": {"id": "800", "flags": 0},
            });
            let data_about_bot = serde_json::from_value(ready).unwrap();
            commands.event(&app, FullEvent::Ready { data_about_bot }).await;
            let gallery = host.battalions.gallery("towers", GalleryOrder::Rating).await.unwrap();
            assert_eq!(gallery.len(), shown, "shard {shard}: {servers:?}");
        }
        String::new()
    });
}

/// A Battalion of the gallery can be added to a server, so only there is a button for it.
#[tokio::test]
async fn a_battalion_of_the_gallery_is_added_on_servers_only() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let shared = towers_in_the_gallery(&host).await;
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host.clone());
    let here = by(2, ELSEWHERE);
    for by in [here, From { guild: None, channel: 1002, kind: 1, ..here }] {
        let army = ArmyRef { by: SharedBy::Gallery(shared), version: 1, action: ArmyAction::Page(0) };
        let (_, text, components) = press(&stand_in, &app, by, CustomId::Army(army)).await;
        let labels: Vec<&str> = components.iter().map(|one| one.label.as_str()).collect();
        assert_eq!(labels.contains(&"Add to This Server"), by.guild.is_some(), "{text}: {labels:?}");
        assert!(labels.contains(&"Report"), "{labels:?}");
    }
}

/// A Battalion that is shared by a code is not in the gallery: its pages lead to each other, but neither there nor to
/// its designer.
#[tokio::test]
async fn no_way_leads_from_a_battalion_with_a_code_to_the_gallery() {
    let folder = Folder::new();
    let host = host(&folder).await;
    bring_to(&host, HOME, &file("towers", "Towers")).await;
    let with = ShareWith::Code;
    let (_, code) = host.battalions.share_battalion(&manager_of(HOME), HOME, "towers", with, None).await.unwrap();
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host.clone());
    let there = From { guild: Some(10), ..by(2, ELSEWHERE) };
    gallery::by_code(&stand_in.command(&app, there), &code.unwrap()).await.unwrap();
    let first = told(&stand_in.take());
    let next = first.1.iter().find(|one| one.label.starts_with("Next")).unwrap();
    let next = CustomId::decode(&next.id).unwrap_or_else(|_| panic!("{}", next.id));
    let (_, text, components) = press(&stand_in, &app, there, next).await;
    for (text, components) in [first, (text, components)] {
        assert!(text.contains("Shared by a code"), "{text}");
        let labels: Vec<&str> = components.iter().map(|one| one.label.as_str()).collect();
        assert!(labels.contains(&"Add to This Server") && labels.contains(&"Report"), "{labels:?}");
        for other in ["Back to the Gallery", "Write to the Designer"] {
            assert!(!labels.contains(&other), "{labels:?}");
        }
    }
}

/// A remark about a Battalion of the gallery is taken everywhere; about one that is shared by a code, only on its own
/// server and on those with a copy.
#[tokio::test]
async fn remarks_are_taken_where_the_battalion_can_be_found() {
    for (with, taken) in [(ShareWith::Code, [true, true, false, false]), (ShareWith::Gallery, [true; 4])] {
        let folder = Folder::new();
        let host = host(&folder).await;
        bring_to(&host, HOME, &file("towers", "Towers")).await;
        let (_, code) = host.battalions.share_battalion(&manager_of(HOME), HOME, "towers", with, None).await.unwrap();
        let by_code = code.map(SharedBy::Code);
        let found = match &by_code {
            Some(code) => code.clone(),
            None => SharedBy::Gallery(host.battalions.gallery("towers", GalleryOrder::Rating).await.unwrap()[0].id),
        };
        let share = host.battalions.shared_army(&found).await.unwrap().id;
        let away = GuildId(10);
        host.battalions.copy_shared(&manager_of(away), away, &found, 1).await.unwrap();
        let stand_in = StandIn::start().await;
        let app = stand_in.app(host.clone());
        let places = [Some(HOME.0), Some(away.0), Some(11), None];
        for (person, (guild, taken)) in (3..).zip(places.into_iter().zip(taken)) {
            let request = stand_in.command(&app, From { guild, ..by(person, ELSEWHERE) });
            let kept = remarks::press(&request, RemarkRef { share, version: 1 }, Some("Fine.")).await;
            assert_eq!(kept.is_ok(), taken, "{guild:?}, {with:?}: {kept:?}");
        }
        let kept = host.battalions.remarks(&manager_of(HOME), HOME).await.unwrap();
        assert_eq!(kept[0].notes.len(), taken.into_iter().filter(|taken| *taken).count());
    }
}

/// The menu of Battalions is that of the game's server, wherever it is opened.
#[tokio::test]
async fn a_lobby_offers_the_battalions_of_its_server_in_direct_messages_as_well() {
    let folder = Folder::new();
    let host = host(&folder).await;
    bring_to(&host, HOME, &file("towers", "Towers")).await;
    host.battalions.publish_battalion(&manager_of(HOME), HOME, "towers", None).await.unwrap();
    let place = Place { guild: Some(HOME), ..PLACE };
    let game = host
        .lobbies
        .open_lobby(&who(1), place, LobbyOptions::new(GameMode::Duel, 2), Some("medieval"))
        .await
        .unwrap()
        .game;
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host.clone());
    let Board::Lobby(lobby) = host.views.board(game).await.unwrap() else { panic!("no lobby") };
    let of = ComponentContext { game, version: lobby.version };
    let here = by(1, place.channel.0);
    for by in [here, From { guild: None, channel: 1002, kind: 1, ..here }] {
        let id = CustomId::Game(of, Intent::Join { page: 0 });
        let (_, text, components) = press(&stand_in, &app, by, id).await;
        let offered: Vec<&String> = components.iter().flat_map(|one| &one.values).collect();
        assert!(offered.iter().any(|one| *one == "towers"), "{by:?}: {text}: {offered:?}");
    }
}

/// The operator hides a reported Battalion and shows it again. The button always offers the other action.
#[tokio::test]
async fn reported_battalions_are_hidden_and_shown_again() {
    let folder = Folder::new();
    let host = host(&folder).await;
    host.battalions.operated_by([PersonId(7)]);
    let id = towers_in_the_gallery(&host).await;
    host.battalions.report(&who(3), &SharedBy::Gallery(id), 1, "Rude names.").await.unwrap();
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host.clone());
    for (label, other) in [("Hide", "Show Again"), ("Show Again", "Hide"), ("Hide", "Show Again")] {
        let (_, text, components) =
            press(&stand_in, &app, by(7, ELSEWHERE), CustomId::Reports(ReportsAction::Page(0))).await;
        assert!(leads(&components, other).is_none(), "{text}");
        let way = leads(&components, label).unwrap_or_else(|| panic!("{label}: {text}"));
        press(&stand_in, &app, by(5, ELSEWHERE), way.clone()).await;
        let hidden = async || host.battalions.reports(&who(7)).await.unwrap()[0].hidden;
        assert_eq!(hidden().await, label != "Hide", "only whoever runs the bot decides");
        press(&stand_in, &app, by(7, ELSEWHERE), way).await;
        assert_eq!(hidden().await, label == "Hide", "{label}");
        let shown = host.battalions.gallery("towers", GalleryOrder::Rating).await.unwrap().len();
        assert_eq!(shown, usize::from(label != "Hide"));
    }
}

/// Names are shown as they are written: they neither format a text nor mention anybody.
#[tokio::test]
async fn names_in_a_challenge_have_no_markup() {
    let evil = |person| Member { person: PersonId(person), name: format!("**_{person}_** <@9> `x` @everyone") };
    let folder = Folder::new();
    let host = host(&folder).await;
    let opened = host.lobbies.challenge(&who(1), PLACE, Some(member(2)), ClashOptions::default()).await.unwrap();
    let Board::Challenge(open) = host.views.board(opened.game).await.unwrap() else { panic!("no challenge") };
    for colours in [Colours::Drawn, Colours::Challenger, Colours::Challenged] {
        for challenged in [None, Some(evil(2))] {
            for closed in [None, Some(evil(1)), Some(evil(2)), Some(evil(3))] {
                let mut challenge = (*open).clone();
                challenge.options.colours = colours;
                challenge.challenger = evil(1);
                challenge.challenged = challenged.clone();
                challenge.closed = closed.map(|by| Stopped { by, reason: None });
                let message = serde_json::to_value(challenge::message(&challenge, false).message()).unwrap();
                let text = message["content"].as_str().unwrap();
                for raw in ["**_", "_**", "<@9>", "`x`"] {
                    assert!(!text.contains(raw), "{raw}: {text}");
                }
                assert!(message["allowed_mentions"]["users"].as_array().is_none_or(Vec::is_empty), "{message}");
            }
        }
    }
}

/// The board tells who is on holiday and to act, and for how long.
#[tokio::test]
async fn the_board_tells_who_is_on_holiday() {
    let folder = Folder::new();
    let host: Host = dealing(&folder, [7; 32]).await;
    let game = game(&host, GameMode::Duel, &["medieval"; 2]).await;
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host.clone());
    let until = BEGIN + 5 * HOUR;
    for (away, told) in [(None, false), (Some(1), true), (Some(2), false)] {
        for person in [1, 2] {
            let holiday = (away == Some(person)).then_some(Holiday { from: BEGIN - HOUR, to: until });
            let change =
                move |settings: &mut crate::host::PersonSettings| settings.holidays = holiday.into_iter().collect();
            host.settings.change_person_settings(PersonId(person), change).await.unwrap();
        }
        let of = ComponentContext { game, version: scene(&host, game).await.newest };
        for asking in [1, 2] {
            let board = CustomId::Game(of, Intent::Board);
            let (_, text, _) = press(&stand_in, &app, by(asking, PLACE.channel.0), board).await;
            let line = format!("is on holiday until <t:{}:D>", until / 1000);
            assert_eq!(text.contains(&line), told, "{away:?}: {text}");
        }
    }
}

/// The deletion of a thread counts like that of a channel.
#[test]
fn the_people_of_a_deleted_thread_get_a_message() {
    with_stack(async || {
        let folder = Folder::new();
        let host = dealing(&folder, [0; 32]).await;
        let stand_in = StandIn::start().await;
        let app = stand_in.app(host.clone());
        let commands = Commands::new(&stand_in).await;
        game(&host, GameMode::Duel, &["medieval"; 2]).await;
        let gone = json!({"id": PLACE.channel.0.to_string(), "guild_id": "9", "parent_id": "400", "type": 11});
        let thread = serde_json::from_value(gone).unwrap();
        commands.event(&app, FullEvent::ThreadDelete { thread, full_thread_data: None }).await;
        // A task of its own handles the event.
        let people = [1, 2].map(|person| (NoticeKind::Homeless, Recipient::Person(PersonId(person))));
        let mut told = Vec::new();
        for _ in 0..500 {
            told.extend(crate::host::tests::some(&host).await.into_iter().map(|notice| (notice.kind, notice.to)));
            if people.iter().all(|one| told.contains(one)) {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        assert!(people.iter().all(|one| told.contains(one)), "{told:?}");
        String::new()
    });
}

/// The list of a person's games is completed by typing, also the games beyond the 25 that Discord shows.
#[test]
fn each_of_many_games_is_found_by_typing() {
    with_stack(async || {
        let folder = Folder::new();
        let host = host(&folder).await;
        let stand_in = StandIn::start().await;
        let (app, commands) = (stand_in.app(host.clone()), Commands::new(&stand_in).await);
        let others = 100..130;
        for other in others.clone() {
            let place = Place { channel: ChannelId(other), ..PLACE };
            let lobby =
                host.lobbies.open_lobby(&who(1), place, LobbyOptions::new(GameMode::Duel, 2), None).await.unwrap();
            for person in [1, other] {
                let join = Join { battalion: Some("medieval".to_owned()), ..Join::default() };
                host.lobbies.join(&who(person), lobby.game, join).await.unwrap();
            }
        }
        for other in others {
            let typed = format!("/match board game:guest {other}");
            let sent = commands.complete(&stand_in, &app, ANN, &typed).await;
            let choices = sent[0].body["data"]["choices"].as_array().unwrap();
            assert_eq!(choices.len(), 1, "{typed}: {choices:?}");
        }
    });
}

/// A game that cannot be opened keeps no other one out of the list of games.
#[test]
fn a_game_that_cannot_be_opened_is_left_out_of_completions() {
    use sqlx::Connection as _;
    with_stack(async || {
        let folder = Folder::new();
        let before = host(&folder).await;
        let mut games = Vec::new();
        for channel in [501, 502, 503] {
            let place = Place { channel: ChannelId(channel), ..PLACE };
            let options = LobbyOptions::new(GameMode::Duel, 2);
            let game = before.lobbies.open_lobby(&who(1), place, options, None).await.unwrap().game;
            for person in [1, 2] {
                let join = Join { battalion: Some("medieval".to_owned()), ..Join::default() };
                before.lobbies.join(&who(person), game, join).await.unwrap();
            }
            games.push(game);
        }
        // Simulates a fault by writing to the database directly.
        let mut connection = crate::store::connect(&folder.place()).await;
        let spoil = "UPDATE games SET setup = '{}' WHERE id = $1";
        sqlx::query(spoil).bind(games[1].0).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        let host = host(&folder).await;
        let stand_in = StandIn::start().await;
        let (app, commands) = (stand_in.app(host.clone()), Commands::new(&stand_in).await);
        for _ in 0..2 {
            let sent = commands.complete(&stand_in, &app, ANN, "/match board game:").await;
            let choices = sent[0].body["data"]["choices"].as_array().unwrap();
            let mut offered: Vec<&str> = choices.iter().map(|one| one["value"].as_str().unwrap()).collect();
            offered.sort_unstable();
            assert_eq!(offered, [games[0].to_string(), games[2].to_string()], "{choices:?}");
        }
    });
}

/// While the option for a game is empty, the game in this channel is meant.
#[test]
fn an_empty_option_means_the_game_in_this_channel() {
    with_stack(async || {
        let folder = Folder::new();
        let host = host(&folder).await;
        game(&host, GameMode::Duel, &["medieval"; 2]).await;
        let stand_in = StandIn::start().await;
        let (app, commands) = (stand_in.app(host.clone()), Commands::new(&stand_in).await);
        let mut offered = Vec::new();
        for typed in ["/move move:N", "/move game: move:N"] {
            let sent = commands.complete(&stand_in, &app, ANN, typed).await;
            offered.push(sent[0].body["data"]["choices"].clone());
        }
        assert!(offered[0].as_array().is_some_and(|choices| !choices.is_empty()), "{offered:?}");
        assert_eq!(offered[0], offered[1]);
    });
}
