//! Schema `supporter-perft-1`: only Supporters on a board, as in Ataxx.

use std::collections::HashSet;

use engine::board::{Battlefield, Board, EdgeSlot, Side, TerritoryPlacement};
use engine::play::{MoveList, Position, Rules};
use serde_json::Value;

use super::scene::Scene;
use super::{Verdict, bare, compare_nodes, names, space, strings, text};

/// Runs a case: both counts, where given.
pub fn play(case: &Value) -> Verdict {
    let mut scene = set_up(case)?;
    let each = &case["nodes_each_source_its_own_move"];
    if each.is_object() {
        compare_nodes(each, |depth| scene.rules.perft(&mut scene.pos, depth))?;
    }
    let merged = &case["nodes_clones_merged_by_destination"];
    if merged.is_object() || !each.is_object() {
        compare_nodes(merged, |depth| perft_merged(&scene.rules, &mut scene.pos, depth))?;
    }
    Ok(())
}

fn set_up(case: &Value) -> Result<Scene, String> {
    let side = |key: &str| case["board"][key].as_u64().unwrap_or(7) as u8;
    let slot = |side| EdgeSlot { side, from: 0, length: 0 };
    let field = Battlefield {
        id: "case".into(),
        name: "case".into(),
        width: side("files"),
        height: side("ranks"),
        edge_slots: vec![slot(Side::South), slot(Side::North)],
    };
    let plot = TerritoryPlacement { width: 0, height: 0, offset: None };
    let board = Board::build(&field, &[plot, plot]).map_err(|error| error.to_string())?;
    // The Players have no Battalion, so losing all Supporters defeats nobody (P-5).
    let nobody = std::sync::Arc::new(bare::army("nobody", vec![bare::piece("nothing")]));
    let colours = vec!["white".to_owned(), "black".to_owned()];
    let party = names::load("the-party")?;
    let mut scene = Scene::new(board, colours, &[nobody.clone(), nobody], &[party], "the-party")?;
    for colour in ["white", "black"] {
        for at in strings(&case[colour]) {
            let piece = scene.piece(&format!("{colour} supporter"))?;
            scene.put(space(at)?, piece)?;
        }
    }
    let to_move = scene.seat(text(case, "side_to_move")?)?;
    scene.pos.state_mut().to_move = to_move;
    scene.pos.commit();
    Ok(scene)
}

/// Perft count in which steps of different Supporters to one Space count once, because they lead to the same position.
fn perft_merged(rules: &Rules, pos: &mut Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut list = MoveList::default();
    rules.legal_moves(pos, &mut list);
    let mut cloned = HashSet::new();
    let mut nodes = 0;
    for mv in &list.moves {
        if mv.from.distance(mv.to) == 1 && !cloned.insert(mv.to) {
            continue;
        }
        if let Ok(mark) = rules.attempt(pos, mv, list.chain(mv)) {
            nodes += perft_merged(rules, pos, depth - 1);
            pos.undo(rules, &mark);
        }
    }
    nodes
}
