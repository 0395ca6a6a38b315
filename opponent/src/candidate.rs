//! Whole turns to choose from: a move, and how the choices that it obliges to are settled.

use std::cmp::Reverse;

use engine::action::Turn;
use engine::board::{Seat, Space};
use engine::context::{LegalMove, RuleSet, RulesContext};
use engine::play::{Move, PendingChoice, Piece, Position, Rules};

use crate::budget::Meter;
use crate::knowledge::Knowledge;

/// Ways to settle a choice that are looked at for a turn, for the first choice and for further ones.
const WAYS: [usize; 2] = [8, 3];
/// The most ways to complete one move.
const MOST_WAYS: usize = 16;

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
    /// Captures or promotes.
    pub loud: bool,
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

impl Outcome {
    /// Of candidates looked at in iterations; one that was not completed counts as far as it came.
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
    /// As an action's turn.
    pub fn turn(&self, rules: &Rules, pos: &Position, law: RuleSet) -> Turn {
        let context = RulesContext { rules, pos, law };
        Turn { act: context.act(&self.mv, &self.chain), then: self.then.clone() }
    }

    /// Takes the turn.
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

/// Every legal turn of the Player to move, of those that are told alike the one that is played; `worth` says what the position after it is worth at first sight, given who acted and who was
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

/// Settles what is pending in the way that looks best to the actor at first sight.
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

/// A way to settle a choice, with what it is worth at first sight.
pub(crate) type Settling = (i32, Option<Space>);

/// Ways to settle the first pending choice, the most promising first: by what the pieces are worth where they would stand. Not all of
/// them may be legal.
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

/// Finds ways to complete a turn.
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
            // Declining is a choice only where something could be chosen.
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

    /// What does not block may stand with another piece, and go where that one goes: the turn is the other one's.
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

    /// What looks best is tried first, since only a few ways are looked at.
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
