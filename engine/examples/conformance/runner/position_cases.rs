//! Schema `position-cases-1` for Titan's Battalion: a position, one action, and the expected result.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use engine::battalion::Definition;
use engine::board::{Seat, Space};
use engine::play::{Event, Flags, Kind, Move, MoveList, PendingChoice, Piece, Slot};
use serde_json::Value;

use super::scene::{Scene, colours, duel_board, flag};
use super::{Mismatch, Verdict, castling_file, entries, names, space, spoils_castling, strings, text};

/// Runs a case.
pub fn play(file: &Value, case: &Value) -> Verdict {
    let mut scene = set_up(file, case)?;
    let expect = &case["expect"];
    let legal = expect["legal"].as_bool().ok_or_else(|| "no `legal`".to_owned())?;
    let outcomes = act(&mut scene, file, case)?;
    if !legal {
        return match outcomes.first() {
            None => Ok(()),
            Some(outcome) => Err(Mismatch::new("illegal", format!("legal, {outcome}"))),
        };
    }
    let mut first_problem = None;
    for outcome in &outcomes {
        match compare(&scene, case, outcome) {
            Ok(()) => return Ok(()),
            Err(problem) => first_problem.get_or_insert(problem),
        };
    }
    Err(first_problem.unwrap_or_else(|| Mismatch::new("legal", "illegal")))
}

// ---- setting up --------------------------------------------------------------------------------

fn set_up(file: &Value, case: &Value) -> Result<Scene, String> {
    let colours = colours(case);
    let mut all = names::all()?;
    let own = names::own(file)?;
    all.extend(own.clone());
    let source = case["source"].as_str().or(file["source"].as_str());
    let home = match &own {
        Some(own) => own.id.as_str(),
        None => names::home(source.ok_or("no text `source`")?)?,
    };
    let armies = colours.iter().map(|colour| army(case, colour, home, &all)).collect::<Result<Vec<_>, _>>()?;
    let board = duel_board(case, colours.len())?;
    let mut scene = Scene::new(board, colours, &armies, &all, home)?;
    scene.fill(case)?;
    scene.pos.state_mut().gate_open = !gate_is_shut(case);
    if let Some(words) = case["last_moved"].as_str() {
        scene.pos.state_mut().last_moved = Some(scene.piece(words)?.ty);
    }
    if let Some(last) = case["last_move"].as_object() {
        let at = |key: &str| last.get(key).and_then(Value::as_str).ok_or("no last move").map(space);
        after_double_step(&mut scene, at("from")??, at("to")??)?;
    }
    Ok(scene)
}

/// Battalion of a colour: the one the case names. Otherwise White has the Battalion of the file and the others
/// Medieval. In files about The Party, a Player with a Chairman has it, and then all others have Medieval.
fn army(case: &Value, colour: &str, home: &str, all: &[Arc<Definition>]) -> Result<Arc<Definition>, String> {
    if let Some(id) = case["battalions"][colour].as_str() {
        return names::load(id);
    }
    let has = |colour: &str, piece: &str| {
        let words = format!("{colour} {piece}");
        entries(&case["pieces"]).any(|(_, list)| strings(list).iter().any(|other| other.contains(&words)))
    };
    let is_party = matches!(home, "the-party" | names::TEST_PARTY);
    let somebody =
        entries(&case["pieces"]).any(|(_, list)| strings(list).iter().any(|piece| piece.contains("chairman")));
    let id = match colour {
        _ if is_party && somebody && has(colour, "chairman") => home,
        _ if is_party && somebody => "medieval",
        "white" => home,
        _ => "medieval",
    };
    all.iter().find(|army| army.id == id).cloned().ok_or_else(|| format!("no Battalion `{id}`"))
}

/// P-6: returns `true` if the case says that no Player of The Party has had a turn.
fn gate_is_shut(case: &Value) -> bool {
    let words = case["turn_info"].as_str().unwrap_or("");
    let shut = [
        "not moved",
        "not yet",
        "has not",
        "not had",
        "not taken",
        "not completed",
        "before",
        "yet to",
        "still to",
        "about to",
        "turn 1 of the game",
        "first turn of the game",
    ];
    let open = ["defeat", "passed", "resign", "lost"];
    let says = |signs: &[&str]| signs.iter().any(|sign| words.contains(sign));
    says(&shut) && !says(&open)
}

/// Sets the en passant right after a Pawn's double step.
fn after_double_step(scene: &mut Scene, from: Space, to: Space) -> Result<(), String> {
    let pawn = scene.pos.at(to).ok_or_else(|| format!("no piece on {to}"))?;
    if scene.rules.ty(pawn.ty).taken_en_passant && from.distance(to) == 2 {
        let over = Space::new((from.file() + to.file()) / 2, (from.rank() + to.rank()) / 2);
        scene.grant_en_passant(to, over)?;
    }
    Ok(())
}

// ---- acting ------------------------------------------------------------------------------------

/// Contents of Spaces: `colour name` of each piece.
type Content = BTreeMap<Space, BTreeSet<String>>;

/// Result of one way to perform the action.
struct Outcome {
    captures: BTreeSet<Space>,
    supporters: BTreeSet<Space>,
    changed: Content,
    flags: BTreeMap<Space, Flags>,
    defeated: Vec<String>,
    /// The first of two defeats, which is the one that counts (P-5).
    first_to_fall: Option<String>,
    debts: Vec<PendingChoice>,
    volatile_choices: BTreeSet<Space>,
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "captures {:?}", self.captures)
    }
}

/// Results of every legal way to perform the case's action; the position stays unchanged.
fn act(scene: &mut Scene, file: &Value, case: &Value) -> Result<Vec<Outcome>, String> {
    let action = &case["move"];
    let words = |key: &str| text(action, key);
    let promote = match action["promote"].as_str() {
        None => None,
        Some("none") => Some(None),
        Some(name) => {
            let mover = scene.pos.to_move();
            Some(Some(names::find(&scene.rules, mover, name, &scene.home)?))
        }
    };
    let seat = scene.pos.to_move();
    match text(action, "kind")? {
        "move" => {
            let (from, to) = (space(words("from")?)?, space(words("to")?)?);
            Ok(moves(scene, |mv| {
                let goes =
                    !matches!(mv.kind, Kind::Place { .. } | Kind::SelfCapture | Kind::Castle | Kind::Shoot | Kind::Act);
                goes && (mv.from, mv.to) == (from, to) && promote.is_none_or(|promote| mv.promote == promote)
            }))
        }
        "castle" => {
            let side = words("side").or_else(|_| words("arg"))?;
            let right = if side.contains('_') {
                side.to_owned()
            } else {
                format!("{}_{}", scene.colours[seat.index()], castling_file(side))
            };
            let Ok(pair) = scene.castling_pair(&right) else {
                return Ok(Vec::new());
            };
            if case["castling_rights"].is_null() && !spoils_castling(case) {
                scene.grant_castling(&right)?;
            }
            Ok(moves(scene, |mv| mv.kind == Kind::Castle && (mv.from, mv.other) == pair))
        }
        "self_capture" => {
            let at = space(words("at")?)?;
            Ok(moves(scene, |mv| mv.kind == Kind::SelfCapture && mv.from == at))
        }
        "place" => {
            let at = space(words("at")?)?;
            let name = words("piece")?;
            let ty = names::find_reserve(&scene.rules, seat, name, &scene.home)?;
            if let Some(owner) = returned_to(scene, file, case, name)? {
                scene.pos.push_pending(PendingChoice::Return(ty, owner));
                return Ok(settle(scene, Some(at)));
            }
            Ok(moves(scene, |mv| matches!(mv.kind, Kind::Place { .. }) && mv.to == at && mv.promote == Some(ty)))
        }
        "select_volatile" => {
            let choice = words("at").or_else(|_| words("arg"))?;
            let choice = match choice {
                "none" | "nobody" | "nothing" | "decline" | "declines" => None,
                at => Some(space(at)?),
            };
            let of = Seat((0..scene.colours.len() as u8).find(|n| *n != seat.0).unwrap_or(0));
            scene.pos.push_pending(PendingChoice::Volatile(of));
            Ok(settle(scene, choice))
        }
        "select_volatile_placement" => {
            let chosen = words("arg")?.split(',').map(|at| space(at.trim())).collect::<Result<Vec<_>, _>>()?;
            let of = chosen.first().and_then(|at| scene.pos.at(*at)).map(|piece| piece.seat);
            let fits = of.is_some_and(|of| of != seat && scene.rules.volatile_choice_fits(&scene.pos, of, &chosen));
            Ok(if fits { vec![outcome(scene, Content::new(), &[], BTreeSet::new())] } else { Vec::new() })
        }
        other => Err(format!("no action of the kind `{other}`")),
    }
}

/// P-11: owner of the piece that is returned to the board, if the placement is not from reserve. Either the case
/// continues another one of the file, whose `pending` names the owner, or only an Opponent is possible.
fn returned_to(scene: &Scene, file: &Value, case: &Value, name: &str) -> Result<Option<Seat>, String> {
    let colour = text(case, "side_to_move")?;
    let in_reserve = strings(&case["reserves"][colour]).contains(&name);
    let context = case["context"].as_str().unwrap_or("");
    if in_reserve || !context.contains("continu") {
        return Ok(None);
    }
    let before = context.split_whitespace().last().unwrap_or("");
    let cases = file["cases"].as_array().into_iter().flatten();
    let told = cases
        .filter(|other| other["id"].as_str().is_some_and(|id| id.ends_with(before)))
        .flat_map(|other| strings(&other["pending"]["must_place"]))
        .find_map(|words| words.split_once(' ').filter(|(_, piece)| *piece == name));
    match told {
        Some((owner, _)) => scene.seat(owner).map(Some),
        None => {
            let actor = scene.pos.to_move();
            let others = Seat::all(scene.colours.len()).filter(|seat| *seat != actor);
            Ok(others.into_iter().next())
        }
    }
}

/// Results of the legal moves selected by `wanted`, each made and undone.
fn moves(scene: &mut Scene, wanted: impl Fn(&Move) -> bool) -> Vec<Outcome> {
    let mut list = MoveList::default();
    scene.rules.legal_moves(&mut scene.pos, &mut list);
    let before = content(scene);
    let mut outcomes = Vec::new();
    for mv in list.moves.iter().filter(|mv| wanted(mv)) {
        let mut hits = Vec::new();
        scene.rules.captures(&scene.pos, mv, list.chain(mv), &mut hits);
        let captures = hits.iter().map(|slot: &Slot| slot.space()).collect();
        let actor = scene.pos.to_move();
        scene.pos.listen();
        if let Ok(mark) = scene.rules.attempt(&mut scene.pos, mv, list.chain(mv)) {
            let story = scene.pos.heard();
            debug_assert!(scene.pos.to_move() != actor || !scene.pos.pending().is_empty() || scene.colours.len() > 1);
            outcomes.push(outcome(scene, before.clone(), &story, captures));
            scene.pos.undo(&scene.rules, &mark);
        }
    }
    outcomes
}

/// Settles the pending choice of the case's Player.
fn settle(scene: &mut Scene, choice: Option<Space>) -> Vec<Outcome> {
    let before = content(scene);
    scene.pos.listen();
    let mark = scene.pos.mark();
    if !scene.rules.settle(&mut scene.pos, choice) {
        return Vec::new();
    }
    let story = scene.pos.heard();
    let outcome = outcome(scene, before, &story, BTreeSet::new());
    scene.pos.undo(&scene.rules, &mark);
    vec![outcome]
}

fn content(scene: &Scene) -> Content {
    let mut content = Content::new();
    for (slot, piece) in scene.pos.pieces() {
        content.entry(slot.space()).or_default().insert(words(scene, piece));
    }
    content
}

/// Name of a piece in the notation of the case.
fn words(scene: &Scene, piece: Piece) -> String {
    let (army, index) = scene.rules.ty(piece.ty).origin;
    let army = &scene.rules.armies[army];
    let name = names::name_of(army, &army.pieces[index]);
    // The test version's own file uses its names without the suffix.
    let name =
        if scene.home == names::TEST_PARTY { name.strip_suffix("_test").unwrap_or(&name).to_owned() } else { name };
    format!("{} {name}", scene.colours[piece.seat.index()])
}

/// Compares the board with its earlier content.
fn outcome(scene: &Scene, before: Content, story: &[Event], captures: BTreeSet<Space>) -> Outcome {
    let after = content(scene);
    let spaces: BTreeSet<Space> = before.keys().chain(after.keys()).copied().collect();
    let changed = spaces
        .into_iter()
        .filter(|at| before.get(at) != after.get(at))
        .map(|at| (at, after.get(&at).cloned().unwrap_or_default()))
        .collect();
    let is_supporter = |piece: &Piece| scene.rules.supporters.contains(&piece.ty);
    let supporters = story
        .iter()
        .filter_map(|event| match event {
            Event::SelfCaptured { piece, space } if is_supporter(piece) => Some(*space),
            _ => None,
        })
        .collect();
    let state = scene.pos.state();
    let defeated = Seat::all(scene.colours.len()).filter(|seat| state.is_defeated(*seat));
    let first_to_fall = story.iter().find_map(|event| match event {
        Event::Defeated { seat, .. } => Some(scene.colours[seat.index()].clone()),
        _ => None,
    });
    let debts: Vec<PendingChoice> = scene.pos.pending().iter().collect();
    let volatile_choices = debts
        .iter()
        .filter_map(|pending| match pending {
            PendingChoice::Volatile(of) => Some(*of),
            PendingChoice::Return(..) | PendingChoice::Bring { .. } => None,
        })
        .flat_map(|of| {
            scene
                .rules
                .board
                .spaces()
                .iter()
                .filter(move |at| scene.rules.may_become_volatile(&scene.pos, of, *at))
                .collect::<Vec<_>>()
        })
        .collect();
    Outcome {
        captures,
        supporters,
        changed,
        flags: scene
            .pos
            .pieces()
            .filter(|(slot, _)| slot.layer() == 0)
            .map(|(slot, piece)| (slot.space(), piece.flags))
            .collect(),
        defeated: defeated.map(|seat| scene.colours[seat.index()].clone()).collect(),
        first_to_fall,
        debts,
        volatile_choices,
    }
}

// ---- comparing ---------------------------------------------------------------------------------

fn spaces(value: &Value) -> Result<BTreeSet<Space>, String> {
    strings(value).into_iter().map(space).collect()
}

fn compare(scene: &Scene, case: &Value, outcome: &Outcome) -> Verdict {
    let expect = &case["expect"];
    let same = |what: &str, expected: &BTreeSet<Space>, got: &BTreeSet<Space>| -> Verdict {
        if expected == got { Ok(()) } else { Err(Mismatch::new(format!("{what} {expected:?}"), format!("{got:?}"))) }
    };
    if !expect["captures"].is_null() {
        same("captures", &spaces(&expect["captures"])?, &outcome.captures)?;
    }
    if !expect["supporters_self_captured"].is_null() {
        let expected = spaces(&expect["supporters_self_captured"])?;
        same("Supporters capturing themselves", &expected, &outcome.supporters)?;
    }
    if expect["after"].is_object() {
        compare_board(case, outcome)?;
    }
    let flags_after = [&case["flags_after"], &expect["flags_after"]];
    for (at, list) in flags_after.into_iter().flat_map(entries) {
        let known = [Flags::VOLATILE, Flags::LEAVES, Flags::IMPRISONED];
        let wanted = strings(list).into_iter().map(flag).collect::<Result<Vec<_>, _>>()?;
        let got = outcome.flags.get(&space(at)?).copied().unwrap_or(Flags::empty());
        if known.iter().any(|flag| wanted.contains(flag) != got.contains(*flag)) {
            return Err(Mismatch::new(format!("{at} to be {list}"), format!("{got:?}")));
        }
    }
    for pending in [&case["pending"], &expect["pending"]] {
        compare_debts(scene, pending, outcome)?;
    }
    for result in [&case["result"], &expect["result"]] {
        compare_result(scene, result, outcome)?;
    }
    Ok(())
}

/// Checks `after`, which lists the complete new content of every changed Space.
fn compare_board(case: &Value, outcome: &Outcome) -> Verdict {
    let mut listed = BTreeSet::new();
    for (at, list) in entries(&case["expect"]["after"]) {
        let at = space(at)?;
        listed.insert(at);
        let wanted: BTreeSet<String> = strings(list).into_iter().map(str::to_owned).collect();
        let before: BTreeSet<String> =
            strings(&case["pieces"][at.to_string()]).into_iter().map(str::to_owned).collect();
        let got = outcome.changed.get(&at).unwrap_or(&before);
        if *got != wanted {
            return Err(Mismatch::new(format!("{at} to hold {wanted:?}"), format!("{got:?}")));
        }
    }
    match outcome.changed.iter().find(|(at, _)| !listed.contains(at)) {
        Some((at, now)) => Err(Mismatch::new(format!("{at} unchanged"), format!("{now:?} there"))),
        None => Ok(()),
    }
}

fn compare_debts(scene: &Scene, pending: &Value, outcome: &Outcome) -> Verdict {
    if !pending.is_object() {
        return Ok(());
    }
    let owed: Vec<String> = outcome
        .debts
        .iter()
        .filter_map(|pending| match pending {
            PendingChoice::Return(ty, owner) => Some(words(scene, Piece::new(*ty, *owner))),
            PendingChoice::Volatile(_) | PendingChoice::Bring { .. } => None,
        })
        .collect();
    let mut wanted = strings(&pending["must_place"]);
    wanted.sort_unstable();
    let mut got: Vec<&str> = owed.iter().map(String::as_str).collect();
    got.sort_unstable();
    if wanted != got {
        return Err(Mismatch::new(format!("to owe {wanted:?}"), format!("{got:?}")));
    }
    let may = spaces(&pending["may_select_volatile_from"])?;
    if may != outcome.volatile_choices {
        return Err(Mismatch::new(format!("a Volatile choice of {may:?}"), format!("{:?}", outcome.volatile_choices)));
    }
    Ok(())
}

/// Checks the result: `white loses: …` or `none`.
fn compare_result(scene: &Scene, result: &Value, outcome: &Outcome) -> Verdict {
    let Some(words) = result.as_str() else {
        return Ok(());
    };
    let says = |colour: &String, verb: &str| words.contains(&format!("{colour} {verb}"));
    let duel = scene.colours.len() == 2;
    let loses = |colour: &&String| {
        let mut others = scene.colours.iter().filter(|other| other != colour);
        says(colour, "loses") || duel && others.any(|other| says(other, "wins"))
    };
    let wanted: Vec<&String> = scene.colours.iter().filter(loses).collect();
    let all: Vec<&String> = outcome.defeated.iter().collect();
    // A duel ends with the first defeat, so a case may name that one alone.
    let first: Vec<&String> = outcome.first_to_fall.iter().collect();
    if wanted == all || duel && all.len() == 2 && wanted == first {
        return Ok(());
    }
    Err(Mismatch::new(words, format!("defeated: {all:?}")))
}
