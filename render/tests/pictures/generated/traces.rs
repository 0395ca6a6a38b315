//! Drawings of random shapes, traced and drawn as pieces.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};
use render::cards::Tokens;
use render::{Renderer, trace};

use super::Made;
use super::luck::Luck;
use crate::fixture::own::own;

/// A shape from -1 to 1 in both directions.
#[derive(Clone, Copy, Debug)]
enum Shape {
    Disc([f64; 3]),
    Ring([f64; 4]),
    Box([f64; 4]),
    Stripes(f64),
}

impl Shape {
    fn any(luck: &mut Luck) -> Self {
        let at = |luck: &mut Luck, far: usize| luck.below(2 * far + 1) as f64 / 100.0 - far as f64 / 100.0;
        let (x, y) = (at(luck, 50), at(luck, 50));
        match luck.below(8) {
            0..3 => Shape::Disc([x, y, luck.of(&[0.03, 0.2, 0.4, 0.8])]),
            3 | 4 => Shape::Ring([x / 3.0, y / 3.0, luck.of(&[0.4, 0.85]), luck.of(&[0.01, 0.04, 0.2])]),
            5 | 6 => Shape::Box([x, y, luck.of(&[0.012, 0.1, 0.6]), luck.of(&[0.012, 0.3, 0.9])]),
            _ => Shape::Stripes(luck.of(&[3.0, 6.0, 14.0])),
        }
    }

    fn has(self, x: f64, y: f64) -> bool {
        match self {
            Shape::Disc([left, top, r]) => (x - left).hypot(y - top) < r,
            Shape::Ring([left, top, r, half]) => ((x - left).hypot(y - top) - r).abs() < half,
            Shape::Box([left, top, wide, high]) => (x - left).abs() < wide && (y - top).abs() < high,
            Shape::Stripes(number) => x.abs().max(y.abs()) < 0.7 && (y * number).rem_euclid(1.0) < 0.4,
        }
    }

    /// The shape in a view box of 200 by 200.
    fn svg(self, fill: &str) -> String {
        let to = |v: f64| 100.0 + 100.0 * v;
        let rect = |x: f64, y: f64, wide: f64, high: f64| {
            format!(
                "<rect x='{:.2}' y='{:.2}' width='{:.2}' height='{:.2}' fill='{fill}'/>",
                to(x),
                to(y),
                wide * 100.0,
                high * 100.0
            )
        };
        match self {
            Shape::Disc([x, y, r]) => {
                format!("<circle cx='{:.2}' cy='{:.2}' r='{:.2}' fill='{fill}'/>", to(x), to(y), r * 100.0)
            }
            Shape::Ring([x, y, r, half]) => format!(
                "<circle cx='{:.2}' cy='{:.2}' r='{:.2}' fill='none' stroke='{fill}' stroke-width='{:.2}'/>",
                to(x),
                to(y),
                r * 100.0,
                half * 200.0
            ),
            Shape::Box([x, y, wide, high]) => rect(x - wide, y - high, 2.0 * wide, 2.0 * high),
            Shape::Stripes(number) => (0..number as u32)
                .map(|row| rect(-0.7, f64::from(row) * 1.4 / number - 0.7, 1.4, 0.5 / number))
                .collect(),
        }
    }
}

/// A drawing of some shapes as a file of any format.
fn file(luck: &mut Luck) -> (&'static str, Vec<u8>) {
    let colours = [[20, 20, 30, 255], [250, 248, 240, 255], [180, 40, 40, 255], [90, 90, 90, 255], [200, 40, 40, 140]];
    let ground = luck.of(&[[0; 4], [0; 4], [250, 248, 240, 255], [40, 90, 160, 255]]);
    let few = luck.some(&colours, 45);
    let few = if few.is_empty() { colours[..1].to_vec() } else { few };
    let shapes: Vec<(Shape, [u8; 4])> = (0..luck.from(1, 5)).map(|_| (Shape::any(luck), luck.of(&few))).collect();
    if luck.percent(35) {
        let colour = |[r, g, b, _]: [u8; 4]| format!("#{r:02x}{g:02x}{b:02x}");
        let back = if ground[3] == 0 { String::new() } else { Shape::Box([0.0, 0.0, 1.0, 1.0]).svg(&colour(ground)) };
        let all: String = shapes.iter().map(|(shape, ink)| shape.svg(&colour(*ink))).collect();
        let svg = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 200 200'>{back}{all}</svg>");
        return ("SVG", svg.into_bytes());
    }
    let (wide, high) = (luck.of(&[10, 24, 60, 160, 240, 400]), luck.of(&[16, 60, 160, 240]));
    let picture = RgbaImage::from_fn(wide, high, |x, y| {
        let on = |v: u32, side: u32| (f64::from(v) + 0.5) / f64::from(side) * 2.0 - 1.0;
        let (x, y) = (on(x, wide), on(y, high));
        Rgba(shapes.iter().rev().find(|(shape, _)| shape.has(x, y)).map_or(ground, |(_, ink)| *ink))
    });
    let mut bytes = Cursor::new(Vec::new());
    let (name, format) = luck.of(&[("PNG", ImageFormat::Png), ("PNG", ImageFormat::Png), ("GIF", ImageFormat::Gif)]);
    DynamicImage::from(picture).write_to(&mut bytes, format).unwrap();
    (name, bytes.into_inner())
}

pub fn trace_of_a_drawing(renderer: &Renderer, luck: &mut Luck) -> Made {
    let (format, bytes) = file(luck);
    match trace(&bytes) {
        Err(error) => Made::text(format.to_owned(), error.to_string()),
        Ok(art) => {
            let name = luck.of(&["Own", "A piece with a longer name"]);
            let parts = [art.silhouette(), art.lines()].map(|path| (path.len(), path.matches('z').count()));
            let tokens = Tokens { title: "Pictures".to_owned(), pieces: vec![own(name, art)] };
            let mut made = Made::picture(format.to_owned(), renderer.tokens(&tokens).unwrap());
            made.alt = format!("letters and contours of body and lines: {parts:?}. {}", made.alt);
            made
        }
    }
}
