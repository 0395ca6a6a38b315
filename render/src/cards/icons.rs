//! Card of icons with their names, the valid values of a piece's `icon`.

use engine::view::Look;

use super::block::{Block, Card, Item};
use crate::art::icon_words;
use crate::board::plain_figure;
use crate::options::{Picture, RenderError};
use crate::renderer::Renderer;
use crate::theme::Theme;

/// Maximum number of icons on one card.
pub const ICONS: usize = 24;

impl Renderer {
    /// Draws icons with their names and synonyms; at most [`ICONS`].
    ///
    /// # Errors
    /// If the picture cannot be encoded.
    pub fn icons(&self, title: &str, names: &[&str], theme: Theme) -> Result<Picture, RenderError> {
        let item = |name: &&str| {
            let look = Look {
                id: String::new(),
                name: (*name).to_owned(),
                symbol: "?".to_owned(),
                icon: (*name).to_owned(),
                art: None,
                titan: false,
                blocking: true,
            };
            Item {
                figure: plain_figure(&look, 0, &self.icons),
                name: (*name).to_owned(),
                note: icon_words(name).to_owned(),
                right: String::new(),
                strong: false,
            }
        };
        let names = &names[..names.len().min(ICONS)];
        let mut card = Card::default();
        card.add(Block::Title(title.to_owned(), String::new()));
        card.add(Block::Items(names.iter().map(item).collect()));
        self.card(&card, theme, format!("{title}: {}.", names.join(", ")))
    }
}
