//! The schemas of Clash of the Armies.

use serde_json::Value;

use super::{Mismatch, Verdict};

/// The `source` of Clash files in schemas that both games share.
pub const SOURCE: &str = "clash-of-the-armies";

/// Schemas that only Clash uses.
pub const SCHEMAS: [&str; 4] = [
    "setup-cases-1",
    "auction-scripts-1",
    "match-scripts-1",
    "replay-1",
];

/// Plays a case.
pub fn play(schema: &str, _case: &Value) -> Verdict {
    Err(Mismatch::new(
        "Clash of the Armies",
        format!("not supported yet ({schema})"),
    ))
}
