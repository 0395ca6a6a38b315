//! Paths of movements, resolved for a seat. Only this file knows the geometry of each kind of path.

use crate::board::{Board, Seat, Space, SpaceSet};
use crate::piece::{Bounds, Footing, Leg, Mode, MoveRule, Path, Vector, Walker, When, walk};

use super::zone::Limits;
use super::{PieceType, Rules, TypeId};

/// Restriction on landings by the Affected Space rules (S-5, S-6).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Landing {
    Any,
    /// Diagonal movement: Affected Spaces only if adjacent to the start.
    NoFarAffected,
    /// Step gained: Affected Spaces only.
    OnlyAffected,
}

/// Movement of a type, from the file and adjusted for Affected Spaces.
#[derive(Debug, Clone)]
pub(super) struct Movement {
    pub rule: MoveRule,
    pub landing: Landing,
    /// Step gained by S-6. Has no side effects where it only adds the capture.
    pub gained: bool,
    /// Lame double step, which creates a right of en passant (T-13).
    pub double: bool,
}

impl Movement {
    /// Returns whether the movement may end on `to` (S-5, S-6).
    pub fn may_land(&self, affected: Option<&SpaceSet>, from: Space, to: Space) -> bool {
        match (self.landing, affected) {
            (Landing::Any, _) | (_, None) => true,
            (Landing::NoFarAffected, Some(affected)) => !affected.has(to) || from.distance(to) <= 1,
            (Landing::OnlyAffected, Some(affected)) => affected.has(to),
        }
    }

    /// Returns whether the movement can be used from this Space. Considers only conditions on the Space; see
    /// [`Movement::needs_lead`].
    pub fn starts_on(&self, board: &Board, seat: Seat, from: Space) -> bool {
        match self.rule.when {
            When::Always | When::SupportLead => true,
            When::OnBattlefield => board.battlefield().has(from),
            When::InOwnTerritory => board.territory(seat).has(from),
            When::InOwnRearTwo => board.rear(seat, 2).has(from),
        }
    }

    /// Returns whether the movement is available only while the Player leads in Support (P-9).
    pub fn needs_lead(&self) -> bool {
        self.rule.when == When::SupportLead
    }
}

/// Movements of a type in a game. `far`: an ability moves it diagonally over 2 or more Spaces.
fn movements(moves: &[MoveRule], ty: &PieceType, far: bool, affected: bool) -> Vec<Movement> {
    let bound = affected && !ty.immutable;
    let plain = moves.iter().map(|rule| Movement {
        landing: if bound && is_far_diagonal(&rule.path) { Landing::NoFarAffected } else { Landing::Any },
        gained: false,
        double: ty.taken_en_passant && rule.path.is_double_step(),
        rule: rule.clone(),
    });
    let mut all: Vec<Movement> = plain.collect();
    let limited = far || moves.iter().any(|rule| is_far_diagonal(&rule.path));
    if bound && limited {
        all.extend(gained_step(moves).map(|rule| Movement {
            rule,
            landing: Landing::OnlyAffected,
            gained: true,
            double: false,
        }));
    }
    all
}

/// Returns whether a path is a ride or leap along a Bishop Line over 2 or more Spaces (S-5, S-6).
pub(super) fn is_far_diagonal(path: &Path) -> bool {
    let diagonal = |(dx, dy): Vector| dx != 0 && dx.unsigned_abs() == dy.unsigned_abs();
    match path {
        Path::Leap(to) => diagonal(*to) && to.0.unsigned_abs() > 1,
        Path::Lame { via, to } => diagonal(*to) && to.0.unsigned_abs() > 1 && via.iter().all(|v| diagonal(*v)),
        Path::Ride { step, max } => diagonal(*step) && (*max != 1 || step.0.unsigned_abs() > 1),
        Path::Legs { turns, last } => {
            let one = turns.is_empty() && last.max == 1 && last.steps.iter().all(|s| s.0.abs() == 1);
            path.straight().is_some_and(diagonal) && !one
        }
        Path::Area { .. } | Path::Bent { .. } | Path::Anywhere => false,
    }
}

/// The step gained by S-6: moving and capturing 1 Space Forwards along a Rook Line, as far as the type lacks it.
fn gained_step(moves: &[MoveRule]) -> Option<MoveRule> {
    let reaches = |path: &Path| match path {
        Path::Leap(to) | Path::Lame { to, .. } => *to == (0, 1),
        Path::Ride { step, .. } => *step == (0, 1),
        Path::Area { vectors, .. } => vectors.contains(&(0, 1)),
        Path::Legs { turns, last } => turns.is_empty() && last.min == 1 && last.steps.first() == Some(&(0, 1)),
        Path::Anywhere => true,
        Path::Bent { .. } => false,
    };
    let has = |wanted: fn(Mode) -> bool| {
        moves.iter().any(|rule| {
            !rule.initial
                && rule.when == When::Always
                && rule.bounds.is_none()
                && reaches(&rule.path)
                && wanted(rule.mode)
        })
    };
    let mode = match (has(Mode::moves), has(Mode::captures)) {
        (true, true) => return None,
        (true, false) => Mode::Capture,
        (false, true) => Mode::Move,
        (false, false) => Mode::Both,
    };
    Some(MoveRule { path: Path::Leap((0, 1)), mode, initial: false, when: When::Always, bounds: Bounds::NONE })
}

/// Calls `found` with every destination of a path on an empty board, and the Spaces that must be free on the way. For
/// areas ([`Path::Area`]) and legs ([`Path::Legs`]), `free` is empty: use [`area`] and [`trek`] to find open paths.
/// Other pieces that legs need count as present. Captures in passing are not found; see `locust`.
pub(super) fn each_way(board: &Board, seat: Seat, path: &Path, from: Space, mut found: impl FnMut(Space, &[Space])) {
    let side = board.side(seat);
    let step = |from: Space, vector: Vector| board.step(from, side.resolve(vector));
    let mut free: Vec<Space> = Vec::new();
    match path {
        Path::Leap(to) => {
            if let Some(to) = step(from, *to) {
                found(to, &free);
            }
        }
        Path::Ride { step: one, max } => {
            let mut at = from;
            for _ in 0..unlimited(*max) {
                let Some(to) = step(at, *one) else { break };
                found(to, &free);
                free.push(to);
                at = to;
            }
        }
        Path::Lame { via, to } => {
            let passed: Option<Vec<Space>> = via.iter().map(|v| step(from, *v)).collect();
            if let (Some(passed), Some(to)) = (passed, step(from, *to)) {
                found(to, &passed);
            }
        }
        Path::Bent { first, min, max, then, then_max } => {
            let mut corner = from;
            for count in 1..=unlimited(*max) {
                let Some(next) = step(corner, *first) else {
                    break;
                };
                corner = next;
                free.push(corner);
                if count < *min {
                    continue;
                }
                let bend = free.len();
                let mut at = corner;
                for _ in 0..unlimited(*then_max) {
                    let Some(to) = step(at, *then) else { break };
                    found(to, &free);
                    free.push(to);
                    at = to;
                }
                free.truncate(bend);
            }
        }
        Path::Area { vectors, steps } => {
            let vectors: Vec<Vector> = vectors.iter().map(|v| side.resolve(*v)).collect();
            area(board, &vectors, *steps, from, |_| true, |to| found(to, &free));
        }
        Path::Legs { .. } if path.captures_in_passing() => {}
        Path::Legs { turns, last } => {
            let (turns, last) = legs_of(board, seat, turns, last);
            trek(board, &turns, &last, from, |_, _| true, |to| found(to, &free));
        }
        Path::Anywhere => {
            for to in board.spaces().iter().filter(|to| *to != from) {
                found(to, &free);
            }
        }
    }
}

/// Legs with their steps resolved for this seat (east, north).
pub(super) fn legs_of(board: &Board, seat: Seat, turns: &[(Leg, Footing)], last: &Leg) -> (Vec<(Leg, Footing)>, Leg) {
    let side = board.side(seat);
    let leg = |leg: &Leg| leg.map(|step| side.resolve(step));
    let turns = turns.iter().map(|(before, footing)| (leg(before), *footing));
    (turns.collect(), leg(last))
}

/// Follows legs (east, north) and calls `land` with every destination except the start, possibly repeatedly. `enter`
/// returns whether a Space can be passed on a footing.
pub(super) fn trek(
    board: &Board,
    turns: &[(Leg, Footing)],
    last: &Leg,
    from: Space,
    enter: impl FnMut(Space, Footing) -> bool,
    land: impl FnMut(Space),
) {
    let mut trek = Trek { board, from, enter, land };
    walk(&mut trek, turns, last, from);
}

/// Visitor that follows legs without captures in passing.
struct Trek<'a, E, L> {
    board: &'a Board,
    from: Space,
    enter: E,
    land: L,
}

impl<E: FnMut(Space, Footing) -> bool, L: FnMut(Space)> Walker for Trek<'_, E, L> {
    type Place = Space;

    #[inline]
    fn step(&self, at: Space, by: Vector) -> Option<Space> {
        self.board.step(at, by)
    }

    #[inline]
    fn enter(&mut self, at: Space, footing: Footing) -> bool {
        (self.enter)(at, footing)
    }

    #[inline]
    fn land(&mut self, at: Space) {
        if at != self.from {
            (self.land)(at);
        }
    }
}

/// Calls `enter` once for every Space reachable by up to `steps` steps of these vectors (east, north), except the
/// start. Each step but the last must end on a free Space (C-20).
pub(super) fn area(
    board: &Board,
    vectors: &[Vector],
    steps: u8,
    from: Space,
    is_free: impl Fn(Space) -> bool,
    mut enter: impl FnMut(Space),
) {
    let mut seen = SpaceSet::EMPTY;
    seen.insert(from);
    let mut edge = seen;
    for _ in 0..steps {
        let mut next = SpaceSet::EMPTY;
        for at in edge.iter() {
            for vector in vectors {
                let Some(to) = board.step(at, *vector).filter(|to| !seen.has(*to)) else {
                    continue;
                };
                seen.insert(to);
                enter(to);
                if is_free(to) {
                    next.insert(to);
                }
            }
        }
        edge = next;
    }
}

/// Converts 0, which means unlimited.
const fn unlimited(max: u8) -> u8 {
    if max == 0 { u8::MAX } else { max }
}

impl Rules {
    /// Movements of a type in this game.
    pub(super) fn movements(&self, ty: TypeId) -> Vec<Movement> {
        let diagonal = |(dx, dy): &Vector| dx.unsigned_abs() == dy.unsigned_abs();
        let far = self.abilities(ty).iter().any(|ability| ability.far_directions().iter().any(diagonal));
        let ty = self.ty(ty);
        let moves = &self.armies[ty.origin.0].pieces[ty.origin.1].moves;
        movements(moves, ty, far, self.affected.is_some())
    }

    /// Returns whether a piece of this type that has moved could leave this Space on an empty board.
    pub(crate) fn has_way(&self, seat: Seat, ty: TypeId, from: Space) -> bool {
        let mut found = false;
        for movement in self.movements(ty).iter().filter(|m| !m.rule.initial) {
            let limits = Limits::new(self, seat, self.ty(ty).origin.0, &movement.rule.bounds);
            if !found && movement.starts_on(&self.board, seat, from) && limits.starts_on(from) {
                each_way(&self.board, seat, &movement.rule.path, from, |to, free| {
                    found |= limits.ends_on(to) && free.iter().all(|space| limits.passes(*space));
                });
            }
        }
        found
    }
}
