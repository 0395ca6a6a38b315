//! `orphan`: moves and captures as the Enemies that attack it, like the Orphan of problem chess.

use super::borrowed::Lenders;
use super::*;
use crate::battalion::{ParamKind, ParamSpec, Scope};

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "orphan",
    scope: Scope::Piece,
    params: &[ParamSpec {
        name: "from",
        kind: ParamKind::Pieces,
        required: false,
        about: "Only as pieces of these types of the Battalion; of all types if not given.",
    }],
    about: "May also move and capture as a piece of each type of Enemy that attacks it by its own movements. Pieces \
            that are held lend nothing, and borrowed movements cannot be lent on. Promotion, moves that are for the \
            first time only, and what follows a movement are not borrowed. It captures nothing that it may not \
            capture itself.",
    rules: "B-3, B-15, T-19",
    example: "moves = \"K\"\nabilities = [\"orphan\"]",
    weight: Weight::adding(200),
};

pub(super) fn build(given: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(Lenders { friends: false, types: given.pieces("from") })
}
