//! Sinks for certainly legal moves, which count or list them.

use crate::board::Bits;

use super::tables::{Hop, Promotion, Tables};
use super::{Kept, Kind, Move, TypeId};

/// Consumer of certainly legal moves.
pub(super) trait Sink<const N: usize> {
    /// Adds moves of the piece on `from` to each of these cells.
    fn fan(&mut self, tables: &Tables<N>, from: usize, to: Bits<N>, promotion: &Promotion<N>);
    /// Adds moves of pieces to each of these cells by this hop.
    fn hop(&mut self, tables: &Tables<N>, hop: &Hop<N>, to: Bits<N>, promotion: &Promotion<N>);
    /// Adds placements of a piece of this type on each of these cells.
    fn place(&mut self, tables: &Tables<N>, ty: TypeId, kept: Kept, on: Bits<N>);
}

/// Counter of moves. Each promotion option counts separately.
#[derive(Debug, Default)]
pub(super) struct Count(pub u64);

impl Count {
    #[inline(always)]
    fn add<const N: usize>(&mut self, to: Bits<N>, promotion: &Promotion<N>) {
        // An emptiness test is faster than counting several words.
        if N > 1 && to.none() {
            return;
        }
        self.0 += to.count() as u64;
        if promotion.possible {
            let choices = promotion.to.len() + promotion.optional as usize;
            let promoting = to & promotion.zone;
            if promoting.any() {
                self.0 += (promoting.count() * choices) as u64;
                self.0 -= promoting.count() as u64;
            }
        }
    }
}

impl<const N: usize> Sink<N> for Count {
    #[inline(always)]
    fn fan(&mut self, _: &Tables<N>, _: usize, to: Bits<N>, promotion: &Promotion<N>) {
        self.add(to, promotion);
    }

    #[inline(always)]
    fn hop(&mut self, _: &Tables<N>, _: &Hop<N>, to: Bits<N>, promotion: &Promotion<N>) {
        self.add(to, promotion);
    }

    #[inline(always)]
    fn place(&mut self, _: &Tables<N>, _: TypeId, _: Kept, on: Bits<N>) {
        self.0 += on.count() as u64;
    }
}

/// List of moves.
#[derive(Debug)]
pub(super) struct List<'a>(pub &'a mut Vec<Move>);

impl List<'_> {
    #[inline(always)]
    fn one<const N: usize>(&mut self, mv: Move, to: usize, promotion: &Promotion<N>) {
        if !promotion.possible || !promotion.zone.has(to) {
            self.0.push(mv);
            return;
        }
        if promotion.optional {
            self.0.push(mv);
        }
        for to in &promotion.to {
            self.0.push(Move { promote: Some(*to), ..mv });
        }
    }
}

impl<const N: usize> Sink<N> for List<'_> {
    #[inline(always)]
    fn fan(&mut self, tables: &Tables<N>, from: usize, to: Bits<N>, promotion: &Promotion<N>) {
        let from = tables.grid.space(from);
        for cell in to {
            self.one(Move::step(from, tables.grid.space(cell)), cell, promotion);
        }
    }

    #[inline(always)]
    fn hop(&mut self, tables: &Tables<N>, hop: &Hop<N>, to: Bits<N>, promotion: &Promotion<N>) {
        for cell in to {
            let from = cell.wrapping_sub_signed(hop.to);
            self.one(hop_move(tables, hop, from, cell), cell, promotion);
        }
    }

    fn place(&mut self, tables: &Tables<N>, ty: TypeId, kept: Kept, on: Bits<N>) {
        for cell in on {
            let space = tables.grid.space(cell);
            self.0.push(Move { promote: Some(ty), ..Move::of(Kind::Place { kept }, space, space) });
        }
    }
}

/// The move of a hop.
#[inline(always)]
pub(super) fn hop_move<const N: usize>(tables: &Tables<N>, hop: &Hop<N>, from: usize, to: usize) -> Move {
    let mv = Move::step(tables.grid.space(from), tables.grid.space(to));
    match hop.via.first() {
        _ if hop.gained => Move { kind: Kind::Gained, ..mv },
        Some(via) if hop.double => {
            Move { kind: Kind::Double, other: tables.grid.space(from.wrapping_add_signed(*via)), ..mv }
        }
        _ => mv,
    }
}
