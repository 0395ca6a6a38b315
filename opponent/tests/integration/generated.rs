//! Signature of positions made by chance: random games of every kind with all armies, endings made of them, shops,
//! auctions, placements, choices of Volatile pieces, and sessions with a chess interface.
//!
//! A line has a digest for each entry point, so that a reader sees which of them decides differently; numbers behind a
//! slash are nodes. After an intended change, `UPDATE_EXPECTED=1 cargo test -p opponent --test integration generated`
//! rewrites `tests/generated.txt`. Besides, decisions must be legal and keep some promises, whatever the record says.

mod boards;
mod interface;
mod job;
mod positions;
mod random;
mod shops;
mod turns;

use std::thread;

use crate::signature::compare;
use job::Job;

/// Writes the lines of a job.
type Run = fn(&mut Job);

/// Kinds of jobs with their numbers.
const JOBS: [(&str, Run, u64); 12] = [
    ("duel", boards::duels, 20),
    ("ending", boards::endings, 36),
    ("mate", boards::mates, 16),
    ("ffa", boards::ffa, 6),
    ("assassin", boards::assassin, 9),
    ("round", boards::rounds, 8),
    ("placement", boards::placements, 16),
    ("volatile", boards::volatiles, 12),
    ("shop", shops::shops, 22),
    ("suggestion", shops::suggestions, 5),
    ("auction", shops::auctions, 90),
    ("interface", interface::interfaces, 14),
];

#[test]
fn every_decision_in_a_generated_position_is_the_one_that_was_agreed_on() {
    let jobs: Vec<_> =
        JOBS.iter().flat_map(|(kind, run, count)| (0..*count).map(move |number| (*kind, *run, number))).collect();
    let threads = [0, 1].map(|part| {
        let own: Vec<_> = jobs.iter().copied().skip(part).step_by(2).collect();
        let work = move || {
            let done = own.into_iter().map(|(kind, run, number)| {
                let mut job = Job::new(kind, number);
                run(&mut job);
                (job.out, job.faults)
            });
            done.collect::<Vec<_>>()
        };
        thread::Builder::new().stack_size(16 << 20).spawn(work).unwrap()
    });
    let mut parts = threads.map(|thread| thread.join().unwrap().into_iter());
    let done = (0..jobs.len()).map(|index| parts[index % 2].next().unwrap());
    let (found, faults): (Vec<String>, Vec<Vec<String>>) = done.unzip();
    let faults: Vec<String> = faults.into_iter().flatten().collect();
    assert!(faults.is_empty(), "{} promises not kept:\n{}", faults.len(), faults.join("\n"));
    compare(&found.concat(), "generated.txt", 600);
}
