//! Duels against the computer, from opening one to reviewing it.

use std::time::Duration;

use playground::Message;
use tests::{DUEL, FFA, PATIENCE, Table, alt, assert_says, assert_says_privately, response};

/// Configuration in which computers answer at once.
const AT_ONCE: &str = "[computers]\nleast-pause = 0\nmost-pause = 0\n";

/// Opens a duel of two Medieval Battalions between Ann and the computer; returns her first turn message, on either
/// side.
async fn against(table: &Table, level: &str) -> Message {
    let options = [
        ("mode", DUEL),
        ("order", "In order of joining"),
        ("battalion", "medieval"),
        ("computer", level),
        ("opponent-battalion", "medieval"),
    ];
    let opened = table.slash("ann", "titans new", &options).await;
    assert_says_privately(&opened, " bot)");
    assert_says(&opened, "The game has started.");
    table.told("your turn").await
}

/// Waits for Ann's next turn or the end of the game; returns the newest board.
async fn answered(table: &Table, before: usize) -> Message {
    let found = table.pg.wait_for("the computer's answer", PATIENCE, |_| {
        let boards = table.turn_messages();
        let last = boards.last()?.clone();
        let hers = last.text().contains("your turn") || last.text().contains("wins");
        (boards.len() > before && hers).then_some(last)
    });
    found.await.unwrap_or_else(|why| panic!("{why}\n{:#?}", table.public_texts()))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_newcomer_alone_plays_a_duel_to_its_end_and_looks_back() {
    let table = Table::lay_with(AT_ONCE).await;
    let first = against(&table, "Captain: makes few mistakes").await;
    assert!(alt(&first).contains("Ada (Captain bot)"), "{}", alt(&first));
    // The worst possible start: f3 and g4, then any moves.
    let before = table.turn_messages().len();
    let own = table.play("ann", "f3").await;
    assert_says(&own, "**Ada (Captain bot)** is thinking.");
    let told = answered(&table, before + 1).await;
    assert_says(&told, "**Ada (Captain bot)** played");
    assert!(!told.text().contains("<@18446"), "{}", told.text());
    table.keep("computer-answer", &told);
    let hint = table.slash("ann", "match hint", &[]).await;
    assert_says_privately(&hint, "Try `");
    println!("hint: {}", hint.text());
    // The hint is a move.
    let best = hint.text();
    let best = best.split('`').nth(1).unwrap();
    let before = table.turn_messages().len();
    table.play("ann", best).await;
    answered(&table, before + 1).await;
    table.resign("ann").await;
    let end = table.told("wins").await;
    assert_says(&end, "Ada (Captain bot, Medieval)");
    table.keep_all("computer-end", &end);
    let looked = table.press("ann", &end, "Analyse").await;
    let found = table.pg.wait_for("the analysis", PATIENCE * 2, |_| {
        let shown = looked.response()?;
        shown.picture().is_some().then_some(shown)
    });
    let shown = found.await.unwrap_or_else(|why| panic!("{why}: {}", looked.text()));
    assert_says(&shown, "Step Through");
    assert!(alt(&shown).contains("Win chance of"), "{}", alt(&shown));
    table.keep("computer-analysis", &shown);
    let history = table.slash("ann", "match history", &[("text", "true")]).await;
    assert_says(&history, "1. f3 ");
    assert!(table.pg.dms(table.user("ann")).is_empty());
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_in_the_middle_of_its_thought_loses_nothing() {
    let slow = "[computers]\nleast-pause = 1.5\nmost-pause = 1.5\n";
    let mut table = Table::lay_with(slow).await;
    against(&table, "Titan: as strong as it gets").await;
    let before = table.turn_messages().len();
    table.play("ann", "e4").await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    table.crash().await;
    let told = answered(&table, before + 1).await;
    assert_says(&told, "**Ada (Titan bot)** played");
    table.quiet(2_500).await;
    let answers = table.public_texts().into_iter();
    let answers = answers.filter(|text| text.contains("**Ada (Titan bot)** played"));
    assert_eq!(answers.count(), 1, "{:#?}", table.public_texts());
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn draws_and_takebacks_are_answered() {
    let table = Table::lay_with(AT_ONCE).await;
    against(&table, "Soldier: sees what hangs").await;
    let before = table.turn_messages().len();
    table.play("ann", "e4").await;
    answered(&table, before + 1).await;
    table.slash("ann", "match draw", &[]).await;
    let told = table.told("declines the draw").await;
    assert_says(&told, "Ada (Soldier bot)");
    table.slash("ann", "match takeback", &[]).await;
    let back = table.told("takes back `e4`").await;
    assert_says(&back, "your turn");
    // The previous position is restored.
    let before = table.turn_messages().len();
    table.play("ann", "e4").await;
    answered(&table, before + 1).await;
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn computers_fill_a_table_of_four_and_answer_in_one_message() {
    let table = Table::lay_with(AT_ONCE).await;
    let options = [("mode", FFA), ("order", "In order of joining")];
    table.slash("ann", "titans new", &options).await;
    table.join("ann", "medieval").await;
    let lobby = table.told("Titan's Battalion: Free for all").await;
    // The computer leaves again whatever army it draws, because some armies require choices before the first turn.
    let asked = table.press("ann", &lobby, "Add a Computer").await;
    assert_says_privately(&asked, "How strong");
    let done = table.choose("ann", &asked, "Captain").await;
    assert_says(&done, "plays");
    let asked = table.press("ann", &lobby, "Add a Computer").await;
    let done = table.press("ann", &response(&asked), "Remove a Computer").await;
    assert_says(&done, "Ada (Captain bot)");
    for level in ["Recruit: knows the rules", "Soldier: sees what hangs", "Recruit: knows the rules"] {
        let options = [("battalion", "medieval"), ("computer", level)];
        let done = table.slash("ann", "lobby join", &options).await;
        assert_says(&done, "plays");
    }
    let refused = table.press("bob", &lobby, "Add a Computer").await;
    let refused = table.choose("bob", &refused, "Recruit").await;
    assert_says(&refused, "adds and removes computers");
    table.slash("ann", "lobby start", &[]).await;
    table.told("your turn").await;
    let before = table.turn_messages().len();
    let acts = table.slash("ann", "match board", &[]).await;
    println!("{}", response(&acts).text());
    let answer = table.slash("ann", "match hint", &[]).await;
    let hint = table.pg.wait_for("a hint", PATIENCE * 3, |_| Some(answer.text()).filter(|text| text.contains("Try `")));
    let text = hint.await.unwrap_or_else(|why| panic!("{why}: {}", answer.text()));
    assert!(text.contains("your share of the win is about") || text.contains("by force"), "{text}");
    table.play("ann", text.split('`').nth(1).unwrap()).await;
    let told = answered(&table, before + 1).await;
    assert_says(&told, "Ada (Recruit bot)** played");
    assert_says(&told, "Bruno (Soldier bot)** played");
    assert_says(&told, "Cleo (Recruit bot)** played");
    table.keep("computers-of-four", &told);
    println!("{}", told.text());
    assert_eq!(table.turn_messages().len(), before + 2);
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_with_the_computer_begins_at_once() {
    let table = Table::lay_with(AT_ONCE).await;
    against(&table, "Recruit: knows the rules").await;
    table.resign("ann").await;
    let end = table.told("wins").await;
    let before = table.turn_messages().len();
    table.press("ann", &end, "Rematch").await;
    // Ann had White, so the computer starts.
    let next = answered(&table, before).await;
    assert_says(&next, "**Ada (Recruit bot)** played");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_computer_plays_on_for_somebody_who_has_left_and_gives_the_seat_back() {
    let mut table = Table::lay_with(AT_ONCE).await;
    table.duel("medieval", "medieval").await;
    let club = table.pg.guild("Club").unwrap();
    let bob = table.user("bob");
    table.pg.leave(club, bob);
    // People seen recently count as present; after a restart the bot has seen nobody.
    table.crash().await;
    table.play("ann", "e4").await;
    let free = table.told("**Bob** has left the server").await;
    let asked = table.press("ann", &free, "Let a Computer Play On").await;
    assert_says_privately(&asked, "How strong should the computer be?");
    let before = table.turn_messages().len();
    table.choose("ann", &asked, "Soldier").await;
    let board = answered(&table, before).await;
    assert_says(&board, "Ada (Soldier bot)** played");
    table.pg.join(club, bob);
    let back = table.slash("bob", "seat take", &[]).await;
    assert_says(&back, "You have the seat");
    table.told("**Bob** takes over the seat of **Ada (Soldier bot)**").await;
    let before = table.turn_messages().len();
    table.play("ann", "d4").await;
    let board = table.turn_message(before).await;
    assert_says(&board, &format!("<@{bob}>, your turn"));
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_of_clash_against_the_computer_begins_by_itself() {
    let table = Table::lay_with(AT_ONCE).await;
    let options = [("computer", "Recruit: knows the rules"), ("white", "You")];
    let made = table.slash("ann", "clash new", &options).await;
    assert_says(&made, "Ada (Recruit bot)");
    table.told("buy your army").await;
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_sees_and_sets_what_computers_may_think() {
    let table = Table::lay_with(AT_ONCE).await;
    let set = [("minutes", playground::Arg::Integer(0))];
    let set = table.with_args("ann", "server computers", &set).await;
    assert_says_privately(&set, "0 minutes");
    against(&table, "Titan: as strong as it gets").await;
    table.play("ann", "e4").await;
    table.told("play weaker for a while").await;
    let shown = table.slash("ann", "server show", &[]).await;
    assert_says(&shown, "Computers think for 0 minutes");
    table.assert_clean();
}
