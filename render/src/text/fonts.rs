//! The typefaces, and two caches: lines of text that were shaped, and glyphs that were drawn at a size.

use std::convert::Infallible;
use std::sync::Arc;

use harfrust::{Font, GlyphId};
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::clean::{LONGEST, clean};
use super::glyph::Bitmap;
use super::shape::Line;

/// The faces, in the order in which they are asked for a character. All of them hold the bold weight.
const FACES: [(&[u8], Spacing); 7] = [
    (include_bytes!("../../assets/fonts/latin.ttf"), Spacing::Whole),
    (include_bytes!("../../assets/fonts/hebrew.ttf"), Spacing::Whole),
    (include_bytes!("../../assets/fonts/arabic.ttf"), Spacing::Joined),
    (include_bytes!("../../assets/fonts/thai.ttf"), Spacing::Whole),
    (include_bytes!("../../assets/fonts/devanagari.ttf"), Spacing::Joined),
    (include_bytes!("../../assets/fonts/hangul.otf"), Spacing::Whole),
    (include_bytes!("../../assets/fonts/cjk.otf"), Spacing::Whole),
];
/// Height of a line of the first face in its units of an em: sizes are heights of lines.
pub(super) const LINE: f32 = 1.362;
/// Glyphs kept; a few kilobytes each at most.
const GLYPHS: usize = 4096;
/// Clusters kept in shaped lines, some hundred bytes each.
const CLUSTERS: u64 = 20_000;
/// How many lines that is, roughly.
const LINES: usize = 1024;

/// Where glyphs of a face may stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Spacing {
    /// On whole pixels, which keeps stems sharp.
    Whole,
    /// On quarters of a pixel, as letters touch each other.
    Joined,
}

/// A typeface.
pub(super) struct Face {
    pub(super) font: Font,
    spacing: Spacing,
}

/// A glyph at a size in pixels, `quarters` of a pixel to the right.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Key {
    face: u8,
    glyph: u16,
    high: u16,
    quarters: u8,
}

/// All faces, and what was made with them recently.
pub(crate) struct Fonts {
    faces: Vec<Face>,
    lines: Cache<String, Arc<Line>, ByLength>,
    glyphs: Cache<Key, Arc<Bitmap>>,
}

/// Lines weigh their clusters.
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
    /// Reads the faces; none if one of them is damaged.
    pub(crate) fn new() -> Option<Self> {
        let face = |(data, spacing): (&'static [u8], Spacing)| Font::new(data, 0).map(|font| Face { font, spacing });
        Some(Self {
            faces: FACES.into_iter().map(face).collect::<Option<_>>()?,
            lines: Cache::with_weighter(LINES, CLUSTERS, ByLength),
            glyphs: Cache::new(GLYPHS),
        })
    }

    /// The first face that has a character.
    pub(super) fn face(&self, c: char) -> Option<u8> {
        (0..self.faces.len() as u8).find(|&face| self.has(face, c))
    }

    /// Whether a face has a character.
    pub(super) fn has(&self, face: u8, c: char) -> bool {
        self.faces[face as usize].font.charmap().map_unicode(c).is_some_and(|glyph| glyph != GlyphId::NOTDEF)
    }

    pub(super) fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// A text, cleaned and shaped; no more of it than a line can hold.
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

    /// A glyph at a size in pixels, for a pen at `x`; and the whole pixel from which it is measured.
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
