//! Empty piece types and Battalions, as a basis for tests and the conformance runner.

use std::sync::Arc;

use engine::battalion::{Credits, Definition, Matches, PieceDef, Territory};
use engine::board::FOUR;
use engine::piece::{Bounds, Mode, MoveRule, Path, When};

/// Piece type without any movement or ability.
pub fn piece(id: &str) -> PieceDef {
    PieceDef {
        id: id.to_owned(),
        name: id.to_owned(),
        aliases: Vec::new(),
        symbol: id.chars().take(1).collect(),
        icon: String::new(),
        art: None,
        prose: String::new(),
        rules: Vec::new(),
        titan: false,
        immutable: false,
        capturable: true,
        blocking: true,
        moves: Vec::new(),
        betza: Vec::new(),
        promotion: None,
        takes_en_passant: false,
        taken_en_passant: false,
        castles_with: Vec::new(),
        castling: engine::battalion::Castling::CHESS,
        abilities: Vec::new(),
        examples: Vec::new(),
    }
}

/// Movement without a condition.
pub fn rule(path: Path, mode: Mode, initial: bool) -> MoveRule {
    MoveRule { path, mode, initial, when: When::Always, bounds: Bounds::NONE }
}

/// Battalion of these pieces, without a layout.
pub fn army(id: &str, pieces: Vec<PieceDef>) -> Definition {
    Definition {
        id: id.to_owned(),
        name: id.to_owned(),
        author: String::new(),
        license: String::new(),
        credits: Credits::default(),
        summary: String::new(),
        prose: String::new(),
        extra_strength: false,
        matches: Matches::All,
        counts_for_targets: true,
        territory: Territory { rows: Vec::new(), mirror: false, margin: 0 },
        zones: Vec::new(),
        pieces,
        reserves: Vec::new(),
        powers: Vec::new(),
        sha256: String::new(),
    }
}

/// Battalion with the piece that cases call `haunted`: non-blocking, moving 1 Space along Rook Lines.
pub fn spirits() -> Arc<Definition> {
    let mut haunted = piece("haunted");
    haunted.blocking = false;
    let steps = FOUR.map(|step| rule(Path::Leap(step), Mode::Move, false));
    haunted.moves.extend(steps);
    Arc::new(army("spirits", vec![haunted]))
}
