//! Load test: 200 games with turns in bursts at a steady rate, and a ledger of every board. It prints response times
//! and the requests per turn. It fails unless every accepted version was posted exactly once.
//!
//! `cargo bench -p battalion --bench load` plays ten minutes at 25 turns per second. Parameters can be changed:
//! `-- games=200 rate=200 burst=5 delay=100 limits=on route=tunnel store=postgres processes=3 seconds=60 direct=10 patience=60`.

use std::process::ExitCode;

use tests::load::{Plan, run};

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> ExitCode {
    let mut plan = Plan::default();
    // Cargo passes its own options.
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
