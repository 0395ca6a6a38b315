//! Actions of a turn, in the compact form used to generate and make moves.

use crate::board::Space;

use super::position::mix;
use super::{Kept, Slot, TypeId};

/// Kind of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Moves to `to`, capturing a blocking piece there by displacement; side effects follow.
    Step,
    /// Like [`Kind::Step`] without side effects: the step gained by S-6.
    Gained,
    /// Lame double step that creates a right of en passant over `other` (T-13).
    Double,
    /// Capture en passant of the piece on `other` (T-13).
    EnPassant,
    /// Castling with the piece on `other` (M-4); `from` and `to` are the King's.
    Castle,
    /// Jump over every Enemy on the line from `from` to `to` (B-7).
    Overleap,
    /// Chain of jumps (C-17), stored in the list's chains at `chain`; `to` is its end.
    Chain {
        /// The chain leaves the board over the last piece captured (C-18), and `to` is that piece's Space.
        off: bool,
    },
    /// Removal of the piece on `to` without moving (C-19).
    Shoot,
    /// Placement of a piece of type `promote` from reserve on `to` (T-18).
    Place {
        /// States of the piece in reserve.
        kept: Kept,
    },
    /// Self-capture as a turn (B-9).
    SelfCapture,
    /// Special action of an ability, performed in place (C-24).
    Act,
    /// Trade of places with the own piece on `to`.
    Swap,
    /// Fusion: the piece captures itself and the own piece on `to` becomes one of type `promote`. If `to` is `from`, a
    /// piece in reserve is used up instead.
    Fuse {
        /// Index of the power that allows it.
        power: u8,
        /// States of the piece in reserve.
        kept: Kept,
    },
    /// Fission: the piece becomes one of type `promote`, and the rest appears on `to`.
    Split {
        /// Index of the power that allows it.
        power: u8,
    },
    /// Pass of a Player whose army may pass.
    Pass,
}

/// Action of a turn, without the choices it requires afterwards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// Space of the acting piece. For a placement, the same as `to`.
    pub from: Space,
    /// Destination or target.
    pub to: Space,
    /// Second Space, if the kind needs one.
    pub other: Space,
    /// Kind of the move.
    pub kind: Kind,
    /// Type after promotion (T-12), or type placed from reserve.
    pub promote: Option<TypeId>,
    /// Type copied for this move (B-11).
    pub copying: Option<TypeId>,
    /// Layer of the acting piece on its Space: 0 for blocking pieces.
    pub layer: u8,
    /// Start and length of a chain in [`MoveList::chains`].
    pub chain: (u32, u16),
}

impl Move {
    /// A plain move of a blocking piece.
    #[inline]
    pub const fn step(from: Space, to: Space) -> Self {
        Self::of(Kind::Step, from, to)
    }

    /// A move of this kind.
    #[inline]
    pub const fn of(kind: Kind, from: Space, to: Space) -> Self {
        Self { from, to, other: from, kind, promote: None, copying: None, layer: 0, chain: (0, 0) }
    }

    /// Range of the move's chain in [`MoveList::chains`].
    #[inline]
    pub const fn span(&self) -> std::ops::Range<usize> {
        let start = self.chain.0 as usize;
        start..start + self.chain.1 as usize
    }

    /// Hash key of the move for search tables, equal for the same move with the same captures. `captures`, in any
    /// order, are those of [`Rules::captures`](super::Rules::captures); two chains of jumps with one end differ only in
    /// their captures.
    ///
    /// ```
    /// use engine::{board::Space, play::{Move, Slot}};
    /// let [a, b] = ["e4", "d5"].map(|name| name.parse::<Space>().unwrap());
    /// let capture = [Slot::new(b, 0)];
    /// assert_eq!(Move::step(a, b).key(&capture), Move::step(a, b).key(&capture));
    /// assert_ne!(Move::step(a, b).key(&capture), Move::step(a, b).key(&[]));
    /// assert_ne!(Move::step(a, b).key(&[]), Move::step(b, a).key(&[]));
    /// ```
    pub fn key(&self, captures: &[Slot]) -> u64 {
        let ty = |ty: Option<TypeId>| ty.map_or(0, |ty| ty.index() as u64 + 1);
        let (kind, detail) = match self.kind {
            Kind::Step => (0, 0),
            Kind::Gained => (1, 0),
            Kind::Double => (2, 0),
            Kind::EnPassant => (3, 0),
            Kind::Castle => (4, 0),
            Kind::Overleap => (5, 0),
            Kind::Chain { off } => (6, off as u64),
            Kind::Shoot => (7, 0),
            Kind::Place { kept } => (8, kept as u64),
            Kind::SelfCapture => (9, 0),
            Kind::Act => (10, 0),
            Kind::Swap => (11, 0),
            Kind::Fuse { power, kept } => (12, power as u64 | (kept as u64) << 24),
            Kind::Split { power } => (13, power as u64),
            Kind::Pass => (14, 0),
        };
        let spaces = [self.from, self.to, self.other].map(|space| space.index() as u64);
        let places = spaces[0] | spaces[1] << 10 | spaces[2] << 20 | (self.layer as u64) << 30;
        let manner = kind | detail << 4 | ty(self.promote) << 12 | ty(self.copying) << 20;
        let captured = captures.iter().fold(0u64, |sum, slot| {
            let number = slot.space().index() as u64 | (slot.layer() as u64) << 10;
            sum.wrapping_add(mix(number | 1 << 40))
        });
        mix(mix(places | manner << 32).wrapping_add(captured))
    }

    /// Sets the second Space.
    #[inline]
    #[must_use]
    pub const fn with_other(mut self, other: Space) -> Self {
        self.other = other;
        self
    }
}

/// Verdict on a pseudo-legal move without making it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    Legal,
    Illegal,
    /// Unknown: the move must be tried.
    Try,
}

/// Generated moves, with the chains that some of them need.
#[derive(Clone, Debug, Default)]
pub struct MoveList {
    /// The moves.
    pub moves: Vec<Move>,
    /// Spaces of chains of jumps: for each jump the Space jumped over, then the landing Space.
    pub chains: Vec<Space>,
    /// Number of moves at the start of the list that may be illegal, set by
    /// [`Rules::candidates`](super::Rules::candidates).
    pub doubtful: usize,
    /// Certainly legal moves, during generation.
    pub(super) sure: Vec<Move>,
    /// Verdicts on [`MoveList::moves`], during generation.
    pub(super) verdicts: Vec<Verdict>,
    /// Scratch buffer.
    pub(crate) hits: Vec<Slot>,
}

impl MoveList {
    /// Clears the list but keeps its memory.
    pub fn clear(&mut self) {
        self.moves.clear();
        self.chains.clear();
        self.doubtful = 0;
        self.sure.clear();
        self.verdicts.clear();
        self.hits.clear();
    }

    /// Adds a move.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.moves.push(mv);
    }

    /// Adds a move along a chain of (jumped, landing) Spaces.
    pub fn push_chain(&mut self, mut mv: Move, chain: &[Space]) {
        let start = self.chains.len();
        self.chains.extend_from_slice(chain);
        mv.chain = self.chain_from(start);
        self.moves.push(mv);
    }

    /// [`Move::chain`] of the chain from this index to the end of [`MoveList::chains`].
    #[expect(clippy::cast_possible_truncation, reason = "chains of one position are short and few")]
    pub(crate) const fn chain_from(&self, start: usize) -> (u32, u16) {
        (start as u32, (self.chains.len() - start) as u16)
    }

    /// Returns whether one of the moves captures a blocking piece on this Space. `captures` adds the captures of a
    /// move.
    pub(crate) fn captures_on(&mut self, space: Space, captures: impl Fn(&Move, &[Space], &mut Vec<Slot>)) -> bool {
        let Self { moves, chains, hits, .. } = self;
        moves.iter().any(|mv| {
            hits.clear();
            captures(mv, &chains[mv.span()], hits);
            hits.contains(&Slot::new(space, 0))
        })
    }

    /// The chain of a move.
    pub fn chain(&self, mv: &Move) -> &[Space] {
        &self.chains[mv.span()]
    }
}
