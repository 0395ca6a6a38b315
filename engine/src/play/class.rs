//! What must be looked at closely about a type: whether its moves, or its capture, can do more than change what stands where.
//!
//! An ability that says nothing about itself makes its type one that is looked at closely: unknown is slow, never wrong.

use std::sync::Arc;

use crate::ability::{Ability, Exposure};

use super::sets::TypeSet;
use super::{PieceType, Rules, TypeId};

/// The types of a game by how closely they must be looked at.
#[derive(Clone, Debug, Default)]
pub(crate) struct Classes {
    /// Titans.
    pub titans: TypeSet,
    /// Capturing one is more than taking it off the board, or not every piece can.
    pub odd_victims: TypeSet,
    /// By type: which types it can capture.
    pub captures: Vec<Captures>,
    /// Captured by its own side, too (B-2).
    pub open_to_own: TypeSet,
    /// Does not capture every Capturable Enemy, whatever that Enemy says.
    pub choosy: TypeSet,
    /// By type: the types that cannot capture it.
    pub spared_by: Vec<TypeSet>,
    /// Removes whatever captures it (C-22).
    pub fatal: TypeSet,
    /// Moving one can do more than change its place, or what it captures must be asked: its moves are judged one by one.
    pub careful: TypeSet,
    /// Its coming onto the board, by promotion or from reserve, can do more than fill a Space.
    pub odd_arrivals: TypeSet,
    /// An ability adds moves.
    pub generates: TypeSet,
    /// Non-blocking, but slides end on its Space.
    pub opaque: TypeSet,
    /// Captures what comes beside it.
    pub meets: TypeSet,
    /// Captures by side effects that a piece that copies can have as well (B-13).
    pub side_effects: TypeSet,
    /// An ability attacks in a way of its own.
    pub special_attackers: TypeSet,
    /// Captures en passant.
    pub takes_en_passant: TypeSet,
    /// Can castle, as the King.
    pub castlers: TypeSet,
    /// Holds neighbours (B-8, B-12).
    pub holders: TypeSet,
    /// By type: the types that it holds.
    pub held_by: Vec<TypeSet>,
    /// By type: the types that bind one that they attack (S-2).
    pub bound_by: Vec<TypeSet>,
    /// Bound by some type.
    pub bound: TypeSet,
}

/// What a type can capture.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Captures {
    /// Of Enemies.
    pub enemies: TypeSet,
    /// Of Enemies that have been defeated, whose pieces have no effects (T-23).
    pub fallen: TypeSet,
    /// Of its own side.
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
    /// Sorts the types.
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
    /// Does a piece of this type that leaves a Space let go of something that it held there?
    pub(super) fn lets_go(&self, ty: TypeId) -> bool {
        self.classes.held_by[ty.index()].into_iter().any(|held| !self.classes.held_by[held].has(ty.index()))
    }
}
