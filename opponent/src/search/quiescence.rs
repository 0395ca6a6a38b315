//! Quiescence: follows captures until the position is quiet, so that no exchange is judged halfway.

use super::Search;
use super::follow::{Then, Window};
use super::name::Name;
use super::ply::{MAX_PLY, Ply, plies};
use super::ranked::Ranked;
use super::score::{WIN, WON};
use super::table::Bound;

/// Maximum number of captures in a row.
const MOST: u32 = 12;
/// Number of captures in a row up to which all evasions of Check are searched.
const EVADING: u32 = 3;
/// Delta pruning margin: assumed maximum gain of a capture beyond its victims.
const MARGIN: i32 = 160;

impl Search<'_> {
    /// Score of the Player to move after captures and promotions.
    pub(super) fn quiescence(&mut self, mut alpha: i32, beta: i32, ply: usize, captures: u32) -> i32 {
        if !self.meter.tick() {
            return 0;
        }
        let me = self.pos.to_move();
        let before = self.pos.state().defeated;
        let hash = self.hashes[ply];
        // A Player who must capture cannot stand pat either.
        let check = captures < EVADING && self.in_check(me) || self.must_capture(ply);
        let entry = self.kept.table.get(hash);
        let wide = beta - alpha > 1;
        let settled = entry.filter(|_| !wide).and_then(|entry| entry.settles(ply, alpha, beta));
        if let Some(score) = settled {
            return score;
        }
        let static_eval = if check && ply < MAX_PLY { alpha } else { self.evaluate(hash, alpha, beta) };
        let lowest = alpha;
        let mut best = plies(ply) - WIN;
        if !check {
            best = static_eval;
            if best >= beta || captures >= MOST {
                return best;
            }
            alpha = alpha.max(best);
        }
        if ply >= MAX_PLY {
            return static_eval;
        }
        let best_known = entry.map_or(Name::NONE, |entry| entry.best);
        let mut best_name = Name::NONE;
        let mut here = std::mem::take(&mut self.plies[ply]);
        self.rules.candidates(&mut self.pos, !check, &mut here.list);
        self.rank(&here.list, best_known, ply, &mut here.ranked);
        let mut legal = false;
        for next in 0..here.ranked.len() {
            let ranked = self.pick(&here.list, &mut here.ranked, next);
            let mv = here.list.moves[ranked.index as usize];
            if !check {
                if ranked.loses() {
                    break;
                }
                let most = static_eval + ranked.gain + MARGIN;
                if most <= alpha {
                    best = best.max(most);
                    continue;
                }
                if self.overlooks(me, &here.list, &ranked, ply) {
                    continue;
                }
            } else if legal && best > -WON && !ranked.loud && captures > 0 {
                // Deep in an exchange, one quiet evasion of Check is enough.
                continue;
            }
            let Some(mark) = self.make(&here.list, &mv, ranked.index) else {
                continue;
            };
            self.made[ply] = None;
            legal = true;
            let window = Window { alpha, beta };
            let score = self.after_move(me, before, Then::Quiescence(captures + 1), window, ply);
            self.pos.undo(self.rules, &mark);
            if self.meter.is_over() {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_name = self.name(&here.list, &mv);
                }
                if score >= beta {
                    break;
                }
            }
        }
        if !check && captures == 0 && best < beta && !self.meter.is_over() {
            let window = Window { alpha, beta };
            if let Some((score, name)) = self.quiet_checks(&mut here, window, ply).filter(|(score, _)| *score > best) {
                best = score;
                if score > alpha {
                    best_name = name;
                }
            }
        }
        self.plies[ply] = here;
        if self.meter.is_over() {
            return best;
        }
        if check && !legal {
            return self.stuck(true, ply);
        }
        let bound = Bound::of(best, lowest, beta);
        self.kept.table.put(hash, 0, ply, best, bound, best_name);
        best
    }

    /// Best score among moves without captures that give Check and lose nothing at once, with the name of the move.
    fn quiet_checks(&mut self, here: &mut Ply, window: Window, ply: usize) -> Option<(i32, Name)> {
        let Window { mut alpha, beta } = window;
        let (me, before) = (self.pos.to_move(), self.pos.state().defeated);
        self.rules.candidates(&mut self.pos, false, &mut here.list);
        let mut prepared = None;
        let mut best: Option<(i32, Name)> = None;
        for (number, index) in (0..).zip(0..here.list.moves.len()) {
            let mv = here.list.moves[index];
            let plain = self.pos.at(mv.to).is_none() && mv.promote.is_none();
            if !plain || !self.gives_check(&here.list, &mv, number, &mut prepared) || self.exchange(&mv, 0) < 0 {
                continue;
            }
            let ranked = Ranked::quiet(number);
            if self.overlooks(me, &here.list, &ranked, ply) {
                continue;
            }
            let Some(mark) = self.make(&here.list, &mv, number) else {
                continue;
            };
            self.made[ply] = None;
            let score = self.after_move(me, before, Then::Quiescence(1), Window { alpha, beta }, ply);
            self.pos.undo(self.rules, &mark);
            if self.meter.is_over() {
                break;
            }
            if best.is_none_or(|(known, _)| score > known) {
                best = Some((score, self.name(&here.list, &mv)));
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
