//! `win-by-losing`: a Player wins by losing their pieces, as in antichess.

use super::*;
use crate::battalion::{ParamKind, ParamSpec, Scope};
use crate::play::Fall;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "win-by-losing",
    scope: Scope::Battalion,
    params: &[ParamSpec {
        name: "pieces",
        kind: ParamKind::Pieces,
        required: false,
        about: "The pieces to get rid of; all pieces, of whatever Battalion, if not given.",
    }],
    about: "A Player of this Battalion who, at the end of a turn, has none of these pieces left on the board defeats every other Player. \
            Pieces in reserve do not count. Losing the last Titan still defeats a Player, unless `royal` says otherwise.",
    rules: "T-21, T-22",
    example: "[[power]]\nuse = \"win-by-losing\"",
    weight: Weight::LIGHT,
};

#[derive(Debug)]
struct Losing {
    seat: Seat,
    /// Types that must be lost; all if empty.
    pieces: Vec<TypeId>,
}

pub(super) fn empower(given: &Given<'_>, seat: Seat, rules: &mut Rules) {
    let pieces = given.pieces("pieces");
    rules.aims.push(Arc::new(Losing { seat, pieces }));
}

impl Aim for Losing {
    fn seat(&self) -> Seat {
        self.seat
    }

    fn fells(&self, _: &Rules, pos: &Position, _: Seat, victim: Seat) -> Option<Fall> {
        let rid = match self.pieces.as_slice() {
            [] => pos.blocking(self.seat).is_empty() && pos.non_blocking(self.seat).is_empty(),
            pieces => pieces.iter().all(|ty| pos.count(self.seat, *ty) == 0),
        };
        (victim != self.seat && rid).then_some(Fall::GaveAll)
    }

    fn gives_away(&self, ty: TypeId) -> bool {
        self.pieces.is_empty() || self.pieces.contains(&ty)
    }
}
