//! Cells: a Space with everything on it, used as a cache key. The tile is painted from that key alone, so equal keys
//! give equal tiles.

use tiny_skia::{Color, Pixmap};

use crate::art::{self, Art, Icons, shapes};
use crate::badge::{self, Sign};
use crate::frame::Tile;
use crate::ground::{Ground, Tint};
use crate::ink::{INKS, InkId};
use crate::mark::{self, Marks};
use crate::options::HintKind;
use crate::paint::Brush;
use crate::palette::Palette;
use crate::text::Fonts;
use crate::theme::{Theme, WHITE};

/// Drawable form of a piece.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Figure {
    pub art: Art,
    pub ink: InkId,
    pub titan: bool,
    pub blocking: bool,
    pub signs: Vec<Sign>,
    /// Token shape of the owner, if it is shown on the piece itself.
    pub pip: Option<u8>,
}

/// A Space with everything on it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Cell {
    pub size: u16,
    pub theme: Theme,
    pub ground: Ground,
    pub tint: Tint,
    pub marks: Marks,
    /// Pieces, non-blocking ones first.
    pub figures: Vec<Figure>,
    pub hint: Option<HintKind>,
}

/// Maximum colours of a Space with one piece, and additional ones per further element. Edges stay smooth, and files
/// small.
const COLOURS: usize = 10;
const COLOURS_MORE: usize = 5;

/// Resources for painting.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Studio<'a> {
    pub icons: &'a Icons,
    pub fonts: &'a Fonts,
    pub palette: &'a Palette,
}

impl Cell {
    /// Cell of a piece without any marks.
    pub(crate) fn bare(size: u16, theme: Theme, ground: Ground, figure: Figure) -> Self {
        let figures = vec![figure];
        Self { size, theme, ground, tint: Tint::None, marks: Marks::default(), figures, hint: None }
    }

    /// Paints the tile.
    pub(crate) fn paint(&self, studio: Studio<'_>) -> Tile {
        let side = self.size.max(1);
        let Some(mut to) = Pixmap::new(side.into(), side.into()) else {
            return Tile::default();
        };
        let [r, g, b] = self.ground.colour(self.theme, self.tint);
        to.fill(Color::from_rgba8(r, g, b, 255));
        let s = f32::from(side);
        mark::below(&mut to, self.marks, !self.figures.is_empty(), s);
        self.figures(&mut to, studio, s);
        if let Some(kind) = self.hint {
            mark::hint(&mut to, kind, !self.figures.is_empty(), s);
        }
        let index = |p: &[u8]| studio.palette.index([p[0], p[1], p[2]]);
        let mut pixels: Vec<u8> = to.data().chunks_exact(4).map(index).collect();
        studio.palette.simplify(&mut pixels, self.colours());
        Tile::from_raw(side.into(), side.into(), pixels).unwrap_or_default()
    }

    /// Maximum number of colours of the tile.
    fn colours(&self) -> usize {
        let signs: usize = self.figures.iter().map(|f| f.signs.len() + usize::from(f.titan)).sum();
        let marks = usize::from(self.hint.is_some()) + usize::from(self.marks.intersects(Marks::STRONG));
        COLOURS + COLOURS_MORE * (self.figures.len().saturating_sub(1) + signs + marks)
    }

    fn figures(&self, to: &mut Pixmap, studio: Studio<'_>, s: f32) {
        let small: Vec<_> = self.figures.iter().filter(|f| !f.blocking).collect();
        let tall = self.figures.iter().rfind(|f| f.blocking);
        match (tall, small.as_slice()) {
            (Some(figure), []) => self.single(to, studio, figure, (0.0, 0.0, s), s),
            (Some(figure), under) => {
                // Pieces that share the Space with another one appear below, in front of it.
                self.single(to, studio, figure, (s * 0.13, -s * 0.015, s * 0.87), s);
                for (i, f) in under.iter().take(2).enumerate() {
                    let x = if i == 0 { -s * 0.03 } else { s * 0.5 };
                    self.draw(to, studio, f, x, s * 0.47, s * 0.55);
                }
            }
            (None, []) => {}
            (None, [figure]) => self.single(to, studio, figure, (0.0, 0.0, s), s),
            (None, several) => {
                for (i, f) in several.iter().take(4).enumerate() {
                    let (x, y) = ((i % 2) as f32 * 0.44, (i / 2) as f32 * 0.42);
                    let y = if several.len() < 3 { 0.2 } else { y };
                    self.draw(to, studio, f, x * s, y * s, s * 0.58);
                }
                mark::event(to, self.marks, s * 0.15, s * 0.15, s * 0.13);
            }
        }
    }

    /// Draws the main piece of the Space and the signs around it.
    fn single(&self, to: &mut Pixmap, studio: Studio<'_>, figure: &Figure, (x, y, size): (f32, f32, f32), s: f32) {
        self.draw(to, studio, figure, x, y, size);
        let shares = self.figures.len() > 1;
        let r = s * 0.15;
        let (low, high) = (s - r * 1.22, r * 1.22);
        let mut corners = vec![(low, high)];
        let check = self.marks.contains(Marks::CHECK);
        if check {
            mark::alarm(to, studio.fonts, low, high, r);
            corners.clear();
        }
        corners.push((low, low));
        if !shares {
            corners.push((high, low));
        }
        if figure.titan {
            badge::crown(to, s * 0.045, s * 0.05, s * 0.25);
        } else if !mark::event(to, self.marks, high, high, r * 0.85) {
            corners.push((high, high));
        }
        if figure.titan && !shares {
            mark::event(to, self.marks, high, low, r * 0.85);
        }
        for (&sign, (x, y)) in figure.signs.iter().zip(corners) {
            badge::draw(to, studio.icons, studio.fonts, sign, x, y, r);
        }
        if let Some(seat) = figure.pip {
            let (x, y, r) = (s * 0.11, if shares { s * 0.42 } else { s * 0.885 }, s * 0.085);
            to.shape(shapes::token(seat, x, y, r + s * 0.035), WHITE);
            to.shape(shapes::token(seat, x, y, r), crate::theme::NIGHT);
        }
    }

    fn draw(&self, to: &mut Pixmap, studio: Studio<'_>, figure: &Figure, x: f32, y: f32, size: f32) {
        let ink = INKS[figure.ink as usize % INKS.len()];
        let rim = (size * 0.030).max(1.1) * if self.theme == Theme::HighContrast { 1.4 } else { 1.0 };
        let place = (x, y, size);
        art::draw(to, studio.icons, studio.fonts, &figure.art, ink, rim, place);
    }
}

#[cfg(test)]
mod tests {
    use engine::view::Look;

    use super::*;
    use crate::renderer::Renderer;

    /// Each piece of a shared Space is seen: of those that do not block, four alone and two below a blocking one. The colour
    /// of each can be told, too.
    #[test]
    fn each_piece_of_a_shared_space_is_drawn() {
        let renderer = Renderer::new().unwrap();
        let figure = |icon: &str, blocking: bool| {
            let look = Look {
                id: format!("test/{icon}"),
                name: icon.to_owned(),
                symbol: "X".to_owned(),
                icon: icon.to_owned(),
                art: None,
                titan: false,
                blocking,
            };
            crate::board::plain_figure(&look, 0, &renderer.icons)
        };
        let tile = |figures: Vec<Figure>| {
            let cell = Cell { figures, ..Cell::bare(90, Theme::Dark, Ground::Light, figure("chess-king", true)) };
            renderer.tile(&cell).to_vec()
        };
        let icons = ["chess-knight", "chess-rook", "chess-bishop", "chess-queen"];
        for (blocking, most) in [(false, 4), (true, 2)] {
            for number in 1..=most {
                let mut all: Vec<Figure> = icons[..number].iter().map(|icon| figure(icon, false)).collect();
                all.extend(blocking.then(|| figure("chess-king", true)));
                let shown = tile(all.clone());
                for index in 0..all.len() {
                    let mut without = all.clone();
                    without.remove(index);
                    assert!(tile(without) != shown, "{index} of {number}, {blocking}");
                    let mut other = all.clone();
                    other[index].ink = 1;
                    assert!(tile(other) != shown, "{index} of {number}, {blocking}");
                }
            }
        }
    }
}
