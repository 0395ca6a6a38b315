//! People who chose direct messages but do not accept them.

use playground::Message;
use tests::{PATIENCE, Table, assert_says};

/// Returns `true` if the message mentions this person.
fn mentions(table: &Table, message: &Message, who: &str) -> bool {
    message.pings.contains(&table.user(who))
}

/// Errors in the log.
fn errors(table: &Table) -> Vec<String> {
    table.bot.log_lines().into_iter().filter(|line| line.trim_start().starts_with("ERROR")).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn they_are_mentioned_instead_and_told_why_once() {
    let table = Table::lay().await;
    table.slash("bob", "settings me", &[("pings", "A direct message")]).await;
    table.duel("medieval", "medieval").await;
    table.pg.close_dms(table.user("bob"));
    let board = table.play("ann", "e4").await;
    assert!(!mentions(&table, &board, "bob"), "he wants direct messages");
    let why = table.told("doesn't deliver my direct messages to you").await;
    assert!(mentions(&table, &why, "bob") && !mentions(&table, &why, "ann"), "{why:?}");
    assert_says(&why, "it is your turn");
    table.play("bob", "e5").await;
    for (mine, theirs) in [("Nf3", "Nc6"), ("Bb5", "a6")] {
        let board = table.play("ann", mine).await;
        assert!(mentions(&table, &board, "bob"), "from now on in the channel: {}", board.text());
        table.play("bob", theirs).await;
    }
    table.quiet(300).await;
    let told = table.public_texts().into_iter().filter(|text| text.contains("my direct messages")).count();
    assert_eq!(told, 1, "once: {:#?}", table.public_texts());
    assert_eq!(errors(&table), Vec::<String>::new());
    let settings = table.slash("bob", "settings me", &[]).await;
    assert_says(&settings, "since your direct messages are closed");

    // He opens his direct messages and selects them again, so the channel no longer mentions him.
    table.pg.open_dms(table.user("bob"));
    table.slash("bob", "settings me", &[("pings", "A direct message")]).await;
    let board = table.play("ann", "Ba4").await;
    assert!(!mentions(&table, &board, "bob"));
    let bob = table.user("bob");
    let direct = table.pg.wait_for("a direct message", PATIENCE, |pg| (!pg.dms(bob).is_empty()).then_some(()));
    direct.await.unwrap();
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invitation_or_a_challenge_reaches_them_too() {
    for command in ["titans challenge", "clash challenge"] {
        let table = Table::lay().await;
        table.slash("bob", "settings me", &[("pings", "A direct message")]).await;
        table.pg.close_dms(table.user("bob"));
        table.with_args("ann", command, &[("opponent", table.user("bob").into())]).await;
        let why = table.told("doesn't deliver my direct messages to you").await;
        assert!(mentions(&table, &why, "bob"), "{command}: {why:?}");
        assert_says(&why, "you are invited to play here");
    }
}
