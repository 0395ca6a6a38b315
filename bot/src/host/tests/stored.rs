//! Stored games survive changes of the rules, even if their actions or armies are invalid today.

use super::*;

/// Opens the database again with a new host.
async fn again(folder: &Folder, host: Host) -> Host {
    drop(host);
    super::host(folder).await
}

/// Asserts that the manipulated log is invalid by today's rules: without effects, the game is unreadable.
async fn refused_by_its_log(folder: &Folder, host: Host, game: GameId) {
    damage(folder, "DELETE FROM effects WHERE game = $1", game).await;
    let host = again(folder, host).await;
    assert_eq!(refusal(host.views.board(game).await), Refusal::Unreadable);
}

#[tokio::test]
async fn moves_and_files_that_are_refused_today_do_not_keep_a_game_from_going_on() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    for (person, text) in [(1, "e4"), (2, "e5"), (1, "Nf3")] {
        play(&host, game, person, text).await;
    }
    let (before, history) = (scene(&host, game).await, host.views.history(game).await.unwrap());
    // Simulates a corrected rule: two turns of the log and the armies' files are now invalid.
    for plant in [
        "UPDATE actions SET action = replace(action, 'e4', 'e5') WHERE game = $1 AND seq = 1",
        "UPDATE actions SET action = replace(action, 'f3', 'g4') WHERE game = $1 AND seq = 3",
        r#"UPDATE games SET setup = replace(setup, 'format = 1', 'format = 1\ncolour = \"red\"') WHERE id = $1"#,
        "UPDATE games SET setup = replace(setup, 'Medieval Battalion', '§§§') WHERE id = $1",
    ] {
        damage(&folder, plant, game).await;
    }
    let host = again(&folder, host).await;
    let now = scene(&host, game).await;
    assert_eq!(now.view.pieces, before.view.pieces);
    assert_eq!(now.view.last, before.view.last);
    assert_eq!(now.view.seats[0].battalion, "§§§", "the planted file is in use");
    assert_eq!(host.views.history(game).await.unwrap(), history);
    // The game continues by today's rules, and earlier versions are still available.
    play(&host, game, 2, "Nc6").await;
    play(&host, game, 1, "Bb5").await;
    let first = Version(before.version.0 - 2);
    let early = host.views.scene(game, first).await.unwrap();
    assert_eq!(early.view.turns, 1);
    assert!(host.views.replay(game, Progress::default()).await.is_ok());
    let host = again(&folder, host).await;
    assert_eq!(scene(&host, game).await.view.turns, 5);
    refused_by_its_log(&folder, host, game).await;
}

/// The history survives as well.
#[tokio::test]
async fn the_log_stays_the_export() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    play(&host, game, 1, "e4").await;
    let plant = "UPDATE actions SET action = replace(action, 'e4', 'e5') WHERE game = $1";
    damage(&folder, plant, game).await;
    let host = again(&folder, host).await;
    host.games.resign(&who(2), game, None).await.unwrap();
    let export = host.games.export(game).await.unwrap();
    assert!(export.json.contains("\"complete\": true"), "the log is the history");
}

#[tokio::test]
async fn a_match_goes_on_whatever_its_log_says_today() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = super::clash::begun(&host).await;
    super::clash::armies(&host, game, &[1, 2]).await;
    let before = scene(&host, game).await;
    // Simulates that some shop actions are no longer allowed.
    let plant =
        "UPDATE secrets SET content = replace(content, 'suggest', 'stop') WHERE game = $1 AND name LIKE 'action %'";
    damage(&folder, plant, game).await;
    let host = again(&folder, host).await;
    let now = scene(&host, game).await;
    assert_eq!((now.view.pieces, now.view.clash), (before.view.pieces, before.view.clash));
    host.games.resign(&who(2), game, None).await.unwrap();
    let after = scene(&host, game).await.view.clash.unwrap();
    assert_eq!((after.round, after.half_points), (2, [2, 0]));
    let host = again(&folder, host).await;
    super::clash::armies(&host, game, &[1]).await;
    refused_by_its_log(&folder, host, game).await;
}

#[tokio::test]
async fn a_game_that_an_older_program_stored_is_opened_once_by_its_log_and_then_by_its_effects() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    play(&host, game, 1, "d4").await;
    damage(&folder, "DELETE FROM effects WHERE game = $1", game).await;
    let host = again(&folder, host).await;
    // The start of the program has added the effects, so the log is no longer checked.
    let plant = "UPDATE actions SET action = replace(action, 'd4', 'd5') WHERE game = $1";
    damage(&folder, plant, game).await;
    let host = again(&folder, host).await;
    assert_eq!(scene(&host, game).await.view.turns, 1);
    play(&host, game, 2, "d5").await;
    let host = again(&folder, host).await;
    assert_eq!(scene(&host, game).await.view.turns, 2);
}

/// A game without effects is replayed with its takebacks. The second one counts the actions that stood after the first.
#[tokio::test]
async fn a_game_without_effects_is_opened_with_its_takebacks() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    for (by, turns) in [(1, ["e4", "e5"]), (2, ["d4", "d5"])] {
        for (person, text) in (1..).zip(turns) {
            play(&host, game, person, text).await;
        }
        host.tables.ask_takeback(&who(by), game).await.unwrap();
        host.tables.answer_takeback(&who(3 - by), game, None, true).await.unwrap();
    }
    play(&host, game, 2, "Nf6").await;
    let (before, history) = (scene(&host, game).await, host.views.history(game).await.unwrap());
    damage(&folder, "DELETE FROM effects WHERE game = $1", game).await;
    let host = again(&folder, host).await;
    assert_eq!(scene(&host, game).await.view, before.view);
    assert_eq!(host.views.history(game).await.unwrap(), history);
}

#[tokio::test]
async fn a_turn_taken_before_effects_could_be_added_leaves_no_gap() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    play(&host, game, 1, "d4").await;
    // Simulates a full disk when the game was first opened.
    damage(&folder, "DELETE FROM effects WHERE game = $1", game).await;
    play(&host, game, 2, "d5").await;
    let host = again(&folder, host).await;
    assert_eq!(scene(&host, game).await.view.turns, 2);
    play(&host, game, 1, "c4").await;
    let host = again(&folder, host).await;
    assert_eq!(scene(&host, game).await.view.turns, 3);
}

#[tokio::test]
async fn effects_that_cannot_be_read_set_the_game_aside() {
    for spoil in [
        "UPDATE effects SET content = '{}' WHERE game = $1 AND seq = 0",
        "UPDATE effects SET content = '[{\"op\":\"remove\",\"path\":\"/nowhere\"}]' WHERE game = $1 AND seq = 1",
        "UPDATE effects SET content = replace(content, 'medieval/', 'nobody/') WHERE game = $1 AND seq = 0",
        "UPDATE effects SET content = replace(content, '\"format\":2', '\"format\":7') WHERE game = $1",
        "DELETE FROM effects WHERE game = $1 AND seq = 1",
    ] {
        let folder = Folder::new();
        let host = host(&folder).await;
        let game = duel(&host).await;
        play(&host, game, 1, "d4").await;
        damage(&folder, spoil, game).await;
        let host = again(&folder, host).await;
        let no = refusal(host.views.board(game).await);
        assert_eq!(no, Refusal::Unreadable, "{spoil}");
    }
}

/// At a start, each game that was set aside is tried, whether or not those before it can be opened.
#[tokio::test]
async fn games_that_were_set_aside_come_back_one_by_one() {
    const SPOIL: &str = "UPDATE effects SET content = replace(content, 'medieval/', 'nobody/') WHERE game = $1";
    const MEND: &str = "UPDATE effects SET content = replace(content, 'nobody/', 'medieval/') WHERE game = $1";
    let folder = Folder::new();
    let host = host(&folder).await;
    let mut games = Vec::new();
    for channel in 0..3 {
        let place = Place { channel: ChannelId(700 + channel), ..PLACE };
        let options = LobbyOptions { order: SeatOrder::Fixed, ..LobbyOptions::new(GameMode::Duel, 2) };
        let game = host.lobbies.open_lobby(&who(1), place, options, Some("medieval")).await.unwrap().game;
        host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
        damage(&folder, SPOIL, game).await;
        games.push(game);
    }
    let host = again(&folder, host).await;
    let readable = async |host: &Host| {
        let mut found = Vec::new();
        for game in &games {
            found.push(host.views.board(*game).await.is_ok());
        }
        found
    };
    assert_eq!(readable(&host).await, [false; 3]);
    damage(&folder, MEND, games[1]).await;
    let host = again(&folder, host).await;
    assert_eq!(readable(&host).await, [false, true, false]);
    damage(&folder, MEND, games[0]).await;
    damage(&folder, MEND, games[2]).await;
    assert_eq!(readable(&again(&folder, host).await).await, [true; 3]);
}

#[tokio::test]
async fn a_finished_game_that_was_packed_shows_what_it_showed_before() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    for (person, text) in [(1, "e4"), (2, "e5"), (1, "Nf3"), (2, "Nc6")] {
        play(&host, game, person, text).await;
    }
    host.games.resign(&who(2), game, None).await.unwrap();
    let last = scene(&host, game).await.version;
    let seen = async |host: &Host| {
        let mut scenes = Vec::new();
        for version in last.0 - 4..=last.0 {
            scenes.push(format!("{:?}", host.views.scene(game, Version(version)).await.unwrap().view));
        }
        let replay = host.views.replay(game, Progress::default()).await.unwrap();
        let export = host.games.export(game).await.unwrap().json;
        (scenes, host.views.history(game).await.unwrap(), export, format!("{replay:?}"))
    };
    let before = seen(&host).await;
    assert_eq!(host.clocks.pack_finished().await.unwrap(), 1);
    let host = again(&folder, host).await;
    assert_eq!(seen(&host).await, before);
    // Damage is also detected in compressed data.
    damage(&folder, "UPDATE packed_effects SET content = substr(content, 1, 100) WHERE game = $1", game).await;
    let host = again(&folder, host).await;
    assert!(host.views.board(game).await.is_err());
}

/// An unreadable game is closed by its opener and by moderators, and a repeated delivery gets the same answer.
#[tokio::test]
async fn an_unreadable_game_is_closed_once_by_those_who_may() {
    use futures_util::FutureExt as _;
    for (by, may) in [(who(1), true), (moderator(7), true), (who(2), false), (who(3), false)] {
        let folder = Folder::new();
        let host = host(&folder).await;
        let game = duel(&host).await;
        damage(&folder, "DELETE FROM effects WHERE game = $1 AND seq = 0", game).await;
        damage(&folder, "UPDATE games SET setup = '{}' WHERE id = $1", game).await;
        let host = again(&folder, host).await;
        assert_eq!(refusal(host.views.board(game).await), Refusal::Unreadable);
        super::everyone::told(&host).await;
        let woken = || host.games.notices.woken().now_or_never().is_some();
        while woken() {}
        let closed = host.games.end(&by, game, None).await;
        assert_eq!(woken(), may, "the delivery: {by:?}");
        assert_eq!(host.games.is_closed(game).await.unwrap(), may, "{by:?}");
        let told = super::everyone::told(&host).await;
        assert_eq!(told, if may { "Unreadable" } else { "" }, "the channel is told about the end: {by:?}");
        if !may {
            assert_eq!(refusal(closed), Denied::CloseUnreadable.into());
            continue;
        }
        let (closed, again) = (closed.unwrap(), host.games.end(&by, game, None).await.unwrap());
        assert_eq!((again.repeated, again.version), (true, closed.version));
        assert_eq!(super::everyone::told(&host).await, "", "once");
    }
}

/// In a game that is replayed because it has no effects, team mates continue to alternate.
#[tokio::test]
async fn team_mates_of_a_game_without_effects_go_on_to_alternate() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = shared_duel(&host).await;
    for (person, text) in [(1, "e4"), (2, "e5")] {
        play(&host, game, person, text).await;
    }
    damage(&folder, "DELETE FROM effects WHERE game = $1", game).await;
    let host = again(&folder, host).await;
    assert_eq!(scene(&host, game).await.to_act, [member(5)]);
    play(&host, game, 5, "Nf3").await;
}

/// Older programs asked for the placement of a Territory also where it had one place. Such games continue.
#[tokio::test]
async fn a_placement_without_alternatives_in_an_old_log_is_passed_over() {
    const PLACED: &str = r#"INSERT INTO actions (game, seq, version, seat, person, action, at)
        SELECT id, 1, version + 1, 0, 1, '{"place":{"offset":0,"mirrored":false}}', 0 FROM games WHERE id = $1"#;
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    let before = scene(&host, game).await;
    for sql in [PLACED, "UPDATE games SET version = version + 1 WHERE id = $1", "DELETE FROM effects WHERE game = $1"] {
        damage(&folder, sql, game).await;
    }
    let mut host = again(&folder, host).await;
    assert_eq!(scene(&host, game).await.view, before.view);
    for (turns, (person, text)) in (1..).zip([(1, "e4"), (2, "e5")]) {
        play(&host, game, person, text).await;
        host = again(&folder, host).await;
        assert_eq!(scene(&host, game).await.view.turns, turns);
    }
}

/// A game whose seed is missing is set aside. It is not taken for one that has not begun.
#[tokio::test]
async fn a_game_without_its_seed_is_set_aside() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    play(&host, game, 1, "d4").await;
    damage(&folder, "DELETE FROM secrets WHERE game = $1 AND name = 'seed'", game).await;
    let host = again(&folder, host).await;
    assert_eq!(refusal(host.views.board(game).await), Refusal::Unreadable);
}
