//! Odds in a duel of unequal armies: from the lobby to the first message, the picture and the rematch.

use tests::{DUEL, Table, assert_says, assert_says_privately, response};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_player_of_the_stronger_army_gives_odds_of_time() {
    let table = Table::lay().await;
    table.gather(DUEL, &[("ann", "medieval"), ("bob", "alchemists")]).await;
    let lobby = table.told("can give odds").await;
    assert_says(&lobby, "In games of the computer, Alchemist's Battalion scores");
    assert_says(&lobby, "**Bob** can give odds to make up for it.");
    assert_eq!(lobby.labels().last().map(String::as_str), Some("Give Odds"));
    let weaker = table.press("ann", &lobby, "Give Odds").await;
    assert_says_privately(&weaker, "Only the Player of the army that scores more");
    let stranger = table.press("cem", &lobby, "Give Odds").await;
    assert_says_privately(&stranger, "You are not playing in this game");
    let asked = table.press("bob", &lobby, "Give Odds").await;
    assert_says_privately(&asked, "Which odds do you give? A game with odds is not rated.");
    let menu = response(&asked);
    assert_eq!(menu.labels(), ["Half the Time", "A Quarter of the Time"]);
    let given = table.press("bob", &menu, "Half the Time").await;
    table.says(&given, "You give odds: half the time.").await;
    let lobby = table.told("gives odds").await;
    let said = "**Bob** gives odds: half the time (1 day 12 hours per turn). A game with odds is not rated.";
    assert_says(&lobby, said);
    table.keep_all("odds-lobby", &lobby);

    // Given odds can be exchanged or taken back.
    let asked = table.press("bob", &lobby, "Give Odds").await;
    let menu = response(&asked);
    assert_eq!(menu.labels(), ["Half the Time", "A Quarter of the Time", "Take Odds Back"]);
    let taken = table.press("bob", &menu, "Take Odds Back").await;
    table.says(&taken, "You no longer give odds.").await;
    let lobby = table.told("can give odds").await;
    let asked = table.press("bob", &lobby, "Give Odds").await;
    let menu = response(&asked);
    assert_eq!(menu.labels(), ["Half the Time", "A Quarter of the Time"]);
    table.press("bob", &menu, "Half the Time").await;
    table.told("gives odds").await;

    // Another army takes them back; the command gives them again.
    let changed = table.join("ann", "makpong").await;
    assert_says(&changed, "The odds are taken back, because an army has changed.");
    table.join("ann", "medieval").await;
    let again = table.slash("bob", "lobby odds", &[("odds", "A quarter of the time")]).await;
    assert_says_privately(&again, "You give odds: a quarter of the time.");
    table.told("a quarter of the time (18 hours per turn)").await;
    table.slash("ann", "lobby start", &[]).await;
    let first = table.turn_message(0).await;
    assert_says(&first, "**Bob** gives odds: a quarter of the time (18 hours per turn).");
    table.keep_all("odds-first", &first);
    table.assert_clean();
}
