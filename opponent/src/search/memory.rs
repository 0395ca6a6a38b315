//! Search results that are kept from one decision of a game to the next.

use std::sync::Arc;

use engine::board::Seat;
use engine::play::Rules;
use engine::seen::Seen;

use super::history::History;
use super::table::{EvalCache, Table};

/// Default size of the transposition table, in bytes.
pub(crate) const DEFAULT_BYTES: usize = 16 << 20;

/// Transposition table, evaluation cache and history of one Player in one game. A search that reuses them starts with
/// the results of the last one.
///
/// A memory belongs to one Player: its scores depend on the Player's oversights and on the value of a draw to it. With
/// another game it is cleared automatically.
#[derive(Debug)]
pub struct Memory {
    bytes: usize,
    kept: Option<Kept>,
}

/// Contents of a memory.
#[derive(Debug)]
pub(super) struct Kept {
    pub table: Table,
    pub evals: EvalCache,
    pub history: History,
    /// Rules and draw odds of the game; results of other games must not be mixed with its own.
    rules: Arc<Rules>,
    draw_odds: Option<Seat>,
}

impl Default for Memory {
    fn default() -> Self {
        Self::of_bytes(DEFAULT_BYTES)
    }
}

impl Memory {
    /// Creates an empty memory whose transposition table takes at most `bytes` bytes.
    pub const fn of_bytes(bytes: usize) -> Self {
        Self { bytes, kept: None }
    }

    /// Forgets everything and releases the storage.
    pub fn clear(&mut self) {
        self.kept = None;
    }

    /// Number of bytes in use.
    pub fn bytes(&self) -> usize {
        self.kept.as_ref().map_or(0, |kept| kept.table.bytes() + kept.evals.bytes() + kept.history.bytes())
    }

    /// Takes the contents for a search of `nodes` nodes. They are new if none fit.
    pub(super) fn take(&mut self, seen: &Seen, nodes: u64) -> Kept {
        match self.kept.take() {
            Some(mut kept) if kept.fits(seen) && kept.table.is_large_enough(nodes, self.bytes) => {
                kept.table.age();
                kept.history.age();
                kept
            }
            _ => Kept::new(seen, nodes, self.bytes),
        }
    }

    /// Keeps the contents after a search.
    pub(super) fn keep(&mut self, kept: Kept) {
        self.kept = Some(kept);
    }
}

impl Kept {
    pub fn new(seen: &Seen, nodes: u64, bytes: usize) -> Self {
        Self {
            table: Table::for_nodes(nodes, bytes),
            evals: EvalCache::for_nodes(nodes),
            history: History::new(seen.rules.types.len()),
            rules: Arc::clone(&seen.rules),
            draw_odds: seen.draw_odds,
        }
    }

    fn fits(&self, seen: &Seen) -> bool {
        Arc::ptr_eq(&self.rules, &seen.rules) && self.draw_odds == seen.draw_odds
    }
}
