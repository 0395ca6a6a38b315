//! Mobility, attacks and static exchange evaluation, for evaluating positions. Uses movements only; attacks by
//! abilities are left out.

use crate::board::{Bits, Seat, Space};

use super::look::Look;
use super::tables::{Mobility, Tables};
use super::{Mover, Position, Rules, Sight, TypeId};

/// Maximum number of pieces considered in an exchange on one Space.
const MOST: usize = 24;

/// Possible participant of an exchange.
#[derive(Clone, Copy, Debug)]
struct Fighter<const N: usize> {
    cell: usize,
    /// Cells that must be empty.
    path: Bits<N>,
    value: i32,
    mine: bool,
}

impl Rules {
    /// Calls `see` with the mobility of all blocking pieces: types surveyed as a whole first, then the others piece by
    /// piece. Restrained pieces have no mobility. Check is ignored.
    ///
    /// ```
    /// # use engine::{battalion, board::{Battlefield, Bits, Board, Grid, TerritoryPlacement, Seat}, play::{Piece, Position, Rules}};
    /// # let army = battalion::load_builtin("medieval").unwrap();
    /// # let plot = TerritoryPlacement { width: 8, height: 3, offset: Some(0) };
    /// # let board = Board::build(&Battlefield::standard(2).unwrap(), &[plot; 2]).unwrap();
    /// # let rules = Rules::new(board, &[army.clone(), army], &[]).unwrap();
    /// let mut pos = Position::empty(&rules);
    /// let rook = rules.type_by_key("medieval/rook").unwrap();
    /// pos.put(&rules, "a1".parse().unwrap(), Piece::new(rook, Seat(0)));
    /// assert_eq!(Grid::new(&rules.board).words(), 1);
    /// let mut goes = 0;
    /// rules.survey(&pos, &mut |sight| goes += Bits::<1>::read(sight.goes, 0).count());
    /// assert_eq!(goes, 14);
    /// ```
    #[inline]
    pub fn survey(&self, pos: &Position, see: &mut dyn FnMut(Sight<'_>)) {
        self.compiled.survey(self, pos, see);
    }

    /// Static exchange evaluation: the net gain of an exchange that begins with the blocking piece on `from` moving to
    /// `to`, which gains `gain` at once. Both sides capture there with their cheapest piece as long as it pays.
    /// `values` holds the value of each type, in the caller's unit.
    pub fn exchange(&self, pos: &Position, from: Space, to: Space, gain: i32, values: &[i32]) -> i32 {
        self.compiled.exchange(self, pos, [from, to], gain, values)
    }
}

impl<const N: usize> Tables<N> {
    /// Implements [`Rules::survey`].
    pub(super) fn look_around(&self, rules: &Rules, pos: &Position, see: &mut dyn FnMut(Sight<'_>)) {
        let look = Look::new(self, rules, pos);
        for whole in [true, false] {
            for ty in pos.present() {
                for seat in 0..self.seats {
                    let pieces = look.kind(ty) & look.seat(seat);
                    let mobility = self.mobility(seat, ty);
                    if pieces.none() || mobility.set_wise != whole {
                        continue;
                    }
                    let mut show = |pieces: Bits<N>, [goes, strikes]: [Bits<N>; 2]| {
                        see(Sight {
                            seat: Seat::new(seat),
                            ty: TypeId::new(ty),
                            pieces: pieces.words(),
                            goes: goes.words(),
                            strikes: strikes.words(),
                        });
                    };
                    if whole {
                        let able = pieces & !look.restrained;
                        show(pieces, look.reach_of_all(mobility, seat, able));
                    } else {
                        for cell in pieces {
                            let reach = if look.restrained.has(cell) {
                                [Bits::EMPTY; 2]
                            } else {
                                look.reach(mobility, seat, ty, cell)
                            };
                            show(Bits::of(cell), reach);
                        }
                    }
                }
            }
        }
    }

    /// Implements [`Rules::exchange`].
    pub(super) fn trade(
        &self,
        rules: &Rules,
        pos: &Position,
        [from, to]: [Space; 2],
        gain: i32,
        values: &[i32],
    ) -> i32 {
        let look = Look::new(self, rules, pos);
        let Some(first) = pos.at(from) else {
            return gain;
        };
        let (from, to) = (look.cell(from), look.cell(to));
        let value = |cell: usize| {
            let piece = look.piece(cell);
            piece.map_or(0, |piece| values.get(piece.ty.index()).map_or(0, |v| *v))
        };
        let mut fighters = [Fighter { cell: 0, path: Bits::<N>::EMPTY, value: 0, mine: false }; MOST];
        let mut count = 0;
        let able = look.occupied.without(from) & !look.restrained;
        let me = first.seat.index();
        for (victim, mine) in [(me, false), (self.other(me), true)] {
            look.each_threat(victim, to, able & !look.seat(victim), |cell, path| {
                if count < MOST && cell != to {
                    fighters[count] = Fighter { cell, path, value: value(cell), mine };
                    count += 1;
                }
                false
            });
            // No recapture is possible.
            if count == 0 {
                return gain;
            }
        }
        let fighters = &fighters[..count];
        let mut occupied = look.occupied.without(from).with(to);
        let mut stake = value(from);
        let mut gains = [0; MOST + 1];
        gains[0] = gain;
        let mut last = 0;
        let mut mine = false;
        while last < MOST {
            let open = fighters.iter().filter(|fighter| {
                fighter.mine == mine && occupied.has(fighter.cell) && (fighter.path & occupied).none()
            });
            let Some(next) = open.min_by_key(|fighter| fighter.value) else {
                break;
            };
            last += 1;
            gains[last] = stake - gains[last - 1];
            stake = next.value;
            occupied.remove(next.cell);
            mine = !mine;
        }
        for index in (1..=last).rev() {
            gains[index - 1] = -gains[index].max(-gains[index - 1]);
        }
        gains[0]
    }

    /// A seat that counts this seat among its Enemies.
    const fn other(&self, seat: usize) -> usize {
        if seat == 0 { 1 } else { 0 }
    }
}

impl<const N: usize> Look<'_, N> {
    /// Destinations and attacks of a type that is surveyed as a whole.
    #[inline(always)]
    fn reach_of_all(&self, mobility: &Mobility<N>, seat: usize, pieces: Bits<N>) -> [Bits<N>; 2] {
        let empty = !self.occupied;
        let fresh = self.pos.sets.fresh();
        let [mut goes, mut strikes] = [Bits::EMPTY; 2];
        for hop in mobility.all_hops() {
            if hop.lead && !self.rules.leads_support(self.pos, Seat::new(seat)) {
                continue;
            }
            let to = hop.landings(pieces, fresh, empty);
            if hop.mode.moves() {
                goes |= to & empty;
            }
            if hop.mode.captures() {
                strikes |= to;
            }
        }
        [goes, strikes]
    }

    /// Destinations and attacks of one piece.
    #[inline(always)]
    fn reach(&self, mobility: &Mobility<N>, seat: usize, ty: usize, from: usize) -> [Bits<N>; 2] {
        let empty = !self.occupied;
        let [mut goes, mut strikes] = [Bits::EMPTY; 2];
        if let Some(leaps) = &mobility.leaps {
            goes |= leaps.moving[from] & empty;
            strikes |= leaps.capturing[from];
        }
        for ride in &mobility.rides {
            let reach = ride.reach(from, self.occupied);
            if ride.mode.moves() {
                goes |= reach & empty;
            }
            if ride.mode.captures() {
                strikes |= reach;
            }
        }
        if mobility.hops.is_empty() && mobility.areas.is_empty() && mobility.walks.is_empty() {
            return [goes, strikes];
        }
        let mover = Mover {
            seat: Seat::new(seat),
            ty: TypeId::new(ty),
            from: self.space(from),
            layer: 0,
            fresh: self.pos.sets.fresh::<N>().has(from),
            copying: false,
        };
        let mut add = |to: Bits<N>, mode: crate::piece::Mode| {
            if mode.moves() {
                goes |= to & empty;
            }
            if mode.captures() {
                strikes |= to;
            }
        };
        for hop in mobility.all_hops() {
            if let Some(end) = self.hop_end(hop, &mover, from) {
                add(Bits::of(end), hop.mode);
            }
        }
        for area in &mobility.areas {
            let ends = self.area(area, &mover, self.occupied);
            add(ends, area.movement.rule.mode);
        }
        for walk in &mobility.walks {
            let mut seen = Bits::EMPTY;
            let ends = self.walk(walk, &mover, self.occupied, &mut seen);
            add(ends, walk.movement.rule.mode);
        }
        [goes, strikes]
    }
}
