//! The compact position, and how a move changes it and is taken back.

use crate::board::{MAX_SEATS, Seat};
use crate::play::{EnPassant, Flags, Kind as Acts, Move, Position as Exact, TypeId};

use super::bits::{Bits, PerCell};
use super::tables::{Game, Grid};

/// No promotion.
pub(super) const SAME: u8 = u8::MAX;
/// No cell.
const NOWHERE: u16 = u16::MAX;

/// How a step acts; see [`Acts`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum How {
    Plain,
    Gained,
    /// Leaves a right of en passant over `other`.
    Double,
    /// The pawn stands on `other`.
    EnPassant,
    /// The partner stands on `other`.
    Castle,
    /// From reserve, as a piece of type `promote`.
    Place,
}

/// A move in compact form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    pub from: u16,
    pub to: u16,
    pub other: u16,
    pub promote: u8,
    pub how: How,
}

impl Step {
    #[inline(always)]
    pub fn new(how: How, from: usize, to: usize) -> Self {
        Self {
            from: from as u16,
            to: to as u16,
            other: NOWHERE,
            promote: SAME,
            how,
        }
    }

    /// As the exact path writes it.
    pub fn to_move(self, grid: Grid) -> Move {
        let [from, to] = [self.from, self.to].map(|cell| grid.space(cell as usize));
        let kind = match self.how {
            How::Plain => Acts::Step,
            How::Gained => Acts::Gained,
            How::Double => Acts::Double,
            How::EnPassant => Acts::EnPassant,
            How::Castle => Acts::Castle,
            How::Place => Acts::Place,
        };
        let mut mv = Move::of(kind, from, to);
        if self.other != NOWHERE {
            mv.other = grid.space(self.other as usize);
        }
        mv.promote = (self.promote != SAME).then(|| TypeId::new(self.promote as usize));
        mv
    }
}

/// What stands on a cell: type and seat, or nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Content {
    ty: u8,
    seat: u8,
}

const EMPTY: Content = Content { ty: SAME, seat: 0 };

/// The board as sets of cells.
#[derive(Clone, Debug)]
pub(super) struct Sets<const N: usize> {
    pub occupied: Bits<N>,
    pub seats: [Bits<N>; MAX_SEATS],
    /// By type.
    pub kinds: Vec<Bits<N>>,
    pub titans: Bits<N>,
    /// Pieces that have not left the Space they started on.
    pub fresh: Bits<N>,
}

/// A position.
#[derive(Clone, Debug)]
pub(super) struct Position<const N: usize> {
    pub sets: Sets<N>,
    contents: PerCell<Content, N>,
    /// By seat: the cell passed over and the pawn's (T-13).
    en_passant: [(u16, u16); MAX_SEATS],
    reserve: Vec<u8>,
    pub to_move: usize,
    /// Bit `n`: seat `n` is defeated.
    defeated: u8,
    /// Bit `n`: seat `n` can be defeated by losing its last Titan (T-21).
    crowned: u8,
    seat_count: usize,
}

/// What a step changed.
#[derive(Debug)]
pub(super) struct Undo<const N: usize> {
    moved: Content,
    captured: Content,
    captured_on: u16,
    en_passant: [(u16, u16); MAX_SEATS],
    fresh: Bits<N>,
    to_move: u8,
    defeated: u8,
}

impl<const N: usize> Position<N> {
    /// The compact form of a position that the fast path covers.
    pub fn load(game: &Game<N>, exact: &Exact) -> Self {
        let state = exact.state();
        let types = game.kinds.len();
        let cells = |right: EnPassant| {
            let cell = |space| game.grid.cell(space) as u16;
            (cell(right.over), cell(right.pawn))
        };
        let mut pos = Self {
            sets: Sets {
                occupied: Bits::EMPTY,
                seats: [Bits::EMPTY; MAX_SEATS],
                kinds: vec![Bits::EMPTY; types],
                titans: Bits::EMPTY,
                fresh: Bits::EMPTY,
            },
            contents: PerCell::filled(EMPTY),
            en_passant: state
                .en_passant
                .map(|right| right.map_or((NOWHERE, NOWHERE), cells)),
            reserve: Seat::all(game.seats)
                .flat_map(|seat| (0..types).map(move |ty| (seat, TypeId::new(ty))))
                .map(|(seat, ty)| exact.reserve(seat, ty))
                .collect(),
            to_move: state.to_move.index(),
            defeated: state.defeated,
            crowned: state.crowned,
            seat_count: game.seats,
        };
        for (slot, piece) in exact.pieces() {
            let cell = game.grid.cell(slot.space());
            let content = Content {
                ty: piece.ty.index() as u8,
                seat: piece.seat.0,
            };
            pos.put(game, cell, content);
            if piece.flags.has(Flags::FRESH) {
                pos.sets.fresh.insert(cell);
            }
        }
        pos
    }

    /// The type of the piece on an occupied cell.
    #[inline(always)]
    pub fn type_on(&self, cell: usize) -> usize {
        self.contents[cell].ty as usize
    }

    /// The pieces of every Enemy of `me` that is not defeated: those that attack (T-19, T-23).
    #[inline(always)]
    pub fn active_enemies(&self, me: usize) -> Bits<N> {
        let mut active = self.sets.occupied & !self.sets.seats[me];
        if self.defeated != 0 {
            for seat in 0..self.seat_count {
                if self.defeated >> seat & 1 != 0 {
                    active &= !self.sets.seats[seat];
                }
            }
        }
        active
    }

    #[inline(always)]
    pub fn is_defeated(&self, seat: usize) -> bool {
        self.defeated >> seat & 1 != 0
    }

    #[inline(always)]
    pub fn titans(&self, seat: usize) -> Bits<N> {
        self.sets.titans & self.sets.seats[seat]
    }

    /// The only Titan of a seat, if losing it would defeat that seat (T-21).
    #[inline(always)]
    pub fn last_titan(&self, seat: usize) -> Option<usize> {
        if self.crowned & !self.defeated & 1 << seat == 0 {
            return None;
        }
        self.titans(seat).single()
    }

    /// The seat that a capture on `cell` would defeat.
    #[inline(always)]
    pub fn defeated_on(&self, cell: usize) -> Option<usize> {
        if !self.sets.titans.has(cell) {
            return None;
        }
        let seat = self.contents[cell].seat as usize;
        (self.last_titan(seat) == Some(cell)).then_some(seat)
    }

    /// The right of en passant against a seat, as far as it can be used: the cell passed over and the pawn's (T-13).
    #[inline]
    pub fn en_passant(&self, game: &Game<N>, seat: usize) -> Option<(usize, usize)> {
        let (over, pawn) = self.en_passant[seat];
        if over == NOWHERE {
            return None;
        }
        let (over, pawn) = (over as usize, pawn as usize);
        let there = self.contents[pawn];
        let usable = !self.sets.occupied.has(over)
            && there != EMPTY
            && there.seat as usize == seat
            && game.kinds[there.ty as usize].taken_en_passant
            && game.kinds[there.ty as usize].capturable;
        usable.then_some((over, pawn))
    }

    /// How many pieces of a type a seat has in reserve.
    #[inline]
    pub fn reserve(&self, seat: usize, ty: usize) -> u8 {
        self.reserve[seat * self.sets.kinds.len() + ty]
    }

    #[inline(always)]
    fn put(&mut self, game: &Game<N>, cell: usize, content: Content) {
        self.contents[cell] = content;
        self.flip(game, cell, content);
    }

    #[inline(always)]
    fn take(&mut self, game: &Game<N>, cell: usize) -> Content {
        let content = std::mem::replace(&mut self.contents[cell], EMPTY);
        if content != EMPTY {
            self.flip(game, cell, content);
        }
        content
    }

    #[inline(always)]
    fn flip(&mut self, game: &Game<N>, cell: usize, content: Content) {
        let sets = &mut self.sets;
        sets.occupied.toggle(cell);
        sets.seats[content.seat as usize].toggle(cell);
        sets.kinds[content.ty as usize].toggle(cell);
        if game.kinds[content.ty as usize].titan {
            sets.titans.toggle(cell);
        }
    }

    /// Makes a legal step and ends the turn.
    #[inline]
    pub fn make(&mut self, game: &Game<N>, step: Step) -> Undo<N> {
        let me = self.to_move;
        let (from, to, other) = (step.from as usize, step.to as usize, step.other as usize);
        let mut undo = Undo {
            moved: EMPTY,
            captured: EMPTY,
            captured_on: step.to,
            en_passant: self.en_passant,
            fresh: self.sets.fresh,
            to_move: me as u8,
            defeated: self.defeated,
        };
        match step.how {
            How::Place => {
                self.reserve[me * self.sets.kinds.len() + step.promote as usize] -= 1;
                let placed = Content {
                    ty: step.promote,
                    seat: me as u8,
                };
                self.put(game, to, placed);
            }
            How::Castle => {
                let over = (from + to) / 2;
                undo.moved = self.take(game, from);
                let partner = self.take(game, other);
                self.put(game, to, undo.moved);
                self.put(game, over, partner);
                self.sets.fresh &= !Bits::of(from).with(other).with(over);
            }
            How::Plain | How::Gained | How::Double | How::EnPassant => {
                if step.how == How::EnPassant {
                    undo.captured_on = step.other;
                }
                let captured_on = undo.captured_on as usize;
                if let Some(seat) = self.defeated_on(captured_on) {
                    self.defeated |= 1 << seat;
                }
                undo.captured = self.take(game, captured_on);
                undo.moved = self.take(game, from);
                let mut landing = undo.moved;
                if step.promote != SAME {
                    landing.ty = step.promote;
                }
                self.put(game, to, landing);
                self.sets.fresh &= !Bits::of(from).with(captured_on);
                if step.how == How::Double {
                    self.en_passant[me] = (step.other, step.to);
                }
            }
        }
        self.sets.fresh.remove(to);
        self.pass_turn();
        undo
    }

    /// The next undefeated Player is to move; rights end where a turn begins, or would have (T-13).
    #[inline(always)]
    fn pass_turn(&mut self) {
        for _ in 0..self.seat_count {
            self.to_move += 1;
            if self.to_move == self.seat_count {
                self.to_move = 0;
            }
            self.en_passant[self.to_move] = (NOWHERE, NOWHERE);
            if self.defeated >> self.to_move & 1 == 0 {
                break;
            }
        }
    }

    /// Takes a step back.
    #[inline]
    pub fn unmake(&mut self, game: &Game<N>, step: Step, undo: Undo<N>) {
        let (from, to, other) = (step.from as usize, step.to as usize, step.other as usize);
        self.to_move = undo.to_move as usize;
        self.defeated = undo.defeated;
        self.en_passant = undo.en_passant;
        self.sets.fresh = undo.fresh;
        self.take(game, to);
        match step.how {
            How::Place => {
                self.reserve[self.to_move * self.sets.kinds.len() + step.promote as usize] += 1;
            }
            How::Castle => {
                let partner = self.take(game, (from + to) / 2);
                self.put(game, from, undo.moved);
                self.put(game, other, partner);
            }
            How::Plain | How::Gained | How::Double | How::EnPassant => {
                self.put(game, from, undo.moved);
                if undo.captured != EMPTY {
                    self.put(game, undo.captured_on as usize, undo.captured);
                }
            }
        }
    }
}
