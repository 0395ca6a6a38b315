//! Curve of win chances: the shares of two Players from the first turn to the last.

use engine::board::Seat;

use crate::art::shapes;
use crate::frame::{Frame, Place, through};
use crate::ink;
use crate::renderer::Renderer;
use crate::theme::Theme;

/// Curve between two Players.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    /// Share of the first Player in percent: before the first turn, then after each.
    pub shares: Vec<f64>,
    /// Numbers of the turns to mark, from 1.
    pub marks: Vec<usize>,
}

/// Height of the plot, in pixels.
const HIGH: i32 = 260;
/// Margins for the scale on the left and for the move numbers below.
const SCALE: i32 = 76;
const NUMBERS: i32 = 36;
/// Minimum distance of two move numbers.
const APART: f32 = 64.0;
/// Possible intervals of the move numbers.
const STEPS: [usize; 8] = [1, 2, 5, 10, 20, 50, 100, 200];

impl Graph {
    pub(crate) const HEIGHT: i32 = HIGH + NUMBERS + 14;

    /// Draws the graph into a column of width `wide`.
    #[expect(clippy::cast_possible_truncation, reason = "pixels: a picture has a few thousand in each direction")]
    pub(crate) fn draw(&self, frame: &mut Frame<'_>, renderer: &Renderer, theme: Theme, (x, y): (i32, i32), wide: i32) {
        let (c, fonts) = (theme.colours(), &renderer.fonts);
        let [first, second] = [Seat(0), Seat(1)].map(|seat| ink::INKS[ink::of(seat, 2) as usize]);
        let (left, top) = (x + SCALE, y + 8);
        let (plot, bottom) = (wide - SCALE, top + HIGH);
        let turns = self.shares.len().saturating_sub(1).max(1);
        let across = |turn: usize| left as f32 + plot as f32 * turn as f32 / turns as f32;
        let down = |share: f64| bottom as f32 - HIGH as f32 * (share.clamp(0.0, 100.0) / 100.0) as f32;
        let curve: Vec<(f32, f32)> =
            self.shares.iter().enumerate().map(|(turn, share)| (across(turn), down(*share))).collect();
        frame.rect(left - 3, top - 3, plot + 6, HIGH + 6, c.line);
        frame.rect(left, top, plot, HIGH, second.fill);
        if let [from, .., to] = curve.as_slice() {
            let mut area = curve.clone();
            area.extend([(to.0, bottom as f32), (from.0, bottom as f32)]);
            frame.fill(shapes::polygon(&area), first.fill, 255);
        }
        let half = (top + bottom) / 2;
        for dash in (left..left + plot).step_by(16) {
            frame.rect(dash, half - 1, 8.min(left + plot - dash), 2, c.plate);
        }
        frame.stroke(through(&curve), c.plate, 7.0);
        frame.stroke(through(&curve), c.turn, 3.0);
        for turn in &self.marks {
            let Some(&(mx, my)) = curve.get(*turn) else {
                continue;
            };
            let my = my.clamp(top as f32 + 11.0, bottom as f32 - 11.0);
            let mx = mx.clamp(left as f32 + 11.0, (left + plot) as f32 - 11.0);
            frame.fill(shapes::circle(mx, my, 11.0), second.rim, 255);
            frame.fill(shapes::circle(mx, my, 9.0), first.fill, 255);
            frame.fill(shapes::circle(mx, my, 6.0), c.alarm, 255);
        }
        for (label, at) in [("100%", top + 18), ("50%", half + 8), ("0%", bottom)] {
            frame.text(fonts, label, Place::right(left - 10, at, 22.0, SCALE), c.muted);
        }
        // A move is a turn of each Player.
        let fits = |step: &&usize| plot as f32 * (2 * **step) as f32 / turns as f32 >= APART;
        let step = STEPS.iter().find(fits).copied().unwrap_or(500);
        for number in (step..=turns / 2).step_by(step) {
            let at = across(2 * number) as i32;
            frame.rect(at - 1, bottom + 3, 2, 7, c.muted);
            let at = at.min(left + plot - 20);
            frame.text(fonts, &number.to_string(), Place::middle(at, bottom + 32, 22.0, 60), c.muted);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Place and width of the graphs in these tests.
    const AT: (i32, i32) = (28, 20);
    const WIDE: i32 = 664;
    const LEFT: i32 = AT.0 + SCALE;
    const RIGHT: i32 = AT.0 + WIDE;
    const TOP: i32 = AT.1 + 8;
    const BOTTOM: i32 = TOP + HIGH;

    fn drawn<'a>(renderer: &'a Renderer, theme: Theme, shares: Vec<f64>, marks: Vec<usize>) -> Frame<'a> {
        let mut frame = Frame::new(720, 400, theme.colours().frame, renderer.palette(theme));
        Graph { shares, marks }.draw(&mut frame, renderer, theme, AT, WIDE);
        frame
    }

    /// Connected stretches of columns with something drawn in these rows; gaps of a few pixels are within a number.
    fn stretches(frame: &Frame<'_>, rows: std::ops::Range<i32>) -> Vec<(i32, i32)> {
        let empty = frame.pixels.get_pixel(0, 0);
        let is_drawn = |x: i32| rows.clone().any(|y| frame.pixels.get_pixel(x as u32, y as u32) != empty);
        let mut found: Vec<(i32, i32)> = Vec::new();
        for x in (0..720).filter(|x| is_drawn(*x)) {
            match found.last_mut() {
                Some((_, end)) if x - *end < 10 => *end = x,
                _ => found.push((x, x)),
            }
        }
        found
    }

    /// Numbers of moves neither touch each other nor lie outside the picture; each has a tick, and there are enough of
    /// them to read the graph.
    #[test]
    fn move_numbers_keep_apart_below_their_ticks() {
        let renderer = Renderer::new().unwrap();
        for turns in (2..=60).chain([79, 80, 99, 100, 121, 160, 199, 200, 250, 301, 400, 555, 800, 1000, 1600]) {
            let frame = drawn(&renderer, Theme::Dark, vec![50.0; turns + 1], Vec::new());
            let numbers = stretches(&frame, BOTTOM + 12..BOTTOM + 42);
            let ticks: Vec<i32> = (LEFT - 4..RIGHT + 4)
                .filter(|x| {
                    let tick = |x: i32| frame.pixels.get_pixel(x as u32, (BOTTOM + 6) as u32);
                    tick(*x) != tick(1) && tick(x - 1) == tick(1)
                })
                .collect();
            assert_eq!(numbers.len(), ticks.len(), "{turns} turns: {numbers:?} {ticks:?}");
            let widest = renderer.fonts.fit(&"8".repeat((turns / 2).to_string().len()), 22.0, 99.0).width as i32 + 2;
            for ((from, to), tick) in numbers.iter().zip(&ticks) {
                assert!(to - from <= widest, "{turns} turns: {numbers:?}");
                assert!(((from + to) / 2 - tick).abs() <= 24, "{turns} turns: {numbers:?} {ticks:?}");
            }
            let least = if turns < 8 { turns / 2 } else { 3 };
            assert!(numbers.len() >= least && ticks.is_sorted(), "{turns} turns: {numbers:?}");
            let alike = ticks.windows(3).all(|ticks| (ticks[2] + ticks[0] - 2 * ticks[1]).abs() <= 2);
            assert!(alike, "{turns} turns: {ticks:?}");
        }
    }

    /// Marks at the ends of a graph and of its scale lie within the plot, whole.
    #[test]
    fn marks_stay_within_the_plot() {
        let renderer = Renderer::new().unwrap();
        for theme in Theme::ALL {
            for turns in [1, 2, 40, 400] {
                for share in [-5.0, 0.0, 3.0, 50.0, 99.5, 100.0, 120.0] {
                    let plain = drawn(&renderer, theme, vec![share; turns + 1], Vec::new());
                    for mark in [0, 1, turns / 2, turns] {
                        let marked = drawn(&renderer, theme, vec![share; turns + 1], vec![mark, turns + 1]);
                        let pixels = plain.pixels.enumerate_pixels();
                        let changed = pixels.filter(|(x, y, pixel)| marked.pixels.get_pixel(*x, *y) != *pixel);
                        let changed: Vec<(i32, i32)> = changed.map(|(x, y, _)| (x as i32, y as i32)).collect();
                        assert!(changed.len() > 250, "turn {mark} of {turns} at {share}: {}", changed.len());
                        let inside = |(x, y): &(i32, i32)| (LEFT..RIGHT).contains(x) && (TOP..BOTTOM).contains(y);
                        assert!(changed.iter().all(inside), "turn {mark} of {turns} at {share}");
                        let middle = |of: fn(&(i32, i32)) -> i32| {
                            let places = || changed.iter().map(of);
                            (places().min().unwrap() + places().max().unwrap()) / 2
                        };
                        let x = LEFT + (RIGHT - LEFT) * mark as i32 / turns as i32;
                        let y = BOTTOM - HIGH * share as i32 / 100;
                        let wanted = (x.clamp(LEFT + 11, RIGHT - 11), y.clamp(TOP + 11, BOTTOM - 11));
                        let found = (middle(|place| place.0), middle(|place| place.1));
                        let off = (found.0 - wanted.0).abs().max((found.1 - wanted.1).abs());
                        assert!(off <= 3, "turn {mark} of {turns} at {share}: {found:?}, not {wanted:?}");
                    }
                }
            }
        }
    }

    /// The share of the first Player lies below the curve in that Player's colour.
    #[test]
    fn the_area_below_the_curve_is_that_of_the_first_player() {
        let renderer = Renderer::new().unwrap();
        let [first, second] = [Seat(0), Seat(1)].map(|seat| ink::INKS[ink::of(seat, 2) as usize].fill);
        for share in [10.0, 30.0, 70.0, 90.0] {
            let frame = drawn(&renderer, Theme::Dark, vec![share; 5], Vec::new());
            for (height, colour) in [(share - 6.0, first), (share + 6.0, second)] {
                let y = BOTTOM - (f64::from(HIGH) * height / 100.0) as i32;
                let colour = frame.palette.index(colour);
                for x in [LEFT + 5, (LEFT + RIGHT) / 2 - 60, RIGHT - 5] {
                    assert_eq!(frame.pixels.get_pixel(x as u32, y as u32)[0], colour, "{share} {height} {x}");
                }
            }
        }
    }
}
