//! Channels in which the bot lacks permissions and gets them back.

use std::time::{Duration, Instant};

use playground::{Permissions, Whom};
use tests::{DUEL, PATIENCE, Table, assert_says, assert_says_privately};

/// Denies permissions of the bot in #games, or restores them.
fn deny(table: &Table, what: Permissions) {
    let bot = Whom::Member(table.pg.bot());
    table.pg.overwrite(table.games, bot, Permissions::default(), what);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_channel_without_permissions_is_named_and_nothing_begins() {
    let table = Table::lay().await;
    deny(&table, Permissions::ATTACH_FILES | Permissions::SEND_MESSAGES);
    let refused = table.slash("ann", "titans new", &[("mode", DUEL)]).await;
    assert_says_privately(&refused, "please give me \"Send Messages\" and \"Attach Files\" there");
    // No half-done state remains: with permissions the same command works.
    deny(&table, Permissions::default());
    table.duel("medieval", "medieval").await;
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_that_could_not_be_posted_comes_when_it_can() {
    let table = Table::lay().await;
    table.duel("medieval", "medieval").await;
    deny(&table, Permissions::SEND_MESSAGES);
    let played = table.slash("ann", "move", &[("move", "e2-e4")]).await;
    assert!(
        played.text().contains("You played") && played.text().contains("\"Send Messages\""),
        "the move is taken, and why nobody sees it is said: {}",
        played.text()
    );
    let seen = table.slash("bob", "match board", &[("text", "true")]).await;
    assert_says_privately(&seen, " 4  . . . . P . . .");
    assert_eq!(table.turn_messages().len(), 1);
    let tried = table.pg.wait_for("the bot to try", PATIENCE, |pg| {
        let refused = |r: &playground::Request| r.code == Some(50013);
        pg.requests().iter().any(refused).then_some(())
    });
    tried.await.unwrap();
    deny(&table, Permissions::default());
    let late = table.turn_message(1).await;
    assert_says(&late, "`e4`");
    assert!(late.pings.contains(&table.user("bob")), "{}", late.text());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_that_waits_comes_as_soon_as_somebody_shows_that_it_may() {
    let table = Table::lay().await;
    table.duel("medieval", "medieval").await;
    deny(&table, Permissions::ATTACH_FILES);
    let played = table.slash("ann", "move", &[("move", "e4")]).await;
    for needed in ["You played", "The board can't be posted: I need \"Attach Files\" in this channel."] {
        assert_says_privately(&played, needed);
    }
    // Retries back off: after the fourth, the next is at least four seconds later.
    let tried = table.pg.wait_for("the bot to try", PATIENCE, |pg| {
        let refused = pg.requests().into_iter().filter(|request| request.code == Some(50013)).count();
        (refused >= 4).then_some(())
    });
    tried.await.unwrap();
    // The bot records the fourth refusal before anybody acts.
    table.quiet(300).await;
    deny(&table, Permissions::default());
    let began = Instant::now();
    table.slash("bob", "match board", &[]).await;
    table.turn_message(1).await;
    assert!(began.elapsed() < Duration::from_millis(2_500), "{:?}", began.elapsed());
    table.play("bob", "e5").await;
    table.assert_clean();
}
