//! Descriptions of paths with several legs.

use std::collections::BTreeSet;

use super::phrases::{direction_words, lines, oblique, sizes, spaces};
use crate::english::either;
use crate::piece::{Footing, Leg, Vector};

/// Properties of paths that are independent of their directions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    legs: Vec<Measure>,
    footings: Vec<Footing>,
    /// Turns in eighths of a circle, for paths with more than one turn. Paths with a single turn are described
    /// together.
    turns: Vec<i8>,
}

/// Leg without its direction.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Measure {
    /// Components of a step, smaller first; (n, n) unless oblique.
    size: (u8, u8),
    winding: Winding,
    lame: bool,
    reflects: bool,
    min: u8,
    max: u8,
}

/// Relation between consecutive steps of a leg.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Winding {
    Straight,
    Crooked,
    Round,
}

/// Turns between legs, in eighths of a circle, clockwise.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Bends {
    turns: Vec<BTreeSet<i8>>,
    /// Sides of turns relative to the previous turn: the same (1) or the other (-1).
    relations: Vec<BTreeSet<i8>>,
}

fn is_oblique((x, y): Vector) -> bool {
    x != 0 && y != 0 && x.unsigned_abs() != y.unsigned_abs()
}

fn first_step(leg: &Leg) -> Vector {
    leg.steps.first().copied().unwrap_or_default()
}

impl Shape {
    /// Shape of a path, and its first step.
    pub(super) fn of(turns: &[(Leg, Footing)], last: &Leg) -> (Shape, Option<Vector>) {
        let measure = |leg: &Leg| {
            let step = first_step(leg);
            let (a, b) = sizes(step);
            Measure {
                size: if is_oblique(step) { (a, b) } else { (b, b) },
                winding: match leg.steps.len() {
                    0 | 1 => Winding::Straight,
                    2 => Winding::Crooked,
                    _ => Winding::Round,
                },
                lame: leg.lame,
                reflects: leg.reflects,
                min: leg.min,
                max: leg.max,
            }
        };
        let all = turns.iter().map(|(leg, _)| leg).chain([last]);
        let steps: Vec<Vector> = all.clone().map(first_step).collect();
        let turn = |pair: &[Vector]| eighths(pair[0], pair[1]).abs();
        let shape = Shape {
            legs: all.clone().map(measure).collect(),
            footings: turns.iter().map(|(_, footing)| *footing).collect(),
            turns: match steps.len() {
                0..=2 => Vec::new(),
                _ => steps.windows(2).map(turn).collect(),
            },
        };
        let first = all.map(first_step).next();
        (shape, first)
    }

    /// Returns whether the path captures before its end.
    pub(super) fn captures_in_passing(&self) -> bool {
        self.footings.contains(&Footing::Enemy)
    }
}

impl Bends {
    pub(super) fn add(&mut self, turns: &[(Leg, Footing)], last: &Leg) {
        let steps: Vec<Vector> = turns.iter().map(|(leg, _)| leg).chain([last]).map(first_step).collect();
        self.turns.resize(steps.len(), BTreeSet::new());
        self.relations.resize(steps.len(), BTreeSet::new());
        let mut hand = 0;
        for (index, pair) in steps.windows(2).enumerate() {
            let turn = eighths(pair[0], pair[1]);
            self.turns[index].insert(turn);
            if turn % 4 != 0 {
                self.relations[index].insert(hand * turn.signum());
                hand = turn.signum();
            }
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "an angle has few eighths")]
/// Angle from one step to another, clockwise in eighths of a circle, from -3 to 4.
fn eighths(from: Vector, to: Vector) -> i8 {
    let angle = |(x, y): Vector| f64::from(x).atan2(f64::from(y));
    let turn = (angle(to) - angle(from)) / std::f64::consts::FRAC_PI_4;
    let turn = (turn.round() as i8).rem_euclid(8);
    if turn > 4 { turn - 8 } else { turn }
}

/// Describes a path: "goes 1 Space … to a piece, jumps over it and goes on any distance".
pub(super) fn words(shape: &Shape, bends: &Bends, firsts: &BTreeSet<Vector>) -> String {
    let along = along(firsts);
    let [first, rest @ ..] = &shape.legs[..] else {
        return String::new();
    };
    let verb = if first.is_slide() { "goes" } else { "makes" };
    let mut text = format!("{verb} {}", length(first, &along));
    for (index, (leg, footing)) in rest.iter().zip(&shape.footings).enumerate() {
        text.push_str(match footing {
            Footing::Free => " to a free Space",
            Footing::Mount => " to a piece, jumps over it",
            Footing::Enemy => " to an Enemy, captures it in passing",
            Footing::Any => " over whatever stands there",
        });
        let (goes, whither) = turn(&bends.turns[index], &bends.relations[index]);
        let by = if leg.is_slide() { "" } else { "by " };
        let join = if goes.starts_with("turns") { ", " } else { " and " };
        text.push_str(&format!("{join}{goes} {by}{}{whither}", length(leg, "")));
    }
    text
}

/// Directions of the first step: " Forwards along Rook Lines".
fn along(firsts: &BTreeSet<Vector>) -> String {
    let of = |wanted: fn(Vector) -> bool| -> BTreeSet<Vector> {
        firsts.iter().copied().filter(|step| wanted(*step)).collect()
    };
    let straight = of(|(x, y)| x == 0 || y == 0);
    let diagonal = of(|(x, y)| x.unsigned_abs() == y.unsigned_abs());
    let one = |steps: &BTreeSet<Vector>, lines: &str| format!("{} {lines}", direction_words(steps));
    match (straight.len(), diagonal.len()) {
        (0, 0) => direction_words(firsts),
        (4, 4) => " along Queen Lines".to_owned(),
        (_, 0) => one(&straight, lines(0, 1)),
        (0, _) => one(&diagonal, lines(1, 1)),
        _ => format!("{} or{}", one(&straight, lines(0, 1)), one(&diagonal, lines(1, 1))),
    }
}

impl Measure {
    /// Returns whether the leg is measured in Spaces instead of steps or leaps.
    fn is_slide(&self) -> bool {
        self.size == (1, 1) && self.winding == Winding::Straight
    }
}

/// Length of a leg in words.
fn length(leg: &Measure, along: &str) -> String {
    let (a, b) = leg.size;
    let times = |one: &str, many: &str| match (leg.min, leg.max) {
        (1, 1) => one.to_owned(),
        (min, max) if min == max => format!("{max} {many}"),
        (1, 0) => format!("any number of {many}"),
        (1, max) => format!("up to {max} {many}"),
        (min, 0) => format!("{min} or more {many}"),
        (min, max) => format!("{min} to {max} {many}"),
    };
    let mut text = if leg.is_slide() {
        match (leg.min, leg.max) {
            (1, 0) => format!("any distance{along}"),
            (min, max) if min == max => format!("{}{along}", spaces(max)),
            (1, max) => format!("up to {}{along}", spaces(max)),
            (min, 0) => format!("{min} or more Spaces{along}"),
            (min, max) => format!("{min} to {}{along}", spaces(max)),
        }
    } else if a == b {
        let step = if b == 1 { "of 1 Space".to_owned() } else { format!("of {}", spaces(b)) };
        format!("{} {step}{along}", times("a step", "steps"))
    } else {
        format!("{} to {}{along}", times("a leap", "leaps"), oblique(a, b))
    };
    text.push_str(match leg.winding {
        Winding::Straight if leg.max == 1 || leg.size == (1, 1) => "",
        Winding::Straight => " in one direction",
        Winding::Crooked => " in a zigzag of right angles",
        Winding::Round => " round a circle, always turning to the same hand",
    });
    if leg.lame {
        text.push_str(" without leaping, each step along a Rook Line first");
    }
    if leg.reflects {
        text.push_str(", reflected by the edges of the board");
    }
    text
}

/// Turn in words, such as "turns by a right angle to the left and goes", and the words to add after the length.
fn turn(turns: &BTreeSet<i8>, relations: &BTreeSet<i8>) -> (String, &'static str) {
    let has = |eighths: i8| turns.contains(&eighths) || turns.contains(&-eighths);
    let directions: BTreeSet<i8> = turns.iter().map(|turn| turn.rem_euclid(8)).collect();
    if directions.len() == 8 {
        return ("goes".to_owned(), " in any direction");
    }
    let angles: Vec<&str> = [(1, "45°"), (2, "a right angle"), (3, "135°")]
        .into_iter()
        .filter(|(eighths, _)| has(*eighths))
        .map(|(_, name)| name)
        .collect();
    let left = turns.iter().any(|turn| (-3..0).contains(turn));
    let right = turns.iter().any(|turn| (1..4).contains(turn));
    let hand = match (left, right) {
        (true, false) => " to the left",
        (false, true) => " to the right",
        _ => match relations.iter().collect::<Vec<_>>()[..] {
            [1] => " to the same hand",
            [-1] => " to the other hand",
            _ => "",
        },
    };
    let straight = match (has(0), has(4)) {
        (true, true) => "goes on or back",
        (true, false) => "goes on",
        (false, true) => "goes back",
        (false, false) => "",
    };
    let goes = match (straight, angles.is_empty()) {
        (_, true) => straight.to_owned(),
        ("", false) => format!("turns by {}{hand} and goes", either(&angles)),
        (_, false) => format!("{straight} or turns by {}{hand} and goes", either(&angles)),
    };
    (goes, "")
}
