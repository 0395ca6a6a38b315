//! Lookup of the Battalions and pieces available on a server, by name, id or alias.

use std::sync::Arc;

use engine::battalion::{Definition, nearest};
use engine::clash;

use crate::host::error::{Entry, Error, InternalError, UnknownName, refuse};
use crate::host::rulebook::Rulebook;
use crate::host::rulebook::found::{self, Found, same};
use crate::host::{GuildId, Who};

/// Refusal of an unknown name, with the nearest existing name.
fn unknown<'a>(what: Entry, written: &str, names: impl IntoIterator<Item = &'a str>) -> Error {
    let nearest = nearest(written, names);
    refuse(UnknownName { what, nearest })
}

impl Rulebook {
    /// Battalions that a person can pick on a server, in list order.
    pub async fn definitions(&self, who: &Who, guild: Option<GuildId>) -> Result<Vec<Arc<Definition>>, Error> {
        let administers = self.settings.power(who, guild).await?.administers;
        let open = self.rosters.roster(guild).await?.open(administers);
        Ok(open.into_iter().map(|army| army.definition).collect())
    }

    /// A Battalion available on a server, by id or name.
    ///
    /// # Errors
    /// A refusal suggests the nearest name.
    pub async fn definition(&self, who: &Who, guild: Option<GuildId>, text: &str) -> Result<Arc<Definition>, Error> {
        let known = self.definitions(who, guild).await?;
        let found = known.iter().find(|one| same(&one.id, text) || same(&one.name, text));
        found.cloned().ok_or_else(|| unknown(Entry::Battalion, text, known.iter().map(|one| one.name.as_str())))
    }

    /// All pieces that can be looked up on a server: those of its Battalions and of Clash of the Armies.
    pub async fn pieces(&self, who: &Who, guild: Option<GuildId>) -> Result<Vec<Found>, Error> {
        let mut books = self.definitions(who, guild).await?;
        books.push(clash::definition(true, true).map_err(|errors| {
            let first = errors.first().map(ToString::to_string).unwrap_or_default();
            InternalError::plain("reading the pieces of Clash", &first)
        })?);
        let pieces = books.iter().flat_map(|definition| {
            let found = |piece| Found { definition: Arc::clone(definition), piece };
            (0..definition.pieces.len()).map(found)
        });
        Ok(pieces.collect())
    }

    /// Pieces of this name; several if Battalions share a name. Accepts `baroque/withdrawer`, `Withdrawer (Baroque
    /// Battalion)` and `withdrawer`.
    ///
    /// # Errors
    /// A refusal suggests the nearest name.
    pub async fn piece(&self, who: &Who, guild: Option<GuildId>, text: &str) -> Result<Vec<Found>, Error> {
        let known = self.pieces(who, guild).await?;
        let exact = known.iter().find(|found| found.is_exactly(text));
        if let Some(found) = exact {
            return Ok(vec![found.clone()]);
        }
        let called = known.iter().filter(|found| found.is_called(text));
        let found: Vec<Found> = called.cloned().collect();
        if found.is_empty() {
            let names = known.iter().filter_map(|found| found.definition.pieces.get(found.piece));
            return Err(unknown(Entry::Piece, text, names.flat_map(found::names)));
        }
        Ok(found)
    }
}
