//! `copy`: slides without capturing, or captures an Enemy with that Enemy's own movement (B-10 … B-14).

use super::*;
use crate::battalion::{ParamKind, ParamSpec, Scope};
use crate::play::Kind;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "copy",
    scope: Scope::Piece,
    params: &[ParamSpec {
        name: "same-battalion",
        kind: ParamKind::Flag,
        required: false,
        about: "Copies and captures only pieces of the Battalion it comes from.",
    }],
    about: "May act as a Capturable Enemy piece would, capturing at least it and otherwise only pieces of its type and owner. \
            However it goes, it captures Enemies whose own non-optional side effect would capture them on that path. Pieces \
            that copy never capture each other.",
    rules: "B-10 … B-14, B-16",
    example: "moves = \"mQ\"\nabilities = [\"copy\"]",
    weight: Weight::adding(1_000),
};

#[derive(Debug)]
struct Copy {
    same_battalion: bool,
}

pub(super) fn build(given: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(Copy { same_battalion: given.flag("same-battalion") })
}

impl Copy {
    /// Returns whether the copier may copy and capture pieces of type `ty` (B-12, B-16).
    fn may_copy(&self, rules: &Rules, copier: TypeId, ty: TypeId) -> bool {
        let theirs = rules.ty(ty);
        theirs.capturable && theirs.layer == 0 && self.may_capture(rules.ty(copier), theirs)
    }

    /// Adds the option 2 moves for pieces of one type and owner (B-11).
    fn generate_copied(
        &self,
        rules: &Rules,
        pos: &Position,
        mover: &Mover,
        ty: TypeId,
        owner: Seat,
        out: &mut MoveList,
    ) {
        let alike = |hit: &Slot| {
            let victim = pos.in_slot(*hit);
            victim.is_some_and(|x| x.ty == ty && x.seat == owner)
        };
        with_list(|list| {
            rules.generate_as(pos, &guise(mover, ty), list);
            let MoveList { moves, chains, hits, .. } = list;
            for mv in moves.iter() {
                let chain = &chains[mv.span()];
                hits.clear();
                rules.direct_captures(pos, mv, chain, hits);
                if hits.is_empty() || !hits.iter().all(alike) {
                    continue;
                }
                hits.clear();
                rules.captures(pos, mv, chain, hits);
                if !already_there(rules, pos, mv, hits, out) {
                    out.push_chain(*mv, chain);
                }
            }
        });
    }
}

/// The mover as a piece of type `ty`.
fn guise(mover: &Mover, ty: TypeId) -> Mover {
    Mover { ty, fresh: false, copying: true, ..*mover }
}

/// Returns whether a type captures by its Betza movements only.
fn is_simple(rules: &Rules, ty: TypeId) -> bool {
    !rules.ty(ty).traits.intersects(Traits::EFFECTS | Traits::GENERATES)
}

/// Returns whether the mover could capture `x` if both were of the same type. Otherwise there is nothing to copy
/// (B-11).
fn could_capture_alike(rules: &Rules, pos: &Position, mover: &Mover, x: Piece, space: Space) -> bool {
    let guise = guise(mover, x.ty);
    let right = pos.state().en_passant[x.seat.index()];
    rules.reaches(pos, &guise, space)
        || rules.strikes_by_ability(pos, &guise, space)
        || rules.ty(x.ty).takes_en_passant && right.is_some_and(|right| right.pawn == space)
}

impl Ability for Copy {
    fn traits(&self) -> Traits {
        Traits::GENERATES | Traits::COMPARES | Traits::ATTACKS | Traits::OWN_EFFECTS
    }

    /// B-12: an adjacent Immobilizer is held.
    fn holds(&self, neighbour: &PieceType) -> bool {
        neighbour.aura
    }

    /// B-12: no Chameleon captures a Chameleon, not even with the extra step of S-6. B-16: captures may be limited to
    /// the same Battalion.
    fn may_capture(&self, own: &PieceType, victim: &PieceType) -> bool {
        !victim.traits.contains(Traits::OWN_EFFECTS) && (!self.same_battalion || victim.origin.0 == own.origin.0)
    }

    fn generate(&self, rules: &Rules, pos: &Position, mover: &Mover, out: &mut MoveList) {
        if mover.copying {
            return;
        }
        for owner in Seat::all(rules.seat_count()) {
            let own = owner == mover.seat;
            if own && rules.classes.open_to_own.is_empty() {
                continue;
            }
            let mut done = [false; TypeId::MAX];
            for space in pos.blocking(owner).iter() {
                let Some(x) = pos.at(space).filter(|x| !done[x.ty.index()]) else {
                    continue;
                };
                let enemy = !own || rules.classes.open_to_own.has(x.ty.index());
                if enemy && self.may_copy(rules, mover.ty, x.ty) && could_capture_alike(rules, pos, mover, x, space) {
                    done[x.ty.index()] = true;
                    self.generate_copied(rules, pos, mover, x.ty, owner, out);
                }
            }
        }
    }

    fn could_attack(&self, rules: &Rules, pos: &Position, _: Seat, target: Space) -> bool {
        pos.at(target).is_some_and(|victim| !rules.ty(victim.ty).traits.contains(Traits::OWN_EFFECTS))
    }

    fn attacks(&self, rules: &Rules, pos: &Position, mover: &Mover, target: Space) -> bool {
        let Some(victim) = pos.at(target).filter(|victim| !mover.copying && self.may_copy(rules, mover.ty, victim.ty))
        else {
            return false;
        };
        if is_simple(rules, victim.ty) {
            // Option 2, where x is the target: this path captures nothing else.
            let guise = guise(mover, victim.ty);
            return rules.reaches(pos, &guise, target);
        }
        with_list(|list| {
            rules.each_target(pos, mover, |landing| {
                let kind = if landing.gained { Kind::Gained } else { Kind::Step };
                list.push(Move::of(kind, mover.from, landing.to))
            });
            self.generate(rules, pos, mover, list);
            list.captures_on(target, |mv, chain, hits| {
                rules.captures(pos, mv, chain, hits);
            })
        })
    }

    /// Side-Effect Rule (B-13, B-14): each type that captures by side effect captures only its own type.
    fn own_effects(&self, after: &After<'_>, hits: &mut Vec<Slot>) {
        let rules = after.rules;
        let effective = (after.pos.present()).and(rules.classes.side_effects);
        for ty in effective.into_iter().map(TypeId::new) {
            let present = || {
                Seat::all(rules.seat_count()).any(|s| {
                    (s != after.mover.seat || rules.classes.open_to_own.has(ty.index())) && after.pos.count(s, ty) > 0
                })
            };
            if !self.may_copy(rules, after.mover.ty, ty) || !present() || !after.could_be_taken_by(ty) {
                continue;
            }
            let guise = After { mover: Mover { ty, ..after.mover }, ..*after };
            let mut before = hits.len();
            for ability in rules.abilities(ty) {
                ability.effects(&guise, hits);
            }
            // Keep only new hits on pieces of that type.
            hits.retain(|hit| {
                let known = before > 0;
                before = before.saturating_sub(1);
                known || after.pos.in_slot(*hit).is_some_and(|x| x.ty == ty)
            });
        }
    }

    fn watch(&self, rules: &Rules, pos: &Position, mover: &Mover, target: Space, spaces: &mut SpaceSet) -> bool {
        let alike = pos.at(target).filter(|victim| self.may_copy(rules, mover.ty, victim.ty));
        alike.is_none_or(|victim| {
            let guise = guise(mover, victim.ty);
            is_simple(rules, victim.ty) && rules.watch_way(pos, &guise, target, spaces)
        })
    }
}
