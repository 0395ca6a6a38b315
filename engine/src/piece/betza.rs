//! Betza notation: movements of a piece in a few letters.
//!
//! [`parse`] converts a string such as `fmWfcFifmnD` (the chess Pawn) to [`MoveRule`]s, one for each direction.
//! [`describe`] converts rules to English. The dialect is the one of the chess-variant community (atoms, ranges,
//! directions, `m`, `c`, `n`, `i`) with bracketed extensions.
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
//!
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
//! An atom means all 4 or 8 rotations and reflections of its leap. A doubled letter repeats the step without limit
//! (`NN`). A number after it is the maximum number of steps (`R2`, `N3`; 0 means no limit). `(1,4)` is a leaper over
//! any other distance.
//!
//! # Modifiers
//! Modifiers precede an atom, in any order, and apply to that atom only.
//! * `m` only moves, `c` only captures. Neither or both: moves and captures.
//! * `n` is non-jumping ("lame"): the Spaces passed along a line must hold no blocking piece. An oblique leap passes
//!   its orthogonal part first and its diagonal part last, so an orthogonally adjacent piece blocks `nN`.
//! * `i` is initial: only while the piece has not left its starting Space.
//! * `f b l r` are Forwards, Backwards, left and right; `v` is f and b, `s` is l and r. Their effect depends on the
//!   atom:
//!   * *orthogonal* (W D H R): each letter adds its direction. `fsW`: Forwards and both sides.
//!   * *diagonal* (F A G B): a single letter selects the two directions on its side (`fF`). A letter of f b v next to
//!     one of l r s selects the directions on both sides (`flF`: Forwards left). Further letters add directions, read
//!     in pairs from the left: `flbrF`.
//!   * *oblique* (N C Z and vectors): a single or doubled letter selects the two *furthest* targets in its direction
//!     (`fN` = `ffN`: one column aside, two rows ahead). In a pair of different kinds, the *last* letter gives the
//!     direction of the long part of the leap, the first that of the short part (`fsN`: two aside, one ahead; `lfN`:
//!     one left, two ahead). `h` (half) selects all targets on a side: `fhN`.
//!   * *K and Q*: as for the two atoms they are short for.
//!
//! # Brackets
//! * `[F>W]` bends: one F step onto a Space without a blocking piece, then one W step *outward*, within 45° of the
//!   direction so far but not straight on. A number after the first leg is its exact number of steps (`[F3>W]`), a
//!   range its limits (`[F1-3>W]`). A rider as the first leg takes any number (`[B>W]`, `[B3>W]` = `[F1-3>W]`). The
//!   second leg takes at least one step and at most its range: `[F>R]` is the griffin. Before the second leg, `l` and
//!   `r` restrict turns to that side, and `t` makes them right angles: `[B>rtB]`. Directions before the bracket apply
//!   to the first leg.
//! * `[W*3]` spreads: up to 3 W steps in any directions, each onto a Space without a blocking piece; the last may
//!   capture.

mod atom;
mod bracket;
mod describe;
mod error;
mod legs;
mod modifier;
mod parser;
mod plain;
mod term;

use std::collections::HashMap;

use super::{Footing, Leg, MoveRule, Path};

use parser::Parser;

pub use super::vector::MAX_REACH;
pub use describe::describe;
pub use error::BetzaError;

/// Maximum length of a notation in bytes.
pub const MAX_LEN: usize = 200;
/// Maximum number of movements of a notation, and of a piece: see [`count`].
pub const MAX_RULES: usize = 128;
/// Maximum number of steps of an area.
pub const MAX_AREA: u8 = 8;
/// Number of errors after which parsing stops.
const MAX_ERRORS: usize = 10;

/// Parses a notation.
///
/// # Errors
/// All errors in order, at most about ten.
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

/// Number of movements, as limited by [`MAX_RULES`]: one per direction. Movements that are slow to follow count more.
/// An area counts as its directions times its steps. An unlimited bent path counts as four, and so do legs of which
/// several are unlimited and may end anywhere; a leg that ends where it captures or at a mount ends only once. Legs that
/// differ only in their footings count once.
///
/// ```
/// use engine::piece::betza::{count, parse};
/// assert_eq!(count(&parse("R").unwrap()), 4);
/// assert_eq!(count(&parse("[W*3]").unwrap()), 12);
/// assert_eq!(count(&parse("QcaQ").unwrap()), 72);
/// ```
pub fn count(rules: &[MoveRule]) -> usize {
    let mut known: HashMap<Vec<&Leg>, usize> = HashMap::new();
    let mut count = 0;
    for rule in rules {
        count += match &rule.path {
            Path::Area { vectors, steps } => vectors.len() * usize::from(*steps),
            Path::Bent { max: 0, .. } | Path::Bent { then_max: 0, .. } => 4,
            Path::Legs { turns, last } => {
                let legs: Vec<&Leg> = turns.iter().map(|(leg, _)| leg).chain([last]).collect();
                let many =
                    |(leg, footing): &&(Leg, Footing)| leg.max == 0 && matches!(footing, Footing::Free | Footing::Any);
                let endless = turns.iter().filter(many).count() + usize::from(last.max == 0);
                let weight = if endless > 1 { 4 } else { 1 };
                let counted = known.entry(legs).or_default();
                let more = weight.max(*counted) - *counted;
                *counted += more;
                more
            }
            _ => 1,
        };
    }
    count
}

/// Message about too many movements.
pub(crate) fn too_many(count: usize) -> String {
    format!("{count} movements (one for each direction, for `*` times its steps), at most {MAX_RULES} are allowed")
}

#[cfg(test)]
mod tests;
