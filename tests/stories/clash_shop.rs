//! The shop through Discord: menus, buttons, lines of text, and an explanation for every limit (C-3 to C-9).

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
    // The Leader has only one square, so it is bought at once.
    let shop = table.choose("ann", &shop, "King for 5").await;
    assert_says(&shop, "35 gold left");
    assert_says(&shop, "can be confirmed");
    let squares = table.choose("ann", &shop, "Rook for 5.5").await;
    assert_says(&squares, "where?");
    let shop = table.choose("ann", &squares, "h1").await;
    assert_says(&shop, "29.5 gold left");
    let squares = table.choose("ann", &shop, "Pawn for 1").await;
    let shop = table.choose("ann", &squares, "All 8 free squares for 8").await;
    assert_says(&shop, "21.5 gold left");
    table.keep("clash-shop", &shop.response().unwrap());
    // Moved to another square, and sold again.
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
    let ready = page.buttons().into_iter().find(|b| b.label == "Ready").unwrap();
    assert!(ready.disabled, "an army with a piece in hand cannot be confirmed");
    let shop = table.press("ann", &page, "Suggest").await;
    assert_says(&shop, "can be confirmed");
    let done = table.ready("ann", &shop).await;
    assert_says(&done, "confirmed");
    // The purchases are final. Everyone sees White's army now; Black sees it in the shop.
    let black = table.turned("White's army is set up").await;
    assert_shows(&black, "King e1;");
    assert_shows(&black, "Rook ");
    assert_shows(&black, "Pawn a2-h2.");
    table.keep("clash-white-ready", &black);
    let shop = table.press("bob", &black, "Open My Shop").await;
    let picture = shop.response().unwrap();
    table.keep("clash-black-shop", &picture);
    assert_says(&shop, "40 gold left");
    // An old button has no effect, because Ann's army is confirmed.
    let id = &begun.buttons()[0].custom_id;
    let old = table.pg.replay_click(table.user("ann"), begun.id, id).await.unwrap();
    assert_says(&old, "Black is buying now");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_limit_has_its_sentence_and_a_line_is_taken_whole_or_not_at_all() {
    let table = Table::lay().await;
    table.clash().await;
    let buy = async |line: &str| table.shop("ann", "buy", line).await;
    assert_says(&buy("Queen d1, Rook b1").await, "Rook b1: A Rook is a Heavy piece");
    assert_says(&buy("Queen d1, Rook b1").await, "40 gold left");
    assert_says(&buy("Quene d1").await, "no such piece");
    assert_says(&buy("Amazon d1").await, "cannot be bought or sold");
    assert_says(&buy("Queen d1, Queen d1").await, "stands on d1");
    assert_says(&buy("Queen, Jester, Phoenix, Rogue, Pawn").await, "and you have");
    assert_says(&buy("Queen d1, Jester").await, "at most 1");
    assert_says(&buy("3 Knights").await, "at most 2 Light pieces of one kind");
    let undo = table.slash("ann", "clash undo", &[]).await;
    assert_says(&undo, "21 gold left");
    let sell = table.shop("ann", "sell", "hand 1, Queen").await;
    assert_says(&sell, "40 gold left");
    assert_says(&buy("Bishop c1 g1").await, "opposite colours");
    let ready = table.slash("ann", "clash ready", &[]).await;
    assert_says(&ready, "Leader");
    let moved = table.shop("ann", "arrange", "g1 f1").await;
    assert_says(&moved, "33 gold left");
    assert!(!moved.text().contains("opposite colours"), "{}", moved.text());
    let wrong = table.shop("ann", "arrange", "c1 d1").await;
    assert_says(&wrong, "not on d1");
    assert_says(&table.shop("ann", "arrange", "c1").await, "name the square");
    assert_says(&table.shop("ann", "sell", "h8").await, "no piece on h8");
    // Autocomplete shows only the person's own army.
    let offered = table.complete("ann", "clash buy", "text", "Bishop c1, que").await;
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
async fn whole_armies_several_squares_and_how_a_piece_moves() {
    let table = Table::lay().await;
    let begun = table.clash().await;
    let ann = table.user("ann");
    let shop = table.press("ann", &begun, "Open My Shop").await;
    // The movement of a piece is one press away, with buttons to return or to buy it.
    let page = response(&shop);
    let menus = page.selects();
    let cards = menus.last().unwrap();
    assert_eq!(cards.options.len(), 21, "{:?}", cards.options);
    let card = table.choose_in("ann", &page, cards, "War Machine").await;
    assert_says_privately(&card, "War Machine");
    let shown = response(&card);
    assert!(!shown.attachments.is_empty());
    assert_eq!(shown.labels(), ["Buy for 6", "Back to the Shop"]);
    table.keep("clash-shop-card", &shown);
    let squares = table.press("ann", &shown, "Buy for 6").await;
    // Several squares in one selection.
    let page = response(&squares);
    let menu = page.selects()[0].clone();
    let shop = table.pg.select(ann, page.id, &menu.custom_id, &["a1", "h1"]).await.unwrap();
    table.says(&shop, "28 gold left").await;
    // A prepared army; the pieces it needs are kept.
    let armies = table.press("ann", &response(&shop), "Armies…").await;
    assert!(!response(&armies).selects()[0].options.iter().any(|(label, _)| label == "As last time"));
    table.keep("clash-armies", &response(&armies));
    let shop = table.choose("ann", &armies, "Crossfire").await;
    assert_says(&shop, "0 gold left");
    assert_says(&shop, "can be confirmed");
    let shop = table.press("ann", &response(&shop), "Sell All").await;
    assert_says(&shop, "40 gold left");
    let shop = table.press("ann", &response(&shop), "Undo").await;
    assert_says(&shop, "0 gold left");
    let again = table.slash("ann", "clash suggest", &[("army", "Crossfire")]).await;
    assert_says(&again, "already like that");
    // No gold is left, so there is no confirmation. A double click gets the same answer twice.
    let page = response(&again);
    let first = table.press("ann", &page, "Ready").await;
    assert_says(&first, "Your army is confirmed");
    let ready = page.buttons().into_iter().find(|b| b.label == "Ready").unwrap();
    let second = table.pg.replay_click(ann, page.id, &ready.custom_id).await.unwrap();
    table.says(&second, "Your army is confirmed").await;
    // Black has a bare King and 35 gold, so the bot asks for confirmation.
    table.told("White's army is set up").await;
    let king = table.shop("bob", "buy", "King").await;
    let asked = table.press("bob", &response(&king), "Ready").await;
    assert_says(&asked, "35 gold left, enough for a Phoenix");
    assert_eq!(response(&asked).labels(), ["Confirm Anyway", "Back to the Shop"]);
    let shop = table.press("bob", &response(&asked), "Back to the Shop").await;
    assert_says(&shop, "35 gold left");
    let typed = table.slash("bob", "clash ready", &[]).await;
    let done = table.press("bob", &response(&typed), "Confirm Anyway").await;
    assert_says(&done, "Your army is confirmed");
    table.turned("Black is ready").await;
    // Black loses the round by resignation, and the card shows the cost.
    table.resign("bob").await;
    let over = table.told("(White) 1 – 0").await;
    let cost = over.attachments.iter().filter_map(|file| file.description.as_deref());
    let cost = cost.collect::<Vec<_>>().join("\n");
    for part in ["Black lost the whole army: King.", "White lost nothing; keeps King, Jester, 2 War Machines"] {
        assert!(cost.contains(part), "{part} is not in: {cost}");
    }
    table.keep("clash-round-cost", &over);
    // The army of the previous round in the next one.
    table.turned("Round 2: ").await;
    let sold = table.shop("ann", "sell", "all").await;
    assert_says(&sold, "gold left");
    let shop = table.slash("ann", "clash suggest", &[("army", "As last time")]).await;
    assert_says(&shop, "can be confirmed");
    assert_shows(&response(&shop), "War Machine (2 survived), Jester (1 survived)");
    table.ready("ann", &shop).await;
    table.told("Round 2: White's army is set up").await;
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn white_sees_what_black_has_kept() {
    let table = Table::lay().await;
    table.clash().await;
    table.armies().await;
    table.resign("ann").await;
    table.turned("Round 2: ").await;
    let shop = table.slash("ann", "clash shop", &[]).await;
    assert_says(&shop, "Black has kept: ");
    assert_says(&shop, "Knight b8 g8");
    assert_says(&shop, "Pawn a7-h7");
    table.keep("clash-shop-survivors", &response(&shop));
    // Black's later purchases are secret.
    table.slash("ann", "clash suggest", &[]).await;
    table.army("ann", "").await;
    table.told("Round 2: White's army is set up").await;
    let refused = table.slash("ann", "clash shop", &[]).await;
    assert_says(&refused, "Black is buying now");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_line_is_completed() {
    let table = Table::lay().await;
    table.clash().await;
    let line = "Shielderer e1, Queen d1, Rook a1, Knight b1, Bishop c1, Waffle f1, Rabbit g1, Omnipawn a2, ";
    let offered = table.complete("ann", "clash buy", "text", &format!("{line}pawn h2")).await;
    let value = offered[0].value.to_string();
    assert!(offered[0].name.starts_with("… Pawn h2"), "{offered:?}");
    let value = value.trim_matches('"');
    assert_eq!(value, "Shi e1,Que d1,Roo a1,Kni b1,Bis c1,Waf f1,Rab g1,Omn a2,Pawn h2");
    let bought = table.shop("ann", "buy", value).await;
    assert_says(&bought, "1.25 gold left");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chains_are_written_or_chosen_jump_by_jump() {
    let table = Table::lay().await;
    table.clash().await;
    table.army("ann", "King e1, Rabbit b1 c1, Pawn a2 c2-h2").await;
    table.told("White's army is set up").await;
    table.army("bob", "King e8, Queen d8, Rook a8 h8, Pawn a7-h7").await;
    table.turned("Black is ready").await;
    // The Rabbit jumps over its own Pawn on c2; then it makes two steps.
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
    assert!(offered.contains(&"Yc5xf5xf8xh8 off (Rabbit c5)"), "{offered:?}");
    let pieces = table.press("ann", &before, "Move").await;
    let first = table.choose("ann", &pieces, "Rabbit c5").await;
    let second = table.choose("ann", &first, "jump to f5 …").await;
    assert_says(&second, "via f5");
    let third = table.choose("ann", &second, "jump to f8 …").await;
    for step in [&first, &second, &third] {
        let message = step.response().unwrap();
        assert!(message.selects().iter().all(|menu| (1..=25).contains(&menu.options.len())));
        assert_shows(&message, "Rabbit on c5 can go to");
    }
    table.choose("ann", &third, "Yc5xf5xf8xh8 off").await;
    let gone = table.turned("c5xf5xf8xh8 off").await;
    table.keep("clash-off", &gone);
    table.assert_clean();
}
