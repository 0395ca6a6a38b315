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

/// Duels of armies with and without a duty to capture, at every turn of games in which captures are preferred or
/// avoided.
fn positions_with_duties() -> Vec<Seen> {
    let army = |text: &str| std::sync::Arc::new(engine::battalion::read(text, &engine::ability::specs()).unwrap());
    let antichess = army(include_str!("../../../engine/tests/armies/antichess.toml"));
    let checkers = army(include_str!("../../../engine/tests/armies/checkers.toml"));
    let medieval = load_builtin("medieval").unwrap();
    let mut found = Vec::new();
    for armies in [[&antichess, &antichess], [&checkers, &checkers], [&antichess, &medieval], [&medieval, &medieval]] {
        for number in 0..3_u8 {
            let setup = Setup::new(GameMode::Duel, armies.map(Clone::clone).into(), [number; 32]).unwrap();
            let mut game = Game::new(setup).unwrap();
            for turn in 0..50_usize {
                let Some(seat) = game.to_act().first().copied() else { break };
                found.push(game.seen(seat));
                let acts = game.legal_acts(seat);
                let captures = acts.iter().position(|act| !act.captures().is_empty());
                let other = (turn * 7 + usize::from(number) * 3) % acts.len();
                let act = acts[captures.filter(|_| turn % 4 > 0).unwrap_or(other)].clone();
                if game.apply(seat, &engine::action::Action::Turn(act.into())).is_err() {
                    break;
                }
            }
        }
    }
    // The only answer to the Check of the Rook on a8 loses the Queen.
    let mut seen = found.last().unwrap().clone();
    let mut pos = engine::play::Position::empty(&seen.rules);
    for (seat, piece, space) in
        [(0, "king", "a1"), (0, "queen", "d1"), (1, "king", "h8"), (1, "rook", "a8"), (1, "rook", "b8")]
    {
        let ty = seen.rules.type_by_key(&format!("medieval/{piece}")).unwrap();
        pos.put(&seen.rules, space.parse().unwrap(), engine::play::Piece::new(ty, Seat(seat)));
    }
    pos.crown();
    seen.pos = pos;
    found.push(seen);
    found
}

/// A single reply that is forced decides the score, at any length of the exchange if it is a compulsory capture. A Player
/// who is free to choose may also leave the position as it is.
#[test]
fn whoever_must_capture_or_leave_check_cannot_stand_pat() {
    use super::follow::{Then, Window};

    /// Number of captures in a row from which a Player in Check may stand pat.
    const LONG: u32 = 3;

    let stop = AtomicBool::new(false);
    let window = Window { alpha: -WIN, beta: WIN };
    let (mut captured, mut evaded, mut free) = (0, 0, 0);
    let positions = positions_with_duties();
    let mut know = Knowledge::new(&positions[0].rules);
    for seen in &positions {
        if !know.fits(&seen.rules) {
            know = Knowledge::new(&seen.rules);
        }
        let mut search = Search::new(seen, &know, Budget::new(20_000, &stop)).impartial();
        search.kept.table = Table::of_pairs(1);
        search.arrive(0);
        let (me, before) = (search.pos.to_move(), search.pos.state().defeated);
        let stand_pat = search.evaluate(search.hashes[0], window.alpha, window.beta);
        let lines = engine::context::RulesContext { rules: &seen.rules, pos: &seen.pos, law: seen.law }.lines();
        let duty = seen.rules.is_dutiful(&seen.pos) && lines.iter().any(|line| !line.act.captures().is_empty());
        let check = search.in_check(me);
        for captures in [0, LONG - 1, LONG, 4 * LONG, 5 * LONG] {
            search.kept.table = Table::of_pairs(1);
            let score = search.quiescence(window.alpha, window.beta, 0, captures);
            if !(duty || check && captures < LONG) {
                assert!(score >= stand_pat, "{score} after {captures} captures, {stand_pat} without a move");
                free += 1;
            } else if let [line] = &lines[..] {
                let mark = search.pos.mark();
                search.rules.play(&mut search.pos, &line.mv, &line.chain);
                search.kept.table = Table::of_pairs(1);
                let only = search.after_move(me, before, Then::Quiescence(captures + 1), window, 0);
                search.pos.undo(search.rules, &mark);
                assert_eq!(score, only, "{:?} after {captures} captures, {stand_pat} without a move", line.act);
                captured += usize::from(duty && only < stand_pat);
                evaded += usize::from(!duty && only < stand_pat);
            }
        }
    }
    let told = format!("{captured} captures and {evaded} evasions that lose, {free} free choices");
    assert!(captured >= 20 && evaded > 0 && free >= 100, "{told}");
}
