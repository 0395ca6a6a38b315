//! Runs every target on its seeds and on a limited number of mutations of each, the same in every run.
//!
//! `MUTATIONS=5000 cargo test --release -p fuzz` for a long run.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use fuzz::{TARGETS, Target};

/// Number of mutations per seed; large files get fewer.
const MUTATIONS: usize = 60;
/// Size in bytes above which a seed is mutated less often.
const LARGE: usize = 500;

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Seeds ordered by name.
fn seeds(target: &Target) -> Vec<(PathBuf, Vec<u8>)> {
    let files = target.seeds.iter().flat_map(|folder| fs::read_dir(top().join(folder)).unwrap());
    let mut files: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).filter(|path| path.is_file()).collect();
    // Files with expected errors are next to faulty files.
    files.retain(|path| !target.seeds.contains(&"engine/battalions") || path.extension().is_some_and(|e| e == "toml"));
    files.sort();
    files.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

/// Words of a libFuzzer dictionary: one `"text"` per line, with `\"`, `\\` and `\xHH`.
fn dictionary(name: &str) -> Vec<Vec<u8>> {
    let text = fs::read_to_string(top().join("fuzz/dictionaries").join(format!("{name}.dict"))).unwrap();
    let words = text.lines().filter_map(|line| line.trim().strip_prefix('"')?.strip_suffix('"'));
    words.map(unescaped).collect()
}

fn unescaped(word: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = word.bytes();
    while let Some(byte) = rest.next() {
        match (byte, byte == b'\\') {
            (_, true) => match rest.next().unwrap() {
                b'x' => {
                    let digits = [rest.next().unwrap(), rest.next().unwrap()];
                    out.push(u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap());
                }
                other => out.push(other),
            },
            (byte, false) => out.push(byte),
        }
    }
    out
}

/// Splitmix64.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n.max(1) as u64) as usize
    }

    fn range(&mut self, len: usize, most: usize) -> std::ops::Range<usize> {
        let start = self.below(len + 1);
        start..(start + self.below(most + 1)).min(len)
    }
}

/// Applies one to four small changes: deletes, duplicates or replaces bytes, or inserts a word or a part of another
/// seed.
fn mutated(seed: &[u8], other: &[u8], words: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=dice.below(4) {
        let range = dice.range(bytes.len(), 40);
        match dice.below(5) {
            0 => drop(bytes.drain(range)),
            1 => {
                let part = bytes[range.clone()].to_vec();
                bytes.splice(range.start..range.start, part);
            }
            2 if !bytes.is_empty() => {
                let at = dice.below(bytes.len());
                bytes[at] = b" -.0123456789[](){}\"'=,#*abKQx\n\xc3\x00"[dice.below(33)];
            }
            3 if !words.is_empty() => {
                let word = words[dice.below(words.len())].clone();
                bytes.splice(range, word);
            }
            _ => {
                let part = other[dice.range(other.len(), 120)].to_vec();
                bytes.splice(range, part);
            }
        }
    }
    bytes
}

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

/// The command in the README names existing folders and targets.
#[test]
fn every_target_has_a_program() {
    for target in TARGETS {
        assert!(top().join("fuzz/fuzz_targets").join(format!("{}.rs", target.name)).is_file(), "{}", target.name);
    }
    let programs = fs::read_dir(top().join("fuzz/fuzz_targets")).unwrap().count();
    assert_eq!(programs, TARGETS.len());
}
