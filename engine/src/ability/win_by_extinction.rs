//! `win-by-extinction`: a Player loses with all pieces but the Titans gone, as in shatranj, or with all pieces of one
//! kind gone, as in extinction chess.

use super::*;
use crate::battalion::{ParamKind, ParamSpec, Scope};
use crate::play::{COMPLETE, Fall};

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "win-by-extinction",
    scope: Scope::Battalion,
    params: &[ParamSpec {
        name: "of",
        kind: ParamKind::Word(&["all-but-titans", "a-kind"]),
        required: true,
        about: "`all-but-titans`: the other has nothing left on the board but Titans. `a-kind`: the other has no piece left of one of \
                the types that stand in the layout of their Battalion.",
    }],
    about: "A Player of this Battalion defeats another Player who, at the end of a turn, has lost all of something.",
    rules: "T-21, T-22",
    example: "[[power]]\nuse = \"win-by-extinction\"\nof = \"all-but-titans\"",
    weight: Weight::LIGHT,
};

#[derive(Debug)]
struct Extinction {
    seat: Seat,
    /// Sets of types by seat. Losing all pieces of one set is fatal.
    needed: Vec<Vec<Vec<TypeId>>>,
}

pub(super) fn empower(given: &Given<'_>, seat: Seat, rules: &mut Rules) {
    let a_kind = given.word("of") == "a-kind";
    let needed = |other: Seat| {
        let army = rules.seats[other.index()].army;
        let types = || (0..rules.types.len()).map(TypeId::new);
        if !a_kind {
            let ordinary = types().filter(|ty| !rules.ty(*ty).titan);
            return vec![ordinary.collect()];
        }
        let rows = &rules.armies[army].territory.rows;
        let in_layout = |ty: &TypeId| {
            let (of, piece) = rules.ty(*ty).origin;
            of == army && rows.iter().flatten().any(|cell| *cell == Some(piece))
        };
        types().filter(in_layout).map(|ty| vec![ty]).collect()
    };
    let needed = Seat::all(rules.seat_count()).map(needed).collect();
    rules.aims.push(Arc::new(Extinction { seat, needed }));
}

impl Aim for Extinction {
    fn seat(&self) -> Seat {
        self.seat
    }

    fn fells(&self, _: &Rules, pos: &Position, _: Seat, victim: Seat) -> Option<Fall> {
        let extinct = |types: &Vec<TypeId>| types.iter().all(|ty| pos.count(victim, *ty) == 0);
        let lost = victim != self.seat && self.needed[victim.index()].iter().any(extinct);
        lost.then_some(Fall::Extinct)
    }

    fn progress(&self, rules: &Rules, pos: &Position) -> i32 {
        let left = |victim: Seat| {
            let counts = self.needed[victim.index()].iter();
            let counts = counts.map(|types| types.iter().map(|ty| i32::from(pos.count(victim, *ty))).sum());
            counts.min().unwrap_or(i32::MAX)
        };
        let victims = Seat::all(rules.seat_count()).filter(|victim| *victim != self.seat);
        let fewest = victims.map(left).min().unwrap_or(i32::MAX);
        COMPLETE / fewest.saturating_add(1)
    }
}
