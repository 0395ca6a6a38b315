//! Piece types: what a piece is and how it moves, before any board is known.
//!
//! A movement is written in Betza notation ([`betza`]) and read into [`MoveRule`]s, seen from the owner's side:
//! vectors are `(right, forward)`. The rules of a game resolves them for each seat and board.

pub mod art;
pub mod betza;
mod legs;
mod reach;
mod zone;

pub use legs::{Footing, Leg, Walker, lame_way, walk};
pub(crate) use reach::add as add_reach;
pub use reach::{Chance, Reach, diagram_radius, reach};
pub use zone::{Bounds, Zone};

use serde::{Deserialize, Serialize};

/// What a movement may do at its destination.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Go to a Space without a blocking piece, or capture by displacement (T-11).
    Both,
    /// Only move: the destination must hold no blocking piece.
    Move,
    /// Only capture: the destination must hold a Capturable Enemy piece.
    Capture,
}

impl Mode {
    /// May it end on a Space without a blocking piece?
    #[inline]
    pub const fn moves(self) -> bool {
        !matches!(self, Mode::Capture)
    }

    /// May it capture by displacement?
    #[inline]
    pub const fn captures(self) -> bool {
        !matches!(self, Mode::Move)
    }
}

/// `(right, forward)` as the owner sees it.
pub type Vector = (i8, i8);

/// The way a movement takes to its destination.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum Path {
    /// Straight to the destination, over anything (T-11).
    Leap(Vector),
    /// To the destination if none of the Spaces passed, given as vectors from the start, holds a blocking piece (and all exist).
    Lame {
        /// Spaces passed, in order.
        via: Vec<Vector>,
        /// The destination.
        to: Vector,
    },
    /// The same step repeated through Spaces without a blocking piece, at most `max` times (0: no limit).
    /// A ride of a step such as (1, 2) is a knightrider's.
    Ride {
        /// One step.
        step: Vector,
        /// The most steps; 0 for no limit.
        max: u8,
    },
    /// Up to `steps` steps, each by any of `vectors` onto a Space without a blocking piece; only the last may capture
    /// (C-20). Where several routes lead to a Space it counts once.
    Area {
        /// The choices for each step.
        vectors: Vec<Vector>,
        /// The most steps.
        steps: u8,
    },
    /// `first` repeated exactly `count` times (1 to `max`, all of those Spaces without a blocking piece), then `then`
    /// repeated up to `then_max` times (0: no limit), bending there: `[F>W]` is the Deputy's way (P-9).
    Bent {
        /// Step of the first leg.
        first: Vector,
        /// Fewest steps of the first leg.
        min: u8,
        /// Most steps of the first leg; 0 for no limit.
        max: u8,
        /// Step of the second leg.
        then: Vector,
        /// Most steps of the second leg; 0 for no limit. The second leg has at least one step.
        then_max: u8,
    },
    /// One leg after the other: hoppers, crooked and lame riders, ways that bend again and again, captures in passing.
    Legs {
        /// The legs before the last, each with what must be where it ends.
        turns: Vec<(Leg, Footing)>,
        /// The last leg.
        last: Leg,
    },
    /// To any other Space of the board.
    Anywhere,
}

impl Path {
    /// Two equal steps of which the first may not jump: what leaves a right of en passant over the Space between (T-13).
    pub fn is_double_step(&self) -> bool {
        match self {
            Path::Lame { via, to } => {
                matches!(via.as_slice(), [(x, y)] if (2 * x, 2 * y) == *to)
            }
            _ => false,
        }
    }

    /// Does it capture on its way, before it ends?
    pub fn captures_in_passing(&self) -> bool {
        matches!(self, Path::Legs { turns, .. } if turns.iter().any(|(_, footing)| *footing == Footing::Enemy))
    }

    /// Does it need other pieces on its way?
    pub fn needs_others(&self) -> bool {
        let needs = |footing| matches!(footing, Footing::Mount | Footing::Enemy);
        matches!(self, Path::Legs { turns, .. } if turns.iter().any(|(_, footing)| needs(*footing)))
    }

    /// The vector of which every step of a straight way is a multiple; `None` where the way bends.
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

/// One movement of a piece type.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct MoveRule {
    /// The way it goes.
    pub path: Path,
    /// What it may do at the end.
    pub mode: Mode,
    /// Only while the piece has not left the Space it started the game on (M-2).
    pub initial: bool,
    /// Only while this holds.
    pub when: When,
    /// Where it may begin, pass and end.
    pub bounds: Bounds,
}

/// A condition on a movement, judged for the piece's owner and the Space it stands on before moving.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// No condition.
    #[default]
    Always,
    /// The piece stands on the Battlefield (P-7).
    OnBattlefield,
    /// The piece stands in its owner's Territory.
    InOwnTerritory,
    /// The piece stands on one of the two rearmost rows of its owner's Territory (the Tortoise's double step).
    InOwnRearTwo,
    /// The owner's Support Level is strictly higher than that of every undefeated Opponent (P-9).
    SupportLead,
}

impl When {
    /// Every condition with the name it has in a Battalion file.
    pub const NAMES: &[(&str, When)] = &[
        ("on-battlefield", When::OnBattlefield),
        ("in-own-territory", When::InOwnTerritory),
        ("in-own-rear-two", When::InOwnRearTwo),
        ("support-lead", When::SupportLead),
    ];
}
