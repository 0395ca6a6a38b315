//! Interactions of two features.

use engine::view::Phase;

use super::*;

/// All waiting notices, sorted within each version: `Turn` for the channel, `YourTurn 2` for a person.
pub(super) async fn told(host: &Host) -> Vec<String> {
    let mut told = Vec::new();
    loop {
        let taken = some(host).await;
        if taken.is_empty() {
            return told;
        }
        for notice in taken {
            host.outbox.superseded(&notice).await.unwrap();
            told.push(match notice.to {
                Recipient::Channel(_) => format!("{:?}", notice.kind),
                Recipient::Person(person) => format!("{:?} {}", notice.kind, person.0),
            });
        }
    }
}

async fn sorted(host: &Host) -> Vec<String> {
    let mut told = told(host).await;
    told.sort();
    told
}

async fn by_dm(host: &Host, people: &[u64]) {
    for person in people {
        host.settings.change_person_settings(PersonId(*person), |settings| settings.ping = Ping::Dm).await.unwrap();
    }
}

async fn prepare(host: &Host, game: GameId, person: u64, moves: [&str; 2]) {
    let moves = moves.map(str::to_owned).into();
    host.games.prepare_answer(&who(person), game, None, moves).await.unwrap();
}

async fn turns(host: &Host, game: GameId) -> Vec<String> {
    let history = host.views.history(game).await.unwrap();
    let stands = standing(history.iter()).into_iter();
    stands.map(|entry| entry.text.clone()).filter(|text| !text.is_empty()).collect()
}

/// Waits for background tasks of the game.
async fn settled(host: &Host, game: GameId) {
    tokio::time::sleep(Duration::from_millis(50)).await;
    host.games.play_conditional_moves(game).await.unwrap();
}

#[tokio::test]
async fn a_takeback_forgets_prepared_answers_of_both() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    for text in ["e4", "e5", "Nf3"] {
        play(&host, game, 1 + u64::from(text == "e5"), text).await;
    }
    prepare(&host, game, 1, ["Nc6", "Bb5"]).await;
    host.tables.ask_takeback(&who(2), game).await.unwrap();
    // The request alone changes nothing.
    assert_eq!(host.games.conditional_moves(game, PersonId(1)).await.unwrap().len(), 1);
    host.tables.answer_takeback(&who(1), game, None, true).await.unwrap();
    assert_eq!(turns(&host, game).await, ["e4"]);
    assert!(host.games.conditional_moves(game, PersonId(1)).await.unwrap().is_empty());
    assert!(host.store.lines(game).await.unwrap().is_empty());
    // Playing the same moves again triggers no reply.
    play(&host, game, 2, "e5").await;
    settled(&host, game).await;
    play(&host, game, 1, "Nf3").await;
    play(&host, game, 2, "Nc6").await;
    settled(&host, game).await;
    assert_eq!(turns(&host, game).await, ["e4", "e5", "Nf3", "Nc6"]);
}

/// A takeback of a partly played line would make the whole line valid again, so the line is deleted.
#[tokio::test]
async fn a_takeback_forgets_a_line_that_has_begun() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    play(&host, game, 1, "e4").await;
    prepare(&host, game, 1, ["e5", "Nf3"]).await;
    let line = host.games.conditional_moves(game, PersonId(1)).await.unwrap().remove(0);
    let further = ("Nc6".to_owned(), "Bb5".to_owned());
    host.games.prepare_answer(&who(1), game, Some(line.id), further).await.unwrap();
    play(&host, game, 2, "e5").await;
    settled(&host, game).await;
    assert_eq!(turns(&host, game).await, ["e4", "e5", "Nf3"]);
    host.tables.ask_takeback(&who(2), game).await.unwrap();
    host.tables.answer_takeback(&who(1), game, None, true).await.unwrap();
    assert_eq!(turns(&host, game).await, ["e4"]);
    assert!(host.games.conditional_moves(game, PersonId(1)).await.unwrap().is_empty());
    play(&host, game, 2, "e5").await;
    settled(&host, game).await;
    assert_eq!(turns(&host, game).await, ["e4", "e5"], "nothing is played at once again");
}

#[tokio::test]
async fn an_answer_prepared_for_another_seat_is_not_played_by_whoever_takes_it() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    play(&host, game, 1, "e4").await;
    prepare(&host, game, 1, ["e5", "Nf3"]).await;
    let asked = host.tables.hand_over(&who(1), game, member(5)).await.unwrap();
    host.tables.answer_hand_over(&who(5), game, asked.version, true).await.unwrap();
    assert!(host.games.conditional_moves(game, PersonId(5)).await.unwrap().is_empty(), "they are secret");
    play(&host, game, 2, "e5").await;
    settled(&host, game).await;
    assert_eq!(turns(&host, game).await, ["e4", "e5"]);
}

#[tokio::test]
async fn nothing_prepared_is_played_once_a_game_is_over_or_stands_still() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = game_with(&host, GameMode::Duel, &["medieval"; 2], |options| options.time = TimeControl::USUAL).await;
    play(&host, game, 1, "e4").await;
    prepare(&host, game, 1, ["e5", "Nf3"]).await;
    host.games.ask_pause(&who(1), game, false).await.unwrap();
    host.games.ask_pause(&who(2), game, true).await.unwrap();
    let paused = host.games.act_text(&who(2), game, "e5", false).await;
    assert_eq!(refusal(paused), Refusal::StandsStill(Standing::Paused));
    settled(&host, game).await;
    assert_eq!(turns(&host, game).await, ["e4"]);
    // After the pause, the line is valid again.
    host.games.resume(&who(1), game, None).await.unwrap();
    assert_eq!(host.games.conditional_moves(game, PersonId(1)).await.unwrap().len(), 1);
    host.games.resign(&who(2), game, None).await.unwrap();
    settled(&host, game).await;
    assert!(host.store.lines(game).await.unwrap().is_empty(), "forgotten");
}

#[tokio::test]
async fn a_turn_ends_what_was_asked_before_it() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = game_with(&host, GameMode::Duel, &["medieval"; 2], |options| options.time = TimeControl::USUAL).await;
    play(&host, game, 1, "e4").await;
    host.tables.ask_takeback(&who(1), game).await.unwrap();
    host.games.offer_draw(&who(1), game, None).await.unwrap();
    assert!(scene(&host, game).await.table.takeback.is_some(), "an offer is no turn");
    play(&host, game, 2, "e5").await;
    let now = scene(&host, game).await;
    assert!(now.table.takeback.is_none() && now.view.draw_offer.is_empty());
    let late = host.games.answer_draw(&who(2), game, None, true).await;
    assert_eq!(refusal(late), Stale::NoOffer.into());
    let late = host.tables.answer_takeback(&who(2), game, None, true).await;
    assert_eq!(refusal(late), Stale::NoTakeback.into());
    assert!(!now.over);
}

#[tokio::test]
async fn a_takeback_gives_whoever_is_to_move_a_whole_turn_and_tells_them_alone() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    by_dm(&host, &[1, 2]).await;
    let game = game_with(&host, GameMode::Duel, &["medieval"; 2], |options| {
        options.time = TimeControl::PerTurn { turn: 3 * 3600 };
    })
    .await;
    play(&host, game, 1, "e4").await;
    told(&host).await;
    host.store.heartbeat(BEGIN + 2 * HOUR, 0).await.unwrap();
    let host = host_at(&folder, BEGIN + 2 * HOUR).await;
    host.tables.ask_takeback(&who(1), game).await.unwrap();
    assert_eq!(told(&host).await, ["TakebackAsked"], "nobody's turn has begun");
    let before = scene(&host, game).await.deadline.unwrap();
    host.tables.answer_takeback(&who(2), game, None, true).await.unwrap();
    assert_eq!(sorted(&host).await, ["Turn", "YourTurn 1"]);
    let after = scene(&host, game).await.deadline.unwrap();
    assert!((after - before - 2 * 3600).abs() < 60, "{before} {after}");
}

#[tokio::test]
async fn a_seat_that_changes_hands_takes_its_offers_along_and_ends_those_of_its_holder() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    host.games.offer_draw(&who(1), game, None).await.unwrap();
    let first = host.tables.hand_over(&who(1), game, member(5)).await.unwrap().version;
    // A newer offer replaces an older one.
    let second = host.tables.hand_over(&who(1), game, member(6)).await.unwrap().version;
    assert_eq!(refusal(host.tables.answer_hand_over(&who(5), game, first, true).await), Stale::NoSeatOffer.into());
    let other = host.tables.hand_over(&who(2), game, member(7)).await.unwrap().version;
    told(&host).await;
    host.tables.answer_hand_over(&who(6), game, second, true).await.unwrap();
    let now = scene(&host, game).await;
    assert_eq!(now.seats, [vec![member(6)], vec![member(2)]]);
    assert_eq!(now.view.draw_offer, [Seat(0)], "the offer is the seat's");
    assert_eq!(now.table.hand_overs.len(), 1, "the other one's stands");
    // A former holder has no vote.
    assert_eq!(refusal(host.games.answer_draw(&who(1), game, None, false).await), Refusal::NotInGame);
    assert_eq!(refusal(host.games.resign(&who(1), game, None).await), Refusal::NotInGame);
    host.tables.answer_hand_over(&who(7), game, other, false).await.unwrap();
    host.games.answer_draw(&who(2), game, None, true).await.unwrap();
    assert!(scene(&host, game).await.over);
}

#[tokio::test]
async fn a_vote_about_somebody_absent_ends_with_their_turn() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let game = game(&host, GameMode::Ffa, &["medieval"; 3]).await;
    host.store.heartbeat(BEGIN + 25 * HOUR, 0).await.unwrap();
    let host = host_at(&folder, BEGIN + 25 * HOUR).await;
    host.tables.free_seat(&who(2), game, PersonId(1)).await.unwrap();
    assert!(scene(&host, game).await.table.vote.is_some());
    let acts = host.games.acts(game, PersonId(1)).await.unwrap();
    play(&host, game, 1, &acts.acts[0].text).await;
    assert!(scene(&host, game).await.table.vote.is_none());
    assert_eq!(refusal(host.tables.agree_absent(&who(3), game, Seat(0)).await), Stale::Position.into());
    let again = host.tables.free_seat(&who(3), game, PersonId(2)).await;
    assert!(matches!(refusal(again), Refusal::Table(TableRefusal::WaitUntil(_))), "the wait begins anew");
}

/// Time in which a game was adjourned does not count as absence.
#[tokio::test]
async fn absence_is_counted_from_the_return_of_an_adjourned_game() {
    for is_moved in [false, true] {
        let folder = Folder::new();
        let host = host_at(&folder, BEGIN).await;
        let game = game(&host, GameMode::Ffa, &["medieval"; 3]).await;
        host.tables.channel_gone(PLACE.channel).await.unwrap();
        host.store.heartbeat(BEGIN + 25 * HOUR, 0).await.unwrap();
        let host = host_at(&folder, BEGIN + 25 * HOUR).await;
        let place = Place { channel: ChannelId(600), ..PLACE };
        if is_moved {
            host.tables.move_game(&who(2), game, place).await.unwrap();
        } else {
            host.games.resume(&who(2), game, Some(place)).await.unwrap();
        }
        let until = TableRefusal::WaitUntil((BEGIN + 49 * HOUR) / 1000);
        assert_eq!(refusal(host.tables.free_seat(&who(2), game, PersonId(1)).await), until.into(), "{is_moved}");
    }
}

/// Neither the clock nor the recipients of notices reveal who still has to choose.
#[tokio::test]
async fn a_holiday_during_secret_choices_tells_nothing() {
    let hour = 3600;
    let mut seen = Vec::new();
    // One person is on holiday: either a person who has to choose, or another one.
    for away in 1..=3 {
        let folder = Folder::new();
        let host = dealing(&folder, [4; 32]).await;
        let armies = ["party-volatile", "medieval", "medieval"];
        let game = game_with(&host, GameMode::Assassin, &armies, |options| {
            options.time = TimeControl::PerTurn { turn: hour };
        })
        .await;
        let before = scene(&host, game).await;
        assert!(matches!(before.view.phase, Phase::VolatileChoice { .. }));
        let first = sorted(&host).await;
        host.clocks.change_holiday(PersonId(away), PLACE.guild, HolidayChange::Now(48 * HOUR)).await.unwrap();
        let now = scene(&host, game).await;
        let moved = now.deadline.unwrap() - before.deadline.unwrap();
        seen.push((first, moved, sorted(&host).await, host.settings.on_holiday(&now).await.unwrap().len()));
    }
    assert_eq!(seen[0].1, 48 * 3600);
    assert!(seen.iter().all(|one| *one == seen[0]), "{seen:?}");
}

#[tokio::test]
async fn a_rematch_leaves_whoever_was_erased_alone() {
    let folder = Folder::new();
    let host = host(&folder).await;
    by_dm(&host, &[1, 2]).await;
    let game = duel(&host).await;
    host.games.resign(&who(1), game, None).await.unwrap();
    told(&host).await;
    host.records.erase_person(PersonId(2)).await.unwrap();
    let asked = host.lobbies.rematch(&who(1), game).await;
    let named = told(&host).await;
    assert!(named.iter().all(|line| !line.ends_with(" 2")), "{named:?}");
    if let Ok(asked) = asked {
        let lobby = lobby(&host, asked.game).await;
        assert!(lobby.invited.iter().all(|member| member.person != PersonId(2)), "{:?}", lobby.invited);
    }
    // Notification settings are deleted as well.
    assert_eq!(host.settings.person_settings(PersonId(2)).await.unwrap().ping, PersonSettings::default().ping);
}

/// Each step notifies exactly the people it concerns.
#[tokio::test]
async fn a_game_tells_exactly_those_whom_each_step_concerns() {
    let folder = Folder::new();
    let host = host(&folder).await;
    by_dm(&host, &[2, 3, 5]).await;
    let game = game_with(&host, GameMode::Duel, &["medieval"; 2], |options| options.time = TimeControl::USUAL).await;
    assert_eq!(sorted(&host).await, ["Lobby", "Lobby", "Lobby", "Turn"], "Ann is to move, and wants no direct message");
    play(&host, game, 1, "e4").await;
    assert_eq!(sorted(&host).await, ["Turn", "YourTurn 2"]);
    host.games.offer_draw(&who(1), game, None).await.unwrap();
    assert_eq!(sorted(&host).await, ["DrawOffer"]);
    host.games.answer_draw(&who(2), game, None, false).await.unwrap();
    assert_eq!(sorted(&host).await, ["DrawDeclined"]);
    host.tables.ask_takeback(&who(1), game).await.unwrap();
    assert_eq!(sorted(&host).await, ["TakebackAsked"]);
    host.tables.answer_takeback(&who(2), game, None, false).await.unwrap();
    assert_eq!(sorted(&host).await, ["TakebackOff"]);
    play(&host, game, 2, "e5").await;
    assert_eq!(sorted(&host).await, ["Turn"], "Ann again");
    host.games.ask_pause(&who(2), game, false).await.unwrap();
    assert_eq!(sorted(&host).await, ["PauseAsked"]);
    host.games.ask_pause(&who(1), game, true).await.unwrap();
    assert_eq!(sorted(&host).await, ["Paused"]);
    host.games.resume(&who(1), game, None).await.unwrap();
    assert_eq!(sorted(&host).await, ["Turn"]);
    let offer = host.tables.hand_over(&who(1), game, member(5)).await.unwrap().version;
    assert_eq!(sorted(&host).await, ["HandOver"]);
    host.tables.answer_hand_over(&who(5), game, offer, false).await.unwrap();
    assert_eq!(sorted(&host).await, ["HandOverOff"]);
    let offer = host.tables.hand_over(&who(1), game, member(5)).await.unwrap().version;
    host.tables.answer_hand_over(&who(5), game, offer, true).await.unwrap();
    assert_eq!(sorted(&host).await, ["HandOver", "SeatTaken", "YourTurn 5"]);
    host.games.resign(&who(5), game, None).await.unwrap();
    assert_eq!(sorted(&host).await, ["Turn"], "nobody is to move");
    host.lobbies.rematch(&who(5), game).await.unwrap();
    assert_eq!(sorted(&host).await, ["Challenged 2", "Lobby"]);
}

/// Secret cards go to their owners once. Refused and repeated requests notify nobody.
#[tokio::test]
async fn cards_come_once_and_what_is_refused_tells_nobody() {
    let folder = Folder::new();
    let host = host(&folder).await;
    by_dm(&host, &[1, 3]).await;
    let game = game(&host, GameMode::Assassin, &["medieval"; 3]).await;
    let expected = ["Lobby", "Lobby", "Lobby", "Lobby", "Target 1", "Target 2", "Target 3", "Turn", "YourTurn 1"];
    assert_eq!(sorted(&host).await, expected);
    for (person, text) in [(2, "a4"), (4, "a4"), (1, "Qz9")] {
        assert!(host.games.act_text(&who(person), game, text, false).await.is_err());
    }
    assert!(host.tables.ask_takeback(&who(2), game).await.is_err());
    assert!(host.games.end(&who(3), game, None).await.is_err());
    assert_eq!(told(&host).await, [""; 0]);
    let acts = host.games.acts(game, PersonId(1)).await.unwrap();
    let ann = who(1);
    let text = &acts.acts[0].text;
    for _ in 0..2 {
        host.games.act_text(&ann, game, text, false).await.unwrap();
    }
    assert_eq!(sorted(&host).await, ["Turn"], "delivered twice, done once; Bob wants no direct message");
}

/// Acceptances of a pause end with the pause; the next one needs new ones.
#[tokio::test]
async fn a_second_pause_is_agreed_to_anew() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = game_with(&host, GameMode::Duel, &["medieval"; 2], |options| options.time = TimeControl::USUAL).await;
    for _ in 0..2 {
        host.games.ask_pause(&who(1), game, false).await.unwrap();
        assert_eq!(scene(&host, game).await.clock.standing, None, "one is missing");
        host.games.ask_pause(&who(2), game, true).await.unwrap();
        assert_eq!(scene(&host, game).await.clock.standing, Some(Standing::Paused));
        host.games.resume(&who(1), game, None).await.unwrap();
        assert_eq!(scene(&host, game).await.clock.standing, None);
    }
}

/// Lists start with games that wait for the person. Lobbies for invited people are not listed for others.
#[tokio::test]
async fn lists_begin_with_what_waits_and_hold_nothing_meant_for_others() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let first = duel(&host).await;
    play(&host, first, 1, "e4").await;
    let place = Place { channel: ChannelId(510), ..PLACE };
    let mut options = LobbyOptions::new(GameMode::Duel, 2);
    options.order = SeatOrder::Fixed;
    let second = host.lobbies.open_lobby(&who(1), place, options, None).await.unwrap().game;
    for person in [1, 2] {
        host.lobbies.join(&who(person), second, with("medieval")).await.unwrap();
    }
    let order = |person: u64| {
        let host = host.clone();
        async move {
            let games = host.views.list_games(PersonId(person), PLACE.guild).await.unwrap();
            games.into_iter().map(|game| (game.game, game.waiting)).collect::<Vec<_>>()
        }
    };
    assert_eq!(order(1).await, [(second, true), (first, false)]);
    assert_eq!(order(2).await, [(first, true), (second, false)]);
    assert_eq!(order(3).await, []);
    let challenge = DuelChallenge {
        opponent: member(4),
        mine: None,
        theirs: None,
        first: Colours::Challenger,
        options: LobbyOptions::new(GameMode::Duel, 2),
    };
    let place = Place { channel: ChannelId(511), ..PLACE };
    let asked = host.lobbies.challenge_to_duel(&who(3), place, challenge).await.unwrap().game;
    let place = Place { channel: ChannelId(512), ..PLACE };
    let open = host.lobbies.open_lobby(&who(3), place, LobbyOptions::new(GameMode::Duel, 2), None).await.unwrap().game;
    let seeks: Vec<GameId> =
        host.views.seeks(PLACE.guild.unwrap()).await.unwrap().into_iter().map(|lobby| lobby.game).collect();
    assert_eq!(seeks, [open]);
    assert!(host.views.is_seek(open).await.unwrap() && !host.views.is_seek(asked).await.unwrap());
    // A lobby waits for other people, not for its members.
    host.lobbies.join(&who(3), open, with("medieval")).await.unwrap();
    let listed = order(3).await;
    assert!(listed.contains(&(open, false)), "{listed:?}");
}
