//! What a Player can do on a turn, in the compact form that generation and making use.

use crate::board::Space;

use super::position::mix;
use super::{Kept, Slot, TypeId};

/// How a move acts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Goes to `to`, capturing by displacement what blocks there; side effects follow.
    Step,
    /// As [`Kind::Step`], but without side effects: the step gained by S-6.
    Gained,
    /// A lame double step that leaves the right of en passant over `other` (T-13).
    Double,
    /// Captures en passant: the pawn stands on `other` (T-13).
    EnPassant,
    /// Castles with the piece on `other` (M-4); `from` and `to` are the King's.
    Castle,
    /// Jumps over every Enemy on the line from `from` to `to` (B-7).
    Overleap,
    /// Jumps along a chain kept beside the list, from `chain` on (C-17); `to` is where it ends.
    Chain {
        /// Leaves the board over the last piece captured (C-18): `to` is that piece's Space.
        off: bool,
    },
    /// Removes what stands on `to` and stays (C-19).
    Shoot,
    /// Puts a piece of type `promote` from reserve on `to` (T-18).
    Place {
        /// Which of that type.
        kept: Kept,
    },
    /// Removes itself as a turn (B-9).
    SelfCapture,
    /// An action of an ability of its own, where it stands (C-24).
    Act,
    /// Trades places with the own piece on `to`.
    Swap,
    /// Captures itself so that the own piece on `to` becomes one of type `promote`; from `to` itself: a piece in reserve is used up.
    Fuse {
        /// Index of the power that allows it.
        power: u8,
        /// Which piece in reserve.
        kept: Kept,
    },
    /// Becomes one of type `promote`, and the rest of it appears on `to`.
    Split {
        /// Index of the power that allows it.
        power: u8,
    },
    /// Does nothing, where the rules force it (T-24).
    Pass,
}

/// A turn's action without what it obliges to afterwards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// Where the acting piece stands (for a placement: the destination again).
    pub from: Space,
    /// Destination or target.
    pub to: Space,
    /// A second Space, where the kind needs one.
    pub other: Space,
    /// How it acts.
    pub kind: Kind,
    /// What it becomes (T-12), or the type placed from reserve.
    pub promote: Option<TypeId>,
    /// The type whose abilities are copied for this move (B-11).
    pub copying: Option<TypeId>,
    /// Layer of the acting piece on its Space: 0 for blocking ones.
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

    /// A move of some kind.
    #[inline]
    pub const fn of(kind: Kind, from: Space, to: Space) -> Self {
        Self { from, to, other: from, kind, promote: None, copying: None, layer: 0, chain: (0, 0) }
    }

    /// Where its chain stands in [`MoveList::chains`].
    #[inline]
    pub const fn span(&self) -> std::ops::Range<usize> {
        let start = self.chain.0 as usize;
        start..start + self.chain.1 as usize
    }

    /// A number that is the same for the same move with the same captures, and for another one almost never: the key of a search's tables.
    /// `captures`, in any order, are what [`Rules::captures`](super::Rules::captures) says; two chains of jumps with one end differ in
    /// nothing else.
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

    /// With the second Space.
    #[inline]
    #[must_use]
    pub const fn with_other(mut self, other: Space) -> Self {
        self.other = other;
        self
    }
}

/// What can be told of a pseudo-legal move without making it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    Legal,
    Illegal,
    /// It must be made to know.
    Try,
}

/// Moves found by generation, with the chains that some of them need.
#[derive(Clone, Debug, Default)]
pub struct MoveList {
    /// The moves.
    pub moves: Vec<Move>,
    /// Spaces of chains of jumps: for each jump the Space jumped over, then the landing Space.
    pub chains: Vec<Space>,
    /// After [`Rules::candidates`](super::Rules::candidates): how many of the first moves may still be illegal.
    pub doubtful: usize,
    /// While moves are found: those that are legal for sure.
    pub(super) sure: Vec<Move>,
    /// While moves are found: what can be told of [`MoveList::moves`].
    pub(super) verdicts: Vec<Verdict>,
    /// Memory to work with.
    pub(crate) hits: Vec<Slot>,
}

impl MoveList {
    /// Forgets everything, keeping the memory.
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
        mv.chain = (self.chains.len() as u32, chain.len() as u16);
        self.chains.extend_from_slice(chain);
        self.moves.push(mv);
    }

    /// Does one of the moves capture a blocking piece on this Space? `captures` adds those of a move.
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
