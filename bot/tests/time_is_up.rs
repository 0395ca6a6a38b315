//! The clock, as people see it: a reminder when a third of the time is left, and the end of the game when it is up. Time does not pass
//! while the program is down, and a turn cannot be shorter than ten minutes: the deadline is brought near in the database meanwhile.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use playground::{Arg, Builder, ChannelId, Message, Playground};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};

const PATIENCE: Duration = Duration::from_secs(20);

/// A running bot, ended with the test.
struct Bot(Child);

impl Bot {
    fn start(folder: &Path, pg: &Playground) -> Bot {
        let log = std::fs::File::create(folder.join("bot.log")).unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_battalion"))
            .current_dir(folder)
            .env_clear()
            .env("BATTALION_TOKEN", pg.token())
            .env("DISCORD_API_PROXY", pg.base_url())
            .env("BATTALION_DATABASE", folder.join("games.sqlite"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .unwrap();
        Bot(child)
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A folder of its own, gone at the end.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Brings the only deadline near: a reminder in one second, the end in three.
async fn hurry(folder: &Path) {
    let options = SqliteConnectOptions::new().filename(folder.join("games.sqlite"));
    let mut database: SqliteConnection = options.connect().await.unwrap();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let now = i64::try_from(now.as_millis()).unwrap();
    let changed =
        sqlx::query("UPDATE games SET deadline = ?, remind_at = ? WHERE deadline IS NOT NULL")
            .bind(now + 3000)
            .bind(now + 1000)
            .execute(&mut database)
            .await
            .unwrap();
    assert_eq!(changed.rows_affected(), 1, "the game has a deadline");
    database.close().await.unwrap();
}

async fn told(pg: &Playground, games: ChannelId, what: &str) -> Message {
    let found = pg.wait_for(what, PATIENCE, |pg| {
        let mut all = pg.messages(games).into_iter();
        all.find(|message| message.text().contains(what))
    });
    found.await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reminder_and_the_end_on_time() {
    let folder =
        Folder(std::env::temp_dir().join(format!("battalion-time-{}", std::process::id())));
    std::fs::create_dir_all(&folder.0).unwrap();
    let pg = Builder::club().start("127.0.0.1:0").await.unwrap();
    let bot = Bot::start(&folder.0, &pg);
    pg.wait_ready(PATIENCE).await.unwrap();
    let games = pg.channel("games").unwrap();
    let (ann, bob) = (pg.user("ann").unwrap(), pg.user("bob").unwrap());
    let options: [(&str, Arg); 3] = [
        ("mode", "Duel (2 Players)".into()),
        ("order", "As people join".into()),
        ("time", "10 minutes".into()),
    ];
    pg.slash(ann, games, "titans new", &options).await.unwrap();
    let army: [(&str, Arg); 1] = [("battalion", "medieval".into())];
    for who in [ann, bob] {
        pg.slash(who, games, "match join", &army).await.unwrap();
    }
    pg.slash(ann, games, "match start", &[]).await.unwrap();
    let first = told(&pg, games, "your turn").await;
    assert!(first.text().contains("Time is up <t:"), "{}", first.text());
    drop(bot);
    pg.wait_gone(PATIENCE).await.unwrap();
    hurry(&folder.0).await;
    let _bot = Bot::start(&folder.0, &pg);
    let reminder = told(&pg, games, "a third of your time is left").await;
    assert_eq!(reminder.pings, [ann].into(), "{}", reminder.text());
    let end = told(&pg, games, "wins on time").await;
    assert!(end.text().contains("Bob"), "{}", end.text());
    assert!(end.picture().is_some() && end.labels().is_empty());
    let late: [(&str, Arg); 1] = [("move", "e2-e4".into())];
    let refused = pg.slash(ann, games, "move", &late).await.unwrap();
    assert!(
        refused.ephemeral() && refused.text().contains("over"),
        "{}",
        refused.text()
    );
    assert!(pg.violations().is_empty(), "{:?}", pg.violations());
}
