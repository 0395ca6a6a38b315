//! Conditional moves: checked on entry, played at once, deleted after another move, and kept after a crash.

use std::time::Duration;

use super::*;

async fn prepare(host: &Host, game: GameId, person: u64, on: Option<i64>, moves: [&str; 2]) -> Result<(), Error> {
    let moves = moves.map(str::to_owned).into();
    host.games.prepare_answer(&who(person), game, on, moves).await
}

async fn lines(host: &Host, game: GameId, person: u64) -> Vec<ConditionalLine> {
    let lines = host.games.conditional_moves(game, PersonId(person)).await;
    lines.unwrap()
}

/// Turns so far, after waiting for this number of them.
async fn played(host: &Host, game: GameId, turns: usize) -> Vec<String> {
    for _ in 0..500 {
        let texts = history(host, game).await;
        if texts.len() >= turns {
            return texts;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{:?}", history(host, game).await);
}

async fn history(host: &Host, game: GameId) -> Vec<String> {
    let history = host.views.history(game).await.unwrap();
    history.into_iter().map(|entry| entry.text).collect()
}

#[tokio::test]
async fn an_answer_is_played_at_once_and_a_line_goes_on() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    let early = prepare(&host, game, 1, None, ["e5", "Nf3"]).await;
    assert_eq!(refusal(early), ConditionalRefusal::YourTurn.into());
    play(&host, game, 1, "e4").await;
    prepare(&host, game, 1, None, ["e5", "Nf3"]).await.unwrap();
    prepare(&host, game, 1, None, ["c5", "d4"]).await.unwrap();
    // Repeating the answer changes nothing; a different answer to the same move is refused.
    prepare(&host, game, 1, None, ["e5", "Nf3"]).await.unwrap();
    let other = prepare(&host, game, 1, None, ["e5", "Nc3"]).await;
    assert_eq!(refusal(other), ConditionalRefusal::Answered("Nf3".into()).into());
    let first = lines(&host, game, 1).await;
    assert_eq!(first.len(), 2);
    // The line is extended at its final position.
    prepare(&host, game, 1, Some(first[0].id), ["Nc6", "Bb5"]).await.unwrap();
    let longer = lines(&host, game, 1).await;
    assert_eq!(longer.len(), 2, "the longer line is there instead of the short one");
    assert_eq!(longer[1].moves, ["e5", "Nf3", "Nc6", "Bb5"]);
    assert!(lines(&host, game, 2).await.is_empty(), "nobody else's");

    let version = host.views.board(game).await.unwrap();
    assert!(matches!(version, Board::Game(scene) if scene.version == scene.newest));
    play(&host, game, 2, "e5").await;
    assert_eq!(played(&host, game, 3).await, ["e4", "e5", "Nf3"]);
    let left = lines(&host, game, 1).await;
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].moves, ["Nc6", "Bb5"]);
    let other = prepare(&host, game, 1, None, ["Nc6", "Bc4"]).await;
    assert_eq!(refusal(other), ConditionalRefusal::Answered("Bb5".into()).into());
    // Half of the line has been played, and the rest is extended.
    prepare(&host, game, 1, Some(left[0].id), ["a6", "Ba4"]).await.unwrap();
    let longer = lines(&host, game, 1).await;
    assert_eq!(longer.len(), 1);
    assert_eq!(longer[0].moves, ["Nc6", "Bb5", "a6", "Ba4"]);
    play(&host, game, 2, "Nc6").await;
    let texts = ["e4", "e5", "Nf3", "Nc6", "Bb5"];
    assert_eq!(played(&host, game, 5).await, texts);
    assert_eq!(lines(&host, game, 1).await[0].moves, ["a6", "Ba4"]);
    play(&host, game, 2, "a6").await;
    assert_eq!(played(&host, game, 7).await[5..], ["a6", "Ba4"]);
    assert!(lines(&host, game, 1).await.is_empty());
}

#[tokio::test]
async fn what_cannot_be_played_is_refused_and_another_move_drops_all() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    play(&host, game, 1, "e4").await;
    let kind = |why: Refusal| match why {
        Refusal::Conditional(ConditionalRefusal::Theirs(_)) => "theirs",
        Refusal::Conditional(ConditionalRefusal::Answer(_)) => "answer",
        other => panic!("{other:?}"),
    };
    let theirs = prepare(&host, game, 1, None, ["e3", "Nf3"]).await;
    assert_eq!(kind(refusal(theirs)), "theirs");
    let answer = prepare(&host, game, 1, None, ["e5", "exe5"]).await;
    assert_eq!(kind(refusal(answer)), "answer");
    let none = prepare(&host, game, 1, Some(99), ["e5", "Nf3"]).await;
    assert_eq!(refusal(none), ConditionalRefusal::NoLine.into());
    assert_eq!(refusal(prepare(&host, game, 3, None, ["e5", "Nf3"]).await), Refusal::NotInGame);
    prepare(&host, game, 1, None, ["e5", "Nf3"]).await.unwrap();
    prepare(&host, game, 1, None, ["c5", "d4"]).await.unwrap();
    // Other people cannot delete them.
    host.games.drop_conditional_moves(&who(2), game, None).await.unwrap();
    let known = lines(&host, game, 1).await;
    assert_eq!(known.len(), 2);
    host.games.drop_conditional_moves(&who(1), game, Some(known[0].id)).await.unwrap();
    assert_eq!(lines(&host, game, 1).await, known[1..]);
    // A draw offer is not a move and keeps the line; another move deletes it.
    host.games.offer_draw(&who(2), game, None).await.unwrap();
    assert_eq!(lines(&host, game, 1).await.len(), 1);
    play(&host, game, 2, "d5").await;
    assert!(lines(&host, game, 1).await.is_empty());
    for _ in 0..200 {
        if host.store.lines(game).await.unwrap().is_empty() {
            assert_eq!(history(&host, game).await.iter().filter(|t| !t.is_empty()).count(), 2);
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("a line that no longer counts is forgotten");
}

#[tokio::test]
async fn an_answer_that_was_due_when_the_program_was_killed_is_played_at_the_start() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    play(&host, game, 1, "e4").await;
    prepare(&host, game, 1, None, ["e5", "Nf3"]).await.unwrap();
    // Simulates a crash between the move and its reply.
    let row = host.store.lines(game).await.unwrap().remove(0);
    host.store.drop_lines(vec![row.id]).await.unwrap();
    play(&host, game, 2, "e5").await;
    host.games.play_conditional_moves(game).await.unwrap();
    assert_eq!(history(&host, game).await, ["e4", "e5"]);
    let back = host.store.add_line((game, PLACE.guild), row.person, row.content, Vec::new());
    back.await.unwrap();
    host.close().await;
    let again = super::host(&folder).await;
    assert_eq!(played(&again, game, 3).await, ["e4", "e5", "Nf3"]);
    // The reply is not played twice.
    again.games.play_conditional_moves(game).await.unwrap();
    assert_eq!(history(&again, game).await.len(), 3);
}

/// An answer that is due in a paused or adjourned game is kept, and played when the game is resumed.
#[tokio::test]
async fn an_answer_that_is_due_in_a_stopped_game_is_played_when_it_is_resumed() {
    for standing in [Standing::Paused, Standing::Adjourned] {
        let folder = Folder::new();
        let host = host(&folder).await;
        let armies = ["medieval"; 2];
        let game = game_with(&host, GameMode::Duel, &armies, |options| options.time = TimeControl::USUAL).await;
        play(&host, game, 1, "e4").await;
        prepare(&host, game, 1, None, ["e5", "Nf3"]).await.unwrap();
        // Without the line during the move, the game can be stopped between the move and its reply.
        let row = host.store.lines(game).await.unwrap().remove(0);
        host.store.drop_lines(vec![row.id]).await.unwrap();
        play(&host, game, 2, "e5").await;
        match standing {
            Standing::Paused => {
                for person in [1, 2] {
                    host.games.ask_pause(&who(person), game, false).await.unwrap();
                }
            }
            Standing::Adjourned => {
                let version = host.games.load(game).await.unwrap().version;
                host.games.adjourn(game, version).await.unwrap();
            }
        }
        let back = host.store.add_line((game, PLACE.guild), row.person, row.content, Vec::new());
        back.await.unwrap();
        host.games.play_conditional_moves(game).await.unwrap();
        assert_eq!(history(&host, game).await, ["e4", "e5"], "{standing:?}");
        assert_eq!(scene(&host, game).await.clock.standing, Some(standing));
        host.games.resume(&who(2), game, None).await.unwrap();
        assert_eq!(played(&host, game, 3).await, ["e4", "e5", "Nf3"], "{standing:?}");
    }
}

#[tokio::test]
async fn only_games_of_two_people_who_take_turns_have_them() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let many = game(&host, GameMode::Ffa, &["medieval", "medieval", "medieval"]).await;
    assert_eq!(refusal(prepare(&host, many, 2, None, ["e4", "e5"]).await), ConditionalRefusal::TwoPlayers.into());
}

/// A prepared answer follows a turn without a person, as of a computer player, like any other.
#[tokio::test]
async fn an_answer_to_a_turn_of_no_person_is_played() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    play(&host, game, 1, "e4").await;
    prepare(&host, game, 1, None, ["e5", "Nf3"]).await.unwrap();
    computer_plays(&host, game, engine::board::Seat(1), "e5").await;
    assert_eq!(played(&host, game, 3).await, ["e4", "e5", "Nf3"]);
}

/// At a start, the answers that were due are played in every game.
#[tokio::test]
async fn answers_that_were_due_are_played_in_every_game() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let mut games = Vec::new();
    for channel in [600, 601] {
        let place = Place { channel: ChannelId(channel), ..PLACE };
        let options = LobbyOptions { order: SeatOrder::Fixed, ..LobbyOptions::new(GameMode::Duel, 2) };
        let game = host.lobbies.open_lobby(&who(1), place, options, Some("medieval")).await.unwrap().game;
        host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
        play(&host, game, 1, "e4").await;
        prepare(&host, game, 1, None, ["e5", "Nf3"]).await.unwrap();
        // Simulates a crash between the move and its reply.
        let row = host.store.lines(game).await.unwrap().remove(0);
        host.store.drop_lines(vec![row.id]).await.unwrap();
        play(&host, game, 2, "e5").await;
        host.settled().await;
        host.store.add_line((game, PLACE.guild), row.person, row.content, Vec::new()).await.unwrap();
        games.push(game);
    }
    host.close().await;
    let host = super::host(&folder).await;
    for game in games {
        assert_eq!(played(&host, game, 3).await, ["e4", "e5", "Nf3"], "{game:?}");
    }
}

async fn plain(folder: &Folder, sql: &'static str) {
    use sqlx::Connection as _;
    let mut connection = crate::store::connect(&folder.place()).await;
    sqlx::query(sql).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

/// An answer that the database does not take at first is tried again.
#[tokio::test]
async fn an_answer_that_could_not_be_stored_is_tried_again() {
    let folder = Folder::of_file();
    let host = host(&folder).await;
    let game = duel(&host).await;
    play(&host, game, 1, "e4").await;
    prepare(&host, game, 1, None, ["e5", "Nf3"]).await.unwrap();
    let stop = "CREATE TRIGGER stop BEFORE INSERT ON actions WHEN NEW.seq = 3 BEGIN SELECT RAISE(ABORT, 'no'); END";
    plain(&folder, stop).await;
    play(&host, game, 2, "e5").await;
    // Time for the first attempt; the second one comes after a fifth of a second at least.
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(history(&host, game).await, ["e4", "e5"]);
    plain(&folder, "DROP TRIGGER stop").await;
    assert_eq!(played(&host, game, 3).await, ["e4", "e5", "Nf3"]);
}
