//! Chart of a value with its uncertainty over time: axes, a band, the line, and single points if there are few.

use tiny_skia::Path;

use crate::art::shapes;
use crate::colour::Rgb;
use crate::frame::{Frame, Place, through};
use crate::text::Fonts;
use crate::theme::Theme;

/// Height of a chart, in pixels.
pub(crate) const HIGH: i32 = 372;
/// Margins for the numbers on the left and the dates below.
const LEFT: i32 = 86;
const BELOW: i32 = 44;
const PAD: i32 = 18;
const TEXT: f32 = 24.0;
/// Number of points above which they are not drawn individually.
const DOTS: usize = 30;
/// Possible distances of horizontal lines.
const STEPS: [f64; 6] = [20.0, 50.0, 100.0, 200.0, 500.0, 1000.0];
/// Maximum number of horizontal lines.
const LINES: f64 = 6.0;
/// Part of a deviation that is always within the scale; beyond it the band may be cut off.
const ROOM: f64 = 75.0;

/// A value at a point in time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// Time, in any unit that grows.
    pub at: i64,
    /// Value.
    pub value: f64,
    /// Uncertainty in either direction.
    pub deviation: f64,
    /// `true` for a provisional value, drawn as a hollow point.
    pub provisional: bool,
}

/// Data of a chart.
#[derive(Clone, Debug)]
pub(crate) struct Chart {
    /// Points, oldest first.
    pub points: Vec<Point>,
    /// Labels below the first and the last point.
    pub from: String,
    pub to: String,
}

/// Range of values of a chart, and the distance of its lines.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Scale {
    low: f64,
    high: f64,
    step: f64,
}

impl Scale {
    /// Chooses round numbers around the values and their deviations.
    fn of(points: &[Point]) -> Self {
        let room = |point: &Point| point.deviation.clamp(0.0, ROOM);
        let low = points.iter().map(|point| point.value - room(point));
        let high = points.iter().map(|point| point.value + room(point));
        let (low, high) = (low.fold(f64::INFINITY, f64::min), high.fold(f64::NEG_INFINITY, f64::max));
        let wide = high - low;
        let step = STEPS.into_iter().find(|step| wide / step < LINES - 1.0);
        let step = step.unwrap_or_else(|| (wide / LINES).ceil());
        let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
        // A constant value is centred.
        let (low, high) = if low == high { (low - step, high + step) } else { (low, high) };
        Self { low, high, step }
    }

    #[expect(clippy::cast_possible_truncation, reason = "few lines")]
    fn lines(self) -> impl Iterator<Item = f64> {
        let number = ((self.high - self.low) / self.step).round() as i32;
        (0..=number).map(move |line| self.low + f64::from(line) * self.step)
    }
}

/// Area of the line.
struct Plot {
    x: i32,
    y: i32,
    wide: i32,
    high: i32,
    scale: Scale,
    from: i64,
    to: i64,
}

impl Plot {
    #[expect(clippy::cast_possible_truncation, reason = "pixels: a few thousand")]
    fn down(&self, value: f64) -> f32 {
        let share = (value - self.scale.low) / (self.scale.high - self.scale.low);
        (f64::from(self.y) + (1.0 - share.clamp(0.0, 1.0)) * f64::from(self.high)) as f32
    }

    /// Horizontal position of a time. Without a time span, it is the right edge.
    #[expect(clippy::cast_possible_truncation, reason = "pixels: a few thousand")]
    fn across(&self, at: i64) -> f32 {
        let whole = (self.to - self.from) as f64;
        let share = if whole > 0.0 { (at - self.from) as f64 / whole } else { 1.0 };
        (f64::from(self.x) + share * f64::from(self.wide)) as f32
    }

    fn line(&self, points: &[Point], value: impl Fn(&Point) -> f64) -> Vec<(f32, f32)> {
        let place = |point: &Point| (self.across(point.at), self.down(value(point)));
        points.iter().map(place).collect()
    }

    /// Band between the lower and the upper bounds of the values.
    fn band(&self, points: &[Point]) -> Option<Path> {
        let mut around = self.line(points, |point| point.value + point.deviation);
        let below = self.line(points, |point| point.value - point.deviation);
        around.extend(below.into_iter().rev());
        shapes::polygon(&around)
    }
}

impl Chart {
    /// Draws the chart into `wide` by [`HIGH`] pixels.
    #[expect(clippy::cast_possible_truncation, reason = "pixels: a few thousand")]
    pub(crate) fn draw(&self, frame: &mut Frame<'_>, fonts: &Fonts, theme: Theme, (x, y): (i32, i32), wide: i32) {
        let c = theme.colours();
        frame.round_rect(x, y, wide, HIGH - 12, 12, c.panel);
        let (Some(first), Some(last)) = (self.points.first(), self.points.last()) else {
            return;
        };
        let plot = Plot {
            x: x + LEFT,
            y: y + PAD + 8,
            wide: wide - LEFT - PAD - 10,
            high: HIGH - 12 - BELOW - PAD - 18,
            scale: Scale::of(&self.points),
            from: first.at,
            to: last.at,
        };
        frame.fill(plot.band(&self.points), c.turn, 40);
        for value in plot.scale.lines() {
            let at = plot.down(value).round() as i32;
            frame.rect(plot.x, at - 1, plot.wide, 2, c.line);
            let label = Place::right(plot.x - 14, at + 8, TEXT, LEFT - 20);
            frame.text(fonts, &format!("{value:.0}"), label, c.muted);
        }
        let line = plot.line(&self.points, |point| point.value);
        frame.stroke(through(&line), c.turn, 5.0);
        let few = self.points.len() <= DOTS;
        for (point, place) in self.points.iter().zip(&line).filter(|_| few) {
            let inside = if point.provisional { c.panel } else { c.turn };
            dot(frame, *place, 8.0, c.turn, inside);
        }
        if let Some(place) = line.last() {
            let inside = if last.provisional { c.panel } else { c.text };
            dot(frame, *place, 11.0, c.turn, inside);
        }
        let below = y + HIGH - 12 - PAD;
        let half = plot.wide / 2 - 10;
        if self.from != self.to {
            let from = Place::left(plot.x, below, TEXT, half);
            frame.text(fonts, &self.from, from, c.muted);
        }
        let to = Place::right(plot.x + plot.wide, below, TEXT, half);
        frame.text(fonts, &self.to, to, c.muted);
    }
}

fn dot(frame: &mut Frame<'_>, (x, y): (f32, f32), r: f32, colour: Rgb, inside: Rgb) {
    frame.fill(shapes::circle(x, y, r), colour, 255);
    frame.fill(shapes::circle(x, y, r - 3.5), inside, 255);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::renderer::Renderer;

    fn points(values: &[f64]) -> Vec<Point> {
        let point = |(at, value): (i64, &f64)| Point { at, value: *value, deviation: 50.0, provisional: false };
        (0..).zip(values).map(point).collect()
    }

    fn drawn<'a>(renderer: &'a Renderer, points: &[Point], days: [&str; 2]) -> Frame<'a> {
        let theme = Theme::Dark;
        let mut frame = Frame::new(720, 420, theme.colours().frame, renderer.palette(theme));
        let [from, to] = days.map(str::to_owned);
        let chart = Chart { points: points.to_vec(), from, to };
        chart.draw(&mut frame, &renderer.fonts, theme, (28, 20), 664);
        frame
    }

    /// Columns in which two pictures differ, as stretches.
    fn stretches(a: &Frame<'_>, b: &Frame<'_>) -> Vec<(u32, u32)> {
        let differs = |x: u32| (0..420).any(|y| a.pixels.get_pixel(x, y) != b.pixels.get_pixel(x, y));
        let mut found: Vec<(u32, u32)> = Vec::new();
        for x in (0..720).filter(|x| differs(*x)) {
            match found.last_mut() {
                Some((_, end)) if x - *end < 4 => *end = x,
                _ => found.push((x, x)),
            }
        }
        found
    }

    /// Each of a few values has its point; of many, only the last one has. Provisional values have hollow points.
    #[test]
    fn single_points_are_drawn_where_there_are_few() {
        let renderer = Renderer::new().unwrap();
        for number in [1, 2, 3, 10, 29, 30, 31, 32, 60, 200] {
            let rated = points(&vec![1500.0; number]);
            let provisional = |which: &dyn Fn(usize) -> bool| {
                let change = |(index, point): (usize, &Point)| Point { provisional: which(index), ..*point };
                rated.iter().enumerate().map(change).collect::<Vec<_>>()
            };
            let plain = drawn(&renderer, &rated, ["", ""]);
            let hollow = drawn(&renderer, &provisional(&|_| true), ["", ""]);
            let shown = stretches(&plain, &hollow);
            let expected = if number <= DOTS { number } else { 1 };
            assert_eq!(shown.len(), expected, "{number}: {shown:?}");
            for one in (0..number).filter(|_| number <= DOTS) {
                let hollow = drawn(&renderer, &provisional(&|index| index == one), ["", ""]);
                assert_eq!(stretches(&plain, &hollow), [shown[one]], "{one} of {number}");
            }
            let last = drawn(&renderer, &provisional(&|index| index + 1 == number), ["", ""]);
            assert_eq!(stretches(&plain, &last), [shown[expected - 1]], "the last of {number}");
        }
    }

    /// Everything stays on the panel: values, bands that are cut off, numbers, and dates of any length.
    #[test]
    fn nothing_is_drawn_outside_the_panel() {
        let renderer = Renderer::new().unwrap();
        let empty = renderer.palette(Theme::Dark).index(Theme::Dark.colours().frame);
        for (values, deviation) in
            [(&[1500.0][..], 350.0), (&[-9000.0, 9000.0], 900.0), (&[700.0, 2900.0, 1500.0], 350.0)]
        {
            for days in [["", ""], ["1 May", "2 May"], ["a very long date that nobody needs", "another very long date"]]
            {
                let points: Vec<Point> = points(values).iter().map(|point| Point { deviation, ..*point }).collect();
                let frame = drawn(&renderer, &points, days);
                let outside = frame.pixels.enumerate_pixels().find(|(x, y, pixel)| {
                    pixel[0] != empty && !((28..692).contains(x) && (20..20 + HIGH as u32 - 12).contains(y))
                });
                assert!(outside.is_none(), "{values:?} {days:?}: {outside:?}");
            }
        }
    }

    #[test]
    fn scales_are_round_and_hold_every_value() {
        for values in [
            &[1500.0][..],
            &[1500.0, 1512.0],
            &[1337.8, 1662.2],
            &[1490.0, 1510.0, 1505.0],
            &[-300.0, 4000.0],
            &[-9000.0, 9000.0],
        ] {
            let scale = Scale::of(&points(values));
            let lines: Vec<f64> = scale.lines().collect();
            assert!((2..=7).contains(&lines.len()), "{values:?}: {lines:?}");
            assert!(lines.iter().all(|line| line.is_finite()), "{lines:?}");
            for value in values {
                assert!((scale.low..=scale.high).contains(value), "{scale:?}");
            }
        }
        assert_eq!(Scale::of(&points(&[1337.8, 1662.2])).step, 100.0);
    }
}
