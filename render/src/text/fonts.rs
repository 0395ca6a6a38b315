//! The faces at hand, and glyphs drawn once for each size.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use ab_glyph::{Font, FontRef, GlyphId, PxScale, ScaleFont};

/// The faces, in the order in which they are asked for a character. All of them hold the bold weight.
const FACES: [&[u8]; 6] = [
    include_bytes!("../../assets/fonts/latin.ttf"),
    include_bytes!("../../assets/fonts/hebrew.ttf"),
    include_bytes!("../../assets/fonts/arabic.ttf"),
    include_bytes!("../../assets/fonts/thai.ttf"),
    include_bytes!("../../assets/fonts/hangul.otf"),
    include_bytes!("../../assets/fonts/cjk.otf"),
];
/// Height of a line of the first face in its units of an em: sizes are heights of lines.
const LINE: f32 = 1.362;
/// Glyphs kept; a few kilobytes each at most.
const KEPT: usize = 4096;

/// A drawn glyph.
#[derive(Debug)]
pub(crate) struct Bitmap {
    /// Of the upper left pixel, from the pen.
    pub x: i32,
    pub y: i32,
    pub width: usize,
    pub coverage: Vec<u8>,
}

/// All faces and the glyphs drawn so far.
pub(crate) struct Fonts {
    faces: Vec<FontRef<'static>>,
    drawn: Mutex<HashMap<(u8, char, u16), Arc<Bitmap>>>,
}

impl std::fmt::Debug for Fonts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Fonts({} faces)", self.faces.len())
    }
}

impl Fonts {
    pub(crate) fn new() -> Result<Self, ab_glyph::InvalidFont> {
        let faces = FACES
            .into_iter()
            .map(FontRef::try_from_slice)
            .collect::<Result<_, _>>()?;
        Ok(Self {
            faces,
            drawn: Mutex::new(HashMap::new()),
        })
    }

    /// The first face that has a character.
    pub(crate) fn face(&self, c: char) -> Option<u8> {
        (0..self.faces.len() as u8).find(|&face| self.has(face, c))
    }

    /// Whether a face has a character.
    pub(crate) fn has(&self, face: u8, c: char) -> bool {
        self.faces[face as usize].glyph_id(c) != GlyphId(0)
    }

    fn scale(&self, face: u8, high: f32) -> PxScale {
        let font = &self.faces[face as usize];
        let em = font.units_per_em().unwrap_or(1000.0);
        PxScale::from(high / LINE * font.height_unscaled() / em)
    }

    /// How far the pen moves.
    pub(crate) fn advance(&self, face: u8, c: char, high: f32) -> f32 {
        let font = &self.faces[face as usize];
        font.as_scaled(self.scale(face, high))
            .h_advance(font.glyph_id(c))
    }

    /// A glyph at a size in pixels, from the cache if it has been drawn before.
    pub(crate) fn bitmap(&self, face: u8, c: char, high: u16) -> Arc<Bitmap> {
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        if drawn.len() >= KEPT {
            drawn.clear();
        }
        Arc::clone(
            drawn
                .entry((face, c, high))
                .or_insert_with(|| Arc::new(self.draw(face, c, f32::from(high)))),
        )
    }

    fn draw(&self, face: u8, c: char, high: f32) -> Bitmap {
        let font = &self.faces[face as usize];
        let glyph = font.glyph_id(c).with_scale(self.scale(face, high));
        let Some(outline) = font.outline_glyph(glyph) else {
            return Bitmap {
                x: 0,
                y: 0,
                width: 1,
                coverage: Vec::new(),
            };
        };
        let bounds = outline.px_bounds();
        let (width, height) = (
            bounds.width().ceil() as usize,
            bounds.height().ceil() as usize,
        );
        let mut coverage = vec![0; width * height];
        outline.draw(|x, y, share| {
            if let Some(pixel) = coverage.get_mut(y as usize * width + x as usize) {
                *pixel = (share.clamp(0.0, 1.0) * 255.0).round() as u8;
            }
        });
        Bitmap {
            x: bounds.min.x as i32,
            y: bounds.min.y as i32,
            width: width.max(1),
            coverage,
        }
    }
}
