//! Load test of two hundred simultaneous games with bursts of five turns and a delay of 100 ms: every accepted turn is
//! posted exactly once. Longer runs under other conditions: `cargo bench -p battalion --bench load`.

use std::time::Duration;

use tests::load::{Plan, run};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_accepted_turn_is_told_exactly_once() {
    let plan = Plan { delay: Duration::from_millis(100), time: Duration::from_secs(6), ..Plan::default() };
    let report = run(&plan).await;
    println!("{report}");
    assert_eq!(report.verdict(), Ok(()), "{report}");
}
