//! Contours of traced drawings in numbers: what a reduced picture of a piece does not show. `golden/contours.txt` has them.

use std::fmt::Write as _;

use crate::compare::recorded;
use crate::drawings::TRACED;

/// Closed contour of path data: points in tenths, and the numbers of straight and of curved pieces.
#[derive(Default)]
struct Contour {
    points: Vec<(i32, i32)>,
    straight: usize,
    curved: usize,
}

/// Commands of path data with their numbers in tenths, such as `('l', [12, -5])`.
fn commands(path: &str) -> Vec<(char, Vec<i32>)> {
    let mut all: Vec<(char, Vec<i32>)> = Vec::new();
    let mut number = String::new();
    let end = |number: &mut String, all: &mut Vec<(char, Vec<i32>)>| {
        if !number.is_empty() {
            let value: f64 = number.parse().unwrap();
            all.last_mut().unwrap().1.push((value * 10.0).round() as i32);
            number.clear();
        }
    };
    for c in path.chars() {
        match c {
            '0'..='9' | '.' => number.push(c),
            _ => {
                end(&mut number, &mut all);
                match c {
                    '-' => number.push(c),
                    ' ' => {}
                    letter => all.push((letter, Vec::new())),
                }
            }
        }
    }
    end(&mut number, &mut all);
    all
}

fn contours(path: &str) -> Vec<Contour> {
    let mut all: Vec<Contour> = Vec::new();
    for (letter, numbers) in commands(path) {
        if letter == 'M' {
            all.push(Contour { points: vec![(numbers[0], numbers[1])], ..Contour::default() });
        }
        let Some(contour) = all.last_mut() else { continue };
        let each = match letter {
            'h' | 'v' => 1,
            'l' => 2,
            'q' => 4,
            _ => continue,
        };
        for step in numbers.chunks(each) {
            let (x, y) = *contour.points.last().unwrap();
            let (dx, dy) = match (letter, step) {
                ('h', [dx]) => (*dx, 0),
                ('v', [dy]) => (0, *dy),
                (_, [.., dx, dy]) => (*dx, *dy),
                _ => panic!("{letter} with {step:?}"),
            };
            contour.points.push((x + dx, y + dy));
            if letter == 'q' { contour.curved += 1 } else { contour.straight += 1 }
        }
    }
    all
}

/// Box, area with the sign of its direction, and pieces of each contour, in units of the view box.
fn told(path: &str) -> String {
    let one = |contour: &Contour| {
        let Contour { points, straight, curved } = contour;
        let next = points.iter().cycle().skip(1);
        let area: i32 = points.iter().zip(next).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum();
        let (x, y) = (points.iter().map(|point| point.0), points.iter().map(|point| point.1));
        let ends = [x.clone().min(), y.clone().min(), x.max(), y.max()].map(|end| end.unwrap() as f32 / 10.0);
        let [left, top, right, low] = ends.map(|end| end.round());
        format!("{left},{top} to {right},{low} area {} of {straight} lines and {curved} curves", area / 200)
    };
    contours(path).iter().map(one).collect::<Vec<_>>().join("; ")
}

#[test]
fn drawings_have_the_contours_that_they_had() {
    let mut found = String::new();
    for (name, art) in TRACED.iter() {
        match art {
            Ok(art) => {
                writeln!(found, "{name}: body {}", told(art.silhouette())).unwrap();
                writeln!(found, "{name}: lines {}", told(art.lines())).unwrap();
            }
            Err(error) => writeln!(found, "{name}: {error}").unwrap(),
        }
    }
    recorded("contours", &found);
}
