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
