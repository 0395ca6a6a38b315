//! Agreement of the legal move generator, which accepts some moves without trying them (`play/generate.rs`), with
//! trying every move (T-17, T-20). The positions are random, with pieces of every built-in Battalion and some more.
//!
//! `WATCH=100` checks a hundred times as many positions.

use std::sync::Arc;

use crate::support::{Dice, Table, load};
use engine::battalion;
use engine::board::{Seat, Space};
use engine::play::{EnPassant, Flags, Kept, Move, MoveList, Piece, Slot, TypeId};

/// Untypical combinations: capturing landings and jumps with side effects, auras that capture, bent and wide paths,
/// pieces that share Spaces, and Titans with special movements.
const ODDITIES: &str = r#"
format = 1
id = "oddities"
name = "Oddities"
summary = "What could go together."

[territory]
layout = ["PPPPPPPP", "GHIKTAJW", "E......."]

[[piece]]
id = "king"
name = "King"
symbol = "K"
titan = true
moves = "KmAnD"

[[piece]]
id = "regent"
name = "Regent"
symbol = "T"
titan = true
moves = "mR"
abilities = ["withdraw"]

[[piece]]
id = "duke"
name = "Duke"
symbol = "D"
titan = true
moves = "R"

[[piece]]
id = "spearman"
name = "Spearman"
symbol = "P"
moves = "fmWfcFifmnD"
abilities = ["pinch"]
en-passant = ["takes", "taken"]
promote = { to = ["griffin"] }

[[piece]]
id = "griffin"
name = "Griffin"
symbol = "G"
moves = "[F>R3]"
abilities = ["coordinate"]

[[piece]]
id = "horse"
name = "Horse"
symbol = "H"
moves = "nNcR2"
abilities = ["pinch"]

[[piece]]
id = "icicle"
name = "Icicle"
symbol = "I"
moves = "R"
abilities = ["immobilise"]

[[piece]]
id = "bearer"
name = "Bearer"
symbol = "B"
moves = "K"
abilities = ["shield"]

[[piece]]
id = "mirror"
name = "Mirror"
symbol = "M"
immutable = true
moves = "mQ"
abilities = ["copy"]

[[piece]]
id = "ant"
name = "Ant"
symbol = "A"
moves = "cBmNN"
abilities = ["withdraw", "pinch"]

[[piece]]
id = "jumper"
name = "Jumper"
symbol = "J"
moves = "mnDcR3"
abilities = ["leap-over", "withdraw"]

[[piece]]
id = "bomber"
name = "Bomber"
symbol = "E"
moves = "NcR3"
abilities = ["explode"]

[[piece]]
id = "joker"
name = "Joker"
symbol = "O"
moves = "mNcW"
abilities = ["imitate", "pinch"]

[[piece]]
id = "rabbit"
name = "Rabbit"
symbol = "R"
moves = "mR2"
abilities = ["hop"]

[[piece]]
id = "phoenix"
name = "Phoenix"
symbol = "X"
moves = "K"
abilities = ["avenge"]

[[piece]]
id = "archer"
name = "Archer"
symbol = "Z"
moves = "[K*2]"
abilities = ["shoot"]

[[piece]]
id = "rogue"
name = "Rogue"
symbol = "V"
moves = "B"
abilities = ["vanish"]

[[piece]]
id = "walker"
name = "Walker"
symbol = "W"
moves = "[K*2]"
"#;

/// Limit of pending choices per move for perft comparisons, because each choice multiplies the count by the free Spaces
/// of the board.
const MOST_CHOICES: usize = 2;

/// Number of random positions: `usual` times the factor from the environment.
fn times(usual: usize) -> usize {
    let factor = std::env::var("WATCH").ok();
    usual * factor.and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// Board for these Battalions, with the pieces of all others and the oddities available.
fn board(ids: &[&str]) -> Table {
    let armies: Vec<_> = ids.iter().map(|id| load(id)).collect();
    let mut extra: Vec<_> = battalion::builtin().iter().map(|builtin| load(builtin.id)).collect();
    let oddities = battalion::read(ODDITIES, &engine::ability::specs()).unwrap();
    extra.push(Arc::new(oddities));
    extra.push(crate::support::bare::spirits());
    Table::of(&armies, &extra)
}

/// Scatters random pieces of a few types in any state.
fn scatter(table: &mut Table, dice: &mut Dice) {
    let Table { rules, pos } = table;
    *pos = engine::play::Position::empty(rules);
    let spaces: Vec<Space> = rules.board.spaces().iter().collect();
    let (titans, others): (Vec<TypeId>, Vec<TypeId>) =
        (0..rules.types.len()).map(TypeId::new).partition(|ty| rules.ty(*ty).titan);
    let mut few: Vec<TypeId> = (0..1 + dice.below(6)).map(|_| others[dice.below(others.len())]).collect();
    for often in ["joker", "rabbit"] {
        if dice.below(5) == 0 {
            few.extend(rules.type_by_key(&format!("oddities/{often}")));
        }
    }
    let mut drop = |dice: &mut Dice, ty: TypeId, seat: Seat| {
        let space = spaces[dice.below(spaces.len())];
        let slot = Slot::new(space, rules.ty(ty).layer);
        let alone = |slot: Slot| pos.at(slot.space()).is_none() && pos.supporter(slot.space()).is_none();
        if !alone(slot) || pos.in_slot(slot).is_some() {
            return;
        }
        let mut piece = Piece::new(ty, seat);
        for (flag, chances) in [(Flags::FRESH, 2), (Flags::VOLATILE, 6), (Flags::LEAVES, 12), (Flags::IMPRISONED, 12)] {
            if dice.below(chances) == 0 {
                piece = piece.flagged(flag);
            }
        }
        pos.put(rules, space, piece);
    };
    let seats = rules.seat_count();
    for seat in Seat::all(seats) {
        for _ in 0..[1, 1, 1, 1, 1, 1, 0, 2][dice.below(8)] {
            let ty = titans[dice.below(titans.len())];
            drop(dice, ty, seat);
        }
    }
    for _ in 0..4 + dice.below(spaces.len() / 2) {
        let (ty, seat) = (few[dice.below(few.len())], Seat(dice.below(seats) as u8));
        drop(dice, ty, seat);
    }
    pos.crown();
    let mut state = *pos.state();
    state.to_move = Seat(dice.below(seats) as u8);
    state.gate_open = dice.below(4) > 0;
    state.last_moved = (dice.below(4) > 0).then_some(few[dice.below(few.len())]);
    for seat in Seat::all(seats) {
        if dice.below(10) == 0 {
            state.defeated |= 1 << seat.0;
        }
        if dice.below(10) == 0 {
            state.shield[seat.index()] = 2;
        }
        let pawns: Vec<Space> = pos.blocking(seat).iter().collect();
        if dice.below(2) == 0 && !pawns.is_empty() {
            let pawn = pawns[dice.below(pawns.len())];
            let (dx, dy) = rules.board.side(seat).forward();
            let over = rules.board.step(pawn, (-dx, -dy));
            state.en_passant[seat.index()] = over.map(|over| EnPassant { over, pawn });
        }
        for reserve in &rules.seats[seat.index()].reserves {
            pos.set_held(seat, reserve.ty, Kept::ALL[dice.below(3)], dice.below(3) as u8);
        }
    }
    *pos.state_mut() = state;
    pos.commit();
}

/// Sorts the moves, because the generator's order of powers is not defined.
fn sorted(moves: &[Move]) -> Vec<String> {
    let mut names: Vec<String> = moves.iter().map(|mv| format!("{mv:?}")).collect();
    names.sort();
    names
}

/// Compares the legal moves with those found by trying each; panics on a difference. Returns one of them.
fn compare(table: &mut Table, dice: &mut Dice, what: &str) -> Option<(Move, Vec<Space>)> {
    crate::support::slow::check_movements(&table.rules, &table.pos, what);
    crate::support::slow::check_attacks(&table.rules, &mut table.pos, what);
    let mut list = MoveList::default();
    table.rules.generate(&table.pos, &mut list);
    let tried: Vec<Move> =
        list.moves.iter().filter(|mv| table.rules.is_legal(&mut table.pos, mv, list.chain(mv))).copied().collect();
    let told = table.all_legal().moves;
    assert!(
        sorted(&told) == sorted(&tried),
        "{what}: too many {:?}, missing {:?}\n{}\n{:?}",
        told.iter().filter(|mv| !tried.contains(mv)).collect::<Vec<_>>(),
        tried.iter().filter(|mv| !told.contains(mv)).collect::<Vec<_>>(),
        table.picture(),
        table.pos.state(),
    );
    let one_by_one = tried.iter().map(|mv| {
        let chain = list.chain(mv);
        let mark = table.rules.attempt(&mut table.pos, mv, chain).unwrap();
        let few = table.pos.pending().iter().count() <= MOST_CHOICES;
        let ways = few.then(|| table.rules.perft(&mut table.pos, 0));
        table.pos.undo(&table.rules, &mark);
        ways
    });
    let leaves: Option<u64> = one_by_one.sum();
    if let Some(leaves) = leaves {
        let counted = table.rules.perft(&mut table.pos, 1);
        assert_eq!(counted, leaves, "{what}: leaves\n{}", table.picture());
    }
    let mv = *tried.get(dice.below(tried.len().max(1)))?;
    Some((mv, list.chain(&mv).to_vec()))
}

/// Compares the generators in random positions and some random turns from each.
fn random_positions(ids: &[&str], seed: u64, count: usize) {
    let mut table = board(ids);
    let mut dice = Dice(seed);
    for round in 0..count {
        scatter(&mut table, &mut dice);
        for ply in 0..6 {
            let what = format!("{ids:?}, position {round}, turn {ply}");
            let Some((mv, chain)) = compare(&mut table, &mut dice, &what) else {
                break;
            };
            if table.rules.attempt(&mut table.pos, &mv, &chain).is_err() || !table.pos.pending().is_empty() {
                break;
            }
        }
        table.pos.commit();
    }
}

#[test]
fn every_pairing_of_two() {
    let ids: Vec<_> = battalion::builtin().iter().map(|b| b.id).collect();
    for (index, one) in ids.iter().enumerate() {
        for (other, two) in ids.iter().enumerate().skip(index) {
            random_positions(&[one, two], (index * 100 + other) as u64, times(20));
        }
    }
}

#[test]
fn tables_of_three_and_four() {
    random_positions(&["baroque", "the-party", "makpong"], 1, times(60));
    random_positions(&["medieval", "baroque", "party-volatile", "baroque"], 2, times(60));
}

/// A piece between the Titan and an attacker may not move away: Betza slides, each side effect, each jump.
#[test]
fn what_steps_out_of_the_way_is_tried() {
    for (white, black, illegal) in [
        // A pinned piece.
        ("baroque-titan a1, withdrawer a4", "medieval/rook a8, medieval/king h8", "a4-b4"),
        // The Withdrawer beside the Titan could withdraw once its path is free.
        ("baroque-titan a1, long-leaper c1", "withdrawer b1, medieval/king h8", "c1-c2"),
        // The Coordinator could reach the Titan's rank, while the Enemy Titan is on its file.
        ("baroque-titan a1, long-leaper d4", "coordinator d8, baroque-titan a8", "d4-e4"),
        // The Baroque Pawn could reach the other side of the Titan.
        ("baroque-titan b1, long-leaper c4", "baroque-pawn c8 a1, medieval/king h8", "c4-d4"),
        // The Long Leaper has a Space behind the Titan once it is empty.
        ("baroque-titan c1, long-leaper b1", "long-leaper h1, medieval/king h8", "b1-b2"),
        // The Senator rides past its Supporter.
        ("baroque-titan a1, long-leaper a3", "the-party/senator a8, the-party/supporter a7, medieval/king h8", "a3-b3"),
        // The Chameleon slides like the Titan itself.
        ("oddities/duke a1, long-leaper a4", "chameleon a8, medieval/king h8", "a4-b4"),
        // The Chameleon withdraws like the Titan itself.
        ("oddities/regent a1, withdrawer a3", "chameleon a2, medieval/king h8", "a3-b3"),
        // The Deputy's path opens when the Enemy leads in Support, here by crushing one of its own Supporters.
        (
            "baroque-titan c2, long-leaper a4, the-party/supporter a5",
            "the-party/deputy d4, the-party/supporter h7, medieval/king h8",
            "a4-a5",
        ),
        // The Mirror immobilises a piece that would attack the Titan.
        ("baroque-titan a1, oddities/mirror b7", "oddities/icicle a8, medieval/king h8", "b7-c6"),
        // The shield covers the Titan while its bearer is beside it.
        ("baroque-titan a1, oddities/bearer a2", "medieval/rook h1, medieval/king h8", "a2-b3"),
        // The Jumper lands behind the piece it jumps, and thereby withdraws from the Titan.
        ("baroque-titan a3, long-leaper d6, withdrawer c5", "oddities/jumper b4, medieval/king h8", "d6-d7"),
    ] {
        let mut table = board(&["baroque"; 2]).white(white).black(black);
        table.pos.state_mut().shield[0] = 2;
        assert!(
            !table.rules.in_check(&table.pos, Seat(0)),
            "{white}: Check already by {:?}",
            table.rules.attacker(&table.pos, table.pos.titans(Seat(0))[0], Seat(0))
        );
        let pseudo = {
            let mut list = MoveList::default();
            table.rules.generate(&table.pos, &mut list);
            list.moves.iter().any(|mv| format!("{}-{}", mv.from, mv.to) == illegal)
        };
        assert!(pseudo, "{illegal} is no move at all:\n{}", table.picture());
        assert!(!table.legal(illegal), "{illegal} is told legal:\n{}", table.picture());
    }
}

/// A Check by a jump can be answered by capturing the jumper, by blocking its landing, or by moving away.
#[test]
fn a_check_by_an_ability_is_ended_where_it_hangs() {
    let mut table = board(&["baroque"; 2])
        .white("medieval/king a1, medieval/rook h3, medieval/knight c1")
        .black("oddities/rabbit a3, medieval/king h8");
    assert!(table.rules.in_check(&table.pos, Seat(0)));
    for (action, legal) in [
        ("h3-a3", true),
        ("c1-a2", true),
        ("a1-b1", true),
        ("h3-h8", true),
        ("h3-h4", false),
        ("c1-b3", false),
        ("c1-d3", false),
    ] {
        assert_eq!(table.legal(action), legal, "{action}");
    }
}

/// A piece placed on a Supporter crushes it, which can give the Enemy the lead in Support (P-2, P-10).
#[test]
fn what_is_placed_on_a_supporter_is_tried() {
    let mut table = board(&["makpong", "baroque"])
        .white("medieval/king c2, the-party/supporter a1")
        .black("the-party/deputy d4, the-party/supporter h7, medieval/king h8")
        .reserve(0, "snare-rook");
    assert!(table.legal("snare-rook@b1"));
    assert!(!table.legal("snare-rook@a1"));
}

/// If a Player falls at the end of the turn for lack of Supporters, their Immobilizer releases pieces that may then
/// attack the Titan (P-5, T-23).
#[test]
fn what_a_fall_sets_free_is_tried() {
    let ids = ["baroque", "the-party", "baroque"];
    let held = "medieval/rook d8, baroque-titan k14";
    let mut table = board(&ids)
        .seat(0, "baroque-titan d1, withdrawer h4")
        .seat(1, "baroque/immobilizer e8, chairman a5")
        .seat(2, held);
    assert!(!table.legal("h4-h5"));
    let mut table = table.seat(1, "supporter b5");
    assert!(table.legal("h4-h5"));
}
