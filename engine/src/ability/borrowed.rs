//! Acting as a piece of another type: the code shared by `imitate`, `relay` and `orphan`.
//!
//! The piece borrows movements and captures. Promotion, first-move movements and effects after a movement are not
//! borrowed.

use super::*;

/// Maximum number of types that one piece can borrow at once.
const MOST: usize = 16;

/// The mover as a piece of type `ty`; `None` if nothing can be borrowed from that type.
fn guise(rules: &Rules, mover: &Mover, ty: TypeId) -> Option<Mover> {
    let fits = !mover.copying && mover.layer == 0 && rules.ty(ty).layer == 0 && ty != mover.ty;
    fits.then_some(Mover { ty, fresh: false, copying: true, ..*mover })
}

/// Calls `found` with every move as type `ty` and its captures. Moves with a capture that the mover itself may not make
/// are skipped.
fn each(rules: &Rules, pos: &Position, mover: &Mover, ty: TypeId, mut found: impl FnMut(&Move, &[Space], &mut [Slot])) {
    let Some(guise) = guise(rules, mover, ty) else {
        return;
    };
    let takes = |hit: &Slot| {
        pos.in_slot(*hit).is_some_and(|victim| rules.may_take(pos, mover.seat, mover.ty, hit.space(), victim))
    };
    with_list(|list| {
        rules.generate_as(pos, &guise, list);
        let MoveList { moves, chains, hits, .. } = list;
        for mv in moves.iter() {
            let chain = &chains[mv.span()];
            hits.clear();
            rules.captures(pos, mv, chain, hits);
            if hits.iter().all(takes) {
                found(mv, chain, hits);
            }
        }
    });
}

/// Adds every move as type `ty` that `out` does not hold yet.
pub(super) fn generate(rules: &Rules, pos: &Position, mover: &Mover, ty: TypeId, out: &mut MoveList) {
    each(rules, pos, mover, ty, |mv, chain, hits| {
        if !already_there(rules, pos, mv, hits, out) {
            out.push_chain(*mv, chain);
        }
    });
}

/// Returns whether the mover can capture on `target` as type `ty`.
pub(super) fn attacks(rules: &Rules, pos: &Position, mover: &Mover, ty: TypeId, target: Space) -> bool {
    let Some(guise) = guise(rules, mover, ty) else {
        return false;
    };
    let own = rules.ty(mover.ty);
    if own.titan || own.traits.contains(Traits::OWN_EFFECTS) || rules.classes.choosy.has(mover.ty.index()) {
        // The mover's own limits on captures and its own side effects change what it can do as the other type.
        let mut found = false;
        each(rules, pos, mover, ty, |_, _, hits| {
            found |= hits.contains(&Slot::new(target, 0));
        });
        return found;
    }
    let takes = |victim| rules.may_take(pos, mover.seat, guise.ty, target, victim);
    pos.at(target).is_none_or(takes)
        && (rules.reaches(pos, &guise, target) || rules.strikes_by_ability(pos, &guise, target))
}

/// Pieces that lend their type to another: friends that guard it, or Enemies that attack it. Lenders use only their own
/// movements and must be able to act.
#[derive(Debug)]
pub(super) struct Lenders {
    pub friends: bool,
    /// Types that can be borrowed; all if empty.
    pub types: Vec<TypeId>,
}

impl Lenders {
    /// Calls `found` with each type lent until `found` returns `true`.
    pub fn find(&self, rules: &Rules, pos: &Position, mover: &Mover, mut found: impl FnMut(TypeId) -> bool) -> bool {
        let mut known = [None; MOST];
        let mut count = 0;
        for seat in Seat::all(rules.seat_count()) {
            if (seat == mover.seat) != self.friends || pos.state().is_defeated(seat) {
                continue;
            }
            for from in pos.blocking(seat).iter().filter(|from| *from != mover.from) {
                let Some(piece) = pos.at(from) else { continue };
                let listed = self.types.is_empty() || self.types.contains(&piece.ty);
                let lends = listed
                    && piece.ty != mover.ty
                    && count < MOST
                    && !known.contains(&Some(piece.ty))
                    && rules.reaches(pos, &Mover::real(from, 0, piece), mover.from)
                    && rules.restraint(pos, from, piece).is_none();
                if lends {
                    known[count] = Some(piece.ty);
                    count += 1;
                    if found(piece.ty) {
                        return true;
                    }
                }
            }
        }
        false
    }
}

impl Ability for Lenders {
    fn traits(&self) -> Traits {
        Traits::GENERATES | Traits::COMPARES | Traits::ATTACKS
    }

    fn generate(&self, rules: &Rules, pos: &Position, mover: &Mover, out: &mut MoveList) {
        self.find(rules, pos, mover, |ty| {
            generate(rules, pos, mover, ty, out);
            false
        });
    }

    /// `watch` is not implemented: any move may add or remove a lender, so every move is tested.
    fn attacks(&self, rules: &Rules, pos: &Position, mover: &Mover, target: Space) -> bool {
        self.find(rules, pos, mover, |ty| attacks(rules, pos, mover, ty, target))
    }
}
