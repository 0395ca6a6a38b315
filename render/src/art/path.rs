//! Path data of the icon set, and basic shapes, as tiny-skia paths.

use kurbo::PathEl;
use tiny_skia::{Path, PathBuilder};

/// Outline of an icon, and each of its closed contours separately. Filling the separate contours also fills the icon's
/// holes.
#[derive(Clone, Debug)]
pub(crate) struct Outline {
    pub whole: Path,
    pub contours: Vec<Path>,
}

/// Parses SVG path data; `None` if it is empty or malformed.
pub(crate) fn outline(data: &str) -> Option<Outline> {
    let path = kurbo::BezPath::from_svg(data).ok()?;
    let mut whole = PathBuilder::new();
    let mut contour = PathBuilder::new();
    let mut contours = Vec::new();
    for element in path.elements() {
        if let PathEl::MoveTo(_) = element {
            contours.extend(std::mem::take(&mut contour).finish());
        }
        push(&mut whole, element);
        push(&mut contour, element);
    }
    contours.extend(contour.finish());
    Some(Outline { whole: whole.finish()?, contours })
}

#[expect(clippy::cast_possible_truncation, reason = "pixels, and numbers of a few thousand icons")]
fn push(to: &mut PathBuilder, element: &PathEl) {
    let xy = |p: kurbo::Point| (p.x as f32, p.y as f32);
    match *element {
        PathEl::MoveTo(p) => to.move_to(xy(p).0, xy(p).1),
        PathEl::LineTo(p) => to.line_to(xy(p).0, xy(p).1),
        PathEl::QuadTo(a, p) => to.quad_to(xy(a).0, xy(a).1, xy(p).0, xy(p).1),
        PathEl::CurveTo(a, b, p) => to.cubic_to(xy(a).0, xy(a).1, xy(b).0, xy(b).1, xy(p).0, xy(p).1),
        PathEl::ClosePath => to.close(),
    }
}

/// Basic shapes. Each function returns `None` only for an empty shape.
pub(crate) mod shapes {
    use tiny_skia::{Path, PathBuilder, Rect};

    pub(crate) fn circle(x: f32, y: f32, r: f32) -> Option<Path> {
        PathBuilder::from_circle(x, y, r)
    }

    /// Part of a circle: starts at `from` and has the length `part`, both as shares of the whole turn.
    pub(crate) fn arc(x: f32, y: f32, r: f32, from: f32, part: f32) -> Option<Path> {
        let at = |i: u8| {
            let angle = std::f32::consts::TAU * (from + part * f32::from(i) / 6.0);
            (x + r * angle.cos(), y + r * angle.sin())
        };
        polyline(&[at(0), at(1), at(2), at(3), at(4), at(5), at(6)])
    }

    pub(crate) fn rect(x: f32, y: f32, w: f32, h: f32) -> Option<Path> {
        Rect::from_xywh(x, y, w, h).map(PathBuilder::from_rect)
    }

    /// Closed polygon.
    pub(crate) fn polygon(points: &[(f32, f32)]) -> Option<Path> {
        line(points, true)
    }

    /// Open line through the points.
    pub(crate) fn polyline(points: &[(f32, f32)]) -> Option<Path> {
        line(points, false)
    }

    fn line(points: &[(f32, f32)], close: bool) -> Option<Path> {
        let (first, rest) = points.split_first()?;
        let mut path = PathBuilder::new();
        path.move_to(first.0, first.1);
        for p in rest {
            path.line_to(p.0, p.1);
        }
        if close {
            path.close();
        }
        path.finish()
    }

    pub(crate) fn round_rect(x: f32, y: f32, w: f32, h: f32, r: f32) -> Option<Path> {
        let (r, k) = (r.min(w / 2.0).min(h / 2.0), 0.447_715);
        let (x1, y1, c) = (x + w, y + h, r * k);
        let mut p = PathBuilder::new();
        p.move_to(x + r, y);
        p.line_to(x1 - r, y);
        p.cubic_to(x1 - c, y, x1, y + c, x1, y + r);
        p.line_to(x1, y1 - r);
        p.cubic_to(x1, y1 - c, x1 - c, y1, x1 - r, y1);
        p.line_to(x + r, y1);
        p.cubic_to(x + c, y1, x, y1 - c, x, y1 - r);
        p.line_to(x, y + r);
        p.cubic_to(x, y + c, x + c, y, x + r, y);
        p.close();
        p.finish()
    }

    /// Shield with its point at the bottom, in a square of side `2 r` around the centre.
    pub(crate) fn shield(x: f32, y: f32, r: f32) -> Option<Path> {
        let mut p = PathBuilder::new();
        p.move_to(x - r * 0.92, y - r * 0.95);
        p.line_to(x + r * 0.92, y - r * 0.95);
        p.line_to(x + r * 0.92, y);
        p.cubic_to(x + r * 0.88, y + r * 0.6, x + r * 0.4, y + r * 0.9, x, y + r * 1.1);
        p.cubic_to(x - r * 0.4, y + r * 0.9, x - r * 0.88, y + r * 0.6, x - r * 0.92, y);
        p.close();
        p.finish()
    }

    /// Star with `points` rays.
    pub(crate) fn star(x: f32, y: f32, outer: f32, inner: f32, points: u32) -> Option<Path> {
        let n = points * 2;
        let at = |i: u32| {
            let angle = std::f32::consts::TAU * (i as f32 / n as f32 - 0.25);
            let r = if i.is_multiple_of(2) { outer } else { inner };
            (x + r * angle.cos(), y + r * angle.sin())
        };
        polygon(&(0..n).map(at).collect::<Vec<_>>())
    }

    /// Token shape of a seat: circle, square, triangle, diamond, pentagon, cross.
    pub(crate) fn token(seat: u8, x: f32, y: f32, r: f32) -> Option<Path> {
        let at =
            |points: &[(f32, f32)]| polygon(&points.iter().map(|p| (x + p.0 * r, y + p.1 * r)).collect::<Vec<_>>());
        match seat % 6 {
            // Any two shapes differ over a large part of their area, because a token is only a few pixels wide on a
            // phone.
            0 => circle(x, y, r * 0.92),
            1 => at(&[(-0.98, -0.98), (0.98, -0.98), (0.98, 0.98), (-0.98, 0.98)]),
            2 => at(&[(0.0, -1.1), (1.1, 0.85), (-1.1, 0.85)]),
            3 => at(&[(0.0, -1.25), (0.85, 0.0), (0.0, 1.25), (-0.85, 0.0)]),
            4 => at(&[(-1.0, -1.05), (1.0, -1.05), (0.28, 0.0), (1.0, 1.05), (-1.0, 1.05), (-0.28, 0.0)]),
            _ => {
                let (a, b) = (0.3, 1.12);
                at(&[
                    (-a, -b),
                    (a, -b),
                    (a, -a),
                    (b, -a),
                    (b, a),
                    (a, a),
                    (a, b),
                    (-a, b),
                    (-a, a),
                    (-b, a),
                    (-b, -a),
                    (-a, -a),
                ])
            }
        }
    }
}
