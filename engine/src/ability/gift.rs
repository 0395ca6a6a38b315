//! `gift`: other Players get pieces of this Battalion in reserve (P-6, B-16).

use super::*;
use crate::battalion::{DropZone, ParamKind, ParamSpec, Scope};
use crate::play::Reserve;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "gift",
    scope: Scope::Battalion,
    params: &[
        ParamSpec { name: "pieces", kind: ParamKind::Pieces, required: true, about: "The types given." },
        ParamSpec {
            name: "count",
            kind: ParamKind::Number(1, 16),
            required: false,
            about: "How many of each type each Player gets; 1 if not given.",
        },
        ParamSpec {
            name: "to",
            kind: ParamKind::Word(&["opponents", "non-users"]),
            required: true,
            about: "`opponents`: every other Player, for each Player of this Battalion. `non-users`: every Player of another \
                    Battalion, once.",
        },
        ParamSpec {
            name: "zone",
            kind: ParamKind::Word(&["back-rank", "territory", "board"]),
            required: false,
            about: "Where they may be placed; the Back Rank if not given.",
        },
        ParamSpec {
            name: "instant",
            kind: ParamKind::Flag,
            required: false,
            about: "May also be placed on the Back Rank during Placement.",
        },
        ParamSpec {
            name: "after-first-turn",
            kind: ParamKind::Flag,
            required: false,
            about: "Only from the moment when the first Player of this Battalion has completed, passed or lost their first turn.",
        },
    ],
    about: "Other Players have pieces of this Battalion in reserve.",
    rules: "P-6, B-16, T-18",
    example: "[[power]]\nuse = \"gift\"\npieces = [\"supporter\"]\ncount = 2\nto = \"non-users\"\nzone = \"territory\"\n\
              after-first-turn = true",
    weight: Weight::LIGHT,
};

pub(super) fn weigh(weighing: &Weighing<'_>) -> usize {
    let spaces = weighing.spaces(DropZone::BackRank);
    let count = weighing.number("count", 1);
    let pieces = weighing.pieces("pieces").iter();
    pieces.map(|piece| spaces + count * weighing.of(*piece)).sum()
}

pub(super) fn empower(given: &Given<'_>, seat: Seat, rules: &mut Rules) {
    let army = rules.seats[seat.index()].army;
    let first_user = Seat::all(rules.seat_count()).find(|other| rules.seats[other.index()].army == army);
    let non_users = given.word("to") == "non-users";
    let gated = given.flag("after-first-turn");
    if gated && rules.gate_seat.is_none() {
        rules.gate_seat = first_user;
    }
    if non_users && first_user != Some(seat) {
        return;
    }
    let zone = DropZone::named(given.word("zone")).unwrap_or(DropZone::BackRank);
    for other in Seat::all(rules.seat_count()) {
        if other == seat || non_users && rules.seats[other.index()].army == army {
            continue;
        }
        let zone = rules.drop_zone(other, zone);
        for ty in given.pieces("pieces") {
            let count = given.number("count", 1);
            rules.add_reserve(other, Reserve { ty, count, zone, instant: given.flag("instant"), gated });
        }
    }
}
