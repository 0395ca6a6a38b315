//! Lines and patches upon a body: a two-tone drawing is found in the colours of a piece, whether these are dark lines on a light body, light
//! ones on a dark body, flat colours or shading. The smaller of the two tones is what is drawn upon the other.

use image::{GrayImage, Luma};
use imageproc::distance_transform::Norm;
use imageproc::morphology::{close, dilate, erode};

use super::cutout::Cutout;
use super::mask::{self, IN, OUT, joined};

/// The least difference of two tones, of 255 along the axis on which the colours differ most.
const CONTRAST: f32 = 48.0;
/// Neighbouring pixels that differ by less are shading, not an edge.
const SHADING: i32 = 6;
/// The edge of a piece is blurred into the background; so far in, in pixels, tones are not trusted.
const FRINGE: u8 = 4;
/// Lines and patches smaller than this are specks, in pixels of the canvas.
const SPECK: usize = 70;
/// Gaps up to twice this are closed.
const GAP: u8 = 1;
/// Lines are not made bolder than to this share of the body, in percent.
const CROWDED: usize = 55;

/// The lines of a piece; often none.
pub(super) fn lines(cutout: &Cutout) -> GrayImage {
    let whole = &cutout.mask;
    let none = GrayImage::new(whole.width(), whole.height());
    let Some(tones) = tones(cutout) else {
        return none;
    };
    let core = erode(whole, Norm::L2, FRINGE);
    let Some(level) = edge_level(&tones, &core) else {
        return none;
    };
    let above = GrayImage::from_fn(whole.width(), whole.height(), |x, y| {
        let inside = whole.get_pixel(x, y)[0] > 0 && tones.get_pixel(x, y)[0] > level;
        if inside { IN } else { OUT }
    });
    let below = joined(whole, &above, |inside, above| inside && !above);
    let sizes = [&above, &below].map(|tone| mask::area(&joined(tone, &core, |a, b| a && b)));
    let smaller = if sizes[0] <= sizes[1] { above } else { below };
    // In the fringe only what goes on from further in counts.
    let sure = joined(&smaller, &core, |line, core| line && core);
    let near = dilate(&sure, Norm::L2, FRINGE + 1);
    let lines = joined(&smaller, &near, |line, near| line && near);
    let lines = close(&lines, Norm::L2, GAP);
    let lines = mask::without_specks(&lines, SPECK);
    let body = joined(whole, &lines, |inside, line| inside && !line);
    let body = mask::without_specks(&body, SPECK);
    let lines = joined(whole, &body, |inside, body| inside && !body);
    if mask::area(&lines) == 0 || mask::area(&body) == 0 {
        return none;
    }
    legible(&lines, whole)
}

/// Thin lines made bold, as far as there is room between them.
fn legible(lines: &GrayImage, whole: &GrayImage) -> GrayImage {
    let room = mask::area(whole) * CROWDED / 100;
    let least = mask::area(lines);
    let bolder = (1..=mask::THIN_LINE).rev().map(|half| {
        let bold = mask::bold(lines, half);
        joined(&bold, whole, |line, inside| line && inside)
    });
    let mut fitting = bolder.filter(|bold| mask::area(bold).max(least) <= room);
    fitting.next().unwrap_or_else(|| lines.clone())
}

/// Each pixel's place on the axis along which the colours of the piece differ most; `None` if they hardly differ. For grey pictures that is
/// their lightness, for colours of equal lightness their hue.
fn tones(cutout: &Cutout) -> Option<GrayImage> {
    let core = erode(&cutout.mask, Norm::L2, FRINGE);
    let inside: Vec<[f32; 3]> = cutout
        .colours
        .pixels()
        .zip(core.pixels())
        .filter(|(_, inside)| inside[0] > 0)
        .map(|(colour, _)| colour.0.map(f32::from))
        .collect();
    if inside.is_empty() {
        return None;
    }
    let count = inside.len() as f32;
    let mean = [0, 1, 2].map(|i| inside.iter().map(|c| c[i]).sum::<f32>() / count);
    let mut spread = [[0.0_f32; 3]; 3];
    for colour in &inside {
        for (i, row) in spread.iter_mut().enumerate() {
            for (j, cell) in row.iter_mut().enumerate() {
                *cell += (colour[i] - mean[i]) * (colour[j] - mean[j]) / count;
            }
        }
    }
    let axis = main_axis(spread);
    let along = |colour: [f32; 3]| -> f32 { (0..3).map(|i| (colour[i] - mean[i]) * axis[i]).sum() };
    let mut places: Vec<f32> = inside.iter().map(|colour| along(*colour)).collect();
    places.sort_by(f32::total_cmp);
    // The last thousandth on either side may be noise.
    let cut = places.len() / 1000;
    let (low, high) = (places.get(cut)?, places.get(places.len() - 1 - cut)?);
    if high - low < CONTRAST {
        return None;
    }
    let scale = 255.0 / (high - low);
    let (width, height) = cutout.mask.dimensions();
    Some(GrayImage::from_fn(width, height, |x, y| {
        let colour = cutout.colours.get_pixel(x, y).0.map(f32::from);
        Luma([((along(colour) - low) * scale).clamp(0.0, 255.0) as u8])
    }))
}

/// The direction in which points spread most, by power iteration.
fn main_axis(spread: [[f32; 3]; 3]) -> [f32; 3] {
    // Lightness as the eye weighs it: kept when nothing differs.
    let mut axis = [0.5, 0.7, 0.4];
    for _ in 0..32 {
        let next = spread.map(|row| row.iter().zip(axis).map(|(a, b)| a * b).sum::<f32>());
        let length = next.iter().map(|v| v * v).sum::<f32>().sqrt();
        if length < 1e-3 {
            break;
        }
        axis = next.map(|v| v / length);
    }
    axis
}

/// The tone that parts the two sides of most edges: shading has none, so that a shaded ball with dark eyes is parted into ball and eyes.
/// `None` if there are no edges.
fn edge_level(tones: &GrayImage, core: &GrayImage) -> Option<u8> {
    let mut changes = [0_i64; 257];
    let (width, height) = tones.dimensions();
    for (x, y, tone) in tones.enumerate_pixels() {
        for (x2, y2) in [(x + 2, y), (x, y + 2)] {
            let both = x2 < width && y2 < height && core.get_pixel(x, y)[0] > 0 && core.get_pixel(x2, y2)[0] > 0;
            if !both {
                continue;
            }
            let (a, b) = (i32::from(tone[0]), i32::from(tones.get_pixel(x2, y2)[0]));
            let weight = i64::from((a - b).abs() - 2 * SHADING);
            if weight > 0 {
                changes[a.min(b) as usize] += weight;
                changes[a.max(b) as usize] -= weight;
            }
        }
    }
    let mut sum = 0;
    let scores: Vec<i64> = changes[..256]
        .iter()
        .map(|change| {
            sum += change;
            sum
        })
        .collect();
    let best = *scores.iter().max()?;
    // A few pixels are no line.
    if best < 20 * 255 {
        return None;
    }
    // The middle of all that are as good.
    let good = |score: &i64| *score * 20 >= best * 19;
    let first = scores.iter().position(good)?;
    let length = scores[first..].iter().take_while(|score| good(score)).count();
    u8::try_from(first + length / 2).ok()
}
