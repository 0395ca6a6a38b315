//! Measurement of how well two pieces of one army can be told apart on a phone. Both are drawn in the same ink, as on a
//! chessboard 350 pixels wide, and compared slightly out of focus.

use engine::view::Look;
use tiny_skia::Pixmap;

use crate::art::{self, Icons};
use crate::ink::Ink;
use crate::renderer::Renderer;
use crate::text::Fonts;

/// Side of a Space, in pixels.
const SIDE: usize = 40;
/// Maximum shift that is ignored, in pixels.
const SHIFT: isize = 2;
/// Channels instead of colours: body, detail and rim.
const CHANNELS: Ink = Ink { fill: [255, 0, 0], detail: [0, 255, 0], rim: [0, 0, 255] };

/// Side of the window in which two pieces must differ, in pixels; a badge in a corner is enough.
const WINDOW: usize = 12;

/// Minimum [`Prints::difference`] of two distinguishable pieces of one army. The most similar pieces of the built-in
/// armies, Makpong's Snare Pawn and its promoted form, differ by 0.22. The same drawing with bolder lines differs by
/// less than 0.1.
pub const LEAST_DIFFERENCE: f32 = 0.21;

/// Coverage of a pixel by the piece and by its details, from 0 to 1.
#[derive(Clone, Copy, Default, Debug)]
struct Seen {
    any: f32,
    detail: f32,
}

type Print = Vec<Seen>;

/// Prints of piece types, for comparison.
#[derive(Clone, Debug)]
pub struct Prints(Vec<Print>);

impl Prints {
    /// Largest local difference of two pieces in the same ink: 0 for equal pictures, at most 2. Shifts up to two pixels
    /// are ignored. Below [`LEAST_DIFFERENCE`] the pieces are indistinguishable.
    pub fn difference(&self, one: usize, other: usize) -> f32 {
        let (Some(one), Some(other)) = (self.0.get(one), self.0.get(other)) else {
            return f32::MAX;
        };
        let shifts = || -SHIFT..=SHIFT;
        let all = shifts().flat_map(|dy| shifts().map(move |dx| (dx, dy)));
        all.map(|shift| apart(one, other, shift)).fold(f32::MAX, f32::min)
    }

    /// Most similar other piece and its difference; `None` if there is no other.
    pub fn nearest(&self, one: usize) -> Option<(usize, f32)> {
        let others = (0..self.0.len()).filter(|other| *other != one);
        let measured = others.map(|other| (other, self.difference(one, other)));
        measured.min_by(|a, b| a.1.total_cmp(&b.1))
    }
}

impl Renderer {
    /// Prints of the pieces of an army, as seen on a phone.
    pub fn prints(&self, looks: &[Look]) -> Prints {
        let print = |look| print(&self.icons, &self.fonts, look).unwrap_or_default();
        Prints(looks.iter().map(print).collect())
    }
}

#[expect(clippy::cast_possible_truncation, reason = "pixels: a picture has a few thousand in each direction")]
fn print(icons: &Icons, fonts: &Fonts, look: &Look) -> Option<Print> {
    let mut to = Pixmap::new(SIDE as u32, SIDE as u32)?;
    let side = SIDE as f32;
    let rim = side * 0.03;
    art::draw(&mut to, icons, fonts, &icons.art(look), CHANNELS, rim, (0.0, 0.0, side));
    let seen = |pixel: &[u8]| Seen { any: f32::from(pixel[3]) / 255.0, detail: f32::from(pixel[1]) / 255.0 };
    Some(blurred(&to.data().chunks_exact(4).map(seen).collect::<Print>()))
}

fn at(print: &Print, x: isize, y: isize) -> Seen {
    let inside = |v: isize| usize::try_from(v).ok().filter(|v| *v < SIDE);
    match (inside(x), inside(y)) {
        (Some(x), Some(y)) => print.get(y * SIDE + x).copied().unwrap_or_default(),
        _ => Seen::default(),
    }
}

/// Blurs a print slightly.
#[expect(clippy::cast_possible_wrap, reason = "pixels: a picture has a few thousand in each direction")]
fn blurred(print: &Print) -> Print {
    let weights = [(-1, 1.0), (0, 2.0), (1, 1.0)];
    let mut out = Vec::with_capacity(print.len());
    for y in 0..SIDE as isize {
        for x in 0..SIDE as isize {
            let mut sum = Seen::default();
            for (dy, wy) in weights {
                for (dx, wx) in weights {
                    let seen = at(print, x + dx, y + dy);
                    sum.any += seen.any * wx * wy / 16.0;
                    sum.detail += seen.detail * wx * wy / 16.0;
                }
            }
            out.push(sum);
        }
    }
    out
}

/// Largest difference within a window: of silhouettes and of details, each as a share of its area.
#[expect(clippy::cast_possible_wrap, reason = "pixels: a picture has a few thousand in each direction")]
fn apart(one: &Print, other: &Print, (dx, dy): (isize, isize)) -> f32 {
    let side = SIDE as isize;
    let different: Vec<f32> = (0..side)
        .flat_map(|y| (0..side).map(move |x| (x, y)))
        .map(|(x, y)| {
            let (a, b) = (at(one, x, y), at(other, x + dx, y + dy));
            (a.any - b.any).abs() + (a.detail - b.detail).abs()
        })
        .collect();
    // Summed-area table: the sum over a window follows from four of its entries.
    const WIDE: usize = SIDE + 1;
    let mut sums = vec![0.0; WIDE * WIDE];
    for (y, row) in different.chunks_exact(SIDE).enumerate() {
        let mut left = 0.0;
        for (x, value) in row.iter().enumerate() {
            left += value;
            sums[(y + 1) * WIDE + x + 1] = sums[y * WIDE + x + 1] + left;
        }
    }
    let places = || (0..=SIDE - WINDOW).step_by(2);
    let windows = places().flat_map(|y| places().map(move |x| y * WIDE + x));
    let below = WINDOW * WIDE;
    let in_window = |at: usize| sums[at + below + WINDOW] - sums[at + below] - sums[at + WINDOW] + sums[at];
    let most = windows.map(in_window).fold(0.0_f32, f32::max);
    most / (WINDOW * WINDOW) as f32
}
