//! `double-move`: turns of two actions. Either any two, as in Marseillais chess, or one for the army and one for some
//! of its pieces.

use super::*;
use crate::battalion::{ParamKind, ParamSpec, Scope};
use crate::play::Phases;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "double-move",
    scope: Scope::Battalion,
    params: &[
        ParamSpec {
            name: "second",
            kind: ParamKind::Pieces,
            required: false,
            about: "The second action is one of these pieces, which do not act in the first; nothing is placed or fused in it either. Then only the \
                    whole turn must not leave the Titan in Check.",
        },
        ParamSpec {
            name: "check-ends",
            kind: ParamKind::Flag,
            required: false,
            about: "A first action that gives Check ends the turn.",
        },
    ],
    about: "A turn of a Player of this Battalion has two actions, one after the other, each legal by itself. Where no second one is legal, the turn \
            ends with the first. A Check is judged as if there were one action. What a capture obliges its Player to place at the end of the turn is \
            placed after the last action.",
    rules: "T-17, T-19, T-24",
    example: "[[power]]\nuse = \"double-move\"\ncheck-ends = true",
    weight: Weight::LIGHT,
};

pub(super) fn empower(given: &Given<'_>, seat: Seat, rules: &mut Rules) {
    let second = given.pieces("second");
    rules.phases[seat.index()] = Phases::two(rules.types.len(), &second, given.flag("check-ends"));
}
