//! Parser of single atoms: leaps, slides, rides, and lame, crooked, circular and hopping movements.

use super::MAX_REACH;
use super::atom::{Accept, Atom, Shape, images, shape};
use super::error::BetzaError;
use super::modifier::{Hop, Modifiers, Winding};
use super::parser::Parser;
use crate::piece::{Footing, Leg, MoveRule, Path, Vector, lame_way};

/// Number of repetitions of a step, from `min` to `max` (0: no limit).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Span {
    pub(super) min: u8,
    pub(super) max: u8,
}

impl Span {
    pub(super) const ONCE: Span = Span { min: 1, max: 1 };
    pub(super) const ANY: Span = Span { min: 1, max: 0 };

    /// Span written after an atom, or the atom's default.
    pub(super) fn of(atom: Atom, written: Option<Span>) -> Span {
        written.unwrap_or(if atom.rider { Span::ANY } else { Span::ONCE })
    }

    pub(super) fn leg(self, step: Vector) -> Leg {
        Leg::straight(step, self.min, self.max)
    }

    /// Span with slider and leaper exchanged.
    pub(super) fn toggled(self) -> Span {
        if self == Span::ONCE { Span::ANY } else { Span::ONCE }
    }

    /// Span without the first step.
    pub(super) const fn shortened(self) -> Span {
        Span { min: self.min, max: if self.max == 0 { 0 } else { self.max - 1 } }
    }
}

impl Parser<'_> {
    /// Parses modifiers and an atom or vector with its range.
    pub(super) fn plain(&mut self, modifiers: &Modifiers) -> Result<Vec<MoveRule>, BetzaError> {
        let start = self.at;
        let atoms = self.atoms(Accept::Any)?;
        let written = self.span()?;
        let whole = start..self.at;
        modifiers.check_half(&atoms)?;
        if let Some(at) = modifiers.toggles {
            let message = "`y` needs a leg that follows, as in `yafsF`";
            return Err(BetzaError::new(at..at + 1, message));
        }
        let mut rules = Vec::new();
        for atom in atoms {
            let span = Span::of(atom, written);
            for step in modifiers.chosen(atom.a, atom.b) {
                let paths = paths(modifiers, atom, step, span)
                    .map_err(|(at, why)| BetzaError::new(at.map_or(whole.clone(), |at| at..at + 1), why))?;
                rules.extend(paths.into_iter().map(|path| modifiers.rule(path)));
            }
        }
        Ok(rules)
    }

    /// Parses the range after an atom: `3`, `2-4`, `2-` (or `2-0`: 2 or more).
    pub(super) fn span(&mut self) -> Result<Option<Span>, BetzaError> {
        let start = self.at;
        let Some(first) = self.number("a range", MAX_REACH)? else {
            return Ok(None);
        };
        if !self.eat('-') {
            return Ok(Some(Span { min: 1, max: first }));
        }
        let max = self.number("a range", MAX_REACH)?.unwrap_or(0);
        if first == 0 || (max != 0 && max < first) {
            let message = "a range goes from 1 or more to as much or more (or to 0: no limit), as in `R2-4`";
            return Err(BetzaError::new(start..self.at, message));
        }
        Ok(Some(Span { min: first, max }))
    }
}

/// Byte offset of the modifier at fault, if any, and the message.
type Fault = (Option<usize>, String);

/// Paths in one direction.
fn paths(modifiers: &Modifiers, atom: Atom, step: Vector, span: Span) -> Result<Vec<Path>, Fault> {
    let lame = modifiers.lame.is_some();
    let single = lame_way(step).next().is_none();
    let leg = |span: Span| Leg { lame: lame && !single, ..span.leg(step) };
    if let Some(hop) = modifiers.hops {
        let odd = [modifiers.jumps, modifiers.winds.map(|(_, at)| at), modifiers.lame.filter(|_| single)];
        if let Some(at) = odd.into_iter().flatten().next() {
            return Err((Some(at), "this does not go with a hopper (`p`, `g`)".to_owned()));
        }
        let then = match hop {
            Hop::On => span,
            Hop::Toggled => span.toggled(),
        };
        return Ok(vec![Path::Legs { turns: vec![(leg(span), Footing::Mount)], last: leg(then) }]);
    }
    if let Some((winding, at)) = modifiers.winds {
        if modifiers.jumps.is_some() || lame {
            return Err((Some(at), "`z` and `q` do not go with `n` or `j`".to_owned()));
        }
        return winding_paths(winding, atom, step, span).map_err(|why| (Some(at), why));
    }
    match (modifiers.jumps, modifiers.lame) {
        (None, None) => Ok(vec![match span {
            Span::ONCE => Path::Leap(step),
            Span { min: 1, max } => Path::Ride { step, max },
            _ => Path::Legs { turns: Vec::new(), last: leg(span) },
        }]),
        (None, Some(at)) if single => {
            let why = if span == Span::ONCE {
                "`n` has nothing to stop in a single step: leave it out"
            } else {
                "`n` has nothing to stop in a slide, which passes over nothing: leave it out"
            };
            Err((Some(at), why.to_owned()))
        }
        (None, Some(_)) if span == Span::ONCE => Ok(vec![Path::Lame { via: lame_way(step).collect(), to: step }]),
        (None, Some(_)) => Ok(vec![Path::Legs { turns: Vec::new(), last: leg(span) }]),
        (Some(at), _) if span == Span::ONCE => {
            let ways = jumps_over(step);
            if ways.is_empty() || lame {
                let why = "`j` has nothing to jump over in a single step, and does not go with `n` there";
                return Err((Some(at), why.to_owned()));
            }
            Ok(ways)
        }
        (Some(at), _) if span.min > 1 || span.max == 1 => {
            Err((Some(at), "`j` before a slide is its own fewest steps: leave one out".to_owned()))
        }
        // Slip-rider: the first Space must be free, but the path may not end there.
        (Some(_), Some(_)) => Ok(vec![Path::Legs { turns: Vec::new(), last: Span { min: 2, ..span }.leg(step) }]),
        // Ski-rider: the first Space may hold a piece.
        (Some(_), None) => {
            Ok(vec![Path::Legs { turns: vec![(Span::ONCE.leg(step), Footing::Any)], last: span.shortened().leg(step) }])
        }
    }
}

/// Leap over a piece: the first piece on its way may stand on any of the Spaces that a lame leap passes.
fn jumps_over(step: Vector) -> Vec<Path> {
    let via: Vec<Vector> = lame_way(step).collect();
    let minus = |(ax, ay): Vector, (bx, by): Vector| (ax - bx, ay - by);
    let before = |index: usize| index.checked_sub(1).map_or((0, 0), |index| via[index]);
    let way = |first: usize| Path::Legs {
        turns: (0..via.len())
            .map(|index| {
                let footing = match index.cmp(&first) {
                    std::cmp::Ordering::Less => Footing::Free,
                    std::cmp::Ordering::Equal => Footing::Mount,
                    std::cmp::Ordering::Greater => Footing::Any,
                };
                (Span::ONCE.leg(minus(via[index], before(index))), footing)
            })
            .collect(),
        last: Span::ONCE.leg(minus(step, before(via.len()))),
    };
    (0..via.len()).map(way).collect()
}

/// Both mirror images of a path that turns at every step.
fn winding_paths(winding: Winding, atom: Atom, step: Vector, span: Span) -> Result<Vec<Path>, String> {
    let (x, y) = step;
    let both: Vec<(Vec<Vector>, Span)> = match winding {
        Winding::Crooked => {
            if span == Span::ONCE {
                return Err("`z` (crooked) needs a slide or ride, as in `zB` or `zNN`".to_owned());
            }
            [(y, -x), (-y, x)].map(|turned| (vec![step, turned], span)).into()
        }
        Winding::Round => {
            if shape(step) != Shape::Oblique {
                return Err(
                    "`q` (round) needs an oblique atom, as in `qN`: others turn with legs, as in `WafrW`".to_owned()
                );
            }
            let circle = images(atom.a, atom.b);
            let start = circle.iter().position(|image| *image == step).unwrap_or(0);
            let turned = |hand: usize| (0..8).map(|n| circle[(start + n * hand) % 8]).collect();
            // A circular path returns to the start after 8 steps.
            let max = match span {
                Span::ONCE | Span { max: 0, .. } => 8,
                Span { max, .. } => max.min(8),
            };
            [1, 7].map(|hand| (turned(hand), Span { max, ..span })).into()
        }
    };
    Ok(both
        .into_iter()
        .map(|(steps, span)| Path::Legs { turns: Vec::new(), last: Leg { steps, ..span.leg(step) } })
        .collect())
}
