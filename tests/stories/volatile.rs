//! Volatile choices before play (V-2, V-3): who chooses, the number of choices made, and the result.

use tests::{ASSASSIN, DUEL, FOUR, PATIENCE, Table, assert_says, assert_says_privately, assert_shows, response};

const OPEN: &str = include_str!("../../engine/tests/armies/volatile-open.toml");
const OWN: &str = include_str!("../../engine/tests/armies/volatile-own.toml");
const LOT: &str = include_str!("../../engine/tests/armies/volatile-lot.toml");

/// Marks these pieces as Volatile.
async fn choose_on(table: &Table, who: &str, spaces: [&str; 2]) {
    let mut asked = table.slash(who, "place", &[]).await;
    for space in spaces {
        let menu = asked.response().unwrap().selects().remove(0);
        let (_, value) = menu.options.iter().find(|(label, _)| label.ends_with(space)).expect("it is offered");
        asked = table.choose(who, &asked, value).await;
    }
}

/// Chooses the first two offered pieces for every Player whose Volatile pieces this person chooses.
async fn choose_two(table: &Table, who: &str) {
    let mut asked = table.slash(who, "place", &[]).await;
    while asked.text().starts_with("Choose ") {
        let first = asked.response().unwrap().selects()[0].options[0].1.clone();
        asked = table.choose(who, &asked, &first).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn choices_are_counted_on_the_message_and_told_with_their_pieces() {
    let table = Table::lay().await;
    table.begin(DUEL, &[("ann", "party-volatile"), ("bob", "medieval")]).await;
    let asking = table.told("0 of 2 so far").await;
    assert_says(&asking, "pick your Opponent's Volatile pieces");
    // A move at this point is refused with the actual reason.
    let early = table.slash("ann", "move", &[("move", "e2e4")]).await;
    assert_says_privately(&early, "Volatile pieces are still being chosen.");
    choose_two(&table, "ann").await;
    let counted = table.told("1 of 2 so far").await;
    assert_eq!(counted.id, asking.id, "the same message, edited");
    assert_eq!(counted.labels(), asking.labels(), "its buttons stay");
    assert!(counted.picture().is_some(), "and its picture");
    choose_two(&table, "bob").await;
    let first = table.told("your turn").await;
    assert_says(&first, "Volatile: **Ann**'s ");
    assert_says(&first, "; **Bob**'s ");
    let alt = tests::alt(&first);
    for part in first.text().split([' ', ';', ',', '.', '\n']) {
        if part.len() == 2 && part.parse::<engine::board::Space>().is_ok() {
            assert!(alt.contains(part), "{part}: {alt}");
        }
    }
    assert_shows(&first, "Volatile: ");
    // Play has started, so placing is over.
    let placed = table.slash("ann", "place", &[]).await;
    assert_says_privately(&placed, "use /move");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_it_is_secret_who_chooses_everybody_is_asked() {
    let table = Table::lay().await;
    table.pg.close_dms(table.user("cem"));
    let armies = ["party-volatile", "medieval", "makpong", "medieval"];
    let people: Vec<(&str, &str)> = FOUR.into_iter().zip(armies).collect();
    table.begin(ASSASSIN, &people).await;
    let asking = table.told("0 of 4 so far").await;
    // People who do not accept direct messages are mentioned in the channel, like everybody else.
    for who in FOUR {
        assert!(asking.pings.contains(&table.user(who)), "{who}");
    }
    // The message about the Targets has a button for them.
    assert_says(&asking, "*My Targets*");
    let shown = table.press("cem", &asking, "My Targets").await;
    assert_says_privately(&shown, "Your Target");
    // The direct message that requests the choice keeps its button, whatever comes later.
    for who in ["ann", "bob", "dora"] {
        table.cards_by_dm(who).await;
        let user = table.user(who);
        let asked = table.pg.wait_for("a direct message that asks", PATIENCE, |pg| {
            let all = pg.dms(user).into_iter();
            all.into_iter().find(|m| m.text().contains("Choices have to be made"))
        });
        let asked = asked.await.unwrap();
        table.quiet(300).await;
        let asked = table.pg.message(asked.id).unwrap();
        assert_eq!(asked.labels(), ["Choose"], "{who}");
    }
    for who in FOUR {
        choose_two(&table, who).await;
    }
    table.told("your turn").await;
    table.assert_clean();
}

/// Two Volatile pieces are captured, one of which has already left its Supporter (V-4, V-5).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_captured_piece_stays_volatile_in_hand_and_leaves_its_supporter_after_the_drop() {
    let table = Table::lay().await;
    table.begin(DUEL, &[("ann", "alchemists"), ("bob", "party-volatile")]).await;
    choose_on(&table, "ann", ["d6", "e6"]).await;
    choose_on(&table, "bob", ["a3", "b3"]).await;
    table.told("your turn").await;
    let taken = table.play_all("e3e4 e6e5 e4xe5 b8b7 d3d4 b7b8 d4d5 g6g5 d5xd6").await;
    assert_says(&taken, "gets a Volatile Paramilitant with Supporter in hand");
    let held = "1 Volatile Paramilitant, 1 Volatile Paramilitant with Supporter";
    let alt = tests::alt(&taken);
    assert!(alt.contains(&format!("in reserve {}", held.replace("1 ", ""))), "{alt}");
    table.keep("volatile in hand", &taken);
    let before = table.play("bob", "g5g4").await;
    let text = table.slash("ann", "match board", &[("text", "true")]).await;
    assert_says(&text, &format!("in reserve: {held}"));

    // The move is ambiguous, so both pieces are offered.
    let refused = table.slash("ann", "move", &[("move", "P@d4")]).await;
    // A zero-width space after `@` prevents mentions.
    let said = refused.text().replace('\u{200b}', "");
    assert!(refused.ephemeral() && said.contains("Volatile Paramilitant without Supporter@d4 or P!!@d4"), "{said}");
    let offered = table.complete("ann", "move", "move", "Volatile").await;
    assert!(offered.iter().any(|choice| choice.name.contains("without Supporter")), "{offered:?}");
    let offered = table.complete("ann", "move", "move", "P!!@d4").await;
    assert!(offered.iter().any(|choice| choice.name.starts_with("P!!@d4 (")), "{offered:?}");
    let menu = response(&table.press("ann", &before, "Move").await).selects().remove(0);
    for piece in ["Volatile Paramilitant from reserve", "Volatile Paramilitant with Supporter from reserve"] {
        assert!(menu.options.iter().any(|(label, _)| label == piece), "{piece}: {:?}", menu.options);
    }

    // Text as copied from a message.
    table.play("ann", "P!!@\u{200b}d4").await;
    table.play("bob", "b8b7").await;
    let left = table.play("ann", "d4d5").await;
    assert_says(&left, "A new Supporter appears on d4.");
    assert!(tests::alt(&left).contains("in reserve Volatile Paramilitant. "), "{}", tests::alt(&left));
    table.keep("volatile dropped", &left);
    // The last one in hand has no Supporter to leave.
    table.play("bob", "b7b8").await;
    let dropped = table.play("ann", "P@h4").await;
    assert!(dropped.text().replace('\u{200b}', "").contains("P!@h4"), "{}", dropped.text());
    table.play("bob", "b8b7").await;
    let moved = table.play("ann", "h4h5").await;
    assert!(!moved.text().contains("Supporter"), "{}", moved.text());
    table.assert_clean();
}

/// V-2 in the designer's wording, "the Opponent chooses": one after the other, and public at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_army_with_open_choices_has_them_made_in_the_order_of_placement() {
    let table = Table::lay().await;
    table.bring("ann", "volatile-open", OPEN).await;
    table.begin(DUEL, &[("ann", "volatile-open"), ("bob", "medieval")]).await;
    // Ann placed first, so Bob chooses first.
    let asking = table.told("0 of 2 so far").await;
    assert_eq!(asking.pings, [table.user("bob")].into());
    let early = table.slash("ann", "place", &[]).await;
    assert_says_privately(&early, "Bob");
    choose_on(&table, "bob", ["a3", "b3"]).await;
    let seen = table.told("1 of 2 so far").await;
    table.keep("volatile-open", &seen);
    let alt = tests::alt(&seen);
    assert!(alt.contains("Volatile: a3 b3."), "{alt}");
    let again = table.slash("bob", "place", &[]).await;
    assert_says_privately(&again, "Ann");
    choose_two(&table, "ann").await;
    let first = table.told("your turn").await;
    assert_shows(&first, "Volatile: ");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_army_whose_owners_choose_asks_each_for_three_pieces_of_their_own() {
    let table = Table::lay().await;
    table.bring("ann", "volatile-own", OWN).await;
    table.begin(DUEL, &[("ann", "volatile-own"), ("bob", "medieval")]).await;
    let asking = table.told("0 of 2 so far").await;
    assert_says(&asking, "own");
    let asked = table.slash("bob", "place", &[]).await;
    assert_says_privately(&asked, "3");
    let offered = asked.response().unwrap().selects().remove(0).options;
    assert!(offered.iter().all(|(label, _)| label.ends_with('7') || label.ends_with('8')), "{offered:?}");
    for who in ["bob", "ann"] {
        choose_two(&table, who).await;
    }
    let first = table.told("your turn").await;
    let alt = tests::alt(&first);
    assert!(alt.contains("Volatile: a1 h1 a3 a7 b7 c7."), "{alt}");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_army_whose_volatile_pieces_are_drawn_asks_nobody() {
    let table = Table::lay().await;
    table.bring("ann", "volatile-lot", LOT).await;
    table.begin(DUEL, &[("ann", "volatile-lot"), ("bob", "medieval")]).await;
    let first = table.told("your turn").await;
    assert_shows(&first, "Volatile: ");
    table.keep("volatile-lot", &first);
    let placed = table.slash("ann", "place", &[]).await;
    assert_says_privately(&placed, "use /move");
    table.assert_clean();
}

/// A game that ends before all have chosen shows what was chosen in secret (T-32).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn choices_of_a_game_that_ends_too_early_are_unsealed() {
    let table = Table::lay().await;
    table.begin(DUEL, &[("ann", "party-volatile"), ("bob", "medieval")]).await;
    table.told("0 of 2 so far").await;
    choose_two(&table, "ann").await;
    table.told("1 of 2 so far").await;
    table.resign("bob").await;
    let end = table.told("Volatile pieces chosen in secret so far").await;
    assert_says(&end, "Volatile pieces chosen in secret so far: Bob (");
    table.assert_clean();
}
