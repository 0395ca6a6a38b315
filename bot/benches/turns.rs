//! Benchmarks of the host on large boards: time to judge, store and draw a turn. Also measures memory and disk space of
//! stored games, and the time it takes when all of them run out of time at once.
//!
//! `cargo bench -p battalion --bench turns` (more turns: `-- 600`; only the stored games: `-- size`, with fewer games:
//! `-- size 1000`)

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use battalion::clock;
use battalion::host::{
    Acts, Board, ChannelId, GameId, Host, InteractionKey, Join, LobbyOptions, PersonId, Place, Played, Question,
    Rights, Scene, SeatOrder, Who,
};
use engine::action::{Action, Turn};
use engine::battalion::load_builtin;
use engine::board::Seat;
use engine::titans::{self, GameMode, Setup};
use tokio_util::sync::CancellationToken;

/// Number of stored games, and of turns played in each.
const GAMES: u64 = 10_000;
/// One in this many games is loaded after the restart.
const LOOKED_AT: u64 = 10;
const TURNS: usize = 30;
/// Number of games generated concurrently.
const LANES: u64 = 32;
/// Argument that makes this program only load the games of a database.
const LOOK: &str = "look";
/// Argument that skips the turns on large boards.
const SIZE: &str = "size";

/// Random number generator with a fixed seed, so that every run has the same games.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

/// Returns a player with a new interaction id.
fn who(person: u64, delivery: &mut u64) -> Who {
    *delivery += 1;
    Who {
        person: PersonId(person),
        name: format!("Player {person}"),
        rights: Rights::default(),
        interaction: InteractionKey(*delivery),
        shows_in: None,
    }
}

async fn begin(host: &Host, channel: u64, armies: &[&str], delivery: &mut u64) -> GameId {
    let mode = if armies.len() == 2 { GameMode::Duel } else { GameMode::Ffa };
    let place = Place { guild: None, channel: ChannelId(channel), parent: None };
    let mut options = LobbyOptions::new(mode, armies.len() as u8);
    options.order = SeatOrder::Fixed;
    let lobby = host.lobbies.open_lobby(&who(1, delivery), place, options, None).await.unwrap();
    for (person, army) in (1..).zip(armies) {
        let wish = Join { battalion: Some((*army).to_owned()), ..Join::default() };
        host.lobbies.join(&who(person, delivery), lobby.game, wish).await.unwrap();
    }
    lobby.game
}

async fn scene(host: &Host, game: GameId) -> Scene {
    match host.views.board(game).await.unwrap() {
        Board::Game(scene) => *scene,
        other => panic!("not begun: {other:?}"),
    }
}

/// Takes a random turn. Returns the time to judge and store it, the seat and the turn; `None` if the game is over.
async fn take(host: &Host, game: GameId, dice: &mut Dice, delivery: &mut u64) -> Option<(Duration, Seat, Turn)> {
    let now = scene(host, game).await;
    let next = now.to_act.first().filter(|_| !now.over)?.person;
    let Acts { acts, seat, .. } = host.games.acts(game, next).await.unwrap();
    let listed = &acts[dice.below(acts.len())];
    let mut then = Vec::new();
    loop {
        let me = who(next.0, delivery);
        let start = Instant::now();
        let played = host.games.act_index(&me, game, now.version, listed.index, then.clone(), true).await.unwrap();
        match played {
            Played::Done(_) => {
                let turn = Turn { act: listed.act.clone(), then };
                return Some((start.elapsed(), seat, turn));
            }
            Played::Ask(ask) => match ask.question {
                Question::Choice { options, .. } => then.push(options.first().copied()),
                Question::Confirm(warnings) => panic!("confirmed already: {warnings:?}"),
            },
        }
    }
}

fn row(what: &str, times: &mut [Duration]) {
    times.sort();
    let at = |part: f64| times[((times.len() - 1) as f64 * part).round() as usize].as_secs_f64() * 1e3;
    println!("| {what} | {:.2} ms | {:.2} ms | {:.2} ms |", at(0.5), at(0.99), at(1.0));
}

async fn turns(name: &str, armies: &[&str], wanted: usize) {
    let folder = Folder::new();
    let host = Host::open(&folder.file(), Vec::new()).await.unwrap();
    let (mut dice, mut delivery) = (Dice(0x2545_F491_4F6C_DD1D), 0);
    let (mut judged, mut taken, mut drawn) = (Vec::new(), Vec::new(), Vec::new());
    let mut channel = 0;
    while taken.len() < wanted {
        channel += 1;
        let game = begin(&host, channel, armies, &mut delivery).await;
        let mut mirror = titans::Game::new(setup(armies)).unwrap();
        while let Some((time, seat, turn)) = take(&host, game, &mut dice, &mut delivery).await {
            taken.push(time);
            let start = Instant::now();
            mirror.apply(seat, &Action::Turn(turn)).unwrap();
            judged.push(start.elapsed());
            let version = scene(&host, game).await.version;
            let start = Instant::now();
            host.views.turn_picture(game, version).await.unwrap();
            drawn.push(start.elapsed());
            if taken.len() >= wanted {
                break;
            }
        }
    }
    println!("\n{name}: {} turns in {channel} games\n", taken.len());
    println!("| | p50 | p99 | most |\n| --- | --- | --- | --- |");
    row("the engine alone", &mut judged);
    row("judged and stored", &mut taken);
    row("drawn", &mut drawn);
    host.close().await;
}

fn setup(armies: &[&str]) -> Setup {
    let armies = armies.iter().map(|id| load_builtin(id).unwrap()).collect();
    Setup::new(GameMode::Ffa, armies, [0; 32]).unwrap()
}

/// Returns the resident memory in kilobytes, according to the kernel.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse().ok()
}

async fn memory(games: u64) {
    let folder = Folder::new();
    let armies = [["medieval", "the-party"], ["makpong", "the-party"], ["medieval", "medieval"]];
    {
        let host = Host::open(&folder.file(), Vec::new()).await.unwrap();
        let mut lanes = tokio::task::JoinSet::new();
        for lane in 0..LANES {
            let host = host.clone();
            lanes.spawn(async move {
                let (mut dice, mut delivery) = (Dice(0x9E37_79B9_7F4A_7C15 + lane), lane << 40);
                for channel in (1 + lane..=games).step_by(LANES as usize) {
                    let pair = armies[channel as usize % armies.len()];
                    let game = begin(&host, channel, &pair, &mut delivery).await;
                    for _ in 0..TURNS {
                        take(&host, game, &mut dice, &mut delivery).await;
                    }
                }
            });
        }
        while lanes.join_next().await.is_some() {}
        host.close().await;
    }
    println!("\n{games} stored games of {TURNS} turns");
    size("running", &folder.file()).await;
    println!("one in {LOOKED_AT} looked at after a restart:");
    // A separate process, because generating the games uses memory in this one.
    let this = std::env::current_exe().unwrap();
    let looked = std::process::Command::new(this).arg(LOOK).arg(folder.file()).arg(games.to_string()).status().unwrap();
    assert!(looked.success());
    forfeits(&folder.file()).await;
    size("finished", &folder.file()).await;
    pack(&folder.file()).await;
    size("packed, after the next start", &folder.file()).await;
}

/// Packs finished games and restarts the host, which returns the free space to the disk.
async fn pack(database: &Path) {
    let host = Host::open(database, Vec::new()).await.unwrap();
    let start = Instant::now();
    let games = host.clocks.pack_finished().await.unwrap();
    println!("{games} finished games packed: {:.1?}", start.elapsed());
    host.close().await;
    let start = Instant::now();
    let host = Host::open(database, Vec::new()).await.unwrap();
    println!("a start that rewrites the file: {:.1?}", start.elapsed());
    host.close().await;
}

/// Prints the size of a database, in total and per game and action.
async fn size(what: &str, database: &Path) {
    use sqlx::{ConnectOptions as _, Connection as _};
    let bytes = std::fs::metadata(database).unwrap().len();
    let mut connection = sqlx::sqlite::SqliteConnectOptions::new().filename(database).connect().await.unwrap();
    let (games, actions, free): (i64, i64, i64) = sqlx::query_as(
        "SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM actions),
                (SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size)",
    )
    .fetch_one(&mut connection)
    .await
    .unwrap();
    connection.close().await.unwrap();
    let used = bytes - free.unsigned_abs();
    println!(
        "{what}: the file has {} MB, {} MB of it in use: {} bytes for each of {games} games, {} for each of {actions} actions",
        bytes / 1_000_000,
        used / 1_000_000,
        used / games.unsigned_abs(),
        used / actions.unsigned_abs(),
    );
}

/// Lets all stored games run out of time at the same moment and measures the time until all are over.
async fn forfeits(database: &Path) {
    use sqlx::{ConnectOptions as _, Connection as _};
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(database);
    let mut connection = options.connect().await.unwrap();
    sqlx::query("UPDATE games SET deadline = 1 WHERE state = 'running'").execute(&mut connection).await.unwrap();
    let host = Host::open(database, Vec::new()).await.unwrap();
    let shutdown = CancellationToken::new();
    let start = Instant::now();
    let clock = tokio::spawn(clock::run(host.clocks.clone(), host.records.clone(), shutdown.clone()));
    loop {
        let left: i64 = sqlx::query_scalar("SELECT count(*) FROM games WHERE state = 'running'")
            .fetch_one(&mut connection)
            .await
            .unwrap();
        if left == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    println!("all of them out of time at once: {:.1?}", start.elapsed());
    shutdown.cancel();
    clock.await.unwrap();
    connection.close().await.unwrap();
    host.close().await;
}

/// Loads stored games and prints the memory this takes.
async fn look(database: &Path, games: u64) {
    let host = Host::open(database, Vec::new()).await.unwrap();
    let before = resident();
    for channel in 1..=games / LOOKED_AT {
        let game = host.views.game_in(ChannelId(channel)).await.unwrap();
        scene(&host, game).await;
    }
    match (before, resident()) {
        (Some(before), Some(after)) => {
            println!("resident memory: {before} KB before, {after} KB after")
        }
        _ => println!("resident memory: unknown, there is no /proc here"),
    }
    host.close().await;
}

/// Temporary folder, deleted on drop.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let name = format!("battalion-bench-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self) -> PathBuf {
        Path::join(&self.0, "games.sqlite")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let number = std::env::args().filter_map(|arg| arg.parse().ok()).next();
    let games = number.unwrap_or(GAMES);
    let mut args = std::env::args().skip(1);
    if args.next().as_deref() == Some(LOOK) {
        return look(Path::new(&args.next().expect("a database")), games).await;
    }
    if std::env::args().any(|arg| arg == SIZE) {
        return memory(games).await;
    }
    let wanted = number.unwrap_or(300) as usize;
    let four = ["medieval", "baroque", "makpong", "the-party"];
    turns("14×14 cross, four full armies", &four, wanted).await;
    let six = ["medieval", "baroque", "makpong", "the-party", "medieval", "makpong"];
    turns("22×14, six Players", &six, wanted).await;
    memory(GAMES).await;
}
