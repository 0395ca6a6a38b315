//! The shop through Discord: menus, buttons, lines of text, and a sentence for every limit (C-3 … C-9).

#![allow(clippy::unwrap_used, clippy::expect_used)]

use tests::Table;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_army_is_bought_by_menus_alone() {
    let table = Table::lay().await;
    let begun = table.clash().await;
    assert_eq!(begun.labels(), ["Open My Shop", "Resign"]);
    let other = table.press("bob", &begun, "Open My Shop").await;
    assert!(
        other.ephemeral() && other.text().contains("White is buying now"),
        "{}",
        other.text()
    );
    let shop = table.press("ann", &begun, "Open My Shop").await;
    assert!(
        shop.ephemeral() && shop.text().contains("40 gold left"),
        "{}",
        shop.text()
    );
    assert!(shop.response().unwrap().picture().is_some());
    // The Leader has one square, and is bought at once.
    let shop = table.choose("ann", &shop, "King for 5").await;
    assert!(
        shop.text().contains("35 gold left") && shop.text().contains("can be confirmed"),
        "{}",
        shop.text()
    );
    let squares = table.choose("ann", &shop, "Rook for 5.5").await;
    assert!(squares.text().contains("where?"), "{}", squares.text());
    let shop = table.choose("ann", &squares, "h1").await;
    assert!(shop.text().contains("29.5 gold left"), "{}", shop.text());
    let squares = table.choose("ann", &shop, "Pawn for 1").await;
    let shop = table
        .choose("ann", &squares, "All 8 free squares for 8")
        .await;
    assert!(shop.text().contains("21.5 gold left"), "{}", shop.text());
    table.keep("clash-shop", &shop.response().unwrap());
    // Elsewhere, and sold again.
    let own = table.pick_own("ann", &shop, "Rook h1").await;
    let shop = table.choose("ann", &own, "a1").await;
    let own = table.pick_own("ann", &shop, "Rook a1").await;
    let shop = table
        .press("ann", &own.response().unwrap(), "Sell for 5.5")
        .await;
    assert!(shop.text().contains("27 gold left"), "{}", shop.text());
    let shop = table.press("ann", &shop.response().unwrap(), "Undo").await;
    assert!(shop.text().contains("21.5 gold left"), "{}", shop.text());
    let own = table.pick_own("ann", &shop, "Rook a1").await;
    let shop = table
        .press("ann", &own.response().unwrap(), "Take in Hand")
        .await;
    assert!(shop.text().contains("In your hand"), "{}", shop.text());
    let response = shop.response().unwrap();
    let ready = response
        .buttons()
        .into_iter()
        .find(|b| b.label == "Ready")
        .unwrap();
    assert!(
        ready.disabled,
        "an army with a piece in hand cannot be confirmed"
    );
    let shop = table.press("ann", &response, "Suggest").await;
    assert!(shop.text().contains("can be confirmed"), "{}", shop.text());
    let done = table.press("ann", &shop.response().unwrap(), "Ready").await;
    assert!(done.text().contains("confirmed"), "{}", done.text());
    // White's army is there for everyone now; Black sees it in the shop.
    let black = table.turned("White's army is set up").await;
    assert!(black.picture().is_some());
    table.keep("clash-white-ready", &black);
    let shop = table.press("bob", &black, "Open My Shop").await;
    let picture = shop.response().unwrap();
    table.keep("clash-black-shop", &picture);
    assert!(shop.text().contains("40 gold left"), "{}", shop.text());
    // An old button does not act: the army is no longer Ann's to change.
    let id = &begun.buttons()[0].custom_id;
    let old = table
        .pg
        .replay_click(table.user("ann"), begun.id, id)
        .await
        .unwrap();
    assert!(old.text().contains("Black is buying now"), "{}", old.text());
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_limit_has_its_sentence_and_a_line_is_taken_whole_or_not_at_all() {
    let table = Table::lay().await;
    table.clash().await;
    let said = |text: String, part: &str| assert!(text.contains(part), "{part}: {text}");
    let buy = async |line: &str| table.shop("ann", "buy", line).await.text();
    said(
        buy("Queen d1, Rook b1").await,
        "Rook b1: A Rook is a Heavy piece",
    );
    said(buy("Queen d1, Rook b1").await, "40 gold left");
    said(buy("Quene d1").await, "no such piece");
    said(buy("Amazon d1").await, "never bought or sold");
    said(buy("Queen d1, Queen d1").await, "stands on d1");
    said(
        buy("Queen, Jester, Phoenix, Rogue, Pawn").await,
        "and you have",
    );
    said(buy("Queen d1, Jester").await, "at most 1");
    said(buy("3 Knights").await, "at most 2 Light pieces of one kind");
    let undo = table.slash("ann", "clash undo", &[]).await;
    said(undo.text(), "21 gold left");
    let sell = table.shop("ann", "sell", "hand 1, Queen").await;
    said(sell.text(), "40 gold left");
    said(buy("Bishop c1 g1").await, "opposite colours");
    let ready = table.slash("ann", "clash ready", &[]).await;
    said(ready.text(), "Leader");
    let moved = table.shop("ann", "arrange", "g1 f1").await;
    said(moved.text(), "33 gold left");
    assert!(
        !moved.text().contains("opposite colours"),
        "{}",
        moved.text()
    );
    let wrong = table.shop("ann", "arrange", "c1 d1").await;
    said(wrong.text(), "not on d1");
    said(
        table.shop("ann", "arrange", "c1").await.text(),
        "name the square",
    );
    said(
        table.shop("ann", "sell", "h8").await.text(),
        "no piece on h8",
    );
    // Completion is of one's own army.
    let offered = table
        .pg
        .autocomplete(
            table.user("ann"),
            table.games,
            "clash buy",
            "text",
            "Bishop c1, que",
        )
        .await
        .unwrap();
    assert_eq!(offered[0].name, "Bishop c1, Queen d1 (10.5 gold)");
    let other = table
        .pg
        .autocomplete(table.user("bob"), table.games, "clash buy", "text", "que")
        .await
        .unwrap();
    assert!(other.is_empty());
    let bob = table.shop("bob", "buy", "Queen d8").await;
    said(bob.text(), "White is buying now");
    let cem = table.shop("cem", "buy", "Queen d8").await;
    said(cem.text(), "no seat");
    let early = table.slash("ann", "move", &[("move", "e4")]).await;
    said(early.text(), "is buying an army");
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
    assert!(jump.text().contains("c1-c3"), "{}", jump.text());
    table.play("bob", "e7e5").await;
    table.play("ann", "c3-c5").await;
    let before = table.play("bob", "a7a6").await;
    let moves = table.slash("cem", "moves", &[("piece", "c5")]).await;
    assert!(moves.ephemeral());
    table.keep("clash-rabbit", &moves.response().unwrap());
    // Over the Pawn on e5, over the one on f7, and off the board over the Rook on h8 (C-18).
    let offered = table
        .pg
        .autocomplete(table.user("ann"), table.games, "move", "move", "c5xf5xf8")
        .await
        .unwrap();
    let offered: Vec<&str> = offered.iter().map(|choice| choice.name.as_str()).collect();
    assert!(offered.contains(&"Rabbit c5xf5xf8xh8 off"), "{offered:?}");
    let pieces = table.press("ann", &before, "Move").await;
    let first = table.choose("ann", &pieces, "Rabbit c5").await;
    let second = table.choose("ann", &first, "jump to f5 …").await;
    assert!(second.text().contains("by way of f5"), "{}", second.text());
    let third = table.choose("ann", &second, "jump to f8 …").await;
    for step in [&first, &second, &third] {
        let message = step.response().unwrap();
        assert!(
            message
                .selects()
                .iter()
                .all(|menu| (1..=25).contains(&menu.options.len()))
        );
        assert!(message.picture().is_some());
    }
    table.choose("ann", &third, "c5xf5xf8xh8 off").await;
    let gone = table.turned("c5xf5xf8xh8 off").await;
    table.keep("clash-off", &gone);
    table.assert_clean();
}
