//! Reader of Interactive Diagram descriptions: settings such as `files=8`, and a line for each piece,
//! `name:ID:notation:picture:start`.

use super::known;
use super::sketch::{Piece, Sketch};
use super::{ImportError, Imported};

/// Settings of appearance and behaviour, ignored by the import.
const LOOKS: &[&str] = &[
    "satellite",
    "graphicsdir",
    "graphicstype",
    "whiteprefix",
    "blackprefix",
    "squaresize",
    "lightshade",
    "darkshade",
    "coordstyle",
    "borders",
    "firstrank",
    "rimcolor",
    "startshade",
    "theme",
    "useshade",
    "newclick",
    "symmetry",
    "files",
    "ranks",
    "promozone",
    "promochoice",
    "maxpromote",
    "royal",
];

/// Imports White's army of a diagram.
///
/// # Errors
/// [`ImportError`] if the text describes no army.
pub fn from_diagram(text: &str, name: &str) -> Result<Imported, ImportError> {
    let mut sketch = Sketch { name: name.to_owned(), rear: 1, ..Sketch::default() };
    let (mut ranks, mut files, mut royal, mut most) = (8u8, 8u8, None, 1usize);
    let mut choice = String::new();
    let mut starts: Vec<(usize, (u8, u8))> = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(['<', '#', '/'])) {
        if let Some((key, value)) = line.split_once('=').filter(|(key, _)| !key.contains(':')) {
            let (key, value) = (key.trim().to_lowercase(), value.trim());
            match key.as_str() {
                "files" => files = value.parse().unwrap_or(8),
                "ranks" => ranks = value.parse().unwrap_or(8),
                "promozone" => sketch.rear = value.parse().unwrap_or(1),
                "promochoice" => choice = value.to_owned(),
                "maxpromote" => most = value.parse().unwrap_or(1),
                "royal" => royal = value.parse::<usize>().ok(),
                _ if LOOKS.contains(&key.as_str()) => {}
                _ => sketch.missing.push(format!("the setting `{key}={value}`")),
            }
            continue;
        }
        let parts: Vec<&str> = line.splitn(5, ':').map(str::trim).collect();
        let [piece, id, notation, _, places] = parts[..] else {
            sketch.missing.push(format!("the line `{line}`"));
            continue;
        };
        let notation = match (notation, known::movement(piece)) {
            ("", Some(known)) => known,
            (given, _) => given,
        };
        let letter = if id.is_empty() { piece.get(..1).unwrap_or_default() } else { id };
        let index = sketch.pieces.len();
        sketch.pieces.push(Piece::new(piece, letter, notation));
        // Black's starting places follow an empty entry.
        for place in places.split(',').map(str::trim).take_while(|place| !place.is_empty()) {
            match spaces(place) {
                Some(found) => starts.extend(found.into_iter().map(|space| (index, space))),
                None => sketch.missing.push(format!("the place `{place}` of {piece}")),
            }
        }
    }
    let off = |(_, (file, rank)): &&(usize, (u8, u8))| *file >= files || *rank >= ranks;
    if let Some((index, _)) = starts.iter().find(off) {
        return Err(ImportError::OffBoard { piece: sketch.pieces[*index].name.clone(), files, ranks });
    }
    let deep = starts.iter().map(|(_, (_, rank))| rank + 1).max().unwrap_or(0);
    if deep == 0 {
        return Err(ImportError::Nothing(
            "an Interactive Diagram's description, with lines such as `knight:N:N::b1,g1`",
        ));
    }
    sketch.rows = vec![vec![None; files.into()]; deep.into()];
    for (piece, (file, rank)) in &starts {
        sketch.rows[usize::from(deep - 1 - rank)][usize::from(*file)] = Some(*piece);
    }
    sketch.between = ranks.checked_sub(2 * deep).filter(|between| *between > 0);
    let is_king = |piece: &Piece| piece.name.eq_ignore_ascii_case("king") || piece.symbol == "K";
    let royal = royal.and_then(|number| number.checked_sub(1)).or_else(|| sketch.pieces.iter().position(is_king));
    if let Some(king) = royal.and_then(|index| sketch.pieces.get_mut(index)) {
        king.titan = true;
        if let Some(by) = king.taken.castles {
            let by = by.clamp(2, 12);
            sketch.castling = Some((corners(&sketch.rows), by, by));
        }
    }
    let titles: Vec<usize> = (0..sketch.pieces.len())
        .filter(|index| choice.to_uppercase().contains(&sketch.pieces[*index].symbol.to_uppercase()))
        .collect();
    for piece in sketch.pieces.iter_mut().take(most) {
        piece.promotes.clone_from(&titles);
    }
    sketch.finish()
}

/// Pieces in the corners of the last row, which are partners for castling.
fn corners(rows: &[Vec<Option<usize>>]) -> Vec<usize> {
    let last = rows.last().map(Vec::as_slice).unwrap_or_default();
    let mut found: Vec<usize> = [last.first(), last.last()].into_iter().flatten().copied().flatten().collect();
    found.dedup();
    found
}

/// Spaces of `a2` or `a2-h2` as (file, rank), from 0.
fn spaces(place: &str) -> Option<Vec<(u8, u8)>> {
    let one = |text: &str| -> Option<(u8, u8)> {
        let file = text.bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
        let rank: u8 = text.get(1..)?.parse().ok()?;
        Some((file, rank.checked_sub(1)?))
    };
    match place.split_once('-') {
        None => Some(vec![one(place)?]),
        Some((from, to)) => {
            let ((a, low), (b, high)) = (one(from)?, one(to)?);
            let ranks = low.min(high)..=low.max(high);
            let files = a.min(b)..=a.max(b);
            Some(ranks.flat_map(|rank| files.clone().map(move |file| (file, rank))).collect())
        }
    }
}
