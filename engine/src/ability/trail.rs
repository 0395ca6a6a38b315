//! `trail`: a piece that may not cross Spaces where it or a piece of its kind has been, such as the Great Worm's
//! Boundless.

use super::walk::Walker;
use super::*;
use crate::battalion::Scope;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "trail",
    scope: Scope::Piece,
    params: &[],
    about: "Every Space that the piece starts a move on or passes becomes part of a trail, for the rest of the game. It passes no Space of the trail, \
            its own or another's, but may stop there; then any Enemy may remove it as a turn, wherever their pieces are: it is shot by \
            their Titan, held or not. So a Titan on the trail is in Check. Of two ways to a Space it takes the one that is listed first. It \
            leaves no right of en passant, and neither `*` nor hops nor crooked legs can be among its movements.",
    rules: "B-15, T-19",
    example: "moves = \"R2\"\nabilities = [\"trail\"]",
    weight: Weight::LIGHT,
};

pub(super) fn build(_: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(Walker { trails: true })
}

/// Action by which an Enemy removes a piece from the trail.
#[derive(Debug)]
pub(crate) struct Hunt;

impl Power for Hunt {
    fn generate(&self, rules: &Rules, pos: &Position, seat: Seat, out: &mut MoveList) {
        let Some(from) = pos.titans(seat).iter().min().copied() else {
            return;
        };
        for other in Seat::all(rules.seat_count()).filter(|other| *other != seat) {
            for prey in pos.blocking(other).iter() {
                if rules.is_hunted(pos, prey) {
                    out.push(Move::of(Kind::Shoot, from, prey));
                }
            }
        }
    }
}
