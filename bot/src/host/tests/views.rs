//! Views in rare situations: boards of earlier versions, free seats, untimed games that stand still, pictures of one person.

use engine::action::ClashAction;
use engine::clash::Gold;
use engine::titans::PlacementStyle;

use super::*;

/// First legal turn of the person to move.
async fn some_turn(host: &Host, game: GameId) -> Done {
    let person = scene(host, game).await.to_act[0].person;
    let text = host.games.acts(game, person).await.unwrap().acts[0].text.clone();
    play(host, game, person.0, &text).await
}

/// Numbers of the turns in the course of a game.
async fn numbers(host: &Host, game: GameId) -> Vec<u32> {
    let steps = host.views.steps(game).await.unwrap().into_iter();
    let number = |step: Step| match step.kind {
        StepKind::Turn { number, .. } => Some(number),
        _ => None,
    };
    steps.filter_map(number).collect()
}

/// The board of an earlier version has neither a deadline nor what happened later, such as an end from outside.
#[tokio::test]
async fn an_earlier_board_has_nothing_of_what_came_later() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = game_with(&host, GameMode::Duel, &["medieval"; 2], |options| options.time = TimeControl::USUAL).await;
    let first = play(&host, game, 1, "e4").await.version;
    assert!(scene(&host, game).await.deadline.is_some());
    play(&host, game, 2, "e5").await;
    for stopped in [false, true] {
        if stopped {
            host.games.end(&moderator(7), game, None).await.unwrap();
        }
        let earlier = host.views.scene(game, first).await.unwrap();
        assert!(earlier.stopped.is_none() && !earlier.over && !earlier.is_current, "{stopped}");
        assert_eq!((earlier.to_act, earlier.deadline), (vec![member(2)], None), "{stopped}");
    }
    assert!(scene(&host, game).await.stopped.is_some());
}

/// Nobody is to move in a game that was ended from outside, and the own view of a Player is that of an ended game.
#[tokio::test]
async fn a_game_ended_by_a_moderator_shows_no_moves_and_an_ended_own_view() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = game(&host, GameMode::Assassin, &["medieval"; 3]).await;
    play(&host, game, 1, "d4").await;
    let own = async || host.views.private(game, PersonId(2)).await.unwrap().view;
    assert_eq!(own().await.to_act, [Seat(1)]);
    host.games.end(&moderator(7), game, None).await.unwrap();
    for space in [None, Some("d4".parse().unwrap())] {
        let no = refusal(host.views.moves_picture(game, PersonId(2), space).await);
        assert_eq!(no, NotYourTurn::NoTurn.into(), "{space:?}");
    }
    let mut view = own().await;
    assert_eq!(view.own.take().unwrap().seat, Seat(1));
    assert!(view.to_act.is_empty() && view.seats.iter().all(|seat| !seat.revealed_targets.is_empty()));
    assert_eq!(view, scene(&host, game).await.view, "apart from what is only for the own seat");
}

/// The version after a takeback tells about it, a later one of the same position does not.
#[tokio::test]
async fn what_was_taken_back_is_told_in_one_version() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    play(&host, game, 1, "e4").await;
    host.tables.ask_takeback(&who(1), game).await.unwrap();
    host.tables.answer_takeback(&who(2), game, None, true).await.unwrap();
    assert!(scene(&host, game).await.table.taken_back.is_some());
    host.tables.hand_over(&who(2), game, member(5)).await.unwrap();
    assert_eq!(scene(&host, game).await.table.taken_back, None);
}

/// A stopped game shows the time that is left, unless it has no clock.
#[tokio::test]
async fn an_untimed_game_that_stands_still_has_no_time_left() {
    for time in [TimeControl::Unlimited, TimeControl::USUAL] {
        let folder = Folder::new();
        let host = host(&folder).await;
        let game = game_with(&host, GameMode::Duel, &["medieval"; 2], |options| options.time = time).await;
        host.tables.channel_gone(CHANNEL).await.unwrap();
        let clock = scene(&host, game).await.clock;
        assert_eq!(clock.standing, Some(Standing::Adjourned));
        assert_eq!(clock.left.is_some(), time != TimeControl::Unlimited, "{time:?}");
    }
}

/// A channel is taken from the opening of a lobby to the end of its game.
#[tokio::test]
async fn a_channel_is_taken_by_a_lobby_and_by_a_game() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let taken = async || host.views.is_taken(CHANNEL).await.unwrap();
    assert!(!taken().await);
    let game = open(&host, 1, GameMode::Duel, 2).await;
    assert!(taken().await, "a lobby");
    for person in [1, 2] {
        host.lobbies.join(&who(person), game, with("medieval")).await.unwrap();
    }
    assert!(taken().await, "a game");
    host.games.resign(&who(1), game, None).await.unwrap();
    assert!(!taken().await, "over");
}

/// The last holder of a free seat can return to it, so they are still among the people of the game.
#[tokio::test]
async fn the_last_holder_of_a_free_seat_is_among_the_people_of_the_game() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = game(&host, GameMode::Ffa, &["medieval"; 3]).await;
    host.tables.has_left(game, PersonId(2)).await.unwrap();
    assert_eq!(host.views.audience(game).await.unwrap().people, [1, 2, 3].map(PersonId));
    let listed = host.views.list_games(PersonId(1), PLACE.guild).await.unwrap();
    assert_eq!(listed[0].others, [member(2), member(3)]);
}

/// A list of games holds those of the named server, or of all.
#[tokio::test]
async fn a_list_holds_the_games_of_its_server() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let mut games = Vec::new();
    for (channel, guild) in [(600, 9), (601, 10)] {
        let place = Place { guild: Some(GuildId(guild)), channel: ChannelId(channel), parent: None };
        let by = Who { rights: Rights { guild: place.guild, ..Rights::default() }, ..who(1) };
        let options = LobbyOptions::new(GameMode::Duel, 2);
        games.push(host.lobbies.open_lobby(&by, place, options, Some("medieval")).await.unwrap().game);
    }
    for (guild, expected) in [(Some(9), 0..1), (Some(10), 1..2), (Some(11), 0..0), (None, 0..2)] {
        let listed = host.views.list_games(PersonId(1), guild.map(GuildId)).await.unwrap();
        assert_eq!(listed.iter().map(|one| one.game).collect::<Vec<_>>(), games[expected], "{guild:?}");
    }
}

/// The buyer of an unfinished army has buttons for its newest state, all others for the last public one.
#[tokio::test]
async fn the_buyer_of_an_army_has_its_newest_version() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = clash::begun(&host).await;
    let public = scene(&host, game).await.version;
    let bought = host.clash.act(&who(1), game, None, ClashAction::Suggest).await.unwrap().version;
    let version = async |person| host.views.private(game, PersonId(person)).await.unwrap().version;
    assert_eq!((version(1).await, version(2).await), (bought, public));
}

/// A sealed bid can be replaced, but the game no longer waits for it.
#[tokio::test]
async fn a_game_waits_for_nobody_who_has_bid() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = clash::begun(&host).await;
    clash::auction(&host, game).await;
    let waiting = async |person| host.views.list_games(PersonId(person), None).await.unwrap()[0].waiting;
    assert!(waiting(1).await && waiting(2).await);
    host.clash.act(&who(1), game, None, ClashAction::Bid { gold: Gold::whole(13) }).await.unwrap();
    assert!(!waiting(1).await && waiting(2).await);
}

/// A secret choice waits for all people, because it does not show who chooses. Computers are not mentioned.
#[tokio::test]
async fn a_secret_choice_waits_for_people_only() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let options = LobbyOptions { order: SeatOrder::Fixed, ..LobbyOptions::new(GameMode::Assassin, 3) };
    let game = host.lobbies.open_lobby(&who(1), PLACE, options, Some("medieval")).await.unwrap().game;
    host.lobbies.join(&who(2), game, with("party-volatile")).await.unwrap();
    let wish = ComputerWish { level: ::opponent::Level::Recruit, battalion: Some("medieval".to_owned()) };
    host.lobbies.add_computer(&who(1), game, wish).await.unwrap();
    let begun = scene(&host, game).await;
    assert!(matches!(begun.view.phase, engine::view::Phase::VolatileChoice { openly: false, .. }));
    assert_eq!(begun.to_act, [member(1), member(2)]);
}

/// A person's own pictures have the person's theme, or that of the game; the replay has that of the game.
#[tokio::test]
async fn pictures_have_the_theme_of_the_person_or_of_the_game() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let theme = |settings: &mut PersonSettings| settings.theme = Some(ThemeName::Light);
    host.settings.change_person_settings(PersonId(4), theme).await.unwrap();
    let (mut pictures, mut replays) = (Vec::new(), Vec::new());
    for theme in [ThemeName::Light, ThemeName::HighContrast] {
        let game = game_with(&host, GameMode::Duel, &["medieval"; 2], |options| options.theme = theme).await;
        play(&host, game, 1, "e4").await;
        assert!(host.views.own_theme(game, PersonId(3)).await.unwrap() == render::Theme::from(theme));
        assert!(host.views.own_theme(game, PersonId(4)).await.unwrap() == render::Theme::Light);
        for person in [3, 4] {
            pictures.push(host.views.board_picture(game, PersonId(person)).await.unwrap().png);
        }
        replays.push(host.views.replay(game, Progress::default()).await.unwrap().gif);
        host.games.end(&moderator(7), game, None).await.unwrap();
    }
    let [light, own, contrast, own_again] = pictures.as_slice() else { panic!() };
    assert!(light == own && own == own_again && light != contrast);
    assert!(replays[0] != replays[1]);
}

/// A Player's own board has their side at the bottom, unless they want north at the top.
#[tokio::test]
async fn the_own_board_is_turned_unless_north_is_wanted_at_the_top() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    let board = async |person| host.views.board_picture(game, PersonId(person)).await.unwrap().png;
    let (usual, turned) = (board(3).await, board(2).await);
    assert!(usual != turned);
    host.settings.change_person_settings(PersonId(2), |settings| settings.north_up = true).await.unwrap();
    assert!(board(2).await == usual);
}

/// A step of the course names the people who had the seats then.
#[tokio::test]
async fn an_earlier_moment_names_the_holders_of_its_time() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    play(&host, game, 1, "e4").await;
    let asked = host.tables.hand_over(&who(1), game, member(5)).await.unwrap().version;
    host.tables.answer_hand_over(&who(5), game, asked, true).await.unwrap();
    play(&host, game, 2, "e5").await;
    for (at, holder) in [(Some(1), "Ann"), (None, "Eve"), (Some(99), "Eve")] {
        let moment = host.views.moment(game, PersonId(2), at).await.unwrap();
        assert_eq!(moment.seats[0][0].name, holder, "{at:?}");
        let named = ["Ann", "Eve"].map(|name| moment.picture.alt.contains(name));
        assert_eq!(named, ["Ann", "Eve"].map(|name| name == holder), "{}", moment.picture.alt);
    }
}

/// Turns are counted without those that were taken back.
#[tokio::test]
async fn turns_taken_back_are_not_counted() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    for (person, text) in [(1, "e4"), (2, "e5"), (1, "d4")] {
        play(&host, game, person, text).await;
    }
    host.tables.ask_takeback(&who(2), game).await.unwrap();
    host.tables.answer_takeback(&who(1), game, None, true).await.unwrap();
    play(&host, game, 2, "c5").await;
    assert_eq!(numbers(&host, game).await, [1, 2, 3, 2]);
}

/// Each round of a match counts its own turns.
#[tokio::test]
async fn each_round_counts_its_turns() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = clash::begun(&host).await;
    for loser in [2, 1] {
        clash::armies(&host, game, &[1, 2]).await;
        for _ in 0..2 {
            some_turn(&host, game).await;
        }
        host.games.resign(&who(loser), game, None).await.unwrap();
    }
    assert_eq!(numbers(&host, game).await, [1, 2, 1, 2]);
}

/// A button of an earlier round is no confirmation of the army of this one.
#[tokio::test]
async fn an_army_is_confirmed_in_the_round_of_its_button() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = clash::begun(&host).await;
    let mut rounds = Vec::new();
    for loser in [2, 1] {
        let begun = scene(&host, game).await.version;
        let confirmed = async |pressed| host.clash.has_confirmed(game, PersonId(1), pressed).await;
        assert!(!confirmed(Some(begun)).await && !confirmed(None).await);
        clash::armies(&host, game, &[1]).await;
        assert!(confirmed(Some(begun)).await && confirmed(None).await);
        assert!(!host.clash.has_confirmed(game, PersonId(3), None).await, "not a Player");
        for earlier in &rounds {
            assert!(!confirmed(Some(*earlier)).await, "{earlier:?}");
        }
        rounds.push(begun);
        clash::armies(&host, game, &[2]).await;
        host.games.resign(&who(loser), game, None).await.unwrap();
    }
}

/// A suggestion is refused if the army has changed since its button was posted.
#[tokio::test]
async fn a_suggestion_completes_the_army_of_its_button() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = clash::begun(&host).await;
    let old = host.views.private(game, PersonId(1)).await.unwrap().version;
    let preset = ArmyChoice::Preset(engine::clash::presets()[0].id.clone());
    host.clash.fit_out(&who(1), game, None, &preset).await.unwrap();
    host.clash.fit_out(&who(1), game, None, &ArmyChoice::Nothing).await.unwrap();
    assert!(matches!(refusal(host.clash.suggest(&who(1), game, Some(old)).await), Refusal::Stale(_)));
    host.clash.suggest(&who(1), game, None).await.unwrap();
}

/// Draws beyond seats and colours are sealed: shuffled armies, Targets and Volatile pieces.
#[tokio::test]
async fn draws_of_a_game_are_sealed() {
    let usual = PlacementStyle::Usual;
    for (mode, armies, placement, sealed) in [
        (GameMode::Ffa, ["medieval"; 3], usual, false),
        (GameMode::Assassin, ["medieval"; 3], usual, true),
        (GameMode::Ffa, ["medieval"; 3], PlacementStyle::Shuffled, true),
    ] {
        let folder = Folder::new();
        let host = host(&folder).await;
        let game = game_with(&host, mode, &armies, |options| options.placement = placement).await;
        assert_eq!(scene(&host, game).await.seed.is_some(), sealed, "{mode:?} {placement:?}");
        host.games.end(&moderator(7), game, None).await.unwrap();
        assert_eq!(scene(&host, game).await.seed.is_some(), sealed, "{mode:?} {placement:?}");
    }
}

/// A lobby waits for a Player without a Battalion, and for the answer of an invited person.
#[tokio::test]
async fn a_lobby_waits_for_battalions_and_answers() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let waiting = async |person| {
        let games = host.views.list_games(PersonId(person), PLACE.guild).await.unwrap();
        games.iter().map(|one| one.waiting).collect::<Vec<_>>()
    };
    let game = open(&host, 1, GameMode::Duel, 2).await;
    host.lobbies.join(&who(1), game, Join::default()).await.unwrap();
    assert_eq!(waiting(1).await, [true]);
    host.lobbies.choose_battalion(&who(1), game, "medieval").await.unwrap();
    assert_eq!((waiting(1).await, waiting(2).await), (vec![false], vec![]));
    let challenge = DuelChallenge {
        opponent: member(3),
        mine: Some("medieval".to_owned()),
        theirs: Some("medieval".to_owned()),
        first: Colours::Challenger,
        options: LobbyOptions::new(GameMode::Duel, 2),
    };
    let place = Place { channel: ChannelId(510), ..PLACE };
    host.lobbies.challenge_to_duel(&who(4), place, challenge).await.unwrap();
    assert_eq!((waiting(4).await, waiting(3).await), (vec![false], vec![true]));
}

/// The replay of a game against a computer has the side of the only person at the bottom, also if the computer begins.
#[tokio::test]
async fn a_replay_is_seen_from_the_side_of_the_only_person() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let options = LobbyOptions { order: SeatOrder::Fixed, ..LobbyOptions::new(GameMode::Duel, 2) };
    let game = host.lobbies.open_lobby(&who(1), PLACE, options, None).await.unwrap().game;
    let wish = ComputerWish { level: ::opponent::Level::Recruit, battalion: Some("medieval".to_owned()) };
    host.lobbies.add_computer(&who(1), game, wish).await.unwrap();
    host.lobbies.join(&who(1), game, with("medieval")).await.unwrap();
    let begun = scene(&host, game).await;
    assert_eq!(begun.seats[1], [member(1)]);
    computer_plays(&host, game, Seat(0), "e4").await;
    let views = [begun.view, scene(&host, game).await.view];
    let people = crate::host::model::people(&begun.seats);
    let renderer = render::Renderer::new().unwrap();
    let drawn = |bottom| {
        let (theme, size) = (ThemeName::default().into(), render::Size::Small);
        let options = render::Options { theme, size, bottom, ..render::Options::default() };
        renderer.replay_with_progress(&views, &people, &options, |_| ()).unwrap().gif
    };
    let replay = host.views.replay(game, Progress::default()).await.unwrap().gif;
    assert!(replay == drawn(views[1].seats[1].side) && replay != drawn(None));
}

/// A seat that changes hands before the first turn is no step: the course begins with the first position and the people
/// who play on from it.
#[tokio::test]
async fn a_seat_that_changes_hands_before_the_first_turn_is_no_step() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    let take_over = async |from, to| {
        let asked = host.tables.hand_over(&who(from), game, member(to)).await.unwrap().version;
        host.tables.answer_hand_over(&who(to), game, asked, true).await.unwrap();
    };
    take_over(1, 5).await;
    play(&host, game, 5, "e4").await;
    take_over(2, 6).await;
    let steps = host.views.steps(game).await.unwrap();
    let [first, turn, taken] = steps.as_slice() else { panic!("{steps:?}") };
    assert!(matches!((&first.kind, &turn.kind), (StepKind::Start, StepKind::Turn { .. })), "{steps:?}");
    assert!(matches!(taken.kind, StepKind::SeatTaken(_)), "{steps:?}");
    assert_eq!(first.seats[0], [member(5)]);
    assert_eq!(first.seats[1], [member(2)]);
}

/// A lobby is offered to others as long as it is open and has a free seat.
#[tokio::test]
async fn a_full_or_closed_lobby_is_offered_to_nobody() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let options = LobbyOptions { start_when_full: false, ..LobbyOptions::new(GameMode::Duel, 2) };
    let game = host.lobbies.open_lobby(&who(1), PLACE, options, None).await.unwrap().game;
    let offered = async || {
        let listed = host.views.seeks(PLACE.guild.unwrap()).await.unwrap().len();
        (host.views.is_seek(game).await.unwrap(), listed)
    };
    let mut seen = vec![offered().await];
    for person in [1, 2] {
        host.lobbies.join(&who(person), game, with("medieval")).await.unwrap();
        seen.push(offered().await);
    }
    host.lobbies.leave(&who(2), game).await.unwrap();
    seen.push(offered().await);
    host.games.end(&who(1), game, None).await.unwrap();
    seen.push(offered().await);
    assert_eq!(seen, [(true, 1), (true, 1), (false, 0), (true, 1), (false, 0)]);
}
