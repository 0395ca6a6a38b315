//! Classes of types, built once per game: which types need more than plain move generation because their moves or
//! captures have other effects.

use super::sets::TypeSet;

/// Types of a game, by the handling they need.
#[derive(Clone, Debug, Default)]
pub(crate) struct Classes {
    /// Titans.
    pub titans: TypeSet,
    /// Capturing such a piece has other effects, or not every piece can do it.
    pub odd_victims: TypeSet,
    /// Types that each type can capture, by type.
    pub captures: Vec<Captures>,
    /// Can be captured by friendly pieces too (B-2).
    pub open_to_own: TypeSet,
    /// Cannot capture some Capturable Enemies because of its own abilities.
    pub choosy: TypeSet,
    /// Types that cannot capture the type, by type.
    pub spared_by: Vec<TypeSet>,
    /// Removes its captor (C-22).
    pub fatal: TypeSet,
    /// Moves may have effects beyond the change of place, or the captures depend on more than the destination. Each
    /// move is judged separately.
    pub careful: TypeSet,
    /// Promotion to the type, or its placement, may have effects beyond filling a Space.
    pub odd_arrivals: TypeSet,
    /// An ability generates moves.
    pub generates: TypeSet,
    /// Non-blocking, but slides end on its Space.
    pub opaque: TypeSet,
    /// Captures Enemies that end a movement next to it.
    pub meets: TypeSet,
    /// Captures by side effects that a copying piece can have as well (B-13).
    pub side_effects: TypeSet,
    /// An ability attacks other than by movement.
    pub special_attackers: TypeSet,
    /// Captures en passant.
    pub takes_en_passant: TypeSet,
    /// Can castle as the King.
    pub castlers: TypeSet,
    /// Holds adjacent pieces (B-8, B-12).
    pub holders: TypeSet,
    /// Types held by the type, by type.
    pub held_by: Vec<TypeSet>,
    /// Types that bind the type when they attack it (S-2), by type.
    pub bound_by: Vec<TypeSet>,
    /// Can be bound by some type.
    pub bound: TypeSet,
}

/// Types that a type can capture.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Captures {
    /// Enemies.
    pub enemies: TypeSet,
    /// Defeated Enemies, whose pieces have no effects (T-23).
    pub fallen: TypeSet,
    /// Friendly pieces.
    pub own: TypeSet,
}
