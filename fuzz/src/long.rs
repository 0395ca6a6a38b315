//! Long run: every target in turn, with new mutations of its seeds, for a number of seconds each. Prints the number of
//! inputs and every input that fails.
//!
//! `cargo run --release -p fuzz --bin long -- SECONDS [TARGET]…`
#![cfg_attr(not(test), warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss))]
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::panic::catch_unwind;
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime};

use fuzz::seeds::{Dice, dictionary, mutated, seeds};
use fuzz::{TARGETS, Target};

/// Failing inputs of a target after which it ends.
const ENOUGH: usize = 10;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(seconds) = arguments.next().and_then(|text| text.parse().ok()) else {
        eprintln!("usage: long SECONDS [TARGET]…");
        return ExitCode::FAILURE;
    };
    let chosen: Vec<String> = arguments.collect();
    let start = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let (mut inputs, mut failures) = (0, 0);
    for target in TARGETS.iter().filter(|target| chosen.is_empty() || chosen.iter().any(|name| name == target.name)) {
        let (ran, failed) = run(target, Duration::from_secs(seconds), start);
        println!("{}: {ran} inputs, {failed} failed (start {start})", target.name);
        (inputs, failures) = (inputs + ran, failures + failed);
    }
    println!("all: {inputs} inputs, {failures} failed");
    ExitCode::from(u8::from(failures > 0))
}

/// Runs a target and returns the number of inputs and of failures.
fn run(target: &Target, time: Duration, start: u64) -> (u64, usize) {
    let seeds = seeds(target);
    let words = target.dictionary.map(dictionary).unwrap_or_default();
    let mut dice = Dice(start);
    let (began, mut ran, mut failed) = (Instant::now(), 0, 0);
    while began.elapsed() < time && failed < ENOUGH {
        let (path, seed) = &seeds[dice.below(seeds.len())];
        let input = mutated(seed, &seeds[dice.below(seeds.len())].1, &words, &mut dice);
        ran += 1;
        if catch_unwind(|| (target.run)(&input)).is_err() {
            failed += 1;
            println!("{}: fails, from {}: \"{}\"", target.name, path.display(), input.escape_ascii());
        }
    }
    (ran, failed)
}
