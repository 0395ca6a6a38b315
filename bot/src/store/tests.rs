//! Tests of the store on new databases: atomicity, refusals, and recovery from crashes.

mod battalions;
mod effects;
mod erasing;
mod files;
mod lists;
mod notices;
mod results;
mod server;
mod settings;
mod sharing;
mod trials;
mod upkeep;

use std::path::{Path, PathBuf};

use super::*;

struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let number = rand::random::<u64>();
        let path = std::env::temp_dir().join(format!("battalion-store-{number:x}"));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self) -> PathBuf {
        self.0.join("deep/games.sqlite")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A shared Battalion, "army".
fn shared(reach: Reach) -> NewShare {
    NewShare {
        guild: GuildId(3),
        battalion: "army".to_owned(),
        reach,
        version: 1,
        about: ["Army", "Ann", "CC0-1.0", "An army."].map(str::to_owned),
        at: 2000,
    }
}

/// New database of a test, of either kind.
struct Base {
    at: Location,
    _folder: Option<Folder>,
    _database: Option<::tests::Database>,
}

impl Base {
    fn sqlite() -> Self {
        let folder = Folder::new();
        Self { at: Location::from(&folder.file()), _folder: Some(folder), _database: None }
    }

    /// A database on the shared server; `None` where PostgreSQL is not installed.
    fn postgres() -> Option<Self> {
        let database = ::tests::Postgres::database()?;
        // A test may connect before a store does.
        sqlx::any::install_default_drivers();
        Some(Self { at: Location::parse(database.address()).unwrap(), _folder: None, _database: Some(database) })
    }

    async fn open(&self) -> Store {
        Store::open(&self.at).await.unwrap()
    }
}

/// Makes two tests of each function, one for each kind of database.
macro_rules! on_both {
    ($($name:ident,)+) => {
        mod on_sqlite {
            $(#[tokio::test]
            async fn $name() {
                Box::pin(super::$name(crate::store::tests::Base::sqlite())).await;
            })+
        }

        mod on_postgres {
            $(#[tokio::test]
            async fn $name() {
                if let Some(base) = crate::store::tests::Base::postgres() {
                    Box::pin(super::$name(base)).await;
                }
            })+
        }
    };
}
use on_both;

const CHANNEL: ChannelId = ChannelId(u64::MAX - 5);

fn notice(kind: &str) -> NewNotice {
    NewNotice { to: To::Channel(CHANNEL), kind: kind.to_owned() }
}

async fn lobby(store: &Store, key: u64) -> Outcome<GameId> {
    lobby_in(store, key, CHANNEL).await
}

async fn lobby_in(store: &Store, key: u64, channel: ChannelId) -> Outcome<GameId> {
    let new = NewGame {
        kind: Kind::Titans,
        seats: Vec::new(),
        place: Place { guild: None, channel, parent: Some(ChannelId(3)) },
        creator: PersonId(u64::MAX),
        creator_name: "Ann".to_owned(),
        options: "{}".to_owned(),
        invited: Vec::new(),
        notices: vec![notice("lobby")],
        interaction: InteractionKey(key),
    };
    store.create(new, String::from("{}"), 1000, |id| format!("opened {id}")).await.unwrap()
}

async fn new_game(store: &Store) -> GameId {
    match lobby(store, 1).await {
        Outcome::Stored(game) => game,
        other => panic!("{other:?}"),
    }
}

fn action(game: GameId, on: i64, key: u64, sealed: bool) -> Change {
    let mut change = Change::new(game, Version(on), State::Running);
    change.interaction = Some((InteractionKey(key), format!("answer {key}")));
    change.action = Some(NewAction {
        seat: 1,
        person: Some(PersonId(7)),
        action: format!("\"action of {key}\""),
        sealed,
        effect: format!("[\"effect of {key}\"]"),
    });
    change.notices = vec![notice("turn")];
    change
}

fn start(game: GameId) -> Change {
    let mut change = Change::new(game, Version(1), State::Running);
    change.setup =
        Some(NewSetup { setup: "{\"setup\":1}".to_owned(), seed: "5eed".to_owned(), state: "{}".to_owned() });
    change.seats = Some(vec![SeatRow {
        vacant_since: None,
        battalion: Some("medieval".to_owned()),
        odds: Some("half-time".to_owned()),
        players: vec![
            PlayerRow { person: PersonId(7), name: "Ann".to_owned() },
            PlayerRow { person: PersonId(8), name: "Bob".to_owned() },
        ],
    }]);
    change.time = Time::Until { deadline: 9000, since: Some(1000), remind_at: 6000 };
    change
}

fn code(error: &StoreError) -> &'static str {
    match error {
        StoreError::Unwritable { .. } => "unwritable",
        StoreError::Corrupt { .. } => "corrupt",
        StoreError::Newer { .. } => "newer",
        StoreError::Schema { .. } => "schema",
        _ => "other",
    }
}

#[test]
fn every_file_of_the_folder_is_applied() {
    for (folder, migrations) in [("../migrations", schema::FILES), ("../migrations/postgres", schema::POSTGRES)] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name.ends_with(".sql"))
            .collect();
        files.sort();
        let known: Vec<String> =
            migrations.iter().map(|(version, name, _)| format!("{version:04}_{name}.sql")).collect();
        assert_eq!(files, known);
    }
}

async fn what_is_stored_comes_back_whole(base: Base) {
    let store = base.open().await;
    let game = new_game(&store).await;
    assert_eq!(store.commit(start(game), None, 2000).await.unwrap(), Outcome::Stored(None));
    store.commit(action(game, 2, 10, false), None, 3000).await.unwrap();
    store.commit(action(game, 3, 11, true), None, 4000).await.unwrap();
    let row = store.game(game).await.unwrap().unwrap();
    assert_eq!(row.place.channel, CHANNEL);
    assert_eq!(row.creator, PersonId(u64::MAX));
    assert_eq!((row.version, row.started, row.state), (Version(4), Some(Version(2)), State::Running));
    assert_eq!((row.setup.as_deref(), row.seed.as_deref()), (Some("{\"setup\":1}"), Some("5eed")));
    assert_eq!(row.seats, start(game).seats.unwrap());
    assert_eq!(row.deadline, Some(9000));
    let log: Vec<_> = row.actions.iter().map(|a| (a.version.0, a.seat, a.action.as_str(), a.sealed)).collect();
    assert_eq!(log, [(3, 1, "\"action of 10\"", false), (4, 1, "\"action of 11\"", true)]);
    assert_eq!(store.games_of(PersonId(8)).await.unwrap()[0].id, game);
    assert_eq!(store.game(GameId(99)).await.unwrap().map(|row| row.id), None);
    // The public rows contain neither the seed nor the sealed action and its player.
    type Row = (i64, Option<i64>, Option<i64>, Option<String>);
    let all: Vec<Row> = sqlx::query_as("SELECT seq, seat, person, action FROM actions ORDER BY seq")
        .fetch_all(&store.read)
        .await
        .unwrap();
    assert_eq!(all[1], (2, None, None, None));
}

#[tokio::test]
async fn of_two_changes_of_one_version_one_wins() {
    let folder = Folder::new();
    let store = Store::open(&folder.file()).await.unwrap();
    let game = new_game(&store).await;
    store.commit(start(game), None, 2000).await.unwrap();
    // Two stores on one file have two writers.
    let other = Store::open(&folder.file()).await.unwrap();
    for round in 0..20 {
        let (on, key) = (2 + round, 100 + 2 * round as u64);
        let (mine, theirs) = (action(game, on, key, false), action(game, on, key + 1, round % 2 == 0));
        let (one, two) = tokio::join!(store.commit(mine, None, 3000), other.commit(theirs, None, 3000));
        let outcomes = [one.unwrap(), two.unwrap()];
        let won = |o: &&Outcome<_>| matches!(o, Outcome::Stored(_));
        assert_eq!(outcomes.iter().filter(won).count(), 1, "{outcomes:?}");
        assert!(outcomes.contains(&Outcome::Conflict));
        // The change that lost may be decided and stored again, so its interaction is not answered yet.
        for (outcome, key) in outcomes.iter().zip([key, key + 1]) {
            let answered = store.answered(InteractionKey(key)).await.unwrap().is_some();
            assert_eq!(answered, won(&outcome), "{outcome:?}");
        }
    }
    assert_eq!(store.game(game).await.unwrap().unwrap().actions.len(), 20);
}

async fn a_repeated_delivery_is_answered_and_a_channel_holds_one_open_game(base: Base) {
    let store = base.open().await;
    let game = new_game(&store).await;
    assert_eq!(lobby(&store, 1).await, Outcome::Repeated(format!("opened {game}")));
    assert_eq!(lobby(&store, 2).await, Outcome::Conflict);
    store.commit(start(game), None, 2000).await.unwrap();
    store.commit(action(game, 2, 10, false), None, 3000).await.unwrap();
    let again = store.commit(action(game, 3, 10, false), None, 3000).await.unwrap();
    assert_eq!(again, Outcome::Repeated("answer 10".to_owned()));
    assert_eq!(store.game(game).await.unwrap().unwrap().version, Version(3));
    let over = Change::new(game, Version(3), State::Over);
    store.commit(over, None, 4000).await.unwrap();
    assert_eq!(store.commit(action(game, 4, 12, false), None, 5000).await.unwrap(), Outcome::Conflict);
    assert!(matches!(lobby(&store, 3).await, Outcome::Stored(next) if next != game));
    store.prune(i64::MAX / 2).await.unwrap();
    assert_eq!(store.answered(InteractionKey(10)).await.unwrap(), None);
}

/// Opens a copy of the files as they are on the disk now, which is what a crash would leave.
async fn after_a_crash(folder: &Folder, name: &str) -> Store {
    let (from, to) = (folder.file(), folder.0.join(name));
    std::fs::create_dir_all(&to).unwrap();
    for end in ["", "-wal"] {
        let file = format!("games.sqlite{end}");
        let source = from.with_file_name(&file);
        if source.exists() {
            std::fs::copy(source, to.join(file)).unwrap();
        }
    }
    Store::open(&to.join("games.sqlite")).await.unwrap()
}

#[tokio::test]
async fn a_crash_between_any_two_steps_leaves_all_or_nothing() {
    let folder = Folder::new();
    let store = Store::open(&folder.file()).await.unwrap();
    let game = new_game(&store).await;
    store.commit(start(game), None, 2000).await.unwrap();
    // All statements of a transaction but the last. The job waits after each statement for a message on `go_on`.
    let (step, mut stepped) = tokio::sync::mpsc::channel(1);
    let (go_on, mut going_on) = tokio::sync::mpsc::channel::<()>(1);
    let writer = store.clone();
    let half = tokio::spawn(async move {
        writer
            .store(move |tx| {
                Box::pin(async move {
                    for statement in [
                        "UPDATE games SET version = version + 1",
                        "INSERT INTO actions (game, seq, version, seat, person, action, at) VALUES (1, 1, 3, 0, 7, '1', 5)",
                    ] {
                        sqlx::query(statement).execute(&mut *tx).await?;
                        step.send(()).await.unwrap();
                        going_on.recv().await;
                    }
                    Err::<(), _>(StoreError::Content("the test's own failure,".into()))
                })
            })
            .await
    });
    for name in ["one", "two"] {
        stepped.recv().await.unwrap();
        let crashed = after_a_crash(&folder, name).await;
        let row = crashed.game(game).await.unwrap().unwrap();
        assert_eq!((row.version, row.actions.len()), (Version(2), 0));
        go_on.send(()).await.unwrap();
    }
    assert!(half.await.unwrap().is_err());
    // An acknowledged change is stored, even if nothing is closed.
    store.commit(action(game, 2, 10, true), None, 3000).await.unwrap();
    let crashed = after_a_crash(&folder, "three").await;
    let row = crashed.game(game).await.unwrap().unwrap();
    assert_eq!((row.version, row.actions.len()), (Version(3), 1));
    assert_eq!(crashed.answered(InteractionKey(10)).await.unwrap().as_deref(), Some("answer 10"));
    assert_eq!(crashed.take_notices(i64::MAX / 2, 9).await.unwrap().len(), 1);
}

async fn notices_wait_in_order_for_each_recipient(base: Base) {
    let store = base.open().await;
    let game = new_game(&store).await;
    let mut change = start(game);
    let person = NewNotice { to: To::Person(PersonId(7)), kind: "target".to_owned() };
    change.notices = vec![notice("turn"), person.clone(), person, notice("turn")];
    store.commit(change, None, 2000).await.unwrap();
    let kinds = |rows: &[NoticeRow]| rows.iter().map(|row| row.kind.clone()).collect::<Vec<_>>();
    let taken = store.take_notices(5000, 9).await.unwrap();
    assert_eq!(kinds(&taken), ["lobby", "target"]);
    assert!(store.take_notices(5000, 9).await.unwrap().is_empty(), "leased");
    let [board, card] = [taken[0].id, taken[1].id];
    store.postpone(board, true, 6000, 5000).await.unwrap();
    assert_eq!(store.next_notice_at().await.unwrap(), Some(6000));
    assert!(store.take_notices(5999, 9).await.unwrap().is_empty(), "in order");
    let again = store.take_notices(6000, 9).await.unwrap();
    assert_eq!((again[0].id, again[0].attempts), (board, 2));
    assert!(again[0].unsure, "it may have been posted");
    assert_eq!(again[0].failing_since, Some(5000));
    store.give_up(card, Some(notice("closed-dm")), 5000).await.unwrap();
    assert!(store.posted(board, CHANNEL, MessageId(1), None, None).await.unwrap().next_waits);
    let taken = store.take_notices(7000, 9).await.unwrap();
    assert_eq!(kinds(&taken), ["turn"]);
    let after = store.posted(taken[0].id, CHANNEL, MessageId(2), None, None).await.unwrap();
    assert_eq!(after.older.iter().map(|row| row.message).collect::<Vec<_>>(), [MessageId(1)]);
    assert!(after.next_waits, "the replacement of the card");
    let taken = store.take_notices(7000, 9).await.unwrap();
    assert_eq!(kinds(&taken), ["closed-dm"]);
    // The lease expires without a result, so the notice is leased again and marked as unsure.
    let lapsed = store.take_notices(7000 + outbox::LEASE, 9).await.unwrap();
    assert_eq!((lapsed[0].id, lapsed[0].unsure), (taken[0].id, true));
    // The lease is released, which is not counted as an attempt.
    store.release(lapsed[0].id, 9000).await.unwrap();
    assert_eq!(store.next_notice_at().await.unwrap(), Some(9000));
    let last = store.posted(lapsed[0].id, CHANNEL, MessageId(3), None, None).await.unwrap();
    assert!(!last.next_waits);
}

async fn a_notice_is_claimed_only_when_nothing_must_come_before_it(base: Base) {
    let store = base.open().await;
    let game = new_game(&store).await;
    store.commit(start(game), None, 2000).await.unwrap();
    let claim = |on, key| {
        let store = store.clone();
        async move {
            let change = action(game, on, key, false);
            match store.commit(change, Some(CHANNEL), 3000).await.unwrap() {
                Outcome::Stored(claimed) => claimed,
                other => panic!("{other:?}"),
            }
        }
    };
    assert_eq!(claim(2, 10).await, None, "the lobby comes first");
    for _ in 0..2 {
        let first = store.take_notices(3000, 9).await.unwrap().remove(0);
        store.posted(first.id, CHANNEL, MessageId(1), None, None).await.unwrap();
    }
    let claimed = claim(3, 11).await.unwrap();
    assert_eq!(claimed.version, Version(4));
    assert!(store.take_notices(3000, 9).await.unwrap().is_empty(), "leased");
    assert_eq!(claim(4, 12).await, None, "the one before is not posted yet");
    store.posted(claimed.id, CHANNEL, MessageId(2), None, None).await.unwrap();
    let next = store.take_notices(3000, 9).await.unwrap();
    assert_eq!(next[0].version, Version(5));
}

/// Fills the database as on a full disk: SQLite may not add any page.
async fn full(store: &Store) -> Result<(), StoreError> {
    store
        .store(|tx| {
            Box::pin(async move {
                sqlx::query("PRAGMA max_page_count = 1").execute(&mut *tx).await?;
                sqlx::query("INSERT INTO guild_settings VALUES (1, hex(zeroblob(1000000)))").execute(tx).await?;
                Ok(())
            })
        })
        .await
}

#[tokio::test]
async fn after_a_full_disk_writing_goes_on() {
    let folder = Folder::new();
    let store = Store::open(&folder.file()).await.unwrap();
    let game = new_game(&store).await;
    store.commit(start(game), None, 2000).await.unwrap();
    // Jobs in the same transaction fail with the same error.
    let change = store.commit(action(game, 2, 10, false), None, 3000);
    let (full, change) = tokio::join!(biased; full(&store), change);
    assert_eq!(full.unwrap_err().cause(), Cause::Full);
    if let Err(error) = change {
        assert_eq!(error.cause(), Cause::Full);
        assert!(error.to_string().contains("games.sqlite"), "{error}");
        assert_eq!(store.answered(InteractionKey(10)).await.unwrap(), None);
        assert_eq!(store.game(game).await.unwrap().unwrap().version, Version(2));
        store.commit(action(game, 2, 11, false), None, 4000).await.unwrap();
    }
    assert_eq!(store.game(game).await.unwrap().unwrap().version, Version(3));
}

async fn a_job_that_fails_or_panics_takes_no_other_with_it(base: Base) {
    let store = base.open().await;
    let game = new_game(&store).await;
    store.commit(start(game), None, 2000).await.unwrap();
    let wrong = || {
        store.store(|tx| {
            Box::pin(async move {
                sqlx::query("UPDATE games SET version = version + 1").execute(&mut *tx).await?;
                sqlx::query("INSERT INTO games (id) VALUES (1)").execute(tx).await?;
                Ok(())
            })
        })
    };
    let alone = wrong().await;
    assert!(matches!(alone, Err(StoreError::Sql(_))), "{alone:?}");
    // The jobs that wait for the first one share a transaction.
    let (end, ended) = tokio::sync::oneshot::channel::<()>();
    let first = store.store(|_| {
        Box::pin(async move {
            let _ = ended.await;
            Ok(())
        })
    });
    let end = async {
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        end.send(()).unwrap();
    };
    let good = store.commit(action(game, 2, 10, false), None, 3000);
    let (_, one, good, two, ()) = tokio::join!(first, wrong(), good, wrong(), end);
    for wrong in [one, two] {
        assert!(matches!(wrong, Err(StoreError::Sql(_))), "{wrong:?}");
    }
    assert_eq!(good.unwrap(), Outcome::Stored(None));
    assert_eq!(store.game(game).await.unwrap().unwrap().version, Version(3));
    let panics = store.store(|_| Box::pin(async move { panic!("on purpose") }));
    assert!(matches!(panics.await, Err::<(), _>(StoreError::Interrupted)));
    store.commit(action(game, 3, 11, false), None, 4000).await.unwrap();
}

#[tokio::test]
async fn a_locked_file_is_named_with_what_to_do() {
    let folder = Folder::new();
    let store = Store::open(&folder.file()).await.unwrap();
    let other = Store::open(&folder.file()).await.unwrap();
    let (held, mut holds) = tokio::sync::mpsc::channel(1);
    let (end, ended) = tokio::sync::oneshot::channel::<()>();
    let holder = tokio::spawn(async move {
        other
            .store(move |_| {
                Box::pin(async move {
                    held.send(()).await.unwrap();
                    let _ = ended.await;
                    Ok(())
                })
            })
            .await
    });
    holds.recv().await.unwrap();
    let error = store.heartbeat(1, 0).await.unwrap_err();
    assert_eq!(error.cause(), Cause::Locked);
    let said = error.to_string();
    assert!(said.contains("games.sqlite") && said.contains("stop the other program"), "{said}");
    end.send(()).unwrap();
    holder.await.unwrap().unwrap();
    store.heartbeat(1, 0).await.unwrap();
}

#[tokio::test]
async fn faulty_files_are_told_apart() {
    let folder = Folder::new();
    let file = folder.file();
    // Not a database.
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, "These are not the games you are looking for. ".repeat(100)).unwrap();
    let error = Store::open(&file).await.unwrap_err();
    assert_eq!(code(&error), "corrupt", "{error}");
    assert!(error.to_string().contains("games.sqlite"), "{error}");
    std::fs::remove_file(&file).unwrap();
    // A database with damaged pages.
    let store = Store::open(&file).await.unwrap();
    new_game(&store).await;
    store.close().await;
    let mut bytes = std::fs::read(&file).unwrap();
    let whole = bytes.clone();
    for byte in &mut bytes[4096..8192] {
        *byte = 0xAA;
    }
    std::fs::write(&file, &bytes).unwrap();
    let error = Store::open(&file).await.unwrap_err();
    assert_eq!(code(&error), "corrupt", "{error}");
    std::fs::write(&file, &whole).unwrap();
    // A database of a newer version.
    let store = Store::open(&file).await.unwrap();
    for later in [9998, 9999] {
        sqlx::query("INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES ($1, 'x', 1, x'00', 0)")
            .bind(later)
            .execute(&store.read)
            .await
            .unwrap();
    }
    store.close().await;
    let error = Store::open(&file).await.unwrap_err();
    assert_eq!(code(&error), "newer");
    let known = schema::FILES.last().unwrap().0;
    assert!(error.to_string().contains(&format!("schema 9999; this version knows {known}")), "{error}");
    // A changed checksum of a migration.
    std::fs::write(&file, &whole).unwrap();
    let store = Store::open(&file).await.unwrap();
    sqlx::query("UPDATE _sqlx_migrations SET checksum = x'00'").execute(&store.read).await.unwrap();
    store.close().await;
    assert_eq!(code(&Store::open(&file).await.unwrap_err()), "schema");
    // A path that is a folder, and a folder that cannot be created.
    assert_eq!(code(&Store::open(&folder.0).await.unwrap_err()), "unwritable");
    let below = file.join("not/a/folder.sqlite");
    assert_eq!(code(&Store::open(&below).await.unwrap_err()), "unwritable");
}

#[tokio::test]
async fn acknowledged_means_on_the_disk() {
    let folder = Folder::new();
    let store = Store::open(&folder.file()).await.unwrap();
    fn pragmas(tx: &mut Connection) -> Statements<'_, (i64, String, i64)> {
        Box::pin(async move {
            let full = sqlx::query_scalar("PRAGMA synchronous").fetch_one(&mut *tx).await?;
            let mode = sqlx::query_scalar("PRAGMA journal_mode").fetch_one(&mut *tx).await?;
            let keys = sqlx::query_scalar("PRAGMA foreign_keys").fetch_one(tx).await?;
            Ok((full, mode, keys))
        })
    }
    let wal = || "wal".to_owned();
    assert_eq!(store.store(pragmas).await.unwrap(), (2, wal(), 1));
    assert_eq!(store.note(pragmas).await.unwrap(), (1, wal(), 1), "notes need not wait");
    assert_eq!(store.store(pragmas).await.unwrap(), (2, wal(), 1), "actions wait again");
    for _ in 0..2 {
        let (note, action) = tokio::join!(biased; store.note(pragmas), store.store(pragmas));
        assert_eq!([note.unwrap().0, action.unwrap().0], [2, 2], "in one transaction");
        store.note(pragmas).await.unwrap();
    }
}

/// Migrates a database from before the introduction of time banks and adjourned games.
#[tokio::test]
async fn games_of_an_older_program_keep_their_clocks_and_silence_counts_from_now_on() {
    use sqlx::Connection as _;
    let folder = Folder::new();
    let file = folder.file();
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    let mut old = sqlite::connect(&file, Purpose::Create).await.unwrap();
    schema::apply(&Location::from(&file), &mut old, &schema::FILES[..4]).await.unwrap();
    for (channel, options, deadline) in
        [(1, r#"{"time_per_turn":600}"#, Some(1_000_000)), (2, r#"{"time_per_turn":null}"#, None), (3, "{}", None)]
    {
        sqlx::query(
            "INSERT INTO games (kind, channel, state, version, creator, creator_name, options, created_at, changed_at, deadline, remind_at)
             VALUES ('titans', $1, 'running', 1, 1, 'Ann', $2, 0, 0, $3, $4)",
        )
        .bind(channel)
        .bind(options)
        .bind(deadline)
        .bind(deadline.map(|at: i64| at - 200_000))
        .execute(&mut old)
        .await
        .unwrap();
    }
    old.close().await.unwrap();
    let store = Store::open(&file).await.unwrap();
    let timed = store.game(GameId(1)).await.unwrap().unwrap();
    assert_eq!(timed.deadline, Some(1_000_000));
    assert_eq!(timed.clock_since, Some(400_000));
    assert_eq!(timed.clock.as_deref(), Some(r#"{"allowed":600000}"#));
    for untimed in [2, 3] {
        let row = store.game(GameId(untimed)).await.unwrap().unwrap();
        assert_eq!((row.clock_since, row.clock), (None, None));
        let left = row.deadline.unwrap() - crate::host::WallClock::System.now();
        assert!((left - 21 * 86_400_000).abs() < 600_000, "{left}");
    }
}

/// Battalion files may be larger than before. The old default limit was stored on servers that had never chosen one;
/// the migration raises it there.
#[tokio::test]
async fn servers_get_room_for_pictures_unless_they_set_a_limit() {
    use sqlx::Connection as _;
    let folder = Folder::new();
    let file = folder.file();
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    let mut old = sqlite::connect(&file, Purpose::Create).await.unwrap();
    schema::apply(&Location::from(&file), &mut old, &schema::FILES[..9]).await.unwrap();
    for (guild, content) in
        [(1, r#"{"limits":{"battalions":20,"bytes":65536},"x":1}"#), (2, r#"{"limits":{"bytes":2000}}"#), (3, "{}")]
    {
        sqlx::query("INSERT INTO guild_settings (guild, content) VALUES ($1, $2)")
            .bind(guild)
            .bind(content)
            .execute(&mut old)
            .await
            .unwrap();
    }
    old.close().await.unwrap();
    let store = Store::open(&file).await.unwrap();
    for (guild, content) in
        [(1, r#"{"limits":{"battalions":20,"bytes":131072},"x":1}"#), (2, r#"{"limits":{"bytes":2000}}"#), (3, "{}")]
    {
        let kept = store.guild_settings(GuildId(guild)).await.unwrap();
        assert_eq!(kept.as_deref(), Some(content));
    }
}

#[tokio::test]
async fn a_start_that_finds_the_file_held_promises_nothing() {
    let folder = Folder::new();
    let file = folder.file();
    Store::open(&file).await.unwrap().close().await;
    let mut other = sqlite::connect(&file, Purpose::Copy).await.unwrap();
    for held in ["PRAGMA locking_mode = EXCLUSIVE", "BEGIN EXCLUSIVE", "DELETE FROM heartbeats"] {
        sqlx::query(held).execute(&mut other).await.unwrap();
    }
    let error = Store::open(&file).await.unwrap_err();
    assert_eq!(error.cause(), Cause::Locked, "{error}");
    let said = error.to_string();
    assert!(said.contains("close that one and start again") && !said.contains("play goes on"), "{said}");
}

#[tokio::test]
async fn reading_on_meets_every_row() {
    let folder = Folder::new();
    let store = Store::open(&folder.file()).await.unwrap();
    // The last table has higher keys than `interactions`, which also takes several steps.
    sqlx::query("CREATE TABLE zoo (number INTEGER PRIMARY KEY)").execute(&store.read).await.unwrap();
    for number in 0..500 {
        let more = sqlx::query("INSERT INTO interactions (id, answer, at) VALUES ($1, 'x', 0)");
        more.bind(number).execute(&store.read).await.unwrap();
        let last = sqlx::query("INSERT INTO zoo (number) VALUES ($1 + 1000)");
        last.bind(number).execute(&store.read).await.unwrap();
    }
    let (mut cursor, mut steps) = (Cursor::default(), 0);
    loop {
        store.read_on(&mut cursor).await.unwrap();
        steps += 1;
        if cursor == Cursor::default() {
            break;
        }
    }
    assert!((5..=8).contains(&steps), "in stretches: {steps}");
}

on_both! {
    what_is_stored_comes_back_whole,
    a_repeated_delivery_is_answered_and_a_channel_holds_one_open_game,
    notices_wait_in_order_for_each_recipient,
    a_notice_is_claimed_only_when_nothing_must_come_before_it,
    a_job_that_fails_or_panics_takes_no_other_with_it,
}

/// SQLite reports a writer that began with an older state by an extended code, SQLITE_BUSY_SNAPSHOT.
#[tokio::test]
async fn extended_codes_of_sqlite_have_the_cause_of_their_primary_code() {
    use sqlx::{Connection as _, Executor as _};

    let folder = Folder::new();
    let address = format!("sqlite://{}?mode=rwc", folder.0.join("codes.sqlite").display());
    let mut reader = sqlx::SqliteConnection::connect(&address).await.unwrap();
    reader
        .execute("PRAGMA journal_mode = WAL; CREATE TABLE numbers (number INTEGER); BEGIN; SELECT * FROM numbers")
        .await
        .unwrap();
    let mut writer = sqlx::SqliteConnection::connect(&address).await.unwrap();
    writer.execute("INSERT INTO numbers VALUES (1)").await.unwrap();
    let error = reader.execute("INSERT INTO numbers VALUES (2)").await.unwrap_err();
    assert_eq!(error.as_database_error().and_then(|error| error.code()).as_deref(), Some("517"));
    assert_eq!(StoreError::from(error).cause(), Cause::Locked);
}
