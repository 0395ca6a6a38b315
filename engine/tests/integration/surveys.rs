//! Tests of position surveys and of static exchange evaluation.
#![allow(clippy::unwrap_used)]

use engine::board::{Battlefield, Board, Grid, Seat, Space, TerritoryPlacement};
use engine::play::{Piece, Position, Rules};

fn medieval() -> Rules {
    let army = engine::battalion::load_builtin("medieval").unwrap();
    let plot = TerritoryPlacement { width: 8, height: 3, offset: Some(0) };
    let board = Board::build(&Battlefield::standard(2).unwrap(), &[plot; 2]).unwrap();
    Rules::new(board, &[army.clone(), army], &[]).unwrap()
}

/// Position from texts such as `Pe4` for the first seat and `pe4` for the second.
fn position(rules: &Rules, pieces: &str) -> Position {
    let mut pos = Position::empty(rules);
    for text in pieces.split_whitespace() {
        let (letter, space) = text.split_at(1);
        let id = match letter.to_ascii_lowercase().as_str() {
            "k" => "king",
            "q" => "queen",
            "r" => "rook",
            "b" => "bishop",
            "n" => "knight",
            _ => "pawn",
        };
        let ty = rules.type_by_key(&format!("medieval/{id}")).unwrap();
        let seat = Seat(u8::from(letter.chars().all(char::is_lowercase)));
        pos.put(rules, space.parse().unwrap(), Piece::new(ty, seat));
    }
    pos
}

fn exchange(pieces: &str, from: &str, to: &str) -> i32 {
    let rules = medieval();
    let pos = position(&rules, pieces);
    let values: Vec<i32> = (rules.types.iter())
        .map(|ty| match ty.key.as_str() {
            "medieval/king" => 10_000,
            "medieval/queen" => 900,
            "medieval/rook" => 500,
            "medieval/pawn" => 100,
            _ => 300,
        })
        .collect();
    let to: Space = to.parse().unwrap();
    let gain = pos.at(to).map_or(0, |piece| values[piece.ty.index()]);
    rules.exchange(&pos, from.parse().unwrap(), to, gain, &values)
}

#[test]
fn exchanges_are_played_out_cheapest_piece_first() {
    // The Pawn is unguarded; then guarded by a Pawn; a Knight's capture pays off only with another Pawn behind.
    assert_eq!(exchange("Ka1 kh8 Nc3 pd5", "c3", "d5"), 100);
    assert_eq!(exchange("Ka1 kh8 Nc3 pd5 pe6", "c3", "d5"), -200);
    assert_eq!(exchange("Ka1 kh8 Nc3 nd5 pe6 Pe4", "c3", "d5"), 100);
    assert_eq!(exchange("Ka1 kh8 Nc3 nd5 pe6 Pe4", "e4", "d5"), 300);
    // The Rook behind takes part through the one in front.
    assert_eq!(exchange("Ka1 kh8 Rd1 Rd2 pd7 rd8", "d2", "d7"), 100);
    assert_eq!(exchange("Ka1 kh8 Rd2 pd7 rd8", "d2", "d7"), -400);
    // A Titan recaptures only if the Space is not guarded.
    assert_eq!(exchange("Ka1 ke8 Rd2 pd7", "d2", "d7"), -400);
    assert_eq!(exchange("Ka1 ke8 Rd2 pd7 Ba4", "d2", "d7"), 100);
    // A quiet move to a Space where the piece can be captured.
    assert_eq!(exchange("Ka1 kh8 Qd1 pe6", "d1", "d5"), -900);
}

#[test]
fn a_survey_shows_every_blocking_piece_once() {
    let rules = medieval();
    let grid = Grid::new(&rules.board);
    let pos = position(&rules, "Ka1 Pa2 Pb2 Nc3 kh8 ph7 qd5");
    let cells = |words: &[u64]| -> Vec<String> {
        let cells = (0..64).filter(|cell| words[0] >> cell & 1 != 0);
        cells.map(|cell| grid.space(cell).to_string()).collect()
    };
    let mut shown = Vec::new();
    rules.survey(&pos, &mut |sight| {
        let key = rules.ty(sight.ty).key.trim_start_matches("medieval/");
        let [pieces, goes, strikes] = [sight.pieces, sight.goes, sight.strikes].map(|words| cells(words).join(" "));
        shown.push(format!("{} {key} {pieces}: {goes}; {strikes}", sight.seat.0));
    });
    assert_eq!(shown[..2], ["0 pawn a2 b2: a3 b3; a3 b3 c3", "1 pawn h7: h6; g6"]);
    assert!(shown.contains(&"0 king a1: b1; b1 a2 b2".to_owned()));
    assert!(shown.contains(&"0 knight c3: b1 d1 e2 a4 e4 b5; b1 d1 a2 e2 a4 e4 b5 d5".to_owned()));
    assert_eq!(shown.len(), 6, "{shown:?}");
}
