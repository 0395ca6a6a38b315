//! Pruning: positions outside the window without a search of their moves, and late moves that hardly matter.

use engine::play::Move;

use super::Search;
use super::name::Name;
use super::ranked::Ranked;
use super::table::Entry;

/// Assumed maximum change of the score by one turn, per ply of depth.
pub(super) const QUIET_GAIN: i32 = 85;
/// Assumed additional gain of a quiet move.
pub(super) const FUTILITY: i32 = 70;
/// Maximum depth for futility pruning.
const FUTILE_DEPTH: i32 = 6;
/// Maximum depth for reverse futility pruning.
const REVERSE_FUTILITY_DEPTH: i32 = 7;
/// Razoring margin below alpha, as a constant and per depth squared. Positions below it get only a quiescence search.
const RAZORING: [i32; 2] = [150, 60];
/// Minimum number of own pieces for a null move; with fewer, zugzwang is likely.
const NULL_PIECES: usize = 4;
/// Number of own moves below which a null move is verified, because zugzwang is possible.
const NULL_MOVES: usize = 14;
/// Maximum exchange loss per ply of remaining depth, for quiet moves and for captures.
const QUIET_LOSS: i32 = 55;
const CAPTURE_LOSS: i32 = 110;

/// History per ply of remaining depth, below which a quiet move is pruned.
const WORST: i32 = -4_000;

/// Facts about a node, computed before its moves are tried.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub check: bool,
    /// The Player must capture.
    pub forced: bool,
    /// Static evaluation.
    pub static_eval: i32,
    /// `true` if the evaluation is better than two plies earlier.
    pub improving: bool,
    pub entry: Option<Entry>,
    /// Excluded move, when measuring how much better it is than all others.
    pub excluded: Name,
}

/// A move late in the order.
#[derive(Clone, Copy)]
pub(super) struct Late {
    pub depth: i32,
    pub alpha: i32,
    /// Number of moves tried before it.
    pub tried: i32,
    /// Its late move reduction, in plies.
    pub less: i32,
}

impl Search<'_> {
    /// Score of a node that can be cut off without a search of its moves.
    pub(super) fn cut_off_early(
        &mut self,
        depth: i32,
        [alpha, beta]: [i32; 2],
        ply: usize,
        improving: bool,
        null: bool,
    ) -> Option<i32> {
        let static_eval = self.static_evals[ply];
        let margin = QUIET_GAIN * (depth - i32::from(improving)).max(1);
        if depth <= REVERSE_FUTILITY_DEPTH && static_eval - margin >= beta {
            return Some(static_eval);
        }
        if depth <= 3 && static_eval + RAZORING[0] + RAZORING[1] * depth * depth <= alpha {
            let score = self.quiescence(alpha, beta, ply, 0);
            if score <= alpha {
                return Some(score);
            }
        }
        let tries = null && depth >= 2 && static_eval >= beta;
        (tries && self.null_move_holds(depth, beta, ply)).then_some(beta)
    }

    /// Null move pruning: checks whether the position still scores `beta` after passing.
    fn null_move_holds(&mut self, depth: i32, beta: i32, ply: usize) -> bool {
        let me = self.pos.to_move();
        if self.pos.blocking(me).len() < NULL_PIECES || self.know.gives_away() {
            return false;
        }
        let reduced = depth - 3 - depth / 4 - ((self.static_evals[ply] - beta) / 200).min(3);
        self.made[ply] = None;
        let mark = self.rules.null_move(&mut self.pos);
        self.arrive(ply + 1);
        let score = -self.node(reduced, -beta, 1 - beta, ply + 1, false);
        self.pos.undo(self.rules, &mark);
        if score < beta || self.meter.is_over() {
            return false;
        }
        // `choices` holds the number of moves in a sibling position, as an estimate for this one.
        self.choices[ply] >= NULL_MOVES || self.node(reduced.max(1), beta - 1, beta, ply, false) >= beta
    }

    /// Maximum exchange loss of a quiet move: the value of the moving piece.
    #[inline]
    fn stake(&self, mv: &Move) -> i32 {
        let piece = self.pos.at(mv.from);
        piece.map_or(i32::MAX, |piece| self.know.exchange_values()[piece.ty.index()])
    }

    /// Checks whether a late move is pruned.
    #[inline]
    pub(super) fn is_pruned(&self, mv: &Move, ranked: &Ranked, known: Known, late: Late) -> bool {
        let depth = late.depth;
        if ranked.loud {
            return depth <= 6 && ranked.loses() && ranked.rank_as_loss() < -CAPTURE_LOSS * depth;
        }
        let left = (depth - late.less).max(0);
        let many = (4 + depth * depth) / if known.improving { 1 } else { 2 };
        let most = known.static_eval + FUTILITY + QUIET_GAIN * (left + 1);
        let loss = QUIET_LOSS * (left + 1);
        depth <= 7 && late.tried > many
            || left <= FUTILE_DEPTH && most <= late.alpha
            || left <= 3 && ranked.rank < WORST * depth
            || left <= 6 && self.stake(mv) > loss && self.exchange(mv, 0) < -loss
    }
}
