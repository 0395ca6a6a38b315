//! Quick test whether a move gives Check, before it is made (T-19).

use crate::board::{Bits, Seat, Space, SpaceSet};

use super::look::Look;
use super::tables::Tables;
use super::{Kind, Move, Mover, Position, Royalty, Rules, Slot, Traits, Uncovering};

impl Rules {
    /// Spaces where a move of `seat` can uncover Check.
    pub fn uncovering(&self, pos: &Position, seat: Seat) -> Uncovering {
        let enemy = Seat(1 - (seat.0 & 1));
        let mut found = Uncovering { titan: None, screens: SpaceSet::EMPTY, touchy: SpaceSet::EMPTY };
        let checkable = matches!(self.royalty[enemy.index()], Royalty::Last | Royalty::Any | Royalty::All);
        if let ([titan], true) = (pos.titans(enemy), checkable) {
            found.titan = Some(*titan);
            self.compiled.uncovering(self, pos, *titan, enemy, &mut found);
        }
        found
    }

    /// Returns whether a legal move without captures gives Check to the only Titan of the Enemy; `None` if only making
    /// the move can tell. Attacks by abilities of other pieces, or that abilities uncover, are not noticed.
    #[inline]
    pub fn gives_check(&self, pos: &Position, mv: &Move, uncovering: &Uncovering) -> Option<bool> {
        let Some(titan) = uncovering.titan else { return Some(false) };
        if !matches!(mv.kind, Kind::Step | Kind::Gained | Kind::Double) {
            return None;
        }
        let piece = pos.in_slot(Slot::new(mv.from, mv.layer))?;
        let mover = Mover::real(mv.to, mv.layer, piece);
        // Moves that an ability generates can depend on the Space that the piece leaves.
        if self.ty(piece.ty).traits.contains(Traits::ATTACKS | Traits::GENERATES) {
            return self.reaches(pos, &mover, titan).then_some(true);
        }
        if self.reaches(pos, &mover, titan) || self.strikes_by_ability(pos, &mover, titan) {
            return Some(true);
        }
        let touches =
            || uncovering.screens.has(mv.from) || uncovering.touchy.has(mv.from) || uncovering.touchy.has(mv.to);
        let uncovers = if mv.layer == 0 { touches() } else { self.classes.opaque.has(piece.ty.index()) };
        (!uncovers).then_some(false)
    }
}

impl<const N: usize> Tables<N> {
    /// Adds the Spaces on which hidden attacks on the Titan of `enemy` depend.
    pub(super) fn find_uncovering(
        &self,
        rules: &Rules,
        pos: &Position,
        titan: Space,
        enemy: Seat,
        found: &mut Uncovering,
    ) {
        let look = Look::bare(self, rules, pos);
        let (me, cell) = (enemy.index(), look.cell(titan));
        let active = look.active_enemies(me);
        look.each_threat(me, cell, active, |_, path| {
            let between = path & look.occupied;
            if between.any() && !between.several() && (between & active).any() {
                found.screens.insert(look.space(between.first()));
            }
            false
        });
        if !self.leg_walkers.is_empty() {
            for from in look.walk_attackers(me, cell, active) {
                let mut seen = Bits::EMPTY;
                if !look.strikes_by_walk(from, cell, look.occupied, &mut seen) {
                    seen.into_iter().for_each(|cell| found.touchy.insert(look.space(cell)));
                }
            }
        }
    }
}
