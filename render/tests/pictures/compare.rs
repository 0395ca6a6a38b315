//! Comparison of two pictures by windows, not as a whole, so that small differences in a large picture count.

use std::path::Path;

use image::{GrayImage, Luma, RgbImage};
use imageproc::integral_image::{integral_image, sum_image_pixels};
use imageproc::map::map_pixels2;

/// Side of a window in pixels; windows overlap by half. A badge fills a window, a digit a quarter of it.
const WINDOW: u32 = 16;
/// Maximum difference of a channel that is invisible.
const UNSEEN: u8 = 24;
/// Maximum number of pixels per window with larger differences, because other machines may round edges differently.
const MOST: u32 = 10;

/// Decodes a PNG to RGB pixels.
pub fn decoded(png: &[u8]) -> RgbImage {
    image::load_from_memory(png).unwrap().into_rgb8()
}

/// Mask, in white, of visible differences between two pictures of the same size.
fn difference(a: &RgbImage, b: &RgbImage) -> GrayImage {
    map_pixels2(a, b, |a, b| {
        let far = a.0.iter().zip(b.0).any(|(a, b)| a.abs_diff(b) > UNSEEN);
        Luma([u8::from(far)])
    })
}

/// Upper left corners of windows that differ.
pub fn differing(a: &RgbImage, b: &RgbImage) -> Vec<(u32, u32)> {
    assert_eq!(a.dimensions(), b.dimensions());
    let (width, height) = a.dimensions();
    let sums = integral_image::<_, u32>(&difference(a, b));
    let starts = |length: u32| (0..length).step_by(WINDOW as usize / 2);
    let all = starts(height).flat_map(|y| starts(width).map(move |x| (x, y)));
    all.filter(|&(x, y)| {
        let (right, bottom) = ((x + WINDOW).min(width) - 1, (y + WINDOW).min(height) - 1);
        sum_image_pixels(&sums, x, y, right, bottom)[0] > MOST
    })
    .collect()
}

/// Compares a text with `golden/<name>.txt`. After an intended change, `GOLDEN=write` or `UPDATE_EXPECTED=1` rewrites it.
///
/// # Panics
/// If a line differs.
pub fn recorded(name: &str, found: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.txt"));
    if std::env::var_os("UPDATE_EXPECTED").is_some() || std::env::var("GOLDEN").is_ok_and(|v| v == "write") {
        std::fs::write(&file, found).unwrap();
    }
    let expected = std::fs::read_to_string(&file).unwrap_or_default();
    let other = found.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
    assert_eq!(other, None, "{name}: first that differs: found, expected");
    assert_eq!(found.lines().count(), expected.lines().count(), "{name}");
}

#[test]
fn a_few_pixels_may_differ_but_not_all_in_one_place() {
    let plain = RgbImage::new(100, 60);
    let mut other = plain.clone();
    for i in 0..20 {
        other.put_pixel(i * 5, i * 3, image::Rgb([255; 3]));
    }
    assert_eq!(differing(&plain, &other), []);
    for i in 0..4 {
        for j in 0..4 {
            other.put_pixel(46 + i, 14 + j, image::Rgb([0, 25, 0]));
        }
    }
    assert!(differing(&plain, &other).contains(&(40, 8)));
    assert!(differing(&plain, &other).iter().all(|(x, y)| x.abs_diff(40) <= 8 && y.abs_diff(8) <= 8));
    // A difference at the very edge, where windows are cut.
    let mut edge = plain.clone();
    (0..15).for_each(|y| edge.put_pixel(99, 59 - y, image::Rgb([99; 3])));
    assert!(!differing(&plain, &edge).is_empty());
}
