//! Tests of what searches rely on: separate generation of captures, additive scores, distinct move keys, exact undo.

use std::collections::HashMap;
use std::sync::Arc;

use crate::support::{Dice, Table};
use engine::battalion;
use engine::board::Seat;
use engine::play::{Kind, Move, MoveList, Position, Rules, Slot, Weights};

/// Weights that differ for every type, seat and Space.
fn weights(rules: &Rules) -> Arc<Weights> {
    Arc::new(Weights::new(
        rules,
        |ty, seat, space| (ty.index() * 37 + seat.index() * 11 + space.index() % 29) as i16,
        |ty, seat| (ty.index() * 5 + seat.index()) as i16 + 3,
    ))
}

fn scores(pos: &Position) -> Vec<i32> {
    Seat::all(6).map(|seat| pos.score(seat)).collect()
}

fn captures(rules: &Rules, pos: &Position, list: &MoveList, mv: &Move) -> Vec<Slot> {
    let mut hits = Vec::new();
    rules.captures(pos, mv, list.chain(mv), &mut hits);
    hits
}

/// Text that includes everything that distinguishes a move.
fn name(mv: &Move, hits: &[Slot]) -> String {
    let mut hits = hits.to_vec();
    hits.sort();
    let mv = Move { chain: (0, 0), ..*mv };
    format!("{mv:?} {hits:?}")
}

/// Plays random games and calls `ask` in every position.
fn random_games(ids: &[&str], seed: u64, plies: usize, mut ask: impl FnMut(&mut Table, &MoveList)) {
    let mut table = Table::start(ids);
    let weights = weights(&table.rules);
    table.pos.weigh(weights);
    let mut dice = Dice(seed);
    for _ in 0..plies {
        let list = table.all_legal();
        if list.moves.is_empty() {
            return;
        }
        ask(&mut table, &list);
        let mv = list.moves[dice.below(list.moves.len())];
        table.rules.play(&mut table.pos, &mv, list.chain(&mv));
        while !table.pos.pending().is_empty() {
            let way = table.rules.settlements(&mut table.pos).next();
            if way.is_none() {
                table.rules.clear_pending(&mut table.pos);
            } else {
                assert!(table.rules.settle(&mut table.pos, way));
            }
        }
        table.pos.commit();
    }
}

fn every_army(plies: usize, mut ask: impl FnMut(&mut Table, &MoveList)) {
    for (index, army) in battalion::builtin().iter().enumerate() {
        random_games(&[army.id, "medieval"], index as u64, plies, &mut ask);
        random_games(&[army.id, army.id], 50 + index as u64, plies, &mut ask);
    }
    random_games(&["medieval", "baroque", "the-party"], 7, plies, &mut ask);
}

#[test]
fn legal_captures_are_the_legal_moves_that_capture_or_promote() {
    every_army(60, |table, list| {
        let Table { rules, pos } = table;
        let wanted = |mv: &&Move| {
            let acts =
                !matches!(mv.kind, Kind::Place { .. } | Kind::Fuse { .. } | Kind::Split { .. } | Kind::SelfCapture);
            acts && (mv.promote.is_some() || !captures(rules, pos, list, mv).is_empty())
        };
        let mut expected: Vec<String> =
            (list.moves.iter().filter(wanted)).map(|mv| name(mv, &captures(rules, pos, list, mv))).collect();
        let mut found = MoveList::default();
        rules.legal_captures(pos, &mut found);
        let named = found.moves.iter();
        let mut found: Vec<String> = named.map(|mv| name(mv, &captures(rules, pos, &found, mv))).collect();
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "{}", table.picture());
    });
}

#[test]
fn candidates_are_the_legal_moves_once_the_doubtful_ones_are_tried() {
    every_army(60, |table, list| {
        let Table { rules, pos } = table;
        for captures in [false, true] {
            let mut legal = list.clone();
            if captures {
                rules.legal_captures(pos, &mut legal);
            }
            let mut found = MoveList::default();
            rules.candidates(pos, captures, &mut found);
            let kept =
                |(index, mv): &(usize, &Move)| *index >= found.doubtful || rules.is_legal(pos, mv, found.chain(mv));
            let kept: Vec<Move> = (found.moves.iter().enumerate().filter(kept)).map(|(_, mv)| *mv).collect();
            let names = |moves: &[Move], list: &MoveList, pos: &Position| {
                let mut names: Vec<String> =
                    (moves.iter()).map(|mv| name(mv, &self::captures(rules, pos, list, mv))).collect();
                names.sort();
                names
            };
            let expected = names(&legal.moves, &legal, pos);
            assert_eq!(names(&kept, &found, pos), expected);
        }
    });
}

#[test]
fn the_score_is_what_adding_up_gives_and_undone_exactly() {
    every_army(60, |table, list| {
        let Table { rules, pos } = table;
        let before = scores(pos);
        assert_eq!(before, pos.recomputed_score());
        let hash = pos.hash();
        for mv in &list.moves {
            let mark = rules.play(pos, mv, list.chain(mv));
            assert_eq!(scores(pos), pos.recomputed_score(), "{mv:?}");
            pos.undo(rules, &mark);
            assert_eq!((scores(pos), pos.hash()), (before.clone(), hash), "{mv:?}");
        }
    });
}

#[test]
fn keys_tell_moves_apart_by_their_captures_too() {
    let mut known: HashMap<u64, String> = HashMap::new();
    every_army(40, |table, list| {
        for mv in &list.moves {
            let hits = captures(&table.rules, &table.pos, list, mv);
            let name = name(mv, &hits);
            let mut back = hits.clone();
            back.reverse();
            assert_eq!(mv.key(&hits), mv.key(&back));
            let known = known.entry(mv.key(&hits)).or_insert_with(|| name.clone());
            assert_eq!(*known, name);
        }
    });
    assert!(known.len() > 3000, "{}", known.len());
}

#[test]
fn a_null_move_hands_the_turn_on_and_is_undone() {
    every_army(20, |table, _| {
        let Table { rules, pos } = table;
        let before = (pos.hash(), *pos.state(), pos.pieces().collect::<Vec<_>>());
        let seat = pos.to_move();
        let mark = rules.null_move(pos);
        assert_ne!(pos.to_move(), seat);
        pos.undo(rules, &mark);
        let after = (pos.hash(), *pos.state(), pos.pieces().collect::<Vec<_>>());
        assert_eq!(before, after);
    });
}

/// T-19: the quick test agrees with making the move, in armies whose attacks all follow lines.
#[test]
fn moves_that_give_check_are_known_before_they_are_made() {
    let mut known = [0; 2];
    let mut test = |ids: &[&str], seed| {
        random_games(ids, seed, 150, |table, list| {
            let Table { rules, pos } = table;
            let uncovering = rules.uncovering(pos, pos.to_move());
            let is_quiet = |mv: &&Move| captures(rules, pos, list, mv).is_empty() && mv.promote.is_none();
            let quiet: Vec<Move> = list.moves.iter().filter(is_quiet).copied().collect();
            for mv in &quiet {
                let quick = rules.gives_check(pos, mv, &uncovering);
                let mark = rules.play(pos, mv, list.chain(mv));
                let checks = rules.in_check(pos, pos.to_move());
                pos.undo(rules, &mark);
                if let Some(quick) = quick {
                    assert_eq!(quick, checks, "{mv:?}");
                    known[usize::from(checks)] += 1;
                }
            }
        });
    };
    for seed in 0..20 {
        test(&["medieval", "medieval"], seed);
        test(&["makpong", "medieval"], seed);
        test(&["reptilian-order", "medieval"], seed);
    }
    assert!(known[0] > 10_000 && known[1] > 300, "{known:?}");
}

/// T-19: the quick test knows moves by pieces that do not block, and checks by side effects. It overlooks only attacks
/// that abilities uncover, and pieces that are held (B-8) or may not take the Titan.
#[test]
fn checks_by_abilities_are_known_before_the_move_is_made() {
    for army in ["the-party", "party-volatile", "baroque-duel"] {
        let (mut tested, mut known, mut missed, mut wrong) = (0, 0, 0, 0);
        for seed in 0..12 {
            random_games(&[army, "medieval"], seed, 150, |table, list| {
                let Table { rules, pos } = table;
                let uncovering = rules.uncovering(pos, pos.to_move());
                let is_quiet = |mv: &&Move| captures(rules, pos, list, mv).is_empty() && mv.promote.is_none();
                let quiet: Vec<Move> = list.moves.iter().filter(is_quiet).copied().collect();
                for mv in &quiet {
                    let Some(quick) = rules.gives_check(pos, mv, &uncovering) else { continue };
                    let mark = rules.play(pos, mv, list.chain(mv));
                    let checks = rules.in_check(pos, pos.to_move());
                    pos.undo(rules, &mark);
                    tested += 1;
                    known += usize::from(quick && checks);
                    missed += usize::from(!quick && checks);
                    wrong += usize::from(quick && !checks);
                }
            });
        }
        let found = format!("{army}: {tested} tested, {known} Checks known, {missed} missed, {wrong} wrong");
        assert!(tested > 10_000 && known > 100 && 8 * missed < known && 40 * wrong < tested, "{found}");
    }
}
