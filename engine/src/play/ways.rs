//! Paths of types whose movements are walked, by Space.

use crate::board::Space;
use crate::piece::Mode;

use super::Mover;
use super::sets::TypeSet;

/// Path from a Space.
#[derive(Debug)]
pub(super) struct Way {
    pub(super) to: Space,
    /// Spaces passed.
    pub(super) over: Box<[Space]>,
    pub(super) mode: Mode,
    pub(super) initial: bool,
    /// Available only right after a move of one of these types in the same turn.
    pub(super) after: Option<TypeSet>,
    pub(super) lead: bool,
}

/// Paths of all walked types, by seat and type and then by Space.
#[derive(Debug, Default)]
pub(crate) struct Ways {
    pub(super) ways: Vec<Vec<Vec<Way>>>,
    pub(super) types: usize,
}

impl Ways {
    /// Paths of a mover.
    pub(super) fn of(&self, mover: &Mover) -> &[Way] {
        let all = self.ways.get(mover.seat.index() * self.types + mover.ty.index());
        let here = all.and_then(|all| all.get(mover.from.index()));
        here.map_or(&[], Vec::as_slice)
    }
}
