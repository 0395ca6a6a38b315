//! Battlefields that a server brings.

use engine::board::Battlefield;

use super::{clean, count};

/// "8×6, 2 Players".
pub fn size(field: &Battlefield) -> String {
    let seats = field.berths.len();
    let players = match seats {
        2 => "2 Players".to_owned(),
        seats => format!("up to {seats} Players"),
    };
    format!("{}×{}, {players}", field.width, field.height)
}

fn line(field: &Battlefield) -> String {
    format!("* {} (`{}`): {}", clean(&field.name), field.id, size(field))
}

/// These have been added.
pub fn added(fields: &[Battlefield]) -> String {
    let lines: Vec<String> = fields.iter().map(line).collect();
    let text = format!(
        "This server now has {}; `/titans new` offers it under `battlefield`.\n{}",
        count(fields.len(), "more Battlefield", "more Battlefields"),
        lines.join("\n")
    );
    match fields.len() {
        1 => text,
        _ => text.replacen("offers it", "offers them", 1),
    }
}

/// Without a picture.
pub const NO_PICTURE: &str =
    "No built-in Battalion fits at each of its sides; bring Battalions with narrower Territories.";

/// This one is gone.
pub fn removed(field: &Battlefield) -> String {
    format!(
        "{} has been removed; games on it go on.",
        clean(&field.name)
    )
}

/// All that a server has.
pub fn list(fields: &[Battlefield]) -> String {
    match fields {
        [] => "This server has no Battlefields of its own; add one with `/battalion-admin battlefield add`.".into(),
        fields => {
            let lines: Vec<String> = fields.iter().map(line).collect();
            format!("The Battlefields of this server:\n{}", lines.join("\n"))
        }
    }
}
