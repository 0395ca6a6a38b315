//! Drawings of many kinds, traced and drawn as pieces.

use std::io::Cursor;
use std::sync::LazyLock;

use engine::piece::art::Art;
use engine::view::Look;
use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};
use render::cards::Tokens;
use render::trace::TraceError;
use render::{Renderer, trace};

use crate::fixture::own::{STYLES, own};
use crate::sheet::{self, Drawn};

type Paint = fn(f64, f64) -> [u8; 4];

const INK: [u8; 4] = [20, 20, 30, 255];
const PAPER: [u8; 4] = [250, 248, 240, 255];
const CLEAR: [u8; 4] = [0; 4];

fn within(x: f64, y: f64, r: f64) -> bool {
    x.hypot(y) < r
}

/// Drawings of many kinds, from -1 to 1 in both directions.
const DRAWINGS: [(&str, u32, Paint); 19] =
    [
        ("disc", 200, |x, y| if within(x, y, 0.8) { INK } else { CLEAR }),
        ("off the middle", 300, |x, y| if within(x - 0.5, y + 0.4, 0.4) { INK } else { PAPER }),
        ("ring", 240, |x, y| if within(x, y, 0.9) && !within(x, y, 0.6) { INK } else { CLEAR }),
        ("outline", 400, |x, y| if within(x, y, 0.9) && !within(x, y, 0.86) { INK } else { PAPER }),
        ("outline with a gap", 400, |x, y| {
            if within(x, y, 0.9) && !within(x, y, 0.84) && (x.abs() > 0.01 || y > 0.0) { INK } else { PAPER }
        }),
        ("eyes", 220, |x, y| match () {
            () if within(x.abs() - 0.3, y + 0.2, 0.15) => PAPER,
            () if within(x, y, 0.85) => INK,
            () => CLEAR,
        }),
        ("three tones", 220, |x, y| match () {
            () if within(x, y + 0.4, 0.2) => [240, 200, 60, 255],
            () if x.abs() < 0.6 && y.abs() < 0.9 => [150, 30, 30, 255],
            () => PAPER,
        }),
        ("two parts", 260, |x, y| if within(x.abs() - 0.5, y, 0.35) { INK } else { CLEAR }),
        (
            "a part and a speck",
            260,
            |x, y| if within(x, y, 0.6) || within(x - 0.9, y - 0.7, 0.03) { INK } else { CLEAR },
        ),
        ("thin cross", 300, |x, y| {
            if (x.abs() < 0.012 || y.abs() < 0.012) && x.abs().max(y.abs()) < 0.9 { INK } else { PAPER }
        }),
        ("wide", 160, |x, y| if x.abs() < 0.95 && y.abs() < 0.2 { INK } else { CLEAR }),
        ("square with lines", 340, |x, y| match () {
            () if x.abs().max(y.abs()) > 0.8 => PAPER,
            () if (y * 5.0).rem_euclid(1.0) < 0.2 => INK,
            () => [200, 220, 240, 255],
        }),
        ("half transparent", 700, |x, y| {
            if within(x, y, 0.7) { [200, 40, 40, if x > 0.0 { 255 } else { 140 }] } else { CLEAR }
        }),
        // A border of one pixel in a hundred is transparent: the piece is what it surrounds, whatever its colours are.
        ("narrow border", 200, |x, y| match () {
            () if x.abs().max(y.abs()) > 0.985 => CLEAR,
            () if within(x, y, 0.5) => PAPER,
            () => INK,
        }),
        ("stairs of pixels", 40, |x, y| {
            let step = |v: f64| ((v + 1.0) * 20.0) as i32;
            if (step(x) - step(y) - 2) % 40 == 0 || within(x - 0.5, y, 0.3) { INK } else { CLEAR }
        }),
        ("nearly opaque half", 700, |x, y| {
            if within(x, y, 0.7) { [230, 230, 230, if x > 0.0 { 255 } else { 235 }] } else { CLEAR }
        }),
        ("sixteen parts", 300, |x, y| {
            if within((x * 2.0).rem_euclid(1.0) - 0.5, (y * 2.0).rem_euclid(1.0) - 0.5, 0.3) { INK } else { CLEAR }
        }),
        ("twenty-five parts", 300, |x, y| {
            if within((x * 2.5).rem_euclid(1.0) - 0.5, (y * 2.5).rem_euclid(1.0) - 0.5, 0.3) { INK } else { CLEAR }
        }),
        ("small", 24, |x, y| if within(x, y, 0.9) { INK } else { CLEAR }),
    ];

type Traced = Vec<(&'static str, Result<Art, TraceError>)>;

/// All drawings, and the files of different styles, traced.
pub(crate) static TRACED: LazyLock<Traced> = LazyLock::new(|| {
    let drawn = DRAWINGS.into_iter().map(|(name, side, paint)| {
        let on = |v: u32| (f64::from(v) + 0.5) / f64::from(side) * 2.0 - 1.0;
        let picture = RgbaImage::from_fn(side, side * 4 / 5, |x, y| Rgba(paint(on(x), on(y) + 0.2)));
        let mut bytes = Vec::new();
        DynamicImage::from(picture).write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).unwrap();
        (name, trace(&bytes))
    });
    drawn.chain(STYLES.map(|(name, bytes)| (name, trace(bytes)))).collect()
});

/// Traced drawings, drawn as pieces; the text has the number of contours of body and lines.
#[test]
fn drawings_become_the_pieces_that_they_became() {
    let renderer = Renderer::new().unwrap();
    let mut out = Drawn::new();
    let mut looks: Vec<Look> = Vec::new();
    let mut numbers = Vec::new();
    for (name, art) in TRACED.iter() {
        match art {
            Ok(art) => {
                let parts = |path: &str| path.matches('z').count();
                numbers.push(format!("{name}: {} and {}", parts(art.silhouette()), parts(art.lines())));
                looks.push(own(name, art.clone()));
            }
            Err(error) => numbers.push(format!("{name}: {error}")),
        }
    }
    for (number, pieces) in looks.chunks(3).chain(looks[..4].chunks(1)).enumerate() {
        let title = if number % 2 == 0 { "Pictures".to_owned() } else { pieces[0].name.clone() };
        let mut picture = renderer.tokens(&Tokens { title, pieces: pieces.to_vec() }).unwrap();
        if number == 0 {
            picture.alt = format!("{}; {}", picture.alt, numbers.join("; "));
        }
        out.push((format!("tokens {number}"), 3, picture));
    }
    sheet::compare("drawings", &out);
}
