//! Unreadable games, undeliverable notices and changed system clocks.

use std::time::Duration;

use super::*;

/// A timed duel in its own channel.
async fn timed_in(host: &Host, channel: u64) -> GameId {
    let mut options = LobbyOptions::new(GameMode::Duel, 2);
    options.order = SeatOrder::Fixed;
    options.time = TimeControl::PerTurn { turn: 3 * 3600 };
    let place = Place { channel: ChannelId(channel), ..PLACE };
    let first = who(1);
    let opened = host.lobbies.open_lobby(&first, place, options, Some("medieval"));
    let game = opened.await.unwrap().game;
    host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
    game
}

/// A forfeit that the database does not take is tried again two seconds later; meanwhile, other clocks are served.
#[tokio::test]
async fn a_clock_whose_forfeit_cannot_be_stored_is_tried_again() {
    let folder = Folder::of_file();
    let host = host_at(&folder, BEGIN).await;
    let (bad, good) = (timed_in(&host, 501).await, timed_in(&host, 502).await);
    let stop = "CREATE TRIGGER stop BEFORE UPDATE ON games WHEN NEW.id = 1 AND NEW.state <> OLD.state \
                BEGIN SELECT RAISE(ABORT, 'no'); END";
    assert_eq!(bad, GameId(1), "the trigger names it");
    plain(&folder, stop).await;
    let late = BEGIN + 3 * HOUR + 60_000;
    host.store.heartbeat(late, 0).await.unwrap();
    let host = host_at(&folder, late).await;
    let wait = host.clocks.run_due().await.unwrap().expect("a retry");
    assert!(wait <= Duration::from_secs(2), "{wait:?}");
    assert!(scene(&host, good).await.over && !scene(&host, bad).await.over);
    // Before its time comes, it is not tried again.
    let again = host.clocks.run_due().await.unwrap().expect("a retry");
    assert!(again <= wait, "{again:?} {wait:?}");
    plain(&folder, "DROP TRIGGER stop").await;
    host.clocks.run_due().await.unwrap();
    assert!(!scene(&host, bad).await.over);
    tokio::time::sleep(again).await;
    host.clocks.run_due().await.unwrap();
    assert!(scene(&host, bad).await.over);
}

pub(super) async fn plain(folder: &Folder, sql: &'static str) {
    use sqlx::Connection as _;
    let mut connection = crate::store::connect(&folder.place()).await;
    sqlx::query(sql).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

#[tokio::test]
async fn a_game_that_cannot_be_opened_is_set_aside_and_holds_up_nobody() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let (bad, good) = (timed_in(&host, 501).await, timed_in(&host, 502).await);
    let open = "UPDATE games SET setup = '{}' WHERE id = $1";
    damage(&folder, open, bad).await;
    // The time of both games is over.
    let late = BEGIN + 3 * HOUR + 60_000;
    host.store.heartbeat(late, 0).await.unwrap();
    let host = host_at(&folder, late).await;
    let next = tokio::time::timeout(Duration::from_secs(10), host.clocks.run_due()).await;
    assert_eq!(next.expect("the clock goes on").unwrap(), None, "and rests");
    assert!(scene(&host, good).await.over, "the other game's clock goes on");
    // Each request is refused with an explanation, but the channel is notified once.
    for _ in 0..3 {
        let no = refusal(host.views.board(bad).await);
        assert_eq!(no, Refusal::Unreadable);
        host.clocks.run_due().await.unwrap();
    }
    let mut told = Vec::new();
    loop {
        let taken = some(&host).await;
        if taken.is_empty() {
            break;
        }
        for notice in taken {
            host.outbox.superseded(&notice).await.unwrap();
            told.push((notice.game, notice.kind));
        }
    }
    let set_aside = told.iter().filter(|told| **told == (bad, NoticeKind::Unreadable));
    assert_eq!(set_aside.count(), 1, "{told:?}");
    // Only a moderator can close the game; then the channel is free.
    let no = refusal(host.games.end(&who(2), bad, None).await);
    assert_eq!(no, Denied::CloseUnreadable.into());
    let closed = moderator(2);
    host.games.end(&closed, bad, None).await.unwrap();
    let again = host.games.end(&closed, bad, None).await.unwrap();
    assert_eq!(again.confirmed, [Confirmation::GameClosed], "the same delivery again");
    assert!(host.games.is_closed(bad).await.unwrap());
    timed_in(&host, 501).await;
}

/// A game that is set aside keeps no holiday from a person's other games.
#[tokio::test]
async fn a_holiday_reaches_the_games_beside_one_that_is_set_aside() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let (bad, good) = (timed_in(&host, 501).await, timed_in(&host, 502).await);
    damage(&folder, "UPDATE games SET setup = '{}' WHERE id = $1", bad).await;
    let host = host_at(&folder, BEGIN).await;
    let before = scene(&host, good).await.deadline.unwrap();
    let person = scene(&host, good).await.to_act[0].person;
    let away = HolidayChange::Now(24 * HOUR);
    host.clocks.change_holiday(person, PLACE.guild, away).await.unwrap();
    assert_eq!(scene(&host, good).await.deadline, Some(before + 24 * 3600));
}

#[tokio::test]
async fn a_game_that_a_newer_program_can_open_goes_on() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let game = timed_in(&host, 501).await;
    let spoil = "UPDATE games SET setup = setup || '?' WHERE id = $1";
    damage(&folder, spoil, game).await;
    let host = host_at(&folder, BEGIN).await;
    assert_eq!(refusal(host.views.board(game).await), Refusal::Unreadable);
    let heal = "UPDATE games SET setup = rtrim(setup, '?') WHERE id = $1";
    damage(&folder, heal, game).await;
    assert_eq!(refusal(host.views.board(game).await), Refusal::Unreadable, "it stays aside until the next start");
    let host = host_at(&folder, BEGIN).await;
    assert!(!scene(&host, game).await.over);
    play(&host, game, 1, "e4").await;
}

/// A game has its clock back as it was when it was set aside, even if the time would be over by now.
#[tokio::test]
async fn a_turn_is_not_forfeited_for_the_time_in_which_its_game_was_set_aside() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let game = timed_in(&host, 501).await;
    damage(&folder, "UPDATE games SET setup = setup || '?' WHERE id = $1", game).await;
    let host = host_at(&folder, BEGIN).await;
    assert_eq!(refusal(host.views.board(game).await), Refusal::Unreadable);
    damage(&folder, "UPDATE games SET setup = rtrim(setup, '?') WHERE id = $1", game).await;
    let late = BEGIN + 4 * HOUR;
    host.store.heartbeat(late, 0).await.unwrap();
    let host = host_at(&folder, late).await;
    host.clocks.run_due().await.unwrap();
    let seen = scene(&host, game).await;
    assert!(!seen.over);
    let left = seen.deadline.unwrap() - late / 1000;
    assert!((left - 3 * 3600).abs() < 60, "{left}");
    play(&host, game, 1, "e4").await;
}

#[tokio::test]
async fn what_keeps_failing_for_reasons_of_its_own_is_given_up_aloud() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let game = timed_in(&host, 501).await;
    loop {
        let taken = some(&host).await;
        match taken.as_slice() {
            [lobby] if lobby.kind == NoticeKind::Lobby => host.outbox.superseded(lobby).await.unwrap(),
            [board] => {
                assert_eq!(board.kind, NoticeKind::Turn);
                let given_up = host.outbox.failed(board, Failure::Message).await.unwrap();
                assert!(!given_up, "not at once");
                break;
            }
            other => panic!("{other:?}"),
        }
    }
    // Ten minutes later.
    let later =
        "UPDATE outbox SET failing_since = failing_since - 600000, due_at = 0 WHERE game = $1 AND state = 'waiting'";
    damage(&folder, later, game).await;
    let board = some(&host).await.remove(0);
    assert!(host.outbox.failed(&board, Failure::Message).await.unwrap());
    drop(board);
    // The channel gets one notice. Giving that one up creates no further notice.
    let lost = some(&host).await.remove(0);
    assert_eq!(lost.kind, NoticeKind::Lost);
    host.outbox.failed(&lost, Failure::Message).await.unwrap();
    drop(lost);
    damage(&folder, later, game).await;
    let lost = some(&host).await.remove(0);
    assert!(host.outbox.failed(&lost, Failure::Message).await.unwrap());
    drop(lost);
    assert!(!wants_to_speak(&host).await);
    // Failures on Discord's side are retried for days.
    play(&host, game, 1, "e4").await;
    let board = some(&host).await.remove(0);
    let trouble = Failure::Discord { unsure: true };
    assert!(!host.outbox.failed(&board, trouble).await.unwrap());
    drop(board);
    damage(&folder, later, game).await;
    let board = some(&host).await.remove(0);
    assert!(board.unsure);
    assert!(!host.outbox.failed(&board, trouble).await.unwrap());
}

#[tokio::test]
async fn a_clock_that_was_set_back_gives_nobody_an_hour() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let game = timed_in(&host, 501).await;
    let before = scene(&host, game).await.deadline.unwrap();
    // The program is down for a minute; meanwhile, the system clock is set back by an hour.
    host.close().await;
    let host = host_at(&folder, BEGIN - HOUR + 60_000).await;
    let after = scene(&host, game).await.deadline.unwrap();
    let moved = after - before;
    assert!((moved + (HOUR - 60_000) / 1000).abs() < 10, "{moved}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn due_reminders_and_forfeits_are_worked_off_side_by_side() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let mut games = Vec::new();
    for channel in 0..60 {
        games.push(timed_in(&host, 1000 + channel).await);
    }
    let late = BEGIN + 3 * HOUR + 60_000;
    host.store.heartbeat(late, 0).await.unwrap();
    // Maximum number of changes that are decided but not stored at the same time.
    let (now, most) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let slow = {
        let (now, most) = (Arc::clone(&now), Arc::clone(&most));
        Pauses(Box::new(move |step| {
            match step {
                session::pauses::Step::Commit => {
                    let running = now.fetch_add(1, Ordering::SeqCst) + 1;
                    most.fetch_max(running, Ordering::SeqCst);
                }
                session::pauses::Step::Committed => {
                    now.fetch_sub(1, Ordering::SeqCst);
                }
            }
            Duration::from_millis(20)
        }))
    };
    let host = host_at(&folder, late).await.with(|parts| parts.pauses = Some(Arc::new(slow)));
    host.clocks.run_due().await.unwrap();
    for game in games {
        assert!(scene(&host, game).await.over);
    }
    let most = most.load(Ordering::SeqCst);
    assert!((8..=32).contains(&most), "{most}");
}

/// The examination of a database counts every game, broken ones as well.
#[tokio::test]
async fn an_examination_counts_every_game() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let mut games = Vec::new();
    for channel in 600..604 {
        games.push(timed_in(&host, channel).await);
    }
    host.games.resign(&who(1), games[1], None).await.unwrap();
    open(&host, 3, GameMode::Duel, 2).await;
    // Simulates a corrected rule: a turn of the log is illegal by it.
    for game in [games[0], games[3]] {
        play(&host, game, 1, "e4").await;
    }
    damage(&folder, "UPDATE actions SET action = replace(action, 'e4', 'e5') WHERE game = $1", games[3]).await;
    damage(&folder, "UPDATE games SET setup = '{}' WHERE id = $1", games[2]).await;
    let host = super::host(&folder).await;
    let mut progress = Vec::new();
    let found = host.games.examine(|done| progress.push(done)).await.unwrap();
    assert_eq!((found.lobbies, found.running, found.over, found.broken.len()), (1, 2, 1, 1));
    assert_eq!(found.broken[0].0, games[2]);
    assert_eq!(found.judged_otherwise, [games[3]]);
    assert_eq!((found.games(), progress), (5, vec![5]));
}

/// After the database was replaced by a copy, the boards of running games are posted again, once.
#[tokio::test]
async fn boards_are_posted_again_after_a_restore() {
    let folder = Folder::new();
    if folder.has_no_file() {
        return;
    }
    let host = host(&folder).await;
    timed_in(&host, 600).await;
    let over = timed_in(&host, 601).await;
    host.games.resign(&who(1), over, None).await.unwrap();
    super::everyone::told(&host).await;
    host.close().await;
    let copy = folder.file().with_extension("copy");
    crate::store::backup(&folder.file(), &copy).await.unwrap();
    crate::store::restore(&copy, &folder.file()).await.unwrap();
    for expected in ["Restored, Turn", ""] {
        let host = super::host(&folder).await;
        assert_eq!(super::everyone::told(&host).await, expected);
        host.close().await;
    }
}

/// A game that cannot be opened hides no other one in the list of a person.
#[tokio::test]
async fn a_game_that_cannot_be_opened_hides_no_other_one() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let games = [timed_in(&host, 501).await, timed_in(&host, 502).await, timed_in(&host, 503).await];
    damage(&folder, "UPDATE games SET setup = '{}' WHERE id = $1", games[1]).await;
    let host = host_at(&folder, BEGIN).await;
    for _ in 0..2 {
        let listed = host.views.list_games(PersonId(1), PLACE.guild).await.unwrap();
        assert_eq!(listed.iter().map(|one| one.game).collect::<Vec<_>>(), [games[0], games[2]]);
    }
}
