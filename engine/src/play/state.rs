//! State of a position besides the pieces: seat to move, rights and pending choices.

use serde::{Deserialize, Serialize};

use crate::board::{MAX_SEATS, Seat, Space};

use super::{Kept, TypeId};

/// Right of en passant (T-13).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct EnPassant {
    /// The Space passed over.
    pub over: Space,
    /// Space of the piece that passed.
    pub pawn: Space,
}

/// Choice that the acting Player must make before the turn ends (T-17).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PendingChoice {
    /// Placement of a new piece of this type for this seat on any Space without a blocking piece (P-11).
    Return(TypeId, Seat),
    /// Optional choice of one piece of this seat to become Volatile (V-7).
    Volatile(Seat),
    /// Optional arrival of a piece of this type: next to this Space or, from reserve, on it.
    Bring {
        /// Type of the piece.
        ty: TypeId,
        /// Space next to which, or on which, it arrives.
        near: Space,
        /// Cost of the arrival.
        cost: Cost,
    },
}

/// Cost of bringing a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cost {
    /// A piece from reserve, placed on the given Space itself.
    Reserve(Kept),
    /// A rest: the piece is new, and none can be brought for some turns.
    Rest {
        /// Index of the counter of the remaining turns.
        counter: u16,
        /// Length of the rest in turns.
        turns: u16,
    },
}

impl Cost {
    /// States kept by the arriving piece.
    pub const fn kept(self) -> Kept {
        match self {
            Self::Reserve(kept) => kept,
            Self::Rest { .. } => Kept::Nothing,
        }
    }
}

/// Maximum number of pending choices of one turn. The board's side bounds the captures of one move.
const MAX_PENDING: usize = 26;

/// Pending choices of the current turn, in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PendingChoices {
    list: [Option<PendingChoice>; MAX_PENDING],
    len: u8,
}

impl PendingChoices {
    pub(super) const NONE: PendingChoices = PendingChoices { list: [None; MAX_PENDING], len: 0 };

    /// Iterates over the pending choices in order.
    pub fn iter(&self) -> impl Iterator<Item = PendingChoice> + '_ {
        self.list[..self.len as usize].iter().copied().flatten()
    }

    /// The choice to be settled next.
    pub fn first(&self) -> Option<PendingChoice> {
        self.iter().next()
    }

    /// Adds a choice at the end. Ignored if the list is full.
    pub(super) fn push(&mut self, pending: PendingChoice) {
        if let Some(place) = self.list.get_mut(self.len as usize) {
            *place = Some(pending);
            self.len += 1;
        }
    }

    /// Removes the first choice.
    pub(super) fn pop(&mut self) -> Option<PendingChoice> {
        let first = self.first()?;
        self.list.copy_within(1.., 0);
        self.len -= 1;
        Some(first)
    }

    /// Returns whether no choice is pending.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// State of a position outside the board and the reserves. Small, and copied as a whole at each turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// Seat to move.
    pub to_move: Seat,
    /// Defeated seats: bit `n` is seat `n`.
    pub defeated: u8,
    /// Rights of en passant by the seat that double-stepped.
    pub en_passant: [Option<EnPassant>; MAX_SEATS],
    /// Enemy Deputies captured so far, by seat (P-10).
    pub deputies_taken: [u16; MAX_SEATS],
    /// Gate of P-6: open once the first Party Player's first turn is over.
    pub gate_open: bool,
    /// Number of the owner's turns until a running shield ends, counted as they begin; 0 if not running (C-24).
    pub shield: [u8; MAX_SEATS],
    /// Seats that have used their shield: bit `n` is seat `n`.
    pub shield_used: u8,
    /// Consecutive turns of each seat without progress in the sense of T-26.
    pub quiet: [u16; MAX_SEATS],
    /// Turns taken by each seat.
    pub turns: [u16; MAX_SEATS],
    /// Seats that have had a Titan, whose loss defeats them (T-21): bit `n` is seat `n`.
    pub had_royal: u8,
    /// Number of Titans of each seat at the start.
    #[serde(default)]
    pub titans: [u8; MAX_SEATS],
    /// Actions already taken in the current turn, for turns of several actions.
    #[serde(default)]
    pub phase: u8,
    /// A piece has moved in the current turn. Kept only if [`State::last_moved`] is.
    #[serde(default)]
    pub stirred: bool,
    /// The current turn made progress in the sense of T-26.
    pub progress: bool,
    /// Defeats of others credited to each seat (T-22).
    pub credits: [u8; MAX_SEATS],
    /// Acting type of the last piece that moved. Kept only if an ability in the game needs it. Stored by name, because
    /// type numbers are specific to a compiled game.
    #[serde(skip)]
    pub last_moved: Option<TypeId>,
}

impl State {
    /// State before the first turn of a game.
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

    /// Returns whether every undefeated seat has taken this many turns since the last progress (T-26, C-14).
    pub fn all_quiet(&self, seats: usize, turns: u16) -> bool {
        Seat::all(seats).filter(|seat| !self.is_defeated(*seat)).all(|seat| self.quiet[seat.index()] >= turns)
    }

    /// Returns whether this seat is defeated.
    #[inline]
    pub const fn is_defeated(&self, seat: Seat) -> bool {
        self.defeated >> seat.0 & 1 != 0
    }
}
