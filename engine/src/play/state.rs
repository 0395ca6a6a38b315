//! What a position is besides the pieces: whose turn, rights, choices that are pending.

use serde::{Deserialize, Serialize};

use crate::board::{MAX_SEATS, Seat, Space};

use super::{Kept, TypeId};

/// A right of en passant (T-13): the Space passed over and where the pawn stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct EnPassant {
    /// The Space passed over.
    pub over: Space,
    /// The pawn that passed.
    pub pawn: Space,
}

/// A choice that the acting Player must make before the turn ends (T-17).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PendingChoice {
    /// Place a new piece of this type for this seat on any Space without a blocking piece (P-11).
    Return(TypeId, Seat),
    /// May make one piece of this seat Volatile (V-7).
    Volatile(Seat),
    /// May bring a piece of this type onto the board, next to this Space or, from reserve, on it.
    Bring {
        /// What comes.
        ty: TypeId,
        /// Where.
        near: Space,
        /// What it costs.
        cost: Cost,
    },
}

/// What bringing a piece costs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cost {
    /// It comes from reserve, onto the very Space; which of its type.
    Reserve(Kept),
    /// It is new, and nothing is brought again for some turns.
    Rest {
        /// Where the turns are counted down.
        counter: u16,
        /// How many.
        turns: u16,
    },
}

impl Cost {
    /// What stays of the states of the piece that comes.
    pub const fn kept(self) -> Kept {
        match self {
            Self::Reserve(kept) => kept,
            Self::Rest { .. } => Kept::Nothing,
        }
    }
}

/// The most pending choices one turn brings: the captures of one move are bounded by the board's side.
const MAX_PENDING: usize = 26;

/// The pending choices of the current turn, first to last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PendingChoices {
    list: [Option<PendingChoice>; MAX_PENDING],
    len: u8,
}

impl PendingChoices {
    pub(super) const NONE: PendingChoices = PendingChoices { list: [None; MAX_PENDING], len: 0 };

    /// The pending choices in order.
    pub fn iter(&self) -> impl Iterator<Item = PendingChoice> + '_ {
        self.list[..self.len as usize].iter().copied().flatten()
    }

    /// The one to be settled next.
    pub fn first(&self) -> Option<PendingChoice> {
        self.iter().next()
    }

    /// Adds one at the end; beyond the most there can be it is forgotten.
    pub(super) fn push(&mut self, pending: PendingChoice) {
        if let Some(place) = self.list.get_mut(self.len as usize) {
            *place = Some(pending);
            self.len += 1;
        }
    }

    /// Takes the first one off.
    pub(super) fn pop(&mut self) -> Option<PendingChoice> {
        let first = self.first()?;
        self.list.copy_within(1.., 0);
        self.len -= 1;
        Some(first)
    }

    /// None left?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// Everything about a position that is not on the board or in reserve. Small and copied whole at each turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// Whose turn it is.
    pub to_move: Seat,
    /// Bit `n`: seat `n` is defeated.
    pub defeated: u8,
    /// Rights of en passant by the seat that double-stepped.
    pub en_passant: [Option<EnPassant>; MAX_SEATS],
    /// Enemy Deputies captured so far, by seat (P-10).
    pub deputies_taken: [u16; MAX_SEATS],
    /// The gate of P-6: the first Party Player's first turn is over.
    pub gate_open: bool,
    /// Beginnings of the owner's turn until a running shield ends; 0: not running (C-24).
    pub shield: [u8; MAX_SEATS],
    /// Bit `n`: seat `n` has used its shield.
    pub shield_used: u8,
    /// Turns in a row of each seat without progress in the sense of T-26.
    pub quiet: [u16; MAX_SEATS],
    /// Turns taken by each seat.
    pub turns: [u16; MAX_SEATS],
    /// Bit `n`: seat `n` has had a Titan, so that losing the last one defeats it (T-21).
    pub had_royal: u8,
    /// The most Titans each seat has begun with.
    #[serde(default)]
    pub titans: [u8; MAX_SEATS],
    /// The actions already taken in the turn under way, where turns have several.
    #[serde(default)]
    pub phase: u8,
    /// A piece has moved in the turn under way; kept where it is asked which.
    #[serde(default)]
    pub stirred: bool,
    /// The turn under way made progress in the sense of T-26.
    pub progress: bool,
    /// Defeats of others credited to each seat (T-22).
    pub credits: [u8; MAX_SEATS],
    /// The type by which the last piece that went to another Space acted; kept only if an ability in the game asks for it. Stored by name, as
    /// numbers of types are those of one compiled game.
    #[serde(skip)]
    pub last_moved: Option<TypeId>,
}

impl State {
    /// The state before the first turn of a game.
    pub const fn start(first: Seat) -> Self {
        Self {
            to_move: first,
            defeated: 0,
            en_passant: [None; MAX_SEATS],
            deputies_taken: [0; MAX_SEATS],
            gate_open: false,
            shield: [0; MAX_SEATS],
            shield_used: 0,
            quiet: [0; MAX_SEATS],
            turns: [0; MAX_SEATS],
            had_royal: 0,
            titans: [0; MAX_SEATS],
            phase: 0,
            stirred: false,
            progress: false,
            credits: [0; MAX_SEATS],
            last_moved: None,
        }
    }

    /// Has every undefeated one of so many seats taken this many turns since the last progress (T-26, C-14)?
    pub fn all_quiet(&self, seats: usize, turns: u16) -> bool {
        Seat::all(seats).filter(|seat| !self.is_defeated(*seat)).all(|seat| self.quiet[seat.index()] >= turns)
    }

    /// Is this seat defeated?
    #[inline]
    pub const fn is_defeated(&self, seat: Seat) -> bool {
        self.defeated >> seat.0 & 1 != 0
    }
}
