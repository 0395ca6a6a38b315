//! Inner nodes of the search.

use engine::board::Seat;
use engine::play::{Mark, Move, MoveList};

use super::Search;
use super::follow::{Then, Window};
use super::name::Name;
use super::ply::{MAX_PLY, PARKED, Ply, plies};
use super::prune::{FUTILITY, Known, Late, QUIET_GAIN};
use super::ranked::Ranked;
use super::reduce::reduction;
use super::score::{WIN, WON};
use super::table::Bound;

/// Minimum depth for singular extensions.
const SINGULAR_DEPTH: i32 = 7;

impl Search<'_> {
    /// Score of the Player to move at the given depth. `null` permits a null move.
    pub(super) fn node(&mut self, depth: i32, mut alpha: i32, mut beta: i32, ply: usize, null: bool) -> i32 {
        let me = self.pos.to_move();
        let check = self.in_check(me);
        let depth = depth + i32::from(check && ply < self.longest);
        let hash = self.hashes[ply];
        if self.is_drawn(ply) {
            // Checkmate takes precedence over every draw.
            let mated = check && !self.rules.has_legal_move(&mut self.pos);
            return if mated { self.stuck(true, ply) } else { self.draw() };
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiescence(alpha, beta, ply, 0);
        }
        if !self.meter.tick() {
            return 0;
        }
        // Mate distance pruning: only shorter wins than the known one matter.
        alpha = alpha.max(plies(ply) - WIN);
        beta = beta.min(WIN - plies(ply) - 1);
        if alpha >= beta {
            return alpha;
        }
        let wide = beta - alpha > 1;
        let entry = self.kept.table.get(hash);
        let deep = entry.filter(|entry| !wide && i32::from(entry.depth) >= depth);
        if let Some(score) = deep.and_then(|entry| entry.settles(ply, alpha, beta)) {
            return score;
        }
        // Pruning is off in Check, so no evaluation is needed.
        let static_eval = match check {
            true if ply >= 2 => self.static_evals[ply - 2],
            true => alpha,
            false => self.evaluate(hash, alpha, beta),
        };
        self.static_evals[ply] = static_eval;
        let improving = !check && ply >= 2 && static_eval > self.static_evals[ply - 2];
        let forced = self.must_capture(ply);
        if !check && !forced && !wide && beta.abs() < WON {
            if let Some(score) = self.cut_off_early(depth, [alpha, beta], ply, improving, null) {
                return score;
            }
            if self.meter.is_over() {
                return 0;
            }
        }
        // Internal iterative reduction: without a hash move, a shallower search finds one.
        let no_hash_move = entry.is_none_or(|entry| entry.best.is_none());
        let known = Known { check, forced, static_eval, improving, entry, excluded: Name::NONE };
        let depth = depth - i32::from(no_hash_move && depth >= 4);
        self.moves(depth, Window { alpha, beta }, ply, known)
    }

    /// Searches the moves of a node.
    fn moves(&mut self, depth: i32, window: Window, ply: usize, known: Known) -> i32 {
        let place = if known.excluded.is_none() { ply } else { PARKED + ply };
        let mut here = std::mem::take(&mut self.plies[place]);
        let score = self.try_moves(depth, window, ply, known, &mut here);
        self.plies[place] = here;
        score
    }

    fn try_moves(&mut self, depth: i32, window: Window, ply: usize, known: Known, here: &mut Ply) -> i32 {
        let Window { mut alpha, beta } = window;
        let Known { check, forced, static_eval, .. } = known;
        let me = self.pos.to_move();
        let before = self.pos.state().defeated;
        let wide = beta - alpha > 1;
        // Near a mate score nothing is pruned, because a shorter mate may be any move.
        let prunes = !check && !forced && alpha.abs() < WON;
        let most = static_eval + QUIET_GAIN * depth + FUTILITY;
        let futile = prunes && depth <= 2 && most <= alpha && known.excluded.is_none();
        let best_known = known.entry.map_or(Name::NONE, |entry| entry.best);
        self.rules.candidates(&mut self.pos, futile, &mut here.list);
        self.rank(&here.list, best_known, ply, &mut here.ranked);
        if !futile {
            self.choices[ply] = here.ranked.len();
        }
        let longer = self.extends(depth, ply, known);
        let mut best = if futile { most } else { -WIN };
        let mut best_name = Name::NONE;
        let mut tried = 0;
        let mut overlooked = false;
        let mut prepared = None;
        for next in 0..here.ranked.len() {
            let ranked = self.pick(&here.list, &mut here.ranked, next);
            let mv = here.list.moves[ranked.index as usize];
            if !known.excluded.is_none() && known.excluded.may_be(&mv) && self.name(&here.list, &mv) == known.excluded {
                continue;
            }
            let less = match tried {
                0 => 0,
                _ => reduction(depth, tried, &ranked, wide, known.improving),
            };
            if prunes
                && best > -WON
                && tried > 0
                && self.is_pruned(&mv, &ranked, known, Late { depth, alpha, tried, less })
                && (ranked.loud || !self.gives_check(&here.list, &mv, ranked.index, &mut prepared))
            {
                continue;
            }
            if self.overlooks(me, &here.list, &ranked, ply) {
                overlooked = true;
                continue;
            }
            let made = self.kept.history.row(&self.pos, &mv);
            let Some(mark) = self.make(&here.list, &mv, ranked.index) else {
                continue;
            };
            self.made[ply] = made;
            tried += 1;
            let further = depth - 1 + i32::from(ranked.is_from_table()) * longer;
            let score = if tried == 1 {
                let window = Window { alpha, beta };
                self.after_move(me, before, Then::Deep(further), window, ply)
            } else {
                let narrow = Window { alpha, beta: alpha + 1 };
                let less = if check || forced || depth < 2 { 0 } else { less.min(further) };
                let mut score = self.after_move(me, before, Then::Deep(further - less), narrow, ply);
                if score > alpha && less > 0 {
                    score = self.after_move(me, before, Then::Deep(further), narrow, ply);
                }
                if score > alpha && score < beta {
                    let window = Window { alpha, beta };
                    score = self.after_move(me, before, Then::Deep(further), window, ply);
                }
                score
            };
            self.pos.undo(self.rules, &mark);
            if self.meter.is_over() {
                return best.max(alpha);
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_name = self.name(&here.list, &mv);
                }
            }
            if alpha >= beta {
                if !ranked.loud {
                    self.learn(depth, ply, best_name, here, next);
                }
                break;
            }
        }
        if tried == 0 && !futile {
            if !known.excluded.is_none() {
                return alpha;
            }
            // If every reply is overlooked, assume that no reply matters.
            return if overlooked {
                self.evaluate(self.hashes[ply], window.alpha, beta)
            } else {
                self.stuck(check, ply)
            };
        }
        if overlooked && best < -WON {
            // A mate that depends on an overlooked reply is not believed.
            best = self.evaluate(self.hashes[ply], window.alpha, beta);
        }
        if known.excluded.is_none() {
            let bound = Bound::of(best, window.alpha, beta);
            self.kept.table.put(self.hashes[ply], depth, ply, best, bound, best_name);
        }
        best
    }

    /// Checks whether the Player to move must capture, and can.
    pub(super) fn must_capture(&mut self, ply: usize) -> bool {
        if !self.rules.is_dutiful(&self.pos) {
            return false;
        }
        let mut list = std::mem::take(&mut self.plies[ply].list);
        self.rules.legal_captures(&mut self.pos, &mut list);
        // Promotions are listed too, but none that neglects a capture.
        let first = list.moves.first().copied();
        self.hits.clear();
        if let Some(mv) = first {
            self.rules.captures(&self.pos, &mv, list.chain(&mv), &mut self.hits);
        }
        self.plies[ply].list = list;
        !self.hits.is_empty()
    }

    /// Makes a move of the list; `None` if it is illegal.
    #[inline]
    pub(super) fn make(&mut self, list: &MoveList, mv: &Move, index: u32) -> Option<Mark> {
        let chain = list.chain(mv);
        if (index as usize) < list.doubtful {
            self.rules.attempt(&mut self.pos, mv, chain).ok()
        } else {
            Some(self.rules.play(&mut self.pos, mv, chain))
        }
    }

    /// Extension of the hash move: one ply where all other moves are much worse.
    fn extends(&mut self, depth: i32, ply: usize, known: Known) -> i32 {
        let Some(entry) = known.entry.filter(|entry| {
            depth >= SINGULAR_DEPTH
                && known.excluded.is_none()
                && !entry.best.is_none()
                && i32::from(entry.depth) >= depth - 3
                && entry.bound != Bound::Upper
                && ply < self.longest
        }) else {
            return 0;
        };
        let score = entry.score(ply);
        if score.abs() > WON {
            return 0;
        }
        let below = score - 2 * depth;
        let window = Window { alpha: below - 1, beta: below };
        let others = Known { excluded: entry.best, ..known };
        let best = self.moves((depth - 1) / 2, window, ply, others);
        i32::from(best < below && !self.meter.is_over())
    }

    /// Updates killers and history after a quiet move caused a cutoff. Quiet moves tried before it lose history.
    fn learn(&mut self, depth: i32, ply: usize, name: Name, here: &Ply, next: usize) {
        let killers = &mut self.killers[ply];
        if killers[0] != name {
            *killers = [name, killers[0]];
        }
        let bonus = (16 * depth * depth + 32 * depth).min(2_000);
        let lines = self.lines(ply);
        for (index, ranked) in here.ranked[..=next].iter().enumerate() {
            if !ranked.loud {
                let mv = &here.list.moves[ranked.index as usize];
                let bonus = if index == next { bonus } else { -bonus };
                self.kept.history.add(&self.pos, mv, lines, bonus);
            }
        }
    }

    /// Static exchange evaluation of a move whose immediate gain is `gain`.
    #[inline]
    pub(super) fn exchange(&self, mv: &Move, gain: i32) -> i32 {
        self.rules.exchange(&self.pos, mv.from, mv.to, gain, self.know.exchange_values())
    }

    /// Checks whether the searching player overlooks this reply.
    #[inline]
    pub(super) fn overlooks(&mut self, actor: Seat, list: &MoveList, ranked: &Ranked, ply: usize) -> bool {
        if self.oversight.is_none() || actor == self.me || ply == 0 {
            return false;
        }
        let mv = &list.moves[ranked.index as usize];
        let key = self.key(list, mv);
        let oversight = self.oversight.as_ref();
        oversight.is_some_and(|oversight| oversight.misses(self.rules, &self.pos, mv, key, ranked.loud))
    }
}
