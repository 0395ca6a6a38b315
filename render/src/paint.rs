//! Drawing on a true-colour pixmap. Tiles are painted this way once, then indexed and cached.

use image::Luma;
use tiny_skia::{Color, FillRule, Paint, Path, Pixmap, Stroke, Transform};

use crate::art::shapes;
use crate::colour::Coverage;
use crate::colour::Rgb;

/// Drawing of shapes in plain colours.
pub(crate) trait Brush {
    /// Fills a path.
    fn solid(&mut self, path: &Path, colour: Rgb, place: Transform);
    /// Strokes a path.
    fn line(&mut self, path: &Path, colour: Rgb, stroke: &Stroke, place: Transform);
    /// Fills a circle.
    fn disc(&mut self, x: f32, y: f32, r: f32, colour: Rgb);
    /// Fills a shape; `None` draws nothing.
    fn shape(&mut self, path: Option<Path>, colour: Rgb);
    /// Strokes a shape; `None` draws nothing.
    fn stroke(&mut self, path: Option<Path>, colour: Rgb, width: f32);
    /// Blends a colour over the picture by coverage.
    fn coverage(&mut self, x: i32, y: i32, coverage: &Coverage, colour: Rgb);
}

fn paint(colour: Rgb) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    let [r, g, b] = colour;
    paint.set_color(Color::from_rgba8(r, g, b, 255));
    paint
}

impl Brush for Pixmap {
    fn solid(&mut self, path: &Path, colour: Rgb, place: Transform) {
        self.fill_path(path, &paint(colour), FillRule::Winding, place, None);
    }

    fn line(&mut self, path: &Path, colour: Rgb, stroke: &Stroke, place: Transform) {
        self.stroke_path(path, &paint(colour), stroke, place, None);
    }

    fn disc(&mut self, x: f32, y: f32, r: f32, colour: Rgb) {
        self.shape(shapes::circle(x, y, r), colour);
    }

    fn shape(&mut self, path: Option<Path>, colour: Rgb) {
        if let Some(path) = path {
            self.solid(&path, colour, Transform::identity());
        }
    }

    fn stroke(&mut self, path: Option<Path>, colour: Rgb, width: f32) {
        if let Some(path) = path {
            let stroke = Stroke {
                width,
                line_cap: tiny_skia::LineCap::Round,
                line_join: tiny_skia::LineJoin::Round,
                ..Stroke::default()
            };
            self.line(&path, colour, &stroke, Transform::identity());
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss,
        reason = "pixels: a picture has a few thousand in each direction"
    )]
    fn coverage(&mut self, x: i32, y: i32, coverage: &Coverage, colour: Rgb) {
        let (width, height) = (self.width() as i32, self.height() as i32);
        let data = self.data_mut();
        for (column, row, &Luma([share])) in coverage.enumerate_pixels() {
            let (px, py) = (x + column as i32, y + row as i32);
            if share == 0 || px < 0 || py < 0 || px >= width || py >= height {
                continue;
            }
            let at = ((py * width + px) * 4) as usize;
            for (channel, value) in colour.into_iter().enumerate() {
                let under = u32::from(data[at + channel]) * (255 - u32::from(share));
                data[at + channel] = ((u32::from(value) * u32::from(share) + under + 127) / 255) as u8;
            }
        }
    }
}
