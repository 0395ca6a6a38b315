//! Play under load: 200 games, turns at a steady rate in bursts, and an account of every board. It prints how long people wait,
//! what a turn costs in requests, and whether every accepted version was posted exactly once; if not, it fails.
//!
//! `cargo bench -p battalion --bench load` plays ten minutes at 25 turns a second. What is played can be changed:
//! `-- games=200 rate=200 burst=5 delay=100 limits=on route=tunnel seconds=60 direct=10 patience=60`.

use std::process::ExitCode;

use tests::load::{Plan, run};

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> ExitCode {
    let mut plan = Plan::default();
    // Cargo passes options of its own.
    for text in std::env::args().skip(1).filter(|text| !text.starts_with("--")) {
        if let Err(why) = plan.set(&text) {
            eprintln!("{why}");
            return ExitCode::FAILURE;
        }
    }
    let report = run(&plan).await;
    println!("{report}");
    match report.verdict() {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
