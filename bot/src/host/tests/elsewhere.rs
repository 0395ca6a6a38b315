//! Two processes on one PostgreSQL database. Skipped where PostgreSQL is not installed.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::*;
use crate::host::session::pauses::Step;

/// Time limit for what another process does at once.
const SOON: Duration = Duration::from_secs(20);

/// The process of the tests' server, and another one.
async fn processes() -> Option<[Host; 2]> {
    let at = Location::parse(&::tests::Postgres::database()?)?;
    let open = async |shards: &str| Host::open_part(&at, shards.parse().unwrap(), Vec::new()).await.unwrap();
    Some([open("0/2").await, open("1/2").await])
}

/// Takes all notices that are due, and marks them as posted.
async fn deliver(host: &Host) -> Vec<NoticeKind> {
    let mut kinds = Vec::new();
    while host.store.next_notice_at().await.unwrap().is_some() {
        for notice in host.outbox.take_notices(10).await.unwrap() {
            host.outbox.superseded(&notice).await.unwrap();
            kinds.push(notice.kind);
        }
    }
    kinds
}

#[tokio::test]
async fn a_game_that_another_process_changed_is_judged_at_its_newest_version() {
    let Some([own, other]) = processes().await else { return };
    let game = duel(&own).await;
    play(&own, game, 1, "e4").await;
    play(&other, game, 2, "e5").await;
    // The game in memory says that Bob is to move.
    play(&own, game, 1, "Nf3").await;
    play(&other, game, 2, "Nc6").await;
    let refused = refusal(other.games.act_text(&who(2), game, "a6", false).await);
    assert!(matches!(refused, Refusal::NotYourTurn(_)), "{refused:?}");
    assert_eq!(scene(&other, game).await.view.turns, 4);
}

/// Two people join at the same instant, in different processes. The later change is decided again.
#[tokio::test]
async fn of_two_changes_at_once_the_later_one_is_decided_again() {
    let Some([own, other]) = processes().await else { return };
    let slow = |step| if step == Step::Commit { Duration::from_millis(500) } else { Duration::ZERO };
    let own = own.with(|parts| parts.pauses = Some(Arc::new(Pauses(Box::new(slow)))));
    let game = open(&own, 1, GameMode::Ffa, 4).await;
    let (ann, bob) = (who(1), who(2));
    let both =
        tokio::join!(own.lobbies.join(&ann, game, with("medieval")), other.lobbies.join(&bob, game, with("makpong")));
    both.0.unwrap();
    both.1.unwrap();
    let seated = |lobby: Lobby| lobby.seats.iter().filter(|seat| !seat.members.is_empty()).count();
    assert_eq!(seated(lobby(&other, game).await), 2);
}

#[tokio::test]
async fn notices_clocks_and_heartbeats_belong_to_the_process_of_the_game() {
    let Some([own, other]) = processes().await else { return };
    let game = duel(&own).await;
    play(&own, game, 1, "e4").await;
    play(&other, game, 2, "e5").await;
    assert_eq!(other.store.next_notice_at().await.unwrap(), None);
    assert!(deliver(&own).await.contains(&NoticeKind::Turn));
    let late = i64::MAX / 2;
    assert_eq!(other.store.due_clocks(late, 10).await.unwrap(), []);
    assert_eq!(other.store.next_clock_at(0).await.unwrap(), None);
    assert_eq!(own.store.due_clocks(late, 10).await.unwrap().len(), 1);
    // The other process was down for an hour, and this one was not.
    let deadline = own.store.next_clock_at(0).await.unwrap();
    other.store.heartbeat(BEGIN, 3_600_000).await.unwrap();
    assert_eq!(own.store.next_clock_at(0).await.unwrap(), deadline);
    own.store.heartbeat(BEGIN, 3_600_000).await.unwrap();
    assert_eq!(own.store.next_clock_at(0).await.unwrap(), deadline.map(|at| at + 3_600_000));
    assert_eq!(other.counts().await.unwrap().running, 0);
    assert_eq!(own.counts().await.unwrap().running, 1);
}

/// Without the notification the delivery would look after a minute.
#[tokio::test]
async fn the_process_of_a_game_is_notified_of_changes_by_another() {
    let Some([own, other]) = processes().await else { return };
    let game = duel(&own).await;
    let shutdown = CancellationToken::new();
    let others = own.others.clone();
    let following = tokio::spawn({
        let shutdown = shutdown.clone();
        async move { others.follow(shutdown).await }
    });
    play(&own, game, 1, "e4").await;
    deliver(&own).await;
    let waiting = tokio::spawn({
        let own = own.clone();
        async move { own.outbox.take_notices(1).await.unwrap() }
    });
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert!(!waiting.is_finished());
    play(&other, game, 2, "e5").await;
    let taken = tokio::time::timeout(SOON, waiting).await.expect("the delivery is woken").unwrap();
    assert_eq!(taken[0].kind, NoticeKind::Turn);
    // The game in memory is the newest one, without another look at the database.
    let loaded = tokio::time::timeout(SOON, async {
        while own.games.load(game).await.unwrap().play().unwrap().public().turns < 2 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    });
    loaded.await.expect("the game is read again");
    shutdown.cancel();
    following.await.unwrap();
}

/// A conditional move that another process stores is played by the process of the game.
#[tokio::test]
async fn a_conditional_move_from_another_process_is_played() {
    let Some([own, other]) = processes().await else { return };
    let game = duel(&own).await;
    let moves = ("e4".to_owned(), "e5".to_owned());
    other.games.prepare_answer(&who(2), game, None, moves).await.unwrap();
    play(&own, game, 1, "e4").await;
    let answered = tokio::time::timeout(SOON, async {
        while scene(&own, game).await.view.turns < 2 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    });
    answered.await.expect("the answer is played");
}

/// Deadlines move by the downtime of the process that had the shards before, however they were divided.
#[tokio::test]
async fn the_last_heartbeat_is_that_of_whoever_had_the_shards() {
    let Some(address) = ::tests::Postgres::database() else { return };
    let at = Location::parse(&address).unwrap();
    let beaten = async |shards: &str, now: i64| {
        let store = Store::open_part(&at, shards.parse().unwrap()).await.unwrap();
        let last = store.last_heartbeat().await.unwrap();
        store.heartbeat(now, 0).await.unwrap();
        store.close().await;
        last
    };
    assert_eq!(beaten("0/1", 1_000).await, None);
    assert_eq!(beaten("0-1/4", 2_000).await, Some(1_000), "one process before");
    assert_eq!(beaten("2-3/4", 3_000).await, Some(1_000), "it had these shards, too");
    assert_eq!(beaten("1-2/4", 4_000).await, Some(3_000), "two processes had them");
    assert_eq!(beaten("0-0/4", 5_000).await, Some(2_000));
    assert_eq!(beaten("0/1", 6_000).await, Some(5_000));
}
