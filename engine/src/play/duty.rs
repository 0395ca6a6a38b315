//! Compulsory captures.

use crate::board::Space;

use super::{Duty, Move, MoveList, Position, Rules, Slot, with_list};

impl Rules {
    /// Returns whether the Player to move has a duty.
    #[inline]
    pub fn is_dutiful(&self, pos: &Position) -> bool {
        self.duties[pos.to_move().index()] != Duty::Free
    }

    /// Number of other Players' pieces captured by a move, as far as the duty counts them.
    fn captured(&self, pos: &Position, mv: &Move, chain: &[Space], hits: &mut Vec<Slot>) -> usize {
        hits.clear();
        self.captures(pos, mv, chain, hits);
        let of_others = hits.iter().filter(|slot| pos.in_slot(**slot).is_some_and(|piece| piece.seat != pos.to_move()));
        match self.duties[pos.to_move().index()] {
            Duty::Free => 0,
            Duty::Capture => of_others.count().min(1),
            Duty::CaptureMost => of_others.count(),
        }
    }

    /// Keeps only the legal moves that fulfil the duty.
    pub(super) fn keep_dutiful(&self, pos: &Position, out: &mut MoveList) {
        if !self.is_dutiful(pos) {
            return;
        }
        let MoveList { moves, chains, hits, .. } = out;
        let best = (moves.iter()).map(|mv| self.captured(pos, mv, &chains[mv.span()], hits)).max();
        let best = best.unwrap_or(0);
        moves.retain(|mv| self.captured(pos, mv, &chains[mv.span()], hits) == best);
    }

    /// Returns a capture that this move neglects, if the move violates the duty.
    pub(super) fn neglects(&self, pos: &mut Position, mv: &Move, chain: &[Space]) -> Option<Space> {
        if !self.is_dutiful(pos) {
            return None;
        }
        with_list(|list| {
            let own = self.captured(pos, mv, chain, &mut list.hits);
            self.captures_at_will(pos, list);
            let MoveList { moves, chains, hits, .. } = list;
            let better = moves.iter().find(|mv| self.captured(pos, mv, &chains[mv.span()], hits) > own)?;
            hits.clear();
            self.captures(pos, better, &chains[better.span()], hits);
            hits.first().map(|slot| slot.space())
        })
    }
}
