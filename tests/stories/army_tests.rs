//! Tests of armies: progress, result, cancelling, and a crash in the middle.

use std::time::Duration;

use playground::{Interaction, Message, Playground};
use tests::{DRAGONS, PATIENCE, Table, assert_says, response};

/// A pair of short games against each army.
const SMALL: &str = "[tests]\npairs = 1\npositions = 10\n";
/// More games than a story waits for.
const LARGE: &str = "[tests]\npairs = 1000\npositions = 20000\n";

/// Time for the games of a small test on a busy machine, where their threads have the lowest priority.
const LONG: Duration = Duration::from_secs(300);

async fn test(table: &Table, army: &str) -> Interaction {
    let answer = table.administer("ann", "test", army).await;
    assert!(answer.ephemeral(), "{}", answer.text());
    answer
}

fn is_result(message: &Message) -> bool {
    message.picture().is_some_and(|picture| picture.filename == "scores.png")
}

/// The result has a score against every built-in army for duels, and the values of the Dragons.
fn assert_result(message: &Message) {
    let text = message.text();
    for part in [
        "**Dragon Riders** (version 1) scores **",
        "% against Makpong Battalion",
        "your Great Dragon is worth about",
        "drawn",
    ] {
        assert!(text.contains(part), "{text}");
    }
    assert_eq!(text.matches("\n- ").count(), 7, "{text}");
    let alt = message.picture().unwrap().description.clone().unwrap_or_default();
    assert!(alt.starts_with("Score of Dragon Riders.") && alt.matches("% against").count() == 7, "{alt}");
    assert!(message.labels().is_empty(), "{:?}", message.labels());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_result_replaces_the_progress() {
    let table = Table::lay_with(SMALL).await;
    table.bring("ann", "dragons", DRAGONS).await;
    let began = test(&table, "dragons").await;
    assert_says(&began, "is being tested");
    assert_eq!(response(&began).labels(), ["Cancel Test"]);
    let shown = |_: &Playground| began.response().filter(is_result);
    let shown = table.pg.wait_for("the result", LONG, shown).await;
    let shown = shown.unwrap();
    assert_result(&shown);
    table.keep("army-test", &shown);
    // The command shows the result again, and nobody else has seen anything.
    let again = response(&test(&table, "dragons").await);
    assert_eq!((again.text(), is_result(&again)), (shown.text(), true));
    assert!(table.pg.dms(table.user("ann")).is_empty());
    assert!(table.public_texts().iter().all(|text| !text.contains("Dragon")), "{:?}", table.public_texts());
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_crash_the_test_goes_on_and_the_result_is_a_direct_message() {
    let mut table = Table::lay_with(SMALL).await;
    table.bring("ann", "dragons", DRAGONS).await;
    assert_says(&test(&table, "dragons").await, "is being tested");
    table.crash().await;
    let ann = table.user("ann");
    let told = |pg: &Playground| pg.dms(ann).into_iter().find(is_result);
    let told = table.pg.wait_for("the result", LONG, told).await;
    assert_result(&told.unwrap());
    table.quiet(300).await;
    assert_eq!(table.pg.dms(ann).len(), 1);
    // Another restart tells nobody again.
    table.crash().await;
    table.quiet(300).await;
    assert_eq!(table.pg.dms(ann).len(), 1);
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_test_is_cancelled_by_its_button_and_others_wait_for_it() {
    let table = Table::lay_with(LARGE).await;
    table.bring("ann", "dragons", DRAGONS).await;
    let began = response(&test(&table, "dragons").await);
    let refused = test(&table, "medieval").await;
    assert_says(&refused, "Dragon Riders is being tested on this server");
    // The bot answers and plays as always meanwhile.
    table.duel("medieval", "medieval").await;
    table.play_all("e4 e5").await;
    let cancelled = table.press("ann", &began, "Cancel Test").await;
    // The message also changes when the test makes progress.
    let says = |_: &Playground| cancelled.response().filter(|message| message.text().contains("was cancelled"));
    table.pg.wait_for("the end of the test", PATIENCE, says).await.unwrap();
    let late = table.pg.replay_click(table.user("ann"), began.id, "test:1").await.unwrap();
    let refused = |_: &Playground| late.response().filter(|message| message.text().contains("is over"));
    table.pg.wait_for("the refusal", PATIENCE, refused).await.unwrap();
    let other = test(&table, "medieval").await;
    assert_says(&other, "**Medieval Battalion** is being tested");
    table.administer("ann", "archive", "dragons").await;
    assert_says(&test(&table, "dragons").await, "is archived");
    table.press("ann", &response(&other), "Cancel Test").await;
    table.assert_clean();
}
