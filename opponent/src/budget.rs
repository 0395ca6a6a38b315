//! Budget of a search: a node limit, and a flag to stop early.

use std::sync::atomic::{AtomicBool, Ordering};

/// Number of nodes between two checks of the flag: less than a millisecond.
const LOOK_EVERY: u64 = 128;

/// Node limit of a search, and a flag that ends the search when set.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    /// Maximum number of positions ("nodes") to visit.
    pub nodes: u64,
    /// Stop flag: the search ends within 128 nodes after it becomes `true`.
    pub stop: &'a AtomicBool,
}

impl<'a> Budget<'a> {
    /// Creates a budget of `nodes` nodes with the given stop flag.
    pub const fn new(nodes: u64, stop: &'a AtomicBool) -> Self {
        Self { nodes, stop }
    }

    /// Lowers the node limit to at most `nodes`.
    #[must_use]
    pub fn at_most(self, nodes: u64) -> Self {
        Self { nodes: self.nodes.min(nodes), ..self }
    }
}

/// Counter of nodes against a budget.
#[derive(Debug)]
pub(crate) struct Meter<'a> {
    budget: Budget<'a>,
    nodes: u64,
    over: bool,
    stopped: bool,
}

impl<'a> Meter<'a> {
    pub fn new(budget: Budget<'a>) -> Self {
        let stopped = budget.stop.load(Ordering::Relaxed);
        Self { budget, nodes: 0, over: stopped, stopped }
    }

    /// Counts a node; returns `false` if the search must end.
    #[inline]
    pub fn tick(&mut self) -> bool {
        if self.over {
            return false;
        }
        self.nodes += 1;
        if self.nodes >= self.budget.nodes {
            self.over = true;
        } else if self.nodes.is_multiple_of(LOOK_EVERY) && self.budget.stop.load(Ordering::Relaxed) {
            self.over = true;
            self.stopped = true;
        }
        true
    }

    /// Returns `true` if the budget is used up or the flag was set.
    #[inline]
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// Number of nodes so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Number of nodes left.
    pub const fn left(&self) -> u64 {
        self.budget.nodes.saturating_sub(self.nodes)
    }

    /// Returns `true` if the flag ended the search.
    pub const fn was_stopped(&self) -> bool {
        self.stopped
    }
}
