//! Schema `perft-cases-1`: node counts for positions with piece types given as data.

use std::sync::Arc;

use engine::battalion::{AbilityUse, Definition, PieceDef, PromotionDef};
use engine::board::Seat;
use engine::piece::{Mode, MoveRule, Path, Vector};
use serde_json::Value;

use super::bare::{army, piece, rule};
use super::scene::{Scene, duel_board};
use super::{Verdict, compare_nodes, entries, space, strings, text};

/// Runs a case.
pub fn play(file: &Value, case: &Value) -> Verdict {
    let mut scene = set_up(file, case)?;
    compare_nodes(&case["nodes"], |depth| scene.rules.perft(&mut scene.pos, depth))
}

fn set_up(file: &Value, case: &Value) -> Result<Scene, String> {
    let army = Arc::new(definition(file, case)?);
    let board = duel_board(case, 2)?;
    let colours = vec!["white".to_owned(), "black".to_owned()];
    let mut scene = Scene::new(board, colours, &[army.clone(), army], &[], "case")?;
    for colour in ["white", "black"] {
        for (at, name) in entries(&case[colour]) {
            let name = name.as_str().ok_or_else(|| format!("no piece name on {at}"))?;
            let piece = scene.piece(&format!("{colour} {name}"))?;
            scene.put(space(at)?, piece)?;
        }
    }
    for right in strings(&case["castling_rights"]) {
        scene.grant_castling(right)?;
    }
    let to_move = scene.seat(text(case, "side_to_move")?)?;
    if let Some(over) = case["ep_square"].as_str() {
        let over = space(over)?;
        let owner = Seat(1 - to_move.0);
        let forward = scene.rules.board.side(owner).forward();
        let pawn = scene.rules.board.step(over, forward).ok_or("no pawn for the en passant square")?;
        scene.grant_en_passant(pawn, over)?;
    }
    scene.pos.state_mut().to_move = to_move;
    scene.pos.crown();
    scene.pos.commit();
    Ok(scene)
}

/// Battalion of the types that the case may need, as a file would define it.
fn definition(file: &Value, case: &Value) -> Result<Definition, String> {
    let rules = &case["rules"];
    let types: Vec<(&str, &Value)> = entries(&file["pieces"]).collect();
    let index =
        |name: &str| types.iter().position(|(known, _)| *known == name).ok_or_else(|| format!("no type `{name}`"));
    let ranks = case["board"]["ranks"].as_u64().unwrap_or(8);
    let royal = strings(&rules["royal"]);
    let en_passant = strings(&rules["en_passant"]);
    let castles = rules["castling"].is_string();
    let mut pieces = Vec::new();
    for (name, data) in &types {
        let mut def: PieceDef = piece(name);
        for movement in data["moves"].as_array().into_iter().flatten() {
            def.moves.extend(movements(movement)?);
        }
        def.titan = royal.contains(name);
        def.takes_en_passant = en_passant.contains(name);
        def.taken_en_passant = def.takes_en_passant;
        if castles && def.titan && *name == "king" {
            def.castles_with = (0..types.len()).collect();
        }
        let promotion = &rules["promotion"][*name];
        if promotion.is_object() {
            let listed = promotion["ranks"]
                .as_array()
                .map(|list| list.iter().filter_map(Value::as_u64).collect::<Vec<_>>())
                .unwrap_or_default();
            let rear = ranks + 1 - listed.iter().copied().min().unwrap_or(ranks);
            if listed.len() as u64 != rear {
                return Err(format!("promotion ranks with a gap: {listed:?}"));
            }
            def.promotion = Some(PromotionDef {
                to: strings(&promotion["to"]).into_iter().map(index).collect::<Result<_, _>>()?,
                rear: rear as u8,
                optional: promotion["mandatory"] == Value::Bool(false),
                leaving: false,
                must: 0,
                others: false,
                limit: engine::battalion::PromotionLimit::default(),
            });
        }
        if rules["makpong_rule"] == Value::Bool(true) {
            // Every attacker of a royal piece freezes it: each type is a Snare Piece (S-2).
            def.abilities.push(AbilityUse { name: "snare".into(), params: Default::default() });
        }
        pieces.push(def);
    }
    Ok(army("case", pieces))
}

fn movements(data: &Value) -> Result<Vec<MoveRule>, String> {
    let mode = match data["mode"].as_str().unwrap_or("both") {
        "both" => Mode::Both,
        "move" => Mode::Move,
        "capture" => Mode::Capture,
        other => return Err(format!("no mode `{other}`")),
    };
    let many =
        |key: &str| -> Result<Vec<Vector>, String> { data[key].as_array().into_iter().flatten().map(vector).collect() };
    match text(data, "kind")? {
        "leap" => Ok(many("offsets")?.into_iter().map(|to| rule(Path::Leap(to), mode, false)).collect()),
        "slide" => {
            let max = data["max"].as_u64().unwrap_or(0) as u8;
            Ok(many("dirs")?.into_iter().map(|step| rule(Path::Ride { step, max }, mode, false)).collect())
        }
        "double_step" => {
            let (dx, dy) = vector(&data["dir"])?;
            let path = Path::Lame { via: vec![(dx, dy)], to: (2 * dx, 2 * dy) };
            Ok(vec![rule(path, mode, true)])
        }
        other => Err(format!("no movement of the kind `{other}`")),
    }
}

fn vector(value: &Value) -> Result<Vector, String> {
    let part = |index: usize| value[index].as_i64().and_then(|n| i8::try_from(n).ok()).filter(|n| n.abs() < 26);
    Option::zip(part(0), part(1)).ok_or_else(|| format!("`{value}` is no vector"))
}
