//! Rulebook: pictures and descriptions of Battalions and pieces, both built-in ones and those of a submitted file.

mod found;
mod law;
mod lookup;
mod played;
mod search;
mod versions;

use std::sync::Arc;

use engine::battalion::{self, Definition, Param, PieceDef};
use render::cards::{Example, Movement, Sheet};
use render::{Picture, RenderError, Renderer, Theme};

use crate::host::battalions::roster::Rosters;
use crate::host::error::Error;
use crate::host::rendering::Rendering;
use crate::host::session::games::Games;
use crate::host::settings::Settings;
use crate::store::Store;

pub use render::cards::numbers;

pub use found::{Completes, Found};
pub use law::{Place as LawPlace, Rule, Topic, find as find_rule, heading, topics};
pub use played::Played;
pub use search::search;
pub use versions::Versions;

/// Reference about Battalions and pieces.
#[derive(Clone, Debug)]
pub struct Rulebook {
    pub(super) store: Store,
    pub(super) settings: Arc<Settings>,
    pub(super) rosters: Arc<Rosters>,
    pub(super) games: Arc<Games>,
    pub(super) rendering: Arc<Rendering>,
}

impl Rulebook {
    /// Picture of a whole Battalion.
    pub async fn sheet(&self, definition: Arc<Definition>, theme: Theme) -> Result<Picture, Error> {
        self.rendering.draw(move |renderer| Ok(renderer.sheet(&Sheet::of(&definition), theme)?)).await
    }

    /// Pictures of a piece.
    pub async fn piece_pictures(&self, found: &Found, theme: Theme) -> Result<Vec<Picture>, Error> {
        let found = found.clone();
        self.rendering
            .draw(move |renderer| {
                let piece = found.definition.pieces.get(found.piece);
                let Some(piece) = piece else {
                    return Ok(Vec::new());
                };
                Ok(piece_pictures(renderer, &found.definition, piece, theme)?)
            })
            .await
    }
}

/// All pictures of a piece: its moves, followed by its examples.
///
/// # Errors
/// Fails if a picture cannot be drawn.
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
        // The parser has already verified that examples are playable.
        if let Ok(demo) = battalion::play(definition, shown) {
            let example = Example::of(definition, piece, &shown.text, demo);
            pictures.push(renderer.example(&example, theme)?);
        }
    }
    Ok(pictures)
}

/// Names of the pieces listed by a parameter of a power.
pub fn named<'a>(definition: &'a Definition, power: &engine::battalion::AbilityUse, param: &str) -> Vec<&'a str> {
    match power.params.get(param) {
        Some(Param::Pieces(pieces)) => {
            let name = |index: &usize| definition.pieces.get(*index).map(|piece| piece.name.as_str());
            pieces.iter().filter_map(name).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use engine::battalion::load_builtin;

    use super::*;

    #[test]
    fn every_picture_of_a_piece_has_the_colours_of_its_theme() {
        let renderer = Renderer::new().unwrap();
        let definition = load_builtin("baroque").unwrap();
        let piece = definition.pieces.iter().find(|piece| !piece.examples.is_empty()).unwrap();
        let pictures = |theme| piece_pictures(&renderer, &definition, piece, theme).unwrap();
        let (light, dark) = (pictures(Theme::Light), pictures(Theme::Dark));
        assert_eq!(light.len(), 1 + piece.examples.len());
        assert!(light.iter().zip(&dark).all(|(light, dark)| light.png != dark.png));
    }
}
