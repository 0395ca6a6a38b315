//! Complete turns to choose from: a move with settlements of all choices that it requires.

use std::cmp::Reverse;

use engine::action::Turn;
use engine::board::{Seat, Space};
use engine::context::{LegalMove, RuleSet, RulesContext};
use engine::play::{Move, PendingChoice, Piece, Position, Rules};

use crate::budget::Meter;
use crate::knowledge::Knowledge;

/// Maximum number of options tried per choice: for the first choice of a turn, and for each further one.
const WAYS: [usize; 2] = [8, 3];
/// Maximum number of ways to complete one move.
const MOST_WAYS: usize = 16;

/// A complete turn.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub mv: Move,
    pub chain: Vec<Space>,
    /// Settlements of the pending choices, in order.
    pub then: Vec<Option<Space>>,
    /// Score for the acting Player. If not `exact`, an upper bound that is outside the requested margin.
    pub score: i32,
    pub exact: bool,
    /// `true` for captures and promotions.
    pub loud: bool,
    /// Search depth behind the score.
    pub depth: u8,
}

/// Result of a search: the candidates, best first.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub candidates: Vec<Candidate>,
    pub depth: u8,
    pub nodes: u64,
    pub stopped: bool,
}

impl Outcome {
    /// Builds the outcome of an iterative search. Scores of an unfinished iteration count, too.
    pub fn of(mut candidates: Vec<Candidate>, depth: u8, meter: &Meter<'_>) -> Self {
        let exact = candidates.iter().filter(|c| c.exact);
        let last = exact.map(|c| c.depth).max().unwrap_or(0);
        for candidate in &mut candidates {
            candidate.exact &= candidate.depth == last;
        }
        candidates.sort_by_key(|c| Reverse((c.exact, c.score)));
        Self { candidates, depth, nodes: meter.nodes(), stopped: meter.was_stopped() }
    }
}

impl Candidate {
    /// Converts the candidate to a turn of an action.
    pub fn turn(&self, rules: &Rules, pos: &Position, law: RuleSet) -> Turn {
        let context = RulesContext { rules, pos, law };
        Turn { act: context.act(&self.mv, &self.chain), then: self.then.clone() }
    }

    /// Plays the turn.
    pub fn make(&self, rules: &Rules, pos: &mut Position) {
        rules.play(pos, &self.mv, &self.chain);
        let mut then = self.then.iter();
        while !pos.pending().is_empty() {
            let next = then.as_slice().first();
            if next.is_some_and(|choice| rules.settle(pos, *choice)) {
                then.next();
            } else {
                rules.clear_pending(pos);
            }
        }
    }
}

/// Every legal turn of the Player to move. Of turns with identical notation, only the one that would be played is kept.
/// `worth` is the static evaluation of the resulting position; its other arguments are the actor and the Players
/// defeated before.
pub(crate) fn all(
    rules: &Rules,
    law: RuleSet,
    know: &Knowledge,
    pos: &mut Position,
    worth: impl FnMut(&Position, Seat, u8) -> i32,
) -> Vec<Candidate> {
    let lines = RulesContext { rules, pos, law }.lines();
    let mut ways = Ways {
        rules,
        know,
        actor: pos.to_move(),
        before: pos.state().defeated,
        worth,
        then: Vec::new(),
        found: Vec::new(),
    };
    let mut candidates = Vec::with_capacity(lines.len());
    let mut hits = Vec::new();
    for LegalMove { mv, chain, .. } in lines {
        hits.clear();
        rules.captures(pos, &mv, &chain, &mut hits);
        let loud = !hits.is_empty() || mv.promote.is_some();
        let mark = rules.play(pos, &mv, &chain);
        ways.complete(pos);
        pos.undo(rules, &mark);
        let found = ways.found.drain(..);
        candidates.extend(found.map(|(then, score)| Candidate {
            mv,
            chain: chain.clone(),
            then,
            score,
            exact: true,
            loud,
            depth: 0,
        }));
    }
    candidates
}

/// Settles all pending choices for the actor, each with the best static score.
pub(crate) fn settle_at_first_sight(rules: &Rules, know: &Knowledge, pos: &mut Position, actor: Seat) {
    while !pos.pending().is_empty() {
        let mut options = Vec::new();
        self::options(rules, know, pos, actor, &mut options);
        let mut real = options.iter().filter(|(_, choice)| choice.is_some());
        if !real.any(|(_, choice)| rules.settle(pos, *choice)) {
            rules.clear_pending(pos);
        }
    }
}

/// A settlement of a choice, with its static score.
pub(crate) type Settling = (i32, Option<Space>);

/// Settlements of the first pending choice, most promising first, by the values of the pieces on their new Spaces. Some
/// may be illegal.
pub(crate) fn options(rules: &Rules, know: &Knowledge, pos: &Position, actor: Seat, out: &mut Vec<Settling>) {
    out.clear();
    match pos.pending().first() {
        Some(PendingChoice::Return(ty, owner)) => {
            let sign = if owner == actor { 1 } else { -1 };
            let piece = Piece::new(ty, owner);
            let free = rules.board.spaces().iter().filter(|space| pos.at(*space).is_none());
            out.extend(free.map(|space| (sign * know.weights().of(piece, space), Some(space))));
        }
        Some(PendingChoice::Volatile(of)) => {
            let fits = |space: &Space| rules.may_become_volatile(pos, of, *space);
            let worth = |space: Space| pos.at(space).map_or(0, |piece| know.value(piece.ty));
            let pieces = pos.blocking(of).iter().filter(fits);
            out.extend(pieces.map(|space| (worth(space), Some(space))));
            out.push((i32::MIN, None));
        }
        Some(PendingChoice::Bring { ty, near, cost }) => {
            let piece = Piece::new(ty, actor);
            let spaces = rules.board.spaces().iter();
            let fit = spaces.filter(|space| rules.may_bring(pos, ty, near, cost, *space));
            out.extend(fit.map(|space| (know.weights().of(piece, space), Some(space))));
            out.push((i32::MIN, None));
        }
        None => {}
    }
    out.sort_unstable_by(|a, b| b.cmp(a));
}

/// Search for ways to complete a turn.
struct Ways<'a, W> {
    rules: &'a Rules,
    know: &'a Knowledge,
    actor: Seat,
    before: u8,
    worth: W,
    then: Vec<Option<Space>>,
    found: Vec<(Vec<Option<Space>>, i32)>,
}

impl<W: FnMut(&Position, Seat, u8) -> i32> Ways<'_, W> {
    fn complete(&mut self, pos: &mut Position) {
        if pos.pending().is_empty() {
            let worth = (self.worth)(pos, self.actor, self.before);
            self.found.push((self.then.clone(), worth));
            return;
        }
        let mut options = Vec::new();
        self::options(self.rules, self.know, pos, self.actor, &mut options);
        let most = WAYS[usize::from(!self.then.is_empty())];
        let mark = pos.mark();
        let mut tried = 0;
        for (_, choice) in options {
            if tried == most || tried > 0 && self.found.len() >= MOST_WAYS {
                break;
            }
            // Declining counts as a choice only where something could be chosen.
            if choice.is_none() && tried == 0 || !self.rules.settle(pos, choice) {
                continue;
            }
            tried += 1;
            self.then.push(choice);
            self.complete(pos);
            self.then.pop();
            pos.undo(self.rules, &mark);
        }
        if tried == 0 {
            self.rules.clear_pending(pos);
            self.complete(pos);
            pos.undo(self.rules, &mark);
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::battalion::load_builtin;
    use engine::titans::{Game, GameMode, Setup};

    use super::*;

    /// A piece that does not block may share a Space with another one and have the same destination. The notation then
    /// means the other piece.
    #[test]
    fn turns_that_are_told_alike_are_one() {
        let army = load_builtin("the-party").unwrap();
        let setup = Setup::new(GameMode::Duel, vec![army.clone(), army], [0; 32]).unwrap();
        let seen = Game::new(setup).unwrap().seen(Seat(0));
        let (rules, mut pos) = (&*seen.rules, seen.pos.clone());
        let at: Space = "e5".parse().unwrap();
        let put = |pos: &mut Position, key: &str| {
            let ty = rules.type_by_key(key).unwrap();
            pos.put(rules, at, Piece::new(ty, Seat(0)));
        };
        put(&mut pos, "the-party/supporter");
        put(&mut pos, "the-party/chairman");
        let know = Knowledge::new(rules);
        let law = seen.law;
        let all = super::all(rules, law, &know, &mut pos, |_, _, _| 0);
        let turns: Vec<Turn> = all.iter().map(|way| way.turn(rules, &pos, law)).collect();
        for (index, turn) in turns.iter().enumerate() {
            assert!(!turns[..index].contains(turn), "{turn:?} twice");
        }
        for layer in [true, false] {
            let moves = |way: &Candidate| way.mv.from == at && (way.mv.layer == 0) == layer;
            assert!(all.iter().any(moves), "blocking: {layer}");
        }
    }

    /// The best-looking option must come first, since only a few are tried.
    #[test]
    fn ways_to_settle_a_choice_come_best_first() {
        let army = load_builtin("the-party").unwrap();
        let setup = Setup::new(GameMode::Duel, vec![army.clone(), army], [0; 32]).unwrap();
        let mut game = Game::new(setup).unwrap();
        let mut found = 0;
        for turn in 0..80_usize {
            let Some(seat) = game.to_act().first().copied() else { break };
            let seen = game.seen(seat);
            let (rules, mut pos) = (&*seen.rules, seen.pos.clone());
            let know = Knowledge::new(rules);
            pos.weigh(know.weights().clone());
            let lines = RulesContext { rules, pos: &pos, law: seen.law }.lines();
            for LegalMove { mv, chain, .. } in lines {
                let mark = rules.play(&mut pos, &mv, &chain);
                let mut ways = Vec::new();
                options(rules, &know, &pos, seat, &mut ways);
                assert!(ways.is_sorted_by(|one, other| one.0 >= other.0), "{ways:?}");
                found += usize::from(ways.len() > 1 && ways.first().map(|way| way.0) != ways.last().map(|way| way.0));
                pos.undo(rules, &mark);
            }
            let acts = game.legal_acts(seat);
            let captures = acts.iter().position(|act| !act.captures().is_empty());
            let act = acts[captures.unwrap_or(turn * 7 % acts.len())].clone();
            if game.apply(seat, &engine::action::Action::Turn(act.into())).is_err() {
                break;
            }
        }
        assert!(found > 0, "no choice came up");
    }
}
