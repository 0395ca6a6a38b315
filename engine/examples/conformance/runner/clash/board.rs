//! Schemas `position-cases-1` and `legal-set-1` for Clash: legal actions of a position and their results.

use std::collections::BTreeSet;

use engine::board::Space;
use engine::context::{RuleSet, RulesContext};
use engine::play::Kind;
use serde_json::Value;

use super::super::{Mismatch, Verdict, castling_file, compare_actions, entries, space, spoils_castling, strings, text};
use super::scene::{Legal, Scene, line, seat};

/// Runs a position case.
pub fn position(case: &Value) -> Verdict {
    let told = [&case["round"], &case["context"], &case["turn_info"]];
    let ultimate = told.iter().any(|words| words.as_str().is_some_and(|words| words.contains("ltimate")));
    let en_passant = !matches!(case["en_passant"], Value::Null | Value::Bool(false));
    let mut scene = Scene::new(case, ultimate, en_passant)?;
    if en_passant && case["last_move"].is_object() {
        let at = |key: &str| text(&case["last_move"], key).and_then(space);
        scene.after_double_step(at("from")?, at("to")?)?;
    }
    let mv = &case["move"];
    let kind = text(mv, "kind")?;
    if kind == "castle" && case["castling_rights"].is_null() && !spoils_castling(case) {
        scene.grant_castling(&castling_right(case)?)?;
    }
    if kind == "shield" && strings(&case["history"]).iter().any(|words| words.contains("hield")) {
        let seat = scene.pos.to_move();
        scene.pos.state_mut().shield_used |= 1 << seat.0;
    }
    let found = find(&mut scene, case)?;
    let expect = &case["expect"];
    let legal = expect["legal"].as_bool().ok_or_else(|| "no `legal`".to_owned())?;
    let found = match (legal, found) {
        (true, Some(found)) => found,
        (false, None) => return Ok(()),
        (true, None) => return Err(Mismatch::new("legal", "illegal")),
        (false, Some(found)) => {
            return Err(Mismatch::new("illegal", format!("legal: {}", found.line)));
        }
    };
    if !expect["captures"].is_null() {
        let wanted: BTreeSet<Space> = strings(&expect["captures"]).into_iter().map(space).collect::<Result<_, _>>()?;
        if wanted != found.captures {
            return Err(Mismatch::new(format!("captures {wanted:?}"), format!("{:?}", found.captures)));
        }
    }
    let before = scene.content();
    let attempt = scene.rules.attempt(&mut scene.pos, &found.mv, &found.chain);
    attempt.map_err(|fault| format!("{fault:?}"))?;
    let after = scene.content();
    if expect["after"].is_object() {
        let mut listed = BTreeSet::new();
        for (at, list) in entries(&expect["after"]) {
            let at = space(at)?;
            listed.insert(at);
            let wanted = strings(list).first().map(|words| (*words).to_owned());
            if after.get(&at) != wanted.as_ref() {
                return Err(Mismatch::new(format!("{at} to hold {wanted:?}"), format!("{:?}", after.get(&at))));
            }
        }
        let changed = before.keys().chain(after.keys());
        if let Some(at) = changed.filter(|at| before.get(at) != after.get(at)).find(|at| !listed.contains(at)) {
            return Err(Mismatch::new(format!("{at} unchanged"), format!("{:?}", after.get(at))));
        }
    }
    for (at, words) in [&case["status_after"], &expect["status_after"]].into_iter().flat_map(entries) {
        let at = space(at)?;
        let wanted = words.as_str().is_some_and(|words| words.contains("invulnerable") && !words.contains("not"));
        let got = scene.pos.at(at).is_some_and(|piece| scene.rules.is_invulnerable(&scene.pos, at, piece));
        if wanted != got {
            return Err(Mismatch::new(format!("{at} {words}"), if got { "Invulnerable" } else { "not so" }));
        }
    }
    Ok(())
}

fn castling_right(case: &Value) -> Result<String, String> {
    let mv = &case["move"];
    Ok(match mv["arg"].as_str() {
        Some(right) if right.contains('_') => right.to_owned(),
        side => {
            let side = side.map_or_else(|| text(mv, "side"), Ok)?;
            format!("{}_{}", text(case, "side_to_move")?, castling_file(side))
        }
    })
}

/// Legal move that a case describes.
fn find(scene: &mut Scene, case: &Value) -> Result<Option<Legal>, String> {
    let mv = &case["move"];
    let to_move = scene.pos.to_move();
    let at = |key: &str| text(mv, key).and_then(space);
    let kind = text(mv, "kind")?;
    let wanted: Box<dyn Fn(&Legal) -> bool> = match kind {
        "move" => {
            let (from, to) = (at("from")?, at("to")?);
            let promote = mv["promote"].as_str().map(str::to_owned);
            Box::new(move |legal| {
                let named = promote
                    .as_ref()
                    .map_or_else(|| !legal.line.contains('='), |to| legal.line.contains(&format!("={to} ")));
                let plain = !matches!(legal.mv.kind, Kind::Shoot | Kind::Castle | Kind::Act | Kind::Chain { .. });
                plain && named && legal.mv.from == from && legal.mv.to == to
            })
        }
        "shoot" => {
            let (from, target) = match mv["arg"].as_str().and_then(|arg| arg.split_once('-')) {
                Some((from, target)) => (space(from)?, space(target)?),
                None => (at("from")?, at("target")?),
            };
            Box::new(move |legal| legal.mv.kind == Kind::Shoot && legal.mv.from == from && legal.mv.to == target)
        }
        "shield" => Box::new(|legal| legal.mv.kind == Kind::Act),
        "castle" => {
            let right = castling_right(case)?;
            let (who, side) = right.split_once('_').ok_or_else(|| format!("`{right}` is no castling right"))?;
            let (who, line) = (seat(who)?, format!("castle {side}"));
            Box::new(move |legal| who == to_move && legal.line == line)
        }
        "rabbit_chain" => {
            let mut path = strings(&mv["path"]);
            let last = path.pop().ok_or("a path without squares")?;
            let (last, off) = match last.strip_prefix("OFF") {
                Some(over) => (over, true),
                None => (last, false),
            };
            path.push(last);
            let path = path.into_iter().map(space).collect::<Result<Vec<_>, _>>()?;
            let (from, stops) = path.split_first().ok_or("a path without squares")?;
            let context = RulesContext { rules: &scene.rules, pos: &scene.pos, law: RuleSet::Clash };
            let Some(captured) = context.retrace(*from, stops, off) else {
                return Ok(None);
            };
            let (from, to) = (*from, *stops.last().unwrap_or(from));
            let captured: BTreeSet<Space> = captured.into_iter().collect();
            Box::new(move |legal| {
                let goes = match legal.mv.kind {
                    Kind::Chain { off: leaves } => leaves == off,
                    Kind::Step => !off,
                    _ => false,
                };
                let mut taken = legal.captures.clone();
                taken.remove(&from);
                goes && legal.mv.from == from && legal.mv.to == to && taken == captured
            })
        }
        other => return Err(format!("no action of the kind `{other}`")),
    };
    Ok(scene.legal().into_iter().find(|legal| wanted(legal)))
}

/// Runs a case that lists all legal actions.
pub fn legal_set(case: &Value) -> Verdict {
    let ultimate = case["round"].as_str() == Some("ultimate");
    let mut scene = Scene::new(case, ultimate, !case["en_passant"].is_null())?;
    let lines: Vec<String> = scene.legal().into_iter().map(|legal| legal.line).collect();
    let got: BTreeSet<String> = lines.iter().cloned().collect();
    if got.len() != lines.len() {
        return Err(Mismatch::new("every action once", "an action twice"));
    }
    compare_actions(case, line, &got)
}
