//! Sheets of many reduced pictures, compared with those that were looked at once.
//!
//! `golden/<name>.png` has the reduced pictures in few colours, `golden/<name>.txt` their sizes and descriptions. After an
//! intended change, `GOLDEN=write cargo test -p render --test pictures <name>` rewrites both; then review them.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::imageops::{overlay, thumbnail};
use image::{Rgb, RgbImage};
use render::Picture;

use crate::compare::decoded;

/// Pictures with their names and the divisor of their size.
pub type Drawn = Vec<(String, u32, Picture)>;

/// Steps of a channel on the sheet, which make its file small.
const STEP: u8 = 16;
/// Maximum difference of a channel. Each pixel is the mean of at least four, so that edges that other machines round
/// differently stay below it.
const UNSEEN: u8 = 2 * STEP;
/// Width of the sheet, in pixels.
const WIDTH: u32 = 1_600;

/// Reduced pictures in rows on one sheet, and the place of each: left, top, width and height.
fn sheet(drawn: &Drawn) -> (RgbImage, Vec<[u32; 4]>) {
    let reduced: Vec<RgbImage> = drawn
        .iter()
        .map(|(_, by, picture)| {
            let whole = decoded(&picture.png);
            thumbnail(&whole, (whole.width() / by).max(1), (whole.height() / by).max(1))
        })
        .collect();
    let (mut x, mut y, mut high) = (0, 0, 0);
    let mut places = Vec::new();
    for picture in &reduced {
        if x + picture.width() > WIDTH {
            (x, y, high) = (0, y + high, 0);
        }
        places.push([x, y, picture.width(), picture.height()]);
        x += picture.width();
        high = high.max(picture.height());
    }
    let mut sheet = RgbImage::from_pixel(WIDTH, y + high, Rgb([128; 3]));
    for (picture, [x, y, ..]) in reduced.iter().zip(&places) {
        overlay(&mut sheet, picture, i64::from(*x), i64::from(*y));
    }
    sheet.iter_mut().for_each(|channel| *channel = *channel / STEP * STEP);
    (sheet, places)
}

/// Compares pictures with the sheet and the text of this name.
///
/// # Panics
/// If a size, a description or a part of a picture differs.
pub fn compare(name: &str, drawn: &Drawn) {
    let mut words = String::new();
    for (name, _, Picture { width, height, alt, .. }) in drawn {
        writeln!(words, "{name}: {width}x{height} {alt}").unwrap();
    }
    let (sheet, places) = sheet(drawn);
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let (picture, text) = (folder.join(format!("{name}.png")), folder.join(format!("{name}.txt")));
    if std::env::var("GOLDEN").is_ok_and(|v| v == "write") {
        let mut png = Vec::new();
        let encoder = PngEncoder::new_with_quality(&mut png, CompressionType::Best, FilterType::NoFilter);
        sheet.write_with_encoder(encoder).unwrap();
        std::fs::write(&picture, png).unwrap();
        std::fs::write(&text, &words).unwrap();
    }
    let expected = std::fs::read_to_string(&text).unwrap();
    let other = words.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
    assert_eq!(other, None, "first that differs: found, expected");
    assert_eq!(words.lines().count(), expected.lines().count());
    let golden = decoded(&std::fs::read(&picture).unwrap());
    assert_eq!(sheet.dimensions(), golden.dimensions());
    let far = |a: &Rgb<u8>, b: &Rgb<u8>| a.0.iter().zip(b.0).any(|(a, b)| a.abs_diff(b) > UNSEEN);
    let differing = sheet.enumerate_pixels().filter(|(x, y, pixel)| far(pixel, golden.get_pixel(*x, *y)));
    let there = |x: u32, y: u32| {
        places
            .iter()
            .position(|[left, top, wide, high]| (*left..left + wide).contains(&x) && (*top..top + high).contains(&y))
    };
    let differing: BTreeSet<&str> = differing.filter_map(|(x, y, _)| Some(drawn[there(x, y)?].0.as_str())).collect();
    assert!(differing.is_empty(), "{name}: {} of {} pictures differ: {differing:?}", differing.len(), drawn.len());
}
