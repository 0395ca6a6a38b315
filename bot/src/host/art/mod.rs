//! Pictures that people draw for the pieces of a Battalion: traced, compared with the other pieces, and put into the text of its file. Servers
//! and the command line use the same code; `upload` is the server's part.

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

/// Pictures of a whole army in one file.
const BOUNDS: Bounds = Bounds { files: 60, file: render::trace::MAX_PICTURE, total: 16 << 20 };

/// A picture for a piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sketch {
    /// What people call it: the name of its file.
    pub file: String,
    /// The piece it is for: an id, a name or a symbol.
    pub piece: String,
    /// A PNG, WebP or GIF.
    pub bytes: Vec<u8>,
}

impl Sketch {
    /// The picture of the piece that its file is named after.
    pub fn named(file: String, bytes: Vec<u8>) -> Self {
        let stem = file.rsplit_once('.').map_or(file.as_str(), |(stem, _)| stem);
        Self { piece: stem.to_owned(), file, bytes }
    }
}

/// Is this a zip file rather than a picture?
pub fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// The pictures of a zip file, each for the piece that it is named after.
///
/// # Errors
/// Why the file cannot be taken.
pub fn unpacked(bytes: &[u8]) -> Result<Vec<Sketch>, UnzipError> {
    let sketch = |Entry { name, bytes }| Sketch::named(name, bytes);
    Ok(unzip(bytes, BOUNDS)?.into_iter().map(sketch).collect())
}

/// A file with pictures painted into it.
#[derive(Clone, Debug)]
pub struct Painted {
    /// The new text of the Battalion file; what is not a picture stays byte for byte.
    pub text: String,
    /// Which pieces have a new picture.
    pub pieces: Vec<PaintedPiece>,
    /// Pictures that were not taken.
    pub refused: Vec<RefusedSketch>,
}

/// A piece with a new picture.
#[derive(Clone, PartialEq, Debug)]
pub struct PaintedPiece {
    /// Its index in the Battalion.
    pub index: usize,
    /// Its name.
    pub name: String,
    /// The piece of the army that looks most like it.
    pub nearest: Option<String>,
}

/// A picture that was not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefusedSketch {
    /// Its file.
    pub file: String,
    /// Why.
    pub why: SketchRefusal,
}

/// Why a picture was not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SketchRefusal {
    /// The Battalion has no piece of that name.
    NoPiece {
        /// What was asked for.
        asked: String,
        /// What may have been meant.
        meant: Option<String>,
    },
    /// Another picture is for the same piece, this one.
    Twice(String),
    /// It cannot be traced.
    Trace(TraceError),
    /// People could not tell it from another piece.
    Alike {
        /// The piece.
        piece: String,
        /// The other one.
        other: String,
    },
    /// No picture can be put into this piece as the file is written.
    Unwritable(String),
    /// There was no time left to look at it.
    Late,
}

/// Traces pictures and puts them into the text of a Battalion file, which reads as `definition`. `goes_on` is told how many are done and
/// answers whether there is time for more; without, what is left is refused.
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
    // Without a picture that is refused the piece looks as before, which can be like another one: compared until nothing changes.
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

/// As ids are written.
fn plain(text: &str) -> String {
    text.trim().to_lowercase().replace([' ', '_'], "-")
}

/// The piece that somebody names by its id, its name or its symbol.
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

/// How every piece looks with the new pictures.
fn looks(definition: &Definition, new: &BTreeMap<usize, (String, Art)>) -> Vec<Look> {
    let with = |(index, piece)| {
        let old = look(definition, piece);
        let art = new.get(&index).map(|(_, art)| art.clone());
        Look { art: art.or_else(|| old.art.clone()), ..old }
    };
    definition.pieces.iter().enumerate().map(with).collect()
}

/// A new picture that people could not tell from another piece, and that piece. Of two new ones it is the later one.
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

/// Cards that show pieces of a Battalion as they would be drawn.
///
/// # Errors
/// If one cannot be drawn.
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

/// An icon that a piece names and that does not exist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownIcon {
    /// The piece.
    pub piece: String,
    /// Its symbol, which is drawn instead.
    pub symbol: String,
    /// The name that no icon has.
    pub icon: String,
    /// What may have been meant.
    pub meant: Option<&'static str>,
}

/// Icons that pieces name and that do not exist; those of pieces with pictures of their own do not matter.
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
