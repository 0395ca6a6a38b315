//! Mate search for the side that is far ahead, by brute force. Where every move wins, scores hardly distinguish the
//! mating one.

use engine::play::{Move, MoveList};

use super::Search;
use super::ply::plies;
use super::score::WIN;
use super::table::Bound;
use crate::candidate::Candidate;

/// Minimum advantage for a mate search, in hundredths of a Pawn.
const AHEAD: i32 = 400;
/// Longest mate searched for, in own turns.
const LONGEST: u32 = 3;
/// Divisor of the budget: at most one part in `SHARE` goes to mate search.
const SHARE: u64 = 4;
/// Number of last-turn moves that together cost one node. Most give no Check and are taken back at once.
const CHEAP: usize = 8;
/// Maximum number of replies to a move without Check: with one own turn left, and with more.
const REPLIES: [usize; 2] = [usize::MAX, 6];

impl Search<'_> {
    /// Candidate with the shortest mate, and its length in own turns. `deepest` is the maximum depth in turns of both
    /// sides.
    pub(super) fn mate(&mut self, candidates: &[Candidate], deepest: u8) -> Option<(usize, u32)> {
        if self.know.evaluate(self.rules, &self.pos) < AHEAD {
            return None;
        }
        let limit = self.meter.nodes() + self.meter.left() / SHARE;
        let (actor, before) = (self.pos.to_move(), self.pos.state().defeated);
        for turns in 1..=LONGEST.min(u32::from(deepest).div_ceil(2)) {
            for (index, candidate) in candidates.iter().enumerate() {
                let mark = self.pos.mark();
                candidate.make(self.rules, &mut self.pos);
                let mates = match self.ended(before, actor, 0) {
                    Some(score) => score > 0,
                    None => !self.has_occurred() && self.is_lost(turns - 1, 1, limit),
                };
                self.pos.undo(self.rules, &mark);
                if self.meter.nodes() >= limit {
                    return None;
                }
                if mates {
                    return Some((index, turns));
                }
            }
        }
        None
    }

    /// Checks whether the Player to move is mated, or loses to every continuation within `turns` turns of the other.
    fn is_lost(&mut self, turns: u32, ply: usize, limit: u64) -> bool {
        let me = self.pos.to_move();
        let check = self.in_check(me);
        if turns == 0 {
            return check && !self.rules.has_legal_move(&mut self.pos);
        }
        let mut list = std::mem::take(&mut self.plies[ply].list);
        self.rules.legal_moves(&mut self.pos, &mut list);
        let few = REPLIES[usize::from(turns > 1)];
        let lost = match list.moves.len() {
            0 => check,
            replies => (check || replies <= few) && self.all_lose(&mut list, turns, ply, limit),
        };
        self.plies[ply].list = list;
        lost
    }

    /// Checks whether every listed reply loses. The last refutation comes first.
    fn all_lose(&mut self, list: &mut MoveList, turns: u32, ply: usize, limit: u64) -> bool {
        let (me, before) = (self.pos.to_move(), self.pos.state().defeated);
        let refutation = self.killers[ply][0];
        let known = (0..list.moves.len()).find(|index| {
            let mv = list.moves[*index];
            refutation.may_be(&mv) && self.name(list, &mv) == refutation
        });
        if let Some(index) = known {
            list.moves.swap(0, index);
        }
        for index in 0..list.moves.len() {
            let mv = list.moves[index];
            let mark = self.rules.play(&mut self.pos, &mv, list.chain(&mv));
            let lost = match self.ended(before, me, ply) {
                _ if !self.pos.pending().is_empty() => false,
                Some(score) => score < 0,
                None => self.mates(turns, ply + 1, limit),
            };
            self.pos.undo(self.rules, &mark);
            if !lost {
                self.killers[ply][0] = self.name(list, &mv);
                return false;
            }
            if index == 0 {
                self.remember(list, &mv, plies(ply) - score(turns) + 1, ply);
            }
        }
        true
    }

    /// Stores the move in the table, for the reported line.
    fn remember(&mut self, list: &MoveList, mv: &Move, score: i32, ply: usize) {
        let (hash, name) = (self.pos.hash(), self.name(list, mv));
        self.kept.table.put(hash, 0, ply, score, Bound::Exact, name);
    }

    /// Checks whether the Player to move can mate in `turns` turns.
    fn mates(&mut self, turns: u32, ply: usize, limit: u64) -> bool {
        let (me, before) = (self.pos.to_move(), self.pos.state().defeated);
        let mut list = std::mem::take(&mut self.plies[ply].list);
        self.rules.legal_moves(&mut self.pos, &mut list);
        let mut mates = false;
        let cheap = if turns == 1 { CHEAP } else { 1 };
        for (index, mv) in list.moves.iter().enumerate() {
            if index % cheap == 0 && (self.meter.nodes() >= limit || !self.meter.tick()) {
                break;
            }
            let mark = self.rules.play(&mut self.pos, mv, list.chain(mv));
            mates = match self.ended(before, me, ply) {
                _ if !self.pos.pending().is_empty() => false,
                Some(score) => score > 0,
                None => self.is_lost(turns - 1, ply + 1, limit),
            };
            self.pos.undo(self.rules, &mark);
            if mates {
                self.remember(&list, mv, score(turns) - plies(ply), ply);
                break;
            }
        }
        self.plies[ply].list = list;
        mates
    }
}

/// Score of a mate in `turns` own turns.
pub(super) const fn score(turns: u32) -> i32 {
    WIN - 2 * turns.cast_signed() + 1
}
