//! Disk faults: full, failing, read-only. Nothing is accepted without being stored, people are informed, and play
//! continues automatically when the disk works again.

use std::time::Duration;

use playground::{Op, Playground};
use tests::{Bot, DUEL, Disk, Fault, PATIENCE, Table, assert_says_privately};

/// While the disk fails, moves are refused with a clear text; after its recovery, play continues without a restart.
async fn play_goes_on_after(fault: Fault, words: &str) {
    let (table, disk) = Table::lay_on_a_faulty_disk().await;
    table.duel("medieval", "medieval").await;
    table.play_all("e4 e5").await;
    let boards = table.turn_messages().len();
    disk.fail(fault);
    for _ in 0..5 {
        let refused = table.slash("ann", "move", &[("move", "Nf3")]).await;
        assert_says_privately(&refused, words);
    }
    let setting = table.slash("bob", "settings me", &[("theme", "High contrast")]).await;
    assert_says_privately(&setting, words);
    table.quiet(300).await;
    assert_eq!(table.turn_messages().len(), boards, "nothing was accepted");
    let told = table.bot.log_lines();
    let told = told.iter().filter(|line| line.contains("battalion.sqlite"));
    assert!(told.count() >= 1, "the host is told which file");
    disk.recover();
    table.play_all("Nf3 Nc6 Bb5").await;
    assert_eq!(table.turn_messages().len(), boards + 3);
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_delays_play_only() {
    play_goes_on_after(Fault::Full, "disk that the bot stores its games on is full").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failing_disk_delays_play_only() {
    play_goes_on_after(Fault::Broken, "cannot store anything at the moment").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_whose_delivery_cannot_be_noted_is_posted_once() {
    let (table, disk) = Table::lay_on_a_faulty_disk().await;
    table.duel("medieval", "medieval").await;
    let before = table.pg.traffic().of(Op::CreateMessage);
    let boards = table.turn_messages().len();
    // The move is stored; then the disk fills up before its board is posted.
    table.pg.set_latency(Duration::from_millis(400));
    let responses = |pg: &Playground| pg.requests_of(Op::CreateInteractionResponse).len();
    let answered = responses(&table.pg);
    let ann = table.user("ann");
    let options = [("move", "e4".into())];
    let press = table.pg.slash(ann, table.games, "move", &options);
    let fails = async {
        let answers = |pg: &Playground| (responses(pg) > answered).then_some(());
        table.pg.wait_for("the request with the board", PATIENCE, answers).await.unwrap();
        disk.fail(Fault::Full);
    };
    let (press, ()) = tokio::join!(press, fails);
    press.unwrap();
    table.pg.set_latency(Duration::ZERO);
    tokio::time::sleep(Duration::from_secs(4)).await;
    assert_eq!(table.turn_messages().len(), boards + 1, "posted");
    let posts = table.pg.traffic().of(Op::CreateMessage) - before;
    assert!(posts <= 1, "{posts} posts of one board");
    let lines = table.bot.log_lines().len();
    assert!(lines < 400, "{lines} lines");
    disk.recover();
    table.play("bob", "e5").await;
    table.quiet(500).await;
    assert_eq!(table.turn_messages().len(), boards + 2, "each once");
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_cannot_be_written_is_named_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let disk = Disk::new(folder.path());
    let mut environment = disk.environment();
    environment.push(("DISCORD_API_PROXY", "http://127.0.0.1:9".to_owned()));
    disk.fail(Fault::ReadOnly);
    let mut bot = Bot::start_with(folder.path(), "a.b.c", environment);
    let ended = tokio::task::spawn_blocking(move || (bot.ended(), bot.log()));
    let (well, log) = ended.await.unwrap();
    assert!(!well);
    assert!(log.contains("battalion.sqlite") && log.contains("give the program the right to write"), "{log}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thread_opened_for_nothing_is_named() {
    let (table, disk) = Table::lay_on_a_faulty_disk().await;
    disk.fail(Fault::Full);
    let options = [("mode", DUEL), ("location", "A new thread")];
    let refused = table.slash("ann", "titans new", &options).await;
    assert_says_privately(&refused, "is full");
    // Deleting threads requires a permission that the bot does not request.
    let thread = table.pg.threads(table.games)[0].id;
    assert_says_privately(&refused, &format!("The thread <#{thread}>"));
    assert_says_privately(&refused, "please delete it");
    disk.recover();
    table.slash("ann", "titans new", &[("mode", DUEL)]).await;
    table.told("Duel").await;
}
