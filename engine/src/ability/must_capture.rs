//! `must-capture`: a Player who can capture must do so, as in checkers and antichess.

use super::*;
use crate::battalion::{ParamKind, ParamSpec, Scope};
use crate::play::Duty;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "must-capture",
    scope: Scope::Battalion,
    params: &[ParamSpec {
        name: "most",
        kind: ParamKind::Flag,
        required: false,
        about: "Of all captures only those that take the most pieces at once are legal.",
    }],
    about: "A Player of this Battalion who can legally capture another Player's piece has to. Captures that would leave the Titan in Check \
            are not legal, so they oblige to nothing.",
    rules: "T-17, T-20",
    example: "[[power]]\nuse = \"must-capture\"",
    weight: Weight::LIGHT,
};

pub(super) fn empower(given: &Given<'_>, seat: Seat, rules: &mut Rules) {
    rules.duties[seat.index()] = if given.flag("most") { Duty::CaptureMost } else { Duty::Capture };
}
