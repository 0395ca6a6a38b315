//! Bodies of the fuzz targets. Each takes bytes and panics if the engine violates a guarantee.
//!
//! `tests/seeds.rs` runs them on the seeds and their mutations; the programs in `fuzz_targets` run them under
//! libFuzzer.
#![cfg_attr(not(test), warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss))]
#![forbid(unsafe_code)]

pub mod seeds;

use std::sync::{Arc, OnceLock};

use battalion::unzip::{Bounds, unzip};
use engine::battalion::{from_diagram, from_variants_ini};
use engine::snapshot::{Opened, Snapshot};
use serde_json::Value;

use engine::action::Action;
use engine::battalion::{FileError, MAX_ERRORS, MAX_WEIGHT, decode, load_builtin, read, weight};
use engine::notation::{complete, read_turn};
use engine::piece::betza::{MAX_RULES, count, describe, parse};
use engine::titans::{Game, GameMode, Setup};

/// A target and its input.
#[derive(Clone, Copy)]
pub struct Target {
    /// Program name for cargo-fuzz.
    pub name: &'static str,
    /// Body.
    pub run: fn(&[u8]),
    /// Folders of seeds, relative to the repository.
    pub seeds: &'static [&'static str],
    /// Dictionary for mutations.
    pub dictionary: Option<&'static str>,
}

/// All targets.
pub const TARGETS: &[Target] = &[
    Target {
        name: "battalion",
        run: battalion,
        seeds: &["engine/battalions", "engine/tests/armies", "engine/tests/bad_battalions"],
        dictionary: Some("battalion"),
    },
    Target { name: "betza", run: betza, seeds: &["fuzz/seeds/betza"], dictionary: Some("betza") },
    Target { name: "notation", run: notation, seeds: &["fuzz/seeds/notation"], dictionary: Some("notation") },
    Target { name: "import", run: import, seeds: &["fuzz/seeds/import"], dictionary: Some("betza") },
    Target { name: "stored", run: stored, seeds: &["fuzz/seeds/stored"], dictionary: None },
    Target { name: "archive", run: archive, seeds: &["fuzz/seeds/archive"], dictionary: None },
    Target { name: "component_id", run: component_id, seeds: &["fuzz/seeds/component_id"], dictionary: None },
    Target {
        name: "interaction",
        run: interaction,
        seeds: &["fuzz/seeds/interaction"],
        dictionary: Some("interaction"),
    },
    Target { name: "accepted", run: accepted, seeds: &["engine/battalions", "engine/tests/armies"], dictionary: None },
];

/// Parser of Battalion files: no input makes it panic, and errors are ordered and limited in number and length.
pub fn battalion(bytes: &[u8]) {
    let Ok(text) = decode(bytes) else { return };
    let Err(errors) = read(text, &engine::ability::specs()) else { return };
    assert!(!errors.is_empty() && errors.len() <= MAX_ERRORS + 1);
    assert!(errors.iter().all(|error| error.to_string().len() < 2_000));
    // Errors come in three groups (broken TOML, causes, consequences), each in file order.
    let place = |error: &FileError| (error.line, error.column);
    let back = errors.windows(2).filter(|pair| place(&pair[0]) > place(&pair[1])).count();
    assert!(back <= 2, "{errors:?}");
    // Every error appears once; the line with the number of further errors has the place of the last one.
    assert!(errors.windows(2).all(|pair| pair[0] != pair[1]), "{errors:?}");
}

/// Betza notation: no input makes the parser panic, errors point into the text, and parsed movements can be described.
pub fn betza(bytes: &[u8]) {
    let text = valid(bytes);
    match parse(text) {
        Ok(rules) => {
            assert!(!rules.is_empty() && count(&rules) <= MAX_RULES);
            assert!(!describe(&rules).is_empty());
        }
        Err(errors) => {
            assert!(!errors.is_empty());
            assert!(errors.iter().all(|error| text.get(error.range.clone()).is_some()));
        }
    }
}

/// Parser of turns: no input makes it panic, and a parsed turn is a legal act of the position. The first byte selects
/// the position.
pub fn notation(bytes: &[u8]) {
    let Some((which, text)) = bytes.split_first() else { return };
    let text = valid(text);
    let games = games();
    let game = &games[usize::from(*which) % games.len()];
    let Some(seat) = game.to_act().first().copied() else { return };
    if let Ok(turn) = read_turn(game, seat, text) {
        assert!(game.legal_acts(seat).contains(&turn.act), "{text:?}: {turn:?}");
        let _ = game.next_choice(&turn);
        let _ = game.clone().apply(seat, &Action::Turn(turn));
    }
    assert!(complete(game, seat, text, 25).len() <= 25);
}

/// Accepted files: a game with them starts, and its moves are generated in reasonable time (cargo-fuzz: `-timeout=10`).
/// Faulty files are skipped, so this target needs a corpus of valid ones.
pub fn accepted(bytes: &[u8]) {
    let Ok(text) = decode(bytes) else { return };
    let Ok(army) = read(text, &engine::ability::specs()) else { return };
    assert!(weight(&army) <= MAX_WEIGHT);
    let army = Arc::new(army);
    let chess = load_builtin("medieval").expect("the chess army");
    for other in [army.clone(), chess] {
        let Ok(setup) = Setup::new(GameMode::Duel, vec![army.clone(), other], [2; 32]) else { return };
        let Ok(mut game) = Game::new(setup) else { return };
        for turn in 0..6 {
            let Some(seat) = game.to_act().first().copied() else { break };
            let acts = game.legal_acts(seat);
            let Some(act) = acts.get(turn * 13 % acts.len().max(1)) else { break };
            let _ = game.apply(seat, &Action::Turn(act.clone().into()));
        }
    }
}

/// Armies of other programs: no input makes the importers panic.
pub fn import(bytes: &[u8]) {
    let text = valid(bytes);
    let _ = from_variants_ini(text, None);
    let _ = from_diagram(text, "Army");
}

/// Stored games: no damaged value makes the restoring of a game panic. The first byte selects the game, the next two the
/// value of its snapshot that is replaced, and the rest is the new value.
pub fn stored(bytes: &[u8]) {
    let [which, low, high, rest @ ..] = bytes else { return };
    let games = games();
    let game = &games[usize::from(*which) % games.len()];
    let whole = engine::game::Game::Titans(Box::new(game.clone()));
    let mut snapshot = serde_json::to_value(whole.snapshot()).expect("a snapshot is JSON");
    let mut count = 0;
    leaves(&mut snapshot, &mut |_| count += 1);
    let chosen = usize::from(u16::from_le_bytes([*low, *high])) % count.max(1);
    let replacement = serde_json::from_slice(rest).unwrap_or_else(|_| Value::from(valid(rest)));
    let mut number = 0;
    leaves(&mut snapshot, &mut |leaf| {
        if number == chosen {
            *leaf = replacement.clone();
        }
        number += 1;
    });
    if let Ok(damaged) = serde_json::from_value::<Snapshot>(snapshot) {
        let _ = Opened::Titans(game.setup().clone().into()).restore(&damaged, Vec::new());
    }
}

/// Visits every value of a JSON text that contains no others.
fn leaves(value: &mut Value, visit: &mut impl FnMut(&mut Value)) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(|value| leaves(value, visit)),
        Value::Object(values) => values.values_mut().for_each(|value| leaves(value, visit)),
        leaf => visit(leaf),
    }
}

/// Uploaded archives: no input makes the reader panic or exceed its bounds.
pub fn archive(bytes: &[u8]) {
    let bounds = Bounds { files: 20, file: 64 << 10, total: 128 << 10 };
    if let Ok(files) = unzip(bytes, bounds) {
        assert!(files.len() <= bounds.files);
        assert!(files.iter().all(|file| file.bytes.len() <= bounds.file && !file.name.contains('/')));
        assert!(files.iter().map(|file| file.bytes.len()).sum::<usize>() <= bounds.total);
    }
}

/// Ids of buttons and menus: no text makes the reader panic, and an accepted one has a single spelling.
pub fn component_id(bytes: &[u8]) {
    let text = valid(bytes);
    if let Some(written) = battalion::discord::respelled_id(text) {
        assert_eq!(written, text);
    }
}

/// Data of presses and forms: nothing that Discord could send makes the reader panic, and an accepted id has a single
/// spelling.
pub fn interaction(bytes: &[u8]) {
    if let Some((id, _)) = battalion::discord::read_press(bytes) {
        component_id(id.as_bytes());
    }
}

/// Longest valid UTF-8 prefix of the bytes.
fn valid(bytes: &[u8]) -> &str {
    bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid())
}

/// Pairings with every kind of action.
const PAIRINGS: &[[&str; 2]] = &[
    ["medieval", "medieval"],
    ["the-party", "makpong"],
    ["baroque-duel", "party-volatile"],
    ["reptilian-order", "medieval"],
    ["alchemists", "the-party"],
    ["alchemists", "alchemists"],
];

/// Games of each pairing: at the start, and after some turns.
fn games() -> &'static [Game] {
    static GAMES: OnceLock<Vec<Game>> = OnceLock::new();
    GAMES.get_or_init(|| PAIRINGS.iter().flat_map(|pair| after(pair, 12)).collect())
}

/// A game at its start, and after some turns with a preference for captures.
fn after(pair: &[&str], turns: usize) -> Vec<Game> {
    let armies: Vec<_> = pair.iter().filter_map(|id| load_builtin(id).ok()).collect();
    let setup = Setup::new(GameMode::Duel, armies, [1; 32]).expect("a Battlefield");
    let start = Game::new(setup).expect("a game");
    let mut game = start.clone();
    for turn in 0..turns {
        let Some(seat) = game.to_act().first().copied() else { break };
        let mut acts = game.legal_acts(seat);
        acts.sort_by_key(|act| act.captures().is_empty());
        let count = acts.len().max(1);
        acts.rotate_left(if turn % 3 == 0 { 0 } else { turn * 7 % count });
        for act in acts {
            if game.apply(seat, &Action::Turn(act.into())).is_ok() {
                break;
            }
        }
    }
    vec![start, game]
}
