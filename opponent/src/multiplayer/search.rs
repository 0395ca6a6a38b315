//! MaxN search: each Player maximises its own share of the win. There are too many lines to search all of them, so only
//! the best-ordered moves are tried, fewer with each turn.

use engine::board::{MAX_SEATS, Seat, Space};
use engine::context::RuleSet;
use engine::play::{Fall, MoveList, Mover, Position, Rules, Slot, TypeId};
use engine::seen::Seen;
use engine::titans::{LAST_TURN, QUIET_TURNS};

use crate::budget::{Budget, Meter};
use crate::candidate::{self, Candidate, Outcome};
use crate::chance::WinChance;
use crate::knowledge::Knowledge;
use crate::oversight::Oversight;
use crate::search::{WIN, WON};

use super::belief;
use super::share::{Shares, Stakes};

/// Maximum number of moves tried, by the number of turns since the root; the last entry holds for all further turns.
const WIDTHS: [usize; 5] = [12, 8, 6, 6, 5];
/// Number of turns at the root searched by the depth of the iteration, best first; the last entry holds for all further
/// iterations.
const ROOT_WIDTHS: [usize; 6] = [usize::MAX, 24, 16, 10, 8, 6];
/// Limit above the length of any line.
const MAX_PLY: usize = 40;
/// Rank of a move that gives Check, and the largest rank by earlier success.
const CHECK_RANK: i32 = 150;
const HISTORY_MOST: u16 = 400;
/// Maximum score of a share that is not certain.
const MOST: i32 = 2_000;

/// Search of one position for one seat.
pub(super) struct Multiplayer<'a> {
    rules: &'a Rules,
    law: RuleSet,
    know: &'a Knowledge,
    pos: Position,
    me: Seat,
    stakes: Stakes,
    meter: Meter<'a>,
    oversight: Option<Oversight>,
    lists: Vec<(MoveList, Vec<Ranked>)>,
    hits: Vec<Slot>,
    /// Success of moves in other lines, by seat, type and destination.
    history: Box<[u16]>,
    /// Order of each seat's last action in the current line, for the attribution of a checkmate (T-22).
    acted: [u32; MAX_SEATS],
}

/// A move with its rank.
#[derive(Clone, Copy)]
struct Ranked {
    rank: i32,
    index: u32,
    key: u64,
    loud: bool,
}

/// Shares that Players have secured elsewhere: of both Players when two are left, else only of the Player who moved last.
type Floor = [f32; MAX_SEATS];

impl<'a> Multiplayer<'a> {
    pub fn new(seen: &'a Seen, know: &'a Knowledge, budget: Budget<'a>, oversight: Option<Oversight>) -> Self {
        let mut pos = seen.pos.clone();
        pos.commit();
        pos.weigh(know.weights().clone());
        let mut acted = [0; MAX_SEATS];
        for (seat, turn) in acted.iter_mut().zip(&seen.last_acted) {
            *seat = *turn;
        }
        let moves = know.seats() * seen.rules.types.len() * Space::COUNT;
        Self {
            rules: &seen.rules,
            law: seen.law,
            know,
            pos,
            me: seen.seat,
            stakes: Stakes { aims: seen.aims, hunts: belief::hunts(seen, know) },
            meter: Meter::new(budget),
            oversight,
            lists: (0..MAX_PLY).map(|_| Default::default()).collect(),
            hits: Vec::new(),
            history: vec![0; moves].into_boxed_slice(),
            acted,
        }
    }

    /// Searches to at most `deepest` turns. Candidates near the best get exact scores.
    pub fn think(&mut self, deepest: u8) -> Outcome {
        let Self { know, me, stakes, rules, .. } = *self;
        let meter = &mut self.meter;
        let at_first_sight = |pos: &Position, actor: Seat, before: u8| {
            meter.tick();
            score(
                ended(know, rules, pos, &stakes, actor, before, 0).unwrap_or_else(|| know.shares(rules, pos, &stakes)),
                me,
            )
        };
        let mut candidates = candidate::all(self.rules, self.law, know, &mut self.pos, at_first_sight);
        if let Some(oversight) = &self.oversight {
            oversight.narrow(self.rules, &self.pos, &mut candidates);
        }
        let mut reached = 0;
        for depth in 1..=deepest {
            candidates.sort_by_key(|c| std::cmp::Reverse((c.exact, c.score)));
            if self.meter.is_over() || !self.iterate(depth, &mut candidates) {
                break;
            }
            reached = depth;
            if candidates.iter().any(|c| c.exact && c.score > WON) {
                break;
            }
        }
        Outcome::of(candidates, reached, &self.meter)
    }

    /// Searches the best candidates to this depth; returns `false` if the budget does not suffice for all of them.
    fn iterate(&mut self, depth: u8, candidates: &mut [Candidate]) -> bool {
        /// Candidates worse by more than this are never chosen.
        const MARGIN: i32 = 400;
        let width = entry(&ROOT_WIDTHS, usize::from(depth) - 1).min(candidates.len());
        let mut best = -WIN;
        let mut changes = 0;
        for index in 0..width {
            let least = best - MARGIN;
            let Some(found) = self.root(&candidates[index], depth, (best > -WIN).then_some(least)) else {
                compare_unsearched(candidates, index, changes, depth);
                return false;
            };
            let candidate = &mut candidates[index];
            changes += estimate(found) - estimate(candidate.score);
            candidate.exact = found > least || best == -WIN;
            candidate.score = found;
            candidate.depth = depth;
            best = best.max(found);
        }
        candidates[width..].iter_mut().for_each(|candidate| candidate.exact = false);
        true
    }

    /// Score of a candidate, or `None` if the budget is used up. Scores below `least` need not be exact.
    #[expect(clippy::cast_possible_truncation, reason = "a share needs few digits")]
    fn root(&mut self, candidate: &Candidate, depth: u8, least: Option<i32>) -> Option<i32> {
        let (actor, before) = (self.pos.to_move(), self.pos.state().defeated);
        let mut floor = [0.0; MAX_SEATS];
        if let Some(least) = least {
            floor[self.me.index()] = WinChance::from_score(least).get() as f32;
        }
        let mark = self.pos.mark();
        let acted = self.act(actor, 0);
        candidate.make(self.rules, &mut self.pos);
        let shares = self.next(actor, before, depth - 1, floor, 0);
        self.pos.undo(self.rules, &mark);
        self.acted[actor.index()] = acted;
        (!self.meter.is_over()).then(|| score(shares, self.me))
    }

    /// Records the acting seat; returns the previous record.
    fn act(&mut self, actor: Seat, ply: usize) -> u32 {
        let latest = self.acted.iter().max().copied().unwrap_or(0);
        std::mem::replace(&mut self.acted[actor.index()], latest + 1 + u32::from(ply == 0))
    }

    /// Shares after a turn has been played.
    fn next(&mut self, actor: Seat, before: u8, depth: u8, floor: Floor, ply: usize) -> Shares {
        match ended(self.know, self.rules, &self.pos, &self.stakes, actor, before, ply) {
            Some(shares) => shares,
            None => self.node(depth, floor, ply + 1),
        }
    }

    fn evaluate(&self) -> Shares {
        self.know.shares(self.rules, &self.pos, &self.stakes)
    }

    /// Number of undefeated Players.
    fn playing(&self) -> usize {
        self.rules.seat_count() - self.pos.state().defeated.count_ones() as usize
    }

    /// Shares with any seat to move.
    fn node(&mut self, depth: u8, floor: Floor, ply: usize) -> Shares {
        let seats = self.rules.seat_count();
        if !self.meter.tick() {
            return Shares::drawn(seats);
        }
        let state = self.pos.state();
        let mut playing = Seat::all(seats).filter(|seat| !state.is_defeated(*seat));
        if state.all_quiet(seats, QUIET_TURNS) || playing.all(|seat| state.turns[seat.index()] >= LAST_TURN) {
            return Shares::drawn(seats);
        }
        let actor = self.pos.to_move();
        let own = actor == self.me;
        // A Player in Check must answer it before the position can be evaluated.
        let evaluated = depth == 0 && !self.rules.in_check(&self.pos, actor);
        let Some(mut lists) = self.lists.get_mut(ply).filter(|_| !evaluated).map(std::mem::take) else {
            return self.evaluate();
        };
        let (list, ranked) = &mut lists;
        self.rules.candidates(&mut self.pos, false, list);
        self.rank(list, ranked);
        let most = entry(&WIDTHS, ply - 1);
        let two = self.playing() == 2;
        // Share that another Player does not let the actor exceed.
        let others = floor.iter().enumerate().filter(|(seat, _)| *seat != actor.index());
        let limit = 1.0 - others.map(|(_, share)| *share).fold(0.0, f32::max);
        let mut best: Option<Shares> = None;
        let mut chosen = None;
        let mut tried = 0;
        let mut legal = false;
        for entry in ranked.iter() {
            let known = best.map(|best| best.of(actor));
            if tried >= most || known.is_some_and(|share| share >= limit) {
                break;
            }
            let mv = list.moves[entry.index as usize];
            let misses = |oversight: &Oversight| oversight.misses(self.rules, &self.pos, &mv, entry.key, entry.loud);
            if !own && self.oversight.as_ref().is_some_and(misses) {
                legal |= entry.index as usize >= list.doubtful;
                continue;
            }
            let before = self.pos.state().defeated;
            let chain = list.chain(&mv);
            let moved = self.pos.at(mv.from);
            let mark = if (entry.index as usize) < list.doubtful {
                match self.rules.attempt(&mut self.pos, &mv, chain) {
                    Ok(mark) => mark,
                    Err(_) => continue,
                }
            } else {
                self.rules.play(&mut self.pos, &mv, chain)
            };
            legal = true;
            candidate::settle_at_first_sight(self.rules, self.know, &mut self.pos, actor);
            let acted = self.act(actor, ply);
            let mut below = if two { floor } else { [0.0; MAX_SEATS] };
            below[actor.index()] = floor[actor.index()].max(known.unwrap_or(0.0));
            tried += 1;
            let shares = self.next(actor, before, depth.saturating_sub(1), below, ply);
            self.acted[actor.index()] = acted;
            self.pos.undo(self.rules, &mark);
            if self.meter.is_over() {
                break;
            }
            if known.is_none_or(|best| shares.of(actor) > best) {
                best = Some(shares);
                chosen = moved.map(|piece| self.history_index(actor, piece.ty, mv.to));
            }
        }
        self.lists[ply] = lists;
        if let Some(history) = chosen.and_then(|index| self.history.get_mut(index)) {
            *history += (HISTORY_MOST - *history) / 4;
        }
        match best {
            Some(best) => best,
            None if legal || self.meter.is_over() => self.evaluate(),
            None => self.stuck(actor, depth, floor, ply),
        }
    }

    /// Shares when the actor has no legal action. The Player is checkmated or passes (T-21, T-24), and the game
    /// continues.
    fn stuck(&mut self, actor: Seat, depth: u8, floor: Floor, ply: usize) -> Shares {
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
        let shares = self.next(by.unwrap_or(actor), before, depth.saturating_sub(1), floor, ply);
        self.pos.undo(self.rules, &mark);
        shares
    }

    fn history_index(&self, seat: Seat, ty: TypeId, to: Space) -> usize {
        (seat.index() * self.rules.types.len() + ty.index()) * Space::COUNT + to.index()
    }

    /// Ranks the moves: captures by their gain, Checks, moves that were best in other lines, moves to better Spaces and
    /// towards the last Titans of others.
    fn rank(&mut self, list: &MoveList, ranked: &mut Vec<Ranked>) {
        ranked.clear();
        let actor = self.pos.to_move();
        let state = self.pos.state();
        let mut prey = [None; MAX_SEATS];
        for seat in Seat::all(self.rules.seat_count()).filter(|seat| *seat != actor && !state.is_defeated(*seat)) {
            if let [titan] = self.pos.titans(seat) {
                prey[seat.index()] = Some(*titan);
            }
        }
        let weights = self.know.weights();
        for (index, mv) in (0..).zip(&list.moves) {
            self.hits.clear();
            self.rules.captures(&self.pos, mv, list.chain(mv), &mut self.hits);
            let mover = self.pos.at(mv.from).filter(|_| mv.layer == 0);
            let mut rank = 0;
            for victim in self.hits.iter().filter_map(|hit| self.pos.in_slot(*hit)) {
                let value = self.know.value(victim.ty);
                rank += if victim.seat == actor { -value } else { value + 1 };
            }
            if rank > 0 {
                rank += 200 - mover.map_or(0, |piece| self.know.value(piece.ty).min(1_600) / 8);
            }
            if let (Some(ty), Some(piece)) = (mv.promote, mover) {
                rank += (self.know.value(ty) - self.know.value(piece.ty)).max(0);
            }
            let loud = rank > 0;
            if let Some(piece) = mover {
                rank += i32::from(self.history[self.history_index(actor, piece.ty, mv.to)]);
                rank += (weights.of(piece, mv.to) - weights.of(piece, mv.from)).clamp(-40, 40);
                let there = Mover::real(mv.to, 0, piece);
                let strength = (self.know.value(piece.ty) / 100).min(6);
                for titan in prey.into_iter().flatten() {
                    let nearer = i32::from(mv.from.distance(titan)) - i32::from(mv.to.distance(titan));
                    rank += nearer * strength / 2;
                    if self.rules.reaches(&self.pos, &there, titan) {
                        rank += CHECK_RANK;
                    }
                }
            }
            ranked.push(Ranked { rank, index, key: mv.key(&self.hits), loud });
        }
        ranked.sort_unstable_by_key(|entry| (std::cmp::Reverse(entry.rank), entry.key));
    }
}

/// Makes the candidates from index `searched` on comparable with those before it, which an unfinished iteration has
/// searched more deeply: another depth shifts all scores. The shift is the mean of the known `changes` and of one change
/// of 0, so that the others win if the few that were searched get much worse.
#[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "there are few candidates")]
pub(super) fn compare_unsearched(candidates: &mut [Candidate], searched: usize, changes: i32, depth: u8) {
    let shift = changes / (searched as i32 + 1);
    for candidate in candidates[searched..].iter_mut().filter(|candidate| searched > 0 && candidate.exact) {
        candidate.score = estimate(candidate.score + shift);
        candidate.depth = depth;
    }
}

/// Score without certainty of a win or a loss.
fn estimate(score: i32) -> i32 {
    score.clamp(-MOST, MOST)
}

/// Entry of a table whose last entry holds for all further indices.
fn entry(table: &[usize], index: usize) -> usize {
    table.get(index).or(table.last()).copied().unwrap_or(0)
}

/// Score of a seat's share; beyond [`WON`] if the game is won.
#[expect(clippy::cast_possible_truncation, reason = "a share needs few digits")]
fn score(shares: Shares, me: Seat) -> i32 {
    /// Share of a Player who has won, after any line.
    const CERTAIN: f32 = 0.95;
    let share = shares.of(me);
    if share > CERTAIN {
        return WIN - ((1.0 - share) * 2_000.0) as i32 - 1;
    }
    WinChance::new(f64::from(share)).score()
}

/// Shares if `actor`'s turn has ended the game, or probably did: the Targets of others are only inferred.
fn ended(
    know: &Knowledge,
    rules: &Rules,
    pos: &Position,
    stakes: &Stakes,
    actor: Seat,
    before: u8,
    ply: usize,
) -> Option<Shares> {
    let state = pos.state();
    let fallen = state.defeated & !before;
    if fallen == 0 {
        return None;
    }
    let seats = know.seats();
    if let Some(won) = stakes.aims.winners(state, before, actor) {
        return Some(Shares::won(won, seats, ply));
    }
    let mut end = 0.0;
    let mut shares = [0.0; MAX_SEATS];
    for (winner, share) in shares.iter_mut().enumerate() {
        let prey = (0..seats).filter(|prey| fallen >> prey & 1 != 0);
        *share = prey.map(|prey| stakes.hunts[winner][prey]).sum::<f32>().min(1.0);
        end += *share;
    }
    if end <= 0.0 {
        return None;
    }
    // The remaining share is the chance that the game continues.
    let goes_on = (1.0 - end).max(0.0);
    let rest = if goes_on > 0.0 { know.shares(rules, pos, stakes).0 } else { [0.0; MAX_SEATS] };
    let scale = f32::max(end, 1.0);
    for (share, rest) in shares.iter_mut().zip(rest) {
        *share = *share / scale + goes_on * rest;
    }
    Some(Shares(shares))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use engine::titans::{Aims, GameMode};

    use super::super::tests::{KINGS, seen};
    use super::*;

    /// Rooks beside the King on a7 of seat 1, which give no Check and leave it only b7.
    const NET: [(u8, &str, &str); 2] = [(2, "rook", "d6"), (2, "rook", "d8")];

    /// Position with seat 1 to move, in a net of Rooks.
    fn netted(mode: GameMode, attackers: &[(u8, &'static str, &'static str)], acted: [u32; 4]) -> Seen {
        let mut seen = seen(mode, &[&KINGS[..], &NET, attackers].concat());
        seen.pos.state_mut().to_move = Seat(1);
        seen.last_acted = acted.to_vec();
        seen
    }

    /// Seat that has won once seat 1 has no action.
    fn winner(seen: &Seen) -> Option<u8> {
        let stop = AtomicBool::new(false);
        let know = Knowledge::new(&seen.rules);
        let mut search = Multiplayer::new(seen, &know, Budget::new(1_000, &stop), None);
        let before = search.pos.hash();
        let shares = search.stuck(Seat(1), 0, [0.0; MAX_SEATS], 1);
        assert_eq!((search.pos.hash(), search.pos.to_move()), (before, Seat(1)), "the position is as it was");
        (0..4).find(|seat| score(shares, Seat(*seat)) > WON)
    }

    /// Orders in which seats 0, 2 and 3 may have acted last.
    const ORDERS: [[u32; 4]; 6] = [[9, 1, 7, 5], [9, 1, 5, 7], [7, 1, 9, 5], [5, 1, 9, 7], [7, 1, 5, 9], [5, 1, 7, 9]];

    #[test]
    fn t_22_a_checkmate_is_credited_to_the_last_to_act_of_those_who_give_check() {
        let spaces = [("rook", "f7"), ("rook", "a11"), ("knight", "b5")];
        let one_or_two = [&[0][..], &[2], &[3], &[0, 2], &[0, 3], &[3, 0], &[2, 3], &[3, 2]];
        let three: [&[u8]; 3] = [&[0, 2, 3], &[3, 2, 0], &[3, 0, 3]];
        for by in one_or_two.into_iter().chain(three) {
            let attackers: Vec<_> = by.iter().zip(spaces).map(|(seat, (piece, space))| (*seat, piece, space)).collect();
            for acted in ORDERS {
                let last = by.iter().copied().max_by_key(|seat| acted[usize::from(*seat)]);
                let mated = netted(GameMode::Ffa, &attackers, acted);
                assert!(mated.rules.in_check(&mated.pos, Seat(1)), "Check by {by:?}");
                assert!(!mated.rules.has_legal_move(&mut mated.pos.clone()), "checkmate by {by:?}");
                assert_eq!(winner(&mated), last, "Check by {by:?}, acted {acted:?}");
            }
        }
    }

    #[test]
    fn t_23_the_pieces_of_a_fallen_player_earn_no_checkmate() {
        for acted in ORDERS {
            let mut mated = netted(GameMode::Ffa, &[(0, "rook", "f7"), (3, "rook", "a11")], acted);
            mated.pos.state_mut().defeated = 0b1000;
            assert_eq!(winner(&mated), Some(0), "acted {acted:?}");
        }
    }

    /// Without Check, or with a second Titan, a Player without an action passes, and nobody wins.
    #[test]
    fn t_24_a_player_without_an_action_who_is_not_in_check_passes() {
        for (attackers, passes) in [
            (&[(0, "rook", "b11")][..], true),
            (&[(3, "rook", "b11"), (0, "knight", "g8")], true),
            (&[(0, "rook", "f7")], false),
            (&[(0, "rook", "f7"), (1, "king", "b4")], true),
            (&[(0, "rook", "f7"), (3, "rook", "a11"), (1, "king", "b4")], true),
        ] {
            let found = winner(&netted(GameMode::Ffa, attackers, [9, 1, 7, 5]));
            assert_eq!(found.is_none(), passes, "{attackers:?}: {found:?}");
        }
    }

    /// Two defeats that are needed are won by the second one.
    #[test]
    fn t_30_a_checkmate_wins_as_the_last_defeat_that_is_needed() {
        for (earlier, wins) in [([0; 6], None), ([0, 0, 0, 1, 0, 0], Some(3)), ([1, 0, 0, 0, 0, 0], Some(0))] {
            let mut mated = netted(GameMode::Ffa, &[(0, "rook", "f7"), (3, "rook", "a11")], [5, 1, 7, 9]);
            mated.aims = mated.aims.with_extra_strength(Seat(3));
            mated.pos.state_mut().credits = earlier;
            assert_eq!(winner(&mated), wins, "{earlier:?}");
        }
    }

    /// In Assassin, the holder of the Target wins, even if somebody else gives checkmate.
    #[test]
    fn t_29_a_checkmate_of_the_target_wins_for_its_holder() {
        for by in [0, 2, 3] {
            let mut mated = netted(GameMode::Assassin, &[(by, "rook", "f7")], [5, 1, 7, 9]);
            mated.aims = Aims::new(GameMode::Assassin, 4).with_targets(&[vec![Seat(1)], vec![], vec![], vec![]]);
            assert_eq!(winner(&mated), Some(0), "by {by}");
        }
    }
}
