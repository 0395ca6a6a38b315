//! First visit: `/play` asks two questions and assigns a seat, `/learn` teaches in private and remembers the progress.

use playground::{Interaction, Message};
use tests::{Table, assert_says, assert_says_privately, assert_shows, response};

/// Selects an option in the menu of a private answer.
async fn pick(table: &Table, who: &str, from: &Interaction, value: &str) -> Interaction {
    table.choose(who, from, value).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_help_is_whole() {
    let table = Table::lay().await;
    let help = table.slash("ann", "help", &[]).await;
    assert_says_privately(&help, "**Permissions**: the person who opens a game");
    assert_says(&help, "Noto Sans CJK (OFL 1.1).");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_questions_lead_to_a_duel() {
    let table = Table::lay().await;
    let asked = table.slash("ann", "play", &[]).await;
    assert_says_privately(&asked, "What would you like to play");
    table.keep("play-1", &response(&asked));
    let army = table.press("ann", &response(&asked), "A Duel").await;
    assert_says(&army, "Which army?");
    assert!(response(&army).selects()[0].options[0].0.starts_with("Medieval"));
    pick(&table, "ann", &army, "Medieval Battalion").await;
    let lobby = table.told("Titan's Battalion: Duel").await;
    assert_says_message(&lobby, "Ann");
    // The next person who wants a duel joins her game, and it starts.
    let asked = table.slash("bob", "play", &[]).await;
    let army = table.press("bob", &response(&asked), "A Duel").await;
    pick(&table, "bob", &army, "Makpong Battalion").await;
    table.told("your turn").await;
    // The channel now has a game, so the next one gets a thread.
    let asked = table.slash("cem", "play", &[]).await;
    let army = table.press("cem", &response(&asked), "A Duel").await;
    let opened = pick(&table, "cem", &army, "Medieval Battalion").await;
    assert_says(&opened, "<#");
    // Others who ask in the channel are seated in that game.
    let asked = table.slash("dora", "play", &[]).await;
    let army = table.press("dora", &response(&asked), "A Duel").await;
    let joined = pick(&table, "dora", &army, "Medieval Battalion").await;
    assert_says(&joined, "joined");
    table.assert_clean();
}

fn assert_says_message(message: &Message, part: &str) {
    assert!(message.text().contains(part), "{}", message.text());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clash_asks_for_an_opponent() {
    let table = Table::lay().await;
    let asked = table.slash("ann", "play", &[]).await;
    let whom = table.press("ann", &response(&asked), "Clash of the Armies").await;
    assert_says(&whom, "Whom do you challenge?");
    let page = response(&whom);
    let menu = page.selects()[0].clone();
    let bob = table.user("bob").to_string();
    table.pg.select(table.user("ann"), page.id, &menu.custom_id, &[&bob]).await.unwrap();
    let challenge = table.told("accept or decline?").await;
    assert_says_message(&challenge, "Ann");
    // In direct messages there is no game to join, but the lessons are available.
    let ann = table.user("ann");
    let dm = table.pg.dm(ann);
    let there = table.pg.slash(ann, dm, "learn", &[]).await.unwrap();
    table.says(&there, "Six short lessons").await;
    table.assert_clean();
}

/// The bot among the people is no opponent, but the computer is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clash_is_played_against_the_computer() {
    let table = Table::lay().await;
    let asked = table.slash("ann", "play", &[]).await;
    let whom = response(&table.press("ann", &response(&asked), "Clash of the Armies").await);
    let bot = table.pg.bot().to_string();
    let again = table.choose_in("ann", &whom, &whom.selects()[0], &bot).await;
    assert_says(&again, "A bot cannot be challenged; choose a person, or a strength of the computer.");
    let again = response(&again);
    let [_, computers] = &again.selects()[..] else { panic!("{}", again.text()) };
    table.choose_in("ann", &again, computers, "Soldier").await;
    // The colours are drawn: where the computer buys first, a request to it may be the newest message with its name.
    let begun = table.told("Clash of the Armies: round 1").await;
    assert_says_message(&begun, "Ada (Soldier bot)");
    table.assert_clean();
}

/// The menu of levels stays until the last seat is taken.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_party_is_filled_with_computers_from_one_menu() {
    let table = Table::lay().await;
    let asked = table.slash("ann", "play", &[]).await;
    let which = table.press("ann", &response(&asked), "Party Mode, 3 to 6 Players").await;
    table.choose("ann", &which, "Medieval Battalion").await;
    let lobby = table.told("2 more Players are needed").await;
    let mut last = table.press("ann", &lobby, "Add a Computer").await;
    for (level, more) in [("Soldier", true), ("Recruit", true), ("Soldier", false)] {
        last = table.choose("ann", &last, level).await;
        assert_says(&last, &format!("({level} bot) plays"));
        assert_eq!(response(&last).text().contains("To add another one"), more);
        assert_eq!(response(&last).selects().len(), usize::from(more));
    }
    table.told("4. **Cleo (Soldier bot)**").await;
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lesson_is_left_and_gone_on_with_after_a_crash() {
    let mut table = Table::lay().await;
    let before = table.pg.messages(table.games).len();
    let list = table.slash("ann", "learn", &[]).await;
    assert_says_privately(&list, "1. **A move**");
    table.keep("learn-list", &response(&list));
    let first = table.press("ann", &response(&list), "Begin: A move").await;
    assert_says(&first, "step 1 of 2");
    assert_shows(&response(&first), "Knight g1");
    table.keep("learn-move", &response(&first));
    // Illegal moves are refused by the rules; other legal moves get a friendly hint.
    let ann = table.user("ann");
    for (typed, said) in [("Nf4", "Not quite."), ("Kd1", "here the Knight should go to f3")] {
        let page = response(&first);
        let opened = table.pg.click(ann, &page, "Type a Move").await.unwrap();
        let answer = table.pg.submit_modal(ann, &opened, &[("text", typed)]).await.unwrap();
        table.says(&answer, said).await;
        table.says(&answer, "step 1 of 2").await;
    }
    let hint = table.slash("ann", "learn", &[("lesson", "move")]).await;
    let hint = table.press("ann", &response(&hint), "Hint").await;
    assert_says(&hint, "Hint: N stands for the Knight");
    let opened = table.pg.click(ann, &response(&hint), "Type a Move").await.unwrap();
    let solved = table.pg.submit_modal(ann, &opened, &[("text", "Nf3")]).await.unwrap();
    table.says(&solved, "Right!").await;
    table.says(&solved, "step 2 of 2").await;
    table.crash().await;
    // An old menu of the first step shows the current state.
    let list = table.slash("ann", "learn", &[]).await;
    assert_says(&list, "1 of 2 steps done");
    let second = table.press("ann", &response(&list), "Go On: A move").await;
    assert_says(&second, "step 2 of 2");
    assert_shows(&response(&second), "Pawn e5");
    // By menus: the piece, then its move.
    let knight = table.choose("ann", &second, "Knight f3").await;
    table.keep("learn-piece", &response(&knight));
    let done = table.choose("ann", &knight, "Nxe5").await;
    assert_says(&done, "Lesson complete: **");
    table.keep("learn-done", &response(&done));
    let next = table.press("ann", &response(&done), "Next: A guided move").await;
    assert_says(&next, "A guided move");
    let list = table.slash("ann", "learn", &[]).await;
    assert_says(&list, "✓ Done.");
    // The progress is Ann's alone.
    let bob = table.slash("bob", "learn", &[]).await;
    assert!(!bob.text().contains("✓"), "{}", bob.text());
    assert_eq!(table.pg.messages(table.games).iter().filter(|m| m.only_for.is_none()).count(), 0);
    assert_eq!(before, 0);
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_lesson_can_be_finished_by_its_menus_and_forms() {
    let table = Table::lay().await;
    let ann = table.user("ann");
    for (lesson, steps) in [
        ("guided", &["b8=Q", "Qb3"][..]),
        ("check", &["Bxe7", "Rh7"]),
        ("supporter", &["b2-c3", "b2-b4"]),
        ("side-effect", &["c1-d1", "d4-f6"]),
        ("shop", &["King", "Queen", "Pawn a2-h2", "sell h2", "ready"]),
    ] {
        let mut page = table.slash("ann", "learn", &[("lesson", lesson)]).await;
        for (number, step) in (1..).zip(steps) {
            let shown = response(&page);
            assert_says_message(&shown, &format!("step {number} of {}", steps.len()));
            assert_eq!(shown.attachments.len(), 1, "a picture for each step");
            table.keep(&format!("learn-{lesson}-{number}"), &shown);
            let label = if lesson == "shop" { "Type an Order" } else { "Type a Move" };
            let opened = table.pg.click(ann, &shown, label).await.unwrap();
            page = table.pg.submit_modal(ann, &opened, &[("text", step)]).await.unwrap();
            table.says(&page, "Right!").await;
            if number < steps.len() {
                table.says(&page, &format!("step {} of", number + 1)).await;
            }
        }
        table.says(&page, "Well played!").await;
        // The last lesson leads to a game.
        let leads_to_a_game = response(&page).labels().contains(&"Play".to_owned());
        assert_eq!(leads_to_a_game, lesson == "shop", "{lesson}: {:?}", response(&page).labels());
    }
    table.assert_clean();
}
