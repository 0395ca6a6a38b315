//! Many servers: the stand-in has 40 shards with 100,000 servers, and the bot connects to all of them. Prints the time until every
//! shard is ready, the bot's memory, and the time of an answer meanwhile and afterwards.
//!
//! `cargo bench -p battalion --bench servers` (fewer: `-- servers=10000 shards=4`)

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::time::{Duration, Instant};

use playground::{Arg, Builder};
use tests::Bot;

/// Time that the bot has for each shard, beyond Discord's five seconds between two of them.
const PATIENCE: Duration = Duration::from_secs(60);
/// Time after the last shard in which the bot reads what was sent to it.
const AFTERWARDS: Duration = Duration::from_secs(20);

fn number(name: &str, default: u64) -> u64 {
    let given = std::env::args().find_map(|text| text.strip_prefix(name)?.strip_prefix('=')?.parse().ok());
    given.unwrap_or(default)
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let (servers, shards) = (number("servers", 100_000), number("shards", 40));
    let builder = Builder::club().keep_little().other_guilds(servers);
    let pg = builder.start("127.0.0.1:0").await.unwrap();
    pg.shard(shards, true);
    let folder = tempfile::tempdir().unwrap();
    let environment = vec![("DISCORD_API_PROXY", pg.base_url()), ("BATTALION_LOG", "info".to_owned())];
    let begin = Instant::now();
    let bot = Bot::start_with(folder.path(), pg.token(), environment);
    let mut printed = 0;
    while pg.shards().len() < usize::try_from(shards).unwrap() {
        let connected = pg.shards().len();
        if connected >= printed + 10 {
            println!("{connected} shards after {:.0?}, {}", begin.elapsed(), bot.memory("VmRSS"));
            printed = connected;
        }
        let limit = PATIENCE * u32::try_from(shards).unwrap();
        assert!(begin.elapsed() < limit, "{connected} of {shards} shards connected");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let ready = begin.elapsed();
    let least = Duration::from_secs(5) * u32::try_from(shards - 1).unwrap();
    println!(
        "{shards} shards with {servers} servers are ready after {ready:.1?}; Discord allows no less than {least:.0?}"
    );
    let (ann, games) = (pg.user("ann").unwrap(), pg.channel("games").unwrap());
    let answer = pg.slash(ann, games, "help", &[] as &[(&str, Arg)]).await.unwrap();
    println!("/help at that time: {:.0?}", answer.latency().unwrap());
    tokio::time::sleep(AFTERWARDS).await;
    let answer = pg.slash(ann, games, "help", &[] as &[(&str, Arg)]).await.unwrap();
    println!("/help after {AFTERWARDS:.0?}: {:.0?}", answer.latency().unwrap());
    println!("resident memory of the bot: {}, at most {}", bot.memory("VmRSS"), bot.memory("VmHWM"));
}
