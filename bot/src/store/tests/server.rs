//! Tests of PostgreSQL alone: its schema, a second process, and lost connections.

use std::collections::BTreeMap;

use ::tests::Postgres;
use sqlx::{AssertSqlSafe, Row as _};

use super::*;

fn at(address: &str) -> Location {
    Location::parse(address).unwrap()
}

/// Columns by table and name, each with its type as SQLite names it and whether it can be empty.
async fn columns(store: &Store, statement: &'static str) -> BTreeMap<String, (String, bool)> {
    let rows = sqlx::query(statement).fetch_all(&store.read).await.unwrap();
    let column = |row: &sqlx::any::AnyRow| {
        let (kind, required): (String, i64) = (row.get(1), row.get(2));
        let kind = match kind.as_str() {
            "bigint" | "boolean" => "INTEGER",
            "text" => "TEXT",
            "bytea" => "BLOB",
            other => other,
        };
        (row.get(0), (kind.to_owned(), required == 1))
    };
    rows.iter().map(column).collect()
}

#[tokio::test]
async fn both_databases_have_the_same_tables_columns_and_schema() {
    assert_eq!(schema::POSTGRES.last().unwrap().0, schema::newest(), "a migration of SQLite has its pair");
    let Some(postgres) = Base::postgres() else { return };
    let sqlite = Base::sqlite();
    let (postgres, sqlite) = (postgres.open().await, sqlite.open().await);
    let here = columns(
        &sqlite,
        "SELECT t.name || '.' || c.name, c.type, c.\"notnull\" OR c.pk > 0 FROM sqlite_master t JOIN pragma_table_info(t.name) c
         WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name NOT LIKE '_sqlx%'",
    );
    let there = columns(
        &postgres,
        "SELECT CAST(table_name || '.' || column_name AS TEXT), CAST(data_type AS TEXT), CASE is_nullable WHEN 'NO' THEN 1 ELSE 0 END
         FROM information_schema.columns WHERE table_schema = 'public' AND table_name NOT LIKE '\\_sqlx%'",
    );
    let (here, there) = tokio::join!(here, there);
    assert!(here.len() > 100);
    assert_eq!(here, there);
    let names = "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name";
    let here: Vec<String> = sqlx::query_scalar(names).fetch_all(&sqlite.read).await.unwrap();
    let names = "SELECT CAST(relname AS TEXT) FROM pg_class JOIN pg_index ON indexrelid = pg_class.oid
                 WHERE relnamespace = 'public'::regnamespace AND NOT indisprimary
                 AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = pg_class.oid AND contype = 'u') ORDER BY 1";
    let there: Vec<String> = sqlx::query_scalar(names).fetch_all(&postgres.read).await.unwrap();
    assert_eq!(here, there);
}

#[tokio::test]
async fn a_second_process_is_refused_as_long_as_the_first_one_runs() {
    let Some(base) = Base::postgres() else { return };
    let first = base.open().await;
    let error = Store::open(&base.at).await.unwrap_err();
    assert_eq!(error.cause(), Cause::Locked);
    let said = error.to_string();
    assert!(said.contains("another process of this program uses it") && said.contains("close that one"), "{said}");
    new_game(&first).await;
    first.close().await;
    let second = base.open().await;
    assert!(matches!(lobby(&second, 2).await, Outcome::Conflict));
}

/// A process that starts while another one migrates the schema waits for it; it is refused if nobody does.
#[tokio::test]
async fn a_process_waits_for_another_one_that_makes_the_tables() {
    for finishes in [true, false] {
        let Some(base) = Base::postgres() else { return };
        let mut other = connect(&base.at).await;
        // The lock that each process holds; 2 is the number of shards.
        sqlx::query("SELECT CAST(pg_advisory_lock_shared($1, 2) AS TEXT)")
            .bind(postgres::TOTAL)
            .execute(&mut other)
            .await
            .unwrap();
        schema::apply(&base.at, &mut other, &schema::POSTGRES[..1]).await.unwrap();
        let migrates = async {
            tokio::time::sleep(Duration::from_millis(300)).await;
            if finishes {
                schema::apply(&base.at, &mut other, schema::POSTGRES).await.unwrap();
            }
        };
        let (opened, ()) = tokio::join!(Store::open_part(base.at.clone(), "1/2".parse().unwrap()), migrates);
        match opened {
            Ok(_) => assert!(finishes),
            Err(error) => {
                assert!(!finishes, "{error}");
                assert!(error.to_string().contains("this version changes the schema"), "{error}");
            }
        }
    }
}

/// Another process holds the id of the interaction and waits for the game, whose process waits for the id.
#[tokio::test]
async fn a_change_that_loses_a_deadlock_is_stored_again() {
    for shards in [Shards::ALL, "0/2".parse().unwrap()] {
        loses_a_deadlock(shards).await;
    }
}

async fn loses_a_deadlock(shards: Shards) {
    let Some(base) = Base::postgres() else { return };
    let store = Store::open_part(&base.at, shards).await.unwrap();
    let game = new_game(&store).await;
    store.commit(start(game), None, 2000).await.unwrap();
    let mut other = connect(&base.at).await;
    sqlx::raw_sql("BEGIN; INSERT INTO interactions (id, answer, at) VALUES (10, '', 0)")
        .execute(&mut other)
        .await
        .unwrap();
    let storing = tokio::spawn({
        let store = store.clone();
        async move { store.commit(action(game, 2, 10, false), None, 3000).await }
    });
    // The session that has waited longer notices the deadlock first, and ends.
    tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    sqlx::query("UPDATE games SET changed_at = 0 WHERE id = $1").bind(game).execute(&mut other).await.unwrap();
    assert!(!storing.is_finished());
    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
    assert_eq!(storing.await.unwrap().unwrap(), Outcome::Stored(None));
    assert_eq!(store.game(game).await.unwrap().unwrap().version, Version(3));
}

#[tokio::test]
async fn actions_do_not_wait_for_notes() {
    let Some(base) = Base::postgres() else { return };
    let store = base.open().await;
    let (begun, begins) = tokio::sync::oneshot::channel();
    let (end, ends) = tokio::sync::oneshot::channel();
    let note = tokio::spawn({
        let store = store.clone();
        async move {
            let note = store.note(move |_| {
                Box::pin(async move {
                    begun.send(()).unwrap();
                    ends.await.unwrap();
                    Ok(())
                })
            });
            note.await
        }
    });
    begins.await.unwrap();
    let game = new_game(&store).await;
    store.commit(start(game), None, 2000).await.unwrap();
    end.send(()).unwrap();
    note.await.unwrap().unwrap();
}

#[tokio::test]
async fn acknowledged_means_on_the_disk_of_the_server() {
    let Some(base) = Base::postgres() else { return };
    let store = base.open().await;
    fn waits(tx: &mut Connection) -> Statements<'_, String> {
        Box::pin(async move { Ok(sqlx::query_scalar("SHOW synchronous_commit").fetch_one(tx).await?) })
    }
    assert_eq!(store.store(waits).await.unwrap(), "on");
    assert_eq!(store.note(waits).await.unwrap(), "off", "notes need not wait");
    assert_eq!(store.store(waits).await.unwrap(), "on", "actions wait again");
}

#[tokio::test]
async fn cut_connections_are_replaced_unnoticed() {
    let Some(postgres) = Postgres::start() else { return };
    let address = postgres.new_database();
    let store = Store::open(&at(&address)).await.unwrap();
    let game = new_game(&store).await;
    store.commit(start(game), None, 2000).await.unwrap();
    for on in 2..5 {
        let cut =
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name LIKE 'battalion%'";
        assert_ne!(postgres.sql(&address, cut), "0");
        assert_eq!(store.game(game).await.unwrap().unwrap().version, Version(on));
        let stored = store.commit(action(game, on, 10 + on as u64, false), None, 3000).await.unwrap();
        assert_eq!(stored, Outcome::Stored(None));
    }
}

#[tokio::test]
async fn while_the_server_is_down_nothing_is_accepted_and_then_play_goes_on() {
    let Some(mut postgres) = Postgres::start() else { return };
    let address = postgres.new_database();
    let store = Store::open(&at(&address)).await.unwrap();
    let game = new_game(&store).await;
    store.commit(start(game), None, 2000).await.unwrap();
    for (on, stops) in [(2, Postgres::stop as fn(&mut Postgres)), (3, Postgres::kill)] {
        stops(&mut postgres);
        for _ in 0..2 {
            let refused = store.commit(action(game, on, 10, false), None, 3000).await.unwrap_err();
            assert_eq!(refused.cause(), Cause::Unreachable, "{refused}");
            let said = refused.to_string();
            assert!(said.contains("postgres:///test") && said.contains("play goes on by itself"), "{said}");
        }
        assert_eq!(store.game(game).await.unwrap_err().cause(), Cause::Unreachable);
        let said = Store::open(&at(&address)).await.unwrap_err().to_string();
        assert!(said.contains("cannot be reached") && said.contains("store.url"), "{said}");
        postgres.start_again();
        assert_eq!(store.game(game).await.unwrap().unwrap().version, Version(on));
        let stored = store.commit(action(game, on, 10 + on as u64, false), None, 3000).await.unwrap();
        assert_eq!(stored, Outcome::Stored(None));
    }
    assert_eq!(store.game(game).await.unwrap().unwrap().actions.len(), 2);
}

#[tokio::test]
async fn whoever_cannot_be_let_in_is_told_without_the_password() {
    let Some(postgres) = Postgres::start() else { return };
    let address = postgres.new_database();
    let missing = address.replace("postgres:///test", "postgres:///none");
    let read_only = "ALTER ROLE guest SET default_transaction_read_only = on";
    postgres.sql(&address, "CREATE ROLE guest LOGIN PASSWORD 'secret'");
    postgres.sql(&address, read_only);
    let guest = format!("{}&password=secret", address.replace("user=battalion", "user=guest"));
    for (address, cause, why) in
        [(missing, Cause::Unreachable, "does not exist"), (guest, Cause::ReadOnly, "read-only transaction")]
    {
        let error = Store::open(&at(&address)).await.unwrap_err();
        let said = format!("{error} {error:?}");
        assert!(said.contains(why) && !said.contains("secret"), "{said}");
        assert_eq!(error.cause(), cause, "{said}");
    }
}

/// The cause of an error of the server follows from its code. People and the operator read it.
#[tokio::test]
async fn errors_of_the_server_are_told_apart_by_their_codes() {
    let Some(base) = Base::postgres() else { return };
    let mut connection = connect(&base.at).await;
    for (code, cause) in [
        ("53100", Cause::Full),
        ("25006", Cause::ReadOnly),
        ("42501", Cause::ReadOnly),
        ("40001", Cause::Locked),
        ("55P03", Cause::Locked),
        ("53300", Cause::Unreachable),
        ("28P01", Cause::Unreachable),
        ("58030", Cause::Disk),
        ("XX001", Cause::Disk),
        ("53200", Cause::Other),
    ] {
        let raise = format!("DO $$ BEGIN RAISE EXCEPTION 'test' USING ERRCODE = '{code}'; END $$");
        let error = sqlx::query(AssertSqlSafe(raise)).execute(&mut connection).await.unwrap_err();
        assert_eq!(StoreError::from(error).cause(), cause, "{code}");
    }
}

/// A database with a running game, a packed one and what administrators do.
async fn filled() -> Base {
    let base = Base::sqlite();
    let store = base.open().await;
    let game = new_game(&store).await;
    store.commit(start(game), None, 2000).await.unwrap();
    for (on, sealed) in [(2, false), (3, true)] {
        store.commit(action(game, on, 10 + on as u64, sealed), None, 3000).await.unwrap();
    }
    let Outcome::Stored(over) = lobby_in(&store, 2, ChannelId(2)).await else { panic!() };
    store.commit(start(over), None, 2000).await.unwrap();
    store.commit(Change::new(over, Version(2), State::Over), None, 4000).await.unwrap();
    assert_eq!(store.pack_finished().await.unwrap(), 1);
    // Its number is not given again.
    let Outcome::Stored(gone) = lobby_in(&store, 3, ChannelId(3)).await else { panic!() };
    store.delete_game(gone).await.unwrap();
    let log = NewLog { guild: GuildId(u64::MAX), at: 2000, by: None, content: "\"ü\"".to_owned() };
    store.hide_share(shared(&store, log.clone()).await, true, log).await.unwrap();
    let (ann, guild) = (PersonId(7), GuildId(3));
    store.advance_lesson(ann, "titan", 0, "[1]".to_owned(), true).await.unwrap();
    store.begin_erasure(ann).await.unwrap();
    store.set_unlisted(ann, true).await.unwrap();
    for _ in 0..2 {
        store.put_opening(ann, "{}".to_owned(), 1000).await.unwrap();
    }
    store.take_opening(OpeningId(2), ann).await.unwrap().unwrap();
    store.add_line((game, None), ann, "[]".to_owned(), Vec::new()).await.unwrap();
    store.depart(guild, 1000).await.unwrap();
    let files = ["one", "two"].map(|name| NewDraft { battalion: name.to_owned(), file: "file".to_owned() });
    store.put_drafts(guild, files.to_vec(), true, ann, 1000).await.unwrap();
    let trial = NewTrial {
        guild,
        battalion: "army@1".to_owned(),
        plan: "plan".to_owned(),
        name: "Army".to_owned(),
        person: ann,
        began_at: 1000,
    };
    let trial = store.begin_trial(trial, 1).await.unwrap().unwrap();
    let pair = TrialPair { opponent: 1, pair: 0, content: "{}".to_owned() };
    assert!(store.put_trial_pair(trial, pair).await.unwrap());
    let first = store.take_notices(5000, 1).await.unwrap().remove(0);
    store.posted(first.id, CHANNEL, MessageId(u64::MAX), Some("later".to_owned()), Some(5000)).await.unwrap();
    store.heartbeat(5000, 0).await.unwrap();
    store.close().await;
    base
}

async fn shared(store: &Store, log: NewLog) -> ShareId {
    let about = ["Army", "Ann", "CC0-1.0", "An army."].map(str::to_owned);
    let (guild, battalion) = (GuildId(3), "army".to_owned());
    let new = NewShare { guild, battalion, reach: Reach::Code("code".to_owned()), version: 1, about, at: 2000 };
    store.put_share(new, log).await.unwrap().id
}

/// Copies a database and returns its tables with rows, and their checksums.
async fn moved(from: &Base, to: &Base) -> Vec<(&'static str, u64, String)> {
    let mut tables = Vec::new();
    copy(&from.at, &to.at, |table, rows, sum| tables.push((table, rows, sum))).await.unwrap();
    tables
}

#[tokio::test]
async fn a_database_is_moved_whole_to_a_server_and_back() {
    let (Some(server), Some(other)) = (Base::postgres(), Base::postgres()) else { return };
    let (from, back) = (filled().await, Base::sqlite());
    let tables = moved(&from, &server).await;
    let filled = tables.iter().filter(|(_, rows, _)| *rows > 0).count();
    assert!(filled >= 20, "{tables:?}");
    assert_eq!(moved(&server, &other).await, tables);
    assert_eq!(moved(&other, &back).await, tables);
    let mut games = Vec::new();
    for base in [&from, &server, &other, &back] {
        let store = base.open().await;
        let mut rows = Vec::new();
        for game in [GameId(1), GameId(2)] {
            let row = store.game(game).await.unwrap().unwrap();
            rows.push((row.version, row.seed, row.seats, row.actions, row.effects));
        }
        assert!(store.share_by_code("code").await.unwrap().unwrap().hidden);
        assert!(store.lessons_of(PersonId(7)).await.unwrap()[0].finished);
        let Outcome::Stored(new) = lobby_in(&store, 4, ChannelId(4)).await else { panic!() };
        assert!(new > GameId(3), "{new}");
        let opening = store.put_opening(PersonId(7), "{}".to_owned(), 1000).await.unwrap();
        let draft = vec![NewDraft { battalion: "three".to_owned(), file: "file".to_owned() }];
        let draft = store.put_drafts(GuildId(3), draft, true, PersonId(7), 1000).await.unwrap();
        assert_eq!((opening, draft), (OpeningId(3), DraftId(3)), "no number is given twice");
        games.push(rows);
        store.close().await;
    }
    assert!(games.iter().all(|rows| *rows == games[0]));
}

#[tokio::test]
async fn what_is_in_use_or_not_empty_is_not_moved() {
    let Some(server) = Base::postgres() else { return };
    let from = filled().await;
    let refused = async |from: &Base, to: &Base| copy(&from.at, &to.at, |_, _, _| {}).await.unwrap_err().to_string();
    let running = server.open().await;
    let said = refused(&from, &server).await;
    assert!(said.contains("another process") && said.contains("nothing was moved"), "{said}");
    running.close().await;
    let lock = Lock::take(from.at.file().unwrap()).unwrap();
    let said = refused(&from, &server).await;
    assert!(said.contains("in use by another process") && said.contains("nothing was moved"), "{said}");
    drop(lock);
    moved(&from, &server).await;
    let said = refused(&from, &server).await;
    assert!(said.contains("is not empty") && said.contains("`heartbeats`") | said.contains("`games`"), "{said}");
    let nowhere = Base { at: Location::from(Path::new("/nowhere/x.sqlite")), _folder: None, _database: None };
    let said = refused(&nowhere, &server).await;
    assert!(said.contains("there is no database /nowhere/x.sqlite"), "{said}");
    assert!(!Path::new("/nowhere").exists());
}

/// The notices that were posted stay in the table for days. No plan reads them to find the next open one, whether the
/// server has statistics about the table or not.
#[tokio::test]
async fn posted_notices_are_not_read_for_the_next_one() {
    let Some(base) = Base::postgres() else { return };
    let store = base.open().await;
    let mut tx = connect(&base.at).await;
    let fill = "INSERT INTO games (kind, guild, channel, state, version, creator, creator_name, options, created_at, changed_at)
                    SELECT 'titans', 1, n, 'running', 1, 1, 'Ann', '{}', 0, 0 FROM generate_series(1, 200) n;
                INSERT INTO outbox (game, version, kind, whom, recipient, state, due_at)
                    SELECT games.id, n, 'turn', 'channel', channel, CASE WHEN n = 40 THEN 'waiting' ELSE 'posted' END, 0
                    FROM games, generate_series(1, 40) n WHERE n < 40 OR channel <= 20";
    sqlx::raw_sql(fill).execute(&mut tx).await.unwrap();
    let [total, first, last] = store.shards.bound();
    for statistics in ["SELECT 1", "ANALYZE"] {
        sqlx::raw_sql(statistics).execute(&mut tx).await.unwrap();
        for (statement, numbers) in [(outbox::NEXT, 0), (outbox::TAKE, 3)] {
            let explain = format!("EXPLAIN {statement}");
            let mut explain = sqlx::query_scalar(AssertSqlSafe(explain)).bind(total).bind(first).bind(last);
            for _ in 0..numbers {
                explain = explain.bind(5_i64);
            }
            let plan: Vec<String> = explain.fetch_all(&mut tx).await.unwrap();
            let posted = |line: &&String| line.contains("Seq Scan on outbox") || line.contains("outbox_game_version");
            let found = plan.iter().find(posted);
            assert!(found.is_none(), "{statistics}: {}", plan.join("\n"));
        }
    }
}
