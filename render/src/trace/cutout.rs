//! Separation of a piece from its background. Transparency decides if any pixel is transparent. Otherwise, the
//! background is the area connected to the border in the border's most common colour. The piece is then scaled to the
//! canvas.

use image::imageops::{self, FilterType};
use image::{GrayImage, Luma, Rgb, RgbImage, Rgba, RgbaImage};

use super::error::TraceError;
use super::mask::{self, IN, OUT};

/// Longer side of the piece on the canvas, in pixels.
pub(super) const SIDE: u32 = 256;
/// Free margin around the piece, because thin parts grow.
pub(super) const MARGIN: u32 = 14;
/// Maximum side of a picture, in pixels; larger ones are scaled down first.
const LOOKED_AT: u32 = 512;
/// Minimum longer side of a piece, in pixels of the picture.
const LEAST: u32 = 12;
/// Opacity below which a pixel is transparent.
const OPAQUE: u8 = 128;
/// Maximum distance of two colours of the same background (Euclidean, 0 to 441).
const SAME: i32 = 40;
/// Minimum share of the border in the background colour, in percent. The piece may touch the border.
const BORDER: usize = 60;
/// Maximum number of separate parts of a piece.
const PARTS: usize = 16;

/// A piece on the canvas; its longer side is [`SIDE`] pixels.
#[derive(Clone, Debug)]
pub(super) struct Cutout {
    /// Pixels of the piece, including those in its holes.
    pub mask: GrayImage,
    /// Colours; transparent areas inside the piece get a contrasting colour.
    pub colours: RgbImage,
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "pixels, and colours from 0 to 255")]
pub(super) fn cut_out(picture: RgbaImage) -> Result<Cutout, TraceError> {
    if picture.width().max(picture.height()) < LEAST {
        return Err(TraceError::Small);
    }
    let (picture, enlarged) = sized(picture);
    let clear = picture.pixels().filter(|pixel| pixel[3] < OPAQUE).count();
    let total = picture.pixels().len();
    let filled = if clear * 200 >= total {
        mask::filled(&by_opacity(&picture), 0)
    } else {
        // The background must not leak through small gaps in the outline of a line drawing.
        let gap = picture.width().max(picture.height()) / 120;
        mask::filled(&by_border(&picture)?, gap as u8)
    };
    let whole = mask::parts(&filled, 2, PARTS).ok_or(TraceError::Intricate)?;
    let (x, y, wide, high) = mask::bounds(&whole).ok_or(TraceError::Empty)?;
    if wide.max(high) < LEAST * enlarged {
        return Err(TraceError::Small);
    }
    let under = ground(&picture, &whole);
    let flat = RgbImage::from_fn(picture.width(), picture.height(), |x, y| over(*picture.get_pixel(x, y), under));
    let k = f64::from(SIDE) / f64::from(wide.max(high));
    let to = |side: u32| ((f64::from(side) * k).round() as u32).max(1);
    let (to_wide, to_high) = (to(wide), to(high));
    let cut = imageops::crop_imm(&whole, x, y, wide, high).to_image();
    let cut = imageops::resize(&cut, to_wide, to_high, FilterType::Triangle);
    let flat = imageops::crop_imm(&flat, x, y, wide, high).to_image();
    let flat = imageops::resize(&flat, to_wide, to_high, FilterType::Triangle);
    let (width, height) = (to_wide + 2 * MARGIN, to_high + 2 * MARGIN);
    let mut whole = GrayImage::new(width, height);
    let mut colours = RgbImage::new(width, height);
    for (x, y, pixel) in cut.enumerate_pixels() {
        let inside = if pixel[0] >= OPAQUE { IN } else { OUT };
        whole.put_pixel(x + MARGIN, y + MARGIN, inside);
    }
    imageops::replace(&mut colours, &flat, MARGIN.into(), MARGIN.into());
    Ok(Cutout { mask: whole, colours })
}

/// Scales large pictures down and small ones up by whole pixels; also returns the factor.
fn sized(picture: RgbaImage) -> (RgbaImage, u32) {
    let longer = picture.width().max(picture.height()).max(1);
    if longer > LOOKED_AT {
        let to = |side: u32| (side * LOOKED_AT / longer).max(1);
        let (wide, high) = (to(picture.width()), to(picture.height()));
        // Colours are weighted by opacity; otherwise, transparent pixels would stain the edges.
        let mut weighed = picture;
        for pixel in weighed.pixels_mut() {
            let [r, g, b, a] = pixel.0;
            *pixel = Rgba([times(r, a), times(g, a), times(b, a), a]);
        }
        let mut small = imageops::thumbnail(&weighed, wide, high);
        for pixel in small.pixels_mut() {
            let [r, g, b, a] = pixel.0;
            *pixel = Rgba([parted(r, a), parted(g, a), parted(b, a), a]);
        }
        (small, 1)
    } else {
        let k = LOOKED_AT.div_ceil(longer * 2).max(1);
        let (wide, high) = (picture.width() * k, picture.height() * k);
        (imageops::resize(&picture, wide, high, FilterType::Nearest), k)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "pixels, and colours from 0 to 255")]
fn times(colour: u8, opacity: u8) -> u8 {
    (u16::from(colour) * u16::from(opacity) / 255) as u8
}

fn parted(colour: u8, opacity: u8) -> u8 {
    let wide = u16::from(colour) * 255;
    (wide / u16::from(opacity.max(1))).min(255) as u8
}

/// Blends a pixel over a plain background.
fn over(pixel: Rgba<u8>, under: Rgb<u8>) -> Rgb<u8> {
    let [r, g, b, a] = pixel.0;
    let mix = |top: u8, below: u8| times(top, a) + times(below, 255 - a);
    let Rgb([x, y, z]) = under;
    Rgb([mix(r, x), mix(g, y), mix(b, z)])
}

fn by_opacity(picture: &RgbaImage) -> GrayImage {
    GrayImage::from_fn(
        picture.width(),
        picture.height(),
        |x, y| {
            if picture.get_pixel(x, y)[3] < OPAQUE { OUT } else { IN }
        },
    )
}

/// Squared distance of two colours.
fn apart([r, g, b]: [u8; 3], [x, y, z]: [u8; 3]) -> i32 {
    let square = |a: u8, b: u8| (i32::from(a) - i32::from(b)).pow(2);
    square(r, x) + square(g, y) + square(b, z)
}

fn rgb(pixel: &Rgba<u8>) -> [u8; 3] {
    let [r, g, b, _] = pixel.0;
    [r, g, b]
}

/// Mask of pixels that differ from the border colour.
#[expect(clippy::cast_possible_truncation, reason = "pixels, and colours from 0 to 255")]
fn by_border(picture: &RgbaImage) -> Result<GrayImage, TraceError> {
    let (width, height) = picture.dimensions();
    let border: Vec<[u8; 3]> = picture
        .enumerate_pixels()
        .filter(|(x, y, _)| *x == 0 || *y == 0 || *x + 1 == width || *y + 1 == height)
        .map(|(_, _, pixel)| rgb(pixel))
        .collect();
    let near = |colour: [u8; 3]| {
        let all = border.iter();
        all.filter(move |one| apart(**one, colour) <= SAME * SAME)
    };
    // Most common of some colours sampled along the border.
    let tried = border.iter().step_by((border.len() / 64).max(1));
    let Some(&common) = tried.max_by_key(|colour| near(**colour).count()) else {
        return Err(TraceError::Empty);
    };
    let count = near(common).count();
    if count * 100 < border.len() * BORDER {
        return Err(TraceError::Busy);
    }
    let mean = [0, 1, 2].map(|channel| {
        let sum: usize = near(common).map(|one| usize::from(one[channel])).sum();
        (sum / count.max(1)) as u8
    });
    Ok(GrayImage::from_fn(width, height, |x, y| {
        if apart(rgb(picture.get_pixel(x, y)), mean) <= SAME * SAME { OUT } else { IN }
    }))
}

/// Colour for transparent areas inside the piece: the opposite of the piece's average lightness.
fn ground(picture: &RgbaImage, whole: &GrayImage) -> Rgb<u8> {
    let (mut light, mut count) = (0_u64, 0_u64);
    for (pixel, Luma([inside])) in picture.pixels().zip(whole.pixels()) {
        if *inside > 0 && pixel[3] >= OPAQUE {
            let [r, g, b, _] = pixel.0;
            light += (u64::from(r) * 2 + u64::from(g) * 5 + u64::from(b)) / 8;
            count += 1;
        }
    }
    if light > 128 * count { Rgb([0, 0, 0]) } else { Rgb([255, 255, 255]) }
}
