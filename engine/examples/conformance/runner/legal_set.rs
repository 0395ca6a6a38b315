//! Schema `legal-set-1` for Titan's Battalion: a position and all its legal actions.

use std::collections::BTreeSet;

use engine::board::{Board, Side};
use engine::play::{Kind, Move, MoveList};
use serde_json::Value;

use super::scene::{Scene, Sits, board, colours, duel_board};
use super::{Verdict, compare_actions, names, strings, text};

/// Runs a case.
pub fn play(case: &Value) -> Verdict {
    let mut scene = set_up(case)?;
    let mut list = MoveList::default();
    scene.rules.legal_moves(&mut scene.pos, &mut list);
    let got: BTreeSet<String> = list.moves.iter().map(|mv| describe(&scene, mv, &list)).collect();
    compare_actions(case, line, &got)
}

fn set_up(case: &Value) -> Result<Scene, String> {
    let colours = colours(case);
    let board = match text(case, "board")? {
        "duel" => duel_board(&Value::Null, colours.len())?,
        "cross" => cross(&colours)?,
        other => return Err(format!("no board is called `{other}`")),
    };
    let armies =
        colours.iter().map(|colour| names::load(text(&case["battalions"], colour)?)).collect::<Result<Vec<_>, _>>()?;
    let mut scene = Scene::new(board, colours, &armies, &[], "")?;
    scene.fill(case)?;
    scene.pos.state_mut().gate_open = case["first_party_turn_done"] == Value::Bool(true);
    Ok(scene)
}

fn cross(colours: &[String]) -> Result<Board, String> {
    let seats = colours
        .iter()
        .map(|colour| match colour.as_str() {
            "white" => Ok(Sits::On(Side::South)),
            "red" => Ok(Sits::On(Side::West)),
            "black" => Ok(Sits::On(Side::North)),
            "blue" => Ok(Sits::On(Side::East)),
            other => Err(format!("no seat is called `{other}`")),
        })
        .collect::<Result<Vec<_>, _>>()?;
    board(8, 8, &seats)
}

/// Text of a case's legal action, for comparison.
fn line(action: &Value) -> Result<String, String> {
    let mut captures = strings(&action["captures"]);
    captures.sort_unstable();
    captures.dedup();
    let captures = captures.join(" ");
    Ok(match text(action, "kind")? {
        "move" => format!(
            "{}-{}{} [{captures}]",
            text(action, "from")?,
            text(action, "to")?,
            action["promote"].as_str().map_or_else(String::new, |to| format!("={to}"))
        ),
        "place" => format!("{}@{}", text(action, "piece")?, text(action, "at")?),
        "self_capture" => format!("{} captures itself", text(action, "at")?),
        "castle" => format!("castles {}", text(action, "side")?),
        other => return Err(format!("no action of the kind `{other}`")),
    })
}

/// Text of an engine move, for comparison.
fn describe(scene: &Scene, mv: &Move, list: &MoveList) -> String {
    let rules = &scene.rules;
    let name = |ty| case_name(scene, ty);
    match mv.kind {
        Kind::Place { kept } => {
            let ty = mv.promote.map_or_else(String::new, name);
            format!("{ty}{}@{}", "!".repeat(kept as usize), mv.to)
        }
        Kind::SelfCapture => format!("{} captures itself", mv.from),
        Kind::Castle => format!("castles {}", scene.castling_side(scene.pos.to_move(), mv.other)),
        _ => {
            let mut hits = Vec::new();
            rules.captures(&scene.pos, mv, list.chain(mv), &mut hits);
            let mut captures: Vec<String> = hits.iter().map(|slot| slot.space().to_string()).collect();
            captures.sort_unstable();
            captures.dedup();
            let promote = mv.promote.map_or_else(String::new, |to| format!("={}", name(to)));
            format!("{}-{}{promote} [{}]", mv.from, mv.to, captures.join(" "))
        }
    }
}

/// Name of a type in the case: the one of its names that denotes this type.
fn case_name(scene: &Scene, ty: engine::play::TypeId) -> String {
    let (army, piece) = scene.rules.ty(ty).origin;
    let army = &scene.rules.armies[army];
    names::name_of(army, &army.pieces[piece])
}
