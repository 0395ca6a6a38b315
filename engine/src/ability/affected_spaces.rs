//! `affected-spaces`: no piece ends a diagonal movement in or around the Territory unless it comes from an adjacent
//! Space (S-4 … S-6). Types with longer diagonal movements gain a step Forwards there. The limit becomes part of the
//! movements when the rules of a game are built.

use super::*;
use crate::battalion::Scope;
use crate::board::SpaceSet;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "affected-spaces",
    scope: Scope::Battalion,
    params: &[],
    about: "The Territory and every Space adjacent to it are Affected Spaces: no piece that is not Immutable makes a diagonal \
            movement onto one unless from an adjacent Space; piece types with a longer diagonal movement gain moving and \
            capturing 1 Space Forwards onto Affected Spaces.",
    rules: "S-4 … S-6",
    example: "[[power]]\nuse = \"affected-spaces\"",
    weight: Weight::LIGHT,
};

pub(super) fn empower(_: &Given<'_>, seat: Seat, rules: &mut Rules) {
    let grown = rules.board.with_neighbours(rules.board.territory(seat));
    rules.affected.get_or_insert(SpaceSet::EMPTY).extend(&grown);
}
