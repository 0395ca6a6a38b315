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

mod atom;
mod bracket;
mod describe;
mod legs;
mod modifier;
mod parser;
mod plain;

use std::ops::Range;

use super::{Leg, MoveRule, Path};

use parser::Parser;

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
        Self { range, message: message.into(), suggestion: None }
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
        let message = format!("the notation is {} bytes long, at most {MAX_LEN} are allowed", text.len());
        return Err(vec![BetzaError::new(0..text.len(), message)]);
    }
    let mut parser = Parser::new(text);
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
        errors.push(BetzaError::new(0..text.len(), "the notation is empty: expected an atom such as `W`, `N` or `R`"));
    }
    if errors.is_empty() { Ok(rules) } else { Err(errors) }
}

/// How many movements rules count as, against [`MAX_RULES`]: one for each direction. An area counts as its directions times its steps, a
/// bent path without a limit, or legs of which several have none, as four, because it takes so much longer to follow them. Legs that go the
/// same way and differ in what must stand on it count once.
///
/// ```
/// use engine::piece::betza::{count, parse};
/// assert_eq!(count(&parse("R").unwrap()), 4);
/// assert_eq!(count(&parse("[W*3]").unwrap()), 12);
/// ```
pub fn count(rules: &[MoveRule]) -> usize {
    let mut known: Vec<Vec<&Leg>> = Vec::new();
    let mut count = 0;
    for rule in rules {
        count += match &rule.path {
            Path::Area { vectors, steps } => vectors.len() * usize::from(*steps),
            Path::Bent { max: 0, .. } | Path::Bent { then_max: 0, .. } => 4,
            Path::Legs { turns, last } => {
                let legs: Vec<&Leg> = turns.iter().map(|(leg, _)| leg).chain([last]).collect();
                let endless = legs.iter().filter(|leg| leg.max == 0).count();
                match (known.contains(&legs), endless) {
                    (true, _) => 0,
                    (false, few) => {
                        known.push(legs);
                        if few > 1 { 4 } else { 1 }
                    }
                }
            }
            _ => 1,
        };
    }
    count
}

/// The message for too many movements.
pub(crate) fn too_many(count: usize) -> String {
    format!("{count} movements (one for each direction, for `*` times its steps), at most {MAX_RULES} are allowed")
}

#[cfg(test)]
mod tests;
