//! Complete games, illegal moves, repeated and outdated requests, crashes.

use engine::action::Action;
use engine::board::{Seat, Space};
use engine::view::Phase;

use super::*;

/// Morphy's "Opera game", Paris 1858.
const OPERA: &str = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O \
                     Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#";

fn space(text: &str) -> Space {
    text.parse().unwrap()
}

#[tokio::test]
async fn the_opera_game_with_a_crash_after_every_move() {
    let folder = Folder::new();
    let mut host = host(&folder).await;
    let game = duel(&host).await;
    let (mut person, mut before) = (1, scene(&host, game).await);
    for (number, text) in OPERA.split_whitespace().enumerate() {
        let done = play(&host, game, person, text).await;
        assert_eq!(done.version, Version(before.version.0 + 1));
        let after = scene(&host, game).await;
        assert_eq!(after.view.turns as usize, number + 1);
        // Simulates a crash: the host is not closed, and another one opens the same file.
        host = super::host(&folder).await;
        assert_eq!(scene(&host, game).await, after);
        // Earlier versions are still available.
        let was = host.views.scene(game, before.version).await.unwrap();
        assert_eq!(was.view, before.view);
        (person, before) = (3 - person, after);
    }
    assert!(before.over && before.to_act.is_empty());
    assert!(matches!(&before.view.phase, Phase::Ended { winners, .. } if winners == &[Seat(0)]));
    let history = host.views.history(game).await.unwrap();
    assert_eq!(history.len(), 33);
    assert_eq!((history[0].text.as_str(), history[32].text.as_str()), ("e4", "Rd8#"));
    let picture = host.views.turn_picture(game, before.version).await.unwrap();
    assert!(picture.png.starts_with(b"\x89PNG") && picture.alt.contains("checkmate"), "{}", picture.alt);
    let over = refusal(host.games.act_text(&who(2), game, "e5", false).await);
    assert_eq!(over, Over::Game.into());
    assert_eq!(host.views.game_in(CHANNEL).await.unwrap(), game);
    assert!(host.views.games_of(PersonId(1)).await.unwrap().is_empty());
    // The channel is free again.
    let next = open(&host, 2, GameMode::Duel, 2).await;
    assert_eq!(host.views.game_in(CHANNEL).await.unwrap(), next);
}

#[tokio::test]
async fn wrong_moves_change_nothing_and_say_why() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    let before = scene(&host, game).await;
    assert_eq!(before.to_act, [Member { person: PersonId(1), name: "Ann".into() }]);
    let illegal = refusal(host.games.act_text(&who(1), game, "e2e5", false).await);
    assert!(matches!(&illegal, Refusal::Illegal(why) if why.rule() == "T-11"));
    let other = refusal(host.games.act_text(&who(2), game, "e7e5", false).await);
    assert_eq!(other, NotYourTurn::Move(vec![player(0, 1)]).into());
    let stranger = refusal(host.games.act_text(&who(3), game, "e4", false).await);
    assert_eq!(stranger, Refusal::NotInGame);
    let clock = host.games.act(&who(1), game, None, Action::TimeOut, true).await;
    assert_eq!(refusal(clock), Denied::TimeOut.into());
    assert_eq!(refusal(host.games.act_text(&who(1), GameId(77), "e4", false).await), NoGame::Numbered.into());
    assert_eq!(refusal(host.views.game_in(ChannelId(1)).await), NoGame::InChannel.into());
    assert_eq!(refusal(host.lobbies.join(&who(4), game, Join::default()).await), LobbyRefusal::Begun.into());
    assert_eq!(scene(&host, game).await, before);
}

#[tokio::test]
async fn the_same_delivery_twice_acts_once() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    let ann = who(1);
    let Played::Done(first) = host.games.act_text(&ann, game, "e4", false).await.unwrap() else { panic!() };
    let Played::Done(again) = host.games.act_text(&ann, game, "e4", false).await.unwrap() else { panic!() };
    assert!(!first.repeated && again.repeated);
    assert_eq!(again.version, first.version);
    assert_eq!(again.confirmed, first.confirmed);
    assert_eq!(first.confirmed, [Confirmation::Played("e4".to_owned())]);
    assert_eq!(host.views.history(game).await.unwrap().len(), 1);
    // Repeated deliveries get the same answer after a crash, and concurrently.
    let host = super::host(&folder).await;
    let Played::Done(later) = host.games.act_text(&ann, game, "e4", false).await.unwrap() else { panic!() };
    assert!(later.repeated);
    let bob = who(2);
    let (one, two) =
        tokio::join!(host.games.act_text(&bob, game, "e5", false), host.games.act_text(&bob, game, "e5", false));
    assert!(one.is_ok() && two.is_ok());
    assert_eq!(host.views.history(game).await.unwrap().len(), 2);
    // One interaction delivered twice opens one lobby.
    let place = Place { channel: ChannelId(501), ..PLACE };
    let eve = who(5);
    let options = LobbyOptions::new(GameMode::Duel, 2);
    let first = host.lobbies.open_lobby(&eve, place, options.clone(), None).await.unwrap();
    let again = host.lobbies.open_lobby(&eve, place, options, None).await.unwrap();
    assert_eq!(first.game, again.game);
    assert!(again.repeated);
}

#[tokio::test]
async fn of_two_presses_at_once_one_wins_and_old_buttons_are_refused() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    let acts = host.games.acts(game, PersonId(1)).await.unwrap();
    assert_eq!(acts.acts.len(), 20);
    let e4 = acts.acts.iter().find(|act| act.text == "e4").unwrap();
    assert_eq!((e4.piece.as_str(), e4.from, e4.to), ("Pawn", Some(space("e2")), space("e4")));
    let (ann, also) = (who(1), who(1));
    let press = |who| host.games.act_index(who, game, acts.version, e4.index, Vec::new(), false);
    let (one, two) = tokio::join!(press(&ann), press(&also));
    let lost = [one, two].into_iter().filter(Result::is_err).collect::<Vec<_>>();
    assert_eq!(lost.len(), 1);
    // The losing request is refused as out of turn or outdated.
    let why = refusal(lost.into_iter().next().unwrap());
    assert!(matches!(why, Refusal::Stale(_) | Refusal::NotYourTurn(_)), "{why:?}");
    assert_eq!(host.views.history(game).await.unwrap().len(), 1);
    play(&host, game, 2, "e5").await;
    let old = host.games.act_index(&who(1), game, acts.version, 3, Vec::new(), false).await;
    assert_eq!(refusal(old), Stale::Position.into());
    assert!(host.games.acts(game, PersonId(2)).await.unwrap().acts.is_empty());
}

#[tokio::test]
async fn draws_are_offered_agreed_and_declined() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    let turn = scene(&host, game).await.version;
    assert_eq!(refusal(host.games.answer_draw(&who(2), game, None, true).await), Stale::NoOffer.into());
    let offer = host.games.offer_draw(&who(2), game, Some(turn)).await.unwrap();
    assert!(host.games.offer_draw(&who(2), game, None).await.is_err());
    // A button of the turn was not meant as an answer to the later offer.
    assert_eq!(refusal(host.games.offer_draw(&who(1), game, Some(turn)).await), Stale::Offered.into());
    // An offer does not invalidate the turn's buttons.
    let declined = host.games.answer_draw(&who(1), game, Some(offer.version), false).await.unwrap();
    let again = host.games.offer_draw(&who(2), game, Some(turn)).await.unwrap();
    assert_eq!(refusal(host.games.answer_draw(&who(1), game, Some(offer.version), true).await), Stale::Position.into());
    assert!(again.version > declined.version);
    let moved = host.games.act_index(&who(1), game, turn, 0, Vec::new(), false).await.unwrap();
    assert!(matches!(moved, Played::Done(_)));
    assert_eq!(refusal(host.games.answer_draw(&who(1), game, Some(again.version), true).await), Stale::Position.into());
    let offer = host.games.offer_draw(&who(1), game, None).await.unwrap();
    host.games.answer_draw(&who(2), game, Some(offer.version), true).await.unwrap();
    let end = scene(&host, game).await;
    assert!(end.over);
    assert!(matches!(&end.view.phase, Phase::Ended { winners, .. } if winners.is_empty()));
}

#[tokio::test]
async fn turns_that_oblige_are_asked_about_step_by_step() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    for (number, text) in "e4 d5 e5 f5 exf6 Nc6 fxg7 h6".split_whitespace().enumerate() {
        play(&host, game, number as u64 % 2 + 1, text).await;
    }
    let found = host.games.complete(game, PersonId(1), "gxh8").await;
    assert_eq!(found.len(), 4, "{found:?}");
    assert_eq!(host.games.complete(game, PersonId(2), "").await, []);
    assert_eq!(host.games.complete(game, PersonId(1), "").await.len(), 25);
    assert_eq!(host.games.complete(GameId(99), PersonId(1), "e").await, []);
    let knight = found.iter().find(|found| found.value.ends_with("=N")).unwrap();
    assert_eq!(knight.label, "gxh8=N (Pawn g7)");
    play(&host, game, 1, &knight.value).await;
    let white = host.views.board_picture(game, PersonId(1)).await.unwrap();
    let black = host.views.board_picture(game, PersonId(2)).await.unwrap();
    assert_ne!(white.png, black.png);
    let knights = host.views.moves_picture(game, PersonId(2), Some(space("c6"))).await.unwrap();
    assert_ne!(knights.png, black.png);
    assert_eq!(
        refusal(host.views.moves_picture(game, PersonId(2), Some(space("b1"))).await),
        NothingToShow::NotTheirs { space: space("b1"), mover: player(1, 2) }.into()
    );
    host.views.moves_picture(game, PersonId(2), None).await.unwrap();
}

#[tokio::test]
async fn team_mates_alternate_turns() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let mut options = LobbyOptions::new(GameMode::Duel, 2);
    options.order = SeatOrder::Fixed;
    options.start_when_full = false;
    let game = host.lobbies.open_lobby(&who(1), PLACE, options, None).await.unwrap().game;
    host.lobbies.join(&who(1), game, with("medieval")).await.unwrap();
    host.lobbies.join(&who(2), game, with("Medieval")).await.unwrap();
    let mate = Join { with: Some(PersonId(1)), ..Join::default() };
    host.lobbies.join(&who(3), game, mate.clone()).await.unwrap();
    assert_eq!(refusal(host.lobbies.join(&who(4), game, mate).await), LobbyRefusal::SeatShared.into());
    host.lobbies.start(&who(1), game, None).await.unwrap();
    let refused = refusal(host.games.act_text(&who(3), game, "e4", false).await);
    assert_eq!(refused, NotYourTurn::TeamMate(member(1)).into());
    play(&host, game, 1, "e4").await;
    play(&host, game, 2, "e5").await;
    assert_eq!(scene(&host, game).await.to_act[0].name, "Cid");
    // A crash preserves which person of a shared seat acted last.
    let host = super::host(&folder).await;
    let refused = refusal(host.games.act_text(&who(1), game, "d4", false).await);
    assert_eq!(refused, NotYourTurn::TeamMate(member(3)).into());
    play(&host, game, 3, "d4").await;
    host.games.resign(&who(2), game, None).await.unwrap();
    assert!(scene(&host, game).await.over);
}

/// The people of a shared seat act in the order in which they joined, also after a restart.
#[tokio::test]
async fn the_order_within_a_shared_seat_outlasts_a_restart() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let options =
        LobbyOptions { order: SeatOrder::Fixed, start_when_full: false, ..LobbyOptions::new(GameMode::Duel, 2) };
    let game = host.lobbies.open_lobby(&who(5), PLACE, options, Some("medieval")).await.unwrap().game;
    host.lobbies.join(&who(3), game, Join { with: Some(PersonId(5)), ..Join::default() }).await.unwrap();
    host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
    host.lobbies.start(&who(5), game, None).await.unwrap();
    let host = super::host(&folder).await;
    let scene = scene(&host, game).await;
    assert_eq!(scene.seats[0], [member(5), member(3)]);
    assert_eq!(scene.to_act, [member(5)]);
}

#[tokio::test]
async fn a_moderator_ends_a_game_and_it_is_announced() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    play(&host, game, 1, "e4").await;
    assert_eq!(refusal(host.games.end(&who(2), game, None).await), Denied::End.into());
    let to_move = async || host.views.text_board(game, None).await.unwrap().contains("To move: ");
    assert!(to_move().await);
    host.games.end(&moderator(7), game, Some("The club closes.".into())).await.unwrap();
    assert!(!to_move().await);
    let host = super::host(&folder).await;
    let end = scene(&host, game).await;
    assert!(end.over && end.to_act.is_empty());
    let stopped = end.stopped.unwrap();
    assert_eq!((stopped.by.name.as_str(), stopped.reason.as_deref()), ("Gus", Some("The club closes.")));
    assert_eq!(refusal(host.games.resign(&who(1), game, None).await), Over::Game.into());
    assert_eq!(refusal(host.games.end(&moderator(7), game, None).await), Over::Game.into());
}

#[tokio::test]
async fn the_board_shows_what_others_did_since_the_mover_last_moved() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = game(&host, GameMode::Ffa, &["medieval"; 3]).await;
    let mut turns = Vec::new();
    for turn in 0..5 {
        let before = scene(&host, game).await;
        let person = before.to_act[0].person.0;
        let acts = host.games.acts(game, PersonId(person)).await.unwrap();
        let done = play(&host, game, person, &acts.acts[0].text).await;
        turns.push(done.version);
        let shown = scene(&host, game).await.since_own_turn;
        let expected = match turn {
            0 => &turns[..0],
            _ => &turns[turn - 1..turn],
        };
        assert_eq!(shown, expected, "after turn {turn}; the newest turn has its own marks");
    }
    // Two see the board from move to move.
    let folder = Folder::new();
    let host = super::host(&folder).await;
    let duel = duel(&host).await;
    play(&host, duel, 1, "e4").await;
    play(&host, duel, 2, "e5").await;
    assert_eq!(scene(&host, duel).await.since_own_turn, []);
}

/// A game that was ended by a moderator completes nothing, although its last position has legal moves.
#[tokio::test]
async fn nothing_is_completed_before_the_start_and_after_the_end() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let lobby = open(&host, 1, GameMode::Duel, 2).await;
    assert_eq!(host.games.complete(lobby, PersonId(1), "e").await, []);
    host.games.end(&who(1), lobby, None).await.unwrap();
    let game = duel(&host).await;
    assert!(!host.games.complete(game, PersonId(1), "e").await.is_empty());
    host.games.end(&moderator(7), game, None).await.unwrap();
    for host in [host.clone(), host.started_again()] {
        for person in [1, 2, 3] {
            assert_eq!(host.games.complete(game, PersonId(person), "e").await, [], "{person}");
        }
    }
}

/// A button to resign counts for the whole round, from its first board on.
#[tokio::test]
async fn the_first_board_has_a_button_to_resign() {
    for turns in [0, 1] {
        let folder = Folder::new();
        let host = host(&folder).await;
        let game = duel(&host).await;
        let first = scene(&host, game).await.version;
        if turns == 1 {
            play(&host, game, 1, "e4").await;
        }
        host.games.resign(&who(1), game, Some(first)).await.unwrap();
        assert!(scene(&host, game).await.over, "{turns}");
    }
}

/// A button under an earlier offer neither accepts nor declines the open one.
#[tokio::test]
async fn an_earlier_offer_is_neither_accepted_nor_declined() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    let earlier = host.games.offer_draw(&who(2), game, None).await.unwrap().version;
    host.games.answer_draw(&who(1), game, Some(earlier), false).await.unwrap();
    let open = host.games.offer_draw(&who(2), game, None).await.unwrap().version;
    for person in [1, 2] {
        for accept in [true, false] {
            let answer = host.games.answer_draw(&who(person), game, Some(earlier), accept).await;
            assert_eq!(refusal(answer), Stale::Position.into(), "{person} {accept}");
        }
    }
    host.games.answer_draw(&who(1), game, Some(open), true).await.unwrap();
    assert!(scene(&host, game).await.over);
}

/// An offer stands from its first message on, so the button of that message counts for the last of three as well.
#[tokio::test]
async fn the_button_of_an_offer_counts_after_another_player_has_agreed() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = game(&host, GameMode::Ffa, &["medieval"; 3]).await;
    let offer = host.games.offer_draw(&who(1), game, None).await.unwrap().version;
    for person in [2, 3] {
        assert!(!scene(&host, game).await.over, "{person} has not agreed");
        host.games.answer_draw(&who(person), game, Some(offer), true).await.unwrap();
    }
    assert!(scene(&host, game).await.over);
}

/// A button of a version that is not in the database does nothing. After a restore of a copy, channels have such ones.
#[tokio::test]
async fn a_button_of_a_later_version_is_refused() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    let now = host.games.acts(game, PersonId(1)).await.unwrap().version;
    let later = Version(now.0 + 1);
    let pressed = host.games.act_index(&who(1), game, later, 0, Vec::new(), false).await;
    assert_eq!(refusal(pressed), Stale::Position.into());
    assert_eq!(refusal(host.games.offer_draw(&who(2), game, Some(later)).await), Stale::Position.into());
    assert_eq!(scene(&host, game).await.version, now);
    host.games.act_index(&who(1), game, now, 0, Vec::new(), false).await.unwrap();
}

/// Army whose King may bring a Leg when it moves.
const CALLERS: &str = "format = 1\nid = \"callers\"\nname = \"Callers\"\n\n\
    [territory]\nlayout = [\"........\", \"........\", \"....K...\"]\n\n\
    [[piece]]\nid = \"king\"\nname = \"King\"\nsymbol = \"K\"\ntitan = true\nmoves = \"K\"\n\
    abilities = [{ use = \"summon\", piece = \"leg\" }]\n\n\
    [[piece]]\nid = \"leg\"\nname = \"Leg\"\nsymbol = \"L\"\nmoves = \"W\"\n";

/// A choice that may be declined is completed with its Spaces and with the refusal.
#[tokio::test]
async fn a_choice_that_may_be_declined_is_completed_with_the_refusal() {
    let folder = Folder::new();
    let host = host(&folder).await;
    super::fits::publish(&host, super::sharing::HOME, CALLERS).await;
    let game = game(&host, GameMode::Duel, &["callers", "medieval"]).await;
    let offered = async |typed: &str| {
        let found = host.games.complete(game, PersonId(1), typed).await;
        found.into_iter().map(|found| found.value).collect::<Vec<_>>()
    };
    // The Leg may appear on d1, f1, d2 and f2.
    let all = offered("Ke2,").await;
    assert_eq!((all.len(), all.last().map(String::as_str)), (5, Some("Ke2, none")), "{all:?}");
    assert_eq!(offered("Ke2, f").await.len(), 2);
    assert_eq!(offered("Ke2, N").await, ["Ke2, none"]);
    play(&host, game, 1, "Ke2, none").await;
    assert_eq!(scene(&host, game).await.view.turns, 1);
}

/// The people of a shared seat alternate by their places. A person who has left the seat twice counts in the place that
/// they left last.
#[tokio::test]
async fn whoever_left_a_shared_seat_twice_counts_in_their_last_place() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let options =
        LobbyOptions { order: SeatOrder::Fixed, start_when_full: false, ..LobbyOptions::new(GameMode::Duel, 2) };
    let game = host.lobbies.open_lobby(&who(1), PLACE, options, Some("medieval")).await.unwrap().game;
    host.lobbies.join(&who(3), game, Join { with: Some(PersonId(1)), ..Join::default() }).await.unwrap();
    host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
    host.lobbies.start(&who(1), game, None).await.unwrap();
    let hand_over = async |from: u64, to: u64| {
        let asked = host.tables.hand_over(&who(from), game, member(to)).await.unwrap().version;
        host.tables.answer_hand_over(&who(to), game, asked, true).await.unwrap();
    };
    play(&host, game, 1, "e4").await;
    // Ann gives her place to Dee, and comes back in the place of Cid.
    hand_over(1, 4).await;
    hand_over(3, 1).await;
    for (person, text) in [(2, "e5"), (4, "Nf3"), (2, "Nc6"), (1, "Bc4")] {
        play(&host, game, person, text).await;
    }
    hand_over(1, 6).await;
    play(&host, game, 2, "Bc5").await;
    for host in [host.clone(), host.started_again()] {
        let now = scene(&host, game).await;
        assert_eq!(now.seats[0], [member(4), member(6)]);
        assert_eq!(now.to_act, [member(4)]);
    }
}

/// The file of a game has the time at which it was opened, its result, and every takeback in order.
#[tokio::test]
async fn the_file_of_a_game_has_its_opening_and_every_takeback() {
    let folder = Folder::new();
    let host = dealing(&folder, [0; 32]).await;
    let game = duel(&host).await;
    host.set_time(BEGIN + HOUR);
    for (by, turns) in [(2, &[(1, "e4"), (2, "e5")][..]), (1, &[(2, "d5")])] {
        for (person, text) in turns {
            play(&host, game, *person, text).await;
        }
        host.tables.ask_takeback(&who(by), game).await.unwrap();
        host.tables.answer_takeback(&who(3 - by), game, None, true).await.unwrap();
    }
    host.games.resign(&who(2), game, None).await.unwrap();
    let file: serde_json::Value = serde_json::from_str(&host.games.export(game).await.unwrap().json).unwrap();
    assert_eq!(file["opened_at"], BEGIN);
    let takebacks = serde_json::json!([{ "seat": 1, "turns": ["e5"] }, { "seat": 0, "turns": ["e4", "d5"] }]);
    assert_eq!(file["takebacks"], takebacks);
    assert!(file["result"].as_str().unwrap().contains("resignation"), "{file}");
}
