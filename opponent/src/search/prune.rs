//! What need not be looked at: positions so good or so bad that no move is tried, and moves that come too late to matter.

use engine::play::Move;

use super::node::Known;
use super::{Ranked, Search};

/// Score that a turn is taken to change at most, by depth left: below it, nothing is looked for.
pub(super) const QUIET_GAIN: i32 = 85;
/// What a quiet move is taken to gain at most beyond that.
pub(super) const FUTILITY: i32 = 70;
/// Depth up to which quiet moves are left out by that.
const FUTILE_DEPTH: i32 = 6;
/// Depth up to which a score far above the window is believed.
const BELIEVED_DEPTH: i32 = 7;
/// A score so far below the window, by depth and its square, is left to captures alone.
const HOPELESS: [i32; 2] = [150, 60];
/// Own pieces below which a null move proves nothing.
const NULL_PIECES: usize = 4;
/// Own moves below which a null move is verified: who can hardly move may be glad not to.
const NULL_MOVES: usize = 14;
/// What a move may lose by exchanges and still be tried, for each turn of depth left: of quiet moves and of captures.
const QUIET_LOSS: i32 = 55;
const CAPTURE_LOSS: i32 = 110;

/// History, for each turn of depth left, below which a quiet move is left out.
const WORST: i32 = -4_000;

/// A move that comes after others.
#[derive(Clone, Copy)]
pub(super) struct Late {
    pub depth: i32,
    pub alpha: i32,
    /// How many were tried before.
    pub tried: i32,
    /// By how much it would be searched less deep.
    pub less: i32,
}

impl Search<'_> {
    /// A score that is good enough, or bad enough, without trying a move.
    pub(super) fn without_moves(
        &mut self,
        depth: i32,
        [alpha, beta]: [i32; 2],
        ply: usize,
        improving: bool,
        null: bool,
    ) -> Option<i32> {
        let stand = self.stands[ply];
        let margin = QUIET_GAIN * (depth - i32::from(improving)).max(1);
        if depth <= BELIEVED_DEPTH && stand - margin >= beta {
            return Some(stand);
        }
        if depth <= 3 && stand + HOPELESS[0] + HOPELESS[1] * depth * depth <= alpha {
            let score = self.quiet(alpha, beta, ply, 0);
            if score <= alpha {
                return Some(score);
            }
        }
        let tries = null && depth >= 2 && stand >= beta;
        (tries && self.null_move_holds(depth, beta, ply)).then_some(beta)
    }

    /// Does handing the turn on still score `beta`, so that some move surely does?
    fn null_move_holds(&mut self, depth: i32, beta: i32, ply: usize) -> bool {
        let me = self.pos.to_move();
        if self.pos.blocking(me).len() < NULL_PIECES {
            return false;
        }
        let reduced = depth - 3 - depth / 4 - ((self.stands[ply] - beta) / 200).min(3);
        self.made[ply] = None;
        let mark = self.rules.null_move(&mut self.pos);
        self.arrive(ply + 1);
        let score = -self.node(reduced, -beta, 1 - beta, ply + 1, false);
        self.pos.undo(self.rules, &mark);
        if score < beta || self.meter.is_over() {
            return false;
        }
        // As many as there were beside this position.
        self.choices[ply] >= NULL_MOVES || self.node(reduced.max(1), beta - 1, beta, ply, false) >= beta
    }

    /// What an exchange that a quiet move begins may lose at most.
    #[inline]
    fn stake(&self, mv: &Move) -> i32 {
        let piece = self.pos.at(mv.from);
        piece.map_or(i32::MAX, |piece| self.know.exchange_values()[piece.ty.index()])
    }

    /// Is a late move not worth a try?
    #[inline]
    pub(super) fn leaves_out(&self, mv: &Move, ranked: &Ranked, known: Known, late: Late) -> bool {
        let depth = late.depth;
        if ranked.loud {
            return depth <= 6 && ranked.loses() && ranked.rank_as_loss() < -CAPTURE_LOSS * depth;
        }
        let left = (depth - late.less).max(0);
        let many = (4 + depth * depth) / if known.improving { 1 } else { 2 };
        let most = known.stand + FUTILITY + QUIET_GAIN * (left + 1);
        let loss = QUIET_LOSS * (left + 1);
        depth <= 7 && late.tried > many
            || left <= FUTILE_DEPTH && most <= late.alpha
            || left <= 3 && ranked.rank < WORST * depth
            || left <= 6 && self.stake(mv) > loss && self.exchange(mv, 0) < -loss
    }
}
