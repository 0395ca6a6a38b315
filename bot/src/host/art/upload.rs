//! `/battalion-admin art`: adds pictures to a server's own Battalion, as a draft of its next version.

use std::sync::Arc;
use std::time::Instant;

use engine::battalion;
use render::Picture;

use super::{PaintedPiece, RefusedSketch, Sketch, cards, is_zip, paint, unpacked};
use crate::host::battalions::Battalions;
use crate::host::blocking;
use crate::host::error::{Error, FileRefusal, InternalError, refuse};
use crate::host::model::{Draft, FileProblem, Looked, SameFile, Who};
use crate::host::{GuildId, Progress};

/// Maximum size of a picture or zip file, in bytes.
pub const MAX_UPLOAD: usize = 8 << 20;

/// Result of an upload of pictures.
#[derive(Clone, Debug)]
pub enum Drawing {
    /// All pictures were rejected.
    Nothing(Vec<RefusedSketch>),
    /// The file with the pictures would be invalid.
    Faulty(Vec<FileProblem>),
    /// The pieces already have these pictures.
    Same(SameFile),
    /// A new version waits to be accepted.
    Draft {
        draft: Draft,
        /// Pieces with new pictures.
        pieces: Vec<PaintedPiece>,
        /// Rejected pictures.
        refused: Vec<RefusedSketch>,
        /// Cards with the new pieces, in every ink and on every square colour.
        cards: Vec<Picture>,
    },
}

impl Battalions {
    /// Adds pictures to pieces of a server's own Battalion: one picture for a named piece, or a zip file of pictures
    /// named after their pieces. The result is a draft to review and accept.
    pub async fn draw_battalion(
        &self,
        who: &Who,
        guild: GuildId,
        text: &str,
        piece: Option<&str>,
        (file, bytes): (String, Vec<u8>),
        progress: Progress,
    ) -> Result<Drawing, Error> {
        let limits = self.settings.administered(who, guild).await?.limits;
        let old = self.newest_file(who, guild, text).await?;
        let piece = piece.map(str::to_owned);
        let renderer = Arc::clone(&self.rendering.renderer);
        let painted = self
            .validation
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
                Ok(paint(&renderer, &old, &definition, sketches, &goes_on))
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
        let cards = self.rendering.draw(move |renderer| Ok(cards(renderer, &definition, &new)?)).await?;
        Ok(Drawing::Draft { draft, pieces: painted.pieces, refused: painted.refused, cards })
    }

    /// Text of the newest version of a server's Battalion.
    async fn newest_file(&self, who: &Who, guild: GuildId, text: &str) -> Result<String, Error> {
        let file = self.export_battalion(who, guild, text, None).await?;
        String::from_utf8(file.bytes)
            .map_err(|_| InternalError::plain("reading a Battalion", "its file is no text").into())
    }

    /// Names and ids of the pieces of a server's Battalion.
    pub async fn drawn_pieces(&self, who: &Who, guild: GuildId, text: &str) -> Result<Vec<(String, String)>, Error> {
        let file = self.newest_file(who, guild, text).await?;
        blocking(move || {
            let read = battalion::read_accepted(&file, &engine::ability::specs());
            let pieces = read.map(|read| read.pieces).unwrap_or_default();
            Ok(pieces.into_iter().map(|piece| (piece.name, piece.id)).collect())
        })
        .await
    }

    /// Page of a list of icons with their names.
    pub async fn icon_page(
        &self,
        title: String,
        icons: Vec<&'static str>,
        theme: render::Theme,
    ) -> Result<Picture, Error> {
        self.rendering.draw(move |renderer| Ok(renderer.icons(&title, &icons, theme)?)).await
    }
}
