//! Compiler of the tables of a game.

use std::sync::Arc;

use crate::board::{Bits, Board, EIGHT, Grid, MAX_SEATS, Seat};

use super::route::Movement;
use super::rules::Compiled;
use super::sets::TypeSet;
use super::tables::{CastlingSide, Mobility, NO_LINE, Promotion, Sheet, Store, Table, Tables, Threat, set};
use super::tabulate::{Compiler, Interner, lines};
use super::{Rules, SeatRules, Traits, TypeId};

/// Compiles the movements of rules that are otherwise complete. In unit tests, sets of all boards have one size.
pub(super) fn compile(rules: &Rules) -> Box<dyn Compiled> {
    match Grid::new(&rules.board).words() {
        #[cfg(not(test))]
        1 => Box::new(Tables::<1>::new(rules)),
        #[cfg(not(test))]
        2 => Box::new(Tables::<2>::new(rules)),
        #[cfg(not(test))]
        4 => Box::new(Tables::<4>::new(rules)),
        #[cfg(not(test))]
        5 => Box::new(Tables::<5>::new(rules)),
        _ => Box::new(Tables::<11>::new(rules)),
    }
}

/// Empty tables, used until the rules are complete.
pub(super) fn nothing(board: &Board) -> Box<dyn Compiled> {
    Box::new(Tables::<11>::nothing(board))
}

impl<const N: usize> Tables<N> {
    /// Tables without movements.
    pub fn nothing(board: &Board) -> Self {
        Self {
            grid: Grid::new(board),
            seats: 0,
            types: 0,
            mobility: Vec::new(),
            promotions: Vec::new(),
            stores: Vec::new(),
            castling: Vec::new(),
            leap_threats: Vec::new(),
            ride_threats: Vec::new(),
            leapers: TypeSet::NONE,
            riders: TypeSet::NONE,
            hoppers: TypeSet::NONE,
            area_walkers: TypeSet::NONE,
            leg_walkers: TypeSet::NONE,
            neighbours: Arc::new(Sheet::filled(Bits::EMPTY)),
            lines: Vec::new(),
            line_between: Vec::new(),
        }
    }

    /// Compiles the movements of rules that are otherwise complete.
    pub fn new(rules: &Rules) -> Self {
        let grid = Grid::new(&rules.board);
        let seats = rules.seat_count();
        let types = || (0..rules.types.len()).map(TypeId::new);
        // Types with walked movements have no table entries.
        let walked = |ty: TypeId| rules.ty(ty).traits.contains(Traits::WALKS);
        let of = |ty| {
            if walked(ty) { Vec::new() } else { rules.movements(ty) }
        };
        let movements: Vec<Vec<Movement>> = types().map(of).collect();
        let mut shelf = Interner::default();
        let by_step = lines(rules, grid, &movements, &mut shelf);
        let mut mobility = Vec::new();
        let mut promotions = Vec::new();
        for seat in Seat::all(seats) {
            for id in types() {
                let compiler = Compiler { rules, grid, lines: &by_step, seat };
                mobility.push(compiler.compile(id, &movements[id.index()], &mut shelf));
                let spaces = rules.board.spaces().iter();
                let zone = spaces.filter(|space| rules.promotes_at(seat, id, *space).is_some());
                let zone = set(grid, &zone.collect());
                let promotion = rules.ty(id).promotion.as_ref();
                promotions.push(Promotion {
                    possible: zone.any(),
                    zone,
                    to: promotion.map_or(Vec::new(), |p| p.to.clone()),
                    optional: promotion.is_some_and(|p| p.optional),
                });
            }
        }
        let castling = Seat::all(seats).map(|seat| {
            [(-1, 0), (1, 0)].map(|aside| {
                let step = rules.board.side(seat).resolve(aside);
                CastlingSide { line: by_step[&step].clone(), step: grid.offset(step) }
            })
        });
        let castling = castling.collect();
        let mut neighbours = Sheet::<N>::filled(Bits::EMPTY);
        for space in rules.board.spaces().iter() {
            for vector in EIGHT {
                if let Some(next) = rules.board.step(space, vector) {
                    neighbours[grid.cell(space)].insert(grid.cell(next));
                }
            }
        }
        let lines: Vec<Table<N>> = by_step.into_values().collect();
        let mut line_between = vec![NO_LINE; 64 * N * 64 * N];
        for (line, index) in lines.iter().zip(0..NO_LINE) {
            for from in 0..64 * N {
                for to in line[from] {
                    line_between[from * 64 * N + to] = index;
                }
            }
        }
        let count = rules.types.len();
        let any = |wanted: &dyn Fn(&Mobility<N>) -> bool| {
            TypeSet::of((0..count).filter(|ty| (0..seats).any(|seat| wanted(&mobility[seat * count + ty]))))
        };
        let threat = |choose: fn(&Mobility<N>) -> &Option<Table<N>>| -> Vec<Option<Threat<N>>> {
            let of_type = |ty: usize| {
                let each: [Option<Table<N>>; MAX_SEATS] = std::array::from_fn(|seat| {
                    let own = mobility.get(seat * count + ty).filter(|_| seat < seats);
                    own.and_then(|own| choose(own).clone())
                });
                let first = each[0].clone();
                if each.iter().all(Option::is_none) {
                    None
                } else if let Some(first) = first
                    && each[..seats].iter().flatten().filter(|table| **table == first).count() == seats
                {
                    Some(Threat::All(first))
                } else {
                    Some(Threat::Each(each))
                }
            };
            (0..count).map(of_type).collect()
        };
        Self {
            leap_threats: threat(|m| &m.leaps_here),
            ride_threats: threat(|m| &m.rides_here),
            leapers: any(&|m| m.leaps_here.is_some()),
            riders: any(&|m| m.rides_here.is_some()),
            hoppers: any(&|m| m.hops_here.is_some()),
            area_walkers: any(&|m| m.areas_here.is_some()),
            leg_walkers: any(&|m| m.walks_here.is_some()),
            neighbours: Arc::new(neighbours),
            stores: (rules.seats.iter()).map(|seat| stores(grid, seat)).collect(),
            grid,
            seats,
            types: count,
            mobility,
            promotions,
            castling,
            lines,
            line_between,
        }
    }
}

/// Reserves of a seat with their zones.
fn stores<const N: usize>(grid: Grid, seat: &SeatRules) -> Vec<Store<N>> {
    let mut own: Vec<Store<N>> = Vec::new();
    for reserve in &seat.reserves {
        // If a type has several reserves, the first one determines the zone.
        if own.iter().all(|other| other.ty != reserve.ty) {
            own.push(Store { ty: reserve.ty, zone: set(grid, &reserve.zone), gated: reserve.gated });
        }
    }
    own
}
