//! Inner lines and patches of a piece, found as a two-tone drawing in its colours. It handles dark lines on a light
//! body, light lines on a dark body, flat colours and shading. The tone with the smaller area is drawn on the other.

use image::{GrayImage, Luma};
use imageproc::distance_transform::Norm;
use imageproc::morphology::{close, dilate, erode};

use super::cutout::Cutout;
use super::mask::{self, IN, OUT, joined};

/// Minimum difference of the two tones, of 255, along the axis of the largest colour differences.
const CONTRAST: f32 = 48.0;
/// Difference of neighbouring pixels below which it is shading, not an edge.
const SHADING: i32 = 6;
/// Width of the border, in pixels, where the piece blurs into the background and tones are unreliable.
const FRINGE: u8 = 4;
/// Area of lines and patches below which they are specks, in pixels of the canvas.
const SPECK: usize = 70;
/// Half of the largest gap that is closed.
const GAP: u8 = 1;
/// Maximum share of the body, in percent, that bold lines may cover.
const CROWDED: usize = 55;

/// Inner lines of a piece; often empty.
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
    // In the unreliable border, only lines that continue from further inside count.
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

/// Thickens thin lines as far as the space between them permits.
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

/// Position of each pixel on the axis of the largest colour differences; `None` if the colours hardly differ. In grey
/// pictures this is lightness, in pictures of equal lightness it is hue.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "pixels, and colours from 0 to 255")]
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
    // The extreme 0.1 % on either side may be noise.
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

/// Direction of the largest spread, by power iteration.
fn main_axis(spread: [[f32; 3]; 3]) -> [f32; 3] {
    // Starts with perceived lightness, which remains if the colours do not differ.
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

/// Threshold that separates the two sides of most edges; `None` if there are no edges. Shading has no edges, so a
/// shaded ball with dark eyes is separated into ball and eyes.
#[expect(clippy::cast_sign_loss, reason = "pixels, and colours from 0 to 255")]
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
    // A few pixels are not a line.
    if best < 20 * 255 {
        return None;
    }
    // The middle of the range with nearly the best score.
    let good = |score: &i64| *score * 20 >= best * 19;
    let first = scores.iter().position(good)?;
    let length = scores[first..].iter().take_while(|score| good(score)).count();
    u8::try_from(first + length / 2).ok()
}
