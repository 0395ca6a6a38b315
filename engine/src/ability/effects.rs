//! Helper functions for abilities with effects after a movement.

use super::*;

/// Returns whether `out` holds a move of the same piece with the same end, promotion and captures. `hits` are the
/// captures of `mv`.
pub(crate) fn already_there(rules: &Rules, pos: &Position, mv: &Move, hits: &mut [Slot], out: &MoveList) -> bool {
    hits.sort_unstable();
    let alike = out.moves.iter().rev().take_while(|other| other.from == mv.from && other.layer == mv.layer);
    alike.filter(|other| other.to == mv.to && other.promote == mv.promote).any(|other| {
        with_list(|list| {
            let theirs = &mut list.hits;
            rules.captures(pos, other, out.chain(other), theirs);
            theirs.sort_unstable();
            theirs == hits
        })
    })
}

/// Changes the type of the piece that has just moved. Does nothing if the move promoted or removed the piece.
pub(crate) fn turn_into(rules: &Rules, pos: &mut Position, mv: &Move, piece: Piece, to: TypeId) {
    let slot = Slot::new(mv.to, mv.layer);
    let Some(there) = pos
        .in_slot(slot)
        .filter(|there| there.seat == piece.seat && there.ty == piece.ty && piece.ty != to && mv.kind != Kind::Shoot)
    else {
        return;
    };
    pos.set(rules, slot, None);
    let left = Flags::FRESH.union(Flags::PROMOTED).union(rules.ty(to).barred);
    let changed = Piece { ty: to, flags: there.flags.difference(left), ..there };
    pos.put(rules, mv.to, changed);
    pos.tell(Event::Changed { was: piece.ty, to, space: mv.to });
    pos.state_mut().progress = true;
}

/// [`Ability::watch`] for attacks by side effect, which depend on where the mover can land.
pub(crate) fn watch_effects(rules: &Rules, pos: &Position, mover: &Mover, spaces: &mut SpaceSet) -> bool {
    let ty = rules.ty(mover.ty);
    !ty.takes_en_passant && !ty.traits.contains(Traits::GENERATES) && rules.watch_landings(pos, mover, spaces)
}

/// Returns whether a mover can hit `target` with a side effect of one of its movements (B-15). Tests each landing
/// accepted by `fits` by the effects of the ability there.
pub(crate) fn attacks_by_effect(
    rules: &Rules,
    pos: &Position,
    mover: &Mover,
    target: Space,
    fits: impl Fn(Space) -> bool,
    ability: &impl Ability,
) -> bool {
    let ty = rules.ty(mover.ty);
    with_list(|list| {
        if ty.takes_en_passant || ty.traits.contains(Traits::GENERATES) {
            // Moves from abilities and captures en passant have side effects too.
            rules.generate_as(pos, mover, list);
            return list.captures_on(target, |mv, chain, hits| {
                rules.direct_captures(pos, mv, chain, hits);
            });
        }
        let hits = &mut list.hits;
        let mut found = false;
        rules.each_target(pos, mover, |landing| {
            if !found && !landing.gained && fits(landing.to) {
                hits.clear();
                let after = After { rules, pos, mover: *mover, to: landing.to, by: mover.ty };
                ability.effects(&after, hits);
                found = hits.contains(&Slot::new(target, 0));
            }
        });
        found
    })
}
