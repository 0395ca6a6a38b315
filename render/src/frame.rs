//! Picture under construction, with one palette index per pixel. Tiles are copied. Text and shapes are blended by
//! coverage and mapped to the nearest palette colour.

use image::{GrayImage, ImageBuffer, Luma};
use tiny_skia::{FillRule, Mask, Path, PathBuilder, Stroke, Transform};

use crate::art::shapes;
use crate::colour::{Coverage, Rgb, blend};
use crate::layout::Area;
use crate::palette::Palette;
use crate::text::{Fonts, Run};

/// Separate drawing of palette indices.
pub(crate) type Tile = GrayImage;

/// Indexed picture with its palette.
#[derive(Clone, Debug)]
pub(crate) struct Frame<'a> {
    /// Indices into the palette.
    pub pixels: GrayImage,
    pub palette: &'a Palette,
}

impl<'a> Frame<'a> {
    pub(crate) fn new(width: u32, height: u32, colour: Rgb, palette: &'a Palette) -> Self {
        let pixels = ImageBuffer::from_pixel(width, height, Luma([palette.index(colour)]));
        Self { pixels, palette }
    }

    pub(crate) fn width(&self) -> usize {
        self.pixels.width() as usize
    }

    pub(crate) fn height(&self) -> usize {
        self.pixels.height() as usize
    }

    /// Adds rows at the bottom, in the first colour of the palette.
    pub(crate) fn lengthen(&mut self, rows: u32) {
        let (width, height) = (self.pixels.width(), self.pixels.height() + rows);
        let mut pixels = std::mem::take(&mut self.pixels).into_raw();
        pixels.resize(width as usize * height as usize, 0);
        self.pixels = GrayImage::from_raw(width, height, pixels).unwrap_or_default();
    }

    /// Clips a span to the picture.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss,
        reason = "pixels: a few thousand"
    )]
    fn clip(from: i32, length: i32, limit: usize) -> (usize, usize) {
        let end = (from + length).clamp(0, limit as i32) as usize;
        (from.clamp(0, limit as i32) as usize, end)
    }

    /// Row of indices, if it is within the picture.
    fn row(&mut self, y: i32) -> Option<&mut [u8]> {
        let width = self.width().max(1);
        let y = usize::try_from(y).ok()?;
        self.pixels.chunks_exact_mut(width).nth(y)
    }

    /// Fills a rectangle.
    pub(crate) fn rect(&mut self, x: i32, y: i32, w: i32, h: i32, colour: Rgb) {
        let index = self.palette.index(colour);
        let (from, to) = Self::clip(x, w, self.width());
        for y in y..y + h {
            if let Some(row) = self.row(y) {
                row[from..to].fill(index);
            }
        }
    }

    /// Copies a tile.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss,
        reason = "pixels: a few thousand"
    )]
    pub(crate) fn tile(&mut self, x: i32, y: i32, tile: &Tile) {
        let (from, to) = Self::clip(x, tile.width() as i32, self.width());
        let left = (from as i32 - x) as usize;
        for (y, source) in (y..).zip(tile.chunks_exact(tile.width().max(1) as usize)) {
            if let Some(row) = self.row(y).filter(|_| from < to) {
                row[from..to].copy_from_slice(&source[left..left + to - from]);
            }
        }
    }

    /// Blends a colour over the picture by coverage.
    pub(crate) fn coverage(&mut self, x: i32, y: i32, coverage: &Coverage, colour: Rgb) {
        let palette = self.palette;
        let whole = palette.index(colour);
        for (y, shares) in (y..).zip(coverage.chunks_exact(coverage.width().max(1) as usize)) {
            let Some(row) = self.row(y) else { continue };
            for (x, &share) in (x..).zip(shares) {
                let pixel = usize::try_from(x).ok().and_then(|x| row.get_mut(x));
                if let Some(pixel) = pixel.filter(|_| share >= 8) {
                    *pixel = match share {
                        248.. => whole,
                        // A few levels are enough for smooth edges, and compress far better.
                        _ => palette.index(blend(palette.rgb(*pixel), colour, share / 43 * 43 + 21)),
                    };
                }
            }
        }
    }

    /// Fills a path with opacity `alpha` from 0 to 255.
    #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "pixels: a few thousand")]
    pub(crate) fn fill(&mut self, path: Option<Path>, colour: Rgb, alpha: u8) {
        let Some(path) = path else { return };
        let b = path.bounds();
        let (x0, x1) = Self::clip(b.left().floor() as i32 - 1, b.width().ceil() as i32 + 3, self.width());
        let (y0, y1) = Self::clip(b.top().floor() as i32 - 1, b.height().ceil() as i32 + 3, self.height());
        let (w, h) = (x1.saturating_sub(x0) as u32, y1.saturating_sub(y0) as u32);
        let Some(mut mask) = Mask::new(w, h) else {
            return;
        };
        mask.fill_path(&path, FillRule::Winding, true, Transform::from_translate(-(x0 as f32), -(y0 as f32)));
        let mut shares = mask.take();
        if alpha < 255 {
            shares.iter_mut().for_each(|s| *s = (u32::from(*s) * u32::from(alpha) / 255) as u8);
        }
        if let Some(shares) = Coverage::from_raw(w, h, shares) {
            self.coverage(x0 as i32, y0 as i32, &shares, colour);
        }
    }

    /// Strokes a path.
    pub(crate) fn stroke(&mut self, path: Option<Path>, colour: Rgb, width: f32) {
        let stroke = Stroke {
            width,
            line_cap: tiny_skia::LineCap::Round,
            line_join: tiny_skia::LineJoin::Round,
            ..Stroke::default()
        };
        self.fill(path.and_then(|path| path.stroke(&stroke, 1.0)), colour, 255);
    }

    /// Fills a rectangle with rounded corners.
    pub(crate) fn round_rect(&mut self, x: i32, y: i32, w: i32, h: i32, r: i32, colour: Rgb) {
        let r = r.min(w / 2).min(h / 2).max(0);
        self.rect(x + r, y, w - 2 * r, h, colour);
        self.rect(x, y + r, r, h - 2 * r, colour);
        self.rect(x + w - r, y + r, r, h - 2 * r, colour);
        for (cx, cy, from) in [
            (x + r, y + r, (x, y)),
            (x + w - r, y + r, (x + w - r, y)),
            (x + r, y + h - r, (x, y + h - r)),
            (x + w - r, y + h - r, (x + w - r, y + h - r)),
        ] {
            self.quarter(cx, cy, r, from, colour);
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss,
        reason = "pixels: a few thousand"
    )]
    fn quarter(&mut self, cx: i32, cy: i32, r: i32, (x, y): (i32, i32), colour: Rgb) {
        let shares = Coverage::from_fn(r.unsigned_abs(), r.unsigned_abs(), |column, row| {
            let px = (x + column as i32 - cx) as f32 + 0.5;
            let py = (y + row as i32 - cy) as f32 + 0.5;
            let share = (r as f32 + 0.5 - px.hypot(py)).clamp(0.0, 1.0);
            Luma([(share * 255.0) as u8])
        });
        self.coverage(x, y, &shares, colour);
    }

    /// Draws the outline of a rectangle with rounded corners, `width` pixels wide and inside the rectangle.
    pub(crate) fn round_frame(&mut self, area: Area, r: i32, colour: Rgb, width: i32) {
        let w = width as f32;
        let (x, y) = (area.x as f32 + w / 2.0, area.y as f32 + w / 2.0);
        let path = shapes::round_rect(x, y, area.w as f32 - w, area.h as f32 - w, r as f32);
        self.stroke(path, colour, w);
    }

    /// Draws a run with its left end at `x`; returns its right end.
    pub(crate) fn run(&mut self, fonts: &Fonts, run: &Run, x: i32, baseline: i32, colour: Rgb) -> i32 {
        let mut pen = x;
        run.draw(fonts, &mut pen, baseline, |x, y, shares| self.coverage(x, y, shares, colour));
        pen
    }

    /// Draws a text, cut to the available room; returns its right end.
    #[expect(clippy::cast_possible_truncation, reason = "pixels: a few thousand")]
    pub(crate) fn text(&mut self, fonts: &Fonts, text: &str, place: Place, colour: Rgb) -> i32 {
        let run = fonts.fit(text, place.high, place.room);
        let x = match place.anchor {
            Anchor::Left => place.x,
            Anchor::Middle => place.x - (run.width / 2.0).round() as i32,
            Anchor::Right => place.x - run.width.ceil() as i32,
        };
        self.run(fonts, &run, x, place.baseline, colour)
    }
}

/// Anchor point of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Anchor {
    Left,
    Middle,
    Right,
}

/// Position, height and maximum width of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub x: i32,
    pub baseline: i32,
    pub high: f32,
    pub room: f32,
    pub anchor: Anchor,
}

impl Place {
    pub(crate) fn left(x: i32, baseline: i32, high: f32, room: i32) -> Self {
        Self { x, baseline, high, room: room as f32, anchor: Anchor::Left }
    }

    pub(crate) fn middle(x: i32, baseline: i32, high: f32, room: i32) -> Self {
        Self { anchor: Anchor::Middle, ..Self::left(x, baseline, high, room) }
    }

    pub(crate) fn right(x: i32, baseline: i32, high: f32, room: i32) -> Self {
        Self { anchor: Anchor::Right, ..Self::left(x, baseline, high, room) }
    }
}

/// Open path through the points, for arrows across squares.
pub(crate) fn through(points: &[(f32, f32)]) -> Option<Path> {
    let (first, rest) = points.split_first()?;
    let mut path = PathBuilder::new();
    path.move_to(first.0, first.1);
    rest.iter().for_each(|p| path.line_to(p.0, p.1));
    path.finish()
}
