//! Atoms: the leaps of letters and vectors, and their rotations and reflections.

use std::ops::Range;

use super::error::BetzaError;
use super::parser::Parser;
use crate::piece::Vector;
use crate::piece::vector::MAX_REACH;

/// Rotations and reflections of a leap, clockwise from Forwards.
pub(super) fn images(a: u8, b: u8) -> Vec<Vector> {
    let (a, b) = (a.min(b).cast_signed(), a.max(b).cast_signed());
    if a == 0 {
        vec![(0, b), (b, 0), (0, -b), (-b, 0)]
    } else if a == b {
        vec![(a, a), (a, -a), (-a, -a), (-a, a)]
    } else {
        vec![(a, b), (b, a), (b, -a), (a, -b), (-a, -b), (-b, -a), (-b, a), (-a, b)]
    }
}

/// Shape of an atom's leap, which determines how directions select targets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    Orthogonal,
    Diagonal,
    Oblique,
}

pub(super) const fn shape((x, y): Vector) -> Shape {
    if x == 0 || y == 0 {
        Shape::Orthogonal
    } else if x.unsigned_abs() == y.unsigned_abs() {
        Shape::Diagonal
    } else {
        Shape::Oblique
    }
}

/// Leaper or rider: the leap `(a, b)`, and whether it repeats.
#[derive(Clone, Copy, Debug)]
pub(super) struct Atom {
    pub(super) a: u8,
    pub(super) b: u8,
    /// The letter is a rider's own (R, B, Q) or doubled.
    pub(super) rider: bool,
}

impl Atom {
    /// One of its leaps.
    pub(super) const fn leap(self) -> Vector {
        (self.a.cast_signed(), self.b.cast_signed())
    }
}

/// Atoms of a letter.
pub(super) fn letter_atoms(letter: u8) -> Option<&'static [Atom]> {
    const fn leaper(a: u8, b: u8) -> Atom {
        Atom { a, b, rider: false }
    }
    const fn rider(a: u8, b: u8) -> Atom {
        Atom { a, b, rider: true }
    }
    Some(match letter {
        b'W' => const { &[leaper(0, 1)] },
        b'F' => const { &[leaper(1, 1)] },
        b'D' => const { &[leaper(0, 2)] },
        b'N' => const { &[leaper(1, 2)] },
        b'A' => const { &[leaper(2, 2)] },
        b'H' => const { &[leaper(0, 3)] },
        b'C' | b'L' => const { &[leaper(1, 3)] },
        b'Z' | b'J' => const { &[leaper(2, 3)] },
        b'G' => const { &[leaper(3, 3)] },
        b'K' => const { &[leaper(0, 1), leaper(1, 1)] },
        b'R' => const { &[rider(0, 1)] },
        b'B' => const { &[rider(1, 1)] },
        b'Q' => const { &[rider(0, 1), rider(1, 1)] },
        _ => return None,
    })
}

/// Atoms accepted in a place of the grammar.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Accept {
    Any,
    /// Atoms with one direction each: no K, no Q.
    Leg,
}

pub(super) const EXPECTED_ATOM: &str =
    "expected an atom (W F D N A H C Z G, K Q R B, U), a vector such as `(1,4)` or a `[`";

impl Parser<'_> {
    /// Parses an atom letter, possibly doubled, or a vector, without a range.
    pub(super) fn atoms(&mut self, accept: Accept) -> Result<Vec<Atom>, BetzaError> {
        let start = self.at;
        if self.peek() == Some('(') {
            return Ok(vec![self.vector()?]);
        }
        let here = self.here();
        let Some(c) = self.peek().filter(char::is_ascii_uppercase) else {
            return Err(BetzaError::new(
                here,
                format!("{} does not belong here: expected an atom such as `W` or `F`", self.found()),
            ));
        };
        let Some(atoms) = letter_atoms(c as u8) else {
            return Err(unknown_atom(c, here));
        };
        self.bump();
        let doubled = self.eat(c);
        let whole = start..self.at;
        let mut atoms = atoms.to_vec();
        if doubled {
            if atoms.iter().any(|atom| atom.rider) {
                let message = format!("`{c}` slides without limit already");
                return Err(BetzaError::new(whole, message).suggest(c));
            }
            for atom in &mut atoms {
                atom.rider = true;
            }
            if self.peek().is_some_and(|c| c.is_ascii_digit()) {
                let message = format!("`{c}{c}` has no limit: for one write the number behind a single `{c}`");
                let range = start..self.at + 1;
                while self.peek().is_some_and(|c| c.is_ascii_digit()) {
                    self.bump();
                }
                return Err(BetzaError::new(range, message));
            }
        }
        if accept == Accept::Leg && atoms.len() > 1 {
            let message = format!("`{c}` stands for two atoms: a leg needs one, so write two brackets");
            return Err(BetzaError::new(whole, message));
        }
        Ok(atoms)
    }

    /// Parses `(1,4)`.
    fn vector(&mut self) -> Result<Atom, BetzaError> {
        let start = self.at;
        self.bump();
        let mut parts = [0, 0];
        for (index, part) in parts.iter_mut().enumerate() {
            self.skip_spaces();
            if self.peek() == Some('-') {
                let message = "a vector stands for all its images: write sizes without a sign and choose directions with f, b, l, r";
                return Err(BetzaError::new(self.here(), message));
            }
            *part = self.number("a part of a vector", MAX_REACH)?.ok_or_else(|| {
                BetzaError::new(self.here(), format!("{} in a vector: expected a number, as in `(1,4)`", self.found()))
            })?;
            self.skip_spaces();
            let close = if index == 0 { ',' } else { ')' };
            if !self.eat(close) {
                let message = format!("{} in a vector: expected `{close}`, as in `(1,4)`", self.found());
                return Err(BetzaError::new(self.here(), message));
            }
        }
        if parts == [0, 0] {
            return Err(BetzaError::new(start..self.at, "the vector (0,0) leads nowhere"));
        }
        Ok(Atom { a: parts[0], b: parts[1], rider: false })
    }
}

fn unknown_atom(c: char, range: Range<usize>) -> BetzaError {
    let error = BetzaError::new(range, format!("unknown atom `{c}`: {EXPECTED_ATOM}"));
    match c {
        'P' => error.suggest("fmWfcF"),
        'S' => error.suggest("N"),
        'M' => error.suggest("RN"),
        'E' => error.suggest("FfW"),
        'O' => {
            BetzaError::new(error.range, "castling is written with the piece: `castle = { with = [\"rook\"], by = 2 }`")
        }
        _ => error,
    }
}
