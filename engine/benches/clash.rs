//! Time in microseconds for all legal moves in crowded middlegames of Clash: `cargo bench -p engine --bench clash`.
//!
//! Each line shows the position, its number of legal moves, and the median time to generate them. The last position has
//! as many chains of jumps as possible.

use std::collections::BTreeMap;
use std::time::Instant;

use engine::board::Seat;
use engine::clash::{Round, rules, ware};
use engine::play::{MoveList, Piece, Position};

const CASES: &[(&str, &str, &str)] = &[
    (
        "rabbits and jesters",
        "King e1, Rabbit c3, Rabbit f4, Jester d4, Rook a1, Hawk h1, Pawn a2, Pawn b3, Pawn c4, Omnipawn e3, Pawn g2, Pawn h3, Elephant b1, Waffle g3",
        "King e8, Rabbit c6, Rabbit f5, Jester d5, General a8, Kite h8, Pawn a7, Pawn b6, Omnipawn c7, Pawn e6, Pawn g7, Pawn h6, Knight b8, Bishop g6",
    ),
    (
        "machines, phoenix and rogue",
        "King e1, War Machine c3, War Machine f3, Phoenix d4, Rabbit b4, Rabbit g4, Pawn a2, Pawn b2, Omnipawn e4, Pawn g2, Knight d2, Bishop f1",
        "Shielderer e8, War Machine c6, War Machine f6, Rogue d6, Rabbit b5, Rabbit g5, Pawn a7, Pawn b7, Omnipawn e5, Pawn g7, Elephant d7, Waffle f8",
    ),
    (
        "a lattice for a rabbit",
        "King h1, Rabbit a1",
        "King h8, Pawn a2, Pawn b1, Pawn c2, Pawn b3, Pawn d3, Pawn e2, Pawn c4, Pawn d5, Pawn e4, Pawn f3, Pawn a4, Pawn b5, Pawn c6, Pawn e6, Pawn f5",
    ),
];

fn main() {
    println!("{:<32}{:>8}{:>12}", "position", "moves", "time (µs)");
    for (name, white, black) in CASES {
        let Some(round) = round(white, black) else {
            println!("{name}: cannot be set up");
            continue;
        };
        let mut pos = round.position().clone();
        let mut list = MoveList::default();
        let mut times = Vec::new();
        let begin = Instant::now();
        while times.len() < 5 || times.len() < 2000 && begin.elapsed().as_millis() < 500 {
            let start = Instant::now();
            round.rules().legal_moves(&mut pos, &mut list);
            times.push(start.elapsed().as_secs_f64() * 1e6);
        }
        times.sort_by(f64::total_cmp);
        println!("{name:<32}{:>8}{:>12.1}", list.moves.len(), times[times.len() / 2]);
    }
}

fn round(white: &str, black: &str) -> Option<Round> {
    let rules = rules(false, false).ok()?;
    let mut pos = Position::empty(&rules);
    for (seat, pieces) in [(Seat(0), white), (Seat(1), black)] {
        for words in pieces.split(", ") {
            let (name, square) = words.rsplit_once(' ')?;
            let piece = Piece::new(ware(name)?.ty(&rules)?, seat);
            pos.put(&rules, square.parse().ok()?, piece);
        }
    }
    Some(Round::from_position(rules, pos, BTreeMap::new()))
}
