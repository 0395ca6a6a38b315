//! `jump`: chains of short jumps over Enemies, as in checkers.

use super::chains::Manner;
use super::*;
use crate::battalion::{ParamKind, ParamSpec, Scope};

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "jump",
    scope: Scope::Piece,
    params: &[
        ParamSpec {
            name: "lines",
            kind: ParamKind::Word(&["rook", "bishop", "queen"]),
            required: false,
            about: "Along which lines it jumps; Bishop Lines if not given.",
        },
        ParamSpec { name: "forward", kind: ParamKind::Flag, required: false, about: "Only Forwards." },
        ParamSpec {
            name: "whole",
            kind: ParamKind::Flag,
            required: false,
            about: "It goes on as long as it can; landing where it promotes ends the chain.",
        },
    ],
    about: "Jumps over an Enemy next to it onto the free Space right behind, and on from there, as often as it likes. Everything jumped is \
            captured at once. With the power `must-capture` this is the capture of checkers.",
    rules: "B-15, C-17",
    example: "moves = \"mfF\"\nabilities = [{ use = \"jump\", forward = true, whole = true }]",
    weight: Weight::adding(60),
};

pub(super) fn build(given: &Given<'_>) -> Arc<dyn Ability> {
    let (straight, diagonal) = ([(0, -1), (-1, 0), (1, 0), (0, 1)], [(-1, -1), (1, -1), (-1, 1), (1, 1)]);
    let directions = match given.word("lines") {
        "rook" => straight.to_vec(),
        "queen" => [straight, diagonal].concat(),
        _ => diagonal.to_vec(),
    };
    Arc::new(Manner {
        name: SPEC.name,
        directions,
        forward: given.flag("forward"),
        reach: 1,
        friends: false,
        leaves: false,
        whole: given.flag("whole"),
    })
}
