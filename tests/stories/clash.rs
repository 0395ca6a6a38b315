//! Matches of Clash of the Armies from challenge to end (C-1, C-7, C-11).

use tests::{ARMY, MATE, REPETITION, Table, assert_says, assert_says_privately, assert_shows, response};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_rounds_to_nil() {
    let mut table = Table::lay().await;
    table.clash().await;
    table.armies().await;
    table.play_all(MATE).await;
    let over = table.told("Round 1: Ann (White) wins by checkmate").await;
    assert_says(&over, "1 – 0");
    let names: Vec<&str> = over.attachments.iter().map(|file| file.filename.as_str()).collect();
    assert_eq!(names, ["board.png", "summary.png"]);
    for file in &over.attachments {
        assert!(file.description.as_ref().is_some_and(|alt| !alt.is_empty()));
    }
    table.keep_all("clash-round", &over);
    table.turned("Round 2: ").await;
    table.crash().await;
    // The winner keeps everything and gets 40 gold; the mated Player has lost the captured Pawn and the Leader (C-7).
    let white = table.slash("ann", "clash shop", &[]).await;
    assert_says(&white, "42.5 gold left");
    assert_says(&white, "can be confirmed");
    table.army("ann", "").await;
    table.told("Round 2: White's army is set up").await;
    let black = table.slash("bob", "clash shop", &[]).await;
    assert_says(&black, "no Leader");
    table.army("bob", "King, Pawn").await;
    table.turned("Black is ready").await;
    table.play_all(MATE).await;
    let end = table.told("wins the match").await;
    assert_says(&end, "2 – 0");
    assert!(end.text().contains("ann wins the match") || end.text().contains("Ann wins the match"));
    assert_eq!(end.labels(), ["Rematch", "Replay", "Step Through"]);
    table.keep_all("clash-end", &end);
    assert_eq!(table.public_texts().iter().filter(|text| text.contains("wins the match")).count(), 1);
    let history = table.slash("cem", "match history", &[]).await;
    assert_says(&history, "Qxf7#");
    let late = table.slash("ann", "move", &[("move", "e4")]).await;
    assert_says(&late, "over");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_each_an_auction_with_three_raises_and_draw_odds() {
    let table = Table::lay().await;
    table.auction().await;
    table.bid("ann", "12").await;
    table.bid("bob", "12").await;
    // White's first raise is compulsory, so it is made automatically (C-12).
    let second = table.turned("The bid stands at 12.5").await;
    assert_says(&second, "The bids are equal");
    assert_says(&second, "salt");
    assert_eq!(second.labels(), ["Raise to 13", "Stop", "Resign"]);
    let refused = table.slash("ann", "clash pass", &[]).await;
    assert_says(&refused, "other Player's turn");
    table.slash("bob", "clash raise", &[]).await;
    let third = table.turned("The bid stands at 13.").await;
    // Buttons of older messages have no effect.
    let id = &second.buttons()[0].custom_id;
    let stale = table.pg.replay_click(table.user("bob"), second.id, id).await.unwrap();
    table.says(&stale, "moved on").await;
    table.press("ann", &third, "Raise to 13.5").await;
    let fourth = table.turned("The bid stands at 13.5").await;
    table.press("bob", &fourth, "Stop").await;
    let decided = table.turned("gets the Amazon for 13.5").await;
    assert_says(&decided, "Black gets draw odds");
    assert_says(&decided, "salt");
    assert_shows(&decided, "pays 13.5 and gets the Amazon");
    table.keep_all("clash-auction", &decided);
    // 40 gold before the round and 10 for the point, minus the bid; the Amazon is the Jewel and cannot be sold (C-9).
    let shop = table.slash("ann", "clash shop", &[]).await;
    table.keep("clash-ultimate-shop", &shop.response().unwrap());
    let amazon = table.shop("ann", "sell", "d1").await;
    assert_says(&amazon, "cannot be bought or sold");
    table.army("ann", &ARMY[0].replace("Queen d1, ", "")).await;
    table.told("The Ultimate Round: White's army is set up").await;
    // Bob won the second round and keeps his army.
    table.army("bob", "").await;
    let begun = table.turned("Black is ready").await;
    assert!(!begun.labels().contains(&"Draw".to_owned()), "{:?}", begun.labels());
    let draw = table.slash("ann", "match draw", &[]).await;
    assert_says(&draw, "No draw can be agreed");
    table.play_all(REPETITION).await;
    table.play_all_the_same("bob", "Ng8").await;
    let end = table.told("wins the match").await;
    assert_says(&end, "draw odds");
    assert_says(&end, "1 – 2");
    table.keep_all("clash-odds", &end);
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_and_a_half_each() {
    let table = Table::lay().await;
    table.clash().await;
    table.armies().await;
    let offered = table.slash("ann", "match draw", &[]).await;
    assert_says(&offered, "offered a draw");
    table.told("offers a draw").await;
    table.slash("bob", "match draw", &[]).await;
    let first = table.told("Round 1: draw by agreement").await;
    assert_says(&first, "½ – ½");
    table.turned("Round 2: ").await;
    // All survivors stay (C-7).
    table.army("ann", "").await;
    table.told("Round 2: White's army is set up").await;
    table.army("bob", "").await;
    table.turned("Black is ready").await;
    table.resign("bob").await;
    table.told("1½ – ½").await;
    table.turned("The Amazon is up for auction").await;
    table.bid("ann", "20.5").await;
    table.bid("bob", "0").await;
    table.turned("gets the Amazon for 20.5").await;
    // The Amazon waits in hand until the Queen is sold (C-6, C-11).
    let shop = table.slash("ann", "clash shop", &[]).await;
    assert_says(&shop, "Your Amazon waits in hand: sell the Queen on d1");
    table.shop("ann", "sell", "Queen").await;
    let placed = table.shop("ann", "arrange", "hand 1 d1").await;
    assert_says(&placed, "can be confirmed");
    table.army("ann", "").await;
    table.told("The Ultimate Round: White's army is set up").await;
    table.army("bob", ARMY[1]).await;
    table.turned("Black is ready").await;
    table.resign("ann").await;
    let end = table.told("The match is drawn").await;
    assert_says(&end, "1½ – 1½");
    table.keep_all("clash-drawn", &end);
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn resigning_costs_the_army_and_asks_again() {
    let table = Table::lay().await;
    table.clash().await;
    table.armies().await;
    let asked = table.slash("bob", "match resign", &[]).await;
    assert_says_privately(&asked, "whole army");
    assert_says(&asked, "only the Leader");
    let question = asked.response().unwrap();
    table.press("bob", &question, "Play On").await;
    let asked = table.slash("bob", "match resign", &[]).await;
    let question = asked.response().unwrap();
    let sure = question.buttons().into_iter().find(|button| button.label == "Resign").unwrap();
    table.press("bob", &question, "Resign").await;
    let over = table.told("(White) wins by resignation").await;
    assert_says(&over, "1 – 0");
    table.turned("Round 2: ").await;
    // The button refers to the finished round, not to this one.
    let again = table.pg.replay_click(table.user("bob"), question.id, &sure.custom_id).await.unwrap();
    table.says(&again, "moved on").await;
    table.army("ann", "").await;
    table.told("Round 2: White's army is set up").await;
    let shop = table.slash("bob", "clash shop", &[]).await;
    // Only the unspent gold and 40 are left.
    assert_says(&shop, "42.5 gold left");
    let response = shop.response().unwrap();
    let menus: Vec<String> = response.selects().into_iter().map(|menu| menu.placeholder).collect();
    assert_eq!(menus, ["Buy a piece", "See how a piece moves"], "nothing to sell");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn challenges_are_for_one_person() {
    let mut table = Table::lay().await;
    let challenge = table.challenge(&[("en-passant", "true"), ("time", "1 day")]).await;
    assert!(challenge.pings.contains(&table.user("bob")), "{}", challenge.text());
    for part in ["has White", "1 day", "with en passant"] {
        assert_says(&challenge, part);
    }
    let other = table.press("cem", &challenge, "Accept").await;
    assert_says_privately(&other, "Only");
    let own = table.press("ann", &challenge, "Accept").await;
    assert_says(&own, "Only");
    let join = table.join("cem", "medieval").await;
    assert_says(&join, "challenge");
    let shop = table.slash("ann", "clash shop", &[]).await;
    assert_says(&shop, "not begun");
    // A channel can have one open game.
    let dora = [("opponent", table.user("dora").into())];
    let second = table.with_args("cem", "clash challenge", &dora).await;
    assert_says(&second, "already");
    table.crash().await;
    let declined = table.press("bob", &challenge, "Decline").await;
    assert_says(&declined, "declined");
    let closed = table.told("has declined").await;
    assert_eq!(closed.id, challenge.id);
    assert!(closed.labels().is_empty());
    // The challenger withdraws with the button that the Opponent would decline with.
    let challenge = table.challenge(&[]).await;
    table.press("ann", &challenge, "Decline").await;
    table.told("has withdrawn").await;
    let me = [("opponent", table.user("ann").into())];
    let myself = table.with_args("ann", "clash challenge", &me).await;
    assert_says(&myself, "be your own opponent");
    let bot = [("opponent", table.pg.bot().into())];
    let bot = table.with_args("ann", "clash challenge", &bot).await;
    assert_says(&bot, "bot cannot be challenged");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_that_is_open_to_anyone_begins_with_whoever_accepts_first() {
    let mut table = Table::lay().await;
    let opened = table.slash("ann", "clash new", &[]).await;
    assert_says_privately(&opened, "open for anyone to accept");
    let open = table.told("is looking for an opponent").await;
    assert_eq!(open.labels(), ["Accept", "Withdraw", "Add a Word"]);
    assert!(open.pings.is_empty());
    let own = table.press("ann", &open, "Accept").await;
    assert_says_privately(&own, "be your own opponent");
    let strange = table.press("bob", &open, "Withdraw").await;
    assert!(strange.ephemeral(), "{}", strange.text());
    table.crash().await;
    let accepted = table.press("cem", &open, "Accept").await;
    assert_says(&accepted, "Ann");
    table.told("buy your army").await;
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_asks_play_for_a_match_with_anyone_finds_the_open_one() {
    let table = Table::lay().await;
    for (who, seen) in [("ann", "is looking for an opponent"), ("bob", "buy your army")] {
        let asked = table.slash(who, "play", &[]).await;
        let opponent = table.press(who, &response(&asked), "Clash of the Armies").await;
        table.press(who, &response(&opponent), "Anyone").await;
        table.told(seen).await;
    }
    table.assert_clean();
}
