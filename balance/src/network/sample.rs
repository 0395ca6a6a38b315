//! Positions that a network learns from.

use serde::{Deserialize, Serialize};

/// Position with two scores. In a file, an array.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample(
    /// Player to move.
    pub(super) u8,
    /// By Player: left and right are exchanged.
    pub(super) [bool; 2],
    /// Static evaluation without a network and search score for the Player to move, in hundredths of a Pawn.
    pub(super) [i32; 2],
    /// Inputs from the point of view of the first Player.
    pub(super) Box<[u16]>,
);
