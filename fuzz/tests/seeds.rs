//! Runs every target on its seeds and on a limited number of mutations of each, the same in every run.
//!
//! `cargo run -p fuzz --bin long -- SECONDS` for a long run.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fs;
use std::panic::catch_unwind;

use fuzz::TARGETS;
use fuzz::seeds::{Dice, LARGE, dictionary, mutated, seeds, top};

/// Number of mutations per seed; large files get fewer.
const MUTATIONS: usize = 60;

fn holds(name: &str) {
    let target = TARGETS.iter().find(|target| target.name == name).unwrap();
    let seeds = seeds(target);
    assert!(seeds.len() >= 10, "{name}: {} seeds", seeds.len());
    let words = target.dictionary.map(dictionary).unwrap_or_default();
    let most = std::env::var("MUTATIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(MUTATIONS);
    let mut dice = Dice(1);
    for (path, bytes) in &seeds {
        let count = if bytes.len() > LARGE { most / 10 } else { most };
        let others = (0..count).map(|_| mutated(bytes, &seeds[dice.below(seeds.len())].1, &words, &mut dice));
        for (number, input) in std::iter::once(bytes.clone()).chain(others).enumerate() {
            if catch_unwind(|| (target.run)(&input)).is_err() {
                panic!(
                    "{name}: mutation {number} of {}:\n{}",
                    path.display(),
                    String::from_utf8_lossy(&input).escape_debug()
                );
            }
        }
    }
}

#[test]
fn battalion() {
    holds("battalion");
}

#[test]
fn betza() {
    holds("betza");
}

#[test]
fn notation() {
    holds("notation");
}

#[test]
fn accepted() {
    holds("accepted");
}

#[test]
fn import() {
    holds("import");
}

#[test]
fn stored() {
    holds("stored");
}

#[test]
fn archive() {
    holds("archive");
}

#[test]
fn component_id() {
    holds("component_id");
}

/// The command in the README names existing folders and targets.
#[test]
fn every_target_has_a_program() {
    for target in TARGETS {
        assert!(top().join("fuzz/fuzz_targets").join(format!("{}.rs", target.name)).is_file(), "{}", target.name);
    }
    let programs = fs::read_dir(top().join("fuzz/fuzz_targets")).unwrap().count();
    assert_eq!(programs, TARGETS.len());
}
