//! `swap-with-titan`: trades places with a Friendly Titan that is further back.
//!
//! Only the piece with the ability acts; the Titan neither moves nor uses an ability. A snared Titan (S-2) or a held
//! one (B-8) can therefore be traded places with, but not an Immutable one (T-10). The trade is neither a ride nor a
//! leap (S-5), captures nothing and does not promote.

use super::*;
use crate::battalion::Scope;
use crate::play::Kind;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "swap-with-titan",
    scope: Scope::Piece,
    params: &[],
    about: "May trade places, as a turn, with a Friendly Titan that is not Immutable. In a duel: if it is on a further-Forwards \
            rank than the Titan. In Party Mode: if both are in their own Territory and it is on a further-Forwards rank; or both are in \
            the same Enemy Territory and it is closer to that Territory's Back Rank; or it is on the Battlefield or in Enemy Territory \
            and the Titan on the Battlefield or in its own Territory. Only the piece acts, not the Titan.",
    rules: "O-3, O-4",
    example: "moves = \"mBcK\"\nabilities = [\"swap-with-titan\"]",
    weight: Weight::LIGHT,
};

#[derive(Debug)]
struct SwapWithTitan;

pub(super) fn build(_: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(SwapWithTitan)
}

impl Ability for SwapWithTitan {
    fn traits(&self) -> Traits {
        Traits::GENERATES
    }

    fn generate(&self, rules: &Rules, pos: &Position, mover: &Mover, out: &mut MoveList) {
        // The trade captures nothing, so it cannot be copied (B-11).
        if mover.copying || mover.layer != 0 {
            return;
        }
        for titan in pos.titans(mover.seat) {
            let immutable = pos.at(*titan).is_none_or(|piece| rules.ty(piece.ty).immutable);
            if *titan != mover.from && !immutable && may_swap(rules, mover.seat, mover.from, *titan) {
                out.push(Move::of(Kind::Swap, mover.from, *titan));
            }
        }
    }
}

fn may_swap(rules: &Rules, seat: Seat, guard: Space, titan: Space) -> bool {
    let board = &rules.board;
    // The guard must be further along a direction than the Titan.
    let further = |(dx, dy): (i8, i8)| {
        let (x, y) = titan.to(guard);
        x as i32 * dx as i32 + y as i32 * dy as i32 > 0
    };
    let forwards = board.side(seat).resolve((0, 1));
    if rules.seat_count() == 2 {
        return further(forwards);
    }
    let home = |space: Space| board.territory(seat).has(space);
    let field = |space: Space| board.battlefield().has(space);
    let enemy = |space: Space| board.owner(space).filter(|owner| *owner != seat);
    if home(guard) && home(titan) {
        return further(forwards);
    }
    if let (Some(one), Some(two)) = (enemy(guard), enemy(titan)) {
        // Moving towards that Enemy's Back Rank means moving against their Forwards.
        return one == two && further(board.side(one).resolve((0, -1)));
    }
    !home(guard) && (field(titan) || home(titan))
}
