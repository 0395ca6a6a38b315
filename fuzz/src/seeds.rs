//! Seeds of the targets, and mutations of them that are the same in every run.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fs;
use std::path::{Path, PathBuf};

use crate::Target;

/// Size in bytes above which a seed is mutated less often.
pub const LARGE: usize = 500;

/// Top of the repository.
pub fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Seeds ordered by name.
pub fn seeds(target: &Target) -> Vec<(PathBuf, Vec<u8>)> {
    let files = target.seeds.iter().flat_map(|folder| fs::read_dir(top().join(folder)).unwrap());
    let mut files: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).filter(|path| path.is_file()).collect();
    // Files with expected errors are next to faulty files.
    files.retain(|path| !target.seeds.contains(&"engine/battalions") || path.extension().is_some_and(|e| e == "toml"));
    files.sort();
    files.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

/// Words of a libFuzzer dictionary: one `"text"` per line, with `\"`, `\\` and `\xHH`.
pub fn dictionary(name: &str) -> Vec<Vec<u8>> {
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
#[derive(Debug)]
pub struct Dice(pub u64);

impl Dice {
    /// Number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % n.max(1) as u64).unwrap_or(0)
    }

    fn range(&mut self, len: usize, most: usize) -> std::ops::Range<usize> {
        let start = self.below(len + 1);
        start..(start + self.below(most + 1)).min(len)
    }
}

/// Applies one to four small changes: deletes, duplicates or replaces bytes, or inserts a word or a part of another
/// seed.
pub fn mutated(seed: &[u8], other: &[u8], words: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
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
