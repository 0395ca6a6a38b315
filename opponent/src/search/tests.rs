//! Tests of the search against simplified versions of itself.

use std::sync::atomic::AtomicBool;

use engine::battalion::{builtin, load_builtin};
use engine::titans::{Game, GameMode, Setup};

use super::table::Table;
use super::*;
use crate::candidate::Outcome;

/// Positions from duels of all armies, some turns into the game.
fn positions() -> Vec<Seen> {
    let mut found = Vec::new();
    for army in builtin() {
        for other in [army.id, "medieval"] {
            let armies = [army.id, other].map(|id| load_builtin(id).unwrap()).into();
            let Ok(setup) = Setup::new(GameMode::Duel, armies, [3; 32]) else { continue };
            let Ok(mut game) = Game::new(setup) else { continue };
            for turn in 0..14 {
                let Some(seat) = game.to_act().first().copied() else { break };
                let acts = game.legal_acts(seat);
                let captures = acts.iter().position(|act| !act.captures().is_empty());
                let index = captures.filter(|_| turn % 3 > 0).unwrap_or(turn * 7 % acts.len().max(1));
                let Some(act) = acts.get(index) else { break };
                if game.apply(seat, &engine::action::Action::Turn(act.clone().into())).is_err() {
                    break;
                }
            }
            let seen = game.seen(game.to_act().first().copied().unwrap_or(Seat(0)));
            if matches!(seen.question, engine::seen::Question::Turn) && !seen.rules.has_long_turns() {
                found.push(seen);
            }
        }
    }
    found
}

fn think(seen: &Seen, depth: u8, change: impl FnOnce(&mut Search<'_>)) -> Outcome {
    let stop = AtomicBool::new(false);
    let know = Knowledge::new(&seen.rules);
    let mut search = Search::new(seen, &know, Budget::new(200_000, &stop)).impartial();
    change(&mut search);
    search.think(depth, 0)
}

/// The table must only save work: without it, the search finds the same score with more nodes.
#[test]
fn a_table_changes_no_score_of_a_shallow_search() {
    let positions = positions();
    assert!(positions.len() >= 10, "{} positions", positions.len());
    for depth in 1..=2 {
        for seen in &positions {
            let [with, without] = [false, true].map(|tiny| {
                think(seen, depth, |search| {
                    if tiny {
                        search.kept.table = Table::of_pairs(1);
                    }
                })
            });
            assert_eq!(with.depth, without.depth);
            let score = |outcome: &Outcome| outcome.candidates.first().map(|best| best.score);
            assert_eq!(score(&with), score(&without), "{} at depth {depth}", seen.pos.hash());
        }
    }
}

/// The first candidate is the best, and all candidates with exact scores are sorted.
#[test]
fn candidates_come_best_first() {
    for seen in positions() {
        let outcome = think(&seen, 3, |_| {});
        let exact = outcome.candidates.iter().filter(|candidate| candidate.exact);
        let scores: Vec<i32> = exact.map(|candidate| candidate.score).collect();
        assert!(scores.is_sorted_by(|one, other| one >= other), "{scores:?}");
        assert!(outcome.candidates.first().is_none_or(|best| best.exact));
    }
}

/// A pending choice scores as its best option, whatever the order of the options.
#[test]
fn a_choice_is_worth_its_best_way() {
    use super::follow::{Then, Window};

    let army = load_builtin("the-party").unwrap();
    let mut game = Game::new(Setup::new(GameMode::Duel, vec![army.clone(), army], [0; 32]).unwrap()).unwrap();
    let stop = AtomicBool::new(false);
    let (mut compared, mut first_is_not_best) = (0, 0);
    for turn in 0..80_usize {
        let Some(seat) = game.to_act().first().copied() else { break };
        let seen = game.seen(seat);
        let know = Knowledge::new(&seen.rules);
        let lines = engine::context::RulesContext { rules: &seen.rules, pos: &seen.pos, law: seen.law }.lines();
        for line in lines {
            let mut search = Search::new(&seen, &know, Budget::new(1_000_000, &stop)).impartial();
            let before = search.pos.state().defeated;
            search.rules.play(&mut search.pos, &line.mv, &line.chain);
            let mut ways = Vec::new();
            crate::candidate::options(search.rules, search.know, &search.pos, seat, &mut ways);
            if search.pos.pending().is_empty() || ways.len() < 3 {
                continue;
            }
            let window = Window { alpha: -WIN, beta: WIN };
            let mark = search.pos.mark();
            let mut scores = Vec::new();
            for (_, way) in ways.iter().filter(|way| way.1.is_some()).take(3) {
                if search.rules.settle(&mut search.pos, *way) && search.pos.pending().is_empty() {
                    search.kept.table = Table::of_pairs(1);
                    scores.push(search.after_move(seat, before, Then::Deep(0), window, 0));
                }
                search.pos.undo(search.rules, &mark);
            }
            search.kept.table = Table::of_pairs(1);
            let settled = search.after_move(seat, before, Then::Deep(0), window, 0);
            if scores.len() == 3 {
                assert_eq!(Some(settled), scores.iter().max().copied(), "{scores:?}");
                compared += 1;
                first_is_not_best += usize::from(scores.last() != scores.iter().max());
            }
        }
        let acts = game.legal_acts(seat);
        let captures = acts.iter().position(|act| !act.captures().is_empty());
        let act = acts[captures.unwrap_or(turn * 7 % acts.len())].clone();
        if game.apply(seat, &engine::action::Action::Turn(act.into())).is_err() {
            break;
        }
    }
    assert!(compared > 0 && first_is_not_best > 0, "{compared}, {first_is_not_best} with another one last");
}
