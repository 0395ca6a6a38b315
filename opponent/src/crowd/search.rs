//! Paranoid search for several Players: the seat maximises its score, and everybody else minimises it. Replies of
//! others are too many to search them all, so only the best-ordered ones are tried.

use engine::board::{MAX_SEATS, Seat};
use engine::context::RuleSet;
use engine::play::{Fall, MoveList, Position, Rules, Slot};
use engine::seen::Seen;
use engine::titans::{Aims, LAST_TURN, QUIET_TURNS};

use crate::budget::{Budget, Meter};
use crate::candidate::{self, Candidate, Outcome};
use crate::knowledge::Knowledge;
use crate::oversight::Oversight;
use crate::search::{WIN, WON};

/// Maximum number of replies tried for another Player.
const REPLIES: usize = 12;
/// Maximum number of own moves tried below the root.
const OWN: usize = 24;
/// Maximum number of captures by or of the seat that quiescence follows.
const CAPTURES: u8 = 4;
/// Limit above the length of any line.
const MAX_PLY: usize = 40;

/// Search of one position for one seat.
pub(super) struct Crowd<'a> {
    rules: &'a Rules,
    law: RuleSet,
    know: &'a Knowledge,
    pos: Position,
    me: Seat,
    aims: Aims,
    meter: Meter<'a>,
    oversight: Option<Oversight>,
    lists: Vec<(MoveList, Vec<Ranked>)>,
    hits: Vec<Slot>,
    /// Order of each seat's last action in the current line, for the attribution of a checkmate (T-22).
    acted: [u32; MAX_SEATS],
}

/// A move with its rank.
#[derive(Clone, Copy)]
struct Ranked {
    rank: i32,
    index: u32,
    key: u64,
    /// `true` if the move captures a piece of the searching seat, or is a capture by it.
    concerns: bool,
}

/// Alpha-beta window, from the searching seat's point of view.
#[derive(Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl<'a> Crowd<'a> {
    pub fn new(seen: &'a Seen, know: &'a Knowledge, budget: Budget<'a>, oversight: Option<Oversight>) -> Self {
        let mut pos = seen.pos.clone();
        pos.commit();
        pos.weigh(know.weights().clone());
        let mut acted = [0; MAX_SEATS];
        for (seat, turn) in acted.iter_mut().zip(&seen.last_acted) {
            *seat = *turn;
        }
        Self {
            rules: &seen.rules,
            law: seen.law,
            know,
            pos,
            me: seen.seat,
            aims: seen.aims,
            meter: Meter::new(budget),
            oversight,
            lists: (0..MAX_PLY).map(|_| Default::default()).collect(),
            hits: Vec::new(),
            acted,
        }
    }

    /// Searches to at most `deepest` turns. Candidates near the best get exact scores, unless only the `best` one is
    /// needed.
    pub fn think(&mut self, deepest: u8, best_only: bool) -> Outcome {
        let (know, me, aims) = (self.know, self.me, self.aims);
        let meter = &mut self.meter;
        let at_first_sight = |pos: &Position, actor: Seat, before: u8| {
            meter.tick();
            ended(pos, aims, me, actor, before, 0).unwrap_or_else(|| know.worth_among(pos, me, aims))
        };
        let mut candidates = candidate::all(self.rules, self.law, know, &mut self.pos, at_first_sight);
        let mut reached = 0;
        for depth in 1..=deepest {
            candidates.sort_by_key(|c| std::cmp::Reverse((c.exact, c.score)));
            if self.meter.is_over() || !self.iterate(depth, best_only, &mut candidates) {
                break;
            }
            reached = depth;
            if candidates.iter().any(|c| c.exact && c.score > WON) {
                break;
            }
        }
        Outcome::of(candidates, reached, &self.meter)
    }

    fn iterate(&mut self, depth: u8, best_only: bool, candidates: &mut [Candidate]) -> bool {
        /// Candidates worse by more than this are never chosen.
        const MARGIN: i32 = 400;
        let mut best = -WIN;
        for candidate in candidates.iter_mut() {
            let margin = if best_only { 0 } else { MARGIN };
            let alpha = (best - margin).max(-WIN);
            let (actor, before) = (self.pos.to_move(), self.pos.state().defeated);
            let mark = self.pos.mark();
            let acted = self.act(actor, 0);
            candidate.make(self.rules, &mut self.pos);
            let window = Window { alpha, beta: WIN };
            let score = self.next(actor, before, depth - 1, CAPTURES, window, 0);
            self.pos.undo(self.rules, &mark);
            self.acted[actor.index()] = acted;
            if self.meter.is_over() {
                return false;
            }
            candidate.exact = score > alpha || best == -WIN;
            candidate.score = score;
            candidate.depth = depth;
            best = best.max(score);
        }
        true
    }

    /// Records the acting seat; returns the previous record.
    fn act(&mut self, actor: Seat, ply: usize) -> u32 {
        let latest = self.acted.iter().max().copied().unwrap_or(0);
        std::mem::replace(&mut self.acted[actor.index()], latest + 1 + u32::from(ply == 0))
    }

    /// Score after a turn has been played.
    fn next(&mut self, actor: Seat, before: u8, depth: u8, captures: u8, window: Window, ply: usize) -> i32 {
        match ended(&self.pos, self.aims, self.me, actor, before, ply) {
            Some(score) => score,
            None if self.pos.state().is_defeated(self.me) => ply as i32 - WIN,
            None => self.node(depth, captures, window, ply + 1),
        }
    }

    /// Score for the searching seat, with any seat to move.
    fn node(&mut self, depth: u8, captures: u8, mut window: Window, ply: usize) -> i32 {
        if !self.meter.tick() {
            return 0;
        }
        let state = self.pos.state();
        let seats = self.rules.seat_count();
        let mut playing = Seat::all(seats).filter(|seat| !state.is_defeated(*seat));
        if state.all_quiet(seats, QUIET_TURNS) || playing.all(|seat| state.turns[seat.index()] >= LAST_TURN) {
            return 0;
        }
        let actor = self.pos.to_move();
        let own = actor == self.me;
        let deep = depth > 0;
        let stand = self.know.worth_among(&self.pos, self.me, self.aims);
        if !deep {
            // The Player to move is not obliged to capture.
            if captures == 0 || ply + 1 >= MAX_PLY {
                return stand;
            }
            let settled = if own { stand >= window.beta } else { stand <= window.alpha };
            if settled {
                return stand;
            }
            window = narrowed(window, own, stand);
        }
        let Some(mut lists) = self.lists.get_mut(ply).map(std::mem::take) else {
            return stand;
        };
        let (list, ranked) = &mut lists;
        self.rules.candidates(&mut self.pos, !deep, list);
        self.rank(list, ranked);
        let most = if own { OWN } else { REPLIES };
        let mut best = if deep { None } else { Some(stand) };
        let mut tried = 0;
        let mut legal = false;
        for entry in ranked.iter() {
            if tried >= most {
                break;
            }
            let mv = list.moves[entry.index as usize];
            if !deep && !entry.concerns {
                continue;
            }
            let misses =
                |oversight: &Oversight| oversight.misses(self.rules, &self.pos, &mv, entry.key, entry.rank > 0);
            if !own && self.oversight.as_ref().is_some_and(misses) {
                legal |= entry.index as usize >= list.doubtful;
                continue;
            }
            let before = self.pos.state().defeated;
            let chain = list.chain(&mv);
            let mark = if (entry.index as usize) < list.doubtful {
                match self.rules.attempt(&mut self.pos, &mv, chain) {
                    Ok(mark) => mark,
                    Err(_) => continue,
                }
            } else {
                self.rules.play(&mut self.pos, &mv, chain)
            };
            legal = true;
            tried += 1;
            candidate::settle_at_first_sight(self.rules, self.know, &mut self.pos, actor);
            let acted = self.act(actor, ply);
            let left = if deep { captures } else { captures - 1 };
            let score = self.next(actor, before, depth.saturating_sub(1), left, window, ply);
            self.acted[actor.index()] = acted;
            self.pos.undo(self.rules, &mark);
            if self.meter.is_over() {
                break;
            }
            let better = best.is_none_or(|known| if own { score > known } else { score < known });
            if better {
                best = Some(score);
                window = narrowed(window, own, score);
            }
            if window.alpha >= window.beta {
                break;
            }
        }
        self.lists[ply] = lists;
        match best {
            Some(best) => best,
            None if legal || self.meter.is_over() => stand,
            None => self.stuck(actor, depth, window, ply),
        }
    }

    /// Score when the actor has no legal action. The Player is checkmated or passes (T-21, T-24), and the game
    /// continues.
    fn stuck(&mut self, actor: Seat, depth: u8, window: Window, ply: usize) -> i32 {
        let before = self.pos.state().defeated;
        let mark = self.pos.mark();
        let titan = match self.pos.titans(actor) {
            [titan] => Some(*titan),
            _ => None,
        };
        let checkers = titan.map(|titan| self.rules.attackers(&self.pos, titan, actor));
        // T-22: the last to act of the Players giving Check.
        let by = checkers.and_then(|checkers| {
            let seats = checkers.filter_map(|space| self.pos.at(space)).map(|piece| piece.seat);
            seats.max_by_key(|seat| self.acted[seat.index()])
        });
        if by.is_some() {
            self.rules.defeat(&mut self.pos, actor, Fall::Checkmate, by);
        }
        self.rules.pass_turn(&mut self.pos);
        let score = self.next(by.unwrap_or(actor), before, depth.saturating_sub(1), 0, window, ply);
        self.pos.undo(self.rules, &mark);
        score
    }

    /// Ranks the moves: largest captures first, with a bonus for victims of the searching seat; other moves by how much
    /// closer they come to other pieces.
    fn rank(&mut self, list: &MoveList, ranked: &mut Vec<Ranked>) {
        ranked.clear();
        let actor = self.pos.to_move();
        for (index, mv) in list.moves.iter().enumerate() {
            self.hits.clear();
            self.rules.captures(&self.pos, mv, list.chain(mv), &mut self.hits);
            let mut gain = 0;
            let mut concerns = false;
            for victim in self.hits.iter().filter_map(|hit| self.pos.in_slot(*hit)) {
                let value = self.know.value(victim.ty);
                if victim.seat == actor {
                    gain -= value;
                } else {
                    gain += value + 1;
                    let me = victim.seat == self.me;
                    concerns |= me || actor == self.me;
                    gain += if me { value / 2 } else { 0 };
                }
            }
            if let (Some(ty), Some(piece)) = (mv.promote, self.pos.at(mv.from)) {
                gain += (self.know.value(ty) - self.know.value(piece.ty)).max(0);
            }
            let weights = self.know.weights();
            let moved = self.pos.at(mv.from).filter(|_| gain == 0);
            let nearer = moved.map_or(0, |piece| weights.of(piece, mv.to) - weights.of(piece, mv.from));
            ranked.push(Ranked {
                rank: if gain == 0 { nearer.min(0) } else { gain },
                index: index as u32,
                key: mv.key(&self.hits),
                concerns,
            });
        }
        ranked.sort_unstable_by_key(|entry| (std::cmp::Reverse(entry.rank), entry.key));
    }
}

/// Narrows a window by a score.
const fn narrowed(window: Window, own: bool, score: i32) -> Window {
    let Window { alpha, beta } = window;
    if own {
        Window { alpha: if score > alpha { score } else { alpha }, beta }
    } else {
        Window { alpha, beta: if score < beta { score } else { beta } }
    }
}

/// Score for `me` if `actor`'s turn has ended the game.
fn ended(pos: &Position, aims: Aims, me: Seat, actor: Seat, before: u8, ply: usize) -> Option<i32> {
    if pos.state().defeated == before {
        return None;
    }
    let winners = aims.winners(pos.state(), before, actor)?;
    Some(match winners >> me.0 & 1 {
        1 => WIN - ply as i32 - 1,
        _ => ply as i32 + 1 - WIN,
    })
}
