//! Parameters of an ability in a Battalion file, with pieces resolved to their types in the game.

use super::*;

/// An ability's parameters, and a function from pieces of the file to types of the game.
pub(crate) struct Given<'a> {
    pub(super) params: &'a AbilityUse,
    pub(super) resolve: &'a dyn Fn(usize) -> TypeId,
}

impl Given<'_> {
    pub(super) fn flag(&self, name: &str) -> bool {
        matches!(self.params.params.get(name), Some(Param::Flag(true)))
    }

    /// Number of a parameter, which the reader has found within its range.
    pub(super) fn number<T: TryFrom<i64>>(&self, name: &str, default: T) -> T {
        match self.params.params.get(name) {
            Some(Param::Number(number)) => T::try_from(*number).unwrap_or(default),
            _ => default,
        }
    }

    pub(super) fn word(&self, name: &str) -> &str {
        match self.params.params.get(name) {
            Some(Param::Word(word)) => word,
            _ => "",
        }
    }

    pub(super) fn zone(&self, name: &str) -> Option<Zone> {
        match self.params.params.get(name) {
            Some(Param::Zone(zone)) => Some(zone.clone()),
            _ => None,
        }
    }

    /// Pieces of the file that a parameter lists.
    pub(super) fn indices(&self, name: &str) -> &[usize] {
        match self.params.params.get(name) {
            Some(Param::Pieces(pieces)) => pieces,
            _ => &[],
        }
    }

    pub(super) fn pieces(&self, name: &str) -> Vec<TypeId> {
        self.indices(name).iter().map(|piece| (self.resolve)(*piece)).collect()
    }
}
