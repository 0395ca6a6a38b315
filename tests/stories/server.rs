//! A bot whose database is on a PostgreSQL server: restarts of the server and of the bot in the middle of a game, and the
//! way there from a file. Skipped where PostgreSQL is not installed.

use std::process::Command;
use std::time::{Duration, Instant};

use tests::{PATIENCE, Postgres, Table, assert_says_privately, program, response};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_goes_on_after_restarts_of_the_server_and_the_bot() {
    let Some(mut server) = Postgres::start() else { return };
    let address = format!("{}&password=never-shown", server.new_database());
    let mut table = Table::lay_on(&address).await;
    table.duel("medieval", "medieval").await;
    table.play_all("e4 e5").await;
    let mut boards = table.turn_messages().len();
    for (stops, moves) in [(Postgres::stop as fn(&mut Postgres), "Nf3 Nc6"), (Postgres::kill, "Bb5 a6")] {
        // A server that is killed loses the newest records of posted boards; they would be looked for after a minute.
        table.quiet(1000).await;
        stops(&mut server);
        let first = moves.split(' ').next().unwrap();
        for _ in 0..2 {
            let refused = table.slash("ann", "move", &[("move", first)]).await;
            assert_says_privately(&refused, "at the moment");
        }
        let refused = table.slash("bob", "games list", &[]).await;
        assert_says_privately(&refused, "cannot read its games at the moment");
        table.quiet(300).await;
        assert_eq!(table.turn_messages().len(), boards, "nothing was accepted");
        server.start_again();
        table.play_all(moves).await;
        boards += 2;
        assert_eq!(table.turn_messages().len(), boards);
    }
    assert!(table.bot.log().contains("check its server"), "the host is told");
    // The bot is killed while its server runs on; the old session may still hold the lock for a moment.
    table.bot.kill();
    table.pg.wait_gone(PATIENCE).await.unwrap();
    table.bot.restart();
    table.pg.wait_ready(PATIENCE).await.unwrap();
    table.play_all("Ba4 Nf6").await;
    table.quiet(300).await;
    assert_eq!(table.turn_messages().len(), boards + 2, "each board once");
    assert!(!table.bot.log().contains("never-shown"), "the password is not logged");
    assert!(!table.folder().join("battalion.sqlite").exists());
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_restarts_under_load_loses_nothing() {
    let Some(mut server) = Postgres::start() else { return };
    let table = Table::lay_on(&server.new_database()).await;
    table.duel("medieval", "medieval").await;
    let restarts = std::thread::spawn(move || {
        for _ in 0..3 {
            std::thread::sleep(Duration::from_millis(700));
            server.stop();
            server.start_again();
        }
        server
    });
    let began = Instant::now();
    let line = "a3 a6 b3 b6 c3 c6 d3 d6 e3 e6 f3 f6 g3 g6 h3 h6 a4 a5 b4 b5 c4 c5";
    let mut said = Vec::new();
    for (text, who) in line.split(' ').zip(["ann", "bob"].into_iter().cycle()) {
        // A move that is refused is tried again, as a person would. It may have been stored all the same.
        loop {
            let answer = response(&table.slash(who, "move", &[("move", text)]).await);
            if !answer.ephemeral() {
                break;
            }
            said.push(format!("{text}: {}", answer.text()));
            if !answer.text().contains("at the moment") {
                break;
            }
            assert!(began.elapsed() < PATIENCE);
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let server = restarts.join().unwrap();
    table.quiet(1000).await;
    let boards = table.turn_messages().len();
    assert_eq!(boards, line.split(' ').count() + 1, "each board once, and the first one: {said:#?}");
    drop(server);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_moves_from_a_file_to_a_server() {
    let Some(server) = Postgres::start() else { return };
    let mut table = Table::lay_on_a_file("").await;
    table.duel("medieval", "medieval").await;
    table.play_all("e4 e5").await;
    let (address, folder) = (server.new_database(), table.folder().to_owned());
    let moving = || {
        let from = format!("sqlite:{}", folder.join("battalion.sqlite").display());
        let mut command = Command::new(program());
        command.current_dir(&folder).env_clear().args(["move", "--from", &from, "--to", &address]);
        let ran = command.output().unwrap();
        let said = format!("{}{}", String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
        (ran.status.success(), said)
    };
    let (moved, said) = moving();
    assert!(!moved && said.contains("in use by another process") && said.contains("nothing was moved"), "{said}");
    assert!(table.bot.stop());
    table.pg.wait_gone(PATIENCE).await.unwrap();
    let (moved, said) = moving();
    assert!(moved && said.contains("games: 1 rows") && said.contains("Opened: 1 of 1 games"), "{said}");
    let (again, said) = moving();
    assert!(!again && said.contains("is not empty"), "{said}");
    table.bot.restart_with("BATTALION_STORE_URL", &address);
    table.pg.wait_ready(PATIENCE).await.unwrap();
    table.play_all("Nf3 Nc6").await;
    table.quiet(300).await;
    assert_eq!(table.turn_messages().len(), 5);
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_that_need_a_file_say_what_to_use_instead() {
    let folder = tempfile::tempdir().unwrap();
    for (command, instead) in [("backup", "pg_dump"), ("restore", "pg_restore"), ("doctor", "pg_amcheck")] {
        let copy = if command == "doctor" { None } else { Some("copy.sqlite") };
        let mut run = Command::new(program());
        run.current_dir(folder.path())
            .env_clear()
            .env("BATTALION_STORE_URL", "postgres://ann:secret@127.0.0.1:9/games");
        let ran = run.arg(command).args(copy).output().unwrap();
        let said = String::from_utf8_lossy(&ran.stderr);
        assert!(!ran.status.success() && said.contains(instead) && !said.contains("secret"), "{said}");
    }
}
