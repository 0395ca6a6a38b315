//! Preparation of the quick test whether moves give Check.

use crate::board::{Space, SpaceSet};

/// Spaces where a change can uncover Check to the Enemy's only Titan in a duel. Computed once for all moves of a
/// position.
#[derive(Clone, Copy, Debug)]
pub struct Uncovering {
    pub(super) titan: Option<Space>,
    /// Own pieces that alone screen the Titan from another own piece.
    pub(super) screens: SpaceSet,
    /// Spaces on which attacks along special paths depend.
    pub(super) touchy: SpaceSet,
}
