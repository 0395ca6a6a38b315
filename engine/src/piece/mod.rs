//! Piece types: properties and movements, independent of a board.
//!
//! Movements are written in Betza notation ([`betza`]) and parsed into [`MoveRule`]s from the owner's point of view:
//! vectors are `(right, forward)`. The rules of a game resolve them for each seat and board.

pub mod art;
pub mod betza;
mod legs;
mod reach;
mod vector;
mod zone;

pub use legs::{Footing, Leg, Walker, lame_way, walk};
pub use reach::{Chance, Reach, diagram_radius, reach};
pub(crate) use reach::{Room, add as add_reach, usual_chance};
pub use vector::Vector;
pub use zone::{Bounds, Zone};

use serde::{Deserialize, Serialize};

/// Permitted effects of a movement at its destination.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Move to a Space without a blocking piece, or capture by displacement (T-11).
    Both,
    /// Move only: the destination must hold no blocking piece.
    Move,
    /// Capture only: the destination must hold a Capturable Enemy piece.
    Capture,
}

impl Mode {
    /// Returns whether the movement may end on a Space without a blocking piece.
    #[inline]
    pub const fn moves(self) -> bool {
        !matches!(self, Mode::Capture)
    }

    /// Returns whether the movement may capture by displacement.
    #[inline]
    pub const fn captures(self) -> bool {
        !matches!(self, Mode::Move)
    }
}

/// Path of a movement to its destination.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum Path {
    /// Leap directly to the destination, over any pieces (T-11).
    Leap(Vector),
    /// Lame leap: all Spaces passed, given as vectors from the start, must exist and hold no blocking piece.
    Lame {
        /// Spaces passed, in order.
        via: Vec<Vector>,
        /// Destination.
        to: Vector,
    },
    /// Ride: one step repeated through Spaces without a blocking piece, at most `max` times (0: no limit). A
    /// knightrider rides by steps of (1, 2).
    Ride {
        /// Vector of one step.
        step: Vector,
        /// Maximum number of steps; 0 for no limit.
        max: u8,
    },
    /// Up to `steps` steps, each by any of `vectors` onto a Space without a blocking piece; only the last may capture
    /// (C-20). Routes to the same Space count as one move.
    Area {
        /// Possible steps.
        vectors: Vec<Vector>,
        /// Maximum number of steps.
        steps: u8,
    },
    /// Bent path: `first` repeated `min` to `max` times through Spaces without a blocking piece, then `then` repeated
    /// up to `then_max` times (0: no limit). `[F>W]` is the Deputy's path (P-9).
    Bent {
        /// Step of the first leg.
        first: Vector,
        /// Minimum number of steps of the first leg.
        min: u8,
        /// Maximum number of steps of the first leg; 0 for no limit.
        max: u8,
        /// Step of the second leg.
        then: Vector,
        /// Maximum number of steps of the second leg; 0 for no limit. The second leg has at least one step.
        then_max: u8,
    },
    /// Several legs: hoppers, crooked and lame riders, paths with many bends, captures in passing.
    Legs {
        /// Legs before the last, each with the footing at its end.
        turns: Vec<(Leg, Footing)>,
        /// The last leg.
        last: Leg,
    },
    /// Any other Space of the board.
    Anywhere,
}

impl Path {
    /// Returns whether the path is two equal steps of which the first may not jump. Such a movement creates a right of
    /// en passant over the Space between (T-13).
    pub fn is_double_step(&self) -> bool {
        match self {
            Path::Lame { via, to } => {
                matches!(via.as_slice(), [(x, y)] if (2 * x, 2 * y) == *to)
            }
            _ => false,
        }
    }

    /// Returns whether the path captures before its end.
    pub fn captures_in_passing(&self) -> bool {
        matches!(self, Path::Legs { turns, .. } if turns.iter().any(|(_, footing)| *footing == Footing::Enemy))
    }

    /// Returns whether the path needs other pieces.
    pub fn needs_others(&self) -> bool {
        let needs = |footing| matches!(footing, Footing::Mount | Footing::Enemy);
        matches!(self, Path::Legs { turns, .. } if turns.iter().any(|(_, footing)| needs(*footing)))
    }

    /// Common direction of all steps of a straight path; `None` for bent paths.
    pub fn straight(&self) -> Option<Vector> {
        match self {
            Path::Leap(step) | Path::Ride { step, .. } => Some(*step),
            Path::Lame { via, to } => {
                let along = |(x, y): &Vector| i32::from(*x) * i32::from(to.1) == i32::from(*y) * i32::from(to.0);
                via.iter().all(along).then_some(*to)
            }
            Path::Legs { turns, last } => {
                let first = *last.steps.first()?;
                let legs = turns.iter().map(|(leg, _)| leg).chain([last]);
                let same = |leg: &Leg| !leg.reflects && leg.steps.iter().all(|step| *step == first);
                legs.into_iter().all(same).then_some(first)
            }
            Path::Area { .. } | Path::Bent { .. } | Path::Anywhere => None,
        }
    }
}

/// Movement of a piece type.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct MoveRule {
    /// Path.
    pub path: Path,
    /// Permitted effects at the end.
    pub mode: Mode,
    /// Only while the piece has not left its starting Space (M-2).
    pub initial: bool,
    /// Condition of the movement.
    pub when: When,
    /// Zones where the movement may begin, pass and end.
    pub bounds: Bounds,
}

/// A condition on a movement, judged for the piece's owner and its Space before the move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// No condition.
    #[default]
    Always,
    /// The piece is on the Battlefield (P-7).
    OnBattlefield,
    /// The piece is in its owner's Territory.
    InOwnTerritory,
    /// The piece is on one of the two rearmost rows of its owner's Territory (the Tortoise's double step).
    InOwnRearTwo,
    /// The owner's Support Level is strictly higher than that of every undefeated Opponent (P-9).
    SupportLead,
}

impl When {
    /// All conditions with their names in Battalion files.
    pub const NAMES: &[(&str, When)] = &[
        ("on-battlefield", When::OnBattlefield),
        ("in-own-territory", When::InOwnTerritory),
        ("in-own-rear-two", When::InOwnRearTwo),
        ("support-lead", When::SupportLead),
    ];
}
