//! Betza notation: how a piece moves, in a few letters.
//!
//! [`parse`] turns a string such as `fmWfcFifmnD` (the chess Pawn) into [`MoveRule`]s, one for each direction;
//! [`describe`] turns rules into English. The dialect is the one of the chess-variant community (atoms, ranges, directions, `m`,
//! `c`, `n`, `i`) with three bracketed extensions.
//!
//! ```
//! use engine::piece::betza::{describe, parse};
//!
//! let rook = parse("R").unwrap();
//! assert_eq!(rook.len(), 4);
//! assert_eq!(describe(&rook), "Slides any distance along Rook Lines.");
//! ```
//!
//! # Grammar
//! ```text
//! notation  = term, { [space], term }
//! term      = { modifier }, ( atom | vector | bracket )
//! modifier  = direction letters (f b l r v s h) | m | c | n | i
//! atom      = letter, [ the same letter again | number ]
//! vector    = "(", number, ",", number, ")", [ number ]
//! bracket   = "[", first leg, ">", { l | r | t }, second leg, "]"
//!           | "[", step, "*", number, "]"
//! ```
//!
//! # Atoms
//! | letter | leaps | | letter | is short for |
//! |---|---|---|---|---|
//! | `W` | (0,1) | | `R` | `WW`: slides along Rook Lines |
//! | `F` | (1,1) | | `B` | `FF`: slides along Bishop Lines |
//! | `D` | (0,2) | | `Q` | `RB` |
//! | `N` | (1,2) | | `K` | `WF` |
//! | `A` | (2,2) | | | |
//! | `H` | (0,3) | | | |
//! | `C`, old `L` | (1,3) | | | |
//! | `Z`, old `J` | (2,3) | | | |
//! | `G` | (3,3) | | | |
//!
//! An atom stands for all its 4 or 8 images under turning and mirroring. A letter written twice repeats its step without limit
//! (`NN`), a number behind it at most so often (`R2`, `N3`; 0: without limit). `(1,4)` is a leaper to any other distance.
//!
//! # Modifiers
//! They stand before the atom, in any order, and concern that atom only.
//! * `m` only moves, `c` only captures; neither or both: both.
//! * `n` non-jumping ("lame"): along a line the Spaces between must hold no blocking piece. An oblique leap goes the orthogonal part
//!   first and the diagonal part last: `nN` is stopped by a piece orthogonally next to it.
//! * `i` initial: only while the piece has not left the Space it started the game on.
//! * `f b l r`: Forwards, Backwards, left, right; `v` = f and b, `s` = l and r. What they choose depends on the atom:
//!   * *orthogonal* (W D H R): each letter adds its direction. `fsW`: Forwards and both sides.
//!   * *diagonal* (F A G B): one letter chooses the two directions on that side (`fF`); a letter of f b v and one of l r s next to
//!     each other choose what is on both sides (`flF`: Forwards left). More letters add up, read in pairs from the left: `flbrF`.
//!   * *oblique* (N C Z and vectors): one letter, or it twice, chooses the two targets *furthest* that way (`fN` = `ffN`: one
//!     column aside, two rows ahead). Two letters of different kind: the *last* says where the long part of the leap goes, the first where
//!     the short one goes (`fsN`: two aside, one ahead; `lfN`: one left, two ahead). With `h` (half) all targets on that side: `fhN`.
//!   * *K and Q*: as for the two atoms that they are short for.
//!
//! # Brackets
//! * `[F>W]` bends: one F step onto a Space without a blocking piece, then one W step *outward*, that is within 45° of the way so
//!   far but not straight on. A number behind the first leg says exactly how many steps it has (`[F3>W]`), a range how many (`[F1-3>W]`); a
//!   rider as the first leg has any number (`[B>W]`, `[B3>W]` = `[F1-3>W]`). The second leg has at least one step and at most its range:
//!   `[F>R]` is the griffin. Before the second leg `l` and `r` allow only turns to that hand, and `t` turns by a right angle instead:
//!   `[B>rtB]`. Directions before the bracket choose the first leg's.
//! * `[W*3]` spreads: up to 3 W steps in any directions, each onto a Space without a blocking piece; the last may capture.

mod describe;

use std::ops::Range;

use super::{Mode, MoveRule, Path, Vector, When};

pub use describe::describe;

/// The longest notation accepted, in bytes.
pub const MAX_LEN: usize = 200;
/// The most movements a notation, and a piece, may have: see [`count`].
pub const MAX_RULES: usize = 128;
/// The longest vector component and the largest range: the longest side of a board less one.
pub const MAX_REACH: u8 = 25;
/// The most steps of an area.
pub const MAX_AREA: u8 = 8;
/// After so many errors reading stops.
const MAX_ERRORS: usize = 10;

/// What is wrong in a notation, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}{}", .suggestion.as_ref().map(|s| format!(", did you mean `{s}`?")).unwrap_or_default())]
pub struct BetzaError {
    /// Bytes of the string concerned.
    pub range: Range<usize>,
    /// What is wrong, and what was expected.
    pub message: String,
    /// What may have been meant, to be written instead.
    pub suggestion: Option<String>,
}

impl BetzaError {
    fn new(range: Range<usize>, message: impl Into<String>) -> Self {
        Self {
            range,
            message: message.into(),
            suggestion: None,
        }
    }

    fn suggest(mut self, suggestion: impl Into<String>) -> Self {
        self.suggestion = Some(suggestion.into());
        self
    }
}

/// Reads a notation.
///
/// # Errors
/// Everything that is wrong in it, in order, at most about ten errors.
pub fn parse(text: &str) -> Result<Vec<MoveRule>, Vec<BetzaError>> {
    if text.len() > MAX_LEN {
        let message = format!(
            "the notation is {} bytes long, at most {MAX_LEN} are allowed",
            text.len()
        );
        return Err(vec![BetzaError::new(0..text.len(), message)]);
    }
    let mut parser = Parser { text, at: 0 };
    let mut rules: Vec<MoveRule> = Vec::new();
    let mut errors = Vec::new();
    let mut terms = 0;
    loop {
        parser.skip_spaces();
        if parser.peek().is_none() {
            break;
        }
        terms += 1;
        match parser.term() {
            Ok(more) => {
                for rule in more {
                    if !rules.contains(&rule) {
                        rules.push(rule);
                    }
                }
            }
            Err(error) => {
                parser.recover(&error);
                errors.push(error);
            }
        }
        let count = count(&rules);
        if count > MAX_RULES {
            errors.push(BetzaError::new(0..text.len(), too_many(count)));
        }
        if errors.len() >= MAX_ERRORS || count > MAX_RULES {
            break;
        }
    }
    if terms == 0 {
        errors.push(BetzaError::new(
            0..text.len(),
            "the notation is empty: expected an atom such as `W`, `N` or `R`",
        ));
    }
    if errors.is_empty() {
        Ok(rules)
    } else {
        Err(errors)
    }
}

/// How many movements rules count as, against [`MAX_RULES`]: one for each direction. An area counts as its directions times its steps, a
/// bent path without a limit as four, because it takes so much longer to follow them.
///
/// ```
/// use engine::piece::betza::{count, parse};
/// assert_eq!(count(&parse("R").unwrap()), 4);
/// assert_eq!(count(&parse("[W*3]").unwrap()), 12);
/// ```
pub fn count(rules: &[MoveRule]) -> usize {
    rules
        .iter()
        .map(|rule| match &rule.path {
            Path::Area { vectors, steps } => vectors.len() * usize::from(*steps),
            Path::Bent { max: 0, .. } | Path::Bent { then_max: 0, .. } => 4,
            _ => 1,
        })
        .sum()
}

/// The message for too many movements.
pub(crate) fn too_many(count: usize) -> String {
    format!(
        "{count} movements (one for each direction, for `*` times its steps), at most {MAX_RULES} are allowed"
    )
}

/// The images of a leap, clockwise from Forwards.
fn images(a: u8, b: u8) -> Vec<Vector> {
    let (a, b) = (a.min(b) as i8, a.max(b) as i8);
    if a == 0 {
        vec![(0, b), (b, 0), (0, -b), (-b, 0)]
    } else if a == b {
        vec![(a, a), (a, -a), (-a, -a), (-a, a)]
    } else {
        vec![
            (a, b),
            (b, a),
            (b, -a),
            (a, -b),
            (-a, -b),
            (-b, -a),
            (-b, a),
            (-a, b),
        ]
    }
}

/// How an atom's images relate to the directions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    Orthogonal,
    Diagonal,
    Oblique,
}

const fn shape((x, y): Vector) -> Shape {
    if x == 0 || y == 0 {
        Shape::Orthogonal
    } else if x.unsigned_abs() == y.unsigned_abs() {
        Shape::Diagonal
    } else {
        Shape::Oblique
    }
}

/// One or two direction letters that belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Directions {
    One(u8),
    Two(u8, u8),
}

/// Does a component lie on the side a letter names?
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

const fn is_vertical(letter: u8) -> bool {
    matches!(letter, b'f' | b'b' | b'v')
}

const fn is_horizontal(letter: u8) -> bool {
    matches!(letter, b'l' | b'r' | b's')
}

impl Directions {
    fn choose(self, vector: Vector) -> bool {
        let (x, y) = vector;
        // The part of an oblique leap that the letter's axis takes is the long one.
        let is_long = |letter: u8| (y.unsigned_abs() > x.unsigned_abs()) == is_vertical(letter);
        match (shape(vector), self) {
            (_, Directions::Two(b'h', letter) | Directions::Two(letter, b'h')) => {
                on_side(vector, letter)
            }
            (Shape::Orthogonal | Shape::Diagonal, Directions::One(letter)) => {
                on_side(vector, letter)
            }
            (Shape::Orthogonal, Directions::Two(a, b)) => on_side(vector, a) || on_side(vector, b),
            (Shape::Diagonal, Directions::Two(a, b)) => on_side(vector, a) && on_side(vector, b),
            (Shape::Oblique, Directions::One(letter)) => on_side(vector, letter) && is_long(letter),
            (Shape::Oblique, Directions::Two(a, b)) => {
                on_side(vector, a) && on_side(vector, b) && is_long(b)
            }
        }
    }
}

/// What stands before an atom.
#[derive(Default, Debug)]
struct Modifiers {
    range: Range<usize>,
    directions: Vec<Directions>,
    half: Option<usize>,
    moves: bool,
    captures: bool,
    lame: Option<usize>,
    initial: bool,
}

impl Modifiers {
    fn chosen(&self, a: u8, b: u8) -> Vec<Vector> {
        let mut all = images(a, b);
        if !self.directions.is_empty() {
            all.retain(|&vector| self.directions.iter().any(|d| d.choose(vector)));
        }
        all
    }

    fn rule(&self, path: Path) -> MoveRule {
        let mode = match (self.moves, self.captures) {
            (true, false) => Mode::Move,
            (false, true) => Mode::Capture,
            _ => Mode::Both,
        };
        MoveRule {
            path,
            mode,
            initial: self.initial,
            when: When::Always,
        }
    }
}

/// A leaper or rider: `(a, b)` repeated at most `max` times (0: no limit).
#[derive(Clone, Copy, Debug)]
struct Atom {
    a: u8,
    b: u8,
    /// The letter is a rider's own (R, B, Q) or written twice.
    rider: bool,
}

/// The atoms a letter stands for.
fn letter_atoms(letter: u8) -> Option<&'static [Atom]> {
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

/// Which atoms a place of the grammar accepts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Accept {
    Any,
    /// One direction each: no K, no Q.
    Leg,
}

const EXPECTED_ATOM: &str =
    "expected an atom (W F D N A H C Z G, K Q R B), a vector such as `(1,4)` or a `[`";

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn bump(&mut self) {
        self.at += self.peek().map_or(0, char::len_utf8);
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.bump();
        }
        found
    }

    fn skip_spaces(&mut self) {
        while self.eat(' ') {}
    }

    /// Bytes of the character at the cursor (empty at the end).
    fn here(&self) -> Range<usize> {
        self.at..self.at + self.peek().map_or(0, char::len_utf8)
    }

    /// The character at the cursor, for a message.
    fn found(&self) -> String {
        match self.peek() {
            None => "the end".to_owned(),
            Some(c) if c.is_ascii_graphic() => format!("`{c}`"),
            Some(' ') => "a space".to_owned(),
            Some(c) => format!("the character U+{:04X}", c as u32),
        }
    }

    /// Moves behind what an error is about.
    fn recover(&mut self, error: &BetzaError) {
        let bracket = self.text[..self.at].rfind('[');
        let inside = bracket.is_some_and(|open| {
            open >= error.range.start || !self.text[open..self.at].contains(']')
        });
        if inside && let Some(close) = self.text[self.at..].find(']') {
            self.at += close + 1;
            return;
        }
        if self.at <= error.range.start {
            self.at = error.range.end.max(self.at);
        }
        if self.at == error.range.start {
            self.bump();
        }
    }

    fn term(&mut self) -> Result<Vec<MoveRule>, BetzaError> {
        let modifiers = self.modifiers()?;
        match self.peek() {
            Some('[') => self.bracket(&modifiers),
            Some(c) if c.is_ascii_uppercase() || c == '(' => self.plain(&modifiers),
            _ => Err(self.no_atom(&modifiers)),
        }
    }

    fn no_atom(&self, modifiers: &Modifiers) -> BetzaError {
        let written = &self.text[modifiers.range.clone()];
        let found = self.found();
        match self.peek() {
            Some(c) if c.is_ascii_digit() && written.is_empty() => BetzaError::new(
                self.here(),
                "a number belongs right behind an atom, as in `R2`",
            ),
            None => BetzaError::new(
                modifiers.range.clone(),
                format!("nothing follows `{written}`: {EXPECTED_ATOM}"),
            ),
            _ if written.is_empty() => BetzaError::new(
                self.here(),
                format!("{found} does not belong here: {EXPECTED_ATOM}"),
            ),
            _ => BetzaError::new(
                self.here(),
                format!("{found} follows the modifiers `{written}`: {EXPECTED_ATOM}"),
            ),
        }
    }

    fn modifiers(&mut self) -> Result<Modifiers, BetzaError> {
        let start = self.at;
        let mut out = Modifiers::default();
        while let Some(c) = self.peek().filter(char::is_ascii_lowercase) {
            let here = self.here();
            let twice = match c {
                'm' => std::mem::replace(&mut out.moves, true),
                'c' => std::mem::replace(&mut out.captures, true),
                'n' => out.lame.replace(self.at).is_some(),
                'i' => std::mem::replace(&mut out.initial, true),
                'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' => {
                    self.direction(&mut out)?;
                    continue;
                }
                _ => return Err(unknown_modifier(c, here)),
            };
            if twice {
                return Err(BetzaError::new(
                    here,
                    format!("the modifier `{c}` is written twice"),
                ));
            }
            self.bump();
        }
        out.range = start..self.at;
        Ok(out)
    }

    /// One direction letter, or two that belong together.
    fn direction(&mut self, out: &mut Modifiers) -> Result<(), BetzaError> {
        let bytes = self.text.as_bytes();
        let (first, second) = (bytes[self.at], bytes.get(self.at + 1).copied());
        let together = |b: u8| {
            let crossing = (is_vertical(first) && is_horizontal(b))
                || (is_horizontal(first) && is_vertical(b));
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
                return Err(BetzaError::new(
                    self.here(),
                    "`h` (half) needs a direction beside it, as in `fhN`",
                ));
            }
            None => {
                out.directions.push(Directions::One(first));
                self.at += 1;
            }
        }
        Ok(())
    }

    /// A whole number.
    fn number(&mut self, what: &str, max: u8) -> Result<Option<u8>, BetzaError> {
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.bump();
        }
        let digits = &self.text[start..self.at];
        if digits.is_empty() {
            return Ok(None);
        }
        match digits.parse::<u8>() {
            Ok(number) if number <= max => Ok(Some(number)),
            _ => Err(BetzaError::new(
                start..self.at,
                format!("{what} is at most {max}, not {digits}"),
            )),
        }
    }

    /// An atom letter (perhaps doubled) or a vector, without a range.
    fn atoms(&mut self, accept: Accept) -> Result<Vec<Atom>, BetzaError> {
        let start = self.at;
        if self.peek() == Some('(') {
            return Ok(vec![self.vector()?]);
        }
        let here = self.here();
        let Some(c) = self.peek().filter(char::is_ascii_uppercase) else {
            return Err(BetzaError::new(
                here,
                format!(
                    "{} does not belong here: expected an atom such as `W` or `F`",
                    self.found()
                ),
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
                let message = format!(
                    "`{c}{c}` has no limit: for one write the number behind a single `{c}`"
                );
                let range = start..self.at + 1;
                while self.peek().is_some_and(|c| c.is_ascii_digit()) {
                    self.bump();
                }
                return Err(BetzaError::new(range, message));
            }
        }
        if accept == Accept::Leg && atoms.len() > 1 {
            let message =
                format!("`{c}` stands for two atoms: a leg needs one, so write two brackets");
            return Err(BetzaError::new(whole, message));
        }
        Ok(atoms)
    }

    /// `(1,4)`.
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
            *part = self
                .number("a part of a vector", MAX_REACH)?
                .ok_or_else(|| {
                    BetzaError::new(
                        self.here(),
                        format!(
                            "{} in a vector: expected a number, as in `(1,4)`",
                            self.found()
                        ),
                    )
                })?;
            self.skip_spaces();
            let close = if index == 0 { ',' } else { ')' };
            if !self.eat(close) {
                let message = format!(
                    "{} in a vector: expected `{close}`, as in `(1,4)`",
                    self.found()
                );
                return Err(BetzaError::new(self.here(), message));
            }
        }
        if parts == [0, 0] {
            return Err(BetzaError::new(
                start..self.at,
                "the vector (0,0) leads nowhere",
            ));
        }
        Ok(Atom {
            a: parts[0],
            b: parts[1],
            rider: false,
        })
    }

    /// `h` belongs to oblique atoms only.
    fn check_half(modifiers: &Modifiers, atoms: &[Atom]) -> Result<(), BetzaError> {
        match modifiers.half {
            Some(at)
                if atoms
                    .iter()
                    .any(|atom| shape((atom.a as i8, atom.b as i8)) != Shape::Oblique) =>
            {
                let message =
                    "`h` (half) has a meaning only before oblique atoms such as `N`: leave it out";
                Err(BetzaError::new(at..at + 2, message))
            }
            _ => Ok(()),
        }
    }

    /// Modifiers and an atom or vector with its range.
    fn plain(&mut self, modifiers: &Modifiers) -> Result<Vec<MoveRule>, BetzaError> {
        let start = self.at;
        let atoms = self.atoms(Accept::Any)?;
        let range = self.number("a range", MAX_REACH)?;
        let whole = start..self.at;
        Self::check_half(modifiers, &atoms)?;
        let mut rules = Vec::new();
        for atom in atoms {
            let max = range.unwrap_or(if atom.rider { 0 } else { 1 });
            for vector in modifiers.chosen(atom.a, atom.b) {
                let path = match (modifiers.lame, max) {
                    (None, 1) => Path::Leap(vector),
                    (None, max) => Path::Ride { step: vector, max },
                    (Some(at), 1) => {
                        let via = lame_way(vector);
                        if via.is_empty() {
                            let message = format!(
                                "`n` has nothing to stop in the single step `{}`: leave it out",
                                &self.text[whole]
                            );
                            return Err(BetzaError::new(at..at + 1, message));
                        }
                        Path::Lame { via, to: vector }
                    }
                    (Some(at), _) => {
                        let message = "`n` does not go with a range: a slide passes over nothing, and lame rides are not supported";
                        return Err(BetzaError::new(at..at + 1, message));
                    }
                };
                rules.push(modifiers.rule(path));
            }
        }
        Ok(rules)
    }

    fn bracket(&mut self, modifiers: &Modifiers) -> Result<Vec<MoveRule>, BetzaError> {
        let open = self.at;
        self.bump();
        if let Some(at) = modifiers.lame {
            return Err(BetzaError::new(
                at..at + 1,
                "`n` does not go with a bracket: its steps pass over nothing",
            ));
        }
        let start = self.at;
        let first = self.atoms(Accept::Any)?;
        let first_range = start..self.at;
        if self.eat('*') {
            return self.area(modifiers, &first, first_range, open);
        }
        let [first] = first[..] else {
            return Err(BetzaError::new(
                first_range,
                "a leg needs one atom: write two brackets",
            ));
        };
        Self::check_half(modifiers, &[first])?;
        let (min, max) = self.leg_count(first)?;
        if !self.eat('>') {
            let message = format!(
                "{} in a bracket: expected `>` and the second leg, or `*` and a number of steps",
                self.found()
            );
            return Err(BetzaError::new(self.here(), message));
        }
        let turn = self.turn()?;
        let second = self.atoms(Accept::Leg)?;
        let then_max = self.number("a range", MAX_REACH)?;
        self.close(open)?;
        let mut rules = Vec::new();
        for atom in second {
            let then_max = then_max.unwrap_or(if atom.rider { 0 } else { 1 });
            for from in modifiers.chosen(first.a, first.b) {
                for then in images(atom.a, atom.b)
                    .into_iter()
                    .filter(|&then| turn.allows(from, then))
                {
                    rules.push(modifiers.rule(Path::Bent {
                        first: from,
                        min,
                        max,
                        then,
                        then_max,
                    }));
                }
            }
        }
        if rules.is_empty() {
            let message = if turn.right_angle {
                "the second leg never turns by a right angle there: as in `[B>tB]`"
            } else {
                "the second leg never bends outward (within 45° of the first leg, but not straight on): as in `[F>W]` or `[W>F]`"
            };
            return Err(BetzaError::new(open..self.at, message));
        }
        Ok(rules)
    }

    /// How many steps the first leg has.
    fn leg_count(&mut self, atom: Atom) -> Result<(u8, u8), BetzaError> {
        let start = self.at;
        let what = "the length of a leg";
        let Some(number) = self.number(what, MAX_REACH)? else {
            return Ok(if atom.rider { (1, 0) } else { (1, 1) });
        };
        if self.eat('-') {
            let here = self.here();
            let max = self.number(what, MAX_REACH)?;
            let max = max.ok_or_else(|| {
                BetzaError::new(here, "expected a number behind `-`, as in `[F1-3>W]`")
            })?;
            if number == 0 || (max != 0 && max < number) {
                let message =
                    "the range of a leg goes from 1 or more to as much or more (or to 0: no limit)";
                return Err(BetzaError::new(start..self.at, message));
            }
            return Ok((number, max));
        }
        Ok(match (number, atom.rider) {
            (0, _) => (1, 0),
            (max, true) => (1, max),
            (exactly, false) => (exactly, exactly),
        })
    }

    fn turn(&mut self) -> Result<Turn, BetzaError> {
        let mut turn = Turn::default();
        while let Some(c) = self.peek().filter(char::is_ascii_lowercase) {
            match c {
                'l' => turn.left = true,
                'r' => turn.right = true,
                't' => turn.right_angle = true,
                _ => {
                    let message = format!(
                        "`{c}` does not belong before a second leg: expected `l`, `r` (the hand to turn to) or `t` (a right angle)"
                    );
                    return Err(BetzaError::new(self.here(), message));
                }
            }
            self.bump();
        }
        Ok(turn)
    }

    fn area(
        &mut self,
        modifiers: &Modifiers,
        atoms: &[Atom],
        range: Range<usize>,
        open: usize,
    ) -> Result<Vec<MoveRule>, BetzaError> {
        if atoms.iter().any(|atom| atom.rider) {
            return Err(BetzaError::new(
                range,
                "expected single steps such as `W` or `K` before `*`",
            ));
        }
        Self::check_half(modifiers, atoms)?;
        let here = self.here();
        let steps = match self.number("the number of steps of an area", MAX_AREA)? {
            Some(steps) if steps > 0 => steps,
            _ => {
                return Err(BetzaError::new(
                    here,
                    format!(
                        "expected a number of steps from 1 to {MAX_AREA} behind `*`, as in `[W*3]`"
                    ),
                ));
            }
        };
        self.close(open)?;
        let vectors = atoms
            .iter()
            .flat_map(|atom| modifiers.chosen(atom.a, atom.b))
            .collect();
        Ok(vec![modifiers.rule(Path::Area { vectors, steps })])
    }

    fn close(&mut self, open: usize) -> Result<(), BetzaError> {
        if self.eat(']') {
            return Ok(());
        }
        Err(match self.peek() {
            None => BetzaError::new(open..self.at, "this bracket is not closed: expected `]`"),
            Some(_) => BetzaError::new(
                self.here(),
                format!("{} in a bracket: expected `]`", self.found()),
            ),
        })
    }
}

/// How a bent path turns.
#[derive(Default, Clone, Copy)]
struct Turn {
    left: bool,
    right: bool,
    right_angle: bool,
}

impl Turn {
    fn allows(self, (ux, uy): Vector, (vx, vy): Vector) -> bool {
        let [ux, uy, vx, vy] = [ux, uy, vx, vy].map(i32::from);
        let (dot, cross) = (ux * vx + uy * vy, ux * vy - uy * vx);
        let angle = if self.right_angle {
            dot == 0
        } else {
            dot > 0 && cross != 0 && 2 * dot * dot >= (ux * ux + uy * uy) * (vx * vx + vy * vy)
        };
        let hand = self.left == self.right || (cross > 0) == self.left;
        angle && hand
    }
}

/// The Spaces a lame leap passes: its orthogonal part first.
fn lame_way((x, y): Vector) -> Vec<Vector> {
    let (long, short) = (
        x.unsigned_abs().max(y.unsigned_abs()) as i8,
        x.unsigned_abs().min(y.unsigned_abs()) as i8,
    );
    (1..long)
        .map(|along| {
            let across = (along - (long - short)).max(0);
            let (right, ahead) = if y.unsigned_abs() > x.unsigned_abs() {
                (across, along)
            } else {
                (along, across)
            };
            (right * x.signum(), ahead * y.signum())
        })
        .collect()
}

fn unknown_atom(c: char, range: Range<usize>) -> BetzaError {
    let error = BetzaError::new(range, format!("unknown atom `{c}`: {EXPECTED_ATOM}"));
    match c {
        'P' => error.suggest("fmWfcF"),
        'S' => error.suggest("N"),
        'M' => error.suggest("RN"),
        'E' => error.suggest("FfW"),
        _ => error,
    }
}

fn unknown_modifier(c: char, range: Range<usize>) -> BetzaError {
    let why = match c {
        'a' => "moves of several legs (`a`) are written in brackets here, as in `[F>W]`",
        'p' | 'g' => "hoppers (`p`, `g`) are not supported",
        'z' => "crooked riders (`z`) are not supported",
        'q' | 'o' => "circular and cylindrical moves (`q`, `o`) are not supported",
        'j' => "`j` (must jump) is not supported; leaps jump by themselves",
        'e' => "capturing en passant is written as `en-passant = [\"takes\"]` with the piece",
        't' => "`t` (a right angle) belongs inside a bracket, as in `[B>tB]`",
        _ => {
            let error = BetzaError::new(
                range,
                format!("unknown modifier `{c}`: expected f b l r v s h, m, c, n, i or an atom"),
            );
            let upper = c.to_ascii_uppercase();
            return if letter_atoms(upper as u8).is_some() {
                error.suggest(upper)
            } else {
                error
            };
        }
    };
    BetzaError::new(range, why)
}

#[cfg(test)]
mod tests;
