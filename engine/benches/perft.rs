//! Perft speed: `cargo bench -p engine --bench perft`. Words after `--` select boards by part of their name:
//! `cargo bench -p engine --bench perft -- chess` runs one line.
//!
//! Each line shows the board, the depth, the leaves (compared with the known count), and millions of leaves per second:
//! the median of several runs on one thread. The benchmark runs [`Rules::perft`], the move generator of real games. In
//! the last ply, moves that are surely legal are only counted; all others are made. Depths are chosen so that a run
//! takes about a second or more.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::battalion::{Definition, load_builtin};
use engine::board::{Battlefield, Board, Seat, Space, TerritoryPlacement};
use engine::play::{Kept, Piece, Position, Rules};

/// A position with its perft depth.
struct Case {
    name: String,
    rules: Rules,
    pos: Position,
    depth: u32,
    known: Option<u64>,
}

fn main() -> ExitCode {
    let chosen: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let mut wrong = false;
    println!("{:<28}{:>6}{:>14}{:>10}", "board", "depth", "leaves", "M/s");
    for mut case in cases() {
        if !chosen.is_empty() && !chosen.iter().any(|part| case.name.contains(part.as_str())) {
            continue;
        }
        let (leaves, speed) = measure(|| case.rules.perft(&mut case.pos, case.depth));
        print!("{:<28}{:>6}{leaves:>14}{speed:>10.1}", case.name, case.depth);
        match case.known {
            Some(known) if known != leaves => {
                println!("  WRONG: {known} expected");
                wrong = true;
            }
            _ => println!(),
        }
    }
    if wrong { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Leaf count, and millions of leaves per second: the median of some runs, fewer if they are long.
fn measure(mut count: impl FnMut() -> u64) -> (u64, f64) {
    let begin = Instant::now();
    let mut leaves = 0;
    let mut speeds = Vec::new();
    while speeds.is_empty() || speeds.len() < 25 && begin.elapsed() < Duration::from_secs(3) {
        let start = Instant::now();
        leaves = count();
        speeds.push(leaves as f64 / start.elapsed().as_secs_f64() / 1e6);
    }
    speeds.sort_by(f64::total_cmp);
    (leaves, speeds[speeds.len() / 2])
}

fn cases() -> Vec<Case> {
    vec![
        start("chess start", &["medieval"; 2], 6, Some(119_060_324)),
        kiwipete(),
        start("cross", &["medieval"; 4], 6, None),
        start("makpong mirror", &["makpong"; 2], 6, None),
        start("baroque mirror", &["baroque"; 2], 5, None),
        start("baroque-duel mirror", &["baroque-duel"; 2], 5, None),
        start("the-party mirror", &["the-party"; 2], 5, None),
        start("party-volatile mirror", &["party-volatile"; 2], 6, None),
        start("alchemists mirror", &["alchemists"; 2], 4, None),
        start("reptilian-order mirror", &["reptilian-order"; 2], 6, None),
    ]
}

fn load(ids: &[&str]) -> Vec<Arc<Definition>> {
    ids.iter().filter_map(|id| load_builtin(id).ok()).collect()
}

fn empty(ids: &[&str]) -> Option<(Rules, Position)> {
    let armies = load(ids);
    let sizes = armies.iter().map(|army| (army.territory.width(), army.territory.margin));
    let field = Battlefield::fitting(ids.len(), sizes).ok()?;
    let plots: Vec<TerritoryPlacement> = armies
        .iter()
        .zip(&field.edge_slots)
        .map(|(army, slot)| TerritoryPlacement {
            width: army.territory.width(),
            height: army.territory.height(),
            offset: Some((slot.length - army.territory.width()) / 2),
        })
        .collect();
    let rules = Rules::new(Board::build(&field, &plots).ok()?, &armies, &[]).ok()?;
    let pos = Position::empty(&rules);
    Some((rules, pos))
}

/// Start of a game; in a duel the second seat's Territory is mirrored if permitted (M-1).
fn start(name: &str, ids: &[&str], depth: u32, known: Option<u64>) -> Case {
    let Some((rules, mut pos)) = empty(ids) else {
        panic!("{ids:?} cannot be set up");
    };
    for seat in Seat::all(ids.len()) {
        let army = rules.army(seat).clone();
        let mirrored = army.territory.mirror && ids.len() == 2 && seat == Seat(1);
        for (row, types) in army.territory.rows.iter().enumerate() {
            for (column, index) in types.iter().enumerate() {
                let Some(index) = index else { continue };
                let column = if mirrored { types.len() - 1 - column } else { column };
                let key = format!("{}/{}", army.id, army.pieces[*index].id);
                let space = rules.board.rows(seat)[row][column];
                put(&rules, &mut pos, seat, &key, space, true);
            }
        }
        for reserve in &rules.seats[seat.index()].reserves {
            pos.hold(seat, reserve.ty, Kept::Nothing, reserve.count);
        }
    }
    pos.crown();
    pos.commit();
    Case { name: name.to_owned(), rules, pos, depth, known }
}

fn put(rules: &Rules, pos: &mut Position, seat: Seat, key: &str, space: Space, fresh: bool) {
    let Some(ty) = rules.type_by_key(key) else {
        panic!("no type {key}");
    };
    let piece = if fresh { rules.unmoved(ty, seat) } else { Piece::new(ty, seat) };
    pos.put(rules, space, piece);
}

/// Standard test position with castling, en passant and pins.
fn kiwipete() -> Case {
    let Some((rules, mut pos)) = empty(&["medieval"; 2]) else {
        panic!("the chess armies cannot be set up");
    };
    let rows = "r...k..r p.ppqpb. bn..pnp. ...PN... .p..P... ..N..Q.p PPPBBPPP R...K..R";
    for (down, row) in rows.split(' ').enumerate() {
        for (file, letter) in row.chars().enumerate() {
            let piece = match letter.to_ascii_lowercase() {
                'k' => "king",
                'q' => "queen",
                'r' => "rook",
                'b' => "bishop",
                'n' => "knight",
                'p' => "pawn",
                _ => continue,
            };
            let seat = Seat(letter.is_ascii_lowercase() as u8);
            let space = Space::new(file as u8, 7 - down as u8);
            let home = rules.board.rows(seat)[1].contains(&space);
            let fresh = piece != "pawn" || home;
            put(&rules, &mut pos, seat, &format!("medieval/{piece}"), space, fresh);
        }
    }
    pos.crown();
    pos.commit();
    Case { name: "kiwipete".to_owned(), rules, pos, depth: 5, known: Some(193_690_690) }
}
