//! The rulebook: what a Battalion and its pieces look like and do, whether it comes with the program or from a file that
//! somebody has just written.

mod cache;
mod law;
mod played;
mod search;
mod versions;

use std::sync::Arc;

use engine::battalion::{self, Definition, Param, PieceDef};
use render::cards::{Example, Movement, Sheet};
use render::{Picture, RenderError, Renderer, Theme};

use super::{Error, Host};

pub use render::cards::numbers;

pub use cache::{Completes, Found};
pub use law::{Place as LawPlace, Rule, Topic, find as find_rule, heading, topics};
pub use played::Played;
pub use search::search;
pub use versions::Versions;

impl Host {
    /// A Battalion on one picture.
    ///
    /// # Errors
    /// A fault if it cannot be drawn.
    pub async fn sheet(&self, definition: Arc<Definition>, theme: Theme) -> Result<Picture, Error> {
        self.draw(move |renderer| Ok(renderer.sheet(&Sheet::of(&definition), theme)?)).await
    }

    /// The pictures of a piece.
    ///
    /// # Errors
    /// A fault if one cannot be drawn.
    pub async fn piece_pictures(&self, found: &Found, theme: Theme) -> Result<Vec<Picture>, Error> {
        let found = found.clone();
        self.draw(move |renderer| {
            let piece = found.definition.pieces.get(found.piece);
            let Some(piece) = piece else {
                return Ok(Vec::new());
            };
            Ok(piece_pictures(renderer, &found.definition, piece, theme)?)
        })
        .await
    }
}

/// Every picture of a piece: how it moves, then its examples.
///
/// # Errors
/// If one cannot be drawn.
pub fn piece_pictures(
    renderer: &Renderer,
    definition: &Arc<Definition>,
    piece: &PieceDef,
    theme: Theme,
) -> Result<Vec<Picture>, RenderError> {
    let mut pictures = Vec::new();
    if let Some(movement) = Movement::of(definition, piece) {
        pictures.push(renderer.movement(&movement, theme)?);
    }
    for shown in &piece.examples {
        // A file is only read if its examples can be played.
        if let Ok(demo) = battalion::play(definition, shown) {
            let example = Example::of(definition, piece, &shown.text, demo);
            pictures.push(renderer.example(&example, theme)?);
        }
    }
    Ok(pictures)
}

/// The names of the pieces that a parameter of a power lists.
pub fn named<'a>(definition: &'a Definition, power: &engine::battalion::AbilityUse, param: &str) -> Vec<&'a str> {
    match power.params.get(param) {
        Some(Param::Pieces(pieces)) => {
            let name = |index: &usize| definition.pieces.get(*index).map(|piece| piece.name.as_str());
            pieces.iter().filter_map(name).collect()
        }
        _ => Vec::new(),
    }
}
