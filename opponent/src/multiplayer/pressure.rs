//! Survey of a position with several Players: attacks on each Player's last Titan, and pieces that are about to fall.

use engine::board::{Bits, MAX_SEATS, Seat};
use engine::play::{Position, Rules, Sight};

use crate::eval::cells;
use crate::knowledge::Knowledge;

/// Value of a piece that counts as one attacker, and the strength of the strongest attacker.
const ATTACKER: i32 = 150;
const STRONGEST: i32 = 6;
/// Distance from which a piece exerts pressure on a Titan.
const FAR: i32 = 12;
/// Value of a Space that a piece can go to, and the maximum number counted.
const MOBILITY: i32 = 4;
const MOST_SPACES: i32 = 14;
/// Maximum number of attacked pieces considered.
const MOST_VICTIMS: usize = 32;

/// Pressure of each Player on each other one.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Pressure {
    /// Strength of attacks by attacking and attacked seat: Spaces beside the last Titan within reach, weighted by pieces.
    pub reach: [[i32; MAX_SEATS]; MAX_SEATS],
    /// Proximity of the pieces to it, which grows with the square.
    pub closeness: [[i32; MAX_SEATS]; MAX_SEATS],
    /// Spaces beside it that only the Titan guards.
    pub weak: [[i32; MAX_SEATS]; MAX_SEATS],
    /// By attacked seat: the seats that give Check, as bits.
    pub checked_by: [u8; MAX_SEATS],
    /// Free and safe Spaces beside the last Titan.
    pub escapes: [i32; MAX_SEATS],
    /// Guarded or occupied Spaces beside it.
    pub shelter: [i32; MAX_SEATS],
    /// Expected loss of material before the Player's next turn is over.
    pub loss: [i32; MAX_SEATS],
    /// Value of the Spaces that the pieces can go to.
    pub mobility: [i32; MAX_SEATS],
}

impl Pressure {
    pub fn of(know: &Knowledge, rules: &Rules, pos: &Position) -> Self {
        match know.terrain().grid.words() {
            1 => Surveyor::<1>::survey(know, rules, pos),
            2 => Surveyor::<2>::survey(know, rules, pos),
            4 => Surveyor::<4>::survey(know, rules, pos),
            5 => Surveyor::<5>::survey(know, rules, pos),
            _ => Surveyor::<11>::survey(know, rules, pos),
        }
    }
}

/// Pieces and attacks of one seat.
#[derive(Clone, Copy)]
struct Side<const N: usize> {
    playing: bool,
    own: Bits<N>,
    attacked: Bits<N>,
    /// Cells attacked by pieces other than Titans.
    guarded: Bits<N>,
    /// The last Titan, or the first of several, with its neighbourhood.
    titan: Option<usize>,
    zone: Bits<N>,
}

/// An attacked piece.
#[derive(Clone, Copy, Default)]
struct Victim {
    cell: usize,
    seat: usize,
    value: i32,
    /// Attacking seats, as bits, and the value of the cheapest attacker.
    by: u8,
    cheapest: i32,
}

struct Surveyor<'a, const N: usize> {
    know: &'a Knowledge,
    pos: &'a Position,
    seats: usize,
    sides: [Side<N>; MAX_SEATS],
    victims: [Victim; MOST_VICTIMS],
    count: usize,
    /// Cells of pieces that can fall.
    occupied: Bits<N>,
    found: Pressure,
}

impl<'a, const N: usize> Surveyor<'a, N> {
    fn survey(know: &'a Knowledge, rules: &Rules, pos: &'a Position) -> Pressure {
        let seats = know.seats();
        let terrain = know.terrain();
        let mut occupied = Bits::EMPTY;
        let sides = std::array::from_fn(|seat| {
            let seat = Seat::new(seat);
            let playing = seat.index() < seats && !pos.state().is_defeated(seat);
            let titan = playing.then(|| pos.titans(seat).first()).flatten();
            let titan = titan.map(|titan| terrain.grid.cell(*titan));
            let own = if playing { Bits::read(pos.blocking(seat).words(), 0) } else { Bits::EMPTY };
            occupied |= own;
            Side {
                playing,
                own,
                attacked: Bits::EMPTY,
                guarded: Bits::EMPTY,
                titan,
                zone: titan.map_or(Bits::EMPTY, |titan| terrain.zone.of(titan)),
            }
        });
        let mut surveyor = Self {
            know,
            pos,
            seats,
            sides,
            victims: [Victim::default(); MOST_VICTIMS],
            count: 0,
            occupied,
            found: Pressure::default(),
        };
        rules.survey(pos, &mut |sight| surveyor.see(&sight));
        surveyor.conclude();
        surveyor.found
    }

    fn see(&mut self, sight: &Sight<'_>) {
        let seat = sight.seat.index();
        if !self.sides[seat].playing {
            return;
        }
        let [pieces, goes, attacks] = [sight.pieces, sight.goes, sight.strikes].map(|words| Bits::<N>::read(words, 0));
        let own = self.sides[seat].own;
        let value = self.know.value(sight.ty);
        let titan = self.know.is_titan(sight.ty);
        self.sides[seat].attacked |= attacks;
        for victim in attacks & self.occupied & !own {
            self.attack(seat, value, victim);
        }
        if titan {
            return;
        }
        self.sides[seat].guarded |= attacks;
        self.found.mobility[seat] += MOBILITY * cells(goes).min(MOST_SPACES);
        let strength = (value / ATTACKER).clamp(1, STRONGEST);
        let reach = goes | attacks;
        for other in (0..self.seats).filter(|other| *other != seat) {
            let Some(prey) = self.sides[other].titan else { continue };
            let near = cells(reach & self.sides[other].zone).min(4);
            self.found.reach[seat][other] += strength * near;
            let grid = self.know.terrain().grid;
            let prey = grid.space(prey);
            for cell in pieces {
                let close = (FAR - i32::from(grid.space(cell).distance(prey))).max(0);
                self.found.closeness[seat][other] += strength * close * close;
            }
        }
    }

    fn attack(&mut self, by: usize, attacker: i32, cell: usize) {
        let bit = 1 << by;
        if let Some(known) = self.victims[..self.count].iter_mut().find(|victim| victim.cell == cell) {
            known.by |= bit;
            known.cheapest = known.cheapest.min(attacker);
            return;
        }
        let Some(piece) = self.pos.at(self.know.terrain().grid.space(cell)) else { return };
        if self.count < MOST_VICTIMS {
            let (seat, value) = (piece.seat.index(), self.know.value(piece.ty));
            self.victims[self.count] = Victim { cell, seat, value, by: bit, cheapest: attacker };
            self.count += 1;
        }
    }

    fn conclude(&mut self) {
        // Number of turns before a seat's next one.
        let first = self.pos.to_move().index();
        let wait = |seat: usize| (seat + self.seats - first) % self.seats;
        for seat in 0..self.seats {
            let side = self.sides[seat];
            if !side.playing {
                continue;
            }
            let mut attacked = Bits::EMPTY;
            for other in (0..self.seats).filter(|other| *other != seat) {
                attacked |= self.sides[other].attacked;
                let weak = side.zone & self.sides[other].attacked & !side.guarded;
                self.found.weak[other][seat] = cells(weak);
            }
            self.found.escapes[seat] = cells(side.zone & !side.own & !attacked);
            self.found.shelter[seat] = cells(side.zone & (side.own | side.guarded));
            // Largest losses that the Player cannot prevent, and those that one turn may prevent.
            let mut sure = [0; 2];
            let mut open = [0; 2];
            for victim in self.victims[..self.count].iter().filter(|victim| victim.seat == seat) {
                if side.titan == Some(victim.cell) && self.pos.titans(Seat::new(seat)).len() == 1 {
                    self.found.checked_by[seat] = victim.by;
                    continue;
                }
                let guarded = side.attacked.has(victim.cell);
                let gain = if guarded { victim.value - victim.cheapest } else { victim.value };
                let soon = (0..self.seats).any(|by| victim.by >> by & 1 != 0 && wait(by) < wait(seat));
                let losses = if soon { &mut sure } else { &mut open };
                if gain > losses[0] {
                    *losses = [gain, losses[0]];
                } else if gain > losses[1] {
                    losses[1] = gain;
                }
            }
            self.found.loss[seat] = (7 * sure[0] + 3 * sure[1] + open[0] + 5 * open[1]) / 10;
        }
    }
}
