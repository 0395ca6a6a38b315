//! Set-up for tests and benchmarks of move generation: Battalions on the built-in Battlefields, and positions on them.
use std::sync::Arc;

use engine::battalion::{self, Definition};
use engine::board::{Battlefield, Board, Seat, Space, TerritoryPlacement};
use engine::play::{Kept, Piece, Position, Rules, Slot, TypeId};

/// Kiwipete, a standard perft position with castling, en passant and pins.
pub const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R KQkq";

/// Loads a built-in Battalion.
pub fn builtin(id: &str) -> Arc<Definition> {
    battalion::load_builtin(id).unwrap()
}

/// Reads a Battalion from the text of its file.
pub fn read(text: &str) -> Arc<Definition> {
    match battalion::read(text, &engine::ability::specs()) {
        Ok(definition) => Arc::new(definition),
        Err(errors) => panic!("{errors:#?}"),
    }
}

/// Rules of these Battalions against each other on the built-in Battlefield.
pub fn rules(armies: &[Arc<Definition>]) -> Rules {
    let field = Battlefield::standard(armies.len()).unwrap();
    rules_on(&field, armies)
}

/// Rules of these Battalions on the given Battlefield; each Territory is at the start of its edge slot.
pub fn rules_on(field: &Battlefield, armies: &[Arc<Definition>]) -> Rules {
    let plots: Vec<TerritoryPlacement> = Seat::all(armies.len())
        .zip(armies)
        .map(|(seat, army)| {
            let territory = &army.territory;
            let offsets = field.offsets(seat, territory.width(), territory.margin);
            TerritoryPlacement { width: territory.width(), height: territory.height(), offset: Some(*offsets.start()) }
        })
        .collect();
    Rules::new(Board::build(field, &plots).unwrap(), armies, &[]).unwrap()
}

/// Initial position of the armies. Seats marked in `mirrored` are mirrored left to right.
pub fn start(rules: &Rules, mirrored: &[bool]) -> Position {
    let mut pos = Position::empty(rules);
    for seat in Seat::all(rules.seat_count()) {
        let army = rules.seats[seat.index()].army;
        let first = rules.types.iter().position(|ty| ty.origin.0 == army).unwrap();
        let rows = rules.board.rows(seat).iter();
        for (spaces, row) in rows.zip(&rules.armies[army].territory.rows) {
            let mut row = row.clone();
            if mirrored.get(seat.index()) == Some(&true) {
                row.reverse();
            }
            for (space, index) in spaces.iter().zip(row) {
                if let Some(index) = index {
                    put(rules, &mut pos, *space, TypeId::new(first + index), seat, true);
                }
            }
        }
        for reserve in &rules.seats[seat.index()].reserves {
            pos.hold(seat, reserve.ty, Kept::Nothing, reserve.count);
        }
    }
    pos.crown();
    pos.commit();
    pos
}

/// Puts a piece on the board; `fresh` marks it as unmoved if that matters for its type.
pub fn put(rules: &Rules, pos: &mut Position, at: Space, ty: TypeId, seat: Seat, fresh: bool) {
    let piece = if fresh { rules.unmoved(ty, seat) } else { Piece::new(ty, seat) };
    pos.set(rules, Slot::new(at, rules.ty(ty).layer), Some(piece));
}

/// Position on the 8×8 board from the first fields of a FEN, White to move; letters are the types' symbols. Pawns on
/// their second rank are unmoved, Kings and Rooks follow the castling field.
pub fn chess(rules: &Rules, fen: &str) -> Position {
    let mut pos = Position::empty(rules);
    let (board, castling) = fen.split_once(' ').unwrap();
    for (row, rank) in board.split('/').zip((0..8).rev()) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(gap) = letter.to_digit(10) {
                file += gap as u8;
                continue;
            }
            let seat = Seat(letter.is_lowercase() as u8);
            let symbol = letter.to_ascii_uppercase().to_string();
            let ty = rules.types.iter().position(|ty| ty.symbol == symbol);
            let right = |letter: char| castling.contains(letter);
            let (king, queen) = if seat == Seat(0) { ('K', 'Q') } else { ('k', 'q') };
            let fresh = match symbol.as_str() {
                "P" => rank == if seat == Seat(0) { 1 } else { 6 },
                "K" => right(king) || right(queen),
                "R" => file == 0 && right(queen) || file == 7 && right(king),
                _ => false,
            };
            let ty = TypeId::new(ty.unwrap());
            put(rules, &mut pos, Space::new(file, rank), ty, seat, fresh);
            file += 1;
        }
    }
    pos.crown();
    pos.commit();
    pos
}
