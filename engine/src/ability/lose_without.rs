//! `lose-without`: a Player with none of these pieces on the board at the end of a turn is defeated (P-5).

use super::*;
use crate::battalion::{ParamKind, ParamSpec, Scope};

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "lose-without",
    scope: Scope::Battalion,
    params: &[ParamSpec {
        name: "pieces",
        kind: ParamKind::Pieces,
        required: true,
        about: "At least one piece of these types must stay on the board. Supporters count whatever Battalion they come from.",
    }],
    about: "A Player of this Battalion who controls none of these pieces on the board at the end of a turn is defeated.",
    rules: "P-5",
    example: "[[power]]\nuse = \"lose-without\"\npieces = [\"supporter\"]",
    weight: Weight::LIGHT,
};

pub(super) fn empower(given: &Given<'_>, seat: Seat, rules: &mut Rules) {
    let mut needed = given.pieces("pieces");
    // V-1: both kinds of Supporter are Supporters for every rule.
    if needed.iter().any(|ty| rules.supporters.contains(ty)) {
        needed.extend(rules.supporters.iter().copied());
    }
    needed.sort();
    needed.dedup();
    rules.keep[seat.index()] = needed;
}
