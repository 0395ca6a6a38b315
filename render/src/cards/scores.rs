//! Scores of one army against others, with whiskers.

use super::balance::{LARGE, NAME, PAD, SMALL, name};
use crate::alt::Text;
use crate::art::shapes;
use crate::colour::{Rgb, mix};
use crate::frame::{Frame, Place, through};
use crate::options::{Picture, RenderError};
use crate::palette::Palette;
use crate::renderer::Renderer;
use crate::text::Fonts;
use crate::theme::Theme;

/// Scores of an army against others.
#[derive(Clone, Debug)]
pub struct Scores {
    /// Heading.
    pub title: String,
    /// Number of games and their strength.
    pub detail: String,
    /// Opponents with the score against each and the half-width of its interval, in percent.
    pub rows: Vec<(String, [f64; 2])>,
}

/// Sizes in pixels. A picture is three times as wide as a phone shows it.
const SCALE: i32 = 480;
const NUMBER: i32 = 190;
const HEAD: i32 = 136;
const ROW: i32 = 96;
const AXIS: i32 = 76;

impl Renderer {
    /// Draws the scores of an army.
    ///
    /// # Errors
    /// If the picture cannot be encoded.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss,
        reason = "pixels: a few thousand"
    )]
    pub fn scores(&self, scores: &Scores, theme: Theme) -> Result<Picture, RenderError> {
        let palette = palette(theme);
        let c = theme.colours();
        let width = 2 * PAD + NAME + SCALE + NUMBER;
        let height = HEAD + scores.rows.len() as i32 * ROW + AXIS;
        let mut frame = Frame::new(width as u32, height.max(1) as u32, c.frame, &palette);
        let wide = width - 2 * PAD;
        frame.text(&self.fonts, &scores.title, Place::left(PAD, 52, LARGE, wide), c.text);
        frame.text(&self.fonts, &scores.detail, Place::left(PAD, 102, SMALL, wide), c.muted);
        axis(&mut frame, &self.fonts, theme, scores.rows.len() as i32);
        for (row, (opponent, score)) in (0..).zip(&scores.rows) {
            let middle = HEAD + row * ROW + ROW / 2;
            name(&mut frame, &self.fonts, theme, opponent, middle);
            whisker(&mut frame, theme, *score, middle);
            let [mean, half] = score;
            let place = Place::right(width - PAD, middle + 16, LARGE, NUMBER);
            frame.text(&self.fonts, &format!("{mean:.0} ±{half:.0}"), place, c.text);
        }
        let png = self.encoder.once(&frame)?;
        Ok(Picture { png, width: frame.pixels.width(), height: frame.pixels.height(), alt: alt(scores) })
    }
}

/// Place of a score on the scale.
#[expect(clippy::cast_possible_truncation, reason = "pixels: a few hundred")]
fn across(score: f64) -> f32 {
    (PAD + NAME) as f32 + SCALE as f32 * (score.clamp(0.0, 100.0) / 100.0) as f32
}

/// Lines at 0, 50 and 100 percent, with their labels below.
#[expect(clippy::cast_possible_truncation, reason = "pixels: a few thousand")]
fn axis(frame: &mut Frame<'_>, fonts: &Fonts, theme: Theme, rows: i32) {
    let c = theme.colours();
    let bottom = HEAD + rows * ROW;
    for score in [0.0, 50.0, 100.0] {
        let x = across(score) as i32;
        let thick = if score == 50.0 { 4 } else { 2 };
        frame.rect(x - thick / 2, HEAD, thick, bottom - HEAD + 8, c.line);
        let label = format!("{score:.0}%");
        frame.text(fonts, &label, Place::middle(x, bottom + 46, SMALL, 120), c.muted);
    }
}

/// Interval with its ends, and the mean as a dot.
fn whisker(frame: &mut Frame<'_>, theme: Theme, [mean, half]: [f64; 2], middle: i32) {
    let c = theme.colours();
    let (from, to, at) = (across(mean - half), across(mean + half), middle as f32);
    for line in [[(from, at), (to, at)], [(from, at - 12.0), (from, at + 12.0)], [(to, at - 12.0), (to, at + 12.0)]] {
        frame.stroke(through(&line), c.turn, 5.0);
    }
    frame.fill(shapes::circle(across(mean), at, 12.0), c.text, 255);
}

fn palette(theme: Theme) -> Palette {
    let c = theme.colours();
    let grounds: [(Rgb, Rgb); 6] = [
        (c.frame, c.text),
        (c.frame, c.muted),
        (c.frame, c.turn),
        (c.frame, c.line),
        (c.line, c.turn),
        (c.turn, c.text),
    ];
    Palette::of(grounds.into_iter().flat_map(|(ground, ink)| [0, 33, 66, 100].map(|share| mix(ground, ink, share))))
}

/// Description: every score.
fn alt(scores: &Scores) -> String {
    let mut text = Text::new();
    text.cut(&format!("{}. {}. ", scores.title, scores.detail), 200);
    for (opponent, [mean, half]) in &scores.rows {
        text.cut(&format!("{mean:.0} ± {half:.0}% against {opponent}. "), 120);
    }
    text.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_stay_on_the_scale() {
        assert!(across(-20.0) == across(0.0) && across(0.0) < across(50.0) && across(120.0) == across(100.0));
        assert_eq!((across(0.0) + across(100.0)) / 2.0, across(50.0));
    }

    #[test]
    fn any_number_of_opponents_is_drawn_and_described() {
        let renderer = Renderer::new().unwrap();
        for number in [0, 1, 7, 30] {
            let rows = vec![("Baroque Battalion for Two".to_owned(), [61.4, 4.6]); number];
            let scores = Scores { title: "Dragon Riders".to_owned(), detail: "700 games".to_owned(), rows };
            for theme in Theme::ALL {
                let picture = renderer.scores(&scores, theme).unwrap();
                assert!(picture.alt.starts_with("Dragon Riders. 700 games."), "{}", picture.alt);
                let described = picture.alt.matches("61 ± 5% against Baroque Battalion for Two.").count();
                assert!(described == number || number > 10 && described > 5, "{}", picture.alt);
            }
        }
    }
}
