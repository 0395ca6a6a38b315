//! How long to think: a number of positions, and a flag to stop early.

use std::sync::atomic::{AtomicBool, Ordering};

/// Positions between two looks at the flag: less than a millisecond.
const LOOK_EVERY: u64 = 128;

/// How many positions may be looked at, and a flag that ends the search when it is set.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    /// Positions ("nodes") to look at, at most.
    pub nodes: u64,
    /// Ends the search within 128 positions once it is true.
    pub stop: &'a AtomicBool,
}

impl<'a> Budget<'a> {
    /// So many positions, unless the flag is set before.
    pub const fn new(nodes: u64, stop: &'a AtomicBool) -> Self {
        Self { nodes, stop }
    }

    /// The same with at most so many positions.
    #[must_use]
    pub fn at_most(self, nodes: u64) -> Self {
        Self { nodes: self.nodes.min(nodes), ..self }
    }
}

/// Counts positions against a budget.
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

    /// Counts a position; `false` when the search must end.
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

    /// Is there nothing left?
    #[inline]
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// Positions so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Positions that may still be looked at.
    pub const fn left(&self) -> u64 {
        self.budget.nodes.saturating_sub(self.nodes)
    }

    /// Did the flag end it?
    pub const fn was_stopped(&self) -> bool {
        self.stopped
    }
}
