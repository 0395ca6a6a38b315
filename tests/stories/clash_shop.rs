//! The shop through Discord: menus, buttons, lines of text, and a sentence for every limit (C-3 … C-9).

use tests::{Table, assert_says, assert_says_privately, assert_shows, response};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_army_is_bought_by_menus_alone() {
    let table = Table::lay().await;
    let begun = table.clash().await;
    assert_eq!(begun.labels(), ["Open My Shop", "Resign"]);
    let other = table.press("bob", &begun, "Open My Shop").await;
    assert_says_privately(&other, "White is buying now");
    let shop = table.press("ann", &begun, "Open My Shop").await;
    assert_says_privately(&shop, "40 gold left");
    assert_shows(&response(&shop), "Ann: 40 gold left");
    // The Leader has one square, and is bought at once.
    let shop = table.choose("ann", &shop, "King for 5").await;
    assert_says(&shop, "35 gold left");
    assert_says(&shop, "can be confirmed");
    let squares = table.choose("ann", &shop, "Rook for 5.5").await;
    assert_says(&squares, "where?");
    let shop = table.choose("ann", &squares, "h1").await;
    assert_says(&shop, "29.5 gold left");
    let squares = table.choose("ann", &shop, "Pawn for 1").await;
    let shop = table
        .choose("ann", &squares, "All 8 free squares for 8")
        .await;
    assert_says(&shop, "21.5 gold left");
    table.keep("clash-shop", &shop.response().unwrap());
    // Elsewhere, and sold again.
    let own = table.pick_own("ann", &shop, "Rook h1").await;
    let shop = table.choose("ann", &own, "a1").await;
    let own = table.pick_own("ann", &shop, "Rook a1").await;
    let shop = table.press("ann", &response(&own), "Sell for 5.5").await;
    assert_says(&shop, "27 gold left");
    let shop = table.press("ann", &response(&shop), "Undo").await;
    assert_says(&shop, "21.5 gold left");
    let own = table.pick_own("ann", &shop, "Rook a1").await;
    let shop = table.press("ann", &response(&own), "Take in Hand").await;
    assert_says(&shop, "In your hand");
    let page = shop.response().unwrap();
    let ready = page
        .buttons()
        .into_iter()
        .find(|b| b.label == "Ready")
        .unwrap();
    assert!(
        ready.disabled,
        "an army with a piece in hand cannot be confirmed"
    );
    let shop = table.press("ann", &page, "Suggest").await;
    assert_says(&shop, "can be confirmed");
    let done = table.press("ann", &response(&shop), "Ready").await;
    assert_says(&done, "confirmed");
    // Everyone sees White's army now; Black sees it in the shop.
    let black = table.turned("White's army is set up").await;
    assert_shows(
        &black,
        "White: King e1; Knight c1; Queen d1; Rook a1 h1; Pawn",
    );
    table.keep("clash-white-ready", &black);
    let shop = table.press("bob", &black, "Open My Shop").await;
    let picture = shop.response().unwrap();
    table.keep("clash-black-shop", &picture);
    assert_says(&shop, "40 gold left");
    // An old button does not act: the army is no longer Ann's to change.
    let id = &begun.buttons()[0].custom_id;
    let old = table
        .pg
        .replay_click(table.user("ann"), begun.id, id)
        .await
        .unwrap();
    assert_says(&old, "Black is buying now");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_limit_has_its_sentence_and_a_line_is_taken_whole_or_not_at_all() {
    let table = Table::lay().await;
    table.clash().await;
    let buy = async |line: &str| table.shop("ann", "buy", line).await;
    assert_says(
        &buy("Queen d1, Rook b1").await,
        "Rook b1: A Rook is a Heavy piece",
    );
    assert_says(&buy("Queen d1, Rook b1").await, "40 gold left");
    assert_says(&buy("Quene d1").await, "no such piece");
    assert_says(&buy("Amazon d1").await, "never bought or sold");
    assert_says(&buy("Queen d1, Queen d1").await, "stands on d1");
    assert_says(
        &buy("Queen, Jester, Phoenix, Rogue, Pawn").await,
        "and you have",
    );
    assert_says(&buy("Queen d1, Jester").await, "at most 1");
    assert_says(
        &buy("3 Knights").await,
        "at most 2 Light pieces of one kind",
    );
    let undo = table.slash("ann", "clash undo", &[]).await;
    assert_says(&undo, "21 gold left");
    let sell = table.shop("ann", "sell", "hand 1, Queen").await;
    assert_says(&sell, "40 gold left");
    assert_says(&buy("Bishop c1 g1").await, "opposite colours");
    let ready = table.slash("ann", "clash ready", &[]).await;
    assert_says(&ready, "Leader");
    let moved = table.shop("ann", "arrange", "g1 f1").await;
    assert_says(&moved, "33 gold left");
    assert!(
        !moved.text().contains("opposite colours"),
        "{}",
        moved.text()
    );
    let wrong = table.shop("ann", "arrange", "c1 d1").await;
    assert_says(&wrong, "not on d1");
    assert_says(&table.shop("ann", "arrange", "c1").await, "name the square");
    assert_says(&table.shop("ann", "sell", "h8").await, "no piece on h8");
    // Completion is of one's own army.
    let offered = table
        .complete("ann", "clash buy", "text", "Bishop c1, que")
        .await;
    assert_eq!(offered[0].name, "Bishop c1, Queen d1 (10.5 gold)");
    let other = table.complete("bob", "clash buy", "text", "que").await;
    assert!(other.is_empty());
    let bob = table.shop("bob", "buy", "Queen d8").await;
    assert_says(&bob, "White is buying now");
    let cem = table.shop("cem", "buy", "Queen d8").await;
    assert_says(&cem, "not playing in this game");
    let early = table.slash("ann", "move", &[("move", "e4")]).await;
    assert_says(&early, "is buying an army");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chains_are_written_or_chosen_jump_by_jump() {
    let table = Table::lay().await;
    table.clash().await;
    table
        .army("ann", "King e1, Rabbit b1 c1, Pawn a2 c2-h2")
        .await;
    table.told("White's army is set up").await;
    table
        .army("bob", "King e8, Queen d8, Rook a8 h8, Pawn a7-h7")
        .await;
    table.turned("Black is ready").await;
    // Over the own Pawn on c2, written; then two steps.
    let jump = table.play("ann", "c1-c3").await;
    assert_says(&jump, "Yc1-c3");
    table.play("bob", "e7e5").await;
    table.play("ann", "c3-c5").await;
    let before = table.play("bob", "a7a6").await;
    let moves = table.slash("cem", "moves", &[("piece", "c5")]).await;
    assert!(moves.ephemeral());
    table.keep("clash-rabbit", &moves.response().unwrap());
    // Over the Pawn on e5, over the one on f7, and off the board over the Rook on h8 (C-18).
    let offered = table.complete("ann", "move", "move", "c5xf5xf8").await;
    let offered: Vec<&str> = offered.iter().map(|choice| choice.name.as_str()).collect();
    assert!(
        offered.contains(&"Yc5xf5xf8xh8 off (Rabbit c5)"),
        "{offered:?}"
    );
    let pieces = table.press("ann", &before, "Move").await;
    let first = table.choose("ann", &pieces, "Rabbit c5").await;
    let second = table.choose("ann", &first, "jump to f5 …").await;
    assert_says(&second, "by way of f5");
    let third = table.choose("ann", &second, "jump to f8 …").await;
    for step in [&first, &second, &third] {
        let message = step.response().unwrap();
        assert!(
            message
                .selects()
                .iter()
                .all(|menu| (1..=25).contains(&menu.options.len()))
        );
        assert_shows(&message, "Rabbit on c5 can go to");
    }
    table.choose("ann", &third, "Yc5xf5xf8xh8 off").await;
    let gone = table.turned("c5xf5xf8xh8 off").await;
    table.keep("clash-off", &gone);
    table.assert_clean();
}
