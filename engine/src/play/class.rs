//! What must be looked at closely about a type: whether its moves, or its capture, can do more than change what stands where.
//!
//! An ability that says nothing about itself makes its type one that is looked at closely: unknown is slow, never wrong.

use super::sets::TypeSet;
use super::{PieceType, Rules, TypeId};

/// The types of a game by how closely they must be looked at.
#[derive(Clone, Debug, Default)]
pub(crate) struct Classes {
    /// Titans.
    pub titans: TypeSet,
    /// Capturing one is more than taking it off the board, or not every piece can.
    pub odd_victims: TypeSet,
    /// Captured by its own side, too (B-2).
    pub fair_game: TypeSet,
    /// Moving one can do more than change its place, or what it captures must be asked: its moves are judged one by one.
    pub careful: TypeSet,
    /// Its coming onto the board, by promotion or from reserve, can do more than fill a Space.
    pub odd_arrivals: TypeSet,
    /// An ability adds moves.
    pub generates: TypeSet,
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
    /// Snare Pieces (S-2).
    pub snares: TypeSet,
    /// Captures only some Battalions' pieces (B-16).
    pub kin_only: TypeSet,
}

impl Classes {
    /// Sorts the types.
    pub fn new(types: &[PieceType], seats: usize) -> Self {
        let of = |wanted: &dyn Fn(&PieceType) -> bool| {
            TypeSet::of((0..types.len()).filter(|index| wanted(&types[*index])))
        };
        let holds = |holder: &PieceType, held: &PieceType| {
            holder.abilities.iter().any(|ability| ability.holds(held))
        };
        let held_by: Vec<TypeSet> = types
            .iter()
            .map(|holder| of(&|held| holds(holder, held)))
            .collect();
        let holders = TypeSet::of((0..types.len()).filter(|index| !held_by[*index].is_empty()));
        let odd_arrivals = TypeSet::of((0..types.len()).filter(|index| {
            let ty = &types[*index];
            ty.titan || ty.layer != 0 || ty.traits.wards || holders.has(*index) || ty.traits.forbids
        }));
        Self {
            titans: of(&|ty| ty.titan),
            fair_game: of(&|ty| ty.traits.fair_game),
            odd_victims: TypeSet::of((0..types.len()).filter(|index| {
                let ty = &types[*index];
                let traits = ty.traits;
                ty.titan
                    || !ty.capturable
                    || traits.fair_game
                    || traits.refuses
                    || traits.struck
                    || traits.wards
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
                    || traits.wards
                    || traits.forbids
                    || traits.settles
                    || traits.effects
                    || traits.compares
                    || traits.kin_only
                    || ty.titan && (ty.promotion.is_some() || ty.taken_en_passant)
            })),
            generates: of(&|ty| ty.traits.generates),
            special_attackers: of(&|ty| ty.traits.attacks),
            takes_en_passant: of(&|ty| ty.takes_en_passant),
            castlers: of(&|ty| !ty.castles_with.is_empty()),
            snares: of(&|ty| ty.traits.snare),
            kin_only: of(&|ty| ty.traits.kin_only),
            holders,
            held_by,
            odd_arrivals,
        }
    }
}

impl Rules {
    /// Does a piece of this type that leaves a Space let go of something that it held there?
    pub(super) fn lets_go(&self, ty: TypeId) -> bool {
        self.classes.held_by[ty.index()]
            .into_iter()
            .any(|held| !self.classes.held_by[held].has(ty.index()))
    }
}
