//! Contours of traced drawings in numbers: what a reduced picture of a piece does not show. `golden/contours.txt` has them.

use std::fmt::Write as _;

use kurbo::{BezPath, PathEl, Shape as _};

use crate::compare::recorded;
use crate::drawings::TRACED;

/// Contours of path data, each from its first point on.
fn contours(path: &str) -> Vec<BezPath> {
    let mut all: Vec<BezPath> = Vec::new();
    for element in BezPath::from_svg(path).unwrap() {
        if matches!(element, PathEl::MoveTo(_)) {
            all.push(BezPath::new());
        }
        all.last_mut().unwrap().push(element);
    }
    all
}

/// Box, area with the sign of its direction, and pieces of each contour, in units of the view box.
fn told(path: &str) -> String {
    let one = |contour: &BezPath| {
        let count = |is: fn(&PathEl) -> bool| contour.iter().filter(is).count();
        let straight = count(|element| matches!(element, PathEl::LineTo(_)));
        let curved = count(|element| matches!(element, PathEl::QuadTo(..) | PathEl::CurveTo(..)));
        let bounds = contour.bounding_box();
        let [left, top, right, low] = [bounds.x0, bounds.y0, bounds.x1, bounds.y1].map(|end| end.round() as i64);
        let area = contour.area().round() as i64;
        format!("{left},{top} to {right},{low} area {area} of {straight} lines and {curved} curves")
    };
    contours(path).iter().map(one).collect::<Vec<_>>().join("; ")
}

#[test]
fn drawings_have_the_contours_that_they_had() {
    let mut found = String::new();
    for (name, art) in TRACED.iter() {
        match art {
            Ok(art) => {
                writeln!(found, "{name}: body {}", told(art.silhouette())).unwrap();
                writeln!(found, "{name}: lines {}", told(art.lines())).unwrap();
            }
            Err(error) => writeln!(found, "{name}: {error}").unwrap(),
        }
    }
    recorded("contours", &found);
}
