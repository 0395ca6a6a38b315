//! Cards of a piece's movement and of a whole Battalion.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use engine::board::{Seat, Side, Space};
use engine::piece::{Chance, Reach};
use engine::view::{BoardView, Look, PieceView};

use super::block::{Block, Card, Item, Tone};
use crate::alt::Text;
use crate::board::{Scene, figure_of, plain_figure};
use crate::grid::Grid;
use crate::ground::Tint;
use crate::ink;
use crate::mark::Marks;
use crate::options::{Hint, HintKind, Picture, RenderError};
use crate::renderer::Renderer;
use crate::theme::Theme;
use crate::zones;

/// Movement of a piece on its own board.
#[derive(Clone, Debug)]
pub struct Movement {
    /// Appearance of the piece.
    pub look: Look,
    /// Name of its Battalion, for the heading.
    pub battalion: String,
    /// Rules as one or several sentences.
    pub prose: String,
    /// The board, usually 9 by 9 without zones.
    pub board: BoardView,
    /// Space of the piece; Forwards is up.
    pub at: Space,
    /// Other pieces needed for the example, such as something to capture.
    pub others: Vec<PieceView>,
    /// Possible destinations.
    pub hints: Vec<Hint>,
    /// Seat whose ink is used.
    pub seat: Seat,
}

/// A whole Battalion.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Name.
    pub name: String,
    /// Author and other facts, on one line.
    pub facts: String,
    /// Description in one or several sentences.
    pub prose: String,
    /// Territory as a separate board, front row at the top.
    pub territory: BoardView,
    /// Pieces in the Territory.
    pub pieces: Vec<PieceView>,
    /// Piece types.
    pub types: Vec<SheetPiece>,
}

/// A piece type of a Battalion.
#[derive(Clone, Debug)]
pub struct SheetPiece {
    /// Appearance of the type.
    pub look: Look,
    /// Number at the start, on the board and in reserve.
    pub count: u32,
    /// Short note, such as the notation.
    pub note: String,
}

/// Side of a Space, in pixels, for a board that fits on a card.
fn cell_for(across: u8) -> i32 {
    (620 / i32::from(across.max(1))).clamp(22, 68)
}

/// Words of a legend.
fn words(kind: HintKind) -> &'static str {
    match kind {
        HintKind::Reach(reach) => reach_words(reach),
        HintKind::Move => "move only",
        HintKind::Capture => "capture only",
        HintKind::Jump => "jump",
        HintKind::Shot => "shoot",
        HintKind::Effect => "side effect",
        HintKind::Swap => "swap",
        HintKind::Place => "place",
        HintKind::Ability => "ability",
    }
}

fn reach_words(reach: Reach) -> &'static str {
    use Chance::{Always, Never, Sometimes};
    let Reach { moves, captures, leaps, copies } = reach;
    match (moves, captures, copies, leaps) {
        (Always, Never, true, _) => "move, leaving a copy",
        (Always, _, true, _) => "move or capture, leaving a copy",
        (_, _, true, _) => "sometimes move, leaving a copy",
        (Always, Always, _, true) => "leap or capture by leaping",
        (Always, Never, _, true) => "leap without capturing",
        (Never, Always, _, true) => "capture by leaping",
        (Always, Sometimes, _, true) => "leap, sometimes capture",
        (Sometimes, Always, _, true) => "capture, sometimes leap",
        (Sometimes, Sometimes, _, true) => "sometimes leap or capture",
        (Sometimes, Never, _, true) => "sometimes leap",
        (Always, Always, ..) => "move or capture",
        (Always, Never, ..) => "move only",
        (Never, Always, ..) => "capture only",
        (Always, Sometimes, ..) => "move, sometimes capture",
        (Sometimes, Always, ..) => "capture, sometimes move",
        (Sometimes, Sometimes, ..) => "sometimes move or capture",
        (Sometimes, Never, ..) => "sometimes move",
        (Never, Sometimes | Never, ..) => "sometimes capture",
    }
}

impl Renderer {
    /// Draws a diagram of a piece's movement with a legend.
    ///
    /// # Errors
    /// If the board has no drawable size.
    pub fn movement(&self, movement: &Movement, theme: Theme) -> Result<Picture, RenderError> {
        let Movement { look, battalion, prose, board, at, hints, .. } = movement;
        let grid = grid(board)?;
        let scene = scene(self, movement, theme, grid.cell);
        let used = kinds(hints.iter());
        let mut card = Card::default();
        card.add(Block::Title(look.name.clone(), battalion.clone()));
        card.add(Block::Board(scene, grid));
        if !used.is_empty() {
            card.add(Block::Legend(used.clone()));
        }
        card.add(Block::Zones(board.marked.clone()));
        if !prose.is_empty() {
            card.add(Block::Text(prose.clone(), Tone::Plain));
        }
        let mut alt = Text::new();
        alt.cut(&format!("{} ({battalion}). ", look.name), 120).cut(prose, 420);
        alt.add(&format!(" From {at}: "));
        for (kind, words) in used {
            let spaces: Vec<_> = hints.iter().filter(|h| h.kind == kind).map(|h| h.space.to_string()).collect();
            alt.cut(&format!("{words} {}. ", spaces.join(" ")), 300);
        }
        alt.add(&zones::words(&board.marked));
        self.card(&card, theme, alt.finish())
    }

    /// Draws a Battalion: its Territory and all of its pieces with their names.
    ///
    /// # Errors
    /// If the Territory has no drawable size.
    pub fn sheet(&self, sheet: &Sheet, theme: Theme) -> Result<Picture, RenderError> {
        let grid = grid(&sheet.territory)?;
        let mut scene = Scene::empty(&sheet.territory, theme, grid.cell);
        for piece in &sheet.pieces {
            scene.piece(figure_of(piece, 2, false, &self.icons), piece.space);
        }
        let mut card = Card::default();
        card.add(Block::Title(sheet.name.clone(), sheet.facts.clone()));
        card.add(Block::Board(scene, grid)).add(Block::Zones(sheet.territory.marked.clone()));
        let item = |piece: &SheetPiece| Item {
            figure: plain_figure(&piece.look, 0, &self.icons),
            name: piece.look.name.clone(),
            note: if piece.look.titan { join("Titan", &piece.note) } else { piece.note.clone() },
            right: if piece.count > 0 { format!("×{}", piece.count) } else { String::new() },
            strong: false,
        };
        card.add(Block::Items(sheet.types.iter().map(item).collect()));
        if !sheet.prose.is_empty() {
            card.add(Block::Text(sheet.prose.clone(), Tone::Quiet));
        }
        let mut alt = Text::new();
        alt.cut(&format!("{}. {}. ", sheet.name, sheet.facts), 200);
        let types: Vec<_> = sheet.types.iter().map(|p| format!("{} {}", p.count, p.look.name)).collect();
        alt.cut(&format!("Pieces: {}. ", types.join(", ")), 400);
        let places: Vec<_> = sheet.pieces.iter().map(|p| format!("{} {}", p.look.name, p.space)).collect();
        alt.cut(&format!("Territory: {}. ", places.join(", ")), 400).add(&zones::words(&sheet.territory.marked));
        self.card(&card, theme, alt.finish())
    }
}

/// Board of a movement with its pieces and destinations.
pub(super) fn scene(renderer: &Renderer, movement: &Movement, theme: Theme, cell: i32) -> Scene {
    let Movement { look, board, at, others, hints, seat, .. } = movement;
    let mut scene = Scene::empty(board, theme, cell);
    scene.mark(*at, Marks::SELECTED, Tint::Selected);
    let mut figure = plain_figure(look, ink::of(*seat, 2), &renderer.icons);
    figure.titan = look.titan;
    scene.piece(figure, *at);
    for piece in others {
        scene.piece(figure_of(piece, 2, false, &renderer.icons), piece.space);
    }
    for hint in hints {
        scene.hint(hint.space, hint.kind);
    }
    scene
}

/// Kinds of these hints with their labels, for a legend; unconditional moves come first.
pub(super) fn kinds<'a>(hints: impl Iterator<Item = &'a Hint>) -> Vec<(HintKind, &'static str)> {
    let kinds: BTreeSet<HintKind> = hints.map(|hint| hint.kind).collect();
    let mut kinds: Vec<_> = kinds.into_iter().map(|kind| (kind, words(kind))).collect();
    kinds.sort_by_key(|(kind, _)| match kind {
        HintKind::Reach(can) => Some((Reverse(can.moves), Reverse(can.captures), can.leaps)),
        _ => None,
    });
    kinds
}

fn join(a: &str, b: &str) -> String {
    if b.is_empty() { a.to_owned() } else { format!("{a} · {b}") }
}

fn grid(board: &BoardView) -> Result<Grid, RenderError> {
    plain_grid(board, cell_for(board.width))
}

/// Board on a card, seen from South, with margins for coordinates.
pub(super) fn plain_grid(board: &BoardView, cell: i32) -> Result<Grid, RenderError> {
    let BoardView { width, height, .. } = *board;
    if width == 0
        || height == 0
        || width > 26
        || height > 26
        || board.zones.len() != usize::from(width) * usize::from(height)
    {
        return Err(RenderError::Board { width, height });
    }
    let mut grid = Grid::new(board, Side::South, cell);
    grid.margin = (grid.cell / 2).clamp(18, 32);
    Ok(grid)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use engine::view::Zone;

    use super::*;

    /// Columns have letters, so a board has at most 26.
    #[test]
    fn a_card_has_a_board_of_1_to_26_columns_and_rows() {
        for (length, fits) in [(0, false), (1, true), (26, true), (27, false)] {
            for [width, height] in [[length, 3], [3, length]] {
                let zones = vec![Zone::Battlefield; usize::from(width) * usize::from(height)];
                let grid = plain_grid(&BoardView::new(width, height, zones), 40);
                assert_eq!(grid.is_ok(), fits, "{width} {height}");
            }
        }
        assert!(plain_grid(&BoardView::new(3, 3, vec![Zone::Battlefield; 8]), 40).is_err(), "a cell is missing");
    }

    /// Each kind of reach has words of its own, so that two entries of a legend never have the same.
    #[test]
    fn every_reach_has_words_of_its_own() {
        let chances = [Chance::Never, Chance::Sometimes, Chance::Always];
        let mut found: BTreeMap<&str, Vec<Reach>> = BTreeMap::new();
        for moves in chances {
            for captures in chances.into_iter().filter(|captures| [moves, *captures] != [Chance::Never; 2]) {
                for leaps in [false, true] {
                    let reach = Reach { moves, captures, leaps, copies: false };
                    let words = words(HintKind::Reach(reach));
                    let is = |chance: Chance, known: Chance| (chance == known) as u8;
                    let sometimes = is(moves, Chance::Sometimes) + is(captures, Chance::Sometimes) > 0;
                    assert_eq!(words.contains("sometimes"), sometimes, "{reach:?}: {words}");
                    assert_eq!(words.contains("capture") && !words.contains("without"), captures != Chance::Never);
                    found.entry(words).or_default().push(reach);
                }
            }
        }
        found.remove("sometimes capture");
        assert!(found.values().all(|reaches| reaches.len() == 1), "{found:?}");
    }
}
