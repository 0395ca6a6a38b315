//! Deadlines of turns: reminders, timeouts and downtime.

use std::time::Duration;

use engine::view::{Phase, SeatState};
use tokio_util::sync::CancellationToken;

use super::*;
use crate::clock;

async fn all_waiting(host: &Host) -> Vec<NoticeKind> {
    let mut all = Vec::new();
    loop {
        let taken = some(host).await;
        if taken.is_empty() {
            return all;
        }
        for notice in taken {
            host.outbox.superseded(&notice).await.unwrap();
            all.push(notice.kind);
        }
    }
}

async fn timed(host: &Host) -> GameId {
    game_with(host, GameMode::Duel, &["medieval", "medieval"], |options| {
        options.time = TimeControl::PerTurn { turn: 3 * 3600 };
    })
    .await
}

#[tokio::test]
async fn a_reminder_when_a_third_is_left_and_a_forfeit_at_zero() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let game = timed(&host).await;
    let deadline = scene(&host, game).await.deadline.unwrap() * 1000;
    assert!((deadline - BEGIN - 3 * HOUR).abs() < 60_000);
    all_waiting(&host).await;
    host.clocks.run_due().await.unwrap();
    assert!(all_waiting(&host).await.is_empty());
    // Two hours later. A heartbeat at that time prevents downtime.
    let at = |hours| {
        let (folder, host) = (&folder, host.clone());
        async move {
            host.store.heartbeat(BEGIN + hours * HOUR + 60_000, 0).await.unwrap();
            host_at(folder, BEGIN + hours * HOUR + 60_000).await
        }
    };
    let later = at(2).await;
    later.clocks.run_due().await.unwrap();
    later.clocks.run_due().await.unwrap();
    assert_eq!(all_waiting(&later).await, [NoticeKind::Reminder], "once");
    assert!(!scene(&later, game).await.over);
    let late = at(3).await;
    late.clocks.run_due().await.unwrap();
    let end = scene(&late, game).await;
    assert!(matches!(&end.view.phase, Phase::Ended { winners, .. } if winners.len() == 1));
    assert!(matches!(&end.view.seats[0].state, SeatState::Defeated { how, .. } if *how == engine::play::Fall::Time));
    assert_eq!(all_waiting(&late).await, [NoticeKind::Turn]);
    assert_eq!(late.clocks.run_due().await.unwrap(), None);
}

#[tokio::test]
async fn time_does_not_run_while_the_program_is_down() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let game = timed(&host).await;
    let before = scene(&host, game).await.deadline.unwrap();
    host.close().await;
    let host = host_at(&folder, BEGIN + 1000 * HOUR).await;
    host.clocks.run_due().await.unwrap();
    let after = scene(&host, game).await;
    assert!(!after.over);
    let moved = after.deadline.unwrap() - before;
    assert!((moved - 1000 * HOUR / 1000).abs() < 60, "{moved}");
}

#[tokio::test]
async fn a_turn_in_time_starts_the_time_of_the_next() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let game = timed(&host).await;
    let row = host.store.game(game).await.unwrap().unwrap();
    host.store.heartbeat(BEGIN + HOUR, 0).await.unwrap();
    let host = host_at(&folder, BEGIN + HOUR).await;
    let offer = host.games.offer_draw(&who(2), game, None).await.unwrap();
    let offered = host.store.deadline(game, offer.version).await.unwrap();
    let given = offered.unwrap() - row.deadline.unwrap();
    assert!((0..60_000).contains(&given), "an offer gives no time");
    let done = play(&host, game, 1, "e4").await;
    let next = host.store.deadline(game, done.version).await.unwrap().unwrap();
    assert!(next - row.deadline.unwrap() >= HOUR - 60_000);
}

#[tokio::test]
async fn the_clock_serves_deadlines_by_itself_and_stops_when_told() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let game = timed(&host).await;
    // Just before the deadline.
    host.store.heartbeat(BEGIN + 3 * HOUR - 300, 0).await.unwrap();
    let host = host_at(&folder, BEGIN + 3 * HOUR - 300).await;
    let shutdown = CancellationToken::new();
    let clock = tokio::spawn(clock::run(host.clocks.clone(), host.records.clone(), shutdown.clone()));
    let over = async {
        while !scene(&host, game).await.over {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), over).await.unwrap();
    shutdown.cancel();
    tokio::time::timeout(Duration::from_secs(5), clock).await.unwrap().unwrap();
}

/// The clocks are looked at after each turn, which must not cost a write each time.
#[tokio::test]
async fn a_heartbeat_is_written_at_most_once_a_second() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    for _ in 0..50 {
        let began = std::time::Instant::now();
        host.clocks.heartbeat().await.unwrap();
        let first = host.store.last_heartbeat().await.unwrap();
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        host.clocks.heartbeat().await.unwrap();
        // On a very slow machine the second one was due.
        if began.elapsed() < std::time::Duration::from_millis(900) {
            return assert_eq!(host.store.last_heartbeat().await.unwrap(), first);
        }
    }
    panic!("two heartbeats always took a second");
}

/// A suspension of the machine also moves the clocks of games in memory: it costs no time.
#[tokio::test]
async fn a_suspension_costs_no_time_in_a_game_in_memory() {
    let folder = Folder::new();
    let host = dealing(&folder, [0; 32]).await;
    let control = TimeControl::Reserve { turn: 3600, reserve: 2 * 3600 };
    let game = game_with(&host, GameMode::Duel, &["medieval"; 2], |options| options.time = control).await;
    host.clocks.heartbeat().await.unwrap();
    let before = scene(&host, game).await.deadline.unwrap();
    host.time.set(BEGIN + 8 * HOUR);
    host.clocks.heartbeat().await.unwrap();
    let stored = host.store.game(game).await.unwrap().unwrap().deadline.unwrap() / 1000;
    assert_eq!(scene(&host, game).await.deadline, Some(stored));
    assert!((stored - before - 8 * 3600).abs() < 60, "{before} {stored}");
    play(&host, game, 1, "e4").await;
    assert_eq!(scene(&host, game).await.clock.banks, [2 * 3600; 2], "the reserve is whole");
}
