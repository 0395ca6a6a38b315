//! Capacity: the load benchmark with one process on SQLite, and one and three on PostgreSQL, at growing rates within Discord's limits. Prints a table.
//!
//! `cargo bench -p battalion --bench capacity` (other rates and lengths: `-- rates=25,100 seconds=60 games=400`)

use std::time::Duration;

use tests::load::{Plan, Store, run};

/// Databases with their numbers of processes.
const SETUPS: [(Store, usize); 3] = [(Store::Sqlite, 1), (Store::Postgres, 1), (Store::Postgres, 3)];

fn given(name: &str) -> Option<String> {
    std::env::args().find_map(|text| text.strip_prefix(name)?.strip_prefix('=').map(str::to_owned))
}

fn number(name: &str, default: u64) -> u64 {
    given(name).and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let rates = given("rates").unwrap_or_else(|| "25,50,100,200".to_owned());
    println!(
        "| database, processes | turns a second | carried | answer p50, p99 | board p50, p99 | processor: bot, database | memory | |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for rate in rates.split(',').filter_map(|rate| rate.parse().ok()) {
        for (store, processes) in SETUPS {
            let plan = Plan {
                rate,
                store,
                processes,
                games: usize::try_from(number("games", 200)).unwrap_or(usize::MAX),
                time: Duration::from_secs(number("seconds", 30)),
                limits: true,
                ..Plan::default()
            };
            println!("{}", run(&plan).await.row());
        }
    }
}
