//! Sprites: an icon in an ink, drawn as rim, filled silhouette and icon.

use tiny_skia::{LineCap, LineJoin, Pixmap, Stroke, Transform};

use engine::piece::art::Art as OwnArt;

use super::icon::{Art, Icons, Layer, SCALE, Style};
use super::path::{Outline, outline, shapes};
use crate::colour::{Rgb, is_dark};
use crate::ink::Ink;
use crate::paint::Brush;
use crate::text::Fonts;

/// Draws a piece into the square at (`x`, `y`) with side `size`; `rim` is the width of its border, in pixels.
pub(crate) fn draw(
    to: &mut Pixmap,
    icons: &Icons,
    fonts: &Fonts,
    art: &Art,
    ink: Ink,
    rim: f32,
    place: (f32, f32, f32),
) {
    match art {
        Art::Icon(id) => piece(to, icons, icons.layers(*id), ink, rim, place),
        Art::Own(own_art) => own(to, own_art, ink, rim, place),
        Art::Letter(text) => letter(to, fonts, text, ink, rim, place),
    }
}

/// Draws a custom picture in two tones, like an icon. Its view box is scaled to the area of an icon, so that the
/// picture determines the size of the piece.
fn own(to: &mut Pixmap, art: &OwnArt, ink: Ink, rim: f32, (x, y, size): (f32, f32, f32)) {
    let Some(body) = outline(art.silhouette()) else {
        return;
    };
    let view = art.view();
    let (wide, high) = (f32::from(view.width), f32::from(view.height));
    let k = size * SCALE / wide.max(high);
    let (left, top) = (view.left as f32, view.top as f32);
    let place = Transform::from_translate(-left - wide / 2.0, -top - high / 2.0)
        .post_scale(k, k)
        .post_translate(x + size / 2.0, y + size / 2.0);
    let fill = Fill { style: Style::Solid, ink, rim };
    figure(to, &body, fill, place);
    if let Some(lines) = outline(art.lines()) {
        to.solid(&lines.whole, ink.detail, place);
    }
}

/// Draws an icon.
fn piece(to: &mut Pixmap, icons: &Icons, layers: &[Layer], ink: Ink, rim: f32, (x, y, size): (f32, f32, f32)) {
    for layer in layers {
        let glyph = icons.glyph(layer);
        let Some(outline) = glyph.outline() else {
            continue;
        };
        let (cx, cy) = (x + size * (0.5 + layer.dx), y + size * (0.5 + layer.dy));
        if layer.plate {
            to.disc(cx, cy, size * 0.185 + (size * 0.02).max(1.0), ink.fill);
            to.disc(cx, cy, size * 0.185, ink.detail);
            to.solid(&outline.whole, ink.fill, fit(outline, size * layer.scale, cx, cy));
        } else {
            let fill = Fill { style: glyph.style, ink, rim };
            figure(to, outline, fill, fit(outline, size * layer.scale, cx, cy));
        }
    }
}

/// Transform that scales an outline's longer side to `side` pixels and centres it at (`cx`, `cy`).
pub(crate) fn fit(outline: &Outline, side: f32, cx: f32, cy: f32) -> Transform {
    let b = outline.whole.bounds();
    let k = side / b.width().max(b.height()).max(1.0);
    Transform::from_translate(-(b.left() + b.right()) / 2.0, -(b.top() + b.bottom()) / 2.0)
        .post_scale(k, k)
        .post_translate(cx, cy)
}

struct Fill {
    style: Style,
    ink: Ink,
    rim: f32,
}

fn figure(to: &mut Pixmap, outline: &Outline, fill: Fill, place: Transform) {
    let Fill { style, ink, rim } = fill;
    let wide = |width: f32| Stroke {
        width: width / place.sx,
        line_join: LineJoin::Round,
        line_cap: LineCap::Round,
        ..Stroke::default()
    };
    to.line(&outline.whole, ink.rim, &wide(2.0 * rim), place);
    if is_dark(ink.fill) {
        // A light inner line keeps slits visible, as on printed black chess pieces.
        to.line(&outline.whole, ink.detail, &wide(2.0 * rim * 0.52), place);
    }
    let (flood, top) = match style {
        Style::Solid => (ink.detail, ink.fill),
        Style::Line => (ink.fill, ink.detail),
    };
    for contour in &outline.contours {
        to.solid(contour, flood, place);
    }
    to.solid(&outline.whole, top, place);
}

/// Draws a symbol on a round token, for pieces without an icon.
fn letter(to: &mut Pixmap, fonts: &Fonts, text: &str, ink: Ink, rim: f32, (x, y, size): (f32, f32, f32)) {
    let (cx, cy) = (x + size / 2.0, y + size / 2.0);
    to.disc(cx, cy, size * 0.41, ink.rim);
    to.disc(cx, cy, size * 0.41 - rim, ink.fill);
    if let Some(ring) = shapes::circle(cx, cy, size * 0.345) {
        to.line(&ring, ink.detail, &Stroke { width: size * 0.02, ..Stroke::default() }, Transform::identity());
    }
    let high = size * if text.chars().count() > 1 { 0.38 } else { 0.52 };
    letters(to, fonts, text, cx, cy, high, ink.detail);
}

/// Draws centred text on a pixmap.
#[expect(clippy::cast_possible_truncation, reason = "pixels, and numbers of a few thousand icons")]
pub(crate) fn letters(to: &mut Pixmap, fonts: &Fonts, text: &str, cx: f32, cy: f32, high: f32, colour: Rgb) {
    let run = fonts.fit(text, high, high * 1.5);
    let mut pen = (cx - run.width / 2.0).round() as i32;
    let baseline = (cy + high * 0.36).round() as i32;
    run.draw(fonts, &mut pen, baseline, |x, y, coverage| to.coverage(x, y, coverage, colour));
}

#[cfg(test)]
mod tests {
    use engine::piece::art::ViewBox;
    use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};

    use super::*;
    use crate::ink::INKS;

    /// Share of a piece on a small board that has the fill colour of White's ink, in percent.
    fn white_share(picture: RgbaImage) -> usize {
        let mut bytes = std::io::Cursor::new(Vec::new());
        DynamicImage::from(picture).write_to(&mut bytes, ImageFormat::Png).unwrap();
        let art = crate::trace(bytes.get_ref()).unwrap();
        let mut to = Pixmap::new(22, 22).unwrap();
        own(&mut to, &art, INKS[0], 1.1, (0.0, 0.0, 22.0));
        let seen = to.pixels().iter().filter(|pixel| pixel.alpha() > 128);
        let light: Vec<bool> = seen.map(|pixel| pixel.red() > 128).collect();
        light.iter().filter(|light| **light).count() * 100 / light.len()
    }

    fn drawing(black: impl Fn(f64, f64) -> bool) -> RgbaImage {
        let colour = |x: u32, y: u32| if black(f64::from(x), f64::from(y)) { [0, 0, 0, 255] } else { [255; 4] };
        RgbaImage::from_fn(300, 300, |x, y| Rgba(colour(x, y)))
    }

    /// The longer side of a view box is as long as an icon.
    #[test]
    fn drawings_of_every_shape_fill_their_place() {
        for (width, height) in [(100, 100), (40, 100), (100, 40)] {
            let view = ViewBox { left: 0, top: 0, width, height };
            let art = OwnArt::new(format!("M0 0H{width}V{height}H0Z"), "", view).unwrap();
            let mut to = Pixmap::new(80, 80).unwrap();
            own(&mut to, &art, INKS[0], 1.0, (20.0, 20.0, 40.0));
            let drawn = (0..80 * 80).filter(|at| to.pixels()[*at].alpha() > 128);
            let (columns, rows): (Vec<usize>, Vec<usize>) = drawn.map(|at| (at % 80, at / 80)).unzip();
            let long = [columns, rows].map(|all| all.iter().max().unwrap() - all.iter().min().unwrap() + 1);
            let scale = 40.0 * SCALE / 100.0;
            for (long, side) in long.into_iter().zip([width, height]) {
                let expected = f32::from(side) * scale;
                assert!((long as f32 - expected).abs() <= 3.0, "{width} {height}: {long} for {expected}");
            }
        }
    }

    #[test]
    fn thin_drawings_keep_the_colour_of_their_owner() {
        let stick_figure = drawing(|x, y| {
            let head = ((x - 150.0).hypot(y - 70.0) - 40.0).abs() < 1.5;
            let body = (x - 150.0).abs() < 1.5 && (110.0..200.0).contains(&y);
            let arms = (y - 140.0).abs() < 1.5 && (90.0..210.0).contains(&x);
            let legs = (200.0..280.0).contains(&y) && ((x - 150.0).abs() - (y - 200.0) * 0.7).abs() < 2.0;
            head || body || arms || legs
        });
        let cross = drawing(|x, y| ((x - y).abs() < 3.0 || (x + y - 300.0).abs() < 3.0) && (20.0..280.0).contains(&x));
        let outline = drawing(|x, y| (95.0..100.0).contains(&(x - 150.0).hypot(y - 150.0)));
        for (picture, least) in [(stick_figure, 35), (cross, 35), (outline, 60)] {
            let share = white_share(picture);
            assert!(share >= least, "{share}");
        }
    }
}
