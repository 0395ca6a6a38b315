//! `become`: a piece changes its type after it moves or captures, such as demotion after a capture or types that
//! alternate from move to move.

use super::*;
use crate::battalion::{ParamKind, ParamSpec, Scope};

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "become",
    scope: Scope::Piece,
    params: &[
        ParamSpec { name: "piece", kind: ParamKind::Piece, required: true, about: "What it becomes." },
        ParamSpec {
            name: "after",
            kind: ParamKind::Word(&["capture", "quiet", "move"]),
            required: true,
            about: "`capture`: after it has captured (demotion). `quiet`: after a move that captures nothing. `move`: after every move.",
        },
    ],
    about: "Having moved, the piece becomes another one where it stands. It is no promotion, and none follows a move that promotes. \
            A shot is no move.",
    rules: "B-3, T-12",
    example: "abilities = [{ use = \"become\", piece = \"knight\", after = \"capture\" }]",
    weight: Weight::LIGHT,
};

/// Moves after which the piece changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Occasion {
    Capture,
    Quiet,
    Move,
}

#[derive(Debug)]
struct Become {
    into: Option<TypeId>,
    after: Occasion,
}

pub(super) fn build(given: &Given<'_>) -> Arc<dyn Ability> {
    let after = match given.word("after") {
        "capture" => Occasion::Capture,
        "quiet" => Occasion::Quiet,
        _ => Occasion::Move,
    };
    Arc::new(Become { into: given.pieces("piece").first().copied(), after })
}

impl Ability for Become {
    fn traits(&self) -> Traits {
        Traits::SETTLES
    }

    fn settle(&self, rules: &Rules, pos: &mut Position, mv: &Move, piece: Piece, captured: Option<Piece>) {
        let fits = match self.after {
            Occasion::Capture => captured.is_some(),
            Occasion::Quiet => captured.is_none(),
            Occasion::Move => true,
        };
        if let Some(into) = self.into.filter(|_| fits) {
            turn_into(rules, pos, mv, piece, into);
        }
    }

    /// A piece that changes only by capturing stays the same without a capture.
    fn settles_calmly(&self, _: &Rules, _: &Position, _: &Move, _: Piece) -> bool {
        self.after == Occasion::Capture
    }
}
