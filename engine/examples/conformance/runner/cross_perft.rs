//! Schema `cross-perft-1`: four Players with the chess army on the 14×14 cross.

use engine::board::Side;
use serde_json::Value;

use super::scene::{Scene, Sits, board};
use super::{Verdict, compare_nodes, entries, names, space, strings};

/// Runs the file.
pub fn play(file: &Value) -> Verdict {
    let mut scene = set_up(file)?;
    compare_nodes(&file["nodes"], |depth| scene.rules.perft(&mut scene.pos, depth))
}

fn set_up(file: &Value) -> Result<Scene, String> {
    let colours: Vec<String> = strings(&file["turn_order"]).into_iter().map(str::to_owned).collect();
    let sides = [Side::South, Side::West, Side::North, Side::East];
    if colours.len() != sides.len() {
        return Err("not four Players".into());
    }
    let army = names::load("medieval")?;
    let board = board(8, 8, &sides.map(Sits::On))?;
    let armies = vec![army; sides.len()];
    let mut scene = Scene::new(board, colours, &armies, &[], "medieval")?;
    for (at, words) in entries(&file["placement"]) {
        let words = words.as_str().ok_or_else(|| format!("no piece on {at}"))?.replace(' ', " chess_");
        let piece = scene.piece(&words)?;
        scene.put(space(at)?, piece)?;
    }
    scene.pos.crown();
    scene.pos.commit();
    Ok(scene)
}
