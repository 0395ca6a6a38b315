//! `/battalion-admin art`: pictures for a server's own Battalion become a draft of its next version.

use std::sync::Arc;
use std::time::Instant;

use engine::battalion;
use render::Picture;

use super::{PaintedPiece, RefusedSketch, Sketch, cards, is_zip, paint, unpacked};
use crate::host::error::{Error, FileRefusal, InternalError, refuse};
use crate::host::model::{Draft, FileProblem, Looked, SameFile, Who};
use crate::host::{GuildId, Host, Progress};

/// The most bytes of a picture or of a zip file with several.
pub const MAX_UPLOAD: usize = 8 << 20;

/// What became of pictures.
#[derive(Clone, Debug)]
pub enum Drawing {
    /// None of them was taken.
    Nothing(Vec<RefusedSketch>),
    /// The file with them would not be accepted.
    Faulty(Vec<FileProblem>),
    /// The pieces have these very pictures already.
    Same(SameFile),
    /// A new version waits to be accepted.
    Draft {
        /// The file.
        draft: Draft,
        /// The pieces with new pictures.
        pieces: Vec<PaintedPiece>,
        /// Pictures that were not taken.
        refused: Vec<RefusedSketch>,
        /// The new pieces in every ink, on every square.
        cards: Vec<Picture>,
    },
}

impl Host {
    /// Gives pieces of a server's own Battalion new pictures: one piece a picture, or several pieces those in a zip file, named after the pieces.
    /// The result is a draft, to be looked at and accepted like any other.
    ///
    /// # Errors
    /// A refusal that says what is missing or too much, or a fault.
    pub async fn draw_battalion(
        &self,
        who: &Who,
        guild: GuildId,
        text: &str,
        piece: Option<&str>,
        (file, bytes): (String, Vec<u8>),
        progress: Progress,
    ) -> Result<Drawing, Error> {
        let limits = self.administered(who, guild).await?.limits;
        let old = self.newest_file(who, guild, text).await?;
        let piece = piece.map(str::to_owned);
        let host = self.clone();
        let painted = self
            .bounded(limits, move |until| {
                let definition = battalion::read_accepted(&old, &engine::ability::specs());
                let definition =
                    definition.map_err(|_| InternalError::plain("drawing a Battalion", "its file has errors"))?;
                let sketches = match (piece, is_zip(&bytes)) {
                    (_, true) => unpacked(&bytes).map_err(|why| refuse(FileRefusal::Pack(why)))?,
                    (Some(piece), false) => vec![Sketch { file, piece, bytes }],
                    (None, false) => vec![Sketch::named(file, bytes)],
                };
                let all = sketches.len();
                let goes_on = |done: usize| {
                    progress.set(done, all);
                    Instant::now() < until
                };
                let renderer = &host.0.renderer;
                Ok(paint(renderer, &old, &definition, sketches, &goes_on))
            })
            .await?;
        if painted.pieces.is_empty() {
            return Ok(Drawing::Nothing(painted.refused));
        }
        let (bytes, most) = (painted.text.len(), limits.bytes as usize);
        if bytes > most {
            return Err(refuse(FileRefusal::PicturesTooLarge { bytes, most }));
        }
        let added = self.add_battalion(who, guild, painted.text.into_bytes());
        let draft = match added.await? {
            Looked::Faulty(errors) => return Ok(Drawing::Faulty(errors)),
            Looked::Same(same) => return Ok(Drawing::Same(same)),
            Looked::Draft(draft) => draft,
        };
        let definition = Arc::clone(&draft.definition);
        let new: Vec<usize> = painted.pieces.iter().map(|piece| piece.index).collect();
        let cards = self.draw(move |renderer| Ok(cards(renderer, &definition, &new)?)).await?;
        Ok(Drawing::Draft { draft, pieces: painted.pieces, refused: painted.refused, cards })
    }

    /// The text of an own Battalion in its newest version.
    async fn newest_file(&self, who: &Who, guild: GuildId, text: &str) -> Result<String, Error> {
        let file = self.export_battalion(who, guild, text, None).await?;
        String::from_utf8(file.bytes)
            .map_err(|_| InternalError::plain("reading a Battalion", "its file is no text").into())
    }

    /// The pieces of an own Battalion: each by name and id.
    ///
    /// # Errors
    /// A refusal that says what is missing, or a fault.
    pub async fn drawn_pieces(&self, who: &Who, guild: GuildId, text: &str) -> Result<Vec<(String, String)>, Error> {
        let file = self.newest_file(who, guild, text).await?;
        self.blocking(move || {
            let read = battalion::read_accepted(&file, &engine::ability::specs());
            let pieces = read.map(|read| read.pieces).unwrap_or_default();
            Ok(pieces.into_iter().map(|piece| (piece.name, piece.id)).collect())
        })
        .await
    }

    /// Icons with their names, on a page of a list.
    ///
    /// # Errors
    /// A fault if they cannot be drawn.
    pub async fn icon_page(
        &self,
        title: String,
        icons: Vec<&'static str>,
        theme: render::Theme,
    ) -> Result<Picture, Error> {
        self.draw(move |renderer| Ok(renderer.icons(&title, &icons, theme)?)).await
    }
}
