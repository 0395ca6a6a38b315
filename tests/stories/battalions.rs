//! A complete duel with each of the designers' Battalions, including its special features.

use playground::Message;
use tests::{DUEL, PATIENCE, Table, assert_says, assert_says_privately, assert_shows};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn makpong_against_medieval() {
    let table = Table::lay().await;
    table.duel("makpong", "medieval").await;
    let last = table.play_all("c3-c4 e7-e5 d1-d2 d8-g5 b1-c3 e8-e7 c3-d5").await;
    assert_says(&last, "checkmate");
    table.keep("makpong", &last);
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn baroque_with_chameleons_kept_where_there_is_no_room() {
    let table = Table::lay().await;
    table.begin(DUEL, &[("ann", "baroque-duel"), ("bob", "medieval")]).await;
    // Baroque's Opponent has two Instant Reinforcements, but Medieval's Back Rank is full, so no choice is requested.
    let first = table.told("your turn").await;
    assert_shows(&first, "in reserve 2 × Chameleon");
    let place = table.slash("bob", "place", &[]).await;
    assert!(place.ephemeral(), "{}", place.text());
    let place = table.slash("cem", "place", &[]).await;
    assert!(place.ephemeral(), "not for others: {}", place.text());
    let last = table.play_all("b1-c1 g8-f6 a2-a6 f6-g4 c2-c6 g4-e3").await;
    assert_says(&last, "checkmate");
    table.keep("baroque", &last);
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chameleons_find_room_in_the_baroque_mirror() {
    let table = Table::lay().await;
    table.begin(DUEL, &[("ann", "baroque-duel"), ("bob", "baroque-duel")]).await;
    for (who, spaces) in [("ann", ["c1", "Keep it in reserve"]), ("bob", ["c8", "f8"])] {
        let public = |m: &Message| m.only_for.is_none() && m.pings.contains(&table.user(who));
        let asked = table.pg.wait_for("the question", PATIENCE, |pg| pg.last(table.games).filter(public).map(|_| ()));
        asked.await.unwrap();
        // With the usual places, only the Chameleons need a placement.
        let first = table.slash(who, "place", &[]).await;
        assert_says(&first, "Chameleon");
        let second = table.choose(who, &first, spaces[0]).await;
        table.choose(who, &second, spaces[1]).await;
    }
    let first = table.told("your turn").await;
    table.keep("baroque-mirror", &first);
    let board = table.slash("cem", "match board", &[("text", "true")]).await.text();
    assert!(board.contains("1  I L S K W . L C"), "{board}");
    assert!(board.lines().any(|line| line.contains(" 8 ") && line.matches('s').count() == 2), "{board}");
    // The remaining one enters later as a turn (T-18).
    let last = table.play("ann", "Chameleon@f1").await;
    assert_says(&last, "f1");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_party_asks_once_more_before_losing_its_last_supporter() {
    let table = Table::lay().await;
    table.duel("the-party", "medieval").await;
    table.play("ann", "a1-a2").await;
    table.play("bob", "g8-f6").await;
    let before = table.turn_messages().len();
    let asked = table.slash("ann", "move", &[("move", "h1-h2")]).await;
    assert_says_privately(&asked, "loses the game");
    assert_eq!(table.turn_messages().len(), before, "nothing is played before the answer");
    let message = asked.response().unwrap();
    table.pg.click(table.user("ann"), &message, "Play It Anyway").await.unwrap();
    let last = table.told("no Supporter left").await;
    assert_shows(&last, "wins: the Opponent has no Supporter left");
    table.keep("the-party", &last);
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_test_version_with_volatile_choices_sealed() {
    let table = Table::lay().await;
    table.begin(DUEL, &[("ann", "party-volatile"), ("bob", "medieval")]).await;
    table.told("Volatile").await;
    for (who, spaces) in [("ann", ["a7", "b7"]), ("bob", ["b1", "c1"])] {
        let asked = table.slash(who, "place", &[]).await;
        assert!(asked.ephemeral(), "{}", asked.text());
        let more = table.choose(who, &asked, spaces[0]).await;
        let done = table.choose(who, &more, spaces[1]).await;
        assert!(!done.failed(), "{}", done.text());
        if who == "ann" {
            let public: Vec<String> =
                table.pg.messages(table.games).iter().filter(|m| m.only_for.is_none()).map(Message::text).collect();
            assert!(!public.iter().any(|text| text.contains("a7")), "sealed: {public:?}");
        }
    }
    table.told("your turn").await;
    let last = table.play_all("f2-e4 h7-h5 d2-f2 c7-c6 b1-b2 e7-e6 e2-g4 g8-e7 e4-d6").await;
    assert_says(&last, "checkmate");
    table.keep("party-volatile", &last);
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_captured_deputy_returns_where_its_captor_says() {
    let table = Table::lay().await;
    table.duel("the-party", "medieval").await;
    table.play_all("c3-c4 e7-e6 c1-d2 f8-b4 h3-h4").await;
    let before = table.turn_messages().len();
    // Without a Space for the Deputy the turn is incomplete (P-11), so the bot asks for it.
    let asked = table.slash("bob", "move", &[("move", "b4xd2")]).await;
    assert_says_privately(&asked, "Deputy");
    let blocked = table.slash("bob", "move", &[("move", "b4xd2, Deputy a7")]).await;
    assert_says_privately(&blocked, "blocking piece");
    assert_eq!(table.turn_messages().len(), before);
    let last = table.play("bob", "b4xd2, Deputy a6").await;
    assert_says(&last, "A new Deputy appears on a6");
    table.keep("deputy", &last);
    table.assert_clean();
}
