//! The movements of a type for one seat, compiled: which cells it can reach from where, and what must be empty for it.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::board::{Seat, Side, Space};
use crate::piece::{Mode, When};
use crate::play::{Landing, Route, Rules, Track, TypeId};

use super::bits::{Bits, PerCell};
use super::class::Cause;
use super::tables::Grid;

/// For each cell a set of cells.
pub(super) type Sheet<const N: usize> = PerCell<Bits<N>, N>;
/// The same, kept once for all who need it.
pub(super) type Table<const N: usize> = Arc<Sheet<N>>;

/// More conditional ways than this are not worth their time.
const MAX_HOPS: usize = 160;
/// Up to so many leaps are better made for all pieces of a type at once.
const FEW_LEAPS: usize = 4;

/// What a type can do, seen from one seat.
#[derive(Debug)]
pub(super) struct Mobility<const N: usize> {
    pub leaps: Option<Leaps<N>>,
    pub rides: Vec<Ride<N>>,
    pub hops: Vec<Hop<N>>,
    /// For each cell: from where a leap captures there, and from where a ride does if nothing stands between.
    pub leaps_here: Option<Table<N>>,
    pub rides_here: Option<Table<N>>,
}

/// Leaps without conditions.
#[derive(Debug)]
pub(super) struct Leaps<const N: usize> {
    pub moving: Table<N>,
    pub capturing: Table<N>,
    /// Both tables are the same.
    pub alike: bool,
}

/// A ride along a line.
#[derive(Debug)]
pub(super) struct Ride<const N: usize> {
    /// Where it may end.
    pub ends: Table<N>,
    /// The whole line to the edge of the board.
    pub line: Table<N>,
    /// Cell numbers rise along the line.
    pub rising: bool,
    pub mode: Mode,
}

/// One way from a cell to the cell `to` further on: by vectors that are the same from everywhere, as cell numbers.
#[derive(Debug, Clone)]
pub(super) struct Hop<const N: usize> {
    /// Must be empty.
    pub via: Vec<i32>,
    pub to: i32,
    /// Where it can start.
    pub from: Bits<N>,
    pub mode: Mode,
    /// Only for pieces that have not moved.
    pub initial: bool,
    /// Leaves a right of en passant over `via[0]` (T-13).
    pub double: bool,
    /// The step gained by S-6.
    pub gained: bool,
}

impl<const N: usize> Hop<N> {
    /// Where these pieces land, as far as the way is concerned.
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

    /// The cells that must be empty for a piece on `from`.
    #[inline]
    pub fn path(&self, from: usize) -> Bits<N> {
        let cells = self.via.iter();
        cells.fold(Bits::EMPTY, |path, via| {
            path.with((from as i32 + via) as usize)
        })
    }

    /// A capture that tables of cells do not tell everything about.
    pub fn is_conditional_capture(&self) -> bool {
        self.mode.captures() && (self.initial || !self.via.is_empty())
    }
}

/// How a track is compiled.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Leap,
    Ride,
    Hops,
}

/// Where tables that turn out equal are kept once.
#[derive(Debug, Default)]
pub(super) struct Shelf<const N: usize>(Vec<Table<N>>);

impl<const N: usize> Shelf<N> {
    pub fn keep(&mut self, table: Sheet<N>) -> Table<N> {
        if let Some(known) = self.0.iter().find(|known| ***known == table) {
            return known.clone();
        }
        let table = Arc::new(table);
        self.0.push(table.clone());
        table
    }
}

/// The lines of a game's riders, by step, each as a table to the edge of the board.
pub(super) type Lines<const N: usize> = BTreeMap<(i8, i8), Table<N>>;

/// The vector of a step table, if it fits the board at all.
pub(super) fn vector(rules: &Rules, step: u16) -> Option<(i8, i8)> {
    let mut spaces = rules.board.spaces().iter();
    spaces.find_map(|from| Some(from.to(rules.go(step, from)?)))
}

/// Compiles the movements of a type.
pub(super) fn compile<const N: usize>(
    rules: &Rules,
    grid: Grid,
    lines: &Lines<N>,
    shelf: &mut Shelf<N>,
    seat: Seat,
    id: TypeId,
) -> Result<Mobility<N>, Cause> {
    let tracks = &rules.tracks(seat, id).all;
    let titan = rules.ty(id).titan;
    let leaps = tracks.iter().filter(|track| is_leap(track)).count();
    let rides = tracks.iter().any(|t| matches!(t.route, Route::Ride(..)));
    let at_once = leaps <= FEW_LEAPS && !rides && !titan;

    let mut moving = Sheet::<N>::filled(Bits::EMPTY);
    let mut capturing = Sheet::<N>::filled(Bits::EMPTY);
    let mut riding = Sheet::<N>::filled(Bits::EMPTY);
    // Every Space reached from a cell by some track, to notice those that several reach.
    let mut moves = Sheet::<N>::filled(Bits::EMPTY);
    let mut captures = Sheet::<N>::filled(Bits::EMPTY);
    let mut mobility = Mobility {
        leaps: None,
        rides: Vec::new(),
        hops: Vec::new(),
        leaps_here: None,
        rides_here: None,
    };
    for track in tracks {
        let line = match track.route {
            Route::Ride(step, _) if !track.gate.initial => {
                vector(rules, step).and_then(|step| Some((step, lines.get(&step)?)))
            }
            _ => None,
        };
        let shape = match line {
            Some(_) => Shape::Ride,
            None if is_leap(track) && !at_once => Shape::Leap,
            None => Shape::Hops,
        };
        let mut ends = Sheet::<N>::filled(Bits::EMPTY);
        let mut hops: BTreeMap<(i32, Vec<i32>), Bits<N>> = BTreeMap::new();
        let mut twice = false;
        for from in rules.board.spaces().iter() {
            if !stands(rules, track.gate.when, seat, from).ok_or(Cause::Movement(id))? {
                continue;
            }
            let cell = grid.cell(from);
            let walked = each_way(rules, &track.route, from, |to, via| {
                if !may_land(rules, track.gate.landing, from, to) {
                    return;
                }
                let to = grid.cell(to);
                for (mode, known) in [
                    (track.mode.moves(), &mut moves),
                    (track.mode.captures(), &mut captures),
                ] {
                    twice |= mode && known[cell].has(to);
                    if mode {
                        known[cell].insert(to);
                    }
                }
                if shape == Shape::Hops {
                    let offset = |cell_there: usize| cell_there as i32 - cell as i32;
                    let via = via.iter().map(|space| offset(grid.cell(*space))).collect();
                    hops.entry((offset(to), via))
                        .or_insert(Bits::EMPTY)
                        .insert(cell);
                } else {
                    ends[cell].insert(to);
                }
            });
            if !walked {
                return Err(Cause::Movement(id));
            }
        }
        if twice {
            return Err(Cause::Movement(id));
        }
        match (shape, line) {
            (Shape::Ride, Some((step, line))) => {
                if track.mode.captures() {
                    merge(&mut riding, &ends);
                }
                mobility.rides.push(Ride {
                    ends: shelf.keep(ends),
                    line: line.clone(),
                    rising: grid.offset(step) > 0,
                    mode: track.mode,
                });
            }
            (Shape::Leap, _) => {
                if track.mode.moves() {
                    merge(&mut moving, &ends);
                }
                if track.mode.captures() {
                    merge(&mut capturing, &ends);
                }
            }
            _ => mobility
                .hops
                .extend(hops.into_iter().map(|((to, via), from)| Hop {
                    via,
                    to,
                    from,
                    mode: track.mode,
                    initial: track.gate.initial,
                    double: track.double,
                    gained: track.gained,
                })),
        }
    }
    if mobility.hops.len() > MAX_HOPS {
        return Err(Cause::Movement(id));
    }
    let nothing = Sheet::<N>::filled(Bits::EMPTY);
    if moving != nothing || capturing != nothing {
        mobility.leaps = Some(Leaps {
            alike: moving == capturing,
            moving: shelf.keep(moving),
            capturing: shelf.keep(capturing.clone()),
        });
    }
    for hop in &mobility.hops {
        if hop.mode.captures() && !hop.is_conditional_capture() {
            for from in hop.from {
                capturing[from].insert((from as i32 + hop.to) as usize);
            }
        }
    }
    mobility.leaps_here = (capturing != nothing).then(|| shelf.keep(reversed(&capturing)));
    mobility.rides_here = (riding != nothing).then(|| shelf.keep(reversed(&riding)));
    Ok(mobility)
}

/// A leap whose only conditions are on the Spaces where it starts and ends.
fn is_leap(track: &Track) -> bool {
    matches!(track.route, Route::Leap(_)) && !track.gate.initial && !track.gained
}

/// Does the condition hold for a piece on this Space? `None` if the Space does not say.
fn stands(rules: &Rules, when: When, seat: Seat, from: Space) -> Option<bool> {
    let board = &rules.board;
    match when {
        When::Always => Some(true),
        When::OnBattlefield => Some(board.battlefield().has(from)),
        When::InOwnTerritory => Some(board.territory(seat).has(from)),
        When::InOwnRearTwo => Some(board.rear(seat, 2).has(from)),
        When::SupportLead => None,
    }
}

/// S-5, S-6.
fn may_land(rules: &Rules, landing: Landing, from: Space, to: Space) -> bool {
    match (landing, &rules.affected) {
        (Landing::Any, _) | (_, None) => true,
        (Landing::NoFarAffected, Some(affected)) => !affected.has(to) || from.distance(to) <= 1,
        (Landing::OnlyAffected, Some(affected)) => affected.has(to),
    }
}

/// Calls `found` with every Space that a route leads to on an empty board and the Spaces that it passes. `false` if they
/// cannot be told like that.
fn each_way(
    rules: &Rules,
    route: &Route,
    from: Space,
    mut found: impl FnMut(Space, &[Space]),
) -> bool {
    let mut via: Vec<Space> = Vec::new();
    match route {
        Route::Leap(step) => {
            if let Some(to) = rules.go(*step, from) {
                found(to, &via);
            }
        }
        Route::Ride(step, max) => {
            let mut at = from;
            for _ in 0..*max {
                let Some(to) = rules.go(*step, at) else { break };
                found(to, &via);
                via.push(to);
                at = to;
            }
        }
        Route::Lame(steps, to) => {
            let passed: Option<Vec<Space>> =
                steps.iter().map(|step| rules.go(*step, from)).collect();
            if let (Some(passed), Some(to)) = (passed, rules.go(*to, from)) {
                found(to, &passed);
            }
        }
        Route::Bent {
            first,
            min,
            max,
            then,
            then_max,
        } => {
            let mut corner = from;
            for count in 1..=*max {
                let Some(next) = rules.go(*first, corner) else {
                    break;
                };
                corner = next;
                via.push(corner);
                if count < *min {
                    continue;
                }
                let bend = via.len();
                let mut at = corner;
                for _ in 0..*then_max {
                    let Some(to) = rules.go(*then, at) else { break };
                    found(to, &via);
                    via.push(to);
                    at = to;
                }
                via.truncate(bend);
            }
        }
        Route::Area(..) => return false,
    }
    true
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

/// The lines of all riders. Where one line runs within another (a rider by twos beside a Rook), only the densest is kept, so that
/// two cells never lie on two lines; the other rider hops.
pub(super) fn lines<const N: usize>(rules: &Rules, grid: Grid, shelf: &mut Shelf<N>) -> Lines<N> {
    let mut densest: BTreeMap<(i8, i8), i8> = BTreeMap::new();
    for seat in Seat::all(rules.seat_count()) {
        for id in (0..rules.types.len()).map(TypeId::new) {
            for track in &rules.tracks(seat, id).all {
                if let Route::Ride(step, _) = track.route
                    && let Some((dx, dy)) = vector(rules, step)
                {
                    let length = greatest_divisor(dx.abs(), dy.abs());
                    let known = densest.entry((dx / length, dy / length)).or_insert(length);
                    *known = length.min(*known);
                }
            }
        }
    }
    for side in [Side::South, Side::West, Side::North, Side::East] {
        // Castling looks along these (M-4).
        densest.insert(side.forward(), 1);
    }
    let steps = densest.into_iter().map(|((dx, dy), n)| (dx * n, dy * n));
    steps
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
    if b == 0 {
        a
    } else {
        greatest_divisor(b, a % b)
    }
}
