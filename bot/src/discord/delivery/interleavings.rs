//! Random schedules: changes, deliveries and answers are delayed at random at every possible race, and Discord fails
//! at random. In every schedule, each accepted version is posted exactly once.

use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use engine::titans::GameMode;

use super::*;
use crate::config::Route;
use crate::discord::app::App;
use crate::discord::features::rules::manual::Manual;
use crate::host::tests::{Folder, host, host_with, some, who, with};
use crate::host::{
    ChannelId, GameId, GuildId, Host, Join, LobbyOptions, NoticeKind, Pauses, Place, Played, Recipient, SeatOrder,
    Version, Who,
};
use crate::monitoring::Gateway;

const GAMES: u64 = 6;
const TURNS: usize = 12;
/// Independent moves: none blocks another.
const LINE: [&str; TURNS] = ["a3", "a6", "b3", "b6", "c3", "c6", "d3", "d6", "e3", "e6", "f3", "f6"];

/// Seeded random numbers. The order of draws depends on the scheduling of the tasks.
struct Dice(AtomicU64);

impl Dice {
    fn below(&self, bound: u64) -> u64 {
        let mut x = self.0.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed);
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x ^ (x >> 31)) % bound
    }

    /// Random delay, often zero.
    fn moment(&self) -> Duration {
        Duration::from_micros(self.below(4) * self.below(1500))
    }
}

/// Posted messages: number of posts for each version of each game, and attempts with an unknown result.
#[derive(Default)]
struct Channels(Mutex<HashMap<(GameId, Version, NoticeKind, Recipient), u64>>);

struct World {
    app: Shared,
    dice: Arc<Dice>,
    channels: Channels,
    /// Notices that could not be composed.
    unsaid: Mutex<Vec<String>>,
    over: AtomicBool,
}

impl World {
    /// Simulates Discord: posts at once, posts after a delay, fails, or returns no result.
    async fn post(&self, notice: &Notice) -> Outcome {
        let key = (notice.game, notice.version, notice.kind, notice.to);
        tokio::time::sleep(self.dice.moment()).await;
        match compose(&self.app, notice).await {
            Ok(DeliveryAction::Supersede) => return Outcome::Superseded,
            Ok(DeliveryAction::Edit(..) | DeliveryAction::EditText(..) | DeliveryAction::Post(_)) => {}
            Err(error) => {
                lock(&self.unsaid).push(format!("{notice:?}: {error}"));
                return Outcome::Failed(Failure::Message);
            }
        }
        tokio::time::sleep(self.dice.moment()).await;
        let mut posted = lock(&self.channels.0);
        let found = notice.unsure && posted.contains_key(&key);
        let luck = self.dice.below(40);
        if luck == 0 {
            return Outcome::Failed(Failure::Discord { unsure: false });
        }
        if !found && luck != 1 {
            *posted.entry(key).or_default() += 1;
        }
        if luck < 3 {
            // Unknown result: with 1 the message was not posted, with 2 it was.
            return Outcome::Failed(Failure::Discord { unsure: true });
        }
        Outcome::Posted(ChannelId(1), MessageId(notice.id.0 as u64), None)
    }

    async fn deliver(self: Arc<Self>) {
        while !self.over.load(Ordering::Relaxed) {
            let taken = self.app.host.outbox.take_notices(8).await.unwrap();
            for notice in taken {
                let world = Arc::clone(&self);
                tokio::spawn(async move {
                    let outcome = world.post(&notice).await;
                    tokio::time::sleep(world.dice.moment()).await;
                    settle(&world.app, &notice, outcome).await;
                });
            }
        }
    }

    /// Waits until a version is posted, up to a timeout.
    async fn board(&self, game: GameId, version: Version) {
        let shown = |(of, at, kind, _): &(GameId, Version, NoticeKind, Recipient)| {
            (*of, *at, *kind) == (game, version, NoticeKind::Turn)
        };
        for _ in 0..200 {
            if lock(&self.channels.0).keys().any(shown) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    /// Plays a game, and posts the notices that its turns claim as responses.
    async fn play(self: Arc<Self>, game: GameId, people: [u64; 2], begun: Version) {
        for turn in 0..TURNS {
            // Most turns wait for the board; the others follow as soon as the previous turn is stored.
            if self.dice.below(4) > 0 {
                self.board(game, Version(begun.0 + turn as i64)).await;
            }
            let asks =
                Who { shows_in: (self.dice.below(2) == 0).then(|| place(people[0]).channel), ..who(people[turn % 2]) };
            let text = LINE[turn];
            let played = self.app.host.games.act_text(&asks, game, text, false).await;
            let Ok(Played::Done(done)) = played else {
                panic!("{text}: {played:?}");
            };
            if let Some(notice) = done.claimed {
                let world = Arc::clone(&self);
                tokio::spawn(async move {
                    match world.dice.below(4) {
                        0 => {
                            let id = notice.id;
                            drop(notice);
                            world.app.host.outbox.release(id).await.unwrap();
                        }
                        _ => {
                            let outcome = world.post(&notice).await;
                            settle(&world.app, &notice, outcome).await;
                        }
                    }
                });
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap()
}

fn place(person: u64) -> Place {
    Place { guild: Some(GuildId(9)), channel: ChannelId(500 + person), parent: None }
}

/// Starts a game. Returns its id and first version.
async fn start(host: &Host, people: [u64; 2]) -> (GameId, Version) {
    let mut options = LobbyOptions::new(GameMode::Duel, 2);
    options.order = SeatOrder::Fixed;
    let first = who(people[0]);
    let opened = host.lobbies.open_lobby(&first, place(people[0]), options, Some("medieval"));
    let game = opened.await.unwrap().game;
    let joined = host.lobbies.join(&who(people[1]), game, with("medieval")).await;
    (game, joined.unwrap().version)
}

async fn every_version_is_posted_once(seed: u64) {
    let folder = Folder::new();
    let dice = Arc::new(Dice(AtomicU64::new(seed)));
    let pauses = {
        let dice = Arc::clone(&dice);
        Pauses(Box::new(move |_| dice.moment()))
    };
    let host = host_with(&folder, pauses).await;
    let world = Arc::new(World {
        app: Arc::new(App::new(host.clone(), Gateway::default(), &Route::Direct, Manual::new("docs")).unwrap()),
        dice,
        channels: Channels::default(),
        unsaid: Mutex::default(),
        over: AtomicBool::new(false),
    });
    let delivery = tokio::spawn(Arc::clone(&world).deliver());
    let mut playing = Vec::new();
    let mut games = BTreeMap::new();
    for first in 0..GAMES {
        let people = [1 + first % 7, 1 + (first + 1) % 7];
        let (game, begun) = start(&host, people).await;
        games.insert(game, begun);
        playing.push(tokio::spawn(Arc::clone(&world).play(game, people, begun)));
    }
    for play in playing {
        play.await.unwrap();
    }
    let settled = async {
        while crate::host::tests::wants_to_speak(&host).await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(90), settled).await.expect("everything is dealt with in the end");
    world.over.store(true, Ordering::Relaxed);
    delivery.abort();
    let unsaid = lock(&world.unsaid);
    assert!(unsaid.is_empty(), "seed {seed}: {unsaid:#?}");
    let posted = lock(&world.channels.0);
    for (game, begun) in games {
        for version in begun.0..=begun.0 + TURNS as i64 {
            let boards: Vec<u64> = posted
                .iter()
                .filter(|((of, at, kind, _), _)| (*of, at.0, *kind) == (game, version, NoticeKind::Turn))
                .map(|(_, times)| *times)
                .collect();
            assert_eq!(boards, [1], "seed {seed}, game {game}, version {version}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn whatever_the_order_every_version_is_posted_once() {
    tokio::join!(
        every_version_is_posted_once(0),
        every_version_is_posted_once(1),
        every_version_is_posted_once(2),
        every_version_is_posted_once(3),
    );
}

/// Next message of a lobby.
async fn lobby_notice(host: &Host, game: GameId) -> Notice {
    let mut taken = some(host).await.into_iter();
    taken.find(|notice| notice.game == game && notice.kind == NoticeKind::Lobby).expect("the lobby has changed")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lobby_may_begin_while_its_message_is_composed() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let app: Shared =
        Arc::new(App::new(host.clone(), Gateway::default(), &Route::Direct, Manual::new("docs")).unwrap());
    for step in 0..60 {
        let [opener, other] = [1 + step, 200 + step];
        let options = LobbyOptions { order: SeatOrder::Fixed, ..LobbyOptions::new(GameMode::Duel, 2) };
        let opened = host.lobbies.open_lobby(&who(opener), place(opener), options, Some("medieval")).await;
        let game = opened.unwrap().game;
        let opening = lobby_notice(&host, game).await;
        host.outbox.posted(&opening, place(opener).channel, MessageId(900 + step), None).await.unwrap();
        host.lobbies.join(&who(other), game, Join::default()).await.unwrap();
        let change = lobby_notice(&host, game).await;
        let composed = async {
            tokio::time::sleep(Duration::from_micros(step * 100)).await;
            compose(&app, &change).await
        };
        let other = who(other);
        let (begun, composed) = tokio::join!(host.lobbies.join(&other, game, with("medieval")), composed);
        begun.unwrap();
        assert!(composed.is_ok(), "step {step}: {:?}", composed.err());
    }
}
