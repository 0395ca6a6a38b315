//! Stale buttons, repeated and simultaneous presses, lost connections, and a process killed without warning.

use std::time::Duration;

use tests::{DUEL, PATIENCE, Table, assert_says, assert_says_privately};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_between_any_two_steps_nothing_changes_but_a_delay() {
    let mut table = Table::lay().await;
    table.open("ann", DUEL).await;
    table.crash().await;
    table.join("ann", "medieval").await;
    table.crash().await;
    table.join("bob", "medieval").await;
    table.crash().await;
    table.slash("ann", "lobby start", &[]).await;
    table.turn_message(0).await;
    for (index, text) in "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#".split_whitespace().enumerate() {
        table.crash().await;
        let who = if index % 2 == 0 { "ann" } else { "bob" };
        table.play(who, text).await;
    }
    let messages = table.turn_messages();
    let told: Vec<String> = messages.iter().map(|message| message.text()).collect();
    assert_eq!(messages.len(), 8, "each turn was told once: {told:#?}");
    assert_says(&messages[7], "checkmate");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_while_a_move_is_on_its_way_it_is_played_once() {
    let mut table = Table::lay().await;
    table.duel("medieval", "medieval").await;
    for (index, text) in "e4 e5 Nf3 Nc6 Bb5 a6".split_whitespace().enumerate() {
        let who = if index % 2 == 0 { "ann" } else { "bob" };
        let number = table.turn_messages().len();
        let (user, games) = (table.user(who), table.games);
        // The process is killed a few milliseconds after the command, at a different instant each time.
        let options = [("move", text.into())];
        let press = table.pg.slash(user, games, "move", &options);
        let _ = tokio::time::timeout(Duration::from_millis(3 + 7 * index as u64), press).await;
        table.crash().await;
        // A person without an answer tries again; an acknowledged move is then refused as out of turn.
        if table.turn_messages().len() == number {
            let _ = table.slash(who, "move", &[("move", text)]).await;
        }
        table.turn_message(number).await;
    }
    let board = table.slash("ann", "match board", &[("text", "true")]).await;
    assert_says(&board, " 5  . B . . p . . .");
    let told = table.public_texts();
    assert_eq!(table.turn_messages().len(), 7, "each turn is told once: {told:#?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_interaction_twice_acts_once() {
    let table = Table::lay().await;
    table.duel("medieval", "medieval").await;
    let before = table.turn_messages().len();
    let press = table.slash("ann", "move", &[("move", "e4")]).await;
    table.turn_message(before).await;
    table.pg.redeliver(&press);
    table.quiet(300).await;
    assert_eq!(table.turn_messages().len(), before + 1);
    table.play("bob", "e5").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_presses_at_once_play_one_move() {
    let table = Table::lay().await;
    table.duel("medieval", "medieval").await;
    let ann = table.user("ann");
    let (first, second) = ([("move", "e2e4".into())], [("move", "d2d4".into())]);
    let one = table.pg.slash(ann, table.games, "move", &first);
    let two = table.pg.slash(ann, table.games, "move", &second);
    let (one, two) = tokio::join!(one, two);
    table.quiet(300).await;
    assert_eq!(table.turn_messages().len(), 2, "{} / {}", one.unwrap().text(), two.unwrap().text());
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stale_button_is_refused_and_does_nothing() {
    let table = Table::lay().await;
    let first = table.duel("medieval", "medieval").await;
    let buttons = first.buttons();
    let id = &buttons.iter().find(|button| button.label == "Move").expect("a Move button").custom_id;
    table.play("ann", "e4").await;
    table.play("bob", "e5").await;
    let count = table.turn_messages().len();
    let press = table.pg.replay_click(table.user("ann"), first.id, id).await.unwrap();
    assert_says_privately(&press, "moved on");
    let forged = table.pg.replay_click(table.user("ann"), first.id, "m:999999:1:zzz").await.unwrap();
    assert!(forged.ephemeral() && !forged.failed(), "{}", forged.text());
    assert_eq!(table.turn_messages().len(), count);
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_gateway_may_drop() {
    let table = Table::lay().await;
    table.duel("medieval", "medieval").await;
    table.play("ann", "e4").await;
    table.pg.drop_gateway();
    table.pg.wait_ready(PATIENCE).await.unwrap();
    table.play("bob", "e5").await;
    table.pg.refuse_resume();
    table.pg.drop_gateway();
    table.pg.wait_ready(PATIENCE).await.unwrap();
    table.play("ann", "Nf3").await;
    table.pg.ask_reconnect();
    table.pg.wait_ready(PATIENCE).await.unwrap();
    table.play("bob", "Nc6").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_stops_gracefully_and_never_logs_its_token() {
    let mut table = Table::lay().await;
    table.duel("medieval", "medieval").await;
    assert!(table.bot.stop(), "ends well on SIGTERM");
    assert!(!table.bot.log().contains(table.pg.token()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stop_in_the_middle_of_work_is_no_fault() {
    for pause in [0, 15, 40, 80] {
        let mut table = Table::lay().await;
        table.duel("medieval", "medieval").await;
        // A game against the computer, pending requests and pending notices.
        table.slash("cem", "play", &[]).await;
        table.pg.set_latency(Duration::from_millis(60));
        for (who, command, options) in [
            ("ann", "move", vec![("move", "e4".into())]),
            ("bob", "match board", Vec::new()),
            ("cem", "match history", Vec::new()),
            ("dora", "titans new", vec![("mode", DUEL.into())]),
        ] {
            table.pg.send_slash(table.user(who), table.games, command, &options).unwrap();
        }
        tokio::time::sleep(Duration::from_millis(pause)).await;
        assert!(table.bot.stop(), "ends well on SIGTERM");
        let faults = table.bot.log_lines().into_iter().filter(|line| line.trim_start().starts_with("ERROR"));
        assert_eq!(faults.collect::<Vec<_>>(), Vec::<String>::new());
    }
}

/// Otherwise each of many threads keeps the memory of the largest picture that it has drawn.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn its_threads_share_two_heaps_unless_told_otherwise() {
    let table = Table::lay().await;
    assert_eq!(table.bot.variable("MALLOC_ARENA_MAX").as_deref(), Some("2"));
    let mut environment = vec![("DISCORD_API_PROXY", table.pg.base_url())];
    environment.push(("MALLOC_ARENA_MAX", "5".to_owned()));
    let folder = tempfile::tempdir().unwrap();
    let other = tests::Bot::start_with(folder.path(), table.pg.token(), environment);
    table.quiet(300).await;
    assert_eq!(other.variable("MALLOC_ARENA_MAX").as_deref(), Some("5"));
}
