//! What abilities with effects after a movement share.

use super::*;

/// Does `out` hold a move of the same piece to the same end with the same captures? `hits` are those of `mv`.
pub(super) fn already_there(rules: &Rules, pos: &Position, mv: &Move, hits: &mut [Slot], out: &MoveList) -> bool {
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

/// After a move makes its piece one of another type, if it is still there as it was: not promoted by the move, nor removed.
pub(super) fn turn_into(rules: &Rules, pos: &mut Position, mv: &Move, piece: Piece, to: TypeId) {
    let slot = Slot::new(mv.to, mv.layer);
    let Some(there) = pos
        .in_slot(slot)
        .filter(|there| there.seat == piece.seat && there.ty == piece.ty && piece.ty != to && mv.kind != Kind::Shoot)
    else {
        return;
    };
    pos.set(rules, slot, None);
    let left = Flags::FRESH.with(Flags::PROMOTED).with(rules.ty(to).barred);
    let changed = Piece { ty: to, flags: there.flags.without(left), ..there };
    pos.put(rules, mv.to, changed);
    pos.tell(Event::Changed { was: piece.ty, to, space: mv.to });
    pos.state_mut().progress = true;
}

/// [`Ability::watch`] where the attack is a side effect of a movement: it depends on where the mover may land.
pub(crate) fn watch_effects(rules: &Rules, pos: &Position, mover: &Mover, spaces: &mut SpaceSet) -> bool {
    let ty = rules.ty(mover.ty);
    !ty.takes_en_passant && !ty.traits.generates && rules.watch_landings(pos, mover, spaces)
}

/// Whether a mover could hit `target` as a side effect of one of its movements: tries each landing that `fits` (B-15).
/// `effects` adds the hits of one landing.
pub(crate) fn attacks_by_effect(
    rules: &Rules,
    pos: &Position,
    mover: &Mover,
    target: Space,
    fits: impl Fn(Space) -> bool,
    effects: impl Fn(&After<'_>, &mut Vec<Slot>),
) -> bool {
    let ty = rules.ty(mover.ty);
    with_list(|list| {
        if ty.takes_en_passant || ty.traits.generates {
            // Side effects follow what abilities and captures en passant bring, too.
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
                effects(&after, hits);
                found = hits.contains(&Slot::new(target, 0));
            }
        });
        found
    })
}
