//! Several processes on one PostgreSQL database: games across them, kills, and restarts one after the other. Skipped where
//! PostgreSQL is not installed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use playground::{ChannelId, Interaction, Message, MessageId, Playground, ViolationKind};
use tests::load::Players;
use tests::{Cluster, DUEL, PATIENCE, response};
use tokio::task::JoinSet;

/// Game in a channel, as its two people see it.
struct Played {
    pg: Arc<Playground>,
    channel: ChannelId,
    players: Players,
    /// Number of boards that should have been posted.
    boards: usize,
    /// Longest time from a move to its board.
    slowest: Duration,
}

impl Played {
    async fn open(cluster: &Cluster, number: usize) -> Self {
        let (pg, channel) = (Arc::clone(&cluster.pg), cluster.games[number]);
        let game = Self { pg, channel, players: Players::new(number as u64), boards: 1, slowest: Duration::ZERO };
        let options =
            [("mode", DUEL.into()), ("battalion", "medieval".into()), ("order", "In order of joining".into())];
        game.act("ann", "titans new", &options).await;
        game.act("bob", "lobby join", &[("battalion", "medieval".into())]).await;
        game.act("ann", "lobby start", &[]).await;
        let begun = game.pg.wait_for("the first board", PATIENCE, |_| (game.posted() == 1).then_some(()));
        begun.await.unwrap();
        game
    }

    async fn act(&self, who: &str, command: &str, options: &[(&str, playground::Arg)]) -> Interaction {
        let done = self.pg.slash(self.pg.user(who).unwrap(), self.channel, command, options).await;
        done.unwrap_or_else(|why| panic!("/{command}: {why}"))
    }

    /// Number of boards in the channel.
    fn posted(&self) -> usize {
        let board = |message: &Message| message.picture().is_some_and(|one| one.filename == "board.png");
        self.pg.messages(self.channel).iter().filter(|message| !message.deleted && board(message)).count()
    }

    /// Plays a turn and waits for its board. A move that gets no board is tried again, as a person would: the process may
    /// have been killed before or after it stored the move. Returns `false` when the game is over.
    async fn turn(&mut self) -> bool {
        let Some(seat) = self.players.next() else { return false };
        let drawn = self.players.draw(seat);
        if drawn.warned || self.players.ends_by(seat, &drawn.turn) {
            return false;
        }
        let who = self.pg.user(["ann", "bob"][seat.index()]).unwrap();
        self.boards += 1;
        let began = Instant::now();
        while self.posted() < self.boards {
            assert!(began.elapsed() < PATIENCE, "no board after {}", drawn.text);
            let options = [("move", drawn.text.as_str().into())];
            self.pg.send_slash(who, self.channel, "move", &options).unwrap();
            let wanted = self.boards;
            let _ = self
                .pg
                .wait_for("a board", Duration::from_millis(700), |_| (self.posted() >= wanted).then_some(()))
                .await;
        }
        self.slowest = self.slowest.max(began.elapsed());
        self.players.take(seat, drawn.turn);
        true
    }

    /// Plays until `is_over` and returns itself.
    async fn play(mut self, is_over: Arc<AtomicBool>) -> Self {
        while !is_over.load(Ordering::Relaxed) && self.turn().await {
            tokio::time::sleep(Duration::from_millis(150)).await;
        }
        self
    }
}

/// Plays a game in every shard while `disturb` runs, and checks that each board was posted once.
async fn play_during(mut cluster: Cluster, disturb: impl AsyncFnOnce(&mut Cluster)) {
    let is_over = Arc::new(AtomicBool::new(false));
    let mut playing = JoinSet::new();
    for number in 0..cluster.games.len() {
        playing.spawn(Played::open(&cluster, number).await.play(Arc::clone(&is_over)));
    }
    disturb(&mut cluster).await;
    // Some more turns after the last disturbance.
    tokio::time::sleep(Duration::from_secs(2)).await;
    is_over.store(true, Ordering::Relaxed);
    let mut games = Vec::new();
    while let Some(game) = playing.join_next().await {
        games.push(game.unwrap());
    }
    cluster.pg.wait_quiet(Duration::from_secs(2), PATIENCE).await.unwrap();
    for game in &games {
        assert_eq!(game.posted(), game.boards, "each board once");
    }
    let turns: usize = games.iter().map(|game| game.boards - 1).sum();
    let slowest = games.iter().map(|game| game.slowest).max().unwrap_or_default();
    println!("{turns} turns in {} games, the slowest board after {slowest:?}", games.len());
    assert!(turns > 5 * games.len(), "{turns} turns");
    // Commands while their process was down got no answer, or got it too late.
    let expected = [ViolationKind::Timeout, ViolationKind::Late];
    let others = cluster.pg.violations().into_iter().filter(|violation| !expected.contains(&violation.kind));
    assert_eq!(others.map(|violation| violation.sentence).collect::<Vec<_>>(), Vec::<String>::new());
}

/// Number of kills: enough for a story, or as many as the environment variable `KILLS` says.
fn kills() -> usize {
    std::env::var("KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(3)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_killed_at_random_lose_nothing_and_post_nothing_twice() {
    let Some(cluster) = Cluster::start(3).await else { return };
    let disturb = async |cluster: &mut Cluster| {
        for kill in 0..kills() {
            // Different in each run: the number of messages depends on the time.
            let process = (kill + cluster.pg.messages(cluster.games[0]).len()) % cluster.bots.len();
            cluster.bots[process].restart();
            cluster.connected().await;
            tokio::time::sleep(Duration::from_millis(200 * (kill as u64 % 5))).await;
        }
    };
    play_during(cluster, disturb).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_are_restarted_one_after_the_other_under_load() {
    let Some(cluster) = Cluster::start(2).await else { return };
    let disturb = async |cluster: &mut Cluster| {
        for process in 0..cluster.bots.len() {
            assert!(cluster.bots[process].stop());
            cluster.bots[process].restart();
            cluster.connected().await;
        }
    };
    play_during(cluster, disturb).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_outlast_restarts_of_their_database() {
    let Some(cluster) = Cluster::start(2).await else { return };
    let disturb = async |cluster: &mut Cluster| {
        for _ in 0..3 {
            tokio::time::sleep(Duration::from_secs(2)).await;
            cluster.server.stop();
            cluster.server.start_again();
        }
    };
    play_during(cluster, disturb).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_with_the_shards_of_another_is_refused() {
    let Some(cluster) = Cluster::start(2).await else { return };
    for (shards, why) in [
        ("1-2/4", "another process of this program has shard 1"),
        ("0-5/6", "divide it into 4 shards"),
        ("auto", "divide it into 4 shards"),
    ] {
        let said = cluster.refused(shards);
        assert!(said.contains(why), "{shards}: {said}");
    }
}

/// Waits for the direct message that asks somebody to choose. It is newer than the message `lobby`, so it is not that of an
/// earlier game.
async fn asked_by_dm(cluster: &Cluster, who: &str, lobby: MessageId) -> Message {
    let (pg, user) = (&cluster.pg, cluster.pg.user(who).unwrap());
    let asked = pg.wait_for("a direct message that asks", PATIENCE, |pg| {
        pg.dms(user).into_iter().rev().find(|message| message.id > lobby && message.labels() == ["Choose"])
    });
    asked.await.unwrap_or_else(|why| panic!("{who}: {why}"))
}

/// Answers all questions of a game in direct messages, which shard 0 receives.
async fn choose_by_dm(cluster: &Cluster, who: &str, asked: &Message) {
    let (pg, user) = (&cluster.pg, cluster.pg.user(who).unwrap());
    let mut message = response(&pg.click(user, asked, "Choose").await.unwrap());
    assert!(message.text().starts_with("Choose "), "{}", message.text());
    while message.text().starts_with("Choose ") {
        let menu = message.selects().remove(0);
        let value = menu.options[0].1.clone();
        let chosen = pg.select(user, &message, &menu.custom_id, &[&value]).await.unwrap();
        let before = message.clone();
        let next = pg.wait_for("the next question", PATIENCE, |_| {
            let now = chosen.response()?;
            (now.text() != before.text() || now.components != before.components).then_some(now)
        });
        message = next.await.unwrap();
    }
}

/// Both Players choose in direct messages, so the process of shard 0 changes the games of all others. The process of the
/// game posts the board; where it is down meanwhile, it does so after its return.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn choices_in_direct_messages_reach_games_of_other_processes() {
    let Some(mut cluster) = Cluster::start(2).await else { return };
    for (number, killed) in [(0, false), (1, false), (2, false), (3, true)] {
        let (pg, channel) = (Arc::clone(&cluster.pg), cluster.games[number]);
        let act = async |who: &str, command: &str, options: &[(&str, playground::Arg)]| {
            let done = pg.slash(pg.user(who).unwrap(), channel, command, options).await;
            done.unwrap_or_else(|why| panic!("/{command}: {why}"))
        };
        let options =
            [("mode", DUEL.into()), ("battalion", "party-volatile".into()), ("order", "In order of joining".into())];
        act("ann", "titans new", &options).await;
        act("bob", "lobby join", &[("battalion", "medieval".into())]).await;
        let lobby = pg.wait_for("the lobby", PATIENCE, |pg| pg.messages(channel).pop()).await.unwrap().id;
        act("ann", "lobby start", &[]).await;
        let shows = async |what: &str| {
            let shown =
                |pg: &Playground| pg.messages(channel).into_iter().find(|message| message.text().contains(what));
            let shown = pg.wait_for(what, PATIENCE, shown).await;
            shown.unwrap()
        };
        shows("0 of 2 so far").await;
        let (ann, bob) = (asked_by_dm(&cluster, "ann", lobby).await, asked_by_dm(&cluster, "bob", lobby).await);
        choose_by_dm(&cluster, "ann", &ann).await;
        shows("1 of 2 so far").await;
        if killed {
            cluster.bots[1].kill();
        }
        choose_by_dm(&cluster, "bob", &bob).await;
        if killed {
            cluster.bots[1].restart();
            cluster.connected().await;
        }
        let shown = |pg: &Playground| {
            pg.messages(channel).into_iter().find(|message| message.text().contains("your turn")).map(drop)
        };
        let shown = cluster.pg.wait_for("the first board", PATIENCE, shown).await;
        shown.unwrap();
    }
}
