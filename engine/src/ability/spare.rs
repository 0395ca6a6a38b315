//! `spare`: the piece does not capture pieces of certain types, as the Cannon of janggi captures no Cannon.

use super::*;
use crate::battalion::{ParamKind, ParamSpec, Scope};

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "spare",
    scope: Scope::Piece,
    params: &[ParamSpec {
        name: "pieces",
        kind: ParamKind::Pieces,
        required: true,
        about: "The pieces of the same file that it does not capture.",
    }],
    about: "It never captures certain pieces of its Battalion, of any Player, and gives them no Check. They still block it, and it jumps over \
            them as over others. Pieces of other Battalions are captured as usual.",
    rules: "B-15, T-19",
    example: "moves = \"pR\"\nabilities = [{ use = \"spare\", pieces = [\"cannon\"] }]",
    weight: Weight::LIGHT,
};

#[derive(Debug)]
struct Spare {
    /// Indices of the spared pieces in the file.
    pieces: Vec<usize>,
}

pub(super) fn build(given: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(Spare { pieces: given.indices("pieces").to_vec() })
}

impl Ability for Spare {
    fn traits(&self) -> Traits {
        Traits::empty()
    }

    fn may_capture(&self, own: &PieceType, victim: &PieceType) -> bool {
        own.origin.0 != victim.origin.0 || !self.pieces.contains(&victim.origin.1)
    }
}
