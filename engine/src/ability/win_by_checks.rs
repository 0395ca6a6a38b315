//! `win-by-checks`: a number of Checks wins, as in three-check chess.

use super::*;
use crate::battalion::{ParamKind, ParamSpec, Scope};
use crate::play::{COMPLETE, Event, Fall};

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "win-by-checks",
    scope: Scope::Battalion,
    params: &[ParamSpec {
        name: "count",
        kind: ParamKind::Number(1, 20),
        required: false,
        about: "How many Checks; 3 if not given.",
    }],
    about: "A Player of this Battalion defeats another Player by giving them this number of Checks. A turn counts \
            once if at its end any of its Player's pieces gives Check to that other Player.",
    rules: "T-19, T-21, T-22",
    example: "[[power]]\nuse = \"win-by-checks\"\ncount = 3",
    weight: Weight::LIGHT,
};

/// Number of Checks if none is given.
pub const USUAL_CHECKS: u16 = 3;

#[derive(Debug)]
struct Checks {
    seat: Seat,
    count: u16,
    /// Index of the first counter of Checks received; one counter per seat.
    given: usize,
}

pub(super) fn empower(given: &Given<'_>, seat: Seat, rules: &mut Rules) {
    let names = Seat::all(rules.seat_count()).map(|to| format!("checks/{}/{}", seat.0, to.0));
    let first = rules.add_counters(names.collect());
    rules.aims.push(Arc::new(Checks { seat, count: given.number("count", USUAL_CHECKS), given: first }));
}

impl Aim for Checks {
    fn seat(&self) -> Seat {
        self.seat
    }

    fn note(&self, rules: &Rules, pos: &mut Position, actor: Seat) {
        if actor != self.seat {
            return;
        }
        for other in Seat::all(rules.seat_count()) {
            if rules.given_check(pos, actor, other).is_some() {
                let counter = self.given + other.index();
                let count = pos.counter(counter) + 1;
                pos.set_counter(counter, count);
                pos.tell(Event::CheckCounted { by: actor, to: other, count, of: self.count });
            }
        }
    }

    fn fells(&self, _: &Rules, pos: &Position, _: Seat, victim: Seat) -> Option<Fall> {
        let counted = pos.counter(self.given + victim.index());
        (victim != self.seat && counted >= self.count).then_some(Fall::Checks)
    }

    fn progress(&self, rules: &Rules, pos: &Position) -> i32 {
        let others = Seat::all(rules.seat_count()).filter(|other| *other != self.seat);
        let most = others.map(|other| pos.counter(self.given + other.index())).max().unwrap_or(0);
        i32::from(most) * COMPLETE / i32::from(self.count.max(1))
    }
}
