//! Captures are followed until a position is quiet, so that no exchange is judged half-way.

use engine::play::Kind;

use super::follow::{Then, Window};
use super::order::{Name, bring_best};
use super::{MAX_PLY, Search};

/// Captures in a row that are followed at most.
const MOST: u32 = 12;
/// Evasions of Check are all looked at in so many of them.
const EVADING: u32 = 3;
/// What a capture may gain beyond what it captures.
const MARGIN: i32 = 160;
/// A capture that costs this much more than it gains is not looked at if it can be answered on the spot.
const LOSS: i32 = 60;

impl Search<'_> {
    /// The score of the Player to move once captures and promotions have been played out.
    pub(super) fn quiet(&mut self, mut alpha: i32, beta: i32, ply: usize, captures: u32) -> i32 {
        if !self.meter.tick() {
            return 0;
        }
        let me = self.pos.to_move();
        let before = self.pos.state().defeated;
        let check = captures < EVADING && self.in_check(me);
        let stand = self.evaluate(alpha, beta);
        let mut best = -super::WIN + ply as i32;
        if !check {
            best = stand;
            if best >= beta || captures >= MOST {
                return best;
            }
            alpha = alpha.max(best);
        }
        if ply >= MAX_PLY {
            return stand;
        }
        let mut here = std::mem::take(&mut self.plies[ply]);
        self.rules.candidates(&mut self.pos, !check, &mut here.list);
        self.rank(&here.list, Name::NONE, [Name::NONE; 2], &mut here.ranked);
        let mut legal = false;
        for next in 0..here.ranked.len() {
            bring_best(&mut here.ranked, next);
            let ranked = here.ranked[next];
            let mv = here.list.moves[ranked.index as usize];
            if !check && stand + ranked.gain + MARGIN <= alpha {
                best = best.max(stand + ranked.gain + MARGIN);
                continue;
            }
            if !check && self.overlooks(me, &here.list, &ranked, ply) {
                continue;
            }
            let attacker = self
                .pos
                .at(mv.from)
                .map_or(0, |piece| self.know.value(piece.ty));
            let chain = here.list.chain(&mv);
            let mark = if (ranked.index as usize) < here.list.doubtful {
                match self.rules.attempt(&mut self.pos, &mv, chain) {
                    Ok(mark) => mark,
                    Err(_) => continue,
                }
            } else {
                self.rules.play(&mut self.pos, &mv, chain)
            };
            legal = true;
            let dear = !check && ranked.gain + LOSS < attacker && mv.kind == Kind::Step;
            if dear && self.pos.pending().is_empty() && self.rules.is_attacked(&self.pos, mv.to, me)
            {
                self.pos.undo(self.rules, &mark);
                continue;
            }
            let window = Window { alpha, beta };
            let score = self.after_move(me, before, Then::Quiet(captures + 1), window, ply);
            self.pos.undo(self.rules, &mark);
            if self.meter.is_over() {
                break;
            }
            if score > best {
                best = score;
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        self.plies[ply] = here;
        if self.meter.is_over() {
            return best;
        }
        if check && !legal {
            return self.stuck(true, ply);
        }
        best
    }
}
