//! Badges: small signs for a piece's states at the corners of its Space. Plates differ in shape first and in colour
//! second.

use engine::play::Kept;
use engine::view::Badge;
use tiny_skia::Pixmap;

use crate::art::{Icons, fit, letters, shapes};
use crate::colour::{Rgb, hex};
use crate::paint::Brush;
use crate::text::Fonts;
use crate::theme::{GOLD, NIGHT, WHITE};

const FROZEN: Rgb = hex(0x0B3A57);
const BARS: Rgb = hex(0x4A4F58);
const VOLATILE: Rgb = hex(0xB33A00);
const GUARDED: Rgb = hex(0x0B6E6E);
const SHIELD: Rgb = hex(0x1B4FA8);

/// Plate colours, for the palette.
pub(crate) const PLATES: [Rgb; 5] = [FROZEN, BARS, VOLATILE, GUARDED, SHIELD];

/// A state of a piece, usable as a cache key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Sign {
    Immobilised,
    Imprisoned,
    Volatile,
    /// Leaves a Supporter behind (V-5); used for pieces in reserve.
    Leaves,
    Invulnerable(u8),
    Shield(u8),
}

impl Sign {
    /// States that a piece keeps in reserve.
    pub(crate) const fn kept(kept: Kept) -> &'static [Self] {
        match kept {
            Kept::Nothing => &[],
            Kept::Volatile => &[Self::Volatile],
            Kept::Leaving => &[Self::Volatile, Self::Leaves],
        }
    }
}

impl From<Badge> for Sign {
    fn from(badge: Badge) -> Self {
        match badge {
            Badge::Immobilised => Sign::Immobilised,
            Badge::Imprisoned => Sign::Imprisoned,
            Badge::Volatile => Sign::Volatile,
            Badge::Invulnerable(turns) => Sign::Invulnerable(turns),
            Badge::Shield(turns) => Sign::Shield(turns),
        }
    }
}

/// Draws a sign of radius `r` at the centre (`x`, `y`).
pub(crate) fn draw(to: &mut Pixmap, icons: &Icons, fonts: &Fonts, sign: Sign, x: f32, y: f32, r: f32) {
    let edge = (r * 0.16).max(1.0);
    match sign {
        Sign::Immobilised => {
            to.disc(x, y, r + edge, WHITE);
            to.disc(x, y, r, FROZEN);
            icon(to, icons, "snowflake-2", WHITE, x, y, r * 1.5);
        }
        Sign::Imprisoned => {
            let square = |r: f32| shapes::round_rect(x - r, y - r, r * 2.0, r * 2.0, r * 0.25);
            to.shape(square(r * 0.95 + edge), WHITE);
            to.shape(square(r * 0.95), BARS);
            for i in -1..=1 {
                let at = x + i as f32 * r * 0.52;
                to.shape(shapes::rect(at - r * 0.11, y - r * 0.72, r * 0.22, r * 1.44), WHITE);
            }
            for at in [-0.55, 0.33] {
                to.shape(shapes::rect(x - r * 0.72, y + r * at, r * 1.44, r * 0.22), WHITE);
            }
        }
        Sign::Volatile => {
            to.shape(shapes::star(x, y, r * 1.38, r * 0.92, 8), WHITE);
            to.shape(shapes::star(x, y, r * 1.2, r * 0.78, 8), VOLATILE);
            let bolt = [(0.12, -0.72), (-0.42, 0.12), (-0.06, 0.12), (-0.16, 0.74), (0.42, -0.14), (0.06, -0.14)];
            let bolt = bolt.map(|(dx, dy)| (x + dx * r, y + dy * r));
            to.shape(shapes::polygon(&bolt), WHITE);
        }
        Sign::Leaves => {
            to.disc(x, y, r + edge, WHITE);
            to.disc(x, y, r, VOLATILE);
            let bar = |w: f32, h: f32| shapes::rect(x - r * w, y - r * h, r * w * 2.0, r * h * 2.0);
            to.shape(bar(0.62, 0.17), WHITE);
            to.shape(bar(0.17, 0.62), WHITE);
        }
        Sign::Invulnerable(turns) => shield(to, fonts, GUARDED, WHITE, turns, x, y, r),
        Sign::Shield(turns) => {
            shield(to, fonts, SHIELD, GOLD, turns, x, y, r * 1.12);
        }
    }
}

fn icon(to: &mut Pixmap, icons: &Icons, name: &str, colour: Rgb, x: f32, y: f32, side: f32) {
    if let Some(outline) = icons.named(name).and_then(|glyph| glyph.outline()) {
        to.solid(&outline.whole, colour, fit(outline, side, x, y));
    }
}

#[allow(clippy::too_many_arguments)]
fn shield(to: &mut Pixmap, fonts: &Fonts, colour: Rgb, edge: Rgb, turns: u8, x: f32, y: f32, r: f32) {
    let width = (r * 0.2).max(1.2);
    to.shape(shapes::shield(x, y, r + width), edge);
    to.shape(shapes::shield(x, y, r), colour);
    let text = if turns > 9 { "9+".to_owned() } else { turns.to_string() };
    letters(to, fonts, &text, x, y - r * 0.04, r * if turns > 9 { 1.5 } else { 2.0 }, WHITE);
}

/// Draws a Titan's small crown, `w` pixels wide.
pub(crate) fn crown(to: &mut Pixmap, x: f32, y: f32, w: f32) {
    let h = w * 0.72;
    let at = |points: &[(f32, f32)]| points.iter().map(|p| (x + p.0 * w, y + p.1 * h)).collect::<Vec<_>>();
    let points = at(&[(0.0, 0.08), (0.27, 0.46), (0.5, 0.0), (0.73, 0.46), (1.0, 0.08), (0.9, 1.0), (0.1, 1.0)]);
    to.stroke(shapes::polygon(&points), NIGHT, w * 0.2);
    to.shape(shapes::polygon(&points), GOLD);
}
