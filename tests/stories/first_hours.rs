//! Things that people try in their first games, and what they expect from other chess programs.

use tests::{DUEL, PATIENCE, Table, assert_says, assert_says_privately, response};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_typed_is_suggested_first_or_nothing_is() {
    let table = Table::lay().await;
    table.duel("medieval", "medieval").await;
    let suggested = table.complete("ann", "move", "move", "e5").await;
    // White's Pawn cannot go to e5, so Enter plays no other move.
    let first = suggested.first().map(|choice| choice.value.as_str().unwrap_or_default().to_owned());
    assert!(first.as_deref().is_none_or(|first| first.starts_with("e5")), "{suggested:?}");
    let suggested = table.complete("ann", "move", "move", "e4").await;
    assert_eq!(suggested[0].value, "e4");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_is_played_from_the_moves_of_a_piece() {
    let table = Table::lay().await;
    let board = table.duel("medieval", "medieval").await;
    let asked = table.press("ann", &board, "Moves of…").await;
    let shown = table.choose("ann", &asked, "g1").await;
    assert_says_privately(&shown, "Knight g1: where it can go");
    let before = table.turn_messages().len();
    let menus = response(&shown).selects();
    let to = menus[0].options.iter().find(|(label, _)| label.contains("f3")).unwrap_or_else(|| panic!("{menus:?}"));
    table.choose("ann", &shown, &to.1).await;
    let played = table.turn_message(before).await;
    assert_says(&played, "**Ann** played `Nf3`");
    // Another person's old menu plays nothing.
    let asked = table.press("ann", &played, "Moves of…").await;
    assert!(asked.ephemeral(), "{}", asked.text());
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_button_of_a_full_lobby_refuses_at_once() {
    let table = Table::lay().await;
    table.slash("ann", "titans new", &[("mode", DUEL)]).await;
    let open = table.told("Titan's Battalion: Duel").await;
    table.join("ann", "medieval").await;
    table.join("bob", "medieval").await;
    table.told("Ready").await;
    let late = table.press("cem", &open, "Join").await;
    assert_says_privately(&late, "All seats are taken");
    assert!(response(&late).selects().is_empty(), "no Battalion is asked for");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_for_a_pause_keeps_its_buttons_when_a_turn_is_played() {
    let table = Table::lay().await;
    let options = [("mode", DUEL), ("order", "In order of joining"), ("time", "2 days")];
    table.slash("ann", "titans new", &options).await;
    table.join("ann", "medieval").await;
    table.join("bob", "medieval").await;
    table.slash("ann", "lobby start", &[]).await;
    table.turn_message(0).await;
    table.slash("bob", "match pause", &[]).await;
    let asked = table.told("asks for a pause").await;
    table.play("ann", "e4").await;
    table.quiet(400).await;
    let now = table.pg.messages(table.games).into_iter().find(|message| message.id == asked.id).unwrap();
    assert!(now.labels().contains(&"Agree to Pause".to_owned()), "{:?}", now.labels());
    table.press("ann", &now, "Agree to Pause").await;
    table.told("the clocks are stopped").await;
    table.assert_clean();
}

/// Opens a duel in which the computer has White and Ann Black; returns the board on which she is to move.
async fn as_black(table: &Table) -> playground::Message {
    let options = [("mode", DUEL), ("order", "In order of joining"), ("time", "1m + 1s")];
    table.slash("ann", "titans new", &options).await;
    let computer = [("battalion", "medieval"), ("computer", "Recruit: knows the rules")];
    table.slash("ann", "lobby join", &computer).await;
    table.join("ann", "medieval").await;
    table.slash("ann", "lobby start", &[]).await;
    table.told("your turn").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn black_against_the_computer_is_below_and_results_are_a_row_of_their_own() {
    let table = Table::lay_with("[computers]\nleast-pause = 0\nmost-pause = 0\n").await;
    let board = as_black(&table).await;
    // The private board has the own side below; the public one is the same picture.
    let own = table.slash("ann", "match board", &[]).await;
    let [public, private] = [&board, &response(&own)].map(|shown| shown.picture().unwrap().bytes.clone());
    let [public, private] = [public, private].map(|bytes| tests::Board::decode(&bytes));
    assert_eq!(public.differs(&private), 0, "Black's side is at the bottom of both");
    // A game counts once both have moved.
    table.slash("ann", "move", &[("move", "a6")]).await;
    let answered = table.pg.wait_for("the computer's turn", PATIENCE, |_| {
        let newest = table.turn_messages().into_iter().next_back()?;
        (newest.id > board.id && newest.content.contains("your turn")).then_some(newest)
    });
    answered.await.unwrap();
    table.resign("ann").await;
    table.told("wins").await;
    let mine = table.slash("ann", "stats me", &[]).await;
    assert_says(&mine, "No finished games with people yet.");
    assert_says(&mine, "Against computers (unrated): ");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_pause_before_a_computers_turn_costs_it_no_time() {
    let table = Table::lay_with("[computers]\nleast-pause = 4\nmost-pause = 4\n").await;
    let mut board = as_black(&table).await;
    // White's moves differ from run to run. No two of them prevent these: neither gives Check, reaches a5 or captures on a7.
    for text in ["h6", "a5"] {
        let before = board.id;
        table.slash("ann", "move", &[("move", text)]).await;
        let answered = table.pg.wait_for("the computer's turn", PATIENCE, |_| {
            let newest = table.turn_messages().into_iter().next_back()?;
            (newest.id > before && newest.content.contains("your turn")).then_some(newest)
        });
        board = answered.await.unwrap();
    }
    // Three increments of a second are added; three pauses of 4 seconds would leave 51 seconds. A busy machine may think
    // for some seconds.
    let clock = board.content.split("**Ada (Recruit bot)** ").last().unwrap_or_default();
    let seconds = clock.split_once(" seconds").and_then(|(number, _)| number.parse::<u8>().ok());
    assert!(clock.starts_with("1 minute") || seconds > Some(51), "{}", board.content);
    table.assert_clean();
}
