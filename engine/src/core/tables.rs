//! Everything about a game's rules that does not change while it is played, compiled for a board of up to `64 * N` cells.

use std::collections::BTreeMap;

use crate::board::{MAX_SEATS, Seat, Space};
use crate::play::{Piece, Position, Rules, TypeId};

use super::bits::Bits;
use super::class::{self, Cause};
use super::movement::{self, Hop, Mobility, Shelf, Table};

/// The bounding box of a board, its cells numbered rank by rank without gaps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    width: usize,
}

impl Grid {
    pub fn new(rules: &Rules) -> Self {
        Self {
            width: rules.board.width() as usize,
        }
    }

    pub fn cell(self, space: Space) -> usize {
        space.rank() as usize * self.width + space.file() as usize
    }

    pub fn space(self, cell: usize) -> Space {
        Space::new((cell % self.width) as u8, (cell / self.width) as u8)
    }

    /// How far a vector leads in cell numbers.
    pub fn offset(self, (dx, dy): (i8, i8)) -> i32 {
        dy as i32 * self.width as i32 + dx as i32
    }
}

/// What promotion means for a type of a seat (T-12).
#[derive(Debug)]
pub(super) struct Promotion<const N: usize> {
    /// There is a zone at all.
    pub possible: bool,
    pub zone: Bits<N>,
    pub to: Vec<u8>,
    pub optional: bool,
}

/// A type, whoever owns it.
#[derive(Debug)]
pub(super) struct Kind {
    pub titan: bool,
    pub immutable: bool,
    pub capturable: bool,
    pub snare: bool,
    pub takes_en_passant: bool,
    pub taken_en_passant: bool,
    pub castles_with: Vec<u8>,
    cause: Option<Cause>,
}

/// Pieces that a seat may place from reserve (T-18).
#[derive(Debug)]
pub(super) struct Store<const N: usize> {
    pub ty: u8,
    pub zone: Bits<N>,
    gated: bool,
}

/// One way along which a King looks for a partner (M-4).
#[derive(Debug)]
pub(super) struct CastlingSide<const N: usize> {
    pub line: Table<N>,
    pub step: i32,
}

/// The compiled rules.
#[derive(Debug)]
pub(super) struct Game<const N: usize> {
    pub grid: Grid,
    pub seats: usize,
    pub kinds: Vec<Kind>,
    /// By seat and type.
    mobility: Vec<Result<Mobility<N>, Cause>>,
    promotions: Vec<Promotion<N>>,
    pub stores: Vec<Vec<Store<N>>>,
    pub castling: Vec<[CastlingSide<N>; 2]>,
    /// Seats with a losing condition (P-5).
    conditions: Vec<bool>,
    lines: Vec<Table<N>>,
    /// By cell and cell: on which line the second lies from the first.
    line_between: Vec<u8>,
}

const NO_LINE: u8 = u8::MAX;

impl<const N: usize> Game<N> {
    pub fn new(rules: &Rules) -> Self {
        let grid = Grid::new(rules);
        let seats = rules.seat_count();
        let set = |spaces: &crate::board::SpaceSet| {
            let cells = spaces.iter().map(|space| grid.cell(space));
            cells.fold(Bits::EMPTY, Bits::with)
        };
        let types = || (0..rules.types.len()).map(TypeId::new);
        let mut shelf = Shelf::default();
        let by_step = movement::lines(rules, grid, &mut shelf);
        let kinds = types()
            .map(|id| {
                let ty = rules.ty(id);
                Kind {
                    titan: ty.titan,
                    immutable: ty.immutable,
                    capturable: ty.capturable,
                    snare: ty.traits.snare,
                    takes_en_passant: ty.takes_en_passant,
                    taken_en_passant: ty.taken_en_passant,
                    castles_with: ty.castles_with.iter().map(|t| t.index() as u8).collect(),
                    cause: class::of_type(rules, id, ty),
                }
            })
            .collect();
        let mut mobility = Vec::new();
        let mut promotions = Vec::new();
        for seat in Seat::all(seats) {
            for id in types() {
                mobility.push(movement::compile(
                    rules, grid, &by_step, &mut shelf, seat, id,
                ));
                let spaces = rules.board.spaces().iter();
                let zone = spaces.filter(|space| rules.promotes_at(seat, id, *space).is_some());
                let promotion = rules.ty(id).promotion.as_ref();
                let zone: Bits<N> = set(&zone.collect());
                promotions.push(Promotion {
                    possible: zone.any(),
                    zone,
                    to: promotion.map_or(Vec::new(), |p| {
                        p.to.iter().map(|to| to.index() as u8).collect()
                    }),
                    optional: promotion.is_some_and(|p| p.optional),
                });
            }
        }
        let mut stores = Vec::new();
        let mut castling = Vec::new();
        for seat in Seat::all(seats) {
            let mut own: Vec<Store<N>> = Vec::new();
            for reserve in &rules.seats[seat.index()].reserves {
                let ty = reserve.ty.index() as u8;
                // As on the exact path, the first of several reserves of a type says where.
                if own.iter().all(|other| other.ty != ty) {
                    own.push(Store {
                        ty,
                        zone: set(&reserve.zone),
                        gated: reserve.gated,
                    });
                }
            }
            stores.push(own);
            castling.push([(-1, 0), (1, 0)].map(|aside| {
                let step = rules.board.side(seat).resolve(aside);
                CastlingSide {
                    line: by_step[&step].clone(),
                    step: grid.offset(step),
                }
            }));
        }
        let lines: Vec<Table<N>> = by_step.into_values().collect();
        let mut line_between = vec![NO_LINE; 64 * N * 64 * N];
        for (index, line) in lines.iter().enumerate() {
            for from in 0..64 * N {
                for to in line[from] {
                    line_between[from * 64 * N + to] = index as u8;
                }
            }
        }
        Self {
            grid,
            seats,
            kinds,
            mobility,
            promotions,
            stores,
            castling,
            conditions: (rules.keep.iter().zip(&rules.hands))
                .map(|(keep, hand)| !keep.is_empty() || hand.is_some() || !rules.powers.is_empty())
                .collect(),
            lines,
            line_between,
        }
    }

    /// Cells strictly between two on a line.
    #[inline(always)]
    pub fn between(&self, from: usize, to: usize) -> Bits<N> {
        let line = self.line_between[from * 64 * N + to];
        match self.lines.get(line as usize) {
            Some(line) => (line[from] & !line[to]).without(to),
            None => Bits::EMPTY,
        }
    }

    #[inline(always)]
    pub fn promotion(&self, seat: usize, ty: usize) -> &Promotion<N> {
        &self.promotions[seat * self.kinds.len() + ty]
    }

    fn movable(&self, seat: usize, ty: usize) -> Result<&Mobility<N>, Cause> {
        let id = TypeId::new(ty);
        match (
            &self.kinds[ty].cause,
            &self.mobility[seat * self.kinds.len() + ty],
        ) {
            (Some(cause), _) | (None, Err(cause)) => Err(*cause),
            // Line tables are numbered by bytes.
            (None, Ok(_)) if self.lines.len() >= NO_LINE as usize => Err(Cause::Movement(id)),
            (None, Ok(mobility)) => Ok(mobility),
        }
    }
}

/// Enemies of these types, of all seats or of one, capture on a cell from the cells that a table names.
#[derive(Debug)]
struct Reach<'g, const N: usize> {
    table: &'g Table<N>,
    ty: usize,
    /// `None`: every Enemy's alike.
    seat: Option<usize>,
}

/// What can threaten a seat.
#[derive(Debug, Default)]
struct Threats<'g, const N: usize> {
    leaps: Vec<Reach<'g, N>>,
    rides: Vec<Reach<'g, N>>,
    hops: Vec<(&'g Hop<N>, Piece)>,
}

/// A type that a seat may have, with its movements.
#[derive(Debug)]
pub(super) struct Member<'g, const N: usize> {
    pub ty: usize,
    pub kind: &'g Kind,
    pub mobility: &'g Mobility<N>,
    pub promotion: &'g Promotion<N>,
}

/// The tables narrowed to the pieces that can occur from some position on: on the board, in reserve, or by promotion.
#[derive(Debug)]
pub(super) struct Lineup<'g, const N: usize> {
    pub game: &'g Game<N>,
    /// By seat.
    pub members: Vec<Vec<Member<'g, N>>>,
    threats: Vec<Threats<'g, N>>,
    /// Types that can castle, as Kings.
    pub castlers: Vec<usize>,
    /// Types that cannot be captured.
    pub safe: Vec<usize>,
    /// Types of Snare Pieces.
    pub snares: Vec<usize>,
}

impl<'g, const N: usize> Lineup<'g, N> {
    /// # Errors
    /// The [`Cause`] why this position must go the exact way.
    pub fn new(game: &'g Game<N>, pos: &Position) -> Result<Self, Cause> {
        if let Some(cause) = class::of_position(pos, game.seats) {
            return Err(cause);
        }
        let types = game.kinds.len();
        let mut present = [const { Vec::new() }; MAX_SEATS];
        let enter = |seat: usize, ty: usize, present: &mut [Vec<usize>; MAX_SEATS]| {
            if !present[seat].contains(&ty) {
                present[seat].push(ty);
            }
        };
        for (_, piece) in pos.pieces() {
            enter(piece.seat.index(), piece.ty.index(), &mut present);
        }
        for seat in Seat::all(game.seats) {
            if game.conditions[seat.index()] && !pos.state().is_defeated(seat) {
                return Err(Cause::Condition(seat));
            }
            for store in &game.stores[seat.index()] {
                if pos.reserve(seat, TypeId::new(store.ty as usize)) > 0 {
                    if store.gated && !pos.state().gate_open {
                        return Err(Cause::Gate(seat));
                    }
                    enter(seat.index(), store.ty as usize, &mut present);
                }
            }
        }
        for seat in 0..game.seats {
            let mut next = 0;
            while let Some(ty) = present[seat].get(next).copied() {
                for to in &game.promotion(seat, ty).to {
                    enter(seat, *to as usize, &mut present);
                }
                next += 1;
            }
            present[seat].sort_unstable();
        }
        let mut members = Vec::new();
        for (seat, types) in present.iter().enumerate().take(game.seats) {
            let mut own = Vec::new();
            for ty in types {
                own.push(Member {
                    ty: *ty,
                    kind: &game.kinds[*ty],
                    mobility: game.movable(seat, *ty)?,
                    promotion: game.promotion(seat, *ty),
                });
            }
            members.push(own);
        }
        let anywhere = |wanted: fn(&Kind) -> bool| {
            let all = (0..types).filter(|ty| wanted(&game.kinds[*ty]));
            all.filter(|ty| present.iter().any(|own| own.contains(ty)))
                .collect()
        };
        Ok(Self {
            game,
            threats: (0..game.seats).map(|me| threats(&members, me)).collect(),
            castlers: anywhere(|kind| !kind.castles_with.is_empty()),
            safe: anywhere(|kind| !kind.capturable),
            snares: anywhere(|kind| kind.snare),
            members,
        })
    }

    /// Calls `found` with every active Enemy piece of `me` that could capture on `target`, and the cells that must be empty
    /// for that, until it answers `true`. The one place that knows what an attack is (T-19).
    #[inline(always)]
    pub fn each_threat(
        &self,
        me: usize,
        target: usize,
        board: &super::position::Sets<N>,
        active: Bits<N>,
        mut found: impl FnMut(usize, Bits<N>) -> bool,
    ) -> bool {
        let threats = &self.threats[me];
        let pieces = |reach: &Reach<'g, N>| {
            let there = reach.table[target] & board.kinds[reach.ty] & active;
            match reach.seat {
                None => there,
                Some(seat) => there & board.seats[seat],
            }
        };
        for reach in &threats.leaps {
            for attacker in pieces(reach) {
                if found(attacker, Bits::EMPTY) {
                    return true;
                }
            }
        }
        let mut riders = Bits::EMPTY;
        for reach in &threats.rides {
            riders |= pieces(reach);
        }
        for attacker in riders {
            if found(attacker, self.game.between(attacker, target)) {
                return true;
            }
        }
        for (hop, piece) in &threats.hops {
            let from = target as i32 - hop.to;
            if from < 0 || from as usize >= 64 * N {
                continue;
            }
            let from = from as usize;
            if (hop.from & active & board.kinds[piece.ty.index()] & board.seats[piece.seat.index()])
                .has(from)
                && (!hop.initial || board.fresh.has(from))
                && found(from, hop.path(from))
            {
                return true;
            }
        }
        false
    }
}

/// What the other seats can do to `me`.
fn threats<'g, const N: usize>(members: &[Vec<Member<'g, N>>], me: usize) -> Threats<'g, N> {
    let enemies = || (0..members.len()).filter(|seat| *seat != me);
    let mut threats = Threats {
        leaps: Vec::new(),
        rides: Vec::new(),
        hops: Vec::new(),
    };
    type Choose<'g, const N: usize> = fn(&'g Mobility<N>) -> Option<&'g Table<N>>;
    let merged = |choose: Choose<'g, N>| {
        // By type: the tables of the seats that have it.
        let mut by_type: BTreeMap<usize, Vec<(usize, &'g Table<N>)>> = BTreeMap::new();
        for seat in enemies() {
            for member in &members[seat] {
                if let Some(table) = choose(member.mobility) {
                    by_type.entry(member.ty).or_default().push((seat, table));
                }
            }
        }
        let mut all = Vec::new();
        for (ty, tables) in by_type {
            // Seats that have no such pieces do not matter; those whose pieces cannot capture so do.
            let powerless = |seat: usize| {
                let mut members = members[seat].iter();
                members.any(|m| m.ty == ty && choose(m.mobility).is_none())
            };
            let alike = tables.iter().all(|(_, table)| *table == tables[0].1);
            if alike && !enemies().any(powerless) {
                let (_, table) = tables[0];
                all.push(Reach {
                    table,
                    ty,
                    seat: None,
                });
            } else {
                all.extend(tables.into_iter().map(|(seat, table)| Reach {
                    table,
                    ty,
                    seat: Some(seat),
                }));
            }
        }
        all
    };
    threats.leaps = merged(|mobility| mobility.leaps_here.as_ref());
    threats.rides = merged(|mobility| mobility.rides_here.as_ref());
    for seat in enemies() {
        for member in &members[seat] {
            let hops = member.mobility.hops.iter();
            let piece = Piece::new(TypeId::new(member.ty), Seat(seat as u8));
            threats.hops.extend(
                hops.filter(|hop| hop.is_conditional_capture())
                    .map(|hop| (hop, piece)),
            );
        }
    }
    threats
}
