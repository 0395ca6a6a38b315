//! Preview of a Battalion that is in no list yet.

use std::sync::Arc;

use engine::battalion::Definition;
use render::cards::Compared;

use crate::discord::answer::{Answer, CONTENT};
use crate::discord::error::Error;
use crate::discord::features::rules::words;
use crate::discord::request::{Request, refuse};
use crate::discord::wording::sentence;
use crate::host::rulebook::{Found, Versions};

/// Characters that a preview's page leaves for other text of the message.
const AROUND: usize = 400;
/// Movements that are drawn on a page.
const DRAWN: usize = 4;

/// Picture beside a page.
enum Drawn {
    /// The whole Battalion.
    Sheet,
    /// A piece, by its index.
    Piece(usize),
    /// Movements of pieces before and after.
    Compared(Vec<Compared>),
}

/// Pages of a preview, of a Battalion that is not to be found in any list: itself with its sheet, what it changes, then each piece with
/// its pictures.
pub struct Preview {
    definition: Arc<Definition>,
    /// The text of each page.
    pages: Vec<(Drawn, String)>,
    /// Maximum characters of a page.
    length: usize,
}

/// Changes of a version, in words and pictures.
fn compared(versions: &Versions, length: usize) -> Vec<(Drawn, String)> {
    let (old, new) = (&versions.from.1, &versions.to.1);
    let title = words::between(&new.name, versions.from.0, versions.to.0);
    let told = words::changes(old, new, &versions.changes());
    let texts = words::messages(&title, &told, length);
    let mut pages: Vec<(Drawn, String)> = texts.into_iter().map(|text| (Drawn::Compared(Vec::new()), text)).collect();
    for some in versions.drawn().chunks(DRAWN) {
        let names: Vec<String> = some.iter().map(|(name, _)| sentence(name)).collect();
        let drawn = some.iter().map(|(_, one)| one.clone()).collect();
        pages.push((Drawn::Compared(drawn), words::drawn(&names)));
    }
    pages
}

impl Preview {
    /// Of a Battalion.
    pub fn new(definition: Arc<Definition>) -> Self {
        Self::beside(definition, AROUND)
    }

    /// Of a Battalion. `around`: number of characters of other text in each message.
    pub fn beside(definition: Arc<Definition>, around: usize) -> Self {
        let length = CONTENT.saturating_sub(around.max(AROUND));
        let whole = words::messages(&definition.name, &words::battalion(&definition), length);
        let mut pages: Vec<_> = whole.into_iter().map(|text| (Drawn::Sheet, text)).collect();
        for (index, piece) in definition.pieces.iter().enumerate() {
            let texts = words::messages(&piece.name, &words::piece(&definition, piece), length);
            pages.extend(texts.into_iter().map(|text| (Drawn::Piece(index), text)));
        }
        Self { definition, pages, length }
    }

    /// With what it changes from the version before, after the pages about it as a whole.
    pub fn since(mut self, versions: Option<&Versions>) -> Self {
        let at = self.pages.iter().position(|(drawn, _)| matches!(drawn, Drawn::Piece(_)));
        let at = at.unwrap_or(self.pages.len());
        self.pages.splice(at..at, versions.map(|versions| compared(versions, self.length)).unwrap_or_default());
        self
    }

    /// Number of pages.
    pub fn len(&self) -> u16 {
        u16::try_from(self.pages.len()).unwrap_or(u16::MAX)
    }

    /// The first page of everything there is, with its name.
    pub fn headings(&self) -> Vec<(u16, String)> {
        let mut found: Vec<(u16, String)> = Vec::new();
        for (number, (drawn, _)) in (0..).zip(&self.pages) {
            let name = match drawn {
                Drawn::Sheet => self.definition.name.clone(),
                Drawn::Compared(_) => words::CHANGES.to_owned(),
                Drawn::Piece(piece) => self.definition.pieces.get(*piece).map(|p| p.name.clone()).unwrap_or_default(),
            };
            if found.last().is_none_or(|(_, last)| *last != name) {
                found.push((number, name));
            }
        }
        found
    }

    /// A page, drawn as the person likes it.
    pub async fn page(&self, request: &Request, number: u16) -> Result<Answer, Error> {
        let number = number.min(self.len().saturating_sub(1));
        let Some((drawn, text)) = self.pages.get(usize::from(number)) else {
            return Err(refuse(words::GONE));
        };
        let theme = request.theme().await.into();
        let definition = Arc::clone(&self.definition);
        let pictures = match drawn {
            Drawn::Sheet => vec![request.host().rulebook.sheet(definition, theme).await?],
            Drawn::Piece(piece) => {
                let piece = *piece;
                request.host().rulebook.piece_pictures(&Found { definition, piece }, theme).await?
            }
            Drawn::Compared(compared) => request.host().rulebook.compared(compared.clone(), theme).await?,
        };
        Ok(Answer::text(text).pictures(&pictures))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The changes come after all pages about the Battalion as a whole, and before its first piece.
    #[test]
    fn changes_follow_the_whole_text_of_a_battalion() {
        let old = engine::battalion::load_builtin("medieval").unwrap();
        let mut new = (*old).clone();
        new.prose = "Once upon a time. ".repeat(CONTENT / 8);
        new.pieces[0].prose = "Another text.".to_owned();
        let new = Arc::new(new);
        let plain = Preview::new(Arc::clone(&new));
        let whole = plain.pages.iter().take_while(|(drawn, _)| matches!(drawn, Drawn::Sheet)).count();
        assert!(whole > 1, "{whole}");
        let versions = Versions { from: (1, old), to: (2, new) };
        let changed = Preview::new(Arc::clone(&versions.to.1)).since(Some(&versions));
        let texts = |preview: &Preview| preview.pages.iter().map(|(_, text)| text.clone()).collect::<Vec<_>>();
        let (plain, with_changes) = (texts(&plain), texts(&changed));
        let more = with_changes.len() - plain.len();
        assert!(more > 0);
        assert_eq!(with_changes[..whole], plain[..whole]);
        assert_eq!(with_changes[whole + more..], plain[whole..]);
    }

    /// Each part of a preview has one heading, which leads to the first page of that part.
    #[test]
    fn every_part_of_a_preview_has_one_heading() {
        let mut long = (*engine::battalion::load_builtin("medieval").unwrap()).clone();
        long.prose = "Once upon a time. ".repeat(CONTENT / 8);
        long.pieces[1].prose = long.prose.clone();
        let preview = Preview::new(Arc::new(long));
        let headings = preview.headings();
        let names: Vec<&str> = headings.iter().map(|(_, name)| name.as_str()).collect();
        let definition = &preview.definition;
        let pieces = definition.pieces.iter().map(|piece| piece.name.as_str());
        assert_eq!(names, std::iter::once(definition.name.as_str()).chain(pieces).collect::<Vec<_>>());
        for (page, name) in headings {
            let text = &preview.pages[usize::from(page)].1;
            assert!(text.starts_with(&format!("**{name}**")), "{page}: {text}");
        }
    }
}
