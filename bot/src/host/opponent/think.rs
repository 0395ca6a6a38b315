//! Computation of a decision on a pool thread. After any failure, falls back to a legal action.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;

use engine::action::{Action, ClashAction, Turn};
use engine::board::Seat;
use engine::clash::Gold;
use engine::context::RulesContext;
use engine::game::Game;
use engine::seen::{Question, Seen};
use opponent::{Budget, Level, Memory, WinChance};

use super::knowledge::KnowledgeCache;

#[cfg(test)]
impl KnowledgeCache {
    /// Fallback action if the search fails.
    pub fn instead(&self, game: &Game, seat: Seat) -> Option<Action> {
        instead(game, seat, self)
    }
}

/// A decision that has been verified as legal.
#[derive(Debug)]
pub(super) struct Thought {
    pub action: Action,
    pub chance: WinChance,
    pub nodes: u64,
}

/// Decides for a seat; `None` if stopped, or if there is no legal action at all.
pub(super) fn decide(
    game: &Game,
    seat: Seat,
    level: Level,
    knowledge: &KnowledgeCache,
    stop: &AtomicBool,
    seed: u64,
    memory: &mut Memory,
) -> Option<Thought> {
    let found = guarded(|| {
        let seen = game.seen(seat);
        let known = knowledge.of(&seen.rules);
        let budget = Budget::new(level.nodes(), stop);
        opponent::decide_recalling(&seen, level, &known.1, budget, seed, memory)
    });
    match found {
        Some(decision) if decision.stopped => return None,
        Some(decision) => match decision.action {
            Some(action) if is_legal(game, seat, &action) => {
                return Some(Thought { action, chance: decision.chance, nodes: decision.nodes });
            }
            Some(_) => tracing::error!("a computer player has decided on something illegal"),
            None => tracing::error!("a computer player has found nothing to do"),
        },
        None => tracing::error!("a computer player has failed to decide"),
    }
    let action = guarded(|| instead(game, seat, knowledge)).flatten()?;
    Some(Thought { action, chance: WinChance::EVEN, nodes: 0 })
}

/// Result of the work; `None` after a panic, which the panic hook logs.
pub(super) fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    // No data of the work is used after a panic.
    catch_unwind(AssertUnwindSafe(work)).ok()
}

fn is_legal(game: &Game, seat: Seat, action: &Action) -> bool {
    game.clone().apply(seat, action).is_ok()
}

/// Legal action without a search.
fn instead(game: &Game, seat: Seat, knowledge: &KnowledgeCache) -> Option<Action> {
    let seen = game.seen(seat);
    let candidates: Vec<Action> = match &seen.question {
        Question::Nothing => return None,
        Question::Turn => turns(&seen, knowledge),
        Question::Placement(_) => match game {
            Game::Titans(game) => vec![game.placement_question(seat)?.usual],
            _ => return None,
        },
        Question::Volatile(questions) => questions
            .iter()
            .map(|question| Action::ChooseVolatile {
                of: question.of,
                spaces: question.spaces.iter().copied().take(question.count).collect(),
            })
            .collect(),
        Question::Shop(_) => vec![ClashAction::Ready.into(), ClashAction::Suggest.into()],
        Question::Auction(_) => {
            vec![ClashAction::Stop.into(), ClashAction::Raise.into(), ClashAction::Bid { gold: Gold::ZERO }.into()]
        }
    };
    candidates.into_iter().find(|action| is_legal(game, seat, action))
}

/// All legal turns, sorted by the material balance after the turn, best for the seat first.
fn turns(seen: &Seen, knowledge: &KnowledgeCache) -> Vec<Action> {
    let known = guarded(|| knowledge.of(&seen.rules));
    let worth = |ty| known.as_ref().map_or(1, |known| known.1.value(ty));
    let context = RulesContext { rules: &seen.rules, pos: &seen.pos, law: seen.law };
    let mut turns: Vec<(i32, Action)> = Vec::new();
    for line in context.lines() {
        let mut pos = seen.pos.clone();
        seen.rules.play(&mut pos, &line.mv, &line.chain);
        let mut then = Vec::new();
        while !pos.pending().is_empty() {
            let way = seen.rules.settlements(&mut pos).next();
            match way {
                Some(_) if seen.rules.settle(&mut pos, way) => then.push(way),
                _ => seen.rules.clear_pending(&mut pos),
            }
        }
        let score =
            pos.pieces().map(|(_, piece)| if piece.seat == seen.seat { worth(piece.ty) } else { -worth(piece.ty) });
        let turn = Turn { act: line.act, then };
        turns.push((score.sum(), turn.into()));
    }
    turns.sort_by_key(|(score, _)| -score);
    turns.into_iter().map(|(_, turn)| turn).collect()
}
