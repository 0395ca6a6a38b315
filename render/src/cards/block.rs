//! Blocks of a card: measured first, then drawn from top to bottom.

use engine::board::Seat;
use engine::view::{LastAction, MarkedZone};

use super::graph::Graph;
use crate::board::{Scene, coordinates, lines};
use crate::cell::{Cell, Figure};
use crate::chart::{self, Chart};
use crate::colour::Rgb;
use crate::frame::{Frame, Place};
use crate::grid::Grid;
use crate::ground::{Ground, Tint};
use crate::ink;
use crate::layout::Area;
use crate::mark::Marks;
use crate::options::HintKind;
use crate::panel::token;
use crate::renderer::Renderer;
use crate::theme::Theme;
use crate::zones;

/// Width of every card, in pixels.
pub(crate) const WIDTH: i32 = 720;
const PAD: i32 = 28;
const INNER: i32 = WIDTH - 2 * PAD;

/// Tone of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tone {
    Plain,
    Quiet,
    Good,
    Alarm,
}

impl Tone {
    fn colour(self, theme: Theme) -> Rgb {
        let c = theme.colours();
        match self {
            Tone::Plain => c.text,
            Tone::Quiet => c.muted,
            Tone::Good => c.turn,
            Tone::Alarm => c.alarm,
        }
    }
}

/// Row for a person, with the token of a seat.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// `None` for an open seat.
    pub seat: Option<Seat>,
    pub players: usize,
    pub name: String,
    pub detail: String,
    pub right: String,
    pub tone: Tone,
    /// `true` for a row emphasised by an outline.
    pub strong: bool,
}

/// Piece with a text beside it.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub figure: Figure,
    pub name: String,
    pub note: String,
    pub right: String,
    pub strong: bool,
}

/// One of several boards side by side.
pub(crate) struct Shown {
    pub scene: Scene,
    pub grid: Grid,
    pub label: String,
    /// Action whose lines are drawn above the pieces.
    pub last: Option<LastAction>,
}

/// A part of a card.
pub(crate) enum Block {
    Title(String, String),
    /// Heading above a group.
    Head(String, String),
    Text(String, Tone),
    Big(String, Tone),
    Row(Row),
    Items(Vec<Item>),
    Board(Scene, Grid),
    /// Row of Spaces.
    Squares(Vec<Cell>),
    /// Boards side by side.
    Boards(Vec<Shown>),
    Legend(Vec<(HintKind, &'static str)>),
    /// Legend of marked zones.
    Zones(Vec<MarkedZone>),
    Chart(Chart),
    /// Curve of win chances between two Players.
    Graph(Graph),
    Gap(i32),
}

/// Picture made of blocks.
#[derive(Default)]
pub(crate) struct Card {
    pub blocks: Vec<Block>,
}

const ROW: i32 = 72;
const ITEM: i32 = 68;
const LINE: i32 = 31;
/// Height of a board's label.
const LABEL: i32 = 36;
const TEXT: f32 = 25.0;
/// Height of the words of a legend.
const LEGEND: f32 = 23.0;
/// Maximum number of lines of a text.
const LINES: usize = 14;

impl Card {
    pub(crate) fn add(&mut self, block: Block) -> &mut Self {
        self.blocks.push(block);
        self
    }

    /// Draws the card.
    pub(crate) fn draw<'a>(&self, renderer: &'a Renderer, theme: Theme) -> Frame<'a> {
        let height: i32 = self.blocks.iter().map(|block| block.height(renderer)).sum();
        let c = theme.colours();
        let high = (height + 2 * PAD).unsigned_abs();
        let mut frame = Frame::new(WIDTH.unsigned_abs(), high, c.frame, renderer.palette(theme));
        let mut y = PAD;
        for block in &self.blocks {
            block.draw(&mut frame, renderer, theme, y);
            y += block.height(renderer);
        }
        frame
    }
}

impl Block {
    #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "pixels: a few thousand")]
    fn height(&self, renderer: &Renderer) -> i32 {
        match self {
            Block::Title(_, sub) if sub.is_empty() => 58,
            Block::Title(..) => 92,
            Block::Head(..) => 44,
            Block::Text(text, _) => renderer.fonts.wrap(text, TEXT, INNER as f32, LINES).len() as i32 * LINE + 6,
            Block::Big(..) => 92,
            Block::Row(_) => ROW,
            Block::Items(items) => (items.len() as i32 + 1) / 2 * ITEM,
            Block::Board(_, grid) => grid.down * grid.cell + 2 * grid.margin + 10,
            Block::Squares(cells) => cells.first().map_or(0, |cell| cell.size.into()),
            Block::Boards(boards) => {
                let high = |shown: &Shown| shown.grid.down * shown.grid.cell + 2 * shown.grid.margin;
                boards.iter().map(high).max().unwrap_or(0) + LABEL + 10
            }
            Block::Legend(kinds) => (kinds.len() as i32 + legend_columns(kinds) - 1) / legend_columns(kinds) * 46 + 8,
            Block::Zones(marked) => {
                if marked.is_empty() {
                    0
                } else {
                    46
                }
            }
            Block::Chart(_) => chart::HIGH,
            Block::Graph(_) => Graph::HEIGHT,
            Block::Gap(pixels) => *pixels,
        }
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "pixels: a few thousand")]
    fn draw(&self, frame: &mut Frame<'_>, renderer: &Renderer, theme: Theme, y: i32) {
        let c = theme.colours();
        let fonts = &renderer.fonts;
        match self {
            Block::Title(title, sub) => {
                let run = fonts.shrink(title, (30..=42).rev(), INNER as f32);
                frame.run(fonts, &run, PAD, y + 36, c.text);
                frame.text(fonts, sub, Place::left(PAD, y + 70, 25.0, INNER), c.muted);
            }
            Block::Head(left, right) => {
                let room = if right.is_empty() { INNER } else { INNER / 2 - 12 };
                frame.text(fonts, right, Place::right(WIDTH - PAD, y + 31, 24.0, INNER / 2), c.muted);
                frame.text(fonts, left, Place::left(PAD, y + 31, 25.0, room), c.muted);
                frame.rect(PAD, y + 39, INNER, 2, c.line);
            }
            Block::Text(text, tone) => {
                for (i, run) in (0..).zip(fonts.wrap(text, TEXT, INNER as f32, LINES)) {
                    frame.run(fonts, &run, PAD, y + 24 + i * LINE, tone.colour(theme));
                }
            }
            Block::Big(text, tone) => {
                let run = fonts.shrink(text, (40..=80).rev().step_by(4), INNER as f32);
                let x = (WIDTH - run.width as i32) / 2;
                frame.run(fonts, &run, x, y + 66, tone.colour(theme));
            }
            Block::Row(row) => row.draw(frame, renderer, theme, y),
            Block::Items(items) => {
                let wide = (INNER - 14) / 2;
                for (i, item) in (0..).zip(items) {
                    item.draw(frame, renderer, theme, (PAD + i % 2 * (wide + 14), y + i / 2 * ITEM), wide);
                }
            }
            Block::Board(scene, grid) => {
                let mut grid = grid.clone();
                grid.x = (WIDTH - grid.across * grid.cell) / 2;
                grid.y = y + grid.margin;
                scene.draw(frame, &grid, |cell| renderer.tile(cell));
                coordinates(frame, fonts, &grid, theme);
            }
            Block::Squares(cells) => {
                let all: i32 = cells.iter().map(|cell| i32::from(cell.size)).sum();
                let mut x = (WIDTH - all) / 2;
                for cell in cells {
                    frame.tile(x, y, &renderer.tile(cell));
                    x += i32::from(cell.size);
                }
            }
            Block::Boards(boards) => {
                let wide = WIDTH / boards.len().max(1) as i32;
                for (shown, i) in boards.iter().zip(0..) {
                    let middle = i * wide + wide / 2;
                    let mut grid = shown.grid.clone();
                    grid.x = middle - grid.across * grid.cell / 2;
                    grid.y = y + LABEL + grid.margin;
                    let room = (wide - PAD) as f32;
                    let run = fonts.shrink(&shown.label, (15..=24).rev(), room);
                    let left = middle - run.width as i32 / 2;
                    frame.run(fonts, &run, left, y + 24, c.text);
                    shown.scene.draw(frame, &grid, |cell| renderer.tile(cell));
                    coordinates(frame, fonts, &grid, theme);
                    lines(frame, &grid, shown.last.as_ref());
                }
            }
            Block::Legend(kinds) => {
                let columns = legend_columns(kinds);
                let wide = INNER / columns;
                for (i, (kind, words)) in (0..).zip(kinds) {
                    let (x, y) = (PAD + i % columns * wide, y + 6 + i / columns * 46);
                    let cell = Cell {
                        size: 40,
                        theme,
                        ground: Ground::Light,
                        tint: Tint::None,
                        marks: Marks::default(),
                        figures: Vec::new(),
                        hint: Some(*kind),
                    };
                    frame.tile(x, y, &renderer.tile(&cell));
                    frame.text(fonts, words, Place::left(x + 50, y + 28, LEGEND, legend_room(columns)), c.text);
                }
            }
            Block::Zones(marked) => {
                let area = Area::new(PAD, y + 6, INNER, 32);
                zones::draw_legend(frame, fonts, theme, area, &zones::legend(marked));
            }
            Block::Chart(chart) => chart.draw(frame, fonts, theme, (PAD, y), INNER),
            Block::Graph(graph) => graph.draw(frame, renderer, theme, (PAD, y), INNER),
            Block::Gap(_) => {}
        }
    }
}

/// Number of columns of a legend: two where its words are long.
fn legend_columns(kinds: &[(HintKind, &str)]) -> i32 {
    if kinds.iter().all(|(_, words)| words.len() <= 15) { 3 } else { 2 }
}

/// Width for the words of an entry of a legend.
const fn legend_room(columns: i32) -> i32 {
    INNER / columns - 56
}

impl Row {
    #[expect(clippy::cast_possible_truncation, reason = "pixels: a few thousand")]
    fn draw(&self, frame: &mut Frame<'_>, renderer: &Renderer, theme: Theme, y: i32) {
        let c = theme.colours();
        let fonts = &renderer.fonts;
        let high = ROW - 8;
        frame.round_rect(PAD, y, INNER, high, 12, c.panel);
        if self.strong {
            let area = Area::new(PAD, y, INNER, high);
            frame.round_frame(area, 12, self.tone.colour(theme), 4);
        }
        let middle = (y + high / 2) as f32;
        match self.seat {
            Some(seat) => {
                let ink = ink::of(seat, self.players);
                token(frame, seat.0, ink, theme, ((PAD + 32) as f32, middle), 15.0);
            }
            None => {
                let area = Area::new(PAD + 18, y + high / 2 - 14, 28, 28);
                frame.round_frame(area, 14, c.muted, 3);
            }
        }
        let right = fonts.fit(&self.right, 27.0, INNER as f32 * 0.42);
        let x = WIDTH - PAD - 18 - right.width.ceil() as i32;
        frame.run(fonts, &right, x, y + high / 2 + 10, self.tone.colour(theme));
        let left = PAD + 62;
        let room = x - left - 14;
        let colour = if self.seat.is_some() { c.text } else { c.muted };
        if self.detail.is_empty() {
            let run = fonts.shrink(&self.name, (23..=29).rev(), room as f32);
            frame.run(fonts, &run, left, y + high / 2 + 10, colour);
        } else {
            let run = fonts.shrink(&self.name, (22..=27).rev(), room as f32);
            frame.run(fonts, &run, left, y + 29, colour);
            frame.text(fonts, &self.detail, Place::left(left, y + 53, 22.0, room), c.muted);
        }
    }
}

impl Item {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "pixels: a few thousand")]
    fn draw(&self, frame: &mut Frame<'_>, renderer: &Renderer, theme: Theme, (x, y): (i32, i32), wide: i32) {
        let c = theme.colours();
        let fonts = &renderer.fonts;
        let side = ITEM - 8;
        frame.round_rect(x, y, wide, side, 10, c.panel);
        if self.strong {
            frame.round_frame(Area::new(x, y, wide, side), 10, c.turn, 3);
        }
        frame.round_rect(x + 4, y + 4, side - 8, side - 8, 8, c.plate);
        let cell = Cell::bare((side - 12) as u16, theme, Ground::Plate, self.figure.clone());
        frame.tile(x + 6, y + 6, &renderer.tile(&cell));
        let right = fonts.fit(&self.right, 26.0, wide as f32 * 0.3);
        let end = x + wide - 12 - right.width.ceil() as i32;
        frame.run(fonts, &right, end, y + side / 2 + 9, c.text);
        let left = x + side + 10;
        let room = end - left - 8;
        if self.note.is_empty() {
            let run = fonts.shrink(&self.name, (20..=26).rev(), room as f32);
            frame.run(fonts, &run, left, y + side / 2 + 9, c.text);
        } else {
            let run = fonts.shrink(&self.name, (20..=25).rev(), room as f32);
            frame.run(fonts, &run, left, y + 28, c.text);
            frame.text(fonts, &self.note, Place::left(left, y + 50, 20.0, room), c.muted);
        }
    }
}

#[cfg(test)]
mod tests;
