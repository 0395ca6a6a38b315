//! Lookup of the Battalions and pieces available on a server, by name, id or alias.

use std::sync::Arc;

use engine::battalion::{Definition, PieceDef, nearest};
use engine::clash;

use crate::host::error::{Entry, Error, InternalError, UnknownName, refuse};
use crate::host::{GuildId, Host, Who};

/// A piece of a Battalion.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its Battalion.
    pub definition: Arc<Definition>,
    /// Index of the piece in the Battalion.
    pub piece: usize,
}

impl Found {
    /// Display name: "Withdrawer (Baroque Battalion)".
    pub fn name(&self) -> String {
        let piece = self.definition.pieces.get(self.piece);
        format!("{} ({})", piece.map_or("", |piece| &piece.name), self.definition.name)
    }

    /// Unique key: `baroque/withdrawer`.
    pub fn key(&self) -> String {
        let piece = self.definition.pieces.get(self.piece);
        format!("{}/{}", self.definition.id, piece.map_or("", |piece| &piece.id))
    }

    /// Returns true if the text identifies exactly this piece: `baroque/withdrawer` or `Withdrawer (Baroque
    /// Battalion)`.
    pub(super) fn is_exactly(&self, text: &str) -> bool {
        same(&self.key(), text) || same(&self.name(), text)
    }

    /// Returns true if the text is the name, the id or an alias of the piece.
    pub(super) fn is_called(&self, text: &str) -> bool {
        let piece = self.definition.pieces.get(self.piece);
        piece.is_some_and(|piece| same(&piece.id, text) || names(piece).any(|name| same(name, text)))
    }

    /// Match with the beginning of a search; `None` without a match. Names that begin with the text rank before names
    /// that contain it. Aliases are tried only if the name does not match. `wanted` is in lower case.
    pub fn completes(&self, wanted: &str) -> Option<Completes> {
        let own = self.name().to_lowercase();
        let piece = self.definition.pieces.get(self.piece)?;
        let alias = |fits: fn(&str, &str) -> bool| {
            let mut aliases = piece.aliases.iter();
            aliases.find(|alias| fits(&alias.to_lowercase(), wanted)).cloned()
        };
        let begins: fn(&str, &str) -> bool = |name, wanted| name.starts_with(wanted);
        let contains: fn(&str, &str) -> bool = |name, wanted| name.contains(wanted);
        if begins(&own, wanted) {
            return Some(Completes { begins: true, alias: None });
        }
        if let Some(alias) = alias(begins) {
            return Some(Completes { begins: true, alias: Some(alias) });
        }
        if contains(&own, wanted) {
            return Some(Completes { begins: false, alias: None });
        }
        alias(contains).map(|alias| Completes { begins: false, alias: Some(alias) })
    }
}

/// Match of a piece with the typed text, ordered by quality.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completes {
    /// Matches the beginning of a name.
    pub begins: bool,
    /// Matching alias, if the name itself does not match.
    pub alias: Option<String>,
}

/// Names of a piece: its own, followed by its aliases.
fn names(piece: &PieceDef) -> impl Iterator<Item = &str> {
    std::iter::once(&piece.name).chain(&piece.aliases).map(String::as_str)
}

pub(super) fn same(a: &str, b: &str) -> bool {
    let plain = |text: &str| text.trim().to_lowercase().replace([' ', '_'], "-");
    plain(a) == plain(b)
}

/// Refusal of an unknown name, with the nearest existing name.
fn unknown<'a>(what: Entry, written: &str, names: impl IntoIterator<Item = &'a str>) -> Error {
    let nearest = nearest(written, names);
    refuse(UnknownName { what, nearest })
}

impl Host {
    /// Battalions that a person can pick on a server, in list order.
    pub async fn definitions(&self, who: &Who, guild: Option<GuildId>) -> Result<Vec<Arc<Definition>>, Error> {
        let administers = self.power(who, guild).await?.administers;
        let open = self.roster(guild).await?.open(administers);
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
            return Err(unknown(Entry::Piece, text, names.flat_map(self::names)));
        }
        Ok(found)
    }
}
