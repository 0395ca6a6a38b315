//! Parser of modifiers, the letters before an atom. Most of them select directions.

use std::ops::Range;

use super::atom::{Atom, Shape, images, letter_atoms, shape};
use super::error::BetzaError;
use super::parser::Parser;
use crate::piece::{Bounds, Mode, MoveRule, Path, Vector, When};

/// Direction letter, or a pair of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Directions {
    One(u8),
    Two(u8, u8),
}

/// Returns whether a vector points to the side of a letter.
fn on_side((x, y): Vector, letter: u8) -> bool {
    match letter {
        b'f' => y > 0,
        b'b' => y < 0,
        b'l' => x < 0,
        b'r' => x > 0,
        b'v' => y != 0,
        b's' => x != 0,
        _ => true,
    }
}

pub(super) const fn is_vertical(letter: u8) -> bool {
    matches!(letter, b'f' | b'b' | b'v')
}

const fn is_horizontal(letter: u8) -> bool {
    matches!(letter, b'l' | b'r' | b's')
}

impl Directions {
    fn choose(self, vector: Vector) -> bool {
        let (x, y) = vector;
        // An oblique leap matches if its long component lies on the letter's axis.
        let is_long = |letter: u8| (y.unsigned_abs() > x.unsigned_abs()) == is_vertical(letter);
        match (shape(vector), self) {
            (_, Directions::Two(b'h', letter) | Directions::Two(letter, b'h')) => on_side(vector, letter),
            (Shape::Orthogonal | Shape::Diagonal, Directions::One(letter)) => on_side(vector, letter),
            (Shape::Orthogonal, Directions::Two(a, b)) => on_side(vector, a) || on_side(vector, b),
            (Shape::Diagonal, Directions::Two(a, b)) => on_side(vector, a) && on_side(vector, b),
            (Shape::Oblique, Directions::One(letter)) => on_side(vector, letter) && is_long(letter),
            (Shape::Oblique, Directions::Two(a, b)) => on_side(vector, a) && on_side(vector, b) && is_long(b),
        }
    }
}

/// Modifiers of an atom.
#[derive(Default, Debug, PartialEq, Eq)]
pub(super) struct Modifiers {
    pub(super) range: Range<usize>,
    pub(super) directions: Vec<Directions>,
    pub(super) half: Option<usize>,
    pub(super) moves: bool,
    pub(super) captures: bool,
    pub(super) lame: Option<usize>,
    pub(super) initial: bool,
    /// `p` or `g`: hopper that continues over a mount.
    pub(super) hops: Option<Hop>,
    /// `j`: jumps over a piece, or skips the first step.
    pub(super) jumps: Option<usize>,
    /// `y`: toggles between slide and leap for the next leg.
    pub(super) toggles: Option<usize>,
    /// `z` or `q`: unlimited path that turns at every step.
    pub(super) winds: Option<(Winding, usize)>,
}

/// Movement of a hopper beyond its mount.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Hop {
    /// `p`: same range as before.
    On,
    /// `g`: toggled range; a slider takes one step, a leaper any number.
    Toggled,
}

/// Turns of a path at every step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Winding {
    /// `z`: right angles, alternately to both sides.
    Crooked,
    /// `q`: to the next direction, always on the same side.
    Round,
}

impl Modifiers {
    pub(super) fn chosen(&self, a: u8, b: u8) -> Vec<Vector> {
        let mut all = images(a, b);
        if !self.directions.is_empty() {
            all.retain(|&vector| self.directions.iter().any(|d| d.choose(vector)));
        }
        all
    }

    pub(super) fn rule(&self, path: Path) -> MoveRule {
        let mode = match (self.moves, self.captures) {
            (true, false) => Mode::Move,
            (false, true) => Mode::Capture,
            _ => Mode::Both,
        };
        MoveRule { path, mode, initial: self.initial, when: When::Always, bounds: Bounds::NONE }
    }

    /// Checks that `h` is used with oblique atoms only.
    pub(super) fn check_half(&self, atoms: &[Atom]) -> Result<(), BetzaError> {
        match self.half {
            Some(at) if atoms.iter().any(|atom| shape(atom.leap()) != Shape::Oblique) => {
                let message = "`h` (half) has a meaning only before oblique atoms such as `N`: leave it out";
                Err(BetzaError::new(at..at + 2, message))
            }
            _ => Ok(()),
        }
    }
}

impl Parser<'_> {
    /// Parses the modifiers before an atom or before an `a`.
    pub(super) fn modifiers(&mut self) -> Result<Modifiers, BetzaError> {
        let start = self.at;
        let mut out = Modifiers::default();
        while let Some(c) = (self.peek()).filter(|c| c.is_ascii_lowercase() && *c != 'a') {
            let here = self.here();
            let hop = |g: bool| if g { Hop::Toggled } else { Hop::On };
            let wind = |z: bool| if z { Winding::Crooked } else { Winding::Round };
            let twice = match c {
                'm' => std::mem::replace(&mut out.moves, true),
                'c' => std::mem::replace(&mut out.captures, true),
                'n' => out.lame.replace(self.at).is_some(),
                'i' => std::mem::replace(&mut out.initial, true),
                'j' => out.jumps.replace(self.at).is_some(),
                'y' => out.toggles.replace(self.at).is_some(),
                'p' | 'g' => out.hops.replace(hop(c == 'g')).is_some(),
                'z' | 'q' => out.winds.replace((wind(c == 'z'), self.at)).is_some(),
                'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' => {
                    self.direction(&mut out)?;
                    continue;
                }
                _ => return Err(unknown_modifier(c, here)),
            };
            if twice {
                return Err(BetzaError::new(here, format!("the modifier `{c}` is written twice")));
            }
            self.bump();
        }
        out.range = start..self.at;
        Ok(out)
    }

    /// Parses one direction letter, or a pair.
    fn direction(&mut self, out: &mut Modifiers) -> Result<(), BetzaError> {
        let bytes = self.text.as_bytes();
        let (first, second) = (bytes[self.at], bytes.get(self.at + 1).copied());
        let together = |b: u8| {
            let crossing = (is_vertical(first) && is_horizontal(b)) || (is_horizontal(first) && is_vertical(b));
            let half = (first == b'h') != (b == b'h') && b"fblrvsh".contains(&b);
            (b == first && b != b'h') || crossing || half
        };
        match second.filter(|&b| together(b)) {
            Some(second) => {
                if first == b'h' || second == b'h' {
                    out.half = Some(self.at);
                }
                out.directions.push(Directions::Two(first, second));
                self.at += 2;
            }
            None if first == b'h' => {
                return Err(BetzaError::new(self.here(), "`h` (half) needs a direction beside it, as in `fhN`"));
            }
            None => {
                out.directions.push(Directions::One(first));
                self.at += 1;
            }
        }
        Ok(())
    }
}

fn unknown_modifier(c: char, range: Range<usize>) -> BetzaError {
    let why = match c {
        'o' => "`o` (round a cylinder) has no place here: no board wraps round",
        'd' => {
            "`d` (capturing one's own) is not a movement here: give the piece to be captured `abilities = [\"fair-game\"]`"
        }
        'e' => "capturing en passant is written as `en-passant = [\"takes\"]` with the piece",
        't' => "`t` (a right angle) belongs inside a bracket, as in `[B>tB]`",
        'u' => "`u` (unloading what was captured) is not supported: what is captured leaves the board",
        'x' => "`x` (lending moves to others) is no movement: see the abilities",
        'k' => "`k` (capturing only a King) is not supported",
        _ => {
            let error = BetzaError::new(
                range,
                format!("unknown modifier `{c}`: expected f b l r v s h, m, c, n, i, j, p, g, z, q, y, a or an atom"),
            );
            let upper = c.to_ascii_uppercase();
            return if letter_atoms(upper as u8).is_some() { error.suggest(upper) } else { error };
        }
    };
    BetzaError::new(range, why)
}
