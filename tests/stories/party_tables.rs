//! Around a game of Party Mode: the lobby and who comes and goes, a seat shared by two, cards that survive a crash.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::time::Duration;

use playground::{Message, Op};
use tests::{ASSASSIN, DUEL, FFA, PATIENCE, Table, named};

const FOUR: [&str; 4] = ["ann", "bob", "cem", "dora"];

/// The lobby's message once it says this.
async fn lobby(table: &Table, what: &str) -> Message {
    table.told(what).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_come_and_go_before_the_start() {
    let table = Table::lay().await;
    let options = [("mode", FFA), ("seats", "3"), ("order", "As people join")];
    table.slash("ann", "titans new", &options).await;
    let open = lobby(&table, "3 more Players are needed").await;
    assert_eq!(open.labels(), ["Join", "Leave", "Start"]);
    let join = |who| table.slash(who, "match join", &[("battalion", "medieval")]);
    join("ann").await;
    join("bob").await;
    // By the button, a Battalion chosen in the private menu.
    let asked = table.press("cem", &open, "Join").await;
    assert!(asked.ephemeral(), "{}", asked.text());
    let joined = table.choose("cem", &asked, "The Party").await;
    assert!(
        joined.text().contains("joined with The Party"),
        "{}",
        joined.text()
    );
    let full = lobby(&table, "Ready").await;
    assert_eq!(full.id, open.id, "one message that is kept up to date");
    // The seats are taken; one is given back, and somebody else takes it.
    let late = join("dora").await;
    assert!(
        late.ephemeral() && late.text().contains("All seats are taken"),
        "{}",
        late.text()
    );
    let left = table.press("bob", &full, "Leave").await;
    assert!(left.ephemeral(), "{}", left.text());
    let missing = lobby(&table, "1 more Player is needed").await;
    assert!(
        !missing.text().to_lowercase().contains("bob"),
        "{}",
        missing.text()
    );
    let early = table.slash("ann", "match start", &[]).await;
    assert!(
        early.ephemeral() && early.text().contains("1 more Player"),
        "{}",
        early.text()
    );
    join("dora").await;
    lobby(&table, "Ready").await;
    let other = table.slash("dora", "match start", &[]).await;
    assert!(
        other.text().contains("Only the one who opened this lobby"),
        "{}",
        other.text()
    );
    // A change of mind is no second seat.
    let changed = table
        .slash("cem", "match join", &[("battalion", "makpong")])
        .await;
    assert!(
        changed.text().contains("You play with Makpong"),
        "{}",
        changed.text()
    );
    table.slash("ann", "match start", &[]).await;
    let first = table.turn_message(0).await;
    assert!(first.pings.contains(&table.user("ann")), "{}", first.text());
    let begun = lobby(&table, "The game has begun").await;
    assert_eq!(begun.id, open.id);
    assert!(begun.labels().is_empty(), "{:?}", begun.labels());
    let text = begun.text().to_lowercase();
    assert!(
        text.contains("dora") && text.contains("makpong") && !text.contains("bob"),
        "{text}"
    );
    let late = table.slash("bob", "match leave", &[]).await;
    assert!(late.text().contains("begun"), "{}", late.text());
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn extra_strength_is_refused_in_a_duel() {
    let table = Table::lay().await;
    table.slash("ann", "titans new", &[("mode", DUEL)]).await;
    let refused = table
        .slash("ann", "match join", &[("battalion", "baroque")])
        .await;
    assert!(
        refused.ephemeral() && refused.text().contains("T-31"),
        "{}",
        refused.text()
    );
    let menu = table.slash("ann", "match join", &[]).await;
    let menus = menu.response().unwrap().selects();
    let offered: Vec<&str> = menus[0].options.iter().map(|o| o.1.as_str()).collect();
    assert!(
        offered.contains(&"baroque-duel") && !offered.contains(&"baroque"),
        "{offered:?}"
    );
    let joined = table.choose("ann", &menu, "baroque-duel").await;
    assert!(joined.text().contains("joined"), "{}", joined.text());
    table.assert_clean();
}

/// T-1: two people, one Player.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_people_share_a_seat_and_take_turns_in_turn() {
    let table = Table::lay().await;
    let names = ["ann", "bob", "cem"];
    table
        .gather(ASSASSIN, &names.map(|who| (who, "medieval")))
        .await;
    let nobody = table.share("emil", "fatima").await;
    assert!(
        nobody.ephemeral() && nobody.text().contains("has not joined"),
        "{}",
        nobody.text()
    );
    let shared = table.share("emil", "ann").await;
    assert!(
        shared.text().contains("share the seat"),
        "{}",
        shared.text()
    );
    let third = table.share("fatima", "ann").await;
    assert!(
        third.text().contains("shared by two already"),
        "{}",
        third.text()
    );
    table.slash("ann", "match start", &[]).await;
    let first = table.turn_message(0).await;
    assert!(
        first.pings.contains(&table.user("ann")) && first.pings.contains(&table.user("emil"))
            || first.pings.len() == 1,
        "{:?}",
        first.pings
    );
    // One seat, one card: both hold it, privately and by direct message.
    let held = table.targets("ann").await;
    assert_eq!(table.targets("emil").await, held);
    for who in ["ann", "emil"] {
        assert_eq!(named(&table.cards_by_dm(who).await[0].text()), held);
    }
    assert!(
        table.card("fatima").await.contains("no seat"),
        "a spectator has no Target"
    );
    // They alternate; the mate whose turn it is not is told whose it is.
    let after = table.play_seats(&names, "0:d2-d3 1:b6-c6 2:k13-k12").await;
    assert_eq!(after.pings, [table.user("emil")].into(), "{}", after.text());
    let wrong = table.slash("ann", "move", &[("move", "e2-e3")]).await;
    assert!(
        wrong.ephemeral() && wrong.text().contains("Team mates alternate turns (T-1)"),
        "{}",
        wrong.text()
    );
    table.play("emil", "e2-e3").await;
    let after = table.play_seats(&names, "1:b5-c5 2:j13-j12").await;
    assert_eq!(after.pings, [table.user("ann")].into(), "{}", after.text());
    let wrong = table.slash("emil", "move", &[("move", "k2-k3")]).await;
    assert!(wrong.text().contains("T-1"), "{}", wrong.text());
    table.keep("shared-seat", &after);
    table.assert_clean();
}

/// The deal is stored before anybody is told; the power goes while the direct messages are on their way.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_between_the_deal_and_the_cards_each_comes_once() {
    let mut table = Table::lay().await;
    table
        .gather(ASSASSIN, &FOUR.map(|who| (who, "medieval")))
        .await;
    // Every way to a private conversation is jammed: the deal is made, and no card is out.
    table
        .pg
        .delay_next(Op::CreateDm, Duration::from_secs(60), 4);
    table.slash("ann", "match start", &[]).await;
    table.turn_message(0).await;
    let asked = table
        .pg
        .wait_for("the bot to try all four", PATIENCE, |pg| {
            (pg.requests_of(Op::CreateDm).len() == 4).then_some(())
        });
    asked.await.unwrap();
    let mut held = Vec::new();
    for who in FOUR {
        assert!(table.pg.dms(table.user(who)).is_empty(), "{who}");
        held.push(table.targets(who).await);
    }
    table.pg.clear_faults();
    table.crash().await;
    cards_fit(&table, &held).await;
    // Again, once the cards are there but the bot has not heard so: the connection breaks after Discord took them.
    table.slash("ann", "match end", &[]).await;
    table
        .gather(ASSASSIN, &FOUR.map(|who| (who, "medieval")))
        .await;
    table.pg.clear_faults();
    let before = table.pg.requests_of(Op::CreateDm).len();
    table
        .pg
        .delay_next(Op::CreateDm, Duration::from_millis(400), 4);
    table.slash("ann", "match start", &[]).await;
    let asked = table
        .pg
        .wait_for("the bot to try all four", PATIENCE, |pg| {
            (pg.requests_of(Op::CreateDm).len() >= before + 4).then_some(())
        });
    asked.await.unwrap();
    // The board is out by now; only direct messages follow.
    table.turn_message(1).await;
    table.pg.break_next(Op::CreateMessage, true, 4);
    let dealt = table.pg.wait_for("four more cards", PATIENCE, |pg| {
        let two = |who: &&str| cards(pg.dms(table.user(who))).len() >= 2;
        FOUR.iter().all(two).then_some(())
    });
    dealt.await.unwrap();
    table.pg.clear_faults();
    table.crash().await;
    let settled = table
        .pg
        .wait_quiet(Duration::from_millis(700), PATIENCE)
        .await;
    settled.unwrap();
    for who in FOUR {
        let cards = cards(table.pg.dms(table.user(who)));
        assert_eq!(cards.len(), 2, "{who}: one card for each game");
        assert_eq!(named(&cards[1].text()), table.targets(who).await);
    }
    table.assert_clean();
}

/// A Battlefield of the server's own, from its configuration (T-4).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_battlefield_of_ones_own_is_played_on() {
    let table = Table::lay_with(
        r#"
        [[battlefield]]
        id = "long-duel"
        name = "Long duel"
        width = 8
        height = 4
        berths = [{ side = "south", from = 0, length = 8 }, { side = "north", from = 0, length = 8 }]
        "#,
    )
    .await;
    let (ann, command) = (table.user("ann"), "titans new");
    let found = table
        .pg
        .autocomplete(ann, table.games, command, "battlefield", "long")
        .await
        .unwrap();
    assert_eq!(found.len(), 1, "{found:?}");
    let open = async |field| {
        let options = [
            ("mode", DUEL),
            ("battlefield", field),
            ("order", "As people join"),
        ];
        table.slash("ann", command, &options).await
    };
    let refused = open("moon").await;
    assert!(
        refused.ephemeral() && refused.text().contains("no such Battlefield"),
        "{}",
        refused.text()
    );
    open("Long duel").await;
    table.told("Battlefield long-duel").await;
    for who in ["ann", "bob"] {
        table
            .slash(who, "match join", &[("battalion", "medieval")])
            .await;
    }
    table.slash("ann", "match start", &[]).await;
    let first = table.turn_message(0).await;
    table.keep("long-duel", &first);
    let board = table.slash("bob", "match board", &[("text", "true")]).await;
    assert!(
        board.text().contains("10  r n b q k b n r"),
        "ten ranks: {}",
        board.text()
    );
    table.assert_clean();
}

fn cards(mut messages: Vec<Message>) -> Vec<Message> {
    messages.retain(|m| m.text().contains("Your Target"));
    messages
}

/// Everybody's card is the one they saw before, and came by direct message exactly once.
async fn cards_fit(table: &Table, held: &[Vec<String>]) {
    for (who, held) in FOUR.into_iter().zip(held) {
        assert_eq!(&table.targets(who).await, held, "{who}");
        let cards = table.cards_by_dm(who).await;
        assert_eq!(named(&cards[0].text()), *held, "{who}");
    }
    let settled = table
        .pg
        .wait_quiet(Duration::from_millis(500), PATIENCE)
        .await;
    settled.unwrap();
    for who in FOUR {
        assert_eq!(cards(table.pg.dms(table.user(who))).len(), 1, "{who}");
    }
}
