//! Tests of the database files: the lock, missing or replaced files, and restores.

use sqlx::Connection as _;

use super::*;
use crate::store::file::beside;

#[tokio::test]
async fn a_second_program_is_refused_as_long_as_the_first_one_runs() {
    let folder = Folder::new();
    let file = folder.file();
    // A program that has ended left a longer number.
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(beside(&file, ".lock"), "99999999999999").unwrap();
    let first = Lock::take(&file).unwrap();
    let said = Lock::take(&file).unwrap_err().to_string();
    for needed in ["games.sqlite is in use", &format!("(number {})", std::process::id()), "stop that one first"] {
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
    // The copy that was cut off had a journal; the one that is restored now has none.
    std::fs::copy(&copy, file::staged(&file)).unwrap();
    std::fs::copy(beside(&file, "-wal"), beside(&file::staged(&file), "-wal")).unwrap();
    let said = Store::open(&file).await.unwrap_err().to_string();
    assert!(said.contains("was cut off; run `battalion restore`"), "{said}");
    restore(&copy, &file).await.unwrap();
    assert_eq!(version(&file).await, Version(2));
}

/// A copy of the files of a database that was in use has its newest changes in the journal.
#[tokio::test]
async fn a_copy_with_its_journal_is_restored_whole() {
    let folder = Folder::new();
    let (file, _) = crashed(&folder).await;
    let new = folder.0.join("new/games.sqlite");
    restore(&file, &new).await.unwrap();
    assert_eq!(version(&new).await, Version(60));
}

/// Buttons that were posted after the copy was made have numbers that the restored database does not use again.
#[tokio::test]
async fn after_a_restore_every_number_is_new() {
    let folder = Folder::new();
    let (file, copy) = (folder.file(), folder.0.join("copy.sqlite"));
    let numbers = async |store: &Store, key: u64| {
        let Outcome::Stored(game) = lobby_in(store, key, ChannelId(key)).await else { panic!() };
        store.add_line((game, None), PersonId(7), "[]".to_owned(), Vec::new()).await.unwrap();
        let line = store.lines(game).await.unwrap()[0].id;
        let opening = store.put_opening(PersonId(7), "{}".to_owned(), 1000).await.unwrap();
        let battalion = format!("army-{key}");
        let draft = vec![NewDraft { battalion: battalion.clone(), file: "file".to_owned() }];
        let draft = store.put_drafts(GuildId(3), draft, false, PersonId(7), 1000).await.unwrap();
        let log = NewLog { guild: GuildId(3), at: 2000, by: None, content: "1".to_owned() };
        let about = ["Army", "Ann", "CC0-1.0", "An army."].map(str::to_owned);
        let share = NewShare { guild: GuildId(3), battalion, reach: Reach::Gallery, version: 1, about, at: 2000 };
        let share = store.put_share(share, log).await.unwrap().id;
        let trial = NewTrial {
            guild: GuildId(key),
            battalion: "army".to_owned(),
            plan: "plan".to_owned(),
            name: "Army".to_owned(),
            person: PersonId(7),
            began_at: 1000,
        };
        let trial = store.begin_trial(trial, 9).await.unwrap().unwrap();
        [game.0, line, opening.0, draft.0, share.0, trial.0]
    };
    let store = Store::open(&file).await.unwrap();
    assert_eq!(numbers(&store, 1).await, [1; 6]);
    backup(&file, &copy).await.unwrap();
    assert_eq!(numbers(&store, 2).await, [2; 6]);
    store.close().await;
    restore(&copy, &file).await.unwrap();
    let store = Store::open(&file).await.unwrap();
    let after = numbers(&store, 2).await;
    assert!(after.iter().all(|number| *number > 100_000), "{after:?}");
    store.close().await;
}

#[tokio::test]
async fn a_deleted_copy_leaves_nothing_behind() {
    let folder = Folder::new();
    let file = folder.file();
    Store::open(&file).await.unwrap().close().await;
    let copies = folder.0.join("copies");
    std::fs::create_dir_all(&copies).unwrap();
    let copy = copies.join("copy.sqlite");
    backup(&file, &copy).await.unwrap();
    assert_eq!(std::fs::read_dir(&copies).unwrap().count(), 2, "with its checksum");
    delete_backup(&copy).unwrap();
    assert_eq!(std::fs::read_dir(&copies).unwrap().count(), 0);
    assert!(delete_backup(&copy).is_err());
    // A copy without a checksum, as other programs make it.
    std::fs::copy(&file, &copy).unwrap();
    delete_backup(&copy).unwrap();
    assert_eq!(std::fs::read_dir(&copies).unwrap().count(), 0);
}

#[tokio::test]
async fn the_condition_of_a_database_counts_rows_whose_game_is_gone() {
    let folder = Folder::new();
    let store = Store::open(&folder.file()).await.unwrap();
    new_game(&store).await;
    store.close().await;
    let mut raw = sqlite::connect(&folder.file(), Purpose::Copy).await.unwrap();
    for orphan in [
        "PRAGMA foreign_keys = OFF",
        "INSERT INTO invited (game, person) VALUES (98, 1), (99, 1), (99, 2)",
        "INSERT INTO secrets (game, name, content) VALUES (99, 'seed', 'x')",
    ] {
        sqlx::query(orphan).execute(&mut raw).await.unwrap();
    }
    raw.close().await.unwrap();
    let condition = super::super::condition(&folder.file()).await.unwrap();
    let orphans: Vec<_> = condition.orphans.iter().map(|(table, rows)| (table.as_str(), *rows)).collect();
    assert_eq!(orphans, [("invited", 3), ("secrets", 1)]);
    assert!(condition.damage.is_empty() && condition.schema == Some(schema::newest()), "{condition:?}");
}

/// The copy for the older program is made before every change of the schema, and only then.
#[tokio::test]
async fn a_database_of_an_older_schema_is_copied_first() {
    let known = schema::FILES.len();
    for older in [known - 1, known - 2, known] {
        let folder = Folder::new();
        let file = folder.file();
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        let mut old = sqlite::connect(&file, Purpose::Create).await.unwrap();
        schema::apply(&Location::from(&file), &mut old, &schema::FILES[..older]).await.unwrap();
        old.close().await.unwrap();
        for _ in 0..2 {
            Store::open(&file).await.unwrap().close().await;
        }
        for (number, _, _) in schema::FILES {
            let copied = beside(&file, &format!(".schema-{number}")).exists();
            assert_eq!(copied, older < known && *number == schema::FILES[older - 1].0, "{older} {number}");
        }
    }
}

/// An operator who went back to an older version of the program, by the copy that was made for it, can start the newer
/// one again.
#[tokio::test]
async fn an_earlier_copy_for_the_older_program_is_replaced() {
    let folder = Folder::new();
    let (file, older) = (folder.file(), schema::FILES.len() - 1);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    let mut old = sqlite::connect(&file, Purpose::Create).await.unwrap();
    schema::apply(&Location::from(&file), &mut old, &schema::FILES[..older]).await.unwrap();
    old.close().await.unwrap();
    let copy = beside(&file, &format!(".schema-{}", schema::FILES[older - 1].0));
    for _ in 0..2 {
        let store = Store::open(&file).await.unwrap();
        new_game(&store).await;
        store.close().await;
        std::fs::copy(&copy, &file).unwrap();
    }
}

/// A backup that was cut off, for example by a power failure, does not hinder the next one of that name.
#[tokio::test]
async fn a_copy_that_was_cut_off_is_made_again() {
    let folder = Folder::new();
    let (file, copy) = (folder.file(), folder.0.join("copy.sqlite"));
    Store::open(&file).await.unwrap().close().await;
    std::fs::write(beside(&copy, ".part"), "half a copy").unwrap();
    backup(&file, &copy).await.unwrap();
    assert!(!beside(&copy, ".part").exists());
    let found = super::super::condition(&copy).await.unwrap();
    assert!(found.schema.is_some() && found.damage.is_empty(), "{found:?}");
}

/// More rows are moved than are written by one statement.
#[tokio::test]
async fn a_long_table_is_moved_whole() {
    let (from, to) = (Base::sqlite(), Base::sqlite());
    let store = from.open().await;
    let fill = store.note(|tx| {
        Box::pin(async move {
            for number in 0..120_i64 {
                sqlx::query("INSERT INTO interactions (id, answer, at) VALUES ($1, 'x', 0)")
                    .bind(number)
                    .execute(&mut *tx)
                    .await?;
            }
            Ok(())
        })
    });
    fill.await.unwrap();
    store.close().await;
    let mut told = 0;
    let moving = super::super::copy(&from.at, &to.at, |table, rows, _| {
        if table == "interactions" {
            told = rows;
        }
    });
    moving.await.unwrap();
    let store = to.open().await;
    let moved = sqlx::query_scalar("SELECT count(*) FROM interactions");
    let moved: i64 = moved.fetch_one(&store.read).await.unwrap();
    assert_eq!((told, moved), (120, 120));
}

/// An error after the end says that the program is stopping, for reading as for writing.
#[tokio::test]
async fn a_closed_database_is_told_from_a_faulty_one() {
    let folder = Folder::new();
    let store = Store::open(&folder.file()).await.unwrap();
    let faulty = store.store(|_| Box::pin(async { Err::<(), _>(StoreError::Interrupted) })).await.unwrap_err();
    assert!(!faulty.is_closed());
    store.close().await;
    let (read, written) = (store.head(GameId(1)).await.unwrap_err(), store.heartbeat(1, 0).await.unwrap_err());
    assert!(read.is_closed() && written.is_closed(), "{read} {written}");
}

/// A database that cannot be read leaves neither a copy nor a part of one, which would fill the disk night after night.
#[tokio::test]
async fn a_backup_that_fails_leaves_nothing_behind() {
    let folder = Folder::new();
    let (file, copy) = (folder.0.join("notes.txt"), folder.0.join("copy.sqlite"));
    std::fs::write(&file, "No database. ".repeat(1000)).unwrap();
    let failed = backup(&file, &copy).await;
    assert!(matches!(failed, Err(BackupError::Unread { .. })), "{failed:?}");
    assert!(!copy.exists() && !beside(&copy, ".part").exists());
}

/// The error of a database that may only be read differs from that of a faulty program and says what to do.
#[tokio::test]
async fn a_database_that_may_only_be_read_is_said_to_be_so() {
    let folder = Folder::new();
    Store::open(&folder.file()).await.unwrap().close().await;
    let mut reader = sqlite::connect(&folder.file(), Purpose::Read).await.unwrap();
    let error = sqlx::query("DELETE FROM interactions").execute(&mut reader).await.unwrap_err();
    let error = StoreError::from(error);
    assert_eq!(error.cause(), Cause::ReadOnly, "{error}");
    assert!(error.to_string().contains("give the program the right to write there"), "{error}");
}
