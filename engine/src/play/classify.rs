//! Classification of the types of a game. The default for an ability without details is careful handling, which is slow
//! but always correct.

use super::class::{Captures, Classes};
use super::rules::Abilities;
use super::sets::TypeSet;
use super::{Exposure, PieceType, Traits};

/// Hooks of types whose moves are judged one by one.
const CAREFUL: Traits = Traits::PROTECTS
    .union(Traits::FORBIDS)
    .union(Traits::SETTLES)
    .union(Traits::EFFECTS)
    .union(Traits::OWN_EFFECTS)
    .union(Traits::COMPARES);

impl Captures {
    fn new(captor: usize, types: &[PieceType], abilities: &[Abilities]) -> Self {
        let of = |wanted: &dyn Fn(usize) -> bool| {
            let able = |victim: &PieceType| {
                let mut own = abilities[captor].iter();
                victim.capturable && own.all(|ability| ability.may_capture(&types[captor], victim))
            };
            TypeSet::of((0..types.len()).filter(|index| able(&types[*index]) && wanted(*index)))
        };
        let exposed = |victim: usize, how: Exposure| {
            let mut theirs = abilities[victim].iter();
            theirs.any(|ability| ability.exposure(&types[captor]) == how)
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
    pub fn new(types: &[PieceType], abilities: &[Abilities], seats: usize) -> Self {
        let of =
            |wanted: &dyn Fn(&PieceType) -> bool| TypeSet::of((0..types.len()).filter(|index| wanted(&types[*index])));
        let each = |wanted: &dyn Fn(usize, usize) -> bool| -> Vec<TypeSet> {
            let of = |one: usize| TypeSet::of((0..types.len()).filter(|other| wanted(one, *other)));
            (0..types.len()).map(of).collect()
        };
        let captures: Vec<Captures> = (0..types.len()).map(|captor| Captures::new(captor, types, abilities)).collect();
        let capturable = of(&|ty| ty.capturable);
        let spared_by = each(&|victim, captor| !captures[captor].enemies.has(victim));
        let open_to_own = TypeSet::of((0..types.len()).filter(|victim| captures.iter().any(|c| c.own.has(*victim))));
        let refuses = |victim: usize| {
            let fallen_only = |c: &Captures| c.fallen.has(victim) && !c.enemies.has(victim);
            captures.iter().any(fallen_only)
        };
        let choosy =
            |captor: usize| captures[captor].fallen != capturable || types[captor].traits.contains(Traits::SHUNS);
        let bound_by = each(&|bound, binder| {
            let mut binding = abilities[binder].iter();
            binding.any(|ability| ability.binds(&types[bound]))
        });
        let bound = TypeSet::of((0..types.len()).filter(|ty| !bound_by[*ty].is_empty()));
        let holds = |holder: &Abilities, held: &PieceType| holder.iter().any(|ability| ability.holds(held));
        let held_by: Vec<TypeSet> = abilities.iter().map(|holder| of(&|held| holds(holder, held))).collect();
        let holders = TypeSet::of((0..types.len()).filter(|index| !held_by[*index].is_empty()));
        let odd_arrivals = TypeSet::of((0..types.len()).filter(|index| {
            let ty = &types[*index];
            ty.titan || ty.layer != 0 || holders.has(*index) || ty.traits.intersects(Traits::PROTECTS | Traits::FORBIDS)
        }));
        Self {
            titans: of(&|ty| ty.titan),
            odd_victims: TypeSet::of((0..types.len()).filter(|index| {
                let ty = &types[*index];
                ty.titan
                    || !ty.capturable
                    || open_to_own.has(*index)
                    || refuses(*index)
                    || ty.traits.intersects(Traits::STRUCK | Traits::PROTECTS)
                    || seats > 2 && holders.has(*index)
            })),
            careful: TypeSet::of((0..types.len()).filter(|index| {
                let ty = &types[*index];
                let odd_promotion = ty.promotion.as_ref().is_some_and(|promotion| {
                    promotion.leaving
                        || promotion.limit.is_any()
                        || promotion.must > 0
                        || promotion.to.iter().any(|to| odd_arrivals.has(to.index()))
                });
                holders.has(*index)
                    || odd_promotion
                    || ty.traits.intersects(CAREFUL)
                    || choosy(*index)
                    || bound.has(*index) && !ty.titan
                    || ty.titan && (ty.promotion.is_some() || ty.taken_en_passant)
            })),
            generates: of(&|ty| ty.traits.contains(Traits::GENERATES)),
            opaque: TypeSet::of((0..types.len()).filter(|index| {
                types[*index].layer == 1 && abilities[*index].iter().any(|ability| ability.stops_slides())
            })),
            meets: of(&|ty| ty.traits.contains(Traits::MEETS)),
            side_effects: of(&|ty| ty.traits.contains(Traits::EFFECTS) && !ty.immutable),
            special_attackers: of(&|ty| ty.traits.contains(Traits::ATTACKS)),
            takes_en_passant: of(&|ty| ty.takes_en_passant),
            castlers: of(&|ty| !ty.castles_with.is_empty()),
            choosy: TypeSet::of((0..types.len()).filter(|index| choosy(*index))),
            fatal: TypeSet::of(
                (0..types.len()).filter(|index| abilities[*index].iter().any(|ability| ability.is_fatal())),
            ),
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
