//! Schema `baroque-perft-1`: the full Baroque army against itself.

use serde_json::Value;

use super::scene::{Scene, duel_board};
use super::{Verdict, compare_nodes, names, text};

/// Runs the file.
pub fn play(file: &Value) -> Verdict {
    let mut scene = set_up(file)?;
    compare_nodes(&file["nodes"], |depth| scene.rules.perft(&mut scene.pos, depth))
}

fn set_up(file: &Value) -> Result<Scene, String> {
    let army = names::load("baroque")?;
    let colours = vec!["white".to_owned(), "black".to_owned()];
    let board = duel_board(file, 2)?;
    let mut scene = Scene::new(board, colours, &[army.clone(), army], &[], "baroque")?;
    // Format: `black clswksli/pppppppp, white PPPPPPPP/ILSKWSLC`, each side from the top of the diagram down.
    for part in text(file, "array")?.split(',') {
        let (colour, rows) = part.trim().split_once(' ').ok_or_else(|| format!("`{part}` is no colour and rows"))?;
        let seat = scene.seat(colour)?;
        let rows: Vec<&str> = rows.split('/').collect();
        let top = if seat.0 == 0 { rows.len() as u8 } else { 8 };
        for (down, row) in rows.iter().enumerate() {
            for (file, letter) in row.chars().enumerate() {
                let words = format!("{colour} {}", name(letter)?);
                let at = engine::board::Space::new(file as u8, top - 1 - down as u8);
                let piece = scene.piece(&words)?;
                scene.put(at, piece)?;
            }
        }
    }
    scene.pos.crown();
    scene.pos.commit();
    Ok(scene)
}

fn name(letter: char) -> Result<&'static str, String> {
    Ok(match letter.to_ascii_uppercase() {
        'K' => "baroque_titan",
        'W' => "withdrawer",
        'S' => "chameleon",
        'L' => "long_leaper",
        'C' => "coordinator",
        'I' => "immobilizer",
        'P' => "baroque_pawn",
        other => return Err(format!("no piece has the letter {other}")),
    })
}
