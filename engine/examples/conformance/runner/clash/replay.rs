//! Schema `replay-1`: a whole round, step by step.

use std::collections::{BTreeMap, BTreeSet};

use engine::board::{Seat, Space};
use serde_json::{Value, json};

use super::super::{Mismatch, Verdict, entries, space, strings, text};
use super::same;
use super::scene::{Scene, colour, line, seat};

/// Runs a case.
pub fn play(case: &Value) -> Verdict {
    let ultimate = case["round"].as_str() == Some("ultimate");
    let en_passant = !case["start"]["en_passant"].is_null();
    let mut scene = Scene::new(&case["start"], ultimate, en_passant)?;
    let steps = case["steps"].as_array().ok_or_else(|| "no list `steps`".to_owned())?;
    for (index, step) in steps.iter().enumerate() {
        play_step(&mut scene, step)
            .map_err(|mismatch| Mismatch::new(format!("step {}: {}", index + 1, mismatch.expected), mismatch.got))?;
    }
    let end = &case["end"];
    if end.is_object() {
        let wanted = content(&end["pieces"])?;
        if wanted != scene.content() {
            return Err(Mismatch::new(format!("at the end {wanted:?}"), format!("{:?}", scene.content())));
        }
        let to_move = seat(text(end, "side_to_move")?)?;
        same("to move", &json!(colour(to_move)), &json!(colour(scene.pos.to_move())))?;
        compare_state(&scene, end)?;
    }
    if let Some(result) = case["result_no_draw_rules"].as_str() {
        let stuck = scene.legal().is_empty();
        let check = scene.rules.in_check(&scene.pos, scene.pos.to_move());
        let open = !result.contains("mate") && !stuck;
        let fits = open
            || stuck && check == result.contains("mate") && !result.contains("stalemate")
            || stuck && !check && result.contains("stalemate");
        if !fits {
            return Err(Mismatch::new(result, format!("legal actions: {}, Check: {check}", !stuck)));
        }
    }
    Ok(())
}

fn content(pieces: &Value) -> Result<BTreeMap<Space, String>, String> {
    entries(pieces)
        .filter_map(|(at, list)| {
            let words = strings(list).first().map(|words| (*words).to_owned())?;
            Some(space(at).map(|at| (at, words)))
        })
        .collect()
}

fn play_step(scene: &mut Scene, step: &Value) -> Verdict {
    let wanted = line(&step["action"])?;
    let legal = scene.legal();
    let found = legal
        .iter()
        .find(|legal| legal.line == wanted)
        .ok_or_else(|| Mismatch::new(format!("{wanted} to be legal"), "illegal"))?;
    let before = scene.content();
    scene.rules.attempt(&mut scene.pos, &found.mv, &found.chain).map_err(|fault| format!("{fault:?}"))?;
    scene.pos.commit();
    let check = scene.rules.in_check(&scene.pos, scene.pos.to_move());
    same("Check", &step["check"], &json!(check))?;
    if step["changed"].is_object() {
        let after = scene.content();
        let mut changed = BTreeMap::new();
        for at in before.keys().chain(after.keys()) {
            if before.get(at) != after.get(at) {
                changed.insert(*at, after.get(at).cloned());
            }
        }
        let mut expected = BTreeMap::new();
        for (at, list) in entries(&step["changed"]) {
            expected.insert(space(at)?, strings(list).first().map(|words| (*words).to_owned()));
        }
        if changed != expected {
            return Err(Mismatch::new(format!("changes {expected:?}"), format!("{changed:?}")));
        }
    }
    compare_state(scene, step)
}

/// Compares castling rights, protections, shields and en passant.
fn compare_state(scene: &Scene, wanted: &Value) -> Verdict {
    if !wanted["castling_rights"].is_null() {
        let expected: BTreeSet<String> = strings(&wanted["castling_rights"]).into_iter().map(str::to_owned).collect();
        let got = scene.castling_rights();
        if expected != got {
            return Err(Mismatch::new(format!("castling rights {expected:?}"), format!("{got:?}")));
        }
    }
    if wanted["status"].is_object() {
        let expected: BTreeMap<String, String> = entries(&wanted["status"])
            .map(|(at, status)| {
                let until = status["invulnerable_until"].as_str().unwrap_or("");
                (at.to_owned(), until.to_owned())
            })
            .collect();
        let got: BTreeMap<String, String> = scene
            .pos
            .pieces()
            .filter(|(_, piece)| piece.clock > 0)
            .map(|(slot, piece)| {
                let until = format!("{}'s next turn", colour(piece.seat));
                (slot.space().to_string(), until)
            })
            .collect();
        if expected != got {
            return Err(Mismatch::new(format!("Invulnerable: {expected:?}"), format!("{got:?}")));
        }
    }
    let state = scene.pos.state();
    for (who, shield) in entries(&wanted["shield"]) {
        let seat = seat(who)?;
        let got = json!({
            "used": state.shield_used >> seat.0 & 1 != 0,
            "turns_left": state.shield[seat.index()],
        });
        same(&format!("the shield of {who}"), shield, &got)?;
    }
    if wanted["en_passant"].is_array() {
        let rights: Vec<Value> = Seat::all(2)
            .filter_map(|seat| state.en_passant[seat.index()])
            .map(|right| json!({"pawn": right.pawn.to_string(), "over": right.over.to_string()}))
            .collect();
        same("en passant", &wanted["en_passant"], &Value::Array(rights))?;
    }
    Ok(())
}
