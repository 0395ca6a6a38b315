//! Tests of the database files: the lock, missing or replaced files, and restores.

use sqlx::Connection as _;

use super::*;
use crate::store::file::beside;

#[tokio::test]
async fn a_second_program_is_refused_as_long_as_the_first_one_runs() {
    let folder = Folder::new();
    let file = folder.file();
    let first = Lock::take(&file).unwrap();
    let said = Lock::take(&file).unwrap_err().to_string();
    for needed in ["games.sqlite is in use", &format!("number {}", std::process::id()), "stop that one first"] {
        assert!(said.contains(needed), "{said}");
    }
    drop(first);
    let _second = Lock::take(&file).unwrap();
    // The lock does not interfere with SQLite's own locks.
    let store = Store::open(&file).await.unwrap();
    new_game(&store).await;
}

/// Moves a file away: writes fail until it is back, and nothing is lost.
async fn nothing_is_stored_without(end: &str) {
    let folder = Folder::new();
    let store = Store::open(&folder.file()).await.unwrap();
    let game = new_game(&store).await;
    store.commit(start(game), None, 2000).await.unwrap();
    let (file, away) = (beside(&folder.file(), end), folder.0.join("away"));
    std::fs::rename(&file, &away).unwrap();
    let refused = store.commit(action(game, 2, 10, false), None, 3000).await.unwrap_err();
    assert_eq!(refused.cause(), Cause::Gone);
    let said = refused.to_string();
    assert!(said.contains(&file.display().to_string()) && said.contains("put the same file back"), "{said}");
    assert!(!store.is_in_place().await);
    assert!(!file.exists(), "nothing is made in its place");
    // A copy in its place is rejected, too.
    std::fs::copy(&away, &file).unwrap();
    let refused = store.heartbeat(3000, 0).await.unwrap_err().to_string();
    assert!(refused.contains("replaced by another file"), "{refused}");
    std::fs::rename(&away, &file).unwrap();
    assert!(store.is_in_place().await);
    store.commit(action(game, 2, 10, false), None, 3000).await.unwrap();
    store.close().await;
    let store = Store::open(&folder.file()).await.unwrap();
    assert_eq!(store.game(game).await.unwrap().unwrap().version, Version(3));
}

#[tokio::test]
async fn a_database_that_was_moved_away_takes_nothing_until_it_is_back() {
    nothing_is_stored_without("").await;
}

#[tokio::test]
async fn a_journal_that_was_moved_away_is_noticed_as_well() {
    nothing_is_stored_without("-wal").await;
}

/// Builds a folder as a crash leaves it: the database with its journal, and an earlier copy of the database.
async fn crashed(folder: &Folder) -> (PathBuf, PathBuf) {
    let store = Store::open(&folder.file()).await.unwrap();
    let game = new_game(&store).await;
    store.commit(start(game), None, 2000).await.unwrap();
    let copy = folder.0.join("copy.sqlite");
    let vacuum = sqlx::query("VACUUM INTO $1").bind(copy.display().to_string());
    vacuum.execute(&store.read).await.unwrap();
    for on in 2..60 {
        store.commit(action(game, on, 100 + on as u64, false), None, 3000).await.unwrap();
        if on == 50 {
            // From here on the journal holds only newer changes, as in a database that has long been in use.
            store.writer.checkpoint().await.unwrap();
        }
    }
    let crashed = folder.0.join("crashed/games.sqlite");
    std::fs::create_dir_all(crashed.parent().unwrap()).unwrap();
    for end in ["", "-wal"] {
        std::fs::copy(beside(&folder.file(), end), beside(&crashed, end)).unwrap();
    }
    store.close().await;
    (crashed, copy)
}

#[tokio::test]
async fn a_store_that_closes_does_not_miss_its_journal() {
    let folder = Folder::new();
    let store = Store::open(&folder.file()).await.unwrap();
    assert!(beside(&folder.file(), "-wal").exists());
    store.close().await;
    assert!(!beside(&folder.file(), "-wal").exists(), "SQLite deletes it");
    assert!(store.is_in_place().await, "nothing is reported as lost");
}

async fn version(file: &Path) -> Version {
    let store = Store::open(file).await.unwrap();
    let version = store.game(GameId(1)).await.unwrap().unwrap().version;
    store.close().await;
    version
}

#[tokio::test]
async fn a_journal_that_does_not_belong_to_the_database_is_told_from_damage() {
    let folder = Folder::new();
    let (file, copy) = crashed(&folder).await;
    let journal = std::fs::read(beside(&file, "-wal")).unwrap();
    std::fs::copy(&copy, &file).unwrap();
    let said = Store::open(&file).await.unwrap_err().to_string();
    for needed in ["games.sqlite-wal does not belong to the database", "battalion restore COPY"] {
        assert!(said.contains(needed), "{said}");
    }
    assert_eq!(std::fs::read(&file).unwrap(), std::fs::read(&copy).unwrap(), "nothing was written");
    assert_eq!(std::fs::read(beside(&file, "-wal")).unwrap(), journal);
    restore(&copy, &file).await.unwrap();
    assert_eq!(version(&file).await, Version(2));
}

#[tokio::test]
async fn the_journal_of_a_crash_is_used() {
    let folder = Folder::new();
    let (file, _) = crashed(&folder).await;
    assert_eq!(version(&file).await, Version(60));
}

#[tokio::test]
async fn a_copy_is_restored_and_the_old_database_kept() {
    let folder = Folder::new();
    let (file, copy) = crashed(&folder).await;
    let old = restore(&copy, &file).await.unwrap().unwrap();
    assert!(copy.exists() && !beside(&file, "-wal").exists() && !file::staged(&file).exists());
    assert_eq!(version(&old).await, Version(60), "with its journal");
    let store = Store::open(&file).await.unwrap();
    // The waiting notices about the lobby and the first board are not duplicated.
    let kinds = ["restored", "turn"];
    assert_eq!(store.after_restore(kinds, 5000).await.unwrap(), Some(1));
    let waiting = || async {
        let kinds = "SELECT kind FROM outbox WHERE state = 'waiting' ORDER BY id";
        sqlx::query_scalar::<_, String>(kinds).fetch_all(&store.read).await.unwrap()
    };
    assert_eq!(waiting().await, ["lobby", "restored", "turn"]);
    // A second call does nothing.
    assert_eq!(store.after_restore(kinds, 6000).await.unwrap(), None);
    assert_eq!(waiting().await.len(), 3);
    let ids: Vec<i64> = sqlx::query_scalar("SELECT id FROM outbox ORDER BY id").fetch_all(&store.read).await.unwrap();
    assert!(ids[1] > 100_000, "numbers that lost messages have are not used again: {ids:?}");
    // Another one in the same second keeps another old database.
    store.close().await;
    let (second, third) =
        (restore(&copy, &file).await.unwrap().unwrap(), restore(&copy, &file).await.unwrap().unwrap());
    assert!(old != second && second != third && old != third);
    assert_eq!(version(&old).await, Version(60));
    // A restore where no database exists.
    let new = folder.0.join("new/games.sqlite");
    assert_eq!(restore(&copy, &new).await.unwrap(), None);
    assert_eq!(version(&new).await, Version(2));
}

/// `battalion doctor` counts a message as waiting until it is posted, also while it is being posted.
#[tokio::test]
async fn the_condition_of_a_database_counts_its_notices() {
    let folder = Folder::new();
    let store = Store::open(&folder.file()).await.unwrap();
    let counts = async || {
        let condition = super::super::condition(&folder.file()).await.unwrap();
        assert!(condition.schema.is_some() && condition.damage.is_empty() && condition.orphans.is_empty());
        (condition.waiting, condition.given_up)
    };
    for key in 1..=3 {
        lobby_in(&store, key, ChannelId(key)).await;
    }
    assert_eq!(counts().await, (3, 0));
    let take = async || store.take_notices(2000, 1).await.unwrap().remove(0);
    let first = take().await;
    assert_eq!(counts().await, (3, 0));
    store.posted(first.id, CHANNEL, MessageId(1), None, None).await.unwrap();
    let second = take().await;
    assert_eq!(counts().await, (2, 0));
    store.give_up(second.id, None, 3000).await.unwrap();
    assert_eq!(counts().await, (1, 1));
}

#[tokio::test]
async fn a_database_that_is_not_there_is_said_to_be_missing() {
    let folder = Folder::new();
    let (missing, copy) = (folder.0.join("none.sqlite"), folder.0.join("copy.sqlite"));
    let said = super::super::condition(&missing).await.unwrap_err().to_string();
    assert!(said.contains("there is no database") && said.contains("none.sqlite"), "{said}");
    let said = super::super::backup(&missing, &copy).await.unwrap_err().to_string();
    assert!(said.contains("there is no such file") && !copy.exists(), "{said}");
    assert!(!missing.exists());
}

#[tokio::test]
async fn what_is_no_good_copy_changes_nothing() {
    let folder = Folder::new();
    let (file, copy) = crashed(&folder).await;
    let other = folder.0.join("other.sqlite");
    let mut foreign = sqlite::connect(&other, Purpose::Create).await.unwrap();
    sqlx::query("CREATE TABLE birds (name TEXT)").execute(&mut foreign).await.unwrap();
    foreign.close().await.unwrap();
    let damaged = folder.0.join("damaged.sqlite");
    let mut bytes = std::fs::read(&copy).unwrap();
    bytes[4096..8192].fill(0xAA);
    std::fs::write(&damaged, &bytes).unwrap();
    let text = folder.0.join("notes.txt");
    std::fs::write(&text, "No database. ".repeat(1000)).unwrap();
    let newer = folder.0.join("newer.sqlite");
    std::fs::copy(&copy, &newer).unwrap();
    let mut ahead = sqlite::connect(&newer, Purpose::Copy).await.unwrap();
    sqlx::query("INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (9999, 'x', 1, x'00', 0)")
        .execute(&mut ahead)
        .await
        .unwrap();
    ahead.close().await.unwrap();
    for (bad, why) in [
        (&other, "no database of this program"),
        (&damaged, "damaged"),
        (&text, "not a database"),
        (&newer, "newer version"),
        (&file, "the database itself"),
        (&folder.0.join("none.sqlite"), "cannot be read"),
        (&folder.0, "cannot be read"),
    ] {
        let said = restore(bad, &file).await.unwrap_err().to_string();
        assert!(said.contains(why) && said.contains("nothing was changed"), "{said}");
        assert!(!file::staged(&file).exists(), "{said}");
    }
    let lock = Lock::take(&file).unwrap();
    assert!(matches!(restore(&copy, &file).await, Err(RestoreError::InUse(_))));
    drop(lock);
    assert_eq!(version(&file).await, Version(60));
}

#[tokio::test]
async fn a_restore_that_was_cut_off_is_done_again() {
    let folder = Folder::new();
    let (file, copy) = crashed(&folder).await;
    std::fs::copy(&copy, file::staged(&file)).unwrap();
    let said = Store::open(&file).await.unwrap_err().to_string();
    assert!(said.contains("was cut off; run `battalion restore`"), "{said}");
    restore(&copy, &file).await.unwrap();
    assert_eq!(version(&file).await, Version(2));
}
