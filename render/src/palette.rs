//! Palette of at most 255 colours for all pictures of a theme. It depends only on the theme and the inks, so a cached
//! tile fits into any picture.

use std::sync::atomic::{AtomicU16, Ordering};

use crate::colour::{Rgb, blend, distance, hex};
use crate::ground::{Ground, Tint};
use crate::ink::INKS;
use crate::theme::{self, NIGHT, Theme, WHITE};

/// Maximum number of colours; one index is reserved for unchanged pixels in animations.
const LIMIT: usize = 255;
const UNKNOWN: u16 = u16::MAX;

/// Colours of a theme, with a lookup table for the nearest one.
pub(crate) struct Palette {
    colours: Vec<Rgb>,
    /// Nearest index by the upper six bits of each channel. Entries are computed on first use, in any order, with the
    /// same result.
    nearest: Vec<AtomicU16>,
}

impl std::fmt::Debug for Palette {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Palette({} colours)", self.colours.len())
    }
}

impl Palette {
    pub(crate) fn new(theme: Theme) -> Self {
        let mut list = Colours::default();
        let c = theme.colours();
        for flat in [c.frame, c.panel, c.plate, c.text, c.muted, c.turn, c.alarm, c.line] {
            list.flat(flat);
        }
        for ink in INKS {
            for part in [ink.fill, ink.detail, ink.rim] {
                list.flat(part);
            }
        }
        for flat in [theme::MOVE_INK, theme::SELECTED_INK, theme::CHECK, theme::GOLD, WHITE, hex(0)] {
            list.flat(flat);
        }
        let grounds = || Ground::ALL.into_iter().flat_map(|g| Tint::ALL.map(|t| g.colour(theme, t)));
        for ground in grounds() {
            list.flat(ground);
        }
        list.ramp(c.panel, c.text, 4);
        list.ramp(c.frame, c.muted, 3);
        for ink in INKS {
            list.ramp(ink.fill, ink.rim, 3);
            list.ramp(ink.fill, ink.detail, 3);
        }
        for ground in Ground::ALL.into_iter().filter(|g| !g.is_affected()) {
            for tint in Tint::ALL {
                list.ramp(ground.colour(theme, tint), NIGHT, 3);
            }
        }
        for over in [c.light, c.dark] {
            list.ramp(over, theme::MOVE_INK, 3);
            list.ramp(over, WHITE, 2);
            list.ramp(over, hex(0x6B6B6B), 2);
        }
        for hint in crate::mark::HINTS {
            list.flat(hint);
        }
        for plate in crate::badge::PLATES {
            list.flat(plate);
            list.ramp(plate, WHITE, 2);
        }
        list.ramp(theme::GOLD, NIGHT, 2);
        list.ramp(theme::CHECK, c.light, 3);
        list.ramp(c.plate, NIGHT, 3);
        list.ramp(c.panel, c.muted, 3);
        list.ramp(c.panel, c.turn, 3);
        list.ramp(c.panel, c.alarm, 3);
        list.ramp(c.frame, c.panel, 2);
        for ink in INKS {
            list.ramp(c.panel, ink.fill, 2);
        }
        Self::of(list.0)
    }

    /// Palette of at most 255 colours for pictures without tiles.
    pub(crate) fn of(colours: impl IntoIterator<Item = Rgb>) -> Self {
        let colours = colours.into_iter().take(LIMIT).collect();
        let nearest = (0..1 << 18).map(|_| AtomicU16::new(UNKNOWN)).collect();
        Self { colours, nearest }
    }

    /// The colour of an index.
    #[inline]
    pub(crate) fn rgb(&self, index: u8) -> Rgb {
        self.colours.get(index as usize).copied().unwrap_or_default()
    }

    /// Index of the nearest colour; exact for the flat colours of the theme.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a palette has at most 255 colours")]
    pub(crate) fn index(&self, rgb: Rgb) -> u8 {
        let key = (rgb[0] as usize >> 2) << 12 | (rgb[1] as usize >> 2) << 6 | rgb[2] as usize >> 2;
        match self.nearest[key].load(Ordering::Relaxed) {
            UNKNOWN => self.search(key),
            found => found as u8,
        }
    }

    #[cold]
    #[expect(clippy::cast_possible_truncation, reason = "a palette has at most 255 colours")]
    fn search(&self, key: usize) -> u8 {
        // The middle of the bin, so that the result does not depend on which colour of the bin came first.
        let wide = |six: usize| ((six & 63) << 2 | 2) as u8;
        let rgb = [wide(key >> 12), wide(key >> 6), wide(key)];
        let exact = self.colours.iter().position(|c| c.iter().zip(rgb).all(|(a, b)| a >> 2 == b >> 2));
        let best = || (0..self.colours.len()).min_by_key(|&i| distance(self.colours[i], rgb));
        let found = exact.or_else(best).unwrap_or(0) as u16;
        self.nearest[key].store(found, Ordering::Relaxed);
        found as u8
    }

    /// Keeps the `most` frequent colours of a tile and replaces the others by the nearest of them.
    pub(crate) fn simplify(&self, pixels: &mut [u8], most: usize) {
        let mut counts = [0u32; 256];
        pixels.iter().for_each(|&p| counts[p as usize] += 1);
        let mut used: Vec<u8> = (0..=255).filter(|&p| counts[p as usize] > 0).collect();
        if used.len() <= most {
            return;
        }
        used.sort_by_key(|&p| (u32::MAX - counts[p as usize], p));
        let kept = &used[..most];
        let mut map: Vec<u8> = (0..=255).collect();
        for &rare in &used[most..] {
            let rgb = self.rgb(rare);
            let near = kept.iter().copied().min_by_key(|&k| distance(self.rgb(k), rgb));
            map[rare as usize] = near.unwrap_or(rare);
        }
        pixels.iter_mut().for_each(|p| *p = map[*p as usize]);
    }

    /// Red, green and blue of every index, as PNG and GIF require.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.colours.concat()
    }
}

/// Palette under construction: most important colours first, no two in the same bin.
#[derive(Default)]
struct Colours(Vec<Rgb>);

impl Colours {
    fn flat(&mut self, colour: Rgb) {
        let same_bin = |c: &Rgb| c.iter().zip(colour).all(|(a, b)| a >> 2 == b >> 2);
        if self.0.len() < LIMIT && !self.0.iter().any(same_bin) {
            self.0.push(colour);
        }
    }

    /// Adds `steps` colours between two.
    #[expect(clippy::cast_possible_truncation, reason = "a palette has at most 255 colours")]
    fn ramp(&mut self, from: Rgb, to: Rgb, steps: u32) {
        for i in 1..=steps {
            let colour = blend(from, to, (i * 255 / (steps + 1)) as u8);
            let near = self.0.iter().map(|&c| distance(c, colour)).min().unwrap_or(i32::MAX);
            if self.0.len() < LIMIT && near > 420 {
                self.0.push(colour);
            }
        }
    }
}
