//! Choices that a move requires (P-11, V-7). The same Player settles them inside the turn, for the best score.

use engine::board::Seat;

use super::Search;
use super::score::WIN;
use crate::candidate;

/// Maximum number of options tried per choice in the main search.
const INSIDE: usize = 3;
/// Maximum number of options tried per choice in quiescence.
const IN_QUIESCENCE: usize = 1;

/// Kind of search that continues once no choice is pending.
#[derive(Clone, Copy, Debug)]
pub(super) enum Then {
    /// Main search with this remaining depth.
    Deep(i32),
    /// Quiescence, after this many captures.
    Quiescence(u32),
}

/// Alpha-beta window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub alpha: i32,
    pub beta: i32,
}

impl Search<'_> {
    /// Score, for `actor`, of a move that has just been made, including the choices that it requires. `before` is the
    /// set of Players defeated before the move.
    pub(super) fn after_move(&mut self, actor: Seat, before: u8, then: Then, window: Window, ply: usize) -> i32 {
        if !self.pos.pending().is_empty() {
            return self.best_choice(actor, before, then, window, ply);
        }
        if let Some(score) = self.ended(before, actor, ply) {
            return score;
        }
        let Window { alpha, beta } = window;
        self.arrive(ply + 1);
        match then {
            Then::Deep(depth) => -self.node(depth, -beta, -alpha, ply + 1, true),
            Then::Quiescence(captures) => -self.quiescence(-beta, -alpha, ply + 1, captures),
        }
    }

    /// Best score among a few ways to settle the first pending choice.
    #[cold]
    fn best_choice(&mut self, actor: Seat, before: u8, then: Then, mut window: Window, ply: usize) -> i32 {
        let mut options = self.spare.pop().unwrap_or_default();
        candidate::options(self.rules, self.know, &self.pos, actor, &mut options);
        let most = match then {
            Then::Deep(_) => INSIDE,
            Then::Quiescence(_) => IN_QUIESCENCE,
        };
        let mark = self.pos.mark();
        let mut tried = 0;
        let mut best = -WIN;
        for (_, choice) in &options {
            if tried == most || tried > 0 && self.meter.is_over() {
                break;
            }
            // Declining counts as a choice only where something could be chosen.
            if choice.is_none() && tried == 0 || !self.rules.settle(&mut self.pos, *choice) {
                continue;
            }
            tried += 1;
            let score = self.after_move(actor, before, then, window, ply);
            self.pos.undo(self.rules, &mark);
            best = best.max(score);
            window.alpha = window.alpha.max(score);
            if best >= window.beta {
                break;
            }
        }
        options.clear();
        self.spare.push(options);
        if tried == 0 {
            self.rules.clear_pending(&mut self.pos);
            best = self.after_move(actor, before, then, window, ply);
            self.pos.undo(self.rules, &mark);
        }
        best
    }
}
