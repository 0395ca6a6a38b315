//! Contours of a mask, simplified (Douglas–Peucker) and smoothed to quadratic curves, as SVG path data.

use image::GrayImage;
use imageproc::contours::{BorderType, find_contours};

use std::fmt::Write as _;

/// Closed contour, in pixels. Contours of holes run in the opposite direction of outer ones.
pub(super) type Contour = Vec<(f64, f64)>;

/// Longer side of the view box.
const VIEW: f64 = 100.0;
/// Minimum change of direction at a corner, in radians.
const CORNER: f64 = 0.9;

/// All contours of a mask.
pub(super) fn contours(mask: &GrayImage) -> Vec<Contour> {
    let mut out = Vec::new();
    for contour in find_contours::<i32>(mask) {
        let mut points: Contour = contour.points.iter().map(|point| (f64::from(point.x), f64::from(point.y))).collect();
        let turn = area(&points);
        if turn.abs() < 6.0 {
            continue;
        }
        // The nonzero fill rule requires the opposite direction for holes.
        if (turn > 0.0) != (contour.border_type == BorderType::Outer) {
            points.reverse();
        }
        out.push(points);
    }
    out
}

/// Twice the area; its sign is the direction.
fn area(points: &[(f64, f64)]) -> f64 {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum()
}

/// Transform from the canvas to the view box: the body is centred, its longer side from edge to edge.
pub(super) struct Frame {
    scale: f64,
    shift: (f64, f64),
}

impl Frame {
    pub(super) fn around(body: &[Contour]) -> Self {
        let points = || body.iter().flatten();
        let least = |of: fn(&(f64, f64)) -> f64| points().map(of).fold(f64::MAX, f64::min);
        let most = |of: fn(&(f64, f64)) -> f64| points().map(of).fold(f64::MIN, f64::max);
        let (left, right) = (least(|p| p.0), most(|p| p.0));
        let (top, bottom) = (least(|p| p.1), most(|p| p.1));
        let scale = VIEW / (right - left).max(bottom - top).max(1.0);
        let shift = |low: f64, high: f64| (VIEW - (low + high) * scale) / 2.0;
        Self { scale, shift: (shift(left, right), shift(top, bottom)) }
    }

    /// Converts a point to tenths of the view box's unit.
    #[expect(clippy::cast_possible_truncation, reason = "pixels, and colours from 0 to 255")]
    fn place(&self, (x, y): (f64, f64)) -> (i32, i32) {
        let tenths = |v: f64, shift: f64| (((v * self.scale + shift) * 10.0).round()) as i32;
        (tenths(x, self.shift.0), tenths(y, self.shift.1))
    }

    /// Converts contours to path data with a maximum deviation of `closeness` pixels.
    pub(super) fn path(&self, contours: &[Contour], closeness: f64) -> String {
        let mut pen = Pen::default();
        for contour in contours {
            let few = simplified(contour, closeness);
            if few.len() >= 3 {
                self.curve(&few, &mut pen);
            }
        }
        pen.text
    }

    /// Writes a closed polygon with its corners kept and the rest rounded: curves between the midpoints of the sides,
    /// with the points as control points.
    fn curve(&self, points: &[(f64, f64)], pen: &mut Pen) {
        let count = points.len();
        let at = |index: usize| points[index % count];
        let middle = |a: (f64, f64), b: (f64, f64)| ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
        pen.begin(self.place(middle(at(count - 1), at(0))));
        for index in 0..count {
            let (before, here, after) = (at(index + count - 1), at(index), at(index + 1));
            let end = middle(here, after);
            if turn(before, here, after) > CORNER {
                pen.line(self.place(here));
                pen.line(self.place(end));
            } else {
                pen.bend(self.place(here), self.place(end));
            }
        }
        pen.close();
    }
}

/// Change of direction at the middle of three points, in radians.
fn turn(before: (f64, f64), here: (f64, f64), after: (f64, f64)) -> f64 {
    let one = (here.1 - before.1).atan2(here.0 - before.0);
    let two = (after.1 - here.1).atan2(after.0 - here.0);
    let change = (two - one).rem_euclid(std::f64::consts::TAU);
    change.min(std::f64::consts::TAU - change)
}

/// Simplifies a closed contour; no removed point is further away than `closeness` (Douglas–Peucker).
fn simplified(points: &[(f64, f64)], closeness: f64) -> Contour {
    let Some(&start) = points.first() else {
        return Vec::new();
    };
    // A closed contour is split at the point furthest from the first.
    let far = furthest(points, |point| distance(point, start));
    let Some((far, _)) = far.filter(|(index, _)| *index > 0) else {
        return Vec::new();
    };
    let mut closed = points.to_vec();
    closed.push(start);
    let mut kept = vec![false; closed.len()];
    kept[0] = true;
    kept[far] = true;
    let mut open = vec![(0, far), (far, points.len())];
    while let Some((from, to)) = open.pop() {
        let (a, b) = (closed[from], closed[to]);
        let between = closed.get(from + 1..to).unwrap_or_default();
        let worst = furthest(between, |point| from_segment(point, a, b));
        if let Some((index, distance)) = worst
            && distance > closeness
        {
            let index = from + 1 + index;
            kept[index] = true;
            open.extend([(from, index), (index, to)]);
        }
    }
    let last = points.len();
    (0..last).filter(|index| kept[*index]).map(|index| points[index]).collect()
}

fn furthest(points: &[(f64, f64)], distance: impl Fn((f64, f64)) -> f64) -> Option<(usize, f64)> {
    let all = points.iter().map(|point| distance(*point)).enumerate();
    all.max_by(|a, b| a.1.total_cmp(&b.1))
}

fn distance(a: (f64, f64), b: (f64, f64)) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

fn from_segment(point: (f64, f64), a: (f64, f64), b: (f64, f64)) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let long = dx * dx + dy * dy;
    if long == 0.0 {
        return distance(point, a);
    }
    let along = ((point.0 - a.0) * dx + (point.1 - a.1) * dy) / long;
    let t = along.clamp(0.0, 1.0);
    distance(point, (a.0 + t * dx, a.1 + t * dy))
}

/// Writes relative path data in tenths, as short as possible.
#[derive(Default)]
struct Pen {
    text: String,
    at: (i32, i32),
    last: char,
}

impl Pen {
    fn begin(&mut self, to: (i32, i32)) {
        self.command('M', &[to.0, to.1]);
        self.at = to;
    }

    fn line(&mut self, to: (i32, i32)) {
        let (dx, dy) = (to.0 - self.at.0, to.1 - self.at.1);
        match (dx, dy) {
            (0, 0) => {}
            (dx, 0) => self.command('h', &[dx]),
            (0, dy) => self.command('v', &[dy]),
            (dx, dy) => self.command('l', &[dx, dy]),
        }
        self.at = to;
    }

    fn bend(&mut self, around: (i32, i32), to: (i32, i32)) {
        let from = |p: (i32, i32)| (p.0 - self.at.0, p.1 - self.at.1);
        let ((cx, cy), (dx, dy)) = (from(around), from(to));
        if (dx, dy) != (0, 0) {
            self.command('q', &[cx, cy, dx, dy]);
        }
        self.at = to;
    }

    fn close(&mut self) {
        self.text.push('z');
        self.last = 'z';
    }

    fn command(&mut self, letter: char, tenths: &[i32]) {
        let repeated = letter == self.last && letter != 'M';
        if !repeated {
            self.text.push(letter);
        }
        self.last = letter;
        for (index, &number) in tenths.iter().enumerate() {
            if number >= 0 && (index > 0 || repeated) {
                self.text.push(' ');
            }
            let sign = if number < 0 { "-" } else { "" };
            let (whole, tenth) = (number.abs() / 10, number.abs() % 10);
            let _ = match (whole, tenth) {
                (whole, 0) => write!(self.text, "{sign}{whole}"),
                (0, tenth) => write!(self.text, "{sign}.{tenth}"),
                (whole, tenth) => write!(self.text, "{sign}{whole}.{tenth}"),
            };
        }
    }
}
