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

#[cfg(test)]
mod tests {
    use super::*;

    /// A flag that is raised during the search ends it soon, however large the budget is.
    #[test]
    fn a_flag_raised_during_the_search_is_seen_soon() {
        for before in [0, 1, LOOK_EVERY - 1, LOOK_EVERY, 5_000] {
            let stop = AtomicBool::new(false);
            let mut meter = Meter::new(Budget::new(u64::MAX, &stop));
            assert!((0..before).all(|_| meter.tick()));
            stop.store(true, Ordering::Relaxed);
            let further = (0..=1_000).take_while(|_| !meter.is_over() && meter.tick()).count();
            assert!(further <= 200 && meter.was_stopped(), "{before}: {further}");
            assert!(!meter.tick(), "it is over");
        }
    }

    /// A budget is used up to its last node, and its end is no stop.
    #[test]
    fn a_budget_is_used_up() {
        let stop = AtomicBool::new(false);
        for nodes in [1, 2, LOOK_EVERY, 1_000] {
            let mut meter = Meter::new(Budget::new(10_000, &stop).at_most(nodes));
            let used = std::iter::repeat_with(|| meter.tick()).take_while(|counts| *counts).count() as u64;
            assert_eq!((used, meter.nodes(), meter.left()), (nodes, nodes, 0));
            assert!(meter.is_over() && !meter.was_stopped());
        }
    }
}
