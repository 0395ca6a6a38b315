//! Single pass over a position that counts the evaluation terms of both sides.

use engine::board::{Bits, Seat};
use engine::play::{Position, Rules, Sight};

use super::terms::{Term, Terms, cells};
use crate::knowledge::Knowledge;

/// Four times the square root of a number of Spaces.
const ROOTS: [i32; 32] = [
    0, 4, 6, 7, 8, 9, 10, 11, 11, 12, 13, 13, 14, 14, 15, 15, 16, 16, 17, 17, 18, 18, 19, 19, 20, 20, 20, 21, 21, 22,
    22, 22,
];
/// Minimum surplus of a victim's value over the attacker's that counts as a threat.
const LESSER: i32 = 60;

/// Features of one side.
#[derive(Clone, Copy)]
struct Side<const N: usize> {
    own: Bits<N>,
    pawns: Bits<N>,
    attacked_by_pawns: Bits<N>,
    attacked: Bits<N>,
    attacked_twice: Bits<N>,
    /// Cells attacked by pieces other than Titans.
    guarded: Bits<N>,
    /// The only Titan, and its neighbourhood.
    titan: Option<usize>,
    zone: Bits<N>,
    /// Number of pieces that attack the enemy Titan's neighbourhood, and the strength of the attack.
    attackers: i32,
    attack: i32,
    /// Space colours of this side's colour-bound pieces.
    colours: [bool; 2],
}

pub(super) struct Assessor<'a, const N: usize> {
    know: &'a Knowledge,
    pos: &'a Position,
    sides: [Side<N>; 2],
    terms: Terms,
}

impl<'a, const N: usize> Assessor<'a, N> {
    pub fn assess(know: &'a Knowledge, rules: &Rules, pos: &'a Position, phase: i32) -> Terms {
        let side = |seat: u8| {
            let seat = Seat(seat);
            let terrain = know.terrain();
            let titan = match pos.titans(seat) {
                [titan] if know.is_royal() => Some(terrain.grid.cell(*titan)),
                _ => None,
            };
            Side {
                own: Bits::read(pos.blocking(seat).words(), 0),
                pawns: Bits::EMPTY,
                attacked_by_pawns: Bits::EMPTY,
                attacked: Bits::EMPTY,
                attacked_twice: Bits::EMPTY,
                guarded: Bits::EMPTY,
                titan,
                zone: titan.map_or(Bits::EMPTY, |titan| terrain.zone.of(titan)),
                attackers: 0,
                attack: 0,
                colours: [false; 2],
            }
        };
        let mut assessor = Self { know, pos, sides: [side(0), side(1)], terms: Terms::new(phase) };
        rules.survey(pos, &mut |sight| assessor.see(&sight));
        for seat in [0, 1] {
            assessor.conclude(seat);
        }
        assessor.terms
    }

    fn see(&mut self, sight: &Sight<'_>) {
        let seat = sight.seat.index();
        if seat > 1 {
            return;
        }
        let enemy = self.sides[1 - seat];
        let value = self.know.value(sight.ty);
        let [pieces, goes, attacks] = [sight.pieces, sight.goes, sight.strikes].map(|words| Bits::<N>::read(words, 0));
        let side = &mut self.sides[seat];
        side.attacked_twice |= side.attacked & attacks;
        side.attacked |= attacks;
        if self.know.is_titan(sight.ty) {
            return;
        }
        side.guarded |= attacks;
        let near = attacks & enemy.zone;
        if near.any() {
            side.attackers += 1;
            side.attack += (value / 128).clamp(1, 8) + cells(near);
        }
        // Threats: victims worth more than their attacker.
        for victim in attacks & enemy.own {
            let more = self.value_on(victim) - value;
            if more > LESSER {
                self.terms.add(Term::Threat, seat == 0, more.min(1_000) / 16);
            }
        }
        if self.know.terrain().hope(seat, sight.ty.index()).is_some() {
            let side = &mut self.sides[seat];
            side.pawns |= pieces;
            side.attacked_by_pawns |= attacks;
        } else {
            if self.know.terrain().bound[sight.ty.index()] {
                for cell in pieces {
                    let space = self.know.terrain().grid.space(cell);
                    let colour = usize::from((space.file() + space.rank()) % 2);
                    self.sides[seat].colours[colour] = true;
                }
            }
            self.moves(seat, value, goes, attacks);
        }
    }

    /// Mobility of pieces other than Pawn-like ones.
    fn moves(&mut self, seat: usize, value: i32, goes: Bits<N>, attacks: Bits<N>) {
        let enemy = &self.sides[1 - seat];
        let first = seat == 0;
        let safe = (goes | attacks & enemy.own) & !enemy.attacked_by_pawns;
        let reach = cells(safe);
        let root = ROOTS[safe.count().min(ROOTS.len() - 1)];
        self.terms.add(Term::Mobility, first, root);
        self.terms.add(Term::Reach, first, reach);
        if reach <= 1 {
            self.terms.add(Term::Trapped, first, value / 64);
        }
    }

    #[inline]
    fn value_on(&self, cell: usize) -> i32 {
        let piece = self.pos.at(self.know.terrain().grid.space(cell));
        piece.map_or(0, |piece| self.know.value(piece.ty))
    }

    /// Adds the terms that need the complete survey.
    fn conclude(&mut self, seat: usize) {
        let terrain = self.know.terrain();
        let first = seat == 0;
        let (own, enemy) = (self.sides[seat], self.sides[1 - seat]);
        let mut add = |term, count: i32| self.terms.add(term, first, count);
        if own.attackers > 0 {
            add(Term::Attack, own.attack);
            if own.attackers > 1 {
                add(Term::Assault, (own.attack * own.attack / 16).min(60));
            }
            let weak = enemy.zone & own.attacked & !enemy.guarded;
            add(Term::Weak, cells(weak));
        }
        if let Some(titan) = own.titan {
            let place = self.know.titan_place(seat, titan);
            self.terms.place(place, first);
            let mut add = |term, count: i32| self.terms.add(term, first, count);
            let beside = cells(own.zone & own.own) - 1;
            add(Term::Shelter, beside.min(4));
            let cover = terrain.outlooks[seat].cover.of(titan) & own.pawns;
            add(Term::Cover, cells(cover));
            add(Term::TitanAside, terrain.aside[titan].into());
            let rows = terrain.outlooks[seat].forward[titan];
            add(Term::TitanForward, rows.into());
        }
        let mut add = |term, count: i32| self.terms.add(term, first, count);
        add(Term::Loose, cells(own.own & !own.attacked & !own.pawns));
        add(Term::Control, cells(own.attacked & !enemy.attacked));
        add(Term::Twice, cells(own.attacked_twice));
        add(Term::Pair, i32::from(own.colours == [true; 2]));
        let steady = own.own & !own.pawns & own.attacked_by_pawns;
        let mut outposts = 0;
        for cell in steady {
            let ahead = terrain.outlooks[seat].sides_ahead.of::<N>(cell);
            outposts += i32::from((ahead & enemy.pawns).none());
        }
        add(Term::Outpost, outposts);
        let hanging = enemy.own & own.attacked & !enemy.attacked;
        for cell in hanging {
            let value = self.value_on(cell).min(1_000);
            self.terms.add(Term::Hanging, first, value / 16);
        }
        self.pawns(seat);
    }

    /// Pawn structure, including the Enemy's Pawns.
    fn pawns(&mut self, seat: usize) {
        let terrain = self.know.terrain();
        let first = seat == 0;
        let (own, enemy) = (self.sides[seat], self.sides[1 - seat]);
        let outlook = &terrain.outlooks[seat];
        let supported = cells(own.pawns & own.attacked_by_pawns);
        self.terms.add(Term::Supported, first, supported);
        for cell in own.pawns {
            let mut add = |term, count: i32| self.terms.add(term, first, count);
            if (terrain.beside.of(cell) & own.pawns).none() {
                add(Term::Isolated, 1);
            }
            add(Term::Phalanx, i32::from((terrain.flanks.of(cell) & own.pawns).any()));
            let ahead = outlook.file_ahead.of::<N>(cell);
            if (ahead & own.pawns).any() {
                add(Term::Doubled, 1);
            } else if (outlook.front.of(cell) & enemy.pawns).none() {
                let ty = self.pos.at(terrain.grid.space(cell));
                let hope = ty.and_then(|piece| terrain.hope(seat, piece.ty.index()));
                let hope = hope.map_or(0, |hope| hope[cell]);
                add(Term::Passed, hope);
                if (ahead & (enemy.own | enemy.attacked & !own.attacked)).none() {
                    add(Term::Free, hope);
                }
                if let (Some(mine), Some(theirs)) = (own.titan, enemy.titan) {
                    let [pawn, mine, theirs] = [cell, mine, theirs].map(|cell| terrain.grid.space(cell));
                    let nearer = i32::from(pawn.distance(theirs)) - i32::from(pawn.distance(mine));
                    add(Term::Escort, hope * nearer / 4);
                }
            }
        }
    }
}
