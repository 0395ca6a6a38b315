//! A position inside the search.

use engine::board::Seat;
use engine::play::MoveList;

use super::follow::{Then, Window};
use super::order::{Name, bring_best};
use super::table::Bound;
use super::{MAX_PLY, Ranked, Search, WIN, WON};

/// Score that a turn is taken to change at most, by depth left: below it, nothing is looked for.
const QUIET_GAIN: i32 = 95;
/// What a quiet move is taken to gain at most beyond that.
const FUTILITY: i32 = 40;
/// Own pieces below which a null move proves nothing.
const NULL_PIECES: usize = 4;
/// Own moves below which a null move is verified: who can hardly move may be glad not to.
const NULL_MOVES: usize = 14;

impl Search<'_> {
    /// The score of the Player to move, searched so deep. `null`: a null move may be tried.
    pub(super) fn node(
        &mut self,
        depth: i32,
        mut alpha: i32,
        mut beta: i32,
        ply: usize,
        null: bool,
    ) -> i32 {
        let me = self.pos.to_move();
        let check = self.in_check(me);
        let depth = depth + i32::from(check && ply < self.longest);
        let hash = self.pos.hash();
        self.hashes[ply] = hash;
        if self.is_drawn(ply) {
            // Checkmate comes before every draw.
            let mated = check && !self.rules.has_legal_move(&mut self.pos);
            return if mated {
                self.stuck(true, ply)
            } else {
                self.draw()
            };
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiet(alpha, beta, ply, 0);
        }
        if !self.meter.tick() {
            return 0;
        }
        // No line is longer than the win already found.
        alpha = alpha.max(ply as i32 - WIN);
        beta = beta.min(WIN - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let wide = beta - alpha > 1;
        let known = self.table.get(hash);
        let deep = known.filter(|entry| !wide && i32::from(entry.depth) >= depth);
        if let Some(score) = deep.and_then(|entry| entry.settles(ply, alpha, beta)) {
            return score;
        }
        let best_known = known.map_or(Name::NONE, |entry| entry.best);
        let stand = self.evaluate(alpha, beta);
        let calm = !check && !wide && beta.abs() < WON;
        if calm && depth <= 6 && stand - QUIET_GAIN * depth >= beta {
            return stand;
        }
        if calm && null && depth >= 3 && stand >= beta && self.null_move_holds(depth, beta, ply) {
            return beta;
        }
        if self.meter.is_over() {
            return 0;
        }
        // Without a move to begin with, a shallower look finds one.
        let depth = if best_known.is_none() && depth >= 5 {
            depth - 1
        } else {
            depth
        };
        self.moves(depth, alpha, beta, ply, (check, stand, best_known))
    }

    /// Does handing the turn on still score `beta`, so that some move surely does?
    fn null_move_holds(&mut self, depth: i32, beta: i32, ply: usize) -> bool {
        let me = self.pos.to_move();
        if self.pos.blocking(me).len() < NULL_PIECES {
            return false;
        }
        let reduced = depth - 3 - depth / 4;
        let mark = self.rules.null_move(&mut self.pos);
        let score = -self.node(reduced, -beta, 1 - beta, ply + 1, false);
        self.pos.undo(self.rules, &mark);
        if score < beta || self.meter.is_over() {
            return false;
        }
        // As many as there were beside this position.
        self.choices[ply] >= NULL_MOVES
            || self.node(reduced.max(1), beta - 1, beta, ply, false) >= beta
    }

    /// Tries the moves.
    fn moves(
        &mut self,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        known: (bool, i32, Name),
    ) -> i32 {
        let (check, stand, best_known) = known;
        let me = self.pos.to_move();
        let before = self.pos.state().defeated;
        let hash = self.hashes[ply];
        let first_alpha = alpha;
        // Where a mate has been found, a shorter one may be hidden anywhere: nothing is left out.
        let prunes = !check && alpha.abs() < WON;
        let most = stand + QUIET_GAIN * depth + FUTILITY;
        let futile = prunes && depth <= 2 && most <= alpha;
        let mut here = std::mem::take(&mut self.plies[ply]);
        self.rules.candidates(&mut self.pos, futile, &mut here.list);
        self.rank(&here.list, best_known, here.killers, &mut here.ranked);
        if !futile {
            self.choices[ply] = here.ranked.len();
        }
        let mut best = if futile { most } else { -WIN };
        let mut best_name = Name::NONE;
        let mut tried = 0;
        let mut overlooked = false;
        for next in 0..here.ranked.len() {
            bring_best(&mut here.ranked, next);
            let ranked = here.ranked[next];
            let mv = here.list.moves[ranked.index as usize];
            let quiet = !ranked.loud;
            let late = tried > 3 + (depth * depth) as usize * 2;
            if late && quiet && prunes && best > -WON && depth <= 4 {
                continue;
            }
            if self.overlooks(me, &here.list, &ranked, ply) {
                overlooked = true;
                continue;
            }
            let chain = here.list.chain(&mv);
            let mark = if (ranked.index as usize) < here.list.doubtful {
                match self.rules.attempt(&mut self.pos, &mv, chain) {
                    Ok(mark) => mark,
                    Err(_) => continue,
                }
            } else {
                self.rules.play(&mut self.pos, &mv, chain)
            };
            tried += 1;
            let score = if tried == 1 {
                let window = Window { alpha, beta };
                self.after_move(me, before, Then::Deep(depth - 1), window, ply)
            } else {
                let less = match quiet && prunes && depth >= 3 {
                    true => reduction(depth, tried, ranked.rank),
                    false => 0,
                };
                let narrow = Window {
                    alpha,
                    beta: alpha + 1,
                };
                let mut score =
                    self.after_move(me, before, Then::Deep(depth - 1 - less), narrow, ply);
                if score > alpha && less > 0 {
                    score = self.after_move(me, before, Then::Deep(depth - 1), narrow, ply);
                }
                if score > alpha && score < beta {
                    let window = Window { alpha, beta };
                    score = self.after_move(me, before, Then::Deep(depth - 1), window, ply);
                }
                score
            };
            self.pos.undo(self.rules, &mark);
            if self.meter.is_over() {
                self.plies[ply] = here;
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
                if quiet {
                    if here.killers[0] != best_name {
                        here.killers = [best_name, here.killers[0]];
                    }
                    let bonus = 16 * depth * depth;
                    self.history.add(&self.pos, &mv, bonus);
                    for worse in here.ranked[..next].iter().filter(|other| !other.loud) {
                        let mv = here.list.moves[worse.index as usize];
                        self.history.add(&self.pos, &mv, -bonus);
                    }
                }
                break;
            }
        }
        self.plies[ply] = here;
        if tried == 0 && !futile {
            // Who overlooks every reply believes that there is none worth a thought.
            return if overlooked {
                stand
            } else {
                self.stuck(check, ply)
            };
        }
        let bound = Bound::of(best, first_alpha, beta);
        self.table.put(hash, depth, ply, best, bound, best_name);
        best
    }

    /// Does the player who thinks overlook this reply?
    #[inline]
    pub(super) fn overlooks(
        &mut self,
        actor: Seat,
        list: &MoveList,
        ranked: &Ranked,
        ply: usize,
    ) -> bool {
        if self.oversight.is_none() || actor == self.me || ply == 0 {
            return false;
        }
        let mv = &list.moves[ranked.index as usize];
        let key = self.key(list, mv);
        let oversight = self.oversight.as_ref();
        oversight
            .is_some_and(|oversight| oversight.misses(self.rules, &self.pos, mv, key, ranked.loud))
    }
}

/// By how much a late quiet move is searched less deep.
#[inline]
fn reduction(depth: i32, tried: usize, rank: i32) -> i32 {
    if tried < 3 {
        return 0;
    }
    let log = |n: i32| 31 - (n.max(1) as u32).leading_zeros() as i32;
    let less = (log(depth) * log(tried as i32) + 1) / 3 + 1;
    let less = less - rank.clamp(-8_192, 8_192) / 6_000;
    less.clamp(0, depth - 1)
}
