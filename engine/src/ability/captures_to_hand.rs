//! `captures-to-hand`: what a Player captures comes to their hand, to be dropped as their own, as in shogi.

use super::*;
use crate::battalion::{DropZone, ParamKind, ParamSpec, Scope};
use crate::board::SpaceSet;
use crate::play::{Event, Flags, Reserve};

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
            comes to hand as what it was before, and without any state it had. Titans, non-blocking pieces and those that answer \
            their capture (`return-on-capture`) do not come to hand, nor does a piece that captures itself.",
    rules: "A-2, A-3, T-18",
    example: "[[power]]\nuse = \"captures-to-hand\"",
};

/// What a Player's captures become (by type), and where it may be dropped.
#[derive(Debug, Clone)]
pub(crate) struct Hand {
    zone: DropZone,
    same_battalion: bool,
    /// By type: it comes to hand.
    comes: Vec<bool>,
    /// By type: what a piece that was promoted to it was before.
    before: Vec<TypeId>,
}

pub(super) fn empower(given: &Given<'_>, seat: Seat, rules: &mut Rules) {
    rules.hands[seat.index()] = Some(Hand {
        zone: DropZone::named(given.word("zone")).unwrap_or(DropZone::Board),
        same_battalion: given.flag("same-battalion"),
        comes: Vec::new(),
        before: Vec::new(),
    });
}

/// Once types and movements are known: gives each seat with a hand a reserve, still empty, of every type that may come to it.
pub(crate) fn bind(rules: &mut Rules) {
    let types = || (0..rules.types.len()).map(TypeId::new);
    let before: Vec<TypeId> = types().map(|ty| first_form(rules, ty)).collect();
    let mut hands = rules.hands.clone();
    let mut reserves = Vec::new();
    for (seat, hand) in Seat::all(hands.len()).zip(&mut hands) {
        let Some(hand) = hand else { continue };
        let army = rules.seats[seat.index()].army;
        let zone = rules.drop_zone(seat, hand.zone);
        for ty in types() {
            let kind = rules.ty(ty);
            let comes = !kind.titan
                && kind.layer == 0
                && !kind.traits.struck
                && (!hand.same_battalion || kind.origin.0 == army);
            hand.comes.push(comes);
            if comes {
                reserves.push((seat, ty, living(rules, seat, ty, zone)));
            }
        }
        hand.before.clone_from(&before);
    }
    rules.hands = hands;
    for (seat, ty, zone) in reserves {
        let own = &mut rules.seats[seat.index()].reserves;
        match own.iter_mut().find(|reserve| reserve.ty == ty) {
            Some(reserve) => reserve.zone.extend(&zone),
            None => own.push(Reserve {
                ty,
                count: 0,
                zone,
                instant: false,
                gated: false,
            }),
        }
    }
}

/// What promotes to this type, as far back as it goes.
fn first_form(rules: &Rules, ty: TypeId) -> TypeId {
    let army = rules.ty(ty).origin.0;
    let mut form = ty;
    for _ in 0..rules.types.len() {
        let promotes = |other: &TypeId| {
            rules.ty(*other).origin.0 == army
                && rules
                    .ty(*other)
                    .promotion
                    .as_ref()
                    .is_some_and(|promotion| promotion.to.contains(&form))
        };
        match (0..rules.types.len()).map(TypeId::new).find(promotes) {
            Some(earlier) if earlier != ty => form = earlier,
            _ => break,
        }
    }
    form
}

/// Where a type is not stuck for good; everywhere if it never moves by itself.
fn living(rules: &Rules, seat: Seat, ty: TypeId, zone: SpaceSet) -> SpaceSet {
    if rules.ty(ty).traits.generates {
        return zone;
    }
    let living: SpaceSet = zone
        .iter()
        .filter(|space| rules.has_way(seat, ty, *space))
        .collect();
    if living.is_empty() { zone } else { living }
}

/// A piece was captured by a Player: it may come to their hand.
pub(crate) fn take(rules: &Rules, pos: &mut Position, by: Seat, victim: Piece) {
    let Some(hand) = rules.hands[by.index()]
        .as_ref()
        .filter(|_| victim.seat != by)
    else {
        return;
    };
    let ty = if victim.flags.has(Flags::PROMOTED) {
        hand.before[victim.ty.index()]
    } else {
        victim.ty
    };
    if hand.comes[victim.ty.index()] && hand.comes[ty.index()] {
        let held = pos.reserve(by, ty);
        pos.set_reserve(by, ty, held.saturating_add(1));
        pos.tell(Event::ToHand { ty, seat: by });
    }
}
