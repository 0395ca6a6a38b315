//! Names of piece types in case files.

use std::sync::Arc;

use engine::battalion::{self, Definition, PieceDef};
use engine::board::Seat;
use engine::play::{Rules, TypeId};
use serde_json::Value;

use super::{bare, strings};

/// Test version of The Party, whose names have the suffix `_test` in other files.
pub const TEST_PARTY: &str = "party-volatile";

/// Loads a built-in Battalion.
pub fn load(id: &str) -> Result<Arc<Definition>, String> {
    battalion::load_builtin(id).map_err(|error| error.to_string())
}

/// All built-in Battalions, and one with the `haunted` piece.
pub fn all() -> Result<Vec<Arc<Definition>>, String> {
    let mut all = battalion::builtin().iter().map(|builtin| load(builtin.id)).collect::<Result<Vec<_>, _>>()?;
    all.push(bare::spirits());
    Ok(all)
}

/// Battalion in the case file itself, as lines of a Battalion file.
pub fn own(file: &Value) -> Result<Option<Arc<Definition>>, String> {
    let lines = strings(&file["battalion"]);
    if lines.is_empty() {
        return Ok(None);
    }
    let read = battalion::read(&lines.join("\n"), &engine::ability::specs());
    let army = read.map_err(|errors| format!("its Battalion: {errors:?}"))?;
    Ok(Some(Arc::new(army)))
}

/// Battalion that is the subject of a file.
pub fn home(source: &str) -> Result<&'static str, String> {
    match source {
        "baroque-battalion" => Ok("baroque"),
        "the-party" => Ok("the-party"),
        "the-party-test-version" => Ok(TEST_PARTY),
        "makpong-battalion" => Ok("makpong"),
        "medieval-battalion" => Ok("medieval"),
        other => Err(format!("no Battalion is known for the source `{other}`")),
    }
}

/// Checks whether a name in a case denotes this piece of this Battalion.
fn means(name: &str, army: &Definition, def: &PieceDef) -> bool {
    let plain = |text: &str| text.to_lowercase().replace([' ', '-'], "_");
    let (wanted, only) = if let Some(rest) = name.strip_prefix("chess_") {
        (rest, Some("medieval"))
    } else if let Some(rest) = name.strip_suffix("_test") {
        (rest, Some(TEST_PARTY))
    } else {
        (name, None)
    };
    if only.is_some_and(|only| only != army.id) {
        return false;
    }
    let (id, title) = (plain(&def.id), plain(&def.name));
    let family = |prefix: &str, of: &str| {
        wanted.strip_prefix(prefix).is_some_and(|rest| army.id.starts_with(of) && (rest == id || rest == title))
    };
    let medieval = army.id == "medieval" && only.is_none();
    !medieval && (wanted == id || wanted == title || family("baroque_", "baroque") || family("snare_", "makpong"))
}

/// Finds the type that a name in a case denotes for a seat. In files about the test version of The Party, its types
/// come first. Then the seat's own Battalion, then any other.
pub fn find(rules: &Rules, seat: Seat, name: &str, home: &str) -> Result<TypeId, String> {
    let own = rules.army(seat).id.clone();
    let rank = |ty: TypeId| {
        let army = &rules.armies[rules.ty(ty).origin.0];
        match army.id.as_str() {
            TEST_PARTY if home == TEST_PARTY => 0,
            TEST_PARTY => 4,
            id if id == own => 1,
            id if id == home => 2,
            _ => 3,
        }
    };
    (0..rules.types.len())
        .map(TypeId::new)
        .filter(|ty| {
            let (army, piece) = rules.ty(*ty).origin;
            means(name, &rules.armies[army], &rules.armies[army].pieces[piece])
        })
        .min_by_key(|ty| rank(*ty))
        .ok_or_else(|| format!("no piece type is called `{name}`"))
}

/// Like [`find`], but prefers types that the seat can have in reserve.
pub fn find_reserve(rules: &Rules, seat: Seat, name: &str, home: &str) -> Result<TypeId, String> {
    let reserves = rules.seats[seat.index()].reserves.iter();
    let fitting = reserves.map(|reserve| reserve.ty).find(|ty| {
        let (army, piece) = rules.ty(*ty).origin;
        let marked = format!("{name}_test");
        let army = &rules.armies[army];
        let def = &army.pieces[piece];
        means(name, army, def) && (army.id != TEST_PARTY || home == TEST_PARTY || !means(&marked, army, def))
    });
    fitting.map_or_else(|| find(rules, seat, name, home), Ok)
}

/// Name of a built-in piece in the cases.
pub fn name_of(army: &Definition, def: &PieceDef) -> String {
    let id = def.id.to_lowercase().replace('-', "_");
    let family = |prefix: &str, plain: &[&str]| {
        if plain.contains(&id.as_str()) { format!("{prefix}{id}") } else { id.clone() }
    };
    match army.id.as_str() {
        "medieval" => format!("chess_{id}"),
        "makpong" if id == "promoted_pawn" => "promoted_snare_pawn".into(),
        "makpong" => family("snare_", &["king", "queen", "bishop", "knight", "rook", "pawn"]),
        TEST_PARTY => match id.as_str() {
            "supporter" | "chairman" | "paramilitant" | "senator" | "minister" => {
                format!("{id}_test")
            }
            _ => id,
        },
        other if other.starts_with("baroque") => family("baroque_", &["titan", "pawn"]),
        _ => id,
    }
}
