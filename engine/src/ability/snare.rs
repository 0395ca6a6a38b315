//! `snare`: an Enemy Titan attacked by the piece may only capture it (S-2), which is judged with the turn. With
//! `en-passant`, the piece can instead capture a Titan that has moved away as if it had stayed.

use super::*;
use crate::battalion::{ParamKind, ParamSpec, Scope};

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "snare",
    scope: Scope::Piece,
    params: &[ParamSpec {
        name: "en-passant",
        kind: ParamKind::Flag,
        required: false,
        about: "Instead of that, the piece can capture an Enemy Titan, Immutable or not, as if it still stood where it stood at the beginning of its \
                own Player's previous turn, by its movements and onto that Space, if no blocking piece stands there. So no Titan may leave an \
                attack by moving, unless it captures.",
    }],
    about: "A Snare Piece: an Enemy Titan that it attacks, unless Immutable, may act only by capturing it (and every other \
            Snare Piece that attacks it).",
    rules: "S-2, S-3",
    example: "abilities = [\"snare\"]",
    weight: Weight::LIGHT,
};

#[derive(Debug)]
struct Snare {
    en_passant: bool,
}

pub(super) fn build(given: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(Snare { en_passant: given.flag("en-passant") })
}

/// Former Space of the Titan on `target`, where the mover goes to capture it.
fn way_back(rules: &Rules, pos: &Position, mover: &Mover, target: Space) -> Option<Space> {
    let titan = pos.at(target).filter(|titan| titan.seat != mover.seat && rules.ty(titan.ty).titan)?;
    let stood = rules.stood(pos, mover.seat, target)?;
    let able = !mover.copying
        && mover.layer == 0
        && pos.at(stood).is_none()
        && rules.may_take(pos, mover.seat, mover.ty, target, titan)
        && rules.reaches(pos, mover, stood);
    able.then_some(stood)
}

impl Ability for Snare {
    fn traits(&self) -> Traits {
        if self.en_passant { Traits::GENERATES | Traits::ATTACKS | Traits::LOOKS_BACK } else { Traits::empty() }
    }

    fn binds(&self, attacked: &PieceType) -> bool {
        !self.en_passant && attacked.titan && !attacked.immutable
    }

    fn generate(&self, rules: &Rules, pos: &Position, mover: &Mover, out: &mut MoveList) {
        for seat in Seat::all(rules.seat_count()).filter(|seat| self.en_passant && *seat != mover.seat) {
            for titan in pos.titans(seat) {
                if let Some(stood) = way_back(rules, pos, mover, *titan) {
                    rules.push(pos, mover, Move::of(Kind::EnPassant, mover.from, stood).with_other(*titan), out);
                }
            }
        }
    }

    fn attacks(&self, rules: &Rules, pos: &Position, mover: &Mover, target: Space) -> bool {
        self.en_passant && way_back(rules, pos, mover, target).is_some()
    }

    /// Only a Titan that has just moved can be captured this way, and every Titan move is tested.
    fn watch(&self, rules: &Rules, pos: &Position, mover: &Mover, target: Space, spaces: &mut SpaceSet) -> bool {
        rules.stood(pos, mover.seat, target).is_none_or(|stood| {
            spaces.insert(stood);
            rules.watch_way(pos, mover, stood, spaces)
        })
    }
}
