//! A piece in the rulebook, and the texts that lead to it.

use std::sync::Arc;

use engine::battalion::{Definition, PieceDef};

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
pub(super) fn names(piece: &PieceDef) -> impl Iterator<Item = &str> {
    std::iter::once(&piece.name).chain(&piece.aliases).map(String::as_str)
}

pub(super) fn same(a: &str, b: &str) -> bool {
    let plain = |text: &str| text.trim().to_lowercase().replace([' ', '_'], "-");
    plain(a) == plain(b)
}

#[cfg(test)]
mod tests {
    use engine::battalion::load_builtin;

    use super::*;

    #[test]
    fn names_and_aliases_are_completed_in_any_letter_case() {
        let mut definition = Definition::clone(&load_builtin("medieval").unwrap());
        definition.pieces[0].aliases = vec!["High Lord".to_owned(), "Monarch".to_owned()];
        let found = Found { definition: Arc::new(definition), piece: 0 };
        let high = Some("High Lord");
        for (typed, begins, alias) in [
            ("king", true, None),
            ("medieval", false, None),
            ("high", true, high),
            ("lord", false, high),
            ("monarch", true, Some("Monarch")),
        ] {
            let expected = Completes { begins, alias: alias.map(str::to_owned) };
            assert_eq!(found.completes(typed), Some(expected), "{typed}");
        }
        assert_eq!(found.completes("queen"), None);
    }
}
