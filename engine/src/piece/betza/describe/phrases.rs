//! Phrases that the descriptions of all paths share.

use std::collections::BTreeSet;

use crate::english::either;
use crate::piece::Vector;
use crate::piece::betza::atom::{Shape, images, shape};

/// Absolute components of a vector, the smaller one first.
pub(super) fn sizes((x, y): Vector) -> (u8, u8) {
    let (x, y) = (x.unsigned_abs(), y.unsigned_abs());
    (x.min(y), x.max(y))
}

pub(super) fn spaces(n: u8) -> String {
    if n == 1 { "1 Space".to_owned() } else { format!("{n} Spaces") }
}

pub(super) fn lines(a: u8, b: u8) -> &'static str {
    match (a, b) {
        (0, _) => "along Rook Lines",
        (a, b) if a == b => "along Bishop Lines",
        _ => "",
    }
}

/// Name of oblique targets.
pub(super) fn oblique(a: u8, b: u8) -> String {
    match (a, b) {
        (1, 2) => "Knight Spaces".to_owned(),
        (1, 3) => "Camel Spaces (1,3)".to_owned(),
        (2, 3) => "Zebra Spaces (2,3)".to_owned(),
        _ => format!("Spaces ({a},{b}) away"),
    }
}

/// Directions, such as " Forwards or sideways"; empty for all directions.
pub(super) fn direction_words(vectors: &BTreeSet<Vector>) -> String {
    let Some(&first) = vectors.first() else {
        return String::new();
    };
    let has = |wanted: fn(Vector) -> bool| vectors.iter().any(|&v| wanted(v));
    match shape(first) {
        _ if vectors.len() == images(sizes(first).0, sizes(first).1).len() => String::new(),
        Shape::Orthogonal => {
            let sides = (has(|v| v.0 < 0), has(|v| v.0 > 0));
            let mut words = Vec::new();
            words.extend(has(|v| v.1 > 0).then_some("Forwards"));
            words.extend(has(|v| v.1 < 0).then_some("Backwards"));
            words.extend(match sides {
                (true, true) => Some("sideways"),
                (true, false) => Some("to the left"),
                (false, true) => Some("to the right"),
                (false, false) => None,
            });
            format!(" {}", either(&words))
        }
        Shape::Diagonal => {
            let mut words = Vec::new();
            for (ahead, word, left, right) in [
                (1, "Forwards", "Forwards to the left", "Forwards to the right"),
                (-1, "Backwards", "Backwards to the left", "Backwards to the right"),
            ] {
                let found = |side: i8| vectors.iter().any(|v| v.1.signum() == ahead && v.0.signum() == side);
                words.extend(match (found(-1), found(1)) {
                    (true, true) => Some(word),
                    (true, false) => Some(left),
                    (false, true) => Some(right),
                    (false, false) => None,
                });
            }
            format!(" {}", either(&words))
        }
        Shape::Oblique => {
            let list: Vec<String> = vectors.iter().rev().map(|&v| vector_words(v)).collect();
            format!(" ({} only)", either(&list))
        }
    }
}

fn vector_words((x, y): Vector) -> String {
    let ahead = format!("{} {}", y.unsigned_abs(), if y > 0 { "ahead" } else { "back" });
    let aside = format!("{} {}", x.unsigned_abs(), if x > 0 { "right" } else { "left" });
    format!("{ahead} {aside}")
}
