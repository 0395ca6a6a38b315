//! `captures-to-hand`: captured pieces go to the captor's hand and can be dropped as the captor's own, as in shogi.

use super::*;
use crate::battalion::{DropZone, ParamKind, ParamSpec, Scope};
use crate::board::SpaceSet;
use crate::play::{Event, Flags, Kept, Reserve};

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "captures-to-hand",
    scope: Scope::Battalion,
    params: &[
        ParamSpec {
            name: "same-battalion",
            kind: ParamKind::Flag,
            required: false,
            about: "Only pieces of this Battalion come to hand.",
        },
        ParamSpec {
            name: "zone",
            kind: ParamKind::Word(&["back-rank", "territory", "board"]),
            required: false,
            about: "Where they may be dropped; anywhere if not given.",
        },
    ],
    about: "A piece that a Player of this Battalion captures comes to their hand, a reserve (T-18). As a turn they may drop it, as \
            their own, on a Space without a blocking piece from which its type could move on an empty board. A promoted piece \
            comes to hand as what it was before. A Volatile one stays Volatile (V-4), every other state is lost. Titans, non-blocking pieces and those that answer \
            their capture (`return-on-capture`) do not come to hand, nor does a piece that captures itself.",
    rules: "A-2, A-3, V-4, T-18",
    example: "[[power]]\nuse = \"captures-to-hand\"",
    weight: Weight::LIGHT,
};

/// Hand of one Player: which captures enter it and where they can be dropped.
#[derive(Debug)]
struct Hand {
    seat: Seat,
    zone: DropZone,
    same_battalion: bool,
}

/// Weighs drops of several kinds, since a hand can hold several.
pub(super) fn weigh(weighing: &Weighing<'_>) -> usize {
    5 * weighing.spaces(DropZone::Board)
}

pub(super) fn empower(given: &Given<'_>, seat: Seat, rules: &mut Rules) {
    rules.powers.push(Arc::new(Hand {
        seat,
        zone: DropZone::named(given.word("zone")).unwrap_or(DropZone::Board),
        same_battalion: given.flag("same-battalion"),
    }));
}

impl Hand {
    /// Returns whether pieces of type `ty` go to the hand.
    fn takes(&self, rules: &Rules, ty: TypeId) -> bool {
        let kind = rules.ty(ty);
        let army = rules.seats[self.seat.index()].army;
        !kind.titan
            && kind.layer == 0
            && !kind.traits.contains(Traits::STRUCK)
            && (!self.same_battalion || kind.origin.0 == army)
    }
}

impl Power for Hand {
    /// Gives the Player an empty reserve of every type that can go to the hand.
    fn bind(&self, rules: &mut Rules) {
        let zone = rules.drop_zone(self.seat, self.zone);
        for ty in (0..rules.types.len()).map(TypeId::new) {
            if !self.takes(rules, ty) {
                continue;
            }
            let zone = drop_within::limited(rules, self.seat, ty, zone);
            let zone = living(rules, self.seat, ty, zone);
            let own = &mut rules.seats[self.seat.index()].reserves;
            match own.iter_mut().find(|reserve| reserve.ty == ty) {
                Some(reserve) => reserve.zone.extend(&zone),
                None => own.push(Reserve { ty, count: 0, zone, instant: false, gated: false }),
            }
        }
    }

    /// A promoted piece goes to the hand as its unpromoted type; a Volatile piece stays Volatile (V-4).
    fn captured(&self, rules: &Rules, pos: &mut Position, by: Seat, victim: Piece) {
        if by != self.seat || victim.seat == by {
            return;
        }
        let ty = if victim.flags.contains(Flags::PROMOTED) { first_form(rules, victim.ty) } else { victim.ty };
        if self.takes(rules, victim.ty) && self.takes(rules, ty) {
            let kept = Kept::of(victim.flags.difference(rules.ty(ty).barred));
            pos.hold(by, ty, kept, 1);
            pos.tell(Event::ToHand { ty, kept, seat: by });
        }
    }
}

/// The type that promotes to `ty`, traced back to the first form.
fn first_form(rules: &Rules, ty: TypeId) -> TypeId {
    let army = rules.ty(ty).origin.0;
    let mut form = ty;
    for _ in 0..rules.types.len() {
        let promotes = |other: &TypeId| {
            rules.ty(*other).origin.0 == army
                && rules.ty(*other).promotion.as_ref().is_some_and(|promotion| promotion.to.contains(&form))
        };
        match (0..rules.types.len()).map(TypeId::new).find(promotes) {
            Some(earlier) if earlier != ty => form = earlier,
            _ => break,
        }
    }
    form
}

/// Spaces of `zone` from which the type has a move. The whole zone if there is none, or if abilities generate its
/// moves.
fn living(rules: &Rules, seat: Seat, ty: TypeId, zone: SpaceSet) -> SpaceSet {
    if rules.ty(ty).traits.contains(Traits::GENERATES) {
        return zone;
    }
    let living: SpaceSet = zone.iter().filter(|space| rules.has_way(seat, ty, *space)).collect();
    if living.is_empty() { zone } else { living }
}
