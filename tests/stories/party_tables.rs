//! Tables of Party Mode: the lobby, joining and leaving, shared seats, cards that survive a crash.

use std::time::Duration;

use playground::{Message, Op};
use tests::{ASSASSIN, DUEL, FFA, FOUR, PATIENCE, Table, assert_says, assert_says_privately, named, response};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_come_and_go_before_the_start() {
    let table = Table::lay().await;
    let options = [("mode", FFA), ("seats", "3"), ("order", "In order of joining")];
    table.slash("ann", "titans new", &options).await;
    let open = table.told("3 more Players are needed").await;
    assert_eq!(open.labels(), ["Join", "Add a Computer", "Leave", "Start", "Own Places", "Add a Word"]);
    // T-15: only the creator of the lobby decides whether everyone places their own army.
    let refused = table.press("bob", &open, "Own Places").await;
    assert_says(&refused, "Only the person who opened this lobby");
    let decided = table.press("ann", &open, "Own Places").await;
    assert_says(&decided, "everyone places their own army");
    let chosen = table.told("everyone places their own army").await;
    assert_eq!(chosen.labels()[4], "Usual Places");
    let rule = table.slash("cem", "rules game", &[("topic", "T-15")]).await;
    assert_says(&rule, "In this game: everyone places their own army, mirrored if they like");
    table.press("ann", &chosen, "Usual Places").await;
    let join = |who| table.join(who, "medieval");
    join("ann").await;
    join("bob").await;
    // Joining by button, with a Battalion selected in the private menu.
    let asked = table.press("cem", &open, "Join").await;
    assert!(asked.ephemeral(), "{}", asked.text());
    let joined = table.choose("cem", &asked, "The Party").await;
    assert_says(&joined, "joined with The Party");
    let full = table.told("Ready").await;
    assert_eq!(full.id, open.id, "one message that is kept up to date");
    // All seats are taken; one is given up, and somebody else takes it.
    let late = join("dora").await;
    assert_says_privately(&late, "All seats are taken");
    let left = table.press("bob", &full, "Leave").await;
    assert!(left.ephemeral(), "{}", left.text());
    let missing = table.told("1 more Player is needed").await;
    assert!(!missing.text().to_lowercase().contains("bob"), "{}", missing.text());
    let early = table.slash("ann", "lobby start", &[]).await;
    assert_says_privately(&early, "1 more Player");
    join("dora").await;
    table.told("Ready").await;
    let other = table.slash("dora", "lobby start", &[]).await;
    assert_says(&other, "Only the person who opened this lobby");
    // Changing the Battalion does not take a second seat.
    let changed = table.join("cem", "makpong").await;
    assert_says(&changed, "You are playing Makpong");
    table.slash("ann", "lobby start", &[]).await;
    let first = table.turn_message(0).await;
    assert!(first.pings.contains(&table.user("ann")), "{}", first.text());
    let begun = table.told("The game has begun").await;
    assert_eq!(begun.id, open.id);
    assert!(begun.labels().is_empty(), "{:?}", begun.labels());
    let text = begun.text().to_lowercase();
    assert!(text.contains("dora") && text.contains("makpong") && !text.contains("bob"), "{text}");
    let late = table.slash("bob", "lobby leave", &[]).await;
    assert_says(&late, "begun");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn extra_strength_is_refused_in_a_duel() {
    let table = Table::lay().await;
    table.slash("ann", "titans new", &[("mode", DUEL)]).await;
    let refused = table.join("ann", "baroque").await;
    assert_says_privately(&refused, "it can only be picked in Party Mode");
    let menu = table.slash("ann", "lobby join", &[]).await;
    let menus = menu.response().unwrap().selects();
    let offered: Vec<&str> = menus[0].options.iter().map(|o| o.1.as_str()).collect();
    assert!(offered.contains(&"baroque-duel") && !offered.contains(&"baroque"), "{offered:?}");
    let joined = table.choose("ann", &menu, "baroque-duel").await;
    assert_says(&joined, "joined");
    table.assert_clean();
}

/// B-16: the Baroque Battalion for Two is for duels only.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn baroque_for_two_is_refused_in_party_mode() {
    let table = Table::lay().await;
    table.slash("ann", "titans new", &[("mode", ASSASSIN)]).await;
    let refused = table.join("ann", "baroque-duel").await;
    assert_says_privately(&refused, "for duels only");
    let menu = table.slash("ann", "lobby join", &[]).await;
    let menus = menu.response().unwrap().selects();
    let offered: Vec<&str> = menus[0].options.iter().map(|o| o.1.as_str()).collect();
    assert!(offered.contains(&"baroque") && !offered.contains(&"baroque-duel"), "{offered:?}");
    table.assert_clean();
}

/// T-1: two people, one Player.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_people_share_a_seat_and_take_turns_in_turn() {
    let table = Table::lay().await;
    let names = ["ann", "bob", "cem"];
    table.gather(ASSASSIN, &names.map(|who| (who, "medieval"))).await;
    let nobody = table.share("emil", "fatima").await;
    assert_says_privately(&nobody, "not in this lobby");
    let shared = table.share("emil", "ann").await;
    assert_says(&shared, "share a seat");
    let third = table.share("fatima", "ann").await;
    assert_says(&third, "already share that seat");
    table.slash("ann", "lobby start", &[]).await;
    let first = table.turn_message(0).await;
    assert!(
        first.pings.contains(&table.user("ann")) && first.pings.contains(&table.user("emil")) || first.pings.len() == 1,
        "{:?}",
        first.pings
    );
    // Both people of the seat have its card, privately and by direct message.
    let held = table.targets("ann").await;
    assert_eq!(table.targets("emil").await, held);
    for who in ["ann", "emil"] {
        assert_eq!(named(&table.cards_by_dm(who).await[0].text()), held);
    }
    assert!(table.card("fatima").await.contains("not playing in this game"), "a spectator has no Target");
    // The partners alternate; a partner who is not to move is refused with the name of the other.
    let after = table.play_seats(&names, "0:d2-d3 1:b6-c6 2:k13-k12").await;
    assert_eq!(after.pings, [table.user("emil")].into(), "{}", after.text());
    let wrong = table.slash("ann", "move", &[("move", "e2-e3")]).await;
    assert_says_privately(&wrong, "team mates take turns.");
    table.play("emil", "e2-e3").await;
    let after = table.play_seats(&names, "1:b5-c5 2:j13-j12").await;
    assert_eq!(after.pings, [table.user("ann")].into(), "{}", after.text());
    let wrong = table.slash("emil", "move", &[("move", "k2-k3")]).await;
    assert_says(&wrong, "team mates take turns");
    table.keep("shared-seat", &after);
    // The menu does not open for the partner who is not to move.
    let early = table.press("emil", &after, "Move").await;
    assert_says_privately(&early, "This turn is ");
    // Two people who share a seat resign together.
    let asked = table.slash("emil", "match resign", &[]).await;
    let done = table.press("emil", &response(&asked), "Resign").await;
    assert_says(&done, "has to resign too");
    let user = table.user("ann");
    let told = table.pg.wait_for("the mate to be asked", PATIENCE, |pg| {
        let mut all = pg.dms(user).into_iter();
        all.find(|m| m.text().contains("wants to resign for both of you"))
    });
    let told = told.await.unwrap();
    assert_eq!(told.labels(), ["Resign"]);
    assert!(
        !table.public_texts().iter().any(|text| text.contains("resign")),
        "nobody else hears of it before they agree"
    );
    table.resign("ann").await;
    table.told("resign").await;
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_with_free_seats_starts_only_after_saying_so() {
    let table = Table::lay().await;
    let options = [("mode", FFA), ("seats", "4")];
    table.slash("ann", "titans new", &options).await;
    for who in ["ann", "bob", "cem"] {
        table.join(who, "medieval").await;
    }
    let lobby = table.told("can start now with 3 of 4 Players").await;
    let asked = table.press("ann", &lobby, "Start").await;
    assert_says_privately(&asked, "Only 3 of 4 seats are taken. Start anyway?");
    assert!(table.turn_messages().is_empty(), "it has not begun");
    // Somebody else has joined in the meantime, so the confirmation no longer applies.
    table.join("dora", "medieval").await;
    table.slash("dora", "lobby leave", &[]).await;
    let done = table.press("ann", &response(&asked), "Start With 3").await;
    assert_says(&done, "The game has started.");
    table.turn_message(0).await;
    table.assert_clean();
}

/// The deal is stored before anybody is notified; the process is killed during the direct messages.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_between_the_deal_and_the_cards_each_comes_once() {
    let mut table = Table::lay().await;
    table.gather(ASSASSIN, &FOUR.map(|who| (who, "medieval"))).await;
    // All direct message channels hang: the deal is made, and no card is sent.
    table.pg.delay_next(Op::CreateDm, Duration::from_secs(60), 4);
    table.slash("ann", "lobby start", &[]).await;
    table.turn_message(0).await;
    tried(&table, 4).await;
    let mut held = Vec::new();
    for who in FOUR {
        assert!(table.pg.dms(table.user(who)).is_empty(), "{who}");
        held.push(table.targets(who).await);
    }
    table.pg.clear_faults();
    table.crash().await;
    cards_fit(&table, &held).await;
    // Second case: Discord has accepted the cards, but the connection breaks before the bot gets the confirmation.
    table.slash("ann", "match end", &[]).await;
    table.gather(ASSASSIN, &FOUR.map(|who| (who, "medieval"))).await;
    table.pg.clear_faults();
    // After a restart, the bot opens the direct message channels again.
    table.crash().await;
    let before = table.pg.requests_of(Op::CreateDm).len();
    table.pg.delay_next(Op::CreateDm, Duration::from_millis(400), 4);
    table.slash("ann", "lobby start", &[]).await;
    tried(&table, before + 4).await;
    // The board has been posted; only direct messages follow.
    table.turn_message(1).await;
    table.pg.break_next(Op::CreateMessage, true, 4);
    let dealt = table.pg.wait_for("four more cards", PATIENCE, |pg| {
        let two = |who: &&str| cards(pg.dms(table.user(who))).len() >= 2;
        FOUR.iter().all(two).then_some(())
    });
    dealt.await.unwrap();
    table.pg.clear_faults();
    table.crash().await;
    table.quiet(700).await;
    for who in FOUR {
        let cards = cards(table.pg.dms(table.user(who)));
        assert_eq!(cards.len(), 2, "{who}: one card for each game");
        assert_eq!(named(&cards[1].text()), table.targets(who).await);
    }
    table.assert_clean();
}

/// Battlefield from the server's configuration (T-4).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_battlefield_of_ones_own_is_played_on() {
    let table = Table::lay_with(
        r#"
        [[battlefield]]
        id = "long-duel"
        name = "Long duel"
        width = 8
        height = 4
        edge_slots = [{ side = "south", from = 0, length = 8 }, { side = "north", from = 0, length = 8 }]
        "#,
    )
    .await;
    let command = "titans new";
    let found = table.complete("ann", command, "battlefield", "long").await;
    assert_eq!(found.len(), 1, "{found:?}");
    let open = async |field| {
        let options = [("mode", DUEL), ("battlefield", field), ("order", "In order of joining")];
        table.slash("ann", command, &options).await
    };
    let refused = open("moon").await;
    assert_says_privately(&refused, "no such Battlefield");
    open("Long duel").await;
    table.told("Battlefield Long duel").await;
    for who in ["ann", "bob"] {
        table.join(who, "medieval").await;
    }
    table.slash("ann", "lobby start", &[]).await;
    let first = table.turn_message(0).await;
    table.keep("long-duel", &first);
    let board = table.slash("bob", "match board", &[("text", "true")]).await;
    // Ten ranks.
    assert_says(&board, "10  r n b q k b n r");
    table.assert_clean();
}

/// Waits until the bot has tried to open this many direct message channels.
async fn tried(table: &Table, times: usize) {
    let tried =
        table.pg.wait_for("the bot to try", PATIENCE, |pg| (pg.requests_of(Op::CreateDm).len() >= times).then_some(()));
    tried.await.unwrap();
}

fn cards(mut messages: Vec<Message>) -> Vec<Message> {
    messages.retain(|m| m.text().contains("Your Target"));
    messages
}

/// Checks that each card is unchanged and came by direct message exactly once.
async fn cards_fit(table: &Table, held: &[Vec<String>]) {
    for (who, held) in FOUR.into_iter().zip(held) {
        assert_eq!(&table.targets(who).await, held, "{who}");
        let cards = table.cards_by_dm(who).await;
        assert_eq!(named(&cards[0].text()), *held, "{who}");
    }
    table.quiet(500).await;
    for who in FOUR {
        assert_eq!(cards(table.pg.dms(table.user(who))).len(), 1, "{who}");
    }
}
