//! Pieces ordered by tier, which fusion adds and fission divides.

use super::*;
use crate::battalion::{ParamKind, ParamSpec};
use crate::board::EIGHT;
use crate::play::Event;

/// Parameter with the pieces in order of tier.
pub(super) const TIERS: ParamSpec = ParamSpec {
    name: "tiers",
    kind: ParamKind::Pieces,
    required: true,
    about: "The pieces with a tier, in order: the first has tier 1, the next 2, and so on. Titans and non-blocking pieces have none.",
};

/// Parameter with the pieces required on the board.
pub(super) const RULER: ParamSpec = ParamSpec {
    name: "ruler",
    kind: ParamKind::Pieces,
    required: false,
    about: "Only while its Player controls one of these pieces on the board.",
};

/// Pieces with a tier, and the pieces required on the board to use tiers.
#[derive(Debug)]
pub(super) struct Tiers {
    /// Types by tier; `None` for a tier without a piece.
    order: Vec<Option<TypeId>>,
    ruler: Vec<TypeId>,
}

impl Tiers {
    pub fn new(given: &Given<'_>, rules: &Rules) -> Self {
        let fits = |ty: &TypeId| !rules.ty(*ty).titan && rules.ty(*ty).layer == 0;
        let order = given.pieces("tiers").into_iter();
        Self { order: order.map(|ty| Some(ty).filter(fits)).collect(), ruler: given.pieces("ruler") }
    }

    /// Number of tiers.
    pub fn count(&self) -> usize {
        self.order.len()
    }

    /// Tier of a type, from 1.
    pub fn of(&self, ty: TypeId) -> Option<usize> {
        self.order.iter().position(|known| *known == Some(ty)).map(|at| at + 1)
    }

    /// Type of a tier.
    pub fn at(&self, tier: usize) -> Option<TypeId> {
        self.order.get(tier.checked_sub(1)?).copied().flatten()
    }

    /// The blocking piece on a Space and its tier, if it has one.
    pub fn on(&self, pos: &Position, space: Space) -> Option<(Piece, usize)> {
        let piece = pos.at(space)?;
        let tier = self.of(piece.ty)?;
        Some((piece, tier))
    }

    /// Returns whether this Player can use tiers now.
    pub fn ruled(&self, pos: &Position, seat: Seat) -> bool {
        self.ruler.is_empty() || self.ruler.iter().any(|ty| pos.count(seat, *ty) > 0)
    }
}

/// Assumes the tier with the most actions per tier, since fusion and fission can divide tiers in any way.
pub(super) fn weigh(weighing: &Weighing<'_>) -> usize {
    let tiers = weighing.pieces(TIERS.name);
    let tier = |piece: usize| tiers.iter().position(|known| *known == piece);
    let pieces = weighing.all().filter_map(tier);
    let total: usize = pieces.map(|tier| tier + 1).sum();
    let each = (tiers.iter().enumerate()).map(|(tier, piece)| weighing.of(*piece).div_ceil(tier + 1));
    total * (each.max().unwrap_or_default() + EIGHT.len())
}

/// Changes the type of the piece on a Space. The piece keeps the states that the new type can have (V-4).
pub(super) fn change(rules: &Rules, pos: &mut Position, space: Space, to: TypeId) {
    let Some(piece) = pos.at(space) else { return };
    let left = Flags::FRESH.union(Flags::PROMOTED).union(rules.ty(to).barred);
    let flags = piece.flags.difference(left);
    pos.put(rules, space, Piece { ty: to, flags, ..piece });
    pos.tell(Event::Changed { was: piece.ty, to, space });
}
