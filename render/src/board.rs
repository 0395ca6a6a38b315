//! Board of a turn picture: one [`Cell`] for each Space, coordinates, and lines of chains and shots across several
//! Spaces.

use std::sync::Arc;

use engine::board::Space;
use engine::view::{BoardView, LastAction, Look, MarkedZone, PieceView, View, Zone};

use crate::art::{Icons, shapes};
use crate::cell::{Cell, Figure};
use crate::frame::{Frame, Place, Tile, through};
use crate::grid::Grid;
use crate::ground::{Ground, Tint};
use crate::ink;
use crate::layout::Area;
use crate::mark::Marks;
use crate::options::{HintKind, Options};
use crate::plates::Plates;
use crate::text::Fonts;
use crate::theme::{CHECK, MOVE_INK, Theme, WHITE};
use crate::zones;

/// Contents of all Spaces of a View, by [`Space::index`].
pub(crate) struct Scene {
    cells: Vec<Option<Cell>>,
    marked: Vec<MarkedZone>,
}

impl Scene {
    /// Converts a View.
    pub(crate) fn of(view: &View, options: &Options, icons: &Icons, plates: &Plates, cell: i32) -> Self {
        let mut scene = Self::empty(&view.board, options.theme, cell);
        scene.last(view.last.as_ref());
        for &space in &view.checks {
            scene.mark(space, Marks::CHECK, Tint::Check);
        }
        if let Some(space) = options.selected {
            scene.mark(space, Marks::SELECTED, Tint::Selected);
        }
        let pips = view.seats.len() > 4 || options.theme == Theme::HighContrast;
        for piece in &view.pieces {
            let figure = figure_of(piece, view.seats.len(), pips, icons);
            let art = plates.art(piece.seat, figure.art, icons);
            scene.piece(Figure { art, ..figure }, piece.space);
        }
        for hint in &options.hints {
            scene.hint(hint.space, hint.kind);
        }
        scene
    }

    /// Scene of an empty board.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "pixels: a picture has a few thousand in each direction"
    )]
    pub(crate) fn empty(board: &BoardView, theme: Theme, cell: i32) -> Self {
        let mut cells = vec![None; Space::COUNT];
        for (i, zone) in board.zones.iter().enumerate() {
            let (file, rank) = (i % usize::from(board.width), i / usize::from(board.width));
            if *zone == Zone::Missing {
                continue;
            }
            let dark = (file + rank).is_multiple_of(2);
            let ground = match (zone, dark) {
                (Zone::Territory(_), true) => Ground::HomeDark,
                (Zone::Territory(_), false) => Ground::HomeLight,
                (_, true) => Ground::Dark,
                (_, false) => Ground::Light,
            };
            cells[Space::new(file as u8, rank as u8).index()] = Some(Cell {
                size: cell as u16,
                theme,
                ground,
                tint: Tint::None,
                marks: Marks::default(),
                figures: Vec::new(),
                hint: None,
            });
        }
        let mut scene = Self { cells, marked: board.marked.clone() };
        for &space in &board.affected {
            if let Some(cell) = scene.at(space) {
                cell.marks.insert(Marks::AFFECTED);
                cell.ground = match cell.ground {
                    Ground::Dark | Ground::HomeDark => Ground::AffectedDark,
                    _ => Ground::AffectedLight,
                };
            }
        }
        scene
    }

    fn at(&mut self, space: Space) -> Option<&mut Cell> {
        self.cells.get_mut(space.index()).and_then(Option::as_mut)
    }

    pub(crate) fn mark(&mut self, space: Space, mark: Marks, tint: Tint) {
        if let Some(cell) = self.at(space) {
            cell.marks.insert(mark);
            cell.tint = tint;
        }
    }

    pub(crate) fn piece(&mut self, figure: Figure, space: Space) {
        if let Some(cell) = self.at(space) {
            let behind = cell.figures.iter().filter(|f| !f.blocking).count();
            let place = if figure.blocking { cell.figures.len() } else { behind };
            cell.figures.insert(place, figure);
        }
    }

    pub(crate) fn hint(&mut self, space: Space, kind: HintKind) {
        if let Some(cell) = self.at(space) {
            cell.hint = Some(kind);
        }
    }

    /// Marks the Spaces of the last action.
    pub(crate) fn last(&mut self, last: Option<&LastAction>) {
        let Some(last) = last else { return };
        let kinds = [
            (&last.removed, Marks::REMOVED, Tint::From),
            (&last.from, Marks::FROM, Tint::From),
            (&last.converted, Marks::CONVERTED, Tint::To),
            (&last.created, Marks::CREATED, Tint::To),
            (&last.to, Marks::TO, Tint::To),
        ];
        for (spaces, mark, tint) in kinds {
            for &space in spaces {
                self.mark(space, mark, tint);
            }
        }
    }

    /// Draws the board with the tiles returned by `tile`, which may cache them.
    pub(crate) fn draw(&self, frame: &mut Frame<'_>, grid: &Grid, mut tile: impl FnMut(&Cell) -> Arc<Tile>) {
        for row in 0..grid.down {
            for column in 0..grid.across {
                let cell = grid.space(column, row).and_then(|s| self.cells[s.index()].as_ref());
                if let Some(cell) = cell {
                    frame.tile(grid.x + column * grid.cell, grid.y + row * grid.cell, &tile(cell));
                }
            }
        }
        zones::outlines(frame, grid, &self.marked);
    }
}

/// Icons that wear a crown themselves.
const CROWNED: [&str; 2] = ["chess-king", "snare-king"];

/// Drawable form of a piece. A crown marks a Titan whose drawing does not show that it is one.
pub(crate) fn figure_of(piece: &PieceView, players: usize, pips: bool, icons: &Icons) -> Figure {
    let ink = if piece.fallen { ink::FALLEN } else { ink::of(piece.seat, players) };
    Figure {
        titan: piece.look.titan && !piece.fallen && !shows_a_king(&piece.look),
        signs: piece.badges.iter().map(|&b| b.into()).collect(),
        pip: (pips && !piece.fallen).then_some(piece.seat.0),
        ..plain_figure(&piece.look, ink, icons)
    }
}

fn shows_a_king(look: &Look) -> bool {
    look.art.is_none() && CROWNED.contains(&look.icon.as_str())
}

/// Drawable form of a piece type, without states.
pub(crate) fn plain_figure(look: &Look, ink: ink::InkId, icons: &Icons) -> Figure {
    Figure { art: icons.art(look), ink, titan: false, blocking: look.blocking, signs: Vec::new(), pip: None }
}

/// Draws file letters and rank numbers along every outer edge of the board.
#[expect(clippy::cast_possible_truncation, reason = "pixels: a picture has a few thousand in each direction")]
pub(crate) fn coordinates(frame: &mut Frame<'_>, fonts: &Fonts, grid: &Grid, theme: Theme) {
    let (half, m) = (grid.cell / 2, grid.margin);
    let high = (m as f32 * 0.74).round();
    let colour = theme.colours().muted;
    let drop = (high * 0.355).round() as i32;
    let shift = if grid.cell > 60 { grid.cell / 12 } else { grid.cell / 5 };
    for row in 0..grid.down {
        for column in 0..grid.across {
            let Some(space) = grid.space(column, row) else {
                continue;
            };
            let (x, y) = (grid.x + column * grid.cell, grid.y + row * grid.cell);
            let (name, side) = grid.names(space);
            let mut put = |text: &str, x: i32, y: i32| {
                frame.text(fonts, text, Place::middle(x, y + drop, high, m * 2), colour);
            };
            let outside = |dx: i32, dy: i32| {
                let (mut c, mut r) = (column + dx, row + dy);
                while (0..grid.across).contains(&c) && (0..grid.down).contains(&r) {
                    if grid.space(c, r).is_some() {
                        return false;
                    }
                    (c, r) = (c + dx, r + dy);
                }
                true
            };
            // In an inner corner a letter and a number would overlap, so each is moved along its own edge.
            let there = |dx: i32, dy: i32| i32::from(grid.space(column + dx, row + dy).is_some());
            let aside = |a: (i32, i32), b: (i32, i32)| (there(a.0, a.1) - there(b.0, b.1)) * shift;
            let (low, right) = (grid.cell + m / 2, grid.cell + m / 2);
            if outside(0, 1) {
                put(&name, x + half + aside((-1, 1), (1, 1)), y + low);
            }
            if outside(0, -1) {
                put(&name, x + half + aside((-1, -1), (1, -1)), y - m / 2);
            }
            if outside(-1, 0) {
                put(&side, x - m / 2, y + half + aside((-1, -1), (-1, 1)));
            }
            if outside(1, 0) {
                put(&side, x + right, y + half + aside((1, -1), (1, 1)));
            }
        }
    }
}

/// Outlines the part of the board that an inset shows.
pub(crate) fn outline(frame: &mut Frame<'_>, grid: &Grid, inset: &Grid) {
    let (x, y) = (grid.x + inset.first.0 * grid.cell, grid.y + inset.first.1 * grid.cell);
    let area = Area::new(x, y, inset.across * grid.cell, inset.down * grid.cell);
    frame.round_frame(area.inset(-3), grid.cell / 6, WHITE, 6);
    frame.round_frame(area.inset(-2), grid.cell / 6, MOVE_INK, 4);
}

/// Draws the attacks on Titans in Check as arrows.
pub(crate) fn attacks(frame: &mut Frame<'_>, grid: &Grid, attacks: &[(Space, Space)]) {
    for &(from, titan) in attacks.iter().filter(|(from, titan)| grid.has(*from) && grid.has(*titan)) {
        arrow(frame, &[grid.middle(from), grid.middle(titan)], CHECK, grid.cell as f32);
    }
}

/// Draws the path of a chain and the shots above the pieces. Spaces outside the board are skipped.
pub(crate) fn lines(frame: &mut Frame<'_>, grid: &Grid, last: Option<&LastAction>) {
    let Some(last) = last else { return };
    let s = grid.cell as f32;
    let on_board = |spaces: &[Space]| -> Vec<Space> {
        let spaces = spaces.iter().copied();
        spaces.filter(|&space| grid.has(space)).collect()
    };
    let (from, stops, to) = (on_board(&last.from), on_board(&last.path), on_board(&last.to));
    if let (Some(&from), [_, ..], Some(&to)) = (from.first(), stops.as_slice(), to.first()) {
        let mut spaces = [&[from][..], &stops, &[to]].concat();
        spaces.dedup();
        let points: Vec<_> = spaces.iter().map(|&space| grid.middle(space)).collect();
        arrow(frame, &points, MOVE_INK, s);
        for &(x, y) in points.iter().skip(1).rev().skip(1) {
            frame.fill(shapes::circle(x, y, s * 0.095), WHITE, 255);
            frame.fill(shapes::circle(x, y, s * 0.065), MOVE_INK, 255);
        }
    }
    let flights = last.shots.iter();
    for &(from, at) in flights.filter(|(from, at)| grid.has(*from) && grid.has(*at)) {
        let (a, b) = (grid.middle(from), grid.middle(at));
        arrow(frame, &[a, b], CHECK, s);
        for (colour, width) in [(WHITE, 0.085), (CHECK, 0.05)] {
            frame.stroke(shapes::circle(b.0, b.1, s * 0.3), colour, s * width);
        }
    }
}

/// Draws earlier turns as arrows in their owners' colours. A piece that was placed gets a ring.
pub(crate) fn earlier(frame: &mut Frame<'_>, grid: &Grid, actions: &[LastAction], players: usize) {
    let s = grid.cell as f32;
    for action in actions {
        let Some(seat) = action.seat else { continue };
        let colour = ink::fill(seat, players);
        let first = |spaces: &[Space]| spaces.iter().copied().find(|space| grid.has(*space)).map(|at| grid.middle(at));
        match (first(&action.from), first(&action.to)) {
            (Some(from), Some(to)) => arrow(frame, &[from, to], colour, s),
            _ => {
                for space in action.created.iter().filter(|space| grid.has(**space)) {
                    let (x, y) = grid.middle(*space);
                    for (colour, width) in [(WHITE, 0.095), (colour, 0.055)] {
                        frame.stroke(shapes::circle(x, y, s * 0.4), colour, s * width);
                    }
                }
            }
        }
    }
}

/// Draws an arrow with a light border. Its ends lie a little inside the Spaces.
fn arrow(frame: &mut Frame<'_>, points: &[(f32, f32)], colour: [u8; 3], s: f32) {
    let mut points = points.to_vec();
    let [.., before, end] = points.as_slice() else {
        return;
    };
    let (dx, dy) = (end.0 - before.0, end.1 - before.1);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    let tip = (end.0 - ux * s * 0.22, end.1 - uy * s * 0.22);
    let wing = |side: f32| {
        let (bx, by) = (tip.0 - ux * s * 0.17, tip.1 - uy * s * 0.17);
        (bx - uy * side * s * 0.12, by + ux * side * s * 0.12)
    };
    let neck = (tip.0 - ux * s * 0.1, tip.1 - uy * s * 0.1);
    if let Some(last) = points.last_mut() {
        *last = neck;
    }
    let head = [tip, wing(1.0), wing(-1.0)];
    frame.stroke(through(&points), WHITE, s * 0.095);
    frame.stroke(shapes::polygon(&head), WHITE, s * 0.05);
    frame.stroke(through(&points), colour, s * 0.055);
    frame.fill(shapes::polygon(&head), colour, 255);
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use engine::battalion::load_builtin;
    use engine::titans::{Game, GameMode, Setup};
    use engine::view::Viewer;

    use super::*;

    /// Blocking pieces are drawn in front of others, whatever their order.
    #[test]
    fn pieces_that_do_not_block_lie_behind() {
        let armies = vec![load_builtin("medieval").unwrap(); 2];
        let view = Game::new(Setup::new(GameMode::Duel, armies, [7; 32]).unwrap()).unwrap().view(Viewer::Public);
        let icons = Icons::new().unwrap();
        let space = "e4".parse().unwrap();
        for order in [[true, false, false], [false, true, false], [false, false, true]] {
            let mut scene = Scene::empty(&view.board, Theme::Dark, 40);
            for blocking in order {
                let look = Look { blocking, ..view.pieces[0].look.clone() };
                scene.piece(plain_figure(&look, ink::of(engine::board::Seat(0), 2), &icons), space);
            }
            let cell = scene.at(space).unwrap();
            let shown: Vec<bool> = cell.figures.iter().map(|figure| figure.blocking).collect();
            assert_eq!(shown, [false, false, true], "{order:?}");
        }
    }

    /// Tokens of the owners show on pieces from five Players on, and in high contrast always.
    #[test]
    fn pieces_show_their_owners_from_five_players_on() {
        let icons = Icons::new().unwrap();
        for players in 2..=6 {
            let armies = vec![load_builtin("medieval").unwrap(); players];
            let mode = if players == 2 { GameMode::Duel } else { GameMode::Ffa };
            let view = Game::new(Setup::new(mode, armies, [7; 32]).unwrap()).unwrap().view(Viewer::Public);
            let plates = Plates::of(&view, &icons);
            for theme in Theme::ALL {
                let options = Options { theme, ..Options::default() };
                let scene = Scene::of(&view, &options, &icons, &plates, 40);
                let mut figures = scene.cells.iter().flatten().flat_map(|cell| &cell.figures);
                let shown = players > 4 || theme == Theme::HighContrast;
                assert!(figures.all(|figure| figure.pip.is_some() == shown), "{players} Players, {theme:?}");
            }
        }
    }
}
