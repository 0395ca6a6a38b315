//! Nodes per second, and depth in half a second of CPU time.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use opponent::{Budget, Knowledge, analyse};

use super::clock;
use crate::games as arena;

/// Number of positions per army.
const POSITIONS: u64 = 3;

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number of nodes")]
pub fn run(only: Option<&str>) {
    println!("{:<18}{:>8}{:>8}{:>8}{:>12}", "army", "kN/s", "depth", "µs/node", "values (ms)");
    for id in arena::armies().into_iter().filter(|id| only.is_none_or(|only| id.contains(only))) {
        let mut nodes = 0;
        let (mut seconds, mut depth, mut values) = (0.0, 0, 0.0);
        for seed in 0..POSITIONS {
            let Some(game) = arena::opening([id; 2], 100 + seed, 4) else {
                continue;
            };
            let begin = Instant::now();
            let start = clock::seconds(begin);
            let know = Knowledge::new(game.rules());
            values += (clock::seconds(begin) - start) * 1e3;
            let stop = AtomicBool::new(false);
            let seen = game.seen(game.to_act()[0]);
            // Scales the budget to half a second of CPU time, from the speed measured so far.
            let mut budget = 50_000;
            loop {
                let start = clock::seconds(begin);
                let analysis = analyse(&seen, &know, Budget::new(budget, &stop));
                let took = clock::seconds(begin) - start;
                if took > 0.35 || budget > 4_000_000 {
                    nodes += analysis.nodes;
                    seconds += took;
                    depth += u64::from(analysis.depth);
                    break;
                }
                budget = (budget as f64 * (0.5 / took.max(0.01)).min(4.0)) as u64;
            }
        }
        let speed = nodes as f64 / seconds / 1e3;
        println!(
            "{id:<18}{speed:>8.0}{:>8.1}{:>8.2}{:>12.0}",
            depth as f64 / POSITIONS as f64,
            1e3 / speed,
            values / POSITIONS as f64
        );
    }
}
