//! Notation: writes acts and turns as short texts and reads them back (`docs/notation.md`).
//!
//! | short | long | act |
//! | --- | --- | --- |
//! | `e4`, `Nf3`, `Nbd2`, `exd5` | `e2-e4`, `e4xd5` | move, capture by displacement |
//! | `We2 xb2` | `c2-e2 (xb2)` | side effects and other captures elsewhere |
//! | `e8=Q` | `e7-e8=Queen` | promotion |
//! | `O-O`, `O-O-O` | the same | castling with the nearer, the farther partner |
//! | `S@d2` | `Supporter@d2` | placement from reserve |
//! | `P!@d2`, `P!!@d2` | `Volatile Pawn@d2`, `Volatile Pawn with Supporter@d2` | placement of a Volatile piece |
//! | `Kd4xd4` | `d4 captures itself` | self-capture (B-9) |
//! | `M*a3` | `a1*a3` | shot |
//! | `Ya3xa5xc5`, `Yd7xd8 off` | `a3xa5xc5`, `d7xd8 off` | chain of jumps, off the board |
//! | `(D)` | `e1 shield` | raising the shield |
//! | `pass` | the same | pass, where an army may |
//! | `Bf1<>e1` | `f1<>e1` | trade of places |
//! | `Sc2+c3=G`, `+c3=G`, `!+c3=G` | `c2+c3=Gold Golem` | fusion of the piece on c2, or of one in hand (a Volatile one), into the one on c3 |
//! | `Gc3=I/L@c4` | `c3=Iron Golem/Lead Golem@c4` | fission: type on the old Space, type and Space of the new piece |
//! | `, Deputy a6` `, Volatile e2` `, none` | the same | required choices |
//!
//! The short form names as much of the origin as needed to match only one legal act; if that is not enough, the long
//! form is used. Reading a text therefore gives the same act. After a turn, `+` marks Check and `#` checkmate. The
//! parser is lenient: it accepts both forms, and `e2e4`, `e2 e4` and other spellings that match only one legal act.

mod complete;
mod names;
mod read;
mod spelled;
mod write;

pub use complete::{Fit, complete};
pub use names::sign;
pub use read::read_turn;
pub use spelled::{Spelled, moves_with_notation};

use crate::action::{Act, Turn};
use crate::context::{ChoiceKind, Playing};

/// Notation of an act in the current position.
pub fn act_text<G: Playing + ?Sized>(game: &G, act: &Act) -> String {
    write::one(&game.context(), act)
}

/// Suffix of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    /// No suffix.
    None,
    /// `+`: the turn gives Check.
    Check,
    /// `#`: the turn gives checkmate.
    Checkmate,
}

/// Notation of a whole turn: its act and required choices.
pub(crate) struct TurnText {
    act: String,
    choices: String,
}

impl TurnText {
    /// Notation of a turn before it is taken.
    pub(crate) fn of<G: Playing + ?Sized>(game: &G, turn: &Turn) -> Self {
        let act = act_text(game, &turn.act);
        let mut choices = String::new();
        let mut partial = Turn::from(turn.act.clone());
        for choice in &turn.then {
            let kind = game.context().next_choice(&partial).ok().flatten().map(|needed| needed.kind);
            let word = match kind {
                Some(ChoiceKind::Return(name, _) | ChoiceKind::Bring(name, _)) => name,
                Some(ChoiceKind::Volatile(_)) | None => "Volatile".to_owned(),
            };
            match choice {
                Some(space) => choices += &format!(", {word} {space}"),
                None => choices += ", none",
            }
            partial.then.push(*choice);
        }
        Self { act, choices }
    }

    /// Notation with the suffix.
    pub(crate) fn marked(&self, mark: Mark) -> String {
        let mark = match mark {
            Mark::None => "",
            Mark::Check => "+",
            Mark::Checkmate => "#",
        };
        format!("{}{mark}{}", self.act, self.choices)
    }
}

/// Notation of a whole turn before it is taken.
pub fn turn_text<G: Playing + ?Sized>(game: &G, turn: &Turn) -> String {
    TurnText::of(game, turn).marked(Mark::None)
}
