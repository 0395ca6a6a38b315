//! Custom pictures for the pieces of a Battalion: traced, compared with the other pieces, and inserted into the text of
//! its file. Shared by servers and the command line; `upload` is specific to servers.

mod put;
mod upload;

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::battalion::{Definition, nearest};
use engine::piece::art::Art;
use engine::view::Look;
use render::cards::look;
use render::trace::TraceError;
use render::{LEAST_DIFFERENCE, Renderer, trace};

use crate::unzip::{Bounds, Entry, UnzipError, unzip};

use put::with_art;
pub use upload::{Drawing, MAX_UPLOAD};

/// Limits of a zip file of pictures, enough for a whole army.
const BOUNDS: Bounds = Bounds { files: 60, file: render::trace::MAX_PICTURE, total: 16 << 20 };

/// A picture for a piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sketch {
    /// File name.
    pub file: String,
    /// Id, name or symbol of the piece.
    pub piece: String,
    /// PNG, JPEG, SVG, WebP or GIF data.
    pub bytes: Vec<u8>,
}

impl Sketch {
    /// Picture for the piece that its file is named after.
    pub fn named(file: String, bytes: Vec<u8>) -> Self {
        let stem = file.rsplit_once('.').map_or(file.as_str(), |(stem, _)| stem);
        Self { piece: stem.to_owned(), file, bytes }
    }
}

/// Returns true for a zip file.
pub fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// Pictures of a zip file, each for the piece that it is named after.
pub fn unpacked(bytes: &[u8]) -> Result<Vec<Sketch>, UnzipError> {
    let sketch = |Entry { name, bytes }| Sketch::named(name, bytes);
    Ok(unzip(bytes, BOUNDS)?.into_iter().map(sketch).collect())
}

/// Result of inserting pictures into a Battalion file.
#[derive(Clone, Debug)]
pub struct Painted {
    /// New text of the file. All bytes outside of the pictures stay the same.
    pub text: String,
    /// Pieces with a new picture.
    pub pieces: Vec<PaintedPiece>,
    /// Rejected pictures.
    pub refused: Vec<RefusedSketch>,
}

/// A piece with a new picture.
#[derive(Clone, PartialEq, Debug)]
pub struct PaintedPiece {
    /// Index in the Battalion.
    pub index: usize,
    pub name: String,
    /// Name of the most similar piece of the army.
    pub nearest: Option<String>,
}

/// A rejected picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefusedSketch {
    /// File name.
    pub file: String,
    /// Reason.
    pub why: SketchRefusal,
}

/// Reason why a picture was rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SketchRefusal {
    /// The Battalion has no piece of this name.
    NoPiece {
        /// Requested name.
        asked: String,
        /// Similar existing name, as a suggestion.
        meant: Option<String>,
    },
    /// This other picture is for the same piece.
    Twice(String),
    /// Tracing failed.
    Trace(TraceError),
    /// Too similar to another piece.
    Alike {
        /// Name of the piece.
        piece: String,
        /// Name of the other piece.
        other: String,
    },
    /// The file's syntax does not allow inserting a picture for this piece.
    Unwritable(String),
    /// The time limit was reached before this picture was processed.
    Late,
}

/// Traces pictures and inserts them into the text of a Battalion file with this `definition`. Calls `goes_on` with the
/// number of finished pictures. If it returns false, the remaining pictures are rejected.
pub fn paint(
    renderer: &Renderer,
    text: &str,
    definition: &Definition,
    sketches: Vec<Sketch>,
    goes_on: &dyn Fn(usize) -> bool,
) -> Painted {
    let all = sketches.len();
    let mut refused = Vec::new();
    let mut new: BTreeMap<usize, (String, Art)> = BTreeMap::new();
    for (done, Sketch { file, piece, bytes }) in sketches.into_iter().enumerate() {
        let why = match find(definition, &piece) {
            _ if !goes_on(done) => SketchRefusal::Late,
            None => SketchRefusal::NoPiece { meant: meant(definition, &piece), asked: piece },
            Some(index) if new.contains_key(&index) => SketchRefusal::Twice(name(definition, index)),
            Some(index) => match trace(&bytes) {
                Ok(art) => {
                    new.insert(index, (file, art));
                    continue;
                }
                Err(why) => SketchRefusal::Trace(why),
            },
        };
        refused.push(RefusedSketch { file, why });
    }
    // A rejected picture restores the old one of its piece, which may in turn be too similar to another new picture.
    // Repeat until nothing changes.
    loop {
        if !goes_on(all) {
            let late = std::mem::take(&mut new).into_values();
            let why = SketchRefusal::Late;
            refused.extend(late.map(|(file, _)| RefusedSketch { file, why: why.clone() }));
        }
        let Some((index, other)) = confused(renderer, definition, &new) else {
            break;
        };
        if let Some((file, _)) = new.remove(&index) {
            let (piece, other) = (name(definition, index), name(definition, other));
            let why = SketchRefusal::Alike { piece, other };
            refused.push(RefusedSketch { file, why });
        }
    }
    let mut painted = Painted { text: text.to_owned(), pieces: Vec::new(), refused };
    let prints = renderer.prints(&looks(definition, &new));
    for (index, (file, art)) in &new {
        match with_art(&painted.text, *index, art) {
            Some(changed) => {
                painted.text = changed;
                painted.pieces.push(PaintedPiece {
                    index: *index,
                    name: name(definition, *index),
                    nearest: prints.nearest(*index).map(|(other, _)| name(definition, other)),
                });
            }
            None => painted
                .refused
                .push(RefusedSketch { file: file.clone(), why: SketchRefusal::Unwritable(name(definition, *index)) }),
        }
    }
    painted
}

fn name(definition: &Definition, index: usize) -> String {
    let piece = definition.pieces.get(index);
    piece.map_or_else(String::new, |piece| piece.name.clone())
}

/// Converts to the form of an id.
fn plain(text: &str) -> String {
    text.trim().to_lowercase().replace([' ', '_'], "-")
}

/// Index of the piece with this id, name or symbol.
fn find(definition: &Definition, asked: &str) -> Option<usize> {
    let asked = plain(asked);
    let all = &definition.pieces;
    let by = |fits: &dyn Fn(&engine::battalion::PieceDef) -> bool| all.iter().position(fits);
    by(&|piece| piece.id == asked)
        .or_else(|| by(&|piece| plain(&piece.name) == asked))
        .or_else(|| by(&|piece| plain(&piece.symbol) == asked))
}

fn meant(definition: &Definition, asked: &str) -> Option<String> {
    let names = definition.pieces.iter();
    let names = names.flat_map(|piece| [piece.id.as_str(), piece.name.as_str()]);
    nearest(asked, names)
}

/// Appearance of all pieces with the new pictures.
fn looks(definition: &Definition, new: &BTreeMap<usize, (String, Art)>) -> Vec<Look> {
    let with = |(index, piece)| {
        let old = look(definition, piece);
        let art = new.get(&index).map(|(_, art)| art.clone());
        Look { art: art.or_else(|| old.art.clone()), ..old }
    };
    definition.pieces.iter().enumerate().map(with).collect()
}

/// First new picture that is too similar to another piece, with that piece. Of two new pictures, the later one.
fn confused(
    renderer: &Renderer,
    definition: &Definition,
    new: &BTreeMap<usize, (String, Art)>,
) -> Option<(usize, usize)> {
    let prints = renderer.prints(&looks(definition, new));
    new.keys().rev().find_map(|index| {
        let (other, difference) = prints.nearest(*index)?;
        (difference < LEAST_DIFFERENCE).then_some((*index, other))
    })
}

/// Cards with the pieces of a Battalion, as drawn on boards.
///
/// # Errors
/// Fails if a card cannot be drawn.
pub fn cards(
    renderer: &Renderer,
    definition: &Arc<Definition>,
    pieces: &[usize],
) -> Result<Vec<render::Picture>, render::RenderError> {
    let looks: Vec<Look> =
        pieces.iter().filter_map(|index| definition.pieces.get(*index)).map(|piece| look(definition, piece)).collect();
    let card = |pieces: &[Look]| {
        renderer.tokens(&render::cards::Tokens {
            title: match pieces {
                [one] => one.name.clone(),
                _ => definition.name.clone(),
            },
            pieces: pieces.to_vec(),
        })
    };
    looks.chunks(render::cards::TOKENS).map(card).collect()
}

/// An unknown icon of a piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownIcon {
    /// Name of the piece.
    pub piece: String,
    /// Symbol of the piece, which is drawn instead.
    pub symbol: String,
    /// Unknown icon name.
    pub icon: String,
    /// Similar existing icon, as a suggestion.
    pub meant: Option<&'static str>,
}

/// Unknown icons of pieces. Pieces with custom pictures are skipped, because their icon is not used.
pub fn unknown_icons(definition: &Definition) -> Vec<UnknownIcon> {
    let known = render::icons();
    let pieces = definition.pieces.iter();
    pieces
        .filter(|piece| piece.art.is_none() && !piece.icon.is_empty())
        .filter(|piece| !known.contains(&piece.icon.as_str()))
        .map(|piece| UnknownIcon {
            piece: piece.name.clone(),
            symbol: piece.symbol.clone(),
            icon: piece.icon.clone(),
            meant: render::nearest_icon(&piece.icon),
        })
        .collect()
}

#[cfg(test)]
mod tests;
