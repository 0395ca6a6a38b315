//! Use cases on fresh databases, without Discord.

mod administrators;
mod aftermath;
mod bad_days;
mod battlefields;
mod boundaries;
pub(crate) mod clash;
mod clocks;
mod computers;
mod conditional;
pub(crate) mod copies;
mod course;
mod departures;
mod elsewhere;
pub(crate) mod everyone;
mod fits;
mod guards;
mod invitations;
mod lobbies;
mod meetings;
pub(crate) mod notices;
mod odds;
mod own;
mod pgn;
mod privacy;
mod rare;
mod restored;
mod rights;
mod secrets;
pub(crate) mod sharing;
mod shop;
mod standing;
mod stored;
mod table;
mod targets;
pub(crate) mod timeline;
mod times;
mod trials;
mod views;
mod words;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use engine::board::Seat;
use engine::titans::GameMode;

use super::*;

/// Temporary folder, deleted on drop, with the database of a test.
pub(crate) struct Folder {
    path: PathBuf,
    server: Option<::tests::Database>,
}

impl Folder {
    /// A new folder. The database is a file, or on PostgreSQL with `BATTALION_TEST_DATABASE=postgres`.
    pub fn new() -> Self {
        let on_server = std::env::var_os("BATTALION_TEST_DATABASE").is_some_and(|kind| kind == "postgres");
        let server = on_server.then(|| ::tests::Postgres::database().unwrap());
        let mut folder = Self::of_file();
        folder.server = server;
        folder
    }

    /// A new folder whose database is always a file, for tests with a thousand databases.
    pub fn of_file() -> Self {
        let name = format!("battalion-test-{}-{}", std::process::id(), random::short());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Self { path, server: None }
    }

    /// Path of a database file.
    pub fn file(&self) -> PathBuf {
        self.path.join("games.sqlite")
    }

    /// Place of the database.
    pub fn place(&self) -> Location {
        self.server.as_ref().map_or_else(|| Location::File(self.file()), |server| Location::shared(server.address()))
    }

    /// Returns whether the database is on a server. The test says then that it was skipped.
    pub fn has_no_file(&self) -> bool {
        if self.server.is_some() {
            eprintln!("skipped: the test reads the file of the database");
        }
        self.server.is_some()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

impl Host {
    /// A host on the same database with other parts. Nothing in memory is kept.
    pub(in crate::host) fn with(&self, change: impl FnOnce(&mut Parts)) -> Host {
        let mut parts = Parts {
            store: self.store.clone(),
            renderer: Arc::clone(&self.lessons.rendering.renderer),
            time: self.time.clone(),
            chance: self.lobbies.chance,
            battlefields: Arc::clone(&self.battlefields.configured),
            memory: session::slots::MEMORY,
            pauses: self.games.pauses.clone(),
        };
        change(&mut parts);
        Host(Arc::new(Services::new(parts)))
    }

    /// A host on the same database. Nothing in memory is kept.
    pub(crate) fn started_again(&self) -> Host {
        self.with(|_| {})
    }

    /// Current time of this host.
    pub(crate) fn now(&self) -> i64 {
        self.time.now()
    }

    /// Sets the time of a host with a frozen clock.
    pub(crate) fn set_time(&self, now: i64) {
        self.time.set(now);
    }

    /// Time at which the next notice can be posted.
    pub(crate) async fn next_notice_at(&self) -> Option<i64> {
        self.store.next_notice_at().await.unwrap()
    }

    /// Writes a heartbeat at this time.
    pub(crate) async fn beat(&self, now: i64) {
        self.store.heartbeat(now, 0).await.unwrap();
    }

    /// Milliseconds since the last heartbeat.
    pub(crate) async fn since_heartbeat(&self) -> i64 {
        self.time.now() - self.store.last_heartbeat().await.unwrap().unwrap()
    }

    /// Waits until no task in the background changes a game.
    pub(crate) async fn settled(&self) {
        while Arc::strong_count(&self.games.slots) > 1 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
}

pub(crate) const CHANNEL: ChannelId = ChannelId(500);
pub(crate) const PLACE: Place = Place { guild: Some(GuildId(9)), channel: CHANNEL, parent: None };

/// Key of a new interaction. As on Discord no two have the same, and the answer to one is never repeated for another.
pub(crate) fn interaction() -> InteractionKey {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    InteractionKey(NEXT.fetch_add(1, Ordering::Relaxed))
}

/// A person with a new interaction.
pub(crate) fn who(person: u64) -> Who {
    let names = ["Nobody", "Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus"];
    let name = names.get(person as usize);
    Who {
        person: PersonId(person),
        name: name.map_or_else(|| format!("Guest {person}"), |name| (*name).to_owned()),
        rights: Rights { guild: PLACE.guild, ..Rights::default() },
        interaction: interaction(),
        shows_in: None,
    }
}

pub(crate) fn moderator(person: u64) -> Who {
    let mut who = who(person);
    who.rights.moderator = true;
    who
}

/// A person with *Manage Server*.
pub(crate) fn manager(person: u64) -> Who {
    let mut who = who(person);
    who.rights.manager = true;
    who
}

pub(crate) fn with(battalion: &str) -> Join {
    Join { battalion: Some(battalion.to_owned()), ..Join::default() }
}

pub(crate) async fn host(folder: &Folder) -> Host {
    Host::open(folder.place(), Vec::new()).await.unwrap()
}

/// A host with delays at the points where its work can be overtaken.
pub(crate) async fn host_with(folder: &Folder, pauses: Pauses) -> Host {
    host(folder).await.with(|parts| parts.pauses = Some(Arc::new(pauses)))
}

/// Opens a lobby for this person.
pub(crate) async fn open(host: &Host, person: u64, mode: GameMode, seats: u8) -> GameId {
    let options = LobbyOptions::new(mode, seats);
    let lobby = host.lobbies.open_lobby(&who(person), PLACE, options, None).await;
    lobby.unwrap().game
}

/// A game of the persons 1, 2, … in this seat order.
pub(crate) async fn game(host: &Host, mode: GameMode, armies: &[&str]) -> GameId {
    game_with(host, mode, armies, |_| {}).await
}

/// Duel in which the persons 1 and 5 share the first seat.
async fn shared_duel(host: &Host) -> GameId {
    let options =
        LobbyOptions { order: SeatOrder::Fixed, start_when_full: false, ..LobbyOptions::new(GameMode::Duel, 2) };
    let game = host.lobbies.open_lobby(&who(1), PLACE, options, Some("medieval")).await.unwrap().game;
    host.lobbies.join(&who(5), game, Join { with: Some(PersonId(1)), ..Join::default() }).await.unwrap();
    host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
    host.lobbies.start(&who(1), game, None).await.unwrap();
    game
}

/// A duel of two Medieval Battalions; person 1 plays first.
async fn duel(host: &Host) -> GameId {
    game(host, GameMode::Duel, &["medieval", "medieval"]).await
}

pub(crate) async fn game_with(
    host: &Host,
    mode: GameMode,
    armies: &[&str],
    change: impl FnOnce(&mut LobbyOptions),
) -> GameId {
    let mut options = LobbyOptions::new(mode, armies.len() as u8);
    options.order = SeatOrder::Fixed;
    change(&mut options);
    let lobby = host.lobbies.open_lobby(&who(1), PLACE, options, None).await.unwrap();
    for (person, army) in (1..).zip(armies) {
        host.lobbies.join(&who(person), lobby.game, with(army)).await.unwrap();
    }
    lobby.game
}

pub(crate) async fn play(host: &Host, game: GameId, person: u64, text: &str) -> Done {
    match host.games.act_text(&who(person), game, text, false).await {
        Ok(Played::Done(done)) => done,
        other => panic!("{text}: {other:?}"),
    }
}

pub(crate) fn refusal<T: std::fmt::Debug>(answer: Result<T, Error>) -> Refusal {
    match answer {
        Err(Error::Refused(refusal)) => refusal,
        other => panic!("not refused: {other:?}"),
    }
}

/// A seat with one person.
pub(crate) fn player(seat: u8, person: u64) -> Player {
    Player { seat: Seat(seat), people: vec![member(person)] }
}

/// A person with their name.
pub(crate) fn member(person: u64) -> Member {
    let Who { person, name, .. } = who(person);
    Member { person, name }
}

pub(crate) async fn scene(host: &Host, game: GameId) -> Scene {
    match host.views.board(game).await.unwrap() {
        Board::Game(scene) => *scene,
        Board::Lobby(lobby) => panic!("still a lobby: {:?}", lobby.missing),
        Board::Challenge(_) => panic!("still a challenge"),
    }
}

pub(crate) async fn lobby(host: &Host, game: GameId) -> Lobby {
    match host.views.board(game).await.unwrap() {
        Board::Lobby(lobby) => *lobby,
        Board::Game(_) | Board::Challenge(_) => panic!("not a lobby"),
    }
}

/// Start time of tests, in milliseconds since 1970.
pub(crate) const BEGIN: i64 = 1_800_000_000_000;
pub(crate) const HOUR: i64 = 3_600_000;

/// A host with a fixed time. Opening the database again with a later time simulates the passing of time.
pub(crate) async fn host_at(folder: &Folder, now: i64) -> Host {
    Host::open_at(folder.place(), Vec::new(), WallClock::runtime(now)).await.unwrap()
}

/// A host with fixed time and a fixed seed of games.
pub(crate) async fn dealing(folder: &Folder, seed: [u8; 32]) -> Host {
    let host = Host::open_at(folder.place(), Vec::new(), WallClock::frozen(BEGIN)).await.unwrap();
    host.with(|parts| parts.chance = random::Chance::Fixed(seed))
}

/// Simulates a fault by writing to the database directly.
async fn damage(folder: &Folder, sql: &'static str, game: GameId) {
    use sqlx::Connection as _;
    let mut connection = crate::store::connect(&folder.place()).await;
    sqlx::query(sql).bind(game.0).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

/// Lets a seat resign without a person, as a computer player does.
pub(crate) async fn computer_resigns(host: &Host, game: GameId, seat: Seat) {
    let resign = engine::action::Action::Resign;
    let done = host.games.change(game, None, move |game, _| session::take::decide(game, seat, None, &resign));
    done.await.unwrap();
}

/// Plays a turn of a seat without a person, as a computer player does.
pub(crate) async fn computer_plays(host: &Host, game: GameId, seat: Seat, text: &str) {
    let turn = host.games.load(game).await.unwrap().play().unwrap().game.read_turn(seat, text).unwrap();
    let turn = engine::action::Action::Turn(turn);
    let done = host.games.change(game, None, move |game, _| session::take::decide(game, seat, None, &turn));
    done.await.unwrap();
}

/// Notices that can be posted now, or soon by a background task. Taking them is never interrupted, however slow the
/// disk is: they would stay leased.
pub(crate) async fn some(host: &Host) -> Vec<Notice> {
    for _ in 0..30 {
        if host.store.next_notice_at().await.unwrap().is_some_and(|at| at <= host.time.now()) {
            let taken = tokio::time::timeout(Duration::from_secs(60), host.outbox.take_notices(100)).await;
            return taken.expect("a notice that is due can be taken").unwrap();
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    Vec::new()
}

/// Returns true if a notice is waiting.
pub(crate) async fn wants_to_speak(host: &Host) -> bool {
    host.store.next_notice_at().await.unwrap().is_some()
}
