//! `hop`: jumps repeatedly over pieces along Rook Lines and captures the Enemies among them (C-17, C-18).

use super::chains::Manner;
use super::*;
use crate::battalion::Scope;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "hop",
    scope: Scope::Piece,
    params: &[],
    about: "Jumps along a Rook Line over the first piece within 2 Spaces onto the free Space right behind it, and on from there \
            in any direction, as often as it likes. Enemies jumped are captured at once. Where there is no Space behind an \
            Enemy it may capture it and leave the board.",
    rules: "C-17, C-18",
    example: "moves = \"mR2\"\nabilities = [\"hop\"]",
    weight: Weight::adding(400),
};

pub(super) fn build(_: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(Manner {
        name: SPEC.name,
        directions: vec![(0, -1), (-1, 0), (1, 0), (0, 1)],
        forward: false,
        reach: 2,
        friends: true,
        leaves: true,
        whole: false,
    })
}
