//! Path of a movement as the ordered list of Spaces passed (B-13), and whether another type could take the same path.

use crate::board::{Board, Side, Space};
use crate::piece::{Footing, Path, Vector, Walker, walk};

use super::{After, Position, Rules, TypeId};

/// A movement from a Space, resolved for a side of the board.
pub(super) struct Course<'a> {
    pub board: &'a Board,
    pub path: &'a Path,
    pub side: Side,
    pub from: Space,
    /// Where it is to end.
    pub to: Space,
    /// The position in which it is open; `None` in a normal situation, which has whatever pieces the path needs.
    pub pos: Option<&'a Position>,
    pub rules: &'a Rules,
}

impl Course<'_> {
    fn step(&self, at: Space, by: Vector) -> Option<Space> {
        self.board.step(at, self.side.resolve(by))
    }

    fn is_free(&self, at: Space) -> bool {
        self.pos.is_none_or(|pos| at == self.from || pos.at(at).is_none() && !self.rules.ends_slides(pos, at))
    }

    fn stands(&self, at: Space, footing: Footing) -> bool {
        match footing {
            Footing::Free => self.is_free(at),
            Footing::Mount | Footing::Enemy => self.pos.is_none_or(|pos| at != self.from && pos.at(at).is_some()),
            Footing::Any => true,
        }
    }

    /// Calls `found` with every path that ends where wanted. An area has too many: see [`Course::admits`].
    pub fn each_path(&self, found: &mut dyn FnMut(&[Space])) {
        let mut stops = Vec::new();
        match self.path {
            Path::Leap(to) => {
                if self.step(self.from, *to) == Some(self.to) {
                    found(&straight(self.from, self.to));
                }
            }
            Path::Anywhere => found(&straight(self.from, self.to)),
            Path::Lame { via, to } => {
                let passed: Option<Vec<Space>> = via.iter().map(|via| self.step(self.from, *via)).collect();
                let open = passed.filter(|passed| passed.iter().all(|at| self.is_free(*at)));
                if let Some(passed) = open.filter(|_| self.step(self.from, *to) == Some(self.to)) {
                    stops.extend(passed);
                    stops.push(self.to);
                    found(&unrolled(self.from, &stops));
                }
            }
            Path::Ride { step, max } => self.ride(self.from, *step, *max, &mut stops, found),
            Path::Bent { first, min, max, then, then_max } => {
                let mut corner = self.from;
                for count in 1..=unlimited(*max) {
                    match self.step(corner, *first).filter(|next| self.is_free(*next)) {
                        Some(next) => corner = next,
                        None => break,
                    }
                    stops.push(corner);
                    if count >= *min {
                        let bend = stops.len();
                        self.ride(corner, *then, *then_max, &mut stops, found);
                        stops.truncate(bend);
                    }
                }
            }
            Path::Legs { turns, last } => walk(&mut Recorder { course: self, stops, found }, turns, last, self.from),
            Path::Area { .. } => {}
        }
    }

    fn ride(&self, from: Space, by: Vector, max: u8, stops: &mut Vec<Space>, found: &mut dyn FnMut(&[Space])) {
        let mut at = from;
        for _ in 0..unlimited(max) {
            let Some(next) = self.step(at, by) else { break };
            stops.push(next);
            if next == self.to {
                found(&unrolled(self.from, stops));
            }
            if !self.is_free(next) {
                break;
            }
            at = next;
        }
    }

    /// Returns whether the movement can take this path.
    fn admits(&self, path: &[Space]) -> bool {
        if let Path::Area { vectors, steps } = self.path {
            return self.area_admits(vectors, *steps, path);
        }
        let mut found = false;
        self.each_path(&mut |own| found |= own == path);
        found
    }

    /// An area moves step by step, each onto a free Space except the last. A straight step over several Spaces passes
    /// those between.
    fn area_admits(&self, vectors: &[Vector], steps: u8, path: &[Space]) -> bool {
        // Positions in the path reached after each number of steps; 0 is the start.
        let mut reached = vec![0];
        for _ in 0..steps {
            let mut next = Vec::new();
            for place in reached {
                let at = if place == 0 { self.from } else { path[place - 1] };
                for to in vectors.iter().filter_map(|vector| self.step(at, *vector)) {
                    let passed = straight(at, to);
                    let end = place + passed.len();
                    if path[place..].starts_with(&passed) && !next.contains(&end) {
                        if end == path.len() {
                            return true;
                        }
                        next.extend(self.is_free(to).then_some(end));
                    }
                }
            }
            reached = next;
        }
        false
    }

    /// Returns whether both movements can take a common path.
    fn shares(&self, other: &Course<'_>) -> bool {
        if let (Path::Area { vectors, steps }, Path::Area { vectors: theirs, steps: most }) = (self.path, other.path) {
            let theirs: Vec<Vector> = theirs.iter().map(|vector| other.side.resolve(*vector)).collect();
            let own = vectors.iter().map(|vector| self.side.resolve(*vector));
            let common: Vec<Vector> = own.filter(|vector| theirs.contains(vector)).collect();
            let mut found = false;
            let steps = *steps.min(most);
            super::route::area(
                self.board,
                &common,
                steps,
                self.from,
                |at| self.is_free(at),
                |to| found |= to == self.to,
            );
            return found;
        }
        let (one, other) = if matches!(self.path, Path::Area { .. }) { (other, self) } else { (self, other) };
        let mut found = false;
        one.each_path(&mut |path| found = found || other.admits(path));
        found
    }
}

/// Visitor that follows legs and records the Spaces passed.
struct Recorder<'a> {
    course: &'a Course<'a>,
    stops: Vec<Space>,
    found: &'a mut dyn FnMut(&[Space]),
}

impl Walker for Recorder<'_> {
    type Place = Space;

    fn step(&self, at: Space, by: Vector) -> Option<Space> {
        self.course.step(at, by)
    }

    fn enter(&mut self, at: Space, footing: Footing) -> bool {
        let open = self.course.stands(at, footing);
        if open {
            self.stops.push(at);
        }
        open
    }

    fn leave(&mut self) {
        self.stops.pop();
    }

    fn land(&mut self, at: Space) {
        if at == self.course.to {
            self.stops.push(at);
            (self.found)(&unrolled(self.course.from, &self.stops));
            self.stops.pop();
        }
    }
}

/// Spaces from one Space to another, including the last. Contains the Spaces between if both lie on one Queen Line.
fn straight(from: Space, to: Space) -> Vec<Space> {
    let (dx, dy) = from.to(to);
    let aligned = is_queen_line((dx, dy));
    let (length, by) = if aligned { (dx.abs().max(dy.abs()), (dx.signum(), dy.signum())) } else { (1, (dx, dy)) };
    let line = (1..=length).filter_map(|count| from.offset(by.0 * count, by.1 * count));
    line.collect()
}

/// Path through these stops. A straight leap along a Queen Line passes the Spaces between.
fn unrolled(from: Space, stops: &[Space]) -> Vec<Space> {
    let starts = std::iter::once(&from).chain(stops);
    starts.zip(stops).flat_map(|(from, to)| straight(*from, *to)).collect()
}

/// Converts 0, which means unlimited.
const fn unlimited(max: u8) -> u8 {
    if max == 0 { u8::MAX } else { max }
}

impl After<'_> {
    /// Returns whether a piece of this type could take the path of this movement in a normal situation, regardless of
    /// owner and captures (B-13). If several open paths lead to the end, one of them suffices.
    pub(crate) fn could_be_taken_by(&self, ty: TypeId) -> bool {
        let (from, to) = (self.mover.from, self.to);
        let straight = self.rules.straight;
        if straight.has(self.by.index()) && straight.has(ty.index()) {
            return self.goes_straight(ty);
        }
        let course =
            |path, side, pos| Course { board: &self.rules.board, path, side, from, to, pos, rules: self.rules };
        let moves = |ty: TypeId| {
            let (army, piece) = self.rules.ty(ty).origin;
            &self.rules.armies[army].pieces[piece].moves
        };
        let captures = self.pos.at(to).is_some();
        let own_side = self.rules.board.side(self.mover.seat);
        let ends = |course: &Course<'_>| match course.path {
            Path::Area { vectors, steps } => {
                let mut reached = false;
                let vectors: Vec<Vector> = vectors.iter().map(|vector| own_side.resolve(*vector)).collect();
                let free = |at| course.is_free(at);
                super::route::area(course.board, &vectors, *steps, from, free, |at| reached |= at == to);
                reached
            }
            _ => {
                let mut reached = false;
                course.each_path(&mut |_| reached = true);
                reached
            }
        };
        let usable =
            moves(self.by).iter().filter(|rule| if captures { rule.mode.captures() } else { rule.mode.moves() });
        let mut taken: Vec<Course<'_>> =
            usable.map(|rule| course(&rule.path, own_side, Some(self.pos))).filter(|course| ends(course)).collect();
        if taken.is_empty() {
            // Movements of an ability go straight.
            taken.push(course(&Path::Anywhere, own_side, None));
        }
        moves(ty).iter().any(|rule| {
            let sides = [Side::South, Side::West, Side::North, Side::East];
            sides.into_iter().any(|side| {
                let theirs = course(&rule.path, side, None);
                taken.iter().any(|own| own.shares(&theirs))
            })
        })
    }

    /// Like `could_be_taken_by`, for types that only go straight: their path is the line between the two Spaces.
    fn goes_straight(&self, ty: TypeId) -> bool {
        let way = self.mover.from.to(self.to);
        if !is_queen_line(way) {
            return false;
        }
        let length = way.0.unsigned_abs().max(way.1.unsigned_abs());
        let (army, piece) = self.rules.ty(ty).origin;
        let fits = |path: &Path, side: Side| match path {
            Path::Leap(to) | Path::Lame { to, .. } => side.resolve(*to) == way,
            Path::Ride { step, max } => {
                let (dx, dy) = side.resolve(*step);
                let size = dx.unsigned_abs().max(dy.unsigned_abs());
                let count = length / size.max(1);
                (dx.signum(), dy.signum()) == (way.0.signum(), way.1.signum())
                    && length == count * size
                    && count <= unlimited(*max)
            }
            _ => false,
        };
        let moves = &self.rules.armies[army].pieces[piece].moves;
        let sides = [Side::South, Side::West, Side::North, Side::East];
        moves.iter().any(|rule| sides.iter().any(|side| fits(&rule.path, *side)))
    }
}

/// A path along one Queen Line, whatever lies on it.
pub(super) fn is_straight(path: &Path) -> bool {
    match path {
        Path::Leap(to) | Path::Ride { step: to, .. } => is_queen_line(*to),
        Path::Lame { to, via } => {
            let unit = (to.0.signum(), to.1.signum());
            is_queen_line(*to) && via.iter().all(|via| is_queen_line(*via) && (via.0.signum(), via.1.signum()) == unit)
        }
        Path::Area { .. } | Path::Bent { .. } | Path::Legs { .. } | Path::Anywhere => false,
    }
}

const fn is_queen_line((dx, dy): Vector) -> bool {
    dx == 0 || dy == 0 || dx.unsigned_abs() == dy.unsigned_abs()
}
