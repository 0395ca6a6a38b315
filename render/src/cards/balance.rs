//! Scores of armies against each other as a heat map, with their ratings below.

use crate::alt::Text;
use crate::art::shapes;
use crate::colour::{Rgb, hex, is_dark, mix};
use crate::frame::{Frame, Place, through};
use crate::options::{Picture, RenderError};
use crate::palette::Palette;
use crate::renderer::Renderer;
use crate::text::Fonts;
use crate::theme::{NIGHT, Theme, WHITE};

/// Scores of armies against each other.
#[derive(Clone, Debug)]
pub struct Balance {
    /// Heading.
    pub title: String,
    /// Number of games and their strength.
    pub detail: String,
    /// Armies, strongest first.
    pub armies: Vec<BalancedArmy>,
}

/// Army of a [`Balance`].
#[derive(Clone, Debug)]
pub struct BalancedArmy {
    /// Name.
    pub name: String,
    /// Rating in Elo points, with the half-width of its interval.
    pub rating: [f64; 2],
    /// Score against each army in the same order, with the half-width of its interval, in percent. Against itself: the
    /// score of the first move.
    pub scores: Vec<Option<[f64; 2]>>,
}

/// Sizes in pixels. A picture of seven armies is three times as wide as a phone shows it.
pub(super) const PAD: i32 = 20;
pub(super) const NAME: i32 = 350;
const CELL: i32 = 108;
const GAP: i32 = 4;
const HEAD: i32 = 120;
const NUMBERS: i32 = 56;
const RATING: i32 = 88;
const AXIS: i32 = 72;
pub(super) const LARGE: f32 = 46.0;
/// Height of small text: 11 pixels on a phone.
pub(super) const SMALL: f32 = 36.0;
/// Distance of the two lines of a long name.
const LINE: i32 = 38;

/// Colours of scores: orange for 0, blue for 100, which people with any kind of colour vision tell apart.
const LOW: Rgb = hex(0xD55E00);
const EVEN: Rgb = hex(0xF2F2EE);
const HIGH: Rgb = hex(0x0072B2);
/// Number of shades on either side of 50 %.
const SHADES: u8 = 10;
/// Distance from 50 % with the strongest colour.
const FULL: f64 = 40.0;

/// Colour of a score in percent.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few steps")]
fn shade(score: f64) -> Rgb {
    let far = ((score - 50.0).abs() / FULL).min(1.0);
    let step = (far * f64::from(SHADES)).round() as u8;
    mix(EVEN, if score < 50.0 { LOW } else { HIGH }, step * (100 / SHADES))
}

/// Colour of text on a shade.
const fn on(colour: Rgb) -> Rgb {
    if is_dark(colour) { WHITE } else { NIGHT }
}

impl Renderer {
    /// Draws scores and ratings of armies.
    ///
    /// # Errors
    /// If the picture cannot be encoded.
    #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "few armies")]
    pub fn balance(&self, balance: &Balance, theme: Theme) -> Result<Picture, RenderError> {
        let palette = palette(theme);
        let c = theme.colours();
        let number = balance.armies.len() as i32;
        let width = 2 * PAD + NAME + number * CELL;
        let map = HEAD + NUMBERS + number * CELL;
        let height = map + 2 * PAD + number * RATING + AXIS;
        let mut frame = Frame::new(width.unsigned_abs(), height.unsigned_abs(), c.frame, &palette);
        let fonts = &self.fonts;
        let wide = width - 2 * PAD;
        frame.text(fonts, &balance.title, Place::left(PAD, 52, LARGE, wide), c.text);
        frame.text(fonts, &balance.detail, Place::left(PAD, 102, SMALL, wide), c.muted);
        for (row, army) in (0..).zip(&balance.armies) {
            let label = format!("{}", row + 1);
            let middle = PAD + NAME + row * CELL + CELL / 2;
            frame.text(fonts, &label, Place::middle(middle, HEAD + NUMBERS - 12, SMALL, CELL), c.muted);
            let y = HEAD + NUMBERS + row * CELL;
            name(&mut frame, fonts, theme, &format!("{label}  {}", army.name), y + (CELL - GAP) / 2);
            for (column, score) in (0..).zip(&army.scores) {
                let cell = Cell { x: PAD + NAME + column * CELL, y, is_mirror: row == column };
                cell.draw(&mut frame, fonts, theme, *score);
            }
        }
        ratings(&mut frame, fonts, theme, &balance.armies, map + 2 * PAD);
        let png = self.encoder.once(&frame)?;
        Ok(Picture { png, width: frame.pixels.width(), height: frame.pixels.height(), alt: alt(balance) })
    }
}

/// Draws a name on one or two lines left of a row.
#[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "at most two lines")]
pub(super) fn name(frame: &mut Frame<'_>, fonts: &Fonts, theme: Theme, name: &str, middle: i32) {
    let lines = fonts.wrap(name, SMALL, (NAME - 16) as f32, 2);
    let first = middle + 13 - LINE * (lines.len() as i32 - 1) / 2;
    for (number, line) in (0..).zip(&lines) {
        frame.run(fonts, line, PAD, first + number * LINE, theme.colours().text);
    }
}

fn palette(theme: Theme) -> Palette {
    let c = theme.colours();
    let shades = (0..=2 * SHADES).map(|step| shade(50.0 + (f64::from(step) / f64::from(SHADES) - 1.0) * FULL));
    let grounds: Vec<(Rgb, Rgb)> = shades
        .map(|shade| (shade, on(shade)))
        .chain([(c.frame, c.text), (c.frame, c.muted), (c.panel, c.muted), (c.frame, c.turn), (c.frame, c.line)])
        .collect();
    // Each ground, its text, and two steps in between for smooth edges.
    Palette::of(grounds.into_iter().flat_map(|(ground, ink)| [0, 33, 66, 100].map(|share| mix(ground, ink, share))))
}

/// Cell of the heat map.
struct Cell {
    x: i32,
    y: i32,
    is_mirror: bool,
}

impl Cell {
    fn draw(&self, frame: &mut Frame<'_>, fonts: &Fonts, theme: Theme, score: Option<[f64; 2]>) {
        let c = theme.colours();
        let ground = score.filter(|_| !self.is_mirror).map_or(c.panel, |[mean, _]| shade(mean));
        let ink = if ground == c.panel { c.muted } else { on(ground) };
        frame.rect(self.x, self.y, CELL - GAP, CELL - GAP, ground);
        let Some([mean, half]) = score else { return };
        let middle = self.x + (CELL - GAP) / 2;
        frame.text(fonts, &format!("{mean:.0}"), Place::middle(middle, self.y + 50, LARGE, CELL), ink);
        frame.text(fonts, &format!("±{half:.0}"), Place::middle(middle, self.y + 91, SMALL, CELL), ink);
    }
}

/// Ratings with whiskers.
#[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "pixels: a few thousand")]
fn ratings(frame: &mut Frame<'_>, fonts: &Fonts, theme: Theme, armies: &[BalancedArmy], y: i32) {
    let c = theme.colours();
    let left = PAD + NAME;
    let wide = armies.len() as i32 * CELL - GAP;
    let most = armies.iter().map(|army| army.rating[0].abs() + army.rating[1]).fold(50.0, f64::max);
    // A round number at both ends.
    let end = (most / 50.0).ceil() * 50.0;
    let across = |elo: f64| left as f32 + wide as f32 * ((elo + end) / (2.0 * end)) as f32;
    let bottom = y + armies.len() as i32 * RATING;
    for elo in [-end, 0.0, end] {
        let x = across(elo) as i32;
        frame.rect(x - 1, y, 2, bottom - y + 8, c.line);
        let baseline = bottom + 44;
        let label = match elo {
            0.0 => "0 Elo".to_owned(),
            elo => format!("{elo:+.0}"),
        };
        let place = match elo {
            elo if elo < 0.0 => Place::left(x, baseline, SMALL, 200),
            0.0 => Place::middle(x, baseline, SMALL, 200),
            _ => Place::right(x, baseline, SMALL, 200),
        };
        frame.text(fonts, &label, place, c.muted);
    }
    for (row, army) in (0..).zip(armies) {
        let middle = y + row * RATING + RATING / 2;
        name(frame, fonts, theme, &army.name, middle);
        let [elo, half] = army.rating;
        let (from, to, at) = (across((elo - half).max(-end)), across((elo + half).min(end)), middle as f32);
        for line in [[(from, at), (to, at)], [(from, at - 10.0), (from, at + 10.0)], [(to, at - 10.0), (to, at + 10.0)]]
        {
            frame.stroke(through(&line), c.turn, 4.0);
        }
        frame.fill(shapes::circle(across(elo), at, 11.0), c.text, 255);
    }
}

/// Description: every army with its rating, and its best and worst score.
fn alt(balance: &Balance) -> String {
    let mut text = Text::new();
    text.cut(&format!("{}. {}. ", balance.title, balance.detail), 200);
    for (row, army) in balance.armies.iter().enumerate() {
        let [elo, half] = army.rating;
        let mut line = format!("{}: rating {elo:+.0} ± {half:.0}", army.name);
        let others = army.scores.iter().zip(&balance.armies).enumerate().filter(|(column, _)| *column != row);
        let scores: Vec<([f64; 2], &str)> =
            others.filter_map(|(_, (score, other))| Some(((*score)?, other.name.as_str()))).collect();
        let by_mean = |a: &&([f64; 2], &str), b: &&([f64; 2], &str)| a.0[0].total_cmp(&b.0[0]);
        for (word, found) in [("best", scores.iter().max_by(by_mean)), ("worst", scores.iter().min_by(by_mean))] {
            if let Some(([mean, half], name)) = found {
                line += &format!(", {word} {mean:.0} ± {half:.0}% against {name}");
            }
        }
        text.cut(&(line + ". "), 160);
    }
    text.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shades_tell_the_sides_apart_and_keep_text_readable() {
        assert_eq!((shade(0.0), shade(50.0), shade(100.0)), (LOW, EVEN, HIGH));
        for score in 0..=100 {
            let ground = shade(f64::from(score));
            let light =
                |colour: Rgb| colour.map(f64::from).iter().zip([0.30, 0.59, 0.11]).map(|(v, w)| v * w).sum::<f64>();
            let difference = (light(ground) - light(on(ground))).abs();
            assert!(difference > 75.0, "{score}: {difference}");
        }
    }

    /// The description has the best and the worst score of each army; the score against itself is neither.
    #[test]
    fn the_best_and_the_worst_score_of_each_army_are_described() {
        let means =
            [[99.0, 30.0, 70.0, 45.0], [70.0, 1.0, 52.0, 48.0], [30.0, 48.0, 50.0, 61.0], [55.0, 52.0, 39.0, 0.0]];
        let names = ["Axes", "Bears", "Cranes", "Drums"];
        let army = |(name, means): (&str, [f64; 4])| {
            let scores = means.map(|mean| Some([mean, 5.0])).into();
            BalancedArmy { name: name.to_owned(), rating: [40.0, 12.0], scores }
        };
        let armies = names.into_iter().zip(means).map(army).collect();
        let text = alt(&Balance { title: "Balance".to_owned(), detail: "2 games".to_owned(), armies });
        for (row, name) in names.into_iter().enumerate() {
            let others = || (0..4).filter(move |column| *column != row);
            let by_mean = |a: &usize, b: &usize| means[row][*a].total_cmp(&means[row][*b]);
            let (best, worst) = (others().max_by(by_mean).unwrap(), others().min_by(by_mean).unwrap());
            let told =
                |word: &str, column: usize| format!("{word} {} ± 5% against {}", means[row][column], names[column]);
            let line = format!("{name}: rating +40 ± 12, {}, {}. ", told("best", best), told("worst", worst));
            assert!(format!("{text} ").contains(&line), "{line}: {text}");
        }
    }

    #[test]
    fn any_number_of_armies_is_drawn() {
        let renderer = Renderer::new().unwrap();
        for number in [0, 1, 7] {
            let scores = vec![Some([61.0, 5.0]); number];
            let army = BalancedArmy { name: "Medieval Battalion".to_owned(), rating: [40.0, 12.0], scores };
            let armies = vec![army; number];
            let balance = Balance { title: "Balance".to_owned(), detail: "2 games".to_owned(), armies };
            for theme in Theme::ALL {
                let picture = renderer.balance(&balance, theme).unwrap();
                assert!(!picture.png.is_empty() && picture.alt.contains("Balance"));
            }
        }
    }
}
