//! Schemas of Clash of the Armies.

mod board;
mod gold;
mod matches;
mod replay;
mod scene;

use serde_json::Value;

use super::{Mismatch, Verdict};

/// Value of `source` in Clash files, for schemas that both games share.
pub const SOURCE: &str = "clash-of-the-armies";

/// Schemas that only Clash uses.
pub const SCHEMAS: [&str; 4] = ["setup-cases-1", "auction-scripts-1", "match-scripts-1", "replay-1"];

/// Runs a case.
pub fn play(schema: &str, case: &Value) -> Verdict {
    match schema {
        "position-cases-1" => board::position(case),
        "legal-set-1" => board::legal_set(case),
        "replay-1" => replay::play(case),
        "setup-cases-1" => gold::setup(case),
        "auction-scripts-1" => gold::auction_script(case),
        "match-scripts-1" => matches::play(case),
        _ => Err(Mismatch::new("a known schema of Clash", schema)),
    }
}

/// Compares expected and actual values by their texts.
fn same(what: &str, expected: &Value, got: &Value) -> Verdict {
    let plain = |value: &Value| match value.as_f64() {
        Some(number) => number.to_string(),
        None => value.to_string(),
    };
    if plain(expected) == plain(got) {
        Ok(())
    } else {
        Err(Mismatch::new(format!("{what} {expected}"), got.to_string()))
    }
}
