//! The turns to choose from, looked at deeper and deeper.

use engine::action::Turn;
use engine::board::Space;
use engine::context::{RuleSet, RulesContext};
use engine::play::{Move, MoveList, Position, Rules};

use super::follow::{Then, Window};
use super::table::short;
use super::{MAX_PLY, Search, WIN, WON};

/// Ways to settle a choice that are looked at for a move, for the first choice and for further ones.
const WAYS: [usize; 2] = [8, 3];
/// The most ways to complete one move.
const MOST_WAYS: usize = 16;
/// How far the score may differ from the last one before it is looked for elsewhere.
const ASPIRATION: i32 = 35;

/// A whole turn to choose from.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub mv: Move,
    pub chain: Vec<Space>,
    /// How choices are settled.
    pub then: Vec<Option<Space>>,
    /// Its score for who takes it; when not `exact`, it is worse than the best by more than was asked.
    pub score: i32,
    pub exact: bool,
    /// How deep it was looked at.
    pub depth: u8,
}

/// What a search has found: the candidates, best first.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub candidates: Vec<Candidate>,
    pub depth: u8,
    pub nodes: u64,
    pub stopped: bool,
}

impl Candidate {
    /// As an action's turn.
    pub fn turn(&self, rules: &Rules, pos: &Position, law: RuleSet) -> Turn {
        let context = RulesContext { rules, pos, law };
        Turn {
            act: context.act(&self.mv, &self.chain),
            then: self.then.clone(),
        }
    }

    /// Takes the turn.
    fn make(&self, rules: &Rules, pos: &mut Position) {
        rules.play(pos, &self.mv, &self.chain);
        let mut then = self.then.iter();
        while !pos.pending().is_empty() {
            let settled =
                (then.as_slice().first()).is_some_and(|choice| rules.settle(pos, *choice));
            if settled {
                then.next();
            } else {
                rules.clear_pending(pos);
            }
        }
    }
}

impl Search<'_> {
    /// Looks so deep at most. Candidates that score within `margin` of the best get an exact score.
    pub fn think(&mut self, deepest: u8, margin: i32) -> Outcome {
        self.hashes[0] = self.pos.hash();
        let mut candidates = self.candidates();
        let mut reached = 0;
        let deepest = if candidates.len() == 1 {
            deepest.min(2)
        } else {
            deepest
        };
        for depth in 1..=deepest.min(MAX_PLY as u8 - 20) {
            candidates
                .sort_by_key(|candidate| std::cmp::Reverse((candidate.exact, candidate.score)));
            if self.meter.is_over() || !self.iterate(depth, margin, &mut candidates) {
                break;
            }
            reached = depth;
            let best = candidates
                .iter()
                .filter(|c| c.exact)
                .map(|c| c.score)
                .max()
                .unwrap_or(0);
            if best.abs() > WON && WIN - best.abs() <= i32::from(depth) {
                break;
            }
        }
        // An iteration that was not completed counts as far as it came.
        let last = candidates
            .iter()
            .filter(|c| c.exact)
            .map(|c| c.depth)
            .max()
            .unwrap_or(0);
        candidates.sort_by_key(|c| std::cmp::Reverse((c.exact && c.depth == last, c.score)));
        for candidate in &mut candidates {
            candidate.exact &= candidate.depth == last;
        }
        Outcome {
            candidates,
            depth: reached,
            nodes: self.meter.nodes(),
            stopped: self.meter.was_stopped(),
        }
    }

    /// Looks at every candidate so deep; `false` when the budget ended before.
    fn iterate(&mut self, depth: u8, margin: i32, candidates: &mut [Candidate]) -> bool {
        let mut best = -WIN;
        for (index, candidate) in candidates.iter_mut().enumerate() {
            let alpha = if index == 0 {
                -WIN
            } else {
                (best - margin).max(-WIN)
            };
            let score = if index == 0 && margin == 0 && depth >= 4 {
                self.aspire(candidate, depth)
            } else if index == 0 || depth == 1 {
                self.score(candidate, depth, Window { alpha, beta: WIN })
            } else {
                let narrow = Window {
                    alpha,
                    beta: alpha + 1,
                };
                match self.score(candidate, depth, narrow) {
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

    /// The score of the first candidate, expected near the last one.
    fn aspire(&mut self, candidate: &Candidate, depth: u8) -> i32 {
        let mut reach = ASPIRATION;
        loop {
            let window = Window {
                alpha: (candidate.score - reach).max(-WIN),
                beta: (candidate.score + reach).min(WIN),
            };
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
        candidate.make(self.rules, &mut self.pos);
        let then = Then::Deep(i32::from(depth) - 1);
        let score = self.after_move(actor, before, then, window, 0);
        self.pos.undo(self.rules, &mark);
        score
    }

    /// Every legal turn with what it is worth at first sight.
    fn candidates(&mut self) -> Vec<Candidate> {
        let mut list = MoveList::default();
        self.rules.legal_moves(&mut self.pos, &mut list);
        let mut found = Vec::with_capacity(list.moves.len());
        let mut keys = Vec::with_capacity(list.moves.len());
        // Of chains with the same captures and end the shortest stands for all (C-17).
        let mut order: Vec<usize> = (0..list.moves.len()).collect();
        order.sort_by_key(|index| list.moves[*index].chain.1);
        for index in order {
            let mv = list.moves[index];
            self.hits.clear();
            self.rules
                .captures(&self.pos, &mv, list.chain(&mv), &mut self.hits);
            let key = mv.key(&self.hits);
            if keys.contains(&key) {
                continue;
            }
            keys.push(key);
            let (actor, before) = (self.pos.to_move(), self.pos.state().defeated);
            let mark = self.rules.play(&mut self.pos, &mv, list.chain(&mv));
            let mut ways = Vec::new();
            self.ways(actor, before, &mut Vec::new(), &mut ways);
            self.pos.undo(self.rules, &mark);
            found.extend(ways.into_iter().map(|(then, score)| Candidate {
                mv,
                chain: list.chain(&mv).to_vec(),
                then,
                score,
                exact: true,
                depth: 0,
            }));
        }
        found
    }

    /// Ways to complete the turn under way, with what each is worth at first sight.
    fn ways(
        &mut self,
        actor: engine::board::Seat,
        before: u8,
        then: &mut Vec<Option<Space>>,
        found: &mut Vec<(Vec<Option<Space>>, i32)>,
    ) {
        if self.pos.pending().is_empty() {
            self.meter.tick();
            let score = match self.ended(before, actor, 0) {
                Some(score) => score,
                None => -self.evaluate(),
            };
            found.push((then.clone(), score));
            return;
        }
        let mut options = Vec::new();
        self.options(actor, &mut options);
        let most = WAYS[usize::from(!then.is_empty())];
        let mark = self.pos.mark();
        let mut tried = 0;
        for (_, choice) in options {
            if tried == most || found.len() >= MOST_WAYS && tried > 0 {
                break;
            }
            if choice.is_none() && tried == 0 || !self.rules.settle(&mut self.pos, choice) {
                continue;
            }
            tried += 1;
            then.push(choice);
            self.ways(actor, before, then, found);
            then.pop();
            self.pos.undo(self.rules, &mark);
        }
        if tried == 0 {
            self.rules.clear_pending(&mut self.pos);
            self.ways(actor, before, then, found);
            self.pos.undo(self.rules, &mark);
        }
    }

    /// How the search expects the game to go on after a candidate: at most so many turns, from what the table remembers.
    pub fn line(&mut self, first: &Candidate, most: usize) -> Vec<Turn> {
        let mut line = vec![first.turn(self.rules, &self.pos, self.law)];
        let mark = self.pos.mark();
        let before = self.pos.state().defeated;
        first.make(self.rules, &mut self.pos);
        while line.len() < most && self.pos.state().defeated == before {
            let best = self
                .table
                .get(self.pos.hash())
                .map_or(0, |entry| entry.best);
            if best == 0 {
                break;
            }
            let mut list = MoveList::default();
            self.rules.legal_moves(&mut self.pos, &mut list);
            let expected = list.moves.iter().find(|mv| {
                self.hits.clear();
                self.rules
                    .captures(&self.pos, mv, list.chain(mv), &mut self.hits);
                short(mv.key(&self.hits)) == best
            });
            let Some(mv) = expected else { break };
            let (actor, defeated) = (self.pos.to_move(), self.pos.state().defeated);
            let inner = self.rules.play(&mut self.pos, mv, list.chain(mv));
            let mut ways = Vec::new();
            self.ways(actor, defeated, &mut Vec::new(), &mut ways);
            self.pos.undo(self.rules, &inner);
            let Some((then, _)) = ways.into_iter().max_by_key(|(_, score)| *score) else {
                break;
            };
            let next = Candidate {
                mv: *mv,
                chain: list.chain(mv).to_vec(),
                then,
                score: 0,
                exact: false,
                depth: 0,
            };
            line.push(next.turn(self.rules, &self.pos, self.law));
            next.make(self.rules, &mut self.pos);
        }
        self.pos.undo(self.rules, &mark);
        line
    }
}
