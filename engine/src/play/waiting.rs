//! Counters of captured pieces that wait to be placed again.

use crate::board::Seat;

use super::TypeId;

/// Counters of waiting pieces.
#[derive(Clone, Debug)]
pub(crate) struct Returns {
    /// Index of the first counter.
    pub(super) first: usize,
    /// Type and owner of the pieces in each counter.
    pub(super) of: Box<[(TypeId, Seat)]>,
}

impl Returns {
    pub(super) fn counters(&self) -> impl Iterator<Item = (usize, TypeId, Seat)> + '_ {
        (self.first..).zip(&self.of).map(|(counter, (ty, owner))| (counter, *ty, *owner))
    }
}
