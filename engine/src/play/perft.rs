//! Perft: counts of move sequences, to test move generation.

use crate::board::Space;

use super::moves::Verdict;
use super::{MoveList, Position, Rules};

impl Rules {
    /// Number of move sequences of `depth` turns, counted as leaves. Promotions and settlements of pending choices
    /// count separately; draws are ignored.
    pub fn perft(&self, pos: &mut Position, depth: u32) -> u64 {
        let mut lists: Vec<MoveList> = (0..depth).map(|_| MoveList::default()).collect();
        self.perft_with(pos, &mut lists)
    }

    fn perft_with(&self, pos: &mut Position, lists: &mut [MoveList]) -> u64 {
        if !pos.pending().is_empty() {
            return self.perft_settlements(pos, lists);
        }
        let Some((list, rest)) = lists.split_first_mut() else {
            return 1;
        };
        list.clear();
        let mut nodes = 0;
        if rest.is_empty() && !self.is_dutiful(pos) {
            // Bulk counting: certainly legal moves of the last turn are counted without being made.
            nodes = self.compiled.count(self, pos, list);
            for (mv, verdict) in list.moves.iter().zip(&list.verdicts) {
                match verdict {
                    Verdict::Legal => nodes += 1,
                    Verdict::Illegal => {}
                    Verdict::Try => {
                        if let Ok(mark) = self.attempt(pos, mv, list.chain(mv)) {
                            nodes += self.perft_with(pos, rest);
                            pos.undo(self, &mark);
                        }
                    }
                }
            }
            return nodes;
        }
        self.legal_moves(pos, list);
        for mv in &list.moves {
            let mark = self.play(pos, mv, list.chain(mv));
            nodes += self.perft_with(pos, rest);
            pos.undo(self, &mark);
        }
        nodes
    }

    fn perft_settlements(&self, pos: &mut Position, lists: &mut [MoveList]) -> u64 {
        let spaces: Vec<Space> = self.board.spaces().iter().collect();
        let mut nodes = 0;
        for choice in spaces.into_iter().map(Some).chain([None]) {
            let mark = pos.mark();
            if self.settle(pos, choice) {
                nodes += self.perft_with(pos, lists);
                pos.undo(self, &mark);
            }
        }
        nodes
    }
}
