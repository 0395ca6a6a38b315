//! The preview of a Battalion that is not to be found in any list yet.

use std::sync::Arc;

use engine::battalion::Definition;

use super::chapter::illustrated;
use super::theme;
use crate::discord::answer::{Answer, CONTENT};
use crate::discord::app::Shared;
use crate::discord::error::Error;
use crate::discord::flow::refuse;
use crate::discord::responder::Responder;
use crate::discord::wording::rules as words;
use crate::host::rulebook::Found;

/// Characters of a preview's page; the rest is for what stands around it.
const PREVIEW: usize = CONTENT - 400;
/// Pages of a preview, of a Battalion that is not to be found in any list: itself with its sheet, then each piece with its pictures.
pub struct Preview {
    definition: Arc<Definition>,
    /// The text of each page, and the piece it is about.
    pages: Vec<(Option<usize>, String)>,
}

impl Preview {
    /// Of a Battalion.
    pub fn new(definition: Arc<Definition>) -> Self {
        let whole = words::messages(&definition.name, &words::battalion(&definition), PREVIEW);
        let mut pages: Vec<_> = whole.into_iter().map(|text| (None, text)).collect();
        for (index, piece) in definition.pieces.iter().enumerate() {
            let texts = words::messages(&piece.name, &words::piece(&definition, piece), PREVIEW);
            pages.extend(texts.into_iter().map(|text| (Some(index), text)));
        }
        Self { definition, pages }
    }

    /// How many pages there are.
    pub fn len(&self) -> u16 {
        u16::try_from(self.pages.len()).unwrap_or(u16::MAX)
    }

    /// A page, drawn as the person likes it.
    pub async fn page(
        &self,
        app: &Shared,
        responder: &Responder,
        number: u16,
    ) -> Result<Answer, Error> {
        let number = number.min(self.len().saturating_sub(1));
        let Some((piece, text)) = self.pages.get(usize::from(number)) else {
            return Err(refuse(words::GONE));
        };
        let theme = theme(app, responder).await.into();
        let definition = Arc::clone(&self.definition);
        let pictures = match *piece {
            None => {
                vec![app.host.sheet(definition, theme).await?]
            }
            Some(piece) => {
                app.host
                    .piece_pictures(&Found { definition, piece }, theme)
                    .await?
            }
        };
        Ok(illustrated(Answer::text(text), &pictures))
    }
}
