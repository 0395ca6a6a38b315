//! `supporter`: shares Spaces, clones itself with a step, and converts Enemy Supporters next to its destination (P-2,
//! P-3). With `rouses`, it also converts Whips, and imprisons and frees Volatile pieces (V-6).

use super::*;
use crate::battalion::{ParamKind, ParamSpec, Scope};
use crate::board::EIGHT;
use crate::play::Event;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "supporter",
    scope: Scope::Piece,
    params: &[
        ParamSpec {
            name: "rouses",
            kind: ParamKind::Flag,
            required: false,
            about: "Also converts Whips, imprisons adjacent Enemy Volatile pieces and frees adjacent Friendly imprisoned ones.",
        },
        ParamSpec {
            name: "stops-slides",
            kind: ParamKind::Flag,
            required: false,
            about: "Other pieces go onto its Space, but not through it: a slide ends there, as any path that does not jump.",
        },
    ],
    about: "Goes only to a Space with neither a blocking piece nor a Supporter. A step to an adjacent Space leaves a new \
            Supporter behind. Every Enemy Supporter next to where it goes changes sides. A blocking piece that arrives on its \
            Space makes it capture itself.",
    rules: "P-2 … P-4, V-6",
    example: "blocking = false\nimmutable = true\ncapturable = false\nmoves = \"mKmAmDmN\"\nabilities = [\"supporter\"]",
    weight: Weight::LIGHT.multiplying(40),
};

#[derive(Debug)]
struct Supporter {
    rouses: bool,
    stops_slides: bool,
}

pub(super) fn build(given: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(Supporter { rouses: given.flag("rouses"), stops_slides: given.flag("stops-slides") })
}

impl Ability for Supporter {
    fn traits(&self) -> Traits {
        Traits::SETTLES
    }

    /// Second layer, above the common one (T-10).
    fn layer(&self) -> Option<u8> {
        Some(1)
    }

    fn stops_slides(&self) -> bool {
        self.stops_slides
    }

    fn settle(&self, rules: &Rules, pos: &mut Position, mv: &Move, piece: Piece, _captured: Option<Piece>) {
        if mv.from.distance(mv.to) == 1 {
            rules.create(pos, mv.from, Piece::new(piece.ty, piece.seat));
        }
        for vector in EIGHT {
            let Some(next) = rules.board.step(mv.to, vector) else {
                continue;
            };
            let steadfast = vector.0 != 0 && vector.1 != 0 && rules.steadfast.has(next);
            if let Some(other) = pos.supporter(next).filter(|other| other.seat != piece.seat && !steadfast) {
                convert(rules, pos, Slot::new(next, 1), other, piece.seat);
            }
            if self.rouses {
                rouse(rules, pos, next, piece.seat, steadfast);
            }
        }
    }

    /// New and converted Supporters only take options from Enemies. With three Players, though, another's loss may give
    /// one the lead in Support (P-10). Reactions to being roused can have any effect.
    fn settles_calmly(&self, rules: &Rules, pos: &Position, mv: &Move, piece: Piece) -> bool {
        let answers = |vector: &(i8, i8)| {
            let next = rules.board.step(mv.to, *vector);
            next.and_then(|next| pos.at(next))
                .is_some_and(|other| other.seat != piece.seat && rules.ty(other.ty).traits.contains(Traits::ROUSED))
        };
        (rules.seat_count() == 2 || !rules.support_counts) && !(self.rouses && EIGHT.iter().any(answers))
    }
}

/// Gives a piece to another seat.
pub(super) fn convert(rules: &Rules, pos: &mut Position, slot: Slot, piece: Piece, to: Seat) {
    let turned = Piece { seat: to, ..piece };
    pos.set(rules, slot, Some(turned));
    pos.tell(Event::Converted { piece: turned, was: piece.seat, space: slot.space() });
    pos.state_mut().progress = true;
}

/// V-6: roused pieces react unless they are steadfast there. Enemy Volatile pieces are imprisoned and Friendly
/// imprisoned ones are freed.
fn rouse(rules: &Rules, pos: &mut Position, space: Space, seat: Seat, steadfast: bool) {
    let Some(piece) = pos.at(space) else { return };
    let slot = Slot::new(space, 0);
    let ty = rules.ty(piece.ty);
    if ty.traits.contains(Traits::ROUSED) && piece.seat != seat {
        for ability in rules.abilities(piece.ty).iter().filter(|_| !steadfast) {
            ability.roused(rules, pos, slot, piece, seat);
        }
    } else if piece.seat == seat && piece.flags.contains(Flags::IMPRISONED) {
        pos.set_flag(rules, slot, Flags::IMPRISONED, false);
        pos.tell(Event::Freed { space });
    } else if piece.seat != seat
        && piece.flags.contains(Flags::VOLATILE)
        && !piece.flags.contains(Flags::IMPRISONED)
        && !ty.immutable
    {
        pos.set_flag(rules, slot, Flags::IMPRISONED, true);
        pos.tell(Event::Imprisoned { space });
    }
}
