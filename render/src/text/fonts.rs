//! Fonts, with caches of shaped lines and rasterised glyphs.

use std::convert::Infallible;
use std::sync::Arc;

use harfrust::{Font, GlyphId};
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::clean::{LONGEST, clean};
use super::glyph::Bitmap;
use super::shape::Line;

/// Faces in fallback order. All of them contain the bold weight.
const FACES: [(&[u8], Spacing); 7] = [
    (include_bytes!("../../assets/fonts/latin.ttf"), Spacing::Whole),
    (include_bytes!("../../assets/fonts/hebrew.ttf"), Spacing::Whole),
    (include_bytes!("../../assets/fonts/arabic.ttf"), Spacing::Joined),
    (include_bytes!("../../assets/fonts/thai.ttf"), Spacing::Whole),
    (include_bytes!("../../assets/fonts/devanagari.ttf"), Spacing::Joined),
    (include_bytes!("../../assets/fonts/hangul.otf"), Spacing::Whole),
    (include_bytes!("../../assets/fonts/cjk.otf"), Spacing::Whole),
];
/// Line height of the first face, in ems. Text sizes are line heights.
pub(super) const LINE: f32 = 1.362;
/// Maximum number of cached glyphs; a few kilobytes each at most.
const GLYPHS: usize = 4096;
/// Maximum number of clusters in cached lines, some hundred bytes each.
const CLUSTERS: u64 = 20_000;
/// Estimated number of cached lines.
const LINES: usize = 1024;

/// Horizontal alignment of a face's glyphs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Spacing {
    /// Whole pixels, which keeps stems sharp.
    Whole,
    /// Quarters of a pixel, for scripts whose letters connect.
    Joined,
}

/// A typeface.
pub(super) struct Face {
    pub(super) font: Font,
    spacing: Spacing,
}

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
    faces: Vec<Face>,
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
        write!(f, "Fonts({} faces)", self.faces.len())
    }
}

impl Fonts {
    /// Loads the faces; `None` if one of them is damaged.
    pub(crate) fn new() -> Option<Self> {
        let face = |(data, spacing): (&'static [u8], Spacing)| Font::new(data, 0).map(|font| Face { font, spacing });
        Some(Self {
            faces: FACES.into_iter().map(face).collect::<Option<_>>()?,
            lines: Cache::with_weighter(LINES, CLUSTERS, ByLength),
            glyphs: Cache::new(GLYPHS),
        })
    }

    /// First face that has a character.
    pub(super) fn face(&self, c: char) -> Option<u8> {
        (0..self.faces.len() as u8).find(|&face| self.has(face, c))
    }

    /// Returns `true` if a face has a character.
    pub(super) fn has(&self, face: u8, c: char) -> bool {
        self.faces[face as usize].font.charmap().map_unicode(c).is_some_and(|glyph| glyph != GlyphId::NOTDEF)
    }

    pub(super) fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// Cleans and shapes a text, cut to the maximum length.
    pub(super) fn line(&self, text: &str) -> Arc<Line> {
        let text = match text.char_indices().nth(LONGEST) {
            Some((end, _)) => &text[..end],
            None => text,
        };
        let Ok(line) = self.lines.get_or_insert_with(text, || {
            let clusters = clean(self, text);
            Ok::<_, Infallible>(Arc::new(Line::new(self, clusters)))
        });
        line
    }

    /// Returns a glyph at a size in pixels for a pen at `x`, and its whole-pixel origin.
    pub(super) fn bitmap(&self, face: u8, glyph: u16, high: u16, x: f32) -> (i32, Arc<Bitmap>) {
        let Face { font, spacing } = &self.faces[face as usize];
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

    #[test]
    fn the_faces_are_whole_and_cover_what_they_are_for() {
        let fonts = Fonts::new().unwrap();
        for (c, face) in [('a', 0), ('Ж', 0), ('ש', 1), ('ل', 2), ('ส', 3), ('क', 4), ('한', 5), ('春', 6)] {
            assert_eq!(fonts.face(c), Some(face), "{c}");
        }
        assert_eq!(fonts.face('\u{10ffff}'), None);
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
