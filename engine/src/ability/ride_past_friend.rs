//! `ride-past-friend`: an unlimited slide along a Rook Line whose first Space holds a Friendly Supporter (P-8).

use super::*;
use crate::battalion::Scope;
use crate::board::FOUR;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "ride-past-friend",
    scope: Scope::Piece,
    params: &[],
    about: "Slides any distance along a Rook Line if the first Space of that line holds a Friendly Supporter.",
    rules: "P-8",
    example: "moves = \"R2A\"\nabilities = [\"ride-past-friend\"]",
    weight: Weight::adding(48),
};

#[derive(Debug)]
struct RidePastFriend;

pub(super) fn build(_: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(RidePastFriend)
}

/// Directions in which the long slide is available: the first Space holds a Friendly Supporter and nothing blocking.
fn open_lines<'a>(
    rules: &'a Rules,
    pos: &'a Position,
    mover: &'a Mover,
) -> impl Iterator<Item = ((i8, i8), Space)> + 'a {
    FOUR.into_iter().filter_map(move |direction| {
        let first = rules.board.step(mover.from, direction)?;
        let supporter = pos.supporter(first).filter(|supporter| supporter.seat == mover.seat);
        (pos.at(first).is_none() && supporter.is_some()).then_some((direction, first))
    })
}

impl Ability for RidePastFriend {
    fn traits(&self) -> Traits {
        Traits::GENERATES | Traits::ATTACKS
    }

    fn generate(&self, rules: &Rules, pos: &Position, mover: &Mover, out: &mut MoveList) {
        // Ends of ordinary movements are left out because they are the same moves.
        let mut known = SpaceSet::EMPTY;
        rules.each_target(pos, mover, |target| known.insert(target.to));
        for (direction, first) in open_lines(rules, pos, mover) {
            let mut at = first;
            let mut landings = [first; crate::board::MAX_SIDE as usize];
            let mut count = 1;
            while let Some(next) = rules.board.step(at, direction) {
                let victim = pos.at(next);
                if victim.is_none_or(|victim| rules.may_take(pos, mover.seat, mover.ty, next, victim)) {
                    landings[count] = next;
                    count += 1;
                }
                if victim.is_some() || rules.ends_slides(pos, next) {
                    break;
                }
                at = next;
            }
            for to in landings[..count].iter().filter(|to| !known.has(**to)) {
                rules.push(pos, mover, Move::step(mover.from, *to), out);
            }
        }
    }

    fn attacks(&self, rules: &Rules, pos: &Position, mover: &Mover, target: Space) -> bool {
        let (dx, dy) = mover.from.to(target);
        if (dx == 0) == (dy == 0) {
            return false;
        }
        let wanted = (dx.signum(), dy.signum());
        open_lines(rules, pos, mover).filter(|(direction, _)| *direction == wanted).any(|(direction, first)| {
            let mut at = first;
            while let Some(next) = rules.board.step(at, direction) {
                if next == target {
                    return true;
                }
                if pos.at(next).is_some() || rules.ends_slides(pos, next) {
                    return false;
                }
                at = next;
            }
            false
        })
    }

    fn watch(&self, rules: &Rules, pos: &Position, mover: &Mover, target: Space, spaces: &mut SpaceSet) -> bool {
        let (dx, dy) = mover.from.to(target);
        let direction = (dx.signum(), dy.signum());
        let friend = rules
            .board
            .step(mover.from, direction)
            .filter(|first| pos.supporter(*first).is_some_and(|supporter| supporter.seat == mover.seat));
        if (dx == 0) != (dy == 0) && friend.is_some() {
            let mut at = mover.from;
            while let Some(next) = rules.board.step(at, direction).filter(|next| *next != target) {
                spaces.insert(next);
                at = next;
            }
        }
        true
    }
}
