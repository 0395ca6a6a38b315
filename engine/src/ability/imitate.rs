//! `imitate`: moves and captures as the piece that moved last, too: the joker or imitator of many variants.

use super::*;
use crate::battalion::Scope;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "imitate",
    scope: Scope::Piece,
    params: &[],
    about: "May also move and capture as a piece of the type that moved last, whoever moved it; castling counts as the King's move. \
            A piece that copied or imitated another type counts as that type. Promotion, moves that are for the first time only, \
            and what follows a movement are not imitated, nor are non-blocking pieces. It captures nothing that it may not \
            capture itself.",
    rules: "B-3, B-15, T-19",
    example: "moves = \"K\"\nabilities = [\"imitate\"]",
    weight: Weight::adding(200),
};

#[derive(Debug)]
struct Imitate;

pub(super) fn build(_: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(Imitate)
}

/// The mover as a piece of the type that moved last, if that is something to imitate.
fn guise(rules: &Rules, pos: &Position, mover: &Mover) -> Option<Mover> {
    let ty = pos.state().last_moved?;
    let fits = !mover.copying && mover.layer == 0 && rules.ty(ty).layer == 0 && ty != mover.ty;
    fits.then_some(Mover {
        ty,
        fresh: false,
        copying: true,
        ..*mover
    })
}

/// Calls `found` with every move as that type, and with what it captures.
fn each_imitated(
    rules: &Rules,
    pos: &Position,
    mover: &Mover,
    mut found: impl FnMut(&Move, &[Space], &mut [Slot]),
) {
    let Some(guise) = guise(rules, pos, mover) else {
        return;
    };
    let mut moves = MoveList::default();
    rules.generate_as(pos, &guise, &mut moves);
    let mut hits = Vec::new();
    for mv in &moves.moves {
        let chain = moves.chain(mv);
        hits.clear();
        rules.captures(pos, mv, chain, &mut hits);
        let takes = |hit: &Slot| {
            pos.in_slot(*hit).is_some_and(|victim| {
                rules.may_take(pos, mover.seat, mover.ty, hit.space(), victim)
            })
        };
        if hits.iter().all(takes) {
            found(mv, chain, &mut hits);
        }
    }
}

impl Ability for Imitate {
    fn traits(&self) -> Traits {
        Traits {
            generates: true,
            compares: true,
            attacks: true,
            recalls: true,
            ..Traits::default()
        }
    }

    fn generate(&self, rules: &Rules, pos: &Position, mover: &Mover, out: &mut MoveList) {
        each_imitated(rules, pos, mover, |mv, chain, hits| {
            if !already_there(rules, pos, mv, hits, out) {
                out.push_chain(*mv, chain);
            }
        });
    }

    /// There is no `watch`: whatever moves changes the type that moved last, so every move is tried.
    fn attacks(&self, rules: &Rules, pos: &Position, mover: &Mover, target: Space) -> bool {
        let Some(guise) = guise(rules, pos, mover) else {
            return false;
        };
        let own = rules.ty(mover.ty);
        if own.titan || own.traits.own_effects || rules.classes.choosy.has(mover.ty.index()) {
            // What it may not capture itself, or captures besides, changes what it can do as the other type.
            let mut found = false;
            each_imitated(rules, pos, mover, |_, _, hits| {
                found |= hits.contains(&Slot::new(target, 0));
            });
            return found;
        }
        let takes = |victim| rules.may_take(pos, mover.seat, guise.ty, target, victim);
        pos.at(target).is_none_or(takes)
            && (rules.reaches(pos, &guise, target) || rules.strikes_by_ability(pos, &guise, target))
    }
}
