//! Several bot processes on one PostgreSQL database, each with two shards.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use playground::{Builder, ChannelId, GuildId, Playground, UserId};
use tempfile::TempDir;

use crate::{Bot, Postgres};

/// Shards of each process.
const SHARDS: usize = 2;
/// Time in which all processes connect: Discord allows one new session every five seconds.
const CONNECTING: Duration = Duration::from_secs(120);

/// Shards of a process as `BATTALION_SHARDS` names them.
fn shards(process: usize, processes: usize) -> String {
    let first = process * SHARDS;
    format!("{first}-{}/{}", first + SHARDS - 1, processes * SHARDS)
}

/// Stand-in with a server for each shard, and the processes.
#[derive(Debug)]
pub struct Cluster {
    /// Discord stand-in.
    pub pg: Arc<Playground>,
    /// Processes in the order of their shards.
    pub bots: Vec<Bot>,
    /// Address of the database.
    pub database: String,
    /// Channel #games of the server in each shard.
    pub games: Vec<ChannelId>,
    /// Server of the database.
    pub server: Postgres,
    folder: TempDir,
}

impl Cluster {
    /// Starts the processes, with Ann and Bob on each server. `None` where PostgreSQL is not installed.
    pub async fn start(processes: usize) -> Option<Cluster> {
        let server = Postgres::start()?;
        let builder = Builder::club().nonce_window(Duration::ZERO).token("stories.of.battalion");
        let pg = Arc::new(builder.start("127.0.0.1:0").await.unwrap());
        let people = ["ann", "bob"].map(|name| pg.user(name).unwrap());
        let servers = one_in_each_shard(&pg, people[0], processes).await;
        let games = servers.into_iter().map(|server| {
            people.iter().for_each(|person| pg.join(server, *person));
            pg.add_channel(server, "games")
        });
        let games = games.collect();
        let folder = tempfile::tempdir().unwrap();
        let database = server.new_database();
        let environment = vec![
            ("DISCORD_API_PROXY", pg.base_url()),
            ("BATTALION_LOG", "debug".to_owned()),
            ("BATTALION_STORE_URL", database.clone()),
        ];
        let bots = start(&pg, folder.path(), processes, &environment);
        let cluster = Cluster { bots, pg, database, games, server, folder };
        cluster.connected().await;
        Some(cluster)
    }

    /// Waits until every shard is connected.
    ///
    /// # Panics
    /// If that takes too long.
    pub async fn connected(&self) {
        connected(&self.pg, &self.bots).await;
    }

    /// Starts another program with this range of shards and returns what it says before it ends.
    pub fn refused(&self, shards: &str) -> String {
        let folder = folder_of(self.folder.path(), self.bots.len());
        let environment = vec![
            ("DISCORD_API_PROXY", self.pg.base_url()),
            ("BATTALION_STORE_URL", self.database.clone()),
            ("BATTALION_SHARDS", shards.to_owned()),
        ];
        let mut bot = Bot::start_with(&folder, self.pg.token(), environment);
        assert!(!bot.ended(), "a second process for {shards} is refused");
        let said = bot.log();
        std::fs::remove_file(folder.join("bot.log")).unwrap();
        said
    }
}

fn folder_of(folder: &Path, process: usize) -> std::path::PathBuf {
    let own = folder.join(format!("process{process}"));
    std::fs::create_dir_all(&own).unwrap();
    own
}

/// Adds servers until each shard of this number of processes has one.
pub(crate) async fn one_in_each_shard(pg: &Playground, owner: UserId, processes: usize) -> Vec<GuildId> {
    let mut servers = vec![None; processes * SHARDS];
    while servers.contains(&None) {
        let server = pg.add_guild("Club", owner);
        let shard = (server.0 >> 22) as usize % servers.len();
        servers[shard].get_or_insert(server);
        // The shard follows from the millisecond in which the id is made.
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    servers.into_iter().flatten().collect()
}

/// Starts the processes with these environment variables and their shards.
pub(crate) fn start(
    pg: &Playground,
    folder: &Path,
    processes: usize,
    environment: &[(&'static str, String)],
) -> Vec<Bot> {
    pg.shard((processes * SHARDS) as u64, true);
    let start = |process: usize| {
        let mut environment = environment.to_vec();
        environment.push(("BATTALION_SHARDS", shards(process, processes)));
        Bot::start_with(&folder_of(folder, process), pg.token(), environment)
    };
    (0..processes).map(start).collect()
}

/// Waits until every shard is connected.
pub(crate) async fn connected(pg: &Playground, bots: &[Bot]) {
    let total = bots.len() * SHARDS;
    let all = |pg: &Playground| (pg.shards().len() == total && !pg.commands(None).is_empty()).then_some(());
    let connected = pg.wait_for("every shard", CONNECTING, all).await;
    connected.unwrap_or_else(|why| panic!("{why}: {:?}", pg.shards()));
}
