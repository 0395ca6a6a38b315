//! Ratings and statistics, and privacy choices about them.

use playground::{Arg, Message};
use tests::{PATIENCE, Table, alt, assert_says, assert_says_privately, response};

/// Bob mates on his second move.
const MATE: &str = "f3 e5 g4 Qh4";

async fn mated(table: &Table) {
    table.duel("medieval", "medieval").await;
    table.play_all(MATE).await;
}

fn of(table: &Table, who: &str) -> [(&'static str, Arg); 1] {
    [("player", Arg::User(table.user(who)))]
}

/// Public message of a shared page.
async fn shown(table: &Table, what: &str) -> Message {
    let found = table.pg.wait_for("a page for everybody", PATIENCE, |pg| {
        let all = pg.messages(table.games).into_iter();
        all.filter(|m| m.only_for.is_none() && m.text().contains("Shown by")).find(|m| m.text().contains(what))
    });
    found.await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn results_make_ratings_pictures_and_leaderboards() {
    let mut table = Table::lay().await;
    let none = table.slash("bob", "stats me", &[]).await;
    assert_says_privately(&none, "No finished games yet.");
    let none = table.slash("bob", "stats leaderboard", &[]).await;
    assert_says_privately(&none, "Nobody here has a rating yet.");
    let none = table.slash("bob", "stats server", &[]).await;
    assert_says_privately(&none, "No game has been finished on this server yet.");
    mated(&table).await;
    // The end of a game and its result are stored together.
    table.crash().await;
    mated(&table).await;
    let me = table.slash("bob", "stats me", &[]).await;
    assert_says_privately(&me, "2 games: 2 won");
    for part in [
        "**Bob**",
        "**Duels**: 17",
        "?",
        "Winning streak: 2 (best 2)",
        "2 moves with Medieval Battalion (checkmate)",
        "Medieval Battalion: 2 games, 100% (34–100%)",
        "provisional",
    ] {
        assert_says(&me, part);
    }
    let page = response(&me);
    let words = alt(&page);
    assert!(words.starts_with("Rating over time. Bob: Duels: 17"), "{words}");
    table.keep_all("stats-me", &page);
    let labels = page.labels();
    assert_eq!(labels, ["Leaderboard", "Show Everyone"]);
    let bob = table.user("bob");
    table.pg.click(bob, page.id, "Show Everyone").await.unwrap();
    let public = shown(&table, "**Bob** on this server").await;
    assert!(public.pings.is_empty() && public.labels().is_empty());
    let other = table.with_args("cem", "stats player", &of(&table, "ann")).await;
    assert_says_privately(&other, "2 games: 2 lost");
    let board = table.slash("cem", "stats leaderboard", &[]).await;
    assert_says_privately(&board, "– **Bob** 17");
    let party = table.press("cem", &response(&board), "Party Mode").await;
    assert_says(&party, "Nobody here has a rating yet.");
    let options = [("battalion", "medieval")];
    let army = table.slash("cem", "stats battalion", &options).await;
    assert_says_privately(&army, "has not met another Battalion");
    // Administrators get additional statistics, which are not part of a shared page.
    let server = table.slash("ann", "stats server", &[]).await;
    assert_says_privately(&server, "How games ended: checkmate 2");
    let ann = table.user("ann");
    let page = response(&server);
    table.pg.click(ann, page.id, "Show Everyone").await.unwrap();
    let public = shown(&table, "2 finished games, 2 people").await;
    assert!(!public.text().contains("How games ended"), "{}", public.text());
    let server = table.slash("bob", "stats server", &[]).await;
    assert!(!server.text().contains("How games ended"), "{}", server.text());
    // Forged ids get a clear sentence, nothing else.
    for forged in ["stats:0.ud1", "stats:9.ld", "stats:0.bno-such", "statshow:0.uc7", "stats:0.x"] {
        let answer = table.pg.replay_click(ann, public.id, forged).await.unwrap();
        assert!(!answer.failed() && !answer.text().is_empty(), "{forged}");
    }
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_decide_what_is_kept_and_seen_of_them() {
    let table = Table::lay().await;
    table.duel("medieval", "medieval").await;
    let privacy = table.slash("bob", "settings privacy", &[]).await;
    assert_says_privately(&privacy, "Your standing is **public**");
    // During a game, data cannot be deleted.
    let refused = table.press("bob", &response(&privacy), "Delete My Data…").await;
    assert_says(&refused, &format!("<#{}>", table.games));
    assert_says(&refused, "resign or leave first");
    table.play_all(MATE).await;
    let privacy = table.slash("bob", "settings privacy", &[]).await;
    let hidden = table.press("bob", &response(&privacy), "Hide My Standing").await;
    assert_says(&hidden, "Your standing is **hidden**");
    let other = table.with_args("ann", "stats player", &of(&table, "bob")).await;
    assert_says_privately(&other, "Bob has no public standing on this server.");
    let board = table.slash("ann", "stats leaderboard", &[]).await;
    assert!(!board.text().contains("Bob"), "{}", board.text());
    let mine = table.slash("bob", "stats me", &[]).await;
    assert_says_privately(&mine, "Only you can see this");
    assert_eq!(response(&mine).labels(), ["Leaderboard"]);
    // A forged button does not show hidden statistics.
    let (bob, anywhere) = (table.user("bob"), table.turn_messages()[0].id);
    let forged = format!("statshow:0.ud{bob}");
    let refused = table.pg.replay_click(bob, anywhere, &forged).await.unwrap();
    assert_says_privately(&refused, "no public standing");
    // Export as a file, in private.
    let file = table.press("bob", &response(&hidden), "Export My Data").await;
    assert!(file.ephemeral());
    let message = response(&file);
    let attached = &message.attachments[0];
    let text = String::from_utf8(attached.bytes.to_vec()).unwrap();
    assert_eq!(attached.filename, "battalion-my-data.json");
    assert!(text.contains("\"checkmate\"") && text.contains("\"Bob\""), "{text}");
    assert!(!text.contains("Ann") && !text.contains(&table.user("ann").to_string()), "{text}");
    // Deletion.
    let privacy = table.slash("bob", "settings privacy", &[]).await;
    let asked = table.press("bob", &response(&privacy), "Delete My Data…").await;
    assert_says(&asked, "This cannot be undone.");
    let kept = table.press("bob", &response(&asked), "Keep It").await;
    let asked = table.press("bob", &response(&kept), "Delete My Data…").await;
    let done = table.press("bob", &response(&asked), "Delete Everything").await;
    assert_says(&done, "Everything about you has been deleted.");
    let mine = table.slash("bob", "stats me", &[]).await;
    assert_says(&mine, "No finished games yet.");
    let board = table.slash("ann", "match board", &[]).await;
    assert!(alt(&response(&board)).contains("Former Player"), "{}", alt(&response(&board)));
    let ann = table.slash("ann", "stats me", &[]).await;
    assert_says(&ann, "1 game: 1 lost");
    table.assert_clean();
}
