//! Tests of the protocol with a raw client: interactions, the gateway, and faults requested by tests.

use std::time::Duration;

use playground::{Op, ViolationKind};
use serde_json::json;

use crate::raw::{Gateway, Rest, button, club, code, row, start};

const SECONDS: Duration = Duration::from_secs(5);

#[tokio::test]
async fn an_interaction_is_answered_once_and_in_time() {
    let builder = club().answer_within(Duration::from_millis(400)).token_life(Duration::from_millis(600));
    let (pg, rest, mut gateway) = start(builder).await;
    let (ann, games) = (pg.user("ann").unwrap(), pg.channel("games").unwrap());
    let bot = async {
        let i = gateway.until("INTERACTION_CREATE").await;
        let (callback, hook) = rest.paths(&i);
        assert_eq!(code(&rest.post(&hook, json!({"content": "early"})).await), (404, 10015));
        let wrong = json!({"type": 8, "data": {"choices": []}});
        assert_eq!(code(&rest.post(&callback, wrong).await), (400, 50035));
        let modal = json!({"type": 9, "data": {"title": "t".repeat(46), "custom_id": "m", "components": [
            row(vec![json!({"type": 4, "custom_id": "i", "style": 1, "label": "l"})])]}});
        assert_eq!(code(&rest.post(&callback, modal).await), (400, 50035));
        assert_eq!(rest.post(&callback, json!({"type": 5, "data": {"flags": 64}})).await.0, 204);
        assert_eq!(code(&rest.post(&callback, json!({"type": 5})).await), (400, 40060));
        // The first follow-up replaces "thinking…", the second is a separate message.
        assert_eq!(rest.post(&hook, json!({"content": "one", "flags": 64})).await.0, 200);
        assert_eq!(rest.post(&hook, json!({"content": "two"})).await.0, 200);
        let original = format!("{hook}/messages/@original");
        assert_eq!(rest.get(&original).await.1["content"], "one");
        assert_eq!(rest.patch(&original, json!({"content": "1"})).await.0, 200);
        hook
    };
    let (i, hook) = tokio::join!(pg.slash(ann, games, "go", &[]), bot);
    let i = i.unwrap();
    assert!(i.deferred() && i.ephemeral());
    pg.wait_for("both", SECONDS, |_| (i.text() == "1\ntwo").then_some(())).await.unwrap();
    assert_eq!(pg.last(games).unwrap().content, "two");
    assert_eq!(pg.messages_for(ann, games)[0].content, "1");
    assert!(pg.messages_for(pg.user("bob").unwrap(), games).iter().all(|m| m.content != "1"));
    tokio::time::sleep(Duration::from_millis(700)).await;
    assert_eq!(code(&rest.post(&hook, json!({"content": "old"})).await), (401, 50027));
    let kinds: Vec<_> = pg.take_violations().into_iter().map(|v| v.kind).collect();
    use ViolationKind::{DoubleAnswer, Late, Limit, Protocol, Timeout};
    assert_eq!(kinds, [Protocol, Protocol, Limit, DoubleAnswer, Late]);

    // Too late for the initial response.
    let late = pg.slash(ann, games, "go", &[]).await.unwrap();
    assert!(late.failed() && late.answer().is_none());
    let (callback, _) = rest.paths(&gateway.until("INTERACTION_CREATE").await);
    assert_eq!(code(&rest.post(&callback, json!({"type": 4, "data": {"content": "sorry"}})).await), (404, 10062));
    let kinds: Vec<_> = pg.take_violations().into_iter().map(|v| v.kind).collect();
    assert_eq!(kinds, [Timeout, Late]);

    // Without a bot, no rule is violated, but the person gets no response either.
    gateway.close().await;
    pg.wait_gone(SECONDS).await.unwrap();
    assert!(pg.slash(ann, games, "go", &[]).await.unwrap().failed());
    assert!(pg.violations().is_empty());
}

#[tokio::test]
async fn a_bot_that_dies_comes_back() {
    let (pg, rest, mut gateway) = start(club().answer_within(Duration::from_millis(500))).await;
    let (ann, games) = (pg.user("ann").unwrap(), pg.channel("games").unwrap());
    let death = async {
        gateway.until("INTERACTION_CREATE").await;
        drop(gateway);
        pg.wait_gone(SECONDS).await.unwrap();
        Gateway::identify(&pg, 1).await
    };
    let (lost, mut gateway) = tokio::join!(pg.slash(ann, games, "go", &[]), death);
    let lost = lost.unwrap();
    assert!(lost.failed());
    assert!(pg.violations().is_empty(), "the dead break no rules");
    pg.wait_ready(SECONDS).await.unwrap();
    let bot = async {
        let i = gateway.until("INTERACTION_CREATE").await;
        assert_ne!(i["id"], lost.id().to_string(), "a new session hears nothing of the old one");
        assert_eq!(rest.post(&rest.paths(&i).0, json!({"type": 4, "data": {"content": "back"}})).await.0, 204);
    };
    let (i, ()) = tokio::join!(pg.slash(ann, games, "go", &[]), bot);
    assert_eq!(i.unwrap().text(), "back");
    assert_eq!(pg.sessions(), (2, 0));
}

#[tokio::test]
async fn an_update_that_lists_no_attachments_takes_them_away() {
    let (pg, rest, mut gateway) = start(club()).await;
    let (ann, games) = (pg.user("ann").unwrap(), pg.channel("games").unwrap());
    let path = format!("channels/{games}/messages");
    let body = json!({"content": "board", "components": [row(vec![button("go")])]});
    let files = vec![("files[0]".to_owned(), "notes.txt".to_owned(), b"hello".to_vec())];
    let board = rest.form(&path, body, files).await.1;
    let url = board["attachments"][0]["url"].as_str().unwrap();
    assert_eq!(rest.raw_get(url).await, b"hello");
    let message = pg.last(games).unwrap();
    for (data, left) in [(json!({"content": "a"}), 1), (json!({"content": "b", "attachments": []}), 0)] {
        let bot = async {
            let (callback, _) = rest.paths(&gateway.until("INTERACTION_CREATE").await);
            assert_eq!(rest.post(&callback, json!({"type": 7, "data": data})).await.0, 204);
        };
        let (i, ()) = tokio::join!(pg.click(ann, &message, "B"), bot);
        assert_eq!(i.unwrap().response().unwrap().attachments.len(), left);
    }
    let now = pg.message(&message).unwrap();
    assert_eq!((now.edits, now.history.len(), now.history[1].attachments.len()), (2, 2, 1));
    assert!(pg.violations().is_empty());
}

#[tokio::test]
async fn faults_hit_when_asked() {
    let (pg, rest, mut gateway) = start(club()).await;
    let games = pg.channel("games").unwrap();
    let path = format!("channels/{games}/messages");
    let hi = json!({"content": "hi"});
    pg.fail_next(Op::CreateMessage, 503, 1);
    assert_eq!(rest.post(&path, hi.clone()).await.0, 503);
    pg.break_next(Op::CreateMessage, false, 1);
    assert!(rest.try_post(&path, hi.clone()).await.is_none());
    assert!(pg.messages(games).is_empty());
    pg.break_next(Op::CreateMessage, true, 1);
    assert!(rest.try_post(&path, hi.clone()).await.is_none());
    assert_eq!(pg.messages(games).len(), 1);
    assert_eq!(rest.post(&path, hi.clone()).await.0, 200);
    assert_eq!(pg.requests_of(Op::CreateMessage).len(), 4);
    let statuses: Vec<_> = pg.requests_of(Op::CreateMessage).iter().map(|r| r.status).collect();
    assert_eq!(statuses, [Some(503), None, None, Some(200)]);

    // A broken session resumes where it was; a refused one does not.
    let seen = gateway.until("MESSAGE_CREATE").await;
    assert_eq!(seen["content"], "hi");
    pg.drop_gateway();
    rest.post(&path, json!({"content": "missed"})).await;
    let mut gateway = gateway.resume(&pg).await.expect("resumed");
    let texts = [gateway.until("MESSAGE_CREATE").await, gateway.until("MESSAGE_CREATE").await];
    assert_eq!(texts.map(|t| t["content"].clone()), [json!("hi"), json!("missed")]);
    gateway.until("RESUMED").await;
    assert_eq!(pg.sessions(), (1, 1));
    pg.refuse_resume();
    pg.drop_gateway();
    assert!(gateway.resume(&pg).await.is_none());
    pg.wait_quiet(Duration::from_millis(50), SECONDS).await.unwrap();
}

#[tokio::test]
async fn only_the_bot_and_our_own_page_get_in() {
    let (pg, rest, _gateway) = start(club()).await;
    let wrong = Rest::with_token(&pg, "a.b.c");
    assert_eq!(wrong.get("users/@me").await.0, 401);
    assert_eq!(pg.take_violations()[0].kind, ViolationKind::Auth);
    assert_eq!(rest.header("Host", "evil.example").await, 403);
    assert_eq!(rest.header("Origin", "http://evil.example").await, 403);
    assert_eq!(rest.header("Accept", "*/*").await, 200);
}
