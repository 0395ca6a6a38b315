//! Movements of a game compiled to sets of cells, for a board of up to `64 * N` cells. The tables hold destinations by
//! type, seat and cell, attackers of a cell, and cells between two cells of a line.

use std::sync::Arc;

use crate::board::{Bits, Grid, MAX_SEATS, PerCell, SpaceSet};
use crate::piece::{Footing, Leg, Mode, Vector};

use super::TypeId;
use super::route::Movement;
use super::sets::TypeSet;
use super::zone::Limits;

/// Set of cells for each cell.
pub(super) type Sheet<const N: usize> = PerCell<Bits<N>, N>;
/// Shared [`Sheet`].
pub(super) type Table<const N: usize> = Arc<Sheet<N>>;

/// Movements of a type for one seat.
#[derive(Debug, Default)]
pub(super) struct Mobility<const N: usize> {
    pub leaps: Option<Leaps<N>>,
    pub rides: Vec<Ride<N>>,
    /// Hops that are plain moves, then hops that are double steps or gained.
    pub hops: Vec<Hop<N>>,
    pub special_hops: Vec<Hop<N>>,
    pub areas: Vec<Area<N>>,
    pub walks: Vec<Walk<N>>,
    /// The type has only hops, and no cell is reached by two of them, so all pieces of the type can be moved at once.
    pub set_wise: bool,
    /// Cells from which a piece captures on each cell: by a leap, by a ride along free cells, or possibly by a hop,
    /// area or walk.
    pub leaps_here: Option<Table<N>>,
    pub rides_here: Option<Table<N>>,
    pub hops_here: Option<Table<N>>,
    pub areas_here: Option<Table<N>>,
    pub walks_here: Option<Table<N>>,
}

impl<const N: usize> Mobility<N> {
    /// All hops.
    pub fn all_hops(&self) -> impl Iterator<Item = &Hop<N>> {
        self.hops.iter().chain(&self.special_hops)
    }

    /// Cells from which these pieces may capture on a cell, ignoring obstacles.
    pub fn might_capture(&self, cell: usize) -> Bits<N> {
        let here = [&self.leaps_here, &self.rides_here, &self.hops_here, &self.areas_here, &self.walks_here];
        (here.into_iter().flatten()).fold(Bits::EMPTY, |all, table| all | table[cell])
    }
}

/// Unconditional leaps.
#[derive(Debug)]
pub(super) struct Leaps<const N: usize> {
    pub moving: Table<N>,
    pub capturing: Table<N>,
    /// Both tables are equal.
    pub alike: bool,
}

/// Ride along a line.
#[derive(Debug)]
pub(super) struct Ride<const N: usize> {
    /// Possible ends.
    pub ends: Table<N>,
    /// Whole line to the edge of the board.
    pub line: Table<N>,
    /// Cell numbers increase along the line.
    pub rising: bool,
    pub mode: Mode,
}

impl<const N: usize> Ride<N> {
    /// Possible ends given the occupied cells: up to the first piece on the line.
    #[inline(always)]
    pub fn reach(&self, from: usize, occupied: Bits<N>) -> Bits<N> {
        let blockers = self.line[from] & occupied;
        if blockers.any() { self.ends[from] & !self.line[nearest(blockers, self.rising)] } else { self.ends[from] }
    }
}

/// First cell of `set` along a line.
#[inline(always)]
pub(super) fn nearest<const N: usize>(set: Bits<N>, rising: bool) -> usize {
    if rising { set.first() } else { set.last() }
}

/// Path from a cell to the cell at offset `to`. The offsets are the same for all starting cells.
#[derive(Debug, Clone)]
pub(super) struct Hop<const N: usize> {
    /// Offsets of cells that must be empty.
    pub via: Vec<isize>,
    pub to: isize,
    /// Starting cells.
    pub from: Bits<N>,
    pub mode: Mode,
    /// Can capture, by the movement or by a special rule of the type.
    pub threatens: bool,
    /// Only for unmoved pieces.
    pub initial: bool,
    /// Only while the Player leads in Support.
    pub lead: bool,
    /// Creates a right of en passant over `via[0]` (T-13).
    pub double: bool,
    /// Step gained by S-6.
    pub gained: bool,
}

impl<const N: usize> Hop<N> {
    /// Landings of these pieces, as far as the path is concerned.
    #[inline(always)]
    pub fn landings(&self, pieces: Bits<N>, fresh: Bits<N>, empty: Bits<N>) -> Bits<N> {
        let mut able = pieces & self.from;
        if self.initial {
            able &= fresh;
        }
        for via in &self.via {
            able &= empty.shift(-via);
        }
        able.shift(self.to)
    }

    /// Returns whether the path from a cell is open.
    #[inline]
    pub fn is_open(&self, from: usize, occupied: Bits<N>) -> bool {
        self.from.has(from) && (self.via.iter()).all(|via| !occupied.has(from.wrapping_add_signed(*via)))
    }

    /// Cells that must be empty for a piece on `from`.
    #[inline]
    pub fn path(&self, from: usize) -> Bits<N> {
        let cells = self.via.iter();
        cells.fold(Bits::EMPTY, |path, via| path.with(from.wrapping_add_signed(*via)))
    }

    /// Returns whether the hop captures under conditions that the tables do not cover.
    pub fn is_conditional_threat(&self) -> bool {
        self.threatens && (self.initial || self.lead || !self.via.is_empty())
    }
}

/// Steps in any of several directions, where each Space on the way must be free (C-20).
#[derive(Debug)]
pub(super) struct Area<const N: usize> {
    pub movement: Movement,
    pub vectors: Vec<Vector>,
    pub steps: u8,
    pub limits: Limits,
    pub from: Bits<N>,
    /// Can capture, by the movement or by a special rule of the type.
    pub threatens: bool,
}

/// Legs that are followed step by step, such as hoppers and crooked paths.
#[derive(Debug)]
pub(super) struct Walk<const N: usize> {
    pub movement: Movement,
    pub turns: Vec<(Leg, Footing)>,
    pub last: Leg,
    pub limits: Limits,
    pub from: Bits<N>,
    /// Can capture, by the movement or by a special rule of the type.
    pub threatens: bool,
}

/// Promotion of a type of a seat, for types that promote exactly with moves into the zone (T-12).
#[derive(Debug)]
pub(super) struct Promotion<const N: usize> {
    /// The zone is not empty.
    pub possible: bool,
    pub zone: Bits<N>,
    pub to: Vec<TypeId>,
    pub optional: bool,
}

/// Pieces that a seat can place from reserve (T-18).
#[derive(Debug)]
pub(super) struct Store<const N: usize> {
    pub ty: TypeId,
    pub zone: Bits<N>,
    pub gated: bool,
}

/// Direction in which a King can find a castling partner (M-4).
#[derive(Debug)]
pub(super) struct CastlingSide<const N: usize> {
    pub line: Table<N>,
    pub step: isize,
}

/// Cells from which a type captures on a cell.
#[derive(Debug)]
pub(super) enum Threat<const N: usize> {
    /// Identical for all seats.
    All(Table<N>),
    /// By seat.
    Each([Option<Table<N>>; MAX_SEATS]),
}

/// Compiled rules.
#[derive(Debug)]
pub(super) struct Tables<const N: usize> {
    pub grid: Grid,
    pub seats: usize,
    pub(super) types: usize,
    pub(super) mobility: Vec<Mobility<N>>,
    pub(super) promotions: Vec<Promotion<N>>,
    pub stores: Vec<Vec<Store<N>>>,
    pub castling: Vec<[CastlingSide<N>; 2]>,
    /// Threats by type, for the types in the set of the same name.
    pub leap_threats: Vec<Option<Threat<N>>>,
    pub ride_threats: Vec<Option<Threat<N>>>,
    pub leapers: TypeSet,
    pub riders: TypeSet,
    pub hoppers: TypeSet,
    pub area_walkers: TypeSet,
    pub leg_walkers: TypeSet,
    /// Adjacent cells of each cell (T-7).
    pub neighbours: Table<N>,
    pub(super) lines: Vec<Table<N>>,
    /// Index of the line from one cell to another, by both cells.
    pub(super) line_between: Vec<u8>,
}

pub(super) const NO_LINE: u8 = u8::MAX;

impl<const N: usize> Tables<N> {
    /// Cells strictly between two cells of a line.
    #[inline(always)]
    pub fn between(&self, from: usize, to: usize) -> Bits<N> {
        let line = self.line_between[from * 64 * N + to];
        match self.lines.get(line as usize) {
            Some(line) => (line[from] & !line[to]).without(to),
            None => Bits::EMPTY,
        }
    }

    #[inline(always)]
    pub fn mobility(&self, seat: usize, ty: usize) -> &Mobility<N> {
        &self.mobility[seat * self.types + ty]
    }

    #[inline(always)]
    pub fn promotion(&self, seat: usize, ty: usize) -> &Promotion<N> {
        &self.promotions[seat * self.types + ty]
    }
}

/// Cells of a set of Spaces.
pub(super) fn set<const N: usize>(grid: Grid, spaces: &SpaceSet) -> Bits<N> {
    let cells = spaces.iter().map(|space| grid.cell(space));
    cells.fold(Bits::EMPTY, Bits::with)
}
