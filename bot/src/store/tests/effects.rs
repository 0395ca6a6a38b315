//! Tests of stored effects: migration of old tables, and packing of finished games.

use sqlx::Connection as _;

use super::*;
use crate::store::effects::{move_old, move_some};

/// Games of an old database, half of them finished, and the actions in each.
const GAMES: i64 = 250;
const ACTIONS: i64 = 60;

fn content(game: i64, seq: i64) -> String {
    format!("[\"{}\"]", format!("{game} {seq} ").repeat(150))
}

async fn connect(file: &Path) -> Connection {
    sqlite::connect(file, Purpose::Create).await.unwrap()
}

/// Creates a database with the tables from before effects were packed.
async fn old(folder: &Folder) -> PathBuf {
    let file = folder.file();
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    let mut old = connect(&file).await;
    schema::apply(&Location::from(&file), &mut old, &schema::FILES[..11]).await.unwrap();
    let mut tx = old.begin().await.unwrap();
    for game in 1..=GAMES {
        let state = if game % 2 == 0 { "over" } else { "running" };
        sqlx::query(
            "INSERT INTO games (kind, channel, state, version, creator, creator_name, options, created_at, changed_at)
             VALUES ('titans', $1, $2, 1, 1, 'Ann', '{}', 0, 0)",
        )
        .bind(game)
        .bind(state)
        .execute(&mut *tx)
        .await
        .unwrap();
        for seq in 0..ACTIONS {
            let put = sqlx::query("INSERT INTO effects VALUES ($1, $2, $3)").bind(game).bind(seq);
            put.bind(content(game, seq)).execute(&mut *tx).await.unwrap();
        }
    }
    tx.commit().await.unwrap();
    old.close().await.unwrap();
    file
}

async fn assert_whole(store: &Store) {
    for game in 1..=GAMES {
        let row = store.game(GameId(game)).await.unwrap().unwrap();
        let expected: Vec<String> = (0..ACTIONS).map(|seq| content(game, seq)).collect();
        assert_eq!(row.effects, expected, "{game}");
    }
    let count = async |sql: &'static str| sqlx::query_scalar::<_, i64>(sql).fetch_one(&store.read).await.unwrap();
    assert_eq!(count("SELECT count(*) FROM sqlite_schema WHERE name = 'effects_to_move'").await, 0);
    assert_eq!(count("SELECT count(*) FROM packed_effects").await, GAMES / 2);
    assert_eq!(count("SELECT count(*) FROM effects").await, (GAMES - GAMES / 2) * ACTIONS);
}

#[tokio::test]
async fn an_older_database_is_made_smaller_at_the_start() {
    let folder = Folder::new();
    let file = old(&folder).await;
    let before = std::fs::metadata(&file).unwrap().len();
    let store = Store::open(&file).await.unwrap();
    assert_whole(&store).await;
    store.close().await;
    let after = std::fs::metadata(&file).unwrap().len();
    assert!(after * 2 < before, "{before} bytes before, {after} after");
}

/// A file is rewritten if at least half of it and 16 MiB are free, and if its disk can hold what is used twice more: as
/// a copy, and in the journal. The files of this test are mostly holes, which take no space on the disk.
#[cfg(unix)]
#[tokio::test]
async fn a_file_is_rewritten_if_that_is_worthwhile_and_two_copies_have_room() {
    use std::io::{Seek as _, SeekFrom, Write as _};

    use crate::store::effects::shrink;

    const PAGE: u64 = 4096;
    const WORTH: u64 = (16 << 20) / PAGE;
    let folder = Folder::new();
    let file = folder.0.join("holes.sqlite");
    let disk = rustix::fs::statvfs(folder.0.as_path()).unwrap();
    let room = disk.f_bavail * disk.f_frsize / PAGE;
    let (quarter, most) = (room / 4, room / 10 * 6);
    for (used, free, rewritten) in [
        (10, WORTH, true),
        (10, WORTH - 1, false),
        (quarter, quarter, true),
        (quarter, quarter - 1, false),
        (most, most, false),
    ] {
        let mut new = connect(&file).await;
        sqlx::query("CREATE TABLE birds (name TEXT)").execute(&mut new).await.unwrap();
        new.close().await.unwrap();
        // The header counts the pages of the file, and those that are free.
        let mut header = std::fs::OpenOptions::new().write(true).open(&file).unwrap();
        header.set_len((used + free) * PAGE).unwrap();
        for (at, pages) in [(28, used + free), (36, free)] {
            header.seek(SeekFrom::Start(at)).unwrap();
            header.write_all(&u32::try_from(pages).unwrap().to_be_bytes()).unwrap();
        }
        drop(header);
        let mut connection = connect(&file).await;
        shrink(&file, &mut connection).await.unwrap();
        connection.close().await.unwrap();
        let pages = std::fs::metadata(&file).unwrap().len() / PAGE;
        assert_eq!(pages < used + free, rewritten, "{used} used, {free} free, {room} on the disk: {pages}");
        std::fs::remove_file(&file).unwrap();
    }
}

#[tokio::test]
async fn a_start_that_was_cut_off_is_finished_by_the_next() {
    let folder = Folder::new();
    let file = old(&folder).await;
    let mut cut_off = connect(&file).await;
    schema::apply(&Location::from(&file), &mut cut_off, schema::FILES).await.unwrap();
    let some = move_some(&mut cut_off).await.unwrap();
    assert!(some > 0 && (some as i64) < GAMES, "{some}");
    // A crash: nothing is closed.
    let store = after_a_crash(&folder, "later").await;
    assert_whole(&store).await;
    move_old(&mut cut_off).await.unwrap();
}

async fn a_finished_game_is_packed_and_reads_as_before(base: Base) {
    let store = base.open().await;
    let game = new_game(&store).await;
    store.commit(start(game), None, 2000).await.unwrap();
    store.commit(action(game, 2, 10, false), None, 3000).await.unwrap();
    let before = store.game(game).await.unwrap().unwrap().effects;
    assert_eq!(before.len(), 2);
    assert_eq!(store.pack_finished().await.unwrap(), 0, "it is being played");
    store.commit(Change::new(game, Version(3), State::Over), None, 4000).await.unwrap();
    for looked_at in [1, 0] {
        assert_eq!(store.pack_finished().await.unwrap(), looked_at);
        assert_eq!(store.game(game).await.unwrap().unwrap().effects, before);
    }
    let rows: i64 = sqlx::query_scalar("SELECT count(*) FROM effects").fetch_one(&store.read).await.unwrap();
    assert_eq!(rows, 0);
    store.add_effects(game, before.clone()).await.unwrap();
    assert_eq!(store.game(game).await.unwrap().unwrap().effects, before, "once");
}

/// A finished game whose effects have a gap stays as it is, and keeps no other one from being packed.
async fn a_game_with_a_gap_keeps_no_other_one_from_being_packed(base: Base) {
    let store = base.open().await;
    let mut games = Vec::new();
    for key in 1..=2 {
        let Outcome::Stored(game) = lobby_in(&store, key, ChannelId(key)).await else { panic!() };
        store.commit(start(game), None, 2000).await.unwrap();
        store.commit(action(game, 2, 10 + key, false), None, 3000).await.unwrap();
        store.commit(Change::new(game, Version(3), State::Over), None, 4000).await.unwrap();
        games.push(game);
    }
    let spoilt = games[0];
    let spoil = store.note(move |tx| {
        Box::pin(async move {
            sqlx::query("DELETE FROM effects WHERE game = $1 AND seq = 0").bind(spoilt).execute(tx).await?;
            Ok(())
        })
    });
    spoil.await.unwrap();
    assert_eq!(store.pack_finished().await.unwrap(), 2);
    let packed = sqlx::query_scalar("SELECT game FROM packed_effects");
    let packed: Vec<GameId> = packed.fetch_all(&store.read).await.unwrap();
    assert_eq!(packed, games[1..]);
    assert_eq!(store.game(games[1]).await.unwrap().unwrap().effects.len(), 2);
}

on_both! {
    a_finished_game_is_packed_and_reads_as_before,
    a_game_with_a_gap_keeps_no_other_one_from_being_packed,
}

/// A game whose effects have a gap is refused, not replayed from wrong effects; the other games are not concerned.
#[tokio::test]
async fn effects_with_a_gap_are_refused() {
    let folder = Folder::new();
    let file = old(&folder).await;
    Store::open(&file).await.unwrap().close().await;
    let mut connection = connect(&file).await;
    for missing in ["DELETE FROM effects WHERE game = 1 AND seq = 3", "DELETE FROM effects WHERE game = 3 AND seq = 0"]
    {
        sqlx::query(missing).execute(&mut connection).await.unwrap();
    }
    connection.close().await.unwrap();
    let store = Store::open(&file).await.unwrap();
    for (game, whole) in [(1, false), (3, false), (5, true)] {
        let found = store.game(GameId(game)).await;
        assert_eq!(found.is_ok(), whole, "{game}");
        assert!(whole || matches!(found, Err(StoreError::Content(_))), "{game}");
    }
}
