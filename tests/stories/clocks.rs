//! Clocks: typed time controls, the lobby's text, old boards, pauses, holidays, inactivity.

use playground::Arg;
use tests::{DUEL, PATIENCE, Table, assert_says, assert_says_privately};

use crate::database::edit;

/// Opens a duel of Ann and Bob with this time control.
async fn duel(table: &Table, time: &str) {
    let options: [(&str, Arg); 3] =
        [("mode", DUEL.into()), ("order", "In order of joining".into()), ("time", time.into())];
    table.with_args("ann", "titans new", &options).await;
    for who in ["ann", "bob"] {
        table.join(who, "medieval").await;
    }
    table.slash("ann", "lobby start", &[]).await;
    table.turn_message(0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_time_is_typed_as_people_type_it_and_the_lobby_says_what_happens_at_zero() {
    let table = Table::lay().await;
    for (typed, shown) in [
        (None, "3 days per turn; whoever runs out of time is defeated"),
        (Some("36h"), "1 day 12 hours per turn;"),
        (Some("1d + 5d"), "1 day per turn + 5 days reserve; a longer turn uses up the reserve"),
        (Some("30+30"), "30 minutes + 30 seconds a move;"),
        (Some("none"), "No time limit; after 14 days without a move"),
    ] {
        let mut options: Vec<(&str, Arg)> = vec![("mode", DUEL.into())];
        options.extend(typed.map(|typed| ("time", typed.into())));
        table.with_args("ann", "titans new", &options).await;
        table.told(shown).await;
        table.slash("ann", "match end", &[]).await;
    }
    for (typed, why) in [
        ("30s", "between 1 minute and 14 days"),
        ("3 weeks", "between 1 minute and 14 days"),
        ("soon", "type one like"),
    ] {
        let options = [("mode", DUEL), ("time", typed)];
        let refused = table.slash("ann", "titans new", &options).await;
        assert_says_privately(&refused, why);
    }
    let offered = table.complete("ann", "titans new", "time", "2d").await;
    assert_eq!(offered[0].name, "2 days per turn");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_old_board_has_no_deadline_any_more() {
    let table = Table::lay().await;
    duel(&table, "10m + 1m a move").await;
    let first = table.turn_message(0).await;
    assert_says(&first, "You have until <t:");
    assert_says(&first, "On the clock: **Ann** 10 minutes, **Bob** 10 minutes");
    table.play("ann", "e4").await;
    let newest = table.play("bob", "e5").await;
    assert_says(&newest, "You have until <t:");
    for number in 0..2 {
        let old = table.turn_message(number).await.id;
        let bare = table.pg.wait_for("an old board without its deadline", PATIENCE, |pg| {
            pg.message(old).filter(|old| !old.text().contains("<t:") && old.labels().is_empty())
        });
        let old = bare.await.unwrap();
        assert_says(&old, "your turn");
        assert!(!old.text().contains("On the clock"), "{}", old.text());
        assert!(old.picture().is_some(), "the board stays");
    }
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_agrees_to_a_pause_and_anybody_ends_it() {
    let table = Table::lay().await;
    duel(&table, "2 days").await;
    table.slash("ann", "match pause", &[]).await;
    let asked = table.told("asks for a pause").await;
    assert_eq!(asked.pings, [table.user("bob")].into());
    let stranger = table.press("cem", &asked, "Agree to Pause").await;
    assert_says_privately(&stranger, "");
    table.press("bob", &asked, "Agree to Pause").await;
    let paused = table.told("the clocks are stopped").await;
    assert_says(&paused, "**Ann** will have");
    let refused = table.slash("ann", "move", &[("move", "e4")]).await;
    assert_says_privately(&refused, "paused");
    let board = table.slash("bob", "match board", &[]).await;
    assert_says(&board, "The game is paused with");
    table.press("bob", &paused, "Resume").await;
    let again = table.turn_message(1).await;
    assert_says(&again, "You have until <t:");
    let next = table.play("ann", "e4").await;
    assert_says(&next, "your turn");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_holiday_is_shown_with_the_turn_and_calls_nobody_back() {
    let table = Table::lay().await;
    duel(&table, "1 day").await;
    let refused = table.slash("bob", "settings me", &[("holiday", "40 days")]).await;
    assert_says_privately(&refused, "28 days of holiday count in a year");
    let refused = table.slash("bob", "settings me", &[("holiday", "soon")]).await;
    assert_says_privately(&refused, "2026-12-20 to 2027-01-03");
    let mine = table.slash("bob", "settings me", &[("holiday", "1 week")]).await;
    assert_says_privately(&mine, "Holiday: from <t:");
    let next = table.play("ann", "e4").await;
    assert_says(&next, "**Bob** is on holiday until <t:");
    assert!(next.pings.is_empty(), "on holiday");
    let mine = table.slash("bob", "settings me", &[("holiday", "none")]).await;
    assert_says_privately(&mine, "Holiday: none");
    let back = table.told(&format!("<@{}>", table.user("bob"))).await;
    assert_eq!(back.id, next.id, "the message is edited");
    assert!(!back.text().contains("holiday"), "{}", back.text());
    table.quiet(300).await;
    assert_eq!(table.turn_messages().len(), 2, "no board is posted again");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_silent_game_is_adjourned_and_comes_back_in_another_channel() {
    let mut table = Table::lay().await;
    duel(&table, "none").await;
    table.play("ann", "e4").await;
    table.bot.kill();
    table.pg.wait_gone(PATIENCE).await.unwrap();
    assert_eq!(edit(&table, "UPDATE games SET remind_at = 1 WHERE remind_at IS NOT NULL").await, 1);
    table.bot.restart();
    let asked = table.told("Are you still playing?").await;
    assert_eq!(asked.pings, [table.user("ann"), table.user("bob")].into());
    table.press("bob", &asked, "Still Playing").await;
    table.told("still being played").await;
    table.bot.kill();
    table.pg.wait_gone(PATIENCE).await.unwrap();
    assert_eq!(edit(&table, "UPDATE games SET deadline = 1 WHERE deadline IS NOT NULL").await, 1);
    table.bot.restart();
    table.told("The game is adjourned").await;
    // The channel is free.
    let opened = table.slash("cem", "titans new", &[("mode", DUEL)]).await;
    assert_says(&opened, "The lobby is open");
    let here = table.slash("bob", "match resume", &[]).await;
    assert_says_privately(&here, "game");
    let lobby = table.pg.channel("lobby").unwrap();
    let nobody = table.pg.slash(table.user("cem"), lobby, "match resume", &[]).await;
    assert_says_privately(&nobody.unwrap(), "no adjourned game");
    table.pg.slash(table.user("bob"), lobby, "match resume", &[]).await.unwrap();
    let board = table.pg.wait_for("the board", PATIENCE, |pg| {
        let mut there = pg.messages(lobby).into_iter();
        there.find(|message| message.text().contains("your turn"))
    });
    assert_says(&board.await.unwrap(), "e4");
    table.pg.slash(table.user("bob"), lobby, "move", &[("move", "e5".into())]).await.unwrap();
    let next = table.pg.wait_for("the next turn", PATIENCE, |pg| {
        let mut there = pg.messages(lobby).into_iter();
        there.find(|message| message.text().contains("**Bob** played `e5`"))
    });
    next.await.unwrap();
    table.assert_clean();
}
