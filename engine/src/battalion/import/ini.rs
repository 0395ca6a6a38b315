//! Reader of Fairy-Stockfish's `variants.ini`: sections `[name:parent]` with settings such as `customPiece1 = a:BN` and
//! `startFen = …`.

use super::bases::Settings;
use super::region::{Region, region};
use super::sketch::{Piece, Sketch};
use super::{ImportError, Imported, bases, known};

/// Settings that the import uses, or that do not concern the army.
const USED: &[&str] = &[
    "startFen",
    "promotionPieceTypes",
    "castling",
    "doubleStep",
    "castlingKingsideFile",
    "castlingQueensideFile",
    "castlingRookPieces",
    "promotionRank",
    "promotedPieceType",
    "mandatoryPiecePromotion",
    "maxRank",
    "maxFile",
    "variantTemplate",
    "pieceToCharTable",
    "flagPiece",
    "flagRegionWhite",
    "flagRegionBlack",
    "soldierPromotionRank",
];

/// Imports White's army of a variant. The name is optional if the file has only one variant.
///
/// # Errors
/// [`ImportError`] if the text describes no army.
pub fn from_variants_ini(text: &str, variant: Option<&str>) -> Result<Imported, ImportError> {
    let sections = sections(text);
    let known = || sections.iter().map(|(name, ..)| name.clone()).collect();
    let wanted = match (variant, &sections[..]) {
        (Some(asked), _) => sections.iter().find(|(name, ..)| name == asked),
        (None, [only]) => Some(only),
        (None, []) => {
            return Err(ImportError::Nothing("a `variants.ini`, with a section such as `[name:chess]`"));
        }
        (None, _) => None,
    };
    let Some((name, ..)) = wanted else {
        return Err(ImportError::Which { asked: variant.map(str::to_owned), known: known() });
    };
    let mut sketch = Sketch { name: name.clone(), rear: 1, ..Sketch::default() };
    let (settings, unknown) = inherit(&sections, name);
    let orphan = |error| match &unknown {
        Some(parent) => ImportError::Parent { name: name.clone(), parent: parent.clone(), known: bases::names() },
        None => error,
    };
    let promotes = pieces(&settings, &mut sketch);
    layout(&settings, &mut sketch);
    if sketch.rows.is_empty() {
        let error = if settings.contains_key("startFen") {
            ImportError::NoWhite
        } else {
            ImportError::Nothing("a variant with a `startFen`")
        };
        return Err(orphan(error));
    }
    promotions(&settings, &promotes, &mut sketch);
    castling(&settings, &mut sketch);
    regions(&settings, &mut sketch);
    rules(&settings, &mut sketch);
    if let Some(parent) = &unknown {
        sketch.missing.push(format!("what it inherits from `{parent}`, which is neither in the file nor known here"));
    }
    sketch.finish().map_err(orphan)
}

/// Name, parent and settings of each section.
fn sections(text: &str) -> Vec<(String, Option<String>, Settings)> {
    let mut found: Vec<(String, Option<String>, Settings)> = Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some(head) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            let (name, parent) = match head.split_once(':') {
                Some((name, parent)) => (name, Some(parent.trim().to_owned())),
                None => (head, None),
            };
            found.push((name.trim().to_owned(), parent, Settings::new()));
        } else if let Some((key, value)) = line.split_once('=').filter(|_| !line.starts_with(['#', ';']))
            && let Some((.., settings)) = found.last_mut()
        {
            settings.insert(key.trim().to_owned(), value.trim().to_owned());
        }
    }
    found
}

/// Settings of a section merged over those of its parents, and the name of a parent that is not known.
fn inherit(sections: &[(String, Option<String>, Settings)], name: &str) -> (Settings, Option<String>) {
    let mut lines = Vec::new();
    let mut at = Some(name.to_owned());
    let mut base = "chess".to_owned();
    while let Some(name) = at.take() {
        match sections.iter().position(|(known, ..)| *known == name).filter(|index| !lines.contains(index)) {
            Some(index) => {
                lines.push(index);
                at.clone_from(&sections[index].1);
            }
            None => base = name,
        }
    }
    let inherited = bases::settings(&base);
    let unknown = inherited.is_none().then_some(base);
    let mut all = inherited.unwrap_or_default();
    for index in lines.into_iter().rev() {
        all.extend(sections[index].2.clone());
    }
    (all, unknown)
}

/// Reads the pieces. Returns pairs of letters: a piece and its `promotedPieceType`.
fn pieces(settings: &Settings, sketch: &mut Sketch) -> Vec<(String, String)> {
    for (key, value) in settings {
        let (letter, notation) = match value.split_once(':') {
            Some((letter, notation)) => (letter, Some(notation)),
            None => (value.as_str(), None),
        };
        let custom = key.starts_with("customPiece");
        let known = known::movement(key).filter(|_| !USED.contains(&key.as_str()));
        if !custom && known.is_none() {
            let used =
                USED.contains(&key.as_str()) || key.starts_with(REGION) || key.starts_with("mobilityRegionBlack");
            if !used && !RULES.iter().any(|(known, values, _)| *known == key && values.contains(&value.as_str())) {
                sketch.missing.push(format!("the setting `{key} = {value}`"));
            }
            continue;
        }
        if letter.chars().count() != 1 || letter == "-" {
            continue;
        }
        let name = if custom { format!("Piece {}", letter.to_uppercase()) } else { key.clone() };
        let notation = notation.or(known).unwrap_or_default();
        let mut piece = Piece::new(&name, letter, notation);
        if key == "pawn" {
            let step = settings.get("doubleStep").is_some_and(|value| value == "true");
            piece.taken.double_step = step;
            piece.taken.betza = known::PAWN.to_owned() + if step { known::DOUBLE_STEP } else { "" };
        }
        piece.titan = key == "king";
        piece.key.clone_from(key);
        sketch.pieces.push(piece);
    }
    let pairs = settings.get("promotedPieceType").map(String::as_str).unwrap_or_default();
    let pairs = pairs.split_whitespace().filter_map(|pair| pair.split_once(':'));
    pairs.map(|(from, to)| (from.to_owned(), to.to_owned())).collect()
}

fn find(sketch: &Sketch, letter: &str) -> Option<usize> {
    sketch.pieces.iter().position(|piece| piece.symbol.eq_ignore_ascii_case(letter))
}

/// Reads White's rows of the starting position.
fn layout(settings: &Settings, sketch: &mut Sketch) {
    let fen = settings.get("startFen").map(String::as_str).unwrap_or_default();
    let board = fen.split([' ', '[']).next().unwrap_or_default();
    if fen.contains('[') && !fen.contains("[]") {
        sketch.missing.push("the pieces in hand at the start".to_owned());
    }
    let mut ranks: Vec<Vec<Option<char>>> = Vec::new();
    for row in board.split('/').filter(|row| !row.is_empty()) {
        let mut cells = Vec::new();
        let mut digits = String::new();
        for letter in row.chars().chain(['/']) {
            if letter.is_ascii_digit() {
                digits.push(letter);
                continue;
            }
            let gap: usize = std::mem::take(&mut digits).parse().unwrap_or(0);
            cells.extend(std::iter::repeat_n(None, gap.min(26)));
            if letter.is_ascii_alphabetic() {
                cells.push(Some(letter));
            }
        }
        ranks.push(cells);
    }
    let own = |row: &Vec<Option<char>>| row.iter().flatten().any(char::is_ascii_uppercase);
    let Some(front) = ranks.iter().position(own) else {
        return;
    };
    let width = ranks.iter().map(Vec::len).max().unwrap_or(0);
    let white: Vec<Vec<Option<char>>> = ranks[front..].to_vec();
    let mirrored = |row: &Vec<Option<char>>| -> Vec<Option<char>> {
        row.iter().map(|cell| cell.map(|letter| letter.to_ascii_uppercase())).collect()
    };
    let black: Vec<Vec<Option<char>>> = ranks[..white.len().min(ranks.len())].iter().rev().map(mirrored).collect();
    let turned: Vec<Vec<Option<char>>> = black.iter().map(|row| row.iter().rev().copied().collect()).collect();
    if black != white && turned != white {
        sketch.missing.push("the army of Black, which is another one".to_owned());
    }
    sketch.between = side(ranks.len()).checked_sub(2 * side(white.len())).filter(|between| *between > 0);
    for row in &white {
        let mut cells: Vec<Option<usize>> = Vec::new();
        for cell in row {
            let piece = cell.filter(char::is_ascii_uppercase).map(String::from);
            let found = piece.as_ref().and_then(|letter| find(sketch, letter));
            if let Some(letter) = piece.filter(|_| found.is_none()) {
                sketch.missing.push(format!("`{letter}` in the first position: no such piece is known"));
            }
            cells.push(found);
        }
        cells.resize(width, None);
        sketch.rows.push(cells);
    }
}

/// Length of a side of the board.
fn side(length: usize) -> u8 {
    u8::try_from(length).unwrap_or(u8::MAX)
}

/// Number of ranks of a position.
fn ranks_of(fen: &str) -> u8 {
    side(fen.split(' ').next().unwrap_or_default().split('/').count())
}

/// Sets promotions: of Pawns from `promotionPieceTypes`, of other pieces from `promotedPieceType`.
fn promotions(settings: &Settings, pairs: &[(String, String)], sketch: &mut Sketch) {
    let ranks = settings.get("maxRank").and_then(|text| text.parse::<u8>().ok());
    let fen = settings.get("startFen").map(String::as_str).unwrap_or_default();
    let ranks = ranks.unwrap_or_else(|| ranks_of(fen));
    if let Some(rank) = settings.get("promotionRank").and_then(|text| text.parse::<u8>().ok()) {
        sketch.rear = (ranks + 1).saturating_sub(rank).clamp(1, 12);
    }
    let types = settings.get("promotionPieceTypes").map(String::as_str).unwrap_or_default();
    let to: Vec<usize> = types.chars().filter_map(|letter| find(sketch, &letter.to_string())).collect();
    let forced = settings.get("mandatoryPiecePromotion").is_some_and(|value| value == "true");
    if let Some(pawn) = sketch.pieces.iter_mut().find(|piece| piece.name == "pawn") {
        pawn.promotes = to;
    }
    for (from, to) in pairs {
        if let (Some(from), Some(to)) = (find(sketch, from), find(sketch, to)) {
            sketch.pieces[from].promotes = vec![to];
            sketch.pieces[from].optional = !forced;
        }
    }
}

fn castling(settings: &Settings, sketch: &mut Sketch) {
    let rank = sketch.rows.last().cloned().unwrap_or_default();
    let king = sketch.pieces.iter().position(|piece| piece.titan);
    let at = rank.iter().position(|cell| king.is_some() && *cell == king);
    let (true, Some(at)) = (settings.get("castling").is_some_and(|value| value == "true"), at) else {
        return;
    };
    let rooks = settings.get("castlingRookPieces").map_or("r", String::as_str);
    let with: Vec<usize> = rooks.chars().filter_map(|letter| find(sketch, &letter.to_string())).collect();
    let goes = |key: &str| -> Option<u8> {
        let file = settings.get(key)?.bytes().next()?.to_ascii_lowercase().checked_sub(b'a')?;
        Some(side(usize::from(file).abs_diff(at)).clamp(2, 12))
    };
    let partner = |cell: &Option<usize>| cell.is_some_and(|piece| with.contains(&piece));
    let right = rank.iter().skip(at + 1).position(partner);
    let left = rank.iter().take(at).rev().position(partner);
    // The King's way depends on how far away its partner is, in a Battalion; on the side, there.
    let (mut near, mut far) = (None, None);
    for (gap, key) in [(right, "castlingKingsideFile"), (left, "castlingQueensideFile")] {
        let Some(gap) = gap else { continue };
        let by = goes(key).unwrap_or(2);
        let known = if gap < 3 { &mut near } else { &mut far };
        if *known.get_or_insert(by) != by {
            sketch.missing.push(format!("`{key}`: the King goes as far there as on the other side"));
        }
    }
    if let Some(any) = near.or(far) {
        sketch.castling = Some((with, near.unwrap_or(any), far.unwrap_or(any)));
    }
}

/// Beginning of the settings that bind a piece to a region.
const REGION: &str = "mobilityRegionWhite";

/// Binds pieces to regions of the board, and lets soldiers go sideways beyond the river.
fn regions(settings: &Settings, sketch: &mut Sketch) {
    let fen = settings.get("startFen").map(String::as_str).unwrap_or_default();
    let ranks = ranks_of(fen);
    let (files, rows) = (side(sketch.rows.iter().map(Vec::len).max().unwrap_or(0)), side(sketch.rows.len()));
    let zone = |sketch: &mut Sketch, list: &str| -> Option<String> {
        match region(list, files, ranks, rows)? {
            Region::Named(name) => Some(name.to_owned()),
            Region::Drawn(rows) => Some(sketch.zone(rows)),
        }
    };
    for (key, list) in settings.iter().filter(|(key, _)| key.starts_with(REGION)) {
        let piece = key.trim_start_matches(REGION);
        let index = sketch.pieces.iter().position(|known| known.key.eq_ignore_ascii_case(piece));
        match (index, zone(sketch, list)) {
            (Some(index), Some(zone)) => sketch.pieces[index].to = Some(zone),
            (Some(_), None) => sketch.missing.push(format!("the setting `{key} = {list}`")),
            (None, _) => {}
        }
    }
    let soldier = sketch.pieces.iter().position(|piece| piece.key == "soldier");
    if let (Some(rank), Some(soldier)) = (settings.get("soldierPromotionRank"), soldier) {
        match rank.parse::<u8>() {
            Ok(rank) if rank > 1 && rank - 1 == ranks.div_ceil(2) => {
                let piece = &mut sketch.pieces[soldier];
                piece.taken.betza = "fW".to_owned();
                piece.more.push("{ betza = \"sW\", from = \"far-half\" }".to_owned());
            }
            Ok(1) => {}
            _ => sketch.missing.push(format!("the setting `soldierPromotionRank = {rank}`")),
        }
    }
    if let (Some(flag), Some(list)) = (settings.get("flagPiece"), settings.get("flagRegionWhite")) {
        match (find(sketch, flag), zone(sketch, list)) {
            (Some(piece), Some(zone)) => sketch.goals.push((piece, zone)),
            _ => sketch.missing.push(format!("the goal `{list}` of `{flag}`")),
        }
    }
}

/// Settings that are rules of a Battalion: key, values, and what they add.
type Rule = (&'static str, &'static [&'static str], fn(&str, &Settings, &mut Sketch));

const RULES: &[Rule] = &[
    ("checkCounting", &["true", "false"], |value, settings, sketch| {
        let fen = settings.get("startFen").map(String::as_str).unwrap_or_default();
        let count = fen.split(' ').find_map(|field| field.split_once('+')?.0.parse::<u8>().ok()).unwrap_or(3);
        if value == "true" {
            sketch.powers.push(format!("use = \"win-by-checks\"\ncount = {}", count.clamp(1, 20)));
        }
    }),
    ("checking", &["true", "false"], |value, _, sketch| {
        if value == "false" {
            sketch.powers.push("use = \"no-checks\"".to_owned());
        }
    }),
    ("flagMove", &["true", "false"], |value, _, sketch| sketch.last_turn = value == "true"),
    ("stalemateValue", &["loss", "win", "draw"], |value, _, sketch| {
        let result = match value {
            "loss" => "loses",
            "win" => "wins",
            _ => return,
        };
        sketch.powers.push(format!("use = \"stalemate\"\nresult = \"{result}\""));
    }),
    ("mustCapture", &["true", "false"], |value, _, sketch| {
        if value == "true" {
            sketch.powers.push("use = \"must-capture\"".to_owned());
        }
    }),
    ("pass", &["true", "false"], |value, _, sketch| {
        if value == "true" {
            sketch.powers.push("use = \"pass\"".to_owned());
        }
    }),
    ("flyingGeneral", &["true", "false"], |value, _, sketch| {
        for piece in sketch.pieces.iter_mut().filter(|piece| piece.titan && value == "true") {
            piece.abilities.push("\"face\"".to_owned());
        }
    }),
    ("blastOnCapture", &["true", "false"], |value, _, sketch| {
        if value == "true" {
            sketch.blast();
        }
    }),
];

fn rules(settings: &Settings, sketch: &mut Sketch) {
    for (key, values, add) in RULES {
        if let Some(value) = settings.get(*key).filter(|value| values.contains(&value.as_str())) {
            add(value, settings, sketch);
        }
    }
}
