//! What a move obliges to (P-11, V-7) is chosen inside the turn: by the same Player, for the best score.

use engine::board::Seat;

use super::Search;
use crate::candidate;

/// How many ways to settle a choice are looked at inside the search.
const INSIDE: usize = 3;
/// How many while captures are followed.
const WHEN_QUIET: usize = 1;

/// How a turn goes on once nothing is pending.
#[derive(Clone, Copy, Debug)]
pub(super) enum Then {
    /// By the search with this depth.
    Deep(i32),
    /// By following captures, so many of them so far.
    Quiet(u32),
}

/// What the score of a move is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub alpha: i32,
    pub beta: i32,
}

impl Search<'_> {
    /// The score, for its actor, of a move that has been made, choices that it obliges to included. `before`: who was defeated before it.
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
            Then::Quiet(captures) => -self.quiet(-beta, -alpha, ply + 1, captures),
        }
    }

    /// The best of a few ways to settle the first pending choice.
    #[cold]
    fn best_choice(&mut self, actor: Seat, before: u8, then: Then, mut window: Window, ply: usize) -> i32 {
        let mut options = self.spare.pop().unwrap_or_default();
        candidate::options(self.rules, self.know, &self.pos, actor, &mut options);
        let most = match then {
            Then::Deep(_) => INSIDE,
            Then::Quiet(_) => WHEN_QUIET,
        };
        let mark = self.pos.mark();
        let mut tried = 0;
        let mut best = -super::WIN;
        for (_, choice) in &options {
            if tried == most || tried > 0 && self.meter.is_over() {
                break;
            }
            // Declining is a choice only where something could be chosen.
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
