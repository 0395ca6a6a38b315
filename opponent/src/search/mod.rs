//! Two-player search: principal variation search with iterative deepening.
//!
//! * `root`: turns to choose from, searched with increasing depth. `node`: inner nodes. `quiescence`: captures until the
//!   position is quiet.
//! * `prune`: pruning. `reduce`: late move reductions. `check`: moves that give Check.
//! * `mate`: separate mate search.
//! * `order`: move ordering, by the ranks of `ranked` and the statistics of `history`. `follow`: choices inside a turn.
//! * `table`: transposition table and evaluation cache. `memory`: results kept between the decisions of a game.
//! * `name`: short identifiers of moves. `score`: scores of finished games. `ply`: storage for a line.

mod check;
mod follow;
mod history;
mod mate;
mod memory;
mod name;
mod node;
mod order;
mod ply;
mod prune;
mod quiescence;
mod ranked;
mod reduce;
mod root;
mod score;
mod table;

use std::collections::HashMap;

use engine::action::Turn;
use engine::board::Seat;
use engine::clash;
use engine::context::RuleSet;
use engine::play::{Position, Rules, Slot, Stalemate};
use engine::seen::Seen;
use engine::titans::{self, Aims};

use crate::budget::{Budget, Meter};
use crate::candidate::Settling;
use crate::knowledge::Knowledge;
use crate::oversight::Oversight;

use history::Row;
pub use memory::Memory;
use memory::{DEFAULT_BYTES, Kept};
use name::Name;
use ply::{MAX_PLY, PARKED, Ply, plies};
use score::ODDS;
pub(crate) use score::{WIN, WON};

/// Penalty for a draw from the searching Player's view, so that even games continue.
const CONTEMPT: i32 = 25;
/// Turns without progress after which an advantage shrinks, so that the Player makes progress in time.
const PATIENCE: u16 = 12;

/// Upper estimate of the expensive evaluation terms. Scores further from the window than this use the cheap part only.
const REFINED: i32 = 450;

/// Plies from the root in which a position is always compared with those of the game, whatever moves led to it.
const NEAR: usize = 2;

/// Search of one position.
#[derive(Debug)]
pub(crate) struct Search<'a> {
    rules: &'a Rules,
    know: &'a Knowledge,
    pos: Position,
    me: Seat,
    law: RuleSet,
    aims: Aims,
    draw_odds: Option<Seat>,
    contempt: i32,
    occurred: &'a HashMap<u64, u8>,
    meter: Meter<'a>,
    kept: Kept,
    plies: Vec<Ply>,
    /// By ply: killer moves, static evaluations, and moves made.
    killers: Vec<[Name; 2]>,
    static_evals: Vec<i32>,
    made: Vec<Option<Row>>,
    /// Hashes of the positions on the current line.
    hashes: Vec<u64>,
    /// By ply: number of moves in the last position searched.
    choices: Vec<usize>,
    /// Maximum ply for check extensions.
    longest: usize,
    /// Largest ply reached.
    farthest: usize,
    /// Turns to choose from; all legal ones if empty.
    only: &'a [Turn],
    hits: Vec<Slot>,
    /// Reusable option lists for nested choices.
    spare: Vec<Vec<Settling>>,
    oversight: Option<Oversight>,
}

impl<'a> Search<'a> {
    pub fn new(seen: &'a Seen, know: &'a Knowledge, budget: Budget<'a>) -> Self {
        Self::of(seen, seen.pos.clone(), know, budget)
    }

    /// Creates a search that starts with the results in `memory`. [`Self::leave`] returns them.
    pub fn recalling(seen: &'a Seen, know: &'a Knowledge, budget: Budget<'a>, memory: &mut Memory) -> Self {
        Self::with(seen, seen.pos.clone(), know, budget, memory.take(seen, budget.nodes))
    }

    /// Ends the search and keeps its results.
    pub fn leave(self, memory: &mut Memory) {
        memory.keep(self.kept);
    }

    /// Creates a search of another position of the same game.
    pub fn of(seen: &'a Seen, pos: Position, know: &'a Knowledge, budget: Budget<'a>) -> Self {
        Self::with(seen, pos, know, budget, Kept::new(seen, budget.nodes, DEFAULT_BYTES))
    }

    fn with(seen: &'a Seen, mut pos: Position, know: &'a Knowledge, budget: Budget<'a>, kept: Kept) -> Self {
        pos.commit();
        pos.weigh(know.weights().clone());
        let me = pos.to_move();
        Self {
            rules: &seen.rules,
            know,
            me,
            law: seen.law,
            aims: seen.aims,
            draw_odds: seen.draw_odds,
            contempt: CONTEMPT,
            occurred: &seen.occurred,
            meter: Meter::new(budget),
            kept,
            plies: (0..2 * PARKED).map(|_| Ply::default()).collect(),
            killers: vec![[Name::NONE; 2]; MAX_PLY + 2],
            static_evals: vec![0; MAX_PLY + 2],
            made: vec![None; MAX_PLY + 2],
            hashes: vec![0; MAX_PLY + 2],
            choices: vec![usize::MAX; MAX_PLY + 2],
            longest: 0,
            farthest: 0,
            only: &[],
            hits: Vec::new(),
            spare: Vec::new(),
            oversight: None,
            pos,
        }
    }

    /// Scores draws as zero, without contempt.
    pub fn impartial(mut self) -> Self {
        self.contempt = 0;
        self
    }

    /// Restricts the choice to these turns, unless none of them is legal.
    pub const fn among(mut self, only: &'a [Turn]) -> Self {
        self.only = only;
        self
    }

    /// Score of a position in which the Player to move has no turn.
    pub fn without_turn(&mut self) -> i32 {
        let check = self.in_check(self.pos.to_move());
        self.stuck(check, 0)
    }

    /// Number of nodes searched so far, and the length of the longest line.
    pub const fn effort(&self) -> (u64, usize) {
        (self.meter.nodes(), self.farthest)
    }

    /// Overlooks some replies from now on.
    pub fn overlooking(mut self, oversight: Option<Oversight>) -> Self {
        self.oversight = oversight;
        self
    }

    /// Records the current position as the one at `ply`.
    #[inline]
    fn arrive(&mut self, ply: usize) {
        let hash = self.pos.hash();
        self.kept.table.prefetch(hash);
        self.kept.evals.prefetch(hash);
        self.hashes[ply] = hash;
        self.farthest = self.farthest.max(ply);
    }

    #[inline]
    fn in_check(&self, seat: Seat) -> bool {
        self.rules.in_check(&self.pos, seat)
    }

    /// Static evaluation of the position with this hash; exact only near the window.
    #[inline]
    fn evaluate(&mut self, hash: u64, alpha: i32, beta: i32) -> i32 {
        if let Some(score) = self.know.final_score(self.rules, &self.pos) {
            return score;
        }
        let rough = self.know.roughly(self.rules, &self.pos);
        let limited = self.know.limited(self.rules, &self.pos, rough);
        if limited >= beta.saturating_add(REFINED) || limited <= alpha.saturating_sub(REFINED) {
            return limited;
        }
        let (rules, know, pos) = (self.rules, self.know, &self.pos);
        let score = know.limited(rules, pos, rough + self.kept.evals.get(hash, || know.refined(rules, pos)));
        let quiet = pos.state().quiet[0].min(pos.state().quiet[1]);
        match quiet {
            ..PATIENCE => score,
            _ => score * (160 - i32::from(quiet - PATIENCE).min(100)) / 160,
        }
    }

    /// Score of a draw for the Player to move.
    fn draw(&self) -> i32 {
        match self.draw_odds {
            Some(seat) if seat == self.pos.to_move() => ODDS,
            Some(_) => -ODDS,
            None if self.pos.to_move() == self.me => -self.contempt,
            None => self.contempt,
        }
    }

    /// Score, for `actor`, of a game that an action of `actor` has just ended.
    #[inline]
    fn ended(&self, before: u8, actor: Seat, ply: usize) -> Option<i32> {
        ended(&self.pos, self.aims, before, actor, ply)
    }

    /// Score without a legal move: lost in Check, else drawn (T-21, T-24, C-14).
    fn stuck(&self, check: bool, ply: usize) -> i32 {
        let lost = plies(ply) - WIN;
        match self.rules.stalemate(self.pos.to_move()) {
            Stalemate::Wins if !check => -lost,
            Stalemate::Draws if !check => self.draw(),
            _ => lost,
        }
    }

    /// Checks for draws that do not depend on the moves available (T-26, C-14).
    fn is_drawn(&mut self, ply: usize) -> bool {
        let state = self.pos.state();
        let quiet = match self.law {
            RuleSet::Titans => titans::QUIET_TURNS,
            RuleSet::Clash => clash::QUIET_TURNS,
        };
        if state.all_quiet(2, quiet) {
            return true;
        }
        match self.law {
            RuleSet::Titans => {
                if state.turns[..2].iter().all(|turns| *turns >= titans::LAST_TURN) {
                    return true;
                }
            }
            RuleSet::Clash => {
                let bare = |seat: Seat| self.pos.blocking(seat).len() == 1 && self.pos.titans(seat).len() == 1;
                if bare(Seat(0)) && bare(Seat(1)) {
                    return true;
                }
            }
        }
        let since = usize::from(state.quiet[0]) + usize::from(state.quiet[1]);
        let hash = self.hashes[ply];
        // Progress may be reversible, as when Supporters change sides, so the whole line is compared.
        let mut earlier = self.hashes[..ply].iter().rev().skip(3).step_by(2);
        if earlier.any(|other| *other == hash) {
            return true;
        }
        (since > ply || ply <= NEAR) && !self.occurred.is_empty() && {
            let key = self.rules.repetition_key(&self.pos);
            self.occurred.get(&key).is_some_and(|times| *times >= 2)
        }
    }
}

/// Score, for `actor`, of a game that its action has ended.
#[inline]
fn ended(pos: &Position, aims: Aims, before: u8, actor: Seat, ply: usize) -> Option<i32> {
    if pos.state().defeated == before {
        return None;
    }
    let winners = aims.winners(pos.state(), before, actor)?;
    Some(match winners {
        0 => 0,
        won if won >> actor.0 & 1 != 0 => WIN - plies(ply) - 1,
        _ => plies(ply) + 1 - WIN,
    })
}

#[cfg(test)]
mod tests;
