//! Card of a small position before and after a move, to show an ability of a piece.

use engine::battalion::Demo;
use engine::view::PieceView;
use engine::words::{self, PlayerNames};

use super::block::{Block, Card, Shown, Tone};
use super::pieces::plain_grid;
use crate::alt::Text;
use crate::board::{Scene, figure_of};
use crate::ground::Tint;
use crate::mark::Marks;
use crate::options::{Picture, RenderError};
use crate::renderer::Renderer;
use crate::theme::Theme;
use crate::zones;

/// Example of an ability.
#[derive(Clone, Debug)]
pub struct Example {
    /// Name of the piece.
    pub name: String,
    /// Name of its Battalion, for the heading.
    pub battalion: String,
    /// Explanation in one sentence.
    pub text: String,
    /// Positions and the actions in between.
    pub demo: Demo,
}

/// Width, in Spaces, of the widest board that has another one beside it.
const BESIDE: u8 = 6;

impl Renderer {
    /// Draws an example before and after the action.
    ///
    /// # Errors
    /// If the board has no drawable size.
    pub fn example(&self, example: &Example, theme: Theme) -> Result<Picture, RenderError> {
        let Example { name, battalion, text, demo: Demo { board, before, after, last, checks } } = example;
        let beside = board.width <= BESIDE;
        let most = if beside { 280 } else { 560 };
        let cell = (most / i32::from(board.width.max(1))).clamp(22, 64);
        let scene = |pieces: &[PieceView]| -> Result<Scene, RenderError> {
            let mut scene = Scene::empty(board, theme, cell);
            for piece in pieces {
                scene.piece(figure_of(piece, 2, false, &self.icons), piece.space);
            }
            Ok(scene)
        };
        let mut first = scene(before)?;
        if let Some(from) = last.from.first().or(last.shots.first().map(|(from, _)| from)) {
            first.mark(*from, Marks::SELECTED, Tint::Selected);
        }
        let mut second = scene(after)?;
        second.last(Some(last));
        for space in checks {
            second.mark(*space, Marks::CHECK, Tint::Check);
        }
        let shown = |scene, label, last| -> Result<Shown, RenderError> {
            Ok(Shown { scene, grid: plain_grid(board, cell)?, label, last })
        };
        let first = shown(first, "before".to_owned(), None)?;
        let second = shown(second, last.text.clone(), Some(last.clone()))?;
        let mut card = Card::default();
        card.add(Block::Title(name.clone(), battalion.clone()));
        if beside {
            card.add(Block::Boards(vec![first, second]));
        } else {
            card.add(Block::Boards(vec![first])).add(Block::Boards(vec![second]));
        }
        card.add(Block::Zones(board.marked.clone())).add(Block::Text(text.clone(), Tone::Plain));
        let names = PlayerNames::numbers(2);
        let mut alt = Text::new();
        alt.cut(&format!("{name} ({battalion}), an example. {text} "), 360);
        alt.cut(&format!("Before: {}. ", list(before)), 260);
        alt.cut(&format!("Then {}{} ", last.text, words::consequences(&last.facts, &names)), 200);
        alt.cut(&format!("After: {}. ", list(after)), 260).add(&zones::words(&board.marked));
        self.card(&card, theme, alt.finish())
    }
}

/// List of pieces: "own Pawn a2, Enemy Rook c3 (immobilised)".
fn list(pieces: &[PieceView]) -> String {
    let one = |piece: &PieceView| {
        let whose = if piece.seat.0 == 0 { "own" } else { "Enemy" };
        let state = crate::alt::state(&piece.badges);
        format!("{whose} {} {}{state}", piece.look.name, piece.space)
    };
    pieces.iter().map(one).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use engine::view::{BoardView, LastAction, Zone};
    use image::RgbImage;

    use super::*;

    /// The first board marks the piece that acts: where it starts, or the one that shoots. Its target is not marked there.
    #[test]
    fn the_piece_that_acts_is_marked_before_it_does() {
        let renderer = Renderer::new().unwrap();
        let space = |text: &str| text.parse().unwrap();
        let drawn = |last: LastAction| -> RgbImage {
            let board = BoardView::new(5, 5, vec![Zone::Battlefield; 25]);
            let demo = Demo { board, before: Vec::new(), after: Vec::new(), last, checks: Vec::new() };
            let text = |text: &str| text.to_owned();
            let example = Example { name: text("Archer"), battalion: text("Test"), text: text("It acts."), demo };
            let picture = renderer.example(&example, Theme::Dark).unwrap();
            let all = image::load_from_memory(&picture.png).unwrap().to_rgb8();
            // The first of two boards side by side.
            image::imageops::crop_imm(&all, 0, 0, all.width() / 2, all.height()).to_image()
        };
        let moves =
            |from: &str, to: &str| LastAction { from: vec![space(from)], to: vec![space(to)], ..LastAction::default() };
        let shoots =
            |from: &str, at: &str| LastAction { shots: vec![(space(from), space(at))], ..LastAction::default() };
        let nothing = drawn(LastAction::default());
        for (from, at) in [("a1", "c3"), ("c3", "a1"), ("b5", "e1")] {
            let marked = drawn(moves(from, at));
            assert!(marked != nothing && marked == drawn(moves(from, "d4")) && marked != drawn(moves("d4", at)));
            assert!(drawn(shoots(from, at)) == marked, "the shooter at {from}");
        }
    }
}
