//! An ability as a file gives it: its parameters, with pieces by their types in the game.

use super::*;

/// A given ability with its parameters, and how the pieces it names are called in this game.
pub(crate) struct Given<'a> {
    pub(super) params: &'a AbilityUse,
    pub(super) resolve: &'a dyn Fn(usize) -> TypeId,
}

impl Given<'_> {
    pub(super) fn flag(&self, name: &str) -> bool {
        matches!(self.params.params.get(name), Some(Param::Flag(true)))
    }

    pub(super) fn number(&self, name: &str, default: i64) -> i64 {
        match self.params.params.get(name) {
            Some(Param::Number(number)) => *number,
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

    pub(super) fn pieces(&self, name: &str) -> Vec<TypeId> {
        match self.params.params.get(name) {
            Some(Param::Pieces(pieces)) => pieces.iter().map(|piece| (self.resolve)(*piece)).collect(),
            _ => Vec::new(),
        }
    }
}
