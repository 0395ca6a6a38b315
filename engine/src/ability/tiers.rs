//! Pieces in an order of tiers, which fusion and fission add and divide.

use super::*;
use crate::battalion::{ParamKind, ParamSpec};
use crate::board::EIGHT;
use crate::play::Event;

/// The parameter with the pieces in order.
pub(super) const TIERS: ParamSpec = ParamSpec {
    name: "tiers",
    kind: ParamKind::Pieces,
    required: true,
    about: "The pieces with a tier, in order: the first has tier 1, the next 2, and so on. Titans and non-blocking pieces have none.",
};

/// The parameter with the pieces that must be there.
pub(super) const RULER: ParamSpec = ParamSpec {
    name: "ruler",
    kind: ParamKind::Pieces,
    required: false,
    about: "Only while its Player controls one of these pieces on the board.",
};

/// Pieces with a tier, and who must be on the board to make use of it.
#[derive(Debug)]
pub(super) struct Tiers {
    /// By tier; none where a piece cannot have one.
    order: Vec<Option<TypeId>>,
    ruler: Vec<TypeId>,
}

impl Tiers {
    pub fn new(given: &Given<'_>, rules: &Rules) -> Self {
        let fits = |ty: &TypeId| !rules.ty(*ty).titan && rules.ty(*ty).layer == 0;
        let order = given.pieces("tiers").into_iter();
        Self { order: order.map(|ty| Some(ty).filter(fits)).collect(), ruler: given.pieces("ruler") }
    }

    /// How many tiers there are.
    pub fn count(&self) -> usize {
        self.order.len()
    }

    /// A type's tier, from 1.
    pub fn of(&self, ty: TypeId) -> Option<usize> {
        self.order.iter().position(|known| *known == Some(ty)).map(|at| at + 1)
    }

    /// The type of a tier.
    pub fn at(&self, tier: usize) -> Option<TypeId> {
        self.order.get(tier.checked_sub(1)?).copied().flatten()
    }

    /// The blocking piece on a Space, if it has a tier.
    pub fn on(&self, pos: &Position, space: Space) -> Option<(Piece, usize)> {
        let piece = pos.at(space)?;
        let tier = self.of(piece.ty)?;
        Some((piece, tier))
    }

    /// May this Player make use of tiers now?
    pub fn ruled(&self, pos: &Position, seat: Seat) -> bool {
        self.ruler.is_empty() || self.ruler.iter().any(|ty| pos.count(seat, *ty) > 0)
    }
}

/// However the tiers there are get divided, the lightest tier for its moves counts.
pub(super) fn weigh(weighing: &Weighing<'_>) -> usize {
    let tiers = weighing.pieces(TIERS.name);
    let tier = |piece: usize| tiers.iter().position(|known| *known == piece);
    let pieces = weighing.all().filter_map(tier);
    let total: usize = pieces.map(|tier| tier + 1).sum();
    let each = (tiers.iter().enumerate()).map(|(tier, piece)| weighing.of(*piece).div_ceil(tier + 1));
    total * (each.max().unwrap_or_default() + EIGHT.len())
}

/// Makes the piece on a Space one of another type. It keeps its states as far as the type can have them (V-4).
pub(super) fn change(rules: &Rules, pos: &mut Position, space: Space, to: TypeId) {
    let Some(piece) = pos.at(space) else { return };
    let left = Flags::FRESH.with(Flags::PROMOTED).with(rules.ty(to).barred);
    let flags = piece.flags.without(left);
    pos.put(rules, space, Piece { ty: to, flags, ..piece });
    pos.tell(Event::Changed { was: piece.ty, to, space });
}
