//! Stepping through a game, during play and after its end.

use playground::Interaction;
use tests::{Board, PATIENCE, Table, assert_says, response};

/// Presses a page button of a private answer; returns the new text.
async fn turn_page(table: &Table, who: &str, shown: &Interaction, label: &str) -> String {
    let before = response(shown);
    table.press(who, &before, label).await;
    let text = before.text();
    let now = table.pg.wait_for("another step", PATIENCE, |_| Some(shown.text()).filter(|now| *now != text));
    now.await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_duel_step_by_step() {
    let table = Table::lay().await;
    table.duel("medieval", "medieval").await;
    let nothing = table.slash("cem", "match history", &[("text", "true")]).await;
    assert_says(&nothing, "Nothing has been played yet.");
    table.play_all("e4 d5").await;
    table.slash("ann", "match draw", &[]).await;
    let drawn = table.play("ann", "exd5").await;
    let list = table.slash("bob", "match history", &[("text", "true")]).await;
    let lines = "1. e4 d5\n2. ann: exd5, capturing the Pawn on d5.";
    assert_eq!(list.text().to_lowercase(), lines.to_lowercase(), "a draw offer is no turn");

    // From the last turn back to the start, each with its board, in private.
    let shown = table.slash("cem", "match history", &[]).await;
    assert!(shown.ephemeral());
    assert_says(&shown, "Move 2 of 2");
    let last = Board::decode(&response(&shown).picture().unwrap().bytes);
    assert_eq!(last.differs(&Board::decode(&drawn.picture().unwrap().bytes)), 0);
    let second = turn_page(&table, "cem", &shown, "Previous").await;
    assert!(second.contains("Move 1 of 2"), "{second}");
    let board = Board::decode(&response(&shown).picture().unwrap().bytes);
    assert!(board.differs(&last) > 500, "another board");
    let first = turn_page(&table, "cem", &shown, "First").await;
    assert!(first.contains("Before the first move") && first.contains("**The position before"), "{first}");
    let next = turn_page(&table, "cem", &shown, "Next").await;
    assert!(next.contains("Move 1 of 2"), "{next}");
    let end = turn_page(&table, "cem", &shown, "Last").await;
    assert!(end.contains("**2. ") && end.contains("capturing the Pawn on d5."), "{end}");
    table.keep("step", &response(&shown));

    // The final message has a button for it, too.
    table.resign("bob").await;
    let over = table.turned("resign").await;
    let shown = table.press("dora", &over, "Step Through").await;
    let last = table.says(&shown, "resigns").await;
    assert!(last.contains("Move 2 of 2"), "{last}");
    let replay = table.press("dora", &over, "Replay").await;
    table.says(&replay, "The whole game.").await;
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_is_counted_by_rounds_and_shows_nothing_of_unfinished_armies() {
    let table = Table::lay().await;
    table.clash().await;
    let nothing = table.slash("bob", "match history", &[]).await;
    assert_says(&nothing, "Nothing has been played yet.");
    table.armies().await;
    table.play_all("e2e4 e7e5").await;
    table.resign("bob").await;
    table.turned("Round 2: ").await;
    table.sell_all("ann").await;
    let shown = table.slash("bob", "match history", &[]).await;
    assert_says(&shown, "Round 1, move 1 of 1");
    assert_says(&shown, "resigns");
    let board = response(&shown).picture().unwrap().description.clone();
    assert!(board.unwrap().contains("Queen"), "the board of the round");
    let list = table.slash("bob", "match history", &[("text", "true")]).await;
    assert!(list.text().starts_with("Round 1\n1. "), "{}", list.text());
    table.assert_clean();
}
