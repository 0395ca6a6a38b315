//! Moves that give Check: never pruned like other quiet moves, and tried at the first ply of quiescence.

use engine::play::{Move, MoveList, Uncovering};

use super::Search;

/// Preparation for [`Search::gives_check`], computed when the first move of a node is tested.
pub(super) type Prepared = Option<Uncovering>;

impl Search<'_> {
    /// Checks whether a move without captures gives Check.
    #[inline]
    pub(super) fn gives_check(&mut self, list: &MoveList, mv: &Move, index: u32, prepared: &mut Prepared) -> bool {
        let (rules, pos) = (self.rules, &self.pos);
        let uncovering = prepared.get_or_insert_with(|| rules.uncovering(pos, pos.to_move()));
        rules.gives_check(pos, mv, uncovering).unwrap_or_else(|| self.checks_when_made(list, mv, index))
    }

    /// Makes the move to see whether it gives Check.
    fn checks_when_made(&mut self, list: &MoveList, mv: &Move, index: u32) -> bool {
        let Some(mark) = self.make(list, mv, index) else {
            return false;
        };
        let checks = self.pos.pending().is_empty() && self.in_check(self.pos.to_move());
        self.pos.undo(self.rules, &mark);
        checks
    }
}
