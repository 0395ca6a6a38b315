//! Root of the search: iterative deepening over the turns to choose from.

use engine::action::Turn;
use engine::play::MoveList;

use super::follow::{Then, Window};
use super::mate;
use super::name::Name;
use super::ply::MAX_PLY;
use super::score::{WIN, WON};
use super::{Search, ended};
use crate::candidate::{self, Candidate, Outcome};

/// Maximum depth, in turns; the plies above it are for extensions and quiescence.
const DEEPEST: u8 = 100;
const _: () = assert!(DEEPEST as usize + 20 == MAX_PLY);

/// Initial half-width of the aspiration window.
const ASPIRATION: i32 = 35;

impl Search<'_> {
    /// Searches to at most `deepest` turns. Candidates within `margin` of the best get an exact score.
    pub fn think(&mut self, deepest: u8, margin: i32) -> Outcome {
        self.think_aloud(deepest, margin, |_, _, _| true)
    }

    /// Like [`Self::think`]. `told` receives the best candidate and the depth after each iteration; the search ends when
    /// it returns `false`.
    #[expect(clippy::cast_possible_truncation, reason = "a mate of few turns")]
    pub fn think_aloud(
        &mut self,
        deepest: u8,
        margin: i32,
        mut told: impl FnMut(&mut Self, &Candidate, u8) -> bool,
    ) -> Outcome {
        self.hashes[0] = self.pos.hash();
        let mut candidates = self.candidates();
        self.restrict(&mut candidates);
        if let Some(oversight) = &self.oversight {
            oversight.narrow(self.rules, &self.pos, &mut candidates);
        }
        let mut reached = 0;
        let deepest = if candidates.len() == 1 { deepest.min(2) } else { deepest };
        if let Some((index, turns)) = self.mate(&candidates, deepest) {
            let depth = (2 * turns - 1) as u8;
            let found = &mut candidates[index];
            (found.score, found.depth) = (mate::score(turns), depth);
            return Outcome::of(candidates, depth, &self.meter);
        }
        for depth in 1..=deepest.min(DEEPEST) {
            candidates.sort_by_key(|candidate| std::cmp::Reverse((candidate.exact, candidate.score)));
            if self.meter.is_over() || !self.iterate(depth, margin, &mut candidates) {
                break;
            }
            reached = depth;
            let Some(best) = candidates.iter().filter(|c| c.exact).max_by_key(|c| c.score) else {
                break;
            };
            let decided = best.score.abs() > WON && WIN - best.score.abs() <= i32::from(depth);
            if !told(self, best, depth) || decided {
                break;
            }
        }
        Outcome::of(candidates, reached, &self.meter)
    }

    /// Keeps only the requested candidates, if any of them is legal.
    fn restrict(&self, candidates: &mut Vec<Candidate>) {
        let requested = |candidate: &Candidate| {
            let turn = candidate.turn(self.rules, &self.pos, self.law);
            self.only.iter().any(|only| only.act == turn.act && (only.then.is_empty() || only.then == turn.then))
        };
        if !self.only.is_empty() && candidates.iter().any(requested) {
            candidates.retain(requested);
        }
    }

    /// Searches every candidate to `depth`; `false` if the budget ended first.
    fn iterate(&mut self, depth: u8, margin: i32, candidates: &mut [Candidate]) -> bool {
        let mut best = -WIN;
        self.longest = 2 * usize::from(depth) + 2;
        for (index, candidate) in candidates.iter_mut().enumerate() {
            let alpha = if index == 0 { -WIN } else { (best - margin).max(-WIN) };
            let score = if index == 0 && margin == 0 && depth >= 4 {
                self.aspire(candidate, depth)
            } else if index == 0 || depth == 1 {
                self.score(candidate, depth, Window { alpha, beta: WIN })
            } else {
                let narrow = Window { alpha, beta: alpha + 1 };
                let less = if candidate.loud { 0 } else { late(depth, index) };
                let mut score = self.score(candidate, depth - less, narrow);
                if score > alpha && less > 0 && !self.meter.is_over() {
                    score = self.score(candidate, depth, narrow);
                }
                match score {
                    score if score > alpha && !self.meter.is_over() => {
                        self.score(candidate, depth, Window { alpha, beta: WIN })
                    }
                    score => score,
                }
            };
            if self.meter.is_over() {
                return false;
            }
            candidate.exact = index == 0 || score > alpha;
            candidate.score = score;
            candidate.depth = depth;
            best = best.max(score);
        }
        true
    }

    /// Score of the first candidate, by aspiration windows around its last score.
    fn aspire(&mut self, candidate: &Candidate, depth: u8) -> i32 {
        let mut reach = ASPIRATION;
        loop {
            let window =
                Window { alpha: (candidate.score - reach).max(-WIN), beta: (candidate.score + reach).min(WIN) };
            let score = self.score(candidate, depth, window);
            let low = score <= window.alpha && window.alpha > -WIN;
            let high = score >= window.beta && window.beta < WIN;
            if self.meter.is_over() || !low && !high {
                return score;
            }
            reach = if reach > 600 { 2 * WIN } else { reach * 4 };
        }
    }

    fn score(&mut self, candidate: &Candidate, depth: u8, window: Window) -> i32 {
        let (actor, before) = (self.pos.to_move(), self.pos.state().defeated);
        let mark = self.pos.mark();
        self.made[0] = self.kept.history.row(&self.pos, &candidate.mv);
        candidate.make(self.rules, &mut self.pos);
        let then = Then::Deep(i32::from(depth) - 1);
        let score = self.after_move(actor, before, then, window, 0);
        let again = score > -self.contempt && self.has_occurred();
        self.pos.undo(self.rules, &mark);
        // By returning to an earlier position of the game, the Player lets the other side force a repetition.
        if again && self.draw_odds.is_none() { -self.contempt } else { score }
    }

    /// Checks whether the position occurred in the game.
    pub(super) fn has_occurred(&self) -> bool {
        !self.occurred.is_empty() && {
            let key = self.rules.repetition_key(&self.pos);
            self.occurred.contains_key(&key)
        }
    }

    /// All legal turns with their static scores.
    fn candidates(&mut self) -> Vec<Candidate> {
        let (rules, know, aims) = (self.rules, self.know, self.aims);
        let meter = &mut self.meter;
        candidate::all(rules, self.law, know, &mut self.pos, |pos, actor, before| {
            meter.tick();
            ended(pos, aims, before, actor, 0).unwrap_or_else(|| -know.evaluate(rules, pos))
        })
    }

    /// Expected continuation after a candidate, from the table: at most `most` turns.
    pub fn line(&mut self, first: &Candidate, most: usize) -> Vec<Turn> {
        let mut line = vec![first.turn(self.rules, &self.pos, self.law)];
        let mark = self.pos.mark();
        let before = self.pos.state().defeated;
        first.make(self.rules, &mut self.pos);
        while line.len() < most && self.pos.state().defeated == before {
            let best = self.kept.table.get(self.pos.hash()).map_or(Name::NONE, |entry| entry.best);
            if best.is_none() {
                break;
            }
            let mut list = MoveList::default();
            self.rules.legal_moves(&mut self.pos, &mut list);
            let expected = list.moves.iter().find(|mv| self.name(&list, mv) == best);
            let Some(mv) = expected.copied() else { break };
            // Choices are not in the table; the best settlement is computed as at the root.
            let mut ways = self.candidates();
            ways.retain(|way| way.mv.key(&[]) == mv.key(&[]));
            let Some(next) = ways.into_iter().max_by_key(|way| way.score) else {
                break;
            };
            line.push(next.turn(self.rules, &self.pos, self.law));
            next.make(self.rules, &mut self.pos);
        }
        self.pos.undo(self.rules, &mark);
        line
    }
}

/// Reduction of a late quiet turn at the root.
const fn late(depth: u8, index: usize) -> u8 {
    match (depth, index) {
        (..3, _) | (_, ..4) => 0,
        (..6, _) | (_, ..12) => 1,
        _ => 2,
    }
}
