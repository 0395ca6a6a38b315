//! Discord faults: failing first responses, lost responses, boards that cannot be posted.

use std::time::Duration;

use playground::Op;
use tests::{ASSASSIN, DUEL, Table, assert_says, assert_says_privately, assert_shows, response};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_answer_to_a_turn_is_its_board() {
    let table = Table::lay().await;
    table.duel("medieval", "medieval").await;
    table.quiet(300).await;
    let before = table.pg.traffic().of(Op::CreateMessage);
    let answer = table.slash("ann", "move", &[("move", "e4")]).await;
    let board = response(&answer);
    assert!(!board.ephemeral(), "for everybody");
    assert_eq!(board.pings, [table.user("bob")].into());
    assert_shows(&board, "e4");
    let guided = table.play("bob", "e5").await;
    assert_shows(&guided, "e5");
    table.quiet(300).await;
    assert_eq!(table.pg.traffic().of(Op::CreateMessage), before, "nothing that counts");
    assert_eq!(table.turn_messages().len(), 3);
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_first_answer_that_discord_fails_at_is_tried_again() {
    let table = Table::lay().await;
    table.duel("medieval", "medieval").await;
    table.pg.fail_next(Op::CreateInteractionResponse, 503, 2);
    // On a busy machine the attempts may take more than three seconds; then the outbox posts the board.
    let board = table.play("ann", "e4").await;
    assert_shows(&board, "e4");
    // Private answers, which are in no outbox, are retried, too.
    table.pg.fail_next(Op::CreateInteractionResponse, 500, 1);
    let refused = table.slash("ann", "move", &[("move", "d4")]).await;
    assert_says_privately(&refused, "not your turn");
    table.quiet(300).await;
    assert_eq!(table.turn_messages().len(), 2, "each board once");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_comes_without_its_answer_too() {
    let table = Table::lay().await;
    table.duel("medieval", "medieval").await;
    // All attempts fail until the three seconds are over, so the outbox posts the board.
    table.pg.fail_next(Op::CreateInteractionResponse, 503, 50);
    let ann = table.user("ann");
    let options = [("move", "e4".into())];
    let _ = table.pg.slash(ann, table.games, "move", &options).await;
    table.turn_message(1).await;
    table.pg.clear_faults();
    table.quiet(500).await;
    assert_eq!(table.turn_messages().len(), 2, "once");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_post_whose_answer_is_lost_is_found_again() {
    let table = Table::lay().await;
    // The outbox posts the first board. Discord accepts it, but the bot receives no confirmation.
    table.open("ann", DUEL).await;
    table.join("ann", "medieval").await;
    table.join("bob", "medieval").await;
    table.quiet(300).await;
    table.pg.break_next(Op::CreateMessage, true, 1);
    table.slash("ann", "lobby start", &[]).await;
    table.turn_message(0).await;
    // The retry finds the posted message.
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(table.turn_messages().len(), 1, "once");
    table.play("ann", "e4").await;
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unknown_battalion_opens_no_lobby() {
    let table = Table::lay().await;
    let options = |battalion| [("mode", DUEL), ("battalion", battalion)];
    let refused = table.slash("ann", "titans new", &options("nonsense")).await;
    assert_says_privately(&refused, "no Battalion of that name");
    let none = table.slash("ann", "match board", &[]).await;
    assert_says_privately(&none, "no game in this channel");
    let opened = table.slash("ann", "titans new", &options("medieval")).await;
    assert_says(&opened, "You have joined with Medieval Battalion");
    table.join("bob", "medieval").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_ended_by_a_moderator_shows_its_deal() {
    let table = Table::lay().await;
    let people = ["ann", "bob", "cem"].map(|who| (who, "medieval"));
    table.seat(ASSASSIN, &people).await;
    table.slash("ann", "match end", &[("reason", "late")]).await;
    let ended = table.told("ended this game").await;
    for part in ["Reason: late", "Targets: ", "sha256sum", " salt "] {
        assert_says(&ended, part);
    }
    table.assert_clean();
}
