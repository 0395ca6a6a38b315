//! What can be looked up in a place: its Battalions and the pieces of Clash, by whatever name somebody writes.

use std::sync::Arc;

use engine::battalion::{Definition, PieceDef, nearest};
use engine::clash;

use crate::host::error::{Entry, Error, InternalError, UnknownName, refuse};
use crate::host::{GuildId, Host, Who};

/// A piece of one of the Battalions.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its Battalion.
    pub definition: Arc<Definition>,
    /// Its index there.
    pub piece: usize,
}

impl Found {
    /// "Withdrawer (Baroque Battalion)".
    pub fn name(&self) -> String {
        let piece = self.definition.pieces.get(self.piece);
        format!("{} ({})", piece.map_or("", |piece| &piece.name), self.definition.name)
    }

    /// `baroque/withdrawer`.
    pub fn key(&self) -> String {
        let piece = self.definition.pieces.get(self.piece);
        format!("{}/{}", self.definition.id, piece.map_or("", |piece| &piece.id))
    }

    /// Whether `baroque/withdrawer` or `Withdrawer (Baroque Battalion)` is this piece and no other.
    pub(super) fn is_exactly(&self, text: &str) -> bool {
        same(&self.key(), text) || same(&self.name(), text)
    }

    /// Whether this is its name, its id or one of its aliases.
    pub(super) fn is_called(&self, text: &str) -> bool {
        let piece = self.definition.pieces.get(self.piece);
        piece.is_some_and(|piece| same(&piece.id, text) || names(piece).any(|name| same(name, text)))
    }

    /// How well it matches the beginning of a search, best first: a name that begins so, then one that contains it, by an alias only if
    /// its own name does neither. `wanted` is in lower case.
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

/// How a piece matches what has been typed so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completes {
    /// At the beginning of a name.
    pub begins: bool,
    /// The alias that matched, if its own name did not.
    pub alias: Option<String>,
}

/// The names of a piece: its own, then its aliases.
fn names(piece: &PieceDef) -> impl Iterator<Item = &str> {
    std::iter::once(&piece.name).chain(&piece.aliases).map(String::as_str)
}

pub(super) fn same(a: &str, b: &str) -> bool {
    let plain = |text: &str| text.trim().to_lowercase().replace([' ', '_'], "-");
    plain(a) == plain(b)
}

/// There is nothing of that name; with the nearest name there is.
fn unknown<'a>(what: Entry, written: &str, names: impl IntoIterator<Item = &'a str>) -> Error {
    let nearest = nearest(written, names);
    refuse(UnknownName { what, nearest })
}

impl Host {
    /// The Battalions that somebody can pick in a place, in the order to list them.
    ///
    /// # Errors
    /// A fault.
    pub async fn definitions(&self, who: &Who, guild: Option<GuildId>) -> Result<Vec<Arc<Definition>>, Error> {
        let administers = self.power(who, guild).await?.administers;
        let open = self.roster(guild).await?.open(administers);
        Ok(open.into_iter().map(|army| army.definition).collect())
    }

    /// A Battalion that can be picked in a place, by id or name.
    ///
    /// # Errors
    /// A refusal that suggests the nearest name, or a fault.
    pub async fn definition(&self, who: &Who, guild: Option<GuildId>, text: &str) -> Result<Arc<Definition>, Error> {
        let known = self.definitions(who, guild).await?;
        let found = known.iter().find(|one| same(&one.id, text) || same(&one.name, text));
        found.cloned().ok_or_else(|| unknown(Entry::Battalion, text, known.iter().map(|one| one.name.as_str())))
    }

    /// Every piece that can be looked up in a place: of its Battalions, and of Clash of the Armies.
    ///
    /// # Errors
    /// A fault.
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

    /// The pieces of this name: several where Battalions share one. `baroque/withdrawer`, `Withdrawer (Baroque Battalion)`,
    /// and `withdrawer` alone will do.
    ///
    /// # Errors
    /// A refusal that suggests the nearest name, or a fault.
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
