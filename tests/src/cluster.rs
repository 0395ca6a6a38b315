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
pub fn shards(process: usize, processes: usize) -> String {
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
    _server: Postgres,
    folder: TempDir,
}

impl Cluster {
    /// Starts the processes, with Ann and Bob on each server. `None` where PostgreSQL is not installed.
    pub async fn start(processes: usize) -> Option<Cluster> {
        let server = Postgres::start()?;
        let builder = Builder::club().nonce_window(Duration::ZERO).token("stories.of.battalion");
        let pg = Arc::new(builder.start("127.0.0.1:0").await.unwrap());
        let total = processes * SHARDS;
        pg.shard(total as u64, true);
        let games = one_in_each_shard(&pg, total).await;
        let folder = tempfile::tempdir().unwrap();
        let database = server.new_database();
        let bots = (0..processes).map(|process| {
            let environment = vec![
                ("DISCORD_API_PROXY", pg.base_url()),
                ("BATTALION_LOG", "debug".to_owned()),
                ("BATTALION_STORE_URL", database.clone()),
                ("BATTALION_SHARDS", shards(process, processes)),
            ];
            Bot::start_with(&folder_of(folder.path(), process), pg.token(), environment)
        });
        let cluster = Cluster { bots: bots.collect(), pg, database, games, _server: server, folder };
        cluster.connected().await;
        Some(cluster)
    }

    /// Waits until every shard is connected.
    ///
    /// # Panics
    /// If that takes too long.
    pub async fn connected(&self) {
        let total = self.bots.len() * SHARDS;
        let all = |pg: &Playground| (pg.shards().len() == total && !pg.commands(None).is_empty()).then_some(());
        let connected = self.pg.wait_for("every shard", CONNECTING, all).await;
        connected.unwrap_or_else(|why| panic!("{why}: {:?}\n{}", self.pg.shards(), self.logs()));
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

    /// Logs of all processes.
    pub fn logs(&self) -> String {
        self.bots.iter().map(Bot::log).collect::<Vec<_>>().join("\n--- next process ---\n")
    }
}

fn folder_of(folder: &Path, process: usize) -> std::path::PathBuf {
    let own = folder.join(format!("process{process}"));
    std::fs::create_dir_all(&own).unwrap();
    own
}

/// Adds servers until each shard has one, and returns their channels.
async fn one_in_each_shard(pg: &Playground, total: usize) -> Vec<ChannelId> {
    let people: Vec<UserId> = ["ann", "bob"].map(|name| pg.user(name).unwrap()).into();
    let mut games = vec![None; total];
    while games.contains(&None) {
        let server: GuildId = pg.add_guild("Club", people[0]);
        let shard = (server.0 >> 22) as usize % total;
        if games[shard].is_none() {
            people.iter().for_each(|person| pg.join(server, *person));
            games[shard] = Some(pg.add_channel(server, "games"));
        }
        // The shard follows from the millisecond in which the id is made.
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    games.into_iter().flatten().collect()
}
