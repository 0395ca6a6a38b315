//! Moves with their ranks in the order of search.

use std::cmp::Ordering;

use super::history::MOST;

pub(super) const FROM_TABLE: i32 = 1 << 30;
pub(super) const CAPTURE: i32 = 1 << 24;
pub(super) const KILLER: i32 = 1 << 20;
pub(super) const LOSING: i32 = -(1 << 20);

/// A move with its rank.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    pub rank: i32,
    /// Index into the move list.
    pub index: u32,
    /// Value of captures and promotion, minus own losses.
    pub gain: i32,
    /// `true` for captures and promotions.
    pub loud: bool,
    /// `true` if the exchange may lose; computed only when the move is picked.
    pub doubtful: bool,
}

impl Ranked {
    /// A quiet move outside of the order.
    pub const fn quiet(index: u32) -> Self {
        Self { rank: 0, index, gain: 0, loud: false, doubtful: false }
    }

    /// Returns `true` for the hash move.
    #[inline]
    pub const fn is_from_table(&self) -> bool {
        self.rank == FROM_TABLE
    }

    /// Returns `true` for killer moves.
    #[inline]
    pub const fn is_killer(&self) -> bool {
        self.rank >= KILLER && self.rank < CAPTURE
    }

    /// Returns `true` for captures that lose material.
    #[inline]
    pub const fn loses(&self) -> bool {
        self.rank < LOSING / 2
    }

    /// Exchange value of a losing capture.
    #[inline]
    pub const fn rank_as_loss(&self) -> i32 {
        self.rank - LOSING
    }
}

/// Rank of a losing capture.
pub(super) const fn losing(brings: i32) -> i32 {
    LOSING + if brings < -MOST { -MOST } else { brings }
}

/// Number of moves selected one by one before the rest is sorted.
const SINGLY: usize = 5;

/// Comparison that puts the better move first.
#[inline]
fn better(a: &Ranked, b: &Ranked) -> Ordering {
    (b.rank, a.index).cmp(&(a.rank, b.index))
}

/// Moves the best of the moves from `next` on to the front.
#[inline]
pub(super) fn bring_best(ranked: &mut [Ranked], next: usize) {
    match next {
        ..SINGLY => {
            let rest = ranked[next..].iter().enumerate();
            if let Some((best, _)) = rest.min_by(|a, b| better(a.1, b.1)) {
                ranked.swap(next, next + best);
            }
        }
        SINGLY => ranked[next..].sort_unstable_by(better),
        _ => {}
    }
}

/// Reinserts the first of the moves from `next` on, whose rank has dropped, at its place in the sorted rest.
pub(super) fn put_back(rest: &mut [Ranked], next: usize) {
    if let ([first, others @ ..], true) = (&*rest, next > SINGLY) {
        let place = others.partition_point(|other| better(other, first).is_lt());
        rest[..=place].rotate_left(1);
    }
}
