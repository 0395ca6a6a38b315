//! Searches of `lab balance` among invented armies.

use std::num::NonZeroUsize;

use crate::fair::synthetic::{NATURES, Tally, tally};
use crate::runner::{self, Limits};

/// Number of armies that a thread searches at a time.
const TOGETHER: usize = 4;

/// Size of the measurement.
#[derive(Clone, Debug, clap::Args)]
pub struct Balance {
    /// Number of armies of each kind
    #[arg(long, default_value_t = 200)]
    armies: u64,
    /// Number of edits of each army
    #[arg(long, default_value_t = 150)]
    edits: usize,
    /// Most games of each search
    #[arg(long, default_value_t = 8_000)]
    games: u64,
    /// First seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of threads; all cores if not given
    #[arg(long)]
    threads: Option<NonZeroUsize>,
}

pub fn run(balance: &Balance) {
    let seeds: Vec<u64> = (balance.seed..balance.seed + balance.armies).collect();
    let jobs: Vec<&[u64]> = seeds.chunks(TOGETHER).collect();
    for nature in NATURES {
        let mut all = Tally::default();
        let search = |seeds: &&[u64]| tally(nature, balance.edits, seeds, balance.games);
        let keep = |more| -> Result<(), std::convert::Infallible> {
            all.join(more);
            Ok(())
        };
        let limits = Limits { threads: balance.threads, time: None };
        let Ok(()) = runner::quietly(&jobs, limits, search, keep);
        println!("{:<22}{all}", nature.name);
        all.missed.sort_unstable_by_key(|(seed, _)| *seed);
        let missed = all.missed.iter().map(|(seed, score)| format!("{seed} ({:.0} %)", 100.0 * score));
        println!("{:<22}missed: {}", "", missed.collect::<Vec<_>>().join(", "));
    }
}
