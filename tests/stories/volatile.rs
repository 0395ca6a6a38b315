//! Volatile choices before play (V-2, V-3): who is asked, how many choices are in, and what they were.

use tests::{ASSASSIN, DUEL, FOUR, PATIENCE, Table, assert_says, assert_says_privately, assert_shows};

/// Chooses two Volatile pieces for every Player whom somebody is asked about, the first ones offered.
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
    // A move tried now is refused for what it is.
    let early = table.slash("ann", "move", &[("move", "e2e4")]).await;
    assert_says_privately(&early, "Volatile pieces are still being chosen. (V-2)");
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
    // Play has begun, and placing is over.
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
    // Those who take no direct messages hear of it in the channel, like everybody else.
    for who in FOUR {
        assert!(asking.pings.contains(&table.user(who)), "{who}");
    }
    // The message that tells of the Targets leads to them.
    assert_says(&asking, "*My Targets*");
    let shown = table.press("cem", &asking, "My Targets").await;
    assert_says_privately(&shown, "Your Target");
    // The direct message that asks keeps its button, whatever comes after it.
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
