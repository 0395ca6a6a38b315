//! Spaces reached by movements on an empty board, for movement diagrams.

use std::collections::BTreeMap;

use super::{Footing, Leg, MoveRule, Path, Vector, Walker, When, walk};

/// Availability of an action.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Chance {
    /// Never available.
    #[default]
    Never,
    /// Available on the first move, under a condition of the file, or with other pieces on the path.
    Sometimes,
    /// Available whenever the path is free.
    Always,
}

/// Actions of a piece on a Space.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Reach {
    /// Moves there without capturing.
    pub moves: Chance,
    /// Captures there.
    pub captures: Chance,
    /// Jumps over any pieces on the way.
    pub leaps: bool,
    /// Leaves a copy of the piece behind.
    pub copies: bool,
}

/// Spaces reached by movements from the middle of an empty square board, as vectors (right, forward). The board has
/// `radius` Spaces on each side of its middle.
///
/// ```
/// use engine::piece::{Chance, betza::parse, reach};
/// let pawn = reach(&parse("fmWfcFifmnD").unwrap(), 3);
/// assert_eq!((pawn[&(0, 1)].moves, pawn[&(0, 1)].captures), (Chance::Always, Chance::Never));
/// assert_eq!((pawn[&(1, 1)].moves, pawn[&(1, 1)].captures), (Chance::Never, Chance::Always));
/// assert_eq!((pawn[&(0, 2)].moves, pawn[&(0, 2)].captures), (Chance::Sometimes, Chance::Never));
/// assert_eq!(pawn.len(), 4);
/// ```
pub fn reach(rules: &[MoveRule], radius: u8) -> BTreeMap<Vector, Reach> {
    let mut found = BTreeMap::new();
    for rule in rules {
        let chance = if rule.bounds.is_none() { usual_chance(rule) } else { Chance::Sometimes };
        add(rule, chance, &Room::square(radius), &mut found);
    }
    found.remove(&(0, 0));
    found
}

/// Availability of a movement whose limits of zones are met.
pub(crate) fn usual_chance(rule: &MoveRule) -> Chance {
    if rule.initial || rule.when != When::Always || rule.path.needs_others() {
        Chance::Sometimes
    } else {
        Chance::Always
    }
}

/// Empty board around a piece.
#[derive(Clone, Copy)]
pub(crate) struct Room<'a> {
    /// Spaces to the left of the piece and behind it.
    pub before: (u8, u8),
    /// Spaces to its right and in front of it.
    pub beyond: (u8, u8),
    /// Returns whether the piece may pass a Space; every Space of the board if `None`.
    pub open: Option<&'a dyn Fn(Vector) -> bool>,
}

impl Room<'_> {
    /// Board with `radius` Spaces on each side of the piece.
    pub const fn square(radius: u8) -> Self {
        Self { before: (radius, radius), beyond: (radius, radius), open: None }
    }

    /// The place one step further, if it is on the board.
    fn step(&self, (x, y): Vector, (right, forward): Vector) -> Option<Vector> {
        let to = (i16::from(x) + i16::from(right), i16::from(y) + i16::from(forward));
        let within = |to: i16, before: u8, beyond: u8| (-i16::from(before)..=i16::from(beyond)).contains(&to);
        let on_board = within(to.0, self.before.0, self.beyond.0) && within(to.1, self.before.1, self.beyond.1);
        let small = |to: i16| i8::try_from(to).ok().filter(|_| on_board);
        Some((small(to.0)?, small(to.1)?))
    }

    fn is_open(&self, at: Vector) -> bool {
        self.open.is_none_or(|open| open(at))
    }

    /// The place one step further, if the piece may pass it.
    fn open_step(&self, at: Vector, by: Vector) -> Option<Vector> {
        self.step(at, by).filter(|to| self.is_open(*to))
    }
}

/// Adds the Spaces of one movement with at least this availability.
pub(crate) fn add(rule: &MoveRule, chance: Chance, room: &Room<'_>, found: &mut BTreeMap<Vector, Reach>) {
    let mut spaces = Vec::new();
    targets(&rule.path, room, &mut spaces);
    let leaps = matches!(rule.path, Path::Leap((x, y)) if x.abs().max(y.abs()) > 1);
    for space in spaces {
        let here = found.entry(space).or_default();
        if rule.mode.moves() {
            here.moves = here.moves.max(chance);
        }
        if rule.mode.captures() {
            here.captures = here.captures.max(chance);
        }
        here.leaps |= leaps;
    }
}

/// Radius of a diagram that shows these movements, from 3 to 8. Unlimited slides are cut off.
pub fn diagram_radius(rules: &[MoveRule]) -> u8 {
    let size = |(x, y): Vector| x.unsigned_abs().max(y.unsigned_abs());
    let ride = |step: Vector, max: u8| match max {
        0 => size(step).saturating_mul(2).max(4),
        max => size(step).saturating_mul(max),
    };
    let far = |rule: &MoveRule| match &rule.path {
        Path::Leap(to) | Path::Lame { to, .. } => size(*to),
        Path::Ride { step, max } => ride(*step, *max),
        Path::Area { vectors, steps } => {
            let longest = vectors.iter().map(|step| size(*step)).max().unwrap_or(0);
            longest.saturating_mul(*steps)
        }
        Path::Bent { first, max, then, then_max, .. } => ride(*first, *max).saturating_add(ride(*then, *then_max)),
        Path::Legs { turns, last } => {
            let leg = |leg: &Leg| {
                let longest = leg.steps.iter().max_by_key(|step| size(**step)).copied();
                // A crooked ride goes half as far as a straight one, and a circular one returns.
                let max = leg.max.div_ceil(if leg.steps.len() > 1 { 2 } else { 1 });
                ride(longest.unwrap_or_default(), max)
            };
            let legs = turns.iter().map(|(leg, _)| leg).chain([last]);
            legs.map(leg).fold(0, u8::saturating_add)
        }
        Path::Anywhere => 4,
    };
    rules.iter().map(far).max().unwrap_or(0).clamp(3, 8)
}

fn targets(path: &Path, room: &Room<'_>, out: &mut Vec<Vector>) {
    match *path {
        Path::Leap(to) | Path::Lame { to, .. } => out.extend(room.open_step((0, 0), to)),
        Path::Ride { step, max } => ride((0, 0), step, max, room, out),
        Path::Area { ref vectors, steps } => {
            let mut edge = vec![(0, 0)];
            let mut seen = edge.clone();
            for _ in 0..steps {
                let mut next = Vec::new();
                for (from, vector) in edge.iter().flat_map(|from| vectors.iter().map(move |v| (*from, *v))) {
                    if let Some(to) = room.open_step(from, vector).filter(|to| !seen.contains(to)) {
                        seen.push(to);
                        next.push(to);
                    }
                }
                edge = next;
            }
            out.extend(seen);
        }
        Path::Bent { first, min, max, then, then_max } => {
            let mut corners = Vec::new();
            ride((0, 0), first, max, room, &mut corners);
            let skipped = usize::from(min.max(1)) - 1;
            for corner in corners.into_iter().skip(skipped) {
                ride(corner, then, then_max, room, out);
            }
        }
        Path::Legs { ref turns, ref last } => walk(&mut Stroll { room, out }, turns, last, (0, 0)),
        Path::Anywhere => {
            let side = |before: u8, beyond: u8| {
                (-i16::from(before)..=i16::from(beyond)).filter_map(|to| i8::try_from(to).ok())
            };
            let all = side(room.before.0, room.beyond.0)
                .flat_map(|x| side(room.before.1, room.beyond.1).map(move |y| (x, y)));
            out.extend(all.filter(|at| room.is_open(*at)));
        }
    }
}

/// Visitor on a board where all required pieces are present and none is in the way.
struct Stroll<'a> {
    room: &'a Room<'a>,
    out: &'a mut Vec<Vector>,
}

impl Walker for Stroll<'_> {
    type Place = Vector;

    fn step(&self, at: Vector, by: Vector) -> Option<Vector> {
        self.room.step(at, by)
    }

    fn enter(&mut self, at: Vector, _: Footing) -> bool {
        self.room.is_open(at)
    }

    fn land(&mut self, at: Vector) {
        if self.room.is_open(at) {
            self.out.push(at);
        }
    }
}

fn ride(from: Vector, vector: Vector, max: u8, room: &Room<'_>, out: &mut Vec<Vector>) {
    let most = if max == 0 { u8::MAX } else { max };
    let mut at = from;
    for _ in 0..most {
        match room.open_step(at, vector) {
            Some(next) if next != at => at = next,
            _ => break,
        }
        out.push(at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::betza::parse;

    /// Rows from the front: `o` moves and captures, `m` moves, `c` captures, `h` captures with a mount, `n` moves under
    /// a condition, `?` anything else.
    fn drawn(notation: &str, radius: u8) -> String {
        let found = reach(&parse(notation).unwrap(), radius);
        let side = radius as i8;
        (-side..=side)
            .rev()
            .map(|y| {
                let letter = |x| match found.get(&(x, y)) {
                    _ if (x, y) == (0, 0) => '@',
                    None => '.',
                    Some(Reach { moves: Chance::Always, captures: Chance::Always, .. }) => 'o',
                    Some(Reach { moves: Chance::Always, captures: Chance::Never, .. }) => 'm',
                    Some(Reach { moves: Chance::Never, captures: Chance::Always, .. }) => 'c',
                    Some(Reach { moves: Chance::Always, captures: Chance::Sometimes, .. }) => 'h',
                    Some(Reach { moves: Chance::Sometimes, captures: Chance::Never, .. }) => 'n',
                    Some(_) => '?',
                };
                (-side..=side).map(letter).collect::<String>() + "\n"
            })
            .collect()
    }

    #[test]
    fn movements_lead_where_the_format_says() {
        assert_eq!(drawn("R2A", 2), "o.o.o\n..o..\noo@oo\n..o..\no.o.o\n");
        assert_eq!(drawn("fmWfcFifmnD", 2), "..n..\n.cmc.\n..@..\n.....\n.....\n");
        assert_eq!(drawn("mRcpR", 2), "..h..\n..m..\nhm@mh\n..m..\n..h..\n");
        assert_eq!(drawn("[F>W]", 2), ".o.o.\no...o\n..@..\no...o\n.o.o.\n");
        assert_eq!(drawn("fr[B>rtB]", 3), ".......\n.......\n......o\n...@.o.\n......o\n.......\n.......\n");
        assert_eq!(drawn("[W*3]", 3), "...o...\n..ooo..\n.ooooo.\nooo@ooo\n.ooooo.\n..ooo..\n...o...\n");
    }

    #[test]
    fn diagrams_are_as_large_as_they_must_be() {
        let radius = |notation: &str| diagram_radius(&parse(notation).unwrap());
        assert_eq!((radius("K"), radius("Q"), radius("N")), (3, 4, 3));
        assert_eq!((radius("(1,5)"), radius("NN"), radius("W7")), (5, 4, 7));
        assert_eq!((radius("(9,9)"), diagram_radius(&[])), (8, 3));
    }
}
