//! Bundled typefaces, in the order in which they are tried for a character.

use harfrust::{Font, GlyphId};

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

/// Horizontal alignment of a face's glyphs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Spacing {
    /// Whole pixels, which keeps stems sharp.
    Whole,
    /// Quarters of a pixel, for scripts whose letters connect.
    Joined,
}

/// A typeface.
pub(super) struct Face {
    pub(super) font: Font,
    pub(super) spacing: Spacing,
}

/// All typefaces, in fallback order.
pub(super) struct Faces(Vec<Face>);

impl std::fmt::Debug for Faces {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} faces", self.0.len())
    }
}

impl Faces {
    /// Loads the faces; `None` if one of them is damaged.
    pub(super) fn new() -> Option<Self> {
        let face = |(data, spacing): (&'static [u8], Spacing)| Font::new(data, 0).map(|font| Face { font, spacing });
        FACES.into_iter().map(face).collect::<Option<_>>().map(Self)
    }

    /// Face with this index, as other methods return it.
    pub(super) fn get(&self, face: u8) -> &Face {
        &self.0[usize::from(face)]
    }

    /// First face that has a character.
    pub(super) fn with(&self, c: char) -> Option<u8> {
        (0..).zip(&self.0).find_map(|(index, face)| face.has(c).then_some(index))
    }
}

impl Face {
    /// Returns `true` if the face has a character.
    pub(super) fn has(&self, c: char) -> bool {
        self.font.charmap().map_unicode(c).is_some_and(|glyph| glyph != GlyphId::NOTDEF)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_faces_are_whole_and_cover_what_they_are_for() {
        let faces = Faces::new().unwrap();
        for (c, face) in [('a', 0), ('Ж', 0), ('ש', 1), ('ل', 2), ('ส', 3), ('क', 4), ('한', 5), ('春', 6)] {
            assert_eq!(faces.with(c), Some(face), "{c}");
        }
        assert_eq!(faces.with('\u{10ffff}'), None);
    }
}
