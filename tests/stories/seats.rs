//! Events at a table beside moves: takebacks, seats that change hands, games whose channel is deleted or occupied.

use playground::{Arg, ChannelId, Message};
use tests::{ASSASSIN, DUEL, PATIENCE, Table, alt, assert_says, assert_says_privately, response};

/// Waits for a message in a channel with this text; returns the newest.
async fn told_in(table: &Table, channel: ChannelId, what: &str) -> Message {
    let found = table.pg.wait_for(what, PATIENCE, |pg| {
        let all = pg.messages(channel).into_iter().rev();
        all.into_iter().find(|m| m.only_for.is_none() && m.text().contains(what))
    });
    found.await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_turn_is_taken_back_with_the_others_consent() {
    let mut table = Table::lay().await;
    table.duel("medieval", "medieval").await;
    let none = table.slash("ann", "match takeback", &[]).await;
    assert_says_privately(&none, "no turn to take back");
    table.play_all("e4 e5").await;
    table.slash("ann", "match takeback", &[]).await;
    let asked = table.told("asks to take back").await;
    assert_says(&asked, "**Ann** asks to take back `e4`, and with it `e5`.");
    assert_eq!(asked.pings, [table.user("bob")].into());
    let own = table.press("ann", &asked, "Agree").await;
    assert_says_privately(&own, "the others answer it");
    table.press("bob", &asked, "Decline").await;
    table.told("**Bob** declines the takeback").await;
    table.slash("ann", "match takeback", &[]).await;
    // The request and its result survive a crash.
    table.quiet(300).await;
    let asked = table.told("asks to take back").await;
    table.crash().await;
    table.press("bob", &asked, "Agree").await;
    let back = table.told("takes back `e4`; `e5` is taken back as well").await;
    assert_says(&back, "your turn");
    assert!(!alt(&back).contains("e4"), "{}", alt(&back));
    table.keep("takeback", &back);
    table.crash().await;
    let stale = table.press("bob", &asked, "Agree").await;
    assert_says_privately(&stale, "No takeback is pending");
    table.play_all("d4 d5").await;
    let history = table.slash("bob", "match history", &[]).await;
    assert_says(&history, "takes back");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_and_its_secrets_are_handed_over() {
    let table = Table::lay().await;
    let armies = [("ann", "medieval"), ("bob", "medieval"), ("cem", "medieval")];
    table.seat(ASSASSIN, &armies).await;
    let held = table.targets("ann").await;
    let to = [("to", Arg::User(table.user("emil")))];
    table.with_args("ann", "seat hand-over", &to).await;
    let offer = table.told("would like to hand you their seat").await;
    assert_eq!(offer.pings, [table.user("emil")].into());
    let other = table.press("dora", &offer, "Accept").await;
    assert_says_privately(&other, "offered to Emil");
    table.press("emil", &offer, "Accept").await;
    let taken = table.told("takes over the seat of **Ann**").await;
    assert_says(&taken, "your turn");
    assert_eq!(taken.pings, [table.user("emil")].into());
    table.keep("seat-taken", &taken);
    assert_eq!(table.targets("emil").await, held);
    assert_eq!(table.cards_by_dm("emil").await.len(), 1);
    let gone = table.slash("ann", "target", &[]).await;
    assert_says_privately(&gone, "not playing in this game");
    // No public message names a Target.
    for text in table.public_texts() {
        assert!(!text.contains("Your Target"), "{text}");
    }
    table.play("emil", "e3").await;
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_has_left_the_server_is_not_mentioned_and_the_seat_is_taken() {
    let mut table = Table::lay().await;
    table.duel("medieval", "medieval").await;
    let club = table.pg.guild("Club").unwrap();
    table.pg.leave(club, table.user("bob"));
    // People seen recently count as present; after a restart the bot has seen nobody.
    table.crash().await;
    let board = table.play("ann", "e4").await;
    assert!(board.pings.is_empty());
    assert_says(&board, "**Bob**, your turn");
    let free = table.told("**Bob** has left the server").await;
    table.press("cem", &free, "Take the Seat").await;
    let taken = table.told("**Cem** takes over the seat of **Bob**").await;
    assert_eq!(taken.pings, [table.user("cem")].into());
    table.play("cem", "e5").await;
    let late = table.slash("dora", "seat take", &[]).await;
    assert_says_privately(&late, "No seat of this game is free");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_whose_channel_is_deleted_goes_on_in_another() {
    let table = Table::lay().await;
    table.duel("medieval", "medieval").await;
    table.play_all("e4 e5").await;
    let club = table.pg.guild("Club").unwrap();
    let other = table.pg.add_channel(club, "other");
    table.pg.delete_channel(table.games);
    for who in ["ann", "bob"] {
        let user = table.user(who);
        let told = table.pg.wait_for("a direct message", PATIENCE, |pg| {
            let all = pg.dms(user).into_iter();
            all.into_iter().find(|m| m.text().contains("is gone: "))
        });
        let told = told.await.unwrap();
        let other = if who == "ann" { "Bob" } else { "Ann" };
        for needed in ["on **Club** is gone", "Titan's Battalion: Duel", &format!("with **{other}**")] {
            assert_says(&told, needed);
        }
    }
    let moved = table.pg.slash(table.user("bob"), other, "games move-here", &[]);
    moved.await.unwrap();
    let board = told_in(&table, other, "your turn").await;
    assert!(board.picture().is_some());
    let typed: [(&str, Arg); 1] = [("move", "d4".into())];
    let played = table.pg.slash(table.user("ann"), other, "move", &typed);
    played.await.unwrap();
    told_in(&table, other, "played `d4`").await;
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_a_game_is_running_another_gets_a_thread() {
    let mut table = Table::lay().await;
    table.duel("medieval", "medieval").await;
    let options = [("mode", DUEL), ("battalion", "medieval")];
    let refused = table.slash("cem", "titans new", &options).await;
    assert_says_privately(&refused, "There is a game in this channel already");
    let offer = response(&refused);
    table.crash().await;
    let opened = table.press("cem", &offer, "Open a Thread").await;
    assert_says_privately(&opened, "Your game is open in");
    let threads = table.pg.threads(table.games);
    let thread = threads.first().expect("a thread").id;
    let lobby = told_in(&table, thread, "Titan's Battalion: Duel").await;
    assert_says(&lobby, "Cem");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_opens_a_lobby_can_remove_people_and_end_the_game_early() {
    let table = Table::lay().await;
    let people = [("ann", "medieval"), ("bob", "medieval")];
    table.gather(DUEL, &people).await;
    let player = [("player", Arg::User(table.user("bob")))];
    let stranger = table.with_args("cem", "lobby kick", &player).await;
    assert_says_privately(&stranger, "Only the person who opened this lobby");
    let out = table.with_args("ann", "lobby kick", &player).await;
    assert_says_privately(&out, "Bob is out of this lobby");
    let again = table.slash("bob", "lobby join", &[("battalion", "medieval")]).await;
    assert_says_privately(&again, "removed from this lobby");
    table.join("cem", "medieval").await;
    table.slash("ann", "lobby start", &[]).await;
    table.turn_message(0).await;
    table.slash("ann", "match end", &[("reason", "wrong armies")]).await;
    table.told("**Ann** ended this game. Reason: wrong armies").await;
    table.assert_clean();
}
