//! Descriptions of movements in English, for the rulebook and for people who do not read notation.

mod legs;
mod phrases;

use std::collections::BTreeSet;

use phrases::{direction_words, lines, oblique, sizes, spaces};

use super::atom::images;
use crate::english::capitalised;
use crate::piece::{Bounds, Mode, MoveRule, Path, Vector, When};

/// Kind of a movement, independent of its direction.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    Leap(u8, u8),
    Lame(u8, u8),
    Ride(u8, u8, u8),
    Area(Vec<Vector>, u8),
    Bent { first: (u8, u8), min: u8, max: u8, then: (u8, u8), then_max: u8, right_angle: bool },
    Legs(legs::Shape),
    Anywhere,
}

impl Kind {
    fn of(path: &Path) -> (Kind, Option<Vector>) {
        match *path {
            Path::Leap(to) => {
                let (a, b) = sizes(to);
                (Kind::Leap(a, b), Some(to))
            }
            Path::Lame { to, .. } => {
                let (a, b) = sizes(to);
                (Kind::Lame(a, b), Some(to))
            }
            Path::Ride { step, max } => {
                let (a, b) = sizes(step);
                (Kind::Ride(a, b, max), Some(step))
            }
            Path::Area { ref vectors, steps } => (Kind::Area(vectors.clone(), steps), None),
            Path::Bent { first, min, max, then, then_max } => {
                let right_angle = i32::from(first.0) * i32::from(then.0) + i32::from(first.1) * i32::from(then.1) == 0;
                (Kind::Bent { first: sizes(first), min, max, then: sizes(then), then_max, right_angle }, Some(first))
            }
            Path::Legs { ref turns, ref last } => {
                let (shape, first) = legs::Shape::of(turns, last);
                (Kind::Legs(shape), first)
            }
            Path::Anywhere => (Kind::Anywhere, None),
        }
    }
}

/// Group of movements described together.
struct Group {
    kind: Kind,
    mode: Mode,
    initial: bool,
    when: When,
    bounds: Bounds,
    vectors: BTreeSet<Vector>,
    /// Sides to which second legs of bent paths turn: left, right.
    hands: (bool, bool),
    /// The group merges a Rook's and a Bishop's movement.
    queen: bool,
    /// Turns of paths with several legs.
    bends: legs::Bends,
}

/// Describes rules in English, with a clause for each kind of movement.
///
/// ```
/// use engine::piece::betza::{describe, parse};
/// let pawn = parse("fmWfcFifmnD").unwrap();
/// assert_eq!(
///     describe(&pawn),
///     "Moves 1 Space Forwards along Rook Lines without capturing; captures 1 Space Forwards along Bishop Lines; \
///      from the Space it started on, moves exactly 2 Spaces Forwards along Rook Lines without capturing or leaping.",
/// );
/// ```
pub fn describe(rules: &[MoveRule]) -> String {
    let mut groups: Vec<Group> = Vec::new();
    for rule in rules {
        let (kind, vector) = Kind::of(&rule.path);
        let found = groups.iter().position(|g| {
            g.kind == kind
                && g.mode == rule.mode
                && g.initial == rule.initial
                && g.when == rule.when
                && g.bounds == rule.bounds
        });
        let index = found.unwrap_or_else(|| {
            groups.push(Group {
                kind,
                mode: rule.mode,
                initial: rule.initial,
                when: rule.when,
                bounds: rule.bounds.clone(),
                vectors: BTreeSet::new(),
                hands: (false, false),
                queen: false,
                bends: legs::Bends::default(),
            });
            groups.len() - 1
        });
        let group = &mut groups[index];
        group.vectors.extend(vector);
        if let Path::Bent { first, then, .. } = rule.path {
            let cross = i32::from(first.0) * i32::from(then.1) - i32::from(first.1) * i32::from(then.0);
            group.hands.0 |= cross > 0;
            group.hands.1 |= cross < 0;
        }
        if let Path::Legs { turns, last } = &rule.path {
            group.bends.add(turns, last);
        }
    }
    join_queens(&mut groups);
    if groups.is_empty() {
        return "Does not move.".to_owned();
    }
    let clauses: Vec<String> = groups.iter().map(clause).collect();
    capitalised(&clauses.join("; ")) + "."
}

/// Merges a complete Rook's and a complete Bishop's movement of the same kind into a Queen's.
fn join_queens(groups: &mut Vec<Group>) {
    let orthogonal = |kind: &Kind| match *kind {
        Kind::Leap(0, n) => Some(Kind::Leap(n, n)),
        Kind::Ride(0, n, max) => Some(Kind::Ride(n, n, max)),
        _ => None,
    };
    let mut index = 0;
    while index < groups.len() {
        let twin = orthogonal(&groups[index].kind).and_then(|diagonal| {
            let group = &groups[index];
            groups.iter().position(|other| {
                other.kind == diagonal
                    && (other.mode, other.initial, other.when) == (group.mode, group.initial, group.when)
                    && other.bounds == group.bounds
                    && other.vectors.len() == 4
                    && group.vectors.len() == 4
            })
        });
        if let Some(twin) = twin {
            groups[index].queen = true;
            groups.remove(twin);
            if twin < index {
                index -= 1;
            }
        }
        index += 1;
    }
}

fn clause(group: &Group) -> String {
    let mut text = String::new();
    if group.initial {
        text.push_str("from the Space it started on, ");
    }
    text.push_str(match group.when {
        When::Always => "",
        When::OnBattlefield => "while on the Battlefield, ",
        When::InOwnTerritory => "while in its own Territory, ",
        When::InOwnRearTwo => "while on the two rearmost rows of its own Territory, ",
        When::SupportLead => "with a Support Level above every Opponent's, ",
    });
    let (inside, limits) = group.bounds.words();
    text.push_str(&inside);
    let verb = |ordinary: &'static str| match group.mode {
        Mode::Capture => "captures",
        Mode::Move => "moves",
        Mode::Both => ordinary,
    };
    let mode = if group.mode == Mode::Move { " without capturing" } else { "" };
    let to_capture = if group.mode == Mode::Capture { " to capture" } else { "" };
    let direction = direction_words(&group.vectors);
    let along = |a: u8, b: u8| {
        if group.queen { "along Queen Lines" } else { lines(a, b) }
    };
    let body = match group.kind {
        Kind::Leap(a, 1) => format!("{} 1 Space{direction} {}{mode}", verb("moves or captures"), along(a, 1)),
        Kind::Leap(a, b) if a == 0 || a == b => {
            format!("leaps exactly {}{direction} {}{to_capture}{mode}", spaces(b), along(a, b))
        }
        Kind::Leap(a, b) => format!("leaps to {}{direction}{to_capture}{mode}", oblique(a, b)),
        Kind::Lame(a, b) if a == 0 || a == b => {
            let without = if group.mode == Mode::Move { " without capturing or leaping" } else { " without leaping" };
            format!("{} exactly {}{direction} {}{without}", verb("moves or captures"), spaces(b), along(a, b))
        }
        Kind::Lame(a, b) => {
            let target = oblique(a, b);
            format!(
                "{} to {target}{direction}{mode} without leaping, going along a Rook Line first",
                verb("moves or captures")
            )
        }
        Kind::Ride(a, 1, 0) => format!("slides any distance{direction} {}{to_capture}{mode}", along(a, 1)),
        Kind::Ride(a, 1, max) => format!("slides up to {}{direction} {}{to_capture}{mode}", spaces(max), along(a, 1)),
        Kind::Ride(a, b, max) => {
            let step = if a == 0 || a == b {
                format!("{} {}", spaces(b), along(a, b))
            } else {
                format!("to {}", oblique(a, b))
            };
            let times = if max == 0 { "any number of leaps".to_owned() } else { format!("up to {max} leaps") };
            format!("makes {times} of {step}{direction} in one direction{to_capture}{mode}")
                .replace("leaps of to", "leaps to")
        }
        Kind::Area(ref vectors, steps) => {
            format!("{}{mode}", area_words(vectors, steps, to_capture))
        }
        Kind::Bent { first, min, max, then, then_max, right_angle } => {
            let leg = |(a, b): (u8, u8), min: u8, max: u8| {
                let count = match (min, max) {
                    (min, max) if min == max => spaces(min),
                    (1, 0) => "any distance".to_owned(),
                    (min, 0) => format!("{min} or more Spaces"),
                    (1, max) => format!("up to {}", spaces(max)),
                    (min, max) => format!("{min} to {}", spaces(max)),
                };
                match lines(a, b) {
                    "" => format!("{count} by leaps to {}", oblique(a, b)),
                    along if b == 1 => format!("{count} {along}"),
                    along => format!("{count} by leaps of {b} {along}"),
                }
            };
            let hand = match group.hands {
                (true, false) => " to the left",
                (false, true) => " to the right",
                _ => "",
            };
            let turn = if right_angle { "turns by a right angle" } else { "bends outward" };
            let (first, then) = (leg(first, min, max), leg(then, 1, then_max));
            format!("goes {first}{direction} through free Spaces, then {turn}{hand} and goes {then}{to_capture}{mode}")
        }
        Kind::Legs(ref shape) => {
            let way = legs::words(shape, &group.bends, &group.vectors);
            match (shape.captures_in_passing(), group.mode) {
                (false, _) => format!("{way}{to_capture}{mode}"),
                (true, Mode::Both) => way,
                (true, Mode::Move) => format!("{way} to a free Space"),
                (true, Mode::Capture) => format!("{way} to capture there as well"),
            }
        }
        Kind::Anywhere => format!("leaps to any Space of the board{to_capture}{mode}"),
    };
    text + &body + &limits
}

fn area_words(vectors: &[Vector], steps: u8, to_capture: &str) -> String {
    let kinds: BTreeSet<(u8, u8)> = vectors.iter().map(|&v| sizes(v)).collect();
    let kinds: Vec<(u8, u8)> = kinds.into_iter().collect();
    let whole: usize = kinds.iter().map(|&(a, b)| images(a, b).len()).sum();
    let along = match kinds[..] {
        [(0, 1), (1, 1)] => "along Queen Lines".to_owned(),
        [(a, 1)] => lines(a, 1).to_owned(),
        [(a, b)] if a == 0 || a == b => format!("of exactly {b} {}", lines(a, b)),
        [(a, b)] => format!("to {}", oblique(a, b)),
        _ => "of its own".to_owned(),
    };
    let direction =
        if vectors.len() == whole { String::new() } else { direction_words(&vectors.iter().copied().collect()) };
    let steps = if steps == 1 { "1 step".to_owned() } else { format!("up to {steps} steps") };
    format!("makes {steps}{direction} {along}, turning at will, all but the last onto free Spaces{to_capture}")
}
