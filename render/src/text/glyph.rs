//! Rasterisation of a glyph's outline to pixel coverage.

use ab_glyph_rasterizer::{Point, Rasterizer, point};
use harfrust::font::glyph::outline::{ControlBoundsSink, DrawMemory, DrawOptions, PathSink};
use harfrust::{Font, GlyphId};

use crate::colour::Coverage;

/// A rasterised glyph.
#[derive(Debug)]
pub(crate) struct Bitmap {
    /// Offset of the upper left pixel from the pen.
    pub x: i32,
    pub y: i32,
    pub coverage: Coverage,
}

impl Bitmap {
    /// Rasterises a glyph at `em` pixels per em, `shift` pixels to the right; empty if it has no outline.
    pub(super) fn new(font: &Font, glyph: GlyphId, em: f32, shift: f32) -> Self {
        let scale = em / f32::from(font.units_per_em().max(1));
        drawn(font, glyph, scale, shift).unwrap_or(Self { x: 0, y: 0, coverage: Coverage::default() })
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "pixels: a picture has a few thousand in each direction"
)]
fn drawn(font: &Font, glyph: GlyphId, scale: f32, shift: f32) -> Option<Bitmap> {
    let outline = font.outline_glyphs().get(glyph)?;
    let draw = |sink: &mut dyn PathSink| outline.draw(&DrawOptions::new(), DrawMemory::Scratch, sink).ok();
    let mut bounds = ControlBoundsSink::new();
    draw(&mut bounds)?;
    let bounds = bounds.bounding_box()?;
    let left = (bounds.x_min * scale + shift).floor();
    let top = (-bounds.y_max * scale).floor();
    let width = ((bounds.x_max * scale + shift).ceil() - left) as usize;
    let height = ((-bounds.y_min * scale).ceil() - top) as usize;
    let mut pen = Pen {
        rasterizer: Rasterizer::new(width, height),
        scale,
        origin: point(shift - left, -top),
        start: point(0.0, 0.0),
        at: point(0.0, 0.0),
    };
    draw(&mut pen)?;
    let mut coverage = vec![0; width * height];
    pen.rasterizer.for_each_pixel(|i, share| {
        if let Some(pixel) = coverage.get_mut(i) {
            *pixel = (share.clamp(0.0, 1.0) * 255.0).round() as u8;
        }
    });
    Some(Bitmap { x: left as i32, y: top as i32, coverage: Coverage::from_raw(width as u32, height as u32, coverage)? })
}

/// Converts an outline to pixels with y downwards, for the rasteriser.
struct Pen {
    rasterizer: Rasterizer,
    scale: f32,
    origin: Point,
    /// Start of the contour, and the current point.
    start: Point,
    at: Point,
}

impl Pen {
    fn place(&self, x: f32, y: f32) -> Point {
        point(self.origin.x + x * self.scale, self.origin.y - y * self.scale)
    }
}

impl PathSink for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.start = self.place(x, y);
        self.at = self.start;
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let to = self.place(x, y);
        self.rasterizer.draw_line(self.at, to);
        self.at = to;
    }

    fn quad_to(&mut self, cx0: f32, cy0: f32, x: f32, y: f32) {
        let to = self.place(x, y);
        self.rasterizer.draw_quad(self.at, self.place(cx0, cy0), to);
        self.at = to;
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        let (one, two) = (self.place(cx0, cy0), self.place(cx1, cy1));
        let to = self.place(x, y);
        self.rasterizer.draw_cubic(self.at, one, two, to);
        self.at = to;
    }

    fn close(&mut self) {
        self.rasterizer.draw_line(self.at, self.start);
        self.at = self.start;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glyph_covers_what_its_outline_encloses() {
        let font = Font::new(&include_bytes!("../../assets/fonts/latin.ttf")[..], 0).unwrap();
        let glyph = |c: char| font.charmap().map_unicode(c).unwrap();
        // The bar of "|" is a rectangle.
        let bar = Bitmap::new(&font, glyph('|'), 100.0, 0.0);
        let (width, height) = bar.coverage.dimensions();
        assert_eq!(bar.coverage.get_pixel(width / 2, height / 2).0, [255]);
        assert!(bar.y < 0 && bar.y + height as i32 > 0, "across the baseline");
        // The middle of "O" is empty.
        let ring = Bitmap::new(&font, glyph('O'), 100.0, 0.0);
        let (width, height) = ring.coverage.dimensions();
        assert_eq!(ring.coverage.get_pixel(width / 2, height / 2).0, [0]);
        assert!(Bitmap::new(&font, glyph(' '), 100.0, 0.0).coverage.is_empty());
    }
}
