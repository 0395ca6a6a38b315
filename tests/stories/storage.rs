//! Database file: used by one program only, moved away during games, examined, restored from a backup.

use std::path::Path;
use std::process::{Command, Output};

use sqlx::{ConnectOptions as _, Connection as _};
use tests::{Bot, Table, assert_says, assert_says_privately, program};

fn environment(table: &Table) -> Vec<(&'static str, String)> {
    vec![("DISCORD_API_PROXY", table.pg.base_url())]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_program_on_the_same_database_is_refused() {
    let mut table = Table::lay_on_a_file("").await;
    table.duel("medieval", "medieval").await;
    table.play("ann", "e4").await;
    let mut second = Bot::start_with(table.folder(), table.pg.token(), environment(&table));
    let well = tokio::task::spawn_blocking(move || second.ended()).await.unwrap();
    assert!(!well);
    let log = table.bot.log();
    let said = log.lines().last().unwrap_or_default();
    assert!(said.contains("battalion.sqlite is in use by another process of this program"), "{log}");
    assert!(said.contains("stop that one first"), "{log}");
    // Neither the first program nor readers are disturbed; a lock does not outlive a crash.
    let file = format!("{}/../engine/battalions/medieval.toml", env!("CARGO_MANIFEST_DIR"));
    assert!(Command::new(program()).args(["check", &file]).output().unwrap().status.success());
    table.play("bob", "e5").await;
    table.crash().await;
    table.play("ann", "Nf3").await;
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_was_moved_away_is_noticed_and_play_goes_on_when_it_is_back() {
    let mut table = Table::lay_on_a_file("").await;
    table.duel("medieval", "medieval").await;
    table.play_all("e4 e5").await;
    let (file, away) = (table.folder().join("battalion.sqlite"), table.folder().join("away.sqlite"));
    std::fs::rename(&file, &away).unwrap();
    let boards = table.turn_messages().len();
    for _ in 0..3 {
        let refused = table.slash("ann", "move", &[("move", "Nf3")]).await;
        assert_says_privately(&refused, "cannot store anything at the moment");
    }
    // A different file in the same place does not count as the old one.
    std::fs::copy(&away, &file).unwrap();
    let refused = table.slash("ann", "move", &[("move", "Nf3")]).await;
    assert_says_privately(&refused, "cannot store anything at the moment");
    let told = table.pg.wait_for("the host is told", tests::PATIENCE, |_| {
        let log = table.bot.log();
        let mut lines = log.lines();
        lines.any(|line| line.contains("ERROR") && line.contains("put the same file back")).then_some(())
    });
    told.await.unwrap();
    table.quiet(300).await;
    assert_eq!(table.turn_messages().len(), boards, "nothing was accepted");
    std::fs::rename(&away, &file).unwrap();
    table.play_all("Nf3 Nc6").await;
    table.crash().await;
    table.play("ann", "Bb5").await;
    assert_eq!(table.turn_messages().len(), boards + 3, "and nothing is gone");
    table.assert_clean();
}

fn restore(table: &Table, copy: &Path) -> Output {
    command(table, "restore", Some(copy))
}

fn command(table: &Table, name: &str, copy: Option<&Path>) -> Output {
    Command::new(program())
        .current_dir(table.folder())
        .env_clear()
        .env("BATTALION_DATABASE", table.folder().join("battalion.sqlite"))
        .arg(name)
        .args(copy)
        .output()
        .unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_in_use_is_examined_and_every_broken_game_named() {
    let table = Table::lay_on_a_file("").await;
    table.duel("medieval", "medieval").await;
    table.play_all("e4").await;
    let examined = command(&table, "doctor", None);
    let report = String::from_utf8_lossy(&examined.stdout);
    assert!(examined.status.success(), "{report}{}", String::from_utf8_lossy(&examined.stderr));
    for line in
        ["Integrity: sound", "Orphans: none", "Games: 1 (lobby: 0, running: 1, over: 0)", "Replayed: all as stored"]
    {
        assert!(report.contains(line), "{report}");
    }
    let copy = table.folder().join("copy.sqlite");
    assert!(command(&table, "backup", Some(&copy)).status.success());
    let mut database = sqlx::sqlite::SqliteConnectOptions::new().filename(&copy).connect().await.unwrap();
    for change in
        ["PRAGMA foreign_keys = OFF", "INSERT INTO seats (game, seat) VALUES (77, 0)", "UPDATE games SET setup = 'x'"]
    {
        sqlx::query(change).execute(&mut database).await.unwrap();
    }
    database.close().await.unwrap();
    let examined = command(&table, "doctor", Some(&copy));
    let report = String::from_utf8_lossy(&examined.stdout);
    assert!(!examined.status.success(), "{report}");
    for line in ["ROWS WITHOUT THEIR PARENT: 1 in seats", "Opened: 1 CANNOT BE OPENED"] {
        assert!(report.contains(line), "{report}");
    }
    let mut bytes = std::fs::read(&copy).unwrap();
    let middle = bytes.len() / 2 / 4096 * 4096;
    bytes[middle..][..8192].fill(7);
    std::fs::write(&copy, bytes).unwrap();
    let examined = command(&table, "doctor", Some(&copy));
    let errors = String::from_utf8_lossy(&examined.stderr);
    assert!(!examined.status.success() && errors.contains("restore a copy with"), "{errors}");
    let files: Vec<_> = std::fs::read_dir(table.folder()).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert!(!files.iter().any(|name| name.to_string_lossy().contains("examined")), "{files:?}");
    table.play("bob", "e5").await;
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_is_restored_and_the_boards_are_posted_once() {
    let mut table = Table::lay_on_a_file("").await;
    table.duel("medieval", "medieval").await;
    table.play_all("e4 e5").await;
    let copy = table.folder().join("copy.sqlite");
    let file = table.folder().join("battalion.sqlite");
    let mut database = sqlx::sqlite::SqliteConnectOptions::new().filename(&file).connect().await.unwrap();
    let backup = sqlx::query("VACUUM INTO ?").bind(copy.display().to_string());
    backup.execute(&mut database).await.unwrap();
    database.close().await.unwrap();
    table.play_all("Nf3 Nc6 Bb5 a6").await;
    let boards = table.turn_messages().len();

    let refused = restore(&table, &copy);
    assert!(!refused.status.success());
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("is in use by another process") && said.contains("stop that one first"), "{said}");

    table.bot.kill();
    table.pg.wait_gone(tests::PATIENCE).await.unwrap();
    let done = restore(&table, &copy);
    let said = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert!(said.contains("is now the database") && said.contains("before-restore-"), "{said}");
    table.bot.restart();
    table.pg.wait_ready(tests::PATIENCE).await.unwrap();
    table.told("restored from a backup").await;
    let board = table.turn_message(boards).await;
    table.keep("restored", &board);
    assert_says(&board, "e5");
    table.crash().await;
    table.crash().await;
    table.quiet(500).await;
    let told = table.public_texts();
    assert_eq!(told.iter().filter(|text| text.contains("restored from a backup")).count(), 1, "{told:#?}");
    assert_eq!(table.turn_messages().len(), boards + 1, "{told:#?}");
    table.play_all("d4 exd4").await;
    table.assert_clean();
}
