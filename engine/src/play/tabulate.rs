//! Compiler of movements to tables: classifies them as leaps, rides, hops, areas or walks and computes their
//! destinations.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::board::{Bits, Grid, Seat, Side, Space};
use crate::piece::{Path, Vector};

use super::route::{self, Movement};
use super::tables::{Area, Hop, Leaps, Mobility, NO_LINE, Ride, Sheet, Table, Walk};
use super::zone::Limits;
use super::{Rules, TypeId};

/// Maximum number of leaps that are generated as hops, for all pieces of a type at once.
const FEW_LEAPS: usize = 4;

/// Tables stored so far; equal ones are shared.
#[derive(Debug, Default)]
pub(super) struct Interner<const N: usize>(Vec<Table<N>>);

impl<const N: usize> Interner<N> {
    pub fn keep(&mut self, table: Sheet<N>) -> Table<N> {
        if let Some(known) = self.0.iter().find(|known| ***known == table) {
            return known.clone();
        }
        let table = Arc::new(table);
        self.0.push(table.clone());
        table
    }

    fn keep_some(&mut self, table: Sheet<N>) -> Option<Table<N>> {
        (table != Sheet::filled(Bits::EMPTY)).then(|| self.keep(table))
    }
}

/// Lines of a game's riders by step, each as a table to the edge of the board.
pub(super) type Lines<const N: usize> = BTreeMap<Vector, Table<N>>;

/// Table form of a movement.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Leap,
    Ride,
    Hops,
}

/// Course of a movement on the whole board.
struct Trace<const N: usize> {
    /// Cells where it can start.
    starts: Bits<N>,
    /// Ends from each cell.
    ends: Sheet<N>,
    /// Cells where it can start, by offset of the end and offsets of the Spaces that must be free.
    hops: BTreeMap<(isize, Vec<isize>), Bits<N>>,
}

/// Compiler for one seat.
pub(super) struct Compiler<'a, const N: usize> {
    pub rules: &'a Rules,
    pub grid: Grid,
    pub lines: &'a Lines<N>,
    pub seat: Seat,
}

impl<const N: usize> Compiler<'_, N> {
    pub fn compile(&self, id: TypeId, movements: &[Movement], shelf: &mut Interner<N>) -> Mobility<N> {
        let ty = self.rules.ty(id);
        let board = &self.rules.board;
        let side = board.side(self.seat);
        let leaps = movements.iter().filter(|movement| is_leap(movement)).count();
        let walks = |m: &Movement| {
            use Path::{Anywhere, Area, Legs, Ride};
            matches!(m.rule.path, Ride { .. } | Area { .. } | Legs { .. } | Anywhere)
        };
        let few = leaps <= FEW_LEAPS && !movements.iter().any(walks) && !ty.titan;

        let mut sheets: [Sheet<N>; 7] = std::array::from_fn(|_| Sheet::<N>::filled(Bits::EMPTY));
        let [moving, capturing, leaping, riding, hopping, wandering, walking] = &mut sheets;
        // Destinations of each cell so far, to detect cells reached by several movements.
        let mut reached = Sheet::<N>::filled(Bits::EMPTY);
        let mut twice = false;
        let mut mobility = Mobility::default();
        for movement in movements {
            let rule = &movement.rule;
            let threatens = self.rules.captures_by(id, rule.mode);
            let line = match rule.path {
                Path::Ride { step, .. } if !rule.initial && !movement.needs_lead() => {
                    let step = side.resolve(step);
                    self.lines.get(&step).map(|line| (step, line))
                }
                _ => None,
            };
            let shape = match line {
                Some(_) => Shape::Ride,
                None if is_leap(movement) && !few => Shape::Leap,
                None => Shape::Hops,
            };
            let limits = Limits::new(self.rules, self.seat, ty.origin.0, &rule.bounds);
            let Trace { starts, ends, hops } = self.trace(movement, &limits, shape, &mut |cell, end| {
                twice |= reached[cell].has(end) && !movement.double;
                reached[cell].insert(end);
            });
            if let Path::Area { vectors, steps } = &rule.path {
                if threatens {
                    merge(wandering, &ends);
                }
                mobility.areas.push(Area {
                    movement: movement.clone(),
                    vectors: vectors.iter().map(|v| side.resolve(*v)).collect(),
                    steps: *steps,
                    limits,
                    from: starts,
                    threatens,
                });
                continue;
            }
            if let Path::Legs { turns, last } = &rule.path {
                if rule.path.captures_in_passing() {
                    continue;
                }
                if threatens {
                    merge(walking, &ends);
                }
                let (turns, last) = route::legs_of(board, self.seat, turns, last);
                mobility.walks.push(Walk { movement: movement.clone(), turns, last, limits, from: starts, threatens });
                continue;
            }
            match (shape, line) {
                (Shape::Ride, Some((step, line))) => {
                    if threatens {
                        merge(riding, &ends);
                    }
                    mobility.rides.push(Ride {
                        ends: shelf.keep(ends),
                        line: line.clone(),
                        rising: self.grid.offset(step) > 0,
                        mode: rule.mode,
                    });
                }
                (Shape::Leap, _) => {
                    if threatens {
                        merge(leaping, &ends);
                    }
                    if rule.mode.moves() {
                        merge(moving, &ends);
                    }
                    if rule.mode.captures() {
                        merge(capturing, &ends);
                    }
                }
                _ => {
                    let list = if movement.double || movement.gained {
                        &mut mobility.special_hops
                    } else {
                        &mut mobility.hops
                    };
                    list.extend(hops.into_iter().map(|((to, via), from)| Hop {
                        via,
                        to,
                        from,
                        mode: rule.mode,
                        threatens,
                        initial: rule.initial,
                        lead: movement.needs_lead(),
                        double: movement.double,
                        gained: movement.gained,
                    }));
                }
            }
        }
        for hop in mobility.all_hops().filter(|hop| hop.threatens) {
            let table = if hop.is_conditional_threat() { &mut *hopping } else { &mut *leaping };
            for from in hop.from {
                table[from].insert(from.wrapping_add_signed(hop.to));
            }
        }
        mobility.set_wise = few && !twice;
        mobility.leaps_here = shelf.keep_some(reversed(leaping));
        mobility.rides_here = shelf.keep_some(reversed(riding));
        mobility.hops_here = shelf.keep_some(reversed(hopping));
        mobility.areas_here = shelf.keep_some(reversed(wandering));
        mobility.walks_here = shelf.keep_some(reversed(walking));
        let [moving, capturing, ..] = sheets;
        let nothing = Sheet::<N>::filled(Bits::EMPTY);
        if moving != nothing || capturing != nothing {
            mobility.leaps = Some(Leaps {
                alike: moving == capturing,
                moving: shelf.keep(moving),
                capturing: shelf.keep(capturing),
            });
        }
        mobility
    }

    /// Follows a movement from every Space. `reach` receives each start with each end.
    fn trace(
        &self,
        movement: &Movement,
        limits: &Limits,
        shape: Shape,
        reach: &mut dyn FnMut(usize, usize),
    ) -> Trace<N> {
        let board = &self.rules.board;
        let mut trace = Trace { starts: Bits::EMPTY, ends: Sheet::filled(Bits::EMPTY), hops: BTreeMap::new() };
        for from in board.spaces().iter() {
            if !movement.starts_on(board, self.seat, from) || !limits.starts_on(from) {
                continue;
            }
            let cell = self.grid.cell(from);
            trace.starts.insert(cell);
            route::each_way(board, self.seat, &movement.rule.path, from, |to, free| {
                let lands = movement.may_land(self.rules.affected.as_ref(), from, to);
                let within = free.iter().all(|space| limits.passes(*space));
                if !lands || !within || !limits.ends_on(to) {
                    return;
                }
                let end = self.grid.cell(to);
                reach(cell, end);
                trace.ends[cell].insert(end);
                if shape == Shape::Hops {
                    let offset = |there: Space| self.grid.offset(from.to(there));
                    let via = free.iter().map(|space| offset(*space)).collect();
                    let way = trace.hops.entry((offset(to), via));
                    way.or_insert(Bits::EMPTY).insert(cell);
                }
            });
        }
        trace
    }
}

/// Returns whether a movement is a leap with conditions on its start and end only.
fn is_leap(movement: &Movement) -> bool {
    matches!(movement.rule.path, Path::Leap(_) | Path::Anywhere)
        && !movement.rule.initial
        && !movement.gained
        && !movement.needs_lead()
}

fn merge<const N: usize>(into: &mut Sheet<N>, more: &Sheet<N>) {
    for cell in 0..64 * N {
        into[cell] |= more[cell];
    }
}

fn reversed<const N: usize>(table: &Sheet<N>) -> Sheet<N> {
    let mut back = Sheet::<N>::filled(Bits::EMPTY);
    for from in 0..64 * N {
        for to in table[from] {
            back[to].insert(from);
        }
    }
    back
}

/// Lines of all riders. If one line is part of another, such as a rider of double steps next to a Rook, only the denser
/// one is kept. Two cells therefore never share two lines. The other rider is compiled to hops.
pub(super) fn lines<const N: usize>(
    rules: &Rules,
    grid: Grid,
    movements: &[Vec<Movement>],
    shelf: &mut Interner<N>,
) -> Lines<N> {
    let mut densest: BTreeMap<Vector, i8> = BTreeMap::new();
    let castling = [Side::South, Side::West, Side::North, Side::East].map(Side::forward);
    let rides = movements.iter().flatten().filter_map(|m| match m.rule.path {
        Path::Ride { step, .. } => Some(step),
        _ => None,
    });
    for step in rides {
        for seat in Seat::all(rules.seat_count()) {
            let (dx, dy) = rules.board.side(seat).resolve(step);
            let length = greatest_divisor(dx.abs(), dy.abs()).max(1);
            let direction = (dx / length, dy / length);
            let known = densest.entry(direction).or_insert(length);
            *known = length.min(*known);
            if castling.contains(&direction) {
                *known = 1;
            }
        }
    }
    // Castling uses its own lines (M-4). Line numbers are bytes; riders on further lines are compiled to hops.
    let others = densest.into_iter().map(|((dx, dy), n)| (dx * n, dy * n));
    let mut steps = castling.to_vec();
    steps.extend(others.filter(|step| !castling.contains(step)));
    steps.truncate(NO_LINE as usize);
    steps
        .into_iter()
        .map(|step| {
            let mut table = Sheet::<N>::filled(Bits::EMPTY);
            for from in rules.board.spaces().iter() {
                let mut at = from;
                while let Some(to) = rules.board.step(at, step) {
                    table[grid.cell(from)].insert(grid.cell(to));
                    at = to;
                }
            }
            (step, shelf.keep(table))
        })
        .collect()
}

const fn greatest_divisor(a: i8, b: i8) -> i8 {
    if b == 0 { a } else { greatest_divisor(b, a % b) }
}
