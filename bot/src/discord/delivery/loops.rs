//! Tasks of the delivery that run as long as the program: notices are posted until the program stops, and buttons are
//! removed with a limited number of attempts.

use engine::titans::GameMode;
use serde_json::json;
use serenity::all::ApplicationId;
use tokio::time::Instant;

use super::*;
use crate::discord::answers::Token;
use crate::discord::tests::stand_in::{Sent, StandIn};
use crate::host::tests::{CHANNEL, Folder, game, host, play};
use crate::host::{GameId, NoticeKind, Version};

/// Waits until a condition is met.
async fn until(what: &str, mut met: impl FnMut() -> bool) {
    for _ in 0..1_000 {
        if met() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("not met: {what}");
}

#[tokio::test]
async fn notices_are_posted_until_the_program_stops() {
    let folder = Folder::of_file();
    let host = host(&folder).await;
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host.clone());
    let shutdown = CancellationToken::new();
    let running = tokio::spawn(run(app, Arc::clone(&stand_in.http), shutdown.clone()));
    let mut posted = Vec::new();
    let mut posts = |number: usize| {
        let boards = |sent: &Sent| sent.body["attachments"][0]["filename"] == "board.png";
        posted.extend(stand_in.take().into_iter().filter(boards));
        posted.len() >= number
    };
    let game = game(&host, GameMode::Duel, &["medieval"; 2]).await;
    until("the first board is posted", || posts(1)).await;
    play(&host, game, 1, "e4").await;
    until("the second board is posted", || posts(2)).await;
    // Errors of the database do not end the delivery.
    host.close().await;
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert!(!running.is_finished());
    shutdown.cancel();
    tokio::time::timeout(Duration::from_secs(10), running).await.expect("the delivery ends").unwrap();
    assert!(!posts(3), "each board is posted once");
}

const BY_BOT: &str = "PATCH channels/500/messages/7";
const BY_TOKEN: &str = "PATCH webhooks/800/token/messages/7";

fn outdated() -> Posted {
    Posted {
        channel: CHANNEL,
        message: MessageId(7),
        kind: NoticeKind::Turn,
        version: Version(1),
        afterwards: Some("It was Ann's turn.".to_owned()),
    }
}

/// Requests for one message, each with its second, after these errors of Discord.
async fn attempts(with_token: bool, by_token: &[u16], by_bot: &[u16]) -> Vec<(u64, String)> {
    let folder = Folder::of_file();
    let host = host(&folder).await;
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host.clone());
    let failures = |statuses: &[u16]| {
        let code = |status| if status == 404 { 10008 } else { 0 };
        statuses.iter().map(|status| (*status, json!({"code": code(*status), "message": "No."}))).collect::<Vec<_>>()
    };
    stand_in.next(BY_TOKEN, failures(by_token));
    stand_in.next(BY_BOT, failures(by_bot));
    if with_token {
        app.buttons.can_change(MessageId(7), Token::new(ApplicationId::new(800), "token".to_owned(), Instant::now()));
    }
    let shutdown = CancellationToken::new();
    let running = tokio::spawn(remove_old(app.clone(), Arc::clone(&stand_in.http), shutdown.clone()));
    // The delays between attempts take no time.
    tokio::time::pause();
    let began = Instant::now();
    let mut all = Vec::new();
    app.buttons.take_off(GameId(1), vec![outdated()]);
    while began.elapsed() < Duration::from_secs(120) {
        tokio::time::sleep(Duration::from_millis(200)).await;
        let second = began.elapsed().as_secs();
        for sent in stand_in.take() {
            assert_eq!(sent.body["components"], json!([]));
            assert_eq!(sent.body["content"], "It was Ann's turn.");
            let lists = sent.body["allowed_mentions"].as_object().expect("a list of those who may be notified");
            assert!(lists.values().filter_map(|list| list.as_array()).all(Vec::is_empty), "{sent:?}");
            all.push((second, sent.call));
        }
    }
    // The message is forgotten, so that a later request for it is made again.
    app.buttons.take_off(GameId(1), vec![outdated()]);
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(stand_in.take().len(), 1, "once more, and once");
    shutdown.cancel();
    running.await.unwrap();
    tokio::time::resume();
    all
}

/// A message is edited with the token of its interaction, else by the bot: at once, and up to three times later.
#[tokio::test]
async fn buttons_are_removed_in_at_most_four_attempts() {
    let seconds = |seconds: &[u64]| seconds.iter().map(|second| (*second, BY_BOT.to_owned())).collect::<Vec<_>>();
    assert_eq!(attempts(true, &[], &[]).await, [(0, BY_TOKEN.to_owned())]);
    assert_eq!(attempts(true, &[404], &[]).await, [(0, BY_TOKEN.to_owned()), (0, BY_BOT.to_owned())]);
    assert_eq!(attempts(false, &[], &[]).await, seconds(&[0]));
    assert_eq!(attempts(false, &[], &[404]).await, seconds(&[0]));
    assert_eq!(attempts(false, &[], &[500]).await, seconds(&[0, 5]));
    assert_eq!(attempts(false, &[], &[500; 2]).await, seconds(&[0, 5, 15]));
    assert_eq!(attempts(false, &[], &[500; 4]).await, seconds(&[0, 5, 15, 35]));
}
