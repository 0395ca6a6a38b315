//! Renderer: shared resources, and one method for each kind of picture.

use std::convert::Infallible;
use std::sync::{Arc, OnceLock};

use engine::board::Side;
use engine::view::View;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::alt;
use crate::art::Icons;
use crate::board::{Scene, attacks, coordinates, earlier, lines, outline};
use crate::cell::{Cell, Studio};
use crate::encode::Encoder;
use crate::frame::{Frame, Tile};
use crate::inset::inset;
use crate::layout::Layout;
use crate::options::{Options, People, Picture, RenderError};
use crate::palette::Palette;
use crate::panel::Panels;
use crate::plates::Plates;
use crate::text::Fonts;
use crate::theme::Theme;
use crate::zones;

/// Cache size for tiles, in bytes.
const KEPT: u64 = 12 << 20;
/// Estimated number of cached tiles.
const TILES: usize = 2048;

/// Cache weight of a tile: its number of pixels.
#[derive(Clone, Debug)]
struct Pixels;

impl Weighter<Cell, Arc<Tile>> for Pixels {
    fn weight(&self, _: &Cell, tile: &Arc<Tile>) -> u64 {
        tile.len() as u64 + 256
    }
}

/// Draws pictures. Create one per process and share it between threads. Equal inputs give equal pictures. Its caches
/// hold at most about 35 MB.
#[derive(Debug)]
pub struct Renderer {
    pub(crate) icons: Icons,
    pub(crate) fonts: Fonts,
    palettes: [OnceLock<Palette>; Theme::ALL.len()],
    tiles: Cache<Cell, Arc<Tile>, Pixels>,
    pub(crate) encoder: Encoder,
}

impl Renderer {
    /// Loads the icons and fonts, which are part of the binary.
    ///
    /// # Errors
    /// If one of them is damaged.
    pub fn new() -> Result<Self, RenderError> {
        Ok(Self {
            icons: Icons::new().map_err(|_| RenderError::Asset("icon set"))?,
            fonts: Fonts::new().ok_or(RenderError::Asset("font"))?,
            palettes: Default::default(),
            tiles: Cache::with_weighter(TILES, KEPT, Pixels),
            encoder: Encoder::new(),
        })
    }

    /// Draws the picture that follows a turn. With [`Options::selected`] and [`Options::hints`], draws the private
    /// picture of a piece's destinations. The picture shows nothing that is not in the View.
    ///
    /// # Errors
    /// If the board has no drawable size.
    pub fn turn(&self, view: &View, people: &People, options: &Options) -> Result<Picture, RenderError> {
        let layout = self.layout(view, options)?;
        let layout = match inset(&layout.grid, view, &options.earlier) {
            Some(part) => layout.with_inset(part, &view.seats),
            None => layout,
        };
        let frame = self.frame(view, people, options, &layout);
        let png = self.encoder.png(&frame, &layout.cuts)?;
        let alt = alt::turn(view, people, options);
        Ok(Picture { png, width: frame.pixels.width(), height: frame.pixels.height(), alt })
    }

    pub(crate) fn layout(&self, view: &View, options: &Options) -> Result<Layout, RenderError> {
        Layout::new(&view.board, &view.seats, options.bottom.unwrap_or(Side::South), options.size)
    }

    #[expect(clippy::cast_sign_loss, reason = "pixels: a picture has a few thousand in each direction")]
    pub(crate) fn frame(&self, view: &View, people: &People, options: &Options, layout: &Layout) -> Frame<'_> {
        let theme = options.theme;
        let (width, height) = (layout.width as u32, layout.height as u32);
        let mut frame = Frame::new(width, height, theme.colours().frame, self.palette(theme));
        let mut tile = |cell: &Cell| self.tile(cell);
        let plates = Plates::of(view, &self.icons);
        for grid in std::iter::once(&layout.grid).chain(&layout.inset) {
            Scene::of(view, options, &self.icons, &plates, grid.cell).draw(&mut frame, grid, &mut tile);
            coordinates(&mut frame, &self.fonts, grid, theme);
            earlier(&mut frame, grid, &options.earlier, view.seats.len());
            lines(&mut frame, grid, view.last.as_ref());
            attacks(&mut frame, grid, &view.attacks);
        }
        if let Some(area) = layout.legend {
            zones::draw_legend(&mut frame, &self.fonts, theme, area, &zones::legend(&view.board.marked));
        }
        if let Some(inset) = &layout.inset {
            outline(&mut frame, &layout.grid, inset);
        }
        let panels = Panels { view, people, theme, unit: layout.unit, plates: &plates, studio: self.studio(theme) };
        for &place in &layout.panels {
            panels.draw(&mut frame, place, &mut tile);
        }
        frame
    }

    pub(crate) fn palette(&self, theme: Theme) -> &Palette {
        self.palettes[theme as usize].get_or_init(|| Palette::new(theme))
    }

    pub(crate) fn studio(&self, theme: Theme) -> Studio<'_> {
        Studio { icons: &self.icons, fonts: &self.fonts, palette: self.palette(theme) }
    }

    /// Returns a tile from the cache, or paints it.
    pub(crate) fn tile(&self, cell: &Cell) -> Arc<Tile> {
        let Ok(tile) = self.tiles.get_or_insert_with(cell, || {
            let tile = cell.paint(self.studio(cell.theme));
            Ok::<_, Infallible>(Arc::new(tile))
        });
        tile
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::{Ground, Tint};
    use crate::mark::Marks;

    #[test]
    fn tiles_kept_stay_within_their_limit() {
        let renderer = Renderer::new().unwrap();
        for size in 20..400 {
            renderer.tile(&Cell {
                size,
                theme: Theme::Dark,
                ground: Ground::Light,
                tint: Tint::None,
                marks: Marks::default(),
                figures: Vec::new(),
                hint: None,
            });
        }
        assert!(renderer.tiles.weight() <= KEPT);
        assert!(renderer.tiles.len() > 20);
    }
}
