//! Clocks: a reminder when a third of the time is left, and the end of the game at the deadline. Downtime does not
//! count, and a turn has at least a minute, so the test moves the deadline in the database meanwhile.

use std::time::{SystemTime, UNIX_EPOCH};

use playground::Arg;
use tests::{ARMY, DUEL, PATIENCE, Table, alt, assert_says, assert_says_privately};

use crate::database::edit;

/// Moves the only deadline: the reminder is due in one second, the end in three.
async fn hurry(table: &Table) {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
    let (reminder, end) = (now + 1000, now + 3000);
    let sql = format!(
        "UPDATE games SET clock_since = clock_since - (deadline - {end}), deadline = {end}, remind_at = {reminder}
         WHERE deadline IS NOT NULL"
    );
    assert_eq!(edit(table, &sql).await, 1, "the game has a deadline");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reminder_and_the_end_on_time() {
    let mut table = Table::lay().await;
    let options: [(&str, Arg); 3] =
        [("mode", DUEL.into()), ("order", "In order of joining".into()), ("time", "10 minutes".into())];
    table.with_args("ann", "titans new", &options).await;
    for who in ["ann", "bob"] {
        table.join(who, "medieval").await;
    }
    table.slash("ann", "lobby start", &[]).await;
    let first = table.turn_message(0).await;
    assert_says(&first, "You have until <t:");
    table.bot.kill();
    table.pg.wait_gone(PATIENCE).await.unwrap();
    hurry(&table).await;
    table.bot.restart();
    let reminder = table.told("a third of your time is left").await;
    assert_eq!(reminder.pings, [table.user("ann")].into());
    let end = table.told("wins on time").await;
    assert_says(&end, "Bob");
    assert!(alt(&end).contains("Bob (Medieval) wins on time"), "{}", alt(&end));
    let labels = end.labels();
    assert!(labels.iter().all(|label| *label != "Move"), "{labels:?}");
    let late = table.slash("ann", "move", &[("move", "e2-e4")]).await;
    assert_says_privately(&late, "over");
    table.assert_clean();
}

/// Restarts the bot and lets the time of the turn run out meanwhile.
async fn run_out(table: &mut Table) {
    table.bot.kill();
    table.pg.wait_gone(PATIENCE).await.unwrap();
    hurry(table).await;
    table.bot.restart();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_auction_goes_on_when_bids_do_not_come_in_time() {
    let mut table = Table::lay().await;
    table.auction_with(&[("time", "10 minutes")]).await;
    run_out(&mut table).await;
    let raise = table.told("White raises to 0.5 gold.").await;
    assert_says(
        &raise,
        "Time ran out: White's bid counts as 0. Time ran out: Black's bid counts as 0. The bids are equal",
    );
    assert_eq!(raise.pings, [table.user("bob")].into());
    run_out(&mut table).await;
    let sold = table.told("White gets the Amazon").await;
    assert_says(&sold, "Time ran out: Black does not raise.");
    assert_says(&sold, "0.5 gold");
    // The Ultimate Round is played to its end.
    table.army("ann", &ARMY[0].replace("Queen d1, ", "")).await;
    table.told("The Ultimate Round: White's army is set up").await;
    table.army("bob", "").await;
    table.turned("Black is ready").await;
    table.resign("ann").await;
    table.told("wins the match").await;
    table.assert_clean();
}
