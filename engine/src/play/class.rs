//! Classes of types, built once per game: which types need more than plain move generation because their moves or
//! captures have other effects.
//!
//! The default for an ability without details is careful handling, which is slow but always correct.

use std::sync::Arc;

use crate::ability::{Ability, Exposure};

use super::sets::TypeSet;
use super::{PieceType, Rules, TypeId};

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

impl Captures {
    fn new(captor: &PieceType, types: &[PieceType]) -> Self {
        let of = |wanted: &dyn Fn(&PieceType) -> bool| {
            let able = |victim: &PieceType| {
                let allow = |ability: &Arc<dyn Ability>| ability.may_capture(captor, victim);
                victim.capturable && captor.abilities.iter().all(allow) && wanted(victim)
            };
            TypeSet::of((0..types.len()).filter(|index| able(&types[*index])))
        };
        let exposed = |victim: &PieceType, how: Exposure| {
            let mut abilities = victim.abilities.iter();
            abilities.any(|ability| ability.exposure(captor) == how)
        };
        Self {
            enemies: of(&|victim| !exposed(victim, Exposure::Nobody)),
            fallen: of(&|_| true),
            own: of(&|victim| exposed(victim, Exposure::Everyone) && !exposed(victim, Exposure::Nobody)),
        }
    }
}

impl Classes {
    /// Classifies the types.
    pub fn new(types: &[PieceType], seats: usize) -> Self {
        let of =
            |wanted: &dyn Fn(&PieceType) -> bool| TypeSet::of((0..types.len()).filter(|index| wanted(&types[*index])));
        let each = |wanted: &dyn Fn(usize, usize) -> bool| -> Vec<TypeSet> {
            let of = |one: usize| TypeSet::of((0..types.len()).filter(|other| wanted(one, *other)));
            (0..types.len()).map(of).collect()
        };
        let captures: Vec<Captures> = (types.iter()).map(|captor| Captures::new(captor, types)).collect();
        let capturable = of(&|ty| ty.capturable);
        let spared_by = each(&|victim, captor| !captures[captor].enemies.has(victim));
        let open_to_own = TypeSet::of((0..types.len()).filter(|victim| captures.iter().any(|c| c.own.has(*victim))));
        let refuses = |victim: usize| {
            let fallen_only = |c: &Captures| c.fallen.has(victim) && !c.enemies.has(victim);
            captures.iter().any(fallen_only)
        };
        let choosy = |captor: usize| captures[captor].fallen != capturable || types[captor].traits.shuns;
        let bound_by = each(&|bound, binder| {
            let mut abilities = types[binder].abilities.iter();
            abilities.any(|ability| ability.binds(&types[bound]))
        });
        let bound = TypeSet::of((0..types.len()).filter(|ty| !bound_by[*ty].is_empty()));
        let holds = |holder: &PieceType, held: &PieceType| holder.abilities.iter().any(|ability| ability.holds(held));
        let held_by: Vec<TypeSet> = types.iter().map(|holder| of(&|held| holds(holder, held))).collect();
        let holders = TypeSet::of((0..types.len()).filter(|index| !held_by[*index].is_empty()));
        let odd_arrivals = TypeSet::of((0..types.len()).filter(|index| {
            let ty = &types[*index];
            ty.titan || ty.layer != 0 || ty.traits.protects || holders.has(*index) || ty.traits.forbids
        }));
        Self {
            titans: of(&|ty| ty.titan),
            odd_victims: TypeSet::of((0..types.len()).filter(|index| {
                let ty = &types[*index];
                let traits = ty.traits;
                ty.titan
                    || !ty.capturable
                    || open_to_own.has(*index)
                    || refuses(*index)
                    || traits.struck
                    || traits.protects
                    || seats > 2 && holders.has(*index)
            })),
            careful: TypeSet::of((0..types.len()).filter(|index| {
                let ty = &types[*index];
                let traits = ty.traits;
                let odd_promotion = ty.promotion.as_ref().is_some_and(|promotion| {
                    promotion.leaving
                        || promotion.limit.is_any()
                        || promotion.must > 0
                        || promotion.to.iter().any(|to| odd_arrivals.has(to.index()))
                });
                holders.has(*index)
                    || odd_promotion
                    || traits.protects
                    || traits.forbids
                    || traits.settles
                    || traits.effects
                    || traits.own_effects
                    || traits.compares
                    || choosy(*index)
                    || bound.has(*index) && !ty.titan
                    || ty.titan && (ty.promotion.is_some() || ty.taken_en_passant)
            })),
            generates: of(&|ty| ty.traits.generates),
            opaque: of(&|ty| ty.layer == 1 && ty.abilities.iter().any(|ability| ability.stops_slides())),
            meets: of(&|ty| ty.traits.meets),
            side_effects: of(&|ty| ty.traits.effects && !ty.immutable),
            special_attackers: of(&|ty| ty.traits.attacks),
            takes_en_passant: of(&|ty| ty.takes_en_passant),
            castlers: of(&|ty| !ty.castles_with.is_empty()),
            choosy: TypeSet::of((0..types.len()).filter(|index| choosy(*index))),
            fatal: of(&|ty| ty.abilities.iter().any(|ability| ability.is_fatal())),
            captures,
            open_to_own,
            spared_by,
            bound_by,
            bound,
            holders,
            held_by,
            odd_arrivals,
        }
    }
}

impl Rules {
    /// Returns whether a piece of this type may release a held piece by leaving its Space.
    pub(super) fn lets_go(&self, ty: TypeId) -> bool {
        self.classes.held_by[ty.index()].into_iter().any(|held| !self.classes.held_by[held].has(ty.index()))
    }
}
