//! Invariants over random games of every pairing.
//! `RANDOM_PLIES=3000 cargo test --release -p engine --test integration random_games` plays longer games.

use crate::support::{Dice, Table};
use engine::battalion;
use engine::board::Seat;
use engine::play::{Event, Flags, MoveList, PendingChoice, Piece, Slot};

/// Number of turns per match.
fn plies(ordinary: usize) -> usize {
    std::env::var("RANDOM_PLIES").ok().and_then(|text| text.parse().ok()).unwrap_or(ordinary)
}

/// Snapshot of everything that undo must restore.
type Snapshot = (Vec<(Slot, Piece)>, engine::play::State, u64, Vec<PendingChoice>, Vec<Vec<engine::board::Space>>);

fn snapshot(table: &Table) -> Snapshot {
    let pos = &table.pos;
    let titans = Seat::all(table.rules.seat_count()).map(|seat| {
        let mut titans = pos.titans(seat).to_vec();
        titans.sort();
        titans
    });
    (pos.pieces().collect(), *pos.state(), pos.hash(), pos.pending().iter().collect(), titans.collect())
}

fn check_position(table: &mut Table, what: &str) {
    assert_eq!(table.pos.board_hash(), table.pos.recomputed_board_hash(), "{what}: hash\n{}", table.picture());
    for (slot, piece) in table.pos.pieces().collect::<Vec<_>>() {
        let space = slot.space();
        assert!(table.rules.board.has(space), "{what}: {space} off the board");
        assert_eq!(slot.layer(), table.rules.ty(piece.ty).layer, "{what}: layer on {space}");
        if slot.layer() == 1 {
            // P-2, P-3: no Supporter shares a Space with a blocking piece.
            assert!(table.pos.at(space).is_none(), "{what}: Supporter under a piece on {space}");
        }
    }
    crate::support::slow::check_attacks(&table.rules, &mut table.pos, what);
    crate::support::slow::check_movements(&table.rules, &table.pos, what);
}

/// V-2: chooses two pieces of each seat.
fn choose_volatile(table: &mut Table, dice: &mut Dice) {
    if table.rules.volatile.is_none() {
        return;
    }
    for seat in Seat::all(table.rules.seat_count()) {
        let mut spaces: Vec<_> = table
            .pos
            .blocking(seat)
            .iter()
            .filter(|space| table.rules.may_become_volatile(&table.pos, seat, *space))
            .collect();
        for _ in 0..2 {
            let space = spaces.swap_remove(dice.below(spaces.len()));
            for flag in [Flags::VOLATILE, Flags::LEAVES] {
                table.pos.set_flag(&table.rules, Slot::new(space, 0), flag, true);
            }
        }
    }
    table.pos.commit();
}

/// Plays one random game of at most `plies` turns; returns the number of turns.
fn play(ids: &[&str], seed: u64, plies: usize) -> usize {
    let mut table = Table::start(ids);
    let mut dice = Dice(seed);
    choose_volatile(&mut table, &mut dice);
    let mut list = MoveList::default();
    for ply in 0..plies {
        let what = format!("{ids:?} seed {seed} ply {ply}");
        check_position(&mut table, &what);
        let actor = table.pos.to_move();
        let before = snapshot(&table);
        table.rules.legal_moves(&mut table.pos, &mut list);
        assert_eq!(snapshot(&table), before, "{what}: asking changed it");
        let alive = Seat::all(ids.len()).filter(|seat| !table.pos.state().is_defeated(*seat)).count();
        if alive < 2 {
            return ply;
        }
        if list.moves.is_empty() {
            // T-21, T-24: no legal move.
            if table.rules.in_check(&table.pos, actor) {
                table.rules.defeat(&mut table.pos, actor, engine::play::Fall::Checkmate, None);
            } else if ids.len() == 2 {
                return ply;
            }
            table.rules.pass_turn(&mut table.pos);
            continue;
        }
        // Captures and placements are preferred for variety.
        let mut mv = list.moves[dice.below(list.moves.len())];
        for _ in 0..2 {
            let mut hits = Vec::new();
            table.rules.captures(&table.pos, &mv, list.chain(&mv), &mut hits);
            if !hits.is_empty() {
                break;
            }
            mv = list.moves[dice.below(list.moves.len())];
        }
        table.pos.listen();
        let mark = table
            .rules
            .attempt(&mut table.pos, &mv, list.chain(&mv))
            .unwrap_or_else(|fault| panic!("{what}: {mv:?} {fault:?}"));
        while !table.pos.pending().is_empty() {
            let ways: Vec<_> = table.rules.settlements(&mut table.pos).collect();
            let optional = matches!(table.pos.pending().first(), Some(PendingChoice::Volatile(_)));
            let choice = match ways.len() {
                0 => None,
                n if optional && dice.below(4) == 0 => None.filter(|_: &_| n > 0),
                n => Some(ways[dice.below(n)]),
            };
            assert!(table.rules.settle(&mut table.pos, choice), "{what}: a pending that cannot be settled");
        }
        let story = table.pos.heard();
        assert!(!story.is_empty(), "{what}: nothing happened");
        let lost = story.iter().any(|event| matches!(event, Event::Defeated { seat, .. } if *seat == actor));
        // T-20: no turn leaves its Player in Check.
        assert!(
            lost || !table.rules.in_check(&table.pos, actor),
            "{what}: {mv:?} leaves the mover in Check\n{}",
            table.picture()
        );
        let after = snapshot(&table);
        table.pos.undo(&table.rules, &mark);
        assert_eq!(snapshot(&table), before, "{what}: undone {mv:?}");
        // Repeats the turn, to continue the game.
        replay(&mut table, &mv, &list, &after, &what);
    }
    plies
}

/// Replays a move with the choices that lead to the remembered position.
fn replay(table: &mut Table, mv: &engine::play::Move, list: &MoveList, after: &Snapshot, what: &str) {
    table
        .rules
        .attempt(&mut table.pos, mv, list.chain(mv))
        .unwrap_or_else(|fault| panic!("{what}: again {mv:?} {fault:?}"));
    assert!(settle_as(table, after), "{what}: make and make again differ");
    table.pos.commit();
}

fn settle_as(table: &mut Table, after: &Snapshot) -> bool {
    if table.pos.pending().is_empty() {
        return snapshot(table) == *after;
    }
    let mut ways: Vec<_> = table.rules.settlements(&mut table.pos).map(Some).collect();
    ways.push(None);
    for way in ways {
        let mark = table.pos.mark();
        if table.rules.settle(&mut table.pos, way) {
            if settle_as(table, after) {
                return true;
            }
            table.pos.undo(&table.rules, &mark);
        }
    }
    false
}

fn ids() -> Vec<&'static str> {
    battalion::builtin().iter().map(|builtin| builtin.id).collect()
}

#[test]
fn every_pairing_of_two_keeps_the_rules() {
    let ids = ids();
    for (one, white) in ids.iter().enumerate() {
        for (two, black) in ids.iter().enumerate() {
            let mut left = plies(60);
            let mut seed = (one * 100 + two) as u64;
            while left > 0 {
                left -= play(&[white, black], seed, left).max(1).min(left);
                seed += 10_000;
            }
        }
    }
}

#[test]
fn mixed_tables_of_three_and_four_keep_the_rules() {
    let ids = ids();
    let mut dice = Dice(5);
    for seats in [3, 4, 4, 3, 4, 4, 3, 4] {
        let mut left = plies(60);
        while left > 0 {
            let armies: Vec<_> = (0..seats).map(|_| ids[dice.below(ids.len())]).collect();
            let seed = dice.below(1 << 30) as u64;
            left -= play(&armies, seed, left).max(1).min(left);
        }
    }
}

#[test]
fn a_great_hall_of_six_keeps_the_rules() {
    let ids = ids();
    play(&ids[..6], 3, plies(40));
    play(&ids[ids.len() - 6..], 4, plies(40));
}
