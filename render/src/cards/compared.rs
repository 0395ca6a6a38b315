//! Card that compares the movement of a piece in two versions of a Battalion.

use engine::battalion::{Definition, PieceDef};
use engine::words::capitalised;

use super::block::{Block, Card, Shown, Tone};
use super::pieces::{Movement, kinds, plain_grid, scene};
use crate::alt::Text;
use crate::options::{Picture, RenderError};
use crate::renderer::Renderer;
use crate::theme::Theme;

/// Movement of a piece before and after a change of its Battalion.
#[derive(Clone, Debug)]
pub struct Compared {
    /// Name of the piece.
    pub name: String,
    /// Name of its Battalion, for the heading.
    pub battalion: String,
    /// Old movement; `None` for a piece that is new or did not move.
    pub before: Option<Movement>,
    /// New movement; `None` for a piece that was removed or no longer moves.
    pub after: Option<Movement>,
}

/// Width in pixels of a board that has another one beside it.
const BESIDE: i32 = 290;

impl Compared {
    /// Compares a piece in an older and a newer version of its Battalion; `None` if neither version has the piece with
    /// a movement.
    pub fn of(
        battalion: &Definition,
        (old, before): (&Definition, Option<&PieceDef>),
        (new, after): (&Definition, Option<&PieceDef>),
    ) -> Option<Self> {
        let pieces = [before, after].into_iter().flatten();
        // Both boards have the same size.
        let radius = pieces.map(PieceDef::diagram_radius).max()?;
        let movement = |radius, definition, piece: Option<&PieceDef>| {
            piece.and_then(|piece| Movement::within(definition, piece, radius))
        };
        let both = |radius| (movement(radius, old, before), movement(radius, new, after));
        let (mut first, mut second) = both(radius);
        // A slide to the edge and one that ends there differ beyond it.
        if first.as_ref().zip(second.as_ref()).is_some_and(|(a, b)| a.hints == b.hints && a.prose != b.prose) {
            (first, second) = both(radius + 1);
        }
        if first.is_none() && second.is_none() {
            return None;
        }
        Some(Self {
            name: after.or(before)?.name.clone(),
            battalion: battalion.name.clone(),
            before: first,
            after: second,
        })
    }
}

impl Renderer {
    /// Draws the old and the new movement side by side.
    ///
    /// # Errors
    /// If the board has no drawable size.
    pub fn compared(&self, compared: &Compared, theme: Theme) -> Result<Picture, RenderError> {
        let sides = [("before", &compared.before), ("now", &compared.after)];
        let mut alt = Text::new();
        alt.cut(&format!("{} ({}), before and now. ", compared.name, compared.battalion), 160);
        let mut shown = Vec::new();
        for (label, side) in sides {
            let Some(movement) = side else {
                alt.add(match label {
                    "before" => "It did not move before. ",
                    _ => "It does not move now. ",
                });
                continue;
            };
            let cell = (BESIDE / i32::from(movement.board.width.max(1))).clamp(14, 40);
            shown.push(Shown {
                scene: scene(self, movement, theme, cell),
                grid: plain_grid(&movement.board, cell)?,
                label: label.to_owned(),
                last: None,
            });
            alt.cut(&format!("{}: {} ", capitalised(label), movement.prose), 400);
        }
        let movements = [&compared.before, &compared.after].into_iter().flatten();
        let hints: Vec<_> = movements.flat_map(|movement| &movement.hints).collect();
        let used = kinds(hints.into_iter());
        let mut card = Card::default();
        card.add(Block::Title(compared.name.clone(), compared.battalion.clone()));
        card.add(Block::Boards(shown));
        if !used.is_empty() {
            card.add(Block::Legend(used));
        }
        for (label, side) in sides {
            let said = match (label, side) {
                ("before", None) => "New: it did not move before.".to_owned(),
                (_, None) => "It no longer moves.".to_owned(),
                (label, Some(movement)) => format!("{}: {}", capitalised(label), movement.prose),
            };
            card.add(Block::Text(said, Tone::Plain));
        }
        self.card(&card, theme, alt.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::battalion::load_builtin;

    #[test]
    fn a_piece_is_drawn_as_it_was_and_is() {
        let old = load_builtin("medieval").unwrap();
        let mut new = (*old).clone();
        let piece = |definition: &Definition, id: &str| {
            let found = definition.pieces.iter().find(|piece| piece.id == id);
            found.unwrap().clone()
        };
        let (rook, knight) = (piece(&old, "rook"), piece(&old, "knight"));
        new.pieces.clear();
        let renderer = Renderer::new().unwrap();
        let drawn = |before: Option<&PieceDef>, after: Option<&PieceDef>| {
            let compared = Compared::of(&new, (&old, before), (&new, after)).unwrap();
            renderer.compared(&compared, Theme::Dark).unwrap()
        };
        let both = drawn(Some(&rook), Some(&knight));
        for part in ["before and now", "Before: ", "Rook Lines", "Now: "] {
            assert!(both.alt.contains(part), "{part}: {}", both.alt);
        }
        assert!((300..=1600).contains(&both.height), "{}", both.height);
        let gone = drawn(Some(&rook), None);
        assert!(gone.alt.contains("It does not move now."), "{}", gone.alt);
        assert!(Compared::of(&new, (&old, None), (&new, None)).is_none());
        let statue = PieceDef { moves: Vec::new(), ..rook };
        assert!(Compared::of(&new, (&old, Some(&statue)), (&new, None)).is_none());
    }

    #[test]
    fn a_slide_that_gets_a_limit_is_drawn_differently() {
        let medieval = load_builtin("medieval").unwrap();
        let text = engine::battalion::builtin().iter().find(|army| army.id == "medieval").unwrap().text;
        for limit in [4, 5, 7, 8] {
            let text = text.replacen("moves = \"R\"", &format!("moves = \"R{limit}\""), 1);
            let limited = engine::battalion::read(&text, &engine::ability::specs()).unwrap();
            let rook = |army: &Definition| army.pieces.iter().position(|piece| piece.id == "rook").unwrap();
            let pieces = (&medieval.pieces[rook(&medieval)], &limited.pieces[rook(&limited)]);
            let compared = Compared::of(&limited, (&medieval, Some(pieces.0)), (&limited, Some(pieces.1))).unwrap();
            assert_ne!(compared.before.unwrap().hints, compared.after.unwrap().hints, "{limit}");
        }
    }
}
