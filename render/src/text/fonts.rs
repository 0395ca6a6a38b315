//! Fonts, with caches of shaped lines and rasterised glyphs.

use std::convert::Infallible;
use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::clean::{LONGEST, clean};
use super::face::{Face, Faces, LINE, Spacing};
use super::glyph::Bitmap;
use super::shape::Line;

/// Maximum number of cached glyphs; a few kilobytes each at most.
const GLYPHS: usize = 4096;
/// Maximum number of clusters in cached lines, some hundred bytes each.
const CLUSTERS: u64 = 20_000;
/// Estimated number of cached lines.
const LINES: usize = 1024;

/// Glyph at a size in pixels, offset by `quarters` of a pixel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Key {
    face: u8,
    glyph: u16,
    high: u16,
    quarters: u8,
}

/// All faces, with caches.
pub(crate) struct Fonts {
    faces: Faces,
    lines: Cache<String, Arc<Line>, ByLength>,
    glyphs: Cache<Key, Arc<Bitmap>>,
}

/// Cache weight of a line: its number of clusters.
#[derive(Clone)]
struct ByLength;

impl Weighter<String, Arc<Line>> for ByLength {
    fn weight(&self, _: &String, line: &Arc<Line>) -> u64 {
        line.clusters.len() as u64 + 1
    }
}

impl std::fmt::Debug for Fonts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Fonts({:?})", self.faces)
    }
}

impl Fonts {
    /// Loads the faces; `None` if one of them is damaged.
    pub(crate) fn new() -> Option<Self> {
        Some(Self {
            faces: Faces::new()?,
            lines: Cache::with_weighter(LINES, CLUSTERS, ByLength),
            glyphs: Cache::new(GLYPHS),
        })
    }

    /// Faces in fallback order.
    pub(super) const fn faces(&self) -> &Faces {
        &self.faces
    }

    /// Cleans and shapes a text, cut to the maximum length.
    pub(super) fn line(&self, text: &str) -> Arc<Line> {
        let text = match text.char_indices().nth(LONGEST) {
            Some((end, _)) => &text[..end],
            None => text,
        };
        let Ok(line) = self.lines.get_or_insert_with(text, || {
            let clusters = clean(&self.faces, text);
            Ok::<_, Infallible>(Arc::new(Line::new(&self.faces, clusters)))
        });
        line
    }

    /// Returns a glyph at a size in pixels for a pen at `x`, and its whole-pixel origin.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "pixels: a picture has a few thousand in each direction"
    )]
    pub(super) fn bitmap(&self, face: u8, glyph: u16, high: u16, x: f32) -> (i32, Arc<Bitmap>) {
        let Face { font, spacing } = self.faces.get(face);
        let (whole, quarters) = match spacing {
            Spacing::Whole => (x.round(), 0),
            Spacing::Joined => {
                let quarters = (x * 4.0).round();
                ((quarters / 4.0).floor(), quarters.rem_euclid(4.0) as u8)
            }
        };
        let key = Key { face, glyph, high, quarters };
        let Ok(bitmap) = self.glyphs.get_or_insert_with(&key, || {
            let em = f32::from(high) / LINE;
            let shift = f32::from(quarters) / 4.0;
            Ok::<_, Infallible>(Arc::new(Bitmap::new(font, glyph.into(), em, shift)))
        });
        (whole as i32, bitmap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Long texts are cut after a number of letters, not of bytes: every script has the same room.
    #[test]
    fn long_texts_of_every_script_have_the_same_number_of_letters() {
        let fonts = Fonts::new().unwrap();
        for letter in ["x", "ж", "ש", "क", "春", "½"] {
            for number in [LONGEST / 2, LONGEST - 1, LONGEST, LONGEST + 1, 3 * LONGEST] {
                let glyphs = fonts.line(&letter.repeat(number)).glyphs.len();
                assert_eq!(glyphs, number.min(LONGEST), "{number} of {letter}");
            }
        }
    }

    #[test]
    fn lines_kept_stay_within_their_limit() {
        let fonts = Fonts::new().unwrap();
        for i in 0..300 {
            fonts.line(&format!("{i}{}", "x".repeat(1000)));
        }
        assert!(fonts.lines.weight() <= CLUSTERS);
        assert!(fonts.lines.len() > 10);
    }
}
