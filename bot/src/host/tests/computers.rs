//! Computer players act like people: once, in time, and never on outdated positions.

use ::opponent::Level;
use engine::action::{Action, Turn};
use engine::board::{Seat, Space};
use engine::fact::{EndReason, Fact};
use engine::game::Game;
use engine::view::{Phase, SeatState, Viewer};

use super::*;

const AT_ONCE: Pace = Pace { least: Duration::ZERO, most: Duration::ZERO };

fn wish(level: Level) -> ComputerWish {
    ComputerWish { level, battalion: Some("medieval".to_owned()) }
}

/// A game of person 1, in the first seat, against computer players. No task for them is running.
async fn against(host: &Host, mode: GameMode, seats: u8, level: Level) -> GameId {
    let mut options = LobbyOptions::new(mode, seats);
    options.order = SeatOrder::Fixed;
    let opened = host.lobbies.open_against(&who(1), PLACE, options, Some("medieval"), &wish(level)).await.unwrap();
    assert!(opened.confirmed.contains(&Confirmation::GameBegins));
    opened.game
}

/// Kinds of all waiting notices, which are then posted.
async fn said(host: &Host) -> Vec<(Recipient, NoticeKind, Version)> {
    let mut said = Vec::new();
    loop {
        let notices = some(host).await;
        if notices.is_empty() {
            return said;
        }
        for notice in notices {
            let message = MessageId(notice.id.0 as u64);
            host.outbox.posted(&notice, CHANNEL, message, None).await.unwrap();
            said.push((notice.to, notice.kind, notice.version));
        }
    }
}

async fn first_act(host: &Host, game: GameId) {
    let acts = host.games.acts(game, PersonId(1)).await.unwrap();
    let (version, at) = (acts.version, acts.acts.len() / 2);
    let text = acts.acts[at].text.clone();
    let me = who(1);
    let done = host.games.act_index(&me, game, version, at as u16, Vec::new(), true);
    if !matches!(done.await.unwrap(), Played::Done(_)) {
        // The turn requires a further choice; the first legal act requires none.
        let me = who(1);
        let done = host.games.act_index(&me, game, version, 0, Vec::new(), true);
        assert!(matches!(done.await.unwrap(), Played::Done(_)), "{text}");
    }
}

#[tokio::test]
async fn a_computer_is_asked_after_each_turn_of_a_person() {
    use futures_util::FutureExt as _;
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = against(&host, GameMode::Duel, 2, Level::Recruit).await;
    let asked = || host.computers.computer_asked().now_or_never().flatten();
    while asked().is_some() {}
    first_act(&host, game).await;
    assert_eq!(asked(), Some(game));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_duel_is_played_to_its_end() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = against(&host, GameMode::Duel, 2, Level::Captain).await;
    for _ in 0..150 {
        host.computers.play_computers(game, AT_ONCE).await;
        let now = scene(&host, game).await;
        if now.over {
            let Phase::Ended { winners, reason } = &now.view.phase else {
                panic!("{:?}", now.view.phase);
            };
            assert_ne!(*winners, [Seat(0)], "the Captain loses to whoever plays anything: {reason:?}");
            assert_eq!(now.seats[1][0].name, "Ada (Captain bot)");
            let to_computers = said(&host).await.into_iter();
            let people = to_computers.filter(|(to, ..)| matches!(to, Recipient::Person(_)));
            assert_eq!(people.count(), 0, "nothing goes to a computer");
            return;
        }
        assert_eq!(now.to_act, [member(1)]);
        first_act(&host, game).await;
    }
    panic!("no end");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decision_for_an_older_version_is_dropped_and_made_anew() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = against(&host, GameMode::Duel, 2, Level::Soldier).await;
    play(&host, game, 1, "e4").await;
    let slow = Pace { least: Duration::from_secs(2), most: Duration::from_secs(2) };
    let (seeing, begun) = (host.clone(), std::time::Instant::now());
    let seeing = tokio::spawn(async move { seeing.computers.play_computers(game, slow).await });
    tokio::time::sleep(Duration::from_millis(200)).await;
    host.games.offer_draw(&who(1), game, None).await.unwrap();
    // The computer answers the draw offer before it plays its turn.
    seeing.await.unwrap();
    assert!(begun.elapsed() >= Duration::from_secs(2));
    let history = host.views.history(game).await.unwrap();
    let told: Vec<&str> = history.iter().map(|entry| entry.text.as_str()).collect();
    assert_eq!(told.len(), 4, "{told:?}");
    assert_eq!(told[..3], ["e4", "", ""]);
    // The computer stops when its opponent resigns: it does not wait for the end of its pause.
    play_anything(&host, game).await;
    let slow = Pace { least: Duration::from_secs(120), most: Duration::from_secs(120) };
    let seeing = host.clone();
    let seeing = tokio::spawn(async move { seeing.computers.play_computers(game, slow).await });
    tokio::time::sleep(Duration::from_millis(200)).await;
    let now = std::time::Instant::now();
    host.games.resign(&who(1), game, None).await.unwrap();
    seeing.await.unwrap();
    assert!(now.elapsed() < Duration::from_secs(60));
    assert!(scene(&host, game).await.over);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_plays_nothing_during_a_pause() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let mut options = LobbyOptions::new(GameMode::Duel, 2);
    (options.order, options.time) = (SeatOrder::Fixed, TimeControl::PerTurn { turn: 3 * 3600 });
    let opened = host.lobbies.open_against(&who(1), PLACE, options, Some("medieval"), &wish(Level::Recruit)).await;
    let game = opened.unwrap().game;
    play(&host, game, 1, "e4").await;
    host.games.ask_pause(&who(1), game, false).await.unwrap();
    assert_eq!(scene(&host, game).await.clock.standing, Some(Standing::Paused), "a computer is not asked");
    host.computers.play_computers(game, AT_ONCE).await;
    let paused = scene(&host, game).await;
    assert_eq!((paused.view.turns, paused.clock.standing), (1, Some(Standing::Paused)));
    host.games.resume(&who(1), game, None).await.unwrap();
    host.computers.play_computers(game, AT_ONCE).await;
    assert_eq!(scene(&host, game).await.view.turns, 2);
}

async fn play_anything(host: &Host, game: GameId) {
    first_act(host, game).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_crash_the_games_say_whose_decision_it_is() {
    let folder = Folder::new();
    let before = host(&folder).await;
    let game = against(&before, GameMode::Duel, 2, Level::Recruit).await;
    play(&before, game, 1, "e4").await;
    drop(before);
    let after = host(&folder).await;
    assert_eq!(after.computers.games_of_computers().await.unwrap(), [game]);
    after.computers.play_computers(game, AT_ONCE).await;
    assert_eq!(after.views.history(game).await.unwrap().len(), 2);
    // Two concurrent tasks play only one turn.
    play_anything(&after, game).await;
    tokio::join!(after.computers.play_computers(game, AT_ONCE), after.computers.play_computers(game, AT_ONCE));
    assert_eq!(after.views.history(game).await.unwrap().len(), 4);
    after.games.resign(&who(1), game, None).await.unwrap();
    assert!(after.computers.games_of_computers().await.unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn turns_of_several_computers_come_in_one_message() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = against(&host, GameMode::Ffa, 4, Level::Recruit).await;
    said(&host).await;
    first_act(&host, game).await;
    host.computers.play_computers(game, AT_ONCE).await;
    let turns: Vec<Version> = said(&host)
        .await
        .into_iter()
        .filter(|(_, kind, _)| *kind == NoticeKind::Turn)
        .map(|(.., version)| version)
        .collect();
    let [own, told] = turns.as_slice() else {
        panic!("{turns:?}");
    };
    assert_eq!(told.0 - own.0, 3);
    let shown = host.views.scene(game, *told).await.unwrap();
    let before: Vec<Seat> = shown.told_before.iter().map(|told| told.seat).collect();
    assert_eq!(before, [Seat(1), Seat(2)]);
    assert_eq!(shown.to_act, [member(1)]);
    let names: Vec<&str> = shown.seats.iter().map(|seat| seat[0].name.as_str()).collect();
    assert_eq!(names, ["Ann", "Ada (Recruit bot)", "Bruno (Recruit bot)", "Cleo (Recruit bot)"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn beyond_the_quota_it_plays_weaker_and_that_is_said_once_each_time() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let guild = PLACE.guild.unwrap();
    let game = against(&host, GameMode::Duel, 2, Level::Captain).await;
    for (minutes, turns, times) in [(0, 3, 1), (1000, 1, 0), (0, 2, 1)] {
        let change = move |settings: &mut GuildSettings| {
            settings.computer_minutes = minutes;
            Ok(())
        };
        host.settings.change_guild_settings(&manager(2), guild, change).await.unwrap();
        for _ in 0..turns {
            first_act(&host, game).await;
            host.computers.play_computers(game, AT_ONCE).await;
        }
        let said = said(&host).await;
        let weaker = said.iter().filter(|(_, kind, _)| *kind == NoticeKind::WeakerComputer);
        assert_eq!(weaker.count(), times, "{minutes}: {said:?}");
    }
    assert!(host.computers.thought(PLACE.guild) > Duration::ZERO);
    // Another game has an announcement of its own.
    let elsewhere = Place { channel: ChannelId(777), ..PLACE };
    let options = LobbyOptions { order: SeatOrder::Fixed, ..LobbyOptions::new(GameMode::Duel, 2) };
    let wish = wish(Level::Captain);
    let other = host.lobbies.open_against(&who(1), elsewhere, options, Some("medieval"), &wish).await.unwrap().game;
    first_act(&host, other).await;
    host.computers.play_computers(other, AT_ONCE).await;
    let said = said(&host).await;
    assert!(said.iter().any(|(_, kind, _)| *kind == NoticeKind::WeakerComputer), "{said:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn takebacks_against_computers_take_effect_at_once() {
    let folder = Folder::new();
    let host = host(&folder).await;
    for level in [Level::Recruit, Level::Titan] {
        let game = against(&host, GameMode::Duel, 2, level).await;
        play(&host, game, 1, "e4").await;
        let done = host.tables.ask_takeback(&who(1), game).await.unwrap();
        assert_eq!(done.confirmed, [Confirmation::TakenBack], "{level}");
        let said = said(&host).await;
        assert!(said.iter().all(|(_, kind, _)| *kind != NoticeKind::TakebackAsked), "no person is asked: {said:?}");
        let entries = host.views.history(game).await.unwrap();
        let went_back = entries.iter().any(|entry| entry.taken_back.is_some());
        assert!(went_back, "{level}");
        host.games.resign(&who(1), game, None).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_clash_is_accepted_bought_for_and_played() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let rival = ComputerPlayer { level: Level::Recruit, number: 0 };
    let made = host.lobbies.challenge(&who(1), PLACE, Some(rival.member()), ClashOptions::default()).await.unwrap();
    let game = made.game;
    host.computers.play_computers(game, AT_ONCE).await;
    let now = scene(&host, game).await;
    assert!(matches!(now.view.phase, Phase::Shop | Phase::Auction { .. } | Phase::Play), "{:?}", now.view.phase);
    // Its army is secret, and its purchases create no notices.
    assert!(now.view.own.is_none());
    let said = said(&host).await;
    assert!(said.iter().all(|(to, ..)| !matches!(to, Recipient::Person(_))), "{said:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_are_for_games_against_computers() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = against(&host, GameMode::Duel, 2, Level::Recruit).await;
    let hint = host.computers.hint(&who(1), game).await.unwrap();
    assert!(!hint.line.is_empty() && hint.depth > 2, "{hint:?}");
    // Beyond the quota of the server, a hint looks less far.
    let change = |settings: &mut GuildSettings| {
        settings.computer_minutes = 0;
        Ok(())
    };
    host.settings.change_guild_settings(&manager(2), PLACE.guild.unwrap(), change).await.unwrap();
    let short = host.computers.hint(&who(1), game).await.unwrap();
    assert!(!short.line.is_empty() && short.depth < hint.depth, "{short:?} {hint:?}");
    play(&host, game, 1, &hint.line[0]).await;
    assert_eq!(refusal(host.computers.hint(&who(1), game).await), ComputerRefusal::HintTooEarly.into());
    assert_eq!(refusal(host.computers.hint(&who(2), game).await), Refusal::NotInGame);
    host.games.resign(&who(1), game, None).await.unwrap();
    let game = duel(&host).await;
    assert_eq!(refusal(host.computers.hint(&who(1), game).await), ComputerRefusal::HintAgainstPeople.into());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_duel_is_analysed_once_it_is_over() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    let moves = ["f3", "e5", "g4"];
    for (text, person) in moves.iter().zip([1, 2].into_iter().cycle()) {
        play(&host, game, person, text).await;
    }
    assert_eq!(
        refusal(host.computers.analyse(game, Progress::default()).await),
        ComputerRefusal::AnalyseWhenOver.into()
    );
    play(&host, game, 2, "Qh4#").await;
    assert!(scene(&host, game).await.over);
    let analysed = host.computers.analyse(game, Progress::default()).await.unwrap();
    assert_eq!(analysed.turns.len(), 4);
    assert_eq!(analysed.chances.len(), 5);
    assert_eq!(analysed.chances[4], 0.0);
    let worst: Vec<_> = analysed.mistakes.iter().map(|one| one.text.as_str()).collect();
    assert!(worst.contains(&"g4"), "{analysed:#?}");
    let again = host.computers.analyse(game, Progress::default()).await.unwrap();
    assert!(Arc::ptr_eq(&again, &analysed), "kept");
}

/// A better turn is listed even if its line is short, because it ends the game.
#[tokio::test(flavor = "multi_thread")]
async fn a_missed_mate_is_listed_with_the_mate() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    for (text, person) in ["f3", "e5", "g4", "a6"].iter().zip([1, 2].into_iter().cycle()) {
        play(&host, game, person, text).await;
    }
    host.games.resign(&who(2), game, None).await.unwrap();
    let analysed = host.computers.analyse(game, Progress::default()).await.unwrap();
    let missed = analysed.mistakes.iter().find(|mistake| mistake.number == 4).expect("the last turn is listed");
    assert_eq!((missed.text.as_str(), &missed.better[..]), ("a6", &["Qh4#".to_owned()][..]));
}

/// Sam Loyd's stalemate in ten moves: White is a queen and four pieces ahead until the last turn.
#[tokio::test(flavor = "multi_thread")]
async fn a_turn_that_ends_a_won_duel_in_a_draw_is_a_blunder() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    let moves = "e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6";
    for (text, person) in moves.split(' ').zip([1, 2].into_iter().cycle()) {
        play(&host, game, person, text).await;
    }
    host.games.act_text(&who(1), game, "Qe6", true).await.unwrap();
    assert!(scene(&host, game).await.over);
    let analysed = host.computers.analyse(game, Progress::default()).await.unwrap();
    assert_eq!(analysed.chances.last(), Some(&50.0));
    let last = analysed.mistakes.iter().find(|mistake| mistake.number == 19).expect("the last turn is listed");
    assert_eq!((last.text.as_str(), last.grade, last.after), ("Qe6", Grade::Blunder, 50.0));
}

#[tokio::test(flavor = "multi_thread")]
async fn only_whoever_opened_a_lobby_adds_computers_and_one_seat_is_for_people() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = open(&host, 1, GameMode::Ffa, 3).await;
    let add = async |person: u64, level| {
        let me = who(person);
        host.lobbies.add_computer(&me, game, wish(level)).await
    };
    assert_eq!(refusal(add(2, Level::Recruit).await), ComputerRefusal::OnlyCreator.into());
    add(1, Level::Recruit).await.unwrap();
    add(1, Level::Titan).await.unwrap();
    assert_eq!(refusal(add(1, Level::Titan).await), ComputerRefusal::NoRoomForPeople.into());
    host.lobbies.remove_computer(&who(1), game).await.unwrap();
    let seats = lobby(&host, game).await.seats;
    assert_eq!(seats.len(), 1);
    assert_eq!(seats[0].members[0].name, "Ada (Recruit bot)");
    host.lobbies.remove_computer(&who(1), game).await.unwrap();
    assert_eq!(refusal(host.lobbies.remove_computer(&who(1), game).await), ComputerRefusal::NoneHere.into());
    // Without a chosen Battalion, a random one is used.
    let any = ComputerWish { level: Level::Recruit, battalion: None };
    host.lobbies.add_computer(&who(1), game, any).await.unwrap();
    assert!(lobby(&host, game).await.seats[0].battalion.is_some());
}

/// A random Battalion is one that nobody in the lobby has yet.
#[tokio::test]
async fn a_computer_with_a_random_army_repeats_none() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = open(&host, 1, GameMode::Ffa, 3).await;
    host.lobbies.join(&who(1), game, with("medieval")).await.unwrap();
    for _ in 0..40 {
        let any = ComputerWish { level: Level::Recruit, battalion: None };
        host.lobbies.add_computer(&who(1), game, any).await.unwrap();
        let seats = lobby(&host, game).await.seats;
        assert_ne!(seats[1].battalion.as_ref().unwrap().id, "medieval");
        host.lobbies.remove_computer(&who(1), game).await.unwrap();
    }
}

#[test]
fn where_thinking_fails_something_legal_is_played() {
    let armies = ["medieval", "the-party"].map(|id| engine::battalion::load_builtin(id).unwrap());
    let mut setup = engine::titans::Setup::new(GameMode::Duel, armies.to_vec(), [3; 32]).unwrap();
    setup.placement = engine::titans::PlacementStyle::Chosen;
    let duel = Game::Titans(Box::new(engine::titans::Game::new(setup).unwrap()));
    let clash = engine::clash::Setup { en_passant: false, seed: [1; 32] };
    let clash = Game::Clash(Box::new(engine::clash::Match::new(clash).unwrap()));
    let knowledge = crate::host::opponent::KnowledgeCache::default();
    for mut game in [duel, clash] {
        for step in 0..80 {
            let Some(seat) = game.to_act().first().copied() else {
                break;
            };
            let action = knowledge.instead(&game, seat);
            let action = action.unwrap_or_else(|| panic!("nothing after {step}"));
            game.apply(seat, &action).unwrap();
        }
        let playing = game.view(engine::view::Viewer::Public);
        assert!(playing.seats.iter().any(|seat| seat.state == SeatState::Playing));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn computers_finish_a_game_that_its_only_person_left_without_boards() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = against(&host, GameMode::Ffa, 3, Level::Captain).await;
    host.computers.play_computers(game, AT_ONCE).await;
    said(&host).await;
    host.games.resign(&who(1), game, None).await.unwrap();
    let left = scene(&host, game).await;
    assert!(left.unattended && !left.over);
    assert_eq!(kinds(&said(&host).await), [NoticeKind::Turn], "the resignation is announced");
    let slow = Pace { least: Duration::from_secs(60), most: Duration::from_secs(60) };
    host.computers.play_computers(game, slow).await;
    let end = scene(&host, game).await;
    assert!(end.over && !end.unattended);
    let told = said(&host).await;
    assert_eq!(kinds(&told), [NoticeKind::Turn], "only the end is announced");
    assert_eq!(told[0].2, end.version);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_turn_that_defeats_the_last_person_is_announced() {
    let folder = Folder::new();
    let host = host(&folder).await;
    // The person plays anything. In some games, the computers defeat each other first.
    for _ in 0..15 {
        let game = against(&host, GameMode::Ffa, 3, Level::Captain).await;
        let end = loop {
            host.computers.play_computers(game, AT_ONCE).await;
            let now = scene(&host, game).await;
            if now.over {
                break now;
            }
            assert!(!now.unattended);
            first_act(&host, game).await;
        };
        let told = said(&host).await;
        let history = host.views.history(game).await.unwrap();
        let is_fall = |fact: &Fact| matches!(fact, Fact::Defeated { seat: Seat(0), .. });
        let Some(fall) = history.iter().find(|entry| entry.facts.iter().any(is_fall)) else {
            continue;
        };
        let fall = fall.version;
        assert!(told.iter().any(|(.., version)| *version == fall), "{fall} of {told:?}");
        let after = told.iter().filter(|(.., version)| *version > fall).map(|(.., version)| *version);
        assert!(after.eq((fall < end.version).then_some(end.version)), "{told:?}");
        return;
    }
    panic!("the person never lost");
}

fn kinds(said: &[(Recipient, NoticeKind, Version)]) -> Vec<NoticeKind> {
    said.iter().map(|(_, kind, _)| *kind).collect()
}

/// A full lobby takes no computer player. The message of a lobby shows each computer player that is added or removed.
#[tokio::test]
async fn the_message_of_a_lobby_follows_its_computer_players() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let options = LobbyOptions { start_when_full: false, ..LobbyOptions::new(GameMode::Ffa, 3) };
    let game = host.lobbies.open_lobby(&who(1), PLACE, options, Some("medieval")).await.unwrap().game;
    let kinds = async || said(&host).await.into_iter().map(|(_, kind, _)| kind).collect::<Vec<_>>();
    kinds().await;
    host.lobbies.add_computer(&who(1), game, wish(Level::Recruit)).await.unwrap();
    assert_eq!(kinds().await, [NoticeKind::Lobby]);
    let removed = host.lobbies.remove_computer(&who(1), game).await.unwrap().confirmed;
    assert!(matches!(removed[..], [Confirmation::ComputerRemoved(_)]), "{removed:?}");
    assert_eq!(kinds().await, [NoticeKind::Lobby]);
    for person in [2, 3] {
        host.lobbies.join(&who(person), game, with("medieval")).await.unwrap();
    }
    kinds().await;
    let full = host.lobbies.add_computer(&who(1), game, wish(Level::Recruit)).await;
    assert_eq!(refusal(full), LobbyRefusal::Full.into());
    assert_eq!(kinds().await, [], "a refusal changes no message");
}

/// Games against computer players count for themselves, not for ratings. One that is given up before both have had a turn
/// does not count.
#[tokio::test(flavor = "multi_thread")]
async fn games_against_computers_are_counted_for_themselves() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = against(&host, GameMode::Duel, 2, Level::Recruit).await;
    for _ in 0..8 {
        if !scene(&host, game).await.over {
            first_act(&host, game).await;
            host.computers.play_computers(game, AT_ONCE).await;
        }
    }
    if !scene(&host, game).await.over {
        host.games.resign(&who(1), game, None).await.unwrap();
    }
    let short = against(&host, GameMode::Duel, 2, Level::Recruit).await;
    host.games.resign(&who(1), short, None).await.unwrap();
    let about = AskedAbout { person: PersonId(1), name: "Ann".to_owned() };
    let standing = host.standings.standing_of(PersonId(1), PLACE.guild.unwrap(), about).await.unwrap();
    assert_eq!(standing.against_computers.games(), 1);
    assert!(standing.pools.is_empty(), "{:?}", standing.pools);
    let server = host.standings.server_standing(&manager(1), PLACE.guild.unwrap()).await.unwrap();
    assert_eq!((server.games, server.people), (2, 1), "computer players are no people");
    assert_eq!(server.admin.unwrap().people_lately, 1);
}

/// Plays a turn of the seat to move, one that gives Check if possible.
async fn checking_turn(host: &Host, game: GameId, number: usize) {
    let loaded = host.games.load(game).await.unwrap();
    let play = loaded.play().unwrap();
    let seat = play.game.to_act()[0];
    let mut turns: Vec<(usize, Action)> = Vec::new();
    for spelled in play.game.moves_with_notation(seat) {
        let action: Action = Turn::from(spelled.act).into();
        let mut after = play.game.clone();
        if after.apply(seat, &action).is_ok() {
            turns.push((after.view(Viewer::Public).in_check().len(), action));
        }
    }
    let most = turns.iter().map(|(checks, _)| *checks).max().unwrap();
    turns.retain(|(checks, _)| *checks == most);
    let (_, action) = turns.swap_remove((number * 7 + 3) % turns.len());
    let done = host.games.change(game, None, move |game, _| session::take::decide(game, seat, None, &action));
    done.await.unwrap();
}

/// The message of a computer's turn has the turns of the computers before it, each with the Checks that it gave or
/// lifted. The picture shows the turns since the last one of the Player to move. Older messages stay the same.
#[tokio::test]
async fn each_message_has_the_turns_of_computers_with_their_checks() {
    let folder = Folder::new();
    let host = dealing(&folder, [3; 32]).await;
    let game = against(&host, GameMode::Ffa, 4, Level::Recruit).await;
    for number in 0..80 {
        let now = scene(&host, game).await;
        if now.over || now.unattended {
            break;
        }
        checking_turn(&host, game, number).await;
    }
    let history = host.views.history(game).await.unwrap();
    let without = |seats: &[Seat], others: &[Seat]| -> Vec<Seat> {
        seats.iter().filter(|seat| !others.contains(seat)).copied().collect()
    };
    let after_turn_of = |seat: Seat, before: usize| {
        history[..before].iter().rposition(|entry| entry.seat == seat).map_or(0, |at| at + 1)
    };
    let mut checks = 0;
    for (at, pair) in history.windows(2).enumerate() {
        let [entry, next] = pair else { unreachable!() };
        let first = if entry.seat == Seat(0) { at } else { after_turn_of(Seat(0), at) };
        let expected: Vec<(Version, Vec<Seat>, Vec<Seat>)> = (first..at)
            .map(|turn| {
                let before = turn.checked_sub(1).map_or(&[][..], |before| &history[before].checked);
                let now = &history[turn].checked;
                (history[turn].version, without(now, before), without(before, now))
            })
            .collect();
        let shown = host.views.scene(game, entry.version).await.unwrap();
        let told = shown.told_before.into_iter().map(|turn| (turn.version, turn.gave, turn.lifted));
        assert_eq!(told.collect::<Vec<_>>(), expected, "{}", entry.text);
        checks += usize::from(expected.first().is_some_and(|(_, gave, _)| !gave.is_empty()));
        let since = &history[after_turn_of(next.seat, at)..at];
        let since: Vec<Version> = since.iter().map(|entry| entry.version).collect();
        assert_eq!(shown.since_own_turn, since, "{}", entry.text);
    }
    assert!(checks > 0, "no computer has given Check");
}

/// The time in which a computer player thinks, or waits for its turn, costs it nothing; a person's does.
#[tokio::test]
async fn a_computer_has_all_its_time() {
    let folder = Folder::new();
    let host = everyone::frozen(&folder, BEGIN).await;
    let mut options = LobbyOptions::new(GameMode::Duel, 2);
    (options.order, options.time) = (SeatOrder::Fixed, TimeControl::Increment { game: 1800, increment: 60 });
    let army = Some("medieval");
    let opened = host.lobbies.open_against(&who(1), PLACE, options, army, &wish(Level::Recruit)).await;
    let game = opened.unwrap().game;
    host.set_time(BEGIN + 600_000);
    play(&host, game, 1, "e4").await;
    host.set_time(BEGIN + 1_200_000);
    computer_plays(&host, game, Seat(1), "e5").await;
    assert_eq!(scene(&host, game).await.clock.banks, [1800 - 600 + 60, 1800]);
}

/// A file of a game names its computer players.
#[tokio::test]
async fn computers_are_named_in_the_file_of_a_game() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = against(&host, GameMode::Duel, 2, Level::Recruit).await;
    let computer = host.games.load(game).await.unwrap().members()[1][0].name.clone();
    let file: serde_json::Value = serde_json::from_str(&host.games.export(game).await.unwrap().json).unwrap();
    assert_eq!(file["players"], serde_json::json!([["Ann"], [computer]]));
}

/// Army of a lone King on its side of the chessboard.
const HERMIT: &str = "format = 1\nid = \"hermit\"\nname = \"Hermit\"\n\n\
    [territory]\nlayout = [\"........\", \"........\", \"....K...\"]\n\n\
    [[piece]]\nid = \"king\"\nname = \"King\"\nsymbol = \"K\"\ntitan = true\nmoves = \"K\"\n";

/// A duel of person 1, in the first seat and with this army, against a computer player with a lone King.
async fn against_a_hermit(host: &Host, army: &str, level: Level) -> GameId {
    super::fits::publish(host, super::sharing::HOME, HERMIT).await;
    let options = LobbyOptions { order: SeatOrder::Fixed, ..LobbyOptions::new(GameMode::Duel, 2) };
    let wish = ComputerWish { level, battalion: Some("hermit".to_owned()) };
    host.lobbies.open_against(&who(1), PLACE, options, Some(army), &wish).await.unwrap().game
}

/// A computer player resigns with its third hopeless decision in a row, not a turn later.
#[tokio::test(flavor = "multi_thread")]
async fn a_computer_resigns_with_its_third_hopeless_decision() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = against_a_hermit(&host, "medieval", Level::Sergeant).await;
    for over in [false, false, true] {
        first_act(&host, game).await;
        host.computers.play_computers(game, AT_ONCE).await;
        assert_eq!(scene(&host, game).await.over, over);
    }
    let last = scene(&host, game).await;
    assert_eq!(last.view.turns, 5, "the computer resigns instead of a turn");
    assert!(matches!(&last.view.phase, Phase::Ended { winners, .. } if *winners == [Seat(0)]));
}

/// Where nobody can win any more, a computer player offers a draw after its twentieth turn, and not again at once.
#[tokio::test(flavor = "multi_thread")]
async fn a_computer_offers_a_draw_where_nobody_can_win() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = against_a_hermit(&host, "hermit", Level::Recruit).await;
    // Nobody goes to a Space for the third time, so no position is repeated.
    let mut visits = std::collections::BTreeMap::<Space, u32>::new();
    for turn in 1..=21 {
        let acts = host.games.acts(game, PersonId(1)).await.unwrap();
        let act = acts.acts.iter().min_by_key(|act| visits.get(&act.to).copied().unwrap_or(0)).unwrap();
        visits.entry(act.from.unwrap()).or_insert(1);
        *visits.entry(act.to).or_insert(0) += 1;
        host.games.act_index(&who(1), game, acts.version, act.index, Vec::new(), true).await.unwrap();
        host.computers.play_computers(game, AT_ONCE).await;
        let offers = everyone::told(&host).await.matches("DrawOffer").count();
        let now = scene(&host, game).await;
        let expected = if turn == 20 { vec![Seat(1)] } else { Vec::new() };
        assert_eq!((now.view.draw_offer, offers), (expected, usize::from(turn == 20)), "turn {turn}");
        assert!(!now.over);
    }
    // The computer accepts a draw there, too.
    host.games.offer_draw(&who(1), game, None).await.unwrap();
    host.computers.play_computers(game, AT_ONCE).await;
    let phase = scene(&host, game).await.view.phase;
    assert!(matches!(phase, Phase::Ended { reason: EndReason::Agreement, .. }), "{phase:?}");
}

/// A game has at least one person, also where it begins with free seats.
#[tokio::test]
async fn computers_alone_begin_no_game() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = open(&host, 1, GameMode::Ffa, 4).await;
    for _ in 0..3 {
        host.lobbies.add_computer(&who(1), game, wish(Level::Recruit)).await.unwrap();
    }
    assert_eq!(lobby(&host, game).await.missing, [Missing::Players(1)]);
    let alone = refusal(host.lobbies.start(&who(1), game, Some(3)).await);
    assert_eq!(alone, LobbyRefusal::Missing(Missing::Players(1)).into());
}

/// Draw offers are no turns of an analysis. A duel that the first Player wins ends with a win chance of 100 %.
#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_has_the_turns_alone_and_the_result() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    play(&host, game, 1, "e4").await;
    host.games.offer_draw(&who(1), game, None).await.unwrap();
    host.games.answer_draw(&who(2), game, None, false).await.unwrap();
    for (text, person) in ["e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"].iter().zip([2, 1].into_iter().cycle()) {
        play(&host, game, person, text).await;
    }
    let analysed = host.computers.analyse(game, Progress::default()).await.unwrap();
    let turns: Vec<&str> = analysed.turns.iter().map(|turn| turn.text.as_str()).collect();
    assert_eq!(turns, ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]);
    assert_eq!((analysed.chances.len(), analysed.chances.last()), (8, Some(&100.0)));
    let worst = analysed.mistakes.iter().find(|mistake| mistake.number == 6).expect("the blunder is listed");
    assert_eq!((worst.text.as_str(), worst.grade, worst.after), ("Nf6", Grade::Blunder, 0.0));
}
