//! Agreement of the fast legal move generator (pins and masks) with the slow definition (T-17, T-20). Both must find
//! the same moves and perft counts, in random positions and games with 2, 3, 4 and 6 seats, and in tricky positions.
//!
//! `AGREEMENT=100` checks a hundred times as many random positions.

use std::sync::Arc;

use crate::arena::{self, KIWIPETE, builtin, chess, put, read, rules, rules_on, start};
use crate::support::slow;
use engine::battalion::Definition;
use engine::board::{Battlefield, EdgeSlot, Seat, Side, Space};
use engine::play::{EnPassant, Flags, Kept, Kind, Move, MoveList, Position, Rules, TypeId};

/// Pieces of every regular kind: short and long riders, riders with other steps, lame and bent paths, first moves, pure
/// moves and pure captures, conditions on Spaces, pieces that cannot be captured, promotion choices.
const MENAGERIE: &str = r#"
format = 1
id = "menagerie"
name = "Menagerie"
summary = "One of each."

[territory]
layout = ["YPTYPTYP", "HRDLIGAE", "NCBSKQWN"]
mirror = true

[[reserve]]
piece = "short"
count = 2
zone = "territory"

[[piece]]
id = "prince"
name = "Prince"
symbol = "K"
icon = "king"
titan = true
moves = "KmAnD"
castle = { with = ["short", "night"] }
en-passant = ["takes"]

[[piece]]
id = "regent"
name = "Regent"
symbol = "Q"
icon = "king"
titan = true
immutable = true
moves = "WB2"
castle = { with = ["night"] }

[[piece]]
id = "short"
name = "Short Rook"
symbol = "S"
icon = "rook"
moves = "R3F"

[[piece]]
id = "night"
name = "Nightrider"
symbol = "N"
icon = "knight"
moves = "NN"

[[piece]]
id = "camel"
name = "Camel Priest"
symbol = "C"
icon = "bishop"
moves = "cBmC"
en-passant = ["takes"]

[[piece]]
id = "bishop"
name = "Bishop"
symbol = "B"
icon = "bishop"
moves = "B"

[[piece]]
id = "wall"
name = "Wall"
symbol = "W"
icon = "rook"
capturable = false
moves = "K"

[[piece]]
id = "horse"
name = "Horse"
symbol = "H"
icon = "knight"
moves = "nN"

[[piece]]
id = "elephant"
name = "Lame Elephant"
symbol = "E"
icon = "knight"
moves = "nAcnDimsR4"

[[piece]]
id = "rook"
name = "Rook"
symbol = "R"
icon = "rook"
moves = "R"

[[piece]]
id = "dabbabah"
name = "Dabbabah Rider"
symbol = "D"
icon = "rook"
moves = "DDF"

[[piece]]
id = "lion"
name = "First Striker"
symbol = "L"
icon = "queen"
moves = "KicNN"
promote = { to = ["rook"], rear = 1, optional = true }

[[piece]]
id = "imp"
name = "Imp"
symbol = "I"
icon = "queen"
moves = ["mRcN", { betza = "A", when = "on-battlefield" }]

[[piece]]
id = "griffin"
name = "Griffin"
symbol = "G"
icon = "queen"
moves = "[F>R3]"
en-passant = ["takes"]

[[piece]]
id = "archer"
name = "Archer"
symbol = "A"
icon = "queen"
moves = ["cQmW", { betza = "mN", when = "in-own-territory" }]

[[piece]]
id = "pawn"
name = "Pawn"
symbol = "P"
icon = "pawn"
moves = "fmWfcFifmnD"
promote = { to = ["rook", "night", "wall"] }
en-passant = ["takes", "taken"]

[[piece]]
id = "striker"
name = "Striking Pawn"
symbol = "Y"
icon = "pawn"
moves = "fWsmWifnD"
promote = { to = ["bishop"], rear = 2, optional = true }
en-passant = ["takes", "taken"]

[[piece]]
id = "tortoise"
name = "Tortoise"
symbol = "T"
icon = "pawn"
moves = ["fmWfcF", { betza = "fmnD", when = "in-own-rear-two" }]
promote = { to = ["griffin", "lion"], rear = 3 }
"#;

/// Pieces with movements of several legs: hoppers, crooked, circular and lame riders, captures in passing.
const CIRCUS: &str = include_str!("circus.toml");

/// Splitmix64.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) % limit as u64) as usize
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    fn choose<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }
}

/// Number of random positions: `usual` times the factor from the environment.
fn times(usual: usize) -> usize {
    let factor = std::env::var("AGREEMENT").ok();
    usual * factor.and_then(|text| text.parse().ok()).unwrap_or(1)
}

fn exact_moves(rules: &Rules, pos: &mut Position) -> Vec<Move> {
    slow::legal(rules, pos).moves
}

fn told_moves(rules: &Rules, pos: &mut Position) -> Vec<Move> {
    let mut list = MoveList::default();
    rules.legal_moves(pos, &mut list);
    list.moves
}

fn sorted(mut moves: Vec<Move>) -> Vec<String> {
    moves.sort_by_key(|mv| (mv.from, mv.to, mv.other, mv.promote, format!("{:?}", mv.kind)));
    moves.iter().map(|mv| format!("{mv:?}")).collect()
}

fn picture(rules: &Rules, pos: &Position) -> String {
    let mut text = format!("{:?}\n", pos.state());
    for (slot, piece) in pos.pieces() {
        let fresh = if piece.flags.contains(Flags::FRESH) { " fresh" } else { "" };
        let key = &rules.ty(piece.ty).key;
        text += &format!("{:?} {} {key}{fresh}\n", piece.seat, slot.space());
    }
    text
}

/// Checks that both generators find the same legal moves; returns their number.
fn compare(rules: &Rules, pos: &mut Position) -> usize {
    let what = picture(rules, pos);
    slow::check_movements(rules, pos, &what);
    slow::check_raids(rules, pos, &what);
    slow::check_attacks(rules, pos, &what);
    let found = told_moves(rules, pos);
    let exact = exact_moves(rules, pos);
    let count = exact.len();
    let (exact, found) = (sorted(exact), sorted(found));
    if exact != found {
        let missing: Vec<_> = exact.iter().filter(|mv| !found.contains(mv)).collect();
        let wrong: Vec<_> = found.iter().filter(|mv| !exact.contains(mv)).collect();
        panic!(
            "missing {missing:#?}\nwrong {wrong:#?}\n{} and {} moves in\n{}",
            exact.len(),
            found.len(),
            picture(rules, pos)
        );
    }
    count
}

/// Random position: pieces of any seat anywhere, with or without Titans, fallen seats, en passant rights and reserves.
fn scatter(rules: &Rules, dice: &mut Dice) -> Position {
    let mut pos = Position::empty(rules);
    let spaces: Vec<Space> = rules.board.spaces().iter().collect();
    let (titans, others): (Vec<TypeId>, Vec<TypeId>) = (0..rules.types.len())
        .map(TypeId::new)
        .filter(|ty| rules.ty(*ty).layer == 0)
        .partition(|ty| rules.ty(*ty).titan);
    let seats = rules.seat_count();
    let some_types: Vec<TypeId> = (0..1 + dice.below(8)).map(|_| dice.choose(&others)).collect();
    let drop = |pos: &mut Position, dice: &mut Dice, ty: TypeId, seat: Seat| {
        let space = dice.choose(&spaces);
        if pos.at(space).is_none() {
            put(rules, pos, space, ty, seat, dice.one_in(2));
        }
    };
    for seat in Seat::all(seats) {
        let count = [1, 1, 1, 1, 1, 1, 0, 2][dice.below(8)];
        for _ in 0..count {
            let ty = dice.choose(&titans);
            drop(&mut pos, dice, ty, seat);
        }
    }
    for _ in 0..4 + dice.below(spaces.len() / 2) {
        let (ty, seat) = (dice.choose(&some_types), Seat(dice.below(seats) as u8));
        drop(&mut pos, dice, ty, seat);
    }
    pos.crown();
    let mut state = *pos.state();
    state.to_move = Seat(dice.below(seats) as u8);
    for seat in Seat::all(seats) {
        if dice.one_in(8) {
            state.defeated |= 1 << seat.0;
        }
        if dice.one_in(12) {
            state.had_royal &= !(1 << seat.0);
        }
        let pawns: Vec<Space> = pos.blocking(seat).iter().collect();
        if dice.one_in(2) && !pawns.is_empty() {
            let pawn = dice.choose(&pawns);
            let (dx, dy) = rules.board.side(seat).forward();
            state.en_passant[seat.index()] = rules.board.step(pawn, (-dx, -dy)).map(|over| EnPassant { over, pawn });
        }
        for reserve in rules.seats[seat.index()].reserves.clone() {
            pos.set_held(seat, reserve.ty, Kept::ALL[dice.below(3)], dice.below(3) as u8);
        }
    }
    *pos.state_mut() = state;
    pos.commit();
    pos
}

/// Compares the generators in random positions and short random games of these Battalions.
fn random_positions(rules: &Rules, seed: u64, count: usize) {
    let mut dice = Dice(seed);
    let (mut positions, mut moves) = (0, 0);
    for _ in 0..count {
        let mut pos = scatter(rules, &mut dice);
        for _ in 0..6 {
            moves += compare(rules, &mut pos);
            positions += 1;
            let Some((mv, chain)) = random_move(rules, &mut pos, &mut dice) else {
                break;
            };
            rules.attempt(&mut pos, &mv, &chain).unwrap();
        }
        if dice.one_in(8) {
            let leaves = slow::perft(rules, &mut pos, 2);
            assert_eq!(leaves, rules.perft(&mut pos, 2), "{}", picture(rules, &pos));
        }
    }
    assert!(moves > 5 * positions, "only {moves} moves in {positions} positions");
}

fn random_move(rules: &Rules, pos: &mut Position, dice: &mut Dice) -> Option<(Move, Vec<Space>)> {
    let list = slow::legal(rules, pos);
    (!list.moves.is_empty()).then(|| {
        let mv = dice.choose(&list.moves);
        (mv, list.chain(&mv).to_vec())
    })
}

/// Plays random games from the start, comparing the generators in every position and sometimes their perft counts.
fn random_games(rules: &Rules, seed: u64, games: usize, plies: usize) {
    let mut dice = Dice(seed);
    for _ in 0..games {
        let mut pos = start(rules, &[]);
        for ply in 0..plies {
            compare(rules, &mut pos);
            if ply % 16 == 15 {
                let leaves = slow::perft(rules, &mut pos, 2);
                assert_eq!(leaves, rules.perft(&mut pos, 2), "{}", picture(rules, &pos));
            }
            let Some((mv, chain)) = random_move(rules, &mut pos, &mut dice) else {
                break;
            };
            rules.attempt(&mut pos, &mv, &chain).unwrap();
            pos.commit();
        }
    }
}

fn armies(ids: &[&str]) -> Vec<Arc<Definition>> {
    let load = |id: &&str| match *id {
        "menagerie" => read(MENAGERIE),
        "circus" => read(CIRCUS),
        _ => builtin(id),
    };
    ids.iter().map(load).collect()
}

#[test]
fn random_positions_of_several_legs() {
    for (seed, ids) in [["circus", "circus"], ["circus", "medieval"], ["menagerie", "circus"]].iter().enumerate() {
        random_positions(&rules(&armies(ids)), 80 + seed as u64, times(300));
    }
    random_positions(&rules(&armies(&["circus", "medieval", "circus"])), 84, times(60));
    random_games(&rules(&armies(&["circus", "circus"])), 85, 2, 40);
}

#[test]
fn random_positions_of_two() {
    for (seed, ids) in
        [["medieval"; 2], ["menagerie"; 2], ["makpong"; 2], ["medieval", "makpong"], ["menagerie", "makpong"]]
            .iter()
            .enumerate()
    {
        random_positions(&rules(&armies(ids)), seed as u64, times(400));
    }
}

#[test]
fn random_positions_of_three_and_four() {
    random_positions(&rules(&armies(&["medieval"; 3])), 10, times(200));
    random_positions(&rules(&armies(&["medieval", "menagerie", "makpong"])), 11, times(200));
    random_positions(&rules(&armies(&["medieval"; 4])), 12, times(150));
    random_positions(&rules(&armies(&["menagerie", "makpong", "medieval", "menagerie"])), 13, times(150));
}

#[test]
fn random_positions_of_six_and_on_the_largest_board() {
    let six = ["medieval", "menagerie", "makpong", "medieval", "menagerie", "medieval"];
    random_positions(&rules(&armies(&six)), 20, times(40));
    let slot = |side| EdgeSlot { side, from: 0, length: 20 };
    let field = Battlefield {
        id: "vast".into(),
        name: "Vast".into(),
        width: 20,
        height: 20,
        edge_slots: [Side::South, Side::West, Side::North, Side::East].map(slot).to_vec(),
    };
    let four = armies(&["menagerie", "makpong", "medieval", "menagerie"]);
    random_positions(&rules_on(&field, &four), 21, times(25));
}

#[test]
fn random_games_from_the_start() {
    random_games(&rules(&armies(&["medieval"; 2])), 30, times(12), 120);
    random_games(&rules(&armies(&["menagerie"; 2])), 31, times(12), 120);
    random_games(&rules(&armies(&["makpong", "menagerie"])), 32, times(12), 120);
    random_games(&rules(&armies(&["medieval", "makpong", "menagerie"])), 33, times(8), 160);
    random_games(&rules(&armies(&["medieval"; 4])), 34, times(8), 200);
}

/// Legal moves of Player 1 in a position given as `seat letter Space`; a `*` marks unmoved pieces. Checks that both
/// generators agree on it.
fn planted(rules: &Rules, pieces: &str, prepare: impl Fn(&mut Position)) -> Vec<Move> {
    let mut pos = Position::empty(rules);
    for word in pieces.split_whitespace() {
        let (word, fresh) = match word.strip_suffix('*') {
            Some(word) => (word, true),
            None => (word, false),
        };
        let seat = Seat(word[..1].parse::<u8>().unwrap() - 1);
        let army = rules.seats[seat.index()].army;
        let ty = rules.types.iter().position(|ty| ty.symbol == word[1..2] && ty.origin.0 == army);
        let at = word[2..].parse().unwrap();
        put(rules, &mut pos, at, TypeId::new(ty.unwrap()), seat, fresh);
    }
    pos.crown();
    prepare(&mut pos);
    pos.commit();
    compare(rules, &mut pos);
    for depth in 1..=3 {
        assert_eq!(slow::perft(rules, &mut pos, depth), rules.perft(&mut pos, depth));
    }
    told_moves(rules, &mut pos)
}

fn written(moves: &[Move]) -> Vec<String> {
    let mut list: Vec<String> = moves.iter().map(|mv| format!("{}{}", mv.from, mv.to)).collect();
    list.sort();
    list
}

fn right(seat: usize, over: &str, pawn: &str) -> impl Fn(&mut Position) {
    let right = EnPassant { over: over.parse().unwrap(), pawn: pawn.parse().unwrap() };
    move |pos| pos.state_mut().en_passant[seat] = Some(right)
}

fn nothing(_: &mut Position) {}

fn duel() -> Rules {
    rules(&armies(&["medieval"; 2]))
}

#[test]
fn two_checks_leave_only_the_king() {
    let moves = planted(&duel(), "1Ke1 1Qd1 1Rf8 2Re8 2Nf3 2Ka7", nothing);
    assert_eq!(written(&moves), ["e1f1", "e1f2"]);
}

#[test]
fn a_piece_pinned_by_two_cannot_move() {
    let twins = rules(&armies(&["menagerie"; 2]));
    let moves = planted(&twins, "1Ka1 1Rc3 2Be5 2Kh8", nothing);
    assert!(moves.iter().all(|mv| mv.from != "c3".parse().unwrap()));
    // A piece pinned by a Nightrider may capture it or stay on its line.
    let moves = planted(&twins, "1Ka1 1Nb3 2Nd7 2Kh8", nothing);
    let own = moves.iter().filter(|mv| mv.from == "b3".parse().unwrap());
    assert_eq!(written(&own.copied().collect::<Vec<_>>()), ["b3c5", "b3d7"]);
}

#[test]
fn en_passant_opens_and_closes_lines() {
    let rules = duel();
    let takes = |pieces: &str| {
        let moves = planted(&rules, pieces, right(1, "d6", "d5"));
        moves.iter().filter(|mv| mv.kind == Kind::EnPassant).count()
    };
    assert_eq!(takes("1Ke1 1Pe5 1Pc5 2Pd5 2Kh8"), 2);
    // The capture removes both pawns from the rank.
    assert_eq!(takes("1Ka5 1Pe5 2Pd5 2Rh5 2Kh8"), 0);
    // Pinned on a diagonal: the capture crosses it or follows it.
    assert_eq!(takes("1Kh8 1Pe5 2Pd5 2Ba1 2Kb8"), 0);
    assert_eq!(takes("1Kg3 1Pe5 2Pd5 2Bb8 2Kb1"), 1);
    assert_eq!(takes("1Ka1 1Pe5 2Pd5 2Bh8 2Kb8"), 0);
    assert_eq!(takes("1Kf4 1Pe5 2Pd5 2Bc7 2Kh1"), 1);
    assert_eq!(takes("1Kg2 1Pe5 2Pd5 2Ba8 2Kh8"), 0);
    // The pawn gives Check, or the capturing pawn blocks it.
    assert_eq!(takes("1Kc4 1Pe5 2Pd5 2Kh8"), 1);
    assert_eq!(takes("1Kd4 1Pe5 2Pd5 2Rd8 2Kh8"), 1);
    assert_eq!(takes("1Kh6 1Pe5 2Pd5 2Ra6 2Kb8"), 1);
    // The Space passed over is occupied.
    assert_eq!(takes("1Ke1 1Pe5 2Pd5 2Nd6 2Kh8"), 0);
}

#[test]
fn several_rights_of_en_passant_at_once() {
    let rules = rules(&armies(&["medieval"; 4]));
    let moves = planted(&rules, "1Kh1 1Pf10 1Pe10 2Ka8 2Pf4 3Kg14 3Pg10 4Kn8 4Pk7", |pos| {
        right(2, "g11", "g10")(pos);
        right(1, "e4", "f4")(pos);
    });
    let takes = moves.iter().filter(|mv| mv.kind == Kind::EnPassant);
    assert_eq!(written(&takes.copied().collect::<Vec<_>>()), ["f10g11"]);
}

#[test]
fn castling_needs_its_way() {
    let rules = duel();
    let castles = |pieces: &str| {
        let moves = planted(&rules, pieces, nothing);
        moves.iter().filter(|mv| mv.kind == Kind::Castle).count()
    };
    assert_eq!(castles("1Ke1* 1Ra1* 1Rh1* 2Ke8"), 2);
    assert_eq!(castles("1Ke1* 1Ra1* 1Rh1 2Ke8"), 1);
    assert_eq!(castles("1Ke1 1Ra1* 1Rh1* 2Ke8"), 0);
    assert_eq!(castles("1Ke1* 1Ra1* 1Rh1* 2Ke8 2Re7"), 0);
    assert_eq!(castles("1Ke1* 1Ra1* 1Rh1* 2Ke8 2Rf7"), 1);
    assert_eq!(castles("1Ke1* 1Ra1* 1Rh1* 2Ke8 2Rb7"), 2);
    assert_eq!(castles("1Ke1* 1Ra1* 1Rh1* 2Ke8 2Nb3"), 1);
    assert_eq!(castles("1Ke1* 1Rb1* 1Rg1* 2Ke8 2Ra1"), 0);
    assert_eq!(castles("1Ke1* 1Rb1* 2Ra1 2Ke8"), 0);
    assert_eq!(castles("1Ke1* 1Na1 1Rb1* 1Nh1 1Rg1 2Ke8"), 1);
}

#[test]
fn promotion_captures_count_each_choice() {
    let moves = planted(&duel(), "1Kg1 1Pb7 2Ra8 2Nc8 2Kh5", nothing);
    assert_eq!(moves.iter().filter(|mv| mv.promote.is_some()).count(), 12);
}

/// T-21, T-23: a Player without Titans leaves the game before T-20 is judged, so their attacks end.
#[test]
fn capturing_a_titan_ends_its_owners_attacks() {
    let rules = rules(&armies(&["medieval"; 3]));
    let pieces = "1Kh1 1Ra8 2Kb8 2Rh8 2Bb7 3Ki11";
    let moves = planted(&rules, pieces, nothing);
    assert!(written(&moves).contains(&"a8b8".to_string()));
    // The attacks remain if that Player has a second Titan. Attacks of a third Player remain, too.
    let moves = planted(&rules, "1Kh1 1Ra8 2Kb8 2Kb6 2Rh8 3Ki11", nothing);
    assert!(!written(&moves).contains(&"a8b8".to_string()));
    let moves = planted(&rules, "1Kh1 1Ra8 2Kb8 2Rh8 3Ki11 3Rh5", nothing);
    assert!(!written(&moves).contains(&"a8b8".to_string()));
    // The King itself captures a guarded King.
    let moves = planted(&rules, "1Kd4 2Kd5 2Rd9 3Ki11", nothing);
    assert!(written(&moves).contains(&"d4d5".to_string()));
}

#[test]
fn fallen_pieces_stand_and_are_captured_but_attack_nothing() {
    let rules = rules(&armies(&["medieval"; 3]));
    let fallen = |pos: &mut Position| pos.state_mut().defeated |= 1 << 1;
    let moves = planted(&rules, "1Kh1 1Rh3 2Rh8 2Qd1 2Kb8 3Ki11", fallen);
    for wanted in ["h1g1", "h3h8", "h3d3"] {
        assert!(written(&moves).contains(&wanted.to_string()), "{wanted}");
    }
}

/// S-2: a Titan attacked by a Snare Piece may only capture it.
#[test]
fn a_snared_titan_only_captures() {
    let rules = rules(&armies(&["medieval", "makpong"]));
    let moves = planted(&rules, "1Ke1* 1Rh1* 1Ra3 2Re3 2Kg8", nothing);
    assert_eq!(written(&moves), ["a3e3"]);
    let moves = planted(&rules, "1Ke1* 1Rh1* 2Re2 2Kg8", nothing);
    assert_eq!(written(&moves), ["e1e2"]);
    let moves = planted(&rules, "1Ke1* 1Rh1* 2Re2 2Nf3 2Kg8", nothing);
    assert!(moves.is_empty());
}

#[test]
fn known_counts() {
    let rules = duel();
    let mut start = arena::start(&rules, &[false, true]);
    for (depth, leaves) in [1, 20, 400, 8902, 197_281].into_iter().enumerate() {
        assert_eq!(rules.perft(&mut start, depth as u32), leaves);
    }
    let mut kiwipete = chess(&rules, KIWIPETE);
    for (depth, leaves) in [1, 48, 2039, 97_862].into_iter().enumerate() {
        assert_eq!(rules.perft(&mut kiwipete, depth as u32), leaves);
    }
    let cross = self::rules(&armies(&["medieval"; 4]));
    let mut start = arena::start(&cross, &[]);
    for (depth, leaves) in [1, 20, 395, 7800, 152_050].into_iter().enumerate() {
        assert_eq!(cross.perft(&mut start, depth as u32), leaves);
    }
}
