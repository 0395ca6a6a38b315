//! Tests of the stand-in with a real bot of serenity and poise, as the program uses them.

use std::time::Duration;

use playground::{Answer, Message, Op, Playground, UserId};

use crate::bot;

const SECONDS: Duration = Duration::from_secs(10);

/// Presses a button; returns `true` if the bot responds.
async fn answers(pg: &Playground, who: UserId, board: &Message) -> bool {
    let press = pg.replay_click(who, board, "move:0").await;
    press.is_ok_and(|press| !press.failed())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_real_bot_plays() {
    let pg = Playground::builder()
        .user("ann")
        .user("bob")
        .guild("Club")
        .channel("games")
        .start("127.0.0.1:0")
        .await
        .unwrap();
    let bot = tokio::spawn(bot::run(pg.base_url(), pg.token().to_owned()));
    pg.wait_ready(SECONDS).await.unwrap();
    let (ann, bob, games) = (pg.user("ann").unwrap(), pg.user("bob").unwrap(), pg.channel("games").unwrap());

    let choices = pg.autocomplete(ann, games, "open", "opening", "ca").await.unwrap();
    assert_eq!(choices.iter().map(|c| c.name.as_str()).collect::<Vec<_>>(), ["Caro-Kann", "Catalan"]);
    assert_eq!(choices[1].value, "catalan");
    assert!(pg.slash(ann, games, "open", &[]).await.is_err(), "the opening is required");

    let opened =
        pg.slash(ann, games, "open", &[("opening", "catalan".into()), ("opponent", bob.into())]).await.unwrap();
    assert!(opened.deferred() && opened.done() && !opened.ephemeral());
    assert!(opened.latency().unwrap() < Duration::from_secs(3));
    let board = opened.response().unwrap();
    assert_eq!(board.content, format!("catalan, {}, your turn", pg.mention(bob)));
    assert_eq!(board.pings.iter().collect::<Vec<_>>(), [&bob]);
    assert_eq!(board.attachments[0].filename, "board.png");
    assert_eq!(board.attachments[0].description.as_deref(), Some("An empty board"));
    assert_eq!(board.attachments[0].size, Some((480, 480)));
    assert_eq!(*board.attachments[0].bytes, *bot::board());
    assert_eq!(board.labels(), ["Move", "Moves of…", "Draw", "Resign"]);
    assert!(pg.click(bob, &board, "Draw").await.is_err(), "disabled");
    let secret = pg.wait_for("the message in private", SECONDS, |pg| pg.dms(ann).pop()).await.unwrap();
    assert_eq!(secret.content, "your secret");
    assert!(pg.public_messages_with("secret").is_empty());

    let pressed = pg.click(bob, &board, "Move").await.unwrap();
    assert_eq!(pressed.answer(), Some(Answer::Modal));
    assert!(pg.submit_modal(ann, &pressed, &[("Your move", "e4")]).await.is_err(), "somebody else's");
    let sent = pg.submit_modal(bob, &pressed, &[("Your move", "e4")]).await.unwrap();
    assert_eq!(sent.answer(), Some(Answer::DeferredUpdate));
    let said = pg.wait_for("the move", SECONDS, |pg| pg.last(games).filter(|m| m.content.contains("e4"))).await;
    assert_eq!(said.unwrap().content, "e4 was played");
    pg.wait_for("no buttons", SECONDS, |pg| pg.message(&board)?.components.is_empty().then_some(())).await.unwrap();
    assert_eq!(pg.message(&board).unwrap().attachments.len(), 1, "the picture stays");

    let stale = pg.replay_click(ann, &board, "move:0").await.unwrap();
    assert!(stale.ephemeral());
    assert_eq!(stale.text(), "The board has moved on");
    assert!(pg.messages(games).iter().all(|m| m.content != "The board has moved on"));

    // The connection breaks, and the bot resumes its session.
    pg.drop_gateway();
    pg.wait_for("the session to go on", SECONDS, |pg| (pg.sessions().1 == 1).then_some(())).await.unwrap();
    assert!(answers(&pg, ann, &board).await);
    pg.refuse_resume();
    pg.drop_gateway();
    pg.wait_for("a new session", Duration::from_secs(30), |pg| (pg.sessions().0 == 2).then_some(())).await.unwrap();
    assert!(answers(&pg, ann, &board).await);

    // After a second delivery, the bot responds twice, and the second response is rejected.
    pg.redeliver(&stale);
    pg.wait_for("a second answer", SECONDS, |_| (stale.attempts().len() == 2).then_some(())).await.unwrap();
    let refused = pg.wait_for("the refusal", SECONDS, |pg| {
        pg.requests_of(Op::CreateInteractionResponse).into_iter().find(|r| r.code == Some(40060))
    });
    refused.await.unwrap();
    let violations = pg.violations();
    assert!(violations.is_empty(), "{violations:?}");
    bot.abort();
}
