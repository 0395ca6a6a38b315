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

use crate::compare::{decoded, recorded};

/// Pictures with their names and the divisor of their size.
pub type Drawn = Vec<(String, u32, Picture)>;

/// Steps of a channel on the sheet, which make its file small.
const STEP: u8 = 16;
/// Maximum distance of a channel from the step of the golden picture. Each pixel is the mean of at least four, so that
/// edges that other machines round differently stay below it.
const UNSEEN: u8 = STEP / 2;
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
    (sheet, places)
}

/// The sheet in few colours.
fn steps(sheet: &RgbImage) -> RgbImage {
    let mut steps = sheet.clone();
    steps.iter_mut().for_each(|channel| *channel = *channel / STEP * STEP);
    steps
}

/// Distance of a channel from the values that the golden picture has as `step`.
fn beside(found: u8, step: u8) -> u8 {
    step.saturating_sub(found).max(found.saturating_sub(step.saturating_add(STEP - 1)))
}

/// Pixels that differ from those of the golden picture.
fn differing(sheet: &RgbImage, golden: &RgbImage) -> Vec<(u32, u32)> {
    let far = |found: &Rgb<u8>, step: &Rgb<u8>| found.0.iter().zip(step.0).any(|(a, b)| beside(*a, b) > UNSEEN);
    let pixels = sheet.enumerate_pixels().zip(golden.pixels());
    pixels.filter(|((.., found), step)| far(found, step)).map(|((x, y, _), _)| (x, y)).collect()
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
    let picture = folder.join(format!("{name}.png"));
    if std::env::var("GOLDEN").is_ok_and(|v| v == "write") {
        let mut png = Vec::new();
        let encoder = PngEncoder::new_with_quality(&mut png, CompressionType::Best, FilterType::NoFilter);
        steps(&sheet).write_with_encoder(encoder).unwrap();
        std::fs::write(&picture, png).unwrap();
    }
    recorded(name, &words);
    let golden = decoded(&std::fs::read(&picture).unwrap());
    assert_eq!(sheet.dimensions(), golden.dimensions());
    let there = |x: u32, y: u32| {
        places
            .iter()
            .position(|[left, top, wide, high]| (*left..left + wide).contains(&x) && (*top..top + high).contains(&y))
    };
    let differing: BTreeSet<&str> =
        differing(&sheet, &golden).into_iter().filter_map(|(x, y)| Some(drawn[there(x, y)?].0.as_str())).collect();
    assert!(differing.is_empty(), "{name}: {} of {} pictures differ: {differing:?}", differing.len(), drawn.len());
}

/// A line that becomes a pixel wider is noticed on the sheet, wherever it is; an edge that is rounded differently is not.
#[test]
fn a_wider_line_is_noticed_and_a_rounded_edge_is_not() {
    let reduced = |by: u32, line: std::ops::Range<u32>, edge: u8| {
        let colour = |x, y| match () {
            () if line.contains(&x) => Rgb([150; 3]),
            () if (x, y) == (7, 7) => Rgb([edge; 3]),
            () => Rgb([30; 3]),
        };
        let mut png = Vec::new();
        RgbImage::from_fn(60, 60, colour).write_with_encoder(PngEncoder::new(&mut png)).unwrap();
        sheet(&vec![(String::new(), by, Picture { png, width: 60, height: 60, alt: String::new() })]).0
    };
    for by in 2..=4 {
        for left in 20..26 {
            let golden = steps(&reduced(by, left..left + 2, 30));
            let differing = |line, edge| differing(&reduced(by, line, edge), &golden).len();
            assert_eq!(differing(left..left + 2, 30 + 24), 0);
            for wider in [left - 1..left + 2, left..left + 3] {
                assert!(differing(wider, 30) >= 10, "{by} {left}");
            }
        }
    }
}
