//! Movements resolved for each seat and board: vectors become step tables, and for every distance it is known beforehand
//! whether a type could capture there.

use std::collections::HashMap;

use crate::board::{Seat, Side, Space, SpaceSet};
use crate::piece::{Mode, MoveRule, Path, Vector, When};

use super::{PieceType, Rules, TypeId};

/// A condition under which a resolved movement may be used, and what its landing must satisfy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Gate {
    pub initial: bool,
    pub when: When,
    pub landing: Landing,
}

/// What the Affected Space rules ask of a landing Space (S-5, S-6).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Landing {
    Any,
    /// A diagonal movement: not onto an Affected Space unless adjacent to the start.
    NoFarAffected,
    /// The step gained: only onto Affected Spaces.
    OnlyAffected,
}

/// A table from each Space to the one a fixed vector away.
pub(crate) type StepTable = Box<[u16]>;

/// No Space.
pub(crate) const NOWHERE: u16 = u16::MAX;

/// A movement resolved for a seat.
#[derive(Debug, Clone)]
pub(crate) enum Route {
    Leap(u16),
    Ride(u16, u8),
    Lame(Vec<u16>, u16),
    Area(Vec<u16>, u8),
    Bent {
        first: u16,
        min: u8,
        max: u8,
        then: u16,
        then_max: u8,
    },
}

/// A resolved movement with its conditions.
#[derive(Debug, Clone)]
pub(crate) struct Track {
    pub route: Route,
    pub mode: Mode,
    pub gate: Gate,
    /// No conditions at all: the common case.
    pub open: bool,
    /// The step gained by S-6: without side effects where it only adds the capture.
    pub gained: bool,
    /// A lame double step, which leaves a right of en passant (T-13).
    pub double: bool,
}

/// The movements of a type for one seat.
#[derive(Debug)]
pub(crate) struct Tracks {
    pub all: Vec<Track>,
    /// By vector: 0 cannot capture there; 1 surely can (an open leap); n: one of the tracks `perhaps[n - 2]` might.
    reach: Box<[u16]>,
    perhaps: Vec<Vec<u16>>,
}

const REACH: usize = 64 * 64;

#[inline]
fn reach_index(from: Space, to: Space) -> usize {
    let (dx, dy) = from.to(to);
    (dy as i32 + 31) as usize * 64 + (dx as i32 + 31) as usize
}

/// Whether a type can capture at a distance.
pub(crate) enum Reach<'a> {
    Never,
    Surely,
    Perhaps(&'a [u16]),
}

impl Tracks {
    #[inline]
    pub fn reach(&self, from: Space, to: Space) -> Reach<'_> {
        match self.reach[reach_index(from, to)] {
            0 => Reach::Never,
            1 => Reach::Surely,
            n => Reach::Perhaps(&self.perhaps[n as usize - 2]),
        }
    }
}

impl Rules {
    #[inline]
    pub(crate) fn tracks(&self, seat: Seat, ty: TypeId) -> &Tracks {
        &self.tracks[seat.index() * self.types.len() + ty.index()]
    }

    /// The Space one step of this table away.
    #[inline]
    pub(crate) fn go(&self, step: u16, from: Space) -> Option<Space> {
        let to = self.steps[step as usize][from.index()];
        (to != NOWHERE).then(|| Space::from_index(to as usize))
    }

    /// Would a far diagonal movement onto this Space be forbidden to this type (S-5)?
    #[inline]
    pub(crate) fn bars_diagonal(&self, ty: TypeId, from: Space, to: Space) -> bool {
        match &self.affected {
            Some(affected) if !self.ty(ty).immutable && affected.has(to) => {
                let (dx, dy) = from.to(to);
                dx.unsigned_abs() == dy.unsigned_abs() && dx.unsigned_abs() > 1
            }
            _ => false,
        }
    }

    /// Would this type's going straight from one Space to the other be a far diagonal movement that S-5 forbids?
    pub fn bars_far_diagonal(&self, ty: TypeId, from: Space, to: Space) -> bool {
        self.bars_diagonal(ty, from, to)
    }

    pub(super) fn resolve_movements(&mut self) {
        let mut known: HashMap<Vector, u16> = HashMap::new();
        let mut steps: Vec<StepTable> = Vec::new();
        let board = &self.board;
        let mut step = |vector: Vector| {
            *known.entry(vector).or_insert_with(|| {
                let table = (0..Space::COUNT)
                    .map(|index| {
                        let from = Space::from_index(index);
                        let on_grid = from.file() < crate::board::MAX_SIDE && board.has(from);
                        let to = if on_grid {
                            board.step(from, vector)
                        } else {
                            None
                        };
                        to.map_or(NOWHERE, |to| to.index() as u16)
                    })
                    .collect();
                steps.push(table);
                steps.len() as u16 - 1
            })
        };
        let mut tracks = Vec::new();
        for seat in Seat::all(self.seats.len()) {
            let side = board.side(seat);
            for ty in &self.types {
                let moves = &self.armies[ty.origin.0].pieces[ty.origin.1].moves;
                let bound = self.affected.is_some() && !ty.immutable;
                let mut rules: Vec<(MoveRule, Landing, bool)> = Vec::new();
                for rule in moves {
                    let landing = if bound && far_diagonal(&rule.path) {
                        Landing::NoFarAffected
                    } else {
                        Landing::Any
                    };
                    rules.push((rule.clone(), landing, false));
                }
                let affected =
                    moves.iter().any(|rule| far_diagonal(&rule.path)) || ty.traits.far_diagonal;
                if bound && affected {
                    rules
                        .extend(gained_step(moves).map(|rule| (rule, Landing::OnlyAffected, true)));
                }
                tracks.push(resolve(&rules, ty, side, &mut step));
            }
        }
        self.tracks = tracks;
        self.steps = steps;
        self.near = Seat::all(self.seats.len())
            .flat_map(|seat| self.resolve_reach(seat))
            .collect();
    }

    /// From where each Space is in reach of some type of a seat.
    fn resolve_reach(&self, seat: Seat) -> Vec<SpaceSet> {
        let first = seat.index() * self.types.len();
        let types = &self.tracks[first..first + self.types.len()];
        let mut near = vec![SpaceSet::EMPTY; Space::COUNT];
        let ever: Vec<bool> = (0..REACH)
            .map(|vector| types.iter().any(|tracks| tracks.reach[vector] != 0))
            .collect();
        for target in self.board.spaces().iter() {
            let from = self.board.spaces().iter();
            near[target.index()] = from
                .filter(|from| ever[reach_index(*from, target)])
                .collect();
        }
        near
    }

    /// From where some type of this seat could capture on `target` by its Betza movements, if nothing stood in the way.
    #[inline]
    pub(crate) fn within_reach(&self, seat: Seat, target: Space) -> &SpaceSet {
        &self.near[seat.index() * Space::COUNT + target.index()]
    }
}

/// A ride or leap along a Bishop Line over 2 or more Spaces (S-5, S-6).
fn far_diagonal(path: &Path) -> bool {
    let diagonal = |(dx, dy): Vector| dx != 0 && dx.unsigned_abs() == dy.unsigned_abs();
    match path {
        Path::Leap(to) => diagonal(*to) && to.0.unsigned_abs() > 1,
        Path::Lame { via, to } => {
            diagonal(*to) && to.0.unsigned_abs() > 1 && via.iter().all(|v| diagonal(*v))
        }
        Path::Ride { step, max } => diagonal(*step) && (*max != 1 || step.0.unsigned_abs() > 1),
        Path::Area { .. } | Path::Bent { .. } => false,
    }
}

/// What a type lacks of moving and capturing 1 Space Forwards along a Rook Line (S-6).
fn gained_step(moves: &[MoveRule]) -> Option<MoveRule> {
    let reaches = |path: &Path| match path {
        Path::Leap(to) => *to == (0, 1),
        Path::Ride { step, .. } => *step == (0, 1),
        Path::Lame { to, .. } => *to == (0, 1),
        Path::Area { vectors, .. } => vectors.contains(&(0, 1)),
        Path::Bent { .. } => false,
    };
    let has = |wanted: fn(Mode) -> bool| {
        moves.iter().any(|rule| {
            !rule.initial && rule.when == When::Always && reaches(&rule.path) && wanted(rule.mode)
        })
    };
    let mode = match (has(Mode::moves), has(Mode::captures)) {
        (true, true) => return None,
        (true, false) => Mode::Capture,
        (false, true) => Mode::Move,
        (false, false) => Mode::Both,
    };
    Some(MoveRule {
        path: Path::Leap((0, 1)),
        mode,
        initial: false,
        when: When::Always,
    })
}

fn resolve(
    rules: &[(MoveRule, Landing, bool)],
    ty: &PieceType,
    side: Side,
    step: &mut impl FnMut(Vector) -> u16,
) -> Tracks {
    let mut all = Vec::new();
    let mut vectors: HashMap<usize, Vec<u16>> = HashMap::new();
    for (rule, landing, gained) in rules {
        let mut at = |vector: Vector| step(side.resolve(vector));
        let route = match &rule.path {
            Path::Leap(to) => Route::Leap(at(*to)),
            Path::Ride { step, max } => {
                Route::Ride(at(*step), if *max == 0 { u8::MAX } else { *max })
            }
            Path::Lame { via, to } => Route::Lame(via.iter().map(|v| at(*v)).collect(), at(*to)),
            Path::Area { vectors, steps } => {
                Route::Area(vectors.iter().map(|v| at(*v)).collect(), *steps)
            }
            Path::Bent {
                first,
                min,
                max,
                then,
                then_max,
            } => Route::Bent {
                first: at(*first),
                min: (*min).max(1),
                max: if *max == 0 { u8::MAX } else { *max },
                then: at(*then),
                then_max: if *then_max == 0 { u8::MAX } else { *then_max },
            },
        };
        let gate = Gate {
            initial: rule.initial,
            when: rule.when,
            landing: *landing,
        };
        let open = !gate.initial && gate.when == When::Always && gate.landing == Landing::Any;
        let double = ty.taken_en_passant && rule.path.is_double_step();
        let index = all.len() as u16;
        if rule.mode.captures() || ty.traits.shoots && rule.mode.moves() {
            for target in targets(&rule.path) {
                let (dx, dy) = side.resolve(target);
                vectors
                    .entry((dy as i32 + 31) as usize * 64 + (dx as i32 + 31) as usize)
                    .or_default()
                    .push(index);
            }
        }
        all.push(Track {
            route,
            mode: rule.mode,
            gate,
            open,
            gained: *gained,
            double,
        });
    }
    let mut reach = vec![0u16; REACH].into_boxed_slice();
    let mut perhaps: Vec<Vec<u16>> = Vec::new();
    let mut known: HashMap<Vec<u16>, u16> = HashMap::new();
    for (index, tracks) in vectors {
        let sure = tracks
            .iter()
            .any(|t| all[*t as usize].open && matches!(all[*t as usize].route, Route::Leap(_)));
        reach[index] = if sure {
            1
        } else {
            *known.entry(tracks.clone()).or_insert_with(|| {
                perhaps.push(tracks);
                perhaps.len() as u16 + 1
            })
        };
    }
    Tracks {
        all,
        reach,
        perhaps,
    }
}

/// Every vector that a path could lead to on an endless board, within the largest grid.
fn targets(path: &Path) -> Vec<Vector> {
    let fits = |(x, y): (i32, i32)| (x.abs() < 26 && y.abs() < 26).then_some((x as i8, y as i8));
    let along = |start: (i32, i32), step: Vector, max: u8| {
        let max = if max == 0 { 25 } else { max as i32 };
        (1..=max)
            .map_while(move |n| fits((start.0 + step.0 as i32 * n, start.1 + step.1 as i32 * n)))
    };
    match path {
        Path::Leap(to) | Path::Lame { to, .. } => vec![*to],
        Path::Ride { step, max } => along((0, 0), *step, *max).collect(),
        Path::Area { vectors, steps } => {
            let mut found: Vec<Vector> = Vec::new();
            let mut seen = [false; REACH];
            let mut first = |(x, y): &Vector| {
                let index = (*y as i32 + 31) as usize * 64 + (*x as i32 + 31) as usize;
                !std::mem::replace(&mut seen[index], true)
            };
            first(&(0, 0));
            let mut edge: Vec<Vector> = vec![(0, 0)];
            for _ in 0..*steps {
                let mut next = Vec::new();
                for from in &edge {
                    for vector in vectors {
                        let sum = (
                            from.0 as i32 + vector.0 as i32,
                            from.1 as i32 + vector.1 as i32,
                        );
                        if let Some(to) = fits(sum).filter(|to| first(to)) {
                            found.push(to);
                            next.push(to);
                        }
                    }
                }
                edge = next;
            }
            found
        }
        Path::Bent {
            first,
            min,
            max,
            then,
            then_max,
        } => along((0, 0), *first, *max)
            .skip((*min).max(1) as usize - 1)
            .flat_map(|(x, y)| along((x as i32, y as i32), *then, *then_max).collect::<Vec<_>>())
            .collect(),
    }
}
