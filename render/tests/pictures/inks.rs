//! Tests that inks are distinguishable: ΔE2000 between any two of them, for normal vision and for protanopia,
//! deuteranopia and tritanopia (Machado, Oliveira and Fernandes 2009, severity 1).

use engine::board::Seat;
use image::GenericImageView as _;
use image::imageops::crop_imm;
use render::cards::{Lobby, LobbySeat};
use render::{Renderer, Theme};

use crate::compare::decoded;

type Vector = [f64; 3];

fn linear(byte: u8) -> f64 {
    let v = f64::from(byte) / 255.0;
    if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
}

fn times(matrix: [Vector; 3], v: Vector) -> Vector {
    matrix.map(|row| row.iter().zip(v).map(|(a, b)| a * b).sum())
}

const SIGHTS: [(&str, [Vector; 3]); 4] = [
    ("all cones", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    ("protanopia", [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    (
        "deuteranopia",
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    ),
    ("tritanopia", [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
];

fn lab(linear: Vector) -> Vector {
    let to_xyz =
        [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]];
    let xyz = times(to_xyz, linear.map(|v| v.clamp(0.0, 1.0)));
    let f = |t: f64| {
        if t > 0.008856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 }
    };
    let [x, y, z] = [f(xyz[0] / 0.95047), f(xyz[1]), f(xyz[2] / 1.08883)];
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// CIEDE2000 colour difference, after Sharma, Wu and Dalal 2005.
fn delta_e([l1, a1, b1]: Vector, [l2, a2, b2]: Vector) -> f64 {
    let mean = (a1.hypot(b1) + a2.hypot(b2)) / 2.0;
    let g = 0.5 * (1.0 - (mean.powi(7) / (mean.powi(7) + 25f64.powi(7))).sqrt());
    let (a1, a2) = (a1 * (1.0 + g), a2 * (1.0 + g));
    let (c1, c2) = (a1.hypot(b1), a2.hypot(b2));
    let hue = |a: f64, b: f64| b.atan2(a).to_degrees().rem_euclid(360.0);
    let (h1, h2) = (hue(a1, b1), hue(a2, b2));
    let grey = c1 * c2 == 0.0;
    let dh = if grey { 0.0 } else { (h2 - h1 + 180.0).rem_euclid(360.0) - 180.0 };
    let dh = 2.0 * (c1 * c2).sqrt() * (dh / 2.0).to_radians().sin();
    let (l, c) = ((l1 + l2) / 2.0, (c1 + c2) / 2.0);
    let h = match (h1 - h2).abs() {
        _ if grey => h1 + h2,
        d if d <= 180.0 => (h1 + h2) / 2.0,
        _ if h1 + h2 < 360.0 => (h1 + h2 + 360.0) / 2.0,
        _ => (h1 + h2 - 360.0) / 2.0,
    };
    let cos = |degrees: f64| degrees.to_radians().cos();
    let t = 1.0 - 0.17 * cos(h - 30.0) + 0.24 * cos(2.0 * h) + 0.32 * cos(3.0 * h + 6.0) - 0.20 * cos(4.0 * h - 63.0);
    let turn = 30.0 * (-((h - 275.0) / 25.0).powi(2)).exp();
    let rc = 2.0 * (c.powi(7) / (c.powi(7) + 25f64.powi(7))).sqrt();
    let sl = 1.0 + 0.015 * (l - 50.0).powi(2) / (20.0 + (l - 50.0).powi(2)).sqrt();
    let (sc, sh) = (1.0 + 0.045 * c, 1.0 + 0.015 * c * t);
    let rt = -(2.0 * turn).to_radians().sin() * rc;
    let (x, y, z) = ((l2 - l1) / sl, (c2 - c1) / sc, dh / sh);
    (x * x + y * y + z * z + rt * y * z).sqrt()
}

#[test]
fn the_formula_gives_the_published_values() {
    for (one, two, expected) in [
        ([50.0, 2.6772, -79.7751], [50.0, 0.0, -82.7485], 2.0425),
        ([50.0, 2.5, 0.0], [73.0, 25.0, -18.0], 27.1492),
        ([2.0776, 0.0795, -1.1350], [0.9033, -0.0636, -0.5514], 0.9082),
    ] {
        assert!((delta_e(one, two) - expected).abs() < 1e-4);
    }
}

/// Minimum difference. It is far above the 2 or 3 that people notice side by side, because pieces are small and not
/// adjacent.
const FLOOR: f64 = 20.0;

#[test]
fn inks_stay_apart_for_every_eye() {
    for players in 2..=6 {
        let inks: Vec<_> = Seat::all(players).map(|seat| render::ink::fill(seat, players)).collect();
        for (sight, matrix) in SIGHTS {
            let seen: Vec<_> = inks.iter().map(|ink| lab(times(matrix, ink.map(linear)))).collect();
            for (i, one) in seen.iter().enumerate() {
                for (j, two) in seen.iter().enumerate().skip(i + 1) {
                    let apart = delta_e(*one, *two);
                    assert!(apart >= FLOOR, "{players} Players, seats {i} and {j}, {sight}: {apart:.1}");
                }
            }
        }
    }
}

/// Token shape of each seat on a lobby card: the pixels that differ from the panel.
fn tokens(players: usize, theme: Theme) -> Vec<Vec<bool>> {
    let seat = LobbySeat { name: "x".to_owned(), battalion: "x".to_owned(), ready: false };
    let lobby =
        Lobby { title: "x".to_owned(), settings: "x".to_owned(), seats: vec![seat; players], missing: String::new() };
    let png = Renderer::new().unwrap().lobby(&lobby, theme).unwrap().png;
    let picture = decoded(&png);
    // Rows are 72 pixels high below the title; the token's centre is 60 pixels from the left.
    (0..players as u32)
        .map(|row| {
            let middle = 28 + 92 + 72 * row + 32;
            let panel = picture.get_pixel(36, middle);
            let token = crop_imm(&picture, 38, middle - 22, 44, 44);
            token.pixels().map(|(_, _, pixel)| pixel != *panel).collect()
        })
        .collect()
}

#[test]
fn tokens_stay_apart_without_any_colour() {
    for theme in [Theme::Dark, Theme::Light, Theme::HighContrast] {
        let tokens = tokens(6, theme);
        for (i, one) in tokens.iter().enumerate() {
            assert!(one.iter().filter(|p| **p).count() > 300, "there is a token");
            for (j, two) in tokens.iter().enumerate().skip(i + 1) {
                let pairs = || one.iter().zip(two);
                let either = pairs().filter(|(a, b)| **a || **b).count();
                let apart = pairs().filter(|(a, b)| a != b).count();
                assert!(
                    apart * 4 >= either,
                    "seats {i} and {j} share too much of their shape: {apart} of {either} pixels differ"
                );
            }
        }
    }
}
