//! Leaves per second: `cargo bench -p engine --bench perft`. Arguments choose boards by a part of their name.
//!
//! Each line: the board, the depth, the leaves counted (compared with the known count where there is one), million leaves a
//! second through both paths. One thread, the median of several runs. The exact path is the definition: actions are made with
//! all their effects, then Check is asked; in the last ply quiet moves that cannot matter to it are counted without being made. The fast path covers regular pieces only; elsewhere its column is empty.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::battalion::{Definition, load_builtin};
use engine::board::{Battlefield, Board, Plot, Seat, Space};
use engine::core::Fast;
use engine::play::{Piece, Position, Rules};

/// A position, and how deep to count from it.
struct Case {
    name: String,
    rules: Rules,
    pos: Position,
    depth: u32,
    known: Option<u64>,
}

fn main() -> ExitCode {
    let chosen: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with('-'))
        .collect();
    let mut wrong = false;
    println!(
        "{:<28}{:>6}{:>14}{:>14}{:>14}",
        "board", "depth", "leaves", "exact (M/s)", "fast (M/s)"
    );
    for mut case in cases() {
        if !chosen.is_empty() && !chosen.iter().any(|part| case.name.contains(part.as_str())) {
            continue;
        }
        let fast = Fast::new(&case.rules);
        let quick = measure(|| fast.perft(&case.pos, case.depth).ok());
        let exact = measure(|| Some(case.rules.perft(&mut case.pos, case.depth)));
        let leaves = exact.map_or(0, |(leaves, _)| leaves);
        let speed = |found: Option<(u64, f64)>| {
            found.map_or(String::new(), |(_, speed)| format!("{speed:.1}"))
        };
        let known = case.known.unwrap_or(leaves);
        let right = [exact, quick]
            .into_iter()
            .flatten()
            .all(|(found, _)| found == known);
        println!(
            "{:<28}{:>6}{leaves:>14}{:>14}{:>14}{}",
            case.name,
            case.depth,
            speed(exact),
            speed(quick),
            if right {
                String::new()
            } else {
                format!("  WRONG: {known} expected, {quick:?}")
            }
        );
        wrong |= !right;
    }
    if wrong {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

/// The count, and million leaves a second: the median of some runs, fewer if they are long.
fn measure(mut count: impl FnMut() -> Option<u64>) -> Option<(u64, f64)> {
    let begin = Instant::now();
    let mut leaves = 0;
    let mut speeds = Vec::new();
    while speeds.is_empty() || speeds.len() < 25 && begin.elapsed() < Duration::from_secs(2) {
        let start = Instant::now();
        leaves = count()?;
        speeds.push(leaves as f64 / start.elapsed().as_secs_f64() / 1e6);
    }
    speeds.sort_by(f64::total_cmp);
    Some((leaves, speeds[speeds.len() / 2]))
}

fn cases() -> Vec<Case> {
    vec![
        start("chess start", &["medieval"; 2], 5, Some(4_865_609)),
        kiwipete(),
        start("cross", &["medieval"; 4], 4, Some(152_050)),
        start("makpong mirror", &["makpong"; 2], 4, None),
        start("baroque mirror", &["baroque"; 2], 4, None),
        start("baroque-duel mirror", &["baroque-duel"; 2], 3, None),
        start("the-party mirror", &["the-party"; 2], 4, None),
        start("party-volatile mirror", &["party-volatile"; 2], 5, None),
    ]
}

fn load(ids: &[&str]) -> Vec<Arc<Definition>> {
    ids.iter().filter_map(|id| load_builtin(id).ok()).collect()
}

fn empty(ids: &[&str]) -> Option<(Rules, Position)> {
    let armies = load(ids);
    let plots: Vec<Plot> = armies
        .iter()
        .map(|army| Plot {
            width: army.territory.width(),
            height: army.territory.height(),
            offset: Some((8 - army.territory.width()) / 2),
        })
        .collect();
    let field = Battlefield::standard(ids.len()).ok()?;
    let rules = Rules::new(Board::build(&field, &plots).ok()?, &armies, &[]).ok()?;
    let pos = Position::empty(&rules);
    Some((rules, pos))
}

/// The start of a game; in a duel the second seat's Territory is mirrored where it may be (M-1).
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
                let column = if mirrored {
                    types.len() - 1 - column
                } else {
                    column
                };
                let key = format!("{}/{}", army.id, army.pieces[*index].id);
                let space = rules.board.rows(seat)[row][column];
                put(&rules, &mut pos, seat, &key, space, true);
            }
        }
        for reserve in &rules.seats[seat.index()].reserves {
            let count = pos.reserve(seat, reserve.ty);
            pos.set_reserve(seat, reserve.ty, count + reserve.count);
        }
    }
    pos.crown();
    pos.commit();
    Case {
        name: name.to_owned(),
        rules,
        pos,
        depth,
        known,
    }
}

fn put(rules: &Rules, pos: &mut Position, seat: Seat, key: &str, space: Space, fresh: bool) {
    let Some(ty) = rules.type_by_key(key) else {
        panic!("no type {key}");
    };
    let piece = match fresh {
        true => rules.unmoved(ty, seat),
        false => Piece::new(ty, seat),
    };
    pos.put(rules, space, piece);
}

/// The position that tries castling, en passant and pins together.
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
            put(
                &rules,
                &mut pos,
                seat,
                &format!("medieval/{piece}"),
                space,
                fresh,
            );
        }
    }
    pos.crown();
    pos.commit();
    Case {
        name: "kiwipete".to_owned(),
        rules,
        pos,
        depth: 4,
        known: Some(4_085_603),
    }
}
