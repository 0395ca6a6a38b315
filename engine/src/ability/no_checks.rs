//! `no-checks`: nobody of the Battalion may give Check, as in Racing Kings.

use super::*;
use crate::battalion::Scope;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "no-checks",
    scope: Scope::Battalion,
    params: &[],
    about: "A Player of this Battalion may not end an action so that a piece of theirs gives Check to another Player.",
    rules: "T-17, T-19",
    example: "[[power]]\nuse = \"no-checks\"",
    weight: Weight::LIGHT,
};

pub(super) fn empower(_: &Given<'_>, seat: Seat, rules: &mut Rules) {
    rules.peaceful[seat.index()] = true;
}
