//! What a move obliges to (P-11, V-7) is chosen inside the turn: by the same Player, for the best score.

use engine::board::{Seat, Space};
use engine::play::PendingChoice;

use super::Search;

/// A way to settle a choice, with its place in the order.
pub(super) type Option_ = (i32, Option<Space>);

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
    pub(super) fn after_move(
        &mut self,
        actor: Seat,
        before: u8,
        then: Then,
        window: Window,
        ply: usize,
    ) -> i32 {
        if !self.pos.pending().is_empty() {
            return self.best_choice(actor, before, then, window, ply);
        }
        if let Some(score) = self.ended(before, actor, ply) {
            return score;
        }
        let Window { alpha, beta } = window;
        match then {
            Then::Deep(depth) => -self.node(depth, -beta, -alpha, ply + 1, true),
            Then::Quiet(captures) => -self.quiet(-beta, -alpha, ply + 1, captures),
        }
    }

    /// The best of a few ways to settle the first pending choice.
    #[cold]
    fn best_choice(
        &mut self,
        actor: Seat,
        before: u8,
        then: Then,
        mut window: Window,
        ply: usize,
    ) -> i32 {
        let mut options = self.spare.pop().unwrap_or_default();
        self.options(actor, &mut options);
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

    /// Ways to settle the first pending choice, the most promising first: by what the pieces are worth where they would stand.
    pub(super) fn options(&self, actor: Seat, out: &mut Vec<Option_>) {
        out.clear();
        match self.pos.pending().first() {
            Some(PendingChoice::Return(ty, owner)) => {
                let sign = if owner == actor { 1 } else { -1 };
                let weights = self.know.weights();
                let piece = engine::play::Piece::new(ty, owner);
                for space in self.rules.board.spaces().iter() {
                    if self.pos.at(space).is_none() {
                        out.push((sign * weights.of(piece, space), Some(space)));
                    }
                }
            }
            Some(PendingChoice::Volatile(of)) => {
                for space in self.pos.blocking(of).iter() {
                    if self.rules.may_become_volatile(&self.pos, of, space) {
                        let worth = self.pos.at(space).map_or(0, |p| self.know.value(p.ty));
                        out.push((worth, Some(space)));
                    }
                }
                out.push((i32::MIN, None));
            }
            None => {}
        }
        out.sort_unstable_by(|a, b| b.cmp(a));
    }
}
