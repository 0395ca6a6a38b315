//! Two processes on one PostgreSQL database. Skipped where PostgreSQL is not installed.

use std::time::Duration;

use ::opponent::Level;
use ::tests::{Database, Postgres};
use tokio_util::sync::CancellationToken;

use super::sharing::{HOME, file};
use super::*;
use crate::host::session::pauses::Step;
use crate::store::{FitRow, FitState, NewTrial};

/// Time limit for what another process does at once.
const SOON: Duration = Duration::from_secs(20);

/// The process of the tests' server, and another one.
async fn processes() -> Option<(Database, [Host; 2])> {
    let database = Postgres::database()?;
    let at = Location::parse(database.address())?;
    let open = async |shards: &str| Host::open_part(&at, shards.parse().unwrap(), Vec::new()).await.unwrap();
    let hosts = [open("0/2").await, open("1/2").await];
    Some((database, hosts))
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
    let Some((_database, [own, other])) = processes().await else { return };
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
    let Some((_database, [own, other])) = processes().await else { return };
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
    let Some((_database, [own, other])) = processes().await else { return };
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

/// A process that starts ends its own leases and resumes its own computers and tests of armies, nobody else's.
#[tokio::test]
async fn a_process_that_starts_resumes_only_its_own_work() {
    let Some((_database, [own, other])) = processes().await else { return };
    let options = LobbyOptions { order: SeatOrder::Fixed, ..LobbyOptions::new(GameMode::Duel, 2) };
    let wish = ComputerWish { level: Level::Recruit, battalion: Some("medieval".to_owned()) };
    let game = own.lobbies.open_against(&who(1), PLACE, options, Some("medieval"), &wish).await.unwrap().game;
    let leased = own.outbox.take_notices(1).await.unwrap();
    assert_eq!(leased.len(), 1);
    let lease = own.store.next_notice_at().await.unwrap();
    let test = NewTrial {
        guild: PLACE.guild.unwrap(),
        battalion: "army".to_owned(),
        plan: "plan".to_owned(),
        name: "Army".to_owned(),
        person: PersonId(1),
        began_at: BEGIN,
    };
    let test = own.store.begin_trial(test, 3).await.unwrap().unwrap();
    other.store.end_leases(BEGIN).await.unwrap();
    assert_eq!(own.store.next_notice_at().await.unwrap(), lease);
    assert!(other.store.games_of_computers().await.unwrap().is_empty());
    assert!(other.store.trials_in_progress().await.unwrap().is_empty());
    assert_eq!(own.store.games_of_computers().await.unwrap(), [game]);
    assert_eq!(own.store.trials_in_progress().await.unwrap(), [test]);
    // The values of a Battalion are fitted by the process of its server, which also loads them.
    super::fits::publish(&own, HOME, &file("knights", "Knights")).await;
    let of = own.store.next_unfitted(1).await.unwrap().unwrap();
    assert!(of.guild == HOME && other.store.next_unfitted(1).await.unwrap().is_none());
    let (sha256, content) = ("0".to_owned(), Some("{}".to_owned()));
    let fit = FitRow { of, format: 1, sha256, state: FitState::Accepted, content, fitted_at: BEGIN };
    own.store.put_fit(fit).await.unwrap();
    assert_eq!(own.store.accepted_fits(1, 9).await.unwrap(), ["{}"]);
    assert!(other.store.accepted_fits(1, 9).await.unwrap().is_empty());
    own.store.end_leases(BEGIN).await.unwrap();
    assert_eq!(own.store.next_notice_at().await.unwrap(), Some(BEGIN));
}

/// Follows the other processes until the returned value is dropped.
fn following(host: &Host) -> tokio_util::sync::DropGuard {
    let (others, shutdown) = (host.others.clone(), CancellationToken::new());
    let stop = shutdown.clone();
    tokio::spawn(async move { others.follow(stop).await });
    shutdown.drop_guard()
}

/// Waits until a condition holds.
async fn soon(what: &str, holds: impl AsyncFn() -> bool) {
    let waited = tokio::time::timeout(SOON, async {
        while !holds().await {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    });
    waited.await.unwrap_or_else(|_| panic!("{what}"));
}

/// Without the notification the delivery would look after a minute.
#[tokio::test]
async fn the_process_of_a_game_is_notified_of_changes_by_another() {
    let Some((_database, [own, other])) = processes().await else { return };
    let game = duel(&own).await;
    let _following = following(&own);
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
}

/// The line is stored after the turn that it answers was played.
#[tokio::test]
async fn a_conditional_move_that_another_process_stores_late_is_played() {
    let Some((_database, [own, other])) = processes().await else { return };
    let game = duel(&own).await;
    other.games.prepare_answer(&who(2), game, None, ("e4".to_owned(), "e5".to_owned())).await.unwrap();
    let line = other.store.lines(game).await.unwrap().remove(0);
    other.store.drop_lines(vec![line.id]).await.unwrap();
    let _following = following(&own);
    play(&own, game, 1, "e4").await;
    own.settled().await;
    other.store.add_line((game, PLACE.guild), line.person, line.content, Vec::new()).await.unwrap();
    soon("the answer is played", async || scene(&own, game).await.view.turns == 2).await;
}

/// The process of a game with a computer player missed a turn that another process played: it had no connection.
#[tokio::test]
async fn computers_are_asked_after_a_lost_connection() {
    use futures_util::FutureExt as _;
    let Some((_database, [own, other])) = processes().await else { return };
    let options = LobbyOptions { order: SeatOrder::Fixed, ..LobbyOptions::new(GameMode::Duel, 2) };
    let wish = ComputerWish { level: Level::Recruit, battalion: Some("medieval".to_owned()) };
    let game = own.lobbies.open_against(&who(1), PLACE, options, Some("medieval"), &wish).await.unwrap().game;
    let asked = || own.computers.computer_asked().now_or_never().flatten();
    while asked().is_some() {}
    play(&other, game, 1, "e4").await;
    assert_eq!(asked(), None);
    let _following = following(&own);
    soon("the computer is asked", async || asked() == Some(game)).await;
}

#[tokio::test]
async fn somebody_whom_another_process_deletes_is_forgotten_everywhere() {
    let Some((_database, [own, other])) = processes().await else { return };
    let bob = || Who { name: "Bob".to_owned(), ..who(823_456_789_012_345_679) };
    let game = open(&own, 1, GameMode::Duel, 2).await;
    for player in [who(1), bob()] {
        own.lobbies.join(&player, game, with("medieval")).await.unwrap();
    }
    let _following = following(&own);
    own.games.resign(&bob(), game, None).await.unwrap();
    let names_bob = async || format!("{:?}", scene(&own, game).await.seats).contains("Bob");
    assert!(names_bob().await);
    other.records.erase_person(bob().person).await.unwrap();
    soon("the name is gone", async || !names_bob().await).await;
}

/// Deadlines move by the downtime of the process that had the shards before, however they were divided.
#[tokio::test]
async fn the_last_heartbeat_is_that_of_whoever_had_the_shards() {
    let Some(database) = Postgres::database() else { return };
    let at = Location::parse(database.address()).unwrap();
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

#[tokio::test]
async fn settings_that_another_process_changes_are_seen_at_once() {
    let Some((_database, [own, other])) = processes().await else { return };
    let person = PersonId(1);
    for ping in [Ping::Dm, Ping::None] {
        assert_ne!(other.settings.person_settings(person).await.unwrap().ping, ping);
        own.settings.change_person_settings(person, move |settings| settings.ping = ping).await.unwrap();
        assert_eq!(other.settings.person_settings(person).await.unwrap().ping, ping);
    }
}
