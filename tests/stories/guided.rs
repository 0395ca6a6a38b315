//! Turns selected step by step in private menus, with all required choices (T-17), and confirmations before moves that
//! one may regret.

use playground::{Interaction, Message};
use tests::{Table, alt, assert_says, assert_says_privately, assert_shows, response};

/// Labels of the first menu of a private answer.
fn labels(answer: &Interaction) -> Vec<String> {
    let message = response(answer);
    assert!(message.ephemeral(), "{}", message.text());
    let menus = message.selects();
    let menu = menus.first().unwrap_or_else(|| panic!("no menu in: {}", message.text()));
    menu.options.iter().map(|(label, _)| label.clone()).collect()
}

/// Presses *Move* under the newest board and selects a piece and a target.
async fn guide(table: &Table, who: &str, piece: &str, target: &str) -> Interaction {
    let board = table.turn_messages().pop().expect("a board");
    let pieces = table.press(who, &board, "Move").await;
    assert!(pieces.ephemeral(), "{}", pieces.text());
    let targets = table.choose(who, &pieces, piece).await;
    let shown = targets.response().unwrap();
    let (name, space) = piece.rsplit_once(' ').unwrap();
    assert_shows(&shown, &format!("{name} on {space} can"));
    table.choose(who, &targets, target).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_captured_deputy_is_placed_from_a_menu_of_two_pages() {
    let table = Table::lay().await;
    table.duel("the-party", "medieval").await;
    table.play_all("c3-c4 e7-e6 c1-d2 f8-b4 h3-h4").await;
    let before = table.turn_messages().len();
    let asked = guide(&table, "bob", "Bishop b4", "Bxd2").await;
    assert_says(&asked, "Where does the Deputy of Ann return?");
    let first = labels(&asked);
    assert_eq!(first.len(), 25, "a full page");
    let page = asked.response().unwrap();
    assert_eq!(page.labels(), ["Previous", "Next", "Other Piece"]);
    let turned = table.press("bob", &page, "Next").await;
    let second = labels(&turned);
    assert!(!second.is_empty() && second.iter().all(|space| !first.contains(space)), "{first:?} {second:?}");
    assert_eq!(table.turn_messages().len(), before, "nothing is played yet");
    let space = second.last().unwrap();
    let done = table.choose("bob", &turned, space).await;
    assert_says(&done, "You played");
    let told = table.turn_message(before).await;
    assert_says(&told, &format!("A new Deputy appears on {space}"));
    table.keep("guided-deputy", &told);
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_promotion_is_chosen_where_several_moves_lead_to_one_space() {
    let table = Table::lay().await;
    table.duel("medieval", "medieval").await;
    table.play_all("a4 b5 axb5 a6 bxa6 Bb7 axb7 h6").await;
    let before = table.turn_messages().len();
    let ways = guide(&table, "ann", "Pawn b7", "a8 …").await;
    assert_says(&ways, "more than one way to get to a8");
    let options = labels(&ways);
    assert_eq!(options.len(), 4, "{options:?}");
    let knight = options.iter().find(|label| label.ends_with("=N"));
    let knight = knight.unwrap_or_else(|| panic!("{options:?}"));
    table.choose("ann", &ways, knight).await;
    let told = table.turn_message(before).await;
    assert_says(&told, "Knight");
    let board = table.slash("bob", "match board", &[("text", "true")]).await;
    assert_says(&board, " 8  N n . q k b n r");
    table.assert_clean();
}

/// Duel of two armies of the test version, after the choices before play.
async fn volatile_duel(table: &Table) -> Message {
    let army = "party-volatile";
    table.duel(army, army).await;
    for (who, spaces) in [("ann", ["b6", "c6"]), ("bob", ["b1", "c1"])] {
        let asked = table.slash(who, "place", &[]).await;
        let more = table.choose(who, &asked, spaces[0]).await;
        table.choose(who, &more, spaces[1]).await;
    }
    table.told("your turn").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whip_that_changes_sides_asks_who_becomes_volatile() {
    let table = Table::lay().await;
    let first = volatile_duel(&table).await;
    assert!(alt(&first).contains("Volatile: "), "marked for everyone (V-4): {}", alt(&first));
    table.play_all("f3-f4 c6-c5 f1-f3 c6-c4 e2-e4").await;
    let before = table.turn_messages().len();
    let asked = guide(&table, "bob", "Supporter c4", "Xe2").await;
    assert_says(&asked, "Which piece belonging to Ann becomes Volatile?");
    let options = labels(&asked);
    assert_eq!(options[0], "None", "it may be declined (V-7): {options:?}");
    let space = options[1].clone();
    table.choose("bob", &asked, &space).await;
    let told = table.turn_message(before).await;
    assert_says(&told, "Volatile");
    assert_says(&told, &space);
    table.keep("guided-whip", &told);
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_imprisoned_piece_is_marked_and_stays() {
    let table = Table::lay().await;
    volatile_duel(&table).await;
    let told = table.play_all("c3-c4 c6-c5 c1-c3 c6-b4").await;
    assert!(alt(&told).contains("Imprisoned: "), "{}", alt(&told));
    table.keep("imprisoned", &told);
    let refused = table.slash("ann", "move", &[("move", "c3-d3")]).await;
    assert_says_privately(&refused, "Your Senator on c3 is imprisoned");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn giving_up_the_last_supporter_is_asked_once_more_in_the_menus_too() {
    let table = Table::lay().await;
    table.duel("the-party", "medieval").await;
    let board = table.play_all("a1-a2 g8-f6").await;
    assert!(alt(&board).contains("Support"), "reserves and Support Level: {}", alt(&board));
    table.keep("support", &board);
    let before = table.turn_messages().len();
    let asked = guide(&table, "ann", "Senator h1", "Sh2").await;
    assert_says(&asked, "loses the game");
    let question = asked.response().unwrap();
    assert_eq!(question.labels(), ["Play It Anyway", "Choose Another Move"]);
    let again = table.press("ann", &question, "Choose Another Move").await;
    assert!(labels(&again).contains(&"Senator h1".to_owned()), "back to the pieces: {}", again.text());
    assert_eq!(table.turn_messages().len(), before, "nothing is played");
    let asked = guide(&table, "ann", "Senator h1", "Sh2").await;
    table.press("ann", &response(&asked), "Play It Anyway").await;
    let told = table.turn_message(before).await;
    assert_says(&told, "no Supporter left");
    table.assert_clean();
}

/// Sam Loyd's shortest stalemate.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stalemating_a_duel_is_asked_once_more() {
    let table = Table::lay().await;
    table.duel("medieval", "medieval").await;
    table.play_all("e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6").await;
    let before = table.turn_messages().len();
    let asked = table.slash("ann", "move", &[("move", "Qe6")]).await;
    assert_says_privately(&asked, "This move ends the game");
    assert_eq!(table.turn_messages().len(), before, "nothing is played");
    table.press("ann", &response(&asked), "Play It Anyway").await;
    let told = table.turn_message(before).await;
    assert_says(&told, "Draw");
    assert_says(&told, "stalemate");
    table.keep("stalemate", &told);
    table.assert_clean();
}
